"""What may be done now, phase by phase. One list is both the menu and the check.

A list is made from what the asker knows: the public state, and the faces given. A hidden Tool
whose face is in neither gives no action (DC-R4). Whether a seat is asked at all rests on what
all know (DC-R32).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from pbem.games.dig_card_game import prices, reach, refusals, sales
from pbem.games.dig_card_game.actions import BUY, DONE, HIRE, PASS, digs, mines, move, place
from pbem.games.dig_card_game.cards import DAYS, GEMS, RANKS, TOOLS, kind
from pbem.games.dig_card_game.state import MineState
from pbem.script.requests import Action, Choose, Faces, Form, Refusal

Menu = Callable[[MineState, Faces], list[Action]]
Refuse = Callable[[MineState, Action, Faces], Refusal]


def decision(
    state: MineState, menu: Menu, default: Action, refuse: Refuse, forms: Sequence[Form] = ()
) -> Choose:
    """Of the seat whose turn it is."""
    return Choose(
        state.turn,
        partial(menu, state),
        default,
        partial(refuse, state),
        forms,
        partial(shows, state),
        phase=phase(state),
    )


def phase(state: MineState) -> str:
    return f"day {state.day} {state.phase}"


def shows(state: MineState, action: Action, faces: Faces) -> list[str]:
    """The openings that an action of the mover needs."""
    return openings(state, state.turn, action, faces)


def openings(state: MineState, seat: str, action: Action, faces: Faces) -> list[str]:
    """The hidden Tools that an action lays in a Tunnel or sells (DC-R4)."""
    named = [action.get(field) for field in ("card", "pick", "lantern")]
    named += action.get("cards", ())
    return [token for token in state.mines[seat].hidden if token in named and token in faces]


def ending(state: MineState) -> Choose:
    """The turn has ended by itself: an action that says so is used up here, and it needs none
    (DC-R32, DC-R36)."""
    end = PASS if state.phase == "buy" else DONE
    choice = decision(state, lambda _, __: [end], end, refusals.refuse_ended)
    return choice._replace(forced=True)


# Buying


def buying(state: MineState) -> Choose:
    """One hire, one purchase, or a pass (DC-40)."""
    return decision(state, buy_menu, PASS, refusals.refuse_buy)


def buy_menu(state: MineState, _: Faces) -> list[Action]:
    return [*hires(state), *purchases(state), PASS]


def can_buy(state: MineState) -> bool:
    """Can the seat pay for any card it could take (DC-43, DC-R9)?"""
    return bool(hires(state) or purchases(state))


def hires(state: MineState) -> list[Action]:
    """Ranks in the supply that are not on strike (DC-41, DC-49), one for each rank (DC-R31)."""
    gold = state.mines[state.turn].gold
    there = {dwarf[0] for dwarf in state.dwarves}
    today = prices.today(state)
    return [
        HIRE[rank]
        for rank in RANKS
        if rank[0].upper() in there and rank not in today["strike"] and today["hire"][rank] <= gold
    ]


def purchases(state: MineState) -> list[Action]:
    """Kinds of Tools in the supply (DC-42); at night none that was sold back (DC-R25)."""
    gold = state.mines[state.turn].gold
    there = {kind(tool) for tool in state.tools}
    return [
        BUY[tool]
        for tool in TOOLS
        if tool in there and tool not in state.night_sold and prices.buy(state, tool) <= gold
    ]


# Digging


def digging(state: MineState) -> Choose:
    """The next Tunnel, with any of what can dig it (DC-51 to DC-57), or the end."""
    return decision(state, dig_menu, DONE, refusals.refuse_dig)


def dig_menu(state: MineState, faces: Faces) -> list[Action]:
    mine = state.mines[state.turn]
    level = reach.next_level(mine)
    if level is None:
        return [DONE]
    return [*digs(level, *reach.diggers(state, mine, level, faces)), DONE]


def can_dig(state: MineState) -> bool:
    return reach.can_dig(state, state.turn)


# Mining


def mining(state: MineState) -> Choose:
    """Place, move, mine, in any order (DC-70), or the end."""
    return decision(state, mine_menu, DONE, refusals.refuse_mine)


def mine_menu(state: MineState, faces: Faces) -> list[Action]:
    mine = state.mines[state.turn]
    there = mine.in_play()
    menu: list[Action] = []
    for level in there:
        if reach.can_mine_in(state, mine, level):
            picks, lanterns = (reach.free_tools(state, mine, level, x) for x in "PL")
            for dwarf in reach.miners(state, mine, level):
                menu += mines(dwarf, picks, lanterns)
    for card in reach.in_hand(mine, faces):
        menu += [place(card, level) for level in there]
    for level in there:
        near = reach.neighbours(mine, level)
        for piece in mine.pieces[level]:
            if piece not in state.moved:
                menu += [move(piece, to) for to in near]
    menu.append(DONE)
    return menu


def can_work(state: MineState) -> bool:
    return reach.can_work(state, state.turn)


# Selling


def selling(state: MineState) -> Choose:
    """Deals in any order (DC-110), or the end."""
    form = sales.form(state, state.turn)
    forms = () if form is None else (form,)
    return decision(state, sell_menu, sell_default(state), refusals.refuse_sell, forms)


def sell_menu(state: MineState, faces: Faces) -> list[Action]:
    """All but sales of what all have seen, which are a form."""
    return [
        *sales.hidden(state, state.turn, faces),
        *purchases(state),
        *night_hires(state),
        DONE,
    ]


def night_hires(state: MineState) -> list[Action]:
    """With `night_hire` alone (DC-121, DC-R23)."""
    return hires(state) if state.facts.options["night_hire"] else []


def sell_default(state: MineState) -> Action:
    """On Day Six gems are worth nothing afterwards, so they are sold first (DC-R37)."""
    gems = Counter(map(kind, state.mines[state.turn].gems))
    if state.day < DAYS or not gems:
        return DONE
    return {"do": "sell", "gems": {gem: gems[gem] for gem in GEMS if gem in gems}}


def can_deal(state: MineState) -> bool:
    """A sale or a purchase, as far as all can know (DC-R32)."""
    return bool(sales.possible(state, state.turn) or purchases(state) or night_hires(state))
