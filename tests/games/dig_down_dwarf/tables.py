"""Positions for the tests of Dig Down Dwarf.

Default seats and dwarfs: Ann Bombarnok (green), Ben Skarnvild (blue), Cid Ottgrim
(black), Dora Hulvar (red). Dice in rolls stand as red, blue, green, black.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.dig_down_dwarf import GAME
from pbem.script.contract import Result
from tests.games.driver import Outcome, Table

NAMES = ("Ann", "Ben", "Cid", "Dora")
DWARFS = ("bombarnok", "skarnvild", "ottgrim", "hulvar")
EXIST = {"diamond": 1, "emerald": 4, "sapphire": 8, "amethyst": 14, "cursite": 10}
COLLECT = {"do": "collect"}
STOP = {"do": "stop"}
DRAW = {"do": "draw"}
WILD = {"do": "power", "power": "wild"}
USE_DRAW = {"do": "power", "power": "draw"}
RESIGN = {"do": "resign"}

Counts = Mapping[str, int]


def gems(**counts: int) -> dict[str, int]:
    """All five counts; those not named are 0."""
    return {gem: counts.get(gem, 0) for gem in EXIST}


def reroll(*dice: str) -> dict[str, Any]:
    return {"do": "reroll", "dice": list(dice)}


def amethyst(*dice: str) -> dict[str, Any]:
    return {"do": "spend", "gem": "amethyst", "dice": list(dice)}


def sapphire(*dice: str) -> dict[str, Any]:
    return {"do": "spend", "gem": "sapphire", "dice": list(dice)}


def emerald(**faces: int) -> dict[str, Any]:
    return {"do": "spend", "gem": "emerald", "set": faces}


def diamond(take: str) -> dict[str, Any]:
    return {"do": "spend", "gem": "diamond", "take": take}


def raid(take: str) -> dict[str, Any]:
    return {"do": "power", "power": "raid", "take": take}


def swap(give: str, seat: str, take: str) -> dict[str, Any]:
    return {"do": "power", "power": "swap", "give": give, "seat": seat, "take": take}


def new(players: int = 3, **options: Any) -> Table:
    """A new table: the first turn's gems are 2 of the 31 in the bag, seeded throughout."""
    return Table(GAME, NAMES[:players], options=options, seed=1)


def rolled(
    *faces: int,
    table: Counts | None = None,
    hoards: Mapping[str, Counts] | None = None,
    bag: Counts | None = None,
    out: Counts | None = None,
    players: int = 3,
    seat: str = "Ann",
    known: Mapping[str, int] | None = None,
    closer: str | None = None,
    then: Sequence[Outcome] = (),
    settle: bool = True,
    **options: Any,
) -> Table:
    """`seat` has just rolled `faces`; the rest of the game is seeded after `then`.

    Without `bag` all gems not named are in it, and the last two gems of `table` come
    in step 1. With `bag` (what is in it before step 1, which the caller scripts in
    `then`, before the roll) missing gems are out, and missing Cursite lies with the
    last seat.
    """
    seats = NAMES[:players]
    lying = dict(gems(**(table if table is not None else {"sapphire": 1, "amethyst": 1})))
    held = {name: gems(**(hoards or {}).get(name, {})) for name in seats}
    drawn: list[str] = []
    gone = gems(**(out or {}))
    if bag is None:
        drawn = [gem for gem, n in lying.items() for _ in range(n)][-2:]
        assert len(drawn) == 2, "name a table of two gems or more, or a bag"
        for gem in drawn:
            lying[gem] -= 1
        inside = _rest(lying, gone, held)
    else:
        inside = gems(**bag)
        rest = _rest(lying, inside, gone, held)
        held[seats[-1]]["cursite"] += rest.pop("cursite")
        gone = {gem: gone[gem] + rest.get(gem, 0) for gem in EXIST}
    first = [{"draw": drawn}] if drawn else []
    throw = [{"roll": list(faces)}] if faces else []
    position = {
        "seat": seat,
        "table": lying,
        "bag": inside,
        "out": gone,
        "hoards": held,
        "closer": closer,
        "dwarfs": dict(zip(seats, DWARFS, strict=False)),
        "known": {name: (known or {}).get(name, 1) for name in seats},
    }
    return Table(
        GAME,
        seats,
        options=options,
        position=position,
        outcomes=[*first, *throw, *then],
        seed=7,
        settle=settle,
    )


def last_round(*faces: int, closer: str, **wanted: Any) -> Table:
    """As `rolled`, with an empty bag: no gems are drawn (DW-85)."""
    return rolled(*faces, bag={}, closer=closer, **wanted)


def _rest(*places: Any) -> dict[str, int]:
    left = dict(EXIST)
    for place in places:
        for counts in place.values() if "Ann" in place else [place]:
            for gem, n in counts.items():
                left[gem] -= n
    assert min(left.values()) >= 0, f"more gems than exist: {left}"
    return left


def hoard(table: Table, seat: str) -> dict[str, int]:
    """What the seat holds, zeros left out."""
    held: dict[str, int] = table.public()["hoards"][seat]
    return {gem: n for gem, n in held.items() if n}


def place(table: Table, name: str) -> dict[str, int]:
    counts: dict[str, int] = table.public()[name]
    return {gem: n for gem, n in counts.items() if n}


def final(
    hoards: Mapping[str, Counts], *, players: int = 3, resigned: Sequence[str] = (), **options: Any
) -> Result:
    """The result of a finished game with these hoards; what is missing is out or, Cursite,
    on the table."""
    seats = NAMES[:players]
    held = {name: gems(**hoards.get(name, {})) for name in seats}
    rest = _rest(held)
    position = {
        "seat": "Ann",
        "closer": "Ann",
        "over": True,
        "bag": gems(),
        "table": gems(cursite=rest.pop("cursite")),
        "out": gems(**rest),
        "hoards": held,
        "dwarfs": dict(zip(seats, DWARFS, strict=False)),
        "resigned": list(resigned),
    }
    table = Table(GAME, seats, options=options, position=position)
    return GAME.result(table.state)
