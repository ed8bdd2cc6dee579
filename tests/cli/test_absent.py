"""A seat that does not answer: since when, who may claim that, and what comes of a claim.

docs/protocol.md, Lapse. Times of the journal: ann is awaited since 1 July 2026, 12:05. With
seven days each, bob may claim from 8 July, 12:05 on, cid from the 15th, bob again from the 22nd.
"""

from __future__ import annotations

import json
import shutil

import pytest

from tests.cli.absence import DAY, DONE, FREE, ROLL, SEATS, START, Clock, hosted, seated, spread
from tests.cli.conftest import Store
from tests.cli.world import ARBITER, RECORD, World, write

pytestmark = pytest.mark.usefixtures("example", "plain", "market")

CLAIM = "bob-3-lapse.json"


@pytest.fixture
def table(world: World, store: Store, clock: Clock) -> World:
    """The example game, whose default ends the turn and draws nothing."""
    return seated(world, store, "example")


@pytest.fixture
def dice(world: World, store: Store, clock: Clock) -> World:
    """The dice game, whose default is a roll."""
    return seated(world, store, "plain")


def late(world: World, who: str = "bob") -> str:
    """The line of `show` that tells of ann."""
    lines = world.good(who, "show", RECORD).out.splitlines()
    return next((line for line in lines if "claim possible" in line), "")


def ruled(world: World, *names: str) -> str:
    out = world.good(ARBITER, "judge", RECORD, *names, "--time-is-up").out
    spread(world)
    return out


def claimed(world: World, clock: Clock) -> None:
    """bob's claim, in turn, has reached the arbiter."""
    clock.after(days=7)
    world.good("bob", "lapse", RECORD)
    world.mail("bob", CLAIM, ARBITER)


# --- what show tells ---


def test_show_tells_since_when_and_when_a_claim_is_possible(table: World, clock: Clock) -> None:
    """168 hours less 137 are 31."""
    assert late(table) == "ann: awaited since 2026-07-01 12:05, claim possible in 7 d (bob)"
    clock.after(hours=137)
    assert late(table) == "ann: awaited since 2026-07-01 12:05, claim possible in 31 h (bob)"
    assert late(table, ARBITER) == late(table)
    assert late(table, "ann") == late(table)
    assert late(table, "cid") == late(table) + ", in 8 d 7 h"
    assert f"{late(table, 'cid')}\n  (cid)\n" in table.good("cid", "show", RECORD).out
    assert "pbem lapse" not in table.good("bob", "show", RECORD).out


def test_the_right_to_claim_moves_on_by_one_seat(table: World, clock: Clock) -> None:
    clock.after(days=7)
    since = "ann: late since 2026-07-08 12:05, claim possible"
    assert late(table) == f"{since} now (bob), in 7 d (cid)"
    assert "You may claim the lapse: pbem lapse t.json" in table.good("bob", "show", RECORD).out
    assert "You may claim" not in table.good("cid", "show", RECORD).out
    clock.after(days=7, hours=137)
    assert late(table, "cid") == f"{since} now (bob), in 31 h (cid)"
    clock.after(days=14)
    assert late(table, "cid") == f"{since} now (cid), in 7 d (bob)"
    assert "You may claim" in table.good("cid", "show", RECORD).out
    assert "You may claim" not in table.good("bob", "show", RECORD).out
    clock.after(days=21)
    assert late(table) == f"{since} now (bob), in 7 d (cid)"


def test_show_json_gives_the_times(table: World, clock: Clock) -> None:
    clock.after(days=14, hours=1)
    assert table.good("ann", "show", RECORD, "--json").json["waiting"] == {
        "for": "ann",
        "since": START,
        "late_from": START + 7 * DAY,
        "claims": [
            {"seat": "bob", "from": START + 21 * DAY},
            {"seat": "cid", "from": START + 14 * DAY},
        ],
    }


def test_who_has_no_seat_is_told_no_times(table: World, clock: Clock) -> None:
    table.mail(ARBITER, RECORD, "nobody")
    assert late(table, "nobody") == ""
    assert "waiting" not in table.good("nobody", "show", RECORD, "--json").json


def test_time_counts_anew_with_each_entry_and_not_with_each_look(
    table: World, clock: Clock
) -> None:
    clock.after(days=1)
    table.settle(*SEATS)
    assert "awaited since 2026-07-01" in late(table)
    table.turn(SEATS, FREE)
    table.settle(*SEATS)
    assert late(table) == "ann: awaited since 2026-07-02 12:05, claim possible in 7 d (bob)"


def test_a_memory_of_an_earlier_version_counts_from_now_on(table: World, clock: Clock) -> None:
    (memory,) = table.file("bob", "id.json.journal").glob("*.json")
    value = json.loads(memory.read_text())
    assert value["newest"].pop("since") == START
    write(memory, value)
    clock.after(days=3)
    assert "awaited since 2026-07-04" in late(table)
    clock.after(days=4)
    assert "awaited since 2026-07-04" in late(table)


def test_a_clock_set_back_makes_nobody_late(table: World, clock: Clock) -> None:
    clock.after(days=-9)
    assert late(table) == "ann: awaited since 2026-07-01 12:05, claim possible in 16 d (bob)"
    table.refused("bob", "lapse", RECORD, code="lapse/too-early")


def test_the_time_of_a_policy_may_be_in_hours(world: World, clock: Clock) -> None:
    world.start("example", ["ann", "bob"], "--lapse", "36h")
    clock.after(hours=5)
    assert late(world) == "ann: awaited since 2026-07-01 12:05, claim possible in 31 h (bob)"


# --- a claim ---


def test_a_claim_in_turn_passes_one_decision(table: World, clock: Clock) -> None:
    clock.after(days=7)
    said = table.good("bob", "lapse", RECORD)
    assert said.out.startswith(f"{CLAIM}: bob claims that ann is late\n")
    table.mail("bob", CLAIM, ARBITER)
    waits = table.good(ARBITER, "judge", RECORD, CLAIM).out
    assert "bob claims that ann is late (policy: 7d)." in waits
    assert "ann: late since 2026-07-08 12:05, claim possible now (bob), in 7 d (cid)" in waits
    assert "to rule on the claim (pbem judge --time-is-up)" in waits
    told = ruled(table).splitlines()
    at = told.index("3. ann is late: bob claims the lapse")
    assert told[at + 1] == "   ann, by default: done"
    assert table.now()["awaited"] == ["bob"]
    assert "note" not in table.good("cid", "verify", RECORD).out


def test_too_early_is_refused_and_the_mails_may_know_better(table: World, clock: Clock) -> None:
    clock.after(hours=137)
    error = table.refused("bob", "lapse", RECORD, code="lapse/too-early")
    assert "claim possible in 31 h (bob)" in error["message"]
    assert "--time-is-up" in error["hint"]
    table.good("bob", "lapse", RECORD, "--time-is-up")


def test_out_of_turn_is_refused_and_else_reported(table: World, clock: Clock) -> None:
    clock.after(days=7)
    error = table.refused("cid", "lapse", RECORD, code="lapse/too-early")
    assert "claim possible now (bob), in 7 d (cid)" in error["message"]
    clock.after(days=14)
    table.refused("bob", "lapse", RECORD, code="lapse/too-early")
    table.good("cid", "lapse", RECORD)
    table.mail("cid", "cid-3-lapse.json", ARBITER)
    ruled(table, "cid-3-lapse.json")
    assert "cid claimed the lapse of ann where bob comes first" in (
        table.good("ann", "verify", RECORD).out
    )


def test_a_claim_is_signed_once(dice: World, clock: Clock) -> None:
    """The same bytes whatever the time: also when the right to claim has moved on since."""
    clock.after(days=7)
    dice.good("bob", "lapse", RECORD, "-o", "one.json")
    clock.after(days=15)
    dice.good("bob", "lapse", RECORD, "-o", "two.json")
    one = dice.file("bob", "one.json").read_bytes()
    assert one == dice.file("bob", "two.json").read_bytes()
    assert b"link" in one


def test_no_file_that_is_mailed_tells_the_time(dice: World, clock: Clock) -> None:
    """The claim of the same key at another time of day is the same, and so is the ruling."""
    twin = World(dice.root.with_name("twin"), dice.capsys, dice.monkeypatch)
    shutil.copytree(dice.root, twin.root)
    for world, days in ((dice, 7), (twin, 22)):
        clock.after(days=days)
        world.good("bob", "lapse", RECORD)
        world.mail("bob", CLAIM, ARBITER)
        world.good(ARBITER, "judge", RECORD, CLAIM, "--time-is-up")
    for who, name in (("bob", CLAIM), (ARBITER, RECORD)):
        assert dice.file(who, name).read_bytes() == twin.file(who, name).read_bytes()


def test_of_two_claims_the_one_in_turn_is_ruled_on(table: World, clock: Clock) -> None:
    """bob is late, so cid comes first, and ann behind him, though she sits before him."""
    table.turn(SEATS, DONE)
    table.settle(*SEATS)
    clock.after(days=7)
    for seat in ("ann", "cid"):
        table.good(seat, "lapse", RECORD, "--time-is-up")
        table.mail(seat, f"{seat}-4-lapse.json", ARBITER)
    out = ruled(table, "ann-4-lapse.json", "cid-4-lapse.json")
    assert "bob is late: cid claims the lapse" in out
    assert "note" not in table.good("bob", "verify", RECORD).out


def test_what_a_lapse_plays_goes_on_with_lists_signed_beforehand(
    world: World, store: Store, clock: Clock
) -> None:
    """ann buys one of two goods and lists another buy; bob, late, passes; then ann's list is
    played at once, and whoever is asked next is not ann."""
    how = ["--option", "stock=2", "--option", "coins=2"]
    seated(world, store, "market", *how)
    buy = json.dumps({"do": "buy"})
    world.turn(SEATS, buy, "--then", buy, json.dumps({"do": "pass"}))
    world.settle(*SEATS)
    clock.after(days=7)
    for _ in range(2):  # bob, then cid: both are late, and the next seat claims
        (who,) = world.now()["awaited"]
        by = SEATS[(SEATS.index(who) + 1) % 3]
        name = f"{by}-{world.now()['n']}-lapse.json"
        world.good(by, "lapse", RECORD, "--time-is-up")
        world.mail(by, name, ARBITER)
        ruled(world, name)
    assert world.now()["state"]["did"] == ["ann buy", "bob pass", "cid pass", "ann buy", "ann pass"]


def test_dealt_by_seats_each_says_for_itself_that_time_is_up(world: World, clock: Clock) -> None:
    """ann, who is late, is the host. Her link is not in the draw, nor is a ruling."""
    hosted(world)
    clock.after(days=7)
    world.good("bob", "lapse", RECORD)
    world.mail("bob", CLAIM, "cid")
    waits = world.good("cid", "judge", RECORD, CLAIM).out
    assert "bob claims that ann is late" in waits
    assert "waiting for cid to share in the draw of the lapse" in waits
    done = world.good("cid", "judge", RECORD, "--time-is-up").out
    assert "added: share of cid" in done and "ann is late: bob claims the lapse" in done
    entry = json.loads(world.file("cid").read_bytes())["entries"][3]
    assert [(s["kind"], s["by"]) for s in entry] == [("lapse", "bob"), ("share", "cid")]
    spread(world, "cid")
    world.good("ann", "verify", RECORD)


def test_while_a_move_waits_there_is_nothing_to_choose(world: World, clock: Clock) -> None:
    """ann rolls: bob and cid have to share in that. Her own identity is told the same."""
    hosted(world)
    world.good("ann", "move", RECORD, ROLL)
    world.mail("ann", "ann-3-move.json", "bob")
    world.good("ann", "judge", RECORD, "ann-3-move.json")
    for who, wait in (("ann", "bob, cid"), ("nobody", "bob, cid"), ("bob", "cid")):
        if who == "bob":
            world.good("bob", "judge", RECORD, "ann-3-move.json")
        elif who == "nobody":
            world.mail("ann", RECORD, "nobody")
        assert world.good(who, "moves", RECORD).out.splitlines() == [
            "ann has moved: nobody has anything to decide now.",
            f"waiting for {wait} to share in the draw (pbem judge)",
        ]
        listed = world.good(who, "moves", RECORD, "--json").json
        assert listed["moved"] is True and listed["waiting_for"] == wait.split(", ")
        assert listed["awaited"] is None
        assert listed["actions"] == listed["words"] == listed["forms"] == []


def test_a_move_that_waits_for_the_arbiter_leaves_nothing_to_choose(
    world: World, store: Store, clock: Clock
) -> None:
    seated(world, store, "example")
    assert world.good("bob", "moves", RECORD, "--json").json["waiting_for"] == ["ann"]
    world.good("ann", "move", RECORD, FREE)
    world.mail("ann", "ann-3-move.json", "bob")
    world.good("bob", "judge", RECORD, "ann-3-move.json")
    assert world.good("bob", "moves", RECORD).out.splitlines() == [
        "ann has moved: nobody has anything to decide now.",
        "waiting for arbiter to rule (pbem judge)",
    ]


def test_dealt_by_seats_a_claim_that_draws_nothing_waits_for_anybody(
    world: World, clock: Clock
) -> None:
    """In the phase of work of the market a late seat rests."""
    named = [part for seat in ("ann", "bob") for part in ("--seat", seat)]
    world.keys("ann", "bob")
    coins = ["--option", "stock=1", "--option", "coins=0"]
    host = ["--dealing", "seats", "--host", "ann"]
    world.good("ann", "new", "market", *named, *coins, *host, "-o", RECORD)
    for n, step in ((1, "join"), (2, "ready")):
        world.mail("ann", RECORD, "bob")
        for seat in ("ann", "bob"):
            world.good(seat, step, RECORD, *(["--seat", seat] if n == 1 else ["--yes"]))
        world.mail("bob", f"bob-{n}-{step}.json", "ann")
        world.good("ann", "judge", RECORD, *[f"{s}-{n}-{step}.json" for s in ("ann", "bob")])
    world.mail("ann", RECORD, "bob")
    world.settle("bob")
    clock.after(days=7)
    world.good("bob", "lapse", RECORD)
    waits = world.good("bob", "judge", RECORD, CLAIM).out
    assert "waiting for whoever sees that the time is up (pbem judge --time-is-up)" in waits
    world.good("bob", "judge", RECORD, "--time-is-up")
    assert world.now("bob")["n"] == 4


# --- what stands against a claim ---


def test_a_move_that_comes_before_the_ruling_goes_first(table: World, clock: Clock) -> None:
    claimed(table, clock)
    table.good(ARBITER, "judge", RECORD, CLAIM)
    table.good("ann", "move", RECORD, FREE)
    table.mail("ann", "ann-3-move.json", ARBITER)
    assert "ann: free" in ruled(table, "ann-3-move.json")
    assert table.now()["state"]["free"] == 1


def test_a_move_after_the_lapse_is_refused_with_the_entry_that_passed_it(
    table: World, clock: Clock
) -> None:
    table.good("ann", "move", RECORD, FREE)
    claimed(table, clock)
    ruled(table, CLAIM)
    table.mail("ann", "ann-3-move.json", ARBITER, "bob")
    before = table.file(ARBITER).read_bytes()
    said = table.run(ARBITER, "judge", RECORD, "ann-3-move.json")
    assert (said.status, table.file(ARBITER).read_bytes()) == (1, before)
    assert "pbem: error: statement/stale: " in said.err
    assert "answers turn 3, the table is at 4" in said.err
    assert "entry 3 is complete with the lapse of ann, claimed by bob" in said.err
    assert "proves nothing against ann" in said.err
    assert table.run("bob", "verify", RECORD, "ann-3-move.json").status == 1


@pytest.mark.parametrize("forgot", [False, True])
def test_whoever_was_overtaken_is_told(table: World, clock: Clock, forgot: bool) -> None:
    """ann's move was mailed, and the arbiter rules on the claim. Without a journal her program
    knows the move by the record in which it waits."""
    table.good("ann", "move", RECORD, FREE)
    if forgot:
        table.good("ann", "judge", RECORD, "ann-3-move.json")
        shutil.rmtree(table.file("ann", "id.json.journal"))
    claimed(table, clock)
    table.good(ARBITER, "judge", RECORD, CLAIM, "--time-is-up")
    table.mail(ARBITER, RECORD, "bob", "cid")
    shutil.copyfile(table.file(ARBITER), table.file("ann", "new.json"))
    said = table.good("ann", "judge", RECORD, "new.json").out
    assert (
        "your move for entry 3 was not played: the lapse of ann, claimed by bob, stands there;"
        " if it was mailed in time, show it to the others" in said
    )
    again = table.good("ann", "judge", RECORD).out
    assert "was not played" not in again
    shutil.copyfile(table.file(ARBITER), table.file("bob", "new.json"))
    machine = table.good("bob", "judge", RECORD, "new.json", "--json").json
    assert machine["overtaken"] == []


def test_a_claim_that_a_move_overtook_is_told_too(table: World, clock: Clock) -> None:
    claimed(table, clock)
    table.turn(SEATS, FREE)
    shutil.copyfile(table.file(ARBITER), table.file("bob", "new.json"))
    machine = table.good("bob", "judge", RECORD, "new.json", "--json").json
    told = "your claim for entry 3 went into no entry: a move of ann stands there"
    assert machine["overtaken"] == [told]


def test_nobody_is_late_who_has_moved(table: World, clock: Clock) -> None:
    table.good("ann", "move", RECORD, FREE)
    table.mail("ann", "ann-3-move.json", "bob")
    table.good("bob", "judge", RECORD, "ann-3-move.json")
    clock.after(days=7)
    assert late(table) == ""
    error = table.refused("bob", "lapse", RECORD, "--time-is-up", code="lapse/answered")
    assert "ann has moved and is not late: the entry waits for arbiter" in error["message"]


def test_a_missing_share_is_not_passed(world: World, clock: Clock) -> None:
    hosted(world)
    world.good("ann", "move", RECORD, ROLL)
    world.mail("ann", "ann-3-move.json", "bob")
    world.good("bob", "judge", RECORD, "ann-3-move.json")
    clock.after(days=30)
    error = world.refused("bob", "lapse", RECORD, code="lapse/answered")
    assert "the entry waits for cid" in error["message"]


def test_who_may_not_claim_and_why(table: World, clock: Clock) -> None:
    clock.after(days=7)
    own = table.refused("ann", "lapse", RECORD, code="lapse/by")
    assert own["message"] == "ann is awaited, and claims no lapse of itself"
    arbiter = table.refused(ARBITER, "lapse", RECORD, code="lapse/by")
    assert "the arbiter claims no lapse" in arbiter["message"]
    assert arbiter["hint"] == "a seat claims it, at this table bob, cid"
    table.keys("dee")
    table.mail(ARBITER, RECORD, "dee")
    table.refused("dee", "lapse", RECORD, code="identity/no-seat")
    table.turn(SEATS, "resign")
    table.settle(*SEATS)
    gone = table.refused("ann", "lapse", RECORD, "--time-is-up", code="lapse/by")
    assert gone["message"] == "ann has resigned and claims no lapse"


def test_a_policy_without_lapse_says_so(world: World, store: Store, clock: Clock) -> None:
    seated(world, store, "example", "--lapse", "never")
    clock.after(days=300)
    assert late(world) == ""
    error = world.refused("bob", "lapse", RECORD, code="lapse/policy")
    assert error["message"] == "this table's policy knows no lapse: nobody is passed here"
    assert "--break-off" in error["hint"]
    arbiter = world.refused(ARBITER, "lapse", RECORD, code="lapse/by")
    assert arbiter["hint"] == "nobody is passed at this table; to end it: pbem judge --break-off"
    said = world.good(ARBITER, "judge", RECORD, "--time-is-up").out
    assert "--time-is-up: this table's policy knows no lapse, so nobody is passed." in said


def test_time_is_up_with_nothing_claimed_says_so(table: World, clock: Clock) -> None:
    clock.after(days=8)
    told = "--time-is-up: no lapse is claimed. A seat has to, with pbem lapse."
    said = table.good(ARBITER, "judge", RECORD, "--time-is-up").out
    assert f"{told}\nann: late since 2026-07-08 12:05, claim possible now (bob)" in said
    machine = table.good(ARBITER, "judge", RECORD, "--time-is-up", "--json").json
    assert machine["claim"][0] == told
    assert table.now()["n"] == 3
    assert "--time-is-up" not in table.good(ARBITER, "judge", RECORD).out


def test_before_the_start_and_after_the_end_nobody_is_late(world: World, clock: Clock) -> None:
    world.keys(ARBITER, "ann", "bob")
    seats = ["--seat", "ann", "--seat", "bob"]
    world.good(ARBITER, "new", "example", *seats, "-o", RECORD)
    world.mail(ARBITER, RECORD, "ann", "bob")
    world.good("ann", "join", RECORD, "--seat", "ann")
    world.good("bob", "join", RECORD, "--seat", "bob")
    for seat in ("ann", "bob"):
        world.mail(seat, f"{seat}-1-join.json", ARBITER)
    world.good(ARBITER, "judge", RECORD, "ann-1-join.json", "bob-1-join.json")
    world.mail(ARBITER, RECORD, "ann", "bob")
    world.settle("ann", "bob")
    error = world.refused("bob", "lapse", RECORD, code="lapse/not-awaited")
    assert "the game has not started" in error["message"]
    world.refused(ARBITER, "lapse", RECORD, code="lapse/not-awaited")
    said = world.good(ARBITER, "judge", RECORD, "--time-is-up").out
    assert "no lapse is claimed, and there is no seat to be passed now" in said


def test_after_the_end_nobody_is_late(table: World, clock: Clock) -> None:
    for _ in range(2):
        table.turn(SEATS, "resign")
    assert table.now()["over"]
    table.settle(*SEATS)
    table.refused("bob", "lapse", RECORD, code="statement/game-over")


def test_without_memory_a_claim_needs_the_flag(table: World, clock: Clock) -> None:
    clock.after(days=7)
    shutil.rmtree(table.file("bob", "id.json.journal"))
    assert table.run("bob", "lapse", RECORD).status == 1
    error = table.run("bob", "lapse", RECORD, "--json").json["errors"][0]
    assert error["code"] == "journal/lost"
    forgot = table.run("bob", "lapse", RECORD, "--without-journal")
    assert "lapse/too-early" in forgot.err  # it was first seen just now
    table.good("bob", "lapse", RECORD, "--without-journal", "--time-is-up")


def test_ready_tells_of_hands_only_where_there_are_any(world: World, clock: Clock) -> None:
    """The dice game has no cards."""
    hosted(world)
    readies = [said.out for _, said in world.heard if "-2-ready.json: your ready" in said.out]
    assert len(readies) == 3
    assert not any("read every hand" in text for text in readies)


# --- a table dealt by its seats has no arbiter --------------------------------------------------


def test_a_move_that_waits_for_shares_is_what_the_others_are_told_of(world: World) -> None:
    """ann's roll needs the shares of both others; bob has given his, so cid's is what it lacks."""
    hosted(world)
    assert "ann is awaited at turn 3" in _not_now(world, "cid")
    world.good("ann", "move", RECORD, ROLL, "-o", "roll.json")
    for seat in ("bob", "cid"):
        world.mail("ann", "roll.json", seat)
    world.good("bob", "judge", RECORD, "roll.json")
    assert _not_now(world, "bob").endswith(": ann's move of turn 3 waits for cid's share")
    world.good("ann", "judge", RECORD, "roll.json")
    world.mail("ann", RECORD, "cid")
    told = "ann's move of turn 3 waits for bob's share and cid's share"
    assert _not_now(world, "cid").endswith(told)


def _not_now(world: World, seat: str) -> str:
    world.settle(seat)
    return world.refused(seat, "move", RECORD, FREE, code="move/not-your-turn")["message"]


def test_hints_of_a_table_without_an_arbiter_name_the_host(world: World) -> None:
    world.keys(*SEATS)
    named = [part for seat in SEATS for part in ("--seat", seat)]
    how = ["--dealing", "seats", "--host", "ann"]
    world.good("ann", "new", "plain", *named, *how, "-o", RECORD)
    world.mail("ann", RECORD, "bob")
    world.settle("bob")
    error = world.refused("bob", "ready", RECORD, "--yes", code="ready/not-now")
    assert "then ann signs the roster (pbem judge)" in error["hint"]


def test_whoever_lost_the_memory_of_a_table_without_an_arbiter_asks_the_players(
    world: World,
) -> None:
    hosted(world)
    for memory in world.folder("ann").glob("*journal*/*"):
        memory.unlink()
    error = world.refused("ann", "move", RECORD, FREE, code="journal/lost")
    assert "from the other players, and from the arbiter where there is one" in error["hint"]
