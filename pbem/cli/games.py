"""`pbem games`."""

from __future__ import annotations

from typing import Any

import click

from pbem.cli import output
from pbem.cli.common import json_option
from pbem.games import registry
from pbem.script.contract import Game


@click.command("games")
@json_option
def command(as_json: bool) -> None:
    """The games, their seats, one line each."""
    games = [registry.load(slug) for slug in registry.names()]
    if as_json:
        rows = [
            {
                "game": g.slug,
                "title": g.title,
                "rules": g.version,
                "seats": list(g.seats),
                "hidden": _hidden(g),
                "summary": g.summary,
            }
            for g in games
        ]
        output.print_json({"ok": True, "games": rows})
        return
    width = max(len(g.slug) for g in games)
    for g in games:
        output.line(f"{g.slug:<{width}}  {g.seats[0]}-{g.seats[1]} seats  {g.summary}")


def _hidden(game: Game[Any]) -> bool:
    """Are there face-down cards, unless an option says otherwise? Then an arbiter is needed."""
    seats = [f"seat{n}" for n in range(game.seats[1])]
    return game.hidden(game.check_options({}, seats, game.deck()))
