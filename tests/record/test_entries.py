"""Each kind of entry, and every way it can be wrong (docs/protocol.md, Entries, Rulings)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.record.entries import apply
from pbem.record.statements import read
from pbem.wire import b64
from tests.record.logs import SPOILT, Change, Entry, by_seats, link_of, played, with_entry
from tests.tables import (
    ARBITER,
    DONE,
    FREE,
    PEEK,
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


def test_honest_records_verify() -> None:
    assert played().load().table.n == 5
    assert by_seats().load().table.n == 4


# --- roster and start ---


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize(
    "order",
    [(1, 0), (0,), (1,), (0, 0), (0, 1, 1), (0, 0, 1), ()],
    ids=["order", "one", "other", "twice", "extra", "two-and-one", "none"],
)
def test_roster_and_start_take_one_statement_of_every_seat_in_seat_order(
    n: int, order: tuple[int, ...]
) -> None:
    """Where one is there twice, the second is another statement of the same seat."""
    table = played()

    def change(entry: Entry) -> Entry:
        taken: Entry = []
        for i in order:
            again = entry[i] in taken
            field = "nonce" if n == 1 else "link"
            by = entry[i]["by"]
            taken.append(table.signed(by, entry[i], **{field: SPOILT}) if again else entry[i])
        return [*taken, entry[-1]]

    cheat("entry/incomplete", ARBITER, with_entry(table, n, change))


def test_a_roster_without_its_ruling_is_no_entry() -> None:
    refused("entry/no-ruling", with_entry(played(), 1, lambda e: e[:2]))
    refused("entry/no-ruling", with_entry(by_seats(), 1, lambda e: e[:3]))


def test_an_entry_has_one_ruling_and_it_comes_last() -> None:
    opened = played().table.body
    refused("entry/order", with_entry(played(), 3, lambda e: [opened, *e]))
    # Another ruling, which the last one answers: these two are for one entry.
    cheat("evidence/two-rulings", ARBITER, with_entry(played(), 3, lambda e: [e[1], *e]))
    refused("entry/no-ruling", with_entry(played(), 3, lambda e: [e[1], e[0]]))


def test_a_ready_where_a_join_is_due_is_refused() -> None:
    """Before the roster a seat has no key that anything but a join could be checked with."""
    table = played()
    data = table.json()["entries"]
    early = table.signed("ann", data[2][0], n=1, head=data[1][0]["head"])
    refused("entry/kind", with_entry(table, 1, lambda e: [early, *e]))


@pytest.mark.parametrize("field", ["sign", "seal", "nonce", "anchor"])
def test_a_value_that_occurs_twice_in_a_roster_is_refused(field: str) -> None:
    table = played()
    ann = table.json()["entries"][1][0][field]

    def same(entry: Entry) -> Entry:
        bob = who("ann") if field == "sign" else who("bob")
        return [entry[0], resign(bob, entry[1], **{field: ann}), entry[2]]

    cheat("key/twice", ARBITER, with_entry(table, 1, same))


def test_the_host_joins_with_the_key_of_the_open() -> None:
    eve = resign(who("eve"), by_seats().json()["entries"][1][0], sign=b64.encode(who("eve").sign))
    cheat("key/host", "ann", with_entry(by_seats(), 1, lambda e: [eve, *e[1:]]))


# --- headers, signatures, ids ---


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("statement/other-table", {"table": SPOILT}),
        ("statement/stale", {"n": 2}),
        ("statement/ahead", {"n": 4}),
        ("statement/other-head", {"head": SPOILT}),
    ],
)
@pytest.mark.parametrize("index", [0, 1], ids=["move", "ruling"])
def test_every_statement_of_an_entry_is_on_its_head(
    code: str, changes: dict[str, Any], index: int
) -> None:
    table = played()
    data = table.json()["entries"][:4]
    by = data[3][index]["by"]
    data[3][index] = table.signed(by, data[3][index], **changes)
    bad = table.rebuilt(data)
    if index and changes == {"n": 2}:  # where another ruling of his stands
        cheat("evidence/two-rulings", ARBITER, lambda: check(bad))
    elif index:
        refused(code, lambda: check(bad))
    else:  # the ruling names it, and its author has signed that
        cheat(code, ARBITER, lambda: check(bad))


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_an_unsigned_change_is_refused_and_proves_nothing(n: int) -> None:
    table = played()
    for index in range(len(table.json()["entries"][n])):
        data = table.json()
        statement = data["entries"][n][index]
        sig = b64.decode(statement["sig"])
        statement["sig"] = b64.encode(bytes([sig[0] ^ 1, *sig[1:]]))
        refused("signature/bad", lambda data=data: check(data))  # type: ignore[misc]


def test_a_field_changed_after_signing_is_refused_everywhere() -> None:
    table = played()
    for index, field in ((0, "link"), (1, "link"), (1, "state")):
        data = table.json()
        data["entries"][3][index][field] = SPOILT
        refused("signature/bad", lambda data=data: check(data))  # type: ignore[misc]


def test_a_ruling_that_names_other_statements_is_refused() -> None:
    table = played()
    for answers in ([SPOILT], []):
        data = table.json()
        data["entries"][3][1] = table.signed(ARBITER, data["entries"][3][1], answers=answers)
        refused("entry/answers", lambda data=data: check(data))  # type: ignore[misc]


def test_a_ruling_is_by_the_arbiter_in_name_too() -> None:
    refused("statement/by", lambda: check(played().forge(3, by="ann")))


def test_a_ruling_signed_by_a_seat_is_refused() -> None:
    data = played().json()
    data["entries"][3][1] = resign(who("ann"), data["entries"][3][1])
    refused("signature/bad", lambda: check(data))


def test_trusted_skips_the_signature_and_nothing_else() -> None:
    table, other = Seated(), Seated()
    move = table.move("ann", DONE)
    spoilt = read({**move.body, "sig": b64.encode(bytes(64))})
    ruled = other.enter(other.move("ann", DONE))
    assert ruled is not None
    refused("signature/bad", lambda: apply(Seated().table, [spoilt, ruled]))
    apply(table.table, [spoilt, ruled], trusted=True)
    assert table.table.head == other.table.head
    wrong = read({**ruled.body, "state": SPOILT})
    cheat("ruling/state", ARBITER, lambda: apply(Seated().table, [move, wrong], trusted=True))


# --- turns ---


def test_a_move_of_a_seat_that_is_not_awaited_proves_against_the_arbiter() -> None:
    table = Seated()
    table.do("ann", FREE)
    data = table.json()["entries"]
    data[3][0] = resign(who("bob"), data[3][0], by="bob")
    cheat("move/not-your-turn", ARBITER, lambda: check(table.rebuilt(data)))


def test_an_illegal_move_let_pass_proves_against_the_arbiter() -> None:
    table = Seated()
    table.do("ann", FREE)
    data = table.json()["entries"]
    data[3][0] = table.signed("ann", data[3][0], actions=[play("t1")])
    cheat("move/not-possible", ARBITER, lambda: check(table.rebuilt(data)))


def test_two_moves_in_one_entry_are_refused() -> None:
    table = played()
    cheat("entry/shares", ARBITER, with_entry(table, 4, lambda e: [e[0], noted(table, e[0]), e[1]]))


def noted(table: Seated, move: dict[str, Any]) -> dict[str, Any]:
    """The same move with another note: another statement of the same seat."""
    return table.signed(move["by"], move, note="again")


@pytest.mark.parametrize("kind", ["ready", "share", "consent"])
def test_a_kind_that_does_not_answer_a_turn_is_refused(kind: str) -> None:
    table = Seated()
    table.do("ann", FREE)
    data = table.json()["entries"]
    link = None if kind == "consent" else SPOILT
    answers = None if kind == "ready" else [SPOILT]
    data[3][0] = table.signed(
        "ann", data[3][0], kind=kind, actions=None, link=link, answers=answers
    )
    cheat("entry/kind", ARBITER, lambda: check(table.rebuilt(data)))


def test_links_are_shown_one_by_one_from_the_anchor_up() -> None:
    table = played()
    entries = table.json()["entries"]
    assert [s["link"] for s in entries[2]] == [
        link_of("ann", 1, table),
        link_of("bob", 1, table),
        link_of(ARBITER, 1, table),
    ]
    assert [s["link"] for s in entries[3]] == [link_of("ann", 2, table), link_of(ARBITER, 2, table)]
    assert all("link" not in s for s in entries[4])


@pytest.mark.parametrize(
    ("code", "link"),
    [("link/missing", None), ("link/not-next", 1), ("link/not-next", 3), ("link/not-next", 0)],
)
def test_a_drawing_move_carries_the_next_link_of_its_seat(code: str, link: int | None) -> None:
    table = Seated()
    table.do("ann", ROLL)
    wrong = {None: None, 0: link_of("bob", 2, table)}.get(link, link_of("ann", link or 1, table))
    act = with_entry(table, 3, lambda e: [table.signed("ann", e[0], link=wrong), e[1]])
    cheat("ruling/link" if link is None else code, ARBITER, act)


def test_a_move_that_draws_nothing_carries_no_link() -> None:
    table = Seated()
    table.do("ann", FREE, PEEK)
    extra = link_of("ann", 2, table)

    def burn(entry: Entry) -> Entry:
        arbiter = table.signed(ARBITER, entry[1], link=link_of(ARBITER, 2, table))
        return [table.signed("ann", entry[0], link=extra), arbiter]

    cheat("link/too-many", ARBITER, with_entry(table, 3, burn))


@pytest.mark.parametrize(("code", "k"), [("link/not-next", 1), ("link/not-next", 3)])
def test_the_arbiters_link_is_the_next_one(code: str, k: int) -> None:
    table = played()
    cheat(code, ARBITER, lambda: check(table.forge(3, link=link_of(ARBITER, k, table))))


def test_the_ruling_has_a_link_exactly_when_an_answer_has_one() -> None:
    table = played()
    cheat("ruling/link", ARBITER, lambda: check(table.forge(3, link=None)))
    extra = link_of(ARBITER, 3, table)
    cheat("ruling/link", ARBITER, lambda: check(table.forge(4, link=extra)))


@pytest.mark.parametrize("k", [2, 3])
def test_a_link_of_a_ready_out_of_order_is_refused(k: int) -> None:
    table = Seated()
    late = link_of("bob", k, table)
    act = with_entry(table, 2, lambda e: [e[0], table.signed("bob", e[1], link=late), e[2]])
    cheat("link/not-next", ARBITER, act)


# --- dealt by seats ---


@pytest.mark.parametrize(
    "change",
    [
        lambda e: [e[0], e[2], e[1]],
        lambda e: e[:2],
        lambda e: e[:1],
        lambda e: [*e, e[2]],
        lambda e: [e[0], e[1], e[1]],
    ],
    ids=["order", "missing", "none", "extra", "twice"],
)
def test_a_drawing_move_takes_the_share_of_every_other_seat_in_seat_order(change: Change) -> None:
    refused("entry/shares", with_entry(by_seats(), 3, change))


def test_a_share_names_the_move_it_is_for() -> None:
    table = by_seats()

    def other(entry: Entry) -> Entry:
        return [entry[0], table.signed("bob", entry[1], answers=[SPOILT]), entry[2]]

    refused("statement/answers", with_entry(table, 3, other))


def test_dealt_by_seats_a_ruling_is_signed_for_the_roster_only() -> None:
    table = by_seats()
    ruling = table.json()["entries"][1][3]
    head = table.json()["entries"][3][0]["head"]
    late = table.signed("ann", ruling, n=3, head=head)
    refused("entry/order", with_entry(table, 3, lambda e: [*e, late]))


def test_dealt_by_seats_a_start_needs_every_ready() -> None:
    table = by_seats()
    refused("entry/incomplete", with_entry(table, 2, lambda e: e[:2]))
    refused("entry/incomplete", with_entry(table, 2, lambda e: [e[1], e[0], e[2]]))
    late = link_of("cid", 2, table)
    act = with_entry(table, 2, lambda e: [e[0], e[1], table.signed("cid", e[2], link=late)])
    refused("link/not-next", act)


def test_dealt_by_seats_the_link_rule_holds_too() -> None:
    table = by_seats()
    refused("link/missing", with_entry(table, 3, lambda e: [table.signed("ann", e[0], link=None)]))
    table = Seated("plain", ("ann", "bob"), host="ann")
    table.do("ann", FREE)
    extra = link_of("ann", 2, table)
    burn = with_entry(table, 3, lambda e: [table.signed("ann", e[0], link=extra)])
    refused("entry/shares", burn)

    def with_share(entry: Entry) -> Entry:
        move = table.signed("ann", entry[0], link=extra)
        share = {
            **entry[0],
            "kind": "share",
            "by": "bob",
            "answers": [b64.encode(read(move).id)],
            "link": link_of("bob", 2, table),
        }
        return [move, table.signed("bob", share, actions=None)]

    refused("link/too-many", with_entry(table, 3, with_share))


def test_dealt_by_seats_an_entry_needs_a_statement() -> None:
    refused("entry/empty", lambda: apply(by_seats().table, []))
