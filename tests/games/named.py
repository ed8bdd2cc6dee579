"""Tables whose draws are named by the test, in the order in which they come.

    play(table, "Ann", dig("in"), draw="rune ghost")

`draw="R2 *"` leaves what comes after R2 to the dealer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from pbem.script.requests import Action, Draw
from tests.games.driver import Chance, Table


class Dealer(Chance):
    """Hands out the cards named, and checks that each can come; `drawn` has one list for each
    request. A game says in `check` what holds of its draws."""

    def __init__(self) -> None:
        super().__init__((), None)
        self.cards: list[str] = []
        self.drawn: list[list[str]] = []

    def check(self, ask: Draw) -> None:
        raise NotImplementedError

    def answer(self, ask: Draw) -> list[Any]:
        assert ask.word == "draw"
        self.check(ask)
        if self.cards[:1] == ["*"]:
            got = list(ask.items)[: ask.number]
        else:
            assert len(self.cards) >= ask.number, f"{self.cards} named, {ask.number} drawn: {ask}"
            got, self.cards = self.cards[: ask.number], self.cards[ask.number :]
        assert Counter(got) <= Counter(ask.items), f"{got} cannot come from {ask.items}"
        self.drawn.append(got)
        return got


def play(
    table: Table, seat: str, *actions: Action, draw: str, after: Callable[[Table], None]
) -> Table:
    """Play the actions, with a check after each; exactly the cards of `draw` are drawn."""
    assert isinstance(table.chance, Dealer)
    table.chance.cards += draw.split()
    for action in actions:
        table.act(seat, action)
        after(table)
    assert table.chance.cards in ([], ["*"]), f"not drawn: {table.chance.cards}"
    table.chance.cards.clear()
    return table


def drawn(table: Table) -> list[str]:
    """The cards of each request so far, in one string each."""
    assert isinstance(table.chance, Dealer)
    return [" ".join(cards) for cards in table.chance.drawn]
