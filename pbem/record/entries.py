"""Entries: what completes one, what a ruling on it must say, and what it changes.

| n | answers | then |
|---|---|---|
| 1 | a join of every seat | ruling |
| 2 | a ready of every seat | ruling with the setup |
| 3.. | move or lapse (dealt by seats: and shares) | ruling |
| 3.. | join for the awaited seat, consents | ruling |
| last, in need | none | ruling with the secret |

With dealing `seats` only entry 1 has a ruling, the host's.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pbem.errors import Cheat, Refused
from pbem.fair.draws import next_key
from pbem.fair.hashes import state_hash
from pbem.play.outcome import Illegal, Played
from pbem.record import answers as rules
from pbem.record import asked
from pbem.record.dealing import Place, TableDealer
from pbem.record.difference import apart
from pbem.record.party import ARBITER, from_join
from pbem.record.statements import Signed, check_signature, raw
from pbem.record.table import Step, Table
from pbem.script.requests import Look
from pbem.wire import b64

PARTS = ("draws", "tokens", "opened", "looks", "stop", "dropped", "state", "secret")
TOLD = ("draws", "stop", "dropped")
"""Parts whose two values a person can read, and an error tells."""
LONGEST = 200
SHORT = 70
"""Characters of a value that an error tells of the other parts: a commitment has 45."""
NO_PLAY = Played(None, None, False, False, frozenset())


def wants_ruling(table: Table) -> bool:
    """Does the next entry end with a ruling?"""
    return table.dealing == "arbiter" or table.n == 1


def apply(table: Table, entry: Sequence[Signed], *, trusted: bool = False) -> None:
    """Check a complete entry and go one on. `trusted`: its signatures were checked before.

    Raises Refused for a broken entry; Cheat where a ruling with a good signature vouches
    for what is not right.
    """
    at = f"/entries/{table.n}"
    answers, ruling = split(table, entry, at)
    where = f"{at}/{len(answers)}"
    if ruling is not None:
        rules.check_table(table, ruling, where)
        if not trusted:
            check_signature(ruling, table.signer(ruling), where)
        rules.check_place(table, ruling, where)
    if not trusted:
        for i, statement in enumerate(answers):
            check_signature(statement, table.signer(statement), f"{at}/{i}")
    if ruling is None:
        _check_headers(table, answers, at)
        parts = resolve(table, answers, None, None)
        commit(table, answers, None, parts)
        return
    _check_ids(answers, ruling, at)
    try:
        _check_headers(table, answers)
        parts = resolve(table, answers, ruling.body, None)
        _compare(parts.ruling, ruling.body)
    except Cheat:
        raise
    except Refused as error:
        raise blame(table, error, at, where) from error
    if parts.ends and "secret" not in ruling.body:
        raise _no_secret(where)
    commit(table, answers, ruling, parts)


def _check_headers(table: Table, answers: Sequence[Signed], at: str = "") -> None:
    """Was each signed onto the newest head? A ruling names its answers by what they sign, so
    one that answers an old statement again speaks against its author."""
    for i, statement in enumerate(answers):
        rules.check_table(table, statement, f"{at}/{i}")
        rules.check_place(table, statement, f"{at}/{i}")


def blame(table: Table, error: Refused, at: str, where: str) -> Cheat:
    """A signed ruling let `error` pass: that proves against its author. at, where: the places of
    the entry and of its ruling; an error that is an answer's begins with that one's number."""
    return Cheat(
        error.code,
        f"entry {table.n}: the ruling of {table.host} is signed with the key"
        f" {b64.groups(table.host_key)}, and yet {error.message}",
        party=table.host,
        at=(at if error.at[1:2].isdigit() else where) + error.at,
        hint="this file is the proof: keep it and show it to the other players",
    )


def split(table: Table, entry: Sequence[Signed], at: str) -> tuple[list[Signed], Signed | None]:
    """Answers and ruling of a complete entry. Raises Refused("entry/...")."""
    if table.over:
        raise Refused("entry/after-end", "an entry after the end of the game", at=at)
    if not entry:
        raise Refused("entry/empty", "an entry without a statement", at=at)
    ruling = None
    answers = list(entry)
    if wants_ruling(table):
        if entry[-1].kind != "ruling":
            raise Refused("entry/no-ruling", "the entry ends without a ruling", at=at)
        ruling = answers.pop()
    for statement in answers:
        if statement.kind in ("ruling", "open"):
            raise Refused("entry/order", f"a {statement.kind} where an answer is due", at=at)
    return answers, ruling


def _check_ids(answers: Sequence[Signed], ruling: Signed, at: str) -> None:
    if ruling.body["answers"] != [b64.encode(a.id) for a in answers]:
        raise Refused(
            "entry/answers",
            "the ruling names other statements than stand before it",
            at=f"{at}/{len(answers)}/answers",
            hint="a statement was changed, lost or put in; get the record from another player",
        )


class Differs(Refused):
    """A part of a ruling is not what the log gives. says, due: the two values, None for none."""

    def __init__(self, part: str, says: Any, due: Any) -> None:
        both = f": it says {brief(says)}, due is {brief(due)}" if part in TOLD else ""
        if not both and part != "secret":
            both = _first_apart(says, due)
        message = f"its {part}: not what the log gives{both}"
        super().__init__(f"ruling/{part}", message, at=f"/{part}")
        self.part, self.says, self.due = part, says, due


def _first_apart(says: Any, due: Any) -> str:
    """The first place in which two values differ, with both if they are short, and how many
    more places there are."""
    first, *more = apart(says, due)
    place = first.at.removeprefix("/").replace("/", " ")
    both = [brief(value) for value in (first.says, first.due)]
    told = f"it says {both[0]}, due is {both[1]}" if max(map(len, both)) <= SHORT else ""
    others = f", and so in {len(more)} place{'s' * (len(more) > 1)} more" if more else ""
    if place:
        told = f"of {place} {told}" if told else f"not in {place}"
    return f": {told}{others}" if told else ""


def brief(value: Any) -> str:
    """JSON for an error message, cut where nobody reads on."""
    if value is None:
        return "nothing"
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _compare(expected: dict[str, Any], ruling: dict[str, Any]) -> None:
    for part in PARTS:
        if expected.get(part) != ruling.get(part):
            raise Differs(part, ruling.get(part), expected.get(part))


class Resolved:
    """What an entry comes to: the ruling's parts, the new key, how it was played, and whether
    the table ends with it, so that its ruling has to carry the hidden secret."""

    def __init__(
        self,
        ruling: dict[str, Any],
        key: bytes,
        links: list[tuple[str, bytes]],
        played: Played,
        dealer: TableDealer,
        ends: bool,
    ) -> None:
        self.ruling = ruling
        self.key = key
        self.links = links
        self.played = played
        self.dealer = dealer
        self.ends = ends


def resolve(
    table: Table,
    answers: Sequence[Signed],
    ruling: dict[str, Any] | None,
    arbiter_link: bytes | None,
    secret: bytes | None = None,
) -> Resolved:
    """Run the entry. `ruling`: the one to check; None where it is still to be written (then
    `arbiter_link` is the link it will carry, needed exactly when an answer carries one).

    Advances the script and the cards; raises Refused, after which the table is spent.
    """
    rules.check_answers(table, answers)
    links = _links(table, answers, ruling, arbiter_link)
    key = next_key(table.key, links) if links else table.key
    known = table.secret if secret is None else secret
    place = Place(table.id, table.n, table.head, key if links else None)
    dealer = TableDealer(place, table.cards, table.parties, secret=known, ruling=ruling)
    if table.n >= 2:
        table.asked[table.n] = dealer.asked
    played = _run(table, answers, dealer)
    dealer.asked.append(_left_open(table, answers))
    parts = _parts(table, answers, dealer, played)
    ends = table.dealing == "arbiter" and (table.runner.over or (table.n >= 2 and not answers))
    if ends and (ruling is None or "secret" in ruling):
        parts["secret"] = b64.encode(_last_secret(known))
    return Resolved(parts, key, links, played, dealer, ends)


def _links(
    table: Table,
    answers: Sequence[Signed],
    ruling: dict[str, Any] | None,
    arbiter_link: bytes | None,
) -> list[tuple[str, bytes]]:
    """The links of an entry in seat order, the arbiter's last, each checked."""
    shown = {a.by: raw(a, "link") for a in answers if "link" in a.body}
    links = [(name, shown[name]) for name in table.seats if name in shown]
    for i, answer in enumerate(answers):
        if answer.by in shown:
            table.parties[answer.by].check_link(shown[answer.by], f"/{i}")
    dealt = table.dealing == "arbiter"
    if ruling is not None and ("link" in ruling) != (dealt and bool(links)):
        raise Refused("ruling/link", "it has a link too many or too few", at="/link")
    if not dealt or not links:
        return links
    if ruling is not None:
        arbiter_link = b64.decode(ruling["link"], 32)
    assert arbiter_link is not None
    table.parties[ARBITER].check_link(arbiter_link)
    return [*links, (ARBITER, arbiter_link)]


def _left_open(table: Table, answers: Sequence[Signed]) -> asked.Note:
    """What an entry ends with: the question put to the next seat, or that there is none."""
    choice = table.runner.pending
    return asked.END if choice is None or not answers else asked.note(choice)


def _run(table: Table, answers: Sequence[Signed], dealer: TableDealer) -> Played:
    if table.n == 1:
        return NO_PLAY
    if table.n == 2:
        table.runner.begin(dealer)
        return NO_PLAY
    if not answers:
        return NO_PLAY
    main = answers[0]
    if main.kind == "join":
        _look_again(table, main, dealer)
        return NO_PLAY
    if main.kind == "lapse":
        played = table.runner.lapse(main.body["late"], dealer)
    else:
        played = _move(table, main, dealer)
    if not played.drew and "link" in main.body:
        with rules.about(0):
            raise rules.link_too_many()
    return played


def _move(table: Table, main: Signed, dealer: TableDealer) -> Played:
    body = main.body
    then = body.get("then", ())
    with rules.about(0):
        shown = table.cards.read_show(main.by, body.get("show", {}))
        # Before the actions: a card that is shown may be shuffled back by one of them.
        table.cards.note_opened(shown)
    try:
        played = table.runner.move(main.by, body["actions"], shown, dealer, then, table.n)
    except Illegal as error:  # anything else is the ruling's
        error.at = f"/0{error.at}"
        raise
    with rules.about(0):
        rules.check_show(main, played.allowed)
    return played


def _look_again(table: Table, join: Signed, dealer: TableDealer) -> None:
    """A seat taken over: everything it has looked at is sealed to the new key, oldest first."""
    dealer.parties = {**table.parties, join.by: from_join(join)}
    tokens = table.cards.by_age(table.cards.looked.get(join.by, ()))
    if tokens:
        dealer.look(Look(join.by, tokens))


def _parts(
    table: Table, answers: Sequence[Signed], dealer: TableDealer, played: Played
) -> dict[str, Any]:
    parts: dict[str, Any] = dict(dealer.parts)
    if played.stop is not None:
        parts["stop"] = played.stop
    if played.dropped:
        parts["dropped"] = played.dropped
    if table.n >= 2 and answers:
        parts["state"] = b64.encode(state_hash(table.runner.public()))
    return parts


def _last_secret(known: bytes | None) -> bytes:
    """The hidden secret, as the last ruling has to carry it."""
    if known is None:
        raise Refused(
            "ruling/secret", "its secret is not the one committed to at the start", at="/secret"
        )
    return known


def _no_secret(where: str) -> Refused:
    """A last ruling in which nothing but the secret is amiss proves nothing: it may still come."""
    return Refused(
        "ruling/no-secret",
        "the game ends here, but the ruling does not carry the hidden secret",
        at=f"{where}/secret",
        hint="such a table stays unproven; ask the arbiter for the complete last ruling",
    )


def commit(
    table: Table, answers: Sequence[Signed], ruling: Signed | None, resolved: Resolved
) -> None:
    """Take a checked entry into the table."""
    if table.n == 1 or (answers and answers[0].kind == "join"):
        joins = [a for a in answers if a.kind == "join"]
        table.former += [table.parties[j.by] for j in joins if j.by in table.parties]
        table.parties.update((j.by, from_join(j)) for j in joins)
    for name, link in resolved.links:
        table.parties[name].use_link(link)
    ids = [a.id for a in answers]
    if ruling is not None:
        ids.append(ruling.id)
    elif table.n >= 2 and not answers:
        raise AssertionError("an entry without statements")
    table.move_head(ids)
    table.key = resolved.key
    table.hidden_shuffles += resolved.dealer.shuffles
    if table.n >= 2 and not answers:
        table.broken_off = True
    table.steps.append(_step(table, answers, resolved))
    table.n += 1


def _finding(table: Table, answers: Sequence[Signed]) -> str:
    """What is allowed but should be known: a lapse claimed out of turn. Empty for nothing."""
    if not answers or answers[0].kind != "lapse":
        return ""
    late, by = answers[0].body["late"], answers[0].by
    first = rules.claimants(table, late)[0]
    if by == first:
        return ""
    arbiter = table.dealing == "arbiter"
    chose = "the arbiter may have had" if arbiter else "there may have been"
    return (
        f"{by} claimed the lapse of {late} where {first} comes first; {chose} a choice between"
        " claims"
    )


def _step(table: Table, answers: Sequence[Signed], resolved: Resolved) -> Step:
    played = resolved.played
    main = answers[0] if answers else None
    kind = {1: "roster", 2: "start"}.get(table.n)
    if kind is None:
        kind = "broken-off" if main is None else main.kind
        kind = "replacement" if kind == "join" else kind
    body = main.body if main is not None else {}
    return Step(
        n=table.n,
        kind=kind,
        by=main.by if main is not None else table.host,
        actions=body.get("actions", ()),
        note=body.get("note", ""),
        stop=played.stop,
        why=played.why.message if played.why else "",
        events=table.runner.take_events(),
        draws=resolved.dealer.drawn,
        head=table.head,
        late=body.get("late", ""),
        then=body.get("then", ()),
        listed=played.listed,
        done=table.runner.take_done(),
        why_clause=played.why.clause if played.why else "",
        finding=_finding(table, answers),
    )
