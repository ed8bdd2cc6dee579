"""Positions that cannot be are refused; those that can are taken as they are."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.games.dig_2017 import GAME
from pbem.wire import schema
from tests.games import checks
from tests.games.dig_2017.tables import RESIGN, at, dig, play, who
from tests.games.driver import Table


def middle() -> Table:
    return at(
        who("gold@ iron rune", hand="iron 2 shield", gems=4, runes=1, companions="queen"),
        who(None, "iron@ egg", hand="ruby", reserve=1, eaten=1),
        seats=3,
        hill="iron 3 collapse exit",
        offer="elf",
    )


def changed(path: list[Any], value: Any) -> dict[str, Any]:
    return checks.changed(middle().public(), path, value)


def refused(public: dict[str, Any], options: dict[str, Any] | None = None) -> str:
    return checks.position_refused(GAME, middle().facts, public, options)


def test_a_position_comes_back_as_it_was() -> None:
    table = middle()
    public = table.public()
    assert GAME.public(GAME.restore(table.facts, public)) == public


def test_counts_of_0_may_be_left_out() -> None:
    table = middle()
    public = table.public()
    short = copy.deepcopy(public)
    for pile in ("hill", "discard"):
        short[pile] = {card: number for card, number in public[pile].items() if number}
    short["players"]["Cy"]["stones"] = {}
    schema.check("dig-2017.state", short)
    assert GAME.public(GAME.restore(table.facts, short)) == public


def test_the_example_of_the_schema_is_a_position() -> None:
    (example,) = schema.schema("dig-2017.state")["examples"]
    facts = at(seats=3).facts
    assert facts.seats == ("Ann", "Bob", "Cy")
    assert GAME.public(GAME.restore(facts, example)) == example


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        (["hill", "iron"], 4, "cards"),  # DG-5
        (["discard", "chest"], 2, "cards"),
        (["players", "Ann", "stones", "iron"], 1, "cards"),
        (["players", "Ann", "equipment"], [], "cards"),
        (["players", "Ann", "runes"], 0, "cards"),
        (["supply"], 35, "gems"),  # DG-R32
        (["players", "Ann", "gems"], 5, "gems"),
        (["players", "Ann", "galleries", "1", 0, 1], 1, "gems"),
        (["recruits", "Bob"], 2, "recruits"),  # DG-39
        (["players", "Bob", "eaten"], 0, "recruits"),
        (["players", "Ann", "galleries", "1", 0, 2], False, "recruits"),
        (["players", "Ann", "galleries", "1", 2, 2], True, "gallery"),  # DG-31
        (["players", "Ann", "galleries", "1", 2, 0], "exit", "gallery"),  # DG-24
        (["players", "Ann", "galleries", "1", 0, 0], "egg", "gallery"),  # DG-32
        (["players", "Bob", "companions"], ["queen"], "companions"),  # DG-110
        (["players", "Ann", "companions"], [], "companions"),  # DG-3
        (["players", "Ann", "companions"], ["dragon"], "companions"),
        (["offer", 0], None, "companions"),
        (["turn"], "Dee", "seats"),
        (["first"], "Dee", "seats"),
        (["trigger"], "Dee", "seats"),
        (["resigned"], ["Dee"], "seats"),
        (["resigned"], ["Ann", "Cy"], "resigned"),
        (["resigned"], ["Ann", "Bob", "Cy"], "resigned"),
        (["step"], "after", "turn-start"),
        (["used"], True, "turn-start"),
        (["dug"], True, "turn-start"),
        (["place"], ["Ann", 1], "turn-start"),
        (["card"], "iron", "turn-start"),
        (["up"], ["iron"], "turn-start"),
        (["aside"], ["thief"], "turn-start"),
        (["using"], ["compass"], "turn-start"),
        (["last"], ["Bob"], "last"),  # DG-151: nobody has reached the goal
        (["trigger"], "Ann", "last"),
    ],
)
def test_a_position_that_cannot_be_is_refused(path: list[Any], value: Any, code: str) -> None:
    assert refused(changed(path, value)) == f"position/{code}"


@pytest.mark.parametrize("name", ["players", "recruits"])
def test_every_seat_is_named(name: str) -> None:
    public = middle().public()
    del public[name]["Cy"]
    assert refused(public) == "position/seats"


def test_dg_150_who_has_reached_the_goal_is_told() -> None:
    """Ann has 4 Gems and a Rune: at a table for 5 that is the goal, at one for 10 it is not."""
    assert refused(middle().public(), {"goal": 5}) == "position/trigger"
    facts = middle().facts
    with pytest.raises(Refused) as caught:
        GAME.restore(facts._replace(options={**facts.options, "goal": 5}), middle().public())
    assert "trigger names who did so first, and last the seats" in caught.value.message
    public = middle().public() | {"trigger": "Ann", "last": ["Cy"], "turn": "Bob"}
    assert refused(public) == "position/trigger"


def test_dg_151_dg_r33_last_turns() -> None:
    """Ann has reached 5. In Bob's turn Cy has one still to come, or nobody; Ann has none."""
    table = middle()
    facts = table.facts._replace(options={**table.facts.options, "goal": 5})
    public = table.public() | {"trigger": "Ann", "turn": "Bob"}
    for last in (["Cy"], []):
        assert GAME.public(GAME.restore(facts, public | {"last": last}))["last"] == last
    for last in (["Ann"], ["Cy", "Ann"], ["Bob"]):
        assert refused(public | {"last": last}, {"goal": 5}) == "position/last"
    assert refused(public | {"last": ["Bob"], "turn": "Ann"}, {"goal": 5}) == "position/trigger"


def test_a_game_that_ended_in_the_middle_of_an_effect() -> None:
    """Bob resigns before an Enemy on its way, Ann before the stone; cards turned up stay so."""
    table = at(who("iron@", hand="shield"), who())
    play(table, "Ann", dig("in"), draw="ghost")
    play(table, "Ann", RESIGN)
    public = table.public()
    assert public["over"]
    assert public["up"] == ["ghost"]
    assert GAME.public(GAME.restore(table.facts, public)) == public
