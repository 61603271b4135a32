"""The question in the prompt, in letters that become smaller before any of them is cut."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent

from app.panels.widgets import ShortLabel
from app.theme import faces

STEPS: tuple[faces.Step, ...] = ("prompt", "figure", "card", "heading", "body")


class TitleLabel(ShortLabel):
    """The question in the prompt: its letters become smaller before any of them is cut. `small` begins smaller."""

    small = False

    def minimumSizeHint(self) -> QSize:
        """Return one line of the largest letters."""
        return QSize(120, QFontMetrics(faces.serif("prompt")).height())

    def sizeHint(self) -> QSize:
        """Return room for the words in the largest letters."""
        return QSize(
            QFontMetrics(faces.serif("prompt")).horizontalAdvance(self.text()), self.minimumSizeHint().height()
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the words."""
        painter, rect = QPainter(self), self.contentsRect()
        for step in STEPS[self.small :]:
            painter.setFont(faces.serif(step))
            if painter.fontMetrics().horizontalAdvance(self.text()) <= rect.width():
                break
        words = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, rect.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), words)
        painter.end()
