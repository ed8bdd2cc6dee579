"""Reading JSON strictly: what this program would not have written is refused.

The work is done by the standard library's C scanner with hooks; the hooks only
notice that something is wrong. Finding the place is left to `pbem.wire.where`,
which is loaded and run for refused text alone.
"""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any

from pbem.errors import Refused
from pbem.wire.canon import MAX_DEPTH, SAFE

_BLANK = re.compile(r"[ \t\n\r]*")
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_STEP = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_ZEROS = bytes.maketrans(b"123456789", b"000000000")
_CHUNK = 1 << 20
_BOM = b"\xef\xbb\xbf"


class _Bad(Exception):
    """The text breaks a rule of the format; where is found out later."""


def parse(data: bytes, *, limit: int) -> Any:
    """The value of a JSON text of at most `limit` bytes.

    Raises Refused("json/...") for: too many bytes, bytes that are not UTF-8, a byte
    order mark, nothing at all, more values than `limit` allows, more than 64 levels, a
    key twice (however it is escaped), a key that is not ASCII, a number that is not an
    integer below 2^53 in absolute value in its one form, half a surrogate pair, wrong
    syntax, and anything after the value.
    """
    if len(data) > limit:
        raise Refused(
            "json/too-large",
            f"{len(data)} bytes; at most {limit} are read here",
            hint="this is not the file it should be",
        )
    text = _decode(data)
    outside = _outside_strings(data)
    _check_number(outside, limit)
    _check_depth(outside)
    # The hooks for keys, halves of pairs and integers cost time; most texts cannot need them.
    plain = data.isascii() and b"\\u" not in data and not _is_long(outside)
    try:
        value, end = (_decode_plain if plain else _decode_all)(text, _skip(text, 0))
    except json.JSONDecodeError as error:
        raise _refusal(text, error.pos, error.msg) from None
    except _Bad:
        raise _refusal(text, len(text), "not the strict form") from None
    end = _skip(text, end)
    if end != len(text):
        raise _refusal(text, end, "")
    if not plain and not _encodes(value):
        raise _refusal(text, end, "half of a surrogate pair")
    return value


def _is_long(outside: bytes) -> bool:
    """Is there a number of 16 digits or more, or -0? A regular expression takes ten times as long
    to say so."""
    return b"-0" in outside or b"0" * 16 in outside.translate(_ZEROS)


def _decode(data: bytes) -> str:
    if data.startswith(_BOM):
        raise Refused("json/bom", "the text begins with a byte order mark", hint="save it without")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(
            "json/not-utf8",
            f"byte {error.start} is not UTF-8",
            hint="the file was changed on the way; send it as an attachment",
        ) from None


def _outside_strings(data: bytes) -> bytes:
    """What stands outside strings, up to the first place where the syntax breaks.

    Escaped backslashes and quotes are taken out, then every second piece between
    quotes is a string. Linear in time, whatever the text is.
    """
    if b"\\" in data:
        data = data.replace(rb"\\", b"").replace(rb"\"", b"")
    parts: list[bytes] = []
    inside = 0
    for at in range(0, len(data), _CHUNK):  # in parts: a million pieces take much memory
        pieces = data[at : at + _CHUNK].split(b'"')
        parts.append(b"".join(pieces[inside::2]))
        inside = (inside + len(pieces) - 1) % 2
    return b"".join(parts)


def _check_number(outside: bytes, limit: int) -> None:
    """A value of two bytes takes thirty times that in memory; the files of this program have
    some twenty bytes for each. So a text made of nothing else is refused before it is read."""
    most = limit // 16 + 1000
    if outside.count(b",") + outside.count(b"[") + outside.count(b"{") > most:
        _check_depth(outside[:_CHUNK])  # the plainer thing to say
        raise Refused(
            "json/too-many",
            f"more than {most} values; no file that is read here has so many",
            hint="this is not the file it should be",
        )


def _check_depth(outside: bytes) -> None:
    """Before anything recurses, and linear in time."""
    if outside.count(b"[") + outside.count(b"{") <= MAX_DEPTH:
        return
    brackets = outside.translate(None, _NOT_BRACKETS)
    if not _folds(brackets) and max(accumulate(map(_STEP.__getitem__, brackets))) > MAX_DEPTH:
        raise Refused(
            "json/too-deep",
            f"nested deeper than {MAX_DEPTH} levels",
            hint="no file of this program is; ask for it again",
        )


def _folds(brackets: bytes) -> bool:
    """Whether all pairs close when the innermost are removed 64 times: the quick way to say yes."""
    for _ in range(MAX_DEPTH):
        left = brackets.replace(b"[]", b"").replace(b"{}", b"")
        if len(left) == len(brackets):
            break
        brackets = left
    return not brackets


def _skip(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _Bad
    return value


def _object_ascii(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = _object(pairs)
    if not "".join(value).isascii():
        raise _Bad
    return value


def _integer(digits: str) -> int:
    # Length first: converting thousands of digits is slow, and an error of its own.
    if len(digits) > 17 or digits == "-0":
        raise _Bad
    number = int(digits)
    if not -SAFE < number < SAFE:
        raise _Bad
    return number


def _no_number(literal: str) -> Any:
    raise _Bad


_decode_all = json.JSONDecoder(
    object_pairs_hook=_object_ascii,
    parse_int=_integer,
    parse_float=_no_number,
    parse_constant=_no_number,
).raw_decode
_decode_plain = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_no_number, parse_constant=_no_number
).raw_decode


def _encodes(value: Any) -> bool:
    """Whether every string of `value` is text: no half of a surrogate pair."""
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _refusal(text: str, at: int, said: str) -> Refused:
    from pbem.wire.where import explain

    return explain(text, at, said)
