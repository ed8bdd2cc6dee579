"""A file of the wrong kind is called by its name; a record with entries dropped or swapped
is compared with another copy, not made again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.errors import COMPARE, Refused
from pbem.play import lab
from pbem.wire import schema
from tests.cli.world import ARBITER, RECORD, World, write

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"


def test_the_wrong_kind_of_file(dogs: World) -> None:
    dogs.good("ann", "move", RECORD, "end", "-o", "move.json")
    dogs.mail("ann", "move.json", ARBITER)
    write(dogs.file("ann", "lab.json"), {"lab": 1, "moves": []})
    ruling = json.loads(dogs.file(ARBITER).read_bytes())["entries"][1][-1]
    write(dogs.file("ann", "ruling.json"), ruling)
    for args, said in (
        (["show", "id.json"], "this is an identity, not a record"),
        (["verify", "id.json"], "this is an identity, not a record"),
        (["moves", "move.json"], "this is a move of ann, not a record"),
        (["show", "ruling.json"], "this is a ruling, not a record"),
        (["ready", "move.json"], "this is a move of ann, not a record"),
        (["move", "lab.json", "end"], "this is a lab file, not a record"),
        (["lab", RECORD], "this is a record, not a lab file"),
        (["judge", RECORD, "id.json"], "this is an identity, not a statement"),
        (["judge", RECORD, "lab.json"], "this is a lab file, not a statement"),
        (["show", RECORD, "--identity", RECORD], "this is a record, not an identity"),
        (["show", RECORD, "--identity", "move.json"], "this is a move of ann, not an identity"),
    ):
        error = dogs.refused("ann", *args, code="schema/kind")
        assert said in error["message"]
        assert "mail" not in error["hint"] and "again" not in error["hint"]
    args = ["new", "dig-dogs", "--seat", "ann", "--seat", "bob", "--deck", "move.json"]
    error = dogs.refused(ARBITER, *args, code="schema/kind")
    assert error["message"] == "this is a move of ann, not a deck file"


def test_a_good_file_of_another_kind_is_not_called_broken(dogs: World) -> None:
    dogs.good("ann", "move", RECORD, "end", "-o", "move.json")
    write(dogs.file("ann", "lab.json"), {"lab": 1, "moves": []})
    write(dogs.file("ann", "asked.json"), {"pbem": 1, "kind": "requests"})
    write(dogs.file("ann", "proof.json"), {"pbem": 1, "kind": "evidence", "what": "rulings"})
    (memory,) = dogs.file("ann", "id.json.journal").glob("*.json")
    write(dogs.file("ann", "journal.json"), json.loads(memory.read_bytes()))
    for name, found, command in (
        ("move.json", "a move of ann", "pbem verify RECORD FILE, pbem judge RECORD FILE"),
        ("proof.json", "evidence", "pbem verify FILE checks evidence"),
        ("id.json", "an identity", "--identity FILE names an identity"),
        ("journal.json", "a journal", "no command takes a journal"),
        ("asked.json", "a list of requests", "samples/verify_alone.py RECORD FILE"),
        ("lab.json", "a lab file", "pbem lab FILE plays a lab file"),
    ):
        error = dogs.refused("ann", "compare", RECORD, name, code="schema/kind")
        assert f"this is {found}" in error["message"] and command in error["hint"]
        said = dogs.run("ann", "compare", RECORD, name)
        assert said.out == f"{name}: of another kind than is wanted here\n"
    for name in ("id.json", "journal.json", "asked.json", "lab.json"):
        assert f"{name}: of another kind" in dogs.run("ann", "verify", RECORD, name).out
        rows = dogs.run("ann", "verify", RECORD, name, "--json").json["records"]
        assert rows[1]["verdict"] == "other-kind"
    error = dogs.refused("ann", "judge", RECORD, "proof.json", code="schema/kind")
    assert "pbem verify FILE checks evidence" in error["hint"]


def test_a_record_with_a_part_of_another_kind_is_broken(dogs: World) -> None:
    record = json.loads(dogs.file("ann").read_bytes())
    record["pending"] = [{"pbem": 1, "kind": "evidence", "what": "rulings"}]
    write(dogs.file("ann", "bad.json"), record)
    said = dogs.run("ann", "verify", "bad.json", "--json").json
    assert said["errors"][0]["code"] == "schema/kind"
    assert said["records"][0]["verdict"] == "broken"


def test_a_name_that_a_file_gives_itself_is_not_repeated() -> None:
    with pytest.raises(Refused) as caught:
        schema.check("record", {"kind": "move", "by": "ann\x1b[2J"})
    assert caught.value.message == "this is a move, not a record"
    with pytest.raises(Refused) as caught:
        schema.check("record", {"kind": ["move"], "lab": 1, "moves": []})
    assert caught.value.message == "this is a lab file, not a record"


def test_a_newer_format_asks_for_a_newer_program(dogs: World) -> None:
    record = json.loads(dogs.file("ann").read_bytes())
    write(dogs.file("ann", "new.json"), {**record, "pbem": 2})
    error = dogs.refused("ann", "show", "new.json", code="schema/const")
    assert "format 2" in error["message"] and "newer release" in error["hint"]
    assert error["at"] == "/pbem"


@pytest.mark.parametrize("order", [[0, 2], [0, 1, 2, 4], [0, 1, 2, 4, 3], [0, 2, 1, 3, 4]])
def test_entries_dropped_and_swapped(dogs: World, order: list[int]) -> None:
    dogs.turn(["ann", "bob"], "end")
    dogs.turn(["ann", "bob"], "end")
    record = json.loads(dogs.file(ARBITER).read_bytes())
    record["entries"] = [record["entries"][n] for n in order]
    write(dogs.file("nobody", "bad.json"), record)
    said = dogs.run("nobody", "verify", "bad.json", "--json")
    assert said.status in (1, 3)
    (error,) = said.json["errors"]
    assert error["hint"] == COMPARE, error


def test_a_truncated_file_is_told_in_a_whole_sentence(dogs: World) -> None:
    data = dogs.file("ann").read_bytes()
    cut = data.index(b'"sig"') + 20  # within a string
    dogs.file("ann", "cut.json").write_bytes(data[:cut])
    error = dogs.refused("ann", "show", "cut.json", code="json/syntax")
    assert error["message"].endswith("unterminated string from here on")


@pytest.mark.parametrize("number", [0, 1])
def test_the_examples_of_a_lab_file_run(number: int) -> None:
    examples = json.loads((SCHEMAS / "lab.json").read_bytes())["examples"]
    assert len(examples) == 2
    report = lab.run(examples[number])
    assert report["trace"] and "asked" not in report
