"""What has to hold before a person at a desk signs or rules."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pbem.errors import FROM_ALL, Cheat, Refused
from pbem.record import files, judge, standstill
from pbem.record.identity import Identity
from pbem.record.journal import TableMemory
from pbem.record.party import called
from pbem.record.record import Record, load, open_table
from pbem.record.ruling import check_running, is_host
from pbem.record.statements import Signed
from pbem.record.table import Table
from pbem.wire import b64


def check_seat_count(bounds: tuple[int, int], seats: Sequence[str], game: str) -> None:
    """Raises Refused("open/seats") unless the game is played by so many."""
    fewest, most = bounds
    if not fewest <= len(seats) <= most:
        raise Refused(
            "open/seats",
            f"{game} is played by {fewest} to {most} seats, not {len(seats)}",
            at="/seats",
            hint="name each with --seat NAME",
        )


def check_own_join(
    record: Record, seat: str, joins: Sequence[Mapping[str, Any]], without_journal: bool
) -> None:
    """The roster must have my newest join, byte for byte, or I do not show a link for it.

    Raises Refused("journal/lost", "ready/other-join").
    """
    mine = next(s for s in record.entries[1] if s["by"] == seat and s["kind"] == "join")
    newest = [j for j in joins if j["by"] == seat][-1:]
    if not newest:
        if without_journal:
            return
        raise Refused(
            "journal/lost",
            "this program remembers no join of yours at this table, so it cannot tell"
            " whether you have given your ready already",
            hint="if in doubt ask for a new table; only if you are sure: --without-journal",
        )
    if newest[0] != mine:
        raise Refused(
            "ready/other-join",
            "the roster holds an older join of yours, or one changed on its way",
            hint="do not get ready; send your newest join to "
            f"{called(record.table.host)} and ask for a new table",
        )


def check_not_lost(memory: TableMemory, what: str) -> None:
    """Raises Refused("journal/lost") where nothing of one's own is remembered of a table of
    one's own: neither a join nor any other statement. That a record was looked at is no memory.
    """
    if memory.joins or memory.ready is not None or memory.statements:
        return
    raise Refused(
        "journal/lost",
        f"this program remembers nothing of this table, though {what} is yours:"
        " it cannot tell whether you have signed something already",
        hint=COLLECT[what] + " then --without-journal",
    )


COLLECT = {
    "the seat": f"get the record {FROM_ALL}; pbem judge RECORD OTHER takes the longer one, and what"
    " you signed for its open entry;",
    # Rulings go to all: a player who knows one that was forgotten could decide again (N12).
    "the table": "get the record of every seat and give all of them to this command, for a"
    " player who knows a ruling that you forgot could move again knowing the draw;",
}


def check_end(table: Table, identity: Identity) -> None:
    """May this identity end the table without a result? Raises Refused("ruling/...")."""
    if table.dealing == "arbiter" and not is_host(table, identity):
        raise Refused(
            "ruling/not-arbiter",
            "only the arbiter can end a table without a result",
            hint="name the arbiter's identity with --identity",
        )
    if table.broken_off:
        raise Refused(
            "ruling/too-early",
            f"this table was ended already, without a result, by entry {table.n - 1}",
            hint="mail the record to everybody; pbem verify RECORD checks all of it",
        )
    check_running(table)


def check_not_sent(record: Record, move: Signed) -> None:
    """Raises Refused("journal/already-signed") where the record holds another move of one's
    own for this entry: that one was sent, whatever the journal knows."""
    for sent in record.pending:
        if (sent.by, sent.kind) == (move.by, "move") and sent.id != move.id:
            raise Refused(
                "journal/already-signed",
                "this record holds another move of yours for this entry: it was sent and stands",
                hint="wait for the ruling on it",
            )


def check_shares(record: Record, main: Signed) -> None:
    """Dealt by seats: a move or claim that comes to a draw shows a link for nothing where a share
    that it needs cannot come any more. Raises Refused("statement/no-shares")."""
    here = standstill.entry(record.table, record.pending)
    others = [] if here is None else here.against(main)
    if others:
        one = len(others) == 1
        what = "these actions come" if main.kind == "move" else "this lapse comes"
        raise Refused(
            "statement/no-shares",
            f"{what} to a draw, which needs the {'share' if one else 'shares'} of"
            f" {standstill.named(others)}, who {'has' if one else 'have'} answered something else"
            f" for entry {record.table.n}",
            hint="nothing was signed; pbem show RECORD tells who has answered what, and what can"
            " still complete the entry",
        )


def check_target(out: str, table_id: str) -> None:
    """Raises Refused("file/exists") where a record written to `out` would put an end to
    something else than a record of the same table."""
    if out == files.STREAM or not os.path.lexists(out):
        return
    there: Any = None
    with suppress(Refused):
        there = files.read_json(out, files.LIMITS["record"])
    with suppress(Refused, KeyError, IndexError, TypeError):
        if b64.encode(open_table(there["entries"][0]).id) == table_id:
            return
    raise Refused(
        "file/exists",
        f"{files.shown(out)} is there already, and is no record of this table",
        hint="give the same command with -o and another name",
    )


def check_no_loss(out: str, record: Record) -> None:
    """Raises Refused("file/exists") where `out` holds a record with other entries, or more of
    them, than `record` has: written over, they might be gone for good. Raises Cheat where what
    waits there is proof."""
    if out == files.STREAM or not os.path.lexists(out):
        return
    data = files.read_json(out, files.LIMITS["record"])
    there = data["entries"]
    if there == record.entries[: len(there)]:
        _check_waiting(data, record)
        return
    raise Refused(
        "file/exists",
        f"{files.shown(out)} has entries of this table that the record to be written lacks",
        hint="take it in, as one more FILE of this command; or write elsewhere with -o",
    )


def _check_waiting(data: Any, record: Record) -> None:
    """Raises Cheat; what a file that does not verify holds is no proof."""
    if data.get("pending"):
        waiting: list[Signed] = []
        with suppress(Refused):
            waiting = load(data, trusted=record.entries, strict_now=False).pending
        judge.instead(record, waiting)


@contextmanager
def locked_beside(path: str) -> Iterator[None]:
    """Hold the record's folder, so that two judges of one file come one after the other."""
    if path == files.STREAM:
        yield
        return
    with files.locked(Path(path).absolute().parent):
        yield


@contextmanager
def breach_first(found: Callable[[], Cheat | None]) -> Iterator[None]:
    """A breach that a file has proved is told, whatever goes wrong in keeping the record then."""
    try:
        yield
    except Refused as error:
        breach = found()
        if breach is None:
            raise
        breach.hint = f"{breach.hint}; besides, {error.code}: {error.message}"
        raise breach from None
