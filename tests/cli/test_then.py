"""`pbem move ... --then ...`, and what `show`, the menu and the record say of such lists."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click
import pytest

from pbem.cli.menu import choose
from pbem.cli.move import foresee
from pbem.cli.show import tell
from pbem.errors import Refused
from pbem.play import lab
from pbem.play.dealers import FreeDealer
from pbem.play.runner import Runner
from pbem.script.contract import Facts
from tests.cli.world import ARBITER, RECORD, World
from tests.market_game import BUY, GAME, LUCK, PASS
from tests.tables import FLIP, Seated, play

SEATS = ("ann", "bob")
END = {"do": "end"}


def move(world: World, name: str = "ann-3-move.json") -> dict[str, Any]:
    value: dict[str, Any] = json.loads(world.file("ann", name).read_bytes())
    return value


# --- the command line ---


def test_the_words_behind_then_are_signed_beforehand(dogs: World) -> None:
    out = dogs.good("ann", "move", RECORD, "move", "to=2", "end", "--then", "move", "to=1", "end")
    assert move(dogs)["actions"] == [{"do": "move", "to": 2}, END]
    assert move(dogs)["then"] == [{"do": "move", "to": 1}, END]
    assert out.out.splitlines() == [
        "ann-3-move.json: ann: move to=2; end",
        "  when ann is asked again: move to=1; end",
        "  the list stands: move to=1; end",
        "Mail it to everybody.",
    ]


def test_options_may_stand_behind_it(dogs: World) -> None:
    out = dogs.good(
        "ann", "move", RECORD, "end", "--then", "end", "--note", "so", "-o", "x.json", "--json"
    )
    said = out.json
    assert (said["file"], said["statement"]) == ("x.json", move(dogs, "x.json"))
    assert (said["statement"]["then"], said["statement"]["note"]) == ([END], "so")
    assert said["foreseen"] == ["when ann is asked again: end", "the list stands: end"]


def test_without_it_nothing_is_said_of_lists(dogs: World) -> None:
    out = dogs.good("ann", "move", RECORD, "end", "--json")
    assert "then" not in out.json["statement"] and out.json["foreseen"] == []


def test_json_and_quoted_actions(dogs: World) -> None:
    dogs.good("ann", "move", RECORD, "end", "--then", '{"do": "move", "to": 1}', "move to=2")
    assert move(dogs)["then"] == [{"do": "move", "to": 1}, {"do": "move", "to": 2}]


@pytest.mark.parametrize(
    ("words", "code", "status"),
    [
        ((RECORD, "end", "--then"), "then/form", 2),
        ((RECORD, "end", "--then", "end", "--then", "end"), "then/form", 2),
        (("--then", RECORD, "end"), "then/form", 2),
        ((RECORD, "end", "--note", "--then", "end"), "then/form", 2),
        ((RECORD, "--bot", "--then", "end"), "then/form", 2),
        ((RECORD, "--then", "end", "--bot", "sense"), "then/form", 2),
        ((RECORD, "--then", "end"), "move/no-action", 2),
        ((RECORD, "end", "--then=end"), "usage/command", 2),
        ((RECORD, "end", "--then", "to=1"), "action/field", 2),
        ((RECORD, "end", "--then", "fly"), "schema/unknown-action", 1),
        ((RECORD, "end", "--then", "end", "resign"), "then/resign", 1),
    ],
)
def test_slips(dogs: World, words: tuple[str, ...], code: str, status: int) -> None:
    error = dogs.refused("ann", "move", *words, code=code, status=status)
    if code == "then/resign":
        assert (error["at"], error["hint"]) == ("/then/1", "resign when you are asked")


def test_a_whole_list_by_mail(dogs: World) -> None:
    """Ann ends two turns with one mail; everybody reads it, and bob's ruling plays it."""
    dogs.turn(SEATS, "end", "--then", "end")
    assert dogs.now()["then"] == {"ann": [END]}
    for who in ("bob", "nobody"):
        dogs.mail(ARBITER, RECORD, who)
        said = dogs.good(who, "show", RECORD)
        assert "ann has signed beforehand: end" in said.out.splitlines()
        assert dogs.good(who, "show", RECORD, "--json").json["then"] == {"ann": [END]}
    assert "   signed beforehand: end" in dogs.good("bob", "show", RECORD).out
    dogs.turn(SEATS, "end")
    assert (dogs.now()["awaited"], "then" in dogs.now()) == (["bob"], False)
    said = dogs.good("ann", "show", RECORD)
    assert "ann, by the list of entry 3: end" in said.out
    assert "signed beforehand: end\n" not in said.out.partition("4. bob")[2]
    dogs.good("nobody", "verify", RECORD)


# --- what is told ---


@pytest.mark.usefixtures("market")
def test_entries_tell_what_lists_did_where_they_did_it() -> None:
    """Three goods and two seats: after bob's, ann takes the last."""
    table = Seated("market", options={"stock": 3})
    table.do("ann", BUY, then=[BUY, LUCK])
    table.do("bob", BUY)
    table.do("bob", PASS)
    assert tell(table.table.steps[-3], slug="market") == [
        "3. ann: buy",
        "   signed beforehand: buy; luck",
        "   ann: buy",
    ]
    assert tell(table.table.steps[-2], slug="market") == [
        "4. bob: buy",
        "   bob: buy",
        "   ann, by the list of entry 3: buy",
        "   ann: buy",
    ]
    assert tell(table.table.steps[-1], slug="market") == [
        "5. bob: pass",
        "   bob: pass",
        "   ann: pass",
        "   (the list of ann of entry 3 is dropped before action 2, luck: the phase is",
        "     over)",
    ]


@pytest.mark.usefixtures("market")
def test_what_is_foreseen_of_a_list() -> None:
    table = Seated("market", ("ann",))
    first = "when ann is asked again: buy; buy"
    assert foresee(table.table, table.move("ann", BUY, then=[BUY, BUY]).body) == [
        first,
        "ann, by the list of entry 3: buy",
        "(the list of ann of entry 3 is dropped before action 2, buy: the phase is over)",
    ]
    lucky = foresee(table.table, table.move("ann", BUY, then=[LUCK]).body)
    assert lucky == [
        "when ann is asked again: luck",
        "how far the list is played with it the ruling will tell: there is a draw",
    ]


@pytest.mark.usefixtures("market")
def test_what_will_not_be_played_is_foreseen_too() -> None:
    table = Seated("market", ("ann", "bob"))
    assert foresee(table.table, table.move("ann", BUY, BUY).body) == [
        "this will not be played, another seat is awaited: buy"
    ]


def test_a_list_with_an_action_of_another_phase_is_warned_of() -> None:
    """DC-21: in the Buy Phase a seat hires, buys or passes, and sells nothing (DC-40)."""
    table = Seated("dig-card-game", options={"first": "ann"})
    first, sell = {"do": "buy", "kind": "lantern"}, {"do": "sell", "gems": {"ruby": 1}}
    warned = [
        "the list will end before sell gems=ruby:1: this is the Buy Phase: hire, buy or pass",
        "a file that was not sent can be changed: --first-not-sent",
    ]
    said = foresee(table.table, table.move("ann", first, then=[first, sell, {"do": "done"}]).body)
    assert said[1:3] == warned
    assert said[3:] == ["the list stands: buy kind=lantern; sell gems=ruby:1; done"]
    for then in ([first, PASS], [{"do": "hire", "rank": "apprentice"}]):  # that may come yet
        assert len(foresee(table.table, table.move("ann", first, then=then).body)) == 2


@pytest.mark.usefixtures("example")
def test_a_card_shown_behind_a_draw_is_told() -> None:
    table = Seated()
    first, second = table.table.runner.public()["hands"]["ann"]
    assert foresee(table.table, table.move("ann", play(first), FLIP, play(second)).body) == [
        f"the file shows what {second} is, even if the actions are stopped before it is played"
    ]
    assert foresee(table.table, table.move("ann", play(first), FLIP).body) == []


# --- the menu ---


def asked(answers: Iterator[str], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions of a menu that is answered so."""
    questions: list[str] = []

    def prompt(text: str, **how: Any) -> str:
        questions.append(text)
        return next(answers)

    monkeypatch.setattr(click, "prompt", prompt)
    return questions


ACTION = "number, or an action in words (q: leave)"
LATER = "an action in words, 0: that is all (q: leave)"


@pytest.mark.usefixtures("market")
def test_the_menu_of_a_game_in_phases_asks_for_the_list(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runner = Runner(GAME, Facts(SEATS, {"stock": 2, "coins": 2}, {}))
    runner.begin(FreeDealer(bytes(32)))
    answers = iter(["buy", "fly", "resign", "buy pass", "buy", "pass", "0"])
    questions = asked(answers, monkeypatch)
    plan = choose(runner, "ann", {})
    assert (plan.actions, plan.then) == ([BUY], [BUY, PASS])
    assert questions == [ACTION, *[LATER] * 6]
    said = capsys.readouterr().err
    assert "When you are asked again in this phase (everybody reads what you sign):" in said
    for code in ("schema/unknown-action", "then/resign", "one action at a time"):
        assert code in said


def test_the_menu_of_other_games_does_not(dogs: World, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.record.desk import read_record

    runner = read_record(str(dogs.file("ann"))).table.runner.clone()
    questions = asked(iter(["end"]), monkeypatch)
    plan = choose(runner, "ann", {})
    assert (plan.actions, plan.then, questions) == ([END], (), [ACTION])


# --- the lab ---


def in_the_lab(chance: dict[str, Any] | None = None, **move: Any) -> dict[str, Any]:
    moves = [{"seat": "ann", "actions": [BUY], **move}, {"seat": "bob", "actions": [BUY]}]
    options = {"stock": 3, "coins": 2}
    seats = ["ann", "bob"]
    return lab.run(
        {
            "lab": 1,
            "game": "market",
            "seats": seats,
            "options": options,
            "moves": moves,
            **(chance or {"seed": "s"}),
        }
    )


@pytest.mark.usefixtures("market")
def test_a_lab_plays_a_list_too() -> None:
    """Ann buys again as soon as bob has bought, and passes when she is asked the third time."""
    report = in_the_lab(then=[BUY, PASS])
    assert [line for line in report["trace"] if "ann" in line] == [
        "> ann: buy",
        "  when ann is asked again: buy; pass",
        "  ann: buy (MA-3)",
        "  ann, by the list of move 1: buy",
        "  ann: buy (MA-3)",
    ]
    assert report["awaited"] == "bob"
    assert report["state"]["points"] == {"ann": 2, "bob": 1}
    assert in_the_lab()["awaited"] == "ann"


@pytest.mark.usefixtures("market")
def test_a_lab_tells_which_list_came_to_the_draw_at_which_it_stops() -> None:
    report = in_the_lab({"script": [{"order": ["ann", "bob"]}]}, then=[LUCK])
    assert report["trace"][-2:] == ["  ann, by the list of move 1: luck", "  ann: luck (MA-3)"]
    assert report["asked"].endswith("1 dice of 6")


@pytest.mark.usefixtures("market")
def test_a_lab_refuses_a_list_that_resigns_with_its_place() -> None:
    with pytest.raises(Refused) as caught:
        in_the_lab(then=[BUY, {"do": "resign"}])
    assert (caught.value.code, caught.value.at) == ("then/resign", "/moves/0/then/1")
