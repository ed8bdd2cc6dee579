"""The table in plain ASCII, 80 characters wide where the seats' names allow it.

Everything is drawn from the public state: nothing is known to one seat alone (DG-R6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from pbem.games.dig_2017.cards import HILL, NAME, STONES
from pbem.games.dig_2017.galleries import fifths
from pbem.games.dig_2017.state import DigState, Gallery, Laid
from pbem.script.contract import View
from pbem.script.decks import built_in
from pbem.script.lines import GAP, WIDTH, wrapped

COLORS = ("red", "blue", "green", "yellow")  # DG-1, in seat order
LETTER = {stone: NAME[stone][0] for stone in STONES}
Json = Mapping[str, Any]


LEGEND = "r = Recruit   * = Gem   prices: I Iron, G Gold, D Diamond, R Ruby"


def board(view: View) -> list[str]:
    """The whole picture; at the end who won and why."""
    lines = [*_head(view), *_due(view), "", *_tavern(view), ""]
    for seat in view.facts.seats:
        lines += [*_player(view, seat), ""]
    lines += [*_piles(view), LEGEND, *_worth(view), *_end(view)]
    return [line.rstrip() for line in lines]


# --- what is going on ---


def _head(view: View) -> list[str]:
    state = view.state
    parts = [f"round {state['round']}", f"turn: {state['turn']} ({_color(view, state['turn'])})"]
    if state["over"]:
        parts = [f"over after round {state['round']}"]
    piles = [f"Hill {sum(state['hill'].values())}", f"discard {sum(state['discard'].values())}"]
    piles += [f"Gems left {state['supply']}", f"goal {view.facts.options['goal']} Gems"]
    if state["trigger"] is not None:
        parts.append(f"goal reached by {state['trigger']}")
    if state["last"]:
        parts.append("last turns to come: " + ", ".join(state["last"]))
    if state["resigned"]:
        parts.append("resigned: " + ", ".join(state["resigned"]))
    return [*wrapped(f"DIG (2017){GAP}", parts), *wrapped("", piles)]


def _color(view: View, seat: str) -> str:
    return COLORS[view.facts.seats.index(seat)]


def _due(view: View) -> list[str]:
    """Whose answer is awaited, and to what."""
    state = view.state
    if state["over"] or view.awaited is None:
        return []
    due = DUE[state["step"]](view, view.awaited)
    lines = wrap(due, WIDTH) if due else []
    if len(state["up"]) > (state["step"] != "add"):  # a stone added is no longer among them
        lines += wrapped(" turned up: ", [NAME[card] for card in state["up"]], ", ")
    for title, cards in ((" in use: ", state["using"]), (" put aside: ", state["aside"])):
        lines += wrapped(title, [NAME[card] for card in cards], ", ")
    return ["", *lines] if lines else []


def _place(view: View, word: str) -> str:
    at = view.state["place"]
    return "beside" if at is None else f"{word} gallery {at[1]}"


def _card(view: View) -> str:
    return NAME[view.state["card"]]


def _may(view: View) -> str:
    """The kinds of action there are, in the order of the menu."""
    kinds = dict.fromkeys(action["do"] for action in view.actions)
    return " or ".join(kinds)


def _turn(view: View, seat: str) -> str:
    return f"{seat} has used Equipment and still has to dig" if view.state["used"] else ""


def _drawn(view: View, seat: str) -> str:
    return f"{seat} has drawn {_card(view)} {_place(view, 'for')}: {_may(view)}"


def _added(view: View, seat: str) -> str:
    return f"{seat} has added {_card(view)} {_place(view, 'to')}: {_may(view)}"


def _repelled(view: View, seat: str) -> str:
    scepter = f"{view.state['turn']}'s Scepter"
    return f"{seat} answers {scepter}: {_card(view)} {_place(view, 'at')}: {_may(view)}"


def _choice(view: View, seat: str) -> str:
    """The cards left lie at the end of those turned up, in the order of their numbers."""
    numbers = [action["card"] for action in view.actions if action["do"] == "pick"]
    cards = view.state["up"][-len(numbers) :]
    shown = ", ".join(f"{n} {NAME[card]}" for n, card in zip(numbers, cards, strict=True))
    tool = NAME[view.state["using"][-1]]
    return f"{seat} uses the {tool} {_place(view, 'at')}: {shown}: {_may(view)}"


def _after(view: View, seat: str) -> str:
    return f"{seat} has dug: {_may(view)}"


DUE: dict[str, Callable[[View, str], str]] = {
    "turn": _turn,
    "stone": _drawn,
    "add": _added,
    "equipment": _drawn,
    "enemy": _drawn,
    "repelled": _repelled,
    "collapse": _drawn,
    "compass": _choice,
    "parchment": _choice,
    "after": _after,
}


# --- the Tavern ---


def _tavern(view: View) -> list[str]:
    by_id = {card["id"]: card for card in view.facts.deck["companions"]}
    offer = [_companion(by_id[name]) if name else "(hired)" for name in view.state["offer"]]
    colors = [f"{_color(view, s)} {n}" for s, n in view.state["recruits"].items()]
    return [*wrapped("TAVERN  ", offer, " | "), *wrapped("  Recruits  ", colors, ", ")]


def _companion(card: Json) -> str:
    """Name and price, with the id where it cannot be guessed."""
    name: str = card["name"]
    told = name if card["id"] == name.lower() else f"{name} ({card['id']})"
    price = [f"{card['cost'][s]}{LETTER[s]}" for s in STONES if s in card["cost"]]
    return " ".join([told, *price])


# --- the seats ---


def _player(view: View, seat: str) -> list[str]:
    own = view.state["players"][seat]
    names = {card["id"]: card["name"] for card in view.facts.deck["companions"]}
    parts = [
        f"Gems {own['gems']} + Runes {own['runes']} = {own['gems'] + own['runes']}",
        f"reserve {own['reserve']}",
        f"eaten {own['eaten']}",
    ]
    if seat in view.state["resigned"]:
        parts.append("resigned")
    lines = wrapped(f"{seat} ({_color(view, seat)}){GAP}", parts)
    lines += wrapped("  Companions: ", [names[name] for name in own["companions"]], ", ")
    lines += wrapped("  hand: ", _hand(view, own), ", ")
    for slot, row in own["galleries"].items():
        lines += _gallery(view, slot, row)
    return lines


def _hand(view: View, own: Json) -> Iterator[str]:
    """Stones with their worth, then Equipment."""
    stones = own["stones"]
    worth: Json = view.facts.deck["crystals"]
    held = [f"{NAME[stone]} {stones[stone]}" for stone in STONES if stones.get(stone)]
    if held:
        crystals = sum(stones[stone] * worth[stone] for stone in STONES if stone in stones)
        held[-1] += f" ({crystals} Crystal{'s' * (crystals > 1)})"
    cards = [*held, *(NAME[card] for card in own["equipment"])]
    yield from cards or ["empty"]


def _gallery(view: View, slot: str, row: Sequence[Sequence[Any]]) -> list[str]:
    gallery = Gallery([Laid(*laid) for laid in row])
    cells = [_cell(laid) for laid in gallery.cards]
    return wrapped(f"  gallery {slot} ", [*cells, f"  {_next_gem(view, gallery)}"], "")


def _cell(laid: Laid) -> str:
    marks = "r" * laid.recruit + "*" * laid.gems
    return f"[{NAME[laid.card]} {marks}]" if marks else f"[{NAME[laid.card]}]"


def _next_gem(view: View, gallery: Gallery) -> str:
    """The next card that will bring one (DG-40 to DG-43, DG-81, DG-94)."""
    if gallery.holds("snake"):
        return "no Gems (Snake)"
    if not gallery.recruits():
        return "no Gems (no Recruit)"
    state, longer = DigState(view.facts), Gallery(list(gallery.cards))
    while True:  # one of the next five, as there is a Recruit
        longer.cards.append(Laid("iron"))
        if fifths(state, longer):
            return f"next Gem: card {len(longer.cards)}"


# --- the piles, and the end ---


def _piles(view: View) -> list[str]:
    lines = []
    for title, pile in (("Hill: ", "hill"), ("discard: ", "discard")):
        cards = view.state[pile]
        counts = [f"{NAME[card]} {cards[card]}" for card in HILL if cards.get(card)]
        lines += wrapped(title, counts, ", ")
    return lines


def _worth(view: View) -> list[str]:
    """What the stones are worth, where a deck file has it otherwise than the page (DG-27)."""
    worth: Json = view.facts.deck["crystals"]
    if worth == built_in("pbem.games.dig_2017")["crystals"]:
        return []
    return wrapped("Crystals of this deck: ", [f"{NAME[s]} {worth[s]}" for s in STONES], ", ")


def _end(view: View) -> list[str]:
    """DG-152 to DG-155; what lies in Galleries did not count (DG-153)."""
    if view.result is None:
        return []
    won = "wins" if len(view.result.winners) == 1 else "win together"
    why = f"{' and '.join(view.result.winners)} {won}: {view.result.why}"
    return ["", "The game is over.", *wrap(why, WIDTH)]
