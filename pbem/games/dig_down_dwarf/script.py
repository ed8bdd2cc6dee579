"""The game as its rulebook tells it. Clauses: docs/rules/dig-down-dwarf.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.games.dig_down_dwarf.gems import (
    AMETHYST,
    CURSITE,
    DIAMOND,
    EMERALD,
    EXIST,
    GEMS,
    INDEX,
    SAPPHIRE,
    Pile,
    pile,
    pool,
)
from pbem.games.dig_down_dwarf.legal import Legal
from pbem.games.dig_down_dwarf.menus import MEMBERS
from pbem.games.dig_down_dwarf.scoring import earned
from pbem.games.dig_down_dwarf.state import DwarfState, empty, start_turn
from pbem.script.asking import ask, until_over
from pbem.script.contract import Facts
from pbem.script.requests import Action, Script, draw, roll

RESIGNS = "DW-R33"


def setup(facts: Facts) -> Script[DwarfState]:
    """Order of chance: first seat, dwarfs, six gems (DW-R32, DW-R25)."""
    state = DwarfState(facts=facts, bag=pile(EXIST))  # DW-6
    state.seat = yield from _first_seat(facts)
    dwarfs = yield from _deal_dwarfs(facts)
    for seat, dwarf in zip(facts.seats, dwarfs, strict=True):
        state.dwarfs[seat] = dwarf
        state.known[seat] = 1  # DW-5
        state.hoards[seat] = empty()  # DW-9
        state.say("DW-4", "{seat} plays the dwarf {dwarf}", seat=seat, dwarf=dwarf)
    gems = yield from draw(pool(state.bag), 6)
    _move(gems, state.bag, state.table)
    state.say("DW-7", "the table starts with {gems}", gems=_words(gems))
    state.say("DW-10", "{seat} begins", seat=state.seat)
    start_turn(state)
    return state


def _first_seat(facts: Facts) -> Script[str]:
    first: str = facts.options["first"]
    if first == "random":  # DW-R27
        (first,) = yield from draw(facts.seats, 1)
    return first


def _deal_dwarfs(facts: Facts) -> Script[Sequence[str]]:
    chosen: Sequence[str] | str = facts.options["dwarfs"]
    if isinstance(chosen, str):  # DW-4: dealt in seat order
        ids = sorted(card["id"] for card in facts.deck["dwarfs"])
        return (yield from draw(ids, len(facts.seats)))
    return chosen


def play(state: DwarfState) -> Script[None]:
    return until_over(state, turns(state))


def turns(state: DwarfState) -> Script[None]:
    """DW-11, DW-84, DW-R21: turn after turn, until play would return to the closer."""
    legal = Legal(state)
    while True:
        yield from turn(state, legal)
        state.seat = state.after(state.seat)
        start_turn(state)
        if state.seat == state.closer:
            state.say("DW-84", "play returns to {seat}: the game is over", seat=state.seat)
            return
        state.turn += 1


def turn(state: DwarfState, legal: Legal) -> Script[None]:
    """The five steps (DW-12)."""
    yield from fill_table(state)
    state.faces = [0, 0, 0, 0]
    faces = yield from throw(state, 15)  # DW-15
    state.step = "roll"
    state.say("DW-15", "{seat} rolls {faces}", seat=state.seat, faces=faces)
    yield from rolling(state, legal)
    if state.draws_due:
        state.step = "draw"
        yield from draw_gems(state, legal)


def fill_table(state: DwarfState) -> Script[None]:
    """Step 1: two gems from the bag, or what it has (DW-13, DW-14, DW-R20)."""
    count = min(2, sum(state.bag))
    if not count:  # DW-85
        return
    gems = yield from draw(pool(state.bag), count)
    _move(gems, state.bag, state.table)
    words = "{seat} draws {gems} to the table"
    state.say("DW-13" if count == 2 else "DW-14", words, seat=state.seat, gems=_words(gems))
    _last_round(state)


def _last_round(state: DwarfState) -> None:
    """DW-82: the draw that empties the bag; DW-86: it happens once."""
    if not any(state.bag):
        state.closer = state.seat
        words = "{seat} drew the last gem: one more turn for everybody else"
        state.say("DW-82", words, seat=state.seat)


def throw(state: DwarfState, mask: int) -> Script[str]:
    """Roll the dice of `mask` together and note what each now is; the faces in words."""
    dice = MEMBERS[mask]
    thrown = yield from roll(len(dice))
    locked, sixes = state.locked & ~mask, state.sixes & ~mask
    for die, face in zip(dice, thrown, strict=True):
        state.faces[die] = face
        if face == 1:
            locked |= 1 << die  # DW-20, DW-22
        elif face == 6:
            sixes |= 1 << die  # DW-23
    state.locked, state.sixes = locked, sixes
    state.turned &= ~mask  # DW-50: a throw ends being set
    if mask & state.favoured:
        state.used = False  # DW-59: each six rolled is a chance of its own
    names = state.facts.deck["dice"]
    return ", ".join([f"{names[die]} {face}" for die, face in zip(dice, thrown, strict=True)])


def rolling(state: DwarfState, legal: Legal) -> Script[None]:
    """Step 3, until the player collects (step 4): DW-16, DW-17. Any number of gems (DW-43)."""
    while True:
        action = (yield from ask(state, legal.rolling(), RESIGNS)).action
        do = action["do"]
        if do == "reroll":
            yield from reroll(state, legal.dice.mask(action["dice"]))
        elif do == "spend":
            yield from SPEND[action["gem"]](state, legal, action)
        elif do == "power":
            use_power(state, action)
        else:
            collect(state, action)
            return


def reroll(state: DwarfState, mask: int) -> Script[None]:
    """DW-18; free if every die was rolled to six (DW-24, DW-R6), else one of the two (DW-25)."""
    free = not mask & ~state.sixes
    if not free:
        state.rerolls_left -= 1
    faces = yield from throw(state, mask)
    if free:
        state.say("DW-24", "{seat} rerolls for free: {faces}", seat=state.seat, faces=faces)
    else:
        words = "{seat} rerolls ({left} left): {faces}"
        state.say("DW-19", words, seat=state.seat, left=state.rerolls_left, faces=faces)


def _spend(state: DwarfState, gem: int, count: int) -> None:
    """No spending counts as one of the two rerolls (DW-46)."""
    state.hoards[state.seat][gem] -= count
    state.out[gem] += count  # DW-42


def spend_amethyst(state: DwarfState, legal: Legal, action: Action) -> Script[None]:
    """DW-44: one Amethyst for each die."""
    count = len(action["dice"])
    _spend(state, AMETHYST, count)
    faces = yield from throw(state, legal.dice.mask(action["dice"]))
    words = "{seat} spends {count} amethyst to reroll: {faces}"
    state.say("DW-44", words, seat=state.seat, count=count, faces=faces)


def spend_sapphire(state: DwarfState, legal: Legal, action: Action) -> Script[None]:
    """DW-45: one Sapphire for any number of dice."""
    _spend(state, SAPPHIRE, 1)
    faces = yield from throw(state, legal.dice.mask(action["dice"]))
    words = "{seat} spends 1 sapphire to reroll: {faces}"
    state.say("DW-45", words, seat=state.seat, faces=faces)


def spend_emerald(state: DwarfState, legal: Legal, action: Action) -> Script[None]:
    """DW-48: one Emerald for each die, which counts as it is set (DW-49); DW-50, DW-R8: it was
    not rolled."""
    wanted: dict[str, int] = action["set"]
    _spend(state, EMERALD, len(wanted))
    names = [die for die in legal.dice.dice if die in wanted]
    for i, die in enumerate(legal.dice.dice):
        if die in wanted:
            state.faces[i] = wanted[die]
    mask = legal.dice.mask(names)
    state.locked &= ~mask
    state.sixes &= ~mask
    state.turned |= mask
    if mask & state.favoured:
        state.used = False
    words = "{seat} spends {count} emerald and sets {faces}"
    faces = ", ".join(f"{die} {wanted[die]}" for die in names)
    state.say("DW-48", words, seat=state.seat, count=len(wanted), faces=faces)
    yield from ()


def spend_diamond(state: DwarfState, legal: Legal, action: Action) -> Script[None]:
    """DW-51: all gems of one type, at once and besides the roll (DW-52, DW-R19)."""
    _spend(state, DIAMOND, 1)
    gem = INDEX[action["take"]]
    count = _take_all(state, gem)
    words = "{seat} spends the diamond and takes {count} {gem}"
    state.say("DW-51", words, seat=state.seat, count=count, gem=GEMS[gem])
    yield from ()


SPEND: dict[str, Callable[[DwarfState, Legal, Action], Script[None]]] = {
    "amethyst": spend_amethyst,
    "sapphire": spend_sapphire,
    "emerald": spend_emerald,
    "diamond": spend_diamond,
}


def use_power(state: DwarfState, action: Action) -> None:
    """DW-58 to DW-66, DW-R2, then the power's own effect; the die stays a 6 (DW-70)."""
    state.used = True
    state.powers_used += 1
    POWER[action["power"]](state, action)
    known = state.known[state.seat]
    if known < 4:  # DW-62, DW-63
        state.known[state.seat] = known + 1
        learned = state.facts.deck["powers"][known]
        words = "the card of {seat} turns: {power} is known"
        state.say("DW-62", words, seat=state.seat, power=learned)


def use_wild(state: DwarfState, action: Action) -> None:
    """DW-67, DW-R12: held aside, no longer a six that may be rerolled."""
    state.wild = state.favoured
    state.sixes &= ~state.favoured
    die = state.facts.deck["dice"][state.favoured.bit_length() - 1]
    state.say("DW-67", "{seat} uses WILD and holds {die} aside", seat=state.seat, die=die)


def use_draw(state: DwarfState, action: Action) -> None:
    """DW-71: the gem comes at the end of the turn."""
    state.draws_due += 1
    words = "{seat} uses DRAW: a gem from the bag after collecting"
    state.say("DW-71", words, seat=state.seat)


def use_swap(state: DwarfState, action: Action) -> None:
    """DW-75."""
    other: str = action["seat"]
    give, take = INDEX[action["give"]], INDEX[action["take"]]
    mine, yours = state.hoards[state.seat], state.hoards[other]
    mine[give] -= 1
    yours[give] += 1
    yours[take] -= 1
    mine[take] += 1
    words = "{seat} uses SWAP: gives {other} 1 {give} and takes 1 {take}"
    names = {"other": other, "give": GEMS[give], "take": GEMS[take]}
    state.say("DW-75", words, seat=state.seat, **names)


def use_raid(state: DwarfState, action: Action) -> None:
    """DW-78."""
    gem = INDEX[action["take"]]
    state.table[gem] -= 1
    state.hoards[state.seat][gem] += 1
    words = "{seat} uses RAID and takes 1 {gem}"
    state.say("DW-78", words, seat=state.seat, gem=GEMS[gem])


POWER: dict[str, Callable[[DwarfState, Action], None]] = {
    "wild": use_wild,
    "draw": use_draw,
    "swap": use_swap,
    "raid": use_raid,
}


def collect(state: DwarfState, action: Action) -> None:
    """Step 4: everything on the table that the final roll matches (DW-26 to DW-38, DW-R29).

    What RAID or the Diamond took is no longer there (DW-79). A pair without Cursite on the
    table costs nothing (DW-R23). A WILD die has one value for all of it (DW-R11).
    """
    if state.wild:  # DW-68
        state.faces[state.wild.bit_length() - 1] = action["wild"]
        words = "{seat} counts the WILD die as {face}"
        state.say("DW-68", words, seat=state.seat, face=action["wild"])
    taken = False
    for gem in earned(state.faces, state.facts.options["quads"]):
        count = _take_all(state, gem)
        if count:
            taken = True
            clause = "DW-33" if gem == CURSITE else "DW-28"
            words = "{seat} takes {count} {gem}"
            state.say(clause, words, seat=state.seat, count=count, gem=GEMS[gem])
    if not taken:
        state.say("DW-36", "{seat} takes nothing", seat=state.seat)


def _take_all(state: DwarfState, gem: int) -> int:
    """Clear the table of one type, for the hoard (DW-37); how many gems."""
    count = state.table[gem]
    state.table[gem] = 0
    state.hoards[state.seat][gem] += count
    return count


def draw_gems(state: DwarfState, legal: Legal) -> Script[None]:
    """Step 5: each DRAW due on its own, the gem seen before the next (DW-71 to DW-74, DW-R14).

    It goes to the drawer's hoard (DW-R13).
    """
    while state.draws_due:
        action = (yield from ask(state, legal.drawing(), RESIGNS)).action
        if action["do"] == "stop":
            state.draws_due = 0
            state.say("DW-72", "{seat} draws no more", seat=state.seat)
            return
        state.draws_due -= 1
        gems = yield from draw(pool(state.bag), 1)
        if gems[0] == "diamond" and legal.strict:  # DW-81
            _move(gems, state.bag, state.table)
            words = "{seat} draws the diamond: it goes to the table"
            state.say("DW-81", words, seat=state.seat)
        else:
            _move(gems, state.bag, state.hoards[state.seat])
            state.say("DW-71", "{seat} draws 1 {gem}", seat=state.seat, gem=gems[0])
        _last_round(state)


def _move(gems: Sequence[str], source: Pile, target: Pile) -> None:
    for gem in gems:
        source[INDEX[gem]] -= 1
        target[INDEX[gem]] += 1


def _words(gems: Sequence[str]) -> str:
    return ", ".join(gems)
