"""`pbem join`."""

from __future__ import annotations

import os

import click

from pbem.cli import output
from pbem.cli.common import (
    check_out,
    desk,
    file_name,
    identity_option,
    json_option,
    out_option,
    send,
)
from pbem.errors import Usage
from pbem.record import files


@click.command("join")
@click.argument("record")
@click.option(
    "--seat", "seats", required=True, multiple=True, metavar="NAME", help="The seat to take."
)
@click.option("--fresh", is_flag=True, help="Join again with new keys; the newest join counts.")
@identity_option
@out_option
@json_option
def command(
    record: str,
    seats: tuple[str, ...],
    fresh: bool,
    identity_file: str | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Take a seat at the table of RECORD: writes a join to mail to everybody."""
    check_out(out)
    if len(seats) > 1:
        raise Usage(
            "join/one-seat",
            f"one join takes one seat, and {len(seats)} are named",
            hint="each seat has an identity of its own, and a command of its own",
        )
    (seat,) = seats
    statement = desk(identity_file).join(record, seat, fresh=fresh)
    replaced = os.path.lexists(out or file_name(statement))
    name = send(statement, out, embed=as_json)
    if as_json:
        output.print_json({"ok": True, "file": name, "statement": statement})
    elif name != files.STREAM:
        output.line(f"{files.shown(name)}: your join as {seat}; mail it to everybody")
        if fresh and replaced:
            output.line("It took the place of your earlier join in this file; the newest counts.")
