"""Parties in folders of their own, who pass copies of files and give commands.

Nothing here knows the inside of the program except `statement`, which forges what the
program itself would never sign.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pbem.cli import main
from pbem.fair.chain import Chain
from pbem.record import identity, statements
from pbem.record.desk import read_record
from pbem.record.ruling import base
from pbem.wire import b64

ROOT = Path(__file__).resolve().parents[2]
RECORD = "t.json"
ARBITER = "arbiter"


class Out(NamedTuple):
    """What a command printed and its exit status."""

    status: int
    out: str
    err: str

    @property
    def text(self) -> str:
        return self.out + self.err

    @property
    def json(self) -> dict[str, Any]:
        value = json.loads(self.out)
        assert isinstance(value, dict)
        return value


def environment(**more: str) -> dict[str, str]:
    """The environment of a command: nobody's identity, no colour settings."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PBEM_", "LC_", "LANG"))}
    kept.pop("NO_COLOR", None)
    path = str(ROOT) + os.pathsep + kept.get("PYTHONPATH", "")
    return {
        **kept,
        "PYTHONPATH": path,
        "PYTHONDONTWRITEBYTECODE": "1",
        "XDG_DATA_HOME": "/nonexistent",
        "LANG": "C.UTF-8",
        **more,
    }


def pbem(*args: str, cwd: Path, stdin: bytes = b"", **env: str) -> Out:
    """A command as a user gives it: a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "pbem", *args],
        cwd=cwd,
        env=environment(**env),
        input=stdin,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert b"Traceback" not in done.stdout + done.stderr
    return Out(done.returncode, done.stdout.decode(), done.stderr.decode())


@dataclass
class World:
    """A folder with a folder for each party; `capsys` and `monkeypatch` of the test."""

    root: Path
    capsys: pytest.CaptureFixture[str] | None = None
    monkeypatch: pytest.MonkeyPatch | None = None
    heard: list[tuple[str, Out]] = field(default_factory=list)

    def made(self) -> World:
        self.root.mkdir()
        return self

    def folder(self, who: str) -> Path:
        path = self.root / who
        path.mkdir(exist_ok=True)
        return path

    def file(self, who: str, name: str = RECORD) -> Path:
        return self.folder(who) / name

    def env(self, who: str) -> dict[str, str]:
        """`nobody` and whoever else has no identity file is a spectator."""
        key = self.file(who, "id.json")
        return {"PBEM_IDENTITY": str(key)} if key.exists() else {}

    def process(self, who: str, *args: str, stdin: bytes = b"", **env: str) -> Out:
        return pbem(*args, cwd=self.folder(who), stdin=stdin, **self.env(who), **env)

    def run(self, who: str, *args: str) -> Out:
        """The same command in this process: fast."""
        assert self.capsys is not None and self.monkeypatch is not None
        with self.monkeypatch.context() as patch:
            patch.chdir(self.folder(who))
            for name in ("PBEM_IDENTITY", "PBEM_PASSPHRASE"):
                patch.delenv(name, raising=False)
            patch.setenv("XDG_DATA_HOME", "/nonexistent")
            for name, value in self.env(who).items():
                patch.setenv(name, value)
            patch.setattr(sys, "stdin", open(os.devnull))  # noqa: SIM115 - closed below
            self.capsys.readouterr()
            try:
                status = main.run(args)
            finally:
                sys.stdin.close()
            said = self.capsys.readouterr()
        out = Out(status, said.out, said.err)
        assert "Traceback" not in out.text
        assert "run/fault" not in out.text, out.text
        self.heard.append((who, out))
        return out

    def good(self, who: str, *args: str) -> Out:
        out = self.run(who, *args)
        assert out.status == 0, out.text
        return out

    def refused(self, who: str, *args: str, code: str, status: int = 1) -> dict[str, str]:
        """The one error of a command that must be refused, in the form of --json; the files
        of everybody are as before. The command without --json says the same in words."""
        before = self.files()
        said = self.run(who, *args)
        assert self.files() == before
        assert said.status == status, said.text
        assert f"pbem: error: {code}: " in said.err
        machine = self.run(who, *args, "--json")
        assert self.files() == before
        assert machine.status == status
        assert machine.err == ""
        assert machine.json["ok"] is False
        (error,) = machine.json["errors"]
        assert {"code", "at", "message", "hint"} <= error.keys()
        assert error["code"] == code
        assert error["message"] and error["hint"]
        assert f"pbem: hint: {error['hint']}" in said.err
        result: dict[str, str] = error
        return result

    def files(self) -> dict[str, bytes]:
        """Every file of every party, the memories too."""
        return {
            str(p.relative_to(self.root)): p.read_bytes()
            for p in sorted(self.root.rglob("*"))
            if p.is_file() and not p.is_symlink()
        }

    def mail(self, sender: str, name: str, *to: str) -> None:
        for who in to:
            shutil.copyfile(self.file(sender, name), self.file(who, name))

    # --- a table from the beginning, by commands only ---

    def keys(self, *who: str) -> None:
        for name in who:
            identity.create(self.file(name, "id.json"))

    def start(self, game: str, seats: Sequence[str], *options: str) -> None:
        self.keys(ARBITER, *seats)
        named = [part for seat in seats for part in ("--seat", seat)]
        self.good(ARBITER, "new", game, *named, *options, "-o", RECORD)
        shutil.copyfile(self.file(ARBITER), self.file(ARBITER, "opened.json"))
        self.mail(ARBITER, RECORD, *seats)
        for step in ("join", "ready"):
            n = {"join": 1, "ready": 2}[step]
            for seat in seats:
                rest = ["--seat", seat] if step == "join" else ["--yes"]
                self.good(seat, step, RECORD, *rest)
                self.mail(seat, f"{seat}-{n}-{step}.json", ARBITER)
            self.good(ARBITER, "judge", RECORD, *[f"{s}-{n}-{step}.json" for s in seats])
            self.mail(ARBITER, RECORD, *seats)
        self.settle(*seats)

    def settle(self, *who: str) -> None:
        """Everybody reads the newest record, so that their memories do not change after this."""
        for name in who:
            self.good(name, "show", RECORD)

    def turn(self, seats: Sequence[str], *move: str) -> None:
        """The awaited seat moves (by default as its bot likes), the arbiter rules."""
        now = self.now()
        (seat,) = now["awaited"]
        self.good(seat, "move", RECORD, *(move or ("--bot", "sense")), "-o", "move.json")
        self.mail(seat, "move.json", ARBITER)
        self.good(ARBITER, "judge", RECORD, "move.json")
        self.mail(ARBITER, RECORD, *seats)

    def play(self, seats: Sequence[str], most: int = 1000) -> None:
        while most and not self.now()["over"]:
            self.turn(seats)
            most -= 1

    def now(self, who: str = ARBITER) -> dict[str, Any]:
        """The record's own summary; `verify` holds it against the log."""
        value: dict[str, Any] = json.loads(self.file(who).read_bytes())["now"]
        return value

    # --- what the program would not sign ---

    def statement(
        self, who: str, change: Callable[[dict[str, Any]], None], seat: str | None = None
    ) -> dict[str, Any]:
        """A statement of `who` with a good signature: a move onto its newest head whose fields
        `change` has changed. `seat`: whose name stands under it."""
        me = identity.load(self.file(who, "id.json"))
        table = read_record(str(self.file(who))).table
        body = base(table, "move", seat or who)
        body["actions"] = [{"do": "resign"}]
        change(body)
        signed = statements.make(body, me.key)
        return signed.body

    def link(self, who: str, ahead: int = 1) -> str:
        """The link of `who` that comes `ahead` after the newest one shown."""
        me = identity.load(self.file(who, "id.json"))
        table = read_record(str(self.file(who))).table
        party = table.parties[who]
        chain = Chain(me.root, table.id, who, party.nonce)
        return b64.encode(chain.link(party.shown + ahead))


def write(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value))
