"""The board in characters: worked out by hand from the positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.games.dig_card_game import GAME
from tests.games.dig_card_game.tables import (
    DONE,
    PASS,
    RESIGN,
    at,
    buy,
    hire,
    play,
    priced,
    sell,
    token,
    who,
)
from tests.games.driver import Table

LONG = ("A" * 20, "B" * 20, "C" * 20, "D" * 20)


def lines(table: Table, seat: str | None = None) -> list[str]:
    return GAME.board(table.view(seat))


def has(shown: Sequence[str], part: str) -> bool:
    return any(part in line for line in shown)


def middle(**more: Any) -> Table:
    """Day Two, three seats. Of the 30 Mine cards R1 and E1 are in hand, C1 lies aside, R2 is under
    the deck: 26 in front. Of 28 Tools Ann has 4, Bob 2, the supply 3, and 2 are under the deck:
    17 hidden. Of 15 Dwarves A1 J1 M1 are owned, J4 is lost, A2 J2 lie in the supply: 9."""
    ann = who("A1*dm P1*m L1*s", "xx", "", hand="J1 P2 R1 E1", hidden="L9", gold=4)
    given: dict[str, Any] = {
        "phase": "mine",
        "supply": "J2 A2 L6 P5 L5",
        "exhausted": "C1",
        "gone": "J4",
        "under_tools": "P7 L7",
        "under_mine": "R2",
        **more,
    }
    return at(ann, who("M1 P3 L3"), **given)


def test_the_whole_board() -> None:
    table = middle()
    t = token(table, "L9")
    assert lines(table, "Ann") == [
        "DIG: the Card Game   Day 2 of 6   MINE Phase   to act: Ann   Player One: Ann",
        "PRICES PV1   hire A 2  J 3  M 5   pick 2  lantern 1   gems R 1  E 3  S 4  D 7",
        "SUPPLY  Dwarves: A2 J2   Tools: P5 L5 L6",
        "DECKS   Provisions 8 (4 of them never used)   Dwarves 9 (4A 2J 3M)",
        "        Tools 17 hidden, then 2 (1P 1L)",
        "        Mine 26 (5R 6E 5S 4D 4C 2X), then 1 (1R)",
        "        Cave-Ins: C1   out: J4 R8 R9 R10 E8 S6",
        "",
        "Ann >   4 gold   2 gems (1R 1E)",
        f"  hand: J1 P2 {t}=L9",
        "  1: A1*dm P1*m L1*s   2: collapsed   3: empty   not dug: 4 5",
        "",
        "Bob   10 gold   0 gems",
        "  1: M1 P3 L3   not dug: 2 3 4 5",
        "",
        "Cy   10 gold   0 gems",
        "  not dug: 1 2 3 4 5",
        "",
        "today: *d dug  *m mined  *s stepped   hire -: on strike",
        "A Apprentice  J Journeyman  M Master   P Pick  L Lantern",
        "R Ruby  E Emerald  S Sapphire  D Diamond   C Cave-In  X Escape",
    ]


@pytest.mark.parametrize("seat", ["Bob", "Cy", None])
def test_dc_r4_others_see_that_a_tool_is_hidden_and_not_which(seat: str | None) -> None:
    table = middle()
    shown = lines(table, seat)
    assert has(shown, "  hand: J1 P2 1 hidden Tool")
    assert not has(shown, "L9")
    assert not has(shown, token(table, "L9"))


def test_dc_r6_gems_of_others_are_a_number_unless_the_table_tells_them() -> None:
    for tally, told in (("off", "2 gems"), ("on", "2 gems (1R 1E)")):
        table = middle(options={"gem_tally": tally})
        for seat in ("Bob", None):
            assert f"Ann >   4 gold   {told}" in lines(table, seat)
        assert has(lines(table, "Ann"), "2 gems (1R 1E)")


def test_dc_140_dc_r29_a_preview_prints_all_ten_provision_cards() -> None:
    """PV7: Apprentices on strike. PV1 gives the prices and PV10 was used before it."""
    shown = lines(middle(options={"preview": "ten"}))
    cards = [line for line in shown if line.startswith("  PV")]
    assert len(cards) == 10
    assert "  PV1 used  hire A 2  J 3  M 5   pick 2  lantern 1   gems R 1  E 3  S 4  D 7" in shown
    assert "  PV7       hire A -  J 3  M 5   pick 1  lantern 1   gems R 2  E 3  S 3  D 9" in shown
    assert [line.split()[0] for line in cards if " used " in line] == ["PV1", "PV10"]
    assert not has(lines(middle()), "  PV2")


def test_dc_r26_a_tool_with_two_prices() -> None:
    table = at(phase="buy", supply="P1", deck=priced("PV1", pick=(3, 1)))
    assert has(lines(table), "pick 3 (back 1)  lantern 1")


def test_dc_r10_a_rank_on_strike_has_no_price() -> None:
    table = at(phase="buy", supply="P1", prices="PV8")
    assert has(lines(table), "PRICES PV8   hire A 2  J -  M 5   pick 2  lantern 2")


def test_dc_45_who_is_out_is_told() -> None:
    table = at(phase="buy", supply="A1 A2 P1")
    play(table, "Ann", PASS)
    assert lines(table)[1] == "  take no more turns: Ann"
    play(table, "Bob", hire("apprentice"))
    play(table, "Cy", PASS)
    assert lines(table)[1] == "  take no more turns: Ann, Cy"


def test_dc_r8_who_has_passed_since_the_last_purchase_is_told() -> None:
    table = at(phase="buy", supply="A1 A2 P1", options={"pass_rule": "turn"})
    play(table, "Ann", PASS)
    assert lines(table)[1] == "  passed since the last purchase: Ann"
    play(table, "Bob", hire("apprentice"))
    assert not has(lines(table), "passed since")


def test_dc_r25_what_was_dealt_with_in_this_turn_is_told() -> None:
    table = at(who(hand="P1"), phase="sell", supply="L2 L3")
    play(table, "Ann", sell("pick"))
    assert lines(table)[1] == "  sold back in this turn: pick"
    play(table, "Ann", buy("lantern"))
    assert lines(table)[1] == "  sold back in this turn: pick   bought in this turn: lantern"
    play(table, "Ann", DONE)
    assert not has(lines(table), "in this turn")


def test_dc_111_sold_gems_lie_beside_the_mine() -> None:
    table = at(who(hand="R1 D1 D2"), phase="sell", supply="L2")
    play(table, "Ann", sell("ruby diamond"))
    assert has(lines(table), "sold: R1 D1")


def test_many_batches_are_wrapped() -> None:
    """DC-R20: each Cave-In puts one more under the Tool deck."""
    under = " | ".join(f"P{n} L{n}" for n in range(1, 9))
    shown = lines(at(phase="sell", supply="P14", under_tools=under))
    assert all(len(line) <= 80 for line in shown)
    assert sum(line.count("2 (1P 1L)") for line in shown) == 8


def test_a_full_tunnel_and_a_great_sale_are_wrapped() -> None:
    """DC-R18: nothing limits what lies in a Tunnel. 18 pieces with marks are 97 characters, and
    23 gems 69 and more: none is left out, and no line is longer than 80."""
    there = " ".join(f"{c}{n}*ms" for c in "PL" for n in range(1, 10))
    gems_ = " ".join(
        f"{c}{n}" for c, most in (("R", 10), ("E", 8), ("S", 6)) for n in range(1, most)
    )
    shown = lines(at(who(there), seats=4, phase="sell", supply="P14", sold=gems_))
    assert all(len(line) <= 80 for line in shown)
    words = " ".join(shown).split()
    assert [word for word in words if word.endswith("*ms")] == there.split()
    assert set(gems_.split()) <= set(words)


def test_long_names_stay_within_100() -> None:
    table = Table(GAME, LONG, seed=0, options={"preview": "ten"})
    for seat in (*LONG, None):
        shown = lines(table, seat)
        assert all(len(line) <= 100 and line.isascii() for line in shown)


def test_the_end_says_who_won() -> None:
    """Bob has resigned, so he is not asked; DC-131."""
    table = at(who(gold=7), who(gold=12), who(gold=9), day=6, phase="sell", supply="P1")
    play(table, "Ann", DONE)
    play(table, "Bob", RESIGN)
    play(table, "Cy", DONE)
    shown = lines(table)
    assert shown[0] == ("DIG: the Card Game   Day 6 of 6   over   Player One: Ann   resigned: Bob")
    assert shown[-2:] == ["The game is over.", "Cy wins: most gold: 9 (DC-131)"]


def test_dc_134_a_shared_end() -> None:
    table = at(day=6, phase="sell", supply="P1", seats=2)
    play(table, "Ann", DONE)
    play(table, "Bob", DONE)
    # The last line is too long for one.
    assert " ".join(lines(table)[-2:]) == (
        "Ann and Bob win together: "
        "10 gold, 0 Tunnels and 0 Dwarves each: shared, play again (DC-134)"
    )
