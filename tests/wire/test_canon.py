"""Canonical bytes: RFC 8785, with the `rfc8785` package as the oracle."""

from __future__ import annotations

import math
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import Refused
from pbem.wire.canon import canon, check_domain, pointer
from pbem.wire.strict import parse

INTEGERS = st.integers(-(2**53) + 1, 2**53 - 1)
KEYS = st.text(st.characters(max_codepoint=127), max_size=8)
LEAVES = st.none() | st.booleans() | INTEGERS | st.text(max_size=12)
VALUES = st.recursive(
    LEAVES, lambda v: st.lists(v, max_size=4) | st.dictionaries(KEYS, v, max_size=4), max_leaves=20
)


@given(VALUES)
def test_same_bytes_as_the_oracle(value: Any) -> None:
    assert canon(value) == rfc8785.dumps(value)


@given(VALUES)
def test_reading_back_gives_the_value(value: Any) -> None:
    assert parse(canon(value), limit=100_000) == value


def nested(levels: int) -> Any:
    value: Any = []
    for _ in range(levels - 1):
        value = [value]
    return value


class Word(str):
    """A str that is not exactly one."""


OUTSIDE: list[tuple[str, Any, str, str]] = [
    ("float", {"a": [1.0]}, "canon/type", "/a/0"),
    ("nan", [math.nan], "canon/type", "/0"),
    ("tuple", {"a": (1, 2)}, "canon/type", "/a"),
    ("set", {"a": {1}}, "canon/type", "/a"),
    ("bytes", [b"x"], "canon/type", "/0"),
    ("subclass of str", [Word("x")], "canon/type", "/0"),
    ("2^53", {"a": {"b": 2**53}}, "canon/integer", "/a/b"),
    ("minus 2^53", [0, -(2**53)], "canon/integer", "/1"),
    ("surrogate", ["ok", "\ud800"], "canon/surrogate", "/1"),
    ("surrogate in a key", {"\udfff": 1}, "canon/key", ""),
    ("key not ASCII", {"a/b": {"ü": 1}}, "canon/key", "/a~1b"),
    ("key an integer", {"a": {1: 2}}, "canon/key", "/a"),
    ("key None", {None: 2}, "canon/key", ""),
    ("too deep", nested(65), "canon/too-deep", "/0" * 64),
]


@pytest.mark.parametrize(("value", "code", "at"), [c[1:] for c in OUTSIDE], ids=lambda _: "")
def test_outside_the_domain(value: Any, code: str, at: str) -> None:
    for refuse in (canon, check_domain):
        with pytest.raises(Refused) as caught:
            refuse(value)
        assert (caught.value.code, caught.value.at) == (code, at)


def test_64_levels_are_inside() -> None:
    assert canon(nested(64)) == b"[" * 64 + b"]" * 64
    check_domain(nested(64))


def test_a_value_thousands_deep_is_refused_like_any_other() -> None:
    with pytest.raises(Refused, match="deeper"):
        canon(nested(20_000))


@given(VALUES)
def test_what_is_inside_passes_the_thorough_check(value: Any) -> None:
    check_domain(value)


def test_pointers_escape_tilde_and_slash() -> None:
    # RFC 6901, section 4: ~ first, so that "~1" becomes "~01".
    assert pointer("/x", "a/b~c") == "/x/a~1b~0c"
    assert pointer("", "~1") == "/~01"
    assert pointer("/x", 3) == "/x/3"
