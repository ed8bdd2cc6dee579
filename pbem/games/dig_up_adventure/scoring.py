"""What a Mine is worth, who wins, and how a solo game went (DU-108 to DU-119, DU-133)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.games.dig_up_adventure.cards import IDOLS, MINE, STONE_FACES, VALUE
from pbem.games.dig_up_adventure.state import AdventureState, SoloState
from pbem.script.contract import Result

Mine = Sequence[str | None]
"""Nine faces, position 1 first; None for a card that is face down."""

OWN_RIGHT, OWN_WRONG, OTHER_RIGHT, OTHER_WRONG = 3, 2, 1, 0  # DU-109 to DU-112
IDOL = 2  # DU-113
SOLO_STONES = 36


def points(face: str | None, at: int, color: str) -> int:
    """What a card at position `at` is worth to who collects `color`; face down nothing yet."""
    if face in IDOLS:
        return IDOL
    if face not in STONE_FACES:  # DU-114: a Skeleton
        return 0
    right = VALUE[face] == at
    if face[0] == color:
        return OWN_RIGHT if right else OWN_WRONG
    return OTHER_RIGHT if right else OTHER_WRONG


def score(mine: Mine, color: str) -> int:
    """The sum over the cards that are face up (DU-115)."""
    return sum(points(face, at, color) for at, face in enumerate(mine, 1))


def longest(mine: Mine, color: str, rule: str) -> int:
    """The longest ordered series of own-colour stones, by the option tie_rule (DU-118, DU-R24)."""
    best = length = 0
    before: int | None = None
    for at, face in enumerate(mine, 1):
        value = VALUE[face] if face in STONE_FACES and face[0] == color else None
        if rule == "placed" and value != at:
            value = None
        if value is None:
            length = 0
        elif before is not None and (rule == "adjacent" or value == before + 1):
            length += 1
        else:
            length = 1
        before = value
        best = max(best, length)
    return best


def faces(state: AdventureState, seat: str) -> list[str | None]:
    return [card.face for card in state.mines.get(seat, ())]


def scores(state: AdventureState) -> dict[str, int]:
    """Points by seat, of what is face up; hands do not count (DU-115)."""
    return {s: score(faces(state, s), state.colors.get(s, "")) for s in state.facts.seats}


def result(state: AdventureState) -> Result:
    """Winners in seat order. A seat that has resigned cannot win (DU-R34)."""
    if state.solo is not None:
        return solo_result(state, state.solo)
    by_seat = scores(state)
    active = state.active()
    if len(active) == 1:
        return Result((active[0],), by_seat, "all other seats have resigned (DU-R34)")
    top = max(by_seat[seat] for seat in active)
    first = [seat for seat in active if by_seat[seat] == top]  # DU-116
    if len(first) == 1:
        return Result((first[0],), by_seat, f"most points: {top} (DU-116)")
    rule: str = state.facts.options["tie_rule"]
    runs = {seat: longest(faces(state, seat), state.colors.get(seat, ""), rule) for seat in first}
    return _tied(by_seat, first, runs, top)


def _tied(
    by_seat: Mapping[str, int], first: Sequence[str], runs: Mapping[str, int], top: int
) -> Result:
    """Among those with most points the longest series; else shared (DU-117, DU-119, DU-R25)."""
    best = max(runs.values())
    winners = tuple(seat for seat in first if runs[seat] == best)
    if len(winners) == 1:
        why = f"tied at {top} points, longest series of own stones: {best} (DU-117)"
    else:
        why = f"{top} points and a series of {best} each: a shared win (DU-119)"
    return Result(winners, by_seat, why)


def solo_result(state: AdventureState, solo: SoloState) -> Result:
    """The stones placed are the score; a lost game has no winner (DU-133)."""
    stones, finished, found = placed(solo), mines_finished(solo), len(solo.skeletons)
    won = stones == SOLO_STONES
    seat = state.turn
    told = f"{stones} stones placed, {finished} Mines finished, {found} Skeletons found (DU-133)"
    word = "won" if won else "resigned" if state.resigned else "lost"
    return Result((seat,) if won else (), {seat: stones}, f"{word}: {told}")


def placed(solo: SoloState) -> int:
    return sum(len(values) for values in solo.placed.values())


def mines_finished(solo: SoloState) -> int:
    """A Mine is finished when its nine stones lie face up in their places (DU-R29)."""
    return sum(len(values) == MINE for values in solo.placed.values())
