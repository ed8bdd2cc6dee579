"""DW-R1 to DW-R34, and the list of corners."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import Refused
from pbem.games.dig_down_dwarf import GAME
from pbem.play import lab
from pbem.script.contract import Facts
from pbem.script.requests import Draw
from tests.games.dig_down_dwarf.tables import (
    COLLECT,
    DRAW,
    NAMES,
    RESIGN,
    STOP,
    USE_DRAW,
    WILD,
    amethyst,
    diamond,
    emerald,
    final,
    hoard,
    last_round,
    new,
    place,
    raid,
    reroll,
    rolled,
    sapphire,
    swap,
)
from tests.games.driver import Table

ALL = {"Ann": 4}
BEN_SIX = [{"draw": ["sapphire", "sapphire"]}, {"roll": [2, 6, 3, 5]}]
DOCS = (Path(__file__).parents[3] / "docs/rules/dig-down-dwarf.md").read_text("utf-8")


def test_dw_r1_order_of_powers() -> None:
    """DW-R1"""
    assert GAME.deck()["powers"] == ["wild", "draw", "swap", "raid"]


def test_dw_r2_an_old_power_turns_the_card() -> None:
    """DW-R2: WILD for the second time, in another turn."""
    table = rolled(2, 3, 6, 5, known={"Ann": 2}).act("Ann", WILD)
    assert table.public()["known"]["Ann"] == 3


def test_dw_r3_a_chain_of_sixes() -> None:
    """DW-R3: RAID, reroll, 6, RAID; one a turn under the option."""
    table = rolled(2, 3, 6, 5, known=ALL, table={"amethyst": 3}, then=[{"roll": [6]}])
    table.act("Ann", raid("amethyst"), reroll("green"), raid("amethyst"))
    assert hoard(table, "Ann") == {"amethyst": 2}
    with pytest.raises(Refused) as refused:
        rolled(2, 3, 6, 5, power_limit="often")
    assert refused.value.code == "option/power-limit"


def test_dw_r4_a_power_may_wait() -> None:
    """DW-R4: used after both rerolls."""
    table = rolled(2, 3, 6, 5, then=[{"roll": [4]}, {"roll": [4]}])
    table.act("Ann", reroll("red"), reroll("red"), WILD)
    assert table.public()["dice"]["green"]["how"] == "wild"


def test_dw_r5_only_ones_own_turn() -> None:
    """DW-R5: Ann's 6 with black, Cid's die, does nothing for Cid."""
    table = rolled(2, 3, 4, 6)
    assert table.refusal(WILD).code == "no-open-six"
    assert table.pending.seat == "Ann"


def test_dw_r6_sixes_alone_are_free_from_the_start() -> None:
    """DW-R6"""
    table = rolled(6, 3, 4, 5, then=[{"roll": [6]}, {"roll": [2, 2]}])
    assert table.act("Ann", reroll("red")).public()["rerolls_left"] == 2
    assert table.act("Ann", reroll("red", "blue")).public()["rerolls_left"] == 1


def test_dw_r7_only_gems_that_act_on_dice_free_a_one() -> None:
    """DW-R7: Cursite and Diamond do not make a locked die eligible."""
    hoards = {"Ann": {"cursite": 2, "diamond": 1}}
    table = rolled(1, 3, 4, 5, hoards=hoards)
    assert table.refusal({"do": "spend", "gem": "cursite"}).code == "cursite-unspendable"
    table.act("Ann", diamond("amethyst"))
    assert table.refusal(reroll("red")).code == "die-locked"


def test_dw_r8_an_emerald_buys_no_power() -> None:
    """DW-R8"""
    table = rolled(2, 3, 4, 5, hoards={"Ann": {"emerald": 1}}).act("Ann", emerald(green=6))
    assert table.refusal(WILD).message == (
        "green was set, not rolled; a power needs a 6 rolled with it"
    )


def test_dw_r9_fours_contain_threes() -> None:
    """DW-R9"""
    assert hoard(rolled(2, 2, 2, 2, table={"amethyst": 3}).act("Ann", COLLECT), "Ann") == {
        "amethyst": 3
    }
    table = rolled(2, 2, 2, 2, table={"amethyst": 3, "emerald": 2}, quads="strict")
    assert hoard(table.act("Ann", COLLECT), "Ann") == {}


def test_dw_r10_no_turning_the_corner() -> None:
    """DW-R10: 5 6 1 2."""
    table = rolled(5, 6, 1, 2, table={"sapphire": 4}).act("Ann", COLLECT)
    assert hoard(table, "Ann") == {}


@pytest.mark.parametrize(
    ("roll", "value", "wanted"),
    [
        ((1, 1, 6, 1), 1, {"diamond": 1, "amethyst": 2}),
        ((2, 2, 6, 3), 2, {"amethyst": 2}),
        ((2, 2, 6, 3), 3, {"emerald": 1}),
        ((2, 2, 6, 3), 5, {"cursite": 1}),
        ((2, 3, 6, 5), 1, {}),
    ],
)
def test_dw_r11_one_value_for_all_purposes(roll: tuple, value: int, wanted: dict) -> None:
    """DW-R11"""
    lying = {"diamond": 1, "emerald": 1, "sapphire": 1, "amethyst": 2, "cursite": 1}
    table = rolled(*roll, table=lying).act("Ann", WILD, {"do": "collect", "wild": value})
    assert hoard(table, "Ann") == wanted


def test_dw_r12_wild_is_not_taken_back() -> None:
    """DW-R12"""
    table = rolled(2, 3, 6, 5).act("Ann", WILD)
    assert table.refusal(reroll("green"))[:2] == ("die-wild", "DW-67")


def test_dw_r13_a_drawn_gem_goes_to_the_hoard() -> None:
    """DW-R13"""
    table = rolled(2, 3, 6, 5, known=ALL, then=[{"draw": ["sapphire"]}])
    table.act("Ann", USE_DRAW, COLLECT, DRAW)
    assert hoard(table, "Ann") == {"sapphire": 1}


def test_dw_r14_draw_is_asked_twice() -> None:
    """DW-R14"""
    table = rolled(2, 3, 6, 5, known=ALL).act("Ann", USE_DRAW, COLLECT)
    assert table.pending.seat == "Ann"
    assert table.menu() == [DRAW, STOP]


def test_dw_r15_raid_may_bring_the_diamond() -> None:
    """DW-R15"""
    table = rolled(2, 3, 6, 5, known=ALL, table={"diamond": 1, "cursite": 1})
    assert table.legal(raid("diamond"))
    strict = rolled(
        2, 3, 6, 5, known=ALL, table={"diamond": 1, "cursite": 1}, diamond_rule="strict"
    )
    assert strict.refusal(raid("diamond")).code == "diamond-not-taken"


def test_dw_r16_equal_types_may_be_swapped() -> None:
    """DW-R16: only the card turns."""
    hoards = {"Ann": {"amethyst": 1}, "Ben": {"amethyst": 1}}
    table = rolled(2, 3, 6, 5, known={"Ann": 3}, hoards=hoards)
    table.act("Ann", swap("amethyst", "Ben", "amethyst"))
    assert hoard(table, "Ann") == hoard(table, "Ben") == {"amethyst": 1}
    assert table.public()["known"]["Ann"] == 4


def test_dw_r17_wild_always_works() -> None:
    """DW-R17"""
    table = last_round(2, 3, 6, 5, closer="Ben", known=ALL, table={})
    assert [a["power"] for a in table.menu() if a["do"] == "power"] == ["wild"]


def test_dw_r18_a_diamond_just_earned_serves_next_turn() -> None:
    """DW-R18: after collecting with a DRAW due nothing can be spent."""
    table = rolled(1, 1, 6, 1, known=ALL, table={"diamond": 1, "amethyst": 1}, settle=False)
    table.chance.outcomes.append({"roll": [1]})
    table.act("Ann", USE_DRAW, reroll("green"), COLLECT)
    assert hoard(table, "Ann")["diamond"] == 1
    assert table.refusal(diamond("cursite"))[:2] == ("wrong-step", "DW-12")


def test_dw_r19_the_diamond_takes_emeralds_besides_the_roll() -> None:
    """DW-R19"""
    lying = {"emerald": 2, "amethyst": 3}
    table = rolled(4, 4, 4, 2, table=lying, hoards={"Ann": {"diamond": 1}})
    table.act("Ann", diamond("emerald"), COLLECT)
    assert hoard(table, "Ann") == {"emerald": 2, "amethyst": 3}


def test_dw_r20_one_gem_can_start_the_last_round() -> None:
    """DW-R20"""
    then = [{"draw": ["emerald"]}, {"roll": [2, 3, 4, 6]}]
    table = rolled(bag={"emerald": 1}, table={}, then=then)
    assert table.public()["closer"] == "Ann"


@pytest.mark.parametrize(
    ("players", "turns", "closer"),
    [(2, [9, 8], "Ben"), (3, [6, 6, 6], "Ann"), (4, [5, 5, 5, 4], "Dora")],
)
def test_dw_r21_turns_without_draw(players: int, turns: list[int], closer: str) -> None:
    """DW-R21"""
    table = new(players)
    while table.pending is not None:
        table.act(table.pending.seat, COLLECT)
    rolls = [e.args["seat"] for e in table.events if e.clause == "DW-15"]
    assert [rolls.count(seat) for seat in NAMES[:players]] == turns
    assert table.public()["closer"] == closer


def test_dw_r22_swapped_cursite_counts_where_it_lies() -> None:
    """DW-R22: Ann gives the ninth to Ben, who had none: -8 and -1."""
    hoards = {"Ann": {"cursite": 9}, "Ben": {"amethyst": 1}}
    table = last_round(2, 3, 6, 5, closer="Ben", known=ALL, table={}, hoards=hoards)
    table.act("Ann", swap("cursite", "Ben", "amethyst"))
    scores = GAME.result(table.state).scores
    assert (scores["Ann"], scores["Ben"]) == (-8 + 2, -1)


def test_dw_r23_no_debt_for_a_pair_without_cursite() -> None:
    """DW-R23"""
    table = rolled(2, 2, 3, 5, table={"amethyst": 2}).act("Ann", COLLECT)
    assert hoard(table, "Ann") == {}


def test_dw_r24_more_than_wanted_is_fine() -> None:
    """DW-R24"""
    assert final({"Ann": {"emerald": 3}}).scores["Ann"] == 18 + 5


def test_dw_r25_six_gems_and_a_set_die() -> None:
    """DW-R25: 6 at setup, 2 in the first turn; no fifth die."""
    table = new()
    assert sum(table.public()["table"].values()) == 8
    assert len(table.public()["dice"]) == 4


def test_dw_r26_ladder_is_an_option() -> None:
    """DW-R26"""
    held = {"Ann": {"amethyst": 2}, "Ben": {"sapphire": 1}}
    assert final(held).winners == ("Ann", "Ben")
    assert final(held, ties="ladder").winners == ("Ben",)


def test_dw_r27_the_first_seat_by_option() -> None:
    """DW-R27"""
    assert new().pending.seat == "Ann"
    assert new(first="Ben").pending.seat == "Ben"
    with pytest.raises(Refused) as refused:
        new(first="Zoe")
    assert refused.value.code == "option/first"


def test_dw_r28_cards_have_no_effect() -> None:
    """DW-R28: four dwarf cards in the deck file, no reference cards."""
    assert len(GAME.deck()["dwarfs"]) == 4
    assert "**DW-R28**" in DOCS


def test_dw_r29_collecting_is_automatic_and_whole() -> None:
    """DW-R29: one collect, no choice in it."""
    table = rolled(4, 4, 4, 2, table={"amethyst": 4})
    assert [a for a in table.menu() if a["do"] == "collect"] == [COLLECT]
    table.act("Ann", COLLECT)
    assert hoard(table, "Ann") == {"amethyst": 4}


def test_dw_r30_a_lone_collect_is_carried_out() -> None:
    """DW-R30: right after the first roll, all four dice locked."""
    table = rolled(1, 1, 1, 1, table={"amethyst": 3})
    assert hoard(table, "Ann") == {"amethyst": 3}
    assert table.pending.seat == "Ben"


def test_dw_r30_naming_it_means_the_same() -> None:
    """DW-R30"""
    table = rolled(1, 1, 1, 1, table={"amethyst": 3}, settle=False)
    assert table.pending.forced
    assert table.menu() == [COLLECT] == [table.pending.default]
    table.act("Ann", COLLECT)
    assert hoard(table, "Ann") == {"amethyst": 3}


@pytest.mark.parametrize(
    ("roll", "wanted"),
    [
        ((1, 1, 1, 2), {}),  # a reroll is left
        ((1, 1, 1, 1), {"hoards": {"Ann": {"amethyst": 1}}}),
        ((1, 1, 1, 1), {"hoards": {"Ann": {"sapphire": 1}}}),
        ((1, 1, 1, 1), {"hoards": {"Ann": {"emerald": 1}}}),
        ((1, 1, 1, 1), {"hoards": {"Ann": {"diamond": 1}}}),
        ((1, 1, 6, 1), {}),  # a rolled six, and an open power
    ],
)
def test_dw_r30_not_while_there_is_a_choice(roll: tuple, wanted: dict) -> None:
    """DW-R30"""
    assert not rolled(*roll, settle=False, **wanted).pending.forced


def test_dw_r30_a_diamond_needs_a_gem_on_the_table() -> None:
    """DW-R30: with an empty table it cannot be spent, so collect is all."""
    hoards = {"Ann": {"diamond": 1}}
    table = last_round(1, 1, 1, 1, closer="Ben", table={}, hoards=hoards, settle=False)
    assert table.pending.forced


def test_dw_r30_not_with_a_wild_die_or_a_draw_due() -> None:
    """DW-R30"""
    table = rolled(1, 1, 6, 1, settle=False).act("Ann", WILD)
    assert not table.pending.forced
    table = rolled(1, 1, 6, 1, known=ALL, settle=False, then=[{"roll": [1]}])
    table.act("Ann", USE_DRAW, reroll("green"))
    assert not table.pending.forced


def test_dw_r30_a_list_does_not_run_on_into_the_next_own_turn() -> None:
    """DW-R30: Ben's four ones are collected by themselves, and Ann is asked anew."""
    rolls = [{"draw": ["cursite"] * 2}, {"roll": [1, 2, 3, 6]}]
    rolls += [{"draw": ["amethyst"] * 2}, {"roll": [1, 1, 1, 1]}]
    rolls += [{"draw": ["cursite"] * 2}, {"roll": [2, 2, 3, 4]}]
    report = lab.run(
        {
            "lab": 1,
            "game": "dig-down-dwarf",
            "seats": ["Ann", "Ben"],
            "options": {"dwarfs": ["bombarnok", "skarnvild"]},
            "script": [{"draw": ["cursite"] * 6}, *rolls],
            "moves": [{"seat": "Ann", "actions": [COLLECT, COLLECT]}],
        }
    )
    assert report["state"]["hoards"]["Ben"]["amethyst"] == 2
    assert report["state"]["hoards"]["Ann"]["cursite"] == 0
    assert (report["awaited"], report["state"]["turn"]) == ("Ann", 3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_dw_r31_random_games_end(players: int) -> None:
    """DW-R31"""
    for seed in range(15):
        table = Table(GAME, NAMES[:players], seed=seed)
        while table.pending is not None:
            menu = table.menu()
            assert COLLECT["do"] in {a["do"] for a in menu} or menu == [DRAW, STOP]
            table.act(table.pending.seat, menu[table.below(len(menu))])
        assert table.state.over


def test_dw_r32_order_of_chance() -> None:
    """DW-R32: first seat, dwarfs, six gems, two gems, dice."""
    seats = ("Ann", "Ben")
    deck = GAME.deck()
    facts = Facts(seats, GAME.check_options({"first": "random"}, seats, deck), deck)
    script = GAME.setup(facts)
    assert next(script) == Draw("draw", 1, 0, seats)
    assert script.send(["Ben"]).number == 2
    request = script.send(["hulvar", "ottgrim"])
    assert (request.word, request.number, len(request.items)) == ("draw", 6, 37)
    with pytest.raises(StopIteration) as stop:
        script.send(["cursite"] * 6)
    state = stop.value.value
    assert state.seat == "Ben"
    turn = GAME.play(state)
    request = next(turn)
    assert (request.word, request.number, len(request.items)) == ("draw", 2, 31)
    request = turn.send(["cursite"] * 2)
    assert (request.word, request.number, request.sides) == ("roll", 4, 6)


def test_dw_r33_the_default_is_collect() -> None:
    """DW-R33: with a WILD die the 6 it shows; after collecting stop."""
    hoards = {"Ann": {"amethyst": 3}}
    table = rolled(2, 3, 6, 5, known=ALL, hoards=hoards)
    assert table.pending.default == COLLECT
    assert table.act("Ann", WILD).pending.default == {"do": "collect", "wild": 6}
    table = rolled(2, 3, 6, 5, known=ALL).act("Ann", USE_DRAW, COLLECT)
    assert table.pending.default == STOP


def test_dw_r33_a_resigned_seat_goes_on_by_default() -> None:
    """DW-R33: Ann resigns with three fours: she collects; her later turns are played
    without asking her; she cannot win. After step 1 the bag holds 37 - 9 = 28: 14 more
    turns empty it, two more follow."""
    table = rolled(4, 4, 4, 2, table={"amethyst": 5}, hoards={"Ann": {"emerald": 4}})
    table.act("Ann", RESIGN)
    assert hoard(table, "Ann") == {"emerald": 4, "amethyst": 5}
    assert table.public()["resigned"] == ["Ann"]
    while table.pending is not None:
        assert table.pending.seat != "Ann"
        table.act(table.pending.seat, COLLECT)
    assert table.public()["turn"] == 17
    assert "Ann" not in GAME.result(table.state).winners
    assert [e.args["seat"] for e in table.events if e.clause == "DW-15"].count("Ann") > 1


def test_dw_r33_one_seat_left_wins() -> None:
    """DW-R33"""
    table = rolled(4, 4, 4, 2, hoards={"Ann": {"emerald": 4}, "Ben": {"sapphire": 5}})
    table.act("Ann", RESIGN)
    assert table.pending.seat == "Ben"
    table.act("Ben", RESIGN)
    assert table.pending is None
    assert table.state.over
    result = GAME.result(table.state)
    assert result.winners == ("Cid",)
    assert result.why == "all others have resigned: Cid wins"


def test_dw_r33_resigning_with_a_draw_due_draws_nothing() -> None:
    """DW-R33"""
    table = rolled(2, 3, 6, 5, known=ALL).act("Ann", USE_DRAW, COLLECT, RESIGN)
    assert hoard(table, "Ann") == {}
    assert table.pending.seat == "Ben"


def test_dw_r34_a_resigned_seat_can_still_be_swapped_with() -> None:
    """DW-R34"""
    hoards = {"Ann": {"emerald": 1}, "Ben": {"cursite": 1}}
    table = rolled(2, 6, 3, 5, seat="Ann", known={"Ben": 4}, hoards=hoards, then=BEN_SIX)
    table.act("Ann", RESIGN).act("Ben", swap("cursite", "Ann", "emerald"))
    assert hoard(table, "Ben") == {"emerald": 1}
    assert hoard(table, "Ann") == {"cursite": 1}


class TestCorners:
    """The list of corners; each cites the clause it follows from."""

    def test_swap_when_all_opponents_are_bare(self) -> None:
        """DW-80"""
        table = rolled(2, 3, 6, 5, known=ALL, hoards={"Ann": {"amethyst": 1}})
        refusal = table.refusal(swap("amethyst", "Ben", "amethyst"))
        assert refusal[:2] == ("no-effect", "DW-80")

    def test_swap_when_the_only_opponent_gem_is_the_diamond(self) -> None:
        """DW-80"""
        hoards = {"Ann": {"amethyst": 1}, "Ben": {"diamond": 1}}
        table = rolled(2, 3, 6, 5, known=ALL, hoards=hoards)
        refusal = table.refusal(swap("amethyst", "Ben", "diamond"))
        assert refusal[:2] == ("no-effect", "DW-80")

    def test_a_swapped_cursite_is_the_eighth(self) -> None:
        """DW-92: four players, Ben's eighth: +8."""
        hoards = {"Ann": {"cursite": 1}, "Ben": {"cursite": 7, "amethyst": 1}}
        table = last_round(2, 3, 6, 5, closer="Ben", known=ALL, table={}, hoards=hoards, players=4)
        table.act("Ann", swap("cursite", "Ben", "amethyst"))
        assert GAME.result(table.state).scores["Ben"] == 8

    def test_second_draw_with_one_gem_in_the_bag(self) -> None:
        """DW-80"""
        then = [{"draw": ["cursite", "cursite"]}, {"roll": [2, 3, 6, 5]}, {"roll": [6]}]
        bag = {"cursite": 2, "sapphire": 1}
        table = rolled(bag=bag, table={}, known=ALL, then=then)
        table.act("Ann", USE_DRAW, reroll("green"))
        assert table.refusal(USE_DRAW)[:2] == ("no-effect", "DW-80")

    def test_draw_empties_the_bag(self) -> None:
        """DW-82, DW-83: the drawer is the closer."""
        then = [
            {"draw": ["cursite", "cursite"]},
            {"roll": [2, 3, 6, 5]},
            {"draw": ["sapphire"]},
        ]
        bag = {"cursite": 2, "sapphire": 1}
        table = rolled(bag=bag, table={}, known=ALL, then=then)
        table.act("Ann", USE_DRAW, COLLECT, DRAW)
        assert table.public()["closer"] == "Ann"
        assert hoard(table, "Ann") == {"sapphire": 1}

    def test_step_one_empties_the_bag_then_draw(self) -> None:
        """DW-80"""
        then = [{"draw": ["cursite", "sapphire"]}, {"roll": [2, 3, 6, 5]}]
        bag = {"cursite": 1, "sapphire": 1}
        table = rolled(bag=bag, table={}, known=ALL, then=then)
        assert table.refusal(USE_DRAW)[:2] == ("no-effect", "DW-80")

    def test_emerald_sets_the_six_before_its_power(self) -> None:
        """DW-60"""
        table = rolled(2, 3, 6, 5, hoards={"Ann": {"emerald": 1}})
        table.act("Ann", emerald(green=3))
        assert table.refusal(WILD)[:2] == ("no-open-six", "DW-60")

    def test_wild_die_cannot_be_rerolled(self) -> None:
        """DW-67"""
        table = rolled(2, 3, 6, 5, hoards={"Ann": {"sapphire": 1}}).act("Ann", WILD)
        assert table.refusal(sapphire("green"))[:2] == ("die-wild", "DW-67")
        assert not table.legal(amethyst("green"))

    def test_only_the_diamond_on_the_table(self) -> None:
        """DW-28: four ones take it, and no Amethyst is there."""
        table = last_round(1, 1, 1, 1, closer="Ben", table={"diamond": 1})
        assert hoard(table, "Ann") == {"diamond": 1}
        assert place(table, "table") == {}

    def test_spent_diamond_and_an_empty_table(self) -> None:
        """DW-51"""
        hoards = {"Ann": {"diamond": 1}}
        table = last_round(2, 3, 4, 5, closer="Ben", table={}, hoards=hoards)
        for gem in ("emerald", "cursite", "diamond"):
            assert table.refusal(diamond(gem))[:2] == ("not-on-table", "DW-51")
