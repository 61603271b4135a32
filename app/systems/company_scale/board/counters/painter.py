"""Paint one unit counter in a square of 100 units, at each level of detail."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen

from app.systems.company_scale.board.counters.face import (
    DARK,
    PALE,
    Detail,
    Face,
    FireBox,
    Mark,
    draw_frame,
    draw_marks,
    draw_underlay,
    draw_veil,
    is_dark,
    outline_of,
)
from app.systems.company_scale.board.counters.silhouettes import draw_silhouette, silhouette
from app.systems.company_scale.board.counters.symbols import draw_size, draw_symbol, write
from rules.engine.english import signed
from rules.engine.frozen import frozen

SIZE = 100.0
MARGIN = 14.0
"""Room around the counter for its shadow and rims, on each side."""

BOXES = {
    "red": (QColor("#bf2420"), QColor("#ffffff")),
    "yellow": (QColor("#f4cb2a"), QColor("#16150f")),
    "black": (QColor("#16150f"), QColor("#ffffff")),
    "white": (QColor("#fdfbf3"), QColor("#16150f")),
    "blue": (QColor("#2355b5"), QColor("#ffffff")),
}
MOVES = {"tracked": QColor("#cc1f1a"), "wheeled": QColor("#100f0c"), "leg": QColor("#ffffff")}
SYMBOL = QRectF(25, 17.5, 46, 30)
LABEL = QRectF(5, 50.5, 90, 12.5)
RANGE = QRectF(33.2, 65, 11.5, 12)
FAR_RANGE = QRectF(88.2, 65, 7.3, 12)


@frozen
class Row:
    """The bottom row: the boxes of fire, defence and movement and the heights of their figures."""

    fire: QRectF
    defense: QRectF
    move: QRectF
    tall: tuple[float, float, float]
    line: float


ROW = Row(QRectF(5, 66.5, 27, 27), QRectF(44, 70, 23.5, 22), QRectF(71, 67.5, 25.5, 24), (18.0, 14.0, 17.5), 1.8)
COMPACT_ROW = Row(QRectF(3, 55, 30, 41), QRectF(34.5, 60, 27, 32), QRectF(63, 55, 35, 38), (27.0, 17.0, 21.0), 2.2)
STRIPES = {
    Detail.TILE: QRectF(0, 42, 100, 16),
    Detail.SYMBOL: QRectF(0, 36, 100, 20),
    Detail.COMPACT: QRectF(0, 15, 100, 24),
    Detail.FULL: QRectF(0, 22, 100, 22),
}
HAIRLINES = {Detail.TILE: 3.0, Detail.SYMBOL: 4.0, Detail.COMPACT: 2.6, Detail.FULL: 1.8, Detail.RICH: 1.6}
SHRUNK = {Detail.COMPACT: 0.94, Detail.FULL: 0.925, Detail.RICH: 0.925}
"""How much the figures give way to the frame, by detail."""
SHORT = {"square": QRectF(7, 7.5, 22, 11), "octagonal": QRectF(22, 8, 22, 11)}
"""Where the short name of the division stands, by edge; elsewhere further from the round corner."""


def paint_counter(
    painter: QPainter, face: Face, marks: Mark = Mark.NONE, detail: Detail = Detail.FULL, *, shadow: bool = True
) -> None:
    """Paint a counter into the square (0, 0, 100, 100); rims and shadow reach up to MARGIN beyond it."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if marks & Mark.GHOST:
        painter.setOpacity(0.45)
    edge = outline_of(face)
    if shadow:
        _shadow(painter, edge, detail)
    draw_underlay(painter, edge, marks, detail)
    _ground(painter, face, edge, detail)
    painter.save()
    painter.setClipPath(edge, Qt.ClipOperation.IntersectClip)
    _stripe(painter, face, detail)
    painter.restore()
    _print(painter, face, detail)
    if marks & Mark.SPENT:
        draw_veil(painter, edge)
    draw_frame(painter, face, edge, detail)
    draw_marks(painter, edge, marks, detail)
    painter.restore()


def _print(painter: QPainter, face: Face, detail: Detail) -> None:
    """Print symbol and figures, as many as the detail allows."""
    if detail is Detail.TILE:
        _tile(painter, face)
    elif detail is Detail.SYMBOL:
        draw_symbol(painter, QRectF(25, 26, 50, 36), face.symbol, line=5.5)
        _column_arrow(painter, face, QRectF(30, 67, 40, 20))
    else:
        painter.save()
        shrink(painter, detail)
        if detail is Detail.COMPACT:
            _compact(painter, face)
        else:
            _figures(painter, face, detail)
        painter.restore()
        _division(painter, face, detail)


def shrink(painter: QPainter, detail: Detail) -> None:
    """Make room for the frame round the figures; the caller restores the painter."""
    share = SHRUNK[detail]
    painter.translate(SIZE / 2 * (1 - share), SIZE / 2 * (1 - share))
    painter.scale(share, share)


def _shadow(painter: QPainter, edge: QPainterPath, detail: Detail) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    if detail is Detail.TILE:
        painter.fillPath(edge.translated(5, 6), QColor(20, 16, 8, 90))
        return
    for offset, alpha in ((6.5, 40), (3.5, 60)):
        painter.fillPath(edge.translated(offset * 0.8, offset), QColor(20, 16, 8, alpha))


def _ground(painter: QPainter, face: Face, edge: QPainterPath, detail: Detail) -> None:
    base = QColor(face.colour)
    if detail is Detail.TILE:
        painter.fillPath(edge, base)
        return
    light = QLinearGradient(0, 0, 0, SIZE)
    light.setColorAt(0, base.lighter(106))
    light.setColorAt(1, base.darker(106))
    painter.fillPath(edge, QBrush(light))


def _stripe(painter: QPainter, face: Face, detail: Detail) -> None:
    if face.stripe == "none":
        return
    colour = QColor("#fbf9f1") if face.stripe == "white" else QColor(face.stripe)
    band, line = STRIPES.get(detail, STRIPES[Detail.FULL]), HAIRLINES[detail]
    painter.fillRect(band.adjusted(0, -line, 0, line), PALE if is_dark(face) else DARK)
    painter.fillRect(band, colour)


def _division(painter: QPainter, face: Face, detail: Detail) -> None:
    """Print the short name of the division into the upper left corner, or the right one beside a silhouette."""
    if detail is Detail.COMPACT or not face.short:
        return
    box, align = SHORT.get(face.edge, QRectF(13, 9.5, 22, 11)), Qt.AlignmentFlag.AlignLeft
    if detail is Detail.RICH and silhouette(face.symbol) is not None:
        box, align = QRectF(70, 7, 21, 10), Qt.AlignmentFlag.AlignRight
    write(painter, face.short, box, QColor(face.ink), narrow=True, height=10.5, align=align)


def _tile(painter: QPainter, face: Face) -> None:
    if face.armor != "soft":  # armour: the one fact worth a shape at this size
        painter.setPen(QPen(PALE if is_dark(face) else DARK, 6))
        painter.setBrush(Qt.BrushStyle.NoBrush if is_dark(face) else PALE)
        painter.drawRoundedRect(QRectF(24, 34, 52, 32), 16, 16)
        painter.setBrush(Qt.BrushStyle.NoBrush)


def _figures(painter: QPainter, face: Face, detail: Detail) -> None:
    ink = QColor(face.ink)
    if detail is Detail.RICH and silhouette(face.symbol) is not None:
        _portrait(painter, face, ink)
    else:
        _emblem(painter, face, ink)
    write(painter, face.label, LABEL, ink, narrow=True, height=11.5)
    _fire(painter, face.fire, ROW.fire, ROW)
    for fire, room in ((face.fire, RANGE), (_second(face), FAR_RANGE)):
        if fire is not None and fire.range != 1:
            far = "∞" if fire.range >= 99 else str(fire.range)
            write(painter, far, room, ink, narrow=True, height=10.5, align=Qt.AlignmentFlag.AlignLeft)
    _defense(painter, face, ink, ROW)
    _move(painter, face, ink, ROW)


def _compact(painter: QPainter, face: Face) -> None:
    """Paint symbol and figures only, as large as possible."""
    draw_symbol(painter, QRectF(20, 8, 54, 37), face.symbol, line=4.6)
    _column_arrow(painter, face, QRectF(77, 22, 19, 20))
    _fire(painter, face.fire, COMPACT_ROW.fire, COMPACT_ROW)
    _defense(painter, face, QColor(face.ink), COMPACT_ROW)
    _move(painter, face, QColor(face.ink), COMPACT_ROW)


def _emblem(painter: QPainter, face: Face, ink: QColor) -> None:
    draw_size(painter, QRectF(SYMBOL.left(), 5, SYMBOL.width(), 10), face.size, ink)
    draw_symbol(painter, SYMBOL.adjusted(0, 0, 0, -5) if face.symbol == "headquarters" else SYMBOL, face.symbol)
    if face.engineer and face.symbol != "engineer":
        _engineer(painter)
    _column_arrow(painter, face, QRectF(72, 29.5, 19, 18))


def _portrait(painter: QPainter, face: Face, ink: QColor) -> None:
    """Paint the side view of a vehicle or gun on a large counter, with a smaller symbol above."""
    draw_silhouette(painter, QRectF(5, 18.5, 90, 30), face.symbol)
    draw_symbol(painter, QRectF(6, 5.5, 23, 14.5), face.symbol, line=1.7)
    draw_size(painter, QRectF(32, 7, 8, 10), face.size, ink, line=2.6)
    _column_arrow(painter, face, QRectF(48, 3.5, 17, 14))


def _engineer(painter: QPainter) -> None:
    box = QRectF(SYMBOL.left() + 1, SYMBOL.bottom() - 9, 12, 8)
    painter.setPen(QPen(QColor("#15140f"), 1.8))
    painter.setBrush(QColor("#fdf9ee"))
    painter.drawPolyline([box.bottomLeft(), box.topLeft(), box.topRight(), box.bottomRight()])
    painter.drawLine(QPointF(box.center().x(), box.top()), QPointF(box.center().x(), box.bottom()))


def _column_arrow(painter: QPainter, face: Face, box: QRectF) -> None:
    """Paint two marching chevrons on a counter in column."""
    if face.deployed:
        return
    wing, tip = box.width() * 0.45, box.height() / 2
    for colour, width in ((QColor(255, 255, 255, 235), 7.5), (QColor("#15140f"), 4.0)):
        pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        for left in (box.left() + 1, box.left() + 1 + wing):
            painter.drawPolyline(
                [
                    QPointF(left, box.top() + 2),
                    QPointF(left + wing * 0.85, box.top() + tip),
                    QPointF(left, box.bottom() - 2),
                ]
            )


def _fire(painter: QPainter, fire: FireBox | None, box: QRectF, row: Row) -> None:
    if fire is None:
        return
    ground, figure = BOXES.get(fire.box, BOXES["white"])
    painter.setPen(QPen(QColor("#fbf7ea") if fire.box == "black" else QColor("#12110c"), row.line))
    painter.setBrush(ground)
    painter.drawRoundedRect(box, 4.5, 4.5)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    write(painter, str(fire.value), box, figure, height=row.tall[0])


def _second(face: Face) -> FireBox | None:
    """Return the indirect fire of a dual-purpose unit (21.1), shown in place of movement if the side cannot move."""
    return face.indirect if face.move is None else None


def _defense(painter: QPainter, face: Face, ink: QColor, row: Row) -> None:
    text = signed(face.defense)
    figure = ink
    if face.armor != "soft":
        tank = face.armor == "tank"
        painter.setPen(QPen(QColor("#fbf7ea") if tank else QColor("#12110c"), row.line * 0.9))
        painter.setBrush(QColor("#16150f") if tank else QColor("#f4cb2a"))
        painter.drawRoundedRect(row.defense, 5, 5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        figure = QColor("#ffffff") if tank else QColor("#16150f")
    write(painter, text, row.defense.adjusted(3, 0, -3, 0), figure, height=row.tall[1])


def _move(painter: QPainter, face: Face, ink: QColor, row: Row) -> None:
    box = row.move
    second = _second(face)
    if second is not None:
        left = 3.0 if row is COMPACT_ROW else 2.0
        _fire(painter, second, QRectF(box.left() - left, box.top(), box.height() * 0.78, box.height()), row)
        return
    if face.move is None:
        c = box.center()
        painter.fillRect(QRectF(c.x() - 6, c.y() - 0.5, 12, 3), QColor(ink.red(), ink.green(), ink.blue(), 150))
        return
    colour = MOVES.get(face.move_class, MOVES["leg"])
    rim = QColor("#fff8e2") if face.move_class in ("tracked", "wheeled") else QColor("#15140f")
    tall = row.tall[2]
    if face.deployed:  # boxed: this vehicle moves while deployed
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for shade, width in ((rim, row.line * 2.4), (colour, row.line * 1.2)):
            painter.setPen(QPen(shade, width))
            painter.drawRoundedRect(box.adjusted(0.5, -0.5, -0.5, 1), 4, 4)
        write(painter, str(face.move), box.adjusted(3, 0, -3, 0), colour, height=tall * 0.86, rim=rim, rim_width=3.6)
        return
    write(painter, str(face.move), box.adjusted(1, -2, -1, -4), colour, height=tall, rim=rim, rim_width=row.line * 2.4)
    _gait(painter, face.move_class, box, colour, rim)


def _gait(painter: QPainter, move_class: str, box: QRectF, colour: QColor, rim: QColor) -> None:
    """Underline the movement by class, so that it needs no colour: a track, two wheels, or nothing."""
    y, middle = box.bottom() + 1.6, box.center().x()
    if move_class == "tracked":
        painter.setPen(QPen(rim, 1.2))
        painter.setBrush(colour)
        painter.drawRoundedRect(QRectF(middle - 9, y - 2.2, 18, 4.4), 2.2, 2.2)
    elif move_class == "wheeled":
        painter.setPen(QPen(rim, 1.2))
        painter.setBrush(colour)
        for x in (middle - 5.5, middle + 5.5):
            painter.drawEllipse(QPointF(x, y), 2.6, 2.6)
    painter.setBrush(Qt.BrushStyle.NoBrush)
