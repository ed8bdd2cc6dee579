"""What may be done now, decision by decision: D1 to D10 by the words of `DigState.step`.

Actions are made once and shared: never change them. A decision with one option is forced,
that of the turn excepted (DG-R48).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial

from pbem.games.dig_2017 import refusals, tavern
from pbem.games.dig_2017.cards import RECRUITS, SLOTS
from pbem.games.dig_2017.companions import works_on_all
from pbem.games.dig_2017.galleries import free_slot
from pbem.games.dig_2017.hill import can_draw
from pbem.games.dig_2017.state import DigState, Gallery
from pbem.script.requests import Action, Choose, Faces, Refusal

SKIP: Action = {"do": "skip"}
"""The default of a turn; nobody may play it (DG-11, DG-R44)."""
DIG_IN: Action = {"do": "dig", "where": "in"}
DIG_BESIDE: Action = {"do": "dig", "where": "beside"}
CLOSE: dict[int, Action] = {slot: {"do": "close", "gallery": slot} for slot in SLOTS}
COLLECT: Action = {"do": "collect"}
START: Action = {"do": "start"}
LEAVE: Action = {"do": "leave"}
PLACE: Action = {"do": "place"}
KEEP: Action = {"do": "keep"}
DROP: Action = {"do": "drop"}
ACCEPT: Action = {"do": "accept"}
SHIELD: Action = {"do": "shield"}
ANCHOR: Action = {"do": "anchor"}
STOP: Action = {"do": "stop"}
END: Action = {"do": "end"}
USE_BAG: Action = {"do": "use", "card": "bag"}


@cache
def pick(number: int) -> Action:
    return {"do": "pick", "card": number}


@lru_cache(maxsize=1024)
def use_on(card: str, seat: str, slot: int) -> Action:
    return {"do": "use", "card": card, "seat": seat, "gallery": slot}


@lru_cache(maxsize=1024)
def scepter(seat: str, slot: int) -> Action:
    return {"do": "scepter", "seat": seat, "gallery": slot}


@cache
def use_at(card: str, at: int | str) -> Action:
    return {"do": "use", "card": card, "at": at}


Refuse = Callable[[Action, Faces], Refusal]


def listed(seat: str, menu: Sequence[Action], default: Action, refuse: Refuse) -> Choose:
    return Choose(seat, lambda faces: menu, default, refuse, forced=len(menu) == 1)


# D1 and D10


def turning(state: DigState) -> Choose:
    """The action of the turn, or Equipment before it (DG-10, DG-20). Never forced (DG-R48)."""
    seat = state.turn
    form = None if state.used else tavern.form(state, seat)  # DG-R7
    forms = () if form is None else (form,)
    return Choose(
        seat, partial(turn_menu, state), SKIP, partial(refusals.refuse_turn, state), forms
    )


def turn_menu(state: DigState, _: Faces) -> list[Action]:
    player = state.players[state.turn]
    menu: list[Action] = []
    if can_draw(state):  # DG-R2
        if player.galleries:  # DG-14, DG-15
            menu.append(DIG_IN)
        menu.append(DIG_BESIDE)
        for card in player.equipment:
            menu += uses(state, card)
    if not state.used:  # DG-R7
        menu += [CLOSE[slot] for slot in player.galleries]  # DG-140
    return menu


def can_act(state: DigState, seat: str) -> bool:
    """DG-R2."""
    return (
        can_draw(state)
        or bool(state.players[seat].galleries)
        or tavern.form(state, seat) is not None
    )


def after_choice(state: DigState) -> Choose:
    """More Equipment, or the end of the turn (DG-20, DG-26)."""
    menu: list[Action] = []
    for card in state.players[state.turn].equipment:
        menu += uses(state, card)
    menu.append(END)
    return listed(state.turn, menu, END, partial(refusals.refuse_after, state))


def uses(state: DigState, card: str) -> list[Action]:
    """All ways in which the player on turn can use this card now (DG-R45).

    Shield, Scepter, Anchor and Chest are never used in this sense (DG-R40).
    """
    make = USES.get(card)
    return make(state, card) if make else []


def bag_uses(state: DigState, card: str) -> list[Action]:
    return [USE_BAG] if state.recruits[state.turn] else []  # DG-55


def bomb_uses(state: DigState, card: str) -> list[Action]:
    """DG-59, DG-60."""
    return [
        use_on(card, seat, slot)
        for seat in state.others(state.turn)
        for slot, gallery in state.players[seat].galleries.items()
        if gallery.recruits()
    ]


def potion_uses(state: DigState, card: str) -> list[Action]:
    """DG-65, DG-66."""
    return [
        use_on(card, seat, slot)
        for seat in state.others(state.turn)
        for slot, gallery in state.players[seat].galleries.items()
        if not gallery.cards[-1].recruit
    ]


def drawing_uses(state: DigState, card: str) -> list[Action]:
    """One own Gallery or beside (DG-52, DG-R29); all of them with a Companion (DG-R28)."""
    if not can_draw(state):
        return []
    galleries = state.players[state.turn].galleries
    places: list[int | str] = [*galleries]
    if galleries and works_on_all(state, state.turn, card):
        places = ["all"]
    return [use_at(card, at) for at in (*places, "beside")]


USES: dict[str, Callable[[DigState, str], list[Action]]] = {
    "bag": bag_uses,
    "bomb": bomb_uses,
    "potion": potion_uses,
    "compass": drawing_uses,
    "pickaxe": drawing_uses,
    "parchment": drawing_uses,
}


# D2 to D4: what was drawn


def stone_choice(state: DigState) -> Choose:
    """A stone beside: it cannot be refused (DG-28, DG-R36)."""
    seat = state.turn
    startable = state.players[seat].reserve and free_slot(state, seat) is not None
    menu = [COLLECT, START] if startable else [COLLECT]  # DG-31, DG-35
    return listed(seat, menu, COLLECT, partial(refusals.refuse_stone, state))


def add_choice(state: DigState, gallery: Gallery) -> Choose:
    """A stone just added: a Recruit on it, or none (DG-38, DG-R10)."""
    seat = state.turn
    placeable = state.players[seat].reserve and gallery.recruits() < RECRUITS  # DG-31, DG-36
    menu = [LEAVE, PLACE] if placeable else [LEAVE]
    return listed(seat, menu, LEAVE, partial(refusals.refuse_add, state))


def equipment_choice(state: DigState, card: str) -> Choose:
    """Keep or use; where the type is held, use or drop (DG-48 to DG-50, DG-R40)."""
    held = card in state.players[state.turn].equipment
    ways = uses(state, card)
    menu = [*ways, DROP] if held else [KEEP, *ways]
    default = DROP if held else KEEP
    return listed(state.turn, menu, default, partial(refusals.refuse_equipment, state, card))


# D5 to D7: what strikes


def wolf_strikes(state: DigState, at: int) -> bool:
    """Does a Werewolf drawn beside take effect (DG-90, DG-R14, DG-R15)?"""
    if state.up[at] != "werewolf" or not state.facts.options["werewolf_beside"]:
        return False
    player = state.players[state.turn]
    return bool(player.galleries or player.reserve)


def can_shield(state: DigState, seat: str, gallery: Gallery, enemy: str) -> bool:
    """Only against what would do something (DG-100): all but a Spider where no Gem lies."""
    if "shield" not in state.players[seat].equipment:
        return False
    return enemy != "spider" or gallery.gems() > 0


def enemy_choice(state: DigState, at: int, gallery: Gallery | None) -> Choose:
    """Scepter, Shield or nothing (DG-95)."""
    seat, enemy = state.turn, state.up[at]
    menu = [ACCEPT]
    if gallery is not None:
        shielded = can_shield(state, seat, gallery, enemy)
    else:  # DG-R20: a Gallery has to be under attack
        player = state.players[seat]
        held = "shield" in player.equipment
        shielded = held and bool(player.galleries) and wolf_strikes(state, at)
    if shielded:
        menu.append(SHIELD)
    if "scepter" in state.players[seat].equipment:
        menu += scepters(state, enemy, gallery)
    return listed(seat, menu, ACCEPT, partial(refusals.refuse_enemy, state, at, gallery))


def scepters(state: DigState, enemy: str, attacked: Gallery | None) -> list[Action]:
    """Any Gallery but the one under attack; a Werewolf's are all the digger's (DG-96, DG-R19).

    Beside, none is under attack (DG-97).
    """
    others = state.others(state.turn)
    seats = others if enemy == "werewolf" else [state.turn, *others]
    return [
        scepter(seat, slot)
        for seat in seats
        for slot, gallery in state.players[seat].galleries.items()
        if gallery is not attacked
    ]


def repelled_choice(state: DigState, at: int, victim: str, gallery: Gallery) -> Choose:
    """The owner of the Gallery aimed at: Shield or nothing; it cannot be sent on (DG-98)."""
    shielded = can_shield(state, victim, gallery, state.up[at])
    menu = [ACCEPT, SHIELD] if shielded else [ACCEPT]
    return listed(
        victim, menu, ACCEPT, partial(refusals.refuse_repelled, state, at, victim, gallery)
    )


def collapse_choice(state: DigState) -> Choose:
    """DG-69, DG-102."""
    held = "anchor" in state.players[state.turn].equipment
    menu = [ACCEPT, ANCHOR] if held else [ACCEPT]
    return listed(state.turn, menu, ACCEPT, partial(refusals.refuse_collapse, state))


# D8 and D9: the cards of a Compass or Parchment, by number in the order turned up


def compass_choice(state: DigState, count: int) -> Choose:
    """Exactly one (DG-61)."""
    menu = [pick(number) for number in range(count)]
    return listed(state.turn, menu, menu[0], partial(refusals.refuse_pick, state, range(count)))


def parchment_choice(state: DigState, numbers: Sequence[int]) -> Choose:
    """One more of those left, or none (DG-64)."""
    menu = [*[pick(number) for number in numbers], STOP]
    left = tuple(numbers)
    return listed(state.turn, menu, STOP, partial(refusals.refuse_pick, state, left))
