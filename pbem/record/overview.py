"""A whole table for an auditor: results by seat, what stands out, statistics (docs/audit.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.play import words
from pbem.record import chances
from pbem.record.asked import DRAWS
from pbem.record.party import ARBITER
from pbem.record.statements import Statement
from pbem.record.table import Step, Table
from pbem.script.contract import Result
from pbem.script.requests import RESIGN
from pbem.wire import b64

Note = dict[str, Any]


def outcome(table: Table) -> Result | None:
    """How the game ended; None while it runs and where it was broken off."""
    state = table.runner.state
    return table.game.result(state) if table.runner.over and state is not None else None


def results(
    table: Table, entries: Sequence[Sequence[Statement]], final: Result | None
) -> list[Note]:
    """One object for each seat, in seat order, and one for the arbiter."""
    names = [*table.seats, *([ARBITER] if table.arbiter is not None else [])]
    rows = []
    for name in names:
        row: Note = {"seat": name, **_counts(table, name)}
        party = table.parties.get(name)
        if party is not None:
            said = (s for e in entries[: table.n] for s in e if s["by"] == name)
            row |= {"key": b64.encode(party.sign), "links": sum("link" in s for s in said)}
            row |= {"keys": _keys(entries[: table.n], name)}
        if final is not None and name in table.seats:
            row |= {"points": final.scores[name], "won": name in final.winners}
        rows.append(row)
    return rows


def _keys(entries: Sequence[Sequence[Statement]], name: str) -> list[Note]:
    """Every key that a party has had, and the entry from which it holds."""
    kind = "open" if name == ARBITER else "join"
    return [
        {"key": s["sign"], "since": n}
        for n, entry in enumerate(entries)
        for s in entry
        if (s["kind"], s["by"]) == (kind, name)
    ]


def _counts(table: Table, name: str) -> Note:
    steps = table.steps
    moves = [s for s in steps if s.kind == "move" and s.by == name]
    if name == ARBITER:
        return {"rulings": len(steps)}
    return {
        "moves": len(moves),
        "beforehand": sum(bool(s.then) for s in moves),
        "cut_short": sum(s.stop is not None for s in moves),
        "late": sum(s.late == name for s in steps),
        "claims": sum(s.kind == "lapse" and s.by == name for s in steps),
        "taken_over": sum(s.kind == "replacement" and s.by == name for s in steps),
        "looks": sum(look.seat == name for look in table.cards.looks),
        "resigned": any(_resigns(s, name) for s in steps),
    }


def _resigns(step: Step, name: str) -> bool:
    return any(d.action == RESIGN and d.seat == name for d in step.done)


def findings(table: Table, waiting: int = 0) -> list[Note]:
    """What an honest table may have, and a reader should know. n: the entry, where there is one."""
    found = [note for step in table.steps for note in _of_step(table, step)]
    if table.dealing == "arbiter" and table.secret is None and table.hidden_shuffles:
        number = table.hidden_shuffles
        shuffles = "1 hidden shuffle is" if number == 1 else f"{number} hidden shuffles are"
        found.append(
            {
                "what": "unproven",
                "words": f"{shuffles} unproven until the secret comes out at the end",
            }
        )
    if waiting:
        statements = "1 statement waits" if waiting == 1 else f"{waiting} statements wait"
        found.append({"what": "waiting", "words": f"{statements} for the next entry"})
    return found


def _of_step(table: Table, step: Step) -> Iterator[Note]:
    def note(what: str, words: str) -> Note:
        return {"n": step.n, "what": what, "words": words}

    if step.kind == "lapse":
        text = f"{step.late} was late: {step.by} claimed the lapse"
        if step.passed is not None:
            text += f"; played by default: {words.write(step.passed, table.game.slug)}"
        yield note("lapse", text)
        if step.finding:
            yield note("out-of-turn", step.finding)
    if step.kind == "replacement":
        yield note("taken-over", f"another identity took over the seat of {step.by}")
    for seat in table.seats:
        if _resigns(step, seat):
            yield note("resigned", f"{seat} resigned")
    if step.kind == "broken-off":
        yield note("broken-off", "the arbiter ended the table without a result")


def statistics(table: Table) -> list[Note]:
    """The public draws by kind and by the seat whose decision they followed."""
    found = chances.families(list(_drawings(table)), table.seats)
    return [_kind(family) for family in found]


def _drawings(table: Table) -> Iterator[chances.Drawing]:
    for step in table.steps:
        notes = [a for a in table.asked.get(step.n, ()) if a["ask"] in DRAWS]
        seat = "" if step.kind == "start" else step.by
        for drawn, note in zip(step.draws, notes, strict=True):
            yield chances.Drawing(seat, note, drawn.result)


def _kind(family: chances.Family) -> Note:
    sides = {"sides": family.sides} if family.sides else {}
    return {"draw": family.word, **sides, "rows": [_row(t) for t in family.tallies]}


def _row(tally: chances.Tally) -> Note:
    """seat: null for all together, "" for the start, which is everybody's."""
    chance = tally.chance
    numbers: Note = {}
    if chance is not None:
        numbers = {
            "chi_square": round(chance.chi_square, 2),
            "freedom": chance.freedom,
            "probability": round(chance.probability, 4),
            **({"pooled": list(chance.pooled)} if chance.pooled else {}),
        }
    return {
        "seat": tally.seat,
        "draws": tally.draws,
        "number": tally.number,
        "things": {
            thing: {"drawn": drawn, "expected": round(float(expected), 1)}
            for thing, (drawn, expected) in tally.things.items()
        },
        **numbers,
        "meaning": chances.meaning(tally),
    }


def tested(kinds: Sequence[Mapping[str, Any]]) -> int:
    """How many lines of the statistics have a probability: one of 20 fair ones is below 1/20."""
    return sum("probability" in row for kind in kinds for row in kind["rows"])
