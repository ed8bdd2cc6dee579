"""What a seat's Companions can do (DG-110, DG-120 to DG-133)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.dig_2017.state import DigState

Power = Mapping[str, Any]


def powers(state: DigState, seat: str) -> Sequence[Power]:
    hired = state.players[seat].companions
    if not hired:
        return ()
    return [c["power"] for c in state.facts.deck["companions"] if c["id"] in hired]


def wards(state: DigState, seat: str, enemy: str) -> list[Power]:
    """Those that protect a seat from an Enemy (DG-120)."""
    return [p for p in powers(state, seat) if p["kind"] == "ward" and enemy in p["enemies"]]


def works_on_all(state: DigState, seat: str, card: str) -> bool:
    """Scout and Superbacker (DG-122, DG-131). A second one adds nothing (DG-R3)."""
    return any(p["kind"] == "all_galleries" and p["card"] == card for p in powers(state, seat))
