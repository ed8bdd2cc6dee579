"""A judge that is killed, and many judges at once. `python -m fuzz` does more of both."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzz import crowd, home, kills


def test_killed_at_any_moment(tmp_path: Path) -> None:
    """The record is the old one, the old one with the move, or the new one; and given again
    the command brings the new one, byte for byte."""
    found = kills.run(12, tmp_path, seed=7)
    assert sum(found.get(name, 0) for name in ("old", "with the move", "new")) == 12
    assert found["kills"] == 12 and found["killed"] > 0


def test_half_a_record_would_be_found(tmp_path: Path) -> None:
    """The check of the check: half a record is neither the old nor the new one."""
    kept = home.furnish(tmp_path / "kept", 3)
    known = {home.record_bytes(3): "old"}
    assert kills._check(kept, known) == "old"
    path = kept / home.RECORD
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(kills.Lost, match="1000 bytes"):
        kills._check(kept, known)


def test_eight_judges_at_once(tmp_path: Path) -> None:
    """Readies, moves of eight turns, and eight moves of one seat onto one head."""
    found = crowd.run(8, tmp_path)
    assert found["readies"] == {"judges": 8, "seats": 3}
    assert found["moves"]["judges"] == 8
    assert found["moves"]["processes"] >= 8
    assert found["rivals"] == {"judges": 8, "won": 1, "evidence": 7}


def test_a_record_that_lacks_a_move_would_be_found(tmp_path: Path) -> None:
    place = home.furnish(tmp_path / "two", 3)
    with pytest.raises(crowd.Lost, match="not the one with 4 entries"):
        crowd._must_be(place, 4)
