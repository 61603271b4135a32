"""The drawer of charts: combat results with the cell just used, ground, rivers, bombing, fortifications."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app import theme
from app.panels.drawn import Drawn
from app.panels.widgets import Label, scrolling
from app.systems.striking_anvil.text.facts import (
    Rows,
    bombing_rows,
    combat_rows,
    fortress_rows,
    ground_rows,
    river_rows,
)
from app.theme import faces

ROW = 19
MIDDLE = Qt.AlignmentFlag.AlignCenter
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class ChartTable(Drawn):
    """A chart in rows and columns; one cell may be lit."""

    def __init__(self, name: str, first: float) -> None:
        """`first` is the width of the first column in units."""
        super().__init__(name)
        self.rows: Rows = ()
        self.lit = (-1, -1)
        self._first = first

    def show_rows(self, rows: Rows) -> None:
        """Show a chart."""
        self.rows, self.lit = rows, (-1, -1)
        self.tall = ROW * len(rows) + 2
        self.setMinimumHeight(faces.scaled(self.tall))
        self.told("\n".join("  ".join(row) for row in rows))
        self.updateGeometry()

    def light(self, head: str, row: str) -> None:
        """Light the cell under a head, in the row that begins so; nothing where there is none."""
        column = self.rows[0].index(head) if self.rows and head in self.rows[0] else -1
        line = next((n for n, cells in enumerate(self.rows) if n and cells[0] == row), -1)
        self.lit = (line, column) if column >= 0 and line >= 0 else (-1, -1)
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint heads, rows and the lit cell."""
        now = theme.current()
        for n, row in enumerate(self.rows):
            if n % 2:
                painter.fillRect(QRectF(0, n * ROW, self.across, ROW), QColor(now.raised))
            for k, words in enumerate(row):
                cell = self._cell(n, k)
                if (n, k) == self.lit:
                    painter.setPen(QPen(QColor(now.accent), 1.5))
                    painter.setBrush(QColor(now.accent_soft))
                    painter.drawRoundedRect(cell.adjusted(1, 1, -1, -1), 3, 3)
                painter.setFont(self.sized(12, bold=not n or not k or (n, k) == self.lit))
                painter.setPen(QColor(now.muted if not n else now.text))
                painter.drawText(cell, LEFT if not k else MIDDLE, words)

    def _cell(self, row: int, column: int) -> QRectF:
        wide = (self.across - self._first) / max(1, len(self.rows[0]) - 1)
        left = self._first + (column - 1) * wide if column else 4.0
        return QRectF(left, row * ROW, wide if column else self._first - 4, ROW)


class ChartsPanel(QWidget):
    """Show every chart of the game."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Charts")
        self.combat, self.ground = ChartTable("Combat results", 34), ChartTable("Ground", 74)
        self.rivers, self.bombing = ChartTable("Rivers", 84), ChartTable("Bombing", 60)
        self.forts = ChartTable("Fortresses", 44)
        left, right = QVBoxLayout(), QVBoxLayout()
        for column, parts in (
            (left, (("Hits on attacker / defender by strength and modified die (5.1)", self.combat),
                    ("Fortress levels: die of an Allied attack (1.5)", self.forts))),
            (right, (("Ground: movement points and die (4, 5.7)", self.ground),
                     ("Rivers: movement points and die (4, 5.7)", self.rivers),
                     ("Bombing a fortress: levels destroyed (6)", self.bombing))),
        ):  # fmt: skip
            for words, table in parts:
                head = Label(words)
                head.setStyleSheet("font-weight: 600;")
                head.setWordWrap(True)
                column.addWidget(head)
                column.addWidget(table)
            column.addStretch(1)
        body = QWidget()
        both = QHBoxLayout(body)
        both.setContentsMargins(10, 6, 10, 8)
        both.setSpacing(18)
        both.addLayout(left, 6)
        both.addLayout(right, 5)
        scrolling(body, within=self)

    def show_scenario(self, scenario: Any) -> None:
        """Show the charts of a scenario."""
        charts = scenario.charts
        self.combat.show_rows(combat_rows(charts))
        self.ground.show_rows(ground_rows(charts))
        self.rivers.show_rows(river_rows(charts))
        self.bombing.show_rows(bombing_rows(charts))
        self.forts.show_rows(fortress_rows(charts))

    def show_result(self, column: int, row: int) -> None:
        """Light the cell of the last combat."""
        head = next((head for head in self.combat.rows[0][1:] if int(head.rstrip("+").split("–")[0]) == column), "")
        self.combat.light(head, f"−{-row}" if row < 0 else str(row))
