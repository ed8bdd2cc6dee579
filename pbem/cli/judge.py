"""`pbem judge`."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.common import desk, identity_option, json_option, out_option
from pbem.cli.move import with_legal
from pbem.cli.show import tell
from pbem.errors import PbemError
from pbem.play.runner import Illegal
from pbem.record import files, pending
from pbem.record.desk import Judged


@click.command("judge")
@click.argument("record")
@click.argument("names", nargs=-1, metavar="[FILE]...")
@click.option("--break-off", is_flag=True, help="Arbiter: end the table without a result.")
@identity_option
@out_option
@json_option
def command(
    record: str,
    names: tuple[str, ...],
    break_off: bool,
    identity_file: str | None,
    out: str | None,
    as_json: bool,
) -> int:
    """Take FILEs into RECORD: statements, or whole records of the same table.

    Each is checked; what this identity owes (a ruling; a share) is added; RECORD is
    replaced, or the result written to -o. A file that is refused changes nothing.
    """
    judged = desk(identity_file).judge(record, names, out, ending=break_off)
    errors = [_error(t.error) for t in judged.taken if t.error is not None]
    if as_json:
        output.print_json(_as_json(judged, errors))
    elif out != files.STREAM:
        output.lines(_text(judged))
        for error in errors:
            output.explain(error)
    return max((e.exit_code for e in errors), default=0)


def _error(error: PbemError) -> PbemError:
    return with_legal(error) if isinstance(error, Illegal) else error


def _text(judged: Judged) -> list[str]:
    table = judged.record.table
    lines = [f"{t.name}: {t.news or 'refused'}" for t in judged.taken]
    if judged.restored:
        lines.append("the record was older than this program's memory: going on from there")
    lines += [f"added: {a}" for a in judged.added]
    for step in table.steps[len(table.steps) - judged.ruled :] if judged.ruled else ():
        lines += tell(step)
    awaited = pending.missing(table, judged.record.pending)
    lines.append("the game is over" if table.over else f"waiting for {', '.join(awaited)}")
    if judged.changed:
        lines.append("Mail the record to everybody.")
    return lines


def _as_json(judged: Judged, errors: list[PbemError]) -> dict[str, object]:
    table = judged.record.table
    return {
        "ok": not errors,
        "errors": [e.as_json() for e in errors],
        "files": [{"name": t.name, "news": t.news or "refused"} for t in judged.taken],
        "n": table.n,
        "entries_added": judged.ruled,
        "added": judged.added,
        "awaited": pending.missing(table, judged.record.pending),
        "over": table.over,
    }
