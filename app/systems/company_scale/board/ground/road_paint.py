"""How roads, railways and bridges look."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen

from app.systems.company_scale.board.ground.palette import Palette
from app.systems.company_scale.board.ground.roads import WIDTHS, Bridge, RoadLine
from app.systems.company_scale.board.ground.survey import Canvas
from rules.company_scale.battle_map import Road

_ROUND = Qt.PenCapStyle.RoundCap
_FLAT = Qt.PenCapStyle.FlatCap


def paint_roads(canvas: Canvas, lines: list[RoadLine], bridges: list[Bridge]) -> None:
    """Paint every line in view: trails lowest, the evacuation road on top, bridges around them."""
    seen = [line for line in lines if line.reach.intersects(canvas.rect)]
    palette = canvas.palette
    canvas.painter.setBrush(Qt.BrushStyle.NoBrush)
    _stroke(canvas, seen, Road.TRAIL, palette.trail_halo, 5.0, 0.0)
    _paint_decks(canvas, bridges)
    _stroke(canvas, seen, Road.TRAIL, palette.trail, 2.5, 0.9, (3.4, 1.9))
    _stroke(canvas, seen, Road.PAVED, palette.road_casing, WIDTHS[Road.PAVED], 1.6)
    _stroke(canvas, seen, Road.EVACUATION, palette.road_casing, WIDTHS[Road.EVACUATION], 2.4)
    _stroke(canvas, seen, Road.PAVED, palette.paved, WIDTHS[Road.PAVED] - 2.6, 0.9)
    _stroke(canvas, seen, Road.EVACUATION, palette.evacuation, WIDTHS[Road.EVACUATION] - 2.8, 1.7)
    if canvas.lod > 0.6:
        _stroke(canvas, seen, Road.EVACUATION, palette.evacuation_core, 1.3, 0.0)
    _rails(canvas, seen, palette)
    _paint_parapets(canvas, bridges)


def _rails(canvas: Canvas, seen: list[RoadLine], palette: Palette) -> None:
    width = canvas.at_least(WIDTHS[Road.RAILROAD], 1.5)
    _stroke(canvas, seen, Road.RAILROAD, palette.trail_halo, width + 2.0, 0.0)
    _stroke(canvas, seen, Road.RAILROAD, palette.rail, width, 0.0)
    gap = width * 0.56
    _stroke(canvas, seen, Road.RAILROAD, palette.rail_gap, gap, 0.0, (3.6, 3.6))


def _stroke(
    canvas: Canvas,
    seen: list[RoadLine],
    kind: Road,
    colour: str,
    width: float,
    pixels: float,
    dashes: tuple[float, float] | None = None,
) -> None:
    pen = QPen(QColor(colour), canvas.at_least(width, pixels))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(_FLAT if dashes else _ROUND)
    if dashes:
        pen.setDashPattern(list(dashes))
    canvas.painter.setPen(pen)
    for line in seen:
        if line.kind is kind:
            canvas.painter.drawPath(line.path)


def _paint_decks(canvas: Canvas, bridges: list[Bridge]) -> None:
    if canvas.lod < 0.3:
        return
    for bridge in bridges:
        if canvas.rect.contains(QPointF(bridge.x, bridge.y)) or canvas.rect.intersects(_box(bridge)):
            half = bridge.length / 2 + 3.0
            width = WIDTHS[bridge.kind] + 5.2
            _bar(canvas, bridge, half, width, canvas.palette.bridge_edge)
            _bar(canvas, bridge, half, width - 1.8, canvas.palette.bridge)


def _bar(canvas: Canvas, bridge: Bridge, half: float, width: float, colour: str) -> None:
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(_FLAT)
    canvas.painter.setPen(pen)
    canvas.painter.drawLine(
        QLineF(
            bridge.x - bridge.dx * half,
            bridge.y - bridge.dy * half,
            bridge.x + bridge.dx * half,
            bridge.y + bridge.dy * half,
        )
    )


def _paint_parapets(canvas: Canvas, bridges: list[Bridge]) -> None:
    """Paint the splayed wings that mark a bridge on staff maps."""
    if canvas.lod < 0.3:
        return
    pen = QPen(QColor(canvas.palette.bridge_edge), canvas.at_least(1.5, 0.8))
    pen.setCapStyle(_ROUND)
    canvas.painter.setPen(pen)
    for bridge in bridges:
        if not canvas.rect.intersects(_box(bridge)):
            continue
        half, side = bridge.length / 2 + 2.0, WIDTHS[bridge.kind] / 2 + 2.2
        for hand in (-1, 1):
            nx, ny = -bridge.dy * hand, bridge.dx * hand
            a = QPointF(bridge.x - bridge.dx * half + nx * side, bridge.y - bridge.dy * half + ny * side)
            b = QPointF(bridge.x + bridge.dx * half + nx * side, bridge.y + bridge.dy * half + ny * side)
            out = QPointF(nx * 3.2, ny * 3.2)
            ahead = QPointF(bridge.dx * 3.2, bridge.dy * 3.2)
            canvas.painter.drawPolyline([a + out - ahead, a, b, b + out + ahead])


def _box(bridge: Bridge) -> QRectF:
    reach = bridge.length / 2 + 16.0
    return QRectF(bridge.x - reach, bridge.y - reach, 2 * reach, 2 * reach)
