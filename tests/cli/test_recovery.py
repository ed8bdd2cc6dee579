"""After a loss: a machine with an identity file and the newest record of anybody goes on; a
damaged record is saved as far as it is good, and nothing good is written over."""

from __future__ import annotations

import json
import os
import shutil
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pbem.cli.main import COMMANDS
from tests.cli.world import ARBITER, RECORD, World, write
from tests.tables import ROLL, Seated

STAY = "resign"
"""A move without a draw before it and without a choice; the game of two is over with it."""
SEATS = ["ann", "bob"]


def new_machine(world: World, who: str, source: str) -> None:
    """All that `who` has left is the identity file; somebody sends a record."""
    key = world.file(who, "id.json").read_bytes()
    shutil.rmtree(world.folder(who))
    world.file(who, "id.json").write_bytes(key)
    world.file(who, "id.json").chmod(0o600)
    world.mail(source, RECORD, who)


def move(world: World, who: str = "ann", *rest: str) -> None:
    """A move of the bot, mailed to the arbiter as move.json."""
    world.good(who, "move", RECORD, "--bot", "sense", "-o", "move.json", *rest)
    world.mail(who, "move.json", ARBITER)


# --- an empty machine -------------------------------------------------------------------------


def test_a_seat_goes_on_from_an_identity_and_the_record_of_another(dogs: World) -> None:
    dogs.turn(SEATS)
    dogs.turn(SEATS)
    (seat,) = dogs.now()["awaited"]
    other = SEATS[1 - SEATS.index(seat)]
    dogs.settle(*SEATS)
    cards = dogs.good(seat, "show", RECORD).out
    new_machine(dogs, seat, other)
    assert dogs.good(seat, "show", RECORD).out == cards  # its looks open: nothing secret is lost
    error = dogs.refused(seat, "move", RECORD, "--bot", "sense", code="journal/lost")
    assert "cannot tell whether you have signed something already" in error["message"]
    assert "--without-journal" in error["hint"] and "from the other players" in error["hint"]
    move(dogs, seat, "--without-journal")
    dogs.good(ARBITER, "judge", RECORD, "move.json")
    dogs.mail(ARBITER, RECORD, *SEATS)
    for _ in range(3):
        dogs.turn(SEATS)  # the flag is needed once


def test_an_arbiter_goes_on_from_an_identity_and_the_record_of_a_seat(dogs: World) -> None:
    dogs.turn(SEATS)
    (seat,) = dogs.now()["awaited"]
    move(dogs, seat)
    kept = dogs.root.parent / "kept"
    shutil.copytree(dogs.root, kept)
    dogs.good(ARBITER, "judge", RECORD, "move.json")
    ruled = dogs.file(ARBITER).read_bytes()
    shutil.rmtree(dogs.root)
    shutil.copytree(kept, dogs.root)
    new_machine(dogs, ARBITER, "bob")
    dogs.mail(seat, "move.json", ARBITER)
    for ending in ((), ("--break-off",)):
        names = [] if ending else ["move.json"]
        said = dogs.run(ARBITER, "judge", RECORD, *names, *ending)
        assert said.status == 1 and "pbem: error: journal/lost: " in said.err
        assert "the record of every seat" in said.err  # N12, and why
    dogs.good(ARBITER, "judge", RECORD, "move.json", "--without-journal")
    assert dogs.file(ARBITER).read_bytes() == ruled  # not one byte is lost with the memory
    dogs.mail(ARBITER, RECORD, *SEATS)
    dogs.settle(*SEATS)
    for _ in range(2):
        dogs.turn(SEATS)


def test_an_arbiter_collects_the_records_of_all_seats_before_he_rules(dogs: World) -> None:
    """N12: he is back at an old copy; bob knows a ruling that he has forgotten. He rules on
    nothing then, though a move for the old entry is among the files."""
    old = dogs.file(ARBITER).read_bytes()
    move(dogs)
    first = dogs.file(ARBITER, "move.json").read_bytes()
    dogs.good(ARBITER, "judge", RECORD, "move.json")
    dogs.mail(ARBITER, RECORD, "bob")  # ann's copy of it is still on its way
    newest = dogs.file("bob").read_bytes()
    new_machine(dogs, ARBITER, "ann")
    assert dogs.file(ARBITER).read_bytes() == old
    dogs.file(ARBITER, "first.json").write_bytes(first)
    for who in SEATS:
        shutil.copyfile(dogs.file(who), dogs.file(ARBITER, f"{who}.json"))
    said = dogs.good(
        ARBITER, "judge", RECORD, "first.json", "ann.json", "bob.json", "--without-journal"
    )
    assert "bob.json: taken" in said.out and "ann.json: already here" in said.out
    assert dogs.file(ARBITER).read_bytes() == newest


def test_before_the_roster_is_signed_a_seat_without_memory_joins_again(world: World) -> None:
    world.keys(ARBITER, *SEATS)
    world.good(ARBITER, "new", "dig-dogs", "--seat", "ann", "--seat", "bob", "-o", RECORD)
    world.mail(ARBITER, RECORD, *SEATS)
    world.good("ann", "join", RECORD, "--seat", "ann", "-o", "join.json")
    old = world.file("ann", "join.json").read_bytes()
    world.mail("ann", "join.json", ARBITER)
    world.good(ARBITER, "judge", RECORD, "join.json")
    new_machine(world, "ann", ARBITER)
    world.good("ann", "join", RECORD, "--seat", "ann", "-o", "join.json")
    assert world.file("ann", "join.json").read_bytes() != old
    world.mail("ann", "join.json", ARBITER)
    world.good("bob", "join", RECORD, "--seat", "bob", "-o", "bob.json")
    world.mail("bob", "bob.json", ARBITER)
    world.good(ARBITER, "judge", RECORD, "join.json", "bob.json")
    world.mail(ARBITER, RECORD, *SEATS)
    world.good("ann", "ready", RECORD, "--yes")
    # From here on nobody can tell whether a ready went out: better a new table.
    new_machine(world, "ann", ARBITER)
    world.settle("ann")
    error = world.refused("ann", "ready", RECORD, "--yes", code="journal/lost")
    assert "whether you have given your ready already" in error["message"]
    assert "ask for a new table" in error["hint"]


def test_every_command_that_signs_what_may_be_signed_once_has_the_flag() -> None:
    """A join is free, and an open founds a table of its own: these need no memory."""
    assert {c for c in COMMANDS if "without_journal" in options(c)} == {
        *("ready", "move", "judge", "lapse", "consent")
    }


@pytest.mark.parametrize(
    ("who", "args"),
    [
        ("ann", ["move", RECORD, STAY]),
        ("bob", ["lapse", RECORD, "--time-is-up"]),
        ("bob", ["consent", RECORD, "--yes"]),
        (ARBITER, ["judge", RECORD, "--break-off"]),
    ],
)
def test_nothing_is_signed_without_a_memory_unless_the_user_says_so(
    dogs: World, who: str, args: list[str]
) -> None:
    new_machine(dogs, who, "ann" if who != "ann" else "bob")
    dogs.good(who, "show", RECORD)  # having looked at it is no memory
    error = dogs.refused(who, *args, code="journal/lost")
    assert "remembers nothing of this table" in error["message"]
    said = dogs.run(who, *args, "--without-journal")
    assert "journal/lost" not in said.text


# --- what was signed and forgotten ------------------------------------------------------------


def test_a_move_that_waits_in_anothers_record_stands(dogs: World) -> None:
    """ann's move has reached bob. With her memory lost she takes it over from his record; after
    that she signs no other one, not even onto a record that lacks it."""
    move(dogs)
    sent = json.loads(dogs.file("ann", "move.json").read_bytes())
    dogs.mail("ann", "move.json", "bob")
    dogs.good("bob", "judge", RECORD, "move.json")
    new_machine(dogs, "ann", ARBITER)
    without = dogs.file("ann").read_bytes()
    shutil.copyfile(dogs.file("bob"), dogs.file("ann", "bob.json"))
    said = dogs.good("ann", "judge", RECORD, "bob.json")
    assert "bob.json: taken" in said.out
    said = dogs.run("ann", "move", RECORD, STAY, "--without-journal")
    assert said.status == 1 and "pbem: error: journal/already-signed: " in said.err
    dogs.file("ann").write_bytes(without)
    said = dogs.run("ann", "move", RECORD, STAY, "--without-journal")
    assert said.status == 1 and "pbem: error: journal/already-signed: " in said.err
    again = dogs.good("ann", "move", RECORD, *map(json.dumps, sent["actions"]), "--json")
    assert again.json["statement"] == sent


def test_a_ready_that_waits_in_anothers_record_is_taken_over(world: World) -> None:
    world.keys(ARBITER, *SEATS)
    world.good(ARBITER, "new", "dig-dogs", "--seat", "ann", "--seat", "bob", "-o", RECORD)
    world.mail(ARBITER, RECORD, *SEATS)
    for seat in SEATS:
        world.good(seat, "join", RECORD, "--seat", seat, "-o", f"{seat}.json")
        world.mail(seat, f"{seat}.json", ARBITER)
    world.good(ARBITER, "judge", RECORD, "ann.json", "bob.json")
    world.mail(ARBITER, RECORD, *SEATS)
    world.good("ann", "ready", RECORD, "--yes", "-o", "ready.json")
    sent = world.file("ann", "ready.json").read_bytes()
    world.mail("ann", "ready.json", ARBITER)
    world.good(ARBITER, "judge", RECORD, "ready.json")
    new_machine(world, "ann", ARBITER)
    world.good("ann", "ready", RECORD, "--yes", "-o", "ready.json", "--without-journal")
    assert world.file("ann", "ready.json").read_bytes() == sent


# --- a memory that cannot be written ------------------------------------------------------------


def test_a_memory_that_may_be_read_alone_is_no_hindrance_to_reading(
    dogs: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system's answer is played: a test may run as root, who may write everywhere."""
    dogs.turn(SEATS)
    real, memory = os.open, str(dogs.file("ann", "id.json.journal"))
    before = {p.name: p.read_bytes() for p in Path(memory).iterdir()}

    def closed(path: Any, flags: int, *args: Any, **more: Any) -> int:
        if str(path).startswith(memory) and flags & os.O_CREAT:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, flags, *args, **more)

    monkeypatch.setattr(os, "open", closed)
    said = dogs.good("ann", "show", RECORD)
    assert said.out.splitlines()[:3] == [
        f"The memory cannot be written: no permission to write in the folder {memory}.",
        "So this computer does not remember that it has seen this record.",
        "",
    ]
    assert " to move (pbem move)" in said.out
    told = dogs.good("ann", "show", RECORD, "--json").json
    assert told["unkept"]["code"] == "file/no-permission" and told["private"]
    assert dogs.good("ann", "moves", RECORD).out.splitlines()[0][3:].startswith(" may do, ")
    for args in (["move", RECORD, "--bot", "sense"], ["judge", RECORD]):
        dogs.refused("ann", *args, code="file/no-permission")
    assert {p.name: p.read_bytes() for p in Path(memory).iterdir()} == before


# --- a memory that is spoilt --------------------------------------------------------------------


@pytest.mark.parametrize("spoilt", [b"", b"{", b'{"pbem":1}'])
def test_with_a_spoilt_memory_one_may_look_but_sign_nothing(dogs: World, spoilt: bytes) -> None:
    before = dogs.good("ann", "show", RECORD, "--json").json
    (memory,) = dogs.file("ann", "id.json.journal").iterdir()
    memory.write_bytes(spoilt)
    said = dogs.good("ann", "show", RECORD)
    assert said.out.startswith("The memory cannot be read: ") and said.err == ""
    assert said.out.count(memory.name) == 1
    assert "may be older than the one known here" in said.out
    told = dogs.good("ann", "show", RECORD, "--json").json
    assert told["unread"]["code"] == "journal/damaged"
    assert told["unread"]["message"].count(memory.name) == 1
    assert (told["state"], told["faces"]) == (before["state"], before["faces"])
    for args in (["moves"], ["move", "--bot", "sense"], ["judge"]):
        error = dogs.refused("ann", args[0], RECORD, *args[1:], code="journal/damaged")
        assert error["message"].count(memory.name) == 1
    assert memory.read_bytes() == spoilt  # to be looked at by its owner


# --- older and longer -------------------------------------------------------------------------


def test_an_older_copy_is_refused_where_a_later_head_is_known(dogs: World) -> None:
    dogs.turn(SEATS)
    old = dogs.file("ann").read_bytes()
    dogs.turn(SEATS)
    dogs.settle(*SEATS)
    newest = dogs.file("ann").read_bytes()
    dogs.file("ann").write_bytes(old)
    for args in (
        ["show", RECORD],
        ["moves", RECORD],
        ["move", RECORD, STAY],
        ["move", RECORD, STAY, "--without-journal"],
        ["lapse", RECORD, "--time-is-up"],
        ["consent", RECORD, "--yes"],
    ):
        error = dogs.refused("ann", *args, code="record/older")
        assert error["message"] == "this record ends with entry 3; entry 4 is known here"
    dogs.file(ARBITER).write_bytes(old)
    said = dogs.good(ARBITER, "judge", RECORD)
    assert "the record was older than this program's memory: going on from there" in said.out
    assert dogs.file(ARBITER).read_bytes() == newest


@pytest.mark.parametrize("first", ["old", "new"])
def test_of_two_records_the_longer_is_taken(dogs: World, first: str) -> None:
    old = dogs.file("ann").read_bytes()
    dogs.turn(SEATS)
    dogs.settle("bob")
    new = dogs.file("bob").read_bytes()
    new_machine(dogs, "ann", "bob")
    have, other = (old, new) if first == "old" else (new, old)
    dogs.file("ann").write_bytes(have)
    dogs.file("ann", "other.json").write_bytes(other)
    dogs.good("ann", "judge", RECORD, "other.json")
    assert dogs.file("ann").read_bytes() == new
    assert dogs.file("ann", "other.json").read_bytes() == other


# --- the last good record is written over by nothing bad --------------------------------------

WRITES: dict[str, list[list[str]]] = {
    "keygen": [["-o", "good.json"]],
    "new": [["dig-dogs", "--seat", "ann", "--seat", "bob", "-o", "good.json"]],
    "join": [[RECORD, "--seat", "ann", "-o", "good.json"]],
    "ready": [[RECORD, "--yes", "-o", "good.json"]],
    "move": [[RECORD, STAY, "-o", "good.json"]],
    "lapse": [[RECORD, "--time-is-up", "-o", "good.json"]],
    "replace": [[RECORD, "--seat", "ann", "-o", "good.json"]],
    "consent": [[RECORD, "--yes", "-o", "good.json"]],
    "judge": [
        ["bad.json", "-o", "good.json"],
        ["good.json", "bad.json"],
        ["good.json", "bad.json", "other.json"],
        ["other.json", "-o", "good.json"],
        [RECORD, "--evidence", "good.json"],
    ],
    "compare": [[RECORD, "bad.json", "--evidence", "good.json"]],
    "verify": [["bad.json", "--evidence", "good.json"]],
    "audit": [
        ["bad.json", "--evidence", "good.json"],
        [RECORD, "--requests", "-o", "good.json"],
    ],
    "doctor": [["bad.json", "-o", "good.json"], ["good.json", "-o", "good.json"]],
    "demo": [],  # it writes into an empty folder of its own
}


def options(command: str) -> set[str]:
    found: Any = import_module(f"pbem.cli.{command}").command
    return {p.name for p in found.params}


def test_the_table_of_commands_that_write_is_complete() -> None:
    writing = {c for c in COMMANDS if options(c) & {"out", "evidence_file", "folder"}}
    assert writing == set(WRITES)


@pytest.mark.parametrize("command", WRITES)
def test_a_good_record_is_written_over_by_no_command(dogs: World, command: str) -> None:
    """good.json is the newest record; bad.json is it with a statement changed, other.json is
    another table's. The arbiter and ann have a memory, zoe has none."""
    shutil.copyfile(dogs.file("ann"), dogs.root / "older.json")
    dogs.turn(SEATS)
    dogs.keys("zoe", "host")
    two = ["--seat", "ann", "--seat", "bob"]
    dogs.good("host", "new", "dig-dogs", *two, "-o", "other.json")
    good = dogs.file("ann").read_bytes()
    bad = json.loads(good)
    bad["entries"][3][0]["note"] = "changed"
    for who in ("ann", ARBITER, "zoe"):
        dogs.mail("host", "other.json", who)
        write(dogs.file(who, "bad.json"), bad)
        dogs.file(who, "good.json").write_bytes(good)
        shutil.copyfile(dogs.root / "older.json", dogs.file(who))
        for args in WRITES[command]:
            said = dogs.run(who, command, *args)
            assert said.status == 1, said.text  # refused, and not for its usage
            assert dogs.file(who, "good.json").read_bytes() == good, (who, args)


def test_judge_writes_no_record_over_one_that_has_more(dogs: World) -> None:
    """Also where the program has no memory of either."""
    old = dogs.file("ann").read_bytes()
    dogs.turn(SEATS)
    dogs.keys("zoe")
    dogs.mail("ann", RECORD, "zoe")
    dogs.file("zoe", "old.json").write_bytes(old)
    error = dogs.refused("zoe", "judge", "old.json", "-o", RECORD, code="file/exists")
    assert "has entries of this table that the record to be written lacks" in error["message"]
    dogs.good("zoe", "judge", "old.json", RECORD, "-o", RECORD)
    assert dogs.file("zoe").read_bytes() == dogs.file("ann").read_bytes()
    dogs.good("zoe", "judge", RECORD, "-o", "old.json")  # the longer over the older is fine
    assert dogs.file("zoe", "old.json").read_bytes() == dogs.file("ann").read_bytes()


# --- doctor -----------------------------------------------------------------------------------


def cut(path: Path) -> None:
    """A write that broke off: the last ruling is there by half."""
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.index(b'\n],"pending"') - 60])


def test_a_record_that_was_cut_is_saved_and_played_on(dogs: World) -> None:
    """The arbiter's file is damaged. What doctor saves of it every command takes; judge goes on
    from its memory."""
    dogs.turn(SEATS)
    dogs.settle(*SEATS)
    newest = dogs.file(ARBITER).read_bytes()
    cut(dogs.file(ARBITER))
    damaged = dogs.file(ARBITER).read_bytes()
    dogs.refused(ARBITER, "judge", RECORD, code="json/syntax")
    error = dogs.refused(ARBITER, "doctor", RECORD, code="record/cut-off")
    assert "whole entries before that: 3" in error["message"]
    said = dogs.run(ARBITER, "doctor", RECORD, "-o", "saved.json")
    assert said.status == 1
    assert said.out.splitlines()[0].startswith("t.json: damaged: entries 0 to 2 verify, head ")
    assert said.out.splitlines()[1:3] == [
        "  the move of ann that comes next is good, and waits",
        "saved.json: written; every command takes it",
    ]
    assert dogs.file(ARBITER).read_bytes() == damaged
    dogs.mail(ARBITER, "saved.json", "nobody")
    for args in (["verify"], ["show"], ["moves"], ["audit"], ["doctor"]):
        dogs.good("nobody", *args, "saved.json")
    dogs.refused("ann", "show", "../arbiter/saved.json", code="record/older")
    dogs.good(ARBITER, "judge", "saved.json")
    assert dogs.file(ARBITER, "saved.json").read_bytes() == newest


def test_the_move_that_was_saved_can_be_ruled_on_to_the_same_bytes(dogs: World) -> None:
    """Nobody has more than a damaged file, and the memory of the arbiter is lost too."""
    dogs.turn(SEATS)
    newest = dogs.file(ARBITER).read_bytes()
    cut(dogs.file(ARBITER))
    assert dogs.run(ARBITER, "doctor", RECORD, "-o", "saved.json").status == 1
    shutil.rmtree(dogs.file(ARBITER, "id.json.journal"))
    dogs.good(ARBITER, "judge", "saved.json", "--without-journal")
    assert dogs.file(ARBITER, "saved.json").read_bytes() == newest


def test_doctor_for_a_machine(dogs: World) -> None:
    dogs.turn(SEATS)
    dogs.good("nobody", "doctor", "../ann/t.json")
    said = dogs.good("nobody", "doctor", "../ann/t.json", "--json").json
    assert (said["ok"], said["entries"], said["verified"]) == (True, 4, 4)
    cut(dogs.file("ann"))
    said = dogs.run("nobody", "doctor", "../ann/t.json", "--json", "-o", "-").json
    assert (said["ok"], said["entries"], said["verified"]) == (False, 3, 3)
    assert said["waiting"] == [{"kind": "move", "by": "ann"}]
    assert [e["code"] for e in said["errors"]] == ["record/cut-off"]
    write(dogs.file("nobody"), said["record"])
    dogs.good("nobody", "verify", RECORD)
    plain = dogs.run("nobody", "doctor", "../ann/t.json", "-o", "-")
    assert json.loads(plain.out) == said["record"] and "record/cut-off" in plain.err


def test_a_record_of_which_only_the_present_is_wrong_is_made_good(dogs: World) -> None:
    good = dogs.file("ann").read_bytes()
    data = json.loads(good)
    data["now"]["awaited"] = ["bob"]
    write(dogs.file("ann"), data)
    dogs.refused("ann", "show", RECORD, code="record/now")
    said = dogs.run("ann", "doctor", RECORD, "-o", "saved.json")
    assert said.status == 1 and "damaged, but its log is whole: entries 0 to 2" in said.out
    assert dogs.file("ann", "saved.json").read_bytes() == good


def test_nothing_is_saved_where_there_is_nothing(dogs: World) -> None:
    dogs.file("ann").write_text("Not a record.")
    said = dogs.run("ann", "doctor", RECORD, "-o", "saved.json")
    assert (said.status, said.out) == (1, "t.json: nothing to save\n")
    assert "record/nothing-left" in said.err
    assert not dogs.file("ann", "saved.json").exists()


def test_doctor_writes_a_new_file_only(dogs: World) -> None:
    dogs.file("ann", "link.json").symlink_to(RECORD)
    dogs.file("ann", "bad.json").write_bytes(b"{")
    for name in (RECORD, "link.json"):
        error = dogs.refused("ann", "doctor", RECORD, "-o", name, code="file/exists")
        assert "which stays as it is" in error["message"]
    dogs.refused("ann", "doctor", RECORD, "-o", "bad.json", code="file/exists")


def test_a_mail_thread_is_read_and_the_longest_record_in_it_saved(dogs: World) -> None:
    """The newest is quoted in an answer, below an older copy."""
    old = dogs.file("ann").read_bytes()
    dogs.turn(SEATS)
    newest = dogs.file("ann").read_bytes()
    thread = old + b"\nbob wrote:\n" + b"".join(b"> " + t for t in newest.splitlines(True))
    dogs.file("nobody", "mail.txt").write_bytes(thread)
    said = dogs.run("nobody", "doctor", "mail.txt", "-o", "saved.json")
    assert said.out.splitlines()[1:3] == [
        "  the > of quoted mail is taken off its lines",
        "  records in the file: 2; this is the one that verifies longest",
    ]
    assert dogs.file("nobody", "saved.json").read_bytes() == newest
    told = dogs.run("nobody", "doctor", "mail.txt", "--json").json
    assert (told["records"], told["verified"]) == (2, 4)
    assert told["undone"] == ["the > of quoted mail is taken off its lines"]


def test_a_breach_is_not_called_damage(world: World, example: object) -> None:
    """The arbiter signed another result of ann's die: the file is as he made it."""
    table = Seated()
    (draw,) = table.do("ann", ROLL)["draws"]
    forged = table.forge(3, draws=[{"roll": [draw["roll"][0] % 6 + 1]}])
    write(world.file("nobody"), forged)
    said = world.run("nobody", "doctor", RECORD)
    assert said.status == 3
    first = said.out.splitlines()[0]
    assert first.startswith(
        "t.json: entry 3 shows a breach by arbiter: entries 0 to 2 verify, head "
    )
    assert "damaged" not in said.out
    world.file("nobody").write_bytes(b"Hello!\n" + json.dumps(forged).encode())
    said = world.run("nobody", "doctor", RECORD)
    assert "t.json: damaged, and entry 3 shows a breach by arbiter: " in said.out
