"""A party's hash chain: one link is shown for each draw, and all were fixed beforehand.

link N    = D(root, "chain", table, name, nonce)
link i-1  = H("link", nonce, name, u32(i), link i)        i = N ... 1
anchor    = link 0
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from pbem.errors import Refused
from pbem.fair.encode import D, P, tagged, u32

N = 16384
"""Length of every chain of format 1: how many drawing entries a party can answer."""
_WIDTH = u32(32)
"""The length of a link."""


def step(nonce: bytes, name: str, i: int, link: bytes) -> bytes:
    """Link i-1 from link i."""
    return sha256(_fixed(nonce, name) + i.to_bytes(4, "big") + _WIDTH + link).digest()


@lru_cache(maxsize=64)
def _fixed(nonce: bytes, name: str) -> bytes:
    """What every step of a chain hashes first: up to the number, which has 4 bytes."""
    return tagged("link") + P(nonce, name) + u32(4)


def follows(nonce: bytes, name: str, k: int, previous: bytes, shown: bytes) -> bool:
    """Whether `shown` is the k-th link (k >= 1), `previous` being the one before it."""
    return len(shown) == 32 and 1 <= k <= N and step(nonce, name, k, shown) == previous


class Chain:
    """One party's links at one table. `table` is 32 zero bytes for the arbiter's chain."""

    def __init__(self, root: bytes, table: bytes, name: str, nonce: bytes, length: int = N) -> None:
        self._seed = D(root, "chain", table, name, nonce)
        self._nonce = nonce
        self._name = name
        self.length = length

    @property
    def anchor(self) -> bytes:
        """Link 0, which is published."""
        return self._links()[0]

    def link(self, k: int) -> bytes:
        """The k-th link to be shown, k = 1 ... length. Raises Refused("link/spent")."""
        if not 1 <= k <= self.length:
            raise Refused(
                "link/spent",
                f"this chain has links 1 to {self.length}, not {k}",
                hint="the table cannot be played on; end it and open another",
            )
        return self._links()[k]

    def _links(self) -> list[bytes]:
        return _all_links(self._seed, self._nonce, self._name, self.length)


@lru_cache(maxsize=8)
def _all_links(seed: bytes, nonce: bytes, name: str, length: int) -> list[bytes]:
    """All links from the anchor up. Kept for the few chains of a command: one takes long."""
    links = [seed]
    for i in range(length, 0, -1):
        links.append(step(nonce, name, i, links[-1]))
    links.reverse()
    return links
