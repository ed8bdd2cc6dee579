"""Why an action is not legal. Asked only for actions that the menu and the forms lack."""

from __future__ import annotations

from collections.abc import Collection

from pbem.games.dig_2017 import tavern
from pbem.games.dig_2017.cards import DRAWING, EQUIPMENT, NAME, RECRUITS
from pbem.games.dig_2017.companions import works_on_all
from pbem.games.dig_2017.hill import can_draw
from pbem.games.dig_2017.state import DigState, Gallery
from pbem.script.requests import Action, Faces, Refusal

FIELDS = Refusal(
    "not-such-an-action",
    "DG-10",
    "an action has a field too many or too few, or a value that there is not; "
    "pbem moves lists what is legal",
)

DUE = {
    "turn": ("DG-10", "a turn is one action: dig, tavern or close"),
    "stone": ("DG-28", "a stone was drawn beside: collect it, or start a Gallery with it"),
    "add": ("DG-38", "a stone was added: leave it, or place a Recruit on it"),
    "equipment": ("DG-48", "Equipment was drawn: keep, use or drop it"),
    "enemy": ("DG-95", "an Enemy was drawn: accept it, or answer with shield or scepter"),
    "repelled": ("DG-98", "an Enemy is sent to this Gallery: accept it, or answer with shield"),
    "collapse": ("DG-102", "a Collapse was drawn: accept it, or answer with anchor"),
    "compass": ("DG-61", "a Compass is in use: pick one of its cards by number"),
    "parchment": ("DG-64", "a Parchment is in use: pick one of its cards by number, or stop"),
    "after": ("DG-26", "the card is drawn: use Equipment, or end the turn"),
}


def due(state: DigState, action: Action) -> Refusal:
    """Another decision is to be made now."""
    clause, message = DUE[state.step]
    if state.step == "turn" and state.used:
        clause, message = "DG-R7", _must_dig(state)
    if action.get("do") == "pick" and not {"compass", "parchment"} & set(state.using):
        message = f"no cards of a Compass or Parchment wait: {message}"  # DG-R42, say
    return Refusal("another-decision", clause, message)


def _must_dig(state: DigState) -> str:
    where = "in the Galleries or beside" if state.players[state.turn].galleries else "beside"
    return f"Equipment was used, so a card has to be dug: {where}"


# The turn


def refuse_turn(state: DigState, action: Action, _: Faces) -> Refusal:
    do = action.get("do")
    if do in ("skip", "end", "stop"):
        message = _must_dig(state) if state.used else "there is no passing: dig, tavern or close"
        return Refusal("no-passing", "DG-11", message)
    if do == "use":
        return _use_from_hand(state, action)
    if do == "dig":
        return _dig(state, action)
    if do not in ("tavern", "close"):
        return due(state, action)
    if state.used:
        message = "Equipment was used, and that belongs to a Dig: nothing but digging is left"
        return Refusal("dig-begun", "DG-R7", message)
    if do == "tavern":
        return tavern.why_not(state, state.turn, action) or FIELDS
    return _no_gallery(state, state.turn, action, "DG-140")


def _dig(state: DigState, action: Action) -> Refusal:
    if not can_draw(state):
        return Refusal("nothing-to-draw", "DG-R2", "Hill and discard hold no card")
    if action.get("where") == "in":
        return Refusal("no-gallery", "DG-14", "there is no Gallery of yours: dig beside")
    return Refusal("where", "DG-15", 'say where: "in" the Galleries, or "beside"')


def refuse_after(state: DigState, action: Action, _: Faces) -> Refusal:
    do = action.get("do")
    if do == "use":
        return _use_from_hand(state, action)
    if do == "dig":
        message = "the card of this turn is drawn: use Equipment, or end the turn"
        return Refusal("dug-already", "DG-21", message)
    if do in ("tavern", "close"):
        message = "a turn is one action, and this one was a Dig; the next turn may be another"
        return Refusal("one-action", "DG-R41" if do == "close" else "DG-10", message)
    return due(state, action)


# Equipment


def _use_from_hand(state: DigState, action: Action) -> Refusal:
    card = action.get("card")
    if card not in EQUIPMENT:
        return Refusal("no-equipment", "DG-20", f"{card!r} is no Equipment")
    held = state.players[state.turn].equipment
    if card not in held:
        hand = ", ".join(held) or "none"
        return Refusal("not-in-hand", "DG-20", f"{card} is not in your hand; Equipment: {hand}")
    if not state.dug and not can_draw(state):
        message = "no card is left to dig, and Equipment is used in a Dig only"
        return Refusal("nothing-to-draw", "DG-R2", message)
    return _use(state, action, "DG-R7")


def _use(state: DigState, action: Action, clause: str) -> Refusal:
    """Why a card that is at hand cannot be used in this way."""
    card: str = action["card"]
    if card in ("shield", "scepter", "anchor"):
        message = f"the {NAME[card]} is an answer, for when something strikes"
        return Refusal("an-answer", clause, message)
    if card == "chest":
        clause = "DG-R25" if clause == "DG-R7" else clause
        return Refusal("for-payments", clause, "a Chest is for paying at the Tavern")
    if card == "bag":
        if not state.recruits[state.turn]:
            return Refusal("no-recruit", "DG-55", "no Recruit of yours is at the Tavern")
        return FIELDS
    return _use_drawing(state, action) if card in DRAWING else _use_on(state, action)


def _use_on(state: DigState, action: Action) -> Refusal:
    """Bomb and Potion."""
    bomb = action["card"] == "bomb"
    clause = "DG-59" if bomb else "DG-65"
    seat = action.get("seat")
    if seat == state.turn:
        return Refusal("own-gallery", clause, "name a Gallery of another player")
    if seat not in state.players:
        return _no_seat(state, seat, clause)
    gallery = state.players[seat].galleries.get(_slot(action))
    if gallery is None:
        return _no_gallery(state, seat, action, clause)
    if bomb and not gallery.recruits():
        return Refusal("no-recruit-there", "DG-60", "no Recruit is in that Gallery")
    if not bomb and gallery.cards[-1].recruit:
        message = f"a Recruit stands on its last card, {NAME[gallery.cards[-1].card]}"
        return Refusal("recruit-on-it", "DG-66", message)
    return FIELDS


def _use_drawing(state: DigState, action: Action) -> Refusal:
    """Compass, Pickaxe and Parchment."""
    card, at = action["card"], action.get("at")
    if not can_draw(state):
        return Refusal("nothing-to-draw", "DG-R45", "Hill and discard hold no card")
    galleries = state.players[state.turn].galleries
    everywhere = works_on_all(state, state.turn, card)
    if at == "all" and not everywhere:
        message = f"the {NAME[card]} works on one Gallery: name its slot, or beside"
        return Refusal("one-gallery", "DG-53", message)
    if at == "all":
        return Refusal("no-gallery", "DG-52", "there is no Gallery of yours: use it beside")
    if type(at) is int and at in galleries and everywhere:
        message = f"your Companion lets the {NAME[card]} work on all Galleries: say all, or beside"
        return Refusal("all-galleries", "DG-R28", message)
    if type(at) is int:
        return _no_gallery(state, state.turn, {"gallery": at}, "DG-52")
    return Refusal("where", "DG-52", "say at which place: a slot of yours, or beside")


def _slot(action: Action) -> int:
    """0, where no Gallery is, for what is no number."""
    slot = action.get("gallery")
    return slot if type(slot) is int else 0


def _no_seat(state: DigState, seat: object, clause: str) -> Refusal:
    others = ", ".join(state.others(state.turn))
    return Refusal("no-such-player", clause, f"{seat!r} is no seat; the others are {others}")


def _no_gallery(state: DigState, seat: str, action: Action, clause: str) -> Refusal:
    slots = state.players[seat].galleries
    if _slot(action) in slots:
        return FIELDS
    there = ", ".join(map(str, slots)) or "none"
    message = f"{seat} has no Gallery {action.get('gallery')}; there are: {there}"
    return Refusal("no-such-gallery", clause, message)


# What was drawn


def refuse_stone(state: DigState, action: Action, _: Faces) -> Refusal:
    do = action.get("do")
    if do == "start":
        if not state.players[state.turn].reserve:
            return Refusal("no-recruit", "DG-31", "there is no Recruit in your reserve")
        return Refusal("four-galleries", "DG-35", "you have four Galleries already")
    if do in ("drop", "leave", "skip"):
        message = "a stone cannot be refused: collect it, or start a Gallery with it"
        return Refusal("not-refused", "DG-R36", message)
    return due(state, action)


def refuse_add(state: DigState, action: Action, _: Faces) -> Refusal:
    do = action.get("do")
    if do == "place":
        if not state.players[state.turn].reserve:
            return Refusal("no-recruit", "DG-31", "there is no Recruit in your reserve")
        return Refusal("four-recruits", "DG-36", f"{RECRUITS} Recruits are in this Gallery already")
    if do == "collect":
        message = "a stone drawn in a Gallery stays there until it closes"
        return Refusal("in-a-gallery", "DG-29", message)
    return due(state, action)


def refuse_equipment(state: DigState, card: str, action: Action, _: Faces) -> Refusal:
    do, name = action.get("do"), NAME[card]
    if do == "keep":
        message = f"you hold a {name}: use the second one at once, or drop it"
        return Refusal("held-already", "DG-49", message)
    if do == "drop":
        return Refusal("not-held", "DG-R40", f"you hold no {name}: keep it, or use it")
    if do != "use":
        return due(state, action)
    if action.get("card") != card:
        message = f"a {name} was drawn: only that one can be used now"
        return Refusal("another-card", "DG-R40", message)
    return _use(state, action, "DG-R40")


# What strikes


def refuse_enemy(
    state: DigState, at: int, gallery: Gallery | None, action: Action, _: Faces
) -> Refusal:
    do = action.get("do")
    if do == "shield":
        return _shield(state, state.turn, at, gallery)
    if do == "scepter":
        return _scepter(state, at, gallery, action)
    if do == "anchor":
        return Refusal("not-a-collapse", "DG-69", "the Anchor answers a Collapse only")
    return due(state, action)


def _shield(state: DigState, seat: str, at: int, gallery: Gallery | None) -> Refusal:
    if "shield" not in state.players[seat].equipment:
        return Refusal("no-shield", "DG-57", "there is no Shield in your hand")
    if gallery is not None:
        return Refusal("no-effect", "DG-100", "the Spider finds no Gem: there is nothing to cancel")
    clause = "DG-R20" if state.up[at] == "werewolf" else "DG-57"
    return Refusal("no-attack", clause, "no Gallery of yours is under attack")


def _scepter(state: DigState, at: int, gallery: Gallery | None, action: Action) -> Refusal:
    if "scepter" not in state.players[state.turn].equipment:
        return Refusal("no-scepter", "DG-68", "there is no Scepter in your hand")
    seat = action.get("seat")
    if seat not in state.players:
        return _no_seat(state, seat, "DG-96")
    if seat == state.turn and state.up[at] == "werewolf":
        message = "a Werewolf concerns all your Galleries: send it to another player's"
        return Refusal("own-gallery", "DG-R19", message)
    aimed = state.players[seat].galleries.get(_slot(action))
    if aimed is not None and aimed is gallery:
        message = "that Gallery is the one under attack: send the Enemy to another"
        return Refusal("under-attack", "DG-96", message)
    return _no_gallery(state, seat, action, "DG-96")


def refuse_repelled(
    state: DigState, at: int, victim: str, gallery: Gallery, action: Action, _: Faces
) -> Refusal:
    do = action.get("do")
    if do == "shield":
        return _shield(state, victim, at, gallery)
    if do == "scepter":
        message = "an Enemy that was sent cannot be sent on: accept it, or answer with shield"
        return Refusal("sent-on", "DG-98", message)
    return due(state, action)


def refuse_collapse(state: DigState, action: Action, _: Faces) -> Refusal:
    do = action.get("do")
    if do == "anchor":
        return Refusal("no-anchor", "DG-69", "there is no Anchor in your hand")
    if do in ("shield", "scepter"):
        message = "neither Shield nor Scepter stops a Collapse"
        return Refusal("not-an-enemy", "DG-101", message)
    return due(state, action)


# The cards of a Compass or Parchment


def refuse_pick(state: DigState, numbers: Collection[int], action: Action, _: Faces) -> Refusal:
    clause, _message = DUE[state.step]
    do = action.get("do")
    if do == "pick":
        left = ", ".join(map(str, numbers))
        message = f"no card with the number {action.get('card')} is left; numbers: {left}"
        return Refusal("no-such-card", clause, message)
    if do in ("stop", "skip", "end") and state.step == "compass":
        return Refusal("one-of-them", clause, "one of the cards has to be used: pick it")
    return due(state, action)
