"""What proves nothing, and the sentence that says so (docs/protocol.md, Proof)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.record import judge
from pbem.record.judge import TAKEN
from pbem.record.statements import Signed
from pbem.wire import b64
from tests.tables import ARBITER, DONE, FREE, ROLL, Seated, cheat, play, refused, resign, who

pytestmark = pytest.mark.usefixtures("example", "plain")

LATE = {"lapse": "7d", "replace": "absent"}


def stale(table: Seated, statement: Signed | dict[str, Any]) -> str:
    """The next step that comes with the refusal of a statement that is too late."""
    body = statement.body if isinstance(statement, Signed) else statement
    before = table.json()
    hint = refused("statement/stale", lambda: judge.take(table.record, copy.deepcopy(body))).hint
    assert table.json() == before
    return hint


def test_a_second_join_proves_nothing() -> None:
    table = Seated(start=False)
    first = table.join("ann")
    table.nonces = lambda name: (b"again " + name.encode()).ljust(32)
    newer = table.join("ann")
    table.take(first)
    assert judge.take(table.record, dict(newer.body)) == TAKEN
    table.enter(table.join("bob"))
    hint = stale(table, first)
    assert hint.startswith("entry 1 is complete with the roster. It proves nothing against ann: ")
    assert "a second join is no offence" in hint


def test_a_second_join_to_a_seat_in_the_middle_of_the_game_proves_nothing() -> None:
    table = Seated("plain", ("ann", "bob"), policy=LATE)
    eve, fay = table.take_over("ann", "eve"), table.take_over("ann", "fay")
    table.enter(eve, table.consent("bob", eve))
    hint = stale(table, fay)
    assert "entry 3 is complete with another identity for ann" in hint
    assert "a second join is no offence" in hint


def test_a_second_claim_proves_nothing() -> None:
    table = Seated("plain", ("ann", "bob", "cid"))
    claims = [table.lapse(seat, "ann") for seat in ("bob", "cid")]
    table.enter(claims[0])
    hint = stale(table, claims[1])
    assert "entry 3 is complete with the lapse of ann, claimed by bob" in hint
    assert "It proves nothing against cid" in hint
    assert "a claim of lapse beside another one, or beside a move, is no offence" in hint


def test_a_second_claim_of_one_seat_that_waits_proves_nothing() -> None:
    """Nothing in a claim can differ but a note of the wrong form, so the link differs."""
    table = Seated()
    claim = table.lapse("bob", "ann")
    table.take(claim)
    other = table.signed("bob", claim.body, link=b64.encode(bytes(32)))
    with pytest.raises(Refused):
        judge.take(table.record, other)
    assert [p.id for p in table.record.pending] == [claim.id]


def test_a_late_move_is_told_the_entry_that_passed_it() -> None:
    table = Seated()
    late = table.move("ann", FREE)
    table.enter(table.lapse("bob", "ann"))
    hint = stale(table, late)
    assert "entry 3 is complete with the lapse of ann, claimed by bob" in hint
    assert "no other move of ann stands in that entry" in hint


def test_a_better_move_after_a_refused_one_proves_nothing() -> None:
    table = Seated()
    bad = resign(who("ann"), {**table.move("ann", FREE).body, "actions": [play("t9")]})
    refused("move/not-possible", lambda: judge.take(table.record, dict(bad)))
    table.do("ann", FREE)
    hint = stale(table, bad)
    assert "It proves nothing against ann: it could not have stood there (move/not-possible" in hint
    assert "to send a better move after a refused one is how it is meant" in hint


def test_a_forged_statement_for_a_past_entry_is_broken_and_not_stale() -> None:
    table = Seated()
    forged = resign(who("eve"), table.move("ann", ROLL).body)
    table.do("ann", FREE)
    refused("signature/bad", lambda: judge.take(table.record, forged))


def test_a_statement_of_a_key_that_was_replaced_is_still_its_seats() -> None:
    """ann moved before eve took the seat over: stale, not forged."""
    table = Seated("plain", ("ann", "bob"), policy=LATE)
    table.enter(table.move("ann", FREE))
    old = table.move("ann", ROLL)
    join = table.take_over("ann", "eve")
    table.enter(join, table.consent("bob", join))
    assert "another identity for ann" in stale(table, old)


# --- two heads of one number ---


def on_two_heads() -> tuple[Seated, Seated]:
    """The arbiter rules on ann's move for some, and for others on the claim that she is late;
    bob, told the one and then the other, answers both in entry 4."""
    here, there = Seated(), Seated()
    here.do("ann", DONE)
    there.enter(there.lapse("bob", "ann"))
    assert here.table.heads[3] != there.table.heads[3]
    return here, there


def test_moves_on_two_heads_of_one_number_prove_nothing_against_the_seat() -> None:
    here, there = on_two_heads()
    assert there.table.awaited_seat == "bob"
    other = there.move("bob", FREE)
    for waiting in (True, False):
        here.take(here.move("bob", DONE)) if waiting else here.close()
        error = refused("statement/other-head", lambda: judge.take(here.record, dict(other.body)))
        assert error.hint.startswith("it proves nothing against bob, who was told another history")


def test_but_they_do_against_the_arbiter() -> None:
    here, there = on_two_heads()
    here.do("bob", FREE)
    there.do("bob", DONE)
    breach = cheat("evidence/two-rulings", ARBITER, lambda: judge.adopt(here.record, there.record))
    assert "entry 3" in breach.message
    assert "bob" not in breach.message


# --- what is proof although its partner came by another way ---


def test_two_shares_are_proof_with_the_statements_they_name_beside_them() -> None:
    """cid shares for ann's move, which is entry 3, and for the claim that she is late."""
    table = Seated("plain", ("ann", "bob", "cid", "dee"), host="ann")
    move, claim = table.move("ann", ROLL), table.lapse("bob", "ann")
    mine = [table.share(s, move) for s in ("bob", "cid", "dee")]
    second = table.share("cid", claim)
    table.take(move, mine[1])
    for past in (False, True):
        if past:
            table.enter(mine[0], mine[2])
        with pytest.raises(Refused):
            judge.take(table.record, dict(second.body))
        breach = cheat(
            "evidence/two-shares",
            "cid",
            lambda: judge.take(table.record, dict(second.body), [claim]),
        )
        assert breach.proof is not None
        assert breach.proof["with"] == [move.body, claim.body]


def test_two_rulings_without_a_record_of_theirs_are_proof() -> None:
    """Both on entry 3, beside a record that has only the start."""
    base, here, there = Seated(), Seated(), Seated()
    one = here.enter(here.move("ann", FREE))
    two = there.enter(there.lapse("bob", "ann"))
    assert one is not None and two is not None
    refused("ruling/alone", lambda: judge.take(base.record, dict(two.body), [two]))
    cheat(
        "evidence/two-rulings",
        ARBITER,
        lambda: judge.take(base.record, dict(two.body), [one, two]),
    )
