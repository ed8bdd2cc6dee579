"""A table that is not played to its end: the arbiter ends it, without a result, by command."""

from __future__ import annotations

import json

import pytest

from tests.cli.absence import DONE, FREE, SEATS, Clock, hosted, seated
from tests.cli.conftest import Store
from tests.cli.world import ARBITER, RECORD, World

pytestmark = pytest.mark.usefixtures("example", "plain")


@pytest.fixture
def table(world: World, store: Store, clock: Clock) -> World:
    """The example game, with hidden cards, after ann's first turn."""
    seated(world, store, "example")
    world.turn(SEATS, DONE)
    world.settle(*SEATS)
    return world


def test_it_has_no_result_and_can_be_checked_to_the_bottom(table: World) -> None:
    said = table.good(ARBITER, "judge", RECORD, "--break-off").out
    assert "4. the arbiter ends the table without a result" in said
    assert "the game is over" in said
    assert "Mail t.json to everybody." in said
    now = table.now()
    assert (now["over"], now["awaited"], "result" in now) == (True, [], False)
    (ruling,) = json.loads(table.file(ARBITER).read_bytes())["entries"][4]
    assert ruling["answers"] == [] and "secret" in ruling
    table.mail(ARBITER, RECORD, *SEATS, "nobody")
    checked = table.good("nobody", "verify", RECORD).out
    assert "t.json: proven, broken off without a result" in checked
    assert "won by" not in checked
    assert "4. the arbiter ends the table without a result" in table.good("bob", "show", RECORD).out


def test_nothing_comes_after_it(table: World) -> None:
    table.good("bob", "move", RECORD, FREE)
    table.good(ARBITER, "judge", RECORD, "--break-off")
    table.mail(ARBITER, RECORD, *SEATS)
    table.settle(*SEATS)
    table.refused("bob", "move", RECORD, FREE, code="move/game-over")
    table.refused("cid", "lapse", RECORD, "--time-is-up", code="statement/game-over")
    again = table.refused(ARBITER, "judge", RECORD, "--break-off", code="ruling/too-early")
    assert again["message"] == "this table was ended already, without a result, by entry 4"
    table.mail("bob", "bob-4-move.json", ARBITER)
    late = table.run(ARBITER, "judge", RECORD, "bob-4-move.json")
    assert late.status == 1
    assert "entry 4 is complete with the end of the table" in late.err


@pytest.mark.parametrize("who", ["bob", "nobody"])
def test_no_move_is_listed_and_nobody_is_awaited(table: World, who: str) -> None:
    """bob, at whose turn it was ended, the same as whoever has the file alone."""
    table.good(ARBITER, "judge", RECORD, "--break-off")
    table.mail(ARBITER, RECORD, "bob", "nobody")
    assert table.good(who, "moves", RECORD).out == "The game is over.\n"
    listed = table.good(who, "moves", RECORD, "--json").json
    assert (listed["awaited"], listed["actions"], listed["forms"]) == (None, [], [])
    assert table.good(who, "show", RECORD, "--json").json["awaited"] == []
    assert "waiting for" not in table.good(who, "show", RECORD).out


def test_what_waits_for_a_ruling_is_ruled_on_first(table: World) -> None:
    table.good("bob", "move", RECORD, FREE)
    table.mail("bob", "bob-4-move.json", ARBITER)
    said = table.good(ARBITER, "judge", RECORD, "bob-4-move.json", "--break-off").out
    assert "4. bob: free" in said and "5. the arbiter ends" in said


def test_only_the_arbiter_may(table: World) -> None:
    for who in SEATS:
        error = table.refused(who, "judge", RECORD, "--break-off", code="ruling/not-arbiter")
        assert "--identity" in error["hint"]


def test_a_table_that_never_started_is_left_alone(world: World) -> None:
    world.keys(ARBITER)
    world.good(ARBITER, "new", "example", "--seat", "ann", "--seat", "bob", "-o", RECORD)
    error = world.refused(ARBITER, "judge", RECORD, "--break-off", code="ruling/too-early")
    assert "simply left alone" in error["hint"]


def test_dealt_by_seats_there_is_nobody_to_do_it(world: World, clock: Clock) -> None:
    """Not even the host: ann."""
    hosted(world)
    for who in ("ann", "bob"):
        error = world.refused(who, "judge", RECORD, "--break-off", code="ruling/too-early")
        assert error["message"].endswith("can be broken off: at this one the seats deal")
        assert "never started" not in error["hint"] and "open another one" in error["hint"]


def test_where_neither_lapse_nor_replacement_is_allowed_it_is_what_is_left(
    world: World, store: Store, clock: Clock
) -> None:
    seated(world, store, "example", "--lapse", "never")
    for who, args in (("bob", ["lapse", RECORD]), ("bob", ["consent", RECORD])):
        hint = world.run(who, *args, "--json").json["errors"][0]["hint"]
        assert hint
    assert "pbem judge --break-off" in world.run("bob", "lapse", RECORD).err
    world.good(ARBITER, "judge", RECORD, "--break-off")
    assert world.now()["over"]
