"""The thirty cards: names, scents, twins, and the tables on the Dog House.

A colour is a letter, a pair is two letters in byte order, a Bone card is its pair
and 1 or 2 (`RY1`), a Bowl is `=` and its colour (`=R`). The face of a Bone card is
the letter of its hidden bone.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from pbem.script.requests import Faces

COLOURS = "BGPRY"  # DD-R2: blue, where the rulebook names no colour
PAIRS = tuple(a + b for a, b in combinations(COLOURS, 2))  # DD-53, DD-R3: ten pairs, each twice
BONES = tuple(pair + number for pair in PAIRS for number in "12")
BOWLS = tuple("=" + colour for colour in COLOURS)  # DD-R4: without scents
ROW = tuple(sorted((*BOWLS, *PAIRS, *PAIRS)))  # DD-R27: what the first draw puts in order

RANGE = (4, 3, 2, 1)  # DD-18: by bones in hand
VALUES = (5, 4, 3, 2, 1)  # DD-64: by rank of the Bowl, nearest first
HAND_LIMIT = 3  # DD-29
ACTIONS = 3  # DD-13


def is_bowl(card: str) -> bool:
    return card[0] == "="


def twin(bone: str) -> str:
    """The other card with the same scents (DD-53)."""
    return bone[:2] + ("2" if bone[2] == "1" else "1")


def other(pair: str, colour: str) -> str:
    """The colour of `pair` that is not `colour`."""
    return pair[1] if colour == pair[0] else pair[0]


def colour_of_first(bone: str, colour: str) -> str:
    """The colour of token 1 of the pair, told by the colour of either twin."""
    return colour if bone[2] == "1" else other(bone[:2], colour)


def known_colour(bone: str, public_pairs: Mapping[str, str], faces: Faces) -> str | None:
    """The colour of `bone` for somebody who has seen `faces`, or None (DD-53, DD-54)."""
    pair = bone[:2]
    if pair in public_pairs:
        return colour_of_first(bone, public_pairs[pair])
    if bone in faces:
        return faces[bone]
    face = faces.get(twin(bone))
    return None if face is None else other(pair, face)
