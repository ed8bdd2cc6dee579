"""The memory: nothing is signed twice, no older or other history is taken for the newest."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.record import files
from pbem.record.journal import Journal
from pbem.wire import b64

# Vector of docs/protocol.md: this open statement founds this table.
OPEN = {
    "pbem": 1, "kind": "open", "by": "arbiter", "game": "example", "rules": "1",
    "options": {}, "deck": {}, "seats": ["ann", "bob"], "dealing": "arbiter",
    "policy": {"lapse": "7d", "replace": "never"},
    "nonce": "oKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKA",
    "sign": "I-DCE0ZR0MsPnmHph3K6h8c5Umgqp4qSm5o0E-b_OoE",
    "anchor": "Jrgkygcih_FU_pao4BytvFyHKUanKcGKcCnSCXTb-mw",
    "hidden": "0W3VS1F0NLF59G3JydSwovhvgDiaBxOiR1TZLAGxCOk",
    "sig": b64.encode(bytes(64)),
}  # fmt: skip
TABLE_HEX = "8365f4afb04105f2c840c28bed3f30c26f940270e01b8d91a2252f15a85bc2d2"
TABLE = b64.encode(bytes.fromhex(TABLE_HEX))
HEADS = [b64.encode(bytes([n]) * 32) for n in range(10)]
SIG = b64.encode(bytes(64))


def said(kind: str, n: int, *, table: str = TABLE, **more: Any) -> dict[str, Any]:
    common = {"pbem": 1, "kind": kind, "by": "ann", "table": table, "n": n, "head": HEADS[n - 1]}
    return {**common, "sig": SIG, **more}


def move(n: int, gallery: int) -> dict[str, Any]:
    return said("move", n, actions=[{"do": "dig", "gallery": gallery}])


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "me.json")


def refused(journal: Journal, statement: dict[str, Any], *, replace: bool = False) -> Refused:
    with pytest.raises(Refused) as caught:
        journal.remember_statement(statement, replace=replace)
    assert caught.value.code == "journal/already-signed"
    return caught.value


# --- one statement for one entry ---


def test_asked_again_the_first_bytes_come_back(journal: Journal) -> None:
    journal.remember_statement(move(3, 2))
    again = {**move(3, 2), "sig": b64.encode(bytes([1]) * 64)}  # sig is no part of the content
    assert journal.remember_statement(again) == move(3, 2)


def test_another_move_for_the_same_entry_is_refused(journal: Journal) -> None:
    journal.remember_statement(move(3, 2))
    assert "--first-not-sent" in refused(journal, move(3, 1)).hint
    assert journal.table(TABLE).statements == {3: (move(3, 2),)}


def test_the_same_move_on_another_head_is_another_statement(journal: Journal) -> None:
    journal.remember_statement(move(3, 2))
    refused(journal, {**move(3, 2), "head": HEADS[7]})


def test_other_entries_and_tables_are_free(journal: Journal) -> None:
    journal.remember_statement(move(3, 2))
    journal.remember_statement(move(4, 1))
    journal.remember_statement({**move(3, 1), "table": HEADS[9]})
    assert journal.table(TABLE).statements == {3: (move(3, 2),), 4: (move(4, 1),)}


def test_a_move_that_went_nowhere_may_be_changed_and_both_are_kept(journal: Journal) -> None:
    journal.remember_statement(move(3, 2))
    assert journal.remember_statement(move(3, 1), replace=True) == move(3, 1)
    assert journal.table(TABLE).statements == {3: (move(3, 2), move(3, 1))}
    refused(journal, move(3, 2))  # back to the first: that again is a change


@pytest.mark.parametrize(
    ("kind", "a", "b"),
    [
        ("ready", {"link": HEADS[1]}, {"link": HEADS[2]}),
        ("share", {"answers": [HEADS[1]]}, {"answers": [HEADS[2]]}),
        ("consent", {"answers": [HEADS[1]]}, {"answers": [HEADS[2]]}),
        ("ruling", {"answers": []}, {"answers": [HEADS[2]]}),
    ],
)
def test_some_statements_are_never_changed(
    kind: str, a: dict[str, Any], b: dict[str, Any], journal: Journal
) -> None:
    journal.remember_statement(said(kind, 2, **a))
    for replace in (False, True):
        assert "--first-not-sent" not in refused(journal, said(kind, 2, **b), replace=replace).hint
    assert journal.remember_statement(said(kind, 2, **a)) == said(kind, 2, **a)


@pytest.mark.parametrize("kind", ["move", "lapse", "consent", "ruling"])
def test_after_a_share_nothing_else_for_that_entry(kind: str, journal: Journal) -> None:
    journal.remember_statement(said("share", 3, answers=[HEADS[1]], link=HEADS[2]))
    refused(journal, said(kind, 3), replace=True)


def test_a_claim_does_not_stand_in_the_way(journal: Journal) -> None:
    """Asked for again it comes back, also from behind the share; another claim is not signed."""
    claim, share = said("lapse", 3, late="bob"), said("share", 3, answers=[HEADS[1]])
    journal.remember_statement(claim)
    refused(journal, said("lapse", 3, late="cid"), replace=True)
    refused(journal, share)
    journal.remember_statement(share, replace=True)
    assert journal.remember_statement(claim) == claim
    refused(journal, said("lapse", 3, late="cid"), replace=True)
    assert journal.table(TABLE).statements == {3: (claim, share)}


def test_a_table_is_readied_once_whatever_the_roster(journal: Journal) -> None:
    journal.remember_statement(said("ready", 2, link=HEADS[1]))
    refused(journal, said("ready", 2, link=HEADS[1], head=HEADS[8]), replace=True)
    assert journal.table(TABLE).ready == said("ready", 2, link=HEADS[1])


def test_joins_are_free_and_the_newest_is_last(journal: Journal) -> None:
    first, second = (said("join", 1, nonce=HEADS[i]) for i in (1, 2))
    journal.remember_statement(first)
    journal.remember_statement(second)
    journal.remember_statement(first)
    assert journal.table(TABLE).joins == (first, second)


def test_an_open_lies_under_the_table_it_founds(journal: Journal) -> None:
    journal.remember_statement(OPEN)
    assert journal.table(TABLE).statements == {0: (OPEN,)}
    assert os.listdir(journal.folder) == [f"{TABLE_HEX}.json"]


def test_memory_survives_the_program(tmp_path: Path) -> None:
    Journal(tmp_path / "me.json").remember_statement(move(3, 2))
    refused(Journal(tmp_path / "me.json"), move(3, 1))


def test_two_names_of_one_identity_share_a_memory(tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to("me.json")
    Journal(tmp_path / "me.json").remember_statement(move(3, 2))
    refused(Journal(tmp_path / "link.json"), move(3, 1))


# --- heads ---


def check(journal: Journal, heads: list[str]) -> str:
    with pytest.raises(Refused) as caught:
        journal.check_head(TABLE, heads)
    assert caught.value.hint
    return f"{caught.value.code}: {caught.value.message}"


def test_a_record_is_compared_with_the_newest_head(journal: Journal) -> None:
    journal.check_head(TABLE, HEADS[:2])  # nothing known: nothing to compare
    journal.remember_record(TABLE, 3, HEADS[3], {"entries": [], "x": 1})
    journal.check_head(TABLE, HEADS[:4])
    journal.check_head(TABLE, HEADS[:6])
    assert check(journal, HEADS[:3]).startswith("record/older: this record ends with entry 2;")
    fork = check(journal, [*HEADS[:3], HEADS[9], HEADS[4]])
    assert fork.startswith("record/fork:")
    assert " ".join(["0909"] * 8) in fork and " ".join(["0303"] * 8) in fork


def test_memory_never_goes_back(journal: Journal) -> None:
    journal.remember_record(TABLE, 3, HEADS[3], None)
    for n, head, wanted in ((2, HEADS[2], "record/older"), (3, HEADS[9], "record/fork")):
        with pytest.raises(Refused) as caught:
            journal.remember_record(TABLE, n, head, None)
        assert caught.value.code == wanted
    newest = journal.table(TABLE).newest
    assert newest is not None and (newest.n, newest.head) == (3, HEADS[3])


def test_the_newest_record_is_kept(journal: Journal) -> None:
    journal.remember_record(TABLE, 0, HEADS[0], {"entries": [[OPEN]]})
    newest = journal.table(TABLE).newest
    assert newest is not None and newest.record == {"entries": [[OPEN]]}


# --- tables that were dropped before the start ---


def roster(journal: Journal, table: str, *keys: str, ready: bool = True, n: int = 1) -> None:
    entries = [[{"sign": keys[0]}], [{"sign": k} for k in keys[1:]] + [{"kind": "ruling"}]]
    journal.remember_record(table, n, HEADS[n], {"entries": entries})
    if ready:
        journal.remember_statement(said("ready", 2, table=table))


def test_dropped_starts_are_counted_by_parties(journal: Journal) -> None:
    us, others = HEADS[1:4], HEADS[2:5]
    assert journal.dropped_starts(set(us)) == 0
    roster(journal, HEADS[5], *us)
    roster(journal, HEADS[6], *reversed(us))  # the same people in other seats
    roster(journal, HEADS[7], *us, n=2)  # started
    roster(journal, HEADS[8], *us, ready=False)
    roster(journal, HEADS[9], *others)
    assert journal.dropped_starts(set(us)) == 2
    assert journal.dropped_starts(set(us), besides=HEADS[6]) == 1
    assert journal.dropped_starts(set(others)) == 1


def test_the_same_record_again_writes_nothing(journal: Journal) -> None:
    file = journal.folder / f"{TABLE_HEX}.json"
    journal.remember_record(TABLE, 3, HEADS[3], {"entries": [], "pending": []})
    written = file.stat().st_ino
    journal.remember_record(TABLE, 3, HEADS[3], {"entries": [], "pending": []})
    assert file.stat().st_ino == written
    journal.remember_record(TABLE, 3, HEADS[3], {"entries": [], "pending": [1]})
    newest = journal.table(TABLE).newest
    assert newest is not None and newest.record == {"entries": [], "pending": [1]}


def test_parties_outlive_later_records(journal: Journal) -> None:
    roster(journal, TABLE, *HEADS[1:4])
    journal.remember_record(TABLE, 2, HEADS[2], None)
    assert journal.table(TABLE).parties == set(HEADS[1:4])


# --- the file ---


def test_files_are_for_the_owner_alone(journal: Journal) -> None:
    before = os.umask(0)
    try:
        journal.remember_statement(move(3, 2))
    finally:
        os.umask(before)
    assert journal.folder.stat().st_mode & 0o777 == 0o700
    assert (journal.folder / f"{TABLE_HEX}.json").stat().st_mode & 0o777 == 0o600


def test_all_tables_and_strangers_in_the_folder(journal: Journal) -> None:
    assert journal.all_tables() == []
    journal.remember_statement(move(3, 2))
    journal.remember_statement({**move(3, 2), "table": HEADS[1]})
    (journal.folder / "notes.txt").write_text("hello")
    (journal.folder / ("g" * 64 + ".json")).write_text("{}")
    assert journal.all_tables() == [HEADS[1], TABLE]  # by hex: 0101... before 8365...


def test_a_renamed_memory_is_refused(journal: Journal) -> None:
    journal.remember_statement(move(3, 2))
    (journal.folder / f"{TABLE_HEX}.json").rename(journal.folder / ("01" * 32 + ".json"))
    with pytest.raises(Refused) as caught:
        journal.table(HEADS[1])
    assert caught.value.code == "journal/wrong-table"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pbem":1,"kind":"journal"}'])
def test_a_spoilt_memory_is_refused_never_forgotten(text: str, journal: Journal) -> None:
    journal.remember_statement(move(3, 2))
    (journal.folder / f"{TABLE_HEX}.json").write_text(text)
    with pytest.raises(Refused):
        journal.remember_statement(move(3, 1))
    assert (journal.folder / f"{TABLE_HEX}.json").read_text() == text


def test_a_spoilt_statement_in_the_memory_is_refused(journal: Journal) -> None:
    journal.remember_statement(move(3, 2))
    path = journal.folder / f"{TABLE_HEX}.json"
    value = json.loads(path.read_text())
    value["signed"][0]["n"] = "3"
    path.write_text(json.dumps(value))
    with pytest.raises(Refused) as caught:
        journal.table(TABLE)
    assert caught.value.at == "/signed/0/n"


@pytest.mark.parametrize("step", ["open", "write", "fsync", "close", "replace"])
def test_a_statement_that_could_not_be_noted_is_not_given_out(
    step: str, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.remember_statement(move(3, 2))
    real_close = os.close

    def fail(*args: Any, **kwargs: Any) -> Any:
        if step == "close":
            real_close(*args)
        raise OSError(errno.ENOSPC, "No space left on device")

    with journal.lock(), monkeypatch.context() as patched:
        patched.setattr(os, step, fail)
        with pytest.raises(Refused):
            journal.remember_statement(move(4, 1))
    assert journal.table(TABLE).statements == {3: (move(3, 2),)}
    assert journal.remember_statement(move(4, 0)) == move(4, 0)


def test_a_lock_may_be_nested(journal: Journal) -> None:
    with journal.lock():
        with journal.lock():
            journal.remember_statement(move(3, 2))
        with pytest.raises(Refused), files.locked(journal.folder, wait=0):
            pass
    with files.locked(journal.folder, wait=0):
        pass


RACE = """
import json, sys
from pbem.errors import Refused
from pbem.record.journal import Journal
journal, statements = Journal(sys.argv[1]), json.loads(sys.argv[2])
for s in statements:
    try:
        journal.remember_statement(s)
        print(s["n"])
    except Refused as error:
        assert error.code == "journal/already-signed", error.code
"""


def test_two_processes_sign_one_statement_for_each_entry(tmp_path: Path) -> None:
    root = str(Path(files.__file__).parents[2])
    env = {**os.environ, "PYTHONPATH": root}
    workers = []
    for gallery in (1, 2):
        statements = json.dumps([move(n, gallery) for n in range(1, 9)])
        command = [sys.executable, "-c", RACE, str(tmp_path / "me.json"), statements]
        workers.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env))
    signed = [n for worker in workers for n in worker.communicate()[0].split()]
    assert [worker.returncode for worker in workers] == [0, 0]
    assert sorted(signed) == [str(n) for n in range(1, 9)]


@pytest.mark.parametrize("spoilt", [b"", b"{", b'{"pbem": 1}', b'{"pbem":1,"kind":"record"}'])
def test_a_spoilt_memory_is_told_as_such(journal: Journal, spoilt: bytes) -> None:
    journal.remember_record(TABLE, 3, HEADS[3], None)
    (file,) = journal.folder.iterdir()
    file.write_bytes(spoilt)
    with pytest.raises(Refused) as error:
        journal.table(TABLE)
    assert error.value.code == "journal/damaged"
    assert file.name in error.value.message
