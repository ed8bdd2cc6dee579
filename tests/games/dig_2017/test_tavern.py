"""DG-103 to DG-112: hiring Recruits and Companions, and what is paid; DG-R26, DG-R37."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from pbem.games.dig_2017 import GAME
from tests.games.dig_2017.tables import (
    BAG,
    BY_BAG,
    Who,
    at,
    at_tavern,
    companion,
    dig,
    hand,
    pile,
    play,
    player,
    recruits,
    reserve,
    tavern,
    told,
    who,
)
from tests.games.driver import Table, awaited, clause
from tests.games.named import drawn

OFFER = "queen pirate wizard knight scout elf"


def visit(ann: Who, *hires: dict[str, Any]) -> Table:
    return play(at(ann, offer=OFFER), "Ann", tavern(*hires))


def refused(ann: Who, *hires: dict[str, Any]) -> str:
    """The clause; nothing is paid."""
    return clause(at(ann, offer=OFFER), tavern(*hires))


def why(ann: Who, *hires: dict[str, Any]) -> tuple[str, str]:
    """Code and clause."""
    refusal = at(ann, offer=OFFER).refusal(tavern(*hires))
    return refusal.code, refusal.clause


def legal(ann: Who, *hires: dict[str, Any]) -> bool:
    return at(ann, offer=OFFER).legal(tavern(*hires))


def friends(table: Table) -> list[str]:
    found: list[str] = player(table)["companions"]
    return found


# --- Recruits ---


@pytest.mark.parametrize(
    ("held", "pay"),
    [
        ("iron 6", "iron 5"),
        ("ruby 2 iron", "iron ruby"),
        ("diamond gold 3", "gold diamond"),
        ("ruby 2", "ruby 2"),
    ],
)
def test_dg_103_five_crystals(held: str, pay: str) -> None:
    """DG-103, DG-106: Iron 1, Gold 2, Diamond 3, Ruby 4; what is paid is discarded, the Recruit
    comes into the reserve, and the turn is over without a draw."""
    table = visit(who(hand=held), recruits(1, pay))
    assert (reserve(table), at_tavern(table), pile(table)) == (1, 3, pay)
    assert (awaited(table), drawn(table)) == ("Bob", [])


@pytest.mark.parametrize("pay", ["iron 4", "ruby", "gold 2", "diamond iron"])
def test_dg_103_four_are_too_few(pay: str) -> None:
    """DG-103, DG-E2: one Ruby alone is refused."""
    assert refused(who(hand="iron 5 gold 3 diamond 2 ruby 2"), recruits(1, pay)) == "DG-103"


def test_dg_103_a_chest_is_five() -> None:
    """DG-103, DG-56"""
    table = visit(who(hand="chest iron"), recruits(1, chest=True))
    assert (reserve(table), hand(table), pile(table)) == (1, "iron", "chest")


def test_dg_104_several_at_once() -> None:
    """DG-104: 4 + 4 + 2 pay for two; 4 + 4 + 1 do not; Chest, 4 and 1 do."""
    table = visit(who(hand="ruby 2 gold iron"), recruits(2, "ruby 2 gold"))
    assert (reserve(table), at_tavern(table), hand(table)) == (2, 2, "iron")
    assert refused(who(hand="ruby 2 gold iron"), recruits(2, "ruby 2 iron")) == "DG-104"
    table = visit(who(hand="ruby iron chest"), recruits(2, "ruby iron", chest=True))
    assert (reserve(table), hand(table)) == (2, "")


def test_dg_105_no_change() -> None:
    """DG-105, DG-E2: two Rubies for one Recruit."""
    table = visit(who(hand="ruby 2"), recruits(1, "ruby 2"))
    assert (reserve(table), hand(table), pile(table)) == (1, "", "ruby 2")


def test_dg_106_only_what_is_at_the_tavern() -> None:
    """DG-106, DG-39: two in reserve, one placed, so one is left."""
    ann = who("gold@", reserve=2, hand="ruby 5")
    assert legal(ann, recruits(1, "ruby 2"))
    assert refused(ann, recruits(2, "ruby 3")) == "DG-106"
    assert refused(ann, recruits(1, "ruby 2"), recruits(1, "ruby 2")) == "DG-106"
    assert refused(who(reserve=4, hand="ruby 5"), recruits(1, "ruby 2")) == "DG-106"
    assert refused(who(reserve=1, eaten=3, hand="ruby 5"), recruits(1, "ruby 2")) == "DG-106"


def test_dg_106_four_are_the_most() -> None:
    """DG-106: 20 Crystals are five Rubies."""
    assert legal(who(hand="ruby 5"), recruits(4, "ruby 5"))
    assert refused(who(hand="ruby 9"), recruits(5, "ruby 7")) == "DG-112"


def test_dg_r37_a_lost_recruit_can_be_hired_again() -> None:
    """DG-R37, DG-39: the fifth hire of the game."""
    table = visit(who("gold@", reserve=2, hand="ruby 4"), recruits(1, "ruby 2"))
    play(table, "Bob", dig(), draw="exit")
    play(table, "Ann", dig("in"), draw="skeleton")
    assert (reserve(table), at_tavern(table)) == (3, 1)
    play(table, "Bob", dig(), draw="exit")
    play(table, "Ann", tavern(recruits(1, "ruby 2")))
    assert (reserve(table), at_tavern(table)) == (4, 0)


def test_dg_107_a_bag_at_the_tavern() -> None:
    """DG-107, DG-R25: alone, or with another hire; once, for there is one."""
    table = visit(who(hand="bag gold"), BY_BAG)
    assert (reserve(table), hand(table), pile(table)) == (1, "gold", "bag")
    assert awaited(table) == "Bob"
    table = visit(who(hand="bag ruby gold"), BY_BAG, recruits(1, "ruby gold"))
    assert reserve(table) == 2
    assert why(who(hand="bag"), BY_BAG, BY_BAG) == ("not-in-hand", "DG-107")
    assert why(who(hand="iron 5"), BY_BAG) == ("not-in-hand", "DG-107")
    assert why(who(hand="bag"), {"recruits": 2, "bag": True}) == ("one-for-a-bag", "DG-107")
    full = who(hand="bag iron 4 gold", reserve=4)  # the Queen could be hired
    assert why(full, BY_BAG) == ("no-recruit-left", "DG-106")


# --- Companions ---


def test_dg_108_exactly_the_stones_on_the_card() -> None:
    """DG-108, DG-3: Queen, four Irons and a Gold; her place stays empty."""
    table = visit(who(hand="iron 5 gold 2"), companion("queen", "iron 4 gold"))
    assert (friends(table), hand(table), pile(table)) == (["queen"], "iron gold", "iron 4 gold")
    assert table.public()["offer"] == [None, *OFFER.split()[1:]]
    assert (reserve(table), awaited(table)) == (0, "Bob")


@pytest.mark.parametrize(
    "pay", ["iron 4", "iron 5 gold", "iron 4 gold 2", "iron 4 diamond", "gold"]
)
def test_dg_108_anything_else_is_refused(pay: str) -> None:
    """DG-108: too few, too many, another stone for it."""
    held = "iron 9 gold 9 diamond 9 ruby 9"
    assert refused(who(hand=held), companion("queen", pay)) == "DG-108"


def test_dg_108_not_on_offer() -> None:
    """DG-108, DG-2: hired already, not laid out, unknown."""
    table = at(
        who(hand="iron 9 gold 9"), who(companions="queen"), offer="pirate wizard knight scout elf"
    )
    assert clause(table, tavern(companion("queen", "iron 4 gold"))) == "DG-3"
    rich = who(hand="iron 9 gold 9 diamond")
    assert refused(rich, companion("hunter", "iron 3 gold diamond")) == "DG-3"
    assert refused(rich, companion("dragon", "iron")) == "DG-3"


def test_dg_109_a_chest_for_one_stone() -> None:
    """DG-109: of any type the price asks for."""
    for given, pay in (("iron", "iron 3 gold"), ("gold", "iron 4")):
        table = visit(who(hand=f"{pay} chest"), companion("queen", pay, chest=given))
        assert (friends(table), hand(table)) == (["queen"], "")
        assert pile(table) == f"{pay} chest"


def test_dg_109_no_more_than_its_worth() -> None:
    """DG-109, DG-R26: two stones need the Pirate; the stones still have to match, and a Chest
    fills one gap at least."""
    ann = who(hand="iron 9 gold 3 chest")
    assert refused(ann, companion("queen", "iron 3", chest="iron gold")) == "DG-109"
    assert refused(ann, companion("queen", "iron 4 gold", chest="iron")) == "DG-108"
    assert refused(ann, companion("queen", "iron 4", chest="ruby")) == "DG-108"
    assert refused(ann, companion("queen", "iron 3", chest="gold")) == "DG-108"  # an Iron short
    friend = who(hand="iron 9 gold 3 chest", companions="pirate")
    offer = "queen wizard knight scout elf"
    table = play(at(friend, offer=offer), "Ann", tavern(companion("queen", "iron 3", "iron gold")))
    assert (friends(table), hand(table)) == (["pirate", "queen"], "iron 6 gold 3")
    table = play(at(friend, offer=offer), "Ann", tavern(companion("queen", "iron 4", "gold")))
    assert (friends(table), hand(table)) == (["pirate", "queen"], "iron 5 gold 3")
    three = tavern(companion("queen", "iron 2", "iron iron gold"))
    assert clause(at(friend, offer=offer), three) == "DG-109"


def test_dg_109_a_chest_counts_as_told() -> None:
    """DG-109, DG-R26: as Crystals for Recruits, as stones for Companions, never the other way: five
    Crystals would do for one Recruit, the Ruby that the Chest is said to be does not."""
    ann = who(hand="iron 9 gold 3 chest")
    wrong = {"companion": "queen", "pay": {"iron": 4, "chest": "crystals"}}
    assert why(ann, wrong) == ("chest-as-stones", "DG-R26")
    for pay in ({"chest": ["ruby"]}, {"iron": 1, "chest": ["ruby"]}):
        assert why(ann, {"recruits": 1, "pay": pay}) == ("chest-as-crystals", "DG-R26")


def test_dg_110_a_companion_stays() -> None:
    """DG-110: whatever befalls the Galleries and Recruits."""
    table = at(who("gold@", companions="scout elf"))
    play(table, "Ann", dig("in"), draw="werewolf")
    assert friends(table) == ["scout", "elf"]


def test_dg_111_any_number_of_companions() -> None:
    """DG-111: to five, a sixth, in one visit with a Recruit."""
    ann = who(hand="iron 4 gold ruby 2", companions="shepherd scout elf hunter knight")
    table = at(ann, offer="queen")
    play(table, "Ann", tavern(companion("queen", "iron 4 gold"), recruits(1, "ruby")))
    assert friends(table) == ["shepherd", "scout", "elf", "hunter", "knight", "queen"]
    assert (reserve(table), hand(table)) == (1, "ruby")


def test_dg_130_the_price_is_that_of_the_deck_file() -> None:
    """DG-130, DG-103: 4 with one Companion of such a deck, and the lower of 4 and 2 with both."""
    deck = GAME.deck()
    for card in deck["companions"]:
        if card["id"] in ("queen", "knight"):
            price = 4 if card["id"] == "queen" else 2
            card["power"] = {"kind": "recruit_price", "crystals": price}
    for names, pay, less in (("queen", "ruby", "diamond"), ("queen knight", "gold", "iron")):
        table = at(who(hand=f"{pay} {less}", companions=names), deck=deck)
        assert clause(table, tavern(recruits(1, less))) == "DG-103"
        assert table.legal(tavern(recruits(1, pay)))


# --- a visit ---


def test_dg_112_at_least_one_hire() -> None:
    """DG-112, DG-11: going there for nothing would be a pass."""
    assert refused(who(hand="ruby 9")) == "DG-112"


def test_dg_112_hires_are_done_in_order() -> None:
    """DG-112, DG-R26: the Queen hired first makes the Recruit cheap; hired last she does not."""
    ann = who(hand="iron 7 gold")
    queen = companion("queen", "iron 4 gold")
    table = visit(ann, queen, recruits(1, "iron 3"))
    assert (friends(table), reserve(table), hand(table)) == (["queen"], 1, "")
    assert refused(ann, recruits(1, "iron 3"), queen) == "DG-103"


def test_dg_112_the_pirate_helps_in_the_same_visit() -> None:
    """DG-112, DG-126: a Chest of 10 Crystals, two Recruits."""
    ann = who(hand="iron gold diamond chest")
    pirate, two = companion("pirate", "iron gold diamond"), recruits(2, chest=True)
    table = visit(ann, pirate, two)
    assert (friends(table), reserve(table), hand(table)) == (["pirate"], 2, "")
    assert refused(ann, two, pirate) == "DG-104"


def test_dg_112_one_bad_hire_refuses_all() -> None:
    """DG-112: the first alone would do; what is paid cannot be paid again."""
    ann = who(hand="iron 4 gold chest")
    queen = companion("queen", "iron 4 gold")
    assert legal(ann, queen)
    assert refused(ann, queen, queen) == "DG-3"
    assert why(ann, queen, recruits(1, "iron 3")) == ("not-in-hand", "DG-103")
    chest = recruits(1, chest=True)
    assert legal(ann, queen, chest)
    assert refused(ann, chest, chest) == "DG-56"


def test_dg_112_the_hire_at_fault_is_named() -> None:
    table, chest = at(who(hand="iron 4 gold chest")), recruits(1, chest=True)
    assert table.refusal(tavern(chest, chest)).message.startswith("hire 2 of 2: ")
    assert not table.refusal(tavern(recruits(1, "iron"))).message.startswith("hire")


def test_dg_112_the_log_tells_of_each_hire() -> None:
    """DG-103, DG-107, DG-108: what was paid, and what the Chest stood for."""
    ann = who(hand="iron 4 gold 2 diamond bag chest")
    hired = companion("queen", "iron 4", chest="gold"), BY_BAG, recruits(2, "gold 2 diamond")
    assert visit(ann, *hired).words()[:3] == [
        "DG-108: Ann hires the companion Queen for 4 iron, the chest as gold",
        "DG-107: Ann trades the bag for a Recruit",
        "DG-103: Ann hires 2 Recruits for 2 gold, 1 diamond",
    ]
    one = visit(who(hand="chest"), recruits(1, chest=True))
    assert one.words()[0] == "DG-103: Ann hires a Recruit for the chest as Crystals"


def test_dg_112_what_is_not_in_hand_cannot_be_paid() -> None:
    """DG-112, DG-103, DG-108: nor by one who could hire something else with what there is."""
    for held in ("", "gold 3"):
        ann = who(hand=f"iron 4 {held}")
        assert why(ann, recruits(1, "iron 5")) == ("not-in-hand", "DG-103")
        assert why(ann, recruits(1, chest=True)) == ("not-in-hand", "DG-56")
        assert why(ann, companion("queen", "iron 4", chest="gold")) == ("not-in-hand", "DG-56")
    for held in ("", "iron 5", "iron 3 gold 2"):
        queen = companion("queen", "iron 4 gold")
        assert why(who(hand=held), queen) == ("not-in-hand", "DG-108")


# --- which payments ---


@pytest.mark.parametrize("pay", ["ruby gold iron", "iron 6", "ruby 2 iron", "diamond 2 gold"])
def test_dg_r26_nothing_that_could_be_taken_back(pay: str) -> None:
    """DG-R26: without Iron, an Iron, the Iron, and the Gold it is still five."""
    assert refused(who(hand="iron 9 gold 3 diamond 3 ruby 3"), recruits(1, pay)) == "DG-R26"


def test_dg_r26_a_chest_counts_as_a_card() -> None:
    """DG-R26: Chest and Iron for one: without the Iron it is five. For two, Chest, Ruby, Gold is
    11, and 9 without the Gold. A Pirate's Chest for one loses five."""
    ann = who(hand="iron 3 gold ruby chest")
    assert refused(ann, recruits(1, "iron", chest=True)) == "DG-R26"
    assert legal(ann, recruits(2, "ruby gold", chest=True))
    assert refused(ann, recruits(2, "ruby gold iron", chest=True)) == "DG-R26"
    table = at(who(hand="iron 3 chest", companions="pirate"))
    play(table, "Ann", tavern(recruits(1, chest=True)))
    assert (reserve(table), hand(table), pile(table)) == (1, "iron 3", "chest")


def offered(table: Table) -> list[dict[str, Any]]:
    """The hires that the menu lists for people, each a visit of its own."""
    assert table.pending is not None
    (form,) = table.pending.forms
    return [hire for action in form.simple() for hire in action["hires"]]


WORTH = {"iron": 1, "gold": 2, "diamond": 3, "ruby": 4, "chest": 5}
HELD = {"iron": 4, "gold": 3, "diamond": 2, "ruby": 2, "chest": 1}


@pytest.mark.parametrize(("number", "friend"), [(1, ""), (2, ""), (1, "queen"), (3, "queen")])
def test_dg_r26_every_payment_from_a_hand(number: int, friend: str) -> None:
    """DG-R26, DG-103, DG-130: all 4 * ... * 2 = 360 ways to pay: legal are those that reach the
    price and do not without any one card of them."""
    table = at(who(hand=told(HELD), companions=friend))
    price = number * (3 if friend else 5)
    found = 0
    for paid in product(*(range(n + 1) for n in HELD.values())):
        cards = dict(zip(HELD, paid, strict=True))
        total = sum(WORTH[card] * n for card, n in cards.items())
        fits = total >= price and all(total - WORTH[c] < price for c, n in cards.items() if n)
        stones = {card: n for card, n in cards.items() if n and card != "chest"}
        pay = stones | ({"chest": "crystals"} if cards["chest"] else {})
        assert table.legal(tavern({"recruits": number, "pay": pay})) == fits, pay
        found += fits
    assert found > 5
    listed = [hire for hire in offered(table) if hire.get("recruits") == number]
    assert len(listed) == found
    assert all(table.legal(tavern(hire)) for hire in listed)
    assert all(listed.count(hire) == 1 for hire in listed)


@pytest.mark.parametrize(("friend", "ways"), [("", 4), ("pirate", 8)])
def test_dg_r26_every_payment_for_a_companion(friend: str, ways: int) -> None:
    """DG-R26, DG-109: the Knight's two Iron, Gold and Ruby; with the Chest for one of the three
    kinds; the Pirate's also for Iron and Iron, Iron and Gold, Iron and Ruby, Gold and Ruby."""
    table = at(who(hand="iron 2 gold ruby chest", companions=friend), offer="knight")
    listed = [hire for hire in offered(table) if hire.get("companion") == "knight"]
    assert len(listed) == ways
    assert all(table.legal(tavern(hire)) for hire in listed)
    assert companion("knight", "iron 2 gold ruby") in listed
    assert companion("knight", "iron gold ruby", chest="iron") in listed


def test_dg_r26_zeros_are_left_out() -> None:
    """A stone named counts at least 1, so each payment has one form."""
    table = at(who(hand="ruby 2 iron"))
    assert table.legal(tavern({"recruits": 1, "pay": {"ruby": 1, "iron": 1}}))
    for pay in ({"ruby": 2, "iron": 0}, {"ruby": 2, "gold": -1}, {"ruby": 2, "orc": 0}):
        assert not table.legal(tavern({"recruits": 1, "pay": pay}))


def test_there_is_no_tavern_without_a_payment() -> None:
    """DG-112: nothing that a poor hand could hire, nothing offered; with the Bag there is."""
    table = at(who(hand="iron 2"), offer=OFFER)
    assert table.pending is not None
    assert not table.pending.forms
    table = at(who(hand="iron 2 bag"), offer=OFFER)
    assert table.pending is not None
    assert [form.do for form in table.pending.forms] == ["tavern"]
    assert BAG in table.menu()
