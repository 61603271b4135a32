"""A wide button with a picture, a name and a line below."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy

from app import theme
from app.panels.button_paint import Cloth, ink_of
from app.panels.widgets import KeyButton
from app.theme import faces


class CardButton(KeyButton):
    """A wide button with a picture, a name that wraps, and a muted line below."""

    def __init__(self, name: str, detail: str, picture: QPixmap, size: int, tip: str = "") -> None:
        super().__init__("", "", tip)
        self.name, self.detail = name, detail
        self._picture, self._size = picture, size
        self.setAccessibleName(f"{name}, {detail}" if detail else name)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        """Say that the height depends on the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the picture or the words, whichever is greater."""
        room = QRect(0, 0, max(40, width - self._size - 34), 1000)
        words = QFontMetrics(self._face()).boundingRect(room, int(Qt.TextFlag.TextWordWrap), self.name).height()
        below = QFontMetrics(faces.sans("note")).height() if self.detail else 0
        return max(self._size, words + below) + 14

    def sizeHint(self) -> QSize:
        """Return a size of the usual width."""
        return QSize(220, self.heightForWidth(220))

    def minimumSizeHint(self) -> QSize:
        """Return room for the picture and a few letters."""
        return QSize(self._size + 90, self._size + 14)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the button, then picture and words."""
        painter = QPainter(self)
        dress = self.paint_ground(painter)
        top = (self.height() - self._size) // 2
        painter.drawPixmap(QRect(10, top, self._size, self._size), self._picture)
        left = self._size + 20
        room = QRect(left, 6, self.width() - left - 10, self.height() - 12)
        painter.setFont(self._face())
        painter.setPen(ink_of(dress, self.isEnabled()))
        wrap = int(Qt.TextFlag.TextWordWrap)
        words = painter.boundingRect(room, wrap, self.name)
        below = QFontMetrics(faces.sans("note")).height() if self.detail else 0
        start = room.top() + max(0, (room.height() - words.height() - below) // 2)
        painter.drawText(QRect(left, start, room.width(), words.height()), wrap, self.name)
        painter.setFont(faces.sans("note"))
        painter.setPen(self.detail_ink(dress))
        detail = painter.fontMetrics().elidedText(self.detail, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(QRect(left, start + words.height(), room.width(), below), 0, detail)
        painter.end()

    def detail_ink(self, dress: Cloth) -> QColor:
        """Return the ink of the line below: muted on plain ground, that of the name where the ground has a colour."""
        return ink_of(dress, self.isEnabled()) if self.isChecked() else QColor(theme.current().muted)
