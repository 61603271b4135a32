"""The games at hosts that this computer has a seat at, in one window: whose turn it is in each, as far as is known."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from threading import Thread
from time import time
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Signal

from app.dialogs.messages import CAREFUL
from app.online.links import MINE, OVER, THEIRS, FollowedLink
from app.text import online as words
from app.window.online_kept import SAID, OnlineKept
from app.window.online_making import TITLE, OnlineMaking
from app.window.services import Services
from rules.engine.bounded import why

if TYPE_CHECKING:  # the network is imported when somebody plays over it
    from app.online.far_game import FarGame
    from app.online.messages import Seen

MOST_ASKED: Final = 12
"""Games whose hosts are asked how they stand, those that were played last."""
NO_NETWORK: Final = (
    "Online play needs {missing}, which is not installed. In a checkout type: {python} -m pip install -c "
    "constraints.txt ."
)
GONE: Final = "its host does not know this link any more"
WAITS: Final = "waiting for players"
RESTS: Final = "hosted here, not open now"


class OnlineGames(QObject):
    """List the games, and ask their hosts how they stand while the player looks at the list; never else.

    `continued(link)`: the player wants to go on with a game.
    """

    continued = Signal(object)
    _heard = Signal(object, object)

    def __init__(self, services: Services, making: OnlineMaking, kept: OnlineKept, parent: QObject) -> None:
        super().__init__(parent)
        self.services, self.making, self.kept, self.links = services, making, kept, kept.links
        self._listed: list[FollowedLink] = []
        making.continued.connect(self._continue)
        making.forgotten.connect(self._forget)
        self._heard.connect(self._take)

    def show(self) -> None:
        """Show how a game is made or joined, and the games there are."""
        self._listed = self.links.all()
        asked = [each for each in self._listed if each.turn != OVER and (each.seat or each.title)][:MOST_ASKED]
        self.making.show(
            [f"{titled(each)}: {_before(each)}" if each in asked else _kept(each) for each in self._listed]
        )
        for _, at in groupby(sorted(asked, key=attrgetter("url")), attrgetter("url")):
            Thread(target=_ask, args=(list(at), self._heard), daemon=True).start()

    def keep_turn(self, far: FarGame) -> None:
        """Keep whose turn it is in the game that is followed, for when it is not."""
        clock, link = far.clock, far.followed
        if clock is None or far.missing or far.is_away:
            return
        turn = _turn(link, "" if far.over is not None else clock.asked)
        if turn != link.turn:
            far.followed = self._renew(link, turn)

    def _continue(self, row: int) -> None:
        token = self._listed[row].token
        self.continued.emit(next((each for each in self.links.all() if each.token == token), self._listed[row]))

    def _forget(self, row: int) -> None:
        link = self._listed[row]
        asked = f"Forget {titled(link)}? You cannot come back to this seat without its link."
        if self.services.ask(TITLE, asked, "Forget it", "Keep it", CAREFUL):
            self.kept.drop(link)
            self._listed = self.links.all()
            self.making.show_games([_kept(each) for each in self._listed])

    def _take(self, link: FollowedLink, seen: Seen | str) -> None:
        """Show what a host has told of a game, or why it has told nothing."""
        row = next((n for n, each in enumerate(self._listed) if each.token == link.token), None)
        if row is None:
            return
        if isinstance(seen, str):
            is_own = bool(link.given) and link.url == self.making.own_host.url
            seen = RESTS if is_own and seen == words.NOT_REACHED else seen
            self.making.show_game(row, f"{titled(link)}: {words.stood(link.turn, _ago(link), begin=seen)}")
            return
        if seen.missing:
            self.making.show_game(row, f"{titled(link)}: {WAITS}")
            return
        turn = _turn(link, seen.asked)
        self._listed[row] = self._renew(link, turn)
        left = seen.clock.left if seen.clock is not None and turn == MINE else None
        time_left = words.time_left(left, 0, paused=bool(seen.clock and seen.clock.paused))
        how = words.WHOSE[turn] if link.seat or turn == OVER else "in play"
        self.making.show_game(row, f"{titled(link)}: {', '.join(filter(None, [how, time_left]))}")

    def _renew(self, link: FollowedLink, turn: str) -> FollowedLink:
        told: dict[str, Any] = {"turn": turn, "known": str(int(time()))}
        try:
            self.links.renew(link, **told)
        except OSError as error:
            self.services.status(f"Whose turn it is could not be kept: {why(error)}.", SAID)
        return next((each for each in self.links.all() if each.token == link.token), link)


def has_network(services: Services) -> bool:
    """Tell whether this program has what it takes to play over a network; say so if not."""
    try:
        import app.online.far_game  # noqa: F401
    except ImportError as error:
        services.tell(TITLE, NO_NETWORK.format(missing=error.name, python=sys.executable))
        return False
    return True


def titled(link: FollowedLink) -> str:
    """Return how a game is called in the list."""
    side = link.seat.capitalize() or ("invited" if link.invitation else "watching")
    return f"{link.title or 'A game that has not begun'} ({side})"


def _turn(link: FollowedLink, asked: str) -> str:
    return OVER if not asked else MINE if asked == link.seat else THEIRS


def _ago(link: FollowedLink) -> float:
    return time() - float(link.known) if link.known.isdecimal() else 0.0


def _before(link: FollowedLink) -> str:
    return words.stood(link.turn if link.seat else "", _ago(link), begin=words.ASKING)


def _kept(link: FollowedLink) -> str:
    """Return a game with how it stood when that was known last."""
    if not link.turn or not (link.seat or link.turn == OVER):
        return titled(link)
    return f"{titled(link)}: {words.stood(link.turn, _ago(link), begin='not asked now')}"


def _ask(links: Iterable[FollowedLink], heard: Any) -> None:
    """Ask one host how games stand; where it is not reached, that holds for all of them."""
    from websockets.exceptions import WebSocketException

    from app.online.look_on import asked
    from app.online.messages import Seen, taken

    reached = True
    for link in links:
        told: Seen | str = words.NOT_REACHED
        try:
            if reached:
                answer = asked(link)
                told = GONE if answer.is_refused else taken(Seen, answer.result)
        except (OSError, WebSocketException, ValueError):
            reached = False
        try:
            heard.emit(link, told)
        except RuntimeError:  # the window has been closed
            return
