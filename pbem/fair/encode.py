"""How values become the input of a hash: tagged and length-prefixed (docs/protocol.md, Bytes).

    P(x1, ..., xk)     = u32(len x1) x1 ... u32(len xk) xk
    H(tag, x...)       = SHA-256( P("pbem/1 " + tag, x...) )
    M(key, tag, x...)  = HMAC-SHA256( key, P("pbem/1 " + tag, x...) )
    D(root, tag, x...) = HKDF-SHA256( root, salt 32 zero bytes, P("pbem/1 " + tag, x...), 32 )

Every part carries its length, so no two lists of parts give the same bytes. A
part may be written as `str` if it is ASCII (names, tokens, faces).
"""

from __future__ import annotations

import hmac
from functools import cache
from hashlib import sha256

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from pbem.errors import Refused

PREFIX = "pbem/1 "
ZERO = bytes(32)


def u32(number: int) -> bytes:
    """4 bytes, big-endian."""
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    """8 bytes, big-endian."""
    return number.to_bytes(8, "big")


def ascii_bytes(text: str) -> bytes:
    """Raises Refused("bytes/not-ascii")."""
    try:
        return text.encode("ascii")
    except UnicodeEncodeError:
        raise Refused("bytes/not-ascii", f"{text!a} is not plain ASCII") from None


def P(*parts: bytes | str) -> bytes:
    """The parts in order, each behind its length in bytes."""
    out = []
    for part in parts:
        raw = part if type(part) is bytes else ascii_bytes(part)  # type: ignore[arg-type]
        out.append(len(raw).to_bytes(4, "big"))
        out.append(raw)
    return b"".join(out)


@cache
def tagged(tag: str) -> bytes:
    """What every input under a tag begins with; there are a dozen tags."""
    return P(PREFIX + tag)


def H(tag: str, *parts: bytes | str) -> bytes:
    """Tagged SHA-256, 32 bytes."""
    return sha256(tagged(tag) + P(*parts)).digest()


def M(key: bytes, tag: str, *parts: bytes | str) -> bytes:
    """Tagged HMAC-SHA256 under a 32-byte key, 32 bytes."""
    return hmac.digest(key, tagged(tag) + P(*parts), "sha256")


def D(root: bytes, tag: str, *parts: bytes | str) -> bytes:
    """A secret derived from a party's root: HKDF-SHA256 (RFC 5869), 32 bytes."""
    return hkdf(root, ZERO, tagged(tag) + P(*parts))


def hkdf(ikm: bytes, salt: bytes, info: bytes) -> bytes:
    """HKDF-SHA256 (RFC 5869), 32 bytes."""
    return HKDF(algorithm=SHA256(), length=32, salt=salt, info=info).derive(ikm)
