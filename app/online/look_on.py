"""Looking on at a game whose rules this program does not have: its host is asked from time to time how it stands."""

from __future__ import annotations

import json
from threading import Thread
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from websockets.exceptions import WebSocketException

from app.online.links import FollowedLink
from app.online.messages import Answer, Seen, taken
from app.online.reaching import PATIENCE, reach, why_not

EVERY: Final = 15_000
"""Milliseconds between two looks."""
LOOK: Final = 1
TWICE: Final = 2
"""How many processes of a host are asked: one may say that another plays the game."""


class LookOn(QObject):
    """Looks at the game of one seat, or of a watcher, until it is ended.

    `seen(link, how it stands)`. `lost(why)`: there is no way to the host now. `refused(sentence)`: it tells nothing.
    """

    seen = Signal(object, object)
    lost = Signal(str)
    refused = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link: FollowedLink | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY)
        self._timer.timeout.connect(self._begin)

    def begin(self, link: FollowedLink) -> None:
        """Look now, and again from time to time."""
        self._link = link
        self._timer.start()
        self._begin()

    def end(self) -> None:
        """Look no more; what is still on its way is told nobody."""
        self._link = None
        self._timer.stop()

    def _begin(self) -> None:
        if self._link is not None:
            Thread(target=self._look, args=(self._link,), daemon=True).start()

    def _look(self, link: FollowedLink) -> None:
        try:
            answer = asked(link)
            found = None if answer.is_refused else taken(Seen, answer.result)
        except (OSError, WebSocketException, ValueError) as error:  # also what is garbled
            if link is self._link:
                self.lost.emit(why_not(error))
            return
        if link is not self._link:
            return
        if found is None:
            self.refused.emit(answer.words)
        else:
            self.seen.emit(link, found)


def asked(link: FollowedLink) -> Answer:
    """Return what the host answers who looks on; raise OSError, WebSocketException or ValueError."""
    url, request = link.url, {"jsonrpc": "2.0", "id": LOOK, "method": "look_on", "params": {"token": link.token}}
    for _ in range(TWICE):
        with reach(url) as connection:
            connection.send(json.dumps(request))
            answer = Answer.of(json.loads(connection.recv(timeout=PATIENCE)))
        if answer.at is None:
            break
        url = answer.at or url
    return answer
