"""samples/vectors against the package: byte strings, canonical JSON, strict reading."""

from __future__ import annotations

import pytest

from pbem.wire import b64
from pbem.wire.canon import canon
from pbem.wire.strict import parse
from tests.wire.vectors import FOLDER, Vector, load, outcome, wanted

LIMIT = 20_000


@pytest.mark.parametrize("vector", load("base64url"))
def test_base64url(vector: Vector) -> None:
    got = outcome(vector, lambda: b64.decode(vector["text"], vector.get("length")).hex())
    assert got == wanted(vector)
    if "expect" in vector:
        assert b64.encode(bytes.fromhex(vector["expect"])) == vector["text"]


@pytest.mark.parametrize("vector", load("canonical"))
def test_canonical(vector: Vector) -> None:
    text = canon(parse(b64.decode(vector["json"]), limit=LIMIT))
    assert text.decode("utf-8") == vector["expect"]
    assert canon(parse(text, limit=LIMIT)) == text


@pytest.mark.parametrize("vector", load("strict"))
def test_strict(vector: Vector) -> None:
    raw = b64.decode(vector["json"])
    got = outcome(vector, lambda: parse(raw, limit=vector.get("limit", LIMIT)))
    assert got == wanted(vector)


def test_each_file_of_vectors_is_read_by_a_test() -> None:
    tests = FOLDER.parents[1] / "tests"
    text = "".join(path.read_text(encoding="utf-8") for path in tests.rglob("test_*vectors.py"))
    unread = [path.stem for path in FOLDER.glob("*.json") if f'load("{path.stem}")' not in text]
    assert not unread
