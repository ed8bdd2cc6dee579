"""One effect inside another, and a new Hill amid it: DG-54, DG-R8, R27, R31, R42, R46."""

from __future__ import annotations

from tests.games.dig_2017.tables import (
    ACCEPT,
    ANCHOR,
    KEEP,
    LEAVE,
    PLACE,
    SHIELD,
    START,
    STOP,
    at,
    at_tavern,
    dig,
    gallery,
    gems,
    hand,
    hill,
    pick,
    pile,
    play,
    player,
    potion,
    reserve,
    runes,
    scepter,
    step,
    use,
    who,
)
from tests.games.driver import awaited
from tests.games.named import drawn

# --- a new Hill ---


def test_dg_r31_in_the_middle_of_a_draw_of_several() -> None:
    """The Gold is turned up already, so it is not in the new Hill."""
    table = at(who("iron@", "iron@", "iron@"), hill="gold", discard="ruby 3 exit")
    play(table, "Ann", dig("in"), draw="gold ruby ruby")
    assert drawn(table) == ["gold", "ruby ruby"]
    got = [gallery(table, slot) for slot in (1, 2, 3)]
    assert got == ["iron@ gold", "iron@ ruby", "iron@ ruby"]
    assert (hill(table), pile(table)) == ("ruby exit", "")


def test_dg_r31_only_when_a_card_must_be_drawn() -> None:
    """The last card leaves the Hill; what is discarded before the next draw is in the new one."""
    table = at(who("iron@"), hill="spider", discard="gold")
    play(table, "Ann", dig("in"), draw="spider")
    assert (hill(table), pile(table)) == ("", "gold spider")
    play(table, "Bob", dig(), draw="spider")
    assert (hill(table), pile(table)) == ("gold", "spider")


def test_dg_r31_cards_in_use_are_not_in_the_new_hill() -> None:
    """A Compass that draws three over an empty Hill, and a Recruit placed on the Gold: only the
    Exit is left for it. Then the other cards are discarded, and the Compass last."""
    table = at(who(hand="compass", reserve=1), hill="gold iron ruby", discard="exit")
    play(table, "Ann", use("compass", "beside"), draw="gold iron ruby")
    assert (table.public()["using"], pile(table)) == (["compass"], "exit")
    play(table, "Ann", pick(0), START, draw="exit")
    assert drawn(table) == ["gold iron ruby", "exit"]
    assert (gallery(table, 1), hand(table), reserve(table)) == (None, "gold", 1)
    assert (hill(table), pile(table)) == ("", "iron ruby compass exit")


def test_dg_r31_the_rest_of_a_draw_is_omitted() -> None:
    """Four cards in all, of which the Compass draws three; the Recruit finds one, its
    successor none."""
    table = at(who(hand="compass", reserve=2), hill="gold iron ruby iron", discard="")
    play(table, "Ann", use("compass", "beside"), pick(0), START, draw="gold iron ruby iron")
    assert (gallery(table, 1), step(table)) == ("gold@ iron", "add")
    play(table, "Ann", PLACE)
    assert gallery(table, 1) == "gold@ iron@"
    assert (pile(table), step(table)) == ("iron ruby compass", "turn")


def test_dg_r31_a_pickaxe_over_an_empty_hill() -> None:
    table = at(who("iron@", hand="pickaxe"), hill="rune", discard="gold 2")
    play(table, "Ann", use("pickaxe", 1), draw="rune gold")
    assert drawn(table) == ["rune", "gold"]
    assert gallery(table, 1) == "iron@ rune gold"
    assert (hill(table), pile(table)) == ("gold", "pickaxe")


def test_dg_r31_waiting_cards_are_not_in_the_new_hill() -> None:
    """The Ruby waits for Gallery 2 while a Recruit draws in Gallery 1."""
    table = at(who("iron@", "iron@", reserve=1), hill="gold ruby", discard="exit")
    play(table, "Ann", dig("in"), draw="gold ruby")
    assert table.public()["up"] == ["ruby"]
    play(table, "Ann", PLACE, draw="exit")
    assert (gallery(table, 1), step(table), gallery(table, 2)) == (None, "add", "iron@ ruby")
    play(table, "Ann", LEAVE)
    assert (pile(table), hand(table), reserve(table)) == ("exit", "iron gold", 2)


def test_dg_r31_what_an_enemy_took_can_come_back_in_the_same_draw() -> None:
    """DG-R43: a lost card is in the discard at once."""
    table = at(who("iron@ ruby", hand="pickaxe", reserve=1), hill="ghost gold", discard="")
    play(table, "Ann", use("pickaxe", 1), PLACE, draw="ghost gold ruby")
    assert drawn(table) == ["ghost gold", "ruby"]
    assert gallery(table, 1) == "iron@ gold@ ruby"
    assert (hill(table), pile(table)) == ("ghost", "pickaxe")


# --- nested effects ---


def test_dg_r42_a_placed_recruits_card_comes_before_the_next_slot() -> None:
    """DG-R8: the card of slot 2 is a Ghost, and takes what lay there."""
    table = at(who("iron@", "gold@ ruby", reserve=1))
    play(table, "Ann", dig("in"), PLACE, draw="diamond ghost rune")
    assert drawn(table) == ["diamond ghost", "rune"]
    assert (gallery(table, 1), gallery(table, 2)) == ("iron@ diamond@ rune", "gold@")


def test_dg_r42_equipment_used_at_once_inside_a_pickaxe() -> None:
    """The Parchment is done before the Pickaxe's second card, and its places are free."""
    table = at(who("iron@", "gold@", hand="pickaxe"))
    play(table, "Ann", use("pickaxe", 1), draw="parchment ruby")
    play(table, "Ann", use("parchment", 2), draw="rune egg exit")
    assert table.public()["using"] == ["pickaxe", "parchment"]
    assert table.public()["up"] == ["ruby", "rune", "egg", "exit"]
    play(table, "Ann", pick(1), pick(0))
    assert gallery(table, 2) == "gold@ egg rune"
    assert gallery(table, 1) == "iron@ ruby"
    assert pile(table) == "pickaxe parchment exit"


def test_dg_r42_three_deep() -> None:
    """Compass, in it a Parchment, in it a Pickaxe, each discarded when it is over."""
    table = at(who("iron@", hand="compass"))
    play(table, "Ann", use("compass", 1), pick(2), draw="exit exit parchment")
    play(table, "Ann", use("parchment", "beside"), pick(0), draw="pickaxe gold ruby")
    play(table, "Ann", use("pickaxe", 1), draw="rune iron")
    assert gallery(table, 1) == "iron@ rune iron"
    assert table.public()["using"] == ["compass", "parchment"]
    assert pile(table) == "pickaxe"
    assert table.menu() == [pick(1), pick(2), STOP]
    play(table, "Ann", pick(2))
    assert hand(table) == "ruby"
    assert pile(table) == "gold compass pickaxe parchment exit 2"
    assert (step(table), table.public()["using"]) == ("turn", [])


def test_dg_r42_the_last_card_is_discarded_when_its_gallery_has_gone_meanwhile() -> None:
    """A Pickaxe drawn in Gallery 1 is used at Gallery 2 and closes it; the Gold dealt there is
    discarded."""
    table = at(who("iron@", "ruby@"))
    play(table, "Ann", dig("in"), use("pickaxe", 2), draw="pickaxe gold exit egg")
    assert (gallery(table, 1), gallery(table, 2)) == ("iron@", None)
    assert hand(table) == "ruby"
    assert pile(table) == "gold pickaxe egg exit"


def test_dg_r42_a_waiting_card_is_not_changed_by_what_comes_before() -> None:
    """The Collapse for slot 2 stays one, though the Anchor has been used in slot 1."""
    table = at(who("iron@", "gold@", hand="anchor"))
    play(table, "Ann", dig("in"), ANCHOR, draw="collapse collapse")
    assert (gallery(table, 1), gallery(table, 2)) == ("iron@", None)
    assert pile(table) == "gold anchor collapse 2"


def test_dg_r42_parchment_and_its_gallery_gone_by_an_enemy() -> None:
    table = at(who("iron@", hand="parchment"))
    play(table, "Ann", use("parchment", 1), pick(0), draw="skeleton gold rune")
    assert (step(table), gallery(table, 1), at_tavern(table)) == ("turn", None, 4)
    assert pile(table) == "gold parchment skeleton rune"
    assert (hand(table), runes(table)) == ("iron", 0)


def test_dg_r42_parchment_goes_on_where_a_shield_has_saved_the_gallery() -> None:
    table = at(who("iron@", hand="parchment shield"))
    play(table, "Ann", use("parchment", 1), pick(0), SHIELD, draw="skeleton gold rune")
    assert table.menu() == [pick(1), pick(2), STOP]
    play(table, "Ann", pick(2))
    assert gallery(table, 1) == "iron@ rune"


def test_dg_r42_a_second_pickaxe_in_a_pickaxe() -> None:
    """DG-50: the hand has none any more, so it could be kept; it is used beside."""
    table = at(who("iron@", hand="pickaxe"))
    play(table, "Ann", use("pickaxe", 1), draw="pickaxe rune")
    assert KEEP in table.menu()
    play(table, "Ann", use("pickaxe", "beside"), draw="iron gold")
    assert (hand(table), gallery(table, 1)) == ("iron gold", "iron@ rune")
    assert pile(table) == "pickaxe 2"


def test_dg_54_a_scepter_answered_by_a_shield_inside_a_compass() -> None:
    """Bob answers out of turn in the middle of Ann's Compass; then the rest is cleared."""
    table = at(who("iron@", hand="compass scepter"), who("gold@ ruby", hand="shield"))
    play(table, "Ann", use("compass", 1), pick(1), draw="exit thief egg")
    play(table, "Ann", scepter("Bob", 1))
    assert (awaited(table), step(table)) == ("Bob", "repelled")
    assert table.public()["place"] == ["Bob", 1]
    assert sorted(table.public()["using"]) == ["compass", "scepter"]
    play(table, "Bob", SHIELD)
    assert gallery(table, 1, "Bob") == "gold@ ruby"
    assert (awaited(table), step(table)) == ("Ann", "turn")
    assert pile(table) == "shield compass scepter thief egg exit"


def test_dg_r42_what_slot_1_brings_is_there_for_slot_2() -> None:
    """A Bag's Recruit goes on the stone of slot 2; a Shield kept answers its Enemy, a Scepter too,
    and an Anchor the Pickaxe's second card."""
    table = at(who("iron@", "gold@"))
    play(table, "Ann", dig("in"), {"do": "use", "card": "bag"}, draw="bag ruby")
    play(table, "Ann", PLACE, draw="rune")
    assert gallery(table, 2) == "gold@ ruby@ rune"
    table = at(who("iron@", "gold@"))
    play(table, "Ann", dig("in"), SHIELD, draw="shield skeleton")
    assert gallery(table, 2) == "gold@"
    table = at(who("iron@", "gold@"), who("ruby@"))
    play(table, "Ann", dig("in"), scepter("Bob", 1), draw="scepter skeleton")
    assert (gallery(table, 2), gallery(table, 1, "Bob")) == ("gold@", None)
    table = at(who("iron@", hand="pickaxe"))
    play(table, "Ann", use("pickaxe", 1), ANCHOR, draw="anchor collapse")
    assert gallery(table, 1) == "iron@"


def test_dg_54_a_potion_used_at_once_between_two_galleries() -> None:
    """DG-67: its Gems are gathered before the second card is resolved."""
    table = at(who("iron@", "gold@"), who("iron@ iron iron iron ruby*"))
    play(table, "Ann", dig("in"), draw="potion rune")
    play(table, "Ann", potion("Bob", 1))
    assert (hand(table), gems(table)) == ("ruby", 1)
    assert gallery(table, 2) == "gold@ rune"


def test_dg_r27_the_werewolf_stops_a_pickaxe_at_any_place_but_beside() -> None:
    """DG-R46: beside is no Gallery, so there the second card still comes."""
    table = at(who("iron@", hand="pickaxe"))
    play(table, "Ann", use("pickaxe", 1), draw="werewolf gold")
    assert pile(table) == "gold pickaxe werewolf"
    table = at(who("iron@", hand="pickaxe"))
    play(table, "Ann", use("pickaxe", "beside"), draw="werewolf gold")
    assert hand(table) == "iron gold"
    assert (pile(table), gallery(table, 1)) == ("pickaxe werewolf", None)


# --- slots ---


def test_dg_r46_a_new_gallery_in_the_slot_does_not_take_over_a_waiting_card() -> None:
    """The Ruby was dealt to the old Gallery 2, which a Pickaxe has closed; then a Compass has
    started another one there. All of that happens in a Parchment drawn in Gallery 1."""
    table = at(who("iron@", "gold@"))
    play(table, "Ann", dig("in"), draw="parchment ruby")
    play(table, "Ann", use("parchment", "beside"), pick(0), draw="pickaxe compass iron")
    play(table, "Ann", use("pickaxe", 2), draw="exit skeleton")
    assert (gallery(table, 2), hand(table), reserve(table)) == (None, "gold", 1)
    play(table, "Ann", pick(1), use("compass", "beside"), pick(0), draw="diamond iron iron")
    play(table, "Ann", START, draw="iron")
    assert (gallery(table, 1), gallery(table, 2)) == ("iron@", "diamond@ iron")
    assert awaited(table) == "Bob"
    assert pile(table) == "iron 3 ruby compass pickaxe parchment skeleton exit"
    assert (hand(table), reserve(table)) == ("gold", 0)


def test_dg_r46_nor_the_second_card_of_a_pickaxe() -> None:
    """The Compass in Gallery 1 draws a Werewolf beside: Gallery 1 closes, without its Recruit."""
    table = at(who("iron@", hand="pickaxe"))
    play(table, "Ann", use("pickaxe", 1), draw="compass gold")
    play(table, "Ann", use("compass", "beside"), pick(0), draw="werewolf egg egg")
    assert (gallery(table, 1), hand(table), at_tavern(table)) == (None, "iron", 4)
    assert pile(table) == "gold compass pickaxe werewolf egg 2"


def test_dg_r46_nothing_moves_up() -> None:
    table = at(who("iron@", "gold@", "ruby@"))
    play(table, "Ann", {"do": "close", "gallery": 1})
    assert list(player(table)["galleries"]) == ["2", "3"]
    play(table, "Bob", dig(), draw="iron")
    play(table, "Ann", dig("in"), draw="rune egg")
    assert (gallery(table, 2), gallery(table, 3)) == ("gold@ rune", "ruby@ egg")
    play(table, "Bob", dig(), draw="iron")
    play(table, "Ann", dig("beside"), START, draw="gold iron")
    assert gallery(table, 1) == "gold@ iron"
    assert list(player(table)["galleries"]) == ["1", "2", "3"]


def test_dg_r46_a_scout_skips_a_slot_that_was_filled_anew() -> None:
    """The Compass works on the Galleries open when it was used."""
    table = at(who("iron@", "gold@", hand="compass", companions="scout"))
    play(table, "Ann", use("compass", "all"), pick(0), draw="parchment iron iron")
    play(table, "Ann", use("parchment", "beside"), pick(0), draw="werewolf ruby exit")
    assert (gallery(table, 1), gallery(table, 2), at_tavern(table)) == (None, None, 4)
    play(table, "Ann", pick(1))
    assert hand(table) == "iron gold ruby"
    assert drawn(table) == ["parchment iron iron", "werewolf ruby exit"]
    assert pile(table) == "iron 2 compass parchment werewolf exit"
    assert step(table) == "turn"


def test_dg_r8_an_enemy_of_slot_1_does_not_stop_slot_2() -> None:
    table = at(who("iron@ gold", "gold@ ruby", hand="shield"))
    play(table, "Ann", dig("in"), ACCEPT, draw="orc thief")
    assert (gallery(table, 1), player(table)["eaten"]) == (None, 1)
    assert (step(table), table.public()["place"]) == ("enemy", ["Ann", 2])
    play(table, "Ann", SHIELD)
    assert gallery(table, 2) == "gold@ ruby"
    assert hand(table) == "iron gold"
