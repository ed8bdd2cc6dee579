"""One contract for every game, by random play: those that come with the program, and the tests'
own. What a game must keep to be played by mail (pbem/script/contract.py)."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from pbem.errors import Refused
from pbem.fair.draws import hidden_stream
from pbem.games import registry
from pbem.play import bots
from pbem.play.dealers import FreeDealer
from pbem.play.runner import Runner
from pbem.play.views import view
from pbem.script.contract import Facts
from pbem.script.requests import RESIGN, Action, Choose, Draw, Look, Mix, Open, Shuffle
from pbem.wire import schema

pytestmark = pytest.mark.usefixtures("example", "plain")

SEATS = ("ann", "bob", "cid", "dee")
SLUGS = [*registry.names(), "example", "plain"]
MOST = 6000
OPTIONS: dict[tuple[str, int], dict[str, Any]] = {
    **{("dig-dogs", seats): {"idle_rounds": 8} for seats in (2, 3, 4)},
    ("dig-up-adventure", 1): {"variant": "solo"},
}
"""Where random play would go on for long, and where a number of seats needs a variant."""
Public = dict[str, Any]
TURN_START: dict[str, Callable[[Public], bool]] = {
    "dig-2017": lambda p: p["step"] == "turn" and not p["used"] and not p["dug"],
    "dig-dogs": lambda p: p["left"] == 3 and p["digging"] is None,
    "dig-down-dwarf": lambda p: p["step"] == "start" and not p["dice"],
    "dig-up-adventure": lambda p: (
        p["solo"]["pile"] + len(p["solo"]["skeletons"]) == 4
        if p["solo"]
        else (p["step"] == "color" and not p["mines"])
        or (p["step"] == "play" and not p["plays"] and p["playing"] is None)
    ),
    "example": lambda p: True,
    "plain": lambda p: True,
}
"""Where `restore` must take a public state; other games: wherever it does."""
FOR_THE_ABSENT: dict[str, list[Action]] = {"dig-2017": [{"do": "skip"}]}
"""What is played for a seat that is away and may not be played by one that is there."""


class Step(NamedTuple):
    """One action of a random game: the position before it, who acted, what was shown."""

    runner: Runner
    dealer: Taped
    seat: str
    action: Action
    shown: dict[str, str]


class Taped(FreeDealer):
    """Keeps what everybody gets to know: draws and openings. `before` is called at each draw."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self.tape: list[Any] = []
        self.opened: dict[str, str] = {}
        self.before: Callable[[], None] = lambda: None

    def copy(self) -> Taped:
        twin = copy.deepcopy(self)
        twin.before = lambda: None
        return twin

    def draw(self, request: Draw) -> list[Any]:
        self.before()
        self.tape.append(super().draw(request))
        return list(self.tape[-1])

    def open(self, request: Open) -> dict[str, str]:
        self.tape.append(super().open(request))
        self.opened.update(self.tape[-1])
        return dict(self.tape[-1])

    def shuffle(self, request: Shuffle) -> None:
        """A card that goes in by its face leaves the token behind under which it was shown."""
        stale = {f: t for t, f in self.opened.items() if t in self.faces and f in request.faces}
        for token in stale.values():
            del self.faces[token]
        super().shuffle(request)


class Outsider:
    """Replays from the tape alone: sees no shuffle and no look."""

    def __init__(self, tape: list[Any]) -> None:
        self.tape = list(tape)

    def draw(self, request: Draw) -> list[Any]:
        return list(self.tape.pop(0))

    def open(self, request: Open) -> dict[str, str]:
        return dict(self.tape.pop(0))

    def shuffle(self, request: Shuffle) -> None:
        return None

    def mix(self, request: Mix) -> None:
        return None

    def look(self, request: Look) -> None:
        return None


def begin(slug: str, seats: int, seed: int) -> tuple[Runner, Taped]:
    game = registry.load(slug)
    names = SEATS[:seats]
    deck = game.deck()
    full = game.check_options(OPTIONS.get((slug, seats), {}), names, deck)
    runner = Runner(game, Facts(names, full, deck))
    dealer = Taped(seed.to_bytes(32, "big"))
    runner.begin(dealer)
    return runner, dealer


def known(dealer: FreeDealer, seat: str) -> dict[str, str]:
    """What a seat has looked at, of the tokens that live."""
    return {t: f for t, f in dealer.known(seat).items() if t in dealer.faces}


def steps(slug: str, seats: int, seed: int) -> Iterator[Step]:
    """A random game. The runner of a step is live: it moves on when the next is asked for."""
    runner, dealer = begin(slug, seats, seed)
    below = hidden_stream(bytes(32), seed.to_bytes(32, "big"), 0).below
    for _ in range(MOST):
        choice = runner.pending
        if choice is None:
            break
        faces = known(dealer, choice.seat)
        action = bots.any_legal(view(runner, choice.seat, faces), below)
        shown = {t: faces[t] for t in choice.shows(action, faces)}
        dealer.opened.update(shown)
        yield Step(runner, dealer, choice.seat, action, shown)
        runner.move(choice.seat, [action], shown, dealer)
    assert runner.over, f"{slug} with {seats} seats, seed {seed}, goes on after {MOST} actions"


def sizes(slug: str) -> list[int]:
    fewest, most = registry.load(slug).seats
    return list(range(fewest, min(most, len(SEATS)) + 1))


GAMES = [(slug, n) for slug in registry.names() for n in sizes(slug)]
GAMES += [("example", 2), ("example", 3), ("plain", 1), ("plain", 4)]


def every_game(test: Any) -> Any:
    """Run `test(slug, seats, seed)` for each game and number of seats, with three seeds."""
    each = pytest.mark.parametrize(("slug", "seats"), GAMES)(test)
    return pytest.mark.parametrize("seed", range(3))(each)


def offered(choice: Choose, action: Action) -> bool:
    """Is it in the public menu, or in a form?"""
    forms = (form for form in choice.forms if form.do == action["do"])
    return action in choice.menu({}) or any(form.accepts(action, {}) for form in forms)


@every_game
def test_it_ends_and_somebody_can_always_do_something(slug: str, seats: int, seed: int) -> None:
    """Options are never empty, the default is legal without a look, actions fit their schema, and
    the state its own; the result names seats."""
    game = registry.load(slug)
    for i, step in enumerate(steps(slug, seats, seed)):
        choice = step.runner.pending
        assert choice is not None and choice.seat == step.seat
        absent = FOR_THE_ABSENT.get(slug, [])
        assert offered(choice, choice.default) != (choice.default in absent)
        schema.check_action(slug, choice.default)
        assert choice.menu({}) or choice.forms
        assert game.normalise(step.action) == game.normalise(game.normalise(step.action))
        schema.check_action(slug, step.action)
        if i % 5 == 0:
            schema.check(f"{slug}.state", step.runner.public())
    public = step.runner.public()
    schema.check(f"{slug}.state", public)
    result = game.result(step.runner.state)
    assert set(result.winners) <= set(SEATS[:seats]) and (result.winners or seats == 1)
    assert set(result.scores) == set(SEATS[:seats]) and result.why


@every_game
def test_a_replay_is_the_game(slug: str, seats: int, seed: int) -> None:
    """A clone, made by sending the same replies again, stands where the live game stands."""
    for i, step in enumerate(steps(slug, seats, seed)):
        if i % 11:
            continue
        twin = step.runner.clone()
        assert twin.public() == step.runner.public()
        assert twin.awaited == step.runner.awaited
        assert _menus(twin) == _menus(step.runner)


def _menus(runner: Runner) -> Any:
    choice = runner.pending
    return choice and (list(choice.menu({})), [(f.do, f.example, f.fields) for f in choice.forms])


@every_game
def test_a_clone_that_plays_on_leaves_the_game_alone(slug: str, seats: int, seed: int) -> None:
    for i, step in enumerate(steps(slug, seats, seed)):
        if i % 17:
            continue
        before = json.dumps(step.runner.public(), sort_keys=True)
        twin, dealer = step.runner.clone(), step.dealer.copy()
        twin.move(step.seat, [step.action], step.shown, dealer)
        assert json.dumps(step.runner.public(), sort_keys=True) == before


@every_game
def test_everybody_computes_the_same_public_state(slug: str, seats: int, seed: int) -> None:
    """Somebody with the draws, the openings and the moves alone sees each state as it was."""
    game: list[tuple[Step, Public]] = []
    for step in steps(slug, seats, seed):
        game.append((step, step.runner.public()))
    last = game[-1][0]
    outsider = Outsider(last.dealer.tape)
    runner = Runner(last.runner.game, last.runner.facts)
    runner.begin(outsider)
    for step, public in game:
        assert runner.public() == public
        runner.move(step.seat, [step.action], step.shown, outsider)
    assert runner.public() == last.runner.public()
    assert outsider.tape == []


class Second:
    """A second game, entered at a turn's start of the first from its public state alone.

    A turn may start with a decision or with a draw, so both are watched for. `after`: how many
    actions to let pass first.
    """

    def __init__(self, after: int) -> None:
        self.after = after
        self.runner: Runner | None = None
        self.dealer: Taped | None = None

    def look(self, first: Runner, dealer: Taped) -> None:
        public, game = first.public(), first.game
        starts = TURN_START.get(game.slug)
        if self.runner is not None or (starts is not None and not starts(public)):
            return
        try:
            state = game.restore(first.facts, json.loads(json.dumps(public)))
        except Refused:
            assert starts is None, "restore refuses the start of a turn"
            return
        assert game.public(state) == public
        if self.after <= 0:
            self.dealer = dealer.copy()
            self.runner = Runner(game, first.facts)
            self.runner.begin_at(state, self.dealer)

    def follow(self, step: Step) -> None:
        """Make sure that it stands where the first one stands, and play the same action."""
        self.after -= 1
        step.dealer.before = lambda: self.look(step.runner, step.dealer)
        self.look(step.runner, step.dealer)
        if self.runner is not None and self.dealer is not None:
            assert self.runner.public() == step.runner.public()
            self.runner.move(step.seat, [step.action], step.shown, self.dealer)


@every_game
def test_a_game_is_entered_at_a_turns_start_from_its_public_state(
    slug: str, seats: int, seed: int
) -> None:
    """Restored, it is the same; entered there, it goes on in the same way to the end. Pieces
    are conserved: `restore` refuses a state in which they are not."""
    second = Second(after=1 if slug == "plain" or seats == 1 else 5)
    for step in steps(slug, seats, seed):
        second.follow(step)
    assert second.runner is not None or slug not in TURN_START
    if second.runner is not None:
        assert second.runner.over and second.runner.public() == step.runner.public()


@every_game
def test_a_public_state_is_a_fresh_object(slug: str, seats: int, seed: int) -> None:
    for i, step in enumerate(steps(slug, seats, seed)):
        if i > 40:
            break
        before = json.dumps(step.runner.public(), sort_keys=True)
        _spoil(step.runner.public())
        assert json.dumps(step.runner.public(), sort_keys=True) == before


def _spoil(value: Any) -> None:
    if isinstance(value, dict):
        for inner in value.values():
            _spoil(inner)
        value.clear()
    elif isinstance(value, list):
        for inner in value:
            _spoil(inner)
        value.clear()


@every_game
def test_what_an_action_shows_is_what_it_needs_and_no_more(
    slug: str, seats: int, seed: int
) -> None:
    """With the openings named by `shows` alone the action is legal and needs just these; with
    any of them left out it is not."""
    for step in steps(slug, seats, seed):
        choice = step.runner.pending
        assert choice is not None
        faces = known(step.dealer, step.seat)
        for action in choice.menu(faces):
            shown = {t: faces[t] for t in choice.shows(action, faces)}
            assert action in choice.menu(shown)
            assert set(choice.shows(action, shown)) == set(shown)
            for token in shown:
                rest = {t: f for t, f in shown.items() if t != token}
                assert action not in choice.menu(rest)


@every_game
def test_hidden_faces_are_those_of_the_deck(slug: str, seats: int, seed: int) -> None:
    runner, _ = begin(slug, seats, seed)
    counts = runner.game.face_counts(runner.facts.deck)
    hidden = runner.game.hidden(runner.facts.options)
    assert bool(counts) == hidden
    for step in steps(slug, seats, seed):
        assert Counter(step.dealer.faces.values()) <= Counter(counts)
        assert hidden or not step.dealer.faces


@every_game
def test_the_board_fits_the_page_for_everybody(slug: str, seats: int, seed: int) -> None:
    """Plain ASCII, at most 100 wide, for each seat and for a spectator, and words for events."""
    for i, step in enumerate(steps(slug, seats, seed)):
        if i % 13 == 0:
            for seat in (*SEATS[:seats], None):
                faces = known(step.dealer, seat) if seat else {}
                for line in step.runner.game.board(view(step.runner, seat, faces)):
                    assert line.isascii() and len(line) <= 100
        for event in step.runner.take_events():
            assert event.clause and event.words()


@every_game
def test_a_late_seat_and_one_that_resigns_do_not_stop_the_game(
    slug: str, seats: int, seed: int
) -> None:
    """At any point: the default of the decision can be played, and resigning goes on or ends."""
    for i, step in enumerate(steps(slug, seats, seed)):
        if i % 19:
            continue
        late, dealer = step.runner.clone(), step.dealer.copy()
        late.lapse(step.seat, dealer)
        assert late.over or late.awaited in SEATS
        gone, dealer = step.runner.clone(), step.dealer.copy()
        gone.move(step.seat, [RESIGN], {}, dealer)
        assert step.seat in gone.public()["resigned"]
        assert gone.awaited != step.seat
        assert gone.over or seats > 2


@pytest.mark.parametrize(("slug", "seats"), GAMES)
def test_an_action_that_is_not_listed_is_refused_with_a_reason(slug: str, seats: int) -> None:
    """Actions of earlier moments of the same games: each is in the list, or refused in words."""
    seen: list[Action] = []
    codes: set[str] = set()
    for seed in range(3):
        for i, step in enumerate(steps(slug, seats, seed)):
            if step.action not in seen:
                seen.append(step.action)
            if i % 7 == 0:
                codes |= _refusals(step, seen[-25:])
    assert codes or slug == "plain"  # where everything is always possible
    assert all(code.startswith("move/") for code in codes)


def _refusals(step: Step, actions: list[Action]) -> set[str]:
    """The codes with which those that are not in the list are refused now, changing nothing."""
    faces = known(step.dealer, step.seat)
    choice = step.runner.pending
    assert choice is not None
    legal, codes = choice.menu(faces), set[str]()
    twin, before = step.runner.clone(), step.runner.public()
    for action in actions:
        if action in legal:
            continue
        try:
            twin.move(step.seat, [action], faces, step.dealer.copy())
        except Refused as error:
            codes.add(error.code if twin.public() == before and error.message else "none")
        else:
            assert choice.forms, action
            twin = step.runner.clone()
    return codes
