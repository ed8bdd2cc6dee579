"""Who waits for whom, and whose right it is to claim when (docs/protocol.md, Lapse)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.errors import Refused
from pbem.record import clock, lateness
from pbem.record.journal import Journal
from pbem.record.lateness import Waiting
from tests.record.test_journal import HEADS, TABLE
from tests.tables import DONE, FREE, RESIGN, ROLL, Seated

pytestmark = pytest.mark.usefixtures("example", "plain")

SEATS = ("ann", "bob", "cid")
HOURS = 3600


@pytest.fixture(autouse=True)
def _utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


# Since second 1000, ten seconds each: bob from 1010, cid from 1020, dee from 1030, bob from 1040.
FOUR = Waiting("ann", 1000, 10, ("bob", "cid", "dee"))


@pytest.mark.parametrize(
    ("now", "who"),
    [(900, None), (1000, None), (1009, None), (1010, "bob"), (1019, "bob"), (1020, "cid"),
     (1030, "dee"), (1039, "dee"), (1040, "bob"), (1069, "dee"), (1079, "bob")],
)  # fmt: skip
def test_one_seat_after_the_other_may_claim_and_so_round_the_table(
    now: int, who: str | None
) -> None:
    assert FOUR.claimant(now) == who


@pytest.mark.parametrize(
    ("seat", "now", "opens"),
    [("bob", 900, 1010), ("bob", 1019, 1010), ("bob", 1020, 1040), ("bob", 1049, 1040),
     ("cid", 1010, 1020), ("cid", 1029, 1020), ("cid", 1030, 1050), ("dee", 1000, 1030)],
)  # fmt: skip
def test_when_the_right_is_a_seats(seat: str, now: int, opens: int) -> None:
    assert FOUR.opens(seat, now) == opens


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "1 min"), (60, "1 min"), (61, "2 min"), (59 * 60, "59 min"), (59 * 60 + 1, "1 h"),
     (3600, "1 h"), (3601, "2 h"), (31 * HOURS, "31 h"), (48 * HOURS, "48 h"),
     (48 * HOURS + 1, "2 d 1 h"), (72 * HOURS, "3 d"), (168 * HOURS, "7 d")],
)  # fmt: skip
def test_a_span_is_rounded_up(seconds: int, words: str) -> None:
    assert clock.span(seconds) == words


def test_a_moment_in_words() -> None:
    assert clock.day(0) == "1970-01-01 00:00"
    assert clock.day(1782907500) == "2026-07-01 12:05"


def test_a_clock_before_1970_counts_as_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: -7.5)
    assert clock.now() == 0


# --- of a table ---


def policy(lapse: str) -> dict[str, str]:
    return {"lapse": lapse, "replace": "never"}


def seats(table: Seated) -> list[str] | None:
    """Who may claim at this head, if anybody."""
    found = lateness.waiting(table.record, 0)
    return None if found is None else list(found.seats)


def test_the_seats_behind_the_late_one_come_in_seat_order() -> None:
    table = Seated("example", SEATS)
    assert seats(table) == ["bob", "cid"]
    table.do("ann", DONE)
    assert seats(table) == ["cid", "ann"]
    table.do("bob", RESIGN)
    assert table.table.awaited_seat == "cid"
    assert seats(table) == ["ann"]


@pytest.mark.parametrize(("text", "seconds"), [("7d", 604800), ("36h", 129600)])
def test_the_time_of_the_policy(text: str, seconds: int) -> None:
    table = Seated("example", SEATS, policy=policy(text))
    assert lateness.policy_time(table.table) == seconds


def test_where_nobody_may_claim() -> None:
    assert seats(Seated("example", SEATS, start=False)) is None
    assert seats(Seated("plain", ("ann",))) is None
    assert seats(Seated("example", SEATS, policy=policy("never"))) is None
    assert lateness.waiting(Seated("example", SEATS).record, None) is None
    table = Seated("example", SEATS)
    table.take(table.move("ann", FREE))
    assert seats(table) is None
    table.close()
    table.finish()
    assert seats(table) is None


def test_a_claim_is_what_is_to_be_settled_unless_a_move_is_here() -> None:
    table = Seated("plain", SEATS, host="bob")
    assert not lateness.claimed(table.record)
    table.take(table.lapse("bob", "ann"))
    assert lateness.claimed(table.record)
    table.take(table.move("ann", ROLL))
    assert not lateness.claimed(table.record)


# --- what a journal keeps ---


def test_a_head_keeps_the_time_at_which_it_was_first_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(tmp_path / "me.json")
    times = iter([100, 200, 300])
    monkeypatch.setattr(clock, "now", lambda: next(times))

    def since(n: int, **record: list[int]) -> int | None:
        journal.remember_record(TABLE, n, HEADS[n], {"entries": [], **record})
        newest = Journal(tmp_path / "me.json").table(TABLE).newest
        assert newest is not None
        return newest.since

    assert since(3) == 100
    assert since(3, pending=[1]) == 100
    assert since(4) == 200


@pytest.mark.parametrize("since", ["-1", "1.5", '"now"', "253402300800"])
def test_a_time_that_is_none_is_a_damaged_memory(since: str, tmp_path: Path) -> None:
    journal = Journal(tmp_path / "me.json")
    journal.remember_record(TABLE, 3, HEADS[3], None)
    (file,) = journal.folder.glob("*.json")
    text = file.read_text()
    before, _, after = text.partition('"since":')
    digits = after.lstrip().split("}")[0].split(",")[0].strip()
    file.write_text(f'{before}"since":{after.replace(digits, since, 1)}')
    with pytest.raises(Refused) as caught:
        journal.table(TABLE)
    assert caught.value.code == "journal/damaged"
