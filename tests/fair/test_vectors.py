"""samples/vectors against the package: hashes, keys, chains, draws, hidden cards, looks."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from pbem.fair import draws, hashes, hidden, keys, looks
from pbem.fair.chain import Chain, follows
from pbem.fair.encode import D, H, M, P
from pbem.wire import b64
from tests.wire.vectors import Vector, load, outcome, wanted

ANN = bytes(range(32, 64))


def raw(vector: Vector, *names: str) -> list[bytes]:
    return [b64.decode(vector[name]) for name in names]


@pytest.mark.parametrize("vector", load("encodings"))
def test_encodings(vector: Vector) -> None:
    parts = [b64.decode(part) for part in vector["parts"]]
    got = {"P": P(*parts), "H": H("x", *parts), "M": M(ANN, "x", *parts), "D": D(ANN, "x", *parts)}
    assert {name: b64.encode(data) for name, data in got.items()} == vector["expect"]


@pytest.mark.parametrize("vector", load("chains"))
def test_chains(vector: Vector) -> None:
    root, table, nonce = raw(vector, "root", "table", "nonce")
    chain = Chain(root, table, vector["party"], nonce, vector["length"])
    if "refused" in vector:
        assert outcome(vector, lambda: chain.link(vector["link"])) == vector["refused"]
        return
    assert b64.encode(chain.anchor) == vector["expect"]["anchor"]
    for k, link in vector["expect"]["links"].items():
        assert b64.encode(chain.link(int(k))) == link


@pytest.mark.parametrize("vector", load("links"))
def test_links(vector: Vector) -> None:
    nonce, previous, shown = raw(vector, "nonce", "previous", "shown")
    assert follows(nonce, vector["party"], vector["k"], previous, shown) is vector["expect"]


@pytest.mark.parametrize("vector", load("entry-keys"))
def test_entry_keys(vector: Vector) -> None:
    links = [(name, b64.decode(link)) for name, link in vector["links"]]
    assert b64.encode(draws.next_key(b64.decode(vector["key"]), links)) == vector["expect"]


@pytest.mark.parametrize("vector", load("integers"))
def test_integers(vector: Vector) -> None:
    key = b64.decode(vector["key"])
    stream = draws.public_stream(key, vector["q"])

    def results() -> dict[str, Any]:
        drawn = [str(stream.below(int(n))) for n in vector["bounds"]]
        again = draws.public_stream(key, vector["q"])
        words = [str(again.word()) for _ in range(stream.words)]
        return {"words": words, "results": drawn, "rejected": stream.rejected}

    assert outcome(vector, results) == wanted(vector)


@pytest.mark.parametrize("vector", load("orders"))
def test_orders(vector: Vector) -> None:
    stream = draws.public_stream(b64.decode(vector["key"]), vector["q"])
    got = outcome(vector, lambda: draws.pick(vector["items"], vector["k"], stream.below))
    assert got == wanted(vector)


@pytest.mark.parametrize("vector", load("shuffles"))
def test_shuffles(vector: Vector) -> None:
    secret, key, table = raw(vector, "secret", "key", "table")
    q, items = vector["q"], vector["items"]
    order = hidden.shuffle_order(secret, key, q, len(items))
    assert order == vector["expect"]["order"]
    for i, (token, want) in enumerate(vector["expect"]["tokens"].items()):
        salt = hidden.salt(secret, key, q, token)
        face = items[order[i]]
        committed = hidden.commitment(salt, table, token, face)
        assert want["face"] == face
        assert [want["salt"], want["commitment"]] == [b64.encode(salt), b64.encode(committed)]


@pytest.mark.parametrize("vector", load("commitments"))
def test_commitments(vector: Vector) -> None:
    committed, salt, table = raw(vector, "commitment", "salt", "table")
    got = hidden.opens(committed, salt, table, vector["token"], vector["face"])
    assert got is vector["expect"]


@pytest.mark.parametrize("vector", load("signatures"))
def test_signatures(vector: Vector) -> None:
    public, sig = raw(vector, "sign", "sig")
    statement = {**vector["statement"], "sig": vector["sig"]}
    assert keys.verify(public, hashes.pre(statement), sig) is vector["expect"]
    if "root" in vector:
        signer = keys.signing_key(b64.decode(vector["root"]))
        assert b64.encode(hashes.pre(statement)) == vector["pre"]
        assert b64.encode(hashes.statement_id(statement)) == vector["id"]
        assert keys.sign(signer, hashes.pre(statement)) == sig
        assert keys.public_bytes(signer) == public


@pytest.mark.parametrize("vector", load("public-keys"))
def test_public_keys(vector: Vector) -> None:
    check = {"sign": keys.check_sign_key, "seal": keys.check_seal_key}[vector["use"]]
    assert outcome(vector, lambda: check(b64.decode(vector["key"])) is None) == wanted(vector)


@pytest.mark.parametrize("vector", load("looks"))
def test_looks(vector: Vector) -> None:
    private, public = raw(vector, "private", "public")
    assert keys.public_bytes(X25519PrivateKey.from_private_bytes(private)) == public
    if "aad" in vector:  # RFC 9180 A.2.1
        text, ikm, info, aad = raw(vector, "plaintext", "ikm", "info", "aad")
        box = looks.seal_with(public, text, ikm, info, aad)
        assert b64.encode(box) == vector["expect"]["box"]
        return
    secret, table, head = raw(vector, "secret", "table", "head")
    seat, number = vector["seat"], vector["look"]
    openings = [(b64.decode(salt), face) for salt, face in vector["openings"]]
    text = looks.plaintext(openings)
    info = looks.info(table, head, seat, number)
    ikm = looks.ephemeral_ikm(secret, head, seat, number, text)
    box = looks.seal(public, text, ikm, info)
    got = {"plaintext": text, "info": info, "ikm": ikm, "box": box}
    assert {name: b64.encode(data) for name, data in got.items()} == vector["expect"]
    assert looks.open_box(X25519PrivateKey.from_private_bytes(private), box, info) == text
    assert looks.read_plaintext(text) == openings


@pytest.mark.parametrize("vector", load("look-refusals"))
def test_look_refusals(vector: Vector) -> None:
    def act() -> object:
        if "plaintext" in vector:
            return looks.read_plaintext(b64.decode(vector["plaintext"]))
        private, box, info = raw(vector, "private", "box", "info")
        return looks.open_box(X25519PrivateKey.from_private_bytes(private), box, info)

    assert outcome(vector, act) == vector["refused"]
