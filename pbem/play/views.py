"""What a seat may see of a table: an allowlist of the public state and its own looks."""

from __future__ import annotations

from pbem.play.runner import Runner
from pbem.script.contract import Result, View
from pbem.script.requests import Faces


def view(runner: Runner, seat: str | None, faces: Faces) -> View:
    """The view of `seat` (None: a spectator), who has looked at `faces`.

    The actions are the seat's own list when it is awaited, else the public one.
    """
    choice = runner.pending
    own = choice is not None and choice.seat == seat
    return View(
        facts=runner.facts,
        state=runner.public(),
        seat=seat,
        faces=dict(faces) if seat is not None else {},
        awaited=runner.awaited,
        actions=tuple(choice.menu(faces if own else {})) if choice else (),
        forms=tuple(choice.forms) if choice else (),
        result=result(runner),
    )


def result(runner: Runner) -> Result | None:
    """How the game ended, None while it runs."""
    if not runner.over or runner.state is None:
        return None
    final: Result = runner.game.result(runner.state)
    return final
