"""The deck file and the setup options: defaults and checks."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem.errors import Refused
from pbem.games.dig_card_game.cards import RANKS

CHOICES: Mapping[str, tuple[Any, ...]] = {  # the first is the default
    "start_tools": ("hidden", "open"),  # DC-R4
    "preview": ("off", "ten"),  # DC-140, DC-R29
    "pass_rule": ("out", "turn"),  # DC-R8
    "night_hire": (False, True),  # DC-R23
    "sell_tools": ("hand", "any"),  # DC-R24
    "gem_tally": ("off", "on"),  # DC-R6
}
OPTIONS = ("first", *CHOICES)
TOTALS = {"dwarves": 15, "gems": 28, "cave_ins": 7}


@lru_cache(maxsize=1)
def _text() -> str:
    from importlib.resources import files  # slow to load, and a running table has its deck

    return files("pbem.games.dig_card_game").joinpath("deck.json").read_text("utf-8")


def built_in() -> dict[str, Any]:
    """The deck file that comes with the game, a fresh object."""
    deck: dict[str, Any] = json.loads(_text())
    return deck


def check_deck(deck: Mapping[str, Any]) -> None:
    """What the schema cannot say. Raises Refused("deck/...").

    `deck` has passed schemas/deck.dig-card-game.json, which knows the number of Tools and of
    Provision cards, the gems that have to be there for DC-7, and what a price may be.
    """
    for name, total in TOTALS.items():
        there = sum(deck[name].values())
        if there != total:
            message = f"these are {there} cards, and the rulebook has {total}"
            code = name.replace("_", "-")
            raise _bad_deck(code, f"/{name}", message, "split them otherwise, with the same sum")
    ids = [card["id"] for card in deck["provisions"]]
    for i, card in enumerate(deck["provisions"]):
        if card["id"] in ids[:i]:
            message = f"two Provision cards have the id {card['id']}"
            hint = "give each an id of its own"
            raise _bad_deck("provisions", f"/provisions/{i}/id", message, hint)
        _check_hire(card, f"/provisions/{i}")


def _check_hire(card: Mapping[str, Any], at: str) -> None:
    """A rank needs a price unless it is on strike (DC-R10)."""
    for rank in RANKS:
        if rank not in card["hire"] and rank not in card["strike"]:
            message = f"{card['id']} has no price for a Dwarf of the rank {rank}"
            hint = f"give the price, or name {rank} under strike"
            raise _bad_deck("hire", f"{at}/hire", message, hint)


def _bad_deck(code: str, at: str, message: str, hint: str) -> Refused:
    return Refused(f"deck/{code}", message, at=at, hint=hint)


def check_options(
    options: Mapping[str, Any], seats: Sequence[str], deck: Mapping[str, Any]
) -> dict[str, Any]:
    """All options with defaults filled in. Raises Refused("option/...")."""
    for name in options:
        if name not in OPTIONS:
            hint = f"its options are {', '.join(OPTIONS)}"
            raise _bad("unknown", name, f"this game has no option {name}", hint)
    if not 2 <= len(seats) <= 4:  # DC-1
        message = f"{len(seats)} at the table; the game is for 2 to 4 players"
        raise _bad("seats", "", message, "name two, three or four seats")
    full: dict[str, Any] = {"first": _first(options.get("first", seats[0]), seats)}
    for name, values in CHOICES.items():
        value = options.get(name, values[0])
        if not any(type(value) is type(known) and value == known for known in values):
            hint = "use " + " or ".join(_written(known) for known in values)
            message = f"{name} cannot be {_written(value)}"
            raise _bad(name.replace("_", "-"), name, message, hint)
        full[name] = value
    return full


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _first(value: Any, seats: Sequence[str]) -> str:
    """DC-R2: a seat, the youngest, or the word random, which therefore no seat may be called."""
    if "random" in seats:
        message = "a seat called random cannot be told from the option"
        raise _bad("first", "first", message, "give that seat another name")
    if isinstance(value, str) and value in (*seats, "random"):
        return value
    message = f"{_written(value)} is no seat"
    raise _bad("first", "first", message, f"one of {', '.join(seats)}, or random")


def _bad(code: str, name: str, message: str, hint: str) -> Refused:
    return Refused(f"option/{code}", message, at=f"/{name}" if name else "", hint=hint)
