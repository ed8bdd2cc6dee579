"""A person at a table: an identity, its journal, and what it knows of a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pbem.errors import Cheat, Refused, Usage
from pbem.record import files
from pbem.record.breach import false_look
from pbem.record.fork import check_same_history
from pbem.record.identity import Identity
from pbem.record.journal import START, Journal, TableMemory
from pbem.record.knowledge import Openings, open_looks, sealing_key, seat_of
from pbem.record.record import Record, load, open_table
from pbem.record.ruling import hidden_secret, is_host
from pbem.record.statements import Statement
from pbem.record.store import write_record
from pbem.record.table import Table
from pbem.wire import b64, schema


class Looked(NamedTuple):
    """A record that was read, and why the memory of its table cannot be read, or not written."""

    record: Record
    unread: Refused | None = None
    unkept: Refused | None = None


class Person:
    """Reads records as one identity: verified, compared with its memory, looks opened.

    Proofs are written beside the journal where they are found: of a false look, and of
    another history than the one known (with the record known before).
    """

    def __init__(self, identity: Identity) -> None:
        if identity.path is None:
            raise Usage("identity/no-file", "this needs an identity that lies in a file")
        self.identity = identity
        self.journal = Journal(identity.path)

    def open(self, path: str) -> Record:
        """Verify a record and compare it with what is remembered; remember its head.

        Raises Refused("record/older", "record/fork") as section Memory of docs/protocol.md
        has it, and everything a bad record raises.
        """
        return self._open(files.read_json(path, files.LIMITS["record"]))

    def look(self, path: str) -> Looked:
        """The same for whoever signs nothing: where the memory of the table is spoilt, the record
        is verified without it; where it cannot be written, nothing is remembered."""
        data = files.read_json(path, files.LIMITS["record"])
        try:
            record = self._known(data)
        except Refused as error:
            if error.code != "journal/damaged":
                raise
            return Looked(self._verify(data, open_table(data["entries"][0]), ()), unread=error)
        try:
            self._remember(record)
        except Refused as error:
            if not error.code.startswith("file/"):
                raise
            return Looked(record, unkept=error)
        return Looked(record)

    def _open(self, data: Any) -> Record:
        record = self._known(data)
        self._remember(record)
        return record

    def _known(self, data: Any) -> Record:
        """Verified, and held against the memory."""
        record = self._load(data)
        self._check_memory(record)
        return record

    def _load(self, data: Any) -> Record:
        schema.check("record", data)
        table = open_table(data["entries"][0])
        newest = self.journal.table(b64.encode(table.id)).newest
        known = newest.record if newest is not None else None
        return self._verify(data, table, known["entries"] if known is not None else ())

    def _verify(self, data: Any, table: Table, trusted: Sequence[Sequence[Statement]]) -> Record:
        secret = hidden_secret(table, self.identity) if is_host(table, self.identity) else None
        return load(data, secret=secret, trusted=trusted)

    def _check_memory(self, record: Record) -> None:
        """Raises Refused("record/older", "record/fork"); where the remembered record shows that
        an arbiter signed two histories, however long this one is, Cheat("evidence/two-rulings")."""
        heads = [b64.encode(h) for h in record.table.heads]
        try:
            self.journal.check_head(heads[0], heads)
        except Refused as error:
            newest = self.journal.table(heads[0]).newest
            if newest is not None and newest.record is not None:
                self._check_fork(self._load(newest.record), record)
            raise error

    def _check_fork(self, known: Record, record: Record) -> None:
        """Raises Cheat where both cannot be; the one known is then written out, so that
        the person has both files of the proof."""
        try:
            check_same_history(known, record)
        except Cheat as breach:
            file = str(self.journal.folder / f"{known.table.id.hex()}-other-history")
            write_record(file, known)
            proof = self._keep_proof(record, "evidence", breach)
            breach.hint = (
                f"{proof} proves it to anybody (pbem verify); the record known before is now in"
                f" {files.shown(file)}, and pbem compare with this one shows where they part"
            )
            raise

    def _keep_proof(self, record: Record, name: str, breach: Cheat) -> str:
        """Write the proof beside the journal, for its owner alone; returns the file's name."""
        file = self.journal.folder / f"{record.table.id.hex()}-{name}"
        files.write_json(file, breach.proof, mode=0o600)
        return files.shown(file)

    def _remember(self, record: Record) -> None:
        table = record.table
        if seat_of(table, self.identity) is None and not is_host(table, self.identity):
            return
        self._note(record)

    def _note(self, record: Record) -> None:
        table = record.table
        self.journal.remember_record(
            b64.encode(table.id), table.n - 1, b64.encode(table.head), record.as_json()
        )

    def _adopt(self, record: Record) -> None:
        """Before signing: what of one's own waits in the record was sent, and stands, also where
        the journal that should know of it was lost or is an old copy."""
        memory, n, seat = self._memory(record), record.table.n, self.seat(record)
        known = [memory.ready] if n == START else memory.statements.get(n, (None,))
        newest = known[-1]
        if newest is not None and newest["kind"] != "lapse":
            return
        for waiting in record.pending:
            if waiting.by == seat and waiting.kind != "join":
                # A claim and a share can wait side by side: the one does not bar the other.
                self.journal.remember_statement(waiting.body, replace=True)

    def _memory(self, record: Record) -> TableMemory:
        return self.journal.table(b64.encode(record.table.id))

    def seat(self, record: Record) -> str | None:
        return seat_of(record.table, self.identity)

    def known(self, record: Record) -> Openings:
        """Every opening this identity's seat has seen and may still use."""
        seat = self.seat(record)
        return self._open_looks(record, seat) if seat else {}

    def _open_looks(self, record: Record, seat: str) -> Openings:
        """Open this seat's looks; a false one stops everything, and its proof is written."""
        try:
            return open_looks(record.table, seat, self.identity)
        except Cheat as breach:
            private = sealing_key(record.table, seat, self.identity)
            seal = private.private_bytes_raw()
            breach.proof = false_look(record.entries, breach, seat, seal)
            proof = self._keep_proof(record, "look-proof", breach)
            breach.hint = (
                f"sign nothing more at this table; {proof} proves it to anybody (pbem verify)"
                " and discloses your looks of this table only"
            )
            raise
