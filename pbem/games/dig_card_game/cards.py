"""The cards: what each kind is, where it may work, and in what order cards are counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

RANKS = ("apprentice", "journeyman", "master")
TOOLS = ("pick", "lantern")
GEMS = ("ruby", "emerald", "sapphire", "diamond")
LETTER = {"apprentice": "A", "journeyman": "J", "master": "M", "pick": "P", "lantern": "L"} | {
    "ruby": "R",
    "emerald": "E",
    "sapphire": "S",
    "diamond": "D",
    "regular": "C",
    "escape": "X",
}
KIND = {letter: kind for kind, letter in LETTER.items()}
CAVE_INS = ("regular", "escape")

LEVELS = (1, 2, 3, 4, 5)  # DC-4
DAYS = 6  # DC-20
DEEPEST = {"apprentice": 2, "journeyman": 4, "master": 5}  # DC-57, DC-84
BASE = {"apprentice": 1, "journeyman": 1, "master": 2}  # DC-85
BONUS = {1: 0, 2: 0, 3: 0, 4: 1, 5: 2}  # DC-86
GOLD = 10  # DC-12


def kind(card: str) -> str:
    """What a card is, by its id: `J2` is a journeyman."""
    return KIND[card[0]]


def key(card: str) -> tuple[str, int]:
    """Cards of one kind go by their number: P2 before P10."""
    return card[0], int(card[1:])


def lowest(cards: Iterable[str], wanted: str, number: int) -> list[str]:
    """So many of one kind, those with the lowest numbers (DC-R31)."""
    return sorted((card for card in cards if kind(card) == wanted), key=key)[:number]


def ids(counts: Mapping[str, int], kinds: tuple[str, ...]) -> list[str]:
    """`P1` to `P14`, then `L1` to `L14`: the one order in which cards are drawn from."""
    return [f"{LETTER[k]}{n}" for k in kinds for n in range(1, counts[k] + 1)]


def tools(deck: Mapping[str, Any]) -> list[str]:
    return ids(deck["tools"], TOOLS)


def dwarves(deck: Mapping[str, Any]) -> list[str]:
    return ids(deck["dwarves"], RANKS)


LESS = {2: (4, 2, 1, 0), 3: (3, 1, 1, 0), 4: (0, 0, 0, 0)}  # DC-7 to DC-9


def mine(deck: Mapping[str, Any], seats: int) -> tuple[list[str], list[str]]:
    """The Mine deck, and the gems that leave the game, the highest of each kind."""
    stay: list[str] = []
    out: list[str] = []
    for gem, less in zip(GEMS, LESS[seats], strict=True):
        cards = ids(deck["gems"], (gem,))
        stay += cards[: len(cards) - less]
        out += cards[len(cards) - less :]
    return stay + ids(deck["cave_ins"], CAVE_INS), out
