"""The lab positions of samples/dig-up-adventure: what is refused there, and near variants.

What each file comes to stands in tests/samples/test_lab.py.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.play import lab
from pbem.play.outcome import Illegal
from tests.games.dig_up_adventure.tables import bridge, place

LAB = Path(__file__).resolve().parents[3] / "samples" / "dig-up-adventure" / "lab"


def read(stem: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((LAB / f"{stem}.json").read_text(encoding="utf-8"))
    return value


def refused(file: dict[str, Any], seat: str, *actions: dict[str, Any]) -> str:
    """The code by which the last of the actions is refused."""
    with pytest.raises(Illegal) as caught:
        lab.run(file | {"moves": [{"seat": seat, "actions": [action]} for action in actions]})
    assert caught.value.at == f"/moves/{len(actions) - 1}/actions/0"
    return caught.value.code


def swapped(file: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    """The same position with another card in place of one."""
    text = json.dumps(file)
    assert f'"{new}"' not in text
    changed: dict[str, Any] = json.loads(text.replace(f'"{old}"', f'"{new}"'))
    return changed


def points(file: dict[str, Any]) -> int:
    scores: dict[str, int] = lab.run(file)["result"]["scores"]
    return scores["Ana"]


@pytest.mark.parametrize(
    ("stem", "action"),
    [
        ("we-1-other-colour", place("S2", 3)),
        ("we-2-own-place-only", place("D4", 2)),
        ("we-3-ruby-for-diamonds", place("R2", 4)),
    ],
)
def test_du_35_anothers_colour_at_its_value_only(stem: str, action: dict[str, Any]) -> None:
    """W1 to W3, FAQ 7."""
    assert refused(read(stem), "Ana", action) == "move/wrong-position"


def test_du_109_to_du_112_stone_by_stone() -> None:
    """W6 without the R6: 3 for a collector of topazes, 1 for one of rubies."""
    assert points(swapped(read("we-6-for-topazes"), "R6", "E8")) == 3
    assert points(swapped(read("we-6-for-rubies"), "R6", "E8")) == 1


def test_du_74_anybody_reads_the_discard_pile() -> None:
    """W7, FAQ 1: it is in the public state, whoever is awaited."""
    report = lab.run(read("we-7-discard-pile"))
    assert report["awaited"] == "Ana"
    assert [face for _, face in report["state"]["discard"]] == ["T7", "D2", "torch-1"]


def test_du_104_du_106_the_end_is_not_undone() -> None:
    """W8, FAQ 2: before Cem's turn, Ana's Mine has a face-down card again."""
    file = read("we-8-bridge-after-the-end")
    report = lab.run(file | {"moves": file["moves"][:2]})
    mines = {s: [face for _, face in mine] for s, mine in report["state"]["mines"].items()}
    assert mines["Ana"][3] is None
    assert mines["Bea"][0] == "E4"
    assert (report["state"]["closer"], report["over"], report["awaited"]) == ("Ana", False, "Cem")


def test_du_43_the_second_idol_stays_in_hand() -> None:
    """W10, FAQ 4."""
    file = read("we-10-two-idols-in-hand")
    for actions in (
        [place("idol-1", 7), place("idol-2", 3)],
        [place("idol-2", 3), place("idol-1", 3)],
    ):
        assert refused(file, "Ana", *actions) == "move/second-idol"


def test_du_97_the_twenty_are_shuffled_when_a_card_is_needed() -> None:
    """W11, FAQ 5."""
    trace = lab.run(read("we-11-empty-draw-pile"))["trace"]
    clauses = [line.rsplit("(", 1)[1] for line in trace[1:]]
    assert clauses[:3] == ["DU-92)", "DU-97)", "DU-96)"]
    assert "20" in trace[2]


def test_du_78_du_79_the_bridge_with_other_cards() -> None:
    """W12, FAQ 6: an own stone cannot be given, nor the owner's taken."""
    file = read("we-12-bridge-between-places")
    assert refused(swapped(file, "D4", "R4"), "Ana", bridge(6, "Bea", 2)) == "move/own-color"
    assert refused(swapped(file, "R6", "S6"), "Ana", bridge(6, "Bea", 2)) == "move/owners-color"


def test_du_93_after_the_river_bea_discards_down_to_three() -> None:
    """W14: four cards in hand, one play left; Cem and Ana keep four for now (DU-87)."""
    file = read("we-14-river")
    report = lab.run(file)
    assert report["awaited"] == "Bea"
    assert {len(hand) for hand in report["state"]["hands"].values()} == {4}
    sizes = {len(a["cards"]) for a in report["actions"] if a["do"] == "discard"}
    assert sizes == {1, 2, 3, 4}


def test_du_130_the_solo_game_is_lost_with_no_mine_finished() -> None:
    """W16."""
    why = lab.run(read("we-16-solo"))["result"]["why"]
    assert why.startswith("lost: 6 stones placed, 0 Mines finished, 4 Skeletons")


def test_du_r29_a_stone_on_its_own_place_is_reached_by_nothing() -> None:
    """W17: E1 alone is left face down, and its place has but one card that leads to it."""
    report = lab.run(read("we-17-solo-own-place"))
    assert report["state"]["solo"]["placed"]["E"] == [2, 3, 4, 5, 6, 7, 8, 9]
    assert report["result"]["why"].startswith("lost: 35 stones placed, 3 Mines finished")


def test_du_r13_a_pickaxe_on_an_empty_pile() -> None:
    """W18: exactly two, and each brings back what it cost."""
    actions = lab.run(read("we-18-pickaxe-and-empty-pile"))["actions"]
    assert [(a["pay"], a["take"]) for a in actions if a["do"] == "pickaxe"] == [
        ("R2", "R2"),
        ("S3", "S3"),
    ]
