"""All actions there can be, made once and shared: never change them."""

from __future__ import annotations

from functools import cache, lru_cache

from pbem.games.dig_card_game.cards import RANKS, TOOLS
from pbem.script.requests import Action

PASS: Action = {"do": "pass"}
DONE: Action = {"do": "done"}
HIRE: dict[str, Action] = {rank: {"do": "hire", "rank": rank} for rank in RANKS}
BUY: dict[str, Action] = {kind: {"do": "buy", "kind": kind} for kind in TOOLS}

Names = tuple[str, ...]


@lru_cache(maxsize=4096)
def digs(level: int, dwarves: Names, picks: Names, lanterns: Names) -> list[Action]:
    """Every Dwarf with every Pick and every Lantern (DC-53)."""
    return [
        {"do": "dig", "level": level, "dwarf": d, "pick": p, "lantern": n}
        for d in dwarves
        for p in picks
        for n in lanterns
    ]


@cache
def place(card: str, level: int) -> Action:
    return {"do": "place", "card": card, "level": level}


@cache
def move(card: str, to: int) -> Action:
    return {"do": "move", "card": card, "to": to}


@lru_cache(maxsize=4096)
def mines(dwarf: str, picks: Names, lanterns: Names) -> list[Action]:
    """With Tools named, or left to the rules, either of them (DC-R30)."""
    named: list[dict[str, str]] = [{}, *({"pick": p} for p in picks)]
    lit: list[dict[str, str]] = [{}, *({"lantern": n} for n in lanterns)]
    return [{"do": "mine", "dwarf": dwarf, **p, **n} for p in named for n in lit]
