"""A table that its seats deal, with what no sample has: shares, a claim, consents."""

from __future__ import annotations

from hashlib import sha256

from fuzz.people import parties
from pbem.games import registry
from pbem.play.bots import chance
from pbem.play.views import view
from pbem.record import judge, pending, signing
from pbem.record.record import Record
from pbem.record.ruling import rule
from pbem.record.statements import Signed
from pbem.record.table import begin

SLUG = "dig-down-dwarf"
SEATS = ("ann", "bob")
HOST, OTHER = "ann", "cid"


def nonce(name: str) -> bytes:
    return sha256(f"fuzz {name}".encode()).digest()


def opened() -> Record:
    game = registry.load(SLUG)
    statement = signing.sign_open(
        parties()[HOST],
        nonce("table"),
        game=SLUG,
        rules=game.version,
        options=game.check_options({}, SEATS, game.deck()),
        deck=game.deck(),
        seats=SEATS,
        policy={"lapse": "7d", "replace": "absent"},
        host=HOST,
    )
    return Record([[statement.body]], begin(statement))


def enter(record: Record, *statements: Signed) -> None:
    for statement in statements:
        judge.take(record, statement.body)
    if judge.complete_without_ruling(record):
        return
    answers = pending.complete(record.table, record.pending)
    assert answers is not None
    record.append([*answers, rule(record.table, answers, parties()[HOST])])


def shares(record: Record, main: Signed) -> list[Signed]:
    """What the other seats have to show for it."""
    others = [s for s in record.table.active() if s != main.by] if "link" in main.body else []
    return [signing.sign_share(record.table, parties()[s], s, main) for s in others]


def moved(record: Record) -> Signed:
    """What the awaited seat's bot does."""
    table, seat = record.table, record.table.awaited_seat
    assert seat is not None
    action = table.game.bot(view(table.runner, seat, {}), chance(str(table.n)))
    return signing.sign_move(table, parties()[seat], seat, [action], {})


def played(entries: int) -> Record:
    """The table with so many entries."""
    record = opened()
    if entries > 1:
        enter(record, *(signing.sign_join(record.table, parties()[s], s, nonce(s)) for s in SEATS))
    if entries > 2:
        enter(record, *(signing.sign_ready(record.table, parties()[s], s) for s in SEATS))
    while record.table.n < entries:
        main = moved(record)
        enter(record, main, *shares(record, main))
    return record


def half_moved(record: Record) -> Record:
    """With a move, and the share that goes with it."""
    main = moved(record)
    return _with(record, main, *shares(record, main))


def claimed(record: Record) -> Record:
    """The awaited seat is said to be late."""
    late = record.table.awaited_seat
    assert late is not None
    claimant = next(s for s in SEATS if s != late)
    return _with(record, signing.sign_lapse(record.table, parties()[claimant], claimant, late))


def taken_over(record: Record) -> Record:
    """Somebody else wants the awaited seat, and the other one agrees."""
    seat = record.table.awaited_seat
    assert seat is not None
    join = signing.sign_join(record.table, parties()[OTHER], seat, nonce(OTHER))
    other = next(s for s in SEATS if s != seat)
    return _with(record, join, signing.sign_consent(record.table, parties()[other], other, join))


def _with(record: Record, *statements: Signed) -> Record:
    copy = Record(record.entries, record.table)
    for statement in statements:
        judge.take(copy, statement.body)
    return copy
