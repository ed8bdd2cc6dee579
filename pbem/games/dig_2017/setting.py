"""The deck file and the setup options: defaults and checks."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem.errors import Refused
from pbem.games.dig_2017.cards import STONES

CHOICES: Mapping[str, tuple[Any, ...]] = {  # the first is the default
    "recruit_count": ("rulebook", "inclusive"),  # DG-R11
    "werewolf_beside": (True, False),  # DG-R14
    "goal": (10, 5),  # DG-150, DG-R39
}
OPTIONS = ("first", *CHOICES)


@lru_cache(maxsize=1)
def _text() -> str:
    from importlib.resources import files  # slow to load, and a running table has its deck

    return files("pbem.games.dig_2017").joinpath("deck.json").read_text("utf-8")


def built_in() -> dict[str, Any]:
    """The deck file that comes with the game, a fresh object."""
    deck: dict[str, Any] = json.loads(_text())
    return deck


def check_deck(deck: Mapping[str, Any]) -> None:
    """What the schema cannot say. Raises Refused("deck/...").

    `deck` has passed schemas/deck.dig-2017.json, which knows the ids of the cards (DG-R4), the
    kinds of power (DG-R3), the number of Gems (DG-R47) and what a price is made of (DG-R5).
    """
    hill = deck["hill"]
    total = sum(hill.values())
    if total != deck["hill_total"]:  # DG-5
        message = f"the cards of the Hill are {total}, but hill_total says {deck['hill_total']}"
        raise _bad_deck("hill-total", "/hill_total", message, "count them again")
    if not any(hill.get(stone) for stone in STONES):
        message = "without a stone in the Hill no Gallery can ever be started"
        raise _bad_deck("stones", "/hill", message, f"put in one of {', '.join(STONES)}")
    ids = [companion["id"] for companion in deck["companions"]]
    for i, name in enumerate(ids):
        if name in ids[:i]:
            message = f"two Companions have the id {name}"
            hint = "give each an id of its own, also two of the same kind"
            raise _bad_deck("companions", f"/companions/{i}/id", message, hint)


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
    if not 2 <= len(seats) <= 4:  # DG-1
        message = f"{len(seats)} at the table; the game is for 2 to 4 players"
        raise _bad("seats", "", message, "name two, three or four seats")
    full: dict[str, Any] = {"first": _first(options.get("first", "random"), seats)}
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
    """DG-R1: a seat, or the word random, which therefore no seat may be called."""
    if "random" in seats:
        message = "a seat called random cannot be told from the option"
        raise _bad("first", "first", message, "give that seat another name")
    if isinstance(value, str) and value in (*seats, "random"):
        return value
    message = f"{_written(value)} is no seat"
    raise _bad("first", "first", message, f"one of {', '.join(seats)}, or random")


def _bad(code: str, name: str, message: str, hint: str) -> Refused:
    return Refused(f"option/{code}", message, at=f"/{name}" if name else "", hint=hint)
