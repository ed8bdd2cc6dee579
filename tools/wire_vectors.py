"""Vectors of bytes and texts: base64url, canonical JSON, strict reading, hash inputs."""

from __future__ import annotations

import json
from typing import Any

from formulas import ROOT, Vector, b64, d, h, m, parts


def canonical() -> list[Vector]:
    cases = [
        ("empty object", b" { } ", "{}"),
        ("empty list", b"[\n]", "[]"),
        ("keys are sorted", b'{"b":1,"a":2,"A":3,"_":4,"10":5,"9":6}',
         '{"10":5,"9":6,"A":3,"_":4,"a":2,"b":1}'),
        ("lists are not sorted", b"[3, 1, 2]", "[3,1,2]"),
        ("nested", b'{"z": [{"b": null, "a": [true, false]}]}',
         '{"z":[{"a":[true,false],"b":null}]}'),
        ("largest integers", b"[9007199254740991, -9007199254740991, 0]",
         "[9007199254740991,-9007199254740991,0]"),
        ("short escapes", rb'"\b\t\n\f\r\"\\"', r'"\b\t\n\f\r\"\\"'),
        ("other controls are lower-case hex", rb'"\u0000\u001F\u007f"', '"\\u0000\\u001f\x7f"'),
        ("a slash is not escaped", rb'"\/"', '"/"'),
        ("letters are not escaped", rb'"\u00fc\u20AC"', '"ü€"'),
        ("a surrogate pair is one character", rb'"\ud83d\ude00"', '"\U0001f600"'),
        ("no normal form is applied", rb'"e\u0301"', '"e\u0301"'),
        ("line separators are not escaped", rb'"\u2028\u2029"', '"\u2028\u2029"'),
    ]  # fmt: skip
    return [{"name": n, "json": b64(raw), "expect": text} for n, raw, text in cases]


def encodings() -> list[Vector]:
    cases: list[tuple[str, list[bytes]]] = [
        ("nothing", []),
        ("one empty part", [b""]),
        ("two parts", [b"ab", b""]),
        ("the same bytes cut elsewhere", [b"a", b"b"]),
        ("a part that looks like a length", [b"\0\0\0\1", b"a"]),
    ]
    return [
        {
            "name": name,
            "parts": [b64(x) for x in xs],
            "expect": {
                "P": b64(parts(*xs)),
                "H": b64(h("x", *xs)),
                "M": b64(m(ROOT["ann"], "x", *xs)),
                "D": b64(d(ROOT["ann"], "x", *xs)),
            },
        }
        for name, xs in cases
    ]


def strict() -> list[Vector]:
    """Texts to be refused, each for one reason, and near ones to be read."""
    deep = 64
    bad: list[tuple[str, bytes, str]] = [
        ("no bytes", b"", "empty"),
        ("blanks alone", b" \t\r\n", "empty"),
        ("byte order mark", b'\xef\xbb\xbf{"a":1}', "bom"),
        ("Latin-1", b'"\xfc"', "not-utf8"),
        ("overlong slash", b'"\xc0\xaf"', "not-utf8"),
        ("a surrogate in UTF-8", b'"\xed\xa0\x80"', "not-utf8"),
        ("cut inside a character", b'"\xe2\x82', "not-utf8"),
        ("65 lists", b"[" * (deep + 1) + b"]" * (deep + 1), "too-deep"),
        ("65 objects", b'{"a":' * (deep + 1) + b"0" + b"}" * (deep + 1), "too-deep"),
        (
            "65 lists after an escaped backslash",
            rb'["\\",' + b"[" * deep + b"]" * deep + b"]",
            "too-deep",
        ),
        ("1,000 open lists", b"[" * 1000, "too-deep"),
        ("a key twice", b'{"a":1,"b":2,"a":1}', "duplicate-key"),
        ("a key twice, once escaped", rb'{"do":"dig","\u0064o":"pass"}', "duplicate-key"),
        ("a key twice, deep inside", b'[{"a":[{"k":0,"k":0}]}]', "duplicate-key"),
        ("the empty key twice", b'{"":1,"":1}', "duplicate-key"),
        ("a key that is not ASCII", '{"ü":1}'.encode(), "key-not-ascii"),
        ("a key that is not ASCII, escaped", rb'{"\u0430":1}', "key-not-ascii"),
        ("one as a fraction", b"[1.0]", "not-integer"),
        ("a fraction", b"[0.5]", "not-integer"),
        ("an exponent", b"[1e3]", "not-integer"),
        ("an exponent past all floats", b"[1e400]", "not-integer"),
        ("leading zeros", b"[007]", "not-integer"),
        ("NaN", b"[NaN]", "not-integer"),
        ("Infinity", b"[Infinity]", "not-integer"),
        ("minus Infinity", b"[-Infinity]", "not-integer"),
        ("minus zero", b"[-0]", "minus-zero"),
        ("minus zero after an escaped backslash", rb'["\\",-0]', "minus-zero"),
        ("2^53", b"[9007199254740992]", "big-integer"),
        ("minus 2^53", b"[-9007199254740992]", "big-integer"),
        ("2^64", b"[18446744073709551616]", "big-integer"),
        ("5,000 digits", b"[" + b"9" * 5000 + b"]", "big-integer"),
        ("first half of a pair", rb'["\ud83d"]', "surrogate"),
        ("second half of a pair", rb'["\ude00"]', "surrogate"),
        ("halves in the wrong order", rb'["\ude00\ud83d"]', "surrogate"),
        ("half of a pair in a key", rb'{"\ud83d":1}', "surrogate"),
        ("a second value", b"{} {}", "trailing"),
        ("a NUL at the end", b"{}\0", "trailing"),
        ("a comma at the end", b"{},", "trailing"),
        ("a plus sign", b"[+1]", "syntax"),
        ("a comma too many", b"[1,]", "syntax"),
        ("a comma missing", b'{"a":1 "b":2}', "syntax"),
        ("single quotes", b"{'a':1}", "syntax"),
        ("a key without quotes", b"{a:1}", "syntax"),
        ("a comment", b"[1, /* one */ 2]", "syntax"),
        ("a line feed in a string", b'"a\nb"', "syntax"),
        ("a NUL in a string", b'"a\0b"', "syntax"),
        ("an unknown escape", rb'"\x41"', "syntax"),
        ("a short escape", rb'"\u41"', "syntax"),
        ("a blank of another kind", "\u00a0[]".encode(), "syntax"),
        ("cut off in an object", b'{"a":1', "syntax"),
        ("cut off in a string", b'"abc', "syntax"),
        ("cut off after a backslash", b'"abc\\', "syntax"),
        ("True", b"[True]", "syntax"),
    ]
    limit = b"[" + b" " * 62 + b"]"
    good: list[tuple[str, bytes, Any]] = [
        ("blanks around", b' \r\n{"a":\t1}\n', {"a": 1}),
        ("64 lists", b"[" * deep + b"]" * deep, json.loads(b"[" * deep + b"]" * deep)),
        ("70 brackets in a string", b'"' + b"[" * 70 + b'"', "[" * 70),
        ("brackets after an escaped quote", b'["\\"' + b"[" * 70 + b'"]', ['"' + "[" * 70]),
        ("2^53 - 1", b"[9007199254740991]", [9007199254740991]),
        ("1 - 2^53", b"[-9007199254740991]", [-9007199254740991]),
        ("an escaped pair", rb'"\ud83d\ude00"', "\U0001f600"),
        ("keys that differ in case", b'{"a":1,"A":2}', {"a": 1, "A": 2}),
        ("one key in two objects", b'[{"a":1},{"a":1}]', [{"a": 1}, {"a": 1}]),
        ("numbers in a string", b'"-0 1.0 NaN 99999999999999999999"',
         "-0 1.0 NaN 99999999999999999999"),
        ("64 bytes with a limit of 64", limit, []),
    ]  # fmt: skip
    big = {"name": "65 bytes with a limit of 64", "limit": 64, "json": b64(limit + b"\n")}
    return [
        *({"name": n, "json": b64(raw), "refused": f"json/{code}"} for n, raw, code in bad),
        {**big, "refused": "json/too-large"},
        *({"name": n, "limit": 20_000, "json": b64(raw), "expect": x} for n, raw, x in good[:-1]),
        {"name": good[-1][0], "limit": 64, "json": b64(limit), "expect": []},
    ]


def base64url() -> list[Vector]:
    good = [b"", b"f", b"fo", b"foo", b"\xff\xfe\xfd", bytes(32), bytes(range(64))]
    bad = [
        ("padding", "Zg=="), ("a spare bit set", "Zh"), ("spare bits set", "Zm9"),
        ("one character", "Z"), ("plus and slash", "+/+/"), ("a line feed", "Zm9v\n"),
        ("a blank", "Zm 9v"), ("not ASCII", "Zm9ü"), ("a foreign character", "Zm9v*"),
    ]  # fmt: skip
    code = "bytes/not-base64url"
    return [
        *(
            {"name": f"{len(x)} bytes from {x[:2].hex() or None}", "text": b64(x),
             "expect": x.hex()}
            for x in good
        ),
        *({"name": n, "text": text, "refused": code} for n, text in bad),
        {"name": "31 of 32 bytes", "text": b64(bytes(31)), "length": 32,
         "refused": "bytes/wrong-length"},
    ]  # fmt: skip
