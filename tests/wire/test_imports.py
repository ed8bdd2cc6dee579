"""A12 and the house's rooms: who may import what, read from the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "pbem"
FILES = sorted(PACKAGE.rglob("*.py"))
BELOW: dict[str, set[str]] = {
    "wire": set(),
    "script": set(),
    "fair": {"wire"},
    "games": {"script", "wire"},
    "play": {"games", "script", "fair", "wire"},
    "record": {"play", "games", "script", "fair", "wire"},
    "cli": {"record", "play", "games", "script", "fair", "wire"},
}
OUTSIDE = {"os", "io", "time", "datetime", "socket", "subprocess", "sys", "tempfile", "shutil"}


def imports(source: str) -> Iterator[str]:
    """Full names of all that is imported, anywhere in a text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imported(path: Path) -> set[str]:
    return set(imports(path.read_text(encoding="utf-8")))


def room(path: Path) -> str:
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else ""


def test_the_scan_finds_imports() -> None:
    text = "import random as r\ndef f():\n    from random import choice\n    from os import path"
    assert set(imports(text)) == {"random", "random.choice", "os.path"}


def test_random_is_imported_by_the_bots_alone() -> None:
    """A12: everything that matters comes from `secrets` or from the draw stream."""
    users = {
        str(path.relative_to(PACKAGE))
        for path in FILES
        if any(name.split(".")[0] == "random" for name in imported(path))
    }
    assert users == {"play/bots.py"}
    assert not any("numpy" in name for path in FILES for name in imported(path))


@pytest.mark.parametrize("name", sorted(BELOW))
def test_arrows_between_rooms_point_down(name: str) -> None:
    for path in FILES:
        if room(path) == name:
            used = {i.split(".")[1] for i in imported(path) if i.startswith("pbem.")}
            used -= {"errors", "__version__", name}
            assert used <= BELOW[name], path


@pytest.mark.parametrize("name", ["games", "script", "play", "fair"])
def test_rules_and_draws_touch_nothing_outside(name: str) -> None:
    """No disk, clock, environment or terminal."""
    for path in FILES:
        if room(path) == name:
            assert not {i.split(".")[0] for i in imported(path)} & OUTSIDE, path
            text = path.read_text(encoding="utf-8")
            calls = {
                node.func.id
                for node in ast.walk(ast.parse(text))
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            }
            assert not calls & {"open", "print", "input"}, path
