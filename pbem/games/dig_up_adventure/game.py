"""What the game is to the rest of the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.dig_up_adventure import board, bot, legal, position, scoring, script, setting
from pbem.games.dig_up_adventure.cards import ALL
from pbem.games.dig_up_adventure.state import AdventureState, public_form
from pbem.script.contract import Facts, Result, View
from pbem.script.decks import built_in
from pbem.script.requests import Action, Below, Faces, Script


class DigUpAdventure:
    """DIG UP Adventure for 2 to 4 seats, or 1 with the solo variant; see
    pbem.script.contract.Game."""

    slug = "dig-up-adventure"
    title = "DIG UP Adventure"
    version = "1"
    summary = "Fill a Mine with stones of your colour, with maps, bridges and dynamite."
    seats = (1, 4)  # DU-R1

    def deck(self) -> dict[str, Any]:
        return built_in("pbem.games.dig_up_adventure")

    def check_deck(self, deck: Mapping[str, Any]) -> None:
        setting.check_deck(deck)

    def check_options(
        self, options: Mapping[str, Any], seats: Sequence[str], deck: Mapping[str, Any]
    ) -> dict[str, Any]:
        return setting.check_options(options, seats, deck)

    def hidden(self, options: Mapping[str, Any]) -> bool:
        return True

    def face_counts(self, deck: Mapping[str, Any]) -> dict[str, int]:
        """Every one of the 104 cards has a face of its own."""
        return dict.fromkeys(ALL, 1)

    def setup(self, facts: Facts) -> Script[AdventureState]:
        return script.setup(facts)

    def play(self, state: AdventureState) -> Script[None]:
        return script.play(state)

    def public(self, state: AdventureState) -> dict[str, Any]:
        return public_form(state)

    def restore(self, facts: Facts, public: Mapping[str, Any]) -> AdventureState:
        return position.restore(facts, public)

    def result(self, state: AdventureState) -> Result:
        return scoring.result(state)

    def normalise(self, action: Action) -> Action:
        return legal.normalise(action)

    def openings(
        self, state: AdventureState, seat: str, action: Action, faces: Faces
    ) -> Sequence[str]:
        return legal.openings(state, seat, action, faces)

    def board(self, view: View) -> list[str]:
        return board.board(view)

    def bot(self, view: View, below: Below) -> Action:
        return bot.choose(view, below)
