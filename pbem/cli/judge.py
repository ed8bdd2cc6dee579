"""`pbem judge`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from pbem.cli import output
from pbem.cli.common import desk, identity_option, json_option, lost_option, out_option
from pbem.cli.evidence import evidence_option, kept, told, write
from pbem.cli.move import with_legal
from pbem.cli.show import awaiting, claims, standing_still, tell, ways_left
from pbem.errors import PbemError
from pbem.play.outcome import Illegal
from pbem.record import clock, files, lateness, overtaken, pending, standstill
from pbem.record.desk import Desk
from pbem.record.judged import Judged, Taken
from pbem.record.record import Record


@click.command("judge")
@click.argument("record")
@click.argument("names", nargs=-1, metavar="[FILE]...")
@click.option("--break-off", is_flag=True, help="Arbiter: end the table without a result.")
@click.option(
    "--time-is-up",
    is_flag=True,
    help="The late seat's time has passed: rule on the lapse that is claimed, or share in it.",
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

    Each is checked, in the order of the log; what this identity owes (a ruling; a share) is
    added; RECORD is replaced, or the result written to -o. A file that is refused changes
    nothing.
    """
    embed = as_json and (out or record) == files.STREAM  # standard output has room for one object
    mine = desk(identity_file)
    with kept(evidence_file):
        judged = mine.judge(
            record,
            names,
            out,
            ending=break_off,
            write=not embed,
            time_is_up=time_is_up,
            without_journal=without_journal,
        )
    errors = [_error(t.error) for t in judged.taken if t.error is not None]
    if judged.false_look is not None:
        errors.append(judged.false_look)
    written = write(errors, evidence_file)
    errors += written.errors
    if as_json:
        more: dict[str, object] = {"evidence": written.files} if evidence_file else {}
        more |= {"claim": _claim(judged, mine, time_is_up)}
        more |= {"stands_still": standing_still(judged.record, mine, judged.besides)}
        more |= {"ways_left": ways_left(judged.record, mine, judged.besides)}
        more |= {"elsewhere": mine.elsewhere(judged.record)}
        output.print_json(_as_json(judged, errors, embed) | more)
    else:
        if (out or record) != files.STREAM:
            present = _present(judged, mine, time_is_up)
            output.lines([*_text(judged, out or record, present), *told(written, evidence_file)])
        for taken in judged.taken:
            if taken.error is not None:
                output.explain(taken.error, about=taken.name)
        if judged.false_look is not None:
            output.explain(judged.false_look)
        for error in written.errors:
            output.explain(error)
    return max((e.exit_code for e in errors), default=0)


def _error(error: PbemError) -> PbemError:
    return with_legal(error) if isinstance(error, Illegal) else error


def _text(judged: Judged, path: str, present: Sequence[str]) -> list[str]:
    table = judged.record.table
    lines = [line for t in judged.taken for line in _news(t)]
    if judged.restored:
        lines.append("the record was older than this program's memory: going on from there")
    lines += judged.overtaken
    lines += [f"added: {a}" for a in judged.added]
    for step in table.steps[len(table.steps) - judged.ruled :] if judged.ruled else ():
        lines += tell(step, slug=table.game.slug)
    lines += present
    if judged.ruled or judged.added:
        lines.append(f"Mail {files.shown(path)} to everybody.")
    return lines


def _present(judged: Judged, mine: Desk, time_is_up: bool) -> list[str]:
    """What the table waits for now, or that there is nothing to wait for."""
    record = judged.record
    if judged.false_look is not None:
        return ["a look of yours is false: sign nothing more at this table"]
    if stuck := standing_still(record, mine, judged.besides):
        return stuck
    gone = mine.elsewhere(record)
    if record.table.over:
        return [*gone, *_claim(judged, mine, time_is_up), "the game is over"]
    ways = ways_left(record, mine, judged.besides)
    return [*gone, *_claim(judged, mine, time_is_up), awaiting(record), *ways]


def _news(taken: Taken) -> list[str]:
    lines = [f"{taken.name}: {taken.news or 'refused'}"]
    if taken.instead_of is not None:
        lines += [
            f"  it takes the place of a join signed with another key, {taken.instead_of}:",
            "  ask the player, outside the program, which of the two is theirs",
        ]
    return lines


def _claim(judged: Judged, mine: Desk, time_is_up: bool) -> list[str]:
    """Of a lapse: what waits for the word of the person at this desk, or that nothing does."""
    record = judged.record
    table, waiting = record.table, mine.waiting(record)
    known = [] if waiting is None else [lateness.told(waiting, clock.now(), mine.seat(record))]
    if lateness.claimed(record):
        return [*claims(record), *known, *([] if time_is_up else [_before_sharing(record)])]
    if not time_is_up or _lapsed(judged):
        return []
    if any(p.kind == "lapse" for p in record.pending):
        return [*claims(record), f"--time-is-up: it is not taken up: {_why_not_up(record)}."]
    if table.policy["lapse"] == "never":
        return ["--time-is-up: this table's policy knows no lapse, so nobody is passed."]
    if waiting is None:
        return ["--time-is-up: no lapse is claimed, and there is no seat to be passed now."]
    return ["--time-is-up: no lapse is claimed. A seat has to, with pbem lapse.", *known]


def _before_sharing(record: Record) -> str:
    """What to think of before one says that the time is up."""
    hint = "If that time has passed, give the same command with --time-is-up; else wait for"
    if record.table.dealing != "seats":
        return f"{hint} the move."
    for move, others in overtaken.lost(record):
        return (
            f"The move of {move.by} is here too, and cannot be completed any more: it lacks what"
            f" {standstill.named(others)} gave to something else. With --time-is-up {move.by} is"
            " passed all the same; without it this table stands still."
        )
    return f"Ask first whether a move is on its way: shares are not taken back. {hint} the move."


def _why_not_up(record: Record) -> str:
    """Why a claim that is here is not the next thing to be settled."""
    first = standstill.wanted(record.table, record.pending)
    here = standstill.entry(record.table, record.pending)
    if first is not None and first.kind == "move":
        return f"the move of {first.by} is here, and goes first"
    lost = [s for m in here.mains if m.kind == "lapse" for s in here.against(m)] if here else []
    who = standstill.named(list(dict.fromkeys(lost))) if lost else "somebody"
    return f"{who} signed something else, and it cannot be completed any more"


def _lapsed(judged: Judged) -> bool:
    steps = judged.record.table.steps
    return any(step.kind == "lapse" for step in steps[len(steps) - judged.ruled :])


def _as_json(judged: Judged, errors: list[PbemError], embed: bool) -> dict[str, object]:
    table = judged.record.table
    report: dict[str, object] = {
        "ok": not errors,
        "errors": [output.as_object(e) for e in errors],
        "files": [_file(t) for t in judged.taken],
        "n": table.n,
        "entries_added": judged.ruled,
        "added": judged.added,
        "overtaken": judged.overtaken,
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
