"""What reads files, and what has to hold for each.

A reader returns a word for what it accepts, and raises `PbemError` for what it refuses. What
it accepts it can write, and reading that gives the same bytes again; `Broken` says that this
does not hold. Any other exception is a fault of the program.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from fuzz import commands, mutate, seeds
from fuzz.seeds import Seed
from pbem.cli.hints import next_step
from pbem.errors import PbemError, Refused
from pbem.games import registry
from pbem.play import lab, words
from pbem.play.dealers import FreeDealer
from pbem.play.runner import Runner
from pbem.play.standing import check_actions
from pbem.record import clock, doctor, evidence, files, identity, judge, lateness
from pbem.record.desk import Desk, Plan
from pbem.record.journal import Journal
from pbem.record.record import Record, load
from pbem.record.statements import read as read_statement
from pbem.script.contract import Facts
from pbem.wire import b64, schema, strict

ACCEPTED = "accepted"
_CODE = re.compile(r"[a-z]+/[A-Za-z0-9_$-]+")

Read = Callable[[bytes, str, Path], str]


class Broken(Exception):
    """Something was accepted, or refused, that should not be so."""


def with_places(read: Read) -> Read:
    """The same, and where it refuses the place that it gives is looked up in the file."""

    def reading(data: bytes, about: str, folder: Path) -> str:
        try:
            return read(data, about, folder)
        except PbemError as error:
            if error.at:
                check_place(error, json.loads(data))
            raise

    return reading


class Reader(NamedTuple):
    """share: how many of a hundred files are for it. read(data, about, folder)."""

    name: str
    share: int
    seeds: Callable[[], Sequence[Seed]]
    read: Read
    spoil: Callable[[Any, Random], bytes] = mutate.spoilt


def parse(data: bytes, kind: str) -> Any:
    if not data:  # as files.read_json has it
        raise Refused("file/empty", "the file is empty", hint="save the attachment again")
    return strict.parse(data, limit=files.LIMITS[kind])


def check_error(error: PbemError) -> None:
    """Code, words, place and next step are there, and fit to be printed."""
    if not _CODE.fullmatch(error.code):
        raise Broken(f"{error.code!r} is no code")
    if not error.message or not next_step(error):
        raise Broken(f"{error.code} does not say what, or what next")
    if error.at and not error.at.startswith("/"):
        raise Broken(f"{error.code} has the place {error.at!r}")
    if error.code.startswith("json/") and not re.search(
        r"line \d|byte|level|read here", str(error)
    ):
        raise Broken(f"{error.code} does not say where: {error.message}")
    if len(error.message) > 1000:
        raise Broken(f"{error.code} talks too much")


def check_place(error: PbemError, value: Any) -> None:
    """The place of an error is in the value, or is a field that it lacks."""
    steps = [s.replace("~1", "/").replace("~0", "~") for s in error.at.split("/")[1:]]
    for step in steps[:-1]:
        try:
            value = value[int(step)] if isinstance(value, list) else value[step]
        except (LookupError, TypeError, ValueError):
            raise Broken(f"{error.code} has a place that is not there: {error.at}") from None


# --- records -------------------------------------------------------------------------------


def same_record(record: Record) -> None:
    """Written, read and written again, a record is the same bytes."""
    written = files.json_bytes(record.as_json())
    again = load(strict.parse(written, limit=files.LIMITS["record"]))
    if files.json_bytes(again.as_json()) != written:
        raise Broken("the record is another one when it is read again")


def read_record(data: bytes, about: str, folder: Path) -> str:
    value = parse(data, "record")
    try:
        record = load(value)
    except Refused as error:
        if error.code == "record/now":  # the log is good: it can be written with the right one
            same_record(load(value, strict_now=False))
        raise
    if record.as_json() != {**value, "now": record.as_json()["now"]}:
        raise Broken("the record is not what the file says")
    same_record(record)
    return ACCEPTED


def read_damaged(data: bytes, about: str, folder: Path) -> str:
    """A doctor raises nothing, and agrees with who reads strictly."""
    found = doctor.examine(data, files.LIMITS["record"])
    for error in found.findings:
        check_error(error)
    if found.record is not None:
        same_record(found.record)
    try:
        load(parse(data, "record"))
    except PbemError as error:
        if not found.findings:
            raise Broken(f"the doctor finds nothing where {error.code} is") from error
        raise found.findings[0] from None
    if found.findings:
        raise Broken(f"the doctor finds {found.findings[0].code} in a good record")
    return ACCEPTED


def read_one_statement(data: bytes, about: str, folder: Path) -> str:
    """A statement held against the record it belongs to, which does not change if it is refused."""
    value = parse(data, "statement")
    signed = read_statement(value)
    if parse(files.json_bytes(value), "statement") != value:
        raise Broken("the statement is another one when it is read again")
    place = (value.get("table"), value.get("n"))
    known = seeds.held().get(place) or next(iter(seeds.held().values()))
    record = Record(known.entries, known.table)
    before = files.json_bytes(record.as_json())
    try:
        news = judge.take(record, value)
    except PbemError:
        if files.json_bytes(record.as_json()) != before:
            raise Broken("a statement that was refused has changed the record") from None
        raise
    if news == judge.TAKEN and signed.id not in [s.id for s in record.pending]:
        raise Broken("a statement that was taken is not there")
    same_record(record)
    return ACCEPTED


def read_evidence(data: bytes, about: str, folder: Path) -> str:
    """It proves exactly what it holds."""
    value = parse(data, "record")
    breach = evidence.check(value)
    check_error(breach)
    again = evidence.check(parse(files.json_bytes(breach.proof), "record"))
    if breach.proof != value or (again.code, again.party) != (breach.code, breach.party):
        raise Broken("the evidence is another one when it is read again")
    return breach.code


# --- decks, lab files ------------------------------------------------------------------------


def read_deck(data: bytes, slug: str, folder: Path) -> str:
    """A deck that is accepted can be played with."""
    value = parse(data, "deck")
    game = registry.load(slug)
    schema.check(f"deck.{slug}", value)
    game.check_deck(value)
    if parse(files.json_bytes(value), "deck") != value:
        raise Broken("the deck is another one when it is read again")
    names = ("ann", "bob", "cid", "dee")[: game.seats[1]]
    options = game.check_options({}, names, value)
    Runner(game, Facts(names, options, value)).begin(FreeDealer(bytes(32)))
    return ACCEPTED


def read_lab(data: bytes, about: str, folder: Path) -> str:
    value = parse(data, "lab")
    report = _ran(value)
    if _ran(parse(files.json_bytes(value), "lab")) != report:
        raise Broken("the lab file runs another way when it is read again")
    return ACCEPTED


def _ran(value: Any) -> bytes:
    """What came of it, without the moves in words: those have fields as the file has them."""
    report = lab.run(value)
    return files.json_bytes({**report, "trace": [t for t in report["trace"] if t[0] != ">"]})


# --- what stays at home ------------------------------------------------------------------------


def read_identity(data: bytes, about: str, folder: Path) -> str:
    path = folder / "id.json"
    path.write_bytes(data)
    path.chmod(0o600)
    found = identity.load(path, passphrase=lambda: seeds.PASSPHRASE)
    copy = folder / "copy.json"
    copy.unlink(missing_ok=True)
    made = identity.create(copy, root=found.root, test=found.test)
    if identity.load(copy).root != found.root or made.sign != found.sign:
        raise Broken("the identity is another one when it is read again")
    return ACCEPTED


def read_journal(data: bytes, about: str, folder: Path) -> str:
    """A memory that is read is saved as it was, and every command can go on with it."""
    home = folder / "ann"
    home.mkdir(exist_ok=True)
    me = home / "identity.json"
    me.write_bytes(files.json_bytes(seeds.identities()[0].value))
    journal = Journal(me)
    journal.folder.mkdir(exist_ok=True, mode=0o700)
    path = journal.folder / f"{b64.decode(about, 32).hex()}.json"
    path.write_bytes(data)
    memory = journal.table(about)
    journal._save(memory)
    written = path.read_bytes()
    if journal.table(about) != memory:
        raise Broken("the memory is another one when it is read again")
    said = [_try_at_desk(me, path, written, about, act) for act in DESK]
    return said[0] or ACCEPTED


def _try_at_desk(me: Path, path: Path, written: bytes, table: str, act: Any) -> str:
    """What a command says with this memory; each finds it as it was."""
    path.write_bytes(written)
    desk = Desk(identity.load(me))
    try:
        with newest_record(table, me.parent) as record:
            act(desk, record)
    except PbemError as error:
        check_error(error)
        return error.code
    return ""


@contextmanager
def newest_record(table: str, folder: Path) -> Iterator[str]:
    """The newest record of a table that is held here, in a file."""
    newest = max(n for t, n in seeds.held() if t == table)
    path = folder / "table.json"
    files.write_json(path, seeds.held()[table, newest].as_json())
    try:
        yield str(path)
    finally:
        path.unlink()


DESK: Sequence[Callable[[Desk, str], Any]] = (
    lambda desk, record: desk.open(record),
    lambda desk, record: desk.join(record, "ann"),
    lambda desk, record: desk.ready(record),
    lambda desk, record: desk.move(record, lambda *_: Plan([{"do": "resign"}])),
    lambda desk, record: desk.judge(record, []),
    lambda desk, record: _late(desk, record),
)


def _late(desk: Desk, path: str) -> None:
    waiting = desk.waiting(desk.open(path))
    if waiting is not None:
        lateness.told(waiting, clock.now(), "ann")


# --- what is typed -------------------------------------------------------------------------


def read_words(data: bytes, slug: str, folder: Path) -> str:
    """Words that are understood are written so that they are understood the same."""
    typed = json.loads(data)
    actions = words.parse(slug, typed)
    check_actions(slug, {"actions": actions})
    for action in actions:
        again = words.parse(slug, shlex.split(words.write(action, slug)))
        if again != [action]:
            raise Broken(f"{action} is written as {words.write(action, slug)}")
    return ACCEPTED


READERS = (
    Reader("record", 22, seeds.records, with_places(read_record)),
    Reader("damaged", 10, seeds.records, read_damaged),
    Reader("statement", 22, seeds.statements, with_places(read_one_statement)),
    Reader("evidence", 8, seeds.proofs, with_places(read_evidence)),
    Reader("deck", 8, seeds.decks, with_places(read_deck)),
    Reader("lab", 8, seeds.labs, with_places(read_lab)),
    Reader("identity", 5, seeds.identities, with_places(read_identity)),
    Reader("journal", 5, seeds.journals, with_places(read_journal)),
    Reader("words", 8, seeds.lines, read_words, commands.spoil),
    Reader("command", 4, commands.lines, commands.give, commands.spoil),
)
BY_NAME = {reader.name: reader for reader in READERS}
