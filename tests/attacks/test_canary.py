"""Canaries: a card nobody at hand has seen changes no byte of what others see, and no length.

Two worlds are alike but for two faces that change places under the deal. As long as a seat
has seen neither, its view must be the same in both.
"""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from pbem.cli import main
from pbem.errors import Refused
from pbem.games import registry
from pbem.play.dealers import FreeDealer
from pbem.play.runner import Runner
from pbem.play.views import view
from pbem.record import clock
from pbem.record.knowledge import open_looks
from pbem.script.contract import Facts
from pbem.script.requests import Open, Shuffle
from tests import example_game
from tests.tables import DONE, FREE, MIX, PEEK, ROLL, Mail, play, rigged, who

pytestmark = pytest.mark.usefixtures("example")

# --- the program, by mail ---

LONG = tuple(f"c{'0' * (3 * i)}{i}" for i in range(1, 10))  # faces of 2 to 29 bytes
HASHES = re.compile(r"[A-Za-z0-9_-]{43}|[0-9a-f]{64}|[0-9a-f]{4}( [0-9a-f]{4}){7}")


class World:
    """A table by mail, and everything that bob's program and a spectator's print on the way."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, capsys: Any) -> None:
        self.capsys = capsys
        self.said: list[str] = []
        self.anns: list[str] = []
        rng = random.Random(1)
        patch.setattr(secrets, "token_bytes", rng.randbytes)
        patch.chdir(folder)
        self.mail = Mail(Path(), "example", ("ann", "bob"))
        self.listen()
        for seat, actions in TURNS:
            self.mail.turn(seat, *actions)
            self.listen()
        ann = open_looks(self.mail.record().table, "ann", who("ann"))
        self.faces = sorted(face for face, _ in ann.values())

    def listen(self) -> None:
        for who_ in ("bob", "nobody"):
            own = ["--identity", self.mail.identity_file("bob")] if who_ == "bob" else []
            for command in ("show", "moves"):
                for more in ([], ["--json"]):
                    self.said.append(self.run(command, self.mail.at("bob"), *own, *more))
        self.said.append(self.run("verify", self.mail.at("bob")))
        own = ["--identity", self.mail.identity_file("ann")]
        self.anns.append(self.run("show", self.mail.at("ann"), *own))

    def run(self, *args: str) -> str:
        assert main.run(args) == 0
        out = self.capsys.readouterr()
        return HASHES.sub(lambda found: "#" * len(found[0]), out.out + out.err)

    def lengths(self) -> list[int]:
        return [path.stat().st_size for path in self.mail.sent]


TURNS: list[tuple[str, list[dict[str, Any]]]] = [
    ("ann", [play("t1"), ROLL]),
    ("ann", [FREE, DONE]),
    ("bob", [PEEK, play("t3"), MIX]),
    ("bob", [ROLL, DONE]),
    ("ann", [MIX, ROLL]),
]


@pytest.fixture
def worlds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> list[World]:
    """ann's t2 and the bottom of the pile, t9, change places in the second world."""
    monkeypatch.setattr(example_game, "FACES", LONG)
    monkeypatch.setattr(clock, "now", lambda: 1_000_000)  # both worlds at one moment
    monkeypatch.setenv("PBEM_IDENTITY", "")
    monkeypatch.delenv("PBEM_IDENTITY")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "none"))
    found = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        with rigged(("t2", "t9")) if name == "two" else nullcontext():
            found.append(World(folder, monkeypatch, capsys))
    return found


def test_an_unseen_card_changes_no_byte_that_others_see(worlds: list[World]) -> None:
    one, two = worlds
    assert len(one.said) == 9 * (1 + len(TURNS))
    assert one.said == two.said


def test_t1_an_unseen_card_changes_the_length_of_no_file(worlds: list[World]) -> None:
    one, two = worlds
    assert one.lengths() == two.lengths()
    assert len(one.lengths()) == 1 + 3 + 3 + 2 * len(TURNS)


def test_the_canary_sings_for_the_seat_that_has_the_card(worlds: list[World]) -> None:
    """ann's own board differs, or the two tests above would show nothing."""
    one, two = worlds
    assert one.anns != two.anns
    assert list(map(len, one.faces)) != list(map(len, two.faces))


# --- whole random games ---


class Twisted(FreeDealer):
    """Deals like FreeDealer, but where a shuffle makes both tokens of `pair` their faces change
    places. Keeps what was opened for all."""

    def __init__(self, key: bytes, pair: tuple[str, ...] = ()) -> None:
        super().__init__(key)
        self.pair = pair
        self.opened: dict[str, str] = {}

    def shuffle(self, request: Shuffle) -> None:
        super().shuffle(request)
        if self.pair and set(self.pair) <= set(request.onto):
            a, b = self.pair
            self.faces[a], self.faces[b] = self.faces[b], self.faces[a]

    def open(self, request: Open) -> dict[str, str]:
        faces = super().open(request)
        self.opened.update(faces)
        return faces


Played = tuple[Runner, Twisted]


def twins(
    slug: str, seats: tuple[str, ...], pair: tuple[str, str], seed: int
) -> Iterator[tuple[Played, Played]]:
    """Two games with the same actions, up to the first that shows the difference to all."""
    game = registry.load(slug)
    facts = Facts(seats, game.check_options({}, seats, game.deck()), game.deck())
    key, rng = seed.to_bytes(32, "big"), random.Random(seed)
    one, two = (Runner(game, facts), Twisted(key)), (Runner(game, facts), Twisted(key, pair))
    for runner, dealer in (one, two):
        runner.begin(dealer)
    for _ in range(MOST):
        choice = one[0].pending
        if choice is None or one[1].opened != two[1].opened:
            return
        yield one, two
        menu = choice.menu(live(one[1], choice.seat))
        action = menu[rng.randrange(len(menu))]
        shown = [shows(runner, dealer, action) for runner, dealer in (one, two)]
        if shown[0] != shown[1]:
            return  # the mover shows the card: from here on everybody may see it
        for runner, dealer in (one, two):
            try:
                runner.move(choice.seat, [action], shown[0], dealer)
            except Refused:
                return  # legal by what the mover saw in one world only


def live(dealer: FreeDealer, seat: str) -> dict[str, str]:
    return {t: f for t, f in dealer.known(seat).items() if t in dealer.faces}


def shows(runner: Runner, dealer: FreeDealer, action: dict[str, Any]) -> dict[str, str]:
    assert runner.pending is not None
    faces = live(dealer, runner.pending.seat)
    return {t: faces[t] for t in runner.pending.shows(action, faces)}


def everything(runner: Runner, dealer: FreeDealer, seat: str | None) -> Any:
    """All that a seat can be shown."""
    seen = view(runner, seat, live(dealer, seat) if seat else {})
    forms = [(f.do, f.example, f.fields) for f in seen.forms]
    events = [(e.clause, e.words()) for e in runner.state.events] if runner.state else []
    told = (seen.state, seen.faces, seen.awaited, seen.actions, forms, seen.result, events)
    return told, runner.game.board(seen)


MOST = 120
EXAMPLE = ("example", ("ann", "bob"))
DOGS = ("dig-dogs", ("ann", "bob", "cid"))
CASES: list[tuple[str, tuple[str, ...], tuple[str, str]]] = [
    *((*EXAMPLE, pair) for pair in (("t1", "t9"), ("t2", "t3"), ("t5", "t6"), ("t8", "t9"))),
    *((*DOGS, (p + "1", p + "2")) for p in ("BG", "BP", "BR", "BY", "GP", "GR", "GY", "PR", "RY")),
]


@pytest.mark.parametrize(("slug", "seats", "pair"), CASES)
def test_over_whole_games_a_view_holds_nothing_its_seat_has_not_seen(
    slug: str, seats: tuple[str, ...], pair: tuple[str, str]
) -> None:
    """Compared after each action: the public state, and the views of a spectator and of each
    seat that has seen no difference yet."""
    compared = 0
    for seed in range(6):
        for (one, deal), (two, twisted) in twins(slug, seats, pair, seed):
            for seat in (*seats, None):
                if seat is None or live(deal, seat) == live(twisted, seat):
                    assert everything(one, deal, seat) == everything(two, twisted, seat)
                    compared += 1
    assert compared > 20


@pytest.mark.parametrize(("slug", "seats"), [EXAMPLE, DOGS])
def test_a_seat_that_has_looked_does_see_the_difference(slug: str, seats: tuple[str, ...]) -> None:
    """The comparison above is not empty: boards are told apart by whoever saw the card."""
    pairs = [pair for name, _, pair in CASES if name == slug]
    for pair in pairs:
        for (one, deal), (two, twisted) in twins(slug, seats, pair, 1):
            for seat in seats:
                if live(deal, seat) != live(twisted, seat):
                    assert everything(one, deal, seat)[1] != everything(two, twisted, seat)[1]
                    return
    raise AssertionError("nobody ever looked")
