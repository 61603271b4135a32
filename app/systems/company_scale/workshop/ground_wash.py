"""The wash: flat colours, lines and words over what the brush has gone over, until the true ground is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.board import hexes as geometry
from app.board.painted import BoardLayer, touch
from app.systems.company_scale.board.ground.palette import Palette
from app.systems.company_scale.workshop.ground_tools import Kind, Stroke, Tool
from app.theme import faces
from rules.company_scale.battle_map import MapHex, Terrain
from rules.company_scale.loading.map_checks import LETTERS
from rules.hexes.grid import Side

ERASED = QColor(178, 34, 34, 110)
OUTLINE = QColor(40, 30, 10, 190)
SHARE = 0.82
"""How much of the ground a wash hides."""
WIDE: Mapping[str, float] = {"river": 9.0, "stream": 4.5, "steep_slope": 7.0, "slope": 4.5, "ridge": 7.0, "gray": 7.0}


def colour_of(tool: Tool, palette: Palette) -> QColor:
    """Return the colour in which a tool washes."""
    colours: Mapping[tuple[Kind, str], str] = {
        (Kind.TERRAIN, "."): palette.levels[0][0],
        (Kind.TERRAIN, "w"): palette.woods,
        (Kind.TERRAIN, "v"): palette.vines[0],
        (Kind.TERRAIN, "m"): palette.marsh,
        (Kind.TERRAIN, "~"): palette.water,
        (Kind.TERRAIN, "#"): palette.table,
        **{(Kind.TERRAIN, letter): palette.roofs[0] for letter in "VTC"},
        **{(Kind.LEVEL, str(level)): palette.levels[level - 1][0] for level in (1, 2, 3)},
        (Kind.LEVEL, "+"): palette.levels[2][0],
        (Kind.LEVEL, "-"): palette.levels[0][0],
        (Kind.HEXSIDE, "stream"): palette.water,
        (Kind.HEXSIDE, "river"): palette.water,
        (Kind.HEXSIDE, "slope"): palette.slope,
        (Kind.HEXSIDE, "steep_slope"): palette.steep,
        (Kind.HEXSIDE, "ridge"): palette.ridge,
        (Kind.HEXSIDE, "gray"): palette.gray_side,
        (Kind.ROAD, "evacuation"): palette.evacuation,
        (Kind.ROAD, "paved"): palette.paved,
        (Kind.ROAD, "trail"): palette.trail,
        (Kind.ROAD, "railroad"): palette.rail,
    }
    return QColor(colours.get((tool.kind, tool.what), palette.number))


def flat_colour(here: MapHex | None, is_water: bool, palette: Palette) -> QColor:
    """Return the colour of a hex without relief: of its terrain, or of its level if it is clear."""
    if here is None:
        return QColor(palette.water if is_water else palette.table)
    letter = next(letter for letter, terrain in LETTERS.items() if terrain is here.terrain)
    if here.terrain is Terrain.CLEAR:
        return QColor(palette.levels[here.level - 1][0])
    return colour_of(Tool(Kind.TERRAIN, letter, "", ""), palette)


class WashItem(BoardLayer):
    """Paint strokes that the ground does not show yet, and the outline of what the next one would cover."""

    def __init__(self) -> None:
        super().__init__()
        self.strokes: list[Stroke] = []
        self.ahead: tuple[tuple[int, ...], Side | None] = (), None
        self.palette: Palette | None = None

    def show_strokes(self, strokes: Sequence[Stroke]) -> None:
        """Show strokes in place of those before; what they share is not painted anew."""
        changed = [stroke for stroke in (*strokes, *self.strokes) if (stroke in strokes) != (stroke in self.strokes)]
        self.strokes = list(strokes)
        for box in filter(None, map(_box, changed)):
            touch(self, box)

    def show_ahead(self, hexes: Sequence[int], side: Side | None) -> None:
        """Show what the brush would cover."""
        new = tuple(hexes), side
        if new == self.ahead:
            return
        old, self.ahead = self.ahead, new
        for at, line in (old, new):
            for each in (*at, *(line or ())):
                touch(self, geometry.hex_rect(each).adjusted(-6, -6, 6, 6))

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the exposed strokes."""
        if self.palette is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for stroke in self.strokes:
            box = _box(stroke)
            if box is not None and box.intersects(option.exposedRect):
                self._paint_stroke(painter, stroke, self.palette)
        hexes, side = self.ahead
        pen = QPen(OUTLINE, 2.0)
        pen.setCosmetic(True)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        painter.drawPath(geometry.region_path(hexes))
        if side is not None:
            _paint_side(painter, side, QColor(OUTLINE), 5.0)

    def _paint_stroke(self, painter: QPainter, stroke: Stroke, palette: Palette) -> None:
        colour = QColor(ERASED) if stroke.erases else colour_of(stroke.tool, palette)
        kind = stroke.tool.kind
        if kind in (Kind.TERRAIN, Kind.LEVEL):
            colour.setAlphaF(colour.alphaF() * SHARE)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            for at in stroke.hexes:
                painter.drawPolygon(geometry.polygon(at))
        elif kind is Kind.HEXSIDE:
            for side in stroke.sides:
                _paint_side(painter, side, colour, WIDE[stroke.tool.what])
        elif kind is Kind.ROAD:
            line = QPolygonF([geometry.center(at) for at in stroke.hexes])
            for each, width in ((OUTLINE, 8.0), (colour, 5.0)):
                painter.setPen(QPen(each, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                painter.drawPolyline(line)
        elif stroke.text and not stroke.erases:
            painter.setPen(QPen(QColor(palette.number)))
            painter.setFont(faces.serif("heading"))
            middle = geometry.center(stroke.hexes[0])
            room = QRectF(middle - QPointF(200, 34), middle + QPointF(200, -8))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, stroke.text)


def _paint_side(painter: QPainter, side: Side, colour: QColor, width: float) -> None:
    painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(geometry.hexside(*side))


def _box(stroke: Stroke) -> QRectF | None:
    """Return the rectangle around a stroke."""
    box = QRectF()
    for at in (*stroke.hexes, *(at for side in stroke.sides for at in side)):
        box = box.united(geometry.hex_rect(at))
    room = 200 if stroke.text else 6
    return None if box.isEmpty() else box.adjusted(-room, -6, room, 6)
