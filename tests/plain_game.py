"""A small game with nothing hidden, so that it can be dealt by its seats: the tests' own.

An order of the seats is drawn for show. In turn a seat does one or more of: roll (one die,
scores), free (nothing happens, may be repeated); `done` ends the turn. A lapse rolls;
a seat that resigned passes. After two turns each the game is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.errors import Refused
from pbem.script.asking import ask, until_over
from pbem.script.contract import BaseState, Facts, Result, View
from pbem.script.requests import Action, Below, Choose, Faces, Refusal, Script, order, roll

TURNS_EACH = 2


@dataclass
class State(BaseState):
    turn: str = ""
    left: int = 0
    order: list[str] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)
    free: int = 0


def setup(facts: Facts) -> Script[State]:
    drawn = yield from order(facts.seats)
    points = dict.fromkeys(facts.seats, 0)
    left = TURNS_EACH * len(facts.seats)
    return State(facts, turn=facts.seats[0], left=left, order=drawn, points=points)


def turns(state: State) -> Script[None]:
    while state.left:
        chosen = yield from ask(state, choice(state), "PL-1")
        do = "done" if state.turn in state.resigned else chosen.action["do"]
        if do == "roll":
            (value,) = yield from roll(1)
            state.points[state.turn] += value
        elif do == "free":
            state.free += 1
        else:
            state.turn = state.after(state.turn)
            state.left -= 1
    state.over = True


def choice(state: State) -> Choose:
    def menu(faces: Faces) -> Sequence[Action]:
        return [{"do": "roll"}, {"do": "free"}, {"do": "done"}]

    def refuse(action: Action, faces: Faces) -> Refusal:
        return Refusal("not-possible", "PL-2", f"{action['do']} is not possible")

    return Choose(state.turn, menu, {"do": "roll"}, refuse)


class Plain:
    slug = "plain"
    title = "Plain"
    version = "1"
    summary = "dice alone"
    seats = (1, 4)

    def deck(self) -> dict[str, Any]:
        return {"game": "plain"}

    def check_deck(self, deck: Mapping[str, Any]) -> None:
        if deck != self.deck():
            raise Refused("deck/plain", "another deck")

    def check_options(
        self, options: Mapping[str, Any], seats: Sequence[str], deck: Mapping[str, Any]
    ) -> dict[str, Any]:
        return {"colour": "red", **options}

    def hidden(self, options: Mapping[str, Any]) -> bool:
        return False

    def face_counts(self, deck: Mapping[str, Any]) -> dict[str, int]:
        return {}

    def setup(self, facts: Facts) -> Script[State]:
        return setup(facts)

    def play(self, state: State) -> Script[None]:
        return until_over(state, turns(state))

    def public(self, state: State) -> dict[str, Any]:
        return {
            "turn": state.turn,
            "left": state.left,
            "order": list(state.order),
            "points": dict(state.points),
            "free": state.free,
            "resigned": list(state.resigned),
            "over": state.over,
        }

    def restore(self, facts: Facts, public: Mapping[str, Any]) -> State:
        return State(facts, **public)

    def result(self, state: State) -> Result:
        best = max(state.points[s] for s in state.active())
        winners = tuple(s for s in state.active() if state.points[s] == best)
        return Result(winners, dict(state.points), "most points")

    def normalise(self, action: Action) -> Action:
        return action

    def openings(self, state: State, seat: str, action: Action, faces: Faces) -> Sequence[str]:
        return ()

    def board(self, view: View) -> list[str]:
        return [f"{s}: {n}" for s, n in view.state["points"].items()]

    def bot(self, view: View, below: Below) -> Action:
        return view.actions[below(len(view.actions))]


SCHEMAS: dict[str, Any] = {
    "deck.plain": {"type": "object", "required": ["game"]},
    "plain.state": {"type": "object"},
    "plain.actions": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {
            name: {
                "type": "object",
                "additionalProperties": False,
                "required": ["do"],
                "properties": {"do": {"const": name}},
            }
            for name in ("roll", "free", "done", "resign")
        },
    },
}

GAME = Plain()
