"""What a seat's Companions can do (DG-110, DG-120 to DG-133)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from pbem.games.dig_2017.state import DigState

Card = Mapping[str, Any]
Power = Mapping[str, Any]


def companion(deck: Mapping[str, Any], name: str) -> Card:
    """A Companion card by its id."""
    found: Card = next(card for card in deck["companions"] if card["id"] == name)
    return found


def powers(deck: Mapping[str, Any], hired: Collection[str], kind: str) -> list[Power]:
    """Of those hired, the powers of this kind."""
    if not hired:
        return []
    owned: list[Power] = [card["power"] for card in deck["companions"] if card["id"] in hired]
    return [power for power in owned if power["kind"] == kind]


def wards(state: DigState, seat: str, enemy: str) -> list[Power]:
    """Those that protect a seat from an Enemy (DG-120)."""
    owned = powers(state.facts.deck, state.players[seat].companions, "ward")
    return [power for power in owned if enemy in power["enemies"]]


def works_on_all(state: DigState, seat: str, card: str) -> bool:
    """Scout and Superbacker (DG-122, DG-131). A second one adds nothing (DG-R3)."""
    owned = powers(state.facts.deck, state.players[seat].companions, "all_galleries")
    return any(power["card"] == card for power in owned)
