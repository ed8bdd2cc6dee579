"""What was done in an entry, in its order: for an audit."""

from __future__ import annotations

from typing import NamedTuple

from pbem.script.requests import Action


class Done(NamedTuple):
    """An answer that was played, or a request that was served.

    how: `signed` (an action of the move), `list` (one signed beforehand), `alone` (nothing else
    was left to do), `default` (a lapse), `served`. told: how many events of the entry came before.
    """

    how: str
    seat: str
    action: Action | None
    told: int
