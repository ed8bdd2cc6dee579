"""Byte strings as text: base64url without padding (RFC 4648, section 5), read strictly."""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64

from pbem.errors import Refused

_TO_URL = bytes.maketrans(b"+/", b"-_")


def encode(data: bytes) -> str:
    """32 bytes give 43 characters, 64 give 86."""
    return b2a_base64(data, newline=False).rstrip(b"=").translate(_TO_URL).decode("ascii")


def decode(text: str, length: int | None = None, *, at: str = "") -> bytes:
    """The bytes behind `text`, which must be exactly what `encode` writes for them.

    Raises Refused("bytes/not-base64url"), or Refused("bytes/wrong-length") when
    `length` (in bytes) is given and differs.
    """
    try:
        standard = text.replace("-", "+").replace("_", "/")
        data = a2b_base64(standard + "=" * (-len(text) % 4))
    except (ValueError, TypeError, AttributeError):
        data = None
    # The library skips foreign characters and ignores spare bits: writing again tells.
    if data is None or encode(data) != text:
        raise Refused(
            "bytes/not-base64url",
            "this is not base64url without padding",
            at=at,
            hint="copy the value unchanged; it has only letters, digits, - and _",
        )
    if length is not None and len(data) != length:
        raise Refused(
            "bytes/wrong-length",
            f"{length} bytes are wanted here, {len(data)} came",
            at=at,
            hint="a value may have been cut short on the way; ask for the file again",
        )
    return data


def groups(data: bytes) -> str:
    """The first 128 bits of a hash in groups of four digits, to be compared by voice."""
    return _spaced(data[:16])


def apart(one: bytes, other: bytes) -> tuple[str, str]:
    """Two hashes beside each other: in such groups too, whole where these would look the same."""
    if one[:16] == other[:16]:
        return _spaced(one), _spaced(other)
    return groups(one), groups(other)


def _spaced(data: bytes) -> str:
    text = data.hex()
    return " ".join(text[i : i + 4] for i in range(0, len(text), 4))
