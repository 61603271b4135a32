"""The end of a game: who won, why, every line of the score, and a picture of the map to keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QDialog, QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app import theme
from app.dialogs.messages import room
from app.panels.widgets import Heading, KeyButton, Label, MutedText
from app.play.game_view import GameView
from app.system import Ending
from app.text.words import ScoreLine, result_of
from rules.engine.english import capital

WIDE, TALL = 560, 400
"""Room for the picture of the map."""
REST = 280
"""Pixels of everything above and below score and picture."""


class EndingDialog(QDialog):
    """Show the outcome. `after` says what the players want next: "" (look at the table), "new", "save" or "picture"."""

    def __init__(
        self,
        over: Mapping[str, Any],
        ending: Ending,
        game: GameView,
        parent: QWidget | None = None,
        keepsake: QImage | None = None,
    ) -> None:
        super().__init__(parent)
        result = result_of(over)
        self.setWindowTitle("The game is over")
        if keepsake is None:
            self.setMinimumWidth(460)
        self.after, self.keepsake, self.game = "", keepsake, game
        self.on_save, self.on_picture = _nothing, _nothing
        column = QVBoxLayout(self)
        column.setContentsMargins(26, 20, 26, 18)
        column.setSpacing(10)
        for part in self._head(result.text, ending):
            column.addWidget(part)
        if ending.above is not None:
            column.addWidget(ending.above)
        body = QHBoxLayout()
        body.setSpacing(22)
        body.addWidget(self._score(result.score(), ending), 1)
        if keepsake is not None:
            body.addWidget(self._picture(keepsake), 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(body, 1)
        if ending.condition:
            column.addWidget(MutedText(ending.condition))
        column.addLayout(self._buttons())

    def _head(self, text: str, ending: Ending) -> list[Label]:
        title = Label(ending.title)
        title.setProperty("role", "title")
        title.setStyleSheet(f"color: {self.game.side(ending.seat).colour};")
        words = Label(text)
        words.setWordWrap(True)
        return [title, words, *map(MutedText, ending.notes)]

    def _score(self, lines: Sequence[ScoreLine | str], ending: Ending) -> QScrollArea:
        body, points = QWidget(), ending.totals
        grid = QGridLayout(body)
        grid.setContentsMargins(0, 0, 8, 0)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        row = self._sum(grid, 0, ending.rows, sum(worth for _, worth in ending.rows)) if ending.rows else 0
        scored = [line for line in lines if isinstance(line, ScoreLine)]
        named = [line.side for line in scored if line.side]
        for side in dict.fromkeys([*self.game.sides, *named]):
            own = [line for line in scored if line.side == side]
            if own or side in points:
                row = self._side(grid, row, side, own, points.get(side, sum(line.points for line in own)))
        for line in lines:
            if isinstance(line, str):
                grid.addWidget(self._cell(line, 0), row, 0, 1, 2)
                row += 1
        grid.setRowStretch(row, 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setMinimumSize(330, min(360, self._tall(), 60 + 26 * (len(lines) + 4)))
        scroll.setWidget(body)
        return scroll

    def _side(self, grid: QGridLayout, row: int, side: str, lines: Sequence[ScoreLine], total: int) -> int:
        head = Heading(self.game.side(side).name)
        head.setStyleSheet(f"color: {self.game.side(side).colour}; font-weight: 700;")
        grid.addWidget(head, row, 0, 1, 2)
        return self._sum(grid, row + 1, [(line.text, line.points) for line in lines], total)

    def _sum(self, grid: QGridLayout, row: int, rows: Sequence[tuple[str, int]], total: int) -> int:
        """Lay out what a score is made of, and the score; return the next row."""
        cells = [(words, f"{worth:+d}".replace("-", "−")) for words, worth in rows]
        for words, value in cells or [("nothing scored", "")]:
            grid.addWidget(self._cell(capital(words), 0), row, 0)
            grid.addWidget(self._cell(value, 1), row, 1)
            row += 1
        for place, words in enumerate(("Total", str(total).replace("-", "−"))):
            label = self._cell(words, place)
            label.setStyleSheet(f"font-weight: 700; border-top: 1px solid {theme.current().line}; padding-top: 2px;")
            grid.addWidget(label, row, place)
        grid.setRowMinimumHeight(row + 1, 10)
        return row + 2

    @staticmethod
    def _cell(words: str, column: int) -> Label:
        label = Label(words)
        label.setWordWrap(column == 0)
        if column == 1:
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return label

    def _tall(self) -> int:
        """Return how high score and picture may be, so that the buttons are on the screen."""
        return max(160, min(TALL, room(self).height() - REST))

    def _picture(self, image: QImage) -> Label:
        ratio = image.devicePixelRatio() or 1.0
        label = Label()
        fitted = image.scaled(
            round(WIDE * ratio),
            round(self._tall() * ratio),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        label.setPixmap(QPixmap.fromImage(fitted))
        label.setAccessibleName("The final map")
        label.setStyleSheet(f"border: 1px solid {theme.current().line};")
        label.setFixedSize(label.pixmap().deviceIndependentSize().toSize())
        return label

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        save = KeyButton("Save game…", "", "Save the whole game with every command and die roll")
        save.clicked.connect(lambda: self.on_save())
        row.addWidget(save)
        if self.keepsake is not None:
            picture = KeyButton("Save picture…", "", "Save a picture of the final map")
            picture.clicked.connect(lambda: self.on_picture())
            row.addWidget(picture)
        row.addStretch(1)
        again = KeyButton("New game…", "", "Choose another scenario")
        again.clicked.connect(self._again)
        look = KeyButton("View map", "Enter", "Close this and view the final position")
        look.setProperty("primary", "true")
        look.clicked.connect(self.accept)
        row.addWidget(again)
        row.addWidget(look)
        look.setFocus(Qt.FocusReason.OtherFocusReason)
        return row

    @property
    def again(self) -> bool:
        """Tell whether the players want another game."""
        return self.after == "new"

    def _again(self) -> None:
        self.after = "new"
        self.accept()


def _nothing() -> None:
    """Do nothing; the window replaces this."""
