"""`pbem lab`."""

from __future__ import annotations

import click

from pbem.cli import output
from pbem.cli.common import json_option
from pbem.play import lab, words
from pbem.record import files


@click.command("lab")
@click.argument("file")
@json_option
def command(file: str, as_json: bool) -> None:
    """A position with scripted draws: what would happen. `pbem schema lab` has the form."""
    report = lab.run(files.read_json(file, files.LIMITS["lab"]))
    if as_json:
        output.print_json({"ok": True, **report})
        return
    output.lines([output.clean(text) for text in report["trace"]])
    if "asked" in report:
        output.line(f"stopped: the script has no outcome left for {output.clean(report['asked'])}")
        return
    if report["over"]:
        final = report["result"]
        scores = ", ".join(f"{s} {n}" for s, n in final["scores"].items())
        output.line(f"over: won by {', '.join(final['winners']) or 'nobody'} ({scores})")
        return
    output.line(f"{report['awaited']} is awaited and may do:")
    for action in report["actions"]:
        output.line(f"  {words.write(action)}")
    for form in report["forms"]:
        output.line(f"  {words.write(form['example'])}   (or another {form['do']})")
