"""All actions there can be, made once and shared: never change them.

Sets of positions are masks: bit p - 1 for position p of a Mine.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations

from pbem.games.dig_up_adventure.cards import (
    ADVENTURE,
    COLORS,
    COPIES,
    IN_A_MINE,
    MINE,
    PLACES,
    VALUE,
)
from pbem.script.requests import Action, Below, Faces, Form

ALL_PLACES = (1 << MINE) - 1
MEMBERS = [[p for p in PLACES if mask >> (p - 1) & 1] for mask in range(ALL_PLACES + 1)]

COLOR: dict[str, Action] = {color: {"do": "color", "color": color} for color in COLORS}
DIG: Action = {"do": "dig"}
DISCARD_NOTHING: Action = {"do": "discard", "cards": []}


def copies(kind: str) -> list[str]:
    return [f"{kind}-{n}" for n in range(1, COPIES[kind] + 1)]


@cache
def places(face: str) -> list[Action]:
    """A card put at each position, position 1 first (DU-34, DU-40)."""
    return [{"do": "place", "card": face, "at": at} for at in PLACES]


@cache
def at_value(stone: str) -> list[Action]:
    """A stone at the position equal to its value (DU-35)."""
    return [places(stone)[VALUE[stone] - 1]]


@cache
def bags(card: str) -> list[Action]:
    """Every pair of positions: 36 (DU-52)."""
    return [{"do": "bag", "card": card, "a": a, "b": b} for a, b in combinations(PLACES, 2)]


@cache
def shovels(card: str, down: int) -> list[Action]:
    """Each face-down position (DU-68)."""
    return [{"do": "shovel", "card": card, "at": at} for at in MEMBERS[down]]


ALONE: dict[str, list[Action]] = {
    card: [{"do": kind, "card": card}]
    for kind in ("treasure", "dynamite", "river")
    for card in copies(kind)
}
"""Cards that are played without naming anything else."""


@lru_cache(maxsize=1024)
def binoculars(card: str, who: str) -> Action:
    return {"do": "binoculars", "card": card, "who": who}


class Takes(dict[str, Action]):
    """What a Pickaxe takes for one price: face -> action, made when first asked for."""

    def __init__(self, card: str, pay: str) -> None:
        super().__init__()
        self.card = card
        self.pay = pay

    def __missing__(self, face: str) -> Action:
        made = {"do": "pickaxe", "card": self.card, "pay": self.pay, "take": face}
        self[face] = made
        return made


@cache
def takes(card: str, pay: str) -> Takes:
    return Takes(card, pay)


@lru_cache(maxsize=1024)
def _bridge(card: str, who: str) -> list[list[Action]]:
    """The action from each position to each."""
    return [
        [{"do": "bridge", "card": card, "mine": m, "who": who, "theirs": t} for t in PLACES]
        for m in PLACES
    ]


@lru_cache(maxsize=1024)
def bridges(card: str, give: int, who: str, take: int) -> list[Action]:
    """Any of `give` for any of `take` in the Mine of `who` (DU-75, DU-77)."""
    table = _bridge(card, who)
    return [table[m - 1][t - 1] for m in MEMBERS[give] for t in MEMBERS[take]]


Down = tuple[tuple[str, int], ...]
"""Seats whose Mines have face-down cards, in seat order, and where these lie."""


def torches(card: str, down: Down) -> list[Action]:
    """One card in each of two Mines (DU-88), or one where one Mine alone has any (DU-91)."""
    if len(down) == 1:
        ((seat, mask),) = down
        one = _torch_one(card, seat)
        return [one[at - 1] for at in MEMBERS[mask]]
    menu: list[Action] = []
    for (a, first), (b, second) in combinations(down, 2):
        menu += _torch_lists(card, a, first, b, second)
    return menu


@lru_cache(maxsize=64)
def _torch_one(card: str, seat: str) -> list[Action]:
    return [{"do": "torch", "card": card, "look": [[seat, at]]} for at in PLACES]


@lru_cache(maxsize=256)
def _torch_two(card: str, a: str, b: str) -> list[list[Action]]:
    """The action for each position of the one Mine with each of the other."""
    return [
        [{"do": "torch", "card": card, "look": [[a, m], [b, n]]} for n in PLACES] for m in PLACES
    ]


@lru_cache(maxsize=1024)
def _torch_lists(card: str, a: str, first: int, b: str, second: int) -> list[Action]:
    table = _torch_two(card, a, b)
    return [table[m - 1][n - 1] for m in MEMBERS[first] for n in MEMBERS[second]]


@lru_cache(maxsize=256)
def discards(faces: tuple[str, ...], least: int) -> list[Action]:
    """Every choice of at least `least` of `faces`, which are sorted (DU-92, DU-93)."""
    sizes = range(least, len(faces) + 1)
    return [_discard(cards) for n in sizes for cards in combinations(faces, n)]


@lru_cache(maxsize=8192)
def _discard(cards: tuple[str, ...]) -> Action:
    return {"do": "discard", "cards": list(cards)}


@lru_cache(maxsize=8)
def keeps(tokens: tuple[str, ...]) -> list[Action]:
    """One of them, and the others in every order: 120 for five (DU-54, DU-55)."""
    return [
        {"do": "keep", "take": take, "back": list(back)}
        for take in tokens
        for back in permutations([t for t in tokens if t != take])
    ]


@lru_cache(maxsize=8)
def trades(theirs: tuple[str, ...], mine: tuple[str, ...]) -> list[Action]:
    """Any card of theirs for any of mine (DU-63, DU-64)."""
    return [{"do": "trade", "take": take, "give": give} for take in theirs for give in mine]


PICK: dict[str, Action] = {
    face: {"do": "pick", "card": face} for face in (*sorted(IN_A_MINE), *ADVENTURE)
}


def solo_colors(letters: Sequence[str]) -> Action:
    return {"do": "solo", "colors": list(letters)}


def _are_solo_colors(action: Action, _: Faces) -> bool:
    letters = action.get("colors")
    if set(action) != {"do", "colors"} or not isinstance(letters, list) or len(letters) != 4:
        return False
    return all(isinstance(x, str) and len(x) == 1 and x in COLORS for x in letters) and len(
        set(letters)
    ) == len(letters)


def _pick_solo_colors(below: Below) -> Action:
    left = list(COLORS)
    return solo_colors([left.pop(below(len(left))) for _ in range(4)])


SOLO_FIRST = solo_colors(COLORS[:4])
SOLO_FORM = Form(
    "solo",
    solo_colors("RSET"),
    {
        "colors": {
            "type": "array",
            "items": {"enum": list(COLORS)},
            "minItems": 4,
            "maxItems": 4,
            "uniqueItems": True,
        }
    },
    _are_solo_colors,
    _pick_solo_colors,
)
"""360 lists (DU-124)."""
