"""Opening a table: names of seats, options, decks, dealing; nothing is left of a bad try."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pbem.games import registry
from tests.cli.world import ARBITER, RECORD, World

BAD_NAMES = {
    "control": "a\x07b",
    "escape": "\x1b[31mann",
    "line-feed": "ann\n",
    "tab": "a\tn",
    "slash": "a/b",
    "up": "..",
    "dot": ".",
    "dotted": "ann.x",
    "absolute": "/etc/passwd",
    "backslash": "a\\b",
    "homoglyph": "\u0430nn",
    "full-width": "\uff41nn",
    "zero-width": "an\u200bn",
    "right-to-left": "ann\u202e",
    "accent": "r\u00e9mi",
    "decomposed": "re\u0301mi",
    "digit-first": "1ann",
    "underscore-first": "_ann",
    "dash-first": "-ann",
    "empty": "",
    "space": "a b",
    "long": "a" * 21,
    "very-long": "a" * 100_000,
    "surrogate": "a\udcff",
    "html": "<b>ann</b>",
}


@pytest.mark.parametrize("case", BAD_NAMES)
def test_seat_names_that_are_refused(world: World, case: str) -> None:
    world.keys(ARBITER)
    name = BAD_NAMES[case]
    args = ["new", "dig-dogs", f"--seat={name}", "--seat", "bob", "-o", RECORD]
    if case == "surrogate":  # bytes that are no UTF-8 reach the program as such
        world.refused(ARBITER, *args, code="canon/surrogate")
    else:
        assert world.refused(ARBITER, *args, code="schema/pattern")["at"] == "/seats/0"
    assert not world.file(ARBITER).exists()
    said = world.run(ARBITER, *args)
    assert "\x1b" not in said.text and "\x07" not in said.text
    assert len(said.text) < 1000


@pytest.mark.parametrize("name", ["arbiter", "Arbiter", "ARBITER"])
def test_nobody_is_called_arbiter(world: World, name: str) -> None:
    world.keys(ARBITER)
    world.refused(ARBITER, "new", "dig-dogs", "--seat", name, "--seat", "bob", code="seat/arbiter")


@pytest.mark.parametrize("names", [["ann", "ann"], ["ann", "ANN"], ["Bob", "ann", "bOB"]])
def test_names_that_differ_by_capitals_only(world: World, names: list[str]) -> None:
    world.keys(ARBITER)
    args = [part for name in names for part in ("--seat", name)]
    error = world.run(ARBITER, "new", "dig-dogs", *args, "--json")
    assert error.status == 1
    assert error.json["errors"][0]["code"] in ("seat/twice", "schema/uniqueItems")
    assert error.json["errors"][0]["at"] == "/seats"


@pytest.mark.parametrize("name", ["a", "A" * 20, "ann-b_2"])
def test_names_that_are_good(world: World, name: str) -> None:
    world.keys(ARBITER)
    world.good(ARBITER, "new", "dig-dogs", "--seat", name, "--seat", "bob", "-o", RECORD)
    assert f"{name}: not joined yet" in world.good(ARBITER, "show", RECORD).out


@pytest.mark.parametrize("count", [1, 5, 30])
def test_too_few_and_too_many_seats(world: World, count: int) -> None:
    world.keys(ARBITER)
    args = [part for i in range(count) for part in ("--seat", f"s{i}")]
    error = world.refused(ARBITER, "new", "dig-dogs", *args, code="open/seats")
    assert f"2 to 4 seats, not {count}" in error["message"]


TWO = ["--seat", "ann", "--seat", "bob"]


@pytest.mark.parametrize(
    ("option", "code", "at"),
    [
        ("colour=red", "option/unknown", "/colour"),
        ("first=zoe", "option/first", "/first"),
        ("first=1", "option/first", "/first"),
        ("first=ann,bob", "option/first", "/first"),
        ('first={"a":1}', "option/first", "/first"),
        ("first=null", "option/first", "/first"),
        ("first=", "option/first", "/first"),
        ("dogs=grey", "option/dogs", "/dogs"),
        ("dogs=grey,grey", "option/dogs", "/dogs"),
        ("dogs=grey,brown,black", "option/dogs", "/dogs"),
        ("dogs=[[1],[2]]", "option/dogs", "/dogs"),
        ("dogs=grey,poodle", "option/dogs", "/dogs"),
        ("idle_rounds=-1", "option/idle-rounds", "/idle_rounds"),
        ("idle_rounds=1.5", "option/idle-rounds", "/idle_rounds"),
        ("idle_rounds=true", "option/idle-rounds", "/idle_rounds"),
        ("idle_rounds=many", "option/idle-rounds", "/idle_rounds"),
        ("\x1b[2J=1", "option/unknown", "/\x1b[2J"),
    ],
)
def test_options_of_dig_that_are_wrong(world: World, option: str, code: str, at: str) -> None:
    world.keys(ARBITER)
    error = world.refused(
        ARBITER, "new", "dig-dogs", *TWO, "--option", option, "-o", RECORD, code=code
    )
    assert error["at"] == at
    assert "\x1b" not in world.run(ARBITER, "new", "dig-dogs", *TWO, "--option", option).text
    assert not world.file(ARBITER).exists()


@pytest.mark.parametrize(
    ("option", "code"),
    [
        ("quads=maybe", "option/quads"),
        ("quads=[1]", "option/quads"),
        ("ties=0", "option/ties"),
        ("dwarfs=nobody,noone", "option/dwarfs"),
        ("dwarfs={}", "option/dwarfs"),
        ('dwarfs=[{"a":1},{"b":2}]', "option/dwarfs"),
        ("dwarfs=[null,null]", "option/dwarfs"),
        ('first=["ann"]', "option/first"),
        ('first={"ann":1}', "option/first"),
    ],
)
def test_options_of_dig_down_dwarf_that_are_wrong(world: World, option: str, code: str) -> None:
    world.keys(ARBITER)
    world.refused(ARBITER, "new", "dig-down-dwarf", *TWO, "--option", option, code=code)


def test_options_that_are_no_options(world: World) -> None:
    world.keys(ARBITER)
    for args in (["--option", "first"], ["--option", "first=ann", "--option", "first=bob"]):
        error = world.refused(ARBITER, "new", "dig-dogs", *TWO, *args, code="option/form", status=2)
        assert "--option" in error["hint"]


def test_options_are_kept_in_the_record(world: World) -> None:
    world.keys(ARBITER)
    given = ["--option", "dogs=white,black", "--option", "first=bob", "--option", "idle_rounds=3"]
    world.good(ARBITER, "new", "dig-dogs", *TWO, *given, "-o", RECORD)
    opened = json.loads(world.file(ARBITER).read_bytes())["entries"][0][0]
    assert opened["options"] == {"dogs": ["white", "black"], "first": "bob", "idle_rounds": 3}


def _deck(world: World, game: str) -> dict[str, Any]:
    world.keys(ARBITER)
    world.good(ARBITER, "new", game, *TWO, "-o", "plain.json")
    deck: dict[str, Any] = json.loads(world.file(ARBITER, "plain.json").read_bytes())["entries"][0][
        0
    ]["deck"]
    return deck


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hand_limit": 4}, "deck/hand-limit"),
        ({"range": [5, 4, 3, 2]}, "deck/range"),
        ({"dogs": ["grey", "grey", "black", "white"]}, "deck/dogs"),
        ({"colours": {"B": "b", "G": "g", "P": "p", "R": "p", "Y": "y"}}, "deck/colours"),
        ({"bones": []}, "deck/bones"),
        ({"game": "dig-down-dwarf"}, "schema/const"),
        ({"surprise": 1}, "schema/additionalProperties"),
        ({"dogs": "grey"}, "schema/type"),
        ({"dogs": ["\x1b[31m", "b", "c", "d"]}, "schema/pattern"),
    ],
)
def test_decks_that_are_wrong(world: World, change: dict[str, Any], code: str) -> None:
    deck = _deck(world, "dig-dogs")
    world.file(ARBITER, "deck.json").write_text(json.dumps({**deck, **change}))
    said = world.run(ARBITER, "new", "dig-dogs", *TWO, "--deck", "deck.json", "-o", RECORD)
    assert said.status == 1
    assert f"pbem: error: {code}" in said.err or "pbem: error: schema/" in said.err, said.err
    assert "\x1b" not in said.text
    assert not world.file(ARBITER).exists()


def _ready(world: World, game: str, deck: Any) -> str:
    """What a seat is told before it is ready for a table with this deck."""
    world.file(ARBITER, "deck.json").write_text(json.dumps(deck))
    world.good(ARBITER, "new", game, *TWO, "--deck", "deck.json", "-o", RECORD)
    world.keys("ann", "bob")
    world.mail(ARBITER, RECORD, "ann", "bob")
    for seat in ("ann", "bob"):
        world.good(seat, "join", RECORD, "--seat", seat)
        world.mail(seat, f"{seat}-1-join.json", ARBITER)
    world.good(ARBITER, "judge", RECORD, "ann-1-join.json", "bob-1-join.json")
    world.mail(ARBITER, RECORD, "ann")
    return world.good("ann", "ready", RECORD, "--yes").out


def test_a_deck_of_ones_own_is_shown_before_one_is_ready(world: World) -> None:
    deck = _deck(world, "dig-dogs")
    deck["dogs"][1] = "Bello"
    said = _ready(world, "dig-dogs", deck)
    told = 'deck     differs from the built-in one in\n         /dogs/1: "Bello", not "brown"\n'
    assert told in said


@pytest.mark.parametrize("game", registry.BUILT_IN)
def test_the_built_in_deck_file_is_printed_and_taken(world: World, game: str) -> None:
    """What `pbem rules GAME --deck` prints is a deck file: a table opened with it has the cards
    of one opened without, and those who get ready are told so."""
    built_in = _deck(world, game)
    printed = world.good(ARBITER, "rules", game, "--deck")
    assert printed.json == built_in
    told = world.good(ARBITER, "rules", game, "--deck", "--json").json
    assert told == {"ok": True, "game": game, "deck": built_in}
    assert "deck     as built in\n" in _ready(world, game, json.loads(printed.out))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hill_total": 1}, "deck/hill-total"),
        ({"gems": 3}, "schema/minimum"),
        ({"kind": "move"}, "schema/kind"),
    ],
)
def test_a_refused_deck_names_the_command_that_prints_the_built_in_one(
    world: World, change: dict[str, Any], code: str
) -> None:
    deck = _deck(world, "dig-2017")
    world.file(ARBITER, "deck.json").write_text(json.dumps({**deck, **change}))
    error = world.refused(
        ARBITER, "new", "dig-2017", *TWO, "--deck", "deck.json", "-o", RECORD, code=code
    )
    game = "GAME" if code == "schema/kind" else "dig-2017"
    assert error["hint"].count("--deck") == 1
    assert f"pbem rules {game} --deck prints the built-in one" in error["hint"]


def test_a_card_that_differs_is_called_by_its_id(world: World) -> None:
    """DG-R5: the Queen without her Gold, and the Shepherd under another name."""
    deck = _deck(world, "dig-2017")
    queen = next(c for c in deck["companions"] if c["id"] == "queen")
    del queen["cost"]["gold"]
    deck["companions"][0]["name"] = "Rex"
    said = _ready(world, "dig-2017", deck)
    assert '         /companions/shepherd/name: "Rex", not "German Shepherd"\n' in said
    assert "         /companions/queen/cost/gold: nothing, not 1\n" in said


def test_one_join_takes_one_seat(world: World) -> None:
    world.keys(ARBITER, "ann")
    world.good(ARBITER, "new", "dig-dogs", *TWO, "-o", RECORD)
    world.mail(ARBITER, RECORD, "ann")
    args = ["join", RECORD, "--seat", "ann", "--seat", "bob"]
    world.refused("ann", *args, code="join/one-seat", status=2)
    assert sorted(p.name for p in world.folder("ann").iterdir() if "join" in p.name) == []


def test_a_deck_of_another_game(world: World) -> None:
    deck = _deck(world, "dig-down-dwarf")
    world.file(ARBITER, "deck.json").write_text(json.dumps(deck))
    said = world.run(ARBITER, "new", "dig-dogs", *TWO, "--deck", "deck.json", "-o", RECORD)
    assert said.status == 1
    assert "pbem: error: schema/" in said.err


def test_games_and_dealing_that_are_not_there(world: World) -> None:
    world.keys(ARBITER)
    for game in ("chess", "../dig-dogs", "dig-dogs.json", "\x1b[31m", "", "Dig-Dogs"):
        error = world.refused(ARBITER, "new", game, *TWO, code="game/unknown")
        assert "dig-dogs" in error["hint"] + error["message"]
        world.refused(ARBITER, "rules", game, code="game/unknown")
        world.refused(ARBITER, "demo", game, code="game/unknown")
        assert "\x1b" not in world.run(ARBITER, "rules", game).text
    for args, code, status in (
        (["--dealing", "witnessed"], "usage/command", 2),
        (["--dealing", "seats"], "new/host", 2),
        (["--host", "ann"], "new/host", 2),
        (["--dealing", "seats", "--host", "zoe"], "open/by", 1),
        (["--dealing", "seats", "--host", "ann"], "open/hidden", 1),
        (["--lapse", "soon"], "schema/pattern", 1),
        (["--replace", "always"], "usage/command", 2),
    ):
        world.refused(ARBITER, "new", "dig-dogs", *TWO, *args, code=code, status=status)


def test_a_record_is_never_opened_over_another_file(dogs: World) -> None:
    for name in (RECORD, "id.json"):
        dogs.refused(ARBITER, "new", "dig-dogs", *TWO, "-o", name, code="file/exists")
        dogs.refused(ARBITER, "keygen", "-o", name, code="identity/exists")
        dogs.refused("ann", "move", RECORD, "end", "-o", name, code="file/exists")


def test_a_move_is_not_written_over_what_is_something_else(dogs: World) -> None:
    dogs.file("ann", "letter.txt").write_text("Dear Bob")
    dogs.refused("ann", "move", RECORD, "end", "-o", "letter.txt", code="file/exists")
    dogs.good("ann", "move", RECORD, "end", "-o", "move.json")
    dogs.good("ann", "move", RECORD, "end", "-o", "move.json")
