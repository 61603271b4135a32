"""Dice as pictures, the tray of the last order, and the page of players who roll their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QIcon, QImage, QKeySequence, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from app import theme
from app.board.painted import pixmap_of
from app.panels.button_paint import SIDE_INK
from app.panels.drawn import Drawn
from app.panels.widgets import FlowLayout, Heading, KeyButton, MutedText, clear
from app.play.game_view import GameView
from app.text.event_rows import DieRoll

# --- Dice as pictures: whatever draws one, and a plain square die for a system that draws none of its own ----------

Draw = Callable[[QPainter, QRectF, Any], None]


def draw_square(painter: QPainter, box: QRectF, face: Any) -> None:
    """Draw a square die with its face written on it; a long face is cut to its first letters."""
    now = theme.current()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(now.accent).darker(140), 1.0))
    painter.setBrush(QColor(now.accent))
    side = min(box.width(), box.height()) - 2
    square = QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side)
    painter.drawRoundedRect(square, side * 0.18, side * 0.18)
    words = str(face)[:3]
    font = QFont(painter.font())
    font.setBold(True)
    font.setPixelSize(max(6, round(side * (0.6 if len(words) == 1 else 0.36))))
    painter.setFont(font)
    painter.setPen(QColor(now.accent_text))
    painter.drawText(square, Qt.AlignmentFlag.AlignCenter, words)
    painter.restore()


def die_image(draw: Draw, face: Any, size: int, ratio: float = 1.0) -> QImage:
    """Return a die as a picture of `size` logical pixels for a screen with `ratio` device pixels each."""
    return pixmap_of(size, size, ratio, lambda painter: draw(painter, QRectF(0, 0, size, size), face)).toImage()


# --- The dice tray: the dice of the last order, with their purpose and result --------------------------------------

DIE, LINE, WIDTH, MOST, STALE = 30, 12, 74, 4, 4
WIDEST = 190
"""Greatest width of one die, in units; longer results are broken into two lines and cut there."""


class DiceTray(Drawn):
    """Show the last dice, newest on the right; hidden while there are none."""

    wide, tall = WIDTH, DIE + 14

    def __init__(self, game: GameView, draw_die: Draw = draw_square, parent: QWidget | None = None) -> None:
        super().__init__("Last dice", parent)
        self.game, self._draw_die = game, draw_die
        self.casts: list[DieRoll] = []
        self._age = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_events(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Show the dice among the events of an order; they stay through a few orders without dice."""
        thrown = self.game.words.casts(events)
        self._age = 0 if thrown else self._age + 1
        if thrown:
            self._show(thrown[-MOST:])
        elif self._age >= STALE:
            self._show([])

    def clear(self) -> None:
        """Remove the dice."""
        self._show([])

    def _show(self, casts: list[DieRoll]) -> None:
        if casts == self.casts:
            return
        self.casts = casts
        said = "; ".join(f"{cast.face} {cast.purpose}: {cast.result}".rstrip(": ") for cast in self.casts)
        self.setVisible(bool(self.casts))
        self.told(said, said.replace("; ", "\n"))

    def sizeHint(self) -> QSize:
        """Return room for each die with its two lines."""
        self.wide = sum(map(self.width_of, self.casts)) or WIDTH
        return super().sizeHint()

    def width_of(self, cast: DieRoll) -> int:
        """Return the width of one die in units: its result in one line, or in two if it is long."""
        measure = QFontMetrics(self.sized(LINE, bold=True))
        beside = min(
            (max(measure.horizontalAdvance(line) for line in lines) for lines in _breaks(cast.result)), default=0
        )
        below = QFontMetrics(self.sized(LINE)).horizontalAdvance(cast.purpose)
        return min(WIDEST, max(WIDTH, DIE + 14 + beside, below + 8))

    def paint(self, painter: QPainter) -> None:
        """Draw the dice; the result stands beside each, its purpose below."""
        left = 0
        for cast in self.casts:
            width = self.width_of(cast)
            self._draw_die(painter, QRectF(left + 2, 0, DIE, DIE), cast.face)
            painter.setFont(self.sized(LINE, bold=True))
            painter.setPen(QColor(SIDE_INK))
            beside = QRectF(left + DIE + 5, 0, width - DIE - 6, DIE)
            flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(beside, flags, cast.result)
            painter.setFont(self.sized(LINE))
            painter.setPen(QColor(SIDE_INK))
            words = painter.fontMetrics().elidedText(cast.purpose, Qt.TextElideMode.ElideRight, width - 4)
            painter.drawText(QRectF(left + 2, DIE, width - 2, 14), Qt.AlignmentFlag.AlignVCenter, words)
            left += width


def _breaks(result: str) -> list[tuple[str, ...]]:
    """Return every way to write a result in two lines, or the only one if it is a single word."""
    words = result.split()
    return [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))] or [(result,)]


# --- The Orders page while players roll their own dice: a button for each face or for each thing that may be drawn ---


class NaturePage(QWidget):
    """Take what a player rolled or drew; `rolled` carries the outcome."""

    rolled = Signal(dict)
    title = "Roll"

    def __init__(self, game: GameView, draw_die: Draw = draw_square, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.game, self._draw_die = game, draw_die
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 8)
        self.heading = Heading()
        self.note = MutedText()
        box = QWidget()
        self.flow = FlowLayout(box)
        for part in (self.heading, self.note, box):
            column.addWidget(part)
        column.addStretch(1)
        self.buttons: list[KeyButton] = []

    def show_request(self, request: Any) -> None:
        """Offer each outcome of a request once."""
        clear(self.flow)
        game, die = self.game, request.kind == "die"
        self.heading.setText(game.words.request(request.kind)[1])
        self.note.setText(f"For: {game.words.purpose(request, game.names)}.")
        self.buttons = [self._die(item) if die else self._draw(item) for item in dict.fromkeys(request.items)]
        for button, item in zip(self.buttons, dict.fromkeys(request.items), strict=True):
            button.clicked.connect(lambda *_, item=item: self.rolled.emit({request.kind: item}))
            self.flow.addWidget(button)

    def _die(self, face: Any) -> KeyButton:
        key = str(face) if isinstance(face, int) else ""
        button = KeyButton("", key, f"It is {face}.")
        button.setAccessibleName(str(face))
        image = die_image(self._draw_die, face, 36, self.devicePixelRatioF())
        button.setIcon(QIcon(QPixmap.fromImage(image)))
        button.setIconSize(QSize(36, 36))
        button.setShortcut(QKeySequence(key))  # a shortcut beats the board, where 0 means something else
        return button

    def _draw(self, item: Any) -> KeyButton:
        name = self.game.names.of(str(item))
        button = KeyButton(name, "", "")
        button.setAccessibleName(name)
        return button
