"""The next step for errors that bring none of their own: by their code, else by its room."""

from __future__ import annotations

from pbem.errors import COMPARE, PbemError
from pbem.wire import kinds

ANOTHER_COPY = "get the file again: from its sender, or from another player"
LEGAL = "pbem moves RECORD lists what is legal"
AWAITED = "pbem show RECORD tells who is awaited, and for what"
ENDED = "pbem show RECORD tells how it ended"
RESEND = "ask its sender for another, made by pbem onto the newest record"
SHOWN = "its sender shows a card wrongly: ask for a move made by pbem move"
NO_MORE = "sign nothing more at this table before the arbiter has explained it"
NEXT = {
    "action": LEGAL,
    "audit": "pbem audit RECORD shows the whole table, pbem audit --help the options",
    "bot": "the bots are sense and random",
    "bytes": ANOTHER_COPY,
    "canon": "use plain text and whole numbers",
    "deal": "open another table, with an arbiter: pbem new",
    "deck": kinds.HINTS["deck"],
    "demo": "pbem games lists how many seats each game has",
    "draw": "the game's script asks for what cannot be: tell who made the game or its deck",
    "entry": COMPARE,
    "evidence": "keep the files: they are the proof",
    "face": NO_MORE,
    "file": "check the name and the folder",
    "game": "pbem games lists the games",
    "identity": "name the right identity with --identity",
    "join": AWAITED,
    "journal": "get the record from the other players, and take the longest",
    "json": ANOTHER_COPY,
    "key": "every party needs an identity of its own: pbem keygen",
    "lab": "pbem schema lab prints the form of a lab file",
    "lapse": AWAITED,
    "link": "a link is used once and in order: ask its sender for the file again",
    "look": NO_MORE,
    "move": LEGAL,
    "new": "pbem new --help lists what goes together",
    "open": "open another table with pbem new",
    "opening": SHOWN,
    "option": "pbem rules GAME lists the options",
    "pending": COMPARE,
    "position": "correct the position in the lab file",
    "ready": AWAITED,
    "record": COMPARE,
    "replace": AWAITED,
    "resource": "pbem schema and pbem games list what there is",
    "ruling": COMPARE,
    "run": "give the same command again",
    "schema": "pbem schema lists the forms of all files",
    "seat": "name other seats with --seat",
    "show": SHOWN,
    "signature": ANOTHER_COPY,
    "statement": RESEND,
    "then": "the form is pbem move RECORD ACTION ... --then ACTION ...",
    "token": SHOWN,
    "usage": "pbem --help",
    "verify": "pbem verify takes records, and statements beside the record of their table",
}
NOBODY_PASSED = (
    "wait; where that is no use the arbiter ends the table (pbem judge --break-off), and seats that"
    " deal open another one"
)
CODES = {
    "lab/face": "faces of one shuffle can only change places: correct the faces in the lab file",
    "lab/outcome": "correct the script in the lab file",
    "lab/unused": "take it out of the lab file, or add the moves that come to it",
    "lab/seats": "correct the seats in the lab file",
    "lapse/policy": NOBODY_PASSED,
    "move/bot": "leave out one of the two",
    "move/game-over": ENDED,
    "move/not-your-turn": AWAITED,
    "open/by": "the host is one of the seats: --host NAME",
    "open/dealing": "take --dealing arbiter, or --dealing seats",
    "open/seats": "name each seat with --seat NAME",
    "replace/policy": NOBODY_PASSED,
    "ruling/alone": "bring the record it stands in",
    "ruling/not-arbiter": "name the arbiter's identity with --identity",
    "ruling/too-early": AWAITED,
    "statement/game-over": ENDED,
    "statement/other-table": "name the record of its table",
}


def next_step(error: PbemError) -> str:
    """Never empty."""
    room = error.code.partition("/")[0]
    return error.hint or CODES.get(error.code) or NEXT.get(room, ANOTHER_COPY)
