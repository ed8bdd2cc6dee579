"""The time of day, for what a program tells its own user. No file that circulates has it."""

from __future__ import annotations

import time

MINUTE = 60
HOUR = 3600


def now() -> int:
    """Seconds since 1970, UTC; a clock that is set before that counts as 0."""
    return max(0, int(time.time()))


def day(seconds: int) -> str:
    """A moment as the user's own clock shows it."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def span(seconds: int) -> str:
    """How long: minutes, hours up to two days, then days; rounded up, so never nothing."""
    if seconds <= HOUR - MINUTE:
        return f"{max(1, -(-seconds // MINUTE))} min"
    hours = -(-seconds // HOUR)
    if hours <= 48:
        return f"{hours} h"
    return f"{hours // 24} d" + (f" {hours % 24} h" if hours % 24 else "")
