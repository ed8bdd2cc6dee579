"""A simple player: fetch what is near, carry two or three, deliver, end the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.dig_dogs.cards import HAND_LIMIT, is_bowl, known_colour
from pbem.games.dig_dogs.scoring import worth
from pbem.script.contract import View
from pbem.script.requests import Action, Below


def choose(view: View, below: Below) -> Action:
    """One of `view.actions`, from the public state and the seat's own looks alone."""
    actions = view.actions
    do = actions[0]["do"]
    if do == "dog":
        return actions[below(len(actions))]
    if do == "put":
        return _put(view)
    drops = [action for action in actions if action["do"] == "drop"]
    if drops:
        return drops[-1]  # the largest: no bone scores in the hand (DD-63)
    seat: str = view.state["turn"]
    if {"do": "dig", "put": None} in actions and _worth_digging(view, seat, below):
        return {"do": "dig", "put": None}
    moves = [action for action in actions if action["do"] == "move"]
    return _towards(moves, _targets(view, seat), below)


def _put(view: View) -> Action:
    """Keep what fits; otherwise part with the bone of the poorest Bowl."""
    actions = view.actions
    if actions[0]["card"] is None:
        return actions[0]
    return min(actions, key=lambda action: _value(view, action["card"]))


def _value(view: View, bone: str) -> int:
    colour = known_colour(bone, view.state["public_pairs"], view.faces)
    return 0 if colour is None else worth(view.state["yard"])[colour]


def _worth_digging(view: View, seat: str, below: Below) -> bool:
    """A third bone makes the Dog slow (DD-18), so it is taken one time in two only."""
    return len(view.state["hands"][seat]) < HAND_LIMIT - 1 or below(2) == 0


def _targets(view: View, seat: str) -> list[int]:
    """Spaces worth going to: Bones with room in the hand, else Bowls for what is carried."""
    state: Mapping[str, Any] = view.state
    yard, hand = state["yard"], state["hands"][seat]
    wanted = {known_colour(bone, state["public_pairs"], view.faces) for bone in hand}
    spaces = range(1, len(yard) + 1)
    bowls = [s for s in spaces if (card := yard[s - 1]) and is_bowl(card) and card[1] in wanted]
    bones = [s for s in spaces if (card := yard[s - 1]) and not is_bowl(card)]
    if len(hand) >= HAND_LIMIT - 1 or not bones:
        return bowls or bones
    return bones


def _towards(moves: Sequence[Action], targets: Sequence[int], below: Below) -> Action:
    """The move that ends nearest to a target; any one if there is none."""
    if not targets:
        return moves[below(len(moves))]
    return min(moves, key=lambda action: min(abs(action["to"] - space) for space in targets))
