"""Finds games by their slug: those that come with the program, and those of other
packages through the entry point group `pbem.games`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from pbem.errors import Refused
from pbem.script.contract import Game

# Named here so that a command need not scan every installed package at each start.
BUILT_IN = {
    "dig-dogs": "pbem.games.dig_dogs",
    "dig-down-dwarf": "pbem.games.dig_down_dwarf",
}
GROUP = "pbem.games"


def _entry_points() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {e.name: e for e in entry_points(group=GROUP)}


def names() -> list[str]:
    """All slugs, in byte order."""
    return sorted({*BUILT_IN, *_entry_points()})


@cache
def load(slug: str) -> Game[Any]:
    """Raises Refused("game/unknown")."""
    if slug in BUILT_IN:
        game: Game[Any] = import_module(BUILT_IN[slug]).GAME
        return game
    found = _entry_points().get(slug)
    if found is None:
        raise Refused(
            "game/unknown",
            f"there is no game {slug} here",
            hint=f"the games are: {', '.join(names())}",
        )
    game = found.load()
    return game


def load_version(slug: str, version: str) -> Game[Any]:
    """Raises Refused("game/unknown", "game/version")."""
    game = load(slug)
    if game.version != version:
        raise Refused(
            "game/version",
            f"this table is played by rules {version} of {slug}; this program has {game.version}",
            hint="use a release of the program that has these rules",
        )
    return game
