"""What a seat knows, and false looks (docs/protocol.md, Hidden cards and Proof)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Cheat, Refused
from pbem.fair import looks
from pbem.record import evidence, files, signing
from pbem.record.breach import false_look
from pbem.record.dealing import TableDealer
from pbem.record.knowledge import open_looks, sealing_key, seat_of
from pbem.record.record import Record
from pbem.wire import b64
from tests.example_game import FACES
from tests.tables import (
    ARBITER,
    DONE,
    FLIP,
    FREE,
    MIX,
    PEEK,
    Mail,
    Seated,
    cheat,
    check,
    false_looks,
    play,
    refused,
    rigged,
    who,
)

pytestmark = pytest.mark.usefixtures("example", "plain")

Openings = list[tuple[str, bytes]]


def faces(record: Record, seat: str) -> dict[str, str]:
    return {t: face for t, (face, _) in open_looks(record.table, seat, who(seat)).items()}


def test_each_seat_opens_its_own_looks_from_the_file_alone() -> None:
    """Two cards for each of two seats, the pile unseen."""
    record = Seated().load()
    assert list(faces(record, "ann")) == ["t1", "t2"]
    assert list(faces(record, "bob")) == ["t3", "t4"]
    seen = [*faces(record, "ann").values(), *faces(record, "bob").values()]
    assert len(set(seen)) == 4 and set(seen) <= set(FACES)


def test_a_peek_adds_and_a_mix_puts_new_tokens_for_the_dead_ones() -> None:
    table = Seated()
    hand = set(faces(table.record, "ann").values())
    table.do("ann", PEEK)
    assert list(faces(table.record, "ann")) == ["t1", "t2", "t5"]
    table.do("ann", MIX)
    known = faces(table.record, "ann")
    assert sorted(known) == ["t10", "t11", "t5"]
    assert {known["t10"], known["t11"]} == hand


def test_a_seat_cannot_open_anothers_looks() -> None:
    table = Seated()
    look = next(x for x in table.table.cards.looks if x.seat == "bob")
    info = looks.info(table.table.id, look.head, "bob", look.number)
    with pytest.raises(Refused, match="does not open"):
        looks.open_box(sealing_key(table.table, "ann", who("ann")), look.box, info)


def test_whoever_holds_no_seat_knows_nothing() -> None:
    table = Seated()
    assert seat_of(table.table, who("eve")) is None
    assert seat_of(table.table, who(ARBITER)) is None
    assert seat_of(Seated(start=False).table, who("ann")) is None


def wrong_face(openings: Openings) -> Openings:
    return [("c1" if face != "c1" else "c2", salt) for face, salt in openings]


def wrong_salt(openings: Openings) -> Openings:
    return [(face, bytes(32)) for face, _ in openings]


def swapped(openings: Openings) -> Openings:
    return openings[::-1]


@pytest.mark.parametrize("change", [wrong_face, wrong_salt, swapped])
def test_a_false_look_is_seen_by_its_seat_at_once(change: Callable[[Openings], Openings]) -> None:
    with false_looks(change):
        table = Seated()
    record = table.load()  # nobody else can see it yet
    error = cheat("look/false", "arbiter", lambda: faces(record, "ann"))
    assert error.at == "/entries/2"
    assert "look 0 of entry 2 for ann" in error.message


@pytest.mark.parametrize("change", [wrong_face, wrong_salt, swapped])
def test_a_false_look_is_seen_by_everybody_at_the_end(
    change: Callable[[Openings], Openings],
) -> None:
    with false_looks(change):
        table = Seated()
    _finish_blindly(table)
    cheat("ruling/looks", ARBITER, table.load)


def _finish_blindly(table: Seated) -> None:
    """The seats go on although they have been lied to."""
    while not table.table.over:
        seat = table.table.awaited_seat
        assert seat is not None
        table.enter(signing.sign_move(table.table, table.ids[seat], seat, [DONE], {}))


def spoilt(box: bytes) -> bytes:
    return box[:-1] + bytes([box[-1] ^ 1])


def test_a_box_of_garbage_is_the_arbiters_doing() -> None:
    table = Seated()
    start = table.json()["entries"][2][2]
    for box in (bytes(48 + 128), spoilt(b64.decode(start["looks"][0]["box"]))):
        bad = [{"to": "ann", "box": b64.encode(box)}, start["looks"][1]]
        record = check(table.forge(2, looks=bad))
        cheat("look/false", "arbiter", lambda record=record: faces(record, "ann"))  # type: ignore[misc]
        assert list(faces(record, "bob")) == ["t3", "t4"]


def test_a_box_for_one_seat_given_to_another_opens_for_neither() -> None:
    """The seat is inside what the box is bound to (D6)."""
    table = Seated()
    boxes = table.json()["entries"][2][2]["looks"]
    crossed = [{"to": "ann", "box": boxes[1]["box"]}, {"to": "bob", "box": boxes[0]["box"]}]
    record = check(table.forge(2, looks=crossed))
    for seat in ("ann", "bob"):
        cheat("look/false", "arbiter", lambda seat=seat: faces(record, seat))  # type: ignore[misc]


def twins(patch: pytest.MonkeyPatch) -> None:
    """An arbiter who commits t1 and t2, ann's hand, to one and the same face."""
    honest = TableDealer._deal

    def deal(self: TableDealer, *how: Any) -> dict[str, Any]:
        dealt = honest(self, *how)
        if "t1" in dealt:
            dealt["t2"] = (dealt["t1"][0], dealt["t2"][1])
        return dealt

    patch.setattr(TableDealer, "_deal", deal)


def test_a_face_known_more_often_than_it_exists_is_the_arbiters_doing() -> None:
    with pytest.MonkeyPatch.context() as patch:
        twins(patch)
        table = Seated()
    record = table.load()
    cheat("look/too-often", "arbiter", lambda: faces(record, "ann"))
    assert list(faces(record, "bob")) == ["t3", "t4"]


def test_a_card_that_exists_twice_over_is_found_when_it_is_played() -> None:
    """The seat signs on although it saw the fault; then everybody sees it."""
    with pytest.MonkeyPatch.context() as patch:
        twins(patch)
        table = Seated()
        known = {t: table.table.cards.faces[t] for t in ("t1", "t2")}
        first = signing.sign_move(table.table, who("ann"), "ann", [play("t1")], known)
        table.enter(first)
        second = signing.sign_move(table.table, who("ann"), "ann", [play("t2")], known)
        refused("face/too-often", lambda: table.enter(second))


def test_a_flip_that_is_swapped_for_another_card_is_refused() -> None:
    """No card can be swapped after the deal: t5 opened with t6's face and salt."""
    table = Seated()
    table.do("ann", FLIP)
    salt = table.table.cards.faces["t6"][1]
    other = {"t5": {"face": table.table.cards.faces["t6"][0], "salt": b64.encode(salt)}}
    cheat("opening/wrong", ARBITER, lambda: check(table.forge(3, opened=other)))


# --- at the desk ---


def test_the_seats_program_stops_before_it_signs_and_writes_the_proof(tmp_path: Path) -> None:
    with false_looks(wrong_face):
        mail = Mail(tmp_path)
    cheat("look/false", "arbiter", lambda: mail.move("ann", FREE))
    assert not any("ann" in p.name for p in tmp_path.glob("mail-00*move*"))
    (proof,) = mail.journal("ann").glob("*-look-proof")
    found = evidence.check(files.read_json(proof, files.LIMITS["record"]))
    assert (found.code, found.party) == ("look/false", "arbiter")
    assert mail.desks["ann"].journal.table(b64.encode(mail.record().table.id)).statements == {}


def test_a_proof_with_anothers_key_or_of_an_honest_table_proves_nothing() -> None:
    table = Seated()
    key = sealing_key(table.table, "ann", who("ann")).private_bytes_raw()
    claimed = Cheat("look/false", "", party="arbiter", at="/entries/2")
    for seat, code in (("ann", "evidence/nothing"), ("bob", "evidence/other-key")):
        proof = false_look(table.record.entries, claimed, seat, key)
        refused(code, lambda proof=proof: evidence.check(proof))  # type: ignore[misc]


def test_a_rigged_deal_is_no_false_look() -> None:
    """Committed and shown alike: only the last ruling tells (see test_hidden.py)."""
    with rigged(("t1", "t5")):
        table = Seated()
    assert list(faces(table.load(), "ann")) == ["t1", "t2"]
