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
from pbem.games.dig_card_game.cards import DAYS, GEMS, LETTER, RANKS, TOOLS, kind
from pbem.games.dig_card_game.state import Mine, MineState
from pbem.script.requests import Action, Choose, Faces, Form, Refusal

Menu = list[Action]
Build = Callable[[MineState, Faces], Menu]
Refuse = Callable[[MineState, Action, Faces], Refusal]
NO_FACES: Faces = {}


class Listing:
    """A menu: what all may know is worked out once, for a decision changes nothing."""

    def __init__(self, state: MineState, build: Build) -> None:
        self.state, self.build = state, build
        self.hidden = state.mines[state.turn].hidden
        self.public = build(state, NO_FACES)

    def __call__(self, faces: Faces) -> Menu:
        if any(token in faces for token in self.hidden):
            return self.build(self.state, faces)
        return self.public


def decision(
    state: MineState, menu: Listing, default: Action, refuse: Refuse, forms: Sequence[Form] = ()
) -> Choose:
    """Of the seat whose turn it is."""
    return Choose(
        state.turn,
        menu,
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
    hidden = state.mines[seat].hidden
    if not hidden:
        return []
    named = [action.get(field) for field in ("card", "pick", "lantern")]
    named += action.get("cards", ())
    return [token for token in hidden if token in named and token in faces]


def ending(state: MineState) -> Choose:
    """The turn has ended by itself: an action that says so is used up here, and it needs none
    (DC-R32, DC-R36)."""
    end = PASS if state.phase == "buy" else DONE
    only = Listing(state, lambda _, __: [end])
    return decision(state, only, end, refusals.refuse_ended)._replace(forced=True)


# Buying


def buying(state: MineState) -> Choose | None:
    """One hire, one purchase, or a pass (DC-40); None for a seat that can pay for nothing it
    could take (DC-43, DC-R9)."""
    menu = Listing(state, buy_menu)
    if len(menu.public) == 1:
        return None
    return decision(state, menu, PASS, refusals.refuse_buy)


def buy_menu(state: MineState, _: Faces) -> Menu:
    return [*hires(state), *purchases(state), PASS]


def hires(state: MineState) -> Menu:
    """Ranks in the supply that are not on strike (DC-41, DC-49), one for each rank (DC-R31)."""
    gold = state.mines[state.turn].gold
    there = {dwarf[0] for dwarf in state.dwarves}
    today = prices.today(state)
    return [
        HIRE[rank]
        for rank in RANKS
        if LETTER[rank] in there and rank not in today["strike"] and today["hire"][rank] <= gold
    ]


def purchases(state: MineState) -> Menu:
    """Kinds of Tools in the supply (DC-42); at night none that was sold back (DC-R25)."""
    gold = state.mines[state.turn].gold
    there = {tool[0] for tool in state.tools}
    today = prices.today(state)
    return [
        BUY[tool]
        for tool in TOOLS
        if LETTER[tool] in there and tool not in state.night_sold and today[tool]["buy"] <= gold
    ]


# Digging


def digging(state: MineState) -> Choose | None:
    """The next Tunnel, with any of what can dig it (DC-51 to DC-57), or the end; None where, as
    far as all can know, nothing can dig it (DC-R32)."""
    if not reach.can_dig(state, state.turn):
        return None
    return decision(state, Listing(state, dig_menu), DONE, refusals.refuse_dig)


def dig_menu(state: MineState, faces: Faces) -> Menu:
    mine = state.mines[state.turn]
    level = reach.next_level(mine)
    if level is None:
        return [DONE]
    return [*digs(level, *reach.diggers(state, mine, level, faces)), DONE]


# Mining


def mining(state: MineState) -> Choose | None:
    """Place, move, mine, in any order (DC-70), or the end; None where nothing is left to do. A
    hidden Tool can be placed, whatever it is (DC-R32)."""
    menu, mine = Listing(state, mine_menu), state.mines[state.turn]
    if len(menu.public) == 1 and not (mine.hidden and mine.in_play()):
        return None
    return decision(state, menu, DONE, refusals.refuse_mine)


def mine_menu(state: MineState, faces: Faces) -> Menu:
    mine = state.mines[state.turn]
    there = mine.in_play()
    menu: Menu = []
    if not there:
        return [DONE]
    if state.mine_deck:  # DC-R21
        for level in there:
            menu += mine_in(state, mine, level)
    for card in reach.in_hand(mine, faces):
        menu += [place(card, level) for level in there]
    if len(there) > 1:
        for level in there:
            menu += moves_from(state, mine, level)
    menu.append(DONE)
    return menu


def mine_in(state: MineState, mine: Mine, level: int) -> Menu:
    """Each Dwarf that may, with any Tools that are free there (DC-80 to DC-84, DC-R30)."""
    dwarves = reach.miners(state, mine, level)
    if not dwarves:
        return []
    free = reach.free_tools(state, mine, level)
    if not all(free.values()):
        return []
    return [a for dwarf in dwarves for a in mines(dwarf, free["pick"], free["lantern"])]


def moves_from(state: MineState, mine: Mine, level: int) -> Menu:
    """One space a Day for each piece (DC-72, DC-73)."""
    near = reach.neighbours(mine, level)
    return [move(p, to) for p in mine.pieces[level] if p not in state.moved for to in near]


# Selling


def selling(state: MineState) -> Choose | None:
    """Deals in any order (DC-110), or the end; None where, as far as all can know, no deal is
    left (DC-R32)."""
    menu = Listing(state, sell_menu)
    if len(menu.public) == 1 and not sales.possible(state, state.turn):
        return None
    form = sales.form(state, state.turn)
    forms = () if form is None else (form,)
    return decision(state, menu, sell_default(state), refusals.refuse_sell, forms)


def sell_menu(state: MineState, faces: Faces) -> Menu:
    """All but sales of what all have seen, which are a form."""
    return [
        *sales.hidden(state, state.turn, faces),
        *purchases(state),
        *night_hires(state),
        DONE,
    ]


def night_hires(state: MineState) -> Menu:
    """With `night_hire` alone (DC-121, DC-R23)."""
    return hires(state) if state.facts.options["night_hire"] else []


def sell_default(state: MineState) -> Action:
    """On Day Six gems are worth nothing afterwards, so they are sold first (DC-R37)."""
    gems = Counter(map(kind, state.mines[state.turn].gems))
    if state.day < DAYS or not gems:
        return DONE
    return {"do": "sell", "gems": {gem: gems[gem] for gem in GEMS if gem in gems}}
