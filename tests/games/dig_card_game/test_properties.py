"""What holds in every game, by random play: DC-3, DC-20 to DC-24, DC-44, DC-52, DC-72, DC-82,
DC-83, DC-130, DC-R14, DC-R20, DC-R32, DC-R37."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Any

import pytest

from pbem.games.dig_card_game import GAME
from pbem.script.requests import Action, Choose, Draw
from tests.games import checks
from tests.games.dig_card_game.tables import conserved
from tests.games.driver import Chance, Table

SEATS = ("Ann", "Bob", "Cy", "Dee")
ENDS = ("pass", "done")
PHASES = ("buy", "dig", "mine", "sell")
TOOLS = [f"{letter}{n}" for letter in "PL" for n in range(1, 15)]
DWARVES = [
    f"{letter}{n}" for letter, most in (("A", 6), ("J", 5), ("M", 4)) for n in range(1, most + 1)
]


STATE, ACTION = checks.quick("dig-card-game.state"), checks.quick("dig-card-game.actions")


class Watched(Chance):
    """Each draw is from the front of a deck, and from nothing else (DC-R20); from the Mine one
    card at a time, and in the Mine Phase alone (DC-89)."""

    def __init__(self, table: Table, seed: int) -> None:
        super().__init__((), seed)
        self.table = table

    def answer(self, ask: Draw) -> list[Any]:
        state = self.table.state
        assert 0 < ask.number <= len(ask.items)
        if state.phase == "mine":
            assert (list(ask.items), ask.number) == (state.mine_deck[0], 1)
        else:
            assert (state.phase, state.turn) == ("buy", state.first)
            decks = [state.provisions, state.dwarf_deck, *state.tool_deck[:1]]
            assert list(ask.items) in decks
        return super().answer(ask)


def table_of(seats: int, seed: int, **more: Any) -> Table:
    faces = TOOLS[:]
    random.Random(seed).shuffle(faces)
    named = {f"t{n}": face for n, face in enumerate(faces, 1)}
    table = Table(GAME, SEATS[:seats], seed=seed, faces=named, **more)
    table.chance = Watched(table, seed)
    return table


def chosen(table: Table, rng: random.Random, lazy: float = 0.15) -> Action:
    """Anything legal: first what to do, then how; to end the turn less often than the rest."""
    ask = table.pending
    assert ask is not None
    menu = table.menu()
    work = sorted({a["do"] for a in menu if a["do"] not in ENDS} | {f.do for f in ask.forms})
    if not work or rng.random() < lazy:
        return next(a for a in menu if a["do"] in ENDS)
    do = work[rng.randrange(len(work))]
    forms = [form for form in ask.forms if form.do == do]
    group = [a for a in menu if a["do"] == do]
    if forms and (not group or rng.random() < 0.7):
        return forms[0].pick(rng.randrange)
    return group[rng.randrange(len(group))]


def playing(table: Table, rng: random.Random) -> Iterator[None]:
    return checks.playing(table, lambda: chosen(table, rng), 3000)


def cave_ins(regular: int) -> dict[str, Any]:
    return {**GAME.deck(), "cave_ins": {"regular": regular, "escape": 7 - regular}}


GAMES: list[dict[str, Any]] = [
    {},
    {"options": {"start_tools": "open", "pass_rule": "turn", "first": "random"}},
    {"options": {"night_hire": True, "sell_tools": "any", "first": "Bob"}},
    {"options": {"sell_tools": "any", "pass_rule": "turn"}, "deck": cave_ins(7)},
    {"options": {"start_tools": "open", "night_hire": True}, "deck": cave_ins(0)},
]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("how", GAMES)
def test_random_games_keep_the_rules(seats: int, how: dict[str, Any]) -> None:
    """Each ends after Day Six, and every card is in one place at every step."""
    seen: Counter[str] = Counter()
    for seed in range(2):
        table, rng = table_of(seats, seed, **how), random.Random(seed)
        asked: list[tuple[str, str]] = []
        before = table.public()
        for _ in playing(table, rng):
            state = table.public()
            assert table.pending is not None
            seen[state["phase"]] += 1
            asked.append((f"{state['day']} {state['phase']} {state['first']}", table.pending.seat))
            check_state(table)
            check_change(before, state)
            check_menu(table, rng)
            before = state
        check_order(table.facts.seats, asked)
        conserved(table)
        check_end(table)
    assert set(seen) == set(PHASES)


@pytest.mark.parametrize("how", GAMES)
def test_every_deal_costs_and_brings_what_the_card_says(how: dict[str, Any]) -> None:
    """DC-41, DC-42, DC-43, DC-111, DC-112, DC-R3: the gold of the seat that acts changes by the
    price of what it did, and nobody else's."""
    done: Counter[str] = Counter()
    for seed in range(3):
        table, rng = table_of(3, seed, **how), random.Random(seed)
        while (ask := table.pending) is not None:
            before, action = table.public(), chosen(table, rng)
            change = worth(table, before, action)
            table.act(ask.seat, action)
            done[action["do"]] += 1
            for seat, own in table.public()["mines"].items():
                earlier = before["mines"][seat]["gold"]
                assert own["gold"] == earlier + (change if seat == ask.seat else 0), action
    assert min(done[do] for do in ("hire", "buy", "dig", "place", "move", "mine", "sell")) > 0


def worth(table: Table, state: dict[str, Any], action: Action) -> int:
    """What an action brings in gold, from the Provision card."""
    today = next(p for p in table.facts.deck["provisions"] if p["id"] == state["prices"])
    if action["do"] == "hire":
        return -int(today["hire"][action["rank"]])
    if action["do"] == "buy":
        return -int(today[action["kind"]]["buy"])
    if action["do"] != "sell":
        return 0
    back = {kind: today[kind].get("sell", today[kind]["buy"]) for kind in ("pick", "lantern")}
    gems = sum(n * today["gems"][gem] for gem, n in action.get("gems", {}).items())
    tools = sum(n * back[kind] for kind, n in action.get("tools", {}).items())
    named = [table.hidden.faces.get(card, card) for card in action.get("cards", ())]
    cards = sum(back["pick" if card[0] == "P" else "lantern"] for card in named)
    return int(gems + tools + cards)


def check_state(table: Table) -> None:
    """The state fits its schema, all cards are there, and it can be entered here."""
    state = table.public()
    STATE.validate(state)
    conserved(table)
    for name in ("moved", "dug", "mined", "out", "passed", "gone", "provisions"):
        assert len(set(state[name])) == len(state[name]), name  # DC-56, DC-72, DC-82, DC-83
    assert len(state["provisions"]) == 10 - state["day"]  # DC-31
    assert state["prices"] not in state["provisions"]
    assert not (state["sold"] and state["phase"] != "sell")  # DC-120
    assert not (state["exhausted"] and state["phase"] in ("buy", "dig"))  # DC-99
    for own in state["mines"].values():
        check_mine(own)
    check_entry(table)


def check_mine(own: dict[str, Any]) -> None:
    levels = [own["levels"][str(n)] for n in range(1, 6)]
    dug = [word for word in levels if word != "undug"]
    assert levels == [*dug, *["undug"] * (5 - len(dug))]  # DC-52
    assert set(own["pieces"]) == {str(n) for n, w in enumerate(levels, 1) if w == "open"}


def check_entry(table: Table) -> None:
    """All memory is in the state: restored from its public form it asks the same thing."""
    ask, state = table.pending, table.public()
    assert ask is not None
    again = GAME.restore(table.facts, json.loads(json.dumps(state)))
    assert GAME.public(again) == state
    other = next(GAME.play(again))
    assert isinstance(other, Choose)
    assert (other.seat, other.phase, other.default) == (ask.seat, ask.phase, ask.default)
    known = table.hidden.known.get(ask.seat, {})
    assert list(other.menu(known)) == list(ask.menu(known))
    assert len(other.forms) == len(ask.forms)


STEPS = {"undug": 0, "open": 1, "gone": 2}


def check_change(before: dict[str, Any], after: dict[str, Any]) -> None:
    """A Level is dug, then collapses, and never comes back (DC-58, DC-100); who has left the game
    stays away; within a Day no mark goes but with a piece that changes hands (DC-R14)."""
    for seat, own in after["mines"].items():
        for level, word in own["levels"].items():
            assert STEPS[word] >= STEPS[before["mines"][seat]["levels"][level]]
    assert after["gone"][: len(before["gone"])] == before["gone"]
    if after["day"] > before["day"]:
        assert not (after["moved"] or after["dug"] or after["mined"])
        return
    for name in ("moved", "dug", "mined"):
        for piece in set(before[name]) - set(after[name]):
            assert owner(after, piece) is None


def owner(state: dict[str, Any], piece: str) -> str | None:
    for seat, own in state["mines"].items():
        laid = [card for there in own["pieces"].values() for card in there]
        if piece in (*own["dwarves"], *own["tools"], *laid):
            return str(seat)
    return None


def check_menu(table: Table, rng: random.Random) -> None:
    """Never stuck; each thing once; all of it accepted; whoever is asked may end the turn, and has
    something else to do as far as all can know (DC-R9, DC-R32)."""
    ask = table.pending
    assert ask is not None
    menu = table.menu()
    keys = [json.dumps(action, sort_keys=True) for action in menu]
    assert len(keys) == len(set(keys))
    assert [a["do"] for a in menu if a["do"] in ENDS] == [
        "pass" if table.public()["phase"] == "buy" else "done"
    ]
    own = table.public()["mines"][ask.seat]
    assert len(menu) > 1 or ask.forms or own["hidden"]
    for action in rng.sample(menu, min(len(menu), 25)):
        assert table.legal(action)
        ACTION.validate(action)
    for form in ask.forms:
        picked = form.pick(rng.randrange)
        for action in (picked, form.example, *form.simple()):
            ACTION.validate(action)
            assert form.accepts(action, {})
            assert table.legal(action)
            assert action["do"] == form.do
    ACTION.validate(ask.default)
    assert table.legal(ask.default)
    assert ask.phase == f"day {table.public()['day']} {table.public()['phase']}"
    for line in GAME.board(table.view(ask.seat)):
        assert line.isascii()
        assert len(line) <= 100


def check_order(seats: tuple[str, ...], asked: list[tuple[str, str]]) -> None:
    """DC-22, DC-24, DC-44: phase after phase; from Player One round the table, once in the Dig,
    Mine and Sell Phase, one card at a time in the Buy Phase."""
    for when, group in groupby(asked, key=lambda entry: entry[0]):
        day, phase, first = when.split()
        at = seats.index(first)
        circle = [*seats[at:], *seats[:at]]
        order = [seat for _, seat in group]
        if phase == "buy":
            check_rounds(circle, order)
            continue
        turns = [seat for seat, _ in groupby(order)]
        assert turns == [seat for seat in circle if seat in turns], (day, phase)
    days = [int(when.split()[0]) for when, _ in asked]
    assert days == sorted(days)
    assert set(days) == {1, 2, 3, 4, 5, 6}


def check_rounds(circle: list[str], order: list[str]) -> None:
    """Whoever is passed over once is out for good, so each round is a part of the one before."""
    rounds: list[list[str]] = []
    last = len(circle)
    for seat in order:
        if circle.index(seat) <= last:
            rounds.append([])
        rounds[-1].append(seat)
        last = circle.index(seat)
    for earlier, later in pairwise(rounds):
        assert set(later) <= set(earlier)


def check_end(table: Table) -> None:
    """DC-130 to DC-134, worked out anew."""
    state = table.public()
    assert (state["over"], state["day"], state["phase"]) == (True, 6, "sell")
    assert not (state["sold"] or state["exhausted"])  # DC-120
    rank = {}
    for seat, own in state["mines"].items():
        tunnels = sum(word == "open" for word in own["levels"].values())
        dwarves = sum(card[0] in "AJM" for there in own["pieces"].values() for card in there)
        rank[seat] = (own["gold"], tunnels, dwarves)
    result = GAME.result(table.state)
    assert dict(result.scores) == {seat: own["gold"] for seat, own in state["mines"].items()}
    assert list(result.winners) == [s for s in table.facts.seats if rank[s] == max(rank.values())]


# --- what comes to happen ---


def test_random_games_see_all_there_is() -> None:
    """Both Cave-Ins, Tools opened and drawn again, an Escape whose pieces work again."""
    seen: Counter[str] = Counter()
    for seed in range(6):
        table, rng = table_of(4, seed), random.Random(seed)
        for _ in playing(table, rng):
            pass
        seen.update(clause for words in table.clauses() for clause in words.split(", "))
    for clause in ("DC-53", "DC-71", "DC-72", "DC-90", "DC-94", "DC-96", "DC-97", "DC-98"):
        assert seen[clause], clause
    for clause in ("DC-111", "DC-112", "DC-113", "DC-120", "DC-R4", "DC-R9", "DC-26"):
        assert seen[clause], clause


# --- the same everywhere ---


def test_a_game_is_the_same_under_five_hash_seeds() -> None:
    checks.same_under_hash_seeds(__name__)


def tell() -> None:
    """A whole random game; of one process."""
    table, rng = table_of(4, 7), random.Random(7)
    checks.tell(table, playing(table, rng))
