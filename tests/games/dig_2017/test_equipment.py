"""Equipment in general, and what answers, pays, takes and throws: DG-48 to DG-60, DG-65 to
DG-69, DG-R24, R25, R40.
"""

from __future__ import annotations

import pytest

from tests.games.dig_2017.tables import (
    ACCEPT,
    ANCHOR,
    BAG,
    BY_BAG,
    DROP,
    KEEP,
    SHIELD,
    at,
    at_tavern,
    bomb,
    companion,
    dig,
    gallery,
    gems,
    hand,
    pick,
    pile,
    play,
    player,
    potion,
    recruits,
    reserve,
    runes,
    scepter,
    step,
    supply,
    tavern,
    use,
    uses,
    who,
)
from tests.games.driver import awaited, clause, kinds
from tests.games.named import drawn

ANSWERS = ["shield", "scepter", "anchor", "chest"]

# --- drawn Equipment ---


@pytest.mark.parametrize("where", ["in", "beside"])
def test_dg_48_drawn_equipment_is_used_or_kept(where: str) -> None:
    """DG-R40: not dropped while the hand has none of it."""
    table = at(who("iron@"))
    play(table, "Ann", dig(where), draw="pickaxe")
    assert step(table) == "equipment"
    assert kinds(table) == {"keep", "use"}
    assert clause(table, DROP) == "DG-R40"
    play(table, "Ann", KEEP)
    assert (hand(table), gallery(table, 1)) == ("pickaxe", "iron@")


def test_dg_48_used_at_once() -> None:
    table = at(who("iron@"))
    play(table, "Ann", dig("in"), use("pickaxe", 1), draw="pickaxe gold rune")
    assert gallery(table, 1) == "iron@ gold rune"
    assert (pile(table), hand(table), awaited(table)) == ("pickaxe", "", "Bob")


def test_dg_49_one_card_of_each_type_is_kept() -> None:
    """DG-E9, DG-50: a second Compass is used at once or discarded."""
    table = at(who(hand="compass"))
    play(table, "Ann", dig(), draw="compass")
    assert table.menu() == [use("compass", "beside"), DROP]
    assert clause(table, KEEP) == "DG-49"


def test_dg_50_the_second_is_used_and_the_first_stays() -> None:
    """DG-E9."""
    table = at(who(hand="compass"))
    play(table, "Ann", dig(), use("compass", "beside"), pick(1), draw="compass exit iron gold")
    assert hand(table) == "iron compass"
    assert pile(table) == "gold compass exit"
    assert step(table) == "after"


@pytest.mark.parametrize("card", ANSWERS)
def test_dg_50_a_second_that_cannot_be_used_is_discarded(card: str) -> None:
    """DG-R25, DG-R40: without asking; beside it is not played, so the turn ends."""
    table = at(who("iron@", hand=f"{card} compass"), hill=f"{card} iron 9", discard="")
    play(table, "Ann", dig("beside"), draw=card)
    assert (awaited(table), pile(table)) == ("Bob", card)


@pytest.mark.parametrize("card", ANSWERS)
def test_dg_r40_answers_and_payments_are_kept_unasked(card: str) -> None:
    table = at(who("iron@"), settle=False)
    play(table, "Ann", dig("in"), draw=card)
    assert table.pending is not None
    assert (table.menu(), table.pending.forced) == ([KEEP], True)


@pytest.mark.parametrize("card", ["bag", "bomb", "potion"])
def test_dg_r40_without_a_target_it_is_kept_or_dropped(card: str) -> None:
    """Ann owns all four Recruits; Bob has no Gallery."""
    table = at(who("iron@", reserve=3))
    play(table, "Ann", dig("in"), draw=card)
    assert (hand(table), awaited(table)) == (card, "Bob")
    play(table, "Bob", dig(), draw="iron")
    table = at(who("iron@", reserve=3, hand=f"{card} compass"))
    play(table, "Ann", dig("in"), draw=card)
    assert (pile(table), step(table)) == (card, "after")


def test_dg_r40_used_or_kept_with_a_target() -> None:
    table = at(who(reserve=3), who("iron@", "iron gold"))
    play(table, "Ann", dig(), draw="bomb")
    assert sorted(map(str, table.menu())) == sorted(map(str, [KEEP, bomb("Bob", 1)]))
    table = at(who(reserve=3), who("iron@", "iron gold"))
    play(table, "Ann", dig(), draw="potion")
    assert sorted(map(str, table.menu())) == sorted(map(str, [KEEP, potion("Bob", 2)]))
    table = at(who(reserve=3))
    play(table, "Ann", dig(), draw="bag")
    assert sorted(map(str, table.menu())) == sorted(map(str, [BAG, KEEP]))


# --- use ---


def test_dg_51_used_equipment_leaves_the_hand_at_once() -> None:
    """So the Compass that it brings is kept; the first is discarded when all is done."""
    table = at(who(hand="compass"))
    play(table, "Ann", use("compass", "beside"), draw="compass iron exit")
    assert hand(table) == ""
    assert table.public()["using"] == ["compass"]
    assert pile(table) == ""
    play(table, "Ann", pick(0))
    assert kinds(table) == {"keep", "use"}
    play(table, "Ann", KEEP)
    assert (hand(table), pile(table)) == ("compass", "iron compass exit")
    assert table.public()["using"] == []


def test_dg_52_the_place_is_named_before_the_draw() -> None:
    table = at(who("iron@", "gold@", hand="compass"))
    play(table, "Ann", use("compass", 2), pick(1), draw="exit rune iron")
    assert (gallery(table, 1), gallery(table, 2)) == ("iron@", "gold@ rune")
    for bad in (
        {"do": "use", "card": "compass"},
        use("compass", 5),
        use("compass", 0),
        use("compass", "in"),
        use("compass", "1"),
    ):
        fresh = at(who("iron@", hand="compass"))
        assert not fresh.legal(bad)
        assert fresh.refusal(bad).message


@pytest.mark.parametrize("card", ["compass", "pickaxe", "parchment"])
def test_dg_53_one_of_several_galleries_is_chosen(card: str) -> None:
    """DG-R29: or beside, freely."""
    table = at(who("iron@", "gold@", None, "ruby", hand=card))
    assert uses(table, card) == [use(card, p) for p in (1, 2, 4, "beside")]
    assert clause(table, use(card, "all")) == "DG-53"
    assert clause(table, use(card, 3)) == "DG-52"


def test_dg_54_an_effect_is_finished_before_the_next() -> None:
    """No second card from the hand while the Compass waits for its choice."""
    table = at(who(hand="compass pickaxe"))
    play(table, "Ann", use("compass", "beside"), draw="iron gold ruby")
    assert kinds(table) == {"pick"}
    assert not table.legal(use("pickaxe", "beside"))
    assert not table.legal(dig())


def test_dg_54_one_used_inside_another_is_finished_first() -> None:
    """The Pickaxe chosen with the Compass draws its two before the rest is discarded."""
    table = at(who(hand="compass"))
    play(table, "Ann", use("compass", "beside"), pick(0), draw="pickaxe exit gemroom")
    play(table, "Ann", use("pickaxe", "beside"), draw="iron gold")
    assert drawn(table) == ["pickaxe exit gemroom", "iron gold"]
    assert hand(table) == "iron gold"
    assert pile(table) == "compass pickaxe exit gemroom"


# --- Bag, Chest ---


def test_dg_55_bag() -> None:
    table = at(who(hand="bag", reserve=1))
    play(table, "Ann", BAG)
    assert (reserve(table), at_tavern(table), hand(table), pile(table)) == (2, 2, "", "bag")


def test_dg_55_bag_needs_an_own_recruit_at_the_tavern() -> None:
    """DG-R45: one eaten, three owned; the others' Recruits do not help."""
    table = at(who("iron@", hand="bag", reserve=2, eaten=1))
    assert uses(table, "bag") == []
    assert clause(table, BAG) == "DG-55"


def test_dg_r25_bag_when_drawn_and_at_the_tavern() -> None:
    """DG-107."""
    table = at()
    play(table, "Ann", dig(), BAG, draw="bag")
    assert (reserve(table), pile(table)) == (1, "bag")
    table = at(who(hand="bag"))
    play(table, "Ann", tavern(BY_BAG))
    assert (reserve(table), pile(table), awaited(table)) == (1, "bag", "Bob")


def test_dg_56_a_chest_is_five_crystals() -> None:
    table = at(who(hand="chest"))
    play(table, "Ann", tavern(recruits(1, chest=True)))
    assert (reserve(table), hand(table), pile(table)) == (1, "", "chest")


def test_dg_56_or_a_stone_of_choice() -> None:
    """DG-E11: the Queen asks for 4 Irons and a Gold."""
    for have, missing in (("iron 4", "gold"), ("iron 3 gold", "iron")):
        table = at(who(hand=f"{have} chest"), offer="queen")
        play(table, "Ann", tavern(companion("queen", have, missing)))
        assert player(table)["companions"] == ["queen"]
        assert (hand(table), pile(table)) == ("", f"{have} chest")


def test_dg_r25_a_chest_only_pays() -> None:
    table = at(who("iron@", hand="chest"))
    assert "use" not in kinds(table)
    assert clause(table, {"do": "use", "card": "chest"}) == "DG-R25"


# --- Shield, Scepter, Anchor ---


def test_dg_57_a_shield_cancels_the_attack() -> None:
    table = at(who("iron@ gold", hand="shield"))
    play(table, "Ann", dig("in"), draw="skeleton")
    assert (step(table), kinds(table)) == ("enemy", {"accept", "shield"})
    play(table, "Ann", SHIELD)
    assert gallery(table, 1) == "iron@ gold"
    assert (hand(table), pile(table)) == ("", "shield skeleton")


def test_dg_57_if_its_owner_wants() -> None:
    table = at(who("iron@ gold", hand="shield"))
    play(table, "Ann", dig("in"), ACCEPT, draw="skeleton")
    assert (gallery(table, 1), hand(table), reserve(table)) == (None, "iron gold shield", 0)


def test_dg_58_in_any_players_turn() -> None:
    """Bob's Scepter, Ann's Gallery, Ann's Shield; then Bob's turn goes on."""
    table = at(who("iron@ gold", hand="shield"), who(hand="scepter compass"), turn="Bob")
    play(table, "Bob", dig(), scepter("Ann", 1), draw="ghost")
    assert (awaited(table), step(table)) == ("Ann", "repelled")
    assert table.public()["turn"] == "Bob"
    play(table, "Ann", SHIELD)
    assert (gallery(table, 1), hand(table)) == ("iron@ gold", "")
    assert pile(table) == "shield scepter ghost"
    assert (awaited(table), step(table)) == ("Bob", "after")


def test_dg_68_a_scepter_sends_the_enemy_to_another_gallery() -> None:
    table = at(who("iron@", "gold@ ruby", hand="scepter"), who("iron@ diamond"))
    play(table, "Ann", dig("in"), draw="ghost iron")
    assert kinds(table) == {"accept", "scepter"}
    targets = [(a["seat"], a["gallery"]) for a in table.menu() if a["do"] == "scepter"]
    assert sorted(targets) == [("Ann", 2), ("Bob", 1)]
    play(table, "Ann", scepter("Bob", 1))
    assert (gallery(table, 1, "Bob"), gallery(table, 1)) == ("iron@", "iron@")
    assert (gallery(table, 2), hand(table)) == ("gold@ ruby iron", "")
    assert pile(table) == "diamond scepter ghost"


def test_dg_69_an_anchor_saves_a_gallery_from_a_collapse() -> None:
    table = at(who("iron@ iron iron gold", hand="anchor"))
    play(table, "Ann", dig("in"), draw="collapse")
    assert (step(table), kinds(table)) == ("collapse", {"accept", "anchor"})
    play(table, "Ann", ANCHOR)
    assert gallery(table, 1) == "iron@ iron iron gold"
    assert (hand(table), pile(table), supply(table)) == ("", "anchor collapse", 40)


def test_dg_69_if_its_owner_wants() -> None:
    table = at(who("iron@ gold", hand="anchor"))
    play(table, "Ann", dig("in"), ACCEPT, draw="collapse")
    assert (gallery(table, 1), hand(table), at_tavern(table)) == (None, "anchor", 4)
    assert pile(table) == "iron gold collapse"


# --- Bomb ---


def test_dg_59_a_bomb_sends_a_recruit_home() -> None:
    """DG-R24: the one on the highest card; cards and Gems stay."""
    table = at(who(hand="bomb"), who("iron@ gold@ ruby*"))
    play(table, "Ann", bomb("Bob", 1))
    assert gallery(table, 1, "Bob") == "iron@ gold ruby*"
    assert (at_tavern(table, "Bob"), reserve(table, "Bob")) == (3, 0)
    assert (hand(table), pile(table), supply(table)) == ("", "bomb", 39)


def test_dg_59_another_players_gallery() -> None:
    table = at(who("iron@", hand="bomb"), who("iron@", None, "gold@"), who("ruby@"))
    assert [(a["seat"], a["gallery"]) for a in uses(table, "bomb")] == [
        ("Bob", 1),
        ("Bob", 3),
        ("Cy", 1),
    ]
    assert clause(table, bomb("Ann", 1)) == "DG-59"
    assert not table.legal(bomb("Bob", 2))
    assert not table.legal(bomb("Zed", 1))


def test_dg_60_a_bomb_needs_a_recruit() -> None:
    """DG-R45."""
    table = at(who(hand="bomb"), who("iron gold", "iron@"))
    assert uses(table, "bomb") == [bomb("Bob", 2)]
    assert clause(table, bomb("Bob", 1)) == "DG-60"


def test_dg_r24_the_last_recruit_gone_the_gallery_stays() -> None:
    table = at(who(hand="bomb"), who("iron@ gold"))
    play(table, "Ann", bomb("Bob", 1))
    assert gallery(table, 1, "Bob") == "iron gold"


# --- Potion ---


def test_dg_65_potion_takes_the_last_card_and_its_gems() -> None:
    """DG-67: a stone to the hand, Gems at once."""
    table = at(who(hand="potion", gems=1), who("iron@ iron iron iron gold**"))
    play(table, "Ann", potion("Bob", 1))
    assert gallery(table, 1, "Bob") == "iron@ iron iron iron"
    assert (hand(table), gems(table), supply(table), pile(table)) == ("gold", 3, 37, "potion")


def test_dg_65_an_opponents_gallery() -> None:
    """DG-66, DG-R45: whose last card carries no Recruit."""
    table = at(
        who("iron@ iron", hand="potion"), who("iron@", None, "gold@ iron"), who("ruby@ ruby")
    )
    assert [(a["seat"], a["gallery"]) for a in uses(table, "potion")] == [("Bob", 3), ("Cy", 1)]
    assert clause(table, potion("Ann", 1)) == "DG-65"
    assert clause(table, potion("Bob", 1)) == "DG-66"
    assert not table.legal(potion("Bob", 2))


def test_dg_66_no_potion_on_a_recruit() -> None:
    table = at(who(hand="potion"), who("iron gold@"))
    assert uses(table, "potion") == []
    assert clause(table, potion("Bob", 1)) == "DG-66"


@pytest.mark.parametrize("card", ["egg", "snake"])
def test_dg_67_an_egg_or_a_snake_is_discarded(card: str) -> None:
    """DG-R23: with its Gem gathered all the same."""
    table = at(who(hand="potion"), who(f"iron@ {card}*"))
    play(table, "Ann", potion("Bob", 1))
    assert gallery(table, 1, "Bob") == "iron@"
    assert (gems(table), hand(table)) == (1, "")
    assert sorted(pile(table).split()) == sorted([card, "potion"])


def test_dg_67_a_rune_is_kept() -> None:
    table = at(who(hand="potion"), who("iron@ rune*"))
    play(table, "Ann", potion("Bob", 1))
    assert (runes(table), gems(table), pile(table)) == (1, 1, "potion")


def test_dg_67_the_last_card_of_all_ends_the_gallery() -> None:
    """DG-93."""
    table = at(who(hand="potion"), who("ruby"))
    play(table, "Ann", potion("Bob", 1))
    assert (gallery(table, 1, "Bob"), hand(table)) == (None, "ruby")
