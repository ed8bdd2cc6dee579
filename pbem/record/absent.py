"""Commands about a seat that does not answer, or is given up: a claim that it is late, a join
that takes it over, and the consents to that (docs/protocol.md, Lapse and Replacement)."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from pbem.errors import Refused
from pbem.record import clock, files, guards, judge, lateness, pending, signing, standstill
from pbem.record.answers import claimants, consenters
from pbem.record.lateness import Waiting
from pbem.record.player import Player
from pbem.record.record import Record
from pbem.record.ruling import is_host
from pbem.record.statements import Signed, Statement
from pbem.record.table import Table

Agree = Callable[[Record, Signed, Signed], None]


class Absent(Player):
    """What a person may do where another one is missing."""

    def waiting(self, record: Record) -> Waiting | None:
        """Since when this program has waited for whom at the head of `record`, and who may claim
        a lapse when; None where nobody may, or where it has not seen this head before."""
        newest = self._memory(record).newest
        known = newest is not None and newest.head == record.table.head_text
        since = newest.since if newest is not None and known else None
        return lateness.waiting(record, since, self.own_answer(record))

    def own_answer(self, record: Record) -> Statement | None:
        """What this identity has answered at the head of `record`, as its journal has it."""
        signed = self._memory(record).statements.get(record.table.n, ())
        fit = [s for s in signed if s["head"] == record.table.head_text]
        return dict(fit[-1]) if fit and fit[-1]["kind"] in standstill.BINDING else None

    def elsewhere(self, record: Record) -> list[str]:
        """That a share or consent of one's own binds this seat, and is not in this record."""
        own = self.own_answer(record)
        if own is None or own["kind"] == "move" or own in [p.body for p in record.pending]:
            return []
        kind, n = own["kind"], record.table.n
        return [
            f"your {kind} for entry {n} is not in this record, and nothing else of yours can stand"
            " beside it: send it again, and wait for what comes of it"
        ]

    def lapse(
        self, path: str, *, time_is_up: bool = False, without_journal: bool = False
    ) -> Statement:
        """Claim that the awaited seat is late. `time_is_up`: the user says that by the mails it is
        this seat's turn to claim, whatever this program remembers.

        Raises Refused("lapse/...").
        """
        with self.journal.lock():
            record = self.open_for_signing(path, without_journal)
            table = record.table
            late = _check_late(record)
            if self.seat(record) is None and is_host(table, self.identity):
                raise _no_claim_of_arbiter(table, late)
            seat = self.own_seat(record)
            self._open_looks(record, seat)
            claim = signing.sign_lapse(table, self.identity, seat, late)
            pending.check(table, claim, [])
            signed = self._memory(record).statements.get(table.n, ())
            if claim.body not in signed:
                guards.check_shares(record, claim)
                if not time_is_up:
                    self._check_turn(record, seat)
            return dict(self.journal.remember_statement(claim.body))

    def _check_turn(self, record: Record, seat: str) -> None:
        """Raises Refused("lapse/too-early") where the right to claim is not this seat's now."""
        waiting, now = self.waiting(record), clock.now()
        if waiting is None or waiting.claimant(now) == seat:
            return
        raise Refused(
            "lapse/too-early",
            "as far as this computer knows you cannot claim yet; "
            + lateness.told(waiting, now, seat),
            hint="time counts from the day of the mails: if by them it is your turn to claim,"
            " --time-is-up",
        )

    def replace(self, path: str, seat: str) -> tuple[Statement, Table]:
        """A join of this identity for a seat that is taken, and awaited: the one signed before
        onto this head, if there is one. Also the table it is for.

        Raises Refused("replace/...", "key/twice").
        """
        with self.journal.lock():
            record = self.open(path)
            table = record.table
            table.check_seat(seat)
            if table.n < 3:
                raise Refused(
                    "replace/not-started",
                    "the game has not started: its seats are taken, not taken over",
                    hint="pbem join takes a seat as long as the roster is not signed; after that"
                    " open another table",
                )
            for known in self._memory(record).joins:
                if (known["by"], known["head"]) == (seat, table.head_text):
                    return dict(known), table
            join = signing.sign_join(table, self.identity, seat, secrets.token_bytes(32))
            pending.check(table, join, [])
            if lateness.answered(record):
                raise _moved(seat)
            return dict(self.journal.remember_statement(join.body)), table

    def consent(
        self, path: str, agree: Agree, name: str | None = None, *, without_journal: bool = False
    ) -> Statement:
        """Agree that another identity takes over the awaited seat. `name`: a file with its join,
        if the record does not have it yet. `agree(record, join, consent)` is asked before the
        consent is remembered or given out, and raises if the user does not want it.

        Raises Refused("replace/nobody-asks", "replace/answered", "replace/lost",
        "statement/not-due").
        """
        with self.journal.lock():
            record = self.open_for_signing(path, without_journal)
            table, seat = record.table, self.own_seat(record)
            if name is not None:
                judge.take(record, files.read_json(name, files.LIMITS["statement"]))
            join = asking(record)
            self._open_looks(record, seat)
            if seat not in consenters(table, join.by):
                raise Refused(
                    "statement/not-due",
                    f"no consent of {seat} is due: this table's policy is {policy(table)}",
                    hint="to keep your seat, move: a move goes first",
                )
            consent = signing.sign_consent(table, self.identity, seat, join)
            pending.check(table, consent, [join])
            if consent.body not in self._memory(record).statements.get(table.n, ()):
                _check_no_move_first(record)
                _check_not_lost(record, join)
                agree(record, join, consent)
            return dict(self.journal.remember_statement(consent.body, replace=True))


def policy(table: Table) -> str:
    """Who has to agree to a replacement, in words."""
    return {
        "never": "never, nobody is replaced",
        "absent": "absent, all others consent",
        "handover": "handover, the old key and all others consent",
    }[table.policy["replace"]]


def _moved(seat: str) -> Refused:
    return Refused(
        "replace/answered",
        f"{seat} has moved: the move is in this record, and goes first",
        hint="wait for the next record in which this seat is awaited",
    )


def _check_no_move_first(record: Record) -> None:
    """A consent beside a move that goes first would show a link for nothing, and bar the share
    that the move may need. Raises Refused("replace/answered")."""
    table, waiting = record.table, record.pending
    whole = pending.complete(table, waiting)
    first = whole[0] if whole else standstill.wanted(table, waiting)
    if first is not None and first.kind == "move":
        raise _moved(first.by)


def _check_not_lost(record: Record, join: Signed) -> None:
    """A consent that completes nothing would show a link for nothing. Raises
    Refused("replace/lost")."""
    here = standstill.entry(record.table, record.pending)
    if here is not None and (others := here.against(join)):
        has = "has" if len(others) == 1 else "have"
        raise Refused(
            "replace/lost",
            f"this replacement cannot be completed: {standstill.named(others)} {has} answered"
            " something else, and nobody signs two answers for one entry",
            hint="pbem show RECORD tells what is left",
        )


def asking(record: Record) -> Signed:
    """The join that asks for the awaited seat. Raises Refused("replace/nobody-asks")."""
    joins = [p for p in record.pending if p.kind == "join" and record.table.n > 2]
    if joins:
        return joins[0]
    raise Refused(
        "replace/nobody-asks",
        "nobody asks to take over a seat at this table",
        hint="who wants to gives pbem replace RECORD --seat NAME; then pbem consent RECORD FILE"
        " with the file that this wrote",
    )


def _no_claim_of_arbiter(table: Table, late: str) -> Refused:
    seats = claimants(table, late)
    return Refused(
        "lapse/by",
        "the arbiter claims no lapse, so that nobody picks its moment alone",
        hint=f"a seat claims it, at this table {', '.join(seats)}"
        if seats and table.policy["lapse"] != "never"
        else "nobody is passed at this table; to end it: pbem judge --break-off",
    )


def _check_late(record: Record) -> str:
    """The awaited seat. Raises Refused("statement/game-over", "lapse/not-awaited",
    "lapse/answered")."""
    table = record.table
    late = table.awaited_seat
    if table.over:
        raise Refused("statement/game-over", "the game is over: nobody is late any more")
    if late is None:
        raise Refused(
            "lapse/not-awaited",
            "the game has not started: nobody is awaited for a move",
            hint="to play without whoever does not join or get ready open another table",
        )
    if lateness.answered(record):
        missing = ", ".join(pending.missing(table, record.pending))
        raise Refused(
            "lapse/answered",
            f"{late} has moved and is not late: the entry waits for {missing}",
            hint="only a seat that does not move can be passed",
        )
    return late
