"""`pbem move` without an ACTION on a terminal: a menu."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.cli.world import ARBITER, RECORD, World, environment


class Terminal:
    """A command on a pseudo terminal."""

    def __init__(self, world: World, who: str, *args: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pbem", *args],
            cwd=world.folder(who),
            env=environment(TERM="xterm", **world.env(who)),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(slave)
        self.text = ""
        self.read = 0

    def wait_for(self, pattern: str) -> str:
        """What came since the last time, up to the pattern."""
        until = time.monotonic() + 30
        while True:
            found = re.search(pattern, self.text[self.read :])
            if found:
                said = self.text[self.read : self.read + found.end()]
                self.read += found.end()
                return said
            assert time.monotonic() < until, self.text
            if not self.more(1):
                raise AssertionError(f"no {pattern!r} in {self.text!r}")

    def more(self, seconds: float) -> bool:
        if not select.select([self.master], [], [], seconds)[0]:
            return True
        try:
            block = os.read(self.master, 65536)
        except OSError:
            return False
        self.text += block.decode()
        return bool(block)

    def type(self, line: str) -> None:
        os.write(self.master, line.encode() + b"\n")

    def end(self) -> int:
        until = time.monotonic() + 30
        while self.more(1):
            assert time.monotonic() < until, f"it does not end: {self.text!r}"
        os.close(self.master)
        status = self.process.wait(timeout=10)
        assert "Traceback" not in self.text
        return status


Terminals = Callable[..., Terminal]


@pytest.fixture
def terminals() -> Iterator[Terminals]:
    """Makes terminals, and ends what is left on them."""
    made: list[Terminal] = []

    def make(world: World, who: str, *args: str) -> Terminal:
        made.append(Terminal(world, who, *args))
        return made[-1]

    yield make
    for terminal in made:
        if terminal.process.poll() is None:
            terminal.process.kill()
            terminal.process.wait()


def _take_terminal() -> None:
    """So that ^C typed there reaches the command."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


ASK = r"number, or an action in words \(q: leave\): "


def test_a_card_dug_is_seen_with_the_ruling(dogs: World, terminals: Terminals) -> None:
    yard = dogs.now()["state"]["yard"]
    bone = next(i for i, card in enumerate(yard, 1) if card[0] != "=")
    terminal = terminals(dogs, "ann", "move", RECORD)
    terminal.wait_for(ASK)
    terminal.type(f"move to={bone}")
    assert f"{bone}" in terminal.wait_for(ASK)
    terminal.type("dig")
    assert "You will see it when the ruling is there" in terminal.wait_for(ASK)
    terminal.type("0")
    assert terminal.end() == 0
    assert move(dogs)["actions"] == [{"do": "move", "to": bone}, {"do": "dig"}]


def move(world: World, name: str = "ann-3-move.json") -> dict[str, Any]:
    value: dict[str, Any] = json.loads(world.file("ann", name).read_bytes())
    return value


def test_numbers_and_words_one_after_another(dogs: World, terminals: Terminals) -> None:
    terminal = terminals(dogs, "ann", "move", RECORD)
    first = terminal.wait_for(ASK)
    assert re.search(r"DIG +turn 1: ann", first), "the board comes before the menu"
    for number, text in enumerate(("move to=1", "move to=2", "move to=3", "move to=4", "end"), 1):
        assert f"  {number}  {text}\r\n" in first
    assert "that is all" not in first  # there is nothing to sign yet
    terminal.type("2")
    assert "   0  that is all: sign it" in terminal.wait_for(ASK)
    terminal.type("move to=1")
    terminal.wait_for(ASK)
    terminal.type("0")
    assert terminal.end() == 0
    assert move(dogs)["actions"] == [{"do": "move", "to": 2}, {"do": "move", "to": 1}]
    assert "ann-3-move.json: ann: move to=2; move to=1" in terminal.text
    dogs.mail("ann", "ann-3-move.json", ARBITER)
    dogs.good(ARBITER, "judge", RECORD, "ann-3-move.json")


def test_wrong_answers_are_told_and_asked_again(dogs: World, terminals: Terminals) -> None:
    terminal = terminals(dogs, "ann", "move", RECORD)
    terminal.wait_for(ASK)
    for answer, told in (
        ("0", "that is none of them"),
        ("99", "that is none of them"),
        ("-1", "unknown-action"),
        ("999999999999999999999", "that is none of them"),
        ("fly", "unknown-action"),
        ("move", "schema/required"),
        ("move to=1 end", "one action at a time"),
        (" ", "number, or"),
        ("move to=9", "DD-18"),
        ("move to=x", "schema/type"),
        ("dig", "DD-25"),
        ('{"do":', "json/"),
        ("to=4", "action/field"),
    ):
        terminal.type(answer)
        terminal.wait_for(f"{told}(.|\n)*{ASK}" if "number" not in told else ASK)
    terminal.type("5")
    terminal.end()
    assert terminal.process.returncode == 0
    assert move(dogs)["actions"] == [{"do": "end"}]


def test_leaving_the_menu_signs_nothing(dogs: World, terminals: Terminals) -> None:
    before = dogs.files()
    for key in ("\x03", "\x04"):
        terminal = terminals(dogs, "ann", "move", RECORD)
        terminal.wait_for(ASK)
        time.sleep(0.3)  # a ^C in the moment before it reads would wait for the next line
        os.write(terminal.master, key.encode())
        assert terminal.end() == 1
        assert "pbem: error: run/interrupted: " in terminal.text
        assert dogs.files() == before


def test_q_leaves_the_menu_and_signs_nothing(dogs: World, terminals: Terminals) -> None:
    """Before the first action, and with one that could be signed; the prompt says so."""
    before = dogs.files()
    for typed in (["q"], ["move to=1", "q"]):
        terminal = terminals(dogs, "ann", "move", RECORD)
        for line in typed:
            terminal.wait_for(ASK)
            terminal.type(line)
        assert terminal.end() == 1
        assert "Nothing is signed." in terminal.text
        assert dogs.files() == before


def test_the_menu_stops_where_a_draw_comes(dwarf: World, terminals: Terminals) -> None:
    """What comes after the dice are rolled cannot be foreseen."""
    terminal = terminals(dwarf, "ann", "move", RECORD)
    menu = terminal.wait_for(ASK)
    number = re.search(r" +(\d+)  collect\r\n", menu)
    assert number
    terminal.type(number[1])
    assert terminal.end() == 0
    assert move(dwarf)["actions"] == [{"do": "collect"}]
    assert "link" in move(dwarf)


def test_ready_asks_on_a_terminal(world: World, terminals: Terminals) -> None:
    world.keys(ARBITER, "ann", "bob")
    world.good(ARBITER, "new", "dig-dogs", "--seat", "ann", "--seat", "bob", "-o", RECORD)
    world.mail(ARBITER, RECORD, "ann", "bob")
    for seat in ("ann", "bob"):
        world.good(seat, "join", RECORD, "--seat", seat, "-o", f"{seat}.json")
        world.mail(seat, f"{seat}.json", ARBITER)
    world.good(ARBITER, "judge", RECORD, "ann.json", "bob.json")
    world.mail(ARBITER, RECORD, "ann")
    terminal = terminals(world, "ann", "ready", RECORD)
    said = terminal.wait_for(r"Ready\? \[y/N\]: ")
    assert "head     " in said and "can read every hand of it" in said
    terminal.type("n")
    assert terminal.end() == 1
    assert "pbem: error: ready/declined: " in terminal.text
    assert not world.file("ann", "ann-2-ready.json").exists()
    terminal = terminals(world, "ann", "ready", RECORD)
    terminal.wait_for(r"Ready\? \[y/N\]: ")
    terminal.type("y")
    assert terminal.end() == 0
    assert world.file("ann", "ann-2-ready.json").exists()


def test_a_passphrase_is_asked_and_not_shown(world: World, terminals: Terminals) -> None:
    terminal = terminals(world, "ann", "keygen", "-o", "id.json", "--passphrase")
    terminal.wait_for("passphrase: ")
    terminal.type("correct horse")
    terminal.wait_for("epeat for confirmation: ")
    terminal.type("correct horse")
    assert terminal.end() == 0
    assert "correct horse" not in terminal.text
    world.keys(ARBITER)
    world.good(ARBITER, "new", "dig-dogs", "--seat", "ann", "--seat", "bob", "-o", RECORD)
    world.mail(ARBITER, RECORD, "ann")
    terminal = terminals(world, "ann", "join", RECORD, "--seat", "ann")
    terminal.wait_for("passphrase: ")
    terminal.type("correct horse")
    assert terminal.end() == 0
    assert "correct horse" not in terminal.text
