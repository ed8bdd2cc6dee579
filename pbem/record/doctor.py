"""What is broken in a record, and the longest part of it that still verifies.

Nothing is repaired that was signed: what is kept is a beginning of the log, each byte as
its author signed it, with the statements that wait for the entry behind it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from pbem.errors import FROM_ALL, Cheat, PbemError, Refused
from pbem.record import pending
from pbem.record.record import Record, check_waiting, now, replay, replay_far
from pbem.record.salvage import MOST_WAITING, Salvaged, breaks_off, salvage
from pbem.record.statements import Signed, Statement, check_signature, read
from pbem.record.table import Table
from pbem.record.unwrap import Reading, readings
from pbem.wire import schema, strict

OTHERS = f"get the record {FROM_ALL}; pbem verify tells which is the longest"


class Diagnosis(NamedTuple):
    """findings: what is broken, in the order of the file. total: entries that can be read.
    record: the longest part that verifies, None where nothing does. waiting: statements of
    the first entry that does not verify, which are good by themselves and kept as pending.
    lost: statements that were signed onto entries which are not kept. records: how many are
    in the file. undone: in words, what a mail did to the text and was undone."""

    findings: list[PbemError]
    total: int
    record: Record | None
    waiting: Sequence[Signed] = ()
    lost: int = 0
    records: int = 1
    undone: Sequence[str] = ()

    @property
    def log_is_whole(self) -> bool:
        """Is nothing wrong but with what no hash covers?"""
        return all(f.at.startswith(("/now", "/pending")) for f in self.findings)


class _Found(NamedTuple):
    entries: list[list[Statement]]
    half: list[Any]
    pending: list[Any]
    now: Any = None


def examine(data: bytes, limit: int) -> Diagnosis:
    """Look at the bytes of a file that should be a record. What is wrong is not raised."""
    try:
        value = strict.parse(data, limit=limit)
    except Refused as error:
        return _best(data, error)
    findings: list[PbemError] = []
    found = _read(value, findings)
    return Diagnosis(findings, 0, None) if found is None else _diagnose(found, findings)


def _diagnose(found: _Found, findings: list[PbemError]) -> Diagnosis:
    """How much of what was found verifies. findings: what is known to be wrong so far."""
    if not found.entries:
        return Diagnosis([*findings, _nothing("no entry of a log is found in it")], 0, None)
    total = len(found.entries)
    try:
        table, error = replay_far(found.entries)
    except PbemError as refused:
        return Diagnosis([*findings, refused, _nothing(_UNOPENED)], total, None)
    if error is None:
        return _whole_log(table, found, findings)
    good, bad = found.entries[: table.n], found.entries[table.n]
    table = replay(good, secret=table.secret, trusted=good)  # the other one is spent
    findings += _explained(table, bad, error)
    record = Record(good, table)
    _keep(record, [s for s in bad if s.get("kind") != "ruling"])
    lost = sum(len(e) for e in found.entries[table.n :]) + len(found.half) + len(found.pending)
    return Diagnosis(findings, total, record, record.pending, lost - len(record.pending))


def _whole_log(table: Table, found: _Found, findings: list[PbemError]) -> Diagnosis:
    """Every entry that can be read verifies: what about the rest of the file?"""
    record = Record(found.entries, table)
    if found.half:
        _keep(record, found.half)
        lost = len(found.half) - len(record.pending)
        return Diagnosis(findings, table.n, record, record.pending, lost)
    findings += _keep(record, found.pending)
    if (fault := _check_now(record, found.now, bool(findings))) is not None:
        findings.append(fault)
    return Diagnosis(findings, table.n, record)


# --- reading the file ------------------------------------------------------------------------


class _Candidate(NamedTuple):
    """line: where the text that it was read from breaks off. records: how many are in that."""

    reading: Reading
    line: int | None
    records: int
    found: Salvaged


def _best(data: bytes, error: Refused) -> Diagnosis:
    """Of all records in a text that is none by itself, the one of which most verifies."""
    candidates = _candidates(data)
    best: Diagnosis | None = None
    for candidate in sorted(candidates, key=lambda c: -len(c.found.entries)):
        if best is not None and _worth(best)[0] > len(candidate.found.entries):
            break
        looked = _look(candidate, error)
        if best is None or _worth(looked) > _worth(best):
            best = looked
    if best is None:
        line = breaks_off(data)
        wrong = error if line is None else _cut_off(line, 0)
        return _diagnose(_Found([], [], []), [wrong])
    return best._replace(records=max(c.records for c in candidates))


def _candidates(data: bytes) -> list[_Candidate]:
    """What can be read, each once: as the text stands, and without what a mail did to it."""
    found: list[_Candidate] = []
    known: set[bytes] = set()
    for reading in readings(data):
        salvaged = salvage(reading.data)
        line = breaks_off(reading.data) if salvaged else None
        for one in salvaged:
            mark = hashlib.sha256(repr(one).encode("utf-8", "replace")).digest()
            if mark not in known:
                known.add(mark)
                found.append(_Candidate(reading, line, len(salvaged), one))
    return found


def _worth(found: Diagnosis) -> tuple[int, int]:
    return (found.record.table.n, len(found.record.pending)) if found.record else (0, 0)


def _look(candidate: _Candidate, error: Refused) -> Diagnosis:
    (_, undone), line, _, (entries, half, waiting) = candidate
    findings: list[PbemError] = [error if line is None else _cut_off(line, len(entries))]
    found = _Found(_listed(entries, findings), half, waiting)
    return _diagnose(found, findings)._replace(undone=undone)


def _read(value: Any, findings: list[PbemError]) -> _Found | None:
    """What a file has of a record; None for what is no record, or one of a newer format."""
    try:
        schema.check("record", value)
    except Refused as error:
        findings.append(error)
        if error.code == "schema/kind" or _is_newer(value):
            return None
    if not isinstance(value, dict):
        return _Found([], [], [])
    entries, waiting = ([*v] if isinstance(v, list) else [] for v in map(value.get, _LISTS))
    # More cannot wait, and each that is not good would be told by itself.
    return _Found(_listed(entries, findings), [], waiting[:MOST_WAITING], value.get("now"))


_LISTS = ("entries", "pending")


def _is_newer(value: Any) -> bool:
    number = value.get("pbem") if isinstance(value, dict) else None
    return type(number) is int and number > 1


def _listed(entries: Sequence[Any], findings: list[PbemError]) -> list[list[Statement]]:
    """The entries as far as each is a list of objects."""
    for n, entry in enumerate(entries):
        if isinstance(entry, list) and entry and all(isinstance(s, dict) for s in entry):
            continue
        if not any(f.at.startswith("/entries") for f in findings):
            at = f"/entries/{n}"
            message = f"entry {n} is not a list of statements"
            findings.append(Refused("schema/type", message, at=at, hint=OTHERS))
        return list(entries[:n])
    return list(entries)


def _cut_off(line: int, whole: int) -> Refused:
    message = f"the file breaks off in line {line}: whole entries before that: {whole}"
    hint = "it was cut off while it was written, or on its way: save the attachment again"
    return Refused("record/cut-off", message, hint=hint)


def _nothing(why: str) -> Refused:
    message = f"nothing in this file can be used: {why}"
    return Refused("record/nothing-left", message, hint=OTHERS)


_UNOPENED = "not even the opening of the table verifies"


# --- the log -----------------------------------------------------------------------------------


def _explained(table: Table, entry: Sequence[Statement], error: PbemError) -> list[PbemError]:
    """The same, and the breach that a damaged file shows besides."""
    damage = error.__cause__
    if error.code == "evidence/two-rulings" and isinstance(damage, Refused):
        return [_explain(table, entry, damage), error]
    return [_explain(table, entry, error)]


def _explain(table: Table, entry: Sequence[Statement], error: PbemError) -> PbemError:
    """Why the entry that comes next is not good, as a person would put it."""
    if isinstance(error, Cheat):
        return error
    return _changed(table, entry) or _misplaced(table, entry) or _incomplete(entry, error)


def _changed(table: Table, entry: Sequence[Statement]) -> Refused | None:
    """A statement that is not the one its author signed; that comes before what else is said
    of it, such as a head that does not fit because it was changed."""
    for i, body in enumerate(entry):
        at = f"/entries/{table.n}/{i}"
        try:
            statement = read(body, at)
            check_signature(statement, table.signer(statement), at)
        except Refused as error:
            if not error.code.startswith(("schema/", "signature/")):
                continue  # by nobody who sits here, or before its time: not changed
            message = f"entry {table.n}: {error.message}"
            return Refused(error.code, message, at=error.at or at, hint=OTHERS)
    return None


def _misplaced(table: Table, entry: Sequence[Statement]) -> Refused | None:
    """An entry that was signed for another place in the log."""
    n, at = table.n, f"/entries/{table.n}"
    numbers = {s.get("n") for s in entry}
    if len(numbers) != 1 or numbers == {n}:
        return None
    (number,) = numbers
    if not isinstance(number, int) or number < n:
        message = f"in the place of entry {n} stands one that was signed for entry {number}"
        return Refused("record/entry-extra", message, at=at, hint=OTHERS)
    gone = f"entry {n} is" if number == n + 1 else f"entries {n} to {number - 1} are"
    message = f"{gone} missing: what follows was signed for entry {number}"
    return Refused("record/entry-missing", message, at=at, hint=OTHERS)


def _incomplete(entry: Sequence[Statement], error: PbemError) -> PbemError:
    """An entry from which a statement was taken."""
    last = entry[-1]
    if error.code != "entry/answers" or last.get("kind") != "ruling":
        return error
    short = len(last["answers"]) - (len(entry) - 1)
    if short < 1:
        return error
    message = f"entry {last['n']} lacks {_count(short, 'statement')} that its ruling answers"
    return Refused("record/statement-missing", message, at=error.at, hint=OTHERS)


def _count(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")


# --- what waits, and the present ---------------------------------------------------------------


def _keep(record: Record, bodies: Sequence[Any]) -> list[PbemError]:
    """Take in as pending what can wait for the next entry; returns what is wrong with the rest."""
    faults: list[PbemError] = []
    kept: list[Signed] = []
    for i, body in sorted(enumerate(bodies), key=lambda pair: _rank(pair[1])):
        try:
            kept.append(check_waiting(record, kept, body, f"/pending/{i}"))
        except Cheat as breach:
            faults.append(breach)
        except PbemError as error:
            message = f"a statement that waits is not good: {error.message}"
            faults.append(Refused(error.code, message, at=error.at, hint=_ANEW))
    record.pending = pending.in_order(record.table, kept)
    if not faults and [s.body for s in record.pending] != list(bodies):
        message = "pending statements are not in seat order"
        faults.append(Refused("pending/order", message, at="/pending", hint=_LEFT))
    return faults


_ANEW = "-o writes the record without it; if it is still wanted, ask its author for another"
_LEFT = "nothing is lost by this; -o writes the record without the fault"


def _rank(body: Any) -> int:
    """Moves before shares, joins before consents, as each goes with what it answers."""
    kind = body.get("kind") if isinstance(body, dict) else None
    return pending.KIND_ORDER.index(kind) if kind in pending.KIND_ORDER else -1


def _check_now(record: Record, told: Any, damaged: bool) -> Refused | None:
    """`now` against the log. It is covered by no signature, but it can know of more entries
    than are there: whoever cut the end off the log has left it as it was, or has not."""
    n = record.table.n
    number = told.get("n") if isinstance(told, dict) else None
    if isinstance(number, int) and number > n:
        message = f"the record tells of {number} entries, and has only {n}: its end is missing"
        return Refused("record/cut-short", message, at="/entries", hint=OTHERS)
    if damaged or told == now(record.table, record.pending):
        return None
    message = "what the record says of the present does not follow from its log"
    return Refused("record/now", message, at="/now", hint=_LEFT)
