"""Who waits for whom since when, and who may claim a lapse at what time.

The awaited seat has the time of `policy.lapse`. When that has passed the next active seat
may claim, and after each further such time the one after it, round the table. A log has no
times: what is counted from here is when this program first saw the newest head.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from pbem.record import clock, standstill
from pbem.record.answers import claimants
from pbem.record.record import Record
from pbem.record.statements import Statement
from pbem.record.table import Table

SECONDS = {"h": 3600, "d": 24 * 3600}


class Waiting(NamedTuple):
    """late: the awaited seat, late or not yet. seats: who may claim one after the other; of them
    those `bound` have answered something else, and let their turn go by."""

    late: str
    since: int
    time: int
    seats: Sequence[str]
    bound: Collection[str] = ()

    @property
    def free(self) -> list[str]:
        return [s for s in self.seats if s not in self.bound]

    @property
    def due(self) -> int:
        """When the awaited seat is late, and the first may claim."""
        return self.since + self.time

    def claimant(self, now: int) -> str | None:
        """Whose right it is to claim; None while nobody is late."""
        if now < self.due:
            return None
        return self.seats[(now - self.due) // self.time % len(self.seats)]

    def opens(self, seat: str, now: int) -> int:
        """When the right to claim is this seat's: in the past where it is so now."""
        first = self.due + self.seats.index(seat) * self.time
        round_ = len(self.seats) * self.time
        gone = max(0, (now - first) // round_) * round_
        here = first + gone
        return here if now < here + self.time else here + round_


def told(waiting: Waiting, now: int, own: str | None = None) -> str:
    """The same in words. own: the reader's seat, which is named wherever it stands."""
    late, seats, free = waiting.late, waiting.seats, waiting.free
    holder = waiting.claimant(now)
    if holder is None:
        first = f"{late}: awaited since {clock.day(waiting.since)}"
        named = free[:1]
    else:
        first = f"{late}: late since {clock.day(waiting.due)}"
        at = seats.index(holder)
        named = [s for s in (*seats[at:], *seats[:at]) if s in free][:2]
    if not free:
        return f"{first}, and nobody is left to claim that"
    if own is not None and own in free and own not in named:
        named = [*named, own]
    times = [f"{_when(waiting, seat, now)} ({seat})" for seat in named]
    return f"{first}, claim possible {', '.join(times)}"


def _when(waiting: Waiting, seat: str, now: int) -> str:
    opens = waiting.opens(seat, now)
    return "now" if opens <= now else f"in {clock.span(opens - now)}"


def policy_time(table: Table) -> int | None:
    """The time of the table's policy in seconds; None where nobody is passed."""
    text = table.policy["lapse"]
    return None if text == "never" else int(text[:-1]) * SECONDS[text[-1]]


def waiting(record: Record, since: int | None, own: Statement | None = None) -> Waiting | None:
    """None where no lapse can be claimed: nobody is awaited for a move, it is here already, the
    policy has no lapse, there is nobody else at the table, or `since` is not known. own: one's
    own answer, which need not be in the record."""
    table = record.table
    late, time = table.awaited_seat, policy_time(table)
    if late is None or time is None or since is None or answered(record):
        return None
    seats, here = claimants(table, late), standstill.entry(table, record.pending, own)
    bound = [s for s in seats if here is not None and s in here.taken]
    return Waiting(late, since, time, seats, bound) if seats else None


def answered(record: Record) -> bool:
    """Has the awaited seat moved, though the entry is not complete?"""
    return any(p.kind == "move" for p in record.pending)


def claimed(record: Record) -> bool:
    """Is a lapse claimed, and the next thing to be settled?"""
    if record.table.over:
        return False
    answers = standstill.settled(record.table, record.pending)
    first = answers[0] if answers else standstill.wanted(record.table, record.pending)
    return first is not None and first.kind == "lapse"
