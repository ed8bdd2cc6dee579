"""Where each card of a position lies: what `at` of tables.py makes a public state from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.games.dig_card_game.cards import dwarves, tools
from pbem.games.dig_card_game.cards import mine as mine_cards

ORDER = "AJMPLRESDCX"  # Dwarves, Tools, gems, Cave-Ins


def key(card: str) -> tuple[int, int]:
    return ORDER.index(card[0]), int(card[1:])


def told(cards: Iterable[str]) -> str:
    """Cards in one string: Dwarves, Tools, gems, Cave-Ins, each by number."""
    return " ".join(sorted(cards, key=key))


def bare(text: str) -> list[str]:
    return [word.split("*")[0] for word in text.split()]


class Who:
    """What one seat has; see `who`."""

    def __init__(self, levels: tuple[str | None, ...], hand: str, hidden: str, gold: int) -> None:
        self.levels = [*levels, *(None for _ in range(5 - len(levels)))]
        self.hand, self.hidden, self.gold = hand, hidden.split(), gold

    def in_play(self) -> dict[int, str]:
        levels = enumerate(self.levels, 1)
        return {n: text for n, text in levels if text is not None and text != "xx"}

    def words(self) -> list[str]:
        """Hand and pieces, with their marks."""
        return [w for text in (self.hand, *self.in_play().values()) for w in text.split()]

    def cards(self) -> list[str]:
        return [*bare(" ".join(self.words())), *self.hidden]

    def marked(self, letter: str) -> list[str]:
        return [w.split("*")[0] for w in self.words() if letter in w.partition("*")[2]]

    def form(self, tokens: list[str], extra: list[str]) -> dict[str, Any]:
        hand = [*bare(self.hand), *extra]
        words = {None: "undug", "xx": "gone"}
        return {
            "gold": self.gold,
            "dwarves": [c for c in hand if c[0] in "AJM"],
            "tools": [c for c in hand if c[0] in "PL"],
            "hidden": tokens,
            "gems": [c for c in hand if c[0] in "RESD"],
            "levels": {str(n): words.get(text, "open") for n, text in enumerate(self.levels, 1)},
            "pieces": {str(n): bare(text) for n, text in self.in_play().items()},
        }


def who(*levels: str | None, hand: str = "", hidden: str = "", gold: int = 10) -> Who:
    return Who(levels, hand, hidden, gold)


class Layout:
    """Where each card lies."""

    def __init__(self, players: dict[str, Who], deck: dict[str, Any]) -> None:
        self.players, self.deck = players, deck
        self.hidden, self.rest = False, ""
        self.piles: dict[str, list[str]] = {}
        self.extra: list[str] = []
        self.faces: dict[str, str] = {}
        self.known: dict[str, dict[str, str]] = {seat: {} for seat in players}
        self.tokens: list[str] = []

    def lay(self, piles: Mapping[str, str]) -> None:
        self.piles = {name: text.split() for name, text in piles.items()}
        self.mine, out = mine_cards(self.deck, len(self.players))
        self.piles["gone"] = [*out, *self.piles["gone"]]

    def _left(self, cards: list[str], *laid: list[str]) -> list[str]:
        """Those of `cards` that lie nowhere yet."""
        used = [c for player in self.players.values() for c in player.cards()]
        used += [c for pile in (*self.piles.values(), *laid) for c in pile]
        assert len(used) == len(set(used)), f"a card twice: {sorted(used)}"
        return [card for card in cards if card not in used]

    def lay_decks(
        self,
        dwarf_deck: str | None,
        tool_deck: str | None,
        mine_deck: str | None,
        under_tools: str,
        under_mine: str,
    ) -> None:
        self.dwarf_batches = self._batches(dwarves(self.deck), dwarf_deck, "")
        self.tool_batches = self._batches(tools(self.deck), tool_deck, under_tools)
        self.mine_batches = self._batches(self.mine, mine_deck, under_mine)
        self.piles["exhausted"] += [c for c in self.extra if c[0] in "CX"]
        self.extra = [c for c in self.extra if c[0] not in "CX"]

    def _batches(self, cards: list[str], exact: str | None, under: str) -> list[list[str]]:
        below = _split(under)
        if exact is None:
            batches = [self._left(cards, *below), *below]
        else:
            assert not under, "an exact deck has its batches in itself"
            batches = _split(exact)
            self.extra += self._left(cards, *batches)
        return [batch for batch in batches if batch]

    def hide(self, top: list[str]) -> None:
        """Tokens in hands first, then those of the deck, the top first (DC-R4, DC-R5)."""
        tokens: dict[str, list[str]] = {}
        for seat, player in self.players.items():
            tokens[seat] = self._name(player.hidden)
            self.known[seat] = {t: self.faces[t] for t in tokens[seat]}
        self.hands = tokens
        if self.hidden and self.tool_batches:
            first, *self.tool_batches = self.tool_batches
            assert set(top) <= set(first), f"{top} not in the deck {first}"
            self.tokens = self._name([*top, *(c for c in first if c not in top)])
        else:
            assert not top, "no Tools lie face down"

    def _name(self, faces: list[str]) -> list[str]:
        tokens = [f"t{len(self.faces) + n}" for n in range(1, len(faces) + 1)]
        self.faces.update(zip(tokens, faces, strict=True))
        return tokens

    def public(self) -> dict[str, Any]:
        up = self.piles["supply"]
        marks = {
            name: [c for player in self.players.values() for c in player.marked(letter)]
            for name, letter in (("moved", "s"), ("dug", "d"), ("mined", "m"))
        }
        mines = {
            seat: player.form(self.hands[seat], self.extra if seat == self.rest else [])
            for seat, player in self.players.items()
        }
        return {
            "out": [],
            "passed": [],
            "dwarves": [c for c in up if c[0] in "AJM"],
            "tools": [c for c in up if c[0] in "PL"],
            "dwarf_deck": [c for batch in self.dwarf_batches for c in batch],
            "tool_tokens": self.tokens,
            "tool_deck": self.tool_batches,
            "mine_deck": self.mine_batches,
            "sold": self.piles["sold"],
            "exhausted": self.piles["exhausted"],
            "gone": self.piles["gone"],
            "mines": mines,
            **marks,
            "night_sold": [],
            "night_bought": [],
            "made": len(tools(self.deck)) if self.hidden else 0,
            "resigned": [],
            "over": False,
        }


def _split(text: str) -> list[list[str]]:
    return [batch.split() for batch in text.split("|") if batch.strip()]
