"""`pbem ready`."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from pbem.cli import output
from pbem.cli.common import (
    check_out,
    desk,
    groups,
    identity_option,
    json_option,
    lost_option,
    out_option,
    send,
)
from pbem.errors import Refused
from pbem.games import registry
from pbem.record import files
from pbem.record.desk import Desk
from pbem.record.table import Table
from pbem.wire import b64


@click.command("ready")
@click.argument("record")
@click.option("--yes", is_flag=True, help="Do not ask.")
@lost_option
@identity_option
@out_option
@json_option
def command(
    record: str,
    yes: bool,
    without_journal: bool,
    identity_file: str | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Agree to the table of RECORD as it is: writes a ready with your first link.

    It shows what you agree to and, on a terminal, asks. Compare the head with the other
    players outside the program, best by voice.
    """
    check_out(out)
    mine = desk(identity_file)
    table = mine.open(record).table
    facts = describe(mine, table)
    if not as_json:
        output.lines(facts, stream=sys.stderr if out == files.STREAM else None)
    if not yes and not as_json and sys.stdin.isatty() and not click.confirm("Ready?", err=True):
        raise Refused("ready/declined", "you did not agree; nothing was signed")
    statement = mine.ready(record, without_journal=without_journal)
    name = send(statement, out, embed=as_json)
    if as_json:
        output.print_json({"ok": True, "file": name, "agreed": facts, "statement": statement})
    elif name != files.STREAM:
        output.line(f"{files.shown(name)}: your ready; mail it to everybody")


def describe(mine: Desk, table: Table) -> list[str]:
    """What a player has to see before the first link is shown."""
    lines = [
        f"game     {table.game.title} ({table.game.slug}, rules {table.game.version})",
        f"dealing  {_dealing(table)}",
        f"policy   lapse {table.policy['lapse']}, replace {table.policy['replace']}",
    ]
    for name, value in sorted(table.facts.options.items()):
        lines.append(f"option   {name} = {_option(value)}")
    lines += _deck(table)
    for name, party in sorted(table.parties.items()):
        lines.append(f"party    {name}: {b64.encode(party.sign)}")
    lines += [f"head     {groups(table.head)}", *_dropped(mine, table)]
    lines.append("When the game ends, everybody who has the record can read every hand of it.")
    return lines


def _dealing(table: Table) -> str:
    if table.dealing == "seats":
        return "by all seats together; the last to share knows a draw first and can refuse"
    hidden = "sees all hidden cards and can, " if table.game.hidden else "can, "
    return f"by an arbiter, who {hidden}together with a mover, foresee draws"


def _deck(table: Table) -> list[str]:
    """Where the table's deck differs from the one this program has."""
    built_in, deck = registry.load(table.game.slug).deck(), table.facts.deck
    if deck == built_in:
        return ["deck     as built in"]
    names = sorted(k for k in {*deck, *built_in} if deck.get(k) != built_in.get(k))
    return [f"deck     differs from the built-in one in {n}: {_short(deck.get(n))}" for n in names]


def _option(value: Any) -> str:
    """As --option takes it."""
    return output.clean(value if isinstance(value, str) else json.dumps(value))


def _short(value: Any) -> str:
    text = output.clean(str(value))
    return text if len(text) <= 300 else text[:300] + "..."


def _dropped(mine: Desk, table: Table) -> list[str]:
    keys = {b64.encode(p.sign) for p in table.parties.values()}
    count = mine.journal.dropped_starts(keys, besides=b64.encode(table.id))
    if not count:
        return []
    return [
        f"warning  {count} table(s) with these parties were ready and never started: that is"
        " what re-rolling a setup looks like"
    ]
