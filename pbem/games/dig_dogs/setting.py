"""The deck file and the setup options: defaults and checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import Refused
from pbem.games.dig_dogs.cards import ACTIONS, COLOURS, HAND_LIMIT, PAIRS, RANGE, VALUES
from pbem.script.options import bad, check_names, check_seats, first_seat

PRINTED: Mapping[str, Any] = {
    "range": list(RANGE),
    "values": list(VALUES),
    "hand_limit": HAND_LIMIT,
    "actions": ACTIONS,
}
OPTIONS = ("first", "dogs", "idle_rounds")


def check_deck(deck: Mapping[str, Any]) -> None:
    """Raise Refused("deck/...") unless only names differ from the printed cards.

    `deck` has passed schemas/deck.dig-dogs.json.
    """
    if sorted(deck["colours"]) != list(COLOURS):
        raise _bad_deck("colours", "/colours", f"the five colours are {', '.join(COLOURS)}")
    _check_names("colours", list(deck["colours"].values()))
    if len(deck["dogs"]) != 4:
        raise _bad_deck("dogs", "/dogs", "there are four Dogs")
    _check_names("dogs", deck["dogs"])
    _check_bones(deck["bones"])
    for name, value in PRINTED.items():
        if deck[name] != value:
            raise _bad_deck(name.replace("_", "-"), f"/{name}", f"{name} must be {value}")


def _check_bones(bones: Sequence[Mapping[str, Any]]) -> None:
    found = Counter(("".join(sorted(bone["scents"])), bone["bone"]) for bone in bones)
    wanted = Counter((pair, colour) for pair in PAIRS for colour in pair)
    if found != wanted:
        pair, bone = min((wanted - found) or (found - wanted))
        message = f"each pair of scents hides each of its colours once; see {pair} with {bone}"
        raise _bad_deck("bones", "/bones", message)


def _check_names(what: str, names: Sequence[str]) -> None:
    if len(set(names)) != len(names):
        raise _bad_deck(what, f"/{what}", f"a name stands twice among the {what}")


def _bad_deck(code: str, at: str, message: str) -> Refused:
    hint = "only the names of colours and Dogs can be changed"
    return Refused(f"deck/{code}", message, at=at, hint=hint)


def check_options(
    options: Mapping[str, Any], seats: Sequence[str], deck: Mapping[str, Any]
) -> dict[str, Any]:
    """All three options, defaults filled in. Raise Refused("option/...") for a bad one."""
    check_names(options, OPTIONS)
    check_seats(seats, 2, 4, "name 2 to 4 seats")  # DD-R1
    return {
        "first": first_seat(options.get("first", seats[0]), seats),  # DD-R6
        "dogs": _dogs(options.get("dogs", list(deck["dogs"][: len(seats)])), seats, deck),
        "idle_rounds": _idle_rounds(options.get("idle_rounds", 0)),
    }


def _dogs(value: Any, seats: Sequence[str], deck: Mapping[str, Any]) -> str | list[str]:  # DD-R7
    if value == "choose":
        return "choose"
    names = deck["dogs"]
    if (
        isinstance(value, list)
        and len(value) == len(seats)
        and all(isinstance(dog, str) and dog in names for dog in value)
        and len(set(value)) == len(value)
    ):
        return list(value)
    hint = f"choose, or a list of {len(seats)} different Dogs of {', '.join(names)}"
    raise bad("dogs", "dogs", f"{value!r} does not give each seat a Dog of its own", hint)


def _idle_rounds(value: Any) -> int:  # DD-R24
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise bad("idle-rounds", "idle_rounds", f"{value!r} is no number of rounds", "0 (off) or more")
