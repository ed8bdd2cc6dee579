"""How many actions there are in positions counted by hand."""

from __future__ import annotations

from math import comb, factorial

import pytest

from tests.games.dig_up_adventure.tables import at, binoculars, discard, river, treasure
from tests.games.driver import of_kind

N8 = "R5 ## ## ## ## ## ## ## ##"


@pytest.mark.parametrize(
    ("hand", "count"),
    [
        ("bag-1", 36),
        ("bag-2 bag-4 E1", 72),
        ("E1", 0),
    ],
)
def test_bag(hand: str, count: int) -> None:
    """DU-52: 9 * 8 / 2 pairs with each Bag."""
    assert len(of_kind(at(hand, N8), "bag")) == count


@pytest.mark.parametrize(
    ("ana", "bea", "cem", "count"),
    [
        # 9 to give, 9 and 9 to take
        ("## " * 9, "## " * 9, "## " * 9, 162),
        # not R1 R2: 7; not S1 S2: 7; not T9: 8
        ("R1 R2 ## E4 ## S6 (R7) ## idol-1", "S1 S2 ## R4 ## T1 (S7) ## ##", "## " * 8 + "T9", 105),
        # 5 to give; Bea has nothing but open sapphires; Cem 9
        ("R1 R2 R3 R4 ## ## ## ## ##", "S1 S2 S3 S4 S5 S6 S7 S8 S9", "## " * 9, 45),
        # face-down ones of the forbidden colours are free: 9 * (9 + 9)
        (
            "(R1) (R2) (R3) (R4) (R5) (R6) (R7) (R8) (R9)",
            "(S1) (S2) (S3) (S4) (S5) (S6) (S7) (S8) (S9)",
            "(T1) (T2) (T3) (T4) (T5) (T6) (T7) (T8) (T9)",
            162,
        ),
        # nothing to give
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9", "## " * 9, "## " * 9, 0),
        # nothing to take
        ("## " * 9, "S1 S2 S3 S4 S5 S6 S7 S8 S9", "T1 T2 T3 T4 T5 T6 T7 T8 T9", 0),
        # one to give, one to take: R4 is not of Cem's colour
        (
            "R1 R2 R3 R4 (R5) R6 R7 R8 R9",
            "S1 S2 S3 S4 S5 S6 S7 S8 S9",
            "T1 T2 T3 D4 T5 T6 T7 T8 T9",
            1,
        ),
    ],
)
def test_bridge(ana: str, bea: str, cem: str, count: int) -> None:
    """DU-75 to DU-81, DU-R12: cards that may be given times cards that may be taken."""
    full = any("##" not in m and "(" not in m for m in (ana, bea, cem))
    table = at("bridge-1", ana, Bea=bea, Cem=cem, ended=full)
    assert len(of_kind(table, "bridge")) == count


def test_bridge_with_two_and_four_seats() -> None:
    assert len(of_kind(at("bridge-1", seats=2), "bridge")) == 81
    assert len(of_kind(at("bridge-1", seats=4), "bridge")) == 243
    assert len(of_kind(at("bridge-1 bridge-6", seats=4), "bridge")) == 486


@pytest.mark.parametrize(
    ("downs", "count"),
    [
        ((8, 8, 8), 192),
        ((9, 9, 9), 243),
        ((2, 0, 3), 6),
        ((1, 1, 1), 3),
        ((0, 4, 5), 20),
        ((0, 0, 4), 4),
        ((3, 0, 0), 3),
        ((0, 0, 0), 0),
        ((8, 8), 64),
        ((8, 8, 8, 8), 384),
        ((1, 2, 3, 4), 35),
    ],
)
def test_torch(downs: tuple[int, ...], count: int) -> None:
    """DU-88, DU-91: the sum of the products of two; with one such Mine its cards alone.

    (1, 2, 3, 4): 2 + 3 + 4 + 6 + 8 + 12 = 35.
    """
    up = ["R", "S", "T", "E"]
    mines = {
        seat: " ".join(["##"] * n + [f"{up[i]}{v}" for v in range(n + 1, 10)])
        for i, (seat, n) in enumerate(zip(("Ana", "Bea", "Cem", "Dan"), downs, strict=False))
    }
    table = at("torch-1", seats=len(downs), ended=0 in downs, **mines)
    assert len(of_kind(table, "torch")) == count


@pytest.mark.parametrize("cards", [1, 2, 3, 4, 5])
def test_treasure(cards: int) -> None:
    """DU-54, DU-55, DU-R21: which is kept, times the orders of the rest."""
    top = " ".join(f"T{n}" for n in range(1, cards + 1))
    table = at("treasure-1 E1", draw=top, rest="Bea", seats=2, out="AD").act("Ana", treasure())
    counts = {1: 1, 2: 2, 3: 6, 4: 24, 5: 120}
    assert counts[cards] == cards * factorial(cards - 1)
    if cards > 1:
        assert len(of_kind(table, "keep")) == counts[cards]


def test_treasure_of_a_deep_pile_is_five() -> None:
    assert len(of_kind(at("treasure-1 E1").act("Ana", treasure()), "keep")) == 120


@pytest.mark.parametrize(
    ("cards", "count"), [(0, 1), (1, 2), (2, 4), (3, 8), (4, 15), (5, 26), (6, 42), (7, 64)]
)
def test_discard(cards: int, count: int) -> None:
    """DU-92, DU-93: the sets that leave three or fewer.

    4: 16 - 1; 5: 32 - 1 - 5; 6: 20 + 15 + 6 + 1; 7: 35 + 21 + 7 + 1.
    """
    assert count == sum(comb(cards, kept) for kept in range(min(cards, 3) + 1))
    hand = " ".join(f"E{n}" for n in range(1, cards + 1))
    assert len(of_kind(at(hand), "discard")) == count


@pytest.mark.parametrize(
    ("hand", "pile", "count"),
    [
        ("pickaxe-1", "T7", 0),
        ("pickaxe-1 E1", "", 1),
        ("pickaxe-1 E1 S4", "T7 D2 bag-1", 8),
        ("pickaxe-1 pickaxe-2", "T7", 4),
        ("pickaxe-1 pickaxe-2 E1 S4", "T7 D2", 18),
    ],
)
def test_pickaxe(hand: str, pile: str, count: int) -> None:
    """DU-70 to DU-73: prices times the pile with the price in it; each Pickaxe can pay for
    another."""
    assert len(of_kind(at(hand, pile=pile), "pickaxe")) == count


@pytest.mark.parametrize(("downs", "count"), [(9, 9), (8, 8), (1, 1)])
def test_shovel(downs: int, count: int) -> None:
    cards = " ".join(["##"] * downs + [f"T{v}" for v in range(downs + 1, 10)])
    assert len(of_kind(at("shovel-1", cards), "shovel")) == count


def test_binoculars_and_trade() -> None:
    """DU-62 to DU-67: three hands to look at; then four cards times two."""
    hands = {"Bea": "T1 T2 T3 T4", "Cem": "S1", "Dan": "bag-1 bag-2"}
    table = at("binoculars-1 E1 E2", seats=4, hands=hands)
    assert len(of_kind(table, "binoculars")) == 3
    table.act("Ana", binoculars("Bea"))
    assert len(of_kind(table, "trade")) == 8
    assert len(table.menu()) == 8


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_river(seats: int) -> None:
    """DU-84: one card more than players, one fewer for each who has taken."""
    table = at("river-1", seats=seats).act("Ana", river())
    for left in range(seats + 1, 1, -1):
        assert table.pending is not None
        assert len(table.menu()) == left
        table.act(table.pending.seat, table.menu()[0])
    assert len(of_kind(table, "pick")) == 0


@pytest.mark.parametrize(
    ("hand", "mine", "count"),
    [
        ("R6", N8, 9),
        ("S2", N8, 1),
        ("idol-1", N8, 9),
        ("idol-1", "idol-2 ## ## ## ## ## ## ## ##", 0),
        ("idol-1", "(idol-2) ## ## ## ## ## ## ## ##", 9),
        ("skeleton-1", "skeleton-2 ## ## ## ## ## ## ## ##", 9),
    ],
)
def test_place(hand: str, mine: str, count: int) -> None:
    """DU-34, DU-35, DU-40, DU-42, DU-R7."""
    assert len(of_kind(at(hand, mine), "place")) == count


@pytest.mark.parametrize(
    ("hand", "count"),
    [
        ("", 1),
        # 9 + 1 + 9 places, 36 pairs, 15 discards
        ("R6 S2 bag-1 idol-1", 70),
        # 1 + 1 plays, 4 discards
        ("dynamite-1 river-1", 6),
        # 2 seats to look at; 1 Treasure; 4 discards
        ("binoculars-1 treasure-1", 7),
        # Shovel 8, Torch 8 * 9 + 8 * 9 + 9 * 9, 4 discards
        ("shovel-1 torch-1", 8 + 225 + 4),
    ],
)
def test_a_whole_menu(hand: str, count: int) -> None:
    """Ana's Mine has eight face-down cards, the others nine."""
    table = at(hand, N8)
    assert len(table.menu()) == count
    assert table.legal(discard(*hand.split()))


def test_the_public_menu_of_an_unknown_hand() -> None:
    """Those who do not see the hand see no more than the discard of nothing; of a card that
    everybody knows also what can be done with it."""
    table = at("R6 bag-1", N8)
    assert table.pending is not None
    assert table.pending.menu({}) == [discard()]
    table = at("R6! bag-1", N8)
    assert table.pending is not None
    assert [a["at"] for a in table.pending.menu({}) if a["do"] == "place"] == [*range(1, 10)]
    assert not [a for a in table.pending.menu({}) if a["do"] == "bag"]
