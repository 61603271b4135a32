"""Looking on, in one window, at a game at a host that this program cannot play."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from app.online.links import FollowedLink
from app.text import online as words
from app.window.online_making import TITLE
from app.window.services import Services
from rules.engine.english import capital

if TYPE_CHECKING:  # the network is imported when somebody plays over it
    from app.dialogs.look_on import LookOnPage
    from app.online.look_on import LookOn
    from app.online.messages import Seen

AGAIN: Final = "It is looked at anew every 15 seconds."
LOST: Final = "Connection lost, trying again: {why}."


class OnlineLooking(QObject):
    """Offer to look on, and show the game: who is asked, its last picture and its log, in the words of its host."""

    def __init__(
        self, services: Services, side: Callable[[str, str], str], keep: Callable[..., FollowedLink], parent: QObject
    ) -> None:
        """`side` returns the name of a side of a system; `keep` keeps a link with what is known of its game."""
        super().__init__(parent)
        self.services, self._side, self._keep = services, side, keep
        self.page: LookOnPage | None = None
        self._looking: LookOn | None = None

    def offer(self, link: FollowedLink, seat: str | None, system: str, why: str) -> None:
        """Say why a game cannot be played here, and show it if the player wants to look on."""
        link = self._keep(link, seat=seat or "", system=system)
        if self.services.ask(TITLE, why, "Look on", "Close"):
            self.begin(link, why)

    def begin(self, link: FollowedLink, why: str) -> None:
        """Show a game until its page is closed."""
        from app.dialogs.look_on import LookOnPage
        from app.online.look_on import LookOn

        self.end()
        page = self.page = LookOnPage(f"{why} {AGAIN}", self.services.window)
        looking = self._looking = LookOn(self)
        looking.seen.connect(self._show)
        looking.lost.connect(lambda reason: page.lose(LOST.format(why=reason)))
        looking.refused.connect(page.lose)
        page.finished.connect(looking.end)
        self.services.open_page(page)
        looking.begin(link)

    def end(self) -> None:
        """Look on no more."""
        if self._looking is not None:
            self._looking.end()
            self._looking.deleteLater()
        if self.page is not None and self.page.isVisible():
            self.page.reject()
        self.page = self._looking = None

    def _show(self, link: FollowedLink, seen: Seen) -> None:
        if self.page is None:
            return
        if seen.title and seen.title != link.title:
            self._keep(link, title=seen.title)
        try:
            picture = b64decode(seen.picture, validate=True)
        except (Error, ValueError):
            picture = b""
        title = seen.title or "A game that has not begun"
        self.page.show_game(title, seen.when, self._asked(link, seen), "\n".join(seen.lines))
        self.page.show_map(picture)

    def _asked(self, link: FollowedLink, seen: Seen) -> str:
        """Return who is asked what, since when, and whether he is there, or how the game ended."""
        if seen.missing:
            return words.not_begun([self._side(link.system, seat) for seat in seen.missing])
        if seen.result or not seen.asked:
            return seen.result or "Nobody is asked."
        mine, clock = seen.asked == link.seat, seen.clock
        who = "You are" if mine else f"The {self._side(link.system, seen.asked)} player is"
        since = ""
        if clock is not None:
            left = words.time_left(clock.left, 0, paused=clock.paused)
            since = words.stands(None if mine else seen.asked in seen.here, clock.waited, left)
        question = seen.question if mine else words.quoted(seen.question)
        asked = f"{who} asked: {question}" if question else f"{who} asked."
        return f"{asked}\n{capital(since)}." if since else asked
