"""Attacks on the log and on keys: rows A, B, C and D of the catalogue of known cheats.

| A commitments | B history | C formats | D keys |
"""

from __future__ import annotations

import copy
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pbem.cli import main
from pbem.errors import Refused
from pbem.fair.keys import public_bytes
from pbem.record import evidence, judge, ruling, signing
from pbem.record.desk import write_record
from pbem.record.entries import apply
from pbem.record.knowledge import sealing_key
from pbem.record.party import Party
from pbem.record.record import load, replay
from pbem.record.statements import read
from pbem.record.table import begin
from pbem.wire import b64
from tests.tables import (
    ARBITER,
    DONE,
    FLIP,
    FREE,
    MIX,
    PEEK,
    ROLL,
    Mail,
    Seated,
    cheat,
    nonce,
    refused,
    resign,
    who,
)

pytestmark = pytest.mark.usefixtures("example", "plain")


def other_nonces(name: str) -> bytes:
    return (b"other " + name.encode()).ljust(32)


# --- A: commitments ---


def test_a2_a_second_commitment_after_the_roster_is_refused() -> None:
    """My computer crashed, says bob, here is my new anchor."""
    table = Seated(start=False)
    table.enter(table.join("ann"), table.join("bob"))
    again = signing.sign_join(table.table, who("bob"), "bob", other_nonces("bob"))
    refused("entry/kind", lambda: table.take(again))
    early = table.signed("bob", again.body, n=1, head=b64.encode(table.table.id))
    refused("statement/stale", lambda: table.take(read(early)))


@pytest.mark.parametrize("changed", ["ann", "bob", "open by arbiter"])
def test_a4_one_partys_anchor_changes_every_draw(changed: str) -> None:
    """The arbiter's key and anchor stand in the open, before any seat has added its own; and
    with other links of any one party all that follows is drawn anew."""

    def nonces(name: str) -> bytes:
        return other_nonces(name) if name == changed else nonce(name)

    one, two = Seated(), Seated(nonces=nonces)
    for table in (one, two):
        for _ in range(6):
            table.do("ann", ROLL, ROLL, ROLL)
    rolls = [
        [[d["roll"][0] for d in e[1]["draws"]] for e in t.json()["entries"][3:]] for t in (one, two)
    ]
    assert one.table.key != two.table.key
    assert rolls[0] != rolls[1]
    assert set(one.json()["entries"][0][0]) >= {"sign", "anchor", "hidden"}


def test_a4_an_open_without_the_arbiters_anchor_is_refused() -> None:
    body = Seated(start=False).table.body
    for field in ("anchor", "hidden"):
        bare = read(resign(who(ARBITER), body, **{field: None}))
        refused("open/fields", lambda bare=bare: begin(bare))  # type: ignore[misc]


def test_a7_a_copied_anchor_is_refused_at_the_door_and_useless_inside() -> None:
    """bob copies ann's anchor, to copy her links as she shows them."""
    table = Seated(start=False)
    ann = table.join("ann")
    copied = table.signed("bob", table.join("bob").body, anchor=ann.body["anchor"])
    table.take(ann)
    refused("key/twice", lambda: table.take(read(copied)))
    anchor = b64.decode(ann.body["anchor"])
    link = b64.decode(Seated().json()["entries"][2][0]["link"])
    as_ann = Party("ann", b"", b"", nonce("ann"), anchor)
    as_ann.check_link(link)
    refused("link/not-next", lambda: Party("bob", b"", b"", nonce("bob"), anchor).check_link(link))
    refused("link/not-next", lambda: Party("bob", b"", b"", nonce("ann"), anchor).check_link(link))


# --- B: history ---


def whole_game() -> Seated:
    table = Seated()
    table.do("ann", ROLL, PEEK, MIX, DONE)
    table.do("bob", FLIP, DONE)
    table.do("ann", FREE)
    table.do("ann", DONE)
    table.do("bob", ROLL)
    return table


def test_b1_an_old_entry_is_refused_at_every_later_height() -> None:
    data = whole_game().json()
    done = data["entries"]
    for n in range(1, len(done)):
        for later in range(n + 1, len(done)):
            record = load(_cut(data, later), strict_now=False)
            again = [read(s) for s in done[n]]
            refused("statement/stale", partial(apply, record.table, again))


def test_b1_an_old_move_is_here_already_and_moves_nothing() -> None:
    table = whole_game()
    before = table.json()
    for entry in before["entries"]:
        for statement in entry:
            assert judge.take(table.record, dict(statement)) == judge.HERE
    assert table.json() == before


def test_b1_an_arbiter_who_rules_on_an_old_move_again_has_signed_the_proof() -> None:
    """The ruling is onto the newest head, and names by its hash a move that is not."""
    table = Seated()
    table.do("ann", FREE)
    table.do("ann", FREE)
    first, second = table.json()["entries"][3:]
    again = table.signed(ARBITER, second[-1], answers=first[-1]["answers"])
    bad = [*table.json()["entries"][:4], [first[0], again]]
    breach = cheat("statement/stale", ARBITER, lambda: replay(bad))
    assert breach.at == "/entries/4/0/n"
    assert evidence.check(breach.proof).party == ARBITER


def _cut(data: dict[str, Any], n: int) -> dict[str, Any]:
    """The record's first n entries; what it says of the present is left as it was."""
    return {**data, "entries": data["entries"][:n]}


def test_b2_an_entry_of_another_table_is_refused_though_the_keys_are_the_same() -> None:
    here, there = Seated(), Seated(nonces=other_nonces)
    assert here.table.parties["ann"].sign == there.table.parties["ann"].sign
    there.do("ann", ROLL)
    foreign = [read(s) for s in there.json()["entries"][3]]
    refused("statement/other-table", lambda: here.take(foreign[0]))
    refused("statement/other-table", lambda: apply(here.table, foreign))


def test_b3_a_consent_names_the_one_join_it_accepts() -> None:
    table = Seated(policy={"lapse": "7d", "replace": "absent"})
    eve = table.take_over("ann", "eve")
    consent = table.consent("bob", eve)
    table.take(table.take_over("ann", "fay"))
    refused("statement/answers", lambda: table.take(consent))
    table.record.pending = []
    table.do("ann", FREE)
    table.take(table.take_over("ann", "eve"))
    refused("statement/stale", lambda: table.take(consent))


def two_faced(tmp_path: Path) -> tuple[Mail, str, str]:
    """The arbiter tells ann that she rolled in turn 3, and bob that she did nothing."""
    mail = Mail(tmp_path)
    common = mail.record()
    secret = ruling.hidden_secret(common.table, who(ARBITER))
    for seat, action in (("ann", ROLL), ("bob", FREE)):
        fresh = load(copy.deepcopy(common.as_json()), secret=secret)
        move = signing.sign_move(fresh.table, who("ann"), "ann", [action], {})
        fresh.append([move, ruling.rule(fresh.table, [move], who(ARBITER))])
        write_record(mail.at(seat), fresh)
    return mail, mail.at("ann"), mail.at("bob")


def test_b4_a_fork_is_found_when_two_records_meet_and_the_proof_stands_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, anns, bobs = two_faced(tmp_path)
    assert main.run(["verify", anns]) == main.run(["verify", bobs]) == 0
    assert main.run(["verify", anns, bobs]) == 3
    said = capsys.readouterr()
    assert "evidence of cheating by arbiter" in said.out
    assert "evidence/two-rulings" in said.err


def test_b4_the_next_mover_shows_the_fork_at_the_latest(tmp_path: Path) -> None:
    """ann's next move stands on a head that bob's record does not have."""
    mail, _, bobs = two_faced(tmp_path)
    move = mail.move("ann", DONE)
    record = mail.desks["bob"].open(bobs)
    refused("statement/other-head", lambda: judge.take(record, move))


def test_b5_a_players_fork_carries_both_signatures() -> None:
    """ann sends one move to the arbiter and another one to bob; they meet."""
    table = Seated()
    table.do("ann", FREE)
    second = Seated().move("ann", ROLL)
    cheat("evidence/two-moves", "ann", lambda: judge.take(table.record, dict(second.body)))


def test_b7_a_log_rewritten_by_the_arbiter_is_refused_by_every_seat(tmp_path: Path) -> None:
    """He has lost nothing but his shame: even with every seat's old moves at hand he can only
    rule other entries, and each seat remembers the head."""
    mail = Mail(tmp_path)
    start = mail.record()
    for seat, action in (("ann", ROLL), ("ann", DONE), ("bob", FREE)):
        mail.turn(seat, action)
    for seat in mail.seats:
        mail.desks[seat].open(mail.at(seat))
    secret = ruling.hidden_secret(start.table, who(ARBITER))
    rewritten = load(start.as_json(), secret=secret)
    for seat, action in (("ann", FREE), ("ann", DONE), ("bob", ROLL), ("bob", DONE)):
        move = signing.sign_move(rewritten.table, who(seat), seat, [action], {})
        rewritten.append([move, ruling.rule(rewritten.table, [move], who(ARBITER))])
    path = str(tmp_path / "rewritten.json")
    write_record(path, rewritten)
    for desk in (mail.desks[seat] for seat in mail.seats):
        cheat("evidence/two-rulings", ARBITER, partial(desk.open, path))


def test_b8_a_record_cut_short_is_older_and_never_taken_as_new(tmp_path: Path) -> None:
    mail = Mail(tmp_path)
    cut = tmp_path / "cut.json"
    shutil.copyfile(mail.at("bob"), cut)
    mail.turn("ann", DONE)
    bob = mail.desks["bob"]
    bob.open(mail.at("bob"))
    refused("record/older", lambda: bob.open(str(cut)))
    judged = bob.judge(mail.at("bob"), [str(cut)])
    assert judged.record.table.n == 4
    assert [t.news for t in judged.taken] == ["already here"]


# --- C: one kind signed, another read ---


KINDS = ("open", "join", "ready", "move", "lapse", "share", "consent", "ruling")


def test_c9_no_signature_of_one_kind_is_good_for_another() -> None:
    """Every statement of a game with its kind changed: the form or the signature refuses it."""
    table = whole_game()
    for entry in table.json()["entries"]:
        for statement in entry:
            for kind in KINDS:
                if kind != statement["kind"]:
                    with pytest.raises(Refused):
                        judge.take(table.record, {**statement, "kind": kind})


def test_c9_the_kind_is_under_the_signature_where_the_form_is_the_same() -> None:
    """A share and a consent with a link have the same fields; so have a ready and its like."""
    table = Seated("plain", ("ann", "bob", "cid"), host="ann")
    move = table.move("ann", ROLL)
    share = table.share("bob", move)
    table.take(move)
    posing = read({**share.body, "kind": "consent"})
    assert posing.id != share.id
    refused("signature/bad", lambda: table.take(posing))


# --- D: keys ---


@pytest.mark.parametrize("seat", ["ann", "bob"])
def test_d1_the_arbiters_key_holds_no_seat(seat: str) -> None:
    table = Seated(start=False, arbiter=seat)
    refused("key/twice", lambda: table.take(table.join(seat)))


def test_d1_one_key_holds_one_seat() -> None:
    table = Seated(start=False)
    table.take(table.join("ann"))
    table.ids["bob"] = who("ann")
    refused("key/twice", lambda: table.take(table.join("bob")))


def test_d1_dealt_by_seats_the_host_holds_one_seat_and_no_other() -> None:
    table = Seated("plain", ("ann", "bob"), host="ann", start=False)
    table.ids["bob"] = who("ann")
    refused("key/host", lambda: table.take(table.join("bob")))


def test_d5_signing_and_sealing_keys_are_two_and_a_shared_value_is_refused() -> None:
    table = Seated()
    join = table.json()["entries"][1][0]
    assert len({join["sign"], join["seal"], join["nonce"], join["anchor"]}) == 4
    sealing = public_bytes(sealing_key(table.table, "ann", who("ann")))
    assert b64.encode(sealing) == join["seal"]
    fresh = Seated(start=False)
    for field in ("seal", "nonce", "anchor"):
        twice = fresh.signed("ann", fresh.join("ann").body, **{field: join["sign"]})
        with pytest.raises(Refused) as caught:
            fresh.take(read(twice))
        assert caught.value.code in ("key/twice", "key/seal-range", "key/seal-bit-255")


def test_d5_a_seats_sealing_key_is_another_at_every_table() -> None:
    one, two = Seated(), Seated(nonces=other_nonces)
    assert one.table.parties["ann"].seal != two.table.parties["ann"].seal
    assert one.table.parties["ann"].sign == two.table.parties["ann"].sign
