"""Asking a seat, for games in which a seat that has resigned stays in the turn order.

Such a seat is never awaited again: the default of each of its decisions is played
for it. The game ends as soon as one active seat is left, or none at a table with one.
A script asks with `ask` and wraps what it does from a turn's start in `until_over`.
"""

from __future__ import annotations

from contextlib import suppress

from pbem.script.contract import BaseState
from pbem.script.requests import Choose, Chosen, Faces, Script

NO_FACES: Faces = {}


class OneLeft(Exception):
    """All seats but one have resigned, or the only one has. Raised by `ask`, caught by
    `until_over`, never let out."""


def ask(state: BaseState, request: Choose, clause: str) -> Script[Chosen]:
    """The seat's answer, or the default without waiting if the seat has resigned.

    The answer `{"do": "resign"}` adds the seat to `state.resigned`, is told under
    `clause`, and the default is played for the decision at hand. Raises OneLeft
    when no more than one active seat remains.
    """
    seat = request.seat
    if seat in state.resigned:
        return Chosen(request.default, NO_FACES)
    reply: Chosen = yield request
    if reply.action["do"] != "resign":
        return reply
    state.resigned.append(seat)
    state.say(clause, "{seat} resigns", seat=seat)
    if len(state.active()) < 2:
        raise OneLeft
    return Chosen(request.default, NO_FACES)


def until_over(state: BaseState, turns: Script[None]) -> Script[None]:
    """Run `turns` to its end, or until one active seat is left; then `state.over` is True.

    A state that is over already asks nothing.
    """
    if state.over:
        turns.close()
        return
    with suppress(OneLeft):
        yield from turns
    state.over = True
