"""The bot: legal, with a little sense, and games with it end."""

from __future__ import annotations

import pytest

from pbem.games.dig_2017 import GAME
from pbem.play import bots
from pbem.script.requests import Action
from tests.games import checks
from tests.games.dig_2017.tables import (
    ACCEPT,
    ANCHOR,
    BAG,
    SHIELD,
    START,
    STOP,
    at,
    bomb,
    close,
    companion,
    dig,
    pick,
    play,
    potion,
    recruits,
    scepter,
    tavern,
    use,
    who,
)
from tests.games.driver import Table, awaited, result

SEATS = ("Ann", "Bob", "Cy", "Dee")


def chosen(table: Table) -> Action:
    return checks.bots_choice(table, "Ann")


def gems(seats: int, seed: int, chance_seat: str = "") -> dict[str, int]:
    """A whole game; nobody's choice is ever illegal."""
    table, below = Table(GAME, SEATS[:seats], seed=seed), bots.chance(str(seed))
    for _ in range(3000):
        if table.pending is None:
            break
        seat = table.pending.seat
        bot = bots.any_legal if seat == chance_seat else GAME.bot
        action = bot(table.view(seat), below)
        assert table.legal(action)
        table.act(seat, action)
    return dict(result(table).scores)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_end_and_chance_is_beaten(seats: int) -> None:
    """In 8 games the average bot has more than who plays anything."""
    games = [gems(seats, seed, SEATS[seed % seats]) for seed in range(8)]
    theirs = sum(game[SEATS[seed % seats]] for seed, game in enumerate(games))
    others = sum(sum(game.values()) for game in games) - theirs
    assert others > theirs * (seats - 1)


def test_a_recruit_in_reserve_looks_for_a_stone_and_starts() -> None:
    table = at(who(reserve=1))
    assert chosen(table) == dig()
    play(table, "Ann", dig(), draw="iron")
    assert chosen(table) == START


def test_who_has_recruits_at_work_digs_there() -> None:
    assert chosen(at(who("iron@ iron", "gold@"))) == dig("in")


def test_a_recruit_is_hired_for_the_least_crystals() -> None:
    """3 + 2 Crystals are 5, 4 + 1 too, 4 + 2 are 6: not that one."""
    action = chosen(at(who(hand="iron gold ruby", reserve=1)))
    assert action == tavern(recruits(1, "ruby iron"))


def test_then_a_companion_is_hired() -> None:
    """Two Recruits are at work, so the exact price of the Knight goes to the Knight."""
    table = at(who("iron@", "iron@", hand="iron 2 gold ruby"), offer="knight")
    assert chosen(table) == tavern(companion("knight", "iron 2 gold ruby"))


def test_a_second_superbacker_is_not_hired() -> None:
    """DG-R3: it would add nothing."""
    table = at(
        who("iron@", "iron@", hand="iron 3 diamond", companions="superbacker"),
        offer="superbacker_2 wizard knight hunter elf",
    )
    assert chosen(table)["do"] != "tavern"


def test_ten_gems_are_brought_home() -> None:
    assert chosen(at(who("iron@ iron iron iron iron*", "gold@", gems=9))) == close(1)


def test_in_the_last_turn_what_there_is_is_brought_home() -> None:
    table = at(
        who("iron@", "iron@ rune"), who(gems=10), fields={"trigger": "Bob", "last": []}, turn="Ann"
    )
    assert chosen(table) == close(2)


def test_a_gallery_that_brings_nothing_more_is_closed() -> None:
    assert chosen(at(who("iron@ snake"))) == close(1)


def test_a_bag_is_used() -> None:
    assert chosen(at(who("iron@", hand="bag"))) == BAG


def test_a_potion_takes_gems_and_a_bomb_frightens() -> None:
    victims = who("iron@", "iron@ rune")
    assert chosen(at(who("iron@", hand="potion"), victims)) == potion("Bob", 2)
    assert chosen(at(who("iron@", hand="bomb"), victims)) == bomb("Bob", 2)


def test_a_compass_takes_the_rune() -> None:
    table = at(who("iron@", hand="compass"))
    assert chosen(table) == use("compass", 1)
    play(table, "Ann", use("compass", 1), draw="collapse rune thief")
    assert chosen(table) == pick(1)


def test_of_a_parchment_nothing_harmful_is_used() -> None:
    table = play(
        at(who("iron@", hand="parchment")), "Ann", use("parchment", 1), draw="collapse thief ghost"
    )
    assert chosen(table) == STOP


def test_an_enemy_goes_where_it_hurts_most() -> None:
    table = at(who("iron@", hand="scepter shield"), who("iron@", "iron@ gold*"))
    play(table, "Ann", dig("in"), draw="thief")
    assert chosen(table) == scepter("Bob", 2)
    play(table, "Ann", scepter("Bob", 2))
    assert table.pending is not None  # Bob has no answer, so the turn is over
    assert awaited(table) == "Bob"


def test_the_shield_saves_what_is_worth_it() -> None:
    rich, poor = at(who("iron@ rune", hand="shield")), at(who("iron@ iron", hand="shield"))
    assert chosen(play(rich, "Ann", dig("in"), draw="ghost")) == SHIELD
    assert chosen(play(poor, "Ann", dig("in"), draw="ghost")) == ACCEPT


def test_the_anchor_holds() -> None:
    table = play(at(who("iron@", hand="anchor")), "Ann", dig("in"), draw="collapse")
    assert chosen(table) == ANCHOR
