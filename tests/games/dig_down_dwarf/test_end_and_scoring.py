"""DW-82 to DW-109: the end, scoring, what there is not, invariants."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import Refused
from pbem.games.dig_down_dwarf import GAME
from pbem.script.requests import Choose
from tests.games.dig_down_dwarf.tables import (
    COLLECT,
    DRAW,
    EXIST,
    NAMES,
    STOP,
    USE_DRAW,
    final,
    last_round,
    new,
    place,
    rolled,
)
from tests.games.driver import Table

DOCS = (Path(__file__).parents[3] / "docs/rules/dig-down-dwarf.md").read_text("utf-8")


def collect_all(table: Table) -> list[str]:
    """Everybody collects and nobody uses DRAW; whose turn each turn was."""
    seats = [table.pending.seat]
    while table.pending is not None:
        turn = table.public()["turn"]
        table.act(table.pending.seat, COLLECT)
        seats += [table.state.seat] * (table.public()["turn"] - turn)
    return seats


def one_left(**wanted) -> Table:
    """Ann drew the last gem but one; the bag holds a single Sapphire for her DRAW."""
    then = [{"draw": ["cursite", "cursite"]}, {"roll": [2, 3, 6, 5]}]
    bag = {"cursite": 2, "sapphire": 1}
    return rolled(bag=bag, table={}, known={"Ann": 4}, then=then, **wanted)


def test_dw_82_the_last_gem_starts_the_last_round() -> None:
    """DW-82: by step 1, and by DRAW."""
    then = [{"draw": ["amethyst", "sapphire"]}, {"roll": [2, 3, 4, 6]}]
    table = rolled(bag={"amethyst": 1, "sapphire": 1}, table={}, then=then)
    assert table.public()["closer"] == "Ann"
    table = one_left()
    table.act("Ann", USE_DRAW, COLLECT)
    assert table.public()["closer"] is None
    table.chance.outcomes.append({"draw": ["sapphire"]})
    table.act("Ann", DRAW)
    assert table.public()["closer"] == "Ann"


def test_dw_83_the_closer_finishes_the_turn_and_gets_no_other() -> None:
    """DW-83"""
    then = [{"draw": ["amethyst", "sapphire"]}, {"roll": [2, 3, 4, 6]}]
    table = rolled(bag={"amethyst": 1, "sapphire": 1}, table={}, then=then)
    assert table.pending.seat == "Ann"
    table.act("Ann", COLLECT)
    turns = collect_all(table)
    assert turns == ["Ben", "Cid"]
    assert table.state.over


def test_dw_84_everybody_else_has_one_more_turn() -> None:
    """DW-84: four players, Cid is the closer: Dora, Ann, Ben, then the end."""
    then = [{"draw": ["amethyst"]}, {"roll": [2, 3, 4, 6]}]
    table = rolled(bag={"amethyst": 1}, table={}, players=4, seat="Cid", then=then)
    table.act("Cid", COLLECT)
    assert collect_all(table) == ["Dora", "Ann", "Ben"]
    assert table.words()[-1] == "DW-84: play returns to Cid: the game is over"


def test_dw_85_last_turns_draw_nothing() -> None:
    """DW-85"""
    table = last_round(2, 3, 6, 5, closer="Ben", known={"Ann": 4}, table={"amethyst": 2})
    assert table.clauses() == ["DW-15"]
    assert table.refusal(USE_DRAW)[:2] == ("no-effect", "DW-80")


def test_dw_86_the_last_round_begins_once() -> None:
    """DW-86: Ann emptied the bag; Ben and Cid find it empty and change nothing."""
    then = [{"draw": ["amethyst"]}, {"roll": [2, 3, 4, 6]}]
    table = rolled(bag={"amethyst": 1}, table={}, then=then)
    collect_all(table)
    assert table.clauses().count("DW-82") == 1
    assert table.public()["closer"] == "Ann"


def test_dw_87_gems_left_on_the_table_count_for_nobody() -> None:
    """DW-87: the only turn left earns nothing; 8 VP of Sapphire stay."""
    then = [{"roll": [2, 3, 5, 6]}]
    table = last_round(seat="Ann", closer="Ben", table={"sapphire": 2}, players=4, then=then)
    table.act("Ann", COLLECT)
    assert place(table, "table") == {"sapphire": 2}
    scores = GAME.result(table.state).scores
    assert (scores["Ann"], scores["Ben"], scores["Cid"]) == (0, 0, 0)


@pytest.mark.parametrize(
    ("held", "points"),
    [({"diamond": 1}, 12), ({"emerald": 1}, 6), ({"sapphire": 1}, 4), ({"amethyst": 1}, 2)],
)
def test_dw_88_to_91_points_of_the_gems(held: dict, points: int) -> None:
    """DW-88, DW-89, DW-90, DW-91; Cid wants Amethysts, four of them."""
    assert final({"Cid": held}).scores["Cid"] == points


@pytest.mark.parametrize(
    ("players", "count", "points"),
    [
        (2, 1, -1),
        (2, 9, -9),
        (2, 10, 10),
        (3, 8, -8),
        (3, 9, 9),
        (4, 7, -7),
        (4, 8, 8),
    ],
)
def test_dw_92_cursite_turns_at_the_limit(players: int, count: int, points: int) -> None:
    """DW-92"""
    result = final({"Ann": {"cursite": count}}, players=players)
    assert result.scores["Ann"] == points


def test_dw_93_all_of_that_players_cursite_and_nobody_elses() -> None:
    """DW-93: four players, 8 and 2."""
    scores = final({"Ann": {"cursite": 8}, "Ben": {"cursite": 2}}, players=4).scores
    assert (scores["Ann"], scores["Ben"]) == (8, -2)


def test_dw_94_the_hoard_at_the_end_counts() -> None:
    """DW-94: the Emerald spent in the last turn is worth nothing."""
    table = last_round(
        2, 4, 5, 6, closer="Ben", hoards={"Ann": {"emerald": 1}}, table={"cursite": 2}, players=2
    )
    table.act("Ann", {"do": "spend", "gem": "emerald", "set": {"red": 1}}, COLLECT)
    assert GAME.result(table.state).scores["Ann"] == 0


@pytest.mark.parametrize(
    ("seat", "held", "points"),
    [
        ("Ann", {"emerald": 1}, 6),
        ("Ann", {"emerald": 2}, 12 + 5),
        ("Ann", {"emerald": 3}, 18 + 5),
        ("Ben", {"sapphire": 3}, 12 + 5),
        ("Cid", {"amethyst": 4}, 8 + 5),
        ("Dora", {"emerald": 1, "sapphire": 1, "amethyst": 1}, 12 + 5),
        ("Dora", {"emerald": 1, "sapphire": 3}, 18),
    ],
)
def test_dw_95_the_bonus_for_what_the_dwarf_wants(seat: str, held: dict, points: int) -> None:
    """DW-95"""
    assert final({seat: held}, players=4).scores[seat] == points


def test_dw_96_the_bonus_comes_once() -> None:
    """DW-96: four Emeralds are twice what Bombarnok wants: 24 + 5."""
    assert final({"Ann": {"emerald": 4}}).scores["Ann"] == 29


def test_dw_97_wanted_gems_count_their_points_too() -> None:
    """DW-97: 2 x 6 and 5."""
    assert final({"Ann": {"emerald": 2}}).scores["Ann"] == 17


def test_dw_98_totals_may_be_negative() -> None:
    """DW-98: 2 - 5."""
    assert final({"Ann": {"cursite": 5, "amethyst": 1}}).scores["Ann"] == -3


def test_dw_99_most_points_win() -> None:
    """DW-99"""
    result = final({"Ann": {"amethyst": 1}, "Ben": {"sapphire": 1}, "Cid": {"cursite": 1}})
    assert result.winners == ("Ben",)
    assert result.why == "Ben wins with 4 VP, the most"


def test_dw_100_ties_are_shared() -> None:
    """DW-100: 4 VP each."""
    result = final({"Ann": {"amethyst": 2}, "Ben": {"sapphire": 1}})
    assert result.winners == ("Ann", "Ben")


@pytest.mark.parametrize(
    ("ann", "ben", "winners"),
    [
        ({"amethyst": 3, "cursite": 2}, {"sapphire": 1}, ("Ben",)),  # fewer Cursite
        ({"diamond": 1}, {"sapphire": 1, "amethyst": 4}, ("Ann",)),  # Diamond
        ({"diamond": 1}, {"emerald": 2}, ("Ann",)),  # Diamond before Emerald
        ({"amethyst": 3}, {"emerald": 1}, ("Ben",)),  # Emerald
        ({"emerald": 1}, {"sapphire": 1, "amethyst": 1}, ("Ann",)),  # Emerald before Sapphire
        ({"amethyst": 2}, {"sapphire": 1}, ("Ben",)),  # Sapphire
        ({"amethyst": 2}, {"amethyst": 2}, ("Ann", "Ben")),  # all equal
        ({"emerald": 1, "cursite": 2}, {"sapphire": 1}, ("Ben",)),
    ],
)
def test_dw_100_the_ladder(ann: dict, ben: dict, winners: tuple[str, ...]) -> None:
    """DW-100: each pair has equal points."""
    result = final({"Ann": ann, "Ben": ben}, ties="ladder")
    assert result.scores["Ann"] == result.scores["Ben"]
    assert result.winners == winners


def test_dw_101_the_reference_is_an_aid_on_the_board() -> None:
    """DW-101"""
    last = " | ".join(GAME.board(new().view("Ann"))[-2:])
    assert last == (
        "four ones: diamond | two pairs: emerald | straight: sapphire"
        " | three: amethyst | one pair: cursite"
    )
    assert "**DW-101**" in DOCS


def test_dw_102_the_wordings_mean_one_effect() -> None:
    """DW-102: a Sapphire takes four dice, an Amethyst any one die."""
    table = rolled(1, 6, 4, 5, hoards={"Ann": {"sapphire": 1, "amethyst": 1}})
    assert table.legal(
        {"do": "spend", "gem": "sapphire", "dice": ["black", "blue", "green", "red"]}
    )
    for die in ("red", "blue", "green", "black"):
        assert table.legal({"do": "spend", "gem": "amethyst", "dice": [die]})


def test_dw_103_nobody_decides_outside_the_own_turn() -> None:
    """DW-103: through a whole game the awaited seat is the one whose turn it is."""
    table = new(4)
    assert not GAME.hidden(table.facts.options)
    assert GAME.face_counts(GAME.deck()) == {}
    while table.pending is not None:
        assert isinstance(table.pending, Choose)
        assert table.pending.seat == table.state.seat
        menu = table.menu()
        table.act(table.pending.seat, menu[table.below(len(menu))])


def test_dw_104_no_solo_game_no_variant() -> None:
    """DW-104"""
    assert GAME.seats[0] == 2
    with pytest.raises(Refused):
        GAME.check_options({"variant": "solo"}, ["Ann", "Ben"], GAME.deck())


def walk(players: int, seed: int):
    """A random game; after every action the public state."""
    table = Table(GAME, NAMES[:players], seed=seed)
    yield table.public()
    while table.pending is not None:
        menu = [*table.menu(), *table.pending.forms]
        choice = menu[table.below(len(menu))]
        action = choice if isinstance(choice, dict) else choice.pick(table.below)
        table.act(table.pending.seat, action)
        yield table.public()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_dw_105_to_108_invariants_in_random_play(players: int) -> None:
    """DW-105, DW-106, DW-107, DW-108"""
    known = dict.fromkeys(NAMES[:players], 1)
    for seed in range(10):
        known = dict.fromkeys(known, 1)
        for public in walk(players, seed):
            places = [public["bag"], public["table"], public["out"], *public["hoards"].values()]
            assert {gem: sum(p[gem] for p in places) for gem in EXIST} == EXIST
            assert min(min(p.values()) for p in places) >= 0
            assert public["out"]["cursite"] == 0
            assert 0 <= public["rerolls_left"] <= 2
            for seat, count in public["known"].items():
                assert known[seat] <= count <= 4
            known = public["known"]


@pytest.mark.parametrize(("players", "turns"), [(2, 17), (3, 18), (4, 19)])
def test_dw_109_turn_counts_without_draw(players: int, turns: int) -> None:
    """DW-109: 31 - 2t in the bag after step 1 of turn t, one gem in turn 16."""
    table = Table(GAME, NAMES[:players], seed=3)
    seen: dict[int, int] = {}
    while table.pending is not None:
        public = table.public()
        seen.setdefault(public["turn"], sum(public["bag"].values()))
        table.act(table.pending.seat, COLLECT)
    seen = {turn: left for turn, left in seen.items() if turn <= 15}
    assert all(left == 31 - 2 * turn for turn, left in seen.items())
    assert len(seen) > 10
    assert table.public()["turn"] == turns
    assert table.clauses().count("DW-13") == 15
    assert table.clauses().count("DW-14") == 1


def test_dw_72_a_stop_can_leave_the_last_gem_in_the_bag() -> None:
    """DW-72, DW-82: the next seat then draws it and becomes the closer."""
    table = one_left().act("Ann", USE_DRAW, COLLECT, STOP)
    assert table.public()["closer"] == "Ben"


def test_dw_95_the_deck_says_what_is_wanted() -> None:
    """DW-95: a deck in which Bombarnok wants one Diamond."""
    deck = GAME.deck()
    deck["dwarfs"][0]["wants"] = {"diamond": 1}
    table = Table(
        GAME, ["Ann", "Ben"], deck=deck, seed=1, options={"dwarfs": ["bombarnok", "hulvar"]}
    )
    table.state.hoards["Ann"] = [1, 0, 0, 0, 0]
    assert GAME.result(table.state).scores["Ann"] == 17
