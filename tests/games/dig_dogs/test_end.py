"""End of the game, scoring, ties, invariants: DD-57 to DD-70, DD-73."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Refused
from pbem.games.dig_dogs import GAME
from pbem.games.dig_dogs.scoring import places, standing, worth
from tests.games.dig_dogs.tables import BONES, DIG, END, FACES, KEEP, at, dig_put, drop, move
from tests.games.driver import Table

BOWL_ROW = ["=R", "=G", "=Y", "=B", "=P"]  # worth 5, 4, 3, 2, 1


def bones(colours: str) -> list[tuple[str, str]]:
    """Made-up deliveries with these colours; scoring looks at nothing else."""
    return [("", colour) for colour in colours]


def last_bone(**more: Any) -> Table:
    """Ania stands on PY1, the only bone in the Yard."""
    return at("PY1 =B =G =P =Y =R", dogs={"Ania": 1}, rest="Bartek", **more)


def test_dd_57_the_game_ends_with_the_turn_that_empties_the_yard() -> None:
    table = last_bone().act("Ania", KEEP)
    assert not table.state.over
    table.act("Ania", END)
    assert table.state.over
    assert "DD-57" in table.clauses()


def test_dd_58_a_bone_in_hand_counts_as_dug_and_one_put_back_does_not() -> None:
    back = last_bone().act("Ania", dig_put("PY1"), END)
    assert not back.state.over
    others = last_bone(hands={"Bartek": "RY1"}).act("Ania", KEEP, END)
    assert others.state.over


def test_dd_59_the_rest_of_the_turn_may_still_be_used() -> None:
    """PY1 is purple: dig at 1, three spaces to the purple Bowl at 4, drop."""
    table = last_bone().act("Ania", KEEP)
    table.act("Ania", move(4), drop("PY1"))
    assert table.public()["delivered"]["Ania"] == [["PY1", "P"]]
    assert table.state.over


def test_dd_60_nobody_else_gets_another_turn() -> None:
    table = last_bone().act("Ania", KEEP, END)
    assert table.pending is None
    assert table.public()["turn"] == "Ania"


def test_dd_61_the_last_turn_is_tidied_before_scoring() -> None:
    table = last_bone().act("Ania", KEEP, END)
    assert table.public()["yard"] == ["=R", "=B", "=G", "=P", "=Y"]


def test_dd_62_three_in_hand_cannot_end_the_game_by_digging() -> None:
    table = last_bone(hands={"Ania": "RY1 GP1 BG1"})
    table.act("Ania", DIG)
    assert table.refusal({"do": "put", "card": None}).code == "must-put-back"
    table.act("Ania", {"do": "put", "card": "RY1"}, END)
    assert not table.state.over


def test_dd_63_bones_in_hand_score_nothing() -> None:
    table = last_bone(hands={"Ania": "RY1 GR1"}).act("Ania", KEEP, END)
    assert table.game.result(table.state).scores["Ania"] == 0


def test_dd_64_rank_among_bowls_counts_not_distance() -> None:
    row = ["BG1", "=Y", "BG2", "BP1", "=B", "=P", "BR1", None, "=G", "=R"]
    assert worth(row) == {"Y": 5, "B": 4, "P": 3, "G": 2, "R": 1}


def test_dd_65_only_the_final_order_counts() -> None:
    """Ania's red bone is worth 1 when delivered and 5 after the last tidying."""
    table = at(
        "PY1 =B =G =P =Y =R", dogs={"Ania": 6, "Bartek": 1}, hands={"Ania": "RY1"}, rest="Bartek"
    )
    table.act("Ania", drop("RY1"))
    assert worth(table.public()["yard"])["R"] == 1
    table.act("Ania", END)
    table.act("Bartek", KEEP, END)
    assert table.game.result(table.state).scores["Ania"] == 5


def test_dd_66_points_are_bones_times_value_and_sixty_in_all() -> None:
    values = worth(BOWL_ROW)
    assert standing(bones("RRGP"), values)[0] == 5 + 5 + 4 + 1
    assert standing(bones("BGPRY" * 4), values)[0] == 60


def test_dd_67_a_tie_goes_to_more_bones_worth_five() -> None:
    """5 + 4 + 1 against 5 + 5."""
    delivered = {"Ania": bones("RGP"), "Bartek": bones("RR")}
    assert places(BOWL_ROW, delivered, []) == [["Bartek"], ["Ania"]]


def test_dd_68_then_worth_four_three_two_one_among_those_still_tied() -> None:
    """All have 9. Fives: Ania 0, Bartek 1, Celina 1. Fours: Bartek 1, Celina 0."""
    delivered = {"Ania": bones("GGP"), "Bartek": bones("RG"), "Celina": bones("RYP")}
    assert places(BOWL_ROW, delivered, []) == [["Bartek"], ["Celina"], ["Ania"]]
    threes = {"Ania": bones("RBB"), "Bartek": bones("RYP")}  # 9 each, one five, no four
    assert places(BOWL_ROW, threes, []) == [["Bartek"], ["Ania"]]
    twos = {"Ania": bones("PP"), "Bartek": bones("B")}  # 2 each
    assert places(BOWL_ROW, twos, []) == [["Bartek"], ["Ania"]]


def test_dd_68_the_reason_names_the_step_that_decided() -> None:
    """Ania: RY1 red 5, BR1 blue 2, BP1 blue 2. Bartek: GR1 red 5, GY2 yellow 3, PY1 purple 1."""
    delivered = {"Ania": "RY1 BR1 BP1", "Bartek": "GR1 GY2 PY1"}
    table = at(" ".join(BOWL_ROW), delivered=delivered, over=True)
    result = table.game.result(table.state)
    assert (result.winners, result.scores) == (("Bartek",), {"Ania": 9, "Bartek": 9})
    assert result.why == "tied at 9 points, most bones worth 3 (DD-68)"


def test_dd_69_equal_in_all_counts_is_a_shared_victory() -> None:
    """Each delivered one blue and one green bone."""
    delivered = {"Ania": "BG1 BG2", "Bartek": "BP1 GP2"}
    table = at("", delivered=delivered, over=True)
    result = table.game.result(table.state)
    assert result.winners == ("Ania", "Bartek")
    assert "DD-69" in result.why


def test_dd_70_the_same_comparison_orders_all_places() -> None:
    delivered = {"A": bones("R"), "B": bones("GP"), "C": bones("RR"), "D": bones("GP")}
    assert places(BOWL_ROW, delivered, []) == [["C"], ["A"], ["B", "D"]]


# Positions


def position() -> dict[str, Any]:
    return at(
        "PY1 =R", dogs={"Ania": 1}, hands={"Ania": "RY1"}, delivered={"Bartek": "GP1"}
    ).public()


def broken(change: dict[str, Any]) -> str:
    facts = at("").facts
    with pytest.raises(Refused) as caught:
        GAME.restore(facts, {**position(), **change})
    return caught.value.code


def test_dd_73_what_a_position_must_keep() -> None:
    yard = position()["yard"]
    cases: list[tuple[str, dict[str, Any]]] = [
        ("bones", {"yard": yard[1:]}),
        ("bones", {"yard": [*yard, "PY1"]}),
        ("bones", {"hands": {"Ania": [], "Bartek": []}}),
        ("bowls", {"yard": [card for card in yard if card != "=R"]}),
        ("gap", {"yard": [*yard, None]}),
        ("dog", {"dogs": {"Ania": len(yard) + 1, "Bartek": 0}}),
        ("turn-start", {"left": 2}),
        ("turn-start", {"digging": "RY1"}),
        ("knows", {"knows": {"Ania": [], "Bartek": []}}),
        ("public-pairs", {"public_pairs": {}}),
        ("public-pairs", {"public_pairs": {"GP": "P", "BG": "B"}}),
        ("public-pairs", {"public_pairs": {"GP": "G"}}),
        ("delivered", {"delivered": {"Ania": [], "Bartek": [["GP1", "R"]]}}),
        ("seats", {"dogs": {"Ania": 0}}),
        ("seats", {"turn": "Celina"}),
        ("seats", {"resigned": ["Celina"]}),
        ("resigned", {"resigned": ["Ania"]}),
        ("resigned", {"resigned": ["Ania", "Bartek"], "over": True}),
        ("dog-names", {"dog_names": {"Ania": "grey", "Bartek": "grey"}}),
        ("dog-names", {"dog_names": {"Ania": "grey"}}),
    ]
    for code, change in cases:
        assert broken(change) == f"position/{code}", change


def test_dd_73_hands_hold_three_at_a_turn_start() -> None:
    hand = ["BG1", "BP1", "BR1", "BY1"]
    change = {
        "yard": ["=B", "=G", "=P", "=R", "=Y", *[b for b in BONES if b not in hand]],
        "hands": {"Ania": hand, "Bartek": []},
        "delivered": {"Ania": [], "Bartek": []},
        "knows": {"Ania": ["BG", "BP", "BR", "BY"], "Bartek": []},
        "public_pairs": {},
    }
    assert broken(change) == "position/hand"


def test_dd_73_a_yard_without_bones_is_no_turn_start() -> None:
    change = {
        "yard": ["=B", "=G", "=P", "=R", "=Y"],
        "hands": {"Ania": [], "Bartek": []},
        "delivered": {"Ania": [], "Bartek": [[b, FACES[b]] for b in BONES]},
    }
    assert broken(change) == "position/no-bones"
