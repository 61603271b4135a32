"""The dice tray: the dice of the last order, with their purpose and result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.panels.button_paint import SIDE_INK
from app.panels.dice import Draw, draw_square
from app.panels.drawn import Drawn
from app.play.game_view import GameView
from app.text.words import Cast

DIE, LINE, WIDTH, MOST, STALE = 30, 12, 74, 4, 4
WIDEST = 190
"""Greatest width of one die, in units; longer results are broken into two lines and cut there."""


class DiceTray(Drawn):
    """Show the last dice, newest on the right; hidden while there are none."""

    wide, tall = WIDTH, DIE + 14

    def __init__(self, game: GameView, draw_die: Draw = draw_square, parent: QWidget | None = None) -> None:
        super().__init__("Last dice", parent)
        self.game, self._draw_die = game, draw_die
        self.casts: list[Cast] = []
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

    def _show(self, casts: list[Cast]) -> None:
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

    def width_of(self, cast: Cast) -> int:
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
