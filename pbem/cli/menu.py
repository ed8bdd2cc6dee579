"""The menu of `pbem move` on a terminal: one action after another, then send."""

from __future__ import annotations

import sys

import click

from pbem.cli import output
from pbem.cli.moves import like
from pbem.errors import PbemError, Refused
from pbem.play import words
from pbem.play.examples import check_action
from pbem.play.runner import Runner
from pbem.play.standing import check_actions
from pbem.play.trial import Trial
from pbem.play.views import view
from pbem.record.desk import Plan
from pbem.script.requests import Action, Choose, Faces

MOST = 20
"""So many members of a form get a number: the board should not scroll away."""
MOST_LISTED = 64
"""So many actions may be signed beforehand (docs/protocol.md, Limits)."""


def choose(runner: Runner, seat: str, faces: Faces) -> Plan:
    """Ask until the player sends or the actions come to a draw. Uses up `runner`.

    Where the game names phases, ask then for what is signed beforehand.
    """
    trial = Trial(runner, seat)
    phase = runner.pending.phase if runner.pending else ""
    while (choice := runner.pending) is not None and trial.open:
        output.lines([*runner.game.board(view(runner, seat, faces)), ""], stream=sys.stderr)
        action = _ask(runner, choice, faces, bool(trial.actions))
        if action is None:
            break
        _try(trial, action, faces)
    then = _beforehand(runner.game.slug) if phase and not runner.over else ()
    return Plan(trial.actions, then)


def _beforehand(slug: str) -> list[Action]:
    """What the seat does when it is asked again: no list can say now what will be legal."""
    click.echo("When you are asked again in this phase (everybody reads what you sign):", err=True)
    listed: list[Action] = []
    while len(listed) < MOST_LISTED:
        text = _typed("an action in words, 0: that is all (q: leave)")
        if text == "0":
            break
        action = _read(slug, text, later=True)
        if action is not None:
            listed.append(action)
    return listed


def _try(trial: Trial, action: Action, faces: Faces) -> None:
    """Do it on the trial copy."""
    try:
        played = trial.add(action, faces)
    except Refused as error:
        # Found before anything was sent to the script: the trial copy is still good.
        output.explain(error)
        return
    if played is not None and played.served:
        click.echo("You will see it when the ruling is there; 0 sends what you have.", err=True)


def _ask(runner: Runner, choice: Choose, faces: Faces, may_send: bool) -> Action | None:
    slug = runner.game.slug
    legal = _offer(slug, choice, faces)
    if may_send:
        click.echo("   0  that is all: sign it", err=True)
    while True:
        text = _typed("number, or an action in words (q: leave)")
        if text == "0" and may_send:
            return None
        if text.isdecimal():
            if len(text) < 6 and 1 <= int(text) <= len(legal):
                return legal[int(text) - 1]
            click.echo("that is none of them", err=True)
            continue
        action = _read(slug, text)
        if action is not None:
            return action


def _typed(prompt: str) -> str:
    """What was answered. Whoever leaves has signed nothing, as with ^C."""
    text = _unquoted(click.prompt(prompt, err=True).strip())
    if text in ("q", "Q"):
        click.echo("Nothing is signed.", err=True)
        raise click.Abort
    return text


def _read(slug: str, text: str, *, later: bool = False) -> Action | None:
    """One action in words; None, and told why, where it is none, or cannot be for `later`."""
    try:
        (action,) = words.parse(slug, [text])
        check_action(slug, action)
        if later:
            check_actions(slug, {"then": [action]})
        return action
    except PbemError as error:
        output.explain(error)
    except ValueError:
        click.echo("one action at a time, please", err=True)
    return None


def _offer(slug: str, choice: Choose, faces: Faces) -> list[Action]:
    """Print what can be done; returns what has a number."""
    legal = list(choice.menu(faces))
    more = 0
    for form in choice.forms:
        simple = form.simple()
        legal += simple[:MOST]
        more += max(0, len(simple) - MOST)
    for number, action in enumerate(legal, 1):
        click.echo(f"{number:>4}  {words.write(action, slug)}", err=True)
    if more:
        click.echo(f"      and {more} more, which pbem moves lists", err=True)
    for form in choice.forms:
        if not form.simple():
            click.echo(f"      or like: {words.write(form.example, slug)}", err=True)
        for text in like(slug, form):
            click.echo(f"          {text}", err=True)
    click.echo("      resign", err=True)
    return legal


def _unquoted(text: str) -> str:
    """A line of `pbem moves` may be pasted as it is, with the quotes for a shell."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == "'" else text
