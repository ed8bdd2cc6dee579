"""What is wrong with tables that differ from good ones in one thing."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from entry_tables import (
    EMPTY,
    NONCE,
    PEOPLE,
    Json,
    Line,
    Vector,
    changed,
    flip,
    sign,
    swapped,
    vouched,
)

from pbem.fair import keys, looks
from pbem.fair.chain import Chain
from pbem.fair.hashes import entry_head
from pbem.record.knowledge import open_looks
from pbem.record.ruling import arbiter_chain
from pbem.record.statements import read
from pbem.wire import b64


def case(name: str, record: Json, code: str, status: int = 3) -> Vector:
    return {"name": name, "record": record, "refused": code, "status": status}


def forms(line: Line) -> list[Vector]:
    """A record that is put together wrongly."""
    roster, start = line.at[1], line.at[2]
    no_ruling, twice, two_opens = deepcopy(start), deepcopy(start), deepcopy(line.at[0])
    no_ruling["entries"][-1].pop()
    twice["entries"].append(start["entries"][-1])
    two_opens["entries"][0] *= 2
    now = deepcopy(start)
    now["now"]["awaited"] = ["bob" if now["now"]["awaited"] == ["ann"] else "ann"]
    return [
        case("the open stands twice", two_opens, "entry/open", 1),
        case("an entry without its ruling", no_ruling, "entry/no-ruling", 1),
        case("an entry stands twice", twice, "statement/stale", 1),
        case("what is said of the present does not follow", now, "record/now", 1),
        case("rules of another version", _reopened(roster, rules="99"), "game/version", 1),
        case(
            "a seat called arbiter", _reopened(roster, seats=["ann", "Arbiter"]), "seat/arbiter", 1
        ),
        case(
            "names that differ in capitals",
            _reopened(roster, seats=["ann", "ANN"]),
            "seat/twice",
            1,
        ),
    ]


def _reopened(record: Json, **fields: Any) -> Json:
    new = deepcopy(record)
    new["entries"] = [[sign({**new["entries"][0][0], **fields})]]
    return new


def signatures(line: Line) -> list[Vector]:
    roster, moved = line.at[1], line.at[3]
    join, move, ruling = roster["entries"][1][0], moved["entries"][3][0], moved["entries"][3][1]
    return [
        case(
            "a join's signature has another bit",
            changed(roster, 0, resign=False, sig=flip(join["sig"])),
            "signature/bad",
            1,
        ),
        case(
            "a move's signature has another bit",
            changed(moved, 0, resign=False, sig=flip(move["sig"])),
            "signature/bad",
            1,
        ),
        case(
            "a ruling's signature has another bit",
            changed(moved, 1, resign=False, sig=flip(ruling["sig"])),
            "signature/bad",
            1,
        ),
        case(
            "a move changed after signing, and vouched for",
            changed(moved, 0, resign=False, note="not mine"),
            "signature/bad",
            1,
        ),
    ]


def headers(line: Line) -> list[Vector]:
    moved = line.at[3]
    first = moved["entries"][1][0]["head"]
    return [
        case("a move of another table", changed(moved, 0, table=EMPTY), "statement/other-table"),
        case("a move for an earlier entry", changed(moved, 0, n=2), "statement/stale"),
        case("a move for a later entry", changed(moved, 0, n=4), "statement/ahead"),
        case("a move onto an older head", changed(moved, 0, head=first), "statement/other-head"),
        case(
            "a ruling onto an older head", changed(moved, 1, head=first), "statement/other-head", 1
        ),
        case("a ruling that names another move", misnamed(moved), "entry/answers", 1),
    ]


def misnamed(record: Json) -> Json:
    new = deepcopy(record)
    new["entries"][-1][-1] = sign({**new["entries"][-1][-1], "answers": [EMPTY]})
    return new


def rosters(line: Line) -> list[Vector]:
    roster = line.at[1]
    ann, bob = roster["entries"][1][:2]
    alone, crossed = deepcopy(roster), deepcopy(roster)
    del alone["entries"][-1][1]
    crossed["entries"][-1][:2] = [bob, ann]
    low = b64.encode(bytes(32))
    top = b64.encode(b64.decode(bob["seal"])[:31] + bytes([b64.decode(bob["seal"])[31] | 128]))
    return [
        case("a seat is missing", vouched(alone), "entry/incomplete"),
        case("the seats in another order", vouched(crossed), "entry/incomplete"),
        case("two seats with one sealing key", changed(roster, 1, seal=ann["seal"]), "key/twice"),
        case("two seats with one nonce", changed(roster, 1, nonce=ann["nonce"]), "key/twice"),
        case("two seats with one anchor", changed(roster, 1, anchor=ann["anchor"]), "key/twice"),
        case("a sealing key of small order", changed(roster, 1, seal=low), "key/seal-low-order"),
        case(
            "a sealing key with its top bit set", changed(roster, 1, seal=top), "key/seal-bit-255"
        ),
    ]


def links(line: Line) -> list[Vector]:
    """`line` draws with every move."""
    start, moved = line.at[2], line.at[3]
    arbiter = arbiter_chain(PEOPLE["arbiter"], NONCE["arbiter"])
    bob = start["entries"][2][1]["link"]
    bare = changed(moved, 1, link=None)
    return [
        case("a ready with the other seat's link", changed(start, 0, link=bob), "link/not-next"),
        case(
            "a link shown a second time",
            changed(moved, 0, link=start["entries"][2][0]["link"]),
            "link/not-next",
        ),
        case(
            "the arbiter skips a link",
            changed(moved, 1, link=b64.encode(arbiter.link(3))),
            "link/not-next",
        ),
        case("a drawing move without a link", changed(bare, 0, link=None), "link/missing"),
        case("a ruling without the arbiter's link", bare, "ruling/link"),
    ]


def no_links(line: Line) -> list[Vector]:
    """`line` looks with its first move, but draws nothing."""
    moved, after = line.at[3], line.at[4]
    chain = Chain(PEOPLE["ann"].root, line.record.table.id, "ann", NONCE["ann"])
    arbiter = arbiter_chain(PEOPLE["arbiter"], NONCE["arbiter"])
    with_link = changed(moved, 0, link=b64.encode(chain.link(2)))
    box = _own_opening(line)
    return [
        case(
            "a link with a move that draws nothing",
            changed(with_link, 1, link=b64.encode(arbiter.link(2))),
            "link/too-many",
        ),
        case("an opening that no action needs", changed(after, 0, show=box), "show/not-needed"),
        case(
            "an opening with another face",
            changed(after, 0, show=_other_face(box)),
            "opening/wrong",
        ),
        case(
            "an opening of a token never looked at",
            changed(after, 0, show=_other_token(line, box)),
            "show/not-looked",
        ),
        case(
            "an opening of a token that does not exist",
            changed(after, 0, show={"XX9": next(iter(box.values()))}),
            "token/unknown",
        ),
    ]


def _own_opening(line: Line) -> Json:
    ((token, (face, salt)),) = _looked(line).items()
    return {token: {"face": face, "salt": b64.encode(salt)}}


def _looked(line: Line) -> dict[str, tuple[str, bytes]]:
    return open_looks(line.record.table, "ann", PEOPLE["ann"])


def _other_face(show: Json) -> Json:
    ((token, opening),) = show.items()
    other = next(colour for colour in token[:2] if colour != opening["face"])
    return {token: {**opening, "face": other}}


def _other_token(line: Line, show: Json) -> Json:
    faces = line.record.table.cards.faces
    token = next(t for t in faces if t not in show)
    face, salt = faces[token]
    return {token: {"face": face, "salt": b64.encode(salt)}}


def moves(line: Line) -> list[Vector]:
    """Illegal, and vouched for by the arbiter."""
    moved = line.at[3]
    far = [{"do": "move", "to": 25}]
    return [
        case("a move out of range", changed(moved, 0, actions=far), "move/out-of-range"),
        case(
            "a move of a seat that is not awaited",
            changed(moved, 0, by="bob"),
            "move/not-your-turn",
        ),
        case(
            "an action that no game knows",
            changed(moved, 0, actions=[{"do": "fly"}]),
            "schema/unknown-action",
        ),
        case("a stop where all was done", changed(moved, 1, stop=1), "ruling/stop"),
    ]


def drawn(line: Line) -> list[Vector]:
    """Open draws and states."""
    start, moved = line.at[2], line.at[3]
    draws = moved["entries"][3][1]["draws"]
    roll = next(i for i, draw in enumerate(draws) if "roll" in draw)
    other = deepcopy(draws)
    other[roll]["roll"][0] = other[roll]["roll"][0] % 6 + 1
    return [
        case("a die of another face", changed(moved, 1, draws=other), "ruling/draws"),
        case("a draw is left out", changed(moved, 1, draws=draws[:-1]), "ruling/draws"),
        case("a draw too many", changed(moved, 1, draws=[*draws, {"roll": [1]}]), "ruling/draws"),
        case("all draws left out", changed(moved, 1, draws=None), "ruling/draws"),
        case("another state", changed(moved, 1, state=EMPTY), "ruling/state"),
        case("another state at the start", changed(start, 2, state=EMPTY), "ruling/state"),
        case("a secret before the end", changed(moved, 1, secret=EMPTY), "ruling/secret"),
        case(
            "an opening that nobody asked for",
            changed(moved, 1, opened={"t1": {"face": "A", "salt": EMPTY}}),
            "ruling/opened",
        ),
    ]


def hidden(line: Line) -> list[Vector]:
    """Hidden cards: what shows at once, and what shows when the secret is out."""
    start, moved = line.at[2], line.at[3]
    tokens = start["entries"][2][2]["tokens"]
    fewer = {t: c for t, c in tokens.items() if t != "BG1"}
    look = moved["entries"][3][1]["looks"][0]
    long = b64.encode(b64.decode(look["box"]) + bytes(64))
    bob = {**look, "to": "bob"}
    return [
        case("a commitment is missing", changed(start, 2, tokens=fewer), "ruling/tokens"),
        case(
            "a commitment too many",
            changed(start, 2, tokens={**tokens, "XX1": EMPTY}),
            "ruling/tokens",
        ),
        case("a look is missing", changed(moved, 1, looks=None), "ruling/looks"),
        case("a look for another seat", changed(moved, 1, looks=[bob]), "ruling/looks"),
        case(
            "a look that is too long",
            changed(moved, 1, looks=[{**look, "box": long}]),
            "ruling/looks",
        ),
        case("a look too many", changed(moved, 1, looks=[look, look]), "ruling/looks"),
        case(
            "two hidden cards exchanged, found by the secret",
            _out(changed(start, 2, tokens=swapped(tokens, "BG1", "BG2"))),
            "ruling/tokens",
        ),
        case("a false look, found by the secret", _out(false_look(line)), "ruling/looks"),
    ]


def false_look(line: Line) -> Json:
    """The look of the first dig, sealed with the face of the twin."""
    moved, table = line.at[3], line.record.table
    ruling = moved["entries"][3][1]
    seat, head = "ann", b64.decode(ruling["head"])
    ((token, (face, salt)),) = _looked(line).items()
    text = looks.plaintext([(salt, next(c for c in token[:2] if c != face))])
    secret = keys.hidden_secret(PEOPLE["arbiter"].root, NONCE["arbiter"])
    ikm = looks.ephemeral_ikm(secret, head, seat, 0, text)
    box = looks.seal(table.parties[seat].seal, text, ikm, looks.info(table.id, head, seat, 0))
    return changed(moved, 1, looks=[{"to": seat, "box": b64.encode(box)}])


def _out(record: Json) -> Json:
    """`record` and behind it an entry in which the arbiter ends the table, with the secret."""
    new = deepcopy(record)
    last = new["entries"][-1][-1]
    secret = keys.hidden_secret(PEOPLE["arbiter"].root, NONCE["arbiter"])
    head = entry_head(b64.decode(last["head"]), [read(s).id for s in new["entries"][-1]])
    ending = {name: last[name] for name in ("pbem", "kind", "by", "table", "state")}
    ending |= {"n": last["n"] + 1, "head": b64.encode(head), "answers": []}
    ending["secret"] = b64.encode(secret)
    new["entries"].append([sign(ending)])
    return new


def ends(line: Line) -> list[Vector]:
    ended = line.at[-1]
    again = deepcopy(ended)
    again["entries"].append(ended["entries"][-1])
    return [
        case("the end without the secret", changed(ended, 0, secret=None), "ruling/no-secret", 1),
        case("the end with another secret", changed(ended, 0, secret=EMPTY), "ruling/secret"),
        case("an entry after the end", again, "entry/after-end", 1),
    ]


def waiting(line: Line) -> list[Vector]:
    """Statements that are pending."""
    opening = line.at[0]
    ann, bob = line.at[1]["entries"][1][:2]
    twice, crossed, early = (deepcopy(opening) for _ in range(3))
    twice["pending"] = [ann, ann]
    crossed["pending"] = [bob, ann]
    early["pending"] = [line.at[2]["entries"][2][0]]
    return [
        case("one statement pending twice", twice, "pending/twice", 1),
        case("pending statements in another order", crossed, "pending/order", 1),
        case("a ready pending where joins are awaited", early, "statement/ahead", 1),
    ]
