"""What the game is to the rest of the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.dig_card_game import board, bot, legal, position, sales, scoring, script, setting
from pbem.games.dig_card_game.cards import tools
from pbem.games.dig_card_game.state import MineState, public_form
from pbem.script.contract import Facts, Result, View
from pbem.script.decks import built_in
from pbem.script.requests import Action, Below, Faces, Script


class DigCardGame:
    """DIG: the Card Game for 2 to 4 seats; see pbem.script.contract.Game."""

    slug = "dig-card-game"
    title = "DIG: the Card Game"
    version = "1"
    summary = "Six Days of hiring, digging, mining and selling, until a Cave-In takes it all."
    seats = (2, 4)  # DC-1

    def deck(self) -> dict[str, Any]:
        return built_in("pbem.games.dig_card_game")

    def check_deck(self, deck: Mapping[str, Any]) -> None:
        setting.check_deck(deck)

    def check_options(
        self, options: Mapping[str, Any], seats: Sequence[str], deck: Mapping[str, Any]
    ) -> dict[str, Any]:
        return setting.check_options(options, seats)

    def hidden(self, options: Mapping[str, Any]) -> bool:
        return bool(options["start_tools"] == "hidden")  # DC-R4: nothing else lies face down

    def face_counts(self, deck: Mapping[str, Any]) -> dict[str, int]:
        """Every Tool has a face of its own."""
        return dict.fromkeys(tools(deck), 1)

    def setup(self, facts: Facts) -> Script[MineState]:
        return script.setup(facts)

    def play(self, state: MineState) -> Script[None]:
        return script.play(state)

    def public(self, state: MineState) -> dict[str, Any]:
        return public_form(state)

    def restore(self, facts: Facts, public: Mapping[str, Any]) -> MineState:
        return position.restore(facts, public)

    def result(self, state: MineState) -> Result:
        return scoring.result(state)

    def normalise(self, action: Action) -> Action:
        return sales.normalise(action)

    def openings(self, state: MineState, seat: str, action: Action, faces: Faces) -> Sequence[str]:
        return legal.openings(state, seat, action, faces)

    def board(self, view: View) -> list[str]:
        return board.board(view)

    def bot(self, view: View, below: Below) -> Action:
        return bot.choose(view, below)
