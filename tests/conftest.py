"""Fixtures for all tests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from pbem.fair.chain import Chain
from pbem.games import registry
from pbem.record import ruling, signing
from pbem.wire import schema
from tests import example_game, market_game, plain_game


@pytest.fixture(scope="session", autouse=True)
def _one_chain_each() -> Iterator[None]:
    """Test parties are the same in all tests: the links of each chain are hashed once."""
    with pytest.MonkeyPatch.context() as patch:
        for user in (signing, ruling):
            patch.setattr(user, "Chain", lru_cache(maxsize=128)(Chain))
        yield


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> example_game.Example:
    """The example game, found by its slug as an installed game would be."""
    game = example_game.install()
    load: Any = registry.load

    def found(slug: str) -> Any:
        return game if slug == game.slug else load(slug)

    monkeypatch.setattr(registry, "load", found)
    return game


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> plain_game.Plain:
    """The game with nothing hidden, found by its slug."""
    for name, body in plain_game.SCHEMAS.items():
        schema.add(name, json.dumps(body))
    load: Any = registry.load

    def found(slug: str) -> Any:
        return plain_game.GAME if slug == plain_game.GAME.slug else load(slug)

    monkeypatch.setattr(registry, "load", found)
    return plain_game.GAME


@pytest.fixture
def market(monkeypatch: pytest.MonkeyPatch) -> market_game.Market:
    """The game in phases, found by its slug."""
    for name, body in market_game.SCHEMAS.items():
        schema.add(name, json.dumps(body))
    load: Any = registry.load

    def found(slug: str) -> Any:
        return market_game.GAME if slug == market_game.GAME.slug else load(slug)

    monkeypatch.setattr(registry, "load", found)
    return market_game.GAME
