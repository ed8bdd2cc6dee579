"""DW-1 to DW-17: aim, setup, course of a turn."""

from __future__ import annotations

import pytest

from pbem.errors import Refused
from pbem.games.dig_down_dwarf import GAME
from pbem.script.contract import Facts
from pbem.script.requests import Draw
from tests.games.dig_down_dwarf.tables import (
    COLLECT,
    EXIST,
    NAMES,
    final,
    gems,
    hoard,
    last_round,
    new,
    place,
    reroll,
    rolled,
)
from tests.games.driver import Table

SIX = ["amethyst", "amethyst", "amethyst", "cursite", "sapphire", "emerald"]


def facts(players: int = 3, **options: object) -> Facts:
    deck = GAME.deck()
    seats = NAMES[:players]
    return Facts(seats, GAME.check_options(options, seats, deck), deck)


def opening(**options: object) -> Table:
    """Ann, Ben, Cid; setup and the first turn's gems and dice scripted."""
    return Table(
        GAME,
        NAMES[:3],
        options=options,
        outcomes=[
            {"draw": ["ottgrim", "hulvar", "bombarnok"]},
            {"draw": SIX},
            {"draw": ["cursite", "cursite"]},
            {"roll": [1, 2, 4, 6]},
        ],
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_dw_1_two_to_four_players_with_a_dwarf_each(players: int) -> None:
    """DW-1"""
    assert GAME.seats == (2, 4)
    dwarfs = new(players).public()["dwarfs"]
    assert set(dwarfs) == set(NAMES[:players])
    assert len(set(dwarfs.values())) == players


def test_dw_2_most_points_in_gems_and_bonus_win() -> None:
    """DW-2: Ben's 12 VP and bonus 5 beat Ann's 16."""
    result = final({"Ann": {"amethyst": 8}, "Ben": {"sapphire": 3}})
    assert result.scores == {"Ann": 16, "Ben": 17, "Cid": 0}
    assert result.winners == ("Ben",)


def test_dw_3_each_gem_is_in_one_of_four_public_places() -> None:
    """DW-3"""
    public = opening().public()
    places = [public["bag"], public["table"], public["out"], *public["hoards"].values()]
    assert {gem: sum(p[gem] for p in places) for gem in EXIST} == EXIST


def test_dw_4_dwarfs_are_dealt_at_random_in_seat_order() -> None:
    """DW-4"""
    script = GAME.setup(facts())
    request = next(script)
    assert request == Draw("draw", 3, 0, ["bombarnok", "hulvar", "ottgrim", "skarnvild"])
    wanted = {"Ann": "ottgrim", "Ben": "hulvar", "Cid": "bombarnok"}
    assert opening().public()["dwarfs"] == wanted


def test_dw_4_dwarfs_may_be_fixed_by_option() -> None:
    """DW-4"""
    table = Table(GAME, ["Ann", "Ben"], options={"dwarfs": ["hulvar", "ottgrim"]}, seed=1)
    assert table.public()["dwarfs"] == {"Ann": "hulvar", "Ben": "ottgrim"}


def test_dw_5_only_wild_is_known_at_the_start() -> None:
    """DW-5"""
    assert opening().public()["known"] == {"Ann": 1, "Ben": 1, "Cid": 1}
    table = rolled(2, 3, 6, 5)
    powers = [a["power"] for a in table.menu() if a["do"] == "power"]
    assert powers == ["wild"]


def test_dw_6_all_gems_start_in_the_bag() -> None:
    """DW-6: the six come out of 1 + 4 + 8 + 14 + 10 gems."""
    script = GAME.setup(facts(dwarfs=["hulvar", "ottgrim", "bombarnok"]))
    request = next(script)
    assert isinstance(request, Draw)
    assert request.number == 6
    assert {gem: request.items.count(gem) for gem in EXIST} == EXIST
    assert list(request.items) == sorted(request.items)


def test_dw_7_six_gems_for_the_table_leave_31() -> None:
    """DW-7"""
    script = GAME.setup(facts(dwarfs=["hulvar", "ottgrim", "bombarnok"]))
    assert next(script).number == 6
    with pytest.raises(StopIteration) as stop:
        script.send(SIX)
    state = stop.value.value
    public = GAME.public(state)
    assert public["table"] == gems(amethyst=3, cursite=1, sapphire=1, emerald=1)
    assert sum(public["bag"].values()) == 31
    assert public["step"] == "start"


def test_dw_8_the_table_is_common() -> None:
    """DW-8: what lay there in Ann's turn can be taken by Ben."""
    then = [{"draw": ["amethyst", "cursite"]}, {"roll": [4, 4, 4, 1]}]
    table = rolled(1, 2, 4, 6, table={"amethyst": 3}, then=then)
    table.act("Ann", COLLECT).act("Ben", COLLECT)
    assert hoard(table, "Ben") == {"amethyst": 4}


def test_dw_9_hoards_start_empty() -> None:
    """DW-9"""
    hoards = opening().public()["hoards"]
    assert hoards == {"Ann": gems(), "Ben": gems(), "Cid": gems()}


def test_dw_10_the_named_seat_takes_the_first_turn() -> None:
    """DW-10"""
    assert opening().pending.seat == "Ann"
    assert opening(first="Cid").pending.seat == "Cid"


def test_dw_11_turns_follow_seat_order() -> None:
    """DW-11"""
    table = opening(first="Ben")
    table.chance.random = new().chance.random
    seats = []
    for _ in range(4):
        seats.append(table.pending.seat)
        table.act(table.pending.seat, COLLECT)
    assert seats == ["Ben", "Cid", "Ann", "Ben"]


def test_dw_12_the_five_steps_in_order() -> None:
    """DW-12"""
    table = rolled(2, 3, 6, 5, known={"Ann": 2}, then=[{"draw": ["cursite"]}])
    table.act("Ann", {"do": "power", "power": "draw"}, COLLECT, {"do": "draw"})
    clauses = table.clauses()
    assert clauses[:6] == ["DW-13", "DW-15", "DW-71", "DW-62", "DW-36", "DW-71"]


def test_dw_13_two_gems_go_to_the_table_unasked() -> None:
    """DW-13: 6 + 2 on the table, 31 - 2 in the bag, before Ann is asked."""
    table = opening()
    assert sum(table.public()["table"].values()) == 8
    assert sum(table.public()["bag"].values()) == 29
    assert place(table, "table") == {"amethyst": 3, "cursite": 3, "sapphire": 1, "emerald": 1}


def test_dw_14_a_bag_of_one_gives_one() -> None:
    """DW-14"""
    then = [{"draw": ["sapphire"]}, {"roll": [2, 3, 4, 6]}]
    table = rolled(bag={"sapphire": 1}, table={"cursite": 2}, then=then)
    assert place(table, "table") == {"sapphire": 1, "cursite": 2}
    assert place(table, "bag") == {}


def test_dw_14_an_empty_bag_gives_none() -> None:
    """DW-14"""
    table = last_round(2, 3, 4, 6, closer="Ben", table={"cursite": 2})
    assert place(table, "table") == {"cursite": 2}
    assert table.clauses()[0] == "DW-15"


def test_dw_15_all_four_dice_are_rolled() -> None:
    """DW-15"""
    dice = opening().public()["dice"]
    assert {die: d["face"] for die, d in dice.items()} == {
        "red": 1,
        "blue": 2,
        "green": 4,
        "black": 6,
    }
    assert all(d["how"] == "rolled" for d in dice.values())


def test_dw_16_rerolls_gems_and_powers_in_any_order() -> None:
    """DW-16"""
    then = [{"roll": [4]}, {"roll": [2]}, {"roll": [5]}]
    table = rolled(2, 3, 6, 5, hoards={"Ann": {"amethyst": 1}}, then=then)
    spend = {"do": "spend", "gem": "amethyst", "dice": ["red"]}
    table.act("Ann", reroll("red"), spend, {"do": "power", "power": "wild"}, reroll("blue"))
    assert table.pending.seat == "Ann"
    assert table.public()["rerolls_left"] == 0


def test_dw_17_collecting_is_possible_after_the_first_roll() -> None:
    """DW-17"""
    table = rolled(2, 3, 4, 6)
    assert COLLECT in table.menu()
    assert table.act("Ann", COLLECT).pending.seat == "Ben"


@pytest.mark.parametrize("seats", [("random", "Ben"), ("Ann", "random")])
def test_dw_r27_no_seat_may_be_called_random(seats: tuple[str, ...]) -> None:
    """DW-R27: else the default, the first seat, would be a draw."""
    with pytest.raises(Refused) as refused:
        GAME.check_options({}, seats, GAME.deck())
    assert refused.value.code == "option/first"


def test_unknown_options_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        new(3, speed="fast")
    assert refused.value.code == "option/unknown"
