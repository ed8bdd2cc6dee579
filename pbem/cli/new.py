"""`pbem new`."""

from __future__ import annotations

import os
from typing import Any

import click

from pbem.cli import output
from pbem.cli.common import desk, identity_option, json_option, named, out_option
from pbem.errors import Refused, Usage
from pbem.games import registry
from pbem.record import files
from pbem.record.desk import write_record
from pbem.wire import b64, schema, strict
from pbem.wire.b64 import groups


@click.command("new")
@click.argument("game")
@click.option(
    "--seat", "seats", multiple=True, required=True, metavar="NAME", help="A seat; in seat order."
)
@click.option(
    "--option", "options", multiple=True, metavar="K=V", help="A setup option (pbem rules GAME)."
)
@click.option(
    "--deck",
    metavar="FILE",
    callback=named,
    help="Cards of your own instead of the built-in deck file (pbem rules GAME --deck).",
)
@click.option(
    "--dealing",
    type=click.Choice(["arbiter", "seats"]),
    default="arbiter",
    show_default=True,
    help="Who makes the draws: this identity as arbiter, or all seats together.",
)
@click.option("--host", metavar="NAME", help="With --dealing seats: your own seat.")
@click.option(
    "--lapse",
    default="7d",
    show_default=True,
    metavar="TIME",
    help="When a late seat may be passed: 7d, 36h, never.",
)
@click.option(
    "--replace",
    type=click.Choice(["never", "handover", "absent"]),
    default="never",
    show_default=True,
    help="Whether another identity may take over a seat.",
)
@identity_option
@out_option
@json_option
def command(
    game: str,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    deck: str | None,
    dealing: str,
    host: str | None,
    lapse: str,
    replace: str,
    identity_file: str | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Open a table of GAME and write its record, to be mailed to everybody."""
    if (host is not None) != (dealing == "seats"):
        raise Usage(
            "new/host",
            "--host NAME goes with --dealing seats, and only with it",
            hint="with --dealing seats name your own seat: --host NAME; else leave it out",
        )
    where = out or f"{game}.json"
    if where != files.STREAM and os.path.lexists(where):
        raise Refused(
            "file/exists",
            f"{files.shown(where)} is there already",
            hint="name another file with -o",
        )
    cards = _cards(game, deck) if deck else None
    record = desk(identity_file).new(
        game,
        seats,
        options=parse_options(options),
        deck=cards,
        policy={"lapse": lapse, "replace": replace},
        host=host,
    )
    embed = as_json and where == files.STREAM
    if not embed:
        write_record(where, record)
    if as_json:
        report = {"ok": True, "file": where, "table": b64.encode(record.table.id)}
        output.print_json({**report, "record": record.as_json()} if embed else report)
        return
    if where == files.STREAM:
        return
    output.line(f"{files.shown(where)}: a table of {game} for {', '.join(seats)}")
    output.line(f"table {groups(record.table.id)}")
    output.line("Mail it to everybody; each seat answers with pbem join.")


def _cards(game: str, name: str) -> Any:
    """A deck file of the game. Raises Refused("game/...", "file/...", "schema/...", "deck/...")."""
    rules = registry.load(game)
    cards = files.read_json(name, files.LIMITS["deck"])
    try:
        schema.check(f"deck.{game}", cards)
        rules.check_deck(cards)
    except Refused as error:
        built_in = f"pbem rules {game} --deck prints the built-in one"
        if "--deck" not in error.hint:
            error.hint = f"{error.hint}; {built_in}" if error.hint else built_in
        raise
    return cards


def parse_options(pairs: tuple[str, ...]) -> dict[str, Any]:
    """K=V: V is JSON (7, ["a","b"], "text") or plain text; a,b is a list of texts."""
    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if name in options:
            raise Usage(
                "option/form",
                f"the option {output.clean(name)} stands twice",
                hint=f"give --option {output.clean(name)}=... once; a list is a,b",
            )
        if not equals:
            raise Usage(
                "option/form",
                f"{output.clean(pair)!r} is not one K=V",
                hint="--option first=random",
            )
        options[name] = _value(text)
    return options


def _value(text: str) -> Any:
    try:
        return strict.parse(text.encode("utf-8", "surrogateescape"), limit=files.LIMITS["deck"])
    except Refused:
        return text.split(",") if "," in text else text
