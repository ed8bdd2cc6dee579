"""What was released replays to the same words, wherever and under whichever Python."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from fuzz.home import environment
from fuzz.people import SAMPLES

GOLDEN = [sorted(mail.glob("*-record.json"))[-1] for mail in sorted(SAMPLES.glob("*/mail"))]
NAMES = [str(path.relative_to(SAMPLES)) for path in GOLDEN]
WITHOUT = ("LANG", "LANGUAGE", "TZ", "PYTHONHASHSEED", "PYTHONUTF8", "PYTHONIOENCODING")
NEEDS = "import sys, click, cryptography, jsonschema, jsonschema_rs; print(*sys.version_info[:2])"


def verified(python: str = sys.executable, **env: str) -> bytes:
    """What `pbem verify --json` says of the last record of each sample."""
    kept = {k: v for k, v in environment().items() if not k.startswith("LC_") and k not in WITHOUT}
    done = subprocess.run(
        [python, "-m", "pbem", "verify", "--json", *NAMES],
        cwd=SAMPLES,
        env={**kept, **env},
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    return done.stdout


@cache
def here() -> bytes:
    return verified(PYTHONHASHSEED="0")


def test_every_golden_record_is_proven() -> None:
    rows = json.loads(here())["records"]
    assert [row["file"] for row in rows] == NAMES
    assert {row["verdict"] for row in rows} == {"proven"}


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "UTC"},
        {"PYTHONHASHSEED": "4294967295", "LC_ALL": "C.UTF-8", "TZ": "Pacific/Kiritimati"},
        {"PYTHONHASHSEED": "random", "LANG": "tr_TR.UTF-8", "TZ": "America/St_Johns"},
        {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "TZ": "nonsense"},
    ],
    ids=lambda env: " ".join(f"{k}={v}" for k, v in env.items()),
)
def test_hash_seed_language_and_time_zone_change_nothing(env: dict[str, str]) -> None:
    assert verified(**env) == here()


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_each_python_says_the_same(version: str) -> None:
    """Where it is present with what the program needs. `.ci/run` makes such places."""
    assert verified(_python(version)) == here()


def _python(version: str) -> str:
    for name in (sys.executable, shutil.which(f"python{version}")):
        if name is None or not Path(name).exists():
            continue
        done = subprocess.run(
            [name, "-c", NEEDS], capture_output=True, text=True, env=environment(), check=False
        )
        if done.stdout.split() == version.split("."):
            return name
    pytest.skip(f"no Python {version} with what the program needs")
