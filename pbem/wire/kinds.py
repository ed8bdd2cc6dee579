"""What kind of file a value is, and whether it is the kind that is wanted.

Looked at before anything else, so that whoever names the wrong file reads which one it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pbem.errors import Refused
from pbem.wire.canon import pointer

FORMAT = 1
FILES = {
    "record": "a record",
    "identity": "an identity",
    "journal": "a journal, the program's memory of a table",
    "evidence": "evidence",
    "requests": "a list of requests",
}
STATEMENTS = {
    "open": "the opening of a table",
    "join": "a join",
    "ready": "a ready",
    "move": "a move",
    "lapse": "the claim of a lapse",
    "share": "a share",
    "consent": "a consent",
    "ruling": "a ruling",
}
HINTS = {
    "record": "name the record: the file that goes round",
    "statement": "name what a party signed: a join, a ready, a move, ...",
    "identity": "name the file that pbem keygen made",
    "lab": "pbem schema lab prints the form of a lab file",
    "evidence": "name the file that --evidence wrote",
    "deck": "pbem rules GAME tells what a deck file may change,"
    " pbem rules GAME --deck prints the built-in one",
}
TAKEN_BY = {
    "record": "pbem show RECORD shows a record",
    "statement": "a statement goes with its record:"
    " pbem verify RECORD FILE, pbem judge RECORD FILE",
    "identity": "--identity FILE names an identity",
    "journal": "no command takes a journal: it belongs beside its identity",
    "evidence": "pbem verify FILE checks evidence",
    "requests": "samples/verify_alone.py RECORD FILE reads a list of requests",
    "lab": "pbem lab FILE plays a lab file",
}
"""What a file is for that was named in the wrong place."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,19}\Z")


def describe(value: Any) -> str | None:
    """In words, "a move of ann"; None for what is no file of this program."""
    if not isinstance(value, Mapping):
        return None
    kind = value.get("kind")
    if not isinstance(kind, str):
        return "a lab file" if "lab" in value and "moves" in value else None
    if kind in STATEMENTS:
        by = value.get("by")
        named = isinstance(by, str) and _NAME.match(by) and kind not in ("open", "ruling")
        return f"{STATEMENTS[kind]} of {by}" if named else STATEMENTS[kind]
    return FILES.get(kind)


def check(name: str, value: Any, at: str = "") -> None:
    """Raise Refused("schema/kind") for a file of another kind than the schema `name` is of,
    and Refused("schema/const") for a format that is newer than this program."""
    group, _, kind = name.partition(".")
    if group not in HINTS or (group == "statement" and not kind):
        return
    found = describe(value)
    if found is None or _is_of(name, value):
        _check_format(value, "lab" if name == "lab" else "pbem", at)
        return
    wanted = _wanted(group, kind)
    raise Refused("schema/kind", f"this is {found}, not {wanted}", at=at, hint=_hint(group, value))


def _hint(wanted: str, value: Mapping[str, Any]) -> str:
    """What to name, and which command takes the file that was named."""
    kind = value.get("kind")
    if not isinstance(kind, str):
        kind = "lab"
    group = "statement" if kind in STATEMENTS else kind
    return HINTS[wanted] if group == wanted else f"{HINTS[wanted]}; {TAKEN_BY[group]}"


def check_statement(value: Any, at: str = "") -> None:
    """The same for what has to be a statement of any kind."""
    found = describe(value)
    if found is not None and not (isinstance(value, dict) and value.get("kind") in STATEMENTS):
        raise Refused(
            "schema/kind",
            f"this is {found}, not a statement",
            at=at,
            hint=_hint("statement", value),
        )
    _check_format(value, "pbem", at)


def _is_of(name: str, value: Any) -> bool:
    """Does the value say that it is of this kind?"""
    if not isinstance(value, Mapping):
        return False
    if name == "lab":
        return "kind" not in value
    return f"{value.get('kind')}" == name.removeprefix("statement.")


def _wanted(group: str, kind: str) -> str:
    if group == "statement":
        return STATEMENTS[kind]
    return {"lab": "a lab file", "deck": "a deck file"}.get(group) or FILES[group]


def _check_format(value: Any, field: str, at: str) -> None:
    number = value.get(field) if isinstance(value, Mapping) else None
    if type(number) is int and number > FORMAT:
        raise Refused(
            "schema/const",
            f"this is written in format {number}; this program reads format {FORMAT}",
            at=pointer(at, field),
            hint="use a newer release of the program",
        )
