"""Setup and options: DU-1 to DU-16, DU-R1 to DU-R4, DU-R33."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.games.dig_up_adventure import GAME
from pbem.script.contract import Facts
from pbem.script.requests import Draw, Look, Open, Request, Shuffle
from tests.games.dig_up_adventure.tables import (
    ADVENTURE,
    ALL_SEATS,
    at,
    color,
    discard,
    down,
    draw_pile,
    hand,
    known,
    mine,
    pile,
    removed,
    true_mine,
)
from tests.games.driver import Table, clause, kinds

FIXED = {
    2: {"colors": list("RS"), "colors_out": list("AD"), "first": "Ana"},
    3: {"colors": list("RST"), "colors_out": ["D"], "first": "Ana"},
    4: {"colors": list("RSTE"), "colors_out": [], "first": "Ana"},
}


def options(seats: int, **given: Any) -> dict[str, Any]:
    return GAME.check_options(given, ALL_SEATS[:seats], GAME.deck())


def refused(seats: int, **given: Any) -> str:
    with pytest.raises(Refused) as caught:
        options(seats, **given)
    assert caught.value.code.startswith("option/")
    assert caught.value.message
    return caught.value.code


def start(seats: int, **given: Any) -> Table:
    return Table(GAME, ALL_SEATS[:seats], options=given, seed=5)


# --- colours ---


def test_du_1_own_colours_are_public_and_stay() -> None:
    table = at("E1")
    assert table.public()["colors"] == {"Ana": "R", "Bea": "S", "Cem": "T"}
    table.act("Ana", discard())
    assert table.public()["colors"] == {"Ana": "R", "Bea": "S", "Cem": "T"}


def test_du_2_seats_choose_in_seat_order_among_those_left() -> None:
    """DU-R2."""
    table = start(3, first="Cem")
    assert [a["color"] for a in table.menu()] == list("ADERST")
    table.act("Ana", color("E"))
    assert [a["color"] for a in table.menu()] == list("ADRST")
    assert clause(table, color("E")) == "DU-2"
    table.act("Bea", color("A"))
    table.act("Cem", color("T"))
    assert table.public()["colors"] == {"Ana": "E", "Bea": "A", "Cem": "T"}
    assert table.pending is not None
    assert table.pending.seat == "Cem"
    assert "discard" in kinds(table)


def test_du_2_nothing_else_is_possible_before() -> None:
    table = start(2)
    assert kinds(table) == {"color"}
    assert clause(table, discard()) == "DU-2"
    assert clause(table, color("X")) in {"DU-2", "DU-R2"}


@pytest.mark.parametrize(("seats", "count"), [(4, 54), (3, 45), (2, 36)])
def test_du_3_du_4_du_5_stones_in_use(seats: int, count: int) -> None:
    """DU-3: 6 colours of nine; DU-4: 5; DU-5: 4."""
    table = start(seats, **FIXED[seats])
    used = [f for f in everywhere(table) if f[0].isupper()]
    assert len(used) == len(set(used)) == count
    assert Counter(f[0] for f in used) == dict.fromkeys(
        set("ADERST") - set(FIXED[seats]["colors_out"]), 9
    )


def everywhere(table: Table) -> list[str]:
    """All cards, wherever they lie."""
    seats = table.facts.seats
    return [
        *(f for s in seats for f in true_mine(table, s).split()),
        *(f for s in seats for f in hand(table, s)),
        *draw_pile(table),
        *pile(table),
        *removed(table),
    ]


@pytest.mark.parametrize("seed", range(12))
def test_du_6_a_colour_that_leaves_is_nobodys(seed: int) -> None:
    """DU-R2: drawn from the colours nobody took."""
    table = Table(GAME, ALL_SEATS[:2], options={"first": "Ana"}, seed=seed)
    table.act("Ana", color("S")).act("Bea", color("E"))
    out = table.public()["out"]
    assert len(out) == 2
    assert not {"S", "E"} & set(out)
    assert not [f for f in everywhere(table) if f[0] in out]


def test_du_6_the_draw_is_public_and_from_the_colours_left() -> None:
    """DU-R2: A D T R are left; the scripted draw takes T and A."""
    table = Table(GAME, ALL_SEATS[:2], options={"first": "Bea"}, outcomes=[{"draw": ["T", "A"]}])
    table.act("Ana", color("S")).act("Bea", color("E"))
    assert sorted(table.public()["out"]) == ["A", "T"]
    assert {f[0] for f in everywhere(table) if f[0].isupper()} == set("DERS")


# --- Mines ---


@pytest.mark.parametrize(("seats", "cards"), [(4, 62), (3, 53), (2, 44)])
def test_du_7_stones_skeletons_and_idols_are_shuffled_together(seats: int, cards: int) -> None:
    first = next(r for r in asked(seats) if isinstance(r, Shuffle))
    assert len(first.faces) == len(first.onto) == cards
    assert list(first.tokens) == []
    assert Counter(f.split("-")[0] for f in first.faces if "-" in f) == {"idol": 4, "skeleton": 4}
    assert not set(first.faces) & set(ADVENTURE)
    assert len([f for f in first.faces if "-" not in f]) == cards - 8


def asked(seats: int, **given: Any) -> list[Request]:
    """All requests of a setup with colours and all else given."""
    deck = GAME.deck()
    facts = Facts(ALL_SEATS[:seats], options(seats, **{**FIXED[seats], **given}), deck)
    requests: list[Request] = []
    faces: dict[str, str] = {}

    def reply(request: Request) -> Any:
        requests.append(request)
        if isinstance(request, Shuffle):
            known_faces = [*request.faces, *(faces[t] for t in request.tokens)]
            faces.update(zip(request.onto, known_faces, strict=True))
        if isinstance(request, Open):
            return {t: faces[t] for t in request.tokens}
        if isinstance(request, Draw):
            return list(request.items)[: request.number]
        return None

    script, answer = GAME.setup(facts), None
    try:
        while True:
            answer = reply(script.send(answer))
    except StopIteration:
        return requests


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_du_8_nine_face_down_cards_each(seats: int) -> None:
    table = start(seats, **FIXED[seats])
    for seat in table.facts.seats:
        assert len(mine(table, seat).split()) == 9
        assert down(table, seat) == 8
        assert not set(true_mine(table, seat).split()) & set(ADVENTURE)


def test_du_9_nobody_looks_at_a_card_of_a_mine() -> None:
    """DU-R4: no decision is asked either; a setup has no decision."""
    requests = asked(3)
    in_mines = set(next(r for r in requests if isinstance(r, Shuffle)).onto[:27])
    for request in requests:
        if isinstance(request, Look):
            assert not in_mines & set(request.tokens)


def test_du_10_positions_count_from_left_to_right_and_down() -> None:
    """Seat by seat the tokens lie in order; the Mine of Ana is t1 to t9 (DU-R33)."""
    table = start(2, **FIXED[2])
    first = next(r for r in asked(2) if isinstance(r, Shuffle))
    assert [t for t, _ in table.public()["mines"]["Ana"]] == list(first.onto[:9])
    assert [t for t, _ in table.public()["mines"]["Bea"]] == list(first.onto[9:18])
    (opened,) = [r for r in asked(2) if isinstance(r, Open)]
    assert list(opened.tokens) == [first.onto[4], first.onto[13]]


def test_du_11_the_centre_alone_is_face_up() -> None:
    table = start(3, **FIXED[3])
    for seat in table.facts.seats:
        shown = mine(table, seat).split()
        assert [i + 1 for i, card in enumerate(shown) if card != "##"] == [5]
        assert shown[4] == true_mine(table, seat).split()[4]


@pytest.mark.parametrize(("seats", "left"), [(2, 62), (3, 59), (4, 56)])
def test_du_12_the_rest_and_the_adventure_cards_are_the_draw_pile(seats: int, left: int) -> None:
    """26 undealt cards and 42 Adventure cards, 68, less three for each hand."""
    _, second = [r for r in asked(seats) if isinstance(r, Shuffle)]
    assert (len(second.faces), len(second.tokens), len(second.onto)) == (42, 26, 68)
    assert sorted(second.faces) == sorted(ADVENTURE)
    table = start(seats, **FIXED[seats])
    assert len(draw_pile(table)) == left


def test_du_13_three_cards_each_seen_by_the_holder_alone() -> None:
    table = start(3, **FIXED[3])
    for seat in table.facts.seats:
        assert len(hand(table, seat)) == 3
        assert set(known(table, seat)) == set(hand(table, seat))


def test_du_14_the_first_turn_is_drawn_or_given() -> None:
    """DU-R3."""
    fixed = {**FIXED[3], "first": "random"}
    table = Table(GAME, ALL_SEATS[:3], options=fixed, outcomes=[{"draw": ["Bea"]}])
    assert table.pending is not None
    assert table.pending.seat == "Bea"
    table = start(3, **{**FIXED[3], "first": "Cem"})
    assert table.pending is not None
    assert table.pending.seat == "Cem"
    assert table.public()["first"] == "Cem"


def test_du_15_turns_go_clockwise_from_the_starting_player() -> None:
    table = start(3, **{**FIXED[3], "first": "Bea"})
    for seat in ("Bea", "Cem", "Ana", "Bea", "Cem"):
        assert table.pending is not None
        assert table.pending.seat == seat
        table.act(seat, discard())


def test_du_16_both_piles_start_empty() -> None:
    table = start(3, **FIXED[3])
    assert pile(table) == []
    assert removed(table) == []


def test_du_r33_the_order_of_setup() -> None:
    """Draw out, Shuffle, Open of the centres, Shuffle, a Look for each seat, Draw of the first."""
    requests = asked(3, colors_out="random", first="random")
    assert [type(r).__name__ for r in requests] == [
        "Draw", "Shuffle", "Open", "Shuffle", "Look", "Look", "Look", "Draw",
    ]  # fmt: skip
    out, mines, centres, second, *looks, first = requests
    assert isinstance(out, Draw) and (out.word, out.number) == ("draw", 1)
    assert sorted(out.items) == list("ADE")
    assert isinstance(first, Draw) and list(first.items) == ["Ana", "Bea", "Cem"]
    assert isinstance(mines, Shuffle) and isinstance(centres, Open) and isinstance(second, Shuffle)
    assert list(centres.tokens) == [mines.onto[4], mines.onto[13], mines.onto[22]]
    assert list(second.tokens) == list(mines.onto[27:])
    for i, seat in enumerate(("Ana", "Bea", "Cem")):
        request = looks[i]
        assert isinstance(request, Look)
        assert (request.seat, list(request.tokens)) == (seat, list(second.onto[3 * i : 3 * i + 3]))


# --- options ---


def test_defaults_of_the_options() -> None:
    assert options(3) == {
        "variant": "normal",
        "colors": "choose",
        "colors_out": "random",
        "first": "random",
        "tie_rule": "run",
    }


def test_du_r1_two_to_four_seats_or_one_alone() -> None:
    assert GAME.seats == (1, 4)
    assert refused(1)
    assert refused(2, variant="solo")
    assert refused(4, variant="solo")
    assert options(1, variant="solo")["variant"] == "solo"


@pytest.mark.parametrize("count", [5, 6])
def test_du_r1_five_and_six_are_refused(count: int) -> None:
    with pytest.raises(Refused):
        GAME.check_options({}, [f"seat{i}" for i in range(count)], GAME.deck())


@pytest.mark.parametrize(
    "bad",
    [
        {"colors": ["R", "S"]},
        {"colors": ["R", "S", "S"]},
        {"colors": ["R", "S", "X"]},
        {"colors": ["R", "S", "T", "A"]},
        {"colors": "pick"},
        {"colors": {"Ana": "R"}},
        {"colors": ["R", "S", 3]},
        {"colors": [["R"], "S", "T"]},
        {"colors_out": ["A", "D"]},
        {"colors_out": []},
        {"colors_out": ["X"]},
        {"colors_out": "A"},
        {"colors_out": [None]},
        {"colors": ["R", "S", "T"], "colors_out": ["R"]},
        {"first": "Dan"},
        {"first": ""},
        {"first": 1},
        {"first": ["Ana"]},
        {"tie_rule": "runs"},
        {"tie_rule": None},
        {"variant": "hard"},
        {"variant": 1},
        {"variants": "normal"},
    ],
)
def test_du_r2_du_r3_bad_options_are_refused(bad: dict[str, Any]) -> None:
    refused(3, **bad)


def test_du_r2_two_colours_out_with_two_seats_none_with_four() -> None:
    assert options(2, colors_out=["A", "D"])["colors_out"] == ["A", "D"]
    assert refused(2, colors_out=["A"])
    assert refused(2, colors_out=["A", "A"])
    assert options(4, colors_out=[])["colors_out"] == []
    assert refused(4, colors_out=["A"])


def test_du_r2_a_colour_named_out_cannot_be_chosen() -> None:
    table = start(2, colors_out=["A", "R"], first="Ana")
    assert [a["color"] for a in table.menu()] == list("DEST")
    assert clause(table, color("R")) in {"DU-2", "DU-6", "DU-R2"}


@pytest.mark.parametrize(
    "given", [{"colors_out": ["A", "D"]}, {"colors_out": "random"}, {"first": "Ana"},
              {"first": "random"}, {"tie_rule": "run"}]
)  # fmt: skip
def test_solo_takes_no_options_of_the_others(given: dict[str, Any]) -> None:
    assert refused(1, variant="solo", **given)


@pytest.mark.parametrize("rule", ["run", "placed", "adjacent"])
def test_du_r24_every_tie_rule_can_be_chosen(rule: str) -> None:
    assert options(2, tie_rule=rule)["tie_rule"] == rule
