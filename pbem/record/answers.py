"""What an answer must be at the newest head: the rules of docs/protocol.md, Entries,
without running the script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager

from pbem.errors import Refused
from pbem.play.standing import check_actions
from pbem.record import author
from pbem.record.party import ARBITER, Party, check_distinct, from_join
from pbem.record.statements import Signed, raw
from pbem.record.table import Table
from pbem.wire import b64


def check_table(table: Table, statement: Signed, at: str = "") -> None:
    """Raises Refused("statement/open", "statement/other-table"), Refused("signature/bad") for a
    statement of this table that was made to name another."""
    if statement.kind == "open":
        raise Refused("statement/open", "a table is opened once", at=at)
    if statement.body["table"] != table.id_text:
        raise author.foreign(table, statement, at)


def check_place(table: Table, statement: Signed, at: str = "", *, signed: bool = True) -> None:
    """Entry number and head; after its signature, as what is said here is said of its author.

    signed: False where only a newer record could tell. Raises Refused("statement/...").
    """
    body = statement.body
    if body["n"] < table.n:
        raise Refused(
            "statement/stale",
            f"this {statement.kind} of {statement.by} answers turn {body['n']},"
            f" the table is at {table.n}",
            at=f"{at}/n",
            hint="make it again from the newest record",
        )
    if body["n"] > table.n:
        raise Refused(
            "statement/ahead",
            f"this {statement.kind} of {statement.by} answers turn {body['n']},"
            f" this record is at {table.n}"
            + ("" if signed else "; only a newer one tells whether it is signed rightly"),
            at=f"{at}/n",
            hint="get the newest record",
        )
    if body["head"] != table.head_text:
        raise other_head(table, statement, at)


def other_head(table: Table, statement: Signed, at: str = "") -> Refused:
    """A well-signed statement onto another head than this log has there. Its author is not to
    blame."""
    there = b64.decode(statement.body["head"])
    there_told, here_told = b64.apart(there, table.heads[statement.body["n"] - 1])
    by = statement.by
    return Refused(
        "statement/other-head",
        f"this {statement.kind} of {by} was signed onto another history of this table:"
        f" head {there_told}, here {here_told}",
        at=f"{at}/head",
        hint=f"it proves nothing against {by}, who was told another history: pbem compare with"
        f" the record of {by} shows where the two part, and who signed both",
    )


@contextmanager
def about(i: int) -> Iterator[None]:
    """What is refused within is the fault of answer `i`: its place is told from the entry on."""
    try:
        yield
    except Refused as error:
        error.at = f"/{i}{error.at}"
        raise


def check_answers(table: Table, answers: Sequence[Signed]) -> None:
    """Do these answers, in this order, complete the entry? Raises Refused."""
    if table.n == 1:
        _check_full(table.seats, answers, "join")
        _check_roster(table, answers)
    elif table.n == 2:
        _check_full(table.seats, answers, "ready")
    elif not answers:
        if table.dealing != "arbiter":
            raise Refused("entry/empty", "an entry without a statement")
    elif answers[0].kind == "join":
        _check_replacement(table, answers)
    else:
        with about(0):
            check_main(table, answers[0])
        _check_shares(table, answers)


def _check_full(seats: Sequence[str], answers: Sequence[Signed], kind: str) -> None:
    if [(a.by, a.kind) for a in answers] != [(s, kind) for s in seats]:
        raise Refused(
            "entry/incomplete", f"the entry needs one {kind} of every seat, in seat order"
        )


def _check_roster(table: Table, joins: Sequence[Signed]) -> None:
    check_keys(table, [from_join(j, f"/{i}") for i, j in enumerate(joins)])


def check_keys(table: Table, parties: Sequence[Party]) -> None:
    """No key, nonce or anchor twice at the table; the arbiter holds no seat, a host does.

    Raises Refused("key/twice", "key/host").
    """
    if table.dealing == "arbiter":
        check_distinct([table.parties[ARBITER], *parties])
        return
    check_distinct([*_opening(table), *parties])
    for party in parties:
        if (party.name == table.host) != (party.sign == table.host_key):
            raise Refused(
                "key/host",
                f"the host {table.host} joins with the key of the opening, and nobody else",
                hint="the host joins with the identity that opened the table",
            )


def _opening(table: Table) -> list[Party]:
    """Dealt by seats: the host as the open has it, which does not count as a seat's key."""
    if table.dealing == "arbiter":
        return []
    return [Party(table.host, b"", b"", raw(table.open, "nonce"), b"")]


def check_main(table: Table, statement: Signed) -> None:
    """A move of the awaited seat, or a lapse claimed against it."""
    awaited = table.awaited_seat
    if statement.kind == "move":
        if statement.by != awaited:
            raise Refused(
                "move/not-your-turn",
                f"{statement.by} moved, but {awaited} is awaited at turn {table.n}",
                at="/by",
            )
        check_actions(table.game.slug, statement.body)
        return
    if statement.kind != "lapse":
        raise Refused(
            "entry/kind", f"a {statement.kind} does not answer turn {table.n}", at="/kind"
        )
    _check_lapse(table, statement, awaited)


def _check_lapse(table: Table, statement: Signed, awaited: str | None) -> None:
    late = statement.body["late"]
    if table.policy["lapse"] == "never":
        raise Refused("lapse/policy", "this table's policy knows no lapse: nobody is passed here")
    if late != awaited:
        raise Refused("lapse/not-awaited", f"{late} is not awaited, {awaited} is", at="/late")
    if statement.by == late:
        raise Refused("lapse/by", f"{late} is awaited, and claims no lapse of itself", at="/by")
    if statement.by not in table.active():
        raise Refused("lapse/by", f"{statement.by} has resigned and claims no lapse", at="/by")


def claimants(table: Table, late: str) -> list[str]:
    """Who may claim the lapse of a seat, each after the time of the policy: the active seats in
    seat order, from the one behind it round the table. Only the claim of the first is in turn."""
    seats = table.seats
    start = seats.index(late)
    active = table.active()
    return [s for s in (*seats[start + 1 :], *seats[:start]) if s in active]


def sharers(table: Table, main: Signed) -> list[str]:
    """Dealt by seats: who owes a share when `main`, a move or a lapse, comes to a draw.
    The late seat of a lapse is silent: none is awaited of it."""
    silent = {main.by, main.body.get("late")}
    return [s for s in table.active() if s not in silent]


def _check_shares(table: Table, answers: Sequence[Signed]) -> None:
    main, shares = answers[0], answers[1:]
    due = sharers(table, main) if table.dealing == "seats" and "link" in main.body else []
    if [(a.by, a.kind) for a in shares] != [(s, "share") for s in due]:
        raise Refused("entry/shares", f"the entry needs the shares of {', '.join(due) or 'nobody'}")
    for i, share in enumerate(shares, 1):
        with about(i):
            check_names(share, main)


def check_names(statement: Signed, answered: Signed) -> None:
    """A share or consent names exactly the statement it goes with."""
    if statement.body["answers"] != [b64.encode(answered.id)]:
        raise Refused(
            "statement/answers",
            f"this {statement.kind} of {statement.by} goes with another statement",
            at="/answers",
            hint=f"{statement.by} signs no second {statement.kind} for this entry: pbem judge and"
            " pbem show tell whether it can still be completed",
        )


def check_replacement_join(table: Table, join: Signed) -> Party:
    """A join in the middle of the game: another identity for the awaited seat."""
    if table.policy["replace"] == "never":
        raise Refused(
            "replace/policy",
            "this table's policy knows no replacement: a seat stays with the key of the roster",
        )
    if join.by != table.awaited_seat:
        raise Refused(
            "replace/not-awaited", f"only the awaited seat, {table.awaited_seat}, can be replaced"
        )
    if len(table.seats) == 1:
        raise Refused("replace/one-seat", "a table with one seat has no replacement")
    party = from_join(join)
    # A former anchor would bring links back that everybody has read.
    check_distinct([*_opening(table), *table.former, *table.parties.values(), party])
    return party


def consenters(table: Table, seat: str) -> list[str]:
    """Who has to consent to a replacement of `seat`, in seat order."""
    with_old = table.policy["replace"] == "handover"
    return [s for s in table.active() if s != seat or with_old]


def _check_replacement(table: Table, answers: Sequence[Signed]) -> None:
    join, consents = answers[0], answers[1:]
    with about(0):
        check_replacement_join(table, join)
    due = consenters(table, join.by)
    if [(a.by, a.kind) for a in consents] != [(s, "consent") for s in due]:
        raise Refused("entry/consents", f"the entry needs the consents of {', '.join(due)}")
    for i, consent in enumerate(consents, 1):
        with about(i):
            check_names(consent, join)
            check_consent_link(consent, join.by)


def check_consent_link(consent: Signed, seat: str) -> None:
    """Every other seat's consent carries a link, the old key's never (docs/protocol.md)."""
    if ("link" in consent.body) == (consent.by == seat):
        raise Refused(
            "link/consent",
            "the consent of another seat carries a link, that of the old key none",
            at="/link",
        )


def check_show(move: Signed, allowed: AbstractSet[str]) -> None:
    """`show` holds what the actions need, and behind a draw what they may need (Runner.move)."""
    extra = sorted(set(move.body.get("show", {})) - allowed)
    if extra:
        raise Refused(
            "show/not-needed",
            f"the opening of {extra[0]} is shown, but no action needs it",
            at=f"/show/{extra[0]}",
        )


def link_too_many() -> Refused:
    return Refused(
        "link/too-many",
        "these actions come to no draw, so no link may come with them",
        at="/link",
        hint="a link shown is used up; write the move with pbem move",
    )
