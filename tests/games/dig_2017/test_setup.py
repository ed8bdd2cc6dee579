"""Setup and options: DG-1 to DG-8, DG-R1, R3, R6, R39."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.games.dig_2017 import GAME
from pbem.games.dig_2017.cards import HILL
from pbem.script.contract import Facts
from pbem.script.requests import Choose, Chosen, Draw
from tests.games.dig_2017.tables import (
    ALL_SEATS,
    COMPANIONS,
    at,
    companion,
    conserved,
    dig,
    hand,
    play,
    player,
    tavern,
    who,
)
from tests.games.driver import Table, kinds


def options(seats: int, **given: Any) -> dict[str, Any]:
    return GAME.check_options(given, ALL_SEATS[:seats], GAME.deck())


def refused(seats: int, **given: Any) -> str:
    with pytest.raises(Refused) as caught:
        options(seats, **given)
    assert caught.value.code.startswith("option/")
    assert caught.value.message
    return caught.value.code


def start(seats: int, seed: int = 5, **given: Any) -> Table:
    return Table(GAME, ALL_SEATS[:seats], options=given, seed=seed)


def asked(seats: int, **given: Any) -> list[Draw]:
    """The requests of the setup; each is answered with the first items."""
    script = GAME.setup(Facts(ALL_SEATS[:seats], options(seats, **given), GAME.deck()))
    requests: list[Draw] = []
    try:
        request = next(script)
        while True:
            assert isinstance(request, Draw)
            requests.append(request)
            request = script.send(list(request.items[: request.number]))
    except StopIteration:
        return requests


# --- the table ---


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dg_1_two_to_four_players_with_four_recruits_each(seats: int) -> None:
    """DG-4, DG-6: one in the reserve, three at the Tavern."""
    table = start(seats)
    names = ALL_SEATS[:seats]
    assert table.public()["recruits"] == dict.fromkeys(names, 3)
    assert [player(table, seat)["reserve"] for seat in names] == [1] * seats
    assert [player(table, seat)["eaten"] for seat in names] == [0] * seats
    conserved(table)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_dg_1_no_other_number(seats: int) -> None:
    assert GAME.seats == (2, 4)
    with pytest.raises(Refused) as caught:
        GAME.check_options({}, (*ALL_SEATS, "Eve")[:seats], GAME.deck())
    assert caught.value.code == "option/seats"


def test_dg_2_six_companions_at_random_lie_at_the_tavern() -> None:
    """DG-3: six of the thirteen, in the order drawn, and each once."""
    requests = asked(3, first="Ann")
    assert [(r.word, r.number, tuple(r.items)) for r in requests] == [("draw", 6, COMPANIONS)]
    six = ["queen", "elf", "superbacker_2", "scout", "pirate", "wizard"]
    table = Table(GAME, ALL_SEATS[:2], options={"first": "Ann"}, outcomes=[{"draw": six}])
    assert table.public()["offer"] == six


def test_dg_3_a_hired_companion_leaves_a_gap() -> None:
    table = at(who(hand="iron 9 gold 9"), offer="scout queen elf knight pirate wizard")
    play(table, "Ann", tavern(companion("queen", "iron 4 gold")))
    assert table.public()["offer"] == ["scout", None, "elf", "knight", "pirate", "wizard"]
    play(table, "Bob", dig(), draw="iron")
    assert not table.legal(tavern(companion("queen", "iron 4 gold")))
    assert not table.legal(tavern(companion("shepherd", "iron 3 gold 2")))  # in the box
    assert table.public()["offer"].count(None) == 1


def test_dg_4_forty_gems_at_the_tavern() -> None:
    assert start(4).public()["supply"] == 40


def test_dg_5_all_cards_are_in_the_hill() -> None:
    public = start(2).public()
    assert list(public["hill"]) == list(public["discard"]) == list(HILL)
    assert sum(public["hill"].values()) == 162
    assert set(public["discard"].values()) == {0}
    assert (public["using"], public["up"], public["aside"]) == ([], [], [])


def test_dg_5_the_hill_has_no_order_before_a_card_is_drawn() -> None:
    """DG-R6: each draw is a pick from all that is left, so nothing is shuffled or hidden."""
    assert not GAME.hidden(options(2))
    assert GAME.face_counts(GAME.deck()) == {}
    table = at(hill="ruby gold 2 iron 3", discard="", settle=False)
    script = table.game.play(table.state)
    assert isinstance(next(script), Choose)
    request = script.send(Chosen(dig(), {}))
    assert isinstance(request, Draw)
    assert request.number == 1
    assert list(request.items) == ["iron", "iron", "iron", "gold", "gold", "ruby"]


def test_dg_7_nobody_starts_with_anything() -> None:
    table = start(4)
    for seat in ALL_SEATS:
        p = player(table, seat)
        assert (p["gems"], p["runes"], p["equipment"], p["companions"]) == (0, 0, [], [])
        assert p["galleries"] == {}
        assert set(p["stones"].values()) == {0}


def test_dg_8_a_random_seat_begins() -> None:
    """DG-R1."""
    requests = asked(3)
    assert requests[0].number == 1
    assert list(requests[0].items) == ["Ann", "Bob", "Cy"]
    table = Table(GAME, ALL_SEATS[:3], outcomes=[{"draw": ["Cy"]}, {"draw": COMPANIONS[:6]}])
    assert (table.public()["first"], table.public()["turn"]) == ("Cy", "Cy")
    assert table.pending is not None
    assert table.pending.seat == "Cy"
    firsts = {start(3, seed).public()["turn"] for seed in range(30)}
    assert firsts == {"Ann", "Bob", "Cy"}


def test_dg_r1_or_the_seat_that_is_named() -> None:
    assert start(3, first="Bob").public()["turn"] == "Bob"
    assert start(3, first="Bob").public()["round"] == 1


def test_dg_r6_all_hands_are_open() -> None:
    """Nobody sees more than a spectator."""
    table = at(who(hand="iron 3 shield"), who("gold@", hand="ruby"))
    for seat in ("Ann", "Bob", None):
        view = table.view(seat)
        assert view.faces == {}
        assert view.state == table.public()
        assert view.actions == tuple(table.menu())
    assert (hand(table), hand(table, "Bob")) == ("iron 3 shield", "ruby")


# --- the thirteenth Companion ---


def test_dg_r3_a_second_superbacker() -> None:
    deck = GAME.deck()
    cards = {c["id"]: c for c in deck["companions"]}
    assert tuple(cards) == COMPANIONS
    assert len(COMPANIONS) == 13
    first, second = cards["superbacker"], cards["superbacker_2"]
    assert (first["power"], first["cost"]) == (second["power"], second["cost"])


def test_dg_r3_both_can_be_hired_by_one_player() -> None:
    table = at(who(hand="iron 6 diamond 2"), offer="superbacker superbacker_2")
    both = [companion(c, "iron 3 diamond") for c in ("superbacker", "superbacker_2")]
    play(table, "Ann", tavern(*both))
    assert player(table)["companions"] == ["superbacker", "superbacker_2"]


# --- options ---


def test_the_defaults_of_the_options() -> None:
    """DG-R1, DG-R11, DG-R14, DG-R39."""
    assert options(2) == {
        "first": "random",
        "recruit_count": "rulebook",
        "werewolf_beside": True,
        "goal": 10,
    }


def test_every_value_of_the_options() -> None:
    given = {
        "first": "Bob",
        "recruit_count": "inclusive",
        "werewolf_beside": False,
        "goal": 5,
    }
    assert options(3, **given) == given


@pytest.mark.parametrize(
    "given",
    [
        {"first": "Zed"},
        {"first": "Cy"},
        {"first": 1},
        {"first": None},
        {"recruit_count": "second"},
        {"recruit_count": True},
        {"werewolf_beside": "true"},
        {"werewolf_beside": 1},
        {"goal": 7},
        {"goal": "10"},
        {"goal": 10.0},
        {"goal": True},
        {"players": 3},
        {"variant": "solo"},
    ],
)
def test_other_options_are_refused(given: dict[str, Any]) -> None:
    """DG-R39: 10 or 5, nothing between; two seats here, so Cy is nobody."""
    refused(2, **given)


def test_a_seat_called_random_is_refused() -> None:
    """DG-R1: it could not be told from the option."""
    with pytest.raises(Refused) as caught:
        GAME.check_options({}, ("Ann", "random"), GAME.deck())
    assert caught.value.code == "option/first"


def test_the_same_chance_gives_the_same_table() -> None:
    assert start(4, 9).public() == start(4, 9).public()
    offers = Counter(tuple(start(2, seed).public()["offer"]) for seed in range(20))
    assert len(offers) > 15


def test_the_first_player_digs_or_hires_nobody() -> None:
    """DG-7, DG-R48: the only action is a Dig beside, and it is asked."""
    table = start(2, first="Ann")
    assert kinds(table) == {"dig"}
