"""Turn, stones, Idols and Skeletons, Adventure cards in general: DU-25 to DU-49."""

from __future__ import annotations

import pytest

from tests.games.dig_up_adventure.tables import (
    at,
    bag,
    binoculars,
    bridge,
    discard,
    hand,
    known,
    mine,
    pickaxe,
    pile,
    place,
    plays,
    river,
    shovel,
    targets,
    treasure,
    true_mine,
)
from tests.games.driver import clause, kinds

# --- the turn ---


def test_du_25_play_then_discard_then_draw() -> None:
    """Ana discards E1 and S4 before she draws two from the top of the pile."""
    table = at("R6 E1 S4", "## ## T9 ## ## ## ## ## ##", draw="bag-1 D2 E8")
    table.act("Ana", place("R6", 3))
    table.act("Ana", discard("E1", "S4"))
    assert hand(table, "Ana") == ["T9", "bag-1", "D2"]
    assert table.pending is not None
    assert table.pending.seat == "Bea"


def test_du_26_none_one_or_two_plays_in_any_order() -> None:
    for order in ([], ["E1"], ["E1", "S4"], ["S4", "E1"]):
        table = at("E1 S4 T7", "## ## ## ## ## ## ## ## ##")
        for card in order:
            table.act("Ana", place(card, int(card[1])))
        assert plays(table) == len(order)
        table.act("Ana", discard(*hand(table, "Ana")))
        assert table.pending is not None
        assert table.pending.seat == "Bea"


def test_du_26_no_third_play() -> None:
    table = at("E1 S4 T7", "## ## ## ## ## ## ## ## ##")
    table.act("Ana", place("E1", 1), place("S4", 4))
    assert kinds(table) == {"discard"}
    assert clause(table, place("T7", 7)) == "DU-26"


def test_du_27_a_play_is_resolved_before_the_next() -> None:
    """While a River runs nobody can do anything else."""
    table = at("river-1 E1", draw="S4 D2 T7 R1")
    table.act("Ana", river())
    assert kinds(table) == {"pick"}
    assert not table.legal(place("E1", 1))
    assert not table.legal(discard())


def test_du_28_a_card_taken_from_the_mine_may_be_played() -> None:
    """S4 lay at 1, under E1; it goes to 4 in the same turn."""
    table = at("E1", "S4 ## ## ## ## ## ## ## ##").act("Ana", place("E1", 1), place("S4", 4))
    assert mine(table, "Ana") == "E1 ## ## S4 ## ## ## ## ##"


def test_du_29_only_playing_counts() -> None:
    """A Pickaxe pays one card and takes one: one play."""
    table = at("pickaxe-1 E1 S4", pile="T7").act("Ana", pickaxe("E1", "T7"))
    assert plays(table) == 1
    assert table.legal(place("S4", 4))


def test_du_30_the_second_play_uses_what_the_first_brought() -> None:
    """The Bag brings T9, face up, to 6; E6 then takes it into the hand."""
    table = at("bag-1 E6", "## ## T9 ## ## R2 ## ## ##").act("Ana", bag(3, 6), place("E6", 6))
    assert mine(table, "Ana") == "## ## R2 ## ## E6 ## ## ##"
    assert hand(table, "Ana") == ["T9"]


def test_du_31_what_cannot_be_done_is_not_played_but_may_be_discarded() -> None:
    table = at("shovel-1 E1", "R1 R2 R3 R4 R5 R6 R7 R8 R9", ended=True)
    assert "shovel" not in kinds(table)
    assert table.legal(discard("shovel-1"))
    table.act("Ana", discard("shovel-1"))
    assert pile(table) == ["shovel-1"]


# --- stones ---


def test_du_32_the_stone_lies_face_up_and_what_lay_there_is_in_the_hand() -> None:
    table = at("R6 E1", "## ## ## T8 ## ## ## ## ##").act("Ana", place("R6", 4))
    assert mine(table, "Ana") == "## ## ## R6 ## ## ## ## ##"
    assert hand(table, "Ana") == ["E1", "T8"]


@pytest.mark.parametrize("there", ["T8", "(T8)", "R6", "(R6)", "idol-1", "(idol-1)"])
def test_du_33_any_card_face_up_or_down_is_replaced(there: str) -> None:
    table = at("R4", f"## ## ## {there} ## ## ## ## ##").act("Ana", place("R4", 4))
    assert mine(table, "Ana") == "## ## ## R4 ## ## ## ## ##"
    assert hand(table, "Ana") == [there.strip("()")]


def test_du_34_own_colour_goes_anywhere() -> None:
    assert targets(at("R6"), "R6") == [1, 2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize(("card", "value"), [("S2", 2), ("D4", 4), ("E9", 9), ("T1", 1)])
def test_du_35_another_colour_goes_to_its_value_alone(card: str, value: int) -> None:
    table = at(card)
    assert targets(table, card) == [value]
    for position in {1, 2, 3, 4, 5, 6, 7, 8, 9} - {value}:
        assert clause(table, place(card, position)) == "DU-35"


def test_du_36_a_face_down_card_is_seen_by_the_mover_alone() -> None:
    table = at("R6", "## ## ## (T8) ## ## ## ## ##").act("Ana", place("R6", 4))
    assert known(table, "Ana")["T8"]
    assert "T8" not in known(table, "Bea")
    assert "T8" not in known(table, "Cem")
    assert "T8" not in str(table.public())


def test_du_37_a_face_up_card_goes_into_the_hand_openly() -> None:
    table = at("R6", "## ## ## T8 ## ## ## ## ##").act("Ana", place("R6", 4))
    assert "T8" in str(table.public()["hands"]["Ana"])


def test_du_38_no_stone_goes_into_anothers_mine() -> None:
    """The action names a position of the own Mine and nothing else."""
    table = at("R6")
    before = true_mine(table, "Bea"), true_mine(table, "Cem")
    assert all(set(a) == {"do", "card", "at"} for a in table.menu() if a["do"] == "place")
    table.act("Ana", place("R6", 4))
    assert (true_mine(table, "Bea"), true_mine(table, "Cem")) == before


@pytest.mark.parametrize("letter", "DERST")
def test_du_39_every_stone_has_a_legal_position(letter: str) -> None:
    for value in range(1, 10):
        card = f"{letter}{value}"
        assert targets(at(card), card)


# --- Idols and Skeletons ---


@pytest.mark.parametrize("card", ["idol-2", "skeleton-3"])
def test_du_40_they_go_anywhere_over_any_card(card: str) -> None:
    table = at(card, "## ## ## T8 ## (S3) ## ## ##")
    assert targets(table, card) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    over_up = at(card, "## ## ## T8 ## ## ## ## ##").act("Ana", place(card, 4))
    assert "T8" in str(over_up.public()["hands"]["Ana"])
    over_down = at(card, "## ## ## ## ## (S3) ## ## ##").act("Ana", place(card, 6))
    assert hand(over_down, "Ana") == ["S3"]
    assert "S3" not in str(over_down.public())


@pytest.mark.parametrize("card", ["idol-2", "skeleton-3"])
def test_du_41_they_lie_face_up(card: str) -> None:
    table = at(card, "## ## ## ## ## ## ## ## ##").act("Ana", place(card, 4))
    assert mine(table, "Ana") == f"## ## ## {card} ## ## ## ## ##"


def test_du_42_no_idol_while_one_lies_face_up() -> None:
    table = at("idol-2", "## ## ## idol-1 ## ## ## ## ##")
    assert targets(table, "idol-2") == []
    assert clause(table, place("idol-2", 1)) == "DU-42"
    assert table.legal(discard("idol-2"))


def test_du_42_an_idol_of_somebody_else_is_no_hindrance() -> None:
    table = at("idol-2", Bea="## ## ## idol-1 ## ## ## ## ##")
    assert len(targets(table, "idol-2")) == 9


def test_du_43_at_most_one_idol_per_turn_from_hand() -> None:
    table = at("idol-1 idol-2 E3").act("Ana", place("idol-1", 7))
    assert clause(table, place("idol-2", 1)) == "DU-42"
    assert table.legal(place("E3", 3))


def test_du_43_the_idol_taken_back_is_no_way_round() -> None:
    """E7 takes the Idol back into the hand; then both plays are used."""
    table = at("idol-1 idol-2 E7", "## ## ## ## ## ## (T8) ## ##")
    table.act("Ana", place("idol-1", 7), place("E7", 7))
    assert hand(table, "Ana") == ["idol-2", "T8", "idol-1"]
    assert kinds(table) == {"discard"}


def test_du_44_a_mine_holds_any_number_of_idols() -> None:
    """The Shovel turns up a third beside two."""
    table = at("shovel-1", "idol-1 idol-2 (idol-3) ## ## ## ## ## ##").act("Ana", shovel(3))
    assert mine(table, "Ana") == "idol-1 idol-2 idol-3 ## ## ## ## ## ##"


def test_du_45_no_limit_on_skeletons() -> None:
    table = at("skeleton-3 skeleton-4", "skeleton-1 skeleton-2 ## ## ## ## ## ## ##")
    table.act("Ana", place("skeleton-3", 3), place("skeleton-4", 4))
    assert mine(table, "Ana").split()[:4] == [f"skeleton-{n}" for n in (1, 2, 3, 4)]


def test_du_46_ways_to_be_rid_of_a_skeleton() -> None:
    """Replaced, swapped away, discarded, paid."""
    table = at("R6", "skeleton-1 ## ## ## ## ## ## ## ##").act("Ana", place("R6", 1))
    assert hand(table, "Ana") == ["skeleton-1"]
    table = at("bridge-1", "skeleton-1 ## ## ## ## ## ## ## ##").act("Ana", bridge(1, "Bea", 1))
    assert mine(table, "Bea").split()[0] == "skeleton-1"
    table = at("skeleton-1").act("Ana", discard("skeleton-1"))
    assert pile(table) == ["skeleton-1"]
    table = at("pickaxe-1 skeleton-1", pile="E1").act("Ana", pickaxe("skeleton-1", "E1"))
    assert pile(table) == ["skeleton-1", "pickaxe-1"]


# --- Adventure cards in general ---


def test_du_47_shown_carried_out_then_on_the_discard_pile() -> None:
    table = at("shovel-1", "(T8) ## ## ## ## ## ## ## ##", pile="E1").act("Ana", shovel(1))
    assert mine(table, "Ana").split()[0] == "T8"
    assert pile(table) == ["E1", "shovel-1"]
    assert hand(table, "Ana") == []


def test_du_48_while_it_runs_it_is_neither_in_hand_nor_in_the_pile() -> None:
    table = at("river-1 E1", draw="S4 D2 T7 R1").act("Ana", river())
    assert hand(table, "Ana") == ["E1"]
    assert pile(table) == []
    table = at("treasure-1 E1", draw="S4 D2 T7 R1 E3").act("Ana", treasure())
    assert hand(table, "Ana") == ["E1"]
    assert pile(table) == []


def test_du_49_no_stopping_halfway() -> None:
    """After the look of a Treasure Card or of Binoculars only the choice is left."""
    table = at("treasure-1 E1", draw="S4 D2 T7 R1 E3").act("Ana", treasure())
    assert kinds(table) <= {"keep"}
    table = at("binoculars-1 E1").act("Ana", binoculars("Bea"))
    assert kinds(table) <= {"trade"}
