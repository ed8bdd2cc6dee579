"""Hidden cards in the log: shuffles, mixes, openings, dead tokens, and the end
(docs/protocol.md, Hidden cards, and The end)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.cli.verify import verdict
from pbem.fair import hidden
from pbem.record import ruling
from pbem.record.cards import Cards
from pbem.record.record import Record, load
from pbem.record.statements import read
from pbem.wire import b64
from tests.example_game import FACES
from tests.tables import (
    ARBITER,
    DONE,
    FLIP,
    FREE,
    MIX,
    PEEK,
    ROLL,
    Seated,
    cheat,
    check,
    play,
    refused,
    rigged,
    who,
)

pytestmark = pytest.mark.usefixtures("example", "plain")

SPOILT = b64.encode(b"\x5a" * 32)


def secret_of(table: Seated) -> bytes:
    secret = ruling.hidden_secret(table.table, who(ARBITER))
    assert secret is not None
    return secret


# --- the deal, recomputed by hand from the formulas ---


def test_the_setup_deals_by_the_committed_secret() -> None:
    """Faces c1 to c9 in byte order onto t1 to t9: t_i holds xs[perm[i]] (q = 0)."""
    table = Seated()
    secret, key = secret_of(table), table.table.key
    perm = hidden.shuffle_order(secret, key, 0, 9)
    expected = {f"t{i + 1}": FACES[perm[i]] for i in range(9)}
    assert {t: f for t, (f, _) in table.table.cards.faces.items()} == expected
    committed = table.json()["entries"][2][2]["tokens"]
    for token, face in expected.items():
        salt = hidden.salt(secret, key, 0, token)
        assert committed[token] == b64.encode(hidden.commitment(salt, table.table.id, token, face))


def test_a_mix_takes_the_tokens_by_age_under_its_own_number() -> None:
    """The entry draws a die first, so the mix is request q = 1."""
    table = Seated()
    old = [table.table.cards.faces[t][0] for t in ("t1", "t2")]
    table.do("ann", ROLL, MIX)
    perm = hidden.shuffle_order(secret_of(table), table.table.key, 1, 2)
    assert [table.table.cards.faces[t][0] for t in ("t10", "t11")] == [old[i] for i in perm]


def test_looks_and_openings_do_not_move_a_draw() -> None:
    plain, looked = Seated(), Seated()
    a = plain.do("ann", ROLL)["draws"]
    assert looked.do("ann", PEEK, FLIP, ROLL)["draws"] == a


def test_no_face_is_in_a_record_but_those_shown_or_opened() -> None:
    table = Seated()
    shown = table.known("ann")["t1"][0]
    table.do("ann", play("t1"), FLIP)
    opened = table.table.runner.public()["flipped"]["t5"]
    text = str(table.json())
    assert {f for f in FACES if f"'{f}'" in text} == {shown, opened}


# --- dead tokens, other tables, names used twice ---


def opening(table: Seated, token: str) -> dict[str, Any]:
    face, salt = table.table.cards.faces[token]
    return {token: {"face": face, "salt": b64.encode(salt)}}


def test_the_opening_of_a_dead_token_is_refused() -> None:
    table = Seated()
    old = opening(table, "t1")
    table.do("ann", MIX)
    move = table.move("ann", FREE).body
    dead = table.signed("ann", move, actions=[play("t1")], show=old)
    refused("token/dead", lambda: table.take(read(dead)))


def test_a_dead_tokens_opening_does_not_open_the_new_one() -> None:
    table = Seated()
    old = opening(table, "t1")["t1"]
    table.do("ann", MIX)
    hand = table.table.runner.public()["hands"]["ann"]
    for token in hand:
        body = table.signed("ann", table.move("ann", play(token)).body, show={token: old})
        refused("opening/wrong", lambda body=body: table.take(read(body)))  # type: ignore[misc]


def test_an_opening_of_another_table_is_refused() -> None:
    here = Seated()
    there = Seated(nonces=lambda name: (b"other " + name.encode()).ljust(32))
    foreign = opening(there, "t1")
    body = here.signed("ann", here.move("ann", play("t1")).body, show=foreign)
    refused("opening/wrong", lambda: here.take(read(body)))


def test_an_opening_is_bound_to_its_token() -> None:
    table = Seated()
    (other,) = opening(table, "t2").values()
    body = table.signed("ann", table.move("ann", play("t1")).body, show={"t1": other})
    refused("opening/wrong", lambda: table.take(read(body)))


def test_a_card_never_looked_at_is_not_shown() -> None:
    table = Seated()
    body = table.signed("ann", table.move("ann", play("t1")).body, show=opening(table, "t3"))
    refused("show/not-looked", lambda: table.take(read(body)))


def test_no_name_is_used_twice_at_a_table() -> None:
    cards = Cards(bytes(32), {"a": 2})
    cards.replace(["a", "a"], [], {"t1": bytes(32), "t2": bytes(32)})
    cards.replace([], ["t1"], {"t3": bytes(32)})
    for name in ("t1", "t2", "t3"):
        refused(
            "token/used-again",
            lambda name=name: cards.replace([], ["t2"], {name: bytes(32)}),  # type: ignore[misc]
        )


def test_faces_known_are_counted_by_the_shuffle_that_hid_them() -> None:
    """Two shuffles of one a and one b each: a cannot come twice out of the first."""
    cards = Cards(bytes(32), {"a": 2, "b": 2})
    cards.replace(["a", "b"], [], {"t1": bytes(32), "t2": bytes(32)})
    cards.replace(["a", "b"], [], {"t3": bytes(32), "t4": bytes(32)})
    cards.note_opened({"t1": "a", "t3": "a"})
    refused("face/too-often", lambda: cards.note_opened({"t2": "a"}))


# --- what can be checked when ---


def played() -> Seated:
    """Three hidden shuffles: the deal, and two mixes."""
    table = Seated()
    table.do("ann", PEEK, MIX, DONE)
    table.do("bob", MIX, FLIP, DONE)
    return table


def test_a_running_game_is_consistent_with_its_hidden_shuffles_unproven() -> None:
    assert verdict(Seated().load()) == "consistent, 1 hidden shuffle unproven"
    assert verdict(played().load()) == "consistent, 3 hidden shuffles unproven"


def test_an_ended_game_is_proven() -> None:
    table = played()
    table.finish()
    assert verdict(table.load()) == "proven"


def test_a_table_broken_off_is_proven_without_a_result() -> None:
    table = played()
    table.record.append([ruling.break_off(table.table, who(ARBITER))])
    record = table.load()
    assert verdict(record) == "proven, broken off without a result"
    assert "result" not in record.as_json()["now"]


def test_a_game_that_is_over_without_its_secret_is_broken() -> None:
    table = played()
    table.finish()
    refused("ruling/no-secret", lambda: check(table.forge(table.table.n - 1, secret=None)))


def test_with_the_secret_everybody_recomputes_every_ruling() -> None:
    table = played()
    early = table.json()
    table.finish()
    again = load(early, secret=secret_of(table))
    assert again.table.cards.faces and again.table.head == load(early).table.head
    assert load(early, secret=bytes(32)).table.secret is None


# --- a dishonest shuffle ---


def rig() -> Seated:
    """ann gets the card that the order drawn put on top of the pile, and t5 hers."""
    with rigged(("t1", "t5")):
        table = Seated()
        table.do("ann", FREE)
        table.do("ann", DONE)
    return table


def test_a_rigged_shuffle_stays_unproven_while_the_game_runs() -> None:
    assert verdict(rig().load()) == "consistent, 1 hidden shuffle unproven"


@pytest.mark.parametrize("how", ["end", "break off"])
def test_a_rigged_shuffle_is_found_at_the_latest_by_the_last_ruling(how: str) -> None:
    table = rig()
    if how == "end":
        table.finish()
    else:
        table.record.append([ruling.break_off(table.table, who(ARBITER))])
    error = cheat("ruling/tokens", ARBITER, table.load)
    assert error.at == "/entries/2/2/tokens"


def test_a_rigged_mix_is_found_too() -> None:
    with rigged(("t10", "t11")):
        table = Seated()
        table.do("ann", MIX)
    assert verdict(table.load()) == "consistent, 2 hidden shuffles unproven"
    table.finish()
    assert cheat("ruling/tokens", ARBITER, table.load).at == "/entries/3/1/tokens"


def test_the_crook_cannot_leave_the_table_unfinished_and_call_it_fair() -> None:
    """Without the last ruling it never becomes proven."""
    record: Record = rig().load()
    assert not record.table.over
    assert verdict(record) != "proven"


def test_another_secret_than_the_one_committed_to_is_refused() -> None:
    table = played()
    table.finish()
    cheat("ruling/secret", ARBITER, lambda: check(table.forge(table.table.n - 1, secret=SPOILT)))


def test_what_is_about_no_card_is_not_asked() -> None:
    """An empty hand is mixed and looked at: nothing of it is in the ruling, and no link is due."""
    table = Seated()
    first, second = table.table.runner.public()["hands"]["ann"]
    table.do("ann", play(first), play(second))
    move = table.move("ann", MIX)
    assert "link" not in move.body
    ruled = table.enter(move)
    assert ruled is not None
    assert not {"tokens", "looks", "link", "stop"} & ruled.body.keys()
    assert table.load().table.n == table.table.n
