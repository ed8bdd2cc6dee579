"""Checking an evidence file: the proof of a breach, for somebody who has nothing else
(docs/protocol.md, Proof). What such a file holds is put together in breach.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from pbem.errors import Cheat, PbemError, Refused
from pbem.fair import keys
from pbem.record import pending
from pbem.record.breach import false_look, two_rulings, two_statements
from pbem.record.knowledge import open_with
from pbem.record.record import open_table, replay
from pbem.record.statements import Signed, check_signature, read, same
from pbem.record.table import Table, begin
from pbem.wire import b64, schema

Evidence = dict[str, Any]
NO_PROOF = "this file proves nothing as it is: ask whoever made it for another"
OTHER_BREACH = "it is another breach than the file tells of; verify --evidence writes its proof"


def check(evidence: Any) -> Cheat:
    """The breach an evidence file proves.

    Raises Refused for a file that proves nothing: one that was changed, that has everything
    as it should be, or that holds more than its proof needs.
    """
    schema.check_evidence(evidence)
    try:
        breach = CHECKS[evidence["what"]](evidence)
    except PbemError as fault:
        if not fault.code.startswith("evidence/"):
            fault.hint = OTHER_BREACH if isinstance(fault, Cheat) else NO_PROOF
        raise
    if breach.proof != evidence:
        raise Refused(
            "evidence/too-much",
            "this evidence file holds more than its proof needs, or in another order",
            hint="take the file that pbem verify --evidence writes",
        )
    breach.hint = "this file is the proof; whoever has it can check it with pbem verify"
    return breach


def table_of(evidence: Evidence) -> Table:
    """The table that an evidence file is about, as far as its opening tells."""
    opened = evidence["open"] if "open" in evidence else evidence["entries"][0][0]
    return open_table([opened])


def _nothing(why: str) -> Refused:
    return Refused(
        "evidence/nothing",
        f"{why}: this file proves nothing",
        hint="it speaks against nobody, unless against whoever made it",
    )


def _rulings(evidence: Evidence) -> Cheat:
    """Two rulings for one entry."""
    opened = read(evidence["open"], "/open")
    if opened.kind != "open":
        raise Refused("entry/open", "this is not an open statement", at="/open")
    table = begin(opened, "/open")
    first, other = (_ruling(table, evidence["rulings"][i], f"/rulings/{i}") for i in (0, 1))
    if first.body["n"] != other.body["n"]:
        raise _nothing("the two rulings are for different entries")
    if table.dealing != "arbiter" and first.body["n"] != 1:
        raise _nothing("where the seats deal only entry 1 has a ruling")
    if first.id == other.id:
        raise _nothing("the two rulings are one and the same")
    return two_rulings(table.open, first, other)


def _ruling(table: Table, body: Any, at: str) -> Signed:
    ruling = read(body, at)
    if ruling.kind != "ruling" or ruling.by != table.host or body["table"] != table.id_text:
        raise _nothing(f"the {ruling.kind} of {ruling.by} is no ruling of this table")
    check_signature(ruling, table.host_key, at)
    return ruling


def _false_ruling(evidence: Evidence) -> Cheat:
    """A ruling that is not what the log gives."""
    entries, secret = evidence["entries"], None
    if "secret" in evidence:
        secret = b64.decode(evidence["secret"], 32)
        if not open_table(entries[0]).check_secret(secret):
            raise Refused(
                "evidence/other-secret",
                "the secret in this file is not the one committed to when the table was opened",
                at="/secret",
            )
    try:
        replay(entries, secret=secret)
    except Cheat as breach:
        if secret is not None:
            breach.proof = {**(breach.proof or {}), "secret": evidence["secret"]}
        return breach
    raise _nothing("every ruling is what the log gives")


def _look(evidence: Evidence) -> Cheat:
    """A look that does not open, or does not fit its commitments."""
    entries, seat = evidence["entries"], evidence["seat"]
    table = replay(entries)
    private = X25519PrivateKey.from_private_bytes(b64.decode(evidence["seal"], 32))
    party = table.parties.get(seat)
    if party is None or keys.public_bytes(private) != party.seal:
        raise Refused(
            "evidence/other-key",
            f"the key in this file is not the sealing key of {seat} at this table",
            at="/seal",
            hint="it speaks against nobody, unless against whoever made it",
        )
    try:
        open_with(table, seat, private)
    except Cheat as breach:
        breach.proof = false_look(entries, breach, seat, b64.decode(evidence["seal"], 32))
        return breach
    raise _nothing(f"every look of {seat} opens and fits its commitments")


def _double(evidence: Evidence) -> Cheat:
    """Two statements of a seat on one head."""
    table = replay(evidence["entries"])
    first, other = (read(evidence["statements"][i], f"/statements/{i}") for i in (0, 1))
    others = [read(s, f"/with/{i}") for i, s in enumerate(evidence.get("with", ()))]
    for i, statement in enumerate(others):
        pending.check(table, statement, [], f"/with/{i}")
    for i, statement in enumerate((first, other)):
        pending.check(table, statement, others, f"/statements/{i}")
    if not same(first, other) or first.kind not in pending.ONE_ONLY:
        raise _nothing("these are not two moves, readies, shares or consents of one seat")
    if first.id == other.id:
        raise _nothing(f"the two {first.kind}s are one and the same")
    return two_statements(evidence["entries"], first, other, others)


CHECKS: dict[str, Callable[[Evidence], Cheat]] = {
    "rulings": _rulings,
    "ruling": _false_ruling,
    "look": _look,
    "double": _double,
}
