"""Two records side by side (docs/protocol.md, Proof)."""

from __future__ import annotations

import pytest

from pbem.record import evidence
from pbem.record.compare import compare
from tests.tables import ARBITER, DONE, FREE, ROLL, Seated, refused

pytestmark = pytest.mark.usefixtures("example", "plain")


def test_equal_shorter_and_longer() -> None:
    short, long = Seated(), Seated()
    assert compare(short.record, long.record).relation == "equal"
    long.do("ann", FREE)
    long.do("ann", FREE)
    found = compare(short.record, long.record)
    assert (found.relation, found.n) == ("shorter", 3)
    assert compare(long.record, short.record).relation == "longer"
    assert not found.breaches and not found.differences


def test_two_tables() -> None:
    other = Seated(nonces=lambda name: bytes(32 - len(name)) + name.encode())
    refused("record/other-table", lambda: compare(Seated().record, other.record))


def test_what_waits_in_one_alone_is_told() -> None:
    ann, bob = Seated(start=False), Seated(start=False)
    ann.take(ann.join("ann"))
    bob.take(bob.join("bob"))
    found = compare(ann.record, bob.record)
    assert found.relation == "equal"
    assert [[s["by"] for s in side] for side in found.only] == [["ann"], ["bob"]]
    assert [p.by for p in ann.record.pending] == ["ann"]  # neither record is changed


def test_a_move_that_waits_and_another_that_was_ruled_on_are_proof() -> None:
    """ann sent bob one move and the arbiter another."""
    waiting, ruled = Seated(), Seated()
    waiting.take(waiting.move("ann", ROLL))
    ruled.do("ann", FREE)
    for a, b in ((waiting, ruled), (ruled, waiting)):
        (breach,) = compare(a.record, b.record).breaches
        assert (breach.code, breach.party) == ("evidence/two-moves", "ann")
        assert evidence.check(breach.proof).party == "ann"


def test_two_moves_that_wait_are_proof() -> None:
    here, there = Seated(), Seated()
    here.take(here.move("ann", ROLL))
    there.take(there.move("ann", FREE))
    (breach,) = compare(here.record, there.record).breaches
    assert (breach.code, breach.party) == ("evidence/two-moves", "ann")


def test_two_statements_that_wait_are_told_field_by_field() -> None:
    """Places are those of the first record; `only` has what is in no pair."""
    here, there = Seated(), Seated()
    here.take(here.move("ann", FREE))
    there.take(there.move("ann", DONE))
    found = compare(here.record, there.record)
    assert [vars(d) for d in found.differences] == [
        {"at": "/pending/0/actions", "first": [FREE], "second": [DONE]}
    ]
    assert found.only == ([], [])


def test_what_waits_is_held_against_the_entry_it_was_meant_for() -> None:
    """ann's move waits here; there another one is entry 3, and one for entry 4 waits."""
    here, there = Seated(), Seated()
    here.take(here.move("ann", FREE))
    there.do("ann", DONE)
    there.take(there.move("bob", FREE))
    for a, b, at in ((here, there, "/pending/0"), (there, here, "/entries/3/0")):
        (only,) = compare(a.record, b.record).differences
        assert only.at == f"{at}/actions"
    found = compare(here.record, there.record)
    assert [[s["by"] for s in side] for side in found.only] == [[], ["bob"]]


def test_what_waits_and_went_into_the_longer_record_is_in_both() -> None:
    here, there = Seated(), Seated()
    here.take(here.move("ann", FREE))
    there.do("ann", FREE)
    found = compare(here.record, there.record)
    assert (found.differences, found.only) == ([], ([], []))


def test_two_joins_that_wait_differ_and_prove_nothing() -> None:
    here, there = Seated(start=False), Seated(start=False)
    there.nonces = lambda name: (b"again " + name.encode()).ljust(32)
    here.take(here.join("ann"))
    there.take(there.join("ann"))
    found = compare(here.record, there.record)
    assert {d.at for d in found.differences} >= {"/pending/0/nonce", "/pending/0/anchor"}
    assert not found.breaches


def test_a_fork_is_told_field_by_field_and_who_signed_both() -> None:
    """ann ends her turn in one history and does a free action in the other."""
    here, there = Seated(), Seated()
    here.do("ann", DONE)
    there.do("ann", FREE)
    found = compare(here.record, there.record)
    assert (found.relation, found.n) == ("forked", 3)
    places = {d.at: (d.first, d.second) for d in found.differences}
    assert places["/entries/3/0/actions"] == ([DONE], [FREE])
    assert {p.split("/")[3] for p in places} == {"0", "1"}  # the move, and the ruling on it
    assert not any(p.endswith("/sig") for p in places)
    assert [b.party for b in found.breaches] == [ARBITER, "ann"]
    for breach in found.breaches:
        assert evidence.check(breach.proof).party == breach.party
    assert found.only == ([], [])


def test_seats_that_answered_on_both_heads_are_told_and_not_blamed() -> None:
    here, there = Seated(), Seated()
    here.do("ann", DONE)
    there.enter(there.lapse("bob", "ann"))
    here.do("bob", DONE)
    here.do("ann", FREE)  # who has not answered on the other head
    there.take(there.move("bob", DONE))
    found = compare(here.record, there.record)
    assert [b.party for b in found.breaches] == [ARBITER]
    assert found.on_two_heads == ["bob"]
    assert [[s["kind"] for s in side] for side in found.only] == [["move"], ["lapse"]]


def test_two_histories_of_seats_that_nobody_signed_twice_prove_nothing() -> None:
    here = Seated("plain", ("ann", "bob"), host="ann")
    there = Seated("plain", ("ann", "bob"), host="ann")
    here.do("ann", DONE)
    there.enter(there.lapse("bob", "ann"))
    found = compare(here.record, there.record)
    assert (found.relation, found.n, found.breaches) == ("forked", 3, [])


def test_two_shares_in_two_histories_are_proof_with_what_they_name() -> None:
    """ann's move with the shares of bob and cid here; there bob's claim, with cid's share."""
    here, there = (Seated("plain", ("ann", "bob", "cid"), host="ann") for _ in range(2))
    here.do("ann", ROLL)
    claim = there.lapse("bob", "ann")
    assert "link" in claim.body  # the default of the plain game draws: a share is due
    there.enter(claim, there.share("cid", claim))
    (breach,) = compare(here.record, there.record).breaches
    assert (breach.code, breach.party) == ("evidence/two-shares", "cid")
    assert evidence.check(breach.proof).party == "cid"
