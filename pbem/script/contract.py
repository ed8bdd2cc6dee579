"""What a game is to the rest of the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from pbem.script.requests import Action, Below, Faces, Form, Script


class Facts(NamedTuple):
    """What the open statement fixes for a script."""

    seats: tuple[str, ...]
    options: Mapping[str, Any]  # complete: defaults filled in by Game.check_options
    deck: Mapping[str, Any]


class Event(NamedTuple):
    """Something that happened, in words, with the clause behind it. Public information only."""

    clause: str
    text: str  # a str.format template
    args: Mapping[str, Any]

    def words(self) -> str:
        return self.text.format(**self.args)


class Result(NamedTuple):
    """How a game ended: winners in seat order, points per seat, and one line of why."""

    winners: tuple[str, ...]
    scores: Mapping[str, int]
    why: str


@dataclass
class BaseState:
    """What every game's state holds. Games subclass it; all memory of a game lives here.

    `events` is told, not hashed: the runner empties it after every step.
    """

    facts: Facts
    resigned: list[str] = field(default_factory=list)
    over: bool = False
    events: list[Event] = field(default_factory=list)

    def say(self, clause: str, text: str, /, **args: Any) -> None:
        self.events.append(Event(clause, text, args))

    def active(self) -> list[str]:
        """Seats that have not resigned, in seat order."""
        return [s for s in self.facts.seats if s not in self.resigned]

    def after(self, seat: str) -> str:
        """The next seat in seat order, resigned or not."""
        seats = self.facts.seats
        return seats[(seats.index(seat) + 1) % len(seats)]

    def others(self, seat: str) -> list[str]:
        """The other seats, resigned or not, beginning with the one after `seat`."""
        seats = self.facts.seats
        at = seats.index(seat)
        return [*seats[at + 1 :], *seats[:at]]


@dataclass(frozen=True)
class View:
    """A table as one seat may see it (`seat` None: a spectator). Built by allowlist:
    the public state, and the faces that this seat itself has looked at."""

    facts: Facts
    state: Mapping[str, Any]
    seat: str | None
    faces: Faces
    awaited: str | None
    actions: Sequence[Action]
    forms: Sequence[Form]
    result: Result | None


S = TypeVar("S", bound=BaseState)


class Game(Protocol, Generic[S]):
    """One game. No method does I/O, reads a clock, draws chance, or uses a float or set order."""

    slug: str
    title: str
    version: str  # of the rules; pinned in the open statement
    summary: str  # one line for `pbem games`
    seats: tuple[int, int]  # fewest, most

    def deck(self) -> dict[str, Any]:
        """The built-in deck file."""
        ...

    def check_deck(self, deck: Mapping[str, Any]) -> None:
        """Raise Refused("deck/...") for a deck these rules cannot be played with."""
        ...

    def check_options(
        self, options: Mapping[str, Any], seats: Sequence[str], deck: Mapping[str, Any]
    ) -> dict[str, Any]:
        """All options with defaults filled in. Raise Refused("option/...") for a bad one."""
        ...

    def hidden(self, options: Mapping[str, Any]) -> bool:
        """Can the script ask Shuffle, Mix, Look or Open under these options? Then the table
        needs an arbiter."""
        ...

    def face_counts(self, deck: Mapping[str, Any]) -> dict[str, int]:
        """How often each hidden face exists; {} for a game with no hidden faces."""
        ...

    def setup(self, facts: Facts) -> Script[S]:
        """Everything up to the first decision. No Choose here: decisions before the first
        turn (choosing colours, dogs) are asked by `play`, when the state exists."""
        ...

    def play(self, state: S) -> Script[None]:
        """From the start of a turn to the end of the game (sets state.over)."""
        ...

    def public(self, state: S) -> dict[str, Any]:
        """The public state as JSON, matching schemas/<slug>.state.json. A fresh object."""
        ...

    def restore(self, facts: Facts, public: Mapping[str, Any]) -> S:
        """The state at a turn start, from its public form. Raise Refused("position/...")
        if it breaks an invariant of the game (pieces not conserved, ...)."""
        ...

    def result(self, state: S) -> Result: ...

    def normalise(self, action: Action) -> Action:
        """The same action in the one form the menu lists (for lists whose order means nothing)."""
        ...

    def openings(self, state: S, seat: str, action: Action, faces: Faces) -> Sequence[str]:
        """Tokens of `faces` whose openings this action of `seat` would need if it came to it.

        Asked for what stands behind a draw in a list of actions; `state` may be in the middle
        of an effect. No token whose face is public. () where no action shows a card.
        """
        ...

    def board(self, view: View) -> list[str]:
        """Lines of plain ASCII: 80 wide, with the longest names at most 100."""
        ...

    def bot(self, view: View, below: Below) -> Action:
        """A legal action chosen with a little sense, using only the view."""
        ...
