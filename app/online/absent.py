"""What a host does for those who are not connected: the page of a game, and notices that it is somebody's turn."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from app.online.directory import Chair
from app.online.games import Games
from app.online.made import Tell
from app.online.notices import LINES, Address, Notice, Noticed, Notices, Waiting
from app.online.page import page, summary
from app.online.records import Elsewhere
from rules.engine.command import NotYourDecision
from rules.engine.events import as_record
from rules.engine.record import RecordError

LOG: Final = logging.getLogger("chitpull.host")
CANNOT_OPEN: Final = (RecordError, OSError, LookupError, ValueError)
"""What is raised by a game whose record is damaged, or was made by another version."""
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
        send: Callable[[Notice], object],
        later: Callable[[float, Callable[[], None]], object],
        now: Callable[[], float],
    ) -> None:
        self._games, self._here, self._tell_in = games, here, tell_in
        self._really_send, self._now = send, now
        self._pages: dict[str, tuple[object, str]] = {}
        self._notices = Notices(self._send, self._look_at, self._keep_told, later, now=now)
        self.sent = 0
        """How many notices were sent since the host was started."""

    # --- Notices ---------------------------------------------------------------------------------------------------

    def moved(self, game: str) -> None:
        """Take note that somebody may be asked now who was not before."""
        self._notices.moved(game)

    def remember(self) -> None:
        """Take up the notices of all games that are due, or will be: the host has been started."""
        for game in self._games.games_with("address/"):
            self._notices.moved(game)

    def address(self, chair: Chair) -> Address | None:
        """Return where the player of a chair wants to be told, None if he does not."""
        kept = self._games.fact(chair.game, f"address/{chair.seat}")
        return Address(**kept) if kept else None

    def set_address(self, chair: Chair, address: Address) -> None:
        """Keep where the player of a chair wants to be told; one that is empty deletes what was kept."""
        table = self._games.game(chair).table
        told = address.to_json() if address != Address() else None
        self._games.set_fact(chair.game, f"address/{chair.seat}", told)
        table.keep_clock()
        self.moved(chair.game)

    def _send(self, notice: Notice) -> None:
        self.sent += 1
        self._really_send(notice)

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
        seat = hosted.table.clock.asked
        return Waiting(
            hosted.table.clock,
            tuple(self._here(game)),
            self.address(Chair(game, seat)),
            as_record(Noticed, self._games.fact(game, "told")) or Noticed(),
            lambda: summary(hosted.session, seat, LINES, seat),
        )

    def _keep_told(self, game: str, told: Mapping[str, Any]) -> None:
        self._games.set_fact(game, "told", told)

    # --- Pages -----------------------------------------------------------------------------------------------------

    def page(self, token: str) -> str | None:
        """Return the page of the game that a watcher's token leads to, None if there is none."""
        chair = self._watched(token)
        if chair is None:
            return None
        game, here = self._games.begun(chair.game, self._tell_in(chair.game)), tuple(self._here(chair.game))
        picture = f"/w/{token}/map" if self._games.picture(chair.game) else ""
        state = None if game is None else (game.session.seq, game.table.ending)
        now = (state, here, picture, int(self._now() / FRESH))
        made, text = self._pages.get(chair.game, (None, ""))
        if made != now:
            text = page(game, here, picture)
            self._pages[chair.game] = now, text
        return text

    def forget(self, game: str) -> None:
        """Forget the page of a game that is put away."""
        self._pages.pop(game, None)

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
