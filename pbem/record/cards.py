"""Hidden cards at a table: commitments, who looked, what was opened (docs/protocol.md)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pbem.errors import Refused
from pbem.fair import hidden
from pbem.wire import b64

Opening = tuple[str, bytes]  # face, salt


class LookTaken(NamedTuple):
    """A sealed look: entry number, the head its ruling signs, its number in the entry."""

    n: int
    head: bytes
    seat: str
    number: int
    tokens: tuple[str, ...]
    box: bytes


@dataclass
class Cards:
    """`live`: token -> commitment, oldest first. `faces` is filled only by who knows the
    hidden secret. `groups`: token -> number of the Shuffle it came from; `group_faces`:
    the faces each Shuffle hid, None where tokens nobody opened went into it."""

    table: bytes
    counts: Mapping[str, int]
    live: dict[str, bytes] = field(default_factory=dict)
    dead: dict[str, bytes] = field(default_factory=dict)
    looked: dict[str, list[str]] = field(default_factory=dict)
    looks: list[LookTaken] = field(default_factory=list)
    opened: dict[str, str] = field(default_factory=dict)
    faces: dict[str, Opening] = field(default_factory=dict)
    groups: dict[str, int] = field(default_factory=dict)
    group_faces: list[Counter[str] | None] = field(default_factory=list)

    def replace(
        self, faces: Sequence[str], tokens: Sequence[str], onto: Mapping[str, bytes]
    ) -> None:
        """`faces` and `tokens` went into a Shuffle; `onto` are the new commitments."""
        for token in onto:
            if token in self.live or token in self.dead:
                raise Refused("token/used-again", f"the token {token} was used before")
        if tokens and not all(t in self.opened for t in tokens):
            known = None
        else:
            known = Counter([*faces, *(self.opened[t] for t in tokens)])
        for token in [*tokens, *self._shown_as(faces)]:
            self.dead[token] = self.live.pop(token)
            self.opened.pop(token, None)
            self.faces.pop(token, None)
        for seen in self.looked.values():
            seen[:] = [t for t in seen if t in self.live]
        self.group_faces.append(known)
        for token, commitment in onto.items():
            self.live[token] = commitment
            self.groups[token] = len(self.group_faces) - 1

    def _shown_as(self, faces: Sequence[str]) -> list[str]:
        """The tokens under which known `faces` lay before: such a card goes into the Shuffle by
        its face, and its token stands for it no longer. The oldest one of each face."""
        wanted = Counter(faces)
        found = []
        for token in self.live:
            face = self.opened.get(token)
            if face is not None and wanted[face]:
                wanted[face] -= 1
                found.append(token)
        return found

    def note_look(self, look: LookTaken) -> None:
        self.looks.append(look)
        seen = self.looked.setdefault(look.seat, [])
        seen.extend(t for t in look.tokens if t not in seen)

    def check_opening(self, token: str, face: str, salt: bytes, at: str = "") -> None:
        """Raises Refused("token/dead", "token/unknown", "opening/wrong")."""
        if token in self.dead:
            raise Refused(
                "token/dead", f"{token} went into a later shuffle: it stands for no card", at=at
            )
        if token not in self.live:
            raise Refused("token/unknown", f"there is no token {token} at this table", at=at)
        self._check_commitment(self.live[token], token, face, salt, at)

    def check_look(self, token: str, face: str, salt: bytes) -> None:
        """The same for an opening in a look, which may be of a token that is dead by now."""
        committed = self.live.get(token) or self.dead[token]
        self._check_commitment(committed, token, face, salt, "")

    def _check_commitment(
        self, committed: bytes, token: str, face: str, salt: bytes, at: str
    ) -> None:
        if not hidden.opens(committed, salt, self.table, token, face):
            raise Refused(
                "opening/wrong",
                f"the opening of {token} as {face} does not fit its commitment",
                at=at,
            )

    def read_show(self, seat: str, show: Mapping[str, Any], at: str = "") -> dict[str, str]:
        """Check the openings a move shows; returns token -> face.

        Raises as check_opening, and Refused("show/not-looked") for a token this seat has
        never looked at.
        """
        faces: dict[str, str] = {}
        for token, opening in show.items():
            place = f"{at}/show/{token}"
            if token not in self.looked.get(seat, ()) and token in self.live:
                raise Refused("show/not-looked", f"{seat} has never looked at {token}", at=place)
            self.check_opening(token, opening["face"], b64.decode(opening["salt"], 32), place)
            faces[token] = opening["face"]
        return faces

    def note_opened(self, faces: Mapping[str, str], at: str = "") -> None:
        """Faces everybody now knows. Raises Refused("face/too-often")."""
        self.opened.update(faces)
        new = set(faces.values())  # of no other there are more than before
        if new and self._too_often({t: f for t, f in self.opened.items() if f in new}):
            self.check_counts(self.opened, at)

    def check_counts(self, faces: Mapping[str, str], at: str = "") -> None:
        """No face more often than its Shuffle hid it, nor than the deck has it.

        Raises Refused("face/too-often").
        """
        if (found := self._too_often(faces)) is not None:
            face, count, most = found
            raise Refused(
                "face/too-often",
                f"the face {face} is known {count} times but exists {most} times",
                at=at,
            )

    def _too_often(self, faces: Mapping[str, str]) -> tuple[str, int, int] | None:
        """The first face of which there are too many: how many, and how many there may be."""
        by_group: defaultdict[int, Counter[str]] = defaultdict(Counter)
        for token, face in faces.items():
            by_group[self.groups[token]][face] += 1
        for group, counter in by_group.items():
            limit = self.group_faces[group]
            if found := _excess(counter, self.counts if limit is None else limit):
                return found
        return _excess(Counter(faces.values()), self.counts)

    def by_age(self, tokens: Sequence[str]) -> list[str]:
        """`tokens` that are live, oldest first."""
        wanted = set(tokens)
        return [t for t in self.live if t in wanted]


def _excess(counter: Counter[str], limit: Mapping[str, int]) -> tuple[str, int, int] | None:
    for face, count in counter.items():
        if count > limit.get(face, 0):
            return face, count, limit.get(face, 0)
    return None
