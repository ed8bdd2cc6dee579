"""Tidying the Yard at the end of a turn (DD-43 to DD-50)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Tidied(NamedTuple):
    """The row without gaps; where a card was laid (card, from, to); the gaps that just ended."""

    yard: list[str | None]
    laid: list[tuple[str, int, int]]
    unfilled: list[int]


def tidy(yard: Sequence[str | None]) -> Tidied:
    """Fill the gaps of `yard` (index 0 is space 1) from the far end.

    The outermost cards go into the gaps, nearest gap first (DD-44, DD-45). As many
    spaces vanish at the far end as there were gaps, so a gap among those has nothing
    beyond it and is not filled (DD-46 to DD-48, DD-R17).
    """
    gaps = [space for space, card in enumerate(yard, 1) if card is None]
    end = len(yard) - len(gaps)
    row = list(yard[:end])
    beyond = ((yard[space - 1], space) for space in range(len(yard), end, -1))
    spare = [(card, space) for card, space in beyond if card is not None]
    inside = [gap for gap in gaps if gap <= end]
    laid = [(card, space, gap) for (card, space), gap in zip(spare, inside, strict=True)]
    for card, _, gap in laid:
        row[gap - 1] = card
    return Tidied(row, laid, gaps[len(inside) :])
