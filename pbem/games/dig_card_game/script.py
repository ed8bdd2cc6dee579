"""The game as its rulebook tells it: setup, Days and phases, end."""

from __future__ import annotations

from pbem.games.dig_card_game.state import MineState
from pbem.script.contract import Facts
from pbem.script.requests import Script


def setup(facts: Facts) -> Script[MineState]:
    raise NotImplementedError


def play(state: MineState) -> Script[None]:
    raise NotImplementedError
