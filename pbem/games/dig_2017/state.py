"""The table in the middle of a game, and its public form. Nothing is hidden (DG-R6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.games.dig_2017.cards import HILL, SLOTS, STONES
from pbem.script.contract import BaseState, Facts


@dataclass
class Laid:
    """A card that lies in a Gallery, with what lies on it (DG-37, DG-43)."""

    card: str
    gems: int = 0
    recruit: bool = False


@dataclass(eq=False)
class Gallery:
    """A row of cards: `cards[0]` is card 1, `cards[-1]` the last card.

    Compared by identity: a waiting card belongs to the Gallery it was meant for, not to
    another one that has come into its slot (DG-R46).
    """

    cards: list[Laid] = field(default_factory=list)

    def recruits(self) -> int:
        return sum(laid.recruit for laid in self.cards)

    def gems(self) -> int:
        return sum(laid.gems for laid in self.cards)

    def holds(self, card: str) -> bool:
        return any(laid.card == card for laid in self.cards)


@dataclass
class Player:
    """What one seat owns.

    gems: gathered, kept Runes not counted. stones: id -> number in the hand, all four ids.
    equipment: ids in the hand, in order of arrival, each once (DG-49). companions: ids, in
    order of hiring. galleries: slot -> Gallery, slots in ascending order.
    """

    gems: int = 0
    runes: int = 0
    reserve: int = 0
    eaten: int = 0
    stones: dict[str, int] = field(default_factory=dict)
    equipment: list[str] = field(default_factory=list)
    companions: list[str] = field(default_factory=list)
    galleries: dict[int, Gallery] = field(default_factory=dict)

    def gathered(self) -> int:
        """Gathered Gems (DG-74, DG-152)."""
        return self.gems + self.runes

    def slot_of(self, gallery: Gallery) -> int | None:
        """None when the Gallery is gone."""
        return next((s for s, g in self.galleries.items() if g is gallery), None)


@dataclass
class DigState(BaseState):
    """The whole table.

    hill, discard: card id -> how many, every id in the order of `cards.HILL`. supply:
    Gems at the Tavern. offer: the six Companions laid out, in the order drawn, None where one
    was hired (DG-3). recruits: seat -> those at the Tavern.

    Cards on their way: `using` is Equipment whose effect runs, innermost last (DG-51); `up`
    what is turned up and not resolved, in the order turned up; `aside` what the Wizard has put
    away until another card comes (DG-R18). They are in no pile, so a new Hill lacks them
    (DG-R31).

    used: Equipment was used in this turn (binds to the Dig action, DG-R7). dug: the base draw
    is done (DG-21). step: the decision that is due, D1 to D10 by the words in
    schemas/dig-2017.state.json. place, card: seat and slot of the Gallery, and the card just
    drawn, that this decision is about; None where it is about none. trigger: who reached the goal
    first (DG-150). last: seats whose last turn is still to come, in order, None while nobody has
    reached it (DG-151, DG-R33).
    """

    turn: str = ""
    first: str = ""
    round: int = 1
    step: str = "turn"
    place: tuple[str, int] | None = None
    card: str | None = None
    used: bool = False
    dug: bool = False
    hill: dict[str, int] = field(default_factory=dict)
    discard: dict[str, int] = field(default_factory=dict)
    supply: int = 0
    offer: list[str | None] = field(default_factory=list)
    recruits: dict[str, int] = field(default_factory=dict)
    players: dict[str, Player] = field(default_factory=dict)
    using: list[str] = field(default_factory=list)
    up: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    trigger: str | None = None
    last: list[str] | None = None


def public_form(state: DigState) -> dict[str, Any]:
    """The public state, a fresh object; described by schemas/dig-2017.state.json."""
    return {
        "turn": state.turn,
        "first": state.first,
        "round": state.round,
        "step": state.step,
        "place": list(state.place) if state.place is not None else None,
        "card": state.card,
        "used": state.used,
        "dug": state.dug,
        "hill": dict(state.hill),
        "discard": dict(state.discard),
        "supply": state.supply,
        "offer": list(state.offer),
        "recruits": dict(state.recruits),
        "players": {seat: _player_form(player) for seat, player in state.players.items()},
        "using": list(state.using),
        "up": list(state.up),
        "aside": list(state.aside),
        "trigger": state.trigger,
        "last": list(state.last) if state.last is not None else None,
        "resigned": list(state.resigned),
        "over": state.over,
    }


def _player_form(player: Player) -> dict[str, Any]:
    return {
        "gems": player.gems,
        "runes": player.runes,
        "reserve": player.reserve,
        "eaten": player.eaten,
        "stones": dict(player.stones),
        "equipment": list(player.equipment),
        "companions": list(player.companions),
        "galleries": {
            str(slot): [[laid.card, laid.gems, laid.recruit] for laid in gallery.cards]
            for slot, gallery in player.galleries.items()
        },
    }


def from_public(facts: Facts, public: Mapping[str, Any]) -> DigState:
    """The state that a public form at a turn's start describes; nothing is checked here."""
    return DigState(
        facts,
        resigned=list(public["resigned"]),
        over=public["over"],
        turn=public["turn"],
        first=public["first"],
        round=public["round"],
        step=public["step"],
        place=None if (at := public["place"]) is None else (at[0], at[1]),
        card=public["card"],
        used=public["used"],
        dug=public["dug"],
        hill=_in_order(public["hill"]),
        discard=_in_order(public["discard"]),
        supply=public["supply"],
        offer=list(public["offer"]),
        recruits={s: public["recruits"][s] for s in facts.seats if s in public["recruits"]},
        players={s: _player(public["players"][s]) for s in facts.seats if s in public["players"]},
        using=list(public["using"]),
        up=list(public["up"]),
        aside=list(public["aside"]),
        trigger=public["trigger"],
        last=list(public["last"]) if public["last"] is not None else None,
    )


def _in_order(counts: Mapping[str, int]) -> dict[str, int]:
    return {card: counts.get(card, 0) for card in HILL}


def _player(public: Mapping[str, Any]) -> Player:
    return Player(
        gems=public["gems"],
        runes=public["runes"],
        reserve=public["reserve"],
        eaten=public["eaten"],
        stones={stone: public["stones"].get(stone, 0) for stone in STONES},
        equipment=list(public["equipment"]),
        companions=list(public["companions"]),
        galleries={
            slot: Gallery([Laid(*laid) for laid in public["galleries"][str(slot)]])
            for slot in SLOTS
            if str(slot) in public["galleries"]
        },
    )
