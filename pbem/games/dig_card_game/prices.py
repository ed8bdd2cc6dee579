"""Today's prices, from the Provision card that is face up (DC-30)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.dig_card_game.state import MineState


def card(deck: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A Provision card by its id."""
    found: Mapping[str, Any] = next(c for c in deck["provisions"] if c["id"] == name)
    return found


def today(state: MineState) -> Mapping[str, Any]:
    """The card that counts from the Buy Phase through the Sell Phase."""
    assert state.prices is not None
    return card(state.facts.deck, state.prices)


def hire(state: MineState, rank: str) -> int | None:
    """What a Dwarf costs; None for a rank on strike (DC-R10)."""
    prices = today(state)
    return None if rank in prices["strike"] else int(prices["hire"][rank])


def buy(state: MineState, kind: str) -> int:
    """What a Pick or a Lantern costs (DC-42)."""
    return int(today(state)[kind]["buy"])


def sell(state: MineState, kind: str) -> int:
    """What a Pick or a Lantern brings; the same, unless the deck file says so (DC-R26)."""
    price = today(state)[kind]
    return int(price.get("sell", price["buy"]))


def gem(state: MineState, kind: str) -> int:
    """What a gem brings; it may be 0 (DC-R27)."""
    return int(today(state)["gems"][kind])
