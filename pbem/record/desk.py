"""One person's desk: an identity, its journal, and the files that came by mail.

Each method is one command. What a person must not do twice is written to the journal
and synced before it leaves; a record is replaced whole or not at all.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.errors import Cheat, Refused
from pbem.games import registry
from pbem.play.standing import check_actions
from pbem.record import entries, files, guards, judge, overtaken, pending, signing, standstill
from pbem.record.absent import Absent
from pbem.record.inbox import Inbox
from pbem.record.journal import TableMemory
from pbem.record.judged import Judged, Judging, Unfit
from pbem.record.knowledge import Openings
from pbem.record.record import Record, load
from pbem.record.ruling import break_off, is_host, rule
from pbem.record.statements import Signed, Statement
from pbem.record.store import read_record, write_record
from pbem.record.table import Table, begin
from pbem.script.requests import Action
from pbem.wire import b64, schema

__all__ = ["Decide", "Desk", "Judged", "Plan", "read_record", "write_record"]


class Plan(NamedTuple):
    """What a player decides: `actions` for now, `then` for when the seat is asked again."""

    actions: Sequence[Action]
    then: Sequence[Action] = ()


Decide = Callable[[Table, str, Openings], Plan]


class Desk(Absent):
    """Commands of one identity."""

    # --- statements ---

    def new(
        self,
        game: str,
        seats: Sequence[str],
        *,
        options: Mapping[str, Any],
        deck: Mapping[str, Any] | None,
        policy: Mapping[str, str],
        host: str | None = None,
    ) -> Record:
        """Open a table with this identity as arbiter, or as hosting seat."""
        rules = registry.load(game)
        cards = dict(deck) if deck is not None else rules.deck()
        schema.check(f"deck.{game}", cards)
        rules.check_deck(cards)
        guards.check_seat_count(rules.seats, seats, game)
        full = rules.check_options(options, seats, cards)
        opened = signing.sign_open(
            self.identity,
            secrets.token_bytes(32),
            game=game,
            rules=rules.version,
            options=full,
            deck=cards,
            seats=seats,
            policy=policy,
            host=host,
        )
        record = Record([[opened.body]], begin(opened))
        with self.journal.lock():
            self.journal.remember_statement(opened.body)
            self._note(record)
        return record

    def join(self, path: str, seat: str, *, fresh: bool = False) -> Statement:
        """A join for `seat`: the one signed before, unless `fresh` asks for a new nonce."""
        with self.journal.lock():
            record = self.open(path)
            table = record.table
            if table.n != 1:
                raise Refused(
                    "join/too-late",
                    "the roster of this table is signed",
                    hint="pbem show tells who sits where",
                )
            table.check_seat(seat)
            memory = self.journal.table(b64.encode(table.id))
            old = [j for j in memory.joins if j["by"] == seat]
            if old and not fresh:
                return dict(old[-1])
            join = signing.sign_join(table, self.identity, seat, secrets.token_bytes(32))
            pending.check(table, join, [p for p in record.pending if p.by != seat])
            return dict(self.journal.remember_statement(join.body))

    def ready(self, path: str, *, without_journal: bool = False) -> Statement:
        """This seat's ready, with its first link. Call after the user has seen the table.

        Raises Refused("ready/...") unless the roster has the newest join of this journal.
        """
        with self.journal.lock():
            record = self.open(path)
            table, seat = record.table, self.own_seat(record)
            if table.n != 2:
                raise Refused(
                    "ready/not-now",
                    f"the table is at turn {table.n}: no ready is awaited",
                    hint="pbem show tells who is awaited",
                )
            memory = self.journal.table(b64.encode(table.id))
            if memory.ready is None:
                guards.check_own_join(record, seat, memory.joins, without_journal)
            self._adopt(record)
            ready = signing.sign_ready(table, self.identity, seat)
            if memory.ready is not None and memory.ready["head"] != ready.body["head"]:
                raise Refused(
                    "ready/other-roster",
                    "you were ready for another roster of this table: a second one is a cheat",
                    hint="show both records to the other players: the arbiter signed two rosters",
                )
            return dict(self.journal.remember_statement(ready.body))

    def move(
        self,
        path: str,
        decide: Decide,
        *,
        note: str = "",
        first_not_sent: bool = False,
        without_journal: bool = False,
    ) -> Statement:
        """A signed move of this identity's seat onto the newest head.

        `decide(table, seat, openings)` gives the plan; it is asked after the record was
        verified and every look of this seat opened and checked.
        """
        with self.journal.lock():
            record = self.open_for_signing(path, without_journal)
            table, seat = record.table, self.own_seat(record)
            known = self._open_looks(record, seat)
            if seat != table.awaited_seat:
                raise signing.not_awaited(table, seat, record.pending)
            plan = decide(table, seat, known)
            check_actions(table.game.slug, plan._asdict())
            move = signing.sign_move(
                table, self.identity, seat, plan.actions, known, note, plan.then
            )
            guards.check_not_sent(record, move)
            if move.body not in self._memory(record).statements.get(table.n, ()):
                guards.check_shares(record, move)
            return dict(self.journal.remember_statement(move.body, replace=first_not_sent))

    # --- judging ---

    def judge(
        self,
        path: str,
        names: Sequence[str],
        out: str | None = None,
        *,
        ending: bool = False,
        write: bool = True,
        time_is_up: bool = False,
        without_journal: bool = False,
    ) -> Judged:
        """Take in files, rule or share where this identity owes it, write the next record.

        The files are taken in in the order of the log, whatever their order is. One that is
        refused changes nothing and does not stop the others. `ending`: the arbiter then ends
        the table without a result. `write` False: the caller takes care of the record.
        `time_is_up`: the late seat's time has passed, so a claimed lapse may be ruled on. As
        soon as a file is evidence, nothing more is ruled or shared in the same call.
        Raises Refused("journal/lost") before it rules or shares at a table where
        the journal knows nothing this identity has signed, unless `without_journal`.
        """
        how = Judging(time_is_up, without_journal)
        with self.journal.lock(), guards.locked_beside(path):
            record, restored = self._newest(path)
            before = overtaken.before(self._memory(record), record, self.seat(record))
            guards.check_target(out or path, record.table.id_text)
            ruled = int(self._finish(record))
            inbox = Inbox(names, self._load)
            record, _ = inbox.take(record)
            lost = overtaken.lost(record)
            with guards.breach_first(inbox.breach):
                if out is not None and out != path:
                    guards.check_no_loss(out, record)
                self._check_able(record, how, ending=ending, ruling=inbox.breach() is None)
                added: list[str] = []
                record, steps = self._go_on(record, inbox, added, how, out or path)
                ruled += steps
                if ending and not record.table.over:  # by the move that came with it
                    self._break_off(record)
                    ruled += 1
                taken = inbox.taken
                changed = restored or ruled > 0 or bool(added) or any(t.changes for t in taken)
                if write and (changed or (out is not None and out != path)):
                    write_record(out or path, record)
                self._remember(record)
                gone = overtaken.told(record, before, lost, time_is_up=time_is_up)
                false = self._false_look(record)
        return Judged(record, taken, ruled, added, restored, changed, gone, false)

    def _false_look(self, record: Record) -> Cheat | None:
        """Of one's own seat: found with the record that has it, not only at the next move."""
        try:
            self.known(record)
        except Cheat as breach:
            return breach
        return None

    def _newest(self, path: str) -> tuple[Record, bool]:
        """The record in the file, or the journal's if that is the same table further on:
        a judge that was killed between its journal and its file goes on from there."""
        record = self._load(files.read_json(path, files.LIMITS["record"]))
        try:
            self._check_memory(record)
        except Refused as error:
            newest = self._memory(record).newest
            if error.code != "record/older" or newest is None or newest.record is None:
                raise
            return judge.instead(self._load(newest.record), record.pending), True
        return record, False

    def _finish(self, record: Record) -> bool:
        """Give out a ruling that is signed and got into no record, since the judge was killed:
        whatever has come since, no other one may take its place. True if there was one."""
        memory = self._memory(record)
        signed = _signed(memory, record.table, "ruling")
        if signed is None:
            return False
        waiting = list(record.pending)
        newest = memory.newest
        if newest is not None and newest.record is not None and newest.n == record.table.n - 1:
            waiting += self._load(newest.record).pending
        found = {b64.encode(p.id): p for p in waiting}
        if any(name not in found for name in signed["answers"]):
            return False
        answers = [found[name] for name in signed["answers"]]
        ruling = rule(record.table, answers, self.identity)
        self.journal.remember_statement(ruling.body)  # the same bytes, or refused
        record.append([*answers, ruling])
        return True

    def _go_on(
        self, record: Record, inbox: Inbox, added: list[str], how: Judging, target: str
    ) -> tuple[Record, int]:
        """Complete what can be completed, and take in what fits then, until nothing more does.
        The record, and how many entries it went on."""
        ruled, more = 0, True
        while more and inbox.breach() is None:
            if pending.complete(record.table, record.pending) is not None:
                # A judge killed from here on finds the same answers again, whatever it signed.
                self._remember(record)
                _write_file(target, record)
            try:
                while self._step(record, added, how):
                    ruled += 1
            except Unfit as error:
                _write_file(target, self._without(record, error.answers))
                raise error.why from None
            record, more = inbox.take(record)
        return record, ruled

    def _step(self, record: Record, added: list[str], how: Judging) -> bool:
        """Complete the next entry if this identity can. True if the table went one on."""
        table = record.table
        if table.over:
            return False
        self._add_share(record, added, how)
        if (answers := self._due(record, how)) is None:
            return False
        if judge.complete_without_ruling(record):
            return True
        try:
            ruling = rule(table, answers, self.identity)
        except Refused as error:
            raise Unfit(answers, error) from error
        self.journal.remember_statement(ruling.body)
        record.append([*answers, ruling])
        return True

    def _due(self, record: Record, how: Judging) -> list[Signed] | None:
        """What completes the next entry, if this identity has to. Refused("journal/lost")."""
        table = record.table
        answers = standstill.settled(table, record.pending)
        if answers is None or (is_claim(answers) and not how.time_is_up):
            return None
        if entries.wants_ruling(table):
            if not is_host(table, self.identity):
                return None
            if not how.without_journal:
                guards.check_not_lost(self._memory(record), "the table")
        return answers

    def _without(self, record: Record, unfit: Sequence[Signed]) -> Record:
        """The record as its log has it, without answers that turned out not to fit: kept, they
        would bring the table to a stand."""
        gone = {answer.id for answer in unfit}
        body = record.as_json()
        body["pending"] = [p.body for p in record.pending if p.id not in gone]
        return load(body, trusted=record.entries, strict_now=False)

    def _check_able(self, record: Record, how: Judging, *, ending: bool, ruling: bool) -> None:
        """What would be refused later is refused before anything is written."""
        if ending:
            guards.check_end(record.table, self.identity)
            if not how.without_journal:
                guards.check_not_lost(self._memory(record), "the table")
        if ruling:
            self._due(record, how)

    def _break_off(self, record: Record) -> None:
        ruling = break_off(record.table, self.identity)
        self.journal.remember_statement(ruling.body)
        record.append([ruling])

    def _add_share(self, record: Record, added: list[str], how: Judging) -> None:
        """Dealt by seats: this seat's share of a draw that somebody's move comes to."""
        table, seat = record.table, self.seat(record)
        if seat is None or table.dealing != "seats" or table.n < 3:
            return
        first = self.own_answer(record)
        main = standstill.wanted(table, record.pending)
        if first is not None:  # that one goes on, or this seat is bound by what is not here
            named = first.get("answers", ())
            main = next((p for p in record.pending if b64.encode(p.id) in named), None)
        if main is None or main.kind == "join" or seat not in pending.partners(table, main)[1]:
            return
        if any((s.by, s.kind) == (seat, "share") for s in record.pending):
            return
        if is_claim([main]) and not how.time_is_up:
            return
        if not how.without_journal:
            guards.check_not_lost(self._memory(record), "the seat")
        self._open_looks(record, seat)
        share = signing.sign_share(table, self.identity, seat, main)
        body = self.journal.remember_statement(share.body, replace=True)
        judge.take(record, dict(body))
        added.append(f"share of {seat}")


def _write_file(name: str, record: Record) -> None:
    """Before the command is done: standard output gets one record only, the last."""
    if name != files.STREAM:
        write_record(name, record)


def _signed(memory: TableMemory, table: Table, kind: str) -> Statement | None:
    """One's own statement of this kind onto the newest head, as the journal has it."""
    for body in memory.statements.get(table.n, ()):
        if (body["kind"], body["head"]) == (kind, table.head_text):
            return dict(body)
    return None


def is_claim(answers: Sequence[Signed]) -> bool:
    """Is it a lapse that is claimed? Whether the time is up, no file can tell."""
    return bool(answers) and answers[0].kind == "lapse"
