"""How the time grows with the record: by entry it should stay the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bench.judge import steps
from bench.rows import Effort, Row, cpu
from bench.tables import Play, strolling
from pbem.play.views import view
from pbem.record.files import LIMITS
from pbem.record.record import Record, load
from pbem.wire import strict

LIMIT = 1.5
"""How much more an entry of the longest record may cost than one of the shortest."""


def measure(effort: Effort) -> Iterator[Row]:
    play = Play("dig-dogs", bot=strolling)
    found: dict[str, list[float]] = {}
    for size in effort.growing:
        play.go_on(size)
        for name, work in _commands(play).items():
            each = min(cpu(work) for _ in range(3)) / play.table.n * 1e6
            found.setdefault(name, []).append(each)
            yield Row("growth", f"{name}, {size} entries, each", each, "us")
    for name, times in found.items():
        what = f"{name}, an entry of {effort.growing[-1]} / of {effort.growing[0]}"
        ratio = times[-1] / times[0]
        yield Row("growth", what, ratio, "x", f"at most {LIMIT:g}", ratio <= LIMIT)


def _commands(play: Play) -> dict[str, Callable[[], object]]:
    text = play.data()
    move = play.next_move().body
    play.twin = play.table.runner.clone()

    def verify() -> Record:
        return load(strict.parse(text, limit=LIMITS["record"]))

    def show() -> list[str]:
        table = verify().table
        return table.game.board(view(table.runner, table.awaited_seat, {}))

    return {"verify": verify, "show": show, "judge": lambda: steps(play, text, move, {})}
