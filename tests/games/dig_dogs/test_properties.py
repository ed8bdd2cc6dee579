"""What holds in every game, by random play."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from pbem.games.dig_dogs import GAME
from tests.games import checks
from tests.games.dig_dogs.tables import BONES, BOWLS, PAIRS, drop, move, put
from tests.games.driver import Table

SEATS = ("Ania", "Bartek", "Celina", "Darek")
STATE, ACTION = checks.quick("dig-dogs.state"), checks.quick("dig-dogs.actions")
EVERYTHING: list[dict[str, Any]] = [
    {"do": "end"},
    {"do": "dig"},
    {"do": "dig", "put": None},
    *({"do": "dig", "put": bone} for bone in BONES),
    put(None),
    *(put(bone) for bone in BONES),
    *(move(to) for to in range(27)),
    *(drop(bone) for bone in BONES),
    *(drop("BG1", bone) for bone in BONES[1:]),
    {"do": "dog", "dog": "grey"},
]
CODES = {
    "dig": {"no-bone-here", "must-put-back", "not-in-hand"},
    "put": {"nothing-dug", "must-put-back", "not-in-hand"},
    "move": {"same-space", "no-such-space", "out-of-range"},
    "drop": {"no-bowl-here", "not-in-hand", "wrong-colour", "not-shown"},
    "dog": {"dogs-chosen"},
}
MID_DIG = {"finish-dig-first", "no-actions-left"}


def table_of(seats: int, seed: int, **more: Any) -> Table:
    return Table(GAME, SEATS[:seats], options={"idle_rounds": 4}, seed=seed, **more)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_random_games_keep_the_rules(seats: int, seed: int) -> None:
    """DD-72, DD-73: never stuck, cards conserved, the state fits its schema, and it ends."""
    table, rng = table_of(seats, seed), random.Random(seed)
    for _ in range(20000):
        if table.pending is None:
            break
        menu = table.menu()
        assert menu
        assert all(table.legal(action) for action in menu)
        assert table.pending.default in table.pending.menu({})
        check_state(table)
        action = menu[rng.randrange(len(menu))]
        ACTION.validate(action)
        table.act(table.pending.seat, action)
    assert table.state.over
    check_state(table)


def check_state(table: Table) -> None:
    state = table.public()
    STATE.validate(state)
    held = [bone for hand in state["hands"].values() for bone in hand]
    gone = [bone for bones in state["delivered"].values() for bone, _ in bones]
    lying = [card for card in state["yard"] if card is not None]
    assert sorted([*held, *gone, *lying]) == sorted([*BONES, *BOWLS])
    assert {bone[:2] for bone in gone} == set(state["public_pairs"])
    if state["left"] == 3 and not state["over"]:
        assert None not in state["yard"]
        assert all(0 <= space <= len(lying) for space in state["dogs"].values())
        assert all(len(hand) <= 3 for hand in state["hands"].values())
        again = GAME.restore(table.facts, json.loads(json.dumps(state)))
        assert GAME.public(again) == state


@pytest.mark.parametrize("seed", range(3))
def test_every_illegal_action_gets_a_reason_of_its_own(seed: int) -> None:
    table, rng = table_of(3, seed), random.Random(seed)
    for _ in range(150):
        if table.pending is None:
            break
        menu = table.menu()
        for action in EVERYTHING:
            if not table.legal(action):
                check_refusal(table, action)
        table.act(table.pending.seat, menu[rng.randrange(len(menu))])


def check_refusal(table: Table, action: dict[str, Any]) -> None:
    refusal = table.refusal(action)
    state = table.public()
    assert refusal.clause.startswith("DD-")
    assert refusal.message
    if state["digging"] is not None and action["do"] != "put":
        assert refusal.code == ("finish-dig-first" if state["left"] else "no-actions-left")
        return
    assert refusal.code in CODES[action["do"]]
    if action["do"] == "move":
        space, end = state["dogs"][state["turn"]], len(state["yard"])
        away = "no-such-space" if action["to"] > end else "out-of-range"
        assert refusal.code == ("same-space" if action["to"] == space else away)


def replay(seats: int, seed: int, actions: list[Any] | None, turned: str | None) -> Any:
    """A random game, or `actions` again with one pair's bones turned round.

    Returns the actions, what is public at each step, each seat's boards, and the table.
    """
    firsts = {pair + "1": random.Random(f"{seed}{pair}").choice(pair) for pair in PAIRS}
    if turned is not None:
        firsts[turned + "1"] = turned.replace(firsts[turned + "1"], "")
    table, rng = table_of(seats, seed, faces=firsts), random.Random(seed)
    done: list[Any] = []
    open_: list[Any] = []
    boards: dict[str, list[Any]] = {seat: [] for seat in SEATS[:seats]}
    while table.pending is not None and len(done) < 250:
        open_.append((table.public(), table.words(), table.pending.menu({})))
        for seat, seen in boards.items():
            seen.append(GAME.board(table.view(seat)))
        menu = table.menu()
        action = actions[len(done)] if actions else menu[rng.randrange(len(menu))]
        done.append(action)
        table.act(table.pending.seat, action)
    return done, open_, boards, table


@pytest.mark.parametrize("seed", range(3))
def test_a_hidden_face_changes_nothing_for_those_who_have_not_seen_it(seed: int) -> None:
    """Turn each pair that never became public: nothing public changes, and no board but
    the boards of seats that looked at it (DD-26, DD-55)."""
    done, open_, boards, table = replay(3, seed, None, None)
    state = table.public()
    private = [pair for pair in PAIRS if pair not in state["public_pairs"]]
    assert private
    for pair in private:
        _, open_again, boards_again, _ = replay(3, seed, done, pair)
        assert open_again == open_
        for seat, knows in state["knows"].items():
            assert (boards_again[seat] == boards[seat]) or pair in knows
