"""Effects inside effects, as deep as a deck file lets them go: DG-54, DG-R31, DG-R42."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Refused
from pbem.games.dig_2017 import GAME
from pbem.wire import schema
from tests.games.dig_2017.tables import (
    END,
    at,
    dig,
    gallery,
    hand,
    pick,
    pile,
    play,
    step,
    use,
    who,
)
from tests.games.driver import awaited

DRAWING = ("compass", "pickaxe", "parchment")


def deck_of(**hill: int) -> dict[str, Any]:
    return {**GAME.deck(), "hill": hill, "hill_total": sum(hill.values())}


def test_dg_54_thirty_effects_inside_one_another() -> None:
    """Each turns up the next and Iron. A Pickaxe's Iron waits till all inside it is done; of a
    Parchment and of a Compass two Irons are left over each, 40 in all."""
    deck = deck_of(compass=10, pickaxe=10, parchment=10, iron=99)
    table = at(who(hand="pickaxe"), deck=deck)
    chain = ["pickaxe"] * 9 + ["parchment"] * 10 + ["compass"] * 10
    draws = {"pickaxe": "{} iron", "parchment": "{} iron iron", "compass": "{} iron iron"}
    play(table, "Ann", use("pickaxe", "beside"), draw=draws["pickaxe"].format(chain[0]))
    for card, inner in zip(chain, [*chain[1:], "iron"], strict=True):
        play(table, "Ann", use(card, "beside"), draw=draws[card].format(inner))
        if card != "pickaxe":
            play(table, "Ann", pick(0))
    while step(table) == "parchment":  # its second card
        play(table, "Ann", {"do": "stop"})
    assert (awaited(table), step(table)) == ("Ann", "turn")
    assert hand(table) == "iron 11"  # ten Pickaxes leave one each, the last Compass one
    assert pile(table) == "iron 40 compass 10 pickaxe 10 parchment 10"
    assert table.public()["using"] == table.public()["up"] == []
    play(table, "Ann", dig(), draw="iron")
    assert awaited(table) == "Bob"


@pytest.mark.parametrize("card", DRAWING)
def test_a_deck_file_has_ten_of_each_at_most(card: str) -> None:
    """Effects inside one another are as deep as there are such cards (DG-54)."""
    schema.check("deck.dig-2017", deck_of(**{card: 10, "iron": 1}))
    with pytest.raises(Refused):
        schema.check("deck.dig-2017", deck_of(**{card: 11, "iron": 1}))


def test_dg_54_recruits_and_equipment_in_turn() -> None:
    """A Compass inside a Recruit's draw inside a Pickaxe: the second Pickaxe card comes last."""
    table = at(who(None, reserve=2, hand="pickaxe"))
    play(table, "Ann", use("pickaxe", "beside"), draw="gold ruby")
    play(table, "Ann", {"do": "start"}, draw="compass")
    play(table, "Ann", use("compass", 1), draw="iron exit rune")
    play(table, "Ann", pick(0), {"do": "place"}, draw="diamond")
    assert gallery(table, 1) == "gold@ iron@ diamond"
    assert step(table) == "turn"
    assert hand(table) == "ruby"
    play(table, "Ann", dig(), draw="exit")
    assert END not in table.menu()
