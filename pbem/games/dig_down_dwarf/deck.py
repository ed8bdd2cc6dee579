"""The deck file and the options: what they may say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import Refused
from pbem.games.dig_down_dwarf.gems import EXIST
from pbem.script.options import Choices, bad, check_names, chosen, first_seat

POWERS = ("wild", "draw", "swap", "raid")  # DW-R1: learned in the deck file's order
BONUS = 5
CHOICES: Choices = {
    "quads": ("three", "strict"),
    "power_limit": ("per_six", "per_turn"),
    "diamond_rule": ("swap_only", "strict"),
    "ties": ("shared", "ladder"),
}


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


def check_options(
    options: Mapping[str, Any], seats: Sequence[str], deck: Mapping[str, Any]
) -> dict[str, Any]:
    """All options with defaults filled in. Raises Refused("option/...")."""
    check_names(options, ("first", "dwarfs", *CHOICES))
    return {
        "first": first_seat(options.get("first", seats[0]), seats),  # DW-R27
        "dwarfs": _dwarfs(options.get("dwarfs", "random"), seats, deck),
        **chosen(options, CHOICES),
    }


def _dwarfs(value: Any, seats: Sequence[str], deck: Mapping[str, Any]) -> str | list[str]:
    """DW-4: dealt at random, or a list of ids in seat order."""
    if value == "random":
        return "random"
    ids = [dwarf["id"] for dwarf in deck["dwarfs"]]
    hint = f"list {len(seats)} of {', '.join(ids)}, in seat order, or say random"
    if not isinstance(value, list) or len(value) != len(seats):
        raise bad("dwarfs", "dwarfs", "a list with one dwarf per seat is wanted", hint)
    if any(dwarf not in ids for dwarf in value) or len(set(value)) != len(value):
        raise bad("dwarfs", "dwarfs", "each seat has a different dwarf of the deck", hint)
    return list(value)
