"""Move, dig and drop: DD-17 to DD-42."""

from __future__ import annotations

import pytest

from tests.games.dig_dogs.tables import DIG, END, KEEP, at, destinations, dig_put, drop, move, put
from tests.games.driver import kinds

# Move


def test_dd_17_only_ones_own_dog_moves() -> None:
    table = at("", dogs={"Ania": 5, "Bartek": 9}).act("Ania", move(6))
    assert table.public()["dogs"] == {"Ania": 6, "Bartek": 9}


@pytest.mark.parametrize(
    ("hand", "reach"), [("", 4), ("BG1", 3), ("BG1 GP1", 2), ("BG1 GP1 RY1", 1)]
)
def test_dd_18_range_is_four_less_one_per_bone_in_hand(hand: str, reach: int) -> None:
    table = at("", dogs={"Ania": 10}, hands={"Ania": hand}, delivered={"Ania": "GY1 PY1"})
    assert table.legal(move(10 + reach))
    assert table.legal(move(10 - reach))
    assert table.refusal(move(11 + reach)).code == "out-of-range"
    assert table.refusal(move(9 - reach)).code == "out-of-range"


def test_dd_19_each_move_has_its_own_range() -> None:
    table = at("GP1 =P GY1 GR1 RY1 BG1 BR1 BY1", dogs={"Ania": 1}).act("Ania", KEEP)
    assert max(destinations(table)) == 4
    table.act("Ania", move(2), drop("GP1"))
    table.act("Bartek", END)
    assert max(destinations(table)) == 6


def test_dd_20_either_way_less_than_the_range_but_not_nothing() -> None:
    table = at("", dogs={"Ania": 10})
    assert destinations(table) == [6, 7, 8, 9, 11, 12, 13, 14]
    refusal = table.refusal(move(10))
    assert (refusal.code, refusal.clause) == ("same-space", "DD-20")


@pytest.mark.parametrize(("space", "bad"), [(24, 26), (25, 26), (2, -1)])
def test_dd_21_a_destination_must_exist(space: int, bad: int) -> None:
    refusal = at("", dogs={"Ania": space}).refusal(move(bad))
    assert (refusal.code, refusal.clause) == ("no-such-space", "DD-21")


def test_dd_21_both_ends_can_be_reached_and_not_passed() -> None:
    assert destinations(at("", dogs={"Ania": 24})) == [20, 21, 22, 23, 25]
    assert destinations(at("", dogs={"Ania": 2})) == [0, 1, 3, 4, 5, 6]


def test_dd_22_dogs_share_a_space_and_do_not_block() -> None:
    table = at("", dogs={"Ania": 5, "Bartek": 6})
    assert table.legal(move(6))
    assert table.legal(move(7))
    table.act("Ania", move(6))
    assert table.public()["dogs"] == {"Ania": 6, "Bartek": 6}


def test_dd_23_gaps_are_spaces_for_a_move() -> None:
    table = at("RY1 GP1 GY1", dogs={"Ania": 2}).act("Ania", KEEP)
    table.act("Ania", move(1))
    assert destinations(table) == [0, 2, 3, 4]
    table.act("Ania", move(2))
    assert table.public()["dogs"]["Ania"] == 2


# Dig


def test_dd_24_a_dig_needs_a_bone_under_the_dog() -> None:
    assert "dig" in kinds(at("RY1", dogs={"Ania": 1}))
    assert at("RY1", dogs={"Ania": 0}).refusal(DIG).code == "no-bone-here"


def test_dd_25_no_dig_on_bowl_house_or_gap() -> None:
    on_bowl = at("=R", dogs={"Ania": 1})
    at_home = at("=R")
    on_gap = at("RY1", dogs={"Ania": 1}).act("Ania", KEEP)
    for table, where in ((on_bowl, "a Bowl"), (at_home, "the Dog House"), (on_gap, "a gap")):
        for action in (DIG, KEEP):
            refusal = table.refusal(action)
            assert (refusal.code, refusal.clause) == ("no-bone-here", "DD-25")
            assert where in refusal.message


def test_dd_26_the_card_comes_to_hand_and_only_the_digger_looks() -> None:
    table = at("RY1", dogs={"Ania": 1}).act("Ania", KEEP)
    assert table.public()["hands"]["Ania"] == ["RY1"]
    assert table.hidden.known == {"Ania": {"RY1": "R"}, "Bartek": {}}
    assert table.public()["knows"] == {"Ania": ["RY"], "Bartek": []}
    assert table.public()["public_pairs"] == {}


def test_dd_27_digging_is_never_compulsory() -> None:
    table = at("RY1", dogs={"Ania": 1})
    assert table.legal(END)
    assert table.legal(move(2))


def test_dd_28_a_dig_moves_no_other_dog() -> None:
    table = at("RY1", dogs={"Ania": 1, "Bartek": 1}).act("Ania", KEEP)
    assert table.public()["dogs"]["Bartek"] == 1


def test_dd_29_the_hand_limit_is_three() -> None:
    table = at("RY1", dogs={"Ania": 1}, hands={"Ania": "BG1 GP1"})
    table.act("Ania", KEEP)
    assert table.public()["hands"]["Ania"] == ["BG1", "GP1", "RY1"]
    table = at("RY1", dogs={"Ania": 1}, hands={"Ania": "BG1 GP1"}).act("Ania", DIG)
    assert table.legal(put(None))


def test_dd_30_with_three_in_hand_one_of_four_goes_back() -> None:
    table = at("PY1", dogs={"Ania": 1}, hands={"Ania": "BG1 GP1 RY1"})
    refusal = table.refusal(KEEP)
    assert (refusal.code, refusal.clause) == ("must-put-back", "DD-30")
    table.act("Ania", DIG)
    assert table.menu() == [put("BG1"), put("GP1"), put("RY1"), put("PY1")]
    assert table.refusal(put(None)).code == "must-put-back"


def test_dd_31_otherwise_one_card_or_none() -> None:
    table = at("PY1", dogs={"Ania": 1}, hands={"Ania": "BG1"})
    assert [a for a in table.menu() if a["do"] == "dig"] == [
        DIG,
        KEEP,
        dig_put("BG1"),
        dig_put("PY1"),
    ]
    table.act("Ania", DIG)
    assert table.menu() == [put(None), put("BG1"), put("PY1")]


def test_dd_32_any_card_in_hand_but_no_other() -> None:
    table = at("PY1 GR1", dogs={"Ania": 1}, hands={"Ania": "BG1"}, delivered={"Ania": "RY1"})
    for card in ("GR1", "RY1", "BG2"):
        assert table.refusal(dig_put(card)).code == "not-in-hand"
    assert table.refusal(put("BG1")).code == "nothing-dug"
    table.act("Ania", DIG)
    refusal = table.refusal(put("RY1"))
    assert (refusal.code, refusal.clause) == ("not-in-hand", "DD-32")
    table.act("Ania", put("BG1"))
    assert table.public()["yard"][0] == "BG1"
    assert table.refusal(put("PY1")).code == "nothing-dug"


def test_dd_33_the_card_put_back_stays_hidden() -> None:
    table = at("PY1", dogs={"Ania": 1}).act("Ania", DIG, put("PY1"))
    state = table.public()
    assert state["yard"][0] == "PY1"
    assert state["public_pairs"] == {}
    assert table.words()[-1] == "DD-33: Ania puts PY1 into 1"


def test_dd_34_the_gap_stays_until_the_end_of_the_turn() -> None:
    table = at("PY1", dogs={"Ania": 1}).act("Ania", KEEP)
    assert table.public()["yard"][0] is None
    table.act("Ania", move(2))
    assert table.public()["yard"][0] is None
    table.act("Ania", END)
    assert table.public()["yard"][0] == "RY2"  # the outermost card of this row


def test_dd_35_a_card_put_back_can_be_dug_again() -> None:
    table = at("PY1", dogs={"Ania": 1, "Bartek": 1}).act("Ania", dig_put("PY1"))
    table.act("Ania", dig_put("PY1"), END)
    table.act("Bartek", KEEP)
    assert table.public()["hands"]["Bartek"] == ["PY1"]


def test_dd_36_a_turn_makes_at_most_two_gaps() -> None:
    table = at("PY1 GR1", dogs={"Ania": 1}).act("Ania", KEEP, move(2), KEEP)
    assert len(table.public()["yard"]) == 23
    alone = at("PY1 GR1", dogs={"Ania": 1}).act("Ania", KEEP)
    assert alone.refusal(KEEP).code == "no-bone-here"


# Drop


def test_dd_37_a_drop_needs_a_bowl_of_the_bones_colour() -> None:
    on_bone = at("PY1", dogs={"Ania": 1}, hands={"Ania": "RY1"})
    assert on_bone.refusal(drop("RY1")).code == "no-bowl-here"
    at_home = at("PY1", hands={"Ania": "RY1"})
    assert at_home.refusal(drop("RY1")).code == "no-bowl-here"
    empty = at("=R RY1", dogs={"Ania": 1})
    refusal = empty.refusal(drop("RY1"))
    assert (refusal.code, refusal.clause) == ("not-in-hand", "DD-37")
    assert "drop" not in kinds(empty)


def test_dd_37_a_colour_nobody_can_see_is_refused() -> None:
    table = at("=R", dogs={"Ania": 1}, hands={"Ania": "RY1"})
    table.hidden.known["Ania"].clear()
    assert table.refusal(drop("RY1")).code == "not-shown"
    assert "drop" not in kinds(table)


def test_dd_38_any_number_of_matching_bones() -> None:
    """RY1 and GR1 are red, GP1 is purple."""
    table = at("=R", dogs={"Ania": 1}, hands={"Ania": "RY1 GP1 GR1"})
    drops = [action for action in table.menu() if action["do"] == "drop"]
    assert drops == [drop("GR1"), drop("RY1"), drop("GR1", "RY1")]
    assert table.refusal(drop("GP1")).code == "wrong-colour"
    assert table.refusal(drop("RY1", "GP1")).code == "wrong-colour"
    assert table.refusal(drop("RY1", "RY1")).code == "card-twice"
    assert table.refusal(drop()).code == "no-cards"
    table.act("Ania", drop("RY1", "GR1"))
    assert table.public()["hands"]["Ania"] == ["GP1"]


def test_dd_39_delivered_bones_stay_when_the_bowl_moves() -> None:
    """The red Bowl is outermost and fills the gap at 1."""
    table = at("PY1 =B =G =P =Y =R", dogs={"Ania": 6}, hands={"Ania": "RY1"}, rest="Bartek")
    table.act("Ania", drop("RY1"), move(2), move(1))
    table.act("Bartek", END)
    table.act("Ania", KEEP, END)
    state = table.public()
    assert state["yard"] == ["=R", "=B", "=G", "=P", "=Y"]
    assert state["delivered"]["Ania"] == [["RY1", "R"]]


def test_dd_40_no_limit_on_delivered_bones() -> None:
    table = at("=R PY1", dogs={"Ania": 1}, hands={"Ania": "RY1"}, rest="Ania")
    assert len(table.public()["delivered"]["Ania"]) == 18
    table.act("Ania", drop("RY1"))
    assert len(table.public()["delivered"]["Ania"]) == 19


def test_dd_41_bowls_belong_to_nobody() -> None:
    table = at("PY1 =R", dogs={"Ania": 2, "Bartek": 2}, hands={"Ania": "RY1", "Bartek": "GR1"})
    table.act("Ania", drop("RY1"), END)
    table.act("Bartek", drop("GR1"))
    assert table.public()["delivered"]["Bartek"] == [["GR1", "R"]]


def test_dd_42_bowls_are_never_carried_and_move_only_in_tidying() -> None:
    table = at("=R PY1", dogs={"Ania": 1})
    assert table.refusal(DIG).code == "no-bone-here"
    assert table.refusal(dig_put("=R")).code == "no-bone-here"
    table.act("Ania", move(2), KEEP)
    assert table.public()["yard"][0] == "=R"
