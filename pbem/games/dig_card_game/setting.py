"""The deck file and the setup options: defaults and checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import Refused
from pbem.games.dig_card_game.cards import RANKS
from pbem.script.options import Choices, check_names, check_seats, chosen, first_seat

CHOICES: Choices = {
    "start_tools": ("hidden", "open"),  # DC-R4
    "preview": ("off", "ten"),  # DC-140, DC-R29
    "pass_rule": ("out", "turn"),  # DC-R8
    "night_hire": (False, True),  # DC-R23
    "sell_tools": ("hand", "any"),  # DC-R24
    "gem_tally": ("off", "on"),  # DC-R6
}
OPTIONS = ("first", *CHOICES)
TOTALS = {"dwarves": 15, "gems": 28, "cave_ins": 7}


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


def check_options(options: Mapping[str, Any], seats: Sequence[str]) -> dict[str, Any]:
    """All options with defaults filled in. Raises Refused("option/...")."""
    check_names(options, OPTIONS)
    check_seats(seats, 2, 4, "name two, three or four seats")  # DC-1
    first = first_seat(options.get("first", seats[0]), seats)  # DC-23, DC-R2: the youngest
    return {"first": first, **chosen(options, CHOICES)}
