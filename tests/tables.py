"""Tables for tests: in memory (`Seated`), and through files in folders (`Mail`).

Every party has a fixed test root and nonce by its name, so a table is the same bytes
each time. `Seated` has all identities in one hand and signs for whoever is asked; what
it makes goes through the program's own `judge`, `rule` and `load`.
"""

from __future__ import annotations

import copy
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Cheat, Refused
from pbem.games import registry
from pbem.record import files, identity, judge, pending, ruling, signing
from pbem.record.dealing import TableDealer
from pbem.record.desk import Desk, Judged, Plan, read_record, write_record
from pbem.record.identity import Identity
from pbem.record.knowledge import Openings, open_looks
from pbem.record.record import Record, load, now
from pbem.record.statements import Signed, make
from pbem.record.table import Table, begin
from pbem.script.requests import Action
from pbem.wire import b64

ARBITER = "arbiter"
POLICY = {"lapse": "7d", "replace": "never"}
DONE: Action = {"do": "done"}
ROLL: Action = {"do": "roll"}
FREE: Action = {"do": "free"}
MIX: Action = {"do": "mix"}
PEEK: Action = {"do": "peek"}
FLIP: Action = {"do": "flip"}
RESIGN: Action = {"do": "resign"}


def play(token: str) -> Action:
    return {"do": "play", "card": token}


def root(name: str) -> bytes:
    return sha256(f"pbem test root of {name}".encode()).digest()


def nonce(name: str) -> bytes:
    return sha256(f"pbem test nonce of {name}".encode()).digest()


def same_nonces(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Nonces that are the same in every run: the deal is, and so is the game."""
    numbers, chance = count(), secrets.token_bytes

    def token_bytes(length: int) -> bytes:
        if length != 32:
            return chance(length)  # these name files
        return sha256(f"{text} {next(numbers)}".encode()).digest()

    monkeypatch.setattr(secrets, "token_bytes", token_bytes)


def who(name: str) -> Identity:
    """The test identity of a party."""
    return Identity(root(name), None, test=True)


class Seated:
    """A table in memory with the identities of all its parties."""

    def __init__(
        self,
        game: str = "example",
        seats: Sequence[str] = ("ann", "bob"),
        *,
        policy: Mapping[str, str] = POLICY,
        options: Mapping[str, Any] | None = None,
        host: str | None = None,
        arbiter: str = ARBITER,
        nonces: Callable[[str], bytes] = nonce,
        start: bool = True,
    ) -> None:
        self.ids = {name: who(name) for name in seats}
        self.host = host or ARBITER
        self.nonces = nonces
        if host is None:
            self.ids[ARBITER] = who(arbiter)
        rules = registry.load(game)
        opened = signing.sign_open(
            self.ids[self.host],
            nonces(f"open by {self.host}"),
            game=game,
            rules=rules.version,
            options=rules.check_options(options or {}, seats, rules.deck()),
            deck=rules.deck(),
            seats=seats,
            policy=policy,
            host=host,
        )
        self.record = Record([[opened.body]], begin(opened))
        if start:
            self.enter(*(self.join(s) for s in seats))
            self.enter(*(self.ready(s) for s in seats))

    @property
    def table(self) -> Table:
        return self.record.table

    # --- statements, not yet taken in ---

    def join(self, seat: str) -> Signed:
        return signing.sign_join(self.table, self.ids[seat], seat, self.nonces(seat))

    def ready(self, seat: str) -> Signed:
        return signing.sign_ready(self.table, self.ids[seat], seat)

    def move(
        self, seat: str, *actions: Action, note: str = "", then: Sequence[Action] = ()
    ) -> Signed:
        known = self.known(seat)
        return signing.sign_move(self.table, self.ids[seat], seat, actions, known, note, then)

    def lapse(self, seat: str, late: str) -> Signed:
        return signing.sign_lapse(self.table, self.ids[seat], seat, late)

    def share(self, seat: str, main: Signed) -> Signed:
        return signing.sign_share(self.table, self.ids[seat], seat, main)

    def take_over(self, seat: str, name: str) -> Signed:
        """The join of another identity, `name`, to a seat in the middle of the game."""
        return signing.sign_join(self.table, who(name), seat, self.nonces(name))

    def consent(self, seat: str, join: Signed, *, link: bool | None = None) -> Signed:
        body = ruling.base(self.table, "consent", seat)
        body["answers"] = [b64.encode(join.id)]
        if seat != join.by if link is None else link:
            body["link"] = signing.next_link(self.table, self.ids[seat], seat)
        return make(body, self.ids[seat].key)

    def known(self, seat: str) -> Openings:
        return open_looks(self.table, seat, self.ids[seat])

    # --- going on ---

    def take(self, *statements: Signed) -> None:
        for statement in statements:
            judge.take(self.record, copy.deepcopy(statement.body))

    def close(self) -> Signed | None:
        """Complete the next entry from what is pending: ruled, or dealt by seats without."""
        if judge.complete_without_ruling(self.record):
            return None
        answers = pending.complete(self.table, self.record.pending)
        assert answers is not None, "the entry is not complete"
        ruled = ruling.rule(self.table, answers, self.ids[self.host])
        self.record.append([*answers, ruled])
        return ruled

    def enter(self, *statements: Signed) -> Signed | None:
        self.take(*statements)
        return self.close()

    def do(self, seat: str, *actions: Action, then: Sequence[Action] = ()) -> dict[str, Any]:
        """A move with the shares it needs and the ruling on it, whose body is returned."""
        main = self.move(seat, *actions, then=then)
        shares = []
        if self.table.dealing == "seats" and "link" in main.body:
            shares = [self.share(s, main) for s in self.table.active() if s != seat]
        ruled = self.enter(main, *shares)
        return ruled.body if ruled is not None else {}

    def finish(self) -> None:
        """Everybody ends every turn until the game is over."""
        while not self.table.over:
            awaited = self.table.awaited_seat
            assert awaited is not None
            self.do(awaited, DONE)

    # --- looking at it ---

    def json(self) -> dict[str, Any]:
        """The record as a file would have it, free to be changed."""
        return copy.deepcopy(self.record.as_json())

    def load(self, **how: Any) -> Record:
        """Verified anew by somebody who has the file alone."""
        return load(self.json(), **how)

    def signed(self, by: str, body: Mapping[str, Any], /, **changes: Any) -> dict[str, Any]:
        """`body` with changes (None: left out), signed by a party again."""
        return resign(self.ids[by], body, **changes)

    def forge(self, n: int, index: int = -1, /, **changes: Any) -> dict[str, Any]:
        """The record up to entry n, with one statement of that entry (by default the
        ruling) changed and signed anew by its author; ids that name it are set right."""
        data = self.json()
        entry = data["entries"][n]
        by = entry[index]["by"]
        entry[index] = self.signed(by, entry[index], **changes)
        return self.rebuilt(data["entries"][: n + 1])

    def rebuilt(self, entries: list[list[dict[str, Any]]]) -> dict[str, Any]:
        """A record file with these entries, whose last ruling names its answers rightly.
        Nothing may follow the last entry, so `now` is left empty: load with strict_now off."""
        last = entries[-1]
        if last and last[-1]["kind"] == "ruling":
            ids = [b64.encode(hash_id(s)) for s in last[:-1]]
            if ids != last[-1]["answers"]:
                last[-1] = self.signed(self.host, last[-1], answers=ids)
        head = now(self.table, [])
        return {"pbem": 1, "kind": "record", "entries": entries, "pending": [], "now": head}


def hash_id(statement: Mapping[str, Any]) -> bytes:
    from pbem.fair.hashes import statement_id

    return statement_id(statement)


def resign(party: Identity, body: Mapping[str, Any], /, **changes: Any) -> dict[str, Any]:
    merged = {**copy.deepcopy(dict(body)), **changes}
    kept = {k: v for k, v in merged.items() if v is not None and k != "sig"}
    return make(kept, party.key).body


def refused(code: str, act: Callable[[], Any]) -> Refused:
    """`act` is refused with this code, and is no proof against anybody."""
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code, caught.value
    return caught.value


def cheat(code: str, party: str, act: Callable[[], Any]) -> Cheat:
    """`act` finds proof against `party`."""
    with pytest.raises(Cheat) as caught:
        act()
    assert (caught.value.code, caught.value.party) == (code, party), caught.value
    return caught.value


def check(data: dict[str, Any]) -> Record:
    """Verify a record file whose `now` is not the matter at hand."""
    return load(data, strict_now=False)


class Mail:
    """Parties with a folder each; nothing but files passes between them.

    `sent` lists every file mailed. Each party's record lies in its folder as table.json.
    """

    def __init__(
        self,
        folder: Path,
        game: str = "example",
        seats: Sequence[str] = ("ann", "bob"),
        *,
        host: str | None = None,
        policy: Mapping[str, str] = POLICY,
        options: Mapping[str, Any] | None = None,
        deck: Mapping[str, Any] | None = None,
        start: bool = True,
    ) -> None:
        self.folder = folder
        self.seats = tuple(seats)
        self.host = host or ARBITER
        self.sent: list[Path] = []
        self.desks: dict[str, Desk] = {}
        for name in {*seats, self.host}:
            self.desks[name] = self.sit(name)
        opened = self.desks[self.host].new(
            game, seats, options=options or {}, deck=deck, policy=policy, host=host
        )
        write_record(self.at(self.host), opened)
        self.send_record()
        if start:
            self.deliver(*(self.post(self.desks[s].join(self.at(s), s)) for s in seats))
            self.deliver(*(self.post(self.desks[s].ready(self.at(s))) for s in seats))

    def sit(self, name: str) -> Desk:
        """A desk with a folder of its own; the same identity and journal each time."""
        home = self.folder / name
        home.mkdir(exist_ok=True)
        if (home / "identity.json").exists():
            return self.again(name)
        return Desk(identity.create(home / "identity.json", root=root(name), test=True))

    def again(self, name: str) -> Desk:
        """The party's program started anew: nothing remembered but what is on the disk."""
        self.desks[name] = Desk(identity.load(self.folder / name / "identity.json"))
        return self.desks[name]

    def at(self, name: str) -> str:
        return str(self.folder / name / "table.json")

    def identity_file(self, name: str) -> str:
        return str(self.folder / name / "identity.json")

    def journal(self, name: str) -> Path:
        return self.desks[name].journal.folder

    def post(self, statement: Mapping[str, Any]) -> str:
        """Put a statement in the mail; returns its file."""
        path = self.folder / f"mail-{len(self.sent):04d}-{statement['by']}.json"
        files.write_json(path, dict(statement))
        self.sent.append(path)
        return str(path)

    def move(self, seat: str, *actions: Action, **how: Any) -> dict[str, Any]:
        return self.desks[seat].move(self.at(seat), lambda *_: Plan(actions), **how)

    def deliver(self, *names: str) -> Judged:
        """The arbiter (or host) takes the files in; all get the record. Errors are raised."""
        judged = self.desks[self.host].judge(self.at(self.host), names)
        for taken in judged.taken:
            if taken.error is not None:
                raise taken.error
        self.send_record()
        return judged

    def turn(self, seat: str, *actions: Action) -> Judged:
        """A whole turn by mail."""
        return self.deliver(self.post(self.move(seat, *actions)))

    def send_record(self) -> Path:
        copy_ = self.folder / f"mail-{len(self.sent):04d}-record.json"
        shutil.copyfile(self.at(self.host), copy_)
        self.sent.append(copy_)
        for seat in self.seats:
            if seat != self.host:
                shutil.copyfile(copy_, self.at(seat))
        return copy_

    def record(self, name: str | None = None) -> Record:
        return read_record(self.at(name or self.host))


@contextmanager
def rigged(*pairs: tuple[str, str]) -> Iterator[None]:
    """Within, every arbiter deals crookedly: where a shuffle makes both tokens of a pair,
    their faces change places after the order was drawn."""
    honest = TableDealer._deal

    def deal(self: TableDealer, *how: Any) -> dict[str, Any]:
        dealt = honest(self, *how)
        for a, b in pairs:
            if a in dealt and b in dealt:
                (face_a, salt_a), (face_b, salt_b) = dealt[a], dealt[b]
                dealt[a], dealt[b] = (face_b, salt_a), (face_a, salt_b)
        return dealt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableDealer, "_deal", deal)
        yield


@contextmanager
def false_looks(
    change: Callable[[list[tuple[str, bytes]]], list[tuple[str, bytes]]],
) -> Iterator[None]:
    """Within, every arbiter seals `change(openings)` where a look was asked for."""
    honest = TableDealer._seal

    def seal(self: TableDealer, secret: bytes, seat: str, number: int, tokens: Any) -> bytes:
        true = dict(self.cards.faces)
        shown = change([true[t] for t in tokens])
        self.cards.faces.update(zip(tokens, shown, strict=True))
        box = honest(self, secret, seat, number, tokens)
        self.cards.faces.update(true)
        return box

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableDealer, "_seal", seal)
        yield
