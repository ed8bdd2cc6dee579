"""The record: the file that circulates (docs/protocol.md, Record)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.errors import COMPARE, Cheat, PbemError, Refused
from pbem.record import entries, pending
from pbem.record.breach import false_ruling, last_secret, ruled_twice, two_statements
from pbem.record.statements import Signed, Statement, read, same
from pbem.record.table import Table, begin
from pbem.wire import b64, schema


@dataclass
class Record:
    """A record that has been verified: its entries as read, and the table they make."""

    entries: list[list[Statement]]
    table: Table
    pending: list[Signed] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return {
            "pbem": 1,
            "kind": "record",
            "entries": self.entries,
            "pending": [p.body for p in self.pending],
            "now": now(self.table, self.pending),
        }

    def append(self, entry: Sequence[Signed]) -> None:
        """Note an entry that the table has already taken; what was pending is used up."""
        self.entries.append([s.body for s in entry])
        self.pending = []


def now(table: Table, waiting: Sequence[Signed]) -> dict[str, Any]:
    """What follows from the log, from public information alone, for readers without the
    program."""
    result: dict[str, Any] = {
        "n": table.n,
        "head": b64.encode(table.head),
        "awaited": pending.missing(table, waiting),
        "state": table.runner.public() if table.n >= 3 else None,
        "actions": [],
        "forms": [],
        "over": table.over,
    }
    if standing := table.standing():
        result["then"] = standing
    choice = table.runner.pending
    if choice is not None and not table.over:
        result["actions"] = list(choice.menu({}))
        result["forms"] = [
            {"do": f.do, "example": f.example, "fields": f.fields} for f in choice.forms
        ]
    if table.runner.over and table.runner.state is not None:
        final = table.game.result(table.runner.state)
        result["result"] = {
            "winners": list(final.winners),
            "scores": dict(final.scores),
        }
    return result


def load(
    data: Any,
    *,
    secret: bytes | None = None,
    trusted: Sequence[Sequence[Statement]] = (),
    strict_now: bool = True,
) -> Record:
    """Verify a record that strict JSON reading has given.

    secret: the hidden secret, for the arbiter himself; otherwise it is taken from the last
    ruling if that has it. trusted: entries this program has verified before; where the
    record has exactly these, their signatures are not checked again.
    Raises Refused for a broken record, Cheat for one that proves a breach.
    """
    schema.check("record", data)
    if data.get("kind") != "record":
        raise Refused("record/kind", "this is not a record", at="/kind")
    table = replay(data["entries"], secret=secret, trusted=trusted)
    return finish(table, data, strict_now=strict_now)


def finish(table: Table, data: dict[str, Any], *, strict_now: bool = True) -> Record:
    """The record whose log is replayed: reads what waits, checks `now`. Errors as `load`."""
    record = Record(data["entries"], table)
    record.pending = _read_pending(record, data["pending"])
    if strict_now and data["now"] != now(table, record.pending):
        raise Refused(
            "record/now",
            "what the record says of the present does not follow from its log",
            at="/now",
            hint="somebody changed the file, or its end was cut off (pbem doctor RECORD tells): get"
            " the record from another player",
        )
    return record


def replay(
    logged: Sequence[list[Statement]],
    *,
    secret: bytes | None = None,
    trusted: Sequence[Sequence[Statement]] = (),
) -> Table:
    """The table that a log makes, every entry checked. Arguments and errors as `load`."""
    table, error = replay_far(logged, secret=secret, trusted=trusted)
    if error is not None:
        raise error
    return table


def replay_far(
    logged: Sequence[list[Statement]],
    *,
    secret: bytes | None = None,
    trusted: Sequence[Sequence[Statement]] = (),
) -> tuple[Table, PbemError | None]:
    """The same as far as the log verifies, and the error behind which it does not: the table
    knows its complete entries then, and cannot go on. Raises Refused for a bad entry 0."""
    steps = walk(logged, secret=secret, trusted=trusted)
    table = next(steps)
    try:
        for _ in steps:
            pass
    except PbemError as error:
        return table, error
    return table, None


def walk(
    logged: Sequence[list[Statement]],
    *,
    secret: bytes | None = None,
    trusted: Sequence[Sequence[Statement]] = (),
) -> Iterator[Table]:
    """The same entry by entry: the one table each time, which has taken one more of them."""
    table = open_table(logged[0])
    table.secret = _secret(table, logged, secret)
    yield table
    for n, entry in enumerate(logged[1:], 1):
        known = n < len(trusted) and trusted[n] == entry
        try:
            _apply(table, entry, n, known)
        except Cheat as breach:
            breach.proof = false_ruling(logged, n)
            raise
        except Refused as error:
            _check_ruled_once(table, logged, error)
            raise
        yield table


def _check_ruled_once(table: Table, lists: Sequence[Sequence[Any]], error: Refused) -> None:
    """A file that is broken by `error`: raises Cheat where two rulings for one entry stand in it.
    They are proof wherever they stand, though nothing is as it should be around them."""
    if (breach := ruled_twice(table, [s for statements in lists for s in statements])) is not None:
        raise breach from error


def open_table(entry: Sequence[Statement]) -> Table:
    """The table that entry 0 makes. Raises Refused."""
    if len(entry) != 1 or entry[0].get("kind") != "open":
        raise Refused("entry/open", "entry 0 is not one open statement", at="/entries/0")
    return begin(read(entry[0], "/entries/0/0"), "/entries/0/0")


def _secret(
    table: Table, logged: Sequence[Sequence[Statement]], secret: bytes | None
) -> bytes | None:
    """The hidden secret, if it is known and is the one committed to."""
    if secret is None:
        text = last_secret(logged)
        if text is None:
            return None
        try:
            secret = b64.decode(text, 32)
        except Refused:
            return None
    return secret if table.check_secret(secret) else None


def _apply(table: Table, entry: Sequence[Statement], n: int, known: bool) -> None:
    try:
        signed = [read(s, f"/entries/{n}/{i}") for i, s in enumerate(entry)]
        entries.apply(table, signed, trusted=known)
    except Cheat:
        raise
    except PbemError as error:
        place = error.at if error.at.startswith("/entries") else f"/entries/{n}{error.at}"
        raise Refused(
            error.code,
            f"entry {n}: {error.message}",
            at=place,
            hint=COMPARE,  # one of its own would be for whoever sends a statement
        ) from error


def _read_pending(record: Record, bodies: Sequence[Statement]) -> list[Signed]:
    """What waits. Raises Refused, and Cheat for two statements of a seat that are proof."""
    waiting: list[Signed] = []
    for i, body in enumerate(bodies):
        try:
            waiting.append(check_waiting(record, waiting, body, f"/pending/{i}"))
        except Refused as error:
            _check_ruled_once(record.table, [*record.entries, bodies], error)
            error.hint = COMPARE
            raise
    if waiting != pending.in_order(record.table, waiting):
        raise Refused("pending/order", "pending statements are not in seat order", at="/pending")
    return waiting


def check_waiting(record: Record, waiting: Sequence[Signed], body: Any, at: str) -> Signed:
    """A statement that waits, with others of `waiting`, for the next entry.

    Raises Refused, and Cheat where it is the second one of a seat, and both are proof.
    """
    statement = read(body, at)
    first = next((w for w in waiting if same(w, statement)), None)
    pending.check(record.table, statement, [w for w in waiting if w is not first], at)
    if first is not None:
        raise _twice(record, first, statement, waiting, at)
    return statement


def _twice(
    record: Record, first: Signed, statement: Signed, waiting: Sequence[Signed], at: str
) -> PbemError:
    """Of two valid statements of one party and kind: a breach where each says something else."""
    if first.id == statement.id or statement.kind not in pending.ONE_ONLY:
        return Refused("pending/twice", f"two statements of one kind by {statement.by}", at=at)
    breach = two_statements(record.entries, first, statement, waiting)
    breach.at = at
    return breach
