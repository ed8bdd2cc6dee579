"""`pbem keygen`."""

from __future__ import annotations

import os

import click

from pbem.cli import output
from pbem.cli.common import json_option, out_option
from pbem.record import files, identity
from pbem.wire import b64


@click.command("keygen")
@out_option
@click.option("--passphrase", is_flag=True, help="Lock the file (asked, or PBEM_PASSPHRASE).")
@json_option
def command(out: str | None, passphrase: bool, as_json: bool) -> None:
    """Make an identity: the secret from which all your keys at all tables come."""
    where = out or str(identity.default_path())
    secret = _ask() if passphrase else None
    made = identity.create(where, passphrase=secret)
    public = b64.encode(made.sign)
    if as_json:
        output.print_json({"ok": True, "file": where, "sign": public})
        return
    output.line(f"{files.shown(where)}: your identity; public key {public}")
    output.line("Keep a copy in a safe place. Whoever has it can play in your name and read")
    output.line("every card you ever looked at.")


def _ask() -> str:
    if "PBEM_PASSPHRASE" in os.environ:
        return os.environ["PBEM_PASSPHRASE"]
    answer: str = click.prompt("passphrase", hide_input=True, confirmation_prompt=True, err=True)
    return answer
