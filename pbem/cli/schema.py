"""`pbem schema`."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.common import json_option
from pbem.errors import Usage
from pbem.wire import resources


@click.command("schema")
@click.argument("name", required=False)
@json_option
def command(name: str | None, as_json: bool) -> None:
    """Print the JSON Schema NAME; without NAME, the names."""
    names = [n.removesuffix(".json") for n in resources.names("schemas")]
    if name is None:
        if as_json:
            output.print_json({"ok": True, "schemas": names})
        else:
            output.lines(names)
        return
    if name not in names:
        raise Usage(
            "schema/unknown",
            f"there is no schema {name}",
            hint="pbem schema lists the names",
        )
    output.lines(resources.text("schemas", name + ".json").rstrip("\n").split("\n"))
