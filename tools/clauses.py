"""Clauses of the rules without a test or without a place in the code.

docs/rules/<slug>.md lists the clauses (`- **DD-25** ...`) and the rulings (`DD-R13`). Each
has to be cited by a test of that game, and by its code, unless the code cannot have a place
for it: advice, aims and words. Those are listed here with the reason.

    python tools/clauses.py        prints what is missing; exit status 1 if anything is
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]


class Book(NamedTuple):
    """prefix: of the ids; last: the highest clause and ruling that the rules must reach;
    free: clause numbers that are not used."""

    slug: str
    prefix: str
    last: tuple[int, int]
    free: tuple[int, ...] = ()

    @property
    def package(self) -> str:
        return self.slug.replace("-", "_")


DC_FREE = (
    *(*range(16, 20), *range(36, 40), *range(62, 70), 78, 79),
    *(*range(103, 110), *range(122, 130), *range(135, 140)),
)
BOOKS = (
    Book("dig-dogs", "DD", (73, 28)),
    Book("dig-down-dwarf", "DW", (109, 33)),
    Book("dig-up-adventure", "DU", (134, 34)),
    Book("dig-2017", "DG", (155, 48), (*range(113, 120), *range(134, 140))),
    Book("dig-card-game", "DC", (143, 37), DC_FREE),
)

# Clauses with nothing to enforce, each with the reason.
NO_CODE: dict[str, str] = {
    "DD-5": "the aim",
    "DD-36": "follows from DD-13 and DD-34",
    "DD-41": "nothing ties a Bowl to a seat",
    "DD-42": "there is no action that takes a Bowl",
    "DD-51": "advice",
    "DD-62": "follows from DD-30",
    "DD-71": "what there is not",
    "DW-39": "advice",
    "DW-102": "how to read the rulebook",
    "DW-104": "what there is not",
    "DW-109": "follows from DW-13 and DW-84",
    "DW-R28": "about cards that the program does not need",
    "DU-30": "follows from DU-27",
    "DU-43": "follows from DU-42",
    "DU-44": "nothing counts the Idols of a Mine",
    "DU-46": "follows from DU-32 and DU-50",
    "DU-R11": "how to read the rulebook",
    "DU-R27": "what players say is not the program's business",
    "DU-R32": "what there is not",
    "DG-30": "what there is not",
    "DG-34": "follows from DG-33 and DG-38",
    "DG-45": "follows from DG-24",
    "DG-47": "follows from DG-141",
    "DG-82": "follows from DG-81",
    "DG-142": "follows from DG-140",
    "DC-2": "the aim",
    "DC-3": "follows from DC-43",
    "DC-14": "where cards lie on the table",
    "DC-25": "follows from DC-20",
    "DC-141": "advice",
    "DC-142": "advice",
    "DC-143": "advice",
    "DC-R3": "what there is not",
    "DC-R16": "what there is not",
    "DC-R19": "follows from DC-98 and DC-R14",
    "DC-R34": "what there is not",
}

ENTRY = re.compile(r"^(?:- \*\*|\| )([A-Z]{2}-R?\d+)(?:\*\*| \|)", re.MULTILINE)
RANGE = re.compile(r"\b([A-Z]{2}-)(R?)(\d+) to (?:[A-Z]{2}-)?R?(\d+)\b")
ID = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]{2})[-_]([Rr]?\d+)(?![0-9])")


def listed(book: Book) -> list[str]:
    """The ids that the rules explain, in their order."""
    text = (ROOT / "docs" / "rules" / f"{book.slug}.md").read_text(encoding="utf-8")
    return [i for i in ENTRY.findall(text) if i.startswith(f"{book.prefix}-")]


def gaps(book: Book) -> list[str]:
    """Ids that should be there: 1 to the highest, without a hole."""
    there = set(listed(book))
    wanted = []
    for kind, last in zip(("", "R"), book.last, strict=True):
        pattern = re.compile(rf"{book.prefix}-{kind}(\d+)")
        numbers = [int(m[1]) for i in there if (m := pattern.fullmatch(i))]
        wanted += [f"{book.prefix}-{kind}{n}" for n in range(1, max([last, *numbers]) + 1)]
    free = [f"{book.prefix}-{n}" for n in book.free]
    return [i for i in wanted if i not in there and i not in free]


def cited(text: str) -> set[str]:
    """The ids in a text: DD-25, dd_25 in a name, and all of `DD-44 to DD-46`."""
    found = {f"{prefix.upper()}-{number.upper()}" for prefix, number in ID.findall(text)}
    for prefix, kind, first, last in RANGE.findall(text):
        found |= {f"{prefix}{kind}{n}" for n in range(int(first), int(last) + 1)}
    return found


def without_docstring(source: str) -> str:
    """A test file without what it says of itself as a whole: that is no test."""
    body = ast.parse(source).body
    if body and ast.get_docstring(ast.parse(source)) is not None:
        end = body[0].end_lineno or 0
        return "\n".join(source.splitlines()[end:])
    return source


def test_texts(book: Book) -> Iterator[str]:
    for path in sorted((ROOT / "tests" / "games" / book.package).rglob("test_*.py")):
        yield without_docstring(path.read_text(encoding="utf-8"))


def code_texts(book: Book) -> Iterator[str]:
    for path in sorted((ROOT / "pbem" / "games" / book.package).rglob("*.py")):
        yield path.read_text(encoding="utf-8")


def missing(book: Book) -> list[str]:
    """One line for each fault."""
    tests = set().union(*map(cited, test_texts(book)))
    code = set().union(*map(cited, code_texts(book)))
    lines = [f"{i}: not in docs/rules/{book.slug}.md" for i in gaps(book)]
    for clause in listed(book):
        if clause not in tests:
            lines.append(f"{clause}: no test cites it")
        if clause not in code and clause not in NO_CODE:
            lines.append(f"{clause}: neither cited in the code nor excused")
    lines += [f"{i}: excused, but there is no such clause" for i in stale(book)]
    return lines


def stale(book: Book) -> list[str]:
    own = [i for i in NO_CODE if i.startswith(f"{book.prefix}-")]
    return [i for i in own if i not in listed(book)]


def main() -> int:
    lines = [line for book in BOOKS for line in missing(book)]
    for line in lines:
        print(line)
    count = sum(len(listed(book)) for book in BOOKS)
    print(f"{count} clauses and rulings, {len(lines)} missing")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
