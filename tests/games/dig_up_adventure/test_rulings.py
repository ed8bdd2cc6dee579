"""Rulings that have no test elsewhere: DU-R5 to DU-R8, DU-R12 to DU-R18, DU-R26, DU-R32, DU-R34."""

from __future__ import annotations

import pytest

from pbem.games.dig_up_adventure import GAME
from tests.games.dig_up_adventure.tables import (
    ALL_SEATS,
    at,
    binoculars,
    bridge,
    color,
    discard,
    draw_pile,
    dynamite,
    hand,
    mine,
    pick,
    pickaxe,
    pile,
    place,
    removed,
    river,
    shovel,
    targets,
    torch,
    treasure,
)
from tests.games.driver import Table, clause, kinds, of_kind, result

RESIGN = {"do": "resign"}
FULL = "D1 D2 D3 D4 D5 D6 D7 D8 D9"


def test_du_r5_idols_and_skeletons_fill_a_mine() -> None:
    table = at("idol-1 skeleton-1", "D1 D2 D3 D4 D5 D6 D7 (T8) (T9)")
    table.act("Ana", place("idol-1", 8), place("skeleton-1", 9))
    assert mine(table, "Ana") == "D1 D2 D3 D4 D5 D6 D7 idol-1 skeleton-1"
    assert table.public()["closer"] == "Ana"


@pytest.mark.parametrize("way", ["mine", "pickaxe", "river"])
def test_du_r6_a_card_gained_this_turn_is_the_second_play(way: str) -> None:
    """S4 comes out of the Mine, out of the pile, or out of a River."""
    table = at(
        "R6 pickaxe-1 river-1",
        "(S4) ## ## ## ## ## ## ## ##" if way == "mine" else None,
        pile="S4" if way == "pickaxe" else "",
        draw="S4 D1 D2 D3" if way == "river" else None,
    )
    if way == "mine":
        table.act("Ana", place("R6", 1))
    elif way == "pickaxe":
        table.act("Ana", pickaxe("river-1", "S4"))
    else:
        table.act("Ana", river(), pick("S4")).act("Bea", pick("D1")).act("Cem", pick("D2"))
    table.act("Ana", place("S4", 4))
    assert mine(table, "Ana").split()[3] == "S4"


@pytest.mark.parametrize("seen", [False, True])
def test_du_r7_a_face_down_idol_does_not_count(seen: bool) -> None:
    """Not even if its owner has looked at it."""
    looks = {"Ana": [("Ana", 4)]} if seen else {}
    table = at("idol-2", "## ## ## (idol-1) ## ## ## ## ##", looks=looks)
    assert targets(table, "idol-2") == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_du_r8_not_onto_the_one_face_up_idol() -> None:
    table = at("idol-2", "## ## ## idol-1 ## ## ## ## ##")
    assert clause(table, place("idol-2", 4)) == "DU-42"


def test_du_r8_again_when_an_earlier_play_took_it_away() -> None:
    table = at("R6 idol-2", "## ## ## idol-1 ## ## ## ## ##").act("Ana", place("R6", 4))
    assert table.legal(place("idol-2", 1))
    assert table.legal(place("idol-1", 1))


def test_du_r8_again_when_a_bridge_took_it_away() -> None:
    hands = {"Ana": "bridge-1 idol-2"}
    table = at(None, "## ## ## idol-1 ## ## ## ## ##", hands=hands)
    assert targets(table, "idol-2") == []
    table.act("Ana", bridge(4, "Bea", 1))
    assert len(targets(table, "idol-2")) == 9


def test_du_r12_cards_that_cannot_do_what_they_say() -> None:
    """Shovel, Torch, Bridge, Binoculars, Idol; Bag, Dynamite, stones, Skeletons always can."""
    own = "R1 R2 R3 R4 R5 R6 R7 R8 R9"
    others = {"Bea": "S1 S2 S3 S4 S5 S6 S7 S8 S9", "Cem": "T1 T2 T3 T4 T5 T6 T7 T8 T9"}
    held = "shovel-1 torch-1 bridge-1 binoculars-1"
    hands = {"Ana": held, "Bea": "", "Cem": ""}
    table = at(None, own, hands=hands, ended=True, **others)
    assert kinds(table) == {"discard"}
    assert clause(table, shovel(1)) == "DU-69"
    assert clause(table, torch(("Bea", 1), ("Cem", 1))) == "DU-91"
    assert clause(table, bridge(1, "Bea", 1)) == "DU-78"
    assert clause(table, binoculars("Bea")) == "DU-67"
    held = "bag-1 dynamite-1 D1 skeleton-1"
    table = at(None, own, hands={"Ana": held}, ended=True, **others)
    assert kinds(table) == {"bag", "dynamite", "place", "discard"}


def test_du_r13_the_price_lies_in_the_pile_when_the_card_is_chosen() -> None:
    table = at("pickaxe-1 E1", pile="").act("Ana", pickaxe("E1", "E1"))
    assert hand(table, "Ana") == ["E1"]


def test_du_r14_an_adventure_card_played_first_may_be_fetched() -> None:
    table = at("bag-1 pickaxe-1 E1").act("Ana", {"do": "bag", "card": "bag-1", "a": 1, "b": 2})
    assert table.legal(pickaxe("E1", "bag-1"))
    table.act("Ana", pickaxe("E1", "bag-1"))
    assert hand(table, "Ana") == ["bag-1"]
    assert pile(table) == ["E1", "pickaxe-1"]


def test_du_r14_a_pickaxe_may_fetch_another_played_before() -> None:
    table = at("pickaxe-1 pickaxe-2 E1 S4", pile="T7").act("Ana", pickaxe("E1", "T7"))
    assert clause(table, pickaxe("S4", "pickaxe-2", n=2)) == "DU-73"
    assert table.legal(pickaxe("S4", "pickaxe-1", n=2))


def test_du_r14_a_treasure_card_does_not_reshuffle_itself() -> None:
    table = at("treasure-1", draw="", pile="T1 T2 T3 T4 T5", rest="Bea").act("Ana", treasure())
    drawn = [table.hidden.faces[t] for t, _ in table.public()["middle"]]
    assert sorted(drawn) == ["T1", "T2", "T3", "T4", "T5"]


def test_du_r15_a_player_is_another_player() -> None:
    table = at("binoculars-1 E1")
    assert clause(table, binoculars("Ana")) == "DU-R15"
    assert clause(table, binoculars("Dan")) == "DU-15"
    assert {a["who"] for a in of_kind(table, "binoculars")} == {"Bea", "Cem"}


def test_du_r15_both_cards_are_chosen_after_the_look_and_the_trade_is_compulsory() -> None:
    table = at("binoculars-1 E1 E2", hands={"Bea": "T1 T2"}).act("Ana", binoculars("Bea"))
    assert kinds(table) == {"trade"}
    assert len(table.menu()) == 4
    assert clause(table, discard())


def test_du_r18_nobody_may_decline_also_after_the_last_turn() -> None:
    """The end is triggered in Ana's turn; in Cem's last turn a River: Ana has to take."""
    hands = {"Ana": "", "Bea": "", "Cem": "river-1"}
    table = at(None, FULL, hands=hands, turn="Cem", first="Ana", ended=True, draw="S1 S2 S3 S4")
    table.act("Cem", river(), pick("S1"))
    assert kinds(table) == {"pick"}
    table.act("Ana", pick("S2")).act("Bea", pick("S3"))
    assert hand(table, "Ana") == ["S2"]
    assert hand(table, "Cem") == ["S1", "S4"]
    assert not table.state.over
    table.act("Cem", discard())
    assert table.state.over


def test_du_r18_dynamite_hits_those_whose_last_turn_is_over() -> None:
    """DU-57."""
    hands = {"Ana": "E1 E2 E3", "Bea": "", "Cem": "dynamite-1"}
    table = at(None, FULL, hands=hands, turn="Cem", first="Ana", ended=True)
    table.act("Cem", dynamite())
    assert pile(table) == ["E1", "E2", "E3"]
    assert [len(hand(table, s)) for s in ("Ana", "Bea", "Cem")] == [3, 3, 3]


def test_du_r26_the_play_phase_ends_with_the_discard() -> None:
    table = at("E1 E2 E3")
    assert table.legal(discard())
    table.act("Ana", discard())
    assert table.pending is not None
    assert table.pending.seat == "Bea"


def test_du_r32_an_empty_hand_has_something_to_do() -> None:
    """It ends the turn, draws three, draws three for a Dynamite, and is no target."""
    table = at("", hands={"Bea": "dynamite-1", "Cem": "binoculars-1 E1"})
    assert table.menu() == [discard()]
    table.act("Ana", discard())
    assert len(hand(table, "Ana")) == 3
    table = at("binoculars-1 E1", hands={"Bea": "", "Cem": "E2"})
    assert not table.legal(binoculars("Bea"))


# --- defaults ---


def default(table: Table) -> dict[str, object]:
    """What is played for a seat that is late; legal with what everybody knows."""
    assert table.pending is not None
    return table.pending.default


def resigned(table: Table, seat: str) -> Table:
    """The seat resigns: the default is played for the decision at hand."""
    return table.act(seat, RESIGN)


def test_du_r34_the_first_free_colour() -> None:
    table = Table(GAME, ALL_SEATS[:3], options={"first": "Ana"}, seed=1)
    assert default(table) == color("A")
    table.act("Ana", color("A"))
    assert default(table) == color("D")


def test_du_r34_the_play_phase_ends_with_nothing_discarded() -> None:
    table = at("E1 S4 T7 ")
    assert default(table) == discard()
    resigned(table, "Ana")
    assert hand(table, "Ana") == ["E1", "S4", "T7"]
    assert pile(table) == []


def test_du_r34_of_a_hand_above_three_the_oldest_go() -> None:
    """Their faces are opened by the arbiter. Then nothing is drawn: there are three."""
    table = at("E1 S4 T7 R1 bag-1", draw="D1")
    resigned(table, "Ana")
    assert pile(table) == ["E1", "S4"]
    assert hand(table, "Ana") == ["T7", "R1", "bag-1"]


def test_du_r34_in_the_middle_of_a_turn() -> None:
    """After a play the rest is ended: T8 came last, E1 was there longest."""
    table = at("R6 E1 S4 T7", "(T8)" + " ##" * 8).act("Ana", place("R6", 1))
    resigned(table, "Ana")
    assert pile(table) == ["E1"]
    assert hand(table, "Ana") == ["S4", "T7", "T8"]


def test_du_r34_a_treasure_card_keeps_the_first_new_token() -> None:
    table = at("treasure-1 E1", draw="S4 D2 T7 R1 E3 D9").act("Ana", treasure())
    middle = [t for t, _ in table.public()["middle"]]
    assert default(table) == {"do": "keep", "take": middle[0], "back": middle[1:]}
    resigned(table, "Ana")
    assert [t for t, _ in table.public()["hands"]["Ana"]][1] == middle[0]


def test_du_r34_a_trade_takes_the_first_token_of_each_hand() -> None:
    table = at("binoculars-1 E1 S4", hands={"Bea": "T1 T2"}).act("Ana", binoculars("Bea"))
    mine_, hers = ([t for t, _ in table.public()["hands"][s]] for s in ("Ana", "Bea"))
    assert default(table) == {"do": "trade", "take": hers[0], "give": mine_[0]}


def test_du_r34_a_river_gives_the_first_card_left() -> None:
    table = at("river-1", draw="S1 S2 S3 S4").act("Ana", river())
    assert default(table) == pick("S1")
    table.act("Ana", pick("S1"))
    assert default(table) == pick("S2")


def test_du_r34_a_seat_that_has_resigned_is_played_without_waiting() -> None:
    """It stays in the turn order, takes from Rivers, draws, and cannot win."""
    hands = {"Ana": "E1", "Bea": "river-1", "Cem": ""}
    table = at(None, "R1 R2 R3 R4 R5 R6 R7 R8 (R9)", hands=hands, draw="E2 E3 S1 S2 S3 S4 E4")
    resigned(table, "Ana")
    assert hand(table, "Ana") == ["E1", "E2", "E3"]
    assert table.pending is not None
    assert table.pending.seat == "Bea"
    table.act("Bea", river(), pick("S2")).act("Cem", pick("S4"))
    assert hand(table, "Ana") == ["E1", "E2", "E3", "S1"]
    table.act("Bea", discard()).act("Cem", discard())
    assert table.pending.seat == "Bea"
    assert pile(table) == ["river-1", "E1"]
    assert hand(table, "Ana") == ["E2", "E3", "S1"]


def test_du_r34_who_resigned_does_not_win() -> None:
    """Ana has 27 points in her Mine. Bea D1 at 1 and D2 at 2: 2 points. Cem E9: 1."""
    table = at(
        "",
        "R1 R2 R3 R4 R5 R6 R7 R8 R9",
        Bea="D1 D2 D4 D5 D6 D7 D8 D9 D3",
        Cem="E1 E3 E4 E5 E6 E7 E8 E2 skeleton-1",
        first="Ana",
        turn="Ana",
        ended=False,
        fields={"closer": "Ana", "first": "Bea"},
    )
    resigned(table, "Ana")
    assert table.state.over
    assert result(table).winners == ("Bea",)


def test_du_r34_the_last_one_left_wins() -> None:
    table = at("E1", "R1 R2 R3 R4 R5 R6 R7 R8 (R9)")
    resigned(table, "Ana").act("Bea", RESIGN)
    assert table.state.over
    assert result(table).winners == ("Cem",)


def test_du_r34_in_solo_the_one_seat_gives_up() -> None:
    table = Table(GAME, ["Ana"], options={"variant": "solo", "colors": list("RSET")}, seed=2)
    table.act("Ana", RESIGN)
    assert table.state.over
    assert result(table).winners == ()
    table = Table(GAME, ["Ana"], options={"variant": "solo"}, seed=2)
    table.act("Ana", RESIGN)
    assert table.state.over


def test_dynamite_comes_back_only_if_it_was_not_played() -> None:
    """DU-60, DU-61."""
    table = at("dynamite-1", hands={"Bea": "dynamite-2"}, draw="E1").act("Ana", dynamite())
    assert removed(table) == ["dynamite-1"]
    assert "dynamite-2" in pile(table)
    assert "dynamite-1" not in draw_pile(table)
