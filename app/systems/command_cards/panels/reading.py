"""A card held up to be read, large, beside the place it lies."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.cards import RATIO, paint_card
from rules.command_cards.charts import cards
from rules.command_cards.hexes import SECTIONS

WIDE = 290
"""Pixels of a card held up."""


class ReadCard(QWidget):
    """Show one card over everything else of a window; the pointer goes through it."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.over, self.card = over, ""
        self.order: Sequence[str] = SECTIONS
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Card")
        self.resize(WIDE, round(WIDE * RATIO))
        self.hide()

    def hold_up(self, card: str, foot: QPoint, order: Sequence[str] = SECTIONS) -> None:
        """Show a card with the middle of its lower edge at a point of the window, as far as that leaves it inside."""
        room = self.over.rect()
        left = min(max(8, foot.x() - self.width() // 2), room.width() - self.width() - 8)
        top = min(max(8, foot.y() - self.height()), room.height() - self.height() - 8)
        self.card, self.order = card, order
        self.setAccessibleDescription(f"{cards()[card].title}. {cards()[card].text}")
        self.move(left, top)
        self.show()
        self.raise_()
        self.update()

    def lower(self) -> None:
        """Put the card back."""
        self.card = ""
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        painter = QPainter(self)
        if self.card:
            paint_card(
                painter,
                QRectF(self.rect()).adjusted(3, 3, -3, -3),
                cards()[self.card],
                palettes.current(),
                order=self.order,
            )
        painter.end()
