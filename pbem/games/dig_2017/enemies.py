"""Enemies: wards, the answers of the player who drew one, the Scepter, and the attacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.games.dig_2017.asked import decide
from pbem.games.dig_2017.cards import NAME
from pbem.games.dig_2017.companions import Power, wards
from pbem.games.dig_2017.galleries import (
    add,
    close,
    lose_last,
    note_goal,
    take_gems,
    to_tavern,
)
from pbem.games.dig_2017.hill import put_away
from pbem.games.dig_2017.legal import enemy_choice, repelled_choice, wolf_strikes
from pbem.games.dig_2017.state import DigState, Gallery
from pbem.script.requests import Action, Script


def ward_off(state: DigState, at: int, warding: Sequence[Power]) -> bool:
    """Wards come first and cannot be declined; where several fit, all work (DG-R16).

    Gems are for an Enemy that the player drew (DG-133, DG-R17). True where another card
    is drawn instead: this one then lies aside (DG-127, DG-R18).
    """
    seat, enemy = state.turn, state.up.pop(at)
    state.say("DG-120", "{seat} is protected from the {enemy}", seat=seat, enemy=NAME[enemy])
    wanted = sum(power["gems"] for power in warding)
    if wanted:
        gems = take_gems(state, seat, wanted)
        state.say("DG-133", "{seat} receives Gems: {gems}", seat=seat, gems=gems)
        note_goal(state, seat)
    again = any(power["redraw"] for power in warding)
    if again:
        state.aside.append(enemy)
    else:
        state.discard[enemy] += 1
    return again


def answer(state: DigState, at: int, gallery: Gallery | None) -> Script[bool]:
    """An Enemy without a ward: Scepter, Shield or nothing (DG-95). False if nothing came of it
    (DG-22)."""
    seat = state.turn
    choice = enemy_choice(state, at, gallery)
    action = yield from decide(state, "enemy", choice, seat, gallery, state.up[at])
    if action["do"] == "scepter":
        yield from repel(state, at, action)
        return True
    if action["do"] == "shield":
        shield(state, seat, at)
        return True
    if gallery is not None:
        attack(state, seat, gallery, at)
        return True
    return beside(state, at)


def beside(state: DigState, at: int) -> bool:
    """None but the Werewolf has anything to act on (DG-76, DG-90, DG-R14)."""
    if wolf_strikes(state, at):
        strike(state, state.turn)
        put_away(state, at)
        return True
    enemy = put_away(state, at)
    state.say("DG-76", "the {enemy} has nothing to attack: discarded", enemy=NAME[enemy])
    return False


def shield(state: DigState, seat: str, at: int) -> None:
    """The attack is cancelled, a Werewolf's as a whole (DG-57, DG-58, DG-R20)."""
    state.players[seat].equipment.remove("shield")
    state.discard["shield"] += 1
    enemy = put_away(state, at)
    state.say("DG-57", "{seat} wards off the {enemy} with the Shield", seat=seat, enemy=NAME[enemy])


def repel(state: DigState, at: int, action: Action) -> Script[None]:
    """The Scepter sends the Enemy to another Gallery, whose owner answers (DG-68, DG-96)."""
    victim, slot = action["seat"], action["gallery"]
    state.players[state.turn].equipment.remove("scepter")
    state.using.append("scepter")
    text = "{seat} sends the {enemy} to {victim}'s Gallery {slot}"
    enemy = NAME[state.up[at]]
    state.say("DG-68", text, seat=state.turn, enemy=enemy, victim=victim, slot=slot)
    yield from answer_repelled(state, at, victim, state.players[victim].galleries[slot])
    state.using.pop()
    state.discard["scepter"] += 1


def answer_repelled(state: DigState, at: int, victim: str, gallery: Gallery) -> Script[None]:
    """A ward, without Gem or redraw; then Shield or nothing (DG-98, DG-R17, DG-R19).

    Another player who can do nothing is not asked at all, so that a list goes on (DG-R48).
    """
    if wards(state, victim, state.up[at]):
        enemy = put_away(state, at)
        state.say("DG-98", "{seat} is protected from the {enemy}", seat=victim, enemy=NAME[enemy])
        return
    choice = repelled_choice(state, at, victim, gallery)
    if not choice.forced or victim == state.turn:
        action = yield from decide(state, "repelled", choice, victim, gallery, state.up[at])
        if action["do"] == "shield":
            shield(state, victim, at)
            return
    attack(state, victim, gallery, at)


def attack(state: DigState, seat: str, gallery: Gallery, at: int) -> None:
    """The Enemy acts, then it is discarded; a Snake stays (DG-75, DG-91)."""
    enemy = state.up[at]
    if enemy == "snake":  # DG-80, DG-99
        add(state, seat, gallery, state.up.pop(at))
        return
    slot = state.players[seat].slot_of(gallery)
    text = "the {enemy} attacks {seat}'s Gallery {slot}"
    state.say("DG-75", text, enemy=NAME[enemy], seat=seat, slot=slot)
    if enemy == "werewolf":  # all of the owner's Galleries, from wherever it came: DG-99
        strike(state, seat)
    else:
        ATTACKS[enemy](state, seat, gallery)
    put_away(state, at)


def spider(state: DigState, seat: str, gallery: Gallery) -> None:
    """The newest Gem: one from the highest card that has any (DG-77, DG-78)."""
    laid = next((laid for laid in reversed(gallery.cards) if laid.gems), None)
    if laid is None:
        state.say("DG-78", "there is no Gem for the Spider")
        return
    laid.gems -= 1
    state.supply += 1
    state.say("DG-77", "the Spider takes the Gem on {card}", card=NAME[laid.card])


def ghost(state: DigState, seat: str, gallery: Gallery) -> None:
    """The Gallery stays open, without a Recruit too (DG-79, DG-94, DG-R12)."""
    lose_last(state, seat, gallery, "DG-79")


def skeleton(state: DigState, seat: str, gallery: Gallery) -> None:
    """DG-83."""
    to_tavern(state, seat, frighten(gallery))
    close(state, seat, gallery, "DG-83", attack=True)


def thief(state: DigState, seat: str, gallery: Gallery) -> None:
    """The last two cards, or the one there is; if none is left nothing closes (DG-84)."""
    for _ in range(min(2, len(gallery.cards))):
        lose_last(state, seat, gallery, "DG-84")
    if gallery.cards:
        close(state, seat, gallery, "DG-84", attack=True)


def orc(state: DigState, seat: str, gallery: Gallery) -> None:
    """The newest Recruit leaves the game, of each player three at most (DG-85 to DG-87, DG-R30)."""
    player = state.players[seat]
    laid = next((laid for laid in reversed(gallery.cards) if laid.recruit), None)
    if laid is not None and player.eaten < 3:
        laid.recruit = False
        player.eaten += 1
        state.say(
            "DG-85", "the Orc eats {seat}'s Recruit on {card}", seat=seat, card=NAME[laid.card]
        )
    close(state, seat, gallery, "DG-85", attack=True)


ATTACKS: dict[str, Callable[[DigState, str, Gallery], None]] = {
    "spider": spider,
    "ghost": ghost,
    "skeleton": skeleton,
    "thief": thief,
    "orc": orc,
}


def frighten(gallery: Gallery) -> int:
    """The Recruits leave a Gallery; so many go to the Tavern (DG-92)."""
    number = gallery.recruits()
    for laid in gallery.cards:
        laid.recruit = False
    return number


def strike(state: DigState, seat: str) -> None:
    """The Werewolf: all Recruits, placed or not, then all Galleries (DG-88, DG-R15)."""
    player = state.players[seat]
    state.say("DG-88", "the Werewolf strikes {seat}", seat=seat)
    galleries = list(player.galleries.values())
    number = player.reserve + sum(map(frighten, galleries))
    player.reserve = 0
    to_tavern(state, seat, number)  # told once, for all of them
    for gallery in galleries:
        close(state, seat, gallery, "DG-88", attack=True)
