"""The Mine Phase, and Cave-Ins (DC-70 to DC-102)."""

from __future__ import annotations

from pbem.games.dig_card_game import legal, reach
from pbem.games.dig_card_game.asked import decide, ended
from pbem.games.dig_card_game.cards import CAVE_INS, RANKS, kind
from pbem.games.dig_card_game.digging import out_of_hand
from pbem.games.dig_card_game.state import GONE, Mine, MineState
from pbem.games.dig_card_game.supply import put_under, take_off, unmark
from pbem.script.requests import Action, Faces, Script


def mine_turn(state: MineState) -> Script[None]:
    """Any number of steps in any order, one Dwarf's draws done before the next (DC-70, DC-88,
    DC-R15)."""
    while (choice := legal.mining(state)) is not None:
        action, faces = yield from decide(state, choice)
        if action["do"] == "done":
            return
        if action["do"] == "mine":
            yield from mine_with(state, action)
        elif action["do"] == "place":
            place(state, action, faces)
        else:
            move(state, action)
    yield from ended(state)


def place(state: MineState, action: Action, faces: Faces) -> None:
    """From hand into a Tunnel, which is no move (DC-71, DC-76, DC-77)."""
    mine = state.mines[state.turn]
    card = out_of_hand(state, mine, action["card"], faces)
    mine.pieces[action["level"]].append(card)
    text = "{seat} places {card} in Level {level}"
    state.say("DC-71", text, seat=state.turn, card=card, level=action["level"])


def move(state: MineState, action: Action) -> None:
    """One space, by itself (DC-72, DC-74, DC-R12)."""
    mine, card = state.mines[state.turn], action["card"]
    at = mine.place_of(card)
    assert at is not None
    mine.pieces[at].remove(card)
    mine.pieces[action["to"]].append(card)
    state.moved.append(card)
    text = "{seat} moves {card} to Level {level}"
    state.say("DC-72", text, seat=state.turn, card=card, level=action["to"])


def mine_with(state: MineState, action: Action) -> Script[None]:
    """The whole allotment, one card at a time, up to a Cave-In or the end of the deck (DC-87,
    DC-89, DC-94, DC-R17, DC-R21)."""
    seat, dwarf = state.turn, action["dwarf"]
    mine = state.mines[seat]
    level = mine.place_of(dwarf)
    assert level is not None
    tools = [_tool(state, mine, level, action, name) for name in ("pick", "lantern")]
    state.mined += [dwarf, *tools]  # DC-82, DC-83
    draws = reach.allotment(dwarf, level)
    text = "{seat} mines Level {level} with {dwarf} {tools}, {draws}"
    most = "1 draw" if draws == 1 else f"up to {draws} draws"
    told = {"seat": seat, "level": level, "dwarf": dwarf, "tools": " ".join(tools), "draws": most}
    state.say("DC-80", text, **told)
    for _ in range(draws):
        card = yield from draw_card(state)
        if card is None:
            state.say("DC-R21", "the Mine deck has no more cards")
            return
        if kind(card) in CAVE_INS:
            cave_in(state, mine, level, card)
            return
        mine.gems.append(card)  # DC-90: his own, whatever comes next
        state.say("DC-90", "{seat} finds the {gem} {card}", seat=seat, card=card, gem=kind(card))


def _tool(state: MineState, mine: Mine, level: int, action: Action, name: str) -> str:
    """The one named, or the lowest that has served nobody today (DC-R30)."""
    named: str | None = action.get(name)
    return named or reach.free_tools(state, mine, level)[name][0]


def draw_card(state: MineState) -> Script[str | None]:
    cards = yield from take_off(state.mine_deck, 1)
    return cards[0] if cards else None


def cave_in(state: MineState, mine: Mine, level: int, card: str) -> None:
    """At once, in this Tunnel alone, and with everything in it (DC-92, DC-102, DC-R18).

    The card lies aside until the Day ends (DC-99).
    """
    state.exhausted.append(card)
    mine.levels[level] = GONE  # DC-95, DC-98: never dug again (DC-100)
    pieces = mine.pieces.pop(level)
    dwarves = [piece for piece in pieces if kind(piece) in RANKS]
    tools = [piece for piece in pieces if kind(piece) not in RANKS]
    text = "{card}, a Cave-In: {seat}'s Level {level} collapses"
    state.say("DC-94", text, card=card, seat=state.turn, level=level)
    if kind(card) == "regular":
        lose(state, dwarves, tools)
    else:
        mine.dwarves += dwarves
        mine.tools += tools
        _say(state, "DC-98", "back in {seat}'s hand: {cards}", [*dwarves, *tools])


def lose(state: MineState, dwarves: list[str], tools: list[str]) -> None:
    """Dwarves are out of the game, Tools go under their deck as a batch (DC-96, DC-97)."""
    state.gone += dwarves
    put_under(state.tool_deck, tools)
    unmark(state, [*dwarves, *tools])
    _say(state, "DC-96", "{seat} loses {cards}", dwarves)
    _say(state, "DC-97", "under the Tool deck: {cards}", tools)


def _say(state: MineState, clause: str, text: str, cards: list[str]) -> None:
    if cards:
        state.say(clause, text, seat=state.turn, cards=" ".join(cards))
