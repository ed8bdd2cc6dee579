"""Who wins (DC-130 to DC-134)."""

from __future__ import annotations

from pbem.games.dig_card_game.cards import RANKS, kind
from pbem.games.dig_card_game.state import Mine, MineState
from pbem.script.contract import Result


def tunnels(mine: Mine) -> int:
    """Tunnels in play: neither in hand nor collapsed (DC-R28)."""
    return len(mine.in_play())


def dwarves(mine: Mine) -> int:
    """Dwarves in play: those in hand do not count (DC-29, DC-R28)."""
    return sum(kind(card) in RANKS for there in mine.pieces.values() for card in there)


def result(state: MineState) -> Result:
    """Winners in seat order. Cards count for nothing (DC-131); a seat that has resigned cannot
    win (DC-R37)."""
    mines = state.mines
    scores = {seat: mine.gold for seat, mine in mines.items()}
    active = state.active()
    if len(active) == 1:
        return Result((active[0],), scores, "all other seats have resigned (DC-R37)")
    gold = max(scores[seat] for seat in active)
    best = [seat for seat in active if scores[seat] == gold]
    if len(best) == 1:
        return Result((best[0],), scores, f"most gold: {gold} (DC-131)")
    most = max(tunnels(mines[seat]) for seat in best)
    best = [seat for seat in best if tunnels(mines[seat]) == most]
    if len(best) == 1:
        why = f"tied at {gold} gold, most Tunnels in play: {most} (DC-132)"
        return Result((best[0],), scores, why)
    here = max(dwarves(mines[seat]) for seat in best)
    winners = tuple(seat for seat in best if dwarves(mines[seat]) == here)
    dug = "1 Tunnel" if most == 1 else f"{most} Tunnels"
    if len(winners) == 1:
        why = f"tied at {gold} gold and {dug}, most Dwarves in play: {here} (DC-133)"
    else:
        work = "1 Dwarf" if here == 1 else f"{here} Dwarves"
        why = f"{gold} gold, {dug} and {work} each: shared, play again (DC-134)"
    return Result(winners, scores, why)
