"""Makes the sample tables: python tools/make_samples.py [FOLDER], by default samples/.

Identities, nonces and the bots' choices are fixed, so the same program makes the same
bytes. A sample that was released is replayed by the tests for ever: what is there is
never written over.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from pbem.errors import Refused
from pbem.games import registry
from pbem.play import bots
from pbem.play.dealers import DryDealer
from pbem.play.trial import Trial
from pbem.play.views import view
from pbem.record import files, identity, judge, pending, signing
from pbem.record.identity import Identity
from pbem.record.knowledge import open_looks
from pbem.record.record import Record
from pbem.record.ruling import rule
from pbem.record.statements import Signed
from pbem.record.table import Table, begin
from pbem.script.requests import Action

NOTE = "test identity: its secret is published, it protects nothing"
PEOPLE = ("arbiter", "ann", "bob", "cid")


class Plan(NamedTuple):
    """name: of the sample's folder.
    lapses: numbers of entries in which the awaited seat is silent and the next one says so.
    lists: the phases in which seats sign beforehand what they would do if all others did nothing;
    as a phase's name ends.
    host: the seat that opens a table at which the seats deal; None where an arbiter does."""

    name: str
    slug: str
    seats: tuple[str, ...]
    notes: dict[int, str]
    lapses: frozenset[int]
    options: dict[str, Any]
    lists: str = ""
    host: str | None = None


THREE = ("ann", "bob", "cid")
GREETING = {3: "Good luck, all of you!"}
PLANS = (
    Plan("dig-dogs", "dig-dogs", THREE, GREETING, frozenset(), {}),
    Plan("dig-down-dwarf", "dig-down-dwarf", THREE, {}, frozenset({7}), {}),
    Plan("dig-up-adventure", "dig-up-adventure", THREE, {}, frozenset({20}), {}),
    Plan(
        "dig-up-adventure-solo", "dig-up-adventure", ("ann",), {}, frozenset(), {"variant": "solo"}
    ),
    Plan("dig-2017", "dig-2017", THREE, {}, frozenset({16}), {"goal": 5}),
    Plan("dig-card-game", "dig-card-game", THREE, GREETING, frozenset({20}), {}, "buy"),
    Plan("dealt-by-seats", "dig-down-dwarf", THREE, GREETING, frozenset({7}), {}, host="ann"),
)


def root(name: str) -> bytes:
    """The published secret of a test identity."""
    return sha256(f"pbem test identity {name}".encode()).digest()


def nonce(sample: str, name: str) -> bytes:
    return sha256(f"pbem sample {sample} {name}".encode()).digest()


class Sample:
    """One table. Statements pass through the same functions that the commands use."""

    def __init__(self, plan: Plan, mail: Path) -> None:
        self.plan = plan
        self.mail = mail
        self.host = plan.host or "arbiter"
        self.sent = 0
        self.people = {name: Identity(root(name)) for name in PEOPLE}
        self.bot = bots.named("sense", registry.load(plan.slug))
        self.below = bots.chance(plan.name)

    def play(self) -> None:
        record = self.open()
        self.post("record", record.as_json())
        self.deliver(record, [self.join(record, seat) for seat in self.plan.seats])
        self.post("record", record.as_json())
        self.deliver(record, [self.ready(record, seat) for seat in self.plan.seats])
        self.post("record", record.as_json())
        while not record.table.over:
            turn = self.turn(record.table)
            self.deliver(record, [turn, *self.shares(record.table, turn)])
        self.post("record", record.as_json())

    def post(self, label: str, body: dict[str, Any]) -> None:
        files.write_json(str(self.mail / f"{self.sent:04d}-{label}.json"), body)
        self.sent += 1

    def deliver(self, record: Record, statements: Sequence[Signed]) -> None:
        """Mail the statements, and let the arbiter or the host rule on them where one has to."""
        for statement in statements:
            self.post(f"{statement.by}-{statement.kind}", statement.body)
            judge.take(record, statement.body)
        if judge.complete_without_ruling(record):
            return
        answers = pending.complete(record.table, record.pending)
        if answers is None:
            raise SystemExit(f"{self.plan.name}: the statements complete no entry")
        record.append([*answers, rule(record.table, answers, self.people[self.host])])

    def open(self) -> Record:
        game = registry.load(self.plan.slug)
        deck, seats = game.deck(), self.plan.seats
        opened = signing.sign_open(
            self.people[self.host],
            nonce(self.plan.name, "arbiter"),
            game=game.slug,
            rules=game.version,
            options=game.check_options(self.plan.options, seats, deck),
            deck=deck,
            seats=seats,
            policy={"lapse": "7d", "replace": "never"},
            host=self.plan.host,
        )
        return Record([[opened.body]], begin(opened))

    def join(self, record: Record, seat: str) -> Signed:
        return signing.sign_join(record.table, self.people[seat], seat, nonce(self.plan.name, seat))

    def ready(self, record: Record, seat: str) -> Signed:
        return signing.sign_ready(record.table, self.people[seat], seat)

    def turn(self, table: Table) -> Signed:
        """The awaited seat's move; or, where the plan says so, the claim that it is late."""
        seat = table.awaited_seat
        if seat is None:
            raise SystemExit(f"{self.plan.name}: nobody is awaited")
        if table.n in self.plan.lapses:
            claimant = self.plan.seats[(self.plan.seats.index(seat) + 1) % len(self.plan.seats)]
            return signing.sign_lapse(table, self.people[claimant], claimant, seat)
        who = self.people[seat]
        known = open_looks(table, seat, who)
        faces = {t: face for t, (face, _) in known.items()}
        actions = choose(table, seat, faces, self)
        then = beforehand(table, seat, faces, actions, self)
        note = self.plan.notes.get(table.n, "")
        return signing.sign_move(table, who, seat, actions, known, note, then)

    def shares(self, table: Table, main: Signed) -> list[Signed]:
        """Where the seats deal, those that a move or lapse with a draw needs."""
        if table.dealing == "arbiter" or "link" not in main.body:
            return []
        silent = (main.by, main.body.get("late"))
        return [
            signing.sign_share(table, self.people[seat], seat, main)
            for seat in table.active()
            if seat not in silent
        ]


def choose(table: Table, seat: str, faces: dict[str, str], sample: Sample) -> list[Action]:
    """As much as can be decided in one mail: up to a draw, a look, or another seat's turn."""
    trial = Trial(table.runner.clone(), seat)
    while trial.open:
        played = trial.add(sample.bot(view(trial.runner, seat, faces), sample.below), faces)
        if played is None or played.served:
            break
    return trial.actions


def beforehand(
    table: Table, seat: str, faces: dict[str, str], actions: Sequence[Action], sample: Sample
) -> list[Action]:
    """What the bot would go on to do in this phase while all others do the default."""
    runner, found = table.runner.clone(), list[Action]()
    phase = choice.phase if (choice := runner.pending) else ""
    if not sample.plan.lists or not phase.endswith(sample.plan.lists):
        return found
    runner.move(seat, actions, faces, DryDealer())
    while (choice := runner.pending) is not None and choice.phase == phase:
        action = choice.default
        if choice.seat == seat:
            action = sample.bot(view(runner, seat, faces), sample.below)
            found.append(action)
        runner.move(choice.seat, [action], faces, DryDealer())
    return found


def write_identities(folder: Path) -> None:
    files.make_folder(folder)
    for name in PEOPLE:
        identity.create(folder / f"{name}.json", root=root(name), test=True, note=NOTE)


def make(folder: Path) -> None:
    """Raises Refused("identity/exists", "file/exists")."""
    for plan in PLANS:
        mail = folder / plan.name / "mail"
        if mail.exists():
            raise Refused("file/exists", f"{mail} is there: a released sample stays as it is")
    write_identities(folder / "identities")
    for plan in PLANS:
        mail = folder / plan.name / "mail"
        mail.mkdir(parents=True)
        Sample(plan, mail).play()


def main(arguments: Sequence[str]) -> int:
    try:
        make(Path(arguments[0] if arguments else "samples"))
    except Refused as error:
        print(f"{error.code}: {error.message}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
