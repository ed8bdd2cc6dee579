"""A judge may be killed, started twice or run beside another one (docs/protocol.md, Memory)."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.record import files, identity
from pbem.record.desk import Desk, read_record
from pbem.record.journal import Journal
from pbem.wire import b64
from tests.tables import ARBITER, FREE, ROLL, Mail, refused

pytestmark = pytest.mark.usefixtures("example", "plain")


@pytest.fixture
def mail(tmp_path: Path) -> Mail:
    return Mail(tmp_path)


def keep(mail: Mail, name: str, label: str) -> str:
    """A copy of the record a party has now."""
    copy = mail.folder / f"{label}.json"
    shutil.copyfile(mail.at(name), copy)
    return str(copy)


def test_judging_twice_gives_the_same_bytes(mail: Mail) -> None:
    move = mail.post(mail.move("ann", ROLL))
    mail.deliver(move)
    once = Path(mail.at(ARBITER)).read_bytes()
    judged = mail.desks[ARBITER].judge(mail.at(ARBITER), [move])
    assert [t.news for t in judged.taken] == ["already here"] and not judged.changed
    assert Path(mail.at(ARBITER)).read_bytes() == once


def test_judging_an_older_file_goes_on_from_memory(mail: Mail) -> None:
    old = keep(mail, ARBITER, "old")
    move = mail.post(mail.move("ann", ROLL))
    mail.deliver(move)
    once = Path(mail.at(ARBITER)).read_bytes()
    judged = mail.desks[ARBITER].judge(old, [move])
    assert judged.restored and judged.ruled == 0
    assert Path(old).read_bytes() == once


class Killed(BaseException):
    """The machine died here."""


@pytest.fixture
def dying(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """`dying[0]`: at which of the coming writes to a disk the program dies; 0: never."""
    left = [0]
    honest = files.write_json

    def write(*args: Any, **how: Any) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise Killed
        honest(*args, **how)

    monkeypatch.setattr(files, "write_json", write)
    return left


def test_n8_a_judge_killed_anywhere_and_started_again_gives_the_same_bytes(
    tmp_path: Path, dying: list[int]
) -> None:
    """The very same world is judged once without and once with a death at each write."""
    (tmp_path / "before").mkdir()
    mail = Mail(tmp_path / "before")
    move = mail.post(mail.move("ann", ROLL))
    mail.deliver(move)
    whole = Path(mail.at(ARBITER)).read_bytes()
    deaths = 0
    for k in range(1, 10):
        world = tmp_path / f"world{k}"
        shutil.copytree(tmp_path / "before", world)
        _back_to_before(world, mail)
        if not _dies(world, dying, k):
            break
        deaths += 1
        _judge(world)
        assert (world / ARBITER / "table.json").read_bytes() == whole
    assert deaths >= 3  # the record while it waits, the ruling in the journal, the record


def _back_to_before(world: Path, mail: Mail) -> None:
    """Put the arbiter back to the moment before he judged: record and journal."""
    table = b64.encode(mail.record().table.id)
    record = sorted(mail.folder.glob("mail-*-record.json"))[-2]
    shutil.copyfile(record, world / ARBITER / "table.json")
    journal = Journal(world / ARBITER / "identity.json")
    path = journal._file(table)
    value = files.read_json(path, files.LIMITS["journal"])
    value["signed"] = [s for s in value["signed"] if s.get("n", 0) < 3]
    old = read_record(str(record))
    head = b64.encode(old.table.head)
    value["newest"] = {"n": 2, "head": head, "record": old.as_json()}
    files.write_json(path, value, mode=0o600)


def _dies(world: Path, dying: list[int], k: int) -> bool:
    dying[0] = k
    try:
        _judge(world)
    except Killed:
        return True
    finally:
        dying[0] = 0
    return False


def _judge(world: Path) -> None:
    """The arbiter's program started anew, with the newest move that was mailed."""
    desk = Desk(identity.load(world / ARBITER / "identity.json"))
    move = sorted(world.glob("mail-*-ann.json"))[-1]
    desk.judge(str(world / ARBITER / "table.json"), [str(move)])


def test_two_processes_that_judge_one_record_at_once_lose_nothing(tmp_path: Path) -> None:
    """Each brings one join; whoever comes second finds the other's and signs the roster."""
    mail = Mail(tmp_path, "dig-down-dwarf", start=False)
    joins = [mail.post(mail.desks[s].join(mail.at(s), s)) for s in mail.seats]
    command = [sys.executable, "-m", "pbem", "judge", "--identity", mail.identity_file(ARBITER)]
    running = [
        subprocess.Popen([*command, mail.at(ARBITER), join], stdout=subprocess.DEVNULL)
        for join in joins
    ]
    assert [p.wait(60) for p in running] == [0, 0]
    record = mail.record()
    assert (record.table.n, record.pending) == (2, [])


def test_a_judge_waits_while_another_identity_works_on_the_same_record(tmp_path: Path) -> None:
    mail = Mail(tmp_path, "dig-down-dwarf", start=False)
    join = mail.post(mail.desks["ann"].join(mail.at("ann"), "ann"))
    shared = tmp_path / "shared"
    shared.mkdir()
    record = shared / "table.json"
    shutil.copyfile(mail.at(ARBITER), record)
    before = record.read_bytes()
    command = [sys.executable, "-m", "pbem", "judge", "--identity", mail.identity_file("bob")]
    with files.locked(shared):
        process = subprocess.Popen([*command, str(record), join], stdout=subprocess.DEVNULL)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1.5)
        assert record.read_bytes() == before
    assert process.wait(30) == 0
    assert [p.by for p in read_record(str(record)).pending] == ["ann"]


def test_answers_that_cannot_be_ruled_on_after_all_are_not_kept(
    mail: Mail, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault in the checks at the door costs one mail, and does not bring the table to a stand."""

    def fail(*_: Any) -> None:
        raise Refused("show/not-needed", "it does not fit after all")

    before = Path(mail.at(ARBITER)).read_bytes()
    first = mail.post(mail.move("ann", ROLL))
    with monkeypatch.context() as patched:
        patched.setattr("pbem.record.desk.rule", fail)
        refused("show/not-needed", lambda: mail.deliver(first))
    assert Path(mail.at(ARBITER)).read_bytes() == before
    mail.deliver(first)
    assert read_record(mail.at(ARBITER)).table.n == 4


def test_a_file_that_is_refused_does_not_stop_the_others(mail: Mail) -> None:
    bad = mail.folder / "bad.json"
    bad.write_text("{}")
    move = mail.post(mail.move("ann", FREE))
    judged = mail.desks[ARBITER].judge(mail.at(ARBITER), [str(bad), move])
    assert [t.error is None for t in judged.taken] == [False, True]
    assert judged.record.table.n == 4


# --- killed between the journal and the record, and then other files come ---


def killed_after_signing(mail: Mail, name: str, files_: list[str], kind: str, **how: Any) -> None:
    """The program of a party dies as soon as its journal has a statement of this kind."""
    desk = mail.desks[name]
    journal: Any = desk.journal
    honest = journal.remember_statement

    def remember(body: Any, **more: Any) -> Any:
        known = honest(body, **more)
        if body["kind"] == kind:
            raise Killed
        return known

    journal.remember_statement = remember
    with pytest.raises(Killed):
        desk.judge(mail.at(name), files_, **how)
    mail.again(name)


def test_a_ruling_that_is_signed_stands_whatever_comes_then(tmp_path: Path) -> None:
    """The lapse was ruled on, and the machine died: the move that comes then is late. Preferred
    to the claim, it would ask for a second ruling, and the table could never go on."""
    mail = Mail(tmp_path)
    claim = mail.post(mail.desks["bob"].lapse(mail.at("bob"), time_is_up=True))
    move = mail.post(mail.move("ann", FREE))
    killed_after_signing(mail, ARBITER, [claim], "ruling", time_is_up=True)
    judged = mail.desks[ARBITER].judge(mail.at(ARBITER), [move])
    assert (judged.ruled, judged.record.table.steps[-1].kind) == (1, "lapse")
    assert judged.taken[0].error is not None and judged.taken[0].error.code == "statement/stale"
    assert mail.record().table.n == 4


def test_a_ruling_that_is_signed_is_found_though_the_record_lies_elsewhere(
    tmp_path: Path,
) -> None:
    """The answers went into another file, by -o; the journal has them."""
    mail = Mail(tmp_path)
    move = mail.post(mail.move("ann", ROLL))
    killed_after_signing(mail, ARBITER, [move], "ruling", out=str(tmp_path / "next.json"))
    assert mail.record().pending == []
    judged = mail.desks[ARBITER].judge(mail.at(ARBITER), [])
    assert (judged.ruled, mail.record().table.n) == (1, 4)


def test_a_roster_that_is_signed_stands_though_somebody_joins_again(tmp_path: Path) -> None:
    mail = Mail(tmp_path, start=False)
    joins = [mail.post(mail.desks[s].join(mail.at(s), s)) for s in mail.seats]
    newer = mail.post(mail.desks["ann"].join(mail.at("ann"), "ann", fresh=True))
    killed_after_signing(mail, ARBITER, joins, "ruling")
    judged = mail.desks[ARBITER].judge(mail.at(ARBITER), [newer])
    assert (judged.ruled, mail.record().table.n) == (1, 2)


def test_a_table_that_is_broken_off_stays_so(tmp_path: Path) -> None:
    mail = Mail(tmp_path)
    move = mail.post(mail.move("ann", FREE))
    killed_after_signing(mail, ARBITER, [], "ruling", ending=True)
    mail.desks[ARBITER].judge(mail.at(ARBITER), [move])
    assert mail.record().table.broken_off


def test_a_share_that_is_signed_goes_with_what_it_names(tmp_path: Path) -> None:
    """cid shared in a lapse, and the machine died; the move that came then is not shared in."""
    mail = Mail(tmp_path, "plain", ("ann", "bob", "cid"), host="ann")
    claim = mail.post(mail.desks["bob"].lapse(mail.at("bob"), time_is_up=True))
    move = mail.post(mail.move("ann", ROLL))
    killed_after_signing(mail, "cid", [claim], "share", time_is_up=True)
    judged = mail.desks["cid"].judge(mail.at("cid"), [claim, move], time_is_up=True)
    assert (judged.added, judged.record.table.steps[-1].kind) == (["share of cid"], "lapse")
