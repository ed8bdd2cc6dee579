"""DW-18 to DW-39: rerolls, ones, sixes, and what a final roll earns."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.dig_down_dwarf.scoring import pattern
from tests.games.dig_down_dwarf.tables import (
    COLLECT,
    amethyst,
    emerald,
    hoard,
    last_round,
    place,
    reroll,
    rolled,
    sapphire,
)

RICH = {"diamond": 1, "emerald": 2, "sapphire": 3, "amethyst": 4, "cursite": 5}


def faces(table) -> list[int]:
    return [die["face"] for die in table.public()["dice"].values()]


def test_dw_18_chosen_dice_are_rolled_together() -> None:
    """DW-18"""
    table = rolled(2, 3, 4, 5, then=[{"roll": [6, 1]}])
    table.act("Ann", reroll("black", "red"))
    assert faces(table) == [6, 3, 4, 1]
    assert table.refusal({"do": "reroll", "dice": []}).code == "no-dice"
    assert table.refusal(reroll("pink")).code == "die-unknown"
    assert table.refusal(reroll("blue", "blue")).code == "die-twice"


def test_dw_19_two_rerolls_of_any_dice() -> None:
    """DW-19"""
    table = rolled(2, 3, 4, 5, then=[{"roll": [2, 3, 4, 5]}, {"roll": [4]}], settle=False)
    table.act("Ann", reroll("red", "blue", "green", "black"), reroll("red"))
    assert table.public()["rerolls_left"] == 0
    assert table.refusal(reroll("red"))[:2] == ("no-reroll-left", "DW-25")


def test_dw_20_a_rolled_one_is_locked() -> None:
    """DW-20"""
    table = rolled(1, 3, 4, 5)
    assert table.refusal(reroll("red"))[:2] == ("die-locked", "DW-20")
    assert table.refusal(reroll("red", "blue"))[:2] == ("die-locked", "DW-20")
    assert table.legal(reroll("blue", "green", "black"))


@pytest.mark.parametrize(
    ("gem", "action"),
    [("amethyst", amethyst("red")), ("sapphire", sapphire("red")), ("emerald", emerald(red=3))],
)
def test_dw_21_a_gem_frees_a_locked_die(gem: str, action: dict) -> None:
    """DW-21"""
    table = rolled(1, 3, 4, 5, hoards={"Ann": {gem: 1}}, then=[{"roll": [3]}])
    table.act("Ann", action)
    assert faces(table) == [3, 3, 4, 5]
    assert table.legal(reroll("red"))


def test_dw_22_a_one_shown_again_is_locked_again() -> None:
    """DW-22"""
    then = [{"roll": [1]}, {"roll": [5]}]
    table = rolled(1, 3, 4, 5, hoards={"Ann": {"amethyst": 2}}, then=then)
    table.act("Ann", amethyst("red"))
    assert table.refusal(reroll("red")).code == "die-locked"
    table.act("Ann", amethyst("red"))
    assert table.legal(reroll("red"))


def test_dw_23_a_rolled_six_goes_again_and_again() -> None:
    """DW-23: rerolls used up, blue shows 6 twice more."""
    then = [{"roll": [2]}, {"roll": [2]}, {"roll": [6]}, {"roll": [6]}]
    table = rolled(2, 6, 4, 5, then=then)
    table.act("Ann", reroll("red"), reroll("red"), reroll("blue"), reroll("blue"))
    assert table.legal(reroll("blue"))
    assert table.refusal(reroll("green")).code == "no-reroll-left"


def test_dw_24_nothing_but_sixes_is_free() -> None:
    """DW-24"""
    table = rolled(6, 6, 4, 5, then=[{"roll": [3, 2]}])
    table.act("Ann", reroll("red", "blue"))
    assert table.public()["rerolls_left"] == 2
    assert table.clauses()[-1] == "DW-24"


def test_dw_25_a_mixed_reroll_counts() -> None:
    """DW-25"""
    then = [{"roll": [6, 4]}, {"roll": [6, 4]}]
    table = rolled(2, 6, 4, 5, then=then)
    table.act("Ann", reroll("blue", "green"))
    assert table.public()["rerolls_left"] == 1
    table.act("Ann", reroll("blue", "green"))
    assert table.public()["rerolls_left"] == 0
    assert table.refusal(reroll("blue", "green"))[:2] == ("no-reroll-left", "DW-25")
    assert table.legal(reroll("blue"))


def test_dw_26_earlier_rolls_earn_nothing() -> None:
    """DW-26: three fours are given up for no pattern."""
    table = rolled(4, 4, 4, 2, table=RICH, then=[{"roll": [1, 6]}])
    table.act("Ann", reroll("red", "blue"), COLLECT)
    assert hoard(table, "Ann") == {}


def test_dw_27_gems_in_the_bag_cannot_be_earned() -> None:
    """DW-27: twelve Amethysts are in the bag, two on the table."""
    table = rolled(4, 4, 4, 2, table={"amethyst": 2})
    table.act("Ann", COLLECT)
    assert hoard(table, "Ann") == {"amethyst": 2}


def test_dw_28_all_gems_of_the_type_are_taken() -> None:
    """DW-28"""
    table = last_round(4, 4, 4, 2, closer="Cid", table={"amethyst": 6, "sapphire": 1})
    table.act("Ann", COLLECT)
    assert hoard(table, "Ann") == {"amethyst": 6}
    assert place(table, "table") == {"sapphire": 1}


def test_dw_29_four_ones_earn_the_diamond() -> None:
    """DW-29: all dice are locked, so the program collects (DW-R30)."""
    table = rolled(1, 1, 1, 1, table=RICH)
    assert hoard(table, "Ann")["diamond"] == 1


def test_dw_30_two_different_pairs_earn_emeralds() -> None:
    """DW-30"""
    table = rolled(3, 5, 5, 3, table=RICH).act("Ann", COLLECT)
    assert hoard(table, "Ann") == {"emerald": 2}


@pytest.mark.parametrize("roll", [(4, 2, 1, 3), (5, 2, 4, 3), (6, 5, 4, 3)])
def test_dw_31_straights_earn_sapphires(roll: tuple[int, ...]) -> None:
    """DW-31"""
    table = rolled(*roll, table=RICH).act("Ann", COLLECT)
    assert hoard(table, "Ann") == {"sapphire": 3}


@pytest.mark.parametrize("roll", [(4, 2, 4, 4), (1, 1, 6, 1)])
def test_dw_32_three_of_a_kind_earns_amethysts(roll: tuple[int, ...]) -> None:
    """DW-32"""
    table = rolled(*roll, table=RICH).act("Ann", COLLECT)
    assert hoard(table, "Ann") == {"amethyst": 4}


def test_dw_33_one_pair_must_take_cursite() -> None:
    """DW-33: collecting offers no other choice."""
    table = rolled(4, 2, 4, 3, table=RICH)
    assert [a for a in table.menu() if a["do"] == "collect"] == [COLLECT]
    table.act("Ann", COLLECT)
    assert hoard(table, "Ann") == {"cursite": 5}


@pytest.mark.parametrize(
    ("roll", "quads", "wanted"),
    [
        ((4, 4, 4, 4), "three", {"amethyst": 4}),
        ((1, 1, 1, 1), "three", {"diamond": 1, "amethyst": 4}),
        ((4, 4, 4, 4), "strict", {}),
        ((1, 1, 1, 1), "strict", {"diamond": 1}),
    ],
)
def test_dw_34_four_of_a_kind(roll: tuple[int, ...], quads: str, wanted: dict) -> None:
    """DW-34"""
    table = rolled(*roll, table=RICH, quads=quads, settle=False).act("Ann", COLLECT)
    assert hoard(table, "Ann") == wanted


@pytest.mark.parametrize("roll", [(1, 2, 3, 5), (1, 2, 5, 6), (2, 4, 5, 6)])
def test_dw_35_four_different_without_a_straight_match_nothing(roll: tuple[int, ...]) -> None:
    """DW-35"""
    table = rolled(*roll, table=RICH).act("Ann", COLLECT)
    assert hoard(table, "Ann") == {}


def test_dw_36_nothing_matched_nothing_owed() -> None:
    """DW-36: three of a kind and no Amethyst on the table."""
    table = last_round(4, 4, 4, 2, closer="Ben", table={"sapphire": 2})
    table.act("Ann", COLLECT)
    assert hoard(table, "Ann") == {}
    assert place(table, "table") == {"sapphire": 2}
    assert "DW-36: Ann takes nothing" in table.words()


def test_dw_37_earned_gems_lie_openly() -> None:
    """DW-37: a spectator sees them."""
    table = rolled(4, 4, 4, 2, table={"amethyst": 5}).act("Ann", COLLECT)
    assert table.view(None).state["hoards"]["Ann"]["amethyst"] == 5


def test_dw_38_each_roll_has_one_pattern() -> None:
    """DW-38: counted by hand over the 1296 rolls.

    Fours 6; three and one 6 x 5 x 4; two pairs 15 x 6; one pair 6 x 10 x 12;
    all different 360, of which 3 x 24 are straights.
    """
    every = [(a, b, c, d) for a in DIE for b in DIE for c in DIE for d in DIE]
    counted: dict[str, int] = {}
    for roll in every:
        counted[pattern(roll)] = counted.get(pattern(roll), 0) + 1
    assert counted == {
        "four ones": 1,
        "four of a kind": 5,
        "three of a kind": 120,
        "two pairs": 90,
        "one pair": 720,
        "straight": 72,
        "no pattern": 288,
    }


DIE = range(1, 7)


def test_dw_39_advice_is_no_rule() -> None:
    """DW-39: a single pair may be collected although a reroll is left."""
    assert COLLECT in rolled(4, 2, 4, 3).menu()
    docs = Path(__file__).parents[3] / "docs/rules/dig-down-dwarf.md"
    assert "advice of the rulebook" in docs.read_text("utf-8")
