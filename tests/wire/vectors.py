"""Reading samples/vectors: with plain json, so that the strict reader is not its own judge."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Refused

FOLDER = Path(__file__).resolve().parents[2] / "samples" / "vectors"
Vector = dict[str, Any]


def load(name: str) -> list[Any]:
    """The vectors of one file, each a pytest parameter with the vector's name."""
    file = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert file["pbem"] == 1 and file["kind"] == "vectors" and file["about"]
    vectors = file["vectors"]
    names = [v["name"] for v in vectors]
    assert vectors and len(set(names)) == len(names)
    assert all(("expect" in v) != ("refused" in v) for v in vectors), "one outcome each"
    return [pytest.param(v, id=v["name"]) for v in vectors]


def outcome(vector: Vector, act: Any) -> Any:
    """What `act()` gives, or for a vector to be refused its code; to compare with `wanted`."""
    if "refused" not in vector:
        return act()
    with pytest.raises(Refused) as caught:
        act()
    return caught.value.code


def wanted(vector: Vector) -> Any:
    return vector["refused"] if "refused" in vector else vector["expect"]


def attempt(act: Any, *args: Any, **keywords: Any) -> tuple[Any, Refused | None]:
    """(what comes, None), or (None, the refusal). Any other exception fails the test."""
    try:
        return act(*args, **keywords), None
    except Refused as error:
        return None, error
