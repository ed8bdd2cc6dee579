"""Opening a table: what is refused at the door (docs/protocol.md, Keys and Statements)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.fair.keys import FIELD
from pbem.record.ruling import hidden_secret
from pbem.record.statements import read
from pbem.record.table import begin, check_open
from pbem.wire import b64
from tests.tables import ARBITER, Seated, refused, resign, who

pytestmark = pytest.mark.usefixtures("example", "plain")


def opened(by: str = ARBITER, /, **changes: Any) -> Any:
    """Begin from an open statement with changes, signed anew by its author."""
    game, host = ("plain", "ann") if by == "ann" else ("example", None)
    body = Seated(game, host=host, start=False).table.body
    return lambda: begin(read(resign(who(by), body, **changes)))


def test_an_open_as_it_should_be_makes_a_table_awaiting_its_roster() -> None:
    table = opened()()
    assert (table.n, table.awaited_seat, table.over) == (1, None, False)
    assert table.heads == [table.id] == [table.head]
    assert table.key == table.id


def test_the_table_id_takes_in_every_field_of_the_open() -> None:
    base = opened()().id
    changed = (
        {"nonce": b64.encode(b"\1" * 32)},
        {"policy": {"lapse": "8d", "replace": "never"}},
        {"policy": {"lapse": "7d", "replace": "absent"}},
        {"seats": ["bob", "ann"]},
        {"options": {"house": 1}},
        {"anchor": b64.encode(b"\2" * 32)},
        {"hidden": b64.encode(b"\3" * 32)},
    )
    ids = [opened(**change)().id for change in changed]
    assert len({base, *ids}) == len(changed) + 1


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("game/unknown", {"game": "chess"}),
        ("game/version", {"rules": "2"}),
        ("open/seats", {"seats": ["ann"]}),
        ("open/seats", {"seats": ["a", "b", "c", "d", "e"]}),
        ("seat/twice", {"seats": ["ann", "Ann"]}),
        ("seat/arbiter", {"seats": ["ann", "Arbiter"]}),
        ("open/dealing", {"dealing": "witnessed"}),
        ("open/fields", {"dealing": "seats"}),
        ("open/fields", {"anchor": None}),
        ("open/fields", {"hidden": None}),
        ("open/by", {"by": "ann"}),
        ("deck/example", {"deck": {"game": "other"}}),
    ],
)
def test_a_bad_open_is_refused(code: str, changes: dict[str, Any]) -> None:
    refused(code, opened(**changes))


@pytest.mark.parametrize(
    ("code", "key"),
    [("key/sign-low-order", 0), ("key/sign-low-order", 1), ("key/sign-range", FIELD)],
)
def test_an_arbiter_whose_key_signs_anything_is_refused(code: str, key: int) -> None:
    body = Seated(start=False).table.body
    weak = {**body, "sign": b64.encode(key.to_bytes(32, "little"))}
    refused(code, lambda: check_open(weak))


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("open/hidden", {"game": "example", "deck": {"game": "example"}, "options": {}}),
        ("open/by", {"by": "arbiter"}),
        ("open/by", {"by": "eve"}),
        ("open/seats", {"seats": ["ann"]}),
        ("open/fields", {"anchor": b64.encode(bytes(32))}),
        ("open/options", {"options": {}}),
    ],
)
def test_a_bad_open_dealt_by_seats_is_refused(code: str, changes: dict[str, Any]) -> None:
    refused(code, opened("ann", **changes))


def test_every_option_is_named_in_the_open() -> None:
    assert opened("ann")().facts.options == {"colour": "red"}
    assert opened("ann", options={"colour": "blue"})().facts.options == {"colour": "blue"}


def test_an_open_signed_by_somebody_else_is_refused() -> None:
    body = Seated(start=False).table.body
    refused("signature/bad", lambda: begin(read(resign(who("eve"), body))))


@pytest.mark.parametrize("field", ["nonce", "anchor", "hidden", "policy", "seats"])
def test_an_open_changed_after_signing_is_refused(field: str) -> None:
    body = dict(Seated(start=False).table.body)
    fresh = {"policy": {"lapse": "1d", "replace": "never"}, "seats": ["ann", "cid"]}
    body[field] = fresh.get(field, b64.encode(b"\7" * 32))
    refused("signature/bad", lambda: begin(read(body)))


def test_a_table_names_its_game_and_seats() -> None:
    assert opened()().describe() == "example of ann, bob"


def test_the_secret_is_known_by_its_commitment() -> None:
    table = Seated(start=False).table
    secret = hidden_secret(table, who(ARBITER))
    assert secret is not None and table.check_secret(secret)
    assert not table.check_secret(bytes(32))
    assert hidden_secret(opened("ann")(), who("ann")) is None
    assert not opened("ann")().check_secret(secret)
