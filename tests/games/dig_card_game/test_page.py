"""What docs/rules/dig-card-game.md says, held against the game and the rulebook."""

from __future__ import annotations

import re
from pathlib import Path

from pbem.games.dig_card_game import GAME
from pbem.play import words
from pbem.script.requests import Action
from tests.games.dig_card_game.tables import DONE, at, dig, mine, sell, who

PAGE = (Path(__file__).parents[3] / "docs/rules/dig-card-game.md").read_text("utf-8")


def clause(name: str) -> str:
    """The text of one clause or ruling."""
    found = re.search(rf"(?m)^- \*\*{name}\*\* (.*)$", PAGE)
    assert found is not None
    return found[1]


def test_dc_13_dc_r29_on_day_six_the_four_that_stay_away_can_be_told() -> None:
    """Six of ten have come: the board marks them as used, and the four others stand out."""
    table = at(who(hand="R1"), phase="sell", day=6, supply="P14", options={"preview": "ten"})
    titles = [line for line in GAME.board(table.view("Ann")) if line.startswith("  PV")]
    assert len(titles) == 10
    assert sum(" used " in line for line in titles) == 6
    for name in ("DC-13", "DC-R29"):
        assert "Day Six" in clause(name)


def written(name: str) -> list[list[Action]]:
    """The lists of actions in a clause."""
    lists = re.findall(r"`([^`]*=[^`]*)`", clause(name))
    return [words.parse(GAME.slug, [text]) for text in lists]


def test_dc_r36_the_lists_on_the_page() -> None:
    """One with a `done` between two turns, one behind a draw that needs none. That both are played,
    and the first without its `done` is not, test_turns.py has."""
    assert written("DC-R36") == [
        [dig(1, "J1 P1 L1"), DONE, mine("J1")],
        [mine("J1"), sell("ruby")],
    ]
    assert "`turn-ended`" in clause("DC-R36")


def test_dc_r23_the_sample_day_speaks_twice_of_hiring_at_night() -> None:
    """In its Sell Phase: of tonight's prices to hire for, and of no other Dwarf being there."""
    assert "Two sentences" in clause("DC-R23")
    assert "**(default)**" in clause("DC-R23")


def test_dc_r28_what_counts_for_a_tie_at_the_end_is_a_default() -> None:
    """The rulebook has "in play" for Player One alone, and of the end only "most"."""
    assert "**(default)**" in clause("DC-R28")
