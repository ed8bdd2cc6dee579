"""A6: commitments that cannot be searched. A7, N10: an opening fits one token of one table."""

from __future__ import annotations

from pbem.fair import hidden
from pbem.fair.draws import pick, public_stream
from pbem.fair.encode import H, M, u32, u64

SECRET, KEY, TABLE = H("a secret"), H("a key"), H("a table")
SALT = hidden.salt(SECRET, KEY, 0, "t1")
COMMITTED = hidden.commitment(SALT, TABLE, "t1", "ruby")


def test_the_order_is_a_pick_of_all_from_the_keyed_stream() -> None:
    """By hand: word i of the blocks, modulo what is left, names the item to swap in."""
    text = b"".join(M(SECRET, "order", KEY, u32(4), u64(j)) for j in range(2))
    words = [int.from_bytes(text[i : i + 8], "big") for i in range(0, 48, 8)]
    assert max(words) < 2**64 - 6, "none of these is near a rejection"
    xs = list(range(6))
    for i, word in enumerate(words):
        j = i + word % (6 - i)
        xs[i], xs[j] = xs[j], xs[i]
    assert hidden.shuffle_order(SECRET, KEY, 4, 6) == xs


def test_nobody_without_the_secret_can_compute_the_order() -> None:
    """The public stream of the same key and request, and another secret, give others."""
    mine = hidden.shuffle_order(SECRET, KEY, 0, 20)
    assert sorted(mine) == list(range(20))
    assert pick(range(20), 20, public_stream(KEY, 0).below) != mine
    assert hidden.shuffle_order(H("another secret"), KEY, 0, 20) != mine
    assert hidden.shuffle_order(SECRET, H("another key"), 0, 20) != mine
    assert hidden.shuffle_order(SECRET, KEY, 1, 20) != mine


def test_nothing_to_shuffle() -> None:
    assert hidden.shuffle_order(SECRET, KEY, 0, 0) == []


def test_the_right_opening_opens() -> None:
    assert hidden.opens(COMMITTED, SALT, TABLE, "t1", "ruby")


def test_every_other_opening_does_not() -> None:
    other = H("other")
    assert not hidden.opens(COMMITTED, SALT, TABLE, "t1", "jade")
    assert not hidden.opens(COMMITTED, SALT, TABLE, "t2", "ruby")
    assert not hidden.opens(COMMITTED, SALT, other, "t1", "ruby")
    assert not hidden.opens(COMMITTED, other, TABLE, "t1", "ruby")
    assert not hidden.opens(other, SALT, TABLE, "t1", "ruby")
    assert not hidden.opens(COMMITTED[:31], SALT, TABLE, "t1", "ruby")


def test_a_salt_is_32_bytes() -> None:
    """HMAC pads its key with zeros: without this check, two salts would open one commitment."""
    short = SALT[:31]
    padded = short + b"\0"
    committed = hidden.commitment(short, TABLE, "t1", "ruby")
    assert committed == hidden.commitment(padded, TABLE, "t1", "ruby")
    assert hidden.opens(committed, padded, TABLE, "t1", "ruby")
    assert not hidden.opens(committed, short, TABLE, "t1", "ruby")
    assert not hidden.opens(committed, padded + b"\0", TABLE, "t1", "ruby")


def test_trying_all_faces_without_the_salt_finds_nothing() -> None:
    """A6: the salt is the key of the HMAC and as long as its output."""
    faces = ["ruby", "jade", "gold", "rock"]
    guesses = [bytes(32), KEY, TABLE, COMMITTED, H("salt", KEY, u32(0), "t1")]
    assert not any(hidden.opens(COMMITTED, s, TABLE, "t1", f) for s in guesses for f in faces)
