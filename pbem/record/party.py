"""A party at a table: its keys and how far its hash chain has been shown."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.errors import Refused
from pbem.fair import chain, keys
from pbem.record.statements import Signed, raw

ARBITER = "arbiter"


def called(name: str) -> str:
    """A party in a sentence."""
    return "the arbiter" if name == ARBITER else name


@dataclass
class Party:
    """sign, seal, nonce, link: 32 bytes each; `link` is the newest link shown (first the
    anchor), `shown` how many were shown. A party is made with its anchor as the link."""

    name: str
    sign: bytes
    seal: bytes
    nonce: bytes
    link: bytes
    shown: int = 0

    def __post_init__(self) -> None:
        self.anchor = self.link

    def check_link(self, link: bytes, at: str = "") -> None:
        """Raises Refused("link/not-next") unless `link` hashes to the one shown before."""
        if not chain.follows(self.nonce, self.name, self.shown + 1, self.link, link):
            raise Refused(
                "link/not-next",
                f"this is not link {self.shown + 1} of {self.name}'s chain:"
                " it does not hash to the one shown before",
                at=f"{at}/link",
                hint="a link is used once and in order; ask the sender for the file again",
            )

    def use_link(self, link: bytes) -> None:
        self.link = link
        self.shown += 1

    def distinct(self) -> list[bytes]:
        """The values that may occur only once at a table."""
        return [v for v in (self.sign, self.seal, self.nonce, self.anchor) if v]


def from_join(join: Signed, at: str = "") -> Party:
    """A seat's party. Raises Refused("key/...") for keys that are refused at the door."""
    sign, seal = raw(join, "sign"), raw(join, "seal")
    keys.check_sign_key(sign, at=f"{at}/sign")
    keys.check_seal_key(seal, at=f"{at}/seal")
    return Party(join.by, sign, seal, raw(join, "nonce"), raw(join, "anchor"))


def check_distinct(parties: list[Party], at: str = "") -> None:
    """Raises Refused("key/twice") when a key, nonce or anchor occurs twice at the table."""
    seen: dict[bytes, str] = {}
    for party in parties:
        for value in party.distinct():
            if value in seen:
                raise Refused(
                    "key/twice",
                    f"{party.name} has a key, nonce or anchor that is taken at this table,"
                    f" by {seen[value]}",
                    at=at,
                    hint="every party needs an identity of its own: pbem keygen",
                )
            seen[value] = party.name
