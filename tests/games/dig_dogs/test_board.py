"""The board in characters, and the bot."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.games.dig_dogs import GAME
from tests.games.dig_dogs.tables import BONES, END, KEEP, at, drop, move
from tests.games.driver import Table

LONG = ("A" * 20, "B" * 20, "C" * 20, "D" * 20)


def test_the_board_of_a_small_table() -> None:
    """Values G 5, P 4, Y 3, B 2, R 1. Bartek: two red, one yellow; PY is public by PY2."""
    table = at(
        "=G =P =Y =B =R BG1 RY2 BP1",
        ("Ania", "Bartek"),
        dogs={"Ania": 6, "Bartek": 3},
        hands={"Bartek": "PY1"},
        delivered={"Bartek": "GR1 RY1 GY2"},
        rest="Ania",
        number=21,
    )
    table.act("Ania", KEEP)
    lines = GAME.board(table.view("Bartek"))
    assert lines[0] == (
        "DIG  turn 21: Ania (grey), 2 actions left, range 3        bones in Yard 2, row 8"
    )
    assert lines[2:8] == [
        " far end                    Dog House",
        " 8   7   6   5   4   3   2   1   0    space",
        " BP* RY* --  =R  =B  =Y  =P  =G  ##   card",
        "         a           b                dogs",
        "             1   2   3   4   5        worth now",
        "",
    ]
    # Ania has five colours, so the sums are left out: with hers the line would be too long
    assert lines[10] == "b Bartek  PY1   yellow 1, red 2" + " " * 29 + "5"
    assert "* colour known to all: BG1 blue, BP1 blue, PY1 purple, RY2 yellow" in lines


def test_the_sums_are_shown_where_there_is_room() -> None:
    """All other bones lie in the row; the Bowls from the Dog House on: G 5, P 4, Y 3, B 2, R 1."""
    gone = ("GR1", "RY1", "GY2")
    lying = " ".join(bone for bone in BONES if bone not in gone)
    table = at("=G =P =Y =B =R " + lying, delivered={"Bartek": " ".join(gone)})
    lines = GAME.board(table.view(None))
    assert "b Bartek  -     yellow 1, red 2  3 + 2 = 5" in lines
    spaces = [line for line in lines if line.endswith(" space")]
    assert len(spaces) == 2  # 22 cards and the Dog House: 12 spaces, then 11
    assert spaces[0].split()[0] == "22" and spaces[0].split()[-2] == "12"


def test_only_the_looker_reads_you_know() -> None:
    table = at("PR1", dogs={"Ania": 1}).act("Ania", KEEP)
    told = "you know:  PR1 = purple (so PR2 = red)"
    assert told in GAME.board(table.view("Ania"))
    assert told not in GAME.board(table.view("Bartek"))
    assert told not in GAME.board(table.view(None))


def test_a_pending_put_back_is_announced() -> None:
    table = at("PR1", dogs={"Ania": 1}).act("Ania", {"do": "dig"})
    assert "Ania has dug up PR1: put back one card, or none" in GAME.board(table.view("Bartek"))


def test_the_final_board_has_scores_winner_and_reason() -> None:
    """The red Bowl fills the gap, so R B G P Y are worth 5, 4, 3, 2, 1."""
    hands = {"Ania": "BG1 BG2", "Bartek": "BP1 BP2 BR1"}
    table = at("PY1 =B =G =P =Y =R", dogs={"Ania": 1}, hands=hands, rest="Bartek")
    table.act("Ania", KEEP, move(2), END)
    lines = GAME.board(table.view("Bartek"))
    # Bartek: red 4 x 5, blue 1 (BY1) x 4, green 3 x 3, purple 2 x 2, yellow 4 x 1
    assert lines[-4:] == [
        "The game is over.",
        "1.  Bartek 41",
        "2.  Ania 0",
        "Bartek wins: most points: 41 (DD-66)",
    ]
    assert lines[0].startswith("DIG  over after turn 1")


def test_dogs_still_being_chosen_are_shown() -> None:
    table = Table(GAME, ["Ania", "Bartek"], options={"dogs": "choose"}, seed=1)
    assert GAME.board(table.view(None))[0].startswith("DIG  the Dogs are being chosen")


def test_the_widest_board_fits() -> None:
    colours = {
        "B": "turquoise",
        "G": "greengreen",
        "P": "purplepurp",
        "R": "redredredr",
        "Y": "yellowyell",
    }
    dogs = ["brownbrown", "greygreygr", "blackblack", "whitewhite"]
    deck = {**GAME.deck(), "colours": colours, "dogs": dogs}
    table = at(
        " ".join(BONES[:3]), LONG, rest=LONG[0], hands={LONG[1]: "PY1 PY2 RY1"}, number=99999
    )
    table.state.facts = table.facts = table.facts._replace(deck=deck)
    for seat in (*LONG, None):
        assert max(map(len, GAME.board(table.view(seat)))) <= 80


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bots_end_every_game_with_legal_actions(seats: int) -> None:
    for seed in range(15):
        table = Table(GAME, LONG[:seats], seed=seed)
        for _ in range(400):
            if table.pending is None:
                break
            seat = table.pending.seat
            view = table.view(seat)
            action = GAME.bot(view, table.below)
            assert action in view.actions
            lines = GAME.board(view)
            assert max(map(len, lines)) <= 80
            assert all(line.isascii() for line in lines)
            table.act(seat, action)
        assert table.state.over
        assert max(GAME.result(table.state).scores.values()) >= 5


def test_the_bot_delivers_what_it_can() -> None:
    table = at("=R", dogs={"Ania": 1}, hands={"Ania": "RY1 GR1"})
    rng: Any = random.Random(1)
    assert GAME.bot(table.view("Ania"), rng.randrange) == drop("GR1", "RY1")


def test_the_bot_takes_a_free_dog_and_puts_back_a_poor_bone() -> None:
    rng: Any = random.Random(1)
    table = Table(GAME, ["Ania", "Bartek"], options={"dogs": "choose"}, seed=1)
    assert GAME.bot(table.view("Ania"), rng.randrange)["do"] == "dog"
    # Values R 5, G 4, B 3, P 2, Y 1: BG1 blue, GY1 green, RY1 red in hand; PY1 purple dug.
    table = at("=R =G =B =P =Y PY1", dogs={"Ania": 6}, hands={"Ania": "BG1 GY1 RY1"})
    table.act("Ania", {"do": "dig"})
    assert GAME.bot(table.view("Ania"), rng.randrange) == {"do": "put", "card": "PY1"}
    assert END in at("").menu()


def test_a_card_that_only_some_know_shows_its_number() -> None:
    """Ania has seen BG1 and put it back; from the row she reads which BG that is."""
    table = at("BG2 BP1 =B BG1", dogs={"Ania": 4, "Bartek": 3}, delivered={"Bartek": "BP2"})
    table.act("Ania", {"do": "dig", "put": "BG1"})
    row = [line.split() for line in GAME.board(table.view("Ania")) if line.endswith("card")]
    assert row[-1][-6:] == ["BG1", "=B", "BP*", "BG2", "##", "card"]


def test_no_put_back_is_awaited_when_the_game_is_over() -> None:
    table = at("PR1", dogs={"Ania": 1}).act("Ania", {"do": "dig"}, {"do": "resign"})
    lines = GAME.board(table.view(None))
    assert lines[0].startswith("DIG  over after turn 1")
    assert not any("put back" in line for line in lines)
