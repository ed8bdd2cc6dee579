"""Every clause of the rules has a test and a place in the code."""

from __future__ import annotations

import pytest

from tools import clauses


@pytest.mark.parametrize("book", clauses.BOOKS, ids=lambda b: b.slug)
def test_no_clause_is_missing(book: clauses.Book) -> None:
    assert clauses.missing(book) == []


@pytest.mark.parametrize(
    ("book", "count"),
    [*zip(clauses.BOOKS, (73 + 28, 109 + 33, 134 + 34, 142 + 49, 105 + 37), strict=True)],
)
def test_the_rules_list_every_clause(book: clauses.Book, count: int) -> None:
    ids = clauses.listed(book)
    assert len(ids) == len(set(ids)) >= count


def test_what_counts_as_a_citation() -> None:
    assert clauses.cited("# DD-25, DD-R3") == {"DD-25", "DD-R3"}
    assert clauses.cited("def test_dd_25_dig() -> None: ...") == {"DD-25"}
    assert clauses.cited('"""DW-44 to DW-46"""') == {"DW-44", "DW-45", "DW-46"}
    assert clauses.cited("DW-R1 to DW-R2") == {"DW-R1", "DW-R2"}
    assert clauses.cited("ADD-25 DD-x") == set()


def test_what_a_file_says_of_itself_is_no_citation() -> None:
    source = '"""DD-1 to DD-9."""\n\ndef test_dd_25() -> None:\n    pass\n'
    assert clauses.cited(clauses.without_docstring(source)) == {"DD-25"}


def test_a_clause_without_a_test_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    book = clauses.BOOKS[0]
    texts = [text.replace("DD-25", "") for text in clauses.test_texts(book)]
    texts = [text.replace("dd_25", "") for text in texts]
    monkeypatch.setattr(clauses, "test_texts", lambda book: iter(texts))
    assert "DD-25: no test cites it" in clauses.missing(book)


def test_a_hole_in_the_rules_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    book = clauses.BOOKS[1]
    ids = [i for i in clauses.listed(book) if i != "DW-7"]
    monkeypatch.setattr(clauses, "listed", lambda book: ids)
    assert clauses.gaps(book) == ["DW-7"]
