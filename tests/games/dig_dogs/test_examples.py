"""The worked examples WE-1 to WE-9, and the same positions as lab files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.games.dig_dogs import GAME
from pbem.games.dig_dogs.scoring import standing, worth
from tests.games.dig_dogs.tables import (
    DIG,
    FACES,
    KEEP,
    at,
    destinations,
    drop,
    move,
    put,
)
from tests.games.driver import Table

LAB = Path(__file__).parents[3] / "samples" / "dig-dogs" / "lab"
WE_2 = (
    "=G RY1 BG1 =P BR1 GP1 GY1 =R BY1 PR1 BP1 =Y GR1 PY1 RY2 BG2 GP2 PR2 =B BR2 GY2 PY2 BY2 GR2 BP2"
)


def lab(name: str) -> tuple[Table, dict[str, Any]]:
    """The table after a lab file's moves, and the file."""
    file: dict[str, Any] = json.loads((LAB / name).read_text("utf-8"))
    table = Table(
        GAME,
        file["seats"],
        options=file.get("options"),
        position=file.get("position"),
        faces=file.get("faces"),
        outcomes=file.get("script", ()),
        seed=None if "script" in file else 0,
    )
    for step in file["moves"]:
        table.act(step["seat"], *step["actions"])
    return table, file


def test_we_1_setup_for_four() -> None:
    table, _ = lab("we-1-setup.json")
    state = table.public()
    assert len(state["yard"]) == 25
    assert sorted(state["dogs"].values()) == [0, 0, 0, 0]
    assert all(hand == [] for hand in state["hands"].values())
    assert table.hidden.known == {}


def test_we_2_dig_move_drop() -> None:
    table = at(WE_2, ("Bartek", "Ania"), dogs={"Bartek": 6, "Ania": 25})
    table.act("Bartek", KEEP)
    assert table.hidden.known["Bartek"] == {"GP1": "P"}
    assert table.public()["yard"][5] is None
    table.act("Bartek", move(4), drop("GP1"))
    check_we_2(table)
    check_we_2(lab("we-2-turn.json")[0])


def check_we_2(table: Table) -> None:
    state = table.public()
    assert len(state["yard"]) == 24
    assert state["yard"][5] == "BP2"
    assert state["dogs"] == {"Bartek": 4, "Ania": 24}
    assert state["delivered"] == {"Bartek": [["GP1", "P"]], "Ania": []}
    assert state["public_pairs"] == {"GP": "P"}
    assert sum(card[0] != "=" for card in state["yard"]) == 19
    assert state["turn"] == "Ania"


def test_we_3_tidying() -> None:
    row = "=G =P =Y =B =R GY1 GR1 RY1 BP1"
    table = at(row, ("Bartek", "Ania"), dogs={"Bartek": 9, "Ania": 8}, rest="Ania")
    table.act("Bartek", KEEP)
    assert table.refusal(move(5)).code == "out-of-range"
    table.act("Bartek", move(6), KEEP)
    check_we_3(table)
    check_we_3(lab("we-3-tidying.json")[0])


def check_we_3(table: Table) -> None:
    state = table.public()
    assert state["yard"] == ["=G", "=P", "=Y", "=B", "=R", "RY1", "GR1"]
    assert state["dogs"] == {"Bartek": 6, "Ania": 7}
    assert state["hands"]["Bartek"] == ["BP1", "GY1"]
    assert table.clauses()[-4:-1] == ["DD-44", "DD-46", "DD-50"]


def test_we_4_scents() -> None:
    assert {FACES["GR1"], FACES["GR2"]} == {"G", "R"}
    hidden = Table(GAME, ["Ania", "Bartek"], seed=2).hidden.faces
    assert {hidden["GR1"], hidden["GR2"]} == {"G", "R"}
    lines = (table := lab("we-4-scents.json")[0]).game.board(table.view("Ania"))
    assert "you know:  GR1 = red (so GR2 = green)" in lines


def test_we_5_twins() -> None:
    for table in (at("RY1", dogs={"Ania": 1}).act("Ania", KEEP), lab("we-5-twins.json")[0]):
        lines = table.game.board(table.view("Ania"))
        assert "you know:  RY1 = red (so RY2 = yellow)" in lines


@pytest.mark.parametrize(
    ("hand", "reached"),
    [
        ("", [6, 7, 8, 9, 11, 12, 13, 14]),
        ("BG1", [7, 8, 9, 11, 12, 13]),
        ("BG1 GP1", [8, 9, 11, 12]),
        ("BG1 GP1 RY1", [9, 11]),
    ],
)
def test_we_6_range_table(hand: str, reached: list[int]) -> None:
    gone = {"Ania": "BP1 BP2 BR1 BR2 BY1"}
    table = at("", dogs={"Ania": 10}, hands={"Ania": hand}, delivered=gone)
    assert destinations(table) == reached


def test_we_6_two_in_hand_reach_two_spaces_and_no_more() -> None:
    table, _ = lab("we-6-range.json")
    assert len(table.public()["yard"]) == 20
    assert table.public()["dogs"]["Ania"] == 10
    assert destinations(table) == [8, 9, 11, 12]


def test_we_7_hand_limit() -> None:
    """At the limit one goes back, whichever; afterwards three in hand and no gap."""
    table = at("PY1", dogs={"Ania": 1}, hands={"Ania": "BG1 GP1 RY1"}).act("Ania", DIG)
    assert table.refusal(put(None)).code == "must-put-back"
    assert [a["card"] for a in table.menu()] == ["BG1", "GP1", "RY1", "PY1"]
    check_we_7(table.act("Ania", put("GP1")))
    check_we_7(lab("we-7-hand-limit.json")[0])


def check_we_7(table: Table) -> None:
    assert table.public()["hands"]["Ania"] == ["BG1", "RY1", "PY1"]
    assert table.public()["yard"][0] == "GP1"


def test_we_8_scoring() -> None:
    """Bowls R G Y B P from the Dog House: worth 5, 4, 3, 2, 1."""
    values = worth(["=R", "=G", "=Y", "=B", "=P"])
    ania = [("", c) for c in "PP" + "BBB" + "YYY" + "G" + "RR"]
    bartek = [("", c) for c in "PP" + "B" + "Y" + "GGG" + "RR"]
    assert standing(ania, values) == (31, 2, 1, 3, 3, 2)
    assert standing(bartek, values) == (29, 2, 3, 1, 1, 2)


def test_we_8_scoring_at_the_table() -> None:
    table, _ = lab("we-8-scoring.json")
    result = table.game.result(table.state)
    assert result.scores == {"Ania": 31, "Bartek": 29}
    assert result.winners == ("Ania",)


def test_we_9_values_by_rank() -> None:
    row = ["b", "=Y", "b", "b", "=B", "=P", "b", "b", "b", "b", "=G", "b", "b", "b", "b", "b", "=R"]
    assert worth(row) == {"Y": 5, "B": 4, "P": 3, "G": 2, "R": 1}
    table, _ = lab("we-9-values.json")
    assert worth(table.public()["yard"]) == {"Y": 5, "B": 4, "P": 3, "G": 2, "R": 1}
