"""The curtain between players with hidden hands: it falls before another seat looks."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QWidget

from app import theme
from app.panels.widgets import KeyButton, Label, Note
from app.sides import Side
from app.theme import faces

LOW = 150
"""Height in pixels below which what it says stands in one line."""
FOLD = 56.0
"""Width of a fold of the cloth in pixels."""
CLOSED = 1000
"""How long a curtain that has fallen stays closed whatever is pressed, in milliseconds; off screen no time at all."""


class Curtain(QWidget):
    """Cover a hand, or the whole table, until the player who is asked says that nobody else looks.

    The press that ended the other player's turn never opens it: for a moment it takes no answer, and never a held key.
    """

    opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Curtain")
        self._over: QWidget | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._side: Side | None = None
        self.closed = QTimer(self)
        self.closed.setSingleShot(True)
        self.closed.setInterval(0 if QApplication.platformName() == "offscreen" else CLOSED)
        self.title, self.note = Label(), Note()
        self.title.setProperty("role", "title")
        self.note.setWordWrap(False)
        self.button = KeyButton("", "Space", "Open the curtain and show your side.")
        self.button.setProperty("primary", "true")
        self.button.clicked.connect(self.answer)
        self.closed.timeout.connect(lambda: self.button.setEnabled(True))
        self._column = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._column.setSpacing(10)
        self._column.addStretch(2)
        for part in (self.title, self.note, self.button):
            self._column.addWidget(part, 0, Qt.AlignmentFlag.AlignCenter)
        self._column.addStretch(3)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put title, note and button side by side over a low hand."""
        super().resizeEvent(event)
        way = QBoxLayout.Direction
        self._column.setDirection(way.LeftToRight if self.height() < faces.scaled(LOW) else way.TopToBottom)

    def wait_for(self, side: Side) -> None:
        """Call a side to the table by its name."""
        if self.isHidden() or side != self._side:
            self.button.setEnabled(not self.closed.interval())
            self.closed.start()
        self._side = side
        self.note.setText(f"For the {side.name} player only. Everyone else, look away.")
        self.button.setText(f"I am the {side.name} player  ·  Space")
        self.button.setAccessibleName(f"I am the {side.name} player")
        self.title.setText(f"{side.name} player: your turn.")
        self.title.setStyleSheet(f"color: {side.colour};")
        self.setAccessibleDescription(self.title.text())

    def answer(self) -> None:
        """Open, unless it has only just fallen."""
        if not self.closed.isActive() or not self.closed.interval():
            self.opened.emit()

    def hang(self, over: QWidget) -> None:
        """Cover a widget and follow its size."""
        self.take_down()
        self._over = over
        over.installEventFilter(self)
        self.setParent(over)
        self.setGeometry(over.rect())
        self.show()
        self.raise_()

    def take_down(self) -> None:
        """Uncover what it hangs over; nothing holds it then."""
        if self._over is not None:
            self._over.removeEventFilter(self)
            self._over = None
            self.hide()
            self.setParent(None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cover all of what it hangs over, however large that becomes."""
        if watched is self._over and event.type() == QEvent.Type.Resize and self._over is not None:
            self.setGeometry(self._over.rect())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cloth in its folds."""
        painter, base = QPainter(self), QColor(theme.current().window)
        folds = QLinearGradient(0, 0, FOLD, 0)
        folds.setSpread(QLinearGradient.Spread.ReflectSpread)
        for stop, share in ((0.0, 100), (0.45, 103), (1.0, 108)):
            folds.setColorAt(stop, base.darker(share))
        painter.fillRect(QRectF(self.rect()), folds)
        painter.end()
