"""Write samples/vectors/entries.json and refusals.json: whole tables, and what is wrong with
tables that differ from them in one thing.

Run from the top of the source tree: `python tools/make_entry_vectors.py`. The parties are
those of docs/protocol.md, section 23. Unlike the other vectors these are made with the
package itself, because they need the games' rules. They are part of format 1: they may
grow, and none may change.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from entry_refusals import (
    drawn,
    ends,
    forms,
    headers,
    hidden,
    links,
    moves,
    no_links,
    rosters,
    signatures,
    waiting,
)
from entry_statements import offered
from entry_tables import NONCE, PEOPLE, Json, Line, Vector, dogs, dwarfs

from pbem.record import entries
from pbem.record.statements import read
from pbem.record.table import begin
from pbem.wire import b64

OUT = Path(__file__).resolve().parents[1] / "samples" / "vectors"


def whole(name: str, line: Line) -> Vector:
    """A record with what each entry comes to."""
    record = line.at[-1]
    table = begin(read(record["entries"][0][0]))
    table.secret = None
    steps = [{"n": 0, "head": b64.encode(table.head), "key": b64.encode(table.key)}]
    for n, entry in enumerate(record["entries"][1:], 1):
        signed = [read(statement) for statement in entry]
        if "secret" in entry[-1]:
            table.secret = b64.decode(entry[-1]["secret"])
        entries.apply(table, signed)
        step: Json = {"n": n, "ids": [b64.encode(s.id) for s in signed]}
        step |= {"head": b64.encode(table.head), "key": b64.encode(table.key)}
        if "state" in entry[-1]:
            step |= {
                "state": b64.encode(b64.decode(entry[-1]["state"])),
                "public": table.runner.public(),
            }
        steps.append(step)
    return {
        "name": name,
        "roots": {who: b64.encode(identity.root) for who, identity in PEOPLE.items()},
        "nonces": {who: b64.encode(nonce) for who, nonce in NONCE.items()},
        "record": record,
        "expect": steps,
    }


def write(name: str, about: str, vectors: Sequence[Vector]) -> None:
    value = {"pbem": 1, "kind": "vectors", "about": about, "vectors": list(vectors)}
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    text = text.replace('{"name":', '\n{"name":')  # one vector a line
    (OUT / f"{name}.json").write_text(text + "\n", encoding="ascii")


def main() -> None:
    with_cards, with_dice = dogs(), dwarfs()
    write(
        "entries",
        "Whole tables: after each entry its head, the key K, the public state and its hash.",
        [
            whole("hidden cards and a look, then broken off", with_cards),
            whole("open draws and a lapse", with_dice),
        ],
    )
    broken = [
        *forms(with_cards),
        *signatures(with_dice),
        *headers(with_dice),
        *rosters(with_dice),
        *links(with_dice),
        *no_links(with_cards),
        *moves(with_cards),
        *drawn(with_dice),
        *hidden(with_cards),
        *ends(with_cards),
        *waiting(with_dice),
    ]
    about = (
        "Records with one fault each, and the code it is refused with. status 3: the arbiter's"
        " signature vouches for the fault, so it is proof against him. Behind the fault nothing"
        " is checked any more, so `now` is that of the table without it."
    )
    write("refusals", about, broken)
    write(
        "statements",
        "One statement that comes by mail to somebody who has the record.",
        offered(with_dice),
    )


if __name__ == "__main__":
    main()
