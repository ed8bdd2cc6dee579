"""What the game is to the rest of the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.dig_2017 import board, bot, position, scoring, script, setting
from pbem.games.dig_2017.state import DigState, public_form
from pbem.script.contract import Facts, Result, View
from pbem.script.decks import built_in
from pbem.script.requests import Action, Below, Faces, Script


class Dig:
    """DIG (2017) for 2 to 4 seats; see pbem.script.contract.Game."""

    slug = "dig-2017"
    title = "DIG (2017)"
    version = "1"
    summary = "Push your luck in the Hill: Recruits bring Gems, Enemies and Collapses take them."
    seats = (2, 4)  # DG-1

    def deck(self) -> dict[str, Any]:
        return built_in("pbem.games.dig_2017")

    def check_deck(self, deck: Mapping[str, Any]) -> None:
        setting.check_deck(deck)

    def check_options(
        self, options: Mapping[str, Any], seats: Sequence[str], deck: Mapping[str, Any]
    ) -> dict[str, Any]:
        return setting.check_options(options, seats)

    def hidden(self, options: Mapping[str, Any]) -> bool:
        return False  # DG-R6: all is public, but the order of the Hill, which nobody makes

    def face_counts(self, deck: Mapping[str, Any]) -> dict[str, int]:
        return {}

    def setup(self, facts: Facts) -> Script[DigState]:
        return script.setup(facts)

    def play(self, state: DigState) -> Script[None]:
        return script.play(state)

    def public(self, state: DigState) -> dict[str, Any]:
        return public_form(state)

    def restore(self, facts: Facts, public: Mapping[str, Any]) -> DigState:
        return position.restore(facts, public)

    def result(self, state: DigState) -> Result:
        return scoring.result(state)

    def normalise(self, action: Action) -> Action:
        return action

    def openings(self, state: DigState, seat: str, action: Action, faces: Faces) -> Sequence[str]:
        return ()

    def board(self, view: View) -> list[str]:
        return board.board(view)

    def bot(self, view: View, below: Below) -> Action:
        return bot.choose(view, below)
