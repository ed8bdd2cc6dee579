"""A record as the caller may see it: shared by `show` and `moves`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pbem.cli.common import maybe_desk
from pbem.play.views import view
from pbem.record.record import Record
from pbem.record.store import read_record
from pbem.record.table import Table
from pbem.script.contract import View
from pbem.script.requests import Faces

if TYPE_CHECKING:
    from pbem.errors import Refused
    from pbem.record.desk import Desk


class Position(NamedTuple):
    """seat: whose view it is, None for a spectator; private: with that seat's own looks.
    unread, unkept: why the memory of the table cannot be read, or not written, where it is so."""

    record: Record
    desk: Desk | None
    seat: str | None
    private: bool
    view: View | None  # None before the start
    unread: Refused | None = None
    unkept: Refused | None = None

    @property
    def memory(self) -> Desk | None:
        """The desk to be asked for what is remembered of the table, where that can be read."""
        return self.desk if self.unread is None else None


def open_position(
    path: str, identity_file: str | None, seat: str | None, *, unread_too: bool = False
) -> Position:
    """`seat` None: the seat of the identity, if it holds one here. `unread_too`: also where the
    memory of the table is spoilt, which the caller then has to tell."""
    desk = maybe_desk(identity_file)
    looked = desk.look(path) if desk is not None else None
    record = looked.record if looked is not None else read_record(path)
    unread, unkept = (looked.unread, looked.unkept) if looked is not None else (None, None)
    if unread is not None and not unread_too:
        raise unread
    own = desk.seat(record) if desk is not None else None
    if seat is not None:
        record.table.check_seat(seat)
    shown = seat or own
    private = shown is not None and shown == own
    faces = {}
    if private and desk is not None:
        faces = {t: face for t, (face, _) in desk.known(record).items()}
    seen = _view(record.table, shown, faces)
    return Position(record, desk, shown, private, seen, unread, unkept)


def _view(table: Table, seat: str | None, faces: Faces) -> View | None:
    if table.n < 3:
        return None
    seen = view(table.runner, seat, faces)
    # The game does not know that the arbiter has broken it off, and would wait for ever.
    return replace(seen, awaited=None, actions=(), forms=()) if table.broken_off else seen
