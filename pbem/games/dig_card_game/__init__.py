"""DIG: the Card Game: six Days of buying, digging, mining and selling.

Rules: docs/rules/dig-card-game.md.
"""

from pbem.games.dig_card_game.game import DigCardGame
from pbem.games.dig_card_game.state import MineState
from pbem.script.contract import Game

__all__ = ["GAME"]

GAME: Game[MineState] = DigCardGame()
