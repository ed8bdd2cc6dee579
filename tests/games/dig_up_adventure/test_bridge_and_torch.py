"""Suspension Bridge and Torch: DU-75 to DU-82, DU-88 to DU-91, DU-R9, DU-R10, DU-R16."""

from __future__ import annotations

import pytest

from tests.games.dig_up_adventure.tables import (
    at,
    bridge,
    discard,
    known,
    mine,
    pile,
    torch,
    true_mine,
)
from tests.games.driver import clause, kinds, of_kind

# Ana collects rubies, Bea sapphires, Cem topazes; diamonds and emeralds are in the game.


def test_du_75_a_card_of_the_own_mine_for_one_of_anothers() -> None:
    table = at("bridge-1", "D1 ## ## ## ## ## ## ## ##", Bea="## ## ## ## ## ## ## ## E8")
    table.act("Ana", bridge(1, "Bea", 9))
    assert mine(table, "Ana").split()[0] == "E8"
    assert mine(table, "Bea").split()[8] == "D1"
    assert pile(table) == ["bridge-1"]
    assert len(mine(table, "Ana").split()) == len(mine(table, "Bea").split()) == 9


def test_du_75_not_with_ones_own_mine() -> None:
    table = at("bridge-1")
    assert clause(table, bridge(1, "Ana", 2)) == "DU-75"
    assert {a["who"] for a in of_kind(table, "bridge")} == {"Bea", "Cem"}


@pytest.mark.parametrize(
    ("own", "theirs", "then"),
    [("D1", "E8", "E8 D1"), ("D1", "(E8)", "## D1"), ("(D1)", "E8", "E8 ##"),
     ("(D1)", "(E8)", "## ##")],
)  # fmt: skip
def test_du_76_each_keeps_its_facing(own: str, theirs: str, then: str) -> None:
    table = at("bridge-1", f"## {own} ## ## ## ## ## ## ##", Cem=f"## ## {theirs}" + " ##" * 6)
    table.act("Ana", bridge(2, "Cem", 3))
    assert [mine(table, "Ana").split()[1], mine(table, "Cem").split()[2]] == then.split()
    assert [true_mine(table, "Ana").split()[1], true_mine(table, "Cem").split()[2]] == ["E8", "D1"]
    told = str(table.public()) + str(table.words())
    assert ("E8" in told) == (theirs == "E8")
    assert ("D1" in told) == (own == "D1")


def test_du_77_positions_trade_and_values_play_no_part() -> None:
    table = at("bridge-1", "D1 ## ## ## ## ## ## ## ##", Bea="E2 ## ## ## ## ## ## ## ##")
    assert [
        a["theirs"] for a in of_kind(table, "bridge") if (a["mine"], a["who"]) == (1, "Bea")
    ] == [*range(1, 10)]


def test_du_78_no_face_up_stone_of_ones_own_colour_is_given() -> None:
    table = at("bridge-1", "## ## R6 R3 ## ## ## ## ##", Bea="E8 ## ## ## ## ## ## ## ##")
    for position in (3, 4):
        for other in (1, 2):
            assert clause(table, bridge(position, "Bea", other)) == "DU-78"
    assert table.legal(bridge(1, "Bea", 1))


def test_du_79_no_face_up_stone_of_the_owners_colour_is_taken() -> None:
    table = at("bridge-1", Bea="S8 S2 ## ## ## ## ## ## ##", Cem="S9 T1 ## ## ## ## ## ## ##")
    for position in (1, 2):
        assert clause(table, bridge(1, "Bea", position)) == "DU-79"
    assert clause(table, bridge(1, "Cem", 2)) == "DU-79"
    assert table.legal(bridge(1, "Cem", 1))


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("D1", "R4"),  # a stone of the own colour is taken
        ("S2", "E4"),  # Bea is given a stone of her colour
        ("T2", "T4"),  # colours of a third player, DU-R10
        ("idol-1", "skeleton-1"),
        ("skeleton-1", "idol-1"),
        ("D1", "D2"),
    ],
)
def test_du_80_everything_else_is_allowed(given: str, taken: str) -> None:
    """DU-R10: only the owner of the other Mine is the opponent."""
    table = at(
        "bridge-1", f"{given} ## ## ## ## ## ## ## ##", Bea=f"## {taken} ## ## ## ## ## ## ##"
    )
    table.act("Ana", bridge(1, "Bea", 2))
    assert mine(table, "Ana").split()[0] == taken
    assert mine(table, "Bea").split()[1] == given


def test_du_r10_a_third_players_colour_may_be_given_to_and_taken_from_the_second() -> None:
    """Cem is given a sapphire, Bea's colour, and gives another."""
    table = at("bridge-1", "S1 ## ## ## ## ## ## ## ##", Cem="S9 ## ## ## ## ## ## ## ##")
    table.act("Ana", bridge(1, "Cem", 1))
    assert mine(table, "Ana").split()[0] == "S9"


def test_du_81_a_face_down_card_is_free_whoever_knows_it() -> None:
    """DU-R9: Ana looks at Bea's S8 and at her own R6 by Torch, and may swap both."""
    table = at(
        "torch-1 bridge-1",
        "(R6) ## ## ## ## ## ## ## ##",
        Bea="(S8) ## ## ## ## ## ## ## ##",
    )
    table.act("Ana", torch(("Ana", 1), ("Bea", 1)))
    assert {"R6", "S8"} <= set(known(table, "Ana"))
    table.act("Ana", bridge(1, "Bea", 1))
    assert true_mine(table, "Ana").split()[0] == "S8"
    assert true_mine(table, "Bea").split()[0] == "R6"
    assert {"R6", "S8"} <= set(known(table, "Ana"))
    assert not {"R6", "S8"} & set(known(table, "Bea"))


def test_du_82_a_second_idol_comes_by_bridge() -> None:
    table = at("bridge-1", "idol-1 D2 ## ## ## ## ## ## ##", Bea="idol-2 ## ## ## ## ## ## ## ##")
    table.act("Ana", bridge(2, "Bea", 1))
    assert mine(table, "Ana").split()[:2] == ["idol-1", "idol-2"]


# --- Torch ---


def test_du_88_one_face_down_card_in_each_of_two_mines() -> None:
    table = at("torch-1", "(D1) E1 ## ## ## ## ## ## ##", Bea="(E8) ## ## ## ## ## ## ## ##")
    assert table.legal(torch(("Ana", 1), ("Bea", 1)))
    assert table.legal(torch(("Bea", 1), ("Cem", 9)))
    assert clause(table, torch(("Bea", 1), ("Bea", 2))) == "DU-88"
    assert clause(table, torch(("Ana", 2), ("Bea", 1))) == "DU-88"
    assert clause(table, torch(("Cem", 1), ("Bea", 1))) == "DU-88"  # not in seat order


def test_du_r16_exactly_two_where_two_mines_allow_it() -> None:
    table = at("torch-1")
    assert clause(table, torch(("Bea", 1))) == "DU-R16"
    assert clause(table, torch(("Ana", 1), ("Bea", 1), ("Cem", 1))) == "DU-R16"
    assert clause(table, torch()) == "DU-R16"


def test_du_89_only_the_mover_sees_them() -> None:
    """Not even the owner of the card."""
    table = at("torch-1", Bea="(E8) ## ## ## ## ## ## ## ##", Cem="(D1) ## ## ## ## ## ## ## ##")
    table.act("Ana", torch(("Bea", 1), ("Cem", 1)))
    assert {"E8", "D1"} <= set(known(table, "Ana"))
    for seat in ("Bea", "Cem"):
        assert not {"E8", "D1"} & set(known(table, seat))
    told = str(table.public()) + str(table.words())
    assert "E8" not in told and "D1" not in told


def test_du_90_they_stay_face_down_and_which_is_public() -> None:
    table = at("torch-1", Bea="(E8) ## ## ## ## ## ## ## ##", Cem="## ## (D1) ## ## ## ## ## ##")
    before = mine(table, "Bea"), mine(table, "Cem")
    table.act("Ana", torch(("Bea", 1), ("Cem", 3)))
    assert (mine(table, "Bea"), mine(table, "Cem")) == before
    (said,) = [w for w in table.words() if w.startswith(("DU-88", "DU-89", "DU-90"))]
    assert all(part in said for part in ("Bea", "1", "Cem", "3"))
    assert pile(table) == ["torch-1"]


UP = "R1 R2 R3 R4 R5 R6 R7 R8 R9"
UP_BEA = "D1 D2 D3 D4 D5 D6 D7 D8 D9"
UP_CEM = "E1 E2 E3 E4 E5 E6 E7 E8 E9"


def test_du_91_with_one_such_mine_one_card_is_looked_at() -> None:
    """DU-R16: one pair alone; the Mine may be the mover's own or another's."""
    table = at("torch-1", UP, Bea=UP_BEA, Cem="## ## T8 T1 T2 T3 T4 T5 T6", ended=True)
    assert [a["look"] for a in of_kind(table, "torch")] == [[["Cem", 1]], [["Cem", 2]]]
    assert clause(table, torch(("Cem", 1), ("Cem", 2))) in {"DU-88", "DU-91"}
    table.act("Ana", torch(("Cem", 2)))
    table = at("torch-1", "## D8 T8 T1 T2 T3 T4 T5 T6", Bea="S1 S2 S3 S4 S5 S6 S7 S8 S9",
               Cem=UP_CEM, ended=True)  # fmt: skip
    assert [a["look"] for a in of_kind(table, "torch")] == [[["Ana", 1]]]


def test_du_91_with_none_it_is_not_playable() -> None:
    table = at("torch-1", UP, Bea=UP_BEA, Cem=UP_CEM, ended=True)
    assert "torch" not in kinds(table)
    assert clause(table, torch(("Cem", 1))) == "DU-91"
    assert table.legal(discard("torch-1"))


def test_du_r16_a_card_already_known_may_be_looked_at() -> None:
    table = at("torch-1 torch-2", Bea="(E8) ## ## ## ## ## ## ## ##")
    table.act("Ana", torch(("Bea", 1), ("Cem", 1)), torch(("Bea", 1), ("Cem", 1), n=2))
    assert pile(table) == ["torch-1", "torch-2"]
