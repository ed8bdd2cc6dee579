"""Hash chains: links in order, none skipped, none after the last."""

from __future__ import annotations

import pytest

from pbem.errors import Refused
from pbem.fair.chain import Chain, N, follows, step
from pbem.fair.encode import D, H, u32

ROOT, TABLE, NONCE = bytes(range(32)), b"\x01" * 32, b"\x02" * 32


def chain(length: int = 5, name: str = "ann") -> Chain:
    return Chain(ROOT, TABLE, name, NONCE, length)


def test_a_chain_of_two_by_the_formula() -> None:
    two = D(ROOT, "chain", TABLE, "ann", NONCE)
    one = H("link", NONCE, "ann", u32(2), two)
    anchor = H("link", NONCE, "ann", u32(1), one)
    made = chain(2)
    assert (made.anchor, made.link(1), made.link(2)) == (anchor, one, two)


@pytest.mark.parametrize("name", ["a", "ann", "abcdefghijklmnopqrst"])
def test_links_follow_in_order_and_only_so(name: str) -> None:
    made = chain(5, name)
    all_links = [made.anchor, *(made.link(k) for k in range(1, 6))]
    for k in range(1, 6):
        assert step(NONCE, name, k, all_links[k]) == all_links[k - 1]
        for shown in range(6):
            right = follows(NONCE, name, k, all_links[k - 1], all_links[shown])
            assert right == (shown == k)


def test_a_link_says_nothing_for_another_index() -> None:
    made = chain()
    assert not follows(NONCE, "ann", 2, made.anchor, made.link(1))


@pytest.mark.parametrize("k", [0, N + 1])
def test_there_is_no_link_outside_the_chain_even_if_it_hashes_right(k: int) -> None:
    link = chain().link(1)
    assert not follows(NONCE, "ann", k, step(NONCE, "ann", k, link), link)


def test_a_copied_link_is_no_link_of_another_seat() -> None:
    """A7: the name and the nonce of the seat are in the step."""
    made = chain()
    assert not follows(NONCE, "bob", 1, made.anchor, made.link(1))
    assert not follows(TABLE, "ann", 1, made.anchor, made.link(1))


def test_another_length_is_refused_even_if_it_hashes_right() -> None:
    short = b"\x07" * 31
    assert not follows(NONCE, "ann", 1, step(NONCE, "ann", 1, short), short)


@pytest.mark.parametrize("k", [-1, 0, 6, N])
def test_there_are_links_1_to_length(k: int) -> None:
    with pytest.raises(Refused) as caught:
        chain().link(k)
    assert caught.value.code == "link/spent"


def test_a_whole_chain_holds_together_at_both_ends() -> None:
    whole = Chain(ROOT, TABLE, "ann", NONCE)
    assert follows(NONCE, "ann", 1, whole.anchor, whole.link(1))
    assert follows(NONCE, "ann", N, whole.link(N - 1), whole.link(N))
    assert N == 16384
