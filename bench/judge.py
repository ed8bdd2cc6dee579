"""Judging one move onto a record: the whole command, and what it does in parts."""

from __future__ import annotations

import shutil
import statistics
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from bench.rows import Effort, Row, cpu, pbem, process
from bench.tables import Play, secret, strolling
from pbem.record import files, identity, judge
from pbem.record.desk import Desk
from pbem.record.record import Record, load
from pbem.record.ruling import hidden_secret, rule
from pbem.wire import strict

T = TypeVar("T")


def measure(effort: Effort) -> Iterator[Row]:
    play = Play("dig-dogs", bot=strolling).go_on(effort.judged)
    text, move = play.data(), play.next_move().body
    what = f"one move onto {play.table.n} entries"
    yield Row("judge", f"{what}, whole command", _command(text, move, effort.runs), "ms")
    for part, milliseconds in _parts(play, text, move, effort.runs):
        yield Row("judge", f"  {part}", milliseconds, "ms")


def _command(text: bytes, move: dict[str, object], runs: int) -> float:
    """The median of `runs` commands, each in a copy of the arbiter's folder."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "arbiter"
        _furnish(home, text, move)
        times = []
        for run in range(runs + 1):
            copy = Path(folder) / str(run)
            shutil.copytree(home, copy)
            names = [str(copy / n) for n in ("table.json", "move.json", "identity.json")]
            times.append(process(pbem("judge", names[0], names[1], "--identity", names[2])))
    return statistics.median(times[1:]) * 1000


def _furnish(home: Path, text: bytes, move: dict[str, object]) -> None:
    """An arbiter's folder: identity, record, and a journal that knows the table."""
    home.mkdir()
    me = identity.create(home / "identity.json", root=secret("arbiter"), test=True)
    (home / "table.json").write_bytes(text)
    files.write_json(home / "move.json", move)
    desk = Desk(me)
    record = load(strict.parse(text, limit=files.LIMITS["record"]))
    desk.journal.remember_statement(record.entries[0][0])
    desk.open(str(home / "table.json"))


def _parts(
    play: Play, text: bytes, move: dict[str, object], runs: int
) -> Iterator[tuple[str, float]]:
    """Processor time of each step in this process, in milliseconds: the least of `runs`."""
    times: dict[str, list[float]] = {}
    for _ in range(runs):
        steps(play, text, move, times)
    for name, seconds in times.items():
        yield name, min(seconds) * 1000


def steps(
    play: Play, text: bytes, move: dict[str, object], times: dict[str, list[float]]
) -> Record:
    """What `judge` does in memory; the time of each step is added to `times`."""

    def timed(name: str, work: Callable[[], T]) -> T:
        found: list[T] = []
        times.setdefault(name, []).append(cpu(lambda: found.append(work())))
        return found[0]

    known = hidden_secret(play.table, play.arbiter)
    data = timed("read it", lambda: strict.parse(text, limit=files.LIMITS["record"]))
    record = timed("replay and check it", lambda: load(data, secret=known))
    timed("take the move", lambda: judge.take(record, move))
    answers = record.pending
    ruling = timed("rule", lambda: rule(record.table, answers, play.arbiter))
    record.append([*answers, ruling])
    timed("write it", lambda: files.json_bytes(record.as_json()))
    return record
