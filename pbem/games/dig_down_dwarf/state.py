"""All memory of a game, its public form, and the way back from that form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.errors import Refused
from pbem.games.dig_down_dwarf.gems import CURSITE, EXIST, GEMS, Pile, by_name, pile
from pbem.games.dig_down_dwarf.scoring import dwarf_card
from pbem.script.contract import BaseState, Facts


def empty() -> Pile:
    return [0, 0, 0, 0, 0]


@dataclass
class DwarfState(BaseState):
    """Piles are counts in the order of GEMS; sets of dice are masks, bit i for the deck's die i.

    Every gem is in the bag, on the table, which is everybody's, in a hoard, or out (DW-3, DW-8).

    Everything from `step` on belongs to the turn in progress and is as `start_turn`
    leaves it between turns. Dice in none of `locked`, `sixes`, `turned`, `wild` were
    rolled to 2 to 5.
    """

    seat: str = ""  # whose turn it is
    turn: int = 1
    bag: Pile = field(default_factory=empty)
    table: Pile = field(default_factory=empty)
    out: Pile = field(default_factory=empty)
    hoards: dict[str, Pile] = field(default_factory=dict)
    dwarfs: dict[str, str] = field(default_factory=dict)
    known: dict[str, int] = field(default_factory=dict)  # powers learned, 1 to 4
    closer: str | None = None  # who emptied the bag (DW-83)
    step: str = "start"  # start, roll (DW-16), draw (DW-71)
    faces: list[int] = field(default_factory=list)
    locked: int = 0  # rolled to 1 (DW-20)
    sixes: int = 0  # rolled to 6 (DW-23)
    turned: int = 0  # set by an Emerald (DW-50)
    wild: int = 0  # held aside (DW-67)
    favoured: int = 0  # the active dwarf's die (DW-55)
    used: bool = False  # a power was used on the six the favoured die shows
    rerolls_left: int = 2  # DW-108
    draws_due: int = 0
    powers_used: int = 0


def start_turn(state: DwarfState) -> None:
    """Forget the turn before; called at the end of each turn and for a new state.

    What others rolled gives the next seat nothing (DW-57, DW-R5).
    """
    state.step, state.faces = "start", []
    state.locked = state.sixes = state.turned = state.wild = 0
    state.used = False
    state.rerolls_left, state.draws_due, state.powers_used = 2, 0, 0
    dice = state.facts.deck["dice"]
    die = dwarf_card(state.facts.deck, state.dwarfs[state.seat])["die"]
    state.favoured = 1 << dice.index(die)


def open_six(state: DwarfState) -> bool:
    """A power may be used now (DW-56, DW-59, DW-60, DW-R3, DW-R4)."""
    if state.used or not state.sixes & state.favoured:
        return False
    return state.facts.options["power_limit"] == "per_six" or not state.powers_used


def public(state: DwarfState) -> dict[str, Any]:
    """The state as schemas/dig-down-dwarf.state.json describes it; a fresh object."""
    return {
        "seat": state.seat,
        "turn": state.turn,
        "step": state.step,
        "bag": by_name(state.bag),
        "table": by_name(state.table),
        "out": by_name(state.out),
        "hoards": {seat: by_name(hoard) for seat, hoard in state.hoards.items()},
        "dwarfs": dict(state.dwarfs),
        "known": dict(state.known),
        "dice": _dice(state),
        "rerolls_left": state.rerolls_left,
        "draws_due": state.draws_due,
        "powers_used": state.powers_used,
        "closer": state.closer,
        "resigned": list(state.resigned),
        "over": state.over,
    }


def _dice(state: DwarfState) -> dict[str, dict[str, Any]]:
    shown: dict[str, dict[str, Any]] = {}
    for i, (die, face) in enumerate(zip(state.facts.deck["dice"], state.faces, strict=False)):
        bit = 1 << i
        how = "wild" if state.wild & bit else "set" if state.turned & bit else "rolled"
        shown[die] = {"face": face, "how": how, "used": state.used and state.favoured == bit}
    return shown


def restore(facts: Facts, public: Mapping[str, Any]) -> DwarfState:
    """The state at a turn's start. Raises Refused("position/...")."""
    _check_form(facts, public)
    state = DwarfState(
        facts=facts,
        resigned=list(public["resigned"]),
        over=public["over"],
        seat=public["seat"],
        turn=public["turn"],
        bag=pile(public["bag"]),
        table=pile(public["table"]),
        out=pile(public["out"]),
        hoards={seat: pile(public["hoards"][seat]) for seat in facts.seats},
        dwarfs={seat: public["dwarfs"][seat] for seat in facts.seats},
        known={seat: public["known"][seat] for seat in facts.seats},
        closer=public["closer"],
    )
    _check_pieces(state)
    _check_end(state)
    start_turn(state)
    return state


def _no(code: str, message: str, at: str, hint: str = "") -> Refused:
    return Refused(f"position/{code}", message, at=at, hint=hint)


AT_START = {
    "step": "start",
    "dice": {},
    "rerolls_left": 2,
    "draws_due": 0,
    "powers_used": 0,
}


def _check_form(facts: Facts, public: Mapping[str, Any]) -> None:
    """Names and ranges; what the schema cannot say because it depends on the table."""
    wanted = {"seat", "turn", "bag", "table", "out", "hoards", "dwarfs", "known"}
    wanted |= {"closer", "resigned", "over", *AT_START}
    if set(public) != wanted:
        odd = sorted(set(public) ^ wanted)[0]
        raise _no("field", f"the field {odd} is missing or unknown", f"/{odd}")
    for name, value in AT_START.items():
        if public[name] != value:
            hint = "a position is given at the start of a turn; script the rolls that follow"
            raise _no("not-a-turn-start", f"{name} is not as at a turn's start", f"/{name}", hint)
    _check_count(public["turn"], 1, 10_000, "/turn")
    if not isinstance(public["over"], bool):
        raise _no("field", "over is true or false", "/over")
    for name in ("hoards", "dwarfs", "known"):
        if not isinstance(public[name], Mapping) or set(public[name]) != set(facts.seats):
            raise _no("seats", f"{name} has one entry for each seat", f"/{name}")
    _check_seats(facts, public)
    for place in ("bag", "table", "out"):
        _check_pile(public[place], f"/{place}")
    for seat in facts.seats:
        _check_pile(public["hoards"][seat], f"/hoards/{seat}")
        _check_count(public["known"][seat], 1, 4, f"/known/{seat}")  # DW-107


def _check_seats(facts: Facts, public: Mapping[str, Any]) -> None:
    if public["seat"] not in facts.seats:
        raise _no("seats", "no seat of this name", "/seat")
    if public["closer"] is not None and public["closer"] not in facts.seats:
        raise _no("seats", "no seat of this name", "/closer")
    resigned = public["resigned"]
    if not isinstance(resigned, list) or any(seat not in facts.seats for seat in resigned):
        raise _no("seats", "no seat of this name", "/resigned")
    if len(set(resigned)) != len(resigned):
        raise _no("seats", "a seat resigns once", "/resigned")
    if len(resigned) == len(facts.seats):
        raise _no("resigned", "the last seat that plays cannot resign: it has won", "/resigned")
    ids = [card["id"] for card in facts.deck["dwarfs"]]
    dwarfs = [public["dwarfs"][seat] for seat in facts.seats]
    if any(dwarf not in ids for dwarf in dwarfs) or len(set(dwarfs)) != len(dwarfs):
        raise _no("dwarfs", "each seat has a different dwarf of the deck (DW-4)", "/dwarfs")


def _check_pile(counts: Any, at: str) -> None:
    if not isinstance(counts, Mapping) or set(counts) != set(GEMS):
        raise _no("pile", "a pile counts all five types of gems", at)
    for gem in GEMS:
        _check_count(counts[gem], 0, EXIST[gem], f"{at}/{gem}")


def _check_count(value: Any, low: int, high: int, at: str) -> None:
    if type(value) is not int or not low <= value <= high:
        raise _no("count", f"a number from {low} to {high} is wanted here", at)


def _check_pieces(state: DwarfState) -> None:
    for i, gem in enumerate(GEMS):  # DW-105
        total = state.bag[i] + state.table[i] + state.out[i]
        total += sum(hoard[i] for hoard in state.hoards.values())
        if total != EXIST[gem]:
            hint = "change bag, table, out and hoards together"
            raise _no("pieces", f"{total} {gem} in all, but {EXIST[gem]} exist", "/bag", hint)
    if state.out[CURSITE]:  # DW-106
        raise _no("out", "Cursite cannot be spent, so none is out (DW-106)", "/out/cursite")


def _check_end(state: DwarfState) -> None:
    if (state.closer is None) == (not any(state.bag)):
        hint = "closer names who emptied the bag, and is null while a gem is in it"
        raise _no("closer", "bag and closer do not fit together (DW-82)", "/closer", hint)
    ended = state.seat == state.closer or len(state.active()) < 2  # DW-84, DW-R33
    if state.over != ended:
        raise _no("over", "over does not fit seat, closer and resigned (DW-84)", "/over")
