"""`pbem rules`."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.common import json_option
from pbem.cli.pages import wrapped
from pbem.games import registry


@click.command("rules")
@click.argument("game")
@json_option
def command(game: str, as_json: bool) -> None:
    """How the program plays GAME: clauses and rulings. With --json the page as it was written."""
    slug = registry.load(game).slug
    text = registry.rules(slug)
    if as_json:
        output.print_json({"ok": True, "game": slug, "rules": text})
        return
    output.lines([output.clean(t) for t in wrapped(text)])
