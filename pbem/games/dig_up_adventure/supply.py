"""Draw pile, discard pile and hands: how cards come and go."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.dig_up_adventure.cards import HAND
from pbem.games.dig_up_adventure.state import AdventureState, Card
from pbem.script.requests import Faces, Script, look, mix, shuffle


def take_off(state: AdventureState, count: int) -> Script[list[str]]:
    """`count` tokens off the top, one after the other; fewer when no more exist (DU-100, DU-R21).

    The discard pile is shuffled when a card is needed and not before (DU-97, DU-98).
    """
    taken: list[str] = []
    while len(taken) < count:
        if not state.pile:
            if not state.discard:
                state.say("DU-100", "there are no more cards to draw")
                break
            yield from reshuffle(state)
        missing = count - len(taken)
        taken += state.pile[:missing]
        del state.pile[:missing]
    return taken


def reshuffle(state: AdventureState) -> Script[None]:
    """The discard pile becomes the draw pile (DU-97).

    Nothing else goes in: neither what was drawn for the same effect, nor the card that is
    played, nor a removed one (DU-98, DU-99, DU-R20).
    """
    cards, state.discard = state.discard, []
    state.pile = state.fresh(len(cards))
    state.say("DU-97", "the discard pile, {n} cards, becomes the draw pile", n=len(cards))
    yield from shuffle([card.face or "" for card in cards], (), tuple(state.pile))


def see(state: AdventureState, seat: str, tokens: Sequence[str]) -> Script[None]:
    """`seat` alone looks at these cards; that it does is public (DU-134)."""
    state.looked[seat].update(dict.fromkeys(tokens))
    yield from look(seat, tokens)


def draw_to_hand(state: AdventureState, seat: str, count: int, clause: str) -> Script[None]:
    """The seat draws and looks (DU-13, DU-96); all its cards before the next seat's (DU-R33)."""
    tokens = yield from take_off(state, count)
    if not tokens:
        return
    state.hands[seat] += [Card(token) for token in tokens]
    state.say(clause, "{seat} draws {n}", seat=seat, n=len(tokens))
    yield from see(state, seat, tokens)


def fill_up(state: AdventureState, seat: str) -> Script[None]:
    """The draw phase: up to three in hand (DU-96)."""
    yield from draw_to_hand(state, seat, HAND - len(state.hands[seat]), "DU-96")


def out_of_hand(state: AdventureState, face: str, shown: Faces) -> Card:
    """Take the mover's card with that face out of the hand: it is public from now on."""
    hand = state.hands[state.turn]
    for i, (token, public) in enumerate(hand):
        if (public or shown.get(token)) == face:
            del hand[i]
            state.forget((token,))
            return Card(token, face)
    raise AssertionError(f"{face} is not in hand")  # the menu has made sure that it is


def mix_hand(state: AdventureState, seat: str) -> Script[list[str]]:
    """New tokens for a whole hand: what anybody knew of the old ones ends (DU-18, DU-R28).

    Returns the new tokens; nobody has looked at them yet.
    """
    old = [card.token for card in state.hands[seat]]
    tokens = state.fresh(len(old))
    state.hands[seat] = [Card(token) for token in tokens]
    state.forget(old)
    yield from mix(old, tokens)
    return tokens
