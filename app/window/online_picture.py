"""The picture of the map on the page of an online game, painted by the window of whoever has just finished."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QSize, Qt, QTimer
from PySide6.QtGui import QImage

from app.board.painting import Painting
from app.kept_pictures import encoded
from app.play.controller import GameController
from app.system import TableView

if TYPE_CHECKING:
    from app.online.far_game import FarGame

SIZE: Final = QSize(640, 460)
MOST: Final = 45_000
"""Bytes of a picture, so that it fits into one message."""
QUALITIES: Final = (70, 55, 40, 25)
AFTER: Final = 2000
"""Milliseconds after a hand-over until it is painted: whoever goes on at once need not share the time with it."""
EVERY: Final = 60
"""Seconds between two pictures."""


class OnlinePicture(QObject):
    """Paint the map as everybody may see it, strip by strip, and send it to the host; nothing while `far` is None."""

    def __init__(self, game: GameController, table: Callable[[], TableView | None], parent: QObject) -> None:
        super().__init__(parent)
        self.game, self._table = game, table
        self.far: FarGame | None = None
        self._painting: Painting | None = None
        self._sent = -EVERY * 2.0
        self.waits, self._strips = QTimer(self), QTimer(self)
        for timer, act in ((self.waits, self._begin), (self._strips, self._paint_more)):
            timer.setSingleShot(True)
            timer.timeout.connect(act)
        self.waits.setInterval(AFTER)

    def follow(self, far: FarGame | None) -> None:
        """Serve another game, or none."""
        self.far, self._painting = far, None
        self.waits.stop()
        self._strips.stop()

    def want(self) -> None:
        """Paint the map soon, unless that was done a moment ago."""
        if monotonic() - self._sent > EVERY:
            self.waits.start()

    def drop(self) -> None:
        """Give up what is painted of a position that has changed, and begin again later."""
        if self._painting is not None:
            self._painting = None
            self._strips.stop()
            self.waits.start()

    def _begin(self) -> None:
        """Begin to paint."""
        if self.far is None or self.game.session is None or self.game.looks_back:
            return
        table = self._table()
        self._painting = table.painting(SIZE) if table is not None else None
        if self._painting is not None:
            self._strips.start(0)

    def _paint_more(self) -> None:
        painting = self._painting
        if painting is None:
            return
        if painting.paint_more():
            self._strips.start(0)
        else:
            self._painting = None
            self._send(painting.image)

    def _send(self, image: QImage) -> None:
        jpeg = small(image)
        if jpeg and self.far is not None:
            self._sent = monotonic()
            self.far.send_picture(b64encode(jpeg).decode("ascii"))


def small(image: QImage) -> bytes:
    """Return a picture as a JPEG that fits into one message, b"" if it cannot be made that small."""
    scaled = image.scaled(SIZE, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
    made = (encoded(scaled, "JPG", quality) for quality in QUALITIES)
    return next((jpeg for jpeg in made if len(jpeg) <= MOST), b"")
