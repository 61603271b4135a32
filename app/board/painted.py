"""Painted pictures: layers with parts painted anew, what stands in for missing tiles, copies."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, TypeVar

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board.hexes import center, hex_path
from app.theme import faces
from app.theme.faces import SERIF

# --- A layer of the board: an item as large as the board that ignores the mouse, and has parts of it painted anew ---

_EDGE = 2
"""How far a shape may reach beyond its bounds in a view, in pixels."""


def touch(item: QGraphicsItem, area: QRectF) -> None:
    """Have a part of an item painted anew: `update` would do so with all that lies between several parts.

    `QGraphicsScene.update` would not do: it may paint the window before items that have shrunk meanwhile have their
    old room painted, which is then forgotten.
    """
    scene = item.scene()
    if scene is None:
        return
    room = item.mapRectToScene(area)
    for view in scene.views():
        part = view.viewportTransform().mapRect(room).toAlignedRect()
        view.viewport().update(part.adjusted(-_EDGE, -_EDGE, _EDGE, _EDGE))


class BoardLayer(QGraphicsItem):
    """An item over the whole board; a subclass paints the exposed part of it."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self._bounds = QRectF()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """Return the bounds of the board."""
        return self._bounds

    def set_bounds(self, bounds: QRectF) -> None:
        """Set the bounds of the board."""
        self.prepareGeometryChange()
        self._bounds = bounds


# --- The picture of a whole sheet that stands in where tiles are missing -------------------------------------------

PIXELS: Final = 1_600_000
"""Pixels of the picture at most."""
_STRIP: Final = 64
"""Height of the strips in which it is drawn, in pixels."""


class StandIn:
    """Draws a sheet strip by strip, so that it can be done ahead, and paints parts of it stretched."""

    def __init__(
        self, sheet: QRectF, draw: Callable[[QPainter, QRect, QPointF, float], None], blank: Callable[[QSize], QImage]
    ) -> None:
        """Take the sheet's bounds, `draw(painter, pixels, corner of the sheet, scale)` and an empty picture's maker."""
        self._sheet, self._draw, self._blank = sheet, draw, blank
        self._picture: QPixmap | None = None
        self._draft = QImage()
        self._drawn = 0

    @property
    def scale(self) -> float:
        """The pixels to a unit of the sheet."""
        return min(1.0, math.sqrt(PIXELS / (self._sheet.width() * self._sheet.height())))

    def forget(self) -> None:
        """Give up what has been drawn."""
        self._picture, self._draft = None, QImage()

    def draw_more(self) -> bool:
        """Draw one more strip; return whether there is more to draw."""
        if self._picture is not None:
            return False
        if self._draft.isNull():
            size = self._sheet.size() * self.scale
            self._draft, self._drawn = self._blank(QSize(max(1, int(size.width())), max(1, int(size.height())))), 0
        part = QRect(0, self._drawn, self._draft.width(), _STRIP).intersected(self._draft.rect())
        painter = QPainter(self._draft)
        self._draw(painter, part, self._sheet.topLeft(), self.scale)
        painter.end()
        self._drawn += _STRIP
        if self._drawn >= self._draft.height():
            self._picture, self._draft = QPixmap.fromImage(alone(self._draft)), QImage()
        return self._picture is None

    def whole(self) -> QPixmap:
        """Return the picture; what is not drawn yet is drawn now."""
        while self._picture is None:
            self.draw_more()
        return self._picture

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Paint an area of the sheet."""
        picture = self.whole()
        scale = picture.width() / self._sheet.width()
        corner = (area.topLeft() - self._sheet.topLeft()) * scale
        painter.drawPixmap(area, picture, QRectF(corner, area.size() * scale))


# --- Painted pictures: how they are kept, and where they are drawn -------------------------------------------------

Picture = TypeVar("Picture", QImage, QPixmap)


def alone(picture: Picture) -> Picture:
    """Return a picture without what it was painted with: Qt keeps that with it, up to five times its own room."""
    return picture.copy()


def pixmap_of(wide: float, tall: float, ratio: float, paint: Callable[[QPainter], object]) -> QPixmap:
    """Return what is painted on nothing, in a size of logical pixels for a screen with `ratio` pixels to each."""
    pixmap = QPixmap(round(wide * ratio), round(tall * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint(painter)
    painter.end()
    return alone(pixmap)


def around(spot: QPointF, picture: QPixmap, ratio: float) -> QRectF:
    """Return where a picture is drawn around a point of a window, so that its pixels are those of the screen.

    `ratio` are the screen's pixels to one of the window.
    """
    wide, tall = picture.width(), picture.height()
    left, top = round(spot.x() * ratio - wide / 2), round(spot.y() * ratio - tall / 2)
    return QRectF(left / ratio, top / ratio, wide / ratio, tall / ratio)


# --- Letters with a halo, drawn as outlines so that they keep their place at every scale ---------------------------


def letter(
    painter: QPainter, at: QPointF, words: str, font: QFont, ink: str, halo: str = "", width: float = 3.5
) -> None:
    """Draw words centred on a point."""
    measure = QFontMetricsF(font)
    path = QPainterPath()
    left = at.x() - measure.horizontalAdvance(words) / 2
    path.addText(QPointF(left, at.y() + (measure.ascent() - measure.descent()) / 2), font, words)
    if halo:
        pen = QPen(QColor(halo), width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
    painter.fillPath(path, QColor(ink))


def serif(size: float, *, bold: bool = False, italic: bool = False) -> QFont:
    """Return the serif type in a size of pixels or scene units."""
    font = QFont()
    font.setFamilies(SERIF)
    font.setStyleHint(QFont.StyleHint.Serif)
    font.setPixelSize(max(1, round(size)))
    font.setBold(bold)
    font.setItalic(italic)
    return font


# --- Marks on one hex, and the bubble beside the pointer: cursor, reticle, what was looked for, why not ------------

# --- Marks on one hex: its outline under the pointer or the keyboard cursor, and a reticle -------------------------

RADIUS = 33.0
"""Of the reticle, in scene units."""


class CursorItem(QGraphicsItem):
    """The outline of one hex: thin under the pointer, bold and dashed for the keyboard cursor."""

    def __init__(self, *, bold: bool) -> None:
        super().__init__()
        self.bold = bold
        self.hex: int | None = None
        self._path = QPainterPath()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_hex(self, at: int | None) -> None:
        """Show the outline of a hex, or nothing."""
        if at != self.hex:
            self.prepareGeometryChange()
            self.hex = at
            self._path = QPainterPath() if at is None else hex_path(at, 0.955)
            self.update()

    def boundingRect(self) -> QRectF:
        """Return the bounds of the outline."""
        return self._path.boundingRect().adjusted(-4, -4, 4, 4)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the outline."""
        if self.hex is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        looks = [(QColor(255, 255, 255, 130), 3.0), (QColor(40, 30, 10, 170), 1.2)]
        if self.bold:
            looks = [(QColor("#1d1604"), 6.0), (QColor("#ffd54a"), 3.2)]
        for colour, width in looks:
            pen = QPen(colour, width)
            pen.setCosmetic(True)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            if self.bold and width < 4:
                pen.setDashPattern([6, 3])
            painter.setPen(pen)
            painter.drawPath(self._path)


class ReticleItem(QGraphicsItem):
    """A ring with four ticks round a hex."""

    def __init__(self) -> None:
        super().__init__()
        self.hex: int | None = None
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def show_hex(self, at: int | None) -> None:
        """Show the reticle on a hex, or nowhere."""
        self.hex = at
        self.setVisible(at is not None)
        if at is not None:
            self.setPos(center(at))

    def boundingRect(self) -> QRectF:
        """Return the bounds of the ring and its ticks."""
        room = RADIUS + 12
        return QRectF(-room, -room, 2 * room, 2 * room)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the ring, dark red with a pale rim."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((QColor(255, 250, 235, 230), 6.0), (QColor("#b3151b"), 3.0)):
            painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawEllipse(QPointF(0, 0), RADIUS, RADIUS)
            for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                painter.drawLine(QLineF(x * (RADIUS - 7), y * (RADIUS - 7), x * (RADIUS + 9), y * (RADIUS + 9)))


# --- The mark on what was looked for: a gold frame of four corners round a hex -------------------------------------

HALF = 43.0
"""Half the width of the frame, in scene units."""
ARM = 17.0
LEVEL = 58.0
"""Above the counters of every board and below the words beside the pointer."""


class FoundItem(QGraphicsItem):
    """A frame round a scene point; hidden until something is found."""

    def __init__(self, scale: float = 1.0) -> None:
        super().__init__()
        self.setScale(scale)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(LEVEL)
        self.hide()

    def show_at(self, point: QPointF) -> None:
        """Show the frame round a point."""
        self.setPos(point)
        self.show()

    def boundingRect(self) -> QRectF:
        """Return the bounds of the frame."""
        room = HALF + 6
        return QRectF(-room, -room, 2 * room, 2 * room)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint four corners, gold on a dark rim."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((QColor("#1d1604"), 8.0), (QColor("#ffd54a"), 4.4)):
            pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                corner = QPointF(x * HALF, y * HALF)
                ends = (corner - QPointF(x * ARM, 0), corner, corner - QPointF(0, y * ARM))
                painter.drawPolyline(QPolygonF(ends))


# --- A bubble beside the pointer: why something is refused, or what a place is -------------------------------------

WIDTH = 300.0
"""Of the words, beside text of the usual size."""
PAD, EDGE = 9.0, 4.0
_TONES = {
    "refused": (QColor("#fff3ee"), QColor("#b3201f"), QColor("#3a0f0b")),
    "plain": (QColor("#fffcef"), QColor("#5b5135"), QColor("#221c0e")),
    "good": (QColor("#f1faec"), QColor("#1c7a38"), QColor("#10260f")),
}


class Bubble(QGraphicsItem):
    """Words on a plate of constant size on the screen; a refusal has a barred ring, so that it needs no colour."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self.text = ""
        self.tone = "plain"
        self.plate = QRectF()
        self._fresh = False
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def say(
        self, at: QPointF, text: str, tone: str = "plain", *, room: QRectF | None = None, scale: float = 1.0
    ) -> None:
        """Show a text beside a scene point; `room` is the visible part of the scene the bubble is kept inside."""
        self.prepareGeometryChange()
        self.text, self.tone = text, tone
        self._fresh = True
        QTimer.singleShot(0, self._age)
        lead = 26.0 if tone == "refused" else 0.0
        bounds = QFontMetricsF(faces.sans("note")).boundingRect(
            QRectF(0, 0, faces.scaled(WIDTH), 2000), int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap), text
        )
        wide, tall = bounds.width() + 2 * PAD + lead + 1, max(bounds.height(), 17.0) + 2 * PAD - 4
        left, top = 16.0, 18.0
        if room is not None:
            if (room.right() - at.x()) * scale < wide + left:
                left = -wide - 12
            if (room.bottom() - at.y()) * scale < tall + top:
                top = -tall - 14
            left, top = _within(QPointF(left, top), wide, tall, at, room, scale)
        self.plate = QRectF(left, top, wide, tall)
        self.setPos(at)
        self.setVisible(bool(text))
        self.update()

    def _age(self) -> None:
        self._fresh = False

    def clear_refusal(self) -> None:
        """Hide an old refusal, one that no press now under way has caused."""
        if self.tone == "refused" and not self._fresh:
            self.hush()

    def hush(self) -> None:
        """Hide the bubble."""
        self.text = ""
        self.hide()

    def boundingRect(self) -> QRectF:
        """Return the plate with its shadow."""
        return self.plate.adjusted(-3, -3, 7, 8)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the plate and its words."""
        ground, edge, ink = _TONES.get(self.tone, _TONES["plain"])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shadow = QPainterPath()
        shadow.addRoundedRect(self.plate.translated(2, 3), 7, 7)
        painter.fillPath(shadow, QColor(0, 0, 0, 70))
        painter.setPen(QPen(edge, 2.0))
        painter.setBrush(ground)
        painter.drawRoundedRect(self.plate, 7, 7)
        inner = self.plate.adjusted(PAD, PAD - 2, -PAD + 1, -PAD + 4)
        if self.tone == "refused":
            self._ring(painter, QPointF(inner.left() + 9, inner.top() + 9), edge)
            inner.setLeft(inner.left() + 26)
        painter.setFont(faces.sans("note"))
        painter.setPen(ink)
        painter.drawText(inner, int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap), self.text)

    def _ring(self, painter: QPainter, at: QPointF, ink: QColor) -> None:
        painter.setPen(QPen(ink, 2.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, 7.5, 7.5)
        painter.drawLine(at + QPointF(-5.3, -5.3), at + QPointF(5.3, 5.3))


def _within(corner: QPointF, wide: float, tall: float, at: QPointF, room: QRectF, scale: float) -> tuple[float, float]:
    """Return where a plate begins, in pixels beside a point, so that all of it is seen; its beginning comes first."""
    first = (room.topLeft() - at) * scale
    last = (room.bottomRight() - at) * scale - QPointF(wide, tall)
    return max(first.x() + EDGE, min(corner.x(), last.x() - EDGE)), max(
        first.y() + EDGE, min(corner.y(), last.y() - EDGE)
    )
