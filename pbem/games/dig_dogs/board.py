"""The table in plain ASCII, at most 80 characters wide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from textwrap import wrap

from pbem.games.dig_dogs.cards import BONES, PAIRS, RANGE, is_bowl, known_colour, twin
from pbem.games.dig_dogs.scoring import count, places, worth
from pbem.script.contract import View

WIDTH = 80
CELL = 4
MOST_CELLS = 17  # more spaces than this are shown in two halves
LETTERS = "abcd"


def board(view: View) -> list[str]:
    """The whole picture: turn, row, seats, what is known; at the end the result too."""
    return [
        *_head(view),
        "",
        *_row(view),
        "",
        *_seats(view),
        *_known_to_all(view),
        *_known_to_you(view),
        *_end(view),
    ]


def _head(view: View) -> list[str]:
    state = view.state
    yard = state["yard"]
    bones = sum(card is not None and not is_bowl(card) for card in yard)
    right = f"bones in Yard {bones}, row {len(yard)}"
    lines = _beside(_what_is_on(view), right)
    if state["digging"] is not None and not state["over"]:
        lines += [f"{state['turn']} has dug up {state['digging']}: put back one card, or none"]
    return lines


def _what_is_on(view: View) -> str:
    state = view.state
    if state["over"]:
        return f"DIG  over after turn {state['number']}"
    seat = state["turn"]
    if len(state["dog_names"]) < len(view.facts.seats):
        return f"DIG  the Dogs are being chosen, then {seat} begins"
    reach = RANGE[min(len(state["hands"][seat]), 3)]
    left = f"{state['left']} action{'' if state['left'] == 1 else 's'} left"
    name = f"{seat} ({state['dog_names'][seat]})"
    return f"DIG  turn {state['number']}: {name}, {left}, range {reach}"


def _beside(left: str, right: str) -> list[str]:
    if len(left) + len(right) + 2 > WIDTH:
        return [left, "     " + right]
    return [left + " " * max(2, WIDTH - len(left) - len(right)) + right]


def _row(view: View) -> list[str]:
    """The Yard, far end on the left; a long one in two halves."""
    spaces = list(range(len(view.state["yard"]), -1, -1))
    middle = len(spaces) // 2
    halves = [spaces] if len(spaces) <= MOST_CELLS else [spaces[:middle], spaces[middle:]]
    lines: list[str] = []
    for part in halves:
        lines += [*_part(view, part), ""]
    return lines[:-1]


def _part(view: View, spaces: Sequence[int]) -> list[str]:
    state = view.state
    values = worth(state["yard"])

    def line(cell: Callable[[int], str], name: str) -> str:
        return (" " + "".join(f"{cell(space):<{CELL}}" for space in spaces) + " " + name).rstrip()

    def dogs(space: int) -> str:
        at = zip(view.facts.seats, LETTERS, strict=False)
        return "".join(letter for seat, letter in at if state["dogs"][seat] == space)

    def value(space: int) -> str:
        card = state["yard"][space - 1] if space else None
        return str(values[card[1]]) if card and is_bowl(card) else ""

    ends = " " + ("far end" if spaces[0] == len(state["yard"]) else "")
    if spaces[-1] == 0:
        ends = f"{ends:<{max(len(ends) + 2, CELL * len(spaces) - 8)}}Dog House"
    return [
        ends.rstrip(),
        line(str, "space"),
        line(lambda space: _card(view, space), "card"),
        line(dogs, "dogs"),
        line(value, "worth now"),
    ]


def _card(view: View, space: int) -> str:
    if space == 0:
        return "##"
    card: str | None = view.state["yard"][space - 1]
    if card is None:
        return "--"
    if card[:2] in view.state["public_pairs"]:  # its twin is delivered: no need of a number
        return card[:2] + "*"
    return card


def _seats(view: View) -> list[str]:
    """Hands, deliveries and points; shorter where the long form would be too wide."""
    for names, sums in ((True, True), (True, False), (False, False)):
        lines = _table(view, names, sums)
        if max(map(len, lines)) <= WIDTH:
            break
    return lines


def _table(view: View, names: bool, sums: bool) -> list[str]:
    values = worth(view.state["yard"])
    colours = view.facts.deck["colours"]
    rows = [("", "", "hand", "delivered", "now")]
    for letter, seat in zip(LETTERS, view.facts.seats, strict=False):
        counts = count(view.state["delivered"][seat])
        there = sorted((c for c in counts if counts[c]), key=lambda c: -values[c])
        parts = [counts[c] * values[c] for c in there]
        total = str(sum(parts))
        hand = " ".join(view.state["hands"][seat]) or "-"
        bones = ", ".join(f"{colours[c] if names else c} {counts[c]}" for c in there) or "-"
        long = " + ".join(map(str, parts)) + " = " + total
        gone = " (resigned)" if seat in view.state["resigned"] else ""
        rows.append(
            (letter, seat, hand, bones, (long if sums and len(parts) > 1 else total) + gone)
        )
    widths = [max(len(row[i]) for row in rows) for i in range(4)]
    return [_columns(row, widths).rstrip() for row in rows]


def _columns(row: Sequence[str], widths: Sequence[int]) -> str:
    letter, seat, hand, bones, points = row
    left = f"{letter:<{widths[0]}} {seat:<{widths[1]}}  {hand:<{widths[2]}}"
    return f"{left}  {bones:<{widths[3]}}  {points}"


def _known_to_all(view: View) -> list[str]:
    """The bones not yet delivered whose colour everybody can tell (DD-54)."""
    state = view.state
    colours = view.facts.deck["colours"]
    gone = {bone for bones in state["delivered"].values() for bone, _ in bones}
    told = []
    for bone in BONES:
        colour = known_colour(bone, state["public_pairs"], {})
        if colour is not None and bone not in gone:
            told.append(f"{bone} {colours[colour]}")
    return _listed("* colour known to all: ", told)


def _known_to_you(view: View) -> list[str]:
    """What this seat's own looks tell beyond that (DD-53, DD-56)."""
    colours = view.facts.deck["colours"]
    told = []
    for pair in PAIRS:
        seen = next((b for b in (pair + "1", pair + "2") if b in view.faces), None)
        if seen is not None and pair not in view.state["public_pairs"]:
            face = view.faces[seen]
            rest = known_colour(twin(seen), {}, view.faces)
            told.append(f"{seen} = {colours[face]} (so {twin(seen)} = {colours[rest]})")
    return _listed("you know:  ", told)


def _listed(title: str, items: Iterable[str]) -> list[str]:
    """`items` after `title`, no item broken across lines."""
    glued = ", ".join(item.replace(" ", "\0") for item in items)
    if not glued:
        return []
    indent = " " * len(title)
    lines = wrap(glued, WIDTH, initial_indent=title, subsequent_indent=indent)
    return [line.replace("\0", " ") for line in lines]


def _end(view: View) -> list[str]:
    """Places, points and the reason (DD-66 to DD-70)."""
    if view.result is None:
        return []
    state, scores = view.state, view.result.scores
    lines = ["", "The game is over."]
    place = 1
    for seats in places(state["yard"], state["delivered"], state["resigned"]):
        told = [f"{seat} {scores[seat]}" for seat in seats]
        lines += _listed(f"{place}.  ", told)
        place += len(seats)
    won = "wins" if len(view.result.winners) == 1 else "win together"
    return [*lines, *wrap(f"{' and '.join(view.result.winners)} {won}: {view.result.why}", WIDTH)]
