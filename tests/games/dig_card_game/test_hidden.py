"""The two Tools dealt face down: DC-11, DC-R4, DC-R6, DC-R31, DC-R32, and who knows what."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games.dig_card_game import GAME
from pbem.script.requests import Action
from tests.games.dig_card_game.tables import (
    DONE,
    PASS,
    SPARE,
    at,
    buy,
    dig,
    digging,
    gold,
    hand,
    hidden,
    level,
    mine,
    phase,
    place,
    play,
    sell,
    supply,
    token,
    who,
)
from tests.games.driver import Table, awaited, clause

SEATS = ("Ann", "Bob", "Cy")


def shows(table: Table, action: Action) -> list[str]:
    """The openings that the mover has to send with it."""
    assert table.pending is not None
    return list(table.pending.shows(action, table.hidden.known[table.pending.seat]))


def blind(table: Table) -> list[Action]:
    """What all know that the awaited seat may do."""
    assert table.pending is not None
    return list(table.pending.menu({}))


def unshown(table: Table, action: Action) -> str:
    """The clause by which it is refused when the move carries no opening."""
    assert table.pending is not None
    assert action not in table.pending.menu({})
    return table.pending.refuse(action, {}).clause


# --- shown in a Tunnel ---


def test_dc_r4_a_hidden_tool_is_shown_when_it_digs() -> None:
    table = digging(who(hand="A1 L1", hidden="P5 L9"))
    p5, l9 = token(table, "P5"), token(table, "L9")
    action = dig(1, f"A1 {p5} L1")
    assert shows(table, action) == [p5]
    play(table, "Ann", action)
    assert level(table, 1) == "A1 P5 L1"
    assert hidden(table) == "L9"
    assert table.public()["mines"]["Ann"]["hidden"] == [l9]
    assert "P5" in str(table.public())
    assert f"DC-R4: Ann shows {p5}: P5" in table.words()


def test_dc_r4_both_at_once() -> None:
    table = digging(who(hand="A1", hidden="P5 L9"))
    action = dig(1, f"A1 {token(table, 'P5')} {token(table, 'L9')}")
    assert sorted(shows(table, action)) == sorted([token(table, "P5"), token(table, "L9")])
    play(table, "Ann", action)
    assert level(table, 1) == "A1 P5 L9"
    assert hidden(table) == ""


def test_dc_r4_the_face_has_to_fit() -> None:
    """DC-53: a Lantern for a Pick."""
    table = digging(who(hand="A1 P1 L1", hidden="P5 L9"))
    p5, l9 = token(table, "P5"), token(table, "L9")
    assert clause(table, dig(1, f"A1 {l9} L1")) in {"DC-53", "DC-R4"}
    assert clause(table, dig(1, f"A1 P1 {p5}")) in {"DC-53", "DC-R4"}
    assert clause(table, dig(1, f"A1 {l9} {p5}")) in {"DC-53", "DC-R4"}
    assert clause(table, dig(1, f"{p5} P1 L1"))


def test_dc_r4_not_without_the_opening() -> None:
    table = digging(who(hand="A1 L1", hidden="P5 L9"))
    assert unshown(table, dig(1, f"A1 {token(table, 'P5')} L1")) == "DC-R4"


def test_dc_r4_it_is_named_by_its_token_and_not_by_its_face() -> None:
    """Its owner is told which token that is; who does not know the face is told nothing of it."""
    for where, action, other in (
        (digging(who(hand="A1 L1", hidden="P5 L9")), dig(1, "A1 P5 L1"), "not-yours"),
        (at(who("", hidden="P5 L9"), phase="mine"), place("P5", 1), "not-in-hand"),
        (at(who(hidden="P5 L9"), phase="sell"), sell(cards="P5"), "not-yours"),
    ):
        t, choice = token(where, "P5"), where.pending
        assert choice is not None
        why = choice.refuse(action, where.hidden.known["Ann"])
        assert why == ("by-token", "DC-R4", f"P5 is your hidden {t}: name it {t}")
        for known in ({}, {t: "P6"}):
            told = choice.refuse(action, known)
            assert told.code == other
            assert t not in told.message.replace("P5", "")


@pytest.mark.parametrize("whose", ["P7", "P9", "t99"])
def test_dc_r4_no_token_of_another(whose: str) -> None:
    """Of Bob; of the deck; of nobody."""
    table = at(
        who(hand="A1 P1 L1", hidden="P5"),
        who(hidden="P7"),
        phase="dig",
        tool_top="P9",
        supply="P13",
    )
    name = whose if whose == "t99" else token(table, whose)
    assert clause(table, dig(1, f"A1 {name} L1"))


def test_dc_r4_placed_in_the_mine_phase() -> None:
    table = at(who("A1 P1", hidden="P5 L9"), phase="mine", supply="P13")
    l9 = token(table, "L9")
    assert shows(table, place(l9, 1)) == [l9]
    assert unshown(table, place(l9, 1)) == "DC-R4"
    play(table, "Ann", place(l9, 1))
    assert level(table, 1) == "A1 P1 L9"
    assert hidden(table) == "P5"
    assert shows(table, mine("A1")) == []
    play(table, "Ann", mine("A1", "P1", "L9"), draw="R1")


def test_dc_r4_public_from_then_on_in_hand_too() -> None:
    """An Escape brings L9 back: now it is one all know, and named by its number."""
    table = at(who("A1 P1", "", hidden="P5 L9"), phase="mine", supply="P13")
    play(table, "Ann", place(token(table, "L9"), 1), mine("A1"), draw="X1")
    assert hand(table) == "A1 P1 L9"
    assert hidden(table) == "P5"
    assert shows(table, place("L9", 2)) == []
    play(table, "Ann", place("L9", 2))


# --- sold ---


def test_dc_r4_shown_when_it_is_sold_back() -> None:
    """DC-R31: named by its token. PV1: a Pick brings 2. Then it is in the supply."""
    table = at(who(hand="P1", hidden="P5 L9"), phase="sell")
    p5 = token(table, "P5")
    action = sell(cards=p5)
    assert shows(table, action) == [p5]
    assert unshown(table, action) == "DC-R4"
    play(table, "Ann", action)
    assert gold(table) == 12
    assert supply(table) == "P5"
    assert (hand(table), hidden(table)) == ("P1", "L9")


def test_dc_r31_both_in_one_sale() -> None:
    """PV1: 2 and 1."""
    table = at(who(hand="R1", hidden="P5 L9"), phase="sell")
    action = sell(cards=f"{token(table, 'P5')} {token(table, 'L9')}")
    play(table, "Ann", action)
    assert gold(table) == 13
    assert supply(table) == "P5 L9"


def test_dc_r31_numbers_count_public_tools_alone() -> None:
    """Ann has two Picks, and all know of one."""
    table = at(who(hand="P1", hidden="P5 L9"), phase="sell")
    assert clause(table, sell("pick 2"))
    assert clause(table, sell("lantern"))
    play(table, "Ann", sell("pick"))
    assert supply(table) == "P1"
    assert hidden(table) == "P5 L9"


def test_dc_r25_a_hidden_tool_counts_by_its_face() -> None:
    """A Pick bought, no Pick sold; a Lantern may go."""
    table = at(who(hidden="P5 L9"), phase="sell", supply="P13 L13")
    play(table, "Ann", buy("pick"))
    assert clause(table, sell(cards=token(table, "P5"))) == "DC-R25"
    play(table, "Ann", sell(cards=token(table, "L9")))
    assert clause(table, buy("lantern")) == "DC-R25"


def test_dc_116_not_on_day_six() -> None:
    table = at(who(hand="R1", hidden="P5 L9"), phase="sell", day=6)
    assert clause(table, sell(cards=token(table, "P5"))) == "DC-116"


# --- who is asked ---


def test_dc_r32_a_hidden_tool_may_be_either() -> None:
    """Ann has a Lantern and hides another. All she can do is say so, but nobody learns that."""
    table = digging(who(hand="A1 L1", hidden="L9"))
    assert awaited(table) == "Ann"
    assert table.menu() == [DONE]
    assert not table.pending.forced  # type: ignore[union-attr]
    play(table, "Ann", DONE)
    assert awaited(table) == "Bob"


@pytest.mark.parametrize(
    ("public", "secret", "asked"),
    [
        ("A1", "P5 P6", True),  # could be one of each
        ("A1", "L8 L9", True),
        ("A1", "P5 L9", True),
        ("A1 P1", "P5", True),
        ("A1 L1", "L9", True),
        ("A1", "P5", False),  # one card is not two
        ("", "P5 L9", False),  # no Dwarf, as all can see
        ("P1 L1", "P5 L9", False),
        ("A1 P1", "", False),
        ("A1 P1 L1", "", True),
    ],
)
def test_dc_r32_dig_asks_by_what_all_know(public: str, secret: str, asked: bool) -> None:
    table = at(who(hand=public, hidden=secret), SPARE, who(hidden="P7"), phase="dig", supply="P13")
    assert (awaited(table) == "Ann") == asked


def test_dc_r32_dig_asks_by_rank_and_level_too() -> None:
    """An Apprentice digs no Level 3, whatever the Tools are."""
    assert awaited(digging(who("", "", hand="A1", hidden="P5 L9"))) == "Bob"


def test_dc_r32_mine_asks_for_any_piece_in_hand() -> None:
    """A hidden Tool can be placed, be it what it may; without a Tunnel it cannot."""
    assert awaited(at(who("", hidden="P5"), SPARE, phase="mine", supply="P13")) == "Ann"
    table = at(who(hidden="P5"), SPARE, phase="mine", supply="P13")
    assert phase(table) == "2 sell"


def test_dc_r32_sell_asks_for_a_hidden_tool_till_day_five() -> None:
    """On Day Six it cannot be sold, and Bob is next."""
    table = at(who(hidden="P5", gold=0), who(hand="R1"), phase="sell", day=5)
    assert awaited(table) == "Ann"
    table = at(who(hidden="P5", gold=0), who(hand="R1"), phase="sell", day=6)
    assert awaited(table) == "Bob"


def test_dc_r32_the_same_is_asked_whatever_the_faces_are() -> None:
    """Two tables alike for Bob, hidden Picks here and Lanterns there: a Day goes the same way."""
    seen = []
    for secret in ("P5 P6", "L8 L9"):
        table = at(who(hand="A1", hidden=secret), SPARE, phase="buy", supply="P13 L13", gone="")
        trace: list[Any] = []
        for seat, action in (
            *(("Ann", PASS), ("Bob", PASS), ("Cy", PASS), ("Ann", DONE), ("Bob", DONE)),
            *(("Ann", DONE), ("Bob", DONE)),
        ):
            assert awaited(table) == seat
            trace += [table.view("Bob"), table.words(), blind(table)]
            play(table, seat, action)
        trace += [table.public(), table.words()]
        seen.append(
            [t if not hasattr(t, "state") else (t.state, t.faces, t.awaited) for t in trace]
        )
    assert seen[0] == seen[1]


# --- menus ---


def test_the_menu_with_and_without_the_faces() -> None:
    """All know one way to dig; Ann knows four."""
    table = digging(who(hand="A1 P1 L1", hidden="P5 L9"))
    p5, l9 = token(table, "P5"), token(table, "L9")
    assert blind(table) == [dig(1, "A1 P1 L1"), DONE]
    ways = [dig(1, f"A1 {p} {n}") for p in ("P1", p5) for n in ("L1", l9)]
    assert sorted(map(str, table.menu())) == sorted(map(str, [*ways, DONE]))
    half = list(table.pending.menu({p5: "P5"}))  # type: ignore[union-attr]
    assert sorted(map(str, half)) == sorted(map(str, [ways[0], ways[2], DONE]))


def test_the_menu_of_the_mine_phase() -> None:
    table = at(who("A1", "", hidden="P5"), phase="mine", supply="P13")
    t = token(table, "P5")
    assert [a for a in blind(table) if a["do"] == "place"] == []
    assert [a for a in table.menu() if a["do"] == "place"] == [place(t, 1), place(t, 2)]


def test_the_default_shows_nothing() -> None:
    """DC-R37, in each phase."""
    for name in ("dig", "mine", "sell"):
        table = at(who("", hand="A1 P1 L1", hidden="P5 L9"), phase=name)
        assert table.pending is not None
        assert table.pending.default == DONE
        assert table.pending.default in blind(table)
        assert shows(table, DONE) == []


def test_openings_behind_a_draw() -> None:
    """What an action would show if it came to it: its hidden Tools that Ann knows."""
    table = at(who("A1 P1 L1", hidden="P5 L9"), who(hidden="P7"), phase="mine", supply="P13")
    seen = table.hidden.known["Ann"]
    p5, l9, p7 = (token(table, face) for face in ("P5", "L9", "P7"))

    def openings(action: Action) -> list[str]:
        return sorted(GAME.openings(table.state, "Ann", action, seen))

    assert openings(place(p5, 1)) == [p5]
    assert openings(dig(1, f"A1 {p5} {l9}")) == sorted([p5, l9])
    assert openings(sell(cards=f"{l9} {p5}")) == sorted([p5, l9])
    for action in (place("P1", 1), place(p7, 1), mine("A1"), DONE, PASS, sell("ruby"), buy("pick")):
        assert openings(action) == []
    assert list(GAME.openings(table.state, "Ann", place(p5, 1), {})) == []


# --- who sees what ---


def test_dc_11_each_looks_at_the_own_alone() -> None:
    table = at(who(hidden="P5 L9"), who(hidden="P7 P8"), tool_top="P11 L11", supply="P13")
    assert set(table.view("Ann").faces.values()) == {"P5", "L9"}
    assert set(table.view("Bob").faces.values()) == {"P7", "P8"}
    assert table.view("Cy").faces == {}
    assert table.view(None).faces == {}


@pytest.mark.parametrize("seat", [*SEATS, None])
def test_no_view_tells_a_face(seat: str | None) -> None:
    """Neither in the state, nor in the actions listed, nor on the board."""
    table = at(
        who("A1", hand="J1", hidden="P5 L9"),
        who("A2", hand="J2", hidden="P7 L8"),
        who(hidden="P6 P10"),
        phase="mine",
        tool_top="P11 L11",
    )
    view = table.view(seat)
    faces = {"Ann": {"P5", "L9"}, "Bob": {"P7", "L8"}, "Cy": {"P6", "P10"}}
    secret = {*faces["Ann"], *faces["Bob"], *faces["Cy"], "P11", "L11"} - faces.get(
        seat or "", set()
    )
    told = f"{view.state} {view.actions} {view.faces} {table.words()}"
    told += " ".join(GAME.board(view))
    for face in secret:
        assert f"'{face}'" not in told
        assert face not in told.replace("'", " ").split()


def test_dc_r4_the_supply_is_public_and_so_is_what_comes_from_it() -> None:
    table = at(who(hidden="P5 L9"), supply="P13 L13")
    play(table, "Ann", buy("lantern"))
    assert table.public()["mines"]["Ann"]["tools"] == ["L13"]
    assert hidden(table) == "P5 L9"


def test_dc_r4_open_tools_hide_nothing() -> None:
    table = Table(GAME, SEATS, options={"start_tools": "open"}, seed=2)
    assert [table.view(seat).faces for seat in SEATS] == [{}, {}, {}]
    assert table.public()["made"] == 0


def test_dc_r6_gems_are_in_the_state_for_all() -> None:
    """DC-90: a hand can be worked out from the log; the state holds it."""
    table = at(who("A1 P1 L1", hidden="P5"), phase="mine", supply="P13")
    play(table, "Ann", mine("A1"), draw="D1")
    assert table.view("Bob").state["mines"]["Ann"]["gems"] == ["D1"]
