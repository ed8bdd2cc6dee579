"""A changed file is broken, whatever it was changed in; that somebody signed onto another history,
another table or a later turn is said of what is well signed (docs/protocol.md, Proof)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from pbem.record import author, judge
from pbem.record.statements import Signed, read
from pbem.wire import b64
from tests.record.logs import by_seats, played
from tests.tables import ARBITER, FREE, POLICY, Seated, check, refused, resign, who

pytestmark = pytest.mark.usefixtures("example", "plain")

Body = dict[str, Any]
ABSENT = {"lapse": "7d", "replace": "absent"}
NOBODY = b64.encode(b"\x5a" * 32)
NO_SIGNATURE = b64.encode(bytes(64))


def taking(table: Seated, body: Body) -> Callable[[], Any]:
    return lambda: judge.take(table.record, copy.deepcopy(body))


def of_last_bit(text: str) -> str:
    """Bytes that differ in one bit, behind what is read aloud of a head."""
    data = b64.decode(text)
    return b64.encode(data[:-1] + bytes([data[-1] ^ 1]))


def elsewhere() -> Seated:
    return Seated(nonces=lambda name: bytes(32 - len(name)) + name.encode())


# --- changed, and nothing else ---


@pytest.mark.parametrize("policy", [POLICY, ABSENT], ids=["never", "absent"])
@pytest.mark.parametrize(
    "change",
    [
        lambda move: {"head": of_last_bit(move["head"])},
        lambda move: {"n": move["n"] - 1},
        lambda move: {"n": move["n"] - 1, "sig": NO_SIGNATURE},
        lambda move: {"n": move["n"] + 1},
        lambda move: {"table": NOBODY},
        lambda move: {"by": "bob"},
        lambda move: {"by": "zoe"},
        lambda move: {"by": ARBITER},
    ],
    ids=["head", "n-1", "unsigned", "n+1", "table", "bob", "zoe", "arbiter"],
)
def test_a_move_changed_on_its_way_is_broken(
    policy: dict[str, str], change: Callable[[Body], Body]
) -> None:
    table = Seated(policy=policy)
    table.do("ann", FREE)
    move = table.move("ann", FREE).body
    refused("signature/bad", taking(table, {**move, **change(move)}))


@pytest.mark.parametrize("change", [{"n": 4}, {"table": NOBODY}, {"head": NOBODY}, {"by": "ann"}])
def test_a_ruling_changed_on_its_way_is_broken(change: Body) -> None:
    table = played()
    ruling = table.json()["entries"][3][-1]
    refused("signature/bad", taking(table, {**ruling, **change}))


@pytest.mark.parametrize("change", [{"n": 9}, {"table": NOBODY}, {"head": NOBODY}])
def test_a_join_changed_on_its_way_is_broken(change: Body) -> None:
    """It brings its key, so that this can be told at any table."""
    table = Seated(start=False)
    refused("signature/bad", taking(table, {**table.join("ann").body, **change}))
    refused("signature/bad", taking(elsewhere(), {**table.join("ann").body, **change}))


def test_an_open_changed_on_its_way_is_broken_and_opens_no_other_table() -> None:
    table = Seated()
    refused("signature/bad", taking(table, {**table.table.body, "nonce": NOBODY}))


def test_a_changed_statement_is_broken_also_where_the_game_is_over() -> None:
    table = Seated()
    early = table.move("ann", FREE).body
    table.finish()
    n, head = table.table.n, b64.encode(table.table.head)
    for change in ({"n": n, "head": head}, {"n": n + 3}, {"head": of_last_bit(early["head"])}):
        refused("signature/bad", taking(table, {**early, **change}))


def test_of_a_finished_table_and_another_one_the_other_is_told() -> None:
    table = Seated()
    table.finish()
    refused("statement/other-table", taking(table, elsewhere().move("ann", FREE).body))


@pytest.mark.parametrize("n", [2, 4])
def test_the_place_of_an_entry_is_told_of_a_ruling_that_is_well_signed(n: int) -> None:
    for change in ({"n": n}, {"head": NOBODY}):
        data = played().json()
        data["entries"][3][-1].update(change)
        refused("signature/bad", lambda data=data: check(data))  # type: ignore[misc]


# --- what one record alone cannot tell ---


def taken_over() -> tuple[Seated, Signed]:
    """The record before eve takes ann's seat over, and eve's move behind that."""
    before, table = (Seated("plain", ("ann", "bob"), policy=ABSENT) for _ in range(2))
    join = table.take_over("ann", "eve")
    table.enter(join, table.consent("bob", join))
    table.ids["ann"] = who("eve")
    return before, table.move("ann", FREE)


def test_a_statement_of_a_key_that_comes_later_is_ahead_and_not_said_to_be_signed() -> None:
    before, move = taken_over()
    error = refused("statement/ahead", taking(before, move.body))
    assert error.message.endswith("only a newer one tells whether it is signed rightly")


def test_but_not_one_that_stands_on_a_head_of_this_record() -> None:
    """Whoever held the seat there is known."""
    before, move = taken_over()
    changed = {**move.body, "head": b64.encode(before.table.head)}
    refused("signature/bad", taking(before, changed))


def test_where_nobody_is_replaced_no_key_comes_later() -> None:
    table = Seated()
    move = resign(who("eve"), table.move("ann", FREE).body, n=9, head=NOBODY)
    refused("signature/bad", taking(table, move))


def test_before_the_roster_what_comes_later_cannot_be_checked() -> None:
    error = refused("statement/ahead", taking(Seated(start=False), Seated().move("ann", FREE).body))
    assert error.message.endswith("only a newer one tells whether it is signed rightly")


def test_what_is_well_signed_and_ahead_is_told_without_that() -> None:
    ahead = Seated()
    ahead.do("ann", FREE)
    error = refused("statement/ahead", taking(Seated(), ahead.move("ann", FREE).body))
    assert error.message == "this move of ann answers turn 4, this record is at 3"


def test_another_table_is_a_word_of_the_file_where_its_keys_are_not_known() -> None:
    there, here = elsewhere(), Seated(seats=("ann", "cid"))
    known = author.foreign(here.table, there.move("ann", FREE))
    assert known.message == "this move of ann belongs to another table"
    stranger = read(resign(who("bob"), there.move("ann", FREE).body, by="bob"))
    unknown = author.foreign(here.table, stranger)
    assert (unknown.code, unknown.at) == ("statement/other-table", "/table")
    assert unknown.message == (
        "this move of bob names another table; who signed it cannot be told without the record"
        " of that table"
    )


def test_dealt_by_seats_a_ruling_is_the_hosts() -> None:
    table = by_seats()
    ruling = table.json()["entries"][1][-1]
    refused("signature/bad", taking(table, {**ruling, "by": "bob"}))
    refused("statement/by", taking(table, resign(who("bob"), ruling, by="bob")))


# --- two heads ---


def test_two_heads_that_look_the_same_are_told_whole() -> None:
    table = Seated()
    move = table.move("ann", FREE).body
    error = refused(
        "statement/other-head",
        taking(table, table.signed("ann", move, head=of_last_bit(move["head"]))),
    )
    there, here = error.message.split(" head ")[1].split(", here ")
    assert there != here and len(there.split()) == 16
    assert here.replace(" ", "") == table.table.head.hex()
