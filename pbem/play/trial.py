"""A list of actions made one at a time, on a copy of the table."""

from __future__ import annotations

from itertools import takewhile

from pbem.play.dealers import DryDealer, ReachesDraw
from pbem.play.outcome import Played
from pbem.play.runner import Runner
from pbem.script.requests import Action, Faces


class Trial:
    """`actions`, played as a list, come to where `runner` stands; `runner` is used up.

    One at a time, what alone is left to do is done between two actions; inside a list it has to
    be named where nothing was drawn before. So it is named in front of the next action.
    """

    def __init__(self, runner: Runner, seat: str) -> None:
        self.runner, self.seat = runner, seat
        self.actions: list[Action] = []
        self._between: list[Action] = []
        self._foreseen = True

    @property
    def open(self) -> bool:
        """Can another action be added?"""
        return self._foreseen and self.runner.awaited == self.seat

    def add(self, action: Action, faces: Faces) -> Played | None:
        """Do it on the copy; None where it comes to a draw, behind which nothing is foreseen.

        Raises Refused; then the trial is as before.
        """
        try:
            played = self.runner.move(self.seat, [action], faces, DryDealer())
        except ReachesDraw:
            self._append(action)
            self._foreseen = False
            return None
        self._append(action)
        own = takewhile(lambda done: done[0] == self.seat, played.forced)
        self._between = [forced for _, forced in own]
        # What another seat has to do ends a list, also where a list of that seat has done it.
        self._foreseen = len(self._between) == len(played.forced) and not played.listed
        return played

    def _append(self, action: Action) -> None:
        self.actions += [*self._between, action]
        self._between = []
