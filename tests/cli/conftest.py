"""Tables that many tests start from, played once by commands and then copied."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.record import clock as product_clock
from tests.cli.absence import Clock
from tests.cli.world import World


@pytest.fixture
def world(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> World:
    return World(tmp_path / "world", capsys, monkeypatch).made()


class Store:
    """Worlds by name, each made once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.games: list[Any] = []  # what was heard in the game kept as "game"

    def copy(self, name: str, world: World) -> bool:
        """Put a copy of the world kept as `name` in the place of `world`; False: not made yet."""
        kept = self.root / name
        if not kept.exists():
            return False
        shutil.copytree(kept, world.root, dirs_exist_ok=True)
        return True

    def keep(self, name: str, world: World) -> None:
        shutil.copytree(world.root, self.root / name)


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return Store(tmp_path_factory.mktemp("worlds"))


@pytest.fixture
def dogs(world: World, store: Store) -> World:
    """DIG of ann and bob, at ann's first move."""
    if not store.copy("dogs", world):
        world.start("dig-dogs", ["ann", "bob"])
        store.keep("dogs", world)
    return world


@pytest.fixture
def dwarf(world: World, store: Store) -> World:
    """Dig Down Dwarf of ann and bob, at ann's first move."""
    if not store.copy("dwarf", world):
        world.start("dig-down-dwarf", ["ann", "bob"])
        store.keep("dwarf", world)
    return world


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """What the program takes for the time of day is what the test sets, shown in UTC."""
    hand = Clock()
    with monkeypatch.context() as patch:
        patch.setattr(product_clock, "now", hand)
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield hand
    time.tzset()
