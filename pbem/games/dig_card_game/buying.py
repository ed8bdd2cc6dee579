"""The Buy Phase, and what is hired and bought at night."""

from __future__ import annotations

from pbem.games.dig_card_game import legal, prices
from pbem.games.dig_card_game.asked import decide, ended
from pbem.games.dig_card_game.cards import lowest
from pbem.games.dig_card_game.state import MineState
from pbem.script.requests import Action, Script


def buy_phase(state: MineState) -> Script[None]:
    """Round and round, one card at a time, till nobody is left who would buy (DC-44 to DC-47).

    With `pass_rule: turn` that is when all who still can have passed since the last purchase
    (DC-R8).
    """
    while not all(seat in state.out or seat in state.passed for seat in state.facts.seats):
        if state.turn not in state.out:
            yield from buy_turn(state)
        state.turn = state.after(state.turn)


def buy_turn(state: MineState) -> Script[None]:
    """Exactly one hire, purchase or pass (DC-40)."""
    seat = state.turn
    choice = legal.buying(state)
    if choice is None:
        state.out.append(seat)
        bare = not state.dwarves and not state.tools
        why = "the supply is empty" if bare else f"{seat} can take nothing in the supply"
        state.say("DC-R9", "{why}: {seat} is out", why=why, seat=seat)
        yield from ended(state)
        return
    action = (yield from decide(state, choice)).action
    if action["do"] == "pass":
        pass_turn(state)
        return
    state.passed = []
    take(state, action)


def pass_turn(state: MineState) -> None:
    """Out for the Day, or for this turn (DC-45, DC-R8)."""
    lasting = state.facts.options["pass_rule"] == "out"
    (state.out if lasting else state.passed).append(state.turn)
    state.say("DC-40", "{seat} passes", seat=state.turn)


def take(state: MineState, action: Action) -> None:
    """A hire or a purchase: paid at once, to the hand (DC-41 to DC-43, DC-48, DC-R7).

    Nothing takes its place before the next Day (DC-50).
    """
    seat = state.turn
    mine = state.mines[seat]
    if action["do"] == "hire":
        (card,) = lowest(state.dwarves, action["rank"], 1)
        price = int(prices.today(state)["hire"][action["rank"]])
        state.dwarves.remove(card)
        mine.dwarves.append(card)
    else:
        (card,) = lowest(state.tools, action["kind"], 1)
        price = prices.buy(state, action["kind"])
        state.tools.remove(card)
        mine.tools.append(card)
    mine.gold -= price
    clause, text = WORDS[action["do"], state.phase]
    state.say(clause, text, seat=seat, card=card, price=price)


WORDS = {
    ("hire", "buy"): ("DC-41", "{seat} hires {card} for {price} gold"),
    ("buy", "buy"): ("DC-42", "{seat} buys {card} for {price} gold"),
    ("hire", "sell"): ("DC-R23", "{seat} hires {card} for {price} gold"),
    ("buy", "sell"): ("DC-113", "{seat} buys {card} for {price} gold"),
}
