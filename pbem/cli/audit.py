"""`pbem audit`."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

import click

from pbem.cli import output, taken_apart, whole_table
from pbem.cli.common import json_option, out_option
from pbem.cli.evidence import evidence_option, told, write
from pbem.cli.verdicts import fault
from pbem.cli.verify import verdict
from pbem.errors import PbemError, Refused
from pbem.record import asked, audit, files, overview
from pbem.record.record import Record, finish, replay_far
from pbem.record.table import Table
from pbem.wire import b64, schema

KIND = "requests"


@click.command("audit")
@click.argument("name", metavar="RECORD")
@click.option("--turn", type=click.IntRange(min=0), metavar="N", help="Take entry N apart.")
@click.option(
    "--requests", "requests", is_flag=True, help="Write what the rules asked for, entry by entry."
)
@out_option
@evidence_option
@json_option
def command(
    name: str,
    turn: int | None,
    requests: bool,
    out: str | None,
    evidence_file: str | None,
    as_json: bool,
) -> int:
    """Take a table apart for a person: all of it in a page, or one entry with --turn.

    Needs nothing but the file. A record that breaks is audited up to there, and what is wrong is
    named, with the party at fault where it proves one. With --requests it writes what the rules
    asked for instead, for a check by another program: as far as the record verifies, and into
    the entry that does not.
    """
    if requests:
        if turn is not None or evidence_file is not None or as_json:
            raise click.UsageError("--requests goes with no other option than -o")
        return write_requests(name, out or files.STREAM)
    if out is not None:
        raise click.UsageError("-o goes with --requests")
    return _audit(name, turn, evidence_file, as_json)


def _audit(name: str, turn: int | None, evidence_file: str | None, as_json: bool) -> int:
    data = files.read_json(name, files.LIMITS["record"])
    schema.check("record", data)
    found = audit.audit(data["entries"], turn)
    if turn is not None:
        audit.check_turn(found, turn)
    waiting = _finish(found, data)
    report = _as_json(name, found, turn, waiting)
    written = write([found.error] if found.error else [], evidence_file)
    report["errors"] += [output.as_object(e) for e in written.errors]
    if as_json:
        output.print_json(report | ({"evidence": written.files} if evidence_file else {}))
    else:
        output.lines([*_text(name, found, report), *told(written, evidence_file)])
        if found.error is not None:
            output.explain(found.error, about=files.shown(name))
        for error in written.errors:
            output.explain(error)
    return found.error.exit_code if found.error is not None else 0


def _finish(found: audit.Found, data: dict[str, Any]) -> Record | None:
    """What stands behind the log: None where that is wrong, or the log already is."""
    if found.error is None:
        try:
            return finish(found.table, data)
        except PbemError as error:
            found.error = error
    return None


def _as_json(
    name: str, found: audit.Found, turn: int | None, record: Record | None
) -> dict[str, Any]:
    """All there is to say; the page is written from it."""
    table, error = found.table, found.error
    report: dict[str, Any] = {
        "ok": error is None,
        "errors": [output.as_object(error)] if error is not None else [],
        "file": name,
        "verdict": verdict(record) if record is not None else "",
        "table": table.id_text,
        "game": table.game.slug,
        "rules": table.game.version,
        "seats": list(table.seats),
        "dealing": table.dealing,
        "policy": table.policy,
        "n": table.n,
        "head": b64.encode(table.head),
    }
    if error is not None:
        report["verdict"] = fault(error)[0]
    if turn is not None:
        false = {"false": found.false} if found.false is not None else {}
        return report | {"turn": found.turn, **false}
    final = overview.outcome(table) if record is not None else None
    return report | {
        **({"why": final.why} if final is not None else {}),
        "results": overview.results(table, found.entries, final),
        "findings": overview.findings(table, len(record.pending) if record is not None else 0),
        "draws": overview.statistics(table),
    }


def _text(name: str, found: audit.Found, report: dict[str, Any]) -> list[str]:
    table, error = found.table, found.error
    said = report["verdict"] if error is None else fault(error)[1]
    deals = "an arbiter deals" if table.dealing == "arbiter" else "the seats deal"
    lines = [
        f"{files.shown(name)}: {said}",
        f"  {table.game.title}, rules {table.game.version}, seats {', '.join(table.seats)},"
        f" {table.n} entries; {deals}",
    ]
    if error is not None:
        alone = "" if "false" in report else "; what follows is about them alone"
        lines.append(f"  entries 0 to {table.n - 1} verify{alone}")
    if "turn" not in report:
        return [*lines, *whole_table.page(report)]
    if "false" in report:
        return [*lines, "", *taken_apart.false_page(report["false"])]
    if report["turn"] is None:
        return [*lines, "", "This entry does not verify: there is nothing in it to rely on."]
    return [*lines, "", *taken_apart.page(report["turn"], table.game.slug)]


def write_requests(name: str, out: str) -> int:
    """The list of requests, for a second program (docs/protocol.md, A second program).

    A record that does not verify is no failure here: the other program is to find it out.
    """
    data = files.read_json(name, files.LIMITS["record"])
    schema.check("record", data)
    table, error = replay_far(data["entries"])
    _spare_others(out, table.id_text)
    files.write_json(out, asked.as_json(table))
    if error is not None:
        output.error_line(f"pbem: note: the list ends in entry {table.n}, which does not verify")
    else:
        _note_the_rest(table, data)
    if out != files.STREAM:
        output.line(f"{files.shown(out)} written")
    return 0


def _note_the_rest(table: Table, data: dict[str, Any]) -> None:
    """The other program cannot find all of what may be wrong behind the log."""
    try:
        finish(table, data)
    except PbemError as error:
        output.error_line(f"pbem: note: behind the log the record is wrong: {error.message}")


def _spare_others(out: str, table: str) -> None:
    """Raises Refused("file/exists") where something else than a list of this table would be
    lost."""
    if out == files.STREAM or not os.path.lexists(out):
        return
    with suppress(Refused):
        there = files.read_json(out, files.LIMITS["record"])
        if isinstance(there, dict) and (there.get("kind"), there.get("table")) == (KIND, table):
            return
    raise Refused(
        "file/exists",
        f"{files.shown(out)} is there already, and is something else",
        hint="give the same command with -o and another name",
    )
