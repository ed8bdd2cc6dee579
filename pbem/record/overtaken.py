"""What a person signed for an entry in which something else stands now.

An arbiter may rule on a claim although the move had come in time; no file shows it, but the
author of the move knows, and can show it to the others (docs/protocol.md, Lapse).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.fair.hashes import statement_id
from pbem.record.journal import Statement, TableMemory
from pbem.record.record import Record
from pbem.record.second import settled
from pbem.wire import b64

KINDS = ("move", "lapse", "share", "consent")


class Before(NamedTuple):
    """n: the first entry that was open. own: one's own statements from there on."""

    n: int
    own: Sequence[Statement]


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
    return Before(n, [s for s in own if s["kind"] in KINDS])


def told(record: Record, known: Before) -> list[str]:
    """Each entry completed since that has nothing of one's own, though one had signed for it."""
    lines = []
    for n in range(max(known.n, 3), record.table.n):
        head = b64.encode(record.table.heads[n - 1])
        own = [s for s in known.own if (s["n"], s["head"]) == (n, head)]
        if own and not any(statement_id(s) in record.table.ids[n] for s in own):
            lines.append(_line(own[-1]["kind"], n, settled(record, n)))
    return lines


def _line(kind: str, n: int, there: str) -> str:
    there += "," * ("," in there)
    if kind == "move":
        return (
            f"your move for entry {n} was not played: {there} stands there; if it was mailed in"
            " time, show it to the others"
        )
    return f"your {WORDS[kind]} for entry {n} went into no entry: {there} stands there"


WORDS = {"lapse": "claim", "share": "share", "consent": "consent"}
