"""The sample tables: verified, ruled again byte for byte, and what they always were.

goldens.json is written once for a sample. A change that makes a sample replay otherwise
needs a new version of the rules or of the format, not a new golden.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from pbem.cli.main import run
from pbem.fair import looks
from pbem.record import identity
from pbem.record.desk import Desk, read_record
from pbem.record.knowledge import sealing_key
from pbem.record.table import Table

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
NAMES = (
    "dealt-by-seats",
    "dig-2017",
    "dig-card-game",
    "dig-dogs",
    "dig-down-dwarf",
    "dig-up-adventure",
    "dig-up-adventure-solo",
)
GOLDENS = json.loads((Path(__file__).parent / "goldens.json").read_text(encoding="utf-8"))


def mail(name: str) -> list[Path]:
    """Everything that was mailed, in its order."""
    return sorted((SAMPLES / name / "mail").iterdir())


def records(name: str) -> list[Path]:
    return [path for path in mail(name) if path.name.endswith("-record.json")]


def statements(name: str) -> list[Path]:
    return [path for path in mail(name) if not path.name.endswith("-record.json")]


def final(name: str) -> Table:
    return read_record(str(records(name)[-1])).table


def test_every_sample_has_its_golden() -> None:
    assert {p.parent.name for p in SAMPLES.glob("*/mail")} == GOLDENS.keys() == {*NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_the_record_is_proven(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "--json", *map(str, records(name))]) == 0
    reports = json.loads(capsys.readouterr().out)["records"]
    assert reports[-1]["verdict"] == "proven"
    assert "proven" not in [report["verdict"] for report in reports[:-1]]
    assert reports[-1]["findings"] == []


@pytest.mark.parametrize("name", NAMES)
def test_nothing_has_changed(name: str) -> None:
    table = final(name)
    assert {
        "table": table.id.hex(),
        "head": table.head.hex(),
        "entries": table.n,
        "scores": dict(table.game.result(table.runner.state).scores),
    } == GOLDENS[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_arbiter_rules_the_same_again(name: str, tmp_path: Path) -> None:
    """A ruling is a function, and so is a share: the statements judged in their order by whoever
    opened the table give the same bytes."""
    opened = json.loads(mail(name)[0].read_text(encoding="utf-8"))["entries"][0][0]
    shutil.copy(SAMPLES / "identities" / f"{opened['by']}.json", tmp_path / "id.json")
    table = tmp_path / "table.json"
    arbiter = Desk(identity.load(tmp_path / "id.json"))
    waiting: list[str] = []
    for is_record, group in groupby(mail(name), lambda p: p.name.endswith("-record.json")):
        for path in group:
            if not is_record:
                waiting.append(str(path))
            elif not table.exists():
                shutil.copy(path, table)
            else:
                judge(arbiter, table, waiting)
                waiting = []
                assert table.read_bytes() == path.read_bytes()


def number(name: str) -> int:
    """Of the entry that a statement is for."""
    n: int = json.loads(Path(name).read_bytes())["n"]
    return n


def judge(arbiter: Desk, table: Path, names: list[str]) -> None:
    """A dozen entries at once, all that belongs to each."""
    entries = [list(entry) for _, entry in groupby(names, number)]
    for i in range(0, len(entries), 12):
        some = entries[i : i + 12]
        batch = [name for entry in some for name in entry]
        judged = arbiter.judge(str(table), batch, without_journal=True, time_is_up=True)
        assert [taken.error for taken in judged.taken] == [None] * len(batch)
        assert judged.ruled == len(some)


@pytest.mark.parametrize("name", NAMES)
def test_every_statement_mailed_is_in_the_record(name: str) -> None:
    logged = json.loads(records(name)[-1].read_text(encoding="utf-8"))["entries"]
    answers = [s for entry in logged[1:] for s in entry if s["kind"] != "ruling"]
    assert [json.loads(p.read_text(encoding="utf-8")) for p in statements(name)] == answers


@pytest.mark.parametrize("name", NAMES)
def test_each_seat_opens_its_looks_and_they_are_true(name: str) -> None:
    table = final(name)
    opened = 0
    for look in table.cards.looks:
        who = identity.load(SAMPLES / "identities" / f"{look.seat}.json")
        private = sealing_key(table, look.seat, who)
        info = looks.info(table.id, look.head, look.seat, look.number)
        cells = looks.read_plaintext(looks.open_box(private, look.box, info))
        for token, (salt, face) in zip(look.tokens, cells, strict=True):
            table.cards.check_look(token, face, salt)
            # A card that was shuffled back has a new token by now.
            assert table.cards.faces.get(token, (face, salt)) == (face, salt)
            opened += 1
    solo = name == "dig-up-adventure-solo"  # nothing in it is seen by one seat alone
    assert (opened > 0) == (table.hidden and not solo)


def test_the_samples_show_a_note_a_lapse_and_lists_of_actions() -> None:
    said: list[dict[str, Any]] = [
        json.loads(p.read_text(encoding="utf-8")) for name in NAMES for p in statements(name)
    ]
    assert any("note" in s for s in said)
    assert any(s["kind"] == "lapse" for s in said)
    assert any(len(s.get("actions", ())) > 1 for s in said)
    assert any("show" in s for s in said)


def test_the_samples_show_lists_signed_beforehand_played_and_dropped() -> None:
    """Three mails are a Buy Phase; and Bob takes the card that Ann's list names first."""
    name = "dig-card-game"
    logged = json.loads(records(name)[-1].read_text(encoding="utf-8"))["entries"]
    moves = [entry[0] for entry in logged]
    assert all("then" in moves[n] for n in (3, 4, 5))
    assert moves[6]["actions"][0]["do"] == "dig"
    assert moves[49]["then"][0] == moves[50]["actions"][0] == {"do": "hire", "rank": "apprentice"}
    assert logged[50][-1]["dropped"] == {"ann": 0}


def test_identities_are_marked_as_published() -> None:
    names = sorted(p.name for p in (SAMPLES / "identities").glob("*.json"))
    assert names == ["ann.json", "arbiter.json", "bob.json", "cid.json"]
    for name in names:
        value = json.loads((SAMPLES / "identities" / name).read_text(encoding="utf-8"))
        assert value["test"] is True
        assert "test identity" in value["note"]


def test_samples_are_small() -> None:
    for name in NAMES:
        assert sum(p.stat().st_size for p in mail(name)) < 1_500_000


def make(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "tools/make_samples.py", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT)},
    )


def test_the_tool_makes_the_same_files_and_writes_over_none(tmp_path: Path) -> None:
    assert make(tmp_path).returncode == 0
    for part in ("identities", *(f"{name}/mail" for name in NAMES)):
        old = {p.name: p.read_bytes() for p in (SAMPLES / part).glob("*.json")}
        assert {p.name: p.read_bytes() for p in (tmp_path / part).iterdir()} == old
    again = make(tmp_path)
    assert again.returncode == 1
    assert "file/exists" in again.stderr
