"""Actions in words: lists within lists, and lists of nothing."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import PbemError
from pbem.play import words
from pbem.wire import schema

SLUG = "dig-up-adventure"
PAIRS = [
    ("torch card=torch-3 look=ann:8,cid:1",
     {"do": "torch", "card": "torch-3", "look": [["ann", 8], ["cid", 1]]}),
    ("torch card=torch-3 look=ann:8", {"do": "torch", "card": "torch-3", "look": [["ann", 8]]}),
    ("discard cards=", {"do": "discard", "cards": []}),
    ("discard cards=E1,bag-3", {"do": "discard", "cards": ["E1", "bag-3"]}),
    ("keep take=t85 back=", {"do": "keep", "take": "t85", "back": []}),
]  # fmt: skip


@pytest.mark.parametrize(("line", "action"), PAIRS)
def test_words_and_action_are_the_same(line: str, action: dict[str, Any]) -> None:
    assert words.write(action) == line
    assert words.parse(SLUG, line.split()) == [action]
    assert words.parse(SLUG, [line]) == [action]


@pytest.mark.parametrize("look", ["ann", "ann:8:3", "ann:x", ":", "ann:8,", "ann:0"])
def test_a_pair_that_is_none_is_left_to_the_schema(look: str) -> None:
    (action,) = words.parse(SLUG, ["torch", "card=torch-3", f"look={look}"])
    with pytest.raises(PbemError) as caught:
        schema.check_action(SLUG, action, "")
    assert caught.value.code.startswith("schema/")


@pytest.mark.parametrize(
    "value",
    [
        [[]],
        [[1], 2],
        [[["a"]]],
        [{}],
        {"a": [1, 2]},
        {"a": {"b": 1, "c": 2}},
        [["a b"]],
        [["a:b"]],
        [""],
    ],
)
def test_what_words_cannot_say_is_written_as_json(value: Any) -> None:
    assert words.write({"do": "x", "list": value}).startswith("'{")
