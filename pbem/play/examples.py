"""The check of one action by its schema, with an example where a field is missing."""

from __future__ import annotations

from pbem.errors import Refused
from pbem.play import words
from pbem.script.requests import Action
from pbem.wire import schema

LACKING = ("schema/required", "schema/minProperties")


def check_action(slug: str, action: Action, at: str = "") -> None:
    """Is it one of the game's, with all its fields? Raises Refused("schema/...")."""
    try:
        schema.check_action(slug, action, at)
    except Refused as error:
        if error.code in LACKING and error.at == at:
            error.hint = _hint(slug, action) or error.hint
        raise


def _hint(slug: str, action: Action) -> str:
    """How such an action is written, and what there is to choose from; "" where none is known."""
    whole = schema.schema(f"{slug}.actions")
    variant = whole.get("x-dispatch", {}).get(action.get("do"))
    same = [k for k in ("do", variant) if k is not None]
    if any(not isinstance(action.get(k), str) for k in same):
        return ""
    shape = words.action_shape(slug, action) or {}
    shown = [*shape.get("examples", ()), *whole.get("examples", ())]
    fitting = [e for e in shown if all(e.get(k) == action[k] for k in same)]
    if not fitting:
        return ""
    said = [f"for example {words.write(fitting[0], slug)}"]
    for name in shape.get("required", ()):
        values = words.resolve(slug, shape["properties"][name]).get("enum")
        if name not in action and values is not None:
            said.append(f"{name} is one of {', '.join(map(words.value, values))}")
    return "; ".join(said)
