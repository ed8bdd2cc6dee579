"""A disk that is full at the first, the second, ... write of each command that writes.

What `judge`, `keygen`, `new`, `join` and `move` do then stands in tests/cli/test_crash.py.
"""

from __future__ import annotations

import errno
import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from fuzz import commands, dealt, home, seeds
from fuzz.people import SAMPLES, signed
from pbem.cli import main
from pbem.record import files
from pbem.record.record import Record
from tests.cli.test_crash import FullDisk, no_rubbish

OUT = "new.json"
COMMANDS = {
    "ready": "ready roster.json --yes --identity ann.json --without-journal -o new.json",
    "lapse": "lapse seats.json --time-is-up --identity other.json --without-journal -o new.json",
    "replace": "replace seats.json --seat awaited --identity cid.json -o new.json",
    "consent": "consent asked.json --yes --identity other.json --without-journal -o new.json",
    "evidence": "verify doubtful.json rival.json --evidence new.json",
    "judge": "judge doubtful.json rival.json --identity arbiter.json --without-journal"
    " -o doubtful.json --evidence new.json",
    "doctor": "doctor broken.json -o new.json",
    "requests": "audit seats.json --requests -o new.json",
}
PROVES = ("evidence", "judge")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with the files that the commands name."""
    here = tmp_path / "here"
    here.mkdir()
    for path in (SAMPLES / "identities").glob("*.json"):
        shutil.copyfile(path, here / path.name)
    for name, value in _values().items():
        files.write_json(here / f"{name}.json", value)
    data = (here / "seats.json").read_bytes()
    (here / "broken.json").write_bytes(data[: len(data) * 3 // 4])
    shutil.copyfile(here / f"{_other()}.json", here / "other.json")
    return here


def _values() -> Mapping[str, object]:
    held = {r.table.n: r for r in seeds.held().values() if r.table.game.slug == "dig-dogs"}
    doubtful = seeds.waiting(held[3])
    asked = dealt.taken_over(dealt.played(4))
    asked.pending = [s for s in asked.pending if s.kind == "join"]
    return {
        "roster": held[2].as_json(),
        "doubtful": doubtful.as_json(),
        "rival": signed(doubtful.pending[0].body, note="or this"),
        "seats": _seats().as_json(),
        "asked": asked.as_json(),
    }


def _seats() -> Record:
    return dealt.played(4)


def _awaited() -> str:
    return str(_seats().table.awaited_seat)


def _other() -> str:
    return next(s for s in dealt.SEATS if s != _awaited())


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_is_half_and_nothing_is_lost(name: str, place: Path) -> None:
    line = COMMANDS[name].replace("--seat awaited", f"--seat {_awaited()}").split()
    before = contents(place)
    for allowed in range(60):
        with pytest.MonkeyPatch.context() as patch, commands._inside(place) as (_, err):
            disk = FullDisk(patch, allowed, errno.ENOSPC)
            status = main.run(line)
        said = err.getvalue().decode()
        if not disk.failed:
            break
        assert "file/disk-full: " in said or "file/not-synced" in said, said
        # What a file has proved is told all the same; only the memory's folder is made before
        # any file is read.
        proved = name in PROVES and "arbiter.json.journal was written" not in said
        assert status == (3 if proved else 1), said
        assert ("evidence/two-moves: " in said) == proved, said
        assert "run/fault" not in said
        no_rubbish(place)
        _same_but_whole(place, before, said)
    assert allowed > 1
    assert status == (3 if name in PROVES else 1 if name == "doctor" else 0), said
    assert json.loads((place / OUT).read_bytes())
    assert {k: v for k, v in contents(place).items() if k in before} == before


def _same_but_whole(place: Path, before: Mapping[str, bytes], said: str) -> None:
    """Every file that was there is as it was; a new one is whole, if there is one."""
    after = contents(place)
    assert {k: after.get(k) for k in before} == before
    for name in after.keys() - before.keys():
        json.loads(after[name])
        if name == OUT:
            assert "file/not-synced" in said
            (place / name).unlink()


@pytest.mark.parametrize("limit", [1000, 6000])
def test_a_file_that_may_grow_no_further(limit: int, tmp_path: Path) -> None:
    """The system itself refuses the write: of the journal at once, or of what comes after."""
    place = home.furnish(tmp_path / "arbiter", 5)
    home.put(place, "move.json", home.log()[5][0])
    old = (place / home.RECORD).read_bytes()
    done = subprocess.run(
        [sys.executable, *home.JUDGE, "move.json"],
        cwd=place,
        env=home.environment(),
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        check=False,
    )
    assert done.returncode == 1
    assert b"pbem: error: file/disk-full: " in done.stderr
    assert b"Traceback" not in done.stderr
    assert (place / home.RECORD).read_bytes() == old
    no_rubbish(place)
    again = subprocess.run(
        [sys.executable, *home.JUDGE, "move.json"],
        cwd=place,
        env=home.environment(),
        capture_output=True,
        check=False,
    )
    assert again.returncode == 0, again.stderr
    assert (place / home.RECORD).read_bytes() == home.record_bytes(6)
    assert os.listdir(place)
