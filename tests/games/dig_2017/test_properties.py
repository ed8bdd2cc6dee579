"""What holds in every game, by random play: DG-1, DG-35, DG-36, DG-39, DG-49, DG-87, DG-R32,
DG-R43, DG-R47."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from pbem.games.dig_2017 import GAME
from pbem.games.dig_2017.cards import ENEMIES, EQUIPMENT, HILL, STONES
from pbem.script.requests import Action, Chosen, Draw
from tests.games import checks
from tests.games.dig_2017.tables import counts
from tests.games.driver import Chance, Table

SEATS = ("Ann", "Bob", "Cy", "Dee")
SKIP: Action = {"do": "skip"}
STEPS = {"turn", "stone", "add", "equipment", "enemy", "repelled", "collapse", "compass"}
STEPS |= {"parchment", "after"}


STATE, ACTION = checks.quick("dig-2017.state"), checks.quick("dig-2017.actions")


class Watched(Chance):
    """Each draw is from the whole Hill, in the one order of the cards, and from nothing else."""

    def __init__(self, table: Table, seed: int) -> None:
        super().__init__((), seed)
        self.table = table

    def answer(self, ask: Draw) -> list[Any]:
        state = self.table.state
        assert list(ask.items) == [card for card in HILL for _ in range(state.hill[card])]
        assert 0 < ask.number <= len(ask.items)
        return super().answer(ask)


def table_of(seats: int, seed: int, **more: Any) -> Table:
    table = Table(GAME, SEATS[:seats], seed=seed, **more)
    table.chance = Watched(table, seed)
    return table


def chosen(table: Table, rng: random.Random) -> Action:
    """Anything legal; a dig more often than a close, hiring whenever it can be, half the time."""
    ask = table.pending
    assert ask is not None
    if ask.forms and rng.random() < 0.5:
        return ask.forms[rng.randrange(len(ask.forms))].pick(rng.randrange)
    menu = table.menu()
    open_ = [a for a in menu if a["do"] != "close"]
    group = open_ if open_ and rng.random() < 0.8 else menu
    return group[rng.randrange(len(group))]


def playing(table: Table, rng: random.Random) -> Iterator[None]:
    return checks.playing(table, lambda: chosen(table, rng), 20000)


GAMES = [
    {},
    {"recruit_count": "inclusive", "werewolf_beside": False},
    {"goal": 5, "first": "Bob"},
]


RARE = {
    **dict.fromkeys(EQUIPMENT, 5),
    **dict.fromkeys(ENEMIES, 4),
    **counts("iron 20 gold 15 diamond 5 ruby 10 rune 5 egg 5 exit 8 gemroom 8 collapse 8"),
}
"""A Hill in which what is rare is not; 162 cards as well."""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_in_which_everything_happens_keep_the_rules(seats: int) -> None:
    """Several Scepters, answered by several Shields, Compasses in Parchments, new Hills."""
    deck = {**GAME.deck(), "hill": RARE}
    seen: Counter[str] = Counter()
    most = 0
    for seed in range(6):
        table, rng = table_of(seats, seed, deck=deck), random.Random(seed)
        for _ in playing(table, rng):
            state = table.public()
            seen[state["step"]] += 1
            most = max(most, len(state["using"]))
            check_state(table)
            check_menu(table, rng)
        check_end(table)
    assert set(seen) == STEPS
    assert most > 1


SMALL = counts(
    "iron 4 gold 2 ruby 2 compass pickaxe parchment potion scepter thief skeleton spider snake"
    " werewolf rune egg exit gemroom collapse"
)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_small_hill_that_is_made_anew_all_the_time(seats: int) -> None:
    """DG-25, DG-R31: in the middle of draws and effects too, and with fewer cards than asked."""
    deck = {**GAME.deck(), "hill": SMALL, "hill_total": sum(SMALL.values())}
    anew = short = 0
    for seed in range(4):
        table, rng = table_of(seats, seed, deck=deck), random.Random(seed)
        for _ in range(700):
            if table.pending is None:
                break
            check_state(table)
            check_menu(table, rng)
            before = sum(table.public()["hill"].values())
            table.act(table.pending.seat, chosen(table, rng))
            anew += sum(table.public()["hill"].values()) > before
            short += not sum(table.public()["hill"].values())
        check_state(table)
    assert anew > 50
    assert short > 10


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", GAMES)
def test_random_games_keep_the_rules(seats: int, options: dict[str, Any]) -> None:
    """Each ends, by DG-150 alone (DG-R47), with the cards, Gems and Recruits it began with."""
    seen: Counter[str] = Counter()
    for seed in range(2):
        table, rng = table_of(seats, seed, options=options), random.Random(seed)
        for _ in playing(table, rng):
            seen[table.public()["step"]] += 1
            check_state(table)
            check_menu(table, rng)
        check_state(table)
        check_end(table)
    assert {"turn", "stone", "add", "equipment", "after"} <= set(seen)


def check_state(table: Table) -> None:
    """The state fits its schema and nothing is lost, in the middle of an effect neither."""
    state = table.public()
    STATE.validate(state)
    deck = table.facts.deck
    assert cards(state) == +Counter({card: deck["hill"].get(card, 0) for card in HILL})
    lying = [card for p in state["players"].values() for g in p["galleries"].values() for card in g]
    gathered = sum(p["gems"] for p in state["players"].values())
    assert state["supply"] + gathered + sum(gems for _, gems, _ in lying) == deck["gems"] == 40
    assert state["supply"] >= 0  # DG-R32
    for seat, player in state["players"].items():
        check_player(state["recruits"][seat], player)
    if state["step"] == "turn" and not state["used"] and not state["over"]:
        again = GAME.restore(table.facts, json.loads(json.dumps(state)))
        assert GAME.public(again) == state


def cards(state: dict[str, Any]) -> Counter[str]:
    """All Hill cards, wherever they are."""
    found = Counter(state["hill"]) + Counter(state["discard"])
    found.update([*state["using"], *state["up"], *state["aside"]])
    for player in state["players"].values():
        found.update(player["stones"])
        found.update(player["equipment"])
        found["rune"] += player["runes"]
        found.update(card for row in player["galleries"].values() for card, _, _ in row)
    return +found


def check_player(at_tavern: int, player: dict[str, Any]) -> None:
    rows = player["galleries"]
    placed = [recruit for row in rows.values() for _, _, recruit in row]
    assert at_tavern + player["reserve"] + sum(placed) + player["eaten"] == 4  # DG-39
    assert min(at_tavern, player["reserve"]) >= 0
    assert 0 <= player["eaten"] <= 3  # DG-87
    assert len(set(player["equipment"])) == len(player["equipment"])  # DG-49
    assert set(player["equipment"]) <= set(EQUIPMENT)
    assert set(rows) <= {"1", "2", "3", "4"}  # DG-35
    for row in rows.values():
        assert row  # DG-93
        assert sum(recruit for _, _, recruit in row) <= 4  # DG-36
        assert not [c for c, _, recruit in row if recruit and c not in STONES]  # DG-31
        assert {c for c, _, _ in row} <= {*STONES, "rune", "egg", "snake"}  # DG-24


def check_menu(table: Table, rng: random.Random) -> None:
    """Never stuck; each thing once; all of it accepted; a forced decision has one option."""
    ask = table.pending
    assert ask is not None
    menu = table.menu()
    assert menu or ask.forms
    keys = [json.dumps(action, sort_keys=True) for action in menu]
    assert len(keys) == len(set(keys))
    for action in menu:
        assert table.legal(action)
        ACTION.validate(action)
    for form in ask.forms:
        picked = form.pick(rng.randrange)
        listed = list(form.simple())
        assert listed
        for action in (picked, form.example, listed[rng.randrange(len(listed))]):
            ACTION.validate(action)
            assert form.accepts(action, {})
            assert action["do"] == form.do
    ACTION.validate(ask.default)
    assert ask.default in menu or ask.default == SKIP
    assert not table.legal(SKIP)  # DG-11, DG-R44: nobody may play it
    for line in GAME.board(table.view(ask.seat)):
        assert line.isascii()
        assert len(line) <= 100


def check_end(table: Table) -> None:
    """Somebody has reached the goal, all others had their last turn (DG-150 to DG-152)."""
    state = table.public()
    assert state["over"]
    goal = table.facts.options["goal"]
    points = {seat: p["gems"] + p["runes"] for seat, p in state["players"].items()}
    assert state["trigger"] is not None
    assert points[state["trigger"]] >= goal
    assert state["last"] == []
    result = GAME.result(table.state)
    assert dict(result.scores) == points
    assert result.winners
    assert all(points[seat] == max(points.values()) for seat in result.winners)


def test_a_forced_decision_has_one_option_and_the_turn_is_never_forced() -> None:
    """DG-R48"""
    kinds: Counter[str] = Counter()
    for seed in range(4):
        table, rng = table_of(3, seed, settle=False), random.Random(seed)
        for _ in playing(table, rng):
            ask = table.pending
            assert ask is not None
            step, options = table.public()["step"], len(table.menu()) + len(ask.forms)
            if step == "turn":
                assert not ask.forced
                continue
            assert ask.forced == (options == 1), (step, table.menu())
            if ask.forced:
                kinds[step] += 1
                assert [ask.default] == table.menu()
            check_state(table)
    assert {"stone", "add", "enemy", "collapse", "after"} <= set(kinds)


@pytest.mark.parametrize("seed", range(3))
def test_the_defaults_and_resigning_keep_the_rules(seed: int) -> None:
    """DG-R44: whoever does not answer, at any decision, breaks nothing; the defaults alone
    never bring a card into play that nobody drew."""
    table, rng = table_of(4, seed), random.Random(seed)
    resigned = 0
    for _ in range(4000):
        ask = table.pending
        if ask is None:
            break
        check_state(table)
        number = rng.random()
        if number < 0.3:
            table._run(Chosen(ask.default, {}))
        elif number < 0.302 and resigned < 2:
            resigned += 1
            table.act(ask.seat, {"do": "resign"})
        else:
            table.act(ask.seat, chosen(table, rng))
    assert table.state.over
    check_state(table)


def test_nothing_but_skips_goes_on_for_ever_and_draws_nothing() -> None:
    """DG-R44, DG-R47: a round in which nobody answers changes nothing but whose turn it is."""
    table = table_of(4, 1)
    before = table.public()
    for _ in range(40):
        assert table.pending is not None
        table._run(Chosen(table.pending.default, {}))
    after = table.public()
    assert after["round"] == before["round"] + 10
    assert {**after, "round": 0} == {**before, "round": 0}


def test_every_action_that_is_not_offered_is_refused_with_its_clause() -> None:
    """A reason, and nothing changes."""
    for seed in range(3):
        table, rng = table_of(3, seed), random.Random(seed)
        for count, _ in enumerate(playing(table, rng)):
            if count % 3:
                continue
            before, words = table.public(), table.words()
            for action in EVERYTHING:
                if table.legal(action):
                    continue
                refusal = table.refusal(action)
                assert refusal.clause.startswith("DG-"), action
                assert refusal.message
                assert refusal.code
            assert (table.public(), table.words()) == (before, words)


IRON = {"iron": 5}
EVERYTHING: list[Action] = [
    *({"do": do} for do in ("skip", "collect", "start", "leave", "place", "keep", "drop")),
    *({"do": do} for do in ("accept", "shield", "anchor", "stop", "end", "pass")),
    *({"do": "dig", "where": where} for where in ("in", "beside", "up")),
    {"do": "dig"},
    *({"do": "close", "gallery": slot} for slot in range(6)),
    *({"do": "pick", "card": number} for number in range(-1, 4)),
    *({"do": "use", "card": card} for card in (*EQUIPMENT, "iron", "orc", "sword")),
    *(
        {"do": "use", "card": card, "at": at}
        for card in (*EQUIPMENT, "orc")
        for at in (1, 2, 5, "beside", "all", "in")
    ),
    *(
        {"do": "use", "card": card, "seat": seat, "gallery": slot}
        for card in ("bomb", "potion", "scepter", "bag")
        for seat in (*SEATS, "Eve")
        for slot in (0, 1, 4)
    ),
    *(
        {"do": "scepter", "seat": seat, "gallery": slot}
        for seat in (*SEATS, "Eve")
        for slot in (0, 1, 2, 3, 4)
    ),
    {"do": "tavern", "hires": []},
    {"do": "tavern", "hires": [{"recruits": 1, "pay": {}}]},
    {"do": "tavern", "hires": [{"recruits": 9, "pay": IRON}]},
    {"do": "tavern", "hires": [{"recruits": 1, "pay": {"iron": 41}}]},
    {"do": "tavern", "hires": [{"recruits": 1, "bag": True}, {"recruits": 1, "bag": True}]},
    {"do": "tavern", "hires": [{"companion": "dragon", "pay": IRON}]},
    {"do": "tavern", "hires": [{"companion": "queen", "pay": {"ruby": 1}}]},
    {"do": "tavern", "hires": [{"recruits": 1, "pay": {"chest": ["ruby"]}}]},
]


def test_a_game_is_the_same_under_five_hash_seeds() -> None:
    checks.same_under_hash_seeds(__name__)


def tell() -> None:
    """A whole random game; of one process."""
    table, rng = table_of(4, 7), random.Random(7)
    checks.tell(table, playing(table, rng))
