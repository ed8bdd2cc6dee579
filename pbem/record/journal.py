"""What a program must remember, so that it never signs two things where one is allowed.

One file per table in a folder beside the identity file, written and synced before a
statement leaves the program. docs/protocol.md, Memory.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from pbem.errors import FROM_ALL, Refused
from pbem.fair import hashes
from pbem.record import clock, files
from pbem.wire import b64, schema

Statement = Mapping[str, Any]
START = 2  # number of the entry that starts the game
_FILE = re.compile(r"[0-9a-f]{64}\.json")


class Newest(NamedTuple):
    """The newest head known: `head` is the one after entry `n`. since: when it was first seen
    here, in seconds since 1970; None where an earlier version of the program wrote it."""

    n: int
    head: str
    record: Mapping[str, Any] | None
    since: int | None = None


@dataclass(frozen=True)
class TableMemory:
    """All that is remembered of one table. `statements`: own ones by entry number, for one
    number oldest first, without joins and readies. `parties`: signing keys of the roster."""

    table: str
    joins: tuple[Statement, ...] = ()
    ready: Statement | None = None
    statements: Mapping[int, tuple[Statement, ...]] = field(default_factory=dict)
    newest: Newest | None = None
    parties: frozenset[str] = frozenset()

    @property
    def started(self) -> bool:
        return self.newest is not None and self.newest.n >= START


class Journal:
    """The memory that belongs to one identity file."""

    def __init__(self, identity_path: str | os.PathLike[str]) -> None:
        # Links are resolved, so that one identity under two names has one memory.
        resolved = os.path.realpath(identity_path)
        self.folder = Path(resolved + ".journal")
        self._held = False

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the journal against other processes; may be nested. Refused("file/locked")."""
        if self._held:
            yield
            return
        files.make_folder(self.folder)
        with files.locked(self.folder):
            self._held = True
            try:
                yield
            finally:
                self._held = False

    # --- reading ---

    def all_tables(self) -> list[str]:
        """The ids of all tables remembered, base64url, in a fixed order."""
        try:
            names = sorted(os.listdir(self.folder))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise files.refusal(error, self.folder) from error
        return [b64.encode(bytes.fromhex(n[:64])) for n in names if _FILE.fullmatch(n)]

    def table(self, table: str) -> TableMemory:
        """What is remembered of a table (its id, base64url); an empty memory for a new one."""
        path = self._file(table)
        try:
            value = files.read_json(path, files.LIMITS["journal"])
            schema.check("journal", value)
        except Refused as error:
            if error.code == "file/missing":
                return TableMemory(table)
            if error.code.startswith("file/") and error.code != "file/empty":
                raise
            raise _damaged(path, error) from error
        if value["table"] != table:
            message = f"{files.shown(path)} holds the memory of another table"
            hint = "somebody renamed it: give it its own name back"
            raise Refused("journal/wrong-table", message, at="/table", hint=hint)
        return _from_json(value)

    def dropped_starts(self, sign_keys: set[str], *, besides: str = "") -> int:
        """How many tables with exactly these parties this identity readied that never started.

        `besides`: a table id not to count. Many of them look like somebody re-rolling a setup.
        """
        memories = [self.table(t) for t in self.all_tables() if t != besides]
        return sum(
            m.ready is not None and not m.started and m.parties == sign_keys for m in memories
        )

    def check_head(self, table: str, heads: Sequence[str]) -> None:
        """Compare a record with the newest head known. `heads[n]`: the head after entry n.

        Raises `Refused("record/older")` when the record lacks that head's entry,
        `Refused("record/fork")` when it has another head there.
        """
        _check_newest(self.table(table).newest, heads)

    # --- writing ---

    def remember_statement(self, statement: Statement, *, replace: bool = False) -> Statement:
        """Note one's own statement before it leaves; returns the one to send.

        Asked again for the same content, the one signed before comes back. Joins are free.
        A different statement for an entry that has one raises
        `Refused("journal/already-signed")`; with `replace` a move may be changed, and a share
        or consent be signed beside a claim of a lapse. A ready, share, consent, open or ruling
        is never changed.
        """
        table = table_of(statement)
        with self.lock():
            memory = self.table(table)
            known = _same(memory, statement)
            if known is not None:
                return known
            self._save(_with_statement(memory, statement, replace))
        return statement

    def remember_record(
        self, table: str, n: int, head: str, record: Mapping[str, Any] | None
    ) -> None:
        """Note that `head` is the one after entry `n`, the newest, and since when it is. Never
        goes back: raises `Refused("record/older")` or `Refused("record/fork")` instead."""
        with self.lock():
            memory = self.table(table)
            old = memory.newest
            if old is not None and old.n > n:
                raise _older(old, n)
            if old is not None and old.n == n and old.head != head:
                raise _fork(old, head)
            parties = _parties(record) if record else frozenset()
            seen = old.since if old is not None and old.head == head else None
            newest = Newest(n, head, record, clock.now() if seen is None else seen)
            fresh = replace(memory, newest=newest, parties=parties or memory.parties)
            if fresh != memory:  # looking at a table again writes nothing
                self._save(fresh)

    def _file(self, table: str) -> Path:
        return self.folder / f"{b64.decode(table, 32).hex()}.json"

    def _save(self, memory: TableMemory) -> None:
        files.write_json(self._file(memory.table), _to_json(memory), mode=0o600)


def _damaged(path: Path, error: Refused) -> Refused:
    name = files.shown(path)
    why = "it is empty" if error.code == "file/empty" else error.message.removeprefix(f"{name}, ")
    return Refused(
        "journal/damaged",
        f"the memory of this table in {name} is spoilt: {why}",
        at=error.at,
        hint=f"restore it from a backup; else move it away, get the record {FROM_ALL}, take the"
        " longest, and go on with --without-journal",
    )


def table_of(statement: Statement) -> str:
    """The table id a statement belongs to; of an open, the one it founds."""
    if statement["kind"] == "open":
        return b64.encode(hashes.entry_head(bytes(32), [hashes.statement_id(statement)]))
    table: str = statement["table"]
    return table


# --- the rule: one statement for one entry ---------------------------------------------------


def _number(statement: Statement) -> int:
    n: int = statement.get("n", 0)  # an open has none: it is entry 0
    return n


def _earlier(memory: TableMemory, statement: Statement) -> Statement | None:
    """The own statement that stands where this one wants to."""
    if statement["kind"] == "ready":
        return memory.ready
    signed = memory.statements.get(_number(statement), ())
    return signed[-1] if signed else None


def _same(memory: TableMemory, statement: Statement) -> Statement | None:
    """The statement with this very content, when it is one that stands: of claims also one
    beside which a share or consent was signed."""
    wanted = hashes.statement_id(statement)
    candidates: Sequence[Statement | None]
    if statement["kind"] == "join":
        candidates = memory.joins
    elif statement["kind"] == "lapse":
        candidates = memory.statements.get(_number(statement), ())
    else:
        candidates = [_earlier(memory, statement)]
    return next((s for s in candidates if s and hashes.statement_id(s) == wanted), None)


def _with_statement(memory: TableMemory, statement: Statement, change: bool) -> TableMemory:
    kind = statement["kind"]
    if kind == "join":
        return replace(memory, joins=(*memory.joins, statement))
    earlier = _earlier(memory, statement)
    if earlier is not None and not (change and _may_follow(earlier["kind"], kind)):
        raise _already(earlier, statement)
    if kind == "ready":
        return replace(memory, ready=statement)
    n = _number(statement)
    signed = (*memory.statements.get(n, ()), statement)
    return replace(memory, statements={**memory.statements, n: signed})


def _may_follow(earlier: str, kind: str) -> bool:
    """Which second statement is no offence once its author says the first went nowhere.
    A claim of a lapse proves nothing, so it does not stand in the way of what others ask."""
    return (earlier, kind) in {
        ("move", "move"),
        ("lapse", "share"),
        ("lapse", "consent"),
    }


def _already(earlier: Statement, statement: Statement) -> Refused:
    n, kind = _number(earlier), earlier["kind"]
    message = f"you have signed another {kind} for entry {n} of this table"
    if kind != statement["kind"]:
        message = f"you have signed a {kind} for entry {n} of this table: no {statement['kind']}"
        message += " can stand beside it"
        hint = f"send the {kind} again, and wait for what comes of it"
    elif _may_follow(kind, statement["kind"]):
        hint = "send that one; only if it never left your computer: --first-not-sent"
    else:
        hint = f"send the first one again: a second {kind} would look like cheating"
    return Refused("journal/already-signed", message, hint=hint)


# --- heads -----------------------------------------------------------------------------------


def _check_newest(newest: Newest | None, heads: Sequence[str]) -> None:
    if newest is None:
        return
    if len(heads) <= newest.n:
        raise _older(newest, len(heads) - 1)
    if heads[newest.n] != newest.head:
        raise _fork(newest, heads[newest.n])


def _older(newest: Newest, n: int) -> Refused:
    message = f"this record ends with entry {n}; entry {newest.n} is known here"
    return Refused("record/older", message, hint="use the newer file, or ask for it")


def _fork(newest: Newest, other: str) -> Refused:
    message = (
        f"two histories: the head after entry {newest.n} is {_spoken(other)} in this record, "
        f"and {_spoken(newest.head)} in the one known here"
    )
    hint = "ask the other players, best by voice, which of the two heads they have"
    return Refused("record/fork", message, hint=hint)


def _spoken(head: str) -> str:
    return b64.groups(b64.decode(head))


def _parties(record: Mapping[str, Any]) -> frozenset[str]:
    """All signing keys of a roster; empty before it is complete."""
    entries = record["entries"]
    if len(entries) < START:
        return frozenset()
    return frozenset(s["sign"] for s in (*entries[0], *entries[1]) if "sign" in s)


# --- the file --------------------------------------------------------------------------------


def _to_json(memory: TableMemory) -> dict[str, Any]:
    newest = memory.newest
    signed = [s for n in sorted(memory.statements) for s in memory.statements[n]]
    return {
        "pbem": 1,
        "kind": "journal",
        "table": memory.table,
        "joins": list(memory.joins),
        "ready": memory.ready,
        "signed": signed,
        "newest": None if newest is None else newest._asdict(),
        "parties": sorted(memory.parties),
    }


def _from_json(value: Mapping[str, Any]) -> TableMemory:
    statements: dict[int, tuple[Statement, ...]] = {}
    for statement in value["signed"]:
        n = _number(statement)
        statements[n] = (*statements.get(n, ()), statement)
    newest = value["newest"]
    return TableMemory(
        table=value["table"],
        joins=tuple(value["joins"]),
        ready=value["ready"],
        statements=statements,
        newest=None if newest is None else Newest(**newest),
        parties=frozenset(value["parties"]),
    )
