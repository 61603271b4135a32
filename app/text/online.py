"""Words for games between computers: how long somebody has, how a game ended, what is proposed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

MINUTE: Final = 60
HOUR: Final = 3600
DAY: Final = 86_400
PACES: Final = (
    ("No clock", None),
    ("One sitting: 10 minutes a reply, 1 hour in reserve", {"each": 10 * MINUTE, "reserve": HOUR}),
    ("1 day a reply, 3 days in reserve", {"each": DAY, "reserve": 3 * DAY}),
    ("3 days a reply, 7 days in reserve", {"each": 3 * DAY, "reserve": 7 * DAY}),
    ("7 days a reply, 14 days in reserve", {"each": 7 * DAY, "reserve": 14 * DAY}),
)
"""What a game can be made with: how it is called, and what the host is told."""
PROPOSED: Final = {
    "take_back": "The {side} player proposes to take back his last order, with its dice.",
    "draw": "The {side} player offers a draw.",
    "pause": "The {side} player proposes to stop the clock until somebody gives an order.",
}
SENT: Final = {
    "take_back": "Proposed. It is taken back if the other player agrees.",
    "draw": "You offered a draw. The offer stands until the next order.",
    "pause": "You proposed to stop the clock.",
}
DECLINED: Final = {
    "take_back": "The {side} player does not agree to go back.",
    "draw": "The {side} player does not accept a draw.",
    "pause": "The {side} player does not agree to stop the clock.",
}


def how_long(seconds: float) -> str:
    """Return a time as players say it, such as "2 days 3 h", "5 h 10 min" or "4 min"."""
    minutes = max(0, int(seconds)) // MINUTE
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return f"{days} day{'s' if days > 1 else ''}{f' {hours} h' if hours else ''}"
    if hours:
        return f"{hours} h{f' {rest} min' if rest else ''}"
    return f"{rest} min" if rest else "less than a minute"


LONG: Final = 60
"""Seconds after which it is said for how long somebody has been asked."""


NO_TIME: Final = "no time left"


WHOSE: Final = {"mine": "your turn", "theirs": "the other player's turn", "over": "over"}
"""How a game stands for a player, by what is kept of it."""
ASKING, NOT_REACHED = "asking the host…", "host not reached"


def stood(turn: str, ago: float, *, begin: str) -> str:
    """Return how a game stood so many seconds `ago`, as far as that is known, after what is known of it now."""
    if turn == "over" or turn not in WHOSE:
        return WHOSE.get(turn, begin)
    return f"{begin}; {WHOSE[turn]} {f'{how_long(ago)} ago' if ago >= MINUTE else 'a moment ago'}"


def round_trip(seconds: float) -> str:
    """Return how long a sign of life took to the host and back."""
    took = f"{seconds:.1f} s" if seconds >= 1 else f"{max(1, round(seconds * 1000))} ms"
    return f"{took} to the host and back"


def not_begun(sides: Sequence[str]) -> str:
    """Return what a game waits for that has not begun: the players of these sides."""
    return f"The game starts when the {' and '.join(sides)} player{'s have' if len(sides) > 1 else ' has'} joined."


def quoted(question: str) -> str:
    """Return what another player is asked: it is put to him, not to whoever reads it."""
    return f"“{question}”" if question else ""


def stands(here: bool | None, waited: float, left: str) -> str:
    """Return whether a player who is asked is `here` (None: it is you), for how long, and how much time is `left`."""
    presence = "" if here is None else "at the table" if here else "away"
    return ", ".join(filter(None, [presence, f"asked for {how_long(waited)}" if waited >= LONG else "", left]))


def ending(how: str, side: str, other: str) -> str:
    """Return how a game at a host ended: `side` resigned to the `other`, or claimed it from him."""
    return {
        "resigned": f"The {side} player has resigned.{f' The {other} player wins.' if other else ''}",
        "draw": "The players agreed on a draw.",
        "claimed": f"The {side} player has claimed the game: the {other} player had no time left.",
    }.get(how, "The game is over.")


def time_left(left: float | None, since: float, *, paused: bool) -> str:
    """Return how much time whoever is asked has, `since` seconds after he had so much left; "" without a pace."""
    if left is None:
        return ""
    if paused:
        return "clock stopped"
    left -= since
    return f"{how_long(left + MINUTE - 1)} left" if left > 0 else NO_TIME
