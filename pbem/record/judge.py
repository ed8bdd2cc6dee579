"""Takes in what came by mail: statements and records, one after another.

Nothing here touches a disk. A statement that is not accepted changes nothing; whether it
is broken, stale, here already, or proof against somebody are different answers.
"""

from __future__ import annotations

from typing import Any

from pbem.errors import Cheat, Refused
from pbem.record import entries, pending
from pbem.record.record import Record, replay
from pbem.record.statements import Signed, check_signature, read
from pbem.wire import b64
from pbem.wire.b64 import groups

HERE = "already here"
TAKEN = "taken"
ONE_ONLY = ("move", "ready", "share", "consent")
"""Kinds of which a party signs one per head; two valid ones are proof (docs/protocol.md)."""


def take(record: Record, body: Any) -> str:
    """Take one statement into the record's pending ones. Returns TAKEN or HERE.

    Raises Refused where it is not accepted, Cheat where it proves a double signature.
    """
    statement = read(body)
    if _is_here(record, statement):
        return HERE
    if statement.kind == "open":
        raise Refused(
            "statement/open", "this opens another table", hint="it is not part of this record"
        )
    if statement.kind == "ruling":
        _compare_ruling(record, statement)
    if _is_past(record, statement):
        _check_second(record, statement)
    rest = [p for p in record.pending if (p.by, p.kind) != (statement.by, statement.kind)]
    pending.check(record.table, statement, rest)
    if len(rest) != len(record.pending):
        rest = _replace(record, statement, rest)
    record.pending = pending.in_order(record.table, [*rest, statement])
    return TAKEN


def _is_here(record: Record, statement: Signed) -> bool:
    if statement.id in [p.id for p in record.pending]:
        return True
    return any(statement.id in ids for ids in record.table.ids)


def _is_past(record: Record, statement: Signed) -> bool:
    """Does it answer an entry that is complete, on the very head that entry answered?"""
    body, table = statement.body, record.table
    n: int = body["n"]
    if not 1 <= n < table.n or body["table"] != b64.encode(table.id):
        return False
    head: str = body["head"]
    return head == b64.encode(table.heads[n - 1])


def _replace(record: Record, statement: Signed, rest: list[Signed]) -> list[Signed]:
    """A second, different statement of one party and kind on the newest head: what of the
    `rest` stays beside it. Raises Cheat, Refused where it may not take the first one's place."""
    if statement.kind in ONE_ONLY:
        raise _double(statement, record.table.n)
    if statement.kind == "lapse":
        raise Refused(
            "lapse/twice",
            f"another lapse claimed by {statement.by} is here already",
            hint="two claims prove nothing; the first one stands",
        )
    # A newer join counts; consents that named the older one go with it.
    return [p for p in rest if p.kind != "consent"]


def replaced_key(record: Record, body: Any) -> str | None:
    """The key of the join that a join `body` of the same seat would take the place of, if it
    is another party's key: a person may join again, but should not be joined for."""
    for waiting in record.pending:
        same = isinstance(body, dict) and (body.get("by"), body.get("kind")) == (
            waiting.by,
            "join",
        )
        if same and waiting.kind == "join" and waiting.body["sign"] != body.get("sign"):
            key: str = waiting.body["sign"]
            return key
    return None


def _double(statement: Signed, n: int) -> Cheat:
    return Cheat(
        f"evidence/two-{statement.kind}s",
        f"{statement.by} signed two different valid {statement.kind}s for turn {n} of this table",
        party=statement.by,
        hint="keep both files: together with the record they are the proof. It cannot tell a"
        " cheat from a party that lost its memory",
    )


def _check_second(record: Record, statement: Signed) -> None:
    """A statement for a past entry: is there another one of its author in that entry, and
    would this one have been valid there?"""
    n = statement.body["n"]
    if statement.kind not in ONE_ONLY:
        return
    logged = [read(s) for s in record.entries[n]]
    other = next((s for s in logged if (s.by, s.kind) == (statement.by, statement.kind)), None)
    if other is None or other.id == statement.id:
        return
    past = replay(record.entries[:n], secret=record.table.secret, trusted=record.entries)
    partners = [s for s in logged if s.by != statement.by and s.kind != "ruling"]
    try:
        pending.check(past, statement, partners)
    except Refused:
        return
    raise _double(statement, n)


def _compare_ruling(record: Record, ruling: Signed) -> None:
    """A ruling alone cannot be taken in, but a second one of a number is proof."""
    table, body = record.table, ruling.body
    if body["table"] != b64.encode(table.id) or ruling.by != table.host:
        raise Refused("statement/other-table", "this ruling belongs to another table")
    check_signature(ruling, table.host_key)
    if body["n"] < table.n and (table.dealing == "arbiter" or body["n"] == 1):
        raise two_rulings(table.host, body["n"])
    raise Refused(
        "ruling/alone",
        "a ruling comes with its whole record",
        hint="bring the record it stands in",
    )


def two_rulings(party: str, n: int) -> Cheat:
    return Cheat(
        "evidence/two-rulings",
        f"{party} signed two different rulings for entry {n} of this table",
        party=party,
        hint="keep both files: they are the proof. It cannot tell a cheat from a party that"
        " lost its memory",
    )


def adopt(record: Record, other: Record) -> tuple[Record, str]:
    """Take in a whole record of the same table: the longer one, with what both wait for.

    Raises Refused("record/other-table"), Cheat("evidence/two-rulings") for a fork that the
    arbiter signed, Refused("record/fork") for one without an arbiter.
    """
    check_same_history(record, other)
    longer, shorter = (record, other) if record.table.n >= other.table.n else (other, record)
    news = TAKEN if longer is other and record.table.n != other.table.n else HERE
    if longer.table.n == shorter.table.n:
        for statement in shorter.pending:
            if take(longer, statement.body) == TAKEN and shorter is other:
                news = TAKEN
    return longer, news


def check_same_history(record: Record, other: Record) -> None:
    """Is one a prefix of the other? Raises as `adopt`."""
    a, b = record.table, other.table
    if a.id != b.id:
        raise Refused(
            "record/other-table",
            "this record is of another table",
            hint=f"this table is {a.describe()}",
        )
    for n, (mine, theirs) in enumerate(zip(a.heads, b.heads, strict=False)):
        if mine == theirs:
            continue
        second = _second_signer(record, other, n)
        if a.dealing == "arbiter" or n == 1:
            breach = two_rulings(a.host, n)
            breach.message += f": the heads after it are {groups(mine)} and {groups(theirs)}"
            if second is not None:
                breach.message += f"; and {second.message}"
            raise breach
        if second is not None:
            raise second
        raise Refused(
            "record/fork",
            f"two histories: entry {n} differs, and nobody signed both",
            at=f"/entries/{n}",
            hint="a lapse or a replacement stands in one of them; compare the statements",
        )


def _second_signer(record: Record, other: Record, n: int) -> Cheat | None:
    """Who signed two statements of one kind, each in its entry n on the same head?"""
    theirs = {(s["by"], s["kind"]): read(s) for s in other.entries[n]}
    for statement in record.entries[n]:
        second = theirs.get((statement["by"], statement["kind"]))
        if second is not None and second.kind in ONE_ONLY and second.id != read(statement).id:
            return _double(second, n)
    return None


def complete_without_ruling(record: Record) -> bool:
    """Dealt by seats: close the entry if all its statements are here."""
    table = record.table
    if table.over or entries.wants_ruling(table):
        return False
    answers = pending.complete(table, record.pending)
    if answers is None:
        return False
    entries.apply(table, answers, trusted=True)
    record.append(answers)
    return True
