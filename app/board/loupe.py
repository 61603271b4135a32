"""The loupe: the counters of a hex large beside the pointer, with their values in words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app import theme
from app.board.contents import Enlarged
from app.board.view import BoardView
from app.theme import faces

PICTURE, SMALLER = 168, 112
"""Height of a counter that is alone, and of several, in pixels."""
WORDS, PAD, GAP = 250, 12, 10
"""Width of the words beside text of the usual size, space at the edge and between counters, in pixels."""
AWAY = 26
"""From the pointer to the nearest edge."""


class Loupe(QWidget):
    """A plate with counters; it takes no mouse and follows the pointer from hex to hex."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view)
        self.view = view
        self.shown: Sequence[Enlarged] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def look(self, at: QPoint) -> None:
        """Show the counters under a point of the view, or nothing."""
        point = self.view.to_scene(QPointF(at))
        shown: Sequence[Enlarged] = ()
        if self.view.contents is not None and self.view.viewport().rect().contains(at):
            shown = self.view.contents.enlarged(point, PICTURE)
            if len(shown) > 1:
                shown = self.view.contents.enlarged(point, SMALLER)
        self.shown = shown
        self.setVisible(bool(shown))
        if shown:
            self.setAccessibleName("; ".join(f"{one.name}: {', '.join(one.lines)}" for one in shown))
            self._place(at)
            self.raise_()
            self.update()

    def _place(self, at: QPoint) -> None:
        """Size the plate and put it beside the pointer, where there is room."""
        heights = [self._height(one) for one in self.shown]
        wide = max(one.picture.deviceIndependentSize().width() for one in self.shown)
        self.resize(round(wide) + faces.scaled(WORDS) + 3 * PAD, sum(heights) + GAP * (len(heights) - 1) + 2 * PAD)
        port = self.view.viewport().rect()
        left = at.x() + AWAY if at.x() + AWAY + self.width() < port.width() else at.x() - AWAY - self.width()
        top = at.y() - self.height() // 2
        self.move(max(4, left), max(4, min(top, port.height() - self.height() - 4)))

    def _fonts(self) -> tuple[QFont, QFont]:
        bold = faces.sans("heading")
        bold.setWeight(QFont.Weight.DemiBold)
        return bold, faces.sans("note")

    def _height(self, one: Enlarged) -> int:
        bold, plain = self._fonts()
        wrap = int(Qt.TextFlag.TextWordWrap)
        room = QRect(0, 0, faces.scaled(WORDS), 2000)
        words = QFontMetrics(bold).boundingRect(room, wrap, one.name).height()
        words += sum(QFontMetrics(plain).boundingRect(room, wrap, line).height() + 3 for line in one.lines)
        return max(round(one.picture.deviceIndependentSize().height()), words + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the plate, the counters and their words."""
        now, painter = theme.current(), QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.setPen(QPen(QColor(now.accent), 1.4))
        painter.setBrush(QColor(now.base))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 9, 9)
        top, (bold, plain) = PAD, self._fonts()
        wrap = int(Qt.TextFlag.TextWordWrap)
        wide = round(max(one.picture.deviceIndependentSize().width() for one in self.shown)) if self.shown else 0
        for one in self.shown:
            painter.drawPixmap(PAD, top, one.picture)
            y = top + 2
            for line, font, colour in (
                (one.name, bold, now.text),
                *((line, plain, now.muted if n == 0 else now.text) for n, line in enumerate(one.lines)),
            ):
                painter.setFont(font)
                painter.setPen(QColor(colour))
                box = painter.boundingRect(QRect(2 * PAD + wide, y, faces.scaled(WORDS), 2000), wrap, line)
                painter.drawText(box, wrap, line)
                y += box.height() + 3
            top += self._height(one) + GAP
        painter.end()
