"""Files that are no files of this program: each command names what is wrong and where, and
leaves everything as it was."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.world import ARBITER, RECORD, World, environment

DEEP = b"[" * 100_000
BAD = {
    "not-json": (b"Dear Ann, see the file attached.\n", "json/syntax", "line 1 column 1"),
    "html": (b"<html><body>{}</body></html>", "json/syntax", "line 1 column 1"),
    "twice": (b'{"kind": "move",\n "kind": "move"}', "json/duplicate-key", "line 2"),
    "twice-escaped": (b'{"kind":1,"k\\u0069nd":1}', "json/duplicate-key", "kind"),
    "twice-deep": (b'{"a":[{"b":{"do":1,"\\u0064o":2}}]}', "json/duplicate-key", "do"),
    "nan": (b'{"n": NaN}', "json/not-integer", "NaN"),
    "infinity": (b'{"n": -Infinity}', "json/not-integer", "Infinity"),
    "float": (b'{"n": 1.0}', "json/not-integer", "1.0"),
    "exponent": (b'{"n": 1e400}', "json/not-integer", "1e400"),
    "minus-zero": (b'{"n": -0}', "json/minus-zero", "-0"),
    "past-2-53": (b'{"n": 9007199254740993}', "json/big-integer", "2^53"),
    "at-2-53": (b'{"n": 9007199254740992}', "json/big-integer", "2^53"),
    "5000-digits": (b'{"n": ' + b"7" * 5000 + b"}", "json/big-integer", "2^53"),
    "5000-digit-float": (b'{"n": ' + b"7" * 5000 + b".5}", "json/not-integer", "column"),
    "brackets": (DEEP, "json/too-deep", "64"),
    "brackets-closed": (DEEP + b"]" * 100_000, "json/too-deep", "64"),
    "braces": (b'{"a":' * 100_000, "json/too-deep", "64"),
    "surrogate": (b'{"note": "\\ud800"}', "json/surrogate", "surrogate"),
    "surrogate-raw": (b'{"note": "\xed\xa0\x80"}', "json/not-utf8", "byte 10"),
    "latin-1": (b'{"note": "gr\xfc\xdfe"}', "json/not-utf8", "byte 12"),
    "utf-16": ('{"kind": "move"}'.encode("utf-16"), "json/not-utf8", "byte 0"),
    "bom": (b'\xef\xbb\xbf{"kind": "move"}', "json/bom", "byte order mark"),
    "trailing": (b'{"kind": "move"} {}', "json/trailing", "column 18"),
    "quoted": (b"> {\n> }\n", "json/syntax", "line 1"),
    "empty": (b"", "file/empty", "empty"),
    "blank": (b" \n\n", "json/empty", "nothing"),
    "zero-byte": (b"\0", "json/syntax", "line 1"),
    "key-not-ascii": ('{"d\u043e": 1}'.encode(), "json/key-not-ascii", "u043e"),
}


@pytest.mark.parametrize("case", BAD)
def test_no_json_of_ours_is_refused_with_its_place(dogs: World, case: str) -> None:
    data, code, said = BAD[case]
    dogs.file("ann", "bad.json").write_bytes(data)
    dogs.file(ARBITER, "bad.json").write_bytes(data)
    for who, args in (
        ("ann", ["show", "bad.json"]),
        ("ann", ["move", "bad.json", "end"]),
        ("ann", ["lab", "bad.json"]),
        (ARBITER, ["judge", RECORD, "bad.json"]),
        (ARBITER, ["judge", "bad.json"]),
        (ARBITER, ["new", "dig-dogs", "--seat", "a", "--seat", "b", "--deck", "bad.json"]),
    ):
        error = dogs.refused(who, *args, code=code)
        assert said in error["message"], error
        assert "bad.json" in error["message"], error
        assert len(error["message"]) < 200
    verdict = dogs.refused("ann", "verify", "bad.json", code=code)
    assert said in verdict["message"]


FORM = {
    "list": (b"[]", "schema/type", ""),
    "text": (b'"move"', "schema/type", ""),
    "null": (b"null", "schema/type", ""),
    "number": (b"7", "schema/type", ""),
    "no-kind": (b"{}", "schema/required", ""),
    "unknown-kind": (b'{"kind":"chat","pbem":1}', "schema/unknown-kind", "/kind"),
    "kind-list": (b'{"kind":["move"],"pbem":1}', "schema/unknown-kind", "/kind"),
}


@pytest.mark.parametrize("case", FORM)
def test_json_that_is_no_statement(dogs: World, case: str) -> None:
    data, code, at = FORM[case]
    dogs.file(ARBITER, "bad.json").write_bytes(data)
    error = dogs.refused(ARBITER, "judge", RECORD, "bad.json", code=code)
    assert error["at"] == at


@pytest.mark.parametrize(
    ("change", "code", "at"),
    [
        ({"pbem": 2}, "schema/const", "/pbem"),
        ({"pbem": True}, "schema/const", "/pbem"),
        ({"surprise": 1}, "schema/additionalProperties", ""),
        ({"n": "3"}, "schema/type", "/n"),
        ({"n": -1}, "schema/minimum", "/n"),
        ({"by": None}, "schema/type", "/by"),
        ({"sig": "A" * 85}, "schema/pattern", "/sig"),
        ({"sig": "A" * 86 + "="}, "schema/pattern", "/sig"),
        ({"head": "!" * 43}, "schema/pattern", "/head"),
        ({"actions": {}}, "schema/type", "/actions"),
    ],
)
def test_a_statement_of_the_wrong_form(
    dogs: World, change: dict[str, object], code: str, at: str
) -> None:
    from tests.cli.world import write

    move = dogs.statement("ann", lambda body: None)
    write(dogs.file(ARBITER, "bad.json"), {**move, **change})
    error = dogs.refused(ARBITER, "judge", RECORD, "bad.json", code=code)
    assert error["at"] == at


def test_folders_missing_files_and_names_that_are_none(dogs: World) -> None:
    dogs.folder("ann").joinpath("folder").mkdir()
    os.mkfifo(dogs.file("ann", "pipe"))
    for name, code in (
        ("folder", "file/is-folder"),
        ("none.json", "file/missing"),
        ("t.json/x", "file/missing"),
        ("pipe", "file/special"),
        ("x" * 300, "file/bad-name"),
        ("", "file/missing"),
    ):
        for args in (["show", name], ["verify", name], ["move", name, "end"], ["lab", name]):
            dogs.refused("ann", *args, code=code)
        dogs.refused("ann", "judge", RECORD, name, code=code)
        dogs.refused("ann", "judge", name, code=code)


def test_no_permission(dogs: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's answer is played: a test may run as root, who may read everything."""
    real = os.open

    def denied(path: object, *args: object, **more: object) -> int:
        if str(path) == RECORD:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", denied)
    for args in (["show", RECORD], ["moves", RECORD], ["move", RECORD, "end"], ["verify", RECORD]):
        error = dogs.refused("ann", *args, code="file/no-permission")
        assert RECORD in error["message"]
        assert error["hint"]
    dogs.refused(ARBITER, "judge", RECORD, code="file/no-permission")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_no_permission_for_real(dogs: World) -> None:
    dogs.file("ann").chmod(0)
    assert dogs.process("ann", "show", RECORD).status == 1


HUGE = 200 * 1024 * 1024


@pytest.mark.parametrize(
    "args", [["show", "huge"], ["verify", "huge"], ["judge", RECORD, "huge"], ["lab", "huge"]]
)
def test_200_megabytes_are_refused_at_once(dogs: World, args: list[str]) -> None:
    with dogs.file("ann", "huge").open("wb") as file:
        file.truncate(HUGE)
    before = dogs.file("ann").read_bytes()
    done = _small(dogs.folder("ann"), args, dogs.env("ann"))
    assert done.returncode == 1
    assert b"pbem: error: file/too-big: huge has more than" in done.stderr
    assert dogs.file("ann").read_bytes() == before


def test_200_megabytes_through_a_pipe(dogs: World) -> None:
    """No size is known beforehand; still no more than the limit is held."""
    with open("/dev/zero", "rb") as zeros:
        done = _small(dogs.folder("ann"), ["show", "-"], dogs.env("ann"), zeros)
    assert done.returncode == 1
    assert b"file/too-big: standard input" in done.stderr


def _small(
    folder: Path, args: list[str], env: dict[str, str], stdin: object = None
) -> subprocess.CompletedProcess[bytes]:
    """The command with 500 MB of memory, half a minute, and no more."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (500 << 20, 500 << 20))

    return subprocess.run(
        [sys.executable, "-m", "pbem", *args],
        cwd=folder,
        env=environment(**env),
        stdin=stdin or subprocess.DEVNULL,  # type: ignore[call-overload]
        capture_output=True,
        timeout=30,
        preexec_fn=limit,
        check=False,
    )


def test_a_record_cut_off_anywhere_is_refused(dogs: World) -> None:
    whole = dogs.file("ann").read_bytes()
    size = len(whole)
    for end in [*range(1, size - 1, size // 60), size - 2]:
        dogs.file("ann", "cut.json").write_bytes(whole[:end])
        said = dogs.run("ann", "show", "cut.json")
        assert said.status == 1
        assert "pbem: error: json/" in said.err
        assert "pbem: hint: " in said.err
        assert dogs.run("ann", "judge", "cut.json").status == 1
        assert dogs.file("ann", "cut.json").read_bytes() == whole[:end]


def test_actions_given_as_json_are_read_as_strictly(dogs: World) -> None:
    for action, code in (
        ('{"do":"move","do":"end"}', "json/duplicate-key"),
        ('{"do":"move","to":1e400}', "json/not-integer"),
        ('{"do":"move","to":1.0}', "json/not-integer"),
        ('{"do":"move","to":NaN}', "json/not-integer"),
        ('{"do":"move","to":9007199254740993}', "json/big-integer"),
        ('{"do":"move","to":' + "9" * 5000 + "}", "json/big-integer"),
        ('{"do":' + "[" * 5000 + "}", "json/too-deep"),
        ('{"do":"\\ud800"}', "json/surrogate"),
        ('{"do":"move"', "json/syntax"),
        ('{"to":1}', "schema/required"),
        ('{"do":"fly"}', "schema/unknown-action"),
        ('{"do":"move","to":"x"}', "schema/type"),
        ('{"do":"move","to":1,"too":1}', "schema/additionalProperties"),
        ('{"do":["move"]}', "schema/unknown-action"),
    ):
        dogs.refused("ann", "move", RECORD, action, code=code)
