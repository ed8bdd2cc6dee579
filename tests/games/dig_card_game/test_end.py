"""The end of the game, who has won, and decks that run short: DC-130 to DC-143, DC-R21, DC-R28,
DC-R29. The last Sell turn of Day Six is Cy's, who has a Ruby (1 gold by PV1): so he is asked."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games.dig_card_game import GAME
from tests.games.dig_card_game.tables import (
    DONE,
    Who,
    at,
    mine,
    mine_deck,
    phase,
    pile,
    play,
    sell,
    supply,
    tool_deck,
    who,
)
from tests.games.driver import Table, awaited, clause, result
from tests.games.named import drawn


def last_turn(*players: Who, cy: str = "R1", day: int = 6) -> Table:
    """Two players, and Cy about to end Day Six with nothing but gems and 0 gold."""
    return at(*players, who(hand=cy, gold=0), phase="sell", day=day, turn="Cy")


def ended(*players: Who) -> Table:
    return play(last_turn(*players), "Cy", DONE)


def test_dc_130_the_game_ends_after_the_sell_phase_of_day_six() -> None:
    """DC-20, DC-130"""
    table = last_turn(who(), who())
    assert not table.state.over
    play(table, "Cy", DONE)
    assert table.state.over
    assert table.pending is None
    assert drawn(table) == []


@pytest.mark.parametrize("day", [1, 2, 3, 4, 5])
def test_dc_130_and_on_no_other_day(day: int) -> None:
    table = play(last_turn(who(), who(), day=day), "Cy", DONE, draw="*")
    assert (table.state.over, phase(table)) == (False, f"{day + 1} buy")


def test_dc_131_most_gold_wins() -> None:
    """Gems, Tools and Dwarves in hand count for nothing: 12 gold beat 11 and four Diamonds."""
    table = ended(who(gold=12), who("M1 P1 L1", hand="D1 D2 D3 D4 P2 L2 M2", gold=11))
    assert result(table).winners == ("Ann",)
    assert dict(result(table).scores) == {"Ann": 12, "Bob": 11, "Cy": 0}
    assert "DC-131" in result(table).why


def test_dc_131_the_last_sale_counts() -> None:
    """Cy sells a Diamond for 7 and passes the two who have 6."""
    table = last_turn(who("A1 P1 L1", gold=6), who(gold=6), cy="D1")
    play(table, "Cy", sell("diamond"))
    assert result(table).winners == ("Cy",)
    assert dict(result(table).scores) == {"Ann": 6, "Bob": 6, "Cy": 7}


def test_dc_132_equal_gold_then_most_tunnels_in_play() -> None:
    """Collapsed ones do not count (DC-29, DC-R28), empty ones do."""
    table = ended(who("xx", "xx", "A1 P1 L1 A2 A3 A4", gold=21), who("", "J1 P2 L2", gold=21))
    assert result(table).winners == ("Bob",)
    assert "DC-132" in result(table).why


def test_dc_133_then_most_dwarves_in_play() -> None:
    """Two against one, in three Tunnels each; the one in hand does not count (DC-R28)."""
    table = ended(
        who("A1 P1 L1", "J1", "", gold=21), who("", "A2 P2 L2", "xx", "", hand="J2 J3", gold=21)
    )
    assert result(table).winners == ("Ann",)
    assert "DC-133" in result(table).why


def test_dc_134_then_the_result_is_shared_and_they_play_again() -> None:
    table = ended(who("A1", "J1", gold=21), who("A2 J2 P2", "L2", hand="M1", gold=21))
    assert result(table).winners == ("Ann", "Bob")
    assert "DC-134" in result(table).why
    assert "again" in result(table).why


def test_one_of_a_thing_is_called_one() -> None:
    """DC-133 and DC-134 with one Tunnel; DC-80 with one card to draw, and with two."""
    table = ended(who("A1 J1", gold=21), who("A2", gold=21))
    assert result(table).why == "tied at 21 gold and 1 Tunnel, most Dwarves in play: 2 (DC-133)"
    table = ended(who("A1", gold=21), who("A2", gold=21))
    assert result(table).why == "21 gold, 1 Tunnel and 1 Dwarf each: shared, play again (DC-134)"
    table = at(who("A1 M1 P1 P2 L1 L2"), phase="mine", supply="P13 L13")
    play(table, "Ann", mine("A1"), mine("M1"), draw="R1 R2 R3")
    told = [words for words in table.words() if words.startswith("DC-80")]
    assert told == [
        "DC-80: Ann mines Level 1 with A1 P1 L1, 1 draw",
        "DC-80: Ann mines Level 1 with M1 P2 L2, up to 2 draws",
    ]


def test_dc_134_only_those_who_are_still_tied_share() -> None:
    """Cy has the same gold, and no Tunnel."""
    table = last_turn(who("A1", gold=1), who("A2", gold=1))
    play(table, "Cy", sell("ruby"))
    assert dict(result(table).scores) == {"Ann": 1, "Bob": 1, "Cy": 1}
    assert result(table).winners == ("Ann", "Bob")


def test_dc_132_tunnels_break_ties_of_those_with_most_gold_only() -> None:
    """Cy has most Tunnels, and less gold than the two who are tied."""
    players = who("A1", "", gold=5), who("A2", gold=5), who("", "", "", hand="R1", gold=4)
    table = play(at(*players, phase="sell", day=6, turn="Cy"), "Cy", DONE)
    assert result(table).winners == ("Ann",)
    assert "DC-132" in result(table).why


@pytest.mark.parametrize(
    "cy", [who("A4 A5 A6", hand="R1", gold=5), who("A4 A5 A6", "", hand="R1", gold=4)]
)
def test_dc_133_dwarves_break_ties_of_those_still_tied_only(cy: Who) -> None:
    """Cy has most Dwarves in play, and one Tunnel less than Ann and Bob, or less gold."""
    players = who("A1 A2", "", gold=5), who("A3", "", gold=5), cy
    table = play(at(*players, phase="sell", day=6, turn="Cy"), "Cy", DONE)
    assert result(table).winners == ("Ann",)
    assert "DC-133" in result(table).why


def test_dc_132_more_dwarves_do_not_outweigh_a_tunnel() -> None:
    table = ended(who("A1", "", gold=5), who("A2 A3 A4", gold=5))
    assert result(table).winners == ("Ann",)


def test_dc_131_a_game_with_nothing_left_for_anybody_to_sell_ends_by_itself() -> None:
    """DC-130, DC-R32: on Day Six the only gem is sold, nobody else has anything to do."""
    table = at(who(hand="R1"), phase="sell", day=6)
    assert awaited(table) == "Ann"
    play(table, "Ann", sell("ruby"))
    assert result(table).winners == ("Ann",)


# --- decks that run short ---


def next_morning(**more: Any) -> Table:
    return at(who(), who(), who(hand="R1", gold=0), phase="sell", turn="Cy", **more)


def test_dc_r21_fewer_dwarves_than_seats() -> None:
    """Two are left for three places."""
    table = next_morning(dwarf_deck="A6 M4")
    play(table, "Cy", DONE, draw="PV3 M4 A6 P1 P2 P3 L1 L2")
    assert phase(table) == "3 buy"
    assert supply(table) == "A6 M4 P1 P2 P3 L1 L2"
    assert pile(table, "dwarf_deck") == ""


def test_dc_r21_no_dwarves_at_all() -> None:
    table = play(next_morning(dwarf_deck=""), "Cy", DONE, draw="PV3 P1 P2 P3 L1 L2")
    assert supply(table) == "P1 P2 P3 L1 L2"


def test_dc_r21_fewer_tools_than_seats_and_two() -> None:
    """Across two batches (DC-R20), the upper one first, and then no more."""
    table = next_morning(tool_deck="P5 | L6 L7")
    play(table, "Cy", DONE, draw="PV3 A1 A2 A3 P5 L7 L6")
    assert (phase(table), supply(table)) == ("3 buy", "A1 A2 A3 P5 L6 L7")
    assert tool_deck(table) == []


def test_dc_r21_no_tools_at_all() -> None:
    table = play(next_morning(tool_deck=""), "Cy", DONE, draw="PV3 A1 A2 A3")
    assert (phase(table), supply(table)) == ("3 buy", "A1 A2 A3")


def test_dc_r21_face_down_tools_run_out_too() -> None:
    """DC-R4: with the start Tools hidden: those face down are opened, then the batch below."""
    table = next_morning(tool_deck="P5 L5 | L6 L7", options={"start_tools": "hidden"})
    play(table, "Cy", DONE, draw="PV3 A1 A2 A3 L7 L6")
    assert (supply(table), table.public()["tool_tokens"]) == ("A1 A2 A3 P5 L5 L6 L7", [])


def test_dc_r21_an_empty_mine_deck_is_filled_in_the_evening() -> None:
    """DC-120, DC-R21: the exhausted Cave-Ins and what was sold are the deck of the next Day."""
    table = play(next_morning(mine_deck=""), "Cy", sell("ruby"), DONE, draw="*")
    assert phase(table) == "3 buy"
    assert mine_deck(table) == ["R1 C1 C2 C3 C4 C5 X1 X2"]


# --- the option, the tips ---


def told_by_the_board(options: dict[str, str]) -> str:
    table = at(who(hand="R1"), phase="sell", supply="P14", options=options)
    return "\n".join(GAME.board(table.view("Ann")))


def test_dc_140_the_preview_lists_the_ten_provision_cards() -> None:
    """DC-140, DC-R29: all ten, and by default today's alone."""
    ten = [f"PV{n}" for n in range(1, 11)]
    shown = told_by_the_board({"preview": "ten"})
    assert [card for card in ten if card in shown.split()] == ten
    plain = told_by_the_board({})
    assert [card for card in ten if card in plain.split()] == ["PV1"]


def test_dc_r29_the_four_set_aside_are_never_shown() -> None:
    """DC-13, DC-31, DC-R29: at the end four cards are left that nobody turned up, and the log has
    no word of them."""
    table = ended(who(), who())
    left = table.public()["provisions"]
    assert len(left) == 4
    assert not [card for card in left for words in table.words() if card in words.split()]


def test_dc_141_to_143_the_tips_are_not_enforced() -> None:
    """DC-141, DC-142, DC-143: digging little, placing badly and never selling are all legal."""
    table = last_turn(who("xx", "", hand="A1 P1 L1 D1"), who(hand="R2"))
    assert clause(table, sell("diamond"))  # Cy has none; he may keep his Ruby for ever
    play(table, "Cy", DONE)
    assert table.state.over


def test_dc_r37_who_has_resigned_does_not_win() -> None:
    """Ann has most gold and has resigned; Bob has most of those who played on."""
    players = who("A1", gold=50), who(gold=11), who(hand="R1", gold=0)
    table = at(*players, phase="sell", day=6, turn="Cy", fields={"resigned": ["Ann"]})
    play(table, "Cy", DONE)
    assert result(table).winners == ("Bob",)
    assert dict(result(table).scores) == {"Ann": 50, "Bob": 11, "Cy": 0}
