"""Statistics of draws. Expected values are worked out by hand, or stand in printed tables.

Tables: critical values of chi-square as every textbook has them (for instance the NIST/SEMATECH
handbook, 1.3.6.7.4), rounded there to three places.
"""

from __future__ import annotations

from fractions import Fraction
from math import exp

import pytest

from pbem.record import chances
from pbem.record.chances import Chance, Drawing, Tally, families, meaning, tail, tally


def rolled(seat: str, *faces: int, sides: int = 6) -> Drawing:
    return Drawing(seat, {"ask": "roll", "number": len(faces), "sides": sides}, faces)


def picked(seat: str, pool: str, came: str, ask: str = "draw") -> Drawing:
    """Things are letters."""
    return Drawing(seat, {"ask": ask, "number": len(came), "items": list(pool)}, list(came))


@pytest.mark.parametrize(
    ("freedom", "value", "probability"),
    [
        (1, 3.841, 0.05),
        (1, 6.635, 0.01),
        (1, 10.828, 0.001),
        (2, 5.991, 0.05),
        (3, 7.815, 0.05),
        (4, 1.064, 0.9),
        (5, 11.070, 0.05),
        (5, 15.086, 0.01),
        (9, 16.919, 0.05),
        (10, 18.307, 0.05),
        (10, 29.588, 0.001),
        (25, 37.652, 0.05),
        (30, 20.599, 0.9),
        (100, 124.342, 0.05),
    ],
)
def test_tail_is_what_the_tables_have(freedom: int, value: float, probability: float) -> None:
    """A last place of 0.0005 moves the probability by less than 1 in 1000 of itself."""
    assert tail(freedom, value) == pytest.approx(probability, rel=2e-3)


def test_tail_where_it_can_be_written_down() -> None:
    """Q(1, z) = e^-z; Q(2, z) = e^-z (1 + z); Q(3, z) = e^-z (1 + z + z²/2). Here z is 3."""
    assert tail(2, 6.0) == pytest.approx(exp(-3))
    assert tail(4, 6.0) == pytest.approx(4 * exp(-3))
    assert tail(6, 6.0) == pytest.approx(8.5 * exp(-3))
    assert tail(7, 0.0) == 1.0
    assert 0.0 <= tail(3, 5000.0) < 1e-300


def test_sixty_throws_of_a_die() -> None:
    """5, 8, 9, 8, 10, 20 where 10 are expected of each: (25+4+1+4+0+100)/10 = 13.4, and of five
    degrees 11.070 is 5 of 100 and 15.086 is 1 of 100."""
    counts = [5, 8, 9, 8, 10, 20]
    throws = [face + 1 for face, n in enumerate(counts) for _ in range(n)]
    found = tally(None, [rolled("ann", *throws[:35]), rolled("bob", *throws[35:])])
    assert (found.draws, found.number) == (2, 60)
    assert found.things["6"] == (20, Fraction(10))
    assert found.chance is not None
    assert found.chance.chi_square == pytest.approx(13.4)
    assert found.chance.freedom == 5
    assert found.chance.pooled == ()
    assert 0.01 < found.chance.probability < 0.05


def test_what_is_expected_follows_the_pool() -> None:
    """From AAAB, AAB and AB, one each: A 3/4 + 2/3 + 1/2 = 23/12, B 1/4 + 1/3 + 1/2 = 13/12."""
    found = tally(None, [picked("", "AAAB", "A"), picked("", "AAB", "A"), picked("", "AB", "B")])
    assert found.things == {"A": (2, Fraction(23, 12)), "B": (1, Fraction(13, 12))}
    assert found.chance is None
    assert meaning(found) == "too few to say anything"


def test_two_of_a_pool_at_once_vary_less() -> None:
    """Ten times 4 of AAAABBBB: 20 A expected. The variance of the A in one draw is
    4 · 1/2 · 1/2 · (8-4)/(8-1) = 4/7, so of ten 40/7. With 24 A: 4² / (40/7) = 2.8; one degree."""
    draws = [picked("ann", "AAAABBBB", "AAAB")] * 4 + [picked("ann", "AAAABBBB", "AABB")] * 6
    found = tally("ann", draws)
    assert found.things["A"] == (24, Fraction(20))
    assert found.chance is not None
    assert found.chance.chi_square == pytest.approx(2.8)
    assert found.chance.freedom == 1


def test_single_draws_are_the_textbook_sum() -> None:
    """Twenty times 1 of ABCD, drawn 8, 2, 6, 4 where 5 are expected: (9+9+1+1)/5 = 4."""
    came = "A" * 8 + "B" * 2 + "C" * 6 + "D" * 4
    found = tally(None, [picked("", "ABCD", c) for c in came])
    assert found.chance is not None
    assert found.chance.chi_square == pytest.approx(4.0)
    assert found.chance.freedom == 3


def test_pools_that_change() -> None:
    """Ten times of AB, then ten times of AC; A came 4 and then 8. A is expected 10 times and came
    12; B is expected 5 and came 6; C 5 and came 2. The two halves are independent, each with a
    variance of 10/4: (4-5)²/2.5 + (8-5)²/2.5 = 0.4 + 3.6 = 4, two degrees."""
    draws = [picked("", "AB", c) for c in "A" * 4 + "B" * 6]
    draws += [picked("", "AC", c) for c in "A" * 8 + "C" * 2]
    found = tally(None, draws)
    assert found.chance is not None
    assert found.chance.chi_square == pytest.approx(4.0)
    assert found.chance.freedom == 2


def test_rare_things_are_counted_together() -> None:
    """Twenty times 1 of AAAAAABCDE: A is expected 12 times, each other 2 times and so all four
    together 8. With 15 A: 3²/12 + 3²/8 = 0.75 + 1.125 = 1.875, one degree."""
    came = "A" * 15 + "BBCDE"
    found = tally(None, [picked("", "AAAAAABCDE", c) for c in came])
    assert found.chance is not None
    assert found.chance.chi_square == pytest.approx(1.875)
    assert found.chance.freedom == 1
    assert found.chance.pooled == ("B", "C", "D", "E")


def test_a_rest_that_is_too_small_takes_in_the_rarest() -> None:
    """Twenty times 1 of AAAAABBBBC: A 10, B 8, C 2. C alone is too rare, and joins B: with 12 A,
    7 B, 1 C it is 2²/10 + 2²/10 = 0.8, one degree."""
    found = tally(None, [picked("", "AAAAABBBBC", c) for c in "A" * 12 + "B" * 7 + "C"])
    assert found.chance is not None
    assert found.chance.chi_square == pytest.approx(0.8)
    assert found.chance.freedom == 1
    assert found.chance.pooled == ("B", "C")


def test_an_order_of_all_says_nothing() -> None:
    found = tally(None, [picked("", "ABC", "CAB", ask="order")] * 10)
    assert found.things["A"] == (10, Fraction(10))
    assert found.chance is None
    assert meaning(found) == "all there was came, so that the order alone was chance"


def test_kinds_and_seats() -> None:
    """Pools that share a thing, if only through a third, are one kind; dice go by their sides."""
    found = families(
        [
            picked("", "XY", "X"),
            picked("ann", "AB", "A"),
            picked("bob", "CD", "C"),
            rolled("ann", 3),
            picked("bob", "BC", "B"),
            rolled("ann", 4, sides=4),
            rolled("bob", 2),
        ]
    )
    assert [(f.word, f.sides) for f in found] == [
        ("draw", 0),
        ("draw", 0),
        ("roll", 6),
        ("roll", 4),
    ]
    assert [list(f.tallies[0].things) for f in found[:2]] == [["X", "Y"], ["A", "B", "C", "D"]]
    assert [[t.seat for t in f.tallies] for f in found] == [
        [None],
        [None, "ann", "bob"],
        [None, "ann", "bob"],
        [None],
    ]
    assert [t.number for t in found[1].tallies] == [3, 1, 2]


def numbered(seat: str, pool: str, came: str) -> Drawing:
    """Things are words."""
    things = pool.split()
    return Drawing(seat, {"ask": "draw", "number": 1, "items": things}, [came])


def test_cards_that_a_number_alone_tells_apart_are_one_thing() -> None:
    """Twenty times 1 of A1 to A5 and B1 to B5: each is expected twice, an A 10 times. With 12 A
    and 8 B it is (4 + 4)/10 = 0.8, one degree."""
    pool = "A1 A2 A3 A4 A5 B1 B2 B3 B4 B5"
    draws = [numbered(s, pool, f"A{n}") for s in ("ann", "bob") for n in (1, 1, 2, 3, 4, 5)]
    draws += [numbered("bob", pool, f"B{n}") for n in (1, 2, 3, 5, 5, 5, 5, 5)]
    (found,) = families(draws)
    whole, ann, bob = found.tallies
    assert whole.things == {"A": (12, Fraction(10)), "B": (8, Fraction(10))}
    assert whole.chance is not None
    assert whole.chance.chi_square == pytest.approx(0.8)
    assert whole.chance.freedom == 1
    assert ann.things == {"A": (6, Fraction(3)), "B": (0, Fraction(3))}
    assert bob.things == {"A": (6, Fraction(7)), "B": (8, Fraction(7))}


@pytest.mark.parametrize(
    ("pool", "things"),
    [
        ("C2 X1 C1 R10", ["C", "R", "X"]),
        ("idol-1 idol-2 R6", ["R", "idol"]),
        ("PV1 PV2 PV10", ["PV1", "PV10", "PV2"]),  # else all would be the same
        ("elf superbacker superbacker_2", ["elf", "superbacker", "superbacker_2"]),
        ("1 2 3 B4", ["1", "2", "3", "B4"]),  # a number alone is no copy of anything
        ("p1 p2 q1", ["p1", "p2", "q1"]),  # seats
    ],
)
def test_which_numbers_are_left_off(pool: str, things: list[str]) -> None:
    (found,) = families([numbered("", pool, pool.split()[0])], ("p1", "p2", "q1"))
    assert sorted(found.tallies[0].things) == things


def test_faces_of_a_die_stand_in_their_order() -> None:
    found = tally(None, [rolled("ann", 12, 2, 10, sides=12)])
    assert list(found.things) == [str(n) for n in range(1, 13)]


@pytest.mark.parametrize(
    ("probability", "words"),
    [
        (1.0, "nothing unusual: 100 of 100 fair tables are as uneven or more so"),
        (0.05, "nothing unusual: 5 of 100 fair tables are as uneven or more so"),
        (0.02, "uneven, as luck is now and then: 2 of 100 fair tables are as uneven or more so"),
        (0.004, "uneven, as luck is now and then: 1 of 250 fair tables is as uneven or more so"),
        (0.0005, "rare: 1 of 2000 fair tables is as uneven or more so; that proves nothing"),
        (1e-9, "rare: less than 1 of 1000000 fair tables is as uneven or more so; that proves"),
    ],
)
def test_the_words_never_accuse(probability: float, words: str) -> None:
    found = Tally(None, 1, 1, {}, Chance(9.9, 5, probability), False)
    assert meaning(found).startswith(words)
    assert meaning(found).endswith("nothing") == (probability < 0.001)


def test_the_rule_of_five() -> None:
    """Thirty throws of a die are expected 5 times each; 29 are not enough for any face."""
    thirty = tally(None, [rolled("", *([1, 2, 3, 4, 5, 6] * 5))])
    assert thirty.chance == Chance(0.0, 5, 1.0)
    fewer = tally(None, [rolled("", *([1, 2, 3, 4, 5, 6] * 5)[:29])])
    assert fewer.chance is None
    assert chances.ENOUGH == 5
