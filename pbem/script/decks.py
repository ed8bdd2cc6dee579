"""The deck file that comes with a game, for `Game.deck`."""

from __future__ import annotations

import json
from functools import cache
from typing import Any


@cache
def _text(package: str) -> str:
    from importlib.resources import files  # slow to load, and a running table has its deck

    return files(package).joinpath("deck.json").read_text("utf-8")


def built_in(package: str) -> dict[str, Any]:
    """`deck.json` of a game's package, a fresh object."""
    deck: dict[str, Any] = json.loads(_text(package))
    return deck
