"""Bots for practice and the demo: one that plays anything legal, and each game's own.

The one place where `random` may be used: a bot's choice is no draw of the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from pbem.errors import Usage
from pbem.play.runner import AnyGame
from pbem.script.contract import View
from pbem.script.requests import Action, Below

Bot = Callable[[View, Below], Action]
NAMES = ("sense", "random")


def chance(seed: str | None = None) -> Below:
    """A source for bots: below(n). The same seed gives the same choices."""
    return random.Random(seed).randrange


def any_legal(view: View, below: Below) -> Action:
    """One of the listed actions and forms, each as likely as another."""
    number = below(len(view.actions) + len(view.forms))
    if number < len(view.actions):
        return view.actions[number]
    return view.forms[number - len(view.actions)].pick(below)


def named(name: str, game: AnyGame) -> Bot:
    """Raises Usage("bot/unknown")."""
    if name == "random":
        return any_legal
    if name == "sense":
        return game.bot
    raise Usage("bot/unknown", f"there is no bot {name}", hint=f"the bots are {', '.join(NAMES)}")
