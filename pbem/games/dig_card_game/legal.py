"""What may be done now, phase by phase."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.dig_card_game.state import MineState
from pbem.script.requests import Action, Faces


def openings(state: MineState, seat: str, action: Action, faces: Faces) -> Sequence[str]:
    raise NotImplementedError
