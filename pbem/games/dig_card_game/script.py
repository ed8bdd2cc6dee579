"""The game as its rulebook tells it: setup, Days and phases, end."""

from __future__ import annotations

from collections.abc import Callable

from pbem.games.dig_card_game.buying import buy_phase
from pbem.games.dig_card_game.cards import DAYS, GOLD, dwarves, mine, tools
from pbem.games.dig_card_game.digging import dig_turn
from pbem.games.dig_card_game.mining import mine_turn
from pbem.games.dig_card_game.scoring import dwarves as dwarves_in_play
from pbem.games.dig_card_game.scoring import tunnels
from pbem.games.dig_card_game.selling import close, sell_turn
from pbem.games.dig_card_game.state import Mine, MineState
from pbem.games.dig_card_game.supply import take_off, turn_up
from pbem.script.asking import until_over
from pbem.script.contract import Facts
from pbem.script.requests import Script, draw, look, shuffle

DEALT = 2  # DC-11
PHASES = ("buy", "dig", "mine", "sell")  # DC-21


def setup(facts: Facts) -> Script[MineState]:
    """Everything before the first Day. Order of chance: Player One, the Tools dealt (DC-R5).

    Four decks (DC-6, DC-R1); all but the Tools of a hidden deal have no order yet (DC-10), and
    of the Provision cards four are never drawn (DC-13).
    """
    first: str = facts.options["first"]
    if first == "random":  # DC-23, DC-R2
        (first,) = yield from draw(facts.seats, 1)
    stay, out = mine(facts.deck, len(facts.seats))
    state = MineState(facts, turn=first, first=first)
    state.provisions = [card["id"] for card in facts.deck["provisions"]]
    state.dwarf_deck = dwarves(facts.deck)
    state.mine_deck, state.gone = [stay], out
    for seat in facts.seats:  # DC-4, DC-15
        state.mines[seat] = Mine(GOLD)
    if out:
        state.say("DC-7" if len(facts.seats) == 2 else "DC-8", OUT, cards=" ".join(out))
    yield from DEALS[facts.options["start_tools"]](state)
    return state


OUT = "out of the game: {cards}"


def deal_hidden(state: MineState) -> Script[None]:
    """Two each, from Player One on, for nobody else to see (DC-11, DC-R4, DC-R5)."""
    cards = tools(state.facts.deck)
    state.tool_tokens = state.fresh(len(cards))
    yield from shuffle(cards, (), tuple(state.tool_tokens))
    for seat in state.circle(state.first):
        dealt = state.tool_tokens[:DEALT]
        del state.tool_tokens[:DEALT]
        state.mines[seat].hidden = dealt
        state.say("DC-11", "{seat} is dealt {n} Tools", seat=seat, n=len(dealt))
        yield from look(seat, dealt)


def deal_open(state: MineState) -> Script[None]:
    """DC-R4."""
    state.tool_deck = [tools(state.facts.deck)]
    for seat in state.circle(state.first):
        dealt = yield from take_off(state.tool_deck, DEALT)
        state.mines[seat].tools = dealt
        state.say("DC-11", "{seat} is dealt {cards}", seat=seat, cards=" ".join(dealt))


DEALS: dict[str, Callable[[MineState], Script[None]]] = {
    "hidden": deal_hidden,
    "open": deal_open,
}


def play(state: MineState) -> Script[None]:
    return until_over(state, days(state))


def days(state: MineState) -> Script[None]:
    """Six Days of four phases, each ended by all before the next (DC-20, DC-21, DC-24)."""
    while not state.over:
        if state.prices is None:
            yield from begin_day(state)
        yield from PLAY[state.phase](state)
        end_phase(state)


def begin_day(state: MineState) -> Script[None]:
    """Player One first, from what lies there before any card is turned up (DC-29, DC-R33)."""
    clause = "DC-23"
    if state.day > 1:
        state.first, clause = player_one(state)
    state.turn = state.first
    state.say(clause, "Day {day}: Player One is {seat}", day=state.day, seat=state.first)
    yield from turn_up(state)


def player_one(state: MineState) -> tuple[str, str]:
    """Who, and the clause that decides: fewest Tunnels in play, then fewest Dwarves in play
    (DC-26, DC-27); of those still tied the first clockwise, yesterday's Player One being the
    last (DC-28, DC-R22)."""
    tied = [*state.others(state.first), state.first]
    for clause, count in (("DC-26", tunnels), ("DC-27", dwarves_in_play)):
        least = min(count(state.mines[seat]) for seat in tied)
        tied = [seat for seat in tied if count(state.mines[seat]) == least]
        if len(tied) == 1:
            return tied[0], clause
    return tied[0], "DC-28"


def one_turn_each(
    turn: Callable[[MineState], Script[None]],
) -> Callable[[MineState], Script[None]]:
    """A phase in which each seat has one turn, from Player One on (DC-22)."""

    def phase(state: MineState) -> Script[None]:
        order = state.circle(state.first)
        for seat in order[order.index(state.turn) :]:
            state.turn = seat
            yield from turn(state)

    return phase


PLAY: dict[str, Callable[[MineState], Script[None]]] = {
    "buy": buy_phase,
    "dig": one_turn_each(dig_turn),
    "mine": one_turn_each(mine_turn),
    "sell": one_turn_each(sell_turn),
}


def end_phase(state: MineState) -> None:
    if state.phase == "sell":
        end_day(state)
        return
    state.phase = PHASES[PHASES.index(state.phase) + 1]
    state.turn = state.first


def end_day(state: MineState) -> None:
    """After the last one the game is over (DC-20, DC-130); else all marks are cleared (DC-R14)."""
    close(state)
    if state.day == DAYS:
        finish(state)
        return
    state.day += 1
    state.phase, state.turn = "buy", state.first
    state.prices = None
    state.out, state.passed = [], []
    state.moved, state.dug, state.mined = [], [], []


def finish(state: MineState) -> None:
    """Only gold counts (DC-131)."""
    state.over = True
    for seat, own in state.mines.items():
        state.say("DC-131", "{seat} has {gold} gold", seat=seat, gold=own.gold)
