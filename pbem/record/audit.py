"""A record taken apart for a person: one entry, or the whole table (docs/audit.md).

Everything is found while the log is replayed by the code that verifies it. What comes out is plain
JSON data: the page that a person reads is written from the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pbem.errors import Cheat, PbemError, Refused
from pbem.fair.draws import WORDS, public_stream
from pbem.fair.hashes import state_hash, statement_id
from pbem.record import influence
from pbem.record.amiss import amiss
from pbem.record.asked import DRAWS, NUMBERED
from pbem.record.difference import difference
from pbem.record.happened import happened
from pbem.record.party import ARBITER
from pbem.record.record import walk
from pbem.record.statements import Statement
from pbem.record.table import Step, Table
from pbem.wire import b64

Note = dict[str, Any]


class Shown(NamedTuple):
    """Of a party before an entry: key, newest link (first the anchor), how many, shown where."""

    sign: bytes
    link: bytes
    number: int
    entry: int


@dataclass
class Before:
    """What an entry found: taken down, for the table goes on."""

    head: bytes
    key: bytes
    state: Any
    parties: dict[str, Shown]
    looked: dict[str, list[str]]
    committed: dict[str, bytes]


@dataclass
class Found:
    """What an audit has gathered. error: what is wrong behind the entries of `table`.

    turn: the entry that was asked for, if it verifies; false: what is known of it where its
    ruling is well signed and not what the log gives, or lets pass what is not right. linked: by
    entry, whose links are in it. hidden: token to the entry in which it was committed to.
    """

    entries: Sequence[Sequence[Statement]]
    table: Table
    error: PbemError | None = None
    turn: Note | None = None
    false: Note | None = None
    linked: list[list[str]] = field(default_factory=list)
    hidden: dict[str, int] = field(default_factory=dict)


def audit(entries: Sequence[list[Statement]], turn: int | None = None) -> Found:
    """Replay a log; take entry `turn` apart on the way.

    Raises Refused for a bad entry 0: then there is no table. What is wrong later is in `error`.
    """
    steps = walk(entries)
    table = next(steps)
    found = Found(entries, table)
    _take_note(found, 0)
    if turn == 0:
        found.turn = _opening(found)
    before = _before(found) if turn == 1 else None
    try:
        for n, _ in enumerate(steps, 1):
            _take_note(found, n)
            if n == turn and before is not None:
                found.turn = take_apart(found, before)
            before = _before(found) if turn == n + 1 else None
    except PbemError as error:
        found.error = error
        if before is not None and isinstance(error, Cheat):
            found.false = _false(found, before, error)
    return found


def _false(found: Found, before: Before, breach: Cheat) -> Note:
    """The entry behind the table, whose signatures are good and whose ruling is not."""
    bodies = found.entries[found.table.n]
    ids = [statement_id(body) for body in bodies]
    note = amiss(bodies, found.table.n, breach)
    if breach.code == "link/not-next":
        links = [link for link in _links(bodies, before) if link["by"] == note["by"]]
        note |= {"links": links}
    return {
        "n": found.table.n,
        "head_before": b64.encode(before.head),
        "statements": list(_statements(found.table, bodies, ids, before)),
        **note,
    }


def _take_note(found: Found, n: int) -> None:
    linked = [s["by"] for s in found.entries[n] if "link" in s]
    found.linked.append(linked)
    for token in found.table.cards.groups:
        found.hidden.setdefault(token, n)


def _before(found: Found) -> Before:
    table = found.table
    return Before(
        head=table.head,
        key=table.key,
        state=table.runner.public() if table.n >= 3 else {},
        parties={p.name: _shown(found, p.name) for p in table.parties.values()},
        looked={seat: list(tokens) for seat, tokens in table.cards.looked.items()},
        committed=dict(table.cards.live),
    )


def _shown(found: Found, name: str) -> Shown:
    party = found.table.parties[name]
    if party.shown:
        entry = max(n for n, names in enumerate(found.linked) if name in names)
    elif name == ARBITER:
        entry = 0
    else:
        entry = max(n for n, e in enumerate(found.entries[: found.table.n]) if _joins(e, name))
    return Shown(party.sign, party.link, party.shown, entry)


def _joins(entry: Sequence[Statement], name: str) -> bool:
    return any((s["kind"], s["by"]) == ("join", name) for s in entry)


def _opening(found: Found) -> Note:
    """Entry 0, which no state came before."""
    table = found.table
    body = table.body
    return {
        "n": 0,
        "kind": "open",
        "by": table.open.by,
        "head": b64.encode(table.head),
        "statements": [_statement(body, table.open.id, b64.decode(body["sign"], 32))],
        "trust": influence.of_opening(table),
    }


def take_apart(found: Found, before: Before) -> Note:
    """The newest entry of the table, which has been checked, as data."""
    table = found.table
    step = table.steps[-1]
    bodies = found.entries[step.n]
    notes = [a for a in table.asked.get(step.n, ()) if a["ask"] not in ("choose", "end")]
    return {
        "n": step.n,
        "kind": step.kind,
        "by": step.by,
        **({"late": step.late} if step.late else {}),
        "head_before": b64.encode(before.head),
        "head": b64.encode(table.head),
        "statements": list(_statements(table, bodies, table.ids[-1], before)),
        "links": list(_links(bodies, before)),
        "key_before": b64.encode(before.key),
        "key": b64.encode(table.key),
        **({"then": list(step.then)} if step.then else {}),
        "happened": happened(step, notes),
        "draws": list(_draws(table, step, notes)),
        "hidden": _hidden(found, before, notes, bodies),
        **_states(table, before),
        "trust": influence.of_entry(table, step, found.linked, notes, bodies),
    }


def _states(table: Table, before: Before) -> Note:
    if table.n < 3:
        return {"changed": []}
    after = table.runner.public()
    hashes = {"state": b64.encode(state_hash(after))}
    if before.state:
        hashes["state_before"] = b64.encode(state_hash(before.state))
    return {**hashes, "changed": list(difference(before.state, after))}


def _statements(
    table: Table, bodies: Sequence[Statement], ids: Sequence[bytes], before: Before
) -> Iterator[Note]:
    for body, id_ in zip(bodies, ids, strict=True):
        if body["kind"] == "join":
            key = b64.decode(body["sign"], 32)
        elif body["kind"] == "ruling":
            key = table.host_key
        else:
            key = before.parties[body["by"]].sign
        yield _statement(body, id_, key)


def _statement(body: Statement, id_: bytes, key: bytes) -> Note:
    """key: the public key under which the signature was checked."""
    kept: Note = {k: body[k] for k in ("head", "answers", "note") if k in body}
    return {
        "by": body["by"],
        "kind": body["kind"],
        "id": b64.encode(id_),
        "key": b64.encode(key),
        **kept,
    }


def _links(bodies: Sequence[Statement], before: Before) -> Iterator[Note]:
    """Each link that was shown, and the one that it hashes to: number 0 is the anchor."""
    for body in bodies:
        if "link" not in body:
            continue
        party = before.parties[body["by"]]
        yield {
            "by": body["by"],
            "number": party.number + 1,
            "link": body["link"],
            "before": b64.encode(party.link),
            "before_in": party.entry,
        }


def _draws(table: Table, step: Step, notes: Sequence[Note]) -> Iterator[Note]:
    drawn = iter(step.draws)
    for note in notes:
        if note["ask"] not in DRAWS:
            continue
        draw = next(drawn)
        asked: Note = {k: note[k] for k in ("number", "sides", "items") if k in note}
        yield {
            "q": draw.q,
            "draw": note["ask"],
            **asked,
            "result": draw.result,
            "integers": integers(table.key, draw.q, note),
        }


def integers(key: bytes, q: int, note: Mapping[str, Any]) -> list[Note]:
    """The integers of a public draw: below what, which, from which word, and which words were
    too large before it. Words are 16 hex digits."""
    if note["ask"] == "roll":
        bounds = [note["sides"]] * note["number"]
    else:
        bounds = [len(note["items"]) - i for i in range(note["number"])]
    stream = public_stream(key, q)
    result: list[Note] = []
    for bound in bounds:
        words = [stream.word()]
        while words[-1] >= WORDS - WORDS % bound:
            words.append(stream.word())
        *rejected, word = (f"{w:016x}" for w in words)
        value = words[-1] % bound
        result.append({"below": bound, "value": value, "word": word, "rejected": rejected})
    return result


def _hidden(
    found: Found, before: Before, notes: Sequence[Note], bodies: Sequence[Statement]
) -> Note:
    """Cards face down: what was shuffled, looked at, shown and opened, and who knows what now."""
    cards = found.table.cards
    looked = {s: [*t] for s, t in before.looked.items()}
    result: Note = {"shuffles": [], "looks": [], "shown": [], "opened": []}
    main = bodies[0] if bodies else {}
    for token, opening in main.get("show", {}).items():
        result["shown"].append(_opened(found, before, looked, token, opening))
    q = 0
    for note in notes:
        if note["ask"] == "shuffle":
            result["shuffles"].append(_shuffle(found, q, note))
        elif note["ask"] == "look":
            looked.setdefault(note["seat"], []).extend(note["tokens"])
            result["looks"].append(_look(found, note))
        elif note["ask"] == "open":
            for token in note["tokens"]:
                opening = bodies[-1]["opened"][token]
                result["opened"].append(_opened(found, before, looked, token, opening))
        q += note["ask"] in NUMBERED
    face_down = [t for t in cards.live if t not in cards.opened]
    known = {s: [t for t in cards.looked.get(s, ()) if t in face_down] for s in found.table.seats}
    seen = {t for tokens in known.values() for t in tokens}
    result["known"] = {s: tokens for s, tokens in known.items() if tokens}
    result["unseen"] = [t for t in face_down if t not in seen]
    return result


def _commitment(found: Found, token: str) -> str:
    cards = found.table.cards
    return b64.encode(cards.live.get(token) or cards.dead[token])


def _shuffle(found: Found, q: int, note: Note) -> Note:
    """dealt: the face of each token, once the secret is out."""
    faces = found.table.cards.faces
    dealt = {t: faces[t][0] for t in note["onto"] if t in faces}
    return {
        "q": q,
        "faces": sorted(note["faces"]),
        "tokens": list(note["tokens"]),
        "onto": {t: _commitment(found, t) for t in note["onto"]},
        **({"dealt": dealt} if found.table.secret is not None else {}),
    }


def _look(found: Found, note: Note) -> Note:
    faces = found.table.cards.faces
    seen = {t: faces[t][0] for t in note["tokens"] if t in faces}
    return {
        "to": note["seat"],
        "tokens": list(note["tokens"]),
        **({"faces": seen} if found.table.secret is not None else {}),
    }


def _opened(
    found: Found,
    before: Before,
    looked: Mapping[str, Sequence[str]],
    token: str,
    opening: Mapping[str, str],
) -> Note:
    """An opening that everybody has seen, and who had looked at the card before."""
    committed = before.committed.get(token)
    return {
        "token": token,
        "face": opening["face"],
        "salt": opening["salt"],
        "commitment": b64.encode(committed) if committed else _commitment(found, token),
        "committed_in": found.hidden[token],
        "knew": [s for s in found.table.seats if token in looked.get(s, ())],
    }


def check_turn(found: Found, turn: int) -> None:
    """Raises Refused("audit/no-turn") where the record has no such entry."""
    if not 0 <= turn < len(found.entries):
        raise Refused(
            "audit/no-turn",
            f"the record has no entry {turn}: its entries are 0 to {len(found.entries) - 1}",
            hint="pbem audit RECORD without --turn shows the whole table",
        )
