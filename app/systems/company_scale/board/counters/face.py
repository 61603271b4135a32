"""What a unit counter shows: its printed face, its states, each by a shape of its own, and the edge of its army."""

from __future__ import annotations

from enum import IntEnum, IntFlag
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPainterPathStroker, QPen, QPolygonF

from app.colour import shown
from rules.company_scale.records.view import FireView, UnitView
from rules.engine.frozen import frozen

# --- What a unit counter shows: its printed face and the states it can be in, as hashable values -------------------


class Mark(IntFlag):
    """Name the states a counter can show, each by a shape of its own."""

    NONE = 0
    SELECTED = 1
    ACTIVE = 2
    ACTED = 4
    SPENT = 8
    OUT_OF_COMMAND = 16
    CANDIDATE = 32
    JOINED = 64
    GHOST = 128
    LOADED = 256


class Detail(IntEnum):
    """Name the levels of detail, from a coloured tile to the whole counter with a silhouette."""

    TILE = 0
    SYMBOL = 1
    COMPACT = 2
    FULL = 3
    RICH = 4


@frozen
class FireBox:
    """The fire box: colour, value and range."""

    box: str
    value: int
    range: int = 1

    @staticmethod
    def of(fire: FireView | None) -> FireBox | None:
        """Read a fire power of the view."""
        return FireBox(fire.box, fire.value, fire.range) if fire is not None else None


@frozen
class Face:
    """The side of a unit counter that is up; equal faces share one picture."""

    label: str
    symbol: str
    size: str
    colour: str
    ink: str
    stripe: str
    armor: str
    defense: int
    fire: FireBox | None = None
    move_class: str = ""
    move: int | None = None
    deployed: bool = True
    engineer: bool = False
    indirect: FireBox | None = None
    """The second fire value of a dual-purpose unit (21.1)."""
    edge: str = "round"
    short: str = ""
    """The short name of its division."""

    @staticmethod
    def of(unit: UnitView) -> Face:
        """Read the face from a unit of the view."""
        face = unit.face
        return Face(
            label=unit.label or unit.name,
            symbol=unit.symbol,
            size=unit.size,
            colour=shown(unit.colour),
            ink=unit.ink,
            stripe=unit.stripe,
            armor=unit.armor,
            defense=face.defense,
            fire=FireBox.of(face.fire),
            move_class=face.move.by if face.move is not None else "",
            move=face.move.allowance if face.move is not None else None,
            deployed=unit.deployed,
            engineer=unit.engineer,
            indirect=FireBox.of(face.indirect),
            edge=unit.edge,
            short=unit.short,
        )


def marks_of(unit: UnitView) -> Mark:
    """Read the states that the view holds: active, acted (once, or all it may), out of command, loaded."""
    marks = Mark.NONE
    if unit.active:
        marks |= Mark.ACTIVE
    if unit.actions_used:
        marks |= Mark.ACTED if unit.actions_used == 1 else Mark.SPENT
    if unit.is_out_of_command:
        marks |= Mark.OUT_OF_COMMAND
    if unit.carries:
        marks |= Mark.LOADED
    return marks


def detail_for(pixels: float) -> Detail:
    """Return the level of detail for a counter `pixels` wide on the screen."""
    for below, detail in ((14, Detail.TILE), (23, Detail.SYMBOL), (39, Detail.COMPACT), (110, Detail.FULL)):
        if pixels < below:
            return detail
    return Detail.RICH


# --- The states of a counter, each by its own shape: rims, a glow, a veil, ears and badges -------------------------

GOLD = QColor("#ffc61a")
MARK_EDGE = QColor("#241c05")
BRIGHT = QColor("#fffef2")
ALERT = QColor("#c4161c")
CALL = QColor("#19c3d8")
JOIN = QColor("#1c8a3c")
BLACK = QColor("#14120d")
IVORY = QColor("#fffaea")
VEIL = QColor(112, 106, 96, 112)
GLOW = ((27.0, 60), (22.0, 95), (16.5, 150))
"""The light round an active counter: widths of three pens and their opacities."""
GLOW_MOST = 28.0
"""A wider glow would leave the picture of the counter (painter.MARGIN on each side)."""
RIMS = {Detail.TILE: 1.7, Detail.SYMBOL: 1.7, Detail.COMPACT: 1.3}
BADGES = {Detail.TILE: 2.2, Detail.SYMBOL: 1.75, Detail.COMPACT: 1.3}
"""How much larger rims and badges are on small counters."""


def draw_underlay(p: QPainter, edge: QPainterPath, marks: Mark, detail: Detail) -> None:
    """Draw what lies under the counter: the glow of an active one, the rim of a selected one or a candidate."""
    scale = RIMS.get(detail, 1.0)
    if marks & Mark.ACTIVE:
        for width, alpha in GLOW:
            _rim(p, edge, QColor(255, 232, 120, alpha), min(GLOW_MOST, width * scale))
        _rim(p, edge, MARK_EDGE, 11 * scale)
        _rim(p, edge, BRIGHT, 8 * scale)
    if marks & Mark.SELECTED:
        _rim(p, edge, MARK_EDGE, 16 * scale)
        _rim(p, edge, GOLD, 12.5 * scale)
    elif marks & Mark.CANDIDATE:
        _rim(p, edge, QColor("#082a30"), 15 * scale)
        pen = QPen(CALL, 11 * scale)
        pen.setDashPattern([1.1, 0.55])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        p.strokePath(edge, pen)


def _rim(p: QPainter, edge: QPainterPath, colour: QColor, width: float) -> None:
    pen = QPen(colour, width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    p.strokePath(edge, pen)


def draw_veil(p: QPainter, edge: QPainterPath) -> None:
    """Veil a counter that is done, towards the grey between both armies: it recedes, and its symbol is not white."""
    p.fillPath(edge, VEIL)


def draw_marks(p: QPainter, edge: QPainterPath, marks: Mark, detail: Detail) -> None:
    """Draw what lies on the counter: the ear of one that is done, the pip of one action, badges."""
    scale = BADGES.get(detail, 1.0)
    if marks & Mark.SPENT:
        _done(p, edge, scale)
    elif marks & Mark.ACTED:
        _pip(p, scale)
    if marks & Mark.OUT_OF_COMMAND:
        _cut_off(p, scale)
    if marks & Mark.LOADED and detail >= Detail.SYMBOL:
        _aboard(p, min(scale, 1.7))
    if marks & Mark.JOINED and detail >= Detail.SYMBOL:
        _tick(p)


def _done(p: QPainter, edge: QPainterPath, scale: float) -> None:
    """Draw a black ear with a tick on the upper right, or on small counters a bar from corner to corner."""
    p.save()
    p.setClipPath(edge, Qt.ClipOperation.IntersectClip)
    if scale > 1:
        for colour, width in ((IVORY, 10 * scale + 6), (BLACK, 10 * scale)):
            p.setPen(QPen(colour, width))
            p.drawLine(QPointF(-4, 104), QPointF(104, -4))
    else:
        p.setPen(QPen(IVORY, 3.4))
        p.setBrush(BLACK)
        p.drawPolygon(QPolygonF([QPointF(101, -1), QPointF(55, -1), QPointF(101, 45)]))
        p.setBrush(Qt.BrushStyle.NoBrush)
        if edge.contains(QPointF(94, 22)):  # in column the corner is cut off, and the ear with it
            p.setPen(QPen(IVORY, 5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            p.drawPolyline([QPointF(76, 12), QPointF(82, 18), QPointF(91, 6)])
    p.restore()


def _pip(p: QPainter, scale: float) -> None:
    """Draw a black pip on the upper edge for one action."""
    p.setPen(QPen(IVORY, 3 * scale))
    p.setBrush(BLACK)
    p.drawEllipse(QPointF(27 + 1.5 * scale, 1.5 * (scale - 1)), 7.5 * scale, 7.5 * scale)
    p.setBrush(Qt.BrushStyle.NoBrush)


def _cut_off(p: QPainter, scale: float) -> None:
    """Draw a barred red lozenge on the left edge of a counter out of command."""
    at, r = QPointF(4 if scale < 1.5 else 12, 50), 15 * min(scale, 1.8)
    p.setPen(QPen(IVORY, 3.2 * scale))
    p.setBrush(ALERT)
    corners = (QPointF(0, -r * 1.15), QPointF(r, 0), QPointF(0, r * 1.15), QPointF(-r, 0))
    p.drawPolygon(QPolygonF([at + corner for corner in corners]))
    p.setBrush(Qt.BrushStyle.NoBrush)
    p.setPen(QPen(QColor("#ffffff"), 3.4 * scale, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    p.drawLine(at + QPointF(-r * 0.38, r * 0.38), at + QPointF(r * 0.38, -r * 0.38))


def _aboard(p: QPainter, scale: float) -> None:
    """Draw a small unit on a transport or tank, at the left edge where nothing is printed."""
    box = QRectF(2, 37 - 8.5 * scale, 24 * scale, 17 * scale)
    p.setPen(QPen(MARK_EDGE, 2.6 * scale))
    p.setBrush(QBrush(BRIGHT))
    p.drawRect(box)
    p.drawLine(box.topLeft(), box.bottomRight())
    p.drawLine(box.bottomLeft(), box.topRight())
    p.setBrush(Qt.BrushStyle.NoBrush)


def _tick(p: QPainter) -> None:
    spot = QPointF(84, 12)
    p.setPen(QPen(QColor("#ffffff"), 3))
    p.setBrush(QBrush(JOIN))
    p.drawEllipse(spot, 14, 14)
    pen = QPen(QColor("#ffffff"), 4.4)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    p.setPen(pen)
    p.drawPolyline([spot + QPointF(-6, 0.5), spot + QPointF(-1.5, 5.5), spot + QPointF(6.5, -5)])
    p.setBrush(Qt.BrushStyle.NoBrush)


# --- The edge of a unit counter: a shape for each army, slanted in column, and a frame with a keyline --------------

DARK, PALE = QColor("#0f1113"), QColor("#fffaea")
BLUE = QColor("#1d4f9c")
FRAMES = {Detail.TILE: 9.0, Detail.SYMBOL: 7.0, Detail.COMPACT: 5.0, Detail.FULL: 5.0, Detail.RICH: 4.2}
KEYLINES = {Detail.TILE: 7.0, Detail.SYMBOL: 5.0, Detail.COMPACT: 3.6, Detail.FULL: 2.6, Detail.RICH: 2.0}
SLENDER = 0.6
"""The pale frame of a light counter, small on the screen, as a share of the dark one: it needs less to be seen."""
SLANT = (68.0, 38.0)
"""Where the slanted corner of a counter in column begins on the upper edge, and ends on the right one."""


@frozen
class Shape:
    """The shape of an army's counters: the radius of round corners, the length of cut ones (all, or lower left)."""

    radius: float = 0.0
    cut: float = 0.0
    notch: float = 0.0


SHAPES = {"square": Shape(2.0), "round": Shape(20.0), "notched": Shape(20.0, notch=13.0), "octagonal": Shape(cut=14.0)}


def is_dark(face: Face) -> bool:
    """Tell whether the ground is dark: then its lettering is pale."""
    return QColor(face.ink).lightnessF() > 0.5


def outline_of(face: Face) -> QPainterPath:
    """Return the outline of a counter: the shape of its army, with a slanted corner in column."""
    return _outline(face.edge, face.deployed)


@cache
def _outline(edge: str, deployed: bool) -> QPainterPath:
    shape = SHAPES.get(edge, SHAPES["round"])
    return _octagon(shape.cut, deployed) if shape.cut else _rounded(shape, deployed)


@cache
def _band(edge: str, deployed: bool, width: float) -> QPainterPath:
    """Return the band along the inside of an outline."""
    stroker = QPainterPathStroker()
    stroker.setWidth(2 * width)
    stroker.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    outline = _outline(edge, deployed)
    return stroker.createStroke(outline).intersected(outline)


def _octagon(cut: float, deployed: bool) -> QPainterPath:
    far = 100.0 - cut
    corner = [(far, 0.0), (100.0, cut)] if deployed else [(66.0, 0.0), (100.0, 40.0)]
    points = [(cut, 0.0), *corner, (100.0, far), (far, 100.0), (cut, 100.0), (0.0, far), (0.0, cut)]
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


def _rounded(shape: Shape, deployed: bool) -> QPainterPath:
    r = shape.radius
    far = 100.0 - r
    path = QPainterPath(QPointF(r, 0))
    if deployed:
        path.lineTo(far, 0)
        path.quadTo(100, 0, 100, r)
    else:
        path.lineTo(SLANT[0], 0)
        path.lineTo(100, SLANT[1])
    path.lineTo(100, far)
    path.quadTo(100, 100, far, 100)
    if shape.notch:
        path.lineTo(shape.notch, 100)
        path.lineTo(0, 100 - shape.notch)
    else:
        path.lineTo(r, 100)
        path.quadTo(0, 100, 0, far)
    path.lineTo(0, r)
    path.quadTo(0, 0, r, 0)
    path.closeSubpath()
    return path


def draw_frame(painter: QPainter, face: Face, edge: QPainterPath, detail: Detail) -> None:
    """Draw the frame inside the edge and the keyline along it: dark in pale round dark grounds, else pale in dark."""
    dark = is_dark(face)
    inner, outer = (DARK, PALE) if dark else (PALE, DARK)
    keyline = KEYLINES[detail]
    frame = FRAMES[detail] * (1.0 if dark or detail > Detail.SYMBOL else SLENDER)
    bands = [(inner, frame)]
    if SHAPES.get(face.edge, SHAPES["round"]).notch:
        bands += [(BLUE, frame * 0.55), (inner, frame * 0.15)]
    for colour, width in bands:
        painter.fillPath(_band(face.edge, face.deployed, width + keyline), colour)
    painter.strokePath(edge, _pen(outer, 1.24 * keyline))


def _pen(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return pen
