"""Openings in a list of actions that goes on behind a draw (docs/protocol.md, Show), and cards
that a move shows and shuffles back."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Cheat
from pbem.record import judge
from pbem.record.record import load
from tests.tables import DONE, FLIP, MIX, Seated, play, refused

pytestmark = pytest.mark.usefixtures("example")


def hand(table: Seated) -> list[str]:
    state = table.table.runner.public()
    return list(state["hands"][state["turn"]])


def points(table: Seated, token: str, seat: str = "ann") -> int:
    return int(table.known(seat)[token][0][1:])


def test_an_action_behind_a_draw_has_its_opening_with_it() -> None:
    """The dry run of the mover ends at the flip; the card played after it is shown all the
    same, and so the whole list is played."""
    table = Seated()
    card = hand(table)[0]
    worth = points(table, card)
    move = table.move("ann", FLIP, play(card))
    assert list(move.body["show"]) == [card]
    ruled = table.enter(move)
    assert ruled is not None and "stop" not in ruled.body
    assert table.table.runner.public()["points"]["ann"] == worth
    assert table.load().table.n == table.table.n


def test_openings_before_and_behind_a_draw_come_together() -> None:
    table = Seated()
    first, second = hand(table)
    both = points(table, first) + points(table, second)
    move = table.move("ann", play(first), FLIP, play(second), DONE)
    assert sorted(move.body["show"]) == sorted((first, second))
    table.enter(move)
    assert table.table.runner.public()["points"]["ann"] == both
    assert table.table.awaited_seat == "bob"


def test_a_card_that_is_not_the_movers_is_not_shown() -> None:
    """An action that names a card of somebody else has no opening to carry."""
    table = Seated()
    theirs = table.table.runner.public()["hands"]["bob"][0]
    move = table.move("ann", FLIP, play(theirs))
    assert "show" not in move.body
    assert table.enter(move).body["stop"] == 1  # type: ignore[union-attr]


def test_where_the_list_is_stopped_an_opening_too_many_does_no_harm() -> None:
    """The mix has killed the token, so the play behind it is dropped; its opening was shown,
    and it counts as no card any more."""
    table = Seated()
    card = hand(table)[0]
    move = table.move("ann", MIX, play(card))
    assert list(move.body["show"]) == [card]
    ruled = table.enter(move)
    assert ruled is not None and ruled.body["stop"] == 1
    assert card in table.table.cards.dead and card not in table.table.cards.opened
    assert table.load().table.n == table.table.n


@pytest.mark.parametrize("then", [None, [DONE]], ids=["alone", "with a list"])
def test_an_opening_that_no_action_names_is_refused_at_the_door(then: Any) -> None:
    """Not only when it is ruled on: taken in, such a move would bring the table to a stand."""
    table = Seated()
    card = hand(table)[0]
    show = {card: table.move("ann", FLIP, play(card)).body["show"][card]}
    before = table.json()
    wedge = table.signed("ann", table.move("ann", FLIP).body, show=show, then=then)
    refused("show/not-needed", lambda: judge.take(table.record, wedge))
    assert table.json() == before
    table.do("ann", FLIP)


def test_an_arbiter_who_lets_it_pass_proves_it_against_himself() -> None:
    table = Seated()
    card = hand(table)[0]
    table.do("ann", FLIP, play(card))
    actions = [FLIP]
    data = table.forge(table.table.n - 1, 0, actions=actions)
    with pytest.raises(Cheat) as caught:
        load(data)
    assert (caught.value.code, caught.value.party) == ("show/not-needed", "arbiter")


def test_a_card_shown_and_shuffled_back_by_the_same_move_leaves_its_token_behind() -> None:
    """Two players discard whole hands until the pile of 62 cannot give three: the third card
    of that draw comes out of a reshuffle, into which the cards go that the move has just
    shown. Each of the 104 faces stays known once, however often it comes by afterwards."""
    options = {"colors": ["R", "S"], "colors_out": ["A", "D"], "first": "ann"}
    table = Seated("dig-up-adventure", options=options)
    for turn in range(1, 44):
        seat = table.table.awaited_seat
        assert seat is not None
        state = table.table.runner.public()
        tokens = [token for token, _ in state["hands"][seat]]
        faces = [table.known(seat)[token][0] for token in tokens]
        table.do(seat, {"do": "discard", "cards": faces})
        after = table.table.runner.public()
        if turn == 21:
            assert len(state["pile"]) == 2 and after["discard"] == []
            assert len(after["pile"]) == 60 + 3 - 1
            assert all(token in table.table.cards.dead for token in tokens)
    assert len(table.table.cards.opened) == len(set(table.table.cards.opened.values()))
    assert table.load().table.n == table.table.n
