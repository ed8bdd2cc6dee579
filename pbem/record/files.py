"""The door to the disk: bounded reading, writing that is whole or not at all, and locks.

Every failure is a `Refused("file/...")` that names the path and a next step; no
`OSError` leaves this module. Files written here are the old one or the new one,
never half of either, also when the machine dies in between.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import stat
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO

from pbem.errors import Refused
from pbem.wire import canon, strict

KIB = 1024
MIB = 1024 * KIB
LIMITS = {
    "record": 64 * MIB,
    "statement": MIB,
    "deck": MIB,
    "lab": MIB,
    "identity": 64 * KIB,
    "journal": 256 * MIB,
}
"""Most bytes a file of each kind may have (docs/protocol.md, Limits)."""

STREAM = "-"
LOCK_SECONDS = 30.0
CHUNK = MIB

PathLike = str | os.PathLike[str]


def shown(path: PathLike) -> str:
    """A path fit to be printed: control characters and undecodable bytes are escaped."""
    text = os.fspath(path)
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text) or "''"


# --- what went wrong, in words -------------------------------------------------------------

_CAUSES: dict[int, tuple[str, str, str]] = {
    errno.ENOENT: ("file/missing", "there is no {}", "check the name and the folder"),
    errno.ENOTDIR: ("file/missing", "there is no {}", "check the name and the folder"),
    errno.EISDIR: ("file/is-folder", "{} is a folder", "name a file"),
    errno.EACCES: ("file/no-permission", "no permission for {}", "ls -l shows who may use it"),
    errno.EPERM: ("file/no-permission", "no permission for {}", "ls -l shows who may use it"),
    errno.ENXIO: ("file/special", "{} is not an ordinary file", "copy it into an ordinary file"),
    errno.ENOSPC: ("file/disk-full", "no space left to write {}", "free some space and try again"),
    errno.EDQUOT: ("file/disk-full", "no space left to write {}", "free some space and try again"),
    errno.EFBIG: ("file/disk-full", "no space left to write {}", "free some space and try again"),
    errno.EROFS: ("file/read-only", "{} is on a read-only disk", "write elsewhere with -o"),
    errno.ENAMETOOLONG: ("file/bad-name", "{} is not a possible file name", "use a shorter name"),
    errno.ELOOP: (
        "file/bad-name",
        "{} is a link that leads back to itself",
        "name the file itself",
    ),
}


def refusal(error: OSError | ValueError, path: PathLike) -> Refused:
    """The refusal that tells of a failed system call on `path`."""
    if isinstance(error, ValueError):  # a zero byte, or a character the file system cannot hold
        message = f"{shown(path)} is not a possible file name"
        return Refused("file/bad-name", message, hint="use another name")
    known = _CAUSES.get(error.errno or 0)
    if known is None:
        message = f"{shown(path)}: {error.strerror or 'the system refused'}"
        return Refused("file/failed", message, hint="try again, or use another folder")
    code, words, hint = known
    return Refused(code, words.format(shown(path)), hint=hint)


def _too_big(name: str, limit: int) -> Refused:
    message = f"{name} has more than {limit} bytes"
    return Refused("file/too-big", message, hint="is it the right file?")


def _empty(name: str) -> Refused:
    return Refused("file/empty", f"{name} is empty", hint="save the attachment again")


# --- reading -------------------------------------------------------------------------------


def read_bytes(path: PathLike, limit: int) -> bytes:
    """The whole file, of 1 to `limit` bytes; "-" is standard input.

    Raises `Refused`: file/missing, file/is-folder, file/special, file/no-permission,
    file/too-big, file/empty, file/bad-name, file/failed.
    """
    if os.fspath(path) == STREAM:
        if sys.stdin is None:
            raise Refused("file/missing", "standard input is closed", hint="name a file")
        return _drain(sys.stdin.buffer, "standard input", limit)
    try:
        # O_NONBLOCK: a pipe without a writer must not hang us; it has no effect on real files.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(handle, "rb", buffering=0, closefd=True) as file:
            _check_stat(os.fstat(handle), path, limit)
            return _drain(file, shown(path), limit)
    except (OSError, ValueError) as error:
        raise refusal(error, path) from error


def _check_stat(status: os.stat_result, path: PathLike, limit: int) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise refusal(OSError(errno.EISDIR, ""), path)
    if not stat.S_ISREG(status.st_mode):
        raise refusal(OSError(errno.ENXIO, ""), path)
    if status.st_size > limit:
        raise _too_big(shown(path), limit)


def _drain(file: BinaryIO | Any, name: str, limit: int) -> bytes:
    """Read to the end, but never hold more than limit + 1 bytes: a file may grow meanwhile."""
    data = bytearray()
    while len(data) <= limit:
        block = file.read(min(CHUNK, limit + 1 - len(data)))
        if not block:
            break
        data += block
    if len(data) > limit:
        raise _too_big(name, limit)
    if not data:
        raise _empty(name)
    return bytes(data)


def read_json(path: PathLike, limit: int) -> Any:
    """The JSON value in a file, read strictly (`pbem.wire.strict`).

    Raises what `read_bytes` raises, and `Refused("json/...")`, which names the file too.
    """
    data = read_bytes(path, limit)
    try:
        return strict.parse(data, limit=limit)
    except Refused as error:
        name = "standard input" if os.fspath(path) == STREAM else shown(path)
        message = f"{name}, {error.message}"
        raise Refused(error.code, message, at=error.at, hint=error.hint) from None


# --- writing -------------------------------------------------------------------------------


def write_atomic(path: PathLike, data: bytes, *, mode: int | None = None) -> None:
    """Put `data` at `path`, whole or not at all; "-" is standard output.

    A new file is written beside the old one, synced, and renamed over it; then the
    folder is synced. When anything fails the old file is as it was and nothing is left
    behind; only a failed sync of the folder (file/not-synced) leaves the new file.
    `mode`: permission bits; None keeps those of the old file, or takes the user's default.
    A symbolic link stays; the file it points to is replaced.
    """
    if os.fspath(path) == STREAM:
        _write_stdout(data)
        return
    import secrets  # here, as reading needs none

    try:
        target = os.path.realpath(path)
        folder, name = os.path.split(target)
        spare = os.path.join(folder, f".{name[:100]}.{secrets.token_hex(8)}.tmp")
        permissions = _permissions(target, path, mode)
        _write_spare(spare, target, data, permissions)
    except FileNotFoundError as error:
        raise _no_folder(folder) from error
    except PermissionError as error:  # a file may be read-only and still be replaced
        raise _closed_folder(folder) from error
    except (OSError, ValueError) as error:
        raise refusal(error, path) from error
    _sync_folder(folder, path)


def _no_folder(folder: str) -> Refused:
    message = f"there is no folder {shown(folder)}"
    return Refused("file/missing", message, hint="make it, or name another place")


def _closed_folder(folder: str) -> Refused:
    message = f"no permission to write in the folder {shown(folder)}"
    hint = "name another place, with -o for instance; ls -ld shows who may write there"
    return Refused("file/no-permission", message, hint=hint)


def _permissions(target: str, path: PathLike, mode: int | None) -> int | None:
    """`mode`, or that of the file to be replaced; refuses to replace what is not a file."""
    try:
        status = os.stat(target)
    except FileNotFoundError:
        return mode
    if stat.S_ISDIR(status.st_mode):
        raise refusal(OSError(errno.EISDIR, ""), path)
    if not stat.S_ISREG(status.st_mode):
        raise refusal(OSError(errno.ENXIO, ""), path)
    return stat.S_IMODE(status.st_mode) if mode is None else mode


def _write_spare(spare: str, target: str, data: bytes, permissions: int | None) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    # Created for the owner alone and then given its bits: a secret is never open, even shortly.
    handle = os.open(spare, flags, 0o666 if permissions is None else 0o600)
    try:
        try:
            if permissions is not None:
                os.fchmod(handle, permissions)
            _write_all(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(spare, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(spare)
        raise


def _write_all(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def _sync_folder(folder: str, path: PathLike) -> None:
    """Make the rename durable. File systems that cannot sync a folder say EINVAL: fine."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno in (errno.EINVAL, errno.ENOTSUP, errno.EACCES):
            return
        message = f"{shown(path)} was written, but the disk did not confirm it"
        raise Refused("file/not-synced", message, hint="give the same command again") from error


def make_folder(folder: PathLike) -> None:
    """A folder for its owner alone, with those above it; fine when it is there already."""
    try:
        if os.path.isdir(folder):
            return
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise _no_folder_there(folder) from error
    except (OSError, ValueError) as error:
        raise refusal(error, folder) from error
    _sync_folder(os.path.dirname(os.path.abspath(folder)), folder)


def _no_folder_there(folder: PathLike) -> Refused:
    """What is in the way of a folder: the first part of its path that is something else."""
    path = os.fspath(folder)
    while path and not os.path.lexists(path):
        path = os.path.dirname(path)
    message = f"{shown(path)} is not a folder"
    return Refused("file/not-folder", message, hint="name a new or an empty folder")


def _write_stdout(data: bytes) -> None:
    if sys.stdout is None:
        raise Refused(
            "file/output-closed", "standard output is closed", hint="write to a file with -o"
        )
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except OSError as error:
        if error.errno == errno.EPIPE:
            message = "standard output was closed before everything was written"
            raise Refused("file/output-closed", message, hint="write to a file with -o") from error
        raise refusal(error, "standard output") from error


def json_bytes(value: Any, *, pretty: bool = False) -> bytes:
    """`value` as the text of a file, ending in a newline; equal values give equal bytes.

    A record has one statement per line, so that a diff of two records is readable;
    anything else is one line of canonical JSON, or indented when `pretty`.
    """
    if pretty:
        text = json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False)
        return text.encode() + b"\n"
    if isinstance(value, dict) and value.get("kind") == "record" and "entries" in value:
        return _record_bytes(value)
    return canon.canon(value) + b"\n"


def _record_bytes(record: dict[str, Any]) -> bytes:
    entries = [b"[" + _lines(entry) + b"]" for entry in record["entries"]]
    parts = [b'{"pbem":1,"kind":"record","entries":[\n', b",\n".join(entries), b"\n]"]
    parts += [b',"pending":[', _lines(record["pending"]), b"]"]
    parts += [b',\n"now":', canon.canon(record["now"]), b"}\n"]
    return b"".join(parts)


def _lines(statements: Sequence[Any]) -> bytes:
    return b",\n ".join(canon.canon(s) for s in statements)


def write_json(
    path: PathLike, value: Any, *, pretty: bool = False, mode: int | None = None
) -> None:
    """`json_bytes(value)` written by `write_atomic`."""
    write_atomic(path, json_bytes(value, pretty=pretty), mode=mode)


# --- places ----------------------------------------------------------------------------------


def data_folder() -> str | None:
    """The user's data folder (XDG Base Directory); None for somebody without a home."""
    base = os.environ.get("XDG_DATA_HOME", "")
    if os.path.isabs(base):
        return base
    if os.environ.get("HOME") == "":  # else it would be the root of all files
        return None
    folder = os.path.expanduser("~/.local/share")
    return folder if os.path.isabs(folder) else None


def default_identity() -> str | None:
    """Where `pbem keygen` puts an identity; None where there is no such place."""
    folder = data_folder()
    return None if folder is None else os.path.join(folder, "pbem", "identity.json")


# --- locks ---------------------------------------------------------------------------------


@contextmanager
def locked(folder: PathLike, *, wait: float = LOCK_SECONDS) -> Iterator[None]:
    """Hold a folder against other processes of this program; not reentrant.

    The lock lies on the open folder itself, so it goes with the process and leaves no file.
    Raises `Refused("file/locked")` when another holds it for `wait` seconds.
    """
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        raise refusal(error, folder) from error
    try:
        _take_lock(handle, folder, time.monotonic() + wait)
        yield
    finally:
        os.close(handle)


def _take_lock(handle: int, folder: PathLike, until: float) -> None:
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError as error:
            if time.monotonic() >= until:
                message = f"another pbem command is working in {shown(folder)}"
                hint = "wait for it to end, then give the command again"
                raise Refused("file/locked", message, hint=hint) from error
            time.sleep(0.02)
        except OSError as error:
            raise refusal(error, folder) from error
