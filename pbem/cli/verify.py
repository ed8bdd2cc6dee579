"""`pbem verify`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from pbem.cli import output
from pbem.cli.common import json_option
from pbem.cli.evidence import Written, evidence_option, told, write
from pbem.cli.verdicts import fault
from pbem.errors import PbemError, Refused
from pbem.record import author, evidence, files, fork, judge
from pbem.record.compare import compare
from pbem.record.record import Record, load
from pbem.record.statements import Signed, read
from pbem.record.table import Table
from pbem.wire import b64, schema

IN_RECORD = "in the record"


@click.command("verify")
@click.argument("names", nargs=-1, required=True, metavar="FILE...")
@evidence_option
@json_option
def command(names: tuple[str, ...], evidence_file: str | None, as_json: bool) -> int:
    """Check every signature, link, commitment, draw, rule and state hash of each record.

    Needs nothing but the files. Records of one table are compared too: two histories
    signed by the arbiter are proof against him. Statements are held against the record of
    their table: a second valid move onto one head is proof against its seat. A file that
    --evidence wrote is checked by itself.
    """
    report = Report(as_json)
    statements: list[tuple[str, Any]] = []
    for name in names:
        with report.of(name):
            data = files.read_json(name, files.LIMITS["record"])
            kind = data.get("kind") if isinstance(data, dict) else None
            if kind == "evidence":
                breach = evidence.check(data)
                report.fault(name, breach, about=evidence.table_of(data))
                continue
            if kind in schema.KINDS:
                statements.append((name, data))
                continue
            report.add(name, load(data))
    others = [s for _, data in statements if (s := _well_formed(data)) is not None]
    for name, data in statements:
        with report.of(name, statement=True):
            report.tell(name, _against(data, report.records, others))
    written = report.write(evidence_file)
    if as_json:
        output.print_json(report.as_json() | ({"evidence": written.files} if evidence_file else {}))
    else:
        output.lines([*_different(report.tables), *told(written, evidence_file)])
    return max((e.exit_code for e in report.errors), default=0)


class Report:
    """What was found so far; printed at once unless it is to be one JSON object."""

    def __init__(self, as_json: bool) -> None:
        self.quiet = as_json
        self.errors: list[PbemError] = []
        self.rows: list[dict[str, object]] = []
        self.named: list[tuple[str, Record]] = []
        self.tables: dict[bytes, list[str]] = {}

    @property
    def records(self) -> list[Record]:
        return [record for _, record in self.named]

    @contextmanager
    def of(self, name: str, *, statement: bool = False) -> Iterator[None]:
        """Take down what is wrong with a file."""
        try:
            yield
        except PbemError as error:
            self.fault(name, error, statement=statement)

    def fault(
        self, name: str, error: PbemError, *, statement: bool = False, about: Table | None = None
    ) -> None:
        """about: the table of a proof that came by itself."""
        self.errors.append(error)
        word, sentence = fault(error, statement=statement)
        row: dict[str, object] = {"file": name, "verdict": word, "error": output.as_object(error)}
        if about is not None:
            row |= {"table": about.id_text, "game": about.game.slug, "seats": list(about.seats)}
        self.rows.append(row)
        if not self.quiet:
            output.line(f"{files.shown(name)}: {sentence}")
            if about is not None:
                output.line(
                    f"  table {b64.groups(about.id)}: {about.game.title},"
                    f" seats {', '.join(about.seats)}"
                )
            output.explain(error, about=files.shown(name))

    def add(self, name: str, record: Record) -> None:
        """A record that verifies, unless another one here says otherwise."""
        beside: dict[str, str] = {}
        found: list[PbemError] = []
        self.tables.setdefault(record.table.id, []).append(name)
        for known, other in self.named:
            if other.table.id != record.table.id:
                continue
            compared = compare(record, other)
            beside[known] = compared.relation
            found += compared.breaches
            if compared.relation == "forked" and not compared.breaches:
                found.append(fork.nobody_signed_both(compared.n))
        for error in found:
            self.fault(name, error)
        if "forked" in beside.values():
            return
        self.named.append((name, record))
        self.rows.append(_row(name, record) | ({"beside": beside} if beside else {}))
        if not self.quiet:
            output.lines([*_text(name, record), *map(_beside, beside, beside.values())])

    def write(self, name: str | None) -> Written:
        """The proofs of what was found, written; one that cannot be is an error more."""
        written = write(self.errors, name)
        self.errors += written.errors
        if not self.quiet:
            for error in written.errors:
                output.explain(error)
        return written

    def tell(self, name: str, said: str) -> None:
        self.rows.append({"file": name, "verdict": said})
        if not self.quiet:
            output.line(f"{files.shown(name)}: {said}")

    def as_json(self) -> dict[str, object]:
        errors = [output.as_object(e) for e in self.errors]
        return {"ok": not errors, "errors": errors, "records": self.rows}


def _beside(other: str, relation: str) -> str:
    """How a record lies to another one of its table that was named before."""
    words = {
        "shorter": "stale: {} has the same entries and more",
        "longer": "newer than {}, which has the first of these entries and no other",
        "equal": "the same entries as in {}",
    }
    return "  " + words[relation].format(files.shown(other))


def _different(tables: dict[bytes, list[str]]) -> list[str]:
    """That records of several tables are: nothing of one says anything of another."""
    if len(tables) < 2:
        return []
    number = "two" if len(tables) == 2 else str(len(tables))
    return [f"these records are of {number} different tables, which are not compared:"] + [
        f"  table {b64.groups(table)}: {', '.join(map(files.shown, names))}"
        for table, names in tables.items()
    ]


def _well_formed(body: Any) -> Signed | None:
    try:
        return read(body)
    except Refused:
        return None


def _against(body: dict[str, Any], records: Sequence[Record], others: Sequence[Signed]) -> str:
    """A statement held against the record of its table. Raises Cheat, Refused."""
    for record in records:
        if body.get("table") == record.table.id_text:
            return _news(record, body, others)
    statement = read(body)
    author.check_own(statement)
    if statement.kind == "open" and statement.id in [r.table.open.id for r in records]:
        return IN_RECORD
    if records:
        raise _elsewhere(statement, records)
    raise Refused(
        "verify/no-record",
        "a statement can be verified only with the record of its table",
        hint="name the record too: pbem verify RECORD FILE",
    )


def _elsewhere(statement: Signed, records: Sequence[Record]) -> Refused:
    """What to say of a statement of none of these tables, unless one of them shows that it was
    changed."""
    if statement.kind == "open":
        return Refused("statement/other-table", "the record of the table it opens is not here")
    for record in records:
        if (found := author.foreign(record.table, statement)).code.startswith("signature/"):
            return found
    return Refused(
        "statement/other-table",
        f"this {statement.kind} of {statement.by} names a table whose record is not here",
        at="/table",
    )


def _news(record: Record, body: dict[str, Any], others: Sequence[Signed]) -> str:
    there = [p for p in record.pending if (p.by, p.kind) == (body.get("by"), body.get("kind"))]
    if judge.take(record, body, others) == judge.HERE:
        return IN_RECORD
    if there:  # a join: of all other kinds a second one is refused, or proof
        return "valid, in the place of an older join: a second join proves nothing"
    return "valid, and not ruled on yet"


def verdict(record: Record) -> str:
    """proven; or consistent, with what is unproven. `broken` is an error, not a verdict."""
    table = record.table
    if table.over and (table.dealing != "arbiter" or table.secret is not None):
        return "proven, broken off without a result" if table.broken_off else "proven"
    if table.n < 3:
        return "consistent, the game has not started"
    if (number := table.hidden_shuffles) > 0:
        return f"consistent, {number} hidden shuffle{'s' * (number > 1)} unproven"
    return "consistent, the game is running"


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
        lines.append(
            f"  won by {', '.join(final.winners) or 'nobody'} ({scores}); {output.clean(final.why)}"
        )
    return lines


def _row(name: str, record: Record) -> dict[str, object]:
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
