"""The deck file and the schemas: DU-R11."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.games.dig_up_adventure import GAME
from pbem.script.contract import Facts
from tests.games.checks import careful, deck_refused
from tests.games.dig_up_adventure.tables import ADVENTURE, ALL_SEATS, ROYAL, stones
from tests.games.driver import Table

SCHEMA = careful("deck.dig-up-adventure")
KINDS = {
    "bag": 4,
    "treasure": 3,
    "dynamite": 3,
    "binoculars": 6,
    "shovel": 4,
    "pickaxe": 6,
    "bridge": 6,
    "river": 6,
    "torch": 4,
}
TWO = {"colors": list("RS"), "colors_out": list("AD"), "first": "Ana"}


def test_du_r11_the_cards_of_the_deck() -> None:
    """54 stones, 42 Adventure cards of nine kinds, 4 Idols, 4 Skeletons: 104."""
    deck = GAME.deck()
    assert deck["adventure"] == KINDS
    assert sum(KINDS.values()) == 42
    assert (deck["idol"], deck["skeleton"]) == (4, 4)
    assert deck["values"] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert sorted(deck["colors"]) == list("ADERST")
    assert deck["colors_out"] == {"2": 2, "3": 1, "4": 0}
    counts = GAME.face_counts(deck)
    assert sum(counts.values()) == 104
    assert set(counts.values()) == {1}
    assert set(counts) == {*stones("ADERST"), *ADVENTURE, *ROYAL}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("adventure", "bag"), 5),
        (("adventure", "bag"), True),
        (("adventure", "boat"), 1),
        (("adventure", "bag"), None),
        (("idol",), 5),
        (("skeleton",), 0),
        (("values",), [1, 2, 3]),
        (("colors", "X"), "onyx"),
        (("colors", "A"), 7),
        (("colors", "A"), ""),
        (("colors_out", "2"), 1),
        (("points", "own_right"), 4),
        (("game",), "dig-dogs"),
        (("more",), 1),
    ],
)
def test_a_deck_with_other_numbers_is_refused(path: tuple[str, ...], value: Any) -> None:
    deck = json.loads(json.dumps(GAME.deck()))
    inner = deck
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    deck_refused(GAME, deck)


@pytest.mark.parametrize("missing", ["adventure", "colors", "idol", "points", "values"])
def test_a_deck_with_a_part_missing_is_refused(missing: str) -> None:
    deck = dict(GAME.deck())
    del deck[missing]
    deck_refused(GAME, deck)


def test_names_of_colours_are_free() -> None:
    deck = json.loads(json.dumps(GAME.deck()))
    SCHEMA.validate(deck)
    deck["colors"]["R"] = "garnet"
    SCHEMA.validate(deck)
    GAME.check_deck(deck)
    table = Table(GAME, ALL_SEATS[:2], deck=deck, options=TWO, seed=1)
    assert any("GARNET" in line.upper() for line in GAME.board(table.view("Ana")))


def test_two_colours_of_one_name_are_refused() -> None:
    deck = json.loads(json.dumps(GAME.deck()))
    deck["colors"]["R"] = "topaz"
    with pytest.raises(Refused) as caught:
        GAME.check_deck(deck)
    assert caught.value.code == "deck/colors"


@pytest.mark.parametrize("name", ["dig-up-adventure.actions", "dig-up-adventure.state",
                                  "deck.dig-up-adventure"])  # fmt: skip
def test_every_schema_is_sound_and_its_examples_fit(name: str) -> None:
    checker = careful(name)
    checker.check_schema(checker.schema)
    assert checker.schema["examples"]
    for example in checker.schema["examples"]:
        checker.validate(example)
    if not name.endswith("state"):
        return
    for example in checker.schema["examples"]:
        seats = tuple(example["hands"]) or ("Ana",)
        given = {"variant": example["variant"]}
        facts = Facts(seats, GAME.check_options(given, seats, GAME.deck()), GAME.deck())
        assert GAME.public(GAME.restore(facts, example)) == example


@pytest.mark.parametrize(
    "bad",
    [
        {"do": "dance"},
        {"do": "place", "card": "R6"},
        {"do": "place", "card": "R6", "at": 0},
        {"do": "place", "card": "R6", "at": 10},
        {"do": "place", "card": "R6", "at": True},
        {"do": "place", "card": "R0", "at": 1},
        {"do": "place", "card": "R10", "at": 1},
        {"do": "place", "card": "idol-5", "at": 1},
        {"do": "place", "card": "R6\n", "at": 1},
        {"do": "bag", "card": "bag-5", "a": 1, "b": 2},
        {"do": "bag", "card": "bag-1", "a": 1},
        {"do": "treasure", "card": "treasure-4"},
        {"do": "treasure", "card": "bag-1"},
        {"do": "keep", "take": "t1"},
        {"do": "keep", "take": "R6", "back": []},
        {"do": "keep", "take": "t1", "back": ["t2", "t2"]},
        {"do": "torch", "card": "torch-1", "look": [["Ana"]]},
        {"do": "torch", "card": "torch-1", "look": []},
        {"do": "discard"},
        {"do": "discard", "cards": ["R6", "R6"]},
        {"do": "discard", "cards": "R6"},
        {"do": "solo", "colors": ["R", "S", "E"]},
        {"do": "solo", "colors": ["R", "S", "E", "E"]},
        {"do": "dig", "deep": True},
        {"do": "color", "color": "X"},
    ],
)
def test_a_malformed_action_does_not_fit_the_schema(bad: Any) -> None:
    assert not careful("dig-up-adventure.actions").is_valid(bad)
