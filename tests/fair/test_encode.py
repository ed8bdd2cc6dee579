"""A8: no two lists of parts have one pre-image. A9: what is derived depends on every part."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import Refused
from pbem.fair import draws, keys
from pbem.fair.chain import Chain
from pbem.fair.encode import D, H, M, P, u32, u64
from pbem.fair.hidden import salt

PARTS = st.lists(st.binary(max_size=6), max_size=5)
ROOT = bytes(range(32))


def read(data: bytes) -> list[bytes]:
    """The parts behind P(parts): that this can be written shows that P is one to one."""
    parts = []
    while data:
        size = int.from_bytes(data[:4], "big")
        parts.append(data[4 : 4 + size])
        data = data[4 + size :]
    return parts


@given(PARTS)
def test_p_can_be_undone(parts: list[bytes]) -> None:
    assert read(P(*parts)) == parts


@given(PARTS, PARTS)
def test_distinct_parts_have_distinct_pre_images(a: list[bytes], b: list[bytes]) -> None:
    assert (P(*a) == P(*b)) == (a == b)
    assert (H("x", *a) == H("x", *b)) == (a == b)


def test_moving_a_byte_to_the_next_part_changes_everything() -> None:
    for make in (
        P,
        lambda *x: H("t", *x),
        lambda *x: M(ROOT, "t", *x),
        lambda *x: D(ROOT, "t", *x),
    ):
        assert len({make(b"ab", b""), make(b"a", b"b"), make(b"", b"ab"), make(b"ab")}) == 4


def test_a_tag_is_not_a_part() -> None:
    assert H("a", b"b") != H("ab") != H("", b"ab")
    assert H("x") == sha256(b"\0\0\0\x08pbem/1 x").digest()


def test_text_is_ascii_bytes_or_refused() -> None:
    assert P("ann") == P(b"ann")
    with pytest.raises(Refused) as caught:
        P("änn")
    assert caught.value.code == "bytes/not-ascii"


def test_numbers_are_big_endian() -> None:
    assert u32(258) == b"\0\0\1\2"
    assert u64(258) == b"\0\0\0\0\0\0\1\2"


def derived(root: bytes, table: bytes, name: str, nonce: bytes) -> list[bytes]:
    return [
        keys.public_bytes(keys.sealing_key(root, table, name, nonce)),
        Chain(root, table, name, nonce, 4).anchor,
        Chain(root, table, name, nonce, 4).link(4),
    ]


def test_each_table_seat_and_nonce_has_its_own_secrets() -> None:
    """A9: one root at two tables, in two seats, with two nonces gives nothing twice."""
    other = bytes(range(1, 33))
    base = (ROOT, bytes(32), "ann", ROOT)
    changed = [base]
    for i, value in enumerate((other, other, "bob", other)):
        changed.append((*base[:i], value, *base[i + 1 :]))  # type: ignore[arg-type]
    secrets = [secret for args in changed for secret in derived(*args)]
    assert len(set(secrets)) == 3 * 5


def test_each_request_and_key_has_its_own_stream() -> None:
    """A9: independent streams by table (its key), request, and kind of request."""
    other = bytes(range(1, 33))
    streams = [draws.public_stream(k, q) for k in (ROOT, other) for q in (0, 1)]
    streams += [draws.hidden_stream(s, k, 0) for s in (ROOT, other) for k in (ROOT, other)]
    words = [stream.word() for stream in streams for _ in range(8)]
    assert len(set(words)) == 8 * 8


def test_each_token_and_request_has_its_own_salt() -> None:
    salts = {salt(ROOT, ROOT, q, token) for q in (0, 1) for token in ("t1", "t2", "t11")}
    assert len(salts) == 6
