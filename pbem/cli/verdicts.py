"""The verdict on a file that did not pass, as one word and as a sentence.

A broken file, one that comes too late, one of elsewhere, and a proof are told apart: they
are easily taken for one another (docs/protocol.md, Proof).
"""

from __future__ import annotations

from pbem.errors import Cheat, PbemError

SENTENCES = {
    "broken": "broken: this file does not verify",
    "other-kind": "of another kind than is wanted here",
    "unread": "not read",
    "ahead": "ahead: it answers an entry that this record has not reached",
    "other-history": "of another history of this table",
    "other-table": "names another table, so it is not verified here",
    "no-record": "not verified: the record of its table is not here",
    "nothing": "proves nothing",
    "refused": "refused: it could not stand there, which proves nothing against anybody",
}
CODES = {
    "schema/kind": "other-kind",
    "statement/ahead": "ahead",
    "statement/other-head": "other-history",
    "record/fork": "other-history",
    "statement/other-table": "other-table",
    "statement/open": "other-table",
    "record/other-table": "other-table",
    "verify/no-record": "no-record",
    "ruling/alone": "no-record",
}
STALE = {
    "statement/stale": "stale: it answers an entry that is complete",
    "record/older": "stale: a newer record of this table is known",
}
UNSOUND = ("bytes", "canon", "json", "key", "schema", "signature")
"""Rooms of codes for what was never made, or signed, rightly."""
OF_A_STATEMENT = ("statement/", "ruling/alone")
"""Codes that say something of a file only where it is a statement by itself."""


def fault(error: PbemError, *, statement: bool = False) -> tuple[str, str]:
    """statement: the file is a statement held against a record, and no record."""
    if isinstance(error, Cheat):
        return "cheat", f"evidence of cheating by {error.party}"
    within = error.code == "schema/kind" and error.at  # a part of the file, and not the file
    if within or (not statement and error.code.startswith(OF_A_STATEMENT)):
        return "broken", SENTENCES["broken"]  # an entry that stands in a wrong place
    if error.code in STALE:
        return "stale", STALE[error.code]
    word = _word(error.code, statement)
    return word, SENTENCES[word]


def _word(code: str, statement: bool) -> str:
    room = code.partition("/")[0]
    if code in CODES:
        return CODES[code]
    if room in ("file", "evidence"):
        return "unread" if room == "file" else "nothing"
    return "refused" if statement and room not in UNSOUND else "broken"
