"""Positions for the tests, written by hand, and short names for the actions.

A Mine is nine cards in the order of the positions: `E4` face up, `(E4)` face down with that
face, `##` face down with a face nobody cares about. Ana collects rubies, Bea sapphires, Cem
topazes, Dan emeralds; with three seats the amethysts are out, with two the topazes as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.dig_up_adventure import GAME
from pbem.games.dig_up_adventure.scoring import longest
from pbem.script.requests import Action
from tests.games.driver import Table, result

ALL_SEATS = ("Ana", "Bea", "Cem", "Dan")
COPIES = {
    "bag": 4,
    "treasure": 3,
    "dynamite": 3,
    "binoculars": 6,
    "shovel": 4,
    "pickaxe": 6,
    "bridge": 6,
    "river": 6,
    "torch": 4,
}
ADVENTURE = [f"{kind}-{n}" for kind, most in COPIES.items() for n in range(1, most + 1)]
ROYAL = [f"{kind}-{n}" for kind in ("skeleton", "idol") for n in (1, 2, 3, 4)]
OUT = {2: "AT", 3: "A", 4: ""}
DOWN = "##"
EMPTY_MINE = " ".join([DOWN] * 9)


def stones(colors: str) -> list[str]:
    return [f"{color}{value}" for color in colors for value in range(1, 10)]


# --- actions ---


def color(letter: str) -> Action:
    return {"do": "color", "color": letter}


def place(card: str, position: int) -> Action:
    return {"do": "place", "card": card, "at": position}


def bag(a: int, b: int, n: int = 1) -> Action:
    return {"do": "bag", "card": f"bag-{n}", "a": a, "b": b}


def treasure(n: int = 1) -> Action:
    return {"do": "treasure", "card": f"treasure-{n}"}


def keep(table: Table, take: str, *back: str) -> Action:
    """Cards by their faces."""
    return {"do": "keep", "take": token(table, take), "back": [token(table, f) for f in back]}


def legal_keep(table: Table, take: str, *back: str) -> bool:
    return table.legal(keep(table, take, *back))


def dynamite(n: int = 1) -> Action:
    return {"do": "dynamite", "card": f"dynamite-{n}"}


def binoculars(who: str, n: int = 1) -> Action:
    return {"do": "binoculars", "card": f"binoculars-{n}", "who": who}


def trade(table: Table, take: str, give: str) -> Action:
    """Cards by their faces."""
    return {"do": "trade", "take": token(table, take), "give": token(table, give)}


def shovel(position: int, n: int = 1) -> Action:
    return {"do": "shovel", "card": f"shovel-{n}", "at": position}


def pickaxe(pay: str, take: str, n: int = 1) -> Action:
    return {"do": "pickaxe", "card": f"pickaxe-{n}", "pay": pay, "take": take}


def bridge(own: int, who: str, theirs: int, n: int = 1) -> Action:
    return {"do": "bridge", "card": f"bridge-{n}", "mine": own, "who": who, "theirs": theirs}


def river(n: int = 1) -> Action:
    return {"do": "river", "card": f"river-{n}"}


def pick(card: str) -> Action:
    return {"do": "pick", "card": card}


def torch(*pairs: tuple[str, int], n: int = 1) -> Action:
    return {"do": "torch", "card": f"torch-{n}", "look": [list(pair) for pair in pairs]}


def discard(*cards: str) -> Action:
    return {"do": "discard", "cards": list(cards)}


def solo(colors: str) -> Action:
    return {"do": "solo", "colors": list(colors)}


# --- positions ---


class Position(Table):
    """A table at a turn's start, whose public state `change` has rewritten after setup."""

    def __init__(self, seats: Sequence[str], options: Mapping[str, Any], layout: Layout) -> None:
        self.layout = layout
        super().__init__(GAME, seats, options=options, seed=0, settle=False)

    def _set_up(self, position: Mapping[str, Any] | None) -> None:
        super()._set_up({})
        script, request = GAME.play(self.state), None
        while type(request).__name__ != "Choose":  # what is dealt before the first decision
            request = script.send(None if request is None else self._reply(request))
        public = GAME.public(self.state)
        self.hidden.faces.clear()
        self.hidden.known.clear()
        self.layout.write(public, self.hidden.faces, self.hidden.known)
        self.state = GAME.restore(self.facts, public)
        self.events.clear()


class Layout:
    """Where each card lies; what is not said is filled up with cards not named."""

    def __init__(
        self,
        seats: Sequence[str],
        out: str,
        mines: Mapping[str, str | None],
        hands: Mapping[str, str | None],
        draw: str | None,
        pile: str,
        removed: str,
        rest: str | None,
        looks: Mapping[str, Sequence[tuple[str, int]]],
        fields: Mapping[str, Any],
    ) -> None:
        self.mines = {s: (mines.get(s) or EMPTY_MINE).split() for s in seats}
        self.hands: dict[str, list[str]] = {s: (hands.get(s) or "").split() for s in seats}
        self.draw, self.pile, self.removed = (draw or "").split(), pile.split(), removed.split()
        self.looks, self.fields = looks, fields
        named = [bare(c) for cards in self.mines.values() for c in cards if c != DOWN]
        named += [bare(c) for cards in self.hands.values() for c in cards]
        named += [*self.draw, *self.pile, *self.removed]
        assert len(named) == len(set(named)), f"a card twice: {sorted(named)}"
        colors = "".join(c for c in "ADERST" if c not in out)
        every = [*stones(colors), *ROYAL, *ADVENTURE]
        assert set(named) <= set(every), f"not in the game: {set(named) - set(every)}"
        left = [c for c in every if c not in named]
        self._fill(left, {s for s in seats if hands.get(s) is None and s != rest})
        if rest is None:
            self.draw += left
        else:
            self.hands[rest] += left

    def _fill(self, left: list[str], unnamed: set[str]) -> None:
        """Face-down cards from the first stones left, hands of three from the last cards."""
        for cards in self.mines.values():
            for i, card in enumerate(cards):
                if card == DOWN:
                    cards[i] = f"({left.pop(0)})"
        for seat, held in self.hands.items():
            if seat in unnamed:
                held += [left.pop() for _ in range(3)]

    def write(
        self, public: dict[str, Any], faces: dict[str, str], known: dict[str, dict[str, str]]
    ) -> None:
        pool = [t for hand in public["hands"].values() for t, _ in hand] + public["pile"]
        assert len(pool) == 68

        def lay(card: str, token: str, shown: bool) -> list[str | None]:
            faces[token] = bare(card)
            return [token, bare(card) if shown else None]

        for seat, cards in self.mines.items():
            tokens = [t for t, _ in public["mines"][seat]]
            pairs = zip(cards, tokens, strict=True)
            public["mines"][seat] = [lay(c, t, not c.startswith("(")) for c, t in pairs]
        for seat, cards in self.hands.items():
            public["hands"][seat] = [lay(c, pool.pop(0), c.endswith("!")) for c in cards]
        for field, cards in (("discard", self.pile), ("removed", self.removed)):
            public[field] = [lay(c, pool.pop(0), True) for c in cards]
        public["pile"] = [lay(c, pool.pop(0), False)[0] for c in self.draw]
        assert not pool
        for seat, hand in public["hands"].items():
            seen = [t for t, face in hand if face is None]
            seen += [public["mines"][who][p - 1][0] for who, p in self.looks.get(seat, ())]
            public["looked"][seat] = seen
            known[seat] = {t: faces[t] for t in seen}
        public.update(self.fields)


def bare(card: str) -> str:
    return card.strip("()!")


def at(
    hand: str | None = None,
    mine: str | None = None,
    *,
    seats: int = 3,
    hands: Mapping[str, str] | None = None,
    draw: str | None = None,
    pile: str = "",
    removed: str = "",
    rest: str | None = None,
    turn: str = "Ana",
    first: str | None = None,
    out: str | None = None,
    colors: str = "RSTE",
    ended: bool = False,
    looks: Mapping[str, Sequence[tuple[str, int]]] | None = None,
    options: Mapping[str, Any] | None = None,
    fields: Mapping[str, Any] | None = None,
    **mines: str | None,
) -> Table:
    """A table at the start of `turn`'s turn; `hand` and `mine` are Ana's, the Mines of others
    are given by name. `T7!` in a hand is known to all.

    draw, pile: the top of the draw pile; the discard pile in order of arrival. All cards not
    named lie below `draw`, or are in the hand of `rest`. A decision with one option is left to
    the test. first: the starting player, by
    default Ana, or with `ended` (the end is triggered) somebody who has another turn before.
    """
    names = ALL_SEATS[:seats]
    if out is None:
        out = OUT[seats]
    held = dict(hands or {})
    if hand is not None:
        held["Ana"] = hand
    if first is None:
        first = names[(names.index(turn) + 1) % seats] if ended else "Ana"
    given = {"colors": list(colors[:seats]), "colors_out": list(out), "first": first}
    full = [s for s in names if DOWN not in (lines := mines.get(s) or "##") and "(" not in lines]
    if mine is not None:
        mines["Ana"] = mine
        full += ["Ana"] * (DOWN not in mine and "(" not in mine)
    changes = {"turn": turn, "closer": (full or ["Ana"])[-1] if ended else None, **(fields or {})}
    layout = Layout(names, out, mines, held, draw, pile, removed, rest, looks or {}, changes)
    return Position(names, {**given, **(options or {})}, layout)


# --- what lies where ---


def token(table: Table, face: str) -> str:
    """The newest token of a card."""
    return next(t for t in reversed(list(table.hidden.faces)) if table.hidden.faces[t] == face)


def faces_of(cards: Sequence[Sequence[Any]]) -> list[Any]:
    return [face for _, face in cards]


def mine(table: Table, seat: str) -> str:
    """As everybody sees it."""
    return " ".join(face or DOWN for _, face in table.public()["mines"][seat])


def true_mine(table: Table, seat: str) -> str:
    return " ".join(table.hidden.faces[t] for t, _ in table.public()["mines"][seat])


def down(table: Table, seat: str) -> int:
    return mine(table, seat).split().count(DOWN)


def hand(table: Table, seat: str) -> list[str]:
    """The faces, in order of arrival."""
    return [table.hidden.faces[t] for t, _ in table.public()["hands"][seat]]


def open_hand(table: Table, seat: str) -> list[str]:
    """The faces in a hand that everybody knows."""
    return [face for _, face in table.public()["hands"][seat] if face is not None]


def draw_pile(table: Table) -> list[str]:
    return [table.hidden.faces[t] for t in table.public()["pile"]]


def pile(table: Table) -> list[str]:
    return faces_of(table.public()["discard"])


def removed(table: Table) -> list[str]:
    return faces_of(table.public()["removed"])


def plays(table: Table) -> int:
    count: int = table.public()["plays"]
    return count


def live(table: Table) -> set[str]:
    """Tokens that are still a card's name."""
    state = table.public()
    groups = [*state["mines"].values(), *state["hands"].values(), state["middle"]]
    return {t for cards in groups for t, _ in cards} | set(state["pile"])


def known(table: Table, seat: str) -> dict[str, str]:
    """What a seat has looked at, by face: the token, as long as it is a card's name."""
    there = live(table)
    return {f: t for t, f in table.hidden.known.get(seat, {}).items() if t in there}


def targets(table: Table, card: str) -> list[int]:
    return [a["at"] for a in table.menu() if a["do"] == "place" and a["card"] == card]


def ended(table: Table) -> bool:
    return table.public()["closer"] is not None


def scored(cards: str, hand: str = "") -> int:
    """Points of a Mine that lies face up at the end of a game, for a collector of rubies."""
    table = at(hand, cards, hands={"Cem": ""}, turn="Cem", ended=True).act("Cem", discard())
    return result(table).scores["Ana"]


def measure(cards: str, rule: str) -> int:
    """The measure of ties of a ruby collector's Mine (DU-118)."""
    return longest(cards.split(), "R", rule)


def solo_mines(table: Table) -> dict[str, str]:
    placed = table.public()["solo"]["placed"]
    return {
        c: " ".join(f"{c}{n}" if n in there else DOWN for n in range(1, 10))
        for c, there in placed.items()
    }
