"""Statements on the newest head that do not make an entry yet.

Each is checked as if it stood in the entry; the script is tried on a clone, so a bad
one changes nothing. At most one per party and kind, in seat order.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Refused, placed
from pbem.play.dealers import DryDealer, ReachesDraw
from pbem.record import answers as rules
from pbem.record import author
from pbem.record.party import from_join
from pbem.record.statements import Signed, check_signature, raw
from pbem.record.table import Table

ONE_ONLY = ("move", "ready", "share", "consent")
"""Kinds of which a party signs one per head; two valid ones are proof (docs/protocol.md)."""


def check(table: Table, statement: Signed, others: Sequence[Signed], at: str = "") -> None:
    """Could `statement` be in the next entry, together with `others`? Raises Refused.

    at: its place in the file that was read.
    """
    with placed(at):
        _check(table, statement, others)


def _check(table: Table, statement: Signed, others: Sequence[Signed]) -> None:
    rules.check_table(table, statement)
    signed = author.check(table, statement)
    if statement.kind == "ruling":
        raise Refused("ruling/alone", "a ruling is no answer")
    if table.over:
        raise Refused("statement/game-over", "the game is over: nothing more can be said")
    rules.check_place(table, statement, signed=signed)
    check_signature(statement, table.signer(statement))  # the key of now, and no former one
    if table.n == 1:
        _check_join(table, statement, others)
    elif table.n == 2:
        _check_kind(table, statement, "ready")
        _check_own_link(table, statement)
    else:
        _check_turn(table, statement, others)


def _check_kind(table: Table, statement: Signed, kind: str) -> None:
    if statement.kind != kind:
        raise Refused(
            "entry/kind",
            f"a {statement.kind} of {statement.by} where a {kind} of every seat is awaited",
            at="/kind",
        )


def _check_join(table: Table, join: Signed, others: Sequence[Signed]) -> None:
    _check_kind(table, join, "join")
    rest = [from_join(o) for o in others if o.by != join.by]
    rules.check_keys(table, [*rest, from_join(join)])


def _check_turn(table: Table, statement: Signed, others: Sequence[Signed]) -> None:
    kind = statement.kind
    if kind in ("move", "lapse"):
        rules.check_main(table, statement)
        check_link_rule(table, statement)
    elif kind == "join":
        rules.check_replacement_join(table, statement)
    elif kind == "consent":
        join = _partner(others, statement, ("join",))
        rules.check_names(statement, join)
        rules.check_consent_link(statement, join.by)
        if statement.by not in rules.consenters(table, join.by):
            raise Refused("statement/not-due", f"no consent of {statement.by} is due")
        _check_own_link(table, statement)
    elif kind == "share":
        main = _partner(others, statement, ("move", "lapse"))
        rules.check_names(statement, main)
        due = rules.sharers(table, main) if "link" in main.body else []
        if table.dealing != "seats" or statement.by not in due:
            raise Refused("statement/not-due", f"no share of {statement.by} is due")
        _check_own_link(table, statement)
    else:
        raise Refused("entry/kind", f"a {kind} does not answer turn {table.n}", at="/kind")


def _check_own_link(table: Table, statement: Signed) -> None:
    if "link" in statement.body:
        table.parties[statement.by].check_link(raw(statement, "link"))


def _partner(others: Sequence[Signed], statement: Signed, kinds: tuple[str, ...]) -> Signed:
    fit = [o for o in others if o.kind in kinds]
    named = [o for o in fit if answers(statement, o)]
    if fit:
        return (named or fit)[0]
    raise Refused(
        "statement/alone",
        f"this {statement.kind} of {statement.by} goes with a {' or '.join(kinds)}"
        " that is not here yet",
        hint="bring that file first",
    )


def check_link_rule(table: Table, statement: Signed) -> None:
    """A move or lapse carries a link exactly when it comes to a draw, if only by lists signed
    beforehand. Tries the actions on a clone: raises Illegal, Refused("link/...", "show/...")."""
    reaches = _reaches(table, statement)
    if reaches and "link" not in statement.body:
        raise Refused(
            "link/missing",
            "these actions come to a draw, so a link has to come with them",
            at="/link",
            hint="write the move with pbem move: it adds the link where one is due",
        )
    if not reaches and "link" in statement.body:
        raise rules.link_too_many()
    _check_own_link(table, statement)


def _reaches(table: Table, statement: Signed) -> bool:
    runner, dealer = table.runner.clone(), DryDealer()
    if statement.kind == "lapse":
        try:
            runner.lapse(statement.body["late"], dealer)
        except ReachesDraw:
            return True
        return False
    shown = table.cards.read_show(statement.by, statement.body.get("show", {}))
    body = statement.body
    try:
        played = runner.move(statement.by, body["actions"], shown, dealer, body.get("then", ()))
    except ReachesDraw:
        rules.check_show(statement, runner.allowed)
        return True
    rules.check_show(statement, played.allowed)
    return False


def complete(table: Table, pending: Sequence[Signed]) -> list[Signed] | None:
    """The answers of the next entry in their order, if `pending` holds all of them."""
    if table.n <= 2:
        by_seat = {p.by: p for p in pending}
        if all(s in by_seat for s in table.seats):
            return [by_seat[s] for s in table.seats]
        return None
    # What everybody has consented to goes before a claim, which waits for somebody's word.
    for main in sorted(mains(table, pending), key=lambda main: main.kind == "lapse"):
        if (rest := _rest(table, main, pending)) is not None:
            return [main, *rest]
    return None


def mains(table: Table, pending: Sequence[Signed]) -> list[Signed]:
    """What can stand first in an entry, in the order of preference: a move goes before a claim,
    and of two claims the one in turn before the other."""
    moves, lapses, joins = ([p for p in pending if p.kind == k] for k in MAIN)
    if lapses:
        order = rules.claimants(table, lapses[0].body["late"])
        lapses.sort(key=lambda claim: order.index(claim.by))
    return [*moves, *lapses, *joins]


def wanted(table: Table, pending: Sequence[Signed]) -> Signed | None:
    """The statement that shares or consents are to go with. A seat shares once per head, so
    one that has a share already goes on; another one could not be completed any more."""
    all_ = mains(table, pending)
    others = [p for p in pending if p.kind in ("share", "consent")]
    begun = [m for m in all_ if any(answers(o, m) for o in others)]
    return next(iter(begun or all_), None)


def _rest(table: Table, main: Signed, pending: Sequence[Signed]) -> list[Signed] | None:
    kind, due = partners(table, main)
    found = {p.by: p for p in pending if p.kind == kind and answers(p, main)}
    if any(seat not in found for seat in due):
        return None
    return [found[seat] for seat in due]


def answers(statement: Signed, main: Signed) -> bool:
    """Does this statement, if it is a share or consent, name `main`?"""
    return statement.answers == [main.id]


def partners(table: Table, main: Signed) -> tuple[str, list[str]]:
    """What has to come with `main` to complete the entry: a kind, and whose."""
    if main.kind == "join":
        return "consent", rules.consenters(table, main.by)
    if table.dealing == "seats" and "link" in main.body:
        return "share", rules.sharers(table, main)
    return "share", []


def missing(table: Table, pending: Sequence[Signed]) -> list[str]:
    """Who is awaited now: parties whose statement the next entry lacks; then the arbiter."""
    if table.over:
        return []
    if table.n <= 2:
        there = {p.by for p in pending}
        absent = [s for s in table.seats if s not in there]
        return absent or [table.host]
    if complete(table, pending) is not None:
        return [table.host]
    main = wanted(table, pending)
    if main is not None:
        kind, due = partners(table, main)
        there = {p.by for p in pending if p.kind == kind and answers(p, main)}
        return [s for s in due if s not in there]
    return [s for s in (table.awaited_seat,) if s is not None]


MAIN = ("move", "lapse", "join")
KIND_ORDER = ("join", "ready", "move", "lapse", "share", "consent")


def in_order(table: Table, pending: Sequence[Signed]) -> list[Signed]:
    """The order in which a record holds them: by kind as above, then by seat."""
    return sorted(pending, key=lambda p: (KIND_ORDER.index(p.kind), table.seats.index(p.by)))
