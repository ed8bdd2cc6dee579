"""The deck file and the setup options: defaults and checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import Refused
from pbem.games.dig_2017.cards import STONES
from pbem.script.options import Choices, check_names, check_seats, chosen, first_seat

CHOICES: Choices = {
    "recruit_count": ("rulebook", "inclusive"),  # DG-R11
    "werewolf_beside": (True, False),  # DG-R14
    "goal": (10, 5),  # DG-150, DG-R39
}
OPTIONS = ("first", *CHOICES)


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


def check_options(options: Mapping[str, Any], seats: Sequence[str]) -> dict[str, Any]:
    """All options with defaults filled in. Raises Refused("option/...")."""
    check_names(options, OPTIONS)
    check_seats(seats, 2, 4, "name two, three or four seats")  # DG-1
    first = first_seat(options.get("first", "random"), seats)  # DG-8, DG-R1
    return {"first": first, **chosen(options, CHOICES)}
