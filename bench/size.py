"""How many bytes of the record a turn costs: it is mailed whole, again and again."""

from __future__ import annotations

from collections.abc import Iterator

from bench.rows import Effort, Row
from bench.tables import GAMES, NAMES, Play
from pbem.games import registry

MOST = 300  # entries


def measure(effort: Effort) -> Iterator[Row]:
    for slug in GAMES:
        play = Play(slug, seats=3, bot=registry.load(slug).bot)
        play.go_on(2)
        start = len(play.data())
        play.go_on(min(MOST, effort.entries))
        text, turns = play.data(), play.table.n - 3
        what = f"{slug}, 3 seats, {turns} turns of one action"
        yield Row("size", f"{what}, bytes a turn", (len(text) - start) / max(turns, 1), "bytes")
        yield Row("size", f"{what}, whole record", len(text) / 1024, "KiB")
        yield Row(
            "size", f"{slug}, before the first turn, {len(NAMES[:3])} seats", start / 1024, "KiB"
        )
