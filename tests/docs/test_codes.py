"""Every code that the package can raise is in the table of docs/protocol.md, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "protocol.md"
RAISED = ("Refused", "Cheat", "Usage", "Illegal")
CODE = re.compile(r"[a-z]+/[a-z0-9*-]+")
ROW = re.compile(r"^\| `([a-z]+/[a-z0-9*-]+)` \| ([123]|1, 3) \| .{8,} \|$", re.MULTILINE)


def pattern(node: ast.expr) -> str | None:
    """The code in an argument: its text, with a star for each part that is computed."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        text = node.value
    elif isinstance(node, ast.JoinedStr):
        parts = [v.value if isinstance(v, ast.Constant) else "*" for v in node.values]
        text = "".join(str(part) for part in parts)
    else:
        return None
    return text if CODE.fullmatch(text) else None


def trees() -> Iterator[ast.AST]:
    for path in sorted((ROOT / "pbem").rglob("*.py")):
        yield ast.parse(path.read_text(encoding="utf-8"), str(path))


def raised(tree: ast.AST) -> set[str]:
    """Codes that stand first in the making of an error."""
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and n.args]
    named = [c for c in calls if isinstance(c.func, ast.Name) and c.func.id in RAISED]
    return {code for c in named if (code := pattern(c.args[0]))}


def mentioned(tree: ast.AST, rooms: set[str]) -> set[str]:
    """Texts that look like a code of a known room: codes kept in tables or handed on."""
    inside = {id(v) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for v in n.values}
    nodes = [n for n in ast.walk(tree) if isinstance(n, ast.expr) and id(n) not in inside]
    codes = {code for n in nodes if (code := pattern(n))}
    return {code for code in codes if code.split("/")[0] in rooms}


def source_codes() -> set[str]:
    forest = list(trees())
    first = set().union(*(raised(tree) for tree in forest))
    rooms = {code.split("/")[0] for code in first}
    return first.union(*(mentioned(tree, rooms) for tree in forest))


def documented() -> dict[str, str]:
    section = PAGE.read_text(encoding="utf-8").split("\n## 22. Refusals\n")[1].split("\n## ")[0]
    return dict(ROW.findall(section))


def test_the_scan_finds_codes() -> None:
    code = """
TABLE = {1: ("file/tabled", "words")}
def f(room, name):
    raise Refused("file/raised", "x") from Refused(f"deck/{name}", "y")
    at = f"/file/{name}"
"""
    tree = ast.parse(code)
    assert raised(tree) == {"file/raised", "deck/*"}
    assert mentioned(tree, {"file"}) == {"file/tabled", "file/raised"}


def test_every_code_in_the_source_is_in_the_table() -> None:
    missing = source_codes() - documented().keys()
    assert not missing, f"add to docs/protocol.md, section 22: {sorted(missing)}"


def test_every_code_in_the_table_is_in_the_source() -> None:
    stale = documented().keys() - source_codes()
    assert not stale, f"take out of docs/protocol.md, section 22: {sorted(stale)}"


def test_rows_are_well_formed_and_sorted() -> None:
    section = PAGE.read_text(encoding="utf-8").split("\n## 22. Refusals\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    assert len(rows) == len(documented())
    assert rows == sorted(rows, key=lambda row: row.split("`")[1])


@pytest.mark.parametrize(("kind", "status"), [("Cheat", "3"), ("Usage", "2")])
def test_proofs_have_status_3_and_wrong_usage_2(kind: str, status: str) -> None:
    for tree in trees():
        for call in ast.walk(tree):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
                continue
            if call.func.id == kind and call.args and (code := pattern(call.args[0])):
                assert status in documented()[code], code
