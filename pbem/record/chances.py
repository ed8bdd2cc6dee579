"""Statistics of the public draws of a table: how often each thing came, and how often it should.

A draw is held against what it was picked from. The things drawn and the things expected are added
up over all draws of a kind; so are the variances, which without replacement are smaller. What is
left is one number, chi-square, and how often fair draws reach it (docs/audit.md). It proves
nothing: a draw is judged by its links.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

ENOUGH = 5
"""A thing that is expected less often than this is counted with others (Cochran's rule)."""
SPREAD = 2.5
"""And so is one of less variance; that of an expected 5 with one half to hit is 2.5."""
OTHERS = "the others"
_COPY = r"(.*[^0-9-])-?[0-9]+\Z"
"""A kind and the number of a copy: `C2`, `torch-3`."""

Note = Mapping[str, Any]


class Drawing(NamedTuple):
    """One public draw: whose link called for it, what was asked (a note of `asked`), what came.

    seat: "" where every seat's link is in it, as at the start.
    """

    seat: str
    asked: Note
    result: Sequence[Any]


class Chance(NamedTuple):
    """chi_square; freedom: its degrees of freedom; probability: that fair draws are as uneven
    or more so; pooled: things that were too rare for that and are counted as one."""

    chi_square: float
    freedom: int
    probability: float
    pooled: tuple[str, ...] = ()


class Tally(NamedTuple):
    """Draws of one kind. seat: whose, None for all; number: of things drawn; things: name to
    (how often drawn, how often expected). chance: None where they are too few."""

    seat: str | None
    draws: int
    number: int
    things: dict[str, tuple[int, Fraction]]
    chance: Chance | None
    whole: bool  # each draw took all there was


class Family(NamedTuple):
    """A kind of draw. word: `roll` or `draw`; sides: of dice, else 0. The first tally is all."""

    word: str
    sides: int
    tallies: list[Tally]


def families(drawings: Sequence[Drawing], seats: Sequence[str] = ()) -> list[Family]:
    """The draws by kind, in the order of the first of each, and then by seat.

    Dice are of a kind by their sides; other draws where what they picked from hangs together.
    seats: names that stay what they are, whatever they end in.
    """
    kinds: dict[str, list[Drawing]] = {}
    roots = _joined(drawings)
    for drawing in drawings:
        kinds.setdefault(_kind(drawing.asked, roots), []).append(drawing)
    return [_family(_without_numbers(kind, seats)) for kind in kinds.values()]


def _kind(asked: Note, roots: Mapping[str, str]) -> str:
    if asked["ask"] == "roll":
        return f"roll {asked['sides']}"
    return f"draw of {roots[asked['items'][0]]}" if asked["items"] else "draw of nothing"


def _joined(drawings: Sequence[Drawing]) -> dict[str, str]:
    """For each thing, one that stands for all that lay in a pool with it, directly or through
    other pools."""
    above: dict[str, str] = {}

    def top(thing: str) -> str:
        while above[thing] != thing:
            thing = above[thing]
        return thing

    for drawing in drawings:
        pool = sorted(set(drawing.asked.get("items", ())))
        for thing in pool:
            above.setdefault(thing, thing)
            above[top(thing)] = top(pool[0])
    return {thing: top(thing) for thing in above}


def _without_numbers(drawings: list[Drawing], seats: Sequence[str]) -> list[Drawing]:
    """Cards that a number alone tells apart are one thing: each of them comes far too seldom to be
    counted. Not where some have no number, or where they would all be the same."""
    things = {thing for drawing in drawings for thing in drawing.asked.get("items", ())}
    kinds = {thing: found[1] for thing in things if (found := re.match(_COPY, thing))}
    if len(kinds) < len(things) or things & set(seats) or len({*kinds.values()}) < 2:
        return drawings
    return [
        Drawing(
            drawing.seat,
            {**drawing.asked, "items": [kinds[thing] for thing in drawing.asked["items"]]},
            [kinds[thing] for thing in drawing.result],
        )
        for drawing in drawings
    ]


def _family(drawings: Sequence[Drawing]) -> Family:
    first = drawings[0].asked
    seats = dict.fromkeys(d.seat for d in drawings)
    tallies = [tally(None, drawings)]
    if len(seats) > 1:
        tallies += [tally(s, [d for d in drawings if d.seat == s]) for s in seats]
    roll = first["ask"] == "roll"
    return Family("roll" if roll else "draw", first["sides"] if roll else 0, tallies)


def tally(seat: str | None, drawings: Sequence[Drawing]) -> Tally:
    """Draws of one kind added up."""
    came: Counter[str] = Counter()
    expected: dict[str, Fraction] = {}
    for drawing in drawings:
        came.update(str(thing) for thing in drawing.result)
        number, pool = _pool(drawing.asked)
        size = sum(pool.values())
        for thing, count in pool.items():
            expected[thing] = expected.get(thing, Fraction(0)) + Fraction(number * count, size)
    things = {t: (came[t], expected[t]) for t in sorted(expected, key=_rank)}
    number = sum(came.values())
    notes = [d.asked for d in drawings if d.asked["ask"] != "roll"]
    whole = bool(notes) and all(n == sum(pool.values()) for n, pool in map(_pool, notes))
    return Tally(seat, len(drawings), number, things, _chance(things, drawings), whole)


def _rank(thing: str) -> tuple[int, str]:
    return (int(thing), "") if thing.isdecimal() else (0, thing)


def _pool(asked: Note) -> tuple[int, Counter[str]]:
    """How many are drawn, and of what there is how much."""
    if asked["ask"] == "roll":
        return asked["number"], Counter(str(i + 1) for i in range(asked["sides"]))
    return asked["number"], Counter(asked["items"])


Spread = dict[tuple[str, str], float]


def _chance(
    things: Mapping[str, tuple[int, Fraction]], drawings: Sequence[Drawing]
) -> Chance | None:
    apart = _spread(things, drawings)
    group = _grouped({t: e for t, (_, e) in things.items()}, apart)
    names = list(dict.fromkeys(group.values()))
    if len(names) < 2:
        return None
    over = dict.fromkeys(names, 0.0)
    for thing, (came, expected) in things.items():
        over[group[thing]] += float(came - expected)
    spread = _merged(apart, group)
    value, freedom = _quadratic(
        [over[a] for a in names], [[spread[a, b] for b in names] for a in names]
    )
    pooled = tuple(t for t in things if group[t] == OTHERS)
    return Chance(value, freedom, tail(freedom, value), pooled) if freedom else None


def _grouped(expected: Mapping[str, Fraction], apart: Spread) -> dict[str, str]:
    """Thing to the name it is counted under: its own, or `the others` where it is too rare.

    What `the others` have must be enough too: as long as it is not, the rarest joins them.
    """
    alone = [t for t in expected if expected[t] >= ENOUGH and apart[t, t] >= SPREAD]
    while True:
        group = {t: t if t in alone else OTHERS for t in expected}
        rest = sum(e for t, e in expected.items() if t not in alone)
        if not alone or len(alone) == len(expected):
            return group
        if rest >= ENOUGH and _merged(apart, group)[OTHERS, OTHERS] >= SPREAD:
            return group
        alone.remove(min(alone, key=lambda t: expected[t]))


def _spread(things: Iterable[str], drawings: Sequence[Drawing]) -> Spread:
    """The covariances of the numbers drawn, added up: each draw is fair, given those before it.

    Of k drawn from m, of which c are a: k c/m (1 - c/m), and -k c/m d/m with the d of b; without
    replacement that is (m - k) / (m - 1) times as much.
    """
    names = list(things)
    total = {(a, b): 0.0 for a in names for b in names}
    for drawing in drawings:
        number, pool = _pool(drawing.asked)
        size = sum(pool.values())
        scale = float(number)
        if drawing.asked["ask"] != "roll":
            scale *= (size - number) / (size - 1) if size > 1 else 0
        for a, c in pool.items():
            total[a, a] += scale * c / size
            for b, d in pool.items():
                total[a, b] -= scale * c * d / size**2
    return total


def _merged(apart: Spread, group: Mapping[str, str]) -> Spread:
    """The covariances of groups of things."""
    total: Spread = {}
    for (a, b), value in apart.items():
        pair = group[a], group[b]
        total[pair] = total.get(pair, 0.0) + value
    return total


def _quadratic(over: list[float], spread: list[list[float]]) -> tuple[float, int]:
    """over · spread⁻¹ · over, and the rank of `spread`: what is bound to the rest (the numbers of
    a kind add up) is left out. Eliminates with the largest variance that is left."""
    left = set(range(len(over)))
    floor = 1e-9 * max(spread[i][i] for i in left)
    value, rank = 0.0, 0
    while left:
        i = max(sorted(left), key=lambda j: spread[j][j])
        if spread[i][i] <= floor:
            break
        left.remove(i)
        value += over[i] ** 2 / spread[i][i]
        rank += 1
        for j in left:
            factor = spread[j][i] / spread[i][i]
            over[j] -= factor * over[i]
            for k in left:
                spread[j][k] -= factor * spread[i][k]
    return value, rank


def tail(freedom: int, value: float) -> float:
    """The probability that chi-square with this freedom is `value` or more.

    That is Q(freedom/2, value/2), the upper incomplete gamma function: Q(1/2, z) = erfc(√z),
    Q(1, z) = e^-z, and Q(a+1, z) = Q(a, z) + z^a e^-z / Γ(a+1).
    """
    z = value / 2
    if z <= 0:
        return 1.0
    a, q = (0.5, math.erfc(math.sqrt(z))) if freedom % 2 else (1.0, math.exp(-z))
    while a < freedom / 2:
        q += math.exp(a * math.log(z) - z - math.lgamma(a + 1))
        a += 1
    return min(q, 1.0)


def meaning(tally: Tally) -> str:
    """What the numbers say, for a person. Never that somebody cheated: they cannot tell."""
    if tally.whole:
        return "all there was came, so that the order alone was chance"
    chance = tally.chance
    if chance is None:
        return "too few to say anything"
    often = how_often(chance.probability)
    if chance.probability >= 0.05:
        return f"nothing unusual: {often} as uneven or more so"
    if chance.probability >= 0.001:
        return f"uneven, as luck is now and then: {often} as uneven or more so"
    return f"rare: {often} as uneven or more so; that proves nothing"


def how_often(probability: float) -> str:
    """In whole numbers of fair tables, with the verb."""
    if probability >= 0.015:
        return f"{round(probability * 100)} of 100 fair tables are"
    if probability >= 1e-6:
        return f"1 of {round(1 / probability)} fair tables is"
    return "less than 1 of 1000000 fair tables is"
