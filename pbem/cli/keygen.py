"""`pbem keygen`."""

from __future__ import annotations

import os

import click

from pbem.cli import common, output
from pbem.cli.common import json_option, out_option
from pbem.errors import Refused, Usage
from pbem.record import files, identity
from pbem.wire import b64


@click.command("keygen")
@out_option
@click.option("--passphrase", is_flag=True, help="Lock the file (asked, or PBEM_PASSPHRASE).")
@json_option
def command(out: str | None, passphrase: bool, as_json: bool) -> None:
    """Make an identity: the secret from which all your keys at all tables come."""
    where = out or _usual_place()
    if where == files.STREAM:
        raise Refused(
            "identity/needs-file",
            "an identity needs a file: its memory of your tables lies beside it",
            hint="name the file with -o FILE",
        )
    made = identity.create(where, passphrase=_ask() if passphrase else None)
    public = b64.encode(made.sign)
    if as_json:
        output.print_json({"ok": True, "file": where, "sign": public})
        return
    output.line(f"{files.shown(where)}: your identity; public key {public}")
    output.line("Keep a copy in a safe place. Whoever has it can play in your name and read")
    output.line("every card you ever looked at.")


def _ask() -> str:
    ask = common.passphrase(twice=True)
    if ask is None:
        raise Refused(
            "identity/locked",
            "a passphrase is wanted and nobody can be asked",
            hint="set PBEM_PASSPHRASE, or give the command on a terminal",
        )
    return ask()


def _usual_place() -> str:
    """The file in the user's data folder, which is made. Raises Usage("identity/no-home")."""
    where = files.default_identity()
    if where is None:
        raise Usage(
            "identity/no-home",
            "there is no home folder to keep an identity in",
            hint="name a file with -o FILE, or set HOME",
        )
    files.make_folder(os.path.dirname(where))
    return where
