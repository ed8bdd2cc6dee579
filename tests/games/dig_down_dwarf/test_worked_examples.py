"""WE-1 to WE-9: the worked examples, as lab files in samples/dig-down-dwarf/lab."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.games.dig_down_dwarf import GAME
from tests.games.dig_down_dwarf.tables import COLLECT, final, hoard, place, reroll
from tests.games.driver import Table

ROOT = Path(__file__).parents[3]


def lab(number: int, moves: int | None = None, settle: bool = True) -> Table:
    """The lab file played to the end, or its first `moves` moves."""
    path = ROOT / f"samples/dig-down-dwarf/lab/we-{number}.json"
    file = json.loads(path.read_text("utf-8"))
    table = Table(
        GAME,
        file["seats"],
        options=file.get("options"),
        position=file.get("position"),
        outcomes=file["script"],
        settle=settle,
    )
    for move in file["moves"][:moves]:
        table.act(move["seat"], *move["actions"])
    return table


def score(table: Table, seat: str) -> int:
    assert table.state.over
    return GAME.result(table.state).scores[seat]


def powers(table: Table) -> list[str]:
    return list(dict.fromkeys(a["power"] for a in table.menu() if a["do"] == "power"))


def test_we_1_six_amethysts() -> None:
    """WE-1: 4 4 4 2 takes 6 amethyst, 12 VP; 2 cursite and 1 sapphire stay (before Ben's
    emerald and amethyst come)."""
    table = lab(1)
    assert hoard(table, "Ann") == {"amethyst": 6}
    assert final({"Ann": {"amethyst": 6}}).scores["Ann"] == 12
    wanted = {"cursite": 2, "sapphire": 1, "emerald": 1, "amethyst": 1}
    assert place(table, "table") == wanted


def test_we_2_learning_powers() -> None:
    """WE-2: wild; then wild, draw; then wild, draw, swap, raid refused; then all four."""
    assert lab(2, 0).public()["known"]["Ann"] == 1
    assert powers(lab(2, 0)) == ["wild"]
    assert powers(lab(2, 2)) == ["wild", "draw"]
    table = lab(2)
    assert table.public()["known"]["Ann"] == 3
    assert powers(table) == ["wild", "draw", "swap"]
    raid = {"do": "power", "power": "raid", "take": "amethyst"}
    assert table.refusal(raid)[:2] == ("power-not-known", "DW-61")
    table.act("Ann", {"do": "power", "power": "wild"})
    assert table.public()["known"]["Ann"] == 4


def test_we_3_bombarnok() -> None:
    """WE-3: 12 + 6 + 5 = 23; with one Emerald 6 + 6 = 12."""
    assert score(lab(3), "Ann") == 23
    assert final({"Ann": {"emerald": 1, "amethyst": 3}}).scores["Ann"] == 12


def test_we_4_counts() -> None:
    """WE-4: 6 and 31 after setup (31 - 2 and 6 + 2 after steps 1 and 2)."""
    table = lab(4)
    assert sum(table.public()["table"].values()) == 8
    assert sum(table.public()["bag"].values()) == 29
    assert table.words()[3] == (
        "DW-7: the table starts with amethyst, amethyst, amethyst, cursite, sapphire, emerald"
    )


@pytest.mark.parametrize(
    ("count", "points"), [(8, (-8, -8, 8)), (9, (-9, 9, 9)), (10, (10, 10, 10))]
)
def test_we_5_cursite_limits(count: int, points: tuple[int, int, int]) -> None:
    """WE-5"""
    for players, wanted in zip((2, 3, 4), points, strict=True):
        assert final({"Ann": {"cursite": count}}, players=players).scores["Ann"] == wanted


def test_we_5_in_play() -> None:
    """WE-5: four players, 8 cursite: +8."""
    assert score(lab(5), "Ann") == 8


def test_we_6_the_reference_card() -> None:
    """WE-6: 12 + 12 + 12 + 8 - 5 + 5 = 44."""
    assert score(lab(6), "Ben") == 44


def test_we_7_ones_and_sixes() -> None:
    """WE-7"""
    table = lab(7, 0)
    assert table.refusal(reroll("red"))[:2] == ("die-locked", "DW-20")
    table.act("Ann", reroll("blue", "green", "black"))
    assert table.public()["rerolls_left"] == 1
    table.act("Ann", reroll("blue"))
    assert table.public()["rerolls_left"] == 1
    table.act("Ann", reroll("blue"))
    assert table.public()["rerolls_left"] == 1
    table.act("Ann", COLLECT)
    assert hoard(table, "Ann") == {"amethyst": 4}
    assert hoard(lab(7), "Ann") == {"amethyst": 4}


def test_we_8_last_round_of_three() -> None:
    """WE-8: one gem left after turn 15; Ann closes in turn 16; turns 17 and 18; the end."""
    assert sum(lab(8, 0).public()["bag"].values()) == 1
    table = lab(8, 1)
    assert table.public()["turn"] == 16
    assert table.public()["closer"] == "Ann"
    assert table.public()["bag"]["sapphire"] == 0
    table = lab(8)
    assert table.state.over
    assert table.public()["turn"] == 18
    assert table.clauses().count("DW-15") == 4


def test_we_9_spending() -> None:
    """WE-9: 5 5 3 3; 2 amethyst and 1 emerald out; both Emeralds of the table collected."""
    table = lab(9)
    assert hoard(table, "Ann") == {"amethyst": 1, "emerald": 2}
    assert place(table, "out") == {"amethyst": 2, "emerald": 1}
    assert "DW-24: Ann rerolls for free: green 3" in table.words()
