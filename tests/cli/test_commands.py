"""Every command as a process of its own: what it prints, its --json, its exit status."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pbem.cli.main import COMMANDS
from tests.cli.world import ARBITER, RECORD, World, pbem

GAMES = ("dig-2017", "dig-card-game", "dig-dogs", "dig-down-dwarf", "dig-up-adventure")
LAB = {
    "lab": 1,
    "game": "dig-dogs",
    "seats": ["ann", "bob"],
    "seed": "1",
    "moves": [{"seat": "ann", "actions": [{"do": "move", "to": 1}, {"do": "end"}]}],
}


def test_a_table_from_keygen_to_verify(tmp_path: Path) -> None:
    """Each command once, in words; what is printed is there after what is written."""
    world = World(tmp_path)
    for who in (ARBITER, "ann", "bob"):
        said = world.process(who, "keygen", "-o", "id.json")
        assert said.status == 0
        assert said.out.startswith("id.json: your identity; public key ")
        assert world.file(who, "id.json").stat().st_mode & 0o777 == 0o600
    two = ["--seat", "ann", "--seat", "bob"]
    said = world.process(ARBITER, "new", "dig-dogs", *two, "-o", RECORD)
    assert said.status == 0 and said.err == ""
    assert "t.json: a table of dig-dogs for ann, bob" in said.out
    world.mail(ARBITER, RECORD, "ann", "bob")
    assert "waiting for ann, bob to join" in world.process("ann", "show", RECORD).out
    assert "has not started" in world.process("ann", "moves", RECORD).out
    for seat in ("ann", "bob"):
        said = world.process(seat, "join", RECORD, "--seat", seat)
        assert said == (0, f"{seat}-1-join.json: your join as {seat}; mail it to everybody\n", "")
        world.mail(seat, f"{seat}-1-join.json", ARBITER)
    said = world.process(ARBITER, "judge", RECORD, "ann-1-join.json")
    assert "ann-1-join.json: taken\nwaiting for bob to join" in said.out
    assert "Mail t.json to everybody." not in said.out  # nothing is new to the others yet
    said = world.process(ARBITER, "judge", RECORD, "ann-1-join.json", "bob-1-join.json")
    assert "ann-1-join.json: already here" in said.out
    assert "Mail t.json to everybody." in said.out
    assert "waiting for ann, bob to be ready" in said.out
    world.mail(ARBITER, RECORD, "ann", "bob")
    for seat in ("ann", "bob"):
        said = world.process(seat, "ready", RECORD, "--yes")
        assert said.status == 0 and said.err == ""
        for fact in ("game     DIG", "dealing  by an arbiter", "policy   lapse 7d", "head     "):
            assert fact in said.out
        assert said.out.endswith(f"{seat}-2-ready.json: your ready; mail it to everybody\n")
        world.mail(seat, f"{seat}-2-ready.json", ARBITER)
    said = world.process(ARBITER, "judge", RECORD, "ann-2-ready.json", "bob-2-ready.json")
    assert "2. the game starts" in said.out
    world.mail(ARBITER, RECORD, "ann", "bob")
    said = world.process("ann", "show", RECORD)
    assert "What happened so far:" in said.out
    assert "You are awaited: pbem moves t.json lists what you may do." in said.out
    assert "You are awaited" not in world.process("bob", "show", RECORD).out
    said = world.process("ann", "moves", RECORD)
    assert "ann may do, with pbem move t.json ...\n  move to=1\n" in said.out
    said = world.process("ann", "move", RECORD, "move", "to=1", "end", "--note", "Hello Bob")
    assert said.out == "ann-3-move.json: ann: move to=1; end\nMail it to everybody.\n"
    world.mail("ann", "ann-3-move.json", ARBITER)
    said = world.process(ARBITER, "judge", RECORD, "ann-3-move.json")
    assert "3. ann: move to=1; end" in said.out
    assert "ann writes: Hello Bob" in said.out
    assert "waiting for bob to move" in said.out
    said = world.process("nobody", "verify", "../arbiter/t.json")
    assert said.status == 0
    assert "consistent, 10 hidden shuffles unproven" in said.out
    world.file("ann", "lab.json").write_text(json.dumps(LAB))
    said = world.process("ann", "lab", "lab.json")
    assert said.status == 0
    assert "> ann: move to=1; end" in said.out
    assert "bob is awaited and may do:" in said.out


def test_commands_that_need_no_table(tmp_path: Path) -> None:
    said = pbem("games", cwd=tmp_path)
    assert said.status == 0
    assert [line.split()[0] for line in said.out.splitlines()] == list(GAMES)
    assert "2-4 seats" in said.out
    for game in GAMES:
        said = pbem("rules", game, cwd=tmp_path)
        assert said.status == 0 and "## Options" in said.out
    names = pbem("schema", cwd=tmp_path).out.split()
    assert {"record", "statement.move", "lab", "identity", "dig-dogs.actions"} <= set(names)
    for name in names:
        assert pbem("schema", name, cwd=tmp_path).json["$schema"].endswith("2020-12/schema")


def test_help_and_version(tmp_path: Path) -> None:
    said = pbem("--help", cwd=tmp_path)
    assert said.status == 0
    for name in COMMANDS:
        assert re.search(rf"^  {name} ", said.out, re.MULTILINE)
        own = pbem(name, "--help", cwd=tmp_path)
        assert own.status == 0 and own.out.startswith(f"Usage: pbem {name} ")
    assert re.fullmatch(r"pbem \d+\.\d+\.\d+\n", pbem("--version", cwd=tmp_path).out)


# --- --json --------------------------------------------------------------------------------

KEYS = {
    "games": {"ok", "games"},
    "rules": {"ok", "game", "rules"},
    "keygen": {"ok", "file", "sign"},
    "new": {"ok", "file", "table"},
    "join": {"ok", "file", "statement"},
    "ready": {"ok", "file", "agreed", "statement"},
    "show": {"ok", "table", "n", "head", "seat", "private", "awaited", "over", "since"}
    | {"stands_still"},
    "moves": {"ok", "awaited", "private", "actions", "words", "forms"},
    "move": {"ok", "file", "statement"},
    "lapse": {"ok", "file", "statement"},
    "replace": {"ok", "file", "statement", "consents"},
    "consent": {"ok", "file", "agreed", "statement"},
    "judge": {"ok", "errors", "files", "n", "entries_added", "added", "overtaken"}
    | {"awaited", "over", "claim", "stands_still", "elsewhere"},
    "verify": {"ok", "errors", "records"},
    "compare": {"ok", "errors", "relation", "n", "differences", "only", "signed_both"},
    "audit": {"ok", "errors", "file", "verdict", "table", "game", "rules"},
    "doctor": {"ok", "errors", "file", "entries", "verified", "head", "waiting"},
    "lab": {"ok", "trace", "state", "awaited", "actions", "forms", "over"},
    "schema": {"ok", "schemas"},
}


def test_json_has_one_object_with_stable_keys(tmp_path: Path) -> None:
    world = World(tmp_path)
    two = ["--seat", "ann", "--seat", "bob"]
    world.file("ann", "lab.json").write_text(json.dumps(LAB))
    seen: set[str] = set()

    def give(who: str, *args: str) -> None:
        said = world.process(who, *args, "--json")
        assert said.status == 0, said.text
        assert said.err == ""
        assert said.json["ok"] is True
        assert KEYS[args[0]] <= said.json.keys(), args
        seen.add(args[0])

    for who in (ARBITER, "ann", "bob", "eve"):
        give(who, "keygen", "-o", "id.json")
    give(ARBITER, "new", "dig-dogs", *two, "--replace", "absent", "-o", RECORD)
    world.mail(ARBITER, RECORD, "ann", "bob")
    give("ann", "show", RECORD)
    for n, step in (("1", "join"), ("2", "ready")):
        for seat in ("ann", "bob"):
            give(seat, step, RECORD, *(["--seat", seat] if step == "join" else ["--yes"]))
            world.mail(seat, f"{seat}-{n}-{step}.json", ARBITER)
        give(ARBITER, "judge", RECORD, f"ann-{n}-{step}.json", f"bob-{n}-{step}.json")
        world.mail(ARBITER, RECORD, "ann", "bob")
    for args in (
        ["show", RECORD],
        ["moves", RECORD],
        ["move", RECORD, "move to=1"],
        ["verify", RECORD],
        ["compare", RECORD, RECORD],
        ["audit", RECORD],
        ["doctor", RECORD],
        ["lab", "lab.json"],
        ["games"],
        ["rules", "dig-dogs"],
        ["schema"],
    ):
        give("ann", *args)
    give("bob", "lapse", RECORD, "--time-is-up")
    world.mail(ARBITER, RECORD, "eve")
    give("eve", "replace", RECORD, "--seat", "ann")
    world.mail("eve", "ann-3-join.json", "bob")
    give("bob", "consent", RECORD, "ann-3-join.json", "--yes")
    assert seen == set(COMMANDS) - {"demo"}  # see below


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_wrong_usage_is_status_2(tmp_path: Path, name: str) -> None:
    for args in ([name, "--frob"], [name, "a", "b", "c", "--seats", "x", "--json", "-z"]):
        said = pbem(*args, cwd=tmp_path)
        assert said.status == 2
        if "--json" in args:
            assert said.err == ""
            (error,) = said.json["errors"]
            assert error["code"] == "usage/command"
        else:
            assert said.err.startswith("pbem: error: usage/command: ")
        assert f"pbem {name} --help" in said.text
    assert pbem("frobnicate", cwd=tmp_path).status == 2
    assert list(tmp_path.iterdir()) == []


def test_exit_statuses(dogs: World) -> None:
    """0 fine, 1 refused, 2 wrong usage; 3 is in test_bad_statements."""
    assert dogs.process("ann", "show", RECORD).status == 0
    assert dogs.process("ann", "move", RECORD, "move", "to=9").status == 1
    assert dogs.process("ann", "move", RECORD).status == 2
    assert dogs.process("ann", "show", "none.json").status == 1


# --- standard output -----------------------------------------------------------------------


def test_standard_output_takes_the_file_and_nothing_else(dogs: World) -> None:
    said = dogs.process("ann", "move", RECORD, "move to=1", "-o", "-")
    assert said.status == 0 and said.err == ""
    assert said.json["kind"] == "move"
    said = dogs.process(ARBITER, "judge", RECORD, "-", "-o", "-", stdin=said.out.encode())
    assert said.status == 0
    assert said.json["kind"] == "record" and len(said.json["entries"]) == 4
    assert dogs.now()["n"] == 3  # the file was not touched
    said = dogs.process("ann", "show", "-", stdin=said.out.encode())
    assert "ann moves from 0 to 1" in said.out
    said = dogs.process(ARBITER, "new", "dig-dogs", "--seat", "a", "--seat", "b", "-o", "-")
    assert said.json["kind"] == "record"
    fresh = said.out.encode()
    dogs.keys("zoe")
    said = dogs.process("zoe", "join", "-", "--seat", "a", "-o", "-", stdin=fresh)
    assert said.json["kind"] == "join"
    assert not [p.name for p in dogs.folder("zoe").iterdir() if p.name.startswith("a-")]


def test_standard_output_and_json_are_one_object(dogs: World) -> None:
    said = dogs.process("ann", "move", RECORD, "move to=1", "-o", "-", "--json")
    assert said.json["statement"]["kind"] == "move"
    dogs.file(ARBITER, "move.json").write_text(json.dumps(said.json["statement"]))
    said = dogs.process(ARBITER, "judge", RECORD, "move.json", "none.json", "-o", "-", "--json")
    assert said.status == 1
    assert said.json["record"]["kind"] == "record"
    assert [f["news"] for f in said.json["files"]] == ["taken", "refused"]
    said = dogs.process(
        ARBITER, "new", "dig-dogs", "--seat", "a", "--seat", "b", "-o", "-", "--json"
    )
    assert said.json["record"]["kind"] == "record"
    said = dogs.process(ARBITER, "judge", "-", "--json", stdin=dogs.file(ARBITER).read_bytes())
    assert said.json["record"]["kind"] == "record"


def test_an_error_goes_to_standard_error(dogs: World) -> None:
    said = dogs.process(ARBITER, "judge", RECORD, "none.json", "-o", "-")
    assert said.status == 1
    assert said.json["kind"] == "record"
    assert "pbem: error: file/missing: there is no none.json" in said.err


# --- whose command it is -------------------------------------------------------------------


def test_identity_by_flag_by_variable_and_by_default(dogs: World, tmp_path: Path) -> None:
    ann = str(dogs.file("ann", "id.json"))
    here = dogs.folder("nobody")
    dogs.mail(ARBITER, RECORD, "nobody")
    assert "You are awaited" not in pbem("show", RECORD, cwd=here).out
    assert "You are awaited" in pbem("show", RECORD, "--identity", ann, cwd=here).out
    assert "You are awaited" in pbem("show", RECORD, cwd=here, PBEM_IDENTITY=ann).out
    bob = str(dogs.file("bob", "id.json"))
    both = pbem("show", RECORD, "--identity", bob, cwd=here, PBEM_IDENTITY=ann)
    assert "You are awaited" not in both.out
    home = tmp_path / "home"
    made = pbem("keygen", cwd=here, XDG_DATA_HOME=str(home))
    assert made.status == 0
    assert (home / "pbem" / "identity.json").stat().st_mode & 0o777 == 0o600
    said = pbem("move", RECORD, "end", cwd=here, XDG_DATA_HOME=str(home))
    assert "pbem: error: identity/no-seat: " in said.err
    again = pbem("keygen", cwd=here, XDG_DATA_HOME=str(home))
    assert again.status == 1 and "pbem: error: identity/exists: " in again.err


def test_identities_that_are_none(dogs: World) -> None:
    here = dogs.folder("nobody")
    dogs.mail(ARBITER, RECORD, "nobody")
    for args in (["move", RECORD, "end"], ["join", RECORD, "--seat", "ann"], ["judge", RECORD]):
        said = pbem(*args, cwd=here)
        assert said.status == 2
        assert "pbem: error: identity/none: " in said.err and "pbem keygen" in said.err
    for content, code in (("{}", "schema/required"), ("", "file/empty"), ("x", "json/syntax")):
        bad = here / "bad.json"
        bad.write_text(content)
        bad.chmod(0o600)
        said = pbem("show", RECORD, "--identity", "bad.json", cwd=here)
        assert said.status == 1 and f"pbem: error: {code}: " in said.err
    said = pbem("show", RECORD, "--identity", "none.json", cwd=here)
    assert said.status == 1 and "pbem: error: file/missing: " in said.err
    said = pbem("show", RECORD, "--identity", RECORD, cwd=here)
    assert said.status == 1 and "pbem: error: schema/" in said.err
    key = dogs.file("ann", "id.json")
    key.chmod(0o644)
    said = dogs.process("ann", "show", RECORD)
    assert said.status == 1 and "identity/open-to-others" in said.err and "chmod 600" in said.err


def test_no_output_ever_shows_the_secret(dogs: World) -> None:
    root = json.loads(dogs.file("ann", "id.json").read_bytes())["root"]
    for args in (["show", RECORD], ["move", RECORD, "end"], ["keygen", "-o", "id.json"]):
        said = dogs.process("ann", *args, "--json")
        assert root not in said.text
    assert root not in dogs.file("ann", "ann-3-move.json").read_text()


def test_passphrases(world: World) -> None:
    here = world.folder("ann")
    locked = world.process("ann", "keygen", "-o", "id.json", "--passphrase", PBEM_PASSPHRASE="Rex!")
    assert locked.status == 0
    assert "root" not in json.loads((here / "id.json").read_bytes())
    world.keys(ARBITER)
    world.good(ARBITER, "new", "dig-dogs", "--seat", "ann", "--seat", "bob", "-o", RECORD)
    world.mail(ARBITER, RECORD, "ann")
    args = ("join", RECORD, "--seat", "ann")
    assert world.process("ann", *args, PBEM_PASSPHRASE="Rex!").status == 0
    said = world.process("ann", *args, PBEM_PASSPHRASE="rex!")
    assert said.status == 1
    assert "pbem: error: identity/wrong-passphrase: " in said.err
    assert "rex!" not in said.text
    said = world.process("ann", *args)  # nobody is there to be asked
    assert said.status == 1
    assert said.err.strip().splitlines()[-2].startswith("pbem: error: ")
    said = world.process("bob", "keygen", "-o", "id.json", "--passphrase", PBEM_PASSPHRASE="")
    assert said.status == 1 and "identity/bad-passphrase" in said.err
    assert not world.file("bob", "id.json").exists()


# --- what is printed comes after what is written -------------------------------------------


def test_nothing_is_promised_that_was_not_written(dogs: World) -> None:
    for args in (
        ["move", RECORD, "end", "-o", "none/move.json"],
        ["keygen", "-o", f"{RECORD}/id.json"],
        ["new", "dig-dogs", "--seat", "a", "--seat", "b", "-o", "none/t.json"],
        ["judge", RECORD, "-o", "none/t.json"],
    ):
        said = dogs.process("ann", *args)
        assert said.status == 1
        assert said.out == ""
        assert "pbem: error: file/" in said.err
