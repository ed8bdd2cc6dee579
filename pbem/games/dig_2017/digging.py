"""Drawn cards take effect, one inside another: a card in hand is finished first (DG-54, DG-R42).

Each effect draws onto the end of `state.up` and leaves nothing there. So while cards wait, the
card at hand is always at the place where the first of them was drawn, and a number finds it.
A place is a Gallery, or None for beside; the Gallery is asked for by identity (DG-R46).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.games.dig_2017 import enemies
from pbem.games.dig_2017.asked import decide
from pbem.games.dig_2017.cards import ENEMIES, EQUIPMENT, NAME, STONES
from pbem.games.dig_2017.companions import wards
from pbem.games.dig_2017.galleries import (
    add,
    close,
    destroy,
    end_if_empty,
    free_slot,
    lay_gems,
    note_goal,
    start,
    to_tavern,
)
from pbem.games.dig_2017.hill import put_away, put_rest_away, turn_up
from pbem.games.dig_2017.legal import (
    add_choice,
    collapse_choice,
    compass_choice,
    equipment_choice,
    parchment_choice,
    stone_choice,
)
from pbem.games.dig_2017.state import DigState, Gallery, Laid
from pbem.script.requests import Action, Script


def base_draw(state: DigState, where: str) -> Script[bool]:
    """The draw of the Dig action; False where it ends the turn at once (DG-22, DG-R9)."""
    state.dug = True
    if where == "in":
        galleries = list(state.players[state.turn].galleries.values())
        count = yield from turn_up(state, len(galleries))  # DG-16, DG-17: turned up together
        yield from resolve_each(state, 0, galleries[:count])
        return True
    yield from turn_up(state, 1)  # DG-19
    played = yield from resolve(state, 0, None)
    if not played:
        state.say("DG-22", "the card was not played: {seat}'s turn ends", seat=state.turn)
    return played


def resolve(state: DigState, at: int, gallery: Gallery | None) -> Script[bool]:
    """The card at `at` takes effect; False if it was not played (DG-22)."""
    return RESOLVE[state.up[at]](state, at, gallery)


def resolve_each(state: DigState, base: int, places: Sequence[Gallery | None]) -> Script[None]:
    """The cards from `base` on, one after another, each at its place (DG-18, DG-62, DG-R8).

    One whose Gallery is gone has no effect (DG-63, DG-R27, DG-R42).
    """
    for gallery in places:
        if is_gone(state, gallery):
            card = put_away(state, base)
            state.say("DG-R42", "the Gallery is gone: {card} is discarded", card=NAME[card])
        else:
            yield from resolve(state, base, gallery)


def is_gone(state: DigState, gallery: Gallery | None) -> bool:
    return gallery is not None and state.players[state.turn].slot_of(gallery) is None


# Precious Stones and Recruits


def stone(state: DigState, at: int, gallery: Gallery | None) -> Script[bool]:
    """Into the Gallery (DG-29), or collected, or the start of a Gallery (DG-28)."""
    seat = state.turn
    if gallery is not None:
        laid = add(state, seat, gallery, state.up.pop(at))
        choice = add_choice(state, gallery)
        action = yield from decide(state, "add", choice, seat, gallery, laid.card)
        if action["do"] == "place":
            yield from place_recruit(state, gallery, laid)
        return True
    action = yield from decide(state, "stone", stone_choice(state), card=state.up[at])
    card = state.up.pop(at)
    if action["do"] == "collect":
        state.players[seat].stones[card] += 1
        state.say("DG-28", "{seat} collects {card}", seat=seat, card=NAME[card])
        return True
    slot = free_slot(state, seat)
    assert slot is not None  # DG-35, checked by the menu
    gallery = start(state, seat, slot, card)
    yield from place_recruit(state, gallery, gallery.cards[0])
    return True


def place_recruit(state: DigState, gallery: Gallery, laid: Laid) -> Script[None]:
    """From the reserve onto the card; one more card for this Gallery at once (DG-31, DG-33).

    What this stone brought before is not counted again for the new Recruit (DG-44).
    """
    state.players[state.turn].reserve -= 1
    laid.recruit = True
    state.say("DG-33", "{seat} places a Recruit and draws", seat=state.turn)
    if (yield from turn_up(state, 1)):
        yield from resolve(state, len(state.up) - 1, gallery)


# Gem Egg and Rune, and what ends a Gallery


def special(state: DigState, at: int, gallery: Gallery | None) -> Script[bool]:
    """DG-70, DG-71."""
    if gallery is None:
        return useless(state, at, "DG-71")
    add(state, state.turn, gallery, state.up.pop(at))
    return True
    yield


def useless(state: DigState, at: int, clause: str) -> bool:
    """A card that does nothing beside a Gallery."""
    state.say(clause, "{card} is discarded: it is not in a Gallery", card=NAME[put_away(state, at)])
    return False


def way_out(state: DigState, at: int, gallery: Gallery | None) -> Script[bool]:
    """Exit and Gem Room: added, Gems placed, then the Gallery closes (DG-143 to DG-145)."""
    if gallery is None:
        return useless(state, at, "DG-148")
    laid = add(state, state.turn, gallery, state.up.pop(at))
    clause = "DG-144"
    if laid.card == "gemroom":
        clause = "DG-145"
        lay_gems(state, gallery, laid, 1, clause)  # a Snake does not stop it: DG-R21
    close(state, state.turn, gallery, clause)
    return True
    yield


def collapse(state: DigState, at: int, gallery: Gallery | None) -> Script[bool]:
    """The Anchor, or the end of the Gallery and of all in it (DG-69, DG-146, DG-147)."""
    if gallery is None:
        return useless(state, at, "DG-148")
    seat = state.turn
    choice = collapse_choice(state)
    action = yield from decide(state, "collapse", choice, seat, gallery, state.up[at])
    if action["do"] == "anchor":
        state.players[seat].equipment.remove("anchor")
        state.discard["anchor"] += 1
        put_away(state, at)
        state.say("DG-69", "{seat}'s Anchor holds: no Collapse", seat=seat)
        return True
    add(state, seat, gallery, state.up.pop(at))
    destroy(state, seat, gallery)
    return True


# Enemies


def enemy(state: DigState, at: int, gallery: Gallery | None) -> Script[bool]:
    """Wards first, then the player's answer (DG-95)."""
    warding = wards(state, state.turn, state.up[at])
    if not warding:
        return (yield from enemies.answer(state, at, gallery))
    if enemies.ward_off(state, at, warding):
        return (yield from redraw(state, gallery))
    return True


def redraw(state: DigState, gallery: Gallery | None) -> Script[bool]:
    """The Wizard's other card, at the same place; it is part of the draw (DG-127, DG-R9).

    What he sends away lies aside until a card comes that he lets pass (DG-R18).
    """
    while (yield from turn_up(state, 1)):
        at = len(state.up) - 1
        warding = wards(state, state.turn, state.up[at])
        if not any(power["redraw"] for power in warding):
            clear_aside(state)
            return (yield from resolve(state, at, gallery))
        enemies.ward_off(state, at, warding)
    clear_aside(state)
    return True


def clear_aside(state: DigState) -> None:
    for card in state.aside:
        state.discard[card] += 1
    state.aside.clear()


# Equipment


def equipment(state: DigState, at: int, gallery: Gallery | None) -> Script[bool]:
    """Kept, used at once, or dropped; it never lies in a Gallery (DG-48 to DG-50)."""
    seat, card = state.turn, state.up[at]
    choice = equipment_choice(state, card)
    action = yield from decide(state, "equipment", choice, seat, gallery, card)
    if action["do"] == "drop":
        put_away(state, at)
        state.say("DG-50", "{seat} drops a second {card}", seat=seat, card=NAME[card])
        return False
    state.up.pop(at)
    if action["do"] == "keep":
        state.players[seat].equipment.append(card)
        state.say("DG-49", "{seat} keeps the {card}", seat=seat, card=NAME[card])
    else:
        yield from use(state, action)
    return True


def use_from_hand(state: DigState, action: Action) -> Script[None]:
    """DG-20."""
    state.players[state.turn].equipment.remove(action["card"])
    yield from use(state, action)


def use(state: DigState, action: Action) -> Script[None]:
    """The card is discarded when its effect is over, and till then in no pile (DG-51, DG-R31)."""
    card: str = action["card"]
    state.used = True
    state.using.append(card)
    state.say("DG-48", "{seat} uses the {card}", seat=state.turn, card=NAME[card])
    yield from EFFECTS[card](state, action)
    state.using.pop()
    state.discard[card] += 1


def bag(state: DigState, _: Action) -> Script[None]:
    """DG-55."""
    seat = state.turn
    state.recruits[seat] -= 1
    state.players[seat].reserve += 1
    state.say("DG-55", "{seat} takes a Recruit from the Tavern", seat=seat)
    return
    yield


def bomb(state: DigState, action: Action) -> Script[None]:
    """The Recruit on the highest card goes; nothing else does (DG-59, DG-94, DG-R24).

    Neither Shield nor Companion stops it (DG-101).
    """
    victim, slot = action["seat"], action["gallery"]
    gallery = state.players[victim].galleries[slot]
    laid = next(laid for laid in reversed(gallery.cards) if laid.recruit)
    laid.recruit = False
    text = "the Bomb lies on {victim}'s Gallery {slot}, next to {card}"
    state.say("DG-59", text, victim=victim, slot=slot, card=NAME[laid.card])
    to_tavern(state, victim, 1)
    return
    yield


def potion(state: DigState, action: Action) -> Script[None]:
    """The last card and its Gems: a stone to the hand, a Rune kept, others discarded (DG-65 to
    DG-67, DG-R23)."""
    seat, victim, slot = state.turn, action["seat"], action["gallery"]
    player, gallery = state.players[seat], state.players[victim].galleries[slot]
    laid = gallery.cards.pop()
    player.gems += laid.gems
    if laid.card in STONES:
        player.stones[laid.card] += 1
    elif laid.card == "rune":
        player.runes += 1
    else:
        state.discard[laid.card] += 1
    text = "{seat} takes {card} of {victim}'s Gallery {slot}, Gems {gems}"
    state.say(
        "DG-65", text, seat=seat, card=NAME[laid.card], victim=victim, slot=slot, gems=laid.gems
    )
    end_if_empty(state, victim, gallery)
    note_goal(state, seat)
    return
    yield


Effect = Callable[[DigState, Gallery | None], Script[None]]


def at_place(state: DigState, action: Action, effect: Effect) -> Script[None]:
    """At the place named before the draw (DG-52); at all Galleries slot by slot, those that are
    open now and not gone when it is their turn (DG-122, DG-131, DG-R28)."""
    at, player = action["at"], state.players[state.turn]
    if at == "all":
        for gallery in list(player.galleries.values()):
            if not is_gone(state, gallery):
                yield from effect(state, gallery)
    else:
        yield from effect(state, None if at == "beside" else player.galleries[at])


def compass(state: DigState, gallery: Gallery | None) -> Script[None]:
    """Three cards, of which exactly one is used (DG-61)."""
    base = len(state.up)
    count = yield from turn_up(state, 3)
    if count:
        choice = compass_choice(state, count)
        action = yield from decide(state, "compass", choice, state.turn, gallery)
        yield from resolve(state, base + action["card"], gallery)
    put_rest_away(state, base, "DG-61")


def pickaxe(state: DigState, gallery: Gallery | None) -> Script[None]:
    """Two cards, turned up together (DG-62, DG-63, DG-R27)."""
    base = len(state.up)
    count = yield from turn_up(state, 2)
    yield from resolve_each(state, base, [gallery] * count)


def parchment(state: DigState, gallery: Gallery | None) -> Script[None]:
    """Three cards, of which up to two are used; none any more once the Gallery is gone (DG-64,
    DG-R42)."""
    base = len(state.up)
    count = yield from turn_up(state, 3)
    numbers = list(range(count))
    for _ in range(2):
        if not numbers or is_gone(state, gallery):
            break
        choice = parchment_choice(state, numbers)
        action = yield from decide(state, "parchment", choice, state.turn, gallery)
        if action["do"] == "stop":
            break
        at = numbers.index(action["card"])  # the numbers stay, the cards move up
        del numbers[at]
        yield from resolve(state, base + at, gallery)
    put_rest_away(state, base, "DG-64")


EFFECTS: dict[str, Callable[[DigState, Action], Script[None]]] = {
    "bag": bag,
    "bomb": bomb,
    "potion": potion,
    "compass": lambda state, action: at_place(state, action, compass),
    "pickaxe": lambda state, action: at_place(state, action, pickaxe),
    "parchment": lambda state, action: at_place(state, action, parchment),
}

RESOLVE: dict[str, Callable[[DigState, int, Gallery | None], Script[bool]]] = {
    **dict.fromkeys(STONES, stone),
    **dict.fromkeys(EQUIPMENT, equipment),
    **dict.fromkeys(ENEMIES, enemy),
    "rune": special,
    "egg": special,
    "exit": way_out,
    "gemroom": way_out,
    "collapse": collapse,
}
