"""What the rules asked for, entry by entry: with this list another program can check the draws
and the hidden cards of a record without knowing the game (docs/protocol.md, A second program)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.script.requests import Choose, Draw, Look, Mix, Open, Shuffle
from pbem.wire import b64

if TYPE_CHECKING:
    from pbem.record.table import Table

Note = dict[str, Any]
END: Note = {"ask": "end"}
DRAWS = ("roll", "draw", "order")
NUMBERED = (*DRAWS, "shuffle")
"""What has a number q in its entry (docs/protocol.md, Draws): a mix is noted as a shuffle."""


def note(request: Choose | Draw | Shuffle | Mix | Look | Open) -> Note:
    """A request as the list has it. Copied: a script may go on to change its own lists."""
    match request:
        case Choose():
            return {"ask": "choose", "seat": request.seat}
        case Draw("roll"):
            return {"ask": "roll", "number": request.number, "sides": request.sides}
        case Draw():
            return {"ask": request.word, "number": request.number, "items": list(request.items)}
        case Look():
            return {"ask": "look", "seat": request.seat, "tokens": list(request.tokens)}
        case Open():
            return {"ask": "open", "tokens": list(request.tokens)}
    faces = list(request.faces) if isinstance(request, Shuffle) else []
    return {
        "ask": "shuffle",
        "faces": faces,
        "tokens": list(request.tokens),
        "onto": list(request.onto),
    }


def as_json(table: Table) -> Note:
    """The file: each entry played so far, and as much as was asked of one that failed."""
    return {
        "pbem": 1,
        "kind": "requests",
        "table": b64.encode(table.id),
        "entries": [{"n": n, "requests": asked} for n, asked in table.asked.items()],
    }
