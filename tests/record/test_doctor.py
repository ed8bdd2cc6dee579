"""What is broken in a damaged record is told, and its longest good part is kept.

The log that is damaged here has five entries: open, roster, start, a move of ann, a move of
bob; each move with its ruling.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from pbem.errors import Cheat
from pbem.record import evidence, files
from pbem.record.doctor import Diagnosis, examine
from pbem.record.record import load
from pbem.wire import b64
from tests.record.logs import SPOILT, by_seats, played
from tests.tables import DONE, FREE, ROLL, Seated

pytestmark = pytest.mark.usefixtures("example", "plain")
LIMIT = files.LIMITS["record"]
START = b'{"pbem":1,"kind":"record","entries":[\n'


def text(data: Any) -> bytes:
    return files.json_bytes(data)


def look(data: Any) -> Diagnosis:
    """Examine what would lie in a file; what is kept loads, and is a beginning of the log."""
    found = examine(data if isinstance(data, bytes) else text(data), LIMIT)
    if found.record is not None:
        again = load(json.loads(text(found.record.as_json())))
        assert again.entries == found.record.entries
    return found


def codes(found: Diagnosis) -> list[str]:
    return [f.code for f in found.findings]


def kept(found: Diagnosis) -> int:
    """How many entries are kept."""
    return len(found.record.entries) if found.record else 0


@pytest.fixture
def table(example: object) -> Seated:
    return played()


# --- the text --------------------------------------------------------------------------------


def test_nothing_is_found_in_a_good_record(table: Seated) -> None:
    found = look(table.json())
    assert (found.findings, kept(found), found.total, found.lost) == ([], 5, 5, 0)
    assert found.log_is_whole


def ends(data: dict[str, Any]) -> list[int]:
    """Behind which byte of the file each entry is whole."""
    parts = [b"[" + b",\n ".join(text(s).strip() for s in e) + b"]" for e in data["entries"]]
    return [len(START + b",\n".join(parts[: k + 1])) for k in range(len(parts))]


def test_cut_off_anywhere_every_whole_entry_is_kept(table: Seated) -> None:
    whole = text(table.json())
    borders = ends(table.json())
    assert whole[borders[4] :].startswith(b'\n],"pending":[],\n"now":')
    near = {b + step for b in borders for step in (-2, -1, 0, 1, 2)}
    for at in sorted(near | set(range(len(START), len(whole) - 2, 211))):
        found = look(whole[:at])
        entries = sum(b <= at for b in borders)
        assert kept(found) == entries, at
        assert codes(found) == ["record/cut-off"] + ["record/nothing-left"] * (not entries), at
        assert f"in line {whole[:at].count(bytes([10])) + 1}:" in found.findings[0].message


def test_of_the_entry_that_is_cut_the_statements_are_kept_as_waiting(table: Seated) -> None:
    """The ruling on bob's move is cut in two: the move stands, and can be ruled on again."""
    data = table.json()
    ruling = text(data["entries"][4][1]).strip()
    whole = text(data)
    found = look(whole[: whole.index(ruling) + 40])
    assert kept(found) == 4 and found.record is not None
    assert [s.body for s in found.waiting] == [data["entries"][4][0]]
    assert [p.body for p in found.record.pending] == [data["entries"][4][0]]
    assert found.lost == 0
    roster = text(data["entries"][1][1]).strip()
    found = look(whole[: whole.index(roster)])
    assert kept(found) == 1 and [s.by for s in found.waiting] == ["ann"]


def test_what_waits_is_kept_from_a_text_that_is_cut_behind_it() -> None:
    table = Seated()
    table.take(table.move("ann", FREE))
    whole = text(table.json())
    found = look(whole[: whole.index(b'"now"')])
    assert codes(found) == ["record/cut-off"]
    assert found.record is not None and [p.by for p in found.record.pending] == ["ann"]


@pytest.mark.parametrize("tail", [b"\0" * 4096, b'"\xc3', b'{"n', b"tru", b'"\\u00', b'"\\'])
def test_a_write_that_was_cut_is_told_from_a_change(table: Seated, tail: bytes) -> None:
    """Zero bytes are what some disks show after a loss of power."""
    whole = text(table.json())
    cut = whole[: whole.index(b'"now":') + 6] + tail
    found = look(cut)
    assert codes(found) == ["record/cut-off"] and kept(found) == 5


def test_a_change_in_the_middle_is_no_cut(table: Seated) -> None:
    whole = text(table.json())
    third = ends(table.json())[2]
    found = look(whole[:third] + b"!" + whole[third:])
    assert codes(found) == ["json/syntax"] and kept(found) == 3
    found = look(whole[: third + 20] + b"\xff" + whole[third + 21 :])
    assert codes(found) == ["json/not-utf8"] and kept(found) == 3


def test_a_mail_program_may_have_put_things_around_it_or_broken_its_lines(table: Seated) -> None:
    whole = text(table.json())
    wrapped = b"\r\n".join(whole[i : i + 76] for i in range(0, len(whole), 76))
    assert kept(look(b"Hello,\n{here} it is\n\n" + whole + b"-- \nsent by mail\n")) == 5
    assert kept(look(b"\xef\xbb\xbf" + whole)) == 5
    assert kept(look(wrapped)) == 5
    pretty = json.dumps(table.json(), indent=2, sort_keys=True)
    assert look(pretty.encode()).findings == []
    assert kept(look(pretty.encode()[:-400])) == 5


@pytest.mark.parametrize(
    "junk", [b"", b"null", b"\0\0", b"[" * 100_000, b'{"entries":[' + b"[" * 100_000, b"7" * 9999]
)
def test_of_what_is_no_record_nothing_is_kept(junk: bytes) -> None:
    found = look(junk)
    assert found.record is None
    assert found.findings


# --- other files -----------------------------------------------------------------------------


def test_a_newer_format_is_not_called_damaged(table: Seated) -> None:
    found = look(json.dumps({**table.json(), "pbem": 2}).encode())
    assert codes(found) == ["schema/const"] and found.record is None
    assert found.findings[0].hint == "use a newer release of the program"


def test_another_kind_of_file_is_called_by_its_name(table: Seated) -> None:
    found = look(table.json()["entries"][3][0])
    assert codes(found) == ["schema/kind"] and found.record is None
    assert "a move of ann" in found.findings[0].message
    found = look({"pbem": 1, "kind": "identity", "root": b64.encode(bytes(32))})
    assert codes(found) == ["schema/kind"] and "an identity" in found.findings[0].message


@pytest.mark.parametrize("change", [{"kind": "recorx"}, {"pbem": 0}, {"now": []}, {"more": 1}])
def test_a_frame_that_is_spoilt_costs_nothing(table: Seated, change: dict[str, Any]) -> None:
    data = {**table.json(), **change}
    found = look(json.dumps(data).encode())
    assert kept(found) == 5
    assert len(found.findings) == 1 and found.findings[0].code.startswith("schema/")


# --- the log ---------------------------------------------------------------------------------


def test_a_statement_that_was_changed_is_named(table: Seated) -> None:
    data = table.json()
    data["entries"][3][0]["note"] = "not what ann wrote"
    found = look(data)
    assert codes(found) == ["signature/bad"] and found.findings[0].at == "/entries/3/0/sig"
    assert found.findings[0].message.startswith("entry 3: the signature under this move of ann")
    # Two statements of entry 3 and two of entry 4 are not kept.
    assert (kept(found), found.total, found.waiting, found.lost) == (3, 5, [], 4)
    assert not found.log_is_whole


def test_a_head_that_was_changed_is_a_change_and_not_another_history(table: Seated) -> None:
    data = table.json()
    data["entries"][4][0]["head"] = data["entries"][3][0]["head"]
    assert codes(look(data)) == ["signature/bad"]


def test_of_an_entry_whose_ruling_was_changed_the_move_waits(table: Seated) -> None:
    data = table.json()
    data["entries"][4][1]["state"] = data["entries"][3][1]["state"]
    found = look(data)
    assert codes(found) == ["signature/bad"] and kept(found) == 4
    assert [(s.by, s.kind) for s in found.waiting] == [("bob", "move")]
    assert found.lost == 1  # the ruling


def test_entries_that_are_missing_are_counted(table: Seated) -> None:
    data = table.json()
    del data["entries"][3]
    found = look(data)
    assert codes(found) == ["record/entry-missing"] and kept(found) == 3
    assert found.findings[0].message == ("entry 3 is missing: what follows was signed for entry 4")
    data = table.json()
    del data["entries"][1:4]
    found = look(data)
    assert codes(found) == ["record/entry-missing"] and kept(found) == 1
    assert found.findings[0].message.startswith("entries 1 to 3 are missing")
    data = table.json()
    del data["entries"][0]
    assert codes(look(data)) == ["entry/open", "record/nothing-left"]


def test_an_entry_that_stands_twice_is_told(table: Seated) -> None:
    data = table.json()
    data["entries"].insert(4, data["entries"][3])
    found = look(data)
    assert codes(found) == ["record/entry-extra"] and kept(found) == 4
    assert "signed for entry 3" in found.findings[0].message


def test_a_log_without_its_end_is_told_by_what_it_says_of_the_present(table: Seated) -> None:
    data = table.json()
    del data["entries"][4]
    found = look(data)
    assert codes(found) == ["record/cut-short"] and kept(found) == 4
    assert found.findings[0].message == (
        "the record tells of 5 entries, and has only 4: its end is missing"
    )
    assert not found.log_is_whole


def test_a_statement_that_is_missing_is_told(table: Seated) -> None:
    data = table.json()
    del data["entries"][1][0]
    found = look(data)
    assert codes(found) == ["record/statement-missing"] and kept(found) == 1
    assert found.findings[0].message == "entry 1 lacks 1 statement that its ruling answers"
    assert [s.by for s in found.waiting] == ["bob"]
    data = table.json()
    del data["entries"][4][1]
    found = look(data)
    assert codes(found) == ["entry/no-ruling"] and kept(found) == 4
    assert [s.by for s in found.waiting] == ["bob"]


def test_a_share_that_is_missing_is_told() -> None:
    """Entry 3 has the move of ann and the shares of bob and cid; cid's is taken out."""
    data = by_seats().json()
    del data["entries"][3][2]
    found = look(data)
    assert codes(found) == ["entry/shares"] and kept(found) == 3
    assert [(s.by, s.kind) for s in found.waiting] == [("ann", "move"), ("bob", "share")]


@pytest.mark.parametrize("entry", [[], {}, "text", [7], [[]]])
def test_an_entry_that_is_none(table: Seated, entry: Any) -> None:
    data = table.json()
    data["entries"][3] = entry
    found = look(json.dumps(data).encode())
    assert kept(found) == 3
    assert found.findings[0].code.startswith("schema/")
    assert found.findings[0].at.startswith("/entries/3")


def test_an_opening_that_was_changed_leaves_nothing(table: Seated) -> None:
    data = table.json()
    data["entries"][0][0]["seats"] = ["ann", "eve"]
    found = look(data)
    assert codes(found) == ["signature/bad", "record/nothing-left"] and found.record is None


def test_a_breach_is_no_damage(table: Seated) -> None:
    """The arbiter signed another state than the log gives: a proof, and told as one."""
    found = look(table.forge(3, state=SPOILT))
    (breach,) = found.findings
    assert isinstance(breach, Cheat) and breach.party == "arbiter"
    assert kept(found) == 3


# --- what waits, and the present ---------------------------------------------------------------


def test_a_present_that_does_not_follow_is_made_anew(table: Seated) -> None:
    data = table.json()
    data["now"]["state"]["turn"] = "eve"
    found = look(data)
    assert codes(found) == ["record/now"] and kept(found) == 5
    assert found.log_is_whole and found.record is not None
    assert found.record.as_json() == table.json()


def waiting() -> dict[str, Any]:
    """A table without a roster, at which both joins wait."""
    table = Seated(start=False)
    table.take(table.join("ann"), table.join("bob"))
    return table.json()


def test_of_what_waits_the_good_is_kept() -> None:
    data = waiting()
    data["pending"][0]["nonce"] = data["pending"][1]["nonce"]
    found = look(data)
    assert codes(found) == ["signature/bad"] and found.log_is_whole
    assert found.findings[0].at == "/pending/0/sig"
    assert found.record is not None and [p.by for p in found.record.pending] == ["bob"]


def test_what_waits_twice_or_in_another_order() -> None:
    data = waiting()
    data["pending"].reverse()
    found = look(data)
    assert codes(found) == ["pending/order"]
    assert found.record is not None and found.record.as_json() == waiting()
    data = waiting()
    data["pending"].append(data["pending"][1])
    found = look(data)
    assert codes(found) == ["pending/twice"]
    assert found.record is not None and found.record.as_json() == waiting()


def test_two_moves_of_a_seat_that_wait_are_a_breach_and_no_damage() -> None:
    table = Seated()
    first, second = table.move("ann", FREE), table.move("ann", DONE)
    data = {**table.json(), "pending": [first.body, second.body]}
    found = look(data)
    (breach,) = found.findings
    assert isinstance(breach, Cheat) and breach.code == "evidence/two-moves"
    assert (breach.party, breach.at) == ("ann", "/pending/1") and found.log_is_whole
    assert found.record is not None and found.record.pending == [first]
    assert evidence.check(breach.proof).party == "ann"


def test_a_share_that_stands_before_its_move_is_kept() -> None:
    table = Seated("plain", ("ann", "bob", "cid"), host="ann")
    main = table.move("ann", ROLL)
    table.take(main, table.share("bob", main))
    data = table.json()
    data["pending"].reverse()
    found = look(data)
    assert codes(found) == ["pending/order"]
    assert found.record is not None and found.record.as_json() == table.json()


def test_what_waits_for_an_entry_that_is_complete_is_left_out(table: Seated) -> None:
    data = table.json()
    data["pending"] = [data["entries"][4][0], 7]
    found = look(json.dumps(data).encode())
    assert kept(found) == 5
    assert "statement/stale" in codes(found)
    assert found.record is not None and found.record.pending == []


# --- at random ---------------------------------------------------------------------------------


def test_whatever_is_changed_what_is_kept_was_signed() -> None:
    """One to four bytes changed, a piece cut out, put in, or doubled."""
    table = played()
    table.take(table.move("ann", DONE))
    entries, whole = table.json()["entries"], text(table.json())
    chance = random.Random(11)
    for _ in range(80):
        data, at = bytearray(whole), chance.randrange(len(whole))
        how = chance.randrange(3)
        if how == 0:
            for _ in range(chance.randint(1, 4)):
                data[chance.randrange(len(data))] = chance.randrange(256)
        elif how == 1:
            del data[at : at + chance.randrange(2000)]
        else:
            data[at:at] = data[at : at + chance.randrange(2000)]
        found = look(bytes(data))
        assert bytes(data) == whole or found.findings
        assert found.record is None or found.record.entries == entries[: kept(found)]
