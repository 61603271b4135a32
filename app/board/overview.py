"""The overview and the loupe: the whole map small, and the counters of a hex large."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QHideEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from app import theme
from app.board.view import BoardView, Enlarged
from app.board.zooming import STEP
from app.theme import faces

# --- The loupe: the counters of a hex large beside the pointer, with their values in words -------------------------

PICTURE, SMALLER = 168, 112
"""Height of a counter that is alone, and of several, in pixels."""
WORDS, PAD, GAP = 250, 12, 10
"""Width of the words beside text of the usual size, space at the edge and between counters, in pixels."""
AWAY = 26
"""From the pointer to the nearest edge."""


class Loupe(QWidget):
    """A plate with counters; it takes no mouse and follows the pointer from hex to hex."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view)
        self.view = view
        self.shown: Sequence[Enlarged] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def look(self, at: QPoint) -> None:
        """Show the counters under a point of the view, or nothing."""
        point = self.view.to_scene(QPointF(at))
        shown: Sequence[Enlarged] = ()
        if self.view.contents is not None and self.view.viewport().rect().contains(at):
            shown = self.view.contents.enlarged(point, PICTURE)
            if len(shown) > 1:
                shown = self.view.contents.enlarged(point, SMALLER)
        self.shown = shown
        self.setVisible(bool(shown))
        if shown:
            self.setAccessibleName("; ".join(f"{one.name}: {', '.join(one.lines)}" for one in shown))
            self._place(at)
            self.raise_()
            self.update()

    def _place(self, at: QPoint) -> None:
        """Size the plate and put it beside the pointer, where there is room."""
        heights = [self._height(one) for one in self.shown]
        wide = max(one.picture.deviceIndependentSize().width() for one in self.shown)
        self.resize(round(wide) + faces.scaled(WORDS) + 3 * PAD, sum(heights) + GAP * (len(heights) - 1) + 2 * PAD)
        port = self.view.viewport().rect()
        left = at.x() + AWAY if at.x() + AWAY + self.width() < port.width() else at.x() - AWAY - self.width()
        top = at.y() - self.height() // 2
        self.move(max(4, left), max(4, min(top, port.height() - self.height() - 4)))

    def _fonts(self) -> tuple[QFont, QFont]:
        bold = faces.sans("heading")
        bold.setWeight(QFont.Weight.DemiBold)
        return bold, faces.sans("note")

    def _height(self, one: Enlarged) -> int:
        bold, plain = self._fonts()
        wrap = int(Qt.TextFlag.TextWordWrap)
        room = QRect(0, 0, faces.scaled(WORDS), 2000)
        words = QFontMetrics(bold).boundingRect(room, wrap, one.name).height()
        words += sum(QFontMetrics(plain).boundingRect(room, wrap, line).height() + 3 for line in one.lines)
        return max(round(one.picture.deviceIndependentSize().height()), words + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the plate, the counters and their words."""
        now, painter = theme.current(), QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.setPen(QPen(QColor(now.accent), 1.4))
        painter.setBrush(QColor(now.base))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 9, 9)
        top, (bold, plain) = PAD, self._fonts()
        wrap = int(Qt.TextFlag.TextWordWrap)
        wide = round(max(one.picture.deviceIndependentSize().width() for one in self.shown)) if self.shown else 0
        for one in self.shown:
            painter.drawPixmap(PAD, top, one.picture)
            y = top + 2
            for line, font, colour in (
                (one.name, bold, now.text),
                *((line, plain, now.muted if n == 0 else now.text) for n, line in enumerate(one.lines)),
            ):
                painter.setFont(font)
                painter.setPen(QColor(colour))
                box = painter.boundingRect(QRect(2 * PAD + wide, y, faces.scaled(WORDS), 2000), wrap, line)
                painter.drawText(box, wrap, line)
                y += box.height() + 3
            top += self._height(one) + GAP
        painter.end()


# --- The overview: the whole map small in a corner of the board, with a frame round what the view shows ------------

LARGEST = QSizeF(270, 230)
SHARE = 0.32
"""Of the view at most, each way."""
EDGE, MARGIN, DOT = 3, 12, 5.0


class Overview(QWidget):
    """A small map over a corner of the view; a press or drag on it moves the view.

    The map is drawn once for each size and `key`, which names the ground and its colours; the counters are dots.
    """

    def __init__(self, view: BoardView) -> None:
        super().__init__(view)
        self.view = view
        self._picture, self._drawn = QPixmap(), QPixmap()
        self._key: Hashable = None
        self._of: Hashable = None
        self.setAccessibleName("Overview map")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.zoomed.connect(self._moved)
        for bar in (view.horizontalScrollBar(), view.verticalScrollBar()):
            bar.valueChanged.connect(self._moved)
        self.hide()

    def show_map(self, key: Hashable) -> None:
        """Show the present position on the ground that `key` names."""
        self._key = key
        if self.isVisible():
            self._lay()
        self.show()
        self.raise_()

    def redraw(self) -> None:
        """Draw the ground anew: it lies another way round."""
        self._of = None
        self._draw()

    def _lay(self) -> None:
        """Size and place the widget, and draw what has changed."""
        port, board = self.view.size(), self.view.board
        room = QSizeF(min(LARGEST.width(), port.width() * SHARE), min(LARGEST.height(), port.height() * SHARE))
        fitted = board.size().scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        self.resize(max(1, round(fitted.width())) + 2 * EDGE, max(1, round(fitted.height())) + 2 * EDGE)
        self.move(port.width() - self.width() - MARGIN, MARGIN)
        self._draw()

    def _draw(self) -> None:
        contents, ratio = self.view.contents, self.devicePixelRatioF()
        if contents is None:
            return
        size = QSize(round((self.width() - 2 * EDGE) * ratio), round((self.height() - 2 * EDGE) * ratio))
        of = (self._key, size.width(), size.height())
        if of != self._of:
            self._picture, self._of = QPixmap.fromImage(contents.ground(size)), of
        self._drawn = QPixmap(self._picture)
        painter = QPainter(self._drawn)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = DOT * ratio
        for dot in contents.dots():
            at = self._inside(dot.at) * ratio
            box = QRectF(at.x() - side / 2, at.y() - side / 2, side, side)
            rim = Qt.GlobalColor.black if dot.colour.lightness() > 128 else Qt.GlobalColor.white
            painter.setPen(QPen(rim, 0.8 * ratio))
            painter.setBrush(dot.colour)
            (painter.drawEllipse if dot.round else painter.drawRect)(box)
        painter.end()
        self._drawn.setDevicePixelRatio(ratio)
        self.update()

    @property
    def _scale(self) -> float:
        return (self.width() - 2 * EDGE) / self.view.board.width()

    def _inside(self, point: QPointF) -> QPointF:
        """Return where a scene point lies on the small map, without the edge."""
        return (point - self.view.board.topLeft()) * self._scale

    @property
    def frame(self) -> QRectF:
        """Return the frame round what the view shows, cut at the edges."""
        seen = self.view.visible
        box = QRectF(self._inside(seen.topLeft()), self._inside(seen.bottomRight())).translated(EDGE, EDGE)
        return box.intersected(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the kept picture and the frame."""
        now, painter = theme.current(), QPainter(self)
        painter.fillRect(self.rect(), QColor(now.line))
        painter.drawPixmap(EDGE, EDGE, self._drawn)
        shade = QColor(0, 0, 0, 48)
        whole, box = QRectF(self.rect()), self.frame
        for part in (
            QRectF(whole.left(), whole.top(), whole.width(), box.top()),
            QRectF(whole.left(), box.bottom(), whole.width(), whole.bottom() - box.bottom()),
            QRectF(whole.left(), box.top(), box.left(), box.height()),
            QRectF(box.right(), box.top(), whole.right() - box.right(), box.height()),
        ):
            painter.fillRect(part, shade)
        for colour, width in (("#1d1604", 3.6), ("#ffd54a", 1.8)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawRect(box)
        painter.end()

    def _moved(self) -> None:
        if self.isVisible():
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Move the view to a point."""
        event.accept()
        self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the view along."""
        event.accept()
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Keep the release from the board."""
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the middle of the view."""
        event.accept()
        self.view.zoom_by(STEP ** (event.angleDelta().y() / 120))

    def _go(self, at: QPointF) -> None:
        self.view.centre((at - QPointF(EDGE, EDGE)) * (1 / self._scale) + self.view.board.topLeft())

    def showEvent(self, event: QShowEvent) -> None:
        """Follow the size of the view while this is seen: a hidden overview hears of none of its events."""
        super().showEvent(event)
        self.view.installEventFilter(self)
        self._lay()

    def hideEvent(self, event: QHideEvent) -> None:
        """Follow the view no longer."""
        self.view.removeEventFilter(self)
        super().hideEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the corner while the view changes its size."""
        if event.type() == QEvent.Type.Resize:
            self._lay()
        return False
