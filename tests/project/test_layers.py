"""The rooms of the code: arrows downward only, no world in the pure ones, small files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import layers


def test_the_package_keeps_to_its_rooms_and_sizes() -> None:
    assert layers.breaches(layers.ROOT / "pbem") == []


def breaches(folder: Path, name: str, text: str) -> list[str]:
    path = folder / name
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return layers.breaches(folder)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("games/own/script.py", "from pbem.play.runner import Runner"),
        ("games/own/script.py", "from pbem import fair"),
        ("script/contract.py", "import pbem.games.registry"),
        ("fair/draws.py", "from pbem.record.table import Table"),
        ("play/runner.py", "def f() -> None:\n    from pbem.record import files"),
        ("record/desk.py", "from pbem.cli import output"),
        ("wire/canon.py", "from pbem.fair.encode import P"),
        ("play/lab.py", "import random"),
        ("games/own/script.py", "import os.path"),
        ("fair/keys.py", "from secrets import token_bytes"),
        ("wire/strict.py", "text = open('file')"),
    ],
)
def test_a_breach_is_found(tmp_path: Path, name: str, line: str) -> None:
    (found, *more) = breaches(tmp_path, name, line + "\n")
    assert found.startswith(name)
    assert len(set(more)) <= 1


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("games/own/script.py", "from pbem.script.requests import roll"),
        ("play/bots.py", "import random"),
        ("record/files.py", "import os\nfrom pbem.fair import keys"),
        ("cli/show.py", "import sys\nfrom pbem.record.table import Table\nprint(1)"),
        ("wire/canon.py", "from pbem.errors import Refused"),
    ],
)
def test_what_is_allowed_is_not_found(tmp_path: Path, name: str, line: str) -> None:
    assert breaches(tmp_path, name, line + "\n") == []


def test_long_files_and_functions_are_found(tmp_path: Path) -> None:
    function = "def long() -> None:\n    a = 1\n" + "    a = 1\n" * 39
    assert breaches(tmp_path / "a", "play/long.py", function) == [
        "play/long.py:1: long has 40 lines"
    ]
    lines = "a = 1\n" * 400
    assert breaches(tmp_path / "b", "play/long.py", lines) == [
        "play/long.py: 400 lines, fewer than 400 are wanted"
    ]
    assert breaches(tmp_path / "c", "games/own/long.py", lines) == []
