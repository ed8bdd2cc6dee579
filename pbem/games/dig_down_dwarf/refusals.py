"""Why an action is not legal. Asked only for actions that the menu and the forms lack."""

from __future__ import annotations

from typing import Any

from pbem.games.dig_down_dwarf.gems import DIAMOND, GEMS, INDEX, types
from pbem.games.dig_down_dwarf.menus import SIZE, DiceMenus
from pbem.games.dig_down_dwarf.state import DwarfState, open_six
from pbem.script.requests import Action, Refusal

NO_FIT = Refusal(
    "unknown-action",
    "DW-16",
    "this is no action of the rolling phase, or it has a field too many or too few; "
    "pbem moves lists what is legal",
)


def refuse_draw(action: Action) -> Refusal:
    """In step 5 only `draw` and `stop` are left."""
    return Refusal(
        "wrong-step",
        "DW-12",
        "the roll is collected; a DRAW is due: use draw, or stop to give it up",
    )


def refuse_roll(state: DwarfState, dice: DiceMenus, action: Action) -> Refusal:
    """The reason, in the rolling phase."""
    do = action.get("do")
    if do in ("draw", "stop"):
        message = "this comes after collecting, once the power DRAW was used; collect first"
        return Refusal("wrong-step", "DW-71", message)
    if do == "reroll":
        return _reroll(state, dice, action)
    if do == "spend":
        return _spend(state, dice, action)
    if do == "power":
        return _power(state, action)
    if do == "collect":
        return _collect(state, action)
    return NO_FIT


def _dice(state: DwarfState, dice: DiceMenus, names: Any, clause: str) -> int | Refusal:
    """The mask of the chosen dice, or what is wrong with the choice."""
    if not isinstance(names, (list, dict)) or not names:
        return Refusal("no-dice", clause, "name one to four dice")
    for name in names:
        if name not in dice.dice:
            known = ", ".join(dice.dice)
            return Refusal("die-unknown", clause, f"no die is called {name}; there are {known}")
    if len(set(names)) != len(names):
        return Refusal("die-twice", clause, "a die is named twice; name each die once")
    mask = dice.mask(list(names))
    if mask & state.wild:
        held = dice.names[state.wild][0]
        message = f"{held} is held aside as WILD for the rest of the turn; leave it out"
        return Refusal("die-wild", "DW-67", message)
    return mask


def _reroll(state: DwarfState, dice: DiceMenus, action: Action) -> Refusal:
    mask = _dice(state, dice, action.get("dice"), "DW-18")
    if isinstance(mask, Refusal):
        return mask
    if mask & state.locked:  # DW-R7
        ones = ", ".join(dice.names[mask & state.locked])
        message = f"{ones} was rolled to 1 and is locked; spend an amethyst or a sapphire to "
        return Refusal("die-locked", "DW-20", message + "reroll it, or an emerald to set it")
    if not state.rerolls_left and mask & ~state.sixes:
        message = "both rerolls are used; only dice rolled to 6 may be rerolled, and they alone"
        return Refusal("no-reroll-left", "DW-25", message)
    return NO_FIT


def _spend(state: DwarfState, dice: DiceMenus, action: Action) -> Refusal:
    gem = action.get("gem")
    if gem == "cursite":
        message = "Cursite cannot be spent; SWAP can give it away"
        return Refusal("cursite-unspendable", "DW-54", message)
    if gem not in GEMS:
        return Refusal("gem-unknown", "DW-41", f"no gem is called {gem}; use {', '.join(GEMS)}")
    has = state.hoards[state.seat][INDEX[gem]]
    if gem == "diamond":
        return _diamond(state, has, action.get("take"))
    clause = {"amethyst": "DW-44", "sapphire": "DW-45", "emerald": "DW-48"}[gem]
    chosen = action.get("set" if gem == "emerald" else "dice")
    mask = _dice(state, dice, chosen, clause)
    if isinstance(mask, Refusal):
        return mask
    needs = 1 if gem == "sapphire" else SIZE[mask]
    if has < needs:
        return _too_few(gem, needs, has)
    faces = chosen.values() if isinstance(chosen, dict) else ()
    if any(type(face) is not int or not 1 <= face <= 6 for face in faces):
        return Refusal("face", "DW-48", "a die has the faces 1 to 6; set it to one of them")
    return NO_FIT


def _too_few(gem: str, needs: int, has: int) -> Refusal:
    message = (
        f"this needs {needs} {gem} and your hoard holds {has}; choose fewer dice or another gem"
    )
    return Refusal("not-enough-gems", "DW-41", message)


def _diamond(state: DwarfState, has: int, take: Any) -> Refusal:
    if not has:
        return Refusal("not-enough-gems", "DW-41", "your hoard does not hold the Diamond")
    return _not_on_table(state, take, "DW-51")


def _not_on_table(state: DwarfState, take: Any, clause: str) -> Refusal:
    if take not in GEMS:
        return Refusal("gem-unknown", clause, f"take names one of {', '.join(GEMS)}")
    if not state.table[INDEX[take]]:
        return Refusal("not-on-table", clause, f"no {take} lies on the table; take another type")
    return NO_FIT


def _power(state: DwarfState, action: Action) -> Refusal:
    power = action.get("power")
    powers = state.facts.deck["powers"]
    if power not in powers:
        return Refusal("power-unknown", "DW-61", f"the powers are {', '.join(powers)}")
    if not open_six(state):
        return _no_open_six(state)
    known = powers[: state.known[state.seat]]
    if power not in known:
        message = f"you have not learned {power} yet; you know {', '.join(known)}"
        return Refusal("power-not-known", "DW-61", message)
    if power == "draw" and sum(state.bag) <= state.draws_due:
        return Refusal("no-effect", "DW-80", "the bag has no gem left for another DRAW")
    if power == "swap":
        return _swap(state, action)
    if power == "raid":
        return _raid(state, action.get("take"))
    return NO_FIT


def _no_open_six(state: DwarfState) -> Refusal:
    die = state.facts.deck["dice"][state.favoured.bit_length() - 1]
    if state.powers_used and state.sixes & state.favoured and not state.used:
        return Refusal("power-limit", "DW-59", "this table allows one power a turn; it is used")
    if state.used:
        message = f"a power was used on this 6 of {die}; roll another 6 with it first"
    elif state.turned & state.favoured:
        message = f"{die} was set, not rolled; a power needs a 6 rolled with it"
    else:
        message = f"a power needs a 6 rolled with {die}, your dwarf's die, and still lying there"
    return Refusal("no-open-six", "DW-60", message)


def _raid(state: DwarfState, take: Any) -> Refusal:
    strict = state.facts.options["diamond_rule"] == "strict"
    if not any(state.table[1:] if strict else state.table):
        return Refusal("no-effect", "DW-80", "the table has nothing to take")
    if strict and take == "diamond" and state.table[DIAMOND]:
        message = "at this table only four ones take the Diamond; take another type"
        return Refusal("diamond-not-taken", "DW-81", message)
    return _not_on_table(state, take, "DW-78")


def _swap(state: DwarfState, action: Action) -> Refusal:
    mine = state.hoards[state.seat]
    others = {seat: pile for seat, pile in state.hoards.items() if seat != state.seat}
    if not any(mine):
        return Refusal("no-effect", "DW-80", "you have no gem to give")
    if not any(any(pile[1:]) for pile in others.values()):
        return Refusal("no-effect", "DW-80", "no opponent holds a gem that may be taken")
    give, seat, take = action.get("give"), action.get("seat"), action.get("take")
    if give not in GEMS or take not in GEMS:
        return Refusal("gem-unknown", "DW-75", f"give and take each name one of {', '.join(GEMS)}")
    if seat not in others:
        return Refusal("no-opponent", "DW-75", f"seat names an opponent: {', '.join(others)}")
    if take == "diamond":
        message = "SWAP may not take the Diamond; take another type"
        return Refusal("diamond-not-taken", "DW-76", message)
    if not mine[INDEX[give]]:
        return Refusal("not-enough-gems", "DW-41", f"you hold no {give} to give")
    if not types(others[seat]) >> INDEX[take] & 1:
        return Refusal("not-held", "DW-75", f"{seat} holds no {take}; take what {seat} holds")
    return NO_FIT


def _collect(state: DwarfState, action: Action) -> Refusal:
    if not state.wild:
        if "wild" in action:
            return Refusal(
                "no-wild-die", "DW-68", "no die is held as WILD; collect without a value"
            )
        return NO_FIT
    message = "say what the WILD die counts as, 1 to 6, as in collect wild=6"
    return Refusal("wild-value", "DW-68", message)
