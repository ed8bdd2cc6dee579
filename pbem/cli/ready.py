"""`pbem ready`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

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
from pbem.errors import Refused
from pbem.games import registry
from pbem.record import files, pending
from pbem.record.desk import Desk
from pbem.record.party import called
from pbem.record.record import Record
from pbem.record.table import Table
from pbem.wire import b64
from pbem.wire.b64 import groups

ABSENT = object()
MOST = 40
"""So many differences of a deck are shown."""


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
    opened = mine.open(record)
    check_now(mine, opened)
    facts = describe(mine, opened.table)
    if not as_json:
        output.lines(facts, stream=sys.stderr if out == files.STREAM else None)
    if not yes:
        _ask(as_json)
    statement = mine.ready(record, without_journal=without_journal)
    name = send(statement, out, embed=as_json)
    if as_json:
        output.print_json({"ok": True, "file": name, "agreed": facts, "statement": statement})
    elif name != files.STREAM:
        output.line(f"{files.shown(name)}: your ready; mail it to everybody")


def _ask(as_json: bool) -> None:
    """Raises Refused("ready/declined"), Usage("ready/not-asked")."""
    ask(
        "Ready?",
        as_json,
        alone="ready/not-asked",
        declined="ready/declined",
        hint="tell everybody else at the table what is wrong with it",
    )


def check_now(mine: Desk, record: Record) -> None:
    """Before a table is shown to be agreed to: is a ready of this identity awaited?

    Raises Refused("ready/not-now", "identity/no-seat").
    """
    table = record.table
    if table.n == 1:
        missing = ", ".join(pending.missing(table, record.pending))
        raise Refused(
            "ready/not-now",
            f"the roster of this table is not signed yet: waiting for {missing}",
            hint=f"a seat that is awaited joins with pbem join; then {called(table.host)} signs the"
            " roster (pbem judge) and mails the record to be ready for",
        )
    if mine.seat(record) is None:
        raise Refused(
            "identity/no-seat",
            f"this identity holds no seat at this table of {table.describe()}",
            hint="name the right identity with --identity",
        )
    if table.n > 2:
        raise Refused(
            "ready/not-now",
            "the game has started: no ready is awaited",
            hint="pbem show tells who is awaited",
        )


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
    if table.hidden:
        lines.append("When the game ends, everybody who has the record can read every hand of it.")
    return lines


def _dealing(table: Table) -> str:
    if table.dealing == "seats":
        return "by all seats together; the last to share knows a draw first and can refuse"
    hidden = "sees all hidden cards and can, " if table.hidden else "can, "
    return f"by an arbiter, who {hidden}together with a mover, foresee draws"


def _deck(table: Table) -> list[str]:
    """Where the table's deck differs from the one this program has."""
    built_in, deck = registry.load(table.game.slug).deck(), table.facts.deck
    if deck == built_in:
        return ["deck     as built in"]
    other = [(output.clean(at), new, old) for at, new, old in _other(deck, built_in)]
    found = [f"{at}: {_short(new)}, not {_short(old)}" for at, new, old in other]
    if len(found) > MOST:
        found[MOST:] = [f"and {len(found) - MOST} more"]
    return ["deck     differs from the built-in one in", *(f"         {text}" for text in found)]


def _other(new: Any, old: Any, at: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where two values differ, as deep as both have the same shape: place, and what is there.

    What has a name in a list has its place by that, for a card's number tells nobody which it is.
    """
    if isinstance(new, dict) and isinstance(old, dict):
        for key in sorted({*new, *old}):
            yield from _other(new.get(key, ABSENT), old.get(key, ABSENT), f"{at}/{key}")
    elif (there := _by_name(new)) and (known := _by_name(old)):
        for name in {**known, **there}:
            yield from _other(there.get(name, ABSENT), known.get(name, ABSENT), f"{at}/{name}")
        one, two = [n for n in there if n in known], [n for n in known if n in there]
        if one != two:
            yield at, one, two
    elif isinstance(new, list) and isinstance(old, list) and len(new) == len(old):
        for number, (one, other) in enumerate(zip(new, old, strict=True)):
            yield from _other(one, other, f"{at}/{number}")
    elif new != old:
        yield at, new, old


def _by_name(items: Any) -> dict[str, Any]:
    """The items of a list by their id or name; empty where not each has one of its own."""
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        return {}
    for key in ("id", "name"):
        named = {item[key]: item for item in items if isinstance(item.get(key), str)}
        if len(named) == len(items):
            return named
    return {}


def _option(value: Any) -> str:
    """As --option takes it."""
    return output.clean(value if isinstance(value, str) else json.dumps(value))


def _short(value: Any) -> str:
    text = "nothing" if value is ABSENT else output.clean(json.dumps(value))
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
