"""The end of a game: who won, with every line of the score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app import theme
from app.panels.widgets import KeyButton, Note
from app.text import names as wording
from app.text.facts import victory_condition


class EndingDialog(QDialog):
    """Show the outcome; the players may look at the table or start another game (`again`)."""

    def __init__(self, over: Mapping[str, Any], victory: Mapping[str, Any], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("The game is over")
        self.setMinimumWidth(440)
        self.again = False
        winner = str(over.get("winner") or "")
        title = QLabel(f"{wording.side(winner)} victory" if winner in wording.SIDE_NOUNS else "A draw")
        title.setProperty("role", "title")
        title.setStyleSheet(f"color: {theme.current().side(winner)};")
        words = QLabel(str(over.get("text") or ""))
        words.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 18)
        column.setSpacing(12)
        column.addWidget(title)
        column.addWidget(words)
        column.addLayout(self._score(over.get("lines") or (), victory.get("points") or {}))
        condition = Note(victory_condition(victory))
        if condition.text():
            column.addWidget(condition)
        column.addLayout(self._buttons())

    def _score(self, lines: Any, points: Mapping[str, int]) -> QGridLayout:
        grid = QGridLayout()
        grid.setColumnStretch(1, 1)
        row = 0
        for line in lines:
            plain = isinstance(line, Mapping)
            cells = (
                (wording.side(str(line["side"])), str(line["text"]), str(line["points"]))
                if plain
                else ("", str(line), "")
            )
            for column, cell in enumerate(cells):
                grid.addWidget(self._cell(cell, column), row, column)
            row += 1
        for side in ("german", "allied"):
            if side in points:
                for column, cell in enumerate((wording.side(side), "Total", str(points[side]))):
                    label = self._cell(cell, column)
                    label.setStyleSheet(f"font-weight: 700; color: {theme.current().side(side)};")
                    grid.addWidget(label, row, column)
                row += 1
        return grid

    @staticmethod
    def _cell(words: str, column: int) -> QLabel:
        label = QLabel(words)
        label.setWordWrap(column == 1)
        if column == 2:
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return label

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addStretch(1)
        again = KeyButton("New game…", "", "Choose another scenario")
        again.clicked.connect(self._again)
        look = KeyButton("Look at the table", "Enter", "Close this and look at the final position")
        look.setProperty("primary", "true")
        look.clicked.connect(self.accept)
        row.addWidget(again)
        row.addWidget(look)
        look.setFocus(Qt.FocusReason.OtherFocusReason)
        return row

    def _again(self) -> None:
        self.again = True
        self.accept()
