"""docs/games.md: the example game is found, played through files, and proven."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.cli.main import run
from pbem.errors import Refused
from pbem.games import registry
from pbem.play import lab
from pbem.play.dealers import FreeDealer
from pbem.play.outcome import Illegal
from pbem.play.runner import Runner
from pbem.script.contract import Facts

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "docs" / "example_game"
PAGE = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")


def install(monkeypatch: pytest.MonkeyPatch, slug: str, value: Any) -> None:
    """As if a package with this entry point were installed."""
    registry.load.cache_clear()
    monkeypatch.setattr(registry, "_entry_points", lambda: {slug: value})


@pytest.fixture
def high_card(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(PACKAGE))
    install(monkeypatch, "high-card", EntryPoint("high-card", "high_card:GAME", registry.GROUP))
    yield
    registry.load.cache_clear()


@pytest.fixture
def nothing() -> Iterator[None]:
    yield
    registry.load.cache_clear()


@pytest.mark.usefixtures("high_card")
def test_a_whole_table_is_proven(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo", "high-card", "--seats", "4", "--dir", str(tmp_path), "--json"]) == 0
    (report,) = json.loads(capsys.readouterr().out)["demos"]
    assert report["verdict"] == "proven"
    assert report["entries"] == 3 + 3 * 4  # open, roster, start; then three rounds of four


@pytest.mark.usefixtures("high_card")
def test_it_is_listed_with_its_rules_and_schemas(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "high-card 2-4 seats three hidden cards" in said
    assert run(["rules", "high-card"]) == 0
    assert "**HC-4**" in capsys.readouterr().out
    assert run(["schema"]) == 0
    names = capsys.readouterr().out.split()
    for name in ("high-card.actions", "high-card.state", "deck.high-card"):
        assert name in names
        assert run(["schema", name]) == 0
        text = (PACKAGE / "high_card" / f"{name}.json").read_text(encoding="utf-8")
        assert capsys.readouterr().out == text


POSITION: dict[str, Any] = {
    "lab": 1,
    "game": "high-card",
    "seats": ["ann", "bob"],
    "faces": {"c1": "9", "c2": "4", "c4": "7", "c5": "12"},
    "script": [{"roll": [2]}],
    "moves": [],
}


@pytest.mark.usefixtures("high_card")
def test_hc_1_hc_3_hc_4_worked_by_hand() -> None:
    """Bob leads (2 on the die); 12 beats 9, then 4 beats a pass, then nobody plays."""
    rounds = [
        ("bob", {"do": "play", "card": "c5"}),
        ("ann", {"do": "play", "card": "c1"}),
        ("bob", {"do": "pass"}),
        ("ann", {"do": "play", "card": "c2"}),
        ("ann", {"do": "pass"}),
        ("bob", {"do": "pass"}),
    ]
    moves = [{"seat": seat, "actions": [action]} for seat, action in rounds]
    report = lab.run(POSITION | {"moves": moves})
    assert report["over"]
    assert report["state"]["points"] == {"ann": 1, "bob": 1}
    assert report["result"]["winners"] == ["ann", "bob"]


@pytest.mark.usefixtures("high_card")
@pytest.mark.parametrize("card", ["c1", "c9"])
def test_hc_2_only_cards_of_the_own_hand(card: str) -> None:
    move = {"seat": "bob", "actions": [{"do": "play", "card": card}]}
    with pytest.raises(Illegal) as caught:
        lab.run(POSITION | {"moves": [move]})
    assert caught.value.code == "move/not-in-hand"


@pytest.mark.usefixtures("high_card")
def test_hc_2_a_card_is_not_played_unseen() -> None:
    game = registry.load("high-card")
    runner = Runner(game, Facts(("ann", "bob"), {}, game.deck()))
    runner.begin(dealer := FreeDealer(bytes(32)))
    seat = runner.awaited
    assert seat is not None
    card = next(iter(dealer.known(seat)))
    with pytest.raises(Illegal) as caught:
        runner.move(seat, [{"do": "play", "card": card}], {}, dealer)
    assert caught.value.code == "move/not-shown"


@pytest.mark.usefixtures("high_card")
def test_hc_5_the_last_one_left_wins() -> None:
    report = lab.run(POSITION | {"moves": [{"seat": "bob", "actions": [{"do": "resign"}]}]})
    assert report["over"]
    assert report["result"]["winners"] == ["ann"]


@pytest.mark.usefixtures("high_card")
def test_a_position_is_entered_where_it_was_left() -> None:
    game = registry.load("high-card")
    runner = Runner(game, Facts(("ann", "bob", "cid"), {}, game.deck()))
    runner.begin(dealer := FreeDealer(bytes(32)))
    while runner.pending is not None:
        public = runner.public()
        twin = Runner(game, runner.facts)
        twin.begin_at(game.restore(runner.facts, public), dealer)
        assert twin.public() == public
        assert twin.awaited == runner.awaited
        assert twin.pending is not None
        assert twin.pending.menu(dealer.faces) == runner.pending.menu(dealer.faces)
        action = runner.pending.menu(dealer.faces)[0]
        runner.move(runner.pending.seat, [action], dealer.faces, dealer)


def fake(slug: str = "odd", schemas: Any = (), **more: Any) -> Any:
    game = SimpleNamespace(slug=slug, schemas=dict.fromkeys(schemas, "{}"), rules="", **more)
    return SimpleNamespace(load=lambda: game)


GOOD = ("odd.actions", "odd.state", "deck.odd")


def explode() -> Any:
    raise ImportError("its own library is missing")


@pytest.mark.usefixtures("nothing")
@pytest.mark.parametrize(
    "value",
    [
        fake(slug="other", schemas=GOOD),
        fake(schemas=GOOD[:2]),
        fake(schemas=(*GOOD, "statement.move")),
        SimpleNamespace(load=lambda: SimpleNamespace(slug="odd")),
        SimpleNamespace(load=explode),
        SimpleNamespace(load=lambda: None),
    ],
    ids=["other slug", "schema missing", "a schema of ours", "no schemas", "explodes", "no game"],
)
def test_unusable_games_are_refused(monkeypatch: pytest.MonkeyPatch, value: Any) -> None:
    install(monkeypatch, "odd", value)
    with pytest.raises(Refused) as caught:
        registry.load("odd")
    assert caught.value.code == "game/broken"


@pytest.mark.usefixtures("nothing")
def test_a_built_in_game_cannot_be_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "dig-dogs", fake(slug="dig-dogs"))
    assert registry.load("dig-dogs").title == "DIG"


def test_the_page_shows_every_file_of_the_example() -> None:
    names = {p.name for p in (PACKAGE / "high_card").iterdir() if p.is_file()}
    shown = set(re.findall(r"`high_card/([a-z_.-]+)`", PAGE))
    assert shown == names
    assert (PACKAGE / "pyproject.toml").read_text(encoding="utf-8") in PAGE
