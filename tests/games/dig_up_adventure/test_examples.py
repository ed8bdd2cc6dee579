"""The examples and answers of the rulebook, and the worked examples W1 to W18."""

from __future__ import annotations

import pytest

from pbem.games.dig_up_adventure import GAME
from tests.games.dig_up_adventure.tables import (
    at,
    bridge,
    discard,
    draw_pile,
    ended,
    faces_of,
    hand,
    known,
    measure,
    mine,
    open_hand,
    pick,
    pickaxe,
    pile,
    place,
    river,
    scored,
    shovel,
    solo_mines,
    targets,
)
from tests.games.driver import Table, clause, of_kind, result

W4 = "R1 S2 R6 E4 R5 D4 R7 idol-1 R9"
W5 = "idol-1 S2 S3 S8 A5 S5 idol-2 R8 skeleton-1"


def test_w1_a_sapphire_2_at_position_2() -> None:
    """DU-35, Example 1."""
    table = at("S2").act("Ana", place("S2", 2))
    assert mine(table, "Ana").split()[1] == "S2"


def test_w2_a_diamond_4_not_at_position_2() -> None:
    """DU-35, the note after Example 1."""
    table = at("D4")
    assert clause(table, place("D4", 2)) == "DU-35"
    assert targets(table, "D4") == [4]


def test_w3_faq_7_a_ruby_2_at_position_2_alone() -> None:
    """DU-35: Ana collects diamonds here."""
    table = at("R2", colors="DST", out="A")
    assert clause(table, place("R2", 4)) == "DU-35"
    assert table.legal(place("R2", 2))


def test_w4_scoring_example_1() -> None:
    """3 + 1 + 2 + 1 + 3 + 0 + 3 + 2 + 3 = 12 + 2 + 2 + 0 + 2 = 18; DU-109 to DU-113."""
    assert scored(W4) == 18


def test_w5_scoring_example_2() -> None:
    """2 + 3 + 3 + 2 + 1 + 2 + 2 + 1 + 0 = 6 + 4 + 2 + 4 + 0 = 16; DU-109 to DU-114."""
    table = at(None, W5, colors="SRT", out="E", hands={"Cem": ""}, turn="Cem", ended=True)
    table.act("Cem", discard())
    assert result(table).scores["Ana"] == 16


@pytest.mark.parametrize(
    ("colors", "points"),
    [
        ("TRS", 3 + 0),
        ("RTS", 1 + 2),
    ],
)
def test_w6_right_and_wrong_positions(colors: str, points: int) -> None:
    """T2 at 2, R6 at 3, for a collector of topazes and one of rubies; the rest counts 0:
    emeralds and diamonds away from their places."""
    cards = "E9 T2 R6 D1 D2 D3 D4 D5 D6"
    table = at(None, cards, colors=colors, hands={"Cem": ""}, turn="Cem", ended=True)
    table.act("Cem", discard())
    assert result(table).scores["Ana"] == points


def test_w7_faq_1_the_discard_pile_out_of_turn() -> None:
    """DU-74."""
    table = at("E1", pile="T7 D2 torch-1")
    assert table.pending is not None
    assert table.pending.seat == "Ana"
    assert faces_of(table.view("Cem").state["discard"]) == ["T7", "D2", "torch-1"]


def test_w8_faq_2_a_bridge_after_the_end_is_triggered() -> None:
    """DU-104, DU-106."""
    up = "D1 D2 D3 E4 D5 D6 D7 D8 (T9)"
    table = at("shovel-1", up, hands={"Bea": "bridge-1"})
    table.act("Ana", shovel(9))
    assert ended(table)
    table.act("Ana", discard()).act("Bea", bridge(1, "Ana", 4))
    assert mine(table, "Ana") == "D1 D2 D3 ## D5 D6 D7 D8 T9"
    assert mine(table, "Bea").split()[0] == "E4"
    table.act("Bea", discard())
    assert not table.state.over
    table.act("Cem", discard())
    assert table.state.over


def test_w9_faq_3_a_second_idol_by_bridge() -> None:
    """DU-44, DU-82: legal, and 4 points. Ana's other cards count nothing."""
    table = at(
        None,
        "idol-1 D1 D2 D3 D4 D5 D6 D7 D8",
        Bea="## ## ## idol-2 ## ## ## ## ##",
        hands={"Ana": "bridge-1", "Bea": ""},
        first="Bea",  # so that Ana has the last turn
        ended=True,
    )
    table.act("Ana", bridge(2, "Bea", 4), discard())
    assert table.state.over
    assert mine(table, "Ana").split()[:2] == ["idol-1", "idol-2"]
    assert result(table).scores["Ana"] == 4


def test_w10_faq_4_two_idols_in_hand() -> None:
    """DU-43."""
    table = at("idol-1 idol-2 E3").act("Ana", place("idol-1", 7))
    assert clause(table, place("idol-2", 1)) == "DU-42"
    assert targets(table, "E3") == [3]


def test_w11_faq_5_the_draw_pile_is_empty() -> None:
    """DU-97: 20 are shuffled, 2 drawn: 18 and 0. Ana keeps one card; Bea has the rest."""
    twenty = " ".join([*(f"T{n}" for n in range(1, 10)), *(f"D{n}" for n in range(1, 10))])
    table = at("E1", draw="", pile=f"{twenty} bag-1 bag-2", rest="Bea", out="A")
    table.act("Ana", discard())
    assert len(hand(table, "Ana")) == 3
    assert len(draw_pile(table)) == 18
    assert pile(table) == []
    assert not table.state.over


def test_w12_faq_6_positions_are_swapped_not_values() -> None:
    """DU-77, DU-80; DU-78 for R4, DU-79 for S6. Ruby R6 goes to 6: 3 points; D4 at 2: none."""
    own, theirs = "E1 E2 E3 E5 E6 {} E8 E9 E7", "D1 {} D2 D3 D5 D6 D7 D8 D9"

    def table(mine_: str, hers: str) -> Table:
        return at(
            "bridge-1",
            own.format(mine_),
            Bea=theirs.format(hers),
            seats=2,
            out="AT",
            ended=True,
        )

    legal = table("D4", "R6")
    legal.act("Ana", bridge(6, "Bea", 2))
    assert mine(legal, "Ana").split()[5] == "R6"
    assert mine(legal, "Bea").split()[1] == "D4"
    assert clause(table("R4", "R6"), bridge(6, "Bea", 2)) == "DU-78"
    assert clause(table("D4", "S6"), bridge(6, "Bea", 2)) == "DU-79"
    legal.act("Ana", discard())
    # Ana: E1, E2, E3 at home 1 each, R6 at home 3, E8 at 7, E9 at 8, E7 at 9 nothing.
    assert result(legal).scores["Ana"] == 3 + 3
    # Bea: D1, D5 to D9 at home 1 each, D4 at 2 nothing; D2 at 3 and D3 at 4 nothing.
    assert result(legal).scores["Bea"] == 6


def test_w13_measures_of_the_scoring_examples() -> None:
    """DU-118. The first: no two rubies side by side in order; R5 alone at 5, R6 alone at 3."""
    assert [measure(W4, rule) for rule in ("run", "placed", "adjacent")] == [1, 1, 1]
    ruby = W5.replace("R8", "E8").replace("S", "R")  # the same shape for a ruby collector
    assert [measure(ruby, rule) for rule in ("run", "placed", "adjacent")] == [2, 2, 3]


def test_w14_a_river_with_three_players() -> None:
    """DU-83 to DU-87."""
    hands = {"Bea": "river-1 E1 E2", "Cem": "E3 E4 E5", "Ana": "E6 E7 E8"}
    table = at(hands=hands, draw="S4 bag-2 idol-3 T7", turn="Bea").act("Bea", river())
    table.act("Bea", pick("S4")).act("Cem", pick("T7")).act("Ana", pick("bag-2"))
    assert [len(hand(table, s)) for s in ("Ana", "Bea", "Cem")] == [4, 4, 4]
    assert hand(table, "Bea") == ["E1", "E2", "S4", "idol-3"]
    assert [open_hand(table, s) for s in ("Ana", "Bea", "Cem")] == [
        ["bag-2"],
        ["S4", "idol-3"],
        ["T7"],
    ]
    assert table.legal(place("idol-3", 1))
    assert clause(table, discard()) == "DU-93"
    table.act("Bea", discard("E1"))
    assert [len(hand(table, s)) for s in ("Ana", "Bea", "Cem")] == [4, 3, 4]
    assert clause(table, discard()) == "DU-93"  # Cem, in his own discard phase


def test_w15_a_turn() -> None:
    """DU-34, DU-36, DU-68, DU-96; the pile in order of arrival."""
    table = at(
        "E7 S2 shovel-1",
        "## (T9) ## ## A5 ## ## ## (D9)",
        colors="EST",
        out="R",
        draw="bag-1 bag-2",
    )
    table.act("Ana", place("E7", 2))
    assert hand(table, "Ana") == ["S2", "shovel-1", "T9"]
    assert open_hand(table, "Ana") == []
    table.act("Ana", shovel(9))
    assert mine(table, "Ana") == "## E7 ## ## A5 ## ## ## D9"
    assert hand(table, "Ana") == ["S2", "T9"]
    table.act("Ana", discard("S2"))
    assert hand(table, "Ana") == ["T9", "bag-1", "bag-2"]
    assert pile(table) == ["shovel-1", "S2"]
    assert "bag-1" not in known(table, "Bea")
    assert any("shown 4" in line for line in GAME.board(table.view("Ana")))


def test_w16_a_solo_game() -> None:
    """DU-127 to DU-133."""
    course = "T2 E1 skeleton-1 R5 S1 skeleton-2 skeleton-3 S9 T4 skeleton-4".split()  # noqa: SIM905
    table = Table(
        GAME,
        ["Ana"],
        options={"variant": "solo", "colors": list("RSET")},
        outcomes=[{"draw": [card]} for card in course],
    )
    found = []
    for _ in range(4):
        table.act("Ana", {"do": "dig"})
        found.append((len(table.public()["solo"]["skeletons"]), table.public()["solo"]["pile"]))
    assert found == [(1, 3), (2, 2), (3, 1), (4, 0)]
    mines = solo_mines(table)
    assert mines["R"] == "## ## ## ## R5 ## ## ## ##"
    assert mines["S"] == "S1 ## ## ## ## ## ## ## S9"
    assert mines["E"] == "E1 ## ## ## ## ## ## ## ##"
    assert mines["T"] == "## T2 ## T4 ## ## ## ## ##"
    assert result(table).winners == ()
    assert result(table).scores == {"Ana": 6}


def test_w17_is_in_the_solo_tests() -> None:
    """DU-R29: a stone on its own place can be reached by itself alone. No draw of this game
    says where a stone lies, so what is left to see is that one unplaced stone loses."""
    stones = [f"{c}{n}" for c in "RSET" for n in range(1, 10)]
    course = [*stones[:-1], *(f"skeleton-{n}" for n in (1, 2, 3, 4))]
    table = Table(
        GAME,
        ["Ana"],
        options={"variant": "solo", "colors": list("RSET")},
        outcomes=[{"draw": [card]} for card in course],
    )
    for _ in range(4):
        table.act("Ana", {"do": "dig"})
    assert result(table).winners == ()
    assert result(table).scores == {"Ana": 35}


def test_w18_a_pickaxe_and_an_empty_discard_pile() -> None:
    """DU-R13."""
    table = at("pickaxe-1 R2 S3", pile="")
    actions = {(a["pay"], a["take"]) for a in of_kind(table, "pickaxe")}
    assert actions == {("R2", "R2"), ("S3", "S3")}
    table.act("Ana", pickaxe("R2", "R2"))
    assert hand(table, "Ana") == ["S3", "R2"]
    assert pile(table) == ["pickaxe-1"]
