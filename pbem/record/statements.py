"""Statements: what one party signs onto the current head (docs/protocol.md, Statements)."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.errors import Refused, placed
from pbem.fair import keys
from pbem.fair.hashes import pre
from pbem.wire import b64, schema

Statement = dict[str, Any]


class Signed(NamedTuple):
    """A statement of the right form with the bytes it signs and its id. Not yet verified."""

    body: Statement
    pre: bytes
    id: bytes

    @property
    def kind(self) -> str:
        kind: str = self.body["kind"]
        return kind

    @property
    def by(self) -> str:
        by: str = self.body["by"]
        return by

    @property
    def answers(self) -> list[bytes]:
        """The ids of the statements it goes with; none but a share, consent or ruling has any."""
        return [b64.decode(text, 32) for text in self.body.get("answers", ())]


def read(body: Any, at: str = "") -> Signed:
    """Check the form by schema. Raises Refused("schema/...")."""
    schema.check_statement(body, at)
    with placed(at):
        signed = pre(body)
    return Signed(body, signed, sha256(signed).digest())


def make(body: Statement, key: Ed25519PrivateKey) -> Signed:
    """Sign `body` (without `sig`) and return it complete. The form is checked too."""
    signed = pre(body)
    complete = {**body, "sig": b64.encode(keys.sign(key, signed))}
    schema.check_statement(complete)
    return Signed(complete, signed, sha256(signed).digest())


def same(a: Signed, b: Signed) -> bool:
    """Are they of one party and kind?"""
    return (a.by, a.kind) == (b.by, b.kind)


def is_signed(statement: Signed, public: bytes) -> bool:
    return keys.verify(public, statement.pre, b64.decode(statement.body["sig"], 64))


def check_signature(statement: Signed, public: bytes, at: str = "") -> None:
    """Raises Refused("signature/bad")."""
    if not is_signed(statement, public):
        raise bad_signature(statement, at)


def bad_signature(statement: Signed, at: str = "") -> Refused:
    return Refused(
        "signature/bad",
        f"the signature under this {statement.kind} of {statement.by} is not right:"
        " it was changed after signing, or signed with another key",
        at=f"{at}/sig",
        hint="ask the sender for the file again",
    )


def raw(statement: Signed, field: str) -> bytes:
    """A 32-byte field of a statement."""
    return b64.decode(statement.body[field], 32)
