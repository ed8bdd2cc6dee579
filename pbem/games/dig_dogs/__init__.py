"""DIG, the game of dogs, bones and bowls. Rules: docs/rules/dig-dogs.md."""

from pbem.games.dig_dogs.game import DigDogs
from pbem.games.dig_dogs.state import DogsState
from pbem.script.contract import Game

__all__ = ["GAME"]

GAME: Game[DogsState] = DigDogs()
