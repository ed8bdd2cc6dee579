"""`pbem compare`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from pbem.cli import output
from pbem.cli.common import json_option
from pbem.cli.evidence import evidence_option, told, write
from pbem.cli.verdicts import fault
from pbem.errors import PbemError, Refused
from pbem.record import compare as sides
from pbem.record import files, fork
from pbem.record.compare import Comparison, Difference
from pbem.record.record import Record
from pbem.record.statements import Statement
from pbem.record.store import read_record
from pbem.wire.b64 import groups
from pbem.wire.kinds import describe

MOST = 60
"""Characters of a value in the text; --json has all of it."""


@click.command("compare")
@click.argument("a")
@click.argument("b")
@evidence_option
@json_option
def command(a: str, b: str, evidence_file: str | None, as_json: bool) -> int:
    """Hold two records of one table against each other.

    Tells whether they are equal, one the beginning of the other, or two histories; then the
    first entry that differs, field by field, who signed both, and what that proves.
    """
    faults: list[tuple[str, PbemError]] = []
    records = [r for name in (a, b) if (r := _read(name, faults)) is not None]
    if faults:
        return _not_compared(faults, evidence_file, as_json)
    _check_same_table(records, [files.shown(name) for name in (a, b)])
    found = sides.compare(*records)
    errors: list[PbemError] = list(found.breaches)
    if found.relation == "forked" and not errors:
        errors.append(fork.nobody_signed_both(found.n))
    written = write(errors, evidence_file)
    errors += written.errors
    if as_json:
        report = _as_json(found, records, errors)
        output.print_json(report | ({"evidence": written.files} if evidence_file else {}))
    else:
        names = [files.shown(name) for name in (a, b)]
        output.lines([*_text(found, records, names), *told(written, evidence_file)])
        for error in errors:
            output.explain(error)
    return max((e.exit_code for e in errors), default=0)


def _read(name: str, faults: list[tuple[str, PbemError]]) -> Record | None:
    """None for a file that does not verify: what is wrong with it is noted."""
    try:
        return read_record(name)
    except PbemError as error:
        faults.append((name, error))
        return None


def _check_same_table(records: Sequence[Record], names: Sequence[str]) -> None:
    """Raises Refused("record/other-table"), with the name of each."""
    if records[0].table.id == records[1].table.id:
        return
    told = [
        f"{name} is of {r.table.describe()} (table {groups(r.table.id)})"
        for name, r in zip(names, records, strict=True)
    ]
    raise Refused(
        "record/other-table",
        f"these are two different tables: {told[0]}, {told[1]}",
        hint="name two records of one table",
    )


def _not_compared(
    faults: Sequence[tuple[str, PbemError]], evidence_file: str | None, as_json: bool
) -> int:
    """What is told where a file does not verify by itself."""
    written = write([error for _, error in faults], evidence_file)
    errors = [error for _, error in faults] + written.errors
    if as_json:
        told_of = [output.as_object(e) | {"file": name} for name, e in faults]
        told_of += [output.as_object(e) for e in written.errors]
        more = {"evidence": written.files} if evidence_file else {}
        output.print_json({"ok": False, "errors": told_of} | more)
    else:
        for name, error in faults:
            output.line(f"{files.shown(name)}: {fault(error)[1]}")
        output.lines(told(written, evidence_file))
        for name, error in faults:
            output.explain(error, about=files.shown(name))
        for error in written.errors:
            output.explain(error)
    return max(e.exit_code for e in errors)


# --- in words ---


def _text(found: Comparison, records: Sequence[Record], names: Sequence[str]) -> list[str]:
    a, b = names
    first, second = (len(r.entries) for r in records)
    lines = [f"{a} and {b} are of one table: {records[0].table.describe()}"]
    if found.relation == "forked":
        return [*lines, *_fork(found, records, names)]
    lines += {
        "equal": [f"their logs are equal: {found.n} entries"],
        "shorter": [f"{a} is stale: {b} has its {first} entries and {second - first} more"],
        "longer": [f"{b} is stale: {a} has its {second} entries and {first - second} more"],
    }[found.relation]
    return [*lines, *_only(found, names, "waits"), *_waiting(found, names)]


def _waiting(found: Comparison, names: Sequence[str]) -> list[str]:
    """Of one history: where a statement that waits is not the one that the other record has."""
    if not found.differences:
        return []
    fields = [line for difference in found.differences for line in _field(difference, names)]
    signers = _signers(found, "that proves nothing against anybody")
    return [f"for entry {found.n} they have different statements", *fields, *signers]


def _signers(found: Comparison, nobody: str) -> list[str]:
    return [f"{breach.party} signed both" for breach in found.breaches] or [nobody]


def _fork(found: Comparison, records: Sequence[Record], names: Sequence[str]) -> list[str]:
    n = found.n
    lines = [f"they part at entry {n}; what is before it is the same"]
    for record, name in zip(records, names, strict=True):
        lines.append(f"  {name}: head {groups(record.table.heads[n])}")
    lines += _only(found, names, "stands")
    for difference in found.differences:
        lines += _field(difference, names)
    lines += _signers(found, "nobody signed both: that proves nothing against anybody")
    if found.on_two_heads:
        lines.append(
            f"later statements of {', '.join(found.on_two_heads)} stand on two heads, which"
            " proves nothing against them: they were told two histories"
        )
    return lines


def _only(found: Comparison, names: Sequence[str], verb: str) -> list[str]:
    return [
        f"  in {name} alone {verb} {_who(statement)}"
        for name, statements in zip(names, found.only, strict=True)
        for statement in statements
    ]


def _who(statement: Statement) -> str:
    """Of a claim both names: who claims, and who is late."""
    if statement["kind"] == "lapse":
        return f"the claim of {statement['by']} that {statement['late']} is late"
    return describe(statement) or statement["kind"]


def _field(difference: Difference, names: Sequence[str]) -> list[str]:
    values = [_value(v) for v in (difference.first, difference.second)]
    return [
        f"  {output.clean(difference.at)}",
        *(f"    {name}: {value}" for name, value in zip(names, values, strict=True)),
    ]


def _value(value: Any) -> str:
    """On one line; None for what is not there."""
    if value is None:
        return "-"
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= MOST else text[: MOST - 3] + "..."


# --- for programs ---


def _as_json(
    found: Comparison, records: Sequence[Record], errors: Sequence[PbemError]
) -> dict[str, Any]:
    return {
        "ok": not errors,
        "errors": [output.as_object(e) for e in errors],
        "relation": found.relation,
        "n": found.n,
        "entries": [len(r.entries) for r in records],
        "heads": [r.table.head_text for r in records],
        "differences": [vars(d) for d in found.differences],
        "only": list(found.only),
        "signed_both": [breach.party for breach in found.breaches],
        "on_two_heads": found.on_two_heads,
    }
