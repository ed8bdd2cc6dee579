"""The tables behind the vectors of whole entries, and how to change one thing in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from pbem.games import registry
from pbem.record import judge, pending, signing
from pbem.record.identity import Identity
from pbem.record.knowledge import open_looks
from pbem.record.record import Record
from pbem.record.ruling import break_off, rule
from pbem.record.statements import Signed, make, read
from pbem.record.table import begin
from pbem.script.requests import Action
from pbem.wire import b64

SEATS = ("ann", "bob")
STARTS = {"arbiter": 0, "ann": 32, "bob": 64}
PEOPLE = {name: Identity(bytes(range(i, i + 32))) for name, i in STARTS.items()}
NONCE = {name: bytes([0xA0 + i]) * 32 for i, name in enumerate(STARTS)}
EMPTY = "A" * 43  # 32 zero bytes
Json = dict[str, Any]
Vector = dict[str, Any]


class Line:
    """A table played by the rules. `at[n]`: the record when entry n is the newest."""

    def __init__(self, slug: str, moves: Sequence[tuple[str, list[Action]]]) -> None:
        self.record = opened(slug)
        self.at = [self.snapshot()]
        table = self.record.table
        self.take([signing.sign_join(table, PEOPLE[s], s, NONCE[s]) for s in SEATS])
        self.take([signing.sign_ready(table, PEOPLE[s], s) for s in SEATS])
        for seat, actions in moves:
            self.take([self.move(seat, actions)])

    def move(self, seat: str, actions: Sequence[Action], note: str = "") -> Signed:
        table, who = self.record.table, PEOPLE[seat]
        return signing.sign_move(table, who, seat, actions, open_looks(table, seat, who), note)

    def snapshot(self) -> Json:
        return deepcopy(self.record.as_json())

    def take(self, statements: Sequence[Signed]) -> None:
        for statement in statements:
            judge.take(self.record, statement.body)
        answers = pending.complete(self.record.table, self.record.pending)
        assert answers is not None
        ruling = rule(self.record.table, answers, PEOPLE["arbiter"])
        self.record.append([*answers, ruling])
        self.at.append(self.snapshot())

    def end(self) -> None:
        """The arbiter breaks the table off, which brings the secret out."""
        self.record.append([break_off(self.record.table, PEOPLE["arbiter"])])
        self.at.append(self.snapshot())


def opened(slug: str) -> Record:
    game = registry.load(slug)
    deck = game.deck()
    opening = signing.sign_open(
        PEOPLE["arbiter"],
        NONCE["arbiter"],
        game=slug,
        rules=game.version,
        options=game.check_options({}, SEATS, deck),
        deck=deck,
        seats=SEATS,
        policy={"lapse": "7d", "replace": "never"},
    )
    return Record([[opening.body]], begin(opening))


def dogs() -> Line:
    """DIG: 20 hidden bones, and one look by a dig at the nearest Bone."""
    line = Line("dig-dogs", [])
    yard = line.record.table.runner.public()["yard"]
    space = next(i for i, card in enumerate(yard, 1) if not card.startswith("="))
    line.take([line.move("ann", [{"do": "move", "to": space}, {"do": "dig", "put": None}])])
    line.take([line.move("ann", [{"do": "end"}])])
    line.end()
    return line


def dwarfs() -> Line:
    """Dig Down Dwarf: open draws with every move, the last of them a lapse."""
    line = Line("dig-down-dwarf", [("ann", [{"do": "collect"}]), ("bob", [{"do": "collect"}])])
    line.take([signing.sign_lapse(line.record.table, PEOPLE["bob"], "bob", "ann")])
    return line


# --- changes ---


def sign(body: Mapping[str, Any]) -> Json:
    """A statement signed again by its author."""
    unsigned = {name: value for name, value in body.items() if name != "sig"}
    return make(unsigned, PEOPLE[str(body["by"])].key).body


def changed(record: Json, index: int, resign: bool = True, **fields: Any) -> Json:
    """`record` with other fields in statement `index` of its newest entry (None: taken out).

    It is signed again by its author, and the ruling names it and is signed again too.
    """
    new = deepcopy(record)
    entry = new["entries"][-1]
    body = {**entry[index], **fields}
    body = {name: value for name, value in body.items() if value is not None}
    entry[index] = sign(body) if resign else body
    return vouched(new)


def vouched(record: Json) -> Json:
    """The newest entry's ruling names its answers as they are now, signed by the arbiter."""
    entry = record["entries"][-1]
    if len(entry) > 1 and entry[-1]["kind"] == "ruling":
        ids = [b64.encode(read(answer).id) for answer in entry[:-1]]
        if entry[-1]["answers"] != ids:
            entry[-1] = sign({**entry[-1], "answers": ids})
    return record


def flip(text: str) -> str:
    """The same bytes with one bit of the first one changed."""
    data = bytearray(b64.decode(text))
    data[0] ^= 1
    return b64.encode(bytes(data))


def swapped(tokens: Mapping[str, str], a: str, b: str) -> dict[str, str]:
    return {**tokens, a: tokens[b], b: tokens[a]}
