"""DG-70 to DG-94: Gem Egg, Rune and the Enemies; DG-R14, DG-R15, DG-R21, DG-R30."""

from __future__ import annotations

import pytest

from tests.games.dig_2017.tables import (
    ACCEPT,
    ALL_SEATS,
    BAG,
    at,
    at_tavern,
    close,
    dig,
    gallery,
    gems,
    hand,
    pile,
    play,
    player,
    reserve,
    runes,
    step,
    supply,
    use,
    uses,
    who,
)
from tests.games.driver import Table, awaited

ENEMIES = ("skeleton", "thief", "ghost", "spider", "snake", "orc")


def eaten(table: Table, seat: str = "Ann") -> int:
    count: int = player(table, seat)["eaten"]
    return count


def inside(row: str, card: str, **more: int) -> Table:
    """Ann has one Gallery, digs in it, and draws `card`."""
    return play(at(who(row, **more)), "Ann", dig("in"), draw=card)


def twice(table: Table, card: str) -> Table:
    """Bob discards a card, then Ann digs in her Gallery again."""
    play(table, "Bob", dig(), draw="exit")
    return play(table, "Ann", dig("in"), draw=card)


# --- Egg and Rune ---


@pytest.mark.parametrize("card", ["egg", "rune"])
def test_dg_70_egg_and_rune_are_cards_of_the_row(card: str) -> None:
    """DG-70: last card, counted: as card 5 it gets the Gem of the Recruit on card 1."""
    table = inside("gold@ iron iron", card)
    assert gallery(table, 1) == f"gold@ iron iron {card}"
    assert pile(table) == ""
    assert gallery(inside("gold@ iron iron iron", card), 1) == f"gold@ iron iron iron {card}*"


@pytest.mark.parametrize("card", ["egg", "rune"])
def test_dg_71_beside_they_are_lost(card: str) -> None:
    """DG-71, DG-22"""
    table = play(at(who("gold@", hand="bag")), "Ann", dig(), draw=card)
    assert pile(table) == card
    assert (gems(table), runes(table), supply(table)) == (0, 0, 40)
    assert gallery(table, 1) == "gold@"
    assert awaited(table) == "Bob"


def test_dg_72_an_egg_is_a_gem_when_its_gallery_closes() -> None:
    """DG-72: one Gem from the row, one for the Egg; 40 - 1 - 1 are left."""
    table = play(at(who("gold@ egg iron*")), "Ann", close(1))
    assert gems(table) == 2
    assert supply(table) == 38
    assert pile(table) == "egg"


def test_dg_72_two_eggs_and_an_exit() -> None:
    """DG-72: the Exit is card 4 and brings nothing itself."""
    table = inside("gold@ egg egg", "exit")
    assert gems(table) == 2
    assert pile(table) == "egg 2 exit"


def test_dg_73_after_an_attack_the_egg_brings_nothing() -> None:
    """DG-73, DG-R22"""
    table = inside("gold@ egg", "skeleton")
    assert (gallery(table, 1), gems(table), supply(table)) == (None, 0, 40)
    assert pile(table) == "skeleton egg"
    assert "DG-73: a Gem Egg brings nothing after an attack" in table.words()
    assert "DG-92: Ann's Recruits return to the Tavern: 1" in table.words()


@pytest.mark.parametrize("card", ["exit", "skeleton", "orc", "werewolf"])
def test_dg_74_a_rune_is_kept_however_the_gallery_closes(card: str) -> None:
    """DG-74: kept and worth a Gem, but none of the 40."""
    table = inside("gold@ rune", card)
    assert (runes(table), gems(table), supply(table)) == (1, 0, 40)
    assert pile(table) == card
    table = play(at(who("gold@ rune rune")), "Ann", close(1))
    assert runes(table) == 2


# --- where an Enemy strikes ---


def test_dg_75_only_the_gallery_it_was_dealt_to() -> None:
    """DG-75: the Spider of Gallery 2 leaves the Gem in Gallery 1 alone, the Ghost of 3 takes
    the last card of 3."""
    table = at(who("gold@ iron*", "iron@ iron", "ruby@ gold"))
    play(table, "Ann", dig("in"), draw="rune spider ghost")
    assert gallery(table, 1) == "gold@ iron* rune"
    assert gallery(table, 2) == "iron@ iron"
    assert gallery(table, 3) == "ruby@"
    assert pile(table) == "gold ghost spider"


@pytest.mark.parametrize("enemy", ENEMIES)
def test_dg_76_an_enemy_beside_attacks_nothing(enemy: str) -> None:
    """DG-76, DG-R14, DG-22: discarded, and the turn is over, whatever is in hand."""
    table = at(who("gold@ iron*", "iron@ rune", reserve=1, hand="bag shield"))
    play(table, "Ann", dig(), draw=enemy)
    assert gallery(table, 1) == "gold@ iron*"
    assert gallery(table, 2) == "iron@ rune"
    assert (reserve(table), hand(table), pile(table)) == (1, "shield bag", enemy)
    assert awaited(table) == "Bob"


# --- Spider, Ghost, Snake ---


def test_dg_77_the_spider_takes_the_newest_gem() -> None:
    """DG-77: one Gem from the highest card that has any; 40 - 4 + 1."""
    table = inside("gold@ iron* iron@ iron iron** iron*", "spider")
    assert gallery(table, 1) == "gold@ iron* iron@ iron iron** iron"
    assert (supply(table), pile(table)) == (37, "spider")
    assert gallery(twice(table, "spider"), 1) == "gold@ iron* iron@ iron iron* iron"


def test_dg_78_without_a_gem_the_spider_does_nothing() -> None:
    """DG-78: and the row does not end."""
    table = inside("gold@ iron rune", "spider")
    assert gallery(table, 1) == "gold@ iron rune"
    assert (supply(table), pile(table)) == (40, "spider")


def test_dg_79_the_ghost_takes_the_last_card_and_what_is_on_it() -> None:
    """DG-79, DG-91, DG-92: two Recruits placed, one goes; the two Gems too."""
    table = inside("gold@ iron ruby@**", "ghost")
    assert gallery(table, 1) == "gold@ iron"
    assert (pile(table), supply(table)) == ("ruby ghost", 40)
    assert (at_tavern(table), reserve(table), eaten(table)) == (3, 0, 0)
    assert (hand(table), hand(table, "Bob")) == ("", "")


def test_dg_80_the_snake_joins_the_row() -> None:
    """DG-80"""
    table = inside("gold@ iron", "snake")
    assert gallery(table, 1) == "gold@ iron snake"
    assert pile(table) == ""


def test_dg_81_no_gems_with_a_snake() -> None:
    """DG-81: not on its own card, not on a later fifth card; those there stay."""
    assert gallery(inside("gold@ iron iron iron", "snake"), 1) == "gold@ iron iron iron snake"
    row = "gold@ iron iron iron rune* snake iron iron iron"
    assert gallery(inside(row, "iron"), 1) == f"{row} iron"


def test_dg_82_gems_again_when_the_last_snake_has_gone() -> None:
    """DG-82: the Ghost takes it from card 4; then 4 and 5 are added, 5 with its Gem."""
    table = inside("gold@ iron iron snake", "ghost")
    assert gallery(table, 1) == "gold@ iron iron"
    twice(table, "iron")
    twice(table, "iron")
    assert gallery(table, 1) == "gold@ iron iron iron iron*"


def test_dg_82_one_snake_is_enough() -> None:
    """DG-82: with two of them, one has to leave twice."""
    table = inside("gold@ snake iron snake", "ghost")
    twice(table, "iron")
    twice(table, "iron")
    assert gallery(table, 1) == "gold@ snake iron iron iron"


def test_dg_r21_the_snake_stops_recruits_only() -> None:
    """DG-R21: Gem Room as card 5: its own Gem, not the fifth card's; Egg and Rune as ever."""
    table = inside("gold@ snake egg rune", "gemroom")
    assert (gems(table), runes(table), supply(table)) == (2, 1, 38)
    assert pile(table) == "snake egg gemroom"


# --- those that close ---


def test_dg_83_the_skeleton_frightens_and_closes() -> None:
    """DG-83, DG-92: both Recruits to the Tavern, the rest is collected."""
    table = inside("gold@ iron* ruby@", "skeleton")
    assert gallery(table, 1) is None
    assert (hand(table), gems(table), pile(table)) == ("iron gold ruby", 1, "skeleton")
    assert (at_tavern(table), reserve(table)) == (4, 0)


def test_dg_83_reserve_and_other_galleries_are_safe() -> None:
    """DG-83: only the Recruits of that Gallery. Gallery 2 gets its own card."""
    table = at(who("gold@ iron", "iron@", reserve=1))
    play(table, "Ann", dig("in"), draw="skeleton rune")
    assert gallery(table, 2) == "iron@ rune"
    assert (at_tavern(table), reserve(table)) == (2, 1)


@pytest.mark.parametrize("enemy", ["skeleton", "orc"])
def test_dg_83_dg_85_without_recruits_it_still_closes(enemy: str) -> None:
    """DG-83, DG-85, DG-94"""
    table = inside("gold iron*", enemy)
    assert gallery(table, 1) is None
    assert (hand(table), gems(table), eaten(table)) == ("iron gold", 1, 0)


def test_dg_84_the_thief_takes_two_cards_and_closes() -> None:
    """DG-84: Rune and Diamond go with a Gem and a Recruit; Gold, Iron and a Gem are kept."""
    table = inside("gold@ iron* rune diamond@*", "thief")
    assert gallery(table, 1) is None
    assert (hand(table), gems(table), runes(table)) == ("iron gold", 1, 0)
    assert (reserve(table), at_tavern(table)) == (1, 3)
    assert (pile(table), supply(table)) == ("diamond thief rune", 39)


@pytest.mark.parametrize(
    ("row", "lost"), [("gold@", "gold thief"), ("gold@ egg", "gold thief egg")]
)
def test_dg_84_nothing_left_to_close(row: str, lost: str) -> None:
    """DG-84, DG-93: one card or two: all gone, nothing collected."""
    table = inside(row, "thief")
    assert gallery(table, 1) is None
    assert (hand(table), gems(table), reserve(table), at_tavern(table)) == ("", 0, 0, 4)
    assert pile(table) == lost


def test_dg_85_the_orc_eats_the_newest_recruit() -> None:
    """DG-85: the one on the Ruby; the other is taken back."""
    table = inside("gold@ iron ruby@ iron*", "orc")
    assert gallery(table, 1) is None
    assert (hand(table), gems(table)) == ("iron 2 gold ruby", 1)
    assert (eaten(table), reserve(table), at_tavern(table)) == (1, 1, 2)
    assert "DG-85: the Orc eats Ann's Recruit on Ruby" in table.words()


@pytest.mark.parametrize("card", ["skeleton", "thief", "ghost", "werewolf", "collapse"])
def test_dg_86_nothing_else_eats(card: str) -> None:
    """DG-86: the Recruit is at the Tavern and can be hired again."""
    table = inside("gold@", card)
    assert (eaten(table), at_tavern(table)) == (0, 4)


def test_dg_87_three_are_the_most() -> None:
    """DG-87, DG-R30: the fourth is taken back as in any closing."""
    table = inside("gold@ iron", "orc", eaten=3)
    assert (eaten(table), reserve(table), at_tavern(table)) == (3, 1, 0)
    assert (gallery(table, 1), hand(table)) == (None, "iron gold")
    table = inside("gold@ iron", "orc", eaten=2)
    assert (eaten(table), reserve(table), at_tavern(table)) == (3, 0, 1)


# --- the Werewolf ---


def test_dg_88_the_werewolf_strikes_all() -> None:
    """DG-88, DG-R15: the reserve too; both Galleries close, the Egg brings nothing. The card
    dealt to Gallery 3 has lost its place (DG-R8)."""
    table = at(who("gold@ iron*", None, "iron@ rune egg", reserve=1))
    play(table, "Ann", dig("in"), draw="werewolf iron")
    assert (gallery(table, 1), gallery(table, 3)) == (None, None)
    assert (at_tavern(table), reserve(table)) == (4, 0)
    assert (hand(table), gems(table), runes(table)) == ("iron 2 gold", 1, 1)
    assert pile(table) == "iron werewolf egg"
    told = [text for text in table.words() if text.startswith("DG-92")]
    assert told == ["DG-92: Ann's Recruits return to the Tavern: 3"]  # one of them was in reserve


def test_dg_88_nobody_else_is_struck() -> None:
    """DG-88"""
    table = play(at(who("gold@"), who("ruby@ iron", reserve=1)), "Ann", dig(), draw="werewolf")
    assert (gallery(table, 1, "Bob"), reserve(table, "Bob")) == ("ruby@ iron", 1)


@pytest.mark.parametrize(
    ("enemy", "held", "gathered", "back", "gone"),
    [
        ("skeleton", "iron 2 gold", 1, 0, 0),
        ("thief", "gold", 0, 1, 0),
        ("orc", "iron 2 gold", 1, 0, 1),
        ("werewolf", "iron 2 gold", 1, 0, 0),
    ],
)
def test_dg_89_what_a_closing_by_an_attack_leaves(
    enemy: str, held: str, gathered: int, back: int, gone: int
) -> None:
    """DG-89: the row is Gold, Egg, Rune, Iron, Iron with a Gem; the Egg is never worth one."""
    table = inside("gold@ egg rune iron iron*", enemy)
    assert (hand(table), gems(table), runes(table)) == (held, gathered, 1)
    assert (reserve(table), eaten(table)) == (back, gone)
    assert "egg" in pile(table)


def test_dg_90_a_werewolf_beside_strikes_or_not() -> None:
    """DG-90, DG-R14: with and without the option."""
    rules = who("gold@ iron", reserve=1)
    table = play(at(rules), "Ann", dig(), draw="werewolf")
    assert (gallery(table, 1), hand(table)) == (None, "iron gold")
    assert (reserve(table), at_tavern(table), pile(table)) == (0, 4, "werewolf")
    table = at(rules, options={"werewolf_beside": False})
    play(table, "Ann", dig(), draw="werewolf")
    assert (gallery(table, 1), hand(table)) == ("gold@ iron", "")
    assert (reserve(table), at_tavern(table), pile(table)) == (1, 2, "werewolf")
    assert awaited(table) == "Bob"


@pytest.mark.parametrize(("option", "left"), [(True, None), (False, "gold@ iron")])
def test_dg_90_what_equipment_draws_beside(option: bool, left: str | None) -> None:
    """DG-90, DG-R14: the Pickaxe's first card, beside; its second is collected in either case."""
    table = at(who("gold@ iron", hand="pickaxe"), options={"werewolf_beside": option})
    play(table, "Ann", use("pickaxe", "beside"), draw="werewolf ruby")
    assert gallery(table, 1) == left
    assert hand(table) == ("ruby" if left else "iron gold ruby")


def test_dg_90_a_ward_brings_its_gems_where_the_werewolf_does_nothing() -> None:
    """DG-90, DG-R17, DG-132: it was drawn and met beside; and it was played (DG-22)."""
    ann = who(hand="bag", companions="ninja_cat")
    table = play(at(ann, options={"werewolf_beside": False}), "Ann", dig(), draw="werewolf")
    assert (gems(table), awaited(table), step(table)) == (2, "Ann", "after")


def test_dg_90_in_a_gallery_the_option_means_nothing() -> None:
    """DG-90, DG-88"""
    table = at(who("gold@ iron", reserve=1), options={"werewolf_beside": False})
    play(table, "Ann", dig("in"), draw="werewolf")
    assert (gallery(table, 1), at_tavern(table)) == (None, 4)


def test_dg_r15_a_werewolf_that_finds_nothing_ends_the_turn() -> None:
    """DG-R15, DG-22: not played; with a Recruit in reserve it is, and the Bag may follow."""
    table = play(at(who(hand="bag")), "Ann", dig(), draw="werewolf")
    assert (awaited(table), hand(table)) == ("Bob", "bag")
    table = play(at(who(hand="bag", reserve=1)), "Ann", dig(), draw="werewolf")
    assert (awaited(table), step(table), reserve(table)) == ("Ann", "after", 0)
    assert uses(table, "bag") == [BAG]
    table = play(at(who("gold", hand="bag")), "Ann", dig(), draw="werewolf")
    assert (awaited(table), step(table), gallery(table, 1)) == ("Ann", "after", None)


@pytest.mark.parametrize("enemy", ["skeleton", "thief", "orc", "werewolf", "ghost"])
def test_dg_91_dg_92_nobody_gets_what_is_lost(enemy: str) -> None:
    """DG-91, DG-92: the other seats have what they had; no Recruit is in reserve that was on a
    card taken."""
    table = at(who("gold@ iron ruby@"), who(), who(), who())
    play(table, "Ann", dig("in"), draw=enemy)
    for seat in ALL_SEATS[1:]:
        assert (hand(table, seat), gems(table, seat)) == ("", 0)
    assert enemy in pile(table).split()


# --- answered by nothing ---


def test_an_attack_that_cannot_be_answered_is_forced() -> None:
    """DG-95, DG-R48: no Shield, no Scepter: accepting is the one option."""
    table = at(who("gold@"), settle=False)
    play(table, "Ann", dig("in"), draw="ghost")
    assert table.pending is not None
    assert (table.menu(), table.pending.forced) == ([ACCEPT], True)
