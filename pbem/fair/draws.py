"""Draws: the key of an entry, the stream of a request, and the one way to pick.

K after an entry  = HKDF-SHA256( ikm P(name 1, link 1, ...), salt K before it, P("pbem/1 draw") )
block j           = M(K, "public", u32(q), u64(j))
word              = the next 8 bytes, as an integer
below(n)          = the first word w < 2^64 - (2^64 mod n), mod n
pick(xs, k)       : for i = 0 ... k-1: j = i + below(len(xs) - i); swap xs[i], xs[j]
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from struct import unpack
from typing import TypeVar

from pbem.errors import Refused
from pbem.fair.encode import P, hkdf, tagged, u32

WORDS = 2**64
"""How many values a word has."""

_PUBLIC = tagged("public") + u32(4)
"""What stands before u32(q): the tag, and the length of u32(q)."""

T = TypeVar("T")
Below = Callable[[int], int]
"""below(n): a uniform integer 0 <= result < n."""


def next_key(key: bytes, links: Sequence[tuple[str, bytes]]) -> bytes:
    """K after an entry, from K before it and the (name, link) shown, in seat order, arbiter last.

    An entry without links leaves the key as it is.
    """
    if not links:
        return key
    shown = [part for pair in links for part in pair]
    return hkdf(P(*shown), key, tagged("draw"))


class Stream:
    """The words of one request. `words` and `rejected` count what was taken, for an audit."""

    __slots__ = ("_block", "_fixed", "_key", "_left", "rejected", "words")

    def __init__(self, key: bytes, fixed: bytes) -> None:
        # `fixed` is the message up to the block's number, which comes last.
        self._key = key
        self._fixed = fixed
        self._block = 0
        self._left: list[int] = []
        self.words = 0
        self.rejected = 0

    def word(self) -> int:
        """The next word, 0 <= w < 2^64."""
        self.words += 1
        return (self._left or self._next_block()).pop()

    def _next_block(self) -> list[int]:
        message = self._fixed + self._block.to_bytes(8, "big")
        self._block += 1
        self._left = list(unpack(">4Q", hmac.digest(self._key, message, "sha256")))
        self._left.reverse()
        return self._left

    def below(self, n: int) -> int:
        """A uniform integer 0 <= result < n. Raises Refused("draw/bound") unless 1 <= n < 2^64."""
        if not 1 <= n < WORDS:
            raise Refused("draw/bound", f"cannot draw below {n}")
        limit = WORDS - WORDS % n
        while (word := self.word()) >= limit:
            self.rejected += 1
        return word % n


def public_stream(key: bytes, q: int) -> Stream:
    """The stream of the public request number q of an entry with key K."""
    return Stream(key, _PUBLIC + u32(q) + u32(8))


def hidden_stream(secret: bytes, key: bytes, q: int) -> Stream:
    """The stream of the hidden request number q: keyed by S, with K in the message."""
    return Stream(secret, tagged("order") + P(key, u32(q)) + u32(8))


def pick(items: Sequence[T], k: int, below: Below) -> list[T]:
    """`k` of the items without replacement, in the order drawn.

    Raises Refused("draw/too-many") unless 0 <= k <= len(items).
    """
    if not 0 <= k <= len(items):
        raise Refused("draw/too-many", f"cannot pick {k} of {len(items)}")
    xs = list(items)
    for i in range(k):
        j = i + below(len(xs) - i)
        xs[i], xs[j] = xs[j], xs[i]
    return xs[:k]


def die(sides: int, below: Below) -> int:
    """1 ... sides."""
    return 1 + below(sides)
