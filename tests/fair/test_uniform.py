"""A11: no bias. Exactly, over all words of a toy stream; and by chi-square over the real one.

The chi-square tests run on fixed keys, so they give the same verdict for ever. Their
limit is the 99.9 % quantile: of a thousand honest keys one would have failed, and a
wrong algorithm fails by far. Quantiles by Wilson and Hilferty's cube (1931), good to
better than 2 % from five degrees of freedom on.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from pbem.fair import draws
from pbem.fair.encode import H, u32
from pbem.fair.hidden import shuffle_order

Z_999 = 3.0902
"""99.9 % quantile of the normal distribution."""


def limit(freedom: int) -> float:
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + Z_999 * math.sqrt(part)) ** 3)


def statistic(found: Counter[Any], cells: int) -> float:
    mean = found.total() / cells
    missing = cells - len(found)
    return sum((n - mean) ** 2 / mean for n in found.values()) + missing * mean


def keys(count: int, what: str) -> Iterable[bytes]:
    return (H("test", what, u32(i)) for i in range(count))


def test_the_quantile_is_that_of_the_tables() -> None:
    """Against printed tables of chi-square at 0.999."""
    for freedom, printed in [(5, 20.515), (10, 29.588), (30, 59.703), (100, 149.449)]:
        assert abs(limit(freedom) - printed) < 0.02 * printed


# --- exactly: every choice of `below` once ---


@pytest.mark.parametrize("n", range(1, 7))
def test_each_order_comes_from_exactly_one_list_of_choices(n: int) -> None:
    """n! lists of results of below(n), below(n-1), ..., below(1): one order for each."""
    orders = Counter()
    for choices in itertools.product(*(range(n - i) for i in range(n))):
        it = iter(choices)
        orders[tuple(draws.pick(range(n), n, lambda _, it=it: next(it)))] += 1
    assert len(orders) == math.factorial(n)
    assert set(orders.values()) == {1}


@pytest.mark.parametrize(("n", "k"), [(n, k) for n in range(1, 7) for k in range(n)])
def test_each_pick_comes_equally_often(n: int, k: int) -> None:
    picks = Counter()
    for choices in itertools.product(*(range(n - i) for i in range(k))):
        it = iter(choices)
        picks[tuple(draws.pick(range(n), k, lambda _, it=it: next(it)))] += 1
    assert len(picks) == math.perm(n, k)
    assert set(picks.values()) == {1}


class Toy(draws.Stream):
    """The real `below`, over words of few values: a toy of 2^64 = 16."""

    def __init__(self, words: tuple[int, ...]) -> None:
        super().__init__(bytes(32), b"")
        self.given = iter(words)

    def word(self) -> int:
        return next(self.given)


@pytest.mark.parametrize("n", range(1, 17))
def test_below_is_uniform_over_all_words_of_a_toy(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "WORDS", 17 if n == 16 else 16)
    found, rejected = Counter[int](), 0
    for word in range(draws.WORDS):
        try:
            found[Toy((word,)).below(n)] += 1
        except StopIteration:
            rejected += 1
    assert set(found) == set(range(n))
    assert len(set(found.values())) == 1
    assert rejected == draws.WORDS % n


@pytest.mark.parametrize("n", range(1, 7))
def test_every_order_of_up_to_six_is_equally_frequent_over_a_whole_toy(
    n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All lists of n words of 7 values, those with a rejection left out."""
    monkeypatch.setattr(draws, "WORDS", 7)
    orders = Counter[tuple[int, ...]]()
    for words in itertools.product(range(7), repeat=n):
        try:
            orders[tuple(draws.pick(range(n), n, Toy(words).below))] += 1
        except StopIteration:
            continue
    assert len(orders) == math.factorial(n)
    assert len(set(orders.values())) == 1


def test_taking_the_remainder_alone_would_be_seen() -> None:
    """The exact test has teeth: w mod 6 over 16 words favours 0 to 3."""
    assert len(set(Counter(w % 6 for w in range(16)).values())) == 2


# --- by chi-square: the real stream ---


def test_dice() -> None:
    below = draws.public_stream(H("test", "dice"), 0).below
    found = Counter(draws.die(6, below) for _ in range(12_000))
    assert statistic(found, 6) < limit(5)


def test_pairs_of_dice_in_turn() -> None:
    below = draws.public_stream(H("test", "pairs"), 0).below
    found = Counter((draws.die(6, below), draws.die(6, below)) for _ in range(9_000))
    assert statistic(found, 36) < limit(35)


def test_first_dice_of_many_requests() -> None:
    """Over entries and requests, as they are drawn in a game: one die a request."""
    found = Counter(
        draws.die(6, draws.public_stream(key, q).below)
        for key in keys(1_000, "requests")
        for q in range(6)
    )
    assert statistic(found, 6) < limit(5)


def test_bytes_of_the_stream() -> None:
    stream = draws.public_stream(H("test", "bytes"), 0)
    found = Counter(b for _ in range(4_000) for b in stream.word().to_bytes(8, "big"))
    assert statistic(found, 256) < limit(255)


def test_picks_of_two_of_five() -> None:
    found = Counter(
        tuple(draws.pick(range(5), 2, draws.public_stream(key, 0).below))
        for key in keys(6_000, "picks")
    )
    assert statistic(found, 20) < limit(19)


def test_orders_of_four() -> None:
    found = Counter(
        tuple(draws.pick(range(4), 4, draws.public_stream(key, 3).below))
        for key in keys(6_000, "orders")
    )
    assert statistic(found, 24) < limit(23)


def test_hidden_orders_of_four() -> None:
    secret = H("test", "secret")
    found = Counter(tuple(shuffle_order(secret, key, 0, 4)) for key in keys(6_000, "hidden"))
    assert statistic(found, 24) < limit(23)


def test_each_place_of_a_deck_gets_each_card() -> None:
    """Where each of ten cards lies in an order of ten, place by place."""
    found = Counter(
        (place, card)
        for key in keys(2_000, "deck")
        for place, card in enumerate(draws.pick(range(10), 10, draws.public_stream(key, 0).below))
    )
    # Places and cards each sum to 2,000: 81 of the 100 cells are free, and a
    # permutation's cells scatter by 10/9 of what independent ones would.
    assert statistic(found, 100) * 9 / 10 < limit(81)


def test_the_wrong_shuffle_would_be_seen() -> None:
    """The chi-square test has teeth: swapping with any place is a well-known bias."""

    def wrong(key: bytes) -> tuple[int, ...]:
        xs, below = list(range(4)), draws.public_stream(key, 3).below
        for i in range(4):
            j = below(4)
            xs[i], xs[j] = xs[j], xs[i]
        return tuple(xs)

    found = Counter(wrong(key) for key in keys(6_000, "orders"))
    assert statistic(found, 24) > 4 * limit(23)


def test_the_probability_of_rejection_is_what_it_should_be() -> None:
    """n = 2^63 + 1 rejects just under half: 10,000 words, five standard deviations are 250."""
    stream = draws.public_stream(H("test", "rejections"), 0)
    while stream.words < 10_000:
        stream.below(2**63 + 1)
    assert abs(stream.rejected - 5_000) < 250


def test_the_seed_reaches_every_order_of_a_deck() -> None:
    """A10: a key has 256 bits, S and K together 512; log2(52!) is 225.6."""
    assert len(H("test")) * 8 == 256
    assert 225 < math.log2(math.factorial(52)) < 226 < 256
    assert math.log2(math.factorial(98)) < 512 < math.log2(math.factorial(99))
