"""Setup: DC-1 to DC-15, DC-R1, R2, R3, R4, R5; WE-5, WE-10."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games.dig_card_game import GAME
from pbem.script.contract import Facts
from pbem.script.requests import Choose, Draw, Look, Open, Request, Shuffle
from tests.games.dig_card_game.tables import (
    ALL_SEATS,
    at,
    conserved,
    gold,
    hand,
    hidden,
    phase,
    play,
    who,
)
from tests.games.driver import Table, awaited

TOOLS = [f"P{n}" for n in range(1, 15)] + [f"L{n}" for n in range(1, 15)]
DWARVES = [f"A{n}" for n in range(1, 7)] + [f"J{n}" for n in range(1, 6)]
DWARVES += [f"M{n}" for n in range(1, 5)]
CAVE_INS = ["C1", "C2", "C3", "C4", "C5", "X1", "X2"]


def gems(ruby: int, emerald: int, sapphire: int, diamond: int) -> list[str]:
    by_letter = zip("RESD", (ruby, emerald, sapphire, diamond), strict=True)
    return [f"{letter}{n}" for letter, most in by_letter for n in range(1, most + 1)]


def start(seats: int, **given: Any) -> Table:
    table = Table(GAME, ALL_SEATS[:seats], options=given, seed=5)
    conserved(table)
    return table


def asked(seats: int, **given: Any) -> list[Request]:
    """All requests up to the first decision; the first of the items is drawn."""
    deck = GAME.deck()
    facts = Facts(ALL_SEATS[:seats], GAME.check_options(given, ALL_SEATS[:seats], deck), deck)
    requests: list[Request] = []
    faces: dict[str, str] = {}

    def reply(request: Request) -> Any:
        requests.append(request)
        if isinstance(request, Shuffle):
            assert not request.tokens
            faces.update(zip(request.onto, request.faces, strict=True))
        if isinstance(request, Open):
            return {t: faces[t] for t in request.tokens}
        return list(request.items)[: request.number] if isinstance(request, Draw) else None

    script, answer = GAME.setup(facts), None
    try:
        while True:
            answer = reply(script.send(answer))
    except StopIteration as stop:
        days, answer = GAME.play(stop.value), None
    while True:
        request = days.send(answer)
        if isinstance(request, Choose):
            return requests
        answer = reply(request)


# --- seats, Tunnels, gold ---


def test_dc_1_two_to_four_seats() -> None:
    assert GAME.seats == (2, 4)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dc_4_five_tunnels_in_hand(seats: int) -> None:
    """DC-2: each seat has a mine. DC-5: the sets of five that nobody takes are nowhere."""
    mines = start(seats).public()["mines"]
    assert list(mines) == list(ALL_SEATS[:seats])
    for own in mines.values():
        assert own["levels"] == dict.fromkeys("12345", "undug")
        assert own["pieces"] == {}
    assert 20 - sum(len(own["levels"]) for own in mines.values()) == {2: 10, 3: 5, 4: 0}[seats]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dc_12_ten_gold_each_and_nothing_else(seats: int) -> None:
    """DC-15: no Dwarf and no gem."""
    for own in start(seats).public()["mines"].values():
        assert own["gold"] == 10
        assert own["dwarves"] == []
        assert own["gems"] == []


def test_dc_3_gold_is_a_number_and_chests_are_only_change() -> None:
    """WE-10: 10 gold, 3 paid, 7 left."""
    table = at(who(gold=10), supply="J1 P1")
    play(table, "Ann", {"do": "hire", "rank": "journeyman"})
    assert gold(table) == 7


def test_dc_r3_the_bank_never_runs_dry() -> None:
    """140 gold are in the box; here are 300, and a Ruby is paid for all the same."""
    table = at(who(gold=150, hand="R1"), who(gold=150), phase="sell", supply="P1")
    play(table, "Ann", {"do": "sell", "gems": {"ruby": 1}})
    assert gold(table) == 151


# --- decks ---


@pytest.mark.parametrize(
    ("seats", "clause", "count", "there", "out"),
    [
        (2, "DC-7", 28, gems(6, 6, 5, 4), "R7 R8 R9 R10 E7 E8 S6"),
        (3, "DC-8", 30, gems(7, 7, 5, 4), "R8 R9 R10 E8 S6"),
        (4, "DC-9", 35, gems(10, 8, 6, 4), ""),
    ],
)
def test_dc_7_dc_8_dc_9_the_mine_deck(
    seats: int, clause: str, count: int, there: list[str], out: str
) -> None:
    """WE-5. The gems with the highest numbers leave."""
    state = start(seats).public()
    (batch,) = state["mine_deck"]
    assert len(batch) == count
    assert sorted(batch) == sorted([*there, *CAVE_INS])
    assert sorted(state["gone"]) == sorted(out.split())


def test_dc_6_dc_r1_four_decks() -> None:
    """Picks and Lanterns are one deck; DC-10: what is drawn comes from all of it."""
    tools, *_ = (r for r in asked(3) if isinstance(r, Shuffle))
    assert sorted(tools.faces) == sorted(TOOLS)
    assert len(tools.onto) == len(set(tools.onto)) == 28
    draws = [r for r in asked(3) if isinstance(r, Draw)]
    assert list(draws[0].items) == [f"PV{n}" for n in range(1, 11)]
    assert list(draws[1].items) == DWARVES


@pytest.mark.parametrize("start_tools", ["hidden", "open"])
@pytest.mark.parametrize(("seats", "tools"), [(2, 20), (3, 17), (4, 14)])
def test_dc_14_the_decks_after_the_first_flips(start_tools: str, seats: int, tools: int) -> None:
    """WE-5: 28 less two a seat less N + 2 face up; DC-32: N Dwarves face up."""
    state = start(seats, start_tools=start_tools).public()
    assert len(state["tool_tokens"]) + sum(map(len, state["tool_deck"])) == tools
    assert len(state["tools"]) == seats + 2
    assert len(state["dwarves"]) == seats
    assert len(state["dwarf_deck"]) == 15 - seats
    assert state["sold"] == state["exhausted"] == []


def test_dc_13_four_provisions_stay_aside_unseen() -> None:
    """No request is made for them: of ten one is turned up, and nine may be among the four."""
    state = start(3).public()
    assert len(state["provisions"]) == 9
    assert state["prices"] not in state["provisions"]
    provisions = [r for r in asked(3) if isinstance(r, Draw) and "PV2" in r.items]
    assert [r.number for r in provisions] == [1]


# --- the deal ---


def test_dc_11_two_tools_each_seen_by_the_holder_alone() -> None:
    """DC-R4, DC-R5: clockwise from Player One, two at once."""
    requests = asked(3, first="Bob")
    (shuffle,) = [r for r in requests if isinstance(r, Shuffle)]
    looks = [r for r in requests if isinstance(r, Look)]
    assert [r.seat for r in looks] == ["Bob", "Cy", "Ann"]
    assert [t for r in looks for t in r.tokens] == list(shuffle.onto[:6])
    assert [len(r.tokens) for r in looks] == [2, 2, 2]
    table = start(3, first="Bob")
    for seat in ("Ann", "Bob", "Cy"):
        assert hand(table, seat) == ""
        assert len(hidden(table, seat).split()) == 2
        assert set(table.hidden.known[seat]) == set(table.public()["mines"][seat]["hidden"])


def test_dc_11_dc_r4_open_tools_are_drawn_face_up() -> None:
    """The whole game then needs public draws only."""
    requests = asked(3, start_tools="open", first="Bob")
    assert {type(r) for r in requests} == {Draw}
    table = start(3, start_tools="open")
    for seat in ALL_SEATS[:3]:
        own = table.public()["mines"][seat]
        assert own["hidden"] == []
        assert len(own["tools"]) == 2
    assert table.hidden.faces == {}


def test_dc_11_dc_r5_open_deal_goes_from_player_one() -> None:
    outcomes: list[dict[str, list[str]]] = [
        {"draw": ["P1", "P2"]},
        {"draw": ["P3", "L3"]},
        {"draw": ["L1", "L2"]},
        {"draw": ["PV1"]},
        {"draw": ["A1", "J1", "J2"]},
        {"draw": ["P4", "P5", "L4", "L5", "L6"]},
    ]
    given = {"start_tools": "open", "first": "Cy"}
    table = Table(GAME, ALL_SEATS[:3], options=given, outcomes=outcomes)
    assert [hand(table, s) for s in ("Cy", "Ann", "Bob")] == ["P1 P2", "P3 L3", "L1 L2"]


def deck_of(request: Request) -> str:
    """Which deck a draw is from; the name of another request."""
    if not isinstance(request, Draw):
        return type(request).__name__
    item = request.items[0]
    return "provision" if item.startswith("PV") else "dwarf" if item in DWARVES else "tool"


def told(requests: list[Request]) -> list[str]:
    """One word for each deck in turn, however many requests it takes."""
    words = [deck_of(r) for r in requests]
    return [w for i, w in enumerate(words) if i == 0 or words[i - 1] != w]


def test_dc_35_the_order_of_setup_and_first_flips() -> None:
    """Deal, Provision card, Dwarves, Tools."""
    assert told(asked(2)) == ["Shuffle", "Look", "provision", "dwarf", "Open"]
    assert told(asked(2, start_tools="open")) == ["tool", "provision", "dwarf", "tool"]


def test_dc_33_the_first_tools_face_up_come_off_the_top() -> None:
    """DC-R4: tokens 5 to 8 are opened with two seats; the holders' four stay closed."""
    (shuffle,) = [r for r in asked(2) if isinstance(r, Shuffle)]
    opened = [t for r in asked(2) if isinstance(r, Open) for t in r.tokens]
    assert opened == list(shuffle.onto[4:8])
    table = start(2)
    assert table.public()["tool_tokens"] == list(shuffle.onto[8:])


# --- Player One of Day One ---


def test_dc_23_dc_r2_the_first_seat_is_player_one() -> None:
    """Seats are named with the youngest first, or the option names it."""
    table = start(3)
    assert (awaited(table), phase(table), table.public()["first"]) == ("Ann", "1 buy", "Ann")
    table = start(3, first="Cy")
    assert (awaited(table), table.public()["first"]) == ("Cy", "Cy")


def test_dc_r2_player_one_by_lot() -> None:
    first, *_ = (r for r in asked(3, first="random") if isinstance(r, Draw))
    assert (first.word, first.number, list(first.items)) == ("draw", 1, ["Ann", "Bob", "Cy"])
    seen = {
        Table(GAME, ALL_SEATS[:3], options={"first": "random"}, seed=n).public()["first"]
        for n in range(20)
    }
    assert seen == {"Ann", "Bob", "Cy"}


def test_setup_asks_nobody_and_always_the_same() -> None:
    for given in ({}, {"start_tools": "open"}):
        facts = Facts(ALL_SEATS, GAME.check_options(given, ALL_SEATS, GAME.deck()), GAME.deck())
        first = next(GAME.setup(facts))
        assert not isinstance(first, Choose)
        assert asked(4, **given) == asked(4, **given)
