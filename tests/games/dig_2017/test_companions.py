"""DG-120 to DG-133: what each Companion does; DG-R16 to DG-R18, DG-R32."""

from __future__ import annotations

import pytest

from pbem.games.dig_2017 import GAME
from tests.games.dig_2017.tables import (
    LEAVE,
    START,
    STOP,
    Who,
    at,
    close,
    companion,
    dig,
    gallery,
    gems,
    hand,
    hill,
    pick,
    pile,
    play,
    recruits,
    reserve,
    scepter,
    step,
    supply,
    tavern,
    use,
    uses,
    who,
)
from tests.games.driver import Table, awaited, clause
from tests.games.named import drawn

WARDS = [
    ("shepherd", "spider", 1),  # DG-121
    ("elf", "snake", 1),  # DG-123
    ("hunter", "thief", 1),  # DG-124
    ("knight", "skeleton", 1),  # DG-125
    ("paladin", "orc", 2),  # DG-128
    ("shadowman", "ghost", 1),  # DG-129
    ("ninja_cat", "werewolf", 2),  # DG-132
]


@pytest.mark.parametrize(("friend", "enemy", "worth"), WARDS)
def test_dg_120_a_ward_and_its_gems(friend: str, enemy: str, worth: int) -> None:
    """DG-120, DG-121, DG-123 to DG-125, DG-128, DG-129, DG-132, DG-E13: in a Gallery."""
    table = at(who("gold@ iron*", reserve=1, companions=friend))
    play(table, "Ann", dig("in"), draw=enemy)
    assert (gallery(table, 1), reserve(table)) == ("gold@ iron*", 1)
    assert (gems(table), supply(table)) == (worth, 39 - worth)
    assert pile(table) == enemy


@pytest.mark.parametrize(("friend", "enemy", "worth"), WARDS)
def test_dg_r17_a_ward_works_beside(friend: str, enemy: str, worth: int) -> None:
    """DG-R17, DG-76: and a card answered by a ward was played (DG-22): the Bag may follow."""
    table = at(who("gold@ iron*", hand="bag", companions=friend))
    play(table, "Ann", dig(), draw=enemy)
    assert (gems(table), gallery(table, 1), pile(table)) == (worth, "gold@ iron*", enemy)
    assert (awaited(table), step(table)) == ("Ann", "after")


@pytest.mark.parametrize(("friend", "enemy", "worth"), WARDS)
def test_dg_120_no_ward_against_others(friend: str, enemy: str, worth: int) -> None:
    """DG-120: another Enemy strikes as ever."""
    other = "ghost" if enemy != "ghost" else "thief"
    table = at(who("gold@ iron ruby", companions=friend))
    play(table, "Ann", dig("in"), draw=other)
    assert gallery(table, 1) == ("gold@ iron" if other == "ghost" else None)
    assert gems(table) == 0


def test_dg_120_no_ward_for_anybody_else() -> None:
    """DG-120: Bob's Knight does not help Ann."""
    table = at(who("gold@"), who(companions="knight"))
    play(table, "Ann", dig("in"), draw="skeleton")
    assert (gallery(table, 1), gems(table), gems(table, "Bob")) == (None, 0, 0)


# --- Scout and Superbacker ---

ROWS = ("gold@ iron", None, "ruby@ iron")


def test_dg_122_the_scout_sends_a_compass_everywhere() -> None:
    """DG-122, DG-R28: three cards and one choice for each Gallery, one after the other."""
    table = at(who(*ROWS, hand="compass", companions="scout"))
    play(
        table,
        "Ann",
        use("compass", "all"),
        pick(1),
        pick(0),
        draw="iron rune egg snake ghost gold",
    )
    assert drawn(table) == ["iron rune egg", "snake ghost gold"]
    assert gallery(table, 1) == "gold@ iron rune"
    assert gallery(table, 3) == "ruby@ iron snake"
    assert pile(table) == "iron gold compass ghost egg"


@pytest.mark.parametrize("friend", ["superbacker", "superbacker_2", "superbacker superbacker_2"])
def test_dg_131_the_superbacker_does_it_with_a_pickaxe(friend: str) -> None:
    """DG-131, DG-R3: two cards for each; both Superbackers do no more than one."""
    table = at(who(*ROWS, hand="pickaxe", companions=friend))
    play(table, "Ann", use("pickaxe", "all"), draw="rune egg ghost iron")
    assert drawn(table) == ["rune egg", "ghost iron"]
    assert gallery(table, 1) == "gold@ iron rune egg"
    assert gallery(table, 3) == "ruby@ iron"
    assert pile(table) == "iron pickaxe ghost"


@pytest.mark.parametrize(("friend", "card"), [("scout", "compass"), ("superbacker", "pickaxe")])
def test_dg_122_dg_131_all_or_beside(friend: str, card: str) -> None:
    """DG-122, DG-131, DG-R28: no slot can be named, with a single Gallery neither; without the
    Companion no `all`; each helps its own card only."""
    table = at(who("gold@", hand=card, companions=friend))
    assert sorted(a["at"] for a in uses(table, card)) == ["all", "beside"]
    assert clause(table, use(card, 1)) == "DG-R28"
    table = at(who("gold@", hand=card))
    assert sorted(str(a["at"]) for a in uses(table, card)) == ["1", "beside"]
    assert clause(table, use(card, "all")) == "DG-53"
    other = "pickaxe" if card == "compass" else "compass"
    table = at(who("gold@", "iron@", hand=other, companions=friend))
    assert sorted(str(a["at"]) for a in uses(table, other)) == ["1", "2", "beside"]
    table = at(who(hand=card, companions=friend))
    assert [a["at"] for a in uses(table, card)] == ["beside"]


def test_dg_122_beside_a_scout_changes_nothing() -> None:
    """DG-122, DG-R28"""
    table = at(who(*ROWS, hand="compass", companions="scout"))
    play(table, "Ann", use("compass", "beside"), pick(2), draw="rune egg diamond")
    assert (hand(table), drawn(table)) == ("diamond", ["rune egg diamond"])


def test_dg_122_dg_131_where_the_cards_run_out() -> None:
    """DG-R31, DG-R45: one Rune in all goes to Gallery 1, and there is nothing to choose from for
    Gallery 3; of three cards the Pickaxe has one for the second, and none for the third."""
    table = at(who(*ROWS, hand="compass", companions="scout"), hill="rune", discard="")
    play(table, "Ann", use("compass", "all"), draw="rune")
    assert (gallery(table, 1), gallery(table, 3)) == ("gold@ iron rune", "ruby@ iron")
    assert (awaited(table), step(table), pile(table)) == ("Ann", "turn", "compass")
    ann = who("gold@", "iron@", "ruby@", hand="pickaxe", companions="superbacker")
    table = at(ann, hill="rune egg snake", discard="")
    play(table, "Ann", use("pickaxe", "all"), draw="rune egg snake")
    rows = [gallery(table, slot) for slot in (1, 2, 3)]
    assert rows == ["gold@ rune egg", "iron@ snake", "ruby@"]


def test_dg_122_a_gallery_that_a_scepter_has_closed_is_passed_over() -> None:
    """DG-R28, DG-96: the Skeleton chosen for Gallery 1 is sent to Gallery 3: no cards for it."""
    table = at(who(*ROWS, hand="compass scepter", companions="scout"))
    play(table, "Ann", use("compass", "all"), pick(0), draw="skeleton egg egg")
    play(table, "Ann", scepter("Ann", 3))
    assert (gallery(table, 1), gallery(table, 3)) == ("gold@ iron", None)
    assert (hand(table), drawn(table)) == ("iron ruby", ["skeleton egg egg"])


# --- Pirate and Queen ---


def test_dg_126_the_pirates_chest() -> None:
    """DG-126, DG-E11: 10 Crystals, or two stones."""
    table = at(who(hand="chest", companions="pirate"))
    play(table, "Ann", tavern(recruits(2, chest=True)))
    assert (reserve(table), hand(table)) == (2, "")
    assert clause(at(who(hand="chest")), tavern(recruits(2, chest=True))) == "DG-104"
    table = at(who(hand="iron chest", companions="pirate"), offer="paladin")
    play(table, "Ann", tavern(companion("paladin", "iron", chest="iron diamond")))
    assert hand(table) == ""


def test_dg_126_a_chest_with_somebody_elses_pirate() -> None:
    """DG-126: a Chest of the owner."""
    table = at(who(hand="chest"), who(companions="pirate"))
    assert clause(table, tavern(recruits(2, chest=True))) == "DG-104"


def test_dg_130_the_queen_makes_recruits_cheap() -> None:
    """DG-130, DG-E11: 3 for one, 6 for two; 2 and 5 are too few."""
    queen = who(hand="iron 3 gold 3", companions="queen")
    for number, pay in ((1, "iron 3"), (1, "gold iron"), (2, "gold 3"), (2, "gold 2 iron 2")):
        table = play(at(queen), "Ann", tavern(recruits(number, pay)))
        assert reserve(table) == number
    assert clause(at(queen), tavern(recruits(1, "gold"))) == "DG-103"
    assert clause(at(queen), tavern(recruits(2, "gold 2 iron"))) == "DG-104"
    assert clause(at(queen), tavern(recruits(1, "gold 2 iron"))) == "DG-R26"


# --- the Wizard ---


@pytest.mark.parametrize("enemy", ["thief", "skeleton"])
def test_dg_127_the_wizard_draws_another_card(enemy: str) -> None:
    """DG-127: at the same place, without a Gem."""
    table = at(who("gold@ iron", companions="wizard"))
    play(table, "Ann", dig("in"), draw=f"{enemy} rune")
    assert (gallery(table, 1), gems(table), pile(table)) == ("gold@ iron rune", 0, enemy)
    assert drawn(table) == [enemy, "rune"]
    table = at(who("gold@", companions="wizard"))
    play(table, "Ann", dig(), draw=f"{enemy} diamond")
    assert (hand(table), gallery(table, 1)) == ("diamond", "gold@")


def test_dg_127_each_gallery_its_own_card() -> None:
    """DG-127, DG-R42: another card for Gallery 1 before that of Gallery 2 is dealt with."""
    table = at(who("gold@", "ruby@", companions="wizard"))
    play(table, "Ann", dig("in"), draw="thief ghost egg")
    assert drawn(table) == ["thief ghost", "egg"]
    assert (gallery(table, 1), gallery(table, 2)) == ("gold@ egg", None)


def test_dg_127_a_redraw_belongs_to_the_base_draw() -> None:
    """DG-127, DG-R9: beside, a card that cannot be played ends the turn."""
    table = at(who(hand="bag", companions="wizard"))
    play(table, "Ann", dig(), draw="thief exit")
    assert (awaited(table), pile(table)) == ("Bob", "thief exit")


@pytest.mark.parametrize(("friend", "enemy"), [("knight", "skeleton"), ("hunter", "thief")])
def test_dg_r16_two_wards_both_work(friend: str, enemy: str) -> None:
    """DG-R16: Gem, discard, and another card."""
    table = at(who("gold@", companions=f"wizard {friend}"))
    play(table, "Ann", dig("in"), draw=f"{enemy} egg")
    assert (gallery(table, 1), gems(table), pile(table)) == ("gold@ egg", 1, enemy)


def test_dg_r18_his_cards_lie_aside_until_another_comes() -> None:
    """DG-R18: three in a row; before the Iron is dealt with all lie in the discard."""
    table = at(who(reserve=1, companions="wizard hunter"))
    play(table, "Ann", dig(), draw="thief skeleton thief iron")
    assert step(table) == "stone"
    assert (pile(table), gems(table)) == ("skeleton thief 2", 2)
    assert (table.public()["aside"], table.public()["up"]) == ([], ["iron"])


def test_dg_r18_a_new_hill_on_the_way_lacks_them() -> None:
    """DG-R18, DG-R31: the Thief was the last card; the one card of the discard is the new
    Hill, and nothing of it is left afterwards."""
    table = at(who(companions="wizard", hand="iron"), hill="thief", discard="rune")
    play(table, "Ann", dig(), draw="thief rune")
    assert (hill(table), pile(table)) == ("", "thief rune")


def test_dg_r18_where_nothing_is_left() -> None:
    """DG-R18: two Thieves are all there is; both are met, and no further card is drawn."""
    table = at(who(companions="wizard hunter", hand="iron"), hill="thief 2", discard="")
    play(table, "Ann", dig(), draw="thief thief")
    assert (hill(table), pile(table), gems(table)) == ("", "thief 2", 2)
    assert awaited(table) == "Bob"


def test_dg_r18_with_nothing_left_the_enemy_was_still_answered() -> None:
    """DG-R18, DG-22: no card has come in the Thief's stead, so there is none that could not be
    played: Ann may use her Bag."""
    table = at(who(companions="wizard", hand="iron bag"), hill="thief", discard="")
    play(table, "Ann", dig(), draw="thief")
    assert (awaited(table), step(table), pile(table)) == ("Ann", "after", "thief")
    assert [action["do"] for action in table.menu()] == ["use", "end"]


def test_dg_r18_dg_r31_the_cards_of_a_compass_are_not_in_the_new_hill_either() -> None:
    """The Compass has emptied the Hill. For the Thief comes the Skeleton, for that the Rune; Thief
    and Skeleton are discarded then, and what the Compass has left at its end."""
    ann = who("iron@", hand="compass", companions="wizard")
    table = at(ann, hill="thief gold ruby", discard="skeleton rune")
    play(table, "Ann", use("compass", 1), pick(0), draw="thief gold ruby skeleton rune")
    assert drawn(table) == ["thief gold ruby", "skeleton", "rune"]
    assert gallery(table, 1) == "iron@ rune"
    assert (hill(table), pile(table)) == ("", "gold ruby compass skeleton thief")


def test_dg_127_in_a_pickaxe_and_in_a_parchment() -> None:
    """DG-127, DG-R42: the Exit that comes for the Thief ends Gallery 1 before the Pickaxe's second
    card; a Rune that comes for it is laid before the Parchment's second choice."""
    table = at(who("iron@", hand="pickaxe", companions="wizard"))
    play(table, "Ann", use("pickaxe", 1), draw="thief ruby exit")
    assert (gallery(table, 1), hand(table)) == (None, "iron")
    assert pile(table) == "ruby pickaxe thief exit"
    table = at(who("iron@", hand="parchment", companions="wizard"))
    play(table, "Ann", use("parchment", 1), pick(1), draw="ruby thief egg rune")
    assert (gallery(table, 1), table.menu()) == ("iron@ rune", [pick(0), pick(2), STOP])
    play(table, "Ann", pick(2))
    assert gallery(table, 1) == "iron@ rune egg"


# --- for which cards there is a Gem ---

SHEPHERD = who("gold@ iron", companions="shepherd")


def kit(card: str, **more: int) -> Who:
    return who("gold@ iron", hand=card, companions="shepherd", **more)


def test_dg_r17_the_card_of_a_recruit() -> None:
    """DG-R17: drawn because a Recruit was placed."""
    table = at(who(reserve=1, companions="shepherd"))
    play(table, "Ann", dig(), START, draw="gold spider")
    assert (gallery(table, 1), gems(table)) == ("gold@", 1)


def test_dg_r17_the_card_after_the_wizard() -> None:
    """DG-R17"""
    table = at(who("gold@", companions="wizard shepherd"))
    play(table, "Ann", dig("in"), draw="thief spider")
    assert (gallery(table, 1), gems(table)) == ("gold@", 1)


@pytest.mark.parametrize("place", [1, "beside"])
def test_dg_r17_compass_the_chosen_card_only(place: int | str) -> None:
    """DG-R17: two Spiders drawn, one chosen, one Gem; none where the Rune is chosen."""
    table = play(
        at(kit("compass")), "Ann", use("compass", place), pick(0), draw="spider spider rune"
    )
    assert (gems(table), pile(table)) == (1, "compass spider 2 rune")
    table = play(
        at(kit("compass")), "Ann", use("compass", place), pick(2), draw="spider spider rune"
    )
    assert gems(table) == 0


def test_dg_r17_parchment_the_chosen_cards_only() -> None:
    """DG-R17"""
    table = at(kit("parchment"))
    play(table, "Ann", use("parchment", 1), pick(1), STOP, draw="spider spider spider")
    assert (gems(table), pile(table)) == (1, "parchment spider 3")
    table = at(kit("parchment"))
    play(table, "Ann", use("parchment", 1), pick(2), pick(0), draw="spider spider spider")
    assert gems(table) == 2
    table = at(kit("parchment"))
    play(table, "Ann", use("parchment", 1), STOP, draw="spider spider spider")
    assert gems(table) == 0


def test_dg_r17_both_cards_of_a_pickaxe() -> None:
    """DG-R17"""
    table = at(kit("pickaxe"))
    play(table, "Ann", use("pickaxe", "beside"), draw="spider spider")
    assert (gems(table), pile(table)) == (2, "pickaxe spider 2")


def test_dg_r17_not_for_what_another_drew() -> None:
    """DG-R17, DG-98: a Spider sent to Bob's Gem; his Shepherd discards it for nothing."""
    bob = who("ruby@ iron*", companions="shepherd")
    table = at(who("gold@", hand="scepter"), bob)
    play(table, "Ann", dig(), scepter("Bob", 1), draw="spider")
    assert (gallery(table, 1, "Bob"), gems(table, "Bob")) == ("ruby@ iron*", 0)
    assert pile(table) == "scepter spider"


# --- Gems ---


def test_dg_133_gathered_at_once() -> None:
    """DG-133: while Ann still thinks about the Iron of Gallery 2; no Gallery has closed."""
    table = at(who("gold@", "iron@", reserve=1, companions="shepherd"))
    play(table, "Ann", dig("in"), draw="spider iron")
    assert (step(table), gems(table)) == ("add", 1)
    play(table, "Ann", LEAVE)


def test_dg_133_a_ward_can_end_the_game() -> None:
    """DG-133, DG-150: from nine to eleven; Bob plays once more."""
    table = at(who("gold@", gems=9, companions="paladin"))
    play(table, "Ann", dig("in"), draw="orc")
    assert (gems(table), table.public()["trigger"]) == (11, "Ann")
    play(table, "Bob", dig(), draw="exit")
    assert table.state.over


def poor(row: str, left: int, **more: str) -> Table:
    """37 Gems, nine with each of four seats; all but `left` of the last lie in Bob's row."""
    deck = {**GAME.deck(), "gems": 37}
    bob = who("ruby@ iron" + "*" * (1 - left), gems=9)
    ann = who(row, gems=9, companions=more.get("companions", ""))
    return at(ann, bob, who(gems=9), who(gems=9), deck=deck)


@pytest.mark.parametrize(("left", "last"), [(1, "iron*"), (0, "iron")])
def test_dg_r32_no_gem_from_an_empty_supply(left: int, last: str) -> None:
    """DG-R32: a fifth card with one Gem left, and with none."""
    table = play(poor("gold@ iron iron iron", left), "Ann", dig("in"), draw="iron")
    assert gallery(table, 1) == f"gold@ iron iron iron {last}"
    assert supply(table) == 0


def test_dg_r32_a_gem_room_on_the_fifth_card_with_one_gem_left() -> None:
    """DG-R32, DG-145: one of two."""
    table = play(poor("gold@ iron iron iron", 1), "Ann", dig("in"), draw="gemroom")
    assert (gems(table), supply(table)) == (10, 0)


def test_dg_r32_no_gem_for_wards_and_eggs() -> None:
    """DG-R32: two for the Orc, one is left; the Egg finds none."""
    table = play(poor("gold@", 1, companions="paladin"), "Ann", dig("in"), draw="orc")
    assert (gems(table), supply(table), gallery(table, 1)) == (10, 0, "gold@")
    table = play(poor("gold@ egg", 0), "Ann", close(1))
    assert (gems(table), supply(table), pile(table)) == (9, 0, "egg")
