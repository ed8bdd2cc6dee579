"""Slips of somebody new to it: nothing is agreed to unasked, no file goes where it was not
meant to, and each is told what to do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from pbem.cli import output
from tests.cli.world import ARBITER, RECORD, World, environment, pbem

TWO = ["--seat", "ann", "--seat", "bob"]


def roster(world: World) -> None:
    """A table whose roster is signed, with ann and bob about to be ready."""
    world.keys(ARBITER, "ann", "bob")
    world.good(ARBITER, "new", "dig-dogs", *TWO, "-o", RECORD)
    world.mail(ARBITER, RECORD, "ann", "bob")
    for seat in ("ann", "bob"):
        world.good(seat, "join", RECORD, "--seat", seat, "-o", f"{seat}.json")
        world.mail(seat, f"{seat}.json", ARBITER)
    world.good(ARBITER, "judge", RECORD, "ann.json", "bob.json")
    world.mail(ARBITER, RECORD, "ann", "bob")
    world.settle("ann", "bob")


# --- ready ---------------------------------------------------------------------------------


def test_nobody_is_ready_who_could_not_be_asked(world: World) -> None:
    roster(world)
    for answer in (b"n\n", b"y\n", b""):
        said = world.process("ann", "ready", RECORD, stdin=answer)
        assert said.status == 2
        assert "pbem: error: ready/not-asked: " in said.err and "--yes" in said.err
        assert "head     " in said.out  # what there is to agree to
    error = world.refused("ann", "ready", RECORD, code="ready/not-asked", status=2)
    assert "--yes" in error["hint"]
    world.good("ann", "ready", RECORD, "--yes", "--json")
    assert world.file("ann", "ann-2-ready.json").exists()


def test_ready_before_the_roster_is_signed(world: World) -> None:
    world.keys(ARBITER, "ann", "bob")
    world.good(ARBITER, "new", "dig-dogs", *TWO, "-o", RECORD)
    world.mail(ARBITER, RECORD, "ann")
    world.good("ann", "join", RECORD, "--seat", "ann")
    world.mail("ann", "ann-1-join.json", ARBITER)
    world.good(ARBITER, "judge", RECORD, "ann-1-join.json")
    world.mail(ARBITER, RECORD, "ann")
    world.settle("ann")
    error = world.refused("ann", "ready", RECORD, "--yes", code="ready/not-now")
    assert "the roster of this table is not signed yet: waiting for bob" in error["message"]
    assert world.run("ann", "ready", RECORD, "--yes").out == ""  # there is nothing to agree to


def test_ready_of_somebody_without_a_seat(world: World) -> None:
    roster(world)
    world.keys("zoe")
    world.mail(ARBITER, RECORD, "zoe")
    world.refused("zoe", "ready", RECORD, "--yes", code="identity/no-seat")
    assert world.run("zoe", "ready", RECORD, "--yes").out == ""


def test_a_join_that_replaces_the_file_of_another_says_so(world: World) -> None:
    world.keys(ARBITER, "ann")
    world.good(ARBITER, "new", "dig-dogs", *TWO, "-o", RECORD)
    world.mail(ARBITER, RECORD, "ann")
    assert "place of" not in world.good("ann", "join", RECORD, "--seat", "ann").out
    first = world.file("ann", "ann-1-join.json").read_bytes()
    again = world.good("ann", "join", RECORD, "--seat", "ann", "--fresh")
    assert "took the place of your earlier join" in again.out
    assert world.file("ann", "ann-1-join.json").read_bytes() != first


# --- keygen --------------------------------------------------------------------------------


def test_an_identity_needs_a_file(tmp_path: Path) -> None:
    said = pbem("keygen", "-o", "-", cwd=tmp_path)
    assert said.status == 1 and "pbem: error: identity/needs-file: " in said.err
    assert list(tmp_path.iterdir()) == []


def test_an_empty_name_is_not_the_usual_place(world: World, tmp_path: Path) -> None:
    home = str(tmp_path / "home")
    here = world.folder("ann")
    assert pbem("keygen", cwd=here, XDG_DATA_HOME=home).status == 0
    for args in (
        ["keygen", "-o", ""],
        ["new", "dig-dogs", *TWO, "-o", ""],
        ["new", "dig-dogs", *TWO, "--deck", ""],
        ["new", "dig-dogs", *TWO, "--identity", ""],
        ["demo", "dig-dogs", "--dir", ""],
    ):
        said = pbem(*args, cwd=here, XDG_DATA_HOME=home)
        assert said.status == 2, args
        assert "pbem: error: usage/command: " in said.err and "empty" in said.err
    assert list(here.iterdir()) == []


def test_without_a_home_nothing_goes_to_the_root_of_all_files(dogs: World) -> None:
    here = dogs.folder("nobody")
    dogs.mail(ARBITER, RECORD, "nobody")
    said = pbem("keygen", cwd=here, HOME="", XDG_DATA_HOME="")
    assert said.status == 2 and "pbem: error: identity/no-home: " in said.err
    assert "-o FILE" in said.err
    assert pbem("show", RECORD, cwd=here, HOME="", XDG_DATA_HOME="").status == 0
    said = pbem("move", RECORD, "end", cwd=here, HOME="", XDG_DATA_HOME="")
    assert said.status == 2 and "pbem: error: identity/none: " in said.err


def test_only_the_usual_folder_is_made(tmp_path: Path) -> None:
    said = pbem("keygen", "-o", "none/deep/id.json", cwd=tmp_path)
    assert said.status == 1
    assert "pbem: error: file/missing: there is no folder " in said.err
    assert list(tmp_path.iterdir()) == []
    assert pbem("keygen", cwd=tmp_path, XDG_DATA_HOME=str(tmp_path / "data")).status == 0
    assert (tmp_path / "data" / "pbem" / "identity.json").exists()


def test_a_passphrase_when_nobody_can_be_asked(world: World) -> None:
    made = world.process("ann", "keygen", "-o", "id.json", "--passphrase", PBEM_PASSPHRASE="Rex!")
    assert made.status == 0
    world.keys(ARBITER)
    world.good(ARBITER, "new", "dig-dogs", *TWO, "-o", RECORD)
    world.mail(ARBITER, RECORD, "ann")
    for who, args in (
        ("ann", ["show", RECORD]),
        ("ann", ["join", RECORD, "--seat", "ann"]),
        ("bob", ["keygen", "-o", "id.json", "--passphrase"]),
    ):
        said = world.process(who, *args)
        assert said.status == 1
        assert said.err.splitlines()[0].startswith("pbem: error: identity/locked: ")
        assert "PBEM_PASSPHRASE" in said.err.splitlines()[1]
        assert len(said.err.splitlines()) == 2


# --- the command line ----------------------------------------------------------------------


def test_pbem_alone_is_a_call_for_help(tmp_path: Path) -> None:
    said = pbem(cwd=tmp_path)
    assert said.status == 0
    assert said.out == pbem("--help", cwd=tmp_path).out
    assert said.err == ""


def test_what_is_wrong_with_a_command_is_one_line(tmp_path: Path) -> None:
    for args in (["new", "dig-dogs"], ["new", "dig-dogs", *TWO, "--replace", "x"], ["join"]):
        said = pbem(*args, cwd=tmp_path)
        assert said.status == 2
        assert len(said.err.splitlines()) == 2 and "\\n" not in said.err, said.err


def test_line_breaks_of_the_parser_are_blanks() -> None:
    error = output.from_click(click.UsageError("Missing argument. Choose from:\n\ta,\n\tb"))
    assert error.message == "Missing argument. Choose from: a, b"


def test_an_option_that_stands_twice(world: World) -> None:
    world.keys(ARBITER)
    twice = ["--option", "first=ann", "--option", "first=bob"]
    error = world.refused(ARBITER, "new", "dig-dogs", *TWO, *twice, code="option/form", status=2)
    assert error["message"] == "the option first stands twice"


def test_a_bad_seat_is_told_what_names_are_allowed(world: World) -> None:
    world.keys(ARBITER)
    bad = ["--seat", "9x", "--seat", "bob"]
    error = world.refused(ARBITER, "new", "dig-dogs", *bad, code="schema/pattern")
    assert "a letter, then up to 19 letters, digits, - or _" in error["hint"]


def test_dealing_by_seats_names_a_host(world: World) -> None:
    world.keys(ARBITER)
    args = ["new", "dig-down-dwarf", *TWO, "--dealing", "seats"]
    error = world.refused(ARBITER, *args, code="new/host", status=2)
    assert "--host NAME" in error["hint"] and "get the file" not in error["hint"]


# --- folders and streams -------------------------------------------------------------------


@pytest.mark.parametrize("game", [(), ("dig-dogs",)])
def test_a_demo_where_no_folder_can_be(tmp_path: Path, game: tuple[str, ...]) -> None:
    (tmp_path / "table.json").write_text("{}")
    for where in ("table.json", "table.json/inside"):
        said = pbem("demo", *game, "--dir", where, cwd=tmp_path)
        assert said.status == 1
        assert said.err.startswith("pbem: error: file/not-folder: ")
        assert ": table.json is not a folder\n" in said.err and " -o" not in said.err
    assert [p.name for p in tmp_path.iterdir()] == ["table.json"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_demo_in_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    said = pbem("demo", "--dir", "here", cwd=tmp_path)
    tmp_path.chmod(0o700)
    assert said.status == 1 and "pbem: error: file/no-permission: " in said.err


def test_a_demo_in_a_used_folder_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "d" / "dig-down-dwarf" / "ann").mkdir(parents=True)
    said = pbem("demo", "--dir", "d", cwd=tmp_path)
    assert said.status == 1 and "pbem: error: file/exists: " in said.err
    assert "--dir" in said.err and " -o" not in said.err
    assert [p.name for p in (tmp_path / "d").iterdir()] == ["dig-down-dwarf"]


def shell(world: World, who: str, line: str) -> tuple[int, str, str]:
    """A line of a shell in that party's folder, with `pbem` as a command."""
    done = subprocess.run(
        ["sh", "-c", line.replace("pbem", f"'{sys.executable}' -m pbem", 1)],
        cwd=world.folder(who),
        env=environment(**world.env(who)),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "run/fault" not in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    return done.returncode, done.stdout, done.stderr


def test_closed_streams(dogs: World) -> None:
    for line in (f"pbem show {RECORD} >&-", f"pbem show {RECORD} --json >&-"):
        status, _, err = shell(dogs, "ann", line)
        assert status == 1 and "pbem: error: file/output-closed: " in err
    status, _, err = shell(dogs, "ann", f"pbem move {RECORD} end -o - >&-")
    assert status == 1 and "pbem: error: file/output-closed: " in err
    status, out, _ = shell(dogs, "ann", f"pbem show {RECORD} 2>&-")
    assert status == 0 and "are awaited" in out
    assert shell(dogs, "ann", "pbem show none.json 2>&-")[0] == 1
    assert shell(dogs, "ann", f"pbem move {RECORD} end >&- 2>&-")[0] == 1
    assert json.loads(dogs.file("ann", "ann-3-move.json").read_bytes())["kind"] == "move"
    status, _, err = shell(dogs, "ann", "pbem show - <&-")
    assert status == 1 and "pbem: error: file/missing: standard input is closed" in err
    status, _, err = shell(dogs, "ann", f"pbem ready {RECORD} <&-")
    assert status == 1 and "pbem: error: ready/not-now: " in err
