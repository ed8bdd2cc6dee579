"""Attacks on draws and entries, each mounted with the program's own parts.

Numbers N1 to N8 name what somebody tries; docs/protocol.md says why it fails.
"""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from pbem.cli.verify import verdict
from pbem.fair import draws
from pbem.fair.chain import Chain
from pbem.record import judge, pending, ruling, signing
from pbem.record.desk import write_record
from pbem.record.entries import apply
from pbem.record.record import Record, load
from pbem.record.statements import read
from pbem.wire import b64
from tests.tables import (
    ARBITER,
    DONE,
    FREE,
    PEEK,
    ROLL,
    Mail,
    Seated,
    cheat,
    check,
    nonce,
    refused,
    resign,
    root,
    who,
)

pytestmark = pytest.mark.usefixtures("example", "plain")

PROTOCOL = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text("utf-8")
REPLACE = {"lapse": "7d", "replace": "absent"}


# --- N1: open the roster again until the setup is nice ---


def roster_with(bobs: int) -> Seated:
    """The same table with the `bobs`-th of bob's nonces; everybody gets ready."""
    return Seated(
        "example",
        nonces=lambda name: bobs.to_bytes(32, "big") if name == "bob" else nonce(name),
    )


def test_n1_searching_the_roster_would_pay() -> None:
    """What the attack is after: another join of bob's gives ann other cards."""
    hands = {roster_with(i).known("ann")["t1"][0] for i in range(1, 9)}
    assert len(hands) > 1


def test_n1_a_second_roster_on_one_table_is_proof() -> None:
    first, second = roster_with(1), roster_with(2)
    assert first.table.id == second.table.id
    ruled = second.json()["entries"][1][2]
    cheat("evidence/two-rulings", ARBITER, lambda: judge.take(first.record, ruled))
    cheat("evidence/two-rulings", ARBITER, lambda: judge.adopt(first.record, second.load()))


def test_n1_a_seat_with_a_journal_shows_no_link_for_a_second_roster(tmp_path: Path) -> None:
    mail = Mail(tmp_path, start=False)
    before = mail.record()
    mail.deliver(*(mail.post(mail.desks[s].join(mail.at(s), s)) for s in mail.seats))
    mail.desks["ann"].ready(mail.at("ann"))
    for statement in (
        mail.record().entries[1][0],
        signing.sign_join(before.table, who("bob"), "bob", b"nicer".ljust(32)).body,
    ):
        judge.take(before, statement)
    answers = pending.complete(before.table, before.pending)
    assert answers is not None
    before.append([*answers, ruling.rule(before.table, answers, who(ARBITER))])
    write_record(mail.at("ann"), before)
    signed = mail.desks["ann"].journal.table(b64.encode(before.table.id)).ready
    cheat("evidence/two-rulings", ARBITER, lambda: mail.desks["ann"].ready(mail.at("ann")))
    assert mail.desks["ann"].journal.table(b64.encode(before.table.id)).ready == signed


# --- N2: read a link, slip in another entry, get another draw ---


def slipped(table: Seated, answers: list[dict[str, Any]], **parts: Any) -> Any:
    """Verify the record with one more entry that the arbiter made up on the newest head."""
    body = ruling.base(table.table, "ruling", ARBITER)
    ids = [b64.encode(read(a).id) for a in answers]
    ruled = resign(who(ARBITER), {**body, "answers": ids, "sig": ""}, **parts)
    return lambda: check(table.rebuilt([*table.json()["entries"], [*answers, ruled]]))


def test_n2_nothing_completes_an_entry_but_the_awaited_seats_move_a_claim_or_a_replacement() -> (
    None
):
    """ann's move with her link has reached the arbiter, who does not like the result."""
    table = Seated("example", ("ann", "bob", "cid"))
    move = table.move("ann", ROLL).body
    other = {**move, "actions": [FREE]}
    bobs = resign(who("bob"), other, by="bob", link=None)
    arbiters = resign(who(ARBITER), other, by=ARBITER, link=None)
    link = Chain(root(ARBITER), bytes(32), ARBITER, nonce("open by arbiter")).link(2)
    state = b64.encode(b"\1" * 32)
    refused("ruling/no-secret", slipped(table, [], link=None))
    cheat("ruling/link", ARBITER, slipped(table, [], link=b64.encode(link)))
    cheat("ruling/secret", ARBITER, slipped(table, [], secret=state))
    cheat("move/not-your-turn", ARBITER, slipped(table, [bobs], state=state))
    refused("statement/by", slipped(table, [arbiters], state=state))
    share = resign(
        who("bob"), {**move, "kind": "share", "by": "bob"}, actions=None, answers=[state]
    )
    cheat("entry/kind", ARBITER, slipped(table, [share], state=state))
    join = table.take_over("ann", "eve").body
    cheat("replace/policy", ARBITER, slipped(table, [join], state=state))


def test_n2_the_draw_of_a_move_is_one_value_and_no_other() -> None:
    """Ruled at whatever time, beside whatever waits: the same result."""
    results = []
    for waiting in ((), ("bob",), ("cid",), ("bob", "cid")):
        table = Seated("example", ("ann", "bob", "cid"))
        move = table.move("ann", ROLL)
        for seat in waiting:
            table.take(table.lapse(seat, "ann"))
        ruled = table.enter(move)
        assert ruled is not None
        results.append(ruled.body)
    assert all(r == results[0] for r in results)


# --- N3: burn links with moves that draw nothing ---


@pytest.mark.parametrize("between", [[], [FREE], [FREE, FREE, FREE], [PEEK, FREE]])
def test_n3_the_kth_draw_is_the_same_whatever_harmless_moves_lie_between(
    between: list[dict[str, Any]],
) -> None:
    plain, attacked = Seated(), Seated()
    for _ in range(3):
        for action in between:
            assert "link" not in attacked.do("ann", action)
        assert attacked.do("ann", ROLL)["draws"] == plain.do("ann", ROLL)["draws"]
        assert attacked.table.key == plain.table.key


def test_n3_a_link_that_nothing_needs_is_refused() -> None:
    table = Seated()
    link = signing.next_link(table.table, who("ann"), "ann")
    burn = table.signed("ann", table.move("ann", FREE).body, link=link)
    refused("link/too-many", lambda: table.take(read(burn)))


# --- N4: arbiter and mover together ---


def test_n4_arbiter_and_mover_together_foresee_and_the_docs_say_so() -> None:
    """From both roots the next result is known before anything is signed; either alone lacks
    the other's link. How a list is cut decides which draw comes second."""
    table = Seated()
    links = [
        ("ann", Chain(root("ann"), table.table.id, "ann", nonce("ann")).link(2)),
        (ARBITER, Chain(root(ARBITER), bytes(32), ARBITER, nonce("open by arbiter")).link(2)),
    ]
    key = draws.next_key(table.table.key, links)
    foreseen = [1 + draws.public_stream(key, q).below(6) for q in (0, 1)]
    once = Seated().do("ann", ROLL, ROLL)["draws"]
    assert once == [{"roll": [value]} for value in foreseen]
    twice = Seated()
    assert twice.do("ann", ROLL)["draws"] == once[:1]
    assert twice.table.key != draws.next_key(key, links)
    assert "Arbiter and mover as a team foresee draws" in " ".join(PROTOCOL.split())


# --- N5: a fresh anchor by replacement ---


def test_n5_a_replacement_without_the_links_of_all_others_is_refused() -> None:
    table = Seated("plain", ("ann", "bob", "cid"), policy=REPLACE)
    join = table.take_over("ann", "eve")
    bare = table.consent("bob", join, link=False)
    refused("link/consent", lambda: table.take(join, bare))
    answers = [join.body, bare.body, table.consent("cid", join).body]
    cheat("link/consent", ARBITER, slipped(table, answers, state=b64.encode(bytes(32))))


def test_n5_the_key_takes_in_every_consents_link() -> None:
    """The new anchor was fixed before these were known; each alone changes what is drawn."""
    table = Seated("plain", ("ann", "bob", "cid"), policy=REPLACE)
    before = table.table.key
    join = table.take_over("ann", "eve")
    bob, cid = table.consent("bob", join), table.consent("cid", join)
    ruled = table.enter(join, bob, cid)
    assert ruled is not None
    links = [(s.by, b64.decode(s.body["link"])) for s in (bob, cid, ruled)]
    assert table.table.key == draws.next_key(before, links)
    for i in range(3):
        without = [*links[:i], (links[i][0], bytes(32)), *links[i + 1 :]]
        assert draws.next_key(before, without) != table.table.key


# --- N6: a lapse at the arbiter's pleasure ---


def test_n6_the_arbiter_cannot_lapse_a_seat_alone() -> None:
    table = Seated("plain", ("ann", "bob", "cid"))
    link = Chain(root(ARBITER), bytes(32), ARBITER, nonce("open by arbiter")).link(2)
    own = table.signed(ARBITER, table.lapse("bob", "ann").body, by=ARBITER, link=None)
    state = b64.encode(bytes(32))
    refused("statement/by", slipped(table, [own], link=b64.encode(link), state=state))
    bare = table.signed("bob", table.lapse("bob", "ann").body, link=None)
    cheat("ruling/link", ARBITER, slipped(table, [bare], link=b64.encode(link), state=state))


def test_n6_a_choice_between_claims_is_reported() -> None:
    """With bob's and cid's claims at hand the results differ; taking cid's is written down."""
    first, second = (Seated("plain", ("ann", "bob", "cid")) for _ in range(2))
    first.enter(first.lapse("bob", "ann"))
    second.enter(second.lapse("cid", "ann"))
    assert first.table.key != second.table.key
    assert first.load().table.findings == []
    assert len(second.load().table.findings) == 1


# --- N7: refuse to close ---


def test_n7_the_last_ruling_without_the_secret_is_refused_and_nothing_is_proven() -> None:
    table = Seated()
    for seat in ("ann", "bob", "ann"):
        table.do(seat, DONE)
    assert verdict(table.load()) == "consistent, 1 hidden shuffle unproven"
    table.do("bob", DONE)
    assert verdict(table.load()) == "proven"
    unfinished = table.forge(table.table.n - 1, secret=None)
    refused("ruling/no-secret", lambda: check(unfinished))


# --- N8: crash, and judge again ---


def test_n8_an_entry_ruled_twice_is_the_same_bytes_looks_and_all() -> None:
    """Setup, peeks, mixes, dice; ruled from the live table and from the file."""
    table = Seated()
    move = table.move("ann", PEEK, {"do": "mix"}, ROLL, {"do": "flip"}, DONE)
    fresh = [load(table.json(), secret=ruling.hidden_secret(table.table, who(ARBITER)))]
    fresh.append(load(table.json()))
    first = table.enter(move)
    assert first is not None and len(first.body["looks"]) == 2
    for record in fresh:
        record.table.secret = ruling.hidden_secret(record.table, who(ARBITER))
        if not record.table.cards.faces:
            continue  # whoever loaded without the secret lacks the faces and cannot rule
        again = ruling.rule(record.table, [read(move.body)], who(ARBITER))
        assert again.body == first.body


def test_n8_the_answers_arriving_in_another_order_make_the_same_ruling() -> None:
    whole = [_started(order).json() for order in permutations(("ann", "bob", "cid"))]
    assert all(record == whole[0] for record in whole)


def _started(order: tuple[str, ...]) -> Seated:
    table = Seated("example", ("ann", "bob", "cid"), start=False)
    table.enter(*(table.join(s) for s in order))
    table.enter(*(table.ready(s) for s in order))
    return table


def test_n8_a_ruling_replayed_onto_its_own_table_is_already_there() -> None:
    table = Seated()
    table.do("ann", ROLL)
    record: Record = table.record
    for statement in table.json()["entries"][3]:
        assert judge.take(record, statement) == judge.HERE
    again = [read(s) for s in table.json()["entries"][3]]
    refused("statement/stale", lambda: apply(table.table, again))
