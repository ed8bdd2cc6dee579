"""Whole tables through the program's own rulings and files; what a finished record proves, and how
many mails a Day takes.

Each seat sends a whole turn in one mail, as far as it can be foreseen: what it digs, what it lays
and who mines, what it sells. A Buy Phase goes round card by card; with lists signed beforehand
(`then`) it takes one mail of each seat, unless somebody else takes a card that was wanted.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import Refused
from pbem.games.dig_card_game import GAME
from pbem.play.runner import PHASE_OVER
from pbem.play.views import view
from pbem.record.desk import Plan
from pbem.record.knowledge import Openings
from pbem.record.record import load
from pbem.record.table import Table
from pbem.script.contract import View
from pbem.script.requests import Action
from tests.games.dig_card_game.tables import DONE, PASS, buy, hire, place, sell
from tests.tables import ARBITER, Mail, Seated, same_nonces

# One worker has them all, so that what they share is made once.
pytestmark = pytest.mark.xdist_group("card_files")

SLUG = "dig-card-game"
THREE = ("ann", "bob", "cy")
DECK = {**GAME.deck(), "cave_ins": {"regular": 4, "escape": 3}}
TOOLS = ("pick", "lantern")
Faces = Mapping[str, str]


# --- how the three play ---


def plan(table: Table, seat: str, faces: Faces) -> Plan:
    """All that can be said now; in a Buy Phase the first card, and the others for `then`."""
    phase = view(table.runner, seat, faces).state["phase"]
    if phase == "buy":
        first, *rest = purchases(view(table.runner, seat, faces))
        return Plan([first], rest)
    runner, actions = table.runner.clone(), list[Action]()
    while True:
        seen = view(runner, seat, faces)
        action = GAME.bot(seen, lambda n: 0)
        if action["do"] in ("mine", "done"):
            return Plan([*actions, *miners(seen), DONE])
        actions.append(action)
        try:
            runner.move(seat, [action], faces, NoDealer())
        except DayOver:
            return Plan(actions)
        if runner.awaited != seat or runner.public()["phase"] != phase:
            return Plan(actions)


class DayOver(Exception):
    """The last turn of a Day has ended by itself, and the next one begins with draws."""


class NoDealer:
    def __getattr__(self, name: str) -> Any:
        raise DayOver


def miners(seen: View) -> list[Action]:
    """Every Dwarf that may mine, the one that draws most first; whatever the danger."""
    own = seen.state["mines"][seen.seat]
    free = [a for a in seen.actions if a["do"] == "mine" and set(a) == {"do", "dwarf"}]
    level = {piece: int(n) for n, there in own["pieces"].items() for piece in there}
    left: Counter[tuple[int, str]] = Counter()
    for piece, n in level.items():
        left[n, piece[0]] += piece not in seen.state["mined"]
    chosen = []
    for action in sorted(free, key=lambda a: -level[a["dwarf"]]):
        n = level[action["dwarf"]]
        if left[n, "P"] and left[n, "L"]:
            chosen.append(action)
            left[n, "P"] -= 1
            left[n, "L"] -= 1
    return chosen


def purchases(seen: View) -> list[Action]:
    """What makes sets of a Dwarf, a Pick and a Lantern, as far as supply and gold go; a pass."""
    state, own = seen.state, seen.state["mines"][seen.seat]
    today = next(p for p in seen.facts.deck["provisions"] if p["id"] == state["prices"])
    there = Counter(WORDS[card[0]] for card in (*state["dwarves"], *state["tools"]))
    have: Counter[str] = Counter()
    laid = [card for cards in own["pieces"].values() for card in cards]
    for card in (*own["dwarves"], *own["tools"], *laid, *map(seen.faces.get, own["hidden"])):
        assert card is not None
        have["dwarf" if card[0] in "AJM" else WORDS[card[0]]] += 1
    gold, wanted = own["gold"], list[Action]()
    while len(wanted) < 4:
        short = min(("dwarf", *TOOLS), key=lambda what: have[what])
        offers = [rank for rank in RANKS if rank not in today["strike"]] * (short == "dwarf")
        offers = [w for w in offers or [short] if there[w]]
        prices = {w: today["hire"][w] if w in RANKS else today[w]["buy"] for w in offers}
        best = min(prices, key=lambda w: prices[w], default=None)
        if best is None or prices[best] > gold:
            break
        wanted.append(hire(best) if best in RANKS else buy(best))
        gold, there[best], have[short] = gold - prices[best], there[best] - 1, have[short] + 1
    return [*wanted, PASS]


RANKS = ("master", "journeyman", "apprentice")
WORDS = {"A": "apprentice", "J": "journeyman", "M": "master", "P": "pick", "L": "lantern"}


def numbered(text: str, number: int) -> bytes:
    return sha256(f"{text} {number}".encode()).digest()


# --- through files ---


@pytest.fixture
def same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """With these nonces both kinds of Cave-Ins come up."""
    same_nonces(monkeypatch, "caves")


def awaited(mail: Mail) -> str | None:
    """As the record says for readers without the program."""
    now = json.loads(Path(mail.at(ARBITER)).read_text("utf-8"))["now"]
    return next(iter(now["awaited"]), None)


def own_plan(table: Table, seat: str, openings: Openings) -> Plan:
    """From the seat's own record and looks."""
    return plan(table, seat, {token: face for token, (face, _) in openings.items()})


def test_a_table_of_three_over_six_days(tmp_path: Path, same_deal: None) -> None:
    """DC-20, DC-95, DC-98: separate identities, nothing passes but files, to the end; then each
    party's record is proven. A Tunnel is lost to either kind of Cave-In."""
    mail = Mail(tmp_path, SLUG, THREE, options={"first": "ann"}, deck=DECK)
    while (seat := awaited(mail)) is not None:
        assert len(mail.sent) < 300
        mail.deliver(mail.post(mail.desks[seat].move(mail.at(seat), own_plan)))
    table = mail.record().table
    events = Counter(event.clause for step in table.steps for event in step.events)
    for clause in ("DC-11", "DC-R4", "DC-96", "DC-97", "DC-98", "DC-111", "DC-120", "DC-131"):
        assert events[clause], clause
    check_the_end(table)
    for name in (*THREE, ARBITER):
        proven = load(mail.record(name).as_json()).table
        assert proven.over
        assert proven.secret is not None
        assert proven.runner.public() == table.runner.public()


def check_the_end(table: Table) -> None:
    """DC-130, DC-131, and every card is there once: the secret tells the faces of the rest."""
    state = table.runner.public()
    assert (state["day"], state["phase"], state["over"]) == (6, "sell", True)
    faces = {token: face for token, (face, _) in table.cards.faces.items()}
    cards = [faces[t] for t in state["tool_tokens"]]
    for name in ("dwarves", "tools", "dwarf_deck", "gone"):
        cards += state[name]
    for own in state["mines"].values():
        cards += [*own["dwarves"], *own["tools"], *own["gems"], *(faces[t] for t in own["hidden"])]
        cards += [card for there in own["pieces"].values() for card in there]
    cards += [card for batch in (*state["tool_deck"], *state["mine_deck"]) for card in batch]
    assert len(cards) == len(set(cards)) == 28 + 15 + 35
    assert table.runner.state is not None
    result = GAME.result(table.runner.state)
    assert dict(result.scores) == {seat: own["gold"] for seat, own in state["mines"].items()}
    assert max(result.scores.values()) == result.scores[result.winners[0]]


# --- how many mails ---


def seated(number: int, seats: Sequence[str] = THREE, **options: Any) -> Seated:
    """Each number is dealt otherwise."""
    return Seated(
        SLUG,
        seats,
        options={"first": seats[0], **options},
        nonces=lambda name: numbered(name, number),
    )


class Counted:
    """A game in memory: its mails by phase, and what the lists in it came to."""

    def __init__(self, number: int, *, lists: bool) -> None:
        self.table = seated(number)
        self.mails: Counter[str] = Counter()
        self.dropped = self.bought = 0
        while (seat := self.table.table.awaited_seat) is not None:
            state = self.table.table.runner.public()
            self.mails[state["phase"]] += 1
            faces = {token: face for token, (face, _) in self.table.known(seat).items()}
            now = plan(self.table.table, seat, faces)
            ruled = self.table.do(seat, *now.actions, then=now.then if lists else ())
            ended = [one for one in self.table.table.steps[-1].listed if one.why is not None]
            assert ruled.get("dropped", {}) == {one.seat: one.place for one in ended}
            self.dropped += sum(one.why != PHASE_OVER for one in ended)
        events = [e.clause for step in self.table.table.steps for e in step.events]
        self.bought = sum(events.count(clause) for clause in ("DC-40", "DC-41", "DC-42"))


@pytest.fixture(scope="module")
def without() -> Counted:
    return Counted(1, lists=False)


@pytest.fixture(scope="module")
def with_lists() -> Counted:
    return Counted(1, lists=True)


def test_a_buy_phase_without_lists_takes_a_mail_for_each_card(without: Counted) -> None:
    """DC-40, DC-44: each hire, purchase and pass is one."""
    assert without.mails["buy"] == without.bought > 6 * 3


def test_a_buy_phase_with_lists_takes_a_mail_of_each_seat(with_lists: Counted) -> None:
    """At most: a seat that can pay for nothing sends none (DC-R9), one whose list was dropped
    because the card had gone sends another."""
    assert with_lists.mails["buy"] <= 6 * 3 + with_lists.dropped
    assert with_lists.mails["buy"] < with_lists.bought


def test_the_other_phases_take_a_mail_of_each_seat(with_lists: Counted, without: Counted) -> None:
    """DC-51, DC-70, DC-110: a whole turn is one mail; mining takes another where a Cave-In stops
    what was planned."""
    for game in (with_lists, without):
        assert game.mails["dig"] <= 6 * 3
        assert game.mails["sell"] <= 6 * 3
        caves = sum(e.clause == "DC-94" for step in game.table.table.steps for e in step.events)
        assert game.mails["mine"] <= 6 * 3 + caves


def test_a_day_takes_twelve_mails_of_three_seats(with_lists: Counted, without: Counted) -> None:
    """Four phases, at most one mail of each seat in each; without lists more are needed."""
    assert sum(with_lists.mails.values()) <= 6 * 12 + with_lists.dropped
    assert sum(without.mails.values()) > sum(with_lists.mails.values())


@pytest.mark.parametrize("which", ["with_lists", "without"])
def test_both_games_are_proven(which: str, request: pytest.FixtureRequest) -> None:
    game: Counted = request.getfixturevalue(which)
    table = game.table.load().table
    assert table.over
    assert table.secret is not None
    check_the_end(table)


# --- lists of actions ---


def test_hidden_tools_come_with_their_openings() -> None:
    """DC-R4: `show` has the Tools that are laid or sold, and no others."""
    table = seated(1)
    shown = set()
    while (seat := table.table.awaited_seat) is not None:
        faces = {token: face for token, (face, _) in table.known(seat).items()}
        hidden = set(table.table.runner.public()["mines"][seat]["hidden"])
        now = plan(table.table, seat, faces)
        named = {str(value) for action in now.actions for value in action.values()} & hidden
        move = table.move(seat, *now.actions)
        assert set(move.body.get("show", {})) == named
        shown |= named
        table.enter(move)
        left = table.table.runner.public()["mines"][seat]["hidden"]
        assert set(left) == hidden - named
        if len(shown) > 2:
            break
    assert shown


def test_an_illegal_move_is_refused_and_nothing_is_recorded() -> None:
    """DC-40, DC-R4: in the Buy Phase nothing is laid, dug or sold, by nobody's token."""
    table = seated(1)
    before, state = table.json(), table.table.runner.public()
    mine, other = state["mines"]["ann"]["hidden"], state["mines"]["bob"]["hidden"]
    for action in (
        DONE,
        place(mine[0], 1),
        sell(cards=mine[0]),
        sell(cards=other[0]),
        {"do": "dig", "level": 1, "dwarf": "A1", "pick": mine[0], "lantern": mine[1]},
        {"do": "sell", "gems": {"ruby": 0}},
        {"do": "buy", "kind": "ruby"},
    ):
        with pytest.raises(Refused):
            table.do("ann", action)
        assert table.json() == before
        assert table.table.runner.public() == state


def test_a_list_ends_with_the_turn() -> None:
    """DC-44: one card, and it is Bob's turn; the rest of the list is not done, nor kept."""
    table = seated(1)
    first, second, *_ = purchases(view(table.table.runner, "ann", named(table, "ann")))
    ruled = table.do("ann", first, second)
    assert (ruled["stop"], table.table.awaited_seat) == (1, "bob")
    assert table.table.standing() == {}


def named(table: Seated, seat: str) -> dict[str, str]:
    return {token: face for token, (face, _) in table.known(seat).items()}


def test_a_lapsed_buy_turn_is_a_pass() -> None:
    """DC-R37: nothing is drawn, nothing shown, and the next seat goes on."""
    table = seated(1)
    before = table.table.runner.public()
    table.enter(table.lapse("bob", "ann"))
    after = table.table.runner.public()
    assert table.table.awaited_seat == "bob"
    assert after == {**before, "out": ["ann"], "turn": "bob"}
    assert not table.table.steps[-1].draws
    assert table.load().table.awaited_seat == "bob"


def test_with_open_tools_nobody_looks_at_anything() -> None:
    """DC-R4: all chance is public then, and no move carries an opening."""
    table = seated(1, THREE[:2], start_tools="open")
    for own in table.table.runner.public()["mines"].values():
        assert (len(own["tools"]), own["hidden"]) == (2, [])
    for _ in range(12):
        seat = table.table.awaited_seat
        assert seat is not None
        assert named(table, seat) == {}
        table.do(seat, *plan(table.table, seat, {}).actions)
    statements = [body for entry in table.json()["entries"] for body in entry]
    assert not any({"looks", "show", "tokens"} & set(body) for body in statements)


def dealt_by_seats(tools: str) -> Seated:
    return Seated(
        SLUG,
        THREE,
        options={"first": "ann", "start_tools": tools},
        host="ann",
        nonces=lambda name: numbered(name, 1),
    )


def test_with_hidden_tools_an_arbiter_is_needed() -> None:
    """DC-R4: what only one seat may see somebody has to deal."""
    with pytest.raises(Refused) as caught:
        dealt_by_seats("hidden")
    assert caught.value.code == "open/hidden"


def test_with_open_tools_the_seats_can_deal() -> None:
    """DC-R4: six Days with lists and without an arbiter; a draw takes a link of each seat."""
    table = dealt_by_seats("open")
    while (seat := table.table.awaited_seat) is not None:
        now = plan(table.table, seat, {})
        table.do(seat, *now.actions, then=now.then)
    proven = table.load().table
    assert (proven.over, proven.arbiter, proven.hidden_shuffles) == (True, None, 0)
    check_the_end(proven)
    logged = table.json()["entries"]
    for step in proven.steps:
        parties = {body["by"] for body in logged[step.n] if "link" in body}
        assert parties == (set(THREE) if step.draws else set()), step.n
