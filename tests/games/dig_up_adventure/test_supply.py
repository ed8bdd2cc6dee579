"""Discard phase, draw phase and supply: DU-92 to DU-101, DU-R19 to DU-R21, DU-R31."""

from __future__ import annotations

import pytest

from tests.games.dig_up_adventure.tables import (
    at,
    discard,
    draw_pile,
    dynamite,
    faces_of,
    hand,
    keep,
    known,
    legal_keep,
    pick,
    pickaxe,
    pile,
    place,
    removed,
    river,
    token,
    treasure,
)
from tests.games.driver import clause, kinds, of_kind

# --- discard ---


@pytest.mark.parametrize("cards", [(), ("E1",), ("S4", "T7"), ("E1", "S4", "T7")])
def test_du_92_none_some_or_all(cards: tuple[str, ...]) -> None:
    table = at("E1 S4 T7").act("Ana", discard(*cards))
    assert sorted(pile(table)) == sorted(cards)
    assert [c for c in hand(table, "Ana") if c in ("E1", "S4", "T7")] == [
        c for c in ("E1", "S4", "T7") if c not in cards
    ]


def test_du_92_only_ones_own_hand_and_no_card_twice() -> None:
    table = at("E1 S4", hands={"Bea": "T7"})
    assert clause(table, discard("T7")) in {"DU-28", "DU-92"}
    assert clause(table, discard("E1", "E1")) == "DU-92"


def test_du_93_down_to_three_at_most() -> None:
    """Five in hand: two have to go, more may."""
    table = at("E1 S4 T7 R1 bag-1")
    for few in ((), ("E1",)):
        assert clause(table, discard(*few)) == "DU-93"
    assert table.legal(discard("E1", "S4"))
    assert table.legal(discard("E1", "S4", "T7", "R1", "bag-1"))


def test_du_94_discards_lie_open() -> None:
    table = at("E1 S4 T7", pile="R9").act("Ana", discard("S4"))
    assert faces_of(table.view(None).state["discard"]) == ["R9", "S4"]


def test_du_95_discards_are_chosen_before_the_draw() -> None:
    """Nothing has been drawn when `discard` is asked, and nothing is asked after it."""
    table = at("E1", draw="S4 D2").act("Ana", discard())
    assert hand(table, "Ana") == ["E1", "S4", "D2"]
    assert table.pending is not None
    assert table.pending.seat == "Bea"


def test_du_r31_the_order_in_a_discard_means_nothing() -> None:
    """The two ways to write it leave the same state, and the menu has it once."""
    one = at("E1 S4 T7").act("Ana", discard("T7", "E1"))
    two = at("E1 S4 T7").act("Ana", discard("E1", "T7"))
    assert one.public() == two.public()
    table = at("E1 S4 T7")
    sets = [frozenset(a["cards"]) for a in table.menu() if a["do"] == "discard"]
    assert len(sets) == len(set(sets)) == 8


def test_du_r31_the_pile_is_in_order_of_arrival() -> None:
    table = at("pickaxe-1 E1 S4 T7", pile="R9 D2")
    table.act("Ana", pickaxe("E1", "R9"), place("S4", 4), discard("T7"))
    assert pile(table) == ["D2", "E1", "pickaxe-1", "T7"]


# --- draw ---


@pytest.mark.parametrize(("held", "drawn"), [("", 3), ("E1", 2), ("E1 S4", 1), ("E1 S4 T7", 0)])
def test_du_96_up_to_three_seen_by_the_mover_alone(held: str, drawn: int) -> None:
    top = ["R1", "bag-1", "D2"][:drawn]
    table = at(held, draw="R1 bag-1 D2 E8").act("Ana", discard())
    assert hand(table, "Ana") == [*held.split(), *top]
    assert set(top) <= set(known(table, "Ana"))
    for seat in ("Bea", "Cem"):
        assert not set(top) & set(known(table, seat))
    assert draw_pile(table)[0] == ["R1", "bag-1", "D2", "E8"][drawn]


def test_du_96_nothing_is_drawn_with_three_left_of_five() -> None:
    table = at("E1 S4 T7 R1 bag-1", draw="D2").act("Ana", discard("E1", "R1"))
    assert hand(table, "Ana") == ["S4", "T7", "bag-1"]
    assert draw_pile(table)[0] == "D2"


def test_du_97_an_empty_pile_is_made_anew_from_the_discards() -> None:
    """One card is left: it is drawn, the five discards are shuffled, one more is drawn."""
    table = at("E1", draw="S4", pile="T1 T2 T3 T4 T5", rest="Bea").act("Ana", discard())
    assert hand(table, "Ana")[:2] == ["E1", "S4"]
    assert hand(table, "Ana")[2] in {"T1", "T2", "T3", "T4", "T5"}
    assert len(draw_pile(table)) == 4
    assert pile(table) == []
    assert {hand(table, "Ana")[2], *draw_pile(table)} == {"T1", "T2", "T3", "T4", "T5"}
    assert not table.state.over


def test_du_98_not_when_the_last_card_is_taken() -> None:
    table = at("E1 S4", draw="D2", pile="T1 T2", rest="Bea").act("Ana", discard())
    assert hand(table, "Ana") == ["E1", "S4", "D2"]
    assert draw_pile(table) == []
    assert pile(table) == ["T1", "T2"]


def test_du_98_cards_drawn_for_the_same_effect_stay_out() -> None:
    """A River of four: two from the pile, then two of the three discards."""
    table = at("river-1", draw="S4 D2", pile="T1 T2 T3", rest="Bea").act("Ana", river())
    cards = [a["card"] for a in table.menu()]
    assert cards[:2] == ["S4", "D2"]
    assert set(cards[2:]) | set(draw_pile(table)) == {"T1", "T2", "T3"}
    assert len(cards) == 4
    assert pile(table) == []


def test_du_99_removed_and_played_cards_are_not_in_it() -> None:
    """The River in play and the removed Dynamite are not among what is shuffled."""
    table = at("river-1", draw="", pile="T1 T2 T3 T4", removed="dynamite-1", rest="Bea")
    table.act("Ana", river())
    assert {a["card"] for a in table.menu()} == {"T1", "T2", "T3", "T4"}
    assert draw_pile(table) == []
    assert removed(table) == ["dynamite-1"]
    table.act("Ana", pick("T1")).act("Bea", pick("T2")).act("Cem", pick("T3"))
    assert pile(table) == ["river-1"]


def test_du_100_with_both_piles_empty_what_there_is_is_drawn() -> None:
    """DU-R21: a short draw leaves a smaller hand and no debt."""
    table = at("E1", draw="S4", pile="", rest="Bea").act("Ana", discard())
    assert hand(table, "Ana") == ["E1", "S4"]
    assert draw_pile(table) == []


def test_du_101_the_next_seat_plays() -> None:
    table = at("E1", seats=4)
    for seat in ("Ana", "Bea", "Cem", "Dan", "Ana"):
        assert table.pending is not None
        assert table.pending.seat == seat
        table.act(seat, discard())


# --- rulings ---


def test_du_r19_the_limit_is_checked_in_the_own_discard_phase_alone() -> None:
    """Ana holds five in her play phase and Bea, out of turn, four."""
    table = at("E1 S4 T7 R1 bag-1", hands={"Bea": "E3 E4 E6 E7"})
    table.act("Ana", place("E1", 1), place("S4", 4))
    assert kinds(table) == {"discard"}
    assert len(hand(table, "Ana")) == 5
    assert len(hand(table, "Bea")) == 4


def test_du_r20_own_discards_of_the_turn_are_in_the_reshuffle() -> None:
    table = at("E1 S4 T7", draw="", pile="", rest="Bea").act("Ana", discard("E1", "S4", "T7"))
    assert sorted(hand(table, "Ana")) == ["E1", "S4", "T7"]


def test_du_r20_nobody_can_tell_the_cards_of_a_new_pile() -> None:
    """New tokens: what Bea or Ana held and knew tells nothing of them."""
    table = at("E1", draw="", pile="T1 T2 T3 T4 T5", rest="Bea").act("Ana", discard())
    fresh = table.public()["pile"]
    assert len(fresh) == 3
    for seat in ("Ana", "Bea", "Cem"):
        assert not set(fresh) & set(known(table, seat).values())


def test_du_r20_returned_treasure_cards_go_on_top_of_the_new_pile() -> None:
    table = at("treasure-1", draw="S4 D2", pile="T1 T2 T3 T4 T5 T6", rest="Bea")
    table.act("Ana", treasure())
    drawn = [f for f in known(table, "Ana") if f != "treasure-1"]
    assert {"S4", "D2"} < set(drawn)
    assert len(drawn) == 5
    below = draw_pile(table)
    assert len(below) == 3
    others = sorted(set(drawn) - {"S4"})
    table.act("Ana", keep(table, "S4", *others))
    assert draw_pile(table) == [*others, *below]
    assert pile(table) == ["treasure-1"]


def test_du_r21_a_short_treasure() -> None:
    """Three cards are left in all: keep one, return two; with one, keep it."""
    table = at("treasure-1", draw="S4 D2", pile="T1", rest="Bea").act("Ana", treasure())
    assert legal_keep(table, "T1", "S4", "D2")
    assert len(of_kind(table, "keep")) == 6
    table.act("Ana", keep(table, "T1", "D2", "S4"))
    assert hand(table, "Ana") == ["T1"]
    assert draw_pile(table) == ["D2", "S4"]
    table = at("treasure-1", draw="S4", pile="", rest="Bea").act("Ana", treasure())
    s4 = token(table, "S4")
    if table.pending is not None and "keep" in kinds(table):
        table.act("Ana", {"do": "keep", "take": s4, "back": []})
    assert hand(table, "Ana") == ["S4"]


def test_du_r21_a_short_river() -> None:
    """Two cards for three players: Ana and Bea have one each, Cem none, and none remains."""
    hands = {"Ana": "river-1", "Bea": "E1", "Cem": ""}
    table = at(draw="S4", pile="T1", hands=hands, rest="Dan", seats=4)
    table.act("Ana", river(), pick("S4"))
    if table.pending is not None and table.pending.seat == "Bea":
        table.act("Bea", pick("T1"))
    assert [hand(table, s) for s in ("Ana", "Bea", "Cem")] == [["S4"], ["E1", "T1"], []]
    assert table.pending is not None
    assert table.pending.seat == "Ana"


def test_du_r12_treasure_and_river_need_a_card_somewhere() -> None:
    table = at("treasure-1 river-1 E1", draw="", pile="", rest="Bea")
    assert {"treasure", "river"} & kinds(table) == set()
    assert clause(table, treasure()) == "DU-R12"
    assert clause(table, river()) == "DU-R12"
    table = at("treasure-1 river-1 E1", draw="", pile="T1", rest="Bea")
    assert {"treasure", "river"} <= kinds(table)


def test_dynamite_over_a_reshuffle() -> None:
    """DU-57, DU-60, DU-99, DU-R17: two cards in the pile, six discarded in all.

    Hands 2 (after the Dynamite), 3, 1 and a pile of one discard: R9. Nine are drawn: the two
    of the pile for Ana, then from the seven that were shuffled; all are drawn. The Dynamite is
    not among them. Position: 68 cards in all, so Dan holds the rest and discards them too.
    """
    hands = {"Ana": "dynamite-1 E1 T2", "Bea": "S1 S2 S3", "Cem": "bag-3"}
    table = at(hands=hands, draw="S4 D2", pile="R9", rest="Dan", seats=4)
    others = len(hand(table, "Dan"))
    table.act("Ana", dynamite())
    assert hand(table, "Ana")[:2] == ["S4", "D2"]
    assert [len(hand(table, seat)) for seat in ("Ana", "Bea", "Cem", "Dan")] == [3, 3, 3, 3]
    assert pile(table) == []
    assert removed(table) == ["dynamite-1"]
    shuffled = 1 + 2 + 3 + 1 + others
    assert len(draw_pile(table)) == shuffled - 10
    everywhere = [
        *draw_pile(table),
        *(f for s in ("Ana", "Bea", "Cem", "Dan") for f in hand(table, s)),
    ]
    assert "dynamite-1" not in everywhere
    assert {"E1", "T2", "S1", "S2", "S3", "bag-3", "R9"} <= set(everywhere)


def test_du_r17_the_discarded_hands_are_in_the_reshuffle() -> None:
    """Seat by seat the mover would draw from what was there before; here all lie there first."""
    hands = {"Ana": "dynamite-1", "Bea": "S1 S2 S3", "Cem": ""}
    table = at(hands=hands, draw="", pile="", rest="Dan", seats=4)
    table.act("Ana", dynamite())
    assert [len(hand(table, seat)) for seat in ("Ana", "Bea", "Cem", "Dan")] == [3, 3, 3, 3]


def test_two_rivers_in_one_turn() -> None:
    """DU-83 to DU-86: 2 * 2 cards for Ana, 2 each for the others; she plays no third."""
    hands = {"Ana": "river-1 river-2", "Bea": "", "Cem": ""}
    table = at(hands=hands, draw="S4 D2 T7 R1 E3 bag-1 bag-2 E8 D9")
    table.act("Ana", river(1), pick("S4")).act("Bea", pick("D2")).act("Cem", pick("T7"))
    assert hand(table, "Ana") == ["river-2", "S4", "R1"]
    table.act("Ana", river(2), pick("bag-2")).act("Bea", pick("bag-1")).act("Cem", pick("E3"))
    assert hand(table, "Ana") == ["S4", "R1", "bag-2", "E8"]
    assert hand(table, "Bea") == ["D2", "bag-1"]
    assert hand(table, "Cem") == ["T7", "E3"]
    assert pile(table) == ["river-1", "river-2"]
    assert kinds(table) == {"discard"}
    assert clause(table, discard()) == "DU-93"
    assert draw_pile(table)[0] == "D9"


def test_two_rivers_over_a_reshuffle() -> None:
    """The first River is in the pile when the second needs cards, and may come up again."""
    hands = {"Ana": "river-1 river-2", "Bea": "", "Cem": ""}
    table = at(hands=hands, draw="S4 D2 T7 R1 E3", pile="T1 T2", rest="Dan", seats=4)
    table.act("Ana", river(1), pick("S4")).act("Bea", pick("D2")).act("Cem", pick("T7"))
    table.act("Dan", pick("R1")).act("Ana", river(2))
    assert {a["card"] for a in table.menu()} == {"T1", "T2", "river-1"}
