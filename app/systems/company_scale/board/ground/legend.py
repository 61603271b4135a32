"""The legend: title, north arrow, scale bar, and an example of everything, drawn by the layers that draw the map."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from app.board import hexes as geometry
from app.systems.company_scale.board.ground import shapes
from app.systems.company_scale.board.ground.entries import EntryHex, VictoryHex, paint_entry
from app.systems.company_scale.board.ground.ground import CODE
from app.systems.company_scale.board.ground.kept_layers import KeptLayers
from app.systems.company_scale.board.ground.lettering import font
from app.systems.company_scale.board.ground.palette import Palette
from app.systems.company_scale.board.ground.roads import RoadLine
from app.systems.company_scale.board.ground.scenery import Scenery, paint_roads
from app.systems.company_scale.board.ground.survey import Canvas
from app.systems.company_scale.sides import arms_in
from app.theme.faces import SERIF
from rules.company_scale.battle_map import BattleMap, Edge, Hexside, MapArt, MapHex, Road, Terrain
from rules.company_scale.series import Series

# --- Samples for the legend, drawn by the layers that draw the map -------------------------------------------------

TERRAINS = tuple(Terrain)
EDGES = (Edge.STREAM, Edge.RIVER, Edge.SLOPE, Edge.STEEP_SLOPE, Edge.RIDGE, Edge.GRAY)
_APART = 4


class Samples:
    """Hold a small invented map with one example of everything."""

    def __init__(self, kept: KeptLayers | None = None) -> None:
        """Take the cache of the small map's layers."""
        columns = _APART * (len(TERRAINS) + 1)
        hexes = {c * 100 + r: MapHex(Terrain.CLEAR, 1) for c in range(1, columns + 1) for r in range(1, 13)}
        for i, terrain in enumerate(TERRAINS):
            hexes[self._terrain_hex(i)] = MapHex(terrain, 1)
        for level in (2, 3):
            for hex_id in self._hill(level):
                hexes[hex_id] = MapHex(Terrain.CLEAR, level)
        sides: dict[tuple[int, int], Hexside] = {}
        for i, edge in enumerate(EDGES):
            upper, lower = self._pair(i)
            sides[upper, lower] = Hexside(edges=frozenset({edge}))
        elevation = {
            r: tuple(90 + 45 * (hexes[c * 100 + r].level - 1) for c in range(1, columns + 1)) for r in range(1, 13)
        }
        self._scenery = Scenery(
            BattleMap("legend", "", (1, columns), (1, 12), hexes, sides, (), MapArt(elevation=elevation)),
            (VictoryHex(self._victory(), "red"),),
            kept=kept,
        )

    def prepare(self, palette: Palette) -> None:
        """Lay out all that a legend may show, and keep it."""
        self._scenery.prepare(palette)

    def terrain(self, painter: QPainter, target: QRectF, terrain: Terrain, palette: Palette) -> None:
        """Draw one hex of a terrain with its dot."""
        self._hex(painter, target, self._terrain_hex(TERRAINS.index(terrain)), palette)

    def level(self, painter: QPainter, target: QRectF, level: int, palette: Palette) -> None:
        """Draw one hex of open ground at a level."""
        self._hex(painter, target, self._hill(level)[0] if level > 1 else 2402, palette)

    def victory(self, painter: QPainter, target: QRectF, palette: Palette) -> None:
        """Draw a victory hex."""
        self._hex(painter, target, self._victory(), palette, marks=True)

    def entry(self, painter: QPainter, target: QRectF, mark: EntryHex, palette: Palette) -> None:
        """Draw the arrow of a side's reinforcement hex."""
        scale = target.width() / 60.0
        painter.save()
        painter.translate(target.center() + QPointF(31.0, 0.0) * scale)
        painter.scale(scale, scale)
        painter.translate(-geometry.center(0))
        paint_entry(Canvas(painter, QRectF(), 1.0, palette), mark, QPointF(1.0, 0.0))
        painter.restore()

    def edge(self, painter: QPainter, target: QRectF, edge: Edge, palette: Palette) -> None:
        """Draw a hexside with what it carries."""
        upper, lower = self._pair(EDGES.index(edge))
        middle = geometry.hexside_midpoint(upper, lower)
        height = 70.0 * target.height() / target.width()
        source = QRectF(middle.x() - 35.0, middle.y() - height / 2, 70.0, height)
        clip = QPainterPath()
        clip.addRoundedRect(target, 3.0, 3.0)
        self._window(painter, target, source, clip, palette, False)

    def road(self, painter: QPainter, target: QRectF, road: Road, palette: Palette) -> None:
        """Draw a stretch of road or railway."""
        points = np.asarray([(-34.0, 5.0), (-12.0, -1.0), (12.0, 2.5), (34.0, -5.0)])
        curve = shapes.catmull(points, 8)
        path = shapes.polyline(curve)
        reach = path.boundingRect().adjusted(-9, -9, 9, 9)
        line = RoadLine(road, (), curve, path, reach, ((path, path.length()),))
        scale = target.width() / 70.0
        painter.save()
        painter.translate(target.center())
        painter.scale(scale, scale)
        lod = scale * painter.worldTransform().m11() / scale
        paint_roads(Canvas(painter, QRectF(-40, -20, 80, 40), max(0.2, lod), palette), [line], [])
        painter.restore()

    def _hex(self, painter: QPainter, target: QRectF, hex_id: int, palette: Palette, marks: bool = False) -> None:
        source = geometry.hex_rect(hex_id)
        scale = target.width() / source.width()
        clip = geometry.hex_path(hex_id)
        if marks:
            badge = QPainterPath()
            badge.addEllipse(geometry.center(hex_id) + QPointF(0.0, geometry.STEP_Y * 0.43), 9.8, 9.8)
            clip = clip.united(badge)
        clip.translate(-source.center())
        clip = QTransform.fromScale(scale, scale).map(clip).translated(target.center())
        source = source.adjusted(0, 0, 0, 12 if marks else 0)
        room = QRectF(target.left(), target.center().y() - geometry.STEP_Y * scale / 2, 0, 0)
        room.setSize(source.size() * scale)
        self._window(painter, room, source, clip, palette, marks)

    def _window(
        self, painter: QPainter, target: QRectF, source: QRectF, clip: QPainterPath, palette: Palette, marks: bool
    ) -> None:
        scale = target.width() / source.width()
        painter.save()
        painter.setClipPath(clip)
        painter.translate(target.topLeft())
        painter.scale(scale, scale)
        painter.translate(-source.topLeft())
        canvas = Canvas(painter, source, painter.worldTransform().m11(), palette)
        self._scenery.paint_terrain(canvas)
        if marks:
            self._scenery.paint_victory(canvas)
        if source.height() > 60.0:
            self._scenery.grid.paint_dots(canvas)
        painter.restore()

    @staticmethod
    def _terrain_hex(index: int) -> int:
        return (2 + _APART * index) * 100 + 2

    @staticmethod
    def _hill(level: int) -> list[int]:
        column = 6 + 8 * (level - 2)
        rim = [column * 100 + 9, column * 100 + 8, column * 100 + 10]
        return rim + [(column + d) * 100 + r for d in (-1, 1) for r in (8, 9)]

    @staticmethod
    def _pair(index: int) -> tuple[int, int]:
        column = 2 + _APART * index
        return column * 100 + 5, column * 100 + 6

    @staticmethod
    def _victory() -> int:
        return 2209


# --- The legend: title, north arrow and scale bar, and an example of everything on the map -------------------------

WIDTH = 360.0
_ROADS = (Road.PAVED, Road.TRAIL, Road.RAILROAD)
_EDGES = (Edge.STREAM, Edge.RIVER, Edge.SLOPE, Edge.STEEP_SLOPE, Edge.RIDGE)


@cache
def samples() -> Samples:
    """Return the small map from which the examples are cut, laid out once."""
    return Samples(KeptLayers((b"the legend",), CODE))


def paint_legend(
    painter: QPainter, target: QRectF, battle_map: BattleMap, series: Series, palette: Palette, map_scale: float
) -> None:
    """Paint the legend into a rectangle; `map_scale` is pixels to a scene unit of the map, for the scale bar."""
    height = 808.0
    scale = min(target.width() / WIDTH, target.height() / height)
    if scale <= 0.05:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(target.center().x() - WIDTH * scale / 2, target.center().y() - height * scale / 2)
    painter.scale(scale, scale)
    sheet = _Sheet(painter, palette)
    sheet.panel(QRectF(0, 0, WIDTH, height))
    metres, names = float(battle_map.art.hex_size_m), battle_map.charts.names
    columns = [("Evacuation road", sheet.road(Road.EVACUATION))] if "22" in series.chapters else []
    y = sheet.cartouche(battle_map.title, f"One hex is {metres:.0f} meters")
    y = sheet.scale_bar(y, geometry.STEP_Y * 1000.0 / metres * map_scale / scale)
    y = sheet.section(y, "Ground", [(names[kind], sheet.terrain(kind)) for kind in TERRAINS], 46.0)
    y = sheet.heights(y)
    y = sheet.section(y, "Roads", [*columns, *((names[kind], sheet.road(kind)) for kind in _ROADS)], 30.0)
    edges = [*((names[kind], sheet.edge(kind)) for kind in _EDGES), ("No crossing", sheet.edge(Edge.GRAY))]
    y = sheet.section(y, "Hexsides", edges, 40.0)
    arms = arms_in(series)
    ways = [(side.name, sheet.entry(EntryHex(0, seat, arms.get(seat)))) for seat, side in series.sides.items()]
    sheet.section(y, "Reinforcements", ways, 32.0)
    painter.restore()


class _Sheet:
    """Draw the parts of the legend from top to bottom, in units of a panel 360 wide."""

    def __init__(self, painter: QPainter, palette: Palette) -> None:
        self._painter, self._palette = painter, palette
        self._ink = QColor(palette.frame_ink)

    def panel(self, box: QRectF) -> None:
        painter = self._painter
        for spread, alpha in ((7.0, 14), (4.5, 22), (2.0, 34)):
            painter.fillRect(box.adjusted(-spread + 3, -spread + 4, spread + 3, spread + 4), QColor(0, 0, 0, alpha))
        painter.fillRect(box, QColor(self._palette.frame_fill))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._ink, 2.2))
        painter.drawRect(box.adjusted(7, 7, -7, -7))
        painter.setPen(QPen(self._ink, 0.8))
        painter.drawRect(box.adjusted(11.5, 11.5, -11.5, -11.5))

    def cartouche(self, title: str, subtitle: str) -> float:
        lines, size = _wrapped(title, WIDTH - 64.0)
        face = font(SERIF, size, bold=True)
        self._painter.setPen(self._ink)
        self._painter.setFont(face)
        y = 34.0
        for line in lines:
            self._painter.drawText(QRectF(20, y, WIDTH - 40, size * 1.3), Qt.AlignmentFlag.AlignCenter, line)
            y += size * 1.25
        y += 10.0
        self._ornament(y)
        self._painter.setFont(font(SERIF, 16.0, italic=True))
        self._painter.drawText(QRectF(20, y + 9, WIDTH - 40, 22), Qt.AlignmentFlag.AlignCenter, subtitle)
        return y + 44.0

    def scale_bar(self, y: float, kilometre: float) -> float:
        """Draw the scale bar and the north arrow; `kilometre` is the length of one on the map beside it."""
        painter = self._painter
        count = 1
        while (count + 1) * kilometre < 210.0 and count < 10:
            count += 1
        if count > 5:
            count -= count % 2
        if kilometre > 210.0:
            kilometre, unit = kilometre / 2, 500
        else:
            unit = 1000
        left = 40.0
        painter.setPen(QPen(self._ink, 1.0))
        for i in range(count):
            box = QRectF(left + i * kilometre, y + 18, kilometre, 6)
            painter.fillRect(box, self._ink if i % 2 == 0 else QColor(self._palette.frame_fill))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box)
        painter.setFont(font(SERIF, 13.5))
        for i in range(count + 1):
            if count > 5 and i % 2:
                continue
            text = f"{i}" if unit == 1000 else f"{i * unit}"
            if i == count:
                text += " km" if unit == 1000 else " m"
            box = QRectF(left + i * kilometre - 30, y, 60, 16)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        self._north(QPointF(WIDTH - 52.0, y + 12.0))
        return y + 52.0

    def section(self, y: float, title: str, entries: list[tuple[str, Callable[[QRectF], None]]], width: float) -> float:
        """Draw a heading and samples in two columns."""
        y = self._heading(y, title)
        step = max(27.0, width * 0.9) if width > 32.0 else 27.0
        for i, (name, draw) in enumerate(entries):
            x, top = 28.0 + 172.0 * (i % 2), y + step * (i // 2)
            room = max(width, 44.0)
            draw(QRectF(x + (room - width) / 2 if width > 32 else x, top, room if width <= 32 else width, step - 4))
            self._name(QRectF(x + room + 8, top, 110, step - 4), name)
        return y + step * ((len(entries) + 1) // 2) + 6.0

    def heights(self, y: float) -> float:
        """Draw the three levels and a victory hex side by side."""
        y = self._heading(y, "Height")
        for i, name in enumerate(("1", "2", "3")):
            box = QRectF(28.0 + 66.0 * i, y, 46.0, 40.0)
            samples().level(self._painter, box, i + 1, self._palette)
            self._name(QRectF(box.right() + 5, y, 20, 40), name)
        box = QRectF(232.0, y, 46.0, 40.0)
        samples().victory(self._painter, box, self._palette)
        self._name(QRectF(box.right() + 5, y, 60, 40), "Victory")
        return y + 52.0

    def terrain(self, kind: Terrain) -> Callable[[QRectF], None]:
        return lambda box: samples().terrain(self._painter, box, kind, self._palette)

    def road(self, kind: Road) -> Callable[[QRectF], None]:
        return lambda box: samples().road(self._painter, box, kind, self._palette)

    def edge(self, kind: Edge) -> Callable[[QRectF], None]:
        return lambda box: samples().edge(self._painter, box, kind, self._palette)

    def entry(self, mark: EntryHex) -> Callable[[QRectF], None]:
        return lambda box: samples().entry(self._painter, box, mark, self._palette)

    def _heading(self, y: float, text: str) -> float:
        painter = self._painter
        face = font(SERIF, 18.0, italic=True)
        painter.setFont(face)
        painter.setPen(QColor(self._palette.hill_ink))
        width = QFontMetricsF(face).horizontalAdvance(text)
        painter.drawText(QRectF(32, y, 300, 22), Qt.AlignmentFlag.AlignVCenter, text)
        fade = QLinearGradient(QPointF(40 + width, 0), QPointF(WIDTH - 30, 0))
        ink = QColor(self._palette.hill_ink)
        fade.setColorAt(0.0, ink)
        ink.setAlpha(0)
        fade.setColorAt(1.0, ink)
        painter.fillRect(QRectF(42 + width, y + 11, WIDTH - 72 - width, 1.2), fade)
        return y + 29.0

    def _name(self, box: QRectF, text: str) -> None:
        self._painter.setPen(self._ink)
        self._painter.setFont(font(SERIF, 15.0))
        self._painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)

    def _ornament(self, y: float) -> None:
        painter = self._painter
        painter.setPen(QPen(self._ink, 1.0))
        middle = WIDTH / 2
        for side in (-1, 1):
            painter.drawLine(QLineF(middle + side * 14, y, middle + side * 110, y))
        diamond = QPainterPath()
        for x, size in ((middle, 5.0), (middle - 112.0, 2.5), (middle + 112.0, 2.5)):
            diamond.addPolygon(
                QPolygonF([QPointF(x - size, y), QPointF(x, y - size), QPointF(x + size, y), QPointF(x, y + size)])
            )
        painter.fillPath(diamond, QColor(self._palette.evacuation))

    def _north(self, at: QPointF) -> None:
        painter = self._painter
        left = QPolygonF([at + QPointF(0, -26), at + QPointF(-9, 18), at + QPointF(0, 10)])
        right = QPolygonF([at + QPointF(0, -26), at + QPointF(9, 18), at + QPointF(0, 10)])
        painter.setPen(QPen(self._ink, 1.0))
        painter.setBrush(self._ink)
        painter.drawPolygon(left)
        painter.setBrush(QColor(self._palette.frame_fill))
        painter.drawPolygon(right)
        painter.setFont(font(SERIF, 15.0, bold=True))
        painter.drawText(QRectF(at.x() - 12, at.y() - 45, 24, 18), Qt.AlignmentFlag.AlignCenter, "N")


def _wrapped(title: str, width: float) -> tuple[list[str], float]:
    """Return a title in at most three lines, and the size at which they fit."""
    words = title.split()
    for size in (34.0, 30.0, 26.0, 22.0, 18.0):
        metrics = QFontMetricsF(font(SERIF, size, bold=True))
        lines: list[str] = []
        for word in words:
            joined = f"{lines[-1]} {word}" if lines else word
            if lines and metrics.horizontalAdvance(joined) <= width:
                lines[-1] = joined
            else:
                lines.append(word)
        if len(lines) <= 3 and all(metrics.horizontalAdvance(line) <= width for line in lines):
            return lines, size
    return [title], 16.0
