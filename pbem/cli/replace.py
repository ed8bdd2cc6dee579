"""`pbem replace`."""

from __future__ import annotations

from typing import Any

import click

from pbem.cli import output
from pbem.cli.common import check_out, desk, identity_option, json_option, out_option, send
from pbem.record import files
from pbem.record.answers import consenters
from pbem.record.table import Table


@click.command("replace")
@click.argument("record")
@click.option("--seat", required=True, metavar="NAME", help="The seat to take over.")
@identity_option
@out_option
@json_option
def command(
    record: str, seat: str, identity_file: str | None, out: str | None, as_json: bool
) -> None:
    """Ask to take over the seat awaited in RECORD: writes a join to mail to everybody.

    This is a command of the new player, with an identity that has no seat here. The others
    answer with pbem consent; where the table's policy is handover, the old player too. All
    that the seat has looked at is then sealed to the new identity, and the old one has no
    say any more.
    """
    check_out(out)
    join, table = desk(identity_file).replace(record, seat)
    name = send(join, out, embed=as_json)
    if as_json:
        due = consenters(table, seat)
        output.print_json({"ok": True, "file": name, "statement": join, "consents": due})
    elif name != files.STREAM:
        output.lines(_text(table, join, name))


def _text(table: Table, join: dict[str, Any], name: str) -> list[str]:
    return [
        f"{files.shown(name)}: you ask to take over {join['by']}",
        f"Mail it to everybody, and tell them your key: {join['sign']}",
        f"Awaited now: {', '.join(consenters(table, join['by']))} to consent (pbem consent).",
    ]
