"""What is wrong with a JSON text that `pbem.wire.strict` refused, and in which line.

Runs on refused text only. It reads the tokens in order and names the first one
that breaks a rule; if none does, the syntax is wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from pbem.errors import Refused
from pbem.wire.canon import SAFE

# Strings are matched possessively, and when the text ends in them: always linear in time.
_TOKEN = re.compile(
    r'(?P<string>"[^"\\]*+(?:\\.[^"\\]*+)*+"?)(?P<colon>[ \t\n\r]*+:)?'
    r"|(?P<number>-?[0-9][0-9.eE+-]*+|NaN|-?Infinity)"
    r"|(?P<bracket>[\[\]{}])"
    r"|[^\"0-9NI\[\]{}-]++",  # what is none, in one go
    re.DOTALL,
)
_EXACT = re.compile(r"-?(?:0|[1-9][0-9]*)\Z")

_Fault = tuple[int, str, str, str]
"""Place in the text, code, message, hint."""


def explain(text: str, end: int, said: str) -> Refused:
    """The refusal of `text`, which was read up to `end`; `said` is what the scanner said there.

    A token before `end` that breaks a rule comes first in the text, so it is what is named.
    """
    at, code, message, hint = next(_faults(text, end), None) or _syntax(text, end, said)
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return Refused(code, f"line {line} column {column}: {message}", hint=hint)


def _faults(text: str, end: int) -> Iterator[_Fault]:
    keys: list[set[str]] = []  # of the objects and arrays that are open
    for match in _TOKEN.finditer(text):
        if match.start() >= end:
            return
        if match["bracket"]:
            if match["bracket"] in "[{":
                keys.append(set())
            elif keys:
                keys.pop()
        elif match["number"]:
            yield from _number(match.start(), match["number"])
        elif match["string"]:
            yield from _string(match, keys)


def _number(at: int, digits: str) -> Iterator[_Fault]:
    if _EXACT.match(digits):
        if digits == "-0":
            yield at, "json/minus-zero", "-0 is written 0", ""
        elif len(digits) > 17 or abs(int(digits)) >= SAFE:
            yield at, "json/big-integer", "an integer is 2^53 or more in size", ""
    else:
        yield (
            at,
            "json/not-integer",
            f"{digits[:40]} is not an integer",
            "only whole numbers are used, written without . or e",
        )


def _string(match: re.Match[str], keys: list[set[str]]) -> Iterator[_Fault]:
    at, text = match.start(), match["string"]
    if _is_plain(text):
        value = text[1:-1]
    else:
        try:
            value = json.loads(text)
        except json.JSONDecodeError:
            return
    if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
        yield at, "json/surrogate", "half of a surrogate pair is not text", ""
    elif match["colon"] and keys:
        if not value.isascii():
            yield at, "json/key-not-ascii", f"{value[:40]!a} is not an ASCII key", ""
        if value in keys[-1]:
            yield at, "json/duplicate-key", f"{value[:40]!a} stands twice in one object", "keep one"
        keys[-1].add(value)


def _is_plain(text: str) -> bool:
    """A string that is what stands there: most are, and a file may have a million."""
    whole = len(text) > 1 and text[-1] == '"'
    return whole and "\\" not in text and text.isascii() and text.isprintable()


def _syntax(text: str, end: int, said: str) -> _Fault:
    if not text.strip(" \t\n\r"):
        return 0, "json/empty", "there is nothing in it", "the file was cut off; send it again"
    if not said:
        return end, "json/trailing", "something follows the value", "one value is one file"
    hint = "was the file cut off, or changed by a mail program?"
    return end, "json/syntax", _whole(said[0].lower() + said[1:]), hint


def _whole(said: str) -> str:
    """The scanner's words as a sentence of their own: some wait for a place to follow."""
    return re.sub(r"( starting)? at$", " from here on", said)
