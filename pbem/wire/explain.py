"""Why a value does not fit a schema, in words; loaded only when one does not.

Patterns of JSON Schema are those of ECMA-262. Python's differ in two ways that
matter: `$` also matches before a last line feed, and `\\d` takes all of Unicode.
Both are set right before the library sees the schema.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from pbem.errors import Refused
from pbem.wire.canon import pointer

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator as Fast

Schema = dict[str, Any]
LOOKED_AT = 1000
"""Of so many errors the best one is told: a list of a hundred thousand wrong things is a file
that somebody made to keep us busy."""
_DOLLAR = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|\$")
_TYPES = {
    "object": "an object",
    "array": "a list",
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


def refusal(
    schema: Schema, retrieve: Callable[[str], Schema], fast: Fast, value: Any, at: str
) -> Refused:
    """The Refused for a value that the fast validator refused."""
    error = best_match(islice(errors(schema, retrieve, value), LOOKED_AT))
    if error is None:
        return _from_fast(fast, value, at)
    where = at
    for step in error.absolute_path:
        where = pointer(where, step)
    message, hint = _words(error)
    return Refused(f"schema/{error.validator}", message, at=where, hint=hint)


def errors(
    schema: Schema, retrieve: Callable[[str], Schema], value: Any
) -> Iterator[ValidationError]:
    """What the explaining validator finds, nothing for a value that fits."""

    def resource(uri: str) -> Resource[Any]:
        return Resource.from_contents(_portable(retrieve(uri)), DRAFT202012)

    registry: Registry[Any] = Registry(retrieve=resource)  # type: ignore[call-arg]
    return Draft202012Validator(_portable(schema), registry=registry).iter_errors(value)


def _portable(schema: Any) -> Any:
    """The schema with its patterns as Python writes them."""
    if isinstance(schema, list):
        return [_portable(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    out: Schema = {}
    for key, part in schema.items():
        if key == "pattern" and isinstance(part, str):
            out[key] = _python_pattern(part)
        elif key == "patternProperties":
            out[key] = {_python_pattern(name): _portable(sub) for name, sub in part.items()}
        elif key in ("const", "enum", "examples", "default"):
            out[key] = part
        else:
            out[key] = _portable(part)
    return out


def _python_pattern(pattern: str) -> str:
    end = _DOLLAR.sub(lambda m: r"\Z" if m[0] == "$" else m[0], pattern)
    return "(?a:" + end + ")"


def _from_fast(fast: Fast, value: Any, at: str) -> Refused:
    """Where the two disagree the strict one counts, and says what it can."""
    try:
        for error in fast.iter_errors(value):
            for step in error.instance_path:
                at = pointer(at, step)
            return Refused(f"schema/{error.kind.name}", error.message[:200], at=at)
    except (ValueError, TypeError):
        pass
    return Refused("schema/type", "this is not JSON", at=at)


def _words(error: Any) -> tuple[str, str]:
    """Message and hint: what belongs in the place, where the schema says it."""
    belongs = str(error.schema.get("description", "")) if isinstance(error.schema, dict) else ""
    hint = f"what belongs there: {belongs[0].lower()}{belongs[1:].rstrip('.')}" if belongs else ""
    say = _SAY.get(str(error.validator))
    return (say(error) if say else f"it breaks the rule {error.validator} of its schema"), hint


def _short(value: Any) -> str:
    """The value as ASCII JSON, cut at 60 characters: it may be long, or hostile to a terminal."""
    text = json.dumps(value, ensure_ascii=True, default=repr)
    return text if len(text) <= 60 else text[:57] + "..."


def _list(values: Any) -> str:
    shown = [_short(value) for value in list(values)[:20]]
    return ", ".join(shown) + (", ..." if len(values) > 20 else "")


def _required(error: Any) -> str:
    missing = [name for name in error.validator_value if name not in error.instance]
    return f"{_list(missing)} is missing" if len(missing) == 1 else f"{_list(missing)} are missing"


def _additional(error: Any) -> str:
    known = error.schema.get("properties", {})
    unknown = [name for name in error.instance if name not in known]
    return f"there is no field {_list(unknown)} here; there are {_list(known) or 'none'}"


def _fewer(error: Any) -> str:
    """Of an object: which fields may be added, where the schema names them."""
    more = error.validator_value - len(error.instance)
    known = [name for name in error.schema.get("properties", {}) if name not in error.instance]
    if not known:
        return f"the object has fewer than {error.validator_value} fields"
    number = "one more field is" if more == 1 else f"{more} more fields are"
    return f"{number} needed, of {_list(known)}"


def _type(error: Any) -> str:
    wanted = error.validator_value
    names = [wanted] if isinstance(wanted, str) else wanted
    return f"{_short(error.instance)} is not " + " or ".join(_TYPES[name] for name in names)


def _alternatives(error: Any) -> str:
    said = dict.fromkeys(_words(part)[0] for part in error.context or ())
    if not said:
        return f"{_short(error.instance)} fits more than one shape"
    return "either of these has to be put right: " + "; or ".join(said)


def _surplus(error: Any) -> str:
    """Items behind the places that a list has."""
    return f"the list has more than {len(error.schema.get('prefixItems', ()))} items"


_SAY: dict[str, Callable[[Any], str]] = {
    "required": _required,
    "additionalProperties": _additional,
    "type": _type,
    "anyOf": _alternatives,
    "oneOf": _alternatives,
    "const": lambda e: f"{_short(e.instance)} is not {_short(e.validator_value)}",
    "enum": lambda e: f"{_short(e.instance)} is not one of {_list(e.validator_value)}",
    "pattern": lambda e: f"{_short(e.instance)} is not written as it should be",
    "minimum": lambda e: f"{_short(e.instance)} is less than {e.validator_value}",
    "maximum": lambda e: f"{_short(e.instance)} is more than {e.validator_value}",
    "minLength": lambda e: f"{_short(e.instance)} is shorter than {e.validator_value}",
    "maxLength": lambda e: f"{_short(e.instance)} is longer than {e.validator_value}",
    "minItems": lambda e: f"the list has fewer than {e.validator_value} items",
    "items": _surplus,
    "maxItems": lambda e: f"the list has more than {e.validator_value} items",
    "uniqueItems": lambda e: "something stands twice in this list",
    "minProperties": _fewer,
    "maxProperties": lambda e: f"the object has more than {e.validator_value} fields",
}
