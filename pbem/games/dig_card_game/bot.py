"""A simple player: full sets of a Dwarf, a Pick and a Lantern, dug and mined as deep as they go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pbem.games.dig_card_game import prices, reach
from pbem.games.dig_card_game.cards import BASE, CAVE_INS, DAYS, GEMS, RANKS, TOOLS, kind
from pbem.games.dig_card_game.state import Mine, MineState, from_public
from pbem.script.contract import View
from pbem.script.requests import Action, Below

GEM = 3  # what a card of the Mine is about worth, in gold, Cave-Ins counted in
SETS = 6  # more are of little use
POOR = 5  # who has less gold sells at any price
DANGER = 2  # a Cave-In for every second card is too much


def choose(view: View, below: Below) -> Action:
    """A legal action, from the public state and the seat's own looks alone."""
    player = Player(view)
    phase = {"buy": player.buy, "dig": player.dig, "mine": player.mine, "sell": player.sell}
    return phase[view.state["phase"]]()


class Player:
    """One decision of the seat that is awaited."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.state: MineState = from_public(view.facts, view.state)
        self.own: Mine = self.state.mines[view.awaited or self.state.turn]
        self.end: Action = view.actions[-1]  # pass or done

    def of(self, do: str) -> list[Action]:
        return [action for action in self.view.actions if action["do"] == do]

    def face(self, card: str) -> str:
        """What a card is to this seat: it has seen its own hidden Tools."""
        return self.view.faces.get(card, card)

    def is_a(self, card: str, what: str) -> bool:
        """`what`: dwarf, pick or lantern."""
        found = self.face(card)
        return found[0] in "AJM" if what == "dwarf" else found[0] == what[0].upper()

    # --- buying ---

    def buy(self) -> Action:
        """A card that a further set lacks, as long as the others can be paid too."""
        lacking = self.lacking()
        tools = [tool for tool in TOOLS if tool in lacking]
        if "dwarf" in lacking and (dwarf := self.best_dwarf(tools)) is not None:
            return dwarf
        offers = {action["kind"]: action for action in self.of("buy")}
        for tool in tools:
            if tool in offers and self.price(tools) <= self.own.gold and self.state.day < DAYS:
                return offers[tool]
        return self.making_room(offers) if tools else self.end

    def making_room(self, offers: Mapping[str, Action]) -> Action:
        """Who is not poor takes a Tool of no use, so that another is turned up tomorrow."""
        for tool, action in offers.items():
            if self.own.gold - self.price([tool]) >= POOR and self.state.day < DAYS:
                return action
        return self.end

    def lacking(self) -> list[str]:
        """Of which kinds there are fewer than one more set needs."""
        count = Counter(
            "dwarf" if kind(card) in RANKS else kind(card) for card in map(self.face, self.cards())
        )
        sets = [count["dwarf"], *(count[tool] for tool in TOOLS)]
        wanted = min(sets) + 1
        if wanted > SETS:
            return []
        return [what for what in ("dwarf", *TOOLS) if count[what] < wanted]

    def cards(self) -> list[str]:
        """All pieces of this seat whose faces it knows."""
        hidden = [token for token in self.own.hidden if token in self.view.faces]
        laid = [card for there in self.own.pieces.values() for card in there]
        return [*self.own.dwarves, *self.own.tools, *hidden, *laid]

    def price(self, tools: Sequence[str]) -> int:
        return sum(prices.buy(self.state, tool) for tool in tools)

    def best_dwarf(self, tools: Sequence[str]) -> Action | None:
        """The highest rank that leaves enough for the Tools, and earns what it all costs."""
        days = DAYS + 1 - self.state.day
        for hire in reversed(self.of("hire")):
            cost = (prices.hire(self.state, hire["rank"]) or 0) + self.price(tools)
            if cost <= self.own.gold and cost < GEM * BASE[hire["rank"]] * days:
                return hire
        return None

    # --- digging ---

    def dig(self) -> Action:
        """Whenever it can be done, with the lowest rank that may, and cards from hand first."""
        digs = self.of("dig")
        return min(digs, key=self.dig_cost) if digs else self.end

    def dig_cost(self, action: Action) -> tuple[int, int]:
        names = [action[part] for part in ("dwarf", "pick", "lantern")]
        moved = sum(self.own.place_of(name) is not None for name in names)
        return reach.deepest(action["dwarf"]), moved

    # --- mining ---

    def mine(self) -> Action:
        """First every set is made complete, then the Dwarves mine, the best one first."""
        return self.placing() or self.moving() or self.mining() or self.end

    def placing(self) -> Action | None:
        """A Tool where one is short; a Dwarf where it mines most and Tools can be had."""
        places = self.of("place")
        for action in places:
            for tool in TOOLS:
                if self.is_a(action["card"], tool) and self.spare(action["level"], tool) < 0:
                    return action
        dwarves = [a for a in places if self.is_a(a["card"], "dwarf") and self.equipped(a)]
        return max(dwarves, key=lambda a: self.draws(a["card"], a["level"])) if dwarves else None

    def moving(self) -> Action | None:
        """A Tool from where one is too many to where one is short."""
        for action in self.of("move"):
            start = self.own.place_of(action["card"])
            for tool in TOOLS:
                if start is None or not self.is_a(action["card"], tool):
                    continue
                if action["card"] in self.state.mined:
                    continue
                if self.spare(action["to"], tool) < 0 < self.spare(start, tool):
                    return action
        return None

    def spare(self, level: int, tool: str) -> int:
        """Tools in a Tunnel that nobody there needs any more today; below 0: needed ones."""
        free = reach.free_tools(self.state, self.own, level)[tool]
        return len(free) - len(reach.miners(self.state, self.own, level))

    def equipped(self, action: Action) -> bool:
        """Would a Dwarf laid here have Tools, from here or from the hand, and mine?"""
        dwarf, level = action["card"], action["level"]
        if dwarf in self.state.mined or reach.deepest(dwarf) < level:
            return False
        hand = [action["card"] for action in self.of("place")]
        return all(
            self.spare(level, tool) > 0 or any(self.is_a(card, tool) for card in hand)
            for tool in TOOLS
        )

    def draws(self, dwarf: str, level: int) -> tuple[int, int]:
        """How many cards it would draw, and of two such Tunnels the one higher up."""
        return reach.allotment(dwarf, level), -level

    def mining(self) -> Action | None:
        """The most cards first, unless every second card of the Mine would be a Cave-In."""
        mines = [a for a in self.of("mine") if "pick" not in a and "lantern" not in a]
        if not mines or self.danger():
            return None
        return max(mines, key=lambda a: self.draws(a["dwarf"], self.where(a["dwarf"])))

    def where(self, dwarf: str) -> int:
        return self.own.place_of(dwarf) or 1

    def danger(self) -> bool:
        front = self.state.mine_deck[0]
        return DANGER * sum(kind(card) in CAVE_INS for card in front) >= len(front)

    # --- selling ---

    def sell(self) -> Action:
        """Gems that bring no less than they would on average later; on Day Six all of them."""
        count = Counter(map(kind, self.own.gems))
        gems = {gem: count[gem] for gem in GEMS if count[gem] and self.sells(gem)}
        return {"do": "sell", "gems": gems} if gems else self.end

    def sells(self, gem: str) -> bool:
        if self.state.day == DAYS or self.own.gold < POOR:
            return True
        later: list[Mapping[str, int]] = [
            card["gems"]
            for card in self.state.facts.deck["provisions"]
            if card["id"] in self.state.provisions
        ]
        return prices.gem(self.state, gem) * len(later) >= sum(card[gem] for card in later)
