"""What the parties sign: opens, joins, readies, moves, lapses, shares, consents. No I/O."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import Refused
from pbem.fair import keys
from pbem.fair.chain import Chain
from pbem.play.dealers import DryDealer, ReachesDraw, reaches_draw
from pbem.record import pending
from pbem.record.identity import Identity
from pbem.record.knowledge import Openings
from pbem.record.party import ARBITER
from pbem.record.ruling import arbiter_chain, base
from pbem.record.statements import Signed, make
from pbem.record.table import Table, check_open
from pbem.script.requests import Action
from pbem.wire import b64

FORMAT = 1


def sign_open(
    identity: Identity,
    nonce: bytes,
    *,
    game: str,
    rules: str,
    options: Mapping[str, Any],
    deck: Mapping[str, Any],
    seats: Sequence[str],
    policy: Mapping[str, str],
    host: str | None = None,
) -> Signed:
    """Open a table: dealt by this identity as arbiter, or, with `host`, by the seats."""
    body: dict[str, Any] = {
        "pbem": FORMAT,
        "kind": "open",
        "by": host or ARBITER,
        "game": game,
        "rules": rules,
        "options": dict(options),
        "deck": dict(deck),
        "seats": list(seats),
        "dealing": "seats" if host else "arbiter",
        "policy": dict(policy),
        "nonce": b64.encode(nonce),
        "sign": b64.encode(identity.sign),
    }
    if host is None:
        secret = keys.hidden_secret(identity.root, nonce)
        body["anchor"] = b64.encode(arbiter_chain(identity, nonce).anchor)
        body["hidden"] = b64.encode(keys.hidden_commitment(nonce, secret))
    check_open(body)
    return make(body, identity.key)


def sign_join(table: Table, identity: Identity, seat: str, nonce: bytes) -> Signed:
    """Take a seat (or, in the middle of a game, take the awaited one over)."""
    body = base(table, "join", seat)
    sealing = keys.sealing_key(identity.root, table.id, seat, nonce)
    body["nonce"] = b64.encode(nonce)
    body["sign"] = b64.encode(identity.sign)
    body["seal"] = b64.encode(keys.public_bytes(sealing))
    body["anchor"] = b64.encode(Chain(identity.root, table.id, seat, nonce).anchor)
    return make(body, identity.key)


def next_link(table: Table, identity: Identity, seat: str) -> str:
    """The seat's next link, base64url. Raises Refused("link/spent")."""
    party = table.parties[seat]
    chain = Chain(identity.root, table.id, seat, party.nonce)
    return b64.encode(chain.link(party.shown + 1))


def sign_ready(table: Table, identity: Identity, seat: str) -> Signed:
    body = base(table, "ready", seat)
    body["link"] = next_link(table, identity, seat)
    return make(body, identity.key)


def sign_share(table: Table, identity: Identity, seat: str, answered: Signed) -> Signed:
    body = base(table, "share", seat)
    body["answers"] = [b64.encode(answered.id)]
    body["link"] = next_link(table, identity, seat)
    return make(body, identity.key)


def sign_consent(table: Table, identity: Identity, seat: str, join: Signed) -> Signed:
    """Agree to a replacement; the key that is replaced shows no link (docs/protocol.md)."""
    body = base(table, "consent", seat)
    body["answers"] = [b64.encode(join.id)]
    if seat != join.by:
        body["link"] = next_link(table, identity, seat)
    return make(body, identity.key)


def sign_lapse(table: Table, identity: Identity, seat: str, late: str) -> Signed:
    body = base(table, "lapse", seat)
    body["late"] = late
    if reaches_draw(table.runner.clone(), late, None, {}):
        body["link"] = next_link(table, identity, seat)
    return make(body, identity.key)


def not_awaited(table: Table, seat: str, waiting: Sequence[Signed] = ()) -> Refused:
    if table.over:
        return Refused(
            "move/game-over",
            "the game is over: no move is possible",
            hint="pbem show tells how it ended",
        )
    if table.awaited_seat is None:
        return Refused(
            "move/not-started",
            "the game has not started: no move is possible yet",
            hint="pbem show tells who has to join or to be ready",
        )
    moved = next((p for p in waiting if p.kind == "move"), None)
    if moved is None:
        message = f"{table.awaited_seat} is awaited at turn {table.n}"
        hint = "pbem show tells whose turn it is"
    else:
        there = [p.by for p in waiting if pending.answers(p, moved)]
        shares = [f"{s}'s share" for s in pending.partners(table, moved)[1] if s not in there]
        message = f"{moved.by}'s move of turn {table.n} waits for "
        message += " and ".join(shares) or "the ruling"
        hint = "pbem show tells who is awaited; pbem judge RECORD gives what you owe yourself"
    return Refused("move/not-your-turn", f"{seat} cannot move: {message}", hint=hint)


def sign_move(
    table: Table,
    identity: Identity,
    seat: str,
    actions: Sequence[Action],
    known: Openings,
    note: str = "",
    then: Sequence[Action] = (),
) -> Signed:
    """A move with exactly the openings and the link that its actions need, and `then`, what the
    seat signs beforehand.

    Raises Illegal, Refused("move/...", "then/hidden").
    """
    faces = {t: face for t, (face, _) in known.items()}
    needed, draws = _try(table, seat, actions, faces, then)
    body = base(table, "move", seat)
    body["actions"] = list(actions)
    if then:
        body["then"] = list(then)
    if needed:
        body["show"] = {
            t: {"face": known[t][0], "salt": b64.encode(known[t][1])} for t in sorted(needed)
        }
    if note:
        body["note"] = note
    if draws:
        body["link"] = next_link(table, identity, seat)
    return make(body, identity.key)


def _try(
    table: Table,
    seat: str,
    actions: Sequence[Action],
    faces: Mapping[str, str],
    then: Sequence[Action],
) -> tuple[set[str], bool]:
    """The tokens whose openings `actions` need, and whether they, or lists signed beforehand,
    come to a draw.

    Behind a draw nobody knows how they go on, so every opening goes along that the rest may
    need: if it is not needed after all, the list was stopped, and there it does no harm.
    """
    runner = table.runner.clone()
    if hidden := runner.openings(seat, then, faces):
        raise Refused(
            "then/hidden",
            f"a list signed beforehand shows no card, and {min(hidden)} would have to be shown",
            at="/then",
            hint="play it when you are asked",
        )
    try:
        runner.move(seat, actions, faces, DryDealer(), then)
    except ReachesDraw:
        return runner.allowed, True
    return set(runner.needed), False
