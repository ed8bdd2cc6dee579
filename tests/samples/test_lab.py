"""Every lab position in samples/ runs. What must come out stands here, not in the files:
the worked examples of the rules, by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pbem.play import lab
from pbem.wire import schema

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
FILES = sorted(SAMPLES.glob("*/lab/*.json"))
NONE = {"diamond": 0, "emerald": 0, "sapphire": 0, "amethyst": 0, "cursite": 0}

EXPECTED: dict[str, dict[str, Any]] = {
    # DIG: what stands in a row counts from the Dog House on.
    "dig-dogs/we-1-setup": {
        "dogs": {"Ania": 0, "Bartek": 0, "Celina": 0, "Darek": 0},
        "hands": {"Ania": [], "Bartek": [], "Celina": [], "Darek": []},
    },
    "dig-dogs/we-2-turn": {
        "dogs": {"Bartek": 4, "Ania": 24},
        "delivered": {"Bartek": [["GP1", "P"]], "Ania": []},
        "public_pairs": {"GP": "P"},
        "turn": "Ania",
    },
    "dig-dogs/we-3-tidying": {
        "yard": ["=G", "=P", "=Y", "=B", "=R", "RY1", "GR1"],
        "dogs": {"Bartek": 6, "Ania": 7},
    },
    "dig-dogs/we-4-scents": {"hands": {"Ania": ["GR1"], "Bartek": []}},
    "dig-dogs/we-5-twins": {"hands": {"Ania": [], "Bartek": []}},
    "dig-dogs/we-6-range": {"dogs": {"Ania": 10, "Bartek": 0}},
    "dig-dogs/we-7-hand-limit": {"hands": {"Ania": ["BG1", "RY1", "PY1"]}},
    "dig-dogs/we-8-scoring": {"over": True},
    "dig-dogs/we-9-values": {"over": False},
    # Dig Down Dwarf.
    "dig-down-dwarf/we-1": {
        "hoards": {"Ann": NONE | {"amethyst": 6}},
        "table": NONE | {"cursite": 2, "sapphire": 1, "emerald": 1, "amethyst": 1},
    },
    "dig-down-dwarf/we-2": {"known": {"Ann": 3}},
    "dig-down-dwarf/we-3": {"over": True},
    "dig-down-dwarf/we-4": {"turn": 1},
    "dig-down-dwarf/we-5": {"over": True},
    "dig-down-dwarf/we-6": {"over": True},
    "dig-down-dwarf/we-7": {"hoards": {"Ann": NONE | {"amethyst": 4}}},
    "dig-down-dwarf/we-8": {"over": True, "turn": 18, "closer": "Ann"},
    "dig-down-dwarf/we-9": {
        "hoards": {"Ann": NONE | {"amethyst": 1, "emerald": 2}},
        "out": NONE | {"amethyst": 2, "emerald": 1},
    },
}
SCORES: dict[str, dict[str, int]] = {
    "dig-dogs/we-8-scoring": {"Ania": 31, "Bartek": 29},
    "dig-down-dwarf/we-3": {"Ann": 12 + 6 + 5, "Ben": 0},
    "dig-down-dwarf/we-5": {"Ann": 8, "Ben": 0, "Cid": 0, "Dora": 0},
    "dig-down-dwarf/we-6": {"Ann": 0, "Ben": 12 + 12 + 12 + 8 - 5 + 5, "Cid": 0, "Dora": 0},
}


def name(path: Path) -> str:
    return f"{path.parents[1].name}/{path.stem}"


def read(path: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return value


def part(state: Any, wanted: Any) -> Any:
    """`state` cut down to the keys of `wanted`."""
    if isinstance(state, Mapping) and isinstance(wanted, Mapping):
        return {key: part(state[key], wanted[key]) for key in wanted}
    return state


def test_every_position_has_its_expectation() -> None:
    assert {name(path) for path in FILES} == EXPECTED.keys()


@pytest.mark.parametrize("path", FILES, ids=name)
def test_the_file_holds_a_position_and_nothing_else(path: Path) -> None:
    schema.check("lab", read(path))


@pytest.mark.parametrize("path", FILES, ids=name)
def test_it_comes_out_as_worked_by_hand(path: Path) -> None:
    report = lab.run(read(path))
    wanted = EXPECTED[name(path)]
    assert part(report["state"], wanted) == wanted
    assert "asked" not in report


@pytest.mark.parametrize(("sample", "scores"), SCORES.items(), ids=lambda v: str(v)[:30])
def test_scores(sample: str, scores: dict[str, int]) -> None:
    slug, stem = sample.split("/")
    report = lab.run(read(SAMPLES / slug / "lab" / f"{stem}.json"))
    assert report["result"]["scores"] == scores


def test_a_drop_is_listed_among_the_legal_actions() -> None:
    """A lab knows every face: Ania stands on the green Bowl with BG2, which is green."""
    found = read(SAMPLES / "dig-dogs/lab/we-6-range.json")
    yard = ["=G", "=B", "=P", "=R", "=Y", "BG1"]
    pairs = ["BP", "BR", "BY", "GP", "GR", "GY", "PR", "PY", "RY"]
    gone = [[pair + number, pair[int(number) - 1]] for pair in pairs for number in "12"]
    found |= {"seats": ["Ania", "Bartek"], "moves": [], "faces": {"BG1": "B"}}
    found["position"] = {
        "yard": yard,
        "dogs": {"Ania": 1, "Bartek": 0},
        "hands": {"Ania": ["BG2"], "Bartek": []},
        "delivered": {"Ania": [], "Bartek": gone},
        "public_pairs": {pair: pair[0] for pair in pairs},
        "knows": {"Ania": ["BG"], "Bartek": []},
        "turn": "Ania",
    }
    assert {"do": "drop", "cards": ["BG2"]} in lab.run(found)["actions"]


def test_a_position_whose_script_runs_out_is_shown_as_it_stands() -> None:
    """The script ends before the first gems: the state is the position, not a fresh table."""
    found = read(SAMPLES / "dig-down-dwarf/lab/we-1.json") | {"script": [], "moves": []}
    report = lab.run(found)
    assert "asked" in report
    assert report["trace"] == []
    assert report["state"]["table"] == NONE | {"sapphire": 1, "amethyst": 5, "cursite": 1}
