"""What the delivered bones are worth, and who wins (DD-63 to DD-70)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.games.dig_dogs.cards import COLOURS, VALUES, is_bowl
from pbem.games.dig_dogs.state import DogsState
from pbem.script.contract import Result

Delivered = Mapping[str, Sequence[Sequence[str]]]  # seat -> (bone, colour), ...


def worth(yard: Sequence[str | None]) -> dict[str, int]:
    """Points per bone of each colour: by rank of its Bowl, not by distance (DD-64)."""
    bowls = [card[1] for card in yard if card is not None and is_bowl(card)]
    return dict(zip(bowls, VALUES, strict=True))


def count(bones: Sequence[Sequence[str]]) -> dict[str, int]:
    """How many bones of each colour there are, colours in byte order."""
    colours = [colour for _, colour in bones]
    return {colour: colours.count(colour) for colour in COLOURS}


def standing(bones: Sequence[Sequence[str]], values: Mapping[str, int]) -> tuple[int, ...]:
    """Points, then how many bones worth 5, 4, 3, 2, 1: higher is better (DD-66 to DD-68)."""
    counts = count(bones)
    by_value = {value: counts[colour] for colour, value in values.items()}
    points = sum(value * number for value, number in by_value.items())
    return (points, *(by_value[value] for value in VALUES))


def standings(yard: Sequence[str | None], delivered: Delivered) -> dict[str, tuple[int, ...]]:
    values = worth(yard)
    return {seat: standing(bones, values) for seat, bones in delivered.items()}


def places(
    yard: Sequence[str | None], delivered: Delivered, resigned: Sequence[str]
) -> list[list[str]]:
    """Seats by place, shared places together (DD-69, DD-70, DD-R21).

    Seats that resigned share the last place: they cannot win (DD-R28, DD-R30).
    """
    by_standing: dict[tuple[int, ...], list[str]] = {}
    for seat, key in standings(yard, delivered).items():
        if seat not in resigned:
            by_standing.setdefault(key, []).append(seat)
    ranked = [by_standing[key] for key in sorted(by_standing, reverse=True)]
    return [*ranked, list(resigned)] if resigned else ranked


def result(state: DogsState) -> Result:
    """Winners in seat order, points, and what decided."""
    keys = standings(state.yard, state.delivered)
    scores = {seat: key[0] for seat, key in keys.items()}
    active = state.active()
    best = max(keys[seat] for seat in active)
    winners = tuple(seat for seat in active if keys[seat] == best)
    return Result(winners, scores, _why(state, keys, winners))


def _why(state: DogsState, keys: Mapping[str, tuple[int, ...]], winners: tuple[str, ...]) -> str:
    active = state.active()
    if len(active) == 1:
        return "all other seats have resigned (DD-R28)"
    best = keys[winners[0]]
    if len(winners) > 1:
        return f"{best[0]} points and equal in every value: a shared victory (DD-69)"
    tied = [seat for seat in active if keys[seat][0] == best[0] and seat != winners[0]]
    if not tied:
        return f"most points: {best[0]} (DD-66)"
    step = next(i for i in range(1, 6) if all(keys[s][: i + 1] < best[: i + 1] for s in tied))
    return f"tied at {best[0]} points, most bones worth {VALUES[step - 1]} (DD-68)"
