"""Decisions of random play per second, menus included."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from bench.rows import Effort, Row
from bench.tables import GAMES, NAMES
from pbem.games import registry
from pbem.play.dealers import FreeDealer
from pbem.play.runner import AnyGame, Runner
from pbem.script.contract import Facts

WANTED, LEAST = 50_000, 10_000
SEATS = 3
MOST = 3000  # decisions of one game: random play of some games may not end


def measure(effort: Effort) -> Iterator[Row]:
    for slug in GAMES:
        game = registry.load(slug)
        names, deck = NAMES[:SEATS], game.deck()
        facts = Facts(names, game.check_options({}, names, deck), deck)
        rate = decisions_per_second(game, facts, effort.seconds)
        target = f"{WANTED:,}; no less than {LEAST:,}"
        yield Row("decisions", f"{slug}, {SEATS} seats", rate, "per second", target, rate >= WANTED)


def decisions_per_second(game: AnyGame, facts: Facts, seconds: float) -> float:
    source = random.Random(facts.seats[0])
    start = time.process_time()
    made = games = 0
    while (spent := time.process_time() - start) < seconds or not made:
        made += play(game, facts, games.to_bytes(32, "big"), source)
        games += 1
    return made / max(spent, 1e-9)


def play(game: AnyGame, facts: Facts, key: bytes, source: random.Random) -> int:
    """One game to its end; how many decisions it took."""
    runner, dealer = Runner(game, facts), FreeDealer(key)
    runner.begin(dealer)
    made = 0
    while (choice := runner.pending) is not None and made < MOST:
        known = dealer.known(choice.seat)
        menu = choice.menu(known)
        number = int(source.random() * (len(menu) + len(choice.forms)))
        if number < len(menu):
            action = menu[number]
        else:
            action = choice.forms[number - len(menu)].pick(source.randrange)
        shown = {token: known[token] for token in choice.shows(action, known)}
        runner.move(choice.seat, [action], shown, dealer)
        runner.take_events()
        made += 1
    return made
