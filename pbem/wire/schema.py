"""Checking values against the JSON Schemas that come with the program.

A fast validator says yes or no. Only a value it refuses is looked at again, by
the library that can explain. What may have several shapes is dispatched by its
name first, so an explanation is always about the shape that was meant.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from pbem.errors import Refused
from pbem.wire import kinds
from pbem.wire.canon import pointer
from pbem.wire.resources import text as resource

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator as Fast

Schema = dict[str, Any]
Load = Callable[[str], str]
"""From a schema's name to its JSON text; raises Refused for an unknown name."""

KINDS = ("open", "join", "ready", "move", "lapse", "share", "consent", "ruling")
"""Kinds of statement."""
RESIGN: Schema = {
    "type": "object",
    "properties": {"do": {"const": "resign"}},
    "required": ["do"],
    "additionalProperties": False,
}
"""An action that every game takes, unless its file says so itself."""


class Schemas:
    """Validators of named schemas, each read and built once, when first needed."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._added: dict[str, str] = {}
        self._schemas: dict[str, Schema] = {}
        self._fast: dict[tuple[str, str], Fast] = {}
        self._shapes: dict[str, dict[str, list[str]]] = {}

    def add(self, name: str, text: str) -> None:
        """Know one schema more, such as the actions of a game that is installed besides."""
        self._added[name] = text
        self._schemas.pop(name, None)
        self._shapes.pop(name, None)
        self._fast = {key: fast for key, fast in self._fast.items() if key[0] != name}

    def schema(self, name: str) -> Schema:
        """The schema as JSON. Raises Refused("resource/unknown"). Not to be changed."""
        if name not in self._schemas:
            text = self._added[name] if name in self._added else self._load(name)
            try:
                self._schemas[name] = dict(json.loads(text))
            except (ValueError, TypeError) as error:
                raise _broken(name) from error
        return self._schemas[name]

    def check(self, name: str, value: Any, *, at: str = "") -> None:
        """Raise Refused("schema/<keyword>") if `value` does not fit the schema `name`.

        `at` is the JSON pointer of `value` in what was read.
        """
        kinds.check(name, value, at)
        self._check(name, "", value, at)

    def check_statement(self, statement: Any, at: str = "") -> None:
        """Check a statement by its kind. Raises Refused("schema/...")."""
        kinds.check_statement(statement, at)
        kind = _field(statement, "kind", at, KINDS, "schema/unknown-kind")
        self._check(f"statement.{kind}", "", statement, at)

    def check_evidence(self, evidence: Any, at: str = "") -> None:
        """Check an evidence file by what it proves. Raises Refused("schema/...")."""
        kinds.check("evidence", evidence, at)
        shapes = self.schema("evidence")["$defs"]
        what = _field(evidence, "what", at, shapes, "schema/unknown-what")
        self._check("evidence", what, evidence, at)

    def check_action(self, slug: str, action: Any, at: str = "") -> None:
        """Check one action of the game `slug` by what it does. Raises Refused("schema/...")."""
        name = f"{slug}.actions"
        shapes = self.shapes(name)
        do = _field(action, "do", at, shapes, "schema/unknown-action", self.schema(name))
        field = self.schema(name).get("x-dispatch", {}).get(do)
        if field is None:
            self._check(name, do, action, at)
            return
        variant = _field(action, field, at, shapes[do], f"schema/unknown-{field}")
        self._check(name, f"{do}.{variant}", action, at)

    def faulty_fields(self, slug: str, action: Any) -> set[str]:
        """Of an action that the game has: the fields whose values are not of their form."""
        from pbem.wire.explain import errors

        name, part = f"{slug}.actions", action["do"]
        if (field := self.schema(name).get("x-dispatch", {}).get(part)) is not None:
            part = f"{part}.{action.get(field)}"
        if part not in self.part(name, part)["$defs"]:
            return {"do" if field is None else field}
        found = errors(self.part(name, part), self.retrieve, action)
        return {str(error.absolute_path[0]) for error in found if error.absolute_path}

    def shapes(self, name: str) -> dict[str, list[str]]:
        """What a file of actions knows, and for each the variants it has ([]: one shape only)."""
        if name not in self._shapes:
            try:
                self._shapes[name] = _find_shapes(self.schema(name))
            except (AttributeError, KeyError, TypeError) as error:
                raise _broken(name) from error
        return self._shapes[name]

    def _check(self, name: str, part: str, value: Any, at: str) -> None:
        key = (name, part)
        fast = self._fast.get(key)
        if fast is None:
            fast = self._fast[key] = self._build(name, part)
        if not _is_valid(fast, value):
            from pbem.wire.explain import refusal

            raise refusal(self.part(name, part), self.retrieve, fast, value, at)

    def part(self, name: str, part: str) -> Schema:
        """One shape of a file, `#/$defs/<part>`, with all the file's definitions; or all of it."""
        schema = self.schema(name)
        if not part:
            return schema
        definitions = {"resign": RESIGN} | schema["$defs"]
        step = pointer("#/$defs", part)
        return {"$defs": definitions, "$ref": step}

    def _build(self, name: str, part: str) -> Fast:
        import jsonschema_rs

        schema = self.part(name, part)
        try:
            return jsonschema_rs.Draft202012Validator(schema, retriever=self.retrieve)
        except (ValueError, jsonschema_rs.ReferencingError) as error:
            raise _broken(name) from error

    def retrieve(self, uri: str) -> Schema:
        """A schema that another refers to by its `$id`; nothing is ever fetched."""
        return self.schema(uri.rpartition(":")[2])


def _broken(name: str) -> Refused:
    return Refused(
        "game/broken",
        f"the schema {name} cannot be used",
        hint="ask who made this game; docs/games.md tells what a game has to bring",
    )


def _find_shapes(schema: Schema) -> dict[str, list[str]]:
    dispatch = schema.get("x-dispatch", {})
    shapes: dict[str, list[str]] = {do: [] for do in dispatch}
    for key, shape in schema["$defs"].items():
        do, _, variant = key.partition(".")
        if do in dispatch and variant:
            shapes[do].append(variant)
        elif "do" in shape.get("properties", {}):  # else a part that others refer to
            shapes[key] = []
    return {"resign": []} | shapes


def _is_valid(fast: Fast, value: Any) -> bool:
    try:
        return fast.is_valid(value)
    except (ValueError, TypeError):  # a value that is not JSON
        return False


def _field(
    value: Any, field: str, at: str, known: Collection[str], code: str, file: Schema | None = None
) -> str:
    """The string in `field` that says which shape is meant; one of `known`, as `file` has them."""
    if not isinstance(value, dict):
        raise Refused("schema/type", "an object is wanted here", at=at)
    if field not in value:
        hint = _among(field, known, file)
        raise Refused("schema/required", f'"{field}" is missing', at=at, hint=hint)
    name = value[field]
    if not isinstance(name, str) or name not in known:
        raise Refused(
            code,
            f"there is no {'action' if field == 'do' else field} {_short(name)} here",
            at=pointer(at, field),
            hint=_among(field, known, file),
        )
    return name


def _among(field: str, known: Collection[str], file: Schema | None) -> str:
    """What there is to choose from: not what is played only for somebody who is late or gone."""
    shapes = file["$defs"] if file else {}
    chosen = [name for name in known if not shapes.get(name, {}).get("x-default-only")]
    return f"{field} is one of: " + ", ".join(sorted(chosen))


def _short(value: Any) -> str:
    """The value as ASCII JSON, cut at 60 characters."""
    text = json.dumps(value, ensure_ascii=True, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


_DEFAULT = Schemas(lambda name: resource("schemas", name))
add = _DEFAULT.add
schema = _DEFAULT.schema
check = _DEFAULT.check
check_statement = _DEFAULT.check_statement
check_action = _DEFAULT.check_action
check_evidence = _DEFAULT.check_evidence
faulty_fields = _DEFAULT.faulty_fields
shapes = _DEFAULT.shapes
