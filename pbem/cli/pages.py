"""Markdown for people: paragraphs and lists wrapped, tables in columns that fit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap

WIDTH = 80
GAP = "  "
_BULLET = re.compile(r"( *(?:[-*] |[0-9]+\. )?)")
_RULE = re.compile(r"\|[-:| ]+\|\Z")
_CELLS = re.compile(r"(?:[^|`]|`[^`]*`)*")


def wrapped(text: str, width: int = WIDTH) -> list[str]:
    """The lines of a page, of at most `width` characters where its words allow it."""
    lines: list[str] = []
    table: list[str] = []
    fenced = False
    for line in [*text.rstrip("\n").split("\n"), ""]:
        if line.startswith("|") and not fenced:
            table.append(line)
            continue
        if table:
            lines += _table([_cells(row) for row in table if not _RULE.match(row)], width)
            table = []
        if line.startswith("```"):
            fenced = not fenced
        lines += [line] if fenced or len(line) <= width else _paragraph(line, width)
    return lines[:-1]


def _paragraph(line: str, width: int) -> list[str]:
    match = _BULLET.match(line)
    indent = " " * len(match[1]) if match else ""
    return _wrap(line, width, indent)


def _wrap(text: str, width: int, indent: str = "") -> list[str]:
    """No word is broken: names and examples are copied from the page."""
    return wrap(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _cells(row: str) -> list[str]:
    """A bar inside a code span parts no cells."""
    return [part.strip() for part in _CELLS.findall(row.strip()[1:-1]) if part]


def _table(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    columns = list(zip_longest(*rows, fillvalue=""))
    widths = _widths([max(map(len, column)) for column in columns], width)
    lines: list[str] = []
    for number, row in enumerate(rows):
        cells = [_wrap(cell, w) for cell, w in zip(row, widths, strict=False)]
        for parts in zip_longest(*cells, fillvalue=""):
            padded = (part.ljust(w) for part, w in zip(parts, widths, strict=False))
            lines.append(GAP.join(padded).rstrip())
        if number == 0:
            lines.append(GAP.join("-" * w for w in widths))
    return lines


def _widths(wanted: Sequence[int], width: int) -> list[int]:
    """The widest columns give way until all of them fit."""
    widths = list(wanted)
    while sum(widths) + len(GAP) * (len(widths) - 1) > width and max(widths) > 8:
        widths[widths.index(max(widths))] -= 1
    return widths
