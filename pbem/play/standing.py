"""Lists signed beforehand: what seats do when they are asked again (docs/protocol.md, Then)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbem.errors import Refused
from pbem.play import words
from pbem.play.examples import check_action
from pbem.script.requests import RESIGN, Action, Refusal

GAME_OVER = Refusal("game-over", "", "the game is over")


class Standing(NamedTuple):
    """What is left of a list.

    phase: of the decision that its move answered first; place: of the first action that is
    left, in the list as it was signed; entry: number of the entry that its move is in.
    """

    actions: tuple[Action, ...]
    phase: str
    place: int
    entry: int


class Listed(NamedTuple):
    """An action of a list that was played, or with which the rest of the list was dropped.

    why: the reason it was dropped; told: how many events of the entry came before.
    """

    seat: str
    entry: int
    place: int
    action: Action
    why: Refusal | None
    told: int


class Lists:
    """The lists that stand at a table, at most one of each seat."""

    def __init__(self) -> None:
        self._standing: dict[str, Standing] = {}
        self._told: list[Listed] = []

    def __bool__(self) -> bool:
        return bool(self._standing)

    def copy(self) -> Lists:
        """The same lists, of which nothing is told."""
        twin = Lists()
        twin._standing = dict(self._standing)
        return twin

    def of(self, seat: str) -> Standing | None:
        return self._standing.get(seat)

    def left(self) -> dict[str, list[Action]]:
        """The actions that are not played yet, by seat."""
        return {seat: list(s.actions) for seat, s in sorted(self._standing.items())}

    def add(self, seat: str, actions: Sequence[Action], phase: str, entry: int) -> None:
        self._standing[seat] = Standing(tuple(actions), phase, 0, entry)

    def use(self, seat: str, told: int) -> None:
        """The first action that is left is played."""
        first = self._take(seat, None, told)
        if len(first.actions) > 1:
            rest = first._replace(actions=first.actions[1:], place=first.place + 1)
            self._standing[seat] = rest

    def drop(self, seat: str, why: Refusal, told: int) -> None:
        """Nothing that is left will be played; a seat without a list is left alone."""
        if seat in self._standing:
            self._take(seat, why, told)

    def take_told(self) -> tuple[Listed, ...]:
        """What became of lists since the last call."""
        told, self._told = tuple(self._told), []
        return told

    def _take(self, seat: str, why: Refusal | None, told: int) -> Standing:
        standing = self._standing.pop(seat)
        action, entry = standing.actions[0], standing.entry
        self._told.append(Listed(seat, entry, standing.place, action, why, told))
        return standing


def told(listed: Listed, slug: str | None, where: str = "entry") -> str:
    """What became of an action signed beforehand, in words."""
    action = words.write(listed.action, slug)
    if listed.why is None:
        return f"{listed.seat}, by the list of {where} {listed.entry}: {action}"
    return (
        f"(the list of {listed.seat} of {where} {listed.entry} is dropped before action"
        f" {listed.place + 1}, {action}: {listed.why.message})"
    )


def check_actions(slug: str, move: Mapping[str, Any], at: str = "") -> None:
    """Is each action of a move one of the game's? Raises Refused("schema/...", "then/resign")."""
    for field in ("actions", "then"):
        for i, action in enumerate(move.get(field, ())):
            check_action(slug, action, f"{at}/{field}/{i}")
            if field == "then" and action["do"] == RESIGN["do"]:
                raise Refused(
                    "then/resign",
                    "a list signed beforehand may not resign",
                    at=f"{at}/then/{i}",
                    hint="resign when you are asked",
                )
