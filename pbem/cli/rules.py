"""`pbem rules`."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.common import json_option
from pbem.cli.pages import wrapped
from pbem.games import registry


@click.command("rules")
@click.argument("game")
@click.option("--deck", is_flag=True, help="Print the built-in deck file instead.")
@json_option
def command(game: str, deck: bool, as_json: bool) -> None:
    """How the program plays GAME: clauses and rulings. With --json the page as it was written.

    With --deck its built-in deck file, to be changed in a copy for pbem new --deck.
    """
    slug = registry.load(game).slug
    if deck:
        cards = registry.load(slug).deck()
        output.print_json({"ok": True, "game": slug, "deck": cards} if as_json else cards)
        return
    text = registry.rules(slug)
    if as_json:
        output.print_json({"ok": True, "game": slug, "rules": text})
        return
    output.lines([output.clean(t) for t in wrapped(text)])
