"""The `pbem` command. Subcommands are imported when called, so that a start is cheap."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from pbem import __version__
from pbem.cli import output
from pbem.errors import PbemError

COMMANDS = {
    "games": "the games, their seats, one line each",
    "rules": "how the program plays a game: clauses and rulings",
    "keygen": "make an identity",
    "new": "open a table",
    "join": "take a seat",
    "ready": "agree to the table as it is, and start",
    "show": "the board as a seat may see it, what happened last, who must act",
    "moves": "the legal actions now, ready to copy into the next command",
    "move": "make a signed move",
    "lapse": "claim that the awaited seat is late",
    "replace": "ask to take over the awaited seat",
    "consent": "agree that another identity takes over a seat",
    "judge": "check what came in, add what this identity owes, write the next record",
    "compare": "two records: one history or two, where they part, and who signed both",
    "verify": "check every signature, link, commitment, draw, rule and state hash",
    "audit": "take a table apart for a person, or list its requests for another program",
    "doctor": "what is broken in a damaged record, and how much of it can be saved",
    "lab": "a position with scripted draws: what would happen",
    "demo": "a whole game between bots through real files, then verified",
    "schema": "print a schema",
}


class Lazy(click.Group):
    """A group whose commands live in modules of their own."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"pbem.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pbem", message="%(prog)s %(version)s")
def cli() -> None:
    """The arbiter for tabletop games played by mail: every move checked, every draw fair."""


def run(args: Sequence[str]) -> int:
    """Run one command; returns the exit status. Nothing but our own errors is printed."""
    try:
        try:
            return _run(args)
        except output.OutputLost:
            raise
        except PbemError as error:
            return output.report([error], as_json="--json" in args)
    except BrokenPipeError:
        return output.closed_pipe()
    except output.OutputLost as error:
        return output.report([error], as_json=False)


def _run(args: Sequence[str]) -> int:
    """As `run`; raises PbemError and BrokenPipeError alone."""
    try:
        status: Any = cli.main(list(args) or ["--help"], prog_name="pbem", standalone_mode=False)
    except (PbemError, BrokenPipeError):
        raise
    except (click.exceptions.Abort, KeyboardInterrupt) as error:
        raise output.interrupted() from error
    except click.ClickException as error:
        raise output.from_click(error) from error
    except Exception as error:
        raise output.internal(error) from error
    return status if isinstance(status, int) else 0


def main() -> None:
    gc.set_threshold(100_000)  # a start makes many objects and no garbage
    sys.exit(run(sys.argv[1:]))
