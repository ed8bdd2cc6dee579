"""The draw stream, by the formula; bounds; rejection exactly at the boundary."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import Refused
from pbem.fair import draws
from pbem.fair.encode import M, u32, u64

KEY = bytes(range(32))
SECRET = bytes(range(32, 64))


class Given(draws.Stream):
    """A stream of words that the test chooses."""

    def __init__(self, words: list[int]) -> None:
        super().__init__(KEY, b"")
        self.given: Iterator[int] = iter(words)

    def word(self) -> int:
        self.words += 1
        return next(self.given)


@pytest.mark.parametrize("q", [0, 1, 256])
def test_words_are_the_blocks_in_order(q: int) -> None:
    for stream, block in [
        (draws.public_stream(KEY, q), lambda j: M(KEY, "public", u32(q), u64(j))),
        (draws.hidden_stream(SECRET, KEY, q), lambda j: M(SECRET, "order", KEY, u32(q), u64(j))),
    ]:
        text = b"".join(block(j) for j in range(5))
        words = b"".join(stream.word().to_bytes(8, "big") for _ in range(20))
        assert words == text
        assert stream.words == 20


@pytest.mark.parametrize("n", [1, 2, 3, 6, 52, 2**63 - 1, 2**63, 2**63 + 1, 2**64 - 1])
def test_rejection_at_the_boundary(n: int) -> None:
    """A11: the words left over past the last whole multiple of n are not used."""
    whole = 2**64 // n * n  # the first word that would favour the small results
    stream = Given([whole - 1])
    assert stream.below(n) == n - 1
    assert (stream.words, stream.rejected) == (1, 0)
    if whole < 2**64:
        stream = Given([whole, 2**64 - 1, 0])
        assert stream.below(n) == 0
        assert (stream.words, stream.rejected) == (3, 2)


def test_a_power_of_two_rejects_nothing() -> None:
    stream = Given([2**64 - 1, 2**64 - 1])
    assert [stream.below(2**63), stream.below(1)] == [2**63 - 1, 0]
    assert (stream.words, stream.rejected) == (2, 0)


@pytest.mark.parametrize("n", [0, -1, 2**64, 2**65])
def test_bounds_are_1_to_2_64(n: int) -> None:
    with pytest.raises(Refused) as caught:
        draws.public_stream(KEY, 0).below(n)
    assert caught.value.code == "draw/bound"


def test_a_die_is_one_more_than_below() -> None:
    assert [draws.die(6, Given([w]).below) for w in range(7)] == [1, 2, 3, 4, 5, 6, 1]


def test_pick_by_hand() -> None:
    """a b c d: swap 0 with 0+2, then 1 with 1+0, then 2 with 2+1."""
    assert draws.pick("abcd", 3, Given([2, 0, 1]).below) == ["c", "b", "d"]


@given(st.lists(st.integers(), max_size=12), st.integers(0, 12), st.integers(0, 9))
def test_a_pick_is_a_part_of_the_items(items: list[int], k: int, q: int) -> None:
    below = draws.public_stream(KEY, q).below
    if k > len(items):
        with pytest.raises(Refused) as caught:
            draws.pick(items, k, below)
        assert caught.value.code == "draw/too-many"
        return
    before = list(items)
    got = draws.pick(items, k, below)
    assert len(got) == k and items == before
    for item in got:
        before.remove(item)  # each as often as it was there


@given(st.integers(0, 8), st.integers(0, 9))
def test_fewer_picked_is_the_beginning_of_more(k: int, q: int) -> None:
    few = draws.pick(range(8), k, draws.public_stream(KEY, q).below)
    order = draws.pick(range(8), 8, draws.public_stream(KEY, q).below)
    assert few == order[:k]


def test_a_word_is_never_left_for_the_next_request() -> None:
    """Rejections in one request do not move the next: each begins its own stream."""
    first = draws.public_stream(KEY, 0)
    for _ in range(5):
        first.below(2**63 + 1)
    assert draws.public_stream(KEY, 1).word() == int.from_bytes(
        M(KEY, "public", u32(1), u64(0))[:8], "big"
    )


def test_the_key_rolls_with_links_only() -> None:
    link = bytes(32)
    assert draws.next_key(KEY, []) == KEY
    a = draws.next_key(KEY, [("ann", link)])
    b = draws.next_key(a, [("ann", link)])
    other = draws.next_key(SECRET, [("ann", link)])
    assert len({KEY, a, b, other}) == 4


def test_names_order_and_links_all_enter_the_key() -> None:
    x, y = bytes(32), b"\x01" * 32
    lists = [
        [("ann", x), ("bob", y)], [("ann", y), ("bob", x)], [("bob", y), ("ann", x)],
        [("ann", x)], [("bob", x)], [("ann", x), ("bob", y), ("arbiter", x)],
    ]  # fmt: skip
    assert len({draws.next_key(KEY, links) for links in lists}) == len(lists)
