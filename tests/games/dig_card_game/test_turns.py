"""Turns that end by themselves, lists, and seats that do not answer: DC-R32, R36, R37."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.games.dig_card_game import GAME
from pbem.play.dealers import FreeDealer
from pbem.play.outcome import Illegal, Played
from pbem.play.runner import Runner
from pbem.script.requests import Action, Draw
from tests.games.dig_card_game.tables import (
    DONE,
    PASS,
    RESIGN,
    at,
    buy,
    dig,
    gems,
    gold,
    hand,
    hire,
    mine,
    move,
    phase,
    place,
    play,
    priced,
    sell,
    supply,
    who,
)
from tests.games.driver import Table, awaited, result

NOTHING = who(gold=0)


class Named(FreeDealer):
    """Draws the cards named first."""

    def __init__(self, cards: str) -> None:
        super().__init__(bytes(32))
        self.cards = cards.split()

    def draw(self, request: Draw) -> list[Any]:
        if not self.cards:
            return super().draw(request)
        got, self.cards = self.cards[: request.number], self.cards[request.number :]
        assert set(got) <= set(request.items)
        return got


class Mail:
    """One move of Ann with a list of actions, at a table where nothing is hidden."""

    def __init__(
        self, table: Table, *actions: Action, draw: str = "", then: Sequence[Action] = ()
    ) -> None:
        self.runner, self.dealer = Runner(GAME, table.facts), Named(draw)
        self.runner.begin_at(GAME.restore(table.facts, table.public()), self.dealer)
        self.played: Played = self.runner.move("Ann", actions, {}, self.dealer, then)

    def go_on(self, seat: str, action: Action) -> None:
        """Another mail."""
        self.played = self.runner.move(seat, [action], {}, self.dealer)

    @property
    def now(self) -> tuple[str | None, str]:
        state = self.runner.public()
        return self.runner.awaited, f"{state['day']} {state['phase']}"


# --- nothing left to do ---


def test_dc_r32_a_dig_turn_ends_when_nothing_can_be_dug() -> None:
    """A1 could dig Level 2, but no Pick is left; Bob has nothing, so Ann mines."""
    table = at(who(hand="A1 A2 P1 L1 L2"), phase="dig", supply="P13")
    play(table, "Ann", dig(1, "A1 P1 L1"))
    assert (phase(table), awaited(table)) == ("2 mine", "Ann")


def test_dc_r32_a_mine_turn_ends_when_nothing_can_be_done() -> None:
    """One Tunnel, one Dwarf that has mined, an empty hand."""
    table = at(who("A1 P1 L1"), phase="mine", supply="P13")
    play(table, "Ann", mine("A1"), draw="R1")
    assert phase(table) == "2 sell"


@pytest.mark.parametrize(
    ("levels", "hand_", "asked"),
    [
        (("A1*m P1*m L1*m",), "", False),
        (("A1*m P1*m L1*m",), "P2", True),  # can be placed
        (("A1*m P1*m L1*m", ""), "", True),  # can move
        (("A1*ms P1*ms L1*ms", ""), "", False),
        (("A1*m P1*m L1*m", "xx"), "", False),  # no other Tunnel
        (("A1 P1 L1*m",), "", False),  # the Lantern has served
        (("A1 P1",), "", False),
        (("P1 L1",), "", False),
        (("", "", "A1*s P1*s L1*s"), "", False),  # too deep for an Apprentice
        ((), "A1 P1 L1", False),  # no Tunnel
    ],
)
def test_dc_r32_who_has_nothing_to_mine_is_not_asked(
    levels: tuple[str, ...], hand_: str, asked: bool
) -> None:
    table = at(who(*levels, hand=hand_), who("A2 P3 L3"), phase="mine", supply="P13")
    assert awaited(table) == ("Ann" if asked else "Bob")


def test_dc_r32_a_sell_turn_ends_when_nothing_can_be_dealt() -> None:
    """The last gem, no Tool, and 1 gold where a Pick costs 2."""
    table = at(who(hand="R1", gold=0), phase="sell", supply="P13")
    play(table, "Ann", sell("ruby"))
    assert awaited(table) == "Bob"


def test_dc_r32_whoever_is_asked_may_end_the_turn() -> None:
    for name in ("dig", "mine", "sell"):
        table = at(who("A1 P1 L1", hand="A2 P2 L2 R1"), phase=name)
        assert table.legal(DONE)


def test_dc_r32_nobody_else_is_asked_for_nothing() -> None:
    """Unsettled: after Ann, no decision of Bob's or Cy's is put up at all."""
    table = at(who("A1 P1 L1", hand="R1"), phase="mine", supply="L13", settle=False)
    play(table, "Ann", mine("A1"), draw="R2")
    assert table.pending is not None
    assert (table.pending.seat, table.pending.forced, table.pending.default) == ("Ann", True, DONE)
    assert table.menu() == [DONE]
    play(table, "Ann", DONE)
    assert (phase(table), awaited(table)) == ("2 sell", "Ann")
    assert not table.pending.forced


# --- lists ---


def test_dc_r36_a_done_belongs_to_the_turn_that_ended_by_itself() -> None:
    """Dig: after the only Tunnel nothing can be dug. `done` does not end Ann's Mine turn."""
    table = at(who(hand="A1 P1 L1"), phase="dig", supply="P13")
    assert Mail(table, dig(1, "A1 P1 L1"), DONE).now == ("Ann", "2 mine")
    assert Mail(table, dig(1, "A1 P1 L1")).now == ("Ann", "2 mine")


def test_dc_r36_a_list_may_go_on_into_the_next_phase() -> None:
    """`done` of the Dig turn, then the Mine turn, whose `done` is used up in the same way."""
    table = at(who(hand="A1 P1 L1"), phase="dig", supply="P13")
    mail = Mail(table, dig(1, "A1 P1 L1"), DONE, mine("A1"), DONE, draw="R1")
    assert mail.played.stop is None
    assert mail.now == ("Ann", "2 sell")


def test_dc_r36_before_a_draw_the_end_has_to_be_named() -> None:
    """A list that goes on without it is refused whole."""
    table = at(who(hand="A1 P1 L1"), phase="dig", supply="P13")
    with pytest.raises(Illegal) as caught:
        Mail(table, dig(1, "A1 P1 L1"), mine("A1"))
    assert caught.value.index == 1
    assert caught.value.refusal.clause in {"DC-R32", "DC-R36"}


def test_dc_r36_behind_a_draw_it_need_not_be_named() -> None:
    table = at(who("A1 P1 L1", hand=""), phase="mine", supply="P13")
    for actions in ((mine("A1"), sell("ruby")), (mine("A1"), DONE, sell("ruby"))):
        mail = Mail(table, *actions, draw="R1")
        assert mail.played.stop is None
        assert mail.runner.public()["mines"]["Ann"]["gold"] == 11


def test_dc_r36_a_second_done_ends_the_next_turn() -> None:
    table = at(who("A1 P1 L1"), phase="mine", supply="P13")
    assert Mail(table, mine("A1"), DONE, draw="R1").now == ("Ann", "2 sell")
    assert Mail(table, mine("A1"), DONE, DONE, draw="R1").now == ("Bob", "2 sell")


def test_dc_r36_a_done_where_the_turn_goes_on_ends_it() -> None:
    """P2 in hand could be placed."""
    table = at(who("A1 P1 L1", hand="P2"), phase="mine", supply="P13")
    assert Mail(table, mine("A1"), DONE, draw="R1").now == ("Ann", "2 sell")
    assert Mail(table, mine("A1"), draw="R1").now == ("Ann", "2 mine")


def test_dc_r36_a_done_belongs_to_a_turn_that_was_over_as_it_began() -> None:
    """Nobody else can buy, and Ann can dig nothing: A1 is not next to Level 3. `done` is that of
    the Dig turn, so she mines, and the next `done` ends her Mine turn."""
    table = at(who("A1 P1 L1", ""), NOTHING, NOTHING, supply="P13")
    assert Mail(table, PASS).now == ("Ann", "2 mine")
    assert Mail(table, PASS, DONE).now == ("Ann", "2 mine")
    assert Mail(table, PASS, DONE, DONE).now == ("Ann", "2 sell")


def test_dc_r36_a_pass_of_the_buy_phase() -> None:
    """Ann spends all, the others have nothing: the Buy Phase ends, the pass is used up."""
    ann = who(hand="P1 L1", gold=3)
    table = at(ann, NOTHING, NOTHING, supply="J1 P13")
    for actions in ((hire("journeyman"),), (hire("journeyman"), PASS)):
        assert Mail(table, *actions).now == ("Ann", "2 dig")
    assert Mail(table, hire("journeyman"), PASS, dig(1, "J1 P1 L1")).now == ("Ann", "2 mine")


def test_dc_r36_who_has_resigned_decides_nothing_in_between() -> None:
    """Bob could dig, and has resigned. Ann digs nothing and has no Tunnel to mine, so the second
    `done` is that of her Mine turn, and the third ends her Sell turn."""
    ann, bob = who(hand="A1 P1 L1"), who(hand="A2 P2 L2")
    table = at(ann, bob, phase="dig", supply="P13", fields={"resigned": ["Bob"]})
    assert Mail(table, DONE).now == ("Ann", "2 sell")
    assert Mail(table, DONE, DONE).now == ("Ann", "2 sell")
    assert Mail(table, DONE, DONE, DONE).now == ("Cy", "2 sell")


def test_dc_r36_a_pass_of_a_list_signed_beforehand() -> None:
    """Ann buys for her last gold by her list, and nobody else can buy: its pass is used up."""
    table = at(who(gold=3), NOTHING, NOTHING, supply="P12 P13 L13")
    mail = Mail(table, buy("lantern"), then=[buy("pick"), PASS])
    assert mail.played.dropped == {}
    assert mail.now == ("Ann", "2 sell")


def test_dc_r36_a_pass_signed_beforehand_that_nobody_asks_for() -> None:
    """The same, but Bob decides after Ann's last purchase. Her turn has nothing to do in it; the
    pass is dropped with the phase, and ends no turn of hers."""
    table = at(who(gold=3), who(), NOTHING, supply="P11 P12 P13 L13")
    mail = Mail(table, buy("lantern"), then=[buy("pick"), PASS])
    mail.go_on("Bob", buy("pick"))
    assert (mail.now, mail.played.dropped) == (("Bob", "2 buy"), {})
    mail.go_on("Bob", PASS)
    assert (mail.now, mail.played.dropped) == (("Ann", "2 sell"), {"Ann": 1})
    (dropped,) = mail.played.listed
    assert dropped.why is not None
    assert dropped.why.code == "phase-over"


def test_dc_44_a_list_of_purchases_where_nobody_else_can_buy() -> None:
    """The turn comes round to Ann again at once."""
    table = at(who(gold=9), NOTHING, NOTHING, supply="A1 P1 L1 L2")
    mail = Mail(table, hire("apprentice"), buy("pick"), buy("lantern"), PASS)
    assert mail.played.stop is None
    assert mail.now == ("Ann", "2 dig")
    assert mail.runner.public()["mines"]["Ann"]["gold"] == 9 - 2 - 2 - 1


def test_dc_44_a_list_stops_where_another_can_buy() -> None:
    """It is Bob's turn: nothing was drawn, but what was done counts."""
    mail = Mail(at(supply="A1 P1 L1 L2"), hire("apprentice"), buy("pick"))
    assert mail.played.stop == 1
    assert mail.now == ("Bob", "2 buy")


def test_a_mine_list_goes_on_behind_a_cave_in_while_it_can() -> None:
    """C1 takes Level 2 and J1; A1 mines all the same, and then J1 cannot move."""
    table = at(who("A1 P1 L1", "J1 P2 L2", hand="P3"), phase="mine", supply="P13")
    mail = Mail(table, mine("J1"), mine("A1"), move("J1", 1), DONE, draw="C1 R1")
    assert mail.played.stop == 2
    assert mail.now == ("Ann", "2 mine")
    assert mail.runner.public()["mines"]["Ann"]["gems"] == ["R1"]


def test_an_illegal_step_before_the_first_draw_refuses_the_whole_list() -> None:
    table = at(who("A1 P1 L1", hand="P2"), phase="mine", supply="P13")
    with pytest.raises(Illegal):
        Mail(table, place("P2", 1), place("P2", 1), mine("A1"))


# --- who does not answer ---


@pytest.mark.parametrize(("name", "default"), [("buy", PASS), ("dig", DONE), ("mine", DONE)])
def test_dc_r37_what_is_played_for_a_seat_that_is_late(name: str, default: Action) -> None:
    table = at(who("A1 P1 L1", hand="A2 P2 L2 R1"), phase=name, supply="P13", day=6)
    assert table.pending is not None
    assert table.pending.default == default
    assert default in table.pending.menu({})


def test_dc_r37_the_last_night_sells_all_gems_first() -> None:
    """PV1: two Rubies 1 each, a Diamond 7. On other nights nothing is sold."""
    ann = who(hand="P1 R1 R2 D1")
    table = at(ann, phase="sell", supply="P13", day=5)
    assert table.pending is not None
    assert table.pending.default == DONE
    table = at(ann, phase="sell", supply="P13", day=6)
    assert table.pending is not None
    assert table.pending.default == sell("ruby 2 diamond")
    play(table, "Ann", table.pending.default)
    assert gold(table) == 19
    assert awaited(table) == "Ann"
    assert table.pending.default == DONE
    assert hand(table) == "P1"


def test_dc_r37_a_seat_that_has_resigned_is_never_awaited() -> None:
    """The others play on; Bob passes, digs nothing, mines nothing, and sells on Day Six."""
    bob = who("A2 P3 L3", hand="J2 P4 L4 R1 S1")
    table = at(who("A1 P1 L1"), bob, who("A3 P5 L5"), supply="P13", first="Bob", turn="Bob", day=6)
    play(table, "Bob", RESIGN)
    assert table.public()["resigned"] == ["Bob"]
    asked = []
    while table.pending is not None:
        assert table.pending.seat != "Bob"
        asked.append((phase(table), awaited(table)))
        play(table, awaited(table), PASS if phase(table) == "6 buy" else DONE)
    assert asked == [(f"6 {name}", seat) for name in ("buy", "dig", "mine", "sell")
                     for seat in ("Cy", "Ann")]  # fmt: skip
    assert gems(table, "Bob") == ""
    assert gold(table, "Bob") == 10 + 1 + 4  # PV1: Ruby 1, Sapphire 4
    assert hand(table, "Bob") == "J2 P4 L4"


def test_dc_r37_a_resigned_seat_keeps_its_gems_on_other_nights() -> None:
    table = at(who("A1 P1 L1"), who(hand="R1"), who("A3"), phase="mine", supply="P13", day=4)
    play(table, "Ann", DONE)
    play(table, "Ann", DONE)
    play(table, "Bob", RESIGN)
    assert awaited(table) == "Cy"
    assert (gems(table, "Bob"), gold(table, "Bob")) == ("R1", 10)


def test_the_last_one_left_has_won() -> None:
    table = at(who(gold=1), who(gold=9), seats=2, supply="L13")
    play(table, "Ann", RESIGN)
    assert result(table).winners == ("Bob",)


def test_dc_r37_a_late_seat_needs_no_draw() -> None:
    """The Buy turn of whoever is late: nothing is served."""
    table = at(supply="P1 P2")
    runner = Runner(GAME, table.facts)
    dealer = Named("")
    runner.begin_at(GAME.restore(table.facts, table.public()), dealer)
    played = runner.lapse("Ann", dealer)
    assert not played.served
    assert runner.awaited == "Bob"
    assert runner.public()["out"] == ["Ann"]


def test_dc_r9_a_free_card_is_something_to_take() -> None:
    """DC-46: with a price of 0 nobody is ever out of gold; passes end the phase."""
    table = at(NOTHING, NOTHING, NOTHING, supply="P1 P2", deck=priced(pick=0))
    for seat in ("Ann", "Bob"):
        assert awaited(table) == seat
        play(table, seat, buy("pick"))
    assert phase(table) == "2 sell"
    assert supply(table) == ""
