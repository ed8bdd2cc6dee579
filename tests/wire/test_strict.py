"""Strict reading: what the vectors in samples/vectors/strict.json do not say."""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.errors import Refused
from pbem.wire import strict
from pbem.wire.canon import canon
from pbem.wire.strict import parse
from tests.wire.test_canon import VALUES
from tests.wire.vectors import attempt

LIMIT = 1_000_000
_PIECES = r"""{ } [ ] , : " "a" "a": \ \" \u0061 \ud800 \udc00 x ü 0 -0 1 -1 1.0 1e9 007
9007199254740992 123456789012345678901234567890 true null NaN -Infinity"""
PIECES = st.sampled_from([*_PIECES.split(), " ", "\n", "\0"])


def read(text: str | bytes) -> Any:
    return parse(text.encode("utf-8") if isinstance(text, str) else text, limit=LIMIT)


def code_of(text: str | bytes) -> str:
    with pytest.raises(Refused) as caught:
        read(text)
    return caught.value.code


@given(VALUES)
def test_whatever_was_written_is_read(value: Any) -> None:
    for ascii_only in (True, False):
        for indent in (None, 1):
            text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
            assert read(text) == value


@given(st.lists(PIECES, max_size=12).map("".join))
@example('{"a":1,"\\u0061":2}')
@example('["\\ud800"')
def test_refused_or_the_same_value_as_the_library(text: str) -> None:
    """Our error, or the library's value, and that has canonical bytes."""
    value, error = attempt(read, text)
    if error:
        assert error.code.startswith("json/")
        assert "line " in error.message or error.code in ("json/too-deep", "json/too-large")
        assert "not the strict form" not in error.message, "a place was not found"
    else:
        assert value == json.loads(text)
        canon(value)


@given(st.lists(PIECES, max_size=12).map("".join))
def test_the_quick_way_refuses_what_the_careful_way_refuses(text: str) -> None:
    """A blank escaped pair at the end of a list forces the careful way."""
    value, error = attempt(read, f"[{text}]")
    if error:
        with pytest.raises(Refused):
            read(f'[{text},"\\u0020"]')
    else:
        assert read(f'[{text}{"," if value else ""}"\\u0020"]') == [*value, " "]


@given(st.binary(max_size=30))
def test_any_bytes(data: bytes) -> None:
    value, error = attempt(parse, data, limit=LIMIT)
    if error:
        assert error.code.startswith("json/")
    else:
        assert parse(canon(value), limit=LIMIT) == value


PLACES = [
    ('{"a": 1,\n "b": 1.5}', "json/not-integer", "line 2 column 7"),
    ('{"a": {\n  "k": 1,\n  "\\u006b": 2}}', "json/duplicate-key", "line 3 column 3"),
    ('{"a":\n[1 2]}', "json/syntax", "line 2 column 4"),
    ("{}\n\n x", "json/trailing", "line 3 column 2"),
    ('["é",\n "\\udc00"]', "json/surrogate", "line 2 column 2"),
    ('[\n{"é": 1}]', "json/key-not-ascii", "line 2 column 2"),
    ("[1,\n-0]", "json/minus-zero", "line 2 column 1"),
    ("[1,\n" + "9" * 5000 + "]", "json/big-integer", "line 2 column 1"),
]


@pytest.mark.parametrize(("text", "code", "place"), PLACES, ids=[c for _, c, _ in PLACES])
def test_the_place_is_named(text: str, code: str, place: str) -> None:
    with pytest.raises(Refused) as caught:
        read(text)
    assert caught.value.code == code
    assert caught.value.message.startswith(place + ":")


def test_the_first_fault_in_the_text_is_named() -> None:
    assert code_of('{"a":1,"a":2,"b":1.5}') == "json/duplicate-key"
    assert code_of('{"b":1.5,"a":1,"a":2}') == "json/not-integer"
    assert code_of('{"a":1,"a":2') == "json/duplicate-key"
    assert code_of('{"a":1,, "b":1.5}') == "json/syntax"
    assert code_of("[1] 1.5") == "json/trailing"


def test_equal_keys_of_different_objects_are_fine() -> None:
    assert read('{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}')["b"][1] == {"a": 2}


def test_a_message_never_repeats_a_long_text() -> None:
    for text in ('{"' + '":1,"'.join(["k" * 9000] * 2) + '":1}', "[0." + "1" * 9000 + "]"):
        with pytest.raises(Refused) as caught:
            read(text)
        assert len(caught.value.message) < 200


@pytest.mark.parametrize("size", [0, 1, 10])
def test_the_limit_is_in_bytes_and_comes_first(size: int) -> None:
    text = "é" * size  # two bytes each, and no JSON
    with pytest.raises(Refused) as caught:
        parse(text.encode() + b"!", limit=2 * size)
    assert caught.value.code == "json/too-large"


HOSTILE: dict[str, Callable[[int], bytes]] = {
    "open lists": lambda n: b"[" * n,
    "open objects": lambda n: b'{"a":' * (n // 5),
    "closed lists": lambda n: b"[" * (n // 2) + b"]" * (n // 2),
    "quotes": lambda n: b'"' * n,
    "escaped quotes in an open string": lambda n: b'["' + rb"\"" * (n // 2),
    "escaped quotes, then a bad escape": lambda n: b'["' + rb"\"" * (n // 2) + rb"\q",
    "open strings after lists": lambda n: b"[" * 65 + b'"\\' * (n // 2),
    "mismatched": lambda n: b"[}" * (n // 2),
    "digits": lambda n: b"[" + b"1" * n + b"]",
    "minus signs": lambda n: b"-" * n,
    "blanks": lambda n: b" " * n,
    "backslashes": lambda n: b'"' + b"\\" * (n - 1),
    "keys": lambda n: b"{" + b",".join(b'"%d":%d' % (i, i) for i in range(n // 20)) + b',"7":1.5}',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_cost_little(name: str) -> None:
    """C6: four times as much of it does not cost sixteen times the work, as it would if work were
    quadratic. Processor time; what takes less than a tenth of a second says nothing."""
    text = HOSTILE[name](1_000_000)
    spent = cost(text)
    assert spent < 0.1 or spent < 10 * cost(HOSTILE[name](250_000))
    tracemalloc.start()
    cost(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 200_000_000


def test_a_long_file_that_is_no_json_is_refused_at_once() -> None:
    """What stands behind the first fault is not looked at: four million bytes take less than a
    tenth of a second, and a look at each of them seven times that."""
    for text in (b"x" * 4_000_000, b"lorem ipsum " * 333_333, b"\0" * 4_000_000):
        assert min(cost(text, 4_000_000) for _ in range(3)) < 0.4


def cost(text: bytes, limit: int = 2_000_000) -> float:
    begin = time.process_time()
    with pytest.raises(Refused) as caught:
        parse(text, limit=limit)
    assert caught.value.code.startswith("json/")
    return time.process_time() - begin


def test_brackets_that_are_many_but_flat_are_read() -> None:
    assert read("[" + ",".join(["[]", "{}"] * 5000) + "]") == [[], {}] * 5000


def test_the_quick_way_is_taken_for_an_ordinary_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the benchmark measures something else than it says."""

    def fail(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(strict, "_decode_all", fail)
    assert read('{"kind":"move","n":12,"sig":"ab-0c","actions":[{"do":"dig","gallery":2}]}')


@given(st.text(alphabet='a"[]{},\\', max_size=60), st.integers(1, 9))
def test_what_stands_outside_strings_is_the_same_in_parts(text: str, size: int) -> None:
    data = text.encode()
    whole = strict._outside_strings(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strict, "_CHUNK", size)
        assert strict._outside_strings(data) == whole


def test_a_text_of_nothing_but_values_is_refused_before_it_is_read() -> None:
    """1000 and a sixteenth of the limit may stand there: commas and opening brackets."""
    most = 1000 + 16_000 // 16
    good = b"[" + b"0," * (most - 1) + b"0]"
    assert len(parse(good, limit=16_000)) == most
    for bad in (b"[0," + good[1:], b"[" + b"{}" + b",{}" * 1000 + b"]"):
        with pytest.raises(Refused) as caught:
            parse(bad, limit=16_000)
        assert caught.value.code == "json/too-many"
    words = json.dumps(["," * 5000, "[" * 5000]).encode()
    assert parse(words, limit=16_000) == ["," * 5000, "[" * 5000]


def test_sixteen_megabytes_of_nothing_take_no_memory() -> None:
    data = b"[" + b'"",' * (5 << 20) + b"0]"
    tracemalloc.start()
    with pytest.raises(Refused) as caught:
        parse(data, limit=64 << 20)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert caught.value.code == "json/too-many"
    assert most < 5 * len(data)
