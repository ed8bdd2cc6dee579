"""Whole command lines, given to the program in this process."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from fuzz import seeds
from fuzz.people import SAMPLES
from fuzz.seeds import GAMES, Seed
from pbem.cli import main
from pbem.errors import Refused
from pbem.record import files

LINES = """
games --json
rules {game} --json
schema {game}.actions
schema statement.move --json
keygen -o new.json --json
new {game} --seat ann --seat bob --identity arbiter.json -o new.json
new {game} --seat ann --seat bob --identity ann.json --option first=named --deck deck.json
new {game} --seat ann --seat bob --dealing seats --host ann --identity ann.json --lapse 3d
join open.json --seat ann --identity ann.json -o new.json
ready roster.json --yes --identity ann.json --without-journal
show table.json --seat bob --json
show table.json --identity ann.json
moves table.json --identity ann.json --json
move table.json {words} --identity ann.json --without-journal
move table.json {words} --then {words} --note hello --identity bob.json --first-not-sent
move table.json --bot sense --identity cid.json --without-journal --json
lapse table.json --identity bob.json --without-journal --time-is-up
replace table.json --seat ann --identity cid.json
consent table.json --yes --identity bob.json --without-journal
judge table.json move.json --identity arbiter.json --without-journal
judge table.json move.json roster.json -o new.json --identity arbiter.json --json
judge table.json --break-off --identity arbiter.json -o - --without-journal
compare table.json roster.json --json
verify table.json roster.json move.json --json
verify move.json table.json --evidence proof.json
audit table.json --turn 3
audit table.json --json
audit table.json --requests
doctor table.json -o new.json --json
lab lab.json --json
"""
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789=,:-_.{}[]\"' \u00e9\u202e\u0000\udcff\t"


@cache
def lines() -> Sequence[Seed]:
    """Each line for each game; about: the game, whose files lie there."""
    found = []
    for number, line in enumerate(LINES.strip().splitlines() * len(GAMES)):
        slug = GAMES[number // len(LINES.strip().splitlines())]
        known = [s.value for s in seeds.lines() if s.about == slug]
        typed = " ".join(known[number % len(known)])
        found.append(Seed(line.format(game=slug, words=typed).split(), slug))
    return found


def spoil(value: Any, source: Random) -> bytes:
    """Another line of words, as a JSON list. None of them leads out of the folder."""
    line = list(value)
    for _ in range(source.choice([0, 1, 1, 1, 2, 3])):
        at = source.randrange(len(line) + 1)
        line[at : at + 1] = _instead(line[at : at + 1], source)
    return json.dumps([word.replace("/", "_").replace("~", "_") for word in line]).encode()


def _instead(old: list[str], source: Random) -> list[str]:
    word = old[0] if old else ""
    at = source.randrange(len(word) + 1)
    others = source.choice(seeds.lines() if source.random() < 0.5 else lines()).value
    ways: Sequence[list[str]] = (
        [],
        [word, word],
        [source.choice(others), *old],
        [source.choice(others)],
        [word[:at] + source.choice(_LETTERS) + word[at + 1 :]],
        [word[:at] + source.choice(_LETTERS) * source.choice([1, 2, 300]) + word[at:]],
        [word[:at] + source.choice(["=", "=none", "=1,2", "=a:1,b:2", "=99999999999999999"])],
        [source.choice(["", "-", "--", "-o", "--json", "--help", "resign", "=", "x=", "{", "{}"])],
        [
            json.dumps(
                {"do": word, source.choice(["to", "do", "card"]): source.choice([1, "x", []])}
            )
        ],
        [word.upper(), "resign"],
    )
    return source.choice(ways)


# --- giving one ----------------------------------------------------------------------------


def give(data: bytes, slug: str, folder: Path) -> str:
    """Give the command; what went wrong is told by the program, or is a fault."""
    line = [word.replace("\0", " ") for word in json.loads(data)]  # no system passes a zero byte
    if "demo" in line or "--passphrase" in line:  # long, or costly
        line = ["games"]
    home = folder / slug
    _furnish(home, slug)
    with _inside(home) as (out, err):
        status = main.run(line)
    said, told = out.getvalue().decode(), err.getvalue().decode()
    if status not in (0, 1, 2, 3) or "run/fault" in said + told or "Traceback" in said + told:
        raise AssertionError(f"{line}: {status}: {told or said}")
    if status == 0:
        return "accepted"
    _check_said(line, said, told)
    code, _, message = told.partition("pbem: error: ")[2].partition(": ")
    if told:
        raise Refused(code, message)
    error = json.loads(said)["errors"][0]
    raise Refused(**{k: v for k, v in error.items() if k != "file"})  # which of several it is


def _check_said(line: Sequence[str], said: str, told: str) -> None:
    if told:
        whole = told.startswith("pbem: error: ") and "pbem: hint: " in told
    else:
        whole = bool(json.loads(said)["errors"])
    if not whole:
        raise AssertionError(f"{list(line)}: refused, but it does not say why: {told or said}")


def _furnish(home: Path, slug: str) -> None:
    """The files that the lines name, as they are at the beginning."""
    kept = home.with_suffix(".kept")
    if not kept.exists():
        kept.mkdir()
        _write_files(kept, slug)
    if home.exists():
        shutil.rmtree(home)
    shutil.copytree(kept, home)


def _write_files(home: Path, slug: str) -> None:
    held = [r for r in seeds.held().values() if r.table.game.slug == slug]
    held = [r for r in held if r.table.dealing == "arbiter" and len(r.table.seats) == 3]
    by_length = {r.table.n: r for r in held}
    for name, n in (("open", 1), ("roster", 2), ("table", 3)):
        files.write_json(home / f"{name}.json", by_length[n].as_json())
    files.write_json(home / "move.json", seeds.next_answers(by_length[3])[0])
    files.write_json(home / "deck.json", dict(by_length[3].table.game.deck()))
    lab = next(s.value for s in seeds.labs() if s.value["game"] == slug)
    files.write_json(home / "lab.json", lab)
    for path in (SAMPLES / "identities").glob("*.json"):
        shutil.copyfile(path, home / path.name)


@contextmanager
def _inside(home: Path) -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    """In the folder, with nothing to read and nobody to ask."""
    out, err = io.BytesIO(), io.BytesIO()
    before, typed = Path.cwd(), sys.stdin
    texts = [io.TextIOWrapper(b, "utf-8", write_through=True) for b in (out, err)]
    nothing = open(os.devnull)  # noqa: SIM115 - closed below
    kept = {k: os.environ.pop(k) for k in [*os.environ] if k.startswith(("PBEM_", "XDG_"))}
    os.environ["XDG_DATA_HOME"] = "/nonexistent"
    try:
        os.chdir(home)
        sys.stdin = nothing
        with redirect_stdout(texts[0]), redirect_stderr(texts[1]):
            yield out, err
    finally:
        sys.stdin = typed
        nothing.close()
        os.chdir(before)
        del os.environ["XDG_DATA_HOME"]
        os.environ.update(kept)
        for text in texts:
            text.detach()
