"""Cards beside the board: the one in play, as long as there is room for it, and one held up to be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.board.painted import letter, serif
from app.board.zooming import ZoomView
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.cards import RATIO, paint_card
from app.theme import faces
from rules.command_cards.charts import Card, house_charts
from rules.command_cards.hexes import SECTIONS

LEAST, MOST = 104, 170
"""Pixels of the width of the card."""
GAP, SHADE = 12, 5
HEAD = 24
"""Pixels above the card for what it is."""


class PlayedCard(QWidget):
    """Lay the card in play at the right of a board that is wholly in view.

    `settled` hears whether it lies there, whenever that may have changed; `read` holds a card up that lies in a box
    of a widget, and `lower` puts it back.
    """

    def __init__(
        self,
        view: ZoomView,
        settled: Callable[[bool], object],
        read: Callable[[str, QRectF, QWidget], object],
        lower: Callable[[], object],
    ) -> None:
        super().__init__(view)
        self.view, self.card, self.charts = view, "", house_charts()
        self.order: Sequence[str] = SECTIONS
        self._settled, self._hold_up, self._lower = settled, read, lower
        self.setAccessibleName("Card in play")
        self.setMouseTracking(True)
        self.hide()
        view.installEventFilter(self)
        view.zoomed.connect(lambda _: self.settle())
        for bar in (view.horizontalScrollBar(), view.verticalScrollBar()):
            bar.valueChanged.connect(lambda _: self.settle())

    def show_card(self, card: str, order: Sequence[str] = SECTIONS) -> None:
        """Lay a card there, or none; `order` names the sections on the board from left to right."""
        self.order = order
        found = self.charts.cards.get(card)
        self.card = card if found is not None else ""
        self.setAccessibleDescription(f"{found.title}. {found.text}" if found is not None else "")
        self.settle()
        self.update()

    def settle(self) -> None:
        """Take the room at the right of the board, or none where that is too little."""
        wide = self._width()
        if wide:
            high = HEAD + round(wide * RATIO) + 2 * SHADE
            left = self._edge() + (self.view.width() - self._edge() - wide) // 2 - SHADE
            self.setGeometry(left, (self.view.height() - high) // 2, wide + 2 * SHADE, high)
        self.setVisible(bool(wide))
        self._settled(bool(wide))

    def _edge(self) -> int:
        return self.view.mapFromScene(self.view.board.topRight()).x()

    def _width(self) -> int:
        """Return the width of the card, 0 where it has no room."""
        if not self.card or not self.view.fitted:
            return 0
        high = (self.view.height() - 4 * GAP - HEAD) / RATIO
        wide = int(min(self.view.width() - self._edge() - 2 * GAP, high, faces.scaled(MOST)))
        return wide if wide >= faces.scaled(LEAST) else 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Settle anew once the view has another size."""
        if watched is self.view and event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self.settle()
        return False

    def event(self, event: QEvent) -> bool:
        """Hold the card up on which the pointer rests."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._hold_up(self.card, QRectF(self.rect()), self)
            return True
        if event.type() in (QEvent.Type.Leave, QEvent.Type.Hide):
            self._lower()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card with its shadow and what it is."""
        if not self.card:
            return
        painter, palette = QPainter(self), palettes.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(SHADE, HEAD, -SHADE, -2 * SHADE)
        letter(
            painter,
            QPointF(box.center().x(), 12),
            "In play",
            serif(faces.scaled(14), bold=True, italic=True),
            palette.rust,
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(30, 20, 8, 60))
        painter.drawRoundedRect(box.translated(4, 5), 8, 8)
        paint_card(painter, box, self.charts.cards[self.card], palette, order=self.order)
        painter.end()


# --- A card held up to be read, large, beside the place it lies ----------------------------------------------------

WIDE = 290
"""Pixels of a card held up."""


class ReadCard(QWidget):
    """Show one card over everything else of a window; the pointer goes through it."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.over = over
        self._face: Card | None = None
        self.order: Sequence[str] = SECTIONS
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Card")
        self.resize(WIDE, round(WIDE * RATIO))
        self.hide()

    @property
    def card(self) -> str:
        """Return the card held up, or ""."""
        return self._face.id if self._face is not None else ""

    def hold_up(self, card: Card, foot: QPoint, order: Sequence[str] = SECTIONS) -> None:
        """Show a card with the middle of its lower edge at a point of the window, as far as that leaves it inside."""
        room = self.over.rect()
        left = min(max(8, foot.x() - self.width() // 2), room.width() - self.width() - 8)
        top = min(max(8, foot.y() - self.height()), room.height() - self.height() - 8)
        self._face, self.order = card, order
        self.setAccessibleDescription(f"{card.title}. {card.text}")
        self.move(left, top)
        self.show()
        self.raise_()
        self.update()

    def lower(self) -> None:
        """Put the card back."""
        self._face = None
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        painter = QPainter(self)
        if self._face is not None:
            box = QRectF(self.rect()).adjusted(3, 3, -3, -3)
            paint_card(painter, box, self._face, palettes.current(), order=self.order)
        painter.end()
