"""Sealed looks: what a seat sees of its cards, in a box only it can open.

RFC 9180 in base mode, single shot, with DHKEM(X25519, HKDF-SHA256) 0x0020,
HKDF-SHA256 0x0001 and ChaCha20Poly1305 0x0003. The library seals with a random
ephemeral key. Here the key pair is derived from the arbiter's secret, so that a
ruling made twice is the same bytes and can be recomputed when the secret is out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand

from pbem.errors import Refused
from pbem.fair.encode import PREFIX, M, P, ascii_bytes, u32

if TYPE_CHECKING:  # most commands neither seal nor open, and the library loads in parts
    from cryptography.hazmat.primitives.hpke import Suite

CELL = 64
"""Bytes of one opening in a look: salt 32, length of the face 1, face, zeros."""
SALT = 32
OVERHEAD = 48
"""Bytes a box adds: the ephemeral public key 32, the tag 16."""

_KEM = b"KEM\x00\x20"
_HPKE = b"HPKE\x00\x20\x00\x01\x00\x03"


def plaintext(openings: Sequence[tuple[bytes, str]]) -> bytes:
    """64 bytes for each (salt, face). Raises Refused("look/opening")."""
    return b"".join(_cell(salt, ascii_bytes(face)) for salt, face in openings)


def read_plaintext(pt: bytes) -> list[tuple[bytes, str]]:
    """The (salt, face) of each cell; only what `plaintext` writes. Raises Refused("look/...")."""
    if not pt or len(pt) % CELL:
        raise Refused("look/length", f"a look is a multiple of {CELL} bytes, not {len(pt)}")
    return [_read_cell(pt[i : i + CELL]) for i in range(0, len(pt), CELL)]


def _cell(salt: bytes, face: bytes) -> bytes:
    if len(salt) != SALT or not 1 <= len(face) < CELL - SALT:
        raise Refused("look/opening", "an opening is a salt of 32 bytes and a face of 1 to 31")
    return (salt + bytes([len(face)]) + face).ljust(CELL, b"\0")


def _read_cell(cell: bytes) -> tuple[bytes, str]:
    salt, size = cell[:SALT], cell[SALT]
    face, padding = cell[SALT + 1 : SALT + 1 + size], cell[SALT + 1 + size :]
    if not 1 <= size < CELL - SALT or not face.isascii():
        raise Refused("look/face", "a face in this look is not 1 to 31 ASCII bytes")
    if any(padding):
        raise Refused("look/padding", "the padding of this look is not zero")
    return salt, face.decode("ascii")


def info(table: bytes, head: bytes, seat: str, l: int) -> bytes:  # noqa: E741
    """What a box is bound to: table, the head the ruling signs, the seat, the look's number."""
    return P(PREFIX + "look", table, head, seat, u32(l))


def ephemeral_ikm(secret: bytes, head: bytes, seat: str, l: int, pt: bytes) -> bytes:  # noqa: E741
    """The seed of the ephemeral key. `pt` is in it: no key and nonce ever meet two texts."""
    return M(secret, "look", head, seat, u32(l), pt)


def seal(public: bytes, pt: bytes, ikm: bytes, info: bytes) -> bytes:
    """The box, `len(pt)` + 48 bytes. Raises Refused("look/key") for a key nothing seals to."""
    return seal_with(public, pt, ikm, info, b"")


def seal_with(public: bytes, pt: bytes, ikm: bytes, info: bytes, aad: bytes) -> bytes:
    """`seal` with associated data, which looks leave empty (RFC 9180, section 6.1)."""
    ephemeral = _derive_key_pair(ikm)
    enc = ephemeral.public_key().public_bytes_raw()
    try:
        shared = ephemeral.exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError:
        raise Refused("look/key", "nothing can be sealed to this key") from None
    prk = _extract(_KEM, b"", b"eae_prk", shared)
    key, nonce = _schedule(_expand(_KEM, prk, b"shared_secret", enc + public, 32), info)
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    return enc + ChaCha20Poly1305(key).encrypt(nonce, pt, aad)


def open_box(private: X25519PrivateKey, box: bytes, info: bytes) -> bytes:
    """The text of a box. Raises Refused("look/sealed") if it was not sealed to this key so."""
    try:
        return _suite().decrypt(box, private, info=info)
    except (InvalidTag, ValueError):
        raise Refused(
            "look/sealed",
            "this look does not open with the seat's key",
            hint="do not sign on this head; keep the record, it is proof with the sealing key",
        ) from None


@cache
def _suite() -> Suite:
    from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

    return Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)


def _derive_key_pair(ikm: bytes) -> X25519PrivateKey:
    """RFC 9180, section 7.1.3."""
    prk = _extract(_KEM, b"", b"dkp_prk", ikm)
    return X25519PrivateKey.from_private_bytes(_expand(_KEM, prk, b"sk", b"", 32))


def _schedule(shared: bytes, info: bytes) -> tuple[bytes, bytes]:
    """Key and nonce of sequence number 0 in base mode (RFC 9180, section 5.1)."""
    psk_id_hash = _extract(_HPKE, b"", b"psk_id_hash", b"")
    info_hash = _extract(_HPKE, b"", b"info_hash", info)
    context = b"\x00" + psk_id_hash + info_hash
    secret = _extract(_HPKE, shared, b"secret", b"")
    key = _expand(_HPKE, secret, b"key", context, 32)
    return key, _expand(_HPKE, secret, b"base_nonce", context, 12)


def _extract(suite: bytes, salt: bytes, label: bytes, ikm: bytes) -> bytes:
    """LabeledExtract (RFC 9180, section 4)."""
    return HKDF.extract(SHA256(), salt, b"HPKE-v1" + suite + label + ikm)


def _expand(suite: bytes, prk: bytes, label: bytes, info: bytes, length: int) -> bytes:
    """LabeledExpand (RFC 9180, section 4)."""
    labeled = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    return HKDFExpand(SHA256(), length, labeled).derive(prk)
