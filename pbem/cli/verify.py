"""`pbem verify`."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.common import json_option
from pbem.errors import Cheat, PbemError
from pbem.record import evidence, files
from pbem.record.judge import check_same_history
from pbem.record.record import Record, load
from pbem.wire import b64


@click.command("verify")
@click.argument("names", nargs=-1, required=True, metavar="RECORD...")
@json_option
def command(names: tuple[str, ...], as_json: bool) -> int:
    """Check every signature, link, commitment, draw, rule and state hash of each RECORD.

    Needs nothing but the files. Records of one table are compared too: two histories
    signed by the arbiter are proof against him.
    """
    errors: list[PbemError] = []
    reports: list[dict[str, object]] = []
    records: list[Record] = []
    for name in names:
        try:
            data = files.read_json(name, files.LIMITS["record"])
            if isinstance(data, dict) and data.get("kind") == "evidence":
                raise evidence.check(data)
            record = load(data)
            for other in records:
                if other.table.id == record.table.id:
                    check_same_history(other, record)
            records.append(record)
            reports.append(_report(name, record))
        except PbemError as error:
            errors.append(error)
            word, sentence = _fault(error)
            reports.append({"file": name, "verdict": word, "error": output.as_object(error)})
            if not as_json:
                output.line(f"{files.shown(name)}: {sentence}")
                output.explain(error, about=files.shown(name))
            continue
        if not as_json:
            output.lines(_text(name, record))
    if as_json:
        output.print_json(
            {"ok": not errors, "errors": [output.as_object(e) for e in errors], "records": reports}
        )
    return max((e.exit_code for e in errors), default=0)


def _fault(error: PbemError) -> tuple[str, str]:
    """The verdict on a file that raised `error`, as a word and as a sentence."""
    if isinstance(error, Cheat):
        return "cheat", f"evidence of cheating by {error.party}"
    if error.code.startswith("file/"):
        return "unread", "not read"
    return "broken", "broken: this file does not verify"


def verdict(record: Record) -> str:
    """proven; or consistent, with what is unproven. `broken` is an error, not a verdict."""
    table = record.table
    if table.over and (table.dealing != "arbiter" or table.secret is not None):
        return "proven, broken off without a result" if table.broken_off else "proven"
    if table.hidden_shuffles:
        return f"consistent, {table.hidden_shuffles} hidden shuffles unproven"
    return "consistent, the game is running" if not table.over else "consistent"


def _text(name: str, record: Record) -> list[str]:
    table = record.table
    lines = [
        f"{files.shown(name)}: {verdict(record)}",
        f"  {table.game.title}, rules {table.game.version}, seats {', '.join(table.seats)},"
        f" {table.n} entries",
    ]
    lines += [f"  note: {f}" for f in table.findings]
    if table.runner.over and table.runner.state is not None:
        final = table.game.result(table.runner.state)
        scores = ", ".join(f"{s} {n}" for s, n in final.scores.items())
        lines.append(f"  won by {', '.join(final.winners)} ({scores}); {output.clean(final.why)}")
    return lines


def _report(name: str, record: Record) -> dict[str, object]:
    table = record.table
    return {
        "file": name,
        "verdict": verdict(record),
        "table": b64.encode(table.id),
        "head": b64.encode(table.head),
        "n": table.n,
        "over": table.over,
        "hidden_shuffles": table.hidden_shuffles,
        "findings": table.findings,
    }
