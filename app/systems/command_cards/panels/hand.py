"""The hand: command cards in a row, the one laid out raised; covered when another seat looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.board.painted import alone, letter, serif
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.cards import RATIO, paint_card, paint_foot, paint_low_card
from app.systems.command_cards.art.counters import paint_back
from app.systems.command_cards.panels.played import ReadCard
from app.systems.command_cards.seen import laid_out
from app.theme import faces
from rules.command_cards.charts import Charts, house_charts
from rules.command_cards.hexes import SECTIONS
from rules.command_cards.view import View

RAISED = 0.05
"""By which share of its height a chosen card is raised."""
EDGE = 8.0
"""Pixels about the picture of a card, for the number at its corner."""
MOST_KEPT = 40
"""Pictures of cards that are kept."""
LOW = 200
"""The height of the hand below which its cards lie on their side."""
LOW_WIDE = 270
"""The most pixels of the width of a card on its side."""


class HandPanel(QWidget):
    """Show a hand. `chosen` carries the card that was clicked, by its name; `feet` are the lines at their feet.

    The card in play lies `aside` of it unless it lies on the table.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hand: Sequence[str] = ()
        self.backs, self.staged, self.played = 0, -1, ""
        self.aside = True
        self.charts = house_charts()
        self.order: Sequence[str] = SECTIONS
        self.feet: Mapping[str, str] = {}
        self._under = self._at = -1
        self._over = ""
        self._drawn: dict[tuple[object, ...], QPixmap] = {}
        self._read: ReadCard | None = None
        self._shown: tuple[object, ...] = ()
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(300, 60)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Hand")

    def use(self, charts: Charts) -> None:
        """Take the cards of another game."""
        self.charts = charts
        self._drawn.clear()
        self._shown = ()

    def show_hand(self, view: View, feet: Mapping[str, str], *, covered: bool, order: Sequence[str] = SECTIONS) -> None:
        """Show the hand of a view, or only the backs of its cards while somebody else may look.

        `order` names the sections as they lie on the board from left to right.
        """
        before = self._shown
        self.backs = len(view.hand) if covered else 0
        self.order = order
        self.hand, self.feet = () if covered else view.hand, feet
        card = laid_out(view)
        kept = self.staged if 0 <= self.staged < len(self.hand) and self.hand[self.staged] == card else -1
        self.staged = kept if kept >= 0 else (self.hand.index(card) if card in self.hand else -1)
        self.played = view.played or ""
        self._shown = (self.backs, tuple(self.hand), dict(feet), self.staged, self.played, tuple(order))
        if self._shown == before:
            return
        self.lower()
        told = [f"{n}: {self.charts.cards[name].title}, {feet.get(name, '')}" for n, name in enumerate(self.hand, 1)]
        self.setAccessibleDescription("; ".join(told))
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for five cards."""
        return QSize(900, 232)

    def boxes(self) -> list[QRectF]:
        """Return where the cards lie."""
        if self.is_low:
            return self._low_boxes()
        count = len(self.hand) or 1
        tall = self.height() - 26.0
        wide = min(tall / RATIO, (self.width() - 40.0 - self._aside()) / count - 8)
        tall = wide * RATIO
        step = min(wide + 16, (self.width() - self._aside() - 24 - wide) / max(1, count - 1)) if count > 1 else 0.0
        left = (self.width() - self._aside() - (count - 1) * step - wide) / 2
        top = (self.height() - tall) / 2 + 6
        return [QRectF(left + n * step, top - self._raise(n, tall), wide, tall) for n in range(len(self.hand))]

    @property
    def is_low(self) -> bool:
        """Tell whether the cards lie on their side for want of height."""
        return self.height() < LOW

    def _low_boxes(self) -> list[QRectF]:
        count = len(self.hand) or 1
        wide = self._low_width()
        left = (self.width() - self._aside() - count * (wide + 10) + 10) / 2
        return [
            QRectF(left + n * (wide + 10), 8.0 - (4 if n == self.staged else 0), wide, self.height() - 13.0)
            for n in range(len(self.hand))
        ]

    def _low_width(self) -> float:
        cards_shown = max(1, len(self.hand), self.backs) + (1 if self.played and self.aside else 0)
        return min(float(faces.scaled(LOW_WIDE)), (self.width() - 34.0) / cards_shown - 10)

    def _aside(self) -> float:
        """Return the room at the right for the card in play."""
        if self.is_low:
            return self._low_width() + 24 if self.played and self.aside else 0.0
        return (self.height() - 26.0) / RATIO + 40 if self.played and self.aside else 0.0

    def _raise(self, n: int, tall: float) -> float:
        return tall * RAISED if n == self.staged else tall * 0.025 if n in (self._under, self._at) else 0.0

    def card_at(self, point: QPointF) -> int:
        """Return the number of the card at a point, -1 for none."""
        boxes = self.boxes()
        return next((n for n in reversed(range(len(boxes))) if boxes[n].contains(point)), -1)

    def choose(self, number: int) -> None:
        """Choose a card by its number from the left, 0 first."""
        if 0 <= number < len(self.hand):
            self.staged = number
            self.chosen.emit(self.hand[number])
            self.update()

    def named_at(self, point: QPointF) -> tuple[str, QRectF]:
        """Return the card that lies open at a point, in the hand or in play, with its box; "" for none."""
        number = self.card_at(point)
        if number >= 0:
            return self.hand[number], self.boxes()[number]
        box = self._played_box()
        return (
            (self.played, box)
            if self.aside and self.played in self.charts.cards and box.contains(point)
            else ("", QRectF())
        )

    @property
    def pointed(self) -> str:
        """Return the card under the keyboard's frame or the pointer, or ""."""
        if 0 <= self._at < len(self.hand):
            return self.hand[self._at]
        return self._over

    def keep_aside(self, aside: bool) -> None:
        """Lay the card in play beside the hand, or leave it to the table."""
        if aside != self.aside:
            self.aside = aside
            self.lower()
            self.update()

    def read(self, card: str, box: QRectF, lies_on: QWidget | None = None) -> None:
        """Hold a card up to be read, above the box in which it lies on this or another widget of the window."""
        if self._read is None:
            self._read = ReadCard(self.window())
        at = QPointF(box.center().x(), box.top() - 6)
        self._read.hold_up(self.charts.cards[card], (lies_on or self).mapTo(self.window(), at.toPoint()), self.order)

    def lower(self) -> None:
        """Put the card that is read back."""
        if self._read is not None:
            self._read.lower()

    @property
    def reading(self) -> str:
        """Return the card held up to be read, or ""."""
        return self._read.card if self._read is not None else ""

    def event(self, event: QEvent) -> bool:
        """Hold the card up on which the pointer rests."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            card, box = self.named_at(QPointF(event.pos()))
            if card:
                self.read(card, box)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cards."""
        painter, palette = QPainter(self), palettes.current()
        painter.fillRect(self.rect(), QColor(palette.table))
        for n, box in enumerate(self.boxes()):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._card(painter, box, self.hand[n], self.feet.get(self.hand[n], ""), str(n + 1))
            if n == self.staged or (n == self._at and self.hasFocus()):
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(QColor(palette.gold), 4.0 if n == self.staged else 2.0))
                painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), 9, 9)
        if self.aside and self.played in self.charts.cards:
            self._paint_played(painter)
        if not self.hand:
            self._paint_covered(painter)
        painter.end()

    def _paint_played(self, painter: QPainter) -> None:
        box, palette = self._played_box(), palettes.current()
        if self.is_low:
            self._card(painter, box, self.played, "in play")
            return
        middle = QPointF(box.center().x(), 15)
        letter(painter, middle, "In play", serif(faces.scaled(14), bold=True, italic=True), palette.rust)
        self._card(painter, box, self.played)

    def _played_box(self) -> QRectF:
        if self.is_low:
            return QRectF(self.width() - self._low_width() - 12, 8, self._low_width(), self.height() - 13.0)
        tall = self.height() - 44.0
        return QRectF(self.width() - tall / RATIO - 16, 30, tall / RATIO, tall)

    def _card(self, painter: QPainter, box: QRectF, name: str, foot: str = "", key: str = "") -> None:
        """Draw a card from its picture, which is made once for each size, and the line at its foot."""
        ratio, palette = self.devicePixelRatioF(), palettes.current()
        low = self.is_low
        what = (
            name,
            foot if low else bool(foot),
            key,
            box.width(),
            box.height(),
            ratio,
            palette.paper,
            tuple(self.order),
        )
        if what not in self._drawn:
            if len(self._drawn) >= MOST_KEPT:
                self._drawn.clear()
            room = QRectF(0, 0, box.width() + 2 * EDGE, box.height() + 2 * EDGE)
            picture = QPixmap((room.size() * ratio).toSize())
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            inner, inside = QPainter(picture), room.adjusted(EDGE, EDGE, -EDGE, -EDGE)
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            inner.setPen(Qt.PenStyle.NoPen)
            inner.setBrush(QColor(30, 20, 8, 60))
            inner.drawRoundedRect(inside.translated(4, 5), 8, 8)
            if low:
                paint_low_card(inner, inside, self.charts.cards[name], palette, foot, key, self.order)
            else:
                paint_card(inner, inside, self.charts.cards[name], palette, " " if foot else "", key, self.order)
            inner.end()
            self._drawn[what] = alone(picture)
        painter.drawPixmap(box.topLeft() - QPointF(EDGE, EDGE), self._drawn[what])
        if foot and not low:
            paint_foot(painter, box, foot)

    def _paint_covered(self, painter: QPainter) -> None:
        room = self.width() - self._aside() - 24
        tall = min(150.0, self.height() - (14.0 if self.is_low else 40.0), (room / max(1, self.backs) - 8) * RATIO)
        for n in range(self.backs):
            left = 12 + room / 2 + (n - self.backs / 2) * (tall / RATIO + 8)
            paint_back(painter, QRectF(left, (self.height() - tall) / 2, tall / RATIO, tall))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Raise the card under the pointer a little."""
        under = self.card_at(event.position())
        self._over = self.named_at(event.position())[0]
        if self.reading and self._over != self.reading:
            self.lower()
        if under != self._under:
            self._under = under
            self.setCursor(Qt.CursorShape.PointingHandCursor if under >= 0 else Qt.CursorShape.ArrowCursor)
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the card that is clicked."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.choose(self.card_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Lower the card the pointer has left."""
        self._under, self._over = -1, ""
        self.lower()
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the frame of the keyboard."""
        self._at = -1
        self.lower()
        super().focusOutEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the cards by arrows, choose by Enter or a number."""
        key = event.key()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.hand:
            step = 1 if key == Qt.Key.Key_Right else -1
            self._at = (self._at + step) % len(self.hand) if self._at >= 0 else max(0, self.staged)
            self.read(self.hand[self._at], self.boxes()[self._at])
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._at >= 0:
            self.choose(self._at)
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            self.choose(key - Qt.Key.Key_1)
        else:
            super().keyPressEvent(event)
