"""A person who signs for a seat of a running table."""

from __future__ import annotations

from pbem.errors import Refused
from pbem.record import files, former, guards
from pbem.record.person import Person
from pbem.record.record import Record


class Player(Person):
    """Finds out which seat is one's own, and whether anything may be signed for it."""

    def open_for_signing(self, path: str, without_journal: bool) -> Record:
        """As `open`, but refuses to go on at a table of one's own where the journal knows
        nothing one has signed, unless the flag says so (docs/protocol.md, Memory)."""
        data = files.read_json(path, files.LIMITS["record"])
        record = self._load(data)
        if self.seat(record) is not None and not without_journal:
            guards.check_not_lost(self._memory(record), "the seat")
        self._check_memory(record)
        self._remember(record)
        self._adopt(record)
        return record

    def own_seat(self, record: Record) -> str:
        seat = self.seat(record)
        if seat is not None:
            return seat
        for lost in former.keys(record):
            if lost.sign == self.identity.sign:
                raise Refused(
                    "identity/replaced",
                    f"this identity held {lost.seat} until entry {lost.until}, where another"
                    " identity took the seat over",
                    hint=f"what it signs for {lost.seat} counts no more at this table",
                )
        raise Refused(
            "identity/no-seat",
            f"this identity holds no seat at this table of {record.table.describe()}",
            hint="name the right identity with --identity",
        )
