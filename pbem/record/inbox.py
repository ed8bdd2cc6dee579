"""The files that one command takes in: in the order of the log, whatever their order is.

A file that answers a later entry waits until the entries before it are complete, and a share
or consent until what it goes with is here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.errors import Cheat, PbemError
from pbem.record import files, judge
from pbem.record.judged import Taken, besides
from pbem.record.record import Record

EARLY = ("statement/ahead", "statement/alone", "statement/answers")
"""Refusals of a statement that may yet fit when others have been taken in."""


class Inbox:
    """What became of each file so far, in the order in which they were named."""

    def __init__(self, names: Sequence[str], load: Callable[[Any], Record]) -> None:
        self._load = load
        self._bodies: dict[int, Any] = {}  # a file is read once: it may be standard input
        self._names = names
        self.taken = [Taken(files.shown(name), "", None) for name in names]
        self._waiting = list(range(len(names)))

    def take(self, record: Record) -> tuple[Record, bool]:
        """Take in all that fits now. The record, and whether anything became of any file."""
        any_, again = False, True
        while again:
            again = False
            for i in list(self._waiting):
                record, self.taken[i] = self._one(record, i)
                error = self.taken[i].error
                if error is None or error.code not in EARLY:
                    self._waiting.remove(i)
                    any_ = again = True
        return record, any_

    def breach(self) -> Cheat | None:
        """The first of the files that is evidence."""
        return next((t.error for t in self.taken if isinstance(t.error, Cheat)), None)

    def _one(self, record: Record, i: int) -> tuple[Record, Taken]:
        shown = self.taken[i].name
        body, other, other_key = None, None, None
        try:
            body = self._read(i)
            other_key = judge.replaced_key(record, body)
            if isinstance(body, dict) and body.get("kind") == "record":
                other = self._load(body)
                record, news = judge.adopt(record, other)
            else:
                news = judge.take(record, body)
        except PbemError as error:
            return record, Taken(shown, "", error, None, besides(body, other, error))
        return record, Taken(shown, news, None, other_key if news == judge.TAKEN else None)

    def _read(self, i: int) -> Any:
        if i not in self._bodies:
            self._bodies[i] = files.read_json(self._names[i], files.LIMITS["record"])
        return self._bodies[i]
