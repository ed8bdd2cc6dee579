"""Decks and the face-up supply: how cards come off, and go under (DC-30 to DC-35, DC-R20).

No seat holds a card of these decks, so nothing is shuffled beforehand: a card is picked from
what its batch still has. Only the Tools of a hidden deal lie under tokens (DC-R4).
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.games.dig_card_game.state import MineState
from pbem.script.requests import Script, draw, open_


def take_off(batches: list[list[str]], count: int) -> Script[list[str]]:
    """`count` cards from the front; fewer when no more are there (DC-R20, DC-R21)."""
    got: list[str] = []
    while batches and len(got) < count:
        front = batches[0]
        cards = yield from draw(tuple(front), min(count - len(got), len(front)))
        got += cards
        if len(cards) == len(front):
            del batches[0]
        else:
            batches[0] = [card for card in front if card not in cards]
    return got


def put_under(batches: list[list[str]], cards: Iterable[str]) -> None:
    """A batch whose contents all know, and its order nobody; nothing makes none (DC-R20)."""
    batch = [*cards]
    if batch:
        batches.append(batch)


def turn_up(state: MineState) -> Script[None]:
    """A new Day's prices and supply, in the order of DC-35."""
    yield from turn_up_prices(state)
    yield from turn_up_dwarves(state)
    yield from turn_up_tools(state)


def turn_up_prices(state: MineState) -> Script[None]:
    """One of those not used yet; the four set aside are among them till the end (DC-13, DC-30,
    DC-31)."""
    (card,) = yield from draw(tuple(state.provisions), 1)
    state.provisions.remove(card)
    state.prices = card
    state.say("DC-30", "today's prices: {card}", card=card)


def turn_up_dwarves(state: MineState) -> Script[None]:
    """As many face up as there are seats, those of yesterday among them (DC-32, DC-34)."""
    wanted = len(state.facts.seats) - len(state.dwarves)
    decks = [state.dwarf_deck] if state.dwarf_deck else []
    came = yield from take_off(decks, wanted)
    state.dwarf_deck = decks[0] if decks else []
    state.dwarves += came
    _say(state, "DC-32", "Dwarves", came, len(state.dwarves))


def turn_up_tools(state: MineState) -> Script[None]:
    """Two more than there are seats (DC-33, DC-34); the batches lie below the tokens."""
    wanted = len(state.facts.seats) + 2 - len(state.tools)
    came: list[str] = []
    if wanted > 0 and state.tool_tokens:
        top = state.tool_tokens[:wanted]
        del state.tool_tokens[:wanted]
        opened = yield from open_(top)
        came = [opened[token] for token in top]
    came += yield from take_off(state.tool_deck, wanted - len(came))
    state.tools += came
    _say(state, "DC-33", "Tools", came, len(state.tools))


def _say(state: MineState, clause: str, what: str, came: list[str], there: int) -> None:
    if came:
        text = "{what} turned up: {cards}; {there} in the supply"
        state.say(clause, text, what=what, cards=" ".join(came), there=there)


def unmark(state: MineState, pieces: Iterable[str]) -> None:
    """A piece that leaves its owner has no marks (DC-R14)."""
    for piece in pieces:
        for marks in (state.moved, state.dug, state.mined):
            if piece in marks:
                marks.remove(piece)
