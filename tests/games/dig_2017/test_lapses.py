"""DG-R44: what is played for a seat that does not answer or has resigned."""

from __future__ import annotations

import pytest

from pbem.script.requests import Chosen
from tests.games.dig_2017.tables import (
    ACCEPT,
    BAG,
    COLLECT,
    DROP,
    END,
    KEEP,
    LEAVE,
    RESIGN,
    STOP,
    Who,
    at,
    close,
    dig,
    gallery,
    gems,
    hand,
    pick,
    pile,
    play,
    reserve,
    scepter,
    step,
    use,
    who,
)
from tests.games.driver import Table, awaited, clause, result
from tests.games.named import drawn

SKIP = {"do": "skip"}


def lapse(table: Table, seat: str) -> Table:
    """The default is played for `seat`."""
    assert table.pending is not None
    assert table.pending.seat == seat
    table._run(Chosen(table.pending.default, {}))
    return table


def default(table: Table) -> object:
    assert table.pending is not None
    return table.pending.default


def test_dg_r44_the_turn_is_skipped() -> None:
    """DG-R44: nothing is drawn, nothing closed."""
    table = at(who("gold@ iron*", hand="ruby 2 bag"))
    before = table.public()
    lapse(table, "Ann")
    after = table.public()
    assert (awaited(table), drawn(table)) == ("Bob", [])
    assert {**after, "turn": "Ann"} == before


def test_dg_r44_nobody_may_skip() -> None:
    """DG-R44, DG-11: it is no action of a player."""
    for table in (at(), play(at(who(hand="bag")), "Ann", BAG)):
        assert default(table) == SKIP
        assert SKIP not in table.menu()
        assert clause(table, SKIP) == "DG-11"


def test_dg_r44_after_equipment_the_turn_ends_without_the_draw() -> None:
    """DG-R44: the Bag was used; what it brought stays."""
    table = play(at(who(hand="bag")), "Ann", BAG)
    assert (awaited(table), step(table)) == ("Ann", "turn")
    lapse(table, "Ann")
    assert (awaited(table), drawn(table), reserve(table)) == ("Bob", [], 1)
    assert table.public()["used"] is False


def test_dg_r44_d2_collect() -> None:
    """DG-R44"""
    table = play(at(who(reserve=1)), "Ann", dig(), draw="gold")
    assert default(table) == COLLECT
    lapse(table, "Ann")
    assert (hand(table), reserve(table), awaited(table)) == ("gold", 1, "Bob")


def test_dg_r44_d3_leave() -> None:
    """DG-R44"""
    table = play(at(who("gold@", reserve=1)), "Ann", dig("in"), draw="iron")
    assert default(table) == LEAVE
    lapse(table, "Ann")
    assert (gallery(table, 1), reserve(table)) == ("gold@ iron", 1)


def test_dg_r44_d4_keep_else_drop() -> None:
    """DG-R44"""
    table = play(at(), "Ann", dig(), draw="compass")
    assert default(table) == KEEP
    lapse(table, "Ann")
    assert hand(table) == "compass"
    table = play(at(who(hand="compass")), "Ann", dig(), draw="compass")
    assert default(table) == DROP
    lapse(table, "Ann")
    assert (hand(table), pile(table)) == ("compass", "compass")


def test_dg_r44_d5_d6_d7_accept() -> None:
    """DG-R44: the Shield, Bob's Shield and the Anchor stay where they are."""
    table = play(at(who("gold@ iron", hand="shield")), "Ann", dig("in"), draw="ghost")
    assert default(table) == ACCEPT
    lapse(table, "Ann")
    assert (gallery(table, 1), hand(table)) == ("gold@", "shield")
    table = at(who(hand="scepter"), who("gold@ iron", hand="shield"))
    play(table, "Ann", dig(), scepter("Bob", 1), draw="ghost")
    assert default(table) == ACCEPT
    lapse(table, "Bob")
    assert (gallery(table, 1, "Bob"), hand(table, "Bob")) == ("gold@", "shield")
    table = play(at(who("gold@ iron", hand="anchor")), "Ann", dig("in"), draw="collapse")
    assert default(table) == ACCEPT
    lapse(table, "Ann")
    assert (gallery(table, 1), hand(table)) == (None, "anchor")


def test_dg_r44_d8_the_first_card() -> None:
    """DG-R44"""
    table = play(at(who(hand="compass")), "Ann", use("compass", "beside"), draw="ruby diamond iron")
    assert default(table) == pick(0)
    lapse(table, "Ann")
    assert (hand(table), pile(table)) == ("ruby", "iron diamond compass")


@pytest.mark.parametrize("picked", [0, 1])
def test_dg_r44_d9_stop(picked: int) -> None:
    """DG-R44: before the first card and before the second."""
    table = play(
        at(who(hand="parchment")), "Ann", use("parchment", "beside"), draw="ruby diamond iron"
    )
    if picked:
        play(table, "Ann", pick(1))
    assert default(table) == STOP
    lapse(table, "Ann")
    assert hand(table) == ("diamond" if picked else "")
    assert (awaited(table), step(table)) == ("Ann", "turn")


def test_dg_r44_d10_end() -> None:
    """DG-R44"""
    table = play(at(who(hand="bag")), "Ann", dig(), draw="gold")
    assert (step(table), default(table)) == ("after", END)
    lapse(table, "Ann")
    assert (awaited(table), hand(table)) == ("Bob", "gold bag")


def test_dg_r44_a_skipped_turn_is_a_last_turn() -> None:
    """DG-R44, DG-151"""
    table = play(at(who("gold@ iron*", gems=9), seats=3), "Ann", close(1))
    lapse(table, "Bob")
    assert not table.state.over
    lapse(table, "Cy")
    assert table.state.over


def test_dg_r44_a_seat_that_has_resigned_is_skipped_each_round() -> None:
    """DG-R44: Bob is gone; what he has stays his."""
    table = at(who(), who("gold@ iron*", hand="ruby", gems=4), who(), turn="Bob")
    play(table, "Bob", RESIGN)
    for seat in ("Cy", "Ann", "Cy", "Ann"):
        assert awaited(table) == seat
        play(table, seat, dig(), draw="exit")
    assert gallery(table, 1, "Bob") == "gold@ iron*"
    assert (hand(table, "Bob"), gems(table, "Bob")) == ("ruby", 4)


def test_dg_r44_the_last_turn_of_a_seat_that_has_resigned() -> None:
    """DG-R44, DG-151: Ann has ten; Bob is skipped, Cy plays, it is over."""
    table = at(who("gold@ iron*", gems=9), who(), who(), turn="Bob")
    play(table, "Bob", RESIGN)
    play(table, "Cy", dig(), draw="exit")
    play(table, "Ann", close(1))
    assert awaited(table) == "Cy"
    play(table, "Cy", dig(), draw="exit")
    assert table.state.over
    assert "Ann" in result(table).winners


def test_dg_r44_resigning_in_the_middle_of_a_turn() -> None:
    """DG-R44: at D2 Ann collects, and what would come after is left out: Bob goes on."""
    table = play(at(who(reserve=1, hand="bag"), seats=3), "Ann", dig(), draw="gold")
    play(table, "Ann", RESIGN)
    assert (awaited(table), hand(table), reserve(table)) == ("Bob", "gold bag", 1)


def test_dg_r44_resigning_once_equipment_was_used() -> None:
    """DG-R44: no base draw; what the Bag brought stays."""
    table = play(at(who(hand="bag"), seats=3), "Ann", BAG)
    play(table, "Ann", RESIGN)
    assert (awaited(table), drawn(table), reserve(table)) == ("Bob", [], 1)


def test_dg_r44_resigning_in_the_middle_of_an_effect() -> None:
    """DG-R44: at D9 it is stop, and the three cards and the Parchment are discarded; the Compass is
    not used."""
    table = at(who("gold@", hand="parchment compass"), seats=3)
    play(table, "Ann", use("parchment", 1), draw="iron ruby rune")
    play(table, "Ann", RESIGN)
    assert (awaited(table), gallery(table, 1), hand(table)) == ("Bob", "gold@", "compass")
    assert pile(table) == "iron ruby parchment rune"
    assert (table.public()["using"], table.public()["up"]) == ([], [])


def test_dg_r44_resigning_while_a_card_waits() -> None:
    """DG-R44: leave, then accept for Gallery 2, Anchor or not."""
    table = at(who("gold@", "iron@", hand="anchor", reserve=1), seats=3)
    play(table, "Ann", dig("in"), draw="ruby collapse")
    play(table, "Ann", RESIGN)
    assert (gallery(table, 1), gallery(table, 2)) == ("gold@ ruby", None)
    assert (awaited(table), hand(table)) == ("Bob", "anchor")


def test_dg_r44_resigning_out_of_turn() -> None:
    """DG-R44, DG-98: at D6 Bob accepts, Ann's turn goes on, and Bob's is skipped."""
    table = at(who(hand="scepter bag"), who("gold@ iron", hand="shield"), who())
    play(table, "Ann", dig(), scepter("Bob", 1), draw="ghost")
    play(table, "Bob", RESIGN)
    assert (gallery(table, 1, "Bob"), hand(table, "Bob")) == ("gold@", "shield")
    assert (awaited(table), step(table)) == ("Ann", "after")
    play(table, "Ann", END)
    assert awaited(table) == "Cy"


def test_dg_r44_the_last_seat_left_ends_it() -> None:
    """One of two resigns: over at once."""
    table = play(at(), "Ann", RESIGN)
    assert table.state.over
    assert result(table).winners == ("Bob",)


def test_dg_r44_the_trigger_player_may_have_resigned() -> None:
    """DG-R44, DG-R33: Bob is gone; Ann's Skeleton brings him to ten; Cy and Ann have one turn
    each, and Cy, with more than Ann, wins."""
    bob = who("gold@ iron*", gems=9)
    table = at(who(hand="scepter", gems=2), bob, who(gems=3), turn="Bob")
    play(table, "Bob", RESIGN)
    play(table, "Cy", dig(), draw="exit")
    play(table, "Ann", dig(), scepter("Bob", 1), draw="skeleton")
    said = "DG-150: Bob has gathered 10 Gems: each other player has one last turn; Bob has resigned"
    assert f"{said} and cannot win" in table.words()
    for seat in ("Cy", "Ann"):
        assert awaited(table) == seat
        play(table, seat, dig(), draw="exit")
    assert table.state.over
    assert dict(result(table).scores) == {"Ann": 2, "Bob": 10, "Cy": 3}
    assert result(table).winners == ("Cy",)
    assert result(table).why == "most gathered Gems of those who stayed: 3 (DG-152)"


@pytest.mark.parametrize(
    ("gone", "ann", "cy", "why"),
    [
        (who(gems=2), who(gems=3), who(gems=2), "most gathered Gems: 3 (DG-152)"),
        (who(gems=3), who(gems=3), who(gems=2), "most gathered Gems of those who stayed: 3"),
        (who(gems=9), who(gems=2, runes=1), who(gems=3), "tied at 3 Gems of those who stayed, "),
        (who(gems=1), who(gems=2, runes=1), who(gems=3), "tied at 3 Gems, most Runes: 1"),
        (who(gems=9), who(gems=3), who(gems=3), "3 Gems of those who stayed with 0 Runes each"),
    ],
)
def test_dg_r44_the_result_says_whom_it_leaves_out(gone: Who, ann: Who, cy: Who, why: str) -> None:
    """Bob has resigned: he counts where he has no less than the winners."""
    table = at(ann, gone, cy, fields={"resigned": ["Bob"]})
    table.state.over = True
    assert result(table).why.startswith(why)


def test_dg_r44_the_seat_with_most_gems_has_resigned() -> None:
    """DG-152, DG-R44: Bob reached the goal and resigned when a Scepter was aimed at him."""
    last = {"trigger": "Bob", "last": ["Ann"], "resigned": ["Bob"]}
    table = at(who(gems=3), who(gems=12), who(gems=2), turn="Cy", fields=last)
    play(table, "Cy", dig(), draw="exit")
    play(table, "Ann", dig(), draw="exit")
    assert table.state.over
    assert result(table).winners == ("Ann",)
    assert dict(result(table).scores) == {"Ann": 3, "Bob": 12, "Cy": 2}
