"""The formulas of docs/protocol.md a second time, in the plainest way, for the vectors.

Nothing here is taken from the package: what the tests compare it with must not be its own.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

Vector = dict[str, Any]


def b64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def be(number: int, size: int) -> bytes:
    return number.to_bytes(size, "big")


def parts(*xs: bytes | str) -> bytes:
    raw = [x.encode("ascii") if isinstance(x, str) else x for x in xs]
    return b"".join(be(len(x), 4) + x for x in raw)


def h(tag: str, *xs: bytes | str) -> bytes:
    return hashlib.sha256(parts("pbem/1 " + tag, *xs)).digest()


def mac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()


def m(key: bytes, tag: str, *xs: bytes | str) -> bytes:
    return mac(key, parts("pbem/1 " + tag, *xs))


def expand(prk: bytes, info: bytes, size: int) -> bytes:
    assert size <= 32  # one block is enough for everything here
    return mac(prk, info + b"\x01")[:size]


def hkdf(ikm: bytes, salt: bytes, info: bytes) -> bytes:
    return expand(mac(salt, ikm), info, 32)


def d(root: bytes, tag: str, *xs: bytes | str) -> bytes:
    return hkdf(root, bytes(32), parts("pbem/1 " + tag, *xs))


def chain(root: bytes, table: bytes, name: str, nonce: bytes, n: int) -> list[bytes]:
    links = [d(root, "chain", table, name, nonce)]
    for i in range(n, 0, -1):
        links.insert(0, h("link", nonce, name, be(i, 4), links[0]))
    return links


def next_key(key: bytes, links: list[tuple[str, bytes]]) -> bytes:
    flat = [x for pair in links for x in pair]
    return hkdf(parts(*flat), key, parts("pbem/1 draw")) if links else key


class Words:
    """The words of a stream, all taken from one long list of blocks."""

    def __init__(self, blocks: list[bytes]) -> None:
        stream = b"".join(blocks)
        self.all = [int.from_bytes(stream[i : i + 8], "big") for i in range(0, len(stream), 8)]
        self.taken = 0

    def next(self) -> int:
        self.taken += 1
        return self.all[self.taken - 1]

    def below(self, n: int) -> int:
        while True:
            w = self.next()
            if w < 2**64 - 2**64 % n:
                return w % n

    def pick(self, xs: list[Any], k: int) -> list[Any]:
        xs = list(xs)
        for i in range(k):
            j = i + self.below(len(xs) - i)
            xs[i], xs[j] = xs[j], xs[i]
        return xs[:k]


def public(key: bytes, q: int) -> Words:
    return Words([m(key, "public", be(q, 4), be(j, 8)) for j in range(64)])


def hidden(secret: bytes, key: bytes, q: int) -> Words:
    return Words([m(secret, "order", key, be(q, 4), be(j, 8)) for j in range(64)])


def labeled_extract(suite: bytes, salt: bytes, label: str, ikm: bytes) -> bytes:
    return mac(salt, b"HPKE-v1" + suite + label.encode() + ikm)


def labeled_expand(suite: bytes, prk: bytes, label: str, info: bytes, size: int) -> bytes:
    return expand(prk, be(size, 2) + b"HPKE-v1" + suite + label.encode() + info, size)


def seal(public_key: bytes, pt: bytes, ikm: bytes, info: bytes, aad: bytes = b"") -> bytes:
    kem, hpke = b"KEM" + be(0x20, 2), b"HPKE" + be(0x20, 2) + be(1, 2) + be(3, 2)
    secret_key = labeled_expand(kem, labeled_extract(kem, b"", "dkp_prk", ikm), "sk", b"", 32)
    ephemeral = X25519PrivateKey.from_private_bytes(secret_key)
    enc = ephemeral.public_key().public_bytes_raw()
    dh = ephemeral.exchange(X25519PublicKey.from_public_bytes(public_key))
    prk = labeled_extract(kem, b"", "eae_prk", dh)
    shared = labeled_expand(kem, prk, "shared_secret", enc + public_key, 32)
    context = b"\0" + labeled_extract(hpke, b"", "psk_id_hash", b"")
    context += labeled_extract(hpke, b"", "info_hash", info)
    secret = labeled_extract(hpke, shared, "secret", b"")
    key = labeled_expand(hpke, secret, "key", context, 32)
    nonce = labeled_expand(hpke, secret, "base_nonce", context, 12)
    return enc + ChaCha20Poly1305(key).encrypt(nonce, pt, aad)


# --- the parties of the examples in docs/protocol.md ---

ROOT = {name: bytes(range(a, a + 32)) for name, a in [("arbiter", 0), ("ann", 32), ("bob", 64)]}
NONCE = {"arbiter": b"\xa0" * 32, "ann": b"\xa1" * 32, "bob": b"\xa2" * 32}
N = 16384
ZERO = bytes(32)
TABLE = h("entry", ZERO, hashlib.sha256(b"a table of the vectors").digest())
KEY = h("entry", TABLE, b"a key of the vectors")
S = d(ROOT["arbiter"], "hidden", NONCE["arbiter"])
HEAD = b"\xcc" * 32
FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493

SIGNER = Ed25519PrivateKey.from_private_bytes(d(ROOT["ann"], "sign"))
SIGNER_RAW = SIGNER.public_key().public_bytes_raw()
SEALER_SECRET = d(ROOT["ann"], "seal", TABLE, "ann", NONCE["ann"])
SEALER = X25519PrivateKey.from_private_bytes(SEALER_SECRET).public_key().public_bytes_raw()
