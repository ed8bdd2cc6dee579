"""A judge that dies, meets a full disk, or is not alone: nothing is lost, nothing is half."""

from __future__ import annotations

import errno
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.world import ARBITER, RECORD, World, environment, pbem

CALLS = ("write", "fsync", "replace", "mkdir", "unlink")
"""The system calls through which files change."""


@pytest.fixture
def due(dogs: World) -> World:
    """ann's move has come; the arbiter has not ruled on it. Its ruling has a look in it."""
    seats = ["ann", "bob"]
    bones = [i for i, card in enumerate(dogs.now()["state"]["yard"], 1) if card[0] != "="]
    dogs.good("ann", "move", RECORD, "move", f"to={bones[0]}", "dig put=none", "-o", "move.json")
    dogs.mail("ann", "move.json", ARBITER)
    assert dogs.now()["n"] == 3
    dogs.settle(*seats)
    return dogs


def judged(world: World) -> bytes:
    """What the record is when nothing goes wrong; in a copy of everything."""
    copy = world.root.parent / "reference"
    shutil.copytree(world.folder(ARBITER), copy)
    assert pbem("judge", RECORD, "move.json", cwd=copy, PBEM_IDENTITY=str(copy / "id.json"))[0] == 0
    return (copy / RECORD).read_bytes()


def whole(world: World, old: bytes, wanted: bytes) -> bool:
    """Is the record the old one, the new one, or the old one with the move waiting in it?"""
    now = world.file(ARBITER).read_bytes()
    if now in (old, wanted):
        return True
    value, before = json.loads(now), json.loads(old)
    move = json.loads(world.file(ARBITER, "move.json").read_bytes())
    same = value["entries"] == before["entries"] and value["pending"] == [move]
    return bool(same and value["now"]["awaited"] == ["arbiter"])


def no_rubbish(folder: Path) -> None:
    assert not [p for p in folder.rglob("*") if p.name.endswith(".tmp")]


# --- killed --------------------------------------------------------------------------------

KILLER = """
import os, sys
from pbem.cli import main
left, calls = int(sys.argv[1]), sys.argv[2].split(",")
def deadly(call):
    def done(*args, **more):
        global left
        left -= 1
        if left < 0:
            os._exit(86)
        return call(*args, **more)
    return done
for name in calls:
    setattr(os, name, deadly(getattr(os, name)))
main.run(sys.argv[3:])
os._exit(0)
"""


def test_killed_at_any_system_call(due: World) -> None:
    """Before the first, the second, ... call that touches a file; until none is left."""
    wanted = judged(due)
    home = due.folder(ARBITER)
    old = due.file(ARBITER).read_bytes()
    kept = due.root.parent / "kept"
    shutil.copytree(home, kept)
    seen = set()
    for at in range(500):
        shutil.rmtree(home)
        shutil.copytree(kept, home)
        done = subprocess.run(
            [sys.executable, "-c", KILLER, str(at), ",".join(CALLS), "judge", RECORD, "move.json"],
            cwd=home,
            env=environment(**due.env(ARBITER)),
            capture_output=True,
            check=False,
        )
        assert whole(due, old, wanted), f"killed before call {at}"
        seen.add(due.file(ARBITER).read_bytes())
        again = due.run(ARBITER, "judge", RECORD, "move.json")
        assert again.status == 0, f"killed before call {at}: {again.err}"
        assert due.file(ARBITER).read_bytes() == wanted, f"killed before call {at}"
        if done.returncode == 0:
            break
        assert done.returncode == 86
    else:
        pytest.fail("it never came to its end")
    assert at > 10
    assert {old, wanted} <= seen


def test_interrupted_is_told_in_one_line(due: World) -> None:
    due.keys("late")
    process = subprocess.Popen(
        [sys.executable, "-m", "pbem", "judge", RECORD, "-"],
        cwd=due.folder(ARBITER),
        env=environment(**due.env(ARBITER)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write(b" " * 100_000)  # more than a pipe holds: when it is in, it reads
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 1
    assert out == b""
    assert err.lstrip().startswith(b"pbem: error: run/interrupted: ")
    assert b"Traceback" not in err


# --- full disk -----------------------------------------------------------------------------


class FullDisk:
    """The n-th of the calls that need space fails, and all that come after it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, allowed: int, error: int) -> None:
        self.left = allowed
        self.failed = False
        self.error = error
        for name in ("write", "fsync", "replace"):
            monkeypatch.setattr(os, name, self.wrap(getattr(os, name)))

    def wrap(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def limited(*args: Any, **more: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                self.failed = True
                raise OSError(self.error, os.strerror(self.error))
            return call(*args, **more)

        return limited


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
def test_a_full_disk(due: World, error: int) -> None:
    wanted = judged(due)
    old = due.file(ARBITER).read_bytes()
    move = due.file(ARBITER, "move.json").read_bytes()
    for allowed in range(100):
        with pytest.MonkeyPatch.context() as patch:
            disk = FullDisk(patch, allowed, error)
            said = due.run(ARBITER, "judge", RECORD, "move.json")
        if not disk.failed:
            break
        assert said.status == 1
        assert said.out == ""  # nothing is printed that was not written
        assert "pbem: error: file/" in said.err and "pbem: hint: " in said.err
        if error == errno.ENOSPC and "file/not-synced" not in said.err:
            assert "file/disk-full: no space left to write" in said.err
        assert whole(due, old, wanted)
        assert due.file(ARBITER, "move.json").read_bytes() == move
        no_rubbish(due.folder(ARBITER))
        due.file(ARBITER).write_bytes(old)
    assert allowed > 5
    assert due.file(ARBITER).read_bytes() == wanted
    due.good(ARBITER, "verify", RECORD)


@pytest.mark.parametrize("command", ["keygen", "new", "join", "move"])
def test_a_full_disk_and_the_other_commands(world: World, command: str) -> None:
    two = ["--seat", "ann", "--seat", "bob"]
    steps: dict[str, list[str]] = {
        "keygen": ["keygen", "-o", "new.json"],
        "new": ["new", "dig-dogs", *two, "-o", "new.json"],
        "join": ["join", RECORD, "--seat", "ann", "-o", "new.json"],
        "move": ["move", RECORD, "end", "-o", "new.json"],
    }
    if command == "move":
        world.start("dig-dogs", ["ann", "bob"])
    else:
        world.keys(ARBITER, "ann")
        world.good(ARBITER, "new", "dig-dogs", *two, "-o", RECORD)
        world.mail(ARBITER, RECORD, "ann")
    for allowed in range(60):
        with pytest.MonkeyPatch.context() as patch:
            disk = FullDisk(patch, allowed, errno.ENOSPC)
            said = world.run("ann", *steps[command])
        if not disk.failed:
            break
        assert said.status == 1
        assert said.out == ""
        assert "pbem: error: file/" in said.err
        no_rubbish(world.root)
        if "file/not-synced" in said.err:
            world.file("ann", "new.json").unlink(missing_ok=True)
        assert not world.file("ann", "new.json").exists()
    assert said.status == 0
    assert json.loads(world.file("ann", "new.json").read_bytes())


def test_a_full_disk_for_real(due: World) -> None:
    """No file may grow past 2 kB: the system refuses the write itself."""
    old = due.files()
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "judge", RECORD, "move.json"],
        cwd=due.folder(ARBITER),
        env=environment(**due.env(ARBITER)),
        capture_output=True,
        preexec_fn=_two_kilobytes,
        check=False,
    )
    assert done.returncode == 1
    assert b"pbem: error: file/disk-full: no space left to write" in done.stderr
    assert b"Traceback" not in done.stderr
    assert due.files() == old


def _two_kilobytes() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))


def test_a_full_standard_output(due: World) -> None:
    """/dev/full takes nothing: an error, and the record is as it was."""
    old = due.file(ARBITER).read_bytes()
    for args in (["show", RECORD], ["judge", RECORD, "-o", "-"], ["games", "--json"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "pbem", *args],
                cwd=due.folder(ARBITER),
                env=environment(**due.env(ARBITER)),
                stdout=full,
                stderr=subprocess.PIPE,
                check=False,
            )
        assert done.returncode == 1
        assert b"pbem: error: " in done.stderr
        assert b"run/fault" not in done.stderr and b"Traceback" not in done.stderr
        assert due.file(ARBITER).read_bytes() == old


def test_the_reader_goes_away(due: World) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "pbem", "rules", "dig-dogs"],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.read(1)
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    process.wait()
    assert err == b""


# --- two at once ---------------------------------------------------------------------------


def several(world: World, who: str, commands: list[list[str]]) -> list[tuple[int, str]]:
    """The commands at the same time."""
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "pbem", *args],
            cwd=world.folder(who),
            env=environment(**world.env(who)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for args in commands
    ]
    results = []
    for process in running:
        out, err = process.communicate(timeout=60)
        assert "Traceback" not in out + err
        results.append((process.returncode, out + err))
    return results


@pytest.mark.parametrize("count", [2, 8])
def test_the_same_move_judged_several_times_at_once(due: World, count: int) -> None:
    wanted = judged(due)
    for status, said in several(due, ARBITER, [["judge", RECORD, "move.json"]] * count):
        assert status == 0, said
    assert due.file(ARBITER).read_bytes() == wanted


@pytest.mark.parametrize("count", [2, 4])
def test_each_judge_brings_another_file(world: World, count: int) -> None:
    """Nothing that one of them took in is lost to another, and the roster is ruled on once."""
    seats = ["ann", "bob", "cid", "dee"][:count]
    world.keys(ARBITER, *seats)
    named = [part for seat in seats for part in ("--seat", seat)]
    world.good(ARBITER, "new", "dig-dogs", *named, "-o", RECORD)
    world.mail(ARBITER, RECORD, *seats)
    for seat in seats:
        world.good(seat, "join", RECORD, "--seat", seat, "-o", f"{seat}.json")
        world.mail(seat, f"{seat}.json", ARBITER)
    results = several(world, ARBITER, [["judge", RECORD, f"{s}.json"] for s in seats])
    assert [status for status, _ in results] == [0] * count
    assert world.now()["n"] == 2
    world.good(ARBITER, "verify", RECORD)


def test_a_player_who_gives_two_moves_at_once_signs_one(dogs: World) -> None:
    moves = [["move", RECORD, "move", f"to={i}", "-o", f"m{i}.json"] for i in (1, 2, 3, 4)]
    results = several(dogs, "ann", moves)
    assert sorted(status for status, _ in results) == [0, 1, 1, 1]
    refused = [said for status, said in results if status]
    assert all("journal/already-signed" in said for said in refused)
