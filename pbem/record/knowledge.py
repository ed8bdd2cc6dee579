"""What one seat knows: its looks opened and each opening checked, before it signs."""

from __future__ import annotations

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from pbem.errors import Cheat, Refused
from pbem.fair import keys, looks
from pbem.record.cards import LookTaken, Opening
from pbem.record.identity import Identity
from pbem.record.table import Table

Openings = dict[str, Opening]


def seat_of(table: Table, identity: Identity) -> str | None:
    """The seat this identity holds now, None if it holds none."""
    for seat in table.seats:
        party = table.parties.get(seat)
        if party is not None and party.sign == identity.sign:
            return seat
    return None


def sealing_key(table: Table, seat: str, identity: Identity) -> X25519PrivateKey:
    """The private key the seat's looks are sealed to."""
    return keys.sealing_key(identity.root, table.id, seat, table.parties[seat].nonce)


def open_looks(table: Table, seat: str, identity: Identity) -> Openings:
    """All live openings this seat has seen, token -> (face, salt).

    Raises Cheat("look/...") when a look does not open or does not fit its commitments:
    the arbiter's doing, provable with the seat's sealing key.
    """
    if all(look.seat != seat for look in table.cards.looks):
        return {}
    return open_with(table, seat, sealing_key(table, seat, identity))


def open_with(table: Table, seat: str, private: X25519PrivateKey) -> Openings:
    """The same with the sealing key itself, for whoever it was disclosed to."""
    cards = table.cards
    mine = [look for look in cards.looks if look.seat == seat]
    newest = [look for look in mine if look.n >= _since(table, seat)]
    known: Openings = {}
    for look in newest:
        known.update(_open_one(table, look, private))
    live = {t: o for t, o in known.items() if t in cards.live}
    _check_faces(table, {**cards.opened, **{t: o[0] for t, o in live.items()}}, seat)
    return live


def _since(table: Table, seat: str) -> int:
    """The entry from which looks are sealed to the key the seat has now."""
    taken_over = [s.n for s in table.steps if s.kind == "replacement" and s.by == seat]
    return taken_over[-1] if taken_over else 0


def _open_one(table: Table, look: LookTaken, private: X25519PrivateKey) -> Openings:
    try:
        info = looks.info(table.id, look.head, look.seat, look.number)
        cells = looks.read_plaintext(looks.open_box(private, look.box, info))
        found = {t: (face, salt) for t, (salt, face) in zip(look.tokens, cells, strict=True)}
        for token, (face, salt) in found.items():
            table.cards.check_look(token, face, salt)
    except Refused as error:
        raise _false_look(look, error) from error
    return found


def _false_look(look: LookTaken, error: Refused) -> Cheat:
    return Cheat(
        "look/false",
        f"look {look.number} of entry {look.n} for {look.seat} is not what was committed to:"
        f" {error.message}",
        party="arbiter",
        at=f"/entries/{look.n}",
        hint="sign nothing more at this table; the record and your sealing key of this table"
        " prove it to anybody",
    )


def _check_faces(table: Table, faces: dict[str, str], seat: str) -> None:
    try:
        table.cards.check_counts(faces)
    except Refused as error:
        raise Cheat(
            "look/too-often", f"{seat} was shown too much: {error.message}", party="arbiter"
        ) from error
