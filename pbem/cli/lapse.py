"""`pbem lapse`."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.common import (
    check_out,
    desk,
    identity_option,
    json_option,
    lost_option,
    out_option,
    send,
)
from pbem.record import files


@click.command("lapse")
@click.argument("record")
@click.option(
    "--time-is-up",
    is_flag=True,
    help="By the mails it is your turn to claim, whatever this computer remembers.",
)
@lost_option
@identity_option
@out_option
@json_option
def command(
    record: str,
    time_is_up: bool,
    without_journal: bool,
    identity_file: str | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Claim that the seat awaited in RECORD is late: writes a file to mail to everybody.

    When the time of the table's policy has passed, the next seat in seat order may claim;
    after the same time again the one after it, and so on; pbem show tells. The ruling then
    plays one decision of the late seat by default. A move that comes before goes first.
    """
    check_out(out)
    claim = desk(identity_file).lapse(
        record, time_is_up=time_is_up, without_journal=without_journal
    )
    name = send(claim, out, embed=as_json)
    if as_json:
        output.print_json({"ok": True, "file": name, "statement": claim})
    elif name != files.STREAM:
        output.line(f"{files.shown(name)}: {claim['by']} claims that {claim['late']} is late")
        output.line("Mail it to everybody; it is ruled on when the others see it so too.")
