"""Equipment that draws: DG-61 to DG-64, DG-R27, R28, R45."""

from __future__ import annotations

import pytest

from tests.games.dig_2017.tables import (
    ANCHOR,
    BAG,
    COLLECT,
    DROP,
    END,
    KEEP,
    LEAVE,
    PLACE,
    START,
    STOP,
    at,
    dig,
    gallery,
    gems,
    hand,
    hill,
    pick,
    pile,
    play,
    reserve,
    runes,
    scepter,
    step,
    use,
    uses,
    who,
)
from tests.games.driver import awaited, clause
from tests.games.named import drawn

# --- Compass ---


def test_dg_61_compass_one_of_three() -> None:
    table = at(who("iron@", hand="compass"))
    play(table, "Ann", use("compass", 1), draw="collapse gold exit")
    assert drawn(table) == ["collapse gold exit"]
    assert (step(table), table.menu()) == ("compass", [pick(0), pick(1), pick(2)])
    play(table, "Ann", pick(1))
    assert gallery(table, 1) == "iron@ gold"
    assert pile(table) == "compass exit collapse"


def test_dg_61_choosing_is_not_optional() -> None:
    table = at(who(hand="compass"))
    play(table, "Ann", use("compass", "beside"), draw="collapse exit exit")
    assert clause(table, STOP) == "DG-61"
    for bad in (pick(3), pick(-1), {"do": "pick"}, {"do": "pick", "card": "exit"}):
        assert not table.legal(bad)
    play(table, "Ann", pick(2))
    assert (pile(table), step(table)) == ("compass exit 2 collapse", "turn")


def test_dg_61_alike_cards_have_their_own_numbers() -> None:
    table = at(who(hand="compass"))
    play(table, "Ann", use("compass", "beside"), draw="iron gold iron")
    assert table.menu() == [pick(0), pick(1), pick(2)]
    play(table, "Ann", pick(2))
    assert (hand(table), pile(table)) == ("iron", "iron gold compass")


def test_dg_r45_compass_with_fewer_cards_left() -> None:
    """Two cards in all; the Compass itself is not among them."""
    table = at(who(hand="compass"), hill="", discard="iron gold")
    play(table, "Ann", use("compass", "beside"), draw="iron gold")
    assert table.menu() == [pick(0), pick(1)]
    play(table, "Ann", pick(1))
    assert (hand(table), pile(table), hill(table)) == ("gold", "iron compass", "")


@pytest.mark.parametrize("card", ["compass", "pickaxe", "parchment"])
def test_dg_r45_without_a_card_to_draw_it_cannot_be_used(card: str) -> None:
    """The last card is collected, and the rest of the hand is of no use."""
    table = at(who(hand=card), who("gold@"), hill="iron", discard="")
    play(table, "Ann", dig(), draw="iron")
    assert (awaited(table), hand(table)) == ("Bob", f"iron {card}")


# --- Pickaxe ---


def test_dg_62_pickaxe_two_in_order() -> None:
    table = at(who("iron@ gold", hand="pickaxe"))
    play(table, "Ann", use("pickaxe", 1), draw="ghost ruby")
    assert drawn(table) == ["ghost ruby"]
    assert gallery(table, 1) == "iron@ ruby"
    table = at(who("iron@ gold", hand="pickaxe"))
    play(table, "Ann", use("pickaxe", 1), draw="ruby ghost")
    assert gallery(table, 1) == "iron@ gold"


@pytest.mark.parametrize("first", ["collapse", "exit", "gemroom", "skeleton", "thief", "orc"])
def test_dg_63_pickaxe_stops_when_the_gallery_is_gone(first: str) -> None:
    """DG-R27: however it went."""
    table = at(who("iron@", hand="pickaxe"))
    play(table, "Ann", use("pickaxe", 1), draw=f"{first} ruby")
    assert gallery(table, 1) is None
    assert "ruby" in pile(table)
    assert "ruby" not in hand(table)


def test_dg_63_pickaxe_stops_when_the_gallery_has_no_card_left() -> None:
    """DG-93: a Ghost takes the only card."""
    table = at(who("iron@", hand="pickaxe"))
    play(table, "Ann", use("pickaxe", 1), draw="ghost ruby")
    assert (gallery(table, 1), hand(table)) == (None, "")
    assert pile(table) == "iron ruby pickaxe ghost"


def test_dg_r27_an_anchor_lets_the_second_card_come() -> None:
    table = at(who("iron@", hand="pickaxe anchor"))
    play(table, "Ann", use("pickaxe", 1), ANCHOR, draw="collapse ruby")
    assert gallery(table, 1) == "iron@ ruby"


def test_dg_r27_a_recruits_card_comes_before_the_second() -> None:
    table = at(who("iron@", hand="pickaxe", reserve=1))
    play(table, "Ann", use("pickaxe", 1), PLACE, draw="gold ruby rune")
    assert drawn(table) == ["gold ruby", "rune"]
    assert gallery(table, 1) == "iron@ gold@ rune ruby"


def test_dg_r27_beside_the_second_card_is_still_beside() -> None:
    """The first starts a Gallery; the second is collected."""
    table = at(who(hand="pickaxe", reserve=1))
    play(table, "Ann", use("pickaxe", "beside"), START, draw="gold ruby iron")
    assert gallery(table, 1) == "gold@ iron"
    assert hand(table) == "ruby"


def test_dg_r27_a_gallery_gone_by_the_recruits_card_stops_it_too() -> None:
    table = at(who("iron@", hand="pickaxe", reserve=1))
    play(table, "Ann", use("pickaxe", 1), PLACE, draw="gold ruby exit")
    assert (gallery(table, 1), hand(table)) == (None, "iron gold")
    assert pile(table) == "ruby pickaxe exit"


def test_dg_r45_pickaxe_with_one_card_left() -> None:
    table = at(who(hand="pickaxe"), hill="iron", discard="")
    play(table, "Ann", use("pickaxe", "beside"), draw="iron")
    assert (hand(table), pile(table), step(table)) == ("iron", "pickaxe", "turn")


# --- Parchment ---


def test_dg_64_parchment_none() -> None:
    table = at(who("iron@", hand="parchment"))
    play(table, "Ann", use("parchment", 1), draw="exit gold rune")
    assert step(table) == "parchment"
    assert table.menu() == [pick(0), pick(1), pick(2), STOP]
    play(table, "Ann", STOP)
    assert gallery(table, 1) == "iron@"
    assert pile(table) == "gold parchment rune exit"


def test_dg_64_parchment_one() -> None:
    table = at(who("iron@", hand="parchment"))
    play(table, "Ann", use("parchment", 1), pick(1), draw="exit gold rune")
    assert table.menu() == [pick(0), pick(2), STOP]  # the numbers stay
    play(table, "Ann", STOP)
    assert gallery(table, 1) == "iron@ gold"
    assert pile(table) == "parchment rune exit"


def test_dg_64_parchment_two_in_any_order() -> None:
    """DG-E16: Rune, then Exit; the Gold is discarded."""
    table = at(who("iron@ iron", hand="parchment"))
    play(table, "Ann", use("parchment", 1), pick(2), pick(0), draw="exit gold rune")
    assert (gallery(table, 1), runes(table), hand(table)) == (None, 1, "iron 2")
    assert pile(table) == "gold parchment exit"
    assert step(table) == "turn"


def test_dg_64_no_second_choice_when_the_gallery_is_gone() -> None:
    """DG-E16, DG-R42: Exit first."""
    table = at(who("iron@ iron", hand="parchment"))
    play(table, "Ann", use("parchment", 1), pick(0), draw="exit gold rune")
    assert (gallery(table, 1), runes(table), hand(table)) == (None, 0, "iron 2")
    assert pile(table) == "gold parchment rune exit"
    assert step(table) == "turn"


def test_dg_64_the_third_is_never_played() -> None:
    table = at(who(hand="parchment"))
    play(table, "Ann", use("parchment", "beside"), pick(0), pick(1), draw="iron gold ruby")
    assert (hand(table), pile(table)) == ("iron gold", "ruby parchment")


def test_dg_64_a_card_is_picked_once() -> None:
    table = at(who(hand="parchment"))
    play(table, "Ann", use("parchment", "beside"), pick(1), draw="iron gold iron")
    assert clause(table, pick(1)) == "DG-64"
    play(table, "Ann", pick(2))
    assert hand(table) == "iron gold"


def test_dg_64_who_ends_a_parchment_wrongly_is_told_how() -> None:
    table = at(who(hand="parchment"))
    play(table, "Ann", use("parchment", "beside"), draw="iron gold iron")
    refusal = table.refusal(END)
    assert (refusal.code, refusal.clause) == ("another-decision", "DG-64")
    assert refusal.message.endswith("or stop")


def test_dg_64_parchment_beside_starts_a_gallery() -> None:
    """The second card is still beside."""
    table = at(who(hand="parchment", reserve=1))
    play(table, "Ann", use("parchment", "beside"), pick(0), START, draw="gold ruby exit iron")
    assert table.menu() == [pick(1), pick(2), STOP]
    play(table, "Ann", pick(1))
    assert (gallery(table, 1), hand(table)) == ("gold@ iron", "ruby")


def test_dg_r45_parchment_with_one_card_left() -> None:
    table = at(who(hand="parchment"), hill="iron", discard="")
    play(table, "Ann", use("parchment", "beside"), draw="iron")
    assert table.menu() == [pick(0), STOP]
    play(table, "Ann", pick(0))
    assert (hand(table), step(table)) == ("iron", "turn")


# --- Scout and Superbacker ---


def test_dg_r28_scout_takes_the_compass_to_every_gallery() -> None:
    """Three cards for the first are drawn, resolved and cleared before those for the next."""
    table = at(who("iron@", None, "gold@", hand="compass", companions="scout"))
    assert uses(table, "compass") == [use("compass", "all"), use("compass", "beside")]
    assert clause(table, use("compass", 1)) == "DG-R28"
    play(table, "Ann", use("compass", "all"), pick(0), draw="ruby exit exit collapse rune iron")
    assert drawn(table) == ["ruby exit exit", "collapse rune iron"]
    assert gallery(table, 1) == "iron@ ruby"
    assert pile(table) == "exit 2"  # the Compass is still in use
    play(table, "Ann", pick(1))
    assert gallery(table, 3) == "gold@ rune"
    assert pile(table) == "iron compass exit 2 collapse"


def test_dg_r28_with_a_single_gallery_too() -> None:
    table = at(who(None, "gold@", hand="compass", companions="scout"))
    assert uses(table, "compass") == [use("compass", "all"), use("compass", "beside")]
    play(table, "Ann", use("compass", "all"), pick(0), draw="ruby exit exit")
    assert gallery(table, 2) == "gold@ ruby"


@pytest.mark.parametrize(("card", "name"), [("compass", "scout"), ("pickaxe", "superbacker")])
def test_dg_r28_without_a_gallery_only_beside(card: str, name: str) -> None:
    table = at(who(hand=card, companions=name))
    assert uses(table, card) == [use(card, "beside")]


def test_dg_r28_beside_it_works_as_usual() -> None:
    table = at(who("iron@", "gold@", hand="compass", companions="scout"))
    play(table, "Ann", use("compass", "beside"), pick(0), draw="ruby exit exit")
    assert (hand(table), drawn(table)) == ("ruby", ["ruby exit exit"])


def test_dg_r28_the_scout_is_for_the_compass_only() -> None:
    table = at(who("iron@", hand="pickaxe parchment", companions="scout"))
    assert [a["at"] for a in uses(table, "pickaxe")] == [1, "beside"]
    assert [a["at"] for a in uses(table, "parchment")] == [1, "beside"]


@pytest.mark.parametrize("names", ["superbacker", "superbacker_2", "superbacker superbacker_2"])
def test_dg_r28_superbacker_takes_the_pickaxe_to_every_gallery(names: str) -> None:
    """DG-R3: a second copy adds nothing."""
    table = at(who("iron@", "gold@", hand="pickaxe compass", companions=names))
    assert [a["at"] for a in uses(table, "pickaxe")] == ["all", "beside"]
    assert [a["at"] for a in uses(table, "compass")] == [1, 2, "beside"]
    play(table, "Ann", use("pickaxe", "all"), draw="ruby rune collapse iron")
    assert drawn(table) == ["ruby rune", "collapse iron"]
    assert (gallery(table, 1), gallery(table, 2)) == ("iron@ ruby rune", None)
    assert pile(table) == "iron gold pickaxe collapse"


def test_dg_r28_what_stops_it_in_one_gallery_does_not_stop_the_others() -> None:
    table = at(who("iron@", "gold@", hand="pickaxe", companions="superbacker"))
    play(table, "Ann", use("pickaxe", "all"), LEAVE, draw="exit ruby diamond rune")
    assert (gallery(table, 1), gallery(table, 2)) == (None, "gold@ diamond rune")
    assert pile(table) == "ruby pickaxe exit"


def test_dg_r28_a_gallery_gone_in_the_meantime_is_skipped() -> None:
    """The Werewolf closes both; nothing is drawn for the second."""
    table = at(who("iron@", "gold@", hand="pickaxe", companions="superbacker"))
    play(table, "Ann", use("pickaxe", "all"), draw="werewolf rune")
    assert drawn(table) == ["werewolf rune"]
    assert (hand(table), gallery(table, 2)) == ("iron gold", None)
    assert pile(table) == "pickaxe werewolf rune"


def test_dg_r28_a_gallery_started_in_the_meantime_is_left_out() -> None:
    """The Compass that comes in Gallery 1 is used beside and starts Gallery 2."""
    table = at(who("iron@", hand="pickaxe", reserve=1, companions="superbacker"))
    play(table, "Ann", use("pickaxe", "all"), draw="compass rune")
    play(table, "Ann", use("compass", "beside"), pick(0), draw="ruby exit exit")
    play(table, "Ann", START, draw="egg")
    assert (gallery(table, 1), gallery(table, 2)) == ("iron@ rune", "ruby@ egg")
    assert drawn(table) == ["compass rune", "ruby exit exit", "egg"]
    assert step(table) == "turn"


def test_dg_r28_a_gallery_started_in_the_slot_of_one_that_is_gone_is_left_out() -> None:
    """DG-R46: in Gallery 1 the Ghost goes to Gallery 2, of one card, which is gone; then the
    Parchment, used beside, starts another one in slot 2. Three draws, no fourth for that one."""
    table = at(who("iron@", "gold", hand="pickaxe scepter", reserve=1, companions="superbacker"))
    play(table, "Ann", use("pickaxe", "all"), scepter("Ann", 2), draw="ghost parchment")
    assert gallery(table, 2) is None
    play(table, "Ann", use("parchment", "beside"), pick(0), START, draw="ruby iron iron gold")
    play(table, "Ann", STOP)
    assert drawn(table) == ["ghost parchment", "ruby iron iron", "gold"]
    assert (gallery(table, 1), gallery(table, 2)) == ("iron@", "ruby@ gold")
    assert step(table) == "turn"


def test_dg_r28_wards_work_inside() -> None:
    """DG-R17: Gems for an Enemy chosen with the Compass."""
    table = at(who("iron@ ruby", hand="compass", companions="scout shadowman"))
    play(table, "Ann", use("compass", "all"), pick(0), draw="ghost ghost exit")
    assert (gallery(table, 1), gems(table)) == ("iron@ ruby", 1)
    assert pile(table) == "compass ghost 2 exit"


# --- at the end of a turn ---


def test_dg_r45_a_bag_that_becomes_usable_keeps_the_turn_open() -> None:
    """The Skeleton has sent a Recruit to the Tavern."""
    table = at(who("iron@", hand="bag", reserve=3))
    assert uses(table, "bag") == []
    play(table, "Ann", dig("in"), draw="skeleton")
    assert table.menu() == [BAG, END]
    play(table, "Ann", BAG)
    assert (awaited(table), reserve(table)) == ("Bob", 4)


def test_dg_r45_drawn_equipment_has_the_cards_of_a_new_hill() -> None:
    """Beside, with nothing else left to draw: kept; with a discard: used."""
    table = at(who(), who("gold@"), hill="compass", discard="")
    play(table, "Ann", dig(), draw="compass")
    assert (hand(table), awaited(table)) == ("compass", "Bob")
    table = at(who(), who("gold@"), hill="compass", discard="iron")
    play(table, "Ann", dig(), draw="compass")
    assert table.menu() == [KEEP, use("compass", "beside")]
    play(table, "Ann", use("compass", "beside"), draw="iron")
    assert (hand(table), pile(table)) == ("iron", "compass")


def test_dg_r40_a_second_one_drawn_by_a_pickaxe() -> None:
    """Both are of the same type: the first is kept, the second used or dropped."""
    table = at(who("iron@", hand="pickaxe"))
    play(table, "Ann", use("pickaxe", 1), KEEP, draw="compass compass")
    assert table.menu() == [use("compass", 1), use("compass", "beside"), DROP]
    play(table, "Ann", DROP)
    assert (hand(table), pile(table)) == ("compass", "compass pickaxe")


def test_dg_r42_a_second_gallery_waits_for_equipment_used_at_once() -> None:
    table = at(who("iron@", "gold@", reserve=1))
    play(table, "Ann", dig("in"), use("pickaxe", "beside"), draw="pickaxe ruby diamond iron")
    assert drawn(table) == ["pickaxe ruby", "diamond iron"]
    assert gallery(table, 2) == "gold@"
    play(table, "Ann", COLLECT, COLLECT)
    assert gallery(table, 2) == "gold@ ruby"
    play(table, "Ann", LEAVE)
    assert hand(table) == "iron diamond"


def test_dg_r42_a_second_pick_is_refused_for_what_it_is() -> None:
    """DG-R42, DG-R7: card 5, the Exit, has closed the only Gallery; with the Parchment used a
    card has to be dug, and beside is all there is. With a Gallery in slot 2 both places are."""
    other = (None, "beside"), ("iron@", "in the Galleries or beside")
    for second, where in other:
        table = at(who("iron@ gold gold", second, hand="parchment", reserve=1))
        play(table, "Ann", use("parchment", 1), pick(0), PLACE, draw="gold skeleton collapse exit")
        assert step(table) == "turn"
        refusal = table.refusal(pick(2))
        assert (refusal.code, refusal.clause) == ("another-decision", "DG-R7")
        must = f"Equipment was used, so a card has to be dug: {where}"
        assert refusal.message == f"no cards of a Compass or Parchment wait: {must}"
        assert table.refusal(COLLECT).message == must
        assert table.refusal(STOP) == ("no-passing", "DG-11", must)


def test_dg_64_a_card_that_was_picked_is_not_left() -> None:
    """DG-64: card 1 lies in the Gallery; the numbers of the others stay."""
    table = play(
        at(who("iron", hand="parchment")), "Ann", use("parchment", 1), draw="gold exit egg"
    )
    play(table, "Ann", pick(0))
    told = table.refusal(pick(0))
    assert told.message == "no card with the number 0 is left; numbers: 1, 2"


def test_dg_54_cards_that_wait_for_a_number_are_not_said_to_be_gone() -> None:
    """DG-54: in the middle of a Parchment a stone asks first; outside of one nothing can wait."""
    table = at(who("iron", hand="parchment", reserve=1))
    play(table, "Ann", use("parchment", 1), pick(0), draw="gold exit egg")
    assert step(table) == "add"
    assert "wait" not in table.refusal(pick(1)).message
    table = play(at(who("iron", reserve=1)), "Ann", dig("in"), draw="gold")
    assert table.refusal(pick(1)).message.startswith("no cards of a Compass or Parchment wait: ")
