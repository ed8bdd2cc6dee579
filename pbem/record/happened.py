"""What an entry came to, in the order in which it came: for an audit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.record.asked import DRAWS, NUMBERED
from pbem.record.table import Step

Note = dict[str, Any]


def happened(step: Step, notes: Sequence[Note]) -> list[Note]:
    """Answers, draws, events and what was dropped, in the order in which they came."""
    items: list[tuple[int, Note]] = []
    asked, q = iter(notes), 0
    listed = iter([x for x in step.listed if x.why is None])
    for done in step.done:
        if done.how == "served":
            note = next(asked)
            item: Note = {"what": note["ask"]}
            if note["ask"] not in DRAWS:
                item |= {k: note[k] for k in ("seat", "tokens", "onto") if k in note}
            if note["ask"] in NUMBERED:
                item["q"], q = q, q + 1
        else:
            item = {"what": done.how, "seat": done.seat, "action": done.action}
        if done.how == "list":
            by = next(listed)
            item |= {"signed_in": by.entry, "place": by.place}
        items.append((done.told, item))
    for end in step.listed:
        if end.why is not None:
            dropped: Note = {"what": "dropped", "seat": end.seat, "action": end.action}
            dropped |= {"signed_in": end.entry, "place": end.place}
            items.append((end.told, {**dropped, "why": end.why.message, "clause": end.why.clause}))
    return [*_with_events(step, items), *_stopped(step)]


def _with_events(step: Step, items: list[tuple[int, Note]]) -> list[Note]:
    items.sort(key=lambda item: item[0])  # keeps the order of what stands between two events
    result: list[Note] = []
    told = 0
    for place, item in [*items, (len(step.events), None)]:
        for event in step.events[told:place]:
            result.append({"what": "event", "clause": event.clause, "words": event.words()})
        told = max(told, place)
        if item is not None:
            result.append(item)
    return result


def _stopped(step: Step) -> list[Note]:
    """The rest of the move that was not played."""
    if step.stop is None:
        return []
    return [
        {
            "what": "stopped",
            "seat": step.by,
            "place": step.stop,
            "action": step.actions[step.stop],
            "why": step.why,
            "clause": step.why_clause,
        }
    ]
