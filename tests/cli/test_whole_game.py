"""A whole game by commands and copied files alone, and what is printed to whom on the way."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pbem.play import words
from pbem.record.desk import read_record
from pbem.wire import b64
from tests.cli.conftest import Store
from tests.cli.world import ARBITER, RECORD, Out, World, pbem

# One worker has them all, so that what they share is made once.
pytestmark = pytest.mark.xdist_group("whole_game")

SEATS = ["ann", "bob", "cid"]


def test_three_folders_and_copied_files(world: World) -> None:
    """Dig Down Dwarf: each party has one identity and what was mailed to it."""
    world.start("dig-down-dwarf", ["ann", "bob"])
    world.play(["ann", "bob"])
    for who in ("ann", "bob", ARBITER):
        said = world.good(who, "show", RECORD)
        assert "the game is over" in said.out and "FINAL SCORES" in said.out
        assert "pbem verify t.json" in said.out
        world.refused(who, "move", RECORD, "end", code=_over(who))
        assert "The game is over." in world.good(who, "moves", RECORD).out
    alone = world.root.parent / "alone"
    alone.mkdir()
    shutil.copyfile(world.file("ann"), alone / RECORD)
    said = pbem("verify", RECORD, cwd=alone)
    assert said.status == 0
    assert said.out.startswith("t.json: proven\n")
    assert "won by" in said.out
    assert [p.name for p in alone.iterdir()] == [RECORD]


def _over(who: str) -> str:
    return "identity/no-seat" if who == ARBITER else "move/game-over"


# --- a game of DIG with three seats, everything heard -------------------------------------


class Heard(NamedTuple):
    """One output: by whose command, when, and what the record had in it then."""

    who: str
    n: int
    knows: dict[str, list[str]]
    public: list[str]
    text: str


LISTEN = (
    ["show", RECORD],
    ["show", RECORD, "--json"],
    ["moves", RECORD],
    ["moves", RECORD, "--json"],
    *([["show", RECORD, "--seat", seat] for seat in SEATS]),
    ["show", RECORD, "--seat", "bob", "--json"],
    ["move", RECORD, "move", "to=99"],
    ["move", RECORD, "drop", "cards=BG1,BG2,BP1"],
    ["move", RECORD, "put", "card=RY2", "--json"],
    ["verify", RECORD],
)
EVERY = 5  # at every fifth turn everybody gives all these commands


class Game(NamedTuple):
    world: World
    heard: list[Heard]
    moves: list[dict[str, Any]]


@pytest.fixture
def game(world: World, store: Store) -> Game:
    """Played and listened to once; the tests look at what was heard."""
    if not store.games:
        world.start("dig-dogs", SEATS)
        store.games.append(_play(world))
        store.keep("game", world)
    else:
        store.copy("game", world)
    heard, moves = store.games[0]
    return Game(world, heard, moves)


def _play(world: World) -> tuple[list[Heard], list[dict[str, Any]]]:
    heard: list[Heard] = []
    moves = []

    def hear(who: str, out: Out, state: dict[str, Any]) -> None:
        public = [*state["public_pairs"]]
        heard.append(Heard(who, world.now()["n"], state["knows"], public, out.text))

    while not world.now()["over"]:
        now = world.now()
        (seat,) = now["awaited"]
        if now["n"] % EVERY == 0:
            for who in (*SEATS, "nobody", ARBITER):
                world.mail(ARBITER, RECORD, "nobody")
                for args in LISTEN:
                    hear(who, world.run(who, *args), now["state"])
        world.good(seat, "move", RECORD, "--bot", "sense", "-o", "move.json")
        move = json.loads(world.file(seat, "move.json").read_bytes())
        moves.append(move)
        world.mail(seat, "move.json", ARBITER)
        said = world.good(ARBITER, "judge", RECORD, "move.json")
        hear("nobody", said, world.now()["state"])  # what a judge prints may be read by anybody
        world.mail(ARBITER, RECORD, *SEATS)
    return heard, moves


COLOURS = {"blue": "B", "green": "G", "purple": "P", "red": "R", "yellow": "Y"}
WORD = "|".join(COLOURS)
CLAIM = re.compile(
    rf"""\b([BGPRY]{{2}}[12])(?:[ ](?:=[ ]|is[ ])?({WORD})\b"""
    r"""|"\s*[:,]\s*(?:\{\s*"face"\s*:\s*)?"([BGPRY])")"""
)
"""A bone and a colour said of it: `PR1 = red`, `PY1 yellow`, `"PR1": "R"`, `"PR1", "R"`."""


def claims(text: str) -> set[tuple[str, str]]:
    """Every bone of which the text tells the colour, with that colour's letter."""
    return {(bone, COLOURS.get(word, letter)) for bone, word, letter in CLAIM.findall(text)}


def test_the_claims_of_a_text_are_found() -> None:
    """The canary itself: what it must hear and what it must not."""
    assert claims("you know:  PR1 = red (so PR2 = purple)") == {("PR1", "R"), ("PR2", "P")}
    assert claims("* colour known to all: PY1 yellow, RY2 red") == {("PY1", "Y"), ("RY2", "R")}
    assert claims('{"faces": {"PR1": "R",\n "BG2":\n "B"}}') == {("PR1", "R"), ("BG2", "B")}
    assert claims('"delivered": [["PR1", "R"]]') == {("PR1", "R")}
    assert claims('"show": {"PR1": {"face": "R", "salt": "x"}}') == {("PR1", "R")}
    assert claims("drop cards=PR1,PR2") == set()
    assert claims("b bob  GR1  blue 1  5") == set()
    assert claims("PR1 BG1 =R RY2\n BR is over") == set()


def faces(game: Game) -> dict[str, str]:
    """All faces, recomputed from the secret in the last ruling."""
    table = read_record(str(game.world.file("ann"))).table
    assert table.secret is not None
    found = {token: face for token, (face, _) in table.cards.faces.items()}
    assert len(found) == 20
    return found


def salts(game: Game) -> dict[str, str]:
    table = read_record(str(game.world.file("ann"))).table
    return {token: b64.encode(salt) for token, (_, salt) in table.cards.faces.items()}


def may_know(heard: Heard) -> set[str]:
    """The pairs whose colours the one who reads this may know."""
    return {*heard.public, *heard.knows.get(heard.who, ())}


def test_canary_no_colour_is_told_to_whom_it_is_hidden(game: Game) -> None:
    true = faces(game)
    told = dict.fromkeys((*SEATS, "nobody", ARBITER), 0)
    for heard in game.heard:
        allowed = may_know(heard)
        for bone, colour in claims(heard.text):
            assert bone[:2] in allowed, f"{bone} told to {heard.who} at {heard.n}: {heard.text}"
            assert true[bone] == colour, f"{heard.who} is told that {bone} is {colour}"
            told[heard.who] += bone[:2] not in heard.public
    assert all(told[seat] for seat in SEATS)  # they do see what they have dug up
    assert told["nobody"] == told[ARBITER] == 0


def test_canary_no_salt_is_told(game: Game) -> None:
    """A salt proves a face; outside a drop nobody is ever shown one."""
    for token, salt in salts(game).items():
        for heard in game.heard:
            assert salt not in heard.text, f"the salt of {token}, to {heard.who} at {heard.n}"


def test_canary_only_dropped_bones_are_opened_in_the_mail(game: Game) -> None:
    """A move opens bones that it drops and no others; of a pair that everybody knows not even
    those. A record opens no others before its end."""
    all_salts, public = salts(game), set[str]()
    for move in game.moves:
        dropped = [c for a in move["actions"] if a["do"] == "drop" for c in a["cards"]]
        shown = set(move.get("show", {}))
        opened, wanted = {c[:2] for c in shown}, {c[:2] for c in dropped}
        assert opened <= wanted
        assert wanted - opened <= public
        public |= opened
        for token, salt in all_salts.items():
            assert (salt in json.dumps(move)) == (token in shown)
    record = json.loads(game.world.file("ann").read_bytes())
    opened = {t for move in game.moves for t in move.get("show", {})}
    body = json.dumps(record)
    for token, salt in all_salts.items():
        assert (salt in body) == (token in opened)
    assert "secret" not in json.dumps(record["entries"][:-1])
    assert "secret" in record["entries"][-1][-1]


def test_canary_the_menu_of_others_offers_no_drop_they_cannot_know(game: Game) -> None:
    """Which bones fit a Bowl tells their colour."""
    offered = 0
    for heard in game.heard:
        for cards in re.findall(r"^  drop cards=(\S+)$", heard.text, re.MULTILINE):
            offered += 1
            assert {c[:2] for c in cards.split(",")} <= may_know(heard), heard.text
    assert offered


def test_canary_refusals_of_a_guess_tell_nothing(game: Game) -> None:
    """The drop of bones one does not hold is refused alike, whatever their colours are."""
    guesses = {
        (h.who, h.text)
        for h in game.heard
        if "drop" in h.text and h.text.startswith("pbem: error") and "not-your-turn" not in h.text
    }
    assert guesses
    for who, text in guesses:
        assert not claims(text), f"{who}: {text}"


def test_another_seats_board_is_the_spectators(game: Game) -> None:
    """ann, with her identity, sees of bob what a stranger sees of bob."""
    by_turn: dict[tuple[int, str], set[str]] = {}
    seen = 0
    for heard in game.heard:
        marker = re.search(r"^\(what everybody may see of (\w+);", heard.text, re.MULTILINE)
        if marker:
            seen += 1
            # Since when somebody is awaited each computer knows by itself.
            text = heard.text.split("You are awaited")[0]
            text = "\n".join(line for line in text.splitlines() if " since " not in line)
            by_turn.setdefault((heard.n, marker[1]), set()).add(text)
    assert seen > 10
    for key, texts in by_turn.items():
        assert len(texts) == 1, key


def test_everybody_reads_the_same_end(game: Game) -> None:
    ends = {game.world.good(who, "show", RECORD, "--seat", "ann").out for who in ("bob", "cid")}
    assert len(ends) == 1
    (end,) = ends
    assert "The game is over." in end
    assert "t.json: proven" in game.world.good("nobody", "verify", "../ann/t.json").out.replace(
        "../ann/", ""
    )


def test_the_record_replayed_gives_the_same_bytes(game: Game) -> None:
    """The arbiter, from the opening and the mailed statements, rules as before (N8)."""
    world = game.world
    record = json.loads(world.file("ann").read_bytes())
    fresh = world.folder("again")
    shutil.copyfile(world.file(ARBITER, "id.json"), fresh / "id.json")
    (fresh / "id.json").chmod(0o600)
    first = {**record, "entries": record["entries"][:1], "pending": []}
    first["now"] = json.loads(Path(world.file(ARBITER, "opened.json")).read_bytes())["now"]
    (fresh / RECORD).write_text(json.dumps(first))
    memory = ["--without-journal"]
    for entry in record["entries"][1:]:
        names = [f"{i}.json" for i in range(len(entry) - 1)]
        for name, statement in zip(names, entry, strict=False):
            (fresh / name).write_text(json.dumps(statement))
        world.good("again", "judge", RECORD, *names, *memory)
        memory = []
    assert (fresh / RECORD).read_bytes() == world.file("ann").read_bytes()


# --- moves that can be pasted --------------------------------------------------------------


def pasted(world: World, who: str) -> list[str]:
    said = world.good(who, "moves", RECORD).out
    return [t[2:] for t in said.splitlines() if t.startswith("  ") and not t.startswith("   ")]


@pytest.mark.parametrize("slug", ["dig-dogs", "dig-down-dwarf"])
def test_every_line_of_moves_can_be_pasted(world: World, slug: str) -> None:
    """Each is read back as exactly the action that --json lists, and is taken."""
    seats = ["ann", "bob"]
    world.start(slug, seats)
    kinds = set()
    for turn in range(14):
        now = world.now()
        if now["over"]:
            break
        (seat,) = now["awaited"]
        listed = world.good(seat, "moves", RECORD, "--json").json
        lines = pasted(world, seat)
        forms = [form["example"] for form in listed["forms"]]
        parsed = [words.parse(slug, shlex.split(line)) for line in lines]
        assert [p for (p,) in parsed if p["do"] != "resign"] == [
            a for a in [*listed["actions"], *forms] if a["do"] != "resign"
        ]
        assert (
            listed["words"] == [words.write(a) for a in listed["actions"]][: len(listed["words"])]
        )
        assert lines[-1] == "resign"
        kinds |= {p["do"] for (p,) in parsed}
        for line, (action,) in list(zip(lines, parsed, strict=True))[turn % 3 :: 3]:
            said = world.good(
                seat,
                *["move", RECORD, *shlex.split(line), "-o", "-", "--json", "--first-not-sent"],
            )
            assert said.json["statement"]["actions"] == [action]
        as_json = json.dumps(parsed[0][0])
        said = world.good(seat, "move", RECORD, as_json, "-o", "-", "--json", "--first-not-sent")
        assert said.json["statement"]["actions"] == parsed[0]
        world.good(
            seat,
            *["move", RECORD, "--bot", "sense", "-o", "move.json", "--first-not-sent"],
        )
        world.mail(seat, "move.json", ARBITER)
        world.good(ARBITER, "judge", RECORD, "move.json")
        world.mail(ARBITER, RECORD, *seats)
    wanted = {
        "dig-dogs": {"move", "dig", "end", "resign"},
        "dig-down-dwarf": {"reroll", "collect", "resign"},
    }
    assert wanted[slug] <= kinds
