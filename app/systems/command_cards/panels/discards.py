"""The discards, open to both players: a small card for each kind, with how many of it lie there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.low_cards import paint_low_card
from app.theme import faces
from rules.command_cards.charts import cards

WIDE, TALL, GAP = 190, 84, 8


class Discards(QWidget):
    """Show discards in rows; the text of the card under the pointer is told in full."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Discards")
        self.setMouseTracking(True)
        self.kinds: list[tuple[str, int]] = []

    def show_cards(self, discards: Sequence[str]) -> None:
        """Show the discards, in the order of their titles."""
        count = Counter(discards)
        self.kinds = sorted(count.items(), key=lambda kind: cards()[kind[0]].title)
        told = (
            f"{cards()[name].title} ×{number}" if number > 1 else cards()[name].title for name, number in self.kinds
        )
        self.setAccessibleDescription(", ".join(told))
        self._settle()
        self.update()

    def boxes(self) -> list[QRectF]:
        """Return where the cards lie."""
        wide, tall = faces.scaled(WIDE), faces.scaled(TALL)
        across = max(1, (self.width() + GAP) // (wide + GAP))
        places = (divmod(number, across) for number in range(len(self.kinds)))
        return [QRectF(column * (wide + GAP), row * (tall + GAP), wide, tall) for row, column in places]

    def _settle(self) -> None:
        boxes = self.boxes()
        self.setMinimumHeight(round(boxes[-1].bottom()) + GAP if boxes else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the rows anew."""
        super().resizeEvent(event)
        self._settle()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell the text of the card under the pointer."""
        at = event.position()
        over = (name for box, (name, _) in zip(self.boxes(), self.kinds, strict=True) if box.contains(at))
        name = next(over, "")
        self.setToolTip(f"{cards()[name].title}: {cards()[name].text}" if name else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cards."""
        painter, palette = QPainter(self), palettes.current()
        for box, (name, number) in zip(self.boxes(), self.kinds, strict=True):
            paint_low_card(painter, box, cards()[name], palette, f"×{number}" if number > 1 else "")
        painter.end()
