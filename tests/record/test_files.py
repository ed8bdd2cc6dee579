"""Reading is bounded, writing is whole or not at all, and a folder has one worker."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.record import files

OLD, NEW = b'{"old":1}\n', b'{"new":2}\n'
ROOT = os.geteuid() == 0


def code(call: Callable[[], Any]) -> str:
    with pytest.raises(Refused) as caught:
        call()
    assert caught.value.hint
    return caught.value.code


def stdin(data: bytes) -> SimpleNamespace:
    return SimpleNamespace(buffer=io.BytesIO(data))


# --- reading ---


def test_reads_exactly_up_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"12345")
    assert files.read_bytes(path, 5) == b"12345"
    assert code(lambda: files.read_bytes(path, 4)) == "file/too-big"


def test_missing(tmp_path: Path) -> None:
    with pytest.raises(Refused) as caught:
        files.read_bytes(tmp_path / "no.json", 10)
    assert caught.value.code == "file/missing"
    assert str(tmp_path / "no.json") in caught.value.message


def test_below_a_file_is_missing(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(OLD)
    assert code(lambda: files.read_bytes(tmp_path / "f" / "g", 10)) == "file/missing"


def test_folder(tmp_path: Path) -> None:
    assert code(lambda: files.read_bytes(tmp_path, 10)) == "file/is-folder"


def test_empty(tmp_path: Path) -> None:
    (tmp_path / "f").touch()
    assert code(lambda: files.read_bytes(tmp_path / "f", 10)) == "file/empty"


def test_pipe_is_refused_and_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert code(lambda: files.read_bytes(tmp_path / "pipe", 10)) == "file/special"


def test_device_is_refused() -> None:
    assert code(lambda: files.read_bytes("/dev/zero", 10)) == "file/special"


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "f"
    path.write_bytes(OLD)
    path.chmod(0)
    if ROOT:  # who may read everything is refused by nobody: let the system say it
        monkeypatch.setattr(os, "open", failing(errno.EACCES))
    assert code(lambda: files.read_bytes(path, 10)) == "file/no-permission"


def test_where_a_file_cannot_be_replaced_it_is_the_folder_that_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is open to all: looking at its permissions would tell nothing."""
    path = tmp_path / "f"
    path.write_bytes(OLD)
    tmp_path.chmod(0o555)
    if ROOT:
        monkeypatch.setattr(os, "open", failing(errno.EACCES))
    with pytest.raises(Refused) as caught:
        files.write_atomic(path, NEW)
    tmp_path.chmod(0o755)
    assert caught.value.code == "file/no-permission"
    assert caught.value.message == f"no permission to write in the folder {tmp_path}"


def test_zero_byte_in_a_name() -> None:
    assert code(lambda: files.read_bytes("a\0b", 10)) == "file/bad-name"


def test_name_too_long(tmp_path: Path) -> None:
    assert code(lambda: files.read_bytes(tmp_path / ("x" * 300), 10)) == "file/bad-name"


def test_link_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "a")
    assert code(lambda: files.read_bytes(tmp_path / "a", 10)) == "file/bad-name"


def test_a_file_that_grows_is_not_read_beyond_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"12345")
    real = os.fstat

    def grown_later(handle: int) -> os.stat_result:
        status = real(handle)
        path.write_bytes(b"x" * 1000)
        return status

    monkeypatch.setattr(os, "fstat", grown_later)
    assert code(lambda: files.read_bytes(path, 5)) == "file/too-big"


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", stdin(b"abc"))
    assert files.read_bytes("-", 3) == b"abc"
    monkeypatch.setattr(sys, "stdin", stdin(b"abcd"))
    assert code(lambda: files.read_bytes("-", 3)) == "file/too-big"
    monkeypatch.setattr(sys, "stdin", stdin(b""))
    assert code(lambda: files.read_bytes("-", 3)) == "file/empty"


def test_an_endless_stream_is_left_one_byte_after_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[int] = []

    def read(size: int) -> bytes:
        taken.append(size)
        assert sum(taken) <= 6, "more was asked for than is needed to refuse"
        return b"x" * size

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=SimpleNamespace(read=read)))
    assert code(lambda: files.read_bytes("-", 5)) == "file/too-big"
    assert sum(taken) == 6


def test_json_is_read_strictly(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b'{"a":1}')
    assert files.read_json(path, 100) == {"a": 1}
    path.write_bytes(b'{"a":1,"a":2}')
    assert code(lambda: files.read_json(path, 100)).startswith("json/")


def test_names_are_shown_without_control_characters(tmp_path: Path) -> None:
    with pytest.raises(Refused) as caught:
        files.read_bytes(tmp_path / "a\x1b[31m\n\u202eb\udcff", 10)
    assert "a\\x1b[31m\\n\\u202eb\\udcff" in caught.value.message
    assert caught.value.message.isprintable()


# --- writing ---


def test_writes_and_replaces(tmp_path: Path) -> None:
    path = tmp_path / "f"
    files.write_atomic(path, OLD)
    files.write_atomic(path, NEW)
    assert path.read_bytes() == NEW
    assert os.listdir(tmp_path) == ["f"]


def test_mode(tmp_path: Path) -> None:
    path = tmp_path / "f"
    files.write_atomic(path, OLD, mode=0o600)
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)
    files.write_atomic(path, NEW)
    assert path.stat().st_mode & 0o777 == 0o640


def test_new_file_follows_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        files.write_atomic(tmp_path / "f", NEW)
    finally:
        os.umask(before)
    assert (tmp_path / "f").stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(OLD)
    (tmp_path / "link").symlink_to("real")
    files.write_atomic(tmp_path / "link", NEW)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == NEW


@pytest.mark.parametrize("target", ["/dev/null", "."])
def test_only_files_are_replaced(target: str, tmp_path: Path) -> None:
    expected = "file/special" if target == "/dev/null" else "file/is-folder"
    assert code(lambda: files.write_atomic(target, NEW)) == expected


def test_write_into_a_missing_folder(tmp_path: Path) -> None:
    assert code(lambda: files.write_atomic(tmp_path / "no" / "f", NEW)) == "file/missing"


@pytest.mark.parametrize("call", ["open", "stat"])
def test_a_folder_that_may_not_be_written_is_what_is_named(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file that could not be made is not there to be looked at."""
    monkeypatch.setattr(os, call, failing(errno.EACCES))
    with pytest.raises(Refused) as caught:
        files.write_atomic(tmp_path / "move.json", b"x")
    monkeypatch.undo()
    assert caught.value.code == "file/no-permission"
    assert f"in the folder {files.shown(tmp_path.resolve())}" in caught.value.message
    assert "ls -ld" in caught.value.hint and "another place" in caught.value.hint


def test_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    files.write_atomic("-", NEW)
    assert capfdbinary.readouterr().out == NEW


def test_closed_output(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: bytes) -> None:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=SimpleNamespace(write=broken)))
    assert code(lambda: files.write_atomic("-", NEW)) == "file/output-closed"


def failing(number: int) -> Callable[..., Any]:
    def fail(*args: Any, **kwargs: Any) -> Any:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize("step", ["open", "fchmod", "write", "fsync", "close", "replace"])
@pytest.mark.parametrize(
    ("number", "wanted"),
    [
        (errno.ENOSPC, "file/disk-full"),
        (errno.EDQUOT, "file/disk-full"),
        (errno.EIO, "file/failed"),
        (errno.EROFS, "file/read-only"),
    ],
)
def test_failure_at_each_step_leaves_the_old_file(
    step: str, number: int, wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "f"
    path.write_bytes(OLD)
    real_close = os.close

    def close_and_fail(handle: int) -> None:
        real_close(handle)
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patched:
        patched.setattr(os, step, close_and_fail if step == "close" else failing(number))
        assert code(lambda: files.write_atomic(path, NEW, mode=0o600)) == wanted
    assert path.read_bytes() == OLD
    assert os.listdir(tmp_path) == ["f"]


def test_half_written_then_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "f"
    path.write_bytes(OLD)
    real, calls = os.write, []

    def three_bytes_then_full(handle: int, data: Any) -> int:
        calls.append(len(data))
        if len(calls) > 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(handle, bytes(data)[:3])

    monkeypatch.setattr(os, "write", three_bytes_then_full)
    assert code(lambda: files.write_atomic(path, NEW)) == "file/disk-full"
    assert calls == [10, 7]
    assert path.read_bytes() == OLD
    assert os.listdir(tmp_path) == ["f"]


def test_short_writes_are_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, bytes(data)[:3]))
    files.write_atomic(tmp_path / "f", NEW)
    assert (tmp_path / "f").read_bytes() == NEW


def test_interrupted_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "f"
    path.write_bytes(OLD)

    def interrupt(*args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        files.write_atomic(path, NEW)
    assert path.read_bytes() == OLD
    assert os.listdir(tmp_path) == ["f"]


def test_data_is_synced_before_the_rename_and_the_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    real_sync, real_replace = os.fsync, os.replace

    def sync(handle: int) -> None:
        steps.append("sync folder" if os.path.isdir(f"/proc/self/fd/{handle}") else "sync file")
        real_sync(handle)

    def rename(a: Any, b: Any) -> None:
        steps.append("rename")
        real_replace(a, b)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(os, "replace", rename)
    files.write_atomic(tmp_path / "f", NEW)
    assert steps == ["sync file", "rename", "sync folder"]


def test_unconfirmed_rename_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, seen = os.fsync, []

    def second_fails(handle: int) -> None:
        seen.append(handle)
        if len(seen) == 2:
            raise OSError(errno.EIO, "Input/output error")
        real(handle)

    monkeypatch.setattr(os, "fsync", second_fails)
    assert code(lambda: files.write_atomic(tmp_path / "f", NEW)) == "file/not-synced"
    assert (tmp_path / "f").read_bytes() == NEW


# --- layout ---


def test_a_record_has_one_statement_per_line() -> None:
    record = {
        "pbem": 1,
        "kind": "record",
        "entries": [[{"n": 0, "by": "x"}], [{"b": 1}, {"a": "é"}]],
        "pending": [{"c": 1}],
        "now": {"n": 2},
    }
    assert files.json_bytes(record).decode() == (
        '{"pbem":1,"kind":"record","entries":[\n'
        '[{"by":"x","n":0}],\n'
        '[{"b":1},\n'
        ' {"a":"é"}]\n'
        '],"pending":[{"c":1}],\n'
        '"now":{"n":2}}\n'
    )


def test_equal_values_give_equal_bytes() -> None:
    assert files.json_bytes({"b": 1, "a": [2]}) == files.json_bytes({"a": [2], "b": 1})
    assert files.json_bytes({"b": 1, "a": []}) == b'{"a":[],"b":1}\n'
    assert files.json_bytes({"b": 1}, pretty=True) == b'{\n  "b": 1\n}\n'


def test_written_json_is_read_back(tmp_path: Path) -> None:
    record = {"pbem": 1, "kind": "record", "entries": [[{"a": "\u2028\x7f"}]], "pending": []}
    record["now"] = {"state": None}
    files.write_json(tmp_path / "r", record)
    assert files.read_json(tmp_path / "r", 1000) == record


# --- locks ---

HOLD = """
import sys, time
from pbem.record import files
with files.locked(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""

COUNT = """
import sys
from pathlib import Path
from pbem.record import files
folder = Path(sys.argv[1])
for _ in range(40):
    with files.locked(folder):
        n = int((folder / "n").read_text())
        files.write_atomic(folder / "n", str(n + 1).encode())
"""


def start(program: str, folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", program, str(folder)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment())


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(files.__file__).parents[2])}


def test_a_held_folder_is_refused_after_the_wait_and_free_after_the_end(tmp_path: Path) -> None:
    other = start(HOLD, tmp_path)
    assert other.stdout and other.stdin
    assert other.stdout.readline() == "held\n"
    begun = time.monotonic()
    with pytest.raises(Refused) as caught, files.locked(tmp_path, wait=0.2):
        pass
    assert caught.value.code == "file/locked"
    assert time.monotonic() - begun >= 0.2
    other.kill()  # a process that dies holding the lock does not leave it behind
    other.communicate()
    with files.locked(tmp_path, wait=5):
        pass


def test_two_processes_lose_no_update(tmp_path: Path) -> None:
    (tmp_path / "n").write_text("0")
    workers = [start(COUNT, tmp_path) for _ in range(2)]
    for worker in workers:
        worker.communicate()
        assert worker.returncode == 0
    assert (tmp_path / "n").read_text() == "80"


def test_lock_on_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(Refused) as caught, files.locked(tmp_path / "no"):
        pass
    assert caught.value.code == "file/missing"
