"""Tidying the Yard: DD-43 to DD-51, and the closed form against the steps."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbem.games.dig_dogs.tidying import tidy
from tests.games.dig_dogs.tables import END, KEEP, at, move


def step_by_step(yard: list[str | None]) -> list[str | None]:
    """DD-44 to DD-46 as the rulebook tells it: gap by gap, the furthest card each time."""
    row = list(yard)
    for gap in [i for i, card in enumerate(row) if card is None]:
        furthest = max(i for i, card in enumerate(row) if card is not None)
        if furthest > gap:
            row[gap], row[furthest] = row[furthest], None
    while row and row[-1] is None:
        row.pop()
    return row


def test_dd_43_gaps_are_filled_whoever_stands_there() -> None:
    table = at("PY1 GR1", dogs={"Ania": 1, "Bartek": 1}).act("Ania", KEEP, END)
    assert table.public()["yard"][0] == "RY2"
    assert table.public()["dogs"] == {"Ania": 1, "Bartek": 1}


def test_dd_44_the_outermost_card_fills_a_gap_be_it_bone_or_bowl() -> None:
    assert tidy(["A", None, "C", "=R"]).yard == ["A", "=R", "C"]
    assert tidy(["A", None, "=R", "D"]).yard == ["A", "D", "=R"]
    table = at("PY1", dogs={"Ania": 1}).act("Ania", KEEP, END)
    assert "DD-44: RY2 goes from 25 to 1" in table.words()


def test_dd_45_the_nearer_gap_is_filled_first() -> None:
    assert tidy([None, "B", None, "D", "E", "F"]).yard == ["F", "B", "E", "D"]


def test_dd_46_a_gap_with_nothing_beyond_is_not_filled() -> None:
    tidied = tidy(["A", "B", None])
    assert (tidied.yard, tidied.laid, tidied.unfilled) == (["A", "B"], [], [3])
    assert tidy(["A", None, "C", None]).yard == ["A", "C"]
    assert tidy(["A", None, None]).yard == ["A"]


def test_dd_47_no_other_card_moves() -> None:
    before = ["A", None, "C", "D", "E", "F"]
    assert tidy(before).yard == ["A", "F", "C", "D", "E"]


@given(st.integers(6, 25), st.data())
def test_dd_48_the_closed_form_is_the_step_by_step_tidying(
    length: int, data: st.DataObject
) -> None:
    gaps = data.draw(st.sets(st.integers(0, length - 1), min_size=0, max_size=4))
    yard = [None if i in gaps else f"c{i}" for i in range(length)]
    assert tidy(yard).yard == step_by_step(yard)


def test_dd_49_a_dog_does_not_travel_with_the_far_card() -> None:
    """Bartek stands on 25, whose card goes to 1; card 24 is the outermost now."""
    table = at("PY1", dogs={"Ania": 1, "Bartek": 25}).act("Ania", KEEP, END)
    assert table.public()["dogs"] == {"Ania": 1, "Bartek": 24}
    assert "DD-50: Bartek's Dog comes from 25 to 24" in table.words()


def test_dd_50_every_dog_beyond_the_end_comes_to_the_end() -> None:
    seats = ("Ania", "Bartek", "Celina", "Darek")
    dogs = {"Ania": 24, "Bartek": 25, "Celina": 24, "Darek": 23}
    table = at("", seats, dogs=dogs).act("Ania", KEEP, move(25), KEEP)
    assert table.public()["dogs"] == dict.fromkeys(seats, 23)


def test_dd_51_players_steer_where_bowls_lie() -> None:
    """The far red Bowl is worth 1; a dig at 1 makes it the nearest, worth 5."""
    table = at("PY1 =B =G =P =Y =R", dogs={"Ania": 1}, rest="Bartek").act("Ania", KEEP, END)
    assert table.state.over
    assert table.game.result(table.state).scores["Bartek"] == 5 * 4 + 4 * 4 + 3 * 4 + 2 * 3 + 4
