"""What somebody may choose freely and gains nothing by (docs/protocol.md, What is promised)."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest

from pbem.fair import draws
from pbem.fair.chain import Chain
from pbem.record import judge
from pbem.record.record import load
from tests.tables import (
    ARBITER,
    DONE,
    FLIP,
    FREE,
    MIX,
    PEEK,
    ROLL,
    Seated,
    nonce,
    play,
    root,
)

pytestmark = pytest.mark.usefixtures("example", "plain")

SEATS = ("ann", "bob", "cid")


def first_roll(table: Seated) -> int:
    value: int = table.do("ann", ROLL)["draws"][0]["roll"][0]
    return value


def test_a3_a_note_changes_no_draw() -> None:
    """A mover who tries fifty remarks gets one and the same result each time."""
    results = set()
    for i in range(50):
        table = Seated()
        ruled = table.enter(table.move("ann", ROLL, MIX, FLIP, note=f"try {i}"))
        assert ruled is not None
        parts = {k: v for k, v in ruled.body.items() if k in ("draws", "tokens", "opened")}
        results.add(str(parts))
    assert len(results) == 1


def test_the_order_of_fields_changes_nothing() -> None:
    """Each statement of a whole game with its fields in another order: the same record."""
    table = Seated()
    table.do("ann", play("t1"), ROLL, PEEK, MIX, FLIP, DONE)
    table.finish()
    data = table.json()
    shaken = _shaken(data, random.Random(1))
    assert list(shaken["entries"][3][1]) != list(data["entries"][3][1])
    assert load(shaken).table.head == table.table.head


def _shaken(value: Any, rng: random.Random) -> Any:
    if isinstance(value, dict):
        items = [(k, _shaken(v, rng)) for k, v in value.items()]
        rng.shuffle(items)
        return dict(items)
    return [_shaken(v, rng) for v in value] if isinstance(value, list) else value


def test_the_order_of_arrivals_changes_nothing() -> None:
    """Joins, readies, shares, in every order in which they can come."""
    records = []
    for order in permutations(SEATS):
        table = Seated("plain", SEATS, host="ann", start=False)
        table.enter(*(table.join(s) for s in order))
        table.enter(*(table.ready(s) for s in order))
        move = table.move("ann", ROLL)
        table.enter(move, *(table.share(s, move) for s in order if s != "ann"))
        records.append(table.json())
    assert all(record == records[0] for record in records)


def test_the_order_of_looks_changes_no_draw_and_no_shuffle() -> None:
    parts = []
    for actions in ([PEEK, ROLL, MIX], [ROLL, PEEK, MIX], [PEEK, PEEK, ROLL, PEEK, MIX]):
        ruled = Seated().do("ann", *actions)
        parts.append((ruled["draws"], ruled["tokens"]))
    assert parts[0] == parts[1] == parts[2]


def test_a_link_shown_later_and_not_its_time_decides() -> None:
    """The same answers, taken in one by one or all at once."""
    slow, fast = Seated(), Seated()
    move = slow.move("ann", ROLL)
    slow.take(move)
    assert judge.take(slow.record, dict(move.body)) == judge.HERE
    assert slow.close() == fast.enter(move)


# --- what is fixed beforehand tells nothing before the links are out ---


def setup_key(bob: bytes, arbiter: bytes) -> bytes:
    """K after the start, bob having joined with the nonce `bob` at a table whose arbiter's
    root is `arbiter`; ann and the table id as always."""
    table = Seated(start=False).table.id
    links = [
        ("ann", Chain(root("ann"), table, "ann", nonce("ann"), 64).link(1)),
        ("bob", Chain(root("bob"), table, "bob", bob, 64).link(1)),
        (ARBITER, Chain(arbiter, bytes(32), ARBITER, nonce("open by arbiter"), 64).link(1)),
    ]
    return draws.next_key(table, links)


def best(nonces: list[bytes], arbiter: bytes) -> list[int]:
    """For each of bob's nonces the first die of the setup."""
    return [1 + draws.public_stream(setup_key(n, arbiter), 0).below(6) for n in nonces]


def test_a3_the_nonce_of_a_join_gains_nothing() -> None:
    """bob tries 24 nonces and keeps the one that would be best if the arbiter's secret were
    one he guesses. Over 240 real secrets he gets a six no more often than by chance."""
    nonces = [i.to_bytes(32, "big") for i in range(24)]
    guess = best(nonces, b"guess".ljust(32))
    chosen = nonces[guess.index(max(guess))]
    assert max(guess) == 6
    sixes = sum(best([chosen], i.to_bytes(32, "big"))[0] == 6 for i in range(240))
    assert abs(sixes - 40) < 5 * (240 * 1 / 6 * 5 / 6) ** 0.5


def test_the_last_to_join_and_the_last_to_get_ready_gain_nothing() -> None:
    """Knowing ann's first link and his own, every face of the die is still open to bob."""
    faces = {best([nonce("bob")], i.to_bytes(32, "big"))[0] for i in range(60)}
    assert faces == {1, 2, 3, 4, 5, 6}


def test_a_ready_kept_back_does_not_change_the_setup() -> None:
    """bob waits as long as he likes: one setup or none."""
    late, prompt = Seated(start=False), Seated()
    late.enter(late.join("ann"), late.join("bob"))
    late.take(late.ready("ann"))
    for _ in range(3):
        assert late.table.n == 2
    late.enter(late.ready("bob"))
    assert late.json() == prompt.json()


def test_the_moves_words_do_not_reach_the_draw() -> None:
    """Two different decisions at one head draw from the same words: the die is the same."""
    assert first_roll(Seated()) == Seated().do("ann", FREE, ROLL)["draws"][0]["roll"][0]
