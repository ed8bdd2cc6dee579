"""Identity files: the 32 secret bytes that a party's keys derive from.

A file is readable by its owner alone, or refused; it may be kept under a passphrase
(scrypt, RFC 7914, and ChaCha20-Poly1305, RFC 8439). docs/protocol.md, Identity.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.errors import Refused
from pbem.fair import keys
from pbem.record import files
from pbem.wire import b64, schema

ROOT_BYTES = 32
SCRYPT = {"n": 1 << 17, "r": 8, "p": 1}  # 128 MiB, about half a second
BOX_AAD = b"pbem/1 identity"
BOX_NONCE = bytes(12)  # the key is made from a fresh salt and used for one box only


@dataclass(frozen=True)
class Identity:
    """A party's secret. `path`: the file it came from, links resolved; None: memory only."""

    root: bytes = field(repr=False)
    path: Path | None = None
    test: bool = False

    @property
    def key(self) -> Ed25519PrivateKey:
        return keys.signing_key(self.root)

    @property
    def sign(self) -> bytes:
        """The public signing key: 32 bytes."""
        return keys.public_bytes(self.key)

    @property
    def label(self) -> str:
        """What to call it in messages: its file, or the beginning of its public key."""
        return files.shown(self.path) if self.path else b64.encode(self.sign)[:10]


def create(
    path: str | os.PathLike[str],
    *,
    passphrase: str | None = None,
    root: bytes | None = None,
    test: bool = False,
    note: str = "",
) -> Identity:
    """Make an identity and write it to `path`, for its owner alone; never over another file.

    `root`: 32 bytes, for published test identities; by default fresh from the system.
    Its folder has to be there.
    Raises `Refused("identity/exists")`, identity/bad-passphrase, or file/...
    """
    import secrets  # here, as loading needs none

    target = Path(os.path.realpath(path))
    _refuse_existing(target)
    secret = secrets.token_bytes(ROOT_BYTES) if root is None else root
    identity = Identity(secret, target, test)
    value = _as_json(identity, passphrase, note)
    schema.check("identity", value)
    files.write_json(target, value, pretty=True, mode=0o600)
    return identity


def _refuse_existing(target: Path) -> None:
    try:
        there = os.path.lexists(target)
    except ValueError as error:
        raise files.refusal(error, target) from error
    if there:
        message = f"{files.shown(target)} is there already"
        hint = "an identity is never overwritten: name another file with -o"
        raise Refused("identity/exists", message, hint=hint)


def _as_json(identity: Identity, passphrase: str | None, note: str) -> dict[str, Any]:
    value: dict[str, Any] = {"pbem": 1, "kind": "identity", "sign": b64.encode(identity.sign)}
    if passphrase is None:
        value["root"] = b64.encode(identity.root)
    else:
        value["locked"] = _lock(identity, passphrase)
    if identity.test:
        value["test"] = True
    if note:
        value["note"] = note
    return value


def load(path: str | os.PathLike[str], *, passphrase: Callable[[], str] | None = None) -> Identity:
    """Read an identity file. `passphrase` is called only when the file is locked.

    Raises `Refused`: identity/open-to-others, identity/locked, identity/wrong-passphrase,
    identity/key-differs, and what reading, JSON and schema may refuse.
    """
    if os.fspath(path) == files.STREAM:
        message = "an identity cannot come from standard input: its memory lies beside its file"
        raise Refused("identity/needs-file", message, hint="name a file with --identity")
    value = files.read_json(path, files.LIMITS["identity"])
    _check_form(path, value)
    test = "test" in value
    if not test:
        _check_private(path)
    sign = b64.decode(value["sign"])
    if "locked" in value:
        root = _unlock(value["locked"], sign, passphrase)
    else:
        root = b64.decode(value["root"])
    identity = Identity(root, Path(os.path.realpath(path)), test)
    if identity.sign != sign:
        message = f"{files.shown(path)}: the public key does not belong to the secret"
        raise Refused("identity/key-differs", message, at="/sign", hint="use an unspoilt copy")
    return identity


def _check_form(path: str | os.PathLike[str], value: Any) -> None:
    try:
        schema.check("identity", value)
    except Refused as error:  # its words may quote the secret: give the place alone
        message = f"{files.shown(path)} has not the form of an identity file"
        if error.code == "schema/kind":  # this tells what the file is, and quotes nothing
            message = f"{files.shown(path)}: {error.message}"
        raise Refused(error.code, message, at=error.at, hint=error.hint) from None


def _check_private(path: str | os.PathLike[str]) -> None:
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError) as error:
        raise files.refusal(error, path) from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        name = files.shown(path)
        message = f"{name} can be used by other users of this computer"
        raise Refused("identity/open-to-others", message, hint=f"chmod 600 '{name}'")


# --- passphrase ----------------------------------------------------------------------------


def _stretch(passphrase: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    """The 32-byte box key. The same words typed on another keyboard must give the same bytes."""
    import unicodedata  # here, as few identities have a passphrase

    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    text = unicodedata.normalize("NFC", passphrase)
    if not text:
        raise Refused("identity/bad-passphrase", "the passphrase is empty", hint="type one")
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        message = "the passphrase is not text"
        raise Refused("identity/bad-passphrase", message, hint="check the locale") from error
    return Scrypt(salt=salt, length=32, n=n, r=r, p=p).derive(data)


def _lock(identity: Identity, passphrase: str) -> dict[str, Any]:
    import secrets

    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    salt = secrets.token_bytes(32)
    key = _stretch(passphrase, salt, **SCRYPT)
    box = ChaCha20Poly1305(key).encrypt(BOX_NONCE, identity.root, BOX_AAD + identity.sign)
    return {"kdf": "scrypt", **SCRYPT, "salt": b64.encode(salt), "box": b64.encode(box)}


def _unlock(locked: dict[str, Any], sign: bytes, passphrase: Callable[[], str] | None) -> bytes:
    if passphrase is None:
        message = "the identity is kept under a passphrase"
        raise Refused(
            "identity/locked",
            message,
            hint="set PBEM_PASSPHRASE, or give the command on a terminal",
        )
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    salt = b64.decode(locked["salt"])
    key = _stretch(passphrase(), salt, locked["n"], locked["r"], locked["p"])
    try:
        box = b64.decode(locked["box"])
        return ChaCha20Poly1305(key).decrypt(BOX_NONCE, box, BOX_AAD + sign)
    except InvalidTag as error:
        message = "the passphrase does not open this identity"
        raise Refused("identity/wrong-passphrase", message, hint="type it again") from error
