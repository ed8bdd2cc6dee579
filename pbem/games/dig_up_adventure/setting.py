"""The deck file and the setup options: defaults and checks."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import Refused
from pbem.games.dig_up_adventure.cards import COLORS, COLORS_OUT, COPIES, VALUES
from pbem.games.dig_up_adventure.scoring import (
    IDOL,
    OTHER_RIGHT,
    OTHER_WRONG,
    OWN_RIGHT,
    OWN_WRONG,
)
from pbem.script.options import bad, check_names, check_seats, first_seat

PRINTED: Mapping[str, Any] = {
    "values": list(VALUES),
    "adventure": dict(COPIES),
    "idol": 4,
    "skeleton": 4,
    "colors_out": {str(players): out for players, out in COLORS_OUT.items()},
    "points": {
        "own_right": OWN_RIGHT,
        "own_wrong": OWN_WRONG,
        "other_right": OTHER_RIGHT,
        "other_wrong": OTHER_WRONG,
        "idol": IDOL,
        "skeleton": 0,
    },
}
OPTIONS = ("variant", "colors", "colors_out", "first", "tie_rule")
SOLO_OPTIONS = ("variant", "colors")
VARIANTS = ("normal", "solo")
TIE_RULES = ("run", "placed", "adjacent")  # DU-R24


def check_deck(deck: Mapping[str, Any]) -> None:
    """Raise Refused("deck/...") unless only names of colours differ from what is printed.

    `deck` has passed schemas/deck.dig-up-adventure.json.
    """
    names = list(deck["colors"].values())
    if sorted(deck["colors"]) != sorted(COLORS) or len(set(names)) != len(names):
        message = f"six colours with different names are wanted: {', '.join(COLORS)}"
        raise _bad_deck("colors", message)
    for name, value in PRINTED.items():
        if deck[name] != value:
            raise _bad_deck(name, f"{name} is not as printed: {json.dumps(value)}")


def _bad_deck(name: str, message: str) -> Refused:
    hint = "only the names of the colours can be changed"
    return Refused(f"deck/{name.replace('_', '-')}", message, at=f"/{name}", hint=hint)


def check_options(
    options: Mapping[str, Any], seats: Sequence[str], deck: Mapping[str, Any]
) -> dict[str, Any]:
    """All options of the variant, defaults filled in. Raise Refused("option/...") for a bad one."""
    check_names(options, OPTIONS)
    variant = options.get("variant", "normal")
    if variant not in VARIANTS:
        raise bad("variant", "variant", f"{variant!r} is no variant", "normal or solo")
    if variant == "solo":
        return _solo(options, seats)
    check_seats(seats, 2, 4, "one player alone plays --option variant=solo")  # DU-R1
    out = _out(options.get("colors_out", "random"), len(seats))
    return {
        "variant": variant,
        "colors": _colors(options.get("colors", "choose"), len(seats), out),
        "colors_out": out,
        "first": first_seat(options.get("first", "random"), seats),  # DU-14, DU-R3
        "tie_rule": _tie_rule(options.get("tie_rule", "run")),
    }


def _solo(options: Mapping[str, Any], seats: Sequence[str]) -> dict[str, Any]:
    if len(seats) != 1:
        message = f"{len(seats)} at the table; the solo variant is for one player"
        raise bad("seats", "", message, "leave the option variant out")
    for name in options:
        if name not in SOLO_OPTIONS:
            message = f"the solo variant has no option {name}"
            raise bad("solo", name, message, f"its options are {', '.join(SOLO_OPTIONS)}")
    return {"variant": "solo", "colors": _colors(options.get("colors", "choose"), 4, ())}


def _letters(value: Any, count: int) -> bool:
    """A list of so many different letters."""
    return (
        isinstance(value, list)
        and len(value) == count
        and all(isinstance(letter, str) and len(letter) == 1 for letter in value)
        and all(letter in COLORS for letter in value)
        and len(set(value)) == len(value)
    )


def _colors(value: Any, count: int, out: str | Sequence[str]) -> str | list[str]:  # DU-2, DU-R2
    if value == "choose":
        return "choose"
    hint = f"choose, or a list of {count} different letters of {', '.join(COLORS)}"
    if not _letters(value, count):
        raise bad("colors", "colors", f"{value!r} does not give each its colour", hint)
    both = [letter for letter in value if out != "random" and letter in out]
    if both:
        raise bad("colors", "colors", f"{both[0]} leaves the game by colors_out", hint)
    return list(value)


def _out(value: Any, players: int) -> str | list[str]:  # DU-R2
    if value == "random":
        return "random"
    count = COLORS_OUT[players]
    if not _letters(value, count):
        hint = f"random, or a list of {count} different letters of {', '.join(COLORS)}"
        message = f"with {players} players {count} colours leave the game, not {value!r}"
        raise bad("colors-out", "colors_out", message, hint)
    return list(value)


def _tie_rule(value: Any) -> str:
    if isinstance(value, str) and value in TIE_RULES:
        return value
    raise bad("tie-rule", "tie_rule", f"{value!r} is no tie rule", ", ".join(TIE_RULES))
