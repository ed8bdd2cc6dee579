"""A sale: gems, and Tools sold back (DC-111, DC-112).

A sale is one action for any number of cards, done whole or not at all. It is a form; sales of
nothing but hidden Tools, which need their openings, are listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any

from pbem.games.dig_card_game import prices
from pbem.games.dig_card_game.cards import DAYS, GEMS, TOOLS, key, kind, lowest
from pbem.games.dig_card_game.state import Mine, MineState
from pbem.games.dig_card_game.supply import unmark
from pbem.script.requests import Action, Below, Faces, Form, Refusal

PARTS = ("gems", "tools", "cards")
PLURAL = {"ruby": "rubies"}


def normalise(action: Action) -> Action:
    """The order of `cards` means nothing."""
    cards = action.get("cards")
    return action if cards is None else {**action, "cards": sorted(cards, key=key)}


# --- what there is to sell ---


def may_go(state: MineState, kind: str) -> bool:
    """Can a Tool of this kind be sold back in this turn (DC-116, DC-R25)?"""
    return state.day < DAYS and kind not in state.night_bought


def possible(state: MineState, seat: str) -> bool:
    """Could the seat sell anything, a hidden Tool being what it may (DC-R32)?"""
    mine = state.mines[seat]
    if mine.gems or tools(state, seat) or laid(state, seat):
        return True
    return bool(mine.hidden) and any(may_go(state, one) for one in TOOLS)


def tools(state: MineState, seat: str) -> Counter[str]:
    """Tools in hand that all have seen and that can go, by kind."""
    return Counter(kind(c) for c in state.mines[seat].tools if may_go(state, kind(c)))


def laid(state: MineState, seat: str) -> list[str]:
    """Tools in Tunnels that can go: with `sell_tools: any` alone (DC-R24)."""
    if state.facts.options["sell_tools"] != "any":
        return []
    cards = chain.from_iterable(state.mines[seat].pieces.values())
    return [c for c in sorted(cards, key=key) if kind(c) in TOOLS and may_go(state, kind(c))]


def hidden(state: MineState, seat: str, faces: Faces) -> list[Action]:
    """Sales of hidden Tools, alone and together, as far as `faces` shows them (DC-R31)."""
    there = [t for t in state.mines[seat].hidden if t in faces and may_go(state, kind(faces[t]))]
    there.sort(key=key)
    sets = [[token] for token in there]
    if len(there) > 1:
        sets.append(there)
    return [{"do": "sell", "cards": cards} for cards in sets]


# --- whether a sale is legal ---


def why_not(state: MineState, seat: str, action: Action, faces: Faces) -> Refusal | None:
    """Why this sale is not possible; one bad part refuses all of it."""
    if (why := _shape(action)) is not None:
        return why
    return (
        _gems(state, seat, action.get("gems", {}))
        or _tools(state, seat, action.get("tools", {}))
        or _cards(state, seat, action, faces)
    )


def _shape(action: Action) -> Refusal | None:
    """Dwarves, Tunnels and all else cannot be sold (DC-119); what can is numbers and names."""
    parts = {name: part for name, part in action.items() if name != "do"}
    if not parts or not all(parts.values()):
        return Refusal("no-sale", "DC-R25", "a sale names at least one card")
    if not set(parts) <= set(PARTS):
        message = "a sale has gems, tools and cards; neither Dwarves nor Tunnels can be sold"
        return Refusal("not-for-sale", "DC-119", message)
    cards = parts.get("cards", [])
    named = isinstance(cards, list) and all(isinstance(card, str) for card in cards)
    if named and _counted(parts.get("gems"), GEMS) and _counted(parts.get("tools"), TOOLS):
        return None
    message = "gems and tools are numbers from 1 up, by kind, and cards is a list of names"
    return Refusal("not-such-a-sale", "DC-R25", message)


def _counted(part: Any, kinds: tuple[str, ...]) -> bool:
    if part is None:
        return True
    if not isinstance(part, Mapping) or not set(part) <= set(kinds):
        return False
    return all(type(number) is int and number >= 1 for number in part.values())


def _gems(state: MineState, seat: str, wanted: Mapping[str, int]) -> Refusal | None:
    there = Counter(map(kind, state.mines[seat].gems))
    for gem, number in wanted.items():
        if number > there[gem]:
            message = f"{_number(number, gem)} to sell, but {there[gem]} in your hand"
            return Refusal("not-in-hand", "DC-111", message)
    return None


def _tools(state: MineState, seat: str, wanted: Mapping[str, int]) -> Refusal | None:
    there = Counter(map(kind, state.mines[seat].tools))
    for tool, number in wanted.items():
        if (why := _barred(state, tool)) is not None:
            return why
        if number > there[tool]:
            message = (
                f"{_number(number, tool)} to sell back, but {there[tool]} in your hand that all "
                "have seen; a hidden one is named by its token, under cards"
            )
            return Refusal("not-in-hand", "DC-112", message)
    return None


def _barred(state: MineState, tool: str) -> Refusal | None:
    if state.day == DAYS:
        return Refusal("day-six", "DC-116", "on Day Six no Tool can be sold back")
    if tool in state.night_bought:
        message = f"you have bought a {tool} in this turn, so you sell none back"
        return Refusal("bought-tonight", "DC-R25", message)
    return None


def _cards(state: MineState, seat: str, action: Action, faces: Faces) -> Refusal | None:
    cards: list[str] = action.get("cards", [])
    if len(set(cards)) != len(cards):
        return Refusal("named-twice", "DC-R25", "a card is named once in a sale")
    mine = state.mines[seat]
    for card in cards:
        if card in mine.hidden:
            why = _token(state, card, faces)
        else:
            why = named_by_face(mine, card, faces) or _laid(state, mine, card)
        if why is not None:
            return why
    return None


def named_by_face(mine: Mine, name: str, faces: Faces) -> Refusal | None:
    """A hidden Tool is called by its token (DC-R4). Said only to who knows the face."""
    token = next((token for token in mine.hidden if faces.get(token) == name), None)
    if token is None:
        return None
    return Refusal("by-token", "DC-R4", f"{name} is your hidden {token}: name it {token}")


def _token(state: MineState, token: str, faces: Faces) -> Refusal | None:
    if state.day == DAYS:
        return _barred(state, TOOLS[0])
    if token not in faces:
        message = f"the move does not show {token}; a hidden Tool is sold face up"
        return Refusal("not-shown", "DC-R4", message)
    return _barred(state, kind(faces[token]))


def _laid(state: MineState, mine: Mine, card: str) -> Refusal | None:
    """A Tool named by its id lies in a Tunnel."""
    if card in mine.tools:
        message = f"{card} is in your hand; such Tools are sold by their number, under tools"
        return Refusal("by-number", "DC-R31", message)
    if card[:1] in ("A", "J", "M"):
        return Refusal("not-for-sale", "DC-119", "a Dwarf cannot be sold")
    if mine.place_of(card) is None:
        return Refusal("not-yours", "DC-112", f"{card} is no Tool of yours that can be sold")
    if state.facts.options["sell_tools"] != "any":
        message = f"{card} lies in a Tunnel, and only Tools in hand are sold back"
        return Refusal("in-a-tunnel", "DC-R24", message)
    return _barred(state, kind(card))


# --- doing it ---


def sell(state: MineState, seat: str, action: Action, faces: Faces) -> None:
    """Do a sale that `why_not` has nothing against."""
    mine = state.mines[seat]
    gems = _lowest(mine.gems, action.get("gems", {}))
    if gems:
        price = sum(prices.gem(state, kind(gem)) for gem in gems)
        mine.gems = [gem for gem in mine.gems if gem not in gems]
        mine.gold += price
        state.sold += gems
        what = ", ".join(_number(n, gem) for gem, n in _in_order(action["gems"], GEMS))
        text = "{seat} sells {what} for {gold} gold"
        state.say("DC-111", text, seat=seat, what=what, gold=price)
    cards = _lowest(mine.tools, action.get("tools", {}))
    for name in action.get("cards", ()):
        cards.append(_show(state, seat, name, faces) if name in mine.hidden else name)
    if cards:
        _sell_back(state, seat, cards)


def _show(state: MineState, seat: str, token: str, faces: Faces) -> str:
    """A hidden Tool is seen by all, and is one like the others from then on (DC-R4)."""
    card = faces[token]
    state.mines[seat].hidden.remove(token)
    state.say("DC-R4", "{seat} shows {token}: {card}", seat=seat, token=token, card=card)
    return card


def _sell_back(state: MineState, seat: str, cards: list[str]) -> None:
    """They lie in the supply at once, without the marks they had (DC-112, DC-R14)."""
    mine = state.mines[seat]
    price = sum(prices.sell(state, kind(card)) for card in cards)
    mine.tools = [card for card in mine.tools if card not in cards]
    for there in mine.pieces.values():
        there[:] = [card for card in there if card not in cards]
    mine.gold += price
    state.tools += cards
    unmark(state, cards)
    for tool in dict.fromkeys(map(kind, cards)):
        if tool not in state.night_sold:
            state.night_sold.append(tool)  # DC-R25
    text = "{seat} sells back {cards} for {gold} gold"
    state.say("DC-112", text, seat=seat, cards=", ".join(cards), gold=price)


def _lowest(there: list[str], wanted: Mapping[str, int]) -> list[str]:
    """Of each kind so many (DC-R31)."""
    found: list[str] = []
    for one, number in _in_order(wanted, (*GEMS, *TOOLS)):
        found += lowest(there, one, number)
    return found


def _in_order(wanted: Mapping[str, int], kinds: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    return ((one, wanted[one]) for one in kinds if one in wanted)


def _number(number: int, kind: str) -> str:
    """In words: 2 rubies, 1 pick."""
    return f"{number} {kind if number == 1 else PLURAL.get(kind, kind + 's')}"


# --- the form ---


def form(state: MineState, seat: str) -> Form | None:
    """All sales of what all have seen; None where there is nothing to sell."""
    there = _there(state, seat)
    if not there:
        return None
    part, cards = next(iter(there.items()))
    first = [cards[0]] if isinstance(cards, list) else {next(iter(cards)): 1}
    return Form(
        "sell",
        {"do": "sell", part: first},
        {name: _field(cards) for name, cards in there.items()},
        partial(_accepts, state, seat),
        partial(_pick, there),
        partial(_simple, there),
    )


def _there(state: MineState, seat: str) -> dict[str, Any]:
    """What can be sold: numbers by kind, and the ids of Tools in Tunnels."""
    gems = Counter(map(kind, state.mines[seat].gems))
    parts: dict[str, Any] = {
        "gems": dict(_in_order(gems, GEMS)),
        "tools": dict(_in_order(tools(state, seat), TOOLS)),
        "cards": laid(state, seat),
    }
    return {part: cards for part, cards in parts.items() if cards}


def _field(cards: Any) -> dict[str, Any]:
    if isinstance(cards, list):
        items = {"enum": cards}
        limits = {"minItems": 1, "maxItems": len(cards), "uniqueItems": True}
        return {"type": "array", "items": items, **limits}
    return {
        "type": "object",
        "propertyNames": {"title": "kind", "enum": list(cards)},
        "additionalProperties": {
            "title": "number",
            "type": "integer",
            "minimum": 1,
            "maximum": max(cards.values()),
        },
        "minProperties": 1,
    }


def _accepts(state: MineState, seat: str, action: Action, faces: Faces) -> bool:
    return action["do"] == "sell" and why_not(state, seat, action, faces) is None


def _simple(there: Mapping[str, Any]) -> list[Action]:
    """Each kind in every number, and each Tool in a Tunnel."""
    found: list[Action] = []
    for part, cards in there.items():
        if isinstance(cards, list):
            found += [{"do": "sell", part: [card]} for card in cards]
            continue
        for one, most in cards.items():
            found += [{"do": "sell", part: {one: n}} for n in range(1, most + 1)]
    return found


def _pick(there: Mapping[str, Any], below: Below) -> Action:
    """Of each kind any number; where that is nothing at all, one of the simple ones."""
    action: Action = {"do": "sell"}
    for part, cards in there.items():
        if isinstance(cards, list):
            picked: Any = [card for card in cards if below(2)]
        else:
            numbers = {one: below(most + 1) for one, most in cards.items()}
            picked = {one: number for one, number in numbers.items() if number}
        if picked:
            action[part] = picked
    simple = _simple(there)
    return action if len(action) > 1 else simple[below(len(simple))]
