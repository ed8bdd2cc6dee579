"""Who could have known or influenced what in an entry, in sentences (docs/protocol.md, 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.record.asked import NUMBERED
from pbem.record.party import ARBITER
from pbem.record.statements import Statement
from pbem.record.table import Step, Table

Note = Mapping[str, Any]
NOTHING = (
    "Nothing was drawn, shuffled or opened in this entry: there was no chance in it for anybody"
    " to know or to influence."
)


def of_opening(table: Table) -> list[str]:
    lines = ["Nothing is drawn yet."]
    if table.dealing == "arbiter":
        lines.append(
            "The anchor fixes every link that the arbiter can ever show here; the commitment"
            " `hidden` fixes the secret behind all face-down shuffles. Both were fixed before any"
            " seat had joined: of the seats the arbiter knew the names, which stand in the opening,"
            " and no anchor."
        )
    else:
        lines.append("The seats deal: there is no arbiter, and nothing can be hidden.")
    return lines


def of_entry(
    table: Table,
    step: Step,
    linked: Sequence[Sequence[str]],
    notes: Sequence[Note],
    bodies: Sequence[Statement],
) -> list[str]:
    """linked: by entry, whose links are in it; notes: what the rules asked for in this one."""
    if step.kind == "roster":
        return list(_of_roster(table))
    drawn = any(n["ask"] in NUMBERED for n in notes)
    lines = [*_of_links(table, step, linked, drawn), *_of_hidden(table, step, notes, bodies)]
    lines += _of_lists(step)
    if step.kind == "lapse":
        lines += _of_lapse(table, step, bodies)
    if step.kind == "replacement":
        lines.append(_of_replacement(table, step, bodies))
    if step.kind == "broken-off":
        lines.append(
            "The arbiter ended the table by his own word; that was open to him at any time."
        )
    return lines


def _of_roster(table: Table) -> Iterator[str]:
    yield (
        "Nothing is drawn yet. The anchors in the joins fix every link that each seat can ever"
        " show here, and nobody had seen a link of anybody."
    )
    yield (
        "In which order the joins came changes no draw. Who joined again changed the draws without"
        " being able to tell how."
    )
    yield (
        f"A second roster with other joins, signed by {_host(table)}, would be proof against"
        f" {_host(table)}."
    )


def _host(table: Table) -> str:
    return "the arbiter" if table.host == ARBITER else table.host


def _and(names: Sequence[str]) -> str:
    named = ["the arbiter" if n == ARBITER else n for n in names]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"


def _of_links(
    table: Table, step: Step, linked: Sequence[Sequence[str]], drawn: bool
) -> Iterator[str]:
    names = linked[step.n]
    if not names:
        if step.kind != "broken-off":
            yield NOTHING
        return
    if not drawn:
        yield from _of_later(step, names)
        return
    one = len(names) == 1
    links = f"{'link' if one else 'links'} of {_and(names)}"
    fixed = "It was fixed by an anchor" if one else "All of them were fixed by anchors"
    yield (
        f"What is drawn follows from the key before this entry and from the {links}, and from"
        f" nothing else. {fixed} before any was shown."
    )
    if step.kind == "start":
        yield from _of_start(table, names)
    else:
        by_seats = table.dealing == "seats"
        yield from (
            _of_shares(table, step, names) if by_seats else _of_turn(names[0], linked, step.n)
        )
        yield (
            "Had one of these links been in a statement that made no entry, refused or overtaken,"
            " whoever had that file knew the link before; no log can show it."
        )


def _of_later(step: Step, names: Sequence[str]) -> Iterator[str]:
    """Links in an entry that draws nothing."""
    links = f"links of {_and(names)} go" if len(names) > 1 else f"link of {_and(names)} goes"
    text = f"Nothing is drawn or shuffled here. The {links} into the key of later draws"
    if step.kind == "replacement":
        text += (
            ", so that the new anchor cannot have been picked for them: it was fixed before"
            " they were shown"
        )
    yield f"{text}."


def _of_start(table: Table, names: Sequence[str]) -> Iterator[str]:
    yield (
        f"Whoever of {_and(names)} was missing from a group, the group could neither know nor bend"
        " the setup: one honest party is enough."
    )
    if table.dealing == "arbiter":
        yield (
            "The arbiter's link came last: he was the first to know the setup, and could have left"
            " the table there. Then it would never have started."
        )
    else:
        yield (
            "The last one to be ready was the first to know the setup, and could have kept silent."
            " Then the table would never have started."
        )


def _of_shares(table: Table, step: Step, names: Sequence[str]) -> Iterator[str]:
    if len(names) == 1:
        lapse = step.kind == "lapse"
        done = "claimed the lapse" if lapse else "signed"
        choice = "choose by it whether and when to claim" if lapse else "suit the decision to it"
        yield (
            f"The link of {names[0]} is the only one in this entry: {names[0]} could know what"
            f" would be drawn before {names[0]} {done}, could not change it, but could {choice}."
        )
    else:
        then = "the claim would have made no entry"
        silent = then if step.kind == "lapse" else "the table would stand still here"
        yield (
            f"No group that lacked one of {_and(names)} could know or bend it. The last one to show"
            f" a link was the first to know, and could have kept silent: then {silent}."
        )
    without = [s for s in table.seats if s not in names]
    if without:
        yield f"No link of {_and(without)} is in it."


def _of_turn(mover: str, linked: Sequence[Sequence[str]], n: int) -> Iterator[str]:
    yield (
        f"{mover} signed before the arbiter's link was out, and so could not know it alone."
        f" The arbiter had {mover}'s link when he ruled, and so knew it first; alone he could"
        " change nothing in it. He could stop the table."
    )
    pair = {mover, ARBITER}
    others = [(k, [x for x in linked[k] if x not in pair]) for k in range(n)]
    newest = next(((k, names) for k, names in reversed(others) if names), None)
    if newest is None:
        since = "from the beginning, as nobody else's link is in the key"
    else:
        since = f"from entry {newest[0]} on, the last before it with a link of {_and(newest[1])}"
    yield (
        f"{mover} and the arbiter TOGETHER could work it out {since}. They could not change it, but"
        " suit their decisions to it. No log can show whether they did."
    )


def _of_hidden(
    table: Table, step: Step, notes: Sequence[Note], bodies: Sequence[Statement]
) -> Iterator[str]:
    out = table.secret is not None
    if any(n["ask"] == "shuffle" for n in notes):
        yield (
            "The order of cards shuffled face down was known to the arbiter as soon as he ruled,"
            " and to nobody else. "
            + (
                "It has been dealt again from the secret that entry 0 committed to: nobody chose"
                " it."
                if out
                else "Whether he stacked it can be checked when the secret comes out at the end;"
                " until then it is unproven."
            )
        )
    if any(n["ask"] == "look" for n in notes):
        yield (
            "What a seat looked at was sealed to its key: nobody else could read it but the"
            " arbiter. "
            + (
                "The sealed texts have been made again from the secret, byte for byte."
                if out
                else "Whether it is what was committed to is checked by that seat's program, and"
                " by everybody at the end."
            )
        )
    shown = bool(bodies and bodies[0].get("show"))
    if shown or any(n["ask"] == "open" for n in notes):
        yield (
            "Every card that was shown or opened fits the commitment made when it was hidden: it"
            " was not swapped. The arbiter knew it before; of the seats, those who had looked at"
            " it."
        )
    if step.kind == "replacement":
        yield f"Whoever holds the old key of {step.by} still knows what it was shown before."


def _of_lists(step: Step) -> Iterator[str]:
    for seat, entry in dict.fromkeys((x.seat, x.entry) for x in step.listed):
        if entry != step.n:
            yield (
                f"What {seat} signed beforehand in entry {entry} could be read by everybody from"
                " then on, and could not be taken back."
            )
    if step.then:
        yield (
            f"{step.by} has signed actions beforehand: from now on everybody can read them, and"
            f" {step.by} cannot take them back."
        )


def _of_lapse(table: Table, step: Step, bodies: Sequence[Statement]) -> Iterator[str]:
    late = f"That {step.late} was late is the word of"
    if table.dealing == "seats":
        shared = [s["by"] for s in bodies if s["kind"] == "share"]
        word = f"{step.by} and of {_and(shared)}, who shared" if shared else f"{step.by} alone"
        yield (
            f"{late} {word}: no file can show it. A move of {step.late} that had come in time was"
            f" to go first; {step.late}, who mailed it to everybody, can show it."
        )
    else:
        yield from _of_ruled_lapse(table, step)
    if step.finding:
        yield f"entry {step.n}: {step.finding}"


def _of_ruled_lapse(table: Table, step: Step) -> Iterator[str]:
    yield (
        f"That {step.late} was late is the word of {step.by} and {_host(table)}: no file can show"
        " it. A move that had come in time was to be ruled on instead; else the arbiter could"
        f" have taken the better of two results, and {step.late}, who mailed it to everybody, can"
        " show it."
    )


def _of_replacement(table: Table, step: Step, bodies: Sequence[Statement]) -> str:
    """Whose word it is that the seat was to be taken over."""
    agreed = [s["by"] for s in bodies if s["kind"] == "consent"]
    if step.by in agreed:
        return f"The old key of {step.by} consented to it: whoever held it gave the seat away."
    words = _and([*agreed, *([ARBITER] if table.dealing == "arbiter" else [])])
    return (
        f"That {step.by} was absent is the word of {words}: no file can show it. A move of"
        f" {step.by} that had come in time was to go first; {step.by}, who mailed it to everybody,"
        " can show it."
    )
