"""`--evidence FILE`: the smallest proof of a breach, for somebody who has nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import click

from pbem.cli.common import named
from pbem.errors import Cheat, PbemError, Refused
from pbem.record import evidence, files
from pbem.wire.canon import canon


def _free(ctx: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Before anything is done: can evidence be written there? Raises Refused("file/...")."""
    named(ctx, option, value)
    if value == files.STREAM:
        raise click.BadParameter("evidence goes into a file of its own", ctx, option)
    if value is not None:
        _check_free(value)
    return value


ANOTHER = "give the same command with --evidence and another name"

evidence_option = click.option(
    "--evidence",
    "evidence_file",
    callback=_free,
    metavar="FILE",
    help="Where to write the proof of a breach, if one is found.",
)


def _check_free(name: str) -> None:
    """Raises Refused("file/exists"), also for an older proof: it may be all there is of another
    breach; Refused("file/missing") where there is no such folder."""
    if os.path.lexists(name):
        raise Refused("file/exists", f"{files.shown(name)} is there already", hint=ANOTHER)
    folder = os.path.dirname(name) or os.curdir
    if not os.path.isdir(folder):
        raise Refused("file/missing", f"there is no folder {files.shown(folder)}", hint=ANOTHER)


@dataclass
class Written:
    """Of the proofs asked for: the files written, and why others are not. breach: was there
    anything to prove?"""

    files: list[str] = field(default_factory=list)
    errors: list[PbemError] = field(default_factory=list)
    breach: bool = False


def write(errors: Sequence[PbemError], name: str | None) -> Written:
    """Write the proof of each breach among `errors`: to the file named, and where there are
    several, to that name with -2, -3, ...

    Each is checked first, so that what is handed on proves what it says. Raises nothing: a full
    disk must not hide the breach.
    """
    written = Written(breach=any(isinstance(error, Cheat) for error in errors))
    done: set[bytes] = set()
    for error in errors:
        if name is None or not isinstance(error, Cheat) or error.proof is None:
            continue
        if (same := canon(error.proof)) in done or not _stands(error):
            continue
        done.add(same)
        file = _numbered(name, len(done))
        try:
            _check_free(file)
            files.write_json(file, error.proof)
        except Refused as fault:
            fault.message = f"the proof is not kept: {fault.message}"
            written.errors.append(fault)
        else:
            written.files.append(file)
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


def told(written: Written, name: str | None) -> list[str]:
    """What a person reads about it; nothing where no evidence was asked for. Why a proof could
    not be written is told with the other errors."""
    if name is None:
        return []
    if not written.files and not written.errors:
        why = "no file can prove that breach yet" if written.breach else "no breach was found"
        return [f"{why}: {files.shown(name)} is not written"]
    return [
        f"{files.shown(f)}: the proof, for anybody who has nothing else (pbem verify)"
        for f in written.files
    ]


@contextmanager
def kept(name: str | None) -> Iterator[None]:
    """Write the proof of a breach that ends the command within, and say so, or why not."""
    try:
        yield
    except Cheat as breach:
        written = write([breach], name)
        if written.files:
            breach.hint = told(written, name)[0]
        for fault in written.errors:
            breach.hint = f"{fault.code}: {fault.message}; {fault.hint}"
        raise
