"""Attacks on signatures, texts and files: rows C of the catalogue (docs/attacks.md).

Row C9, one kind of statement read as another, is in test_history_and_keys.py.
"""

from __future__ import annotations

import gzip
import io
import json
import tracemalloc
import unicodedata
import zipfile
from base64 import urlsafe_b64decode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pbem.errors import PbemError, Refused
from pbem.fair import keys
from pbem.fair.hashes import pre
from pbem.record import judge
from pbem.record.record import load
from pbem.record.statements import read
from pbem.record.table import begin
from pbem.wire import b64
from tests.cli.world import ARBITER as HOST
from tests.cli.world import RECORD, World, write
from tests.tables import ARBITER, DONE, FREE, MIX, PEEK, ROLL, Mail, Seated, refused, who

pytestmark = pytest.mark.usefixtures("example", "plain")

GROUP = 2**252 + 27742317777372353535851937790883648493
"""The order L of the signatures' group (RFC 8032, section 5.1)."""


def code_of(act: Callable[[], Any]) -> str:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value.code


def forged(party: str, body: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """`body` with changes under a good signature of the party: what a program would sign that
    looks at no form."""
    bare = {k: v for k, v in {**body, **changes}.items() if k != "sig"}
    return {**bare, "sig": b64.encode(keys.sign(who(party).key, pre(bare)))}


# --- C1, C2: signatures with two forms, keys that sign anything ---


def test_c1_a_signature_in_its_second_form_is_refused() -> None:
    """R, S + L satisfies the same equation; it is refused wherever a statement comes in. And
    the signature is in no hash, so nothing could be renamed by it."""
    table = Seated()
    move = table.move("ann", ROLL)
    sig = b64.decode(move.body["sig"])
    s = int.from_bytes(sig[32:], "little") + GROUP
    second = {**move.body, "sig": b64.encode(sig[:32] + s.to_bytes(32, "little"))}
    assert read(second).id == move.id
    refused("signature/bad", lambda: judge.take(table.record, second))
    table.enter(move)
    data = table.json()
    data["entries"][3][0] = second
    refused("signature/bad", lambda: load(data))


LOW = sorted(keys.LOW_ORDER_SIGN)


@pytest.mark.parametrize("y", [*LOW, *(y + 2**255 for y in LOW)])
def test_c2_a_key_that_signs_anything_gets_no_seat(y: int) -> None:
    """R = 1, S = 0 is a signature under such a key for one message in eight at least; its
    owner could deny every move of his. The search finds one, so that it is the key alone that
    is refused."""
    table = Seated(start=False)
    key, sig = y.to_bytes(32, "little"), bytes([1]) + bytes(63)
    body = {**table.join("ann").body, "sign": b64.encode(key), "sig": b64.encode(sig)}
    for i in range(200):
        body["nonce"] = b64.encode(i.to_bytes(32, "big"))
        if keys.verify(key, pre(body), sig):
            break
    assert keys.verify(key, pre(body), sig)
    refused("key/sign-low-order", lambda: table.take(read(body)))


def test_c2_such_a_key_opens_no_table() -> None:
    body = {**Seated(start=False).table.body, "sign": b64.encode((1).to_bytes(32, "little"))}
    body["sig"] = b64.encode(bytes([1]) + bytes(63))
    refused("key/sign-low-order", lambda: begin(read(body)))


@pytest.mark.parametrize("y", range(keys.FIELD, 2**255))
def test_c2_a_key_with_a_second_form_gets_no_seat(y: int) -> None:
    table = Seated(start=False)
    body = table.signed("ann", table.join("ann").body, sign=b64.encode(y.to_bytes(32, "little")))
    with pytest.raises(Refused):
        table.take(read(body))
    assert code_of(lambda: keys.check_sign_key(y.to_bytes(32, "little"))) == "key/sign-range"


# --- C3 to C6: texts that are read in two ways, or never to their end ---


def mailed(mail: Mail, text: bytes) -> PbemError:
    """What the arbiter's program says of a file with this text; nothing changes."""
    before = Path(mail.at(ARBITER)).read_bytes()
    path = mail.folder / "hostile.json"
    path.write_bytes(text)
    (taken,) = mail.desks[ARBITER].judge(mail.at(ARBITER), [str(path)]).taken
    assert Path(mail.at(ARBITER)).read_bytes() == before
    assert taken.error is not None
    return taken.error


def test_c3_a_key_that_stands_twice_is_refused_however_it_is_written(tmp_path: Path) -> None:
    """One program would read the free action, another the roll; the signature fits one."""
    mail = Mail(tmp_path)
    text = json.dumps(mail.move("ann", FREE))
    roll = '"actions": [{"do": "roll"}], '
    for twin in (roll, roll.replace("actions", r"a\u0063tions")):
        for where in (1, text.index('"kind"')):
            hostile = text[:where] + twin + text[where:]
            assert mailed(mail, hostile.encode()).code == "json/duplicate-key"
    inner = text.replace('{"do": "free"}', r'{"do": "free", "\u0064o": "roll"}')
    assert mailed(mail, inner.encode()).code == "json/duplicate-key"
    capital = "{" + roll.replace("actions", "Actions") + text[1:]
    assert mailed(mail, capital.encode()).code == "schema/additionalProperties"
    cyrillic = "{" + roll.replace("actions", "\u0430ctions") + text[1:]
    assert mailed(mail, cyrillic.encode()).code == "json/key-not-ascii"


@pytest.mark.parametrize(
    "number", ["NaN", "Infinity", "-Infinity", "1e400", "3.0", "3e0", "-0", "03", "0x3", "3.", "+3"]
)
def test_c4_a_number_that_is_no_plain_integer_is_refused(tmp_path: Path, number: str) -> None:
    mail = Mail(tmp_path)
    text = json.dumps(mail.move("ann", FREE)).replace('"n": 3', f'"n": {number}')
    assert number in text
    error = mailed(mail, text.encode())
    assert error.code in ("json/not-integer", "json/minus-zero", "json/syntax")


LOOSE: dict[str, Any] = {
    "true is not 1": {"pbem": True},
    "nor is it turn 1": {"n": True},
    "a text is no number": {"n": "1"},
    "a number is no text": {"by": 1},
    "null is not absent": {"note": None},
    "an unknown field": {"time": "2024-01-01"},
    "a line break at the end of a name": {"by": "ann\n"},
    "of a hash": {"head": "A" * 43 + "\n"},
    "padding": {"head": "A" * 43 + "="},
    "bits left over": {"head": "A" * 42 + "B"},
    "the other alphabet": {"head": "+" * 43},
    "digits of another script": {"by": "ann\u0661"},
    "an empty list": {"actions": []},
    "a list too long": {"actions": [FREE] * 65},
    "an object for a list": {"actions": {"0": FREE}},
    "an action that is none": {"actions": ["free"]},
    "more in an action": {"actions": [{"do": "free", "and": 1}]},
    "another action": {"actions": [{"do": "Free"}]},
    "an empty show": {"show": {}},
    "more in an opening": {"show": {"t1": {"face": "c1", "salt": "A" * 43, "x": 1}}},
    "a remark of 501 characters": {"note": "x" * 501},
    "an empty remark": {"note": ""},
    "another format": {"pbem": 2},
    "another kind": {"kind": "MOVE"},
}


@pytest.mark.parametrize("why", LOOSE)
def test_c5_a_value_of_another_form_is_refused_though_it_is_well_signed(why: str) -> None:
    """Each is signed by ann herself: it is the form alone that does not fit."""
    table = Seated()
    hostile = forged("ann", table.move("ann", FREE).body, **LOOSE[why])
    code = code_of(lambda: judge.take(table.record, hostile))
    assert code.split("/")[0] in ("schema", "bytes"), code
    assert table.record.pending == []


HEAVY: dict[str, tuple[Callable[[], bytes], str]] = {
    "an integer of a million digits": (lambda: b'{"n":' + b"9" * 10**6 + b"}", "json/big-integer"),
    "one of 2^53": (lambda: b'{"n":%d}' % 2**53, "json/big-integer"),
    "half a million lists in lists": (lambda: b"[" * 500_000, "json/too-deep"),
    "objects in objects": (lambda: b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "json/too-deep"),
    "65 levels": (lambda: b"[" * 65 + b"]" * 65, "json/too-deep"),
    "a text without an end": (lambda: b'{"a":"' + b"x" * 10**6, "json/syntax"),
    "nothing but backslashes": (lambda: b'"' + b"\\" * 10**6, "json/syntax"),
}


@pytest.mark.parametrize("what", HEAVY)
def test_c6_a_text_made_to_break_the_reader_is_refused_in_little_memory(
    tmp_path: Path, what: str
) -> None:
    mail = Mail(tmp_path)
    make, code = HEAVY[what]
    text = make()
    tracemalloc.start()
    try:
        assert mailed(mail, text).code == code
        assert tracemalloc.get_traced_memory()[1] < 20 * 2**20
    finally:
        tracemalloc.stop()


def test_c6_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    mail = Mail(tmp_path)
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(2**40)
    (taken,) = mail.desks[ARBITER].judge(mail.at(ARBITER), [str(huge)]).taken
    assert taken.error is not None and taken.error.code == "file/too-big"


# --- C7: letters that look like others, and letters that act ---

NAMES = {
    "Cyrillic a": "\u0430nn",
    "zero width": "a\u200bnn",
    "right to left": "\u202enna",
    "combining": "ann\u0301",
    "full width": "\uff41nn",
    "a blank": "ann ",
    "a tag": "<b>ann",
    "nothing": "",
}


@pytest.mark.parametrize("why", NAMES)
def test_c7_a_name_that_looks_like_another_founds_no_table(why: str) -> None:
    body = forged(ARBITER, Seated(start=False).table.body, seats=[NAMES[why], "ann"])
    assert code_of(lambda: begin(read(body))).startswith("schema/")


def test_c7_names_that_differ_by_capitals_found_no_table() -> None:
    body = forged(ARBITER, Seated(start=False).table.body, seats=["ann", "Ann"])
    refused("seat/twice", lambda: begin(read(body)))


def test_c7_a_remark_is_signed_letter_by_letter_and_never_normalised() -> None:
    """Composed or not, an accent is two texts: nobody's program may take one for the other."""
    table = Seated()
    moves = [table.move("ann", FREE, note=unicodedata.normalize(f, "\xe9")) for f in ("NFC", "NFD")]
    assert moves[0].id != moves[1].id
    swapped = {**moves[0].body, "note": moves[1].body["note"]}
    refused("signature/bad", lambda: judge.take(table.record, swapped))


def test_c7_half_a_pair_of_surrogates_is_refused(tmp_path: Path) -> None:
    mail = Mail(tmp_path)
    text = json.dumps({**mail.move("ann", FREE), "note": "@"}).replace("@", r"\ud83d")
    assert mailed(mail, text.encode()).code == "json/surrogate"


def test_c7_a_remark_that_acts_is_shown_and_does_nothing(dogs: World) -> None:
    """Escapes of terminals, letters that turn a line around, and what a browser would run: the
    program writes no pages, and prints no character that is not printable."""
    evil = "\x1b[2J\u202e\u2066\u200b\u0085<script>alert(1)</script>\r\n3. bob: end"
    dogs.good("ann", "move", RECORD, "end", "--note", evil, "-o", "move.json")
    dogs.mail("ann", "move.json", HOST)
    dogs.good(HOST, "judge", RECORD, "move.json")
    for args in ((), ("--json",)):
        said = dogs.good(HOST, "show", RECORD, *args).out
        assert all(c == "\n" or c.isprintable() for c in said)
        assert "\n3. bob: end" not in said
        assert r"\x1b[2J\u202e\u2066\u200b\x85" in said or args


# --- C8: two programs that understand a text differently ---


def heads_by_the_book(data: dict[str, Any]) -> list[bytes]:
    """All heads of a record, and every signature checked, without a line of this program:
    canonical form by another implementation of RFC 8785, the rest from docs/protocol.md."""

    def joined(*parts: bytes) -> bytes:
        return b"".join(len(p).to_bytes(4, "big") + p for p in parts)

    def raw(text: str) -> bytes:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))

    signers: dict[str, bytes] = {}
    heads, head = [], bytes(32)
    for entry in data["entries"]:
        ids = []
        for statement in entry:
            bare = {k: v for k, v in statement.items() if k != "sig"}
            signed = joined(b"pbem/1 statement", rfc8785.dumps(bare))
            signers.setdefault(statement["by"], raw(statement.get("sign", "")))
            key = Ed25519PublicKey.from_public_bytes(signers[statement["by"]])
            key.verify(raw(statement["sig"]), signed)
            ids.append(sha256(signed).digest())
        head = sha256(joined(b"pbem/1 entry", head, *ids)).digest()
        heads.append(head)
    return heads


@pytest.mark.parametrize("seed", range(8))
def test_c8_a_program_written_from_the_page_alone_comes_to_the_same_heads(seed: int) -> None:
    table = Seated(nonces=lambda name: sha256(f"{name} {seed}".encode()).digest())
    notes = ("", '\u20ac \\ " \x7f', "\U0001f415 \x01\t\n", "\ufb33 \u05d3\u05bc", "/</>&'")
    for i in range(6):
        action = (ROLL, FREE, PEEK, MIX)[(seed + i) % 4]
        table.enter(table.move("ann", action, note=notes[(seed * 3 + i) % 5]))
    assert heads_by_the_book(table.json()) == table.table.heads


def test_c8_blanks_escapes_and_the_order_of_fields_are_no_part_of_what_is_signed(
    tmp_path: Path,
) -> None:
    """Written by another program: the same statement, taken in as such."""
    mail = Mail(tmp_path)
    move = mail.move("ann", FREE, note="\xe9\U0001f415/")
    other = json.dumps(dict(reversed(move.items())), indent=3, ensure_ascii=True)
    other = other.replace("/", r"\/").replace("free", r"\u0066ree")
    path = tmp_path / "other.json"
    path.write_text(other)
    judged = mail.deliver(str(path))
    assert judged.record.entries[3][0] == move


# --- C10: names and archives that reach elsewhere ---


@pytest.mark.parametrize("name", ["../ann", "/tmp/ann", "..", "a/b", "C:\\ann", "~root", "ann\0"])
def test_c10_no_party_has_a_name_that_is_a_path(name: str) -> None:
    """Files are called by seat, turn and kind: a seat is a word of letters and digits."""
    body = forged(ARBITER, Seated(start=False).table.body, seats=[name, "bob"])
    assert code_of(lambda: begin(read(body))).startswith("schema/")
    table = Seated()
    hostile = forged("ann", table.move("ann", FREE).body, by=name)
    assert code_of(lambda: judge.take(table.record, hostile)).startswith("schema/")


def test_c10_a_statement_is_not_written_through_a_link_to_something_else(dogs: World) -> None:
    """The name that ann's next move would have leads to her identity."""
    trap = dogs.file("ann", "ann-3-move.json")
    trap.symlink_to("id.json")
    identity = dogs.file("ann", "id.json").read_bytes()
    said = dogs.run("ann", "move", RECORD, "end")
    assert said.status == 1 and "file/exists" in said.err
    assert trap.is_symlink() and dogs.file("ann", "id.json").read_bytes() == identity


def test_c10_a_record_is_not_written_over_something_else(dogs: World) -> None:
    write(dogs.file(HOST, "notes.json"), {"mine": True})
    dogs.refused(HOST, "judge", RECORD, "-o", "notes.json", code="file/exists")


def test_c10_memory_lies_under_a_hash_whatever_a_table_calls_itself(tmp_path: Path) -> None:
    mail = Mail(tmp_path)
    names = {path.name for path in mail.journal("ann").iterdir()}
    assert names == {f"{mail.record().table.id.hex()}.json"}


def test_c10_archives_are_not_unpacked(tmp_path: Path) -> None:
    """A megabyte of zeros in a kilobyte, with a name that climbs: refused as what it is."""
    mail = Mail(tmp_path)
    there = set(tmp_path.parent.iterdir())
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../climbed.json", bytes(2**20))
    for text in (bomb.getvalue(), gzip.compress(bytes(2**20))):
        assert mailed(mail, text).code in ("json/not-utf8", "json/syntax")
    assert set(tmp_path.parent.iterdir()) == there
    mail.turn("ann", DONE)  # the table goes on
