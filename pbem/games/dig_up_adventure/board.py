"""The table in plain ASCII, at most 80 characters wide.

Everything is drawn from the public state and the seat's own looks (`View.faces`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from pbem.games.dig_up_adventure.cards import KIND, VALUES
from pbem.games.dig_up_adventure.scoring import points
from pbem.script.contract import View
from pbem.script.lines import GAP, WIDTH, wrapped

MARKS = {3: "*", 2: "~", 1: "+", 0: ""}
SHORT = {"idol": "ID", "skeleton": "SK"}
Cards = Sequence[Sequence[str | None]]  # [token, face or null], as in the public state


def board(view: View) -> list[str]:
    """The whole picture; at the end the points and the reason too."""
    body = _solo(view) if view.state["solo"] is not None else _table(view)
    return [line.rstrip() for line in [*body, *_end(view)]]


# --- two to four seats ---


def _table(view: View) -> list[str]:
    return [
        *_head(view),
        *_awaited(view),
        *_mines(view),
        *_hands(view),
        *_looks(view),
        *_discard(view),
    ]


def _head(view: View) -> list[str]:
    state = view.state
    parts = [f"round {state['round']}"]
    if state["over"]:
        parts = [f"over after round {state['round']}"]
    elif state["step"] != "color":
        parts.append(f"turn: {state['turn']}, plays used {state['plays']} of 2")
    if state["first"] is not None:
        parts.append(f"start: {state['first']}")
    if state["closer"] is not None:
        parts.append(f"end: triggered by {state['closer']}")
    elif not state["over"]:
        parts.append("end: not triggered")
    return [*wrapped(f"DIG UP ADVENTURE{GAP}", parts), *wrapped("", _piles(view))]


def _piles(view: View) -> Iterator[str]:
    state, names = view.state, view.facts.deck["colors"]
    if state["mines"]:
        yield f"draw {len(state['pile'])}"
        top = f" (top {state['discard'][-1][1]})" if state["discard"] else ""
        yield f"discard {len(state['discard'])}{top}"
        yield f"removed: {len(state['removed'])} dynamite"
    if state["out"]:
        yield "colour out: " + ", ".join(names[letter] for letter in state["out"])
    if state["resigned"]:
        yield "resigned: " + ", ".join(state["resigned"])


def _awaited(view: View) -> list[str]:
    """What has begun and waits for an answer."""
    state, step = view.state, view.state["step"]
    if state["over"] or view.awaited is None or step == "play":
        return []
    if step == "color":
        return ["", *wrapped("colours are being chosen: ", _chosen(view), ", ")]
    played = f"{state['turn']} has played {state['playing'][1]}"
    if step == "pick":
        middle = [face for _, face in state["middle"]]
        return ["", played, *wrapped(f"{view.awaited} picks one of: ", middle, "  ")]
    if step == "keep":
        five = _named(view, state["middle"])
        return ["", played, *wrapped(f"{state['turn']} keeps one of: ", five, "  ")]
    lines = [f"{played}: trades with {state['partner']}"]
    if view.seat == state["turn"]:
        for seat in (state["partner"], view.seat):
            lines += wrapped(f" hand of {seat}: ", _named(view, state["hands"][seat]), "  ")
    return ["", *lines]


def _chosen(view: View) -> Iterator[str]:
    names, colors = view.facts.deck["colors"], view.state["colors"]
    yield from (f"{seat} {names[colors[seat]]}" for seat in view.facts.seats if seat in colors)
    yield f"{view.awaited} to choose"


def _named(view: View, cards: Cards) -> list[str]:
    """Cards as an action has to call them: by token, with the face this seat has seen."""
    faces = [(token, _known(view, card)) for card in cards if (token := card[0]) is not None]
    return [token if face is None else f"{token}={face}" for token, face in faces]


def _known(view: View, card: Sequence[str | None]) -> str | None:
    """The face, if all know it or this seat has looked."""
    token, face = card
    return face if face is not None else view.faces.get(str(token))


# --- Mines ---


def _mines(view: View) -> list[str]:
    """As many Mines beside each other as there is room for."""
    seats = [seat for seat in view.facts.seats if seat in view.state["mines"]]
    if not seats:
        return []
    for number, one_line in ((len(seats), True), (len(seats), False), (2, True), (2, False)):
        heads = {seat: _mine_head(view, seat, one_line) for seat in seats}
        cell = WIDTH // number
        if all(len(line) < cell for head in heads.values() for line in head):
            break
    blocks = [[*heads[seat], *_mine(view, seat)] for seat in seats]
    return _beside(blocks, number)


def _beside(blocks: Sequence[Sequence[str]], number: int) -> list[str]:
    """The blocks, `number` in a row, with an empty line above each row."""
    cell = min(WIDTH // number, 27)
    cell = max(cell, *(len(line) + 1 for block in blocks for line in block))
    lines: list[str] = []
    for start in range(0, len(blocks), number):
        rows = zip(*blocks[start : start + number], strict=True)
        lines += ["", *("".join(f"{text:<{cell}}" for text in row).rstrip() for row in rows)]
    return lines


def _mine_head(view: View, seat: str, one_line: bool) -> list[str]:
    names, colors = view.facts.deck["colors"], view.state["colors"]
    longest = max(len(names[colors[other]]) for other in view.state["mines"])
    hand = f"hand {len(view.state['hands'][seat])}"
    color = names[colors[seat]].upper()
    if one_line:
        width = max(map(len, view.facts.seats))
        return [f" {seat:<{width}}  {color:<{longest}}  {hand}"]
    return [f" {seat}", f" {color:<{longest}}  {hand}"]


def _mine(view: View, seat: str) -> list[str]:
    """Three rows of cards (DU-10), and what the open ones are worth."""
    mine, own = view.state["mines"][seat], view.state["colors"][seat]
    cells = [_cell(view, card, at, own) for at, card in zip(VALUES, mine, strict=True)]
    rows = ["  " + "".join(f"{cell:<5}" for cell in cells[i : i + 3]) for i in (0, 3, 6)]
    shown = [points(card[1], at, own) for at, card in zip(VALUES, mine, strict=True) if card[1]]
    return [*rows, f" up {len(shown)}/9   shown {sum(shown)}"]


def _cell(view: View, card: Sequence[str | None], at: int, own: str) -> str:
    token, face = card
    if face is None:
        return "#?" if token in view.faces else "##"
    return SHORT.get(KIND[face]) or face + MARKS[points(face, at, own)]


# --- what is known ---


def _hands(view: View) -> list[str]:
    """What all know of the hands, and the seat's own (DU-20, DU-21)."""
    hands = view.state["hands"]
    public = [
        f"{seat} " + " ".join(faces)
        for seat, hand in hands.items()
        if (faces := [face for _, face in hand if face is not None])
    ]
    lines = wrapped(" known in hands: ", _words(public), " ")
    if view.seat in hands:
        own = [_known(view, card) or f"{card[0]} (not seen yet)" for card in hands[view.seat]]
        lines += wrapped(" your hand: ", own or ["empty"], "  ")
    return ["", *lines] if lines else []


def _words(lists: Sequence[str]) -> list[str]:
    """The words of all lists, with a comma after each list but the last."""
    return ", ".join(lists).split()


def _looks(view: View) -> list[str]:
    """Cards this seat has looked at that lie elsewhere (DU-18), and looks of the others,
    which are public as such (DU-134)."""
    own = [f"{place} = {view.faces[t]}" for place, t in _hidden(view) if t in view.faces]
    own += [
        f"{seat} holds " + " ".join(seen)
        for seat, hand in view.state["hands"].items()
        if seat != view.seat
        and (seen := [view.faces[t] for t, f in hand if not f and t in view.faces])
    ]
    lines = wrapped(" your looks: ", _words(own), " ")
    for seat, tokens in view.state["looked"].items():
        if seat != view.seat:
            lines += wrapped(f" {seat} has looked at: ", _places(view, seat, tokens), ", ")
    return lines


def _hidden(view: View) -> Iterator[tuple[str, str]]:
    """Place and token of every hidden card outside the hands."""
    for seat, mine in view.state["mines"].items():
        yield from ((f"{seat} {at}", card[0]) for at, card in enumerate(mine, 1) if not card[1])
    yield from ((f"draw {n}", token) for n, token in enumerate(view.state["pile"], 1))


def _places(view: View, seat: str, tokens: Sequence[str]) -> Iterator[str]:
    """Where the hidden cards lie that another seat has looked at, its own hand left out."""
    yield from (place for place, token in _hidden(view) if token in tokens)
    for other, hand in view.state["hands"].items():
        known = sum(card[0] in tokens for card in hand)
        if other != seat and known:
            yield f"{known} of {other}'s hand"


def _discard(view: View) -> list[str]:
    """The whole pile, oldest first: anybody may look through it (DU-74)."""
    return wrapped(" discard: ", (face for _, face in view.state["discard"]), " ")


# --- solo ---


def _solo(view: View) -> list[str]:
    solo = view.state["solo"]
    if not solo["colors"]:
        return ["DIG UP ADVENTURE, solo   the four colours are to be chosen"]
    placed = sum(map(len, solo["placed"].values()))
    found = len(solo["skeletons"])
    parts = [f"placed {placed} of 36", f"skeletons {found} of 4", f"draw {solo['pile']}"]
    if view.state["over"]:
        parts.insert(0, "over")
    blocks = [
        [f" {view.facts.deck['colors'][color].upper()}", *_solo_mine(color, solo["placed"])]
        for color in solo["colors"]
    ]
    return [*wrapped(f"DIG UP ADVENTURE, solo{GAP}", parts), *_beside(blocks, len(blocks))]


def _solo_mine(color: str, placed: Mapping[str, Sequence[int]]) -> list[str]:
    there = placed[color]
    cells = [f"{color}{value}" if value in there else "##" for value in VALUES]
    rows = ["  " + "".join(f"{cell:<4}" for cell in cells[i : i + 3]) for i in (0, 3, 6)]
    return [*rows, f" {len(there)}/9"]


# --- the end ---


def _end(view: View) -> list[str]:
    """Points, what they are made of, and why the game was won (DU-109 to DU-119)."""
    if view.result is None:
        return []
    lines = ["", "The game is over."]
    if view.state["solo"] is None:
        lines += _sums(view, view.result.scores)
    if not view.result.winners:
        return [*lines, *wrap(view.result.why, WIDTH)]
    won = "wins" if len(view.result.winners) == 1 else "win together"
    return [*lines, *wrap(f"{' and '.join(view.result.winners)} {won}: {view.result.why}", WIDTH)]


def _sums(view: View, scores: Mapping[str, int]) -> list[str]:
    """Points by kind: `*`, `~` and `+` as in the Mines."""
    width = max(map(len, view.facts.seats))
    lines = [f" {'':<{width}}  own*  own~  other+  idols  points"]
    for seat in view.facts.seats:
        if seat in view.state["mines"]:
            right, wrong, other, idols = _kinds(view, seat)
            gone = "  (resigned)" if seat in view.state["resigned"] else ""
            lines.append(
                f" {seat:<{width}}  {right:>4}  {wrong:>4}  {other:>6}  {idols:>5}"
                f"  {scores[seat]:>6}{gone}"
            )
    return lines


def _kinds(view: View, seat: str) -> tuple[int, int, int, int]:
    """Points for own stones in place and elsewhere, other stones in place, and Idols."""
    own, mine = view.state["colors"][seat], view.state["mines"][seat]
    sums = {"3": 0, "2": 0, "1": 0, "idol": 0}
    for at, (_, face) in enumerate(mine, 1):
        worth = points(face, at, own) if face is not None else 0
        if worth:
            sums["idol" if KIND[face] == "idol" else str(worth)] += worth
    return sums["3"], sums["2"], sums["1"], sums["idol"]
