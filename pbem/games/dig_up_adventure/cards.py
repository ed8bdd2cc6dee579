"""The 104 cards: names and kinds (DU-3, DU-7, DU-12), all known by their own face.

A stone is its colour's letter and its value (`R6`); every other card is its kind and the
number of the copy (`torch-3`, `idol-1`), so no face exists twice.
"""

from __future__ import annotations

from collections.abc import Mapping

COLORS = "ADERST"
VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9)
PLACES = VALUES  # DU-10: positions of a Mine
COPIES: Mapping[str, int] = {
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
KINDS = tuple(COPIES)
IDOLS = tuple(f"idol-{n}" for n in range(1, 5))
SKELETONS = tuple(f"skeleton-{n}" for n in range(1, 5))
STONES = {color: tuple(f"{color}{value}" for value in VALUES) for color in COLORS}
ADVENTURE = tuple(f"{kind}-{n}" for kind, most in COPIES.items() for n in range(1, most + 1))
COLORS_OUT: Mapping[int, int] = {2: 2, 3: 1, 4: 0}  # DU-3 to DU-5

HAND = 3  # DU-13, DU-93, DU-96
PLAYS = 2  # DU-26
MINE = 9  # DU-8, DU-24
CENTRE = 5  # DU-11
OUTSIDE = 68  # cards outside the Mines, always (DU-120)


def riches(out: str | list[str]) -> list[str]:
    """Stones in use, Skeletons and Idols: what is dealt to the Mines (DU-7), in fixed order.

    `out`: the letters of the colours that are not in the game.
    """
    stones = [stone for color in COLORS if color not in out for stone in STONES[color]]
    return [*stones, *SKELETONS, *IDOLS]


ALL = (*riches(""), *ADVENTURE)
STONE_FACES = frozenset(stone for stones in STONES.values() for stone in stones)
IN_A_MINE = frozenset(riches(""))  # DU-23
KIND = {face: "stone" if face in STONE_FACES else face.partition("-")[0] for face in ALL}
"""stone, idol, skeleton, or one of KINDS."""
VALUE = {stone: int(stone[1]) for stone in STONE_FACES}
