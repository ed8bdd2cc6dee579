"""Dig Down Dwarf: roll dice, collect gems, spend gems to change the roll. 2 to 4 players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.dig_down_dwarf import deck as data
from pbem.games.dig_down_dwarf import script
from pbem.games.dig_down_dwarf import state as states
from pbem.games.dig_down_dwarf.board import board
from pbem.games.dig_down_dwarf.bot import bot
from pbem.games.dig_down_dwarf.scoring import result
from pbem.games.dig_down_dwarf.state import DwarfState
from pbem.script.contract import Facts, Game, Result, View
from pbem.script.decks import built_in
from pbem.script.requests import Action, Below, Faces, Script


class DigDownDwarf:
    slug = "dig-down-dwarf"
    title = "Dig Down Dwarf"
    version = "1"
    summary = "Roll four dice, take the gems they match, leave the Cursite to others."
    seats = (2, 4)  # DW-1

    def deck(self) -> dict[str, Any]:
        return built_in("pbem.games.dig_down_dwarf")

    def check_deck(self, deck: Mapping[str, Any]) -> None:
        data.check_deck(deck)

    def check_options(
        self, options: Mapping[str, Any], seats: Sequence[str], deck: Mapping[str, Any]
    ) -> dict[str, Any]:
        return data.check_options(options, seats, deck)

    def hidden(self, options: Mapping[str, Any]) -> bool:
        return False  # DW-103: everything is public

    def face_counts(self, deck: Mapping[str, Any]) -> dict[str, int]:
        return {}

    def setup(self, facts: Facts) -> Script[DwarfState]:
        return script.setup(facts)

    def play(self, state: DwarfState) -> Script[None]:
        return script.play(state)

    def public(self, state: DwarfState) -> dict[str, Any]:
        return states.public(state)

    def restore(self, facts: Facts, public: Mapping[str, Any]) -> DwarfState:
        return states.restore(facts, public)

    def result(self, state: DwarfState) -> Result:
        return result(state.facts, state.hoards, state.dwarfs, state.resigned)

    def normalise(self, action: Action) -> Action:
        """Dice in byte order; everything else stays."""
        dice = action.get("dice")
        if not isinstance(dice, list) or not all(isinstance(die, str) for die in dice):
            return action
        return {**action, "dice": sorted(dice)}

    def openings(self, state: DwarfState, seat: str, action: Action, faces: Faces) -> Sequence[str]:
        return ()

    def board(self, view: View) -> list[str]:
        return board(view)

    def bot(self, view: View, below: Below) -> Action:
        return bot(view, below)


GAME: Game[DwarfState] = DigDownDwarf()
