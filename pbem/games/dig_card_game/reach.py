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


def can_move(state: MineState, mine: Mine, piece: str) -> bool:
    """One space a Day, if there is anywhere to go (DC-72)."""
    return piece not in state.moved and len(mine.in_play()) > 1


def free_tools(state: MineState, mine: Mine, level: int, letter: str) -> tuple[str, ...]:
    """Picks or Lanterns in a Tunnel that have served nobody today, the lowest first (DC-83)."""
    there = [p for p in mine.pieces[level] if p[0] == letter and p not in state.mined]
    return tuple(sorted(there, key=key))


def miners(state: MineState, mine: Mine, level: int) -> list[str]:
    """Dwarves that may mine where they stand, as far as they go (DC-80, DC-82, DC-84)."""
    return [
        p
        for p in mine.pieces[level]
        if p[0] in DWARF_LETTERS and p not in state.mined and deepest(p) >= level
    ]


def can_work(state: MineState, seat: str) -> bool:
    """Place, move or mine (DC-R32). A piece in hand can be placed, whatever it is."""
    mine = state.mines[seat]
    there = mine.in_play()
    if not there:
        return False
    if mine.dwarves or mine.tools or mine.hidden:
        return True
    return any(_can_work_in(state, mine, level) for level in there)


def _can_work_in(state: MineState, mine: Mine, level: int) -> bool:
    if any(can_move(state, mine, piece) for piece in mine.pieces[level]):
        return True
    return can_mine_in(state, mine, level) and bool(miners(state, mine, level))


def can_mine_in(state: MineState, mine: Mine, level: int) -> bool:
    """A Pick and a Lantern are free there, and the Mine has a card (DC-80, DC-R21)."""
    if not state.mine_deck:
        return False
    return all(free_tools(state, mine, level, letter) for letter in "PL")


def in_hand(mine: Mine, faces: Faces) -> Sequence[str]:
    """What can be named in hand: ids, and tokens whose face the asker knows."""
    return [*mine.dwarves, *mine.tools, *(t for t in mine.hidden if t in faces)]
