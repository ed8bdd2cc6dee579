"""What is asked, of whom, and what the answers may be: D1 to D11 of the rules, DG-R48."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pbem.script.requests import Action
from tests.games import checks
from tests.games.dig_2017.tables import (
    ACCEPT,
    ANCHOR,
    BAG,
    BY_BAG,
    COLLECT,
    DROP,
    END,
    KEEP,
    LEAVE,
    PLACE,
    SHIELD,
    START,
    STOP,
    at,
    bomb,
    close,
    companion,
    dig,
    pick,
    play,
    potion,
    recruits,
    scepter,
    step,
    tavern,
    use,
    who,
)
from tests.games.driver import Table, awaited, clause, kinds

ACTIONS = checks.careful("dig-2017.actions")


def menu(table: Table, *wanted: Action, seat: str = "Ann", word: str) -> None:
    """Exactly these are on the menu, each once, each fits the schema, and the step is told."""
    listed = table.menu()
    by_text = sorted(json.dumps(action, sort_keys=True) for action in listed)
    assert by_text == sorted(json.dumps(action, sort_keys=True) for action in wanted)
    assert (awaited(table), step(table)) == (seat, word)
    for action in listed:
        ACTIONS.validate(action)
    assert table.pending is not None
    assert table.pending.forced == (len(wanted) == 1 and word != "turn")


# --- D1 ---


def test_d1_the_turn() -> None:
    """DG-10, DG-15, DG-20; the Tavern is a form."""
    table = at(
        who("iron@", None, "gold@", hand="iron 5 bag bomb compass pickaxe parchment potion shield"),
        who("iron@", "gold@ iron"),
    )
    places = (1, 3, "beside")
    menu(
        table,
        dig("in"),
        dig("beside"),
        close(1),
        close(3),
        BAG,
        bomb("Bob", 1),
        bomb("Bob", 2),
        potion("Bob", 2),
        *(use(card, p) for card in ("compass", "pickaxe", "parchment") for p in places),
        word="turn",
    )
    assert kinds(table) == {"dig", "close", "use", "tavern"}


def test_d1_with_nothing_but_a_dig() -> None:
    """DG-R48: asked all the same."""
    table = at(settle=False)
    menu(table, dig("beside"), word="turn")
    assert clause(table, close(1)) == "DG-140"


def test_d1_no_tavern_without_anything_to_hire() -> None:
    """DG-112: four Crystals, and no Companion has that price."""
    dear = "shepherd scout elf hunter knight wizard"
    assert "tavern" not in kinds(at(who(hand="iron 4")))
    assert "tavern" in kinds(at(who(hand="iron 5")))
    assert "tavern" in kinds(at(who(hand="bag")))
    assert "tavern" in kinds(at(who(hand="chest")))
    assert "tavern" in kinds(at(who(hand="iron gold diamond", reserve=4), offer="pirate"))
    assert "tavern" not in kinds(at(who(hand="iron gold diamond bag", reserve=4), offer=dear))


@pytest.mark.parametrize(
    "bad",
    [
        {"do": "close"},
        {"do": "close", "gallery": "1"},
        {"do": "close", "gallery": True},
        {"do": "close", "gallery": 1, "more": 1},
        {"do": "close", "gallery": 5},
        {"do": "dig", "where": "in", "gallery": 1},
        {"do": "use"},
        {"do": "use", "card": "sword"},
        {"do": "use", "card": "compass", "at": True},
        {"do": "use", "card": "compass", "seat": "Bob", "gallery": 1},
        {"do": "use", "card": "bomb", "seat": "Bob"},
        {"do": "use", "card": "bag", "at": "beside"},
        {"do": "pick", "card": "gold"},
        {"do": "pick", "card": -1},
        {"do": "pick", "card": True},
        {"do": "tavern"},
        {"do": "tavern", "hires": []},
        {"do": "tavern", "hires": [{"recruits": 0, "pay": {"iron": 5}}]},
        {"do": "tavern", "hires": [{"recruits": 1, "pay": {"iron": 0}}]},
        {"do": "tavern", "hires": [{"recruits": 2, "bag": True}]},
        {"do": "tavern", "hires": [{"recruits": 1, "bag": False}]},
        {"do": "scepter", "seat": "Bob"},
        {"do": "place", "card": "iron"},
        {"do": "fly"},
    ],
)
def test_the_schema_refuses_what_is_no_action(bad: Action) -> None:
    assert not ACTIONS.is_valid(bad)


@pytest.mark.parametrize(
    "good",
    [
        tavern(recruits(2, "ruby 2 gold"), BY_BAG, companion("queen", "iron 4", "gold")),
        tavern(companion("pirate", "iron", "gold diamond")),
        tavern(recruits(1, chest=True)),
        scepter("Bob", 4),
        use("compass", "all"),
    ],
)
def test_the_schema_knows_the_actions(good: Action) -> None:
    ACTIONS.validate(good)


# --- D2 to D4 ---


def test_d2_a_stone_beside() -> None:
    table = play(at(who(reserve=1)), "Ann", dig(), draw="gold")
    menu(table, COLLECT, START, word="stone")
    assert table.public()["up"] == ["gold"]
    assert table.public()["place"] is None


def test_d2_unasked_without_a_recruit() -> None:
    """DG-R36: a stone is not refused, so there is one option."""
    table = play(at(who("iron@"), settle=False), "Ann", dig(), draw="gold")
    menu(table, COLLECT, word="stone")
    for other in (DROP, LEAVE, KEEP, END):
        assert not table.legal(other)


def test_d3_a_stone_in_a_gallery() -> None:
    table = play(at(who("iron", "gold", reserve=1)), "Ann", dig("in"), draw="gold ruby")
    menu(table, LEAVE, PLACE, word="add")
    assert table.public()["place"] == ["Ann", 1]
    play(table, "Ann", LEAVE)
    menu(table, LEAVE, PLACE, word="add")
    assert table.public()["place"] == ["Ann", 2]
    play(table, "Ann", LEAVE)
    assert table.public()["place"] is None


def test_d4_equipment_not_held() -> None:
    table = play(at(who("iron@", "gold@")), "Ann", dig(), draw="parchment")
    menu(
        table,
        KEEP,
        use("parchment", 1),
        use("parchment", 2),
        use("parchment", "beside"),
        word="equipment",
    )
    assert table.public()["up"] == ["parchment"]


def test_d4_equipment_held() -> None:
    table = play(at(who(hand="bag")), "Ann", dig(), draw="bag")
    menu(table, DROP, BAG, word="equipment")


def test_d4_equipment_held_and_useless() -> None:
    table = play(at(who(hand="shield"), settle=False), "Ann", dig(), draw="shield")
    menu(table, DROP, word="equipment")


def test_d4_scouts_places_for_a_drawn_compass() -> None:
    """DG-R28."""
    table = play(at(who("iron@", companions="scout")), "Ann", dig(), draw="compass")
    menu(table, KEEP, use("compass", "all"), use("compass", "beside"), word="equipment")


# --- D5 to D7 ---


def test_d5_an_enemy() -> None:
    """DG-95, DG-96: any Gallery but the one attacked."""
    table = at(who("iron@", "gold@", hand="shield scepter"), who(None, "iron@"), who("ruby"))
    play(table, "Ann", dig("in"), draw="ghost rune")
    targets = [scepter("Ann", 2), scepter("Bob", 2), scepter("Cy", 1)]
    menu(table, ACCEPT, SHIELD, *targets, word="enemy")
    assert table.public()["place"] == ["Ann", 1]


def test_d5_unasked_without_shield_and_scepter() -> None:
    table = play(at(who("iron@"), settle=False), "Ann", dig("in"), draw="ghost")
    menu(table, ACCEPT, word="enemy")


def test_d6_the_owner_of_the_gallery_aimed_at_answers() -> None:
    """Out of turn, and about the own Gallery."""
    table = at(who("iron@", hand="scepter"), who("gold@", "iron@", hand="shield"))
    play(table, "Ann", dig("in"), scepter("Bob", 2), draw="skeleton")
    menu(table, ACCEPT, SHIELD, seat="Bob", word="repelled")
    assert (table.public()["turn"], table.public()["place"]) == ("Ann", ["Bob", 2])


def test_d6_unasked_without_a_shield() -> None:
    """No seat holds up another's list by an answer that is none."""
    table = at(who("iron@", hand="scepter compass"), who("gold@"))
    play(table, "Ann", dig("in"), scepter("Bob", 1), draw="skeleton")
    assert (awaited(table), step(table)) == ("Ann", "after")


def test_d6_unasked_without_a_shield_before_the_list_ends() -> None:
    table = at(who("iron@", hand="scepter compass"), who("gold@"), settle=False)
    play(table, "Ann", dig("in"), scepter("Bob", 1), draw="skeleton")
    assert awaited(table) == "Ann"
    table = at(who("iron@", hand="scepter"), settle=False)  # DG-R48: at an own one it can be named
    play(table, "Ann", dig(), scepter("Ann", 1), draw="skeleton")
    menu(table, ACCEPT, word="repelled")


def test_d7_a_collapse() -> None:
    table = play(at(who("iron@", hand="anchor")), "Ann", dig("in"), draw="collapse")
    menu(table, ACCEPT, ANCHOR, word="collapse")
    assert table.public()["place"] == ["Ann", 1]
    table = play(at(who("iron@"), settle=False), "Ann", dig("in"), draw="collapse")
    menu(table, ACCEPT, word="collapse")


# --- D8 to D10 ---


def test_d8_a_compass() -> None:
    table = at(who("iron@", hand="compass"))
    play(table, "Ann", use("compass", 1), draw="exit iron iron")
    menu(table, pick(0), pick(1), pick(2), word="compass")
    assert table.public()["up"] == ["exit", "iron", "iron"]
    assert table.public()["place"] == ["Ann", 1]


def test_d8_one_card_is_no_choice() -> None:
    table = at(who(hand="compass"), who("gold@"), hill="iron", discard="", settle=False)
    play(table, "Ann", use("compass", "beside"), draw="iron")
    menu(table, pick(0), word="compass")


def test_d9_a_parchment() -> None:
    table = at(who(hand="parchment"))
    play(table, "Ann", use("parchment", "beside"), draw="exit iron iron")
    menu(table, pick(0), pick(1), pick(2), STOP, word="parchment")
    play(table, "Ann", pick(1))
    menu(table, pick(0), pick(2), STOP, word="parchment")
    play(table, "Ann", pick(0))
    assert (awaited(table), step(table)) == ("Ann", "turn")


def test_d10_after_the_base_draw() -> None:
    table = at(who(hand="iron 5 bag shield chest"))
    play(table, "Ann", dig(), draw="iron")
    menu(table, BAG, END, word="after")
    assert table.pending is not None
    assert not table.pending.forms  # no Tavern any more


def test_d10_unasked_when_nothing_is_usable() -> None:
    table = play(at(who(hand="shield"), settle=False), "Ann", dig(), draw="iron")
    play(table, "Ann", COLLECT)
    menu(table, END, word="after")


def test_dg_r48_decisions_with_one_option_play_themselves() -> None:
    """Collect, and the end of the turn: Bob is asked next."""
    table = play(at(), "Ann", dig(), draw="iron")
    assert awaited(table) == "Bob"
    menu(table, dig("beside"), seat="Bob", word="turn")


def test_dg_r48_a_default_of_a_forced_decision_is_its_only_option() -> None:
    cases: list[tuple[Table, Action, str]] = [
        (at(settle=False), dig(), "iron"),
        (at(who("iron@"), settle=False), dig("in"), "gold"),
        (at(settle=False), dig(), "shield"),
        (at(who("iron@"), settle=False), dig("in"), "orc"),
        (at(who("iron@"), settle=False), dig("in"), "collapse"),
    ]
    for table, action, card in cases:
        play(table, "Ann", action, draw=card)
        assert table.pending is not None
        assert table.pending.forced
        assert table.menu() == [table.pending.default]


def test_refusals_have_a_code_and_words() -> None:
    """At every step, for actions of all other steps."""
    every: list[Any] = [
        dig("in"),
        close(2),
        tavern(recruits(1, "iron 5")),
        COLLECT,
        START,
        LEAVE,
        PLACE,
        KEEP,
        DROP,
        ACCEPT,
        SHIELD,
        ANCHOR,
        STOP,
        END,
        pick(0),
        pick(7),
        scepter("Bob", 3),
        BAG,
        use("compass", 4),
        bomb("Bob", 4),
        potion("Zed", 1),
        {"do": "use", "card": "anchor"},
        {"do": "skip"},
    ]
    for table in every_step():
        for action in every:
            if not table.legal(action):
                assert clause(table, action).startswith("DG-"), (step(table), action)


def every_step() -> list[Table]:
    one = who("iron@", hand="shield anchor", reserve=1)
    return [
        at(one),
        play(at(one), "Ann", dig(), draw="gold"),
        play(at(one), "Ann", dig("in"), draw="gold"),
        play(at(one), "Ann", dig("in"), draw="pickaxe"),
        play(at(one), "Ann", dig("in"), draw="ghost"),
        play(at(one), "Ann", dig("in"), draw="collapse"),
        play(
            at(who("iron@", hand="scepter"), who("iron@", hand="shield")),
            "Ann",
            dig("in"),
            scepter("Bob", 1),
            draw="ghost",
        ),
        play(at(who(hand="compass")), "Ann", use("compass", "beside"), draw="exit exit exit"),
        play(at(who(hand="parchment")), "Ann", use("parchment", "beside"), draw="exit exit exit"),
        play(at(who(hand="compass")), "Ann", dig(), draw="iron"),
    ]


def test_every_step_has_its_word() -> None:
    assert [step(table) for table in every_step()] == [
        "turn",
        "stone",
        "add",
        "equipment",
        "enemy",
        "collapse",
        "repelled",
        "compass",
        "parchment",
        "after",
    ]
