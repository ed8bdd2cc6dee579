"""What holds for every game, found by random play; and the files of this game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.errors import Refused
from pbem.games.dig_down_dwarf import GAME
from pbem.script.contract import Facts
from pbem.script.requests import Action
from tests.games.dig_down_dwarf.tables import EXIST, NAMES, gems, last_round, new, reroll, rolled
from tests.games.driver import Table

ROOT = Path(__file__).parents[3]
COLOURS = ("red", "blue", "green", "black")


def schema(name: str) -> Draft202012Validator:
    text = (ROOT / f"schemas/{name}.json").read_text("utf-8")
    return Draft202012Validator(json.loads(text))


ACTIONS = schema("dig-down-dwarf.actions")
STATE = schema("dig-down-dwarf.state")
DECK = schema("deck.dig-down-dwarf")


def every_action() -> list[Action]:
    """All actions that the vocabulary can say at a table of Ann, Ben, Cid; of the emerald
    settings those with one face."""
    dice = [list(some) for n in (1, 2, 3, 4) for some in combinations(COLOURS, n)]
    actions: list[Action] = [{"do": "draw"}, {"do": "stop"}, {"do": "collect"}]
    actions += [{"do": "collect", "wild": face} for face in range(1, 7)]
    for some in dice:
        actions.append({"do": "reroll", "dice": some})
        actions += [{"do": "spend", "gem": g, "dice": some} for g in ("amethyst", "sapphire")]
        actions.append({"do": "spend", "gem": "cursite", "dice": some})
        for face in (1, 6):
            setting = dict.fromkeys(some, face)
            actions.append({"do": "spend", "gem": "emerald", "set": setting})
    actions += [{"do": "power", "power": power} for power in ("wild", "draw")]
    for gem in EXIST:
        actions.append({"do": "spend", "gem": "diamond", "take": gem})
        actions.append({"do": "power", "power": "raid", "take": gem})
        for seat in NAMES[:3]:
            base = {"do": "power", "power": "swap", "seat": seat}
            actions += [{**base, "give": gem, "take": take} for take in EXIST]
    return actions


def options_of(seed: int) -> dict[str, str]:
    """Half of the games with the other value of every option."""
    if seed % 2:
        return {}
    return {
        "quads": "strict",
        "power_limit": "per_turn",
        "diamond_rule": "strict",
        "ties": "ladder",
        "first": "random",
    }


def games(count: int, players: int = 3) -> Iterator[Table]:
    """Random games; each table is yielded at every decision."""
    for seed in range(count):
        table = Table(GAME, NAMES[:players], seed=seed, options=options_of(seed))
        while table.pending is not None:
            yield table
            menu: list[Any] = [*table.menu(), *table.pending.forms]
            choice = menu[table.below(len(menu))]
            action = choice if isinstance(choice, dict) else choice.pick(table.below)
            table.act(table.pending.seat, action)
        assert table.state.over


def test_legality_is_one_question() -> None:
    """At every decision: the menu is not empty, holds the default and nothing twice; each
    action there is has either a place in it or a reason against it."""
    everything = every_action()
    for table in games(4):
        menu = table.menu()
        assert menu
        assert table.pending.default in menu
        texts = [json.dumps(action, sort_keys=True) for action in menu]
        assert len(set(texts)) == len(texts)
        for action in menu:
            ACTIONS.validate(action)
            assert GAME.normalise(action) == action
        for action in everything:
            if not table.legal(action):
                refusal = table.refusal(action)
                assert refusal.code != "unknown-action", (action, refusal)
                assert re.fullmatch(r"DW-\d+", refusal.clause)


def test_every_listed_action_is_accepted_by_the_script() -> None:
    """Each action of a rich menu, played from the same position."""
    held = {"diamond": 1, "emerald": 2, "sapphire": 1, "amethyst": 3}

    def position() -> Table:
        table = {"amethyst": 2, "cursite": 1}
        hoards = {"Ann": held, "Ben": {"cursite": 1, "sapphire": 1}}
        return rolled(6, 3, 6, 1, hoards=hoards, table=table, known={"Ann": 4})

    menu = position().menu()
    assert len(menu) == 15 - 8 + 14 + 15 + 2 + 1 + 1 + 8 + 2 + 1
    for action in menu:
        table = position()
        table.act("Ann", action)
        STATE.validate(table.public())


def test_emerald_form_picks_what_it_accepts() -> None:
    table = rolled(2, 3, 6, 5, hoards={"Ann": {"emerald": 3}})
    (form,) = table.pending.forms
    assert form.accepts(form.example, {})
    for _ in range(50):
        action = form.pick(table.below)
        assert form.accepts(action, {})
        assert 1 <= len(action["set"]) <= 3
        ACTIONS.validate(action)
    for bad in ({}, {"red": 0}, {"red": True}, {"pink": 2}, dict.fromkeys(COLOURS, 2)):
        assert not form.accepts({"do": "spend", "gem": "emerald", "set": bad}, {})


def test_public_matches_the_schema_and_comes_back_at_turn_starts() -> None:
    """A turn's start is caught where the script asks for its first draw."""
    deck = GAME.deck()
    seats = NAMES[:3]
    facts = Facts(seats, GAME.check_options({}, seats, deck), deck)
    table = Table(GAME, seats, seed=5)
    starts = 0
    original = table._reply

    def reply(request: Any) -> Any:
        nonlocal starts
        if table.state.step == "start" and not table.state.faces:
            starts += 1
            public = GAME.public(table.state)
            assert GAME.public(GAME.restore(facts, public)) == public
        return original(request)

    table._reply = reply  # type: ignore[method-assign]
    while table.pending is not None:
        STATE.validate(table.public())
        menu = table.menu()
        table.act(table.pending.seat, menu[table.below(len(menu))])
    public = table.public()
    STATE.validate(public)
    assert starts >= 14
    assert GAME.public(GAME.restore(facts, public)) == public


def test_a_restored_game_goes_on_as_the_live_one() -> None:
    """From Ben's turn start on, the same outcomes and actions give the same end."""
    live = rolled(2, 3, 4, 6, known={"Ann": 3}, hoards={"Cid": {"cursite": 2}})
    outcomes: list[Any] = []
    actions: list[Any] = []
    start: dict[str, Any] = {}
    answer = live._reply

    def reply(request: Any) -> Any:
        if live.state.step == "start" and not live.state.faces and not start:
            start.update(live.public())
        got = answer(request)
        outcomes.append({request.word: got})
        return got

    live._reply = reply  # type: ignore[method-assign]
    live.act("Ann", {"do": "collect"})
    while live.pending is not None:
        menu = live.menu()
        actions.append((live.pending.seat, menu[live.below(len(menu))]))
        live.act(*actions[-1])
    assert start["seat"] == "Ben"
    again = Table(GAME, NAMES[:3], position=start, outcomes=outcomes)
    for seat, action in actions:
        again.act(seat, action)
    assert again.public() == live.public()


def test_public_is_a_fresh_object() -> None:
    table = new()
    table.public()["bag"]["diamond"] = 99
    table.public()["hoards"]["Ann"]["emerald"] = 99
    assert table.public()["bag"]["diamond"] <= 1
    assert table.public()["hoards"]["Ann"]["emerald"] == 0


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"bag": {"emerald": 0}}, "pieces"),
        ({"bag": {"emerald": -1}}, "count"),
        ({"table": {"diamond": True}}, "count"),
        ({"table": {"ruby": 1}}, "pile"),
        ({"step": "roll"}, "not-a-turn-start"),
        ({"rerolls_left": 1}, "not-a-turn-start"),
        ({"closer": "Ben"}, "closer"),
        ({"seat": "Zoe"}, "seats"),
        ({"known": {"Ann": 5}}, "count"),
        ({"known": {"Zoe": 1}}, "seats"),
        ({"dwarfs": {"Ann": "skarnvild"}}, "dwarfs"),
        ({"resigned": ["Ann", "Ann"]}, "seats"),
        ({"resigned": ["Ann", "Ben"]}, "over"),
        ({"resigned": ["Ann", "Ben", "Cid"], "over": True}, "resigned"),
        ({"over": True}, "over"),
        ({"turn": 0}, "count"),
        ({"colour": 1}, "field"),
    ],
)
def test_positions_that_cannot_be_are_refused(change: dict, code: str) -> None:
    """DW-105, DW-106, DW-107, and names."""
    start = {"dwarfs": dict(zip(NAMES, ("bombarnok", "skarnvild", "ottgrim"), strict=False))}
    start |= {"bag": gems(diamond=1, emerald=4, sapphire=8, amethyst=14, cursite=10)}
    start |= {"table": gems()}
    merged = {**start, **change}
    for name in ("bag", "table", "dwarfs"):
        if name in change:
            merged[name] = {**start[name], **change[name]}
    with pytest.raises(Refused) as refused:
        Table(GAME, NAMES[:3], position=merged, seed=1)
    assert refused.value.code == f"position/{code}"


def test_spent_cursite_is_refused_in_a_position() -> None:
    """DW-106"""
    with pytest.raises(Refused) as refused:
        rolled(2, 3, 4, 5, out={"cursite": 1})
    assert refused.value.code == "position/out"


def test_the_deck_file_fits_schema_and_check_and_marks_defaults() -> None:
    deck = GAME.deck()
    DECK.validate(deck)
    GAME.check_deck(deck)
    assert "/dwarfs/0/die" in deck["defaults"]
    assert "/dwarfs/0/wants" not in deck["defaults"]
    for pointer in deck["defaults"]:
        value: Any = deck
        for part in pointer.split("/")[1:]:
            value = value[int(part)] if isinstance(value, list) else value[part]


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        (("dice", 1), "red", "dice"),
        (("gems", "emerald"), 5, "gems"),
        (("powers", 0), "draw", "powers"),
        (("dwarfs", 1, "id"), "bombarnok", "dwarfs"),
        (("dwarfs", 1, "die"), "pink", "dwarfs"),
        (("dwarfs", 1, "wants"), {}, "dwarfs"),
        (("dwarfs", 1, "wants"), {"emerald": 5}, "dwarfs"),
        (("dwarfs", 1, "bonus"), 6, "dwarfs"),
    ],
)
def test_bad_decks_are_refused(path: tuple, value: Any, code: str) -> None:
    deck = GAME.deck()
    place: Any = deck
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = value
    with pytest.raises(Refused) as refused:
        GAME.check_deck(deck)
    assert refused.value.code == f"deck/{code}"


def test_two_dwarfs_may_favour_the_same_die() -> None:
    deck = GAME.deck()
    deck["dwarfs"][1]["die"] = "green"
    GAME.check_deck(deck)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"dwarfs": "bombarnok,hulvar"}, "dwarfs"),
        ({"dwarfs": ["bombarnok"]}, "dwarfs"),
        ({"dwarfs": ["bombarnok", "bombarnok"]}, "dwarfs"),
        ({"dwarfs": ["bombarnok", "gimli"]}, "dwarfs"),
        ({"dwarfs": [["bombarnok"], []]}, "dwarfs"),
        ({"first": 1}, "first"),
        ({"quads": "four"}, "quads"),
        ({"ties": ["ladder"]}, "ties"),
    ],
)
def test_bad_options_are_refused(options: dict, code: str) -> None:
    with pytest.raises(Refused) as refused:
        GAME.check_options(options, ["Ann", "Ben"], GAME.deck())
    assert refused.value.code == f"option/{code}"


def test_options_are_filled_in() -> None:
    assert GAME.check_options({}, ["Ann", "Ben"], GAME.deck()) == {
        "first": "Ann",
        "dwarfs": "random",
        "quads": "three",
        "power_limit": "per_six",
        "diamond_rule": "swap_only",
        "ties": "shared",
    }


def test_docs_cite_every_clause_and_ruling() -> None:
    text = (ROOT / "docs/rules/dig-down-dwarf.md").read_text("utf-8")
    for number in range(1, 110):
        assert f"- **DW-{number}** " in text
    for number in range(1, 34):
        assert f"- **DW-R{number}** " in text


def test_the_bot_always_finds_a_legal_action() -> None:
    for players in (2, 3, 4):
        for seed in range(3):
            table = Table(GAME, NAMES[:players], seed=seed, options=options_of(seed))
            while table.pending is not None:
                seat = table.pending.seat
                table.act(seat, GAME.bot(table.view(seat), table.below))


def test_the_bot_has_a_little_sense() -> None:
    """It rolls on from a pair with 5 Cursite, keeps three of a kind, uses an open WILD."""
    table = rolled(2, 2, 3, 4, table={"cursite": 5, "sapphire": 1})
    assert GAME.bot(table.view("Ann"), table.below)["do"] == "reroll"
    table = rolled(4, 4, 4, 2, table={"amethyst": 6})
    assert GAME.bot(table.view("Ann"), table.below) == {"do": "collect"}
    table = rolled(2, 3, 6, 5, table={"sapphire": 6}, known={"Ann": 1})
    assert GAME.bot(table.view("Ann"), table.below)["do"] == "power"


def test_the_bot_does_not_waste_gems() -> None:
    """No reroll left and 2 VP to win at best: a Sapphire worth 4 stays in the hoard."""
    hoards = {"Ann": {"sapphire": 1}}
    then = [{"roll": [5]}, {"roll": [5]}]
    table = last_round(2, 3, 1, 6, closer="Ben", hoards=hoards, table={"amethyst": 1}, then=then)
    table.act("Ann", reroll("red"), reroll("red"), reroll("black"), then=[{"roll": [4]}])
    assert GAME.bot(table.view("Ann"), table.below) == {"do": "collect"}


LONG = (
    "Abcdefghijklmnopqrst",
    "Bbcdefghijklmnopqrst",
    "Cbcdefghijklmnopqrst",
    "Dbcdefghijklmnopqrst",
)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_board_is_plain_and_narrow(players: int) -> None:
    for names in (NAMES[:players], LONG[:players]):
        table = Table(GAME, names, seed=players)
        while True:
            lines = GAME.board(table.view(None))
            for line in lines:
                assert len(line) <= (80 if names == NAMES[:players] else 100), line
                assert line.isascii()
                assert line == line.rstrip()
            if table.pending is None:
                break
            menu = table.menu()
            table.act(table.pending.seat, menu[table.below(len(menu))])
        assert any(line.startswith("WINNER ") for line in lines)


def test_the_board_shows_what_matters() -> None:
    hoards = {
        "Ann": {"emerald": 1, "amethyst": 4, "cursite": 2},
        "Ben": {"sapphire": 2, "amethyst": 1},
    }
    lying = {"emerald": 2, "sapphire": 3, "amethyst": 3, "cursite": 4}
    table = rolled(1, 6, 3, 3, seat="Ben", hoards=hoards, table=lying, out={"amethyst": 2})
    text = "\n".join(GAME.board(table.view("Ben")))
    for part in (
        "seat 2 Ben to act   rerolls left 2",
        "TABLE  diamond 0   emerald 2   sapphire 3   amethyst 3   cursite 4",
        "DICE   red 1 locked   blue 6 free, power open   green 3   black 3",
        "NOW    one pair: you must take 4 cursite",
        "OUT    amethyst 2",
        "Cursite is worth +1 each from 9 on.",
        "emerald 1/2",
        "sapphire 2/3",
    ):
        assert part in text


def test_the_board_ends_with_scores_winner_and_why() -> None:
    hoards = {"Ann": {"emerald": 2}, "Ben": {"sapphire": 1}}
    table = last_round(2, 3, 5, 6, closer="Ben", hoards=hoards, table={}, players=2)
    table.act("Ann", {"do": "collect"})
    lines = GAME.board(table.view(None))
    # Ben holds the 10 Cursite that the position left over: +10.
    assert lines[-5:] == [
        "FINAL SCORES",
        "  Ann: gems 12 + bonus 5 = 17 VP",
        "  Ben: gems 14 + bonus 0 = 14 VP",
        "WINNER Ann",
        "  Ann wins with 17 VP, the most",
    ]
