"""A form, which is a family of actions, in words: from the JSON Schemas of its fields.

`spend gem=emerald set=DIE:FACE,...` and `1 or 2 of blue, green, red; FACE 1 to 6`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.play import words
from pbem.script.requests import Form
from pbem.wire.canon import SAFE

Shape = Mapping[str, Any]


def as_json(form: Form) -> dict[str, Any]:
    """A form as `moves` and `lab` tell it: with the members that are worth listing."""
    told = {"do": form.do, "example": form.example, "fields": form.fields}
    simple = list(form.simple())
    return {**told, "simple": simple} if simple else told


def pattern(slug: str, form: Form) -> str:
    """How a member of the form is written; what can vary is in capitals."""
    known = _properties(slug, form)
    if any(_is_nested(shape) for shape in form.fields.values()):
        return _as_text(form)
    parts = [form.do]
    for name in _names(known, form):
        shape = form.fields.get(name, {"const": form.example.get(name)})
        parts.append(f"{name}={_written(slug, shape, known.get(name, {}))}")
    return " ".join(parts)


def _is_nested(shape: Shape) -> bool:
    """A list of objects, for which words have no way of writing."""
    items = _parts(shape, "items")
    either = [*items.get("anyOf", ()), *items.get("oneOf", ()), items]
    return any(_is(part, "object") for part in either)


def _as_text(form: Form) -> str:
    """The pattern as JSON."""
    fields = [f'"{n}": {_bracketed(shape)}' for n, shape in form.fields.items()]
    return "'{" + ", ".join([f'"do": "{form.do}"', *fields]) + "}'"


def _bracketed(shape: Shape) -> str:
    if "const" in shape:
        return json.dumps(shape["const"])
    if _is(shape, "array"):
        return f"[{_name('', _parts(shape, 'items'), {}, 'ITEM')}, ...]"
    return _name("", shape, {}, "VALUE")


def ranges(slug: str, form: Form) -> str:
    """What may stand for the capitals; empty where the fields do not say."""
    known = _properties(slug, form)
    said = []
    for name in _names(known, form):
        if name not in form.fields:
            continue
        text = _range(slug, form.fields[name], known.get(name, {}), _by_key(form, name))
        if text:
            said.append(f"{name}: {text}")
    return "; ".join(said)


def _properties(slug: str, form: Form) -> Shape:
    """The fields as the game's action schema has them: there they have names for their parts."""
    shape = words.action_shape(slug, form.example)
    found: Shape = shape.get("properties", {}) if shape is not None else {}
    return found


def _names(known: Shape, form: Form) -> list[str]:
    names = [n for n in {**known, **form.fields} if n != "do"]
    return [n for n in names if n in form.fields or n in form.example]


def _written(slug: str, shape: Shape, known: Shape) -> str:
    if "const" in shape:
        return words.value(shape["const"])
    if _is(shape, "object"):
        key, value = _parts(shape, "propertyNames"), _parts(shape, "additionalProperties")
        old = words.resolve(slug, known)
        keys = _name(slug, key, _parts(old, "propertyNames"), "NAME")
        return f"{keys}:{_name(slug, value, _parts(old, 'additionalProperties'), 'VALUE')},..."
    if _is(shape, "array"):
        old = words.resolve(slug, known)
        return f"{_name(slug, _parts(shape, 'items'), _parts(old, 'items'), 'ITEM')},..."
    return _name(slug, shape, known, "VALUE")


def _by_key(form: Form, name: str) -> str:
    """Where not every key of an object may have the same numbers, those of each: `1 (pick), 1 to 2
    (lantern)`. The fields tell what holds for all keys; the simple members have the rest."""
    found: dict[str, list[int]] = {}
    for member in form.simple():
        part = member.get(name)
        for key, number in part.items() if isinstance(part, Mapping) else ():
            if type(number) is int:
                found.setdefault(key, []).append(number)
    said = {key: _between(min(of), max(of)) for key, of in found.items()}
    differ = len({*said.values()}) > 1
    return ", ".join(f"{of} ({key})" for key, of in said.items()) if differ else ""


def _range(slug: str, shape: Shape, known: Shape, by_key: str) -> str:
    if "const" in shape:
        return ""
    old = words.resolve(slug, known)
    if _is(shape, "object"):
        keys, values = _parts(shape, "propertyNames"), _parts(shape, "additionalProperties")
        number = _count(shape.get("minProperties", 0), shape.get("maxProperties"))
        parts = [_of(number, keys)]
        if inner := by_key or _values(values):
            name = _name(slug, values, _parts(old, "additionalProperties"), "VALUE")
            parts.append(f"{name} {inner}")
        return ", ".join(p for p in parts if p)
    if _is(shape, "array"):
        number = _count(shape.get("minItems", 0), shape.get("maxItems"))
        return _of(number, _parts(shape, "items"))
    return _values(shape)


def _of(number: str, shape: Shape) -> str:
    values = _values(shape)
    return f"{number or 'any'} of {values}" if values else number


def _is(shape: Shape, kind: str) -> bool:
    return shape.get("type") == kind


def _parts(shape: Shape, key: str) -> Shape:
    """What a schema says of its parts; it may say nothing, or yes and no alone."""
    found = shape.get(key)
    return found if isinstance(found, Mapping) else {}


def _name(slug: str, shape: Shape, known: Shape, otherwise: str) -> str:
    """A word in capitals for a value: its title, or the name of what the schema refers to."""
    for part in (shape, known, words.resolve(slug, known)):
        if isinstance(part.get("title"), str):
            return str(part["title"]).upper().replace(" ", "-")
        if "$ref" in part:
            return str(part["$ref"]).rpartition("/")[2].upper()
    return otherwise


def _values(shape: Shape) -> str:
    """Which values a schema allows, in words; empty where that cannot be said shortly."""
    if "const" in shape:
        return words.value(shape["const"])
    if "enum" in shape:
        return _listed(shape["enum"])
    for either in ("anyOf", "oneOf"):
        if either in shape:
            return " or ".join(filter(None, map(_values, shape[either])))
    kinds = shape.get("type", ())
    kinds = [kinds] if isinstance(kinds, str) else list(kinds)
    said = [text for kind in kinds if (text := _of_kind(kind, shape))]
    return " or ".join(said)


def _of_kind(kind: str, shape: Shape) -> str:
    if kind == "null":
        return "none"
    if kind == "boolean":
        return "true or false"
    return _between(shape.get("minimum"), shape.get("maximum")) if kind == "integer" else ""


def _listed(values: Sequence[Any]) -> str:
    """`1 to 6` for whole numbers in a row, else the values."""
    if all(type(v) is int for v in values) and len(values) > 2:
        first, last = values[0], values[-1]
        if list(values) == [*range(first, last + 1)]:
            return f"{first} to {last}"
    return " ".join(words.value(v) for v in values)


def _count(least: int, most: int | None) -> str:
    """How many there may be; nothing where any number may be."""
    if most is None:
        return f"{least} or more" if least > 1 else ""
    if least == most:
        return str(most)
    return f"up to {most}" if least <= 1 else f"{least} to {most}"


def _between(low: int | None, high: int | None) -> str:
    """A range of whole numbers; the largest that a file can hold is no bound."""
    if high is None or high >= SAFE - 1:
        return "a whole number" if low is None else f"{low} or more"
    if low is None:
        return f"up to {high}"
    return str(low) if low == high else f"{low} to {high}"
