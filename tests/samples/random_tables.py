"""Tables played at random, and the cheats that their parties could sign: for two verifiers that
have to agree on every one of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from pbem.fair import keys
from pbem.fair.hashes import entry_head, pre, statement_id
from pbem.play.bots import any_legal
from pbem.play.views import view
from pbem.record import answers, ruling
from pbem.record.identity import Identity
from pbem.record.record import now, replay_far
from pbem.record.statements import Signed
from pbem.script.requests import Action
from pbem.wire import b64
from tests.tables import ARBITER, MIX, RESIGN, Seated, who

SEATS = ("ann", "bob", "cid", "dan")
SPOILT = b64.encode(b"\x5a" * 32)


def table(game: str, seed: int, turns: int, **how: Any) -> Seated:
    """A table of a few turns. By seed it has a lapse, a replacement, somebody who resigns, an
    end, a break-off, or statements that wait."""
    rng = random.Random(f"{game} {seed}")
    replace = rng.choice(("never", "handover", "absent"))
    seats = SEATS[: how.pop("seats", 2 + seed % 2)]
    played = Seated(game, seats, policy={"lapse": "7d", "replace": replace}, **how)
    for _ in range(turns):
        if not played.table.over:
            turn(played, rng)
    if not played.table.over and rng.random() < 0.5:
        leave_waiting(played, rng)
    elif not played.table.over and played.host == ARBITER and rng.random() < 0.3:
        ended = ruling.break_off(played.table, played.ids[ARBITER])
        played.record.append([ended])
    return played


def turn(played: Seated, rng: random.Random) -> None:
    seat = awaited(played)
    others = [s for s in played.table.active() if s != seat]
    what = rng.random()
    if what < 0.08 and others:
        main = played.lapse(rng.choice(others), seat)
        played.enter(main, *(played.share(s, main) for s in due(played, main)))
    elif what < 0.16 and others and played.table.policy["replace"] != "never":
        join = played.take_over(seat, f"{seat} {played.table.n}")
        played.enter(join, *(played.consent(s, join) for s in due(played, join)))
        played.ids[seat] = who(f"{seat} {played.table.n - 1}")
    elif what < 0.2 and len(others) > 1:
        played.do(seat, RESIGN)
    else:
        move(played, seat, rng)


def awaited(played: Seated) -> str:
    seat = played.table.awaited_seat
    assert seat is not None
    return seat


def due(played: Seated, main: Signed) -> list[str]:
    table = played.table
    if main.kind == "join":
        return answers.consenters(table, main.by)
    return answers.sharers(table, main) if table.dealing == "seats" and "link" in main.body else []


def action(played: Seated, seat: str, rng: random.Random, *, public: bool = False) -> Action:
    faces = {} if public else {t: face for t, (face, _) in played.known(seat).items()}
    runner = played.table.runner
    assert runner.state is not None
    hands = getattr(runner.state, "hands", {})
    senseless = [
        RESIGN,
        *([] if hands.get(seat) and not public else [MIX]),
    ]  # an empty hand is nothing to look at
    while (chosen := any_legal(view(runner, seat, faces), rng.randrange)) in senseless:
        pass
    return chosen


def move(played: Seated, seat: str, rng: random.Random) -> None:
    """Now and then with a list signed beforehand, which may come to nothing."""
    then = [action(played, seat, rng, public=True)] if rng.random() < 0.4 else []
    played.do(seat, action(played, seat, rng), then=then)


def leave_waiting(played: Seated, rng: random.Random) -> None:
    seat = awaited(played)
    main = played.move(seat, action(played, seat, rng))
    played.take(main, *(played.share(s, main) for s in due(played, main)[1:]))


# --- cheats ---

Entries = list[list[dict[str, Any]]]


def record(entries: Entries, honest: Entries) -> dict[str, Any]:
    """A record of these entries. Its `now` is that of the honest ones, onto the false head."""
    table, error = replay_far(honest)
    assert error is None
    ids = [statement_id(s) for s in entries[-1]]
    present = {**now(table, []), "head": b64.encode(entry_head(table.heads[-2], ids))}
    return {"pbem": 1, "kind": "record", "entries": entries, "pending": [], "now": present}


def signed(party: Identity, body: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """`body` with changes (None: left out), signed whatever its form is."""
    changed = {k: v for k, v in {**body, **changes}.items() if v is not None and k != "sig"}
    return {**changed, "sig": b64.encode(keys.sign(party.key, pre(changed)))}


def spoilt(value: Any) -> Any:
    """Another value of the same form."""
    if isinstance(value, int):
        return value % 6 + 1
    return value[::-1] if isinstance(value, list) else SPOILT


def box(text: str) -> str:
    data = bytearray(b64.decode(text))
    data[40] ^= 1
    return b64.encode(bytes(data))


def drawn(r: dict[str, Any]) -> dict[str, Any] | None:
    for i, draw in enumerate(r.get("draws", ())):
        ((word, values),) = draw.items()
        other = [spoilt(values[0]), *values[1:]] if word == "roll" else values[::-1]
        if other != values:
            return {"draws": [*r["draws"][:i], {word: other}, *r["draws"][i + 1 :]]}
    return None


def committed(r: dict[str, Any]) -> dict[str, Any] | None:
    tokens = r.get("tokens")
    return tokens and {"tokens": {**tokens, min(tokens): SPOILT}}


def opened(r: dict[str, Any]) -> dict[str, Any] | None:
    cards = r.get("opened")
    return cards and {"opened": {**cards, min(cards): {**cards[min(cards)], "salt": SPOILT}}}


def looked(r: dict[str, Any]) -> dict[str, Any] | None:
    looks = r.get("looks")
    return looks and {"looks": [{**looks[0], "box": box(looks[0]["box"])}, *looks[1:]]}


def part(name: str, value: Any = SPOILT) -> Callable[[dict[str, Any]], dict[str, Any] | None]:
    return lambda r: {name: value} if name in r else None


def extra(name: str, value: Any, *, without: str) -> Callable[..., dict[str, Any] | None]:
    """A part too many, in a ruling that lacks another one."""
    return lambda r: {name: value} if not {name, without} & r.keys() and r["n"] > 2 else None


ROLL = [{"roll": [1]}]
RULINGS: dict[str, Callable[[dict[str, Any]], dict[str, Any] | None]] = {
    "draw": drawn,
    "no draw": part("draws", None),
    "draw too many": extra("draws", ROLL, without="link"),
    "commitment": committed,
    "opening": opened,
    "look": looked,
    "no look": part("looks", None),
    "link": part("link"),
    "no link": part("link", None),
    "secret": part("secret"),
    "no secret": part("secret", None),
    "early secret": extra("secret", SPOILT, without="nothing"),
    "head": part("head"),
    "field": lambda r: {"luck": 1},
    "answers": part("answers", []),
    "state": part("state"),
    "stop": extra("stop", 0, without="nothing"),
}
"""What an arbiter changes in a ruling that he signs."""


def cheats(played: Seated, names: Sequence[str], rng: random.Random) -> list[tuple[str, Any]]:
    """Records that end with a ruling in which one of these was changed, as far as one can be."""
    found = []
    entries: Entries = played.json()["entries"]
    rulings = [n for n, e in enumerate(entries) if e[-1]["kind"] == "ruling" and n > 1]
    for name in names:
        for n in rng.sample(rulings, len(rulings)):
            changes = RULINGS[name](entries[n][-1])
            if changes:
                last = [*entries[n][:-1], signed(played.ids[ARBITER], entries[n][-1], **changes)]
                found.append((name, record([*entries[:n], last], entries[: n + 1])))
                break
    return found
