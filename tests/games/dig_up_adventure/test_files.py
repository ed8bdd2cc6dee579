"""Whole tables through the program's own rulings and files; what a finished record proves."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.games.dig_up_adventure import GAME
from pbem.play.views import view
from pbem.record.dealing import TableDealer
from pbem.record.knowledge import open_looks
from pbem.record.record import load
from tests.tables import ARBITER, Mail, Seated, cheat, nonce

# One worker has them all, so that what they share is made once.
pytestmark = pytest.mark.xdist_group("up_files")

SLUG = "dig-up-adventure"
FOUR = ("ana", "bea", "cem", "dan")
OPTIONS = {"colors": list("RSTE"), "colors_out": [], "first": "ana"}
TWO = {"colors": list("RS"), "colors_out": list("AT"), "first": "ana"}
Actions = list[dict[str, Any]]


def menu(table: Seated, seat: str) -> Actions:
    faces = {token: face for token, (face, _) in table.known(seat).items()}
    return list(view(table.table.runner, seat, faces).actions)


def towards_the_end(actions: Actions, closed: set[int], *first: str) -> dict[str, Any]:
    """The first action of a kind in `first`, or that chooses what has to be chosen, or that
    turns up one of the `closed` positions of the own Mine; else a whole new hand."""
    for kind in (*first, "keep", "trade", "pick", "shovel"):
        for action in actions:
            if action["do"] == kind:
                return action
    for action in actions:
        if action["do"] == "place" and action["at"] in closed:
            return action
    return max((a for a in actions if a["do"] == "discard"), key=lambda a: len(a["cards"]))


def closed(state: Mapping[str, Any], seat: str) -> set[int]:
    """The face-down positions of a Mine."""
    return {p for p, (_, face) in enumerate(state["mines"][seat], 1) if face is None}


def go_on(table: Seated, *first: str) -> dict[str, Any]:
    """The awaited seat does one thing; returns it."""
    seat = table.table.awaited_seat
    assert seat is not None
    state = table.table.runner.public()
    action = towards_the_end(menu(table, seat), closed(state, seat), *first)
    table.do(seat, action)
    return action


def play_out(table: Seated, *first: str) -> set[str]:
    """To the end; returns what was done."""
    done = set()
    for _ in range(500):
        if table.table.over:
            return done
        done.add(go_on(table, *first)["do"])
    raise AssertionError("the game does not end")


def seated(number: int) -> Seated:
    """A table of two; each number is dealt otherwise."""
    return Seated(SLUG, FOUR[:2], options=TWO, nonces=lambda name: nonce(f"{number} {name}"))


TOOLS = ("river", "binoculars", "treasure", "torch", "dynamite", "bridge", "pickaxe", "bag")
MIXES = {"binoculars", "trade", "treasure", "keep"}


@pytest.fixture(scope="module")
def finished() -> Seated:
    """A game of two in which Binoculars and Treasure Cards are played whenever they can be."""
    for number in range(8):
        table = seated(number)
        if play_out(table, "binoculars", "treasure") >= MIXES:
            return table
    raise AssertionError("no game with both")


def test_the_finished_record_is_proven(finished: Seated) -> None:
    """With the secret out every hidden order, every Mix among them, is computed anew."""
    table = finished.load().table
    assert table.over
    assert table.secret is not None


def test_every_card_is_there_once_at_the_end(finished: Seated) -> None:
    """From the secret: 68 and 18 cards, each face that of one living token (DU-120). The faces
    of all tokens there ever were come out of the record, so no Mix changed a card."""
    table = finished.load().table
    faces = {token: face for token, (face, _) in table.cards.faces.items()}
    state = table.runner.public()
    groups = [*state["hands"].values(), *state["mines"].values()]
    cards = [*((t, None) for t in state["pile"]), *((t, f) for g in groups for t, f in g)]
    assert all(face in (None, faces[token]) for token, face in cards)
    there = [faces[token] for token, _ in cards]
    there += [face for field in ("discard", "removed") for _, face in state[field]]
    assert len(there) == len(set(there)) == 68 + 18


# --- a dishonest Mix ---


@contextmanager
def crooked_mix(change: str) -> Iterator[list[Sequence[str]]]:
    """Within, the first Mix of two cards or more is not what the secret says: two cards change
    places, or a card becomes the copy of another. Every other deal is honest."""
    honest = TableDealer._deal
    mixed: list[Sequence[str]] = []

    def deal(
        self: TableDealer, secret: bytes, key: bytes, q: int, faces: Any, tokens: Any, onto: Any
    ) -> Any:
        dealt = honest(self, secret, key, q, faces, tokens, onto)
        if not faces and len(onto) > 1 and (not mixed or mixed[0] == list(onto)):
            mixed[:] = [list(onto)]
            a, b = onto[:2]
            (face_a, salt_a), (face_b, salt_b) = dealt[a], dealt[b]
            dealt[a] = (face_b, salt_a)
            if change == "places":
                dealt[b] = (face_a, salt_b)
        return dealt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableDealer, "_deal", deal)
        yield mixed


def about_to_play(kind: str) -> Seated:
    """A table where the awaited seat can play a card of that kind."""
    for number in range(40):
        table = seated(number)
        for _ in range(8):
            seat = table.table.awaited_seat
            assert seat is not None
            if kind in {a["do"] for a in menu(table, seat)}:
                return table
            go_on(table, "discard")
    raise AssertionError(f"nobody gets {kind}")


@pytest.mark.parametrize("kind", ["binoculars", "treasure"])
def test_a_mix_in_another_order_is_found_at_the_end(kind: str) -> None:
    """DU-R28, DU-R30: proof against the arbiter, as soon as the secret is out."""
    table = about_to_play(kind)
    n = table.table.n
    with crooked_mix("places") as mixed:
        go_on(table, kind)
    assert mixed
    play_out(table)
    assert cheat("ruling/tokens", ARBITER, table.load).at == f"/entries/{n}/1/tokens"


@pytest.mark.parametrize("kind", ["binoculars", "treasure"])
def test_a_mix_that_changes_a_card_is_found_by_who_looks(kind: str) -> None:
    """No face exists twice, so a copy shows at once."""
    table = about_to_play(kind)
    seat = table.table.awaited_seat
    assert seat is not None
    with crooked_mix("copy") as mixed:
        go_on(table, kind)
    assert mixed
    cheat("look/too-often", ARBITER, lambda: table.known(seat))


def test_a_table_of_four_through_files(tmp_path: Path) -> None:
    """Separate identities, nothing passes but files, to the end; then each record is proven. At
    first every Adventure card that can be played is played."""
    mail = Mail(tmp_path, SLUG, FOUR, options=OPTIONS)
    while not (table := mail.record().table).over:
        seat = table.awaited_seat
        assert seat is not None
        assert table.n < 200
        mail.turn(seat, *a_turn(mail, seat))
    entries = mail.record().as_json()["entries"]
    done = {a["do"] for entry in entries for body in entry for a in body.get("actions", ())}
    assert len(done & set(TOOLS)) >= 3  # which ones, the deal decides
    assert table.runner.state is not None
    assert GAME.result(table.runner.state).winners
    for name in (*FOUR, ARBITER):
        proven = load(mail.record(name).as_json()).table
        assert proven.over
        assert proven.secret is not None


def a_turn(mail: Mail, seat: str) -> Actions:
    """What goes into one mail: two plays that need no look, and the discard of nothing. Chosen
    from what the seat's own record and identity show."""
    table = mail.record(seat).table
    openings = open_looks(table, seat, mail.desks[seat].identity)
    faces = {token: face for token, (face, _) in openings.items()}
    seen = view(table.runner, seat, faces)
    actions, down = list(seen.actions), closed(seen.state, seat)
    first = towards_the_end(actions, down, *(TOOLS if table.n < 20 else ()))
    discard = {"do": "discard", "cards": []}
    if first["do"] not in ("place", "shovel") or discard not in actions:
        return [first]
    left = [a for a in actions if a["do"] == "place" and a["card"] != first["card"]]
    left = [a for a in left if a["at"] in down - {first["at"]} and "idol" not in a["card"]]
    return [first, *left[:1], discard]


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


def test_what_follows_a_look_too_early_is_dropped() -> None:
    """A stone goes onto a face-down card; what the player guessed about it was not in the hand,
    so the ruling says from where the list was dropped, and the same seat goes on."""
    table = Seated(SLUG, FOUR, options=OPTIONS)
    for seat in FOUR:
        places = [a for a in menu(table, seat) if a["do"] == "place" and a["at"] != 5]
        if not places:
            table.do(seat, {"do": "discard", "cards": []})
            continue
        held = {face for face, _ in table.known(seat).values()}
        guess = next(f"{c}{n}" for c in "RSTE" for n in range(1, 10) if f"{c}{n}" not in held)
        ruled = table.do(seat, places[0], {"do": "place", "card": guess, "at": int(guess[1])})
        assert ruled["stop"] == 1
        assert table.table.awaited_seat == seat
        assert table.table.runner.public()["plays"] == 1
        assert len(hidden_from(table, seat)) == 3
        return
    raise AssertionError("nobody holds anything for the own Mine")


@pytest.mark.parametrize("number", range(3))
def test_every_seat_can_open_what_it_has_looked_at_and_nothing_else(number: int) -> None:
    """DU-18, DU-134, at every entry of a table: the living hidden tokens whose looks a seat can
    open are those that `looked` lists for it."""
    table = seated(number)
    while not table.table.over:
        go_on(table, "torch", "binoculars", "treasure", "bag", "bridge")
        looked = table.table.runner.public()["looked"]
        for seat in FOUR[:2]:
            assert set(hidden_from(table, seat)) == set(looked[seat])


def hidden_from(table: Seated, seat: str) -> dict[str, str]:
    """What this seat has looked at and not everybody knows."""
    state = table.table.runner.public()
    groups = [*state["hands"].values(), *state["mines"].values(), state["discard"]]
    groups += [state["removed"], [state["playing"] or ["", ""]]]
    public = {t for cards in groups for t, face in cards if face is not None}
    return {t: face for t, (face, _) in table.known(seat).items() if t not in public}
