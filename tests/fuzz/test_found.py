"""What spoilt files have brought to light, each with the smallest file that shows it."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from fuzz import seeds
from fuzz.readers import BY_NAME
from pbem.errors import LONGEST, PbemError, Refused
from pbem.play import lab
from pbem.record import doctor, files, identity
from pbem.record.desk import Desk
from pbem.wire import schema


def refused(act: Any, *args: Any) -> PbemError:
    with pytest.raises(PbemError) as caught:
        act(*args)
    return caught.value


def test_a_hundred_thousand_wrong_things_are_refused_in_no_time() -> None:
    """Each was described before one was chosen."""
    record = {**seeds.records()[0].value, "pending": [0] * 100_000}
    start = time.process_time()
    error = refused(schema.check, "record", record)
    assert time.process_time() - start < 1
    assert (error.code, error.at) == ("schema/maxItems", "/pending")


@pytest.mark.parametrize(("field", "number"), [("n", 262144), ("n", 1 << 20), ("p", 3), ("r", 9)])
def test_an_identity_asks_for_no_more_memory_and_time_than_that(
    field: str, number: int, tmp_path: Path
) -> None:
    """With n = 2^18 a file took 256 MiB, with p = 4 three seconds."""
    value = json.loads(json.dumps(seeds.identities()[-1].value))
    value["locked"][field] = number
    path = tmp_path / "id.json"
    path.write_text(json.dumps(value))
    error = refused(lambda: identity.load(path, passphrase=lambda: seeds.PASSPHRASE))
    assert error.at == f"/locked/{field}"


@pytest.mark.parametrize(
    ("n", "spoil"),
    [
        (3, lambda memory: memory["newest"]["record"].pop("entries")),
        (3, lambda memory: memory["newest"].update(record={"entries": {}})),
        (3, lambda memory: memory["joins"][0].pop("by")),
        (3, lambda memory: memory["ready"].pop("head")),
        (3, lambda memory: memory.update(ready={})),
    ],
)
def test_a_spoilt_memory_is_called_so(n: int, spoil: Any, tmp_path: Path) -> None:
    """It was read as far as its form, and failed where it was used."""
    (memory, about) = next(s for s in seeds.journals() if len(_log(s.value)) == n)
    memory = json.loads(json.dumps(memory))
    BY_NAME["journal"].read(json.dumps(memory).encode(), about, tmp_path)
    spoil(memory)
    read = BY_NAME["journal"].read
    error = refused(read, json.dumps(memory).encode(), about, tmp_path)
    assert error.code == "journal/damaged"
    desk = Desk(identity.load(tmp_path / "ann" / "identity.json"))
    assert refused(desk.journal.table, about).code == "journal/damaged"


def _log(memory: dict[str, Any]) -> list[Any]:
    log: list[Any] = memory["newest"]["record"]["entries"]
    return log


def test_a_message_does_not_repeat_all_that_a_file_says() -> None:
    value = next(s.value for s in seeds.labs() if s.value["game"] == "dig-down-dwarf")
    error = refused(lab.run, {**value, "options": {"x" * 100_000: 1}})
    assert error.code == "option/unknown"
    assert error.message.startswith("this game has no option xxx")
    assert error.message.endswith("...") and len(error.message) == LONGEST
    assert str(error) == error.message


def test_a_message_of_ordinary_length_is_whole() -> None:
    said = "x" * LONGEST
    assert Refused("a/b", said).message == said


def test_a_doctor_does_not_tell_a_hundred_thousand_faults() -> None:
    """Nobody reads them, and each took its time."""
    value = {**seeds.records()[0].value, "pending": [0] * 100_000}
    found = doctor.examine(json.dumps(value).encode(), files.LIMITS["record"])
    assert found.findings[0].code == "schema/maxItems"
    assert len(found.findings) <= 202
    assert found.record is not None and found.record.table.n == 1


def test_a_doctor_saves_no_more_than_can_wait() -> None:
    """From a text that is broken behind a hundred thousand things that wait."""
    whole = seeds.records()[0].value
    text = json.dumps({"pbem": 1, "kind": "record", "entries": whole["entries"]})
    text = text[:-1] + ',"pending":[' + "{}," * 100_000 + "007"
    start = time.process_time()
    found = doctor.examine(text.encode(), files.LIMITS["record"])
    assert time.process_time() - start < 1
    assert found.record is not None and found.record.table.n == 1
    assert found.lost <= 200
