"""What docs/protocol.md shows is what the program does: examples, vectors, limits."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pbem.fair import draws, hashes, hidden, keys, looks
from pbem.fair.chain import Chain, N, follows
from pbem.fair.encode import H, P
from pbem.record import files
from pbem.wire import b64, canon, schema

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
FILES = ("record", "identity", "journal", "evidence")
KINDS = ("open", "join", "ready", "move", "lapse", "share", "consent", "ruling")


def block(name: str) -> str:
    found = re.search(rf"```{name}\n(.*?)```", PAGE, re.DOTALL)
    assert found, name
    return found[1]


VECTORS = dict(re.split(r" {2,}", line, maxsplit=1) for line in block("vectors").splitlines())


def example(kind: str, by: str) -> dict[str, Any]:
    found: dict[str, Any] = next(e for e in EXAMPLES if e["kind"] == kind and e["by"] == by)
    return found


# --- examples ---


def test_there_is_an_example_of_each_kind() -> None:
    assert {e["kind"] for e in EXAMPLES} == {*FILES, *KINDS}


@pytest.mark.parametrize("value", EXAMPLES, ids=lambda v: str(v["kind"]))
def test_examples_have_the_right_form(value: dict[str, Any]) -> None:
    kind = value["kind"]
    schema.check(kind if kind in FILES else f"statement.{kind}", value)


@pytest.mark.parametrize(
    ("kind", "signer"),
    [("open", "arbiter"), ("join", "ann"), ("ruling", "arbiter"), ("ready", "ann")],
)
def test_the_first_four_examples_verify(kind: str, signer: str) -> None:
    statement = example(kind, signer)
    public = bytes.fromhex(VECTORS[f"{signer}, signing key"])
    assert keys.verify(public, hashes.pre(statement), b64.decode(statement["sig"], 64))


def test_the_ready_shows_the_first_link() -> None:
    join, ready = example("join", "ann"), example("ready", "ann")
    nonce, anchor = b64.decode(join["nonce"]), b64.decode(join["anchor"])
    assert follows(nonce, "ann", 1, anchor, b64.decode(ready["link"]))


def test_the_roster_names_the_join_and_the_ready_stands_on_it() -> None:
    ruling, ready = example("ruling", "arbiter"), example("ready", "ann")
    ids = [b64.decode(text) for text in ruling["answers"]]
    assert ids[0] == hashes.statement_id(example("join", "ann"))
    head = hashes.entry_head(b64.decode(ruling["head"]), [*ids, hashes.statement_id(ruling)])
    assert ready["head"] == b64.encode(head)


def test_the_canonical_form_shown_is_that_of_the_open() -> None:
    unsigned = {k: v for k, v in example("open", "arbiter").items() if k != "sig"}
    shown = block("canonical").rstrip("\n")
    assert canon.canon(unsigned).decode() == shown


# --- vectors ---

ROOTS = {name: bytes(range(i, i + 32)) for name, i in (("arbiter", 0), ("ann", 32), ("bob", 64))}
NONCES = {"arbiter": b"\xa0" * 32, "ann": b"\xa1" * 32, "bob": b"\xa2" * 32}
TABLE = bytes.fromhex(VECTORS["table"])
ITEMS = ["R1", "R2", "S1", "S2", "S3"]
HEAD = b"\xcc" * 32


def chain(name: str) -> Chain:
    table = bytes(32) if name == "arbiter" else TABLE
    return Chain(ROOTS[name], table, name, NONCES[name])


def start_key() -> bytes:
    return draws.next_key(TABLE, [(n, chain(n).link(1)) for n in ("ann", "bob", "arbiter")])


def moved_key() -> bytes:
    return draws.next_key(start_key(), [(n, chain(n).link(2)) for n in ("ann", "arbiter")])


def secret() -> bytes:
    return keys.hidden_secret(ROOTS["arbiter"], NONCES["arbiter"])


def order() -> list[int]:
    return hidden.shuffle_order(secret(), start_key(), 3, 5)


def salt(token: str) -> bytes:
    return hidden.salt(secret(), start_key(), 3, token)


def words(numbers: list[Any]) -> str:
    return " ".join(map(str, numbers))


def rejected() -> str:
    stream = draws.public_stream(start_key(), 2)
    return words([stream.below(2**63 + 1) for _ in range(2)])


def words_taken() -> str:
    stream = draws.public_stream(start_key(), 2)
    stream.below(2**63 + 1), stream.below(2**63 + 1)
    return str(stream.words)


def first_words() -> str:
    stream = draws.public_stream(start_key(), 0)
    return " ".join(f"{stream.word():016x}" for _ in range(5))


def dice() -> str:
    stream = draws.public_stream(start_key(), 0)
    return words([draws.die(6, stream.below) for _ in range(10)])


def look_text() -> bytes:
    faces = [ITEMS[i] for i in order()]
    return looks.plaintext([(salt("t1"), faces[0]), (salt("t2"), faces[1])])


def ikm() -> bytes:
    return looks.ephemeral_ikm(secret(), HEAD, "ann", 0, look_text())


def box() -> bytes:
    public = keys.public_bytes(keys.sealing_key(ROOTS["ann"], TABLE, "ann", NONCES["ann"]))
    return looks.seal(public, look_text(), ikm(), looks.info(TABLE, HEAD, "ann", 0))


def signing(name: str) -> bytes:
    return keys.public_bytes(keys.signing_key(ROOTS[name]))


COMPUTED: dict[str, Callable[[], bytes | str]] = {
    'P("ab", "")': lambda: P("ab", ""),
    'H("x")': lambda: H("x"),
    "arbiter, signing key": lambda: signing("arbiter"),
    "ann, signing key": lambda: signing("ann"),
    "bob, signing key": lambda: signing("bob"),
    f"arbiter, link {N}": lambda: chain("arbiter").link(N),
    "arbiter, link 1": lambda: chain("arbiter").link(1),
    "arbiter, anchor": lambda: chain("arbiter").anchor,
    "S": secret,
    "commitment of S": lambda: keys.hidden_commitment(NONCES["arbiter"], secret()),
    "id(open)": lambda: hashes.statement_id(example("open", "arbiter")),
    "sig of open": lambda: keys.sign(
        keys.signing_key(ROOTS["arbiter"]), hashes.pre(example("open", "arbiter"))
    ),
    "table": lambda: hashes.entry_head(
        bytes(32), [hashes.statement_id(example("open", "arbiter"))]
    ),
    "ann, anchor": lambda: chain("ann").anchor,
    "ann, link 1": lambda: chain("ann").link(1),
    "bob, anchor": lambda: chain("bob").anchor,
    "bob, link 1": lambda: chain("bob").link(1),
    "ann, sealing key": lambda: keys.public_bytes(
        keys.sealing_key(ROOTS["ann"], TABLE, "ann", NONCES["ann"])
    ),
    "K after start": start_key,
    "K, then ann moves": moved_key,
    "q = 0, words": first_words,
    "q = 0, ten dice of six": dice,
    "q = 1, pick(0…9, 4)": lambda: words(
        draws.pick(range(10), 4, draws.public_stream(start_key(), 1).below)
    ),
    "q = 2, below(2^63+1), twice": rejected,
    "q = 2, words taken": words_taken,
    "q = 3, order of five": lambda: words(order()),
    "q = 3, t1 to t5 hold": lambda: words([ITEMS[i] for i in order()]),
    "salt of t1": lambda: salt("t1"),
    "commitment of t1": lambda: hidden.commitment(salt("t1"), TABLE, "t1", ITEMS[order()[0]]),
    "look, ikmE": ikm,
    "look, enc": lambda: box()[:32],
    "look, SHA-256(box)": lambda: sha256(box()).digest(),
    'H("state", canon({"turn":"ann"}))': lambda: hashes.state_hash({"turn": "ann"}),
}


def test_every_vector_is_computed() -> None:
    assert COMPUTED.keys() == VECTORS.keys()


@pytest.mark.parametrize("name", list(COMPUTED))
def test_vector(name: str) -> None:
    value = COMPUTED[name]()
    assert (value.hex() if isinstance(value, bytes) else value) == VECTORS[name]


# --- limits ---


@pytest.mark.parametrize(
    ("words_", "kinds"),
    [
        ("record", ["record"]),
        ("statement, deck file, lab file", ["statement", "deck", "lab"]),
        ("identity file", ["identity"]),
        ("journal file", ["journal"]),
    ],
)
def test_file_limits(words_: str, kinds: list[str]) -> None:
    found = re.search(rf"^\| {words_} \| .* \(([0-9]+) bytes\) \|$", PAGE, re.MULTILINE)
    assert found, words_
    assert {files.LIMITS[kind] for kind in kinds} == {int(found[1])}


def test_other_limits() -> None:
    assert f"| levels of a JSON value | {canon.MAX_DEPTH} |" in PAGE
    assert f"| links of one party | {N} |" in PAGE


def test_every_section_is_in_the_list_at_the_top() -> None:
    titles = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
    listed = re.findall(r"^- \[(.+)\]\(#(.+)\)$", PAGE, re.MULTILINE)
    assert [title for title, _ in listed] == titles
    for title, anchor in listed:
        assert anchor == re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")
