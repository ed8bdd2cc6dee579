"""What verifying a long record costs beside the signatures and the hash of its bytes."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from bench.rows import Effort, Row, at_most, cpu, in_turn
from bench.tables import GAMES, Play, records
from pbem.fair import keys
from pbem.record.files import LIMITS
from pbem.record.record import load
from pbem.record.statements import raw, read
from pbem.wire import b64, strict

LIMIT = 1.3


class Signature(NamedTuple):
    public: bytes
    message: bytes
    sig: bytes


def measure(effort: Effort) -> Iterator[Row]:
    for slug in GAMES:
        plays = records(slug, effort.entries)
        ratio = _ratio(plays, effort.runs)
        entries = sum(p.table.n for p in plays)
        tables = f"{len(plays)} tables, " if len(plays) > 1 else ""
        what = f"{slug}, {tables}{entries} entries / signatures and SHA-256 alone"
        yield at_most("verify", what, ratio, LIMIT)


def _ratio(plays: list[Play], runs: int) -> float:
    texts = [p.data() for p in plays]
    signatures = [s for p in plays for s in _signatures(p)]
    return in_turn(
        lambda: cpu(lambda: verify(texts)), lambda: cpu(lambda: least(signatures, texts)), runs
    )


def verify(texts: list[bytes]) -> None:
    """All that `pbem verify` does but for the disk."""
    for text in texts:
        load(strict.parse(text, limit=LIMITS["record"]))


def least(signatures: list[Signature], texts: list[bytes]) -> None:
    """What no verifier can do without."""
    for s in signatures:
        if not keys.verify(*s):
            raise AssertionError("a signature of the bench's own is wrong")
    for text in texts:
        sha256(text).digest()


def _signatures(play: Play) -> Iterator[Signature]:
    table = play.table
    for entry in play.record.entries:
        for body in entry:
            statement = read(body)
            public = raw(statement, "sign") if "sign" in body else table.signer(statement)
            yield Signature(public, statement.pre, b64.decode(body["sig"], 64))
