"""A small game that asks for everything a script can ask for: the tests' own.

Nine cards c1 to c9. Each seat holds two, hidden; the rest is a pile. In turn a seat does
one or more of: play a card (shown, scores its number), peek (look at the top of the pile),
flip (open it for all), mix (shuffle the own hand unseen and look again), roll (one die,
scores), free (nothing happens, may be repeated); `done` ends the turn. After two rounds
the game is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.errors import Refused
from pbem.script.asking import ask, until_over
from pbem.script.contract import BaseState, Facts, Result, View
from pbem.script.requests import (
    Action,
    Below,
    Choose,
    Faces,
    Refusal,
    Script,
    look,
    mix,
    open_,
    roll,
    shuffle,
)

FACES = tuple(f"c{i}" for i in range(1, 10))
TURNS_EACH = 2


@dataclass
class State(BaseState):
    turn: str = ""
    left: int = 0
    hands: dict[str, list[str]] = field(default_factory=dict)
    pile: list[str] = field(default_factory=list)
    flipped: dict[str, str] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    made: int = 0
    free: int = 0

    def fresh(self, count: int) -> list[str]:
        self.made += count
        return [f"t{i}" for i in range(self.made - count + 1, self.made + 1)]


def setup(facts: Facts) -> Script[State]:
    state = State(facts, turn=facts.seats[0], left=TURNS_EACH * len(facts.seats))
    tokens = state.fresh(9)
    yield from shuffle(FACES, (), tokens)
    for i, seat in enumerate(facts.seats):
        state.hands[seat] = tokens[2 * i : 2 * i + 2]
        state.points[seat] = 0
    state.pile = tokens[2 * len(facts.seats) :]
    for seat in facts.seats:
        yield from look(seat, state.hands[seat])
    return state


def play(state: State) -> Script[None]:
    return until_over(state, turns(state))


def turns(state: State) -> Script[None]:
    while state.left:
        chosen = yield from ask(state, choice(state), "EX-1")
        yield from DO[chosen.action["do"]](state, chosen.action, chosen.faces)
    state.over = True


def choice(state: State) -> Choose:
    hand = state.hands[state.turn]

    def menu(faces: Faces) -> Sequence[Action]:
        plays = [{"do": "play", "card": t} for t in hand if t in faces]
        rest = [{"do": d} for d in ("peek", "flip") if state.pile]
        return [*plays, *rest, *({"do": d} for d in ("mix", "roll", "free", "done"))]

    def refuse(action: Action, faces: Faces) -> Refusal:
        return Refusal("not-possible", "EX-2", f"{action['do']} is not possible")

    def shows(action: Action, faces: Faces) -> Sequence[str]:
        return (action["card"],) if action["do"] == "play" else ()

    return Choose(state.turn, menu, {"do": "done"}, refuse, shows=shows)


def do_play(state: State, action: Action, faces: Faces) -> Script[None]:
    token = action["card"]
    state.hands[state.turn].remove(token)
    state.points[state.turn] += int(faces[token][1:])
    state.say("EX-3", "{seat} plays {face}", seat=state.turn, face=faces[token])
    return
    yield


def do_peek(state: State, action: Action, faces: Faces) -> Script[None]:
    yield from look(state.turn, state.pile[:1])


def do_flip(state: State, action: Action, faces: Faces) -> Script[None]:
    token = state.pile.pop(0)
    opened = yield from open_((token,))
    state.flipped[token] = opened[token]


def do_mix(state: State, action: Action, faces: Faces) -> Script[None]:
    hand = state.hands[state.turn]
    fresh = state.fresh(len(hand))
    yield from mix(hand, fresh)
    state.hands[state.turn] = fresh
    yield from look(state.turn, fresh)


def do_roll(state: State, action: Action, faces: Faces) -> Script[None]:
    (value,) = yield from roll(1)
    state.points[state.turn] += value


def do_free(state: State, action: Action, faces: Faces) -> Script[None]:
    state.free += 1
    return
    yield


def do_done(state: State, action: Action, faces: Faces) -> Script[None]:
    state.turn = state.after(state.turn)
    state.left -= 1
    return
    yield


DO = {
    "play": do_play,
    "peek": do_peek,
    "flip": do_flip,
    "mix": do_mix,
    "roll": do_roll,
    "free": do_free,
    "done": do_done,
}


class Example:
    slug = "example"
    title = "Example"
    version = "1"
    summary = "asks for everything"
    seats = (2, 4)

    def deck(self) -> dict[str, Any]:
        return {"game": "example"}

    def check_deck(self, deck: Mapping[str, Any]) -> None:
        if deck != self.deck():
            raise Refused("deck/example", "another deck")

    def check_options(
        self, options: Mapping[str, Any], seats: Sequence[str], deck: Mapping[str, Any]
    ) -> dict[str, Any]:
        return dict(options)

    def hidden(self, options: Mapping[str, Any]) -> bool:
        return True

    def face_counts(self, deck: Mapping[str, Any]) -> dict[str, int]:
        return dict.fromkeys(FACES, 1)

    def setup(self, facts: Facts) -> Script[State]:
        return setup(facts)

    def play(self, state: State) -> Script[None]:
        return play(state)

    def public(self, state: State) -> dict[str, Any]:
        return {
            "turn": state.turn,
            "left": state.left,
            "hands": {s: list(h) for s, h in state.hands.items()},
            "pile": list(state.pile),
            "flipped": dict(state.flipped),
            "points": dict(state.points),
            "made": state.made,
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
        token = action.get("card")
        return (token,) if token in faces and token in state.hands[seat] else ()

    def board(self, view: View) -> list[str]:
        return [f"{s}: {n}" for s, n in view.state["points"].items()] + [
            f"{t} = {f}" for t, f in view.faces.items()
        ]

    def bot(self, view: View, below: Below) -> Action:
        return view.actions[below(len(view.actions))]


_STRING = {"type": "string"}
SCHEMAS: dict[str, Any] = {
    "deck.example": {"type": "object", "required": ["game"]},
    "example.state": {"type": "object"},
    "example.actions": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {
            name: {
                "type": "object",
                "additionalProperties": False,
                "required": ["do", *(["card"] if name == "play" else [])],
                "properties": {"do": {"const": name}}
                | ({"card": _STRING} if name == "play" else {}),
            }
            for name in (*DO, "resign")
        },
    },
}


GAME = Example()
