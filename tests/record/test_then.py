"""Lists signed beforehand (docs/protocol.md, Then): when they answer, when they are dropped."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from pbem.play.dealers import DryDealer, FreeDealer
from pbem.play.outcome import Played
from pbem.play.runner import AnyGame, Runner
from pbem.play.trial import Trial
from pbem.record import signing
from pbem.record.desk import Plan
from pbem.record.ruling import break_off
from pbem.record.statements import Signed, read
from pbem.script.contract import Facts
from pbem.script.requests import Action
from tests import market_game, plain_game
from tests.market_game import BUY, DIG, LUCK, PASS, REST
from tests.tables import DONE, FREE, RESIGN, ROLL, Mail, Seated, play, refused

pytestmark = pytest.mark.usefixtures("example", "plain", "market")

LAPSES = {"lapse": "7d", "replace": "absent"}


def market(stock: int = 2, coins: int = 2, *seats: str, **how: Any) -> Seated:
    options = {"stock": stock, "coins": coins}
    return Seated("market", seats or ("ann", "bob"), options=options, **how)


def did(table: Seated) -> list[str]:
    done: list[str] = table.table.runner.public()["did"]
    return done


def now(table: Seated) -> dict[str, Any]:
    """What the record says of the present; somebody with the file alone finds the same."""
    assert table.load().table.standing() == table.table.standing()
    value: dict[str, Any] = table.json()["now"]
    return value


def why(table: Seated) -> list[tuple[str, str]]:
    """The lists dropped in the newest entry, and the reasons."""
    return [(x.seat, x.why.message) for x in table.table.steps[-1].listed if x.why is not None]


# --- while the phase lasts ---


def test_each_action_is_played_as_soon_as_its_seat_is_asked_again() -> None:
    table = market(stock=3)
    assert "dropped" not in table.do("ann", BUY, then=[BUY, PASS])
    assert (did(table), now(table)["awaited"]) == (["ann buy"], ["bob"])
    assert now(table)["then"] == {"ann": [BUY, PASS]}
    table.do("bob", BUY)
    assert did(table) == ["ann buy", "bob buy", "ann buy"]
    assert now(table)["then"] == {"ann": [PASS]}
    assert now(table)["awaited"] == ["bob"]


def test_where_one_thing_is_left_an_action_that_names_it_is_used_up() -> None:
    """Ann has no coin left, so the rules would pass for her."""
    table = market(stock=3)
    table.do("ann", BUY, then=[BUY, PASS])
    table.do("bob", BUY)
    assert "dropped" not in table.do("bob", PASS)
    assert did(table)[3:] == ["bob pass", "ann pass"]
    assert [(x.action, x.why) for x in table.table.steps[-1].listed] == [(PASS, None)]
    assert "then" not in now(table)
    assert table.table.runner.public()["phase"] == "work 1"


def test_where_one_thing_is_left_an_action_that_names_another_waits() -> None:
    """It is not used up by the pass; the phase that follows ends the list."""
    table = market(stock=3)
    table.do("ann", BUY, then=[BUY, LUCK])
    assert table.do("bob", PASS)["dropped"] == {"ann": 1}
    assert did(table) == ["ann buy", "bob pass", "ann buy", "ann pass"]
    assert why(table) == [("ann", "the phase is over")]


def test_at_the_first_action_that_is_not_legal_the_rest_is_dropped() -> None:
    """Two goods are there, and bob takes the second."""
    table = market(stock=2)
    table.do("ann", BUY, then=[BUY, PASS])
    assert table.do("bob", BUY)["dropped"] == {"ann": 0}
    assert did(table) == ["ann buy", "bob buy"]
    assert why(table) == [("ann", "buy is not possible")]
    assert (now(table)["awaited"], "then" in now(table)) == (["ann"], False)


def test_the_index_counts_what_was_played_before() -> None:
    table = market(stock=3, coins=3)
    table.do("ann", BUY, then=[BUY, BUY])
    table.do("bob", BUY)
    assert table.do("bob", LUCK)["dropped"] == {"ann": 1}
    assert did(table) == ["ann buy", "bob buy", "ann buy", "bob luck"]


def test_a_decision_of_another_phase_ends_a_list() -> None:
    table = market()
    table.do("ann", PASS, then=[DIG])
    assert table.do("bob", PASS)["dropped"] == {"ann": 0}
    assert (why(table), now(table)["awaited"]) == ([("ann", "the phase is over")], ["ann"])


def test_it_ends_a_list_also_where_another_seat_is_asked() -> None:
    """In the phase that follows it is ann who is asked first: what bob has signed is over."""
    table = market()
    table.do("ann", BUY)
    table.do("bob", PASS, then=[DIG])
    assert table.do("ann", PASS)["dropped"] == {"bob": 0}
    assert (why(table), now(table)["awaited"]) == ([("bob", "the phase is over")], ["ann"])
    assert "then" not in now(table)


def test_the_phase_is_that_of_the_first_decision_that_the_move_answers() -> None:
    """One seat alone: it passes and digs in one move, and so is in the phase of buying."""
    table = market(2, 2, "ann")
    assert table.do("ann", PASS, DIG, then=[PASS])["dropped"] == {"ann": 0}
    assert table.do("ann", PASS, then=[DIG])["dropped"] == {"ann": 0}


def test_a_game_without_phases_has_one() -> None:
    """The list answers two turns later, and ends the game in the entry that bob's move makes."""
    table = Seated("plain")
    table.do("ann", DONE, then=[FREE, DONE])
    table.do("bob", DONE)
    assert table.table.runner.public()["free"] == 1
    assert (now(table)["awaited"], "then" in now(table)) == (["bob"], False)


def test_a_list_goes_on_at_once_where_the_seat_is_asked_again() -> None:
    table = Seated("plain")
    table.do("ann", FREE, then=[FREE, FREE, DONE])
    assert table.table.runner.public()["free"] == 3
    assert table.table.awaited_seat == "bob"


def test_several_lists_answer_each_other() -> None:
    table = market(stock=9, coins=3)
    table.do("ann", BUY, then=[BUY, BUY])
    assert "dropped" not in table.do("bob", BUY, then=[PASS])
    assert did(table) == ["ann buy", "bob buy", "ann buy", "bob pass", "ann buy", "ann pass"]


# --- what puts an end to a list at once ---


def test_the_end_of_the_game_drops_what_is_left() -> None:
    table = Seated("plain")
    table.do("ann", DONE, then=[DONE, FREE])
    table.do("bob", DONE, then=[FREE])
    assert table.table.runner.public()["free"] == 1
    table.do("bob", DONE)
    step = table.table.steps[-1]
    assert table.table.over and "then" not in now(table)
    assert [(x.seat, x.place) for x in step.listed] == [("ann", 1)]
    assert table.json()["entries"][-1][-1]["dropped"] == {"ann": 1}
    assert why(table) == [("ann", "the game is over")]


def test_nothing_stands_at_a_table_that_was_broken_off() -> None:
    table = market()
    table.do("ann", BUY, then=[PASS])
    table.record.append([break_off(table.table, table.ids["arbiter"])])
    assert "then" not in now(table)


def test_actions_that_were_stopped_take_the_list_with_them() -> None:
    table = Seated("plain")
    ruled = table.do("ann", ROLL, DONE, ROLL, then=[FREE])
    assert (ruled["stop"], ruled["dropped"]) == (2, {"ann": 0})
    assert why(table) == [("ann", "the actions before it were stopped")]


def test_a_list_of_another_seat_ends_the_actions_of_a_move() -> None:
    """Bob's turn is over in between, though ann has answered beforehand."""
    table = Seated("plain")
    table.do("ann", DONE, then=[DONE])
    ruled = table.do("bob", DONE, FREE)
    assert ruled["stop"] == 1
    assert table.table.runner.public()["free"] == 0
    assert table.table.awaited_seat == "bob"


def test_a_seat_that_resigns_leaves_no_list() -> None:
    table = Seated("plain", ("ann", "bob", "cid"))
    assert table.do("ann", RESIGN, then=[DONE])["dropped"] == {"ann": 0}
    assert why(table) == [("ann", "the seat has resigned")]


@pytest.mark.parametrize("place", [0, 1])
def test_a_list_cannot_resign(place: int) -> None:
    table = Seated("plain")
    then = [FREE] * place + [RESIGN]
    move = table.move("ann", DONE, then=then)
    error = refused("then/resign", lambda: table.take(move))
    assert error.at == f"/then/{place}"


def test_the_program_signs_none_that_resigns_or_is_no_action(tmp_path: Path) -> None:
    mail = Mail(tmp_path, "plain")
    for then, code in ((RESIGN, "then/resign"), ({"do": "fly"}, "schema/unknown-action")):
        plan = Plan([DONE], [then])
        desk, at = mail.desks["ann"], mail.at("ann")
        refused(code, lambda d=desk, a=at, p=plan: d.move(a, lambda *_: p))  # type: ignore[misc]
    assert not mail.desks["ann"].journal.table(mail.record().table.id_text).statements.get(3)


@pytest.mark.parametrize(("count", "code"), [(0, "schema/minItems"), (65, "schema/maxItems")])
def test_a_list_has_1_to_64_actions(count: int, code: str) -> None:
    table = Seated("plain")
    body = {**table.move("ann", DONE).body, "then": [FREE] * count}
    refused(code, lambda: table.signed("ann", body))
    full = table.move("ann", DONE, then=[FREE] * 64)
    table.take(full)


def test_an_action_that_needs_an_opening_is_never_legal_in_a_list() -> None:
    """The same card can be played when its owner is asked."""
    table = Seated()
    card = table.table.runner.public()["hands"]["ann"][0]
    refused("then/hidden", lambda: table.move("ann", DONE, then=[play(card)]))
    table.enter(sent(table, table.move("ann", DONE).body, then=[play(card)]))
    assert table.do("bob", DONE)["dropped"] == {"ann": 0}
    assert "stop" not in table.do("ann", play(card))


# --- the link rule ---


def test_a_move_has_a_link_where_a_list_of_another_seat_draws() -> None:
    table = market()
    assert "link" not in table.move("ann", BUY, then=[LUCK]).body
    table.do("ann", BUY, then=[LUCK])
    for action in (BUY, PASS):
        assert "link" in table.move("bob", action).body
    body = table.move("bob", PASS).body
    refused("link/missing", lambda: table.take(sent(table, body, link=None)))
    ruled = table.do("bob", PASS)
    assert len(ruled["draws"]) == 1 and "link" in ruled
    assert did(table) == ["ann buy", "bob pass", "ann luck", "ann pass"]
    assert table.load().table.n == table.table.n


def test_a_list_that_draws_at_once_wants_the_link_of_its_own_move() -> None:
    table = Seated("plain")
    assert "link" not in table.move("ann", FREE, then=[FREE]).body
    move = table.move("ann", FREE, then=[ROLL, FREE])
    refused("link/missing", lambda: table.take(sent(table, move.body, link=None)))
    ruled = table.enter(move)
    assert ruled is not None and len(ruled.body["draws"]) == 1
    assert table.table.runner.public()["free"] == 2


def test_where_the_list_is_dropped_before_its_draw_there_is_no_link() -> None:
    table = market()
    table.do("ann", BUY, then=[BUY, LUCK])
    body = table.move("bob", BUY).body
    assert "link" not in body
    link = signing.next_link(table.table, table.ids["bob"], "bob")
    refused("link/too-many", lambda: table.take(sent(table, body, link=link)))


def sent(table: Seated, body: Any, **changes: Any) -> Signed:
    return read(table.signed(body["by"], body, **changes))


def test_a_lapse_too() -> None:
    """Bob passes by default, and then ann rolls."""
    table = market(policy=LAPSES)
    table.do("ann", BUY, then=[LUCK])
    claim = table.lapse("ann", "bob")
    assert "link" in claim.body
    ruled = table.enter(claim)
    assert ruled is not None and len(ruled.body["draws"]) == 1
    assert did(table) == ["ann buy", "bob pass", "ann luck", "ann pass"]
    without = market(policy=LAPSES)
    without.do("ann", BUY, then=[BUY, LUCK])
    without.do("bob", BUY)  # dropped: two goods were there
    assert "link" not in without.lapse("bob", "ann").body


def test_dealt_by_seats_the_owner_of_the_list_shares_like_the_others() -> None:
    table = market(2, 2, "ann", "bob", "cid", host="ann")
    table.do("ann", BUY, then=[LUCK])
    assert "link" not in table.move("bob", PASS).body
    table.do("bob", PASS)
    table.do("cid", PASS)
    entry = table.json()["entries"][-1]
    assert [(s["by"], s["kind"]) for s in entry] == [
        ("cid", "move"),
        ("ann", "share"),
        ("bob", "share"),
    ]
    assert did(table)[2:] == ["cid pass", "ann luck", "ann pass"]
    assert "then" not in now(table)


def test_a_replacement_touches_no_list() -> None:
    """The seat awaited has none; those of the others stand."""
    table = market(policy=LAPSES)
    table.do("ann", BUY, then=[PASS])
    join = table.take_over("bob", "eve")
    table.enter(join, table.consent("ann", join))
    assert now(table)["then"] == {"ann": [PASS]}


# --- the runner ---


def running(game: AnyGame, *seats: str, **options: int) -> tuple[Runner, FreeDealer]:
    dealer = FreeDealer(bytes(32))
    facts = Facts(seats, game.check_options(options, seats, game.deck()), game.deck())
    runner = Runner(game, facts)
    runner.begin(dealer)
    return runner, dealer


def test_a_clone_has_the_lists_and_leaves_those_of_the_first_alone() -> None:
    runner, dealer = running(market_game.GAME, "ann", "bob")
    runner.move("ann", [BUY], {}, dealer, [PASS])
    twin = runner.clone()
    twin.move("bob", [BUY], {}, dealer)
    assert (twin.lists.left(), runner.lists.left()) == ({}, {"ann": [PASS]})
    runner.follow(twin)
    assert runner.lists.left() == {}


def test_nothing_is_tried_behind_a_list_of_another_seat() -> None:
    """Ann would be asked again, but her actions do not reach over bob's pass."""
    runner, dealer = running(market_game.GAME, "ann", "bob", stock=9, coins=3)
    runner.move("ann", [BUY], {}, dealer)
    runner.move("bob", [BUY], {}, dealer, [PASS])
    trial = Trial(runner.clone(), "ann")
    trial.add(BUY, {})
    assert (trial.runner.awaited, trial.open) == ("ann", False)
    assert runner.move("ann", [BUY, BUY], {}, DryDealer()).stop == 1


ALL = {
    "plain": (plain_game.GAME, [FREE, ROLL, DONE]),
    "market": (market_game.GAME, [BUY, LUCK, PASS, DIG, REST]),
}


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("slug", ALL)
def test_every_action_is_played_once_in_its_order_or_dropped_with_all_behind_it(
    slug: str, seed: int
) -> None:
    """And the seat awaited never has a list. Any moves, any lists; two to four seats."""
    game, actions = ALL[slug]
    rng = random.Random(seed)
    runner, dealer = running(game, *("ann", "bob", "cid", "dan")[: 2 + seed % 3])
    signed: dict[str, list[Action]] = {}
    while (choice := runner.pending) is not None:
        seat = choice.seat
        assert seat not in signed and runner.lists.of(seat) is None
        then = [rng.choice(actions) for _ in range(rng.randrange(4))]
        action = rng.choice(list(choice.menu({})))
        if then:
            signed[seat] = then
        _follow(signed, runner.move(seat, [action], {}, dealer, then))
        assert runner.lists.left() == signed
    assert not signed


def _follow(signed: dict[str, list[Action]], played: Played) -> None:
    """Take from `signed` what the runner says became of it."""
    for listed in played.listed:
        assert listed.action == signed[listed.seat][0]
        if listed.why is not None:
            assert played.dropped[listed.seat] == listed.place
            del signed[listed.seat]
            continue
        signed[listed.seat] = signed[listed.seat][1:]
        if not signed[listed.seat]:
            del signed[listed.seat]


def test_the_present_of_a_record_without_lists_says_nothing_of_them() -> None:
    table = Seated("plain")
    table.do("ann", DONE)
    assert "then" not in table.json()["now"]
    assert "dropped" not in table.json()["entries"][-1][-1]


def test_lists_that_end_are_named_by_their_entry() -> None:
    table = market(stock=3)
    table.do("ann", BUY, then=[BUY, PASS])
    table.do("bob", BUY)
    (listed,) = table.table.steps[-1].listed
    assert (listed.seat, listed.entry, listed.place, listed.told) == ("ann", 3, 0, 1)
