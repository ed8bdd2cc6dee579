"""Buy Phase: DC-40 to DC-50, DC-121, DC-R7, R8, R9, R10, R23, R31; WE-1."""

from __future__ import annotations

import pytest

from tests.games.dig_card_game.tables import (
    DONE,
    PASS,
    at,
    buy,
    dig,
    gems,
    gold,
    hand,
    hidden,
    hire,
    level,
    mine,
    phase,
    place,
    play,
    priced,
    sell,
    supply,
    token,
    who,
)
from tests.games.driver import Table, awaited, clause, kinds

TURN = {"pass_rule": "turn"}
NIGHT = {"night_hire": True}


def over(table: Table) -> bool:
    """The Buy Phase is."""
    return phase(table) != "2 buy"


# --- one turn ---


def test_dc_40_one_hire_one_tool_or_a_pass() -> None:
    table = at(supply="A1 J1 M1 P1 L1")
    assert kinds(table) == {"hire", "buy", "pass"}
    wanted = [hire(r) for r in ("apprentice", "journeyman", "master")]
    wanted += [buy("pick"), buy("lantern"), PASS]
    assert sorted(map(str, table.menu())) == sorted(map(str, wanted))
    play(table, "Ann", hire("apprentice"))
    assert awaited(table) == "Bob"


@pytest.mark.parametrize(
    ("rank", "card", "price"),
    [("apprentice", "A1", 2), ("journeyman", "J1", 3), ("master", "M1", 5)],
)
def test_dc_41_hire(rank: str, card: str, price: int) -> None:
    """PV1: 2, 3, 5. DC-R7: to hand."""
    table = play(at(supply="A1 J1 M1 P1"), "Ann", hire(rank))
    assert gold(table) == 10 - price
    assert hand(table) == card
    assert card not in supply(table)


@pytest.mark.parametrize(("kind", "card", "price"), [("pick", "P1", 2), ("lantern", "L1", 1)])
def test_dc_42_buy(kind: str, card: str, price: int) -> None:
    """PV1: 2, 1. DC-R7: to hand; DC-R4: seen by all."""
    table = play(at(who(hidden="L9 P9"), supply="A1 P1 L1"), "Ann", buy(kind))
    assert gold(table) == 10 - price
    assert hand(table) == card
    assert card not in supply(table)


def test_dc_41_dc_42_what_is_not_face_up_cannot_be_had() -> None:
    table = at(supply="A1 L1")
    assert clause(table, hire("master")) == "DC-41"
    assert clause(table, buy("pick")) == "DC-42"


def test_dc_43_the_full_price_at_once() -> None:
    table = at(who(gold=4), supply="J1 M1")
    assert clause(table, hire("master")) == "DC-43"
    play(table, "Ann", hire("journeyman"))
    assert gold(table) == 1


def test_dc_43_tools_too_and_the_last_coin_may_go() -> None:
    table = at(who(gold=1), supply="P1 L1")
    assert clause(table, buy("pick")) == "DC-43"
    play(table, "Ann", buy("lantern"))
    assert gold(table) == 0


@pytest.mark.parametrize(
    "action", [dig(1, "A1 P1 L1"), place("P1", 1), mine("A1"), sell("ruby"), DONE]
)
def test_dc_40_nothing_else(action: dict[str, object]) -> None:
    table = at(who(hand="A1 P1 L1 R1"), supply="A2")
    assert clause(table, action)


def test_dc_r31_the_lowest_number_goes() -> None:
    table = at(supply="J3 J1 J2 P10 P9")
    play(table, "Ann", hire("journeyman"))
    play(table, "Bob", buy("pick"))
    assert hand(table) == "J1"
    assert hand(table, "Bob") == "P9"
    assert supply(table) == "J2 J3 P10"


# --- round and round ---


def test_dc_44_one_card_each_then_again() -> None:
    """DC-47: no limit, and DC-50: nothing is turned up."""
    table = at(first="Bob", turn="Bob", supply="A1 A2 P1 P2 L1 L2 L3")
    for seat in ("Bob", "Cy", "Ann", "Bob", "Cy", "Ann"):
        assert awaited(table) == seat
        play(table, seat, next(action for action in table.menu() if action != PASS))
    assert awaited(table) == "Bob"
    assert len(supply(table).split()) == 1


def test_dc_47_one_player_takes_as_many_as_wanted() -> None:
    table = at(supply="P1 L1 L2 L3 L4 L5 L6")
    play(table, "Ann", buy("lantern"))
    for seat in ("Bob", "Cy"):
        play(table, seat, PASS)
    for _ in range(4):
        assert awaited(table) == "Ann"
        play(table, "Ann", buy("lantern"))
    assert hand(table) == "L1 L2 L3 L4 L5"
    assert gold(table) == 5


def test_dc_45_dc_r8_whoever_passes_is_out_for_the_day() -> None:
    table = at(supply="A1 A2 A3 P1 P2 P3")
    play(table, "Ann", PASS)
    play(table, "Bob", buy("pick"))
    play(table, "Cy", buy("pick"))
    assert awaited(table) == "Bob"
    play(table, "Bob", PASS)
    play(table, "Cy", hire("apprentice"))
    assert awaited(table) == "Cy"
    play(table, "Cy", PASS)
    assert over(table)


def test_dc_45_all_pass() -> None:
    table = at(supply="A1 P1")
    for seat in ("Ann", "Bob", "Cy"):
        assert not over(table)
        play(table, seat, PASS)
    assert over(table)


def test_dc_45_some_pass_the_others_have_no_gold_left() -> None:
    """Ann has 3 and spends it; Bob passes; Cy has nothing."""
    table = at(who(gold=3), who(gold=5), who(gold=0), supply="J1 A1 P1")
    play(table, "Ann", hire("journeyman"))
    assert awaited(table) == "Bob"
    play(table, "Bob", PASS)
    assert over(table)


def test_dc_46_nothing_left_to_take() -> None:
    """Ann takes the last card; all have gold and nobody has passed."""
    table = play(at(supply="L1"), "Ann", buy("lantern"))
    assert over(table)
    assert (phase(table), awaited(table)) == ("2 sell", "Ann")


def test_dc_46_all_that_is_left_is_on_strike() -> None:
    """PV9: Masters. Bob took the Tool, nobody is asked again; then they buy nothing at night."""
    table = at(who(hand="R1"), prices="PV9", supply="M1 L1")
    play(table, "Ann", buy("lantern"))
    assert over(table)
    assert supply(table) == "M1"
    assert "DC-R9: Bob can take nothing in the supply: Bob is out" in table.words()  # rich as he is


def test_dc_46_at_once() -> None:
    """Nothing to take on a Day with an empty supply: straight on."""
    assert phase(at(who(hand="A1 P1 L1"), supply="")) == "2 dig"


# --- gold that is not enough ---


def test_dc_r9_who_can_pay_for_nothing_is_not_asked() -> None:
    """PV1. Ann has 1, a Pick costs 2; Bob has 2."""
    table = at(who(gold=1), who(gold=2), who(gold=0), supply="P1 P2")
    assert awaited(table) == "Bob"


def test_dc_r9_one_gold_is_enough_where_something_costs_one() -> None:
    table = at(who(gold=1), supply="P1 L1")
    assert awaited(table) == "Ann"
    assert sorted(a["do"] for a in table.menu()) == ["buy", "pass"]


def test_dc_r9_no_gold_and_a_price_of_nothing() -> None:
    """With another deck a Lantern is free: whoever has 0 is asked all the same."""
    table = at(who(gold=0), supply="P1 L1", deck=priced(lantern=0))
    assert awaited(table) == "Ann"
    play(table, "Ann", buy("lantern"))
    assert (hand(table), gold(table)) == ("L1", 0)


def test_dc_r9_another_took_the_only_card_within_reach() -> None:
    table = at(who(gold=1), who(gold=9), who(gold=0), first="Bob", turn="Bob", supply="L1 P1 P2")
    play(table, "Bob", buy("lantern"))
    assert awaited(table) == "Bob"  # Cy and Ann can pay for no Pick
    play(table, "Bob", PASS)
    assert over(table)


def test_dc_r9_a_dwarf_on_strike_is_nothing_to_take() -> None:
    """PV8: Journeymen strike; the Master costs 5, a Pick 2."""
    table = at(who(gold=1), who(gold=4), prices="PV8", supply="J1 M1 P1")
    assert awaited(table) == "Bob"
    assert sorted(map(str, table.menu())) == sorted(map(str, [buy("pick"), PASS]))


# --- pass for a turn ---


def test_dc_r8_a_pass_skips_one_turn() -> None:
    """`pass_rule: turn`. Ann passes, Bob buys: she is asked again."""
    table = at(supply="P1 P2 P3 P4", options=TURN)
    play(table, "Ann", PASS)
    play(table, "Bob", buy("pick"))
    play(table, "Cy", PASS)
    assert (awaited(table), over(table)) == ("Ann", False)
    play(table, "Ann", buy("pick"))
    assert hand(table) == "P2"
    for seat in ("Bob", "Cy", "Ann"):  # the passes from before her purchase do not count
        assert (awaited(table), over(table)) == (seat, False)
        play(table, seat, PASS)
    assert over(table)


def test_dc_r8_the_phase_ends_with_an_unbroken_round() -> None:
    """Two pass, then Cy buys: all three have to pass after that."""
    table = at(supply="P1 P2 P3 P4", options=TURN)
    for seat, action in (("Ann", PASS), ("Bob", PASS), ("Cy", buy("pick"))):
        play(table, seat, action)
    for seat in ("Ann", "Bob", "Cy"):
        assert (awaited(table), over(table)) == (seat, False)
        play(table, seat, PASS)
    assert over(table)


def test_dc_r8_who_cannot_buy_need_not_pass() -> None:
    """Cy spends the last coin: after Ann and Bob the phase is over."""
    table = at(who(), who(), who(gold=2), supply="P1 P2 P3 P4", options=TURN)
    for seat, action in (("Ann", PASS), ("Bob", PASS), ("Cy", buy("pick")), ("Ann", PASS)):
        assert not over(table)
        play(table, seat, action)
    play(table, "Bob", PASS)
    assert over(table)


def test_dc_r8_who_has_spent_the_last_coin_need_not_pass_first() -> None:
    """Ann buys and has nothing left; Bob and Cy pass once and the phase ends."""
    table = at(who(gold=2), supply="P1 P2", options=TURN)
    play(table, "Ann", buy("pick"))
    play(table, "Bob", PASS)
    play(table, "Cy", PASS)
    assert over(table)


def test_dc_r8_yesterdays_passes_are_forgotten() -> None:
    """All passed on Day One; on Day Two all are asked."""
    passed = {"passed": ["Ann", "Bob", "Cy"]}
    table = at(day=1, phase="sell", turn="Cy", supply="A1 A2 A3 P1 P2 P3 P4 P5", options=TURN,
               fields=passed)  # fmt: skip
    play(table, "Cy", DONE, draw="PV2")
    assert (phase(table), awaited(table)) == ("2 buy", "Bob")


# --- strike and wages ---


@pytest.mark.parametrize(
    ("card", "rank"), [("PV7", "apprentice"), ("PV8", "journeyman"), ("PV9", "master")]
)
def test_dc_r10_no_hire_of_a_rank_on_strike(card: str, rank: str) -> None:
    """DC-41."""
    table = at(prices=card, supply="A1 J1 M1")
    assert clause(table, hire(rank)) in {"DC-41", "DC-R10"}
    assert sorted(a["rank"] for a in table.menu() if a["do"] == "hire") == sorted(
        {"apprentice", "journeyman", "master"} - {rank}
    )


def test_dc_49_dwarves_hired_before_work_during_a_strike() -> None:
    """PV9: Masters strike; M1 digs and mines."""
    table = at(who(hand="M1 P1 L1"), prices="PV9", phase="dig")
    play(table, "Ann", dig(1, "M1 P1 L1"))
    play(table, "Ann", mine("M1"), draw="R1 R2")


def test_dc_48_no_wages() -> None:
    """Ann has two Dwarves; a Day goes by and her gold is the same."""
    table = at(who("A1", hand="M1", gold=4), who(hand="R1"), phase="sell", seats=2, turn="Bob")
    play(table, "Bob", DONE, draw="PV2 *")
    assert gold(table) == 4


# --- hiring at night ---


def test_dc_121_no_hire_at_night() -> None:
    """DC-R23: not by default."""
    table = at(who(hand="R1"), phase="sell", supply="A1 P1")
    assert "hire" not in kinds(table)
    assert clause(table, hire("apprentice")) in {"DC-121", "DC-R23"}


def test_dc_r23_by_option_as_many_as_can_be_paid() -> None:
    """PV1: 2 and 3 of 6 gold; then the second Journeyman is too dear."""
    table = at(who(gold=6), phase="sell", supply="A1 J1 J2", options=NIGHT)
    play(table, "Ann", hire("apprentice"), hire("journeyman"))
    assert (hand(table), gold(table)) == ("A1 J1", 1)
    assert supply(table) == "J2"
    assert awaited(table) == "Bob"  # nothing is left for Ann (DC-R32)
    assert "hire" in kinds(table)


def test_dc_r23_the_price_has_to_be_there() -> None:
    table = at(who(gold=4, hand="R1"), phase="sell", supply="A1 M1", options=NIGHT)
    assert clause(table, hire("master")) == "DC-43"
    assert clause(table, hire("journeyman")) in {"DC-41", "DC-R23"}


def test_dc_r10_strikes_at_night_too() -> None:
    table = at(who(hand="R1"), phase="sell", prices="PV9", supply="A1 M1", options=NIGHT)
    assert clause(table, hire("master")) in {"DC-41", "DC-R10"}
    play(table, "Ann", hire("apprentice"))
    assert gold(table) == 8


# --- the Sample Day ---


def test_we_1_the_sample_day() -> None:
    """Ann is Caleb, Bob is Marci, Cy is Aden; P2 stays hidden all Day."""
    table = at(
        *(who(hidden="P1 P2"), who(hidden="P3 L3"), who(hidden="L1 L2")),
        day=1,
        supply="A1 J1 J2 P4 P5 L4 L5 L6",
        tool_top="P14",
    )
    play(table, "Ann", hire("journeyman"))
    assert (gold(table), hand(table)) == (7, "J1")
    play(table, "Bob", PASS)
    play(table, "Cy", PASS)
    play(table, "Ann", buy("lantern"))
    assert (gold(table), hand(table)) == (6, "J1 L4")
    assert awaited(table) == "Ann"
    play(table, "Ann", PASS)
    assert (phase(table), awaited(table)) == ("1 dig", "Ann")
    assert supply(table) == "A1 J2 P4 P5 L5 L6"
    play(table, "Ann", dig(1, f"J1 {token(table, 'P1')} L4"))
    assert (level(table, 1), hand(table), hidden(table)) == ("J1 P1 L4", "", "P2")
    assert (phase(table), awaited(table)) == ("1 mine", "Ann")
    play(table, "Ann", mine("J1"), draw="R1")
    assert gems(table) == "R1"
    assert clause(table, mine("J1")) == "DC-82"
    play(table, "Ann", DONE)
    assert (phase(table), awaited(table)) == ("1 sell", "Ann")
    play(table, "Ann", sell("ruby"))
    assert gold(table) == 7
    play(table, "Ann", DONE)
    play(table, "Bob", DONE)
    play(table, "Cy", DONE, draw="PV3 M1")
    first, second = table.public()["mine_deck"]
    assert (len(first), second) == (29, ["R1"])
    assert (phase(table), awaited(table), table.public()["first"]) == ("2 buy", "Bob", "Bob")
    assert supply(table) == "A1 J2 M1 P4 P5 P14 L5 L6"
