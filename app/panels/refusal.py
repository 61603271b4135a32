"""Why something is not possible, in the prompt's second line, or hung from the bar where it needs more room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtWidgets import QWidget

from app.panels.widgets import Label
from app.theme import faces

MARGIN, SPILL = 12, 4
"""Free room beside the words, and how far they may stand over their line above and below, in pixels."""


class Refusal(Label):
    """Words in red, always whole, over whatever lies below the bar. No press is caught, and the next one ends them.

    `place` is the room in the bar: that of the line it stands for.
    """

    def __init__(self, bar: QWidget, place: QWidget) -> None:
        super().__init__("", bar)
        self.bar, self.place = bar, place
        self._fresh = False
        self.setObjectName("Refusal")
        self.setAccessibleName("Why this is not possible")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setMargin(2)
        self.hide()

    def say(self, words: str) -> None:
        """Show words; "" ends them."""
        self.setText(words)
        self.setVisible(bool(words))
        if words:
            self._fresh = True
            QTimer.singleShot(0, self._age)
            self.settle()

    def _age(self) -> None:
        self._fresh = False

    def is_old(self) -> bool:
        """Tell whether words stand here that no press now under way has caused."""
        return self.isVisible() and not self._fresh

    def settle(self) -> None:
        """Take the line in the bar if the words fit there, else as much room below it as they need."""
        window = self.bar.window()
        if self.isHidden():
            return
        if self.parentWidget() is not window:
            self.setParent(window)
            self.show()
        line = QRect(self.place.mapTo(window, QPoint()), self.place.size())
        self.setWordWrap(False)
        whole = self.sizeHint()
        if whole.width() <= line.width() and whole.height() <= line.height() + 2 * SPILL:
            self.setGeometry(QRect(line.left(), line.center().y() - whole.height() // 2, line.width(), whole.height()))
        else:
            self.setGeometry(self._hung(window, line.left(), whole))
        self.raise_()

    def _hung(self, window: QWidget, left: int, whole: QSize) -> QRect:
        """Return a place below the bar: from the line's left on, or further left where that gives too few words."""
        right = window.width() - MARGIN
        left = max(MARGIN, min(left, right - min(whole.width(), faces.scaled(620))))
        self.setWordWrap(True)
        width = min(whole.width(), right - left)
        top = self.bar.mapTo(window, QPoint(0, self.bar.height())).y()
        return QRect(left, top, width, self.heightForWidth(width))

    def changeEvent(self, event: QEvent) -> None:
        """Follow another size of text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.settle()
