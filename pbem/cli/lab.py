"""`pbem lab`."""

from __future__ import annotations

from typing import Any

import click

from pbem.cli import output
from pbem.cli.common import json_option
from pbem.errors import PbemError
from pbem.play import lab, words
from pbem.record import files


@click.command("lab")
@click.argument("file")
@json_option
def command(file: str, as_json: bool) -> int:
    """A position with scripted draws: what would happen. `pbem schema lab` has the form."""
    data = files.read_json(file, files.LIMITS["lab"])
    trace: list[str] = []
    try:
        report = lab.run(data, trace)
    except PbemError as error:
        if not as_json:
            output.lines([output.clean(text) for text in trace])
        return output.report([error], as_json=as_json, extra={"trace": trace})
    if as_json:
        output.print_json({"ok": True, **report})
    else:
        output.lines([output.clean(text) for text in trace])
        _tell_end(report, data["game"])
    return 0


def _tell_end(report: dict[str, Any], slug: str) -> None:
    """Where the run stopped, and what is possible there."""
    if "asked" in report:
        output.line(f"stopped: the script has no outcome left for {output.clean(report['asked'])}")
        return
    if report["over"]:
        final = report["result"]
        scores = ", ".join(f"{s} {n}" for s, n in final["scores"].items())
        output.line(f"over: won by {', '.join(final['winners']) or 'nobody'} ({scores})")
        output.line(f"  {output.clean(final['why'])}")
        return
    output.line(f"{report['awaited']} is awaited and may do:")
    for action in report["actions"]:
        output.line(f"  {words.write(action, slug)}")
    for form in report["forms"]:
        for action in form.get("simple", [form["example"]]):
            output.line(f"  {words.write(action, slug)}")
        output.line(f"  (or another {form['do']})")
