"""The five types of gems. Inside the script a pile is a list of five counts in this order."""

from __future__ import annotations

from collections.abc import Mapping

GEMS = ("diamond", "emerald", "sapphire", "amethyst", "cursite")
DIAMOND, EMERALD, SAPPHIRE, AMETHYST, CURSITE = range(5)
INDEX = {gem: i for i, gem in enumerate(GEMS)}
EXIST = {"diamond": 1, "emerald": 4, "sapphire": 8, "amethyst": 14, "cursite": 10}
BY_BYTES = tuple((gem, INDEX[gem]) for gem in sorted(GEMS))

Pile = list[int]


def pile(counts: Mapping[str, int]) -> Pile:
    return [counts[gem] for gem in GEMS]


def by_name(counts: Pile) -> dict[str, int]:
    d, e, s, a, c = counts
    return {"diamond": d, "emerald": e, "sapphire": s, "amethyst": a, "cursite": c}


def pool(bag: Pile) -> list[str]:
    """The gems of `bag` one by one, types in byte order: what a draw picks from."""
    items: list[str] = []
    for gem, i in BY_BYTES:
        items += [gem] * bag[i]
    return items


def types(counts: Pile) -> int:
    """Which types lie in a pile: bit i for GEMS[i]."""
    d, e, s, a, c = counts
    return (d > 0) | (e > 0) << 1 | (s > 0) << 2 | (a > 0) << 3 | (c > 0) << 4


def listed(mask: int) -> tuple[str, ...]:
    """The types of a mask made by `types`."""
    return tuple(gem for i, gem in enumerate(GEMS) if mask >> i & 1)
