"""Proof of a false look: the record and that seat's sealing key (docs/protocol.md, Proof).

The key opens all looks of this seat at this table and nothing else. Whoever checks makes
sure that it belongs to the public key in the seat's join.
"""

from __future__ import annotations

from typing import Any

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from pbem.errors import Cheat, Refused
from pbem.fair import keys
from pbem.record.knowledge import open_with
from pbem.record.record import Record, load
from pbem.wire import b64, schema


def look_proof(record: Record, seat: str, private: X25519PrivateKey) -> dict[str, Any]:
    """The file that proves a false look to `seat`."""
    return {
        "pbem": 1,
        "kind": "evidence",
        "what": "look",
        "seat": seat,
        "seal": b64.encode(private.private_bytes_raw()),
        "record": record.as_json(),
    }


def check(evidence: Any) -> Cheat:
    """The breach an evidence file proves.

    Raises Refused("evidence/...") for a file that proves nothing, and what a bad record
    in it raises.
    """
    schema.check("evidence", evidence)
    record = load(evidence["record"], strict_now=False)
    seat, table = evidence["seat"], record.table
    private = X25519PrivateKey.from_private_bytes(b64.decode(evidence["seal"], 32))
    party = table.parties.get(seat)
    if party is None or keys.public_bytes(private) != party.seal:
        raise Refused(
            "evidence/other-key",
            f"the key in this file is not the sealing key of {seat} at this table",
            at="/seal",
        )
    try:
        open_with(table, seat, private)
    except Cheat as breach:
        return breach
    raise Refused(
        "evidence/nothing",
        f"every look of {seat} opens and fits its commitments: this file proves nothing",
        hint="a look that cannot be opened with this key is a fault of the program or the file",
    )
