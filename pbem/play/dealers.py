"""Dealers without a record: for random play, benchmarks and for finding out whether
a list of actions comes to a draw."""

from __future__ import annotations

from typing import Any

from pbem.fair.draws import Stream, pick, public_stream
from pbem.play.runner import Runner
from pbem.script.requests import Action, Draw, Faces, Look, Mix, Open, Shuffle


def answer(request: Draw, stream: Stream) -> list[Any]:
    """One public draw from its stream, in the game's words (docs/protocol.md, Draws)."""
    if request.word == "roll":
        return [1 + stream.below(request.sides) for _ in range(request.number)]
    return pick(request.items, request.number, stream.below)


class FreeDealer:
    """Serves everything from one key and remembers every hidden face."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.asked = 0
        self.faces: dict[str, str] = {}
        self.looked: dict[str, dict[str, str]] = {}

    def _stream(self) -> Stream:
        self.asked += 1
        return public_stream(self.key, self.asked)

    def draw(self, request: Draw) -> list[Any]:
        return answer(request, self._stream())

    def shuffle(self, request: Shuffle) -> None:
        faces = [*request.faces, *(self.faces.pop(t) for t in request.tokens)]
        mixed = pick(faces, len(faces), self._stream().below)
        self.faces.update(zip(request.onto, mixed, strict=True))

    def mix(self, request: Mix) -> None:
        self.shuffle(Shuffle((), request.tokens, request.onto))

    def look(self, request: Look) -> None:
        seen = self.looked.setdefault(request.seat, {})
        seen.update((t, self.faces[t]) for t in request.tokens)

    def open(self, request: Open) -> dict[str, str]:
        return {t: self.faces[t] for t in request.tokens}

    def known(self, seat: str) -> dict[str, str]:
        """What `seat` has looked at, token -> face."""
        return self.looked.get(seat, {})


class ReachesDraw(Exception):
    """Internal: the actions came to a request that needs a link."""


class DryDealer:
    """Serves looks with their receipt and stops at the first request that needs a link."""

    def draw(self, request: Draw) -> list[Any]:
        raise ReachesDraw

    def shuffle(self, request: Shuffle) -> None:
        raise ReachesDraw

    def mix(self, request: Mix) -> None:
        raise ReachesDraw

    def look(self, request: Look) -> None:
        return None

    def open(self, request: Open) -> dict[str, str]:
        raise ReachesDraw


def reaches_draw(runner: Runner, seat: str, actions: list[Action] | None, shown: Faces) -> bool:
    """The link rule: do `actions` (None: the default) come to a Draw, Shuffle, Mix or Open?

    Uses up `runner`: give it a clone. Raises Illegal as `Runner.move` does.
    """
    dealer = DryDealer()
    try:
        if actions is None:
            runner.lapse(seat, dealer)
        else:
            runner.move(seat, actions, shown, dealer)
    except ReachesDraw:
        return True
    return False
