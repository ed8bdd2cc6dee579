"""Two records side by side: one table or two, one log the beginning of the other or not, and
where they part, what differs and who signed both (docs/protocol.md, Proof)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pbem.errors import Cheat
from pbem.record import fork, judge
from pbem.record.record import Record
from pbem.record.statements import Statement, read
from pbem.wire.canon import pointer


@dataclass
class Difference:
    """One field of the first entry, or of what waits for it, that differs; None: it is not
    there."""

    at: str
    first: Any
    second: Any


@dataclass
class Comparison:
    """relation: of the first to the second: equal, shorter, longer, forked.

    n: of a fork, the entry where they part; else the number of entries both have.
    only: by record, the statements of that entry, or waiting, that the other has not.
    """

    relation: str
    n: int
    differences: list[Difference] = field(default_factory=list)
    only: tuple[list[Statement], list[Statement]] = field(default_factory=lambda: ([], []))
    breaches: list[Cheat] = field(default_factory=list)
    on_two_heads: list[str] = field(default_factory=list)


def compare(a: Record, b: Record) -> Comparison:
    """Raises Refused("record/other-table")."""
    fork.check_same_table(a, b)
    n = fork.first_difference(a, b)
    if n is None:
        return _one_history(a, b)
    mine, theirs = a.entries[n], b.entries[n]
    return Comparison(
        "forked",
        n,
        differences=list(_differences(mine, theirs, f"/entries/{n}")),
        only=(_without(mine, theirs), _without(theirs, mine)),
        breaches=fork.breaches(a, b, n),
        on_two_heads=fork.on_two_heads(a, b, n),
    )


# --- one log, or the beginning of one ---


def _one_history(a: Record, b: Record) -> Comparison:
    """Neither parts from the other; but what waits in one may stand against the other."""
    lengths = len(a.entries), len(b.entries)
    words = {-1: "shorter", 0: "equal", 1: "longer"}
    relation = words[(lengths[0] > lengths[1]) - (lengths[0] < lengths[1])]
    long, short = (b, a) if relation == "shorter" else (a, b)
    (mine, at), (theirs, _) = _beside(a, b), _beside(b, a)
    return Comparison(
        relation,
        min(lengths),
        differences=list(_differences(mine, theirs, at)),
        only=(_waiting_alone(a, b), _waiting_alone(b, a)),
        breaches=judge.breaches(long, short.pending),
    )


def _beside(record: Record, other: Record) -> tuple[list[Statement], str]:
    """What `record` has for the entry that is open in the shorter of the two, and its place."""
    n = len(other.entries)
    if len(record.entries) > n:
        return record.entries[n], f"/entries/{n}"
    return [p.body for p in record.pending], "/pending"


def _waiting_alone(record: Record, other: Record) -> list[Statement]:
    """What waits in `record` and has nothing of its kind in the other: all of it where that
    ends before."""
    waiting = [p.body for p in record.pending]
    if len(record.entries) > len(other.entries):
        return waiting
    return _without(waiting, _beside(other, record)[0])


# --- field by field ---


def _without(mine: list[Statement], theirs: list[Statement]) -> list[Statement]:
    """Those of mine that have no statement of the same party and kind among theirs."""
    there = {(s["by"], s["kind"]) for s in theirs}
    return [s for s in mine if (s["by"], s["kind"]) not in there]


def _differences(mine: list[Statement], theirs: list[Statement], at: str) -> Iterator[Difference]:
    """Statements of one party and kind against each other; places are those of the first."""
    others = {(s["by"], s["kind"]): s for s in theirs}
    for i, statement in enumerate(mine):
        other = others.get((statement["by"], statement["kind"]))
        if other is not None and read(other).id != read(statement).id:
            yield from _fields(statement, other, f"{at}/{i}")


def _fields(mine: Any, theirs: Any, at: str) -> Iterator[Difference]:
    if isinstance(mine, dict) and isinstance(theirs, dict):
        for key in [*mine, *(k for k in theirs if k not in mine)]:
            if key != "sig" and mine.get(key) != theirs.get(key):  # two texts, two signatures
                yield from _fields(mine.get(key), theirs.get(key), pointer(at, key))
    else:
        yield Difference(at, mine, theirs)
