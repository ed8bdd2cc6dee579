"""The table in the middle of a game, and its public form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.games.dig_dogs.cards import ACTIONS
from pbem.script.contract import BaseState, Facts


@dataclass
class DogsState(BaseState):
    """Everything public; no face of a Bone card is ever here unless it was delivered.

    `yard[n - 1]` is the card in space n, None in a gap (DD-3); `dogs` are spaces, without
    sides (DD-R9), 0 the Dog House (DD-1). `hands` are cards all can see, their bones not
    (DD-4, DD-55); of those delivered there is no limit (DD-40). `public_pairs` tells the
    colour of token 1 of a pair (DD-54), `knows` the pairs each seat was granted a look at.
    `left` counts the actions left, `idle` the turns since something came of one (DD-R24),
    `number` the turns, the first being 1. `digging` is the card just dug while its
    put-back is undecided.
    """

    yard: list[str | None] = field(default_factory=list)
    dogs: dict[str, int] = field(default_factory=dict)
    dog_names: dict[str, str] = field(default_factory=dict)
    hands: dict[str, list[str]] = field(default_factory=dict)
    delivered: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    public_pairs: dict[str, str] = field(default_factory=dict)
    knows: dict[str, list[str]] = field(default_factory=dict)
    turn: str = ""
    number: int = 1
    left: int = ACTIONS
    idle: int = 0
    digging: str | None = None

    def card_under(self, seat: str) -> str | None:
        """The card the seat's Dog stands on; None for the Dog House and for a gap."""
        space = self.dogs[seat]
        return self.yard[space - 1] if space else None

    def colour(self, letter: str) -> str:
        """The name of a colour, as the deck file has it."""
        name: str = self.facts.deck["colours"][letter]
        return name


def start(facts: Facts, yard: Sequence[str], first: str) -> DogsState:
    """The table as it is laid out: all Dogs at the Dog House, hands empty (DD-8, DD-11).

    Dogs without a seat stay out (DD-9).
    """
    seats = facts.seats
    names = facts.options["dogs"]
    return DogsState(
        facts,
        yard=list(yard),
        dogs=dict.fromkeys(seats, 0),
        dog_names={} if names == "choose" else dict(zip(seats, names, strict=True)),
        hands={seat: [] for seat in seats},
        delivered={seat: [] for seat in seats},
        knows={seat: [] for seat in seats},
        turn=first,
    )


def public_form(state: DogsState) -> dict[str, Any]:
    """The public state, a fresh object; described by schemas/dig-dogs.state.json."""
    return {
        "yard": list(state.yard),
        "dogs": dict(state.dogs),
        "dog_names": dict(state.dog_names),
        "hands": {seat: list(hand) for seat, hand in state.hands.items()},
        "delivered": {
            seat: [list(bone) for bone in bones] for seat, bones in state.delivered.items()
        },
        "public_pairs": dict(state.public_pairs),
        "knows": {seat: list(pairs) for seat, pairs in state.knows.items()},
        "turn": state.turn,
        "number": state.number,
        "left": state.left,
        "idle": state.idle,
        "digging": state.digging,
        "resigned": list(state.resigned),
        "over": state.over,
    }


def from_public(facts: Facts, public: Mapping[str, Any]) -> DogsState:
    """The state a public form describes; nothing is checked here."""
    return DogsState(
        facts,
        resigned=list(public["resigned"]),
        over=public["over"],
        yard=list(public["yard"]),
        dogs={seat: public["dogs"][seat] for seat in facts.seats},
        dog_names={s: public["dog_names"][s] for s in facts.seats if s in public["dog_names"]},
        hands={seat: list(public["hands"][seat]) for seat in facts.seats},
        delivered={s: [(c, f) for c, f in public["delivered"][s]] for s in facts.seats},
        public_pairs=dict(public["public_pairs"]),
        knows={seat: list(public["knows"][seat]) for seat in facts.seats},
        turn=public["turn"],
        number=public["number"],
        left=public["left"],
        idle=public["idle"],
        digging=public["digging"],
    )
