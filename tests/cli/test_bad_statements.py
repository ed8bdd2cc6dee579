"""Statements that are well signed and yet not to be taken: what is said of each, and that
nothing changes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from typing import Any

import pytest

from pbem.fair import keys
from pbem.fair.hashes import pre
from pbem.wire import b64
from tests.cli.world import ARBITER, RECORD, World, write

Body = dict[str, Any]
SEATS = ["ann", "bob"]
TWO_RULINGS = "evidence/two-rulings"


def bring(world: World, statement: Body, code: str, status: int = 1) -> dict[str, str]:
    """The refusal of a statement that reaches the arbiter."""
    write(world.file(ARBITER, "in.json"), statement)
    return world.refused(ARBITER, "judge", RECORD, "in.json", code=code, status=status)


def forged(world: World, who: str = "ann", **fields: Any) -> Body:
    def change(body: Body) -> None:
        body.update(fields)

    return world.statement(who, change)


# --- which head, which table, which seat ---------------------------------------------------


def test_a_move_on_an_older_head_says_both_turns(dogs: World) -> None:
    old = forged(dogs, actions=[{"do": "move", "to": 2}])
    dogs.turn(SEATS, "move", "to=1")
    error = bring(dogs, old, "evidence/two-moves", status=3)
    assert "ann" in error["message"]  # ann signed two: see below for one that moved once
    late = forged(dogs, "bob", actions=[{"do": "end"}], n=3, head=old["head"])
    error = bring(dogs, late, "statement/stale")
    assert "answers turn 3, the table is at 4" in error["message"]
    assert error["at"] == "/n"
    assert error["hint"]


def test_a_move_ahead_of_the_record(dogs: World) -> None:
    error = bring(dogs, forged(dogs, n=9), "statement/ahead")
    assert "turn 9" in error["message"] and "at 3" in error["message"]


def test_a_move_onto_another_history(dogs: World) -> None:
    error = bring(dogs, forged(dogs, head="A" * 43), "statement/other-head")
    assert error["at"] == "/head"


def test_a_move_of_another_table(dogs: World) -> None:
    dogs.good(ARBITER, "new", "dig-dogs", "--seat", "ann", "--seat", "bob", "-o", "other.json")
    other = json.loads(dogs.file(ARBITER, "other.json").read_bytes())["now"]["head"]
    error = bring(dogs, forged(dogs, table=other), "statement/other-table")
    assert "dig-dogs of ann, bob" in error["hint"]
    error = dogs.refused(ARBITER, "judge", RECORD, "other.json", code="record/other-table")
    assert "dig-dogs of ann, bob" in error["hint"]


def test_a_move_by_the_wrong_seat(dogs: World) -> None:
    error = dogs.refused("bob", "move", RECORD, "end", code="move/not-your-turn")
    assert "bob" in error["message"] and "ann is awaited" in error["message"]
    error = bring(dogs, forged(dogs, "bob"), "move/not-your-turn")
    assert "bob" in error["message"] and "ann is awaited" in error["message"]


def test_a_move_in_anothers_name(dogs: World) -> None:
    statement = dogs.statement("bob", lambda body: None, seat="ann")
    error = bring(dogs, statement, "signature/bad")
    assert error["at"] == "/sig"
    assert "ann" in error["message"]


def test_a_move_by_nobody_of_this_table(dogs: World) -> None:
    bring(dogs, forged(dogs, by="zoe"), "statement/by")
    bring(dogs, forged(dogs, by="arbiter"), "statement/by")
    dogs.keys("zoe")
    dogs.mail(ARBITER, RECORD, "zoe")
    dogs.refused("zoe", "move", RECORD, "end", code="identity/no-seat")
    dogs.refused(ARBITER, "move", RECORD, "end", code="identity/no-seat")


def test_a_kind_that_is_not_awaited(dogs: World) -> None:
    ready = json.loads(dogs.file(ARBITER, "ann-2-ready.json").read_bytes())
    write(dogs.file(ARBITER, "again.json"), ready)
    assert "already here" in dogs.good(ARBITER, "judge", RECORD, "again.json").out

    def as_ready(body: Body) -> None:
        del body["actions"]
        body.update(kind="ready", link=dogs.link("ann"))

    bring(dogs, dogs.statement("ann", as_ready), "entry/kind")
    dogs.refused("ann", "join", RECORD, "--seat", "ann", code="join/too-late")
    dogs.refused("ann", "ready", RECORD, "--yes", code="ready/not-now")


# --- the rules -----------------------------------------------------------------------------


def test_an_action_that_is_not_legal_names_its_clause_and_what_is_legal(dogs: World) -> None:
    """The Dog is on 0 with an empty hand: its range is four spaces (DD-18)."""
    error = dogs.refused("ann", "move", RECORD, "move", "to=5", code="move/out-of-range")
    assert "DD-18" in error["message"]
    assert error["at"] == "/actions/0"
    assert error["hint"].startswith("legal here: move to=")
    for near in ("move to=1", "move to=2", "move to=3", "move to=4", "end"):
        assert near in error["hint"]
    error = dogs.refused("ann", "move", RECORD, "dig", code="move/no-bone-here")
    assert "DD-25" in error["message"]
    error = dogs.refused("ann", "move", RECORD, "move to=2", "move to=2", code="move/same-space")
    assert "DD-20" in error["message"]
    assert error["at"] == "/actions/1"
    error = dogs.refused("ann", "move", RECORD, "move", "to=26", code="move/no-such-space")
    assert "DD-21" in error["message"]


def test_an_illegal_move_that_was_signed_is_refused_in_the_same_words(dogs: World) -> None:
    error = bring(dogs, forged(dogs, actions=[{"do": "move", "to": 5}]), "move/out-of-range")
    assert "DD-18" in error["message"]
    assert "move to=4" in error["hint"]


def test_unknown_actions(dogs: World) -> None:
    error = dogs.refused("ann", "move", RECORD, "fly", code="schema/unknown-action")
    assert '"fly"' in error["message"]
    assert "move" in error["hint"] and "dig" in error["hint"]
    bring(dogs, forged(dogs, actions=[{"do": "fly"}]), "schema/unknown-action")
    dogs.refused("ann", "move", RECORD, "to=3", code="action/field", status=2)
    dogs.refused("ann", "move", RECORD, "move", "to=3", "to=4", code="action/field", status=2)
    dogs.refused("ann", "move", RECORD, "move", "to=three", code="schema/type")
    dogs.refused("ann", "move", RECORD, "move", code="schema/required")
    dogs.refused("ann", "move", RECORD, code="move/no-action", status=2)
    dogs.refused("ann", "move", RECORD, "", code="move/no-action", status=2)
    dogs.refused("ann", "move", RECORD, "end", "--bot", "sense", code="move/bot", status=2)


# --- links: one exactly where the actions come to a draw -----------------------------------


def test_a_link_where_nothing_is_drawn(dogs: World) -> None:
    move = forged(dogs, actions=[{"do": "move", "to": 1}], link=dogs.link("ann"))
    error = bring(dogs, move, "link/too-many")
    assert error["at"] == "/link"


REROLL = [{"do": "collect"}]  # bob's turn begins: gems are drawn, dice are rolled


def test_a_link_is_missing(dwarf: World) -> None:
    error = bring(dwarf, forged(dwarf, actions=REROLL), "link/missing")
    assert error["at"] == "/link"
    assert "pbem move" in error["hint"]


@pytest.mark.parametrize("ahead", [0, 2, 3])
def test_a_link_out_of_order(dwarf: World, ahead: int) -> None:
    """Link 0 is the one shown before: a replay."""
    error = bring(
        dwarf, forged(dwarf, actions=REROLL, link=dwarf.link("ann", ahead)), "link/not-next"
    )
    assert error["at"] == "/link"
    assert "ann" in error["message"]


def test_anothers_link(dwarf: World) -> None:
    bring(dwarf, forged(dwarf, actions=REROLL, link=dwarf.link("bob")), "link/not-next")


def test_the_right_link_is_taken(dwarf: World) -> None:
    write(dwarf.file(ARBITER, "in.json"), forged(dwarf, actions=REROLL, link=dwarf.link("ann")))
    assert "in.json: taken" in dwarf.good(ARBITER, "judge", RECORD, "in.json").out


# --- keys that are refused at the door (docs/protocol.md, Keys that are refused) -----------

P = 2**255 - 19
TOP = 1 << 255


def hexed(text: str) -> int:
    return int.from_bytes(bytes.fromhex(text), "little")


EIGHT = hexed("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
EIGHT_TOO = hexed("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
SIGN = {
    "0": (0, "key/sign-low-order"),
    "1": (1, "key/sign-low-order"),
    "p-1": (P - 1, "key/sign-low-order"),
    "order eight": (EIGHT, "key/sign-low-order"),
    "order eight, other": (EIGHT_TOO, "key/sign-low-order"),
    "0 with sign": (TOP, "key/sign-low-order"),
    "order eight with sign": (TOP + EIGHT, "key/sign-low-order"),
    "order eight, other, with sign": (TOP + EIGHT_TOO, "key/sign-low-order"),
    "p": (P, "key/sign-range"),
    "p+1": (P + 1, "key/sign-range"),
    "p with sign": (TOP + P, "key/sign-range"),
}
SEAL = {
    "0": (0, "key/seal-low-order"),
    "1": (1, "key/seal-low-order"),
    "p-1": (P - 1, "key/seal-low-order"),
    "order eight": (
        325606250916557431795983626356110631294008115727848805560023387167927233504,
        "key/seal-low-order",
    ),
    "order eight, other": (
        39382357235489614581723060781553021112529911719440698176882885853963445705823,
        "key/seal-low-order",
    ),
    "p": (P, "key/seal-range"),
    "p+1": (P + 1, "key/seal-range"),
    "2^255-1": (TOP - 1, "key/seal-range"),
    "bit 255": (TOP + 9, "key/seal-bit-255"),
    "bit 255 of 0": (TOP, "key/seal-bit-255"),
}


def text(key: int) -> str:
    return b64.encode(key.to_bytes(32, "little"))


def seated(world: World) -> World:
    """A table at which ann's and bob's joins are awaited."""
    world.keys(ARBITER, "ann", "bob")
    world.good(ARBITER, "new", "dig-dogs", "--seat", "ann", "--seat", "bob", "-o", RECORD)
    world.mail(ARBITER, RECORD, "ann", "bob")
    for seat in SEATS:
        world.good(seat, "join", RECORD, "--seat", seat, "-o", "join.json")
    return world


def joined(world: World, who: str, change: Callable[[Body], None]) -> Body:
    """The join of `who` with something changed, signed again."""

    def replace(body: Body) -> None:
        body.clear()
        body.update(json.loads(world.file(who, "join.json").read_bytes()))
        del body["sig"]
        change(body)

    return world.statement(who, replace)


@pytest.mark.parametrize("key", SEAL)
def test_sealing_keys_that_are_refused(world: World, key: str) -> None:
    seated(world)
    value, code = SEAL[key]
    join = joined(world, "ann", lambda body: body.update(seal=text(value)))
    error = bring(world, join, code)
    assert error["at"] == "/seal"


@pytest.mark.parametrize("key", SIGN)
def test_signing_keys_that_are_refused(world: World, key: str) -> None:
    """Anybody can sign under these: S = 0 and R = 1 fits as soon as the order of the key
    divides the hash, which a few nonces give."""
    seated(world)
    value, code = SIGN[key]
    body = json.loads(world.file("ann", "join.json").read_bytes())
    body["sign"] = text(value)
    body["sig"] = b64.encode(bytes([1]) + bytes(63))
    for i in range(200):
        body["nonce"] = text(i)
        if keys.verify(value.to_bytes(32, "little"), pre(body), bytes([1]) + bytes(63)):
            break
    else:
        pytest.fail("no forged signature found: this key would test nothing")
    error = bring(world, body, code)
    assert error["at"] == "/sign"


@pytest.mark.parametrize("field", ["nonce", "seal", "anchor"])
def test_a_value_that_another_party_has(world: World, field: str) -> None:
    seated(world)
    world.mail("bob", "join.json", ARBITER)
    world.good(ARBITER, "judge", RECORD, "join.json")
    theirs = json.loads(world.file("bob", "join.json").read_bytes())[field]
    join = joined(world, "ann", lambda body: body.update({field: theirs}))
    error = bring(world, join, "key/twice")
    assert "ann" in error["message"] and "bob" in error["message"]


def test_one_identity_for_two_seats_or_for_the_arbiter_and_a_seat(world: World) -> None:
    seated(world)
    world.mail("bob", "join.json", ARBITER)
    world.good(ARBITER, "judge", RECORD, "join.json")
    world.refused(ARBITER, "join", RECORD, "--seat", "ann", code="key/twice")
    world.mail(ARBITER, RECORD, "bob")
    world.settle("bob")
    world.refused("bob", "join", RECORD, "--seat", "ann", code="key/twice")
    error = world.refused("bob", "join", RECORD, "--seat", "zoe", code="statement/unknown-seat")
    assert "ann, bob" in error["hint"]


# --- twice ---------------------------------------------------------------------------------


def test_the_same_statement_twice_is_already_here(dogs: World) -> None:
    dogs.good("ann", "move", RECORD, "move", "to=2", "-o", "move.json")
    dogs.mail("ann", "move.json", ARBITER)
    dogs.good(ARBITER, "judge", RECORD, "move.json")
    before = dogs.files()
    said = dogs.run(ARBITER, "judge", RECORD, "move.json", "move.json")
    assert said.status == 0
    assert said.out.count("move.json: already here") == 2
    machine = dogs.good(ARBITER, "judge", RECORD, "move.json", "--json").json
    assert machine["files"] == [{"name": "move.json", "news": "already here"}]
    assert dogs.files() == before


def test_asked_again_the_same_move_is_the_same_file(dogs: World) -> None:
    dogs.good("ann", "move", RECORD, "move", "to=2")
    first = dogs.file("ann", "ann-3-move.json").read_bytes()
    dogs.good("ann", "move", RECORD, "move", "to=2")
    assert dogs.file("ann", "ann-3-move.json").read_bytes() == first


def test_another_move_for_the_same_turn_only_if_the_first_was_not_sent(dogs: World) -> None:
    dogs.good("ann", "move", RECORD, "move", "to=2")
    error = dogs.refused("ann", "move", RECORD, "move", "to=3", code="journal/already-signed")
    assert "--first-not-sent" in error["hint"]
    dogs.good("ann", "move", RECORD, "move", "to=3", "--first-not-sent")


def test_two_valid_moves_on_one_head_are_evidence(dogs: World) -> None:
    """While the first waits no longer: it has been ruled on."""
    second = forged(dogs, actions=[{"do": "move", "to": 3}])
    dogs.turn(SEATS, "move", "to=2")
    error = bring(dogs, second, "evidence/two-moves", status=3)
    assert error["party"] == "ann"
    assert "turn 3" in error["message"]
    assert "keep both files" in error["hint"]


def test_a_second_move_that_was_not_legal_is_no_evidence(dogs: World) -> None:
    second = forged(dogs, actions=[{"do": "move", "to": 9}])
    dogs.turn(SEATS, "move", "to=2")
    bring(dogs, second, "statement/stale")


def test_two_valid_moves_are_evidence_to_a_player_too(dogs: World) -> None:
    """Both were mailed to bob; the arbiter has not ruled."""
    for i in (1, 2):
        write(dogs.file("bob", f"{i}.json"), forged(dogs, actions=[{"do": "move", "to": i}]))
    said = dogs.good("bob", "judge", RECORD, "1.json")
    assert "waiting for arbiter to rule" in said.out
    error = dogs.refused("bob", "judge", RECORD, "2.json", code="evidence/two-moves", status=3)
    assert error["party"] == "ann"


def test_two_rulings_of_one_number_are_evidence(dogs: World) -> None:
    """The arbiter, restored from a copy without its memory, rules on another move."""
    copy = dogs.root / "copy"
    shutil.copytree(dogs.folder(ARBITER), copy)
    second = forged(dogs, actions=[{"do": "move", "to": 3}])
    dogs.turn(SEATS, "move", "to=2")
    write(copy / "move.json", second)
    dogs.good("copy", "judge", RECORD, "move.json")
    dogs.settle("bob")
    dogs.file("bob", "other.json").write_bytes(dogs.file("copy").read_bytes())

    error = dogs.refused("bob", "judge", RECORD, "other.json", code=TWO_RULINGS, status=3)
    assert error["party"] == "arbiter"
    assert "entry 3" in error["message"]

    both = dogs.run("bob", "verify", RECORD, "other.json")
    assert both.status == 3
    assert "evidence of cheating by arbiter" in both.out
    report = dogs.run("bob", "verify", RECORD, "other.json", "--json")
    assert report.status == 3
    assert [r["verdict"] for r in report.json["records"]][1] == "cheat"

    ruling = json.loads(dogs.file("copy").read_bytes())["entries"][3][-1]
    write(dogs.file("bob", "ruling.json"), ruling)
    error = dogs.refused("bob", "judge", RECORD, "ruling.json", code=TWO_RULINGS, status=3)
    assert error["party"] == "arbiter"


def test_some_files_are_taken_and_one_is_refused(dogs: World) -> None:
    """A bad file does not stop the others, whatever the order."""
    dogs.good("ann", "move", RECORD, "move", "to=2", "-o", "move.json")
    dogs.mail("ann", "move.json", ARBITER)
    dogs.file(ARBITER, "bad.json").write_text("{")
    said = dogs.run(ARBITER, "judge", RECORD, "bad.json", "move.json", "none.json")
    assert said.status == 1
    assert "bad.json: refused" in said.out
    assert "move.json: taken" in said.out
    assert "error: json/syntax: bad.json, line 1" in said.err
    assert "error: file/missing: there is no none.json" in said.err
    assert dogs.now()["n"] == 4
