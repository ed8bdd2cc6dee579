"""What holds in every game, by random play: DU-22 to DU-24, DU-120, DU-121, DU-R32."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from pbem.games.dig_up_adventure import GAME
from tests.games import checks
from tests.games.dig_up_adventure.tables import (
    ADVENTURE,
    ALL_SEATS,
    ROYAL,
    bag,
    binoculars,
    bridge,
    color,
    discard,
    draw_pile,
    dynamite,
    hand,
    mine,
    pick,
    pickaxe,
    pile,
    place,
    removed,
    river,
    shovel,
    solo,
    stones,
    torch,
    treasure,
    true_mine,
)
from tests.games.driver import Table

STATE = checks.quick("dig-up-adventure.state")
ACTION = checks.quick("dig-up-adventure.actions")


def table_of(seats: int, seed: int, **more: Any) -> Table:
    return Table(GAME, ALL_SEATS[:seats], seed=seed, **more)


def chosen(table: Table, rng: random.Random) -> dict[str, Any]:
    """A play more often than a discard, or games would last for ever."""
    menu = table.menu()
    useful = [a for a in menu if a["do"] in ("place", "shovel", "bridge")]
    others = [a for a in menu if a["do"] != "discard"] or menu
    group = useful if useful and rng.random() < 0.5 else others if rng.random() < 0.7 else menu
    return group[rng.randrange(len(group))]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_random_games_keep_the_rules(seats: int, seed: int) -> None:
    table, rng = table_of(seats, seed), random.Random(seed)
    last_up = 0
    for _ in range(4000):
        if table.pending is None:
            break
        check_menu(table)
        last_up = check_state(table, last_up)
        action = chosen(table, rng)
        ACTION.validate(action)
        seat, step = table.pending.seat, table.public()["step"]
        table.act(seat, action)
        if action["do"] == "discard" and step == "play":
            check_end_of_turn(table, seat)
    assert table.state.over
    check_state(table, last_up)
    assert not [f for s in table.facts.seats for f in mine(table, s).split() if f == "##"]
    result = GAME.result(table.state)
    assert set(result.winners) <= set(table.facts.seats)
    assert result.winners
    assert all(0 <= points <= 27 for points in result.scores.values())


def check_menu(table: Table) -> None:
    """DU-R32: never stuck; the default is legal for whoever sees nothing."""
    assert table.pending is not None
    menu = table.menu()
    assert menu
    keys = [json.dumps(a, sort_keys=True) for a in menu]
    assert len(keys) == len(set(keys))
    assert all(table.legal(action) for action in menu[:: 1 + len(menu) // 40])
    assert table.pending.default in table.pending.menu({})
    ACTION.validate(table.pending.default)


def check_state(table: Table, last_up: int) -> int:
    """DU-120, DU-22, DU-24; the state fits its schema and is restored the same."""
    state = table.public()
    STATE.validate(state)
    seats = table.facts.seats
    if state["step"] == "color":
        return 0
    outside = [*draw_pile(table), *pile(table), *removed(table)]
    outside += [f for s in seats for f in hand(table, s)]
    outside += [table.hidden.faces[t] for t, _ in state["middle"]]
    outside += [state["playing"][1]] if state["playing"] else []
    assert len(outside) == 68
    mines = [true_mine(table, s).split() for s in seats]
    assert [len(m) for m in mines] == [9] * len(seats)
    colors = "".join(c for c in "ADERST" if c not in state["out"])
    every = sorted([*outside, *(f for m in mines for f in m)])
    assert every == sorted([*stones(colors), *ROYAL, *ADVENTURE])
    assert not {f for m in mines for f in m} & set(ADVENTURE)  # DU-23
    check_faces(table)
    up = sum(f != "##" for s in seats for f in mine(table, s).split())
    assert up >= last_up  # DU-22, DU-R32
    if state["step"] == "play" and state["plays"] == 0 and not state["over"]:
        again = GAME.restore(table.facts, json.loads(json.dumps(state)))
        assert GAME.public(again) == state
    return up


def check_faces(table: Table) -> None:
    """What is public is true, and `looked` is who has looked."""
    state = table.public()
    groups = [*state["mines"].values(), *state["hands"].values(), state["discard"]]
    groups += [state["removed"], state["middle"]]
    for cards in groups:
        for token, face in cards:
            assert face in (None, table.hidden.faces[token])
    there = {t for cards in groups for t, face in cards if face is None} | set(state["pile"])
    for seat, seen in state["looked"].items():
        held = table.hidden.known.get(seat, {})
        assert set(seen) == set(held) & there
        assert all(held[t] == table.hidden.faces[t] for t in seen)


def check_end_of_turn(table: Table, seat: str) -> None:
    """DU-121; 68 cards are more than enough here, so DU-100 does not come up. With two
    actions at once (a forced end) another seat may be at work already."""
    if table.state.over or table.pending is None or table.pending.seat == seat:
        return
    if table.public()["step"] == "play" and table.public()["plays"] == 0:
        assert len(hand(table, seat)) == 3
        others = [len(hand(table, s)) for s in table.facts.seats if s != seat]
        assert all(count >= 3 for count in others)


EVERYTHING: list[dict[str, Any]] = [
    *(place(card, p) for card in ("R1", "S5", "T9", "idol-1", "bag-1") for p in (1, 5, 0)),
    *(bag(a, b, n) for a, b in ((1, 2), (2, 1), (3, 3), (8, 9)) for n in (1, 4)),
    *(treasure(n) for n in (1, 2, 3)),
    *(dynamite(n) for n in (1, 2, 3)),
    *(river(n) for n in range(1, 7)),
    *(binoculars(who, n) for who in (*ALL_SEATS, "Eve") for n in range(1, 7)),
    *(shovel(p, n) for p in (1, 5, 9) for n in range(1, 5)),
    *(pickaxe("bag-1", "R1", n) for n in range(1, 7)),
    *(bridge(5, who, 5, n) for who in ALL_SEATS for n in range(1, 7)),
    *(torch(("Ana", 1), ("Bea", p), n=n) for p in (1, 5) for n in range(1, 5)),
    torch(("Ana", 1)),
    torch(),
    *(pick(card) for card in ("R1", "bag-1", "idol-1")),
    {"do": "keep", "take": "t1", "back": ["t2"]},
    {"do": "trade", "take": "t1", "give": "t2"},
    discard(),
    discard("R1"),
    discard("R1", "R1"),
    discard("bag-1", "S5"),
    color("R"),
    color("A"),
    solo("RSET"),
    {"do": "dig"},
]  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_every_illegal_action_gets_a_reason_and_records_nothing(seed: int) -> None:
    table, rng = table_of(3, seed), random.Random(seed)
    for _ in range(60):
        if table.pending is None:
            break
        state, words, asked = table.public(), table.words(), len(table.hidden.faces)
        for action in EVERYTHING:
            if not table.legal(action):
                refusal = table.refusal(action)
                assert refusal.clause.startswith("DU-"), action
                assert refusal.message
                assert refusal.code != "not-such-an-action", action
        assert (table.public(), table.words(), len(table.hidden.faces)) == (state, words, asked)
        table.act(table.pending.seat, chosen(table, rng))


# --- what is hidden stays hidden ---


def watched(seed: int, swap: tuple[int, str, str] | None, actions: list[Any] | None) -> Any:
    """A random game of three; or `actions` again where at step `swap[0]` the faces of two
    hidden tokens change places.

    Returns the actions, the tokens nobody had looked at or shown at each step, and for each
    step what is public and each seat's own menu and looks.
    """
    table, rng = table_of(3, seed), random.Random(seed)
    done: list[Any] = []
    told: list[Any] = []
    unseen: list[list[str]] = []
    while table.pending is not None and len(done) < 60:
        if swap is not None and len(done) == swap[0]:
            faces, (_, a, b) = table.hidden.faces, swap
            faces[a], faces[b] = faces[b], faces[a]
        public = table.public()
        seats = table.facts.seats
        told.append(
            {
                "public": json.dumps(public),
                "words": table.words(),
                "menu": table.pending.menu({}),
                **{s: (table.view(s).actions, GAME.board(table.view(s))) for s in seats},
                None: GAME.board(table.view(None)),
            }
        )
        hidden = [
            *public["pile"],
            *(t for m in public["mines"].values() for t, f in m if f is None),
        ]
        seen = {t for tokens in public["looked"].values() for t in tokens}
        unseen.append([t for t in hidden if t not in seen])
        action = actions[len(done)] if actions is not None else chosen(table, rng)
        if actions is not None and not table.legal(action):
            break
        done.append(action)
        table.act(table.pending.seat, action)
    return done, unseen, told, table


@pytest.mark.parametrize("seed", range(4))
def test_an_unseen_card_changes_no_byte_of_any_view(seed: int) -> None:
    """Two cards that nobody has seen change faces: every view is the same, byte for byte, up
    to the step at which one of them, or what it became in a Mix, is looked at or shown."""
    actions, unseen, told, first = watched(seed, None, None)
    rng = random.Random(seed + 100)
    compared = 0
    for step in range(8, len(actions), 9):
        if len(unseen[step]) < 2:
            continue
        a, b = rng.sample(unseen[step], 2)
        _, _, again, _ = watched(seed, (step, a, b), actions)
        for n, (was, now) in enumerate(zip(told, again, strict=False)):
            if n < step or {a, b} <= set(unseen[n]):
                assert now == was, (n, step, a, b)
                compared += n >= step
    assert compared > 5
    assert first.words()


@pytest.mark.parametrize("seed", range(4))
def test_a_card_one_seat_has_seen_changes_no_byte_for_the_others(seed: int) -> None:
    """Two cards in one hand change faces (the holder's looks too): nobody else's view does."""
    table, rng = table_of(3, seed), random.Random(seed)
    checked = 0
    for _ in range(80):
        if table.pending is None:
            break
        state = table.public()
        for seat in table.facts.seats if state["step"] != "color" else ():
            cards = [t for t, face in state["hands"][seat] if face is None]
            lookers = [s for s, seen in state["looked"].items() if set(cards[:2]) & set(seen)]
            if len(cards) < 2 or lookers != [seat]:
                continue
            before = views(table, seat)
            exchange(table, seat, cards[0], cards[1])
            assert views(table, seat) == before
            exchange(table, seat, cards[0], cards[1])
            checked += 1
        table.act(table.pending.seat, chosen(table, rng))
    assert checked > 20


def views(table: Table, but: str) -> list[Any]:
    others = [s for s in (*table.facts.seats, None) if s != but]
    return [(s, GAME.board(table.view(s)), str(table.view(s))) for s in others]


def exchange(table: Table, seat: str, a: str, b: str) -> None:
    for faces in (table.hidden.faces, table.hidden.known[seat]):
        faces[a], faces[b] = faces[b], faces[a]


def test_random_solo_games_end() -> None:
    for seed in range(30):
        table, rng = (
            Table(GAME, ["Ana"], options={"variant": "solo"}, seed=seed),
            random.Random(seed),
        )
        table.act("Ana", solo("".join(rng.sample("ADERST", 4))))
        for _ in range(60):
            STATE.validate(table.public())
            if table.pending is None:
                break
            again = GAME.restore(table.facts, json.loads(json.dumps(table.public())))
            assert GAME.public(again) == table.public()
            table.act("Ana", {"do": "dig"})
        assert table.state.over
        GAME.board(table.view("Ana"))


# --- positions that cannot be ---


def changed(path: list[Any], value: Any) -> dict[str, Any]:
    from tests.games.dig_up_adventure.tables import at

    public = at("E1 S4", "R1 ## ## ## T5 ## ## ## ##", pile="E9").public()
    return checks.changed(public, path, value)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["mines", "Ana", 0], ...),  # eight cards
        (["mines", "Ana", 0, 1], "bag-1"),  # an Adventure card in a Mine, DU-23
        (["mines", "Ana", 0, 1], "E9"),  # a card twice
        (["mines", "Ana", 0, 1], "A1"),  # of a colour that is out
        (["discard"], []),  # 67 cards, DU-120
        (["pile", 0], ...),
        (["discard", 0, 1], None),  # face down in the discard pile
        (["removed"], [["t999", "bag-1"]]),
        (["turn"], "Dan"),
        (["plays"], 3),
        (["colors", "Ana"], "S"),  # two of a colour
        (["closer"], "Dan"),
        (["made"], 5),  # names would be used twice
        (["mines", "Bea", 0, 0], "t1"),  # a token twice
        (["mines", "Ana"], [[f"t{n}", f"D{n}"] for n in range(1, 10)]),  # full, DU-102
        (["closer"], "Ana"),  # Ana began: the last round is over, DU-106
        (["out"], ["A", "D"]),
        (["out"], ["R"]),
        (["first"], None),
        (["resigned"], ["Bea", "Cem"]),
        (["step"], "pick"),
        (["middle"], [["t900", "E9"]]),
    ],
)
def test_a_position_that_breaks_the_rules_is_refused(path: list[Any], value: Any) -> None:
    from pbem.errors import Refused
    from tests.games.dig_up_adventure.tables import at

    public = changed(path, value)
    if STATE.is_valid(public):
        with pytest.raises(Refused) as caught:
            GAME.restore(at("E1 S4").facts, public)
        assert caught.value.code.startswith("position/")
