"""Where two JSON values differ: what changed between two public states, place by place, and what
a ruling says beside what is due."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Change = dict[str, Any]


def difference(before: Any, after: Any, at: str = "") -> Iterator[Change]:
    """The places where two JSON values differ, in the order of the keys.

    A change is `{"at", "before"?, "after"?}`, without the value that is not there; in a list it is
    `{"at", "place", "removed", "added"}`: what stood from that index on, and what stands there now.
    """
    if before == after:
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in [*before, *(k for k in after if k not in before)]:
            yield from _field(before, after, key, at)
    elif isinstance(before, list) and isinstance(after, list):
        change = _list(before, after, at)
        old, new = change["removed"], change["added"]
        if len(old) == len(new) == 1 and isinstance(old[0], dict | list):
            yield from difference(old[0], new[0], f"{at}/{change['place']}")
        else:
            yield change
    else:
        yield {"at": at, "before": before, "after": after}


def _field(
    before: Mapping[str, Any], after: Mapping[str, Any], key: str, at: str
) -> Iterator[Change]:
    place = f"{at}/{key}"
    if key not in after:
        yield {"at": place, "before": before[key]}
    elif key not in before:
        yield {"at": place, "after": after[key]}
    else:
        yield from difference(before[key], after[key], place)


def _list(before: Sequence[Any], after: Sequence[Any], at: str) -> Change:
    """What is the same at both ends is left out."""
    short = min(len(before), len(after))
    head = next((i for i in range(short) if before[i] != after[i]), short)
    same = (i for i in range(short - head) if before[-1 - i] != after[-1 - i])
    tail = next(same, short - head)
    return {
        "at": at,
        "place": head,
        "removed": list(before[head : len(before) - tail]),
        "added": list(after[head : len(after) - tail]),
    }


class Apart(NamedTuple):
    """A place where two values differ, as a JSON pointer, and both: None for nothing."""

    at: str
    says: Any
    due: Any


def apart(says: Any, due: Any, at: str = "") -> Iterator[Apart]:
    """The places where what is said is not what is due, in the order of what is due. Nothing at
    all is the same as an object or a list with nothing in it."""
    if says == due:
        return
    for kind in (dict, list):
        both = [kind() if value is None else value for value in (says, due)]
        if (says, due) != (None, None) and all(isinstance(value, kind) for value in both):
            first, second = (_named(value) for value in both)
            for key in [*second, *(k for k in first if k not in second)]:
                yield from apart(first.get(key), second.get(key), f"{at}/{key}")
            return
    yield Apart(at, says, due)


def _named(value: Any) -> Mapping[Any, Any]:
    return value if isinstance(value, Mapping) else dict(enumerate(value))
