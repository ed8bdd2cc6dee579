"""`pbem verify`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from pbem.cli import output
from pbem.cli.common import json_option
from pbem.errors import Cheat, PbemError, Refused
from pbem.record import evidence, files, judge
from pbem.record.judge import check_same_history
from pbem.record.record import Record, load
from pbem.wire import b64, schema


@click.command("verify")
@click.argument("names", nargs=-1, required=True, metavar="FILE...")
@json_option
def command(names: tuple[str, ...], as_json: bool) -> int:
    """Check every signature, link, commitment, draw, rule and state hash of each record.

    Needs nothing but the files. Records of one table are compared too: two histories
    signed by the arbiter are proof against him. Statements are held against the record of
    their table: a second valid move onto one head is proof against its seat.
    """
    report = Report(as_json)
    statements: list[tuple[str, Any]] = []
    for name in names:
        with report.of(name):
            data = files.read_json(name, files.LIMITS["record"])
            kind = data.get("kind") if isinstance(data, dict) else None
            if kind == "evidence":
                raise evidence.check(data)
            if kind in schema.KINDS:
                statements.append((name, data))
                continue
            report.add(name, load(data))
    for name, data in statements:
        with report.of(name):
            report.tell(name, _against(data, report.records))
    if as_json:
        output.print_json(report.as_json())
    return max((e.exit_code for e in report.errors), default=0)


class Report:
    """What was found so far; printed at once unless it is to be one JSON object."""

    def __init__(self, as_json: bool) -> None:
        self.quiet = as_json
        self.errors: list[PbemError] = []
        self.rows: list[dict[str, object]] = []
        self.records: list[Record] = []

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Take down what is wrong with a file."""
        try:
            yield
        except PbemError as error:
            self.errors.append(error)
            word, sentence = _fault(error)
            self.rows.append({"file": name, "verdict": word, "error": output.as_object(error)})
            if not self.quiet:
                output.line(f"{files.shown(name)}: {sentence}")
                output.explain(error, about=files.shown(name))

    def add(self, name: str, record: Record) -> None:
        """A record that verifies; raises Cheat where another one here says otherwise."""
        for other in self.records:
            if other.table.id == record.table.id:
                check_same_history(other, record)
        self.records.append(record)
        self.rows.append(_row(name, record))
        if not self.quiet:
            output.lines(_text(name, record))

    def tell(self, name: str, said: str) -> None:
        self.rows.append({"file": name, "verdict": said})
        if not self.quiet:
            output.line(f"{files.shown(name)}: {said}")

    def as_json(self) -> dict[str, object]:
        errors = [output.as_object(e) for e in self.errors]
        return {"ok": not errors, "errors": errors, "records": self.rows}


def _against(body: dict[str, Any], records: Sequence[Record]) -> str:
    """A statement held against the record of its table. Raises Cheat, Refused."""
    for record in records:
        if body.get("table") == record.table.id_text:
            news = judge.take(record, body)
            return "in the record" if news == judge.HERE else "valid, and not ruled on yet"
    raise Refused(
        "verify/no-record",
        "a statement can be verified only with the record of its table",
        hint="name the record too: pbem verify RECORD FILE",
    )


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
    if table.n < 3:
        return "consistent, the game has not started"
    if table.hidden_shuffles:
        return f"consistent, {table.hidden_shuffles} hidden shuffles unproven"
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
