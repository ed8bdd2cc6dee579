"""High card: a whole game of one's own, in one script, one file of actions and one deck."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from pbem.errors import Refused
from pbem.script.asking import ask, until_over
from pbem.script.contract import BaseState, Facts, Result, View
from pbem.script.requests import Action, Below, Choose, Faces, Refusal, Script, look, roll, shuffle

ROUNDS = 3
PASS: Action = {"do": "pass"}


# --- the state: all that outlives a turn ---


@dataclass
class State(BaseState):
    lead: str = ""
    turn: str = ""
    rounds: int = 0  # rounds that are over
    hands: dict[str, list[str]] = field(default_factory=dict)  # seat -> tokens
    table: dict[str, int] = field(default_factory=dict)  # seat -> card of this round, 0: passed
    points: dict[str, int] = field(default_factory=dict)


# --- the script: it asks, and is answered ---


def setup(facts: Facts) -> Script[State]:
    faces = [str(n) for n in facts.deck["cards"]]
    tokens = [f"c{n}" for n in range(1, len(faces) + 1)]
    yield from shuffle(faces, (), tokens)
    hands = {s: tokens[3 * i : 3 * i + 3] for i, s in enumerate(facts.seats)}
    for seat in facts.seats:
        yield from look(seat, hands[seat])
    (value,) = yield from roll(1, len(facts.seats))  # HC-1
    lead = facts.seats[value - 1]
    return State(facts, lead=lead, turn=lead, hands=hands, points=dict.fromkeys(facts.seats, 0))


def play(state: State) -> Script[None]:
    return until_over(state, rounds(state))


def rounds(state: State) -> Script[None]:
    while state.rounds < ROUNDS:
        chosen = yield from ask(state, choice(state), "HC-5")
        put(state, chosen.action, chosen.faces)
        state.turn = state.after(state.turn)
        if state.turn == state.lead:
            end_round(state)
    state.over = True


def choice(state: State) -> Choose:
    """HC-2. A card can be played only by whoever knows what it is."""
    hand = state.hands[state.turn]

    def menu(faces: Faces) -> Sequence[Action]:
        return [*({"do": "play", "card": t} for t in hand if t in faces), PASS]

    def refuse(action: Action, faces: Faces) -> Refusal:
        if action.get("card") in hand:
            return Refusal("not-shown", "HC-2", f"{action['card']} is played without its opening")
        return Refusal("not-in-hand", "HC-2", f"{action['card']} is not in the hand")

    def shows(action: Action, faces: Faces) -> Sequence[str]:
        return (action["card"],) if action["do"] == "play" else ()

    return Choose(state.turn, menu, PASS, refuse, shows=shows)


def put(state: State, action: Action, faces: Faces) -> None:
    seat = state.turn
    if action == PASS:
        state.table[seat] = 0
        state.say("HC-2", "{seat} passes", seat=seat)
        return
    state.hands[seat].remove(action["card"])
    state.table[seat] = int(faces[action["card"]])
    state.say("HC-2", "{seat} plays {card}", seat=seat, card=state.table[seat])


def end_round(state: State) -> None:
    """HC-3."""
    state.rounds += 1
    best = max(state.table, key=lambda seat: state.table[seat])
    if state.table[best]:
        state.points[best] += 1
        state.lead = state.turn = best
        state.say("HC-3", "{seat} takes the round", seat=best)
    state.table = {}


# --- the game: what the program asks of it ---


class HighCard:
    slug = "high-card"
    title = "High card"
    version = "1"
    summary = "three hidden cards, three rounds, the highest takes it"
    seats = (2, 4)

    @property
    def schemas(self) -> Mapping[str, str]:
        return {name: _text(f"{name}.json") for name in SCHEMAS}

    @property
    def rules(self) -> str:
        return _text("rules.md")

    def deck(self) -> dict[str, Any]:
        deck: dict[str, Any] = json.loads(_text("deck.json"))
        return deck

    def check_deck(self, deck: Mapping[str, Any]) -> None:
        if len(set(deck["cards"])) != len(deck["cards"]):
            raise Refused("deck/twice", "a card is in the deck twice", at="/cards")

    def check_options(
        self, options: Mapping[str, Any], seats: Sequence[str], deck: Mapping[str, Any]
    ) -> dict[str, Any]:
        if options:
            raise Refused("option/unknown", "the game has no options", at="/options")
        return {}

    def hidden(self, options: Mapping[str, Any]) -> bool:
        return True

    def face_counts(self, deck: Mapping[str, Any]) -> dict[str, int]:
        return {str(n): 1 for n in deck["cards"]}

    def setup(self, facts: Facts) -> Script[State]:
        return setup(facts)

    def play(self, state: State) -> Script[None]:
        return play(state)

    def public(self, state: State) -> dict[str, Any]:
        return {
            "lead": state.lead,
            "turn": state.turn,
            "rounds": state.rounds,
            "hands": {seat: list(hand) for seat, hand in state.hands.items()},
            "table": dict(state.table),
            "points": dict(state.points),
            "resigned": list(state.resigned),
            "over": state.over,
        }

    def restore(self, facts: Facts, public: Mapping[str, Any]) -> State:
        if {*public["hands"]} != {*facts.seats} or public["turn"] not in facts.seats:
            raise Refused("position/seats", "the position is of other seats", at="/position")
        return State(facts, **json.loads(json.dumps(public)))

    def result(self, state: State) -> Result:
        """HC-4."""
        best = max(state.points[s] for s in state.active())
        winners = tuple(s for s in state.active() if state.points[s] == best)
        return Result(winners, dict(state.points), f"most points: {best}")

    def normalise(self, action: Action) -> Action:
        return action

    def openings(self, state: State, seat: str, action: Action, faces: Faces) -> Sequence[str]:
        token = action.get("card")
        return (token,) if token in faces and token in state.hands[seat] else ()

    def board(self, view: View) -> list[str]:
        lines = [f"HIGH CARD   round {min(view.state['rounds'] + 1, ROUNDS)} of {ROUNDS}"]
        for seat, hand in view.state["hands"].items():
            cards = " ".join(f"{t}={view.faces[t]}" if t in view.faces else t for t in hand)
            played = view.state["table"].get(seat, "-")
            points = view.state["points"][seat]
            lines.append(f"{seat:<20} points {points}   played {played:<3} hand {cards}")
        return lines

    def bot(self, view: View, below: Below) -> Action:
        """The highest card it can play."""
        plays = [a for a in view.actions if a["do"] == "play"]
        return max(plays, key=lambda a: int(view.faces[a["card"]]), default=PASS)


SCHEMAS = ("high-card.actions", "high-card.state", "deck.high-card")
GAME = HighCard()


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
