"""What became of a list of actions: played, or refused whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pbem.errors import Refused
from pbem.play.nearest import MOST, nearest
from pbem.play.standing import Listed
from pbem.script.requests import Action, Choose, Faces, Refusal


class Played(NamedTuple):
    """What became of a list of actions.

    stop: index of the first action dropped, None when all were done; why: in words.
    served: something was drawn, hidden, opened or looked at; drew: the same without looks,
    which is what the link rule asks. allowed: tokens whose openings may come with it. forced:
    what alone was left to do behind them and was done by the rules: by whom, and what. listed:
    what lists signed beforehand did behind them, and where one was dropped.
    """

    stop: int | None
    why: Refusal | None
    served: bool
    drew: bool
    allowed: frozenset[str]
    forced: tuple[tuple[str, Action], ...] = ()
    listed: tuple[Listed, ...] = ()

    @property
    def dropped(self) -> dict[str, int]:
        """By seat: index of the first action dropped from its list signed beforehand."""
        return {listed.seat: listed.place for listed in self.listed if listed.why is not None}


class Illegal(Refused):
    """An action that is not legal where nothing was served yet: the move is refused whole.

    legal: the legal actions most like it; more: there are others.
    """

    def __init__(
        self,
        index: int,
        action: Action,
        refusal: Refusal,
        legal: Sequence[Action],
        more: bool = False,
    ):
        clause = f" ({refusal.clause})" if refusal.clause else ""
        super().__init__(
            f"move/{refusal.code}",
            f"action {index + 1} is not legal: {refusal.message}{clause}",
            at=f"/actions/{index}",
        )
        self.index = index
        self.action = action
        self.refusal = refusal
        self.legal = legal
        self.more = more


def illegal(choice: Choose, index: int, action: Action, refusal: Refusal, shown: Faces) -> Illegal:
    """The refusal, with the legal actions that are nearest; of each form there is an example."""
    menu = choice.menu(shown)
    examples = [f.example for f in choice.forms if f.accepts(f.example, shown)]
    listed = nearest(action, menu, max(0, MOST - len(examples)))
    close = nearest(action, [*listed, *examples], MOST)
    more = len(listed) < len(menu) or bool(choice.forms)
    return Illegal(index, action, refusal, close, more)
