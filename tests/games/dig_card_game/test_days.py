"""Days, phases, order, and what is turned up: DC-20 to DC-35, DC-R10, R20, R21, R22, R33; WE-6."""

from __future__ import annotations

import random

import pytest

from pbem.games.dig_card_game import GAME
from tests.games.dig_card_game.layout import Who
from tests.games.dig_card_game.tables import (
    DONE,
    PASS,
    at,
    buy,
    dig,
    gold,
    hand,
    hire,
    level,
    marks,
    mine,
    phase,
    pile,
    play,
    sell,
    supply,
    tool_deck,
    who,
)
from tests.games.driver import Table, awaited
from tests.games.named import drawn

FULL = "A4 A5 A6 P1 P2 P3 P4 P5"
"""As many face up as three players need."""


def flips(*players: Who, draw: str = "PV2", day: int = 1, **more: object) -> Table:
    """The last of the seats ends the Sell Phase and a Day begins. Nobody has a gem."""
    first = str(more.setdefault("first", "Ann"))
    names = ("Ann", "Bob", "Cy", "Dee")[: max(len(players), 3)]
    last = names[names.index(first) - 1]
    more.setdefault("supply", FULL)
    table = at(*players, phase="sell", day=day, turn=last, **more)  # type: ignore[arg-type]
    return play(table, last, DONE, draw=draw)


def player_one(*players: Who, first: str = "Ann") -> str:
    """Of the Day after one with `first` as Player One."""
    table = flips(*players, first=first)
    assert phase(table) == "2 buy"
    found: str = table.public()["first"]
    assert awaited(table) == found
    return found


# --- phases ---


def test_dc_21_dc_22_dc_24_four_phases_all_in_each() -> None:
    """Player One first, then clockwise; all finish a phase before the next begins."""
    has = who("A1 P1 L1", hand="J1 P2 L2")
    others = who("A2 P3 L3", hand="J2 P4 L4"), who("A3 P5 L5", hand="J3 P6 L6")
    table = at(has, *others, first="Bob", turn="Bob", supply="P7 P8 P9 L9")
    seen = []
    for action in (PASS, DONE, DONE, DONE):
        for _ in range(3):
            seen.append((phase(table), awaited(table)))
            play(table, awaited(table), action, draw="PV2 *" if len(seen) == 12 else "")
    order = ("Bob", "Cy", "Ann")
    names = ("buy", "dig", "mine", "sell")
    assert seen == [(f"2 {name}", seat) for name in names for seat in order]
    assert phase(table) == "3 buy"


@pytest.mark.parametrize("name", ["buy", "dig", "mine", "sell"])
def test_a_decision_names_its_phase(name: str) -> None:
    """How long a list signed beforehand lasts."""
    table = at(who("A1 P1 L1", hand="J1 P2 L2"), phase=name, day=3, supply="P7")
    assert table.pending is not None
    assert table.pending.phase == f"day 3 {name}"


@pytest.mark.parametrize("seed", range(4))
def test_dc_20_dc_25_six_days_and_then_the_end(seed: int) -> None:
    """DC-31: six Provision cards, each for one Day; DC-13: four are never seen."""
    table = Table(GAME, ("Ann", "Bob", "Cy"), seed=seed)
    rng = random.Random(seed)
    prices: dict[int, str] = {}
    while table.pending is not None:
        state = table.public()
        prices.setdefault(state["day"], state["prices"])
        assert prices[state["day"]] == state["prices"]
        menu = table.menu()
        table.act(table.pending.seat, menu[rng.randrange(len(menu))])
    assert list(prices) == [1, 2, 3, 4, 5, 6]
    assert len(set(prices.values())) == 6
    assert len(table.public()["provisions"]) == 4
    assert not set(prices.values()) & set(table.public()["provisions"])


# --- Player One ---


def test_dc_26_fewest_tunnels_in_play() -> None:
    assert player_one(who("A1", "A2"), who("A3"), who("J1", "J2"), first="Cy") == "Bob"


def test_dc_26_none_at_all_is_fewer_still() -> None:
    """WE-1, step 5: Caleb has one, the others none; the left neighbour of Caleb begins."""
    assert player_one(who("J1 P6 L6"), who(), who()) == "Bob"


def test_dc_29_a_collapsed_tunnel_is_not_in_play() -> None:
    """DC-58: an empty one is."""
    assert player_one(who("xx", "A1"), who("", ""), who("A2", ""), first="Ann") == "Ann"


def test_dc_27_then_fewest_dwarves_in_play() -> None:
    assert player_one(who("A1 A2"), who("A3"), who("J1 J2"), first="Bob") == "Bob"


def test_dc_29_a_dwarf_in_hand_is_not_in_play() -> None:
    """DC-27: Bob has four Dwarves, one of them in play."""
    table = who("A1 A2"), who("A3", hand="M1 M2 M3"), who("J1 J2")
    assert player_one(*table, first="Bob") == "Bob"


def test_dc_29_neither_is_a_dwarf_face_up_that_may_be_hired() -> None:
    """Counted before a card is turned up: the supply is the same for all."""
    table = flips(who("A1"), who(), who("A2"), supply="P1", draw="PV2 J1 J2 J3 P6 P7 P8 P9")
    assert awaited(table) == "Bob"


def test_dc_27_only_among_those_with_fewest_tunnels() -> None:
    """Bob has no Dwarf, but two Tunnels."""
    assert player_one(who("A1 A2"), who("", ""), who("A3"), first="Ann") == "Cy"


@pytest.mark.parametrize(("yesterday", "today"), [("Ann", "Bob"), ("Bob", "Cy"), ("Cy", "Ann")])
def test_dc_28_all_tied_the_left_neighbour(yesterday: str, today: str) -> None:
    assert player_one(who("A1"), who("A2"), who("A3"), first=yesterday) == today


@pytest.mark.parametrize(
    ("tied", "yesterday", "today"),
    [
        ("Ann Cy", "Ann", "Cy"),  # Bob sits left of Ann but is not tied
        ("Ann Cy", "Bob", "Cy"),
        ("Ann Cy", "Cy", "Ann"),
        ("Ann Bob", "Ann", "Bob"),
        ("Ann Bob", "Bob", "Ann"),
        ("Bob Cy", "Bob", "Cy"),
        ("Bob Cy", "Cy", "Bob"),  # yesterday's Player One comes last
    ],
)
def test_dc_r22_only_those_still_tied_count(tied: str, yesterday: str, today: str) -> None:
    """DC-28. The third has a Tunnel more."""
    players = [who(*([""] if seat in tied else ["", ""])) for seat in ("Ann", "Bob", "Cy")]
    assert player_one(*players, first=yesterday) == today


def test_dc_28_four_seats() -> None:
    """Ann was Player One; Cy and Dee are tied, Bob is not."""
    players = who("", ""), who("", ""), who(""), who("")
    table = flips(*players, supply="A1 A2 A3 A4 P1 P2 P3 P4 P5 P6", draw="PV2")
    assert awaited(table) == "Cy"


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ((who("A1", ""), who("A2"), who("A3", "")), "DC-26: Day 2: Player One is Bob"),
        ((who("A1", ""), who("A2 J1"), who("A3")), "DC-27: Day 2: Player One is Cy"),
        ((who("A1", ""), who("A2"), who("A3")), "DC-28: Day 2: Player One is Bob"),
        ((who(), who(), who()), "DC-28: Day 2: Player One is Bob"),
    ],
)
def test_player_one_is_told_with_the_clause_that_decides(
    players: tuple[Who, ...], told: str
) -> None:
    """One alone with fewest Tunnels (DC-26), of two the one with fewer Dwarves (DC-27), and of two
    or three alike the first behind Ann (DC-28)."""
    assert told in flips(*players).words()


def test_dc_r33_player_one_stays_for_the_day() -> None:
    """Ann, with no Tunnel, began; she digs two, Bob loses one: the order stays."""
    ann = who(hand="A1 A2 P1 P2 L1 L2")
    table = at(ann, who("J1 P3 L3"), who("J2 P4 L4"), phase="dig", supply="P9")
    play(table, "Ann", dig(1, "A1 P1 L1"), dig(2, "A2 P2 L2"))
    play(table, "Bob", DONE)
    play(table, "Cy", DONE)
    assert (phase(table), awaited(table)) == ("2 mine", "Ann")
    play(table, "Ann", DONE)
    play(table, "Bob", mine("J1"), draw="C1")
    assert awaited(table) == "Cy"
    play(table, "Cy", DONE)
    assert (phase(table), awaited(table)) == ("2 sell", "Ann")
    assert table.public()["first"] == "Ann"


# --- Provision card ---


def test_dc_30_one_card_gives_every_price_of_the_day() -> None:
    """PV4: Journeyman 4, Lantern 1, Pick 3, Ruby 1, Emerald 4."""
    table = at(who(hand="P1 R1 E1", gold=10), prices="PV4", supply="J1 L1")
    play(table, "Ann", hire("journeyman"))
    assert gold(table) == 6
    play(table, "Bob", buy("lantern"))
    assert gold(table, "Bob") == 9
    assert phase(table) == "2 sell"
    play(table, "Ann", sell("emerald ruby"))
    assert gold(table) == 6 + 5
    play(table, "Ann", sell("pick"))
    assert gold(table) == 11 + 3


def test_dc_30_another_day_another_card() -> None:
    table = flips(draw="PV8", supply=FULL + " M1")
    assert table.public()["prices"] == "PV8"
    play(table, "Bob", hire("master"))
    assert gold(table, "Bob") == 5


def test_dc_31_a_used_card_does_not_come_again() -> None:
    """Nine were left on Day One; one of them is turned up."""
    table = flips(draw="PV5")
    assert table.public()["provisions"] == [f"PV{n}" for n in (2, 3, 4, 6, 7, 8, 9, 10)]


# --- supply ---


def test_dc_32_dc_33_we_6_enough_face_up() -> None:
    """DC-34: what nobody took stays. Three Dwarves and seven Tools: nothing else is turned up."""
    full = FULL + " L1 L2"
    table = flips(supply=full, draw="PV2")
    assert supply(table) == full
    assert drawn(table) == ["PV2"]


def test_dc_34_we_6_only_the_shortfall() -> None:
    """DC-35: Provision card, Dwarves, Tools."""
    table = flips(supply="J1 P1 P2 L1 L2", draw="PV2 A5 M2 L9")
    assert supply(table) == "A5 J1 M2 P1 P2 L1 L2 L9"
    assert " ".join(drawn(table)) == "PV2 A5 M2 L9"


def test_dc_33_more_tools_than_enough_leave_the_face_down_ones_alone() -> None:
    """DC-115, DC-R4: seven lie there, five are wanted; no token is opened."""
    table = flips(supply=FULL + " L1 L2", options={"start_tools": "hidden"}, draw="PV2")
    assert supply(table) == FULL + " L1 L2"
    assert len(table.public()["tool_tokens"]) == 28 - 7


def test_dc_32_more_dwarves_than_players_is_enough() -> None:
    table = flips(supply=FULL + " J1", draw="PV2")
    assert supply(table) == "A4 A5 A6 J1 P1 P2 P3 P4 P5"


@pytest.mark.parametrize(
    ("seats", "draw"), [(2, "PV2 A1 A2 P1 P2 P3 P4"), (4, "PV2 A1 A2 A3 A4 P1 P2 P3 P4 P5 P6")]
)
def test_dc_32_dc_33_as_many_as_the_players_want(seats: int, draw: str) -> None:
    """N Dwarves, N + 2 Tools."""
    names = ("Ann", "Bob", "Cy", "Dee")[:seats]
    hands = [who() for _ in names[1:]] + [who(hand="R1")]
    table = at(*hands, seats=seats, phase="sell", turn=names[-1], day=1)
    play(table, names[-1], DONE, draw=draw)
    assert supply(table) == draw[4:]


def test_dc_r37_who_has_resigned_still_counts_as_a_player() -> None:
    """Bob has resigned on Day One. On Day Two there are three Dwarves and five Tools all the same
    (DC-32, DC-33)."""
    table = at(who(), who(), who(hand="R1"), day=1, phase="sell", turn="Cy",
               fields={"resigned": ["Bob"]})  # fmt: skip
    play(table, "Cy", DONE, draw="PV2 A1 A2 A3 P1 P2 P3 P4 P5")
    assert supply(table) == "A1 A2 A3 P1 P2 P3 P4 P5"


def test_dc_r10_dwarves_on_strike_count() -> None:
    """PV9: Masters strike. Three of them lie there, so none is turned up; nobody hires one."""
    table = flips(supply="M1 M2 M3 P1 P2 P3 P4 P5", draw="PV9")
    assert supply(table) == "M1 M2 M3 P1 P2 P3 P4 P5"
    assert not table.legal(hire("master"))


def test_dc_50_dc_34_a_card_taken_is_replaced_on_the_next_day() -> None:
    table = at(who(), who(), who(hand="R1"), supply=FULL)
    play(table, "Ann", hire("apprentice"))
    play(table, "Bob", buy("pick"))
    for seat in ("Cy", "Ann", "Bob"):
        play(table, seat, PASS)
    assert supply(table) == "A5 A6 P2 P3 P4 P5"
    assert phase(table) == "2 sell"
    for seat in ("Ann", "Bob"):
        play(table, seat, DONE)
    play(table, "Cy", DONE, draw="PV2 J4 L7")
    assert supply(table) == "A5 A6 J4 P2 P3 P4 P5 L7"


# --- layers ---


def test_dc_r20_a_batch_is_used_up_before_the_next() -> None:
    """P9 alone is the front batch; of the next one, one is picked."""
    table = flips(
        supply="A1 A2 A3 P1 P2 P3",
        tool_deck="P9 | P10 L10 | L9",
        draw="PV2 P9 L10",
    )
    assert supply(table) == "A1 A2 A3 P1 P2 P3 P9 L10"
    assert tool_deck(table) == ["P10", "L9"]


def test_dc_r20_hidden_tools_first_then_the_batches() -> None:
    """The two on top are opened in their order, then one of two is picked."""
    table = flips(
        supply="A1 A2 A3 P1 P2",
        tool_deck="L9 P9 | P10 L10",
        options={"start_tools": "hidden"},
        draw="PV2 L10",
    )
    assert supply(table) == "A1 A2 A3 P1 P2 P9 L9 L10"
    assert tool_deck(table) == ["P10"]
    assert table.public()["tool_tokens"] == []
    assert drawn(table) == ["PV2", "L10"]


def test_dc_r20_hidden_tools_come_off_the_top() -> None:
    """Whatever the faces are: the top two of the deck, L9 and P9."""
    table = flips(
        supply="A1 A2 A3 P1 P2 P3",
        tool_top="L9 P9 L14",
        under_tools="P14",
        options={"start_tools": "hidden"},
        draw="PV2",
    )
    assert supply(table) == "A1 A2 A3 P1 P2 P3 P9 L9"
    assert "L14" in tool_deck(table)[0].split()
    assert tool_deck(table)[-1] == "P14"


def test_dc_r21_a_short_deck_gives_what_it_has() -> None:
    """Three Dwarves and five Tools are wanted; one of each is left."""
    table = flips(supply="", dwarf_deck="A3", tool_deck="P9", draw="PV2 A3 P9")
    assert supply(table) == "A3 P9"
    assert pile(table, "dwarf_deck") == ""
    assert tool_deck(table) == []


def test_dc_r21_empty_decks_give_nothing() -> None:
    """The game goes on without a supply, and without a Buy turn (DC-46)."""
    hands = who(), who(), who(hand="R1")
    table = flips(*hands, supply="", dwarf_deck="", tool_deck="", rest="Bob", draw="PV2")
    assert supply(table) == ""
    assert (phase(table), awaited(table)) == ("2 dig", "Bob")


def test_marks_end_with_the_day() -> None:
    """DC-R14, DC-93: the pieces stay where they are."""
    table = flips(who("J1*dms P6*m L6*d"), draw="PV2")
    assert level(table, 1) == "J1 P6 L6"
    assert [marks(table, piece) for piece in ("J1", "P6", "L6")] == ["", "", ""]
    assert hand(table) == ""
