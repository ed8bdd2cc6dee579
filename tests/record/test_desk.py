"""What a person's program remembers and refuses (docs/protocol.md, Memory)."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from pbem.record import files, judge, pending, ruling, signing
from pbem.record.desk import read_record, write_record
from pbem.record.record import Record
from pbem.wire import b64
from tests.tables import ARBITER, DONE, FREE, ROLL, Mail, cheat, refused, who

pytestmark = pytest.mark.usefixtures("example", "plain")


@pytest.fixture
def mail(tmp_path: Path) -> Mail:
    return Mail(tmp_path)


@pytest.fixture
def open_(tmp_path: Path) -> Mail:
    """A table that nobody has joined yet."""
    return Mail(tmp_path, start=False)


def keep(mail: Mail, name: str, label: str) -> str:
    """A copy of the record a party has now."""
    copy = mail.folder / f"{label}.json"
    shutil.copyfile(mail.at(name), copy)
    return str(copy)


def joined(mail: Mail) -> None:
    mail.deliver(*(mail.post(mail.desks[s].join(mail.at(s), s)) for s in mail.seats))


def lose_journal(mail: Mail, name: str) -> None:
    shutil.rmtree(mail.journal(name))
    mail.again(name)


# --- one statement for one entry ---


def test_asked_again_it_gives_the_same_bytes(open_: Mail) -> None:
    ann = open_.desks["ann"]
    assert ann.join(open_.at("ann"), "ann") == open_.again("ann").join(open_.at("ann"), "ann")
    joined(open_)
    first = open_.desks["ann"].ready(open_.at("ann"))
    assert first == open_.again("ann").ready(open_.at("ann"))
    readies = [open_.post(open_.desks[s].ready(open_.at(s))) for s in open_.seats]
    open_.deliver(*readies)
    move = open_.move("ann", ROLL)
    open_.again("ann")
    assert open_.move("ann", ROLL) == move


def test_a_different_move_needs_the_users_word_that_the_first_was_not_sent(mail: Mail) -> None:
    mail.move("ann", ROLL)
    error = refused("journal/already-signed", lambda: mail.move("ann", FREE))
    assert "--first-not-sent" in error.hint
    second = mail.move("ann", FREE, first_not_sent=True)
    assert second["actions"] == [FREE]
    assert mail.move("ann", FREE) == second
    refused("journal/already-signed", lambda: mail.move("ann", ROLL))
    assert mail.turn("ann", FREE).record.table.n == 4


def test_a_note_makes_it_a_different_move(mail: Mail) -> None:
    mail.move("ann", ROLL)
    refused("journal/already-signed", lambda: mail.move("ann", ROLL, note="good luck"))


def test_a_move_that_is_in_the_record_was_sent_whatever_the_user_says(mail: Mail) -> None:
    record = mail.record("ann")

    judge.take(record, mail.move("ann", ROLL))
    write_record(mail.at("ann"), record)
    error = refused("journal/already-signed", lambda: mail.move("ann", FREE, first_not_sent=True))
    assert "was sent" in error.message
    assert mail.move("ann", ROLL)["actions"] == [ROLL]


def test_a_move_is_for_the_seat_that_is_awaited_and_its_owner(mail: Mail) -> None:
    refused("move/not-your-turn", lambda: mail.move("bob", FREE))
    mail.sit("eve")
    mail.again("eve")
    shutil.copyfile(mail.at("ann"), mail.at("eve"))
    refused("identity/no-seat", lambda: mail.move("eve", FREE))


def test_a_join_is_for_a_seat_that_is_there_while_the_roster_is_open(mail: Mail) -> None:
    refused("join/too-late", lambda: mail.desks["ann"].join(mail.at("ann"), "ann"))


def test_a_join_for_no_seat_is_refused(open_: Mail) -> None:
    refused("statement/unknown-seat", lambda: open_.desks["ann"].join(open_.at("ann"), "eve"))


# --- forwards only ---


def test_an_older_record_is_refused(mail: Mail) -> None:
    old = keep(mail, "ann", "old")
    mail.turn("ann", DONE)
    mail.desks["ann"].open(mail.at("ann"))
    refused("record/older", lambda: mail.desks["ann"].open(old))
    shutil.copyfile(old, mail.at("ann"))
    refused("record/older", lambda: mail.move("ann", FREE))


def test_another_history_is_proof_against_the_arbiter_who_signed_both(mail: Mail) -> None:
    twin = _second_history(mail)
    mail.turn("ann", DONE)
    mail.desks["bob"].open(mail.at("bob"))
    cheat("evidence/two-rulings", ARBITER, lambda: mail.desks["bob"].open(twin))
    shutil.copyfile(twin, mail.at("bob"))
    cheat("evidence/two-rulings", ARBITER, lambda: mail.move("bob", FREE))


def _second_history(mail: Mail) -> str:
    """Another turn 3, ruled by the arbiter on a computer that forgot the first."""
    record = mail.record()
    rule_on(record, signing.sign_move(record.table, who("ann"), "ann", [ROLL], {}).body)
    path = str(mail.folder / "twin.json")
    write_record(path, record)
    return path


def test_a_shorter_piece_of_another_history_is_proof_too(mail: Mail) -> None:
    """The record known goes one entry further: the other one is not merely older."""
    twin = _second_history(mail)
    mail.turn("ann", DONE)
    mail.turn("bob", DONE)
    mail.desks["bob"].open(mail.at("bob"))
    cheat("evidence/two-rulings", ARBITER, lambda: mail.desks["bob"].open(twin))
    cheat("evidence/two-rulings", ARBITER, lambda: mail.desks["bob"].judge(twin, []))


def test_dealt_by_seats_another_history_is_a_fork_or_names_its_signer(tmp_path: Path) -> None:

    mail = Mail(tmp_path, "plain", host="ann", start=False)
    joined(mail)
    readies = [mail.post(mail.desks[s].ready(mail.at(s))) for s in mail.seats]
    mail.deliver(*readies)
    twin = mail.record()
    judge.take(twin, signing.sign_move(twin.table, who("ann"), "ann", [FREE, FREE], {}).body)
    judge.complete_without_ruling(twin)
    write_record(str(tmp_path / "twin.json"), twin)
    mail.turn("ann", FREE)
    mail.desks["bob"].open(mail.at("bob"))
    cheat("evidence/two-moves", "ann", lambda: mail.desks["bob"].open(str(tmp_path / "twin.json")))


def test_whoever_has_no_memory_of_a_table_can_read_any_record_of_it(mail: Mail) -> None:
    old = keep(mail, "ann", "old")
    mail.turn("ann", DONE)
    eve = mail.sit("eve")
    assert eve.open(mail.at("ann")).table.n == 4
    assert eve.open(old).table.n == 3


# --- ready once, and only for what one joined ---


def test_ready_only_if_the_roster_has_the_newest_join(open_: Mail) -> None:
    ann = open_.desks["ann"]
    first = open_.post(ann.join(open_.at("ann"), "ann"))
    newer = ann.join(open_.at("ann"), "ann", fresh=True)
    bob = open_.post(open_.desks["bob"].join(open_.at("bob"), "bob"))
    assert newer != files.read_json(first, files.LIMITS["record"])
    open_.deliver(first, bob)
    refused("ready/other-join", lambda: ann.ready(open_.at("ann")))


def test_no_second_ready_for_another_roster(open_: Mail) -> None:
    """N1: the arbiter opens the roster again, with another join of bob's, after ann's ready."""
    record = open_.record()
    joined(open_)
    open_.desks["ann"].ready(open_.at("ann"))
    ann = open_.record().entries[1][0]
    fresh = signing.sign_join(record.table, who("bob"), "bob", b"again".ljust(32))
    rule_on(record, ann, fresh.body)
    second = str(open_.folder / "second.json")
    write_record(second, record)
    cheat("evidence/two-rulings", ARBITER, lambda: open_.desks["ann"].ready(second))


def rule_on(record: Record, *statements: dict[str, Any]) -> None:
    """The arbiter's ruling on these, made without asking his journal."""
    for statement in statements:
        judge.take(record, statement)
    answers = pending.complete(record.table, record.pending)
    assert answers is not None
    record.append([*answers, ruling.rule(record.table, answers, who(ARBITER))])


def test_ready_is_awaited_once(mail: Mail) -> None:
    refused("ready/not-now", lambda: mail.desks["ann"].ready(mail.at("ann")))


def test_n13_starts_that_were_dropped_are_counted(tmp_path: Path) -> None:
    """Two tables of the same parties got ready and never began; the third runs."""
    parties: set[str] = set()
    for count, started in enumerate((False, False, True)):
        mail = Mail(tmp_path, start=False)
        joined(mail)
        table = mail.record().table
        parties = {b64.encode(p.sign) for p in table.parties.values()}
        ann = mail.desks["ann"]
        assert ann.journal.dropped_starts(parties, besides=b64.encode(table.id)) == count
        readies = [mail.post(mail.desks[s].ready(mail.at(s))) for s in mail.seats]
        if started:
            mail.deliver(*readies)
            ann.open(mail.at("ann"))
        assert ann.journal.dropped_starts(parties) == (2 if started else count + 1)
        assert ann.journal.dropped_starts(parties | {"another"}) == 0


# --- memory lost ---


def test_without_a_journal_no_ready_is_given(open_: Mail) -> None:
    joined(open_)
    lose_journal(open_, "ann")
    ann = open_.desks["ann"]
    refused("journal/lost", lambda: ann.ready(open_.at("ann")))
    refused("journal/lost", lambda: ann.ready(open_.at("ann")))
    assert ann.ready(open_.at("ann"), without_journal=True)["by"] == "ann"


def test_without_a_journal_no_move_is_signed_unless_asked_for(mail: Mail) -> None:
    lose_journal(mail, "ann")
    refused("journal/lost", lambda: mail.move("ann", FREE))
    move = mail.move("ann", FREE, without_journal=True)
    assert mail.move("ann", FREE) == move
    mail.turn("ann", FREE)
    assert mail.move("ann", DONE)["n"] == 4


def test_looking_at_a_record_is_no_memory_of_what_was_signed(mail: Mail) -> None:
    lose_journal(mail, "ann")
    mail.desks["ann"].open(mail.at("ann"))
    refused("journal/lost", lambda: mail.move("ann", FREE))


def test_a_statement_found_in_a_record_stands_after_memory_was_lost(mail: Mail) -> None:

    record = mail.record("bob")
    judge.take(record, mail.move("ann", ROLL))
    write_record(mail.at("bob"), record)
    lose_journal(mail, "ann")
    shutil.copyfile(mail.at("bob"), mail.at("ann"))
    refused("journal/already-signed", lambda: mail.move("ann", FREE, without_journal=True))
    assert mail.move("ann", ROLL, without_journal=True)["actions"] == [ROLL]


def test_without_a_journal_an_arbiter_rules_on_nothing_unless_asked_to(mail: Mail) -> None:
    move = mail.post(mail.move("ann", FREE))
    lose_journal(mail, ARBITER)
    arbiter = mail.desks[ARBITER]
    refused("journal/lost", lambda: arbiter.judge(mail.at(ARBITER), [move]))
    refused("journal/lost", lambda: arbiter.judge(mail.at(ARBITER), [], ending=True))
    assert not read_record(mail.at(ARBITER)).pending  # what is refused changes nothing
    judged = arbiter.judge(mail.at(ARBITER), [move], without_journal=True)
    assert judged.record.table.n == 4


def test_without_a_journal_no_share_is_given(tmp_path: Path) -> None:
    mail = Mail(tmp_path, "plain", host="ann", start=False)
    joined(mail)
    mail.deliver(*(mail.post(mail.desks[s].ready(mail.at(s))) for s in mail.seats))
    move = mail.post(mail.move("ann", ROLL))
    lose_journal(mail, "bob")
    refused("journal/lost", lambda: mail.desks["bob"].judge(mail.at("bob"), [move]))
    judged = mail.desks["bob"].judge(mail.at("bob"), [move], without_journal=True)
    assert (judged.added, judged.ruled) == (["share of bob"], 1)
