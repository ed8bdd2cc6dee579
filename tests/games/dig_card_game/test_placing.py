"""Mine Phase: what is placed and what is moved (DC-71 to DC-77), and the rulings on it."""

from __future__ import annotations

import pytest

from tests.games.dig_card_game.tables import (
    at,
    dig,
    gold,
    hand,
    level,
    marks,
    mine,
    mining,
    move,
    phase,
    place,
    play,
    who,
)
from tests.games.driver import Table, clause, kinds, of_kind


def spots(table: Table, do: str, where: str) -> set[tuple[str, int]]:
    return {(action["card"], action[where]) for action in of_kind(table, do)}


# --- placing ---


def test_dc_71_any_piece_of_the_hand_on_any_own_tunnel_in_play() -> None:
    """Level 2 has collapsed, 4 and 5 are in hand."""
    table = mining("", "xx", "", hand="A1 P1")
    assert spots(table, "place", "level") == {("A1", 1), ("A1", 3), ("P1", 1), ("P1", 3)}
    assert clause(table, place("A1", 2)) == "DC-71"
    assert clause(table, place("A1", 4)) == "DC-71"
    assert clause(table, place("P2", 1)) == "DC-71"  # in the deck
    assert clause(table, place("P14", 1)) == "DC-71"  # in the supply


def test_dc_71_placing_is_free_and_no_movement() -> None:
    """DC-71, DC-76, DC-R13: what was laid may still move its one space today."""
    table = play(mining("", "", "", hand="A1 P1"), "Ann", place("A1", 1), place("P1", 3))
    assert (gold(table), hand(table)) == (10, "")
    assert (marks(table, "A1"), marks(table, "P1")) == ("", "")
    play(table, "Ann", move("A1", 2))
    assert (level(table, 1), level(table, 2), marks(table, "A1")) == ("", "A1", "s")
    assert clause(table, move("A1", 3)) == "DC-72"
    assert table.legal(move("P1", 2))


def test_dc_71_a_tunnel_holds_any_number_of_pieces() -> None:
    table = mining("A1 P1 L1", hand="A2 J1 M1 P2 P3 L2")
    play(table, "Ann", *(place(card, 1) for card in ("P3", "M1", "A2", "L2", "J1", "P2")))
    assert level(table, 1) == "A1 A2 J1 M1 P1 P2 P3 L1 L2"


def test_dc_71_what_lies_in_a_tunnel_is_not_placed_again() -> None:
    table = mining("A1", "", hand="P1")
    assert clause(table, place("A1", 2)) == "DC-71"


# --- moving ---


def test_dc_72_one_space_a_day_for_each_piece() -> None:
    """DC-72, DC-R12: Dwarf, Pick and Lantern each have their own space."""
    table = mining("A1 P1 L1", "", "")
    play(table, "Ann", move("A1", 2), move("P1", 2), move("L1", 2))
    assert (level(table, 1), level(table, 2)) == ("", "A1 P1 L1")
    for piece in ("A1", "P1", "L1"):
        assert marks(table, piece) == "s"
    assert of_kind(table, "move") == []
    for piece in ("A1", "P1", "L1"):
        assert clause(table, move(piece, 3)) == "DC-72"
        assert clause(table, move(piece, 1)) == "DC-72"


def test_dc_72_digging_and_mining_share_the_one_space() -> None:
    """DC-55, DC-72: three pieces step down to dig Level 2 and rest in the Mine Phase."""
    player = who("J1 P1 L1 A1")
    table = at(player, phase="dig", supply="P14 L14")
    play(table, "Ann", dig(2, "J1 P1 L1"))
    assert phase(table) == "2 mine"
    assert spots(table, "move", "to") == {("A1", 2)}
    for piece in ("J1", "P1", "L1"):
        assert clause(table, move(piece, 1)) == "DC-72"


@pytest.mark.parametrize(
    ("levels", "piece", "reached"),
    [
        (("A1", "", ""), "A1", {2}),
        (("", "A1", ""), "A1", {1, 3}),
        (("A1", "xx", ""), "A1", {3}),
        (("A1", "xx", "xx", ""), "A1", {4}),
        (("", "xx", "A1", "xx", ""), "A1", {1, 5}),
        (("xx", "", "P1"), "P1", {2}),
        (("xx", "xx", "", "", "L1"), "L1", {4}),
        (("A1", "xx", "xx", "xx"), "A1", set()),
        (("A1", None), "A1", set()),
    ],
)
def test_dc_73_adjacent_tunnels(
    levels: tuple[str | None, ...], piece: str, reached: set[int]
) -> None:
    """DC-73, DC-101, DC-R11: what has collapsed is stepped over, at no cost."""
    table = mining(*levels, hand="J5")
    assert {action["to"] for action in of_kind(table, "move")} == reached
    for to in {1, 2, 3, 4, 5} - reached:
        assert not table.legal(move(piece, to))


def test_dc_73_two_spaces_are_too_far() -> None:
    assert clause(mining("A1", "", ""), move("A1", 3)) == "DC-73"


def test_dc_73_a_step_over_a_collapsed_level_is_one_space() -> None:
    """DC-R11: and it is the one space of the Day."""
    table = play(mining("A1 P1", "xx", "xx", "", ""), "Ann", move("A1", 4))
    assert (level(table, 1), level(table, 4), marks(table, "A1")) == ("P1", "A1", "s")
    assert clause(table, move("A1", 5)) == "DC-72"


def test_dc_74_pieces_move_singly_up_or_down() -> None:
    """DC-74, DC-R12: a Pick leaves without its Dwarf, a Dwarf without its Tools."""
    table = mining("", "J1 J2 P1 L1", "")
    play(table, "Ann", move("P1", 3), move("J1", 1), move("L1", 1))
    assert [level(table, n) for n in (1, 2, 3)] == ["J1 L1", "J2", "P1"]
    assert (marks(table, "J2"), marks(table, "P1")) == ("", "s")


def test_dc_75_pieces_stay_with_their_owner() -> None:
    """DC-75: nobody moves, places or mines with what another player has."""
    table = at(who("A1", ""), who("A2 P2 L2", "", hand="J2"), phase="mine", supply="P14 L14")
    assert clause(table, move("A2", 2)) == "DC-75"
    assert clause(table, place("J2", 1)) == "DC-71"  # from hand: from one's own
    assert clause(table, mine("A2")) == "DC-80"
    assert spots(table, "move", "to") == {("A1", 2)}


def test_dc_75_nothing_goes_back_to_the_hand() -> None:
    table = mining("A1 P1 L1", "", hand="J1")
    assert kinds(table) == {"place", "move", "mine", "done"}
    for action in ({"do": "take", "card": "A1"}, move("A1", 0)):
        assert not table.legal(action)


def test_dc_76_what_dug_today_may_move() -> None:
    """DC-76, DC-R13, DC-R14: it has dug from the hand, so it has its space left."""
    table = mining("", "J1*d P1*d L1*d")
    play(table, "Ann", move("J1", 1))
    assert (level(table, 1), marks(table, "J1")) == ("J1", "ds")


def test_dc_77_a_dwarf_may_stand_too_deep_and_is_idle_there() -> None:
    """DC-77, DC-R16: an Apprentice in Level 3, placed or moved, does not mine."""
    table = mining("", "A1", "P1 P2 L1 L2", hand="A2")
    play(table, "Ann", move("A1", 3), place("A2", 3))
    assert level(table, 3) == "A1 A2 P1 P2 L1 L2"
    assert of_kind(table, "mine") == []
    assert clause(table, mine("A1")) == "DC-84"
    assert clause(table, mine("A2")) == "DC-84"
