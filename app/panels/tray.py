"""The dice tray: the dice of the last order with what they were for and what they brought."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app import theme
from app.panels.dice import draw_die
from app.text.log_lines import Cast, casts

DIE, WIDTH, MOST, STALE = 30, 74, 4, 4


class DiceTray(QWidget):
    """Show the last dice, newest on the right; hidden while there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.casts: list[Cast] = []
        self._age = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_events(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Show the dice among the events of an order; they stay for a few orders without dice."""
        found = casts(events)
        self._age = 0 if found else self._age + 1
        if found:
            self.casts = found[-MOST:]
        elif self._age >= STALE:
            self.casts = []
        self._tell()

    def clear(self) -> None:
        """Take the dice away."""
        self.casts = []
        self._tell()

    def _tell(self) -> None:
        said = "; ".join(f"{cast.die} {cast.purpose}: {cast.result}".rstrip(": ") for cast in self.casts)
        self.setAccessibleName("Last dice")
        self.setAccessibleDescription(said)
        self.setToolTip(said.replace("; ", "\n"))
        self.setVisible(bool(self.casts))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for each die with its two lines."""
        return QSize(WIDTH * max(1, len(self.casts)), DIE + 14)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dice; the result stands beside each, its purpose below."""
        now, painter = theme.current(), QPainter(self)
        font = QFont(self.font())
        for index, cast in enumerate(self.casts):
            left = index * WIDTH
            draw_die(painter, QRectF(left + 2, 0, DIE, DIE), cast.die)
            font.setPixelSize(12)
            font.setBold(True)
            painter.setFont(font)
            painter.setPen(QColor(now.text))
            beside = QRectF(left + DIE + 5, 0, WIDTH - DIE - 6, DIE)
            flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(beside, flags, cast.result)
            font.setPixelSize(10)
            font.setBold(False)
            painter.setFont(font)
            painter.setPen(QColor(now.muted))
            words = painter.fontMetrics().elidedText(cast.purpose, Qt.TextElideMode.ElideRight, WIDTH - 4)
            painter.drawText(QRectF(left + 2, DIE, WIDTH - 2, 14), Qt.AlignmentFlag.AlignVCenter, words)
        painter.end()
