"""The files that all others are made from: what the samples hold, cut to handy sizes."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from fuzz import dealt
from fuzz.people import SAMPLES, parties, signed
from pbem.errors import Cheat
from pbem.games import registry
from pbem.play import words
from pbem.record import judge
from pbem.record.breach import false_look
from pbem.record.identity import BOX_AAD, BOX_NONCE
from pbem.record.knowledge import open_looks, sealing_key
from pbem.record.record import Record, replay
from pbem.record.statements import Statement
from pbem.wire import b64

GAMES = ("dig-2017", "dig-card-game", "dig-dogs", "dig-down-dwarf", "dig-up-adventure")
LENGTHS = (1, 2, 3, 4, 6, 9)
"""How many entries of a log are kept. Longer ones cost time and have nothing new in them."""

Log = list[list[Statement]]


class Seed(NamedTuple):
    """A good file. about: what else its reader has to be told, such as a game's name."""

    value: Any
    about: str = ""


def read(path: Path) -> Any:
    return json.loads(path.read_bytes())


@cache
def logs() -> list[Log]:
    """The whole log of each sample."""
    newest = [sorted(mail.glob("*-record.json"))[-1] for mail in sorted(SAMPLES.glob("*/mail"))]
    return [read(path)["entries"] for path in newest]


@cache
def held() -> dict[tuple[str, int], Record]:
    """Records by table and number of entries. They are never changed."""
    found = {}
    for log in logs():
        for n in (k for k in LENGTHS if k <= len(log)):
            record = Record(log[:n], replay(log[:n]))
            found[record.table.id_text, n] = record
    for n in LENGTHS:
        record = dealt.played(n)
        found[record.table.id_text, n] = record
    return found


def next_answers(record: Record) -> list[Statement]:
    """What the sample answers to the entry that is open, without the ruling."""
    n = record.table.n
    entry = next((log[n] for log in logs() if log[0] == record.entries[0] and len(log) > n), [])
    return [s for s in entry if s["kind"] != "ruling"]


def waiting(record: Record) -> Record:
    """The same record with the first of what it waits for."""
    copy = Record(record.entries, record.table)
    for body in next_answers(record)[:1]:
        judge.take(copy, body)
    return copy


def by_seats() -> list[Record]:
    """Records of the table of `dealt`, whose parties sign here, each with something else that
    waits."""
    started = [r for n in LENGTHS if (r := dealt.played(n)).table.n > 2]
    return [f(r) for r in started for f in (dealt.half_moved, dealt.claimed, dealt.taken_over)]


@cache
def records() -> list[Seed]:
    kept = [r for record in held().values() for r in (record, waiting(record))]
    kept += by_seats()
    whole = [Record(log, replay(log)) for log in sorted(logs(), key=len)[:2]]
    return [Seed(record.as_json()) for record in [*kept, *whole]]


@cache
def statements() -> list[Seed]:
    """Those that come next, and those that came before."""
    coming = [s for record in held().values() for s in next_answers(record)]
    seats = [s.body for record in by_seats() for s in record.pending]
    there = [s for log in logs() for entry in log[:4] for s in entry]
    late = [s for log in logs() for entry in log for s in entry if s["kind"] == "lapse"]
    return [Seed(s) for s in [*coming, *seats, *coming, *there, *late]]


@cache
def labs() -> list[Seed]:
    return [Seed(read(path)) for path in sorted(SAMPLES.glob("*/lab/*.json"))]


@cache
def decks() -> list[Seed]:
    """Each game's own deck with whatever may be changed in it, and the decks in lab files."""
    own = [Seed(registry.load(slug).deck(), slug) for slug in GAMES]
    others = [Seed(s.value["deck"], s.value["game"]) for s in labs() if s.value.get("deck")]
    return [*own * 4, *others]


def actions() -> list[tuple[str, dict[str, Any]]]:
    """Every action in the samples, with its game."""
    return [
        (log[0][0]["game"], action)
        for log in logs()
        for entry in log[3:]
        for statement in entry
        for action in (*statement.get("actions", ()), *statement.get("then", ()))
    ]


@cache
def lines() -> list[Seed]:
    """Words of a command line; the file has one on each line."""
    written = {(slug, words.write(action, slug)) for slug, action in actions()}
    return [Seed(shlex.split(text), slug) for slug, text in sorted(written)]


# --- what stays at home --------------------------------------------------------------------

PASSPHRASE = "open sesame"


@cache
def identities() -> list[Seed]:
    """Published ones, and one under a passphrase, at the least cost there may be."""
    plain = [Seed(read(path)) for path in sorted((SAMPLES / "identities").glob("*.json"))]
    ann = parties()["ann"]
    salt, how = bytes(32), {"n": 1 << 14, "r": 1, "p": 1}
    key = Scrypt(salt=salt, length=32, **how).derive(PASSPHRASE.encode())
    box = ChaCha20Poly1305(key).encrypt(BOX_NONCE, ann.root, BOX_AAD + ann.sign)
    locked = {"kdf": "scrypt", **how, "salt": b64.encode(salt), "box": b64.encode(box)}
    body = {"pbem": 1, "kind": "identity", "sign": b64.encode(ann.sign), "test": True}
    return [*plain, Seed({**body, "locked": locked}), Seed({**body, "locked": locked})]


@cache
def journals() -> list[Seed]:
    """What ann's program remembers of each table; about: the table."""
    found = []
    for (table, n), record in held().items():
        own = [s for entry in record.entries for s in entry if s["by"] == "ann"]
        joins = [s for s in own if s["kind"] == "join"]
        ready = next((s for s in own if s["kind"] == "ready"), None)
        rest = [s for s in own if s["kind"] not in ("join", "ready")]
        newest = {"n": n - 1, "head": record.table.head_text, "record": record.as_json()}
        memory = {
            "pbem": 1,
            "kind": "journal",
            "table": table,
            "joins": joins,
            "ready": ready,
            "signed": rest,
            "newest": {**newest, "since": 1782907500},
            "parties": [],
        }
        found.append(Seed(memory, table))
    return found


# --- evidence ------------------------------------------------------------------------------


@cache
def proofs() -> list[Seed]:
    """An evidence file for each kind of breach, of each table."""
    ruled = [r for r in held().values() if r.table.dealing == "arbiter"]
    made = [f(record) for record in ruled for f in (_rulings, _ruling, _look)]
    made += [_double(record) for record in [*map(waiting, ruled), *by_seats()]]
    return [Seed(proof) for proof in made if proof is not None]


def _proof_of(breach: Cheat | None) -> dict[str, Any] | None:
    return None if breach is None else breach.proof


def _caught(act: Any) -> Cheat | None:
    try:
        act()
    except Cheat as breach:
        return breach
    return None


def _rulings(record: Record) -> dict[str, Any] | None:
    if record.table.n < 2:
        return None
    other = signed(record.entries[-1][-1], link=b64.encode(bytes(32)))
    return _proof_of(_caught(lambda: judge.take(Record(record.entries, record.table), other)))


def _double(here: Record) -> dict[str, Any] | None:
    if not here.pending or here.pending[0].kind != "move":
        return None
    other = signed(here.pending[0].body, note="or this")
    return _proof_of(_caught(lambda: judge.take(here, other)))


def _ruling(record: Record) -> dict[str, Any] | None:
    if record.table.n < 3:
        return None
    entries: Sequence[Any] = record.entries
    bad = signed(entries[-1][-1], state=b64.encode(bytes(32)))
    return _proof_of(_caught(lambda: replay([*entries[:-1], [*entries[-1][:-1], bad]])))


def _look(record: Record) -> dict[str, Any] | None:
    """The last ruling seals something else than it committed to."""
    last = record.entries[-1]
    if not last[-1].get("looks") or "secret" in last[-1]:
        return None
    seen = last[-1]["looks"][0]
    box = bytes([*b64.decode(seen["box"])[:-1], 0])
    bad = signed(last[-1], looks=[{**seen, "box": b64.encode(box)}, *last[-1]["looks"][1:]])
    table = replay([*record.entries[:-1], [*last[:-1], bad]])
    seat, log = seen["to"], [*record.entries[:-1], [*last[:-1], bad]]
    breach = _caught(lambda: open_looks(table, seat, parties()[seat]))
    if breach is None:
        return None
    seal = sealing_key(table, seat, parties()[seat]).private_bytes_raw()
    return false_look(log, breach, seat, seal)
