"""The published identities that the samples were made with, and signing in their names."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from pbem.fair import keys
from pbem.fair.hashes import pre
from pbem.record import identity
from pbem.record.identity import Identity
from pbem.record.statements import Statement
from pbem.wire import b64

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "samples"
PEOPLE = ("arbiter", "ann", "bob", "cid")


@cache
def parties() -> dict[str, Identity]:
    return {name: identity.load(SAMPLES / "identities" / f"{name}.json") for name in PEOPLE}


def signed(body: Statement, **changes: Any) -> Statement:
    """`body` with changes, signed anew by its author; of whatever form it is now.

    Raises PbemError where it has no bytes that could be signed.
    """
    merged = {k: v for k, v in {**body, **changes}.items() if k != "sig"}
    party = parties()[body["by"]]
    return {**merged, "sig": b64.encode(keys.sign(party.key, pre(merged)))}
