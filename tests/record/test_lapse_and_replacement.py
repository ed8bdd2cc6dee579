"""A late seat, and a seat taken over (docs/protocol.md, Lapse and Replacement)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.fair import draws, looks
from pbem.record.knowledge import open_looks, sealing_key, seat_of
from pbem.record.statements import Signed, read
from pbem.wire import b64
from tests.tables import (
    ARBITER,
    DONE,
    FREE,
    MIX,
    PEEK,
    RESIGN,
    ROLL,
    Seated,
    cheat,
    check,
    play,
    refused,
    resign,
    who,
)

pytestmark = pytest.mark.usefixtures("example", "plain")

SEATS = ("ann", "bob", "cid")
SPOILT = b64.encode(b"\x5a" * 32)


def policy(lapse: str = "7d", replace: str = "never") -> dict[str, str]:
    return {"lapse": lapse, "replace": replace}


def taking(table: Seated, statement: Signed | dict[str, Any]) -> Callable[[], None]:
    signed = statement if isinstance(statement, Signed) else read(statement)
    return lambda: table.take(signed)


# --- lapse ---


def test_the_next_seat_claims_and_one_decision_is_played_by_default() -> None:
    """In the example game the default is to end the turn, which draws nothing."""
    table = Seated("example", SEATS)
    claim = table.lapse("bob", "ann")
    assert "link" not in claim.body
    ruled = table.enter(claim)
    assert ruled is not None and "link" not in ruled.body
    assert table.table.awaited_seat == "bob"
    step = table.load().table.steps[-1]
    assert (step.kind, step.by) == ("lapse", "bob")
    assert table.load().table.findings == []


def test_a_default_that_draws_takes_the_claimants_link_and_not_the_late_seats() -> None:
    table = Seated("plain", SEATS)
    shown = {name: p.shown for name, p in table.table.parties.items()}
    ruled = table.enter(table.lapse("bob", "ann"))
    assert ruled is not None and len(ruled.body["draws"]) == 1
    after = {name: p.shown for name, p in table.table.parties.items()}
    assert after == {**shown, "bob": shown["bob"] + 1, ARBITER: shown[ARBITER] + 1}
    assert table.table.awaited_seat == "ann"


def test_the_key_of_a_lapse_comes_from_the_two_links_in_it() -> None:
    table = Seated("plain", SEATS)
    before = table.table.key
    claim = table.lapse("bob", "ann")
    ruled = table.enter(claim)
    assert ruled is not None
    links = [("bob", b64.decode(claim.body["link"])), (ARBITER, b64.decode(ruled.body["link"]))]
    assert table.table.key == draws.next_key(before, links)


@pytest.mark.parametrize(("by", "turn"), [("bob", True), ("cid", False)])
def test_a_claim_out_of_turn_is_taken_and_reported(by: str, turn: bool) -> None:
    table = Seated("example", SEATS)
    table.enter(table.lapse(by, "ann"))
    findings = table.load().table.findings
    assert (findings == []) == turn
    if not turn:
        assert findings[0].startswith("entry 3: cid claimed the lapse of ann where bob comes first")


def test_the_order_of_claims_goes_round_the_table_and_past_those_who_resigned() -> None:
    table = Seated("example", SEATS)
    table.do("ann", DONE)
    table.do("bob", RESIGN)
    assert table.table.awaited_seat == "cid"
    table.enter(table.lapse("ann", "cid"))
    assert table.load().table.findings == []
    assert table.table.awaited_seat == "ann"
    table.enter(table.lapse("cid", "ann"))
    assert table.load().table.findings == []


def test_who_may_not_claim() -> None:
    table = Seated("example", SEATS)
    body = table.lapse("bob", "ann").body
    own = table.signed("ann", body, by="ann")
    refused("lapse/by", taking(table, own))
    refused("lapse/not-awaited", taking(table, table.signed("cid", body, by="cid", late="bob")))
    refused("statement/by", taking(table, table.signed(ARBITER, body, by=ARBITER)))
    table.do("ann", DONE)
    table.do("bob", RESIGN)
    gone = {**body, "late": "cid", "n": 5, "head": b64.encode(table.table.head)}
    refused("lapse/by", taking(table, table.signed("bob", gone)))


def test_a_policy_may_know_no_lapse() -> None:
    table = Seated("example", SEATS, policy=policy("never"))
    refused("lapse/policy", taking(table, table.lapse("bob", "ann")))


def test_a_claim_has_a_link_exactly_where_the_default_draws() -> None:
    drawing = Seated("plain", SEATS)
    bare = drawing.signed("bob", drawing.lapse("bob", "ann").body, link=None)
    refused("link/missing", taking(drawing, bare))
    quiet = Seated("example", SEATS)
    linked = quiet.signed("bob", quiet.lapse("bob", "ann").body, link=SPOILT)
    refused("link/too-many", taking(quiet, linked))


def test_nobody_lapses_alone_at_a_table() -> None:
    table = Seated("plain", ("ann",))
    body = {"late": "ann", "actions": None}
    own = table.signed("ann", {**table.move("ann", FREE).body, "kind": "lapse"}, **body)
    refused("lapse/by", taking(table, own))


def test_dealt_by_seats_a_lapse_takes_the_shares_of_all_but_the_late_seat() -> None:
    table = Seated("plain", SEATS, host="ann")
    claim = table.lapse("bob", "ann")
    refused("statement/not-due", lambda: table.take(claim, table.share("ann", claim)))
    table.enter(table.share("cid", claim))
    assert [s["kind"] for s in table.json()["entries"][3]] == ["lapse", "share"]
    assert table.load().table.head == table.table.head


# --- replacement ---


def replaced(kind: str = "absent", seats: tuple[str, ...] = SEATS) -> Seated:
    """bob, who has looked at his two cards and at the top of the pile, is taken over by eve."""
    table = Seated("example", seats, policy=policy(replace=kind))
    table.do("ann", DONE)
    table.do("bob", PEEK)
    join = table.take_over("bob", "eve")
    consents = [table.consent(s, join) for s in seats if s != "bob" or kind == "handover"]
    table.enter(join, *consents)
    table.ids["bob"] = who("eve")
    return table


def test_everybody_else_consents_each_with_a_link() -> None:
    entry = replaced().json()["entries"][5]
    assert [(s["kind"], s["by"], "link" in s) for s in entry] == [
        ("join", "bob", False),
        ("consent", "ann", True),
        ("consent", "cid", True),
        ("ruling", ARBITER, True),
    ]
    assert replaced().load().table.steps[-1].kind == "replacement"


def test_with_handover_the_old_key_consents_in_its_place_and_without_a_link() -> None:
    entry = replaced("handover").json()["entries"][5]
    assert [(s["kind"], s["by"], "link" in s) for s in entry] == [
        ("join", "bob", False),
        ("consent", "ann", True),
        ("consent", "bob", False),
        ("consent", "cid", True),
        ("ruling", ARBITER, True),
    ]


def test_the_script_does_not_move() -> None:
    table = Seated("example", SEATS, policy=policy(replace="absent"))
    table.do("ann", DONE)
    before, awaited = table.table.runner.public(), table.table.awaited_seat
    join = table.take_over("bob", "eve")
    table.enter(join, table.consent("ann", join), table.consent("cid", join))
    assert (table.table.runner.public(), table.table.awaited_seat) == (before, awaited)


def test_all_that_the_seat_has_seen_is_sealed_to_the_new_key_by_age() -> None:
    """bob holds t3 and t4; the pile of three seats starts at t7, at which he peeked."""
    table = replaced()
    (look,) = table.json()["entries"][5][-1]["looks"]
    box = b64.decode(look["box"])
    assert (look["to"], len(box)) == ("bob", 48 + 64 * 3)
    known = open_looks(table.table, "bob", who("eve"))
    assert list(known) == ["t3", "t4", "t7"]
    assert seat_of(table.table, who("eve")) == "bob"
    assert seat_of(table.table, who("bob")) is None


def test_the_new_key_reads_them_from_the_file_alone() -> None:
    table = replaced()
    stranger = table.load().table
    assert stranger.secret is None
    assert open_looks(stranger, "bob", who("eve")) == table.known("bob")


def test_the_old_key_cannot_read_the_new_look() -> None:
    table = replaced()
    look = table.table.cards.looks[-1]
    info = looks.info(table.table.id, look.head, "bob", 0)
    old = sealing_key(table.table, "bob", who("bob"))
    with pytest.raises(Refused) as caught:
        looks.open_box(old, look.box, info)
    assert caught.value.code == "look/sealed"
    assert looks.open_box(sealing_key(table.table, "bob", who("eve")), look.box, info)


def test_the_new_key_plays_on_with_what_the_seat_had_seen() -> None:
    table = replaced()
    face = table.known("bob")["t3"][0]
    table.do("bob", play("t3"), ROLL, MIX, DONE)
    assert table.table.runner.public()["points"]["bob"] >= int(face[1:])
    table.finish()
    assert table.load().table.secret is not None


def test_the_old_keys_statements_are_refused_from_then_on() -> None:
    """D4: the key that was replaced signs no move, claim or consent at this table."""
    table = replaced()
    move = table.move("bob", FREE)
    table.ids["bob"] = who("bob")
    refused("signature/old-key", taking(table, table.signed("bob", move.body)))
    table.ids["bob"] = who("eve")
    table.do("bob", DONE)
    table.ids["bob"] = who("bob")
    claim = {**table.lapse("ann", "cid").body, "by": "bob"}
    refused("signature/old-key", taking(table, table.signed("bob", claim)))


def test_no_look_is_sealed_where_the_seat_has_seen_nothing() -> None:
    table = Seated("plain", SEATS, policy=policy(replace="absent"))
    join = table.take_over("ann", "eve")
    ruled = table.enter(join, table.consent("bob", join), table.consent("cid", join))
    assert ruled is not None and "looks" not in ruled.body
    table.ids["ann"] = who("eve")
    table.do("ann", ROLL)
    assert table.load().table.n == 5


@pytest.mark.parametrize(
    ("code", "seat", "kind"),
    [("replace/policy", "ann", "never"), ("replace/not-awaited", "bob", "absent")],
)
def test_only_the_awaited_seat_and_only_by_policy(code: str, seat: str, kind: str) -> None:
    table = Seated("example", SEATS, policy=policy(replace=kind))
    refused(code, taking(table, table.take_over(seat, "eve")))


def test_nobody_is_replaced_alone_at_a_table() -> None:
    table = Seated("plain", ("ann",), policy=policy(replace="absent"))
    refused("replace/one-seat", taking(table, table.take_over("ann", "eve")))


@pytest.mark.parametrize("name", ["ann", "bob", ARBITER])
def test_the_new_key_is_new_at_the_table(name: str) -> None:
    table = Seated("example", SEATS, policy=policy(replace="absent"))
    refused("key/twice", taking(table, table.take_over("ann", name)))


@pytest.mark.parametrize("field", ["seal", "nonce", "anchor"])
def test_nothing_of_another_seats_join_comes_back(field: str) -> None:
    table = Seated("example", SEATS, policy=policy(replace="absent"))
    bobs = table.json()["entries"][1][1][field]
    join = table.take_over("ann", "eve").body
    refused("key/twice", taking(table, resign(who("eve"), join, **{field: bobs})))


@pytest.mark.parametrize("field", ["sign", "seal", "nonce", "anchor"])
@pytest.mark.parametrize("host", [None, "bob"], ids=["arbiter", "seats"])
def test_nothing_of_the_old_key_comes_back_later(host: str | None, field: str) -> None:
    """ann's links are in the log: back under her anchor she would show them once more, and her
    draws would be known before she decides."""
    table = Seated("plain", SEATS, policy=policy(replace="absent"), host=host)
    anns = table.json()["entries"][1][0][field]
    join = table.take_over("ann", "eve")
    table.enter(join, *(table.consent(s, join) for s in SEATS[1:]))
    back = resign(who("fay"), table.take_over("ann", "fay").body, **{field: anns})
    if field == "sign":
        back = resign(who("ann"), back)
    refused("key/twice", taking(table, back))


@pytest.mark.parametrize(
    "change",
    [
        lambda e: [e[0], e[2], e[1], e[3]],
        lambda e: [e[0], e[1], e[3]],
        lambda e: [e[0], e[3]],
    ],
    ids=["order", "missing", "none"],
)
def test_a_replacement_without_every_consent_in_seat_order_is_refused(
    change: Callable[[list[Any]], list[Any]],
) -> None:
    table = replaced()
    entries = table.json()["entries"][:6]
    entries[5] = change(entries[5])
    cheat("entry/consents", ARBITER, lambda: check(table.rebuilt(entries)))


def test_with_handover_the_old_key_must_consent() -> None:
    table = replaced("handover")
    entries = table.json()["entries"][:6]
    del entries[5][2]
    cheat("entry/consents", ARBITER, lambda: check(table.rebuilt(entries)))


def test_a_consent_is_for_one_join_on_one_head() -> None:
    """B3: consent to eve is none to fay, nor to eve again later."""
    table = Seated("example", SEATS, policy=policy(replace="absent"))
    eve = table.take_over("ann", "eve")
    consent = table.consent("bob", eve)
    table.take(table.take_over("ann", "fay"))
    refused("statement/answers", taking(table, consent))
    table.record.pending = []
    table.do("ann", FREE)
    table.take(table.take_over("ann", "eve"))
    refused("statement/stale", taking(table, consent))


def test_a_newer_join_takes_the_place_of_one_that_nobody_has_consented_to() -> None:
    """Nobody consents twice, so a stranger's join does not put aside one that is agreed on."""
    table = Seated("example", SEATS, policy=policy(replace="absent"))
    eve, fay, gus = (table.take_over("ann", name) for name in ("eve", "fay", "gus"))
    table.take(eve, fay)
    assert table.record.pending == [fay]
    consent = table.consent("bob", fay)
    table.take(consent)
    refused("replace/agreed", lambda: table.take(gus))
    assert table.record.pending == [fay, consent]


def test_dealt_by_seats_the_others_take_a_seat_over_without_a_ruling() -> None:
    table = Seated("plain", SEATS, host="bob", policy=policy(replace="absent"))
    join = table.take_over("ann", "eve")
    table.enter(join, table.consent("bob", join), table.consent("cid", join))
    table.ids["ann"] = who("eve")
    table.do("ann", ROLL)
    assert [s["kind"] for s in table.json()["entries"][3]] == ["join", "consent", "consent"]
    assert table.load().table.head == table.table.head
