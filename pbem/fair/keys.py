"""The keys of a party, all derived from the 32 bytes of its identity, and their checks.

signing key        Ed25519, seed D(root, "sign")
sealing key        X25519, private D(root, "seal", table, name, nonce)
hidden secret S    D(root, "hidden", nonce)
its commitment     H("hidden", nonce, S)
"""

from __future__ import annotations

from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from pbem.errors import Refused
from pbem.fair.encode import D, H

FIELD = 2**255 - 19
LOW_ORDER_SIGN = frozenset(
    {
        0,
        1,
        FIELD - 1,
        # The two ordinates of the points of order eight, as they stand in a key.
        int.from_bytes(
            bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
            "little",
        ),
        int.from_bytes(
            bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
            "little",
        ),
    }
)
LOW_ORDER_SEAL = frozenset(
    {
        0,
        1,
        FIELD - 1,
        325606250916557431795983626356110631294008115727848805560023387167927233504,
        39382357235489614581723060781553021112529911719440698176882885853963445705823,
    }
)
NEW_KEY = "make a new identity, or a fresh join, with this program"


def signing_key(root: bytes) -> Ed25519PrivateKey:
    """The party's signing key, the same at all tables."""
    return Ed25519PrivateKey.from_private_bytes(D(root, "sign"))


def sealing_key(root: bytes, table: bytes, name: str, nonce: bytes) -> X25519PrivateKey:
    """The key that opens what is sealed to the seat `name` at this table."""
    return X25519PrivateKey.from_private_bytes(D(root, "seal", table, name, nonce))


def hidden_secret(root: bytes, nonce: bytes) -> bytes:
    """The arbiter's secret S behind all hidden orders and salts of a table."""
    return D(root, "hidden", nonce)


def hidden_commitment(nonce: bytes, secret: bytes) -> bytes:
    """What the open statement publishes of S."""
    return H("hidden", nonce, secret)


def public_bytes(key: Ed25519PrivateKey | X25519PrivateKey) -> bytes:
    """The 32 bytes of the public key."""
    return key.public_key().public_bytes_raw()


def sign(key: Ed25519PrivateKey, message: bytes) -> bytes:
    """An Ed25519 signature, 64 bytes, always the same for one key and message (RFC 8032)."""
    return key.sign(message)


def verify(public: bytes, message: bytes, sig: bytes) -> bool:
    """Whether `sig` is right. S < L is demanded, so a signature has one form only.

    A key that signs anything at all is not caught here but by `check_sign_key`.
    """
    key = _load(public)
    if key is None:
        return False
    try:
        key.verify(sig, message)
    except InvalidSignature:
        return False
    return True


@lru_cache(maxsize=256)
def _load(public: bytes) -> Ed25519PublicKey | None:
    try:
        return Ed25519PublicKey.from_public_bytes(public)
    except ValueError:
        return None


def check_sign_key(raw: bytes, *, at: str = "") -> None:
    """Raise Refused("key/...") for a signing key that anybody could sign under.

    Refused are y >= p and the points of order 1, 2, 4 and 8: the library takes them all.
    """
    number = _number(raw, at) & (2**255 - 1)
    if number >= FIELD:
        raise Refused("key/sign-range", "this signing key is not reduced", at=at, hint=NEW_KEY)
    if number in LOW_ORDER_SIGN:
        raise Refused("key/sign-low-order", "this signing key signs anything", at=at, hint=NEW_KEY)
    if _load(raw) is None:
        raise Refused("key/sign-point", "this signing key is no point", at=at, hint=NEW_KEY)


def check_seal_key(raw: bytes, *, at: str = "") -> None:
    """Raise Refused("key/...") for a sealing key nothing can be sealed to and opened again.

    Refused are bit 255 set, u >= p and the five u of low order (RFC 7748, section 6.1).
    """
    number = _number(raw, at)
    if number >= 2**255:
        raise Refused("key/seal-bit-255", "the top bit of this key is set", at=at, hint=NEW_KEY)
    if number >= FIELD:
        raise Refused("key/seal-range", "this sealing key is not reduced", at=at, hint=NEW_KEY)
    if number in LOW_ORDER_SEAL:
        raise Refused(
            "key/seal-low-order", "what is sealed to this key is no secret", at=at, hint=NEW_KEY
        )


def _number(raw: bytes, at: str) -> int:
    if len(raw) != 32:
        raise Refused("key/length", f"a key is 32 bytes, not {len(raw)}", at=at, hint=NEW_KEY)
    return int.from_bytes(raw, "little")
