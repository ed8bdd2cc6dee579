"""The deck file and the schemas: DG-5, DG-27, DG-R3, R4, R5, R47."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.games.dig_2017 import GAME
from tests.games.checks import careful, deck_accepted, deck_refused, fresh
from tests.games.dig_2017.tables import (
    END,
    at,
    companion,
    dig,
    gallery,
    gems,
    play,
    recruits,
    tavern,
    use,
    uses,
    who,
)
from tests.games.driver import Table

NAMES = ("dig-2017.actions", "dig-2017.state", "deck.dig-2017")
Change = Callable[[dict[str, Any]], Any]


# --- the built-in deck ---


def test_dg_5_the_162_cards_of_the_hill() -> None:
    deck = GAME.deck()
    assert deck["hill"] == {
        "iron": 40,
        "gold": 25,
        "diamond": 15,
        "ruby": 10,
        "shield": 3,
        "bag": 3,
        "compass": 3,
        "pickaxe": 3,
        "chest": 3,
        "parchment": 2,
        "bomb": 2,
        "potion": 2,
        "scepter": 1,
        "anchor": 1,
        "skeleton": 4,
        "thief": 4,
        "ghost": 4,
        "spider": 3,
        "snake": 3,
        "werewolf": 1,
        "orc": 1,
        "rune": 5,
        "egg": 2,
        "exit": 10,
        "gemroom": 3,
        "collapse": 9,
    }
    assert deck["hill_total"] == sum(deck["hill"].values()) == 162
    deck_accepted(GAME, deck)


def test_dg_27_the_worth_of_the_stones() -> None:
    """DG-R4."""
    assert GAME.deck()["crystals"] == {"iron": 1, "gold": 2, "diamond": 3, "ruby": 4}


PRICES = {
    "shepherd": (3, 2, 0, 0),
    "scout": (2, 2, 0, 0),
    "elf": (2, 1, 1, 0),
    "hunter": (3, 1, 1, 0),
    "knight": (2, 1, 0, 1),
    "pirate": (1, 1, 1, 0),
    "wizard": (2, 0, 1, 1),
    "paladin": (2, 0, 1, 0),
    "shadowman": (2, 3, 0, 0),
    "queen": (4, 1, 0, 0),
    "superbacker": (3, 0, 1, 0),
    "ninja_cat": (1, 2, 0, 0),
    "superbacker_2": (3, 0, 1, 0),
}


def test_dg_r5_the_prices() -> None:
    cards = {c["id"]: c["cost"] for c in GAME.deck()["companions"]}
    stones = ("iron", "gold", "diamond", "ruby")
    assert {c: tuple(cost.get(s, 0) for s in stones) for c, cost in cards.items()} == PRICES
    assert [sum(column) for column in zip(*PRICES.values(), strict=True)] == [30, 14, 7, 2]


def ward(*enemies: str, gems: int = 1, redraw: bool = False) -> dict[str, Any]:
    return {"kind": "ward", "enemies": list(enemies), "gems": gems, "redraw": redraw}


def test_the_powers() -> None:
    """DG-121 to DG-132."""
    powers = {c["id"]: c["power"] for c in GAME.deck()["companions"]}
    assert powers == {
        "shepherd": ward("spider"),
        "scout": {"kind": "all_galleries", "card": "compass"},
        "elf": ward("snake"),
        "hunter": ward("thief"),
        "knight": ward("skeleton"),
        "pirate": {"kind": "chest", "crystals": 10, "stones": 2},
        "wizard": ward("thief", "skeleton", gems=0, redraw=True),
        "paladin": ward("orc", gems=2),
        "shadowman": ward("ghost"),
        "queen": {"kind": "recruit_price", "crystals": 3},
        "superbacker": {"kind": "all_galleries", "card": "pickaxe"},
        "ninja_cat": ward("werewolf", gems=2),
        "superbacker_2": {"kind": "all_galleries", "card": "pickaxe"},
    }


def test_what_is_not_printed_in_the_rulebook_is_marked() -> None:
    """DG-R3, DG-R4, DG-R5: three values, every price, and the last Companion whole."""
    marks = GAME.deck()["defaults"]
    assert {f"/crystals/{stone}" for stone in ("iron", "gold", "diamond")} <= set(marks)
    assert "/crystals/ruby" not in marks
    assert {f"/companions/{i}/cost" for i in range(12)} <= set(marks)
    assert "/companions/12" in marks


# --- other decks ---


def hill(**cards: int) -> Change:
    return lambda deck: deck["hill"].update(cards)


def field(name: str, value: Any) -> Change:
    return lambda deck: deck.update({name: value})


def of_first(name: str, value: Any) -> Change:
    return lambda deck: deck["companions"][0].update({name: value})


def stones_out(deck: dict[str, Any]) -> None:
    deck["hill"].update(iron=0, gold=0, diamond=0, ruby=0)
    deck["hill_total"] = 72


@pytest.mark.parametrize(
    "change",
    [
        hill(iron=41),
        hill(iron=39, dragon=1),
        hill(iron=-1, gold=66),
        hill(iron=True, gold=64),
        stones_out,
        field("hill_total", 161),
        field("hill_total", 162.5),
        field("gems", 36),
        field("gems", "40"),
        field("game", "dig-dogs"),
        field("more", 1),
        field("crystals", {"iron": 0, "gold": 2, "diamond": 3, "ruby": 4}),
        field("crystals", {"iron": 1, "gold": 2, "diamond": 3}),
        field("crystals", {"iron": 1, "gold": 2, "diamond": 3, "ruby": 4, "opal": 5}),
        lambda deck: deck["companions"].__delitem__(slice(5, None)),
        lambda deck: deck["companions"][1].update(id="shepherd"),
        of_first("power", {"kind": "flight"}),
        of_first("power", ward("dragon")),
        of_first("power", ward()),
        of_first("power", ward("ghost", gems=-1)),
        of_first("power", {"kind": "recruit_price", "crystals": 0}),
        of_first("power", {"kind": "chest", "crystals": 10}),
        of_first("power", {"kind": "all_galleries", "card": "bag"}),
        of_first("cost", {"opal": 1}),
        of_first("cost", {"iron": -1}),
        of_first("cost", {}),
        of_first("id", ""),
        of_first("more", 1),
    ],
)
def test_a_deck_that_cannot_be_played_is_refused(change: Change) -> None:
    deck = fresh(GAME)
    change(deck)
    deck_refused(GAME, deck)


@pytest.mark.parametrize("missing", ["hill", "hill_total", "crystals", "gems", "companions"])
def test_a_deck_with_a_part_missing_is_refused(missing: str) -> None:
    deck = fresh(GAME)
    del deck[missing]
    deck_refused(GAME, deck)


def test_a_card_left_out_counts_0() -> None:
    deck = fresh(GAME)
    del deck["hill"]["scepter"]
    deck["hill_total"] = 161
    deck_accepted(GAME, deck)
    table = Table(GAME, ("Ann", "Bob"), deck=deck, seed=1)
    assert table.public()["hill"]["scepter"] == 0
    assert sum(table.public()["hill"].values()) == 161


def test_dg_r47_37_gems_are_enough() -> None:
    deck = fresh(GAME) | {"gems": 37}
    deck_accepted(GAME, deck)
    assert Table(GAME, ("Ann", "Bob"), deck=deck, seed=1).public()["supply"] == 37


def test_dg_r4_other_values() -> None:
    """An Iron of 5 Crystals pays a Recruit."""
    deck = fresh(GAME)
    deck["crystals"]["iron"] = 5
    deck_accepted(GAME, deck)
    table = at(who(hand="iron"), deck=deck)
    assert table.legal(tavern(recruits(1, "iron")))
    assert not at(who(hand="iron"), offer="queen").legal(tavern(recruits(1, "iron")))


def test_dg_r5_other_prices() -> None:
    deck = fresh(GAME)
    deck["companions"][9]["cost"] = {"ruby": 1}
    deck_accepted(GAME, deck)
    table = at(who(hand="ruby iron 4 gold"), deck=deck, offer="queen")
    assert not table.legal(tavern(companion("queen", "iron 4 gold")))
    assert table.legal(tavern(companion("queen", "ruby")))


def test_dg_r3_another_thirteenth_companion() -> None:
    """Its power may be any of the known kinds: this one is a second Scout."""
    deck = fresh(GAME)
    deck["companions"][12] = {
        "id": "dragon",
        "name": "Dragon",
        "cost": {"ruby": 2},
        "power": {"kind": "all_galleries", "card": "compass"},
    }
    deck_accepted(GAME, deck)
    table = at(who("iron@", hand="compass", companions="dragon"), deck=deck)
    assert [a["at"] for a in uses(table, "compass")] == ["all", "beside"]


def test_dg_r3_another_ward() -> None:
    """Three Gems for a Ghost and a new card, at the same place."""
    deck = fresh(GAME)
    deck["companions"][12]["power"] = ward("ghost", "orc", gems=3, redraw=True)
    deck_accepted(GAME, deck)
    table = at(who("iron@", hand="compass", companions="superbacker_2"), deck=deck)
    play(table, "Ann", dig("in"), draw="ghost rune")
    assert (gallery(table, 1), gems(table)) == ("iron@ rune", 3)
    assert uses(table, "compass") == [use("compass", 1), use("compass", "beside")]
    play(table, "Ann", END)


def test_dg_r3_twelve_companions_can_be_played() -> None:
    deck = fresh(GAME)
    del deck["companions"][12]
    deck_accepted(GAME, deck)
    assert len(Table(GAME, ("Ann", "Bob"), deck=deck, seed=1).public()["offer"]) == 6


# --- schemas ---


@pytest.mark.parametrize("name", NAMES)
def test_every_schema_is_sound_and_its_examples_fit(name: str) -> None:
    checker = careful(name)
    type(checker).check_schema(checker.schema)
    for example in checker.schema.get("examples", []):
        checker.validate(example)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_public_state_fits_its_schema(seats: int) -> None:
    checker = careful("dig-2017.state")
    checker.validate(Table(GAME, ("Ann", "Bob", "Cy", "Dee")[:seats], seed=3).public())
    full = at(
        who("iron@ gold* rune", None, "ruby", hand="iron 3 shield", gems=2, runes=1, eaten=1),
        who(companions="wizard elf", reserve=4),
    )
    checker.validate(full.public())
    middle = play(at(who(hand="compass")), "Ann", use("compass", "beside"), draw="iron exit egg")
    checker.validate(middle.public())
