"""Resigning, in every game, by commands: an action of the awaited seat, and of nobody else.

The clauses: DD-R28, DW-R33, DU-R34, DG-R44, DC-R37. Whoever has resigned is not awaited any
more and cannot win; when one seat is left the game ends, and that seat wins.
"""

from __future__ import annotations

import pytest

from tests.cli.conftest import Store
from tests.cli.world import ARBITER, RECORD, World

SEATS = ["ann", "bob", "cid"]
GAMES = ["dig-dogs", "dig-down-dwarf", "dig-up-adventure", "dig-2017", "dig-card-game"]


def seated(world: World, store: Store, game: str) -> None:
    name = f"{game} of three"
    if not store.copy(name, world):
        world.start(game, SEATS)
        store.keep(name, world)


@pytest.mark.parametrize("game", GAMES)
def test_until_one_seat_is_left_and_wins(game: str, world: World, store: Store) -> None:
    seated(world, store, game)
    (first,) = world.now()["awaited"]
    assert "  resign\n" in world.good(first, "moves", RECORD).out
    other = next(s for s in SEATS if s != first)
    world.refused(other, "move", RECORD, "resign", code="move/not-your-turn")
    said = world.good(first, "move", RECORD, "resign", "-o", "move.json").out
    assert f"{first}: resign" in said
    world.mail(first, "move.json", ARBITER)
    told = world.good(ARBITER, "judge", RECORD, "move.json").out
    assert f"{first} resigns" in told
    world.mail(ARBITER, RECORD, *SEATS)
    assert world.now()["state"]["resigned"] == [first]
    for _ in range(2):  # the game goes on without waiting for it
        assert world.now()["awaited"][0] != first
        world.turn(SEATS)
    (second,) = world.now()["awaited"]
    world.turn(SEATS, "resign")
    (last,) = (s for s in SEATS if s not in (first, second))
    assert world.now()["over"]
    assert world.now()["result"]["winners"] == [last]
    assert f"won by {last}" in world.good(last, "verify", RECORD).out


def test_who_resigns_alone_ends_the_game_without_a_win(world: World) -> None:
    """DU-R34: the solo variant. There is nobody to claim a lapse, or to take over."""
    world.start("dig-up-adventure", ["ann"], "--option", "variant=solo", "--replace", "absent")
    shown = world.good("ann", "show", RECORD).out
    assert "claim possible" not in shown
    world.refused("ann", "lapse", RECORD, code="lapse/by")
    world.keys("eve")
    world.mail(ARBITER, RECORD, "eve")
    world.refused("eve", "replace", RECORD, "--seat", "ann", code="replace/one-seat")
    world.turn(["ann"], "resign")
    assert world.now()["over"]
    assert world.now()["result"]["winners"] == []
    assert "t.json: proven" in world.good("ann", "verify", RECORD).out
