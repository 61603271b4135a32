"""The faces of the d10 with the result of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from app import theme
from app.panels.drawn import Drawn
from app.panels.odds import NO_EFFECT
from app.systems.company_scale.panels.dice import draw_die
from app.systems.company_scale.text.casts import result_words


class DieStrip(Drawn):
    """The ten faces of the die with the result of each."""

    COLUMNS = 5
    ROW = 40
    wide, tall = 300, 0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Result of each die roll", parent)
        self._cells: list[tuple[int, str]] = []

    def show_table(self, table: Sequence[Mapping[str, Any]]) -> None:
        """Show the result of each face."""
        self._cells = [(int(cell["die"]), str(cell.get("result") or "")) for cell in table]
        said = [f"{die}: {self._said(result)}" for die, result in self._cells]
        self.tall = -(-len(self._cells) // self.COLUMNS) * self.ROW
        self.told("; ".join(said), "\n".join(said))

    @staticmethod
    def _said(result: str) -> str:
        return "no effect" if result.strip() in NO_EFFECT else result_words(result)

    def paint(self, painter: QPainter) -> None:
        """Draw the cells; a face without effect is plain and says so with a dash."""
        now, width = theme.current(), self.across / self.COLUMNS
        for index, (die, result) in enumerate(self._cells):
            box = QRectF(index % self.COLUMNS * width, index // self.COLUMNS * self.ROW, width, self.ROW)
            box.adjust(1, 1, -1, -1)
            hit = result.strip() not in NO_EFFECT
            painter.setPen(QPen(QColor(now.line), 1))
            painter.setBrush(QColor(now.accent_soft if hit else now.base))
            painter.drawRoundedRect(box, 4, 4)
            draw_die(
                painter,
                QRectF(box.left() + 3, box.center().y() - 9, 18, 18),
                die,
                QColor(now.accent if hit else now.muted),
            )
            painter.setFont(self.sized(11, bold=hit))
            painter.setPen(QColor(now.text if hit else now.muted))
            words = QRectF(box.left() + 23, box.top(), box.width() - 25, box.height())
            flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(words, flags, result if hit else "–")
