"""Two histories of one table: where they part, and who signed both."""

from __future__ import annotations

from pbem.errors import Cheat, Refused
from pbem.record.breach import as_one, two_rulings, two_statements
from pbem.record.pending import ONE_ONLY
from pbem.record.record import Record
from pbem.record.statements import Signed, Statement, read, same
from pbem.wire.b64 import groups


def first_difference(a: Record, b: Record) -> int | None:
    """The first entry that differs; None where one log is the beginning of the other."""
    for n, (mine, theirs) in enumerate(zip(a.table.heads, b.table.heads, strict=False)):
        if mine != theirs:
            return n
    return None


def breaches(a: Record, b: Record, n: int) -> list[Cheat]:
    """What the two entries `n`, on one head, prove: against the arbiter or host, then seats."""
    found = []
    if a.table.dealing == "arbiter" or n == 1:
        first, second = read(a.entries[n][-1]), read(b.entries[n][-1])
        breach = two_rulings(a.table.open, first, second, _later(a, b, n, second.by))
        heads = [groups(r.table.heads[n]) for r in (a, b)]
        breach.message += f": the heads after it are {heads[0]} and {heads[1]}"
        found.append(breach)
    mine, theirs = ([read(s) for s in r.entries[n]] for r in (a, b))
    others = [*mine, *theirs]
    pairs = [p for s in mine if (p := _pair(s, theirs)) is not None]
    for s, t in pairs:
        known = _later(a, b, n, s.by)
        found.append(two_statements(a.entries[:n], s, t, others, known))
    return found


def _later(a: Record, b: Record, n: int, seat: str) -> list[list[Statement]]:
    """Of two logs that part at entry `n` the one in which `seat` was taken over after that."""
    taken = (s for entry in a.entries[max(n, 2) :] for s in entry if s["kind"] == "join")
    return a.entries if any(s["by"] == seat for s in taken) else b.entries


def _pair(statement: Signed, others: list[Signed]) -> tuple[Signed, Signed] | None:
    """The statement with a different one of the same party and kind, where two are proof."""
    for other in others:
        if same(other, statement) and other.kind in ONE_ONLY and other.id != statement.id:
            return statement, other
    return None


def nobody_signed_both(n: int) -> Refused:
    return Refused(
        "record/fork",
        f"two histories: entry {n} differs, and nobody signed both",
        at=f"/entries/{n}",
        hint="a lapse or a replacement stands in one of them; compare the statements",
    )


def check_same_table(a: Record, b: Record) -> None:
    """Raises Refused("record/other-table")."""
    if a.table.id != b.table.id:
        raise Refused(
            "record/other-table",
            "this record is of another table",
            hint=f"this table is {a.table.describe()}",
        )


def check_same_history(a: Record, b: Record) -> None:
    """Is one a prefix of the other? Raises Refused("record/other-table"), Cheat for a fork
    that somebody signed twice, Refused("record/fork") for one that nobody did."""
    check_same_table(a, b)
    n = first_difference(a, b)
    if n is None:
        return
    found = breaches(a, b, n)
    if not found:
        raise nobody_signed_both(n)
    raise as_one(found)


def on_two_heads(a: Record, b: Record, n: int) -> list[str]:
    """Seats that signed onto both histories behind entry `n`, where these have parted: that
    says nothing against them."""
    mine, theirs = (
        {s["by"] for entry in r.entries[n + 1 :] for s in entry} | {p.by for p in r.pending}
        for r in (a, b)
    )
    return [s for s in a.table.seats if s in mine & theirs]
