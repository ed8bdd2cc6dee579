"""Breaches that are proved by what was signed, each with the file that proves it.

What such a file holds is told in docs/protocol.md, Proof; evidence.py checks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.errors import Cheat, PbemError
from pbem.record.statements import Signed, Statement, is_signed, read
from pbem.record.table import Table
from pbem.wire import b64

Log = Sequence[Sequence[Statement]]
FORGETFUL = "It cannot tell a cheat from a party that lost its memory"


def _evidence(what: str, **fields: Any) -> dict[str, Any]:
    return {"pbem": 1, "kind": "evidence", "what": what, **fields}


def signing_key(log: Log, seat: str) -> str | None:
    """The key of `seat` at the end of a log, as its newest join there has it."""
    joins = [s for entry in log for s in entry if (s["kind"], s["by"]) == ("join", seat)]
    return joins[-1]["sign"] if joins else None


def _with_key(key: str | None, seat: str, n: int, known: Log) -> str:
    """Whose doing it is in words: the key, and the entry in which another one took its place.

    known: a log with entries behind the first `n`, in which `key` held the seat.
    """
    if key is None:
        return ""
    words = f", with the key {b64.groups(b64.decode(key))}"
    for later, entry in enumerate(known[n:], n):
        if signing_key([entry], seat) is not None:
            return f"{words}, which held the seat until entry {later}"
    return words


def as_one(found: Sequence[Cheat]) -> Cheat:
    """The first of several breaches, which tells of the others too."""
    first, *more = found
    first.message += "".join(f"; and {other.message}" for other in more)
    return first


def in_order(first: Signed, second: Signed) -> list[Statement]:
    return [s.body for s in sorted((first, second), key=lambda s: s.id)]


def two_rulings(open_: Signed, first: Signed, second: Signed, known: Log = ()) -> Cheat:
    """One party signed two different rulings for one entry. known: the log behind it, if any.

    The proof has them in the order of their ids, so that whoever finds it writes the same file.
    """
    party, n = second.by, second.body["n"]
    return Cheat(
        "evidence/two-rulings",
        f"{party} signed two different rulings for entry {n} of this table"
        + _with_key(open_.body["sign"], party, 2, known),
        party=party,
        hint=f"keep both files: they are the proof. {FORGETFUL}",
        proof=_evidence("rulings", open=open_.body, rulings=in_order(first, second)),
    )


def ruled_twice(table: Table, statements: Iterable[Any]) -> Cheat | None:
    """Two rulings for one entry of `table` among any statements, of whatever form: the breach
    that the first such pair proves. They need no log around them, nor a place in one."""
    by_number: dict[int, list[Statement]] = {}
    for body in statements:
        if isinstance(body, dict) and body.get("kind") == "ruling" and type(body.get("n")) is int:
            by_number.setdefault(body["n"], []).append(body)
    for n, bodies in sorted(by_number.items()):
        if len(bodies) == 1 or (table.dealing != "arbiter" and n != 1):
            continue
        rulings = [r for body in bodies if (r := _ruling(table, body)) is not None]
        for other in rulings[1:]:
            if other.id != rulings[0].id:
                return two_rulings(table.open, rulings[0], other)
    return None


def _ruling(table: Table, body: Statement) -> Signed | None:
    """A well-signed ruling of this table; None for anything else."""
    try:
        ruling = read(body)
    except PbemError:
        return None
    mine = (ruling.by, ruling.body["table"]) == (table.host, table.id_text)
    return ruling if mine and is_signed(ruling, table.host_key) else None


def two_statements(
    before: Log,
    first: Signed,
    second: Signed,
    others: Sequence[Signed],
    known: Log = (),
) -> Cheat:
    """One seat signed two statements of a kind on one head; both could have stood there.

    before: the log that they stand on. others: statements among which are those they name.
    known: a longer log, which tells whether the seat has another key later.
    """
    named = _named((first, second), others)
    seat, n = second.by, len(before)
    return Cheat(
        f"evidence/two-{second.kind}s",
        f"{seat} signed two different valid {second.kind}s for turn {n} of this table"
        + _with_key(signing_key(before, seat), seat, n, known),
        party=seat,
        hint=f"keep both files: they are the proof. {FORGETFUL}",
        proof=_evidence(
            "double",
            entries=list(before),
            statements=[first.body, second.body],
            **({"with": [s.body for s in named]} if named else {}),
        ),
    )


def _named(two: Sequence[Signed], others: Sequence[Signed]) -> list[Signed]:
    """What the two name in their answers, each once, in the order of the two."""
    by_id = {o.id: o for o in others}
    named = {i: by_id[i] for s in two for i in s.answers if i in by_id}
    return list(named.values())


def last_secret(logged: Log) -> str | None:
    """The hidden secret as it stands at the end of a log, checked by nobody yet."""
    text = logged[-1][-1].get("secret") if logged[-1] else None
    return text if isinstance(text, str) else None


def false_ruling(logged: Log, n: int) -> dict[str, Any]:
    """The proof that the ruling of entry `n` is not what the log gives. A secret that came out
    later goes with it; one that only the arbiter knows never does."""
    secret = last_secret(logged) if len(logged) > n + 1 else None
    more = {"secret": secret} if secret is not None else {}
    return _evidence("ruling", entries=list(logged[: n + 1]), **more)


def false_look(logged: Log, breach: Cheat, seat: str, seal: bytes) -> dict[str, Any]:
    """The proof of a look that `seat` found false; `seal` is its private sealing key, written
    as it is used: with the bits that X25519 sets by itself set already (RFC 7748, section 5)."""
    used = bytes([seal[0] & 248, *seal[1:31], seal[31] & 127 | 64])
    _, _, place = breach.at.partition("/entries/")
    upto = int(place) + 1 if place.isdecimal() else len(logged)
    return _evidence("look", entries=list(logged[:upto]), seat=seat, seal=b64.encode(used))
