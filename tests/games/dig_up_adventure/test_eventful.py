"""One table of four through files in which everything that is hard to carry by mail happens:
Dynamite over a reshuffle, two Rivers in one turn, and an end that is triggered in another
player's Mine. The four play together towards it, each by what their own record shows."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pbem.play.views import view
from pbem.record import desk
from pbem.record.knowledge import open_looks
from pbem.record.record import load
from pbem.record.table import Step, Table
from pbem.script.contract import View
from tests.games.dig_up_adventure.test_files import ARBITER, FOUR, OPTIONS, SLUG, Mail, closed

LAST = "bea"  # whose Mine is to be completed by somebody else
Action = dict[str, Any]


@pytest.fixture
def same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nonces that are the same in every run: the deal is, and so is the game."""
    numbers = count()

    def token_bytes(length: int) -> bytes:
        return sha256(f"eventful {next(numbers)}".encode()).digest()[:length]

    monkeypatch.setattr(desk.secrets, "token_bytes", token_bytes)


def kind(card: str) -> str:
    return card.partition("-")[0]


def played(step: Step) -> list[str]:
    """The kinds of Adventure card played in an entry (DU-47)."""
    return [kind(e.args["card"]) for e in step.events if e.clause == "DU-47"]


def river_turns(table: Table) -> list[tuple[int, str]]:
    """For each River its round and who played it."""
    found, round_ = [], 1
    for step in table.steps:
        for event in step.events:
            round_ = event.args["round"] if event.clause == "DU-101" else round_
            if event.clause == "DU-47" and kind(event.args["card"]) == "river":
                found.append((round_, event.args["seat"]))
    return found


def two_rivers(table: Table) -> bool:
    turns = river_turns(table)
    return len(set(turns)) < len(turns)


def dynamite_over_a_reshuffle(table: Table) -> bool:
    return any(
        "dynamite" in played(s) and any(e.clause == "DU-97" for e in s.events) for s in table.steps
    )


def ended_elsewhere(table: Table) -> bool:
    """A Bridge of one seat completed the Mine of another (DU-102, DU-103)."""
    return any(
        "bridge" in played(s)
        and any(e.clause == "DU-102" and e.args["seat"] != s.by for e in s.events)
        for s in table.steps
    )


def choose(table: Table, seen: View) -> Action:
    """What brings the three nearer; else a new hand that keeps what is wanted."""
    actions, seat = list(seen.actions), seen.seat
    assert seat is not None
    if seen.state["step"] == "pick":
        wanted = ("river", "dynamite", "bridge")
        return min(
            actions,
            key=lambda a: wanted.index(kind(a["card"])) if kind(a["card"]) in wanted else 3,
        )
    keep = kept(table, seat)
    return next(useful(table, seen, keep), None) or throw_away(actions, keep)


def kept(table: Table, seat: str) -> dict[str, int]:
    """How many of each kind stay in a hand. While Rivers are wanted nothing else fills it."""
    keep = {"bridge": 0 if seat == LAST else 1}
    if not two_rivers(table):
        keep["river"] = 2
    elif not dynamite_over_a_reshuffle(table):
        keep["dynamite"] = 1
    return keep


def useful(table: Table, seen: View, keep: dict[str, int]) -> Any:
    actions, state, seat = seen.actions, seen.state, seen.seat
    rivers = [a for a in actions if a["do"] == "river"]
    second = rivers and river_turns(table)[-1:] == [(state["round"], seat)] and state["plays"]
    if not two_rivers(table) and ((len(rivers) > 1 and not state["plays"]) or second):
        yield rivers[0]
    if "dynamite" in keep and len(state["pile"]) < 9:
        yield from (a for a in actions if a["do"] == "dynamite")
    down = closed(state, LAST)
    ready = "river" not in keep and "dynamite" not in keep
    if seat == LAST and len(down) > 1:
        yield from (a for a in actions if a["do"] == "place" and a["at"] in down)
    if seat != LAST and ready and len(down) == 1:
        up = set(range(1, 10)) - closed(state, str(seat))
        yield from (
            a
            for a in actions
            if a["do"] == "bridge" and a["who"] == LAST and a["theirs"] in down and a["mine"] in up
        )


def throw_away(actions: Sequence[Action], keep: dict[str, int]) -> Action:
    """The biggest discard that leaves what is to be kept."""
    discards = [a for a in actions if a["do"] == "discard"]
    held = {c for a in discards for c in a["cards"]}
    staying: set[str] = set()
    for name, most in keep.items():
        staying.update(sorted(c for c in held if kind(c) == name)[:most])
    fine = [a for a in discards if not staying & set(a["cards"])] or discards
    return max(fine, key=lambda a: len(a["cards"]))


def test_dynamite_over_a_reshuffle_two_rivers_and_an_end_in_another_mine(
    tmp_path: Path, same_deal: None
) -> None:
    mail = Mail(tmp_path, SLUG, FOUR, options=OPTIONS)
    while not (table := mail.record().table).over:
        seat = table.awaited_seat
        assert seat is not None and table.n < 300
        openings = open_looks(table, seat, mail.desks[seat].identity)
        faces = {token: face for token, (face, _) in openings.items()}
        mail.turn(seat, choose(table, view(table.runner, seat, faces)))
    assert two_rivers(table)
    assert dynamite_over_a_reshuffle(table)
    assert ended_elsewhere(table)
    for name in (*FOUR, ARBITER):
        proven = load(mail.record(name).as_json()).table
        assert proven.over and proven.secret is not None
