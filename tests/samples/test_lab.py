"""Every lab position in samples/ runs. What must come out stands here, not in the files:
the worked examples of the rules, by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.play import lab
from pbem.wire import schema
from tests.samples import dig_2017, dig_card_game
from tests.samples.dig_2017 import Whole

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
    # DIG UP Adventure: a Mine from position 1 to 9, `##` for what not everybody knows.
    "dig-up-adventure/we-1-other-colour": {
        "mines": {"Ana": "## S2 ## ## D9 ## ## ## ##"},
        "plays": 1,
    },
    "dig-up-adventure/we-2-own-place-only": {"mines": {"Ana": "## ## ## D4 D9 ## ## ## ##"}},
    "dig-up-adventure/we-3-ruby-for-diamonds": {"mines": {"Ana": "## R2 ## ## E5 ## ## ## ##"}},
    "dig-up-adventure/we-4-score-of-rubies": {"over": True},
    "dig-up-adventure/we-5-score-of-sapphires": {"over": True},
    "dig-up-adventure/we-6-for-topazes": {"over": True},
    "dig-up-adventure/we-6-for-rubies": {"over": True},
    "dig-up-adventure/we-7-discard-pile": {"discard": "T7 D2 torch-1", "turn": "Ana"},
    "dig-up-adventure/we-8-bridge-after-the-end": {
        # Bea's T4, face down, came for E4; Ana has no further turn, and all is turned up.
        "mines": {"Ana": "D1 D2 D3 T4 D5 D6 D7 D8 T9"},
        "closer": "Ana",
        "round": 1,
        "over": True,
    },
    "dig-up-adventure/we-9-second-idol": {
        "mines": {"Ana": "idol-1 idol-2 ## ## D9 ## ## ## ##", "Bea": "D2 ## ## ## D8 ## ## ## ##"}
    },
    "dig-up-adventure/we-10-two-idols-in-hand": {
        "mines": {"Ana": "## ## E3 ## D9 ## idol-1 ## ##"},
        "plays": 2,
    },
    "dig-up-adventure/we-11-empty-draw-pile": {
        "discard": "",
        "pile": [f"t{n}" for n in range(124, 142)],  # 20 new names, t122 and t123 drawn
        "hands": {"Ana": "## ## ##"},
        "turn": "Bea",
    },
    "dig-up-adventure/we-12-bridge-between-places": {
        "mines": {"Ana": "## ## ## ## D9 R6 ## ## ##", "Bea": "## D4 ## ## D8 ## ## ## ##"}
    },
    "dig-up-adventure/we-13-tie-run": {"over": True},
    "dig-up-adventure/we-13-tie-placed": {"over": True},
    "dig-up-adventure/we-13-tie-adjacent": {"over": True},
    "dig-up-adventure/we-14-river": {
        "hands": {"Ana": "## ## ## bag-2", "Bea": "## ## S4 idol-3", "Cem": "## ## ## T7"},
        "discard": "river-1",
        "turn": "Bea",
        "plays": 1,
    },
    "dig-up-adventure/we-15-turn": {
        "mines": {"Ana": "## E7 ## ## A5 ## ## ## D9"},
        "hands": {"Ana": "## ## ##"},
        "discard": "shovel-1 S2",
        "turn": "Bea",
    },
    "dig-up-adventure/we-16-solo": {
        "solo": {
            "placed": {"R": [5], "S": [1, 9], "E": [1], "T": [2, 4]},
            "skeletons": ["skeleton-1", "skeleton-2", "skeleton-3", "skeleton-4"],
            "pile": 0,
        }
    },
    "dig-up-adventure/we-17-solo-own-place": {
        "solo": {"placed": {"E": [2, 3, 4, 5, 6, 7, 8, 9], "T": [1, 2, 3, 4, 5, 6, 7, 8, 9]}},
        "over": True,
    },
    "dig-up-adventure/we-18-pickaxe-and-empty-pile": {"discard": "", "plays": 0},
    **{f"dig-2017/{stem}": wanted for stem, wanted in dig_2017.EXPECTED.items()},
    **{f"dig-card-game/{stem}": wanted for stem, wanted in dig_card_game.EXPECTED.items()},
}
SCORES: dict[str, dict[str, int]] = {
    "dig-dogs/we-8-scoring": {"Ania": 31, "Bartek": 29},
    "dig-down-dwarf/we-3": {"Ann": 12 + 6 + 5, "Ben": 0},
    "dig-down-dwarf/we-5": {"Ann": 8, "Ben": 0, "Cid": 0, "Dora": 0},
    "dig-down-dwarf/we-6": {"Ann": 0, "Ben": 12 + 12 + 12 + 8 - 5 + 5, "Cid": 0, "Dora": 0},
    "dig-up-adventure/we-4-score-of-rubies": {"Ana": 12 + 2 + 2 + 0 + 2, "Bea": 0, "Cem": 0},
    "dig-up-adventure/we-5-score-of-sapphires": {"Ana": 6 + 4 + 2 + 4 + 0, "Bea": 0, "Cem": 0},
    "dig-up-adventure/we-6-for-topazes": {"Ana": 3 + 0, "Bea": 0},
    "dig-up-adventure/we-6-for-rubies": {"Ana": 1 + 2, "Bea": 0},
    "dig-up-adventure/we-13-tie-run": {"Ana": 16, "Bea": 2 + 2 + 2 + 1 + 1 + 2 + 1 + 2 + 3},
    "dig-up-adventure/we-16-solo": {"Ana": 6},
    "dig-up-adventure/we-17-solo-own-place": {"Ana": 35},
    **{f"dig-2017/{stem}": scores for stem, scores in dig_2017.SCORES.items()},
    **{f"dig-card-game/{stem}": scores for stem, scores in dig_card_game.SCORES.items()},
}
WINNERS: dict[str, list[str]] = {
    # 16 points each. Series of Ana and Bea by the three measures: 2 and 3, 2 and 1, 3 and 3.
    "dig-up-adventure/we-13-tie-run": ["Bea"],
    "dig-up-adventure/we-13-tie-placed": ["Ana"],
    "dig-up-adventure/we-13-tie-adjacent": ["Ana", "Bea"],
    "dig-up-adventure/we-16-solo": [],
    "dig-up-adventure/we-17-solo-own-place": [],
    **{f"dig-2017/{stem}": winners for stem, winners in dig_2017.WINNERS.items()},
    **{f"dig-card-game/{stem}": winners for stem, winners in dig_card_game.WINNERS.items()},
}


def name(path: Path) -> str:
    return f"{path.parents[1].name}/{path.stem}"


def read(path: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return value


def part(state: Any, wanted: Any) -> Any:
    """`state` cut down to the keys of `wanted`; cards as words where those are wanted."""
    if isinstance(state, list) and isinstance(wanted, str):
        return " ".join(face or "##" for _, face in state)
    if isinstance(wanted, Whole):
        return state
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


@pytest.mark.parametrize(("sample", "winners"), WINNERS.items(), ids=lambda v: str(v)[:40])
def test_winners(sample: str, winners: list[str]) -> None:
    slug, stem = sample.split("/")
    report = lab.run(read(SAMPLES / slug / "lab" / f"{stem}.json"))
    assert report["result"]["winners"] == winners


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


def test_dg_105_one_ruby_alone_pays_for_no_recruit() -> None:
    """A Ruby is worth 4, a Recruit costs 5."""
    found = read(SAMPLES / "dig-2017/lab/we-2-no-change.json")
    hires = [{"recruits": 1, "pay": {"ruby": 1}}]
    found["moves"] = [{"seat": "Ann", "actions": [{"do": "tavern", "hires": hires}]}]
    with pytest.raises(Refused) as error:
        lab.run(found)
    assert error.value.code.startswith("move/")


def dig(level: int, pieces: str) -> dict[str, Any]:
    dwarf, pick, lantern = pieces.split()
    return {"do": "dig", "level": level, "dwarf": dwarf, "pick": pick, "lantern": lantern}


# After so many moves of the file, these actions cannot be done.
REFUSED = (
    # On the Sample Day Caleb has one Dwarf and one Lantern, and mines once.
    ("we-1-sample-day-2-buy", 4, [dig(1, "J1 t1 L4"), dig(2, "J1 t2 L4")]),
    ("we-1-sample-day-4-mine", 5, [{"do": "mine", "dwarf": "J1"}, {"do": "mine", "dwarf": "J1"}]),
    ("we-2-dig-on-day-three", 0, [dig(3, "J1 P2 L2"), dig(4, "J1 P2 L2")]),
    ("we-2-dig-on-day-four", 0, [dig(4, "A1 P1 L1")]),
    ("we-8-day-six", 0, [{"do": "sell", "tools": {"pick": 1}}]),
    ("option-night-hire-off", 0, [{"do": "hire", "rank": "apprentice"}]),
    ("option-sell-tools-hand", 0, [{"do": "sell", "cards": ["P1"]}]),
)


@pytest.mark.parametrize(("stem", "after", "actions"), REFUSED, ids=lambda v: str(v)[:30])
def test_what_the_worked_examples_say_cannot_be_done(
    stem: str, after: int, actions: list[dict[str, Any]]
) -> None:
    """The last action is refused; those before it are not."""
    found = read(SAMPLES / f"dig-card-game/lab/{stem}.json")
    seat = found["seats"][0]
    before = found["moves"][:after]
    lab.run({**found, "moves": [*before, *singly(seat, actions[:-1])]})
    with pytest.raises(Refused) as error:
        lab.run({**found, "moves": [*before, *singly(seat, actions)]})
    assert error.value.code.startswith("move/")


def singly(seat: str, actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"seat": seat, "actions": [action]} for action in actions]


def test_a_position_whose_script_runs_out_is_shown_as_it_stands() -> None:
    """The script ends before the first gems: the state is the position, not a fresh table."""
    found = read(SAMPLES / "dig-down-dwarf/lab/we-1.json") | {"script": [], "moves": []}
    report = lab.run(found)
    assert "asked" in report
    assert report["trace"] == []
    assert report["state"]["table"] == NONE | {"sapphire": 1, "amethyst": 5, "cursite": 1}


def test_a_position_with_a_token_that_no_card_has_is_refused_when_it_is_needed() -> None:
    """t30 was dealt to nobody, so it was shuffled into the draw pile and is used up."""
    table = {
        "lab": 1,
        "game": "dig-up-adventure",
        "seats": ["Ana", "Bea", "Cem"],
        "options": {"colors": ["R", "S", "T"], "colors_out": ["D"], "first": "Ana"},
    }
    hand = [["t54", "bag-1"], ["t55", None], ["t56", None]]
    pile = [f"t{n}" for n in (30, *range(64, 122))]
    position = {"hands": {"Ana": hand}, "pile": pile}
    drawing = [{"seat": "Ana", "actions": [{"do": "discard", "cards": ["bag-1"]}]}]
    with pytest.raises(Refused) as error:
        lab.run({**table, "position": position, "moves": drawing})
    assert error.value.code == "lab/token" and "t30" in error.value.message


def test_an_outcome_that_no_draw_came_to_is_refused() -> None:
    """Two Masters in Level 5 draw eight cards (WE-3): a ninth says that they draw more than they
    do. What was played is told all the same."""
    found = read(SAMPLES / "dig-card-game/lab/we-3-mother-lode.json")
    assert len(found["script"]) == 8
    assert "seed" not in found
    more = [*found["script"], {"draw": ["R5"]}]
    trace: list[str] = []
    with pytest.raises(Refused) as error:
        lab.run({**found, "script": more}, trace)
    assert (error.value.code, error.value.at) == ("lab/unused", "/script/8")
    assert error.value.message.startswith("1 outcome of the script too many")
    assert trace == lab.run(found)["trace"]


@pytest.mark.parametrize(
    ("options", "faces", "code", "says"),
    [
        ({}, {"t1": "P1", "t99": "P2"}, "lab/unused", "t99"),  # there are 28 Tools
        ({"start_tools": "open"}, {"t1": "P1"}, "lab/unused", "t1"),  # no token at all
        ({}, {"t1": "P1", "t2": "P1"}, "lab/face", "t2 cannot be P1: it goes to t1"),
        ({}, {"t1": "P15"}, "lab/face", "that face is not among those shuffled"),
    ],
)
def test_a_face_that_no_token_gets_is_refused(
    options: dict[str, str], faces: dict[str, str], code: str, says: str
) -> None:
    table = {"lab": 1, "game": "dig-card-game", "seats": ["Ann", "Ben"], "seed": "x", "moves": []}
    with pytest.raises(Refused) as error:
        lab.run({**table, "options": options, "faces": faces})
    assert error.value.code == code
    assert says in error.value.message
