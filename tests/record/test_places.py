"""An error's place leads to what is wrong: in a record from the top, whoever's fault it is."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import PbemError
from pbem.record import evidence
from pbem.record.record import load
from pbem.record.statements import read
from tests.record.logs import SPOILT, by_seats, played
from tests.tables import DONE, Seated, check, resign, who

UNKNOWN = {"do": "fly"}


def place(data: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(PbemError) as caught:
        check(data)
    return caught.value.code, caught.value.at


def changed(table: Seated, n: int, index: int, /, **changes: Any) -> dict[str, Any]:
    return table.forge(n, index, **changes)


@pytest.mark.usefixtures("example")
def test_of_a_move_that_the_arbiter_let_pass() -> None:
    """The ruling is to blame, and the place is that of the move before it."""
    table = played()
    for changes, code, at in (
        ({"actions": [UNKNOWN]}, "schema/unknown-action", "/entries/3/0/actions/0/do"),
        ({"then": [UNKNOWN]}, "schema/unknown-action", "/entries/3/0/then/0/do"),
        ({"link": SPOILT}, "link/not-next", "/entries/3/0/link"),
        ({"actions": [DONE]}, "link/too-many", "/entries/3/0/link"),
    ):
        assert place(changed(table, 3, 0, **changes)) == (code, at)
    entries = table.json()["entries"][:4]
    entries[3] = [table.signed(s["by"], s, link=None) for s in entries[3]]
    assert place(table.rebuilt(entries)) == ("link/missing", "/entries/3/0/link")


@pytest.mark.usefixtures("example")
def test_of_what_the_ruling_itself_has_wrong() -> None:
    table = played()
    assert place(changed(table, 3, -1, link=SPOILT)) == ("link/not-next", "/entries/3/1/link")
    assert place(changed(table, 3, -1, state=SPOILT)) == ("ruling/state", "/entries/3/1/state")


@pytest.mark.usefixtures("plain")
def test_of_a_move_where_the_seats_deal() -> None:
    table = by_seats()
    data = changed(table, 3, 0, actions=[UNKNOWN])
    assert place(data) == ("schema/unknown-action", "/entries/3/0/actions/0/do")
    entries = table.json()["entries"]
    entries[3] = [table.signed("ann", entries[3][0], link=None)]
    assert place(table.rebuilt(entries)) == ("link/missing", "/entries/3/0/link")
    data = changed(table, 3, 2, answers=[SPOILT])
    assert place(data) == ("statement/answers", "/entries/3/2/answers")


@pytest.mark.usefixtures("example")
def test_of_what_waits() -> None:
    table = played()
    move = resign(who("bob"), table.move("ann", DONE).body, by="bob")
    data = {**table.json(), "pending": [move]}
    with pytest.raises(PbemError) as caught:
        load(data)
    assert (caught.value.code, caught.value.at) == ("move/not-your-turn", "/pending/0/by")


@pytest.mark.usefixtures("example")
def test_of_a_deck_and_of_options_in_an_opening() -> None:
    """What a game finds wrong with them is told from the top of the record."""
    table = Seated("dig-down-dwarf", start=False)
    opened = table.json()["entries"][0][0]
    dwarfs = [{**d, "die": "pink"} for d in opened["deck"]["dwarfs"]]
    for changes, at in (
        ({"deck": {**opened["deck"], "dwarfs": dwarfs}}, "/entries/0/0/deck/dwarfs/0/die"),
        ({"options": {**opened["options"], "first": "zoe"}}, "/entries/0/0/options/first"),
    ):
        data = {**table.json(), "entries": [[table.signed("arbiter", opened, **changes)]]}
        assert place(data)[1] == at


@pytest.mark.usefixtures("example")
def test_of_the_opening_in_an_evidence_file() -> None:
    table = Seated()
    opened, ruling = table.json()["entries"][0][0], table.json()["entries"][1][-1]
    proof = {"pbem": 1, "kind": "evidence", "what": "rulings", "rulings": [ruling, ruling]}
    for bad, at in (({**opened, "seats": ["ann"]}, "/open/sig"), (ruling, "/open")):
        with pytest.raises(PbemError) as caught:
            evidence.check({**proof, "open": bad})
        assert caught.value.at == at


@pytest.mark.usefixtures("example")
def test_of_what_is_nested_too_deep_to_be_hashed() -> None:
    """64 levels may be in a file; a statement, which lies in one, has as many by itself."""
    deep: Any = 0
    for _ in range(62):
        deep = [deep]
    opened = {**Seated().json()["entries"][0][0], "deck": {"a": deep}}
    with pytest.raises(PbemError) as caught:
        read({**opened, "deck": {"a": [[[deep]]]}}, "/entries/0/0")
    assert caught.value.code == "canon/too-deep"
    assert caught.value.at.startswith("/entries/0/0/deck/a/0/0/")
