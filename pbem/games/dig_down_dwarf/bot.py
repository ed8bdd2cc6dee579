"""A player with a little sense: it looks one roll ahead and counts points.

Values are points times 6^4, so that every average over at most four dice is an integer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from pbem.games.dig_down_dwarf.gems import GEMS
from pbem.games.dig_down_dwarf.scoring import (
    PATTERNS,
    VALUE,
    cursite_value,
    dwarf_card,
    earned,
    pattern,
)
from pbem.script.contract import View
from pbem.script.requests import Action, Below

SCALE = 6**4
POINTS = dict(zip(GEMS, (*VALUE, -1), strict=True))
SAMPLE = {  # one roll of each pattern, to ask what the pattern earns
    "four ones": (1, 1, 1, 1),
    "four of a kind": (2, 2, 2, 2),
    "three of a kind": (2, 2, 2, 3),
    "two pairs": (2, 2, 3, 3),
    "one pair": (2, 2, 3, 4),
    "straight": (1, 2, 3, 4),
    "no pattern": (1, 2, 4, 6),
}
Values = Mapping[str, int]


@lru_cache(maxsize=1024)
def odds(kept: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    """Patterns when the other dice are rolled, in 1/6^4; `kept` in rising order."""
    free = 4 - len(kept)
    counts = Counter(pattern(kept + thrown) for thrown in product(range(1, 7), repeat=free))
    weight = SCALE // 6**free
    return tuple((name, counts[name] * weight) for name in PATTERNS if counts[name])


def bot(view: View, below: Below) -> Action:
    """The action that promises most; always one of the view's actions and forms."""
    state = view.state
    if state["step"] == "draw":
        return _more(view)
    worth = _worth(view)
    options = [*_rerolls(view, worth), *_settings(view, worth), *_others(view, worth)]
    best = max(value for value, _ in options)
    ties = [action for value, action in options if value == best]
    return ties[below(len(ties))] if len(ties) > 1 else ties[0]


def _gem_value(view: View, gem: str, count: int) -> int:
    """Points of `count` more of a type to the active player, wanted ones a little more."""
    seat = view.state["seat"]
    hoard = view.state["hoards"][seat]
    if gem == "cursite":
        players = len(view.facts.seats)
        had: int = hoard[gem]
        return cursite_value(had + count, players) - cursite_value(had, players)
    wants = dwarf_card(view.facts.deck, view.state["dwarfs"][seat])["wants"]
    missing: int = max(0, wants.get(gem, 0) - hoard[gem])
    return POINTS[gem] * count + min(missing, count)


def _worth(view: View) -> Values:
    """What collecting each pattern brings now."""
    table, quads = view.state["table"], view.facts.options["quads"]
    return {
        name: sum(_gem_value(view, GEMS[i], table[GEMS[i]]) for i in earned(SAMPLE[name], quads))
        for name in PATTERNS
    }


def _expected(kept: Sequence[int], worth: Values) -> int:
    return sum(worth[name] * weight for name, weight in odds(tuple(sorted(kept))))


def _rerolls(view: View, worth: Values) -> list[tuple[int, Action]]:
    """Rerolls, counted or paid for; a WILD die is kept as the six it shows."""
    dice = view.state["dice"]
    options = []
    for action in view.actions:
        if "dice" not in action:
            continue
        kept = [die["face"] for name, die in dice.items() if name not in action["dice"]]
        gem = action.get("gem")
        paid = len(action["dice"]) if gem == "amethyst" else 1
        price = _price(gem, paid) if gem else 0
        options.append((_expected(kept, worth) - price * SCALE, action))
    return options


def _price(gem: str, count: int) -> int:
    """What spending gems costs: their points, and one for the use they might have later."""
    return (POINTS[gem] + 1) * count


def _settings(view: View, worth: Values) -> list[tuple[int, Action]]:
    """One die set by an Emerald."""
    options = []
    for form in view.forms:
        for die in view.state["dice"]:
            for face in range(1, 7):
                action = {"do": "spend", "gem": "emerald", "set": {die: face}}
                if form.accepts(action, view.faces):
                    faces = _faces(view, die, face)
                    value = worth[pattern(faces)] - _price("emerald", 1)
                    options.append((value * SCALE, action))
    return options


def _faces(view: View, changed: str = "", face: int = 0) -> tuple[int, ...]:
    dice = view.state["dice"].items()
    return tuple(face if name == changed else die["face"] for name, die in dice)


def _others(view: View, worth: Values) -> list[tuple[int, Action]]:
    """Collecting, powers, and the Diamond."""
    stay = worth[pattern(_faces(view))] * SCALE
    options = []
    for action in view.actions:
        do = action["do"]
        if do == "collect":
            faces = _faces(view, _wild_die(view), action.get("wild", 0))
            options.append((worth[pattern(faces)] * SCALE, action))
        elif do == "power":
            options.append((_power(view, action, worth, stay), action))
        elif action.get("gem") == "diamond":
            gain = _gem_value(view, action["take"], view.state["table"][action["take"]])
            options.append((stay + (gain - _price("diamond", 1)) * SCALE, action))
    return options


def _wild_die(view: View) -> str:
    dice: Mapping[str, Mapping[str, Any]] = view.state["dice"]
    return next((name for name, die in dice.items() if die["how"] == "wild"), "")


def _power(view: View, action: Action, worth: Values, stay: int) -> int:
    """What a power leaves the roll worth; turning the card counts a little."""
    power = action["power"]
    turns = SCALE // 2
    if power == "wild":
        seat = view.state["dwarfs"][view.state["seat"]]
        die = dwarf_card(view.facts.deck, seat)["die"]
        best = max(worth[pattern(_faces(view, die, face))] for face in range(1, 7))
        return best * SCALE + turns
    if power == "raid":
        return stay + _gem_value(view, action["take"], 1) * SCALE + turns
    if power == "swap":
        gain = _gem_value(view, action["take"], 1) - _gem_value(view, action["give"], 1)
        return stay + gain * SCALE + turns
    bag = view.state["bag"]
    total: int = sum(_gem_value(view, gem, 1) * bag[gem] for gem in GEMS)
    gems: int = sum(bag.values())
    return stay + total * SCALE // gems + turns


def _more(view: View) -> Action:
    """Draw while the bag's average gem is worth having."""
    bag = view.state["bag"]
    gain = sum(_gem_value(view, gem, 1) * bag[gem] for gem in GEMS)
    wanted = "draw" if gain > 0 else "stop"
    return next(action for action in view.actions if action["do"] == wanted)
