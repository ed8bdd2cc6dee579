"""The arbiter's word on an entry. A ruling is a function of the record, the answers, the
arbiter's chain and the hidden secret: judged twice it is the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.errors import Refused
from pbem.fair import keys
from pbem.fair.chain import Chain
from pbem.record import entries
from pbem.record.identity import Identity
from pbem.record.party import ARBITER
from pbem.record.statements import Signed, make, raw
from pbem.record.table import ZERO, Table
from pbem.wire import b64


def base(table: Table, kind: str, by: str) -> dict[str, Any]:
    """The fields every statement but the open has."""
    return {
        "pbem": 1,
        "kind": kind,
        "by": by,
        "table": b64.encode(table.id),
        "n": table.n,
        "head": b64.encode(table.head),
    }


def is_host(table: Table, identity: Identity) -> bool:
    """Did this identity open the table?"""
    return identity.sign == table.host_key


def hidden_secret(table: Table, identity: Identity) -> bytes | None:
    """The arbiter's hidden secret at this table; None when no arbiter deals."""
    if table.dealing != "arbiter":
        return None
    return keys.hidden_secret(identity.root, raw(table.open, "nonce"))


def arbiter_chain(identity: Identity, nonce: bytes) -> Chain:
    """The arbiter's chain; the table id does not exist yet when it is made."""
    return Chain(identity.root, ZERO, ARBITER, nonce)


def rule(table: Table, answers: Sequence[Signed], identity: Identity) -> Signed:
    """Write and take the ruling that completes the entry of `answers`.

    The answers must have been checked (pending.check); raises Refused if they were not
    right after all, and then the table is spent.
    """
    links = any("link" in a.body for a in answers) and table.dealing == "arbiter"
    link = _next_link(table, identity) if links else None
    secret = hidden_secret(table, identity)
    resolved = entries.resolve(table, answers, None, link, secret)
    body = base(table, "ruling", table.host)
    body["answers"] = [b64.encode(a.id) for a in answers]
    if link is not None:
        body["link"] = b64.encode(link)
    ruling = make({**body, **resolved.ruling}, identity.key)
    entries.commit(table, answers, ruling, resolved)
    return ruling


def _next_link(table: Table, identity: Identity) -> bytes:
    arbiter = table.parties[ARBITER]
    return arbiter_chain(identity, arbiter.nonce).link(arbiter.shown + 1)


def _why_not(table: Table) -> str:
    if table.over:
        return ": this one is over"
    return "" if table.dealing == "arbiter" else ": at this one the seats deal"


def _instead(table: Table) -> str:
    if table.over:
        return "pbem show RECORD tells how it ended"
    if table.n < 3:
        return "a table that never started is simply left alone"
    return "nobody can end it: where it cannot go on, leave it, and open another one"


def check_running(table: Table) -> None:
    """Can it be ended without a result? Raises Refused("ruling/too-early")."""
    if table.n < 3 or table.dealing != "arbiter" or table.over:
        raise Refused(
            "ruling/too-early",
            "only a running table with an arbiter can be broken off" + _why_not(table),
            hint=_instead(table),
        )


def break_off(table: Table, identity: Identity) -> Signed:
    """End a table that cannot go on, without a result. Raises Refused("ruling/too-early")."""
    check_running(table)
    return rule(table, [], identity)
