"""The README's commands are run, and their output is what stands there."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from pbem.cli.main import COMMANDS, run

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "samples").rglob("*.md")),
]


def section(title: str) -> str:
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", README, re.MULTILINE | re.DOTALL)
    assert found, title
    return found[1]


def blocks(text: str, language: str = "") -> list[list[str]]:
    """The fenced blocks of a language, as lines."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [block.splitlines() for block in found]


def pbem(command: str) -> int:
    """Run a line that begins with `pbem`."""
    name, *arguments = shlex.split(command)
    assert name == "pbem"
    return run(arguments)


def test_set_up_has_two_blocks_of_one_command() -> None:
    install, test = blocks(section("Set up"))
    assert len(install) == len(test) == 1
    assert section("Set up").count("```") == 4
    assert install[0].startswith("python3 -m venv .venv && .venv/bin/pip install")
    assert install[0].endswith("&& .venv/bin/pbem demo")
    assert test == [".venv/bin/python -m pytest"]


TOUR = blocks(section("Three commands"), "console")
SHOWN = blocks(README, "console")


def test_the_tour_has_three_commands() -> None:
    assert len(TOUR) == 3
    assert [block[0].split()[2] for block in TOUR] == ["show", "moves", "verify"]


@pytest.mark.parametrize("block", SHOWN, ids=lambda b: str(b[0]))
def test_the_output_is_what_stands_there(
    block: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everything in it, hashes too: the samples stay as they are."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("HOME", "/nonexistent")
    monkeypatch.setenv("XDG_DATA_HOME", "")
    monkeypatch.delenv("PBEM_IDENTITY", raising=False)
    assert pbem(block[0].removeprefix("$ ")) == 0
    assert capsys.readouterr().out.rstrip("\n").splitlines() == block[1:]


def test_the_three_flows_make_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ann's commands stand there; Bob gives the same in his name, until it is her turn."""
    monkeypatch.chdir(tmp_path)
    (player,) = blocks(section("For players"))
    (arbiter,) = blocks(section("For arbiters"))
    (auditor,) = blocks(section("For auditors"))
    keygen, join, ready, show, moves, move = player
    bobs = [line.replace("ann", "bob") for line in (keygen, join, ready)]
    key, new, take_joins, take_readies, take_move = arbiter
    order = [
        *(key, new, keygen, bobs[0], join, bobs[1], take_joins),
        *(ready, bobs[2], take_readies, show, moves, move, take_move),
    ]
    *checks, proof = auditor
    for line in order:
        assert pbem(line) == 0, capsys.readouterr().err
    shutil.copyfile("table.json", "other.json")
    for line in checks:
        assert pbem(line) == 0, capsys.readouterr().err
    assert pbem(proof) == 1  # nobody cheated here, so there is none
    said = capsys.readouterr().out
    assert "ann-3-move.json: ann: move to=1" in said
    assert "table.json: consistent, 10 hidden shuffles unproven" in said
    assert "3. ann: move to=1" in said


def test_a_table_without_an_arbiter_is_played_as_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing goes between the two but what the page says is mailed. Ann begins; with two seats
    her collecting brings a draw for Bob, in which he shares."""
    (player,) = blocks(section("For players"))
    keygen, join, ready = player[:3]
    (lines,) = blocks(section("Without an arbiter"))
    new, joins, readies, move, share = lines

    def give(who: str, line: str) -> str:
        folder = tmp_path / who
        folder.mkdir(exist_ok=True)
        monkeypatch.chdir(folder)
        line = line.replace("--identity ann", f"--identity {who}")
        assert pbem(line) == 0, capsys.readouterr().err
        return capsys.readouterr().out

    def mail(name: str, who: str, to: str, called: str = "") -> None:
        shutil.copyfile(tmp_path / who / name, tmp_path / to / (called or name))

    for who in ("ann", "bob"):
        give(who, keygen.replace("ann", who))
    give("ann", new)
    mail("table.json", "ann", "bob")
    for who, other in (("ann", "bob"), ("bob", "ann")):
        give(who, join.replace("ann", who))
        mail(f"{who}-1-join.json", who, other)
    give("ann", joins)
    mail("table.json", "ann", "bob")
    for who, other in (("ann", "bob"), ("bob", "ann")):
        give(who, ready.replace("ann", who))
        mail(f"{who}-2-ready.json", who, other)
    for who in ("ann", "bob"):
        assert "the game starts" in give(who, readies)
    give("ann", "pbem move table.json collect --identity ann.json")
    mail("ann-3-move.json", "ann", "bob")
    assert "waiting for bob to share in the draw" in give("ann", move)
    told = give("bob", move)
    assert "added: share of bob" in told and "Mail table.json to everybody." in told
    assert not list((tmp_path / "bob").glob("*share*"))
    mail("table.json", "bob", "ann", "from-bob.json")
    assert "waiting for bob to move" in give("ann", share)
    both = [(tmp_path / who / "table.json").read_bytes() for who in ("ann", "bob")]
    assert both[0] == both[1]


def named(text: str) -> list[tuple[str, str]]:
    """Each `pbem COMMAND` of a page with the rest of its line or code span."""
    return re.findall(r"\bpbem ([a-z]+)((?: [^`\n|]*)?)", re.sub(r"`pbem`", "", text))


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_commands_and_options_exist(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = "\n".join(re.findall(r"`[^`\n]+`|^```.*?^```", page.read_text("utf-8"), re.M | re.S))
    for command, rest in named(code):
        assert command in COMMANDS, f"pbem {command}"
        options = re.findall(r"(?<=\s)(--[a-z-]+|-[a-z]\b)", rest)
        assert run([command, "--help"]) == 0
        text = capsys.readouterr().out
        for option in options:
            assert option in text, f"pbem {command} {option}"


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    text = capsys.readouterr().out
    for command in COMMANDS:
        assert re.search(rf"^  {command}\b", text, re.MULTILINE)


def anchors(path: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^a-z0-9 _-]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if link.startswith("http"):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_files_that_pages_name_exist() -> None:
    """Paths in code spans: `tools/clauses.py`, `pbem/record`, `.ci/run`."""
    for page in (ROOT / "CONTRIBUTING.md", ROOT / "docs" / "design.md", ROOT / "README.md"):
        text = page.read_text(encoding="utf-8")
        for name in re.findall(
            r"`((?:pbem|tools|tests|docs|schemas|samples|\.ci)/[\w./-]*)`", text
        ):
            if name != "pbem/data":  # in the wheel only
                assert (ROOT / name).exists(), f"{page.name}: {name}"
