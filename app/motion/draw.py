"""The draw of a chit, and the arrows of the computer's orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEasingCurve, QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board.painted import serif
from app.motion.animator import Moving
from app.motion.items import HEIGHT
from app.text.event_rows import ChitDraw, Glide, Motion, Shot
from app.theme import faces

# --- The draw of a chit --------------------------------------------------------------------------------------------

OUT_OF, TURN, REST, HOME, BAR = 220 / 1400, 460 / 1400, 1100 / 1400, 1.0, 1250 / 1400
"""Parts of the whole at which the chit is out of the Cup, turned over, read, and in its place, and the bar coloured."""
SMALL, LARGE, READ, LAST = 64.0, 168.0, 220.0, 56.0
"""The side of the chit in the Cup, out of it, while it is read, and beside the prompt, in pixels."""
BACK, EDGE, SIGN = QColor("#7a2d22"), QColor("#541c14"), QColor("#e3bb74")
DARK, PLATE, CREAM, SOFT = QColor("#2d2620"), QColor(38, 30, 22, 240), QColor("#fbf6e9"), QColor("#d9ccb0")
OUT, IN_OUT = QEasingCurve(QEasingCurve.Type.OutCubic), QEasingCurve(QEasingCurve.Type.InOutCubic)
Paint = Callable[[QPainter, QRectF, str], None]


class DrawCover(QWidget):
    """Lie over prompt and board while a chit is drawn; take no clicks.

    `bar` and `board` are where those lie, `cup` is where the Cup stands; all in the coordinates of the parent.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.draw: ChitDraw | None = None
        self._part, self._colour = 0.0, QColor()
        self._paint_chit: Paint | None = None
        self._shape = 1.0
        self.bar, self.board, self.cup = QRect(), QRect(), QPointF()
        self.hide()

    def begin(self, bar: QRect, board: QRect, cup: QPointF, colour: QColor, paint: Paint, shape: float) -> None:
        """Take what the next draws need; `shape` is the width of a chit against its height."""
        self.bar, self.board, self.cup, self._colour = bar, board, cup, colour
        self._paint_chit, self._shape = paint, shape

    def show_part(self, draw: ChitDraw | None, part: float) -> None:
        """Show a part of a draw; None, the beginning and the end show nothing."""
        if draw is None and self.draw is None:
            return
        if draw is not None and not 0.0 < part < 1.0:
            if part >= 1.0 and self.draw is draw:
                self.draw = None
                self.hide()
            return
        self.draw, self._part = draw, part
        self.setGeometry(self.bar.united(self.board))
        self.setVisible(draw is not None)
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the scrim, the bar, the chit and what is said of it."""
        if self.draw is None or self._paint_chit is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-self.geometry().topLeft())
        part = self._part
        gone = _between(part, REST, HOME)
        painter.fillRect(self.board, QColor(20, 15, 10, round(148 * min(1.0, part / 0.114) * (1 - gone))))
        self._bar(painter, part)
        if part >= TURN:
            self._words(painter, _between(part, TURN, TURN + 0.07) * (1 - gone))
        self._chit(painter, part)
        painter.end()

    def _middle(self) -> QPointF:
        board = QRectF(self.board)
        return QPointF(board.center().x() - min(190.0, board.width() * 0.2), board.center().y() - 20)

    def _chit(self, painter: QPainter, part: float) -> None:
        """Draw the chit where it is now, its back up until it has half turned."""
        assert self.draw is not None and self._paint_chit is not None
        out, turned = OUT.valueForProgress(_between(part, 0, OUT_OF)), _between(part, OUT_OF, TURN)
        home = IN_OUT.valueForProgress(_between(part, REST, HOME))
        middle, last = self._middle(), QPointF(self.bar.left() + 20 + LAST / 2, self.bar.center().y())
        at = self.cup + (middle - self.cup) * out
        at -= QPointF(0, 90 * out * (1 - out) * 4 * 0.5)  # along an arc
        at += (last - middle) * home
        side = SMALL + (LARGE - SMALL) * out + (READ - LARGE) * turned
        side += (min(LAST, self.bar.height() - 12.0) - READ) * home
        painter.save()
        painter.translate(at)
        painter.rotate((1 - home) * (8 - 12 * out + 2 * turned))
        painter.scale(abs(1 - 2 * turned) if OUT_OF < part < TURN else 1.0, 1.0)
        wide = side * self._shape
        box = QRectF(-wide / 2, -side / 2, wide, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, round(90 * (1 - home))))
        painter.drawRoundedRect(box.translated(0, side * 0.05).adjusted(-3, 0, 3, 6), side * 0.12, side * 0.12)
        if turned < 0.5:
            _paint_back(painter, box)
        else:
            self._paint_chit(painter, box, self.draw.chit)
        painter.restore()

    def _bar(self, painter: QPainter, part: float) -> None:
        """Draw the prompt's bar: dark while the chit is unknown, then in its side's colour, from the left."""
        assert self.draw is not None
        painter.fillRect(self.bar, DARK)
        wiped = QRectF(self.bar)
        wiped.setWidth(wiped.width() * IN_OUT.valueForProgress(_between(part, BAR - 0.04, HOME)))
        painter.fillRect(wiped, self._colour)
        painter.fillRect(QRectF(self.bar.left(), self.bar.bottom() - 2, self.bar.width(), 3), QColor("#a9802f"))
        known = part > (OUT_OF + TURN) / 2
        room = QRectF(self.bar).adjusted(LAST + 44, 0, -faces.scaled(150), 0)
        painter.setPen(CREAM)
        painter.setFont(serif(faces.scaled(21), bold=True))
        words = self.draw.title if known else self.draw.begins
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), words)
        painter.setFont(faces.sans("note"))
        painter.setPen(SOFT)
        painter.drawText(QRectF(self.bar).adjusted(0, 0, -18, 0), _right(), "Any key skips this")

    def _words(self, painter: QPainter, seen: float) -> None:
        """Write on a plate beside the chit what it is and does."""
        assert self.draw is not None
        middle = self._middle()
        left = middle.x() + READ / 2 - 16
        tall = faces.scaled(190 if self.draw.words else 96)
        plate = QRectF(left, middle.y() - tall * 0.43, min(faces.scaled(400.0), self.board.right() - left - 16), tall)
        painter.setOpacity(seen)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(PLATE)
        painter.drawRoundedRect(plate, 6, 6)
        room, wrap = plate.adjusted(38, 18, -16, -12), int(Qt.TextFlag.TextWordWrap)
        for words, font, ink, gap in (
            (self.draw.kind.upper(), faces.sans("caption", bold=True), SIGN, 4),
            (self.draw.title, serif(faces.scaled(27), bold=True), CREAM, 6),
            (self.draw.words, faces.sans("heading"), CREAM, 6),
            (self.draw.note, faces.sans("note"), SOFT, 0),
        ):
            painter.setFont(font)
            painter.setPen(ink)
            painter.drawText(room, wrap, words)
            room.setTop(room.top() + painter.boundingRect(room, wrap, words).height() + gap)
        painter.setOpacity(1.0)


def _between(part: float, begin: float, end: float) -> float:
    return min(1.0, max(0.0, (part - begin) / (end - begin)))


def _right() -> int:
    return int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)


def _paint_back(painter: QPainter, box: QRectF) -> None:
    """Draw the back of a chit: a hexagon in a frame."""
    side = box.width()
    painter.setPen(QPen(EDGE, side * 0.03))
    painter.setBrush(BACK)
    painter.drawRoundedRect(box, side * 0.11, side * 0.11)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(SIGN, side * 0.014))
    frame = box.adjusted(side * 0.11, side * 0.11, -side * 0.11, -side * 0.11)
    painter.drawRect(frame)
    for size, filled in ((0.27, False), (0.13, True)):
        points = ((1.0, 0.0), (0.5, 0.87), (-0.5, 0.87), (-1.0, 0.0), (-0.5, -0.87), (0.5, -0.87))
        painter.setPen(QPen(SIGN, side * 0.022))
        painter.setBrush(SIGN if filled else Qt.BrushStyle.NoBrush)
        painter.drawPolygon(QPolygonF([box.center() + QPointF(x, y) * side * size for x, y in points]))


# --- Arrows that the computer's orders leave on the board until the next order of a player -------------------------

MOST = 24
"""How many arrows stand at most; older ones go."""
RIM, WIDE, HEAD = QColor(255, 253, 242, 230), 4.0, 15.0
FIRE = QColor("#b3301b")


class Trace(QGraphicsItem):
    """An arrow along points: solid for a move, dotted for fire or an attack."""

    def __init__(self, points: Sequence[QPointF], colour: QColor, *, dotted: bool) -> None:
        super().__init__()
        self.points, self._colour, self._dotted = list(points), colour, dotted
        self.setZValue(HEIGHT - 1)
        self.setOpacity(0.82)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """Return the bounds of the line and its head."""
        return QPolygonF(self.points).boundingRect().adjusted(-60, -60, 60, 60)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the line over a pale rim, as wide on the screen at every zoom."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pixel = 1 / max(0.05, painter.worldTransform().m11())
        tail = QLineF(self.points[-1], self.points[-2]).unitVector()
        neck = self.points[-1] + QPointF(tail.dx(), tail.dy()) * HEAD * pixel * 0.8
        line = QPolygonF([*self.points[:-1], neck])
        style = Qt.PenStyle.DotLine if self._dotted else Qt.PenStyle.SolidLine
        for colour, wide, how in ((RIM, WIDE + 3, Qt.PenStyle.SolidLine), (self._colour, WIDE, style)):
            painter.setPen(QPen(colour, wide * pixel, how, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin))
            painter.drawPolyline(line)
        side = QPointF(-tail.dy(), tail.dx()) * HEAD * pixel * 0.5
        base = self.points[-1] + QPointF(tail.dx(), tail.dy()) * HEAD * pixel
        painter.setPen(QPen(RIM, 1.5 * pixel))
        painter.setBrush(self._colour)
        painter.drawPolygon(QPolygonF([self.points[-1], base + side, base - side]))


class Traces:
    """The arrows on a board. The steps of one piece make one arrow."""

    def __init__(self) -> None:
        self.items: list[Trace] = []
        self._ways: list[tuple[str, tuple[str, ...]]] = []

    def clear(self) -> None:
        """Take all arrows off the board."""
        for item in self.items:
            scene = item.scene()
            if scene is not None:
                scene.removeItem(item)
        self.items, self._ways = [], []

    def add(self, motions: Sequence[Motion], board: Moving, colour: str) -> None:
        """Leave arrows for the moves and shots among motions, in the colour of the side that gave the order."""
        for motion in motions:
            if isinstance(motion, Glide):
                self._go(motion, board, QColor(colour))
            elif isinstance(motion, Shot):
                self._put(("", (motion.start, motion.to)), board, FIRE, dotted=True)

    def _go(self, glide: Glide, board: Moving, colour: QColor) -> None:
        way = glide.path
        before = self._ways[-1] if self._ways else ("", ())
        if before[0] == glide.thing and before[1][-1] == way[0]:
            way = before[1] + way[1:]
            self._drop(-1)
        self._put((glide.thing, way), board, colour)

    def _put(self, way: tuple[str, tuple[str, ...]], board: Moving, colour: QColor, *, dotted: bool = False) -> None:
        points = [point for place in way[1] if (point := board.point(place)) is not None]
        if len(points) < 2 or points[-1] == points[-2]:
            return
        item = Trace(points, colour, dotted=dotted)
        board.scene.addItem(item)
        self.items.append(item)
        self._ways.append(way)
        if len(self.items) > MOST:
            self._drop(0)

    def _drop(self, at: int) -> None:
        item = self.items.pop(at)
        self._ways.pop(at)
        scene = item.scene()
        if scene is not None:
            scene.removeItem(item)
