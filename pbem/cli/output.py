"""What is printed: plain text or one JSON object, and errors with their next step.

Text that people wrote is shown with control characters escaped. Plain ASCII when the
stream can show no more; colour only on a terminal, never when NO_COLOR is set.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TextIO

import click

from pbem.cli.hints import next_step
from pbem.errors import Cheat, PbemError, Refused, Usage
from pbem.record.files import refusal

CLOSED = "whatever the command had to write is written; pbem show RECORD tells what stands there"


class OutputLost(Refused):
    """Standard output takes nothing more: this is told on standard error, also with --json."""


def clean(text: str) -> str:
    """Text with everything that is not printable escaped; line breaks stay out too."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def _for_stream(text: str, stream: TextIO) -> str:
    encoding = stream.encoding or "ascii"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def line(text: str = "", *, stream: TextIO | None = None) -> None:
    """One line of text that is already clean.

    Raises BrokenPipeError when nobody reads it, OutputLost("file/...") when it cannot be written.
    """
    if stream is None and (stream := sys.stdout) is None:
        raise OutputLost("file/output-closed", "standard output is closed", hint=CLOSED)
    try:
        stream.write(_for_stream(text, stream) + "\n")
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _give_up(stream)
        said = refusal(error, "standard output")
        raise OutputLost(said.code, said.message, hint=said.hint) from error


def error_line(text: str) -> None:
    """One line on standard error; nothing where that is closed, as nobody can be told."""
    if sys.stderr is not None:
        line(text, stream=sys.stderr)


def lines(texts: Sequence[str], *, stream: TextIO | None = None) -> None:
    for text in texts:
        line(text, stream=stream)


def bold(text: str) -> str:
    if "NO_COLOR" in os.environ or sys.stdout is None or not sys.stdout.isatty():
        return text
    return click.style(text, bold=True)


def print_json(value: dict[str, Any]) -> None:
    """One JSON object on standard output, ASCII only."""
    line(json.dumps(value, ensure_ascii=True, indent=2))


def report(
    errors: Sequence[PbemError], *, as_json: bool, extra: dict[str, Any] | None = None
) -> int:
    """Print errors; returns the exit status, the gravest of them."""
    if as_json:
        print_json({"ok": False, "errors": [as_object(e) for e in errors], **(extra or {})})
    else:
        for error in errors:
            explain(error)
    return max((e.exit_code for e in errors), default=0)


def explain(error: PbemError, about: str = "") -> None:
    """`pbem: error: code: what (place)` and `pbem: hint: next step`, on standard error.

    about: the file in question, where there are several.
    """
    place = f" (at {clean(error.at)})" if error.at else ""
    thing = f"{about}: " if about and about not in error.message else ""
    if isinstance(error, Cheat):
        thing = f"evidence of cheating by {clean(error.party)}: {thing}"
    text = f"pbem: error: {error.code}: {thing}{clean(error.message)}{place}"
    error_line(text)
    error_line(f"pbem: hint: {clean(next_step(error))}")


def as_object(error: PbemError) -> dict[str, str]:
    """The error in the form of --json, with its next step."""
    return {**error.as_json(), "hint": next_step(error)}


def from_click(error: click.ClickException) -> Usage:
    ctx = getattr(error, "ctx", None)
    hint = f"{ctx.command_path} --help" if ctx is not None else "pbem --help"
    return Usage("usage/command", " ".join(error.format_message().split()), hint=hint)


def interrupted() -> Refused:
    return Refused("run/interrupted", "interrupted; nothing was left half written")


def internal(error: Exception) -> Refused:
    """A fault of the program. Its type and place help to find it; no traceback is shown."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = ""
    if trace is not None:
        name = os.path.basename(trace.tb_frame.f_code.co_filename)
        place = f" in {name}, line {trace.tb_lineno}"
    return Refused(
        "run/fault",
        f"the program failed{place}: {type(error).__name__}",
        hint="no file was left half written; please report this line with the command",
    )


def closed_pipe() -> int:
    """The reader of our output went away; say nothing more."""
    if sys.stdout is not None:
        _give_up(sys.stdout)
    return 1


def _give_up(stream: TextIO) -> None:
    """What is left to be written goes nowhere; else the interpreter tries again at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
