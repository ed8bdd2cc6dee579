"""What may be done now. One list is both the menu and the check.

A list is made from what the asker knows: the public state, and the faces given. A hand card
whose face is in neither gives no action (DU-20).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pbem.games.dig_up_adventure import menus, refusals
from pbem.games.dig_up_adventure.cards import COLORS, HAND, KIND, PLAYS
from pbem.games.dig_up_adventure.state import AdventureState, Card
from pbem.script.requests import Action, Choose, Faces


def normalise(action: Action) -> Action:
    """The cards of a discard in byte order: their order means nothing (DU-R31)."""
    cards = action.get("cards")
    if action.get("do") != "discard" or not isinstance(cards, list):
        return action
    if not all(isinstance(card, str) for card in cards):
        return action
    return {**action, "cards": sorted(cards)}


# The play phase


def playing(state: AdventureState) -> Choose:
    """The next play, or the discard that ends the phase (DU-26, DU-R26).

    With an empty hand nothing is left but to discard nothing.
    """
    return Choose(
        state.turn,
        partial(play_menu, state),
        default_discard(state),
        partial(refusals.refuse_play, state),
        (),
        partial(shows, state),
        not state.hands[state.turn],
    )


def shows(state: AdventureState, action: Action, faces: Faces) -> list[str]:
    """The openings that an action of the mover needs."""
    return openings(state, state.turn, action, faces)


def openings(state: AdventureState, seat: str, action: Action, faces: Faces) -> list[str]:
    """The hand cards that an action names and of which not everybody knows the face (DU-21).

    A pick names a card of the River, so that a wrong guess at it shows nothing.
    """
    if action["do"] == "pick":
        return []
    if action["do"] == "discard":
        named = action["cards"]
    else:
        named = [action[field] for field in ("card", "pay") if field in action]
    hidden = [token for token, face in state.hands.get(seat, ()) if face is None]
    return [token for token in hidden if faces.get(token) in named]


def known_hand(state: AdventureState, faces: Faces) -> list[str]:
    """The mover's cards by face, those the asker knows, in order of arrival."""
    hand = state.hands[state.turn]
    return [f for token, face in hand if (f := face or faces.get(token)) is not None]


def play_menu(state: AdventureState, faces: Faces) -> list[Action]:
    hand = known_hand(state, faces)
    menu: list[Action] = []
    if state.plays < PLAYS:
        look = Surroundings(state)
        for face in hand:  # also one that came this turn (DU-28, DU-R6)
            menu += PLAY[KIND[face]](look, face, hand)
    return menu + discard_menu(state, hand, faces)


def discard_menu(state: AdventureState, hand: Sequence[str], faces: Faces) -> list[Action]:
    """Any of the known cards, so many that three are left at most (DU-92, DU-93)."""
    cards = state.hands[state.turn]
    least = max(0, len(cards) - HAND)
    menu = menus.discards(tuple(sorted(hand)), least)
    if not least or all(card.token in faces for card in oldest(cards) if not card.face):
        return menu
    return [*menu, default_discard(state)]


def oldest(cards: Sequence[Card]) -> Sequence[Card]:
    """Those longest in a hand, down to three (DU-R34)."""
    return cards[: max(0, len(cards) - HAND)]


def default_discard(state: AdventureState) -> Action:
    """Nothing, or those longest in the hand; one that is hidden is named by its token, and the
    ruling opens it (DU-R34)."""
    hand = state.hands[state.turn]
    if len(hand) <= HAND:
        return menus.DISCARD_NOTHING
    late = oldest(hand)
    return {"do": "discard", "cards": sorted(card.face or card.token for card in late)}


class Surroundings:
    """What the plays of one menu have in common; worked out when first needed.

    Each entry of PLAY makes a list from it, empty for a card that can do nothing (DU-31, DU-R12).
    """

    def __init__(self, state: AdventureState) -> None:
        self.state = state
        self.seat = state.turn
        self.color = state.colors[state.turn]
        self.supply = bool(state.pile or state.discard)
        self._down: menus.Down | None = None
        self._allowed: dict[str, int] | None = None
        self._pile: list[str] | None = None

    @property
    def pile(self) -> list[str]:
        """The faces of the discard pile."""
        if self._pile is None:
            self._pile = [face or "" for _, face in self.state.discard]
        return self._pile

    @property
    def down(self) -> menus.Down:
        """Where face-down cards lie, Mines with none left out."""
        if self._down is None:
            masks = ((seat, down_mask(mine)) for seat, mine in self.state.mines.items())
            self._down = tuple((seat, mask) for seat, mask in masks if mask)
        return self._down

    @property
    def allowed(self) -> dict[str, int]:
        """For each Mine, what a Bridge may move: all but face-up stones of its owner's colour
        (DU-78, DU-79); a face-down card always (DU-81, DU-R9)."""
        if self._allowed is None:
            colors = self.state.colors
            self._allowed = {
                seat: menus.ALL_PLACES & ~stones_mask(mine, colors[seat])
                for seat, mine in self.state.mines.items()
            }
        return self._allowed


def down_mask(mine: Sequence[Card]) -> int:
    """The face-down positions."""
    mask, bit = 0, 1
    for _, face in mine:
        if face is None:
            mask |= bit
        bit <<= 1
    return mask


def stones_mask(mine: Sequence[Card], color: str) -> int:
    """The positions of face-up stones of a colour. No card but a stone begins with a capital."""
    mask, bit = 0, 1
    for _, face in mine:
        if face is not None and face[0] == color:
            mask |= bit
        bit <<= 1
    return mask


def place_stone(look: Surroundings, face: str, hand: Sequence[str]) -> Sequence[Action]:
    """Anywhere in one's own colour, else at its value (DU-34, DU-35, DU-39)."""
    return menus.places(face) if face[0] == look.color else menus.at_value(face)


def place_idol(look: Surroundings, face: str, hand: Sequence[str]) -> Sequence[Action]:
    """Not beside an Idol that lies face up (DU-42, DU-R7, DU-R8)."""
    return () if refusals.shown_idol(look.state) else menus.places(face)


def place_skeleton(look: Surroundings, face: str, hand: Sequence[str]) -> Sequence[Action]:
    return menus.places(face)  # DU-40, DU-45


def play_bag(look: Surroundings, face: str, hand: Sequence[str]) -> Sequence[Action]:
    return menus.bags(face)  # DU-52


def play_with_supply(look: Surroundings, face: str, hand: Sequence[str]) -> Sequence[Action]:
    """Treasure Card and River want something to draw (DU-R12)."""
    return menus.ALONE[face] if look.supply else ()


def play_dynamite(look: Surroundings, face: str, hand: Sequence[str]) -> Sequence[Action]:
    return menus.ALONE[face]  # DU-R12: always


def play_binoculars(look: Surroundings, face: str, hand: Sequence[str]) -> Sequence[Action]:
    """At another player who holds a card, with one to give (DU-67, DU-R15)."""
    hands = look.state.hands
    if len(hands[look.seat]) < 2:
        return ()
    return [menus.binoculars(face, s) for s in hands if s != look.seat and hands[s]]


def play_shovel(look: Surroundings, face: str, hand: Sequence[str]) -> Sequence[Action]:
    return menus.shovels(face, down_mask(look.state.mines[look.seat]))  # DU-69: none, not playable


def play_pickaxe(look: Surroundings, face: str, hand: Sequence[str]) -> Sequence[Action]:
    """Any price, then any card of the pile with the price in it (DU-70 to DU-73, DU-R13)."""
    pile = look.pile
    menu: list[Action] = []
    for pay in hand:
        if pay != face:
            taken = menus.takes(face, pay)
            menu += map(taken.__getitem__, pile)
            menu.append(taken[pay])
    return menu


def play_bridge(look: Surroundings, face: str, hand: Sequence[str]) -> Sequence[Action]:
    """DU-75 to DU-81. The bans name two colours, each in its owner's Mine (DU-80, DU-R10)."""
    allowed = look.allowed
    give = allowed[look.seat]
    menu: list[Action] = []
    for seat, take in allowed.items():
        if seat != look.seat:
            menu += menus.bridges(face, give, seat, take)
    return menu


def play_torch(look: Surroundings, face: str, hand: Sequence[str]) -> Sequence[Action]:
    return menus.torches(face, look.down) if look.down else ()  # DU-88, DU-91, DU-R16


Play = Callable[[Surroundings, str, Sequence[str]], Sequence[Action]]
PLAY: dict[str, Play] = {
    "stone": place_stone,
    "idol": place_idol,
    "skeleton": place_skeleton,
    "bag": play_bag,
    "treasure": play_with_supply,
    "dynamite": play_dynamite,
    "binoculars": play_binoculars,
    "shovel": play_shovel,
    "pickaxe": play_pickaxe,
    "bridge": play_bridge,
    "river": play_with_supply,
    "torch": play_torch,
}


# Decisions within an effect, and before the first turn


def keeping(state: AdventureState) -> Choose:
    """DU-54, DU-55; the first of the new tokens by default (DU-R34)."""
    menu = menus.keeps(tuple(card.token for card in state.middle))
    return listed(state, state.turn, menu)


def trading(state: AdventureState) -> Choose:
    """DU-63, DU-64; the first token of each hand by default (DU-R34)."""
    assert state.partner is not None
    theirs = tuple(card.token for card in state.hands[state.partner])
    mine = tuple(card.token for card in state.hands[state.turn])
    return listed(state, state.turn, menus.trades(theirs, mine))


def picking(state: AdventureState, seat: str) -> Choose:
    """Any card left in the River, the first by default (DU-84, DU-R34)."""
    return listed(state, seat, [menus.PICK[card.face or ""] for card in state.middle])


def color_choice(state: AdventureState, seat: str) -> Choose:
    """A colour that is left, the first letter by default (DU-2, DU-R2, DU-R34)."""
    return listed(state, seat, [menus.COLOR[color] for color in free_colors(state)])


def free_colors(state: AdventureState) -> list[str]:
    out = state.facts.options["colors_out"]
    gone = [*state.colors.values(), *(out if out != "random" else ())]
    return [color for color in COLORS if color not in gone]


def solo_choice(state: AdventureState) -> Choose:
    """Four colours in the order of the Mines (DU-124, DU-R29)."""
    refuse = partial(refusals.refuse_step, state)
    forms = (menus.SOLO_FORM,)
    return Choose(state.turn, lambda faces: [menus.SOLO_FIRST], menus.SOLO_FIRST, refuse, forms)


def dig_choice(state: AdventureState) -> Choose:
    """Each card is turned up when the player says so (DU-127)."""
    refuse = partial(refusals.refuse_step, state)
    return Choose(state.turn, lambda faces: [menus.DIG], menus.DIG, refuse)


def listed(state: AdventureState, seat: str, menu: Sequence[Action]) -> Choose:
    """A decision among public options: the first is the default, and done where it is the only
    one."""
    refuse = partial(refusals.refuse_step, state)
    return Choose(seat, lambda faces: menu, menu[0], refuse, forced=len(menu) == 1)
