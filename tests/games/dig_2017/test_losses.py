"""DG-93, DG-94: Galleries without cards or Recruits; what a Potion brings, and where lost pieces
go: DG-R12, DG-R13, DG-R23, DG-R43."""

from __future__ import annotations

import pytest

from tests.games.dig_2017.tables import (
    LEAVE,
    PLACE,
    START,
    at,
    at_tavern,
    bomb,
    close,
    dig,
    gallery,
    gems,
    hand,
    pile,
    play,
    potion,
    reserve,
    runes,
    step,
    supply,
    who,
)

# --- Galleries without cards or Recruits ---


def test_dg_93_a_ghost_can_take_the_only_card() -> None:
    """DG-93, DG-R13: the slot is free, and the next start takes it."""
    table = at(who("gold@", "iron@", reserve=1))
    play(table, "Ann", dig("in"), LEAVE, draw="ghost iron")
    assert (gallery(table, 1), gallery(table, 2)) == (None, "iron@ iron")
    assert (at_tavern(table), hand(table)) == (2, "")
    play(table, "Bob", dig(), draw="exit")
    play(table, "Ann", dig(), START, draw="ruby rune")
    assert gallery(table, 1) == "ruby@ rune"


def test_dg_94_without_recruits_a_gallery_goes_on() -> None:
    """DG-94, DG-R12: after a Bomb Bob's row is dug, brings no Gem, takes a new Recruit on
    card 5, which counts from the next card: a Gem on card 10."""
    table = at(who(hand="bomb"), who("gold@ iron iron iron", reserve=1))
    play(table, "Ann", bomb("Bob", 1), dig(), draw="exit")
    assert gallery(table, 1, "Bob") == "gold iron iron iron"
    play(table, "Bob", dig("in"), PLACE, draw="diamond rune")
    assert gallery(table, 1, "Bob") == "gold iron iron iron diamond@ rune"
    for card in ("rune", "egg", "rune"):
        play(table, "Ann", dig(), draw="exit")
        play(table, "Bob", dig("in"), draw=card)
    row = "gold iron iron iron diamond@ rune rune egg rune"
    assert gallery(table, 1, "Bob") == row
    play(table, "Ann", dig(), draw="exit")
    play(table, "Bob", dig("in"), draw="egg")
    assert gallery(table, 1, "Bob") == f"{row} egg*"


def test_dg_94_without_recruits_a_gallery_can_be_closed() -> None:
    """DG-94, DG-R12: after the Ghost too it stays."""
    table = play(at(who("gold iron iron@")), "Ann", dig("in"), draw="ghost")
    assert gallery(table, 1) == "gold iron"
    play(table, "Bob", dig(), draw="exit")
    play(table, "Ann", close(1))
    assert (hand(table), reserve(table), at_tavern(table)) == ("iron gold", 0, 4)


# --- the loot of a Potion ---


@pytest.mark.parametrize(
    ("last", "held", "gathered", "kept", "lost"),
    [
        ("diamond*", "diamond", 1, 0, "potion"),
        ("rune**", "", 2, 1, "potion"),
        ("egg*", "", 1, 0, "potion egg"),
        ("snake", "", 0, 0, "potion snake"),
    ],
)
def test_dg_r23_what_a_potion_brings(
    last: str, held: str, gathered: int, kept: int, lost: str
) -> None:
    """DG-R23, DG-67: a Rune counts as collected, an Egg is not swapped, a Snake is worthless."""
    table = at(who(hand="potion"), who(f"gold@ iron {last}"))
    play(table, "Ann", potion("Bob", 1))
    assert gallery(table, 1, "Bob") == "gold@ iron"
    assert (hand(table), gems(table), runes(table)) == (held, gathered, kept)
    assert pile(table) == lost


def test_dg_r23_the_last_card_of_all() -> None:
    """DG-R23, DG-93"""
    table = play(at(who(hand="potion"), who("gold")), "Ann", potion("Bob", 1))
    assert (gallery(table, 1, "Bob"), hand(table), hand(table, "Bob")) == (None, "gold", "")


# --- at once ---


def test_dg_r43_what_is_lost_is_there_at_once() -> None:
    """DG-R43: while Ann still thinks about the Iron of Gallery 2, card, Gem and Recruit of the
    Ghost in Gallery 1 are where they go: 4 - 1 placed - 1 in reserve at the Tavern."""
    table = at(who("gold ruby@*", "iron@", reserve=1))
    play(table, "Ann", dig("in"), draw="ghost iron")
    assert step(table) == "add"
    assert (pile(table), supply(table), at_tavern(table)) == ("ruby ghost", 40, 2)
    play(table, "Ann", LEAVE)


def test_dg_r43_a_collapse_too() -> None:
    """DG-R43, DG-146"""
    table = at(who("gold@ ruby*", "iron@", reserve=1))
    play(table, "Ann", dig("in"), draw="collapse iron")
    assert step(table) == "add"
    assert (pile(table), supply(table)) == ("gold ruby collapse", 40)
    assert at_tavern(table) == 2
