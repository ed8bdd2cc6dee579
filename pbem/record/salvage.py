"""What a damaged text still holds of records: their entries, one after another.

The text is searched, not parsed: it may break off anywhere, have a mail around it, or be
broken into other lines. Each part is read strictly, and nothing here is trusted: whoever
calls checks the signatures.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from pbem.errors import Refused
from pbem.record.files import LIMITS
from pbem.wire import strict

_scan = json.JSONDecoder().raw_decode
_ENTRIES = re.compile(r'"entries"[ \t]*:[ \t]*(?=\[)')
_PENDING = re.compile(r'[ \t]*,[ \t]*"pending"[ \t]*:[ \t]*(?=\[)')
_BLANK = re.compile(r"[ \t]*")
_HALF_WORD = re.compile(r"(t|tr|tru|f|fa|fal|fals|n|nu|nul|-)?\Z")
_BREAKS = str.maketrans("", "", "\r\n")

MOST_ENTRIES, MOST_WAITING = 100_000, 200
"""More are in no record (docs/protocol.md, Limits)."""
MOST_BROKEN = 20
"""Records in one text that are not whole: each may cost a look at all that is behind it."""


class Salvaged(NamedTuple):
    """half: the statements that are whole of the entry at which the text is broken."""

    entries: list[Any]
    half: list[Any]
    pending: list[Any]


def salvage(data: bytes) -> list[Salvaged]:
    """All that can be read of each record in a text, up to the first place where it cannot."""
    # A line break is never part of a value, but mail programs put them into the middle of one.
    text = _text(data).translate(_BREAKS)
    found: list[Salvaged] = []
    at = broken = 0
    while broken < MOST_BROKEN and (start := _ENTRIES.search(text, at)) is not None:
        one, at, whole = _one(text, start.end())
        broken += not whole
        if one.entries:
            found.append(one)
    return found


def _one(text: str, at: int) -> tuple[Salvaged, int, bool]:
    """The record whose entries begin at `at`; where to look for the next; are all whole?"""
    entries, at, whole = _list(text, at)
    if not whole:
        half = _list(text, at, MOST_WAITING)[0] if text.startswith("[", at) else []
        # The next may lie within the value that is broken: this one was cut off there.
        return Salvaged(entries, half, []), at, False
    waiting = _PENDING.match(text, at)
    return (
        Salvaged(entries, [], _list(text, waiting.end(), MOST_WAITING)[0] if waiting else []),
        at,
        True,
    )


def breaks_off(data: bytes) -> int | None:
    """The line in which a JSON text ends too early; None for one that is broken otherwise."""
    text = _text(data)
    start = text.find("{")
    if start < 0:
        return None
    try:
        _scan(text, start)
    except json.JSONDecodeError as error:
        if _at_end(text, error):
            return text.count("\n") + 1
    except (ValueError, RecursionError):
        pass
    return None


def _at_end(text: str, error: json.JSONDecodeError) -> bool:
    """Did the scanner fail because there was no more text?"""
    if error.msg.startswith("Unterminated string"):
        return True
    if error.msg.startswith("Invalid \\"):
        return len(text) - error.pos < 6  # within \uXXXX
    return _HALF_WORD.match(text[error.pos : error.pos + 8].strip()) is not None


def _text(data: bytes) -> str:
    """A machine that lost its power may leave zero bytes where the rest should be."""
    return data.rstrip(b"\0").decode("utf-8", "replace")


def _list(text: str, at: int, most: int = MOST_ENTRIES) -> tuple[list[Any], int, bool]:
    """The values of the list that begins at `at`, at most so many; where it ends, or where a
    value is not whole or one too many; and which of the two it is."""
    values: list[Any] = []
    at = _skip(text, at + 1)
    while not text.startswith("]", at):
        if len(values) == most:
            return values, at, False
        try:
            value, end = _value(text, at)
        except (Refused, ValueError, RecursionError):
            return values, at, False
        values.append(value)
        at = _skip(text, end)
        if text.startswith(",", at):
            at = _skip(text, at + 1)
        elif not text.startswith("]", at):
            return values, at, False
    return values, at + 1, True


def _value(text: str, at: int) -> tuple[Any, int]:
    _, end = _scan(text, at)
    return strict.parse(text[at:end].encode("utf-8", "replace"), limit=LIMITS["record"]), end


def _skip(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at
