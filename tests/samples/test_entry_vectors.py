"""entries.json, refusals.json and statements.json of samples/vectors, against the package.

The heads are computed here a second time from SHA-256 alone.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Cheat, PbemError
from pbem.record import entries, judge
from pbem.record.record import load as verify
from pbem.record.statements import read
from pbem.record.table import begin
from pbem.wire import b64
from pbem.wire.strict import parse

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "samples" / "vectors"


def load(name: str) -> list[dict[str, Any]]:
    value = parse((FOLDER / f"{name}.json").read_bytes(), limit=1 << 22)
    assert value["kind"] == "vectors"
    found: list[dict[str, Any]] = value["vectors"]
    return found


ENTRIES, REFUSALS, STATEMENTS = load("entries"), load("refusals"), load("statements")


def named(value: Any) -> str:
    return str(value["name"]) if isinstance(value, dict) else str(value)


def framed(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def test_names_are_different() -> None:
    for group in (ENTRIES, REFUSALS, STATEMENTS):
        names = [vector["name"] for vector in group]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("vector", ENTRIES, ids=named)
def test_each_entry_comes_to_what_stands_there(vector: dict[str, Any]) -> None:
    logged = vector["record"]["entries"]
    table = begin(read(logged[0][0]))
    secret = logged[-1][-1].get("secret")
    table.secret = b64.decode(secret) if secret else None
    assert vector["expect"][0] == {
        "n": 0, "head": b64.encode(table.head), "key": b64.encode(table.key)
    }  # fmt: skip
    for step in vector["expect"][1:]:
        signed = [read(statement) for statement in logged[step["n"]]]
        entries.apply(table, signed)
        assert [b64.encode(s.id) for s in signed] == step["ids"]
        assert b64.encode(table.head) == step["head"]
        assert b64.encode(table.key) == step["key"]
        if "state" in step:
            assert logged[step["n"]][-1]["state"] == step["state"]
            assert table.runner.public() == step["public"]
    assert len(logged) == len(vector["expect"])
    verify(vector["record"])


@pytest.mark.parametrize("vector", ENTRIES, ids=named)
def test_heads_and_states_by_sha_256_alone(vector: dict[str, Any]) -> None:
    head = b64.decode(vector["expect"][0]["head"])
    for step in vector["expect"][1:]:
        ids = [b64.decode(text) for text in step["ids"]]
        head = sha256(framed(b"pbem/1 entry", head, *ids)).digest()
        assert b64.encode(head) == step["head"]
        if "public" in step:  # ASCII keys and small integers: this is RFC 8785
            text = json.dumps(step["public"], sort_keys=True, separators=(",", ":"))
            state = sha256(framed(b"pbem/1 state", text.encode())).digest()
            assert b64.encode(state) == step["state"]


def test_the_key_stays_where_nothing_is_drawn() -> None:
    cards, dice = ([step["key"] for step in vector["expect"]] for vector in ENTRIES)
    assert cards[0] == cards[1] != cards[2]
    assert cards[2:] == [cards[2]] * len(cards[2:])  # looks and moves draw nothing
    assert len(set(dice[1:])) == len(dice) - 1  # each turn of Dig Down Dwarf rolls dice


@pytest.mark.parametrize("vector", REFUSALS, ids=named)
def test_each_record_is_refused_for_its_one_fault(vector: dict[str, Any]) -> None:
    with pytest.raises(PbemError) as caught:
        verify(vector["record"])
    assert caught.value.code == vector["refused"]
    assert caught.value.exit_code == vector["status"]
    if vector["status"] == 3:
        assert isinstance(caught.value, Cheat)
        assert caught.value.party == "arbiter"


@pytest.mark.parametrize("vector", STATEMENTS, ids=named)
def test_each_statement_is_answered_as_it_stands_there(vector: dict[str, Any]) -> None:
    record = verify(vector["record"])
    if "expect" in vector:
        assert judge.take(record, vector["statement"]) == vector["expect"]
        return
    before = record.as_json()
    with pytest.raises(PbemError) as caught:
        judge.take(record, vector["statement"])
    assert caught.value.code == vector["refused"]
    assert caught.value.exit_code == vector["status"]
    assert record.as_json() == before


def test_the_codes_are_those_of_the_protocol() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    known = set(re.findall(r"^\| `([a-z]+/[a-z0-9*-]+)` \|", page, re.MULTILINE))
    for vector in (*REFUSALS, *(v for v in STATEMENTS if "refused" in v)):
        code = vector["refused"]
        general = [re.fullmatch(k.replace("*", ".+"), code) for k in known if "*" in k]
        assert code in known or any(general), code
