"""Sell Phase: DC-110 to DC-121 and the rulings on it. PV1 says: Pick 2, Lantern 1; Ruby 1,
Emerald 3, Sapphire 4, Diamond 7; Apprentice 2, Journeyman 3, Master 5."""

from __future__ import annotations

import pytest

from pbem.games.dig_card_game import GAME
from pbem.play import forms
from tests.games.dig_card_game.tables import (
    DONE,
    at,
    buy,
    gems,
    gold,
    hand,
    hire,
    level,
    mine_deck,
    phase,
    pile,
    play,
    sell,
    selling,
    supply,
    token,
    who,
)
from tests.games.driver import awaited, clause, kinds, of_kind
from tests.games.named import drawn

# --- the turn ---


def test_dc_110_any_number_of_deals_in_any_order() -> None:
    """10 + 1 for a Ruby, + 2 for a Pick, - 1 for a Lantern, + 7 + 1 for a Diamond and a Ruby."""
    table = selling("R1 R2 R3 D1 P1", supply="L14 L13")
    play(table, "Ann", sell("ruby"), sell("pick"), buy("lantern"), sell("diamond ruby"))
    assert (gold(table), gems(table), hand(table)) == (20, "R3", "L13")
    assert awaited(table) == "Ann"
    play(table, "Ann", DONE)
    assert (awaited(table), phase(table)) == ("Bob", "2 sell")


def test_dc_110_no_deal_at_all() -> None:
    table = play(selling("R1 P1", supply="L14"), "Ann", DONE)
    assert (gold(table), gems(table), hand(table), awaited(table)) == (10, "R1", "P1", "Bob")


def test_dc_110_one_turn_each_clockwise() -> None:
    """DC-22: from Player One; then the Day is over."""
    table = at(phase="sell", supply="P14 L14", turn="Cy", first="Cy")
    play(table, "Cy", DONE)
    play(table, "Ann", DONE)
    play(table, "Bob", DONE, draw="*")
    assert phase(table) == "3 buy"


# --- gems ---


@pytest.mark.parametrize(
    ("gem", "kind", "price"),
    [("R1", "ruby", 1), ("E1", "emerald", 3), ("S1", "sapphire", 4), ("D1", "diamond", 7)],
)
def test_dc_111_a_gem_at_the_price_of_its_kind(gem: str, kind: str, price: int) -> None:
    """DC-111, DC-30: it lies with the sold ones, not in the deck yet."""
    table = selling(f"{gem} R7", supply="P14")
    before = mine_deck(table)
    play(table, "Ann", sell(kind))
    assert (gold(table), gems(table)) == (10 + price, "R7")
    assert (pile(table, "sold"), mine_deck(table)) == (gem, before)


def test_dc_111_several_kinds_at_once() -> None:
    """2 Rubies, 1 Emerald, 2 Sapphires: 2 + 3 + 8."""
    table = selling("R1 R2 R3 E1 E2 S1 S2", supply="P14", gold=0)
    play(table, "Ann", sell("ruby 2 emerald sapphire 2"))
    assert (gold(table), gems(table)) == (13, "R3 E2")
    assert pile(table, "sold") == "R1 R2 E1 S1 S2"


def test_dc_111_no_more_than_there_are() -> None:
    """All of a sale is done, or nothing."""
    table = selling("R1 E1 P1", supply="L14")
    for goods in ("ruby 2", "emerald ruby 2", "diamond", "ruby sapphire", "ruby pick 2"):
        assert not table.legal(sell(goods))
        assert clause(table, sell(goods)) in ("DC-111", "DC-112")


# --- Tools ---


def test_dc_112_a_tool_joins_the_supply_at_once() -> None:
    table = selling("P1 L1 L2 R1", supply="A1 P14")
    play(table, "Ann", sell("pick lantern"))
    assert (gold(table), hand(table), supply(table)) == (13, "L2", "A1 P1 P14 L1")


def test_dc_113_a_tool_is_bought_at_todays_price() -> None:
    table = selling("R1", supply="P14 P13 L14", gold=4)
    play(table, "Ann", buy("pick"), buy("lantern"))
    assert (gold(table), hand(table), supply(table)) == (1, "P13 L14", "P14")
    assert not table.legal(buy("pick"))  # 1 gold, a Pick costs 2
    assert clause(table, buy("pick")) in ("DC-43", "DC-113")
    assert not table.legal(buy("lantern"))  # none left
    assert clause(table, buy("lantern")) in ("DC-42", "DC-113")


def test_dc_113_selling_first_pays_for_the_purchase() -> None:
    table = selling("S1 R1", supply="P14", gold=0)
    assert not table.legal(buy("pick"))
    play(table, "Ann", sell("sapphire"), buy("pick"))
    assert (gold(table), hand(table)) == (2, "P14")


def test_dc_114_the_next_player_may_buy_what_was_sold_back() -> None:
    table = selling("P3 R1", supply="L14")
    play(table, "Ann", sell("pick"), DONE)
    play(table, "Bob", buy("pick"))
    assert (hand(table, "Bob"), gold(table, "Bob")) == ("P3", 8)
    assert supply(table) == "L14"


def test_dc_115_sold_back_tools_may_be_more_than_are_flipped() -> None:
    """DC-33, DC-34, DC-115: seven lie there the next morning, and none is flipped."""
    table = selling("P1 P2 R1", supply="A1 A2 A3 P13 P14 L12 L13 L14")
    play(table, "Ann", sell("pick 2"), DONE)
    play(table, "Bob", DONE)
    play(table, "Cy", DONE, draw="PV4")
    assert drawn(table) == ["PV4"]
    assert (phase(table), supply(table)) == ("3 buy", "A1 A2 A3 P1 P2 P13 P14 L12 L13 L14")


def test_dc_116_no_tool_is_sold_back_on_day_six() -> None:
    """DC-116, DC-117: the gems are."""
    table = selling("R1 R2 P1 L1", supply="L14", day=6)
    for goods in ("pick", "lantern", "ruby pick"):
        assert clause(table, sell(goods)) == "DC-116"
    play(table, "Ann", sell("ruby"))
    assert (gold(table), hand(table), gems(table)) == (11, "P1 L1", "R2")


def test_dc_116_hidden_ones_neither() -> None:
    table = at(who(hand="R1", hidden="P9"), phase="sell", supply="L14", day=6)
    assert clause(table, sell(cards=token(table, "P9"))) == "DC-116"


def test_dc_116_day_five_is_not_day_six() -> None:
    table = play(selling("R1 P1", supply="L14", day=5), "Ann", sell("pick"))
    assert gold(table) == 12


def test_dc_118_gems_and_tools_may_be_kept() -> None:
    """DC-118, DC-143: into the next Day, for a better price."""
    table = selling("D1 P1", supply="A1 A2 A3 P12 P13 P14 L13 L14")
    play(table, "Ann", DONE)
    play(table, "Bob", DONE)
    play(table, "Cy", DONE, draw="PV7")
    assert (phase(table), gems(table), hand(table)) == ("3 buy", "D1", "P1")


def test_dc_119_dwarves_and_tunnels_are_never_sold() -> None:
    table = selling("J1 R1", "A1 P1 L1", supply="L14")
    for action in (
        sell("journeyman"),
        {"do": "sell", "tools": {"journeyman": 1}},
        sell(cards="J1"),
        sell(cards="A1"),
    ):
        assert not table.legal(action)
        assert clause(table, action).startswith("DC-")
    play(table, "Ann", DONE)
    assert (hand(table), level(table, 1)) == ("J1", "A1 P1 L1")


# --- when all have sold ---


def test_dc_120_sold_gems_and_cave_ins_go_under_the_deck_together() -> None:
    """DC-120, DC-R20: one batch, below what is left of older ones."""
    table = selling("R1 D1 S1", supply="P14", mine_deck="R2 R3 | E1", exhausted="C1 X1")
    play(table, "Ann", sell("ruby diamond"), DONE)
    play(table, "Bob", DONE)
    assert (mine_deck(table), pile(table, "sold")) == (["R2 R3", "E1"], "R1 D1")
    play(table, "Cy", sell("sapphire"), DONE, draw="*")
    assert phase(table) == "3 buy"
    assert mine_deck(table) == ["R2 R3", "E1", "R1 S2 D1 C1 C2 C3 C4 C5 X1 X2"]
    assert (pile(table, "sold"), pile(table, "exhausted")) == ("", "")


def test_dc_120_nothing_sold_makes_no_batch() -> None:
    """DC-R20"""
    table = selling("R1", supply="P14")
    before = mine_deck(table)
    play(table, "Ann", DONE)
    play(table, "Bob", DONE)
    play(table, "Cy", DONE, draw="*")
    assert (phase(table), mine_deck(table)) == ("3 buy", before)


def test_dc_120_on_day_six_too() -> None:
    table = at(
        *(who(), who(), who(hand="R1 D1")),
        phase="sell",
        day=6,
        turn="Cy",
        exhausted="C3",
    )
    before = mine_deck(table)
    play(table, "Cy", sell("ruby diamond"))
    assert table.state.over
    assert mine_deck(table) == [*before, "R1 D1 C3"]


# --- hiring ---


def test_dc_121_nobody_is_hired_at_night() -> None:
    """DC-R23: by default."""
    table = selling("R1", supply="A1 P14")
    assert clause(table, hire("apprentice")) in ("DC-121", "DC-R23")
    assert kinds(table) == {"sell", "buy", "done"}


NIGHT = {"night_hire": True}


def test_dc_r23_hiring_at_night_by_option() -> None:
    """Any number, at today's price, of ranks not on strike: 10 - 2 - 2 - 5."""
    table = selling("R1", supply="A1 A2 J1 M1 P14", options=NIGHT)
    play(table, "Ann", hire("apprentice"), hire("apprentice"), hire("master"))
    assert (gold(table), hand(table), supply(table)) == (1, "A1 A2 M1", "J1 P14")
    assert not table.legal(hire("journeyman"))  # 3
    assert clause(table, hire("journeyman")) in ("DC-43", "DC-R23")


def test_dc_r23_a_strike_holds_at_night() -> None:
    """DC-R10: PV7 is a strike of the Apprentices."""
    table = selling("R1", supply="A1 J1 P14", prices="PV7", options=NIGHT)
    assert {action["rank"] for action in of_kind(table, "hire")} == {"journeyman"}
    assert clause(table, hire("apprentice")) in ("DC-41", "DC-49", "DC-R10")


def test_dc_r23_who_can_only_hire_is_asked() -> None:
    """DC-R32: without the option such a seat is skipped."""
    for options, after in ((NIGHT, "Bob"), ({}, "Cy")):
        table = at(
            who(hand="R1"), who(), who(hand="R2"), phase="sell", supply="A1", options=options
        )
        assert awaited(play(table, "Ann", DONE)) == after


def test_dc_112_what_may_stand_in_a_sale_is_told_by_kind() -> None:
    """One Pick and two Lanterns, two Rubies and two Emeralds."""
    table = at(who(hand="P1 L1 L2 R1 R2 E1 E2"), phase="sell")
    assert table.pending is not None
    (form,) = table.pending.forms
    assert forms.ranges(GAME.slug, form) == (
        "gems: any of ruby emerald, NUMBER 1 to 2; "
        "tools: any of pick lantern, NUMBER 1 (pick), 1 to 2 (lantern)"
    )
