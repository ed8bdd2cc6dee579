"""The solo variant played many times with the program's own draws (DU-122 to DU-133).

Turning up the cards in the order of play is a uniform order of the 40, and the stones that
come before the last Skeleton are those that get placed. So k stones are placed with chance
C(k+3, 3) / C(40, 4), all 36 with C(39, 3) / C(40, 4) = 4/40 = 1/10. The place of the last of
4 among 40 has the mean 4 * 41 / 5 = 32.8, which leaves 28.8 stones, and the variance
4 * 36 * 41 / (5 * 5 * 6) = 39.36.

Seeds are fixed, so nothing here fails by chance: with fair draws one set of seeds in a
thousand would be outside of the bounds (3.29 standard deviations).
"""

from __future__ import annotations

from math import comb, sqrt

import pytest

from pbem.games.dig_up_adventure import GAME
from pbem.play import views
from pbem.play.dealers import FreeDealer
from pbem.play.runner import Runner
from pbem.script.contract import Facts

# One worker has them all, so that what they share is made once.
pytestmark = pytest.mark.xdist_group("solo_odds")

GAMES = 4000
SIGMAS = 3.29


def stones(seed: int) -> int:
    """How many stones are placed in one game."""
    deck = GAME.deck()
    options = GAME.check_options({"variant": "solo", "colors": list("RSET")}, ("ann",), deck)
    runner = Runner(GAME, Facts(("ann",), options, deck))
    dealer = FreeDealer(seed.to_bytes(32, "big"))
    runner.begin(dealer)
    while not runner.over:
        runner.move("ann", [{"do": "dig"}], {}, dealer)
    result = views.result(runner)
    assert result is not None
    assert bool(result.winners) == (result.scores["ann"] == 36)
    return result.scores["ann"]


@pytest.fixture(scope="module")
def placed() -> list[int]:
    return [stones(seed) for seed in range(GAMES)]


def within(observed: float, expected: float, variance: float) -> bool:
    """`observed` is the mean of GAMES values of this mean and variance."""
    return abs(observed - expected) <= SIGMAS * sqrt(variance / GAMES)


def test_du_131_one_game_in_ten_is_won(placed: list[int]) -> None:
    won = placed.count(36) / GAMES
    assert within(won, 1 / 10, 1 / 10 * 9 / 10)  # 0.1 +- 0.016


def test_du_133_the_mean_is_28_8_stones(placed: list[int]) -> None:
    assert within(sum(placed) / GAMES, 28.8, 39.36)  # 28.8 +- 0.33


def test_du_133_every_number_of_stones_is_as_likely_as_it_should_be(placed: list[int]) -> None:
    """Up to 15 stones together, then each number: chi squared with 21 degrees of freedom,
    of which one in a thousand is above 46.80."""
    groups = [range(16), *(range(k, k + 1) for k in range(16, 37))]
    total = 0.0
    for group in groups:
        expected = GAMES * sum(comb(k + 3, 3) for k in group) / comb(40, 4)
        seen = sum(k in group for k in placed)
        total += (seen - expected) ** 2 / expected
    assert len(groups) == 22
    assert total < 46.80
