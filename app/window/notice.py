"""A line at the corner of the map: what is under the pointer, or a message that passes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.announcing import announce
from app.board.legend import FOOT, TOP, Legend
from app.panels.widgets import Label

MARGIN = 12
SHARE = 0.3
"""How much of the width words take at most where they stand at the top."""


class Notice(Label):
    """Show a message for a while, else what is under the pointer; hidden while there is neither."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("", parent)
        self.board = parent
        self.setObjectName("Notice")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._followed: Legend | None = None
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
        """Stand in the lower right corner of the parent, above what the page on show keeps free at its foot.

        On a page with more to show there, stand in the upper left corner, below its legend.
        """
        room = self.board.rect()
        shown = self.board.currentWidget() if isinstance(self.board, QStackedWidget) else None
        top = shown is not None and bool(shown.property(TOP))
        widest = max(80, round(room.width() * SHARE) if top else room.width() - 2 * MARGIN)
        self.setWordWrap(False)
        wide = self.sizeHint().width()
        self.setWordWrap(wide > widest)
        self.resize(min(wide, widest), self.heightForWidth(widest) if wide > widest else self.sizeHint().height())
        if shown is not None and top:
            self.move(MARGIN, MARGIN + self._legend(shown))
            return
        foot = shown.property(FOOT) if shown is not None else None
        self.move(room.right() - self.width() - MARGIN, room.bottom() - self.height() - (int(foot) if foot else MARGIN))

    def _legend(self, shown: QWidget) -> int:
        """Return where the legend of a page ends, 0 while it has none, and follow it from now on."""
        legend = shown.findChild(Legend)
        if legend is None:
            return 0
        if legend is not self._followed:
            self._followed = legend
            legend.installEventFilter(self)
        return legend.geometry().bottom() if legend.isVisible() else 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Make room for the legend, or take it back."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.Resize) and self.isVisible():
            self.settle()
        return False

    def _show(self) -> None:
        words = self.message or self.place
        self.setText(words)
        self.setVisible(bool(words))
        if words:
            self.settle()
            self.raise_()
