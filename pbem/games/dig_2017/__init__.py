"""DIG (2017): the Hill, Galleries, the Tavern. Rules: docs/rules/dig-2017.md."""

from pbem.games.dig_2017.game import Dig
from pbem.games.dig_2017.state import DigState
from pbem.script.contract import Game

__all__ = ["GAME"]

GAME: Game[DigState] = Dig()
