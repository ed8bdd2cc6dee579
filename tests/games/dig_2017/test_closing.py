"""DG-140 to DG-149: the Close action, Exit, Gem Room and Collapse; DG-R22, DG-R38."""

from __future__ import annotations

import pytest

from tests.games.dig_2017.tables import (
    at,
    at_tavern,
    close,
    dig,
    gallery,
    gems,
    hand,
    pile,
    play,
    reserve,
    runes,
    scepter,
    supply,
    who,
)
from tests.games.driver import Table, awaited, clause, of_kind
from tests.games.named import drawn

FOUR = "iron@ gold iron diamond"
NINE = "gold@ iron iron iron iron@* rune iron iron iron"


def inside(row: str, card: str, **options: str) -> Table:
    return play(at(who(row), options=options), "Ann", dig("in"), draw=card)


# --- Close ---


def test_dg_140_one_own_gallery() -> None:
    """DG-140, DG-12: no card is drawn, the turn is over, the other Gallery stays."""
    table = at(who("gold@ iron", None, "ruby@"), who("iron@"))
    assert of_kind(table, "close") == [close(1), close(3)]
    for slot in (2, 4):
        assert clause(table, close(slot)) == "DG-140"
    play(table, "Ann", close(1))
    assert (gallery(table, 1), gallery(table, 3)) == (None, "ruby@")
    assert (drawn(table), awaited(table)) == ([], "Bob")
    assert gallery(table, 1, "Bob") == "iron@"


def test_dg_140_without_a_gallery_nothing_can_be_closed() -> None:
    """DG-140"""
    assert of_kind(at(who(), who("iron@")), "close") == []


def test_dg_141_what_is_collected() -> None:
    """DG-141, DG-R38: two Gems lie there, the Egg is one more; the Snake is discarded."""
    table = at(who("gold@ iron* snake rune egg ruby@* iron", hand="iron shield", gems=2, runes=1))
    play(table, "Ann", close(1))
    assert hand(table) == "iron 3 gold ruby shield"
    assert (gems(table), runes(table), supply(table)) == (5, 2, 35)
    assert (reserve(table), at_tavern(table), pile(table)) == (2, 2, "snake egg")


def test_dg_142_a_stone_leaves_the_choice() -> None:
    """DG-142: dig or close in the next turn; the Exit leaves none."""
    table = inside("gold@", "iron")
    assert gallery(table, 1) == "gold@ iron"
    play(table, "Bob", dig(), draw="exit")
    assert dig("in") in table.menu()
    assert close(1) in table.menu()
    assert gallery(inside("gold@", "exit"), 1) is None


# --- Exit and Gem Room ---


def test_dg_143_the_exit_is_a_card_of_the_row() -> None:
    """DG-143, DG-144, DG-E4: as card 5 it brings a Gem; then all is collected."""
    table = inside(FOUR, "exit")
    assert (gallery(table, 1), gems(table), supply(table)) == (None, 1, 39)
    assert (hand(table), reserve(table), pile(table)) == ("iron 2 gold diamond", 1, "exit")


@pytest.mark.parametrize(("row", "count"), [("gold@ iron iron", 0), (FOUR, 1), (NINE, 3)])
def test_dg_144_the_exit(row: str, count: int) -> None:
    """DG-144, DG-41: as card 4, 5 and 10, where the Recruits of cards 1 and 5 both bring one
    and one lies there."""
    assert gems(inside(row, "exit")) == count


@pytest.mark.parametrize(("row", "count"), [("gold@ iron iron", 1), (FOUR, 2), (NINE, 4)])
def test_dg_145_the_gem_room(row: str, count: int) -> None:
    """DG-145, DG-E5: one more each time."""
    table = inside(row, "gemroom")
    assert (gallery(table, 1), gems(table)) == (None, count)
    assert pile(table) == "gemroom"


def test_dg_143_inclusive_counting() -> None:
    """DG-143, DG-42: the Recruit on card 2 brings one on card 6, counting its own."""
    row = "gold iron@ iron iron iron"
    assert gems(inside(row, "exit")) == 0
    assert gems(inside(row, "exit", recruit_count="inclusive")) == 1


def test_dg_145_with_the_recruits_gone() -> None:
    """DG-145, DG-94: its own Gem needs no Recruit."""
    assert gems(inside("gold iron iron iron", "gemroom")) == 1


# --- Collapse ---


def test_dg_146_a_collapse_destroys() -> None:
    """DG-146, DG-E15: five cards and the Collapse are discarded, nothing is collected."""
    table = inside("iron@ gold rune iron iron*", "collapse")
    assert (gallery(table, 1), hand(table), gems(table), runes(table)) == (None, "", 0, 0)
    assert pile(table) == "iron 3 gold rune collapse"
    assert (supply(table), at_tavern(table), reserve(table)) == (40, 4, 0)


def test_dg_146_nothing_but_that_gallery() -> None:
    """DG-146: hand, reserve, Gems and the other Gallery are safe."""
    table = at(who("gold@", "ruby@ iron", reserve=1, hand="iron bomb", gems=3, runes=1))
    play(table, "Ann", dig("in"), draw="collapse rune")
    assert gallery(table, 2) == "ruby@ iron rune"
    assert (hand(table), gems(table), runes(table), reserve(table)) == ("iron bomb", 3, 1, 1)


def test_dg_147_the_gem_of_its_own_card_is_lost() -> None:
    """DG-147: as card 5."""
    table = inside(FOUR, "collapse")
    assert (gems(table), supply(table)) == (0, 40)
    words = ["DG-147: Collapse is card 5 of Ann's Gallery 1", "DG-40: 1 Gem on Collapse"]
    assert [said for said in table.words() if "Collapse" in said][-2:] == words


@pytest.mark.parametrize("card", ["exit", "gemroom", "collapse"])
def test_dg_148_beside_they_do_nothing(card: str) -> None:
    """DG-148, DG-22: no Anchor is asked for, and the turn is over."""
    table = at(who("gold@ iron*", "iron@", hand="bag anchor"))
    play(table, "Ann", dig(), draw=card)
    assert (gallery(table, 1), gallery(table, 2)) == ("gold@ iron*", "iron@")
    assert (gems(table), pile(table), hand(table)) == (0, card, "bag anchor")
    assert awaited(table) == "Bob"


def test_dg_149_a_collapse_is_no_closing() -> None:
    """DG-149, DG-R22: the Egg brings no Gem, the Rune is not kept."""
    table = inside("gold@ egg rune", "collapse")
    assert (gems(table), runes(table), supply(table)) == (0, 0, 40)
    assert pile(table) == "gold rune egg collapse"


# --- Eggs ---


@pytest.mark.parametrize("card", ["exit", "gemroom"])
def test_dg_r22_end_cards_are_no_attack(card: str) -> None:
    """DG-R22, DG-72: the Egg is one Gem, the Gem Room's another."""
    assert gems(inside("gold@ egg", card)) == (1 if card == "exit" else 2)


@pytest.mark.parametrize("enemy", ["skeleton", "orc", "werewolf"])
def test_dg_r22_an_attack_sent_by_an_opponent(enemy: str) -> None:
    """DG-R22, DG-73"""
    table = at(who(hand="scepter"), who("ruby@ egg iron"))
    play(table, "Ann", dig(), scepter("Bob", 1), draw=enemy)
    assert (gallery(table, 1, "Bob"), gems(table, "Bob")) == (None, 0)
    assert (hand(table, "Bob"), pile(table)) == ("iron ruby", f"scepter {enemy} egg")


def test_dg_r38_what_has_no_use_is_discarded() -> None:
    """DG-R38: Snake and Exit."""
    table = inside("gold@ snake", "exit")
    assert (hand(table), pile(table)) == ("gold", "snake exit")
