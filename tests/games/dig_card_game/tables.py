"""Positions for the tests of DIG: the Card Game, written by hand, and short names for actions.

    table = at(who("A1 P1 L1", "", "xx", hand="J1 P2 R1", hidden="L9", gold=4), phase="mine")
    play(table, "Ann", mine("A1"), draw="R2")

Levels stand in order: the pieces of a Tunnel in play ("" for an empty one), "xx" for a collapsed
one, None for one in hand; Levels not given are in hand. Behind a star stand today's marks: `J1*dm`
has dug and mined, `P1*s` has stepped. `hidden` are Tools dealt face down, by face. Cards not
named lie in their decks. The dealer hands out the cards named, in that order, and checks that
each can come; `draw="R2 *"` leaves what comes after R2 to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pbem.games.dig_card_game import GAME
from pbem.games.dig_card_game.cards import DAYS, GEMS, RANKS, TOOLS, dwarves, tools
from pbem.games.dig_card_game.cards import mine as mine_cards
from pbem.script.contract import Facts
from pbem.script.requests import Action, Draw
from tests.games import named
from tests.games.dig_card_game.layout import Layout, told
from tests.games.dig_card_game.layout import Who as Who
from tests.games.dig_card_game.layout import bare as bare
from tests.games.dig_card_game.layout import who as who
from tests.games.driver import Table

ALL_SEATS = ("Ann", "Bob", "Cy", "Dee")

# --- actions ---

PASS: Action = {"do": "pass"}
DONE: Action = {"do": "done"}
RESIGN: Action = {"do": "resign"}


def hire(rank: str) -> Action:
    return {"do": "hire", "rank": rank}


def buy(kind: str) -> Action:
    return {"do": "buy", "kind": kind}


def dig(level: int, pieces: str) -> Action:
    """`dig(2, "J1 P1 L4")`: Dwarf, Pick and Lantern, by id or token."""
    dwarf, pick, lantern = pieces.split()
    return {"do": "dig", "level": level, "dwarf": dwarf, "pick": pick, "lantern": lantern}


def place(card: str, level: int) -> Action:
    return {"do": "place", "card": card, "level": level}


def move(card: str, to: int) -> Action:
    return {"do": "move", "card": card, "to": to}


def mine(dwarf: str, pick: str = "", lantern: str = "") -> Action:
    with_tools = {"pick": pick, "lantern": lantern}
    return {"do": "mine", "dwarf": dwarf, **{k: v for k, v in with_tools.items() if v}}


def sell(goods: str = "", cards: str = "") -> Action:
    """`sell("ruby 2 pick", cards="t3")`: gems and Tools by kind, cards by name."""
    found = counts(goods)
    gems = {kind: n for kind, n in found.items() if kind in GEMS}
    kinds = {kind: n for kind, n in found.items() if kind not in GEMS}
    parts = {"gems": gems, "tools": kinds, "cards": cards.split()}
    return {"do": "sell", **{name: part for name, part in parts.items() if part}}


def counts(text: str) -> dict[str, int]:
    """`ruby 3 pick` is three Rubies and one Pick."""
    found: dict[str, int] = {}
    last = ""
    for word in text.split():
        if word.isdigit():
            found[last] = int(word)
        else:
            last = word
            found[word] = 1
    return found


# --- positions ---


def at(
    *players: Who,
    seats: int = 3,
    phase: str = "buy",
    day: int = 2,
    turn: str = "Ann",
    first: str = "Ann",
    prices: str | None = "PV1",
    supply: str = "",
    dwarf_deck: str | None = None,
    tool_top: str = "",
    tool_deck: str | None = None,
    mine_deck: str | None = None,
    under_tools: str = "",
    under_mine: str = "",
    sold: str = "",
    exhausted: str = "",
    gone: str = "",
    rest: str | None = None,
    options: Mapping[str, Any] | None = None,
    deck: Mapping[str, Any] | None = None,
    fields: Mapping[str, Any] | None = None,
    settle: bool = True,
) -> Table:
    """A table at a turn of `turn`. Ann, Bob, Cy, Dee in this order, clockwise; who is not given
    has ten gold and nothing else. With `prices` None the Day is about to start.

    dwarf_deck, tool_deck, mine_deck: exactly these cards, batches with `|` between them; what is
    then nowhere is in the hand of `rest` (by default the last seat), Cave-Ins among the
    exhausted. under_tools, under_mine: batches below the first, which has all the rest. tool_top:
    the top of the face-down Tools, where the start Tools are hidden. They are hidden where
    somebody has hidden ones, or by `options`; otherwise they were dealt face up.
    """
    there = [*players, *(who() for _ in range(seats - len(players)))]
    names = ALL_SEATS[: len(there)]
    given = dict(options or {})
    given.setdefault("start_tools", "hidden" if any(p.hidden for p in there) else "open")
    layout = Layout(dict(zip(names, there, strict=True)), dict(deck or GAME.deck()))
    layout.hidden = given["start_tools"] == "hidden"
    layout.rest = rest or names[-1]
    piles = {"supply": supply, "sold": sold, "exhausted": exhausted, "gone": gone}
    layout.lay(piles)
    layout.lay_decks(dwarf_deck, tool_deck, mine_deck, under_tools, under_mine)
    layout.hide(tool_top.split())
    public = layout.public() | {
        "day": day,
        "phase": phase,
        "turn": turn,
        "first": first,
        "prices": prices,
        "provisions": _unused(layout.deck, day, prices),
        **(fields or {}),
    }
    return Position(names, given, layout, public, settle)


SPARE = who(hand="M4 P14 L14")
"""Bob has something to dig with, so that the phase does not end behind Ann."""


def digging(ann: Who, **more: Any) -> Table:
    """Ann's Dig turn, then Bob's."""
    return at(ann, SPARE, phase="dig", supply="P13", **more)


def mining(*levels: str | None, hand: str = "", **more: Any) -> Table:
    """Ann's Mine turn; Tools for sale keep the Sell Phase waiting for her."""
    return at(who(*levels, hand=hand), phase="mine", supply="P14 L14", **more)


def selling(hand: str = "", *levels: str | None, gold: int = 10, **more: Any) -> Table:
    """Ann's Sell turn."""
    return at(who(*levels, hand=hand, gold=gold), phase="sell", **more)


def _unused(deck: Mapping[str, Any], day: int, prices: str | None) -> list[str]:
    """On Day n, n cards have been used, today's among them; of the others the last ones."""
    assert 1 <= day <= DAYS
    others = [p["id"] for p in deck["provisions"] if p["id"] != prices]
    return others[: len(others) + (0 if prices is None else 1) - day]


class Dealer(named.Dealer):
    def check(self, ask: Draw) -> None:
        assert len(set(ask.items)) == len(ask.items), "a card twice in a deck"


class Position(Table):
    """A table whose draws are named by the test."""

    def __init__(
        self,
        seats: tuple[str, ...],
        options: Mapping[str, Any],
        layout: Layout,
        public: Mapping[str, Any],
        settle: bool,
    ) -> None:
        self.layout, self.dealer = layout, Dealer()
        super().__init__(
            GAME, seats, options=options, deck=layout.deck, position=public, settle=False, seed=0
        )
        self.settle = settle

    def _set_up(self, position: Mapping[str, Any] | None) -> None:
        assert position is not None
        self.hidden.faces = dict(self.layout.faces)
        self.hidden.known = {seat: dict(seen) for seat, seen in self.layout.known.items()}
        self.state = GAME.restore(self.facts, position)
        self.chance = self.dealer


def play(table: Table, seat: str, *actions: Action, draw: str = "") -> Table:
    """Play the actions; exactly the cards of `draw` are drawn, in this order."""
    return named.play(table, seat, *actions, draw=draw, after=conserved)


def every_card(facts: Facts) -> list[str]:
    stay, out = mine_cards(facts.deck, len(facts.seats))
    return sorted([*dwarves(facts.deck), *tools(facts.deck), *stay, *out])


def conserved(table: Table) -> None:
    """Each card of the deck file is in exactly one place."""
    state, face = table.public(), table.hidden.faces
    cards = [face[t] for t in state["tool_tokens"]]
    for name in ("dwarves", "tools", "dwarf_deck", "sold", "exhausted", "gone"):
        cards += state[name]
    for batches in (state["tool_deck"], state["mine_deck"]):
        assert all(batches), "an empty batch"
        cards += [c for batch in batches for c in batch]
    for own in state["mines"].values():
        cards += [*own["dwarves"], *own["tools"], *own["gems"], *(face[t] for t in own["hidden"])]
        cards += [c for there in own["pieces"].values() for c in there]
        assert own["gold"] >= 0, "a debt"
    assert sorted(cards) == every_card(table.facts), Counter(cards)


def priced(card: str = "PV1", /, strike: str = "", **prices: Any) -> dict[str, Any]:
    """The built-in deck with one Provision card changed: `priced(pick=(3, 1), ruby=0)`; a pair
    is the price of a Tool bought and sold back."""
    deck = GAME.deck()
    entry = next(p for p in deck["provisions"] if p["id"] == card)
    if strike:
        entry["strike"] = strike.split()
    for kind, price in prices.items():
        if kind in TOOLS:
            bought, back = price if isinstance(price, tuple) else (price, price)
            entry[kind] = {"buy": bought, "sell": back}
        else:
            entry["hire" if kind in RANKS else "gems"][kind] = price
    return deck


# --- what lies where ---


def phase(table: Table) -> str:
    """`2 dig`."""
    state = table.public()
    return f"{state['day']} {state['phase']}"


def own(table: Table, seat: str = "Ann") -> dict[str, Any]:
    found: dict[str, Any] = table.public()["mines"][seat]
    return found


def gold(table: Table, seat: str = "Ann") -> int:
    count: int = own(table, seat)["gold"]
    return count


def hand(table: Table, seat: str = "Ann") -> str:
    """Dwarves and public Tools in hand."""
    there = own(table, seat)
    return told([*there["dwarves"], *there["tools"]])


def gems(table: Table, seat: str = "Ann") -> str:
    return told(own(table, seat)["gems"])


def hidden(table: Table, seat: str = "Ann") -> str:
    """The faces of Tools not shown yet."""
    return told(table.hidden.faces[t] for t in own(table, seat)["hidden"])


def token(table: Table, face: str) -> str:
    """The name of a hidden Tool."""
    return next(t for t, there in table.hidden.faces.items() if there == face)


def level(table: Table, number: int, seat: str = "Ann") -> str | None:
    """The pieces of a Tunnel in play, without marks; otherwise as in `who`."""
    there = own(table, seat)
    word = there["levels"][str(number)]
    if word == "open":
        return told(there["pieces"].get(str(number), []))
    return "xx" if word == "gone" else None


def marks(table: Table, piece: str) -> str:
    """As behind the star: d, m, s."""
    state = table.public()
    names = (("d", "dug"), ("m", "mined"), ("s", "moved"))
    return "".join(letter for letter, name in names if piece in state[name])


def supply(table: Table) -> str:
    state = table.public()
    return told([*state["dwarves"], *state["tools"]])


def pile(table: Table, name: str) -> str:
    """sold, exhausted, gone, dwarf_deck."""
    return told(table.public()[name])


def tool_deck(table: Table) -> list[str]:
    """Batches, the face-down Tools first."""
    state = table.public()
    down = [told(table.hidden.faces[t] for t in state["tool_tokens"])]
    return [*(down if down[0] else []), *(told(batch) for batch in state["tool_deck"])]


def mine_deck(table: Table) -> list[str]:
    return [told(batch) for batch in table.public()["mine_deck"]]
