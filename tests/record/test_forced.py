"""Where one thing alone is left to do (docs/protocol.md, Moves): at the end of a list it is done;
inside one it is done behind a draw, and an action that names it is used up."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pbem.play.dealers import FreeDealer
from pbem.play.outcome import Illegal
from pbem.play.runner import Runner
from pbem.play.trial import Trial
from pbem.script.contract import Facts
from pbem.script.requests import Action, Choose, Faces, Refusal, Script, choose, roll
from tests.plain_game import Plain, State

ROLL, NOD, A, B = ({"do": do} for do in ("roll", "nod", "a", "b"))


def asks(seat: str, *menu: Action) -> Choose:
    def refuse(action: Action, faces: Faces) -> Refusal:
        return Refusal("not-possible", "", "not now")

    return Choose(seat, lambda faces: menu, menu[0], refuse, forced=menu == (NOD,))


class Nods(Plain):
    """Ann says a or b, or rolls; then one seat nods, and Ann says a or b. What was done is
    written into `order`."""

    def __init__(self, nods: str) -> None:
        self.nods = nods

    def play(self, state: State) -> Script[None]:
        state.order = []
        for seat, menu in (("ann", (ROLL, A)), (self.nods, (NOD,)), ("ann", (A, B))):
            chosen = yield from choose(asks(seat, *menu))
            state.order.append(f"{seat} {chosen.action['do']}")
            if chosen.action == ROLL:
                yield from roll(1)
        yield from choose(asks("bob", A, B))


def played(nods: str, *actions: Action) -> tuple[Sequence[str], int | None]:
    dealer = FreeDealer(bytes(32))
    runner = Runner(Nods(nods), Facts(("ann", "bob"), {}, {}))
    runner.begin(dealer)
    stop = runner.move("ann", actions, {}, dealer).stop
    assert isinstance(runner.state, State)
    return runner.state.order, stop


@pytest.mark.parametrize("nods", ["ann", "bob"])
def test_at_the_end_of_a_list_it_is_done_whoever_would_do_it(nods: str) -> None:
    assert played(nods, ROLL) == (["ann roll", f"{nods} nod"], None)
    assert played(nods, A) == (["ann a", f"{nods} nod"], None)


def test_behind_a_draw_a_list_goes_on_past_it() -> None:
    assert played("ann", ROLL, B) == (["ann roll", "ann nod", "ann b"], None)


def test_what_another_seat_has_to_do_ends_a_list() -> None:
    assert played("bob", ROLL, B) == (["ann roll", "bob nod"], 1)


def test_behind_a_draw_an_action_that_names_it_is_used_up() -> None:
    assert played("ann", ROLL, NOD, B) == (["ann roll", "ann nod", "ann b"], None)


def test_what_another_seat_has_to_do_cannot_be_named() -> None:
    assert played("bob", ROLL, NOD) == (["ann roll", "bob nod"], 1)


def test_a_wrong_action_behind_it_is_dropped() -> None:
    assert played("ann", ROLL, ROLL) == (["ann roll", "ann nod"], 1)


def test_before_a_draw_nothing_is_done_for_a_wrong_action() -> None:
    with pytest.raises(Illegal):
        played("ann", A, B)
    assert played("ann", A, NOD, B) == (["ann a", "ann nod", "ann b"], None)


def tried(nods: str, *actions: Action) -> Trial:
    runner = Runner(Nods(nods), Facts(("ann", "bob"), {}, {}))
    runner.begin(FreeDealer(bytes(32)))
    trial = Trial(runner, "ann")
    for action in actions:
        assert trial.open
        trial.add(action, {})
    return trial


def test_actions_tried_one_at_a_time_name_what_was_done_between_them() -> None:
    """So that the list comes to the same; what is done at its end needs no name."""
    assert tried("ann", A).actions == [A]
    trial = tried("ann", A, B)
    assert trial.actions == [A, NOD, B]
    assert played("ann", *trial.actions) == (["ann a", "ann nod", "ann b"], None)


def test_nothing_is_tried_behind_another_seat_or_a_draw() -> None:
    trial = tried("bob", A)
    assert (trial.actions, trial.open) == ([A], False)
    trial = tried("ann", ROLL)
    assert (trial.actions, trial.open) == ([ROLL], False)


def test_a_wrong_action_leaves_a_trial_as_it_was() -> None:
    trial = tried("ann", A)
    with pytest.raises(Illegal):
        trial.add(ROLL, {})
    trial.add(B, {})
    assert trial.actions == [A, NOD, B]
