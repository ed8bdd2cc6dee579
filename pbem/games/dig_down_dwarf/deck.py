"""The deck file and the options: what they may say."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem.errors import Refused
from pbem.games.dig_down_dwarf.gems import EXIST

POWERS = ("wild", "draw", "swap", "raid")  # DW-R1: learned in the deck file's order
BONUS = 5
CHOICES = {  # the first is the default
    "quads": ("three", "strict"),
    "power_limit": ("per_six", "per_turn"),
    "diamond_rule": ("swap_only", "strict"),
    "ties": ("shared", "ladder"),
}


@lru_cache(maxsize=1)
def _text() -> str:
    from importlib.resources import files  # slow to load, and a running table has its deck

    return files(__package__).joinpath("deck.json").read_text("utf-8")


def built_in() -> dict[str, Any]:
    deck: dict[str, Any] = json.loads(_text())
    return deck


def _bad(message: str, at: str, hint: str = "") -> Refused:
    return Refused(f"deck/{at.split('/')[1]}", message, at=at, hint=hint)


def check_deck(deck: Mapping[str, Any]) -> None:
    """What the schema cannot say. Raises Refused("deck/...")."""
    dice = deck["dice"]
    if len(dice) != 4 or len(set(dice)) != 4:
        raise _bad("the game has four dice of different colours", "/dice")
    if dict(deck["gems"]) != EXIST:
        counts = ", ".join(f"{n} {gem}" for gem, n in EXIST.items())
        raise _bad("the number of gems is fixed", "/gems", f"write {counts}")
    if sorted(deck["powers"]) != sorted(POWERS):
        raise _bad(f"each of the powers {', '.join(POWERS)} comes once", "/powers")
    dwarfs = deck["dwarfs"]
    if len(dwarfs) != 4 or len({dwarf["id"] for dwarf in dwarfs}) != 4:
        raise _bad("the game has four dwarfs with different ids", "/dwarfs")
    for i, dwarf in enumerate(dwarfs):
        _check_dwarf(dwarf, dice, f"/dwarfs/{i}")


def _check_dwarf(dwarf: Mapping[str, Any], dice: Sequence[str], at: str) -> None:
    if dwarf["die"] not in dice:
        raise _bad(f"{dwarf['die']} is none of the dice", f"{at}/die", f"use {', '.join(dice)}")
    wants = dwarf["wants"]
    if not wants:
        raise _bad("a dwarf wants at least one gem", f"{at}/wants")
    for gem, count in wants.items():
        if gem not in EXIST or not 1 <= count <= EXIST[gem]:
            raise _bad("a dwarf cannot want more gems than exist", f"{at}/wants/{gem}")
    if dwarf["bonus"] != BONUS:
        raise _bad("the bonus is 5 VP for every dwarf", f"{at}/bonus")


def _option(name: str, message: str, hint: str) -> Refused:
    return Refused(f"option/{name}", message, at=f"/{name}", hint=hint)


def check_options(
    options: Mapping[str, Any], seats: Sequence[str], deck: Mapping[str, Any]
) -> dict[str, Any]:
    """All options with defaults filled in. Raises Refused("option/...")."""
    allowed = ("first", "dwarfs", *CHOICES)
    for name in options:
        if name not in allowed:
            message = f"this game has no option {name}"
            hint = f"its options are {', '.join(allowed)}"
            raise Refused("option/unknown", message, at=f"/{name}", hint=hint)
    full = {
        "first": _first(options.get("first", seats[0]), seats),
        "dwarfs": _dwarfs(options.get("dwarfs", "random"), seats, deck),
    }
    for name, values in CHOICES.items():
        value = options.get(name, values[0])
        if value not in values:
            raise _option(name, f"{name} cannot be {value!r}", f"use {' or '.join(values)}")
        full[name] = value
    return full


def _first(value: Any, seats: Sequence[str]) -> str:
    """DW-R27: a seat, or the word random, which therefore no seat may be called."""
    if "random" in seats:
        message = "a seat called random cannot be told from the option"
        raise _option("first", message, "give that seat another name")
    if value != "random" and value not in seats:
        hint = f"name one of {', '.join(seats)}, or random"
        raise _option("first", "no seat of this name", hint)
    return str(value)


def _dwarfs(value: Any, seats: Sequence[str], deck: Mapping[str, Any]) -> str | list[str]:
    """DW-4: dealt at random, or a list of ids in seat order."""
    if value == "random":
        return "random"
    ids = [dwarf["id"] for dwarf in deck["dwarfs"]]
    hint = f"list {len(seats)} of {', '.join(ids)}, in seat order, or say random"
    if not isinstance(value, list) or len(value) != len(seats):
        raise _option("dwarfs", "a list with one dwarf per seat is wanted", hint)
    if any(dwarf not in ids for dwarf in value) or len(set(value)) != len(value):
        raise _option("dwarfs", "each seat has a different dwarf of the deck", hint)
    return list(value)
