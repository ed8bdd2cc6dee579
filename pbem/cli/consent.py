"""`pbem consent`."""

from __future__ import annotations

import sys

import click

from pbem.cli import output
from pbem.cli.common import (
    ask,
    check_out,
    desk,
    identity_option,
    json_option,
    lost_option,
    out_option,
    send,
)
from pbem.record import files, standstill
from pbem.record.absent import policy
from pbem.record.answers import consenters
from pbem.record.record import Record
from pbem.record.statements import Signed
from pbem.record.table import Table
from pbem.wire import b64
from pbem.wire.b64 import groups


@click.command("consent")
@click.argument("record")
@click.argument("join", required=False, metavar="[FILE]")
@click.option("--yes", is_flag=True, help="Do not ask.")
@lost_option
@identity_option
@out_option
@json_option
def command(
    record: str,
    join: str | None,
    yes: bool,
    without_journal: bool,
    identity_file: str | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Agree that another identity takes over the seat awaited in RECORD.

    FILE is what pbem replace wrote, if RECORD does not hold it yet. It shows who asks, and on
    a terminal it asks you; then it writes a file to mail to everybody. A consent is not taken
    back: nothing else of yours can stand beside it in the same entry of the log.
    """
    check_out(out)
    agreed: list[str] = []

    def agree(there: Record, asked: Signed, own: Signed) -> None:
        agreed.extend(describe(there, asked, own))
        if not as_json:
            output.lines(agreed, stream=sys.stderr if out == files.STREAM else None)
        if not yes:
            _ask(as_json)

    consent = desk(identity_file).consent(record, agree, join, without_journal=without_journal)
    name = send(consent, out, embed=as_json)
    if as_json:
        output.print_json({"ok": True, "file": name, "agreed": agreed, "statement": consent})
    elif name != files.STREAM:
        output.line(f"{files.shown(name)}: your consent; mail it to everybody")


def describe(record: Record, join: Signed, own: Signed) -> list[str]:
    """What somebody, whose consent would be `own`, has to know before a seat is taken from its
    owner."""
    table, seat = record.table, join.by
    return [
        f"seat     {seat}, awaited at entry {table.n}",
        f"policy   replace {policy(table)}",
        f"old key  {b64.encode(table.parties[seat].sign)}",
        f"new key  {join.body['sign']}",
        f"consents {', '.join(consenters(table, seat))}",
        f"head     {groups(table.head)}",
        f"With all consents the new key moves for {seat} and reads what {seat} has looked at; the",
        "old one does neither any more. Ask the new player, outside the program, for the key.",
        *_bound(table, seat, own.by),
        *[f"         {line}" for line in _after(record, own)],
    ]


def _after(record: Record, own: Signed) -> list[str]:
    """What the entry then waits for, and what can bring it to a stand."""
    left = standstill.ways(record.table, [*record.pending, own])
    if not left:
        return []
    shared = ", or shared in a move," if record.table.dealing == "seats" else ""
    return [
        f"entry {record.table.n} then goes on when",
        *left[1:],
        f"Where somebody has consented to another join{shared} without",
        "your knowing of it, nothing may be left. Ask the others first.",
    ]


def _bound(table: Table, seat: str, own: str) -> list[str]:
    """What a consent costs whoever gives it."""
    nothing = f"signs no move, claim or share for entry {table.n}"
    lines = [f"warning  after your consent this identity {nothing}"]
    if own == seat:
        others = [s for s in consenters(table, seat) if s != seat]
        lines.append(
            f"         {seat} then cannot move: it waits until {', '.join(others)} consent"
        )
    return lines


def _ask(as_json: bool) -> None:
    """Raises Refused("replace/declined"), Usage("replace/not-asked")."""
    ask(
        "Do you agree?",
        as_json,
        alone="replace/not-asked",
        declined="replace/declined",
        hint="tell the others; without your consent the seat stays as it is",
    )
