"""DG-150 to DG-155: the last round and who wins; DG-R33 to DG-R36, DG-R39, DG-R47."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Refused
from pbem.games.dig_2017 import GAME
from tests.games.dig_2017.tables import (
    ALL_SEATS,
    COLLECT,
    END,
    KEEP,
    START,
    Who,
    at,
    close,
    dig,
    gallery,
    gems,
    hand,
    play,
    potion,
    runes,
    scepter,
    step,
    who,
)
from tests.games.driver import Table, awaited, result

ONE = "gold@ iron*"  # worth one Gem


def idle(table: Table, *seats: str) -> Table:
    """Each seat digs beside and finds nothing."""
    for seat in seats:
        play(table, seat, dig(), draw="exit")
    return table


def trigger(table: Table) -> Any:
    return table.public()["trigger"]


def test_dg_150_ten_gathered_gems() -> None:
    """DG-150, DG-151, DG-E14: Ann has ten; Bob and Cy play once each, Ann does not."""
    table = play(at(who(ONE, gems=9), seats=3), "Ann", close(1))
    assert (gems(table), trigger(table), awaited(table)) == (10, "Ann", "Bob")
    idle(table, "Bob")
    assert not table.state.over
    idle(table, "Cy")
    assert table.state.over
    assert result(table).winners == ("Ann",)


def test_dg_150_runes_count() -> None:
    """DG-150, DG-74: eight Gems, a Rune, and one more with the Gallery."""
    table = play(at(who("gold@ rune", gems=8, runes=1)), "Ann", close(1))
    assert (gems(table), runes(table), trigger(table)) == (8, 2, "Ann")


@pytest.mark.parametrize(
    ("ann", "draw", "clause"),
    [
        (who("gold@", gems=8, companions="paladin"), "orc", "DG-133"),  # two for the Orc
        (who("gold@ iron egg", gems=9), "exit", "DG-72"),
    ],
)
def test_dg_150_is_told_after_the_gems_that_bring_it(ann: Who, draw: str, clause: str) -> None:
    table = play(at(ann), "Ann", dig("in"), draw=draw)
    assert (gems(table), trigger(table)) == (10, "Ann")
    told = [cited for cited in table.clauses() if cited in (clause, "DG-150")]
    assert told == [clause, "DG-150"]


def test_dg_150_nine_are_too_few() -> None:
    """DG-150, DG-153: Gems in the open Gallery are not gathered."""
    table = play(at(who(ONE, "ruby@ iron**", gems=8)), "Ann", close(1))
    assert (gems(table), trigger(table)) == (9, None)
    idle(table, "Bob")
    assert awaited(table) == "Ann"


@pytest.mark.parametrize("last", ["iron*", "rune"])
def test_dg_150_by_a_potion(last: str) -> None:
    """DG-150, DG-67: the tenth Gem comes from Bob's Gallery; Ann still has to dig."""
    table = at(who(hand="potion", gems=9), who(f"gold@ {last}"))
    play(table, "Ann", potion("Bob", 1))
    assert (trigger(table), awaited(table), step(table)) == ("Ann", "Ann", "turn")
    idle(table, "Ann", "Bob")
    assert table.state.over
    assert dict(result(table).scores) == {"Ann": 10, "Bob": 0}


def test_dg_151_each_other_seat_once() -> None:
    """DG-151, DG-9: the third of four triggers: Dee, Ann, Bob."""
    table = at(who(), who(), who(ONE, gems=9), who(), turn="Cy")
    play(table, "Cy", close(1))
    idle(table, "Dee", "Ann")
    assert not table.state.over
    idle(table, "Bob")
    assert table.state.over


def test_dg_151_the_last_turn_is_a_whole_turn() -> None:
    """DG-151: with Equipment after the dig, until Bob ends it."""
    table = play(at(who(ONE, gems=9), who(hand="bag")), "Ann", close(1))
    play(table, "Bob", dig(), draw="gold")
    assert (awaited(table), step(table), hand(table, "Bob")) == ("Bob", "after", "gold bag")
    play(table, "Bob", END)
    assert table.state.over


def test_dg_152_it_need_not_be_the_trigger_player() -> None:
    """DG-152: Bob closes with twelve in his last turn."""
    bob = who("gold@ egg iron* rune", gems=9)
    table = play(at(who(ONE, gems=9), bob), "Ann", close(1))
    play(table, "Bob", close(1))
    assert table.state.over
    assert result(table).winners == ("Bob",)
    assert dict(result(table).scores) == {"Ann": 10, "Bob": 12}
    assert trigger(table) == "Ann"


def test_dg_153_open_galleries_do_not_count() -> None:
    """DG-153, DG-R34: Bob has nine, and three more lying in his Gallery, with a Rune."""
    bob = who("gold@ iron*** rune egg", gems=9)
    table = idle(play(at(who(ONE, gems=9), bob), "Ann", close(1)), "Bob")
    assert dict(result(table).scores) == {"Ann": 10, "Bob": 9}
    assert result(table).winners == ("Ann",)


def end(ann: Who, bob: Who, *more: Who) -> Table:
    """Ann closes, then Bob closes, the others idle."""
    table = play(at(ann, bob, *more), "Ann", close(1))
    play(table, "Bob", close(1))
    return idle(table, *ALL_SEATS[2 : 2 + len(more)])


def test_dg_154_a_tie_goes_to_the_runes() -> None:
    """DG-154, DG-E12: 9 and 2 against 8 and 3."""
    row = "gold@ rune iron*"
    table = end(who(row, gems=8, runes=1), who(row, gems=7, runes=2))
    assert [(gems(table, s), runes(table, s)) for s in ("Ann", "Bob")] == [(9, 2), (8, 3)]
    assert dict(result(table).scores) == {"Ann": 11, "Bob": 11}
    assert result(table).winners == ("Bob",)


def test_dg_154_runes_of_those_who_are_not_tied() -> None:
    """DG-154: Cy has most Runes, and fewer Gems with them."""
    row = "gold@ iron*"
    table = end(who(row, gems=8, runes=1), who(row, gems=9), who(gems=4, runes=4))
    assert dict(result(table).scores) == {"Ann": 10, "Bob": 10, "Cy": 8}
    assert result(table).winners == ("Ann",)


def test_dg_155_a_last_tie_is_shared() -> None:
    """DG-155, DG-R35"""
    row = "gold@ rune iron*"
    table = end(who(row, gems=8), who(row, gems=8), who(gems=3))
    assert result(table).winners == ("Ann", "Bob")


# --- out of turn ---


def sent(cy: Who, *more: Who, ann: Who | None = None) -> Table:
    """Ann's Skeleton closes the Gallery of Bob, who comes to ten."""
    there = ann or who(hand="scepter")
    table = at(there, who(ONE, gems=9), cy, *more)
    return play(table, "Ann", dig(), scepter("Bob", 1), draw="skeleton")


def test_dg_r33_triggered_in_another_seats_turn() -> None:
    """DG-R33: Ann's turn is finished; then Cy and Ann once each, Bob no more."""
    table = sent(who())
    assert (gems(table, "Bob"), trigger(table), awaited(table)) == (10, "Bob", "Cy")
    idle(table, "Cy")
    assert awaited(table) == "Ann"
    idle(table, "Ann")
    assert table.state.over


def test_dg_r33_the_turn_is_finished_first() -> None:
    """DG-R33: Ann still has her Bag."""
    table = sent(who(), ann=who(hand="scepter bag"))
    assert (awaited(table), step(table), trigger(table)) == ("Ann", "after", "Bob")
    play(table, "Ann", END)
    assert awaited(table) == "Cy"


def test_dg_r33_the_seats_between_come_before_those_behind() -> None:
    """DG-R33: clockwise from Ann, whose turn it was, not from Cy, who has ten: Bob, Dee, Ann."""
    table = at(who(hand="scepter"), who(), who(ONE, gems=9), who())
    play(table, "Ann", dig(), scepter("Cy", 1), draw="skeleton")
    assert trigger(table) == "Cy"
    for seat in ("Bob", "Dee", "Ann"):
        assert awaited(table) == seat
        idle(table, seat)
    assert table.state.over


def test_dg_r33_with_two_seats() -> None:
    """DG-R33: Ann once more, and it is over."""
    table = play(
        at(who(hand="scepter"), who(ONE, gems=9)), "Ann", dig(), scepter("Bob", 1), draw="skeleton"
    )
    assert awaited(table) == "Ann"
    assert table.public()["round"] == 10  # DG-9: her next turn is of the next round
    assert table.state.over is False
    idle(table, "Ann")
    assert table.state.over


def test_dg_r33_a_second_seat_with_ten_changes_nothing() -> None:
    """DG-R33: Cy reaches eleven in the last turn but one; Dee and Ann follow as before."""
    table = sent(who("ruby@ iron**", gems=9), who())
    play(table, "Cy", close(1))
    assert (gems(table, "Cy"), trigger(table), awaited(table)) == (11, "Bob", "Dee")
    idle(table, "Dee", "Ann")
    assert table.state.over
    assert result(table).winners == ("Cy",)


def test_dg_r33_the_turn_of_the_trigger_player_is_finished() -> None:
    """DG-R33, DG-150: Gallery 1 brings the tenth Gem; Gallery 2 still gets its card."""
    table = at(who("gold@ iron*", "iron@", gems=9))
    play(table, "Ann", dig("in"), draw="exit rune")
    assert (trigger(table), gallery(table, 2), awaited(table)) == ("Ann", "iron@ rune", "Bob")


def test_dg_r33_a_whole_round_of_last_turns_can_be_restored() -> None:
    """DG-R33: at each turn's start the public form says all there is."""
    table = sent(who(), who())
    for seat in ("Cy", "Dee", "Ann"):
        assert awaited(table) == seat
        public = table.public()
        assert GAME.public(GAME.restore(table.facts, public)) == public
        idle(table, seat)
    assert table.state.over


def test_dg_r33_a_werewolf_brings_its_victim_there_by_the_second_gallery() -> None:
    """DG-R33, DG-99: 8 and 1 and 1; both close, then Cy and Ann have their last turns."""
    table = at(who(hand="scepter"), who(ONE, ONE, gems=8), who())
    play(table, "Ann", dig(), scepter("Bob", 2), draw="werewolf")
    assert (gems(table, "Bob"), trigger(table)) == (10, "Bob")
    idle(table, "Cy", "Ann")
    assert table.state.over


def test_dg_152_what_is_closed_by_another_in_the_last_turn_counts() -> None:
    """DG-151, DG-152: in Bob's last turn his Skeleton closes a Gallery of Ann, who has no turn."""
    table = play(at(who(ONE, ONE, gems=9), who(hand="scepter")), "Ann", close(1))
    play(table, "Bob", dig(), scepter("Ann", 2), draw="skeleton")
    assert table.state.over
    assert dict(result(table).scores) == {"Ann": 11, "Bob": 0}


def test_dg_r2_a_last_turn_of_which_nothing_can_be_made() -> None:
    """DG-R2, DG-151: no card to draw; Bob is passed over, Cy closes, it is over."""
    table = at(who(ONE, gems=9), who(hand="iron"), who("ruby@"), hill="", discard="")
    play(table, "Ann", close(1))
    assert awaited(table) == "Cy"
    play(table, "Cy", close(1))
    assert table.state.over
    assert result(table).winners == ("Ann",)


# --- other rulings ---


def test_dg_r36_a_stone_cannot_be_refused() -> None:
    """DG-R36: collect it or start with it."""
    table = play(at(who(reserve=1)), "Ann", dig(), draw="gold")
    assert table.menu() == [COLLECT, START]
    assert not table.legal(KEEP)
    table = play(at(who()), "Ann", dig(), draw="gold")
    assert (hand(table), awaited(table)) == ("gold", "Bob")


def test_dg_r39_the_quick_game() -> None:
    """DG-R39, DG-150: five Gems; nothing but 10 and 5 can be chosen."""
    quick = {"goal": 5}
    table = play(at(who(ONE, gems=4), options=quick), "Ann", close(1))
    assert trigger(table) == "Ann"
    idle(table, "Bob")
    assert table.state.over
    table = play(at(who(ONE, gems=3), options=quick), "Ann", close(1))
    assert trigger(table) is None
    for goal in (0, 1, 7, 20, "10", True, None):
        with pytest.raises(Refused) as caught:
            GAME.check_options({"goal": goal}, ("Ann", "Bob"), GAME.deck())
        assert caught.value.code.startswith("option/")


def test_dg_r47_no_limit_on_rounds() -> None:
    """DG-R47: a thousand rounds later it goes on."""
    table = at(fields={"round": 1009})
    idle(table, "Ann", "Bob", "Ann")
    assert (awaited(table), table.public()["round"]) == ("Bob", 1010)
