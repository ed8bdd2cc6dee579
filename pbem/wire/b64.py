"""Byte strings as text: base64url without padding (RFC 4648, section 5), read strictly."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode

from pbem.errors import Refused


def encode(data: bytes) -> str:
    """32 bytes give 43 characters, 64 give 86."""
    return urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decode(text: str, length: int | None = None, *, at: str = "") -> bytes:
    """The bytes behind `text`, which must be exactly what `encode` writes for them.

    Raises Refused("bytes/not-base64url"), or Refused("bytes/wrong-length") when
    `length` (in bytes) is given and differs.
    """
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (ValueError, TypeError):
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
