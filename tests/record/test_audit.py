"""What an audit finds (docs/audit.md). The example game's script is short enough to tell by hand
what each entry has to come to: tests/example_game.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from pbem.errors import Cheat
from pbem.fair.hashes import state_hash
from pbem.record import audit, overview
from pbem.record.audit import Found, integers
from pbem.record.difference import difference
from pbem.wire import b64
from tests.tables import (
    ARBITER,
    DONE,
    FLIP,
    FREE,
    MIX,
    PEEK,
    RESIGN,
    ROLL,
    Seated,
    play,
    refused,
)

pytestmark = pytest.mark.usefixtures("example", "plain")

Turn = dict[str, Any]
THREE = ("ann", "bob", "cid")
CLAIMS = {"lapse": "7d", "replace": "absent"}


def found(table: Seated, turn: int | None = None) -> Found:
    """By somebody who has the file alone."""
    result = audit.audit(table.json()["entries"], turn)
    assert result.error is None
    return result


def apart(table: Seated, turn: int) -> Turn:
    taken = found(table, turn).turn
    assert taken is not None
    return taken


def told(turn: Turn) -> list[tuple[str, ...]]:
    """What happened, in short: its word, and who did it or which clause it is under."""
    return [
        (i["what"], *(str(i[k]) for k in ("seat", "clause", "q", "signed_in") if k in i))
        for i in turn["happened"]
    ]


def trust(turn: Turn) -> str:
    return " ".join(turn["trust"])


# --- an entry ---


def test_who_signed_what_onto_which_head() -> None:
    table = Seated()
    table.do("ann", FREE)
    turn = apart(table, 3)
    heads = table.table.heads
    assert (turn["n"], turn["kind"], turn["by"]) == (3, "move", "ann")
    assert (turn["head_before"], turn["head"]) == (b64.encode(heads[2]), b64.encode(heads[3]))
    signed = turn["statements"]
    assert [(s["by"], s["kind"]) for s in signed] == [("ann", "move"), (ARBITER, "ruling")]
    assert [s["key"] for s in signed] == [b64.encode(table.ids[n].sign) for n in ("ann", ARBITER)]
    assert [s["head"] for s in signed] == [turn["head_before"]] * 2
    assert signed[1]["answers"] == [signed[0]["id"]]


def test_each_link_hashes_to_the_one_before_it() -> None:
    """Ann and the arbiter showed link 1 at the start, and links 2 with ann's roll in entry 3."""
    table = Seated()
    table.do("ann", ROLL)
    logged = table.record.entries
    start, turn = apart(table, 2)["links"], apart(table, 3)["links"]
    assert [(x["by"], x["number"], x["before_in"]) for x in start] == [
        ("ann", 1, 1),
        ("bob", 1, 1),
        (ARBITER, 1, 0),
    ]
    assert start[0]["before"] == logged[1][0]["anchor"]
    assert start[2]["before"] == logged[0][0]["anchor"]
    assert [(x["by"], x["number"], x["before_in"]) for x in turn] == [
        ("ann", 2, 2),
        (ARBITER, 2, 2),
    ]
    assert [x["link"] for x in turn] == [logged[3][0]["link"], logged[3][1]["link"]]
    assert [x["before"] for x in turn] == [logged[2][0]["link"], logged[2][2]["link"]]


def test_without_a_link_the_key_stays() -> None:
    table = Seated()
    table.do("ann", ROLL)
    table.do("ann", FREE)
    drawn, quiet = apart(table, 3), apart(table, 4)
    assert drawn["key"] != drawn["key_before"]
    assert quiet["key"] == quiet["key_before"] == drawn["key"]
    assert quiet["links"] == quiet["draws"] == []


K_AFTER_START = bytes.fromhex("e68225ef62251c9e7f0727068bcc37542e7c108bbf7b372d85e8eefe68104ffe")


def test_integers_of_the_published_dice() -> None:
    """docs/protocol.md, Vectors: q = 0, its first words, and what ten dice show."""
    dice = integers(K_AFTER_START, 0, {"ask": "roll", "number": 10, "sides": 6})
    assert [i["value"] + 1 for i in dice] == [6, 4, 2, 6, 5, 5, 4, 6, 4, 4]
    assert [i["word"] for i in dice[:2]] == ["3c0d6b312d923b5d", "4e038b1522ac2be3"]
    assert all(i["below"] == 6 and i["rejected"] == [] for i in dice)


def test_rejected_words_are_told() -> None:
    """The same page, q = 2: two integers below 2^63 + 1 take seven words. A word is rejected
    from 2^63 + 1 on, so each rejected one begins with a digit from 8 on."""
    asked = {"ask": "roll", "number": 2, "sides": 2**63 + 1}
    first, second = integers(K_AFTER_START, 2, asked)
    assert (first["value"], second["value"]) == (7998343817948442131, 376553439865668990)
    rejected = [*first["rejected"], *second["rejected"]]
    assert len(rejected) == 7 - 2
    assert all(word[0] in "89abcdef" for word in rejected)


def test_integers_of_the_published_pick() -> None:
    """q = 1, pick(0…9, 4) is 9 2 1 0. The integers undo it: 9 of 0…9 is at 9, and 0 goes there;
    2 is then at 2, one behind place 1; 1 went to place 2, and is 0 behind it; 0 is at the end."""
    asked = {"ask": "draw", "number": 4, "items": list("0123456789")}
    found = integers(K_AFTER_START, 1, asked)
    assert [(i["value"], i["below"]) for i in found] == [(9, 10), (1, 9), (0, 8), (6, 7)]


def test_what_happened_stands_in_its_order() -> None:
    """Ann plays a card, rolls, opens the top of the pile, mixes her hand and looks at it."""
    table = Seated()
    table.do("ann", play("t1"), ROLL, FLIP, MIX, DONE)
    turn = apart(table, 3)
    assert told(turn) == [
        ("signed", "ann"),
        ("event", "EX-3"),
        ("signed", "ann"),
        ("roll", "0"),
        ("signed", "ann"),
        ("open",),
        ("signed", "ann"),
        ("shuffle", "1"),
        ("look", "ann"),
        ("signed", "ann"),
    ]
    (draw,) = turn["draws"]
    (die,) = draw["integers"]
    assert (draw["q"], draw["draw"], draw["number"], draw["sides"]) == (0, "roll", 1, 6)
    assert draw["result"] == [die["value"] + 1]
    assert die["below"] == 6


def test_what_changed() -> None:
    """t1 leaves ann's hand and scores what it shows; t5 is opened; the turn passes to bob. Three
    of four turns are left; nothing else moved."""
    table = Seated()
    face, _ = table.known("ann")["t1"]
    before = b64.encode(state_hash(table.table.runner.public()))
    table.do("ann", play("t1"), FLIP, DONE)
    turn = apart(table, 3)
    opened = table.table.cards.opened["t5"]
    assert turn["changed"] == [
        {"at": "/turn", "before": "ann", "after": "bob"},
        {"at": "/left", "before": 4, "after": 3},
        {"at": "/hands/ann", "place": 0, "removed": ["t1"], "added": []},
        {"at": "/pile", "place": 0, "removed": ["t5"], "added": []},
        {"at": "/flipped/t5", "after": opened},
        {"at": "/points/ann", "before": 0, "after": int(face[1:])},
    ]
    assert turn["state_before"] == before
    assert turn["state"] == b64.encode(state_hash(table.table.runner.public()))


# --- cards face down ---


def test_cards_shown_and_opened_with_who_knew_them() -> None:
    """t1 had been looked at by ann in the start; t5, the top of the pile, by ann's peek; t6, which
    bob opens, by nobody. All were committed to in entry 2."""
    table = Seated()
    table.do("ann", PEEK)
    table.do("ann", play("t1"), FLIP, DONE)
    table.do("bob", FLIP)
    four, five = apart(table, 4)["hidden"], apart(table, 5)["hidden"]
    (shown,), (opened,) = four["shown"], four["opened"]
    logged = table.record.entries
    assert (shown["token"], shown["knew"], shown["committed_in"]) == ("t1", ["ann"], 2)
    assert (opened["token"], opened["knew"], opened["committed_in"]) == ("t5", ["ann"], 2)
    assert shown["commitment"] == logged[2][-1]["tokens"]["t1"]
    assert {k: shown[k] for k in ("face", "salt")} == logged[4][0]["show"]["t1"]
    assert {k: opened[k] for k in ("face", "salt")} == logged[4][1]["opened"]["t5"]
    assert [(o["token"], o["knew"]) for o in five["opened"]] == [("t6", [])]


def test_what_is_known_of_the_cards_face_down() -> None:
    """After the start each knows the own hand; the pile t5 to t9 nobody. Ann then peeks at t5."""
    table = Seated()
    table.do("ann", PEEK)
    start, peek = apart(table, 2)["hidden"], apart(table, 3)["hidden"]
    assert start["known"] == {"ann": ["t1", "t2"], "bob": ["t3", "t4"]}
    assert start["unseen"] == ["t5", "t6", "t7", "t8", "t9"]
    assert peek["looks"] == [{"to": "ann", "tokens": ["t5"]}]
    assert peek["known"]["ann"] == ["t1", "t2", "t5"]
    assert peek["unseen"] == ["t6", "t7", "t8", "t9"]


def test_hidden_shuffles_are_shown_once_the_secret_is_out() -> None:
    """Before that the nine faces are known to go in, and not what lies where."""
    table = Seated()
    (shuffle,) = apart(table, 2)["hidden"]["shuffles"]
    assert shuffle["faces"] == [f"c{i}" for i in range(1, 10)]
    assert list(shuffle["onto"]) == [f"t{i}" for i in range(1, 10)]
    assert shuffle["tokens"] == []
    assert "dealt" not in shuffle
    assert "until then it is unproven" in trust(apart(table, 2))
    hand = {t: face for t, (face, _) in table.known("ann").items()}
    table.finish()
    turn = apart(table, 2)
    (shuffle,) = turn["hidden"]["shuffles"]
    assert {t: shuffle["dealt"][t] for t in hand} == hand
    assert sorted(shuffle["dealt"].values()) == shuffle["faces"]
    assert turn["hidden"]["looks"][0] == {"to": "ann", "tokens": ["t1", "t2"], "faces": hand}
    assert "dealt again from the secret" in trust(turn)


def test_a_mix_takes_the_old_tokens() -> None:
    table = Seated()
    table.do("ann", MIX)
    (shuffle,) = apart(table, 3)["hidden"]["shuffles"]
    assert (shuffle["q"], shuffle["faces"], shuffle["tokens"]) == (0, [], ["t1", "t2"])
    assert shuffle["onto"] == table.record.entries[3][-1]["tokens"]
    assert list(shuffle["onto"]) == ["t10", "t11"]


# --- what was signed beforehand, cut short, or played by the rules ---


def test_what_was_signed_beforehand_names_its_entry() -> None:
    """Ann's list of entry 3 is played in bob's entry 4: free, then done."""
    table = Seated()
    table.do("ann", DONE, then=[FREE, DONE])
    table.do("bob", DONE)
    first, second = apart(table, 3), apart(table, 4)
    assert first["then"] == [FREE, DONE]
    assert "everybody can read them" in trust(first)
    assert told(second) == [("signed", "bob"), ("list", "ann", "3"), ("list", "ann", "3")]
    assert [i.get("place") for i in second["happened"]] == [None, 0, 1]
    assert "What ann signed beforehand in entry 3 could be read by everybody" in trust(second)


def test_a_list_that_was_dropped_tells_why() -> None:
    """t3 lies in bob's hand: ann cannot play it."""
    table = Seated()
    table.do("ann", DONE, then=[FREE, play("t3")])
    table.do("bob", DONE)
    last = apart(table, 4)["happened"][-1]
    assert (last["what"], last["seat"], last["signed_in"], last["place"]) == (
        "dropped",
        "ann",
        3,
        1,
    )
    assert (last["clause"], last["why"]) == ("EX-2", "play is not possible")


def test_a_move_that_was_cut_short_tells_why() -> None:
    """Behind the roll t3 is played, which is in bob's hand."""
    table = Seated()
    table.do("ann", ROLL, play("t3"), DONE)
    turn = apart(table, 3)
    assert told(turn) == [("signed", "ann"), ("roll", "0"), ("stopped", "ann", "EX-2")]
    last = turn["happened"][-1]
    assert (last["place"], last["action"], last["why"]) == (1, play("t3"), "play is not possible")


def test_a_default_is_told_as_one() -> None:
    table = Seated(policy=CLAIMS)
    table.enter(table.lapse("bob", "ann"))
    turn = apart(table, 3)
    assert (turn["kind"], turn["by"], turn["late"]) == ("lapse", "bob", "ann")
    assert told(turn) == [("default", "ann")]
    assert "That ann was late is the word of bob and the arbiter" in trust(turn)


# --- who could have known ---


def test_mover_and_arbiter_together_foresee_from_the_last_link_of_another() -> None:
    """Bob's link is in the start, entry 2; ann rolls in 3 and 4; bob rolls in 6, ann again in 8."""
    table = Seated()
    table.do("ann", ROLL)
    table.do("ann", ROLL)
    table.do("ann", DONE)
    table.do("bob", ROLL)
    table.do("bob", DONE)
    table.do("ann", ROLL)
    together = "ann and the arbiter TOGETHER could work it out from entry {} on"
    assert together.format("2") in trust(apart(table, 4))
    assert together.format("6") in trust(apart(table, 8))
    assert "with a link of bob" in trust(apart(table, 8))
    assert "there was no chance in it" in trust(apart(table, 5))
    early = (
        "statement that made no entry, refused or overtaken, whoever had that file knew the link"
    )
    assert early in trust(apart(table, 4)) and early not in trust(apart(table, 5))


def test_shares_of_all_seats_are_named() -> None:
    """Dealt by the seats: cid has resigned when ann rolls again, so cid's link is missing."""
    table = Seated("plain", THREE, host="ann")
    table.do("ann", ROLL, DONE)
    table.do("bob", DONE)
    table.do("cid", RESIGN)
    table.do("ann", ROLL)
    first, later = trust(apart(table, 3)), trust(apart(table, 6))
    assert "No group that lacked one of ann, bob and cid could know or bend it" in first
    assert "No link of" not in first
    assert "No link of cid is in it." in later
    assert "arbiter" not in first + later


def test_a_lapse_dealt_by_seats_is_the_word_of_those_who_signed_it() -> None:
    """ann is the host, and late: cid shares for bob's claim, ann does not."""
    table = Seated("plain", THREE, host="ann", policy=CLAIMS)
    claim = table.lapse("bob", "ann")
    table.take(claim)
    table.enter(table.share("cid", claim))
    said = trust(apart(table, 3))
    assert "That ann was late is the word of bob and of cid, who shared: no file" in said
    assert "No group that lacked one of bob and cid could know or bend it." in said
    assert "then the claim would have made no entry" in said
    assert "No link of ann is in it." in said
    assert "arbiter" not in said and "stand still" not in said


def test_a_claimant_whose_link_is_the_only_one_knew_the_draw() -> None:
    table = Seated("plain", ("ann", "bob"), host="ann", policy=CLAIMS)
    table.enter(table.lapse("bob", "ann"))
    said = trust(apart(table, 3))
    assert "and from the link of bob, and from nothing else" in said
    assert (
        "The link of bob is the only one in this entry: bob could know what would be drawn before"
        " bob claimed the lapse, could not change it, but could choose by it whether and when to"
        " claim." in said
    )
    assert "That ann was late is the word of bob alone: no file can show it." in said
    assert "arbiter" not in said and "stand still" not in said and "No group" not in said


def test_a_claim_out_of_turn_dealt_by_seats_blames_no_arbiter() -> None:
    table = Seated("plain", THREE, host="ann", policy=CLAIMS)
    claim = table.lapse("cid", "ann")
    table.take(claim)
    table.enter(table.share("bob", claim))
    (finding,) = table.table.findings
    assert finding.endswith("where bob comes first; there may have been a choice between claims")
    assert "arbiter" not in trust(apart(table, 3))


def test_where_nothing_is_drawn_no_draw_follows_from_the_links() -> None:
    """A seat taken over: the links of bob and the arbiter, and no draw."""
    table = Seated("plain", ("ann", "bob"), policy=CLAIMS)
    join = table.take_over("ann", "eve")
    table.enter(join, table.consent("bob", join))
    said = trust(apart(table, 3))
    assert "What is drawn" not in said
    assert "Nothing is drawn or shuffled here. The links of bob and the arbiter go into" in said
    assert "the new anchor cannot have been picked for them" in said
    assert "What is drawn follows" in trust(apart(table, 2))  # an order of the seats


def test_the_opening_and_the_roster() -> None:
    table = Seated()
    opening, roster = apart(table, 0), apart(table, 1)
    assert [(s["by"], s["kind"]) for s in opening["statements"]] == [(ARBITER, "open")]
    assert opening["head"] == roster["head_before"] == table.table.id_text
    assert [s["key"] for s in roster["statements"][:2]] == [
        b64.encode(table.ids[s].sign) for s in ("ann", "bob")
    ]
    assert "A second roster" in trust(roster)
    assert "before any seat had joined: of the seats the arbiter knew the names" in trust(opening)
    assert roster["changed"] == roster["draws"] == []


def test_a_seat_taken_over() -> None:
    """The statement is checked under the new key; what was shown is sealed anew."""
    table = Seated(policy=CLAIMS)
    join = table.take_over("ann", "eve")
    table.enter(join, table.consent("bob", join))
    turn = apart(table, 3)
    assert turn["kind"] == "replacement"
    assert turn["statements"][0]["key"] == join.body["sign"]
    assert [x["by"] for x in turn["links"]] == ["bob", ARBITER]
    assert turn["hidden"]["looks"] == [{"to": "ann", "tokens": ["t1", "t2"]}]
    assert "the old key of ann still knows" in trust(turn)
    assert turn["changed"] == []
    done = found(table)
    ann, bob, arbiter = overview.results(done.table, done.entries, None)
    assert ann["keys"] == [
        {"key": b64.encode(table.ids["ann"].sign), "since": 1},
        {"key": join.body["sign"], "since": 3},
    ]
    assert ann["key"] == join.body["sign"]
    assert bob["keys"] == [{"key": b64.encode(table.ids["bob"].sign), "since": 1}]
    assert arbiter["keys"] == [{"key": b64.encode(table.ids[ARBITER].sign), "since": 0}]


@pytest.mark.parametrize(
    ("host", "words"),
    [
        (None, "the word of bob, cid and the arbiter: no file"),
        ("ann", "the word of bob and cid: no"),
    ],
)
def test_a_replacement_of_the_absent_is_the_word_of_those_who_agreed(
    host: str | None, words: str
) -> None:
    table = Seated("plain", THREE, policy=CLAIMS, host=host)
    join = table.take_over("ann", "eve")
    table.enter(join, *(table.consent(seat, join) for seat in ("bob", "cid")))
    said = trust(apart(table, 3))
    assert f"That ann was absent is {words}" in said
    assert "A move of ann that had come in time was to go first; ann, who mailed it" in said


def test_a_handover_is_the_old_keys_own_doing() -> None:
    table = Seated("plain", policy={"lapse": "7d", "replace": "handover"})
    join = table.take_over("ann", "eve")
    table.enter(join, *(table.consent(seat, join) for seat in ("ann", "bob")))
    said = trust(apart(table, 3))
    assert "The old key of ann consented to it" in said and "absent" not in said


# --- the whole table ---


def test_results_by_seat() -> None:
    """Ann plays t1 and signs a list; bob ends two turns, and claims that ann is late."""
    table = Seated(policy=CLAIMS)
    face, _ = table.known("ann")["t1"]
    table.do("ann", play("t1"), DONE, then=[FREE])
    table.do("bob", DONE)
    table.enter(table.lapse("bob", "ann"))
    table.do("bob", DONE)
    done = found(table)
    final = overview.outcome(done.table)
    ann, bob, arbiter = overview.results(done.table, done.entries, final)
    assert (ann["seat"], ann["moves"], ann["beforehand"], ann["late"], ann["claims"]) == (
        *("ann", 1, 1, 1, 0),
    )
    assert (bob["seat"], bob["moves"], bob["beforehand"], bob["late"], bob["claims"]) == (
        *("bob", 2, 0, 0, 1),
    )
    assert (ann["points"], ann["won"]) == (int(face[1:]), True)
    assert (bob["points"], bob["won"]) == (0, False)
    assert (ann["links"], bob["links"], arbiter["links"]) == (1, 1, 1)
    assert (ann["looks"], arbiter["rulings"]) == (1, 6)


def test_what_stands_out() -> None:
    """Cid claims where bob comes first; bob resigns; ann is taken over; the table is ended."""
    table = Seated("example", THREE, policy=CLAIMS)
    table.enter(table.lapse("cid", "ann"))
    table.do("bob", RESIGN)
    table.do("cid", DONE)
    join = table.take_over("ann", "eve")
    table.enter(join, table.consent("cid", join))
    seen = overview.findings(found(table).table, waiting=1)
    assert [(f.get("n"), f["what"]) for f in seen] == [
        (3, "lapse"),
        (3, "out-of-turn"),
        (4, "resigned"),
        (6, "taken-over"),
        (None, "unproven"),
        (None, "waiting"),
    ]
    assert seen[1]["words"].startswith("cid claimed the lapse of ann where bob comes first")
    assert seen[4]["words"].startswith("1 hidden shuffle is unproven")


def test_draws_are_told_by_the_seat_whose_decision_they_followed() -> None:
    """Two dice of ann's, one of bob's; every face is expected 3/6 times."""
    table = Seated()
    table.do("ann", ROLL, ROLL, DONE)
    table.do("bob", ROLL)
    (dice,) = overview.statistics(found(table).table)
    assert (dice["draw"], dice["sides"]) == ("roll", 6)
    assert [(r["seat"], r["number"], r["draws"]) for r in dice["rows"]] == [
        (None, 3, 3),
        ("ann", 2, 2),
        ("bob", 1, 1),
    ]
    assert [t["expected"] for t in dice["rows"][0]["things"].values()] == [0.5] * 6
    assert all(r["meaning"] == "too few to say anything" for r in dice["rows"])
    assert overview.tested([dice]) == 0


# --- a record that breaks ---


def rolled_twice() -> Seated:
    table = Seated()
    table.do("ann", ROLL)
    table.do("ann", ROLL)
    table.do("ann", FREE)
    return table


def test_what_verifies_is_audited_and_the_fault_is_kept() -> None:
    """A signature in entry 4 that is not right: entries 0 to 3 stand."""
    table = rolled_twice()
    entries = table.json()["entries"]
    entries[4][0]["sig"] = entries[3][0]["sig"]
    result = audit.audit(entries, 3)
    assert result.error is not None and result.error.code == "signature/bad"
    assert not isinstance(result.error, Cheat)
    assert result.table.n == 4
    assert result.turn is not None and result.turn["draws"]
    (dice,) = overview.statistics(result.table)
    assert dice["rows"][0]["number"] == 1
    assert audit.audit(entries, 4).turn is None
    assert audit.audit(entries, 5).turn is None


def test_a_false_ruling_is_told_with_its_party_and_proof() -> None:
    table = rolled_twice()
    true = table.record.entries[4][1]["draws"][0]["roll"][0]
    data = table.forge(4, draws=[{"roll": [true % 6 + 1]}])
    result = audit.audit(data["entries"], 3)
    assert isinstance(result.error, Cheat)
    assert (result.error.code, result.error.party) == ("ruling/draws", ARBITER)
    assert result.error.proof is not None
    assert result.table.n == 4 and result.turn is not None


def test_an_entry_that_is_not_there() -> None:
    result = found(Seated())
    for turn in (3, -1):
        error = refused("audit/no-turn", lambda turn=turn: audit.check_turn(result, turn))
        assert "its entries are 0 to 2" in error.message
    audit.check_turn(result, 2)


# --- differences ---


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"b": 1}, [{"at": "/a", "before": 1}, {"at": "/b", "after": 1}]),
        ({"a": {"b": 1}}, {"a": {"b": 2}}, [{"at": "/a/b", "before": 1, "after": 2}]),
        ([1, 2, 3], [1, 3], [{"at": "", "place": 1, "removed": [2], "added": []}]),
        ([1, 1], [1, 1, 1], [{"at": "", "place": 2, "removed": [], "added": [1]}]),
        ([1, 2, 3, 4], [1, 5, 6, 4], [{"at": "", "place": 1, "removed": [2, 3], "added": [5, 6]}]),
        ([[1], [2]], [[1], [2, 3]], [{"at": "/1", "place": 1, "removed": [], "added": [3]}]),
        ({"a": None}, {"a": []}, [{"at": "/a", "before": None, "after": []}]),
    ],
)
def test_differences(before: Any, after: Any, changes: list[Mapping[str, Any]]) -> None:
    assert list(difference(before, after)) == changes


def test_an_audit_goes_through_every_entry_of_a_whole_table() -> None:
    table = Seated("example", THREE)
    moves: list[Callable[[], Any]] = [lambda: table.do("ann", ROLL, PEEK, MIX, FLIP, DONE)]
    moves.append(lambda: table.do("bob", MIX, DONE))
    for move in moves:
        move()
    table.finish()
    heads = [apart(table, n)["head"] for n in range(table.table.n)]
    assert heads == [b64.encode(h) for h in table.table.heads]
