"""Positions that cannot be are refused; those that can are taken as they are."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Refused
from pbem.games.dig_card_game import GAME
from pbem.wire import schema
from tests.games import checks
from tests.games.dig_card_game.tables import DONE, RESIGN, at, play, who
from tests.games.driver import Table


def middle(**more: Any) -> Table:
    """Ann, Bob, Cy in the Mine Phase of Day Two. Level 2 of Ann's has collapsed, Level 3 is
    empty; J4 has been lost, C1 has been drawn; R8 to R10, E8 and S6 left at the start (DC-8)."""
    ann = who("A1*m P1*m L1*m", "xx", "", hand="J1 P2 R1", hidden="L9", gold=4)
    given: dict[str, Any] = {
        "phase": "mine",
        "supply": "A2 J2 P5 L5 L6",
        "exhausted": "C1",
        "gone": "J4",
        "under_tools": "P7 L7",
        **more,
    }
    return at(ann, who("M1 P3 L3"), **given)


def changed(path: list[Any], value: Any) -> dict[str, Any]:
    return checks.changed(middle().public(), path, value)


def refused(public: dict[str, Any], options: dict[str, Any] | None = None) -> str:
    return checks.position_refused(GAME, middle().facts, public, options)


def test_a_position_comes_back_as_it_was() -> None:
    table = middle()
    public = table.public()
    schema.check("dig-card-game.state", public)
    assert GAME.public(GAME.restore(table.facts, public)) == public


def test_a_tunnel_with_nothing_in_it_may_be_left_out() -> None:
    table = middle()
    public = table.public()
    assert public["mines"]["Ann"]["pieces"]["3"] == []
    short = middle().public()
    del short["mines"]["Ann"]["pieces"]["3"]
    assert GAME.public(GAME.restore(table.facts, short)) == public


def test_the_example_of_the_schema_is_a_position() -> None:
    (example,) = schema.schema("dig-card-game.state")["examples"]
    facts = middle().facts._replace(seats=("Caleb", "Marci", "Aden"))
    assert GAME.public(GAME.restore(facts, example)) == example


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        (["dwarves"], ["A2"], "card-missing"),  # J2 is nowhere
        (["dwarves"], ["A1", "A2", "J2"], "card-twice"),  # A1 lies in Ann's Level 1
        (["mines", "Ann", "gems"], [], "card-missing"),  # R1
        (["exhausted"], ["C1", "C2"], "card-twice"),  # C2 is in the Mine
        (["exhausted"], [], "card-missing"),
        (["tools"], ["P5", "L5"], "tools"),  # no token is left for L6
        (["mines", "Ann", "hidden"], [], "tools"),
        (["tool_deck"], [["P7"]], "tools"),
        (["mines", "Cy", "tools"], ["P7"], "card-twice"),
        (["mines", "Bob", "hidden"], ["t1"], "token-twice"),  # t1 is Ann's
        (["mines", "Ann", "hidden"], ["t99"], "made"),
        (["made"], 27, "made"),  # 28 Tools, so t1 to t28
        (["gone"], ["R8", "R9", "R10", "E8", "J4"], "gone"),  # DC-8: S6
        (["mines", "Ann", "levels", "3"], "undug", "pieces"),
        (["mines", "Ann", "levels", "2"], "undug", "levels"),  # DC-52: Level 3 is dug
        (["mines", "Bob", "levels", "1"], "gone", "pieces"),
        (["moved"], ["A2"], "marks"),  # A2 is nobody's
        (["mined"], ["J4"], "marks"),  # DC-R14: a lost Dwarf has no marks
        (["turn"], "Dee", "seats"),
        (["first"], "Dee", "seats"),
        (["out"], ["Dee"], "seats"),
        (["resigned"], ["Dee"], "seats"),
        (["resigned"], ["Ann", "Cy"], "resigned"),
        (["resigned"], ["Ann", "Bob", "Cy"], "resigned"),
        (["passed"], ["Bob"], "passed"),  # DC-R8: at this table who passes is out
        (["night_sold"], ["pick"], "sold"),  # DC-R25: nobody sells in the Mine Phase
        (["night_bought"], ["pick"], "sold"),
        (["prices"], None, "prices"),
        (["prices"], "PV99", "provisions"),
        (["prices"], "PV2", "provisions"),  # PV2 is not used yet
        (["provisions"], ["PV3", "PV4", "PV5"], "provisions"),
        (["day"], 3, "provisions"),  # DC-31: two have been used
    ],
)
def test_a_position_that_cannot_be_is_refused(path: list[Any], value: Any, code: str) -> None:
    assert refused(changed(path, value)) == f"position/{code}"


def test_every_seat_is_named() -> None:
    public = middle().public()
    del public["mines"]["Cy"]
    assert refused(public) == "position/seats"


def test_a_card_that_the_deck_has_not() -> None:
    public = middle().public()
    public["dwarf_deck"] = [*public["dwarf_deck"], "A7"]
    assert refused(public) == "position/no-such-card"


def test_a_gem_leaves_the_game_at_the_start_alone() -> None:
    """DC-8: three Rubies, an Emerald and a Sapphire; R1 is Ann's."""
    public = middle().public()
    public["mines"]["Ann"]["gems"] = []
    public["gone"] = [*public["gone"], "R1"]
    assert refused(public) == "position/gone"


def test_dc_r4_an_open_table_has_no_tokens() -> None:
    assert refused(middle().public(), {"start_tools": "open"}) == "position/made"


def test_dc_r8_a_pass_is_remembered_where_it_skips_a_turn() -> None:
    table = at(phase="buy", supply="A1 P1", options={"pass_rule": "turn"})
    for passed in (["Bob"], ["Cy", "Bob"]):
        public = table.public() | {"passed": passed}
        assert GAME.restore(table.facts, public).passed == passed
    with pytest.raises(Refused, match="Ann has passed"):
        GAME.restore(table.facts, table.public() | {"passed": ["Ann"]})


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"out": ["Ann"]}, "out"),  # DC-45
        ({"exhausted": ["C1"]}, "exhausted"),  # DC-99
        ({"sold": ["R1"]}, "sold"),  # DC-111
        ({"moved": ["J1"]}, "marks"),  # DC-R14
        ({"dug": ["J1"]}, "marks"),
        ({"mined": ["J1"]}, "marks"),
    ],
)
def test_what_the_buy_phase_does_not_have(fields: dict[str, Any], code: str) -> None:
    table = at(who(hand="J1"), phase="buy", supply="A1 P1")
    with pytest.raises(Refused) as caught:
        GAME.restore(table.facts, table.public() | fields)
    assert caught.value.code == f"position/{code}"


@pytest.mark.parametrize("name", ["moved", "dug", "mined"])
def test_dc_r14_a_day_about_to_begin_has_no_marks(name: str) -> None:
    """They would last all Day, since they are taken off in the evening."""
    table = at(who(hand="J1 R1"), phase="sell", supply="P1")
    morning = {"day": 3, "phase": "buy", "prices": None}
    used = table.public() | morning
    assert GAME.restore(table.facts, used).prices is None
    with pytest.raises(Refused) as caught:
        GAME.restore(table.facts, used | {name: ["J1"]})
    assert caught.value.code == "position/marks"


def test_dc_24_nobody_has_mined_in_the_dig_phase() -> None:
    table = at(who(hand="J1 P1 L1"), phase="dig")
    with pytest.raises(Refused) as caught:
        GAME.restore(table.facts, table.public() | {"mined": ["J1"]})
    assert caught.value.code == "position/marks"


def test_dc_r25_a_kind_goes_one_way_in_a_turn() -> None:
    table = at(phase="sell", supply="P1")
    there = table.public() | {"night_sold": ["pick"], "night_bought": ["lantern"]}
    assert GAME.restore(table.facts, there).night_bought == ["lantern"]
    with pytest.raises(Refused) as caught:
        GAME.restore(table.facts, there | {"night_bought": ["pick"]})
    assert caught.value.code == "position/round-trip"


def test_a_game_that_is_over_comes_back() -> None:
    """After the last Day, and after a resignation that leaves one seat."""
    table = at(day=6, phase="sell", supply="P1")
    play(table, "Ann", DONE)
    play(table, "Bob", DONE)
    play(table, "Cy", DONE)
    other = at(who("A1 P1 L1"), seats=2, phase="mine")
    play(other, "Ann", RESIGN)
    for ended in (table, other):
        public = ended.public()
        assert public["over"]
        assert GAME.public(GAME.restore(ended.facts, public)) == public
