"""By random play: whoever does not answer or resigns, turns that end by themselves, what is hidden,
and what is not offered (DC-R4, DC-R32, DC-R36, DC-R37)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from pbem.games.dig_card_game import GAME
from pbem.script.requests import Action, Chosen
from tests.games.dig_card_game.tables import conserved
from tests.games.dig_card_game.test_properties import (
    ACTION,
    DWARVES,
    GAMES,
    PHASES,
    SEATS,
    TOOLS,
    Watched,
    check_end,
    check_state,
    chosen,
    playing,
    table_of,
)
from tests.games.driver import Table

# --- whoever does not answer ---


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_but_defaults(seats: int) -> None:
    """DC-134, DC-R37: six Days on which nobody does anything; all keep their ten gold."""
    table = table_of(seats, 1)
    for _ in range(6 * 4 * seats):
        if table.pending is not None:
            table._run(Chosen(table.pending.default, {}))
    assert table.state.over
    check_end(table)
    result = GAME.result(table.state)
    assert result.winners == SEATS[:seats]
    assert set(result.scores.values()) == {10}


@pytest.mark.parametrize("seed", range(4))
def test_defaults_and_resigning_keep_the_rules(seed: int) -> None:
    """DC-R37: at any decision."""
    table, rng = table_of(4, seed), random.Random(seed)
    resigned: list[str] = []
    for count in range(3000):
        ask = table.pending
        if ask is None:
            break
        assert ask.seat not in resigned
        check_state(table)
        if rng.random() < 0.2:
            table._run(Chosen(ask.default, {}))
        elif len(resigned) < 2 and count >= (5, 30)[len(resigned)] + 3 * seed:
            resigned.append(ask.seat)
            table.act(ask.seat, {"do": "resign"})
        else:
            table.act(ask.seat, chosen(table, rng))
    assert len(resigned) == 2
    assert table.state.over
    conserved(table)


def test_the_last_one_left_ends_the_game() -> None:
    """DC-R37: at once, whatever the Day."""
    table, rng = table_of(3, 5), random.Random(5)
    left = list(SEATS[:3])
    for count, _ in enumerate(playing(table, rng)):
        assert table.pending is not None
        if count in (10, 20):
            left.remove(table.pending.seat)
            table.act(table.pending.seat, {"do": "resign"})
        if table.pending is None:
            break
    assert table.state.over
    assert table.public()["day"] < 6
    assert [seat for seat in table.facts.seats if seat not in table.state.resigned] == left
    assert GAME.result(table.state).winners == tuple(left)


# --- a turn that has ended by itself ---


def test_a_forced_decision_has_one_option() -> None:
    """DC-R32, DC-R36: it ends the turn that has ended already, and is never another seat's than
    the one that has just acted; nothing else is forced."""
    kinds: Counter[str] = Counter()
    for seed in range(4):
        table, rng = table_of(3, seed, settle=False), random.Random(seed)
        last = ""
        for _ in range(3000):
            ask = table.pending
            if ask is None:
                break
            state = table.public()
            end = {"do": "pass" if state["phase"] == "buy" else "done"}
            if ask.forced:
                kinds[state["phase"]] += 1
                assert (table.menu(), ask.default, list(ask.forms)) == ([end], end, [])
                assert ask.seat == last
                table._run(Chosen(end, {}))
                continue
            last = ask.seat
            table.act(ask.seat, chosen(table, rng, lazy=0.05))
    assert set(kinds) == set(PHASES)


@pytest.mark.parametrize("seed", range(3))
def test_whether_a_forced_end_is_named_or_not_the_game_is_the_same(seed: int) -> None:
    """DC-R36"""
    plain, open_ = table_of(3, seed), table_of(3, seed, settle=False)
    rng = random.Random(seed)
    while (ask := plain.pending) is not None:
        while open_.pending is not None and open_.pending.forced:
            open_.act(open_.pending.seat, open_.pending.default)
        assert plain.public() == open_.public()
        action = chosen(plain, rng, lazy=0.05)
        plain.act(ask.seat, action)
        open_.act(ask.seat, action)
    while open_.pending is not None:
        open_.act(open_.pending.seat, open_.pending.default)
    assert plain.public() == open_.public()
    assert plain.words() == open_.words()


# --- what is hidden does not matter ---


@pytest.mark.parametrize("seed", range(3))
def test_who_is_asked_rests_on_what_all_know(seed: int) -> None:
    """DC-R4, DC-R32: two deals that differ in nothing but the Tools in hands, of which none is
    shown: every decision and every state is the same."""
    one = table_of(3, seed)
    faces = dict(one.hidden.faces)
    dealt = [t for own in one.public()["mines"].values() for t in own["hidden"]]
    turned = dealt[1:] + dealt[:1]
    other = Table(
        GAME,
        SEATS[:3],
        seed=seed,
        faces={**faces, **{a: faces[b] for a, b in zip(dealt, turned, strict=True)}},
    )
    other.chance = Watched(other, seed)
    rng = random.Random(seed)
    while (ask := one.pending) is not None:
        assert other.pending is not None
        assert other.pending.seat == ask.seat
        assert one.public() == other.public()
        public = list(ask.menu({}))
        assert list(other.pending.menu({})) == public
        assert ask.default == other.pending.default
        if ask.forms and rng.random() < 0.3:
            action = ask.forms[0].pick(rng.randrange)
        else:
            action = public[rng.randrange(len(public))]
        one.act(ask.seat, action)
        other.act(ask.seat, action)
    assert one.words() == other.words()


# --- what is not offered ---

EVERYTHING: list[Action] = [
    *({"do": do} for do in ("pass", "done", "skip", "sell")),
    *({"do": "hire", "rank": rank} for rank in ("apprentice", "journeyman", "master", "king")),
    *({"do": "buy", "kind": kind} for kind in ("pick", "lantern", "ruby")),
    *(
        {"do": "dig", "level": level, "dwarf": dwarf, "pick": pick, "lantern": lantern}
        for level in range(1, 6)
        for dwarf in ("A1", "J1", "M1", "P1")
        for pick, lantern in (("P1", "L1"), ("t1", "L2"), ("P2", "t2"), ("L1", "P1"))
    ),
    *(
        {"do": "place", "card": card, "level": level}
        for card in (*DWARVES, *TOOLS[::3], "t1", "t3", "t20", "R1")
        for level in (1, 2, 5)
    ),
    *(
        {"do": "move", "card": card, "to": level}
        for card in (*DWARVES, *TOOLS[::3], "t1", "R1")
        for level in (1, 2, 3, 5)
    ),
    *({"do": "mine", "dwarf": dwarf} for dwarf in (*DWARVES, "P1")),
    *({"do": "mine", "dwarf": dwarf, "pick": "P1"} for dwarf in DWARVES),
    *({"do": "mine", "dwarf": dwarf, "pick": "P2", "lantern": "L1"} for dwarf in DWARVES),
    *({"do": "sell", "gems": {gem: n}} for gem in ("ruby", "diamond") for n in (1, 9)),
    *({"do": "sell", "tools": {kind: n}} for kind in ("pick", "lantern") for n in (1, 9)),
    *({"do": "sell", "cards": [card]} for card in ("t1", "t5", "t20", "P1", "A1", "R1")),
    {"do": "sell", "gems": {"ruby": 1}, "tools": {"pick": 1}, "cards": ["t1", "P1"]},
    {"do": "sell", "cards": ["t1", "t1"]},
]


@pytest.mark.parametrize("how", GAMES[:3])
def test_every_action_that_is_not_offered_is_refused_with_its_clause(how: dict[str, Any]) -> None:
    """A reason, and nothing changes."""
    refused: Counter[str] = Counter()
    fitting = [action for action in EVERYTHING if ACTION.is_valid(action)]
    assert len(fitting) > 150
    table, rng = table_of(3, 3, **how), random.Random(3)
    for count, _ in enumerate(playing(table, rng)):
        if count % 5:
            continue
        before, words = table.public(), table.words()
        for action in fitting:
            if table.legal(action):
                continue
            refusal = table.refusal(action)
            assert refusal.clause.startswith("DC-"), action
            assert refusal.message
            assert refusal.code
            assert refusal.code != "not-such-an-action", (action, refusal)
            refused[refusal.clause] += 1
        assert (table.public(), table.words()) == (before, words)
    assert len(refused) > 10
