"""The tables of attacks and promises: every line has its tests, and every test is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ATTACKS = (ROOT / "docs" / "attacks.md").read_text(encoding="utf-8")
PROMISES = (
    (ROOT / "docs" / "protocol.md")
    .read_text(encoding="utf-8")
    .split("\n## 2. What is promised", 1)[1]
    .split("\n## 3. ", 1)[0]
)
COUNTS = {"A": 13, "B": 9, "C": 10, "D": 7, "T": 3, "N": 15}
"""The known rows by their letter; L, lists signed beforehand, is the page's own."""
ROWS = [f"{letter}{i}" for letter, count in COUNTS.items() for i in range(1, count + 1)]
OUT_OF_REACH = ("A5", "B6", "B9", "D1", "D2", "N4", "T3")
LINK = re.compile(r"\[(test_\w+)\]\(\.\./(tests/[\w/]+\.py)\)")
LINKS = sorted({*LINK.findall(ATTACKS), *LINK.findall(PROMISES)})


def table(page: str, cells: int) -> dict[str, str]:
    """The rows of all tables whose first cell is a row's name, by that name."""
    rows = re.findall(r"^\| ([A-Z][0-9]+) \| (.+) \|$", page, re.MULTILINE)
    for name, rest in rows:
        assert len(rest.split(" | ")) == cells - 1, name
    assert len({name for name, _ in rows}) == len(rows)
    return dict(rows)


def listed(page: str) -> dict[str, list[tuple[str, str]]]:
    """The links of each line of the lists of tests, by its name."""
    items = re.findall(r"^- \*\*([\w ]+)\*\*: ((?:.+\n?)(?:^  .+\n?)*)", page, re.MULTILINE)
    assert len({name for name, _ in items}) == len(items)
    return {name: LINK.findall(text) for name, text in items}


@cache
def functions(path: str) -> frozenset[str]:
    """The tests that a file has, at its top."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(n.name for n in tree.body if isinstance(n, ast.FunctionDef))


def test_every_known_attack_is_in_the_table() -> None:
    rows = table(ATTACKS, 4)
    assert [name for name in rows if name[0] != "L"] == ROWS
    assert listed(ATTACKS).keys() == {*rows, "Free", "Innocent"}


@pytest.mark.parametrize("row", ROWS)
def test_every_row_has_a_test_named_for_it_among_the_attacks(row: str) -> None:
    named = [
        name
        for name, path in listed(ATTACKS)[row]
        if path.startswith("tests/attacks/") and name.startswith(f"test_{row.lower()}_")
    ]
    assert named


def test_every_attack_that_is_mounted_is_in_the_table() -> None:
    """No test of tests/attacks with a row in its name is missing from that row."""
    links = listed(ATTACKS)
    for path in sorted((ROOT / "tests" / "attacks").glob("test_*.py")):
        name = path.relative_to(ROOT).as_posix()
        for test in functions(name):
            row = re.match(r"test_([abcdtn][0-9]+)_", test)
            assert row is None or (test, name) in links[row[1].upper()], test


@pytest.mark.parametrize(("name", "path"), LINKS)
def test_every_test_that_is_named_exists(name: str, path: str) -> None:
    assert name in functions(path)


def test_the_lists_hold_links_and_nothing_else() -> None:
    """A link that is written another way would not be looked at above."""
    for page in (ATTACKS, PROMISES):
        assert all(listed(page).values())
        assert page.count("[test_") == len(LINK.findall(page))


@pytest.mark.parametrize("row", OUT_OF_REACH)
def test_what_is_not_prevented_is_said_in_bold(row: str) -> None:
    assert "**" in table(ATTACKS, 4)[row]


def test_every_promise_and_every_risk_has_its_tests() -> None:
    promises = table(PROMISES, 4)
    assert list(promises) == [f"P{i}" for i in range(1, len(promises) + 1)]
    assert len(re.findall(r"^\| ", PROMISES, re.MULTILINE)) == len(promises) + 1
    risks = PROMISES.split("### Risks that remain")[1].split("\n### ")[0]
    numbers = re.findall(r"^([0-9]+)\. ", risks, re.MULTILINE)
    assert numbers == [str(i) for i in range(1, len(numbers) + 1)]
    assert list(listed(PROMISES)) == [*promises, *(f"Risk {n}" for n in numbers)]


def test_a_promise_that_does_not_hold_is_told_to_players_too() -> None:
    """What the table has in bold is among what the README says does not hold."""
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    said = readme.split("And what does **not** hold:")[1].split("## More")[0]
    for words in (
        "**together**, can work out a draw before they decide",
        "the next card of a face-down pile is known",
        "What came too late, and that a move came at all, is the arbiter's word",
        "Players who show each other their cards are not found",
        "A player who lost the program's memory",
    ):
        assert words in said
