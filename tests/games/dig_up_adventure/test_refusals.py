"""Every illegal action has a reason of its own and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.dig_up_adventure.tables import (
    ALL_SEATS,
    at,
    bag,
    binoculars,
    bridge,
    color,
    discard,
    dynamite,
    live,
    pick,
    pickaxe,
    place,
    river,
    shovel,
    solo,
    token,
    torch,
    treasure,
)
from tests.games.driver import Table, clause

UP = "D1 D2 D3 D4 D5 D6 D7 D8 D9"
HAND = "R6 S2 idol-1 bag-1 treasure-1 dynamite-1 binoculars-1 shovel-1 pickaxe-1 bridge-1 torch-1"


def position() -> Table:
    """Ana has one of everything but a River. An Idol lies open at 1, R1 at 2."""
    return at(
        HAND,
        "idol-2 R1 ## ## T5 ## ## ## ##",
        Bea="S1 T2 ## ## ## ## ## ## ##",
        hands={"Bea": "E1 E2", "Cem": ""},
        pile="E8 E9",
    )


@pytest.mark.parametrize(
    ("action", "code", "clauses"),
    [
        (place("R7", 7), "not-shown", "DU-28"),
        (place("E1", 1), "not-shown", "DU-28"),
        (place("S2", 3), "wrong-position", "DU-35"),
        (place("S2", 9), "wrong-position", "DU-35"),
        (place("R6", 0), "position", "DU-32"),
        (place("R6", 10), "position", "DU-32"),
        (place("idol-1", 1), "second-idol", "DU-42"),
        (place("idol-1", 9), "second-idol", "DU-42"),
        (place("bag-1", 4), "not-for-a-mine", "DU-23"),
        (bag(1, 1), "same-position", "DU-50"),
        (bag(5, 2), "order", "DU-50"),
        (bag(0, 2), "position", "DU-50"),
        (bag(3, 10), "position", "DU-50"),
        (bag(1, 2, n=2), "not-shown", "DU-28"),
        (treasure(2), "not-shown", "DU-28"),
        (dynamite(3), "not-shown", "DU-28"),
        (river(1), "not-shown", "DU-28"),
        (binoculars("Ana"), "own-hand", "DU-R15"),
        (binoculars("Cem"), "empty-hand", "DU-67"),
        (binoculars("Dan"), "no-such-player", "DU-15"),
        (binoculars("Bea", n=2), "not-shown", "DU-28"),
        (shovel(1), "face-up", "DU-68"),
        (shovel(0), "position", "DU-68"),
        (pickaxe("pickaxe-1", "E8"), "pays-itself", "DU-70"),
        (pickaxe("E1", "E8"), "not-shown", "DU-28 DU-70"),
        (pickaxe("R6", "pickaxe-1"), "takes-itself", "DU-73"),
        (pickaxe("R6", "S2"), "not-in-pile", "DU-71"),
        (pickaxe("R6", "E1"), "not-in-pile", "DU-71"),
        (bridge(2, "Bea", 2), "own-color", "DU-78"),
        (bridge(1, "Bea", 1), "owners-color", "DU-79"),
        (bridge(1, "Ana", 3), "own-mine", "DU-75"),
        (bridge(1, "Dan", 3), "no-such-player", "DU-15"),
        (bridge(0, "Bea", 3), "position", "DU-75"),
        (bridge(1, "Bea", 10), "position", "DU-75"),
        (torch(("Ana", 1), ("Bea", 3)), "face-up", "DU-88"),
        (torch(("Ana", 3), ("Bea", 1)), "face-up", "DU-88"),
        (torch(("Bea", 3), ("Bea", 4)), "same-mine", "DU-88"),
        (torch(("Bea", 3), ("Bea", 3)), "same-mine", "DU-88"),
        (torch(("Bea", 3)), "number-of-cards", "DU-R16"),
        (torch(), "number-of-cards", "DU-R16"),
        (torch(("Ana", 3), ("Bea", 3), ("Cem", 3)), "number-of-cards", "DU-R16"),
        (torch(("Cem", 3), ("Bea", 3)), "seat-order", "DU-88"),
        (torch(("Ana", 3), ("Dan", 3)), "no-such-player", "DU-15"),
        (torch(("Ana", 0), ("Bea", 3)), "position", "DU-88"),
        ({"do": "bag", "card": "shovel-1", "a": 1, "b": 2}, "another-card", "DU-47"),
        ({"do": "river", "card": "treasure-1"}, "another-card", "DU-47"),
        ({"do": "shovel", "card": "R6", "at": 3}, "another-card", "DU-47"),
        (discard(), "too-many-left", "DU-93"),
        (discard("R6", "S2"), "too-many-left", "DU-93"),
        (discard("E1"), "not-shown", "DU-28 DU-92"),
        (discard("R6", "R6"), "card-twice", "DU-92"),
        (discard("E8"), "not-shown", "DU-28 DU-92"),
        (color("R"), "nothing-to-choose", "DU-1 DU-2"),
        (pick("E8"), "nothing-to-choose", "DU-84"),
        ({"do": "keep", "take": "t1", "back": []}, "nothing-to-choose", "DU-54"),
        ({"do": "trade", "take": "t1", "give": "t2"}, "nothing-to-choose", "DU-63"),
        (solo("RSET"), "nothing-to-choose", "DU-R1"),
        ({"do": "dig"}, "nothing-to-choose", "DU-R1"),
    ],
)
def test_in_the_play_phase(action: dict[str, Any], code: str, clauses: str) -> None:
    table = position()
    assert clause(table, action) in clauses.split()
    assert table.refusal(action).code == code


def test_cards_of_others_are_refused_alike_whether_they_exist_there_or_not() -> None:
    """A refusal must not tell where a hidden card lies: E1 is in Bea's hand, E3 is not."""
    table = position()
    for make in (
        lambda c: place(c, 1),
        lambda c: discard(c),
        lambda c: pickaxe(c, "E8"),
        lambda c: pickaxe("R6", c),
    ):
        one, two = table.refusal(make("E1")), table.refusal(make("E3"))
        assert one.code == two.code
        assert one.message.replace("E1", "?") == two.message.replace("E3", "?")


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (shovel(1), "nothing-to-turn"),
        (torch(("Ana", 1), ("Bea", 1)), "nothing-to-see"),
        (binoculars("Bea"), "empty-hand"),
    ],
)
def test_cards_without_effect(action: dict[str, Any], code: str) -> None:
    table = at(
        None,
        UP,
        Bea="E1 E2 E3 E4 E5 E6 E7 E8 E9",
        Cem="S1 S2 S3 S4 S5 S6 S7 S8 S9",
        hands={"Ana": "shovel-1 torch-1 binoculars-1", "Bea": "", "Cem": ""},
        ended=True,
    )
    assert table.refusal(action).code == code


def test_alone_in_hand() -> None:
    assert at("pickaxe-1").refusal(pickaxe("R6", "E1")).code == "nothing-to-pay"
    assert at("binoculars-1").refusal(binoculars("Bea")).code == "nothing-to-give"


def test_both_piles_empty() -> None:
    table = at("treasure-1 river-1", draw="", pile="", rest="Bea")
    assert table.refusal(treasure()).code == "nothing-to-draw"
    assert table.refusal(river()).code == "nothing-to-draw"


def test_after_two_plays() -> None:
    table = at("R6 S2 T3 bag-1 shovel-1").act("Ana", place("R6", 6), place("S2", 2))
    for action in (place("T3", 3), bag(1, 2), shovel(3)):
        assert table.refusal(action).code == "no-plays-left"
        assert clause(table, action) == "DU-26"


@pytest.mark.parametrize(
    ("start", "code", "clause_"),
    [("treasure", "keep-first", "DU-54"), ("binoculars", "trade-first", "DU-63"),
     ("river", "pick-first", "DU-84")],
)  # fmt: skip
def test_in_the_middle_of_an_effect(start: str, code: str, clause_: str) -> None:
    """Nothing but the choice at hand: no play, no discard."""
    table = at(f"{start}-1 R6 bag-1")
    table.act(
        "Ana", binoculars("Bea") if start == "binoculars" else {"do": start, "card": f"{start}-1"}
    )
    for action in (place("R6", 6), bag(1, 2), discard(), discard("R6"), color("R"), {"do": "dig"}):
        assert (table.refusal(action).code, clause(table, action)) == (code, clause_)


def test_keep() -> None:
    table = at("treasure-1 E1", draw="S4 D2 T7 R1 E3 D9").act("Ana", treasure())
    five = [token(table, f) for f in ("S4", "D2", "T7", "R1", "E3")]
    cases = [
        (token(table, "D9"), five[1:], "not-drawn", "DU-54"),
        (token(table, "E1"), five[1:], "not-drawn", "DU-54"),
        ("t0", five[1:], "not-drawn", "DU-54"),
        (five[0], five[1:4], "back", "DU-55"),
        (five[0], five, "back", "DU-55"),
        (five[0], [*five[1:4], five[3]], "back", "DU-55"),
        (five[0], [*five[1:4], "t0"], "back", "DU-55"),
        (five[0], [], "back", "DU-55"),
    ]
    for take, back, code, clause_ in cases:
        action = {"do": "keep", "take": take, "back": back}
        assert (table.refusal(action).code, clause(table, action)) == (code, clause_)


def test_trade() -> None:
    table = at("binoculars-1 E1", hands={"Bea": "T1", "Cem": "T2"}).act("Ana", binoculars("Bea"))
    e1, t1, t2 = (token(table, f) for f in ("E1", "T1", "T2"))
    for take, give, code, clause_ in (
        (t2, e1, "not-in-that-hand", "DU-63"),
        (e1, e1, "not-in-that-hand", "DU-63"),
        (t1, t2, "not-in-hand", "DU-64"),
        (t1, t1, "not-in-hand", "DU-64"),
    ):
        action = {"do": "trade", "take": take, "give": give}
        assert (table.refusal(action).code, clause(table, action)) == (code, clause_)


def test_pick() -> None:
    table = at("river-1", draw="S4 D2 T7 R1 E3").act("Ana", river(), pick("D2"))
    for card in ("D2", "E3", "river-1", "X9"):
        assert table.refusal(pick(card)).code == "not-in-river"
        assert clause(table, pick(card)) == "DU-84"


def test_before_the_first_turn() -> None:
    from pbem.games.dig_up_adventure import GAME

    table = Table(GAME, ALL_SEATS[:2], options={"colors_out": ["A", "D"]}, seed=1)
    table.act("Ana", color("R"))
    assert table.refusal(color("R")).code == "color-taken"
    for letter in ("A", "D", "X"):
        assert table.refusal(color(letter)).code == "color-out"
    assert table.refusal(place("R6", 6)).code == "color-first"
    assert table.refusal(discard()).code == "color-first"


def test_solo() -> None:
    from pbem.games.dig_up_adventure import GAME

    table = Table(GAME, ["Ana"], options={"variant": "solo"}, seed=1)
    assert table.refusal({"do": "dig"}).code == "solo-first"
    assert table.refusal(solo("RSE")).code == "four-colors"
    table.act("Ana", solo("RSET"))
    for action in (solo("RSET"), place("R6", 6), discard(), color("R")):
        assert table.refusal(action).code == "dig-first"
        assert clause(table, action) == "DU-132"


def test_a_card_not_shown_is_told_apart_from_one_not_held() -> None:
    """A hand known to all has no other card; of a hidden one no more than openings can tell."""
    table = at("R6! S2!")
    for action in (place("R7", 7), bag(1, 2), discard("E1")):
        assert table.refusal(action).code == "not-in-hand"
        assert "R6" in table.refusal(action).message
    table = at("R6 S2")
    table.hidden.known["Ana"].clear()
    assert table.refusal(place("R6", 6)).code == "not-shown"
    assert table.refusal(discard("R6")).code == "not-shown"


def test_tokens_are_no_faces() -> None:
    """Cards in hand are named by their face; t-names are for those nobody may name."""
    table = at("R6 S2")
    name = token(table, "R6")
    assert name in live(table)
    assert table.refusal(place(name, 6)).code == "not-shown"
    assert table.refusal(discard(name)).code == "by-face"
