"""Cave-Ins: DC-92, DC-94 to DC-102, and the rulings on what they catch. Three seats: the gems out
of the game are R8 R9 R10 E8 S6 (DC-8)."""

from __future__ import annotations

import pytest

from tests.games.dig_card_game.tables import (
    DONE,
    at,
    dig,
    gems,
    hand,
    level,
    marks,
    mine,
    mine_deck,
    mining,
    move,
    own,
    phase,
    pile,
    place,
    play,
    tool_deck,
    who,
)
from tests.games.driver import awaited, clause, of_kind
from tests.games.named import drawn

OUT = "R8 R9 R10 E8 S6"


# --- the two kinds ---


def test_dc_95_to_97_a_regular_cave_in() -> None:
    """Tunnel and Dwarf leave the game, the Tools go under their deck, at once."""
    table = mining("A1 P2 L2", "J1 P1 L1")
    above = tool_deck(table)
    play(table, "Ann", mine("J1"), draw="C1")
    assert level(table, 2) == "xx"
    assert pile(table, "gone") == f"J1 {OUT}"
    assert tool_deck(table) == [*above, "P1 L1"]
    assert (hand(table), gems(table), pile(table, "exhausted")) == ("", "", "C1")
    assert table.legal(mine("A1"))


def test_dc_98_an_escape() -> None:
    """The Tunnel leaves the game, all that was in it comes back to the hand."""
    table = mining("A1 P2 L2", "J1 P1 L1")
    above = tool_deck(table)
    play(table, "Ann", mine("J1"), draw="X1")
    assert (level(table, 2), hand(table)) == ("xx", "J1 P1 L1")
    assert (pile(table, "gone"), tool_deck(table)) == (OUT, above)
    assert pile(table, "exhausted") == "X1"
    assert table.legal(mine("A1"))


@pytest.mark.parametrize("cave_in", ["C1", "X2"])
def test_dc_94_all_mining_there_ends_and_goes_on_elsewhere(cave_in: str) -> None:
    """DC-92, DC-94, DC-101: two of the three cards of Level 4 are lost, M2 cannot mine there any
    more, and A1 in Level 1 still can."""
    table = mining("A1 P1 L1", "", "", "M1 M2 P2 P3 L2 L3")
    play(table, "Ann", mine("M1"), draw=cave_in)
    assert (drawn(table), awaited(table), phase(table)) == ([cave_in], "Ann", "2 mine")
    assert not table.legal(mine("M2"))
    assert {action["dwarf"] for action in of_kind(table, "mine")} == {"A1"}
    play(table, "Ann", mine("A1"), draw="R1")
    assert gems(table) == "R1"


def test_dc_92_in_the_middle_of_the_draws() -> None:
    """DC-90, DC-92: what came before is kept, what would have come stays in the deck."""
    table = mining("", "", "", "", "M1 P1 L1", mine_deck="R1 | C3 | D1 D2")
    play(table, "Ann", mine("M1"), draw="R1 C3")
    assert (gems(table), mine_deck(table), level(table, 5)) == ("R1", ["D1 D2"], "xx")


def test_dc_94_two_cave_ins_in_one_turn() -> None:
    """The player goes on after the first, and loses the other Tunnel as well."""
    table = mining("A1 P1 L1", "A2 P2 L2", "J1 P3 L3")
    above = tool_deck(table)
    play(table, "Ann", mine("A2"), mine("A1"), draw="C2 C1")
    assert [level(table, n) for n in (1, 2, 3)] == ["xx", "xx", "J1 P3 L3"]
    assert pile(table, "gone") == f"A1 A2 {OUT}"
    assert tool_deck(table) == [*above, "P2 L2", "P1 L1"]  # DC-R20: in the order they came
    play(table, "Ann", mine("J1"), draw="X1")
    assert (level(table, 3), hand(table)) == ("xx", "J1 P3 L3")
    assert pile(table, "exhausted") == "C1 C2 X1"


# --- what is in the Tunnel ---


def test_dc_96_whatever_is_in_the_tunnel() -> None:
    """DC-96, DC-97, DC-R16, DC-R18: an Apprentice too deep to mine, a Journeyman that has mined,
    and spare Tools; what stands elsewhere is untouched."""
    table = mining("", "A2 P5", "A1 J1*m J2 P1*m L1*m P2 L2 P3")
    above = tool_deck(table)
    play(table, "Ann", mine("J2"), draw="C1")
    assert pile(table, "gone") == f"A1 J1 J2 {OUT}"
    assert tool_deck(table) == [*above, "P1 P2 P3 L1 L2"]
    assert (level(table, 1), level(table, 2), level(table, 3)) == ("", "A2 P5", "xx")


def test_dc_98_everything_escapes() -> None:
    """DC-98, DC-R18: those that did not mine as well."""
    table = mining("", "A2 P5", "A1 J1*m J2 P1*m L1*m P2 L2 P3", hand="M1")
    play(table, "Ann", mine("J2"), draw="X2")
    assert hand(table) == "A1 J1 J2 M1 P1 P2 P3 L1 L2"
    assert (level(table, 2), level(table, 3)) == ("A2 P5", "xx")


def test_dc_97_tools_under_face_down_ones() -> None:
    """DC-97, DC-R20: the Tools that nobody has seen yet come first."""
    players = who("A1 P1 L1", "", hidden="L9"), who(hidden="P8")
    table = at(*players, phase="mine", supply="P14 L14", tool_top="L5 P6")
    above = tool_deck(table)
    assert len(above) == 1
    play(table, "Ann", mine("A1"), draw="C1")
    assert tool_deck(table) == [*above, "P1 L1"]
    assert own(table)["hidden"]  # the hand is not touched


def test_dc_97_under_an_empty_deck() -> None:
    """DC-R20: they are the deck now."""
    table = mining("A1 P1 L1", "", tool_deck="")
    play(table, "Ann", mine("A1"), draw="C1")
    assert tool_deck(table) == ["P1 L1"]


def test_dc_97_those_tools_are_flipped_when_they_come_up() -> None:
    """DC-33, DC-97, DC-R20: the next morning three Tools are missing; one is left above."""
    table = mining("A1 P1 L1", tool_deck="P5")
    play(table, "Ann", mine("A1"), draw="C1")
    play(table, "Ann", DONE)
    play(table, "Bob", DONE)
    play(table, "Cy", DONE, draw="PV3 A2 A3 A4 P5 L1 P1")
    assert phase(table) == "3 buy"
    assert table.public()["tools"] == ["P14", "L14", "P5", "L1", "P1"]
    assert tool_deck(table) == []


# --- the Level afterwards ---


@pytest.mark.parametrize("cave_in", ["C1", "X1"])
def test_dc_100_a_collapsed_level_is_never_dug_again(cave_in: str) -> None:
    """DC-52, DC-59, DC-100, DC-101: the next Level to dig is 3, and it may be dug."""
    table = mining("A1 P1 L1", "J1 P2 L2", hand="J2 P3 L3")
    play(table, "Ann", mine("J1"), DONE, draw=cave_in)
    play(table, "Ann", DONE)
    play(table, "Bob", DONE)
    play(table, "Cy", DONE, draw="*")
    while phase(table) == "3 buy":
        play(table, awaited(table), {"do": "pass"})
    assert (phase(table), awaited(table)) == ("3 dig", "Ann")
    assert not table.legal(dig(2, "J2 P3 L3"))
    assert clause(table, dig(2, "J2 P3 L3")) in ("DC-52", "DC-100")
    play(table, "Ann", dig(3, "J2 P3 L3"))
    assert [level(table, n) for n in (1, 2, 3)] == ["A1 P1 L1", "xx", "J2 P3 L3"]


def test_dc_101_a_new_level_is_dug_past_a_collapsed_one() -> None:
    """DC-54, DC-73, DC-101: from Level 1 over the empty Level 2 into Level 3."""
    table = at(who("J1 P1 L1", "xx"), phase="dig", supply="P14 L14")
    play(table, "Ann", dig(3, "J1 P1 L1"))
    assert [level(table, n) for n in (1, 2, 3)] == ["", "xx", "J1 P1 L1"]


def test_dc_100_nothing_is_placed_or_moved_there() -> None:
    table = play(mining("A1", "J1 P1 L1", "", hand="P2"), "Ann", mine("J1"), draw="C1")
    assert not table.legal(place("P2", 2))
    assert not table.legal(move("A1", 2))
    play(table, "Ann", move("A1", 3))  # DC-101
    assert level(table, 3) == "A1"


@pytest.mark.parametrize(("cave_in", "then"), [("C5", "Bob"), ("X1", "Ann")])
def test_dc_102_only_the_mine_of_who_drew_it(cave_in: str, then: str) -> None:
    """Ann goes on only where she may place what has escaped."""
    same = "J2 P2 L2"
    players = who("", "J1 P1 L1", ""), who("A2", same, gold=4), who("", "J3 P3 L3")
    table = at(*players, phase="mine", supply="P14 L14")
    before = {seat: own(table, seat) for seat in ("Bob", "Cy")}
    play(table, "Ann", mine("J1"), draw=cave_in)
    assert level(table, 2) == "xx"
    assert {seat: own(table, seat) for seat in ("Bob", "Cy")} == before
    assert level(table, 2, "Bob") == same
    assert awaited(table) == then
    if then == "Ann":
        play(table, "Ann", DONE)
    play(table, "Bob", mine("J2"), draw="R1")


def test_dc_99_exhausted_until_all_have_sold() -> None:
    """DC-99, DC-120: it lies beside the deck through the Sell Phase, then under it."""
    table = mining("A1 P1 L1", mine_deck="C4 | R1 E1")
    play(table, "Ann", mine("A1"), draw="C4")
    assert (phase(table), mine_deck(table)) == ("2 sell", ["R1 E1"])
    assert "C4" in pile(table, "exhausted").split()
    play(table, "Ann", DONE)
    play(table, "Bob", DONE)
    assert (phase(table), mine_deck(table)) == ("2 sell", ["R1 E1"])
    play(table, "Cy", DONE, draw="*")
    assert (phase(table), pile(table, "exhausted")) == ("3 buy", "")
    assert mine_deck(table) == ["R1 E1", "C1 C2 C3 C4 C5 X1 X2"]


# --- after an Escape ---


def test_dc_r19_placed_again_in_the_same_turn_with_their_marks() -> None:
    """J1 mined with P1 and L1; all escape. A1, P2 and L2 may still mine, the three may not."""
    table = mining("", "J1 A1 P1 P2 L1 L2")
    play(table, "Ann", mine("J1"), draw="X1")
    assert hand(table) == "A1 J1 P1 P2 L1 L2"
    assert [marks(table, piece) for piece in ("J1", "P1", "L1", "A1")] == ["m", "m", "m", ""]
    play(table, "Ann", *(place(card, 1) for card in ("J1", "A1", "P1", "L1")))
    assert clause(table, mine("J1")) == "DC-82"
    assert clause(table, mine("A1")) == "DC-83"
    play(table, "Ann", place("P2", 1), place("L2", 1))
    assert clause(table, mine("A1", "P1", "L2")) == "DC-83"
    play(table, "Ann", mine("A1"), draw="R1")
    assert (gems(table), marks(table, "P2"), marks(table, "L2")) == ("R1", "m", "m")


def test_dc_r19_who_has_moved_today_does_not_move_again() -> None:
    """DC-72, DC-R14, DC-R19: P1 stepped before the Cave-In, L1 did not."""
    table = mining("", "", "J1 P1*s L1")
    play(table, "Ann", mine("J1"), draw="X1")
    play(table, "Ann", place("P1", 1), place("L1", 1), place("J1", 2))
    assert clause(table, move("P1", 2)) == "DC-72"
    assert {(a["card"], a["to"]) for a in of_kind(table, "move")} == {("L1", 2), ("J1", 1)}


def test_dc_r14_tools_under_the_deck_lose_their_marks() -> None:
    """DC-R14: P1, dug with and moved today, is a Tool like any other when it comes up again."""
    table = mining("", "J1*d P1*ds L1*d", "")
    play(table, "Ann", mine("J1"), draw="C1")
    assert (marks(table, "P1"), marks(table, "L1")) == ("", "")


def test_dc_r19_the_dwarf_may_go_on_tomorrow() -> None:
    """DC-R14, DC-R19: a new Day clears what was carried through the Escape."""
    table = mining("", "J1 P1 L1")
    play(table, "Ann", mine("J1"), place("J1", 1), DONE, draw="X1")
    play(table, "Ann", DONE)
    play(table, "Bob", DONE)
    play(table, "Cy", DONE, draw="*")
    assert phase(table) == "3 buy"
    assert (level(table, 1), hand(table)) == ("J1", "P1 L1")
    assert [marks(table, piece) for piece in ("J1", "P1", "L1")] == ["", "", ""]


def test_dc_141_a_lost_tunnel_is_lost_for_good() -> None:
    """The tip's reason: with all five Levels gone there is nowhere to work any more."""
    table = mining("xx", "xx", "xx", "xx", "M1 P1 L1", hand="J1 P2 L2")
    play(table, "Ann", mine("M1"), draw="C1")
    assert phase(table) == "2 sell"  # nowhere to place J1
    play(table, "Ann", DONE)
    play(table, "Bob", DONE)
    play(table, "Cy", DONE, draw="*")
    while phase(table) == "3 buy":
        play(table, awaited(table), {"do": "pass"})
    assert phase(table) == "3 sell"  # nobody digs, nobody mines
    assert set(own(table)["levels"].values()) == {"gone"}
