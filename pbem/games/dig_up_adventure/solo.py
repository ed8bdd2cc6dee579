"""The solo variant: four Mines against four Skeletons (DU-122 to DU-133).

Nobody ever looks at a card alone, so nothing is shuffled beforehand: each card turned up,
from the pile or out of a Mine, is a public draw from those not yet seen (DU-R29).
"""

from __future__ import annotations

from pbem.games.dig_up_adventure.cards import SKELETONS, STONES, VALUE
from pbem.games.dig_up_adventure.legal import dig_choice, solo_choice
from pbem.games.dig_up_adventure.scoring import SOLO_STONES, placed, solo_result
from pbem.games.dig_up_adventure.state import AdventureState, SoloState, choose_solo
from pbem.script.asking import ask
from pbem.script.requests import Script, draw

RESIGNS = "DU-R34"


def play(state: AdventureState, solo: SoloState) -> Script[None]:
    """Name the colours, then turn up chain after chain until it is won or lost."""
    if not solo.colors:
        chosen = yield from ask(state, solo_choice(state), RESIGNS)
        choose_solo(state, solo, chosen.action["colors"])
        state.say("DU-124", "four Mines: {colors}", colors=" ".join(solo.colors))
    while not ended(solo):
        yield from ask(state, dig_choice(state), RESIGNS)
        yield from follow(state, solo)
    state.over = True
    result = solo_result(state, solo)
    state.say("DU-131" if result.winners else "DU-130", "{why}", why=result.why)


def ended(solo: SoloState) -> bool:
    """Won when the last stone lies, else lost with the fourth Skeleton (DU-130, DU-131)."""
    return placed(solo) == SOLO_STONES or len(solo.skeletons) == len(SKELETONS)


def unseen(solo: SoloState) -> list[str]:
    """The cards that lie face down, in fixed order: stones and Skeletons alone (DU-122)."""
    stones = [s for c in solo.colors for s in STONES[c] if VALUE[s] not in solo.placed[c]]
    return [*sorted(stones), *(s for s in SKELETONS if s not in solo.skeletons)]


def follow(state: AdventureState, solo: SoloState) -> Script[None]:
    """Draw the top card of the pile; a stone goes to its place and the card that lay there is
    the next, up to a Skeleton (DU-127 to DU-129)."""
    solo.pile -= 1
    while placed(solo) < SOLO_STONES:
        (card,) = yield from draw(unseen(solo), 1)
        if card in SKELETONS:
            solo.skeletons.append(card)
            text = "a Skeleton comes up: {n} of {most}"
            state.say("DU-129", text, n=len(solo.skeletons), most=len(SKELETONS))
            return
        values = solo.placed[card[0]]
        values.append(VALUE[card])
        values.sort()
        state.say("DU-127", "{card} goes to its place", card=card)
