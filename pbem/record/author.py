"""Whether a statement is signed by the party it names: asked before anything else is said of it.

A file that was changed on its way speaks against nobody, so it must not pass for a statement of
another history, another table or a later turn. That can be told where the key is known which the
party has, or had, at this table (docs/protocol.md, What proves nothing).
"""

from __future__ import annotations

from pbem.errors import Refused
from pbem.record.statements import (
    Signed,
    Statement,
    bad_signature,
    check_signature,
    is_signed,
    raw,
    read,
)
from pbem.record.table import Table
from pbem.wire import b64

OWN = ("open", "join")
"""Kinds that bring the key they are signed with."""


def check_own(statement: Signed) -> None:
    """Raises Refused("signature/bad") where it brings its own key and is not signed with it."""
    if statement.kind in OWN:
        check_signature(statement, raw(statement, "sign"))


def check(table: Table, statement: Signed, at: str = "") -> bool:
    """True if a key that its party has, or had, at this table signed it. False where nobody can
    tell: it names a later entry, before which the party may have got another key.

    Raises Refused("signature/bad") for one that was changed or never signed rightly,
    Refused("statement/by", "entry/kind") where its party has no key to sign it with.
    """
    known = _keys(table, statement)
    if any(is_signed(statement, key) for key in known):
        return True
    later = _may_have_later_key(table, statement)
    if known and not later:
        check_signature(statement, known[-1], at)
    if not known and any(_was(table, statement, {"by": name}) for name in table.parties):
        raise bad_signature(statement, at)
    if not later:
        table.signer(statement)
    return False


def foreign(table: Table, statement: Signed, at: str = "") -> Refused:
    """What to say of a statement that names another table than `table`. The keys there are not
    known, so that nobody is said to have signed it but whoever has the same key here."""
    signed = any(is_signed(statement, key) for key in _keys(table, statement))
    if not signed and (statement.kind in OWN or _was(table, statement, {"table": table.id_text})):
        return bad_signature(statement, at)
    there = "belongs to" if signed else "names"
    unknown = "" if signed else "; who signed it cannot be told without the record of that table"
    return Refused(
        "statement/other-table",
        f"this {statement.kind} of {statement.by} {there} another table{unknown}",
        at=f"{at}/table",
        hint=f"this table is {table.describe()}",
    )


def _keys(table: Table, statement: Signed) -> list[bytes]:
    """The keys that may have signed it, as far as this table knows; the newest at the end."""
    if statement.kind in OWN:
        return [raw(statement, "sign")]
    if statement.kind == "ruling":
        return [table.host_key] if statement.by == table.host else []
    if statement.by not in table.seats:
        return []
    parties = [*table.former, *table.parties.values()]
    return [p.sign for p in parties if p.name == statement.by]


def _may_have_later_key(table: Table, statement: Signed) -> bool:
    """Could its party have got a key behind the end of this log? Not if it stands on a head of
    this log, nor where nobody can take a seat any more."""
    if statement.kind == "ruling" or statement.by not in table.seats or table.over:
        return False
    n, head = statement.body["n"], b64.decode(statement.body["head"], 32)
    open_seats = table.n == 1 or table.policy["replace"] != "never"
    return open_seats and n > table.n and head not in table.heads


def _was(table: Table, statement: Signed, fields: Statement) -> bool:
    """Is it, with these fields as they were, a statement of this table that was changed?"""
    before = read(statement.body | fields)
    return any(is_signed(before, key) for key in _keys(table, before))
