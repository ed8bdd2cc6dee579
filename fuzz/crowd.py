"""Many `judge` at once on one record: one wins each head, and nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from fuzz import home as places
from fuzz.home import RECORD
from fuzz.people import signed

START = 2  # the entry that starts the game
FIRST = 3  # the first with a move


class Lost(Exception):
    """Something that was brought is gone, or more than one won."""


class Said(NamedTuple):
    name: str
    status: int
    text: str


def at_once(home: Path, names: list[str]) -> list[Said]:
    """A process for each file, all at the same time."""
    running = [places.start(home, name) for name in names]
    said = []
    for name, process in zip(names, running, strict=True):
        out, err = process.communicate(timeout=300)
        text = (out + err).decode()
        if "Traceback" in text or "run/fault" in text:
            raise Lost(text)
        said.append(Said(name, process.returncode, text))
    return said


def readies(count: int, folder: Path) -> dict[str, Any]:
    """Each brings the ready of one of the seats: all are in, and the start is ruled on once."""
    home = places.furnish(folder / "readies", START)
    answers = places.log()[START][:-1]
    names = []
    for i in range(count):
        names.append(places.put(home, f"ready-{i}.json", answers[i % len(answers)]))
    failed = [s.text for s in at_once(home, names) if s.status]
    if failed:
        raise Lost(failed[0])
    _must_be(home, START + 1)
    return {"judges": count, "seats": len(answers)}


def moves(count: int, folder: Path) -> dict[str, Any]:
    """Each brings the move of another turn. Who comes too early is told so, and comes again."""
    home = places.furnish(folder / "moves", FIRST)
    log = places.log()
    left = []
    for n in range(FIRST + count - 1, FIRST - 1, -1):  # the last turn first
        left.append(places.put(home, f"move-{n}.json", log[n][0]))
    rounds = processes = 0
    while left:
        said = at_once(home, left)
        rounds, processes = rounds + 1, processes + len(left)
        early = [s for s in said if s.status]
        wrong = [s.text for s in early if "statement/ahead" not in s.text]
        if wrong or len(early) == len(left):
            raise Lost(wrong[0] if wrong else "nobody got on")
        left = [s.name for s in early]
    _must_be(home, FIRST + count)
    return {"judges": count, "rounds": rounds, "processes": processes}


def rivals(count: int, folder: Path) -> dict[str, Any]:
    """Each brings another move of one seat for one head: one wins, and the others are told that
    it is proof against that seat, with the file that says so."""
    home = places.furnish(folder / "rivals", FIRST)
    main = places.log()[FIRST][0]
    bodies = [signed(main, note=f"this is move {i}") for i in range(count)]
    names = [places.put(home, f"rival-{i}.json", body) for i, body in enumerate(bodies)]
    said = at_once(home, names)
    winners = [i for i, s in enumerate(said) if s.status == 0]
    evidence = [s for s in said if s.status == 3 and "evidence/two-moves" in s.text]
    entries = json.loads((home / RECORD).read_bytes())["entries"]
    if len(winners) != 1 or len(evidence) != count - 1:
        raise Lost("\n".join(s.text for s in said))
    if len(entries) != FIRST + 1 or entries[FIRST][0] != bodies[winners[0]]:
        raise Lost("the record does not have the move that won")
    return {"judges": count, "won": 1, "evidence": len(evidence)}


def _must_be(home: Path, n: int) -> None:
    if (home / RECORD).read_bytes() != places.record_bytes(n):
        raise Lost(f"the record is not the one with {n} entries")


def run(count: int, folder: Path) -> dict[str, Any]:
    return {
        "readies": readies(count, folder),
        "moves": moves(count, folder),
        "rivals": rivals(count, folder),
    }
