"""A10, for every game that comes along: the seed can reach every outcome of a draw."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from pbem.games import registry
from pbem.script.contract import Facts, Game
from pbem.script.requests import Choose, Draw, Mix, Open, Shuffle

PUBLIC_BITS = 256
"""K alone is secret."""
HIDDEN_BITS = 512
"""S keys the blocks, and K is their message."""
MOST_SHUFFLED = {"dig-up-adventure": 68}
"""Where not all cards can be in one shuffle: there the others lie in the Mines (DU-120)."""
OPTIONS: dict[tuple[str, int], dict[str, Any]] = {
    ("dig-up-adventure", 1): {"variant": "solo", "colors": list("ADER")},
    **{("dig-up-adventure", n): {"colors": list("ADER"[:n])} for n in (2, 3, 4)},
}
"""So that all is dealt before the first decision."""


def orders(counts: Mapping[Any, int]) -> float:
    """log2 of the number of distinct orders of things, some of them equal."""
    bits = math.lgamma(sum(counts.values()) + 1) / math.log(2)
    return bits - sum(math.lgamma(n + 1) for n in counts.values()) / math.log(2)


def outcomes(draw: Draw) -> float:
    """log2 of an upper bound of the outcomes of a public draw."""
    if draw.word == "roll":
        return draw.number * math.log2(draw.sides)
    if draw.word == "order":
        return orders(Counter(draw.items))
    return math.log2(math.perm(len(draw.items), draw.number))


def reply(request: Any) -> Any:
    if isinstance(request, Draw):
        return (
            [1] * request.number
            if request.word == "roll"
            else list(request.items)[: request.number]
        )
    return dict.fromkeys(request.tokens, "?") if isinstance(request, Open) else None


def requests_of_setup(game: Game[Any], seats: int) -> list[Any]:
    """All requests up to the first decision."""
    names = tuple(f"s{i}" for i in range(seats))
    deck = game.deck()
    facts = Facts(names, game.check_options(OPTIONS.get((game.slug, seats), {}), names, deck), deck)
    script, asked = game.setup(facts), []
    try:
        request = next(script)
        while not isinstance(request, Choose):
            asked.append(request)
            request = script.send(reply(request))
    except StopIteration:
        pass
    return asked


def test_bits_by_hand() -> None:
    assert orders({"a": 2, "b": 1}) == pytest.approx(math.log2(3))
    assert orders(Counter(range(52))) == pytest.approx(225.58, abs=0.01)
    assert outcomes(Draw("roll", 3, 8, ())) == 9
    assert outcomes(Draw("order", 3, 0, ("a", "b", "b"))) == pytest.approx(math.log2(3))
    assert outcomes(Draw("draw", 2, 0, ("a", "b", "c", "d"))) == pytest.approx(math.log2(12))


@pytest.mark.parametrize("slug", sorted(registry.BUILT_IN))
def test_every_hidden_order_can_come(slug: str) -> None:
    game = registry.load(slug)
    counts = game.face_counts(game.deck())
    if slug in MOST_SHUFFLED:
        assert set(counts.values()) == {1}
        counts = dict.fromkeys(list(counts)[: MOST_SHUFFLED[slug]], 1)
    assert orders(counts) <= HIDDEN_BITS


@pytest.mark.parametrize("slug", sorted(registry.BUILT_IN))
def test_every_setup_can_come(slug: str) -> None:
    game = registry.load(slug)
    for seats in range(game.seats[0], game.seats[1] + 1):
        for request in requests_of_setup(game, seats):
            if isinstance(request, Draw):
                assert outcomes(request) <= PUBLIC_BITS
            if isinstance(request, (Shuffle, Mix)):
                assert len(request.onto) <= MOST_SHUFFLED.get(slug, len(request.onto))
                assert orders(Counter(request.onto)) <= HIDDEN_BITS
