"""Keys that held a seat until it was taken over: nothing signed with them counts any more."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from pbem.errors import Refused
from pbem.record.record import Record
from pbem.record.statements import Signed, is_signed
from pbem.wire import b64


class Former(NamedTuple):
    """sign: a key of `seat` before entry `until`, in which another took its place."""

    seat: str
    sign: bytes
    until: int


def keys(record: Record) -> Iterator[Former]:
    """All of them, oldest first for each seat."""
    for seat in record.table.seats:
        joins = [
            (n, b64.decode(statement["sign"], 32))
            for n, entry in enumerate(record.entries)
            for statement in entry
            if (statement["kind"], statement["by"]) == ("join", seat)
        ]
        for (_, sign), (until, _) in pairwise(joins):
            yield Former(seat, sign, until)


def check_key(record: Record, statement: Signed) -> None:
    """Raises Refused("signature/old-key") where not the seat's key of now, but one it had before,
    has signed a statement."""
    party = record.table.parties.get(statement.by)
    if statement.kind == "join" or party is None or is_signed(statement, party.sign):
        return
    for former in keys(record):
        if former.seat == statement.by and is_signed(statement, former.sign):
            raise Refused(
                "signature/old-key",
                f"this {statement.kind} of {statement.by} is signed with the key that held the"
                f" seat until entry {former.until}, where another identity took it over",
                hint="it counts no more: the new identity answers for the seat",
            )
