"""Sell Phase, the rulings: which Tools go, no round trips, prices, which card, the form (DC-R14,
DC-R24 to DC-R27, DC-R31). PV1 says: Pick 2, Lantern 1; Ruby 1, Emerald 3, Sapphire 4, Diamond 7."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games import checks
from tests.games.dig_card_game.tables import (
    DONE,
    at,
    buy,
    gems,
    gold,
    hand,
    hidden,
    level,
    marks,
    own,
    pile,
    play,
    priced,
    sell,
    selling,
    supply,
    token,
    who,
)
from tests.games.driver import awaited, clause, kinds, of_kind

ACTION = checks.quick("dig-card-game.actions")


# --- which Tools ---


def test_dc_r24_only_tools_in_hand_by_default() -> None:
    table = selling("R1 P2", "A1 P1 L1", supply="L14")
    assert clause(table, sell(cards="P1")) == "DC-R24"
    assert not table.legal(sell("pick 2"))
    play(table, "Ann", sell("pick"))
    assert (hand(table), level(table, 1)) == ("", "A1 P1 L1")


def test_dc_r24_tools_in_tunnels_by_option() -> None:
    """Named one by one; those of others are still theirs."""
    players = who("A1 P1 L1", hand="R1 L3"), who("A2 P2 L2")
    table = at(*players, phase="sell", supply="L14", options={"sell_tools": "any"})
    assert not table.legal(sell(cards="P2"))
    assert clause(table, sell(cards="A1")) == "DC-119"
    assert not table.legal(sell(cards="P1 P1"))
    play(table, "Ann", sell("ruby lantern", cards="P1 L1"))
    assert (gold(table), level(table, 1), hand(table)) == (10 + 1 + 1 + 2 + 1, "A1", "")
    assert supply(table) == "P1 L1 L3 L14"


@pytest.mark.parametrize(("option", "asked"), [("any", "Ann"), ("hand", "Bob")])
def test_dc_r24_dc_r32_tools_in_tunnels_are_a_deal_by_option_alone(option: str, asked: str) -> None:
    """Ann has no gem, no gold and an empty hand: all she could sell lies in Level 1."""
    players = who("A1 P1", gold=0), who(hand="R1")
    table = at(*players, phase="sell", options={"sell_tools": option})
    assert awaited(table) == asked


def test_dc_r24_dc_r32_not_on_day_six() -> None:
    """DC-116"""
    players = who("A1 P1", gold=0), who(hand="R1")
    table = at(*players, phase="sell", day=6, options={"sell_tools": "any"})
    assert awaited(table) == "Bob"


def test_dc_r14_a_tool_sold_loses_its_marks() -> None:
    table = at(
        who("A1*m P1*m L1*ms", hand="R1"),
        phase="sell",
        supply="L14",
        options={"sell_tools": "any"},
    )
    play(table, "Ann", sell(cards="P1 L1"))
    assert (marks(table, "P1"), marks(table, "L1"), marks(table, "A1")) == ("", "", "m")


# --- no round trips ---


def test_dc_r25_what_was_sold_is_not_bought() -> None:
    """Picks here; Lanterns are another matter."""
    table = selling("R1 P1 P2 L1", supply="P14 L14")
    play(table, "Ann", sell("pick"))
    assert clause(table, buy("pick")) == "DC-R25"
    assert of_kind(table, "buy") == [buy("lantern")]
    play(table, "Ann", sell("pick"), buy("lantern"))
    assert clause(table, sell("lantern")) == "DC-R25"
    assert (gold(table), hand(table)) == (13, "L1 L14")


def test_dc_r25_what_was_bought_is_not_sold() -> None:
    table = selling("R1 P1 L1", supply="P14 P13 L14")
    play(table, "Ann", buy("pick"))
    assert clause(table, sell("pick")) == "DC-R25"
    assert clause(table, sell("ruby pick")) == "DC-R25"
    play(table, "Ann", buy("pick"), sell("lantern"))
    assert (gold(table), hand(table)) == (7, "P1 P13 P14")


def test_dc_r25_a_hidden_tool_counts_by_its_face() -> None:
    player = who(hand="R1", hidden="P9 L9")
    table = at(player, phase="sell", supply="P14 L14")
    play(table, "Ann", buy("pick"))
    assert clause(table, sell(cards=token(table, "P9"))) == "DC-R25"
    play(table, "Ann", sell(cards=token(table, "L9")))
    assert clause(table, buy("lantern")) == "DC-R25"
    assert (gold(table), hidden(table), supply(table)) == (9, "P9", "L9 L14")


def test_dc_r25_what_was_bought_is_not_sold_out_of_a_tunnel() -> None:
    """DC-R24: with a Pick bought, P1 stays where it lies, and L1 may go."""
    table = at(
        who("A1 P1 L1", hand="R1"), phase="sell", supply="P14", options={"sell_tools": "any"}
    )
    play(table, "Ann", buy("pick"))
    for action in (sell(cards="P1"), sell(cards="P1 L1"), sell("ruby", cards="P1")):
        assert clause(table, action) == "DC-R25"
    play(table, "Ann", sell(cards="L1"))
    assert (gold(table), level(table, 1), supply(table)) == (10 - 2 + 1, "A1 P1", "L1")


@pytest.mark.parametrize(("supply_", "then"), [("P14 L14", "Bob"), ("P14 P13 L14", "Ann")])
def test_dc_r25_dc_r32_with_both_kinds_bought_a_hidden_tool_is_no_deal(
    supply_: str, then: str
) -> None:
    """Whatever it is, it cannot go; Ann's turn ends, unless there is something more to buy."""
    table = at(who(hidden="P9"), who(hand="R1"), phase="sell", supply=supply_)
    play(table, "Ann", buy("pick"))
    assert awaited(table) == "Ann"  # a Lantern could be bought, or be what she hides
    play(table, "Ann", buy("lantern"))
    assert awaited(table) == then


def test_dc_r25_holds_for_one_turn() -> None:
    """Bob may buy Picks although Ann sold one; Ann herself the next night."""
    table = selling("R1 P1", supply="A1 A2 A3 P12 P13 P14 L13 L14")
    play(table, "Ann", sell("pick"), DONE)
    assert table.legal(buy("pick"))
    play(table, "Bob", buy("pick"))
    assert not table.legal(sell("pick"))
    play(table, "Bob", DONE)
    assert table.public()["night_sold"] == table.public()["night_bought"] == []


def test_dc_r25_a_sale_names_at_least_one_card() -> None:
    table = selling("R1 P1", supply="L14")
    for action in (
        {"do": "sell"},
        {"do": "sell", "gems": {}},
        {"do": "sell", "gems": {}, "tools": {}, "cards": []},
    ):
        assert not table.legal(action)
        assert clause(table, action) in ("DC-R25", "DC-110")


def test_dc_r25_an_endless_pump_is_shut() -> None:
    """A deck file that pays more for a Pick than it costs."""
    deck = priced(pick=(1, 3))
    table = selling("R1 P1", supply="P14", deck=deck)
    play(table, "Ann", sell("pick"))
    assert (gold(table), table.legal(buy("pick"))) == (13, False)


# --- prices ---


def test_dc_r26_a_price_of_its_own_for_selling_back() -> None:
    table = selling("R1 P1 L1", supply="P14 L14", deck=priced(pick=(3, 1), lantern=(1, 4)))
    play(table, "Ann", sell("pick"))
    assert gold(table) == 11
    play(table, "Ann", buy("lantern"))
    assert gold(table) == 10


def test_dc_r26_the_same_for_both_when_the_deck_file_says_nothing() -> None:
    deck = priced()
    for card in deck["provisions"]:
        card["pick"].pop("sell", None)
    table = play(selling("R1 P1", supply="L14", deck=deck), "Ann", sell("pick"))
    assert gold(table) == 12


def test_dc_r27_tools_may_be_bought_on_day_six() -> None:
    table = play(selling("R1", supply="P14 L14", day=6), "Ann", buy("pick"))
    assert (gold(table), hand(table)) == (8, "P14")


def test_dc_r27_a_gem_may_be_sold_for_nothing() -> None:
    table = play(selling("R1 R2", supply="L14", deck=priced(ruby=0)), "Ann", sell("ruby"))
    assert (gold(table), gems(table), pile(table, "sold")) == (10, "R2", "R1")


# --- which card goes ---


def test_dc_r31_the_lowest_ones_go() -> None:
    """By number: P2 before P10."""
    table = selling("R10 R3 P10 P2 L1", supply="P14", seats=4)
    play(table, "Ann", sell("ruby pick"))
    assert (gems(table), hand(table)) == ("R10", "P10 L1")
    assert (pile(table, "sold"), supply(table)) == ("R3", "P2 P14")


def test_dc_r31_the_lowest_one_is_bought() -> None:
    table = play(selling("R1", supply="P10 P9 L2"), "Ann", buy("pick"))
    assert (hand(table), supply(table)) == ("P9", "P10 L2")


def test_dc_r31_hidden_tools_are_sold_by_name_only() -> None:
    """DC-R4, DC-R31: with the face shown, and public from then on."""
    player = who(hand="R1 P1", hidden="P9 L9")
    table = at(player, phase="sell", supply="L14")
    assert not table.legal(sell("pick 2"))
    assert not table.legal(sell("lantern"))
    play(table, "Ann", sell("pick"), sell(cards=token(table, "P9")))
    assert (gold(table), hand(table), hidden(table)) == (10 + 2 + 2, "", "L9")
    assert supply(table) == "P1 P9 L14"


def test_dc_r31_two_hidden_tools_may_go_together() -> None:
    """In any order."""
    table = at(who(hand="R1 R2 P1", hidden="P9 L9"), phase="sell", supply="L14")
    both = f"{token(table, 'L9')} {token(table, 'P9')}"
    play(table, "Ann", sell(cards=both))
    assert (gold(table), hidden(table), supply(table)) == (13, "", "P9 L9 L14")


@pytest.mark.parametrize("order", ["P9 L9", "L9 P9"])
def test_dc_r31_two_hidden_tools_and_nothing_else(order: str) -> None:
    """Ann has nothing that all have seen; both go in one sale, in any order. PV1: 2 and 1."""
    table = at(who(hidden="P9 L9"), phase="sell")
    play(table, "Ann", sell(cards=" ".join(token(table, face) for face in order.split())))
    assert (gold(table), hidden(table), supply(table)) == (13, "", "P9 L9")


def test_dc_111_gems_tools_and_hidden_tools_in_one_sale() -> None:
    """Ruby 1, two Picks 2 each, Lantern 1: 6 gold. Without the opening the sale is refused."""
    table = at(who(hand="R1 R2 P1", hidden="P9 L9"), phase="sell", supply="L14")
    both = f"{token(table, 'L9')} {token(table, 'P9')}"
    play(table, "Ann", sell("ruby pick", cards=both))
    assert (gold(table), hidden(table), gems(table)) == (16, "", "R2")
    assert (hand(table), supply(table)) == ("", "P1 P9 L9 L14")


def test_dc_r31_not_by_a_name_that_is_not_ones_own() -> None:
    players = who(hand="R1", hidden="P9"), who(hidden="L9")
    table = at(*players, phase="sell", supply="L14")
    for cards in (token(table, "L9"), token(table, "P2"), "t99", "R1"):
        assert not table.legal(sell(cards=cards))
        assert clause(table, sell(cards=cards)).startswith("DC-")
    name = token(table, "P9")
    assert not table.legal(sell(cards=f"{name} {name}"))


# --- the form ---


def test_the_form_of_a_sale() -> None:
    """Its example, its parts and what a bot would pick are all legal."""
    table = selling("R1 R2 E1 P1 L1", "A1 P2 L2", supply="P14 L14")
    assert table.pending is not None
    (form,) = table.pending.forms
    assert form.do == "sell"
    listed = list(form.simple())
    assert listed
    assert sell("ruby") in listed
    for action in (form.example, *listed, *(form.pick(lambda n: n - 1) for _ in range(3))):
        assert form.accepts(action, {})
        assert table.legal(action)


@pytest.mark.parametrize(
    "action",
    [
        {"do": "sell", "gems": {"ruby": 0}},
        {"do": "sell", "gems": {"ruby": -1}},
        {"do": "sell", "gems": {"pick": 1}},
        {"do": "sell", "tools": {"ruby": 1}},
        {"do": "sell", "tunnels": [1]},
        {"do": "sell", "gold": 3},
    ],
)
def test_what_is_no_sale_by_its_shape(action: dict[str, Any]) -> None:
    """DC-119, DC-R25: a count is at least 1, and nothing but gems and Tools is sold. Such a move
    is refused before the rules are asked."""
    assert not ACTION.is_valid(action)
    assert ACTION.is_valid(sell("ruby pick", cards="t1"))


def test_no_form_when_there_is_nothing_to_sell() -> None:
    table = selling("", "A1 P1 L1", supply="P14")
    assert kinds(table) == {"buy", "done"}
    assert own(table)["gems"] == []
