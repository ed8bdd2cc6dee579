"""Scents and who knows what: DD-52 to DD-56."""

from __future__ import annotations

from pbem.games.dig_dogs import GAME
from pbem.script.requests import Shuffle
from tests.games.dig_dogs.tables import DIG, END, FACES, KEEP, PAIRS, at, dig_put, drop, move, put
from tests.games.driver import Table, kinds


def test_dd_52_a_bone_has_one_of_its_two_scents() -> None:
    table = Table(GAME, ["Ania", "Bartek"], seed=4)
    assert len(table.hidden.faces) == 20
    assert all(face in token[:2] for token, face in table.hidden.faces.items())


def test_dd_53_twins_hide_one_bone_of_each_colour() -> None:
    table = Table(GAME, ["Ania", "Bartek"], seed=4)
    for pair in PAIRS:
        assert {table.hidden.faces[pair + "1"], table.hidden.faces[pair + "2"]} == set(pair)


def test_dd_53_a_twin_can_be_shown_instead() -> None:
    """Ania looked at RY1 (red), put it back, and later holds RY2: no second look."""
    table = at("RY1 RY2 =Y", dogs={"Ania": 1}).act("Ania", dig_put("RY1"), move(2), KEEP)
    assert table.hidden.known["Ania"] == {"RY1": "R"}
    table.act("Bartek", END)
    table.act("Ania", move(3))
    assert table.pending is not None
    assert table.pending.shows(drop("RY2"), {"RY1": "R"}) == ["RY1"]
    assert table.pending.shows(drop("RY2"), {}) == []
    assert table.pending.shows(drop("RY2"), {"RY1": "R", "RY2": "Y"}) == ["RY2"]
    table.act("Ania", drop("RY2"))
    assert table.public()["public_pairs"] == {"RY": "R"}


def test_dd_54_a_delivered_bone_tells_its_twin_to_all() -> None:
    """GP1 is purple, so GP2 is green; Bartek drops GP2 with no opening and no look."""
    table = at("=P =G GP2", dogs={"Ania": 1, "Bartek": 3}, hands={"Ania": "GP1"})
    table.act("Ania", drop("GP1"), END)
    table.act("Bartek", KEEP, move(2))
    assert table.hidden.known["Bartek"] == {}
    assert table.public()["knows"]["Bartek"] == []
    assert table.pending is not None
    assert drop("GP2") in table.pending.menu({})
    assert table.pending.shows(drop("GP2"), {"GP2": "G"}) == []
    table.act("Bartek", drop("GP2"))
    assert table.public()["delivered"]["Bartek"] == [["GP2", "G"]]


def test_dd_55_hands_are_public_as_tokens_not_as_faces() -> None:
    table = at("=R GP1", dogs={"Ania": 1}, hands={"Ania": "RY1 GR1"})
    assert table.public()["hands"]["Ania"] == ["RY1", "GR1"]
    assert table.pending is not None
    assert not [a for a in table.pending.menu({}) if a["do"] == "drop"]
    assert "drop" in kinds(table)


def test_dd_56_knowledge_is_kept() -> None:
    table = at("RY1", dogs={"Ania": 1, "Bartek": 1}).act("Ania", DIG, put("RY1"), END)
    table.act("Bartek", KEEP, END)
    assert table.public()["knows"] == {"Ania": ["RY"], "Bartek": ["RY"]}
    assert table.hidden.known["Ania"] == {"RY1": "R"}
    lines = table.game.board(table.view("Ania"))
    assert "you know:  RY1 = red (so RY2 = yellow)" in lines


def test_changing_a_face_nobody_saw_changes_nothing_public() -> None:
    """The same actions with every unseen pair turned round: same words, states and menus."""
    played = [_played(turned) for turned in (False, True)]
    assert played[0] == played[1]


def _played(turned: bool) -> list[object]:
    """Ania looks at RY, Bartek at GP; all other pairs may be turned round."""
    table = at("RY1 =R GP1 =P GY1 BG1", dogs={"Ania": 1, "Bartek": 3})
    if turned:
        for token in FACES:
            if token[:2] not in ("RY", "GP"):
                table.hidden.faces[token] = FACES[token[:2] + "21"[int(token[2]) - 1]]
    told: list[object] = []
    for seat, action in (
        ("Ania", KEEP), ("Ania", move(2)), ("Ania", drop("RY1")),
        ("Bartek", DIG), ("Bartek", put(None)), ("Bartek", move(4)), ("Bartek", drop("GP1")),
        ("Ania", move(5)), ("Ania", END), ("Bartek", move(6)), ("Bartek", END),
    ):  # fmt: skip
        table.act(seat, action)
        boards = [table.game.board(table.view(s)) for s in ("Ania", "Bartek", None)]
        told += [table.public(), table.words(), table.menu(), boards]
    return told


def test_a_look_changes_no_board_but_the_lookers() -> None:
    """Ania sees BG1; with the pair turned round only her own board differs."""
    boards = []
    for turned in (False, True):
        table = at("BG1 =R", dogs={"Ania": 1})
        if turned:
            table.hidden.faces.update(BG1="G", BG2="B")
        table.act("Ania", KEEP)
        boards.append([table.game.board(table.view(s)) for s in ("Ania", "Bartek", None)])
    assert boards[0][0] != boards[1][0]
    assert boards[0][1:] == boards[1][1:]


def test_the_script_never_learns_a_face_by_looking() -> None:
    """Setup hides pairs with Shuffle alone; the reply of a Look is nothing."""
    table = at("BG1", dogs={"Ania": 1})
    assert table.hidden.answer(Shuffle(("B", "G"), (), ("x1", "x2"))) is None
    table.act("Ania", KEEP)
    assert "B" not in table.public()["public_pairs"].values()
