"""Stones, Recruits, Galleries and fifth cards: DG-27 to DG-47, DG-R10, R11."""

from __future__ import annotations

import pytest

from tests.games.dig_2017.tables import (
    ACCEPT,
    COLLECT,
    DROP,
    LEAVE,
    PLACE,
    START,
    at,
    at_tavern,
    close,
    dig,
    gallery,
    gems,
    hand,
    play,
    recruits,
    reserve,
    step,
    supply,
    tavern,
    who,
)
from tests.games.driver import awaited, clause, kinds
from tests.games.named import drawn

FIVE = "iron@ iron iron iron"
"""One card short of the first Gem."""

# --- stones ---


@pytest.mark.parametrize(
    ("five", "four"),
    [
        ("iron 5", "iron 4"),
        ("gold iron 3", "gold iron 2"),
        ("diamond iron 2", "diamond iron"),
        ("ruby iron", "ruby"),
    ],
)
def test_dg_27_what_a_stone_is_worth(five: str, four: str) -> None:
    """DG-E1, DG-R4: a Recruit costs five Crystals."""
    table = at(who(hand="iron 5 gold diamond ruby"))
    assert table.legal(tavern(recruits(1, five)))
    assert not table.legal(tavern(recruits(1, four)))


@pytest.mark.parametrize("stone", ["iron", "gold", "diamond", "ruby"])
def test_dg_28_beside_a_stone_is_collected(stone: str) -> None:
    table = at(who("iron@", reserve=1))
    play(table, "Ann", dig("beside"), COLLECT, draw=stone)
    assert (hand(table), gallery(table, 1), gallery(table, 2)) == (stone, "iron@", None)
    assert reserve(table) == 1


@pytest.mark.parametrize("stone", ["iron", "gold", "diamond", "ruby"])
def test_dg_28_or_starts_a_gallery(stone: str) -> None:
    table = at(who(reserve=1))
    play(table, "Ann", dig(), draw=stone)
    assert (step(table), table.menu()) == ("stone", [COLLECT, START])
    play(table, "Ann", START, draw="rune")
    assert gallery(table, 1) == f"{stone}@ rune"


def test_dg_28_with_no_recruit_it_is_collected_unasked() -> None:
    """DG-31, DG-R36, DG-R48."""
    table = at(who("iron@"), settle=False)
    play(table, "Ann", dig("beside"), draw="gold")
    assert table.pending is not None
    assert (table.menu(), table.pending.forced) == ([COLLECT], True)
    assert clause(table, START) == "DG-31"


def test_dg_29_in_a_gallery_a_stone_is_its_last_card() -> None:
    table = at(who("iron@ gold", reserve=1))
    play(table, "Ann", dig("in"), draw="ruby")
    assert (step(table), table.menu()) == ("add", [LEAVE, PLACE])
    assert clause(table, COLLECT) == "DG-29"
    play(table, "Ann", LEAVE)
    assert gallery(table, 1) == "iron@ gold ruby"
    assert hand(table) == ""


def test_dg_30_no_limit_on_stones() -> None:
    table = at(who(hand="iron 39 gold 25 ruby 10"))
    play(table, "Ann", dig(), draw="iron")
    assert hand(table) == "iron 40 gold 25 ruby 10"


# --- Recruits ---


@pytest.mark.parametrize("card", ["rune", "egg", "snake"])
def test_dg_31_a_recruit_goes_on_stones_only(card: str) -> None:
    table = at(who("iron@", reserve=1))
    play(table, "Ann", dig("in"), draw=card)
    assert (awaited(table), gallery(table, 1), reserve(table)) == ("Bob", f"iron@ {card}", 1)


def test_dg_31_and_only_when_the_stone_was_just_drawn() -> None:
    """DG-R10: no action puts one on a card that lies there already."""
    table = at(who("iron gold", reserve=2, hand="compass"))
    assert kinds(table) == {"dig", "close", "use"}
    play(table, "Ann", dig("in"), draw="rune")
    assert kinds(table) == {"use", "end"}
    assert not table.legal(PLACE)


def test_dg_32_a_new_gallery_takes_the_lowest_free_slot() -> None:
    """DG-R46: the others stay where they are."""
    table = at(who("iron@", None, "gold", reserve=1))
    play(table, "Ann", dig("beside"), START, draw="ruby iron")
    got = [gallery(table, slot) for slot in (1, 2, 3, 4)]
    assert got == ["iron@", "ruby@ iron", "gold", None]


def test_dg_33_a_placed_recruit_draws_one_more_card() -> None:
    """DG-E7: Gold, start, and at once an Iron."""
    table = at(who(reserve=1))
    play(table, "Ann", dig(), START, draw="gold iron")
    assert drawn(table) == ["gold", "iron"]
    assert (gallery(table, 1), reserve(table)) == ("gold@ iron", 0)
    assert awaited(table) == "Bob"


def test_dg_33_whatever_it_does_there() -> None:
    """A Collapse, an Exit and a Ghost as the card that comes along."""
    table = at(who(reserve=1))
    play(table, "Ann", dig(), START, draw="gold collapse")
    assert (gallery(table, 1), hand(table), reserve(table), at_tavern(table)) == (None, "", 0, 4)
    table = at(who(reserve=1))
    play(table, "Ann", dig(), START, draw="gold exit")
    assert (gallery(table, 1), hand(table), reserve(table)) == (None, "gold", 1)
    table = at(who(reserve=1))
    play(table, "Ann", dig(), START, draw="gold ghost")  # DG-R13: the slot is free again
    assert (gallery(table, 1), hand(table), reserve(table), at_tavern(table)) == (None, "", 0, 4)


def test_dg_34_a_stone_after_a_recruit_may_bear_another() -> None:
    """And so on, while there are Recruits: DG-R48 leaves the last stone unasked."""
    table = at(who(reserve=3))
    play(table, "Ann", dig(), START, PLACE, PLACE, draw="gold iron ruby diamond")
    assert drawn(table) == ["gold", "iron", "ruby", "diamond"]
    assert gallery(table, 1) == "gold@ iron@ ruby@ diamond"
    assert reserve(table) == 0
    assert awaited(table) == "Bob"


def test_dg_35_four_galleries_at_most() -> None:
    """One has no Recruit left, so there is one in the reserve."""
    table = at(who("iron", "iron@", "gold@", "ruby@", reserve=1), settle=False)
    play(table, "Ann", dig("beside"), draw="gold")
    assert table.menu() == [COLLECT]
    assert clause(table, START) == "DG-35"


def test_dg_36_four_recruits_in_a_gallery() -> None:
    table = at(who(reserve=4))
    play(table, "Ann", dig(), START, PLACE, PLACE, PLACE, draw="gold gold gold gold gold")
    assert gallery(table, 1) == "gold@ gold@ gold@ gold@ gold*"
    assert reserve(table) == 0


def test_dg_37_one_recruit_on_a_card() -> None:
    """The next decision is about the next card."""
    table = at(who("iron@", reserve=2))
    play(table, "Ann", dig("in"), PLACE, draw="gold ruby")
    assert gallery(table, 1) == "iron@ gold@ ruby"
    play(table, "Ann", PLACE, draw="exit")
    assert (gallery(table, 1), reserve(table)) == (None, 3)


def test_dg_38_a_recruit_on_a_stone_of_a_standing_gallery() -> None:
    """DG-R10: it draws its card too, into the same Gallery."""
    table = at(who("iron@ rune", "gold@", reserve=1))
    play(table, "Ann", dig("in"), PLACE, draw="ruby iron diamond")
    assert drawn(table) == ["ruby iron", "diamond"]
    assert gallery(table, 1) == "iron@ rune ruby@ diamond"
    assert gallery(table, 2) == "gold@ iron"


def test_dg_39_four_recruits_are_owned_at_most() -> None:
    table = at(who("iron@ iron@", reserve=2, hand="ruby 4"))
    assert "tavern" not in kinds(table)
    assert not table.legal(tavern(recruits(1, "ruby 2")))


def test_dg_39_those_eaten_are_missing() -> None:
    table = at(who("iron@", reserve=1, eaten=1, hand="ruby 4"))
    assert table.legal(tavern(recruits(1, "ruby 2")))
    assert not table.legal(tavern(recruits(2, "ruby 3")))


def test_dg_39_one_that_returned_can_be_hired_again() -> None:
    """DG-R37."""
    table = at(who("iron@", reserve=3, hand="ruby 2"))
    assert "tavern" not in kinds(table)
    play(table, "Ann", dig("in"), draw="skeleton")
    play(table, "Bob", dig(), draw="iron")
    play(table, "Ann", tavern(recruits(1, "ruby 2")))
    assert (reserve(table), at_tavern(table)) == (4, 0)


# --- fifth cards ---


def test_dg_40_every_fifth_card_bears_a_gem() -> None:
    table = at(who(FIVE))
    play(table, "Ann", dig("in"), draw="gold")
    assert gallery(table, 1) == f"{FIVE} gold*"
    assert (supply(table), gems(table)) == (39, 0)


def grown(start: str, more: int, **options: str) -> list[int]:
    """The cards with a Gem after so many Irons more; `start` is a Gallery of Ann."""
    table = at(who(start), options=options, hill=f"iron {more + 9} exit {more + 9}", discard="exit")
    for _ in range(more):
        play(table, "Ann", dig("in"), draw="iron")
        play(table, "Bob", dig(), draw="exit")
    row = (gallery(table, 1) or "").split()
    return [n for n, card in enumerate(row, 1) for _ in range(card.count("*"))]


def test_dg_41_a_recruit_on_card_1() -> None:
    assert grown("iron@", 15) == [5, 10, 15]


@pytest.mark.parametrize(
    ("start", "at_cards"),
    [
        ("iron gold@", [7, 12]),
        ("iron iron gold@", [8, 13]),
        ("iron iron iron gold@", [9, 14]),
        ("iron iron iron iron gold@", [10, 15]),
    ],
)
def test_dg_41_a_later_recruit_counts_from_the_next_card(start: str, at_cards: list[int]) -> None:
    assert grown(start, 15 - len(start.split())) == at_cards


def test_dg_41_recruits_on_cards_1_and_3() -> None:
    """DG-E3, DG-43: 5, 8, 10, 13."""
    assert grown("iron@ iron iron@", 10) == [5, 8, 10, 13]


@pytest.mark.parametrize(
    ("start", "at_cards"),
    [
        ("iron@", [5, 10, 15]),
        ("iron gold@", [6, 11]),
        ("iron iron gold@", [7, 12]),
        ("iron iron iron iron gold@", [9, 14]),
    ],
)
def test_dg_42_inclusive_counts_the_recruits_own_card(start: str, at_cards: list[int]) -> None:
    """DG-R11."""
    more = 15 - len(start.split())
    assert grown(start, more, recruit_count="inclusive") == at_cards


def test_dg_42_inclusive_recruits_on_cards_1_and_3() -> None:
    """DG-E3: 5, 7, 10, 12."""
    assert grown("iron@ iron iron@", 10, recruit_count="inclusive") == [5, 7, 10, 12]


def test_dg_43_two_gems_on_one_card() -> None:
    """Card 10 is the tenth of the first Recruit, and the fifth after the one on card 5."""
    table = at(who("iron@ iron iron iron gold@* iron iron iron iron"))
    play(table, "Ann", dig("in"), draw="ruby")
    assert (gallery(table, 1) or "").split()[9] == "ruby**"
    assert supply(table) == 37


def test_dg_43_inclusive_cards_1_and_6_meet_on_card_10() -> None:
    table = at(
        who("iron@ iron iron iron gold* iron@ iron iron iron"),
        options={"recruit_count": "inclusive"},
    )
    play(table, "Ann", dig("in"), draw="ruby")
    assert (gallery(table, 1) or "").split()[9] == "ruby**"


def test_dg_44_the_gem_comes_with_the_card() -> None:
    """Before the Recruit is placed on it, and before the next card is drawn."""
    table = at(who(FIVE, reserve=1))
    play(table, "Ann", dig("in"), draw="gold")
    assert (step(table), gallery(table, 1)) == ("add", f"{FIVE} gold*")
    play(table, "Ann", PLACE, draw="exit")
    assert gems(table) == 1


def test_dg_44_a_later_recruit_gets_nothing_for_its_own_card() -> None:
    """No Recruit lies there when card 5 comes; the one put on it counts to card 10."""
    table = at(who("iron iron iron iron", reserve=1))
    play(table, "Ann", dig("in"), PLACE, draw="gold iron")
    assert gallery(table, 1) == "iron iron iron iron gold@ iron"
    assert supply(table) == 40


def test_dg_45_what_does_not_lie_there_is_not_counted() -> None:
    """A Spider and a second Compass come and go; the Rune is card 5."""
    table = at(who(FIVE, hand="compass"), hill="spider compass rune iron 9", discard="")
    play(table, "Ann", dig("in"), {"do": "end"}, draw="spider")
    play(table, "Bob", dig(), draw="iron")
    play(table, "Ann", dig("in"), DROP, {"do": "end"}, draw="compass")
    assert gallery(table, 1) == FIVE
    play(table, "Bob", dig(), draw="iron")
    play(table, "Ann", dig("in"), draw="rune")
    assert gallery(table, 1) == f"{FIVE} rune*"


def test_dg_46_a_place_filled_again_can_give_a_gem_again() -> None:
    table = at(who(f"{FIVE} gold*"))
    play(table, "Ann", dig("in"), draw="ghost")
    assert (gallery(table, 1), supply(table)) == (FIVE, 40)
    play(table, "Bob", dig(), draw="iron")
    play(table, "Ann", dig("in"), draw="ruby")
    assert gallery(table, 1) == f"{FIVE} ruby*"


def test_dg_47_gems_in_a_gallery_are_gathered_when_it_closes() -> None:
    table = at(who(f"{FIVE} gold*", gems=2))
    assert gems(table) == 2
    play(table, "Ann", close(1))
    assert gems(table) == 3


def test_dg_r10_no_recruit_left_in_the_reserve_asks_nothing() -> None:
    table = at(who("iron@"), settle=False)
    play(table, "Ann", dig("in"), draw="gold")
    assert table.pending is not None
    assert (table.menu(), table.pending.forced) == ([LEAVE], True)
    assert clause(table, PLACE) == "DG-31"


def test_dg_r10_the_card_of_a_placed_recruit_can_be_any() -> None:
    """An Enemy that is answered, in the Gallery the Recruit was placed in."""
    table = at(who("iron@ rune", hand="shield", reserve=1))
    play(table, "Ann", dig("in"), PLACE, draw="gold skeleton")
    assert step(table) == "enemy"
    play(table, "Ann", ACCEPT)
    assert (gallery(table, 1), hand(table), at_tavern(table)) == (None, "iron gold shield", 4)
