"""`pbem schema`."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.common import json_option
from pbem.errors import Usage
from pbem.games import registry
from pbem.wire import resources


@click.command("schema")
@click.argument("name", required=False)
@json_option
def command(name: str | None, as_json: bool) -> None:
    """Print the JSON Schema NAME; without NAME, the names."""
    if name is None:
        names = sorted({*resources.names("schemas"), *_brought()})
        if as_json:
            output.print_json({"ok": True, "schemas": names})
        else:
            output.lines(names)
        return
    output.lines(_text(name).rstrip("\n").split("\n"))


def _text(name: str) -> str:
    if name in resources.names("schemas"):
        return resources.text("schemas", name)
    brought = _brought()
    if name not in brought:
        raise Usage(
            "schema/unknown",
            f"there is no schema {name}",
            hint="pbem schema lists the names",
        )
    return brought[name]


def _brought() -> dict[str, str]:
    """The schemas of the games that are installed besides."""
    texts: dict[str, str] = {}
    for slug in registry.names():
        texts |= registry.schemas(slug)
    return texts
