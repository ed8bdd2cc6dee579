"""The game as its rulebook tells it: setup, turns, end."""

from __future__ import annotations

from pbem.games.dig_2017 import legal, tavern
from pbem.games.dig_2017.asked import decide
from pbem.games.dig_2017.cards import HILL, RECRUITS, STONES
from pbem.games.dig_2017.digging import base_draw, use_from_hand
from pbem.games.dig_2017.galleries import close
from pbem.games.dig_2017.scoring import result
from pbem.games.dig_2017.state import DigState, Player
from pbem.script.asking import until_over
from pbem.script.contract import Facts
from pbem.script.requests import Script, draw

OFFER = 6  # DG-2


def setup(facts: Facts) -> Script[DigState]:
    """Order of chance: the first seat, the Companions. The Hill has no order (DG-5, DG-R6)."""
    first: str = facts.options["first"]
    if first == "random":  # DG-8, DG-R1
        (first,) = yield from draw(facts.seats, 1)
    ids = [companion["id"] for companion in facts.deck["companions"]]
    offer = yield from draw(ids, OFFER)  # DG-2, DG-3
    state = DigState(facts, turn=first, first=first)
    state.offer = [*offer]
    state.hill = {card: facts.deck["hill"].get(card, 0) for card in HILL}
    state.discard = dict.fromkeys(HILL, 0)
    state.supply = facts.deck["gems"]  # DG-4
    for seat in facts.seats:  # DG-6, DG-7
        state.players[seat] = Player(reserve=1, stones=dict.fromkeys(STONES, 0))
        state.recruits[seat] = RECRUITS - 1
    names = {c["id"]: c["name"] for c in facts.deck["companions"]}
    state.say("DG-2", "at the Tavern are {names}", names=", ".join([names[i] for i in offer]))
    state.say("DG-8", "{seat} begins", seat=first)
    return state


def play(state: DigState) -> Script[None]:
    return until_over(state, turns(state))


def turns(state: DigState) -> Script[None]:
    """DG-9, until all have had their last turn (DG-151)."""
    while not state.over:
        yield from take_turn(state)
        state.used = state.dug = False
        pass_turn(state)


def take_turn(state: DigState) -> Script[None]:
    """Exactly one action, a Dig with any Equipment before and after it (DG-10 to DG-12, DG-20)."""
    seat = state.turn
    if not legal.can_act(state, seat):
        state.say("DG-R2", "{seat} can do nothing and is passed over", seat=seat)
        return
    action = yield from decide(state, "turn", legal.turning(state))
    while action["do"] == "use":
        yield from use_from_hand(state, action)
        action = yield from decide(state, "turn", legal.turning(state))
    if action["do"] == "dig":
        yield from dig(state, action["where"])
    elif action["do"] == "tavern":
        tavern.visit(state, seat, action)
    elif action["do"] == "close":
        close(state, seat, state.players[seat].galleries[action["gallery"]], "DG-140")
    else:
        skip(state)


def dig(state: DigState, where: str) -> Script[None]:
    """The base draw, once; then Equipment until the player ends the turn (DG-21, DG-26)."""
    clause = "DG-15" if state.players[state.turn].galleries else "DG-14"
    state.say(clause, "{seat} digs {where}", seat=state.turn, where=WHERE[where])
    if not (yield from base_draw(state, where)):
        return
    action = yield from decide(state, "after", legal.after_choice(state))
    while action["do"] == "use":
        yield from use_from_hand(state, action)
        action = yield from decide(state, "after", legal.after_choice(state))


WHERE = {"in": "in the Galleries", "beside": "beside"}


def skip(state: DigState) -> None:
    """The turn of a seat that does not answer (DG-R44)."""
    text = "{seat}'s turn ends without a draw" if state.used else "{seat}'s turn is skipped"
    state.say("DG-R44", text, seat=state.turn)


def pass_turn(state: DigState) -> None:
    """To the left, or to the next one who still has a last turn (DG-9, DG-151, DG-R33)."""
    before = state.turn
    if state.last is None:
        if nobody_can_act(state):
            state.say("DG-R49", "nobody can do anything any more")
            finish(state)
            return
        state.turn = state.after(before)
    elif state.last:
        state.turn = state.last.pop(0)
    else:
        finish(state)
        return
    if from_first(state, state.turn) <= from_first(state, before):
        state.round += 1
    state.say("DG-9", "round {round}: {seat}", round=state.round, seat=state.turn)


def nobody_can_act(state: DigState) -> bool:
    """With every card in hand or in a Gallery the game could go on without anybody (DG-R49)."""
    return not any(legal.can_act(state, seat) for seat in state.active())


def from_first(state: DigState, seat: str) -> int:
    """How far a seat is, clockwise, from the one that began."""
    seats = state.facts.seats
    return (seats.index(seat) - seats.index(state.first)) % len(seats)


def finish(state: DigState) -> None:
    """Only what is gathered counts (DG-152, DG-153)."""
    state.over = True
    for seat, gems in result(state).scores.items():
        state.say("DG-152", "{seat} has {gems} Gems", seat=seat, gems=gems)
