"""Asking the seat whose turn it is, and the end of a turn in which nothing is left to do."""

from __future__ import annotations

from pbem.games.dig_card_game import legal
from pbem.games.dig_card_game.state import MineState
from pbem.script.asking import ask
from pbem.script.requests import Choose, Chosen, Script


def decide(state: MineState, choice: Choose) -> Script[Chosen]:
    """What is decided; whoever does not answer, or has resigned, gets the default (DC-R37)."""
    if choice.seat not in state.resigned:
        state.asked = choice.seat
    return (yield from ask(state, choice, "DC-R37"))


def ended(state: MineState) -> Script[None]:
    """The turn ends by itself (DC-R32), at its start perhaps. If the seat is the one that has
    decided last, an action that ends the turn may follow in its list, and belongs to this turn
    (DC-R36): it does not end the one in the next phase.

    Nobody else is asked: it would cut the mover's list short.
    """
    if state.asked == state.turn:
        yield from decide(state, legal.ending(state))
