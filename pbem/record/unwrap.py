"""What a mail does to a text it carries, and the text without it.

Nothing here is trusted, and no reading is taken for the right one: whoever calls tries all of
them, and the signatures tell which is good.
"""

from __future__ import annotations

import binascii
import html
import re
from collections.abc import Callable
from typing import NamedTuple

MOST = 6
"""Readings of one text: three layers are already a mail that was forwarded as a source."""

_QUOTED = re.compile(rb"^(?:>[ ]?)+", re.MULTILINE)
_PRINTABLE = re.compile(rb"=[ \t]*\r?\n|=3D|=22")
_ESCAPED = re.compile(rb"&(?:quot|#34|#x22);", re.IGNORECASE)
_TAG = re.compile(r"<[A-Za-z/!][^<>]*>")
_BASE64 = re.compile(rb"[A-Za-z0-9+/]+={0,2}")
_SHORTEST = 40  # of the first line of a body in base64; a word of a mail has less


class Reading(NamedTuple):
    """A text as it may have been meant, and in words what was undone for it."""

    data: bytes
    undone: tuple[str, ...] = ()


def readings(data: bytes) -> list[Reading]:
    """The text itself, then what it is without one layer of a mail, without two, and so on."""
    found = [Reading(data)]
    for reading in found:  # which grows meanwhile
        for words, undo in _LAYERS:
            plain = undo(reading.data)
            if len(found) < MOST and plain and all(plain != f.data for f in found):
                found.append(Reading(plain, (*reading.undone, words)))
    return found


def _unquote(data: bytes) -> bytes:
    return _QUOTED.sub(b"", data)


def _from_printable(data: bytes) -> bytes:
    return binascii.a2b_qp(data) if _PRINTABLE.search(data) else b""


def _from_html(data: bytes) -> bytes:
    if not _ESCAPED.search(data):
        return b""
    text = _TAG.sub("", data.decode("utf-8", "replace"))  # a < of the text itself is &lt; here
    return html.unescape(text).replace("\xa0", " ").encode("utf-8", "replace")


def _from_base64(data: bytes) -> bytes:
    """Each run of lines of base64 that may hold a record, one after another."""
    bodies: list[bytes] = []
    run: list[bytes] = []
    for line in [*map(bytes.strip, data.split(b"\n")), b""]:
        if _BASE64.fullmatch(line) and (run or len(line) >= _SHORTEST):
            run.append(line)
            if not line.endswith(b"="):
                continue
        if run:
            bodies.append(_decoded(b"".join(run)))
            run = []
    return b"\n".join(b for b in bodies if b"entries" in b)


def _decoded(text: bytes) -> bytes:
    """Up to where it is whole: the body may be cut off anywhere."""
    text = text.split(b"=")[0]
    usable = len(text) - (len(text) % 4 == 1)
    return binascii.a2b_base64(text[:usable] + b"=" * (-usable % 4))


_LAYERS: tuple[tuple[str, Callable[[bytes], bytes]], ...] = (
    ("the > of quoted mail is taken off its lines", _unquote),
    ("quoted-printable text (=3D, = at the end of a line) is decoded", _from_printable),
    ("a mail body in base64 is decoded", _from_base64),
    ("text escaped for HTML (&quot;) is turned back", _from_html),
)
