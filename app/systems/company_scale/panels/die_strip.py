"""The faces of the d10 with the result of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app import theme
from app.panels.odds import NO_EFFECT
from app.systems.company_scale.panels.dice import draw_die
from app.systems.company_scale.text.casts import result_words


class DieStrip(QWidget):
    """The ten faces of the die with the result of each."""

    COLUMNS = 5
    ROW = 40

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells: list[tuple[int, str]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_table(self, table: Sequence[Mapping[str, Any]]) -> None:
        """Show the result of each face."""
        self._cells = [(int(cell["die"]), str(cell.get("result") or "")) for cell in table]
        said = [f"{die}: {self._said(result)}" for die, result in self._cells]
        self.setAccessibleName("Result of each die roll")
        self.setAccessibleDescription("; ".join(said))
        self.setToolTip("\n".join(said))
        self.updateGeometry()
        self.update()

    @staticmethod
    def _said(result: str) -> str:
        return "no effect" if result.strip() in NO_EFFECT else result_words(result)

    def sizeHint(self) -> QSize:
        """Return two rows of five."""
        rows = -(-len(self._cells) // self.COLUMNS)
        return QSize(300, rows * self.ROW)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cells; a face without effect is plain and says so with a dash."""
        now = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = self.width() / self.COLUMNS
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
            font = QFont(self.font())
            font.setBold(hit)
            font.setPixelSize(11)
            painter.setFont(font)
            painter.setPen(QColor(now.text if hit else now.muted))
            words = QRectF(box.left() + 23, box.top(), box.width() - 25, box.height())
            flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(words, flags, result if hit else "–")
        painter.end()
