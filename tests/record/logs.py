"""Logs that the tests of entries and rulings take apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.fair.chain import Chain
from pbem.wire import b64
from tests.tables import ARBITER, DONE, FLIP, MIX, PEEK, ROLL, Seated, check, nonce, root

Entry = list[dict[str, Any]]
Change = Callable[[Entry], Entry]
SPOILT = b64.encode(b"\x5a" * 32)


def played() -> Seated:
    """Entry 3: ann rolls, peeks, flips and mixes, then ends her turn; 4: bob ends his."""
    table = Seated()
    table.do("ann", ROLL, PEEK, FLIP, MIX, DONE)
    table.do("bob", DONE)
    return table


def by_seats() -> Seated:
    """Entry 3: ann rolls and ends her turn, with the shares of bob and cid."""
    table = Seated("plain", ("ann", "bob", "cid"), host="ann")
    table.do("ann", ROLL, DONE)
    return table


def with_entry(table: Seated, n: int, change: Change) -> Callable[[], Any]:
    """Verify the record up to entry n, whose answers were changed; its ruling is made to fit."""
    entries = table.json()["entries"][: n + 1]
    entries[n] = change(entries[n])
    return lambda: check(table.rebuilt(entries))


def link_of(name: str, k: int, table: Seated) -> str:
    """The k-th link of a party, worked out from its root."""
    if name == ARBITER:
        chain = Chain(root(ARBITER), bytes(32), ARBITER, nonce("open by arbiter"))
    else:
        chain = Chain(root(name), table.table.id, name, nonce(name))
    return b64.encode(chain.link(k))
