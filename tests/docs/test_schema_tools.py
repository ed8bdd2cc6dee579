"""The schemas' examples under a third tool, check-jsonschema, as somebody would use it who has
the files but not this program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE_GAME = ROOT / "docs" / "example_game" / "high_card"
OWN = sorted((ROOT / "schemas").glob("*.json"))
FILES = [*OWN, *(p for p in sorted(EXAMPLE_GAME.glob("*.json")) if p.name != "deck.json")]


def check(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "check_jsonschema", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def read(path: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return value


def test_every_file_is_a_schema() -> None:
    done = check("--check-metaschema", *map(str, FILES))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_examples_fit_and_something_else_does_not(path: Path, tmp_path: Path) -> None:
    for i, example in enumerate(read(path)["examples"]):
        (tmp_path / f"{i}.json").write_text(json.dumps(example), encoding="utf-8")
    odd = tmp_path / "odd.json"
    odd.write_text('{"something": "else"}', encoding="utf-8")
    names = sorted(map(str, tmp_path.iterdir()))
    done = check("--schemafile", str(path), "--output-format", "json", *names)
    report = json.loads(done.stdout)
    assert {error["filename"] for error in report["errors"]} == {str(odd)}
    assert report.get("parse_errors", []) == []
