"""A position at the start of a turn, checked against what the game keeps all the time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any, NoReturn

from pbem.errors import Refused
from pbem.games.dig_card_game.cards import LEVELS, RANKS, dwarves, kind, tools
from pbem.games.dig_card_game.cards import mine as mine_cards
from pbem.games.dig_card_game.state import OPEN, UNDUG, Mine, MineState, from_public
from pbem.script.contract import Facts

BY_SEAT = ("out", "passed", "resigned")
MARKS = ("moved", "dug", "mined")


def restore(facts: Facts, public: Mapping[str, Any]) -> MineState:
    """The state from its public form, which has passed the schema.

    Raises Refused("position/...") if it is not the start of a turn, or if cards are missing,
    doubled or where they cannot be. The faces of the Tools under tokens are those that are
    nowhere else; here they are counted.
    """
    _check_seats(facts, public)
    state = from_public(facts, public)
    _check_turn(state)
    _check_provisions(state)
    for seat, mine in state.mines.items():
        _check_levels(seat, mine)
    _check_tokens(state)
    _check_cards(state)
    _check_marks(state)
    return state


def _check_seats(facts: Facts, public: Mapping[str, Any]) -> None:
    seats = set(facts.seats)
    if set(public["mines"]) != seats:
        _bad("seats", "/mines", f"mines must name the seats {', '.join(facts.seats)}")
    for name in BY_SEAT:
        if not set(public[name]) <= seats:
            _bad("seats", f"/{name}", f"{name} names somebody who has no seat")
    for name in ("turn", "first"):
        if public[name] not in seats:
            _bad("seats", f"/{name}", f"{public[name]} has no seat")


def _check_turn(state: MineState) -> None:
    """Whose turn it is, and what belongs to a phase that is not this one."""
    if not state.active():
        _bad("resigned", "/resigned", "the last seat that plays cannot resign: it has won")
    if state.over:  # perhaps in the middle of a turn, by a resignation
        return
    if len(state.active()) < 2:
        _bad("resigned", "/resigned", "fewer than two seats still play, so the game is over")
    if state.phase == "buy" and state.turn in state.out:
        _bad("out", "/out", f"{state.turn} takes no more turns in this Buy Phase (DC-45)")
    if state.phase == "buy" and state.turn in state.passed:
        _bad("passed", "/passed", f"{state.turn} has passed since the last purchase (DC-R8)")
    if state.passed and state.facts.options["pass_rule"] != "turn":
        _bad("passed", "/passed", "at this table whoever passes is out (DC-R8)")
    if state.exhausted and state.phase not in ("mine", "sell"):
        _bad("exhausted", "/exhausted", "Cave-Ins are drawn in the Mine Phase (DC-99)")
    if state.phase != "sell":
        for name in ("sold", "night_sold", "night_bought"):
            if getattr(state, name):
                _bad("sold", f"/{name}", "cards are sold in the Sell Phase (DC-111, DC-R25)")
    if set(state.night_sold) & set(state.night_bought):
        _bad("round-trip", "/night_bought", "a Tool is not sold and bought in one turn (DC-R25)")


def _check_provisions(state: MineState) -> None:
    """One for each Day so far, today's among them once it is flipped (DC-30, DC-31)."""
    known = [card["id"] for card in state.facts.deck["provisions"]]
    names = [*state.provisions, *([] if state.prices is None else [state.prices])]
    for name in names:
        if name not in known:
            _bad("provisions", "/provisions", f"the deck has no Provision card {name}")
    if state.prices is None and (state.phase != "buy" or state.out or state.passed):
        _bad("prices", "/prices", "only a Day that begins has no prices yet (DC-30)")
    if state.prices in state.provisions:
        _bad("provisions", "/provisions", f"{state.prices} gives the prices, so it is used (DC-31)")
    used = state.day - (state.prices is None)
    if len(state.provisions) != len(known) - used:
        left = len(known) - used
        _bad("provisions", "/provisions", f"{left} Provision cards are not used yet (DC-31)")


def _check_levels(seat: str, mine: Mine) -> None:
    """Dug from the top, none left out (DC-52); a piece lies in a Tunnel in play (DC-53, DC-71)."""
    undug = [level for level in LEVELS if mine.levels[level] == UNDUG]
    if undug != [*LEVELS[len(LEVELS) - len(undug) :]]:
        message = f"Level {undug[0]} is not dug, but a lower one is (DC-52)"
        _bad("levels", f"/mines/{seat}/levels", message)
    for level in mine.pieces:
        if mine.levels[level] != OPEN:
            message = f"Level {level} is not in play, so nothing lies in it"
            _bad("pieces", f"/mines/{seat}/pieces/{level}", message)
    mine.pieces = {level: mine.pieces.get(level, []) for level in mine.in_play()}


def _check_tokens(state: MineState) -> None:
    """DC-R4: all Tools have a token at first, or none has."""
    made = len(tools(state.facts.deck)) if state.facts.options["start_tools"] == "hidden" else 0
    if state.made != made:
        _bad("made", "/made", f"at this table {made} tokens are named (DC-R4)")
    tokens = _tokens(state)
    for token in tokens:
        if tokens.count(token) > 1:
            _bad("token-twice", "", f"the token {token} stands for two cards")
        if int(token[1:]) > made:
            _bad("made", "/made", f"{token} is there, but only {made} tokens have been named")


def _tokens(state: MineState) -> list[str]:
    return [*state.tool_tokens, *chain.from_iterable(m.hidden for m in state.mines.values())]


def _check_cards(state: MineState) -> None:
    """Each card of the deck file is in exactly one place (DC-5 to DC-9)."""
    deck = state.facts.deck
    stay, out = mine_cards(deck, len(state.facts.seats))
    there = list(_everywhere(state))
    for card in there:
        if there.count(card) > 1:
            _bad("card-twice", "", f"{card} is in two places")
    for card in (*dwarves(deck), *stay):
        if card not in there:
            _bad("card-missing", "", f"{card} is nowhere")
    for card in out:
        if card not in state.gone:
            _bad("gone", "/gone", f"{card} leaves the game at the start (DC-7, DC-8)")
    if odd := set(there) - {*dwarves(deck), *tools(deck), *stay, *out}:
        _bad("no-such-card", "", f"the deck has no card {min(odd)}")
    if lost := [c for c in state.gone if kind(c) not in RANKS and c not in out]:
        _bad("gone", "/gone", f"{lost[0]} cannot leave the game")
    unseen = [card for card in tools(deck) if card not in there]
    if len(unseen) != len(_tokens(state)):
        message = f"{len(_tokens(state))} Tools have a token, but {len(unseen)} are nowhere else"
        _bad("tools", "/tool_tokens", message)


def _everywhere(state: MineState) -> Iterable[str]:
    """All cards whose faces are known, those of the supply and the decks first."""
    yield from chain(state.dwarves, state.tools, state.dwarf_deck)
    yield from chain(*state.tool_deck, *state.mine_deck)
    yield from chain(state.sold, state.exhausted, state.gone)
    for mine in state.mines.values():
        yield from chain(mine.dwarves, mine.tools, mine.gems, *mine.pieces.values())


def _check_marks(state: MineState) -> None:
    """Marks are on pieces that somebody owns, and come in the order of the phases (DC-R14)."""
    owned = set[str]()
    for mine in state.mines.values():
        owned.update(chain(mine.dwarves, mine.tools, *mine.pieces.values()))
    for name in MARKS:
        for piece in getattr(state, name):
            if piece not in owned:
                _bad("marks", f"/{name}", f"{piece} is nobody's, so it has no mark (DC-R14)")
    if state.phase == "buy" and any(_marked(state)):
        _bad("marks", "", "in the Buy Phase no piece has done anything yet (DC-R14)")
    if state.phase == "dig" and state.mined:
        _bad("marks", "/mined", "nobody mines before the Mine Phase (DC-24)")


def _marked(state: MineState) -> Iterable[str]:
    return chain(state.moved, state.dug, state.mined)


def _bad(code: str, at: str, message: str) -> NoReturn:
    hint = (
        "a position is the start of a turn, with each card in one place; what a lab file leaves "
        "out is as it was dealt"
    )
    raise Refused(f"position/{code}", message, at=at, hint=hint)
