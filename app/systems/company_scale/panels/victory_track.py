"""The victory points track from 0 to its end, with a token for each side."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from app import theme
from app.panels.drawn import Drawn
from app.systems.company_scale import sides
from app.systems.company_scale.text import names as wording

TOKENS = (("german", "G"), ("allied", "A"))


class VictoryTrack(Drawn):
    """A ruler with the German token above the line and the Allied below it, each with its letter."""

    wide, tall = 250, 50

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Victory points track", parent)
        self.last, self.points = 0, dict.fromkeys(wording.SIDE_NOUNS, 0)
        self.hide()

    def show_points(self, points: Mapping[str, int], last: int | None) -> None:
        """Show the points of both sides; without a last number there is no track."""
        self.last = int(last or 0)
        self.points = {side: int(points.get(side, 0)) for side, _ in TOKENS}
        self.setVisible(bool(self.last))
        said = ", ".join(f"{wording.side(side)} {self.points[side]}" for side, _ in TOKENS)
        tip = f"{said}. The track ends at {self.last}; {self.last} to 0 wins at once."
        self.told(f"{said} of {self.last}", tip)

    def spot(self, points: int) -> float:
        """Return the x position of a number of points."""
        room = self.across - 18
        return 9 + room * max(0, min(self.last, points)) / max(1, self.last)

    def paint(self, painter: QPainter) -> None:
        """Draw the ruler and its tokens."""
        now, middle = theme.current(), self.tall / 2
        painter.setFont(self.sized(11))
        painter.setPen(QPen(QColor(now.line), 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(self.spot(0), middle), QPointF(self.spot(self.last), middle))
        for number in range(self.last + 1):
            x, large = self.spot(number), number % 5 == 0 or number == self.last
            painter.setPen(QPen(QColor(now.muted if large else now.base), 1.4 if large else 1))
            painter.drawLine(QPointF(x, middle - 3), QPointF(x, middle + 3))
            if number % 5 == 0:
                painter.setPen(QColor(now.muted))
                painter.drawText(QRectF(x - 12, middle + 5, 24, 14), Qt.AlignmentFlag.AlignCenter, str(number))
        for side, letter in TOKENS:
            self._token(painter, side, letter, above=side == "german")

    def _token(self, painter: QPainter, side: str, letter: str, above: bool) -> None:
        now, x, middle = theme.current(), self.spot(self.points[side]), self.tall / 2
        away = -1 if above else 1
        tip = QPointF(x, middle + 4 * away)
        painter.setPen(QPen(QColor(now.base), 1))
        painter.setBrush(QColor(sides.colour(side)))
        base = middle + 9 * away
        painter.drawPolygon([tip, QPointF(x - 5, base), QPointF(x + 5, base)])
        words = f"{letter} {self.points[side]}"
        painter.setFont(self.sized(11, bold=True))
        wide = painter.fontMetrics().horizontalAdvance(words) + 8
        left = max(0.0, min(self.across - wide, x - wide / 2))
        box = QRectF(left, base - 15 if above else base, wide, 15)
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(QColor(now.base))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
