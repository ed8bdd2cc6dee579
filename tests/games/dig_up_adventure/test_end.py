"""End of the game, scoring and ties: DU-102 to DU-119, DU-R22 to DU-R25."""

from __future__ import annotations

import pytest

from tests.games.dig_up_adventure.tables import (
    at,
    bridge,
    discard,
    ended,
    hand,
    measure,
    mine,
    pile,
    place,
    scored,
    shovel,
    true_mine,
)
from tests.games.driver import kinds, result

ALMOST = "D1 D2 D3 D4 D5 D6 D7 D8"  # and one more card at 9


@pytest.mark.parametrize(
    ("card", "action"),
    [
        ("E9", place("E9", 9)),
        ("R1", place("R1", 9)),
        ("idol-1", place("idol-1", 9)),
        ("skeleton-1", place("skeleton-1", 9)),
        ("shovel-1", shovel(9)),
    ],
)
def test_du_102_nine_face_up_cards_trigger_the_end(card: str, action: dict[str, object]) -> None:
    """DU-103: whatever turned the last card."""
    table = at(card, f"{ALMOST} (T8)")
    assert not ended(table)
    table.act("Ana", action)
    assert ended(table)
    assert "##" not in mine(table, "Ana")


def test_du_102_eight_do_not() -> None:
    table = at("E8 S4", f"{ALMOST[:-3]} ## (T8)").act("Ana", place("E8", 8))
    assert not ended(table)


def test_du_103_a_bridge_completes_anothers_mine() -> None:
    """DU-R22: Ana gives Bea a face-up card for Bea's only face-down one. Nobody's turn but hers."""
    table = at("bridge-1 E1", "E8 ## ## ## ## ## ## ## ##", Bea=f"{ALMOST} (T8)")
    table.act("Ana", bridge(1, "Bea", 9))
    assert ended(table)
    assert mine(table, "Bea") == f"{ALMOST} E8"
    assert table.pending is not None
    assert table.pending.seat == "Ana"


def test_du_103_a_bridge_completes_the_own_mine() -> None:
    table = at("bridge-1", f"{ALMOST} (T8)", Bea="E8 ## ## ## ## ## ## ## ##")
    table.act("Ana", bridge(9, "Bea", 1))
    assert ended(table)
    assert mine(table, "Ana") == f"{ALMOST} E8"


def test_du_104_it_cannot_be_undone() -> None:
    """FAQ 2: Bea takes a face-up card of Ana's full Mine for a face-down one."""
    hands = {"Ana": "E9", "Bea": "bridge-1", "Cem": ""}
    table = at(None, f"{ALMOST} (T8)", Bea="## ## ## ## ## ## ## ## ##", hands=hands)
    table.act("Ana", place("E9", 9), discard())
    table.act("Bea", bridge(1, "Ana", 4))
    assert mine(table, "Ana").split()[3] == "##"
    assert ended(table)
    table.act("Bea", discard())
    table.act("Cem", discard())
    assert table.state.over


def test_du_105_the_turn_is_played_to_its_end() -> None:
    table = at("E9 S4", f"{ALMOST} (T8)", draw="bag-1 bag-2").act("Ana", place("E9", 9))
    assert "place" in kinds(table)
    table.act("Ana", place("S4", 4), discard("T8"))
    assert hand(table, "Ana") == ["D4", "bag-1", "bag-2"]


@pytest.mark.parametrize(("turn", "more"), [
    ("Ana", ["Bea", "Cem", "Dan"]),
    ("Bea", ["Cem", "Dan"]),
    ("Cem", ["Dan"]),
    ("Dan", []),
])  # fmt: skip
def test_du_106_the_round_is_finished(turn: str, more: list[str]) -> None:
    """DU-R23: up to the seat before the starting player, who is Ana; triggered by the last
    seat the game ends with that turn."""
    table = at(hands={turn: "E9"}, seats=4, turn=turn, **{turn: f"{ALMOST} (T8)"})
    table.act(turn, place("E9", 9), discard())
    for seat in more:
        assert not table.state.over
        assert table.pending is not None
        assert table.pending.seat == seat
        table.act(seat, discard())
    assert table.state.over


def test_du_106_the_round_starts_with_the_starting_player() -> None:
    """Cem started: after Ana only Bea has another turn."""
    table = at("E9", f"{ALMOST} (T8)", first="Cem").act("Ana", place("E9", 9), discard())
    table.act("Bea", discard())
    assert table.state.over


def test_du_107_a_complete_mine_may_still_be_changed() -> None:
    """By its owner in the second play, and by another in the last turn."""
    table = at("E9 S4", f"{ALMOST} (T8)", hands={"Bea": "bridge-1"}, Bea="E8" + " ##" * 8)
    table.act("Ana", place("E9", 9), place("S4", 4), discard())
    table.act("Bea", bridge(1, "Ana", 4))
    assert mine(table, "Ana").split()[3] == "E8"
    assert mine(table, "Bea").split()[0] == "S4"
    assert ended(table)


def test_du_r22_a_second_full_mine_changes_nothing() -> None:
    """Bea fills hers in her last turn: Cem's is still the last."""
    hands = {"Ana": "E9", "Bea": "E4", "Cem": ""}
    up = "T1 T2 T3 (S1) T5 T6 T7 T8 T9"
    table = at(None, f"{ALMOST} ##", Bea=up, hands=hands).act("Ana", place("E9", 9), discard())
    table.act("Bea", place("E4", 4), discard())
    assert not table.state.over
    table.act("Cem", discard())
    assert table.state.over


def test_du_r23_the_last_turn_has_all_three_phases() -> None:
    """Cem is last: his discards are laid down and his draws are made."""
    hands = {"Cem": "E9 S4"}
    table = at(hands=hands, turn="Cem", Cem=f"{ALMOST} (T8)", draw="bag-1 bag-2 bag-3")
    table.act("Cem", place("E9", 9), discard("S4"))
    assert table.state.over
    assert pile(table) == ["S4"]
    assert hand(table, "Cem") == ["T8", "bag-1", "bag-2"]


# --- scoring ---


def test_du_108_face_down_cards_are_turned_up_and_count() -> None:
    """Bea's S1 at 1 and S3 at 2 lie face down: 3 + 2."""
    hands = {"Cem": "E9"}
    filler = "skeleton-1 skeleton-2 skeleton-3 T4 T5 T6 T7"
    table = at(hands=hands, turn="Cem", Cem=f"{ALMOST} (T8)", Bea=f"(S1) (S3) {filler}")
    table.act("Cem", place("E9", 9), discard())
    assert mine(table, "Bea").split()[:2] == ["S1", "S3"]
    assert "##" not in mine(table, "Ana") + mine(table, "Bea") + mine(table, "Cem")
    assert true_mine(table, "Bea") == mine(table, "Bea")
    # T4 T5 T6 T7 at 6 to 9: other colour, wrong position, 0 each.
    assert result(table).scores["Bea"] == 5


@pytest.mark.parametrize(
    ("card", "position", "points", "number"),
    [
        ("R1", 1, 3, 109),
        ("R9", 9, 3, 109),
        ("R6", 3, 2, 110),
        ("R1", 9, 2, 110),
        ("S2", 2, 1, 111),
        ("T9", 9, 1, 111),
        ("D4", 6, 0, 112),
        ("S2", 3, 0, 112),
        ("idol-1", 5, 2, 113),
        ("skeleton-1", 5, 0, 114),
    ],
)
def test_du_109_to_du_114_points_of_one_card(
    card: str, position: int, points: int, number: int
) -> None:
    """DU-109, DU-110, DU-111, DU-112, DU-113, DU-114, for a collector of rubies. All other
    cards of the Mine score nothing: D1 at 2, D2 at 3, ... D9 at 1, and E for a clash."""
    cards = ["D9", *(f"D{n}" for n in range(1, 9))]
    if card in cards:
        cards[cards.index(card)] = "E1" if cards.index(card) else "E2"
    cards[position - 1] = card
    assert scored(" ".join(cards)) == points, f"DU-{number}"


def test_du_113_each_idol_counts() -> None:
    assert scored("idol-1 idol-2 idol-3 idol-4 D4 D5 D6 D7 D8") == 8


def test_du_115_the_sum_of_nine_from_0_to_27_and_hands_do_not_count() -> None:
    assert scored("R1 R2 R3 R4 R5 R6 R7 R8 R9") == 27
    assert scored("D9 D1 D2 D3 D4 D5 D6 D7 D8") == 0
    assert scored("D9 D1 D2 D3 D4 D5 D6 D7 D8", hand="R1 idol-1 R2") == 0


def test_du_116_most_points_win() -> None:
    """Ana 27, Bea 0, Cem 1 (E9 at 9)."""
    table = at(
        hands={"Cem": "E9"},
        turn="Cem",
        Ana="R1 R2 R3 R4 R5 R6 R7 R8 (R9)",
        Bea="D9 D1 D2 D3 D4 D5 D6 D7 (D8)",
        Cem="E8 E1 E2 E3 E4 E5 E6 E7 (S1)",
    ).act("Cem", place("E9", 9), discard())
    assert result(table).scores == {"Ana": 27, "Bea": 0, "Cem": 1}
    assert result(table).winners == ("Ana",)


# --- ties ---


def tied(ana: str, bea: str, rule: str = "run") -> tuple[str, ...]:
    """Ana collects rubies, Bea sapphires; Bea's last stone is turned up by a Shovel."""
    *rest, last = bea.split()
    table = at(
        seats=2,
        hands={"Bea": "shovel-1"},
        turn="Bea",
        Ana=ana,
        Bea=" ".join([*rest, f"({last})"]),
        options={"tie_rule": rule},
        out="AT",
        ended=True,
    )
    table.act("Bea", shovel(9), discard())
    scores = result(table).scores
    assert scores["Ana"] == scores["Bea"], scores
    return result(table).winners


# 0-point cards for anybody: D1 at 2 and the like. Ana's rubies, then Bea's sapphires.
# Ana:  R1 R2 at 1 2 = 6                          run 2, placed 2, adjacent 2
# Bea:  S5 S6 S7 at 2 3 4 = 6, never in place     run 3, placed 0, adjacent 3
A_PLACED = "R1 R2 D1 D2 D3 D4 D5 D6 D7"
B_RUN = "E9 S5 S6 S7 E1 E2 E3 E4 E5"
# Bea:  S9 S3 S6 at 1 2 3 = 6, no order           run 1, placed 0, adjacent 3
B_ADJACENT = "S9 S3 S6 E9 E1 E2 E3 E4 E5"


@pytest.mark.parametrize(
    ("bea", "rule", "winners"),
    [
        (B_RUN, "run", ("Bea",)),  # 2 against 3
        (B_RUN, "placed", ("Ana",)),  # 2 against 0
        (B_RUN, "adjacent", ("Bea",)),  # 2 against 3
        (B_ADJACENT, "run", ("Ana",)),  # 2 against 1
        (B_ADJACENT, "placed", ("Ana",)),  # 2 against 0
        (B_ADJACENT, "adjacent", ("Bea",)),  # 2 against 3
    ],
)
def test_du_117_the_longest_series_decides(bea: str, rule: str, winners: tuple[str, ...]) -> None:
    """DU-R24: the three readings."""
    assert tied(A_PLACED, bea, rule) == winners


@pytest.mark.parametrize(
    ("mine_", "run", "placed", "adjacent"),
    [
        ("D9 D1 D2 D3 D4 D5 D6 D7 D8", 0, 0, 0),
        ("D9 D1 R7 D3 D4 D5 D6 D7 D8", 1, 0, 1),  # one alone counts 1
        ("D9 D1 R3 D3 D4 D5 D6 D7 D8", 1, 1, 1),
        ("D9 D1 R3 R4 D4 D5 D6 D7 D8", 2, 2, 2),  # 3 and 4 are neighbours over the row's end
        ("D9 D1 D2 D3 D4 R6 R7 D7 D8", 2, 2, 2),  # 6 and 7 as well
        ("R9 D1 D2 D3 D4 D5 D6 D7 R1", 1, 0, 1),  # 9 and 1 are not
        ("R2 R1 D2 D3 D4 D5 D6 D7 D8", 1, 0, 2),  # falling
        ("R1 R3 D2 D3 D4 D5 D6 D7 D8", 1, 1, 2),  # rising by 2
        ("R1 D1 R2 D3 D4 D5 D6 D7 D8", 1, 1, 1),  # with a gap
        ("R1 D1 D2 R2 D4 D5 R3 D7 D8", 1, 1, 1),  # down a column
        ("R4 R5 R6 D3 D4 D5 R7 R8 R9", 3, 3, 3),  # 7 8 9 in place; 4 5 6 not
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9", 9, 9, 9),
        ("R2 R3 R4 R5 R6 R7 R8 R9 R1", 8, 0, 9),
        ("R1 idol-1 R2 D3 D4 D5 D6 D7 D8", 1, 1, 1),  # an Idol is no stone
    ],
)
def test_du_118_the_measures(mine_: str, run: int, placed: int, adjacent: int) -> None:
    assert [measure(mine_, rule) for rule in ("run", "placed", "adjacent")] == [
        run,
        placed,
        adjacent,
    ]
    assert placed <= run <= adjacent


def test_du_119_still_tied_the_win_is_shared() -> None:
    """DU-R25: 6 points and a run of 2 each."""
    bea = "S1 S2 E1 E2 E3 E4 E5 E6 E7"
    assert tied(A_PLACED, bea) == ("Ana", "Bea")


def test_du_117_only_among_the_tied() -> None:
    """Cem has the longest series, T5 T6, but 4 points; Ana and Bea have 5 each and no series."""
    table = at(
        hands={"Cem": "shovel-1"},
        turn="Cem",
        Ana="R1 R3 D1 D2 D3 D4 D5 D6 (D7)",
        Bea="S1 S3 E1 E2 E3 E4 E5 E6 (E7)",
        Cem="T5 T6 R4 R5 R6 R7 R8 skeleton-1 (skeleton-2)",
    )
    table.act("Cem", shovel(9), discard())
    assert result(table).scores == {"Ana": 5, "Bea": 5, "Cem": 4}
    assert result(table).winners == ("Ana", "Bea")
