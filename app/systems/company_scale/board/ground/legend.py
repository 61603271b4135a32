"""The legend: title, north arrow and scale bar, and an example of everything on the map."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from app.board import hexes as geometry
from app.systems.company_scale.board.ground.ground import CODE
from app.systems.company_scale.board.ground.kept_layers import KeptLayers
from app.systems.company_scale.board.ground.lettering import font
from app.systems.company_scale.board.ground.palette import Palette
from app.systems.company_scale.board.ground.samples import Samples
from app.theme.faces import SERIF
from rules.company_scale.battle_map import BattleMap, Edge, Road, Terrain

WIDTH = 360.0
_TERRAINS = {
    Terrain.CLEAR: "Clear",
    Terrain.WOODS: "Woods",
    Terrain.VINEYARD: "Vineyard",
    Terrain.MARSH: "Marsh",
    Terrain.VILLAGE: "Village",
    Terrain.TOWN: "Town",
    Terrain.CITY: "City",
}
_ROADS = {Road.EVACUATION: "Evacuation road", Road.PAVED: "Paved road", Road.TRAIL: "Trail", Road.RAILROAD: "Railroad"}
_EDGES = {
    Edge.STREAM: "Stream",
    Edge.RIVER: "River",
    Edge.SLOPE: "Slope",
    Edge.STEEP_SLOPE: "Steep slope",
    Edge.RIDGE: "Ridge",
    Edge.GRAY: "No crossing",
}
_SIDES = {"german": "German", "allied": "Allied"}


@cache
def samples() -> Samples:
    """Return the small map from which the examples are cut, laid out once."""
    return Samples(KeptLayers((b"the legend",), CODE))


def paint_legend(painter: QPainter, target: QRectF, battle_map: BattleMap, palette: Palette, map_scale: float) -> None:
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
    metres = float(battle_map.art.hex_size_m)
    y = sheet.cartouche(battle_map.title, f"One hex is {metres:.0f} meters")
    y = sheet.scale_bar(y, geometry.STEP_Y * 1000.0 / metres * map_scale / scale)
    y = sheet.section(y, "Ground", [(name, sheet.terrain(kind)) for kind, name in _TERRAINS.items()], 46.0)
    y = sheet.heights(y)
    y = sheet.section(y, "Roads", [(name, sheet.road(kind)) for kind, name in _ROADS.items()], 30.0)
    y = sheet.section(y, "Hexsides", [(name, sheet.edge(kind)) for kind, name in _EDGES.items()], 40.0)
    sheet.section(y, "Reinforcements", [(name, sheet.entry(side)) for side, name in _SIDES.items()], 32.0)
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

    def entry(self, side: str) -> Callable[[QRectF], None]:
        return lambda box: samples().entry(self._painter, box, side, self._palette)

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
