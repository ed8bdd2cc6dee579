"""A statement beside one that is there already, and one that comes too late: proof, or not.

Two of one party that could both have stood on one head are proof. Nothing follows from a
statement that could not stand, from joins and claims, or from two heads of one number; the
refusal says which of these it is (docs/protocol.md, Proof).
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Refused
from pbem.record import author, pending
from pbem.record.answers import check_table, other_head
from pbem.record.breach import two_rulings, two_statements
from pbem.record.record import Record, replay
from pbem.record.statements import Signed, is_signed, read, same
from pbem.record.table import Table
from pbem.wire import b64

# --- for the entry that is open ---


def beside(record: Record, statement: Signed, first: Signed, others: Sequence[Signed]) -> Refused:
    """What to say of a valid statement where `first`, of the same party and kind, waits.

    Raises Cheat for two that are proof.
    """
    if statement.kind in pending.ONE_ONLY:
        raise two_statements(record.entries, first, statement, others)
    return Refused(
        "lapse/twice",
        f"another lapse claimed by {statement.by} is here already",
        hint="two claims prove nothing; the first one stands",
    )


def helpers(table: Table, statement: Signed, others: Sequence[Signed]) -> list[Signed]:
    """Those of `others` that `statement` names and that could stand at the newest head."""
    return [o for o in others if o.id in statement.answers and stands(table, o, [])]


def stands(table: Table, statement: Signed, others: Sequence[Signed]) -> bool:
    """Could it be in the next entry, together with `others`?"""
    try:
        pending.check(table, statement, others)
    except Refused:
        return False
    return True


# --- for an entry that is complete ---


def is_past(record: Record, statement: Signed) -> bool:
    """Does it answer an entry of this table that is complete?"""
    body, table = statement.body, record.table
    return bool(body["table"] == table.id_text and 1 <= body["n"] < table.n)


def past(record: Record, statement: Signed, others: Sequence[Signed]) -> Refused:
    """What to say of a statement for an entry that is complete, and why it proves nothing.

    others: statements that came with it, among which may be the one it names.
    Raises Cheat where it is proof. Its signature is checked (author.check).
    """
    n, table = statement.body["n"], record.table
    if statement.body["head"] != b64.encode(table.heads[n - 1]):
        return other_head(table, statement)
    return Refused(
        "statement/stale",
        f"this {statement.kind} of {statement.by} answers turn {n}, the table is at {table.n}",
        at="/n",
        hint=f"entry {n} is complete with {settled(record, n)}. It proves nothing against"
        f" {statement.by}: {_why_nothing(record, statement, others)}",
    )


def settled(record: Record, n: int) -> str:
    """What settled entry `n`, in words."""
    first = record.entries[n][0]
    if n <= 2 or first["kind"] == "ruling":
        return {1: "the roster", 2: "the start"}.get(n, "the end of the table")
    if first["kind"] == "lapse":
        return f"the lapse of {first['late']}, claimed by {first['by']}"
    if first["kind"] == "join":
        return f"another identity for {first['by']}"
    return f"a move of {first['by']}"


def _why_nothing(record: Record, statement: Signed, others: Sequence[Signed]) -> str:
    """Raises Cheat where it is proof after all."""
    kind, n = statement.kind, statement.body["n"]
    if kind == "join":
        return "a seat may join again, and a second join is no offence"
    if kind == "lapse":
        return "a claim of lapse beside another one, or beside a move, is no offence"
    logged = [read(s) for s in record.entries[n]]
    first = next((s for s in logged if same(s, statement)), None)
    if first is None:
        return f"no other {kind} of {statement.by} stands in that entry"
    fault = _check_second(record, logged, statement, first, others)
    return (
        f"it could not have stood there ({fault.code}: {fault.message}), and to send a better"
        f" {kind} after a refused one is how it is meant"
    )


def _check_second(
    record: Record,
    logged: Sequence[Signed],
    statement: Signed,
    first: Signed,
    others: Sequence[Signed],
) -> Refused:
    """Why this statement would not have been valid where `first` stands. Raises Cheat if it
    would have been."""
    before = record.entries[: statement.body["n"]]
    table = replay(before, secret=record.table.secret, trusted=record.entries)
    rest = [s for s in logged if s.by != statement.by and s.kind != "ruling"]
    rest += helpers(table, statement, others)
    try:
        pending.check(table, statement, rest)
    except Refused as fault:
        return fault
    raise two_statements(before, first, statement, rest, record.entries)


# --- rulings ---


def check_ruling(record: Record, ruling: Signed, others: Sequence[Signed]) -> Refused:
    """What to say of a ruling by itself: it cannot be taken in. Raises Cheat where it is a
    second one of its number, Refused("statement/by", "statement/other-table", "signature/bad")."""
    table, body = record.table, ruling.body
    check_table(table, ruling)
    author.check(table, ruling)
    for first in _rulings(record, body["n"], others):
        if first.id != ruling.id:
            raise two_rulings(table.open, first, ruling, record.entries)
    return Refused(
        "ruling/alone",
        "a ruling comes with its whole record",
        hint="bring the record it stands in",
    )


def _rulings(record: Record, n: int, others: Sequence[Signed]) -> list[Signed]:
    """The rulings on entry `n` that are known: of the record, and of what came with it."""
    table = record.table
    if table.dealing != "arbiter" and n != 1:
        return []
    found = [read(record.entries[n][-1])] if n < table.n else []
    for other in others:
        body = other.body
        if (other.kind, other.by) != ("ruling", table.host) or body["table"] != table.id_text:
            continue
        if body["n"] == n and is_signed(other, table.host_key):
            found.append(other)
    return found
