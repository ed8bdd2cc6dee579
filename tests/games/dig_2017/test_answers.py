"""DG-95 to DG-102: Scepter, Shield and Anchor; DG-R16, DG-R19, DG-R20."""

from __future__ import annotations

import pytest

from pbem.games.dig_2017 import GAME
from tests.games.dig_2017.tables import (
    ACCEPT,
    ANCHOR,
    END,
    RESIGN,
    SHIELD,
    STOP,
    Who,
    at,
    at_tavern,
    bomb,
    dig,
    gallery,
    gems,
    hand,
    pick,
    pile,
    play,
    player,
    potion,
    reserve,
    runes,
    scepter,
    step,
    supply,
    use,
    who,
)
from tests.games.driver import Table, awaited, clause

ARMED = "shield scepter"


def inside(ann: Who, *others: Who, draw: str, **more: bool) -> Table:
    """Ann digs in her Galleries."""
    return play(at(ann, *(others or (who(),)), options=more), "Ann", dig("in"), draw=draw)


def beside(ann: Who, *others: Who, draw: str, **more: bool) -> Table:
    return play(at(ann, *(others or (who(),)), options=more), "Ann", dig(), draw=draw)


# --- what the digger may answer ---


def test_dg_95_a_ward_comes_first_and_asks_nothing() -> None:
    """DG-95, DG-R16: with Shield and Scepter in hand the Knight answers."""
    table = inside(who("gold@", hand=ARMED, companions="knight"), who("iron@"), draw="skeleton")
    assert (gallery(table, 1), gems(table), hand(table)) == ("gold@", 1, ARMED)
    assert awaited(table) == "Bob"


def test_dg_95_then_scepter_shield_or_nothing() -> None:
    """DG-95, DG-96: each Gallery on the table but the one under attack."""
    ann = who("gold@ iron", "iron@", hand=ARMED)
    table = inside(ann, who("ruby@"), who(None, "gold@"), draw="skeleton rune")
    assert step(table) == "enemy"
    targets = [scepter("Ann", 2), scepter("Bob", 1), scepter("Cy", 2)]
    menu = table.menu()
    assert [a for a in menu if a["do"] != "scepter"] == [ACCEPT, SHIELD]
    assert sorted(map(str, menu[2:])) == sorted(map(str, targets))
    play(table, "Ann", ACCEPT)
    assert (gallery(table, 1), hand(table)) == (None, "iron gold shield scepter")
    assert gallery(table, 2) == "iron@ rune"


def test_dg_95_the_shield_cancels_the_attack() -> None:
    """DG-95, DG-57: Shield and Skeleton are discarded, the Gallery is as it was."""
    table = inside(who("gold@ iron", hand="shield"), draw="skeleton")
    assert table.menu() == [ACCEPT, SHIELD]
    play(table, "Ann", SHIELD)
    assert (gallery(table, 1), hand(table), pile(table)) == ("gold@ iron", "", "shield skeleton")


def test_dg_95_nothing_keeps_the_shield() -> None:
    """DG-95, DG-R20: optional."""
    table = play(inside(who("gold@ iron", hand="shield"), draw="ghost"), "Ann", ACCEPT)
    assert (gallery(table, 1), hand(table), pile(table)) == ("gold@", "shield", "iron ghost")


def test_dg_96_the_scepter_needs_another_gallery() -> None:
    """DG-96: Ann's only one is under attack, Bob has none: nothing is asked."""
    table = inside(who("gold@ iron", hand="scepter"), draw="ghost")
    assert (gallery(table, 1), hand(table), awaited(table)) == ("gold@", "scepter", "Bob")


@pytest.mark.parametrize(("seat", "slot"), [("Ann", 1), ("Ann", 3), ("Bob", 2), ("Cy", 1)])
def test_dg_96_other_targets_are_refused(seat: str, slot: int) -> None:
    """DG-96: the Gallery under attack, and where none is."""
    table = inside(
        who("gold@ iron", "iron@", hand="scepter"), who("ruby@"), who(), draw="ghost rune"
    )
    assert clause(table, scepter(seat, slot)) == "DG-96"


def test_dg_96_an_own_gallery_is_a_target() -> None:
    """DG-96, DG-R19: the Ghost dealt to 1 takes the last card of 2, before 2 is dealt with."""
    table = inside(who("gold@ iron", "iron@ ruby", hand="scepter"), draw="ghost rune")
    play(table, "Ann", scepter("Ann", 2))
    assert (gallery(table, 1), gallery(table, 2)) == ("gold@ iron", "iron@ rune")
    assert pile(table) == "ruby scepter ghost"


def test_dg_r19_the_digger_may_shield_an_own_gallery() -> None:
    """DG-R19, DG-98"""
    table = inside(who("gold@ iron", "iron@ ruby", hand=ARMED), draw="ghost rune")
    play(table, "Ann", scepter("Ann", 2))
    assert (awaited(table), step(table), table.menu()) == ("Ann", "repelled", [ACCEPT, SHIELD])
    play(table, "Ann", SHIELD)
    assert (gallery(table, 1), gallery(table, 2)) == ("gold@ iron", "iron@ ruby rune")
    assert pile(table) == "shield scepter ghost"


def test_dg_97_the_scepter_works_beside() -> None:
    """DG-97: and an Enemy repelled was played, so the turn goes on (DG-22)."""
    table = beside(who("gold@ iron", hand="scepter bag"), who("ruby@ iron"), draw="ghost")
    assert table.menu() == [ACCEPT, scepter("Ann", 1), scepter("Bob", 1)]
    play(table, "Ann", scepter("Bob", 1))
    assert gallery(table, 1, "Bob") == "ruby@"
    assert (awaited(table), step(table)) == ("Ann", "after")


def test_dg_97_beside_there_is_no_shield_and_accepting_ends_the_turn() -> None:
    """DG-97, DG-100, DG-22"""
    table = beside(who("gold@", hand="shield scepter bag"), who(), draw="ghost")
    assert table.menu() == [ACCEPT, scepter("Ann", 1)]
    play(table, "Ann", ACCEPT)
    assert (gallery(table, 1), awaited(table), pile(table)) == ("gold@", "Bob", "ghost")


# --- what the owner of the target may answer ---


def test_dg_98_the_owner_answers_out_of_turn() -> None:
    """DG-98, DG-58: only Bob; then Ann's turn goes on."""
    table = beside(who(hand="scepter bag"), who("ruby@ iron", hand="shield"), draw="skeleton")
    play(table, "Ann", scepter("Bob", 1))
    assert (awaited(table), step(table)) == ("Bob", "repelled")
    assert table.menu() == [ACCEPT, SHIELD]
    assert table.public()["turn"] == "Ann"
    play(table, "Bob", SHIELD)
    assert (gallery(table, 1, "Bob"), hand(table, "Bob")) == ("ruby@ iron", "")
    assert pile(table) == "shield scepter skeleton"
    assert (awaited(table), step(table)) == ("Ann", "after")
    play(table, "Ann", END)
    assert awaited(table) == "Bob"


def test_dg_98_the_owner_accepts() -> None:
    """DG-98, DG-83"""
    table = beside(who(hand="scepter"), who("ruby@ iron*", hand="shield"), draw="skeleton")
    play(table, "Ann", scepter("Bob", 1))
    play(table, "Bob", ACCEPT)
    assert (gallery(table, 1, "Bob"), gems(table, "Bob")) == (None, 1)
    assert (hand(table, "Bob"), at_tavern(table, "Bob")) == ("iron ruby shield", 4)
    assert (hand(table), gems(table)) == ("", 0)


@pytest.mark.parametrize("friend", ["knight", "wizard"])
def test_dg_98_the_owners_ward_brings_nothing(friend: str) -> None:
    """DG-98, DG-R17: no Gem, no redraw, and Bob is not asked."""
    ann = who(hand="scepter")
    table = beside(ann, who("ruby@ iron", hand="shield", companions=friend), draw="skeleton")
    play(table, "Ann", scepter("Bob", 1))
    assert (gallery(table, 1, "Bob"), gems(table, "Bob")) == ("ruby@ iron", 0)
    assert (hand(table, "Bob"), pile(table)) == ("shield", "scepter skeleton")
    assert step(table) == "turn"


def test_dg_98_no_sending_on() -> None:
    """DG-98, DG-R19: even with a second Scepter in a deck of one's own."""
    deck = GAME.deck()
    deck["hill"] = {**deck["hill"], "scepter": 2, "anchor": 0}
    bob = who("ruby@ iron", "iron@", hand=ARMED)
    table = at(who("gold@", hand="scepter"), bob, deck=deck)
    play(table, "Ann", dig(), scepter("Bob", 1), draw="ghost")
    assert table.menu() == [ACCEPT, SHIELD]
    assert clause(table, scepter("Ann", 1)) == "DG-98"


def test_dg_98_without_a_shield_nobody_is_asked() -> None:
    """DG-98, DG-R48: Ann's turn does not wait for Bob."""
    table = beside(who(hand="scepter bag"), who("ruby@ iron"), draw="ghost")
    play(table, "Ann", scepter("Bob", 1))
    assert (awaited(table), gallery(table, 1, "Bob")) == ("Ann", "ruby@")


def test_dg_98_one_option_of_another_seat_does_not_stop_a_list() -> None:
    """DG-R48, DG-98: what is forced is left to the test: Bob accepts unasked, and it is Ann who
    ends her turn."""
    table = at(who(hand="scepter"), who("ruby@ iron"), settle=False)
    play(table, "Ann", dig(), scepter("Bob", 1), draw="ghost")
    assert gallery(table, 1, "Bob") == "ruby@"
    assert (awaited(table), step(table), table.menu()) == ("Ann", "after", [END])


def test_dg_98_whoever_has_resigned_accepts() -> None:
    """DG-98, DG-R44: Bob is gone, his Shield is not played."""
    bob = who("ruby@ iron", hand="shield")
    table = at(who(hand="scepter"), bob, who(), turn="Bob")
    play(table, "Bob", RESIGN)
    play(table, "Cy", dig(), draw="exit")
    play(table, "Ann", dig(), scepter("Bob", 1), draw="ghost")
    assert (gallery(table, 1, "Bob"), hand(table, "Bob")) == ("ruby@", "shield")
    assert awaited(table) == "Cy"


def test_dg_99_a_repelled_snake_joins_the_target() -> None:
    """DG-99, DG-R19: as card 5 of Bob's row without a Gem; nothing is added to Ann's."""
    table = inside(who("gold@ iron", hand="scepter"), who("ruby@ iron iron iron"), draw="snake")
    play(table, "Ann", scepter("Bob", 1))
    assert gallery(table, 1, "Bob") == "ruby@ iron iron iron snake"
    assert (gallery(table, 1), pile(table)) == ("gold@ iron", "scepter")


def test_dg_99_a_repelled_werewolf_strikes_its_owner() -> None:
    """DG-99, DG-88: both Galleries and the reserve of Bob; Ann's and Cy's stay."""
    bob = who("ruby@ iron*", "iron@ egg rune", reserve=1)
    table = inside(who("gold@", hand="scepter"), bob, who("iron@"), draw="werewolf")
    play(table, "Ann", scepter("Bob", 2))
    assert (gallery(table, 1, "Bob"), gallery(table, 2, "Bob")) == (None, None)
    assert (reserve(table, "Bob"), at_tavern(table, "Bob")) == (0, 4)
    assert (hand(table, "Bob"), gems(table, "Bob"), runes(table, "Bob")) == ("iron 2 ruby", 1, 1)
    assert (gallery(table, 1), gallery(table, 1, "Cy")) == ("gold@", "iron@")


def test_dg_98_a_repelled_orc_eats_the_owners_recruit() -> None:
    """DG-98, DG-85, DG-87: Bob's newest, and none of Ann's; with three eaten he has it back."""
    for eaten, gone in ((1, 2), (3, 3)):
        row = "ruby@ gold@" if eaten == 1 else "ruby gold@"
        table = beside(who("iron@", hand="scepter"), who(row, eaten=eaten), draw="orc")
        play(table, "Ann", scepter("Bob", 1))
        assert (player(table, "Bob")["eaten"], player(table)["eaten"]) == (gone, 0)
        assert (reserve(table, "Bob"), hand(table, "Bob")) == (1, "gold ruby")
        assert gallery(table, 1) == "iron@"


@pytest.mark.parametrize("enemy", ["ghost", "thief"])
def test_dg_98_a_repelled_enemy_can_take_the_only_card(enemy: str) -> None:
    """DG-98, DG-93: Bob's Gallery 1 is gone with nothing gathered, 2 stays."""
    bob = who("ruby@", "gold@")
    table = play(beside(who(hand="scepter"), bob, draw=enemy), "Ann", scepter("Bob", 1))
    assert (gallery(table, 1, "Bob"), gallery(table, 2, "Bob")) == (None, "gold@")
    assert (hand(table, "Bob"), at_tavern(table, "Bob")) == ("", 3)


def test_dg_68_an_effect_goes_on_behind_a_scepter() -> None:
    """DG-68, DG-R27, DG-R42: Ann's Gallery is as it was, so a Pickaxe's second card and a
    Parchment's second choice follow."""
    table = at(who("iron@", hand="pickaxe scepter"), who("gold@"))
    play(table, "Ann", use("pickaxe", 1), scepter("Bob", 1), draw="skeleton ruby")
    assert (gallery(table, 1), gallery(table, 1, "Bob")) == ("iron@ ruby", None)
    table = at(who("iron@", hand="parchment scepter"), who("gold@ iron", hand="shield"))
    play(table, "Ann", use("parchment", 1), pick(2), scepter("Bob", 1), draw="ruby egg thief")
    play(table, "Bob", SHIELD)
    assert (awaited(table), table.menu()) == ("Ann", [pick(0), pick(1), STOP])


@pytest.mark.parametrize("option", [True, False])
@pytest.mark.parametrize("where", ["in", "beside"])
def test_dg_r19_a_werewolf_goes_to_opponents_only(where: str, option: bool) -> None:
    """DG-R19, DG-96"""
    ann = who("gold@", "iron@", hand="scepter")
    table = at(ann, who("ruby@"), options={"werewolf_beside": option})
    play(table, "Ann", dig(where), draw="werewolf rune" if where == "in" else "werewolf")
    assert table.menu() == [ACCEPT, scepter("Bob", 1)]
    assert clause(table, scepter("Ann", 2)) == "DG-R19"
    play(table, "Ann", scepter("Bob", 1))
    assert gallery(table, 1, "Bob") is None
    assert gallery(table, 1) == "gold@"


# --- when a Shield is offered ---


def test_dg_100_no_shield_where_nothing_would_happen() -> None:
    """DG-100, DG-R20: a Spider and no Gem: not asked; with one Gem: asked."""
    table = inside(who("gold@ iron", hand="shield"), draw="spider")
    assert (hand(table), awaited(table)) == ("shield", "Bob")
    table = inside(who("gold@ iron*", hand="shield"), draw="spider")
    assert table.menu() == [ACCEPT, SHIELD]
    play(table, "Ann", SHIELD)
    assert (gallery(table, 1), supply(table)) == ("gold@ iron*", 39)


def test_dg_100_the_scepter_is_offered_all_the_same() -> None:
    """DG-95, DG-100: the Spider that finds nothing with Ann finds Bob's Gem."""
    table = inside(who("gold@", hand=ARMED), who("ruby@ iron*"), draw="spider")
    assert table.menu() == [ACCEPT, scepter("Bob", 1)]
    play(table, "Ann", scepter("Bob", 1))
    assert (gallery(table, 1, "Bob"), hand(table)) == ("ruby@ iron", "shield")


def test_dg_100_holds_for_a_repelled_enemy() -> None:
    """DG-100, DG-98: Bob's row has no Gem, so he is not asked."""
    table = inside(who("gold@ iron*", hand="scepter"), who("ruby@", hand="shield"), draw="spider")
    play(table, "Ann", scepter("Bob", 1))
    assert (hand(table, "Bob"), step(table), awaited(table)) == ("shield", "turn", "Bob")
    assert gallery(table, 1) == "gold@ iron*"


@pytest.mark.parametrize("enemy", ["skeleton", "thief", "ghost", "snake", "orc", "werewolf"])
@pytest.mark.parametrize("row", ["gold@ iron", "gold"])
def test_dg_100_all_others_do_something(enemy: str, row: str) -> None:
    """DG-100, DG-R20: with Recruits and without. The Shield leaves all as it was."""
    table = inside(who(row, reserve=1, hand="shield"), draw=enemy)
    assert table.menu() == [ACCEPT, SHIELD]
    play(table, "Ann", SHIELD)
    assert (gallery(table, 1), reserve(table), hand(table)) == (row, 1, "")
    assert sorted(pile(table).split()) == sorted(["shield", enemy])


def test_dg_r20_one_shield_cancels_a_whole_werewolf() -> None:
    """DG-R20: both Galleries and the reserve, beside too; it was played, so the Bag may follow
    (DG-22)."""
    table = beside(who("gold@", "iron@ iron", reserve=1, hand="shield bag"), draw="werewolf")
    assert table.menu() == [ACCEPT, SHIELD]
    play(table, "Ann", SHIELD)
    assert (gallery(table, 1), gallery(table, 2), reserve(table)) == ("gold@", "iron@ iron", 1)
    assert (awaited(table), step(table)) == ("Ann", "after")


def test_dg_r20_no_gallery_no_shield() -> None:
    """DG-R20: a Recruit in reserve alone cannot be shielded; and beside, where the Werewolf does
    nothing, there is no attack."""
    table = beside(who(reserve=1, hand="shield"), draw="werewolf")
    assert (reserve(table), hand(table), awaited(table)) == (0, "shield", "Bob")
    table = beside(who("gold@", hand="shield"), draw="werewolf", werewolf_beside=False)
    assert (gallery(table, 1), hand(table), awaited(table)) == ("gold@", "shield", "Bob")


def test_dg_r20_a_repelled_werewolf_can_be_shielded() -> None:
    """DG-R20, DG-98"""
    bob = who("ruby@", "iron@", reserve=1, hand="shield")
    table = inside(who("gold@", hand="scepter"), bob, draw="werewolf")
    play(table, "Ann", scepter("Bob", 1))
    play(table, "Bob", SHIELD)
    assert (gallery(table, 1, "Bob"), gallery(table, 2, "Bob")) == ("ruby@", "iron@")
    assert reserve(table, "Bob") == 1


# --- what neither stops ---


def test_dg_101_bomb_and_potion_ask_nobody() -> None:
    """DG-101: Bob's Shield and all his Companions are of no use."""
    friends = "shepherd elf hunter knight wizard"
    bob = who("ruby@ iron*", hand="shield", companions=friends)
    table = at(who(hand="bomb potion"), bob)
    play(table, "Ann", potion("Bob", 1))
    assert (gallery(table, 1, "Bob"), gems(table)) == ("ruby@", 1)
    play(table, "Ann", bomb("Bob", 1))
    assert (gallery(table, 1, "Bob"), hand(table, "Bob")) == ("ruby", "shield")


def test_dg_101_a_collapse_cannot_be_shielded() -> None:
    """DG-101: nor repelled."""
    friends = "shadowman ninja_cat paladin"
    table = inside(who("gold@ iron", hand=ARMED, companions=friends), who("ruby@"), draw="collapse")
    assert (gallery(table, 1), hand(table), awaited(table)) == (None, ARMED, "Bob")
    assert gallery(table, 1, "Bob") == "ruby@"


def test_dg_102_anchor_or_nothing() -> None:
    """DG-102, DG-69: the Gallery stays as it was, without the Gem of card 5 (DG-147)."""
    ann = who("gold@ iron iron iron", hand="shield scepter anchor")
    table = inside(ann, who("ruby@"), draw="collapse")
    assert (step(table), table.menu()) == ("collapse", [ACCEPT, ANCHOR])
    play(table, "Ann", ANCHOR)
    assert gallery(table, 1) == "gold@ iron iron iron"
    assert (hand(table), pile(table), supply(table)) == (ARMED, "anchor collapse", 40)


def test_dg_102_accepting_keeps_the_anchor() -> None:
    """DG-102, DG-146"""
    table = inside(who("gold@ iron", "ruby@", hand="anchor"), draw="collapse collapse")
    play(table, "Ann", ACCEPT)
    assert (gallery(table, 1), hand(table), step(table)) == (None, "anchor", "collapse")
    play(table, "Ann", ANCHOR)
    assert (gallery(table, 2), hand(table)) == ("ruby@", "")
    assert pile(table) == "iron gold anchor collapse 2"


def test_dg_102_an_anchor_is_no_answer_to_an_enemy() -> None:
    """DG-102, DG-95; nor a Shield to a Collapse."""
    table = inside(who("gold@", hand="shield anchor"), draw="ghost")
    assert table.menu() == [ACCEPT, SHIELD]
    assert clause(table, ANCHOR) == "DG-69"
    table = inside(who("gold@", hand="shield anchor"), draw="collapse")
    assert clause(table, SHIELD) == "DG-101"
