"""Requests a script yields, and typed helpers to yield them.

A game is a generator that reads like its rulebook. It never draws, hides or
decides anything itself: it yields a request and is sent the reply.

| request | reply |
|---|---|
| `Choose` | `Chosen(action, faces)` |
| `Draw` | a list of int (roll) or of str (draw, order) |
| `Shuffle`, `Mix`, `Look` | None: a receipt; no face ever comes back |
| `Open` | {token: face} |

Inside a script write `gems = yield from draw(bag, 2)`: the helpers give the reply its type.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeVar

Action = dict[str, Any]
"""One atomic decision, `{"do": "dig", ...}`; treated as immutable once made."""
Faces = Mapping[str, str]
"""What somebody knows: token -> face."""
Below = Callable[[int], int]
"""below(n): a uniform integer 0 <= result < n."""

RESIGN: Action = {"do": "resign"}


class Refusal(NamedTuple):
    """Why an action is not legal: a stable code, the clause that forbids it, and words."""

    code: str
    clause: str
    message: str


def no_members() -> Sequence[Action]:
    return ()


class Form(NamedTuple):
    """A family of legal actions too large to list.

    `fields` says in JSON what may stand in each field (for people and programs),
    `accepts` is the check, given the faces known as for a menu, `pick` makes one member
    at random for bots. `simple` lists the members of one part, where all the others are
    put together from such parts.
    """

    do: str
    example: Action
    fields: dict[str, Any]
    accepts: Callable[[Action, Faces], bool]
    pick: Callable[[Below], Action]
    simple: Callable[[], Sequence[Action]] = no_members


def no_shows(action: Action, faces: Faces) -> Sequence[str]:
    return ()


class Choose(NamedTuple):
    """A decision of one seat.

    menu(faces): the legal actions, given what the asker knows: {} is the public
    list, the mover's own looks give the mover's list, the openings in a move give
    the list against which the move is checked. One list for menu and check.
    default: what is played for a seat that lapsed or has resigned. It rests on nothing hidden:
    one of menu({}) or of a form, or an action for the absent only that nothing offers.
    refuse(action, faces): the reason an action is not legal; called only for such.
    shows(action, faces): tokens whose openings this legal action needs, taken from `faces`.
    forced: the default is the only thing left to do; the rules do it without an action.
    phase: what part of the game the decision belongs to ("buy 3"): a list of actions signed
    beforehand (`then` of a move) lasts while it stays the same. "" is one phase for the whole game.
    """

    seat: str
    menu: Callable[[Faces], Sequence[Action]]
    default: Action
    refuse: Callable[[Action, Faces], Refusal]
    forms: Sequence[Form] = ()
    shows: Callable[[Action, Faces], Sequence[str]] = no_shows
    forced: bool = False
    phase: str = ""


class Chosen(NamedTuple):
    action: Action
    faces: Faces  # the openings shown with it, token -> face; {} for a default


class Draw(NamedTuple):
    """Public chance. roll: `number` dice of `sides`; draw: `number` of `items`; order: all."""

    word: Literal["roll", "draw", "order"]
    number: int
    sides: int
    items: Sequence[str]


class Shuffle(NamedTuple):
    """Hide known `faces` and unseen `tokens` (oldest first) under the new names `onto`."""

    faces: Sequence[str]
    tokens: Sequence[str]
    onto: Sequence[str]


class Mix(NamedTuple):
    """A Shuffle of tokens only."""

    tokens: Sequence[str]
    onto: Sequence[str]


class Look(NamedTuple):
    """Show the faces of `tokens` to one seat alone."""

    seat: str
    tokens: Sequence[str]


class Open(NamedTuple):
    """Show the faces of `tokens` to everybody."""

    tokens: Sequence[str]


Request = Choose | Draw | Shuffle | Mix | Look | Open
T = TypeVar("T")


def asks_nothing(request: Request) -> bool:
    """Is it about no card at all? The program answers that alone, and it counts nowhere."""
    if isinstance(request, Shuffle):
        return not request.onto
    return isinstance(request, (Mix, Look, Open)) and not request.tokens


Script = Generator[Request, Any, T]


def choose(request: Choose) -> Script[Chosen]:
    reply: Chosen = yield request
    return reply


def roll(count: int, sides: int = 6) -> Script[list[int]]:
    reply: list[int] = yield Draw("roll", count, sides, ())
    return reply


def draw(items: Sequence[str], count: int) -> Script[list[str]]:
    """`count` of `items` without replacement. `items` in an order fixed by rules and state."""
    reply: list[str] = yield Draw("draw", count, 0, items)
    return reply


def order(items: Sequence[str]) -> Script[list[str]]:
    reply: list[str] = yield Draw("order", len(items), 0, items)
    return reply


def shuffle(faces: Sequence[str], tokens: Sequence[str], onto: Sequence[str]) -> Script[None]:
    yield Shuffle(faces, tokens, onto)


def mix(tokens: Sequence[str], onto: Sequence[str]) -> Script[None]:
    yield Mix(tokens, onto)


def look(seat: str, tokens: Sequence[str]) -> Script[None]:
    yield Look(seat, tokens)


def open_(tokens: Sequence[str]) -> Script[dict[str, str]]:
    reply: dict[str, str] = yield Open(tokens)
    return reply
