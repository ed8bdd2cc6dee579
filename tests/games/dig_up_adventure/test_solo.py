"""The solo variant: DU-122 to DU-133, DU-R29."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.games.dig_up_adventure import GAME
from tests.games.dig_up_adventure.tables import solo, solo_mines
from tests.games.driver import Table, clause, kinds, result

DIG: dict[str, Any] = {"do": "dig"}
RSET = {"variant": "solo", "colors": list("RSET")}


def play(cards: str, colors: str = "RSET") -> Table:
    """A game in which the cards come up in this order, as many as come up at all."""
    outcomes = [{"draw": [card]} for card in cards.split()]
    table = Table(
        GAME, ["Ana"], options={"variant": "solo", "colors": list(colors)}, outcomes=outcomes
    )
    return dig_on(table) if outcomes else table


def dig_on(table: Table) -> Table:
    """To the end, or until no scripted outcome is left; four chains at most (DU-132)."""
    scripted = bool(table.chance.outcomes)
    while not table.state.over and (table.chance.outcomes or not scripted):
        assert table.public()["solo"]["pile"] > 0
        table.act("Ana", DIG)
    return table


def reported(table: Table) -> tuple[bool, int, int, int]:
    """Won, stones placed, Mines finished, Skeletons found."""
    state = table.public()["solo"]
    placed = [len(values) for values in state["placed"].values()]
    won = result(table).winners == ("Ana",)
    return won, sum(placed), placed.count(9), len(state["skeletons"])


# --- setup ---


@pytest.mark.parametrize("colors", ["RSET", "ADER"])
def test_du_122_stones_and_skeletons_alone(colors: str) -> None:
    """DU-124: 36 stones of four colours and four Skeletons, 40 cards."""
    table = play("", colors)
    items = unseen(table)
    assert len(items) == 40
    assert sorted(f for f in items if "-" not in f) == sorted(
        f"{c}{n}" for c in colors for n in range(1, 10)
    )
    assert sorted(f for f in items if "-" in f) == [f"skeleton-{n}" for n in (1, 2, 3, 4)]


def unseen(table: Table) -> list[str]:
    """What the next public draw is made from."""
    asked: list[str] = []
    original = table.chance.answer

    def answer(ask: Any) -> Any:
        asked.extend(ask.items)
        return original(ask)

    table.chance.answer = answer  # type: ignore[method-assign]
    table.chance.outcomes = [{"draw": [f"skeleton-{n}"]} for n in range(1, 2)]
    table.act("Ana", DIG)
    return asked


def test_du_123_the_aim_is_four_full_mines() -> None:
    """All 36 stones come up before a Skeleton: won."""
    stones = " ".join(f"{c}{n}" for c in "RSET" for n in range(1, 10))
    assert reported(play(stones)) == (True, 36, 4, 0)


def test_du_124_four_colours_are_chosen() -> None:
    """360 lists; the order is that of the Mines (DU-R29)."""
    table = Table(GAME, ["Ana"], options={"variant": "solo"}, seed=1)
    assert kinds(table) <= {"solo"}
    for good in ("RSET", "TESR", "ADER"):
        assert table.legal(solo(good))
    for bad in ("RSE", "RSETA", "RRSE", "RSEX"):
        assert clause(table, solo(bad)) == "DU-124"
    assert clause(table, DIG) == "DU-124"
    table.act("Ana", solo("TESR"))
    assert list(table.public()["solo"]["colors"]) == ["T", "E", "S", "R"]
    assert kinds(table) == {"dig"}


def test_du_125_four_mines_all_face_down() -> None:
    assert solo_mines(play("")) == dict.fromkeys("RSET", "## ## ## ## ## ## ## ## ##")


def test_du_126_four_cards_are_the_draw_pile() -> None:
    assert play("").public()["solo"]["pile"] == 4


# --- play ---


def test_du_127_a_stone_goes_to_its_colour_and_value() -> None:
    """T2 into the Mine of topaz at 2; a Skeleton lay there."""
    table = play("T2 skeleton-1")
    assert solo_mines(table)["T"] == "## T2 ## ## ## ## ## ## ##"
    assert table.public()["solo"]["pile"] == 3


def test_du_128_the_card_that_lay_there_is_next() -> None:
    """One card of the pile alone is drawn."""
    table = play("T2 E1 R9 skeleton-3")
    mines = solo_mines(table)
    assert mines["T"].split()[1] == "T2"
    assert mines["E"].split()[0] == "E1"
    assert mines["R"].split()[8] == "R9"
    assert table.public()["solo"]["pile"] == 3


def test_du_129_after_a_skeleton_the_next_card_of_the_pile() -> None:
    """DU-132: one draw at the start and one after each of three Skeletons."""
    table = play("T2 skeleton-1 skeleton-2 E1 skeleton-3")
    assert table.public()["solo"]["pile"] == 1
    assert len(table.public()["solo"]["skeletons"]) == 3
    assert not table.state.over
    table = play("T2 skeleton-1 skeleton-2 E1 skeleton-3 skeleton-4")
    assert table.public()["solo"]["pile"] == 0
    assert reported(table) == (False, 2, 0, 4)


def test_du_130_the_fourth_skeleton_ends_it() -> None:
    """35 stones are placed, three Mines are finished: lost."""
    stones = " ".join(f"{c}{n}" for c in "RSET" for n in range(1, 10) if (c, n) != ("T", 9))
    table = play(f"{stones} skeleton-1 skeleton-2 skeleton-3 skeleton-4")
    assert reported(table) == (False, 35, 3, 4)
    assert table.state.over


def test_du_131_the_last_stone_wins_though_it_uncovers_the_fourth_skeleton() -> None:
    stones = [f"{c}{n}" for c in "RSET" for n in range(1, 10)]
    order = "skeleton-2 skeleton-4 skeleton-1"
    table = play(f"{order} {' '.join(stones)}")
    assert reported(table) == (True, 36, 4, 3)  # the game ended before the fourth came up
    assert table.public()["solo"]["pile"] == 0


def test_du_132_no_decision_and_nothing_private() -> None:
    """`dig` is all there is; the requests are public draws alone."""
    table = Table(GAME, ["Ana"], options=RSET, seed=3)
    for _ in range(4):
        if not table.state.over:
            assert table.menu() == [DIG]
            table.act("Ana", DIG)
    assert table.state.over
    assert table.hidden.faces == {}
    assert table.hidden.known == {}
    assert 0 <= table.public()["solo"]["pile"] <= 3


@pytest.mark.parametrize("seed", range(20))
def test_du_132_a_chain_ends_at_a_skeleton(seed: int) -> None:
    table = Table(GAME, ["Ana"], options=RSET, seed=seed)
    for found in range(1, 5):
        table.act("Ana", DIG)
        state = table.public()["solo"]
        assert state["pile"] == 4 - found
        if table.state.over:
            break
        assert len(state["skeletons"]) == found
    assert table.state.over


def test_du_133_what_is_reported() -> None:
    """Lost with two Mines of four: 18 stones of rubies and sapphires, then four Skeletons."""
    stones = " ".join(f"{c}{n}" for c in "RS" for n in range(1, 10))
    skeletons = " ".join(f"skeleton-{n}" for n in (1, 2, 3, 4))
    table = play(f"{stones} {skeletons}")
    assert reported(table) == (False, 18, 2, 4)
    assert result(table).scores == {"Ana": 18}
    for part in ("18", "2"):
        assert part in result(table).why


def test_du_133_the_chances_by_enumeration() -> None:
    """Turning cards over in order is a uniform order of the 40 cards: k stones come before the
    last Skeleton in C(k + 3, 3) of C(40, 4) ways; 36 in one of ten."""
    ways = [comb(k + 3, 3) for k in range(37)]
    assert sum(ways) == comb(40, 4)
    assert ways[36] * 10 == comb(40, 4)
    won = [0, 0]
    for seed in range(400):
        table = Table(GAME, ["Ana"], options=RSET, seed=seed)
        dig_on(table)
        won[0] += reported(table)[0]
        won[1] += reported(table)[1]
    assert 15 <= won[0] <= 70  # 40 expected, standard deviation 6
    assert 27.8 <= won[1] / 400 <= 29.8  # 28.8 expected, standard deviation of the mean 0.36


def test_du_r29_a_stone_on_its_own_place_is_never_reached() -> None:
    """W17: it is uncovered by itself alone, so no draw can bring it; in the public draws of
    this game such a deal shows as a Skeleton that came fourth. Stones not placed do not count."""
    table = play("R1 skeleton-1 skeleton-2 skeleton-3 skeleton-4")
    assert reported(table) == (False, 1, 0, 4)
    assert solo_mines(table)["R"] == "R1 ## ## ## ## ## ## ## ##"


@pytest.mark.parametrize("colors", [[], ["R", "S", "E", "A"]])
def test_du_125_a_position_places_stones_in_the_mines_there_are(colors: list[str]) -> None:
    public = Table(GAME, ["Ana"], options=RSET).public()
    public["solo"]["placed"] = {color: [1] for color in colors}
    with pytest.raises(Refused) as caught:
        GAME.restore(Table(GAME, ["Ana"], options=RSET).facts, public)
    assert caught.value.code == "position/placed"
