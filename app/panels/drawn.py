"""Widgets that are painted by hand, in units that grow with the text."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app import colour, theme
from app.bindings import as_written, to_show
from app.theme import faces


class Drawn(QWidget):
    """A painted strip of a fixed height; body text is 14 of its units high, whatever its size in pixels.

    `wide` and `tall` are its usual size in units.
    """

    wide: float = 260.0
    tall: float = 40.0

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def across(self) -> float:
        """Return the present width in units."""
        return self.width() / faces.growth()

    @property
    def room(self) -> QRectF:
        """Return the whole of it in units."""
        return QRectF(0, 0, self.across, self.height() / faces.growth())

    def in_units(self, at: QPointF) -> QPointF:
        """Return a point given in pixels in units."""
        return QPointF(at.x() / faces.growth(), at.y() / faces.growth())

    def sizeHint(self) -> QSize:
        """Return its usual size."""
        return QSize(faces.scaled(self.wide) if self.wide else 0, faces.scaled(self.tall) if self.tall else 0)

    def minimumSizeHint(self) -> QSize:
        """Return its height at any width."""
        return QSize(0, self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        """Ask for another size when the text has one."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(faces.growth(), faces.growth())
        self.paint(painter)
        painter.end()

    def paint(self, painter: QPainter) -> None:
        """Paint what it shows, in units."""
        raise NotImplementedError

    def told(self, words: str, tip: str = "") -> None:
        """Say what it shows to who does not see it, and show it; `tip` tells more than the words or in another way."""
        self.setAccessibleDescription(words)
        self.setToolTip(tip or words)
        self.updateGeometry()
        self.update()

    def sized(self, units: float, *, bold: bool = False) -> QFont:
        """Return the font of the widget in a size."""
        font = QFont(self.font())
        font.setPixelSize(round(units))
        font.setBold(bold)
        return font


# --- Keys as they look on a keyboard: a small cap with a rim and a heavier edge below ------------------------------

TALL = 20.0
SIDE = 5.0


def cap_size(words: str) -> QSize:
    """Return the size of the cap of a key in pixels; nothing for no key."""
    words = as_written(to_show(words))
    if not words:
        return QSize(0, 0)
    wide = QFontMetricsF(faces.sans("caption", bold=True)).horizontalAdvance(words)
    tall = faces.scaled(TALL)
    return QSize(max(tall, round(wide + 2 * SIDE + 1)), tall)


def draw_cap(painter: QPainter, box: QRectF, words: str, ink: QColor, rim: QColor, ground: QColor) -> None:
    """Draw the cap of a key in a box."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    outer = box.adjusted(0.5, 0.5, -0.5, -0.5)
    if ground.alpha() == 255:  # a heavier edge below
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(rim)
        painter.drawRoundedRect(outer, 4, 4)
        outer = outer.adjusted(0, 0, 0, -2)
    painter.setBrush(ground)
    painter.setPen(QPen(rim, 1))
    painter.drawRoundedRect(outer, 4, 4)
    painter.setFont(faces.sans("caption", bold=True))
    painter.setPen(ink)
    painter.drawText(box.adjusted(0, 0, 0, -2), Qt.AlignmentFlag.AlignCenter, as_written(to_show(words)))
    painter.restore()


class KeyCap(QWidget):
    """The cap of a key by itself; a click on it is as good as the key."""

    pressed = Signal()

    def __init__(self, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(words)

    def sizeHint(self) -> QSize:
        """Return the size of the cap."""
        return cap_size(self.words)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Do what the key does."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.pressed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cap."""
        now, painter = theme.current(), QPainter(self)
        draw_cap(painter, QRectF(self.rect()), self.words, QColor(now.muted), QColor(now.line), QColor(now.raised))
        painter.end()


# --- What a panel has shown last, so that it is left alone while it would show the same ----------------------------


class Shown:
    """Remember what was shown last, and in which looks: theme, size of text, colours for other eyes."""

    def __init__(self) -> None:
        self._last: tuple[object, ...] | None = None

    def is_new(self, *facts: object) -> bool:
        """Tell whether facts or looks differ from the last ones, and remember them; nobody may change facts later."""
        now = (theme.current(), faces.growth(), colour.chosen(), *facts)
        if now == self._last:
            return False
        self._last = now
        return True
