"""Canonical bytes of a JSON value: RFC 8785 on a restricted domain.

The domain: objects with ASCII keys, arrays, strings without lone surrogates,
integers below 2^53 in absolute value, true, false, null, at most 64 levels
deep. On it the sorting by UTF-16 units of RFC 8785 is plain sorting, and
Python's own writer with sorted keys gives the same bytes.
"""

from __future__ import annotations

import json
from typing import Any

from pbem.errors import Refused

MAX_DEPTH = 64
SAFE = 2**53
"""Integers n are allowed while -SAFE < n < SAFE: all readers agree on those."""

_write = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, sort_keys=True, separators=(",", ":")
).encode


def canon(value: Any) -> bytes:
    """The canonical bytes. Raises Refused("canon/...") for a value outside the domain."""
    if not _inside(value):
        check_domain(value)
    try:
        return _write(value).encode("utf-8")
    except UnicodeEncodeError:
        check_domain(value)
        raise


def check_domain(value: Any, *, at: str = "") -> None:
    """Raise Refused("canon/...") with the place, if `value` has no canonical bytes.

    `at` is the JSON pointer of `value` itself.
    """
    _explain(value, at, MAX_DEPTH)


def pointer(at: str, step: str | int) -> str:
    """The JSON pointer `at` with one step more (RFC 6901)."""
    return f"{at}/{str(step).replace('~', '~0').replace('/', '~1')}"


def _inside(value: Any) -> bool:
    """The quick pass, which may say no too often but never yes wrongly.

    Level by level. Strings are left to the UTF-8 encoder, places to `check_domain`.
    """
    level, keys = [value], []
    for _ in range(MAX_DEPTH):
        below: list[Any] = []
        for part in level:
            kind = type(part)
            if kind is str:
                continue
            if kind is dict:
                keys += part
                below += part.values()
            elif kind is list:
                below += part
            elif kind is int:
                if not -SAFE < part < SAFE:
                    return False
            elif part is not None and kind is not bool:
                return False
        if not below:
            return _good_keys(keys)
        level = below
    return False


def _good_keys(keys: list[Any]) -> bool:
    try:
        return "".join(keys).isascii()
    except TypeError:
        return False


def _explain(value: Any, at: str, depth: int) -> None:
    kind = type(value)
    if kind in (dict, list) and not depth:
        raise Refused("canon/too-deep", f"nested deeper than {MAX_DEPTH} levels", at=at)
    if kind is dict:
        for key, part in value.items():
            if type(key) is not str or not key.isascii():
                raise Refused("canon/key", f"{ascii(key)[:40]} is not an ASCII key", at=at)
            _explain(part, pointer(at, key), depth - 1)
    elif kind is list:
        for index, part in enumerate(value):
            _explain(part, pointer(at, index), depth - 1)
    elif kind is int:
        if not -SAFE < value < SAFE:
            raise Refused("canon/integer", "an integer is 2^53 or more in size", at=at)
    elif kind is str:
        if any("\ud800" <= c <= "\udfff" for c in value):
            raise Refused("canon/surrogate", "half of a surrogate pair is not text", at=at)
    elif kind is not bool and value is not None:
        raise Refused("canon/type", f"a {kind.__name__} has no place in these files", at=at)
