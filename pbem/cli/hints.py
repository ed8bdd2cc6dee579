"""The next step for errors that bring none of their own, by the room their code names."""

from __future__ import annotations

from pbem.errors import PbemError

ANOTHER_COPY = "get the file again: from its sender, or from another player"
LEGAL = "pbem moves RECORD lists what is legal"
NEXT = {
    "action": LEGAL,
    "move": LEGAL,
    "option": "pbem rules GAME lists the options",
    "deck": "pbem rules GAME tells what a deck file may change",
    "canon": "use plain text and whole numbers",
    "position": "correct the position in the lab file",
    "lab": "pbem schema lab prints the form of a lab file",
    "seat": "name other seats with --seat",
    "open": "open another table with pbem new",
    "replace": "pbem show tells who is awaited, and for what",
    "lapse": "pbem show tells who is awaited, and for what",
    "run": "give the same command again",
    "game": "pbem games lists the games",
    "schema": "pbem schema lists the forms of all files",
    "demo": "pbem games lists how many seats each game has",
}


def next_step(error: PbemError) -> str:
    """Never empty."""
    return error.hint or NEXT.get(error.code.partition("/")[0], ANOTHER_COPY)
