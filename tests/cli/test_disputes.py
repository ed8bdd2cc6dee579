"""What a person is told, and may hand on, when two things were signed or time ran out."""

from __future__ import annotations

import json
import shutil
from typing import Any

from pbem.record import identity, signing
from pbem.record.desk import read_record
from pbem.wire import b64
from tests.cli.world import ARBITER, RECORD, World, write

SEATS = ["ann", "bob"]
Body = dict[str, Any]


def step_to(world: World, to: int) -> Body:
    """A move of ann's to a space, signed onto her newest head."""

    def change(body: Body) -> None:
        body["actions"] = [{"do": "move", "to": to}]

    return world.statement("ann", change)


def claim(world: World) -> None:
    """Bob's claim of ann's lapse reaches the arbiter."""
    bob = identity.load(world.file("bob", "id.json"))
    table = read_record(str(world.file("bob"))).table
    write(world.file(ARBITER, "lapse.json"), signing.sign_lapse(table, bob, "bob", "ann").body)


# --- a lapse waits for the word of a person ---


def test_a_claimed_lapse_is_not_ruled_on_before_somebody_says_that_time_is_up(
    dogs: World,
) -> None:
    claim(dogs)
    said = dogs.good(ARBITER, "judge", RECORD, "lapse.json")
    assert "bob claims that ann is late (policy: 7d)" in said.out
    assert "--time-is-up" in said.out
    assert dogs.now()["n"] == 3
    ruled = dogs.good(ARBITER, "judge", RECORD, "--time-is-up")
    assert dogs.now()["n"] == 4
    assert "ann is late: bob claims the lapse" in ruled.out


def test_a_move_that_comes_while_a_claim_waits_is_ruled_on(dogs: World) -> None:
    claim(dogs)
    dogs.good(ARBITER, "judge", RECORD, "lapse.json")
    dogs.good("ann", "move", RECORD, "move", "to=2", "-o", "move.json")
    dogs.mail("ann", "move.json", ARBITER)
    dogs.good(ARBITER, "judge", RECORD, "move.json")
    assert dogs.now()["n"] == 4
    assert dogs.now()["state"]["dogs"]["ann"] == 2


# --- an output file is not the end of something else ---


def test_judge_writes_over_no_other_file(dogs: World) -> None:
    dogs.good("ann", "move", RECORD, "move", "to=2", "-o", "move.json")
    dogs.mail("ann", "move.json", ARBITER)
    for name in ("id.json", "move.json"):
        dogs.refused(ARBITER, "judge", RECORD, "move.json", "-o", name, code="file/exists")
    dogs.good(ARBITER, "judge", RECORD, "move.json", "-o", "opened.json")  # an older record of it


def test_judge_changes_nothing_where_its_memory_cannot_be_written(dogs: World) -> None:
    dogs.good("ann", "move", RECORD, "move", "to=2", "-o", "move.json")
    dogs.mail("ann", "move.json", ARBITER)
    memory = dogs.file(ARBITER, "id.json.journal")
    shutil.rmtree(memory)
    memory.write_text("in the way")
    before = dogs.files()
    assert dogs.run(ARBITER, "judge", RECORD, "move.json").status == 1
    assert dogs.files() == before


# --- what is refused changes nothing ---


def test_judge_changes_nothing_where_it_remembers_nothing(dogs: World) -> None:
    write(dogs.file(ARBITER, "move.json"), step_to(dogs, 1))
    shutil.rmtree(dogs.file(ARBITER, "id.json.journal"))
    dogs.file(ARBITER, "id.json.journal").mkdir()  # where the lock of a command lies
    dogs.run(ARBITER, "judge", RECORD, "move.json")
    dogs.refused(ARBITER, "judge", RECORD, "move.json", code="journal/lost")
    dogs.refused(ARBITER, "judge", RECORD, "move.json", "--break-off", code="journal/lost")
    assert json.loads(dogs.file(ARBITER).read_bytes())["pending"] == []
    dogs.good(ARBITER, "judge", RECORD, "move.json", "--without-journal")
    assert dogs.now()["n"] == 4


def test_an_end_that_is_refused_leaves_the_move_that_came_with_it_outside(dogs: World) -> None:
    write(dogs.file("bob", "move.json"), step_to(dogs, 1))
    dogs.run("bob", "judge", RECORD, "move.json", "--break-off")
    args = ["judge", RECORD, "move.json", "--break-off"]
    dogs.refused("bob", *args, code="ruling/not-arbiter")
    assert json.loads(dogs.file("bob").read_bytes())["pending"] == []


# --- whose join ---


def test_a_join_in_the_place_of_another_partys_is_told(world: World) -> None:
    world.keys(ARBITER, "ann", "mallory")
    world.good(ARBITER, "new", "dig-dogs", "--seat", "ann", "--seat", "bob", "-o", RECORD)
    world.mail(ARBITER, RECORD, "ann", "mallory")
    for who in ("ann", "mallory"):
        world.good(who, "join", RECORD, "--seat", "ann", "-o", f"{who}.json")
        world.mail(who, f"{who}.json", ARBITER)
    world.good("ann", "join", RECORD, "--seat", "ann", "--fresh", "-o", "again.json")
    world.mail("ann", "again.json", ARBITER)
    first = world.good(ARBITER, "judge", RECORD, "ann.json", "again.json")
    assert "another key" not in first.out  # one's own newer join is no news
    second = world.good(ARBITER, "judge", RECORD, "mallory.json")
    assert "takes the place of a join signed with another key" in second.out
    third = world.good(ARBITER, "judge", RECORD, "ann.json", "--json")
    mallory = identity.load(world.file("mallory", "id.json"))
    assert third.json["files"][0]["instead_of"] == b64.encode(mallory.sign)


# --- proof that a third person can check ---


def forked(world: World) -> None:
    """Bob gets two histories of entry 3: b.json first, then another as his record."""
    for name, to in (("one.json", 1), ("two.json", 2)):
        write(world.file(ARBITER, name), step_to(world, to))
    opened = world.file(ARBITER).read_bytes()
    memory = world.file(ARBITER, "id.json.journal")
    shutil.copytree(memory, world.file(ARBITER, "kept"))
    world.good(ARBITER, "judge", RECORD, "one.json")
    world.mail(ARBITER, RECORD, "bob")
    world.good("bob", "show", RECORD)
    shutil.rmtree(memory)
    shutil.copytree(world.file(ARBITER, "kept"), memory)
    world.file(ARBITER).write_bytes(opened)
    world.good(ARBITER, "judge", RECORD, "two.json")
    world.mail(ARBITER, RECORD, "bob")


def test_the_history_known_before_is_handed_out_as_half_of_the_proof(dogs: World) -> None:
    forked(dogs)
    said = dogs.run("bob", "show", RECORD, "--json")
    assert said.status == 3
    (error,) = said.json["errors"]
    assert (error["code"], error["party"]) == ("evidence/two-rulings", "arbiter")
    (other,) = dogs.file("bob", "id.json.journal").glob("*-other-history")
    assert other.name in error["hint"]
    dogs.folder("nobody")
    shutil.copyfile(other, dogs.file("nobody", "a.json"))
    dogs.mail("bob", RECORD, "nobody")
    told = dogs.run("nobody", "verify", "a.json", RECORD)
    assert told.status == 3
    assert "evidence of cheating by arbiter" in told.text
    assert "ann signed two different valid moves for turn 3" in told.text


def test_two_moves_are_proved_with_the_record_alone(dogs: World) -> None:
    for i in (1, 2, 3):
        write(dogs.file("nobody", f"{i}.json"), step_to(dogs, i))
    dogs.turn(SEATS, "move", "to=2")
    dogs.mail(ARBITER, RECORD, "nobody")
    told = dogs.run("nobody", "verify", "1.json", RECORD, "--json")
    assert told.status == 3
    assert [(e["code"], e["party"]) for e in told.json["errors"]] == [("evidence/two-moves", "ann")]
    waiting = dogs.run("nobody", "verify", "3.json", RECORD)
    assert waiting.status == 3


def test_verify_says_whether_a_statement_is_in_the_record(dogs: World) -> None:
    write(dogs.file("nobody", "move.json"), step_to(dogs, 2))
    dogs.mail(ARBITER, RECORD, "nobody")
    said = dogs.good("nobody", "verify", RECORD, "move.json")
    assert "move.json: valid, and not ruled on yet" in said.out
    dogs.good("ann", "move", RECORD, "move", "to=2", "-o", "sent.json")
    dogs.mail("ann", "sent.json", ARBITER)
    dogs.good(ARBITER, "judge", RECORD, "sent.json")
    dogs.mail(ARBITER, RECORD, "nobody")
    said = dogs.good("nobody", "verify", RECORD, "move.json")
    assert "move.json: in the record" in said.out


def test_a_statement_alone_is_not_verified(dogs: World) -> None:
    write(dogs.file("nobody", "move.json"), step_to(dogs, 2))
    dogs.refused("nobody", "verify", "move.json", code="verify/no-record")


def test_where_a_file_is_evidence_nothing_is_ruled_in_the_same_call(dogs: World) -> None:
    for i in (1, 2):
        write(dogs.file(ARBITER, f"{i}.json"), step_to(dogs, i))
    assert dogs.run(ARBITER, "judge", RECORD, "1.json", "2.json").status == 3
    assert dogs.now()["n"] == 3
    dogs.good(ARBITER, "judge", RECORD)
    assert dogs.now()["state"]["dogs"]["ann"] == 1


# --- what waits is no proof that may be lost ---


def two_moves(world: World) -> None:
    """One move of ann's waits in bob's record; another was ruled on in newer.json."""
    write(world.file("bob", "waits.json"), step_to(world, 1))
    world.good("bob", "judge", RECORD, "waits.json")
    world.turn(["ann"], "move", "to=2")
    shutil.copyfile(world.file(ARBITER), world.file("bob", "newer.json"))


def proved(world: World, *args: str) -> None:
    """Bob's command finds the breach, keeps the proof, and changes none of his records."""
    before = {name: world.file("bob", name).read_bytes() for name in (RECORD, "newer.json")}
    said = world.run("bob", *args, "--evidence", "proof.json")
    assert said.status == 3, said.text
    assert "evidence/two-moves: evidence of cheating by ann" in said.err
    assert {name: world.file("bob", name).read_bytes() for name in before} == before
    world.mail("bob", "proof.json", "nobody")
    told = world.run("nobody", "verify", "proof.json")
    assert told.status == 3 and "evidence of cheating by ann" in told.out


def test_a_longer_record_does_not_take_the_place_of_a_move_that_is_proof(dogs: World) -> None:
    two_moves(dogs)
    dogs.folder("nobody")
    proved(dogs, "judge", RECORD, "newer.json")
    error = dogs.run("bob", "judge", RECORD, "newer.json", "--json").json["errors"][0]
    assert "To go on, keep this record elsewhere, and give the newer one as RECORD" in error["hint"]
    dogs.good("bob", "judge", "newer.json")


def test_nor_where_it_is_written_over_by_name(dogs: World) -> None:
    two_moves(dogs)
    dogs.folder("nobody")
    proved(dogs, "judge", "newer.json", "-o", RECORD)


def test_nor_where_the_longer_one_is_remembered(dogs: World) -> None:
    two_moves(dogs)
    dogs.folder("nobody")
    dogs.good("bob", "show", "newer.json")
    proved(dogs, "judge", RECORD)
