"""Checking the options of a table, for `Game.check_options`. Codes are `option/...`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.errors import Refused

Choices = Mapping[str, Sequence[Any]]
"""Option -> its values, the default first."""


class Watched(Mapping[str, Any]):
    """Options that know whether anything was asked of them."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._options = options
        self.asked = False

    def __getitem__(self, name: str) -> Any:
        self.asked = True
        return self._options[name]

    def __iter__(self) -> Iterator[str]:
        self.asked = True
        return iter(self._options)

    def __len__(self) -> int:
        self.asked = True
        return len(self._options)


def bad(code: str, name: str, message: str, hint: str) -> Refused:
    """The refusal of an option; `name` "" where it is no single one."""
    return Refused(f"option/{code}", message, at=f"/{name}" if name else "", hint=hint)


def check_names(options: Iterable[str], known: Sequence[str]) -> None:
    """Raises Refused("option/unknown")."""
    for name in options:
        if name not in known:
            message = f"this game has no option {written(name)}"
            hint = f"its options are {', '.join(known)}"
            raise Refused("option/unknown", message, at=f"/{name}", hint=hint)


def check_seats(seats: Sequence[str], fewest: int, most: int, hint: str) -> None:
    """Raises Refused("option/seats")."""
    if not fewest <= len(seats) <= most:
        message = f"{len(seats)} at the table; the game is for {fewest} to {most} players"
        raise bad("seats", "", message, hint)


def first_seat(value: Any, seats: Sequence[str]) -> str:
    """A seat, or the word random, which therefore no seat may be called.

    Raises Refused("option/first").
    """
    if "random" in seats:
        message = "a seat called random cannot be told from the option"
        raise bad("first", "first", message, "give that seat another name")
    if isinstance(value, str) and value in (*seats, "random"):
        return value
    hint = f"name one of {', '.join(seats)}, or random"
    raise bad("first", "first", f"{written(value)} is no seat", hint)


def chosen(options: Mapping[str, Any], choices: Choices) -> dict[str, Any]:
    """Of each option one of its values. Raises Refused("option/<name>"), its `_` as `-`."""
    return {name: _one(name, options.get(name, v[0]), v) for name, v in choices.items()}


def _one(name: str, value: Any, values: Sequence[Any]) -> Any:
    # 1 equals True, and yet it is another value in a file.
    if any(type(value) is type(known) and value == known for known in values):
        return value
    hint = "use " + " or ".join(written(known) for known in values)
    raise bad(name.replace("_", "-"), name, f"{name} cannot be {written(value)}", hint)


def written(value: Any) -> str:
    """A value as it stands behind `--option name=`."""
    return value if isinstance(value, str) else json.dumps(value)
