"""What `judge` was told, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pbem.errors import Cheat, PbemError, Refused
from pbem.record import judge, standstill
from pbem.record.record import Record
from pbem.record.statements import Signed, read

GIVEN = ("statement/answers", "replace/agreed")
"""Codes for a well-signed answer, or join, that stands beside others which are here already."""


class Taken(NamedTuple):
    """What became of one file given to `judge`. error: None when it was fine. instead_of:
    the signing key of another party's join that a join took the place of. besides: of a file that
    was refused, what its authors have answered all the same."""

    name: str
    news: str
    error: PbemError | None
    instead_of: str | None = None
    besides: Sequence[Signed] = ()

    @property
    def changes(self) -> bool:
        return self.news == judge.TAKEN


class Unfit(Exception):
    """Internal: answers that were taken in, and could not be ruled on."""

    def __init__(self, answers: Sequence[Signed], why: Refused) -> None:
        super().__init__(why.message)
        self.answers = answers
        self.why = why


class Judging(NamedTuple):
    """What the person at the desk has said: see `Desk.judge`."""

    time_is_up: bool
    without_journal: bool


class Judged(NamedTuple):
    record: Record
    taken: list[Taken]
    ruled: int  # entries completed
    added: list[str]  # statements of one's own that were owed and added
    restored: bool  # the journal knew a newer record than the file
    changed: bool
    overtaken: list[str]  # what was signed or waited for entries in which something else stands
    false_look: Cheat | None  # of one's own, in the record as it is now

    @property
    def besides(self) -> list[Signed]:
        """Valid statements for the open entry that the record could not take in."""
        head = self.record.table.head_text
        return [s for t in self.taken for s in t.besides if s.body["head"] == head]


def besides(body: Any, other: Record | None, error: PbemError) -> Sequence[Signed]:
    """What a file shows of answers although it was refused: of a record, `other`, all that waits in
    it; a statement that is valid, and stands beside another one."""
    if other is not None:
        return other.pending
    twice = isinstance(error, Cheat) and body["kind"] in standstill.BINDING
    return [read(body)] if twice or error.code in GIVEN else ()
