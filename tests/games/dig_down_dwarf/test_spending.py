"""DW-40 to DW-54: spending gems."""

from __future__ import annotations

from tests.games.dig_down_dwarf.tables import (
    COLLECT,
    STOP,
    USE_DRAW,
    WILD,
    amethyst,
    diamond,
    emerald,
    final,
    hoard,
    last_round,
    place,
    raid,
    reroll,
    rolled,
    sapphire,
    swap,
)


def faces(table) -> list[int]:
    return [die["face"] for die in table.public()["dice"].values()]


def test_dw_40_gems_are_spent_in_the_rolling_phase_only() -> None:
    """DW-40: after collecting, with a DRAW due, an Amethyst cannot be spent."""
    table = rolled(2, 3, 6, 5, hoards={"Ann": {"amethyst": 1}}, known={"Ann": 2})
    assert table.legal(amethyst("red"))
    table.act("Ann", USE_DRAW, COLLECT)
    assert table.refusal(amethyst("red"))[:2] == ("wrong-step", "DW-12")
    table.act("Ann", STOP)
    assert table.pending.seat == "Ben"


def test_dw_41_only_own_gems() -> None:
    """DW-41: Ben's Amethysts do not help Ann; one taken by RAID does."""
    table = rolled(2, 3, 6, 5, hoards={"Ben": {"amethyst": 3}}, known={"Ann": 4})
    assert table.refusal(amethyst("red"))[:2] == ("not-enough-gems", "DW-41")
    table.act("Ann", raid("amethyst"))
    assert table.legal(amethyst("red"))
    assert table.refusal(amethyst("red", "blue")).code == "not-enough-gems"


def test_dw_42_spent_gems_are_out() -> None:
    """DW-42"""
    hoards = {"Ann": {"amethyst": 2, "sapphire": 1, "emerald": 1}}
    then = [{"roll": [2, 3]}, {"roll": [4]}]
    table = rolled(2, 3, 6, 5, hoards=hoards, then=then)
    before = table.public()
    table.act("Ann", amethyst("red", "blue"), sapphire("red"), emerald(red=5))
    assert place(table, "out") == {"amethyst": 2, "sapphire": 1, "emerald": 1}
    assert hoard(table, "Ann") == {}
    assert table.public()["bag"] == before["bag"]
    assert table.public()["table"] == before["table"]


def test_dw_43_no_limit_on_gems_in_a_turn() -> None:
    """DW-43: five spendings in one turn."""
    then = [{"roll": [2]} for _ in range(5)]
    table = rolled(2, 3, 4, 5, hoards={"Ann": {"amethyst": 6}}, then=then)
    table.act("Ann", *[amethyst("red") for _ in range(5)])
    assert hoard(table, "Ann") == {"amethyst": 1}


def test_dw_44_one_amethyst_for_each_die() -> None:
    """DW-44"""
    then = [{"roll": [6, 2, 3]}]
    table = rolled(1, 3, 4, 5, hoards={"Ann": {"amethyst": 3}}, then=then)
    assert table.refusal(amethyst("red", "blue", "green", "black")).code == "not-enough-gems"
    table.act("Ann", amethyst("green", "red", "black"))
    assert faces(table) == [6, 3, 2, 3]
    assert hoard(table, "Ann") == {}


def test_dw_45_one_sapphire_for_up_to_four_dice() -> None:
    """DW-45"""
    hoards = {"Ann": {"sapphire": 1}}
    table = rolled(1, 1, 4, 5, hoards=hoards, then=[{"roll": [5, 4, 3, 2]}])
    table.act("Ann", sapphire("red", "blue", "green", "black"))
    assert faces(table) == [5, 4, 3, 2]
    assert place(table, "out") == {"sapphire": 1}


def test_dw_46_gem_rerolls_do_not_count() -> None:
    """DW-46: before, between and after the two rerolls."""
    then = [{"roll": [2]} for _ in range(5)]
    table = rolled(2, 3, 4, 5, hoards={"Ann": {"amethyst": 2, "sapphire": 1}}, then=then)
    table.settle = False
    left = []
    actions = (amethyst("red"), reroll("red"), sapphire("red"), reroll("red"), amethyst("red"))
    for action in actions:
        left.append(table.act("Ann", action).public()["rerolls_left"])
    assert left == [2, 1, 1, 0, 0]
    assert place(table, "out") == {"amethyst": 2, "sapphire": 1}


def test_dw_47_gem_rerolls_take_any_die_but_wild() -> None:
    """DW-47: locked red, six blue, green held as WILD."""
    table = rolled(1, 6, 6, 5, hoards={"Ann": {"amethyst": 3, "sapphire": 1}})
    table.act("Ann", WILD)
    assert table.legal(amethyst("red", "blue", "black"))
    assert table.legal(sapphire("red", "blue", "black"))
    assert table.refusal(amethyst("green"))[:2] == ("die-wild", "DW-67")
    assert table.refusal(sapphire("green", "red"))[:2] == ("die-wild", "DW-67")


def test_dw_48_one_emerald_for_each_die_set() -> None:
    """DW-48"""
    table = rolled(1, 3, 4, 5, hoards={"Ann": {"emerald": 2}})
    assert table.refusal(emerald(red=4, blue=4, black=4)).code == "not-enough-gems"
    assert table.refusal(emerald(red=7)).code == "face"
    assert table.refusal(emerald(pink=3)).code == "die-unknown"
    table.act("Ann", emerald(red=4, blue=5))
    assert faces(table) == [4, 5, 4, 5]
    assert place(table, "out") == {"emerald": 2}


def test_dw_49_a_set_die_counts() -> None:
    """DW-49: 4 4 5 5 by two settings is two pairs."""
    table = rolled(1, 3, 4, 5, table={"emerald": 2}, hoards={"Ann": {"emerald": 2}})
    table.act("Ann", emerald(red=4, blue=5), COLLECT)
    assert hoard(table, "Ann") == {"emerald": 2}


def test_dw_50_setting_is_no_roll() -> None:
    """DW-50: set to 1 not locked; set to 6 neither free nor open; rolled again it is."""
    hoards = {"Ann": {"emerald": 2}}
    table = rolled(2, 3, 4, 5, hoards=hoards, then=[{"roll": [6]}])
    table.act("Ann", emerald(red=1, green=6))
    assert table.legal(reroll("red"))
    assert table.refusal(WILD)[:2] == ("no-open-six", "DW-60")
    assert table.public()["dice"]["green"]["how"] == "set"
    table.act("Ann", reroll("green"))
    assert table.public()["dice"]["green"]["how"] == "rolled"
    assert table.public()["rerolls_left"] == 1  # not free
    assert table.legal(WILD)


def test_dw_51_the_diamond_takes_one_type() -> None:
    """DW-51"""
    hoards = {"Ann": {"diamond": 1}}
    table = rolled(2, 3, 4, 6, table={"amethyst": 5, "cursite": 2}, hoards=hoards)
    assert table.refusal(diamond("emerald"))[:2] == ("not-on-table", "DW-51")
    table.act("Ann", diamond("amethyst"))
    assert hoard(table, "Ann") == {"amethyst": 5}
    assert place(table, "out") == {"diamond": 1}


def test_dw_52_the_diamond_needs_no_roll_and_collecting_follows() -> None:
    """DW-52: Ann takes the Emerald with the Diamond, then Sapphires with a straight."""
    hoards = {"Ann": {"diamond": 1}}
    table = rolled(2, 3, 4, 5, table={"emerald": 1, "sapphire": 2}, hoards=hoards)
    table.act("Ann", diamond("emerald"), COLLECT)
    assert hoard(table, "Ann") == {"emerald": 1, "sapphire": 2}


def test_dw_53_the_diamond_may_take_cursite() -> None:
    """DW-53"""
    table = rolled(2, 3, 4, 6, table={"cursite": 8}, hoards={"Ann": {"diamond": 1}})
    table.act("Ann", diamond("cursite"))
    assert hoard(table, "Ann") == {"cursite": 8}


def test_dw_54_cursite_cannot_be_spent() -> None:
    """DW-54"""
    table = rolled(1, 3, 4, 6, hoards={"Ann": {"cursite": 3}})
    refusal = table.refusal({"do": "spend", "gem": "cursite", "dice": ["red"]})
    assert refusal[:2] == ("cursite-unspendable", "DW-54")


def test_dw_42_a_spent_emerald_is_no_help_for_the_bonus() -> None:
    """DW-42, corner: Bombarnok spends an Emerald and ends with one: 6 VP, no bonus."""
    hoards = {"Ann": {"emerald": 2}}
    table = last_round(2, 4, 5, 6, closer="Ben", hoards=hoards, table={"cursite": 2})
    table.act("Ann", emerald(red=3))
    assert hoard(table, "Ann") == {"emerald": 1}
    assert final({"Ann": {"emerald": 1}}).scores["Ann"] == 6


def test_dw_41_a_swapped_gem_can_be_spent() -> None:
    """DW-41: the Sapphire just taken from Ben rerolls."""
    hoards = {"Ann": {"cursite": 1}, "Ben": {"sapphire": 1}}
    table = rolled(1, 3, 6, 5, hoards=hoards, known={"Ann": 3}, then=[{"roll": [2]}])
    table.act("Ann", swap("cursite", "Ben", "sapphire"), sapphire("red"))
    assert faces(table) == [2, 3, 6, 5]
