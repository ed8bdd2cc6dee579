"""The parts of a ruling, and the last one of a table (docs/protocol.md, Rulings and The end)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.record import evidence
from pbem.record.entries import brief
from pbem.record.ruling import break_off, hidden_secret
from pbem.wire import b64
from tests.record.logs import SPOILT, link_of, played
from tests.tables import (
    ARBITER,
    DONE,
    ROLL,
    Seated,
    cheat,
    check,
    play,
    refused,
    who,
)

pytestmark = pytest.mark.usefixtures("example", "plain")


# --- the parts of a ruling ---


def test_an_error_tells_both_values_and_cuts_long_ones() -> None:
    assert brief(None) == "nothing"
    assert brief({"roll": [1, 2]}) == '{"roll":[1,2]}'
    assert brief("x" * 198) == '"' + "x" * 198 + '"'
    assert brief("x" * 199) == '"' + "x" * 196 + "..."
    table = Seated()
    table.do("ann", DONE)
    error = cheat("ruling/stop", ARBITER, lambda: check(table.forge(3, stop=0)))
    assert error.message.endswith("its stop: not what the log gives: it says 0, due is nothing")


def changed_face(opened: dict[str, Any]) -> dict[str, Any]:
    (token,) = opened
    face = "c1" if opened[token]["face"] != "c1" else "c2"
    return {token: {**opened[token], "face": face}}


def another_token(tokens: dict[str, str]) -> dict[str, str]:
    return {**tokens, "t99": SPOILT}


def a_token_less(tokens: dict[str, str]) -> dict[str, str]:
    return dict(list(tokens.items())[1:])


def longer_box(looks: list[dict[str, str]]) -> list[dict[str, str]]:
    box = b64.decode(looks[0]["box"])
    return [{**looks[0], "box": b64.encode(box + bytes(64))}, *looks[1:]]


def for_bob(looks: list[dict[str, str]]) -> list[dict[str, str]]:
    return [{**looks[0], "to": "bob"}, *looks[1:]]


@pytest.mark.parametrize(
    ("code", "part", "change"),
    [
        ("ruling/draws", "draws", lambda d: [{"roll": [d[0]["roll"][0] % 6 + 1]}]),
        ("ruling/draws", "draws", lambda d: [*d, {"roll": [1]}]),
        ("ruling/draws", "draws", lambda d: [{"draw": ["x"]}]),
        ("ruling/draws", "draws", lambda d: None),
        ("ruling/tokens", "tokens", another_token),
        ("ruling/tokens", "tokens", a_token_less),
        ("ruling/tokens", "tokens", lambda d: None),
        ("opening/wrong", "opened", changed_face),
        ("ruling/opened", "opened", lambda d: None),
        ("ruling/opened", "opened", lambda d: {**d, "t99": {"face": "c1", "salt": SPOILT}}),
        ("ruling/looks", "looks", lambda d: d[:-1]),
        ("ruling/looks", "looks", lambda d: [*d, d[0]]),
        ("ruling/looks", "looks", lambda d: None),
        ("ruling/looks", "looks", for_bob),
        ("ruling/looks", "looks", longer_box),
        ("ruling/stop", "stop", lambda d: 1),
        ("ruling/state", "state", lambda d: SPOILT),
        ("ruling/state", "state", lambda d: None),
        ("ruling/secret", "secret", lambda d: SPOILT),
    ],
)
def test_a_part_of_a_ruling_that_is_not_what_the_log_gives_is_proof(
    code: str, part: str, change: Callable[[Any], Any]
) -> None:
    table = played()
    honest = table.json()["entries"][3][1]
    forged = table.forge(3, **{part: change(honest.get(part))})
    found = cheat(code, ARBITER, lambda: check(forged))
    assert found.at.startswith("/entries/3/1")


def test_the_right_secret_before_the_end_is_proof_too() -> None:
    table = played()
    secret = hidden_secret(table.table, who(ARBITER))
    assert secret is not None
    forged = table.forge(3, secret=b64.encode(secret))
    cheat("ruling/secret", ARBITER, lambda: check(forged))


def test_a_roster_ruling_adds_nothing() -> None:
    for part in ({"state": SPOILT}, {"draws": [{"roll": [1]}]}, {"stop": 0}, {"secret": SPOILT}):
        code = f"ruling/{next(iter(part))}"
        cheat(code, ARBITER, lambda part=part: check(played().forge(1, **part)))  # type: ignore[misc]
    link = link_of(ARBITER, 1, played())
    cheat("ruling/link", ARBITER, lambda: check(played().forge(1, link=link)))


def test_stop_tells_where_a_list_was_cut() -> None:
    """The first roll is served; a card of bob's cannot be played; the rest is dropped."""
    table = Seated()
    ruled = table.do("ann", ROLL, play("t3"), DONE)
    assert ruled["stop"] == 1
    assert table.table.awaited_seat == "ann"
    step = table.load().table.steps[-1]
    assert (step.stop, step.why) == (1, "play is not possible")
    for stop in (None, 0, 2):
        cheat(
            "ruling/stop",
            ARBITER,
            lambda stop=stop: check(table.forge(3, stop=stop)),  # type: ignore[misc]
        )


def test_what_comes_after_the_turn_passed_on_is_dropped() -> None:
    table = Seated()
    assert table.do("ann", DONE, ROLL)["stop"] == 1
    assert table.table.awaited_seat == "bob"


def test_nothing_follows_the_end() -> None:
    table = Seated()
    table.finish()
    data = table.json()["entries"]
    refused("entry/after-end", lambda: check(table.rebuilt([*data, [data[-1][0], data[-1][1]]])))


# --- the end ---


def test_the_ruling_that_ends_the_game_carries_the_secret() -> None:
    table = Seated()
    table.finish()
    end = table.table.n - 1
    assert table.load().table.over
    refused("ruling/no-secret", lambda: check(table.forge(end, secret=None)))
    cheat("ruling/secret", ARBITER, lambda: check(table.forge(end, secret=SPOILT)))


def test_without_the_secret_a_last_ruling_is_checked_like_any_other() -> None:
    """Left out, the secret hides no false draw: the last die of the game is one that nobody
    threw."""
    table = Seated("plain", ("ann", "bob"))
    for seat in ("ann", "bob", "ann"):
        table.do(seat, DONE)
    rolled = table.do("bob", ROLL, DONE)
    assert table.table.over
    end = table.table.n - 1
    other = {"roll": [rolled["draws"][0]["roll"][0] % 6 + 1]}
    breach = cheat(
        "ruling/draws", ARBITER, lambda: check(table.forge(end, draws=[other], secret=None))
    )
    assert breach.proof is not None and "secret" not in breach.proof
    assert evidence.check(breach.proof).code == "ruling/draws"


def test_a_table_broken_off_ends_with_the_secret_alone() -> None:
    table = played()
    table.record.append([break_off(table.table, who(ARBITER))])
    again = table.load().table
    assert again.over and again.broken_off and again.secret is not None
    end = again.n - 1
    refused("ruling/no-secret", lambda: check(table.forge(end, secret=None)))
    for part in ({"state": SPOILT}, {"draws": [{"roll": [1]}]}):
        code = f"ruling/{next(iter(part))}"
        cheat(code, ARBITER, lambda part=part: check(table.forge(end, **part)))  # type: ignore[misc]
    link = link_of(ARBITER, 3, table)
    cheat("ruling/link", ARBITER, lambda: check(table.forge(end, link=link)))


def test_a_table_that_has_not_started_is_not_broken_off() -> None:
    table = Seated(start=False)
    refused("ruling/too-early", lambda: break_off(table.table, who(ARBITER)))
