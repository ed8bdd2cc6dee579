"""What is under a signature and in a head, by the formulas."""

from __future__ import annotations

import itertools
from hashlib import sha256
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.fair import hashes
from pbem.fair.encode import H, P

MOVE: dict[str, Any] = {"pbem": 1, "kind": "move", "by": "ann", "n": 3, "sig": "AA"}


def test_the_bytes_signed_by_hand() -> None:
    text = b'{"by":"ann","kind":"move","n":3,"pbem":1}'
    assert hashes.pre(MOVE) == P("pbem/1 statement", text)
    assert hashes.statement_id(MOVE) == sha256(P("pbem/1 statement", text)).digest()


def test_the_signature_is_in_no_hash() -> None:
    """C1: another form of a signature makes no other statement."""
    unsigned = {k: v for k, v in MOVE.items() if k != "sig"}
    assert hashes.pre(MOVE) == hashes.pre({**MOVE, "sig": "BB"}) == hashes.pre(unsigned)
    assert "sig" in MOVE


def test_a_field_called_sig_further_inside_is_signed() -> None:
    assert hashes.pre({**MOVE, "show": {"sig": 1}}) != hashes.pre({**MOVE, "show": {"sig": 2}})


def test_the_order_of_fields_means_nothing() -> None:
    for fields in itertools.permutations(MOVE.items()):
        assert hashes.statement_id(dict(fields)) == hashes.statement_id(MOVE)


def test_every_field_is_signed() -> None:
    """B1, B2, C9: table, number, head, kind and all else; and a field more is seen."""
    ids = {hashes.statement_id({**MOVE, key: 7}) for key in MOVE if key != "sig"}
    assert len(ids | {hashes.statement_id(MOVE), hashes.statement_id({**MOVE, "x": 7})}) == 6


def test_heads() -> None:
    a, b, ruling = H("a"), H("b"), H("ruling")
    head = hashes.entry_head(bytes(32), [a, b, ruling])
    assert head == H("entry", bytes(32), a, b, ruling)
    others = [
        hashes.entry_head(bytes(32), [b, a, ruling]),
        hashes.entry_head(bytes(32), [a, ruling]),
        hashes.entry_head(a, [a, b, ruling]),
        hashes.entry_head(head, [a, b, ruling]),
    ]
    assert len({head, *others}) == 5


def test_states() -> None:
    assert hashes.state_hash({"b": 1, "a": [2]}) == H("state", b'{"a":[2],"b":1}')
    with pytest.raises(Refused) as caught:
        hashes.state_hash({"half": 0.5})
    assert (caught.value.code, caught.value.at) == ("canon/type", "/half")
