"""Drives a game's script in tests: scripted chance, faces given by token, checked actions.

    table = Table(GAME, ["Ann", "Ben"], outcomes=[{"draw": ["ruby"]}, {"roll": [1, 6]}])
    table.act("Ann", {"do": "dig", "gallery": 2}, then=[{"draw": ["gold"]}])
    table.pending.seat, table.state, table.words()

An outcome is written as in a lab file: one key (the request's word) and a list. When
the outcomes run out, `seed` decides; without a seed the test fails and says what was
asked. A face is taken from `faces` (by token) or is the first one, by byte order, that
is left over.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.script.contract import Event, Facts, Game, Result, View
from pbem.script.requests import (
    Action,
    Choose,
    Chosen,
    Draw,
    Look,
    Mix,
    Open,
    Refusal,
    Request,
    Shuffle,
)

Outcome = Mapping[str, Sequence[Any]]


class Illegal(Exception):
    """The action was not legal; `refusal` is what the game says about it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} ({refusal.clause}): {refusal.message}")
        self.refusal = refusal


def merged(base: Any, change: Any) -> Any:
    """`change` over `base`: objects by key, everything else replaced."""
    if not (isinstance(base, dict) and isinstance(change, Mapping)):
        return change
    return {**base, **{k: merged(base.get(k), v) for k, v in change.items()}}


class Table:
    """One game in play. `position` is merged over the public state after setup, whose
    chance is then seeded, and the game goes on from there at a turn's start."""

    def __init__(
        self,
        game: Game[Any],
        seats: Sequence[str],
        *,
        options: Mapping[str, Any] | None = None,
        deck: Mapping[str, Any] | None = None,
        outcomes: Iterable[Outcome] = (),
        position: Mapping[str, Any] | None = None,
        faces: Mapping[str, str] | None = None,
        seed: int | None = None,
        settle: bool = True,
    ) -> None:
        deck = game.deck() if deck is None else dict(deck)
        game.check_deck(deck)
        full = game.check_options(options or {}, seats, deck)
        self.game, self.facts = game, Facts(tuple(seats), full, deck)
        self.chance = Chance(outcomes, seed)
        self.hidden = Hidden(faces or {})
        self.events: list[Event] = []
        self.settle = settle
        self.state: Any = None
        self.pending: Choose | None = None
        self._set_up(position)
        self.script = game.play(self.state)
        self._run(None)

    def _set_up(self, position: Mapping[str, Any] | None) -> None:
        scripted = self.chance
        if position is not None:
            self.chance = Chance((), 0)
        script = self.game.setup(self.facts)
        try:
            request = next(script)
            while True:
                request = script.send(self._reply(request))
        except StopIteration as stop:
            self.state = stop.value
        if position is not None:
            public = merged(self.game.public(self.state), position)
            self.state = self.game.restore(self.facts, public)
            self.chance = scripted

    def _reply(self, request: Request) -> Any:
        if isinstance(request, Draw):
            return self.chance.answer(request)
        assert not isinstance(request, Choose), "a Choose during setup"
        return self.hidden.answer(request)

    def _run(self, reply: Any) -> None:
        """Send `reply` and go on until somebody is asked or the game ends.

        The test driver's stand-in for the end of a mover's list: a forced decision
        is played as soon as it is reached, unless `settle` is False.
        """
        self.pending = None
        try:
            request = self.script.send(reply)
            while True:
                if isinstance(request, Choose):
                    if not (request.forced and self.settle):
                        self.pending = request
                        break
                    reply = Chosen(request.default, {})
                else:
                    reply = self._reply(request)
                request = self.script.send(reply)
        except StopIteration:
            assert self.state.over, "the script ended and the game is not over"
        self.events += self.state.events
        self.state.events.clear()

    def act(self, seat: str, *actions: Action, then: Iterable[Outcome] = ()) -> Table:
        """Play `actions` one by one. Raises Illegal at the first that is not legal."""
        self.chance.outcomes += list(then)
        for action in actions:
            assert self.pending is not None, "nobody is awaited"
            assert self.pending.seat == seat, f"{self.pending.seat} is awaited, not {seat}"
            self._run(self.checked(action))
        return self

    def checked(self, action: Action) -> Chosen:
        """The reply a legal action makes. Raises Illegal, and changes nothing, for others."""
        choose = self.pending
        assert choose is not None
        if action == {"do": "resign"}:
            return Chosen(action, {})
        known = self.hidden.known.get(choose.seat, {})
        action = self.game.normalise(action)
        shown = {t: known[t] for t in choose.shows(action, known) if t in known}
        if action in choose.menu(shown) or any(
            form.accepts(action, shown) for form in choose.forms
        ):
            return Chosen(action, shown)
        raise Illegal(choose.refuse(action, shown))

    def refusal(self, action: Action) -> Refusal:
        """Why `action` is refused now; fails if it is legal."""
        try:
            self.checked(action)
        except Illegal as illegal:
            return illegal.refusal
        raise AssertionError(f"{action} is legal")

    def legal(self, action: Action) -> bool:
        try:
            self.checked(action)
        except Illegal:
            return False
        return True

    def menu(self) -> list[Action]:
        """What the awaited seat may do, forms left out."""
        assert self.pending is not None
        return list(self.pending.menu(self.hidden.known.get(self.pending.seat, {})))

    def public(self) -> dict[str, Any]:
        return self.game.public(self.state)

    def words(self) -> list[str]:
        """All events so far as `clause: words`."""
        return [f"{e.clause}: {e.words()}" for e in self.events]

    def clauses(self) -> list[str]:
        return [e.clause for e in self.events]

    def view(self, seat: str | None = None) -> View:
        faces = self.hidden.known.get(seat or "", {})
        ask = self.pending
        mine = ask is not None and ask.seat == seat
        return View(
            self.facts,
            self.public(),
            seat,
            dict(faces),
            ask.seat if ask else None,
            tuple(ask.menu(faces if mine else {})) if ask else (),
            tuple(ask.forms) if ask else (),
            self.game.result(self.state) if self.state.over else None,
        )

    def below(self, n: int) -> int:
        """Uniform below n, from the table's seed."""
        assert self.chance.random is not None
        return self.chance.random.randrange(n)


# --- what a table asks, and what it has told ---


def awaited(table: Table) -> str:
    assert table.pending is not None
    return table.pending.seat


def kinds(table: Table) -> set[str]:
    """What may be done, by its first word; forms too."""
    assert table.pending is not None
    return {a["do"] for a in table.menu()} | {form.do for form in table.pending.forms}


def of_kind(table: Table, do: str) -> list[Action]:
    return [a for a in table.menu() if a["do"] == do]


def clause(table: Table, action: Action) -> str:
    """The clause an illegal action is refused by; nothing changes."""
    before = table.public(), list(table.words())
    refusal = table.refusal(action)
    assert (table.public(), table.words()) == before
    assert refusal.message
    assert refusal.code
    return refusal.clause


def cites(table: Table, *clauses: str) -> bool:
    """Whether the events so far cite these clauses."""
    told = " ".join(table.clauses()).replace(",", " ").split()
    return set(clauses) <= set(told)


def result(table: Table) -> Result:
    assert table.state.over
    return table.game.result(table.state)


# --- chance, and what is hidden ---


class Chance:
    """Answers draws: first the scripted outcomes, each checked to fit, then the seed."""

    def __init__(self, outcomes: Iterable[Outcome], seed: int | None) -> None:
        self.outcomes = list(outcomes)
        self.random = None if seed is None else random.Random(seed)

    def answer(self, ask: Draw) -> list[Any]:
        if not self.outcomes:
            assert self.random is not None, f"no outcome left for {ask}"
            return self._random(ask, self.random)
        outcome = self.outcomes.pop(0)
        assert set(outcome) == {ask.word}, f"{outcome} does not answer {ask}"
        got = list(outcome[ask.word])
        assert len(got) == ask.number, f"{outcome} does not answer {ask}"
        if ask.word == "roll":
            assert all(1 <= face <= ask.sides for face in got)
        else:
            assert Counter(got) <= Counter(ask.items), f"{outcome} is not among {ask.items}"
        return got

    @staticmethod
    def _random(ask: Draw, source: random.Random) -> list[Any]:
        if ask.word == "roll":
            return [source.randrange(ask.sides) + 1 for _ in range(ask.number)]
        return source.sample(list(ask.items), ask.number)


class Hidden:
    """Plays the arbiter's part: which face each token has, and who has seen it."""

    def __init__(self, wanted: Mapping[str, str]) -> None:
        self.wanted = dict(wanted)
        self.faces: dict[str, str] = {}
        self.known: dict[str, dict[str, str]] = {}

    def answer(self, request: Request) -> dict[str, str] | None:
        if isinstance(request, Shuffle):
            self._hide([*request.faces, *(self.faces[t] for t in request.tokens)], request.onto)
        elif isinstance(request, Mix):
            self._hide([self.faces[t] for t in request.tokens], request.onto)
        elif isinstance(request, Look):
            seen = self.known.setdefault(request.seat, {})
            seen.update({t: self.faces[t] for t in request.tokens})
        elif isinstance(request, Open):
            return {t: self.faces[t] for t in request.tokens}
        return None

    def _hide(self, faces: Sequence[str], onto: Sequence[str]) -> None:
        assert len(faces) == len(onto)
        left = sorted(faces)
        for token in onto:
            if token in self.wanted:
                left.remove(self.wanted[token])
                self.faces[token] = self.wanted[token]
        for token in onto:
            if token not in self.wanted:
                self.faces[token] = left.pop(0)
