"""`pbem demo`: a whole table through real files, each party in a folder of its own."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from pbem.cli import output
from pbem.cli.common import json_option, named
from pbem.cli.new import parse_options
from pbem.cli.verify import verdict
from pbem.errors import Refused, Usage
from pbem.games import registry
from pbem.play import bots
from pbem.play.views import view
from pbem.record import files, identity
from pbem.record.desk import Desk, Plan, read_record, write_record
from pbem.record.knowledge import Openings
from pbem.record.party import ARBITER
from pbem.record.record import Record
from pbem.record.table import Table

NAMES = ("ann", "bob", "cid", "dee")
TABLE = "table.json"
MOST_MOVES = {"sense": 1000, "random": 150}
"""After so many the arbiter ends the table: bots that move at random may never end it."""


SHORTER = {"dig-2017": {"goal": 5}}
"""Options for the demonstration of all games: of a long one a shorter variant is enough."""


@click.command("demo")
@click.argument("game", required=False)
@click.option(
    "--seats", type=click.IntRange(1, 4), help="How many players (default: 3, or as many as fit)."
)
@click.option(
    "--option", "options", multiple=True, metavar="K=V", help="An option of GAME; may be repeated."
)
@click.option(
    "--dir",
    "folder",
    metavar="DIR",
    callback=named,
    help="Where the files go (default: a new temporary folder).",
)
@click.option(
    "--bot", type=click.Choice(bots.NAMES), default="sense", show_default=True, help="Who plays."
)
@json_option
def command(
    game: str | None,
    seats: int | None,
    options: tuple[str, ...],
    folder: str | None,
    bot: str,
    as_json: bool,
) -> None:
    """Play a whole game between bots, then verify its record; without GAME one of each game,
    of a long one a shorter variant.

    Every party has an identity and a folder of its own; nothing but mailed files passes
    between them. All files of the exchange stay in DIR.
    """
    if options and game is None:
        raise Usage("demo/option", "an option is of one game", hint="name the game first")
    given: Mapping[str, Mapping[str, Any]] = SHORTER
    if game is not None:
        given = {game: parse_options(options)}
    slugs = [game] if game is not None else registry.names()
    for slug in slugs:
        registry.load(slug)
    root = Path(folder) if folder else _fresh_folder()
    tables = {s: (_players(s, seats), root if game is not None else root / s) for s in slugs}
    for players, home in tables.values():
        _check_unused(home, (ARBITER, *players))
    reports = []
    for slug, (players, home) in tables.items():
        demo = Demo(slug, players, home, bot, options=given.get(slug), quiet=as_json)
        reports.append(demo.play())
    if as_json:
        output.print_json({"ok": True, "demos": reports})


def _fresh_folder() -> Path:
    try:
        return Path(tempfile.mkdtemp(prefix="pbem-demo-"))
    except OSError as error:
        raise files.refusal(error, tempfile.gettempdir()) from error


def _check_unused(home: Path, parties: Sequence[str]) -> None:
    """Raises Refused("file/exists") where a file of an earlier demonstration would be in the
    way; nothing is written before."""
    used = next((p for p in ("mail", *parties) if os.path.lexists(home / p)), None)
    if used is not None:
        raise Refused(
            "file/exists",
            f"{files.shown(home / used)} is there already",
            hint="name a new or an empty folder with --dir",
        )


def _copy(source: str | os.PathLike[str], target: str | os.PathLike[str]) -> None:
    try:
        shutil.copyfile(source, target)
    except OSError as error:
        raise files.refusal(error, target) from error


def _players(slug: str, seats: int | None) -> Sequence[str]:
    fewest, most = registry.load(slug).seats
    count = seats if seats is not None else max(fewest, min(3, most))
    if not fewest <= count <= most:
        raise Usage(
            "demo/seats",
            f"{slug} is played by {fewest} to {most} seats, not {count}",
            hint="pbem games lists how many seats each game has",
        )
    return NAMES[:count]


class Demo:
    """One table. `mail` holds copies of everything sent, numbered in order."""

    def __init__(
        self,
        slug: str,
        seats: Sequence[str],
        home: Path,
        bot: str,
        *,
        options: Mapping[str, Any] | None = None,
        quiet: bool = False,
    ) -> None:
        self.slug = slug
        self.seats = seats
        self.options = dict(options or {})
        self.home = home
        self.quiet = quiet
        self.bot = bots.named(bot, registry.load(slug))
        self.most = MOST_MOVES[bot]
        self.below = bots.chance()
        self.mail = home / "mail"
        self.sent = 0
        self.desks: dict[str, Desk] = {}

    def play(self) -> dict[str, Any]:
        self._sit_down()
        self._open()
        record = self._start()
        while not record.table.over:
            seat = record.table.awaited_seat
            assert seat is not None
            if record.table.n >= self.most:
                record = self._deliver([], ending=True)
                break
            move = self.desks[seat].move(self._table(seat), self._decide)
            record = self._deliver([self._post(f"{seat}-move", move)])
            self._progress(f"turn {record.table.n}")
        return self._finish()

    def _decide(self, table: Table, seat: str, known: Openings) -> Plan:
        faces = {t: face for t, (face, _) in known.items()}
        return Plan([self.bot(view(table.runner, seat, faces), self.below)])

    def _sit_down(self) -> None:
        files.make_folder(self.mail)
        for name in (ARBITER, *self.seats):
            files.make_folder(self.home / name)
            self.desks[name] = Desk(identity.create(self.home / name / "identity.json"))
        told = [f"{self.slug}:", *(f"{k}={v}," for k, v in self.options.items())]
        self._say(f"{' '.join(told)} {', '.join(self.seats)} and an arbiter, each with a folder in")
        self._say(f"  {files.shown(self.home)}")

    def _open(self) -> None:
        record = self.desks[ARBITER].new(
            self.slug,
            self.seats,
            options=self.options,
            deck=None,
            policy={"lapse": "7d", "replace": "never"},
        )
        write_record(self._table(ARBITER), record)
        self._send_record()

    def _start(self) -> Record:
        joins = [self.desks[s].join(self._table(s), s) for s in self.seats]
        self._deliver([self._post(f"{j['by']}-join", j) for j in joins])
        readies = [self.desks[s].ready(self._table(s)) for s in self.seats]
        return self._deliver([self._post(f"{r['by']}-ready", r) for r in readies])

    def _table(self, name: str) -> str:
        return str(self.home / name / TABLE)

    def _post(self, label: str, statement: dict[str, Any]) -> str:
        """Put a statement in the mail; returns its file."""
        name = str(self.mail / f"{self.sent:04d}-{label}.json")
        files.write_json(name, statement)
        self.sent += 1
        return name

    def _deliver(self, names: Sequence[str], *, ending: bool = False) -> Record:
        """The arbiter takes the files in and mails the record to every seat."""
        judged = self.desks[ARBITER].judge(self._table(ARBITER), names, ending=ending)
        for taken in judged.taken:
            if taken.error is not None:
                raise taken.error
        self._send_record()
        return judged.record

    def _send_record(self) -> None:
        copy = self.mail / f"{self.sent:04d}-record.json"
        _copy(self._table(ARBITER), copy)
        self.sent += 1
        for seat in self.seats:
            _copy(copy, self._table(seat))

    def _finish(self) -> dict[str, Any]:
        self._progress("")
        last = str(self.mail / f"{self.sent - 1:04d}-record.json")
        record = read_record(last)
        said = verdict(record)
        self._say("")
        for text in record.table.game.board(view(record.table.runner, None, {})):
            self._say(text)
        self._say("")
        self._say(f"verified from the file alone, {files.shown(last)}: {said}")
        self._say("")
        return {
            "game": self.slug,
            "seats": list(self.seats),
            "dir": str(self.home),
            "record": last,
            "verdict": said,
            "entries": record.table.n,
            "files": self.sent,
        }

    def _say(self, text: str) -> None:
        if not self.quiet:
            output.line(text)

    def _progress(self, text: str) -> None:
        """A line that is written over, on a terminal only."""
        if sys.stderr is not None and sys.stderr.isatty() and not self.quiet:
            click.echo(f"\r  {text:<30}", nl=False, err=True)
            if not text:
                click.echo("\r", nl=False, err=True)
