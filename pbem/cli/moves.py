"""`pbem moves`."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.common import identity_option, json_option
from pbem.cli.position import Position, open_position
from pbem.cli.show import awaiting, standing_still
from pbem.play import forms, words
from pbem.record import lateness, pending
from pbem.script.requests import Form


@click.command("moves")
@click.argument("record")
@identity_option
@json_option
def command(record: str, identity_file: str | None, as_json: bool) -> None:
    """The legal actions now, ready to copy behind `pbem move RECORD`.

    With the identity of the seat awaited the list includes what depends on cards that
    only this seat has seen.
    """
    position = open_position(record, identity_file, None)
    view, moved = position.view, lateness.answered(position.record)
    if as_json:
        output.print_json(_as_json(position, moved))
        return
    if moved:
        output.lines(_moved(position))
        return
    if view is None or view.awaited is None:
        output.line(
            "The game is over." if position.record.table.over else "The game has not started."
        )
        return
    output.line(f"{view.awaited} may do, with pbem move {output.clean(record)} ...")
    game = position.record.table.game
    for action in view.actions:
        output.line(f"  {words.write(action, game.slug)}")
    for form in view.forms:
        for action in form.simple() or (form.example,):
            output.line(f"  {words.write(action, game.slug)}")
        output.lines([f"      {text}" for text in like(game.slug, form)])
    output.line("  resign")
    mine = view.awaited == position.seat and position.private
    if position.record.table.hidden and not mine:
        output.line("(what everybody can know; the seat's own identity may list more)")


def like(slug: str, form: Form) -> list[str]:
    """The other members of a form, in words."""
    told = [f"or another: {forms.pattern(slug, form)}", forms.ranges(slug, form)]
    return [output.clean(text) for text in told if text]


def _moved(position: Position) -> list[str]:
    """The awaited seat has moved, and the move waits in the record: for what."""
    stuck = standing_still(position.record, position.memory)
    seat = position.record.table.awaited_seat
    lines = [f"{seat} has moved: nobody has anything to decide now."]
    return [*lines, *(stuck or [awaiting(position.record)])]


def _as_json(position: Position, moved: bool) -> dict[str, object]:
    view, table = position.view, position.record.table
    told = {
        "ok": True,
        "moved": moved,
        "waiting_for": pending.missing(table, position.record.pending),
    }
    if view is None or moved:
        return {**told, "awaited": None, "private": False, "actions": [], "words": [], "forms": []}
    actions = [*view.actions, *([{"do": "resign"}] if view.awaited else [])]
    return {
        **told,
        "awaited": view.awaited,
        "private": position.private and view.awaited == view.seat,
        "actions": actions,
        "words": [words.write(a, table.game.slug) for a in actions],
        "forms": [forms.as_json(form) for form in view.forms],
    }
