"""One byte of a record changed, wherever: it is refused, or says the same as before."""

from __future__ import annotations

import json
import re

import pytest

from tests.cli.world import ARBITER, RECORD, World

PLACE = re.compile(r"\(at /|line \d+ column \d+|byte \d+|is missing|there is no field")


@pytest.fixture
def played(dogs: World) -> World:
    """Two turns on: a move without a look, and one with."""
    seats = ["ann", "bob"]
    dogs.turn(seats, "move", "to=2")
    dogs.turn(seats, "dig", "put=none") if _bone(dogs) else dogs.turn(seats, "end")
    dogs.settle(*seats)
    return dogs


def _bone(world: World) -> bool:
    return {"do": "dig"} in world.now()["actions"]


def changes(data: bytes, at: int) -> list[bytes]:
    """The byte one up, with its lowest bit turned, and taken out."""
    flipped = bytes([data[at] ^ 1])
    up = bytes([(data[at] + 1) % 256])
    return [data[:at] + new + data[at + 1 :] for new in (flipped, up, b" ", b"")]


def test_a_byte_changed_anywhere(played: World) -> None:
    whole = played.file("ann").read_bytes()
    before = json.loads(whole)
    bad = played.file("nobody", "bad.json")
    accepted = 0
    for at in range(0, len(whole), 7):
        for data in changes(whole, at)[at % 2 :: 2]:
            if data == whole:
                continue
            bad.write_bytes(data)
            said = played.run("nobody", "show", "bad.json")
            if said.status == 0:
                assert json.loads(data) == before, f"byte {at}"
                accepted += 1
                continue
            assert said.err.startswith("pbem: error: "), f"byte {at}"
            assert "pbem: hint: " in said.err, f"byte {at}: {said.err}"
            assert PLACE.search(said.err), said.err
    assert accepted  # white space between statements


def entry_at(whole: bytes, at: int) -> str:
    """The entry in which a byte of the record lies: one line a statement, `[` begins one."""
    lines = whole[:at].split(b"\n")
    return str(sum(line.startswith(b"[") for line in lines[1:]) - 1)


def test_a_letter_changed_in_a_signed_text_names_the_entry(played: World) -> None:
    whole = played.file("ann").read_bytes()
    bad = played.file("nobody", "bad.json")
    texts = list(re.finditer(rb'"[A-Za-z0-9_-]{43,}"', whole))
    last = whole.index(b'"pending"')
    for match in texts[::3]:
        if match.start() > last:
            continue
        at = match.start() + 5
        new = b"A" if whole[at : at + 1] != b"A" else b"B"
        bad.write_bytes(whole[:at] + new + whole[at + 1 :])
        said = played.run("nobody", "verify", "bad.json")
        assert said.status in (1, 3), said.text
        named = re.search(r"\(at /entries/(\d+)", said.err)
        assert named and named[1] == entry_at(whole, at), said.err


def test_a_pretty_printed_record_says_the_same(played: World) -> None:
    value = json.loads(played.file("ann").read_bytes())
    played.file("nobody", "pretty.json").write_text(json.dumps(value, indent=4, sort_keys=True))
    played.mail("ann", RECORD, "nobody")
    pretty = played.good("nobody", "show", "pretty.json")
    plain = played.good("nobody", "show", RECORD)
    assert pretty.out.replace("pretty.json", RECORD) == plain.out
    played.mail("nobody", "pretty.json", ARBITER)
    said = played.good(ARBITER, "judge", RECORD, "pretty.json")
    assert "pretty.json: already here" in said.out


@pytest.mark.parametrize("field", ["awaited", "over", "n", "head", "actions", "state"])
def test_a_false_summary_is_refused(played: World, field: str) -> None:
    """`now` is signed by nobody: it is computed anew and compared (N14)."""
    value = json.loads(played.file("ann").read_bytes())
    now = value["now"]
    false = {"awaited": [], "over": True, "n": 4, "head": "A" * 43, "actions": [], "state": None}
    now[field] = false[field]
    played.file("nobody", "bad.json").write_text(json.dumps(value))
    error = played.refused("nobody", "show", "bad.json", code="record/now")
    assert error["at"] == "/now"
    played.refused("nobody", "verify", "bad.json", code="record/now")


def test_an_entry_taken_out_doubled_or_moved(played: World) -> None:
    value = json.loads(played.file("ann").read_bytes())
    entries = value["entries"]
    for changed in (
        entries[:3] + entries[4:],
        [*entries, entries[-1]],
        [*entries[:3], entries[4], entries[3]],
        entries[1:],
        [*entries[:2], entries[2][::-1], *entries[3:]],
    ):
        played.file("nobody", "bad.json").write_text(json.dumps({**value, "entries": changed}))
        said = played.run("nobody", "verify", "bad.json")
        assert said.status in (1, 3)
        assert "(at /entries/" in said.err


def test_an_older_record_is_not_taken_for_the_newest(played: World) -> None:
    """Cut off by whole entries it is a good record, but ann remembers more (B8)."""
    newest = played.file("ann").read_bytes()
    played.turn(["bob"])
    played.turn(["bob"])
    assert played.file("ann").read_bytes() == newest
    played.mail(ARBITER, RECORD, "ann")
    played.settle("ann")
    played.file("ann", "old.json").write_bytes(newest)
    for command in ("show", "moves"):
        error = played.refused("ann", command, "old.json", code="record/older")
        assert "entry 4" in error["message"] and "entry 6" in error["message"]
    assert played.good("nobody", "verify", "../ann/old.json").status == 0
