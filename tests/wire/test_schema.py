"""Schema checks, on small schemas: the code is the keyword, the place is a pointer."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest

from pbem.errors import Refused
from pbem.wire import schema
from pbem.wire.explain import errors
from pbem.wire.schema import Schemas

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def closed(**properties: Any) -> dict[str, Any]:
    """An object with exactly these fields."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


TEXTS: dict[str, dict[str, Any]] = {
    "thing": {
        "$schema": DRAFT,
        "$id": "urn:test:thing",
        "$defs": {"name": {"type": "string", "pattern": "^[a-z]+$", "description": "A name."}},
        **closed(
            name={"$ref": "#/$defs/name"},
            size={"type": "integer", "minimum": 1, "maximum": 9},
            tags={
                "type": "array",
                "items": {"enum": ["red", "blue"]},
                "minItems": 1,
                "maxItems": 2,
                "uniqueItems": True,
            },
            lock={"anyOf": [{"type": "null"}, {"type": "string"}]},
        ),
    },
    "pair": {
        "$schema": DRAFT,
        "$id": "urn:test:pair",
        **closed(left={"$ref": "urn:test:thing"}, right={"$ref": "urn:test:thing#/$defs/name"}),
    },
    "open": {"$schema": DRAFT, "type": "object", "patternProperties": {"^x$": {"type": "null"}}},
    "statement.move": {
        "$schema": DRAFT,
        **closed(kind={"const": "move"}, n={"type": "integer"}),
    },
    "toy.actions": {
        "$schema": DRAFT,
        "x-dispatch": {"spend": "gem"},
        "$defs": {
            "colour": {"type": "string", "enum": ["red", "blue"]},
            "dig": closed(do={"const": "dig"}, colour={"$ref": "#/$defs/colour"}),
            "spend.ruby": closed(do={"const": "spend"}, gem={"const": "ruby"}, die={"minimum": 1}),
            "spend.jade": closed(do={"const": "spend"}, gem={"const": "jade"}),
        },
    },
}
THING: dict[str, Any] = {"name": "ab", "size": 3, "tags": ["red"], "lock": None}


def load(name: str) -> str:
    if name not in TEXTS:
        raise Refused("resource/unknown", name)
    return json.dumps(TEXTS[name])


@pytest.fixture
def schemas() -> Schemas:
    return Schemas(load)


def refused(act: Any, *args: Any, **keywords: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        act(*args, **keywords)
    assert "is not valid under any" not in caught.value.message
    return caught.value


CASES: list[tuple[dict[str, Any], str, str, str]] = [
    ({"name": 1}, "type", "/name", "1 is not a string"),
    ({"name": "a1"}, "pattern", "/name", '"a1" is not written'),
    ({"name": "ab\n"}, "pattern", "/name", r'"ab\n" is not written'),
    ({"size": 0}, "minimum", "/size", "0 is less than 1"),
    ({"size": 10}, "maximum", "/size", "10 is more than 9"),
    ({"size": True}, "type", "/size", "true is not an integer"),
    ({"size": "3"}, "type", "/size", '"3" is not an integer'),
    ({"tags": []}, "minItems", "/tags", "fewer than 1"),
    ({"tags": ["red", "blue", "red"]}, "maxItems", "/tags", "more than 2"),
    ({"tags": ["red", "red"]}, "uniqueItems", "/tags", "twice"),
    ({"tags": ["red", "pink"]}, "enum", "/tags/1", '"pink" is not one of "red", "blue"'),
    ({"extra": 1}, "additionalProperties", "", 'no field "extra" here; there are "name"'),
]


@pytest.mark.parametrize(("change", "keyword", "at", "said"), CASES, ids=[str(c[0]) for c in CASES])
def test_refusals(
    schemas: Schemas, change: dict[str, Any], keyword: str, at: str, said: str
) -> None:
    error = refused(schemas.check, "thing", {**THING, **change}, at="/here")
    assert (error.code, error.at) == (f"schema/{keyword}", "/here" + at)
    assert said in error.message


def test_a_missing_field(schemas: Schemas) -> None:
    error = refused(schemas.check, "thing", {"name": "ab", "tags": ["red"], "lock": None})
    assert (error.code, error.message) == ("schema/required", '"size" is missing')


def test_alternatives_are_told_in_words(schemas: Schemas) -> None:
    error = refused(schemas.check, "thing", {**THING, "lock": 5})
    assert error.at == "/lock"
    assert "5 is not null" in error.message and "5 is not a string" in error.message


def test_the_hint_is_the_description(schemas: Schemas) -> None:
    assert (
        refused(schemas.check, "thing", {**THING, "name": "A"}).hint == "what belongs there: a name"
    )


@pytest.mark.parametrize("value", [None, True, 1, "x", [], {}, [THING]])
def test_values_of_another_shape(schemas: Schemas, value: Any) -> None:
    assert refused(schemas.check, "thing", value).code in ("schema/type", "schema/required")


@pytest.mark.parametrize("value", [{1, 2}, b"x", object(), {1: 2}, {"name": object()}])
def test_values_that_are_not_json(schemas: Schemas, value: Any) -> None:
    assert refused(schemas.check, "thing", value).code.startswith("schema/")


def test_a_value_that_fits(schemas: Schemas) -> None:
    schemas.check("thing", THING)


def test_references_to_other_files(schemas: Schemas) -> None:
    schemas.check("pair", {"left": THING, "right": "ab"})
    error = refused(schemas.check, "pair", {"left": {**THING, "size": 0}, "right": "ab"})
    assert (error.code, error.at) == ("schema/minimum", "/left/size")
    error = refused(schemas.check, "pair", {"left": THING, "right": 5})
    assert (error.code, error.at) == ("schema/type", "/right")


def test_a_pattern_of_a_property_name_ends_where_it_says(schemas: Schemas) -> None:
    """Python alone would take the `$` before a last line feed too."""
    assert refused(schemas.check, "open", {"x": 1}).at == "/x"
    schemas.check("open", {"x\n": 1})


@pytest.mark.parametrize(
    ("pattern", "fits", "does_not"),
    [
        (r"^\d$", "1", "١"),
        (r"^[$a]$", "$", "$\n"),
        (r"^a\$$", "a$", "a$\n"),
        (r"^(a|b$)", "b", "b\n"),
        (r"^[\]$]+$", "]$", "]$\n"),
    ],
)
def test_patterns_mean_the_same_to_both(pattern: str, fits: str, does_not: str) -> None:
    """ECMA-262: digits are ASCII, and `$` is the end of the text, but not in a class."""
    rule = {"pattern": pattern}
    fast = jsonschema_rs.Draft202012Validator(rule)
    for value, right in [(fits, True), (does_not, False)]:
        assert fast.is_valid(value) is right
        assert (not list(errors(rule, json.loads, value))) is right


def test_long_and_hostile_values_are_cut_and_escaped(schemas: Schemas) -> None:
    error = refused(schemas.check, "thing", {**THING, "name": "\x1b[31m\u202e" + "x" * 5000})
    assert len(error.message) < 200 and error.message.isascii() and error.message.isprintable()
    error = refused(schemas.check, "thing", {**THING, **{f"f{i}" * 50: 1 for i in range(3000)}})
    assert len(error.message) < 3000


def test_an_unknown_schema(schemas: Schemas) -> None:
    assert refused(schemas.check, "nope", {}).code == "resource/unknown"


# --- statements ---


def test_statements_are_checked_by_their_kind(schemas: Schemas) -> None:
    schemas.check_statement({"kind": "move", "n": 1})
    error = refused(schemas.check_statement, {"kind": "move", "n": "1"}, "/entries/3/0")
    assert (error.code, error.at) == ("schema/type", "/entries/3/0/n")


@pytest.mark.parametrize(
    ("value", "code", "at"),
    [
        ({}, "schema/required", ""),
        ([], "schema/type", ""),
        (None, "schema/type", ""),
        ({"kind": "x"}, "schema/unknown-kind", "/kind"),
        ({"kind": "../thing"}, "schema/unknown-kind", "/kind"),
        ({"kind": 1}, "schema/unknown-kind", "/kind"),
        ({"kind": ["move"]}, "schema/unknown-kind", "/kind"),
    ],
)
def test_statements_of_no_kind(schemas: Schemas, value: Any, code: str, at: str) -> None:
    error = refused(schemas.check_statement, value, "/x")
    assert (error.code, error.at) == (code, "/x" + at)


# --- actions ---


@pytest.mark.parametrize(
    "action",
    [
        {"do": "dig", "colour": "red"},
        {"do": "spend", "gem": "ruby", "die": 1},
        {"do": "spend", "gem": "jade"},
        {"do": "resign"},
    ],
)
def test_actions_of_the_game(schemas: Schemas, action: Any) -> None:
    schemas.check_action("toy", action)


@pytest.mark.parametrize(
    ("action", "code", "at"),
    [
        ({"do": "dig"}, "schema/required", ""),
        ({"do": "dig", "colour": "pink"}, "schema/enum", "/colour"),
        ({"do": "dig", "colour": "red", "x": 1}, "schema/additionalProperties", ""),
        ({"do": "spend"}, "schema/required", ""),
        ({"do": "spend", "gem": "opal"}, "schema/unknown-gem", "/gem"),
        ({"do": "spend", "gem": "ruby", "die": 0}, "schema/minimum", "/die"),
        ({"do": "spend", "gem": "jade", "die": 1}, "schema/additionalProperties", ""),
        ({"do": "resign", "why": "?"}, "schema/additionalProperties", ""),
        ({"do": "colour"}, "schema/unknown-action", "/do"),
        ({"do": "spend.ruby"}, "schema/unknown-action", "/do"),
        ({"do": "dance"}, "schema/unknown-action", "/do"),
        ({"do": None}, "schema/unknown-action", "/do"),
        ({}, "schema/required", ""),
        ("dig", "schema/type", ""),
    ],
)
def test_actions_that_are_not(schemas: Schemas, action: Any, code: str, at: str) -> None:
    error = refused(schemas.check_action, "toy", action, "/actions/2")
    assert (error.code, error.at) == (code, "/actions/2" + at)


def test_unknown_actions_are_told_the_known_ones(schemas: Schemas) -> None:
    error = refused(schemas.check_action, "toy", {"do": "dance"})
    assert error.hint == "do is one of: dig, resign, spend"
    assert refused(schemas.check_action, "toy", {"do": "spend"}).hint == "gem is one of: jade, ruby"


def test_what_no_player_may_do_is_not_told() -> None:
    """DG-R44: to skip is played for a seat that is late or has resigned."""
    for action in ({"do": "dance"}, {}):
        error = refused(schema.check_action, "dig-2017", action)
        told = error.hint.removeprefix("do is one of: ").split(", ")
        assert "dig" in told and "resign" in told and "skip" not in told
    schema.check_action("dig-2017", {"do": "skip"})


def test_a_game_can_bring_its_own_file(schemas: Schemas) -> None:
    assert refused(schemas.check_action, "own", {"do": "hop"}).code == "resource/unknown"
    own = {"$schema": DRAFT, "$defs": {"hop": closed(do={"const": "hop"})}}
    schemas.add("own.actions", json.dumps(own))
    schemas.check_action("own", {"do": "hop"})
    own["$defs"] = {"jump": closed(do={"const": "jump"})}
    schemas.add("own.actions", json.dumps(own))
    assert refused(schemas.check_action, "own", {"do": "hop"}).code == "schema/unknown-action"
    schemas.check_action("own", {"do": "jump"})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"$defs": 1}',
        '{"$defs": {"hop": 1}}',
        '{"$defs": {"hop": {"type": 5, "properties": {"do": {}}}}}',
        '{"$defs": {"hop": {"$ref": "urn:test:nope", "properties": {"do": {}}}}}',
        '{"$defs": {"hop": {"$ref": "https://localhost/x", "properties": {"do": {}}}}}',
        '{"$defs": {"hop": {"$ref": "#/$defs/nope", "properties": {"do": {}}}}}',
        '{"$defs": {"hop": {"pattern": "(", "properties": {"do": {}}}}}',
        '{"x-dispatch": 1, "$defs": {"hop": {"properties": {"do": {}}}}}',
    ],
)
def test_a_file_that_is_no_schema_is_our_error(schemas: Schemas, text: str) -> None:
    schemas.add("own.actions", text)
    error = refused(schemas.check_action, "own", {"do": "hop"})
    assert error.code in ("game/broken", "schema/unknown-action")


def test_the_package_checks_its_own_schemas() -> None:
    error = refused(schema.check_statement, {"kind": "ready"})
    assert error.code == "schema/required"
