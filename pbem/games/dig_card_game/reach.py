"""What a seat's pieces could do now: which can dig, move and mine, and where (DC-54, DC-73)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.games.dig_card_game.cards import BASE, BONUS, DEEPEST, KIND, LEVELS, key
from pbem.games.dig_card_game.state import UNDUG, Mine, MineState
from pbem.script.requests import Faces

DWARF_LETTERS = "AJM"


def next_level(mine: Mine) -> int | None:
    """The lowest Level not yet dug; a collapsed one is dug (DC-52, DC-100)."""
    return next((level for level in LEVELS if mine.levels[level] == UNDUG), None)


def neighbours(mine: Mine, level: int) -> list[int]:
    """Tunnels in play next to this one; collapsed ones are stepped over (DC-73, DC-R11).

    Levels are dug in their order, so between two in play there is none that is still in hand.
    """
    there = mine.in_play()
    at = there.index(level)
    return [*there[max(0, at - 1) : at], *there[at + 1 : at + 2]]


def deepest(dwarf: str) -> int:
    """How far down a Dwarf digs and mines (DC-57, DC-84)."""
    return DEEPEST[KIND[dwarf[0]]]


def allotment(dwarf: str, level: int) -> int:
    """DC-85 to DC-87."""
    return BASE[KIND[dwarf[0]]] + BONUS[level]


# Digging


class Diggers(NamedTuple):
    """What could dig the next Level: ids, and hidden Tools by their tokens."""

    dwarves: tuple[str, ...]
    picks: tuple[str, ...]
    lanterns: tuple[str, ...]


def beside_new(mine: Mine) -> int | None:
    """The one Tunnel in play from which a piece can step into the one being dug (DC-54, DC-59)."""
    there = mine.in_play()
    return there[-1] if there else None


def diggers(state: MineState, mine: Mine, level: int, faces: Faces) -> Diggers:
    """Pieces in hand, and those next to the new Tunnel that lie there since an earlier Day.

    In the Dig Phase what came into play today has dug today, so the marks tell (DC-54 to
    DC-56, DC-R13).
    """
    beside = beside_new(mine)
    there = mine.pieces[beside] if beside is not None else []
    pieces = [*mine.dwarves, *mine.tools, *(p for p in there if p not in state.moved)]
    fresh = [piece for piece in pieces if piece not in state.dug]
    known = [(token, faces[token]) for token in mine.hidden if token in faces]
    return Diggers(
        tuple(p for p in fresh if p[0] in DWARF_LETTERS and deepest(p) >= level),
        (*(p for p in fresh if p[0] == "P"), *(t for t, face in known if face[0] == "P")),
        (*(p for p in fresh if p[0] == "L"), *(t for t, face in known if face[0] == "L")),
    )


def can_dig(state: MineState, seat: str) -> bool:
    """As far as all can know: a hidden Tool may be either kind (DC-R32)."""
    mine = state.mines[seat]
    level = next_level(mine)
    if level is None:
        return False
    dwarves, picks, lanterns = diggers(state, mine, level, {})
    missing = (not picks) + (not lanterns)
    return bool(dwarves) and missing <= len(mine.hidden)


# Placing, moving, mining


def free_tools(state: MineState, mine: Mine, level: int) -> dict[str, tuple[str, ...]]:
    """Picks and Lanterns in a Tunnel that have served nobody today, by kind, the lowest first
    (DC-83, DC-R30)."""
    fresh = [piece for piece in mine.pieces[level] if piece not in state.mined]
    picks = [piece for piece in fresh if piece[0] == "P"]
    lanterns = [piece for piece in fresh if piece[0] == "L"]
    return {
        "pick": tuple(sorted(picks, key=key)),
        "lantern": tuple(sorted(lanterns, key=key)),
    }


def miners(state: MineState, mine: Mine, level: int) -> list[str]:
    """Dwarves that may mine where they stand, as far as they go (DC-80, DC-82, DC-84)."""
    return [
        p
        for p in mine.pieces[level]
        if p[0] in DWARF_LETTERS and p not in state.mined and deepest(p) >= level
    ]


def in_hand(mine: Mine, faces: Faces) -> Sequence[str]:
    """What can be named in hand: ids, and tokens whose face the asker knows."""
    return [*mine.dwarves, *mine.tools, *(t for t in mine.hidden if t in faces)]
