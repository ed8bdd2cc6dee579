"""What each card does when it is played. A card is resolved before the next play (DU-27).

The menu has made sure that the effect can be carried out, and it is carried out in full
(DU-49, DU-R13).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.games.dig_up_adventure.cards import HAND, KIND
from pbem.games.dig_up_adventure.legal import keeping, picking, trading
from pbem.games.dig_up_adventure.state import AdventureState, Card
from pbem.games.dig_up_adventure.supply import (
    draw_to_hand,
    mix_hand,
    out_of_hand,
    see,
    take_off,
)
from pbem.script.asking import ask
from pbem.script.requests import Action, Faces, Script, mix, open_

RESIGNS = "DU-R34"
TREASURE = 5  # DU-53


def note_full(state: AdventureState, seat: str) -> None:
    """The end is triggered by the first Mine that is full of face-up cards, whoever has made
    it so; this cannot be undone (DU-102 to DU-104, DU-R22)."""
    if state.closer is None and all(card.face for card in state.mines[seat]):
        state.closer = seat
        state.say("DU-102", "{seat}'s Mine is complete: this is the last round", seat=seat)


def place(state: AdventureState, action: Action, shown: Faces) -> Script[None]:
    """A stone, Idol or Skeleton goes into the mover's own Mine, face up, and the card that
    lay there into the hand (DU-32, DU-33, DU-38, DU-40, DU-41, DU-R5).

    A face-down one is seen by the mover alone (DU-36), a face-up one came openly (DU-37).
    """
    seat, face, at = state.turn, action["card"], action["at"]
    card = out_of_hand(state, face, shown)
    mine = state.mines[seat]
    old = mine[at - 1]
    mine[at - 1] = card
    state.hands[seat].append(old)
    clause = "DU-32" if KIND[face] == "stone" else "DU-40"
    text = "{seat} places {face} at {at} and takes {old}"
    words = old.face or "the face-down card"
    state.say(clause, text, seat=seat, face=face, at=at, old=words)
    note_full(state, seat)
    if old.face is None:
        yield from see(state, seat, (old.token,))


def adventure(state: AdventureState, action: Action, shown: Faces) -> Script[None]:
    """Show the card, do what it says, discard it; meanwhile it is in no pile (DU-47, DU-48,
    DU-R14)."""
    card = out_of_hand(state, action["card"], shown)
    state.playing = card
    state.say("DU-47", "{seat} plays {card}", seat=state.turn, card=card.face)
    yield from EFFECTS[action["do"]](state, action, shown)
    state.playing = None
    if action["do"] == "dynamite":  # DU-60; one that is merely discarded is not removed: DU-61
        state.removed.append(card)
        state.say("DU-60", "{card} is removed from the game", card=card.face)
    else:
        state.discard.append(card)


def bag(state: AdventureState, action: Action, _: Faces) -> Script[None]:
    """DU-50 to DU-52."""
    mine, a, b = state.mines[state.turn], action["a"], action["b"]
    mine[a - 1], mine[b - 1] = mine[b - 1], mine[a - 1]
    state.say("DU-50", "{seat} swaps {a} and {b} of the own Mine", seat=state.turn, a=a, b=b)
    return
    yield


def treasure(state: AdventureState, _: Action, __: Faces) -> Script[None]:
    """Five cards, seen by the mover alone; one is kept, the others go back (DU-53 to DU-56).

    They get new tokens first: who had seen some of them cannot follow them (DU-R30).
    """
    seat = state.turn
    drawn = yield from take_off(state, TREASURE)
    tokens = state.fresh(len(drawn))
    state.middle = [Card(token) for token in tokens]
    state.forget(drawn)
    state.say("DU-53", "{seat} looks at {n} cards of the draw pile", seat=seat, n=len(tokens))
    yield from mix(drawn, tokens)
    yield from see(state, seat, tokens)
    state.step = "keep"
    action = (yield from ask(state, keeping(state), RESIGNS)).action
    state.step = "play"
    state.middle = []
    state.hands[seat].append(Card(action["take"]))
    state.pile = [*action["back"], *state.pile]  # DU-55: the first named lies on top
    text = "{seat} keeps one and puts {n} back on the draw pile"
    state.say("DU-55", text, seat=seat, n=len(action["back"]))


def dynamite(state: AdventureState, _: Action, __: Faces) -> Script[None]:
    """Every hand is discarded, then each player draws three, the mover first (DU-57 to DU-59).

    All hands lie in the discard pile before anybody draws (DU-R17).
    """
    seats = [state.turn, *state.others(state.turn)]
    hidden = [card.token for seat in seats for card in state.hands[seat] if card.face is None]
    opened = (yield from open_(hidden)) if hidden else {}
    state.forget(hidden)
    for seat in seats:
        cards = [Card(token, face or opened[token]) for token, face in state.hands[seat]]
        state.hands[seat] = []
        put_away(state, seat, cards, "DU-57")
    for seat in seats:
        yield from draw_to_hand(state, seat, HAND, "DU-58")


def put_away(state: AdventureState, seat: str, cards: Sequence[Card], clause: str) -> None:
    """Cards of a seat go face up on the discard pile (DU-94)."""
    state.discard += cards
    faces = " ".join(card.face or "" for card in cards) or "nothing"
    state.say(clause, "{seat} discards {faces}", seat=seat, faces=faces)


def binoculars(state: AdventureState, action: Action, _: Faces) -> Script[None]:
    """Look at a hand, take a card of it, give one for it (DU-62 to DU-66).

    Both hands are mixed before the trade and after it, so that nobody else can tell or follow
    the cards (DU-R28).
    """
    seat, who = state.turn, action["who"]
    state.say("DU-62", "{seat} looks at the hand of {who}", seat=seat, who=who)
    yield from mix_both(state, seat, who)
    state.step, state.partner = "trade", who
    trade = (yield from ask(state, trading(state), RESIGNS)).action
    state.step, state.partner = "play", None
    swap(state.hands[seat], trade["give"], state.hands[who], trade["take"])
    text = "{seat} takes a card of {who} and gives one for it"
    state.say("DU-64", text, seat=seat, who=who)
    yield from mix_both(state, seat, who)


def mix_both(state: AdventureState, seat: str, who: str) -> Script[None]:
    """Each hand by itself; each holder looks at the own one, the mover also at the other."""
    mine = yield from mix_hand(state, seat)
    theirs = yield from mix_hand(state, who)
    yield from see(state, seat, [*mine, *theirs])
    yield from see(state, who, theirs)


def swap(hand: list[Card], give: str, other: list[Card], take: str) -> None:
    """The card `give` of `hand` against the card `take` of `other`."""
    i = next(i for i, card in enumerate(hand) if card.token == give)
    j = next(j for j, card in enumerate(other) if card.token == take)
    hand[i], other[j] = other[j], hand[i]


def shovel(state: AdventureState, action: Action, _: Faces) -> Script[None]:
    """A face-down card is turned up and stays where it is (DU-68)."""
    seat, at = state.turn, action["at"]
    token = state.mines[seat][at - 1].token
    opened = yield from open_((token,))
    state.forget((token,))
    state.mines[seat][at - 1] = Card(token, opened[token])
    text = "{seat} turns up {face} at {at}"
    state.say("DU-68", text, seat=seat, face=opened[token], at=at)
    note_full(state, seat)


def pickaxe(state: AdventureState, action: Action, shown: Faces) -> Script[None]:
    """The price is paid first, so it is in the pile and may be taken back (DU-70 to DU-73,
    DU-R13)."""
    seat = state.turn
    put_away(state, seat, [out_of_hand(state, action["pay"], shown)], "DU-70")
    i = next(i for i, card in enumerate(state.discard) if card.face == action["take"])
    state.hands[seat].append(state.discard.pop(i))
    text = "{seat} takes {face} from the discard pile"
    state.say("DU-71", text, seat=seat, face=action["take"])
    return
    yield


def bridge(state: AdventureState, action: Action, _: Faces) -> Script[None]:
    """Two cards trade places, facings kept (DU-75 to DU-77); Idols may pile up (DU-82)."""
    seat, who, a, b = state.turn, action["who"], action["mine"], action["theirs"]
    mine, theirs = state.mines[seat], state.mines[who]
    mine[a - 1], theirs[b - 1] = theirs[b - 1], mine[a - 1]
    state.say(
        "DU-75",
        "{seat} gives {given} at {a} for {taken} at {b} of {who}",
        seat=seat,
        given=theirs[b - 1].face or "the face-down card",
        a=a,
        taken=mine[a - 1].face or "the face-down card",
        b=b,
        who=who,
    )
    note_full(state, seat)
    note_full(state, who)
    return
    yield


def river(state: AdventureState, _: Action, __: Faces) -> Script[None]:
    """One card per player and one more; each takes one, the mover first, and the mover the
    last (DU-83 to DU-86, DU-R18). With too few cards, until none are left (DU-R21)."""
    seat = state.turn
    tokens = yield from take_off(state, len(state.facts.seats) + 1)
    opened = yield from open_(tokens)
    state.forget(tokens)
    state.middle = [Card(token, opened[token]) for token in tokens]
    state.say("DU-83", "in the river: {faces}", faces=" ".join(opened[t] for t in tokens))
    state.step = "pick"
    for taker in (seat, *state.others(seat), seat):
        if state.middle:
            yield from take_from_river(state, taker)
    state.step = "play"


def take_from_river(state: AdventureState, seat: str) -> Script[None]:
    """The only card left falls to the seat without a decision. A hand may grow beyond three
    (DU-87, DU-R19)."""
    face = state.middle[0].face
    if len(state.middle) > 1:
        face = (yield from ask(state, picking(state, seat), RESIGNS)).action["card"]
    i = next(i for i, card in enumerate(state.middle) if card.face == face)
    state.hands[seat].append(state.middle.pop(i))
    remained = not state.middle and seat == state.turn
    clause = "DU-85" if remained else "DU-84"
    state.say(clause, "{seat} takes {face} from the river", seat=seat, face=face)


def torch(state: AdventureState, action: Action, _: Faces) -> Script[None]:
    """The mover alone sees them, and they stay; which ones is public (DU-88 to DU-91)."""
    seat, named = state.turn, action["look"]
    tokens = [state.mines[owner][at - 1].token for owner, at in named]
    where = " and ".join(f"{owner} {at}" for owner, at in named)
    state.say("DU-90", "{seat} looks at the face-down card of {where}", seat=seat, where=where)
    yield from see(state, seat, tokens)


Effect = Callable[[AdventureState, Action, Faces], Script[None]]
EFFECTS: dict[str, Effect] = {
    "bag": bag,
    "treasure": treasure,
    "dynamite": dynamite,
    "binoculars": binoculars,
    "shovel": shovel,
    "pickaxe": pickaxe,
    "bridge": bridge,
    "river": river,
    "torch": torch,
}
