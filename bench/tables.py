"""Tables played in memory, as long as a measure wants them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from hashlib import sha256

from pbem.games import registry
from pbem.play.bots import any_legal
from pbem.play.dealers import reaches_draw
from pbem.play.views import view
from pbem.record import files, signing
from pbem.record.identity import Identity
from pbem.record.knowledge import Openings, open_looks
from pbem.record.record import Record
from pbem.record.ruling import base, rule
from pbem.record.statements import Signed, make
from pbem.record.table import begin
from pbem.script.contract import View
from pbem.script.requests import Action
from pbem.wire import b64

NAMES = ("ann", "bob", "cid", "dee")
GAMES = ("dig-2017", "dig-card-game", "dig-dogs", "dig-down-dwarf", "dig-up-adventure")
Below = Callable[[int], int]


def secret(name: str) -> bytes:
    """32 bytes that are the same in every run."""
    return sha256(b"bench " + name.encode()).digest()


def identity(name: str) -> Identity:
    return Identity(secret(name))


def strolling(seen: View, below: Below) -> Action:
    """Anything legal but to deliver or to keep a bone: a game of DIG that never ends."""
    idle = [a for a in seen.actions if a["do"] != "drop" and a.get("put", "") is not None]
    idle = [a for a in idle if a.get("card", "") is not None]
    return idle[below(len(idle))]


class Play:
    """One table between bots. `bot` sees what its seat may see."""

    def __init__(
        self, slug: str, *, seats: int = 4, bot: Callable[[View, Below], Action] = any_legal
    ) -> None:
        game = registry.load(slug)
        self.names = NAMES[:seats]
        self.bot, self.below = bot, random.Random(slug).randrange
        self.arbiter = identity("arbiter")
        opened = signing.sign_open(
            self.arbiter,
            secret("nonce"),
            game=slug,
            rules=game.version,
            options=game.check_options({}, self.names, game.deck()),
            deck=game.deck(),
            seats=self.names,
            policy={"lapse": "never", "replace": "never"},
        )
        self.table = begin(opened)
        self.record = Record([[opened.body]], self.table)
        self._enter([self._join(seat) for seat in self.names])
        self._enter([signing.sign_ready(self.table, identity(s), s) for s in self.names])
        self.twin = self.table.runner.clone()

    def _join(self, seat: str) -> Signed:
        return signing.sign_join(self.table, identity(seat), seat, secret("join " + seat))

    def _enter(self, answers: Sequence[Signed]) -> None:
        ruling = rule(self.table, answers, self.arbiter)
        self.record.append([*answers, ruling])

    def next_move(self) -> Signed:
        """What the awaited seat's bot does, signed. Uses up the twin until `go_on`."""
        seat = self.table.awaited_seat
        assert seat is not None
        known = open_looks(self.table, seat, identity(seat))
        faces = {token: face for token, (face, _) in known.items()}
        action = self.bot(view(self.table.runner, seat, faces), self.below)
        return self._sign(seat, action, known, faces)

    def _sign(self, seat: str, action: Action, known: Openings, faces: dict[str, str]) -> Signed:
        """As `signing.sign_move`, without a new runner for each move."""
        body = base(self.table, "move", seat)
        body["actions"] = [action]
        if reaches_draw(self.twin, seat, [action], faces):
            body["link"] = signing.next_link(self.table, identity(seat), seat)
        if self.twin.needed:
            body["show"] = {
                t: {"face": known[t][0], "salt": b64.encode(known[t][1])}
                for t in sorted(self.twin.needed)
            }
        return make(body, identity(seat).key)

    def go_on(self, entries: int) -> Play:
        """Play until the record has so many entries or the game is over."""
        while self.table.n < entries and not self.table.over:
            self._enter([self.next_move()])
            if not self.table.over:
                self.twin.follow(self.table.runner)
        return self

    def data(self) -> bytes:
        """The record as a file has it."""
        return files.json_bytes(self.record.as_json())


def records(slug: str, entries: int) -> list[Play]:
    """Tables of one game that together have at least so many entries."""
    plays: list[Play] = []
    while sum(p.table.n for p in plays) < entries:
        play = Play(slug, bot=strolling if slug == "dig-dogs" else any_legal)
        play.below = random.Random(f"{slug} {len(plays)}").randrange
        plays.append(play.go_on(entries))
    return plays
