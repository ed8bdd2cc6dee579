"""Serves a script's requests from the record's keys: for the arbiter who rules, and for
everybody who checks. Both run this same code; who lacks the hidden secret takes the
hidden parts from the ruling and checks what can be checked (docs/protocol.md, Draws)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbem.errors import Refused
from pbem.fair import hidden, looks
from pbem.fair.draws import public_stream
from pbem.play.dealers import answer
from pbem.record import asked
from pbem.record.cards import Cards, LookTaken, Opening
from pbem.record.party import Party
from pbem.script.requests import Draw, Look, Mix, Open, Shuffle
from pbem.wire import b64


class Drawn(NamedTuple):
    """One public draw as an auditor wants to see it."""

    q: int
    request: Draw
    result: list[Any]
    rejected: int


class Place(NamedTuple):
    """Where in the log a dealer stands. key: 32 bytes, None where no link was shown."""

    table: bytes
    n: int
    head: bytes
    key: bytes | None


class TableDealer:
    """Deals one entry. `secret`: the hidden secret if known; `ruling`: the ruling being
    checked, None for the one who writes it. `parts` becomes, or is compared with, the ruling.
    `asked` notes every request, served or not.

    Raises Refused("link/missing") where a request needs a link that was not shown,
    Refused("ruling/...") where the ruling lacks a part, Refused("deal/hidden") where there is
    neither, as the seats deal, and the script hides a card all the same.
    """

    def __init__(
        self,
        place: Place,
        cards: Cards,
        parties: Mapping[str, Party],
        *,
        secret: bytes | None = None,
        ruling: Mapping[str, Any] | None = None,
    ) -> None:
        self.place = place
        self.cards = cards
        self.parties = parties
        self.secret = secret
        self.ruled = ruling is not None
        self.given: Mapping[str, Any] = ruling or {}
        self.parts: dict[str, Any] = {}
        self.drawn: list[Drawn] = []
        self.asked: list[asked.Note] = []
        self.shuffles = 0
        self._q = 0
        self._looks = 0

    def _key(self) -> bytes:
        if self.place.key is None:
            raise Refused(
                "link/missing",
                "these actions come to a draw, so a link has to come with them",
                at="/0/link",  # of the move or claim: all others have one by their form
                hint="write the move with pbem move: it adds the link where one is due",
            )
        return self.place.key

    def _next_q(self) -> int:
        self._q += 1
        return self._q - 1

    def draw(self, request: Draw) -> list[Any]:
        self.asked.append(asked.note(request))
        stream = public_stream(self._key(), q := self._next_q())
        result = answer(request, stream)
        self.parts.setdefault("draws", []).append({request.word: result})
        self.drawn.append(Drawn(q, request, result, stream.rejected))
        return result

    def _note_hidden(self, request: Shuffle | Look | Open) -> None:
        if self.secret is None and not self.ruled:
            name = type(request).__name__
            message = f"a {name} needs an arbiter, and this table is dealt by its seats"
            raise Refused("deal/hidden", message)
        self.asked.append(asked.note(request))

    def shuffle(self, request: Shuffle) -> None:
        self._note_hidden(request)
        key, q = self._key(), self._next_q()
        self.shuffles += 1
        tokens = self.cards.by_age(request.tokens)
        if self.secret is None:
            onto = self._take_commitments(request.onto)
            openings: dict[str, Opening] = {}
        else:
            openings = self._deal(self.secret, key, q, sorted(request.faces), tokens, request.onto)
            table = self.place.table
            onto = {t: hidden.commitment(s, table, t, f) for t, (f, s) in openings.items()}
        self.cards.replace(request.faces, tokens, onto)
        self.cards.faces.update(openings)
        self.parts.setdefault("tokens", {}).update((t, b64.encode(c)) for t, c in onto.items())

    def mix(self, request: Mix) -> None:
        self.shuffle(Shuffle((), request.tokens, request.onto))

    def _deal(
        self,
        secret: bytes,
        key: bytes,
        q: int,
        faces: Sequence[str],
        tokens: Sequence[str],
        onto: Sequence[str],
    ) -> dict[str, Opening]:
        items = [*faces, *(self.cards.faces[t][0] for t in tokens)]
        order = hidden.shuffle_order(secret, key, q, len(items))
        return {
            token: (items[i], hidden.salt(secret, key, q, token))
            for token, i in zip(onto, order, strict=True)
        }

    def _take_commitments(self, onto: Sequence[str]) -> dict[str, bytes]:
        given = self.given.get("tokens", {})
        missing = [t for t in onto if t not in given]
        if missing:
            raise Refused(
                "ruling/tokens", f"no commitment for {missing[0]}", at=f"/tokens/{missing[0]}"
            )
        return {t: b64.decode(given[t], 32) for t in onto}

    def look(self, request: Look) -> None:
        self._note_hidden(request)
        number = self._looks
        self._looks += 1
        tokens = tuple(request.tokens)
        if self.secret is None:
            box = self._take_box(request.seat, number, len(tokens))
        else:
            box = self._seal(self.secret, request.seat, number, tokens)
        look = {"to": request.seat, "box": b64.encode(box)}
        self.parts.setdefault("looks", []).append(look)
        place = self.place
        self.cards.note_look(LookTaken(place.n, place.head, request.seat, number, tokens, box))

    def _seal(self, secret: bytes, seat: str, number: int, tokens: Sequence[str]) -> bytes:
        openings = [(s, f) for f, s in (self.cards.faces[t] for t in tokens)]
        text = looks.plaintext(openings)
        place = self.place
        ikm = looks.ephemeral_ikm(secret, place.head, seat, number, text)
        return looks.seal(
            self.parties[seat].seal, text, ikm, looks.info(place.table, place.head, seat, number)
        )

    def _take_box(self, seat: str, number: int, tokens: int) -> bytes:
        given = self.given.get("looks", [])
        if number >= len(given) or given[number]["to"] != seat:
            raise Refused("ruling/looks", f"a look for {seat} is missing", at=f"/looks/{number}")
        box = b64.decode(given[number]["box"])
        due = looks.OVERHEAD + looks.CELL * tokens
        if len(box) != due:
            raise Refused(
                "ruling/looks",
                f"the look for {seat} has {len(box)} bytes where {tokens} tokens take {due}",
                at=f"/looks/{number}/box",
            )
        return box

    def open(self, request: Open) -> dict[str, str]:
        self._note_hidden(request)
        self._key()
        opened = self.parts.setdefault("opened", {})
        faces: dict[str, str] = {}
        for token in request.tokens:
            face, salt = self._opening(token)
            opened[token] = {"face": face, "salt": b64.encode(salt)}
            faces[token] = face
        self.cards.note_opened(faces, "/opened")
        return faces

    def _opening(self, token: str) -> Opening:
        if self.secret is not None:
            return self.cards.faces[token]
        given = self.given.get("opened", {}).get(token)
        if given is None:
            raise Refused("ruling/opened", f"{token} is not opened", at=f"/opened/{token}")
        salt = b64.decode(given["salt"], 32)
        self.cards.check_opening(token, given["face"], salt, f"/opened/{token}")
        return given["face"], salt
