"""Telling a player who is not at the table that it is his turn, and what else a host does for those who are away.

It says when, to whom and in which words; how a notice is sent is given to it. A game is told of by `moved` after every
step. What has been sent is kept, so that a host that was killed tells nobody twice.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from time import time
from typing import Any, Final, NamedTuple

from app.online.directory import Chair
from app.online.games import Games
from app.online.hosted import HostedGame
from app.online.made import Tell
from app.online.messages import Seen
from app.online.page import Summary, page, seen, sentence, summary
from app.online.records import Elsewhere
from app.online.table import DAY, Clock
from app.text.online import how_long, time_left
from rules.engine.command import MalformedCommand, NotYourDecision
from rules.engine.events import as_record
from rules.engine.frozen import frozen, to_plain
from rules.engine.record import RecordError

# --- Telling a player who is not at the table that it is his turn: one notice a hand-over, never a flood -----------

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

    @staticmethod
    def kept(told: Mapping[str, str] | None) -> Address | None:
        """Return an address as it is kept, None if there is none."""
        return Address(**told) if told else None


class Ways(NamedTuple):
    """By which ways a host can tell players."""

    mail: bool = False
    ntfy: bool = False


class Notice(NamedTuple):
    """One notice: where it goes, its subject and its words."""

    to: Address
    subject: str
    words: str


Send = Callable[[Notice, Callable[[], None]], object]
"""Sends a notice, and calls what it is given once that is done."""


@frozen
class Noticed:
    """Which hand-over somebody was told of last, by the seat that is asked and since when, how often, and when last.

    `at` is 0 where he was at the table and no notice went out.
    """

    seat: str = ""
    since: float = 0.0
    times: int = 0
    at: float = 0.0

    @staticmethod
    def kept(told: Any) -> Noticed:
        """Return what is kept of the last notice of a game, as if of none where there is nothing."""
        return as_record(Noticed, told) or Noticed()

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
    What `send` is given besides a notice it calls once that has been sent, or given up. Only then it is kept: whoever
    was about to be told when the host was killed is told by the next one.
    """

    def __init__(
        self,
        send: Send,
        look: Callable[[str], Waiting | None],
        keep: Callable[[str, Mapping[str, Any]], None],
        later: Callable[[float, Callable[[], None]], object],
        *,
        now: Callable[[], float] = time,
    ) -> None:
        self._send, self._look, self._keep, self._later, self._now = send, look, keep, later, now
        self._looks: dict[str, float] = {}
        self._on_its_way: dict[str, Noticed] = {}

    def moved(self, game: str) -> None:
        """Take note that somebody may be asked now who was not before."""
        waiting = self._look(game)
        if waiting is None or not waiting.clock.asked or waiting.address is None:
            return
        due = self._due(game, waiting)
        if due is not None and self._looks.get(game) != due:
            self._looks[game] = due
            self._later(max(0.0, due - self._now()), lambda: self._look_again(game, due))

    def _look_again(self, game: str, due: float) -> None:
        if self._looks.get(game) != due:  # the game has moved on
            return
        del self._looks[game]
        waiting = self._look(game)
        if waiting is None or waiting.address is None or not waiting.clock.asked or self._due(game, waiting) != due:
            self.moved(game)
            return
        clock, now = waiting.clock, self._now()
        times = self._times(game, waiting) + 1
        is_here = clock.asked in waiting.here
        noticed = self._on_its_way[game] = Noticed(clock.asked, clock.since, times, 0.0 if is_here else now)
        if is_here:
            self._done(game, noticed)
        else:
            self._send(_notice(waiting, now, reminds=times > 1), lambda: self._done(game, noticed))
        self.moved(game)

    def _done(self, game: str, noticed: Noticed) -> None:
        """Keep what somebody was told, unless a later notice of the game is on its way."""
        if self._on_its_way.get(game) == noticed:
            del self._on_its_way[game]
            self._keep(game, to_plain(noticed))

    def _times(self, game: str, waiting: Waiting) -> int:
        return self._on_its_way.get(game, waiting.noticed).times_of(waiting.clock)

    def _due(self, game: str, waiting: Waiting) -> float | None:
        """Return when the next notice of this hand-over is due: soon, at half of the time, and a day before its end."""
        clock, times = waiting.clock, self._times(game, waiting)
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
    whose = f"as the {told.player} player{f': {left}' if left else ''}"
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


# --- What a host does for those who are not connected: the page of a game ------------------------------------------

LOG: Final = logging.getLogger("chitpull.host")
CANNOT_OPEN: Final = (RecordError, OSError, LookupError, ValueError)
"""What is raised by a game whose record is damaged, or was made by another version."""
NOT_NOW: Final = "This game cannot be opened at its host now. Whoever runs it finds the reason in its log."
ADDRESS: Final = "address/"
"""The name, with that of a seat, under which is kept where its player wants to be told."""
TOLD: Final = "told"
"""The name under which is kept who was told last that he is asked."""
FRESH: Final = 10
"""Seconds in which a page that is asked for again is not made anew, unless something has happened."""


class Absent:
    """Serves those who are away from the games of a host.

    `here(game)` returns the seats whose players are connected, `tell_in(game)` what tells the others.
    """

    def __init__(
        self,
        games: Games,
        here: Callable[[str], Sequence[str]],
        tell_in: Callable[[str], Tell],
        send: Send,
        later: Callable[[float, Callable[[], None]], object],
        now: Callable[[], float],
    ) -> None:
        self._games, self._here, self._tell_in = games, here, tell_in
        self._really_send, self._now = send, now
        self._pages: dict[str, tuple[object, str]] = {}
        self._seen: dict[Chair, tuple[object, Seen]] = {}
        self._notices = Notices(self._send, self._look_at, self._keep_told, later, now=now)
        self.sent = 0
        """How many notices were sent since the host was started."""

    # --- Notices ---------------------------------------------------------------------------------------------------

    def moved(self, game: str) -> None:
        """Take note that somebody may be asked now who was not before."""
        self._notices.moved(game)

    def remember(self) -> None:
        """Take up the notices of all games that are due, or will be: the host has been started."""
        for game in self._games.games_with(ADDRESS):
            self._notices.moved(game)

    def address(self, chair: Chair) -> Address | None:
        """Return where the player of a chair wants to be told, None if he does not."""
        return Address.kept(self._games.fact(chair.game, f"{ADDRESS}{chair.seat}"))

    def set_address(self, chair: Chair, address: Address) -> None:
        """Keep where the player of a chair wants to be told; one that is empty deletes what was kept."""
        table = self._games.game(chair).table
        told = None
        if address != Address():
            table.check_running()
            told = address.to_json()
        self._games.set_fact(chair.game, f"{ADDRESS}{chair.seat}", told)
        table.keep_clock()
        self.moved(chair.game)

    def _send(self, notice: Notice, done: Callable[[], None]) -> None:
        self.sent += 1
        self._really_send(notice, done)

    def _look_at(self, game: str) -> Waiting | None:
        try:
            hosted = self._games.begun(game, self._tell_in(game))
        except Elsewhere:  # the process that plays it tells of it
            return None
        except CANNOT_OPEN as error:  # the other games go on
            LOG.warning("The game %s cannot be opened: %s", game, error)
            return None
        if hosted is None or hosted.table.ending is not None or not hosted.table.clock.asked:
            return None
        if not hosted.table.keeps_clock:  # nobody has an address: this comes at every hand-over
            return None
        seat = hosted.table.clock.asked
        address, told = self._games.facts(game, f"{ADDRESS}{seat}", TOLD)
        return Waiting(
            hosted.table.clock,
            tuple(self._here(game)),
            Address.kept(address),
            Noticed.kept(told),
            lambda: summary(hosted.session, seat, LINES, seat),
        )

    def _keep_told(self, game: str, told: Mapping[str, Any]) -> None:
        self._games.set_fact(game, TOLD, told)

    # --- Pages -----------------------------------------------------------------------------------------------------

    def page(self, token: str) -> str | None:
        """Return the page of the game that a watcher's token leads to, None if there is none; raise Elsewhere."""
        chair = self._watched(token)
        if chair is None:
            return None
        try:
            game = self._games.begun(chair.game, self._tell_in(chair.game))
        except RecordError as error:  # as it is told to whoever joins
            return sentence(str(error))
        except CANNOT_OPEN as error:
            LOG.warning("The game %s cannot be opened: %s", chair.game, error)
            return sentence(NOT_NOW)
        here = tuple(self._here(chair.game))
        picture = f"/w/{token}/map" if self._games.picture(chair.game) else ""
        noticed = self._noticed(chair.game, game)
        now = (self._state(game), here, picture, noticed)
        made, text = self._pages.get(chair.game, (None, ""))
        if made != now:
            text = page(game, here, picture, max(0.0, self._now() - noticed) if noticed else None)
            self._pages[chair.game] = now, text
        return text

    def _noticed(self, name: str, game: HostedGame | None) -> float:
        """Return when the player who is asked was sent a notice of it, 0 if he was sent none."""
        told = Noticed.kept(self._games.fact(name, TOLD))
        return told.at if game is not None and told.times_of(game.table.clock) else 0.0

    def _state(self, game: HostedGame | None) -> object:
        """Return what a page is made anew for: it does not change within moments by itself."""
        return (None if game is None else (game.session.seq, game.table.ending)), int(self._now() / FRESH)

    def seen(self, chair: Chair) -> dict[str, Any]:
        """Return how a game stands as the seat of a chair may know it, in words."""
        game, here = self._games.begun(chair.game, self._tell_in(chair.game)), tuple(self._here(chair.game))
        if game is None:
            return dict(to_plain(Seen("", here=here, missing=tuple(self._games.missing(chair.game)))))
        picture = self._games.picture(chair.game)
        now = (self._state(game), here, len(picture))
        made, told = self._seen.get(chair, (None, Seen("")))
        if made != now:
            told = seen(game, chair.seat, here, picture)
            self._seen[chair] = now, told
        return dict(to_plain(told))

    def forget(self, game: str) -> None:
        """Forget the page of a game that is put away."""
        self._pages.pop(game, None)
        self._seen = {chair: seen for chair, seen in self._seen.items() if chair.game != game}

    def map_of(self, token: str) -> bytes:
        """Return the picture for the page of a watcher's token, b'' if there is none."""
        chair = self._watched(token)
        return b"" if chair is None else self._games.picture(chair.game)

    def _watched(self, token: str) -> Chair | None:
        try:
            chair = self._games.chair(token)
        except NotYourDecision:
            return None
        return chair if chair.seat is None else None
