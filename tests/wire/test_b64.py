"""Byte strings as text: one form only."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import Refused
from pbem.wire import b64
from tests.wire.vectors import attempt


def test_lengths_of_keys_and_signatures() -> None:
    assert len(b64.encode(bytes(32))) == 43
    assert len(b64.encode(bytes(64))) == 86


@given(st.binary(max_size=100))
def test_written_and_read_again(data: bytes) -> None:
    assert b64.decode(b64.encode(data), len(data)) == data


@given(st.text(max_size=12))
def test_any_text_is_refused_or_is_the_one_form(text: str) -> None:
    data, error = attempt(b64.decode, text)
    if error:
        assert error.code == "bytes/not-base64url"
    else:
        assert b64.encode(data) == text


@given(st.binary(min_size=1, max_size=40), st.sampled_from("=\n *+/"))
def test_one_character_more_is_refused(data: bytes, extra: str) -> None:
    for text in (b64.encode(data) + extra, extra + b64.encode(data)):
        with pytest.raises(Refused, match="base64url"):
            b64.decode(text)


def test_the_place_is_named() -> None:
    with pytest.raises(Refused) as caught:
        b64.decode("AAAA", 32, at="/sig")
    assert caught.value.at == "/sig"
    assert caught.value.code == "bytes/wrong-length"
    assert "32" in caught.value.message and "3 came" in caught.value.message
