"""Options: DC-1, DC-R2, R4, R6, R8, R23, R24, R29, R34."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Refused
from pbem.games.dig_card_game import GAME
from tests.games.dig_card_game.tables import ALL_SEATS, at, who

DEFAULTS: dict[str, Any] = {
    "first": "Ann",
    "start_tools": "hidden",
    "preview": "off",
    "pass_rule": "out",
    "night_hire": False,
    "sell_tools": "hand",
    "gem_tally": "off",
}
OTHERS: dict[str, Any] = {
    "first": "random",
    "start_tools": "open",
    "preview": "ten",
    "pass_rule": "turn",
    "night_hire": True,
    "sell_tools": "any",
    "gem_tally": "on",
}


def options(seats: int = 3, **given: Any) -> dict[str, Any]:
    return GAME.check_options(given, ALL_SEATS[:seats], GAME.deck())


def test_defaults() -> None:
    """DC-R34: no Luck Mitigation Die among them."""
    assert options() == DEFAULTS


def test_all_the_others() -> None:
    assert options(**OTHERS) == OTHERS


@pytest.mark.parametrize("name", list(OTHERS))
def test_each_alone(name: str) -> None:
    assert options(**{name: OTHERS[name]}) == {**DEFAULTS, name: OTHERS[name]}
    assert options(**{name: DEFAULTS[name]}) == DEFAULTS


def test_dc_r2_first_is_a_seat_or_random() -> None:
    assert options(first="Cy")["first"] == "Cy"


@pytest.mark.parametrize(
    "bad",
    [
        {"first": "Dee"},
        {"first": ""},
        {"first": 0},
        {"first": None},
        {"first": ["Ann"]},
        {"start_tools": "closed"},
        {"start_tools": True},
        {"preview": "six"},
        {"preview": 10},
        {"pass_rule": "skip"},
        {"night_hire": "true"},
        {"night_hire": 1},
        {"night_hire": 0},
        {"night_hire": None},
        {"sell_tools": "all"},
        {"sell_tools": ["hand"]},
        {"gem_tally": True},
        {"gem_tally": {"on": 1}},
        {"die": "on"},
        {"chests": 10},
    ],
)
def test_what_is_no_option_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(Refused) as caught:
        options(**bad)
    (name,) = bad
    assert caught.value.code.startswith("option/")
    assert caught.value.at == f"/{name}"
    assert caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("count", [0, 1, 5])
def test_dc_1_another_number_of_seats_is_refused(count: int) -> None:
    with pytest.raises(Refused) as caught:
        GAME.check_options({}, [f"seat{n}" for n in range(count)], GAME.deck())
    assert caught.value.code.startswith("option/")


def test_dc_r2_no_seat_can_be_called_random() -> None:
    with pytest.raises(Refused):
        GAME.check_options({}, ["Ann", "random"], GAME.deck())


def shown(seat: str | None, **given: str) -> str:
    """Ann's Mine phase with gems in all hands, on the board of `seat`."""
    table = at(
        who("A1 P1 L1", hand="R1 R2 D1"), who(hand="E1 E2"), who(), phase="mine", options=given
    )
    return "\n".join(GAME.board(table.view(seat)))


def test_dc_r6_the_tally_of_gems_is_for_the_board_alone() -> None:
    """DC-90: hands are secret in name; the log tells them all the same."""
    for seat in ("Ann", "Bob", None):
        tables = [
            at(who(hand="R1 R2"), phase="sell", options={"gem_tally": g}) for g in ("off", "on")
        ]
        first, second = (dict(t.view(seat).state) for t in tables)
        assert first == second
    assert shown("Bob") != shown("Bob", gem_tally="on")
    assert shown(None) != shown(None, gem_tally="on")


def test_dc_r29_the_preview_is_for_the_board_alone() -> None:
    """DC-140: it prints all ten cards, the deck file has them anyhow."""
    table = at(supply="P1", options={"preview": "ten"})
    board = GAME.board(table.view("Bob"))
    lines = "\n".join(board)
    assert all(f"PV{n}" in lines for n in range(1, 11))
    assert "PV10" not in "\n".join(GAME.board(at(supply="P1").view("Bob")))
