"""Options and openings that several commands share."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pbem.errors import Refused, Usage
from pbem.record import files

if TYPE_CHECKING:  # not loaded by a command that needs no identity
    from pbem.record.desk import Desk
    from pbem.record.identity import Identity
from pbem.wire import schema

F = TypeVar("F", bound=Callable[..., Any])


def named(ctx: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """For an option that takes a file: an empty name is a slip, not the usual place."""
    if value == "":
        raise click.BadParameter("an empty name is no file's", ctx, option)
    return value


identity_option = click.option(
    "--identity",
    "identity_file",
    callback=named,
    envvar="PBEM_IDENTITY",
    metavar="FILE",
    help="Whose command this is (or PBEM_IDENTITY; else the one that keygen made).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
out_option = click.option(
    "-o",
    "--output",
    "out",
    callback=named,
    metavar="FILE",
    help="Where to write; - is standard output.",
)
lost_option = click.option(
    "--without-journal",
    is_flag=True,
    help="Go on at a table of yours that this computer remembers nothing of.",
)


def load_identity(path: str | None) -> Identity:
    """The identity named, else the default one. Raises Usage("identity/none")."""
    from pbem.record import identity

    where = path or files.default_identity()
    if where is None or (not path and not os.path.exists(where)):
        raise Usage(
            "identity/none",
            "there is no identity here yet",
            hint="make one with pbem keygen, or name one with --identity FILE",
        )
    return identity.load(where, passphrase=passphrase())


def passphrase(*, twice: bool = False) -> Callable[[], str] | None:
    """What gives the passphrase: PBEM_PASSPHRASE, else somebody on a terminal, asked `twice`
    for a new one. None where nobody can be asked."""
    if "PBEM_PASSPHRASE" in os.environ:
        return lambda: os.environ["PBEM_PASSPHRASE"]
    if not (can_ask() or _has_terminal()):
        return None
    return lambda: str(
        click.prompt("passphrase", hide_input=True, confirmation_prompt=twice, err=True)
    )


def can_ask() -> bool:
    """Is somebody there to answer on standard input?"""
    return sys.stdin is not None and sys.stdin.isatty()


def ask(question: str, as_json: bool, *, alone: str, declined: str, hint: str) -> None:
    """Let a person say yes before something is signed.

    Raises Usage(alone) where nobody can be asked, Refused(declined) with the hint after a no.
    """
    if as_json or not can_ask():
        raise Usage(
            alone,
            "nobody can be asked whether you agree; nothing was signed",
            hint="if you agree to all of it give the same command with --yes",
        )
    if not click.confirm(question, err=True):
        raise Refused(declined, "you did not agree; nothing was signed", hint=hint)


def _has_terminal() -> bool:
    """A passphrase is asked on the terminal itself, also where a file is standard input."""
    if sys.stderr is None or not sys.stderr.isatty():
        return False
    with suppress(OSError):
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
        return True
    return False


def desk(path: str | None) -> Desk:
    from pbem.record.desk import Desk

    return Desk(load_identity(path))


def maybe_desk(path: str | None) -> Desk | None:
    """The desk of the identity named or of the default one; None where there is none."""
    usual = files.default_identity()
    if path is None and (usual is None or not os.path.exists(usual)):
        return None
    return desk(path)


def send(statement: dict[str, Any], out: str | None, *, embed: bool = False) -> str:
    """Write a statement to mail; returns the name of the file.

    It is put in the place of no other file but of the same party's statements at this table.
    `embed`: standard output gets it with the JSON object that is printed.
    """
    name = out or file_name(statement)
    if name == files.STREAM:
        if not embed:
            files.write_json(name, statement)
        return name
    _spare_others(name, statement)
    files.write_json(name, statement)
    return name


def file_name(statement: dict[str, Any]) -> str:
    """What a statement is called unless -o says otherwise."""
    return f"{statement['by']}-{statement['n']}-{statement['kind']}.json"


def check_out(out: str | None) -> None:
    """Before anything is signed: may a statement be written there? Raises Refused("file/...")."""
    if out is not None and out != files.STREAM:
        _spare_others(out, {})


def _spare_others(name: str, statement: dict[str, Any]) -> None:
    """Raises Refused("file/exists") where something else than a statement, or than one of
    this table and party, would be lost."""
    if not os.path.lexists(name):
        return
    there: Any = None
    with suppress(Refused):
        there = files.read_json(name, files.LIMITS["statement"])
    if isinstance(there, dict) and there.get("kind") in schema.KINDS:
        wanted = {k: statement[k] for k in ("table", "by") if k in statement}
        if wanted.items() <= there.items():
            return
    raise Refused(
        "file/exists",
        f"{files.shown(name)} is there already, and is something else",
        hint="give the same command with -o and another name",
    )
