"""Hidden cards: the order of a shuffle, the salts, and the commitments.

order       = pick([0 ... m-1], m) from the blocks M(S, "order", K, u32(q), u64(j))
salt        = M(S, "salt", K, u32(q), token)
commitment  = M(salt, "card", table, token, face)
"""

from __future__ import annotations

import hmac

from pbem.fair.draws import hidden_stream, pick
from pbem.fair.encode import M, u32


def shuffle_order(secret: bytes, key: bytes, q: int, m: int) -> list[int]:
    """For each new token, oldest first, the index of the item it holds; m items."""
    return pick(range(m), m, hidden_stream(secret, key, q).below)


def salt(secret: bytes, key: bytes, q: int, token: str) -> bytes:
    """The salt of a token made by the hidden request number q, 32 bytes."""
    return M(secret, "salt", key, u32(q), token)


def commitment(salt: bytes, table: bytes, token: str, face: str) -> bytes:
    """What is published of a token's face, 32 bytes."""
    return M(salt, "card", table, token, face)


def opens(committed: bytes, salt: bytes, table: bytes, token: str, face: str) -> bool:
    """Whether (face, salt) is the opening of this token. A salt is exactly 32 bytes."""
    return len(salt) == 32 and hmac.compare_digest(committed, commitment(salt, table, token, face))
