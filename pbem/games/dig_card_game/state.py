"""The table in the middle of a game, and its public form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.games.dig_card_game.cards import LEVELS
from pbem.script.contract import BaseState, Facts

UNDUG, OPEN, GONE = "undug", "open", "gone"
"""A Level in hand; in play; collapsed (DC-58, DC-100)."""


@dataclass
class Mine:
    """One player's mine.

    dwarves, tools: ids in hand that all have seen, in order of arrival. hidden: tokens of
    Tools dealt face down and not shown yet (DC-R4). gems: ids in hand, in order of arrival
    (DC-R6). levels: Level -> undug, open or gone. pieces: Level in play -> ids of what lies
    there, in order of arrival.
    """

    gold: int = 0
    dwarves: list[str] = field(default_factory=list)
    tools: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    gems: list[str] = field(default_factory=list)
    levels: dict[int, str] = field(default_factory=lambda: dict.fromkeys(LEVELS, UNDUG))
    pieces: dict[int, list[str]] = field(default_factory=dict)

    def in_play(self) -> list[int]:
        """Levels whose Tunnel is in play, ascending."""
        return [level for level in LEVELS if self.levels[level] == OPEN]

    def place_of(self, piece: str) -> int | None:
        """The Level where a piece lies; None for one in hand, or not owned."""
        return next((level for level, there in self.pieces.items() if piece in there), None)


@dataclass
class MineState(BaseState):
    """The whole table.

    phase: buy, dig, mine or sell. turn: the seat that acts. first: Player One of the day.
    out: seats that take no more turns in this Buy Phase, in order (DC-45, DC-R9). passed:
    with `pass_rule: turn` the seats that have passed since the last purchase, in order.

    prices: id of today's Provision card. provisions: ids of those not used yet, the four set
    aside among them: nobody knows which (DC-13). dwarves, tools: the face-up supply, in order
    of arrival. dwarf_deck: ids, as a set. tool_tokens: tokens of the Tools still face down in
    the first batch, the top first; tool_deck, mine_deck: batches of ids, the next one first,
    of each the contents known and the order not (DC-R20); with open Tools, tool_tokens is
    empty and the first batch is tool_deck[0]. sold, exhausted: beside the Mine deck until the
    Day ends (DC-111, DC-99). gone: ids that have left the game, in order.

    moved, dug, mined: pieces with that mark today, in order (DC-R14). night_sold,
    night_bought: kinds of Tools dealt with in this Sell turn (DC-R25). made: tokens named.
    asked: who has decided last; no part of the public form, since it matters within one list of
    actions alone (DC-R36).
    """

    day: int = 1
    phase: str = "buy"
    turn: str = ""
    first: str = ""
    out: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    prices: str | None = None
    provisions: list[str] = field(default_factory=list)
    dwarves: list[str] = field(default_factory=list)
    tools: list[str] = field(default_factory=list)
    dwarf_deck: list[str] = field(default_factory=list)
    tool_tokens: list[str] = field(default_factory=list)
    tool_deck: list[list[str]] = field(default_factory=list)
    mine_deck: list[list[str]] = field(default_factory=list)
    sold: list[str] = field(default_factory=list)
    exhausted: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    mines: dict[str, Mine] = field(default_factory=dict)
    moved: list[str] = field(default_factory=list)
    dug: list[str] = field(default_factory=list)
    mined: list[str] = field(default_factory=list)
    night_sold: list[str] = field(default_factory=list)
    night_bought: list[str] = field(default_factory=list)
    made: int = 0
    asked: str = ""

    def fresh(self, count: int) -> list[str]:
        """Names for `count` new tokens."""
        first = self.made + 1
        self.made += count
        return [f"t{n}" for n in range(first, first + count)]

    def circle(self, seat: str) -> list[str]:
        """All seats clockwise, beginning with `seat` (DC-22)."""
        return [seat, *self.others(seat)]


def public_form(state: MineState) -> dict[str, Any]:
    """The public state, a fresh object; described by schemas/dig-card-game.state.json."""
    return {
        "day": state.day,
        "phase": state.phase,
        "turn": state.turn,
        "first": state.first,
        "out": list(state.out),
        "passed": list(state.passed),
        "prices": state.prices,
        "provisions": list(state.provisions),
        "dwarves": list(state.dwarves),
        "tools": list(state.tools),
        "dwarf_deck": list(state.dwarf_deck),
        "tool_tokens": list(state.tool_tokens),
        "tool_deck": [list(batch) for batch in state.tool_deck],
        "mine_deck": [list(batch) for batch in state.mine_deck],
        "sold": list(state.sold),
        "exhausted": list(state.exhausted),
        "gone": list(state.gone),
        "mines": {seat: _mine_form(mine) for seat, mine in state.mines.items()},
        "moved": list(state.moved),
        "dug": list(state.dug),
        "mined": list(state.mined),
        "night_sold": list(state.night_sold),
        "night_bought": list(state.night_bought),
        "made": state.made,
        "resigned": list(state.resigned),
        "over": state.over,
    }


def _mine_form(mine: Mine) -> dict[str, Any]:
    return {
        "gold": mine.gold,
        "dwarves": list(mine.dwarves),
        "tools": list(mine.tools),
        "hidden": list(mine.hidden),
        "gems": list(mine.gems),
        "levels": {str(level): mine.levels[level] for level in LEVELS},
        "pieces": {str(level): list(there) for level, there in mine.pieces.items()},
    }


PLAIN = ("day", "phase", "turn", "first", "prices", "made", "over")
LISTS = (
    *("out", "passed", "provisions", "dwarves", "tools", "dwarf_deck", "tool_tokens", "sold"),
    *("exhausted", "gone", "moved", "dug", "mined", "night_sold", "night_bought", "resigned"),
)


def from_public(facts: Facts, public: Mapping[str, Any]) -> MineState:
    """The state that a public form at a turn's start describes; nothing is checked here."""
    fields: dict[str, Any] = {name: list(public[name]) for name in LISTS}
    fields |= {name: public[name] for name in PLAIN}
    return MineState(
        facts,
        **fields,
        tool_deck=[list(batch) for batch in public["tool_deck"]],
        mine_deck=[list(batch) for batch in public["mine_deck"]],
        mines={s: _mine(public["mines"][s]) for s in facts.seats if s in public["mines"]},
    )


def _mine(public: Mapping[str, Any]) -> Mine:
    return Mine(
        gold=public["gold"],
        dwarves=list(public["dwarves"]),
        tools=list(public["tools"]),
        hidden=list(public["hidden"]),
        gems=list(public["gems"]),
        levels={level: public["levels"][str(level)] for level in LEVELS},
        pieces={
            level: list(public["pieces"][str(level)])
            for level in LEVELS
            if str(level) in public["pieces"]
        },
    )
