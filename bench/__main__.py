"""`python -m bench`: run the measures and print a table, or one JSON object."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator

import click

from bench import decisions, growth, judge, size, start, verify
from bench.rows import FULL, QUICK, Effort, Row

MEASURES: dict[str, Callable[[Effort], Iterator[Row]]] = {
    "verify": verify.measure,
    "decisions": decisions.measure,
    "start": start.measure,
    "judge": judge.measure,
    "size": size.measure,
    "growth": growth.measure,
}


@click.command("bench")
@click.option("--only", metavar="A,B", help=f"Some of: {', '.join(MEASURES)}.")
@click.option("--quick", is_flag=True, help="Small and short: shows that it works, no more.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def main(only: str | None, quick: bool, as_json: bool) -> None:
    """Measure the program; ratios are of things timed in turn in this run."""
    names = only.split(",") if only else list(MEASURES)
    for name in names:
        if name not in MEASURES:
            raise click.BadParameter(f"there is no measure {name}; there are {', '.join(MEASURES)}")
    rows: list[Row] = []
    for name in names:
        for row in MEASURES[name](QUICK if quick else FULL):
            rows.append(row)
            if not as_json:
                click.echo(line(row))
    if as_json:
        found = [row._asdict() for row in rows]
        click.echo(json.dumps({"python": sys.version.split()[0], "rows": found}, indent=2))


def line(row: Row) -> str:
    """A row of the table."""
    verdict = "" if row.met is None else "  met" if row.met else "  missed"
    target = f"  ({row.target}){verdict}" if row.target else ""
    shown = f"{row.value:,.0f}" if row.value >= 1000 else f"{row.value:.2f}"
    return f"{row.measure:10}{row.what:74}{shown:>9} {row.unit}{target}"


if __name__ == "__main__":
    main(prog_name="python -m bench")
