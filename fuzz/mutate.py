"""Spoiling files: bytes, JSON values, and logs whose changes are signed anew."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from fuzz.people import PEOPLE, signed
from fuzz.seeds import Log, logs
from pbem.errors import PbemError
from pbem.fair.hashes import statement_id
from pbem.record import files
from pbem.wire import b64

DEEP, WIDE, LONG = 70, 2_000, 100_000
AS_IT_WAS = 0.06
_KEY = re.compile(rb'"[A-Za-z0-9_]+":')
_NUMBER = re.compile(rb"(?<=[:,\[])-?[0-9]+(?=[,\]}])")
TOKENS = (
    *(b"-0", b"007", b"1.0", b"1e400", b"NaN", b"-Infinity", b"9007199254740992", b"9" * 5000),
    *(b'"\\ud800"', b'"\\u0000"', b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\0", b"\xff", b"\r\n"),
    *(b"null", b"true", b"[]", b"{}", b'"', b"\\", b",", b":", b"]", b"}", b"[" * 100),
    *(b'{"a":' * 100, b'"' + b"x" * LONG + b'"', b"[" + b"0," * WIDE + b"0]", b" " * LONG),
)


def nested(depth: int) -> Any:
    value: Any = 0
    for level in range(depth):
        value = [value] if level % 2 else {"a": value}
    return value


def odd(source: Random) -> Any:
    """A value that nobody expects."""
    makers: Sequence[Callable[[], Any]] = (
        lambda: None,
        lambda: source.choice([True, False]),
        lambda: source.choice([0, 1, -1, 2, 255, 2**31, 2**53 - 1, 1 - 2**53, 2**53, 10**30]),
        lambda: source.choice(["", " ", "A" * 43, "A" * 86, "none", "ann", "bob", "arbiter"]),
        lambda: source.choice(["\u0000", "\u202e", "\ud800", "\u00e9", "t1", "__proto__", "../x"]),
        lambda: "x" * source.choice([31, 32, 501, LONG]),
        lambda: b64.encode(source.randbytes(source.choice([31, 32, 33, 64]))),
        lambda: source.choice([[], {}, [[]], [{}], {"do": "resign"}, {"do": []}]),
        lambda: [0] * source.choice([2, 65, WIDE]),
        lambda: nested(source.choice([3, 60, DEEP])),
        lambda: source.choice([0.5, 1e300]),
    )
    return source.choice(makers)()


# --- values --------------------------------------------------------------------------------


def place(value: Any, source: Random) -> tuple[Any, Any] | None:
    """A container within `value` and a key of it, by walking down; None where there is none."""
    found = None
    while isinstance(value, dict | list) and value:
        keys: Sequence[Any] = list(value) if isinstance(value, dict) else range(len(value))
        found = (value, source.choice(keys))
        value = found[0][found[1]]
        if source.random() < 0.12:
            break
    return found


def spoil(value: Any, source: Random) -> Any:
    """`value` with one change somewhere; `value` itself may be changed or not."""
    found = place(value, source)
    if found is None:
        return odd(source)
    inside, key = found
    source.choice(CHANGES)(inside, key, source, value)
    return value


def _replace(inside: Any, key: Any, source: Random, _: Any) -> None:
    inside[key] = odd(source)


def _nudge(inside: Any, key: Any, source: Random, _: Any) -> None:
    """Another value of the same type: more likely to go far."""
    old = inside[key]
    if isinstance(old, bool) or old is None:
        inside[key] = not old
    elif isinstance(old, int):
        inside[key] = old + source.choice([-2, -1, 1, 2, 7])
    elif isinstance(old, str) and old:
        at = source.randrange(len(old))
        inside[key] = old[:at] + source.choice("AQgwZ01_-b") + old[at + 1 :]
    elif isinstance(old, list):
        source.shuffle(old)
    else:
        _replace(inside, key, source, None)


def _remove(inside: Any, key: Any, source: Random, _: Any) -> None:
    del inside[key]


def _add(inside: Any, key: Any, source: Random, whole: Any) -> None:
    """One thing more: a key, or the same thing twice."""
    if isinstance(inside, dict):
        inside[source.choice(["surprise", "link", "show", "then", "note", "secret", ""])] = odd(
            source
        )
    else:
        inside.insert(source.randrange(len(inside) + 1), copy.deepcopy(inside[key]))


def _rename(inside: Any, key: Any, source: Random, whole: Any) -> None:
    if isinstance(inside, dict):
        inside[source.choice([f"{key}x", "do", "by", "kind", "\u0434\u043e"])] = inside.pop(key)
    else:
        _remove(inside, key, source, whole)


def _swap(inside: Any, key: Any, source: Random, whole: Any) -> None:
    """Two things change places, wherever they are; or one is copied over the other."""
    other = place(whole, source)
    if other is None:
        return
    there, name = copy.deepcopy(other[0][other[1]]), other[1]
    if source.random() < 0.5:
        other[0][name] = copy.deepcopy(inside[key])
    inside[key] = there


CHANGES = (_replace, _nudge, _nudge, _nudge, _remove, _add, _rename, _swap)


# --- bytes ---------------------------------------------------------------------------------


def spoil_bytes(data: bytes, source: Random) -> bytes:
    """`data` with one change."""
    return source.choice(BYTE_CHANGES)(data, source, source.randrange(len(data) + 1))


def _flip(data: bytes, source: Random, at: int) -> bytes:
    return (
        data[:at] + bytes(b ^ 1 << source.randrange(8) for b in data[at : at + 1]) + data[at + 1 :]
    )


def _cut(data: bytes, source: Random, at: int) -> bytes:
    return data[:at]


def _drop(data: bytes, source: Random, at: int) -> bytes:
    return data[:at] + data[at + source.choice([1, 2, 100]) :]


def _twice(data: bytes, source: Random, at: int) -> bytes:
    size = source.choice([1, 10, 1000])
    return data[: at + size] + data[at:]


def _insert(data: bytes, source: Random, at: int) -> bytes:
    return data[:at] + source.choice(TOKENS) + data[at:]


def _same_key(data: bytes, source: Random, at: int) -> bytes:
    """A key stands twice."""
    found = _KEY.search(data, at) or _KEY.search(data)
    if found is None:
        return data + b" "
    return data[: found.start()] + found[0] + b"1," + data[found.start() :]


def _number(data: bytes, source: Random, at: int) -> bytes:
    """Another number in the place of one."""
    found = _NUMBER.search(data, at) or _NUMBER.search(data)
    if found is None:
        return _insert(data, source, at)
    return data[: found.start()] + source.choice(TOKENS[:8]) + data[found.end() :]


def _noise(data: bytes, source: Random, at: int) -> bytes:
    return data[:at] + source.randbytes(source.choice([1, 4, 64])) + data[at:]


BYTE_CHANGES = (_flip, _flip, _cut, _drop, _twice, _insert, _same_key, _number, _noise)


# --- logs ----------------------------------------------------------------------------------


def spoil_log(value: Any, source: Random) -> Any:
    """A record or an evidence file whose log has been tampered with by those who can sign."""
    entries: Log = value["entries"]
    n = len(entries) - 1 if source.random() < 0.6 else source.randrange(len(entries))
    source.choice(LOG_CHANGES)(value, n, source)
    return value


def _sign_anew(value: Any, n: int, source: Random) -> None:
    """A statement of entry n is another one, well signed; nothing comes after it. The ruling
    on it names it, and is signed anew too."""
    entry = value["entries"][n]
    i = source.randrange(len(entry))
    body = dict(entry[i])
    for _ in range(source.choice([1, 1, 2])):
        _change_field(body, source)
    entry[i] = _try_sign(body)
    del value["entries"][n + 1 :]
    value["pending"] = []
    last = entry[-1]
    if i < len(entry) - 1 and last.get("kind") == "ruling":
        entry[-1] = _try_sign({**last, "answers": [_id(s) for s in entry[:-1]]})


def _change_field(body: dict[str, Any], source: Random) -> None:
    names = [name for name in body if name != "sig"]
    name = source.choice([*names, "then", "show", "note", "secret", "dropped"])
    if source.random() < 0.4:
        body[name] = copy.deepcopy(source.choice(_known(name)))
    else:
        holder = {name: copy.deepcopy(body.get(name))}
        spoil(holder, source)
        body.update(holder)


def _known(name: str) -> Sequence[Any]:
    """What stands in this field elsewhere."""
    if not _FIELDS:
        for log in logs():
            for statement in (s for entry in log[:12] for s in entry):
                for key, there in statement.items():
                    _FIELDS.setdefault(key, []).append(there)
    return _FIELDS.get(name) or [None]


_FIELDS: dict[str, list[Any]] = {}


def _try_sign(body: dict[str, Any]) -> dict[str, Any]:
    """Signed, if there is somebody to sign it and something that can be signed."""
    if body.get("by") not in PEOPLE:
        return body
    try:
        return signed(body)
    except PbemError:
        return body


def _id(body: dict[str, Any]) -> str:
    try:
        return b64.encode(statement_id(body))
    except PbemError:
        return b64.encode(bytes(32))


def _other_entry(value: Any, n: int, source: Random) -> None:
    value["entries"][n] = copy.deepcopy(source.choice(source.choice(logs())[:6]))


def _lose(value: Any, n: int, source: Random) -> None:
    del value["entries"][n]


def _repeat(value: Any, n: int, source: Random) -> None:
    value["entries"].insert(n, copy.deepcopy(value["entries"][n]))


def _reorder(value: Any, n: int, source: Random) -> None:
    source.shuffle(value["entries"][n])


def _move_on(value: Any, n: int, source: Random) -> None:
    """What stands in the log waits instead."""
    value["pending"] = copy.deepcopy(value["entries"][n])
    del value["entries"][n:]


def _lose_statement(value: Any, n: int, source: Random) -> None:
    entry = value["entries"][n]
    del entry[source.randrange(len(entry))]


LOG_CHANGES = (
    *[_sign_anew] * 8,
    *(_other_entry, _lose, _repeat, _reorder, _move_on, _lose_statement),
)


# --- together ------------------------------------------------------------------------------


def spoilt(value: Any, source: Random) -> bytes:
    """A file made from a good one: its log, its value, its bytes or several of them changed;
    now and then nothing but the way it is written."""
    value = copy.deepcopy(value)
    if source.random() < AS_IT_WAS:
        return encoded(value, source)
    log = isinstance(value, dict) and isinstance(value.get("entries"), list) and value["entries"]
    way = source.random()
    if log and way < 0.5:
        value = spoil_log(value, source)
    elif way < 0.75:
        for _ in range(source.choice([1, 1, 1, 2, 5])):
            value = spoil(value, source)
    data = encoded(value, source)
    if way > 0.7:
        for _ in range(source.choice([1, 1, 3])):
            data = spoil_bytes(data, source)
    return data


def encoded(value: Any, source: Random) -> bytes:
    """As the program writes it, or as somebody else would."""
    way = source.random()
    try:
        if way < 0.8:
            return files.json_bytes(value)
    except (PbemError, TypeError, KeyError, AttributeError):  # no value of this program
        pass
    indent = source.choice([None, 1])
    return json.dumps(value, ensure_ascii=way < 0.95, indent=indent).encode(errors="surrogatepass")
