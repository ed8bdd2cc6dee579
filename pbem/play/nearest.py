"""The legal actions most like an illegal one, for the hint of a refusal."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.script.requests import Action

MOST = 5
"""So many are told."""


def nearest(action: Action, legal: Sequence[Action], most: int = MOST) -> list[Action]:
    """At most `most` of `legal`, those that share most fields with `action` first."""

    def distance(other: Action) -> tuple[int, int]:
        fields = action.keys() | other.keys()
        differing = sum(action.get(f) != other.get(f) for f in fields)
        return (0 if other["do"] == action.get("do") else 1, differing)

    return sorted(legal, key=distance)[:most]
