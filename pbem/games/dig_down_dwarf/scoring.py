"""What a final roll earns, and what a hoard is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem.games.dig_down_dwarf.gems import AMETHYST, CURSITE, DIAMOND, EMERALD, GEMS, SAPPHIRE
from pbem.script.contract import Facts, Result

VALUE = (12, 6, 4, 2)  # DW-88 to DW-91
CURSITE_LIMIT = {2: 10, 3: 9, 4: 8}  # DW-92
PATTERNS = (
    "four ones",
    "four of a kind",
    "three of a kind",
    "two pairs",
    "one pair",
    "straight",
    "no pattern",
)
STRAIGHTS = ([1, 2, 3, 4], [2, 3, 4, 5], [3, 4, 5, 6])  # DW-31, DW-R10
EARNS = {  # DW-38, DW-R9
    "four ones": (DIAMOND, AMETHYST),
    "four of a kind": (AMETHYST,),
    "three of a kind": (AMETHYST,),
    "two pairs": (EMERALD,),
    "one pair": (CURSITE,),
    "straight": (SAPPHIRE,),
    "no pattern": (),
}
EARNS_STRICT = {**EARNS, "four ones": (DIAMOND,), "four of a kind": ()}  # DW-34


@lru_cache(maxsize=6**4)
def pattern(faces: tuple[int, ...]) -> str:
    """The one pattern of four faces (DW-29 to DW-38)."""
    counts = sorted(faces.count(face) for face in set(faces))
    if counts == [4]:
        return "four ones" if faces[0] == 1 else "four of a kind"
    if counts == [1, 3]:
        return "three of a kind"
    if counts == [2, 2]:
        return "two pairs"
    if counts == [1, 1, 2]:
        return "one pair"
    return "straight" if sorted(faces) in STRAIGHTS else "no pattern"


def earned(faces: Sequence[int], quads: str) -> tuple[int, ...]:
    """The types, as indices into GEMS, that a final roll earns; `quads` as in the option."""
    table = EARNS_STRICT if quads == "strict" else EARNS
    return table[pattern(tuple(faces))]


def cursite_value(count: int, players: int) -> int:
    """DW-92, DW-93: +1 for every piece held from the limit on, else -1 (DW-R22)."""
    return count if count >= CURSITE_LIMIT[players] else -count


def gem_points(hoard: Sequence[int], players: int) -> int:
    """VP of the gems alone; may be negative (DW-98)."""
    kept = sum(value * count for value, count in zip(VALUE, hoard, strict=False))
    return kept + cursite_value(hoard[CURSITE], players)


def bonus(hoard: Sequence[int], dwarf: Mapping[str, Any]) -> int:
    """DW-95, DW-96: the dwarf's bonus, once, if the hoard holds all that is wanted or more
    (DW-R24)."""
    wants = dwarf["wants"]
    met = all(hoard[i] >= wants.get(gem, 0) for i, gem in enumerate(GEMS))
    points: int = dwarf["bonus"]
    return points if met else 0


def dwarf_card(deck: Mapping[str, Any], dwarf: str) -> dict[str, Any]:
    card: dict[str, Any] = next(card for card in deck["dwarfs"] if card["id"] == dwarf)
    return card


def score(hoard: Sequence[int], dwarf: str, facts: Facts) -> int:
    """All VP of one player (DW-88 to DW-98)."""
    return gem_points(hoard, len(facts.seats)) + bonus(hoard, dwarf_card(facts.deck, dwarf))


def ladder(hoard: Sequence[int]) -> tuple[int, ...]:
    """DW-100, DW-R26: fewer Cursite, then more Diamond, Emerald, Sapphire, Amethyst;
    higher is better."""
    return (-hoard[CURSITE], *hoard[:CURSITE])


def result(
    facts: Facts,
    hoards: Mapping[str, Sequence[int]],
    dwarfs: Mapping[str, str],
    resigned: Sequence[str],
) -> Result:
    """Who has most (DW-2, DW-99). A seat that has resigned cannot win (DW-R33).

    The table counts for nobody (DW-87).
    """
    scores = {seat: score(hoards[seat], dwarfs[seat], facts) for seat in facts.seats}
    active = [seat for seat in facts.seats if seat not in resigned]
    if len(active) == 1:
        return Result((active[0],), scores, f"all others have resigned: {active[0]} wins")
    top = max(scores[seat] for seat in active)
    first = [seat for seat in active if scores[seat] == top]
    best = first
    if len(first) > 1 and facts.options["ties"] == "ladder":
        highest = max(ladder(hoards[seat]) for seat in first)
        best = [seat for seat in first if ladder(hoards[seat]) == highest]
    return Result(tuple(best), scores, _why(best, first, top))


def _why(best: Sequence[str], first: Sequence[str], top: int) -> str:
    if len(best) > 1:
        return f"{' and '.join(best)} share the win with {top} VP each"
    if len(first) > 1:
        return f"{best[0]} wins with {top} VP: the tie was broken by the gems held"
    return f"{best[0]} wins with {top} VP, the most"
