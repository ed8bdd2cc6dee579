"""The Dig Phase (DC-51 to DC-61)."""

from __future__ import annotations

from pbem.games.dig_card_game import legal
from pbem.games.dig_card_game.asked import decide, ended
from pbem.games.dig_card_game.state import OPEN, Mine, MineState
from pbem.script.requests import Action, Faces, Script


def dig_turn(state: MineState) -> Script[None]:
    """Tunnel after Tunnel, as far as the player can and likes (DC-51, DC-60)."""
    while (choice := legal.digging(state)) is not None:
        action, faces = yield from decide(state, choice)
        if action["do"] == "done":
            return
        dig(state, action, faces)
    yield from ended(state)


def dig(state: MineState, action: Action, faces: Faces) -> None:
    """The Tunnel card goes down, and the three on it (DC-52, DC-53, DC-61).

    One that steps over from the next Tunnel has moved for today (DC-55).
    """
    mine, level = state.mines[state.turn], action["level"]
    pieces: list[str] = []
    for name in (action["dwarf"], action["pick"], action["lantern"]):
        at = mine.place_of(name)
        if at is None:
            pieces.append(out_of_hand(state, mine, name, faces))
        else:
            mine.pieces[at].remove(name)
            state.moved.append(name)
            pieces.append(name)
    state.dug += pieces
    mine.levels[level] = OPEN
    mine.pieces[level] = pieces
    text = "{seat} digs Level {level} with {pieces}"
    state.say("DC-53", text, seat=state.turn, level=level, pieces=" ".join(pieces))


def out_of_hand(state: MineState, mine: Mine, name: str, faces: Faces) -> str:
    """A piece leaves the mover's hand, a hidden Tool face up: all know it from now on (DC-R4)."""
    if name in mine.hidden:
        mine.hidden.remove(name)
        text = "{seat} shows {token}: {card}"
        state.say("DC-R4", text, seat=state.turn, token=name, card=faces[name])
        return faces[name]
    hand = mine.dwarves if name in mine.dwarves else mine.tools
    hand.remove(name)
    return name
