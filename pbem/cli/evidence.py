"""`--evidence FILE`: the smallest proof of a breach, for somebody who has nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import click

from pbem.cli.common import named
from pbem.errors import Cheat, PbemError, Refused
from pbem.record import evidence, files
from pbem.wire.canon import canon


def _free(ctx: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Before anything is done: may evidence be written there? Raises Refused("file/exists")."""
    named(ctx, option, value)
    if value == files.STREAM:
        raise click.BadParameter("evidence goes into a file of its own", ctx, option)
    if value is not None:
        _spare_others(value)
    return value


evidence_option = click.option(
    "--evidence",
    "evidence_file",
    callback=_free,
    metavar="FILE",
    help="Where to write the proof of a breach, if one is found.",
)


def _spare_others(name: str) -> None:
    if not os.path.lexists(name):
        return
    there: Any = None
    with suppress(Refused):
        there = files.read_json(name, files.LIMITS["record"])
    if not (isinstance(there, dict) and there.get("kind") == "evidence"):
        raise Refused(
            "file/exists",
            f"{files.shown(name)} is there already, and is no evidence",
            hint="give the same command with --evidence and another name",
        )


def write(errors: Sequence[PbemError], name: str | None) -> list[str]:
    """Write the proof of each breach among `errors`: to the file named, and where there are
    several, to that name with -2, -3, ... Returns the files written.

    Each is checked first, so that what is handed on proves what it says.
    """
    written: list[str] = []
    done: set[bytes] = set()
    for error in errors:
        if name is None or not isinstance(error, Cheat) or error.proof is None:
            continue
        if (same := canon(error.proof)) in done or not _stands(error):
            continue
        done.add(same)
        file = _numbered(name, len(written) + 1)
        _spare_others(file)
        files.write_json(file, error.proof)
        written.append(file)
    return written


def _stands(breach: Cheat) -> bool:
    """Does the proof convince by itself? What an arbiter knows beforehand is in none."""
    try:
        found = evidence.check(breach.proof)
    except PbemError:
        return False
    return found.party == breach.party


def _numbered(name: str, number: int) -> str:
    stem, end = os.path.splitext(name)
    return name if number == 1 else f"{stem}-{number}{end}"


def told(written: Sequence[str], name: str | None) -> list[str]:
    """What a person reads about it; nothing where no evidence was asked for."""
    if name is None:
        return []
    if not written:
        return [f"no breach that a file can prove: {files.shown(name)} is not written"]
    return [
        f"{files.shown(f)}: the proof, for anybody who has nothing else (pbem verify)"
        for f in written
    ]


@contextmanager
def kept(name: str | None) -> Iterator[None]:
    """Write the proof of a breach that ends the command within, and say so."""
    try:
        yield
    except Cheat as breach:
        if written := write([breach], name):
            breach.hint = told(written, name)[0]
        raise
