"""An arbiter's folder in the middle of a sample's table, as often as it is wanted."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from fuzz.people import ROOT, SAMPLES
from fuzz.seeds import Log, logs
from pbem.record import files, identity, judge
from pbem.record.desk import Desk
from pbem.record.record import Record, replay

SAMPLE = "dig-dogs"
RECORD = "table.json"
JUDGE = ["-m", "pbem", "judge", RECORD, "--identity", "arbiter.json"]


def log() -> Log:
    return next(found for found in logs() if found[0][0]["game"] == SAMPLE)


def record_bytes(n: int, waiting: int = 0) -> bytes:
    """The record of the sample with n entries, as the program writes it. An arbiter who rules
    again gets the same bytes, so that is what has to come out. waiting: so many answers wait."""
    record = Record(log()[:n], replay(log()[:n]))
    for body in log()[n][:waiting] if waiting else ():
        judge.take(record, body)
    return files.json_bytes(record.as_json())


def furnish(home: Path, n: int) -> Path:
    """Identity, record of n entries, and the memory that goes with it."""
    home.mkdir()
    shutil.copyfile(SAMPLES / "identities" / "arbiter.json", home / "arbiter.json")
    (home / RECORD).write_bytes(record_bytes(n))
    desk = Desk(identity.load(home / "arbiter.json"))
    for entry in log()[:n]:
        for statement in entry:
            if statement["kind"] in ("open", "ruling"):
                desk.journal.remember_statement(statement)
    desk.open(str(home / RECORD))
    return home


def put(home: Path, name: str, statement: Any) -> str:
    files.write_json(home / name, statement)
    return name


def start(home: Path, *names: str) -> subprocess.Popen[bytes]:
    """`pbem judge` with these files, as a process of its own."""
    return subprocess.Popen(
        [sys.executable, *JUDGE, *names],
        cwd=home,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def environment() -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PBEM_")}
    path = str(ROOT) + os.pathsep + kept.get("PYTHONPATH", "")
    return {**kept, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "XDG_DATA_HOME": "/none"}
