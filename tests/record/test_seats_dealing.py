"""No arbiter: all seats deal together (docs/protocol.md, Dealing by seats)."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pbem.cli.verify import verdict
from pbem.fair import draws
from pbem.record import judge, lateness, pending, ruling, signing, standstill
from pbem.record.record import load
from pbem.wire import b64
from tests.example_game import Example
from tests.tables import DONE, FREE, ROLL, Mail, Seated, refused, resign, who

pytestmark = pytest.mark.usefixtures("example", "plain")

SEATS = ("ann", "bob", "cid")


def seated(**how: Any) -> Seated:
    return Seated("plain", SEATS, host="ann", **how)


def test_a_drawing_move_is_complete_with_the_last_share_and_not_before() -> None:
    table = seated()
    move = table.move("ann", ROLL)
    for statement in (move, table.share("cid", move)):
        table.take(statement)
        assert not judge.complete_without_ruling(table.record)
        assert table.table.n == 3
    table.take(table.share("bob", move))
    assert judge.complete_without_ruling(table.record)
    assert [(s["by"], s["kind"]) for s in table.json()["entries"][3]] == [
        ("ann", "move"),
        ("bob", "share"),
        ("cid", "share"),
    ]


def test_a_move_that_draws_nothing_is_complete_by_itself() -> None:
    table = seated()
    table.enter(table.move("ann", FREE))
    assert [s["kind"] for s in table.json()["entries"][3]] == ["move"]


def test_the_key_takes_in_every_seats_link_in_seat_order() -> None:
    """The mover is bob: his link stands between ann's and cid's, not first."""
    table = seated()
    table.do("ann", DONE)
    before = table.table.key
    table.do("bob", ROLL)
    entry = {s["by"]: b64.decode(s["link"]) for s in table.json()["entries"][4]}
    assert table.table.key == draws.next_key(before, [(s, entry[s]) for s in SEATS])


def test_the_start_draws_from_all_readies() -> None:
    table = seated()
    links = [(s["by"], b64.decode(s["link"])) for s in table.json()["entries"][2]]
    key = draws.next_key(table.table.id, links)
    expected = draws.pick(SEATS, 3, draws.public_stream(key, 0).below)
    assert table.table.runner.public()["order"] == expected


def test_each_seats_link_alone_changes_the_draw() -> None:
    """Roots differ in one seat's nonce: its links differ, and with them the key."""
    keys = []
    for changed in (None, *SEATS):

        def nonces(name: str, changed: str | None = changed) -> bytes:
            return (b"new " if name == changed else b"old ") + name.encode().ljust(28)

        table = seated(nonces=nonces)
        table.do("ann", ROLL)
        keys.append(table.table.key)
    assert len(set(keys)) == 4


def test_a_game_with_hidden_cards_cannot_be_dealt_by_its_seats() -> None:
    for game in ("example", "dig-dogs"):  # under all options
        error = refused("open/hidden", partial(Seated, game, SEATS, host="ann"))
        assert error.message == f"{game} has hidden cards, and so needs an arbiter"
        assert error.hint == "use --dealing arbiter"


def test_where_options_hide_nothing_the_page_that_tells_which_is_named() -> None:
    """DC-R4: start_tools=hidden is the default."""
    error = refused("open/hidden", lambda: Seated("dig-card-game", SEATS, host="ann"))
    assert error.message.startswith("dig-card-game has hidden cards with these options, ")
    assert error.hint.endswith("options that hide nothing: pbem rules dig-card-game tells which")


def test_a_game_that_hides_cards_although_it_says_it_does_not_is_stopped(
    monkeypatch: pytest.MonkeyPatch, example: Example
) -> None:
    monkeypatch.setattr(Example, "hidden", lambda *_: False)
    error = refused("deal/hidden", lambda: Seated("example", SEATS, host="ann"))
    assert error.message == "a Shuffle needs an arbiter, and this table is dealt by its seats"


def test_one_seat_alone_proves_nothing_by_itself() -> None:
    error = refused("open/seats", lambda: Seated("plain", ("ann",), host="ann"))
    assert "one seat alone" in error.message
    assert Seated("plain", ("ann",)).table.n == 3


def test_there_is_no_arbiter_no_secret_and_nothing_to_break_off() -> None:
    table = seated()
    assert table.table.arbiter is None
    assert ruling.hidden_secret(table.table, who("ann")) is None
    assert not {"anchor", "hidden"} & set(table.table.body)
    refused("ruling/too-early", lambda: ruling.break_off(table.table, who("ann")))


def test_a_whole_game_ends_without_a_secret_and_is_proven() -> None:
    table = seated()
    table.do("ann", ROLL, DONE)
    table.finish()
    record = table.load()
    assert record.table.over and record.table.secret is None
    assert verdict(record) == "proven"


def test_a_share_is_given_once_per_head() -> None:
    table = seated()
    move = table.move("ann", ROLL)
    table.take(move, table.share("bob", move))
    assert judge.take(table.record, table.share("bob", move).body) == judge.HERE


# --- by mail ---


def test_each_seat_adds_its_own_share_and_the_last_one_closes_the_entry(tmp_path: Path) -> None:
    mail = Mail(tmp_path, "plain", SEATS, host="ann", start=False)
    joins = [mail.post(mail.desks[s].join(mail.at(s), s)) for s in SEATS]
    mail.deliver(*joins)
    readies = [mail.post(mail.desks[s].ready(mail.at(s))) for s in SEATS]
    for seat in SEATS:
        judged = mail.desks[seat].judge(mail.at(seat), readies)
        assert (judged.ruled, judged.record.table.n) == (1, 3)
    move = mail.post(mail.move("ann", ROLL))
    judged = mail.desks["bob"].judge(mail.at("bob"), [move])
    assert (judged.added, judged.ruled) == (["share of bob"], 0)
    judged = mail.desks["cid"].judge(mail.at("cid"), [move, mail.at("bob")])
    assert (judged.added, judged.ruled, judged.record.table.n) == (["share of cid"], 1, 4)
    judged = mail.desks["ann"].judge(mail.at("ann"), [mail.at("cid")])
    assert (judged.added, judged.record.table.n) == ([], 4)
    assert mail.record("ann").as_json() == mail.record("cid").as_json()


@pytest.mark.parametrize("backwards", [False, True])
def test_who_was_away_takes_all_mails_in_with_one_command(tmp_path: Path, backwards: bool) -> None:
    """ann and bob have moved and drawn nothing; cid moves, and bob's share in that is here too.
    ann, who was away after her move, takes in what came in whatever order, and shares."""
    mail = Mail(tmp_path, "plain", SEATS, host="ann", start=False)
    mail.deliver(*(mail.post(mail.desks[s].join(mail.at(s), s)) for s in SEATS))
    readies = [mail.post(mail.desks[s].ready(mail.at(s))) for s in SEATS]
    for seat in SEATS:
        mail.desks[seat].judge(mail.at(seat), readies)
    came = [mail.post(mail.move("ann", DONE))]
    for seat, action in (("bob", DONE), ("cid", ROLL)):
        mail.desks[seat].judge(mail.at(seat), came)
        came.append(mail.post(mail.move(seat, action)))
    for name in came[1:]:
        mail.desks["bob"].judge(mail.at("bob"), [name])
    (share,) = mail.record("bob").pending[1:]
    came.append(mail.post(share.body))
    judged = mail.desks["ann"].judge(mail.at("ann"), came[::-1] if backwards else came)
    assert [(t.news, t.error) for t in judged.taken] == [("taken", None)] * 4
    assert (judged.ruled, judged.added, judged.record.table.n) == (3, ["share of ann"], 6)


def test_a_second_move_among_many_mails_stops_what_comes_after_it(tmp_path: Path) -> None:
    """bob has signed two moves for the fourth entry: the third is complete, that one is not."""
    mail = Mail(tmp_path, "plain", SEATS, host="ann", start=False)
    mail.deliver(*(mail.post(mail.desks[s].join(mail.at(s), s)) for s in SEATS))
    readies = [mail.post(mail.desks[s].ready(mail.at(s))) for s in SEATS]
    for seat in SEATS:
        mail.desks[seat].judge(mail.at(seat), readies)
    first = mail.post(mail.move("ann", DONE))
    mail.desks["bob"].judge(mail.at("bob"), [first])
    moves = [mail.post(mail.move("bob", action, first_not_sent=True)) for action in (DONE, ROLL)]
    judged = mail.desks["ann"].judge(mail.at("ann"), [*moves, first])
    assert [t.error is None for t in judged.taken] == [True, False, True]
    assert judged.taken[1].error is not None
    assert judged.taken[1].error.code == "evidence/two-moves"
    assert (judged.ruled, judged.added, judged.record.table.n) == (1, [], 4)


def test_no_share_is_given_for_a_move_that_could_not_stand(tmp_path: Path) -> None:
    mail = Mail(tmp_path, "plain", SEATS, host="ann", start=False)
    mail.deliver(*(mail.post(mail.desks[s].join(mail.at(s), s)) for s in SEATS))
    mail.deliver(*(mail.post(mail.desks[s].ready(mail.at(s))) for s in SEATS))
    table = mail.record("ann").table
    move = signing.sign_move(table, who("ann"), "ann", [ROLL], {}).body
    forged = resign(who("eve"), move)
    judged = mail.desks["bob"].judge(mail.at("bob"), [mail.post(forged)])
    assert judged.taken[0].error is not None and judged.added == []
    stale = load(judged.record.as_json())
    assert pending.missing(stale.table, stale.pending) == ["ann"]


def test_a_claim_and_a_move_that_cross_can_leave_an_entry_that_nothing_completes() -> None:
    """bob claims and cid shares in that; dan, who had ann's move first, shares in the move. The
    claim lacks dan, the move cid. bob's claim binds nobody; with his share it stays as it is."""
    table = Seated("plain", (*SEATS, "dan"), host="ann")
    claim, move = table.lapse("bob", "ann"), table.move("ann", ROLL)
    table.take(claim, table.share("cid", claim), move)
    waiting = table.record.pending
    assert not standstill.stands(table.table, waiting)  # dan can share in the claim
    assert standstill.wanted(table.table, waiting) == claim
    table.take(table.share("dan", move))
    for more in ([], [table.share("bob", move)]):
        table.take(*more)
        assert standstill.told(table.table, table.record.pending) == [
            "This table has come to a stand: entry 3 cannot be completed any more.",
            "  ann: has moved",
            f"  bob: {'has shared in the move of ann' if more else 'has answered nothing'}",
            "  cid: has shared in the claim of bob that ann is late",
            "  dan: has shared in the move of ann",
            "Nobody signs two answers for one entry, so each of these lacks one that went to"
            " another.",
            "That is nobody's offence. What is left is a new table.",
        ]
        assert standstill.wanted(table.table, table.record.pending) is None


def test_the_way_round_that_can_go_on_is_the_one_that_is_shared_in() -> None:
    """cid claims and shares in the move; bob has shared in the claim. The move lacks bob for good,
    the claim only dan."""
    table = Seated("plain", (*SEATS, "dan"), host="ann")
    claim, move = table.lapse("cid", "ann"), table.move("ann", ROLL)
    table.take(claim, table.share("bob", claim), move, table.share("cid", move))
    assert standstill.wanted(table.table, table.record.pending) == claim
    assert standstill.told(table.table, table.record.pending) == []
    table.take(table.share("dan", claim))
    assert judge.complete_without_ruling(table.record)


def test_consents_to_two_joins_are_known_where_one_has_given_one() -> None:
    """bob has consented to eve, cid to fay, whose join took eve's place: bob's journal knows."""
    policy = {"lapse": "7d", "replace": "absent"}
    table = seated(policy=policy)
    eve, fay = table.take_over("ann", "eve"), table.take_over("ann", "fay")
    own = table.consent("bob", eve).body
    table.take(fay)
    assert standstill.told(table.table, table.record.pending, own) == []  # cid is free
    table.take(table.consent("cid", fay))
    told = standstill.told(table.table, table.record.pending, own)
    assert "  bob: has consented to something else, which is not in this record" in told
    assert told[-1].endswith("What is left is a move of ann that draws nothing, or a new table.")
    assert standstill.told(table.table, table.record.pending) == []


def test_a_claim_that_draws_nothing_does_not_pass_a_move_that_waits_for_shares(
    market: object,
) -> None:
    """In the market a late seat passes; ann's roll lacks only the share of bob."""
    table = Seated("market", ("ann", "bob"), host="ann")
    claim, move = table.lapse("bob", "ann"), table.move("ann", {"do": "luck"})
    table.take(claim)
    assert lateness.claimed(table.record)
    assert standstill.settled(table.table, table.record.pending) == [claim]
    table.take(move)
    assert not lateness.claimed(table.record)
    assert standstill.settled(table.table, table.record.pending) is None
    table.take(table.share("bob", move))
    assert pending.complete(table.table, table.record.pending) is not None
    answers = standstill.settled(table.table, table.record.pending)
    assert answers is not None and answers[0] == move


def started(tmp_path: Path) -> Mail:
    """Four seats, who have all seen that ann is awaited."""
    seats, policy = (*SEATS, "dan"), {"lapse": "7d", "replace": "absent"}
    mail = Mail(tmp_path, "plain", seats, host="ann", policy=policy, start=False)
    mail.deliver(*(mail.post(mail.desks[s].join(mail.at(s), s)) for s in seats))
    readies = [mail.post(mail.desks[s].ready(mail.at(s))) for s in seats]
    for seat in seats:
        mail.desks[seat].judge(mail.at(seat), readies)
    return mail


def test_a_share_given_elsewhere_lets_a_move_in_and_no_second_share_out(tmp_path: Path) -> None:
    """bob has shared in cid's claim, in another copy of the record."""
    mail = started(tmp_path)
    claim = mail.post(mail.desks["cid"].lapse(mail.at("cid"), time_is_up=True))
    bob, other = mail.desks["bob"], str(tmp_path / "bob" / "other.json")
    shutil.copyfile(mail.at("bob"), other)
    assert bob.judge(other, [claim], time_is_up=True).added == ["share of bob"]
    move = mail.post(mail.move("ann", ROLL))
    judged = bob.judge(mail.at("bob"), [move])
    assert (judged.taken[0].error, judged.added) == (None, [])
    assert [p.kind for p in mail.record("bob").pending] == ["move"]
    judged = bob.judge(mail.at("bob"), [claim], time_is_up=True)  # the share is made again
    assert judged.added == ["share of bob"]
    assert (
        judged.record.pending[-1].body
        in mail.desks["bob"].judge(other, []).record.as_json()["pending"]
    )


def test_a_share_that_waits_is_remembered_where_the_memory_has_the_claim_alone(
    tmp_path: Path,
) -> None:
    """bob has claimed, and then shared in cid's claim; his memory is an old copy. No consent of
    his can stand beside the share."""
    mail = started(tmp_path)
    bob, kept = mail.desks["bob"], tmp_path / "kept"
    bob.lapse(mail.at("bob"), time_is_up=True)
    shutil.copytree(bob.journal.folder, kept)
    claim = mail.post(mail.desks["cid"].lapse(mail.at("cid"), time_is_up=True))
    assert bob.judge(mail.at("bob"), [claim], time_is_up=True).added == ["share of bob"]
    shutil.rmtree(bob.journal.folder)
    shutil.copytree(kept, bob.journal.folder)
    join = mail.post(mail.sit("eve").replace(mail.at("ann"), "ann")[0])
    refused("replace/lost", lambda: bob.consent(mail.at("bob"), lambda *_: None, join))
