"""Positions for the tests, written by hand: a row from the Dog House, hands, deliveries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.dig_dogs import GAME
from tests.games.driver import Table

PAIRS = ("BG", "BP", "BR", "BY", "GP", "GR", "GY", "PR", "PY", "RY")
BONES = tuple(pair + number for pair in PAIRS for number in "12")
BOWLS = ("=B", "=G", "=P", "=R", "=Y")
FIRST = dict(zip(PAIRS, "BBBBPRGPPR", strict=True))  # the bone on card 1 of each pair
FACES = {
    pair + number: FIRST[pair] if number == "1" else pair.replace(FIRST[pair], "")
    for pair in PAIRS
    for number in "12"
}

END = {"do": "end"}
DIG = {"do": "dig"}
KEEP = {"do": "dig", "put": None}


def move(to: int) -> dict[str, Any]:
    return {"do": "move", "to": to}


def put(card: str | None) -> dict[str, Any]:
    return {"do": "put", "card": card}


def dig_put(card: str | None) -> dict[str, Any]:
    return {"do": "dig", "put": card}


def drop(*cards: str) -> dict[str, Any]:
    return {"do": "drop", "cards": list(cards)}


def at(
    row: str,
    seats: tuple[str, ...] = ("Ania", "Bartek"),
    *,
    dogs: Mapping[str, int] | None = None,
    hands: Mapping[str, str] | None = None,
    delivered: Mapping[str, str] | None = None,
    rest: str | None = None,
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Table:
    """A table at a turn start; the first seat is to move.

    Cards of `row` lie from space 1 on. Bones and Bowls named nowhere lie beyond it, or,
    with `rest`, all such bones were delivered by that seat.
    """
    hold = {seat: (hands or {}).get(seat, "").split() for seat in seats}
    gone = {seat: (delivered or {}).get(seat, "").split() for seat in seats}
    yard = row.split()
    named = {*yard, *(c for cards in (*hold.values(), *gone.values()) for c in cards)}
    yard += [bowl for bowl in BOWLS if bowl not in named]
    over = [bone for bone in BONES if bone not in named]
    if rest is None:
        yard += over
    else:
        gone[rest] += over
    public = {c[:2] for cards in gone.values() for c in cards}
    position = {
        "yard": yard,
        "dogs": {seat: (dogs or {}).get(seat, 0) for seat in seats},
        "hands": hold,
        "delivered": {seat: [[c, FACES[c]] for c in cards] for seat, cards in gone.items()},
        "public_pairs": {pair: FIRST[pair] for pair in PAIRS if pair in public},
        "knows": {seat: [c[:2] for c in cards] for seat, cards in hold.items()},
        **fields,
    }
    firsts = {pair + "1": FIRST[pair] for pair in PAIRS}
    table = Table(GAME, seats, options=options, position=position, faces=firsts)
    for seat, cards in hold.items():
        table.hidden.known[seat] = {c: FACES[c] for c in cards}
    return table


def destinations(table: Table) -> list[int]:
    return [action["to"] for action in table.menu() if action["do"] == "move"]
