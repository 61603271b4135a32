"""A line at the corner of the map: what is under the pointer, or a message that passes."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.announcing import announce
from app.board.legend import FOOT
from app.panels.widgets import Label

MARGIN = 12


class Notice(Label):
    """Show a message for a while, else what is under the pointer; hidden while there is neither."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("", parent)
        self.board = parent
        self.setObjectName("Notice")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.message = self.place = self._pointed = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.say)
        self.hide()

    def say(self, words: str = "", milliseconds: int = 0) -> None:
        """Show a message for a time in milliseconds, 0 for good; an empty one clears it."""
        announce(self, words)
        self._timer.stop()
        self.message = words
        if words and milliseconds:
            self._timer.start(milliseconds)
        self._show()

    def point(self, words: str) -> None:
        """Name what is under the pointer or the keyboard's cursor; more lines are for a screen reader alone."""
        if words != self._pointed:
            announce(self, words.replace("\n", " "))
        self._pointed = words
        self.place = words.partition("\n")[0]
        self._show()

    def settle(self) -> None:
        """Stand in the lower right corner of the parent, above what the page on show keeps free at its foot."""
        room = self.board.rect()
        widest = max(80, room.width() - 2 * MARGIN)
        self.setWordWrap(False)
        wide = self.sizeHint().width()
        self.setWordWrap(wide > widest)
        self.resize(min(wide, widest), self.heightForWidth(widest) if wide > widest else self.sizeHint().height())
        shown = self.board.currentWidget() if isinstance(self.board, QStackedWidget) else None
        foot = shown.property(FOOT) if shown is not None else None
        self.move(room.right() - self.width() - MARGIN, room.bottom() - self.height() - (int(foot) if foot else MARGIN))

    def _show(self) -> None:
        words = self.message or self.place
        self.setText(words)
        self.setVisible(bool(words))
        if words:
            self.settle()
            self.raise_()
