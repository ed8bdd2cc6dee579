"""All actions there can be, made once for a set of dice and shared: never change them.

A menu is put together from these ready lists. In an action dice stand in byte order,
which is the one order `normalise` makes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pbem.games.dig_down_dwarf.gems import GEMS, listed
from pbem.script.requests import Action, Below, Faces, Form

ALL = 15
SIZE = tuple(mask.bit_count() for mask in range(16))
MEMBERS = tuple(tuple(i for i in range(4) if mask >> i & 1) for mask in range(16))
FACES = (1, 2, 3, 4, 5, 6)

COLLECT: Action = {"do": "collect"}
COLLECT_WILD: list[Action] = [{"do": "collect", "wild": face} for face in FACES]  # DW-69
KEEP_SIX = COLLECT_WILD[5]
DRAW: Action = {"do": "draw"}
STOP: Action = {"do": "stop"}
AFTER_COLLECT = [DRAW, STOP]
WILD: Action = {"do": "power", "power": "wild"}
DRAW_POWER: Action = {"do": "power", "power": "draw"}
RAID_ONE: list[Action] = [{"do": "power", "power": "raid", "take": gem} for gem in GEMS]
TAKE_ONE: list[Action] = [{"do": "spend", "gem": "diamond", "take": gem} for gem in GEMS]
RAID = [[RAID_ONE[i] for i in range(5) if mask >> i & 1] for mask in range(32)]
TAKE_ALL = [[TAKE_ONE[i] for i in range(5) if mask >> i & 1] for mask in range(32)]  # DW-53


@lru_cache(maxsize=4096)
def swaps(seat: str, give: int, take: int) -> list[Action]:
    """Every SWAP of one type in the mask `give` for one in `take` of that opponent."""
    return [
        {"do": "power", "power": "swap", "give": mine, "seat": seat, "take": yours}
        for mine in listed(give)
        for yours in listed(take)
    ]


class DiceMenus:
    """Lists of actions by masks of the four dice.

    rerolls[m], sapphires[m]: any dice of m. amethysts[n][m]: up to n dice of m.
    """

    def __init__(self, dice: Sequence[str]) -> None:
        self.dice = tuple(dice)
        self.bit = {die: 1 << i for i, die in enumerate(dice)}
        self.names = [sorted(dice[i] for i in MEMBERS[mask]) for mask in range(16)]
        self.rerolls = self._lists({"do": "reroll"}, 4)
        self.sapphires = self._lists({"do": "spend", "gem": "sapphire"}, 4)
        spend = {"do": "spend", "gem": "amethyst"}
        self.amethysts = [self._lists(spend, most) for most in range(5)]
        self.emeralds = [[self._form(mask, most) for mask in range(16)] for most in range(5)]

    def _lists(self, base: Action, most: int) -> list[list[Action]]:
        one = [{**base, "dice": self.names[mask]} for mask in range(16)]
        return [
            [one[sub] for sub in range(1, 16) if sub & mask == sub and SIZE[sub] <= most]
            for mask in range(16)
        ]

    def mask(self, names: Sequence[str]) -> int:
        bit, mask = self.bit, 0
        for name in names:
            mask |= bit[name]
        return mask

    def _form(self, free: int, most: int) -> tuple[Form, ...]:
        """Emerald settings of up to `most` of the dice in `free` (DW-48)."""
        names = self.names[free]
        if not names or not most:
            return ()
        most = min(most, len(names))

        def accepts(action: Action, _: Faces) -> bool:
            wanted = action.get("set")
            return (
                len(action) == 3
                and action.get("do") == "spend"
                and action.get("gem") == "emerald"
                and isinstance(wanted, dict)
                and 1 <= len(wanted) <= most
                and all(die in names for die in wanted)
                and all(type(face) is int and 1 <= face <= 6 for face in wanted.values())
            )

        def pick(below: Below) -> Action:
            left = list(names)
            dice = [left.pop(below(len(left))) for _ in range(1 + below(most))]
            return {"do": "spend", "gem": "emerald", "set": {d: 1 + below(6) for d in dice}}

        example: Action = {"do": "spend", "gem": "emerald", "set": {names[0]: 4}}
        return (Form("spend", example, _fields(names, most), accepts, pick),)


def _fields(names: Sequence[str], most: int) -> dict[str, Any]:
    """The fields of an emerald setting as JSON Schemas."""
    setting = {
        "type": "object",
        "propertyNames": {"enum": list(names)},
        "additionalProperties": {"enum": list(FACES)},
        "minProperties": 1,
        "maxProperties": most,
    }
    return {"gem": {"const": "emerald"}, "set": setting}


@lru_cache(maxsize=16)
def dice_menus(dice: tuple[str, ...]) -> DiceMenus:
    return DiceMenus(dice)
