"""What an audit tells of the entry whose ruling is false (docs/audit.md, Where a record breaks)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.cli.taken_apart import false_page
from pbem.record import audit
from pbem.record.difference import apart
from pbem.record.entries import Differs
from pbem.wire import b64
from tests.tables import ARBITER, FLIP, FREE, ROLL, Seated, play, rigged

pytestmark = pytest.mark.usefixtures("example", "plain")

SPOILT = b64.encode(b"\x5a" * 32)
Note = dict[str, Any]


def false(data: dict[str, Any], turn: int) -> Note:
    found = audit.audit(data["entries"], turn)
    assert found.turn is None and found.false is not None
    assert found.false["n"] == turn
    return found.false


def page(note: Note) -> list[str]:
    """Without what signed it: the part that tells what is not right."""
    lines = [line.strip() for line in false_page(note)]
    start = next(i for i, line in enumerate(lines) if line.startswith("What "))
    return lines[start : lines.index("", start)]


def signers(note: Note) -> list[tuple[str, str]]:
    return [(s["by"], s["kind"]) for s in note["statements"]]


@pytest.mark.parametrize(
    ("says", "due", "places"),
    [
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, []),
        ({"b": 3, "a": 1}, {"a": 1, "b": 2}, [("/b", 3, 2)]),
        ({"x": 1}, {"a": 2}, [("/a", None, 2), ("/x", 1, None)]),
        (None, {"a": {"f": 1}}, [("/a/f", None, 1)]),
        ([{"to": "ann"}], [{"to": "bob"}, 5], [("/0/to", "ann", "bob"), ("/1", None, 5)]),
        ([1, 2], None, [("/0", 1, None), ("/1", 2, None)]),
        ("x", None, [("", "x", None)]),
        ({"a": 1}, [1], [("", {"a": 1}, [1])]),
    ],
)
def test_the_places_that_differ(says: object, due: object, places: Sequence[Any]) -> None:
    assert [tuple(place) for place in apart(says, due)] == places


def test_of_a_stacked_shuffle_the_stacked_tokens_are_told_with_both_commitments() -> None:
    with rigged(("t1", "t9")):
        table = Seated()
    table.finish()
    ruled = table.record.entries[2][-1]["tokens"]
    honest = Seated().record.entries[2][-1]["tokens"]
    data = table.json()
    note = false(data, 2)
    assert (note["part"], note["by"], note["kind"]) == ("tokens", ARBITER, "ruling")
    assert note["apart"] == [
        {"at": f"/{t}", "says": ruled[t], "due": honest[t]} for t in ("t1", "t9")
    ]
    lines = page(note)
    assert lines[0] == "What the ruling says of `tokens`"
    told = "".join(lines[1:]).replace(" ", "")
    assert told == "".join(
        f'{t}:therulingsays"{ruled[t]}",theloggives"{honest[t]}"' for t in ("t1", "t9")
    )
    error = audit.audit(data["entries"]).error
    assert error is not None
    assert (
        f'its tokens: not what the log gives: of t1 it says "{ruled["t1"]}", due is'
        f' "{honest["t1"]}", and so in 1 place more' in error.message
    )


def test_of_a_long_part_the_place_is_told() -> None:
    """Three cards were opened, and of the second another face is told."""
    table = Seated()
    table.do("ann", FLIP, FLIP, FLIP)
    opened = table.record.entries[3][-1]["opened"]
    face = opened["t6"]["face"]
    table.finish()
    data = table.json()
    changed = {**opened, "t6": {**opened["t6"], "face": "c0"}}
    data["entries"][3][-1] = table.signed(ARBITER, data["entries"][3][-1], opened=changed)
    assert page(false(data, 3)) == [
        "What the ruling says of `opened`",
        f't6 face: the ruling says "c0", the log gives "{face}"',
    ]


def test_a_long_text_is_told_from_where_it_differs() -> None:
    """A box has hundreds of characters; the first 300 are the same here."""
    says, due = [{"to": "ann", "box": "A" * 300 + x} for x in ("BCD", "XYZ")]
    differs = Differs("looks", [says], [due])
    assert differs.message == "its looks: not what the log gives: not in 0 box"
    note = {
        "n": 3,
        "statements": [],
        "part": "looks",
        "says": [says],
        "due": [due],
        "apart": [place._asdict() for place in apart([says], [due])],
    }
    assert page(note) == [
        "What the ruling says of `looks`",
        '0 box: the ruling says (from character 301 on) "BCD", the log gives (from',
        'character 301 on) "XYZ"',
    ]


def test_a_secret_is_told_in_no_message() -> None:
    """The arbiter's own program knows what is due, and others have not seen it."""
    assert SPOILT not in Differs("secret", None, SPOILT).message


def test_an_illegal_move_let_pass_shows_who_signed_it_and_why_it_is_none() -> None:
    table = Seated()
    table.do("ann", FREE)
    data = table.json()["entries"]
    data[3][0] = table.signed("ann", data[3][0], actions=[play("t1")])
    note = false(table.rebuilt(data), 3)
    assert signers(note) == [("ann", "move"), (ARBITER, "ruling")]
    assert (note["by"], note["kind"], note["part"]) == ("ann", "move", "actions")
    assert (note["says"], note["due"], note["apart"]) == (play("t1"), None, [])
    title, why, says = page(note)
    assert title == "What is not right"
    assert why.startswith("action 1 is not legal") and "(EX-2)" in why
    assert says == 'The move of ann has as `actions`: {"do":"play","card":"t1"}'


@pytest.mark.parametrize(
    ("index", "by", "older", "entry"), [(0, "ann", "link 1", 2), (1, ARBITER, "link 1", 2)]
)
def test_a_link_that_is_not_the_next_one_is_told_with_the_one_before_it(
    index: int, by: str, older: str, entry: int
) -> None:
    """Mover and arbiter have each shown one link, at the start."""
    table = Seated()
    table.do("ann", ROLL)
    before = next(s["link"] for s in table.record.entries[entry] if s["by"] == by)
    note = false(table.forge(3, index, link=SPOILT), 3)
    assert signers(note) == [("ann", "move"), (ARBITER, "ruling")]
    assert (note["by"], note["part"], note["says"]) == (by, "link", SPOILT)
    told = " ".join(page(note))
    assert f"this is not link 2 of {by}'s chain" in told
    whose = "move of ann" if by == "ann" else "ruling"
    assert f'The {whose} has as `link`: "{SPOILT}"' in told
    assert f"It has to hash to {older}, of entry {entry}: {before}" in told


def test_a_false_last_secret_is_told() -> None:
    table = Seated()
    table.finish()
    last = table.table.n - 1
    note = false(table.forge(last, secret=SPOILT), last)
    assert signers(note)[-1] == (ARBITER, "ruling")
    assert (note["part"], note["says"]) == ("secret", SPOILT)
    assert "its secret is not the one committed to at the start." in page(note)


def test_an_entry_that_is_wrong_as_a_whole_has_no_place() -> None:
    """bob's statement where ann is awaited; and two moves where one is due."""
    table = Seated()
    table.do("ann", FREE)
    entry = table.json()["entries"]
    entry[3].insert(1, table.signed("ann", entry[3][0], note="again"))
    note = false(table.rebuilt(entry), 3)
    assert len(note["statements"]) == 3
    assert (note["says"], note["due"], note["apart"]) == (None, None, [])
    assert page(note)[1].startswith("the entry needs the shares of nobody")


def test_of_what_is_broken_and_of_what_lies_behind_nothing_is_told() -> None:
    table = Seated()
    table.do("ann", ROLL)
    table.do("ann", FREE)
    data = table.json()
    data["entries"][3] = table.forge(3, 0, link=SPOILT)["entries"][3]
    assert audit.audit(data["entries"], 4).false is None
    data = table.json()
    data["entries"][4][0]["sig"] = data["entries"][3][0]["sig"]
    assert audit.audit(data["entries"], 4).false is None
