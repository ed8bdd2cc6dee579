"""Options and openings that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from pbem.errors import Usage
from pbem.record import files, identity
from pbem.record.desk import Desk
from pbem.record.identity import Identity

F = TypeVar("F", bound=Callable[..., Any])

identity_option = click.option(
    "--identity",
    "identity_file",
    envvar="PBEM_IDENTITY",
    metavar="FILE",
    help="Whose command this is (or PBEM_IDENTITY; else the one that keygen made).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
out_option = click.option(
    "-o", "--output", "out", metavar="FILE", help="Where to write; - is standard output."
)
lost_option = click.option(
    "--without-journal",
    is_flag=True,
    help="Go on at a table of yours that this computer remembers nothing of.",
)


def load_identity(path: str | None) -> Identity:
    """The identity named, else the default one. Raises Usage("identity/none")."""
    where = Path(path) if path else identity.default_path()
    if not path and not where.exists():
        raise Usage(
            "identity/none",
            "there is no identity here yet",
            hint="make one with pbem keygen, or name one with --identity FILE",
        )
    return identity.load(where, passphrase=ask_passphrase)


def ask_passphrase() -> str:
    """From PBEM_PASSPHRASE, else asked on the terminal."""
    if "PBEM_PASSPHRASE" in os.environ:
        return os.environ["PBEM_PASSPHRASE"]
    answer: str = click.prompt("passphrase", hide_input=True, err=True)
    return answer


def desk(path: str | None) -> Desk:
    return Desk(load_identity(path))


def maybe_desk(path: str | None) -> Desk | None:
    """The desk of the identity named or of the default one; None where there is none."""
    if path is None and not identity.default_path().exists():
        return None
    return desk(path)


def write_statement(statement: dict[str, Any], out: str | None) -> str:
    """Write a statement to mail; returns the name of the file."""
    name = out or f"{statement['by']}-{statement['n']}-{statement['kind']}.json"
    files.write_json(name, statement)
    return name


def groups(data: bytes) -> str:
    """The first 128 bits of a hash in groups of four, to be compared by voice."""
    text = data[:16].hex()
    return " ".join(text[i : i + 4] for i in range(0, 32, 4))
