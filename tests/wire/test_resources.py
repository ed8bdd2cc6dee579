"""The texts that come with the program, in a source tree and in a package."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.errors import Refused
from pbem.wire import resources

ROOT = Path(__file__).resolve().parents[2]


def test_names_are_the_files_of_the_folders() -> None:
    schemas = sorted(path.name for path in (ROOT / "schemas").glob("*.json"))
    rules = sorted(path.name for path in (ROOT / "docs" / "rules").glob("*.md"))
    assert resources.names("schemas") == sorted(name[:-5] for name in schemas)
    assert resources.names("rules") == sorted(name[:-3] for name in rules)
    assert "statement.move" in resources.names("schemas")
    assert "dig-dogs" in resources.names("rules")


def test_text_is_the_file() -> None:
    here = (ROOT / "schemas" / "statement.move.json").read_text(encoding="utf-8")
    assert resources.text("schemas", "statement.move") == here
    assert resources.text("schemas", "statement.move.json") == here
    assert json.loads(here)["title"] == "Move"


@pytest.mark.parametrize(
    "name", ["nope", "", "../pyproject.toml", "/etc/passwd", "../rules/x", "."]
)
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(Refused) as caught:
        resources.text("schemas", name)
    assert caught.value.code == "resource/unknown"
    assert "statement.move" in caught.value.hint


def test_a_package_has_its_texts_inside(tmp_path: Path) -> None:
    """As the wheel lays them out: pbem/data/schemas, and no tree around it."""
    package = tmp_path / "pbem"
    (package / "wire").mkdir(parents=True)
    (package / "data" / "schemas").mkdir(parents=True)
    (package / "data" / "schemas" / "only.json").write_text('{"a": 1}', encoding="utf-8")
    for name in ("__init__.py", "errors.py", "wire/__init__.py", "wire/resources.py"):
        (package / name).write_bytes((ROOT / "pbem" / name).read_bytes())
    code = (
        "from pbem.wire import resources as r;"
        "print(r.names('schemas'), r.text('schemas', 'only'), r.__file__)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True,
        env={"PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert run.stdout.startswith("['only'] {\"a\": 1} " + str(tmp_path))
