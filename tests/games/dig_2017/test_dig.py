"""Turns and the Dig action: DG-9 to DG-26, DG-R2, R7, R8, R9, R29, R41, R49."""

from __future__ import annotations

import pytest

from tests.games.dig_2017.tables import (
    BAG,
    COLLECT,
    DROP,
    END,
    KEEP,
    LEAVE,
    SHIELD,
    START,
    at,
    at_tavern,
    bomb,
    close,
    dig,
    gallery,
    gems,
    hand,
    hill,
    pick,
    pile,
    play,
    player,
    recruits,
    reserve,
    step,
    tavern,
    use,
    uses,
    who,
)
from tests.games.driver import awaited, clause, kinds, result
from tests.games.named import drawn

# --- turns ---


def test_dg_9_turns_go_clockwise_round_after_round() -> None:
    table = at(seats=3, turn="Bob")
    for seat in ("Bob", "Cy", "Ann", "Bob"):
        assert (awaited(table), table.public()["turn"]) == (seat, seat)
        play(table, seat, dig(), draw="iron")
    assert awaited(table) == "Cy"
    assert table.public()["round"] == 10  # Ann, who began, has begun a new one


def test_dg_10_a_turn_is_one_of_three_actions() -> None:
    table = at(who("iron@", hand="iron 5"))
    assert kinds(table) == {"dig", "close", "tavern"}
    play(table, "Ann", dig(), draw="gold")
    assert awaited(table) == "Bob"


@pytest.mark.parametrize("other", [{"do": "pass"}, {"do": "skip"}, END, COLLECT, LEAVE, KEEP])
def test_dg_11_there_is_no_pass(other: dict[str, str]) -> None:
    """DG-R2: what the program plays for a seat that is away, no player may play."""
    table = at(who("iron@", hand="iron 5 compass"))
    assert not table.legal(other)
    assert clause(table, other) in ("DG-10", "DG-11")


def test_dg_11_who_can_only_dig_must_dig() -> None:
    """DG-R48: and is asked all the same."""
    table = at()
    assert table.menu() == [dig("beside")]
    assert table.pending is not None
    assert not table.pending.forced


def test_dg_12_tavern_and_close_end_the_turn() -> None:
    table = at(who("iron@", hand="iron 5 compass"))
    play(table, "Ann", close(1))
    assert awaited(table) == "Bob"
    table = at(who("iron@", hand="iron 5 compass"))
    play(table, "Ann", tavern(recruits(1, "iron 5")))
    assert awaited(table) == "Bob"


def test_dg_r2_nothing_left_to_draw_leaves_tavern_and_close() -> None:
    table = at(who("gold@", hand="iron 5"), who(hand="iron"), hill="", discard="")
    assert kinds(table) == {"close", "tavern"}
    assert clause(table, dig("in")) == "DG-R2"
    assert clause(table, dig("beside")) == "DG-R2"


def test_dg_r2_who_can_do_nothing_is_skipped() -> None:
    """Ann has neither a Gallery nor five Crystals, and there is no card to draw."""
    table = at(who(hand="iron 4"), who("gold@"), hill="", discard="")
    assert awaited(table) == "Bob"
    assert table.menu() == [close(1)]


def test_dg_r49_a_table_at_which_nobody_can_do_anything_is_over() -> None:
    """Only with a deck of stones and Equipment alone; nobody waits for ever. What is gathered
    counts, though nobody has reached the goal."""
    players = who(hand="iron 4", gems=1), who("gold@"), who(gems=3)
    table = at(*players, turn="Bob", hill="", discard="")
    play(table, "Bob", close(1))
    assert table.state.over
    assert result(table).winners == ("Cy",)
    assert result(table).scores == {"Ann": 1, "Bob": 0, "Cy": 3}


def test_dg_r49_not_while_one_can_do_something() -> None:
    """Bob and Cy are passed over until Ann has closed her last Gallery."""
    table = at(who("iron@", "gold@"), who(hand="ruby"), who(), hill="", discard="")
    play(table, "Ann", close(2))
    assert awaited(table) == "Ann"
    assert table.public()["round"] == 10
    play(table, "Ann", close(1))
    assert table.state.over


def test_dg_r2_the_discard_counts() -> None:
    table = at(who(hand="iron 4"), hill="", discard="exit")
    assert kinds(table) == {"dig"}
    play(table, "Ann", dig(), draw="exit")
    assert (pile(table), hill(table), awaited(table)) == ("exit", "", "Bob")


# --- where ---


def test_dg_13_one_card_from_the_hill() -> None:
    table = at(hill="gold 2 iron", discard="")
    play(table, "Ann", dig(), draw="gold")
    assert drawn(table) == ["gold"]
    assert (hill(table), hand(table)) == ("iron gold", "gold")


def test_dg_14_without_a_gallery_every_draw_is_beside() -> None:
    """DG-15."""
    table = at()
    assert table.menu() == [dig("beside")]
    assert clause(table, dig("in")) == "DG-14"


def test_dg_15_the_place_is_said_before_the_draw() -> None:
    table = at(who("iron@"))
    assert [a for a in table.menu() if a["do"] == "dig"] == [dig("in"), dig("beside")]
    for bad in ({"do": "dig"}, {"do": "dig", "where": 1}, {"do": "dig", "where": "up"}):
        assert not table.legal(bad)


def test_dg_16_in_with_one_gallery() -> None:
    table = at(who(None, "iron@"))
    play(table, "Ann", dig("in"), draw="rune")
    assert gallery(table, 2) == "iron@ rune"
    assert drawn(table) == ["rune"]


def test_dg_17_one_card_for_every_gallery_together() -> None:
    """Also a free slot between: DG-R46."""
    table = at(who("iron@", "gold@", None, "ruby"))
    play(table, "Ann", dig("in"), draw="gold rune egg")
    assert drawn(table) == ["gold rune egg"]
    got = [gallery(table, slot) for slot in (1, 2, 3, 4)]
    assert got == ["iron@ gold", "gold@ rune", None, "ruby egg"]


def test_dg_18_each_card_works_on_its_own_gallery() -> None:
    """DG-E8: the Rune joins the first, the Ghost takes the last card of the second."""
    table = at(who("iron@ gold", "ruby@ diamond"))
    play(table, "Ann", dig("in"), draw="rune ghost")
    assert (gallery(table, 1), gallery(table, 2)) == ("iron@ gold rune", "ruby@")
    assert pile(table) == "diamond ghost"


def test_dg_r8_cards_are_resolved_in_slot_order() -> None:
    """The decision for slot 1 comes first, and the other card already lies open."""
    table = at(who("iron", "gold", reserve=1))
    play(table, "Ann", dig("in"), draw="ruby diamond")
    assert (awaited(table), step(table)) == ("Ann", "add")
    assert gallery(table, 1) == "iron ruby"
    assert gallery(table, 2) == "gold"
    assert "diamond" in table.public()["up"]
    play(table, "Ann", LEAVE)
    assert (step(table), gallery(table, 2)) == ("add", "gold diamond")
    play(table, "Ann", LEAVE)
    assert awaited(table) == "Bob"


def test_dg_r8_a_card_whose_gallery_is_gone_is_discarded() -> None:
    """The Werewolf closes both, so nothing is left that the Gold could join."""
    table = at(who("iron@", "ruby@", reserve=1))
    play(table, "Ann", dig("in"), draw="werewolf gold")
    assert (gallery(table, 1), gallery(table, 2)) == (None, None)
    assert hand(table) == "iron ruby"
    assert pile(table) == "gold werewolf"
    assert (reserve(table), at_tavern(table)) == (0, 4)


def test_dg_r8_higher_slots_get_no_card_when_none_is_left() -> None:
    table = at(who("iron@", "gold@", "ruby@"), hill="iron", discard="rune")
    play(table, "Ann", dig("in"), draw="iron rune")
    got = [gallery(table, slot) for slot in (1, 2, 3)]
    assert got == ["iron@ iron", "gold@ rune", "ruby@"]
    assert drawn(table) == ["iron", "rune"]
    assert (hill(table), pile(table)) == ("", "")


def test_dg_19_beside_is_one_card_whatever_galleries_there_are() -> None:
    table = at(who("iron@", "gold@"))
    play(table, "Ann", dig("beside"), draw="ruby")
    assert drawn(table) == ["ruby"]
    assert hand(table) == "ruby"
    assert (gallery(table, 1), gallery(table, 2)) == ("iron@", "gold@")


# --- Equipment in a Dig turn ---


def test_dg_20_equipment_before_and_after_the_base_draw() -> None:
    table = at(who(hand="bag pickaxe"), hill="iron 9", discard="")
    play(table, "Ann", BAG)
    assert (awaited(table), reserve(table)) == ("Ann", 1)
    play(table, "Ann", dig(), COLLECT, draw="iron")
    assert (awaited(table), step(table)) == ("Ann", "after")
    play(table, "Ann", use("pickaxe", "beside"), COLLECT, COLLECT, draw="iron iron")
    assert awaited(table) == "Bob"
    assert hand(table) == "iron 3"


def test_dg_20_any_number() -> None:
    table = at(who(hand="bag bomb pickaxe compass"), who("iron@"), hill="iron 9", discard="")
    play(table, "Ann", BAG, bomb("Bob", 1))
    play(table, "Ann", use("pickaxe", "beside"), COLLECT, COLLECT, draw="iron iron")
    play(table, "Ann", use("compass", "beside"), pick(0), COLLECT, draw="iron iron iron")
    assert (awaited(table), step(table)) == ("Ann", "turn")
    play(table, "Ann", dig(), COLLECT, draw="iron")
    assert awaited(table) == "Bob"


def test_dg_21_equipment_does_not_replace_the_base_draw() -> None:
    """DG-R7: after Equipment only dig and use are left."""
    table = at(who("gold@", hand="iron 5 compass bag"))
    assert kinds(table) == {"dig", "close", "tavern", "use"}
    play(table, "Ann", BAG)
    assert table.public()["used"] is True
    assert kinds(table) == {"dig", "use"}
    assert clause(table, close(1)) == "DG-R7"
    assert clause(table, tavern(recruits(1, "iron 5"))) == "DG-R7"
    assert not table.legal(END)


def test_dg_21_the_next_turn_is_free_again() -> None:
    table = at(who(hand="bag"), who("iron@", hand="iron 5"))
    play(table, "Ann", BAG, dig(), COLLECT, draw="iron")
    assert (table.public()["used"], table.public()["dug"]) == (False, False)
    assert (awaited(table), kinds(table)) == ("Bob", {"dig", "close", "tavern"})


def test_dg_21_the_base_draw_comes_once() -> None:
    table = at(who(hand="compass"))
    play(table, "Ann", dig(), draw="iron")
    assert step(table) == "after"
    assert table.public()["dug"] is True
    assert kinds(table) == {"use", "end"}
    assert clause(table, dig()) == "DG-21"


def test_dg_r7_nothing_is_used_from_the_hand_while_a_card_waits() -> None:
    table = at(who("gold", hand="compass bag", reserve=1), who("iron@"))
    play(table, "Ann", dig("beside"), draw="gold")
    assert table.menu() == [COLLECT, START]
    assert not table.legal(BAG)
    table = at(who("gold", "iron", hand="compass", reserve=1))
    play(table, "Ann", dig("in"), draw="gold gold")
    assert kinds(table) == {"leave", "place"}
    assert not table.legal(use("compass", "beside"))


def test_dg_r7_the_equipment_drawn_is_used_not_another_of_the_hand() -> None:
    """D4: `use` names the card just drawn."""
    table = at(who(hand="compass"))
    play(table, "Ann", dig(), draw="pickaxe")
    assert kinds(table) == {"keep", "use"}
    assert {a.get("card") for a in table.menu()} == {None, "pickaxe"}
    assert not table.legal(use("compass", "beside"))


@pytest.mark.parametrize("card", ["shield", "scepter", "anchor", "chest"])
def test_dg_r7_answers_and_payments_are_not_used_in_a_turn(card: str) -> None:
    table = at(who("gold@", hand=card), who("iron@"))
    assert "use" not in kinds(table)
    for action in ({"do": "use", "card": card}, {"do": card}, SHIELD):
        assert not table.legal(action)


@pytest.mark.parametrize("card", ["spider", "snake", "egg", "rune", "exit", "gemroom", "collapse"])
def test_dg_22_a_card_beside_that_is_not_played_ends_the_turn(card: str) -> None:
    """Even with Equipment that could still be used."""
    table = at(who("iron@", hand="compass"))
    play(table, "Ann", dig("beside"), draw=card)
    assert awaited(table) == "Bob"
    assert (pile(table), hand(table), gallery(table, 1)) == (card, "compass", "iron@")
    assert "DG-22" in table.clauses()


def test_dg_22_dropped_equipment_is_not_played() -> None:
    table = at(who(hand="compass"))
    play(table, "Ann", dig(), DROP, draw="compass")
    assert (awaited(table), hand(table), pile(table)) == ("Bob", "compass", "compass")


def test_dg_22_played_cards_leave_the_turn_open() -> None:
    """Collected; a Recruit put on it; kept; used; answered by a ward."""
    table = at(who(hand="compass"))
    assert step(play(table, "Ann", dig(), draw="iron")) == "after"
    assert "DG-22" not in table.clauses()
    table = at(who(hand="compass", reserve=1))
    assert step(play(table, "Ann", dig(), START, draw="iron gold")) == "after"
    table = at(who(hand="compass"))
    assert step(play(table, "Ann", dig(), draw="shield")) == "after"
    table = at(who(hand="compass"))
    play(table, "Ann", dig(), use("pickaxe", "beside"), draw="pickaxe exit exit")
    assert step(table) == "after"
    table = at(who(hand="compass", companions="shepherd"))
    assert step(play(table, "Ann", dig(), draw="spider")) == "after"
    assert gems(table) == 1


def test_dg_22_a_werewolf_beside_is_played_where_it_takes_effect() -> None:
    """DG-R15: and not where there is neither a Recruit nor a Gallery."""
    table = at(who(hand="compass", reserve=1))
    assert step(play(table, "Ann", dig(), draw="werewolf")) == "after"
    table = at(who(hand="compass"))
    play(table, "Ann", dig(), draw="werewolf")
    assert awaited(table) == "Bob"


def test_dg_r9_cards_drawn_by_equipment_do_not_end_the_turn() -> None:
    table = at(who(hand="compass pickaxe"))
    play(table, "Ann", use("pickaxe", "beside"), draw="exit spider")
    assert (awaited(table), step(table)) == ("Ann", "turn")
    play(table, "Ann", dig(), draw="iron")
    play(table, "Ann", use("compass", "beside"), pick(1), draw="egg exit rune")
    assert awaited(table) == "Bob"  # nothing usable is left
    assert pile(table) == "compass pickaxe spider rune egg exit 2"


def test_dg_r9_a_card_without_effect_in_a_gallery_does_not_end_the_turn() -> None:
    table = at(who("iron@", hand="compass"))
    play(table, "Ann", dig("in"), draw="spider")
    assert (awaited(table), step(table)) == ("Ann", "after")
    table = at(who("iron@", hand="compass shield"))
    play(table, "Ann", dig("in"), draw="shield")
    assert (awaited(table), step(table)) == ("Ann", "after")


def test_dg_r9_a_wizards_new_card_is_part_of_the_base_draw() -> None:
    """The card that comes instead is not played, so the turn ends."""
    table = at(who(hand="compass", companions="wizard"))
    play(table, "Ann", dig(), draw="thief exit")
    assert awaited(table) == "Bob"
    assert pile(table) == "thief exit"


def test_dg_23_what_has_worked_goes_to_the_discard() -> None:
    table = at(who("iron@ gold*"))
    play(table, "Ann", dig("in"), draw="spider")
    assert (gallery(table, 1), pile(table)) == ("iron@ gold", "spider")


@pytest.mark.parametrize("card", ["iron", "gold", "diamond", "ruby", "egg", "rune", "snake"])
def test_dg_24_cards_that_lie_in_a_gallery(card: str) -> None:
    table = at(who("iron@"))
    play(table, "Ann", dig("in"), draw=card)
    assert gallery(table, 1) == f"iron@ {card}"


@pytest.mark.parametrize("card", ["shield", "compass", "bag", "chest"])
def test_dg_24_equipment_does_not(card: str) -> None:
    """DG-45, DG-48: even as the fifth card to be drawn there it brings no Gem."""
    table = at(who("iron@ iron iron iron"), settle=False)
    play(table, "Ann", dig("in"), KEEP, draw=card)
    assert gallery(table, 1) == "iron@ iron iron iron"
    assert hand(table) == card


def test_dg_25_an_empty_hill_is_made_anew_from_the_discard() -> None:
    """DG-E10: 30 cards in the discard, one is drawn, 29 are left."""
    table = at(hill="", discard="iron 20 exit 10")
    play(table, "Ann", dig(), draw="iron")
    assert hill(table) == "iron 19 exit 10"
    assert (pile(table), hand(table)) == ("", "iron")


def test_dg_26_the_turn_ends_when_the_player_says_so() -> None:
    table = at(who(hand="compass"))
    play(table, "Ann", dig(), draw="iron")
    assert awaited(table) == "Ann"
    play(table, "Ann", END)
    assert (awaited(table), hand(table)) == ("Bob", "iron compass")


def test_dg_26_or_when_nothing_usable_is_left() -> None:
    """A Bomb without a target, and cards that only answer or pay."""
    table = at(who(hand="bomb shield chest anchor"), who("iron"))
    play(table, "Ann", dig(), draw="iron")
    assert awaited(table) == "Bob"


def test_dg_r41_a_gallery_is_not_closed_in_a_dig_turn() -> None:
    table = at(who("iron@", hand="compass"))
    play(table, "Ann", dig("in"), draw="gold")
    assert step(table) == "after"
    assert clause(table, close(1)) == "DG-R41"
    play(table, "Ann", END)
    assert gallery(table, 1) == "iron@ gold"


def test_dg_r29_the_places_of_equipment_are_free_whatever_the_dig_said() -> None:
    table = at(who("iron@", None, "gold@", hand="compass"))
    play(table, "Ann", dig("beside"), draw="iron")
    assert uses(table, "compass") == [use("compass", p) for p in (1, 3, "beside")]
    assert not table.legal(use("compass", 2))
    table = at(who("iron@", hand="compass"))
    play(table, "Ann", dig("in"), draw="iron")
    assert uses(table, "compass") == [use("compass", 1), use("compass", "beside")]
    assert player(table)["equipment"] == ["compass"]
