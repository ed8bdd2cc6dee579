"""A table replayed: the one path for loading, verifying and ruling.

`Table` holds what a verified log means so far and goes forward only. `apply` takes a
complete entry and raises if anything in it is not as the protocol has it; `rule`
writes the ruling that an entry still lacks. Both run the same code (entries.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbem.errors import Refused, placed
from pbem.fair import keys
from pbem.fair.hashes import entry_head
from pbem.games import registry
from pbem.play.done import Done
from pbem.play.runner import Runner
from pbem.play.standing import Listed
from pbem.record.asked import Note
from pbem.record.cards import Cards
from pbem.record.dealing import Drawn
from pbem.record.party import ARBITER, Party
from pbem.record.statements import Signed, check_signature, raw
from pbem.script.contract import Event, Facts, Game
from pbem.script.options import Watched
from pbem.script.requests import Action
from pbem.wire import b64, schema

ZERO = bytes(32)


class Step(NamedTuple):
    """One entry as a reader wants it: who did what, and what came of it.

    kind: open, roster, start, move, lapse, replacement, broken-off.
    """

    n: int
    kind: str
    by: str
    actions: Sequence[Any]
    note: str
    stop: int | None
    why: str
    events: Sequence[Event]
    draws: Sequence[Drawn]
    head: bytes
    late: str = ""  # of a lapse: the seat that was passed
    then: Sequence[Any] = ()  # of a move: what was signed beforehand with it
    listed: Sequence[Listed] = ()  # what lists signed beforehand did in it
    done: Sequence[Done] = ()  # what was played and served, in order
    why_clause: str = ""  # of the reason why the rest of a move was dropped
    finding: str = ""  # what is allowed but should be known

    @property
    def passed(self) -> Action | None:
        """Of a lapse: what was played for the late seat."""
        return next((done.action for done in self.done if done.how == "default"), None)


class Table:
    """n: number of the next entry; head: hash of the newest; key: the rolling entry key.

    id_text, head_text: as statements have them, since every statement is compared with them.
    """

    def __init__(self, open_: Signed) -> None:
        body = open_.body
        self.body = body
        self.open = open_
        self.id = entry_head(ZERO, [open_.id])
        self.id_text = b64.encode(self.id)
        self.head = self.id
        self.head_text = self.id_text
        self.key = self.id
        self.n = 1
        self.heads = [self.id]
        self.seats: tuple[str, ...] = tuple(body["seats"])
        self.dealing: str = body["dealing"]
        self.policy: dict[str, str] = body["policy"]
        self.game = registry.load_version(body["game"], body["rules"])
        self.facts = Facts(self.seats, body["options"], body["deck"])
        self.runner = Runner(self.game, self.facts)
        self.parties: dict[str, Party] = {}
        self.former: list[Party] = []  # whose seats were taken over
        self.cards = Cards(self.id, self.game.face_counts(self.facts.deck))
        self.steps: list[Step] = []
        self.asked: dict[int, list[Note]] = {}
        self.ids: list[list[bytes]] = [[open_.id]]
        self.secret: bytes | None = None
        self.broken_off = False
        self.hidden_shuffles = 0
        self.host = open_.by
        self.host_key = raw(open_, "sign")
        if self.dealing == "arbiter":
            self.parties[ARBITER] = Party(
                ARBITER, self.host_key, b"", raw(open_, "nonce"), raw(open_, "anchor")
            )

    @property
    def over(self) -> bool:
        return self.runner.over or self.broken_off

    @property
    def hidden(self) -> bool:
        """Can cards lie face down at this table?"""
        return self.game.hidden(self.facts.options)

    @property
    def arbiter(self) -> Party | None:
        return self.parties.get(ARBITER)

    @property
    def awaited_seat(self) -> str | None:
        """The one seat awaited from entry 3 on; None before the start and after the end."""
        return None if self.n < 3 or self.over else self.runner.awaited

    @property
    def findings(self) -> list[str]:
        """What is allowed but should be known, by entry."""
        return [f"entry {step.n}: {step.finding}" for step in self.steps if step.finding]

    def standing(self) -> dict[str, list[Action]]:
        """What seats have signed beforehand and is not played yet; nothing after the end."""
        return {} if self.over else self.runner.lists.left()

    def move_head(self, ids: list[bytes]) -> None:
        """Go on by the statements of one entry, in their order."""
        self.head = entry_head(self.head, ids)
        self.head_text = b64.encode(self.head)
        self.heads.append(self.head)
        self.ids.append(ids)

    def active(self) -> list[str]:
        """Seats that have not resigned, in seat order."""
        state = self.runner.state
        gone = state.resigned if state is not None else ()
        return [s for s in self.seats if s not in gone]

    def check_seat(self, seat: str) -> None:
        """Raises Refused("statement/unknown-seat")."""
        if seat not in self.seats:
            raise Refused(
                "statement/unknown-seat",
                f"there is no seat {seat} at this table",
                hint=f"the seats are {', '.join(self.seats)}",
            )

    def signer(self, statement: Signed) -> bytes:
        """The public key a statement must be signed with. Raises Refused("statement/...")."""
        by, kind = statement.by, statement.kind
        if kind == "join":
            return raw(statement, "sign")
        if kind == "ruling" and by == self.host:
            return self.host_key
        if by not in self.seats or kind in ("open", "ruling"):
            raise Refused(
                "statement/by",
                f"{by} cannot sign a {kind} at this table",
                hint=f"the seats are {', '.join(self.seats)}",
            )
        if by not in self.parties:
            raise Refused(
                "entry/kind", f"a {kind} of {by} where a join of every seat is awaited", at="/kind"
            )
        return self.parties[by].sign

    def check_secret(self, secret: bytes) -> bool:
        """Is this the hidden secret the open statement committed to?"""
        arbiter = self.arbiter
        if arbiter is None:
            return False
        return keys.hidden_commitment(arbiter.nonce, secret) == raw(self.open, "hidden")

    def describe(self) -> str:
        return f"{self.game.slug} of {', '.join(self.seats)}"


def begin(open_: Signed, at: str = "") -> Table:
    """The table an open statement makes. Raises Refused for a bad one (docs/protocol.md, Open)."""
    check_signature(open_, raw(open_, "sign"), at)
    check_open(open_.body, at)
    return Table(open_)


def check_open(body: dict[str, Any], at: str = "") -> None:
    """Raises Refused("open/...", "key/...", "seat/...", "option/...", "deck/...", "game/...")."""
    keys.check_sign_key(b64.decode(body["sign"], 32), at=f"{at}/sign")
    _check_seats(body["seats"], at)
    game = registry.load_version(body["game"], body["rules"])
    _check_dealing(body, at)
    fewest, most = game.seats
    if not fewest <= len(body["seats"]) <= most:
        raise Refused(
            "open/seats",
            f"{game.slug} is played by {fewest} to {most} seats, not {len(body['seats'])}",
            at=f"{at}/seats",
        )
    schema.check(f"deck.{game.slug}", body["deck"], at=f"{at}/deck")
    with placed(f"{at}/deck"):
        game.check_deck(body["deck"])
    with placed(f"{at}/options"):
        options = game.check_options(body["options"], body["seats"], body["deck"])
    if options != body["options"]:
        raise Refused(
            "open/options",
            "the options are not complete",
            at=f"{at}/options",
            hint="every option of the game has to be named in the open statement",
        )
    if body["dealing"] == "seats":
        _check_nothing_hidden(game, options, at)


def _check_nothing_hidden(game: Game[Any], options: Mapping[str, Any], at: str) -> None:
    """Raises Refused("open/hidden")."""
    watched = Watched(options)
    if not game.hidden(watched):
        return
    which, hint = "", "use --dealing arbiter"
    if watched.asked:  # then other options may hide nothing
        which = " with these options"
        hint += f", or options that hide nothing: pbem rules {game.slug} tells which"
    raise Refused(
        "open/hidden",
        f"{game.slug} has hidden cards{which}, and so needs an arbiter",
        at=f"{at}/dealing",
        hint=hint,
    )


def _check_seats(seats: Sequence[str], at: str) -> None:
    lower = [s.lower() for s in seats]
    if len(set(lower)) != len(lower):
        raise Refused(
            "seat/twice", "two seats have the same name but for capitals", at=f"{at}/seats"
        )
    if ARBITER in lower:
        raise Refused("seat/arbiter", "no seat may be called arbiter", at=f"{at}/seats")


def _check_dealing(body: dict[str, Any], at: str) -> None:
    dealing = body["dealing"]
    if dealing == "witnessed":
        raise Refused("open/dealing", "dealing witnessed is reserved", at=f"{at}/dealing")
    with_arbiter = dealing == "arbiter"
    for field in ("anchor", "hidden"):
        if (field in body) != with_arbiter:
            raise Refused(
                "open/fields",
                f"{field} belongs in the open statement exactly when an arbiter deals",
                at=f"{at}/{field}",
            )
    if (body["by"] == ARBITER) != with_arbiter:
        raise Refused("open/by", f"{body['by']} cannot open a table dealt by {dealing}", at=at)
    if with_arbiter:
        return
    if body["by"] not in body["seats"]:
        raise Refused("open/by", f"the host {body['by']} is not one of the seats", at=f"{at}/by")
    if len(body["seats"]) < 2:
        raise Refused("open/seats", "one seat alone proves nothing by itself", at=f"{at}/seats")
