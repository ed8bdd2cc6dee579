"""Why an action is not legal. Asked only for actions that the menu and the forms lack."""

from __future__ import annotations

from pbem.games.dig_card_game import prices, reach, sales
from pbem.games.dig_card_game.cards import DEEPEST, KIND, LETTER, RANKS, TOOLS
from pbem.games.dig_card_game.state import Mine, MineState
from pbem.script.requests import Action, Faces, Refusal

FIELDS = Refusal(
    "not-such-an-action",
    "DC-21",
    "an action has a field too many or too few, or a value that there is not; "
    "pbem moves lists what is legal",
)

DUE = {
    "buy": ("DC-40", "this is the Buy Phase: hire, buy or pass"),
    "dig": ("DC-51", "this is the Dig Phase: dig, or be done"),
    "mine": ("DC-70", "this is the Mine Phase: place, move, mine, or be done"),
    "sell": ("DC-110", "this is the Sell Phase: sell, buy, or be done"),
}


def due(state: MineState) -> Refusal:
    """The action belongs to another phase."""
    clause, message = DUE[state.phase]
    return Refusal("another-phase", clause, message)


def refuse_ended(state: MineState, action: Action, _: Faces) -> Refusal:
    end = "pass" if state.phase == "buy" else "done"
    message = f"nothing is left to do in this turn; in a list it is ended by {end}"
    return Refusal("turn-ended", "DC-R32", message)


# Buying, by day and by night


def refuse_buy(state: MineState, action: Action, _: Faces) -> Refusal:
    if action.get("do") == "hire":
        return _hire(state, action)
    if action.get("do") == "buy":
        return _buy(state, action, "DC-42")
    return due(state)


def _hire(state: MineState, action: Action) -> Refusal:
    rank = action.get("rank")
    if rank not in RANKS:
        return FIELDS
    if LETTER[rank] not in {dwarf[0] for dwarf in state.dwarves}:
        return Refusal("not-in-supply", "DC-41", f"the supply has no {rank}")
    price = prices.hire(state, rank)
    if price is None:
        return Refusal("on-strike", "DC-41", f"each {rank} is on strike today")
    return _too_dear(state, f"this {rank}", price)


def _buy(state: MineState, action: Action, clause: str) -> Refusal:
    tool = action.get("kind")
    if tool not in TOOLS:
        return FIELDS
    if LETTER[tool] not in {card[0] for card in state.tools}:
        return Refusal("not-in-supply", clause, f"the supply has no {tool}")
    if tool in state.night_sold:
        message = f"you have sold a {tool} in this turn, so you buy none"
        return Refusal("sold-tonight", "DC-R25", message)
    return _too_dear(state, f"a {tool}", prices.buy(state, tool))


def _too_dear(state: MineState, what: str, price: int) -> Refusal:
    gold = state.mines[state.turn].gold
    if price <= gold:
        return FIELDS
    return Refusal("too-dear", "DC-43", f"{what} costs {price} gold today, and you have {gold}")


# Digging


def refuse_dig(state: MineState, action: Action, faces: Faces) -> Refusal:
    do = action.get("do")
    if do == "move":
        message = "in the Dig Phase a piece moves only onto the Tunnel it digs; name it in the dig"
        return Refusal("moves-to-dig", "DC-R35", message)
    if do != "dig":
        return due(state)
    mine = state.mines[state.turn]
    level = reach.next_level(mine)
    if level is None:
        return Refusal("all-dug", "DC-52", "all five Levels have been dug")
    if action.get("level") != level:
        message = f"Levels are dug in order, a collapsed one never again: the next is {level}"
        return Refusal("not-the-next", "DC-52", message)
    for field, letters in (("dwarf", "AJM"), ("pick", "P"), ("lantern", "L")):
        why = _digger(state, mine, action.get(field), field, letters, faces)
        if why is not None:
            return why
    return FIELDS


def _digger(
    state: MineState, mine: Mine, name: object, field: str, letters: str, faces: Faces
) -> Refusal | None:
    """Why this one of the three cannot dig; None where it can."""
    if not isinstance(name, str):
        return Refusal("three-pieces", "DC-53", f"a dig names a {field}")
    face = faces.get(name, name) if name in mine.hidden else name
    if face in mine.hidden:
        return _not_shown(name)
    if not _owned(mine, name):
        why = sales.named_by_face(mine, name, faces)
        message = f"you have no {name} in hand or in play"
        return why or Refusal("not-yours", "DC-54", message)
    if face[0] not in letters:
        message = f"{face} is no {field}; a dig takes a Dwarf, a Pick and a Lantern"
        return Refusal("three-pieces", "DC-53", message)
    level = reach.next_level(mine)
    if field == "dwarf" and level is not None and reach.deepest(face) < level:
        return _too_deep(face, level, "DC-57", "digs")
    return _cannot_dig(state, mine, name)


def _cannot_dig(state: MineState, mine: Mine, piece: str) -> Refusal | None:
    """The marks, and where the piece lies."""
    if piece in state.dug:
        return Refusal("dug-today", "DC-56", f"{piece} has dug today")
    at = mine.place_of(piece)
    if at is None:
        return None
    if at != reach.beside_new(mine):
        message = f"{piece} lies in Level {at}, which is not next to the Tunnel to be dug"
        return Refusal("not-adjacent", "DC-54", message)
    if piece in state.moved:
        return Refusal("moved-today", "DC-55", f"{piece} has moved today")
    return None


def _not_shown(token: str) -> Refusal:
    message = f"the move does not show {token}; a hidden Tool is laid face up"
    return Refusal("not-shown", "DC-R4", message)


def _owned(mine: Mine, piece: str) -> bool:
    return _in_hand(mine, piece) or mine.place_of(piece) is not None


def _in_hand(mine: Mine, piece: str) -> bool:
    return piece in mine.dwarves or piece in mine.tools or piece in mine.hidden


def _too_deep(dwarf: str, level: int, clause: str, verb: str) -> Refusal:
    rank = KIND[dwarf[0]]
    message = f"{dwarf}, of the rank {rank}, {verb} Levels 1 to {DEEPEST[rank]}, not {level}"
    return Refusal("rank", clause, message)


# Placing, moving, mining


def refuse_mine(state: MineState, action: Action, faces: Faces) -> Refusal:
    do, mine = action.get("do"), state.mines[state.turn]
    if do == "place":
        return _place(mine, action, faces)
    if do == "move":
        return _move(state, mine, action)
    if do == "mine":
        return _mine(state, mine, action)
    return due(state)


def _place(mine: Mine, action: Action, faces: Faces) -> Refusal:
    card = action.get("card")
    if not isinstance(card, str):
        return FIELDS
    at = mine.place_of(card)
    if at is not None:
        message = f"{card} lies in Level {at}; from there it moves"
        return Refusal("in-play", "DC-71", message)
    if not _in_hand(mine, card):
        why = sales.named_by_face(mine, card, faces)
        return why or Refusal("not-in-hand", "DC-71", f"there is no {card} in your hand")
    if card in mine.hidden and card not in faces:
        return _not_shown(card)
    return _no_tunnel(mine, action.get("level"), "DC-71")


def _no_tunnel(mine: Mine, level: object, clause: str) -> Refusal:
    there = ", ".join(map(str, mine.in_play())) or "none"
    message = f"Level {level} is no Tunnel of yours in play; in play: {there}"
    return Refusal("not-in-play", clause, message)


def _move(state: MineState, mine: Mine, action: Action) -> Refusal:
    card, to = action.get("card"), action.get("to")
    if not isinstance(card, str):
        return FIELDS
    at = mine.place_of(card)
    if at is None and _in_hand(mine, card):
        return Refusal("in-hand", "DC-72", f"{card} is in your hand: place it")
    if at is None:
        return Refusal("not-yours", "DC-75", f"no Tunnel of yours has {card}")
    if card in state.moved:
        return Refusal("moved-today", "DC-72", f"{card} has moved today")
    if to == at:
        return Refusal("not-adjacent", "DC-72", f"{card} lies in Level {at} already")
    near = ", ".join(map(str, reach.neighbours(mine, at))) or "none"
    message = f"Level {to} is no Tunnel in play next to Level {at}; next to it: {near}"
    return Refusal("not-adjacent", "DC-73", message)


def _mine(state: MineState, mine: Mine, action: Action) -> Refusal:
    dwarf = action.get("dwarf")
    if not isinstance(dwarf, str) or dwarf[:1] not in reach.DWARF_LETTERS:
        return FIELDS
    level = mine.place_of(dwarf)
    if level is None:
        return Refusal("not-in-play", "DC-80", f"no Tunnel of yours has {dwarf}")
    if dwarf in state.mined:
        return Refusal("mined-today", "DC-82", f"{dwarf} has mined today")
    if reach.deepest(dwarf) < level:
        return _too_deep(dwarf, level, "DC-84", "mines")
    if not state.mine_deck:
        return Refusal("nothing-to-draw", "DC-R21", "the Mine deck has no card left")
    for field in TOOLS:
        why = _equipment(state, mine, level, action, field)
        if why is not None:
            return why
    return FIELDS


def _equipment(
    state: MineState, mine: Mine, level: int, action: Action, field: str
) -> Refusal | None:
    """What is wrong with the Pick or the Lantern; None where nothing is."""
    letter = LETTER[field]
    free = reach.free_tools(state, mine, level)[field]
    there = [piece for piece in mine.pieces[level] if piece[0] == letter]
    named = action.get(field)
    if named in free:
        return None
    if named is not None and named in state.mined and named in there:
        return Refusal("served-today", "DC-83", f"{named} has served a Dwarf today")
    if named is not None:
        message = f"{named} is no {field} in Level {level}"
        return Refusal("not-there", "DC-80", message)
    if free:
        return None
    if there:
        message = f"every {field} in Level {level} has served a Dwarf today"
        return Refusal("served-today", "DC-83", message)
    return Refusal("not-equipped", "DC-80", f"there is no {field} in Level {level}")


# Selling


def refuse_sell(state: MineState, action: Action, faces: Faces) -> Refusal:
    do = action.get("do")
    if do == "sell":
        return sales.why_not(state, state.turn, action, faces) or FIELDS
    if do == "buy":
        return _buy(state, action, "DC-113")
    if do != "hire":
        return due(state)
    if not state.facts.options["night_hire"]:
        message = "no Dwarf is hired in the Sell Phase; the option night_hire would allow it"
        return Refusal("no-hire-at-night", "DC-121", message)
    return _hire(state, action)
