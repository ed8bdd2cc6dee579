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


def _installed(monkeypatch: pytest.MonkeyPatch, module: Any) -> Any:
    """A game of the tests' own, found by its slug as an installed one would be."""
    for name, body in module.SCHEMAS.items():
        schema.add(name, json.dumps(body))
    game, load = module.GAME, registry.load
    monkeypatch.setattr(registry, "load", lambda slug: game if slug == game.slug else load(slug))
    return game


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> example_game.Example:
    """The game with hidden cards."""
    game: example_game.Example = _installed(monkeypatch, example_game)
    return game


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> plain_game.Plain:
    """The game with nothing hidden."""
    game: plain_game.Plain = _installed(monkeypatch, plain_game)
    return game


@pytest.fixture
def market(monkeypatch: pytest.MonkeyPatch) -> market_game.Market:
    """The game in phases."""
    game: market_game.Market = _installed(monkeypatch, market_game)
    return game
