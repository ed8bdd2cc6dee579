"""A position at the start of a turn, checked against what every game keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, NoReturn

from pbem.errors import Refused
from pbem.games.dig_2017.cards import HILL, RECRUITS, SPECIAL, STONES
from pbem.games.dig_2017.state import DigState, Gallery, from_public
from pbem.script.contract import Facts

STAYS = (*STONES, *SPECIAL, "snake")  # DG-24


def restore(facts: Facts, public: Mapping[str, Any]) -> DigState:
    """The state from its public form, which has passed the schema.

    Raises Refused("position/...") if it is not the start of a turn, or if cards, Gems or
    Recruits are missing, doubled or where they cannot be.
    """
    _check_seats(facts, public)
    state = from_public(facts, public)
    _check_turn(state)
    _check_galleries(state)
    _check_companions(state)
    _check_recruits(state)
    _check_gems(state)
    _check_cards(state)
    _check_end(state)
    return state


def _check_seats(facts: Facts, public: Mapping[str, Any]) -> None:
    seats = set(facts.seats)
    for name in ("players", "recruits"):
        if set(public[name]) != seats:
            _bad("seats", f"/{name}", f"{name} must name the seats {', '.join(facts.seats)}")
    for name in ("resigned", "last"):
        if not set(public[name] or ()) <= seats:
            _bad("seats", f"/{name}", f"{name} names somebody who has no seat")
    for name in ("turn", "first", "trigger"):
        if public[name] is not None and public[name] not in seats:
            _bad("seats", f"/{name}", f"{public[name]} has no seat")


def _check_turn(state: DigState) -> None:
    """Nothing has been done yet in this turn (DG-10)."""
    if not state.active():
        _bad("resigned", "/resigned", "the last seat that plays cannot resign: it has won")
    if state.over:  # perhaps in the middle of an effect, by a resignation
        return
    if state.using or state.up or state.aside:
        _bad("turn-start", "", "between turns no card is turned up, in use or put aside")
    if state.step != "turn" or state.used or state.dug or state.place or state.card:
        _bad("turn-start", "/step", "a turn starts with nothing used, dug or to be answered")
    if len(state.active()) < 2:
        _bad("resigned", "/resigned", "fewer than two seats still play, so the game is over")


def _check_galleries(state: DigState) -> None:
    for seat, player in state.players.items():
        for slot, gallery in player.galleries.items():
            _check_gallery(
                gallery, STAYS if not state.over else HILL, f"/players/{seat}/galleries/{slot}"
            )


def _check_gallery(gallery: Gallery, stays: Collection[str], at: str) -> None:
    if gallery.cards[0].card not in STONES:
        _bad("gallery", f"{at}/0", "card 1 is the stone the Gallery was started on (DG-32)")
    for number, laid in enumerate(gallery.cards):
        if laid.card not in stays:
            _bad("gallery", f"{at}/{number}", f"{laid.card} does not stay in a Gallery (DG-24)")
        if laid.recruit and laid.card not in STONES:
            _bad("gallery", f"{at}/{number}", "a Recruit stands on a stone (DG-31)")


def _check_companions(state: DigState) -> None:
    """Six were laid out; each is still there, or one seat has it (DG-2, DG-3, DG-110)."""
    known = {card["id"] for card in state.facts.deck["companions"]}
    hired = [name for player in state.players.values() for name in player.companions]
    there = [name for name in state.offer if name is not None]
    names = [*there, *hired]
    if not set(names) <= known:
        odd = next(name for name in names if name not in known)
        _bad("companions", "", f"the deck has no Companion {odd}")
    if len(set(names)) != len(names):
        odd = next(name for name in names if names.count(name) > 1)
        _bad("companions", "", f"{odd} is in two places")
    if len(names) != len(state.offer):
        gaps = len(state.offer) - len(there)
        _bad(
            "companions", "/offer", f"{gaps} gaps at the Tavern, but {len(hired)} Companions hired"
        )


def _check_recruits(state: DigState) -> None:
    """Four of each colour (DG-1, DG-39)."""
    for seat, player in state.players.items():
        placed = sum(gallery.recruits() for gallery in player.galleries.values())
        there = state.recruits[seat] + player.reserve + placed + player.eaten
        if there != RECRUITS:
            message = f"{seat} has {there} Recruits with those at the Tavern and those eaten"
            _bad("recruits", f"/players/{seat}", f"{message}, not {RECRUITS} (DG-39)")


def _check_gems(state: DigState) -> None:
    """None comes from nowhere (DG-R32)."""
    there = state.supply
    for player in state.players.values():
        there += player.gems + sum(gallery.gems() for gallery in player.galleries.values())
    if there != state.facts.deck["gems"]:
        message = f"there are {state.facts.deck['gems']} Gems in all, and here are {there}"
        _bad("gems", "/supply", message)


def _check_cards(state: DigState) -> None:
    """Every Hill card is in one place (DG-5)."""
    there = Counter(state.hill) + Counter(state.discard)
    there += Counter([*state.using, *state.up, *state.aside])
    for player in state.players.values():
        there += Counter(player.stones) + Counter(player.equipment)
        there["rune"] += player.runes
        for gallery in player.galleries.values():
            there.update(laid.card for laid in gallery.cards)
    for card in HILL:
        wanted = state.facts.deck["hill"].get(card, 0)
        if there[card] != wanted:
            message = f"there are {wanted} cards {card} in all, and here are {there[card]}"
            _bad("cards", "", message)


def _check_end(state: DigState) -> None:
    """Who reached the goal, and who has a turn left (DG-150, DG-151)."""
    goal: int = state.facts.options["goal"]
    reached = [seat for seat, player in state.players.items() if player.gathered() >= goal]
    if (state.trigger is None) != (state.last is None):
        _bad("last", "/last", "there are last turns when the goal is reached, and only then")
    if state.trigger is not None and state.trigger not in reached:
        _bad("trigger", "/trigger", f"{state.trigger} has not gathered {goal} Gems")
    if state.trigger is None and reached and not state.over:
        message = f"{reached[0]} has gathered {goal} Gems (DG-150): trigger names who did so first,"
        _bad("trigger", "/trigger", f"{message} and last the seats that have a turn left")
    if state.last is None or state.over:
        return
    if state.turn == state.trigger:
        _bad("trigger", "/turn", f"{state.trigger} has reached the goal and has no turn (DG-151)")
    order = [seat for seat in state.others(state.turn) if seat != state.trigger]
    if state.last != order[: len(state.last)]:
        message = f"last turns go clockwise, after this one: {', '.join(order) or 'nobody'}"
        _bad("last", "/last", f"{message} (DG-R33)")


def _bad(code: str, at: str, message: str) -> NoReturn:
    hint = (
        "a position is the start of a turn, with each card, Gem and Recruit in one place; what a "
        "lab file leaves out is as it was dealt"
    )
    raise Refused(f"position/{code}", message, at=at, hint=hint)
