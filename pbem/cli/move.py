"""`pbem move`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from pbem.cli import output
from pbem.cli.common import (
    can_ask,
    check_out,
    desk,
    identity_option,
    json_option,
    lost_option,
    out_option,
    send,
)
from pbem.cli.menu import choose
from pbem.errors import Usage
from pbem.play import bots, words
from pbem.play.runner import Illegal
from pbem.play.views import view
from pbem.record import files
from pbem.record.knowledge import Openings
from pbem.record.table import Table
from pbem.script.requests import Action, Faces


@click.command("move", context_settings={"ignore_unknown_options": False})
@click.argument("record")
@click.argument("actions", nargs=-1, metavar="[ACTION]...")
@click.option(
    "--bot",
    type=click.Choice(bots.NAMES),
    is_flag=False,
    flag_value=bots.NAMES[0],
    help="Let a bot choose one action: with a little sense, or any.",
)
@click.option("--note", default="", metavar="TEXT", help="A note that goes with the move.")
@click.option(
    "--first-not-sent",
    is_flag=True,
    help="Sign another move for this turn: the first file never left this computer.",
)
@lost_option
@identity_option
@out_option
@json_option
def command(
    record: str,
    actions: tuple[str, ...],
    bot: str | None,
    note: str,
    first_not_sent: bool,
    without_journal: bool,
    identity_file: str | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Sign a move of your seat at the table of RECORD: writes a file to mail to everybody.

    ACTION is JSON or words, such as move to=3; pbem moves lists what is legal now. Several
    are done in their order. Without ACTION, on a terminal, a menu.
    """
    check_out(out)
    if actions and bot:
        raise Usage("move/bot", "either ACTION or --bot, not both")

    game = ""

    def decide(table: Table, seat: str, known: Openings) -> Sequence[Action]:
        nonlocal game
        game = table.game.slug
        if parsed := words.parse(table.game.slug, actions):
            return parsed
        return _choose(table, seat, {t: face for t, (face, _) in known.items()}, bot)

    try:
        statement = desk(identity_file).move(
            record,
            decide,
            note=note,
            first_not_sent=first_not_sent,
            without_journal=without_journal,
        )
    except Illegal as error:
        raise with_legal(error) from error
    name = send(statement, out, embed=as_json)
    if as_json:
        output.print_json({"ok": True, "file": name, "statement": statement})
    elif name != files.STREAM:
        did = "; ".join(words.write(a, game) for a in statement["actions"])
        output.line(f"{files.shown(name)}: {statement['by']}: {did}")
        output.line("Mail it to everybody.")


def _choose(table: Table, seat: str, faces: Faces, bot: str | None) -> Sequence[Action]:
    if bot:
        return [bots.named(bot, table.game)(view(table.runner, seat, faces), bots.chance())]
    if not can_ask():
        raise Usage(
            "move/no-action", "no ACTION is given", hint="pbem moves RECORD lists what is legal"
        )
    return choose(table.runner.clone(), seat, faces)


def with_legal(error: Illegal) -> Illegal:
    """The same refusal with the nearest legal actions as its hint."""
    if error.legal:
        listed = [words.write(a) for a in error.legal]
        more = ["... (pbem moves RECORD lists them all)"] if error.more else []
        error.hint = "legal here: " + " | ".join([*listed, *more])
    return error
