"""The ground of a map, painted once for each scale and kept: paper, terrain, water, roads, names, the frame."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from random import Random

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board.painted import BoardLayer, alone, letter, serif
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.palette import Palette
from app.systems.command_cards.art.terrain import TERRAIN, fields
from app.systems.command_cards.board.geometry import FRAME, SIDE, center, field, hex_path, whole
from rules.command_cards.hexes import HEXES, NEIGHBOURS
from rules.command_cards.state import BattleMap

WET = ("river", "stream", "bridge", "ford")
SIXTH = 1 / 6
"""How far the handles of a smooth curve reach."""
ROWS = [list(row) for _, row in groupby(HEXES, itemgetter(0))]
WIDTHS = {"river": 40.0, "bridge": 34.0, "ford": 28.0, "stream": 13.0}


def _relief(seed: int) -> QImage:
    """Return soft light and shade for the paper, a quarter of a pixel to a unit, mostly transparent."""
    wide, tall = round(field().width() / 4), round(field().height() / 4)
    random = np.random.default_rng(seed)
    heights = np.zeros((tall, wide))
    for cell, share in ((40, 1.0), (18, 0.5), (8, 0.22)):
        rough = random.standard_normal((tall // cell + 3, wide // cell + 3))
        y, x = np.arange(tall) / cell, np.arange(wide) / cell
        row, column = y.astype(int), x.astype(int)
        v, u = (y - row)[:, None], (x - column)[None, :]
        v, u = v * v * (3 - 2 * v), u * u * (3 - 2 * u)
        at = rough[row][:, column] * (1 - u) + rough[row][:, column + 1] * u
        below = rough[row + 1][:, column] * (1 - u) + rough[row + 1][:, column + 1] * u
        heights += share * (at * (1 - v) + below * v)
    down, across = np.gradient(heights)
    light = np.clip((across + down) * -110, -26, 30)
    pixels = np.zeros((tall, wide, 4), np.uint8)
    pixels[..., 3] = np.abs(light).astype(np.uint8)
    pixels[..., :3] = np.where(light > 0, pixels[..., 3], 0)[..., None]  # premultiplied white, or black
    return QImage(pixels.data, wide, tall, wide * 4, QImage.Format.Format_ARGB32_Premultiplied).copy()


def _seed(name: str) -> int:
    return sum(ord(letter) * 131**place for place, letter in enumerate(name))


def _courses(terrain: Mapping[str, str]) -> Iterable[tuple[str, QPainterPath]]:
    """Yield the water of each wet hex as a path from side to side."""
    for name, kind in terrain.items():
        if kind not in WET:
            continue
        at = center(name)
        wet = [n for n in NEIGHBOURS[name] if terrain.get(n) in WET or terrain.get(n) == "sea"]
        ends = [(at + center(n)) * 0.5 for n in wet]
        if len(ends) < 2:
            ends += _rim(name, ends)
        path = QPainterPath()
        if len(ends) == 2:
            path.moveTo(ends[0])
            sway = QPointF(*[(hash_ % 13) - 6.0 for hash_ in (_seed(name), _seed(name) // 7)])
            path.quadTo(at + sway, ends[1])
        else:
            for end in ends:
                path.moveTo(at)
                path.lineTo(end)
        yield name, path


def _rim(name: str, ends: Sequence[QPointF]) -> list[QPointF]:
    """Return where water leaves the board: at the side of a rim hex farthest from its only neighbour."""
    at = center(name)
    if len(NEIGHBOURS[name]) == 6:
        return []
    known = [center(n) - at for n in NEIGHBOURS[name]]
    sides = [QPointF(math.cos(n * math.pi / 3), math.sin(n * math.pi / 3)) * SIDE * 1.732 for n in range(6)]
    free = [s for s in sides if all((s - k).manhattanLength() > 4 for k in known)]
    if not free:
        return []
    come = ends[0] - at if ends else QPointF()
    return [at + min(free, key=lambda s: QPointF.dotProduct(s, come)) * 0.5]


def smooth(points: Sequence[QPointF]) -> QPainterPath:
    """Return a smooth path through points."""
    path = QPainterPath(points[0])
    ends = [points[0] * 2 - points[1], *points, points[-1] * 2 - points[-2]]
    for before, a, b, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        path.cubicTo(a + (b - before) * SIXTH, b - (after - a) * SIXTH, b)
    return path


def paint_ground(painter: QPainter, battle_map: BattleMap, changed: Mapping[str, str], palette: Palette) -> None:
    """Paint a map without its names in scene units; `changed` is the terrain that differs from the map's."""
    deque(ground_steps(painter, battle_map, changed, palette), maxlen=0)


def ground_steps(
    painter: QPainter, battle_map: BattleMap, changed: Mapping[str, str], palette: Palette
) -> Iterator[None]:
    """Paint a map as `paint_ground`, a row of hexes or what lies over all of them at a time."""
    terrain = {**battle_map.terrain, **changed}
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    _paper(painter, battle_map.id, palette)
    yield
    for row in ROWS:
        for name in row:
            draw = TERRAIN.get(terrain[name], fields)
            draw(painter, center(name), SIDE, Random(_seed(name)), palette)
        yield
    _water(painter, terrain, palette)
    for course in battle_map.courses:
        _road(painter, course, palette)
    _crossings(painter, terrain, battle_map, palette)
    for row in ROWS:
        yield
        _grid(painter, palette, row)


def paint_names(painter: QPainter, battle_map: BattleMap, palette: Palette, exposed: QRectF | None = None) -> None:
    """Write the name of each place below its hexes, over everything that stands there; only those in sight."""
    for words, hexes in places(battle_map.names):
        middle = sum(center(name).x() for name in hexes) / len(hexes)
        foot = max(center(name).y() for name in hexes) + SIDE * 0.86
        room = QRectF(middle - 6.0 * len(words), foot - 12, 12.0 * len(words), 24)
        if exposed is None or exposed.intersects(room):
            letter(painter, QPointF(middle, foot), words, serif(13, bold=True), palette.ink, palette.halo)


def places(names: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    """Return each place with its hexes: neighbours of one name are one place."""
    found: list[tuple[str, list[str]]] = []
    for name, words in names.items():
        near = [hexes for told, hexes in found if told == words and any(h in NEIGHBOURS[name] for h in hexes)]
        if near:
            near[0].append(name)
        else:
            found.append((words, [name]))
    return found


def _paper(painter: QPainter, seed: str, palette: Palette) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for name in HEXES:
        painter.fillPath(hex_path(name, 1.012), QColor(palette.ground[_seed(name) // 3 % 2]))
    painter.save()
    clip = QPainterPath()
    clip.setFillRule(Qt.FillRule.WindingFill)
    for name in HEXES:
        clip.addPath(hex_path(name, 1.01))
    painter.setClipPath(clip, Qt.ClipOperation.IntersectClip)
    painter.drawImage(field(), _relief(_seed(seed) % 1000))
    painter.restore()


def _water(painter: QPainter, terrain: Mapping[str, str], palette: Palette) -> None:
    courses = list(_courses(terrain))
    painter.save()
    painter.setClipRect(field(), Qt.ClipOperation.IntersectClip)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, more, share in ((palette.bank, 3.0, 1.0), (palette.water, 0.0, 1.0), (palette.water_light, 0.0, 0.35)):
        for name, path in courses:
            cap = Qt.PenCapStyle.RoundCap
            width = _width(terrain, name) * share + more
            painter.setPen(QPen(QColor(colour), width, Qt.PenStyle.SolidLine, cap, Qt.PenJoinStyle.RoundJoin))
            painter.drawPath(path)
    painter.restore()


def _width(terrain: Mapping[str, str], name: str) -> float:
    """Return the width of water in a hex; under bridges and in fords that of the water beside them."""
    beside = {terrain[n] for n in NEIGHBOURS[name]}
    crossing = terrain[name] in ("bridge", "ford") and "stream" in beside and "river" not in beside
    return WIDTHS["stream" if crossing else terrain[name]]


def _road(painter: QPainter, course: Sequence[str], palette: Palette) -> None:
    points = [center(name) for name in course]
    for end, inner, first in ((course[0], points[1], True), (course[-1], points[-2], False)):
        if len(NEIGHBOURS[end]) < 6:  # it goes on beyond the board
            points.insert(0 if first else len(points), center(end) + (center(end) - inner) * 0.45)
    path = smooth(points)
    painter.save()
    painter.setClipRect(field(), Qt.ClipOperation.IntersectClip)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((palette.road_edge, 7.0), (palette.road, 4.4)):
        painter.setPen(QPen(QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawPath(path)
    painter.restore()


def _crossings(painter: QPainter, terrain: Mapping[str, str], battle_map: BattleMap, palette: Palette) -> None:
    """Draw bridges and fords across the water, bridges along their road."""
    for name, kind in terrain.items():
        if kind not in ("bridge", "ford"):
            continue
        ways = [n for n in NEIGHBOURS[name] if (name, n) in battle_map.roads]
        wet = [n for n in NEIGHBOURS[name] if terrain[n] in WET]
        way = center(ways[-1]) - center(ways[0]) if len(ways) > 1 else QPointF(0, 1)
        if len(ways) < 2 and len(wet) > 1:
            along = center(wet[-1]) - center(wet[0])
            way = QPointF(-along.y(), along.x())
        painter.save()
        painter.translate(center(name))
        painter.rotate(math.degrees(math.atan2(way.y(), way.x())))
        (_bridge if kind == "bridge" else _ford)(painter, palette)
        painter.restore()
        if kind == "ford":
            above = center(name) - QPointF(0, SIDE * 0.52)
            letter(painter, above, "ford", serif(11, italic=True), palette.bank, palette.halo, 2.5)


def _bridge(painter: QPainter, palette: Palette) -> None:
    painter.setPen(QPen(QColor(palette.ink), 1.0))
    painter.setBrush(QColor(palette.wood))
    painter.drawRect(QRectF(-23, -9, 46, 18))
    painter.setPen(QPen(QColor(palette.ink), 0.7))
    for n in range(1, 9):
        painter.drawLine(QPointF(-23 + n * 5.1, -9), QPointF(-23 + n * 5.1, 9))
    painter.setPen(QPen(QColor(palette.ink), 2.6))
    for side in (-10.0, 10.0):
        painter.drawLine(QPointF(-26, side), QPointF(26, side))


def _ford(painter: QPainter, palette: Palette) -> None:
    painter.setPen(QPen(QColor(palette.road_edge), 2.2, Qt.PenStyle.DashLine))
    for side in (-8.0, 8.0):
        painter.drawLine(QPointF(-24, side), QPointF(24, side))
    painter.setPen(QPen(QColor(palette.ink), 0.7))
    painter.setBrush(QColor(palette.rock))
    for n in range(6):
        painter.drawEllipse(QPointF(-19 + n * 7.6, 3.0 * (-1) ** n), 3.0, 2.4)


def _grid(painter: QPainter, palette: Palette, hexes: Iterable[str]) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    font = QFont()
    font.setPixelSize(11)
    font.setWeight(QFont.Weight.DemiBold)
    for name in hexes:
        painter.setPen(QPen(QColor(palette.grid), 1.1))
        painter.drawPath(hex_path(name))
        letter(painter, center(name) - QPointF(0, SIDE * 0.72), name, font, palette.muted, palette.halo, 2.4)


def paint_frame(painter: QPainter, palette: Palette) -> None:
    """Paint the paper under the hexes and the frame about them."""
    room = field().adjusted(-FRAME, -FRAME, FRAME, FRAME)
    painter.fillRect(room, QColor(palette.paper))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for inset, width in ((1.2, 1.8), (3.4, 0.8), (8.4, 1.0)):
        painter.setPen(QPen(QColor(palette.frame), width))
        painter.drawRect(room.adjusted(inset, inset, -inset, -inset))
    painter.setPen(Qt.PenStyle.NoPen)
    across, down = room.width() / 26, room.height() / 18
    for n in range(0, 26, 2):
        for y in (room.top() + 4.6, room.bottom() - 7.2):
            painter.fillRect(QRectF(room.left() + n * across, y, across, 2.6), QColor(palette.frame))
    for n in range(0, 18, 2):
        for x in (room.left() + 4.6, room.right() - 7.2):
            painter.fillRect(QRectF(x, room.top() + n * down, 2.6, down), QColor(palette.frame))


class GroundLayer(BoardLayer):
    """The ground as a picture of the present scale; while zooming the last one is stretched."""

    def __init__(self) -> None:
        super().__init__()
        self.map: BattleMap | None = None
        self.moving = False
        self._changed: dict[str, str] = {}
        self._picture: QImage | None = None
        self._scale = 0.0
        self.set_bounds(whole())
        self.setCacheMode(QGraphicsItem.CacheMode.NoCache)

    def lay(self, battle_map: BattleMap) -> None:
        """Lay another map."""
        self.map, self._changed, self._picture = battle_map, {}, None
        self.update()

    def change(self, terrain: Mapping[str, str]) -> None:
        """Show terrain that differs from the map's."""
        if dict(terrain) != self._changed:
            self._changed, self._picture = dict(terrain), None
            self.update()

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        self._picture = None
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the picture, made anew if the scale is another and rests."""
        if self.map is None:
            return
        scale = painter.worldTransform().m11() * painter.device().devicePixelRatioF()
        if self._picture is None or (not self.moving and abs(scale - self._scale) > 0.01 * scale):
            deque(self.steps(scale), maxlen=0)
        assert self._picture is not None
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(self._bounds, self._picture)

    def steps(self, scale: float) -> Iterator[None]:
        """Make the picture of a scale step by step, in pixels a scene unit."""
        assert self.map is not None
        size = (self._bounds.size() * min(scale, 4.0)).toSize()
        image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.scale(size.width() / self._bounds.width(), size.height() / self._bounds.height())
        painter.translate(-self._bounds.topLeft())
        palette = palettes.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_frame(painter, palette)
        try:
            yield from ground_steps(painter, self.map, self._changed, palette)
        finally:  # also where it is given up: Qt ends the program if an image goes that is still painted
            painter.end()
        self._picture, self._scale = alone(image), scale
