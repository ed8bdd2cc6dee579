"""Dealt by seats: an entry that nothing can complete any more (docs/protocol.md, 17).

Nobody signs two answers for one head. Where some have answered a claim and some a late move,
or some a consent and some another one, each may lack what is gone into the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.play.dealers import reaches_draw
from pbem.record import pending
from pbem.record.answers import claimants, consenters
from pbem.record.statements import Signed, Statement
from pbem.record.table import Table
from pbem.wire import b64

BINDING = ("move", "share", "consent")
"""Whoever has signed one of these signs nothing else for this head. A claim binds nobody."""
Bound = Mapping[str, Statement]


def bound(waiting: Sequence[Signed], own: Statement | None) -> Bound:
    """The answer of each seat that has given one. own: one's own, as the journal has it."""
    bodies = [p.body for p in waiting] + ([own] if own is not None else [])
    return {b["by"]: b for b in bodies if b["kind"] in BINDING}


def wanted(table: Table, waiting: Sequence[Signed]) -> Signed | None:
    """The statement to share in: the one that has been begun, but none that is lost."""
    taken = bound(waiting, None)
    whole = [m for m in pending.mains(table, waiting) if _open(table, m, taken)]
    first = pending.wanted(table, waiting)
    if first is None or first in whole:
        return first
    return next(iter(whole), None)


def _open(table: Table, main: Signed, taken: Bound) -> bool:
    """Can everybody who has to still answer `main`, or has done so?"""
    named = [b64.encode(main.id)]
    due = pending.partners(table, main)[1]
    return all(s not in taken or taken[s].get("answers") == named for s in due)


def stands(table: Table, waiting: Sequence[Signed], own: Statement | None = None) -> bool:
    """Is the entry beyond completing, unless the awaited seat makes a move without a draw?"""
    if table.n < 3 or table.over or table.dealing != "seats":
        return False
    taken, mains = bound(waiting, own), pending.mains(table, waiting)
    late = table.awaited_seat
    if not taken or late is None or any(_open(table, m, taken) for m in mains):
        return False
    others = [s for s in table.active() if s != late and s in taken]
    if not others:  # a move alone, with nothing that stands against it
        return False
    if own is not None and _elsewhere(table, own, mains, taken):
        return False
    return (bool(mains) and late in taken) or not _claimable(table, late, taken)


def _elsewhere(table: Table, own: Statement, mains: Sequence[Signed], taken: Bound) -> bool:
    """Have I answered something that is not here, and that may still be completed?"""
    named = own.get("answers")
    if named is None or named in [[b64.encode(m.id)] for m in mains]:
        return False
    if own["kind"] != "consent":
        return True
    due = consenters(table, table.awaited_seat or "")
    return all(s not in taken or taken[s].get("answers") == named for s in due)


def _claimable(table: Table, late: str, taken: Bound) -> bool:
    """Can a seat that is free still claim the lapse, with all the shares that it needs?"""
    seats = claimants(table, late)
    if table.policy["lapse"] == "never" or all(s in taken for s in seats):
        return False
    draws = reaches_draw(table.runner.clone(), late, None, {})
    return not draws or not any(s in taken for s in seats)


def told(table: Table, waiting: Sequence[Signed], own: Statement | None = None) -> list[str]:
    """That the table stands still, who has answered what, and what is left; else nothing."""
    if not stands(table, waiting, own):
        return []
    taken, late = bound(waiting, own), table.awaited_seat
    mains = {b64.encode(m.id): m for m in pending.mains(table, waiting)}
    left = (
        "a new table" if late in taken else f"a move of {late} that draws nothing, or a new table"
    )
    return [
        f"This table has come to a stand: entry {table.n} cannot be completed any more.",
        *(f"  {seat}: {_did(taken.get(seat), mains)}" for seat in table.active()),
        "Nobody signs two answers for one entry, so each of these lacks one that went to another.",
        f"That is nobody's offence. What is left is {left}.",
    ]


def _did(answer: Statement | None, mains: Mapping[str, Signed]) -> str:
    if answer is None:
        return "has answered nothing"
    if answer["kind"] == "move":
        return "has moved"
    main = mains.get(answer["answers"][0])
    to = {"share": "has shared in", "consent": "has consented to"}[answer["kind"]]
    if main is None:
        return f"{to} something else, which is not in this record"
    what = {
        "move": f"the move of {main.by}",
        "lapse": f"the claim of {main.by} that {main.body.get('late')} is late",
        "join": f"the replacement of {main.by}'s old key",
    }[main.kind]
    return f"{to} {what}"
