"""DW-55 to DW-81: when a power may be used, and the four powers."""

from __future__ import annotations

import pytest

from pbem.games.dig_down_dwarf import GAME
from tests.games.dig_down_dwarf.tables import (
    COLLECT,
    DRAW,
    STOP,
    USE_DRAW,
    WILD,
    amethyst,
    emerald,
    hoard,
    last_round,
    place,
    raid,
    reroll,
    rolled,
    sapphire,
    swap,
)
from tests.games.driver import Table

ALL = {"Ann": 4}


def powers(table: Table) -> list[str]:
    """The kinds of power on offer, each once, in menu order."""
    return list(dict.fromkeys(a["power"] for a in table.menu() if a["do"] == "power"))


@pytest.mark.parametrize(
    ("seat", "die"), [("Ann", "green"), ("Ben", "blue"), ("Cid", "black"), ("Dora", "red")]
)
def test_dw_55_each_dwarf_favours_one_die(seat: str, die: str) -> None:
    """DW-55: only a 6 of that die opens a power."""
    for number, name in enumerate(("red", "blue", "green", "black")):
        faces = [2, 2, 3, 3]
        faces[number] = 6
        table = rolled(*faces, seat=seat, players=4)
        assert table.legal(WILD) == (name == die)


def test_dw_56_a_six_of_any_roll_opens_a_power() -> None:
    """DW-56: first roll, reroll, free reroll, gem reroll."""
    assert rolled(2, 3, 6, 5).legal(WILD)
    then = [{"roll": [6]}, {"roll": [6]}, {"roll": [6]}]
    table = rolled(2, 3, 4, 5, hoards={"Ann": {"amethyst": 1}}, then=then)
    assert not table.legal(WILD)
    assert table.act("Ann", reroll("green")).legal(WILD)
    assert table.act("Ann", reroll("green")).legal(WILD)
    assert table.act("Ann", amethyst("green")).legal(WILD)


def test_dw_57_another_seats_six_opens_nothing() -> None:
    """DW-57: Ann rolls a 6 with blue, Ben's die: nobody but Ann is asked, and has no power."""
    table = rolled(2, 6, 4, 5)
    assert powers(table) == []
    table.act("Ann", COLLECT)
    assert table.public()["known"] == {"Ann": 1, "Ben": 1, "Cid": 1}


def test_dw_58_a_power_is_voluntary() -> None:
    """DW-58"""
    assert COLLECT in rolled(2, 3, 6, 5).menu()


def test_dw_59_each_six_rolled_is_one_chance() -> None:
    """DW-59: used once on the 6; rerolling red does not renew it; rerolling green to 6 does."""
    then = [{"roll": [4]}, {"roll": [6]}]
    table = rolled(2, 3, 6, 5, known=ALL, then=then)
    table.act("Ann", USE_DRAW)
    assert table.refusal(USE_DRAW)[:2] == ("no-open-six", "DW-60")
    table.act("Ann", reroll("red"))
    assert powers(table) == []
    table.act("Ann", reroll("green"))
    assert "draw" in powers(table)


def test_dw_59_option_per_turn_allows_one_power() -> None:
    """DW-59"""
    table = rolled(2, 3, 6, 5, known=ALL, power_limit="per_turn", then=[{"roll": [6]}])
    table.act("Ann", USE_DRAW, reroll("green"))
    assert table.refusal(WILD)[:2] == ("power-limit", "DW-59")


def test_dw_60_the_chance_lasts_while_the_six_lies_there() -> None:
    """DW-60: still open after rerolling red; gone when green is rerolled or set."""
    hoards = {"Ann": {"emerald": 1}}
    table = rolled(2, 3, 6, 5, hoards=hoards, then=[{"roll": [4]}, {"roll": [2]}])
    table.act("Ann", reroll("red"))
    assert table.legal(WILD)
    table.act("Ann", reroll("green"))
    assert table.refusal(WILD)[:2] == ("no-open-six", "DW-60")
    table = rolled(2, 3, 6, 5, hoards=hoards).act("Ann", emerald(green=6))
    assert table.refusal(WILD)[:2] == ("no-open-six", "DW-60")


def test_dw_61_only_known_powers() -> None:
    """DW-61: two known: WILD and DRAW, not RAID."""
    table = rolled(2, 3, 6, 5, known={"Ann": 2})
    assert powers(table) == ["wild", "draw"]
    assert table.refusal(raid("amethyst"))[:2] == ("power-not-known", "DW-61")
    assert table.refusal({"do": "power", "power": "fly"}).code == "power-unknown"


def test_dw_62_the_card_turns_after_a_power() -> None:
    """DW-62: wild, then draw, then swap, then raid."""
    for known, learned in ((1, "draw"), (2, "swap"), (3, "raid")):
        table = rolled(2, 3, 6, 5, known={"Ann": known}).act("Ann", WILD)
        assert table.public()["known"]["Ann"] == known + 1
        assert table.words()[-1] == f"DW-62: the card of Ann turns: {learned} is known"


def test_dw_63_an_old_power_turns_it_too() -> None:
    """DW-63: WILD with three known teaches the fourth."""
    table = rolled(2, 3, 6, 5, known={"Ann": 3}).act("Ann", WILD)
    assert table.public()["known"]["Ann"] == 4


def test_dw_64_nothing_after_raid_nothing_forgotten() -> None:
    """DW-64"""
    table = rolled(2, 3, 6, 5, known=ALL).act("Ann", WILD)
    assert table.public()["known"]["Ann"] == 4
    assert "DW-62" not in table.clauses()


def test_dw_65_a_six_unused_turns_nothing() -> None:
    """DW-65"""
    table = rolled(2, 3, 6, 5).act("Ann", COLLECT)
    assert table.public()["known"]["Ann"] == 1


def test_dw_66_what_is_learned_serves_the_next_six() -> None:
    """DW-66: DRAW teaches SWAP, which the same 6 cannot use and the next can."""
    hoards = {"Ann": {"cursite": 1}, "Ben": {"sapphire": 1}}
    table = rolled(2, 3, 6, 5, known={"Ann": 2}, hoards=hoards, then=[{"roll": [6]}])
    table.act("Ann", USE_DRAW)
    action = swap("cursite", "Ben", "sapphire")
    assert table.refusal(action).code == "no-open-six"
    table.act("Ann", reroll("green"))
    assert table.legal(action)


def test_dw_67_a_wild_die_stays_aside() -> None:
    """DW-67: no reroll, gem reroll or setting; no further power; others go on."""
    hoards = {"Ann": {"amethyst": 1, "sapphire": 1, "emerald": 1}}
    table = rolled(2, 3, 6, 5, hoards=hoards, then=[{"roll": [4]}]).act("Ann", WILD)
    for action in (reroll("green"), amethyst("green"), sapphire("green"), emerald(green=2)):
        assert table.refusal(action)[:2] == ("die-wild", "DW-67")
    assert powers(table) == []
    table.act("Ann", reroll("red"))
    assert table.public()["dice"]["green"]["how"] == "wild"
    assert table.public()["dice"]["red"]["face"] == 4


def test_dw_67_a_wild_die_is_no_six_to_reroll() -> None:
    """DW-67: nor when both rerolls are used, when a rolled six could still go."""
    table = rolled(2, 3, 6, 5, then=[{"roll": [4]}, {"roll": [4]}])
    table.act("Ann", reroll("red"), reroll("red"))
    assert table.legal(reroll("green"))
    assert not table.act("Ann", WILD).legal(reroll("green"))


def test_dw_68_the_value_is_named_when_collecting() -> None:
    """DW-68: 2 3 5 with WILD as 4 is a straight."""
    table = rolled(2, 3, 6, 5, table={"sapphire": 3}).act("Ann", WILD)
    assert table.refusal(COLLECT)[:2] == ("wild-value", "DW-68")
    assert table.refusal({"do": "collect", "wild": 7}).code == "wild-value"
    table.act("Ann", {"do": "collect", "wild": 4})
    assert hoard(table, "Ann") == {"sapphire": 3}


def test_dw_68_no_value_without_a_wild_die() -> None:
    """DW-68"""
    table = rolled(2, 3, 6, 5)
    assert table.refusal({"do": "collect", "wild": 4})[:2] == ("no-wild-die", "DW-68")


@pytest.mark.parametrize(
    ("value", "wanted"),
    [(1, {}), (2, {"cursite": 2}), (3, {"cursite": 2}), (4, {}), (5, {"cursite": 2}), (6, {})],
)
def test_dw_69_any_value_may_make_or_avoid_a_pair(value: int, wanted: dict) -> None:
    """DW-69: 2 3 5 and the value; 4 would be a straight, but no Sapphire lies there."""
    table = rolled(2, 3, 6, 5, table={"cursite": 2}).act("Ann", WILD)
    table.act("Ann", {"do": "collect", "wild": value})
    assert hoard(table, "Ann") == wanted


def test_dw_70_after_the_other_powers_the_six_stays() -> None:
    """DW-70: still a rolled 6, so a free reroll is open."""
    table = rolled(6, 3, 6, 6, known=ALL, table={"amethyst": 4}).act("Ann", raid("amethyst"))
    assert table.legal(reroll("green"))
    table.act("Ann", COLLECT)
    assert hoard(table, "Ann") == {"amethyst": 4}  # 1 raided, 3 for three sixes


def test_dw_71_draw_gives_a_gem_after_collecting() -> None:
    """DW-71"""
    table = rolled(2, 3, 6, 5, known=ALL, then=[{"draw": ["emerald"]}]).act("Ann", USE_DRAW)
    assert hoard(table, "Ann") == {}
    assert table.refusal(DRAW)[:2] == ("wrong-step", "DW-71")
    table.act("Ann", COLLECT)
    assert table.public()["step"] == "draw"
    table.act("Ann", DRAW)
    assert hoard(table, "Ann") == {"emerald": 1}


def test_dw_72_drawing_is_voluntary() -> None:
    """DW-72: the card stays turned."""
    table = rolled(2, 3, 6, 5, known={"Ann": 2}).act("Ann", USE_DRAW, COLLECT, STOP)
    assert hoard(table, "Ann") == {}
    assert table.public()["known"]["Ann"] == 3
    assert table.pending.seat == "Ben"


def test_dw_73_several_draws_one_by_one() -> None:
    """DW-73: two due; the first is seen, then the second is given up."""
    then = [{"roll": [6]}, {"draw": ["cursite"]}]
    table = rolled(2, 3, 6, 5, known=ALL, then=then)
    table.act("Ann", USE_DRAW, reroll("green"), USE_DRAW, COLLECT)
    assert table.public()["draws_due"] == 2
    table.act("Ann", DRAW)
    assert hoard(table, "Ann") == {"cursite": 1}
    assert table.menu() == [DRAW, STOP]
    table.act("Ann", STOP)
    assert hoard(table, "Ann") == {"cursite": 1}


@pytest.mark.parametrize("gem", ["diamond", "emerald", "sapphire", "amethyst", "cursite"])
def test_dw_74_any_type_can_be_drawn(gem: str) -> None:
    """DW-74"""
    table = rolled(2, 3, 6, 5, known=ALL, then=[{"draw": [gem]}])
    table.act("Ann", USE_DRAW, COLLECT, DRAW)
    assert hoard(table, "Ann") == {gem: 1}


def test_dw_75_swap_exchanges_one_gem_at_once() -> None:
    """DW-75"""
    hoards = {"Ann": {"amethyst": 2}, "Ben": {"emerald": 1}, "Cid": {"sapphire": 1}}
    table = rolled(2, 3, 6, 5, known=ALL, hoards=hoards)
    assert table.refusal(swap("amethyst", "Ben", "sapphire"))[:2] == ("not-held", "DW-75")
    assert table.refusal(swap("amethyst", "Ann", "amethyst")).code == "no-opponent"
    assert table.refusal(swap("emerald", "Ben", "emerald")).code == "not-enough-gems"
    table.act("Ann", swap("amethyst", "Ben", "emerald"))
    assert hoard(table, "Ann") == {"amethyst": 1, "emerald": 1}
    assert hoard(table, "Ben") == {"amethyst": 1}
    assert table.pending.seat == "Ann"  # Ben has no say


def test_dw_76_swap_may_give_but_not_take_the_diamond() -> None:
    """DW-76"""
    hoards = {"Ann": {"amethyst": 1}, "Ben": {"diamond": 1, "cursite": 1}}
    table = rolled(2, 3, 6, 5, known=ALL, hoards=hoards)
    refusal = table.refusal(swap("amethyst", "Ben", "diamond"))
    assert refusal[:2] == ("diamond-not-taken", "DW-76")
    hoards = {"Ann": {"diamond": 1}, "Ben": {"amethyst": 1}}
    table = rolled(2, 3, 6, 5, known=ALL, hoards=hoards)
    table.act("Ann", swap("diamond", "Ben", "amethyst"))
    assert hoard(table, "Ben") == {"diamond": 1}


def test_dw_77_cursite_goes_either_way() -> None:
    """DW-77"""
    hoards = {"Ann": {"cursite": 1, "amethyst": 1}, "Ben": {"cursite": 1, "amethyst": 1}}
    table = rolled(2, 3, 6, 5, known=ALL, hoards=hoards)
    assert table.legal(swap("cursite", "Ben", "amethyst"))
    assert table.legal(swap("amethyst", "Ben", "cursite"))


def test_dw_78_raid_takes_one_gem_from_the_table() -> None:
    """DW-78"""
    table = rolled(2, 3, 6, 5, known=ALL, table={"diamond": 1, "amethyst": 3, "cursite": 1})
    assert table.refusal(raid("emerald"))[:2] == ("not-on-table", "DW-78")
    table.act("Ann", raid("diamond"))
    assert hoard(table, "Ann") == {"diamond": 1}
    assert place(table, "table") == {"amethyst": 3, "cursite": 1}


def test_dw_79_what_was_taken_is_not_collected() -> None:
    """DW-79: the only Emerald is raided; two pairs then earn none."""
    table = rolled(5, 5, 6, 6, known=ALL, table={"emerald": 1, "cursite": 1})
    table.act("Ann", raid("emerald"), COLLECT)
    assert hoard(table, "Ann") == {"emerald": 1}
    assert "DW-36: Ann takes nothing" in table.words()


def test_dw_80_powers_without_effect_are_refused() -> None:
    """DW-80: last round, empty table, bare hoards: WILD alone is left."""
    hoards = {"Cid": {"diamond": 1}}
    table = last_round(2, 3, 6, 5, closer="Ben", known=ALL, table={}, hoards=hoards, players=4)
    assert powers(table) == ["wild"]
    assert table.refusal(USE_DRAW)[:2] == ("no-effect", "DW-80")
    assert table.refusal(raid("amethyst"))[:2] == ("no-effect", "DW-80")
    assert table.refusal(swap("amethyst", "Dora", "cursite"))[:2] == ("no-effect", "DW-80")


def test_dw_81_strict_no_raid_on_the_diamond() -> None:
    """DW-81"""
    options = {"known": ALL, "diamond_rule": "strict"}
    table = rolled(2, 3, 6, 5, table={"diamond": 1, "amethyst": 1}, **options)
    assert table.refusal(raid("diamond"))[:2] == ("diamond-not-taken", "DW-81")
    assert table.legal(raid("amethyst"))
    table = last_round(2, 3, 6, 5, closer="Ben", table={"diamond": 1}, **options)
    assert table.refusal(raid("diamond"))[:2] == ("no-effect", "DW-80")
    assert "raid" not in powers(table)


def test_dw_81_strict_a_drawn_diamond_goes_to_the_table() -> None:
    """DW-81: that DRAW is used up."""
    then = [{"draw": ["diamond"]}]
    table = rolled(2, 3, 6, 5, known=ALL, diamond_rule="strict", then=then)
    table.act("Ann", USE_DRAW, COLLECT, DRAW)
    assert hoard(table, "Ann") == {}
    assert place(table, "table")["diamond"] == 1
    assert table.pending.seat == "Ben"


def test_dw_62_a_deck_may_order_the_powers_otherwise() -> None:
    """DW-62: the first of the deck's list is known from the start."""
    deck = GAME.deck()
    deck["powers"] = ["raid", "swap", "draw", "wild"]
    GAME.check_deck(deck)
    options = {"dwarfs": ["bombarnok", "hulvar"]}
    outcomes = [
        {"draw": ["amethyst", "amethyst", "amethyst", "cursite", "sapphire", "emerald"]},
        {"draw": ["cursite", "cursite"]},
        {"roll": [1, 2, 6, 5]},
    ]
    table = Table(GAME, ["Ann", "Ben"], deck=deck, options=options, outcomes=outcomes)
    assert powers(table) == ["raid"]
    table.act("Ann", raid("emerald"))
    assert table.words()[-1] == "DW-62: the card of Ann turns: swap is known"
