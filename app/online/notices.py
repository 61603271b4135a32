"""Telling a player who is not at the table that it is his turn: one notice a hand-over, never a flood, never none.

It says when, to whom and in which words; how a notice is sent is given to it. A game is told of by `moved` after every
step. What has been sent is kept, so that a host that was killed tells nobody twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict
from time import time
from typing import Any, Final, NamedTuple

from app.online.page import Summary, side
from app.online.table import DAY, Clock
from app.text.online import how_long, time_left
from rules.engine.command import MalformedCommand
from rules.engine.frozen import frozen, to_plain

WAIT: Final = 600
"""Seconds after a hand-over in which a player may come by himself."""
LINES: Final = 8
MAIL: Final = re.compile(r"[^@\s,;:<>\"]{1,64}@[^@\s,;:<>\"]{1,190}")
TOPIC: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
NO_MAIL = "This host sends no mail; whoever runs it would have to set that up."
NO_NTFY = "This host sends no notices to phones; whoever runs it would have to set that up."


@frozen
class Address:
    """Where a player wants to be told: a mail address, and a topic at the host's ntfy service; '' for neither."""

    mail: str = ""
    ntfy: str = ""

    @staticmethod
    def read(mail: str, ntfy: str, ways: Ways) -> Address:
        """Return an address that somebody gives; raise MalformedCommand with what would be right."""
        if mail and not MAIL.fullmatch(mail):
            raise MalformedCommand("A mail address looks like name@example.org.")
        if ntfy and not TOPIC.fullmatch(ntfy):
            raise MalformedCommand("A topic has 8 to 64 letters, digits, _ or -, and should be hard to guess.")
        if mail and not ways.mail:
            raise MalformedCommand(NO_MAIL)
        if ntfy and not ways.ntfy:
            raise MalformedCommand(NO_NTFY)
        return Address(mail, ntfy)

    def to_json(self) -> dict[str, str]:
        """Return the address as it is kept."""
        return asdict(self)


class Ways(NamedTuple):
    """By which ways a host can tell players."""

    mail: bool = False
    ntfy: bool = False


class Notice(NamedTuple):
    """One notice: where it goes, its subject and its words."""

    to: Address
    subject: str
    words: str


@frozen
class Noticed:
    """Which hand-over somebody was told of last, by the seat that is asked and since when, and how often."""

    seat: str = ""
    since: float = 0.0
    times: int = 0

    def times_of(self, clock: Clock) -> int:
        """Return how often the player who is asked now has been told of it."""
        return self.times if (self.seat, self.since) == (clock.asked, clock.since) else 0


class Waiting(NamedTuple):
    """What is known of a game when it is looked at for a notice."""

    clock: Clock
    here: tuple[str, ...]
    address: Address | None
    noticed: Noticed
    words: Callable[[], Summary]


class Notices:
    """Tells the players of all games of a host.

    `look(game)` returns what is known of a game now, None for one that is over; `keep(game, told)` keeps what was told.
    """

    def __init__(
        self,
        send: Callable[[Notice], object],
        look: Callable[[str], Waiting | None],
        keep: Callable[[str, Mapping[str, Any]], None],
        later: Callable[[float, Callable[[], None]], object],
        *,
        now: Callable[[], float] = time,
    ) -> None:
        self._send, self._look, self._keep, self._later, self._now = send, look, keep, later, now
        self._looks: dict[str, float] = {}

    def moved(self, game: str) -> None:
        """Take note that somebody may be asked now who was not before."""
        waiting = self._look(game)
        if waiting is None or not waiting.clock.asked or waiting.address is None:
            return
        due = self._due(waiting)
        if due is not None and self._looks.get(game) != due:
            self._looks[game] = due
            self._later(max(0.0, due - self._now()), lambda: self._look_again(game, due))

    def _look_again(self, game: str, due: float) -> None:
        if self._looks.get(game) != due:  # the game has moved on
            return
        del self._looks[game]
        waiting = self._look(game)
        if waiting is None or waiting.address is None or not waiting.clock.asked or self._due(waiting) != due:
            self.moved(game)
            return
        clock = waiting.clock
        times = waiting.noticed.times_of(clock) + 1
        self._keep(game, to_plain(Noticed(clock.asked, clock.since, times)))
        if clock.asked not in waiting.here:
            self._send(_notice(waiting, self._now(), reminds=times > 1))
        self.moved(game)

    def _due(self, waiting: Waiting) -> float | None:
        """Return when the next notice of this hand-over is due: soon, at half of the time, and a day before its end."""
        clock, times = waiting.clock, waiting.noticed.times_of(waiting.clock)
        moments = [clock.since + WAIT]
        if clock.pace is not None and not clock.is_paused:
            half = clock.since + (clock.ends - clock.since) / 2
            moments += [moment for moment in sorted({half, clock.ends - DAY}) if moment > moments[0] + WAIT]
        return moments[times] if times < len(moments) else None


def _notice(waiting: Waiting, now: float, *, reminds: bool) -> Notice:
    assert waiting.address is not None
    told, clock = waiting.words(), waiting.clock.now(now)
    left = time_left(clock.left, 0, paused=clock.paused)
    begin = f"You have been asked for {how_long(clock.waited)}" if reminds else "It is your turn"
    whose = f"as the {side(waiting.clock.asked)} player{f': {left}' if left else ''}"
    lines = [
        f"{begin} in {told.title} ({told.when}), {whose}.",
        f"You are asked: {told.question}" if told.question else "",
        "",
        "What happened last, the newest first:",
        *(f"- {line}" for line in told.lines),
        "",
        "Open Chitpull and choose Online… to go on. There you can also end these notices.",
    ]
    subject = f"{'Still your' if reminds else 'Your'} turn: {told.title}"
    return Notice(waiting.address, subject, "\n".join(lines))
