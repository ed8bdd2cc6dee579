"""`python -m fuzz`: the long runs, with their figures."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from typing import Any

import click

from fuzz import crowd, kills, run
from fuzz.readers import READERS, Reader
from fuzz.run import MEMORY, SLOW, Report


@click.command("fuzz")
@click.option("--files", "total", type=int, default=0, help="Make and read so many files.")
@click.option("--kills", "killed", type=int, default=0, help="Kill judge so many times.")
@click.option("--judges", type=int, default=0, help="So many judges at once on one record.")
@click.option("--only", metavar="A,B", help=f"Some of: {', '.join(r.name for r in READERS)}.")
@click.option("--seed", type=int, default=1, help="Another seed, other files.")
@click.option("--first", type=int, default=0, help="The number to begin with, for each reader.")
@click.option("--seconds", type=float, help="Stop making files after this time.")
@click.option("--keep", type=click.Path(path_type=Path), help="A folder for files with faults.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def main(
    total: int,
    killed: int,
    judges: int,
    only: str | None,
    seed: int,
    first: int,
    seconds: float | None,
    keep: Path | None,
    as_json: bool,
) -> None:
    """Spoil files, kill judges, let many judge at once. Exit status 1 if anything goes wrong.

    A fault names its reader and number N: --only READER --first N --files 1 makes the file
    again, --keep FOLDER writes it down.
    """
    figures: dict[str, Any] = {}
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if total or not (killed or judges):
            report = run.run(
                total or 2000,
                folder,
                seed=seed,
                first=first,
                readers=_chosen(only),
                seconds=seconds,
            )
            figures["fuzz"] = report.as_json()
            _keep(report, keep)
        if killed:
            figures["kills"] = kills.run(killed, folder, seed)
        if judges:
            figures["judges"] = crowd.run(judges, folder)
    figures["seconds"] = round(time.monotonic() - start)
    click.echo(json.dumps(figures, indent=2) if as_json else "\n".join(_text(figures)))
    raise SystemExit(1 if _wrong(figures.get("fuzz")) else 0)


def _chosen(only: str | None) -> list[Reader]:
    names = only.split(",") if only else [r.name for r in READERS]
    known = {r.name: r for r in READERS}
    for name in names:
        if name not in known:
            raise click.BadParameter(f"there is no reader {name}; there are {', '.join(known)}")
    return [known[name] for name in names]


def _keep(report: Report, keep: Path | None) -> None:
    if keep is None:
        return
    keep.mkdir(exist_ok=True)
    for fault in report.faults:
        (keep / f"{fault.reader}-{fault.number}").write_bytes(fault.data)


def _wrong(found: dict[str, Any] | None) -> bool:
    return found is not None and bool(found["faults"] or found["peak_mb"] > MEMORY)


def _text(figures: dict[str, Any]) -> list[str]:
    lines = []
    if found := figures.get("fuzz"):
        lines.append("reader      files  accepted  refused  codes  slowest ms  largest bytes")
        for row in found["readers"]:
            refused = sum(row["refused"].values())
            lines.append(
                f"{row['reader']:10}{row['tried']:7}{row['accepted']:10}{refused:9}"
                f"{len(row['refused']):7}{row['slowest_ms']:12}{row['largest_bytes']:15}"
            )
        lines.append(
            f"{found['files']} files, {found['accepted']} accepted, {found['codes']} codes,"
            f" slowest {found['slowest_ms']} ms (limit {SLOW * 1000:.0f}),"
            f" most memory {found['peak_mb']} MB (limit {MEMORY})"
        )
        lines += [f"fault: {f['reader']} {f['number']}: {f['what']}" for f in found["faults"]]
    for name in ("kills", "judges"):
        if name in figures:
            lines.append(f"{name}: {json.dumps(figures[name])}")
    return [*lines, f"{figures['seconds']} seconds"]


if __name__ == "__main__":
    main(prog_name="python -m fuzz")
