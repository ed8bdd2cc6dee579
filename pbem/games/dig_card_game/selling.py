"""The Sell Phase (DC-110 to DC-121)."""

from __future__ import annotations

from pbem.games.dig_card_game import legal, sales
from pbem.games.dig_card_game.asked import decide, ended
from pbem.games.dig_card_game.buying import take
from pbem.games.dig_card_game.state import MineState
from pbem.games.dig_card_game.supply import put_under
from pbem.script.requests import Action, Faces, Script


def sell_turn(state: MineState) -> Script[None]:
    """Any number of deals; of each kind of Tool only one way (DC-110, DC-R25)."""
    yield from deals(state)
    state.night_sold, state.night_bought = [], []


def deals(state: MineState) -> Script[None]:
    while (choice := legal.selling(state)) is not None:
        action, faces = yield from decide(state, choice)
        if action["do"] == "done":
            return
        deal(state, action, faces)
    yield from ended(state)


def deal(state: MineState, action: Action, faces: Faces) -> None:
    """What is sold back lies in the supply at once, for those who come later (DC-114, DC-115)."""
    if action["do"] == "sell":
        sales.sell(state, state.turn, action, faces)
        return
    take(state, action)
    if action["do"] == "buy" and action["kind"] not in state.night_bought:
        state.night_bought.append(action["kind"])


def close(state: MineState) -> None:
    """Gems sold and Cave-Ins go under the Mine deck together (DC-120)."""
    cards = [*state.sold, *state.exhausted]
    state.sold, state.exhausted = [], []
    put_under(state.mine_deck, cards)
    if cards:
        state.say("DC-120", "under the Mine deck: {cards}", cards=" ".join(cards))
