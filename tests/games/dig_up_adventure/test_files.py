"""Whole tables through the program's own rulings and files; what a finished record proves."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Cheat, Refused
from pbem.games.dig_up_adventure import GAME
from pbem.play.views import view
from pbem.record.record import load
from tests.tables import Mail, Seated, check

SLUG = "dig-up-adventure"
FOUR = ("ana", "bea", "cem", "dan")
OPTIONS = {"colors": list("RSTE"), "colors_out": [], "first": "ana"}


def menu(table: Seated, seat: str) -> list[dict[str, Any]]:
    openings = table.known(seat)
    faces = {token: face for token, (face, _) in openings.items()}
    return list(view(table.table.runner, seat, faces).actions)


def going_on(table: Seated, rng: random.Random, want: str | None = None) -> None:
    """One action of the awaited seat: `want` if it can be done, else towards the end."""
    seat = table.table.awaited_seat
    assert seat is not None
    actions = menu(table, seat)
    for kinds in (
        (want,),
        ("keep", "trade", "pick", "color"),
        ("shovel",),
        ("place",),
        ("discard",),
    ):
        group = [a for a in actions if a["do"] in kinds]
        if group:
            table.do(seat, group[rng.randrange(len(group))])
            return
    raise AssertionError(actions)


@pytest.fixture(scope="module")
def finished() -> Seated:
    """A game of two in which Binoculars and Treasure Cards are played whenever they can be."""
    for seed in range(8):
        table, rng = Seated(SLUG, FOUR[:2], options={"first": "ana"}), random.Random(seed)
        mixed = set()
        for _ in range(400):
            if table.table.over:
                break
            seat = table.table.awaited_seat
            assert seat is not None
            there = {a["do"] for a in menu(table, seat)}
            want = next((k for k in ("binoculars", "treasure") if k in there), None)
            mixed |= {want}
            going_on(table, rng, want)
        assert table.table.over
        if {"binoculars", "treasure"} <= mixed:
            return table
    raise AssertionError("no game with both")


def test_the_finished_record_is_proven(finished: Seated) -> None:
    """With the secret out every hidden order, every Mix among them, is computed anew."""
    record = finished.load()
    assert record.table.over
    assert record.table.secret is not None
    assert {a["do"] for entry in finished.json()["entries"] for s in entry for a in s.get("actions", [])
            } >= {"binoculars", "trade", "treasure", "keep"}  # fmt: skip


def mixes(table: Seated) -> list[int]:
    """Entries in which Binoculars or a Treasure Card were played."""
    return [
        n
        for n, entry in enumerate(table.json()["entries"])
        for s in entry
        if any(a["do"] in ("binoculars", "treasure") for a in s.get("actions", []))
    ]


def test_a_mix_that_changed_a_card_is_found(finished: Seated) -> None:
    """The commitments of two tokens of one Mix change places in the ruling, which is signed
    anew: the record is no longer that of a fair arbiter."""
    n = mixes(finished)[0]
    tokens = finished.json()["entries"][n][-1]["tokens"]
    a, b = list(tokens)[:2]
    tokens[a], tokens[b] = tokens[b], tokens[a]
    data = finished.json()
    ruled = data["entries"][n][-1]
    data["entries"][n][-1] = finished.signed(ruled["by"], ruled, tokens=tokens)
    with pytest.raises((Cheat, Refused)):
        check(data)


def test_faces_before_and_after_every_mix_are_the_same(finished: Seated) -> None:
    """From the secret: in no entry did a hand or a row of five gain or lose a card (DU-R28,
    DU-R30). Each face is that of one token at a time."""
    record = finished.load()
    faces = {token: face for token, (face, _) in record.table.cards.faces.items()}
    state = record.table.runner.public()
    lying = [*state["pile"], *(t for h in state["hands"].values() for t, _ in h)]
    lying += [t for m in state["mines"].values() for t, _ in m]
    lying += [t for field in ("discard", "removed") for t, _ in state[field]]
    live = [faces.get(t) or face for t, face in pairs(state) if t in lying] + [
        faces[t] for t in state["pile"]
    ]
    assert len(live) == len(set(live)) == 68 + 18


def pairs(state: dict[str, Any]) -> list[tuple[str, str | None]]:
    groups = [
        *state["hands"].values(),
        *state["mines"].values(),
        state["discard"],
        state["removed"],
    ]
    return [(t, face) for cards in groups for t, face in cards]


def test_a_table_of_four_through_files(tmp_path: Path) -> None:
    """Separate identities, nothing passes but files; played by the bots to the end."""
    mail = Mail(tmp_path, SLUG, FOUR, options=OPTIONS)
    rng = random.Random(3)
    for _ in range(600):
        table = mail.record().table
        if table.over:
            break
        seat = table.awaited_seat
        assert seat is not None
        mail.turn(seat, step(mail, seat, rng))
    assert mail.record().table.over
    for name in (*FOUR, "arbiter"):
        proven = load(mail.record(name).as_json())
        assert proven.table.over
        assert proven.table.secret is not None
    result = GAME.result(mail.record().table.runner.state)
    assert result.winners


def step(mail: Mail, seat: str, rng: random.Random) -> dict[str, Any]:
    """One action chosen from what the seat's own record and identity show."""
    from pbem.record.knowledge import open_looks

    table = mail.record(seat).table
    me = mail.desks[seat].identity
    faces = {t: face for t, (face, _) in open_looks(table, seat, me).items()}
    actions = list(view(table.runner, seat, faces).actions)
    for kinds in (("shovel",), ("place",)):
        group = [a for a in actions if a["do"] in kinds]
        if group and rng.random() < 0.8:
            return group[rng.randrange(len(group))]
    return actions[rng.randrange(len(actions))]


def test_an_illegal_move_is_refused_and_nothing_is_recorded() -> None:
    table = Seated(SLUG, FOUR, options=OPTIONS)
    before = copy.deepcopy(table.json())
    state = table.table.runner.public()
    held = [face for face, _ in table.known("ana").values()]
    foreign = next(f for f, _ in table.known("bea").values())
    for action in (
        {"do": "place", "card": foreign, "at": 1},
        {"do": "discard", "cards": [foreign]},
        {"do": "pick", "card": held[0]},
    ):
        with pytest.raises(Refused):
            table.do("ana", action)
        assert table.json() == before
        assert table.table.runner.public() == state
