"""What happens to a Gallery: cards come and go, Gems appear, it closes or is destroyed."""

from __future__ import annotations

from pbem.games.dig_2017.cards import NAME, SLOTS, STONES
from pbem.games.dig_2017.state import DigState, Gallery, Laid

ADDED = {"rune": "DG-70", "egg": "DG-70", "snake": "DG-80", "exit": "DG-143"} | {
    "gemroom": "DG-143",
    "collapse": "DG-147",
}


def free_slot(state: DigState, seat: str) -> int | None:
    """The lowest one, None with four Galleries (DG-32, DG-35)."""
    taken = state.players[seat].galleries
    return next((slot for slot in SLOTS if slot not in taken), None)


def start(state: DigState, seat: str, slot: int, stone: str) -> Gallery:
    """A stone drawn beside becomes card 1 (DG-32); Galleries stay in slot order."""
    player, gallery = state.players[seat], Gallery([Laid(stone)])
    player.galleries = dict(sorted([*player.galleries.items(), (slot, gallery)]))
    text = "{seat} starts Gallery {slot} with {stone}"
    state.say("DG-32", text, seat=seat, slot=slot, stone=NAME[stone])
    return gallery


def add(state: DigState, seat: str, gallery: Gallery, card: str) -> Laid:
    """The card becomes the last one, and what Gems it brings come at once (DG-44)."""
    laid = Laid(card)
    gallery.cards.append(laid)
    slot, number = state.players[seat].slot_of(gallery), len(gallery.cards)
    text = "{card} is card {number} of {seat}'s Gallery {slot}"
    clause = ADDED.get(card, "DG-29")
    state.say(clause, text, card=NAME[card], number=number, seat=seat, slot=slot)
    lay_gems(state, gallery, laid, fifths(state, gallery), "DG-40")
    return laid


def fifths(state: DigState, gallery: Gallery) -> int:
    """For how many of its Recruits the last card is a fifth one (DG-40 to DG-43, DG-81).

    By position in the row, so one that is filled again can give again (DG-46).
    """
    if gallery.holds("snake"):
        return 0
    number, cards = len(gallery.cards), gallery.cards
    if state.facts.options["recruit_count"] == "inclusive":  # DG-42
        return sum(laid.recruit and (number - at) % 5 == 0 for at, laid in enumerate(cards))
    # DG-41, DG-R11: a Recruit on card 1 counts its own card, a later one the cards after it.
    after = sum(cards[at - 1].recruit for at in range(number - 5, 1, -5))
    return after + (number % 5 == 0 and cards[0].recruit)


def lay_gems(state: DigState, gallery: Gallery, laid: Laid, wanted: int, clause: str) -> None:
    """Gems from the supply onto a card, as far as there are any (DG-R32)."""
    gems = min(wanted, state.supply)
    if gems:
        state.supply -= gems
        laid.gems += gems
        text = "{gems} Gem on {card}" if gems == 1 else "{gems} Gems on {card}"
        state.say(clause, text, gems=gems, card=NAME[laid.card])


def take_gems(state: DigState, seat: str, wanted: int) -> int:
    """Gems from the supply to a player, as far as there are any (DG-R32); tell of them, then of
    the goal."""
    gems = min(wanted, state.supply)
    state.supply -= gems
    state.players[seat].gems += gems
    return gems


def note_goal(state: DigState, seat: str) -> None:
    """The first to have gathered enough triggers the end, in whose turn ever (DG-150, DG-R33).

    All others have one more turn, the player on turn too if it is not the one (DG-151).
    """
    if state.trigger is not None:
        return
    gathered = state.players[seat].gathered()
    if gathered < state.facts.options["goal"]:
        return
    state.trigger = seat
    state.last = [s for s in (*state.others(state.turn), state.turn) if s != seat]
    text = "{seat} has gathered {gathered} Gems: each other player has one last turn"
    if seat in state.resigned:  # DG-R44
        text += "; {seat} has resigned and cannot win"
    state.say("DG-150", text, seat=seat, gathered=gathered)


def to_tavern(state: DigState, seat: str, recruits: int) -> None:
    state.recruits[seat] += recruits
    if recruits:
        text = "{seat}'s Recruits return to the Tavern: {number}"
        state.say("DG-92", text, seat=seat, number=recruits)


def lose_last(state: DigState, seat: str, gallery: Gallery, clause: str) -> None:
    """The last card is lost with everything on it, each to where it belongs (DG-R43)."""
    laid = gallery.cards.pop()
    state.discard[laid.card] += 1
    state.supply += laid.gems
    text = "{seat} loses {card} of Gallery {slot}"
    slot = state.players[seat].slot_of(gallery)
    state.say(clause, text, seat=seat, card=NAME[laid.card], slot=slot)
    to_tavern(state, seat, int(laid.recruit))
    end_if_empty(state, seat, gallery)


def end_if_empty(state: DigState, seat: str, gallery: Gallery) -> None:
    """DG-93, DG-R13."""
    if not gallery.cards:
        slot = remove(state, seat, gallery)
        text = "{seat}'s Gallery {slot} has no card left and is gone"
        state.say("DG-93", text, seat=seat, slot=slot)


def remove(state: DigState, seat: str, gallery: Gallery) -> int:
    """The slot, which becomes free; no other Gallery moves (DG-R46)."""
    player = state.players[seat]
    slot = player.slot_of(gallery)
    assert slot is not None
    del player.galleries[slot]
    return slot


def close(state: DigState, seat: str, gallery: Gallery, clause: str, attack: bool = False) -> None:
    """Everything in it goes to its owner, Eggs by DG-72 or, after an attack, DG-73 (DG-141).

    attack: an Enemy's, one sent on too (DG-89, DG-R22).

    What has no use in a hand is discarded (DG-R38).
    """
    player = state.players[seat]
    slot = remove(state, seat, gallery)
    eggs = 0
    for laid in gallery.cards:
        player.gems += laid.gems
        player.reserve += laid.recruit
        if laid.card in STONES:
            player.stones[laid.card] += 1
        elif laid.card == "rune":  # DG-74
            player.runes += 1
        else:
            eggs += laid.card == "egg"
            state.discard[laid.card] += 1
    cards = ", ".join([NAME[laid.card] for laid in gallery.cards])
    text = "{seat} closes Gallery {slot} ({cards}), Gems {gems}"
    state.say(clause, text, seat=seat, slot=slot, cards=cards, gems=gallery.gems())
    if eggs and not attack:
        gems = take_gems(state, seat, eggs)
        state.say("DG-72", "{seat} swaps Gem Eggs for Gems: {gems}", seat=seat, gems=gems)
    elif eggs:
        state.say("DG-73", "a Gem Egg brings nothing after an attack")
    note_goal(state, seat)


def destroy(state: DigState, seat: str, gallery: Gallery) -> None:
    """All is lost, an Egg and a Rune too: this is no closing (DG-146, DG-149)."""
    slot = remove(state, seat, gallery)
    for laid in gallery.cards:
        state.discard[laid.card] += 1
    state.supply += gallery.gems()
    state.say("DG-146", "{seat}'s Gallery {slot} is destroyed", seat=seat, slot=slot)
    to_tavern(state, seat, gallery.recruits())
