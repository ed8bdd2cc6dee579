"""A position at the start of a turn, checked against what every game keeps (DD-73)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from pbem.errors import Refused
from pbem.games.dig_dogs.cards import ACTIONS, BONES, BOWLS, HAND_LIMIT, colour_of_first, is_bowl
from pbem.games.dig_dogs.state import DogsState, from_public
from pbem.script.contract import Facts


def restore(facts: Facts, public: Mapping[str, Any]) -> DogsState:
    """The state from its public form, which has passed the schema.

    Raises Refused("position/...") if it is not the start of a turn, or if cards are
    missing, doubled or known to the wrong people.
    """
    _check_seats(facts, public)
    state = from_public(facts, public)
    _check_turn(state)
    _check_cards(state)
    _check_dogs(state)
    _check_hands(state)
    _check_public_pairs(state)
    return state


def _check_seats(facts: Facts, public: Mapping[str, Any]) -> None:
    for name in ("dogs", "hands", "delivered", "knows"):
        if set(public[name]) != set(facts.seats):
            _bad("seats", f"/{name}", f"{name} must name the seats {', '.join(facts.seats)}")
    for name in ("dog_names", "resigned"):
        if not set(public[name]) <= set(facts.seats):
            _bad("seats", f"/{name}", f"{name} names somebody who has no seat")
    if public["turn"] not in facts.seats:
        _bad("seats", "/turn", f"{public['turn']} has no seat")


def _check_turn(state: DogsState) -> None:
    if not state.active():
        _bad("resigned", "/resigned", "the last seat that plays cannot resign: it has won")
    if state.over:
        return
    if state.left != ACTIONS or state.digging is not None:
        _bad("turn-start", "/left", f"a turn starts with {ACTIONS} actions and nothing half dug")
    if None in state.yard:
        _bad("gap", "/yard", "there is no gap at the start of a turn")
    if not any(card and not is_bowl(card) for card in state.yard):
        _bad("no-bones", "/yard", "no bone is left in the Yard, so the game is over")
    if len(state.active()) < 2:
        _bad("resigned", "/resigned", "fewer than two seats still play, so the game is over")


def _check_cards(state: DogsState) -> None:
    cards = [card for card in state.yard if card is not None]
    bones = [card for card in cards if not is_bowl(card)]
    for seat in state.facts.seats:
        bones += state.hands[seat]
        bones += [card for card, _ in state.delivered[seat]]
    if sorted(bones) != sorted(BONES):
        odd = sorted(set(BONES) ^ set(bones)) or sorted({b for b in bones if bones.count(b) > 1})
        _bad("bones", "", f"each of the 20 bones must be in one place; see {', '.join(odd)}")
    if sorted(card for card in cards if is_bowl(card)) != list(BOWLS):
        _bad("bowls", "/yard", "the Yard holds each of the five Bowls once")


def _check_dogs(state: DogsState) -> None:
    for seat, space in state.dogs.items():
        if not 0 <= space <= len(state.yard):
            _bad("dog", f"/dogs/{seat}", f"{seat}'s Dog stands on {space}, beyond the Yard")
    names = list(state.dog_names.values())
    if len(set(names)) != len(names) or not set(names) <= set(state.facts.deck["dogs"]):
        _bad("dog-names", "/dog_names", "each Dog is one of the deck file and has one seat")
    if len(names) < len(state.facts.seats) and state.facts.options["dogs"] != "choose":
        _bad("dog-names", "/dog_names", "every seat has a Dog unless the Dogs are chosen")


def _check_hands(state: DogsState) -> None:
    if state.over:
        return
    for seat, hand in state.hands.items():
        if len(hand) > HAND_LIMIT:
            _bad("hand", f"/hands/{seat}", f"{seat} holds more than {HAND_LIMIT} bones")
        for bone in hand:
            if bone[:2] not in state.knows[seat] and bone[:2] not in state.public_pairs:
                message = f"{seat} holds {bone} and so has looked at the pair {bone[:2]}"
                _bad("knows", f"/knows/{seat}", message)


def _check_public_pairs(state: DogsState) -> None:
    told: dict[str, str] = {}
    for seat, bones in state.delivered.items():
        for bone, colour in bones:
            first = colour_of_first(bone, colour) if colour in bone[:2] else ""
            if not first or told.setdefault(bone[:2], first) != first:
                _bad("delivered", f"/delivered/{seat}", f"{bone} cannot be {colour}")
    if told != state.public_pairs:
        odd = sorted(dict(told.items() ^ state.public_pairs.items()))
        message = f"a pair is public exactly when one of it was delivered; see {', '.join(odd)}"
        _bad("public-pairs", "/public_pairs", message)


def _bad(code: str, at: str, message: str) -> NoReturn:
    raise Refused(f"position/{code}", message, at=at, hint="see DD-73 in `pbem rules dig-dogs`")
