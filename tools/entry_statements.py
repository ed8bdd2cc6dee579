"""Statements that come by mail to somebody who has a record, good and bad."""

from __future__ import annotations

from entry_tables import (
    EMPTY,
    Json,
    Line,
    Vector,
    flip,
    sign,
)


def offered(line: Line) -> list[Vector]:
    """What a program says to one statement that comes by mail. `line` draws with every move."""
    record = line.at[3]
    at = Line("dig-down-dwarf", [("ann", [{"do": "collect"}])])
    good = at.move("bob", [{"do": "collect"}]).body
    past = line.at[3]["entries"][3][0]
    ruling = line.at[3]["entries"][3][1]
    rows = [
        ("a good move", good, None, 0),
        ("a move that stands in the record", past, None, 0),
        ("the same move with another note", sign({**good, "note": "x"}), None, 0),
        (
            "another move for an entry that is complete",
            sign({**past, "note": "x"}),
            "evidence/two-moves",
            3,
        ),
        (
            "another ruling for an entry that is complete",
            sign({**ruling, "state": EMPTY}),
            "evidence/two-rulings",
            3,
        ),
        (
            "a ruling without its record",
            sign({**ruling, "n": 4, "answers": [EMPTY]}),
            "ruling/alone",
            1,
        ),
        (
            "a move whose signature has another bit",
            {**good, "sig": flip(good["sig"])},
            "signature/bad",
            1,
        ),
        ("a move of another table", sign({**good, "table": EMPTY}), "statement/other-table", 1),
        ("a move onto another history", sign({**good, "head": EMPTY}), "statement/other-head", 1),
        ("a move for a later entry", sign({**good, "n": 5}), "statement/ahead", 1),
        ("a move of the other seat", sign({**good, "by": "ann"}), "move/not-your-turn", 1),
        (
            "a drawing move without a link",
            sign({k: v for k, v in good.items() if k != "link"}),
            "link/missing",
            1,
        ),
        ("a move with a link out of order", sign({**good, "link": EMPTY}), "link/not-next", 1),
        (
            "a lapse claimed for a seat that is not awaited",
            _lapse(good, "ann", "ann"),
            "lapse/not-awaited",
            1,
        ),
        ("a lapse claimed for oneself", _lapse(good, "bob", "bob"), "lapse/by", 1),
        ("a share where an arbiter deals", _share(good), "statement/alone", 1),
    ]
    return [
        {"name": name, "record": record, "statement": statement}
        | ({"expect": _news(name)} if code is None else {"refused": code, "status": status})
        for name, statement, code, status in rows
    ]


def _news(name: str) -> str:
    return "already here" if "stands in the record" in name else "taken"


def _lapse(move: Json, by: str, late: str) -> Json:
    body = {k: v for k, v in move.items() if k not in ("actions", "link", "note")}
    return sign({**body, "kind": "lapse", "by": by, "late": late, "link": move["link"]})


def _share(move: Json) -> Json:
    body = {k: v for k, v in move.items() if k not in ("actions", "note")}
    return sign({**body, "kind": "share", "by": "ann", "answers": [EMPTY]})
