"""Two thousand spoilt files: each reader refuses in words of ours, or reads what it can write."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz import readers, run, seeds
from fuzz.people import ROOT
from fuzz.readers import ACCEPTED, BY_NAME, READERS, Reader
from fuzz.run import MEMORY, SLOW, Report
from pbem.errors import PbemError, Refused
from pbem.play import words
from pbem.record import doctor

FILES = 2000


def fuzz(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "fuzz", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def test_two_thousand_files() -> None:
    """In a process of their own, so that its memory is theirs."""
    said = fuzz("--files", str(FILES), "--json")
    assert said.stderr == ""
    found = json.loads(said.stdout)["fuzz"]
    assert found["faults"] == []
    assert said.returncode == 0
    assert found["files"] >= FILES
    assert found["peak_mb"] < MEMORY
    assert found["slowest_ms"] < SLOW * 1000
    rows = {row["reader"]: row for row in found["readers"]}
    assert list(rows) == [reader.name for reader in READERS]
    for name, row in rows.items():
        assert row["accepted"] > 0, f"nothing was left of what {name} reads"
        assert sum(row["refused"].values()) > row["accepted"], name
        assert row["accepted"] + sum(row["refused"].values()) == row["tried"]


def test_every_code_that_comes_out_is_in_the_protocol(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    known = set(re.findall(r"^\| `([a-z]+/[^`]*)`", text, re.MULTILINE))
    report = run.run(200, tmp_path, seed=2)
    codes = {code for c in report.counts for code in c.codes if not code.startswith("schema/")}
    assert len(codes) > 20
    assert codes - {"said/nothing"} <= known | {"schema/…"}


@pytest.mark.parametrize("reader", READERS, ids=lambda r: r.name)
def test_every_file_that_the_others_are_made_from_is_accepted(
    reader: Reader, tmp_path: Path
) -> None:
    """A reader that refuses everything would pass any fuzz run."""
    good = reader.seeds()
    assert good
    if reader.name in ("statement", "command"):  # those that came before, or are refused: not all
        return
    for seed in good[:: max(1, len(good) // 12)]:
        data = json.dumps(seed.value).encode()
        assert reader.read(data, seed.about, tmp_path)


def test_the_evidence_is_of_every_kind() -> None:
    assert {s.value["what"] for s in seeds.proofs()} == {"rulings", "ruling", "look", "double"}


def test_statements_of_every_kind_are_spoilt() -> None:
    kinds = {s.value["kind"] for s in seeds.statements()}
    assert kinds == {"open", "join", "ready", "move", "lapse", "share", "consent", "ruling"}


# --- the run itself ------------------------------------------------------------------------


def test_a_number_makes_the_same_file_again() -> None:
    for reader in READERS:
        first = [run.make(reader, 1, n) for n in range(5)]
        assert first == [run.make(reader, 1, n) for n in range(5)]
        assert first != [run.make(reader, 2, n) for n in range(5)]


def given_to(tmp_path: Path, read: Callable[..., str], count: int = 20) -> Report:
    reader = BY_NAME["identity"]._replace(read=read)
    return run.run(count, tmp_path, readers=[reader])


def test_an_exception_of_another_kind_is_a_fault(tmp_path: Path) -> None:
    def broken(*_: Any) -> str:
        raise KeyError("entries")

    faults = given_to(tmp_path, broken).faults
    assert len(faults) == 20
    assert (faults[3].reader, faults[3].number) == ("identity", 3)
    assert "KeyError" in faults[3].what
    assert faults[3].data == run.make(BY_NAME["identity"], 1, 3)[0]


def test_a_refusal_without_words_is_a_fault(tmp_path: Path) -> None:
    for error in (Refused("odd", "said"), Refused("json/x", "said"), Refused("a/b", "s", at="x")):

        def refuse(*_: Any, error: PbemError = error) -> str:
            raise error

        (fault,) = given_to(tmp_path, refuse, 1).faults
        assert fault.what.startswith("Broken: ")


def test_a_file_that_takes_too_long_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(*_: Any) -> str:
        while True:
            pass

    monkeypatch.setattr(run, "STOP", 0.1)
    monkeypatch.setattr(run, "SLOW", 0.05)
    (fault,) = given_to(tmp_path, endless, 1).faults
    assert "given up after 0.1 s" in fault.what

    def slow(*_: Any) -> str:
        end = time.process_time() + 0.1
        while time.process_time() < end:
            pass
        return ACCEPTED

    monkeypatch.setattr(run, "STOP", 10)
    (fault,) = given_to(tmp_path, slow, 1).faults
    assert fault.what.startswith("it took ")


def test_bytes_that_come_out_otherwise_are_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that forgets what waits when it writes a record is found."""
    from pbem.record.record import Record

    seeds.records()  # written before it forgets
    true = Record.as_json
    monkeypatch.setattr(Record, "as_json", lambda self: {**true(self), "pending": []})
    faults = run.run(200, tmp_path, readers=[BY_NAME["record"]]).faults
    assert any("Broken" in f.what for f in faults)


def test_a_doctor_who_finds_nothing_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    healthy = doctor.Diagnosis([], 0, None)
    monkeypatch.setattr(doctor, "examine", lambda *_: healthy)
    faults = run.run(10, tmp_path, readers=[BY_NAME["damaged"]]).faults
    assert any("the doctor finds nothing" in f.what for f in faults)


def test_what_is_asked_for_is_run_and_nothing_else(tmp_path: Path) -> None:
    said = fuzz("--only", "words,identity", "--files", "20", "--first", "100")
    assert said.returncode == 0, said.stdout
    assert [line.split()[0] for line in said.stdout.splitlines()[1:3]] == ["words", "identity"]
    assert fuzz("--only", "dreams").returncode == 2


# --- words, by Hypothesis ------------------------------------------------------------------

PIECES = st.sampled_from(
    ["move", "dig", "hire", "resign", "to=1", "card=t1", "put=none", "=", "{}", '{"do":1}', "a:b,c"]
)


@settings(max_examples=60, deadline=None)
@given(st.lists(PIECES | st.text(max_size=8), max_size=6), st.sampled_from(seeds.GAMES))
def test_whatever_is_typed(typed: list[str], slug: str) -> None:
    try:
        actions = words.parse(slug, typed)
    except PbemError as error:
        readers.check_error(error)
        return
    assert all(isinstance(action, dict) for action in actions)


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=60), st.sampled_from(["record", "damaged", "statement", "evidence"]))
def test_whatever_bytes_there_are(data: bytes, name: str) -> None:
    with pytest.raises(PbemError) as caught:
        BY_NAME[name].read(data, "", Path())
    readers.check_error(caught.value)
