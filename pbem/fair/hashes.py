"""What is signed and what is hashed of statements, entries and states.

pre(s)     = P("pbem/1 statement", canon(s without sig))
id(s)      = SHA-256(pre(s))
head n     = H("entry", head n-1, id(answer 1), ..., id(ruling))
state hash = H("state", canon(public state))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from pbem.fair.encode import H, P, tagged
from pbem.wire.canon import canon


def pre(statement: Mapping[str, Any]) -> bytes:
    """The bytes under the signature. Raises Refused("canon/...")."""
    unsigned = dict(statement)
    unsigned.pop("sig", None)
    return tagged("statement") + P(canon(unsigned))


def statement_id(statement: Mapping[str, Any]) -> bytes:
    """32 bytes; the signature is not in it. Raises Refused("canon/...")."""
    return sha256(pre(statement)).digest()


def entry_head(previous: bytes, ids: Iterable[bytes]) -> bytes:
    """The head after an entry, from the head before it (32 zero bytes for entry 0)."""
    return H("entry", previous, *ids)


def state_hash(state: Mapping[str, Any]) -> bytes:
    """The hash of a public state, 32 bytes. Raises Refused("canon/...")."""
    return H("state", canon(state))
