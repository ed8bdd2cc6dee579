"""How long `pbem show` takes to start, beside the library every command line needs."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.rows import Effort, Row, at_most, in_turn, pbem, process
from bench.tables import GAMES, Play

LIMIT = 2.0
SMALL = 10  # entries


def measure(effort: Effort) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        for slug in GAMES:
            record = Path(folder) / f"{slug}.json"
            record.write_bytes(Play(slug, seats=3).go_on(SMALL).data())
            show = pbem("show", str(record))
            ratio = in_turn(
                lambda show=show: process(show, {"XDG_DATA_HOME": folder}),  # type: ignore[misc]
                lambda: process(["-c", "import click"]),
                effort.runs * 2,
            )
            what = f"pbem show, {slug}, {SMALL} entries / python -c 'import click'"
            yield at_most("start", what, ratio, LIMIT)
