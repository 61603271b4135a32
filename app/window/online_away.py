"""What players get who are not at the table: notices, new links, calls on the desktop, a picture for a page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QImage
from PySide6.QtWidgets import QApplication

from app.online.links import SeatLink
from app.picture_bytes import encoded
from app.play.controller import GameController
from app.play.past import PastSeat
from app.system import TableView
from app.systems.shipped import presentation_of
from app.window.services import Services

if TYPE_CHECKING:
    from PySide6.QtWidgets import QSystemTrayIcon

    # the network is imported when somebody plays over it
    from app.dialogs.online import OnlinePage
    from app.online.far_game import FarGame

SIZE: Final = QSize(640, 460)
MOST: Final = 45_000
"""Bytes of a picture, so that it fits into one message."""
QUALITIES: Final = (70, 55, 40, 25)
PICTURE_AFTER: Final = 2000
"""Milliseconds after a hand-over in which nobody misses the time that drawing takes."""
EVERY: Final = 60
"""Seconds between two pictures."""
SAID: Final = 8000


class OnlineAway(QObject):
    """Serve, in one window, those who are elsewhere while a game is played online."""

    def __init__(
        self, game: GameController, services: Services, side: Callable[[str], str],
        table: Callable[[], TableView | None], outside: Callable[[str], str], parent: QObject,
    ) -> None:  # fmt: skip
        """`outside` returns the address that others have for the host at one."""
        super().__init__(parent)
        self.game, self.services, self._side, self._table, self._outside = game, services, side, table, outside
        self.far: FarGame | None = None
        self.page: OnlinePage | None = None
        self._was_asked = False
        self._pictured = -EVERY * 2.0
        self._tray: QSystemTrayIcon | None = None
        self._draws = QTimer(self)
        self._draws.setSingleShot(True)
        self._draws.setInterval(PICTURE_AFTER)
        self._draws.timeout.connect(self._send_picture)

    def follow(self, far: FarGame, page: OnlinePage) -> None:
        """Serve another game and its page."""
        self.far, self.page = far, page
        page.notified.connect(far.notify)
        far.linked.connect(self._show_link)
        far.asked_for_link.connect(self._tell_of_link)

    def leave(self) -> None:
        """Serve no game."""
        self._draws.stop()
        self.far = self.page = None
        if self._tray is not None:
            self._tray.hide()

    def show(self) -> None:
        """Show on the page by which ways this player can be told."""
        far, page = self.far, self.page
        if far is not None and page is not None and far.seat is not None:
            page.show_notices(far.ways, far.notices)

    def call(self) -> None:
        """Call the player to the window when he is asked and looks elsewhere; picture the map when he has finished."""
        game, far = self.game, self.far
        if far is None or game.host is not far:
            return
        asked = game.decision is not None
        if asked and not self._was_asked and not self.services.window.isActiveWindow():
            QApplication.alert(self.services.window)
            self._show_in_tray("It is your turn.")
        if self._was_asked and not asked and not game.is_sending and monotonic() - self._pictured > EVERY:
            self._draws.start()
        if not game.is_sending:
            self._was_asked = asked

    def _show_in_tray(self, words: str) -> None:
        from PySide6.QtWidgets import QSystemTrayIcon  # with names that no start needs

        if not QSystemTrayIcon.isSystemTrayAvailable() or not QSystemTrayIcon.supportsMessages():
            return
        if self._tray is None:
            self._tray = QSystemTrayIcon(QIcon(QApplication.windowIcon()), self)
            self._tray.messageClicked.connect(self._come_forward)
        self._tray.show()
        self._tray.showMessage(self.services.window.windowTitle(), words, QSystemTrayIcon.MessageIcon.NoIcon)

    def _come_forward(self) -> None:
        window = self.services.window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.raise_()
        window.activateWindow()

    # --- New links -------------------------------------------------------------------------------------------------

    def _show_link(self, seat: str, secret: str) -> None:
        far, page = self.far, self.page
        if far is not None and page is not None:
            own = "Link to your seat, for another computer:"
            whose = own if seat == far.seat else f"New link for the {self._side(seat)} player:"
            page.show_links({whose: str(SeatLink(self._outside(far.followed.url), secret))})

    def _tell_of_link(self, by: str, seat: str) -> None:
        far = self.far
        if far is not None and by != far.seat:
            whose = "your seat" if seat == far.seat else "his own seat"
            self.services.status(f"The {self._side(by)} player has asked for a new link to {whose}.", SAID)

    # --- The picture -----------------------------------------------------------------------------------------------

    def _send_picture(self) -> None:
        """Send the map as everybody may see it; what is on this table is shown only where nothing is hidden."""
        far, session = self.far, self.game.session
        if far is None or session is None or self.game.looks_back:
            return
        table = self._table()
        if not self.game.hides:
            image = table.picture(SIZE) if table is not None else None
        else:
            image = presentation_of(session.system.id).picture(PastSeat(session, None), SIZE, 0.0)
        jpeg = small(image) if image is not None else b""
        if jpeg:
            self._pictured = monotonic()
            far.send_picture(b64encode(jpeg).decode("ascii"))


def small(image: QImage) -> bytes:
    """Return a picture as a JPEG that fits into one message, b"" if it cannot be made that small."""
    scaled = image.scaled(SIZE, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
    made = (encoded(scaled, "JPG", quality) for quality in QUALITIES)
    return next((jpeg for jpeg in made if len(jpeg) <= MOST), b"")
