"""Asking a seat in the middle of a turn."""

from __future__ import annotations

from pbem.games.dig_2017.state import DigState, Gallery
from pbem.script.asking import ask
from pbem.script.requests import Action, Choose, Script


def decide(
    state: DigState,
    step: str,
    choice: Choose,
    seat: str = "",
    gallery: Gallery | None = None,
    card: str | None = None,
) -> Script[Action]:
    """What is decided; meanwhile the state says which decision is due, and about which Gallery
    of `seat` and which card drawn.

    Whoever does not answer, or has resigned, gets the default (DG-R44).
    """
    state.step, state.card = step, card
    if gallery is not None:
        slot = state.players[seat].slot_of(gallery)
        assert slot is not None
        state.place = (seat, slot)
    chosen = yield from ask(state, choice, "DG-R44")
    state.step, state.place, state.card = "turn", None, None
    return chosen.action
