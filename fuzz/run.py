"""Making files, giving them to their readers, and keeping count."""

from __future__ import annotations

import resource
import signal
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from fuzz.readers import READERS, Reader, check_error
from pbem.errors import PbemError

SLOW = 2.0
"""Seconds of processor time that no file may take."""
STOP = 10.0
MEMORY = 200
"""Megabytes that the whole process may have."""


class Stopped(BaseException):
    """A file took so long that it was given up."""


@dataclass
class Fault:
    """Something that should not have happened; `number` makes the file again."""

    reader: str
    number: int
    what: str
    data: bytes = field(repr=False)


@dataclass
class Counts:
    """What became of the files of one reader."""

    name: str
    tried: int = 0
    accepted: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    slowest_number: int = 0
    largest: int = 0

    def as_json(self) -> dict[str, Any]:
        return {
            "reader": self.name,
            "tried": self.tried,
            "accepted": self.accepted,
            "refused": dict(sorted(self.codes.items())),
            "slowest_ms": round(self.slowest * 1000, 1),
            "slowest_number": self.slowest_number,
            "largest_bytes": self.largest,
        }


@dataclass
class Report:
    counts: list[Counts]
    faults: list[Fault] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        codes: set[str] = set().union(*(c.codes for c in self.counts))
        return {
            "files": sum(c.tried for c in self.counts),
            "accepted": sum(c.accepted for c in self.counts),
            "codes": len(codes),
            "slowest_ms": round(max((c.slowest for c in self.counts), default=0) * 1000, 1),
            "peak_mb": peak(),
            "faults": [vars(f) | {"data": len(f.data)} for f in self.faults],
            "readers": [c.as_json() for c in self.counts],
        }


def peak() -> int:
    """The most memory this process ever had, in MB.

    What Linux says of a process itself goes first: the other figure takes in what the process
    was when it was split off from a larger one.
    """
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def make(reader: Reader, seed: int, number: int) -> tuple[bytes, str]:
    """The file of that number, the same each time; and what else its reader is told."""
    source = Random(f"{seed} {reader.name} {number}")
    chosen = source.choice(reader.seeds())
    return reader.spoil(chosen.value, source), chosen.about


def try_one(reader: Reader, seed: int, number: int, folder: Path, counts: Counts) -> Fault | None:
    """One file to its reader; what should not be is returned."""
    data, about = make(reader, seed, number)
    counts.tried += 1
    counts.largest = max(counts.largest, len(data))
    start = time.process_time()
    wrong = None
    try:
        with stopped_after(STOP):
            reader.read(data, about, folder)
        counts.accepted += 1
    except PbemError as error:
        counts.codes[error.code] += 1
        wrong = _said_badly(error)
    except (Exception, Stopped) as error:
        wrong = "".join(traceback.format_exception(error)[-3:]).strip()
    spent = time.process_time() - start
    if spent > counts.slowest:
        counts.slowest, counts.slowest_number = spent, number
    if wrong is None and spent > SLOW:
        wrong = f"it took {spent:.1f} s"
    return None if wrong is None else Fault(reader.name, number, wrong, data)


def _said_badly(error: PbemError) -> str | None:
    try:
        check_error(error)
    except Exception as broken:
        return f"{type(broken).__name__}: {broken}"
    return None


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """Raises Stopped within, so that a loop without an end is found too."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Stopped(f"given up after {seconds:g} s")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def shares(total: int, readers: Sequence[Reader]) -> dict[str, int]:
    """How many files each reader gets: by its share, and at least one."""
    whole = sum(r.share for r in readers)
    return {r.name: max(1, total * r.share // whole) for r in readers}


def run(
    total: int,
    folder: Path,
    *,
    seed: int = 1,
    first: int = 0,
    readers: Sequence[Reader] = READERS,
    seconds: float | None = None,
) -> Report:
    """Give `total` files, in turn for each reader, from the number `first` on; stop after
    `seconds` of real time."""
    counts = {r.name: Counts(r.name) for r in readers}
    report = Report(list(counts.values()))
    wanted = shares(total, readers)
    end = None if seconds is None else time.monotonic() + seconds
    for number in range(max(wanted.values())):
        for reader in readers:
            if number < wanted[reader.name]:
                fault = try_one(reader, seed, first + number, folder, counts[reader.name])
                report.faults += [fault] if fault else []
        if end is not None and time.monotonic() > end:
            break
    return report
