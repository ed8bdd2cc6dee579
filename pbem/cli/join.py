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
from pbem.record import files


@click.command("join")
@click.argument("record")
@click.option("--seat", required=True, metavar="NAME", help="The seat to take.")
@click.option("--fresh", is_flag=True, help="Join again with new keys; the newest join counts.")
@identity_option
@out_option
@json_option
def command(
    record: str, seat: str, fresh: bool, identity_file: str | None, out: str | None, as_json: bool
) -> None:
    """Take a seat at the table of RECORD: writes a join to mail to everybody."""
    check_out(out)
    statement = desk(identity_file).join(record, seat, fresh=fresh)
    replaced = os.path.lexists(out or file_name(statement))
    name = send(statement, out, embed=as_json)
    if as_json:
        output.print_json({"ok": True, "file": name, "statement": statement})
    elif name != files.STREAM:
        output.line(f"{files.shown(name)}: your join as {seat}; mail it to everybody")
        if fresh and replaced:
            output.line("It took the place of your earlier join in this file; the newest counts.")
