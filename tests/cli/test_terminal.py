"""What is shown where: colour, plain ASCII, and text that people wrote."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.world import ARBITER, RECORD, World, environment


def on_a_terminal(args: list[str], cwd: Path, **env: str) -> str:
    """What the command prints when its output is a terminal."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pbem", *args],
        cwd=cwd,
        env=environment(**env),
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    parts = []
    while True:
        try:
            block = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not block:
            break
        parts.append(block)
    os.close(master)
    process.wait()
    return b"".join(parts).decode()


def test_colour_on_a_terminal_only_and_never_with_no_color(dogs: World) -> None:
    here = dogs.folder("ann")
    assert "\x1b[1m" in on_a_terminal(["show", RECORD], here, TERM="xterm")
    assert "\x1b" not in on_a_terminal(["show", RECORD], here, TERM="xterm", NO_COLOR="1")
    assert "\x1b" not in dogs.process("ann", "show", RECORD).text
    assert "\x1b" not in dogs.process("ann", "show", RECORD, TERM="xterm", FORCE_COLOR="1").text
    for args in (["show", "none.json"], ["moves", RECORD], ["games"], ["show", RECORD, "--json"]):
        assert "\x1b" not in on_a_terminal(args, here, TERM="xterm", NO_COLOR="1")


@pytest.mark.parametrize(
    "env",
    [
        {"LANG": "C", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "ascii"},
    ],
)
def test_plain_ascii_where_no_more_can_be_shown(dogs: World, env: dict[str, str]) -> None:
    note = "Gr\u00fc\u00dfe \u2014 \u732b \U0001f415"
    dogs.good("ann", "move", RECORD, "move to=1", "--note", note, "-o", "move.json")
    dogs.mail("ann", "move.json", ARBITER)
    said = dogs.process(ARBITER, "judge", RECORD, "move.json", **env)
    assert said.status == 0
    assert said.text.isascii()
    assert "ann writes: Gr\\xfc\\xdfe" in said.out
    for args in (["show", RECORD], ["rules", "dig-dogs"], ["show", "\u732b.json"], ["--help"]):
        assert dogs.process(ARBITER, *args, **env).text.isascii()
    assert note in dogs.process(ARBITER, "show", RECORD).out


def test_control_characters_in_a_note_are_shown_escaped(dogs: World) -> None:
    evil = "\x1b[2J\x1b]0;owned\x07\r\x08\u202ereverse\u2066\x9b31m\nline"
    dogs.good("ann", "move", RECORD, "end", "--note", evil, "-o", "move.json")
    dogs.mail("ann", "move.json", ARBITER)
    said = dogs.good(ARBITER, "judge", RECORD, "move.json").out
    said += dogs.good(ARBITER, "show", RECORD).out
    assert said.count("ann writes: \\x1b[2J\\x1b]0;owned\\x07\\r\\x08\\u202ereverse") == 2
    assert all(c == "\n" or c.isprintable() for c in said)
    machine = dogs.run(ARBITER, "show", RECORD, "--json")
    assert machine.out.isascii()
    assert all(c == "\n" or c.isprintable() for c in machine.out)


def test_names_of_files_are_shown_escaped(dogs: World) -> None:
    said = dogs.run("ann", "show", "\x1b[31m\n.json")
    assert "\\x1b[31m\\n.json" in said.err and "\x1b" not in said.err
    said = dogs.run(ARBITER, "judge", RECORD, "\x1b[31m", "\udcff\udcfe")
    assert "\x1b" not in said.text and said.status == 1


def test_a_note_that_is_no_text(dogs: World) -> None:
    dogs.refused("ann", "move", RECORD, "end", "--note", "\udcff", code="canon/surrogate")
    said = dogs.run("ann", "move", RECORD, "end", "--note", "x" * 100_000)
    assert said.status == 1 and "pbem: error: schema/maxLength" in said.err
    assert len(said.err) < 1000
