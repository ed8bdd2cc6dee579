"""DIG UP Adventure: Mines, treasures and tools. Rules: docs/rules/dig-up-adventure.md."""

from pbem.games.dig_up_adventure.game import DigUpAdventure
from pbem.games.dig_up_adventure.state import AdventureState
from pbem.script.contract import Game

__all__ = ["GAME"]

GAME: Game[AdventureState] = DigUpAdventure()
