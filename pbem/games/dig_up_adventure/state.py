"""The table in the middle of a game, and its public form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pbem.script.contract import BaseState, Facts


class Card(NamedTuple):
    """A token, and the face behind it if everybody knows it (DU-19, DU-21)."""

    token: str
    face: str | None = None


@dataclass
class SoloState:
    """A solo game (DU-122 to DU-133).

    colors: the Mines in their order, empty until chosen. placed: colour -> values that lie
    face up in their places. skeletons: those found, in order. pile: cards left in it.
    """

    colors: list[str] = field(default_factory=list)
    placed: dict[str, list[int]] = field(default_factory=dict)
    skeletons: list[str] = field(default_factory=list)
    pile: int = 4  # DU-126


@dataclass
class AdventureState(BaseState):
    """What is public; of a hidden card its token alone, and who has looked at it (DU-134).

    `mines[seat][p - 1]` lies at position p (DU-10); a card of a Mine is face up exactly when
    its face is here (DU-22). Hands are in order of arrival, `pile[0]` is the top, `discard`
    and `removed` in order of arrival (DU-R31). `playing` is an Adventure card whose effect
    runs: neither in hand nor discarded (DU-48). `middle` is what a River or a Treasure Card
    has drawn, `partner` the seat that Binoculars look at. `looked` lists, for each seat, the
    hidden tokens it has seen. `closer` is the owner of the Mine that triggered the end
    (DU-102). `made` counts the tokens named so far: no name is used twice.

    `step` is the decision that is due: color, play, keep, trade, pick; solo, dig.
    """

    step: str = "color"
    turn: str = ""
    first: str | None = None
    round: int = 1
    plays: int = 0
    colors: dict[str, str] = field(default_factory=dict)
    out: list[str] = field(default_factory=list)
    mines: dict[str, list[Card]] = field(default_factory=dict)
    hands: dict[str, list[Card]] = field(default_factory=dict)
    pile: list[str] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    removed: list[Card] = field(default_factory=list)
    playing: Card | None = None
    middle: list[Card] = field(default_factory=list)
    partner: str | None = None
    looked: dict[str, dict[str, None]] = field(default_factory=dict)
    closer: str | None = None
    made: int = 0
    solo: SoloState | None = None

    def fresh(self, count: int) -> list[str]:
        """Names for `count` new tokens."""
        first = self.made + 1
        self.made += count
        return [f"t{n}" for n in range(first, first + count)]

    def forget(self, tokens: Sequence[str]) -> None:
        """These tokens are public now, or stand for nothing any more (DU-18)."""
        for seen in self.looked.values():
            for token in tokens:
                seen.pop(token, None)


def start(facts: Facts) -> AdventureState:
    """A table before anything is dealt; colours as the options give them (DU-2)."""
    colors = facts.options["colors"]
    if facts.options["variant"] == "solo":
        solo = SoloState()
        state = AdventureState(facts, step="solo", turn=facts.seats[0], solo=solo)
        if colors != "choose":
            choose_solo(state, solo, colors)
        return state
    state = AdventureState(facts, turn=facts.seats[0])
    if colors != "choose":
        state.colors = dict(zip(facts.seats, colors, strict=True))
    return state


def choose_solo(state: AdventureState, solo: SoloState, colors: Sequence[str]) -> None:
    """The colours of the four Mines, in their order (DU-124, DU-125)."""
    solo.colors = list(colors)
    solo.placed = {color: [] for color in colors}
    state.step = "dig"


def public_form(state: AdventureState) -> dict[str, Any]:
    """The public state, a fresh object; described by schemas/dig-up-adventure.state.json."""
    return {
        "variant": state.facts.options["variant"],
        "step": state.step,
        "turn": state.turn,
        "first": state.first,
        "round": state.round,
        "plays": state.plays,
        "colors": dict(state.colors),
        "out": list(state.out),
        "mines": {seat: _cards(mine) for seat, mine in state.mines.items()},
        "hands": {seat: _cards(hand) for seat, hand in state.hands.items()},
        "pile": list(state.pile),
        "discard": _cards(state.discard),
        "removed": _cards(state.removed),
        "playing": list(state.playing) if state.playing is not None else None,
        "middle": _cards(state.middle),
        "partner": state.partner,
        "looked": {seat: list(seen) for seat, seen in state.looked.items()},
        "closer": state.closer,
        "made": state.made,
        "solo": _solo_form(state.solo) if state.solo is not None else None,
        "resigned": list(state.resigned),
        "over": state.over,
    }


def _cards(cards: Sequence[Card]) -> list[list[str | None]]:
    return [list(card) for card in cards]


def _solo_form(solo: SoloState) -> dict[str, Any]:
    return {
        "colors": list(solo.colors),
        "placed": {color: list(values) for color, values in solo.placed.items()},
        "skeletons": list(solo.skeletons),
        "pile": solo.pile,
    }


def from_public(facts: Facts, public: Mapping[str, Any]) -> AdventureState:
    """The state that a public form at a turn's start describes; nothing is checked here."""
    solo = public["solo"]
    return AdventureState(
        facts,
        resigned=list(public["resigned"]),
        over=public["over"],
        step=public["step"],
        turn=public["turn"],
        first=public["first"],
        round=public["round"],
        plays=public["plays"],
        colors={s: public["colors"][s] for s in facts.seats if s in public["colors"]},
        out=list(public["out"]),
        mines=_by_seat(facts, public["mines"]),
        hands=_by_seat(facts, public["hands"]),
        pile=list(public["pile"]),
        discard=[Card(*card) for card in public["discard"]],
        removed=[Card(*card) for card in public["removed"]],
        playing=Card(*public["playing"]) if public["playing"] is not None else None,
        middle=[Card(*card) for card in public["middle"]],
        partner=public["partner"],
        looked={
            s: dict.fromkeys(public["looked"][s]) for s in facts.seats if s in public["looked"]
        },
        closer=public["closer"],
        made=public["made"],
        solo=SoloState(**solo_parts(solo)) if solo is not None else None,
    )


def _by_seat(facts: Facts, cards: Mapping[str, Any]) -> dict[str, list[Card]]:
    return {s: [Card(*card) for card in cards[s]] for s in facts.seats if s in cards}


def solo_parts(solo: Mapping[str, Any]) -> dict[str, Any]:
    """Fresh copies of the fields of a solo game."""
    return {
        "colors": list(solo["colors"]),
        "placed": {color: sorted(solo["placed"][color]) for color in solo["colors"]},
        "skeletons": list(solo["skeletons"]),
        "pile": solo["pile"],
    }
