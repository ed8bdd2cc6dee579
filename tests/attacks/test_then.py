"""Attacks with lists signed beforehand, and on them (docs/protocol.md, Then)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pbem.errors import Cheat
from pbem.play.standing import Lists
from pbem.record import judge
from pbem.record.dealing import TableDealer
from pbem.record.record import load
from pbem.script.requests import Action
from tests.market_game import BUY, LUCK, PASS, REST
from tests.tables import ARBITER, Seated, cheat, check, nonce, refused

pytestmark = pytest.mark.usefixtures("market")

# --- the arbiter and a list that stands ---


@contextmanager
def crooked(name: str, act: Callable[..., Any]) -> Iterator[None]:
    """Within, everybody's program does `act` in the place of a method of Lists."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Lists, name, act)
        yield


def table_with(*then: Action) -> Seated:
    """Ann has bought the first of two goods and signed `then`; bob is awaited."""
    table = Seated("market")
    table.do("ann", BUY, then=then)
    return table


def test_the_arbiter_cannot_skip_a_list() -> None:
    """He rules as if ann had to be asked."""
    table = table_with(PASS)
    move = table.move("bob", PASS)
    with crooked("of", lambda self, seat: None):
        ruled = table.enter(move)
        assert table.table.awaited_seat == "ann"
    assert ruled is not None and "dropped" not in ruled.body
    cheat("ruling/state", ARBITER, lambda: check(table.json()))


def test_the_arbiter_cannot_drop_a_list_that_can_be_played() -> None:
    """Neither in the ruling alone, nor with the state that it would come to."""
    table = table_with(BUY)
    table.do("bob", PASS)
    data = table.forge(4, dropped={"ann": 0})
    cheat("ruling/dropped", ARBITER, lambda: check(data))
    other = table_with(BUY)
    move = other.move("bob", PASS)
    with crooked("of", lambda self, seat: None):
        other.enter(move)
    data = other.forge(4, dropped={"ann": 0})
    cheat("ruling/dropped", ARBITER, lambda: check(data))


def test_the_arbiter_cannot_play_an_action_twice() -> None:
    """Ann has signed one purchase more, with three coins; he makes two of it."""
    table = Seated("market", options={"stock": 9, "coins": 3})
    table.do("ann", BUY, then=[BUY])
    honest = Lists.use

    def twice(self: Lists, seat: str, told: int) -> None:
        standing = self.of(seat)
        assert standing is not None
        if standing.place == 0:
            self._standing[seat] = standing._replace(actions=(BUY, BUY))
        honest(self, seat, told)

    move = table.move("bob", PASS)
    with crooked("use", twice):
        table.enter(move)
    assert table.table.runner.public()["points"]["ann"] == 3
    cheat("ruling/state", ARBITER, lambda: check(table.json()))


def test_the_arbiter_cannot_play_what_was_dropped() -> None:
    """The day after, ann could buy again; her list ended when the goods were gone."""
    table = table_with(BUY)
    assert table.do("bob", BUY)["dropped"] == {"ann": 0}
    for seat, action in (("ann", PASS), ("bob", PASS), ("ann", REST)):
        table.do(seat, action)
    check(table.json())
    table.table.runner.lists.add("ann", [BUY], "buy 2", 3)
    table.do("bob", REST)
    assert table.table.runner.public()["did"][-1] == "ann buy"
    cheat("ruling/state", ARBITER, lambda: check(table.json()))


@pytest.mark.parametrize("dropped", [None, {"ann": 1}, {"bob": 0}, {"ann": 0, "bob": 0}])
def test_what_was_dropped_is_in_the_ruling_and_nothing_else(
    dropped: dict[str, int] | None,
) -> None:
    table = table_with(BUY, PASS)
    assert table.do("bob", BUY)["dropped"] == {"ann": 0}
    data = table.forge(4, dropped=dropped)
    cheat("ruling/dropped", ARBITER, lambda: check(data))


def test_no_list_is_dropped_where_none_was_signed() -> None:
    table = Seated("market")
    table.do("ann", BUY)
    data = table.forge(3, dropped={"ann": 0})
    cheat("ruling/dropped", ARBITER, lambda: check(data))


def test_a_link_left_out_where_the_list_of_another_draws_is_refused() -> None:
    """By the arbiter's program; and it is proof against an arbiter who lets it pass."""
    table = table_with(LUCK)
    without = table.signed("bob", table.move("bob", PASS).body, link=None)
    refused("link/missing", lambda: judge.take(table.record, without))
    table.do("bob", PASS)
    entries = table.json()["entries"]
    entries[4] = [without, table.signed(ARBITER, entries[4][1], link=None)]
    data = table.rebuilt(entries)
    with pytest.raises(Cheat) as caught:
        check(data)
    assert caught.value.party == ARBITER


def test_the_draw_of_a_list_comes_from_the_links_of_its_entry() -> None:
    """What is added to the move that reaches it does not move it: a list of bob's own neither."""
    rolls = set()
    for note, then in (("", ()), ("so", ()), ("", (REST,)), ("", (PASS, BUY))):
        table = table_with(LUCK)
        ruled = table.enter(table.move("bob", PASS, note=note, then=then))
        assert ruled is not None
        rolls.add(ruled.body["draws"][0]["roll"][0])
    assert len(rolls) == 1


# --- statements used again ---


def test_a_list_is_played_at_its_own_table_alone() -> None:
    here = Seated("market")
    there = Seated("market", nonces=lambda name: nonce("other " + name))
    move = here.move("ann", BUY, then=[PASS])
    refused("statement/other-table", lambda: judge.take(there.record, dict(move.body)))
    moved = {**move.body, "table": there.table.id_text, "head": there.table.head_text}
    refused("signature/bad", lambda: judge.take(there.record, moved))


def test_an_old_move_does_not_bring_its_list_back() -> None:
    table = Seated("market")
    move = table.move("ann", BUY, then=[BUY])
    table.enter(move)
    table.do("bob", BUY)
    assert table.table.standing() == {}
    assert judge.take(table.record, dict(move.body)) == judge.HERE
    assert (table.table.standing(), table.record.pending) == ({}, [])
    again = {**move.body, "n": table.table.n, "head": table.table.head_text}
    refused("signature/bad", lambda: judge.take(table.record, again))


def test_nobody_changes_the_list_of_another() -> None:
    table = Seated("market")
    move = table.move("ann", BUY, then=[PASS]).body
    for then in ([BUY], [PASS, PASS]):
        changed = {**move, "then": then}
        refused("signature/bad", lambda m=changed: judge.take(table.record, m))  # type: ignore[misc]
    bare = {name: value for name, value in move.items() if name != "then"}
    refused("signature/bad", lambda: judge.take(table.record, bare))


def test_two_moves_with_different_lists_are_two_moves() -> None:
    """Whoever sees what others do cannot put another list in the place of the first."""
    table = Seated("market")
    table.take(table.move("ann", BUY, then=[PASS]))
    second = table.move("ann", BUY, then=[BUY])
    cheat("evidence/two-moves", "ann", lambda: judge.take(table.record, dict(second.body)))
    without = table.move("ann", BUY)
    cheat("evidence/two-moves", "ann", lambda: judge.take(table.record, dict(without.body)))
    table.close()
    cheat("evidence/two-moves", "ann", lambda: judge.take(table.record, dict(second.body)))


def test_its_owner_cannot_take_a_list_back() -> None:
    """Bob decides in sight of it, and only he is awaited."""
    table = table_with(PASS)
    move = {**table.move("bob", BUY).body, "by": "ann"}
    refused(
        "move/not-your-turn", lambda: judge.take(table.record, table.signed("ann", move, link=None))
    )


def test_what_the_present_says_of_lists_is_worked_out_from_the_log() -> None:
    table = table_with(PASS)
    for lie in ({"ann": [BUY]}, {"ann": [PASS], "bob": [PASS]}, {"bob": [PASS]}):
        data = table.json()
        data["now"]["then"] = lie
        refused("record/now", lambda d=data: load(d))  # type: ignore[misc]
    data = table.json()
    del data["now"]["then"]
    refused("record/now", lambda: load(data))
    assert load(table.json()).table.n == table.table.n


def test_a_list_that_rolls_knows_no_die_before_its_links_are_out() -> None:
    """Its draw is asked for in bob's entry: nothing is served when the list is signed."""
    served: list[str] = []
    honest = TableDealer.draw

    def draw(self: TableDealer, request: Any) -> list[Any]:
        served.append(request.word)
        return honest(self, request)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableDealer, "draw", draw)
        table = Seated("market")
        served.clear()
        table.do("ann", BUY, then=[LUCK])
        assert served == []
        table.do("bob", PASS)
        assert served == ["roll"]
