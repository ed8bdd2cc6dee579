"""The table in plain ASCII, from the public state alone.

At most 80 wide; with long names the table of seats goes to 100.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from pbem.games.dig_down_dwarf.gems import GEMS, pile
from pbem.games.dig_down_dwarf.scoring import (
    CURSITE_LIMIT,
    bonus,
    dwarf_card,
    earned,
    gem_points,
    pattern,
)
from pbem.script.contract import View

WIDTH = 80
WIDEST = 100
Rows = Sequence[Sequence[str]]


class Style(NamedTuple):
    """Of the table of seats: gap between columns, wants and powers in words, longest name."""

    gap: int
    wants: bool
    powers: bool
    name: int


STYLES = (
    Style(2, True, True, 20),
    Style(1, True, True, 20),
    Style(1, False, True, 20),
    Style(1, False, False, 20),
)
CUT = Style(1, False, False, 12)


def board(view: View) -> list[str]:
    """Head, table and dice, seats, bag, and either a reminder or the end of the game."""
    state = view.state
    lines = [*_head(view), "", "TABLE  " + _counts(state["table"], every=True)]
    if state["dice"] and not state["over"]:
        lines += [*_dice(view), "NOW    " + _now(view)]
    lines += ["", *_seats(view), ""]
    lines += ["BAG    " + _counts(state["bag"]), "OUT    " + _counts(state["out"])]
    return [line.rstrip()[:WIDEST] for line in [*lines, *(_end(view) or _reminder(view))]]


def _spread(title: str, parts: Sequence[str], gap: str = "   ") -> list[str]:
    """The parts side by side behind a title; what is too much for a line under them."""
    lines = [title]
    for part in parts:
        if len(lines[-1]) + len(gap) + len(part) > WIDTH:
            lines.append(" " * len(title))
        lines[-1] += gap + part
    return lines


def _number(view: View, seat: str) -> int:
    return view.facts.seats.index(seat) + 1


def _head(view: View) -> list[str]:
    state = view.state
    title, parts = "DIG DOWN DWARF", [f"turn {state['turn']}"]
    if state["over"]:
        return _spread(title, [*parts, "the game is over"])
    parts.append(f"seat {_number(view, state['seat'])} {state['seat']} to act")
    parts.append(f"rerolls left {state['rerolls_left']}")
    parts.append(f"bag {sum(state['bag'].values())}")
    if state["closer"]:
        parts.append("last round")
    return _spread(title, parts)


def _counts(counts: Mapping[str, int], *, every: bool = False) -> str:
    parts = [f"{gem} {counts[gem]}" for gem in GEMS if every or counts[gem]]
    return "   ".join(parts) or "empty"


def _favoured(view: View) -> str:
    dwarf = view.state["dwarfs"][view.state["seat"]]
    die: str = dwarf_card(view.facts.deck, dwarf)["die"]
    return die


def _dice(view: View) -> list[str]:
    """One line, or two if the names of the dice are long."""
    parts = [_die(view, name, die) for name, die in view.state["dice"].items()]
    line = "DICE   " + "   ".join(parts)
    if len(line) <= WIDTH:
        return [line]
    return ["DICE   " + "   ".join(parts[:2]), "       " + "   ".join(parts[2:])]


def _die(view: View, name: str, die: Mapping[str, Any]) -> str:
    if die["how"] == "wild":
        return f"{name} WILD"
    words = f"{name} {die['face']}"
    if die["how"] == "set":
        return f"{words} set"
    if die["face"] == 1:
        return f"{words} locked"
    if die["face"] != 6:
        return words
    if name != _favoured(view):
        return f"{words} free"
    return f"{words} free, power {'open' if _power_open(view, die) else 'used'}"


def _power_open(view: View, die: Mapping[str, Any]) -> bool:
    if view.state["step"] != "roll" or die["used"]:
        return False
    return view.facts.options["power_limit"] == "per_six" or not view.state["powers_used"]


def _now(view: View) -> str:
    """What the roll earns if it is collected now."""
    state = view.state
    if state["step"] == "draw":
        return f"collected; DRAW due: {state['draws_due']}"
    dice = state["dice"].values()
    if any(die["how"] == "wild" for die in dice):
        return "name a value for the WILD die when you collect"
    faces = tuple(die["face"] for die in dice)
    table = state["table"]
    types = [GEMS[i] for i in earned(faces, view.facts.options["quads"]) if table[GEMS[i]]]
    if types == ["cursite"]:
        return f"one pair: you must take {table['cursite']} cursite"
    gems = " and ".join(f"{table[gem]} {gem}" for gem in types)
    return f"{pattern(faces)}: {'you would take ' + gems if gems else 'you would take nothing'}"


def _seats(view: View) -> list[str]:
    """The table of seats in the widest form that fits."""
    for style in STYLES:
        lines = _table(_rows(view, style), " " * style.gap)
        if max(len(line) for line in lines) <= WIDTH:
            return lines
    if max(len(line) for line in lines) <= WIDEST:
        return lines
    return _table(_rows(view, CUT), " " * CUT.gap)


def _rows(view: View, style: Style) -> Rows:
    state, facts = view.state, view.facts
    powers = facts.deck["powers"]
    rows = [["", "SEAT", "PLAYER", "DWARF", "DIE", "POWERS", *"DESAC", "VP", "WANTS"]]
    for number, seat in enumerate(facts.seats, 1):
        card = dwarf_card(facts.deck, state["dwarfs"][seat])
        hoard = state["hoards"][seat]
        mark = "x" if seat in state["resigned"] else ">" if seat == state["seat"] else ""
        rows.append(
            [
                "" if state["over"] and mark == ">" else mark,
                str(number),
                seat[: style.name],
                card["name"],
                card["die"],
                _powers(powers[: state["known"][seat]], style.powers),
                *(str(hoard[gem]) for gem in GEMS),
                str(gem_points(pile(hoard), len(facts.seats))),
                _wants(hoard, card["wants"], style.wants),
            ]
        )
    return rows


def _powers(known: Sequence[str], long: bool) -> str:
    return " ".join(power if long else power[0] for power in known)


def _wants(hoard: Mapping[str, int], wants: Mapping[str, int], long: bool) -> str:
    if long:
        return ", ".join(f"{gem} {hoard[gem]}/{wants[gem]}" for gem in GEMS if gem in wants)
    return " ".join(f"{gem[0].upper()} {hoard[gem]}/{wants[gem]}" for gem in GEMS if gem in wants)


def _table(rows: Rows, gap: str) -> list[str]:
    """Columns as wide as their widest cell; numbers (one letter heads and VP) to the right."""
    heads = rows[0]
    widths = [max(len(row[i]) for row in rows) for i in range(len(heads))]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(max(width, 2)) if head == "VP" or len(head) == 1 else cell.ljust(width)
            for head, cell, width in zip(heads, row, widths, strict=True)
        ]
        lines.append(gap.join(cells).rstrip())
    return lines


def _reminder(view: View) -> list[str]:
    """What the reference card says (DW-101)."""
    limit = CURSITE_LIMIT[len(view.facts.seats)]
    return [
        f"Cursite is worth +1 each from {limit} on.",
        "four ones: diamond | two pairs: emerald | straight: sapphire",
        "three: amethyst | one pair: cursite",
    ]


def _end(view: View) -> list[str]:
    """Final scores, the winner and why; nothing while the game goes on."""
    result = view.result
    if not view.state["over"] or result is None:
        return []
    lines = ["", "FINAL SCORES"]
    for seat in view.facts.seats:
        hoard = pile(view.state["hoards"][seat])
        card = dwarf_card(view.facts.deck, view.state["dwarfs"][seat])
        gems, extra = gem_points(hoard, len(view.facts.seats)), bonus(hoard, card)
        note = "   resigned" if seat in view.state["resigned"] else ""
        lines.append(f"  {seat}: gems {gems} + bonus {extra} = {result.scores[seat]} VP{note}")
    winners = wrap(f"WINNER {', '.join(result.winners)}", WIDTH, subsequent_indent="  ")
    why = wrap(result.why, WIDTH, initial_indent="  ", subsequent_indent="  ")
    return [*lines, *winners, *why]
