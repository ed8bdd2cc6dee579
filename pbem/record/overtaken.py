"""What a person signed for an entry in which something else stands now.

An arbiter may rule on a claim although the move had come in time; no file shows it, but the
author of the move knows, and can show it to the others (docs/protocol.md, Lapse).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.fair.hashes import statement_id
from pbem.record import clock, lateness, standstill
from pbem.record.journal import Statement, TableMemory
from pbem.record.record import Record
from pbem.record.second import settled
from pbem.record.statements import Signed
from pbem.wire import b64

KINDS = ("move", "lapse", "share", "consent")


class Before(NamedTuple):
    """n: the first entry that was open. own: one's own statements from there on. seat: one's own.
    since: when the head that entry `seen` stands on was first seen here."""

    n: int
    own: Sequence[Statement]
    seat: str | None
    seen: int = 0
    since: int | None = None


class Lost(NamedTuple):
    """A move that waits, and those without whose shares it stays: they answered something else."""

    move: Signed
    others: Sequence[str]


def before(memory: TableMemory, record: Record, seat: str | None) -> Before:
    """What is known before files are taken into `record`."""
    newest = memory.newest
    n = record.table.n if newest is None else min(record.table.n, newest.n + 1)
    waiting: list[Statement] = [p.body for p in record.pending]
    if newest is not None and newest.record is not None:
        waiting += newest.record["pending"]
    numbers = [at for at in sorted(memory.statements) if at >= n]
    own: list[Statement] = [s for at in numbers for s in memory.statements[at]]
    own += [s for s in waiting if s["by"] == seat and s["n"] >= n]
    own = [s for s in own if s["kind"] in KINDS]
    if newest is None:
        return Before(n, own, seat)
    return Before(n, own, seat, newest.n + 1, newest.since)


def lost(record: Record) -> list[Lost]:
    """Dealt by seats: the moves in the record that cannot be completed any more."""
    here = standstill.entry(record.table, record.pending)
    if here is None:
        return []
    moves = [(m, here.against(m)) for m in here.mains if m.kind == "move"]
    return [Lost(move, others) for move, others in moves if others]


def told(
    record: Record, known: Before, gone: Sequence[Lost] = (), *, time_is_up: bool = False
) -> list[str]:
    """Each entry completed since that has nothing of one's own, though one had signed for it, or
    that passed a seat. time_is_up: the person at this desk has said that it was."""
    lines = []
    for n in range(max(known.n, 3), record.table.n):
        head = b64.encode(record.table.heads[n - 1])
        own = [s for s in known.own if (s["n"], s["head"]) == (n, head)]
        if own and not any(statement_id(s) in record.table.ids[n] for s in own):
            lines.append(_line(own[-1]["kind"], n, settled(record, n)))
        elif record.entries[n][0].get("late") == known.seat is not None:
            lines.append(f"you were passed: {settled(record, n)}, stands in entry {n}")
        if not time_is_up:
            lines += _early(record, n, known)
        lines += _not_played(record, n, gone)
    return lines


def _early(record: Record, n: int, known: Before) -> list[str]:
    """That a seat was passed before its time was over by the clock of this computer."""
    first, time = record.entries[n][0], lateness.policy_time(record.table)
    if first["kind"] != "lapse" or n != known.seen or known.since is None or time is None:
        return []
    gone = clock.now() - known.since
    if gone >= time:
        return []
    policy = record.table.policy["lapse"]
    return [
        f"entry {n} passes {first['late']} although the time of the policy ({policy}) is not over,"
        f" as far as this computer knows: it has seen {first['late']} awaited for"
        f" {clock.span(max(gone, 0))}; time counts from the day of the mails"
    ]


def _not_played(record: Record, n: int, gone: Sequence[Lost]) -> list[str]:
    first = record.entries[n][0]
    return [
        f"the move of {move.by} for entry {n}, which was here, is not played: it lacks what"
        f" {standstill.named(others)} gave to something else"
        for move, others in gone
        if first["kind"] != "move" and (move.body["n"], move.body["head"]) == (n, first["head"])
    ]


def _line(kind: str, n: int, there: str) -> str:
    there += "," * ("," in there)
    if kind == "move":
        return (
            f"your move for entry {n} was not played: {there} stands there; if it was mailed in"
            " time, show it to the others"
        )
    return f"your {WORDS[kind]} for entry {n} went into no entry: {there} stands there"


WORDS = {"lapse": "claim", "share": "share", "consent": "consent"}
