"""Whole tables through the program's own rulings and files; what a finished record proves.

In the table of four happens what is hard to carry by mail: a Werewolf strikes, an Orc eats, a
Potion takes a card with Gems, and one seat's Scepter is answered by another seat's Shield. The
four play together towards it, each by what their own record shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.games.dig_2017 import GAME
from pbem.games.dig_2017.cards import STONES
from pbem.play.views import view
from pbem.record.record import load
from pbem.record.table import Step, Table
from pbem.script.contract import View
from pbem.script.requests import Action
from tests.games.dig_2017.tables import (
    ACCEPT,
    ANCHOR,
    COLLECT,
    END,
    KEEP,
    LEAVE,
    PLACE,
    SHIELD,
    START,
    counts,
    dig,
)
from tests.games.dig_2017.test_properties import cards
from tests.tables import ARBITER, Mail, Seated, same_nonces

SLUG = "dig-2017"
FOUR = ("ann", "bob", "cy", "dee")
WANTED = {"werewolf", "orc", "potion", "shield"}
WORTH_KEEPING = ("shield", "scepter", "potion", "anchor")
State = Mapping[str, Any]


# --- what the four want ---


def happened(steps: Sequence[Step]) -> set[str]:
    """Which of the four things the log tells of."""
    found, digger = set(), ""
    for step in steps:
        for event in step.events:
            if event.clause == "DG-88":
                found.add("werewolf")
            if event.clause == "DG-85" and "eats" in event.text:
                found.add("orc")
            if event.clause == "DG-65" and event.args["gems"]:
                found.add("potion")
            if event.clause == "DG-68":
                digger = event.args["seat"]
            if event.clause == "DG-57" and digger not in ("", event.args["seat"]):
                found.add("shield")
                digger = ""
    return found


def last_cards(state: State, seat: str, slot: int) -> Any:
    return state["players"][seat]["galleries"][str(slot)][-1]


def choose(seen: View, done: set[str]) -> Action:
    """While something is wanted nobody closes a Gallery; then all gather their Gems."""
    menu, state = list(seen.actions), seen.state
    potions = [a for a in menu if a.get("card") == "potion"]
    rich = [a for a in potions if last_cards(state, a["seat"], a["gallery"])[1]]
    if rich:
        return rich[0]
    if state["step"] == "turn":
        return action_of_turn(seen, menu, done)
    if state["step"] == "equipment":
        return with_equipment(menu, state["card"], done)
    if state["step"] == "enemy":
        return sent_on(state, menu) if "shield" not in done else ACCEPT
    for wanted in (START, PLACE, SHIELD, ANCHOR, COLLECT, END):
        if wanted in menu:
            return wanted
    return menu[0]


def letter(seen: View, done: set[str]) -> list[Action]:
    """What goes into one mail: a dig, and what is to become of a stone if it is one."""
    first, mine = choose(seen, done), seen.state["players"][seen.seat]
    if first["do"] != "dig" or not mine["reserve"]:
        return [first]
    return [first, START if first["where"] == "beside" else PLACE]


def action_of_turn(seen: View, menu: Sequence[Action], done: set[str]) -> Action:
    mine = seen.state["players"][seen.seat]
    gems = {slot: sum(map(worth, row)) for slot, row in mine["galleries"].items()}
    closing = [a for a in menu if a["do"] == "close"]
    if done >= WANTED and closing and any(gems.values()):
        return max(closing, key=lambda action: gems[str(action["gallery"])])
    hired = hire(seen) if not mine["reserve"] and len(gems) < 4 else None
    if hired is not None:
        return hired
    return dig("in" if dig("in") in menu and (gems and not mine["reserve"]) else "beside")


def worth(laid: Sequence[Any]) -> int:
    """In Gems, when its Gallery is closed (DG-72, DG-74)."""
    card, gems, _ = laid
    return int(gems) + (card in ("rune", "egg"))


def hire(seen: View) -> Action | None:
    """One Recruit, for Rubies or Irons."""
    for pay in ({"ruby": 2}, {"ruby": 1, "iron": 1}, {"gold": 3}, {"iron": 5}):
        action = {"do": "tavern", "hires": [{"recruits": 1, "pay": pay}]}
        if any(form.accepts(action, {}) for form in seen.forms):
            return action
    return None


def with_equipment(menu: Sequence[Action], card: str, done: set[str]) -> Action:
    used = [a for a in menu if a["do"] == "use" and a["card"] == "bag"]
    if KEEP in menu and (card in WORTH_KEEPING or not used):
        return KEEP
    return used[0] if used else menu[0]


def sent_on(state: State, menu: Sequence[Action]) -> Action:
    """To a Gallery whose owner has a Shield, and would use it."""
    for action in menu:
        if action["do"] == "scepter" and action["seat"] != state["turn"]:
            owner = state["players"][action["seat"]]
            if "shield" in owner["equipment"] and state["card"] != "spider":
                return action
    return ACCEPT


# --- through files ---

OPTIONS = {"first": "ann", "goal": 5}
"""The quick game."""
HILL = counts(
    "iron 40 gold 25 diamond 10 ruby 10 rune 10 egg 5 shield 10 potion 10 scepter 8 bag 6"
    " orc 3 werewolf 3 skeleton 3 ghost 3 exit 4 gemroom 9 collapse 3"
)
"""A Hill of their own, with more of what is wanted, or it would take hundreds of mails."""


@pytest.fixture
def same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """These nonces bring all four things early."""
    same_nonces(monkeypatch, "eventful 2")


def test_a_table_of_four_in_which_everything_happens(tmp_path: Path, same_deal: None) -> None:
    """DG-58, DG-65, DG-85, DG-88: separate identities, nothing passes but files, to the end; then
    each seat's record is proven."""
    deck = {**GAME.deck(), "hill": HILL}
    mail = Mail(tmp_path, SLUG, FOUR, options=OPTIONS, deck=deck)
    answers = 0
    while not (table := mail.record().table).over:
        seat = table.awaited_seat
        assert seat is not None
        assert table.n < 100
        seen = view(table.runner, seat, {})
        if seat != seen.state["turn"]:
            answers += 1
            check_answer(mail, seen)
        mail.turn(seat, *letter(seen, happened(table.steps)))
    assert answers
    assert happened(table.steps) == WANTED
    check_the_end(table)
    for name in (*FOUR, ARBITER):
        proven = load(mail.record(name).as_json()).table
        assert proven.over
        assert proven.secret is not None
        assert proven.runner.public() == table.runner.public()


def check_answer(mail: Mail, seen: View) -> None:
    """DG-98: the owner of a Gallery is asked in another seat's turn, and that seat has to wait."""
    state = seen.state
    assert (state["step"], list(seen.actions)) == ("repelled", [ACCEPT, SHIELD])
    with pytest.raises(Refused) as caught:
        mail.move(state["turn"], END)
    assert caught.value.code == "move/not-your-turn"
    lines = "\n".join(GAME.board(seen))
    assert seen.seat in lines
    assert "Scepter" in lines


def check_the_end(table: Table) -> None:
    """DG-150 to DG-153, and nothing is lost."""
    state = table.runner.public()
    assert cards(state) == Counter(HILL)
    assert table.runner.state is not None
    result = GAME.result(table.runner.state)
    assert dict(result.scores) == {s: p["gems"] + p["runes"] for s, p in state["players"].items()}
    assert result.scores[state["trigger"]] >= 5
    assert result.winners


# --- lists of actions ---


def seated(number: int, **options: Any) -> Seated:
    """A table of two; each number is dealt otherwise."""
    return Seated(
        SLUG,
        FOUR[:2],
        options={"first": "ann", **options},
        nonces=lambda name: sha256(f"{number} {name}".encode()).digest(),
    )


def after_one_dig(start: Action) -> dict[bool, Seated]:
    """Tables at which Ann dug with `start` behind it in the same mail: did all of it happen?"""
    found: dict[bool, Seated] = {}
    for number in range(40):
        table = seated(number)
        ruled = table.do("ann", dig(), start)
        found.setdefault(ruled.get("stop") is None, table)
        if len(found) == 2:
            return found
    raise AssertionError("forty cards alike")


def test_what_does_not_fit_the_card_is_dropped() -> None:
    """DG-28, DG-33: a dig with `start` behind it: a stone starts a Gallery and a second card is
    drawn; with another card the rest of the list is dropped, and the Recruit stays in reserve."""
    for done, table in after_one_dig(START).items():
        step, ann = table.table.steps[-1], table.table.runner.public()["players"]["ann"]
        assert [len(drawn.result) for drawn in step.draws] == ([1, 1] if done else [1])
        assert (step.stop, "DG-32" in {e.clause for e in step.events}) == (
            None if done else 1,
            done,
        )
        assert done or (ann["reserve"], ann["galleries"]) == (1, {})
        assert table.load().table.runner.public() == table.table.runner.public()


def with_a_gallery(number: int) -> Seated | None:
    """Ann's turn; she has a Gallery of one stone and one card at least, and no reserve."""
    table = seated(number)
    if table.do("ann", dig(), START).get("stop") is not None:
        return None
    if table.table.awaited_seat != "bob":
        return None
    table.do("bob", dig())
    there = table.table.runner.public()["players"]["ann"]["galleries"]
    return table if there and table.table.awaited_seat == "ann" else None


def test_the_only_option_may_be_named_in_a_list() -> None:
    """DG-R48: Ann digs in her Gallery, and to leave a stone there is all she can do: whether she
    names that or not, the turn goes by in one mail and comes out the same."""
    for number in range(60):
        plain, named = with_a_gallery(number), with_a_gallery(number)
        if plain is None or named is None:
            continue
        plain.do("ann", dig("in"))
        rows = plain.table.runner.public()["players"]["ann"]["galleries"]
        if not rows or rows["1"][-1][0] not in STONES:
            continue
        assert plain.table.awaited_seat == "bob"
        assert named.do("ann", dig("in"), LEAVE, END).get("stop") is None
        assert named.table.runner.public() == plain.table.runner.public()
        return
    raise AssertionError("no stone in a Gallery")


def test_an_illegal_move_is_refused_and_nothing_is_recorded() -> None:
    table = seated(1)
    before, state = table.json(), table.table.runner.public()
    for action in (
        dig("in"),
        {"do": "close", "gallery": 1},
        {"do": "skip"},
        {"do": "collect"},
        {"do": "use", "card": "bag"},
        {"do": "tavern", "hires": [{"recruits": 1, "pay": {"ruby": 2}}]},
    ):
        with pytest.raises(Refused):
            table.do("ann", action)
        assert table.json() == before
        assert table.table.runner.public() == state


def test_a_lapsed_turn_is_skipped() -> None:
    """DG-R44: by mail too: nothing is drawn, and the next seat goes on."""
    table = seated(1)
    before = table.table.runner.public()
    table.enter(table.lapse("bob", "ann"))
    assert table.table.awaited_seat == "bob"
    assert {**table.table.runner.public(), "turn": "ann"} == before
    assert not table.table.steps[-1].draws
    assert table.load().table.awaited_seat == "bob"


def test_a_game_may_be_dealt_by_the_seats_themselves() -> None:
    """Nothing is hidden (DG-R6), so no arbiter is needed: each draw takes a link of every seat."""
    table = Seated(SLUG, FOUR[:2], options=OPTIONS, host="ann")
    for _ in range(6):
        seat = table.table.awaited_seat
        assert seat is not None
        table.do(seat, *letter(view(table.table.runner, seat, {}), set())[:1])
    assert table.load().table.runner.public() == table.table.runner.public()
