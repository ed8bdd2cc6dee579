"""`pbem doctor`."""

from __future__ import annotations

import os
from contextlib import suppress

import click

from pbem.cli import output
from pbem.cli.common import json_option, out_option
from pbem.errors import Cheat, Refused
from pbem.record import doctor, files
from pbem.record.doctor import Diagnosis
from pbem.record.record import Record
from pbem.record.store import write_record
from pbem.wire import b64
from pbem.wire.b64 import groups


@click.command("doctor")
@click.argument("record")
@out_option
@json_option
def command(record: str, out: str | None, as_json: bool) -> int:
    """What is broken in RECORD, and how much of it still verifies.

    RECORD may be a mail that was saved whole, quoted or encoded: the best record in it counts.
    With -o that much is written as a record which every command takes: the longest
    beginning of the log that verifies, and what waits behind it. It is written to a new
    file only. Needs no identity.
    """
    if out is not None:
        _check_new(out, record)
    limit = files.LIMITS["record"]
    found = doctor.examine(files.read_bytes(record, limit), limit)
    embed = as_json and out == files.STREAM
    written = out is not None and found.record is not None
    if found.record is not None and out is not None and not embed:
        write_record(out, found.record)
    if as_json:
        output.print_json(_as_json(record, found, out if written else None, embed))
    else:
        if out != files.STREAM:
            output.lines(_text(record, found, out if written else None))
        for error in found.findings:
            output.explain(error)
    return max((e.exit_code for e in found.findings), default=0)


def _check_new(out: str, record: str) -> None:
    """What is damaged may be all there is, and what lies elsewhere may be better: neither is
    written over. Raises Refused("file/exists")."""
    if out == files.STREAM or not os.path.lexists(out):
        return
    message = f"{files.shown(out)} is there already"
    with suppress(OSError, ValueError):
        if os.path.samefile(out, record):
            message = f"{files.shown(out)} is the file to be looked at, which stays as it is"
    raise Refused("file/exists", message, hint="give the same command with -o and another name")


def _text(path: str, found: Diagnosis, written: str | None) -> list[str]:
    record, name = found.record, files.shown(path)
    if record is None:
        return [f"{name}: nothing to save"]
    lines = [f"{name}: {_state(found, record)}", *_within(found)]
    lines += [f"  the {s.kind} of {s.by} that comes next is good, and waits" for s in found.waiting]
    if found.lost:
        lines.append(f"  statements that cannot be kept: {found.lost}")
    if written is not None:
        lines.append(f"{files.shown(written)}: written; every command takes it")
    elif found.findings:
        lines.append(f"  to save that much: pbem doctor {name} -o FILE")
    if not found.log_is_whole:
        lines.append("Before anybody signs on it: the other players may have more of this table.")
    return lines


def _within(found: Diagnosis) -> list[str]:
    """What lies around the record."""
    lines = [f"  {words}" for words in found.undone]
    if found.records > 1:
        lines.append(
            f"  records in the file: {found.records}; this is the one that verifies longest"
        )
    return lines


def _state(found: Diagnosis, record: Record) -> str:
    n, head = record.table.n, groups(record.table.head)
    if not found.findings:
        return f"nothing is wrong with it, entries: {n}, head {head}"
    kept = "the opening verifies" if n == 1 else f"entries 0 to {n - 1} verify"
    return f"{_what(found, n)}: {kept}, head {head}"


def _what(found: Diagnosis, n: int) -> str:
    """A breach is no damage: the file may be just as it was signed."""
    breach = next((e for e in found.findings if isinstance(e, Cheat)), None)
    if breach is not None:
        two = breach.code == "evidence/two-rulings"
        where = "two rulings in it show" if two else f"entry {n} shows"
        shows = f"{where} a breach by {output.clean(breach.party)}"
        return shows if len(found.findings) == 1 else f"damaged, and {shows}"
    return "damaged, but its log is whole" if found.log_is_whole else "damaged"


def _as_json(path: str, found: Diagnosis, written: str | None, embed: bool) -> dict[str, object]:
    record = found.record
    report: dict[str, object] = {
        "ok": not found.findings,
        "errors": [output.as_object(e) for e in found.findings],
        "file": path,
        "entries": found.total,
        "verified": record.table.n if record else 0,
        "head": b64.encode(record.table.head) if record else None,
        "waiting": [{"kind": s.kind, "by": s.by} for s in found.waiting],
        "left_out": found.lost,
        "records": found.records,
        "undone": list(found.undone),
        "written": written,
    }
    if embed and record is not None:
        report["record"] = record.as_json()
    return report
