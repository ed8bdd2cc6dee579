"""Actions in words: `reroll dice=red,green` for `{"do": "reroll", "dice": ["red", "green"]}`.

The game's action schema says of what type each field is, so words need no quotes:
lists are separated by commas, lists within them and pairs by colons, and `none` is null.
What is nested deeper, such as a list of objects, is said in JSON only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain, repeat
from typing import Any

from pbem.errors import Refused, Usage
from pbem.script.requests import Action
from pbem.wire import schema, strict

LIMIT = 64 * 1024
PAIRS = "names and values are written name:value,name:value"
_PLAIN = r"[A-Za-z0-9_.=*+-]+\Z"  # compiled when first used: not every command reads words
_FIELD = r"(?s)([A-Za-z_][A-Za-z0-9_]*)=(.*)\Z"
_INT = r"-?(0|[1-9][0-9]{0,15})\Z"


def parse(slug: str, words: Sequence[str]) -> list[Action]:
    """Actions from the words of a command line.

    Each word is a JSON object, or starts an action (`dig`), or is a field of the action
    before it (`gallery=2`); one word may also hold a whole action (`"dig gallery=2"`).
    Raises Usage("action/...").
    """
    actions: list[Action] = []
    fields: dict[str, str] | None = None
    for word in _split(words):
        if word.startswith("{"):
            actions.append(_from_json(slug, word))
            fields = None
            continue
        match = re.match(_FIELD, word)
        if match is None:
            _check_begins(slug, word, fields)
            fields = {"do": word}
            actions.append(fields)
            continue
        if fields is None:
            raise Usage(
                "action/field",
                f"{_cut(word)!r} is a field of no action",
                hint=f"begin with the action's name: {write(example(slug, match[1]), slug)}",
            )
        if match[1] in fields:
            raise Usage("action/field", f"the field {match[1]} stands twice")
        fields[match[1]] = match[2]
    return [_typed(slug, a) if _is_words(a) else dict(a) for a in actions]


def _split(words: Sequence[str]) -> list[str]:
    parts: list[str] = []
    for word in words:
        parts.extend([word] if word.lstrip().startswith("{") else word.split())
    return [p.strip() for p in parts]


def _from_json(slug: str, word: str) -> Action:
    try:
        value = strict.parse(word.encode("utf-8", "surrogateescape"), limit=LIMIT)
    except Refused as error:
        message = f"the action {_cut(word)}, {error.message}"
        raise Refused(
            error.code, message, at=error.at, hint=_json_hint(slug, word, error)
        ) from None
    return _Json(value)  # what begins with a brace is an object


def _json_hint(slug: str, word: str, error: Refused) -> str:
    """The next step. Its own words speak of a file, but for what is the same everywhere."""
    said = f"'{_json(example(slug))}'"
    if '"' not in word or not word.endswith("}"):  # a shell takes quotes away, and cuts at blanks
        return f"an action as JSON stands in quotes: {said}"
    if error.code in ("json/not-integer", "json/duplicate-key"):
        return error.hint
    return f"an action as JSON is written like {said}"


def _cut(word: str) -> str:
    return word if len(word) <= 60 else word[:57] + "..."


def example(slug: str, field: str = "") -> Action:
    """An action of the game for hints: with that field, else with any, else whatever there is."""
    shown: Sequence[Action] = schema.schema(f"{slug}.actions").get("examples", ())
    ranked = sorted(shown, key=lambda a: (field not in a, len(a) == 1))
    return ranked[0] if ranked else {"do": "resign"}


def _check_begins(slug: str, word: str, before: Mapping[str, str] | None) -> None:
    """A word that begins no action, behind one that lacks a field: was that field meant?

    Raises Usage("action/field").
    """
    if before is None or word in schema.shapes(f"{slug}.actions"):
        return
    _check_sayable(slug, before)
    _check_cut(word, before)
    needed, lacking = _lacking(slug, before)
    fitting = [name for name in lacking if _fits(slug, {**before, name: word}, name)]
    if not fitting and not needed:
        return
    meant = " ".join([before["do"], *(f"{k}={v}" for k, v in before.items() if k != "do")])
    field = f"{fitting[0]}={word}" if fitting else f"{needed[0]}=..."
    raise Usage(
        "action/field",
        f"{_cut(word)!r} is no action, and a field has its name before it",
        hint=f"write {_cut(f'{meant} {field}')}",
    )


def _check_cut(word: str, before: Mapping[str, str]) -> None:
    """Was a field written with a blank in it: `tools=pick: 1`? Raises Usage("action/field")."""
    name = list(before)[-1]
    if name == "do" or not (before[name].endswith((":", ",")) or word.startswith((":", ","))):
        return
    raise Usage(
        "action/field",
        f"{_cut(word)!r} is no action, and a field is written without blanks",
        hint=f"write {_cut(f'{name}={before[name]}{word}')}",
    )


def _lacking(slug: str, fields: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Names of the fields that `fields` still needs, and of all that it can still get."""
    variant = schema.schema(f"{slug}.actions").get("x-dispatch", {}).get(fields["do"])
    if variant is not None and variant not in fields:
        return [variant], [variant]
    shape = action_shape(slug, fields) or {}
    names = [name for name in shape.get("properties", {}) if name not in fields and name != "do"]
    needed = [name for name in names if name in shape.get("required", ())]
    return needed, [*needed, *(name for name in names if name not in needed)]


def _fits(slug: str, fields: Mapping[str, str], name: str) -> bool:
    """Is the text of this field of the right form? Whatever the others are."""
    try:
        return name not in schema.faulty_fields(slug, _typed(slug, fields))
    except Usage:
        return False


class _Json(dict[str, Any]):
    """An action that was given as JSON: its types are what they are."""


def _is_words(action: Action) -> bool:
    return not isinstance(action, _Json)


def _typed(slug: str, fields: Mapping[str, str]) -> Action:
    shape = action_shape(slug, fields)
    if shape is None:
        return dict(fields)  # the schema check will say which actions there are
    _check_sayable(slug, fields)
    known = shape.get("properties", {})
    return {
        name: text if name == "do" else coerce(slug, known.get(name, {}), text)
        for name, text in fields.items()
    }


def _check_sayable(slug: str, fields: Mapping[str, str]) -> None:
    """Raises Usage("action/words") where a field that is there, or has to be, can be said in JSON
    only: no words that follow could make this action."""
    shape = action_shape(slug, fields) or {}
    needed = shape.get("required", ())
    for name, inner in shape.get("properties", {}).items():
        if (name in needed or fields.get(name, "none") != "none") and not _sayable(slug, inner):
            said = _json(_example_of(slug, fields["do"], name))
            raise Usage(
                "action/words",
                f"words cannot say the field {name} of {fields['do']}",
                hint="this action is given as JSON in quotes, which pbem moves RECORD lists ready"
                f" to copy, such as '{said}'",
            )


def _example_of(slug: str, do: str, field: str) -> Action:
    whole = schema.schema(f"{slug}.actions")
    shown = [e for d in whole["$defs"].values() for e in d.get("examples", ())]
    fitting = [e for e in shown if isinstance(e, dict) and e.get("do") == do and field in e]
    return fitting[0] if fitting else {"do": do, field: []}


def _sayable(slug: str, shape: Any, within: str = "") -> bool:
    """Is there a way to write a value of this shape in words? A list may hold lists of plain
    values, and an object plain values.

    within: the types around it.
    """
    shape = resolve(slug, shape) if isinstance(shape, Mapping) else {}
    if either := shape.get("anyOf", shape.get("oneOf")):
        return any(_sayable(slug, p, within) for p in either if p.get("type") != "null")
    types = _types(shape)
    if not types or set(types) - {"array", "object"}:
        return True
    if "array" in types and within in ("", "array"):
        parts = (*shape.get("prefixItems", ()), shape.get("items", {}))
        return all(_sayable(slug, part, f"{within}array") for part in parts)
    if "object" in types and not within:
        parts = (*shape.get("properties", {}).values(), shape.get("additionalProperties", {}))
        return all(_sayable(slug, part, "object") for part in parts)
    return False


def action_shape(slug: str, fields: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The schema of the action that `fields` begins; None for one the game does not have."""
    whole = schema.schema(f"{slug}.actions")
    key = fields["do"]
    if key in whole.get("x-dispatch", {}):
        key = f"{key}.{fields.get(whole['x-dispatch'][key])}"
    shape: Mapping[str, Any] | None = whole["$defs"].get(key)
    return shape


def resolve(slug: str, shape: Mapping[str, Any]) -> Mapping[str, Any]:
    """`shape`, or what its local $ref names."""
    while "$ref" in shape:
        name = shape["$ref"].removeprefix("#/$defs/")
        shape = schema.schema(f"{slug}.actions")["$defs"][name]
    return shape


def coerce(slug: str, shape: Mapping[str, Any], text: str, mark: str = ",") -> Any:
    """`text` as the type the schema of its field asks for; left a string where it does not fit,
    so that the schema check names the place."""
    shape = resolve(slug, shape)
    options = [resolve(slug, s) for s in shape.get("anyOf", shape.get("oneOf", [shape]))]
    types = {t for s in options for t in _types(s)}
    if text == "none" and "null" in types:
        return None
    if "integer" in types and re.match(_INT, text):
        return int(text)
    if "array" in types:
        return _list(slug, next(s for s in options if "array" in _types(s)), text, mark)
    if "object" in types:
        return _pairs(slug, next(s for s in options if "object" in _types(s)), text)
    if "boolean" in types and text in ("true", "false"):
        return text == "true"
    return text


def _types(shape: Mapping[str, Any]) -> Sequence[str]:
    kind = shape.get("type", ())
    return [kind] if isinstance(kind, str) else list(kind)


def _list(slug: str, shape: Mapping[str, Any], text: str, mark: str) -> list[Any]:
    """The parts between the marks; lists among them are marked by colons."""
    parts = text.split(mark) if text else []
    first, others = shape.get("prefixItems", ()), shape.get("items", {})
    shapes = chain(first, repeat(others if isinstance(others, Mapping) else {}))
    return [coerce(slug, inner, part, ":") for part, inner in zip(parts, shapes, strict=False)]


def _pairs(slug: str, shape: Mapping[str, Any], text: str) -> dict[str, Any]:
    pairs: dict[str, Any] = {}
    for part in text.split(","):
        name, colon, value = part.partition(":")
        if not colon:
            raise Usage("action/pairs", f"{part!r} is not name:value", hint=PAIRS)
        if name in pairs:
            raise Usage("action/pairs", f"{name!r} stands twice in {text!r}", hint=PAIRS)
        inner = shape.get("properties", {}).get(name, shape.get("additionalProperties", {}))
        pairs[name] = coerce(slug, inner if isinstance(inner, Mapping) else {}, value)
    return pairs


def write(action: Action, slug: str | None = None) -> str:
    """An action in words that `parse` reads back; JSON in quotes where words cannot say it.

    slug: the game, whose schema gives the order of the fields; else as they stand.
    """
    parts = [str(action["do"])]
    for name in _order(action, slug):
        text = _value(action[name])
        if text is None:
            return "'" + _json(action) + "'"
        parts.append(f"{name}={text}")
    return " ".join(parts)


def _order(action: Action, slug: str | None) -> list[str]:
    names = [name for name in action if name != "do"]
    shape = action_shape(slug, action) if slug is not None else None
    known = list(shape.get("properties", {})) if shape is not None else []
    return sorted(names, key=lambda n: known.index(n) if n in known else len(known))


def _json(action: Any) -> str:
    import json

    return json.dumps(action, ensure_ascii=True, sort_keys=True)


def value(of: Any) -> str:
    """A field's value as it is typed; as JSON where words cannot say it."""
    text = _value(of)
    return _json(of) if text is None else text


def _value(value: Any) -> str | None:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return value if re.match(_PLAIN, value) and value != "none" else None
    if isinstance(value, dict):
        pairs = [(k, _value(v)) for k, v in value.items()]
        nested = any(isinstance(v, list | dict) for v in value.values())
        plain = (
            all(v is not None and re.match(_PLAIN, k) for k, v in pairs) and pairs and not nested
        )
        return ",".join(f"{k}:{v}" for k, v in pairs) if plain else None
    if isinstance(value, list):
        lists = any(isinstance(v, list) for v in value)
        return _joined(value, ",") if not lists else _joined_lists(value)
    return None


def _joined(values: Sequence[Any], mark: str) -> str | None:
    """Plain values; None if one of them is not."""
    if any(isinstance(v, list | dict) for v in values):
        return None
    parts = [text for v in values if (text := _value(v)) is not None]
    return mark.join(parts) if len(parts) == len(values) else None


def _joined_lists(values: Sequence[Any]) -> str | None:
    """Lists of plain values, none of them empty: `ann:4,cid:9`."""
    if not all(isinstance(v, list) and v for v in values):
        return None
    parts = [text for v in values if (text := _joined(v, ":")) is not None]
    return ",".join(parts) if len(parts) == len(values) else None
