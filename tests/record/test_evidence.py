"""Evidence files: each kind proves one breach to somebody who has nothing else, and proves
nothing once anything in it was changed (docs/protocol.md, Proof)."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Cheat, Refused
from pbem.fair.hashes import entry_head
from pbem.record import doctor, evidence, judge
from pbem.record.breach import false_look
from pbem.record.fork import check_same_history
from pbem.record.knowledge import sealing_key
from pbem.record.record import load
from pbem.record.ruling import hidden_secret
from pbem.record.statements import Signed, check_signature, read
from pbem.wire import b64, canon
from tests.tables import (
    ARBITER,
    DONE,
    FREE,
    ROLL,
    Seated,
    cheat,
    check,
    false_looks,
    hash_id,
    refused,
    rigged,
    who,
)

pytestmark = pytest.mark.usefixtures("example", "plain")

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text("utf-8")
Proof = dict[str, Any]
OTHER = "A" * 42 + "E"


def proof(code: str, party: str, act: Callable[[], Any]) -> Proof:
    """The evidence that a breach found by `act` comes with, as a file would have it."""
    found = cheat(code, party, act).proof
    assert found is not None
    value: Proof = json.loads(canon.canon(found))
    return value


# --- one of each kind ---


def two_rulings() -> Proof:
    """The arbiter rules on ann's move, and for bob on the claim that she is late."""
    here, there = Seated(), Seated()
    here.do("ann", FREE)
    there.enter(there.lapse("bob", "ann"))
    return proof(
        "evidence/two-rulings",
        ARBITER,
        lambda: check_same_history(here.record, there.record),
    )


def false_draw() -> Proof:
    """A die of six that shows seven."""
    table = Seated()
    table.do("ann", ROLL)
    return proof("ruling/draws", ARBITER, lambda: check(table.forge(3, draws=[{"roll": [7]}])))


def stacked() -> Proof:
    """Two cards change places in the deal; the secret in the last ruling shows it."""
    with rigged(("t1", "t5")):
        table = Seated()
        table.finish()
    return proof("ruling/tokens", ARBITER, table.load)


def lied() -> Proof:
    """ann is shown c1 or c2 where another face was committed to."""
    with false_looks(lambda o: [("c1" if f != "c1" else "c2", salt) for f, salt in o]):
        table = Seated()
    table.record.append([])  # what follows is no part of the proof
    breach = cheat("look/false", ARBITER, lambda: table.known("ann"))
    key = sealing_key(table.table, "ann", who("ann")).private_bytes_raw()
    return false_look(table.record.entries, breach, "ann", key)


def two_moves() -> Proof:
    table = Seated()
    second = table.move("ann", ROLL)
    table.do("ann", DONE)
    table.do("bob", DONE)
    return proof("evidence/two-moves", "ann", lambda: judge.take(table.record, second.body))


def sharing() -> tuple[Seated, list[Signed]]:
    """Dealt by seats: ann's move and bob's claim that she is late, cid's share for each."""
    table = Seated("plain", ("ann", "bob", "cid", "dee"), host="ann")
    move, claim = table.move("ann", ROLL), table.lapse("bob", "ann")
    return table, [move, claim, table.share("cid", move), table.share("cid", claim)]


def two_shares() -> Proof:
    table, (move, claim, one, two) = sharing()
    table.take(claim, move, one)
    return proof("evidence/two-shares", "cid", lambda: judge.take(table.record, two.body))


KINDS = {
    "two-rulings": (two_rulings, ARBITER, "evidence/two-rulings"),
    "false-draw": (false_draw, ARBITER, "ruling/draws"),
    "stacked": (stacked, ARBITER, "ruling/tokens"),
    "lied": (lied, ARBITER, "look/false"),
    "two-moves": (two_moves, "ann", "evidence/two-moves"),
    "two-shares": (two_shares, "cid", "evidence/two-shares"),
}
FIELDS = {
    "two-rulings": {"open", "rulings"},
    "false-draw": {"entries"},
    "stacked": {"entries", "secret"},
    "lied": {"entries", "seat", "seal"},
    "two-moves": {"entries", "statements"},
    "two-shares": {"entries", "statements", "with"},
}
LENGTH = {"false-draw": 4, "stacked": 3, "lied": 3, "two-moves": 3, "two-shares": 3}
"""Entries the proof needs: 0 to 2 are open, roster and start, the first turn is entry 3."""


@pytest.mark.parametrize("name", KINDS)
def test_it_names_the_party_and_holds_no_more_than_the_proof_needs(name: str) -> None:
    make, party, code = KINDS[name]
    file = make()
    assert file.keys() - {"pbem", "kind", "what"} == FIELDS[name]
    assert len(file.get("entries", ())) == LENGTH.get(name, 0)
    found = evidence.check(copy.deepcopy(file))
    assert (found.party, found.code) == (party, code)
    assert found.proof == file


def leaves(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of a value that is neither object nor list."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*at, key))
    else:
        yield at


def changed(file: Proof, path: tuple[Any, ...]) -> Proof:
    """The file with one leaf made another of the same type."""
    new = copy.deepcopy(file)
    inside: Any = new
    for step in path[:-1]:
        inside = inside[step]
    old = inside[path[-1]]
    inside[path[-1]] = old + 1 if isinstance(old, int) else _other(old)
    return new


def _other(text: str) -> str:
    """Another text of the same length, also where its last character has unused bits."""
    return ("B" if text[:1] != "B" else "C") + text[1:]


@pytest.mark.parametrize("name", KINDS)
def test_with_any_field_changed_it_proves_nothing(name: str) -> None:
    """Every leaf outside the log, and every seventh inside it."""
    file = KINDS[name][0]()
    paths = list(leaves(file))
    log = [p for p in paths if p[0] == "entries"][::7]
    for path in [p for p in paths if p[0] != "entries"] + log:
        with pytest.raises(Refused):
            evidence.check(changed(file, path))


def shown(key: bytes) -> str:
    """A key as an audit shows it: 16 bytes in hex, in groups of four."""
    text = key.hex()[:32]
    return " ".join(text[i : i + 4] for i in range(0, 32, 4))


def test_of_a_seat_taken_over_the_old_key_is_named_and_until_when_it_held() -> None:
    """ann signs two moves for entry 3; eve takes her seat over in entry 4."""
    table = Seated("plain", ("ann", "bob"), policy={"lapse": "never", "replace": "absent"})
    second = table.move("ann", DONE)
    table.do("ann", ROLL)
    join = table.take_over("ann", "eve")
    table.enter(join, table.consent("bob", join))
    table.ids["ann"] = who("eve")
    key = f"for turn 3 of this table, with the key {shown(who('ann').sign)}"
    breach = cheat("evidence/two-moves", "ann", lambda: judge.take(table.record, second.body))
    assert breach.message.endswith(f"{key}, which held the seat until entry 4")
    assert evidence.check(breach.proof).message.endswith(key)  # its log ends before that
    late = table.move("ann", DONE)
    table.do("ann", ROLL)
    newer = cheat("evidence/two-moves", "ann", lambda: judge.take(table.record, late.body))
    assert newer.message.endswith(
        f"for turn 5 of this table, with the key {shown(who('eve').sign)}"
    )


def test_in_two_histories_the_key_that_signed_both_is_named() -> None:
    """cid is taken over in entry 4 of the second one only; both have another move of cid."""
    here, there = (
        Seated("plain", ("cid", "bob"), policy={"lapse": "never", "replace": "absent"})
        for _ in range(2)
    )
    here.do("cid", ROLL)
    there.do("cid", ROLL, ROLL)
    join = there.take_over("cid", "eve")
    there.enter(join, there.consent("bob", join))
    words = f"with the key {shown(who('cid').sign)}, which held the seat until entry 4"
    for a, b in ((here, there), (there, here)):
        found = cheat(
            "evidence/two-rulings", ARBITER, lambda a=a, b=b: check_same_history(a.record, b.record)
        )
        assert words in found.message
        assert (
            f"for entry 3 of this table, with the key {shown(who(ARBITER).sign)}: " in found.message
        )


def test_a_false_ruling_names_its_key() -> None:
    assert (
        f"signed with the key {shown(who(ARBITER).sign)}, and yet"
        in evidence.check(false_draw()).message
    )


def test_more_than_the_proof_needs_is_refused() -> None:
    for file, extra in (
        (two_moves(), "entries"),
        (false_draw(), "entries"),
        (two_shares(), "with"),
    ):
        file[extra].append(file[extra][-1])
        with pytest.raises(Refused):
            evidence.check(file)
    shares = two_shares()
    shares["with"].reverse()
    refused("evidence/too-much", lambda: evidence.check(shares))
    moves = two_moves()
    moves["with"] = moves["statements"][:1]
    refused("evidence/too-much", lambda: evidence.check(moves))


def test_the_bits_of_a_key_that_are_never_used_have_one_form() -> None:
    """X25519 clears three bits of the first byte (RFC 7748, section 5)."""
    file = lied()
    key = b64.decode(file["seal"], 32)
    file["seal"] = b64.encode(bytes([key[0] | 1]) + key[1:])
    refused("evidence/too-much", lambda: evidence.check(file))


# --- what looks like one and is none ---


def without_secret(file: Proof) -> Proof:
    return {k: v for k, v in file.items() if k != "secret"}


def test_a_stacked_shuffle_is_not_seen_without_the_secret() -> None:
    refused("evidence/nothing", lambda: evidence.check(without_secret(stacked())))


def test_another_secret_than_the_one_committed_to_is_refused() -> None:
    file = stacked() | {"secret": OTHER}
    refused("evidence/other-secret", lambda: evidence.check(file))


def test_the_arbiters_own_secret_gets_into_no_file_before_the_log_has_it() -> None:
    """The arbiter's program sees the stacked deal at once; what it could hand out is nothing."""
    with rigged(("t1", "t5")):
        table = Seated()
    secret = hidden_secret(table.table, who(ARBITER))
    assert secret is not None
    breach = cheat("ruling/tokens", ARBITER, lambda: table.load(secret=secret))
    assert b64.encode(secret) not in json.dumps(breach.proof)
    refused("evidence/nothing", lambda: evidence.check(breach.proof))


def test_a_last_ruling_without_the_secret_is_no_proof_for_whoever_knows_it() -> None:
    """It may still come; so says section 13 to everybody, and the arbiter's own program too."""
    table = Seated()
    secret = hidden_secret(table.table, who(ARBITER))
    table.finish()
    bare = table.forge(table.table.n - 1, secret=None)
    for known in (None, secret):
        with pytest.raises(Refused) as caught:
            load(bare, secret=known, strict_now=False)
        assert caught.value.code == "ruling/no-secret"


def test_an_honest_table_proves_nothing_of_any_kind() -> None:
    table = Seated()
    first = table.move("ann", FREE)
    table.enter(first)
    entries = table.json()["entries"]
    base = {"pbem": 1, "kind": "evidence"}
    ruling = entries[3][-1]
    nothing: list[Proof] = [
        base | {"what": "rulings", "open": entries[0][0], "rulings": [ruling, ruling]},
        base | {"what": "rulings", "open": entries[0][0], "rulings": [entries[1][-1], ruling]},
        base | {"what": "rulings", "open": entries[0][0], "rulings": [ruling, first.body]},
        base | {"what": "ruling", "entries": entries},
        base | {"what": "double", "entries": entries[:3], "statements": [first.body] * 2},
    ]
    for file in nothing:
        refused("evidence/nothing", lambda file=file: evidence.check(file))  # type: ignore[misc]


def test_two_claims_are_no_double_signature_in_a_file_either() -> None:
    """bob claims ann's lapse, and then moves; nor is a join beside a move one."""
    table = Seated("plain", ("ann", "bob", "cid"), policy={"lapse": "7d", "replace": "absent"})
    claim, move = table.lapse("bob", "ann"), table.move("ann", FREE)
    joins = [table.take_over("ann", name) for name in ("eve", "fay")]
    entries = table.json()["entries"]
    for two in ([claim, claim], [claim, move], joins):
        file = {"pbem": 1, "kind": "evidence", "what": "double", "entries": entries}
        file["statements"] = [s.body for s in two]
        refused("evidence/nothing", lambda file=file: evidence.check(file))  # type: ignore[misc]


def test_a_share_for_a_move_that_could_not_stand_is_no_second_share() -> None:
    """mallory makes up the move that cid is said to have shared for."""
    table, (move, _, one, _) = sharing()
    made_up = table.signed("bob", move.body, by="ann")
    other = table.signed("cid", one.body, answers=[b64.encode(hash_id(made_up))])
    file = {"pbem": 1, "kind": "evidence", "what": "double", "entries": table.json()["entries"]}
    file |= {"statements": [one.body, other], "with": [move.body, made_up]}
    assert refused("signature/bad", lambda: evidence.check(file)).at == "/with/1/sig"


def test_what_could_not_have_stood_is_told_with_its_place_in_the_file() -> None:
    table = Seated("plain", ("ann", "bob", "cid"))
    first, claim = table.move("ann", FREE).body, table.lapse("bob", "ann").body
    file = {"pbem": 1, "kind": "evidence", "what": "double", "entries": table.json()["entries"]}
    for changes, at in (
        ({"actions": [{"do": "fly"}]}, "/statements/1/actions/0/do"),
        ({"actions": [ROLL]}, "/statements/1/link"),
    ):
        two = [first, table.signed("ann", first, **changes)]
        with pytest.raises(Refused) as caught:
            evidence.check({**file, "statements": two})
        assert caught.value.at == at
    file |= {"statements": [first] * 2, "with": [table.signed("bob", claim, late="cid")]}
    assert refused("lapse/not-awaited", lambda: evidence.check(file)).at == "/with/0/late"


def test_where_seats_deal_only_the_roster_has_a_host() -> None:
    table = Seated("plain", ("ann", "bob"), host="ann")
    roster = table.json()["entries"][1][-1]
    later = [table.signed("ann", roster, n=3, answers=[text * 43]) for text in ("A", "E")]
    file = {"pbem": 1, "kind": "evidence", "what": "rulings", "open": table.table.body}
    refused("evidence/nothing", lambda: evidence.check(file | {"rulings": later}))
    other = table.signed("ann", roster, answers=["A" * 43])
    found = evidence.check(file | {"rulings": sorted((roster, other), key=lambda r: read(r).id)})
    assert (found.code, found.party) == ("evidence/two-rulings", "ann")


def test_a_file_of_no_known_kind_is_refused_by_name() -> None:
    error = refused("schema/unknown-what", lambda: evidence.check({**two_moves(), "what": "talk"}))
    assert error.at == "/what"
    assert isinstance(evidence.check(two_moves()), Cheat)


def test_the_example_in_the_protocol_is_signed_twice() -> None:
    """Its game has no deck, so `check` refuses the open; all else is as in a real one."""
    found = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    (file,) = [value for text in found if (value := json.loads(text))["kind"] == "evidence"]
    open_, (one, two) = read(file["open"]), map(read, file["rulings"])
    for statement in (open_, one, two):
        check_signature(statement, b64.decode(file["open"]["sign"], 32))
    assert one.id != two.id
    assert one.body["n"] == two.body["n"]
    table = b64.encode(entry_head(bytes(32), [open_.id]))
    assert {one.body["table"], two.body["table"]} == {table}


# --- two rulings within one file that is broken ---


def ruled() -> tuple[Seated, Proof, Proof]:
    """ann has moved twice: the record, and another ruling of the arbiter's on entry 3."""
    table = Seated()
    table.do("ann", FREE)
    table.do("ann", FREE)
    data = table.json()
    return table, data, table.signed(ARBITER, data["entries"][3][1], state=OTHER)


def test_two_rulings_are_proof_wherever_they_stand_in_a_broken_record() -> None:
    _, data, again = ruled()
    log = data["entries"]
    changed = {**log[3][0], "note": "changed"}
    for entries, waiting in (
        ([*log[:4], [log[4][0], again]], []),  # in the place of a later ruling
        ([*log, [log[4][0], again]], []),
        ([*log[:3], [changed, log[3][1]], [log[4][0], again]], []),  # behind other damage
        ([*log[:3], [*log[3], again]], []),
        (log, [again]),
    ):
        bad = {**data, "entries": entries, "pending": waiting}
        found = proof("evidence/two-rulings", ARBITER, lambda bad=bad: check(bad))  # type: ignore[misc]
        assert {r["state"] for r in found["rulings"]} == {OTHER, log[3][1]["state"]}
        assert evidence.check(found).party == ARBITER


def test_one_ruling_twice_or_one_that_was_changed_is_damage_and_no_breach() -> None:
    table, data, again = ruled()
    log = data["entries"]
    elsewhere = table.signed(ARBITER, log[3][1], table=OTHER)
    for other in (log[3][1], {**log[3][1], "state": OTHER}, {**again, "sig": log[3][1]["sig"]}):
        with pytest.raises(Refused):
            check({**data, "entries": [*log[:4], [log[4][0], other]]})
    with pytest.raises(Refused):
        check({**data, "entries": [*log[:4], [log[4][0], elsewhere]]})


def test_doctor_tells_the_damage_and_the_breach() -> None:
    _, data, again = ruled()
    log = data["entries"]
    bad = {**data, "entries": [*log[:4], [log[4][0], again]]}
    found = doctor.examine(json.dumps(bad).encode(), 10**6)
    assert [f.code for f in found.findings] == ["statement/stale", "evidence/two-rulings"]
    assert found.record is not None and found.record.table.n == 4
