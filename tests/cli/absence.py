"""Tables with somebody missing: a clock that a test sets, and three seats at the tests' games.

The day is 1 July 2026, 12:05 UTC, when everybody has seen that ann is to move; the policy of
every table here is seven days.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Store
from tests.cli.world import ARBITER, RECORD, World

SEATS = ["ann", "bob", "cid"]
START = 1782907500  # 2026-07-01 12:05 UTC
HOUR = 3600
DAY = 24 * HOUR
DONE = json.dumps({"do": "done"})
FREE = json.dumps({"do": "free"})
ROLL = json.dumps({"do": "roll"})


class Clock:
    """What the program takes for the time of day."""

    def __init__(self) -> None:
        self.seconds = START

    def __call__(self) -> int:
        return self.seconds

    def after(self, *, days: int = 0, hours: int = 0) -> None:
        """So long after the start."""
        self.seconds = START + days * DAY + hours * HOUR


def seated(world: World, store: Store, game: str, *options: str) -> World:
    """An arbiter's table, started once for all tests that want the same."""
    name = " ".join([game, *options])
    if not store.copy(name, world):
        world.start(game, SEATS, *options)
        store.keep(name, world)
    return world


def hosted(world: World, *options: str, seats: Sequence[str] = SEATS) -> World:
    """The dice game dealt by its seats. ann is the host, and the others get her record."""
    world.keys(*seats)
    named = [part for seat in seats for part in ("--seat", seat)]
    how = ["--dealing", "seats", "--host", "ann", *options]
    world.good("ann", "new", "plain", *named, *how, "-o", RECORD)
    world.mail("ann", RECORD, *seats[1:])
    for step, n in (("join", 1), ("ready", 2)):
        for seat in seats:
            rest = ["--seat", seat] if step == "join" else ["--yes"]
            world.good(seat, step, RECORD, *rest)
            if seat != "ann":
                world.mail(seat, f"{seat}-{n}-{step}.json", "ann")
        world.good("ann", "judge", RECORD, *[f"{s}-{n}-{step}.json" for s in seats])
        world.mail("ann", RECORD, *seats[1:])
    world.settle(*seats)
    return world


def spread(world: World, source: str = ARBITER, *more: str) -> None:
    """The newest record goes to everybody, and everybody reads it."""
    everybody = [who for who in (*SEATS, *more) if who != source]
    world.mail(source, RECORD, *everybody)
    world.settle(*everybody)
