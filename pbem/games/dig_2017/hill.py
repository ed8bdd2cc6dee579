"""Drawing from the Hill, and putting cards away.

Nobody knows the order of the Hill, so it has none: a draw is a public pick from what is left.
"""

from __future__ import annotations

from itertools import chain, repeat

from pbem.games.dig_2017.cards import HILL, NAME
from pbem.games.dig_2017.state import DigState
from pbem.script.requests import Script, draw


def can_draw(state: DigState) -> bool:
    """Do Hill and discard together hold a card (DG-R2, DG-R45)?"""
    return any(state.hill.values()) or any(state.discard.values())


def turn_up(state: DigState, count: int) -> Script[int]:
    """`count` cards, or as many as there are, go to the end of `up`; how many came (DG-R31)."""
    came = 0
    while came < count:
        left = list(chain.from_iterable(map(repeat, state.hill, state.hill.values())))
        if not left:
            if not new_hill(state):
                break
            continue
        cards = yield from draw(left, min(count - came, len(left)))
        for card in cards:
            state.hill[card] -= 1
        state.up += cards
        came += len(cards)
        state.say("DG-13", "{seat} turns up {cards}", seat=state.turn, cards=names(cards))
    return came


def new_hill(state: DigState) -> bool:
    """The discard becomes the Hill, in mid-draw too; cards in use are not in it (DG-25, DG-R31).

    False if there is no card.
    """
    number = sum(state.discard.values())
    if not number:
        state.say("DG-R31", "no card is left to draw")
        return False
    state.hill, state.discard = state.discard, dict.fromkeys(HILL, 0)
    state.say("DG-25", "the discard becomes the new Hill: {number} cards", number=number)
    return True


def put_away(state: DigState, at: int) -> str:
    """The card at `at` of those turned up goes to the discard (DG-23)."""
    card = state.up.pop(at)
    state.discard[card] += 1
    return card


def put_rest_away(state: DigState, base: int, clause: str) -> None:
    """What is left of an effect's cards, which lie from `base` on, once it is over (DG-R31)."""
    rest = state.up[base:]
    if rest:
        del state.up[base:]
        for card in rest:
            state.discard[card] += 1
        state.say(clause, "discarded: {cards}", cards=names(rest))


def names(cards: list[str]) -> str:
    return ", ".join([NAME[card] for card in cards])
