"""A connection that is lost, in one window: for how long, and an order that has not been sent and can be withdrawn."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer

from app.panels.prompt_parts import WITHDRAW
from app.play.controller import GameController
from app.text.online import how_long
from app.window.services import Services

if TYPE_CHECKING:  # the network is imported when somebody plays over it
    from app.online.far_game import FarGame

EACH: Final = 1000
HOUR: Final = 3600
LOST: Final = "Connection lost{since}, trying again. Nothing is lost, and you can look at everything."
SENDING: Final = "Sending your order…"
LATER: Final = "It is sent as soon as the connection is back."


class OnlineLost(QObject):
    """Say at the corner of the map that the connection is lost, and in the prompt what waits for it."""

    def __init__(self, game: GameController, services: Services, parent: QObject) -> None:
        super().__init__(parent)
        self.game, self.services = game, services
        self.far: FarGame | None = None
        self._since = 0.0
        self._said = ""
        self._each = QTimer(self)
        self._each.setInterval(EACH)
        self._each.timeout.connect(self._show)
        services.prompt.staff.pressed.connect(self._press)

    def follow(self, far: FarGame | None) -> None:
        """Show whether the connection of this game is lost; None for no game."""
        self.far = far
        if far is None or not far.is_away:
            self._each.stop()
            self.services.take_off(self._said)
        elif not self._each.isActive():
            self._since = monotonic()
            self._each.start()
            self._said = LOST.format(since="")
            self.services.status(self._said)

    def _show(self) -> None:
        """Say for how long; it is announced only once."""
        said = LOST.format(since=f" {lasting(monotonic() - self._since)}")
        self.services.renew(self._said, said)
        self._said = said

    def show_sending(self, far: FarGame) -> None:
        """Say in the prompt that an order is on its way, or waits for the connection."""
        if far.is_away:
            self.services.prompt.show_staff("", f"Not sent: {self._order(far)}", LATER, [WITHDRAW])
        else:
            self.services.prompt.show_staff("", SENDING, "")

    def _order(self, far: FarGame) -> str:
        if not far.sent:
            return "undo"
        words = self.game.words.describe(far.sent[0], self.game.names)
        more = len(far.sent) - 1
        return f"{words} and {more} more" if more else words

    def _press(self, name: str) -> None:
        if name == WITHDRAW and self.far is not None:
            self.far.withdraw()


def lasting(seconds: float) -> str:
    """Return a time as a clock shows it, such as "0:12"; from an hour on in words."""
    return how_long(seconds) if seconds >= HOUR else f"{int(seconds) // 60}:{int(seconds) % 60:02}"
