"""`pbem demo`: it plays to the end, and leaves every file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pbem.cli import demo
from pbem.games import registry
from tests.cli.world import ARBITER, RECORD, World, pbem

TABLES = (
    ("dig-dogs", 4),
    ("dig-down-dwarf", 2),
)
"""All games are played by the command of the README, and again from the wheel (.ci/run)."""


def test_without_a_game_one_of_each_is_played(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And ended early."""
    monkeypatch.setattr(demo, "MOST_MOVES", {"sense": 8})
    monkeypatch.setattr(registry, "names", lambda: ["dig-dogs", "dig-down-dwarf"])
    said = world.good("nobody", "demo", "--seats", "2", "--dir", "demo", "--json")
    assert said.json.keys() == {"ok", "demos"}
    assert [report["game"] for report in said.json["demos"]] == ["dig-dogs", "dig-down-dwarf"]
    assert {p.name for p in (world.folder("nobody") / "demo" / "dig-dogs").iterdir()} == {
        "mail",
        ARBITER,
        "ann",
        "bob",
    }


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_demo_leaves_every_file(world: World, slug: str, seats: int) -> None:
    said = world.good("nobody", "demo", slug, "--seats", str(seats), "--dir", "demo", "--json")
    reports = said.json["demos"]
    assert [report["game"] for report in reports] == [slug]
    names = ["ann", "bob", "cid", "dee"][:seats]
    for report in reports:
        root = world.folder("nobody") / "demo"
        assert report["verdict"] == "proven"
        assert sorted(p.name for p in root.iterdir()) == sorted(["mail", ARBITER, *names])
        for who in (ARBITER, *names):
            assert (root / who / "identity.json").stat().st_mode & 0o777 == 0o600
            assert (root / who / "table.json").exists()
        mail = sorted(p.name for p in (root / "mail").iterdir())
        assert [int(name[:4]) for name in mail] == list(range(len(mail)))
        assert report["files"] == len(mail)
        assert sum(name.endswith("-join.json") for name in mail) == seats
        assert sum(name.endswith("-ready.json") for name in mail) == seats
        moves = sum(name.endswith("-move.json") for name in mail)
        assert moves > 10
        last = root / "mail" / mail[-1]
        assert len(json.loads(last.read_bytes())["entries"]) == moves + 3
        alone = world.folder(f"alone-{report['game']}")
        (alone / RECORD).write_bytes(last.read_bytes())
        checked = pbem("verify", RECORD, cwd=alone)
        assert checked.status == 0 and "t.json: proven" in checked.out


def test_demo_of_bots_that_move_at_random_comes_to_an_end(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "MOST_MOVES", {"random": 8})
    said = world.good("nobody", "demo", "dig-dogs", "--seats", "2", "--bot", "random", "--json")
    (report,) = said.json["demos"]
    assert report["verdict"] == "proven, broken off without a result"
    assert report["entries"] == 9


def test_demo_with_seats_that_do_not_fit(tmp_path: Path) -> None:
    assert pbem("demo", "dig-dogs", "--seats", "1", cwd=tmp_path).status == 2
    assert pbem("demo", "dig-dogs", "--seats", "9", cwd=tmp_path).status == 2
    (tmp_path / "file").write_text("")
    said = pbem("demo", "dig-dogs", "--dir", "file", cwd=tmp_path)
    assert said.status == 1 and "pbem: error: file/" in said.err
    first = pbem("demo", "dig-down-dwarf", "--seats", "2", "--dir", "d", cwd=tmp_path)
    assert first.status == 0
    assert re.search(r"verified from the file alone, d/mail/\d{4}-record.json: proven", first.out)
    again = pbem("demo", "dig-down-dwarf", "--dir", "d", cwd=tmp_path)
    assert again.status == 1 and "pbem: error: file/exists: d/mail is there" in again.err
    assert "with --dir" in again.err and "-o" not in again.err


def test_demo_of_a_variant(tmp_path: Path) -> None:
    """Options are those of one game; without the variant one seat is too few."""
    solo = ["demo", "dig-up-adventure", "--seats", "1"]
    said = pbem(*solo, "--option", "variant=solo", "--dir", "d", cwd=tmp_path)
    assert said.status == 0 and "json: proven" in said.out
    refused = pbem(*solo, cwd=tmp_path)
    assert refused.status == 1 and "error: option/seats" in refused.err
    unnamed = pbem("demo", "--option", "variant=solo", cwd=tmp_path)
    assert unnamed.status == 2 and "error: demo/option" in unnamed.err
