"""Finds games by their slug: those that come with the program, and those of other
packages through the entry point group `pbem.games` (docs/games.md)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, Protocol, runtime_checkable

from pbem.errors import Refused
from pbem.script.contract import Game
from pbem.wire import resources, schema

# Named here so that a command need not scan every installed package at each start.
BUILT_IN = {
    "dig-2017": "pbem.games.dig_2017",
    "dig-card-game": "pbem.games.dig_card_game",
    "dig-dogs": "pbem.games.dig_dogs",
    "dig-down-dwarf": "pbem.games.dig_down_dwarf",
    "dig-up-adventure": "pbem.games.dig_up_adventure",
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
    """Raises Refused("game/unknown", "game/broken")."""
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
    return _take_in(slug, found)


def load_version(slug: str, version: str) -> Game[Any]:
    """Raises Refused("game/unknown", "game/version", "game/broken")."""
    game = load(slug)
    if game.version != version:
        raise Refused(
            "game/version",
            f"this table is played by rules {version} of {slug}; this program has {game.version}",
            hint="use a release of the program that has these rules",
        )
    return game


@runtime_checkable
class Brings(Protocol):
    """What a game of another package has besides the `Game` contract.

    schemas: the JSON texts of `<slug>.actions`, `<slug>.state` and `deck.<slug>`.
    rules: how it is played, Markdown, for `pbem rules`.
    """

    schemas: Mapping[str, str]
    rules: str


def _take_in(slug: str, found: Any) -> Game[Any]:
    """Load a game of another package and make its schemas known."""
    try:
        game: Game[Any] = found.load()
        own = game.slug
    except Exception as error:  # another package's code may raise anything
        raise _broken(slug, f"it cannot be loaded: {type(error).__name__}") from error
    if own != slug:
        raise _broken(slug, f"it calls itself {own!a}")
    # These names and no others, so that a game cannot change what a statement may be.
    wanted = _schema_names(slug)
    if not isinstance(game, Brings) or set(game.schemas) != set(wanted):
        raise _broken(slug, f"its schemas have to be exactly {', '.join(wanted)}")
    for name, text in game.schemas.items():
        schema.add(name, text)
    return game


def _schema_names(slug: str) -> tuple[str, ...]:
    return (f"{slug}.actions", f"{slug}.state", f"deck.{slug}")


def _broken(slug: str, why: str) -> Refused:
    return Refused(
        "game/broken",
        f"the installed game {slug} is not usable: {why}",
        hint="ask who made it; docs/games.md tells what a game has to bring",
    )


def schemas(slug: str) -> Mapping[str, str]:
    """The schemas of a game, name -> JSON text. Raises Refused("game/...")."""
    game = load(slug)
    if isinstance(game, Brings):
        return game.schemas
    return {n: resources.text("schemas", n) for n in _schema_names(slug)}


def rules(slug: str) -> str:
    """How the program plays a game, Markdown. Raises Refused("game/...")."""
    game = load(slug)
    return game.rules if isinstance(game, Brings) else resources.text("rules", slug)
