"""The deck file and its cards: sections 2.1 to 2.6, DC-2, DC-7, DC-10, DC-57, DC-84 to DC-87,
DC-R10, DC-R26; the schemas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.games.dig_card_game import GAME
from pbem.games.dig_card_game.cards import dwarves, tools
from pbem.games.dig_card_game.cards import mine as mine_cards
from tests.games.checks import careful, deck_accepted, deck_refused, fresh
from tests.games.dig_card_game.tables import (
    ALL_SEATS,
    DONE,
    PASS,
    at,
    buy,
    dig,
    hire,
    mine,
    move,
    place,
    sell,
    who,
)
from tests.games.driver import Table

Change = Callable[[dict[str, Any]], Any]

PRICES = {  # Apprentice, Journeyman, Master; Pick, Lantern; Ruby, Emerald, Sapphire, Diamond
    "PV1": (2, 3, 5, 2, 1, 1, 3, 4, 7),
    "PV2": (1, 3, 4, 1, 2, 2, 2, 5, 8),
    "PV3": (2, 2, 5, 2, 2, 3, 3, 4, 5),
    "PV4": (2, 4, 5, 3, 1, 1, 4, 4, 8),
    "PV5": (3, 3, 4, 1, 3, 2, 2, 6, 6),
    "PV6": (1, 2, 6, 2, 3, 1, 3, 5, 7),
    "PV7": (None, 3, 5, 1, 1, 2, 3, 3, 9),
    "PV8": (2, None, 5, 2, 2, 2, 4, 4, 6),
    "PV9": (2, 3, None, 3, 2, 3, 2, 5, 5),
    "PV10": (3, 4, 6, 3, 3, 3, 4, 5, 9),
}
RANKS = ("apprentice", "journeyman", "master")
GEMS = ("ruby", "emerald", "sapphire", "diamond")


# --- the built-in cards ---


def test_the_built_in_deck_is_accepted() -> None:
    deck = fresh(GAME)
    deck_accepted(GAME, deck)
    assert deck["game"] == "dig-card-game"
    assert deck["tools"] == {"pick": 14, "lantern": 14}
    assert deck["dwarves"] == {"apprentice": 6, "journeyman": 5, "master": 4}
    assert deck["gems"] == {"ruby": 10, "emerald": 8, "sapphire": 6, "diamond": 4}
    assert deck["cave_ins"] == {"regular": 5, "escape": 2}


def test_the_ten_provision_cards() -> None:
    """Two prices of a Tool are one where nothing else is said (DC-R26)."""
    deck = fresh(GAME)
    assert [card["id"] for card in deck["provisions"]] == list(PRICES)
    for card in deck["provisions"]:
        numbers = PRICES[card["id"]]
        for rank, price in zip(RANKS, numbers[:3], strict=True):
            if price is None:
                assert card["strike"] == [rank]
            else:
                assert card["hire"][rank] == price
        assert len(card["strike"]) == list(numbers).count(None)
        for tool, price in zip(("pick", "lantern"), numbers[3:5], strict=True):
            assert card[tool]["buy"] == price
            assert card[tool].get("sell", price) == price
        assert tuple(card["gems"][gem] for gem in GEMS) == numbers[5:]


def test_what_is_no_rule_is_marked_as_a_default() -> None:
    """The rulebook has the totals and the 14 Picks and Lanterns, and nothing else of it."""
    marked = fresh(GAME)["defaults"]
    assert {"/dwarves", "/gems", "/cave_ins", "/provisions"} <= set(marked)
    assert not [pointer for pointer in marked if pointer.startswith("/tools")]


def test_a_hundred_and_eight_cards() -> None:
    """20 Tunnels, 28 Tools, 15 Dwarves, 28 gems, 7 Cave-Ins, 10 Provision cards."""
    deck = fresh(GAME)
    stay, out = mine_cards(deck, 4)
    cards = [*tools(deck), *dwarves(deck), *stay, *out, *(p["id"] for p in deck["provisions"])]
    assert len(cards) == len(set(cards)) == 108 - 20
    assert {"P14", "L14", "A6", "J5", "M4", "R10", "E8", "S6", "D4", "C5", "X2"} <= set(cards)


def test_every_tool_can_be_hidden() -> None:
    """DC-10: the face of each of the 28."""
    counts = GAME.face_counts(fresh(GAME))
    assert len(counts) == 28
    assert set(counts.values()) == {1}
    assert set(counts) == {f"{letter}{n}" for letter in "PL" for n in range(1, 15)}


# --- other decks ---


def counts(name: str, **numbers: int) -> Change:
    return lambda deck: deck[name].update(numbers)


def card(**change: Any) -> Change:
    return lambda deck: deck["provisions"][0].update(change)


@pytest.mark.parametrize(
    "change",
    [
        counts("tools", pick=13, lantern=15),
        counts("tools", pick=13),
        counts("tools", pick=13, shovel=1),
        counts("dwarves", master=5),
        counts("dwarves", master=-1, apprentice=11),
        lambda deck: deck["dwarves"].pop("master"),
        counts("gems", ruby=11),
        counts("gems", ruby=3, emerald=15),  # DC-7 takes four Rubies,
        counts("gems", emerald=1, ruby=17),  # two Emeralds
        counts("gems", sapphire=0, ruby=16),  # and a Sapphire
        counts("cave_ins", regular=6),
        counts("cave_ins", regular=8, escape=-1),
        lambda deck: deck["provisions"].pop(),
        lambda deck: deck["provisions"].append({**deck["provisions"][0], "id": "PV11"}),
        card(id="PV2"),
        card(id=""),
        card(id=1),
        card(pick={"buy": -1}),
        card(pick={"buy": 1.5}),
        card(pick={"sell": 1}),
        card(pick=2),
        card(lantern={"buy": True}),
        card(hire={"apprentice": 2, "journeyman": 3}),
        card(hire={"apprentice": 2, "journeyman": 3, "master": "5"}),
        card(strike=["elf"]),
        card(strike="master"),
        card(strike=["master", "master"]),
        card(gems={"ruby": 1, "emerald": 3, "sapphire": 4}),
        card(gems={"ruby": 1, "emerald": 3, "sapphire": 4, "diamond": -7}),
        card(more=1),
        lambda deck: deck["provisions"][0].pop("strike"),
        lambda deck: deck.pop("cave_ins"),
        lambda deck: deck.update(game="dig-2017"),
        lambda deck: deck.update(more=1),
    ],
)
def test_a_deck_these_rules_cannot_be_played_with_is_refused(change: Change) -> None:
    deck = fresh(GAME)
    change(deck)
    deck_refused(GAME, deck)


@pytest.mark.parametrize(
    "change",
    [
        counts("dwarves", apprentice=15, journeyman=0, master=0),
        counts("gems", ruby=4, emerald=2, sapphire=1, diamond=21),
        counts("cave_ins", regular=0, escape=7),
        card(pick={"buy": 3, "sell": 1}),
        card(pick={"buy": 1, "sell": 3}),
        card(pick={"buy": 0}),
        card(gems={"ruby": 0, "emerald": 0, "sapphire": 0, "diamond": 0}),
        card(hire={"apprentice": 2, "journeyman": 3}, strike=["master"]),
        card(hire={}, strike=["apprentice", "journeyman", "master"]),
        card(strike=["master"]),  # its price does not count
        card(id="CARD1"),
    ],
)
def test_all_defaults_can_be_replaced(change: Change) -> None:
    deck = fresh(GAME)
    change(deck)
    deck_accepted(GAME, deck)
    table = Table(GAME, ALL_SEATS[:2], deck=deck, seed=1)
    careful("dig-card-game.state").validate(table.public())


def test_dc_8_the_highest_gems_of_another_deck_leave() -> None:
    """Three players: 3 Rubies, 1 Emerald, 1 Sapphire, however many there are."""
    deck = fresh(GAME)
    deck["gems"] = {"ruby": 4, "emerald": 2, "sapphire": 1, "diamond": 21}
    table = Table(GAME, ALL_SEATS[:3], deck=deck, seed=1)
    assert sorted(table.public()["gone"]) == ["E2", "R2", "R3", "R4", "S1"]
    (batch,) = table.public()["mine_deck"]
    assert len(batch) == 30
    assert len([c for c in batch if c[0] == "D"]) == 21


# --- schemas ---

ACTIONS = (
    *(PASS, DONE, hire("master"), buy("pick"), dig(3, "J2 P4 L1"), dig(1, "A1 t7 t12")),
    *(place("P4", 2), place("t7", 1), move("M1", 4), mine("M1"), mine("M1", "P1", "L2")),
    *(sell("ruby 2 diamond pick"), sell("lantern 3"), sell(cards="t9 P3"), sell("ruby")),
)


@pytest.mark.parametrize("action", ACTIONS)
def test_the_schema_of_actions_accepts(action: dict[str, Any]) -> None:
    careful("dig-card-game.actions").validate(action)


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"do": "mine"},
        {"do": "dance"},
        {**PASS, "seat": "Ann"},
        {**DONE, "why": 1},
        hire("boss"),
        buy("shovel"),
        {"do": "buy"},
        {**buy("pick"), "number": 2},
        {**dig(3, "J2 P4 L1"), "level": 0},
        {**dig(3, "J2 P4 L1"), "level": 6},
        {**dig(3, "J2 P4 L1"), "level": "3"},
        {"do": "dig", "level": 1, "dwarf": "A1", "pick": "P1"},
        place("", 1),
        {"do": "move", "card": "M1", "level": 2},
        {"do": "sell"},
        {"do": "sell", "gems": {"ruby": 0}},
        {"do": "sell", "gems": {"ruby": -1}},
        {"do": "sell", "gems": {"ruby": True}},
        {"do": "sell", "gems": {"pick": 1}},
        {"do": "sell", "tools": {"ruby": 1}},
        {"do": "sell", "cards": []},
        {"do": "sell", "cards": ["t9", "t9"]},
    ],
)
def test_the_schema_of_actions_refuses(action: dict[str, Any]) -> None:
    assert not careful("dig-card-game.actions").is_valid(action)


def test_the_schema_of_the_state() -> None:
    for table in (
        Table(GAME, ALL_SEATS, seed=3),
        Table(GAME, ALL_SEATS[:2], options={"start_tools": "open"}, seed=3),
        at(who("J1*dm P1*s L1", "xx", None, hand="M1 R1", hidden="P2 L2"), phase="sell"),
    ):
        careful("dig-card-game.state").validate(table.public())
