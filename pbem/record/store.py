"""Records as files: read by anybody, without an identity and its memory."""

from __future__ import annotations

from pbem.record import files
from pbem.record.record import Record, load


def read_record(path: str) -> Record:
    """Verify a record as anybody can. Raises Refused, Cheat."""
    return load(files.read_json(path, files.LIMITS["record"]))


def write_record(path: str, record: Record) -> None:
    files.write_json(path, record.as_json())
