"""A small game in phases, with nothing hidden: the tests' own.

Two days. A day begins with the phase "buy": the seats are asked in turn, each as long as it has
not passed, and each has some coins for the day. A coin buys a good (a point, while the stock
lasts) or a roll (a die, scores). Who has no coin left can only pass, and need not be asked. In
the phase "work" that follows, each seat digs (a point) or rests. A lapse passes, or rests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.script.asking import ask, until_over
from pbem.script.contract import BaseState, Facts
from pbem.script.requests import Action, Choose, Faces, Refusal, Script, order, roll
from tests.plain_game import Plain

DAYS = 2
BUY, LUCK, PASS, DIG, REST = ({"do": do} for do in ("buy", "luck", "pass", "dig", "rest"))


@dataclass
class State(BaseState):
    turn: str = ""
    phase: str = ""
    stock: int = 0
    coins: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    did: list[str] = field(default_factory=list)


def setup(facts: Facts) -> Script[State]:
    yield from order(facts.seats)
    return State(facts, points=dict.fromkeys(facts.seats, 0))


def days(state: State) -> Script[None]:
    for day in range(1, DAYS + 1):
        yield from buying(state, f"buy {day}")
        for seat in state.facts.seats:
            do = yield from decided(state, seat, f"work {day}", [REST, DIG])
            state.points[seat] += do == "dig"
    state.over = True


def buying(state: State, phase: str) -> Script[None]:
    state.stock = state.facts.options["stock"]
    state.coins = dict.fromkeys(state.facts.seats, state.facts.options["coins"])
    going = list(state.facts.seats)
    while going:
        seat = going.pop(0)
        menu = [PASS]
        if state.coins[seat]:
            menu += [BUY, LUCK] if state.stock else [LUCK]
        do = yield from decided(state, seat, phase, menu)
        if do == "pass":
            continue
        going.append(seat)
        state.coins[seat] -= 1
        if do == "buy":
            state.stock -= 1
            state.points[seat] += 1
        else:
            (value,) = yield from roll(1)
            state.points[seat] += value


def decided(state: State, seat: str, phase: str, menu: Sequence[Action]) -> Script[str]:
    """What the seat does; the first of the menu is the default."""

    def refuse(action: Action, faces: Faces) -> Refusal:
        return Refusal("not-possible", "MA-1", f"{action['do']} is not possible")

    state.turn, state.phase = seat, phase
    forced = len(menu) == 1
    choice = Choose(seat, lambda faces: menu, menu[0], refuse, forced=forced, phase=phase)
    chosen = yield from ask(state, choice, "MA-2")
    action = menu[0] if seat in state.resigned else chosen.action
    state.did.append(f"{seat} {action['do']}")
    state.say("MA-3", "{seat}: {do}", seat=seat, do=action["do"])
    did: str = action["do"]
    return did


class Market(Plain):
    slug = "market"
    title = "Market"

    def deck(self) -> dict[str, Any]:
        return {"game": "market"}

    def check_options(
        self, options: Mapping[str, Any], seats: Sequence[str], deck: Mapping[str, Any]
    ) -> dict[str, Any]:
        return {"stock": 2, "coins": 2, **options}

    def setup(self, facts: Facts) -> Script[Any]:
        return setup(facts)

    def play(self, state: Any) -> Script[None]:
        return until_over(state, days(state))

    def public(self, state: Any) -> dict[str, Any]:
        fields = ("turn", "phase", "stock", "coins", "points", "did", "resigned", "over")
        return {name: _copy(getattr(state, name)) for name in fields}

    def restore(self, facts: Facts, public: Mapping[str, Any]) -> Any:
        return State(facts, **public)


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return dict(value)
    return list(value) if isinstance(value, list) else value


SCHEMAS: dict[str, Any] = {
    "deck.market": {"type": "object", "required": ["game"]},
    "market.state": {"type": "object"},
    "market.actions": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {
            name: {
                "type": "object",
                "additionalProperties": False,
                "required": ["do"],
                "properties": {"do": {"const": name}},
            }
            for name in ("buy", "luck", "pass", "dig", "rest", "resign")
        },
    },
}

GAME = Market()
