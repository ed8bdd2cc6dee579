"""Five cheats and one more, each mounted with the program's own parts; the one file that
proves it is carried into an empty folder and checked there (docs/protocol.md, Proof)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.record import files
from pbem.record.statements import read
from pbem.wire import b64
from pbem.wire.canon import canon
from tests.cli.world import ARBITER, RECORD, World, write
from tests.record.test_evidence import sharing
from tests.tables import DONE, FREE, ROLL, Mail, Seated, cheat, false_looks, rigged

pytestmark = pytest.mark.usefixtures("example", "plain")

PROOF = "proof.json"
Mount = Callable[[World], None]


def found(world: World, who: str, *args: str) -> None:
    """A command that finds the breach, and writes what proves it."""
    said = world.run(who, *args, "--evidence", PROOF)
    assert said.status == 3, said.text
    assert f"{PROOF}: the proof, for anybody who has nothing else (pbem verify)" in said.text


def records(world: World, **tables: Any) -> None:
    for name, value in tables.items():
        write(world.file("dee", f"{name}.json"), value)


# --- the cheats ---


def two_histories(world: World) -> None:
    """The arbiter tells one that ann moved, and another that she was late."""
    here, there = Seated(), Seated()
    here.do("ann", FREE)
    there.enter(there.lapse("bob", "ann"))
    records(world, a=here.json(), b=there.json())
    found(world, "dee", "compare", "a.json", "b.json")


def another_draw(world: World) -> None:
    """The arbiter turns ann's die to another side, and signs that."""
    table = Seated()
    (draw,) = table.do("ann", ROLL)["draws"]
    records(world, a=table.forge(3, draws=[{"roll": [draw["roll"][0] % 6 + 1]}]))
    found(world, "dee", "verify", "a.json")


def stacked_cards(world: World) -> None:
    """The arbiter puts ann's first card under the pile, and finishes the game."""
    with rigged(("t1", "t5")):
        table = Seated()
        table.finish()
    records(world, a=table.json())
    found(world, "dee", "verify", "a.json")


def false_look(world: World) -> None:
    """The arbiter shows ann a card she does not have; her own program stops and tells."""
    with false_looks(lambda o: [("c1" if f != "c1" else "c2", salt) for f, salt in o]):
        mail = Mail(world.root)
    cheat("look/false", ARBITER, lambda: mail.move("ann", FREE))
    (proof,) = mail.journal("ann").glob("*-look-proof")
    shutil.copyfile(proof, world.file("dee", PROOF))


def two_moves(world: World) -> None:
    """ann sends the arbiter one move and dee another; dee passes hers on."""
    mail = Mail(world.root)
    second = Seated().signed("ann", mail.move("ann", DONE), actions=[FREE])
    mail.turn("ann", DONE)
    write(world.file(ARBITER, "second.json"), second)
    identity = ["--identity", "identity.json"]
    found(world, ARBITER, "judge", "table.json", "second.json", *identity)
    world.mail(ARBITER, PROOF, "dee")


def two_shares(world: World) -> None:
    """cid shares for ann's move, and for the claim that she is late as well."""
    table, (move, claim, one, two) = sharing()
    named = {"move": move.body, "claim": claim.body, "one": one.body, "two": two.body}
    records(world, a=table.json(), **named)
    files_ = [f"{n}.json" for n in ("move", "one", "two", "claim")]
    found(world, "dee", "verify", "a.json", *files_)


CHEATS: dict[Mount, tuple[str, str, str]] = {
    two_histories: ("rulings", "evidence/two-rulings", ARBITER),
    another_draw: ("ruling", "ruling/draws", ARBITER),
    stacked_cards: ("ruling", "ruling/tokens", ARBITER),
    false_look: ("look", "look/false", ARBITER),
    two_moves: ("double", "evidence/two-moves", "ann"),
    two_shares: ("double", "evidence/two-shares", "cid"),
}
PLACES = 12
"""In how many places each file is changed."""


@pytest.mark.parametrize("mount", CHEATS, ids=lambda m: m.__name__)
def test_one_file_convinces_somebody_who_has_nothing_else(world: World, mount: Mount) -> None:
    what, code, party = CHEATS[mount]
    mount(world)
    alone = World(world.root / "elsewhere", world.capsys, world.monkeypatch).made()
    carried = alone.file("nobody", PROOF)
    shutil.copyfile(world.file("dee", PROOF), carried)
    assert files.read_json(carried, files.LIMITS["record"])["what"] == what
    assert list(alone.files()) == [f"nobody/{PROOF}"]

    told = alone.run("nobody", "verify", PROOF)
    assert told.status == 3
    assert f"{PROOF}: evidence of cheating by {party}" in told.out
    said = alone.run("nobody", "verify", PROOF, "--json").json
    assert [(e["code"], e["party"]) for e in said["errors"]] == [(code, party)]
    (row,) = said["records"]
    assert row["game"] in ("example", "plain") and row["seats"][0] == "ann"
    first = b64.decode(row["table"]).hex()[:4]
    assert f"  table {first} " in told.out
    assert f", seats {', '.join(row['seats'])}\n" in told.out
    assert list(alone.files()) == [f"nobody/{PROOF}"]

    _nothing_once_changed(alone, carried.read_bytes())


def _nothing_once_changed(alone: World, proof: bytes) -> None:
    for i in range(PLACES):
        at = (2 * i + 1) * len(proof) // (2 * PLACES)
        spoilt = proof[:at] + bytes([proof[at] ^ 1]) + proof[at + 1 :]
        alone.file("nobody", PROOF).write_bytes(spoilt)
        told = alone.run("nobody", "verify", PROOF)
        assert told.status == 1, (at, told.text)
        assert "cheating" not in told.text


def test_by_a_process_of_its_own_without_identity_or_memory(dogs: World, tmp_path: Path) -> None:
    """A real game: the second move comes by mail, after the first was ruled on."""

    def step(body: dict[str, Any]) -> None:
        body["actions"] = [{"do": "move", "to": 1}]

    write(dogs.file(ARBITER, "second.json"), dogs.statement("ann", step))
    dogs.turn(["ann", "bob"], "move", "to=2")
    said = dogs.run(ARBITER, "judge", RECORD, "second.json", "--evidence", PROOF, "--json")
    assert (said.status, said.json["evidence"]) == (3, [PROOF])
    alone = World(tmp_path / "elsewhere").made()
    shutil.copyfile(dogs.file(ARBITER, PROOF), alone.file("nobody", PROOF))
    told = alone.process("nobody", "verify", PROOF)
    assert told.status == 3
    first, about = told.out.splitlines()
    assert first == f"{PROOF}: evidence of cheating by ann"
    assert about.startswith("  table ") and about.endswith(": DIG, seats ann, bob")
    assert "ann signed two different valid moves for turn 3" in told.err


# --- the file itself ---


def test_where_two_parties_cheated_each_has_a_file(world: World) -> None:
    """ann signed two moves on one head, and the arbiter ruled on both."""
    here, there = Seated(), Seated()
    here.do("ann", FREE)
    there.do("ann", DONE)
    records(world, a=here.json(), b=there.json())
    for command in ("compare", "verify"):
        said = world.run("dee", command, "a.json", "b.json", "--evidence", f"{command}.json")
        assert said.status == 3
        named = {}
        for name in (f"{command}.json", f"{command}-2.json"):
            (error,) = world.run("dee", "verify", name, "--json").json["errors"]
            named[name] = error["party"]
        assert list(named.values()) == [ARBITER, "ann"]


def test_nothing_is_written_where_nothing_was_found(world: World) -> None:
    records(world, a=Seated().json())
    said = world.good("dee", "verify", "a.json", "--evidence", PROOF)
    assert f"no breach was found: {PROOF} is not written" in said.out
    assert not world.file("dee", PROOF).exists()


def test_two_rulings_glued_into_one_record_are_proof(world: World) -> None:
    """In the place of entry 4 stands another ruling on entry 3."""
    table = Seated()
    table.do("ann", FREE)
    data = table.json()
    again = table.signed(ARBITER, data["entries"][3][1], state="A" * 43)
    records(world, glued=data | {"entries": [*data["entries"], [data["entries"][3][0], again]]})
    said = world.run("dee", "verify", "glued.json", "--evidence", PROOF)
    assert said.status == 3 and f"{PROOF}: the proof" in said.out
    assert "glued.json: evidence of cheating by arbiter" in said.out
    told = world.run("ira", "verify", "../dee/" + PROOF)
    assert told.status == 3 and "two different rulings for entry 3" in told.err
    said = world.run("dee", "doctor", "glued.json")
    assert said.status == 3
    assert (
        "glued.json: damaged, and two rulings in it show a breach by arbiter: entries" in said.out
    )


def test_evidence_takes_the_place_of_no_other_file(world: World) -> None:
    records(world, a=Seated().json(), b=Seated().json())
    for command in (["verify", "b.json"], ["compare", "b.json", "b.json"]):
        world.refused("dee", *command, "--evidence", "a.json", code="file/exists")
        world.refused("dee", *command, "--evidence", "-", code="usage/command", status=2)


def test_the_proof_of_evidence_is_that_evidence(world: World) -> None:
    two_histories(world)
    world.run("dee", "verify", PROOF, "--evidence", "again.json")
    one, two = (files.read_json(world.file("dee", n), 10**6) for n in (PROOF, "again.json"))
    assert canon(one) == canon(two)


@pytest.mark.parametrize("name", ["none/proof.json", "old.json"])
def test_where_evidence_cannot_go_nothing_is_done(world: World, name: str) -> None:
    """An older proof is kept too: it may be the only one of another breach."""
    mail = Mail(world.root)
    write(world.file(ARBITER, "move.json"), mail.move("ann", DONE))
    for who in ("dee", ARBITER):
        write(world.file(who, "old.json"), {"pbem": 1, "kind": "evidence"})
    here, there = Seated(), Seated()
    here.do("ann", FREE)
    there.enter(there.lapse("bob", "ann"))
    records(world, a=here.json(), b=there.json())
    before = world.files()
    code = "file/exists" if name == "old.json" else "file/missing"
    asked = ["judge", "table.json", "move.json", "--identity", "identity.json"]
    for who, line in (
        ("dee", ["verify", "a.json", "b.json"]),
        ("dee", ["compare", "a.json", "b.json"]),
        (ARBITER, asked),
    ):
        said = world.run(who, *line, "--evidence", name)
        assert said.status == 1 and f"pbem: error: {code}: " in said.err, said.text
        assert said.out == "" and world.files() == before


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_full_disk_hides_no_breach(
    world: World, monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    def full(*_: object, **__: object) -> None:
        raise Refused("file/disk-full", "no space left to write it", hint="free some space")

    records(world, good=Seated().json())
    another_draw(world)
    world.file("dee", PROOF).unlink()
    mail = Mail(world.root)
    second = Seated().signed("ann", mail.move("ann", DONE), actions=[FREE])
    mail.turn("ann", DONE)
    write(world.file(ARBITER, "second.json"), second)
    monkeypatch.setattr(files, "write_json", full)
    for who, line, code in (
        ("dee", ["verify", "a.json"], "ruling/draws"),
        ("dee", ["compare", "good.json", "a.json"], "ruling/draws"),
        ("dee", ["audit", "a.json"], "ruling/draws"),
        (ARBITER, ["judge", "a.json"], "ruling/draws"),
        (
            ARBITER,
            ["judge", "table.json", "second.json", "--identity", "identity.json"],
            "evidence/two-moves",
        ),
    ):
        if line == ["judge", "a.json"]:
            shutil.copyfile(world.file("dee", "a.json"), world.file(ARBITER, "a.json"))
            line = [*line, "--identity", "identity.json"]
        said = world.run(who, *line, "--evidence", PROOF, *more)
        assert said.status == 3, said.text
        assert code in said.text and "file/disk-full" in said.text
        assert "the proof is not kept: no space left to write it" in said.text
        assert "no breach was found" not in said.text


def test_the_proof_of_two_rulings_is_the_same_file_from_every_command(world: World) -> None:
    here, there = Seated(), Seated()
    here.do("ann", FREE)
    there.enter(there.lapse("bob", "ann"))
    rulings = [t.json()["entries"][-1][-1] for t in (here, there)]
    records(world, a=here.json(), b=there.json(), ra=rulings[0], rb=rulings[1])
    for i, line in enumerate(
        (
            "compare a.json b.json",
            "compare b.json a.json",
            "verify a.json b.json",
            "verify b.json a.json",
            "verify a.json rb.json",
            "verify b.json ra.json",
        )
    ):
        said = world.run("dee", *line.split(), "--evidence", f"{i}.json")
        assert said.status == 3, said.text
    assert len({world.file("dee", f"{i}.json").read_bytes() for i in range(6)}) == 1
    value = files.read_json(world.file("dee", "0.json"), 10**6)
    ids = [read(body).id for body in value["rulings"]]
    assert ids == sorted(ids)
    value["rulings"].reverse()  # a proof is written in one way
    write(world.file("dee", "turned.json"), value)
    world.refused("dee", "verify", "turned.json", code="evidence/too-much")


def test_whoever_checks_evidence_gets_no_hints_for_players(world: World) -> None:
    """A proof whose statements are of another head, or whose log is broken."""
    two_moves(world)
    value = files.read_json(world.file("dee", PROOF), 10**6)
    records(world, short=value | {"entries": value["entries"][:2]})
    records(world, cut=value | {"entries": [*value["entries"][:2], value["entries"][2][1:]]})
    other = files.read_json(world.file("dee", PROOF), 10**6)
    other["statements"][0]["sig"] = other["statements"][1]["sig"]
    records(world, forged=other)
    for name in ("short", "cut", "forged"):
        said = world.run("dee", "verify", f"{name}.json")
        assert said.status == 1, said.text
        assert "pbem: hint: this file proves nothing as it is" in said.err, said.err
        assert "newest record" not in said.err and "another player" not in said.err


def test_records_of_two_tables_are_called_so(world: World) -> None:
    other = Seated(nonces=lambda name: bytes(32 - len(name)) + name.encode())
    records(world, a=Seated().json(), b=other.json(), c=Seated().json())
    said = world.good("dee", "verify", "a.json", "b.json", "c.json").out.splitlines()
    assert "these records are of two different tables, which are not compared:" in said
    (ours,) = [line for line in said if line.endswith(": a.json, c.json")]
    (theirs,) = [line for line in said if line.endswith(": b.json")]
    assert ours.startswith("  table ") and theirs.startswith("  table ") and ours != theirs
    assert "different tables" not in world.good("dee", "verify", "a.json", "c.json").out


# --- broken, stale, elsewhere, cheat: different sentences ---


def verdicts(world: World, *names: str) -> list[tuple[str, str]]:
    said = world.run("dee", "verify", *names, "--json").json
    words = {row["file"]: row["verdict"] for row in said["records"]}
    told = world.run("dee", "verify", *names).out.splitlines()
    lines = {n: next(t for t in told if t.startswith(f"{n}: ")) for n in names}
    return [(words[n], lines[n].removeprefix(f"{n}: ")) for n in names]


def test_broken_stale_elsewhere_and_cheat_are_told_apart(world: World) -> None:
    table = Seated()
    late = table.move("ann", ROLL)
    elsewhere = Seated(nonces=lambda name: bytes(32 - len(name)) + name.encode())
    away = elsewhere.move("ann", FREE)
    table.enter(table.lapse("bob", "ann"))
    here = table.json()
    records(world, a=here, late=late.body, away=away.body)
    records(world, broken=here | {"entries": [*here["entries"][:3], here["entries"][3][1:]]})
    records(world, forged=late.body | {"note": "hello"})
    records(world, illegal=table.signed("bob", table.move("bob", FREE).body, link="A" * 43))
    records(world, ahead=table.signed("bob", table.move("bob", FREE).body, n=9))
    records(world, history=table.signed("bob", table.move("bob", FREE).body, head="A" * 43))
    names = ["late", "away", "forged", "illegal", "ahead", "history", "broken"]
    told = dict(
        zip(names, verdicts(world, "a.json", *[f"{n}.json" for n in names])[1:], strict=True)
    )
    assert told == {
        "late": ("stale", "stale: it answers an entry that is complete"),
        "away": ("other-table", "names another table, so it is not verified here"),
        "forged": ("broken", "broken: this file does not verify"),
        "illegal": (
            "refused",
            "refused: it could not stand there, which proves nothing against anybody",
        ),
        "ahead": ("ahead", "ahead: it answers an entry that this record has not reached"),
        "history": ("other-history", "of another history of this table"),
        "broken": ("broken", "broken: this file does not verify"),
    }
    world.refused("dee", "verify", "a.json", "late.json", code="statement/stale")
    assert "It proves nothing against ann" in world.run("dee", "verify", "a.json", "late.json").err


def test_a_changed_statement_is_broken_and_said_to_be_signed_by_nobody(world: World) -> None:
    table = Seated()
    table.do("ann", FREE)
    good, away = table.move("ann", FREE).body, "A" * 43
    records(world, a=table.json(), n=good | {"n": 3}, later=good | {"n": 5}, head=good)
    records(world, head=good | {"head": away}, table=good | {"table": away})
    records(world, open=table.table.body | {"nonce": away}, join=table.json()["entries"][1][0])
    records(world, stranger=table.json()["entries"][1][0] | {"table": away})
    for name in ("n", "later", "head", "table", "open", "stranger"):
        said = world.refused("dee", "verify", "a.json", f"{name}.json", code="signature/bad")
        assert "was changed after signing" in said["message"]
        ((word, sentence),) = verdicts(world, "a.json", f"{name}.json")[1:]
        assert (word, sentence) == ("broken", "broken: this file does not verify")
    world.refused("dee", "verify", "stranger.json", code="signature/bad")
    world.refused("dee", "verify", "join.json", code="verify/no-record")


def test_the_open_of_a_table_is_in_its_record(world: World) -> None:
    other = Seated(nonces=lambda name: bytes(32 - len(name)) + name.encode())
    records(world, a=Seated().json(), open=Seated().table.body, other=other.table.body)
    assert "open.json: in the record" in world.good("dee", "verify", "a.json", "open.json").out
    error = world.refused("dee", "verify", "a.json", "other.json", code="statement/other-table")
    assert error["message"] == "the record of the table it opens is not here"


def test_a_damaged_record_is_broken_wherever_its_entries_were_meant_to_stand(
    world: World,
) -> None:
    """An entry is missing, stands twice, or has another number, head or table: a file that was
    changed, and no statement that comes too early or too late."""
    table = Seated()
    for _ in range(3):
        table.do("ann", FREE)
    data, names = table.json(), ["missing", "twice", "n", "head", "table", "waits"]
    log = data["entries"]
    records(world, missing=data | {"entries": log[:3] + log[4:]})
    records(world, twice=data | {"entries": [*log[:4], log[3], *log[4:]]})
    for field, value in (("n", 3), ("head", "A" * 43), ("table", "A" * 43)):
        changed = [log[4][0], log[4][1] | {field: value}]
        records(world, **{field: data | {"entries": [*log[:4], changed, log[5]]}})
    early = Seated().move("ann", FREE).body
    records(world, waits=data | {"pending": [early]})
    told = verdicts(world, *[f"{name}.json" for name in names])
    assert told == [("broken", "broken: this file does not verify")] * len(names)


def test_a_record_that_lost_its_end_asks_for_doctor(world: World) -> None:
    table = Seated()
    table.do("ann", FREE)
    table.do("ann", FREE)
    data = table.json()
    records(world, cut=data | {"entries": data["entries"][:4]})
    error = world.refused("dee", "verify", "cut.json", code="record/now")
    assert "its end was cut off (pbem doctor RECORD tells)" in error["hint"]
    world.refused("dee", "doctor", "cut.json", code="record/cut-short")


def test_an_older_record_beside_a_newer_one_is_stale_and_no_fault(world: World) -> None:
    table = Seated()
    older = table.json()
    table.do("ann", FREE)
    records(world, old=older, new=table.json())
    said = world.good("dee", "verify", "new.json", "old.json")
    assert "  stale: new.json has the same entries and more" in said.out
    said = world.good("dee", "verify", "old.json", "new.json")
    assert "  newer than old.json, which has the first of these entries and no other" in said.out
    rows = world.good("dee", "verify", "new.json", "old.json", "--json").json["records"]
    assert [row.get("beside") for row in rows] == [None, {"new.json": "shorter"}]


def test_a_second_join_is_valid_and_proves_nothing(world: World) -> None:
    table = Seated(start=False)
    first = table.join("ann")
    table.nonces = lambda name: (b"again " + name.encode()).ljust(32)
    records(world, a=table.json(), one=first.body, two=table.join("ann").body)
    said = world.good("dee", "verify", "a.json", "one.json", "two.json")
    assert "one.json: valid, and not ruled on yet" in said.out
    assert (
        "two.json: valid, in the place of an older join: a second join proves nothing" in said.out
    )


# --- compare ---


def test_compare_in_words(world: World) -> None:
    here, there = Seated(), Seated()
    older = here.json()
    here.do("ann", DONE)
    there.enter(there.lapse("bob", "ann"))
    records(world, old=older, a=here.json(), b=there.json())
    said = world.good("dee", "compare", "old.json", "a.json").out
    assert "are of one table: example of ann, bob" in said
    assert "old.json is stale: a.json has its 3 entries and 1 more" in said
    assert "their logs are equal: 4 entries" in world.good("dee", "compare", "a.json", "a.json").out
    there.take(there.move("bob", FREE))
    here.do("bob", FREE)
    records(world, a=here.json(), b=there.json())
    said = world.run("dee", "compare", "a.json", "b.json")
    assert said.status == 3
    for line in (
        "they part at entry 3; what is before it is the same",
        "  in a.json alone stands a move of ann",
        "  in b.json alone stands the claim of bob that ann is late",
        "arbiter signed both",
        "later statements of bob stand on two heads, which proves nothing against them: they were"
        " told two histories",
    ):
        assert line in said.out.splitlines(), line
    assert "  /entries/3/1/answers" in said.out.splitlines()


def test_compare_of_two_tables_and_of_a_fork_that_nobody_signed_twice(world: World) -> None:
    other = Seated(nonces=lambda name: bytes(32 - len(name)) + name.encode())
    here, there = (Seated("plain", ("ann", "bob"), host="ann") for _ in range(2))
    here.do("ann", DONE)
    there.enter(there.lapse("bob", "ann"))
    records(world, o=other.json(), a=here.json(), b=there.json())
    said = world.run("dee", "compare", "a.json", "o.json")
    assert said.status == 1 and "pbem: error: record/other-table: these are two" in said.err
    assert "two different tables: a.json is of plain of ann, bob (table " in said.err
    assert ", o.json is of example of ann, bob (table " in said.err
    said = world.run("dee", "compare", "a.json", "b.json")
    assert said.status == 1
    assert "nobody signed both: that proves nothing against anybody" in said.out
    report = world.run("dee", "compare", "a.json", "b.json", "--json").json
    assert (report["relation"], report["n"], report["signed_both"]) == ("forked", 3, [])


def test_compare_shows_where_two_statements_that_wait_differ_and_who_signed_both(
    world: World,
) -> None:
    here, there = Seated(), Seated()
    here.take(here.move("ann", FREE))
    there.take(there.move("ann", DONE))
    records(world, a=here.json(), b=there.json())
    said = world.run("dee", "compare", "a.json", "b.json")
    assert said.status == 3
    assert said.out.splitlines()[1:] == [
        "their logs are equal: 3 entries",
        "for entry 3 they have different statements",
        "  /pending/0/actions",
        '    a.json: [{"do": "free"}]',
        '    b.json: [{"do": "done"}]',
        "ann signed both",
    ]
    joins = Seated(start=False), Seated(start=False)
    joins[1].nonces = lambda name: (b"again " + name.encode()).ljust(32)
    for table in joins:
        table.take(table.join("ann"))
    records(world, a=joins[0].json(), b=joins[1].json())
    said = world.good("dee", "compare", "a.json", "b.json")
    assert "that proves nothing against anybody" in said.out


def test_compare_says_which_file_is_broken_or_a_breach(world: World) -> None:
    good = Seated().json()
    records(world, good=good, broken=good | {"entries": [*good["entries"][:2], []]})
    another_draw(world)
    world.file("dee", PROOF).unlink()
    said = world.run("dee", "compare", "good.json", "broken.json")
    assert said.status == 1
    assert said.out == "broken.json: broken: this file does not verify\n"
    assert ": broken.json: " in said.err and "good.json" not in said.err
    said = world.run("dee", "compare", "a.json", "broken.json", "--evidence", PROOF)
    assert said.status == 3
    assert "a.json: evidence of cheating by arbiter\n" in said.out
    assert "broken.json: broken: this file does not verify\n" in said.out
    assert "ruling/draws: evidence of cheating by arbiter: a.json: " in said.err
    assert world.run("dee", "verify", PROOF).status == 3
    report = world.run("dee", "compare", "good.json", "a.json", "--json").json
    assert [(e["file"], e["code"]) for e in report["errors"]] == [("a.json", "ruling/draws")]
    said = world.run("dee", "compare", "none.json", "a.json")
    assert said.status == 3 and "none.json: not read" in said.out
