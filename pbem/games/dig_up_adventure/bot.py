"""A simple player: fill the Mine, own stones first, with whatever can be played.

Values are tenths of a point. A position that becomes open is worth something in itself,
so that games end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.games.dig_up_adventure.cards import HAND, IDOLS, KIND, STONE_FACES, VALUE, VALUES
from pbem.games.dig_up_adventure.scoring import points
from pbem.script.contract import View
from pbem.script.requests import Action, Below

OPENS = 4  # a card that becomes open
UNSEEN = 6  # what a card that nobody has seen is worth on average
USE: Mapping[str, int] = {  # an Adventure card that is not worth more by what it does
    "treasure": 9,
    "binoculars": 7,
    "river": 6,
    "torch": 3,
    "dynamite": 2,
}
HOLD: Mapping[str, int] = {  # what an Adventure card is worth in hand
    **USE,
    "shovel": 9,
    "bridge": 8,
    "pickaxe": 7,
    "bag": 5,
}
KEPT = 4  # what is worth less is thrown away at the end of the turn


def choose(view: View, below: Below) -> Action:
    """A legal action, from the public state and the seat's own looks alone."""
    step = view.state["step"]
    if step in ("color", "solo", "dig"):
        return _any(view, below)
    player = Player(view, below)
    return {
        "play": player.play,
        "keep": player.keep,
        "trade": player.trade,
        "pick": player.pick,
    }[step]()


def _any(view: View, below: Below) -> Action:
    if view.actions:
        return view.actions[below(len(view.actions))]
    return view.forms[0].pick(below)


class Player:
    """One decision of the seat that is awaited."""

    def __init__(self, view: View, below: Below) -> None:
        self.view, self.below = view, below
        self.seat: str = view.seat or view.state["turn"]
        self.own: str = view.state["colors"][self.seat]
        self.mines = {seat: self._faces(mine) for seat, mine in view.state["mines"].items()}
        mine = view.state["mines"][self.seat]
        self.hidden = {at for at, (_, face) in enumerate(mine, 1) if face is None}
        self.has_idol = any(face in IDOLS for _, face in mine)
        self.lies = [self._worth(face, at) for at, face in enumerate(self.mines[self.seat], 1)]

    def _faces(self, cards: Sequence[Sequence[str | None]]) -> list[str | None]:
        """The faces as far as this seat knows them."""
        return [face or self.view.faces.get(str(token)) for token, face in cards]

    def _worth(self, face: str | None, at: int, own: str = "") -> int:
        return UNSEEN if face is None else 10 * points(face, at, own or self.own)

    # --- values ---

    def gain(self, face: str, at: int) -> int:
        """What the own Mine gains by this card at this position."""
        opens = OPENS if at in self.hidden else 0
        return self._worth(face, at) - self.lies[at - 1] + opens

    def hold(self, face: str | None) -> int:
        """What a card is worth in hand: the best it could do."""
        if face is None:
            return UNSEEN
        kind = KIND[face]
        if kind in HOLD:
            return HOLD[kind]
        if kind == "idol" and self.has_idol:
            return 0
        if face in STONE_FACES and face[0] != self.own:
            return self.gain(face, VALUE[face])
        return max(self.gain(face, at) for at in VALUES)

    # --- decisions ---

    def play(self) -> Action:
        """The play that brings most; the discard if none brings anything."""
        best, chosen = 0, None
        start = self.below(len(self.view.actions)) if self.view.actions else 0
        for action in (*self.view.actions[start:], *self.view.actions[:start]):
            value = self.value(action)
            if value > best:
                best, chosen = value, action
        return chosen or self.discard()

    def value(self, action: Action) -> int:
        do = action["do"]
        if do in USE:
            return USE[do]
        by_effect: Mapping[str, Callable[[Action], int]] = {
            "place": lambda a: self.gain(a["card"], a["at"]),
            "shovel": lambda a: OPENS,
            "bag": self._bag,
            "bridge": self._bridge,
            "pickaxe": lambda a: (self.hold(a["take"]) - self.hold(a["pay"])) * 2 // 3,
        }
        return by_effect[do](action) if do in by_effect else 0

    def _bag(self, action: Action) -> int:
        a: int = action["a"]
        b: int = action["b"]
        mine = self.mines[self.seat]
        after = self._worth(mine[a - 1], b) + self._worth(mine[b - 1], a)
        return after - self.lies[a - 1] - self.lies[b - 1]

    def _bridge(self, action: Action) -> int:
        """What it brings to the own Mine; a loss of the other's counts for a quarter."""
        who: str = action["who"]
        mine: int = action["mine"]
        theirs: int = action["theirs"]
        given, taken = self.mines[self.seat][mine - 1], self.mines[who][theirs - 1]
        other: str = self.view.state["colors"][who]
        opens = (mine in self.hidden) - (self.view.state["mines"][who][theirs - 1][1] is None)
        gain = self._worth(taken, mine) - self.lies[mine - 1] + OPENS * opens
        loss = self._worth(taken, theirs, other) - self._worth(given, theirs, other)
        return gain + loss // 4

    def discard(self) -> Action:
        """Throw away what is of no use, and the poorest of what is left above three."""
        hand = self.view.state["hands"][self.seat]
        known = [face for face in self._faces(hand) if face is not None]
        ranked = sorted(known, key=lambda face: (self.hold(face), face))
        most = max(len(hand) - HAND, 0)
        out = [f for n, f in enumerate(ranked) if n < most or self.hold(f) < KEPT]
        wanted = sorted(out)
        for action in self.view.actions:
            if action["do"] == "discard" and sorted(action["cards"]) == wanted:
                return action
        return {"do": "discard", "cards": wanted}

    def keep(self) -> Action:
        """The best of the five; the next best on top."""
        ranked = self._ranked(self.view.state["middle"])
        return {"do": "keep", "take": ranked[0], "back": ranked[1:]}

    def trade(self) -> Action:
        """Their best for the own poorest."""
        hands = self.view.state["hands"]
        theirs = self._ranked(hands[self.view.state["partner"]])
        return {"do": "trade", "take": theirs[0], "give": self._ranked(hands[self.seat])[-1]}

    def _ranked(self, cards: Any) -> list[str]:
        """Tokens, the best card first."""
        faces = dict(zip((token for token, _ in cards), self._faces(cards), strict=True))
        return sorted(faces, key=lambda token: -self.hold(faces[token]))

    def pick(self) -> Action:
        return max(self.view.actions, key=lambda action: self.hold(action["card"]))
