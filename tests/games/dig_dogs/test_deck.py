"""The deck file, the options and the schemas."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Refused
from pbem.games.dig_dogs import GAME
from tests.games.checks import careful
from tests.games.dig_dogs.tables import at
from tests.games.driver import Table


def broken(**change: Any) -> str:
    with pytest.raises(Refused) as caught:
        GAME.check_deck({**GAME.deck(), **change})
    assert caught.value.hint
    return caught.value.code


def test_the_built_in_deck_is_accepted_and_fresh() -> None:
    deck = GAME.deck()
    GAME.check_deck(deck)
    careful("deck.dig-dogs").validate(deck)
    deck["dogs"].clear()
    assert GAME.deck()["dogs"] == ["grey", "brown", "black", "white"]


def test_only_what_is_not_on_a_card_is_marked_as_default() -> None:
    assert GAME.deck()["defaults"] == ["/colours/B", "/dogs/2", "/dogs/3"]


def test_counts_of_the_bones() -> None:
    """Twenty cards; four bones of each of five colours."""
    bones = [bone["bone"] for bone in GAME.deck()["bones"]]
    assert len(bones) == 20
    assert {colour: bones.count(colour) for colour in "BGPRY"} == dict.fromkeys("BGPRY", 4)


def test_names_can_be_changed() -> None:
    colours = {"B": "orange", "G": "lime", "P": "pink", "R": "rust", "Y": "sand"}
    deck = {**GAME.deck(), "colours": colours, "dogs": ["Rex", "Spot", "Fido", "Azor"]}
    careful("deck.dig-dogs").validate(deck)
    table = Table(GAME, ["Ania", "Bartek"], deck=deck, seed=1)
    assert table.public()["dog_names"] == {"Ania": "Rex", "Bartek": "Spot"}


@pytest.mark.parametrize("index", range(20))
def test_a_deck_with_a_wrong_bone_is_refused(index: int) -> None:
    bones = GAME.deck()["bones"]
    scents, bone = bones[index]["scents"], bones[index]["bone"]
    bones[index]["bone"] = scents[0] if bone == scents[1] else scents[1]
    assert broken(bones=bones) == "deck/bones"


def test_other_decks_that_are_refused() -> None:
    deck = GAME.deck()
    assert broken(bones=deck["bones"][1:]) == "deck/bones"
    assert broken(bones=[*deck["bones"], deck["bones"][0]]) == "deck/bones"
    assert broken(colours={"B": "blue"}) == "deck/colours"
    assert broken(colours={**deck["colours"], "B": "red"}) == "deck/colours"
    assert broken(dogs=["a", "b", "c"]) == "deck/dogs"
    assert broken(dogs=["a", "a", "b", "c"]) == "deck/dogs"
    assert broken(range=[5, 4, 3, 2]) == "deck/range"
    assert broken(values=[1, 2, 3, 4, 5]) == "deck/values"
    assert broken(hand_limit=4) == "deck/hand-limit"
    assert broken(actions=4) == "deck/actions"


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(Refused) as caught:
        GAME.check_options({"frist": "Ania"}, ("Ania", "Bartek"), GAME.deck())
    assert (caught.value.code, caught.value.at) == ("option/unknown", "/frist")


@pytest.mark.parametrize("name", ["dig-dogs.actions", "dig-dogs.state", "deck.dig-dogs"])
def test_every_schema_is_sound_and_its_examples_fit(name: str) -> None:
    checker = careful(name)
    checker.check_schema(checker.schema)
    assert checker.schema["examples"]
    for example in checker.schema["examples"]:
        checker.validate(example)


def test_the_example_of_the_state_is_a_position() -> None:
    (example,) = careful("dig-dogs.state").schema["examples"]
    seats = ("Bartek", "Ania")
    deck = GAME.deck()
    facts = at("", seats).facts._replace(options=GAME.check_options({}, seats, deck))
    assert GAME.public(GAME.restore(facts, example)) == example


@pytest.mark.parametrize(
    "bad",
    [
        {"do": "dance"},
        {"do": "move"},
        {"do": "move", "to": "7"},
        {"do": "move", "to": -1},
        {"do": "dig", "put": "RB1"},
        {"do": "put"},
        {"do": "put", "card": "RY3"},
        {"do": "drop", "cards": []},
        {"do": "drop", "cards": ["RY1", "RY1"]},
        {"do": "drop", "cards": ["RY1\n"]},
        {"do": "end", "now": True},
    ],
)
def test_a_malformed_action_does_not_fit_the_schema(bad: Any) -> None:
    assert not careful("dig-dogs.actions").is_valid(bad)
