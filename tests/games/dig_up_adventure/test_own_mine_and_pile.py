"""Adventure cards that touch the own Mine, hands and piles: DU-50 to DU-74, DU-83 to DU-87."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.games.dig_up_adventure.tables import (
    at,
    bag,
    binoculars,
    discard,
    draw_pile,
    dynamite,
    faces_of,
    hand,
    keep,
    known,
    legal_keep,
    mine,
    pick,
    pickaxe,
    pile,
    place,
    removed,
    river,
    shovel,
    token,
    trade,
    treasure,
    true_mine,
)
from tests.games.driver import clause, kinds, of_kind

TEN = "S4 D2 T7 R1 E3 bag-1 bag-2 E8 D9 T1"

# --- Bag ---


def test_du_50_two_cards_of_the_own_mine_change_places() -> None:
    table = at("bag-1", "R1 S2 T3 E4 R5 D6 E7 S8 R9", ended=True).act("Ana", bag(2, 8))
    assert mine(table, "Ana") == "R1 S8 T3 E4 R5 D6 E7 S2 R9"
    assert pile(table) == ["bag-1"]


@pytest.mark.parametrize(
    ("before", "after", "faces"),
    [
        ("T8 S3", "S3 T8", "S3 T8"),
        ("T8 (S3)", "## T8", "S3 T8"),
        ("(T8) S3", "S3 ##", "S3 T8"),
        ("(T8) (S3)", "## ##", "S3 T8"),
    ],
)
def test_du_51_each_keeps_its_facing(before: str, after: str, faces: str) -> None:
    table = at("bag-1", f"{before} ## ## ## ## ## ## ##").act("Ana", bag(1, 2))
    assert mine(table, "Ana").split()[:2] == after.split()
    assert true_mine(table, "Ana").split()[:2] == faces.split()


def test_du_52_colour_and_value_do_not_matter() -> None:
    """S2 leaves its place and a card of no use comes there; all 36 pairs are offered."""
    table = at("bag-1", "R1 S2 T3 E4 R5 (D6) (E7) (S8) R9")
    pairs = [(a["a"], a["b"]) for a in of_kind(table, "bag")]
    assert pairs == [(a, b) for a in range(1, 10) for b in range(a + 1, 10)]
    assert len(pairs) == 36
    assert not table.legal({"do": "bag", "card": "bag-1", "a": 2, "b": 2})


# --- Treasure Card ---


def test_du_53_five_cards_seen_by_the_mover_alone() -> None:
    table = at("treasure-1 E1", draw=TEN).act("Ana", treasure())
    assert {"S4", "D2", "T7", "R1", "E3"} <= set(known(table, "Ana"))
    assert "bag-1" not in known(table, "Ana")
    for seat in ("Bea", "Cem"):
        assert not {"S4", "D2", "T7", "R1", "E3"} & set(known(table, seat))


def test_du_54_exactly_one_goes_into_the_hand() -> None:
    table = at("treasure-1 E1", draw=TEN).act("Ana", treasure())
    table.act("Ana", keep(table, "T7", "S4", "D2", "R1", "E3"))
    assert hand(table, "Ana") == ["E1", "T7"]
    assert pile(table) == ["treasure-1"]


def test_du_55_the_rest_in_any_order_first_named_on_top() -> None:
    five = ["S4", "D2", "T7", "R1", "E3"]
    for order in permutations(five):
        table = at("treasure-1 E1", draw=TEN).act("Ana", treasure())
        assert legal_keep(table, *order)
        if order[0] == "R1" and order[1] == "E3":
            table.act("Ana", keep(table, *order))
            assert draw_pile(table)[:6] == [*order[1:], "bag-1", "bag-2"]


def test_du_55_all_five_must_be_named_once() -> None:
    table = at("treasure-1 E1", draw=TEN).act("Ana", treasure())
    s4, d2, t7, r1, e3 = (token(table, f) for f in ("S4", "D2", "T7", "R1", "E3"))
    e1, top = token(table, "E1"), token(table, "bag-1")
    for take, *back in (
        (s4, d2, t7, r1),
        (s4, d2, t7, r1, r1),
        (s4, s4, d2, t7, r1),
        (s4, d2, t7, r1, e3, e1),
        (s4, d2, t7, r1, e1),
        (e1, d2, t7, r1, e3),
        (top, d2, t7, r1, e3),
        (s4, d2, t7, r1, top),
        ("t9999", d2, t7, r1, e3),
        (s4,),
    ):
        action = {"do": "keep", "take": take, "back": back}
        assert clause(table, action) in {"DU-54", "DU-55"}, action


def test_du_56_the_others_see_none_and_the_mover_goes_on_knowing() -> None:
    table = at("treasure-1 E1", draw=TEN).act("Ana", treasure())
    table.act("Ana", keep(table, "T7", "S4", "D2", "R1", "E3"))
    assert known(table, "Ana")["S4"] == table.public()["pile"][0]
    for seat in ("Bea", "Cem"):
        assert not {"S4", "D2", "T7", "R1", "E3"} & set(known(table, seat))
    for face in ("T7", "S4", "D2", "R1", "E3"):
        assert face not in str(table.public())


# --- Dynamite ---


def test_du_57_every_hand_is_discarded_face_up() -> None:
    hands = {"Bea": "T2 idol-1 skeleton-1 S1", "Cem": "bag-3"}
    table = at("dynamite-1 E1", hands=hands, draw=TEN, pile="R9").act("Ana", dynamite())
    assert pile(table) == ["R9", "E1", "T2", "idol-1", "skeleton-1", "S1", "bag-3"]


def test_du_58_three_each_the_mover_first_then_clockwise() -> None:
    """Cem moves: he draws the first three, Ana the next, then Bea."""
    hands = {"Ana": "E1", "Bea": "S1", "Cem": "dynamite-1"}
    table = at(hands=hands, draw=TEN, turn="Cem").act("Cem", dynamite())
    assert hand(table, "Cem") == ["S4", "D2", "T7"]
    assert hand(table, "Ana") == ["R1", "E3", "bag-1"]
    assert hand(table, "Bea") == ["bag-2", "E8", "D9"]
    assert draw_pile(table)[0] == "T1"
    for seat, other in (("Cem", "Ana"), ("Ana", "Bea"), ("Bea", "Cem")):
        assert set(hand(table, seat)) <= set(known(table, seat))
        assert not set(hand(table, seat)) & set(known(table, other))


def test_du_59_every_hand_is_three_afterwards() -> None:
    hands = {"Bea": "T2 idol-1 skeleton-1 S1 R9", "Cem": ""}
    table = at("dynamite-1", hands=hands, draw=TEN).act("Ana", dynamite())
    assert [len(hand(table, seat)) for seat in ("Ana", "Bea", "Cem")] == [3, 3, 3]


def test_du_60_the_played_dynamite_is_removed() -> None:
    table = at("dynamite-2", draw=TEN, removed="dynamite-1").act("Ana", dynamite(2))
    assert removed(table) == ["dynamite-1", "dynamite-2"]
    assert "dynamite-2" not in pile(table)


def test_du_61_a_discarded_dynamite_can_be_fetched() -> None:
    table = at("dynamite-1", hands={"Bea": "pickaxe-1 E1"}).act("Ana", discard("dynamite-1"))
    assert pile(table) == ["dynamite-1"]
    table.act("Bea", pickaxe("E1", "dynamite-1"))
    assert hand(table, "Bea") == ["dynamite-1"]
    table.act("Bea", dynamite())
    assert removed(table) == ["dynamite-1"]


def test_du_61_a_second_dynamite_in_hand_is_discarded_by_the_first() -> None:
    table = at("dynamite-1 dynamite-3", hands={"Bea": "", "Cem": ""}, draw=TEN)
    table.act("Ana", dynamite())
    assert removed(table) == ["dynamite-1"]
    assert pile(table) == ["dynamite-3"]


# --- Binoculars ---

HANDS = {"Bea": "T2 idol-1 skeleton-1", "Cem": "bag-3 E8"}


def test_du_62_the_mover_alone_looks_at_the_whole_hand() -> None:
    table = at("binoculars-1 E1 S4", hands=HANDS).act("Ana", binoculars("Bea"))
    assert {"T2", "idol-1", "skeleton-1"} <= set(known(table, "Ana"))
    assert not {"bag-3", "E8"} & set(known(table, "Ana"))
    assert not {"T2", "idol-1", "skeleton-1", "E1", "S4"} & set(known(table, "Cem"))


def test_du_62_the_mover_keeps_knowing_what_is_left() -> None:
    table = at("binoculars-1 E1 S4", hands=HANDS).act("Ana", binoculars("Bea"))
    table.act("Ana", trade(table, "T2", "E1"))
    hers = {t for t, _ in table.public()["hands"]["Bea"]}
    assert {known(table, "Ana")[f] for f in ("idol-1", "skeleton-1", "E1")} == hers


def test_du_63_du_64_one_is_taken_and_one_given() -> None:
    table = at("binoculars-1 E1 S4", hands=HANDS).act("Ana", binoculars("Bea"))
    table.act("Ana", trade(table, "idol-1", "E1"))
    assert sorted(hand(table, "Ana")) == ["S4", "idol-1"]
    assert sorted(hand(table, "Bea")) == ["E1", "T2", "skeleton-1"]
    assert sorted(hand(table, "Cem")) == ["E8", "bag-3"]
    assert pile(table) == ["binoculars-1"]


def test_du_64_not_the_one_just_taken() -> None:
    table = at("binoculars-1 E1", hands=HANDS).act("Ana", binoculars("Bea"))
    e1, t2 = token(table, "E1"), token(table, "T2")
    assert clause(table, {"do": "trade", "take": t2, "give": t2}) == "DU-64"
    assert clause(table, {"do": "trade", "take": e1, "give": e1}) == "DU-63"
    assert clause(table, {"do": "trade", "take": e1, "give": t2}) in {"DU-63", "DU-64"}
    bag_3 = token(table, "bag-3")
    assert clause(table, {"do": "trade", "take": bag_3, "give": e1}) == "DU-63"
    assert clause(table, {"do": "trade", "take": t2, "give": bag_3}) == "DU-64"


def test_du_65_both_hands_keep_their_size() -> None:
    table = at("binoculars-1 E1 S4 D2", hands=HANDS).act("Ana", binoculars("Cem"))
    assert (len(hand(table, "Ana")), len(hand(table, "Cem"))) == (3, 2)
    table.act("Ana", trade(table, "E8", "E1"))
    assert (len(hand(table, "Ana")), len(hand(table, "Cem"))) == (3, 2)


def test_du_66_only_the_two_know_what_changed_hands() -> None:
    table = at("binoculars-1 E1 S4", hands=HANDS).act("Ana", binoculars("Bea"))
    table.act("Ana", trade(table, "idol-1", "E1"))
    assert [known(table, "Bea")["E1"], None] in table.public()["hands"]["Bea"]
    assert not {"idol-1", "E1"} & set(known(table, "Cem"))
    told = str(table.public()) + str(table.words())
    assert "idol-1" not in told
    assert "E1" not in told


def test_du_67_needs_another_card_and_a_hand_to_look_at() -> None:
    table = at("binoculars-1", hands=HANDS)
    assert "binoculars" not in kinds(table)
    assert clause(table, binoculars("Bea")) == "DU-67"
    table = at("binoculars-1 E1", hands={"Bea": "", "Cem": "E8"})
    assert [a["who"] for a in of_kind(table, "binoculars")] == ["Cem"]
    assert clause(table, binoculars("Bea")) == "DU-67"
    table = at("binoculars-1 E1", hands={"Bea": "", "Cem": ""})
    assert "binoculars" not in kinds(table)


# --- Shovel ---


def test_du_68_one_own_face_down_card_is_turned_up_in_its_place() -> None:
    table = at("shovel-1", "## ## ## (T8) R1 ## ## ## ##").act("Ana", shovel(4))
    assert mine(table, "Ana") == "## ## ## T8 R1 ## ## ## ##"
    assert "T8" in table.words()[-1]


def test_du_68_only_face_down_cards() -> None:
    table = at("shovel-1", "E8 ## (D9) T7 R1 S2 T3 E4 E5")
    assert [a["at"] for a in of_kind(table, "shovel")] == [2, 3]
    assert clause(table, shovel(1)) == "DU-68"


def test_du_69_not_playable_without_a_face_down_card() -> None:
    table = at("shovel-1", "R1 R2 R3 R4 R5 R6 R7 R8 R9", ended=True)
    assert "shovel" not in kinds(table)
    assert clause(table, shovel(1)) == "DU-69"


# --- Pickaxe ---


def test_du_70_du_71_pay_one_take_one_openly() -> None:
    table = at("pickaxe-1 E1 S4", pile="T7 D2").act("Ana", pickaxe("E1", "T7"))
    assert hand(table, "Ana") == ["S4", "T7"]
    assert pile(table) == ["D2", "E1", "pickaxe-1"]
    assert "T7" in str(table.public()["hands"]["Ana"])


def test_du_71_any_card_of_the_pile() -> None:
    """Two prices and four cards each: the three of the pile and the price."""
    table = at("pickaxe-1 E1 S4", pile="T7 D2 bag-1")
    assert {(a["pay"], a["take"]) for a in of_kind(table, "pickaxe")} == {
        (pay, take) for pay in ("E1", "S4") for take in ("T7", "D2", "bag-1", pay)
    }
    assert clause(table, pickaxe("E1", "S4")) == "DU-71"
    assert clause(table, pickaxe("E1", "R9")) == "DU-71"


def test_du_70_the_price_is_another_card_in_hand() -> None:
    table = at("pickaxe-1 E1", pile="T7")
    assert clause(table, pickaxe("pickaxe-1", "T7")) == "DU-70"
    assert clause(table, pickaxe("T7", "T7")) in {"DU-28", "DU-70"}


def test_du_72_not_playable_without_another_card() -> None:
    table = at("pickaxe-1", pile="T7")
    assert "pickaxe" not in kinds(table)
    assert clause(table, pickaxe("E1", "T7")) in {"DU-70", "DU-72"}


def test_du_73_the_price_may_be_taken_back_the_pickaxe_not() -> None:
    table = at("pickaxe-1 E1", pile="T7")
    assert clause(table, pickaxe("E1", "pickaxe-1")) == "DU-73"
    table.act("Ana", pickaxe("E1", "E1"))
    assert hand(table, "Ana") == ["E1"]
    assert pile(table) == ["T7", "pickaxe-1"]


def test_du_74_the_pile_is_in_everybodys_view() -> None:
    """Out of turn and for a spectator too (FAQ 1)."""
    table = at("E1", pile="T7 D2 bag-1")
    for seat in ("Ana", "Bea", "Cem", None):
        assert faces_of(table.view(seat).state["discard"]) == ["T7", "D2", "bag-1"]


# --- Underground River ---


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_du_83_one_card_more_than_players_face_up(seats: int) -> None:
    table = at("river-1", seats=seats, draw="S4 D2 bag-2 R1 E3 E8").act("Ana", river())
    cards = ["S4", "D2", "bag-2", "R1", "E3", "E8"]
    assert [a["card"] for a in table.menu()] == cards[: seats + 1]
    assert draw_pile(table)[0] == cards[seats + 1]


def test_du_84_the_mover_first_then_clockwise() -> None:
    hands = {"Ana": "", "Bea": "river-1", "Cem": ""}
    table = at(hands=hands, draw=TEN, turn="Bea").act("Bea", river())
    table.act("Bea", pick("D2"))
    assert [a["card"] for a in table.menu()] == ["S4", "T7", "R1"]
    table.act("Cem", pick("S4"))
    table.act("Ana", pick("R1"))
    assert [hand(table, s) for s in ("Ana", "Bea", "Cem")] == [["R1"], ["D2", "T7"], ["S4"]]


def test_du_85_the_last_card_is_the_movers() -> None:
    table = at("river-1", seats=2, draw="S4 D2 E7", hands={"Bea": ""}).act(
        "Ana", river(), pick("S4")
    )
    table.act("Bea", pick("D2"))
    assert hand(table, "Ana") == ["S4", "E7"]
    assert table.pending is not None
    assert table.pending.seat == "Ana"
    assert pile(table) == ["river-1"]


def test_du_86_taken_openly_and_taking_is_compulsory() -> None:
    table = at("river-1", seats=2, draw="S4 D2 E7", hands={"Bea": "E1"}).act(
        "Ana", river(), pick("S4")
    )
    assert kinds(table) == {"pick"}
    assert clause(table, pick("S4")) == "DU-84"
    assert clause(table, discard()) != ""
    table.act("Bea", pick("D2"))
    public = str(table.public()["hands"])
    for face in ("S4", "D2", "E7"):
        assert face in public
    assert "E1" not in public


def test_du_87_anothers_hand_may_go_above_three_until_the_own_discard() -> None:
    """Bea has four after the pick, keeps them through Ana's turn, and adjusts in her own."""
    hands = {"Bea": "E1 E2 E3"}
    table = at("river-1", seats=2, draw="S4 D2 E7 bag-1", hands=hands)
    table.act("Ana", river(), pick("S4")).act("Bea", pick("D2"))
    table.act("Ana", discard())
    assert hand(table, "Bea") == ["E1", "E2", "E3", "D2"]
    assert clause(table, discard()) == "DU-93"
    assert clause(table, place("E9", 9)) != ""
    table.act("Bea", discard("E1"))
    assert hand(table, "Bea") == ["E2", "E3", "D2"]
