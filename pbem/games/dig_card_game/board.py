"""The table in plain ASCII, 80 characters wide where the seats' names allow it.

Everything is drawn from the public state and the seat's own looks (`View.faces`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from pbem.games.dig_card_game import prices
from pbem.games.dig_card_game.cards import DAYS, GEMS, LETTER, RANKS, TOOLS, key
from pbem.games.dig_card_game.state import GONE, OPEN, UNDUG
from pbem.script.contract import View
from pbem.script.lines import GAP, WIDTH, wrapped

ORDER = "AJMPLRESDCX"  # of kinds in a deck
ASIDE = 4  # Provision cards that are never used (DC-13)
MARKS = {"d": "dug", "m": "mined", "s": "moved"}
LEGEND = "today: *d dug  *m mined  *s stepped   hire -: on strike"
KINDS = "A Apprentice  J Journeyman  M Master   P Pick  L Lantern"
STONES = "R Ruby  E Emerald  S Sapphire  D Diamond   C Cave-In  X Escape"
Json = Mapping[str, Any]


def board(view: View) -> list[str]:
    """The whole picture; at the end who won and why."""
    lines = [*_head(view), *_prices(view), *_supply(view), *_decks(view), *_preview(view)]
    for seat in view.facts.seats:
        lines += ["", *_seat(view, seat)]
    lines += ["", LEGEND, KINDS, STONES, *_end(view)]
    return [line.rstrip() for line in lines]


# --- the Day ---


def _head(view: View) -> list[str]:
    state = view.state
    parts = [f"Day {state['day']} of {DAYS}"]
    if state["over"]:
        parts.append("over")
    else:
        parts.append(f"{state['phase'].upper()} Phase")
        parts += [f"to act: {view.awaited}"] if view.awaited else []
    parts.append(f"Player One: {state['first']}")
    if state["resigned"]:
        parts.append("resigned: " + ", ".join(state["resigned"]))
    return [*wrapped(f"DIG: the Card Game{GAP}", parts), *_turn(state)]


def _turn(state: Json) -> list[str]:
    """What this phase has brought so far and is not seen elsewhere."""
    parts: list[str] = []
    if state["phase"] == "buy":
        told = (("out", "take no more turns"), ("passed", "passed since the last purchase"))
    else:
        told = (("night_sold", "sold back in this turn"), ("night_bought", "bought in this turn"))
    for name, words in told:
        if state[name]:
            parts.append(f"{words}: {', '.join(state[name])}")
    return [] if state["over"] else wrapped("  ", parts)


def _prices(view: View) -> list[str]:
    if view.state["prices"] is None:
        return []
    card = prices.card(view.facts.deck, view.state["prices"])
    return wrapped(f"PRICES {card['id']}{GAP}", _priced(card))


def _priced(card: Json) -> Iterator[str]:
    """Hire, Tools, gems (DC-30); a rank on strike has no price (DC-R10)."""
    hire = [
        f"{LETTER[rank]} {'-' if rank in card['strike'] else card['hire'][rank]}" for rank in RANKS
    ]
    yield "hire " + "  ".join(hire)
    yield "  ".join(f"{tool} {_tool(card[tool])}" for tool in TOOLS)
    yield "gems " + "  ".join(f"{LETTER[gem]} {card['gems'][gem]}" for gem in GEMS)


def _tool(price: Json) -> str:
    """One number, or two where it brings another price than it costs (DC-R26)."""
    back = price.get("sell", price["buy"])
    return str(price["buy"]) if back == price["buy"] else f"{price['buy']} (back {back})"


# --- what lies in the middle ---


def _supply(view: View) -> list[str]:
    state = view.state
    parts = [
        f"{title}: {_cards(state[name])}"
        for title, name in (("Dwarves", "dwarves"), ("Tools", "tools"))
    ]
    return wrapped("SUPPLY  ", parts)


def _cards(cards: Iterable[str]) -> str:
    """By kind and number, as they are taken (DC-R31)."""
    return " ".join(sorted(cards, key=lambda card: (ORDER.index(card[0]), key(card)))) or "none"


def _decks(view: View) -> list[str]:
    state = view.state
    down = [f"{len(state['tool_tokens'])} hidden"] if state["tool_tokens"] else []
    parts = [
        f"Provisions {len(state['provisions'])} ({ASIDE} of them never used)",
        f"Dwarves {', '.join(_batches([state['dwarf_deck']])) or 0}",
    ]
    lines = wrapped("DECKS   ", parts)
    for title, batches in (
        ("Tools", [*down, *_batches(state["tool_deck"])]),
        ("Mine", _batches(state["mine_deck"])),
    ):
        lines += wrapped(f"        {title} ", batches or ["0"], ", then ")
    aside = [
        f"{title}: {_cards(state[name])}"
        for title, name in (("sold", "sold"), ("Cave-Ins", "exhausted"), ("out", "gone"))
        if state[name]
    ]
    return [*lines, *wrapped("        ", aside)]


def _batches(batches: Sequence[Sequence[str]]) -> list[str]:
    """The next batch first, each with what all know of it (DC-R20)."""
    return [f"{len(batch)} ({_counts(batch)})" for batch in batches if batch]


def _counts(cards: Sequence[str]) -> str:
    counts = Counter(card[0] for card in cards)
    return " ".join(f"{counts[letter]}{letter}" for letter in ORDER if counts[letter])


def _preview(view: View) -> list[str]:
    """All ten Provision cards, for who plays with that option (DC-140, DC-R29)."""
    if view.facts.options["preview"] != "ten":
        return []
    lines = [""]
    for card in view.facts.deck["provisions"]:
        used = card["id"] not in view.state["provisions"]
        title = f"{card['id']}{' used' if used else ''}"
        lines += wrapped(f"  {title:<10}", _priced(card))
    return lines


# --- the seats ---


def _seat(view: View, seat: str) -> list[str]:
    mine = view.state["mines"][seat]
    title = f"{seat} >" if view.awaited == seat else seat
    lines = wrapped(f"{title}{GAP}", [f"{mine['gold']} gold", _gems(view, seat)])
    lines += wrapped("  hand: ", _hand(view, seat), " ")
    return [*lines, *wrapped("  ", _levels(view.state, mine))]


def _gems(view: View, seat: str) -> str:
    """The kinds of one's own; of others their number, unless the table plays otherwise (DC-R6)."""
    gems = view.state["mines"][seat]["gems"]
    number = f"{len(gems)} gem{'' if len(gems) == 1 else 's'}"
    told = seat == view.seat or view.facts.options["gem_tally"] == "on"
    return f"{number} ({_counts(gems)})" if gems and told else number


def _hand(view: View, seat: str) -> Iterator[str]:
    """Pieces with their marks, then hidden Tools: by token to who has seen them (DC-R4)."""
    mine = view.state["mines"][seat]
    yield from (_marked(view.state, card) for card in [*mine["dwarves"], *mine["tools"]])
    faces = view.faces
    yield from (f"{token}={faces[token]}" for token in mine["hidden"] if token in faces)
    unseen = sum(token not in faces for token in mine["hidden"])
    if unseen:
        yield f"{unseen} hidden Tool{'' if unseen == 1 else 's'}"


def _marked(state: Json, piece: str) -> str:
    """What it has done today (DC-R14)."""
    marks = "".join(letter for letter, name in MARKS.items() if piece in state[name])
    return f"{piece}*{marks}" if marks else piece


def _levels(state: Json, mine: Json) -> Iterator[str]:
    """The Tunnels that were dug, and then what is left to dig (DC-52)."""
    undug = [level for level, word in mine["levels"].items() if word == UNDUG]
    for level, word in mine["levels"].items():
        if word == GONE:
            yield f"{level}: collapsed"
        elif word == OPEN:
            there = " ".join(_marked(state, card) for card in mine["pieces"].get(level, ()))
            yield f"{level}: {there or 'empty'}"
    if undug:
        yield f"not dug: {' '.join(undug)}"


# --- the end ---


def _end(view: View) -> list[str]:
    """DC-130 to DC-134."""
    if view.result is None:
        return []
    won = "wins" if len(view.result.winners) == 1 else "win together"
    why = f"{' and '.join(view.result.winners)} {won}: {view.result.why}"
    return ["", "The game is over.", *wrap(why, WIDTH)]
