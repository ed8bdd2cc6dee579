"""Why an action is not legal. Asked only for actions that the menu lacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.games.dig_up_adventure.cards import HAND, IDOLS, KIND, MINE, PLAYS, STONE_FACES, VALUE
from pbem.games.dig_up_adventure.state import AdventureState, Card
from pbem.script.requests import Action, Faces, Refusal

Cards = dict[str, str]
"""The mover's hand as far as the asker knows it: face -> token."""

FIELDS = Refusal(
    "not-such-an-action",
    "DU-26",
    "an action has a field too many or too few; pbem moves lists what is legal",
)


def shown_idol(state: AdventureState) -> bool:
    """Does the mover's Mine hold a face-up Idol?"""
    return any(card.face in IDOLS for card in state.mines[state.turn])


# Where one decision of another kind is due


DUE = {
    "color": ("DU-2", "colours are still being chosen; take one that is left"),
    "keep": ("DU-54", "a Treasure Card is being played: keep one of its cards"),
    "trade": ("DU-63", "Binoculars are being played: trade a card"),
    "pick": ("DU-84", "a River is being played: pick a card of it"),
    "solo": ("DU-124", "the four colours are still to be named"),
    "dig": ("DU-132", "there is nothing to do but dig"),
}


def refuse_step(state: AdventureState, action: Action, _: Faces) -> Refusal:
    """The reason, where the decision due is not a play."""
    step = state.step
    if action.get("do") != step:
        clause, message = DUE[step]
        return Refusal(f"{step}-first", clause, message)
    if step == "color":
        return _color(state, action)
    if step == "keep":
        return _keep(state, action)
    if step == "trade":
        return _trade(state, action)
    if step == "pick":
        left = ", ".join(card.face or "" for card in state.middle)
        return Refusal("not-in-river", "DU-84", f"{action.get('card')} is not left; left: {left}")
    if step == "solo":
        return Refusal("four-colors", "DU-124", "four different letters of ADERST are wanted")
    return FIELDS


def _color(state: AdventureState, action: Action) -> Refusal:
    color = action.get("color")
    if color in state.colors.values():
        return Refusal("color-taken", "DU-2", f"{color} is another player's colour")
    return Refusal("color-out", "DU-R2", f"{color} is no colour of this table")


def _keep(state: AdventureState, action: Action) -> Refusal:
    drawn = [card.token for card in state.middle]
    take, back = action.get("take"), action.get("back")
    if take not in drawn:
        return Refusal("not-drawn", "DU-54", f"{take} is not among {', '.join(drawn)}")
    rest = ", ".join(token for token in drawn if token != take)
    message = f"back names each of the others once: {rest or 'none'}"
    return Refusal("back", "DU-55", message) if isinstance(back, list) else FIELDS


def _trade(state: AdventureState, action: Action) -> Refusal:
    assert state.partner is not None
    theirs = [card.token for card in state.hands[state.partner]]
    mine = [card.token for card in state.hands[state.turn]]
    if action.get("take") not in theirs:
        message = f"{action.get('take')} is not in that hand: {', '.join(theirs)}"
        return Refusal("not-in-that-hand", "DU-63", message)
    message = f"{action.get('give')} is not in your hand: {', '.join(mine)}"
    return Refusal("not-in-hand", "DU-64", message)


# The play phase


def refuse_play(state: AdventureState, action: Action, faces: Faces) -> Refusal:
    """The reason, in the play phase."""
    do = action.get("do")
    hand = state.hands[state.turn]
    known = {face: t for t, public in hand if (face := public or faces.get(t)) is not None}
    if do == "discard":
        return _discard(hand, known, action.get("cards"), faces)
    if do in AFTER:
        return Refusal("nothing-to-choose", AFTER[do], f"no card is being played that asks: {do}")
    if do not in REASONS:
        return Refusal("no-such-action", "DU-26", f"{do!r} is no action of a turn")
    if state.plays >= PLAYS:
        message = "two cards are played; only the discard is left"
        return Refusal("no-plays-left", "DU-26", message)
    card = action.get("card")
    if not isinstance(card, str) or card not in known:
        return _not_in_hand(hand, known, card)
    if do != "place" and KIND[card] != do:
        return Refusal("another-card", "DU-47", f"{card} is not played by {do}")
    return REASONS[do](state, action, known)


AFTER = {"color": "DU-1", "keep": "DU-54", "trade": "DU-63", "pick": "DU-84"} | {
    "solo": "DU-R1",
    "dig": "DU-R1",
}


def _not_in_hand(hand: Sequence[Card], known: Cards, card: object) -> Refusal:
    if len(known) < len(hand):
        message = f"{card} is not in hand, as far as openings show; see pbem show"
        return Refusal("not-shown", "DU-28", message)
    held = ", ".join(known) or "nothing"
    return Refusal("not-in-hand", "DU-28", f"{card} is not in hand; in hand: {held}")


def _discard(hand: Sequence[Card], known: Cards, cards: Any, faces: Faces) -> Refusal:
    if not isinstance(cards, list):
        return FIELDS
    if len(set(map(str, cards))) != len(cards):
        return Refusal("card-twice", "DU-92", "a card is named twice")
    tokens = {card.token for card in hand}
    for card in cards:
        if card in tokens:
            message = f"name {card} by its face; by token goes only what the rules would discard"
            return Refusal("by-face", "DU-R34", message)
        if card not in known:
            return _not_in_hand(hand, known, card)
    more = len(hand) - HAND - len(cards)
    if more > 0:
        message = f"{HAND} cards may be kept of {len(hand)}: discard {more} more"
        return Refusal("too-many-left", "DU-93", message)
    return FIELDS


def _position(action: Action, name: str, clause: str) -> int | Refusal:
    at = action.get(name)
    if isinstance(at, int) and 1 <= at <= MINE:
        return at
    return Refusal("position", clause, f"{name} is a position from 1 to 9")


def _place(state: AdventureState, action: Action, known: Cards) -> Refusal:
    card: str = action["card"]
    at = _position(action, "at", "DU-32")
    if isinstance(at, Refusal):
        return at
    if card in IDOLS:
        message = "your Mine shows an Idol; as long as it does, none is played from hand"
        return Refusal("second-idol", "DU-42", message)
    if card in STONE_FACES and at != VALUE[card]:
        message = f"{card} is not your colour: it goes to position {VALUE[card]} only"
        return Refusal("wrong-position", "DU-35", message)
    if KIND[card] not in ("stone", "skeleton"):
        return Refusal("not-for-a-mine", "DU-23", f"{card} is an Adventure card; play its effect")
    return FIELDS


def _bag(state: AdventureState, action: Action, known: Cards) -> Refusal:
    a, b = _position(action, "a", "DU-50"), _position(action, "b", "DU-50")
    for at in (a, b):
        if isinstance(at, Refusal):
            return at
    if a == b:
        return Refusal("same-position", "DU-50", "a Bag swaps two different positions")
    return Refusal("order", "DU-50", "name the lower position first: a is less than b")


def _supply(state: AdventureState, action: Action, known: Cards) -> Refusal:
    if not state.pile and not state.discard:
        return Refusal("nothing-to-draw", "DU-R12", "draw pile and discard pile are both empty")
    return FIELDS


def _dynamite(state: AdventureState, action: Action, known: Cards) -> Refusal:
    return FIELDS


def _binoculars(state: AdventureState, action: Action, known: Cards) -> Refusal:
    who = action.get("who")
    if who == state.turn:
        return Refusal("own-hand", "DU-R15", "name another player")
    if who not in state.hands:
        return _no_seat(state, who)
    if len(state.hands[state.turn]) < 2:
        return Refusal("nothing-to-give", "DU-67", "there is no other card in hand to give")
    return Refusal("empty-hand", "DU-67", f"{who} has no card in hand")


def _no_seat(state: AdventureState, who: object) -> Refusal:
    others = ", ".join(state.others(state.turn))
    return Refusal("no-such-player", "DU-15", f"{who!r} is no seat; the others are {others}")


def _shovel(state: AdventureState, action: Action, known: Cards) -> Refusal:
    mine = state.mines[state.turn]
    if all(card.face for card in mine):
        return Refusal("nothing-to-turn", "DU-69", "your Mine has no face-down card")
    at = _position(action, "at", "DU-68")
    if isinstance(at, Refusal):
        return at
    return Refusal("face-up", "DU-68", f"your card at {at} is face up already")


def _pickaxe(state: AdventureState, action: Action, known: Cards) -> Refusal:
    card, pay, take = action["card"], action.get("pay"), action.get("take")
    if len(state.hands[state.turn]) < 2:
        return Refusal("nothing-to-pay", "DU-72", "there is no other card in hand to discard")
    if pay == card:
        return Refusal("pays-itself", "DU-70", "the price is another card than the Pickaxe")
    if not isinstance(pay, str) or pay not in known:
        return _not_in_hand(state.hands[state.turn], known, pay)
    if take == card:
        return Refusal("takes-itself", "DU-73", "the Pickaxe played is not in the discard pile")
    return Refusal("not-in-pile", "DU-71", f"{take} is not in the discard pile")


def _bridge(state: AdventureState, action: Action, known: Cards) -> Refusal:
    who = action.get("who")
    if who == state.turn:
        return Refusal("own-mine", "DU-75", "a Bridge leads to another player's Mine")
    if who not in state.mines:
        return _no_seat(state, who)
    mine, theirs = _position(action, "mine", "DU-75"), _position(action, "theirs", "DU-75")
    if isinstance(mine, Refusal):
        return mine
    if isinstance(theirs, Refusal):
        return theirs
    given, taken = state.mines[state.turn][mine - 1].face, state.mines[who][theirs - 1].face
    if given and given[0] == state.colors[state.turn]:
        message = f"{given} is a stone of your own colour: it cannot be given away"
        return Refusal("own-color", "DU-78", message)
    if taken and taken[0] == state.colors[who]:
        message = f"{taken} is a stone of {who}'s colour: it cannot be taken from {who}"
        return Refusal("owners-color", "DU-79", message)
    return FIELDS


def _torch(state: AdventureState, action: Action, known: Cards) -> Refusal:
    down = [s for s, mine in state.mines.items() if not all(card.face for card in mine)]
    if not down:
        return Refusal("nothing-to-see", "DU-91", "no Mine has a face-down card")
    look = action.get("look")
    if not isinstance(look, list) or not all(isinstance(p, list) and len(p) == 2 for p in look):
        return FIELDS
    for who, at in look:
        if who not in state.mines:
            return _no_seat(state, who)
        if not isinstance(at, int) or not 1 <= at <= MINE:
            return Refusal("position", "DU-88", "a position is a number from 1 to 9")
        if state.mines[who][at - 1].face:
            return Refusal("face-up", "DU-88", f"{who}'s card at {at} is face up already")
    return _torch_seats(state, [who for who, _ in look], len(down))


def _torch_seats(state: AdventureState, seats: list[str], down: int) -> Refusal:
    if len(set(seats)) < len(seats):
        return Refusal("same-mine", "DU-88", "the two cards lie in Mines of two different players")
    if len(seats) != min(2, down):
        wanted = "one card is" if down == 1 else "two cards are"
        clause = "DU-91" if down == 1 else "DU-R16"
        return Refusal("number-of-cards", clause, f"{wanted} looked at, no more and no less")
    order = list(state.mines)
    if [order.index(s) for s in seats] != sorted(order.index(s) for s in seats):
        return Refusal("seat-order", "DU-88", f"name the Mines in seat order: {', '.join(order)}")
    return FIELDS


REASONS: dict[str, Callable[[AdventureState, Action, Cards], Refusal]] = {
    "place": _place,
    "bag": _bag,
    "treasure": _supply,
    "dynamite": _dynamite,
    "binoculars": _binoculars,
    "shovel": _shovel,
    "pickaxe": _pickaxe,
    "bridge": _bridge,
    "river": _supply,
    "torch": _torch,
}
