"""The rulings DD-R1 to DD-R31 (DD-R27 is in test_setup.py)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Refused
from pbem.games.dig_dogs import GAME
from tests.games.dig_dogs.tables import (
    BONES,
    DIG,
    END,
    KEEP,
    at,
    destinations,
    dig_put,
    drop,
    move,
    put,
)
from tests.games.driver import Table, kinds

FOUR = ("Ania", "Bartek", "Celina", "Darek")
RESIGN = {"do": "resign"}


def options(seats: tuple[str, ...], **given: Any) -> dict[str, Any]:
    return GAME.check_options(given, seats, GAME.deck())


def refused(seats: tuple[str, ...], **given: Any) -> str:
    with pytest.raises(Refused) as caught:
        options(seats, **given)
    return caught.value.code


def test_dd_r1_two_to_four_seats() -> None:
    assert GAME.seats == (2, 4)
    assert refused(("Ania",)) == "option/seats"
    assert refused((*FOUR, "Ela")) == "option/seats"
    for n in (2, 3, 4):
        assert len(Table(GAME, FOUR[:n], seed=1).public()["hands"]) == n


def test_dd_r2_the_fifth_colour_is_blue() -> None:
    deck = GAME.deck()
    assert deck["colours"]["B"] == "blue"
    assert "/colours/B" in deck["defaults"]


def test_dd_r3_every_pair_of_colours_on_two_cards() -> None:
    cards = [("".join(bone["scents"]), bone["bone"]) for bone in GAME.deck()["bones"]]
    assert len(set(cards)) == 20
    assert sorted(pair for pair, _ in cards) == sorted(bone[:2] for bone in BONES)


def test_dd_r4_bowls_have_no_scents_and_no_hidden_face() -> None:
    table = Table(GAME, ["Ania", "Bartek"], seed=1)
    assert not [token for token in table.hidden.faces if token[0] == "="]


def test_dd_r5_play_goes_in_seat_order() -> None:
    table = Table(GAME, FOUR, options={"first": "Celina"}, seed=1).act("Celina", END)
    assert table.public()["turn"] == "Darek"
    assert table.act("Darek", END).public()["turn"] == "Ania"


def test_dd_r6_who_begins_is_an_option() -> None:
    assert options(FOUR)["first"] == "Ania"
    assert options(FOUR, first="Celina")["first"] == "Celina"
    assert refused(FOUR, first="Ela") == "option/first"
    assert refused(("random", "Ania")) == "option/first"
    row = ["=B", "=G", "=P", "=R", "=Y", *[bone[:2] for bone in BONES]]
    drawn = Table(
        GAME, FOUR, options={"first": "random"}, outcomes=[{"order": row}, {"draw": ["Darek"]}]
    )
    assert drawn.public()["turn"] == "Darek"


def test_dd_r7_dogs_by_default_by_list_or_chosen() -> None:
    assert options(FOUR)["dogs"] == ["grey", "brown", "black", "white"]
    assert options(("A", "B"), dogs=["white", "grey"])["dogs"] == ["white", "grey"]
    for bad in (["grey"], ["grey", "grey"], ["grey", "pink"], "grey", [1, 2], None):
        assert refused(("A", "B"), dogs=bad) == "option/dogs"


def test_dd_r7_dogs_are_chosen_in_seat_order() -> None:
    table = Table(GAME, ["Ania", "Bartek"], options={"dogs": "choose", "first": "Bartek"}, seed=1)
    assert table.menu() == [{"do": "dog", "dog": d} for d in ("grey", "brown", "black", "white")]
    assert table.refusal(END).code == "choose-dog-first"
    assert table.refusal({"do": "dog", "dog": "pink"}).code == "no-such-dog"
    table.act("Ania", {"do": "dog", "dog": "black"})
    assert table.refusal({"do": "dog", "dog": "black"}).code == "dog-taken"
    table.act("Bartek", {"do": "dog", "dog": "grey"})
    assert table.public()["dog_names"] == {"Ania": "black", "Bartek": "grey"}
    assert table.refusal({"do": "dog", "dog": "white"}).code == "dogs-chosen"
    table.act("Bartek", END)


def test_dd_r8_a_player_need_not_act() -> None:
    assert at("").act("Ania", END).public()["turn"] == "Bartek"


def test_dd_r9_a_dog_has_a_space_and_no_side() -> None:
    assert at("").act("Ania", move(1)).public()["dogs"]["Ania"] == 1


def test_dd_r10_a_move_of_nothing_is_none() -> None:
    assert at("", dogs={"Ania": 7}).refusal(move(7)).code == "same-space"


def test_dd_r11_a_dog_may_return_to_the_dog_house() -> None:
    table = at("", dogs={"Ania": 2}).act("Ania", move(0))
    assert kinds(table) == {"move", "end"}
    assert destinations(table) == [1, 2, 3, 4]


def test_dd_r12_a_move_beyond_the_end_is_refused_not_cut() -> None:
    table = at("", dogs={"Ania": 24})
    assert table.refusal(move(28)).code == "no-such-space"
    assert table.legal(move(25))


def test_dd_r13_gaps_are_crossed_as_spaces() -> None:
    """From 2 with one in hand: 3 spaces, the gap at 1 among them, reach 0 and 5."""
    table = at("RY1 GP1", dogs={"Ania": 1}).act("Ania", KEEP, move(2))
    assert destinations(table) == [0, 1, 3, 4, 5]


def test_dd_r14_the_token_put_back_is_public_its_face_is_not() -> None:
    """Both twins in hand: all see that RY2 goes back, nobody sees which colour it is."""
    table = at("PY1", dogs={"Ania": 1}, hands={"Ania": "RY1 RY2"}).act("Ania", dig_put("RY2"))
    state = table.public()
    assert state["hands"]["Ania"] == ["RY1", "PY1"]
    assert state["yard"][0] == "RY2"
    assert "RY" not in state["public_pairs"]


def test_dd_r15_the_same_space_again_only_if_a_card_lies_there() -> None:
    assert at("PY1", dogs={"Ania": 1}).act("Ania", dig_put("PY1")).legal(DIG)
    assert at("PY1", dogs={"Ania": 1}).act("Ania", KEEP).refusal(DIG).code == "no-bone-here"


def test_dd_r16_matching_bones_may_be_kept_and_dropped_ones_are_shown() -> None:
    table = at("=R", dogs={"Ania": 1}, hands={"Ania": "RY1 GR1"}).act("Ania", drop("RY1"))
    assert table.public()["hands"]["Ania"] == ["GR1"]
    assert table.public()["public_pairs"] == {"RY": "R"}


def test_dd_r17_the_furthest_card_is_looked_for_not_the_furthest_space() -> None:
    """Gaps at 24 and 25 of 25: nothing lies beyond either, nothing is laid."""
    table = at("", dogs={"Ania": 25})
    row = table.public()["yard"]
    table.act("Ania", KEEP, move(24), KEEP)
    assert table.public()["yard"] == row[:23]


def test_dd_r18_all_dogs_beyond_the_end_go_to_the_new_far_card() -> None:
    dogs = {"Ania": 25, "Bartek": 25, "Celina": 24, "Darek": 1}
    table = at("", FOUR, dogs=dogs).act("Ania", KEEP, END)
    assert table.public()["dogs"] == {"Ania": 24, "Bartek": 24, "Celina": 24, "Darek": 1}


def test_dd_r19_the_last_tidying_can_change_the_winner() -> None:
    """Untidied, Ania's red bone is worth 1 and Bartek's yellow one 2; tidied, 5 and 1.
    Celina, who has the rest, has resigned."""
    row, gone = "PY1 =B =G =P =Y =R", {"Ania": "RY1", "Bartek": "RY2"}
    table = at(
        row, FOUR[:3], dogs={"Ania": 1}, delivered=gone, rest="Celina", resigned=["Celina"]
    ).act("Ania", KEEP, END)
    result = table.game.result(table.state)
    assert (result.scores["Ania"], result.scores["Bartek"]) == (5, 1)
    assert result.winners == ("Ania",)


def test_dd_r20_no_last_turn_for_others() -> None:
    table = at("PY1 =B =G =P =Y =R", FOUR, dogs={"Ania": 1}, rest="Bartek")
    table.act("Ania", KEEP, END)
    assert table.pending is None
    assert table.public()["number"] == 1


def test_dd_r21_a_full_tie_is_shared() -> None:
    delivered = {"Ania": "RY1", "Bartek": "GR1", "Celina": "BG1"}
    table = at("=R =G =B =P =Y", FOUR[:3], delivered=delivered, over=True)
    assert table.game.result(table.state).winners == ("Ania", "Bartek")


def test_dd_r22_all_dug_is_tested_after_the_turn() -> None:
    row = "PY1 =B =G =P =Y =R"
    table = at(row, dogs={"Ania": 1}, rest="Bartek").act("Ania", DIG, put("PY1"), END)
    assert not table.state.over
    table = at(row, dogs={"Ania": 1}, rest="Bartek").act("Ania", KEEP, move(2))
    assert not table.state.over


def test_dd_r23_only_a_drop_shows_a_bone() -> None:
    """No action of a turn but a drop asks for an opening."""
    table = at("PY1", dogs={"Ania": 1}, hands={"Ania": "RY1"})
    assert table.pending is not None
    for action in table.menu():
        assert list(table.pending.shows(action, {"RY1": "R"})) == []


def test_dd_r24_idle_rounds_end_a_game_that_stands_still() -> None:
    table = at("PY1", dogs={"Ania": 1}, options={"idle_rounds": 2})
    for seat in ("Ania", "Bartek", "Ania"):
        table.act(seat, END)
    assert table.public()["idle"] == 3
    table.act("Bartek", END)
    assert table.state.over
    assert "DD-R24" in table.clauses()


def test_dd_r24_a_drop_or_a_shorter_row_starts_the_count_again() -> None:
    table = at(
        "PY1 =R", dogs={"Ania": 1}, hands={"Bartek": "RY1"}, options={"idle_rounds": 1}, idle=1
    )
    table.act("Ania", KEEP, END)
    assert table.public()["idle"] == 0
    table.act("Bartek", move(2), drop("RY1"), END)
    assert table.public()["idle"] == 0
    table.act("Ania", END).act("Bartek", END)
    assert table.state.over


def test_dd_r24_off_by_default() -> None:
    assert options(FOUR)["idle_rounds"] == 0
    table = Table(GAME, FOUR, seed=1)
    for _ in range(100):
        for seat in FOUR:
            table.act(seat, END)
    assert table.public()["idle"] == 400
    for bad in (-1, True, "2", 1.0, None):
        assert refused(FOUR, idle_rounds=bad) == "option/idle-rounds"


def test_dd_r25_a_dog_one_space_from_the_far_gap() -> None:
    """Gap at 24, card 25 fills it; the Dog from 25 stands on that same card again."""
    table = at("", dogs={"Ania": 24, "Bartek": 25})
    far = table.public()["yard"][24]
    table.act("Ania", KEEP, END)
    assert table.public()["dogs"] == {"Ania": 24, "Bartek": 24}
    assert table.public()["yard"][23] == far


def test_dd_r26_every_dig_grants_the_look() -> None:
    for action in (DIG, KEEP, dig_put("PY1")):
        table = at("PY1", dogs={"Ania": 1}).act("Ania", action)
        assert table.hidden.known["Ania"] == {"PY1": "P"}


# DD-R28: defaults and resigning


def test_dd_r28_the_default_changes_nothing_on_the_table() -> None:
    table = at("PY1", dogs={"Ania": 1})
    assert table.pending is not None
    assert table.pending.default == END
    table.act("Ania", DIG)
    assert table.pending.default == put("PY1")
    choosing = Table(GAME, ["Ania", "Bartek"], options={"dogs": "choose"}, seed=1)
    assert choosing.pending is not None
    assert choosing.pending.default == {"do": "dog", "dog": "grey"}


def test_dd_r28_a_seat_that_resigned_is_played_without_waiting() -> None:
    table = at("PY1", FOUR[:3], dogs={"Ania": 1}, hands={"Ania": "RY1"})
    table.act("Ania", DIG, RESIGN)
    state = table.public()
    assert (state["yard"][0], state["hands"]["Ania"], state["turn"]) == ("PY1", ["RY1"], "Bartek")
    table.act("Bartek", END).act("Celina", END)
    assert table.public()["turn"] == "Bartek"


def test_dd_r28_a_seat_that_resigned_cannot_win() -> None:
    row = "PY1 =B =G =P =Y =R"
    table = at(row, FOUR[:3], dogs={"Bartek": 1}, hands={"Bartek": "RY1"}, rest="Ania")
    table.act("Ania", RESIGN).act("Bartek", KEEP, END)
    result = table.game.result(table.state)
    assert result.scores["Ania"] > 0
    assert result.winners == ("Bartek", "Celina")


def test_dd_r28_the_last_one_left_wins() -> None:
    table = at("PY1", dogs={"Ania": 1}, delivered={"Ania": "RY1"}).act("Ania", DIG, RESIGN)
    assert table.state.over
    result = table.game.result(table.state)
    assert (result.winners, result.why) == (("Bartek",), "all other seats have resigned (DD-R28)")
    assert table.game.board(table.view(None))


def test_dd_r28_resigning_while_dogs_are_chosen() -> None:
    table = Table(GAME, FOUR[:3], options={"dogs": "choose"}, seed=1).act("Ania", RESIGN)
    table.act("Bartek", {"do": "dog", "dog": "black"}).act("Celina", {"do": "dog", "dog": "white"})
    names = {"Ania": "grey", "Bartek": "black", "Celina": "white"}
    assert table.public()["dog_names"] == names
    assert table.public()["turn"] == "Bartek"


def test_dd_r29_turns_of_a_seat_that_resigned_are_turns() -> None:
    """One idle round is three turns: Ania's (played for her), Bartek's, Celina's."""
    table = at("PY1", FOUR[:3], options={"idle_rounds": 1}).act("Ania", RESIGN)
    assert table.public()["idle"] == 1
    table.act("Bartek", END).act("Celina", END)
    assert table.state.over


def test_dd_r30_seats_that_resigned_share_the_last_place() -> None:
    row = "PY1 =B =G =P =Y =R"
    table = at(row, FOUR, dogs={"Celina": 1}, rest="Ania").act("Ania", RESIGN)
    table.act("Bartek", RESIGN).act("Celina", KEEP, END)
    text = "\n".join(GAME.board(table.view(None)))
    assert "\n1.  Celina 0, Darek 0\n3.  Ania 58, Bartek 0\n" in text


def test_dd_r31_a_row_left_in_the_middle_of_a_turn_stays_as_it_is() -> None:
    """Red is outermost, worth 1; with tidying it would fill the gap at 1 and be worth 5."""
    row = "PY1 GY1 =B =G =P =Y =R"
    table = at(row, dogs={"Ania": 1}, delivered={"Bartek": "RY1"}, rest="Ania")
    table.act("Ania", KEEP, RESIGN)
    assert table.state.over
    assert table.public()["yard"][0] is None
    assert table.game.result(table.state).scores["Bartek"] == 1
