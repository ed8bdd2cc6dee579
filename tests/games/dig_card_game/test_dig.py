"""Dig Phase: DC-51 to DC-61, DC-72, DC-73, DC-76, DC-R11, R12, R13, R35; WE-2, WE-4."""

from __future__ import annotations

import pytest

from tests.games.dig_card_game.tables import (
    DONE,
    PASS,
    at,
    buy,
    dig,
    digging,
    gold,
    hand,
    hire,
    level,
    marks,
    mine,
    move,
    own,
    phase,
    place,
    play,
    sell,
    who,
)
from tests.games.driver import awaited, clause, kinds

# --- any number ---


def test_dc_51_none() -> None:
    """DC-60: it is never compulsory."""
    table = play(digging(who(hand="A1 P1 L1")), "Ann", DONE)
    assert level(table, 1) is None
    assert (phase(table), awaited(table)) == ("2 dig", "Bob")


def test_dc_51_one_and_then_the_end() -> None:
    table = digging(who(hand="A1 A2 P1 P2 L1 L2"))
    play(table, "Ann", dig(1, "A1 P1 L1"))
    assert awaited(table) == "Ann"
    play(table, "Ann", DONE)
    assert awaited(table) == "Bob"
    assert hand(table) == "A2 P2 L2"


def test_dc_51_three_in_a_turn() -> None:
    """DC-60: free of charge."""
    table = digging(who(hand="A1 A2 M1 P1 P2 P3 L1 L2 L3", gold=1))
    play(table, "Ann", dig(1, "A2 P3 L1"), dig(2, "A1 P1 L3"), dig(3, "M1 P2 L2"))
    assert [level(table, n) for n in (1, 2, 3, 4)] == ["A2 P3 L1", "A1 P1 L3", "M1 P2 L2", None]
    assert (hand(table), gold(table)) == ("", 1)


def test_dc_51_nothing_but_digging() -> None:
    """DC-R35: no move and no placing either; both wait for the Mine Phase."""
    table = digging(who("A1", "J1", hand="J2 P1 L1 P2"))
    assert kinds(table) == {"dig", "done"}
    for action in (move("A1", 2), place("P2", 1), mine("A1"), PASS, buy("pick"), hire("master")):
        assert clause(table, action)
    assert clause(table, move("A1", 2)) in {"DC-51", "DC-R35"}
    assert clause(table, sell("pick"))


# --- in order ---


@pytest.mark.parametrize(
    ("levels", "following"),
    [
        ((), 1),
        (("",), 2),
        (("xx",), 2),
        (("", "xx"), 3),
        (("xx", "", "xx"), 4),
        (("", "", "", ""), 5),
        (("xx", "xx", "xx", "xx"), 5),
    ],
)
def test_dc_52_the_lowest_level_not_yet_dug(levels: tuple[str, ...], following: int) -> None:
    """DC-59, DC-100: a collapsed one counts as dug, and does not stop the next."""
    table = digging(who(*levels, hand="M1 P1 L1"))
    for other in range(1, 6):
        if other != following:
            assert clause(table, dig(other, "M1 P1 L1")) == "DC-52"
    play(table, "Ann", dig(following, "M1 P1 L1"))
    assert level(table, following) == "M1 P1 L1"


def test_dc_52_after_the_fifth_there_is_none() -> None:
    """Nothing is left to dig: the seat is not asked (DC-R32)."""
    for last in ("", "xx"):
        table = digging(who("", "", "", "", last, hand="M1 P1 L1"))
        assert awaited(table) == "Bob"


# --- with what ---


@pytest.mark.parametrize(
    "pieces",
    [
        "A1 P1 P2",
        "A1 L1 L2",
        "A1 A2 L1",
        "P1 P2 L1",
        "A1 L1 P1",
        "A1 R1 L1",
        "A1 P1 R1",
        "A1 P9 L1",
    ],
)
def test_dc_53_exactly_one_of_each(pieces: str) -> None:
    table = digging(who(hand="A1 A2 P1 P2 L1 L2 R1"))
    assert clause(table, dig(1, pieces)) in {"DC-53", "DC-54"}


@pytest.mark.parametrize("missing", ["dwarf", "pick", "lantern", "level"])
def test_dc_53_no_part_is_left_out(missing: str) -> None:
    table = digging(who(hand="A1 P1 L1"))
    action = dig(1, "A1 P1 L1")
    del action[missing]
    assert not table.legal(action)


@pytest.mark.parametrize("lacking", ["A1 P1", "A1 L1", "P1 L1", "P1 P2 L1 L2", ""])
def test_dc_53_who_lacks_a_piece_is_not_asked(lacking: str) -> None:
    """WE-1, step 2: Marci and Aden have no Dwarf; Caleb no second Dwarf, no Lantern."""
    assert awaited(digging(who(hand=lacking))) == "Bob"


def test_dc_54_from_hand_and_from_next_door_mixed() -> None:
    """A Dwarf of Level 1, a Pick in hand, a Lantern of Level 1."""
    table = digging(who("A1 P1 L1", hand="J1 P2"))
    play(table, "Ann", dig(2, "A1 P2 L1"))
    assert (level(table, 1), level(table, 2)) == ("P1", "A1 P2 L1")
    assert hand(table) == "J1"


def test_dc_r12_tools_move_without_a_dwarf() -> None:
    """DC-74. The Dwarf from hand, both Tools from Level 1, where a Dwarf stays."""
    table = digging(who("A1 P1 L1", hand="J1"))
    play(table, "Ann", dig(2, "J1 P1 L1"))
    assert (level(table, 1), level(table, 2)) == ("A1", "J1 P1 L1")
    assert [marks(table, piece) for piece in ("A1", "J1", "P1", "L1")] == ["", "d", "ds", "ds"]


def test_dc_54_dc_73_only_from_the_tunnel_next_to_it() -> None:
    """Level 2 is in play, so Level 1 is two spaces away from Level 3."""
    table = digging(who("J1 P1 L1", "", hand="J2 P2 L2"))
    for pieces in ("J1 P2 L2", "J2 P1 L2", "J2 P2 L1"):
        assert clause(table, dig(3, pieces)) in {"DC-54", "DC-73"}
    play(table, "Ann", dig(3, "J2 P2 L2"))


@pytest.mark.parametrize(
    ("levels", "new"),
    [
        (("J1 P1 L1", "xx"), 3),
        (("J1 P1 L1", "xx", "xx"), 4),
        (("xx", "J1 P1 L1", "xx"), 4),
        (("", "J1 P1 L1"), 3),
    ],
)
def test_dc_r11_collapsed_levels_are_stepped_over(levels: tuple[str, ...], new: int) -> None:
    """DC-59, DC-73: at no cost, it is one space."""
    table = digging(who(*levels))
    play(table, "Ann", dig(new, "J1 P1 L1"))
    assert level(table, new) == "J1 P1 L1"
    assert marks(table, "J1") == "ds"


def test_dc_r11_but_not_a_tunnel_in_play() -> None:
    """Level 2 is in play, 3 has collapsed: from 1 to 4 are two spaces."""
    table = digging(who("J1 P1 L1", "", "xx", hand="M1 P2 L2"))
    assert clause(table, dig(4, "J1 P2 L2")) in {"DC-54", "DC-73"}


@pytest.mark.parametrize("pieces", ["M4 P1 L1", "A1 P14 L1", "A1 P1 L14", "A2 P1 L1", "A1 P13 L1"])
def test_dc_54_only_what_is_ones_own(pieces: str) -> None:
    """Of Bob, of nobody, of the supply."""
    assert clause(digging(who(hand="A1 P1 L1")), dig(1, pieces)) in {"DC-53", "DC-54"}


def test_dc_55_the_step_is_the_move_of_the_day() -> None:
    """DC-72, DC-R13. What came from hand has its move left in the Mine Phase, DC-76."""
    table = digging(who("J1 P1 L1", hand="L2"))
    play(table, "Ann", dig(2, "J1 P1 L2"))
    assert [marks(table, piece) for piece in ("J1", "P1", "L2")] == ["ds", "ds", "d"]
    play(table, "Bob", DONE)
    assert (phase(table), awaited(table)) == ("2 mine", "Ann")
    for piece in ("J1", "P1"):
        assert clause(table, move(piece, 1)) in {"DC-55", "DC-72"}
    play(table, "Ann", move("L2", 1))
    assert level(table, 1) == "L1 L2"
    assert clause(table, move("L2", 2)) == "DC-72"


def test_dc_r13_laid_today_is_not_dug_with_again() -> None:
    """DC-54, DC-56: neither for the next Level from next door."""
    table = digging(who(hand="J1 J2 P1 P2 L1 L2"))
    play(table, "Ann", dig(1, "J1 P1 L1"))
    for pieces in ("J1 P2 L2", "J2 P1 L2", "J2 P2 L1"):
        assert clause(table, dig(2, pieces)) in {"DC-54", "DC-56", "DC-R13"}
    play(table, "Ann", dig(2, "J2 P2 L2"))


def test_dc_r13_laid_today_moves_in_the_mine_phase() -> None:
    """DC-76: both are from hand, so both have their space."""
    table = digging(who(hand="A1 A2 P1 P2 L1 L2"))
    play(table, "Ann", dig(1, "A1 P1 L1"), dig(2, "A2 P2 L2"))
    play(table, "Bob", DONE)
    play(table, "Ann", move("A1", 2), move("P2", 1))
    assert (level(table, 1), level(table, 2)) == ("P1 P2 L1", "A1 A2 L2")


def test_dc_56_we_2_day_three() -> None:
    """Level 3 with what lies in 2; then Level 4 neither with the same three nor from 1."""
    table = digging(who("A1 P1 L1", "J1 P2 L2"), day=3)
    assert clause(table, dig(3, "A1 P1 L1")) in {"DC-54", "DC-57", "DC-73"}
    play(table, "Ann", dig(3, "J1 P2 L2"))
    assert awaited(table) == "Bob"
    assert [level(table, n) for n in (1, 2, 3)] == ["A1 P1 L1", "", "J1 P2 L2"]


def test_dc_56_we_2_once_a_day() -> None:
    """The same with another miner in hand, so that Ann is asked again."""
    table = digging(who("A1 P1 L1", "J1 P2 L2", hand="M1 P3 L3"), day=3)
    play(table, "Ann", dig(3, "J1 P2 L2"))
    assert clause(table, dig(4, "J1 P2 L2")) in {"DC-54", "DC-55", "DC-56"}
    assert clause(table, dig(4, "J1 P3 L3")) in {"DC-54", "DC-55", "DC-56"}
    assert clause(table, dig(4, "A1 P1 L1")) in {"DC-54", "DC-57", "DC-73"}
    play(table, "Ann", dig(4, "M1 P3 L3"))


def test_dc_56_we_2_on_the_next_day() -> None:
    """Day Four, Level 4 with the three that dug Level 3."""
    table = digging(who("A1 P1 L1", "", "J1 P2 L2"), day=4)
    play(table, "Ann", dig(4, "J1 P2 L2"))
    assert level(table, 4) == "J1 P2 L2"


@pytest.mark.parametrize(("dwarf", "deepest"), [("A1", 2), ("J1", 4), ("M1", 5)])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_dc_57_we_4_ranks(dwarf: str, deepest: int, number: int) -> None:
    """From hand, with a Master at hand too, so that the seat is asked."""
    table = digging(who(*[""] * (number - 1), hand=f"{dwarf} M3 P1 L1"))
    if number <= deepest:
        play(table, "Ann", dig(number, f"{dwarf} P1 L1"))
        assert level(table, number) == f"{dwarf} P1 L1"
    else:
        assert clause(table, dig(number, f"{dwarf} P1 L1")) == "DC-57"


def test_dc_57_nobody_of_the_rank_nobody_asked() -> None:
    assert awaited(digging(who("", "", hand="A1 A2 P1 L1"))) == "Bob"
    assert awaited(digging(who("", "", "", "", hand="J1 P1 L1"))) == "Bob"


def test_dc_58_an_empty_tunnel_stays_in_play() -> None:
    table = digging(who("A1 P1 L1", hand="J1"))
    play(table, "Ann", dig(2, "A1 P1 L1"))
    assert level(table, 1) == ""
    play(table, "Bob", DONE)
    play(table, "Ann", place("J1", 1))


def test_dc_61_what_dug_may_mine_the_same_day() -> None:
    """DC-R14: digging does not hinder mining."""
    table = at(who(hand="J1 P2 L4"), phase="dig", supply="P13")
    play(table, "Ann", dig(1, "J1 P2 L4"))
    assert (phase(table), awaited(table)) == ("2 mine", "Ann")
    play(table, "Ann", mine("J1"), draw="R1")
    assert own(table)["gems"] == ["R1"]
    assert marks(table, "J1") == "dm"


def test_the_menu_of_the_dig_phase() -> None:
    """Two Dwarves, two Picks, one Lantern: four ways, and the end."""
    table = digging(who("A1 P1", hand="J1 P2 L1"))
    wanted = [dig(2, f"{d} {p} L1") for d in ("A1", "J1") for p in ("P1", "P2")]
    assert sorted(map(str, table.menu())) == sorted(map(str, [*wanted, DONE]))


def test_dc_72_dc_55_who_has_moved_today_does_not_step_over_to_dig() -> None:
    """A position by hand: J1 has moved, and not to dig."""
    table = at(who("A1 P1 L1", "J1*s P2 L2", hand="J2"), phase="dig")
    assert clause(table, dig(3, "J1 P2 L2")) == "DC-55"
    assert [a for a in table.menu() if a["do"] == "dig"] == [dig(3, "J2 P2 L2")]
