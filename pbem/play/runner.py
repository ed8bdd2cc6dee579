"""Drives one script forward: the only place where a reply is sent to a script.

Check first, then send: an action reaches the script only after it was found in the
list that the script itself offered. A runner goes forward only; after an error it is
spent, and whoever wants to go on takes a `clone()` made from the replies sent so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from pbem.errors import Refused
from pbem.play.done import Done
from pbem.play.outcome import Played, illegal
from pbem.play.standing import GAME_OVER, Lists
from pbem.script.contract import BaseState, Event, Facts, Game
from pbem.script.requests import (
    RESIGN,
    Action,
    Choose,
    Chosen,
    Draw,
    Faces,
    Look,
    Mix,
    Open,
    Refusal,
    Script,
    Shuffle,
    asks_nothing,
)

AnyGame = Game[Any]


class Dealer(Protocol):
    """Who serves a script's requests: the arbiter's secrets, a record, a lab, a benchmark."""

    def draw(self, request: Draw) -> list[Any]: ...
    def shuffle(self, request: Shuffle) -> None: ...
    def mix(self, request: Mix) -> None: ...
    def look(self, request: Look) -> None: ...
    def open(self, request: Open) -> dict[str, str]: ...


STOPPED = Refusal("stopped", "", "the actions before it were stopped")
GONE = Refusal("resigned", "", "the seat has resigned")
PHASE_OVER = Refusal("phase-over", "", "the phase is over")
NOT_AWAITED = Refusal("not-your-turn", "", "another seat is awaited")
NOTHING: Faces = {}


class Runner:
    """One table's script, somewhere between its start and its end.

    `pending` is the decision awaited, None before `begin` and after the end.
    """

    def __init__(self, game: AnyGame, facts: Facts) -> None:
        self.game = game
        self.facts = facts
        self.state: BaseState | None = None
        self.pending: Choose | None = None
        self._script: Script[None] = self._whole()
        self._replies: list[Any] = []
        self._served = False
        self._drew = False
        self.needed: set[str] = set()  # tokens whose openings the newest move used
        self.begun = 0  # how many actions of the newest move were begun
        self.allowed: set[str] = set()  # tokens whose openings it may carry; see `move`
        self._rest: tuple[str, Sequence[Action], Faces] = ("", (), NOTHING)  # of that move
        self.lists = Lists()
        self._done: list[Done] = []

    def _whole(self) -> Script[None]:
        yield from self._setup()
        assert self.state is not None
        yield from self.game.play(self.state)

    def _setup(self) -> Script[None]:
        self.state = yield from self.game.setup(self.facts)

    def begin(self, dealer: Dealer) -> None:
        """Run the setup, and on to the first decision."""
        self._served = self._drew = False
        self._advance(None, dealer)
        self._settle(dealer)

    def set_up(self, dealer: Dealer) -> None:
        """Run the setup alone: the first turn has not begun (lab positions)."""
        self._script = self._setup()
        self._advance(None, dealer)

    def begin_at(self, state: BaseState, dealer: Dealer) -> None:
        """Enter the script at the turn start that `state` describes (lab positions)."""
        self.state = state
        self._script = self.game.play(state)
        self._served = self._drew = False
        self._advance(None, dealer)
        self._settle(dealer)

    @property
    def over(self) -> bool:
        return self.state is not None and self.state.over

    @property
    def awaited(self) -> str | None:
        return self.pending.seat if self.pending else None

    def public(self) -> dict[str, Any]:
        assert self.state is not None
        return self.game.public(self.state)

    def take_events(self) -> list[Event]:
        """The events since the last call."""
        if self.state is None:
            return []
        events = self.state.events
        self.state.events = []
        return events

    def take_done(self) -> list[Done]:
        """What was played and served since the last call, in order."""
        done, self._done = self._done, []
        return done

    def clone(self) -> Runner:
        """The same position in a new runner, reached by sending the same replies again."""
        twin = Runner(self.game, self.facts)
        twin.follow(self)
        return twin

    def follow(self, other: Runner) -> None:
        """Catch up with `other`, which was sent the same replies as this one, and then more."""
        request: Any = self.pending
        for reply in other._replies[len(self._replies) :]:
            request = self._script.send(reply)
        self._replies = list(other._replies)
        self.lists = other.lists.copy()
        self.pending = request if type(request) is Choose else None
        if self.state is not None:
            self.state.events = []

    def move(
        self,
        seat: str,
        actions: Sequence[Action],
        shown: Faces,
        dealer: Dealer,
        then: Sequence[Action] = (),
        entry: int = 0,
    ) -> Played:
        """Play `actions` of `seat`, whose openings `shown` are known to be right.

        then: what it signs beforehand, in the entry of this number. The seat awaited has no
        list that stands, so there is none to put an end to.

        Behind the first draw nobody can foresee what its actions will need. What they may
        need is fixed there (`allowed`), so that who tries the move knows as much as who rules.

        Raises Illegal where nothing was served before an illegal action, and
        Refused("move/not-your-turn", "move/game-over").
        """
        self._served = self._drew = False
        if self.pending is None:
            raise Refused("move/game-over", "the game is over: no move is possible")
        if self.pending.seat != seat:
            raise Refused("move/not-your-turn", f"{seat} moved, but {self.pending.seat} is awaited")
        self.needed, self.begun = set(), 0
        self._rest = (seat, actions, shown)
        phase = self.pending.phase
        stop, why = self._run_list(seat, actions, shown, dealer)
        if then:
            self.lists.add(seat, then, phase, entry)
            self._drop_at_once(seat, stop)
        forced = self._settle(dealer)
        if not self._drew:
            self.allowed = self.needed
        allowed, told = frozenset(self.allowed), self.lists.take_told()
        return Played(stop, why, self._served, self._drew, allowed, forced, told)

    def openings(self, seat: str, actions: Sequence[Action], faces: Faces) -> set[str]:
        """The openings that `seat` would show if it came to `actions` (Game.openings)."""
        game, state = self.game, self.state
        return {t for a in actions for t in game.openings(state, seat, game.normalise(a), faces)}

    def lapse(self, seat: str, dealer: Dealer) -> Played:
        """Play the default of one decision for a seat that is late."""
        self._served = self._drew = False
        self._rest = (seat, (), NOTHING)
        choice = self.pending
        if choice is None or choice.seat != seat:
            raise Refused("lapse/not-awaited", f"{seat} is not awaited")
        self._advance(Chosen(choice.default, NOTHING), dealer, "default")
        self._settle(dealer)
        listed = self.lists.take_told()
        return Played(None, None, self._served, self._drew, frozenset(), listed=listed)

    def _run_list(
        self,
        seat: str,
        actions: Sequence[Action],
        shown: Faces,
        dealer: Dealer,
    ) -> tuple[int | None, Refusal | None]:
        for index, action in enumerate(actions):
            if self._served:
                self._run_forced_before(seat, action, shown, dealer)
            choice = self.pending
            if choice is None:
                return index, GAME_OVER
            if choice.seat != seat:
                return index, NOT_AWAITED
            found = self._find(choice, action, shown)
            if found is None:
                refusal = choice.refuse(self.game.normalise(action), shown)
                if not self._served:
                    raise illegal(choice, index, action, refusal, shown)
                return index, refusal
            self.needed.update(choice.shows(found, shown))
            self.begun = index + 1
            self._advance(Chosen(found, shown), dealer, "signed")
        return None, None

    def _drop_at_once(self, seat: str, stop: int | None) -> None:
        """A list does not stand behind actions that were stopped, or of a seat that is gone."""
        assert self.state is not None
        if stop is not None:
            self.lists.drop(seat, STOPPED, self._told())
        elif seat in self.state.resigned:
            self.lists.drop(seat, GONE, self._told())

    def _settle(self, dealer: Dealer) -> tuple[tuple[str, Action], ...]:
        """Go on to a decision that somebody has to be asked for (docs/protocol.md, Then).

        Where only the default is left to do, the rules do it without another mail; where the
        seat has signed its answer beforehand, that is played. Returns what was done by the rules.
        """
        done: list[tuple[str, Action]] = []
        while (choice := self.pending) is not None:
            answer, how = self._listed(choice) if self.lists else None, "list"
            if choice.forced:
                done.append((choice.seat, choice.default))
                answer, how = choice.default, "alone" if answer is None else "list"
            if answer is None:
                return tuple(done)
            self._advance(Chosen(answer, NOTHING), dealer, how)
        for seat in self.facts.seats:
            self.lists.drop(seat, GAME_OVER, self._told())
        return tuple(done)

    def _end_lists(self, phase: str) -> None:
        """A list lasts no longer than the phase it was signed in, whoever is asked next."""
        for seat in self.facts.seats:
            if (standing := self.lists.of(seat)) is not None and standing.phase != phase:
                self.lists.drop(seat, PHASE_OVER, self._told())

    def _listed(self, choice: Choose) -> Action | None:
        """The answer of the seat's list, which is used up by it; None if it has none.

        A list that cannot answer is dropped, unless nobody has to be asked: then it waits.
        """
        seat = choice.seat
        self._end_lists(choice.phase)
        if (standing := self.lists.of(seat)) is None:
            return None
        wanted = standing.actions[0]
        found = self._find(choice, wanted, NOTHING)
        if choice.forced and found != choice.default:
            return None
        if found is None:
            refusal = choice.refuse(self.game.normalise(wanted), NOTHING)
            self.lists.drop(seat, refusal, self._told())
            return None
        self.lists.use(seat, self._told())
        return found

    def _told(self) -> int:
        """How many events there are so far."""
        return len(self.state.events) if self.state is not None else 0

    def _run_forced_before(self, seat: str, action: Action, shown: Faces, dealer: Dealer) -> None:
        """Inside a list, what alone is left for the mover needs no action, but one may name it.

        Behind a draw only: before one, a wrong action refuses the whole move. What is another
        seat's ends the list, which reaches into no later turn.
        """
        while (choice := self.pending) is not None and choice.forced and choice.seat == seat:
            if self._find(choice, action, shown) is not None:
                return
            self._advance(Chosen(choice.default, NOTHING), dealer, "alone")

    def _find(self, choice: Choose, action: Action, shown: Faces) -> Action | None:
        if action == RESIGN:
            return RESIGN
        wanted = self.game.normalise(action)
        if wanted in choice.menu(shown):
            return wanted
        for form in choice.forms:
            if form.do == wanted["do"] and form.accepts(wanted, shown):
                return wanted
        return None

    def _advance(self, reply: Any, dealer: Dealer, how: str = "") -> None:
        """Send a reply and serve what the script asks, up to its next decision or its end."""
        if how and self.pending is not None:
            self._done.append(Done(how, self.pending.seat, reply.action, self._told()))
        replies, send = self._replies, self._script.send
        while True:
            replies.append(reply)
            try:
                request = send(reply)
            except StopIteration:
                self.pending = None
                return
            if type(request) is Choose:
                self.pending = request
                return
            if type(request) is not Draw and asks_nothing(request):
                reply = {} if type(request) is Open else None
                continue
            self._served = True
            self._done.append(Done("served", "", None, self._told()))
            reply = self._serve(request, dealer)

    def _serve(self, request: Any, dealer: Dealer) -> Any:
        kind = type(request)
        if kind is Look:
            return dealer.look(request)
        if not self._drew:
            self._drew = True
            self.allowed = self.needed
            seat, actions, shown = self._rest
            if self.begun < len(actions):
                self.allowed = self.needed | self.openings(seat, actions[self.begun :], shown)
        if kind is Draw:
            return dealer.draw(request)
        if kind is Shuffle:
            return dealer.shuffle(request)
        if kind is Mix:
            return dealer.mix(request)
        return dealer.open(request)
