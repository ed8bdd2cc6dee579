"""A position at the start of a turn, checked against what every game keeps (DU-120, DU-121)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from pbem.errors import Refused
from pbem.games.dig_up_adventure.cards import (
    COLORS_OUT,
    IN_A_MINE,
    KIND,
    MINE,
    OUTSIDE,
    SKELETONS,
    riches,
)
from pbem.games.dig_up_adventure.solo import ended
from pbem.games.dig_up_adventure.state import AdventureState, Card, SoloState, from_public
from pbem.script.contract import Facts

BY_SEAT = ("mines", "hands", "looked")


def restore(facts: Facts, public: Mapping[str, Any]) -> AdventureState:
    """The state from its public form, which has passed the schema.

    `looked` keeps the tokens that are hidden somewhere, and every hand has been looked at by
    its holder. Raises Refused("position/...") if it is not the start of a turn, or if cards
    are missing, doubled or where they cannot be.
    """
    _check_seats(facts, public)
    state = from_public(facts, public)
    if not state.active() and state.solo is None:
        _bad("resigned", "/resigned", "the last seat that plays cannot resign: it has won")
    if state.solo is not None:
        _check_solo(state, state.solo)
        return state
    _check_colors(state)
    if not state.mines:
        _check_empty(state)
        return state
    _check_turn(state)
    _check_cards(state)
    _check_end(state)
    _tidy_looks(state)
    return state


def _check_seats(facts: Facts, public: Mapping[str, Any]) -> None:
    seats = set(facts.seats)
    if public["variant"] != facts.options["variant"]:
        _bad("variant", "/variant", f"this table plays the variant {facts.options['variant']}")
    if (public["solo"] is not None) != (public["variant"] == "solo"):
        _bad("variant", "/solo", "solo is there in the solo variant, and only there")
    if public["solo"] is not None:
        _check_placed(public["solo"])
    dealt = any(public[name] for name in BY_SEAT)
    for name in BY_SEAT:
        if set(public[name]) != (seats if dealt else set()):
            _bad("seats", f"/{name}", f"{name} must name the seats {', '.join(facts.seats)}")
    for name in ("colors", "resigned"):
        if not set(public[name]) <= seats:
            _bad("seats", f"/{name}", f"{name} names somebody who has no seat")
    for name in ("turn", "first", "closer"):
        if public[name] is not None and public[name] not in seats:
            _bad("seats", f"/{name}", f"{public[name]} has no seat")


def _check_placed(solo: Mapping[str, Any]) -> None:
    """One list of placed stones for each Mine (DU-125)."""
    if set(solo["placed"]) != set(solo["colors"]):
        names = ", ".join(solo["colors"]) or "nothing, as no colour is chosen"
        _bad("placed", "/solo/placed", f"placed must name the colours of the Mines: {names}")


def _check_colors(state: AdventureState) -> None:
    """Own colours and those that are out (DU-2 to DU-6)."""
    colors = list(state.colors.values())
    if len(set(colors)) != len(colors):
        _bad("colors", "/colors", "no two seats have the same colour (DU-2)")
    if set(colors) & set(state.out):
        _bad("out", "/out", "a colour that is out is nobody's own (DU-6)")
    if not state.mines:
        return
    if len(colors) != len(state.facts.seats):
        _bad("colors", "/colors", "every seat has a colour once the cards are dealt")
    count = COLORS_OUT[len(state.facts.seats)]
    if len(state.out) != count:
        _bad("out", "/out", f"{count} colours are out at this table (DU-3 to DU-5)")


def _check_empty(state: AdventureState) -> None:
    """Nothing is dealt while colours are chosen (DU-16)."""
    if state.facts.options["colors"] != "choose":
        _bad("mines", "/mines", "the cards are dealt: colours are not chosen at this table")
    if state.pile or state.discard or state.removed or state.made or state.out or state.closer:
        _bad("not-dealt", "", "while colours are chosen no card is dealt")
    if not state.over and state.step != "color":
        _bad("turn-start", "/step", "a colour is to be chosen as long as no card is dealt")


def _check_turn(state: AdventureState) -> None:
    if state.first is None:
        _bad("first", "/first", "somebody has begun (DU-14)")
    if state.over:
        return
    if state.step != "play" or state.plays or state.playing or state.middle or state.partner:
        _bad("turn-start", "/step", "a turn starts with nothing played and no card being resolved")
    if len(state.active()) < 2:
        _bad("resigned", "/resigned", "fewer than two seats still play, so the game is over")
    if state.closer is not None and state.turn == state.first:
        _bad("closer", "/closer", "the last round is finished, so the game is over (DU-106)")


def _everywhere(state: AdventureState) -> list[Card]:
    """All cards, those of the Mines first."""
    cards = [card for mine in state.mines.values() for card in mine]
    cards += [card for hand in state.hands.values() for card in hand]
    cards += [Card(token) for token in state.pile]
    cards += [*state.discard, *state.removed, *state.middle]
    return cards if state.playing is None else [*cards, state.playing]


def _check_cards(state: AdventureState) -> None:
    """As many as there are, none twice, each where it can be (DU-23, DU-24, DU-120)."""
    cards = _everywhere(state)
    outside = len(cards) - MINE * len(state.mines)
    if outside != OUTSIDE:
        _bad("cards", "", f"{outside} cards are outside the Mines, but there are {OUTSIDE}")
    tokens = [card.token for card in cards]
    if len(set(tokens)) != len(tokens):
        odd = next(token for token in tokens if tokens.count(token) > 1)
        _bad("token-twice", "", f"the token {odd} stands for two cards")
    newest = max(int(token[1:]) for token in tokens)
    if newest > state.made:
        _bad("made", "/made", f"t{newest} is there, but only {state.made} tokens have been named")
    faces = [card.face for card in cards if card.face is not None]
    if len(set(faces)) != len(faces):
        odd = next(face for face in faces if faces.count(face) > 1)
        _bad("face-twice", "", f"{odd} is in two places")
    _check_places(state, faces)


def _check_places(state: AdventureState, faces: list[str]) -> None:
    in_game = set(riches(state.out))
    for face in faces:
        if face in IN_A_MINE and face not in in_game:
            _bad("out", "/out", f"{face} is of a colour that is out")
    for seat, mine in state.mines.items():
        for card in mine:
            if card.face is not None and card.face not in IN_A_MINE:
                _bad("mine", f"/mines/{seat}", f"{card.face} cannot lie in a Mine (DU-23)")
    if any(KIND[card.face or ""] != "dynamite" for card in state.removed):
        _bad("removed", "/removed", "nothing but Dynamite is removed (DU-60)")


def _check_end(state: AdventureState) -> None:
    """A full Mine has triggered the end, now or earlier (DU-102, DU-104)."""
    full = [seat for seat, mine in state.mines.items() if all(card.face for card in mine)]
    if full and state.closer is None and not state.over:
        _bad("closer", "/closer", f"{full[0]}'s Mine is full, so the end is triggered (DU-102)")


def _tidy_looks(state: AdventureState) -> None:
    hidden = {card.token for card in _everywhere(state) if card.face is None}
    for seat, seen in state.looked.items():
        own = [card.token for card in state.hands[seat] if card.face is None]  # DU-20
        kept = [token for token in (*seen, *own) if token in hidden]
        state.looked[seat] = dict.fromkeys(kept)


def _check_solo(state: AdventureState, solo: SoloState) -> None:
    if state.colors or state.mines or state.pile or state.discard or state.made:
        _bad("solo", "", "a solo game has its cards under /solo alone")
    if len(solo.colors) not in (0, 4):
        _bad("colors", "/solo/colors", "there are four colours, or none yet")
    if state.over:
        return
    if state.resigned:
        _bad("resigned", "/resigned", "nobody plays any more, so the game is over")
    if state.step != ("dig" if solo.colors else "solo"):
        _bad("turn-start", "/step", "solo comes first, then dig")
    if ended(solo):
        _bad("over", "/solo", "this game is won or lost, so it is over")
    pile = len(SKELETONS) - len(solo.skeletons)
    if solo.pile != pile:  # DU-132
        _bad(
            "pile", "/solo/pile", f"with {len(solo.skeletons)} Skeletons found the pile has {pile}"
        )


def _bad(code: str, at: str, message: str) -> NoReturn:
    hint = "see DU-120 in `pbem rules dig-up-adventure`"
    raise Refused(f"position/{code}", message, at=at, hint=hint)
