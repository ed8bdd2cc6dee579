"""A whole table in a page for an auditor: written from the data that --json prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from pbem.cli.taken_apart import firm, folded, several, short, subject
from pbem.record.overview import tested

Note = Mapping[str, Any]
COLUMNS = ("moves", "beforehand", "late", "claims", "links", "looks")
MEANING = (
    "What was to be expected is added up, draw by draw, from what lay there to be drawn;"
    " chi-square puts all differences into one number, and the line says how many of 100 fair"
    " tables have as large a one. That proves nothing, neither way: in few draws chance may do"
    " anything. That nobody chose a draw is proven by the links, and they were checked one by one."
)


def page(whole: Note) -> list[str]:
    """The lines of the page, below those that name the table."""
    lines = [*folded(_result(whole)), "", "Seats", *_seats(whole["results"])]
    found = list(_findings(whole["findings"]))
    lines += ["", "What stands out", *folded(found or ["nothing"])]
    lines += ["", "Public draws, by kind and by the seat whose decision they followed"]
    return lines + folded(_draws(whole["draws"]))


def _result(whole: Note) -> Iterator[str]:
    if "why" in whole:
        winners = [row["seat"] for row in whole["results"] if row.get("won")]
        yield f"won by {several(winners) if winners else 'nobody'}; {whole['why']}"


def _seats(results: Sequence[Note]) -> Iterator[str]:
    wide = max(len("arbiter"), *(len(r["seat"]) for r in results))
    scored = any("points" in r for r in results)
    heads = [*(["points"] if scored else []), *COLUMNS]
    yield f"  {'':{wide}}  {'  '.join(heads)}"
    for row in results:
        cells = (f"{row.get(head, '-'):>{len(head)}}" for head in heads)
        yield f"  {row['seat']:{wide}}  {'  '.join(cells)}"
    yield from folded(line for row in results for line in _keys(row))


def _keys(row: Note) -> Iterator[str]:
    """The keys of a party: of a seat that was taken over each with the entries it holds for."""
    keys = row.get("keys", ())
    if len(keys) == 1:
        yield f"{subject(row['seat'])} signs with the key {short(keys[0]['key'])}"
        return
    for key, after in zip_longest(keys, keys[1:]):
        until = f"until entry {after['since']}" if after else "on"
        when = f"from entry {key['since']} {until}"
        yield f"{subject(row['seat'])}, {when}: the key {short(key['key'])}"


def _findings(findings: Sequence[Note]) -> Iterator[str]:
    for finding in findings:
        where = f"entry {finding['n']}: " if "n" in finding else ""
        yield f"{where}{finding['words']}"


def _draws(kinds: Sequence[Note]) -> Iterator[str]:
    if not kinds:
        yield "there was none"
        return
    for kind in kinds:
        whole = kind["rows"][0]
        yield f"{_named(kind)}: {whole['number']} in {_draw(whole['draws'])}"
        things = whole["things"].items()
        counts = (firm(f"{thing}: {n['drawn']} ({n['expected']})") for thing, n in things)
        yield f"  came (and was to be expected): {', '.join(counts)}"
        for row in kind["rows"]:
            yield f"  {_who(row['seat'])}: {row['number']}; {_meaning(row)}"
    if (lines := tested(kinds)) > 0:
        yield MEANING
    if lines > 1:
        yield (
            f"There are {lines} such lines here: where all is fair, one of 20 is below 5 of 100."
        )


def _draw(number: int) -> str:
    return "1 draw" if number == 1 else f"{number} draws"


def _named(kind: Note) -> str:
    if kind["draw"] == "roll":
        return f"dice of {kind['sides']} sides"
    things = list(kind["rows"][0]["things"])
    return f"picked from {len(things)} kinds of thing" if len(things) > 1 else "picked"


def _who(seat: str | None) -> str:
    if seat is None:
        return "all"
    return seat or "the start"


def _meaning(row: Note) -> str:
    if "chi_square" not in row:
        return str(row["meaning"])
    freedom = row["freedom"]
    degrees = "1 degree" if freedom == 1 else f"{freedom} degrees"
    together = f" ({', '.join(pooled)} counted as one)" if (pooled := row.get("pooled")) else ""
    return f"chi-square {row['chi_square']:.2f}, {degrees} of freedom{together}; {row['meaning']}"
