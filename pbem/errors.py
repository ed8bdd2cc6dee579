"""Every failure this package lets out.

An error names a code, a thing, a place and a next step. `code` is stable and is
what programs test; the words are for people. Codes are `room/what`, such as
`json/duplicate-key`, `move/not-your-turn`, `ruling/draw-differs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

LONGEST = 800
"""Characters of a message: it may repeat what a file says, and nobody reads more."""
COMPARE = "get the record from another player; pbem doctor RECORD saves what is left of this one"
"""The next step for whoever has a record that is broken."""
FROM_ALL = "from the other players, and from the arbiter where there is one"
"""Of whom to get the record: with what each of them has, nothing is overlooked."""


class PbemError(Exception):
    """Base of all errors. `exit_code` is the command line's exit status.

    `at` is a JSON pointer into the value that was read (RFC 6901), or "".
    """

    exit_code = 1

    def __init__(self, code: str, message: str, *, at: str = "", hint: str = "") -> None:
        if len(message) > LONGEST:
            message = message[: LONGEST - 3] + "..."
        super().__init__(message)
        self.code = code
        self.message = message
        self.at = at
        self.hint = hint

    def as_json(self) -> dict[str, str]:
        return {"code": self.code, "at": self.at, "message": self.message, "hint": self.hint}


class Refused(PbemError):
    """What came in is not accepted: wrong form, wrong signature, illegal, stale. Exit 1."""


class Usage(PbemError):
    """The command was called wrongly. Exit 2."""

    exit_code = 2


class Cheat(PbemError):
    """What came in proves that a party broke the protocol. Exit 3.

    `party` is the seat's name or `arbiter`. `proof` is the evidence file that convinces a
    third person (docs/protocol.md, Proof); None where what is known is not enough for one.
    """

    exit_code = 3

    def __init__(
        self,
        code: str,
        message: str,
        *,
        party: str,
        at: str = "",
        hint: str = "",
        proof: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(code, message, at=at, hint=hint)
        self.party = party
        self.proof = proof

    def as_json(self) -> dict[str, str]:
        return {**super().as_json(), "party": self.party}


@contextmanager
def placed(at: str) -> Iterator[None]:
    """What is refused within knows its place in a part of something, which lies at `at`."""
    try:
        yield
    except PbemError as error:
        error.at = at + error.at
        raise
