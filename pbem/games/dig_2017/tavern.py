"""A visit to the Tavern: what can be hired, and what is paid for it (DG-103 to DG-112)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

from pbem.games.dig_2017.cards import RECRUITS, STONES
from pbem.games.dig_2017.companions import Power, companion, powers
from pbem.games.dig_2017.state import DigState
from pbem.script.requests import Action, Below, Faces, Form, Refusal

RECRUIT_PRICE = 5  # DG-103
CHEST_CRYSTALS, CHEST_STONES = 5, 1  # DG-56, DG-109
Hire = dict[str, Any]
BY_BAG: Hire = {"recruits": 1, "bag": True}
"""A Bag for a Recruit (DG-107)."""


@dataclass
class Purse:
    """What a visit takes from and adds to: a copy, so that a bad hire leaves no trace.

    offer: Companions that can be hired. recruits: own ones at the Tavern. spent: cards given
    away, those of this visit. hired: Recruits of this visit.
    """

    deck: Mapping[str, Any]
    stones: dict[str, int]
    equipment: list[str]
    companions: list[str]
    offer: list[str | None]
    recruits: int
    spent: Counter[str]
    hired: int = 0

    def powers(self, kind: str) -> list[Power]:
        return powers(self.deck, self.companions, kind)

    def price(self) -> int:
        """Of one Recruit, now (DG-103, DG-130)."""
        prices: list[int] = [p["crystals"] for p in self.powers("recruit_price")]
        return min([RECRUIT_PRICE, *prices])

    def chest(self, worth: str) -> int:
        """What a Chest is worth, in "crystals" or "stones" (DG-126)."""
        least = CHEST_CRYSTALS if worth == "crystals" else CHEST_STONES
        more: list[int] = [p[worth] for p in self.powers("chest")]
        return max([least, *more])

    def cost(self, name: str) -> Mapping[str, int]:
        found: Mapping[str, int] = companion(self.deck, name)["cost"]
        return found

    def crystals(self, pay: Mapping[str, Any]) -> dict[str, int]:
        """What one of each card paid is worth (DG-27, DG-56)."""
        worth: Mapping[str, int] = self.deck["crystals"]
        return {card: worth.get(card) or self.chest("crystals") for card in pay}

    def take(self, pay: Mapping[str, Any]) -> None:
        """The cards leave the hand for the discard (DG-103, DG-108)."""
        for stone in STONES:
            self.stones[stone] -= pay.get(stone, 0)
            self.spent[stone] += pay.get(stone, 0)
        if "chest" in pay:
            self.give_up("chest")

    def give_up(self, card: str) -> None:
        self.equipment.remove(card)
        self.spent[card] += 1

    def welcome(self, number: int) -> None:
        """Recruits come from the Tavern, those lost before too (DG-106, DG-R37)."""
        self.recruits -= number
        self.hired += number


def purse(state: DigState, seat: str) -> Purse:
    player = state.players[seat]
    return Purse(
        state.facts.deck,
        dict(player.stones),
        list(player.equipment),
        list(player.companions),
        list(state.offer),
        state.recruits[seat],
        Counter(),
    )


# --- a visit ---


def why_not(state: DigState, seat: str, action: Action) -> Refusal | None:
    """Why this visit is not possible; one bad hire refuses all of it (DG-112)."""
    return _visit(purse(state, seat), action)


def visit(state: DigState, seat: str, action: Action) -> None:
    """Do a visit that `why_not` has nothing against."""
    copy = purse(state, seat)
    for hire in action["hires"]:
        _tell(state, seat, copy, hire)
        _hire(copy, hire)
    player = state.players[seat]
    player.stones, player.equipment = copy.stones, copy.equipment
    player.companions, state.offer = copy.companions, copy.offer
    player.reserve += copy.hired
    state.recruits[seat] = copy.recruits
    for card, number in copy.spent.items():
        state.discard[card] += number


def _visit(copy: Purse, action: Action) -> Refusal | None:
    hires = action.get("hires")
    if set(action) != {"do", "hires"} or not isinstance(hires, list) or not hires:
        message = "a visit is a list of hires, and there has to be at least one"
        return Refusal("no-hire", "DG-112", message)
    for number, hire in enumerate(hires, 1):
        why = _hire(copy, hire)
        if why is not None:
            at = f"hire {number} of {len(hires)}: " if len(hires) > 1 else ""
            return why._replace(message=at + why.message)
    return None


def _tell(state: DigState, seat: str, copy: Purse, hire: Hire) -> None:
    if "bag" in hire:
        state.say("DG-107", "{seat} trades the bag for a Recruit", seat=seat)
        return
    pay = cards(hire["pay"])
    if "companion" in hire:
        name = companion(copy.deck, hire["companion"])["name"]
        text = "{seat} hires the companion {name} for {pay}"
        state.say("DG-108", text, seat=seat, name=name, pay=pay)
        return
    what = "a Recruit" if hire["recruits"] == 1 else f"{hire['recruits']} Recruits"
    state.say("DG-103", "{seat} hires {what} for {pay}", seat=seat, what=what, pay=pay)


def cards(pay: Mapping[str, Any]) -> str:
    """In words: 4 iron, 1 gold, the chest."""
    said = [f"{pay[stone]} {stone}" for stone in STONES if pay.get(stone)]
    if "chest" in pay:
        stands = " and ".join(pay["chest"]) if isinstance(pay["chest"], list) else "Crystals"
        said.append(f"the chest as {stands}")
    return ", ".join(said)


# --- one hire ---

FIELDS = Refusal(
    "not-such-a-hire",
    "DG-112",
    'a hire is {"recruits": 1, "pay": {"gold": 3}}, {"recruits": 1, "bag": true} or '
    '{"companion": "queen", "pay": {"iron": 4, "gold": 1}}',
)


def _hire(copy: Purse, hire: Any) -> Refusal | None:
    """Do it, or say why not."""
    fields = set(hire) if isinstance(hire, dict) else set()
    if fields == {"recruits", "bag"}:
        return _by_bag(copy, hire)
    if fields == {"recruits", "pay"}:
        return _recruits(copy, hire["recruits"], hire["pay"])
    if fields == {"companion", "pay"}:
        return _companion(copy, hire["companion"], hire["pay"])
    return FIELDS


def _by_bag(copy: Purse, hire: Hire) -> Refusal | None:
    if type(hire["recruits"]) is not int or hire["bag"] is not True or hire != BY_BAG:
        return Refusal("one-for-a-bag", "DG-107", "a Bag is traded for one Recruit")
    if "bag" not in copy.equipment:
        return Refusal("not-in-hand", "DG-107", "there is no Bag in your hand")
    if not copy.recruits:
        return _too_many(copy, 1)
    copy.give_up("bag")
    copy.welcome(1)
    return None


def _too_many(copy: Purse, number: int) -> Refusal:
    message = f"{number} wanted, but the Tavern has {copy.recruits} of your Recruits"
    return Refusal("no-recruit-left", "DG-106", message)


def _recruits(copy: Purse, number: Any, pay: Any) -> Refusal | None:
    if type(number) is not int or not 1 <= number <= RECRUITS or not _are_cards(pay):
        return FIELDS
    if number > copy.recruits:
        return _too_many(copy, number)
    if pay.get("chest", "crystals") != "crystals":
        message = 'for Recruits a Chest counts in Crystals: write "chest": "crystals"'
        return Refusal("chest-as-crystals", "DG-R26", message)
    missing = _missing(copy, pay, "DG-103")
    if missing is not None:
        return missing
    worth, price = copy.crystals(pay), number * copy.price()
    paid = sum(worth[card] * (1 if card == "chest" else pay[card]) for card in pay)
    if paid < price:
        message = f"this pays {paid} Crystals and the price is {price}"
        return Refusal("too-little", "DG-103" if number == 1 else "DG-104", message)
    for card, each in worth.items():
        if paid - each >= price:
            message = f"take one {card} back: the price of {price} Crystals is met without it"
            return Refusal("too-much", "DG-R26", message)
    copy.take(pay)
    copy.welcome(number)
    return None


def _are_cards(pay: Any) -> bool:
    """Numbers of stones from 1, and perhaps what a Chest stands for; not nothing."""
    if not isinstance(pay, dict) or not pay or not set(pay) <= {*STONES, "chest"}:
        return False
    if not all(type(pay[card]) is int and pay[card] >= 1 for card in pay if card != "chest"):
        return False
    stands = pay.get("chest", "crystals")
    return stands == "crystals" or (
        isinstance(stands, list) and bool(stands) and all(stone in STONES for stone in stands)
    )


def _missing(copy: Purse, pay: Mapping[str, Any], clause: str) -> Refusal | None:
    """A card paid that is not in the hand."""
    for stone in STONES:
        if pay.get(stone, 0) > copy.stones[stone]:
            message = f"{pay[stone]} {stone} paid, but {copy.stones[stone]} in your hand"
            return Refusal("not-in-hand", clause, message)
    if "chest" in pay and "chest" not in copy.equipment:
        return Refusal("not-in-hand", "DG-56", "there is no Chest in your hand")
    return None


def _companion(copy: Purse, name: Any, pay: Any) -> Refusal | None:
    if not isinstance(name, str) or not _are_cards(pay):
        return FIELDS
    if name not in copy.offer:
        there = ", ".join(card for card in copy.offer if card is not None)
        message = f"{name} is not at the Tavern; there: {there or 'nobody'}"
        return Refusal("not-at-the-tavern", "DG-3", message)
    stands = pay.get("chest", [])
    if stands == "crystals":
        message = 'for a Companion a Chest counts in stones: write "chest": ["ruby"]'
        return Refusal("chest-as-stones", "DG-R26", message)
    most = copy.chest("stones")
    if len(stands) > most:
        message = f"your Chest stands for {most} stone{'s' * (most > 1)}, not for {len(stands)}"
        return Refusal("chest-too-much", "DG-109", message)
    cost = Counter(copy.cost(name))
    paid = Counter({stone: pay[stone] for stone in STONES if stone in pay}) + Counter(stands)
    if paid != cost:
        message = f"{name} takes {cards(cost)}, these and no others; this is {cards(paid)}"
        return Refusal("not-the-price", "DG-108", message)
    missing = _missing(copy, pay, "DG-108")
    if missing is not None:
        return missing
    copy.take(pay)
    copy.companions.append(name)
    copy.offer[copy.offer.index(name)] = None  # DG-3
    return None


# --- what can be hired ---


def hires(copy: Purse) -> Iterator[list[Hire]]:
    """For each thing that can be hired now, every way to pay for it (DG-R26)."""
    for number in range(1, copy.recruits + 1):
        ways = recruit_payments(copy, number)
        if ways:
            yield [{"recruits": number, "pay": dict(pay)} for pay in ways]
    for name in copy.offer:
        if name is not None and (paid := companion_payments(copy, name)):
            yield [{"companion": name, "pay": pay} for pay in paid]
    if "bag" in copy.equipment and copy.recruits:
        yield [dict(BY_BAG)]


Payment = tuple[tuple[str, Any], ...]


def recruit_payments(copy: Purse, number: int) -> Sequence[Payment]:
    """Every payment for so many that holds no card too many."""
    worth: Mapping[str, int] = copy.deck["crystals"]
    kinds = [(worth[stone], stone, there) for stone, there in copy.stones.items() if there]
    if "chest" in copy.equipment:
        kinds.append((copy.chest("crystals"), "chest", 1))
    kinds.sort(key=lambda kind: -kind[0])
    return _payments(tuple(kinds), number * copy.price())


@lru_cache(maxsize=4096)
def _payments(kinds: tuple[tuple[int, str, int], ...], price: int) -> tuple[Payment, ...]:
    """Of (worth, card, how many there are), the dearest first.

    The last card added is then the one of least worth. A payment ends with the card that
    meets the price, so that none can be taken back.
    """
    if sum(worth * there for worth, _, there in kinds) < price:
        return ()
    (worth, card, there), rest = kinds[0], kinds[1:]
    found: list[Payment] = []
    for number in range(there + 1):
        paid: Payment = ((card, "crystals" if card == "chest" else number),) if number else ()
        if number * worth >= price:
            found.append(paid)
            break
        found += [paid + more for more in _payments(rest, price - number * worth)]
    return tuple(found)


def companion_payments(copy: Purse, name: str) -> list[dict[str, Any]]:
    """The exact stones, and with a Chest every choice of what it stands for (DG-109)."""
    most = copy.chest("stones") if "chest" in copy.equipment else 0
    short = [max(0, number - copy.stones[stone]) for stone, number in copy.cost(name).items()]
    if sum(short) > most:
        return []
    cost, found = Counter(copy.cost(name)), []
    for size in range(most + 1):
        for stands in combinations_with_replacement(STONES, size):
            left = cost - Counter(stands)
            if left.total() + size == cost.total() and all(
                number <= copy.stones[stone] for stone, number in left.items()
            ):
                found.append({**left, **({"chest": list(stands)} if stands else {})})
    return found


# --- the menu ---


def _stones(most: int) -> dict[str, Any]:
    return {stone: {"type": "integer", "minimum": 1, "maximum": most} for stone in STONES}


def _hire_form(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _pay_form(chest: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {**_stones(999), "chest": chest},
        "minProperties": 1,
        "additionalProperties": False,
    }


MOST_HIRES = 10  # four Recruits and six Companions
AS_STONES = {"type": "array", "items": {"enum": list(STONES)}, "minItems": 1, "maxItems": 4}
HIRE = {
    "title": "hire",
    "anyOf": [
        _hire_form({"recruits": {"enum": [1, 2, 3, 4]}, "pay": _pay_form({"const": "crystals"})}),
        _hire_form({"companion": {"type": "string"}, "pay": _pay_form(AS_STONES)}),
        _hire_form({"recruits": {"const": 1}, "bag": {"const": True}}),
    ],
}
FORM_FIELDS = {"hires": {"type": "array", "items": HIRE, "minItems": 1, "maxItems": MOST_HIRES}}


def form(state: DigState, seat: str) -> Form | None:
    """All visits that can be paid for; None where there is none (DG-112)."""
    first = next(hires(purse(state, seat)), None)
    if first is None:
        return None

    def accepts(action: Action, _: Faces) -> bool:
        return action.get("do") == "tavern" and why_not(state, seat, action) is None

    def pick(below: Below) -> Action:
        return _any(purse(state, seat), below)

    def simple() -> list[Action]:
        ways = hires(purse(state, seat))
        return [{"do": "tavern", "hires": [hire]} for thing in ways for hire in thing]

    example = {"do": "tavern", "hires": first[:1]}
    return Form("tavern", example, FORM_FIELDS, accepts, pick, simple)


def _any(copy: Purse, below: Below) -> Action:
    """Some visit: after each hire as likely to go on as not, while anything can be hired."""
    chosen: list[Hire] = []
    while things := list(hires(copy)):
        ways = things[below(len(things))]
        chosen.append(ways[below(len(ways))])
        _hire(copy, chosen[-1])
        if not below(2):
            break
    return {"do": "tavern", "hires": chosen}
