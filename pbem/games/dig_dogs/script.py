"""The game as its rulebook tells it: setup, turns, tidying, end."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.dig_dogs.cards import ACTIONS, BOWLS, PAIRS, ROW, colour_of_first, is_bowl
from pbem.games.dig_dogs.legal import action_choice, dog_choice, put_choice
from pbem.games.dig_dogs.scoring import result
from pbem.games.dig_dogs.state import DogsState, start
from pbem.games.dig_dogs.tidying import tidy
from pbem.script.asking import ask, until_over
from pbem.script.contract import Facts
from pbem.script.requests import Action, Script, draw, look, order, shuffle


def setup(facts: Facts) -> Script[DogsState]:
    """The row, the hidden bones, the first seat: in the order of DD-R27.

    The row is Bones and Bowls alone (DD-6); each Bone hides one of its two scents (DD-52).
    """
    row = yield from order(ROW)
    for pair in PAIRS:
        yield from shuffle((pair[0], pair[1]), (), (pair + "1", pair + "2"))
    first: str = facts.options["first"]
    if first == "random":
        (first,) = yield from draw(facts.seats, 1)
    state = start(facts, numbered(row), first)
    state.say("DD-7", "25 cards lie in the Yard, from the Dog House: {row}", row=" ".join(row))
    for seat, dog in state.dog_names.items():
        state.say("DD-8", "{seat} has the {dog} Dog", seat=seat, dog=dog)
    state.say("DD-10", "{seat} begins", seat=first)
    return state


def numbered(row: Sequence[str]) -> list[str]:
    """`row` with the twins told apart: number 1 lies nearer the Dog House."""
    seen: set[str] = set()
    named = []
    for card in row:
        named.append(card if is_bowl(card) else card + ("2" if card in seen else "1"))
        seen.add(card)
    return named


def play(state: DogsState) -> Script[None]:
    """Where one seat is left in the middle of a turn, the row stays as it lies (DD-R31)."""
    return until_over(state, turns(state))


def turns(state: DogsState) -> Script[None]:
    yield from choose_dogs(state)
    while not state.over:
        yield from take_turn(state)


def choose_dogs(state: DogsState) -> Script[None]:
    """With the option, one free Dog for every seat, in seat order (DD-8, DD-R7)."""
    for seat in state.facts.seats:
        if seat not in state.dog_names:
            chosen = yield from ask(state, dog_choice(state, seat), "DD-R28")
            state.dog_names[seat] = dog = chosen.action["dog"]
            state.say("DD-8", "{seat} takes the {dog} Dog", seat=seat, dog=dog)


def take_turn(state: DogsState) -> Script[None]:
    """Up to three actions of any kind, then tidy, test for the end, pass on (DD-13 to DD-16).

    The end is not tested before (DD-59, DD-R22), nor before the tidying (DD-61, DD-R19).
    A turn of a seat that has resigned counts as idle like any other (DD-R29).
    """
    row, delivered = len(state.yard), len(state.delivered[state.turn])
    while state.left:
        chosen = yield from ask(state, action_choice(state), "DD-R28")
        action = chosen.action
        do = action["do"]
        if do == "end":
            state.say("DD-16", "{seat} ends the turn", seat=state.turn)
            break
        state.left -= 1
        if do == "move":
            move(state, action["to"])
        elif do == "dig":
            yield from dig(state, action)
        else:
            drop(state, action["cards"])
    tidy_yard(state)
    fruitful = len(state.yard) < row or len(state.delivered[state.turn]) > delivered
    state.idle = 0 if fruitful else state.idle + 1
    check_end(state)
    if not state.over:
        pass_turn(state)


def move(state: DogsState, to: int) -> None:
    """DD-17 to DD-23."""
    seat = state.turn
    text = "{seat} moves from {start} to {to}"
    state.say("DD-21", text, seat=seat, start=state.dogs[seat], to=to)
    state.dogs[seat] = to


def dig(state: DogsState, action: Action) -> Script[None]:
    """Take the card, look at it, put one back or none (DD-24 to DD-35)."""
    seat, space = state.turn, state.dogs[state.turn]
    card = state.yard[space - 1]
    assert card is not None  # DD-25, checked by the menu
    state.yard[space - 1] = None
    state.hands[seat].append(card)
    state.digging = card
    state.say("DD-26", "{seat} digs up {card} from {space}", seat=seat, card=card, space=space)
    yield from look_at(state, seat, card)
    if "put" in action:
        put = action["put"]
    else:
        chosen = yield from ask(state, put_choice(state, card), "DD-R28")
        put = chosen.action["card"]
    state.digging = None
    put_back(state, space, put)


def look_at(state: DogsState, seat: str, card: str) -> Script[None]:
    """The digger sees the bone (DD-26, DD-R26), unless the pair is known already.

    A pair that is public, or of which the seat holds an opening, needs no look (DD-53).
    """
    pair = card[:2]
    if pair in state.public_pairs or pair in state.knows[seat]:
        return
    state.knows[seat].append(pair)
    yield from look(seat, (card,))


def put_back(state: DogsState, space: int, card: str | None) -> None:
    """All see which card it is (DD-R14)."""
    seat = state.turn
    if card is None:
        state.say("DD-34", "{seat} keeps it: {space} is a gap", seat=seat, space=space)
        return
    state.hands[seat].remove(card)
    state.yard[space - 1] = card
    state.say("DD-33", "{seat} puts {card} into {space}", seat=seat, card=card, space=space)


def drop(state: DogsState, cards: Sequence[str]) -> None:
    """Deliver bones of the Bowl's colour, shown to all (DD-37 to DD-39, DD-54, DD-R16)."""
    seat, bowl = state.turn, state.card_under(state.turn)
    assert bowl is not None  # DD-37, checked by the menu
    colour = bowl[1]
    name = state.colour(colour)
    state.say(
        "DD-39", "{seat} delivers {cards}: {colour}", seat=seat, cards=" ".join(cards), colour=name
    )
    for card in cards:
        state.hands[seat].remove(card)
        state.delivered[seat].append((card, colour))
        pair = card[:2]
        if pair not in state.public_pairs:
            state.public_pairs[pair] = colour_of_first(card, colour)


def tidy_yard(state: DogsState) -> None:
    """Fill the gaps; a Dog beyond the new end comes to the new last card (DD-43 to DD-50).

    Whose Dog, how many, and from which card: it is all the same (DD-R18, DD-R25).
    """
    if None not in state.yard:
        return
    state.yard, laid, unfilled = tidy(state.yard)
    for card, far, gap in laid:
        state.say("DD-44", "{card} goes from {far} to {gap}", card=card, far=far, gap=gap)
    for gap in unfilled:
        state.say("DD-46", "nothing lies beyond {gap}: it is not filled", gap=gap)
    end = len(state.yard)
    for seat, space in state.dogs.items():
        if space > end:
            state.dogs[seat] = end
            state.say(
                "DD-50", "{seat}'s Dog comes from {far} to {end}", seat=seat, far=space, end=end
            )


def check_end(state: DogsState) -> None:
    """Nothing but Bowls in the Yard (DD-57), or nothing has happened for long (DD-R24).

    Bones in hands are dug (DD-58). Nobody has another turn (DD-60, DD-R20).
    """
    rounds: int = state.facts.options["idle_rounds"]
    if len(state.yard) == len(BOWLS):
        state.say("DD-57", "no bone is left in the Yard: the game ends")
    elif rounds and state.idle >= rounds * len(state.facts.seats):
        state.say("DD-R24", "nothing came of {idle} turns: the game ends", idle=state.idle)
    else:
        return
    state.over = True
    for seat, points in result(state).scores.items():
        state.say("DD-66", "{seat} has {points} points", seat=seat, points=points)


def pass_turn(state: DogsState) -> None:
    """To the next seat in seat order (DD-10, DD-16, DD-R5)."""
    state.turn = state.after(state.turn)
    state.number += 1
    state.left = ACTIONS
    state.say("DD-16", "turn {number}: {seat}", number=state.number, seat=state.turn)
