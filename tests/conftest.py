"""Fixtures for all tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pbem.games import registry
from tests import example_game


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Iterator[example_game.Example]:
    """The example game, found by its slug as an installed game would be."""
    game = example_game.install()
    load: Any = registry.load

    def found(slug: str) -> Any:
        return game if slug == game.slug else load(slug)

    monkeypatch.setattr(registry, "load", found)
    yield game
