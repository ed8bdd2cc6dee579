"""Attacks through the mail, on seats and by the clock: rows B6, B9, D2 to D7 and T.

The other rows B and D are in test_history_and_keys.py (docs/attacks.md lists all).
"""

from __future__ import annotations

import copy
import json
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest

from pbem.cli import main
from pbem.fair import looks
from pbem.fair.hashes import pre
from pbem.fair.hidden import opens
from pbem.fair.keys import sign
from pbem.record import judge, pending, ruling, signing
from pbem.record.knowledge import open_looks, sealing_key
from pbem.record.record import Record, load
from pbem.record.statements import Signed, read
from pbem.record.table import begin
from pbem.wire import b64, resources, schema
from tests import example_game
from tests.attacks.test_canary import LONG
from tests.attacks.test_draws import promises
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
    check,
    nonce,
    refused,
    resign,
    rigged,
    who,
)

pytestmark = pytest.mark.usefixtures("example", "plain")

PACKAGE = Path(__file__).resolve().parents[2] / "pbem"
THREE = ("ann", "bob", "cid")
ABSENT = {"lapse": "7d", "replace": "absent"}
HANDOVER = {"lapse": "7d", "replace": "handover"}


# --- B6: dates that lie ---


@pytest.mark.parametrize("field", ["time", "date", "sent", "at"])
def test_b6_no_statement_has_a_time_that_could_lie(field: str) -> None:
    """Order is where a statement stands. A date of one's own is refused, in every kind."""
    table = Seated()
    body = {k: v for k, v in table.move("ann", FREE).body.items() if k != "sig"}
    body[field] = "1999-12-31T23:59:59Z"
    dated = {**body, "sig": b64.encode(sign(who("ann").key, pre(body)))}
    refused("schema/additionalProperties", lambda: judge.take(table.record, dated))
    for kind in schema.KINDS:
        form = json.loads(resources.text("schemas", f"statement.{kind}"))
        assert field not in form["properties"] and form["additionalProperties"] is False


def test_b6_a_move_and_a_claim_that_meet_come_out_in_one_way() -> None:
    """Whichever came first, and whatever is said of when: the move is what is ruled on."""
    records = []
    for first in ("move", "lapse"):
        table = Seated("plain", THREE)
        both = {"move": table.move("ann", ROLL), "lapse": table.lapse("bob", "ann")}
        table.take(both[first], both["lapse" if first == "move" else "move"])
        table.close()
        records.append(table.json())
    assert records[0] == records[1]
    assert records[0]["entries"][3][0]["kind"] == "move"


def test_b6_a_move_after_the_lapse_was_ruled_on_is_late_for_good() -> None:
    """ann says that she had sent it in time: her entry is complete, and her link is not spent."""
    table = Seated("plain", THREE)
    late = table.move("ann", ROLL)
    table.enter(table.lapse("bob", "ann"))
    before = table.json()
    refused("statement/stale", lambda: judge.take(table.record, dict(late.body)))
    assert table.json() == before
    assert table.move("ann", ROLL).body["link"] == late.body["link"]


def test_b6_who_was_late_is_said_to_be_the_arbiters_word() -> None:
    said = promises()
    assert "deny having received a move | **the arbiter can**" in said
    assert "What counts as late is for the arbiter to say" in said


# --- B9: a move kept from somebody ---


def mailboxes() -> tuple[Seated, list[list[Signed]]]:
    """A table of three that deals for itself, and three boxes. Of every three statements each
    box lacks another one: somebody's mail did not arrive."""
    table, sent = Seated("plain", THREE, host="ann", start=False), list[Signed]()

    def mail(*statements: Signed) -> None:
        sent.extend(statements)
        ruled = table.enter(*statements)
        sent.extend([ruled] if ruled is not None else [])

    mail(*(table.join(s) for s in THREE))
    mail(*(table.ready(s) for s in THREE))
    for seat, action in (("ann", ROLL), ("ann", FREE), ("ann", DONE), ("bob", ROLL)):
        move = table.move(seat, action)
        others = [s for s in THREE if s != seat and "link" in move.body]
        mail(move, *(table.share(s, move) for s in others))
    boxes = [[s for i, s in enumerate(sent) if i % 3 != lacks] for lacks in range(3)]
    return table, boxes


def test_b9_three_boxes_that_each_lack_a_third_give_the_whole_log() -> None:
    """Statements prove themselves, whoever hands them on."""
    table, boxes = mailboxes()
    opened = table.json()["entries"][0][0]
    for order in permutations(boxes):
        record = Record([[opened]], begin(read(opened)))
        bag = {s.id: s for box in order for s in box}
        rebuild(record, list(bag.values()))
        assert record.as_json() == table.json()
    alone = Record([[opened]], begin(read(opened)))
    rebuild(alone, boxes[0])
    assert alone.table.n < table.table.n  # no box was whole


def rebuild(record: Record, bag: list[Signed]) -> None:
    """Take in what fits, as long as anything does."""
    went = True
    while went:
        due = [s for s in bag if s.body["head"] == b64.encode(record.table.head)]
        for statement in sorted(due, key=lambda s: s.kind == "share"):
            if statement.kind != "ruling":
                judge.take(record, dict(statement.body))
        answers = pending.complete(record.table, record.pending)
        ruled = next((s for s in due if s.kind == "ruling"), None)
        went = judge.complete_without_ruling(record)
        if not went and answers is not None and ruled is not None:
            whole = [*(a.body for a in answers), ruled.body]
            again = load(check_now(record, whole), strict_now=False)
            record.entries, record.table, record.pending = again.entries, again.table, []
            went = True


def check_now(record: Record, entry: list[Any]) -> dict[str, Any]:
    return {**record.as_json(), "entries": [*record.entries, entry], "pending": []}


def test_b9_an_arbiter_who_sends_somebody_an_old_record_is_helped_by_any_other(
    tmp_path: Path,
) -> None:
    """cid is left at turn 3; bob hands on his copy, and the three copies make one."""
    mail = Mail(tmp_path, "example", THREE)
    kept = copy.deepcopy(mail.record("cid").as_json())
    mail.turn("ann", ROLL)
    waiting = mail.post(mail.move("ann", DONE))
    whole = mail.desks["bob"].judge(mail.at("bob"), [waiting]).record
    copies = [load(kept), mail.record("ann"), whole]
    for order in permutations(copies):
        record = load(copy.deepcopy(order[0].as_json()))
        for other in order[1:]:
            record, _ = judge.adopt(record, load(copy.deepcopy(other.as_json())))
        assert record.as_json() == whole.as_json()


# --- D1: what the arbiter sees, and what everybody sees in the end ---


def test_d1_the_arbiter_knows_every_hidden_card_and_the_docs_say_so() -> None:
    """The next card of the pile too, as soon as it is shuffled. A player knows his own alone."""
    table = Seated()
    assert len(table.table.cards.faces) == 9
    (pile, *_) = table.table.runner.public()["pile"]
    foreseen = table.table.cards.faces[pile][0]
    assert table.load().table.cards.faces == {}
    assert pile not in table.known("ann") and pile not in table.known("bob")
    assert table.do("ann", FLIP)["opened"][pile]["face"] == foreseen
    said = promises()
    assert "The arbiter **can, as soon as it is shuffled**" in said
    assert "then all can. The arbiter **can**" in said
    assert "nothing but honesty keeps him from telling" in said


def test_d1_when_the_game_is_over_everybody_reads_every_card() -> None:
    table = Seated()
    before = dict(table.table.cards.faces)
    table.finish()
    assert table.load().table.cards.faces == before
    page = (PACKAGE.parent / "docs" / "protocol.md").read_text("utf-8")
    assert "The end of a game lays everything open" in page


# --- D2: players who show each other their cards ---


def test_d2_two_seats_together_know_both_hands_and_the_docs_say_so() -> None:
    """ann hands bob her openings, which he can check against the log. Nothing in it tells."""
    table = Seated("example", THREE)
    hands = {s: {f for f, _ in table.known(s).values()} for s in THREE}
    assert not hands["ann"] & hands["bob"] and len(hands["ann"] | hands["bob"]) == 4
    token, (face, salt) = next(iter(table.known("ann").items()))
    assert opens(table.table.cards.live[token], salt, table.table.id, token, face)
    assert "players show each other their hidden cards | **not prevented**" in promises()
    assert "nobody notices players who talk to each other" in promises()


# --- D3: somebody else's key under a player's name ---


def man_in_the_middle(tmp_path: Path) -> Mail:
    """ann's join never arrives; the arbiter gets one in her name, by eve."""
    mail = Mail(tmp_path, start=False)
    mail.desks["ann"].join(mail.at("ann"), "ann")
    table = mail.record().table
    eves = signing.sign_join(table, who("eve"), "ann", nonce("eve"))
    bobs = mail.desks["bob"].join(mail.at("bob"), "bob")
    mail.deliver(mail.post(eves.body), mail.post(bobs))
    return mail


def test_d3_the_player_whose_key_was_swapped_gets_no_ready_out_of_the_program(
    tmp_path: Path,
) -> None:
    mail = man_in_the_middle(tmp_path)
    refused("identity/no-seat", lambda: mail.desks["ann"].ready(mail.at("ann")))


def test_d3_an_older_join_of_the_player_put_in_the_roster_is_noticed_too(tmp_path: Path) -> None:
    mail = Mail(tmp_path, start=False)
    ann = mail.desks["ann"]
    older = mail.post(ann.join(mail.at("ann"), "ann"))
    ann.join(mail.at("ann"), "ann", fresh=True)
    mail.deliver(older, mail.post(mail.desks["bob"].join(mail.at("bob"), "bob")))
    refused("ready/other-join", lambda: ann.ready(mail.at("ann")))


def test_d3_the_game_does_not_start_and_the_heads_read_out_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """bob reads the head that `ready` prints to ann: she has another one, or none."""
    honest = Seated(start=False)
    honest.enter(honest.join("ann"), honest.join("bob"))
    swapped = Seated(start=False)
    eves = signing.sign_join(swapped.table, who("eve"), "ann", nonce("eve"))
    swapped.enter(eves, swapped.join("bob"))
    assert honest.table.head != swapped.table.head
    mail = man_in_the_middle(tmp_path)
    mail.deliver(mail.post(mail.desks["bob"].ready(mail.at("bob"))))
    assert mail.record().table.n == 2
    own = ["--identity", mail.identity_file("bob")]
    assert main.run(["ready", mail.at("bob"), "--yes", *own, "-o", str(tmp_path / "r.json")]) == 0
    assert b64.groups(mail.record().table.head) in capsys.readouterr().out


# --- D4: a seat taken away by way of replacement ---


@pytest.mark.parametrize("missing", THREE)
def test_d4_a_seat_is_not_taken_over_while_one_consent_is_missing(missing: str) -> None:
    """ann is awaited and does not want to go; eve has everybody else's consent but one, and
    the arbiter on her side. With `handover` ann's own is wanted too."""
    table = Seated("example", THREE, policy=HANDOVER)
    eve = table.take_over("ann", "eve")
    given = [table.consent(s, eve) for s in THREE if s != missing]
    table.take(eve, *given)
    assert missing in pending.missing(table.table, table.record.pending)
    assert pending.complete(table.table, table.record.pending) is None
    body = ruling.base(table.table, "ruling", ARBITER)
    link = b64.encode(ruling.arbiter_chain(who(ARBITER), nonce("open by arbiter")).link(2))
    body |= {"answers": [], "link": link, "state": b64.encode(bytes(32))}
    forced = table.signed(ARBITER, body)
    data = table.rebuilt([*table.json()["entries"], [eve.body, *(g.body for g in given), forced]])
    cheat("entry/consents", ARBITER, lambda: check(data))


def test_d4_where_the_policy_is_never_nobody_takes_a_seat_over() -> None:
    table = Seated("example", THREE)
    refused("replace/policy", lambda: table.take(table.take_over("ann", "eve")))


def test_d4_a_seat_that_is_not_awaited_is_not_taken_over() -> None:
    table = Seated("example", THREE, policy=ABSENT)
    refused("replace/not-awaited", lambda: table.take(table.take_over("bob", "eve")))


def test_d4_the_old_key_moves_no_more_after_the_hand_over() -> None:
    table = Seated("example", THREE, policy=HANDOVER)
    eve = table.take_over("ann", "eve")
    table.enter(eve, *(table.consent(s, eve) for s in THREE))
    table.ids["ann"] = who("eve")
    move = table.move("ann", FREE)
    table.ids["ann"] = who("ann")
    refused("signature/old-key", lambda: table.take(read(table.signed("ann", move.body))))
    table.take(move)


def test_d4_a_move_of_the_seat_goes_before_its_replacement() -> None:
    """ann was away and comes back before the last consent: it is her move that is ruled on."""
    table = Seated("example", THREE, policy=ABSENT)
    eve = table.take_over("ann", "eve")
    table.take(eve, *(table.consent(s, eve) for s in ("bob", "cid")), table.move("ann", FREE))
    answers = pending.complete(table.table, table.record.pending)
    assert answers is not None and [a.kind for a in answers] == ["move"]


def test_a_stolen_identity_reads_old_looks_and_moves_until_it_is_replaced() -> None:
    """The thief has a copy of ann's identity file and the record, and nothing else. Afterwards
    the copy still reads what ann was shown, and moves no more."""
    table = Seated("example", THREE, policy=HANDOVER)
    thief, record = who("ann"), table.load()
    assert open_looks(record.table, "ann", thief) == table.known("ann")
    stolen = signing.sign_move(record.table, thief, "ann", [FREE], {})
    table.enter(stolen)
    eve = table.take_over("ann", "eve")
    old = {look.head: look for look in table.table.cards.looks if look.seat == "ann"}
    table.enter(eve, *(table.consent(s, eve) for s in THREE))
    table.ids["ann"] = who("eve")
    move = table.move("ann", FREE).body
    refused("signature/old-key", lambda: table.take(read(resign(thief, move))))
    key = sealing_key(record.table, "ann", thief)
    for look in old.values():
        assert looks.open_box(key, look.box, looks.info(table.table.id, look.head, "ann", 0))


# --- D6, D7: boxes that go to others than they were sealed for ---


def crossed(table: Seated, n: int, *boxes: tuple[str, str]) -> Record:
    """The record with the looks of entry n as given, signed by the arbiter."""
    return check(table.forge(n, looks=[{"to": to, "box": box} for to, box in boxes]))


def test_d6_a_box_for_one_seat_opens_for_no_other() -> None:
    table = Seated()
    ann, bob = (look["box"] for look in table.json()["entries"][2][2]["looks"])
    record = crossed(table, 2, ("ann", bob), ("bob", ann))
    for seat in ("ann", "bob"):
        cheat("look/false", ARBITER, lambda seat=seat: open_looks(record.table, seat, who(seat)))  # type: ignore[misc]


def test_d6_a_box_used_again_at_another_place_does_not_open() -> None:
    """ann looks at the same card in two turns; the first box in the place of the second."""
    table = Seated()
    table.do("ann", PEEK)
    table.do("ann", PEEK)
    old, new = (table.json()["entries"][n][1]["looks"][0]["box"] for n in (3, 4))
    assert old != new
    record = crossed(table, 4, ("ann", old))
    cheat("look/false", ARBITER, lambda: open_looks(record.table, "ann", who("ann")))
    assert open_looks(crossed(table, 4, ("ann", new)).table, "ann", who("ann"))


def test_d7_what_was_sealed_for_one_seat_cannot_be_passed_off_as_sealed_for_another() -> None:
    """ann opens her look and seals the same text for bob, as if the arbiter had shown it to
    him. Alone she cannot put it into the log; and with the arbiter's help bob's program finds
    that it is not what was committed to his cards, for seat and place are named inside."""
    table = Seated()
    look = next(x for x in table.table.cards.looks if x.seat == "ann")
    keys = {s: sealing_key(table.table, s, who(s)) for s in ("ann", "bob")}
    text = looks.open_box(
        keys["ann"], look.box, looks.info(table.table.id, look.head, "ann", look.number)
    )
    public, ikm = keys["bob"].public_key().public_bytes_raw(), bytes(32)
    boxes = table.json()["entries"][2][2]["looks"]
    for seat in ("ann", "bob"):
        info = looks.info(table.table.id, look.head, seat, 1)
        forged = b64.encode(looks.seal(public, text, ikm, info))
        alone = table.json()
        alone["entries"][2][2]["looks"][1]["box"] = forged
        refused("signature/bad", lambda alone=alone: check(alone))  # type: ignore[misc]
        record = crossed(table, 2, ("ann", boxes[0]["box"]), ("bob", forged))
        cheat("look/false", ARBITER, lambda: open_looks(record.table, "bob", who("bob")))  # noqa: B023


# --- T: what lengths, order and silence tell ---


def test_t1_every_file_is_as_long_whatever_cards_are_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Faces of 2 to 29 letters; each pair of the nine changes places once. The same actions
    give statements of the same lengths, in the same order, with the same seat awaited."""
    monkeypatch.setattr(example_game, "FACES", LONG)
    tokens = [f"t{i}" for i in range(1, 10)]
    seen = set()
    for pair in [(), *combinations(tokens, 2)]:
        with rigged(*([pair] if pair else [])):
            table = Seated()
            told: list[Any] = []
            for seat, actions in (("ann", (PEEK, MIX)), ("ann", (DONE,)), ("bob", (PEEK, ROLL))):
                told.append((table.table.awaited_seat, len(table.move(seat, *actions).pre)))
                ruled = table.do(seat, *actions)
                told.append((len(str(ruled)), [len(x["box"]) for x in ruled.get("looks", [])]))
        seen.add(str(told))
    assert len(seen) == 1


def test_t1_only_what_all_know_decides_who_is_asked() -> None:
    """Whoever holds the cards, the question goes to the seat that the public state names: the
    awaited seat is worked out without the secret."""
    table = Seated("example", THREE)
    while not table.table.over:
        blind = table.load().table
        assert blind.secret is None or blind.over
        assert blind.awaited_seat == table.table.awaited_seat
        table.do(table.table.awaited_seat or "", DONE)


def test_t2_the_order_in_which_shares_came_is_in_no_file() -> None:
    """Nor while some are missing: they lie in seat order, and enter the key in seat order."""
    half, whole = set(), set()
    for order in permutations(("bob", "cid", "dan")):
        table = Seated("plain", ("ann", "bob", "cid", "dan"), host="ann")
        move = table.move("ann", ROLL)
        shares = {s: table.share(s, move) for s in order}
        table.take(move, *(shares[s] for s in order if s != "dan"))
        half.add(str(table.json()))
        table.enter(shares["dan"])
        whole.add(str(table.json()))
    assert len(half) == len(whole) == 1


def test_t2_no_share_is_given_before_the_decision_it_is_for() -> None:
    table = Seated("plain", THREE, host="ann")
    share = table.share("bob", table.move("ann", ROLL))
    refused("statement/alone", lambda: table.take(share))


def test_t2_that_the_last_to_share_knows_first_is_said() -> None:
    page = (PACKAGE.parent / "docs" / "protocol.md").read_text("utf-8")
    said = " ".join(page.split("\n## 17. ")[1].split("\n## 18. ")[0].split())
    assert "Whoever comes last with a share, or with a ready, is first to know" in said


def test_t3_timing_on_ones_own_computer_is_no_goal_and_the_docs_say_so() -> None:
    """Keys are used by the library alone, and commitments are compared in constant time; more
    is not promised, as nobody by mail can time a computer."""
    assert "by timing it" in promises()
    for path in (PACKAGE / "fair").glob("*.py"):
        assert "pow(" not in path.read_text("utf-8")
    assert "hmac.compare_digest" in (PACKAGE / "fair" / "hidden.py").read_text("utf-8")
