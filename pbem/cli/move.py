"""`pbem move`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

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
from pbem.cli.show import by_list, several
from pbem.errors import Usage
from pbem.play import bots, words
from pbem.play.dealers import DryDealer, ReachesDraw
from pbem.play.outcome import Illegal
from pbem.play.views import view
from pbem.record import files
from pbem.record.desk import Plan
from pbem.record.knowledge import Openings
from pbem.record.table import Table
from pbem.script.requests import Action, Faces

THEN = "\0then"  # a word that no command line can hold
ANOTHER_PHASE = "another-phase"
FORM = "pbem move RECORD ACTION ... --then ACTION ..."


class WithThen(click.Command):
    """A command with --then among its words: what stands behind it is signed beforehand."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """`--then` goes through as a word, so that its place among the words is kept."""
        end = args.index("--") if "--" in args else len(args)
        options = [p for p in self.params if isinstance(p, click.Option) and not p.is_flag]
        valued = {name for option in options for name in option.opts}
        for before, word in pairwise(args[:end]):
            if word == "--then" and before in valued:
                raise Usage("then/form", f"--then stands where {before} has its value", hint=FORM)
        marked = [THEN if word == "--then" else word for word in args[:end]]
        return super().parse_args(ctx, [*marked, *args[end:]])


@click.command("move", cls=WithThen, context_settings={"ignore_unknown_options": False})
@click.argument("record")
@click.argument("actions", nargs=-1, metavar="[ACTION]...")
@click.option(
    "--bot",
    type=click.Choice(bots.NAMES),
    is_flag=False,
    flag_value=bots.NAMES[0],
    help="Let a bot choose one action: with a little sense, or any.",
)
@click.option(
    "--then",
    is_flag=True,
    expose_value=False,
    help="The ACTIONs behind it are for when you are asked again in this phase of the game.",
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
    are done in their order. Without ACTION, on a terminal, a menu. What stands behind --then
    is signed beforehand: the ruling plays it when your seat is asked again, as long as the
    phase lasts and it is legal; everybody can read it.
    """
    check_out(out)
    now, then = _split(record, actions)
    if now and bot:
        raise Usage("move/bot", "either ACTION or --bot, not both")
    if then and bot:
        raise Usage("then/form", "--then goes with ACTION, not with --bot", hint=FORM)

    at: Table | None = None

    def decide(table: Table, seat: str, known: Openings) -> Plan:
        nonlocal at
        at = table
        listed = words.parse(table.game.slug, then)
        if parsed := words.parse(table.game.slug, now):
            return Plan(parsed, listed)
        chosen = _choose(table, seat, {t: face for t, (face, _) in known.items()}, bot)
        return chosen._replace(then=listed) if listed else chosen

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
    assert at is not None
    name = send(statement, out, embed=as_json)
    foreseen = foresee(at, statement)
    if as_json:
        told = {"ok": True, "file": name, "statement": statement, "foreseen": foreseen}
        output.print_json(told)
    elif name != files.STREAM:
        did = several(statement["actions"], at.game.slug)
        output.line(f"{files.shown(name)}: {statement['by']}: {did}")
        output.lines([f"  {text}" for text in foreseen])
        output.line("Mail it to everybody.")


def _split(record: str, given: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """The words of the actions for now, and of those signed beforehand."""
    if THEN not in (record, *given):
        return given, ()
    if record == THEN:
        raise Usage("then/form", "--then stands before the record", hint=FORM)
    at = given.index(THEN)
    now, then = given[:at], given[at + 1 :]
    if not then or THEN in then:
        raise Usage("then/form", "behind --then stand actions, and it stands once", hint=FORM)
    return now, then


def foresee(table: Table, move: Mapping[str, Any]) -> list[str]:
    """What becomes of a move, as far as more can be told now than its actions say."""
    slug, seat, actions = table.game.slug, move["by"], move["actions"]
    then = move.get("then", ())
    lines = [f"when {seat} is asked again: {several(then, slug)}"] if then else []
    lines += _never(table, then)
    runner = table.runner.clone()
    shown = {token: opening["face"] for token, opening in move.get("show", {}).items()}
    try:
        played = runner.move(seat, actions, shown, DryDealer(), then, table.n)
    except ReachesDraw:
        lines += [_shown_early(token) for token in sorted(set(shown) - runner.needed)]
        if then:
            lines.append("how far the list is played with it the ruling will tell: there is a draw")
        return lines
    if played.stop is not None and played.why is not None:
        rest = several(actions[played.stop :], slug)
        lines.append(f"this will not be played, {played.why.message}: {rest}")
    lines += [by_list(listed, slug) for listed in played.listed]
    if standing := runner.lists.of(seat):
        lines.append(f"the list stands: {several(standing.actions, slug)}")
    return lines


def _never(table: Table, then: Sequence[Action]) -> list[str]:
    """Of a list: the first action that no decision of this phase takes, whatever comes. A game
    says so by the code of its refusal (docs/games.md)."""
    choice, slug = table.runner.pending, table.game.slug
    if choice is None or not choice.phase:
        return []
    for action in then:
        if any(form.do == action["do"] for form in choice.forms) or action in choice.menu({}):
            continue
        refusal = choice.refuse(table.game.normalise(action), {})
        if refusal.code == ANOTHER_PHASE:
            return [
                f"the list will end before {words.write(action, slug)}: {refusal.message}",
                "a file that was not sent can be changed: --first-not-sent",
            ]
    return []


def _shown_early(token: str) -> str:
    return f"the file shows what {token} is, even if the actions are stopped before it is played"


def _choose(table: Table, seat: str, faces: Faces, bot: str | None) -> Plan:
    if bot:
        return Plan([bots.named(bot, table.game)(view(table.runner, seat, faces), bots.chance())])
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
