"""The board in characters: worked out by hand from the positions."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pbem.games.dig_2017 import GAME
from tests.games.dig_2017.tables import (
    ACCEPT,
    END,
    RESIGN,
    at,
    close,
    dig,
    pick,
    play,
    scepter,
    use,
    who,
)
from tests.games.driver import Table

LONG = ("A" * 20, "B" * 20, "C" * 20, "D" * 20)


def lines(table: Table, seat: str | None = None) -> list[str]:
    return GAME.board(table.view(seat))


def due(table: Table) -> str:
    """What the board says of the decision that is due."""
    return lines(table)[3]


def has(shown: Sequence[str], part: str) -> bool:
    return any(part in line for line in shown)


def test_the_whole_board() -> None:
    """Ann has 9 + 1 + 6 cards, Bob 2, the Hill 5: 162 - 23 = 139 are discarded. Gems:
    40 - (4 + 1 + 6) = 29. Stones of Ann 3 + 2 + 4 = 9 Crystals. Irons 40 - 3 - 3 = 34."""
    ann = who(
        "gold@ iron rune gold iron* ruby",
        "iron@ egg snake",
        hand="iron 3 gold ruby shield",
        gems=4,
        runes=1,
        reserve=1,
        companions="wizard",
    )
    bob = who(None, "ruby", gems=6, eaten=1, hand="scepter")
    table = at(ann, bob, hill="collapse 2 exit 3", offer="scout shepherd knight queen elf")
    assert lines(table)[:18] == [
        "DIG (2017)   round 9   turn: Ann (red)",
        "Hill 5   discard 139   Gems left 29   goal 10 Gems",
        "",
        "TAVERN  Scout 2I 2G | German Shepherd (shepherd) 3I 2G | Knight 2I 1G 1R |",
        "        Queen 4I 1G | Elf 2I 1G 1D | (hired)",
        "  Recruits  red 1, blue 3",
        "",
        "Ann (red)   Gems 4 + Runes 1 = 5   reserve 1   eaten 0",
        "  Companions: Wizard",
        "  hand: Iron 3, Gold 1, Ruby 1 (9 Crystals), Shield",
        "  gallery 1 [Gold r][Iron][Rune][Gold][Iron *][Ruby]  next Gem: card 10",
        "  gallery 2 [Iron r][Gem Egg][Snake]  no Gems (Snake)",
        "",
        "Bob (blue)   Gems 6 + Runes 0 = 6   reserve 0   eaten 1",
        "  hand: Scepter",
        "  gallery 2 [Ruby]  no Gems (no Recruit)",
        "",
        "Hill: Exit 3, Collapse 2",
    ]
    assert lines(table)[18].startswith("discard: Iron 34, Gold 22, Diamond 15, Ruby 7, Shield 2")
    assert lines(table)[-1].startswith("r = Recruit   * = Gem")


@pytest.mark.parametrize(
    ("row", "count", "told"),
    [
        ("iron@", "rulebook", "card 5"),  # DG-41: its own card counts
        ("iron iron iron@", "rulebook", "card 8"),
        ("iron@ iron iron@ iron iron", "rulebook", "card 8"),  # DG-E3: 5 is past
        ("iron iron iron@", "inclusive", "card 7"),  # DG-42
        ("iron@ iron iron iron", "inclusive", "card 5"),
    ],
)
def test_dg_41_dg_42_the_next_gem(row: str, count: str, told: str) -> None:
    shown = lines(at(who(row), options={"recruit_count": count}))
    assert has(shown, f"next Gem: {told}")


def test_a_stone_beside() -> None:
    table = play(at(who(reserve=1)), "Ann", dig(), draw="gold")
    assert due(table) == "Ann has drawn Gold beside: collect or start"


def test_a_stone_in_a_gallery_and_what_waits() -> None:
    table = at(who("iron@", "gold@", reserve=1))
    play(table, "Ann", dig("in"), draw="ruby rune")
    assert due(table) == "Ann has added Ruby to gallery 1: leave or place"
    assert lines(table)[4] == " turned up: Rune"  # the card that waits for gallery 2
    table = at(who("iron@", "gold@", None, "ruby@", reserve=1))
    play(table, "Ann", dig("in"), draw="ruby rune exit")
    assert lines(table)[4] == " turned up: Rune, Exit"
    table = play(at(who("iron@", reserve=1)), "Ann", dig("in"), draw="ruby")
    assert not has(lines(table), "turned up")


def test_equipment_is_drawn_and_then_used() -> None:
    table = play(at(who("iron@")), "Ann", dig("in"), draw="compass")
    assert due(table) == "Ann has drawn Compass for gallery 1: keep or use"
    play(table, "Ann", use("compass", 1), draw="exit gold rune")
    assert lines(table)[3:6] == [
        "Ann uses the Compass at gallery 1: 0 Exit, 1 Gold, 2 Rune: pick",
        " turned up: Exit, Gold, Rune",
        " in use: Compass",
    ]


def test_the_numbers_of_a_parchment_stay() -> None:
    """DG-64: number 0 was used; 1 and 2 are left, at the end of what is turned up."""
    table = at(who("iron@", hand="parchment"))
    play(table, "Ann", use("parchment", 1), draw="rune gold exit")
    play(table, "Ann", pick(0))
    assert due(table) == "Ann uses the Parchment at gallery 1: 1 Gold, 2 Exit: pick or stop"


def test_an_enemy_and_a_collapse() -> None:
    table = play(at(who("iron@", hand="shield")), "Ann", dig("in"), draw="ghost")
    assert due(table) == "Ann has drawn Ghost for gallery 1: accept or shield"
    table = play(at(who("iron@", hand="anchor")), "Ann", dig("in"), draw="collapse")
    assert due(table) == "Ann has drawn Collapse for gallery 1: accept or anchor"


def test_dg_98_whose_answer_to_the_scepter_is_awaited() -> None:
    table = at(who(hand="scepter"), who(None, "iron@ gold", hand="shield"))
    play(table, "Ann", dig(), draw="ghost")
    play(table, "Ann", scepter("Bob", 2))
    for seat in ("Ann", "Bob", None):
        shown = lines(table, seat)
        assert shown[3] == "Bob answers Ann's Scepter: Ghost at gallery 2: accept or shield"
        assert shown[4] == " in use: Scepter"
    play(table, "Bob", ACCEPT)
    assert not has(lines(table), "answers")


def test_which_of_several_enemies_is_answered() -> None:
    """The Ghost of gallery 1 is accepted first; the Thief of gallery 2 is due then."""
    table = at(who("iron@ gold", "iron@ gold", hand="shield"))
    play(table, "Ann", dig("in"), draw="ghost thief")
    assert due(table) == "Ann has drawn Ghost for gallery 1: accept or shield"
    play(table, "Ann", ACCEPT)
    assert due(table) == "Ann has drawn Thief for gallery 2: accept or shield"


def test_dg_r7_who_has_used_equipment_has_to_dig() -> None:
    table = at(who("iron@", hand="bag compass"))
    play(table, "Ann", {"do": "use", "card": "bag"})
    assert due(table) == "Ann has used Equipment and still has to dig"
    play(table, "Ann", dig("in"), draw="rune")
    assert due(table) == "Ann has dug: use or end"
    play(table, "Ann", END)
    assert due(table).startswith("TAVERN")


def test_dg_151_the_last_turns_and_the_end() -> None:
    """Ann closes a Gallery with a Gem and has 10; Bob and Cy have a turn each."""
    table = at(who("iron@ iron iron iron iron*", gems=9), seats=3)
    play(table, "Ann", close(1))
    assert lines(table)[0] == ("DIG (2017)   round 9   turn: Bob (blue)   goal reached by Ann")
    assert lines(table)[1] == "          last turns to come: Cy"
    play(table, "Bob", dig(), draw="exit")
    play(table, "Cy", dig(), draw="exit")
    shown = lines(table)
    assert shown[0] == "DIG (2017)   over after round 9   goal reached by Ann"
    assert shown[-2:] == ["The game is over.", "Ann wins: most gathered Gems: 10 (DG-152)"]


def test_who_has_resigned_is_said() -> None:
    table = at(seats=3)
    play(table, "Ann", RESIGN)
    assert has(lines(table), "resigned: Ann")
    play(table, "Bob", RESIGN)
    assert has(lines(table), "   resigned")
    assert lines(table)[-1] == "Cy wins: all other seats have resigned (DG-R44)"


def test_dg_27_other_worths_of_stones_are_told() -> None:
    """DG-27, DG-R4: the page has 1, 2, 3 and 4 Crystals; a deck file can have others."""
    deck = GAME.deck()
    assert "Crystals of this deck" not in "\n".join(lines(at(deck=deck)))
    deck["crystals"]["gold"] = 3
    told = "Crystals of this deck: Iron 1, Gold 3, Diamond 3, Ruby 4"
    assert lines(at(deck=deck))[-1] == told
    deck["crystals"] = {"iron": 1, "gold": 2, "diamond": 3, "ruby": 4}
    assert "Crystals of this deck" not in "\n".join(lines(at(deck=deck)))


def test_dg_155_two_win_together() -> None:
    """Bob closes the last Gallery and has as many as Ann, who reached the goal."""
    ann, bob = who(gems=10), who("iron@ iron iron iron iron*", gems=9)
    table = at(ann, bob, turn="Bob", fields={"trigger": "Ann", "last": []})
    play(table, "Bob", close(1))
    won = "Ann and Bob win together: 10 Gems with 0 Runes each: a shared win (DG-155)"
    assert lines(table)[-1] == won


def test_long_names_and_long_galleries_stay_within_100() -> None:
    table = Table(GAME, LONG, seed=3)
    for _ in range(400):
        if table.pending is None:
            break
        shown = lines(table)
        assert all(len(line) <= 100 and line.isascii() for line in shown)
        table.act(table.pending.seat, GAME.bot(table.view(table.pending.seat), lambda n: 0))
    row = "diamond@** gold@ ruby@ " + "iron* " * 18
    assert all(len(line) <= 80 for line in lines(at(who(row, row.replace("@", "")))))
