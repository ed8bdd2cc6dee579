"""A simple player: Recruits first, dig where they work, close before it is too late.

Values are tenths of a Gem.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.games.dig_2017.cards import ENEMIES, STONES
from pbem.games.dig_2017.companions import wards
from pbem.games.dig_2017.state import DigState, Gallery, Player, from_public
from pbem.games.dig_2017.tavern import Hire, hires, purse
from pbem.script.contract import View
from pbem.script.requests import Action, Below

GEM = 10
EGG, RECRUIT, STONE_LAID = 8, 6, 3
PROGRESS = 2  # what a dig in the Galleries is worth to each of them
HARM = {"skeleton": 12, "thief": 15, "ghost": 6, "spider": 8, "snake": 8, "orc": 12}
EQUIPMENT = 5


def choose(view: View, below: Below) -> Action:
    """A legal action, from the public state alone."""
    player = Bot(view, below)
    return {
        "turn": player.turn,
        "stone": player.start_or_collect,
        "add": player.place_or_leave,
        "equipment": player.equipment,
        "enemy": player.answer,
        "repelled": player.answer,
        "collapse": player.collapse,
        "compass": player.pick,
        "parchment": player.pick,
        "after": player.after,
    }[view.state["step"]]()


def worth(gallery: Gallery) -> int:
    """What closing it would bring."""
    runes = sum(laid.card == "rune" for laid in gallery.cards)
    eggs = sum(laid.card == "egg" for laid in gallery.cards)
    return GEM * (gallery.gems() + runes) + EGG * eggs


def is_done(gallery: Gallery) -> bool:
    """No Gem will come from it any more, but a Recruit, stones or Runes are there to be had."""
    dead = gallery.holds("snake") or not gallery.recruits()
    return dead and (worth(gallery) > 0 or gallery.recruits() > 0 or len(gallery.cards) > 2)


class Bot:
    """One decision of the seat that is awaited."""

    def __init__(self, view: View, below: Below) -> None:
        self.view, self.below = view, below
        self.state: DigState = from_public(view.facts, view.state)
        self.seat: str = view.awaited or self.state.turn
        self.own: Player = self.state.players[self.seat]

    def kind(self, do: str) -> list[Action]:
        return [action for action in self.view.actions if action["do"] == do]

    def gallery(self, action: Action) -> Gallery:
        return self.state.players[action["seat"]].galleries[action["gallery"]]

    # --- the turn ---

    def turn(self) -> Action:
        return self.closing() or self.visit() or self.using() or self.digging()

    def closing(self) -> Action | None:
        """The best Gallery, if it wins, if this is the last turn, or if a Collapse would cost
        more than going on brings."""
        closes = self.kind("close")
        if not closes:
            return None
        best = max(closes, key=lambda action: worth(self.own.galleries[action["gallery"]]))
        value = worth(self.own.galleries[best["gallery"]])
        goal: int = self.state.facts.options["goal"]
        enough = value + GEM * self.own.gathered() >= GEM * goal
        risk = self.share("collapse") if "anchor" not in self.own.equipment else 0
        if value and (enough or self.state.trigger or value * risk > 100 * PROGRESS):
            return best
        done = [action for action in closes if is_done(self.own.galleries[action["gallery"]])]
        return done[0] if done and not self.state.trigger else None

    def share(self, card: str) -> int:
        """How many of a hundred cards of the Hill are this one."""
        left = self.state.hill if any(self.state.hill.values()) else self.state.discard
        return 100 * left[card] // max(1, sum(left.values()))

    def visit(self) -> Action | None:
        """A second Recruit, then Companions. A Bag costs no visit: it is used in a Dig turn."""
        if not self.view.forms or self.state.trigger:
            return None
        things = list(hires(purse(self.state, self.seat)))
        recruits = [ways for ways in things if ways[0].get("pay") and "recruits" in ways[0]]
        placed = sum(gallery.recruits() for gallery in self.own.galleries.values())
        few = self.own.reserve + placed < 2
        wanted = [ways for ways in things if self.wants(ways[0])]
        things = (recruits if few else []) or wanted
        return {"do": "tavern", "hires": [self.cheapest(things[-1])]} if things else None

    def wants(self, hire: Hire) -> bool:
        """Is this a Companion that the seat has no other of the same power of?"""
        if "companion" not in hire:
            return False
        power = {card["id"]: card["power"] for card in self.state.facts.deck["companions"]}
        return power[hire["companion"]] not in [power[name] for name in self.own.companions]

    def cheapest(self, ways: Sequence[Hire]) -> Hire:
        """Least Crystals first; a Chest counts as five."""

        def price(hire: Hire) -> int:
            pay = hire["pay"]
            stones: list[int] = [self.crystals(stone) * pay.get(stone, 0) for stone in STONES]
            return sum(stones) + 5 * ("chest" in pay)

        return min(ways, key=price)

    def digging(self) -> Action:
        """Where Recruits are at work, but first a place is found for one in reserve."""
        digs = self.kind("dig")
        at_work = any(g.recruits() or worth(g) for g in self.own.galleries.values())
        idle = self.own.reserve and len(self.own.galleries) < 3
        inside = at_work and not idle
        if digs:
            return digs[0] if inside else digs[-1]
        actions = self.view.actions
        return actions[0] if actions else self.view.forms[0].pick(self.below)

    def after(self) -> Action:
        return self.using() or self.kind("end")[0]

    # --- Equipment ---

    def using(self) -> Action | None:
        """The use that is worth most, if any is worth something."""
        uses = self.kind("use")
        if not uses:
            return None
        best = max(uses, key=self.use_worth)
        return best if self.use_worth(best) > 0 else None

    def use_worth(self, action: Action) -> int:
        card = action["card"]
        if card == "bag":
            return GEM
        if card == "potion":
            last = self.gallery(action).cards[-1]
            return GEM * (last.gems + (last.card == "rune")) + self.crystals(last.card) // 2 - 2
        if card == "bomb":
            return worth(self.gallery(action)) // 2 + RECRUIT * self.gallery(action).recruits() - 5
        return self.draw_worth(action["at"], card)

    def draw_worth(self, at: int | str, card: str) -> int:
        """A Compass or Parchment is for a Gallery that works, a Pickaxe for one with little."""
        if at == "beside":
            return 1 if self.own.reserve or not self.own.galleries else 0
        places = list(self.own.galleries.values()) if at == "all" else [self.own.galleries[int(at)]]
        value = sum(g.recruits() * RECRUIT for g in places)
        return value - (sum(map(worth, places)) if card == "pickaxe" else 0)

    def equipment(self) -> Action:
        """Use what is worth it at once, or what else would be discarded; keep the rest."""
        best = self.using()
        if best is not None and (self.kind("drop") or best["card"] in ("bag", "potion")):
            return best
        return (self.kind("keep") or self.kind("drop") or self.kind("use"))[0]

    # --- cards ---

    def start_or_collect(self) -> Action:
        return (self.kind("start") or self.kind("collect"))[0]

    def place_or_leave(self) -> Action:
        return (self.kind("place") or self.kind("leave"))[0]

    def answer(self) -> Action:
        """The Scepter onto what others would miss most, else the Shield where it saves much."""
        scepters = [action for action in self.kind("scepter") if action["seat"] != self.seat]
        if scepters:
            return max(scepters, key=lambda action: worth(self.gallery(action)))
        shields = self.kind("shield")
        if shields and self.state.place is not None:
            attacked = self.own.galleries[self.state.place[1]]
            if worth(attacked) or self.state.card in ("werewolf", "orc", "skeleton"):
                return shields[0]
        return shields[0] if shields and self.state.card == "werewolf" else self.kind("accept")[0]

    def collapse(self) -> Action:
        return (self.kind("anchor") or self.kind("accept"))[0]

    def pick(self) -> Action:
        """The card that brings most here; of a Parchment none that does harm."""
        picks = self.kind("pick")
        cards = self.state.up[-len(picks) :]
        values = [self.value(card) for card in cards]
        best = max(values)
        stop = self.kind("stop")
        return stop[0] if stop and best < 0 else picks[values.index(best)]

    def value(self, card: str) -> int:
        """What a card brings where this effect works."""
        place = self.state.place
        gallery = self.own.galleries[place[1]] if place is not None else None
        if card in ENEMIES:
            return self.enemy(card, gallery)
        if card in STONES:
            return self.crystals(card) + (STONE_LAID if gallery is not None else 0)
        if gallery is None:
            return {"rune": 0, "egg": 0, "exit": 0, "gemroom": 0, "collapse": 0}.get(
                card, EQUIPMENT
            )
        has = worth(gallery)
        brings: dict[str, Callable[[], int]] = {
            "rune": lambda: GEM,
            "egg": lambda: EGG,
            "exit": lambda: has // 2,
            "gemroom": lambda: has // 2 + GEM,
            "collapse": lambda: -has - RECRUIT * gallery.recruits() - 1,
        }
        return brings[card]() if card in brings else EQUIPMENT

    def crystals(self, card: str) -> int:
        worth: dict[str, int] = self.state.facts.deck["crystals"]
        return worth.get(card, 0)

    def enemy(self, card: str, gallery: Gallery | None) -> int:
        warding = wards(self.state, self.seat, card)
        if warding:
            gems: int = max(power["gems"] for power in warding)
            return GEM * gems
        if card == "werewolf":
            return -3 * GEM
        return -HARM[card] if gallery is not None else 0
