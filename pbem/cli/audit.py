"""`pbem audit`."""

from __future__ import annotations

import os
from contextlib import suppress

import click

from pbem.cli import output
from pbem.cli.common import out_option
from pbem.errors import Refused
from pbem.record import asked, files
from pbem.record.record import replay_far
from pbem.wire import schema

KIND = "requests"


@click.command("audit")
@click.argument("name", metavar="RECORD")
@click.option(
    "--requests", "requests", is_flag=True, help="Write what the rules asked for, entry by entry."
)
@out_option
def command(name: str, requests: bool, out: str | None) -> int:
    """Write what the rules asked for at a table, for a check by another program.

    The list goes as far as the record verifies, and into the entry that does not.
    """
    if not requests:
        raise click.UsageError("say --requests")
    return write_requests(name, out or files.STREAM)


def write_requests(name: str, out: str) -> int:
    """The list of requests, for a second program (docs/protocol.md, A second program).

    A record that does not verify is no failure here: the other program is to find it out.
    """
    data = files.read_json(name, files.LIMITS["record"])
    schema.check("record", data)
    table, error = replay_far(data["entries"])
    _spare_others(out, table.id_text)
    files.write_json(out, asked.as_json(table))
    if error is not None:
        output.error_line(f"pbem: note: the list ends in entry {table.n}, which does not verify")
    if out != files.STREAM:
        output.line(f"{files.shown(out)} written")
    return 0


def _spare_others(out: str, table: str) -> None:
    """Raises Refused("file/exists") where something else than a list of this table would be
    lost."""
    if out == files.STREAM or not os.path.lexists(out):
        return
    with suppress(Refused):
        there = files.read_json(out, files.LIMITS["record"])
        if isinstance(there, dict) and (there.get("kind"), there.get("table")) == (KIND, table):
            return
    raise Refused(
        "file/exists",
        f"{files.shown(out)} is there already, and is something else",
        hint="give the same command with -o and another name",
    )
