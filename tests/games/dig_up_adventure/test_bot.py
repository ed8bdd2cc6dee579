"""The bot: legal, quick, with a little sense, and games with it end."""

from __future__ import annotations

import pytest

from pbem.games.dig_up_adventure import GAME
from pbem.play import bots
from pbem.play.dealers import FreeDealer
from pbem.play.runner import Runner
from pbem.play.views import result, view
from pbem.script.contract import Facts
from pbem.script.requests import Action
from tests.games import checks
from tests.games.dig_up_adventure.tables import (
    at,
    binoculars,
    bridge,
    discard,
    keep,
    pick,
    pickaxe,
    place,
    river,
    shovel,
    trade,
    treasure,
)
from tests.games.driver import Table

SEATS = ("Ana", "Bea", "Cem", "Dan")


def chosen(table: Table, seat: str = "Ana") -> Action:
    return checks.bots_choice(table, seat)


def scores(seats: int, seed: int, random_seat: str = "") -> dict[str, int]:
    """A whole game; nobody's choice is ever illegal, and nobody knows more than his looks."""
    names, deck = SEATS[:seats], GAME.deck()
    runner = Runner(GAME, Facts(names, GAME.check_options({}, names, deck), deck))
    dealer, below = FreeDealer(seed.to_bytes(32, "big")), bots.chance(str(seed))
    runner.begin(dealer)
    for _ in range(1500):
        seat = runner.awaited
        if seat is None:
            break
        faces = {t: f for t, f in dealer.known(seat).items() if t in dealer.faces}
        seen = view(runner, seat, faces)
        play = bots.any_legal if seat == random_seat else GAME.bot
        action = play(seen, below)
        assert action in seen.actions or any(form.accepts(action, {}) for form in seen.forms)
        runner.move(seat, [action], faces, dealer)
    ended = result(runner)
    assert ended is not None
    return dict(ended.scores)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_end_and_chance_is_beaten(seats: int) -> None:
    """In 12 games the average bot has at least half as much again as who plays anything."""
    games = [scores(seats, seed, SEATS[seed % seats]) for seed in range(12)]
    theirs = sum(game[SEATS[seed % seats]] for seed, game in enumerate(games))
    others = sum(sum(game.values()) for game in games) - theirs
    assert 2 * others > 3 * theirs * (seats - 1)


def test_bots_among_themselves_fill_a_mine() -> None:
    for seed in range(6):
        assert max(scores(3, seed).values()) >= 9


def test_a_stone_of_the_own_colour_goes_to_its_place() -> None:
    """R7 at 7 brings 3 points; the other hand card, T1, 1 point at 1."""
    assert chosen(at("T1 R7")) == place("R7", 7)


def test_an_own_stone_is_not_covered_by_anothers() -> None:
    """S4 could replace R4 alone, which is worth 3."""
    table = at("S4", "R1 R2 R3 R4 R5 R6 R7 R8 ##")
    assert chosen(table)["do"] == "discard"


def test_a_shovel_opens_a_card() -> None:
    table = at("shovel-1", "R1 R2 R3 R4 R5 R6 R7 R8 ##")
    assert chosen(table) == shovel(9)


def test_a_bridge_fetches_an_own_stone_to_its_place() -> None:
    """Bea's R6 for D4 at 6, which is worth nothing there."""
    table = at(
        "bridge-1", "R1 R2 R3 R4 R5 D4 R7 R8 R9", Bea="S1 R6 ## ## ## ## ## ## ##", ended=True
    )
    assert chosen(table) == bridge(6, "Bea", 2)


def test_a_bag_puts_two_stones_in_place() -> None:
    table = at("bag-1", "R2 R1 R3 R4 R5 R6 R7 R8 R9", ended=True)
    assert chosen(table) == {"do": "bag", "card": "bag-1", "a": 1, "b": 2}


def test_a_pickaxe_fetches_the_best_card_for_the_poorest() -> None:
    table = at("pickaxe-1 S4", "## R2 R3 R4 R5 R6 R7 R8 R9", pile="T9 R1 D8")
    assert chosen(table) == pickaxe("S4", "R1")


def test_what_is_useless_is_discarded_and_no_more_than_three_are_kept() -> None:
    """No play brings anything to a full Mine of 27 points; the limit holds for good cards too."""
    full = "R1 R2 R3 R4 R5 R6 R7 R8 R9"
    table = at("S4 skeleton-1", full, ended=True)
    assert chosen(table) == discard("S4", "skeleton-1")
    table = at("idol-1 bag-1 bag-2 bag-3 bag-4", full, ended=True)
    action = chosen(table)
    assert action["do"] == "discard"
    assert len(action["cards"]) == 2
    assert "idol-1" in action["cards"]


def test_of_a_treasure_the_own_stone_is_kept_and_the_next_best_is_on_top() -> None:
    """R1 fits its place for 3; of the rest D2 is worth 1 point more than nothing, at 2."""
    mine = "## D9 R3 R4 R5 R6 R7 R8 R9"
    table = at("treasure-1", mine, draw="D3 D4 R1 D2 D5").act("Ana", treasure())
    action = chosen(table)
    assert action == keep(table, "R1", *_faces(table, action["back"]))
    assert _faces(table, action["back"])[0] == "D2"


def _faces(table: Table, tokens: list[str]) -> list[str]:
    return [table.hidden.faces[token] for token in tokens]


def test_binoculars_take_the_best_and_give_the_poorest() -> None:
    mine = "## R2 R3 R4 R5 R6 R7 R8 R9"
    table = at("binoculars-1 S4 bag-1", mine, hands={"Bea": "D7 R1 torch-1"})
    table.act("Ana", binoculars("Bea"))
    assert chosen(table) == trade(table, "R1", "S4")


def test_the_best_of_a_river_is_picked() -> None:
    mine = "## R2 R3 R4 R5 R6 R7 R8 R9"
    table = at("river-1", mine, draw="T9 D8 R1 S4").act("Ana", river())
    assert chosen(table) == pick("R1")


@pytest.mark.parametrize("seats", [2, 4])
def test_colours_are_chosen(seats: int) -> None:
    assert chosen(Table(GAME, SEATS[:seats], seed=1))["do"] == "color"


def test_alone_it_names_four_colours_and_digs() -> None:
    table = Table(GAME, ("Ana",), options={"variant": "solo"}, seed=1)
    first = chosen(table)
    assert first["do"] == "solo"
    table.act("Ana", first)
    while not table.state.over:
        assert chosen(table) == {"do": "dig"}
        table.act("Ana", {"do": "dig"})
