"""Positions for the tests of DIG, written by hand, and short names for the actions.

    table = at(who("gold@ iron*", None, "iron@", hand="iron 3 ruby shield"), who(gems=4))
    play(table, "Ann", dig("in"), draw="rune ghost")

Galleries stand in slot order, None is a free slot: `gold@` carries a Recruit, `iron*` a Gem,
`ruby@**` a Recruit and two Gems. Hands, Hills and piles are names with numbers behind. The
dealer hands out the cards named, in that order, and checks that each is still in the Hill.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.games.dig_2017 import GAME
from pbem.games.dig_2017.cards import HILL, STONES
from pbem.script.requests import Action, Draw
from tests.games import named
from tests.games.driver import Table, of_kind

ALL_SEATS = ("Ann", "Bob", "Cy", "Dee")
COMPANIONS = (
    "shepherd",
    "scout",
    "elf",
    "hunter",
    "knight",
    "pirate",
    "wizard",
    "paladin",
    "shadowman",
    "queen",
    "superbacker",
    "ninja_cat",
    "superbacker_2",
)

# --- actions ---

COLLECT: Action = {"do": "collect"}
START: Action = {"do": "start"}
LEAVE: Action = {"do": "leave"}
PLACE: Action = {"do": "place"}
KEEP: Action = {"do": "keep"}
DROP: Action = {"do": "drop"}
ACCEPT: Action = {"do": "accept"}
SHIELD: Action = {"do": "shield"}
ANCHOR: Action = {"do": "anchor"}
STOP: Action = {"do": "stop"}
END: Action = {"do": "end"}
RESIGN: Action = {"do": "resign"}


def dig(where: str = "beside") -> Action:
    return {"do": "dig", "where": where}


def close(slot: int) -> Action:
    return {"do": "close", "gallery": slot}


def use(card: str, place: int | str) -> Action:
    """Compass, Pickaxe, Parchment: at a slot, beside or all."""
    return {"do": "use", "card": card, "at": place}


def on(card: str, seat: str, slot: int) -> Action:
    """Bomb, Potion."""
    return {"do": "use", "card": card, "seat": seat, "gallery": slot}


BAG: Action = {"do": "use", "card": "bag"}


def bomb(seat: str, slot: int) -> Action:
    return on("bomb", seat, slot)


def potion(seat: str, slot: int) -> Action:
    return on("potion", seat, slot)


def scepter(seat: str, slot: int) -> Action:
    return {"do": "scepter", "seat": seat, "gallery": slot}


def pick(index: int) -> Action:
    return {"do": "pick", "card": index}


def tavern(*hires: Mapping[str, Any]) -> Action:
    return {"do": "tavern", "hires": list(hires)}


def recruits(number: int, pay: str = "", chest: bool = False) -> dict[str, Any]:
    """A hire of Recruits: `recruits(2, "ruby 2 gold")`."""
    return {"recruits": number, "pay": _pay(pay, "crystals" if chest else None)}


def companion(name: str, pay: str = "", chest: str = "") -> dict[str, Any]:
    """A hire of a Companion; `chest` are the stones that the Chest stands for."""
    return {"companion": name, "pay": _pay(pay, chest.split() or None)}


BY_BAG: dict[str, Any] = {"recruits": 1, "bag": True}


def _pay(stones: str, chest: Any) -> dict[str, Any]:
    return counts(stones) | ({} if chest is None else {"chest": chest})


# --- positions ---


def counts(text: str) -> dict[str, int]:
    """`iron 3 gold` is three Irons and one Gold."""
    found: Counter[str] = Counter()
    last = ""
    for word in text.split():
        if word.isdigit():
            found[last] += int(word) - 1
        else:
            last = word
            found[word] += 1
    return dict(found)


@dataclass
class Who:
    """What one seat has; see `who`."""

    galleries: tuple[str | None, ...]
    hand: str
    gems: int
    runes: int
    reserve: int
    eaten: int
    companions: list[str]

    def rows(self) -> dict[str, list[list[Any]]]:
        return {
            str(slot): [_laid(word) for word in row.split()]
            for slot, row in enumerate(self.galleries, 1)
            if row is not None
        }

    def form(self) -> dict[str, Any]:
        held = counts(self.hand)
        return {
            "gems": self.gems,
            "runes": self.runes,
            "reserve": self.reserve,
            "eaten": self.eaten,
            "stones": {stone: held.get(stone, 0) for stone in STONES},
            "equipment": [card for card in held if card not in STONES],
            "companions": self.companions,
            "galleries": self.rows(),
        }

    def laid(self) -> list[list[Any]]:
        return [laid for row in self.rows().values() for laid in row]

    def cards(self) -> Counter[str]:
        return Counter(counts(self.hand)) + Counter(c for c, _, _ in self.laid()) + self._runes()

    def _runes(self) -> Counter[str]:
        return Counter({"rune": self.runes})

    def all_gems(self) -> int:
        laid: int = sum(gems for _, gems, _ in self.laid())
        return self.gems + laid

    def at_tavern(self) -> int:
        left: int = 4 - self.reserve - self.eaten - sum(recruit for _, _, recruit in self.laid())
        assert left >= 0, "more than four Recruits"
        return left


def who(
    *galleries: str | None,
    hand: str = "",
    gems: int = 0,
    runes: int = 0,
    reserve: int = 0,
    eaten: int = 0,
    companions: str = "",
) -> Who:
    return Who(galleries, hand, gems, runes, reserve, eaten, companions.split())


def _laid(word: str) -> list[Any]:
    return [word.rstrip("*").rstrip("@"), word.count("*"), "@" in word]


def at(
    *players: Who,
    seats: int = 2,
    turn: str = "Ann",
    hill: str | None = None,
    discard: str | None = None,
    offer: str = "",
    options: Mapping[str, Any] | None = None,
    deck: Mapping[str, Any] | None = None,
    fields: Mapping[str, Any] | None = None,
    settle: bool = True,
) -> Table:
    """A table at the start of `turn`'s turn. Ann, Bob, Cy, Dee in this order; who is not given
    has nothing, and all Recruits at the Tavern.

    Cards not named lie in the Hill, or with `hill` in the discard; with both given the deck
    has no others. offer: Companions on offer first; hired ones leave gaps behind them. Decisions
    with one option are played at once, or with `settle` False left to the test.
    """
    there = [*players, *(who() for _ in range(seats - len(players)))]
    names = ALL_SEATS[: len(there)]
    deck = dict(deck or GAME.deck())
    named = sum((player.cards() for player in there), Counter[str]())
    given = [Counter(counts(pile)) for pile in (hill, discard) if pile is not None]
    if len(given) == 2:
        total = named + given[0] + given[1]
        deck |= {"hill": dict(total), "hill_total": total.total()}
    left = Counter(deck["hill"])
    left.subtract(named)
    for pile in given:
        left.subtract(pile)
    assert min(left.values()) >= 0, f"more than there are: {left}"
    position = {
        "turn": turn,
        "round": 9,
        "hill": _pile(left if hill is None else Counter(counts(hill))),
        "discard": _pile(
            left if hill is not None and discard is None else Counter(counts(discard or ""))
        ),
        "supply": deck["gems"] - sum(player.all_gems() for player in there),
        "offer": _offer(offer.split(), [c for player in there for c in player.companions]),
        "recruits": {name: p.at_tavern() for name, p in zip(names, there, strict=True)},
        "players": {name: p.form() for name, p in zip(names, there, strict=True)},
        **(fields or {}),
    }
    return Position(names, {"first": "Ann", **(options or {})}, deck, position, settle)


def _pile(cards: Mapping[str, int]) -> dict[str, int]:
    return {card: cards.get(card, 0) for card in HILL}


def _offer(wanted: list[str], hired: list[str]) -> list[str | None]:
    spare = [name for name in COMPANIONS if name not in (*wanted, *hired)]
    offer: list[str | None] = [*wanted, *(None for _ in hired)]
    return offer + list(spare[: 6 - len(offer)])


class Dealer(named.Dealer):
    def check(self, ask: Draw) -> None:
        assert list(ask.items) == sorted(ask.items, key=HILL.index), "not in the order of HILL"


class Position(Table):
    """A table whose draws are named by the test."""

    def __init__(
        self,
        seats: tuple[str, ...],
        options: Mapping[str, Any],
        deck: Mapping[str, Any],
        position: Mapping[str, Any],
        settle: bool,
    ) -> None:
        self.dealer = Dealer()
        super().__init__(
            GAME, seats, options=options, deck=deck, position=position, settle=settle, seed=0
        )

    def _set_up(self, position: Mapping[str, Any] | None) -> None:
        super()._set_up(position)
        self.chance = self.dealer


def play(table: Table, seat: str, *actions: Action, draw: str = "") -> Table:
    """Play the actions; exactly the cards of `draw` are drawn, in this order."""
    return named.play(table, seat, *actions, draw=draw, after=conserved)


def conserved(table: Table) -> None:
    """No card, Gem or Recruit comes or goes, in the middle of an effect either."""
    state, deck = table.public(), table.facts.deck
    cards = Counter(state["hill"]) + Counter(state["discard"])
    cards += Counter([*state["using"], *state["up"], *state["aside"]])
    gems = state["supply"]
    for seat, p in state["players"].items():
        rows = [laid for row in p["galleries"].values() for laid in row]
        cards += Counter(p["stones"]) + Counter(p["equipment"]) + Counter(c for c, _, _ in rows)
        cards += Counter({"rune": p["runes"]})
        gems += p["gems"] + sum(n for _, n, _ in rows)
        placed = sum(recruit for _, _, recruit in rows)
        assert p["reserve"] + p["eaten"] + placed + state["recruits"][seat] == 4, seat
    assert cards == Counter({c: n for c, n in deck["hill"].items() if n}), "cards lost"
    assert gems == deck["gems"], "Gems lost"


# --- what lies where ---


def step(table: Table) -> str:
    word: str = table.public()["step"]
    return word


def player(table: Table, seat: str = "Ann") -> dict[str, Any]:
    found: dict[str, Any] = table.public()["players"][seat]
    return found


def gallery(table: Table, slot: int, seat: str = "Ann") -> str | None:
    """As in `who`; None where there is no Gallery."""
    row = player(table, seat)["galleries"].get(str(slot))
    if row is None:
        return None
    return " ".join(card + "@" * recruit + "*" * gems for card, gems, recruit in row)


def told(cards: Mapping[str, int]) -> str:
    """Names with numbers, in the order of HILL."""
    words = [f"{c} {n}" if n > 1 else c for c in HILL if (n := cards.get(c, 0))]
    return " ".join(words)


def hand(table: Table, seat: str = "Ann") -> str:
    """Stones, then Equipment, in the order of HILL."""
    p = player(table, seat)
    return told({**p["stones"], **dict.fromkeys(p["equipment"], 1)})


def gems(table: Table, seat: str = "Ann") -> int:
    """Gems alone, without the Runes kept."""
    count: int = player(table, seat)["gems"]
    return count


def runes(table: Table, seat: str = "Ann") -> int:
    count: int = player(table, seat)["runes"]
    return count


def reserve(table: Table, seat: str = "Ann") -> int:
    count: int = player(table, seat)["reserve"]
    return count


def at_tavern(table: Table, seat: str = "Ann") -> int:
    count: int = table.public()["recruits"][seat]
    return count


def supply(table: Table) -> int:
    count: int = table.public()["supply"]
    return count


def hill(table: Table) -> str:
    return told(table.public()["hill"])


def pile(table: Table) -> str:
    """The discard."""
    return told(table.public()["discard"])


def uses(table: Table, card: str) -> list[Action]:
    return [a for a in of_kind(table, "use") if a["card"] == card]
