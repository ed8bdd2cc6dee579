"""`pbem show`."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from pbem.cli import output
from pbem.cli.common import identity_option, json_option
from pbem.cli.position import Position, open_position
from pbem.play import standing, words
from pbem.play.standing import Listed
from pbem.record import clock, files, lateness, pending, standstill
from pbem.record.lateness import Waiting
from pbem.record.record import Record
from pbem.record.statements import Signed
from pbem.record.table import Step, Table
from pbem.script.requests import Action
from pbem.wire import b64
from pbem.wire.b64 import groups

if TYPE_CHECKING:  # not loaded by a command that needs no identity
    from pbem.record.desk import Desk

WIDTH = 80


@click.command("show")
@click.argument("record")
@click.option("--seat", metavar="NAME", help="The board as this seat may see it.")
@identity_option
@json_option
def command(record: str, seat: str | None, identity_file: str | None, as_json: bool) -> None:
    """The board as a seat may see it, what happened since its last move, who must act.

    With the seat's own identity it includes the cards that seat has looked at; without,
    only what everybody may see.
    """
    position = open_position(record, identity_file, seat, unread_too=True)
    if as_json:
        output.print_json(_as_json(position))
        return
    for text in [*_unread(position), *_text(position, record)]:
        output.line(text)


def _unread(position: Position) -> list[str]:
    """Said before the board, as that may be older than what was known here, or is forgotten."""
    error = position.unread
    if position.unkept is not None:
        why = f"The memory cannot be written: {output.clean(position.unkept.message)}."
        return [why, "So this computer does not remember that it has seen this record.", ""]
    if error is None:
        return []
    told = [
        f"The memory cannot be read: {output.clean(error.message)}.",
        "This record may be older than the one known here, and nothing is signed on it:",
        output.clean(error.hint),
    ]
    return [*told, ""]


def _text(position: Position, path: str) -> list[str]:
    table = position.record.table
    if position.view is None:
        return [*_before_start(position), *_waiting(position, path)]
    board = table.game.board(position.view)
    lines = [output.bold(board[0]), *board[1:], ""]
    steps = since(table, position.seat)
    if steps:
        told = [f"  {t}" for s in steps for t in tell(s, WIDTH - 2, table.game.slug)]
        lines += [f"What happened {_since_when(steps, position.seat)}:", *told, ""]
    if position.seat and not position.private and table.hidden:
        lines.append(f"(what everybody may see of {position.seat}; the identity shows the rest)")
    return lines + _waiting(position, path)


def _since_when(steps: Sequence[Step], seat: str | None) -> str:
    if seat is None:
        return "last"
    return "so far" if steps[0].kind == "start" else f"since {seat}'s last move"


def _before_start(position: Position) -> list[str]:
    table, there = position.record.table, {p.by for p in position.record.pending}
    word = "joined" if table.n == 1 else "ready"
    seats = [f"  {s}: {word if s in there else 'not ' + word + ' yet'}" for s in table.seats]
    return [f"{table.game.title}: not started", *seats, ""]


def since(table: Table, seat: str | None) -> Sequence[Step]:
    """The steps after this seat's last move (a spectator: the last one), oldest first."""
    if seat is None:
        return table.steps[-1:]
    last = max((i for i, s in enumerate(table.steps) if s.by == seat and s.n >= 3), default=-1)
    steps = table.steps[max(last, 0) :]
    return [s for s in steps if s.n >= 2]


def tell(step: Step, width: int = WIDTH, slug: str | None = None) -> list[str]:
    """One entry in words, in lines of at most `width` characters. slug: the game's."""
    lines = []
    for text in _told(step, slug):
        indent = "     " if text.startswith(" ") else "   "
        lines += wrap(text, width, subsequent_indent=indent, break_on_hyphens=False)
    return lines


def _told(step: Step, slug: str | None) -> list[str]:
    did = several(step.actions, slug)
    head = {
        "roster": "everybody has a seat",
        "start": "the game starts",
        "move": f"{step.by}: {did}",
        "lapse": f"{step.late} is late: {step.by} claims the lapse",
        "replacement": f"{step.by} is taken over by another identity",
        "broken-off": "the arbiter ends the table without a result",
    }.get(step.kind, step.kind)
    lines = [f"{step.n}. {output.clean(head)}"]
    if step.then:
        lines.append(f"   signed beforehand: {several(step.then, slug)}")
    lines += _happened(step, slug)
    if step.stop is not None:
        lines.append(f"   (stopped before action {step.stop + 1}: {output.clean(step.why)})")
    if step.note:
        lines.append(f"   {step.by} writes: {output.clean(step.note)}")
    return lines


def _happened(step: Step, slug: str | None) -> list[str]:
    """The events, and between them what was played for a late seat and by lists."""
    events = [f"   {output.clean(e.words())}" for e in step.events]
    for listed in reversed(step.listed):  # from the end, so that the places before it stay
        events.insert(listed.told, f"   {by_list(listed, slug)}")
    if step.passed is not None:  # it comes before all else
        events.insert(0, f"   {step.late}, by default: {several([step.passed], slug)}")
    return events


def by_list(listed: Listed, slug: str | None) -> str:
    """What became of an action signed beforehand."""
    return output.clean(standing.told(listed, slug))


def several(actions: Sequence[Action], slug: str | None) -> str:
    return output.clean("; ".join(words.write(a, slug) for a in actions))


def _standing(table: Table) -> list[str]:
    """What seats have signed beforehand and is not played yet."""
    lines = []
    for seat, actions in table.standing().items():
        text = f"{seat} has signed beforehand: {several(actions, table.game.slug)}"
        lines += wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return lines


def _waiting(position: Position, path: str) -> list[str]:
    table, name = position.record.table, files.shown(path)
    lines = [f"entry {table.n - 1} of the log, head {groups(table.head)}"]
    if table.over:
        return [*lines, f"The game is over: pbem verify {name} checks all of it."]
    lines += _standing(table)
    if stuck := standing_still(position.record, position.memory):
        return [*lines, *stuck]
    lines.append(awaiting(position.record))
    lines += ways_left(position.record, position.memory)
    own = position.desk.seat(position.record) if position.desk else None
    if own is not None and own == table.awaited_seat and not _has_answered(position, own):
        lines.append(f"You are awaited: pbem moves {name} lists what you may do.")
    return [*lines, *_late(position, own, name)]


def _has_answered(position: Position, own: str) -> bool:
    """Has the seat signed what it signs nothing beside, as far as is known here? A move that is
    in the memory alone may never have left, and can be sent, or changed."""
    answer = position.memory.own_answer(position.record) if position.memory else None
    answer = None if answer and answer["kind"] == "move" else answer
    here = standstill.entry(position.record.table, position.record.pending, answer)
    return here is not None and own in here.taken


def _late(position: Position, own: str | None, name: str) -> list[str]:
    """Since when the awaited seat is awaited, who may claim a lapse, and what is claimed."""
    record, now = position.record, clock.now()
    waiting = _since_known(position)
    lines = []
    if waiting is not None:
        told = lateness.told(waiting, now, own)
        lines += wrap(told, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    if lateness.claimed(record):
        lines += claims(record)
    elif waiting is not None and own in waiting.free and waiting.claimant(now) == own:
        lines.append(f"You may claim the lapse: pbem lapse {name}")
    return lines


def _since_known(position: Position) -> Waiting | None:
    return position.memory.waiting(position.record) if position.memory else None


def claims(record: Record) -> list[str]:
    """The lapses that are claimed."""
    policy = record.table.policy["lapse"]
    found = [p for p in record.pending if p.kind == "lapse"]
    return [f"{c.by} claims that {c.body['late']} is late (policy: {policy})." for c in found]


def standing_still(record: Record, desk: Desk | None, besides: Sequence[Signed] = ()) -> list[str]:
    """That the entry cannot be completed any more, if that is so. besides: what is known besides
    the record and one's own answer."""
    own = desk.own_answer(record) if desk is not None else None
    return standstill.told(record.table, record.pending, own, besides)


def ways_left(record: Record, desk: Desk | None, besides: Sequence[Signed] = ()) -> list[str]:
    """Where somebody has consented: how the entry can still be completed."""
    own = desk.own_answer(record) if desk is not None else None
    return standstill.ways(record.table, record.pending, own, besides)


def awaiting(record: Record) -> str:
    """Who is awaited, and for what."""
    table, awaited = record.table, pending.missing(record.table, record.pending)
    if table.n > 2 and table.dealing == "seats" and standstill.settled(table, record.pending):
        return "waiting for whoever sees that the time is up (pbem judge --time-is-up)"
    what = _for_what(table, awaited, record.pending)
    return f"waiting for {', '.join(awaited)}{what}"


def _for_what(table: Table, awaited: Sequence[str], waiting: Sequence[Signed]) -> str:
    """What those awaited have to do, and the command for it."""
    if awaited == [table.host] and (answers := pending.complete(table, waiting)) is not None:
        if answers[0].kind == "lapse":
            return " to rule on the claim (pbem judge --time-is-up)"
        return " to rule (pbem judge)"
    if table.n <= 2:
        return " to join (pbem join)" if table.n == 1 else " to be ready (pbem ready)"
    main = pending.wanted(table, waiting)
    if main is None:
        return " to move (pbem move)"
    return {
        "join": f" to consent to the replacement of {main.by}'s old key (pbem consent)",
        "lapse": " to share in the draw of the lapse (pbem judge --time-is-up)",
        "move": " to share in the draw (pbem judge)",
    }[main.kind]


def _as_json(position: Position) -> dict[str, Any]:
    table, view = position.record.table, position.view
    result: dict[str, Any] = {
        "ok": True,
        "table": b64.encode(table.id),
        "n": table.n,
        "head": b64.encode(table.head),
        "seat": position.seat,
        "private": position.private,
        "awaited": pending.missing(table, position.record.pending),
        "over": table.over,
        "stands_still": standing_still(position.record, position.memory),
        "ways_left": ways_left(position.record, position.memory),
        "then": table.standing(),
        "since": [t for s in since(table, position.seat) for t in tell(s, slug=table.game.slug)],
    }
    if position.unread is not None:
        result["unread"] = output.as_object(position.unread)
    if position.unkept is not None:
        result["unkept"] = output.as_object(position.unkept)
    if (waiting := _since_known(position)) is not None:
        result["waiting"] = _waiting_json(waiting)
    if view is not None:
        result["state"] = dict(view.state)
        result["faces"] = dict(view.faces)
        result["board"] = table.game.board(view)
        if view.result is not None:
            final = view.result
            result["result"] = {
                "winners": list(final.winners),
                "scores": dict(final.scores),
                "why": final.why,
            }
    return result


def _waiting_json(waiting: Waiting) -> dict[str, Any]:
    """Times in seconds since 1970. claims: when the right to claim is whose, from now on."""
    now = clock.now()
    claims = [{"seat": s, "from": waiting.opens(s, now)} for s in waiting.free]
    return {"for": waiting.late, "since": waiting.since, "late_from": waiting.due, "claims": claims}
