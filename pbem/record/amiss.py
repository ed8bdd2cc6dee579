"""What is not right in an entry though its signatures are good: the part of its ruling that is not
what the log gives, or what the ruling let pass, and where it stands (docs/audit.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.errors import Cheat, PbemError
from pbem.record.difference import apart
from pbem.record.entries import Differs
from pbem.record.statements import Statement

Note = dict[str, Any]


def amiss(bodies: Sequence[Statement], n: int, breach: Cheat) -> Note:
    """bodies: the statements of entry n, which is the one that `breach` is about."""
    cause = breach.__cause__ if isinstance(breach.__cause__, PbemError) else breach
    if isinstance(cause, Differs):
        places = [place._asdict() for place in apart(cause.says, cause.due)]
        said: Note = {"part": cause.part, "says": cause.says, "due": cause.due, "apart": places}
        return {"by": bodies[-1]["by"], "kind": "ruling", "why": cause.message, **said}
    index, *path = breach.at.removeprefix(f"/entries/{n}").split("/")[1:] or [""]
    nowhere: Note = {"by": None, "kind": None, "part": None, "says": None, "due": None, "apart": []}
    if not index.isdigit() or int(index) >= len(bodies):
        return {**nowhere, "why": cause.message}
    body = bodies[int(index)]
    found: Note = {"by": body["by"], "kind": body["kind"], "why": cause.message}
    if path:
        found |= {"part": path[0], "says": _at(body, path)}
    return {**nowhere, **found}


def _at(value: Any, path: Sequence[str]) -> Any:
    """What stands at a place; None where there is nothing, which may be what is amiss."""
    for key in path:
        if isinstance(value, list):
            value = dict(enumerate(value)).get(int(key) if key.isdigit() else -1)
        else:
            value = value.get(key) if isinstance(value, dict) else None
    return value
