"""Who wins (DG-152 to DG-155)."""

from __future__ import annotations

from pbem.games.dig_2017.state import DigState
from pbem.script.contract import Result


def result(state: DigState) -> Result:
    """Winners in seat order. What lies in open Galleries does not count (DG-153, DG-R34); a
    seat that has resigned cannot win (DG-R44)."""
    scores = {seat: player.gathered() for seat, player in state.players.items()}  # DG-152
    active = state.active()
    if len(active) == 1:
        return Result((active[0],), scores, "all other seats have resigned (DG-R44)")
    most = max(scores[seat] for seat in active)
    first = [seat for seat in active if scores[seat] == most]
    ahead = any(scores[seat] >= most for seat in state.resigned)
    stayed = " of those who stayed" if ahead else ""
    if len(first) == 1:
        return Result((first[0],), scores, f"most gathered Gems{stayed}: {most} (DG-152)")
    runes = {seat: state.players[seat].runes for seat in first}
    best = max(runes.values())
    winners = tuple(seat for seat in first if runes[seat] == best)  # DG-154
    if len(winners) == 1:
        why = f"tied at {most} Gems{stayed}, most Runes: {best} (DG-154)"
    else:
        why = f"{most} Gems{stayed} with {best} Runes each: a shared win (DG-155)"  # DG-R35
    return Result(winners, scores, why)
