"""Every schema file: well formed, its examples fit, and both validators always agree."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from pbem.errors import Refused
from pbem.wire import resources, schema
from pbem.wire.explain import errors
from pbem.wire.schema import Schemas
from tests.wire.vectors import attempt

NAMES = resources.names("schemas")
FILES = {name: json.loads(resources.text("schemas", name)) for name in NAMES}
EXAMPLES = [(name, i) for name in NAMES for i in range(len(FILES[name].get("examples", [])))]
RETRIEVE = Schemas(lambda name: resources.text("schemas", name)).retrieve
FAST = {
    name: jsonschema_rs.Draft202012Validator(file, retriever=RETRIEVE)
    for name, file in FILES.items()
}
ODD: list[Any] = [
    None, True, False, 0, -1, 1, 2**53 - 1, 10**6, "", "x", "x\n", "x y", "\n", "ü", "١", "\u2028",
    "A" * 43, "A" * 43 + "\n", "A" * 86, "a" * 600, [], {}, [[]], [{}], {"do": "dig"}, {"x": None},
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_a_schema_with_a_name(name: str) -> None:
    file = FILES[name]
    Draft202012Validator.check_schema(file)
    assert file["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert file["$id"] == f"urn:pbem:1:{name}"
    assert file["title"] and file["examples"]


@pytest.mark.parametrize(("name", "index"), EXAMPLES)
def test_examples_fit(name: str, index: int) -> None:
    example = FILES[name]["examples"][index]
    schema.check(name, example)
    if name.startswith("statement."):
        schema.check_statement(example)
    if name.endswith(".actions"):
        schema.check_action(name.removesuffix(".actions"), example)


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a value, as a path."""
    yield at
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*at, key))


def changed(value: Any, path: tuple[Any, ...], how: str, odd: Any) -> Any:
    """A copy with one place replaced, taken out, or something put beside it."""
    if not path:
        return copy.deepcopy(odd)
    value = copy.deepcopy(value)
    *way, last = path
    inside = value
    for step in way:
        inside = inside[step]
    if how == "replace":
        inside[last] = odd
    elif how == "remove":
        del inside[last]
    elif isinstance(inside, dict):
        inside[odd if isinstance(odd, str) else "extra"] = inside[last]
    else:
        inside.insert(last, odd)
    return value


def touched(value: str) -> list[Any]:
    """A string made slightly wrong, as it would be in an attack."""
    return [value + "\n", value + " ", value.swapcase(), value[:-1], value + "=", "\n" + value]


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(EXAMPLES), st.data())
def test_both_validators_agree(which: tuple[str, int], data: st.DataObject) -> None:
    """The fast one decides and the slow one explains: a refusal must have its explanation."""
    name, index = which
    value = FILES[name]["examples"][index]
    for _ in range(data.draw(st.integers(0, 2))):
        path = data.draw(st.sampled_from(list(places(value))))
        here = value
        for step in path:
            here = here[step]
        odd = data.draw(st.sampled_from(ODD + (touched(here) if isinstance(here, str) else [])))
        value = changed(value, path, data.draw(st.sampled_from(["replace", "remove", "add"])), odd)
    explained = list(errors(FILES[name], RETRIEVE, value))
    assert FAST[name].is_valid(value) == (not explained)
    if explained:
        with pytest.raises(Refused) as caught:
            schema.check(name, value, at="/at")
        assert caught.value.code.startswith("schema/")
        assert caught.value.at.startswith("/at")
        assert "under any of the given" not in caught.value.message
        assert caught.value.message.isascii() and caught.value.message.isprintable()


@pytest.mark.parametrize("name", [n for n in NAMES if n.endswith(".actions")])
def test_the_file_and_the_dispatch_agree_on_examples_made_wrong(name: str) -> None:
    """The whole file, for other validators, says what `check_action` says."""
    slug = name.removesuffix(".actions")
    for example in FILES[name]["examples"]:
        for path in places(example):
            for odd in (None, "nope", 99):
                value = changed(example, path, "replace", odd)
                _, error = attempt(schema.check_action, slug, value)
                assert FAST[name].is_valid(value) == (error is None), value


def test_an_item_too_many_is_told_in_words_of_ones_own() -> None:
    """A library would repeat the item as it stands."""
    action = {"do": "torch", "card": "torch-1", "look": [["ann", 1, "ü"]]}
    with pytest.raises(Refused) as caught:
        schema.check_action("dig-up-adventure", action)
    assert caught.value.message == "the list has more than 2 items"
    assert caught.value.at == "/look/0"
