"""What the tests of several games check in the same way: schemas, deck files, positions, the bot,
and that a game is the same wherever it is played."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import pytest

from pbem.errors import Refused
from pbem.script.contract import Facts, Game
from pbem.script.requests import Action
from pbem.wire import schema
from tests.games.driver import Table

ROOT = Path(__file__).parents[2]


def careful(name: str) -> Any:
    """A validator of a schema file, which can also check the schema itself."""
    return jsonschema.Draft202012Validator(schema.schema(name))


def quick(name: str) -> Any:
    """The same for thousands of values."""
    return jsonschema_rs.validator_for(schema.schema(name))


# --- deck files ---


def fresh(game: Game[Any]) -> dict[str, Any]:
    """The built-in deck, to be changed."""
    deck: dict[str, Any] = json.loads(json.dumps(game.deck()))
    return deck


def deck_refused(game: Game[Any], deck: dict[str, Any]) -> None:
    """By its schema, which every deck file passes first, or by the game."""
    if careful(f"deck.{game.slug}").is_valid(deck):
        with pytest.raises(Refused) as caught:
            game.check_deck(deck)
        assert caught.value.code.startswith("deck/")
        assert caught.value.message
        assert caught.value.hint


def deck_accepted(game: Game[Any], deck: dict[str, Any]) -> None:
    careful(f"deck.{game.slug}").validate(deck)
    game.check_deck(deck)


# --- positions ---


def changed(public: dict[str, Any], path: Sequence[Any], value: Any) -> dict[str, Any]:
    """A public state with another value at the end of the path; with `...` it is left out."""
    inside: Any = public
    for step in path[:-1]:
        inside = inside[step]
    if value is ...:
        del inside[path[-1]]
    else:
        inside[path[-1]] = value
    return public


def position_refused(
    game: Game[Any], facts: Facts, public: dict[str, Any], options: Mapping[str, Any] | None
) -> str:
    """The code, of a state that has the right form; the options are set over the table's."""
    schema.check(f"{game.slug}.state", public)
    facts = facts._replace(options={**facts.options, **(options or {})})
    with pytest.raises(Refused) as caught:
        game.restore(facts, public)
    assert caught.value.hint
    return caught.value.code


# --- play ---


def bots_choice(table: Table, seat: str) -> Action:
    """What the bot does; from the driver's point of view it has to be legal."""
    below: Any = random.Random(1).randrange
    action = table.game.bot(table.view(seat), below)
    assert table.legal(action)
    return action


def playing(table: Table, choose: Callable[[], Action], most: int) -> Iterator[None]:
    """The decisions of a game one by one, each yielded before it is taken."""
    for _ in range(most):
        if table.pending is None:
            return
        yield
        table.act(table.pending.seat, choose())
    raise AssertionError("the game does not end")


def same_under_hash_seeds(module: str) -> None:
    """No order of a set comes in: what `tell()` of the module prints is the same in a process for
    each seed. Two things of a set stand in one order under all five once in 16 times."""
    told = set()
    for seed in ("1", "2", "3", "4", "271828"):
        run = subprocess.run(
            [sys.executable, "-c", f"import {module} as t; t.tell()"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        told.add(run.stdout)
    assert len(told) == 1
    assert len(told.pop()) == 65


def tell(table: Table, decisions: Iterable[None]) -> None:
    """Prints the hash of a whole game: states, words, menus, boards."""
    digest = sha256()
    for _ in decisions:
        assert table.pending is not None
        board = table.game.board(table.view(table.pending.seat))
        digest.update(json.dumps([table.public(), table.menu(), board]).encode())
    digest.update(json.dumps(table.words()).encode())
    print(digest.hexdigest())
