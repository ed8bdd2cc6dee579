"""Terms, setup and turns: DD-1 to DD-16, DD-71, DD-72."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games.dig_dogs import GAME
from pbem.script.contract import Facts
from pbem.script.requests import Draw, Look, Open, Request, Shuffle
from tests.games.dig_dogs.tables import BONES, BOWLS, DIG, END, KEEP, PAIRS, at, dig_put, drop, move
from tests.games.driver import Table, kinds

ROW = "=G RY BG =P BR GP GY =R BY PR BP =Y GR PY RY BG GP PR =B BR GY PY BY GR BP".split()  # noqa: SIM905
FOUR = ("Ania", "Bartek", "Celina", "Darek")


def facts(*seats: str, **options: Any) -> Facts:
    deck = GAME.deck()
    return Facts(seats, GAME.check_options(options, seats, deck), deck)


def set_up(rules: Facts) -> tuple[list[Request], Any]:
    """All requests of a setup whose row is ROW, and the state it ends in."""
    script, asked, reply = GAME.setup(rules), [], None
    try:
        while True:
            request = script.send(reply)
            asked.append(request)
            is_row = isinstance(request, Draw) and request.word == "order"
            reply = (
                list(ROW) if is_row else [rules.seats[-1]] if isinstance(request, Draw) else None
            )
    except StopIteration as stop:
        return asked, stop.value


def test_dd_1_space_1_lies_beside_the_dog_house() -> None:
    table = Table(GAME, ["Ania", "Bartek"], outcomes=[{"order": ROW}])
    assert table.public()["yard"][:3] == ["=G", "RY1", "BG1"]
    table.act("Ania", move(2), KEEP)
    assert table.public()["hands"]["Ania"] == ["RY1"]


def test_dd_2_the_row_keeps_its_length_until_tidying() -> None:
    table = at("", dogs={"Ania": 25})
    table.act("Ania", KEEP)
    assert len(table.public()["yard"]) == 25
    table.act("Ania", move(24), move(25))
    assert len(table.public()["yard"]) == 24


def test_dd_3_a_dug_space_is_an_empty_one() -> None:
    kept = at("RY1", dogs={"Ania": 1}).act("Ania", KEEP)
    assert kept.public()["yard"][0] is None
    back = at("RY1", dogs={"Ania": 1}).act("Ania", dig_put("RY1"))
    assert back.public()["yard"][0] == "RY1"


def test_dd_4_hand_and_delivered_are_two_things() -> None:
    table = at("=R", dogs={"Ania": 1}, hands={"Ania": "RY1 GR1"})
    table.act("Ania", drop("RY1"))
    assert table.public()["hands"]["Ania"] == ["GR1"]
    assert table.public()["delivered"]["Ania"] == [["RY1", "R"]]


def test_dd_5_the_aim_is_to_score_most() -> None:
    """Ania delivered a green bone, Bartek a blue one; the nearer Bowl is worth more."""
    gone = {"Ania": "BG2", "Bartek": "BG1"}
    table = at("PY1 =G =P =R =Y =B", delivered=gone, over=True)
    assert table.game.result(table.state).winners == ("Ania",)
    table = at("=B =G =P =R =Y", delivered=gone, over=True)
    assert table.game.result(table.state).winners == ("Bartek",)


def test_dd_12_four_bones_in_each_of_five_colours() -> None:
    table = Table(GAME, ["Ania", "Bartek"], seed=9)
    faces = list(table.hidden.faces.values())
    assert {colour: faces.count(colour) for colour in "BGPRY"} == dict.fromkeys("BGPRY", 4)
    assert GAME.face_counts(GAME.deck()) == dict.fromkeys("BGPRY", 4)


def test_dd_6_dogs_and_dog_house_are_not_in_the_row() -> None:
    _, state = set_up(facts(*FOUR))
    assert sorted(state.yard) == sorted([*BONES, *BOWLS])
    assert set(state.dogs.values()) == {0}


def test_dd_7_one_row_of_25_and_nobody_knows_a_face() -> None:
    asked, state = set_up(facts(*FOUR))
    assert len(state.yard) == 25
    assert not [request for request in asked if isinstance(request, (Look, Open))]
    assert state.knows == {seat: [] for seat in FOUR}
    assert state.events[0].clause == "DD-7"


def test_dd_8_each_seat_has_a_dog_at_space_0() -> None:
    _, state = set_up(facts(*FOUR))
    assert state.dogs == dict.fromkeys(FOUR, 0)
    names = {"Ania": "grey", "Bartek": "brown", "Celina": "black", "Darek": "white"}
    assert state.dog_names == names


def test_dd_9_unchosen_dogs_leave_the_game() -> None:
    _, state = set_up(facts("Ania", "Bartek"))
    assert state.dog_names == {"Ania": "grey", "Bartek": "brown"}


def test_dd_10_first_seat_begins_then_seat_order() -> None:
    table = Table(GAME, FOUR, seed=1)
    order = []
    for _ in range(5):
        assert table.pending is not None
        order.append(table.pending.seat)
        table.act(order[-1], END)
    assert order == ["Ania", "Bartek", "Celina", "Darek", "Ania"]


def test_dd_11_empty_hands_and_nothing_delivered() -> None:
    _, state = set_up(facts("Ania", "Bartek"))
    assert state.hands == {"Ania": [], "Bartek": []}
    assert state.delivered == {"Ania": [], "Bartek": []}


def test_dd_13_at_most_three_actions_and_fewer_is_allowed() -> None:
    table = at("", dogs={"Ania": 5})
    table.act("Ania", move(6), move(7))
    assert table.public()["left"] == 1
    table.act("Ania", move(8))
    assert table.public()["turn"] == "Bartek"
    table.act("Bartek", END)
    assert table.public()["turn"] == "Ania"


def test_dd_13_a_fourth_action_is_refused_while_the_third_is_finished() -> None:
    table = at("RY1", dogs={"Ania": 3}).act("Ania", move(2), move(1), DIG)
    assert table.refusal(move(2)).code == "no-actions-left"


def test_dd_14_any_order_and_the_same_kind_again() -> None:
    table = at("GP1 =P GY1", dogs={"Ania": 1})
    table.act("Ania", KEEP, move(2), drop("GP1"))
    assert table.public()["delivered"]["Ania"] == [["GP1", "P"]]
    table = at("GP1 =P", dogs={"Ania": 1})
    table.act("Ania", dig_put("GP1"), dig_put("GP1"), dig_put("GP1"))
    assert table.public()["turn"] == "Bartek"


def test_dd_15_a_put_back_belongs_to_its_dig_and_costs_nothing() -> None:
    table = at("RY1", dogs={"Ania": 1}).act("Ania", DIG)
    assert table.refusal(move(2)).code == "finish-dig-first"
    assert kinds(table) == {"put"}
    table.act("Ania", {"do": "put", "card": "RY1"})
    assert table.public()["left"] == 2


def test_dd_16_end_of_turn_tidies_then_passes_on() -> None:
    table = at("RY1 GP1", dogs={"Ania": 1}).act("Ania", KEEP, END)
    state = table.public()
    assert (state["turn"], state["left"], state["number"]) == ("Bartek", 3, 2)
    assert None not in state["yard"]
    assert table.clauses()[-2:] == ["DD-44", "DD-16"]


def test_dd_71_nobody_is_asked_in_anothers_turn() -> None:
    table = at("GP1 =P", FOUR, dogs={"Ania": 1})
    for action in (DIG, {"do": "put", "card": None}, move(2), drop("GP1")):
        assert table.pending is not None
        assert table.pending.seat == "Ania"
        table.act("Ania", action)


@pytest.mark.parametrize("hand", ["", "GP1", "GP1 GY1", "GP1 GY1 BG1"])
def test_dd_72_a_legal_choice_always_exists(hand: str) -> None:
    table = at("RY1", dogs={"Ania": 1}, hands={"Ania": hand})
    assert table.legal(END)
    table.act("Ania", DIG)
    assert table.legal({"do": "put", "card": "RY1"})


def test_dd_r27_the_order_of_the_setup() -> None:
    asked, state = set_up(facts("Ania", "Bartek", first="random"))
    bowls = ["=B", "=G", "=P", "=R", "=Y"]
    twice = [pair for pair in PAIRS for _ in range(2)]
    shuffles = [Shuffle((p[0], p[1]), (), (p + "1", p + "2")) for p in PAIRS]
    assert asked == [
        Draw("order", 25, 0, (*bowls, *twice)),
        *shuffles,
        Draw("draw", 1, 0, ("Ania", "Bartek")),
    ]
    assert state.turn == "Bartek"
