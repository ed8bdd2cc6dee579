"""`pbem judge`."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.common import desk, identity_option, json_option, lost_option, out_option
from pbem.cli.evidence import evidence_option, kept, told, write
from pbem.cli.move import with_legal
from pbem.cli.show import awaiting, tell
from pbem.errors import PbemError
from pbem.play.runner import Illegal
from pbem.record import files, pending
from pbem.record.desk import Judged, Taken, is_claim


@click.command("judge")
@click.argument("record")
@click.argument("names", nargs=-1, metavar="[FILE]...")
@click.option("--break-off", is_flag=True, help="Arbiter: end the table without a result.")
@click.option(
    "--time-is-up",
    is_flag=True,
    help="The late seat's time has passed: rule on the lapse that is claimed.",
)
@lost_option
@identity_option
@out_option
@evidence_option
@json_option
def command(
    record: str,
    names: tuple[str, ...],
    break_off: bool,
    time_is_up: bool,
    without_journal: bool,
    identity_file: str | None,
    out: str | None,
    evidence_file: str | None,
    as_json: bool,
) -> int:
    """Take FILEs into RECORD: statements, or whole records of the same table.

    Each is checked; what this identity owes (a ruling; a share) is added; RECORD is
    replaced, or the result written to -o. A file that is refused changes nothing.
    """
    embed = as_json and (out or record) == files.STREAM  # standard output has room for one object
    with kept(evidence_file):
        judged = desk(identity_file).judge(
            record,
            names,
            out,
            ending=break_off,
            write=not embed,
            time_is_up=time_is_up,
            without_journal=without_journal,
        )
    errors = [_error(t.error) for t in judged.taken if t.error is not None]
    written = write(errors, evidence_file)
    if as_json:
        more = {"evidence": written} if evidence_file else {}
        output.print_json(_as_json(judged, errors, embed) | more)
    else:
        if (out or record) != files.STREAM:
            output.lines([*_text(judged, out or record), *told(written, evidence_file)])
        for taken in judged.taken:
            if taken.error is not None:
                output.explain(taken.error, about=taken.name)
    return max((e.exit_code for e in errors), default=0)


def _error(error: PbemError) -> PbemError:
    return with_legal(error) if isinstance(error, Illegal) else error


def _text(judged: Judged, path: str) -> list[str]:
    table = judged.record.table
    lines = [line for t in judged.taken for line in _news(t)]
    if judged.restored:
        lines.append("the record was older than this program's memory: going on from there")
    lines += [f"added: {a}" for a in judged.added]
    for step in table.steps[len(table.steps) - judged.ruled :] if judged.ruled else ():
        lines += tell(step, slug=table.game.slug)
    lines += _claim(judged)
    lines.append("the game is over" if table.over else awaiting(judged.record))
    if judged.ruled or judged.added:
        lines.append(f"Mail {files.shown(path)} to everybody.")
    return lines


def _news(taken: Taken) -> list[str]:
    lines = [f"{taken.name}: {taken.news or 'refused'}"]
    if taken.instead_of is not None:
        lines += [
            f"  it takes the place of a join signed with another key, {taken.instead_of}:",
            "  ask the player, outside the program, which of the two is theirs",
        ]
    return lines


def _claim(judged: Judged) -> list[str]:
    """A lapse that waits for the word of the person at this desk."""
    table = judged.record.table
    answers = pending.complete(table, judged.record.pending) or judged.record.pending
    if table.over or not is_claim(answers):
        return []
    claim = answers[0]
    return [
        f"{claim.by} claims that {claim.body['late']} is late (policy: {table.policy['lapse']}).",
        "If that time has passed, give the same command with --time-is-up; else wait for the move.",
    ]


def _as_json(judged: Judged, errors: list[PbemError], embed: bool) -> dict[str, object]:
    table = judged.record.table
    report: dict[str, object] = {
        "ok": not errors,
        "errors": [output.as_object(e) for e in errors],
        "files": [_file(t) for t in judged.taken],
        "n": table.n,
        "entries_added": judged.ruled,
        "added": judged.added,
        "awaited": pending.missing(table, judged.record.pending),
        "over": table.over,
    }
    if embed:
        report["record"] = judged.record.as_json()
    return report


def _file(taken: Taken) -> dict[str, object]:
    told: dict[str, object] = {"name": taken.name, "news": taken.news or "refused"}
    if taken.instead_of is not None:
        told["instead_of"] = taken.instead_of
    if taken.error is not None:
        told["error"] = output.as_object(taken.error)
    return told
