"""The bot: legal, with a little sense, and games with it end."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games.dig_card_game import GAME
from pbem.play import bots, views
from pbem.play.dealers import FreeDealer
from pbem.play.runner import Runner
from pbem.script.contract import Facts
from pbem.script.requests import Action
from tests.games import checks
from tests.games.dig_card_game.tables import (
    ALL_SEATS,
    DONE,
    PASS,
    at,
    buy,
    dig,
    hire,
    mine,
    move,
    place,
    sell,
    token,
    who,
)
from tests.games.driver import Table


def chosen(table: Table) -> Action:
    return checks.bots_choice(table, "Ann")


def gold(seats: int, seed: int, chance_seat: str, options: dict[str, Any]) -> dict[str, int]:
    """A whole game, shuffled; the runner refuses what is not legal."""
    names, deck = ALL_SEATS[:seats], GAME.deck()
    runner = Runner(GAME, Facts(names, GAME.check_options(options, names, deck), deck))
    dealer, below = FreeDealer(bytes([seed, seats]) * 16), bots.chance(str(seed))
    runner.begin(dealer)
    for _ in range(2000):
        seat = runner.awaited
        if seat is None:
            break
        known = dealer.known(seat)
        bot = bots.any_legal if seat == chance_seat else GAME.bot
        runner.move(seat, [bot(views.view(runner, seat, known), below)], known, dealer)
    assert runner.over
    return dict(GAME.result(runner.state).scores)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (3, {"pass_rule": "turn", "night_hire": True, "sell_tools": "any"}),
        (4, {"start_tools": "open"}),
    ],
)
def test_games_end_and_chance_is_beaten(seats: int, options: dict[str, Any]) -> None:
    """In 8 games the average bot has more than who plays anything."""
    games = [gold(seats, seed, ALL_SEATS[seed % seats], options) for seed in range(8)]
    theirs = sum(game[ALL_SEATS[seed % seats]] for seed, game in enumerate(games))
    others = sum(sum(game.values()) for game in games) - theirs
    assert others > theirs * (seats - 1)


# --- buying: PV1 has hire 2 3 5, Pick 2, Lantern 1 ---


def test_the_best_dwarf_that_leaves_enough_for_the_tools() -> None:
    """Both Tools cost 3: of 8 gold a Master may cost 5, of 7 it may not."""
    for purse, rank in ((8, "master"), (7, "journeyman")):
        table = at(who(gold=purse), phase="buy", supply="A1 J1 M1 P1 L1")
        assert chosen(table) == hire(rank)


def test_then_the_tools_that_are_missing() -> None:
    table = at(who(hand="J1 P2"), phase="buy", supply="A1 P1 L1")
    assert chosen(table) == buy("lantern")


def test_a_hidden_tool_is_counted_by_who_has_seen_it() -> None:
    """A Dwarf, a hidden Lantern: a Pick is what is missing."""
    table = at(who(hand="J1", hidden="L3"), phase="buy", supply="P1 L1")
    assert chosen(table) == buy("pick")


def test_with_full_sets_and_little_gold_it_passes() -> None:
    table = at(who(hand="J1 P2 L2", gold=2), phase="buy", supply="A1 P1 L1")
    assert chosen(table) == PASS


def test_on_the_last_day_no_tool_is_bought() -> None:
    table = at(who(hand="J1 P2"), phase="buy", day=6, supply="P1 L1")
    assert chosen(table) == PASS


# --- digging and mining ---


def test_it_digs_with_the_lowest_rank_that_may() -> None:
    table = at(who(hand="M1 A1 P1 L1"), phase="dig")
    assert chosen(table) == dig(1, "A1 P1 L1")


def test_it_digs_with_what_lies_in_hand_first() -> None:
    table = at(who("A1 P1 L1", hand="A2 P2 L2"), phase="dig")
    assert chosen(table) == dig(2, "A2 P2 L2")


def test_a_set_in_hand_is_laid_where_it_draws_most() -> None:
    """A Master draws 2 in Level 3 and 3 in Level 4 (DC-86)."""
    table = at(who("", "", "", "", hand="M1 P1", hidden="L3"), phase="mine")
    assert chosen(table) == place("M1", 4)


def test_a_tool_is_laid_where_a_dwarf_lacks_it() -> None:
    table = at(who("A1 P1", "", hidden="L3"), phase="mine")
    assert chosen(table) == place(token(table, "L3"), 1)


def test_a_tool_moves_to_where_it_is_short() -> None:
    table = at(who("A1 P1", "P2 L1 L2"), phase="mine")
    assert chosen(table) == move("L1", 1)


def test_the_dwarf_that_draws_most_mines_first() -> None:
    table = at(who("A1 P1 L1", "M1 P2 L2"), phase="mine")
    assert chosen(table) == mine("M1")


def test_it_does_not_mine_where_every_second_card_is_a_cave_in() -> None:
    for deck, action in (("R1 R2 C1", mine("A1")), ("R1 C1", DONE)):
        table = at(who("A1*s P1*s L1*s"), phase="mine", mine_deck=deck)
        assert chosen(table) == action


# --- selling ---


def test_gems_are_sold_when_no_later_day_is_likely_to_be_better() -> None:
    """PV10 has Ruby 3 and Diamond 9, which no card beats; PV1 has Ruby 1, the least there is."""
    rich = who(hand="R1 R2 D1", gold=9)
    good = at(rich, phase="sell", prices="PV10", supply="P1")
    assert chosen(good) == sell("ruby 2 diamond")
    bad = at(who(hand="R1 R2", gold=9), phase="sell", prices="PV1", supply="P1")
    assert chosen(bad) == DONE


def test_who_is_poor_sells_at_any_price() -> None:
    table = at(who(hand="R1 R2", gold=4), phase="sell", prices="PV1")
    assert chosen(table) == sell("ruby 2")


def test_on_day_six_every_gem_is_sold() -> None:
    table = at(who(hand="R1 D1", gold=9), phase="sell", day=6, prices="PV1", supply="P1")
    assert chosen(table) == sell("ruby diamond")
