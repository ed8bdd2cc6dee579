"""Identity files: whose they are, who may read them, and what they never show."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.record import files, identity
from pbem.wire import b64

# Vector of docs/protocol.md: the root 20 21 ... 3f and its public signing key.
ROOT = bytes(range(0x20, 0x40))
SIGN = bytes.fromhex("480f28f25413a6346edadd6c5d991cf20f756a27e0f4cbb6336d17dffba73271")


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(identity.SCRYPT, "n", 1 << 14)


def refused(path: Path, **more: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        identity.load(path, **more)
    return caught.value


def edit(path: Path, **fields: Any) -> None:
    value = {**json.loads(path.read_text()), **fields}
    path.write_text(json.dumps({k: v for k, v in value.items() if v is not None}))


def test_create_and_load(tmp_path: Path) -> None:
    made = identity.create(tmp_path / "me.json", root=ROOT)
    assert made.sign == SIGN
    assert identity.load(tmp_path / "me.json") == made
    assert made.path == tmp_path / "me.json"


def test_the_file_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        identity.create(tmp_path / "me.json")
    finally:
        os.umask(before)
    assert (tmp_path / "me.json").stat().st_mode & 0o777 == 0o600


def test_no_folder_is_made_for_it(tmp_path: Path) -> None:
    with pytest.raises(Refused) as caught:
        identity.create(tmp_path / "new" / "me.json")
    assert caught.value.code == "file/missing"
    assert "no folder" in caught.value.message
    assert not (tmp_path / "new").exists()


def test_fresh_secrets_differ(tmp_path: Path) -> None:
    a, b = (identity.create(tmp_path / name) for name in "ab")
    assert a.root != b.root
    assert len(a.root) == 32


def test_never_over_another_file(tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    made = identity.create(path)
    with pytest.raises(Refused) as caught:
        identity.create(path)
    assert caught.value.code == "identity/exists"
    assert identity.load(path) == made


def test_a_full_disk_leaves_no_half_identity(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Refused) as caught:
        identity.create(tmp_path / "me.json")
    assert caught.value.code == "file/disk-full"
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("bits", [0o640, 0o604, 0o620, 0o601])
def test_open_to_others_is_refused_with_the_remedy(bits: int, tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    identity.create(path)
    path.chmod(bits)
    error = refused(path)
    assert error.code == "identity/open-to-others"
    assert error.hint == f"chmod 600 '{path}'"


def test_a_test_identity_may_lie_open(tmp_path: Path) -> None:
    path = tmp_path / "ann.json"
    identity.create(path, root=ROOT, test=True, note="public")
    path.chmod(0o644)
    assert identity.load(path).test
    assert json.loads(path.read_text())["note"] == "public"


def test_secrets_are_not_in_a_repr(tmp_path: Path) -> None:
    made = identity.create(tmp_path / "me.json", root=ROOT)
    assert "root=" not in repr(made)
    assert repr(ROOT)[2:-1] not in repr(made)


def test_the_public_key_must_belong_to_the_root(tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    identity.create(path, root=ROOT)
    edit(path, root=b64.encode(bytes(32)))
    assert refused(path).code == "identity/key-differs"


def test_passphrase(tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    identity.create(path, root=ROOT, passphrase="caf\u00e9")
    assert b64.encode(ROOT) not in path.read_text()
    assert identity.load(path, passphrase=lambda: "caf\u00e9").root == ROOT
    # the same word from a keyboard that composes the accent
    assert identity.load(path, passphrase=lambda: "cafe\u0301").root == ROOT
    assert refused(path, passphrase=lambda: "cafe").code == "identity/wrong-passphrase"
    assert refused(path).code == "identity/locked"
    assert refused(path, passphrase=lambda: "").code == "identity/bad-passphrase"
    assert refused(path, passphrase=lambda: "\ud800").code == "identity/bad-passphrase"


def test_no_passphrase_is_asked_for_an_open_file(tmp_path: Path) -> None:
    identity.create(tmp_path / "me.json")

    def ask() -> str:
        raise AssertionError("asked")

    identity.load(tmp_path / "me.json", passphrase=ask)


def test_a_box_belongs_to_its_public_key(tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    identity.create(path, root=ROOT, passphrase="x")
    edit(path, sign=b64.encode(bytes(32)))
    assert refused(path, passphrase=lambda: "x").code == "identity/wrong-passphrase"


def test_an_empty_passphrase_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(Refused) as caught:
        identity.create(tmp_path / "me.json", passphrase="")
    assert caught.value.code == "identity/bad-passphrase"
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "cost", [{"n": 1 << 30}, {"n": 3}, {"n": 2}, {"r": 9}, {"r": 0}, {"p": 5}, {"kdf": "none"}]
)
def test_costs_beyond_the_caps_are_refused_before_any_work(
    cost: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "me.json"
    identity.create(path, passphrase="x")
    edit(path, locked={**json.loads(path.read_text())["locked"], **cost})

    def ask() -> str:
        raise AssertionError("asked")

    assert refused(path, passphrase=ask).code.startswith("schema/")


@pytest.mark.parametrize(
    "fields",
    [
        {"root": None},
        {"root": "AAAA"},
        {"kind": "record"},
        {"pbem": 2},
        {"extra": 1},
        {"test": False},
        {"sign": None},
    ],
)
def test_other_forms_are_refused(fields: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    identity.create(path)
    edit(path, **fields)
    assert refused(path).code.startswith("schema/")


def test_root_and_locked_together_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    identity.create(path, passphrase="x")
    edit(path, root=b64.encode(ROOT))
    error = refused(path, passphrase=lambda: "x")
    assert (error.code, error.at) == ("schema/const", "/root")


def test_a_spoilt_secret_is_not_printed(tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    identity.create(path)
    edit(path, root=b64.encode(ROOT) + "A")
    error = refused(path)
    assert error.at == "/root"
    assert b64.encode(ROOT)[:10] not in f"{error.message} {error.hint}"


def test_standard_input_is_no_identity() -> None:
    assert refused(Path("-")).code == "identity/needs-file"


def test_default_identity(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert files.default_identity() == "/data/pbem/identity.json"
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert files.default_identity() == "/home/ann/.local/share/pbem/identity.json"
    # the XDG specification: a relative path is invalid and ignored
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    assert files.default_identity() == "/home/ann/.local/share/pbem/identity.json"
    monkeypatch.setenv("HOME", "")
    assert files.default_identity() is None
