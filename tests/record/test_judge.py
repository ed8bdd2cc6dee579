"""Taking in what came by mail: taken, here already, stale, or proof (docs/protocol.md, Proof)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from pbem.record import evidence, judge
from pbem.record.judge import HERE, TAKEN
from pbem.record.record import Record, load
from pbem.record.statements import Signed
from pbem.wire import b64
from tests.tables import (
    ARBITER,
    DONE,
    FREE,
    PEEK,
    ROLL,
    Seated,
    cheat,
    play,
    refused,
    resign,
    who,
)

pytestmark = pytest.mark.usefixtures("example", "plain")


def taking(table: Seated, statement: Signed | dict[str, Any]) -> Callable[[], str]:
    body = statement.body if isinstance(statement, Signed) else statement
    return lambda: judge.take(table.record, copy.deepcopy(body))


def fork(at: int, *turns: tuple[str, dict[str, Any]]) -> Seated:
    """A table whose arbiter rules `turns` from entry `at` on, after a common beginning."""
    table = Seated()
    for n in range(3, at):
        seat = table.table.awaited_seat
        assert seat is not None and n == table.table.n
        table.do(seat, DONE)
    for seat, action in turns:
        table.do(seat, action)
    return table


# --- here, stale, elsewhere ---


def test_the_same_statement_again_is_already_here() -> None:
    table = Seated()
    move = table.move("ann", FREE)
    assert taking(table, move)() == TAKEN
    assert taking(table, move)() == HERE
    table.close()
    assert taking(table, move)() == HERE
    for entry in table.json()["entries"]:
        for statement in entry:
            assert taking(table, statement)() == HERE


def test_a_stale_move_is_told_both_turns() -> None:
    """A move for turn 12 when the table is at 14."""
    table = Seated()
    while table.table.n < 12:
        table.do("ann", FREE)
    old = table.signed("bob", table.move("ann", ROLL).body, by="bob")
    table.do("ann", DONE)
    table.do("bob", DONE)
    assert table.table.n == 14
    error = refused("statement/stale", taking(table, old))
    assert error.message == "this move of bob answers turn 12, the table is at 14"


def test_a_move_from_ahead_asks_for_the_newest_record() -> None:
    behind, ahead = Seated(), Seated()
    ahead.do("ann", FREE)
    error = refused("statement/ahead", taking(behind, ahead.move("ann", FREE)))
    assert error.message == "this move of ann answers turn 4, this record is at 3"


def test_another_tables_move_is_told_where_it_belongs() -> None:
    here, there = Seated(), Seated(nonces=lambda name: bytes(32 - len(name)) + name.encode())
    error = refused("statement/other-table", taking(here, there.move("ann", FREE)))
    assert error.hint == "this table is example of ann, bob"


def test_the_wrong_seats_move_is_refused() -> None:
    table = Seated()
    body = resign(who("bob"), table.move("ann", FREE).body, by="bob")
    error = refused("move/not-your-turn", taking(table, body))
    assert "bob moved, but ann is awaited at turn 3" in error.message


def test_an_open_is_not_taken_into_a_table() -> None:
    table = Seated()
    other = Seated(nonces=lambda name: bytes(32 - len(name)) + name.encode())
    refused("statement/open", taking(table, other.table.body))


def test_what_is_refused_changes_nothing() -> None:
    table = Seated()
    before = table.json()
    refused("move/not-possible", taking(table, resign(who("ann"), _bare(table, play("t9")))))
    assert table.json() == before


def _bare(table: Seated, action: dict[str, Any]) -> dict[str, Any]:
    return {**table.move("ann", FREE).body, "actions": [action]}


# --- two of one seat ---


def test_two_moves_that_both_could_stand_are_proof_while_they_wait() -> None:
    table = Seated()
    table.take(table.move("ann", FREE))
    cheat("evidence/two-moves", "ann", taking(table, table.move("ann", DONE)))
    assert [p.body["actions"] for p in table.record.pending] == [[FREE]]


def test_two_moves_that_both_could_stand_are_proof_for_entries_long_past() -> None:
    table = Seated()
    second = table.move("ann", ROLL)
    table.do("ann", DONE)
    table.do("bob", DONE)
    cheat("evidence/two-moves", "ann", taking(table, second))


def test_the_same_moves_note_changed_is_another_move() -> None:
    table = Seated()
    table.take(table.move("ann", FREE, note="one"))
    cheat("evidence/two-moves", "ann", taking(table, table.move("ann", FREE, note="two")))


def test_two_readies_are_proof() -> None:
    """Only a second valid one: a ready can differ in nothing but its link, so none exists
    on one head; a wrong link is refused and proves nothing."""
    table = Seated(start=False)
    table.enter(table.join("ann"), table.join("bob"))
    ready = table.ready("ann")
    table.take(ready)
    wrong = table.signed("ann", ready.body, link=b64.encode(bytes(32)))
    refused("link/not-next", taking(table, wrong))


def test_two_shares_of_one_seat_on_one_head_are_proof() -> None:
    """cid shares for ann's move, and for the claim that she is late as well."""
    table = Seated("plain", ("ann", "bob", "cid", "dee"), host="ann")
    move, claim = table.move("ann", ROLL), table.lapse("bob", "ann")
    table.take(claim, move, table.share("cid", move))
    cheat("evidence/two-shares", "cid", taking(table, table.share("cid", claim)))


def test_a_better_move_after_a_refused_one_is_how_it_is_meant() -> None:
    table = Seated()
    refused("move/not-possible", taking(table, resign(who("ann"), _bare(table, play("t9")))))
    assert taking(table, table.move("ann", FREE))() == TAKEN


def test_a_second_move_that_could_not_stand_proves_nothing() -> None:
    table = Seated()
    table.take(table.move("ann", FREE))
    refused("move/not-possible", taking(table, resign(who("ann"), _bare(table, play("t9")))))
    table.close()
    old = resign(who("ann"), {**_bare(table, play("t9")), "n": 3, "head": _head(table, 2)})
    refused("statement/stale", taking(table, old))


def _head(table: Seated, n: int) -> str:
    return b64.encode(table.table.heads[n])


def test_a_second_move_forged_by_another_proves_nothing() -> None:
    table = Seated()
    second = resign(who("eve"), table.move("ann", ROLL).body)
    table.take(table.move("ann", FREE))
    refused("signature/bad", taking(table, second))
    table.close()
    refused("signature/bad", taking(table, second))


def test_two_joins_are_no_offence_and_the_newest_counts() -> None:
    table = Seated(start=False)
    table.take(table.join("ann"))
    table.nonces = lambda name: (b"again " + name.encode()).ljust(32)
    newer = table.join("ann")
    assert taking(table, newer)() == TAKEN
    assert table.record.pending == [newer]


def test_a_second_join_counts_whatever_else_waits() -> None:
    """Joins of others before the roster; later a claim, and the consent of another seat."""
    table = Seated("plain", ("ann", "bob", "cid"), start=False)
    table.take(table.join("ann"), table.join("bob"))
    table.nonces = lambda name: sha256(name.encode()).digest()
    newest = table.join("ann")
    assert taking(table, newest)() == TAKEN
    assert [p.id for p in table.record.pending if p.by == "ann"] == [newest.id]

    table = Seated("plain", ("ann", "bob", "cid"), policy={"lapse": "7d", "replace": "absent"})
    table.take(table.lapse("bob", "ann"), table.take_over("ann", "eve"))
    fay = table.take_over("ann", "fay")
    assert taking(table, fay)() == TAKEN
    table.take(table.consent("cid", fay))
    refused("replace/agreed", taking(table, table.take_over("ann", "eve")))


def test_a_lapse_and_a_move_of_one_seat_prove_nothing() -> None:
    """bob claims ann's lapse; her move comes after all; then it is bob's turn."""
    table = Seated()
    lapse = table.lapse("bob", "ann")
    table.take(lapse)
    table.enter(table.move("ann", DONE))
    assert taking(table, table.move("bob", FREE))() == TAKEN
    refused("statement/stale", taking(table, lapse))


def test_two_claims_of_one_seat_prove_nothing() -> None:
    table = Seated("plain", ("ann", "bob"))
    table.take(table.lapse("bob", "ann"))
    other = table.signed("bob", table.lapse("bob", "ann").body, link=b64.encode(bytes(32)))
    refused("link/not-next", taking(table, other))
    assert len(table.record.pending) == 1


# --- two of the arbiter ---


def test_two_rulings_on_one_head_are_proof() -> None:
    here, there = fork(3, ("ann", FREE)), fork(3, ("ann", PEEK))
    ruling = there.json()["entries"][3][1]
    cheat("evidence/two-rulings", ARBITER, taking(here, ruling))


def test_two_rulings_on_two_heads_of_one_number_are_proof() -> None:
    here, there = fork(3, ("ann", FREE), ("ann", FREE)), fork(3, ("ann", PEEK), ("ann", FREE))
    assert here.table.heads[3] != there.table.heads[3]
    cheat("evidence/two-rulings", ARBITER, taking(here, there.json()["entries"][4][1]))


def test_a_forged_second_ruling_proves_nothing() -> None:
    here, there = fork(3, ("ann", FREE)), fork(3, ("ann", PEEK))
    forged = resign(who("eve"), there.json()["entries"][3][1])
    refused("signature/bad", taking(here, forged))


def test_a_ruling_of_another_table_proves_nothing() -> None:
    here = fork(3, ("ann", FREE))
    there = Seated(nonces=lambda name: bytes(32 - len(name)) + name.encode())
    there.do("ann", FREE)
    refused("statement/other-table", taking(here, there.json()["entries"][3][1]))


def test_a_ruling_that_is_new_comes_with_its_record() -> None:
    here, there = fork(3), fork(3, ("ann", FREE))
    refused("ruling/alone", taking(here, there.json()["entries"][3][1]))


def test_dealt_by_seats_a_hosts_later_ruling_is_nothing_at_all() -> None:
    """Only entry 1 has a ruling there, so one for entry 3 is no second one of anything."""
    table = Seated("plain", ("ann", "bob"), host="ann")
    table.do("ann", FREE)
    roster = table.json()["entries"][1][2]
    odd = table.signed("ann", roster, n=3, head=_head(table, 2))
    refused("ruling/alone", taking(table, odd))


# --- whole records ---


def copy_of(table: Seated) -> Record:
    return load(table.json())


def test_the_longer_record_is_adopted_from_either_side() -> None:
    short, long = fork(3), fork(3, ("ann", FREE), ("ann", DONE))
    record, news = judge.adopt(short.record, copy_of(long))
    assert (record.table.n, news) == (5, TAKEN)
    record, news = judge.adopt(copy_of(long), copy_of(short))
    assert (record.table.n, news) == (5, HERE)
    record, news = judge.adopt(copy_of(long), copy_of(long))
    assert (record.table.n, news) == (5, HERE)


def test_what_waits_in_a_record_of_the_same_length_is_taken_over() -> None:
    ann, bob = Seated(start=False), Seated(start=False)
    ann.take(ann.join("ann"))
    bob.take(bob.join("bob"))
    record, news = judge.adopt(ann.record, copy_of(bob))
    assert ([p.by for p in record.pending], news) == (["ann", "bob"], TAKEN)


def test_of_a_record_that_is_refused_nothing_is_taken() -> None:
    """Bob's share to the claim waits here, and his share to the move there: proof against him.
    The move, which is good, is not taken in beside it."""
    seats = ("ann", "bob", "cid", "dee")
    here, there = (Seated("plain", seats, host="ann") for _ in range(2))
    claim, move = here.lapse("dee", "ann"), there.move("ann", ROLL)
    here.take(claim, here.share("bob", claim))
    there.take(move, there.share("bob", move))
    before = here.json()
    cheat("evidence/two-shares", "bob", lambda: judge.adopt(here.record, copy_of(there)))
    assert here.json() == before


def test_what_waits_in_the_shorter_record_is_held_against_the_longer_one() -> None:
    """ann sent one move here, where it waits, and another one there, where it was ruled on."""
    here, there = Seated(), Seated()
    here.take(here.move("ann", ROLL))
    there.do("ann", FREE)
    before = here.json(), there.json()
    for one, other in ((here, there), (there, here)):
        breach = cheat(
            "evidence/two-moves",
            "ann",
            lambda one=one, other=other: judge.adopt(one.record, copy_of(other)),  # type: ignore[misc]
        )
        assert evidence.check(breach.proof).party == "ann"
    assert (here.json(), there.json()) == before


def test_what_waits_in_the_shorter_record_may_be_in_the_longer_one_or_come_too_late() -> None:
    here, there = Seated(), Seated()
    claim, move = here.lapse("bob", "ann"), here.move("ann", FREE)
    here.take(move, claim)
    there.enter(there.move("ann", FREE))
    record, news = judge.adopt(here.record, copy_of(there))
    assert (record.table.n, news) == (4, TAKEN)


def test_a_record_of_another_table_is_refused() -> None:
    other = Seated(nonces=lambda name: bytes(32 - len(name)) + name.encode())
    refused("record/other-table", lambda: judge.adopt(Seated().record, copy_of(other)))


def test_two_histories_are_proof_against_the_arbiter_who_signed_both() -> None:
    here, there = fork(3, ("ann", FREE), ("ann", DONE)), fork(3, ("ann", PEEK))
    error = cheat("evidence/two-rulings", ARBITER, lambda: judge.adopt(here.record, copy_of(there)))
    assert "entry 3" in error.message


def test_dealt_by_seats_two_histories_are_proof_against_the_seat_that_signed_both() -> None:
    """ann sends bob one move and cid another, on one head (B5)."""
    here, there = (Seated("plain", ("ann", "bob"), host="bob") for _ in range(2))
    here.do("ann", FREE)
    there.do("ann", ROLL)
    cheat("evidence/two-moves", "ann", lambda: judge.adopt(here.record, copy_of(there)))


def test_dealt_by_seats_two_rosters_are_proof_against_the_host() -> None:
    here = Seated("plain", ("ann", "bob"), host="ann", start=False)
    there = Seated("plain", ("ann", "bob"), host="ann", start=False)
    here.enter(here.join("ann"), here.join("bob"))
    there.nonces = lambda name: (b"other " + name.encode()).ljust(32)
    there.enter(there.join("ann"), there.join("bob"))
    cheat("evidence/two-rulings", "ann", lambda: judge.adopt(here.record, copy_of(there)))


def test_b9_a_log_is_rebuilt_from_three_partial_mailboxes() -> None:
    """ann has the record up to the start and her own move, bob the record of two turns, cid
    only the next move. Together it is the whole record, byte for byte."""
    whole = Seated("plain", ("ann", "bob", "cid"))
    anns = whole.json()
    first = whole.move("ann", ROLL, DONE)
    whole.enter(first)
    whole.do("bob", ROLL)
    bobs = whole.json()
    last = whole.move("bob", DONE)
    whole.take(last)

    record = load(anns)
    assert judge.take(record, copy.deepcopy(first.body)) == TAKEN
    record, _ = judge.adopt(record, load(bobs))
    assert judge.take(record, copy.deepcopy(last.body)) == TAKEN
    assert judge.take(record, copy.deepcopy(first.body)) == HERE
    assert record.as_json() == whole.json()
