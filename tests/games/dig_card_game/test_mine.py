"""Mine Phase: the turn, mining, the cards drawn (DC-70, DC-80 to DC-93), and the rulings on it. PV1
gives the prices; a Pick and a Lantern for sale keep the Sell Phase waiting for somebody."""

from __future__ import annotations

import pytest

from tests.games.dig_card_game.tables import (
    DONE,
    at,
    bare,
    buy,
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
    who,
)
from tests.games.driver import awaited, clause, of_kind
from tests.games.named import drawn

# --- the turn ---


def test_dc_70_steps_in_any_order_until_the_turn_is_ended() -> None:
    """DC-70, DC-R15: mine, step on, place, mine, place again."""
    table = mining("A1 P1 L1", "", hand="J1 P2 P3 L2")
    play(table, "Ann", mine("A1"), move("A1", 2), draw="R1")
    play(table, "Ann", place("J1", 1), place("P2", 1), place("L2", 1), mine("J1"), draw="R2")
    play(table, "Ann", place("P3", 2))
    assert (level(table, 1), level(table, 2)) == ("J1 P1 P2 L1 L2", "A1 P3")
    assert (gems(table), awaited(table), phase(table)) == ("R1 R2", "Ann", "2 mine")
    play(table, "Ann", DONE)
    assert phase(table) == "2 sell"


def test_dc_70_the_turn_may_be_ended_at_once() -> None:
    """DC-70, DC-87: nobody has to place, move or mine."""
    table = play(mining("A1 P1 L1", hand="P2"), "Ann", DONE)
    assert (phase(table), awaited(table)) == ("2 sell", "Ann")
    assert (level(table, 1), hand(table), gems(table)) == ("A1 P1 L1", "P2", "")
    assert drawn(table) == []


def test_dc_70_the_others_follow_clockwise() -> None:
    """DC-22, DC-24, DC-70: all have mined before anybody sells."""
    both = [who("A1 P1 L1"), who("A2 P2 L2"), who("A3 P3 L3")]
    table = at(*both, phase="mine", supply="P14 L14", turn="Bob", first="Bob")
    order = []
    for card in ("R1", "R2", "R3"):
        order.append(awaited(table))
        dwarf = {"Ann": "A1", "Bob": "A2", "Cy": "A3"}[awaited(table)]
        play(table, awaited(table), mine(dwarf), draw=card)
    assert order == ["Bob", "Cy", "Ann"]
    assert (gems(table, "Bob"), gems(table, "Cy"), gems(table, "Ann")) == ("R1", "R2", "R3")
    assert (phase(table), awaited(table)) == ("2 sell", "Bob")


# --- who may mine ---


def test_dc_80_pick_and_lantern_in_the_same_tunnel() -> None:
    table = mining("A1 P1", "L1", hand="A2")
    assert clause(table, mine("A1")) == "DC-80"
    assert clause(table, mine("A2")) == "DC-80"  # in hand
    play(table, "Ann", move("L1", 1), mine("A1"), draw="R1")
    assert gems(table) == "R1"


@pytest.mark.parametrize("tunnel", ["A1", "A1 P1 P2", "A1 L1 L2"])
def test_dc_80_not_with_less(tunnel: str) -> None:
    assert clause(mining(tunnel, "J1"), mine("A1")) == "DC-80"


def test_dc_81_several_dwarves_each_with_its_own_tools() -> None:
    table = mining("A1 A2 P1 P2 L1 L2", "")
    play(table, "Ann", mine("A1"), mine("A2"), draw="R1 E1")
    assert (gems(table), drawn(table)) == ("R1 E1", ["R1", "E1"])


def test_dc_81_one_pick_is_not_enough_for_two() -> None:
    """DC-81, DC-83"""
    table = play(mining("A1 A2 P1 L1 L2", ""), "Ann", mine("A1"), draw="R1")
    assert clause(table, mine("A2")) == "DC-83"
    assert of_kind(table, "mine") == []


def test_dc_82_once_a_day() -> None:
    """Also not elsewhere, with other Tools."""
    table = mining("A1 P1 L1", "P2 L2")
    play(table, "Ann", mine("A1"), draw="R1")
    assert clause(table, mine("A1")) == "DC-82"
    play(table, "Ann", move("A1", 2))
    assert clause(table, mine("A1")) == "DC-82"


def test_dc_83_a_tool_serves_one_dwarf_wherever_it_goes() -> None:
    table = mining("A1 P1 L1", "J1")
    play(table, "Ann", mine("A1"), move("P1", 2), move("L1", 2), draw="R1")
    assert level(table, 2) == "J1 P1 L1"
    assert clause(table, mine("J1")) == "DC-83"
    assert of_kind(table, "mine") == []


DEEPEST = {"A1": 2, "J1": 4, "M1": 5}
ALLOTMENT = {
    "A1": {1: 1, 2: 1},
    "J1": {1: 1, 2: 1, 3: 1, 4: 2},
    "M1": {1: 2, 2: 2, 3: 2, 4: 3, 5: 4},
}


@pytest.mark.parametrize("dwarf", ["A1", "J1", "M1"])
@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_dc_84_to_87_how_deep_and_how_much(dwarf: str, depth: int) -> None:
    """DC-84 to DC-87, DC-89, DC-R17: the table of allotments, one card after the other."""
    levels = ["" for _ in range(5)]
    levels[depth - 1] = f"{dwarf} P1 L1"
    table = mining(*levels)
    cards = ALLOTMENT[dwarf].get(depth)
    assert table.legal(mine(dwarf)) == (cards is not None)
    if cards is None:
        assert clause(table, mine(dwarf)) == "DC-84"
        return
    there = ["R1", "E1", "S1", "D1"][:cards]
    play(table, "Ann", mine(dwarf), draw=" ".join(there))
    assert drawn(table) == there
    assert gems(table) == " ".join(there)


def test_dc_86_the_bonus_is_for_each_dwarf() -> None:
    """DC-85 to DC-88: the book's example of two Masters in Level 5, four cards each."""
    table = mining("", "", "", "", "M1 M2 P1 P2 L1 L2")
    play(table, "Ann", mine("M1"), draw="R1 E1 S1 R2")
    assert gems(table) == "R1 R2 E1 S1"
    play(table, "Ann", mine("M2"), draw="R3 E2 D1 R4")
    assert gems(table) == "R1 R2 R3 R4 E1 E2 S1 D1"
    assert len(drawn(table)) == 8


def test_dc_87_mining_is_for_each_dwarf_to_choose() -> None:
    """One of two stays idle: four cards."""
    table = mining("", "", "", "", "M1 M2 P1 P2 L1 L2")
    play(table, "Ann", mine("M1"), DONE, draw="R1 E1 S1 R2")
    assert (len(drawn(table)), phase(table)) == (4, "2 sell")


def test_dc_88_the_player_picks_the_order() -> None:
    """Whoever is named draws all its cards before anything else is decided."""
    table = mining("A1 M1 P1 P2 L1 L2", "J1 P3 L3")
    assert {action["dwarf"] for action in of_kind(table, "mine")} == {"A1", "M1", "J1"}
    play(table, "Ann", mine("M1"), draw="R1 R2")
    assert {action["dwarf"] for action in of_kind(table, "mine")} == {"A1", "J1"}
    play(table, "Ann", mine("J1"), mine("A1"), draw="R3 R4")
    assert gems(table) == "R1 R2 R3 R4"


# --- the cards ---


def test_dc_89_from_the_top_batch_first() -> None:
    """DC-89, DC-R20: the cards below come up when those above are used up."""
    table = mining("M1 P1 L1", "J1 P2 L2", mine_deck="R1 | E1 E2 | D1")
    play(table, "Ann", mine("M1"), draw="R1 E2")
    assert mine_deck(table) == ["E1", "D1"]
    play(table, "Ann", mine("J1"), draw="E1")
    assert mine_deck(table) == ["D1"]


def test_dc_89_everybody_sees_the_card() -> None:
    """DC-89, DC-R6: told when drawn, and in the public state."""
    table = play(mining("A1 P1 L1", ""), "Ann", mine("A1"), draw="D3")
    assert own(table)["gems"] == ["D3"]
    assert any("diamond" in word.lower() for word in table.words()), table.words()


@pytest.mark.parametrize("cave_in", ["C1", "X1"])
def test_dc_90_gems_drawn_before_a_cave_in_are_kept(cave_in: str) -> None:
    """DC-90, DC-92: R1 stays, the Cave-In is carried out at once, the rest is not opened."""
    table = mining("", "", "", "", "M1 P1 L1")
    play(table, "Ann", mine("M1"), draw=f"R1 {cave_in}")
    assert (gems(table), level(table, 5)) == ("R1", "xx")
    assert drawn(table) == ["R1", cave_in]


def test_dc_91_no_hand_limit_and_no_hurry() -> None:
    """DC-91, DC-118, DC-143: twenty-one gems in hand, one more, and all of them tomorrow."""
    held = "R1 R2 R3 R4 R5 R6 R7 E1 E2 E3 E4 E5 E6 E7 S1 S2 S3 S4 S5 D1 D2"
    table = mining("A1 P1 L1", hand=held)
    play(table, "Ann", mine("A1"), DONE, draw="D3")
    play(table, "Bob", DONE)
    play(table, "Cy", DONE, draw="*")
    assert (phase(table), gems(table)) == ("3 buy", f"{held} D3")


def test_dc_93_pieces_stay_overnight_and_the_marks_go() -> None:
    """DC-93, DC-R14: what worked today works tomorrow, where it stood."""
    table = mining("A1 P1 L1", "J1*d P2*d L2*d", hand="P3")
    play(table, "Ann", mine("A1"), mine("J1"), move("J1", 1), DONE, draw="R1 R2")
    assert (marks(table, "A1"), marks(table, "J1"), marks(table, "P2")) == ("m", "dms", "dm")
    play(table, "Ann", DONE)
    play(table, "Bob", DONE)
    play(table, "Cy", DONE, draw="*")
    assert phase(table) == "3 buy"
    assert (level(table, 1), level(table, 2), hand(table)) == ("A1 J1 P1 L1", "P2 L2", "P3")
    state = table.public()
    assert (state["moved"], state["dug"], state["mined"]) == ([], [], [])


# --- rulings ---


def test_dc_r14_marks_do_not_hinder_each_other() -> None:
    """Who dug and stepped today may mine today; so may the Tools (DC-61)."""
    table = mining("", "J1*ds P1*ds L1*d")
    play(table, "Ann", mine("J1"), draw="R1")
    assert [marks(table, piece) for piece in ("J1", "P1", "L1")] == ["dms", "dms", "dm"]


def test_dc_r14_the_tools_that_dug_may_serve_another_dwarf() -> None:
    table = mining("", "J1*d P1*d L1*d J2")
    play(table, "Ann", mine("J2"), draw="R1")
    assert (marks(table, "J2"), marks(table, "P1")) == ("m", "dm")
    assert clause(table, mine("J1")) == "DC-83"


def test_dc_r15_a_dwarf_mines_and_steps_on() -> None:
    """And Tools come to a Dwarf that is to mine next."""
    table = mining("J1 P1 L1", "", "J2 P3")
    play(table, "Ann", mine("J1"), move("J1", 2), draw="R1")
    assert (level(table, 2), marks(table, "J1")) == ("J1", "ms")


def test_dc_r17_the_last_card_ends_the_allotment() -> None:
    """DC-R17, DC-R21: three cards are due, two are there; the rest is lost, nothing comes back."""
    table = mining("", "", "", "M1 P1 L1 J1 P2 L2", mine_deck="R1 E1")
    play(table, "Ann", mine("M1"), draw="E1 R1")
    assert (gems(table), mine_deck(table)) == ("R1 E1", [])
    assert pile(table, "exhausted") == "C1 C2 C3 C4 C5 X1 X2"
    assert clause(table, mine("J1")) == "DC-R21"
    assert of_kind(table, "mine") == []


def test_dc_r30_the_lowest_unused_tools_serve() -> None:
    """Numbers, not letters: P2 comes before P10."""
    table = mining("A1 P10 P2 L12 L3", "")
    play(table, "Ann", mine("A1"), draw="R1")
    used = [piece for piece in bare("P2 P10 L3 L12") if marks(table, piece) == "m"]
    assert used == ["P2", "L3"]


def test_dc_r30_used_ones_are_passed_over() -> None:
    table = mining("A1 P2*m P10 L3 L12", "")
    play(table, "Ann", mine("A1"), draw="R1")
    assert (marks(table, "P10"), marks(table, "L3"), marks(table, "L12")) == ("m", "m", "")


def test_dc_r30_the_player_may_name_them() -> None:
    """Both, or one of the two."""
    table = mining("A1 A2 P1 P2 L1 L2", "P3 L3")
    assert clause(table, mine("A1", "P3", "L1")) == "DC-80"
    assert not table.legal(mine("A1", "L1", "P1"))
    play(table, "Ann", mine("A1", lantern="L2"), draw="R1")
    assert [marks(table, piece) for piece in ("P1", "P2", "L1", "L2")] == ["m", "", "", "m"]
    assert clause(table, mine("A2", "P1")) == "DC-83"
    assert clause(table, mine("A2", "P2", "L2")) == "DC-83"
    play(table, "Ann", mine("A2", "P2", "L1"), draw="R2")
    assert [marks(table, piece) for piece in ("P1", "P2", "L1", "L2")] == ["m", "m", "m", "m"]


def test_dc_142_placing_and_moving_for_the_best_draws() -> None:
    """The tip at work: a Master steps from Level 4 to 5 and draws one card more."""
    table = mining("", "", "", "M1 P1", "L1")
    play(table, "Ann", move("M1", 5), move("P1", 5), mine("M1"), draw="R1 R2 R3 R4")
    assert len(drawn(table)) == 4


def test_buying_is_for_other_phases() -> None:
    """DC-21: nothing is bought, dug or sold while mining."""
    table = mining("A1 P1 L1", "", hand="J1 P2 L2 R1")
    for action in (buy("pick"), dig(3, "J1 P2 L2"), {"do": "sell", "gems": {"ruby": 1}}):
        assert not table.legal(action)
        assert clause(table, action).startswith("DC-")
