"""A position with scripted draws: what would happen (docs/protocol.md, Lab).

With `position` the setup is dealt from a fixed key, the position is merged over the
public state, and the game goes on from the start of the turn it names; `script` then
serves the requests from there on. Without it `script` serves the setup too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import Refused, placed
from pbem.fair.encode import H
from pbem.games import registry
from pbem.play import forms, standing, words
from pbem.play.dealers import FreeDealer
from pbem.play.outcome import Illegal
from pbem.play.runner import AnyGame, Runner
from pbem.play.views import result
from pbem.script.contract import Facts
from pbem.script.requests import Action, Draw, Look, Open, Shuffle
from pbem.wire import schema

SETUP_KEY = H("lab setup")
Lab = Mapping[str, Any]


class Asked(Exception):
    """Internal: the script's outcomes are used up and there is no seed."""

    def __init__(self, request: Draw) -> None:
        super().__init__(describe(request))
        self.request = request


def describe(request: Draw) -> str:
    if request.word == "roll":
        return f'{{"roll": [...]}}: {request.number} dice of {request.sides}'
    counted = Counter(request.items)
    items = [item if n == 1 else f"{item} x {n}" for item, n in counted.items()]
    return f'{{"{request.word}": [...]}}: {request.number} of {", ".join(items)}'


class LabDealer(FreeDealer):
    """Serves `script` first, then the seed. `fixed`: faces by token; `hidden`: tokens so far."""

    def __init__(
        self, script: Sequence[Mapping[str, Any]], seed: str | None, fixed: Mapping[str, str]
    ) -> None:
        super().__init__(H("lab", seed or ""))
        self.script = list(script)
        self.used = 0
        self.seeded = seed is not None
        self.fixed = fixed
        self.hidden: set[str] = set()

    def draw(self, request: Draw) -> list[Any]:
        if self.used < len(self.script):
            outcome = self.script[self.used]
            self.used += 1
            return _outcome(request, outcome, self.used - 1)
        if not self.seeded:
            raise Asked(request)
        return super().draw(request)

    def shuffle(self, request: Shuffle) -> None:
        self._check(request.tokens)
        super().shuffle(request)
        self.hidden.update(request.onto)
        self._put_fixed(request.onto)

    def look(self, request: Look) -> None:
        self._check(request.tokens)
        super().look(request)

    def open(self, request: Open) -> dict[str, str]:
        self._check(request.tokens)
        return super().open(request)

    def _check(self, tokens: Sequence[str]) -> None:
        """A position may name tokens that the setup has not made, or has used up."""
        unknown = [token for token in tokens if token not in self.faces]
        if unknown:
            raise Refused(
                "lab/token",
                f"the token {unknown[0]} stands for no card",
                at="/position",
                hint="hidden cards are those that the setup deals; leave them under their tokens",
            )

    def _put_fixed(self, onto: Sequence[str]) -> None:
        """Give the tokens named in `faces` theirs by swapping within this shuffle."""
        for token in onto:
            wanted = self.fixed.get(token)
            if wanted is None or self.faces[token] == wanted:
                continue
            other = next(
                (t for t in onto if self.faces[t] == wanted and self.fixed.get(t) != wanted), None
            )
            if other is None:
                raise self._no_such_face(token, wanted, onto)
            self.faces[token], self.faces[other] = wanted, self.faces[token]

    def _no_such_face(self, token: str, wanted: str, onto: Sequence[str]) -> Refused:
        given = [t for t in onto if self.faces[t] == wanted == self.fixed.get(t)]
        why = f"it goes to {given[0]}" if given else "that face is not among those shuffled"
        return Refused("lab/face", f"{token} cannot be {wanted}: {why}", at=f"/faces/{token}")

    def check_used(self) -> None:
        """What was set and never asked for would make a file seem to say more than it does.

        Raises Refused("lab/unused").
        """
        left = len(self.script) - self.used
        if left:
            outcomes = "1 outcome" if left == 1 else f"{left} outcomes"
            message = f"{outcomes} of the script too many: the moves come to no more draws"
            raise Refused("lab/unused", message, at=f"/script/{self.used}")
        for token in self.fixed:
            if token not in self.hidden:
                message = f"a face is set for {token}, but the moves come to no such token"
                raise Refused("lab/unused", message, at=f"/faces/{token}")


def _outcome(request: Draw, outcome: Mapping[str, Any], index: int) -> list[Any]:
    """A scripted outcome, checked against what is asked. Raises Refused("lab/outcome")."""
    given = outcome.get(request.word)
    if given is not None and _fits(request, given):
        return list(given)
    raise Refused(
        "lab/outcome",
        f"outcome {index} of the script does not fit what is asked: {describe(request)}",
        at=f"/script/{index}",
    )


def _fits(request: Draw, given: Sequence[Any]) -> bool:
    if len(given) != request.number:
        return False
    if request.word == "roll":
        return all(isinstance(v, int) and 1 <= v <= request.sides for v in given)
    return not Counter(given) - Counter(request.items)


def run(lab: Lab, trace: list[str] | None = None) -> dict[str, Any]:
    """Run a lab file that strict JSON reading has given; returns the trace as JSON.

    `trace` is filled as the run goes on, so that it is there after an error too.

    {"trace": [line...], "state", "awaited", "actions", "forms", "over", "result"?, "asked"?}
    Raises Refused for a bad file and for an action that is not legal.
    """
    schema.check("lab", lab)
    game = registry.load(lab["game"])
    facts = _facts(game, lab)
    dealer = LabDealer(lab.get("script", ()), lab.get("seed"), lab.get("faces", {}))
    trace = [] if trace is None else trace
    asked = None
    runner = Runner(game, facts)
    try:
        _start(game, facts, lab, dealer, runner)
        _tell(runner, trace)
        _play(runner, lab["moves"], dealer, trace)
    except Asked as stop:
        asked = describe(stop.request)
    _tell(runner, trace)
    if asked is None:
        dealer.check_used()
    return _report(runner, trace, asked, dealer.faces)


def _facts(game: AnyGame, lab: Lab) -> Facts:
    seats = tuple(lab["seats"])
    fewest, most = game.seats
    if not fewest <= len(seats) <= most:
        raise Refused(
            "lab/seats", f"{game.slug} is played by {fewest} to {most} seats", at="/seats"
        )
    deck = lab.get("deck") or game.deck()
    schema.check(f"deck.{game.slug}", deck, at="/deck")
    with placed("/deck"):
        game.check_deck(deck)
    with placed("/options"):
        options = game.check_options(lab.get("options", {}), seats, deck)
    return Facts(seats, options, deck)


def _start(game: AnyGame, facts: Facts, lab: Lab, dealer: LabDealer, runner: Runner) -> None:
    position = lab.get("position")
    if position is None:
        runner.begin(dealer)
        return
    setup = LabDealer((), "", dealer.fixed)
    setup.key = SETUP_KEY
    before = Runner(game, facts)
    before.set_up(setup)
    dealer.faces, dealer.hidden = setup.faces, setup.hidden
    merged = _merge(before.public(), position)
    schema.check(f"{game.slug}.state", merged, at="/position")
    runner.begin_at(_restore(game, facts, merged), dealer)


def _restore(game: AnyGame, facts: Facts, merged: Mapping[str, Any]) -> Any:
    """As the game has it, with the place in the lab file."""
    with placed("/position"):
        return game.restore(facts, merged)


def _merge(state: Mapping[str, Any], position: Mapping[str, Any]) -> dict[str, Any]:
    """`position` over `state`: objects field by field, anything else replaced."""
    merged = dict(state)
    for name, value in position.items():
        old = merged.get(name)
        if isinstance(value, Mapping) and isinstance(old, Mapping):
            value = _merge(old, value)
        merged[name] = value
    return merged


def _play(
    runner: Runner, moves: Sequence[Mapping[str, Any]], dealer: LabDealer, trace: list[str]
) -> None:
    for i, move in enumerate(moves):
        seat, actions, then = move["seat"], move["actions"], move.get("then", ())
        slug = runner.game.slug
        standing.check_actions(slug, move, f"/moves/{i}")
        trace.append(f"> {seat}: {_written(actions, slug)}")
        if then:
            trace.append(f"  when {seat} is asked again: {_written(then, slug)}")
        try:
            played = runner.move(seat, actions, dealer.faces, dealer, then, i + 1)
        except Refused as error:
            _tell(runner, trace)
            if error.code.startswith("move/"):
                error.at = f"/moves/{i}{error.at}"
                error.hint = _hint(error, slug)
            raise
        _tell(runner, trace, played.listed)
        if played.stop is not None and played.why is not None:
            trace.append(f"  stopped at action {played.stop + 1}: {played.why.message}")


def _hint(error: Refused, slug: str) -> str:
    """What could stand in the lab file in the place of a move that was refused."""
    if not isinstance(error, Illegal) or not error.legal:
        return "correct the moves in the lab file"
    more = ["..."] if error.more else []
    return "legal: " + "; ".join([*(words.write(a, slug) for a in error.legal), *more])


def _written(actions: Sequence[Action], slug: str) -> str:
    return "; ".join(words.write(a, slug) for a in actions)


def _tell(runner: Runner, trace: list[str], listed: Sequence[standing.Listed] = ()) -> None:
    """The events, and between them what lists signed beforehand did, also in a move that went
    no further than a draw."""
    listed = [*listed, *runner.lists.take_told()]
    lines = [f"  {e.words()} ({e.clause})" for e in runner.take_events()]
    for one in reversed(listed):  # from the end, so that the places before it stay
        lines.insert(one.told, f"  {standing.told(one, runner.game.slug, 'move')}")
    trace += lines


def _report(
    runner: Runner, trace: list[str], asked: str | None, faces: Mapping[str, str]
) -> dict[str, Any]:
    """What there is to say at the end; a lab knows every face, so drops are listed too."""
    choice = runner.pending if asked is None else None
    report: dict[str, Any] = {
        "trace": trace,
        "state": runner.public() if runner.state is not None else None,
        "awaited": choice.seat if choice else None,
        "actions": list(choice.menu(faces)) if choice else [],
        "forms": [forms.as_json(form) for form in choice.forms] if choice else [],
        "over": runner.over,
    }
    final = result(runner)
    if final is not None:
        report["result"] = {
            "winners": list(final.winners),
            "scores": dict(final.scores),
            "why": final.why,
        }
    if asked is not None:
        report["asked"] = asked
    return report
