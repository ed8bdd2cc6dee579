"""Lines of a board: lists of short parts, at most 80 characters wide (`Game.board`)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from textwrap import wrap

WIDTH = 80
GAP = "   "
INDENT = 10  # of continued lines, at most


def wrapped(title: str, parts: Iterable[str], gap: str = GAP) -> list[str]:
    """The parts after the title, only those broken that no line has room for; further lines are
    indented. Nothing at all without parts."""
    lines, line, empty = list[str](), title, True
    mark = gap.rstrip()
    room = WIDTH - len(title) - len(mark)
    for part in chain.from_iterable(_cut(part, room) for part in parts):
        if not empty and len(line) + len(part) + len(mark) > WIDTH:
            lines.append(line.rstrip())
            line = " " * min(len(title), INDENT)
        line += part + gap
        empty = False
    return [] if empty else [*lines, line.rstrip().removesuffix(mark)]


def _cut(part: str, room: int) -> list[str]:
    return [part] if len(part) <= room else wrap(part, room)
