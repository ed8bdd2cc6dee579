"""What the game is to the rest of the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.dig_dogs import board, bot, legal, position, scoring, script, setting
from pbem.games.dig_dogs.cards import COLOURS
from pbem.games.dig_dogs.state import DogsState, public_form
from pbem.script.contract import Facts, Result, View
from pbem.script.decks import built_in
from pbem.script.requests import Action, Below, Faces, Script


class DigDogs:
    """DIG for 2 to 4 seats; see pbem.script.contract.Game."""

    slug = "dig-dogs"
    title = "DIG"
    version = "1"
    summary = "Dogs dig for hidden bones; the bowls decide what each colour is worth."
    seats = (2, 4)

    def deck(self) -> dict[str, Any]:
        return built_in("pbem.games.dig_dogs")

    def check_deck(self, deck: Mapping[str, Any]) -> None:
        setting.check_deck(deck)

    def check_options(
        self, options: Mapping[str, Any], seats: Sequence[str], deck: Mapping[str, Any]
    ) -> dict[str, Any]:
        return setting.check_options(options, seats, deck)

    def hidden(self, options: Mapping[str, Any]) -> bool:
        return True

    def face_counts(self, deck: Mapping[str, Any]) -> dict[str, int]:
        """Four bones of each colour (DD-12)."""
        return dict.fromkeys(COLOURS, 4)

    def setup(self, facts: Facts) -> Script[DogsState]:
        return script.setup(facts)

    def play(self, state: DogsState) -> Script[None]:
        return script.play(state)

    def public(self, state: DogsState) -> dict[str, Any]:
        return public_form(state)

    def restore(self, facts: Facts, public: Mapping[str, Any]) -> DogsState:
        return position.restore(facts, public)

    def result(self, state: DogsState) -> Result:
        return scoring.result(state)

    def normalise(self, action: Action) -> Action:
        return legal.normalise(action)

    def openings(self, state: DogsState, seat: str, action: Action, faces: Faces) -> Sequence[str]:
        return legal.shows(state, action, faces) if seat == state.turn else ()

    def board(self, view: View) -> list[str]:
        return board.board(view)

    def bot(self, view: View, below: Below) -> Action:
        return bot.choose(view, below)
