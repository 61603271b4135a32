"""Two players at one computer: who may look, and the curtain between those who may not, or would not, look together."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QWidget

from app import theme
from app.panels.widgets import KeyButton, Label, MutedText
from app.play.controller import GameController
from app.settings import AWAY, BOTH_SIDES, OPEN_CURTAIN
from app.sides import Side
from app.system import ShowsDraw
from app.theme import faces
from app.window.services import Services
from app.window.table_host import TableHost

# --- The curtain between players with hidden hands: it falls before another seat looks -----------------------------

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
        self.title, self.note = Label(), MutedText()
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


# --- Two players at one computer -----------------------------------------------------------------------------------

WHILE = 60_000
"""How long that is, in milliseconds."""


class HotSeat(QObject):
    """Draw and open the curtain of one window.

    `opened()`: a player has come to the table, show it. `waiting()`: nobody may do anything but open the curtain.
    """

    opened = Signal()
    waiting = Signal()

    def __init__(self, game: GameController, services: Services, host: TableHost) -> None:
        super().__init__(services)
        self.window, self.game, self.services, self.host = services.window, game, services, host
        self.prompt, self.orders, self.docks, self.pages = services.prompt, services.orders, services.docks, host.pages
        host.leaving.connect(self.put_away)
        self.curtain = Curtain()
        self.curtain.opened.connect(self.open)
        self._here = self._called = self._asked = ""
        self.away = QTimer(self)
        self.away.setSingleShot(True)
        self.away.setInterval(WHILE)
        self.away.timeout.connect(self.leave)
        self.pages.addWidget(self.curtain)
        self.window.installEventFilter(self)

    @property
    def awaits(self) -> str:
        """Return the seat whose player has to come to the table, "" for none."""
        return self.game.awaited or self._called

    def begin(self) -> None:
        """Let whoever is asked first sit at the table of another game."""
        self._here = self._called = self._asked = ""

    def pass_keyboard(self) -> None:
        """Give the keyboard to the board when another player is asked: his question has not been looked at yet."""
        decision = self.game.decision
        if decision is None:
            return
        before, self._asked = self._asked, decision.seat
        focus, mat = QApplication.focusWidget(), self.host.table
        answers = focus is not None and any(part.isAncestorOf(focus) for part in (self.orders, self.prompt))
        if answers and mat is not None and before not in ("", decision.seat):
            mat.middle.setFocus(Qt.FocusReason.OtherFocusReason)

    def cover(self) -> bool:
        """Cover the hands if somebody else has to come to the table; return whether that is so."""
        game = self.game
        name = game.awaited
        if not name:
            self.put_away()
            return self._cover_open()
        if self.services.settings.get(BOTH_SIDES, False):
            self.open()
            return True
        if drawn := self._drawn():
            self.wait(f"You drew {drawn}. Press Space to hand over.")
            return True
        if game.seat is not None and game.seat.name is not None:
            game.sit_at(None)  # comes back here as a spectator
            return True
        self.curtain.wait_for(game.side(name))
        self._hang()
        self.wait(f"For {game.side(name).noun} only. Everyone else, look away.")
        self.curtain.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def wait(self, words: str) -> None:
        """Ask nobody anything, and say what is waited for."""
        self.orders.show_game(self.game, {})
        self.orders.idle_note.setText("Open the curtain to continue.")
        self.prompt.show_idle(words)
        self.waiting.emit()

    def _drawn(self) -> str:
        """Return what the player at the table has drawn and not looked at yet, in words, or ""."""
        mat, seat = self.host.table, self.game.seat
        here = seat is not None and seat.name is not None
        return mat.drawn if here and isinstance(mat, ShowsDraw) else ""

    def _cover_open(self) -> bool:
        """Cover the table of a game that hides nothing, for players who want that, while the other one is called."""
        called = self._other()
        before, self._called = self._called, called
        if called:
            side = self.game.side(called)
            self.curtain.wait_for(side)
            self.pages.setCurrentWidget(self.curtain)
            self.docks.set_shown(False)
            self.wait(f"Waiting for {side.noun}.")
            self.curtain.setFocus(Qt.FocusReason.OtherFocusReason)
        elif before and self.host.table is not None:
            self.host.show_table()
        return bool(called)

    def _other(self) -> str:
        """Return the seat that is asked, if its player is not at the table yet and a curtain is wanted."""
        game, settings = self.game, self.services.settings
        seat = game.decision.seat if game.decision is not None else ""
        self._here = self._here or seat
        wanted = settings.get(OPEN_CURTAIN, False) and not game.looks_back
        return seat if wanted and seat != self._here else ""

    def _hang(self) -> None:
        """Cover what is secret, or the whole table where that is not one open dock."""
        mat = self.host.table
        if mat is not None:
            self.host.show_table()
        secret = self.docks.secret
        if secret is not None:
            self.curtain.hang(secret)
            return
        self.put_away()
        self.pages.setCurrentWidget(self.curtain)
        self.docks.set_shown(False)

    def put_away(self) -> None:
        """Keep the curtain among the pages of the window, so that it outlives what it hung over."""
        if self.pages.indexOf(self.curtain) < 0:
            self.curtain.take_down()
            self.pages.addWidget(self.curtain)

    def open(self) -> None:
        """Show the table to the seat that is awaited."""
        name = self.game.awaited
        if isinstance(self.host.table, ShowsDraw) and self._drawn():
            self.host.table.seen()
            self.opened.emit()
            return
        if self._called and self.host.table is not None:
            self._here, self._called = self._called, ""
            self.host.show_table()
            self.opened.emit()
            self.host.table.middle.setFocus(Qt.FocusReason.OtherFocusReason)
        if name and self.host.table is not None:
            self._here = name
            self.game.sit_at(name)
            self.host.show_table()
            self.host.table.middle.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Let nobody look until somebody comes back to the table."""
        game = self.game
        hidden = game.seat is not None and game.seat.system.hides and game.seat.name is not None and not game.alone
        if hidden and not self.services.settings.get(BOTH_SIDES, False):
            game.sit_at(None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count how long the window is left."""
        if event.type() == QEvent.Type.WindowDeactivate and self.services.settings.get(AWAY, False):
            self.away.start()
        elif event.type() == QEvent.Type.WindowActivate:
            self.away.stop()
        return False
