"""Attacks on keys, cards, memory and the file, N9 to N15 (docs/protocol.md says why they fail)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from pbem.cli.ready import describe
from pbem.errors import Refused
from pbem.fair import looks
from pbem.fair.keys import FIELD, check_seal_key
from pbem.games.dig_down_dwarf.gems import pool
from pbem.record import ruling, signing
from pbem.record.cards import Cards
from pbem.record.dealing import Place, TableDealer
from pbem.record.desk import write_record
from pbem.record.record import load, now
from pbem.record.statements import read
from pbem.script.requests import Mix, Shuffle
from pbem.wire import b64
from tests.tables import (
    ARBITER,
    DONE,
    FREE,
    ROLL,
    Mail,
    Seated,
    cheat,
    play,
    refused,
    rigged,
    who,
)

pytestmark = pytest.mark.usefixtures("example", "plain")

# --- N9: sealing keys that nothing can be sealed to, or whose owner can deny it ---

ORDER_EIGHT = (
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723060781553021112529911719440698176882885853963445705823,
)
LOW = (0, 1, FIELD - 1, *ORDER_EIGHT)
NOT_REDUCED = tuple(range(FIELD, 2**255))
BAD_SEALS = [
    *(("key/seal-low-order", u) for u in LOW),
    *(("key/seal-range", u) for u in NOT_REDUCED),
    *(("key/seal-bit-255", u + 2**255) for u in (*LOW, 9, FIELD)),
]


@pytest.mark.parametrize(("code", "u"), BAD_SEALS)
def test_n9_a_join_with_such_a_sealing_key_is_refused(code: str, u: int) -> None:
    table = Seated(start=False)
    seal = b64.encode(u.to_bytes(32, "little"))
    refused(code, lambda: table.take(read(table.signed("ann", table.join("ann").body, seal=seal))))


@pytest.mark.parametrize("u", LOW)
def test_n9_what_it_would_do_is_to_stop_the_arbiter(u: int) -> None:
    """Why they are refused at the door: sealing a look to them cannot work."""
    box = looks.plaintext([(bytes(32), "c1")])
    refused("look/key", lambda: looks.seal(u.to_bytes(32, "little"), box, bytes(32), b""))


def test_n9_an_honest_key_passes() -> None:
    check_seal_key((9).to_bytes(32, "little"))


# --- N10: openings of dead tokens and of other tables; a name used again ---


def shown(table: Seated, name: str) -> dict[str, Any]:
    face, salt = table.table.cards.faces[name]
    return {"face": face, "salt": b64.encode(salt)}


def showing(table: Seated, name: str, opening: Mapping[str, Any]) -> Any:
    """ann plays the card `name` with this opening."""
    body = {**table.move("ann", FREE).body, "actions": [play(name)], "show": {name: opening}}
    return lambda: table.take(read(table.signed("ann", body)))


def test_n10_dead_tokens_and_other_tables_openings_are_refused() -> None:
    table = Seated()
    other = Seated(nonces=lambda name: (b"other " + name.encode()).ljust(32))
    refused("opening/wrong", showing(table, "t1", shown(other, "t1")))
    dead = shown(table, "t1")
    showing(Seated(), "t1", dead)()
    table.do("ann", {"do": "mix"})
    refused("token/dead", showing(table, "t1", dead))
    refused("opening/wrong", showing(table, "t10", dead))


def test_n10_a_script_that_names_two_tokens_alike_is_stopped() -> None:
    dealer, cards = dealing({"a": 2})
    dealer.shuffle(Shuffle(("a", "a"), (), ("t1", "t2")))
    refused("token/used-again", lambda: dealer.mix(Mix(("t1",), ("t2",))))
    refused("token/used-again", lambda: dealer.mix(Mix(("t1",), ("t1",))))
    assert list(cards.live) == ["t1", "t2"]


def dealing(counts: Mapping[str, int], key: bytes = b"\3" * 32) -> tuple[TableDealer, Cards]:
    """An arbiter's dealer with fixed secrets, and the cards it deals."""
    cards = Cards(b"\1" * 32, counts)
    place = Place(b"\1" * 32, 3, b"\2" * 32, key)
    return TableDealer(place, cards, {}, secret=b"\4" * 32), cards


# --- N11: follow a card through a Mix by the names in the action ---


def passed_on(secret: int, *, first: bool) -> tuple[str, str]:
    """ann gives one of three cards to bob, who has two, by naming it in public.

    Her hand is mixed before the choice is named (`first`), bob's new hand after it. Returns
    which of ann's old tokens it was, and which of bob's new ones it is: what a third seat
    would like to know.
    """
    dealer, cards = dealing(dict.fromkeys("vwxyz", 1), secret.to_bytes(32, "big"))
    dealer.shuffle(Shuffle(tuple("vwxyz"), (), ("a1", "a2", "a3", "b1", "b2")))
    old = {cards.faces[t][0]: t for t in ("a1", "a2", "a3")}
    named = "a1"
    if first:
        dealer.mix(Mix(("a1", "a2", "a3"), ("m1", "m2", "m3")))
        named = "m1"
    face = cards.faces[named][0]
    dealer.mix(Mix(("b1", "b2", named), ("n1", "n2", "n3")))
    new = next(t for t in ("n1", "n2", "n3") if cards.faces[t][0] == face)
    return old[face], new


TRIALS = 1800
SIGMA = (TRIALS * 1 / 9 * 8 / 9) ** 0.5


def test_n11_the_third_seats_best_guess_is_one_in_the_hand() -> None:
    """Each of the nine pairs of old and new token comes 1 time in 9, within five sigma."""
    pairs = Counter(passed_on(i, first=True) for i in range(TRIALS))
    assert len(pairs) == 9
    assert all(abs(count - TRIALS / 9) < 5 * SIGMA for count in pairs.values())


def test_n11_mixed_only_afterwards_all_would_know_which_card_went() -> None:
    pairs = Counter(passed_on(i, first=False) for i in range(60))
    assert {old for old, _ in pairs} == {"a1"}
    assert {new for _, new in pairs} == {"n1", "n2", "n3"}


def test_n11_the_record_of_a_mix_is_the_same_length_and_names_whatever_moved() -> None:
    """Two worlds, the hand in either order: the same tokens, the same lengths."""
    plain = Seated()
    honest = plain.do("ann", {"do": "mix"})
    with rigged(("t10", "t11")):
        turned = Seated().do("ann", {"do": "mix"})
    assert list(honest["tokens"]) == list(turned["tokens"]) == ["t10", "t11"]
    assert honest["looks"] != turned["looks"]
    assert [len(x["box"]) for x in honest["looks"]] == [len(x["box"]) for x in turned["looks"]]


# --- N12: an arbiter restored from an old copy ---


def test_n12_a_ruling_on_an_older_head_is_refused_by_all_seats(tmp_path: Path) -> None:
    mail = Mail(tmp_path)
    before = mail.record()
    mail.turn("ann", ROLL)
    for seat in mail.seats:
        mail.desks[seat].open(mail.at(seat))
    move = signing.sign_move(before.table, who("ann"), "ann", [FREE], {})
    before.append([move, ruling.rule(before.table, [move], who(ARBITER))])
    for seat in mail.seats:
        write_record(mail.at(seat), before)
        cheat("evidence/two-rulings", ARBITER, lambda seat=seat: mail.move(seat, DONE))  # type: ignore[misc]


def test_n12_his_own_journal_refuses_it_and_goes_on_from_the_newest(tmp_path: Path) -> None:
    mail = Mail(tmp_path)
    old = tmp_path / "old.json"
    write_record(str(old), mail.record())
    first = mail.turn("ann", ROLL).record
    table = load(_shorter(first.as_json())).table
    other = mail.post(signing.sign_move(table, who("ann"), "ann", [FREE], {}).body)
    judged = mail.desks[ARBITER].judge(str(old), [other])
    assert judged.restored and judged.ruled == 0
    assert judged.record.table.head == first.table.head
    (taken,) = judged.taken
    assert taken.error is not None and taken.error.code == "evidence/two-moves"


def _shorter(data: dict[str, Any]) -> dict[str, Any]:
    """The record without its newest entry."""
    entries = data["entries"][:-1]
    bare = {"pbem": 1, "kind": "record", "entries": entries, "pending": [], "now": {}}
    data = {**bare, "now": data["now"]}
    table = load(data, strict_now=False).table
    return {**data, "now": now(table, [])}


def test_n12_a_forgotten_ruling_on_the_same_answer_is_no_fork(tmp_path: Path) -> None:
    """Without journal, but on the same answers: rule 5, the same bytes."""
    mail = Mail(tmp_path)
    before = mail.record()
    move = mail.move("ann", ROLL)
    after = mail.deliver(mail.post(move)).record
    again = ruling.rule(before.table, [read(move)], who(ARBITER))
    assert again.body == after.entries[3][1]


# --- N13: tables dropped between ready and start ---


def test_n13_a_dropped_table_is_shown_at_the_next_ready(tmp_path: Path) -> None:
    said = []
    for _ in range(2):
        mail = Mail(tmp_path, start=False)
        mail.deliver(*(mail.post(mail.desks[s].join(mail.at(s), s)) for s in mail.seats))
        lines = describe(mail.desks["ann"], mail.record("ann").table)
        said.append([line for line in lines if line.startswith("warning")])
        mail.desks["ann"].ready(mail.at("ann"))
    assert said[0] == []
    assert said[1][0].startswith("warning  1 table(s) with these parties were ready and never")


# --- N14: a falsified present ---


def test_n14_what_a_record_says_of_the_present_is_computed_anew() -> None:
    table = Seated()
    table.do("ann", ROLL)
    true = table.json()
    state = true["now"]["state"]
    lies: dict[str, Any] = {
        "awaited": ["bob"],
        "over": True,
        "n": 5,
        "head": b64.encode(bytes(32)),
        "actions": true["now"]["actions"][1:],
        "forms": [{"do": "x", "example": {"do": "x"}, "fields": {}}],
        "state": {**state, "points": {**state["points"], "bob": 99}},
        "result": {"winners": ["bob"], "scores": {"bob": 99}},
    }
    for field, lie in lies.items():
        data = table.json()
        data["now"][field] = lie
        refused("record/now", lambda data=data: load(data))  # type: ignore[misc]
    for field in true["now"]:
        data = table.json()
        del data["now"][field]
        with pytest.raises(Refused):
            load(data)
    assert load(true).table.n == 4


# --- N15: choose the input order of a shuffle ---


@pytest.mark.parametrize("kind", ["shuffle", "mix"])
def test_n15_the_order_of_discarding_changes_no_shuffle(kind: str) -> None:
    """Every order of the same four cards, of which two are known, gives the same deal."""
    dealt = set()
    for order in permutations(["t1", "t2", "t3"]):
        for faces in permutations(["x", "y"]):
            dealer, cards = dealing({"a": 1, "b": 1, "c": 1, "x": 1, "y": 1})
            dealer.shuffle(Shuffle(("a", "b", "c"), (), ("t1", "t2", "t3")))
            if kind == "shuffle":
                dealer.shuffle(Shuffle(faces, order, ("u1", "u2", "u3", "u4", "u5")))
            else:
                dealer.mix(Mix(order, ("u1", "u2", "u3")))
            dealt.add(tuple(sorted(cards.faces.items())))
    assert len(dealt) == 1


def test_n15_a_pile_that_players_filled_is_drawn_from_by_its_counts() -> None:
    """Dig Down Dwarf keeps no order of its bag: one diamond, two sapphires, one amethyst."""
    assert pool([1, 0, 2, 1, 0]) == ["amethyst", "diamond", "sapphire", "sapphire"]
