"""The board in characters."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pbem.games.dig_up_adventure import GAME
from tests.games.dig_up_adventure.tables import (
    at,
    binoculars,
    bridge,
    color,
    discard,
    keep,
    pick,
    place,
    river,
    shovel,
    torch,
    trade,
    treasure,
)
from tests.games.driver import Table

LONG = ("A" * 20, "B" * 20, "C" * 20, "D" * 20)


def lines(table: Table, seat: str | None = None) -> list[str]:
    return GAME.board(table.view(seat))


def has(shown: Sequence[str], part: str) -> bool:
    return any(part in line for line in shown)


def middle_of_a_game() -> Table:
    """Ana has 3 + 1 + 1 + 3 + 2 + 3; Bea 3 + 0 + 1 + 2 + 2; Cem 3 + 0 + 2. Of the 68 cards
    outside the Mines 10 are in hands, 5 discarded, 1 removed: 52 are left."""
    return at(
        "S3 bridge-1 torch-2",
        "R1 S2 ## E4 R5 idol-1 (E3) ## R9",
        Bea="S1 T8 ## ## D5 S8 ## ## idol-2",
        Cem="T1 ## ## ## skeleton-1 (S4) ## ## T3",
        hands={"Bea": "T6! bag-2 bag-3 bag-4", "Cem": "E6 E7 E8"},
        pile="D1 D7 bag-1 E9 T9",
        removed="dynamite-1",
        turn="Bea",
        looks={"Ana": [("Ana", 7), ("Cem", 6)]},
        fields={"round": 4},
    )


def test_the_board_of_a_small_table() -> None:
    assert lines(middle_of_a_game(), "Ana") == [
        "DIG UP ADVENTURE   round 4   turn: Bea, plays used 0 of 2   start: Ana",
        "          end: not triggered",
        "draw 52   discard 5 (top T9)   removed: 1 dynamite   colour out: amethyst",
        "",
        " Ana  RUBY      hand 3     Bea  SAPPHIRE  hand 4     Cem  TOPAZ     hand 3",
        "  R1*  S2+  ##              S1*  T8   ##              T1*  ##   ##",
        "  E4+  R5*  ID              ##   D5+  S8~             ##   SK   #?",
        "  #?   ##   R9*             ##   ##   ID              ##   ##   T3~",
        " up 6/9   shown 13         up 5/9   shown 8          up 3/9   shown 5",
        "",
        " known in hands: Bea T6",
        " your hand: S3  bridge-1  torch-2",
        " your looks: Ana 7 = E3, Cem 6 = S4",
        " discard: D1 D7 bag-1 E9 T9",
    ]


def test_du_20_du_89_only_the_looker_reads_what_was_seen() -> None:
    table = middle_of_a_game()
    for seat in ("Bea", "Cem", None):
        shown = lines(table, seat)
        assert not has(shown, "#?")
        assert not has(shown, "your looks")
        assert not has(shown, "E3")
        assert has(shown, " Ana has looked at: Ana 7, Cem 6")  # DU-134
        assert has(shown, "torch-2") is False
    assert has(lines(table, "Bea"), " your hand: T6  bag-2  bag-3  bag-4")
    assert not has(lines(table), "your hand")


def test_du_18_looks_follow_a_card_into_a_mine_a_hand_and_the_pile() -> None:
    table = at("torch-1 bridge-1", "(D1) ## ## ## ## ## ## ## ##", Bea="(E8) " + "## " * 8)
    table.act("Ana", torch(("Ana", 1), ("Bea", 1)), bridge(1, "Bea", 1))
    assert has(lines(table, "Ana"), " your looks: Ana 1 = E8, Bea 1 = D1")
    table.act("Ana", discard()).act("Bea", discard()).act("Cem", discard())
    table = at("treasure-1", draw="D1 D2 D3 D4 E5")
    table.act("Ana", treasure())
    table.act("Ana", keep(table, "E5", "D4", "D3", "D2", "D1"))
    told = "draw 1 = D4, draw 2 = D3, draw 3 = D2, draw 4 = D1"
    assert has(lines(table, "Ana"), f" your looks: {told}")
    assert has(lines(table, "Bea"), " Ana has looked at: draw 1, draw 2, draw 3")


def test_binoculars_show_the_tokens_that_a_trade_names() -> None:
    """Hands of 1 and 2: the tokens are those of the mix, so they come from the table itself."""
    table = at("binoculars-1 E1", hands={"Bea": "D1 D2", "Cem": "D3"})
    table.act("Ana", binoculars("Bea"))
    hands = table.public()["hands"]
    shown = lines(table, "Ana")
    assert "Ana has played binoculars-1: trades with Bea" in shown
    theirs = "  ".join(f"{t}={table.hidden.faces[t]}" for t, _ in hands["Bea"])
    assert f" hand of Bea: {theirs}" in shown
    assert f" hand of Ana: {hands['Ana'][0][0]}=E1" in shown
    for seat in ("Bea", "Cem", None):
        assert "Ana has played binoculars-1: trades with Bea" in lines(table, seat)
        assert not has(lines(table, seat), "hand of")
    table.act("Ana", trade(table, "D2", "E1"))
    assert has(lines(table, "Ana"), "Bea holds")  # DU-62, two cards in an order nobody else knows
    assert has(lines(table, "Cem"), " Ana has looked at: 2 of Bea's hand")


def test_a_treasure_card_names_its_five_tokens() -> None:
    table = at("treasure-1", draw="D1 D2 D3 D4 E5").act("Ana", treasure())
    middle = [token for token, _ in table.public()["middle"]]
    title = "Ana keeps one of: "
    seen = "  ".join(f"{token}={table.hidden.faces[token]}" for token in middle)
    assert title + seen in lines(table, "Ana")
    assert title + "  ".join(middle) in lines(table, "Bea")


def test_a_river_shows_what_is_left_and_who_picks() -> None:
    table = at("river-1", draw="S4 bag-2 idol-3 T7").act("Ana", river(), pick("bag-2"))
    for seat in ("Ana", "Bea", None):
        shown = lines(table, seat)
        assert "Ana has played river-1" in shown
        assert "Bea picks one of: S4  idol-3  T7" in shown
    assert has(lines(table, "Cem"), " known in hands: Ana bag-2")


def test_colours_being_chosen() -> None:
    table = Table(GAME, ("Ana", "Bea", "Cem"), seed=1).act("Ana", color("R"))
    assert lines(table, "Cem") == [
        "DIG UP ADVENTURE   round 1   end: not triggered",
        "",
        "colours are being chosen: Ana ruby, Bea to choose",
    ]


def test_the_end_is_announced_and_then_counted() -> None:
    """Ana: R1 3, S2 1, R6 2, E4 1, R5 3, D4 0, R7 3, Idol 2, R9 3 = 18. The others nothing."""
    table = at(
        "shovel-1",
        "R1 S2 R6 E4 R5 D4 R7 idol-1 (R9)",
        Bea="T2 T3 T4 T5 T6 T7 T8 T9 (T1)",
        Cem="S3 S4 S5 S6 S7 S8 S9 S1 (E1)",
    )
    table.act("Ana", shovel(9))
    assert has(lines(table), "end: triggered by Ana")
    table.act("Ana", discard()).act("Bea", discard()).act("Cem", discard())
    shown = lines(table, "Cem")
    assert shown[0] == "DIG UP ADVENTURE   over after round 1   start: Ana   end: triggered by Ana"
    assert shown[-6:] == [
        "The game is over.",
        "      own*  own~  other+  idols  points",
        " Ana    12     2       2      2      18",
        " Bea     0     0       0      0       0",
        " Cem     0     0       0      0       0",
        "Ana wins: most points: 18 (DU-116)",
    ]
    assert not has(shown, "##")


def test_who_has_resigned_is_said() -> None:
    table = at("E1").act("Ana", {"do": "resign"})
    assert has(lines(table), "resigned: Ana")
    table.act("Bea", {"do": "resign"})
    assert has(lines(table), " Bea  ")
    assert lines(table)[-1] == "Cem wins: all other seats have resigned (DU-R34)"


def test_the_solo_board() -> None:
    """T2 hides E1, E1 a Skeleton."""
    draws = [{"draw": [card]} for card in ("T2", "E1", "skeleton-1")]
    options = {"variant": "solo", "colors": list("RSET")}
    table = Table(GAME, ("Ana",), options=options, outcomes=draws, seed=1)
    table.act("Ana", {"do": "dig"})
    assert lines(table, "Ana") == [
        "DIG UP ADVENTURE, solo   placed 2 of 36   skeletons 1 of 4   draw 3",
        "",
        " RUBY                SAPPHIRE            EMERALD             TOPAZ",
        "  ##  ##  ##          ##  ##  ##          E1  ##  ##          ##  T2  ##",
        "  ##  ##  ##          ##  ##  ##          ##  ##  ##          ##  ##  ##",
        "  ##  ##  ##          ##  ##  ##          ##  ##  ##          ##  ##  ##",
        " 0/9                 0/9                 1/9                 1/9",
    ]


def test_the_solo_board_before_and_after() -> None:
    table = Table(GAME, ("Ana",), options={"variant": "solo"}, seed=1)
    assert lines(table) == ["DIG UP ADVENTURE, solo   the four colours are to be chosen"]
    draws = [{"draw": [f"skeleton-{n}"]} for n in (1, 2, 3, 4)]
    table.act("Ana", {"do": "solo", "colors": list("ADER")}, then=draws)
    table.act("Ana", *[{"do": "dig"}] * 4)
    assert lines(table)[0].startswith("DIG UP ADVENTURE, solo   over   placed 0 of 36")
    assert lines(table)[-2] == "The game is over."
    assert lines(table)[-1].startswith("lost: 0 stones placed")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_widest_board_fits(seats: int) -> None:
    """Names of 20 letters, colours of 10, full piles."""
    deck = GAME.deck()
    deck["colors"] = {letter: letter * 10 for letter in "ADERST"}
    table = Table(GAME, LONG[:seats], deck=deck, seed=1)
    while table.state.step == "color":
        for seat in (*table.facts.seats, None):
            assert max(map(len, lines(table, seat))) <= 80
        assert table.pending is not None
        table.act(table.pending.seat, table.menu()[0])
    for _ in range(100):
        if table.pending is None:
            break
        menu = table.menu()
        table.act(table.pending.seat, menu[table.below(len(menu))])
        for seat in (*table.facts.seats, None):
            shown = lines(table, seat)
            assert max(map(len, shown)) <= 80
            assert all(line.isascii() and line == line.rstrip() for line in shown)


def test_four_mines_stand_in_a_row_or_two_and_two() -> None:
    """A colour of 10 letters and a hand of 10 are too much for a fourth of the width."""
    table = at("E1 E2 E3 E4 E5 E6 E7 E8 E9 A1", seats=4, colors="RSTD")
    assert " Ana                 Bea                 Cem                 Dan" in lines(table)
    colors = {**GAME.deck()["colors"], "D": "diamonddia"}
    table.facts = table.facts._replace(deck={**GAME.deck(), "colors": colors})
    assert [line.split()[0::4] for line in lines(table) if "RUBY" in line or "TOPAZ" in line] == [
        ["Ana", "Bea"],
        ["Cem", "Dan"],
    ]


def test_a_hand_card_on_its_way_is_shown_by_its_token() -> None:
    """The look has been granted, but has not come by mail."""
    table = at("E7", "## (T9) ## ## ## ## ## ## ##").act("Ana", place("E7", 7))
    table.hidden.known["Ana"].clear()
    token = table.public()["hands"]["Ana"][0][0]
    assert has(lines(table, "Ana"), f" your hand: {token} (not seen yet)")
