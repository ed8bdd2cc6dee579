"""What has to hold before a person at a desk signs or rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pbem.errors import Refused
from pbem.record import files
from pbem.record.record import Record


def check_seat_count(bounds: tuple[int, int], seats: Sequence[str], game: str) -> None:
    """Raises Refused("open/seats") unless the game is played by so many."""
    fewest, most = bounds
    if not fewest <= len(seats) <= most:
        raise Refused(
            "open/seats",
            f"{game} is played by {fewest} to {most} seats, not {len(seats)}",
            at="/seats",
            hint="name each with --seat NAME",
        )


def check_own_join(
    record: Record, seat: str, joins: Sequence[Mapping[str, Any]], without_journal: bool
) -> None:
    """The roster must have my newest join, byte for byte, or I do not show a link for it.

    Raises Refused("journal/lost", "ready/other-join").
    """
    mine = next(s for s in record.entries[1] if s["by"] == seat and s["kind"] == "join")
    newest = [j for j in joins if j["by"] == seat][-1:]
    if not newest:
        if without_journal:
            return
        raise Refused(
            "journal/lost",
            "this program remembers no join of yours at this table, so it cannot tell"
            " whether you have given your ready already",
            hint="if in doubt ask for a new table; only if you are sure: --without-journal",
        )
    if newest[0] != mine:
        raise Refused(
            "ready/other-join",
            "the roster holds an older join of yours, or one changed on its way",
            hint="do not get ready; send your newest join to the arbiter and ask for a new table",
        )


@contextmanager
def locked_beside(path: str) -> Iterator[None]:
    """Hold the record's folder, so that two judges of one file come one after the other."""
    if path == files.STREAM:
        yield
        return
    with files.locked(Path(path).absolute().parent):
        yield
