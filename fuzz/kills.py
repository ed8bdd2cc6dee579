"""Killing `judge`: whatever the moment, the record is the old one or the new one.

Half of the moments are taken anywhere in the life of the process. The others are taken
within the few milliseconds in which it writes, which the first ones would hardly ever hit.
"""

from __future__ import annotations

import json
import shutil
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from fuzz import home as places
from fuzz.home import RECORD
from pbem.record import identity
from pbem.record.desk import Desk

ENTRIES = 9  # the record has so many when the move comes
WRITING = 0.03  # seconds from the first change in the folder to the last, and some more


class Lost(Exception):
    """The record is neither, or does not become the new one when the command is given again."""


def run(count: int, folder: Path, seed: int = 1) -> dict[str, Any]:
    """Kill `judge` so many times; what the record was after each, and what it was not."""
    source = Random(seed)
    kept = places.furnish(folder / "kept", ENTRIES)
    move = places.put(kept, "move.json", places.log()[ENTRIES][0])
    known = {
        places.record_bytes(ENTRIES): "old",
        places.record_bytes(ENTRIES, 1): "with the move",
        places.record_bytes(ENTRIES + 1): "new",
    }
    lasts = _life(kept, folder, move)
    found: Counter[str] = Counter()
    for number in range(count):
        home = folder / "home"
        shutil.copytree(kept, home)
        ended = _kill(home, move, source, lasts, writing=number % 2 == 1)
        found["ended before" if ended else "killed"] += 1
        found[_check(home, known)] += 1
        found["journal ahead"] += _journal_is_ahead(home)
        _again(home, move, known)
        shutil.rmtree(home)
    return {"kills": count, **{k: found[k] for k in sorted(found)}}


def _life(kept: Path, folder: Path, move: str) -> float:
    """How long the command takes."""
    shutil.copytree(kept, folder / "life")
    start = time.monotonic()
    places.start(folder / "life", move).communicate()
    return time.monotonic() - start


def _kill(home: Path, move: str, source: Random, lasts: float, *, writing: bool) -> bool:
    """Was it at its end already?"""
    process = places.start(home, move)
    if writing:
        _wait_for_change(home / "arbiter.json.journal", process.poll)
        time.sleep(source.uniform(0, WRITING))
    else:
        time.sleep(source.uniform(0, lasts))
    ended = process.poll() is not None
    process.kill()
    process.communicate()
    return ended


def _wait_for_change(folder: Path, over: Any) -> None:
    before = folder.stat().st_mtime_ns
    while folder.stat().st_mtime_ns == before and over() is None:
        pass


def _check(home: Path, known: dict[bytes, str]) -> str:
    data = (home / RECORD).read_bytes()
    if data not in known:
        raise Lost(f"the record has {len(data)} bytes and is neither the old nor the new one")
    return known[data]


def _journal_is_ahead(home: Path) -> bool:
    """Has the ruling been remembered, which the record does not have yet?"""
    (path,) = (home / "arbiter.json.journal").glob("*.json")
    signed = json.loads(path.read_bytes())["signed"][-1].get("n", 0)
    return bool(signed >= len(json.loads((home / RECORD).read_bytes())["entries"]))


def _again(home: Path, move: str, known: dict[bytes, str]) -> None:
    """The same command once more brings the new one, byte for byte."""
    desk = Desk(identity.load(home / "arbiter.json"))
    judged = desk.judge(str(home / RECORD), [str(home / move)])
    errors = [t.error for t in judged.taken if t.error is not None]
    if errors or _check(home, known) != "new":
        raise Lost(f"the command given again did not bring the new record: {errors}")
