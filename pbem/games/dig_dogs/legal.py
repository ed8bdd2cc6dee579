"""What may be done now, and why something may not.

Menus are short lists of shared dicts: an action is never changed once made, so one
object per action serves every table. One list is both the menu and the check.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import combinations

from pbem.games.dig_dogs.cards import BONES, HAND_LIMIT, RANGE, is_bowl, known_colour, twin
from pbem.games.dig_dogs.state import DogsState
from pbem.script.requests import Action, Choose, Faces, Refusal, no_shows

END: Action = {"do": "end"}
DIG: Action = {"do": "dig"}
DIG_KEEP: Action = {"do": "dig", "put": None}
DIG_PUT: dict[str, Action] = {bone: {"do": "dig", "put": bone} for bone in BONES}
PUT_NONE: Action = {"do": "put", "card": None}
PUT: dict[str, Action] = {bone: {"do": "put", "card": bone} for bone in BONES}


@cache
def moves(space: int, reach: int, end: int) -> tuple[Action, ...]:
    """Every other space within `reach` on 0..end (DD-20, DD-21), nearest the Dog House first.

    `end` is as it was at the start of the turn (DD-2), gaps count (DD-R13), and the way
    taken does not matter (DD-R10). 0 is allowed (DD-R11), more than `end` is not (DD-R12).
    """
    spaces = range(max(0, space - reach), min(end, space + reach) + 1)
    return tuple({"do": "move", "to": to} for to in spaces if to != space)


@cache
def drops(bones: tuple[str, ...]) -> tuple[Action, ...]:
    """Every non-empty choice from `bones`, which are sorted (DD-38, DD-R16)."""
    sizes = range(1, len(bones) + 1)
    return tuple({"do": "drop", "cards": list(c)} for n in sizes for c in combinations(bones, n))


def normalise(action: Action) -> Action:
    """The cards of a drop in byte order: their order means nothing."""
    cards = action.get("cards")
    if action.get("do") != "drop" or not isinstance(cards, list):
        return action
    if not all(isinstance(card, str) for card in cards):
        return action
    return {**action, "cards": sorted(cards)}


# The next action


def action_choice(state: DogsState) -> Choose:
    """The next action of the active seat (DD-13). Doing nothing is always legal (DD-72, DD-R8)."""
    return Choose(
        state.turn,
        partial(action_menu, state),
        END,
        partial(refuse_action, state),
        (),
        partial(shows, state),
    )


def action_menu(state: DogsState, faces: Faces) -> list[Action]:
    seat = state.turn
    space = state.dogs[seat]
    hand = state.hands[seat]
    menu = list(moves(space, RANGE[len(hand)], len(state.yard)))
    card = state.yard[space - 1] if space else None
    if card is not None:  # DD-R15: a gap dug this turn has nothing to dig
        if not is_bowl(card):
            menu += digs(card, hand)
        elif hand:
            menu += drops(matching(state, hand, card[1], faces))
    menu.append(END)
    return menu


def digs(card: str, hand: Sequence[str]) -> list[Action]:
    """Dig with the put-back left open, and with each put-back named (DD-30 to DD-32)."""
    keep = [DIG_KEEP] if len(hand) < HAND_LIMIT else []
    return [DIG, *keep, *[DIG_PUT[bone] for bone in hand], DIG_PUT[card]]


def matching(state: DogsState, hand: Sequence[str], colour: str, faces: Faces) -> tuple[str, ...]:
    """The bones in `hand` known to be of `colour` to somebody who has seen `faces`."""
    known = state.public_pairs
    return tuple(sorted(b for b in hand if known_colour(b, known, faces) == colour))


def shows(state: DogsState, action: Action, faces: Faces) -> list[str]:
    """Which openings a drop needs: one of each pair that is not public (DD-53, DD-54).

    No other action shows a bone (DD-R23).
    """
    if action.get("do") != "drop":
        return []
    private = [bone for bone in action["cards"] if bone[:2] not in state.public_pairs]
    return [bone if bone in faces else twin(bone) for bone in private if seen(bone, faces)]


def seen(bone: str, faces: Faces) -> bool:
    return bone in faces or twin(bone) in faces


def refuse_action(state: DogsState, action: Action, faces: Faces) -> Refusal:
    """Why `action`, which is not in the menu, is not legal."""
    do = action.get("do")
    if do == "move":
        return _refuse_move(state, action)
    if do == "dig":
        return _refuse_dig(state, action)
    if do == "drop":
        return _refuse_drop(state, action, faces)
    if do == "put":
        return Refusal("nothing-dug", "DD-32", "no card was just dug; a put-back follows a dig")
    if do == "dog":
        return Refusal("dogs-chosen", "DD-8", "every seat has its Dog; Dogs are not changed")
    return Refusal("no-such-action", "DD-13", f"{do!r} is no action of a turn")


def _refuse_move(state: DogsState, action: Action) -> Refusal:
    space, to, end = state.dogs[state.turn], action.get("to"), len(state.yard)
    if to == space:
        return Refusal("same-space", "DD-20", f"the Dog stands on space {space} already")
    if not isinstance(to, int) or not 0 <= to <= end:
        return Refusal("no-such-space", "DD-21", f"there is no space {to}; spaces are 0 to {end}")
    hand = len(state.hands[state.turn])
    message = f"from {space} to {to} is too far: the range is {RANGE[hand]} with {hand} in hand"
    return Refusal("out-of-range", "DD-18", message)


def _refuse_dig(state: DogsState, action: Action) -> Refusal:
    card, space = state.card_under(state.turn), state.dogs[state.turn]
    if card is None or is_bowl(card):
        what = "the Dog House" if space == 0 else "a gap" if card is None else "a Bowl"
        clause = "DD-25"
        return Refusal("no-bone-here", clause, f"space {space} is {what}; only a Bone can be dug")
    return _refuse_put(action.get("put"), [*state.hands[state.turn], card])


def _refuse_put(card: object, hand: Sequence[str]) -> Refusal:
    if card is None:
        message = f"with {HAND_LIMIT} in hand one of the {len(hand)} cards must be put back"
        return Refusal("must-put-back", "DD-30", message)
    return Refusal("not-in-hand", "DD-32", f"{card} is not in hand; in hand: {', '.join(hand)}")


def _refuse_drop(state: DogsState, action: Action, faces: Faces) -> Refusal:
    hand, card, cards = state.hands[state.turn], state.card_under(state.turn), action.get("cards")
    if card is None or not is_bowl(card):
        return Refusal("no-bowl-here", "DD-37", "a drop needs the Dog on a Bowl")
    if not isinstance(cards, list) or not cards:
        return Refusal("no-cards", "DD-38", "a drop names at least one bone")
    if len(set(cards)) != len(cards):
        return Refusal("card-twice", "DD-38", "a bone is named twice")
    for bone in cards:
        if bone not in hand:
            held = ", ".join(hand) or "nothing"
            return Refusal("not-in-hand", "DD-37", f"{bone} is not in hand; in hand: {held}")
    for bone in cards:
        colour, wanted = known_colour(bone, state.public_pairs, faces), state.colour(card[1])
        if colour is None:
            message = f"nobody can see that {bone} is {wanted}: its opening is missing"
            return Refusal("not-shown", "DD-37", message)
        if colour != card[1]:
            message = f"{bone} is {state.colour(colour)}, the Bowl here is {wanted}"
            return Refusal("wrong-colour", "DD-38", message)
    return Refusal("not-a-drop", "DD-38", "a drop has the fields do and cards only")


# The put-back


def put_choice(state: DogsState, dug: str) -> Choose:
    """What goes back into the space just dug (DD-30, DD-31)."""
    return Choose(state.turn, partial(put_menu, state), PUT[dug], partial(refuse_put, state))


def put_menu(state: DogsState, faces: Faces) -> list[Action]:
    hand = state.hands[state.turn]
    none = [PUT_NONE] if len(hand) <= HAND_LIMIT else []
    return [*none, *[PUT[bone] for bone in hand]]


def refuse_put(state: DogsState, action: Action, faces: Faces) -> Refusal:
    if action.get("do") == "put":
        return _refuse_put(action.get("card"), state.hands[state.turn])
    if not state.left:
        message = "the third action is done; only its put-back is still to be decided"
        return Refusal("no-actions-left", "DD-13", message)
    return Refusal("finish-dig-first", "DD-15", "first decide what is put back for the dig")


# The choice of a Dog


def dog_choice(state: DogsState, seat: str) -> Choose:
    """A free Dog for `seat` (DD-8), the first of the deck file by default."""
    free = [{"do": "dog", "dog": dog} for dog in free_dogs(state)]
    return Choose(seat, lambda faces: free, free[0], partial(refuse_dog, state), (), no_shows)


def free_dogs(state: DogsState) -> list[str]:
    taken = state.dog_names.values()
    return [dog for dog in state.facts.deck["dogs"] if dog not in taken]


def refuse_dog(state: DogsState, action: Action, faces: Faces) -> Refusal:
    if action.get("do") != "dog":
        return Refusal("choose-dog-first", "DD-8", "the Dogs are still being chosen")
    free = ", ".join(free_dogs(state))
    if action.get("dog") in state.dog_names.values():
        return Refusal("dog-taken", "DD-8", f"{action['dog']} is taken; free: {free}")
    return Refusal("no-such-dog", "DD-8", f"{action.get('dog')!r} is no Dog; free: {free}")
