"""The bench runs, and what it prints makes sense. Nothing here depends on how fast it is."""

from __future__ import annotations

import json
import math
import subprocess
import sys

import pytest

from bench import rows, tables
from bench.__main__ import MEASURES, line
from bench.rows import QUICK, Row
from pbem.record.files import LIMITS
from pbem.record.record import load
from pbem.wire import strict


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bench", *arguments]
    return subprocess.run(
        command, cwd=rows.ROOT, capture_output=True, text=True, timeout=120, check=False
    )


def test_every_measure_reports_figures_above_nothing() -> None:
    said = bench("--quick", "--json")
    assert said.returncode == 0, said.stderr
    found = json.loads(said.stdout)["rows"]
    assert list(dict.fromkeys(row["measure"] for row in found)) == list(MEASURES)
    for row in found:
        assert row["value"] > 0 and math.isfinite(row["value"]), row
        assert (row["met"] is None) == (row["target"] == ""), row


def test_only_what_is_named_is_measured() -> None:
    said = bench("--quick", "--only", "size,decisions")
    assert said.returncode == 0, said.stderr
    measures = [text.split()[0] for text in said.stdout.splitlines()]
    assert measures == ["size"] * 15 + ["decisions"] * 5


def test_a_measure_that_is_not_there_is_refused() -> None:
    said = bench("--only", "speed")
    assert said.returncode == 2
    assert "there is no measure speed" in said.stderr
    assert said.stdout == ""


@pytest.mark.parametrize("slug", tables.GAMES)
def test_the_tables_it_measures_verify(slug: str) -> None:
    play = tables.Play(slug, seats=3).go_on(12)
    record = load(strict.parse(play.data(), limit=LIMITS["record"]))
    assert record.table.n == 12
    assert record.table.head == play.table.head


def test_a_game_of_strolling_dogs_never_ends() -> None:
    play = tables.Play("dig-dogs", seats=2, bot=tables.strolling).go_on(120)
    assert play.table.n == 120
    assert not play.table.over


def test_tables_are_played_until_there_are_enough_entries() -> None:
    plays = tables.records("dig-down-dwarf", 150)
    assert sum(p.table.n for p in plays) >= 150
    assert len({p.table.head for p in plays}) == len(plays) > 1


def test_the_median_of_pairs_is_taken_and_the_first_pair_dropped() -> None:
    first = iter([100.0, 2.0, 30.0, 40.0])
    second = iter([1.0, 1.0, 10.0, 2.0])
    assert rows.in_turn(lambda: next(first), lambda: next(second), 3) == 3.0


def test_a_row_says_whether_its_target_is_met() -> None:
    assert rows.at_most("start", "a / b", 1.5, 2.0).met is True
    assert rows.at_most("start", "a / b", 2.5, 2.0).met is False
    assert line(rows.at_most("start", "a / b", 2.5, 2.0)).endswith("2.50 x  (at most 2)  missed")
    assert line(Row("size", "a record", 1234.5, "bytes")).endswith("1,234 bytes")


def test_a_process_that_fails_is_not_timed() -> None:
    with pytest.raises(RuntimeError, match="ended with 3"):
        rows.process(["-c", "raise SystemExit(3)"])


def test_the_quick_run_is_small() -> None:
    assert QUICK.entries <= 50 and max(QUICK.growing) <= 50
