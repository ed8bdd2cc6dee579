"""What a measure reports, and the clocks it uses."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]


class Row(NamedTuple):
    """One figure. `target` is in words, "" where there is none; `met` None likewise."""

    measure: str
    what: str
    value: float
    unit: str
    target: str = ""
    met: bool | None = None


class Effort(NamedTuple):
    """How much a run does. runs: of what is timed in turn; seconds: of random play."""

    runs: int
    seconds: float
    entries: int  # of a long record
    judged: int  # of the record on which one move is judged
    growing: Sequence[int]


FULL = Effort(runs=9, seconds=3.0, entries=1000, judged=300, growing=(100, 1000, 4000))
QUICK = Effort(runs=2, seconds=0.05, entries=20, judged=8, growing=(8, 16))


def at_most(measure: str, what: str, value: float, limit: float) -> Row:
    """A ratio that should not be above `limit`."""
    return Row(measure, what, value, "x", f"at most {limit:g}", value <= limit)


def cpu(work: Callable[[], object]) -> float:
    """Seconds of processor time that `work` takes here: others' work does not count."""
    start = time.process_time()
    work()
    return time.process_time() - start


def in_turn(first: Callable[[], float], second: Callable[[], float], runs: int) -> float:
    """The median of first/second over `runs` pairs, after one pair that is not counted."""
    first(), second()
    return statistics.median(first() / second() for _ in range(runs))


def process(arguments: Sequence[str], env: dict[str, str] | None = None) -> float:
    """Seconds of processor time of a whole Python process, from its start to its end."""
    home = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
    home.pop("PYTHONDONTWRITEBYTECODE", None)  # a package that is installed is compiled
    child = subprocess.Popen(
        [sys.executable, *arguments], env=home, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{' '.join(arguments)} ended with {child.returncode}")
    return used.ru_utime + used.ru_stime


def pbem(*arguments: str) -> list[str]:
    """The `pbem` command as its installed script calls it."""
    return ["-c", "from pbem.cli.main import main; main()", *arguments]
