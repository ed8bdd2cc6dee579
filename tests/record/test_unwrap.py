"""A record is found in the mail around it: several in one text, quoted, encoded, escaped.

The log has five entries, as in test_doctor.py; an older copy of it ends with entry 3.
"""

from __future__ import annotations

import base64
import html
import json
import quopri
import random
from typing import Any

import pytest

from pbem.record import files, salvage
from pbem.record.doctor import Diagnosis, examine
from pbem.record.record import load
from pbem.record.unwrap import MOST, readings
from tests.record.logs import played
from tests.tables import FREE, Seated

pytestmark = pytest.mark.usefixtures("example", "plain")
LIMIT = files.LIMITS["record"]
QUOTED = "the > of quoted mail is taken off its lines"
PRINTABLE = "quoted-printable text (=3D, = at the end of a line) is decoded"
BASE64 = "a mail body in base64 is decoded"
ESCAPED = "text escaped for HTML (&quot;) is turned back"


def look(data: bytes) -> Diagnosis:
    found = examine(data, LIMIT)
    if found.record is not None:
        assert load(json.loads(files.json_bytes(found.record.as_json())))
    return found


def kept(found: Diagnosis) -> int:
    return len(found.record.entries) if found.record else 0


@pytest.fixture
def table(example: object) -> Seated:
    return played()


@pytest.fixture
def new(table: Seated) -> bytes:
    return files.json_bytes(table.json())


@pytest.fixture
def old(table: Seated) -> bytes:
    data = table.json()
    return files.json_bytes({**data, "entries": data["entries"][:4]})


def quoted(text: bytes, mark: bytes) -> bytes:
    return b"".join(mark + line for line in text.splitlines(keepends=True))


# --- several records ---------------------------------------------------------------------------


def test_of_several_records_the_longest_is_kept_whatever_their_order(
    old: bytes, new: bytes
) -> None:
    for text in (old + new, new + old, b"Hello,\n" + old + b"\nand now:\n" + new + b"bye\n"):
        found = look(text)
        assert (kept(found), found.records, found.undone) == (5, 2, ())
    assert kept(look(old + old)) == 4


def test_the_longest_is_the_one_of_which_most_verifies(
    table: Seated, old: bytes, new: bytes
) -> None:
    """The one with more entries is spoilt in entry 1: of the other four are good."""
    data = table.json()
    data["entries"][1][0]["nonce"] = data["entries"][1][1]["nonce"]
    for text in (files.json_bytes(data) + old, old + files.json_bytes(data)):
        found = look(text)
        assert (kept(found), found.total, found.records) == (4, 4, 2)


def test_a_record_that_begins_within_one_that_was_cut_is_found(old: bytes, new: bytes) -> None:
    for end in (b'"head":', b"[", b'"note":"so'):
        found = look(old[: old.index(b"\n],") - 300] + end + new)
        assert (kept(found), found.records) == (5, 2)


def test_of_two_equal_logs_the_one_with_which_more_waits_is_kept() -> None:
    table = Seated()
    before = files.json_bytes(table.json())
    table.take(table.move("ann", FREE))
    after = files.json_bytes(table.json())
    for text in (before + after, after + before):
        record = look(text).record
        assert record is not None and [p.by for p in record.pending] == ["ann"]


def test_a_text_full_of_beginnings_is_given_up(new: bytes) -> None:
    many = b'{"entries":[[{}],' * (salvage.MOST_BROKEN + 5)
    assert len(salvage.salvage(many + new)) == salvage.MOST_BROKEN
    assert kept(look(b'{"entries":[]}' * 1000 + new)) == 5  # what is whole costs nothing


def test_many_records_are_looked_at_in_a_time_that_grows_with_the_text(new: bytes) -> None:
    """Each against each, or the whole text for each, would take minutes here."""
    many = b"".join(b'{"entries":[[{"n":%d}]]}\n' % i for i in range(20_000))
    found = look(many + new)
    assert (kept(found), found.records) == (5, 20_001)


# --- quoted, encoded, escaped ------------------------------------------------------------------


@pytest.mark.parametrize("mark", [b"> ", b">", b">> ", b"> > ", b">>> "])
def test_quoted_mail(new: bytes, mark: bytes) -> None:
    found = look(b"On Monday ann wrote:\n" + quoted(new, mark) + b"\nThanks!\n")
    assert (kept(found), found.undone, found.records) == (5, (QUOTED,), 1)


def test_a_thread_with_the_older_record_quoted_in_it(old: bytes, new: bytes) -> None:
    thread = b"bob:\n" + new + b"\n> ann wrote:\n" + quoted(old, b"> ")
    assert (kept(look(thread)), look(thread).records) == (5, 2)
    assert look(thread).undone == ()  # the one that is kept stands there as it is
    thread = b"bob:\n" + old + b"\n> ann wrote:\n" + quoted(new, b"> ")
    assert (kept(look(thread)), look(thread).undone, look(thread).records) == (5, (QUOTED,), 2)


def test_quoted_printable(new: bytes) -> None:
    for text in (quopri.encodestring(new), quopri.encodestring(new).replace(b"\n", b"\r\n")):
        assert b"=\n" in text or b"=\r\n" in text
        found = look(b"Content-Transfer-Encoding: quoted-printable\n\n" + text)
        assert (kept(found), found.undone) == (5, (PRINTABLE,))
    assert kept(look(new.replace(b'"', b"=22"))) == 5


def test_base64(new: bytes) -> None:
    head = b"Content-Type: application/json\nContent-Transfer-Encoding: base64\n\n"
    body = base64.encodebytes(new)
    for text in (body, body.replace(b"\n", b"\r\n"), base64.b64encode(new)):
        found = look(head + text + b"\n--boundary--\n")
        assert (kept(found), found.undone) == (5, (BASE64,))


def test_two_bodies_in_base64_one_after_the_other(old: bytes, new: bytes) -> None:
    """A body that ends in = ends there, though no other line is between."""
    padded = old + b" " * (1 - len(old) % 3 if len(old) % 3 < 2 else 2)
    assert base64.encodebytes(padded).endswith(b"==\n")
    found = look(base64.encodebytes(padded) + base64.encodebytes(new))
    assert (kept(found), found.records) == (5, 2)


def test_base64_that_was_cut_anywhere(new: bytes) -> None:
    """The last entry alone is lost, whichever of the four places of a group it is cut in."""
    end = len(base64.encodebytes(new[: new.index(b"\n],")])) - 40
    for at in range(end, end + 4):
        found = look(base64.encodebytes(new)[:at])
        assert (kept(found), found.undone) == (4, (BASE64,))
        assert [f.code for f in found.findings] == ["record/cut-off"]


def test_escaped_for_html(new: bytes) -> None:
    text = html.escape(new.decode()).replace("\n", "<br>\n").replace(" ", "&nbsp;").encode()
    found = look(b"<html><body><p>" + text + b"</p></body></html>")
    assert (kept(found), found.undone) == (5, (ESCAPED,))
    assert kept(look(new.replace(b'"', b"&#34;"))) == 5


def test_one_layer_in_another(new: bytes) -> None:
    found = look(quoted(quopri.encodestring(new), b"> "))
    assert (kept(found), found.undone) == (5, (QUOTED, PRINTABLE))
    found = look(base64.encodebytes(quoted(new, b">> ")))
    assert (kept(found), found.undone) == (5, (BASE64, QUOTED))
    found = look(quopri.encodestring(html.escape(new.decode()).encode()))
    assert (kept(found), found.undone) == (5, (PRINTABLE, ESCAPED))


def test_what_is_signed_comes_out_as_it_was(example: object) -> None:
    """A note may look like any of this."""
    table = Seated()
    table.take(table.move("ann", FREE, note='> a =3D b &quot; <b> "entries":[ é'))
    good: dict[str, Any] = table.json()
    text = files.json_bytes(good)
    for mail in (b"Hi\n" + text, quoted(text, b"> "), quopri.encodestring(text),
                 base64.encodebytes(text), html.escape(text.decode()).encode()):  # fmt: skip
        record = look(mail).record
        assert record is not None and record.as_json() == good


def test_of_no_text_there_are_many_readings() -> None:
    text = b"> &quot;=3D" + base64.encodebytes(b"> &quot;entries&quot;=3D" * 9)
    assert 1 < len(readings(text * 3)) <= MOST
    assert [r.undone for r in readings(b'{"a":1}')] == [()]


def test_whatever_is_changed_in_a_mail_what_is_kept_was_signed(table: Seated, new: bytes) -> None:
    entries, chance = table.json()["entries"], random.Random(7)
    mails = (
        quoted(new, b"> ") + new,
        quopri.encodestring(new),
        base64.encodebytes(quoted(new, b">> ")),
        html.escape(new.decode()).encode(),
    )
    for turn in range(40):
        data = bytearray(mails[turn % len(mails)])
        for _ in range(chance.randint(1, 3)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        at = chance.randrange(len(data))
        del data[at : at + chance.choice((0, 1, 700))]
        found = look(bytes(data))
        assert found.record is None or found.record.entries == entries[: kept(found)]
