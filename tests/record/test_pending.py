"""Statements that do not make an entry yet (docs/protocol.md, Record)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.record import evidence, pending
from pbem.record.record import load
from pbem.record.statements import Signed, read
from pbem.wire import b64
from tests.tables import (
    ARBITER,
    DONE,
    FREE,
    RESIGN,
    ROLL,
    Seated,
    cheat,
    check,
    play,
    refused,
    resign,
    who,
)

pytestmark = pytest.mark.usefixtures("example", "plain")

SPOILT = b64.encode(b"\x5a" * 32)
LENIENT = {"lapse": "7d", "replace": "absent"}


def three(**how: Any) -> Seated:
    """Three seats that deal for themselves; ann is awaited at entry 3."""
    return Seated("plain", ("ann", "bob", "cid"), host="ann", **how)


def trying(table: Seated, statement: Signed, *others: Signed) -> Callable[[], None]:
    return lambda: pending.check(table.table, statement, others)


# --- what may wait ---


def test_a_statement_that_waits_changes_no_head_and_no_state() -> None:
    table = Seated()
    before = (table.table.head, table.table.n, table.table.runner.public())
    for _ in range(2):
        table.take(table.move("ann", FREE, ROLL))
    assert (table.table.head, table.table.n, table.table.runner.public()) == before
    assert len(table.record.pending) == 1


def test_who_is_awaited_at_each_step() -> None:
    def waiting() -> list[str]:
        return pending.missing(table.table, table.record.pending)

    table = Seated("plain", ("ann", "bob", "cid"), start=False)
    assert waiting() == ["ann", "bob", "cid"]
    table.take(table.join("bob"))
    assert waiting() == ["ann", "cid"]
    table.take(table.join("ann"), table.join("cid"))
    assert waiting() == [ARBITER]
    table.close()
    table.take(table.ready("cid"))
    assert waiting() == ["ann", "bob"]
    table.enter(table.ready("ann"), table.ready("bob"))
    assert waiting() == ["ann"]
    table.take(table.move("ann", DONE))
    assert waiting() == [ARBITER]


def test_dealt_by_seats_shares_are_awaited_only_where_a_move_draws() -> None:
    table = three()
    move = table.move("ann", ROLL)
    table.take(move)
    assert pending.missing(table.table, table.record.pending) == ["bob", "cid"]
    assert pending.complete(table.table, table.record.pending) is None
    table.take(table.share("cid", move))
    assert pending.missing(table.table, table.record.pending) == ["bob"]
    other = three()
    other.take(other.move("ann", FREE))
    assert pending.complete(other.table, other.record.pending) is not None


def test_a_move_in_time_goes_before_a_claim() -> None:
    table = Seated()
    lapse, move = table.lapse("bob", "ann"), table.move("ann", FREE)
    table.take(lapse, move)
    assert pending.complete(table.table, table.record.pending) == [move]


def test_pending_statements_lie_in_one_order_whatever_order_they_came_in() -> None:
    a, b = Seated(start=False), Seated(start=False)
    a.take(a.join("ann"), a.join("bob"))
    b.take(b.join("bob"), b.join("ann"))
    assert a.json() == b.json()


def test_shares_count_for_the_statement_they_name() -> None:
    """cid has shared for the claim against ann when her move comes: only the claim can still
    be completed, since cid shares once per head."""
    table = Seated("plain", ("ann", "bob", "cid", "dee"), host="ann")
    claim = table.lapse("bob", "ann")
    table.take(claim, table.share("cid", claim))
    move = table.move("ann", ROLL)
    table.take(move)
    assert load(table.json()).pending == table.record.pending
    assert pending.wanted(table.table, table.record.pending) == claim
    assert pending.missing(table.table, table.record.pending) == ["dee"]
    assert pending.complete(table.table, table.record.pending) is None
    shares = table.record.pending[-1], table.share("dee", claim)
    table.take(shares[1])
    assert pending.complete(table.table, table.record.pending) == [claim, *shares]


# --- what may not ---


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("statement/other-table", {"table": SPOILT}),
        ("statement/stale", {"n": 2}),
        ("statement/ahead", {"n": 4}),
        ("statement/other-head", {"head": SPOILT}),
        ("link/not-next", {"link": SPOILT}),
        ("link/missing", {"link": None}),
        ("link/too-many", {"actions": [FREE]}),
        ("move/not-possible", {"actions": [play("t1")]}),
        ("token/unknown", {"show": {"t99": {"face": "c1", "salt": SPOILT}}}),
        ("show/not-looked", {"show": {"t3": {"face": "c1", "salt": SPOILT}}}),
        ("opening/wrong", {"show": {"t1": {"face": "c1", "salt": SPOILT}}}),
        ("schema/unknown-action", {"actions": [{"do": "fly"}]}),
    ],
)
def test_a_move_that_could_not_be_in_the_entry_is_refused(
    code: str, changes: dict[str, Any]
) -> None:
    table = Seated()
    body = table.signed("ann", table.move("ann", ROLL).body, **changes)
    refused(code, trying(table, read(body)))


def test_a_move_of_another_seat_is_refused() -> None:
    table = Seated()
    body = resign(who("bob"), table.move("ann", FREE).body, by="bob")
    refused("move/not-your-turn", trying(table, read(body)))


def test_a_move_signed_by_another_seat_is_refused() -> None:
    table = Seated()
    refused("signature/bad", trying(table, read(resign(who("bob"), table.move("ann", FREE).body))))


def test_an_opening_no_action_needs_is_refused() -> None:
    table = Seated()
    face, salt = table.known("ann")["t1"]
    shown = {"t1": {"face": face, "salt": b64.encode(salt)}}
    honest = table.move("ann", play("t1"))
    assert honest.body["show"] == shown
    trying(table, honest)()
    talk = table.signed("ann", table.move("ann", FREE).body, show=shown)
    refused("show/not-needed", trying(table, read(talk)))
    hidden = table.signed("ann", honest.body, show=None)
    refused("move/not-possible", trying(table, read(hidden)))


def test_a_statement_of_nobody_at_the_table_is_refused() -> None:
    table = Seated()
    body = resign(who("eve"), table.move("ann", FREE).body, by="eve")
    refused("statement/by", trying(table, read(body)))
    body = table.signed(ARBITER, table.move("ann", FREE).body, by=ARBITER)
    refused("statement/by", trying(table, read(body)))


@pytest.mark.parametrize("step", [1, 2])
def test_only_joins_make_a_roster_and_only_readies_a_start(step: int) -> None:
    table = Seated(start=False)
    wrong = {**table.join("ann").body, "kind": "ready", "link": SPOILT}
    changes: dict[str, Any] = dict.fromkeys(("nonce", "sign", "seal", "anchor"))
    if step == 2:
        table.enter(table.join("ann"), table.join("bob"))
        wrong, changes = {**table.join("ann").body}, {}
    refused("entry/kind", trying(table, read(table.signed("ann", wrong, **changes))))


def test_a_second_join_with_a_key_that_is_taken_is_refused() -> None:
    table = Seated(start=False)
    ann = table.join("ann")
    for field in ("seal", "nonce", "anchor"):
        body = table.signed("bob", table.join("bob").body, **{field: ann.body[field]})
        refused("key/twice", trying(table, read(body), ann))
    same = resign(who("ann"), table.join("bob").body, sign=ann.body["sign"])
    refused("key/twice", trying(table, read(same), ann))


def test_a_share_goes_with_a_drawing_move_that_is_here() -> None:
    table = three()
    move, free = table.move("ann", ROLL), table.move("ann", FREE)
    refused("statement/alone", trying(table, table.share("bob", move)))
    refused("statement/answers", trying(table, table.share("bob", free), move))
    refused("statement/not-due", trying(table, table.share("bob", free), free))
    refused("statement/not-due", trying(table, table.share("ann", move), move))
    wrong = read(table.signed("bob", table.share("bob", move).body, link=SPOILT))
    refused("link/not-next", trying(table, wrong, move))


def test_with_an_arbiter_no_share_is_due() -> None:
    table = Seated("plain", ("ann", "bob"))
    move = table.move("ann", ROLL)
    refused("statement/not-due", trying(table, table.share("bob", move), move))


def test_a_consent_goes_with_a_join_that_is_here() -> None:
    table = Seated("plain", ("ann", "bob", "cid"), policy=LENIENT)
    join = table.take_over("ann", "eve")
    consent = table.consent("bob", join)
    refused("statement/alone", trying(table, consent))
    trying(table, consent, join)()
    other = table.take_over("ann", "fay")
    refused("statement/answers", trying(table, consent, other))
    refused("link/consent", trying(table, table.consent("bob", join, link=False), join))
    refused("statement/not-due", trying(table, table.consent("ann", join), join))
    wrong = read(table.signed("bob", consent.body, link=SPOILT))
    refused("link/not-next", trying(table, wrong, join))


def test_a_seat_that_resigned_owes_no_share() -> None:
    table = three()
    table.do("ann", DONE)
    table.do("bob", RESIGN)
    table.do("cid", DONE)
    move = table.move("ann", ROLL)
    assert pending.partners(table.table, move) == ("share", ["cid"])
    refused("statement/not-due", trying(table, table.share("bob", move), move))


def test_nothing_waits_at_a_table_that_is_over() -> None:
    table = Seated()
    move = table.move("ann", FREE)
    table.finish()
    refused("statement/game-over", trying(table, move))


def test_a_ruling_does_not_wait() -> None:
    table = Seated()
    ruled = Seated().enter(table.move("ann", FREE))
    assert ruled is not None
    refused("ruling/alone", trying(table, ruled))


# --- in the file ---


def file_with(table: Seated, *waiting: Signed) -> Callable[[], Any]:
    data = table.json()
    data["pending"] = [s.body for s in waiting]
    return lambda: check(data)


def test_pending_statements_in_a_file_are_checked_like_the_others() -> None:
    table = three()
    move = table.move("ann", ROLL)
    bob, cid = table.share("bob", move), table.share("cid", move)
    assert [p.by for p in file_with(table, move, bob, cid)().pending] == ["ann", "bob", "cid"]
    refused("pending/order", file_with(table, move, cid, bob))
    refused("statement/alone", file_with(table, bob, move))
    spoilt = read({**bob.body, "sig": b64.encode(bytes(64))})
    refused("signature/bad", file_with(table, move, spoilt))


def test_a_file_holds_one_statement_of_a_party_and_kind() -> None:
    table = Seated()
    move = table.move("ann", FREE)
    refused("pending/twice", file_with(table, move, move))
    seats = Seated("plain", ("ann", "bob"), host="ann", start=False)
    first = seats.join("ann")
    seats.nonces = lambda name: (b"again " + name.encode()).ljust(32)
    refused("pending/twice", file_with(seats, first, seats.join("ann")))


def test_two_different_valid_statements_that_wait_are_proof() -> None:
    """As if the second had come by itself; the proof needs nothing but the record."""
    table = Seated()
    one, two = table.move("ann", FREE), table.move("ann", DONE)
    found = cheat("evidence/two-moves", "ann", file_with(table, one, two))
    assert found.at == "/pending/1"
    assert evidence.check(found.proof).party == "ann"
    assert found.proof is not None and found.proof["entries"] == table.json()["entries"]


def test_so_are_two_shares_with_what_they_name() -> None:
    table = Seated("plain", ("ann", "bob", "cid", "dee"), host="ann")
    move, claim = table.move("ann", ROLL), table.lapse("bob", "ann")
    shares = table.share("cid", move), table.share("cid", claim)
    found = cheat("evidence/two-shares", "cid", file_with(table, move, claim, *shares))
    assert found.proof is not None
    assert found.proof["with"] == [move.body, claim.body]
    assert evidence.check(found.proof).party == "cid"


def test_a_second_move_that_could_not_stand_is_no_proof() -> None:
    table = Seated()
    bad = read(table.signed("ann", table.move("ann", FREE).body, link="A" * 43))
    refused("link/too-many", file_with(table, table.move("ann", DONE), bad))


def test_now_follows_from_the_log_and_what_waits() -> None:
    table = Seated()
    table.take(table.move("ann", FREE))
    data = table.json()
    assert table.load().pending == table.record.pending
    assert data["now"]["awaited"] == [ARBITER]
    data["pending"] = []
    refused("record/now", lambda: load(data))
