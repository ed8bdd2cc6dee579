"""Who knows what: DU-17 to DU-24, DU-134, DU-R27, DU-R28, DU-R30."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.games.dig_up_adventure import GAME
from pbem.script.requests import Action, Look, Mix, Open, Request, Shuffle
from tests.games.dig_up_adventure.tables import (
    at,
    bag,
    binoculars,
    bridge,
    discard,
    draw_pile,
    hand,
    keep,
    known,
    live,
    mine,
    open_hand,
    pick,
    pickaxe,
    place,
    river,
    shovel,
    token,
    torch,
    trade,
    treasure,
    true_mine,
)
from tests.games.driver import Table, clause

SEATS = ("Ana", "Bea", "Cem")


def requests(table: Table, seat: str, *actions: Action) -> list[Request]:
    """What the hidden cards were asked for while these actions ran."""
    asked: list[Request] = []
    original = table.hidden.answer

    def answer(request: Request) -> Any:
        asked.append(request)
        return original(request)

    table.hidden.answer = answer  # type: ignore[method-assign]
    table.act(seat, *actions)
    table.hidden.answer = original  # type: ignore[method-assign]
    return asked


def looks(asked: Sequence[Request]) -> dict[tuple[str, str], None]:
    return {(r.seat, t): None for r in asked if isinstance(r, Look) for t in r.tokens}


def test_du_17_face_down_cards_are_known_to_nobody() -> None:
    table = at("E1", "(T8) ## ## ## ## ## ## ## ##")
    for seat in SEATS:
        assert "T8" not in known(table, seat)
    assert "T8" not in str(table.public())


def test_du_18_knowledge_follows_the_card() -> None:
    """Ana looks at E8 in Bea's Mine. Bea swaps it with a Bag, gives it to Cem by Bridge; Cem
    plays a stone over it. All the time Ana, and nobody else, knows where it is. Then Cem
    sees it in his hand as well, and when he discards it everybody does."""
    hands = {"Ana": "torch-1", "Bea": "bag-1 bridge-1", "Cem": "T1"}
    table = at(None, Bea="(E8) ## ## ## ## ## ## ## ##", hands=hands, draw="D1 D2 D3 D4 D5")
    table.act("Ana", torch(("Bea", 1), ("Cem", 1)), discard())
    card = token(table, "E8")

    def nobody_else(*who: str) -> None:
        for seat in SEATS:
            assert (known(table, seat).get("E8") == card) == (seat in who), seat
        assert "E8" not in str(table.public())

    nobody_else("Ana")
    table.act("Bea", bag(1, 7))
    assert true_mine(table, "Bea").split()[6] == "E8"
    nobody_else("Ana")
    table.act("Bea", bridge(7, "Cem", 3), discard())
    assert true_mine(table, "Cem").split()[2] == "E8"
    nobody_else("Ana")
    table.act("Cem", place("T1", 3))
    assert "E8" in hand(table, "Cem")
    nobody_else("Ana", "Cem")
    table.act("Cem", discard("E8"))
    assert "E8" in str(table.public())


def test_du_18_through_the_draw_pile_until_a_mix() -> None:
    """DU-R28: Ana knows what she put back, when Bea draws it too; Cem's Binoculars end it."""
    hands = {"Ana": "treasure-1 E1 E2", "Bea": "", "Cem": "binoculars-1 bag-1"}
    table = at(hands=hands, draw="S4 D2 T7 R1 E3 D9").act("Ana", treasure())
    table.act("Ana", keep(table, "T7", "R1", "E3", "D2", "S4"), discard())
    table.act("Bea", discard())
    assert hand(table, "Bea") == ["R1", "E3", "D2"]
    hers = {t for t, _ in table.public()["hands"]["Bea"]}
    assert {known(table, "Ana")[f] for f in ("R1", "E3", "D2")} == hers
    assert not {"R1", "E3", "D2"} & set(known(table, "Cem"))
    table.act("Cem", binoculars("Bea"))
    assert not {"R1", "E3", "D2"} & set(known(table, "Ana"))
    assert set(table.public()["looked"]["Ana"]) == set(known(table, "Ana").values())
    assert "S4" in known(table, "Ana")  # still in the pile
    assert {"R1", "E3", "D2"} <= set(known(table, "Cem"))
    assert {"R1", "E3", "D2"} <= set(known(table, "Bea"))


def test_du_18_a_reshuffle_ends_it() -> None:
    """S4, seen by Ana, is discarded by Bea and comes back in a new pile under a new name."""
    table = at("E1 E2 E3", hands={"Bea": "", "Cem": ""}, draw="S4", pile="", rest="Dan", seats=4)
    old = token(table, "S4")
    table.act("Ana", discard("E1", "E2", "E3"))
    assert "S4" in hand(table, "Ana")
    assert not {old} & set(table.public()["pile"])
    fresh = table.public()["pile"]
    for seat in (*SEATS, "Dan"):
        assert not set(fresh) & set(table.hidden.known[seat])


def test_du_19_what_is_public() -> None:
    """Seats, colours, who started, facings, hand sizes, both piles, removed, plays, the end."""
    table = at(
        "bag-1 E1",
        "R1 (R2) ## ## T8 ## ## ## ##",
        draw="S4",
        pile="D1 D2",
        removed="dynamite-2",
        first="Cem",
    )
    state = table.view(None).state
    assert state["colors"] == {"Ana": "R", "Bea": "S", "Cem": "T"}
    assert (state["first"], state["turn"], state["plays"]) == ("Cem", "Ana", 0)
    assert [f for _, f in state["mines"]["Ana"]] == ["R1", None, None, None, "T8", *[None] * 4]
    assert {s: len(h) for s, h in state["hands"].items()} == {"Ana": 2, "Bea": 3, "Cem": 3}
    assert len(state["pile"]) == 68 - 8 - 2 - 1
    assert [f for _, f in state["discard"]] == ["D1", "D2"]
    assert [f for _, f in state["removed"]] == ["dynamite-2"]
    assert state["closer"] is None
    table.act("Ana", bag(1, 2))
    assert table.view(None).state["plays"] == 1


def test_du_20_a_hand_is_known_to_its_holder_alone() -> None:
    table = at("E1 S4", hands={"Bea": "T7", "Cem": "D2"})
    for seat, own in (("Ana", {"E1", "S4"}), ("Bea", {"T7"}), ("Cem", {"D2"})):
        assert set(known(table, seat)) == own
    assert not [f for h in table.public()["hands"].values() for _, f in h if f is not None]


@pytest.mark.parametrize("way", ["mine", "river", "pickaxe"])
def test_du_21_a_card_all_saw_stays_known_until_the_hand_is_mixed(way: str) -> None:
    """T8 comes openly into Ana's hand; Bea's Binoculars then end it."""
    hands = {"Ana": "R6 river-1 pickaxe-1 E1", "Bea": "binoculars-1 S1", "Cem": ""}
    table = at(None, "T8" + " ##" * 8, hands=hands, draw="D3 D4 D5 D6", pile="D7")
    if way == "mine":
        table.act("Ana", place("R6", 1))
        card = "T8"
    elif way == "river":
        table.act("Ana", river(), pick("D3")).act("Bea", pick("D4")).act("Cem", pick("D5"))
        card = "D3"
    else:
        table.act("Ana", pickaxe("E1", "D7"))
        card = "D7"
    assert card in open_hand(table, "Ana")
    held = [f for f in hand(table, "Ana") if f != card]
    table.act("Ana", discard(*held[: max(len(held) - 2, 0)]))
    assert card in open_hand(table, "Ana")
    table.act("Bea", binoculars("Ana"))
    assert open_hand(table, "Ana") == []
    assert card in known(table, "Ana")
    assert card in known(table, "Bea")
    assert card not in known(table, "Cem")


def test_du_21_a_public_card_placed_and_taken_back_is_still_public() -> None:
    table = at("R6 S1", "T8" + " ##" * 8).act("Ana", place("R6", 1), place("S1", 1))
    assert open_hand(table, "Ana") == ["T8", "R6"]


@pytest.mark.parametrize("do", ["bag", "bridge"])
def test_du_22_no_card_turns_face_down_again(do: str) -> None:
    """A moved open card is still open, wherever it goes."""
    table = at("bag-1 bridge-1", "T8" + " ##" * 8)
    table.act("Ana", bag(1, 9) if do == "bag" else bridge(1, "Bea", 1))
    shown = mine(table, "Ana") + " " + mine(table, "Bea")
    assert "T8" in shown.split()


def test_du_23_no_adventure_card_goes_into_a_mine() -> None:
    table = at("bag-1 shovel-1 river-1")
    for card in ("bag-1", "shovel-1", "river-1"):
        assert clause(table, place(card, 3)) == "DU-23"
    assert not [a for a in table.menu() if a["do"] == "place"]


def test_du_24_a_mine_always_holds_nine() -> None:
    table = at("R6 bridge-1", "T8" + " ##" * 8)
    for action in (place("R6", 1), bridge(2, "Bea", 2)):
        table.act("Ana", action)
        assert [len(m) for m in table.public()["mines"].values()] == [9, 9, 9]


def test_du_134_where_tokens_lie_and_who_looked_is_public() -> None:
    table = at("torch-1", Bea="(E8)" + " ##" * 8, Cem="## (D1)" + " ##" * 7)
    table.act("Ana", torch(("Bea", 1), ("Cem", 2)))
    e8, d1 = token(table, "E8"), token(table, "D1")
    state = table.view(None).state
    assert {e8, d1} <= set(state["looked"]["Ana"])
    assert not {e8, d1} & {*state["looked"]["Bea"], *state["looked"]["Cem"]}
    assert state["mines"]["Bea"][0] == [e8, None]
    assert state["mines"]["Cem"][1] == [d1, None]


def test_du_134_looked_names_hidden_tokens_alone() -> None:
    """E8 was looked at, then turned up: everybody knows it now."""
    hands = {"Ana": "torch-1", "Bea": "shovel-1"}
    table = at(hands=hands, Bea="(E8)" + " ##" * 8)
    table.act("Ana", torch(("Bea", 1), ("Cem", 2)), discard())
    table.act("Bea", shovel(1))
    assert token(table, "E8") not in table.public()["looked"]["Ana"]
    for seat in SEATS:
        assert set(table.public()["looked"][seat]) <= live(table)


def test_du_r27_no_action_opens_a_card_for_talk() -> None:
    """Whatever Ana says of her hand, there is nothing to show it with."""
    table = at("E1 S4 bag-1")
    assert {a["do"] for a in table.menu()} == {"place", "bag", "discard"}
    assert table.pending is not None
    seen = table.hidden.known["Ana"]
    assert list(table.pending.shows(bag(1, 2), seen)) == [token(table, "bag-1")]
    assert list(table.pending.shows(discard(), seen)) == []
    assert sorted(table.pending.shows(discard("E1", "S4"), seen)) == sorted(
        [token(table, "E1"), token(table, "S4")]
    )


def test_a_card_known_to_all_needs_no_opening() -> None:
    """T7 came from a River; Ana had seen it before, through a Treasure Card."""
    table = at("T7! bag-1")
    assert table.pending is not None
    table.hidden.known["Ana"][token(table, "T7")] = "T7"
    assert list(table.pending.shows(discard("T7"), table.hidden.known["Ana"])) == []
    table.act("Ana", place("T7", 7))
    assert mine(table, "Ana").split()[6] == "T7"


def test_a_pick_guessed_before_the_river_shows_no_card_of_the_hand() -> None:
    """DU-20: `place` would show R1, `pick` never does, as a River has no card of a hand."""
    table = at("river-1 R1")
    seen = table.hidden.known["Ana"]
    assert list(GAME.openings(table.state, "Ana", place("R1", 2), seen)) == [token(table, "R1")]
    assert list(GAME.openings(table.state, "Ana", pick("R1"), seen)) == []


# --- Binoculars ---

HANDS = {"Bea": "T2 idol-1 S4!", "Cem": "bag-3"}


def test_du_r28_new_tokens_before_and_after_the_trade() -> None:
    """Each of the two hands by itself, twice; each holder looks at the own hand, Ana at both."""
    table = at("binoculars-1 E1 D2!", hands=HANDS)
    old = {seat: [t for t, _ in table.public()["hands"][seat]] for seat in SEATS}
    asked = requests(table, "Ana", binoculars("Bea"))
    middle = {seat: [t for t, _ in table.public()["hands"][seat]] for seat in SEATS}
    mixes = {frozenset(r.tokens): frozenset(r.onto) for r in asked if isinstance(r, Mix)}
    assert mixes == {
        frozenset(old["Ana"][1:]): frozenset(middle["Ana"]),
        frozenset(old["Bea"]): frozenset(middle["Bea"]),
    }
    assert not {*middle["Ana"], *middle["Bea"]} & {t for ts in old.values() for t in ts}
    assert middle["Cem"] == old["Cem"]
    assert set(looks(asked)) == {
        *(("Ana", t) for t in (*middle["Ana"], *middle["Bea"])),
        *(("Bea", t) for t in middle["Bea"]),
    }
    asked = requests(table, "Ana", trade(table, "T2", "E1"))
    new = {seat: [t for t, _ in table.public()["hands"][seat]] for seat in SEATS}
    mixes = {frozenset(r.onto): r.tokens for r in asked if isinstance(r, Mix)}
    assert set(mixes) == {frozenset(new["Ana"]), frozenset(new["Bea"])}
    assert not {*new["Ana"], *new["Bea"]} & {*middle["Ana"], *middle["Bea"]}
    assert set(looks(asked)) == {
        *(("Ana", t) for t in (*new["Ana"], *new["Bea"])),
        *(("Bea", t) for t in new["Bea"]),
    }
    assert not [r for r in asked if isinstance(r, (Open, Shuffle))]


def test_du_r28_what_the_public_knew_ends() -> None:
    """S4 in Bea's hand and D2 in Ana's were known to all."""
    table = at("binoculars-1 E1 D2!", hands=HANDS)
    assert (open_hand(table, "Ana"), open_hand(table, "Bea")) == (["D2"], ["S4"])
    table.act("Ana", binoculars("Bea"))
    assert (open_hand(table, "Ana"), open_hand(table, "Bea")) == ([], [])
    table.act("Ana", trade(table, "S4", "D2"))
    assert (open_hand(table, "Ana"), open_hand(table, "Bea")) == ([], [])
    assert sorted(hand(table, "Ana")) == ["E1", "S4"]


def test_du_r28_others_cannot_follow_a_mix() -> None:
    """Cem knew E1 in Ana's hand and T2 in Bea's; whichever of the cards she takes and gives,
    his view is the same but for the names in the trade, which tell nothing: with faces
    changed about within each hand, the very same actions leave him the same view."""
    views = []
    for swap in (False, True):
        table = at("binoculars-1 E1 D2", hands={"Bea": "T2 idol-1", "Cem": "bag-3"})
        for face in ("E1", "T2"):
            table.hidden.known["Cem"][token(table, face)] = face
            table.state.looked["Cem"][token(table, face)] = None
        table.act("Ana", binoculars("Bea"))
        assert not {"E1", "T2"} & set(known(table, "Cem"))
        mine_, hers = ([t for t, _ in table.public()["hands"][s]] for s in ("Ana", "Bea"))
        if swap:
            for a, b in (mine_, hers):
                faces = table.hidden.faces
                faces[a], faces[b] = faces[b], faces[a]
                for seat in ("Ana", "Bea"):
                    seen = table.hidden.known[seat]
                    seen.update({t: faces[t] for t in (a, b) if t in seen})
        table.act("Ana", {"do": "trade", "take": hers[0], "give": mine_[0]})
        views.append((table.public(), table.words(), known(table, "Cem"), table.view("Cem")))
    assert views[0][:3] == views[1][:3]
    assert views[0][3].actions == views[1][3].actions


def test_du_r28_the_named_player_knows_the_own_hand_alone() -> None:
    table = at("binoculars-1 E1 D2", hands=HANDS).act("Ana", binoculars("Bea"))
    table.act("Ana", trade(table, "T2", "E1"))
    assert set(known(table, "Bea")) == {"E1", "idol-1", "S4"}
    assert set(known(table, "Ana")) == {"T2", "D2", "E1", "idol-1", "S4"}
    assert set(known(table, "Cem")) == {"bag-3"}


# --- Treasure Card ---


def test_du_r30_the_five_get_new_tokens_before_the_look() -> None:
    table = at("treasure-1 E1", draw="S4 D2 T7 R1 E3 D9")
    old = table.public()["pile"][:5]
    asked = requests(table, "Ana", treasure())
    (mixed,) = [r for r in asked if isinstance(r, Mix)]
    assert list(mixed.tokens) == old
    assert not set(old) & set(mixed.onto)
    assert set(looks(asked)) == {("Ana", t) for t in mixed.onto}
    assert asked.index(mixed) < min(i for i, r in enumerate(asked) if isinstance(r, Look))
    back = [token(table, f) for f in ("R1", "S4", "E3", "D2")]
    table.act("Ana", {"do": "keep", "take": token(table, "T7"), "back": back})
    assert table.public()["pile"][:4] == back
    assert table.public()["hands"]["Ana"][-1] == [token(table, "T7"), None]


def test_du_r30_an_earlier_treasure_card_does_not_tell_what_is_kept() -> None:
    """Ana put back S4 D2 R1 E3 in this order; Bea's Treasure Card takes them up."""
    hands = {"Ana": "treasure-1 E1 E2", "Bea": "treasure-2 S1", "Cem": "S2"}
    table = at(hands=hands, draw="S4 D2 T7 R1 E3 D9").act("Ana", treasure())
    table.act("Ana", keep(table, "T7", "S4", "D2", "R1", "E3"), discard())
    assert {"S4", "D2", "R1", "E3"} <= set(known(table, "Ana"))
    table.act("Bea", treasure(2))
    assert not {"S4", "D2", "R1", "E3"} & set(known(table, "Ana"))
    assert set(table.public()["looked"]["Ana"]) == set(known(table, "Ana").values())
    assert {"S4", "D2", "R1", "E3", "D9"} <= set(known(table, "Bea"))
    table.act("Bea", keep(table, "S4", "D2", "R1", "E3", "D9"))
    assert not {"S4", "D2", "R1", "E3", "D9"} & set(known(table, "Ana"))
    assert draw_pile(table)[:4] == ["D2", "R1", "E3", "D9"]


def test_the_script_never_holds_a_face_nobody_opened() -> None:
    """The state of a table where much has been looked at names public faces alone."""
    table = at("torch-1 treasure-1", Bea="(E8)" + " ##" * 8, draw="S4 D2 T7 R1 E3 D9")
    table.act("Ana", torch(("Bea", 1), ("Cem", 2)), treasure())
    told = str(table.public()) + str(table.words()) + str(table.pending.menu({}))  # type: ignore[union-attr]
    for face in ("E8", "S4", "D2", "T7", "R1", "E3", "D9"):
        assert face not in told
