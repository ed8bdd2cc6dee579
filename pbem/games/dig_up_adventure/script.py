"""The game as its rulebook tells it: setup, turns, end."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.dig_up_adventure import solo
from pbem.games.dig_up_adventure.cards import (
    ADVENTURE,
    CENTRE,
    COLORS,
    COLORS_OUT,
    HAND,
    MINE,
    OUTSIDE,
    riches,
)
from pbem.games.dig_up_adventure.effects import RESIGNS, adventure, place, put_away
from pbem.games.dig_up_adventure.legal import color_choice, playing
from pbem.games.dig_up_adventure.scoring import scores
from pbem.games.dig_up_adventure.state import AdventureState, Card, start
from pbem.games.dig_up_adventure.supply import draw_to_hand, fill_up, out_of_hand
from pbem.script.asking import ask, until_over
from pbem.script.contract import Facts
from pbem.script.requests import Chosen, Faces, Script, draw, open_, shuffle


def setup(facts: Facts) -> Script[AdventureState]:
    """Everything up to the first decision; where colours are chosen, nothing is dealt yet."""
    state = start(facts)
    if state.colors:
        for seat, color in state.colors.items():
            say_color(state, seat, color)
        yield from deal(state)
    return state


def play(state: AdventureState) -> Script[None]:
    """From the start of a turn, or from the choice of colours, to the end."""
    if state.solo is not None:
        return until_over(state, solo.play(state, state.solo))
    return until_over(state, turns(state))


def turns(state: AdventureState) -> Script[None]:
    if not state.mines:
        yield from choose_colors(state)
        yield from deal(state)
    while not state.over:
        yield from take_turn(state)


def choose_colors(state: AdventureState) -> Script[None]:
    """In seat order, each a colour that is left (DU-2, DU-R2)."""
    for seat in state.facts.seats:
        if seat not in state.colors:
            state.turn = seat
            chosen = yield from ask(state, color_choice(state, seat), RESIGNS)
            state.colors[seat] = color = chosen.action["color"]
            say_color(state, seat, color)


def say_color(state: AdventureState, seat: str, color: str) -> None:
    name = state.facts.deck["colors"][color]
    state.say("DU-1", "{seat} collects {name}", seat=seat, name=name)


def deal(state: AdventureState) -> Script[None]:
    """The deal, in the order of DU-R33. Nobody sees how a Mine is laid out (DU-9, DU-R4)."""
    yield from take_colors_out(state)
    rest = yield from lay_mines(state)
    yield from turn_up_centres(state)
    state.pile = state.fresh(OUTSIDE)
    yield from shuffle(ADVENTURE, rest, tuple(state.pile))  # DU-12
    for seat in state.facts.seats:
        yield from draw_to_hand(state, seat, HAND, "DU-13")
    first: str = state.facts.options["first"]  # DU-14, DU-R3
    if first == "random":
        (first,) = yield from draw(state.facts.seats, 1)
    state.first = state.turn = first
    state.step = "play"
    state.say("DU-14", "{seat} begins", seat=first)


def take_colors_out(state: AdventureState) -> Script[None]:
    """Colours of nobody leave the game, with two or three players (DU-3 to DU-6, DU-R2)."""
    chosen = state.facts.options["colors_out"]
    count = COLORS_OUT[len(state.facts.seats)]
    if chosen == "random":
        left = [color for color in COLORS if color not in state.colors.values()]
        chosen = (yield from draw(left, count)) if count else []
    state.out = sorted(chosen)
    for color in state.out:
        name = state.facts.deck["colors"][color]
        state.say("DU-6", "{name} leaves the game", name=name)


def lay_mines(state: AdventureState) -> Script[list[str]]:
    """Nine cards each, seat by seat, positions 1 to 9 (DU-7 to DU-10, DU-17); returns the rest."""
    cards = riches(state.out)
    tokens = state.fresh(len(cards))
    yield from shuffle(cards, (), tuple(tokens))
    for seat in state.facts.seats:
        state.mines[seat] = [Card(token) for token in tokens[:MINE]]
        del tokens[:MINE]
        state.hands[seat] = []
        state.looked[seat] = {}
    return tokens


def turn_up_centres(state: AdventureState) -> Script[None]:
    """DU-11."""
    centres = [mine[CENTRE - 1].token for mine in state.mines.values()]
    opened = yield from open_(centres)
    for seat, token in zip(state.mines, centres, strict=True):
        state.mines[seat][CENTRE - 1] = Card(token, opened[token])
        state.say("DU-11", "{seat} turns up {face} at 5", seat=seat, face=opened[token])


def take_turn(state: AdventureState) -> Script[None]:
    """Play up to two cards, discard, draw (DU-25, DU-26). Only playing counts (DU-29).

    A turn of the last round is like any other (DU-105, DU-107, DU-R23).
    """
    chosen = yield from ask(state, playing(state), RESIGNS)
    while chosen.action["do"] != "discard":
        state.plays += 1
        effect = place if chosen.action["do"] == "place" else adventure
        yield from effect(state, chosen.action, chosen.faces)
        chosen = yield from ask(state, playing(state), RESIGNS)
    yield from discard(state, chosen)
    yield from fill_up(state, state.turn)  # DU-95: after the discards
    state.plays = 0
    yield from pass_turn(state)


def discard(state: AdventureState, chosen: Chosen) -> Script[None]:
    """Any cards, at least down to three (DU-92 to DU-94, DU-R31).

    A card named by its token is opened by the ruling (DU-R34).
    """
    names: Sequence[str] = chosen.action["cards"]
    tokens = {card.token for card in state.hands[state.turn]}
    hidden = [name for name in names if name in tokens]
    shown: Faces = chosen.faces
    if hidden:
        opened = yield from open_(hidden)
        names = [opened.get(name, name) for name in names]
        shown = {**shown, **opened}
    put_away(state, state.turn, [out_of_hand(state, name, shown) for name in names], "DU-92")


def pass_turn(state: AdventureState) -> Script[None]:
    """To the left (DU-15, DU-101); the round in which the end is triggered is the last, so that
    all have had as many turns (DU-106, DU-R23)."""
    following = state.after(state.turn)
    if following == state.first:
        if state.closer is not None:
            yield from finish(state)
            return
        state.round += 1
    state.turn = following
    state.say("DU-101", "round {round}: {seat}", round=state.round, seat=following)


def finish(state: AdventureState) -> Script[None]:
    """Turn up what is still face down, and count (DU-108, DU-115)."""
    mines = state.mines
    hidden = [card.token for mine in mines.values() for card in mine if card.face is None]
    if hidden:
        opened = yield from open_(hidden)
        state.forget(hidden)
        for seat, mine in mines.items():
            turned = [opened[card.token] for card in mine if card.face is None]
            mines[seat] = [Card(token, face or opened[token]) for token, face in mine]
            if turned:
                state.say("DU-108", "{seat} turns up {faces}", seat=seat, faces=" ".join(turned))
    state.over = True
    for seat, points in scores(state).items():
        state.say("DU-115", "{seat} has {points} points", seat=seat, points=points)
