"""Can the open entry still be completed, and by whom? (docs/protocol.md, 16 and 17)

Nobody signs two answers for one head. Where some have answered a claim and some a late move, or
some a consent and some another one, each may lack what is gone into the other: then the table
stands still. And whoever has consented claims nothing, so that fewer may be left to go on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pbem.play.dealers import reaches_draw
from pbem.record import pending
from pbem.record.answers import claimants, consenters
from pbem.record.statements import Signed, Statement, read
from pbem.record.table import Table
from pbem.wire import b64

BINDING = ("move", "share", "consent")
"""Whoever has signed one of these signs nothing else for this head. A claim binds nobody."""
Bound = Mapping[str, Statement]


class Entry(NamedTuple):
    """The open entry, as far as it is known here. taken: the answer of each seat that has given
    one, which need not be in the record."""

    table: Table
    late: str
    mains: Sequence[Signed]
    taken: Bound

    def open(self, main: Signed) -> bool:
        """Can everybody who has to still answer `main`, or has done so?"""
        return not self.against(main)

    def against(self, main: Signed) -> list[str]:
        """Who would have to answer `main`, and has answered something else."""
        named = [b64.encode(main.id)]
        due = pending.partners(self.table, main)[1]
        return [s for s in due if s in self.taken and self.taken[s].get("answers") != named]

    def others(self) -> list[str]:
        """The bound seats besides the awaited one."""
        return [s for s in self.table.active() if s != self.late and s in self.taken]

    def may_claim(self) -> list[str]:
        """Who is free to claim the lapse with a claim that could be completed."""
        moved = self.taken.get(self.late, {}).get("kind") == "move"
        if self.table.policy["lapse"] == "never" or (moved and self.mains):
            return []
        seats = claimants(self.table, self.late)
        claimed = [m.by for m in self.mains if m.kind == "lapse"]
        shared = self.table.dealing == "seats" and any(s in self.taken for s in seats)
        if shared and reaches_draw(self.table.runner.clone(), self.late, None, {}):
            return []
        return [s for s in seats if s not in self.taken and s not in claimed]

    def elsewhere(self) -> list[str]:
        """Who has answered something that is not here, and that may still be completed."""
        here = [[b64.encode(m.id)] for m in self.mains]
        gone = {s: a for s, a in self.taken.items() if "answers" in a and a["answers"] not in here}
        return [s for s, answer in gone.items() if self._may_go_on(answer)]

    def _may_go_on(self, answer: Statement) -> bool:
        if answer["kind"] != "consent":
            return True
        due = [self.taken[s] for s in consenters(self.table, self.late) if s in self.taken]
        return all(a.get("answers") == answer["answers"] for a in due)

    def stands(self) -> bool:
        """Is it beyond completing, unless the awaited seat makes a move without a draw?"""
        if not self.others() or any(self.open(m) for m in self.mains):
            return False
        if self.elsewhere() or self.may_claim():
            return False
        return self.table.dealing == "seats" or self.late in self.taken


def entry(
    table: Table,
    waiting: Sequence[Signed],
    own: Statement | None = None,
    besides: Sequence[Signed] = (),
) -> Entry | None:
    """None where no seat is awaited for a move. own: one's own answer, as the journal has it.
    besides: valid statements that the record could not take in, since others stand there."""
    late = table.awaited_seat
    if table.n < 3 or table.over or late is None:
        return None
    more = [read(own)] if own is not None else []
    known = {s.id: s for s in (*waiting, *besides, *more)}
    mains = pending.mains(table, list(known.values()))
    return Entry(table, late, mains, bound([*known.values()]))


def bound(statements: Sequence[Signed]) -> Bound:
    """The answer of each seat that has given one."""
    return {s.by: s.body for s in statements if s.kind in BINDING}


def wanted(table: Table, waiting: Sequence[Signed]) -> Signed | None:
    """The statement to share in: the one that has been begun, but none that is lost."""
    first, here = pending.wanted(table, waiting), entry(table, waiting)
    if here is None or first is None or here.open(first):
        return first
    return next((m for m in here.mains if here.open(m)), None)


def settled(table: Table, waiting: Sequence[Signed]) -> list[Signed] | None:
    """The answers that complete the entry now: no claim beside a move that shares may still
    complete, since a move goes first."""
    answers = pending.complete(table, waiting)
    if answers and answers[0].kind == "lapse":
        first = wanted(table, waiting)
        if first is not None and first.kind == "move":
            return None
    return answers


def stands(
    table: Table,
    waiting: Sequence[Signed],
    own: Statement | None = None,
    besides: Sequence[Signed] = (),
) -> bool:
    here = entry(table, waiting, own, besides)
    return here is not None and here.stands()


def told(
    table: Table,
    waiting: Sequence[Signed],
    own: Statement | None = None,
    besides: Sequence[Signed] = (),
) -> list[str]:
    """That the table stands still, who has answered what, and what is left; else nothing."""
    here = entry(table, waiting, own, besides)
    if here is None or not here.stands():
        return []
    twice = [m.by for m in here.mains if m.kind == "move"]
    if len(twice) > 1:
        why = f"{twice[0]} has signed two moves, and no answer to the one goes with the other."
        left = f"What is left is {_left(here)}."
    else:
        why = "Nobody signs two answers for one entry, so each of these lacks one that went to"
        why += " another."
        left = f"That is nobody's offence. What is left is {_left(here)}."
    return [
        f"This table has come to a stand: entry {table.n} cannot be completed any more.",
        *(f"  {seat}: {_did(here, seat)}" for seat in table.active()),
        why,
        left,
    ]


def _left(here: Entry) -> str:
    if here.table.dealing == "arbiter":
        return "that the arbiter ends the table without a result (pbem judge --break-off)"
    if here.late in here.taken:
        return "a new table"
    return f"a move of {here.late} that draws nothing, or a new table"


def _did(here: Entry, seat: str) -> str:
    answer = here.taken.get(seat)
    if answer is None:
        return "has answered nothing"
    if answer["kind"] == "move":
        moves = sum(m.kind == "move" for m in here.mains)
        return "has moved" if moves < 2 else f"has signed {moves} moves"
    to = {"share": "has shared in", "consent": "has consented to"}[answer["kind"]]
    main = next((m for m in here.mains if answer["answers"] == [b64.encode(m.id)]), None)
    if main is None:
        return f"{to} something else, which is not in this record"
    same = [m for m in here.mains if (m.by, m.kind) == (main.by, main.kind)]
    number = f", number {same.index(main) + 1} of {len(same)}" if len(same) > 1 else ""
    return f"{to} {_what(main)}{number}"


def _what(main: Signed) -> str:
    return {
        "move": f"the move of {main.by}",
        "lapse": f"the claim of {main.by} that {main.body.get('late')} is late",
        "join": f"the replacement of {main.by}'s old key",
    }[main.kind]


def ways(
    table: Table,
    waiting: Sequence[Signed],
    own: Statement | None = None,
    besides: Sequence[Signed] = (),
) -> list[str]:
    """Where somebody has consented, and is bound by it: how the entry can still be completed,
    and what is left where none of that comes. Nothing where it stands still, or is complete."""
    here = entry(table, waiting, own, besides)
    if here is None or here.stands() or settled(table, waiting) is not None:
        return []
    agreed = [s for s in table.active() if here.taken.get(s, {}).get("kind") == "consent"]
    if not agreed:
        return []
    has, sign = ("has", "signs") if len(agreed) == 1 else ("have", "sign")
    listed = list(_ways(here))
    left = "the arbiter can end the table without a result (pbem judge --break-off)"
    if table.dealing == "seats":
        left = "what is left is a new table"
    return [
        f"{named(agreed)} {has} consented, and {sign} nothing else for entry {table.n}."
        " It goes on when",
        *(f"  {way}{', or' if way != listed[-1] else '.'}" for way in listed),
        f"If none of that comes, {left}.",
    ]


def _ways(here: Entry) -> Iterator[str]:
    for main in here.mains:
        if here.open(main):
            yield _completes(here, main)
    if gone := here.elsewhere():
        yield f"what {named(gone)} answered, which is not in this record, is completed"
    if here.late not in here.taken:
        dry = here.table.dealing == "seats" and here.others()
        yield f"{here.late} makes a move that draws nothing" if dry else f"{here.late} moves"
    if free := here.may_claim():
        yield f"{' or '.join(free)} claims that {here.late} is late"


def _completes(here: Entry, main: Signed) -> str:
    kind, due = pending.partners(here.table, main)
    missing = [s for s in due if s not in here.taken]
    if not missing:
        rules = here.table.dealing == "arbiter"
        return f"the arbiter rules on {_what(main)}" if rules else f"{_what(main)} is taken up"
    verb = {"consent": "consent to", "share": "share in"}[kind]
    first, _, rest = verb.partition(" ")
    return f"{named(missing)} {first}{'s' if len(missing) == 1 else ''} {rest} {_what(main)}"


def named(seats: Sequence[str]) -> str:
    return f"{', '.join(seats[:-1])} and {seats[-1]}" if len(seats) > 1 else seats[0]
