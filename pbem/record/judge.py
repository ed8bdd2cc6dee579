"""Takes in what came by mail: statements and records, one after another.

Nothing here touches a disk. A statement that is not accepted changes nothing; whether it
is broken, stale, here already, or proof against somebody are different answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.errors import Cheat, PbemError, Refused
from pbem.record import author, entries, former, pending, second
from pbem.record.answers import check_table
from pbem.record.breach import as_one
from pbem.record.fork import check_same_history
from pbem.record.record import Record
from pbem.record.statements import Signed, read, same

HERE = "already here"
TAKEN = "taken"


def take(record: Record, body: Any, others: Sequence[Signed] = ()) -> str:
    """Take one statement into the record's pending ones. Returns TAKEN or HERE.

    others: what came with it; a share may name one of them, and so be a second one.
    Raises Refused where it is not accepted, Cheat where it proves a double signature.
    """
    statement = read(body)
    if _is_here(record, statement):
        return HERE
    if statement.kind == "open":
        author.check_own(statement)
        raise Refused(
            "statement/open", "this opens another table", hint="it is not part of this record"
        )
    if statement.kind == "ruling":
        raise second.check_ruling(record, statement, others)
    check_table(record.table, statement)
    author.check(record.table, statement)
    if second.is_past(record, statement):
        raise second.past(record, statement, others)
    former.check_key(record, statement)
    table = record.table
    first = next((p for p in record.pending if same(p, statement)), None)
    rest = [p for p in record.pending if p is not first]
    near = [*rest, *second.helpers(table, statement, others)]
    pending.check(table, statement, near)
    if first is not None:
        if statement.kind != "join":
            raise second.beside(record, statement, first, near)
        if any(pending.answers(p, first) for p in rest):
            raise Refused(
                "replace/agreed",
                f"another join for {statement.by} is here, and others have consented to it",
                hint="nobody consents twice, so the first one stands",
            )
    record.pending = pending.in_order(table, [*rest, statement])
    return TAKEN


def _is_here(record: Record, statement: Signed) -> bool:
    if statement.id in [p.id for p in record.pending]:
        return True
    return any(statement.id in ids for ids in record.table.ids)


def replaced_key(record: Record, body: Any) -> str | None:
    """The key of the join that a join `body` of the same seat would take the place of, if it
    is another party's key: a person may join again, but should not be joined for."""
    if not isinstance(body, dict) or body.get("kind") != "join":
        return None
    for waiting in record.pending:
        key: str = waiting.body.get("sign", "")
        if (waiting.by, waiting.kind) == (body.get("by"), "join") and key != body.get("sign"):
            return key
    return None


def adopt(record: Record, other: Record) -> tuple[Record, str]:
    """Take in a whole record of the same table: the longer one, with what both wait for.

    Raises Refused("record/other-table"), Cheat for a fork of which somebody signed both sides,
    or for two statements of which one waits, Refused("record/fork") for a fork that nobody did.
    """
    check_same_history(record, other)
    longer, shorter = (record, other) if record.table.n >= other.table.n else (other, record)
    if found := breaches(longer, shorter.pending):
        raise _kept(as_one(found), longer is other)
    news = TAKEN if longer is other and record.table.n != other.table.n else HERE
    if longer.table.n == shorter.table.n and _take_all(longer, shorter.pending):
        news = TAKEN if shorter is other else news
    return longer, news


def instead(record: Record, waiting: Sequence[Signed]) -> Record:
    """`record`, which may take the place of another one of its history in which `waiting` waits.
    Raises Cheat where one of these is proof beside it, which would be lost."""
    if found := breaches(record, waiting):
        raise _kept(as_one(found), True)
    return record


def _kept(breach: Cheat, newer: bool) -> Cheat:
    """newer: the record that is not taken in is the longer one, with which the table goes on."""
    if newer:
        breach.hint += ". To go on, keep this record elsewhere, and give the newer one as RECORD"
    return breach


def breaches(record: Record, statements: Sequence[Signed]) -> list[Cheat]:
    """What statements prove that wait in another record of this history; `record` stays as it
    is."""
    kept, found = Record(record.entries, record.table, list(record.pending)), []
    for statement in statements:
        try:
            take(kept, statement.body, statements)
        except Cheat as breach:
            found.append(breach)
        except Refused:
            continue
    return found


def _take_all(record: Record, statements: Sequence[Signed]) -> bool:
    """Take in all or, where one raises, none. True if any was new."""
    before = record.pending
    try:
        return TAKEN in [take(record, statement.body) for statement in statements]
    except PbemError:
        record.pending = before
        raise


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
