"""The painted ground: tints, relief, woods and sea as a picture for each theme, and the lines over it."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QLineF, QObject, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QTransform

from app.systems.striking_anvil.art.tokens import Palette, Rgb
from app.systems.striking_anvil.board.geometry import Sheet
from app.systems.striking_anvil.board.heights import CELLS, Land, Raster, blurred, ground_key, survey
from app.systems.striking_anvil.board.landscape import CM, area_path, line_path, rough, seed_of, smooth
from app.systems.striking_anvil.board.shapes import COAST, MAJOR, MINOR, OUTER, PLAIN, Projector
from rules.engine import cache as kept
from rules.engine.memory import pause_collecting, resume_collecting

# --- The painted ground below all lines: tints, relief, woods, sea. A picture for each theme -----------------------

PIXELS = 80
"""Pixels of the picture to a centimetre."""
_HACHURE, _TREE = 0.085, 0.052
"""Spacing of hachures and of trees in centimetres."""
_STEEP = 0.75
_SEA_LINES = ((0.07, 150), (0.16, 125), (0.28, 100), (0.44, 75), (0.64, 50))
"""Distance of the lines along the coast in centimetres, and their opacity."""
_KIND = "anvil-ground"
_QUALITY = 94


class Relief:
    """The painted ground of a sheet in the colours asked for last; painting takes seconds and is done aside."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._of = ""
        self._future: Future[QImage] | None = None

    def image(self, palette: Palette, *, wait: bool) -> QImage | None:
        """Return the picture; None if it is not painted yet and nobody waits."""
        if self._of != palette.name or self._future is None:
            self._of, self._future = palette.name, _ordered(self._sheet, palette)
        if not wait and not self._future.done():
            return None
        picture = self._future.result()
        _COLLECTION.resume()
        return picture

    @property
    def is_pending(self) -> bool:
        """Tell whether a picture is being painted."""
        return self._future is not None and not self._future.done()


class Collection(QObject):
    """Keeps Python's garbage collection from running while the painter's thread does.

    In that thread it would destroy objects of Qt that belong to the main one.
    """

    over = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.over.connect(self.resume, Qt.ConnectionType.QueuedConnection)

    def pause(self) -> None:
        """Collect what there is, and then nothing more; called by the main thread."""
        gc.collect()
        pause_collecting(self)

    def resume(self) -> None:
        """Collect again unless something is still being painted; called by the main thread, also while it paints."""
        if all(future.done() for future in _LAST.values()):
            resume_collecting(self)


_COLLECTION = Collection()
_PAINTER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ground")
_LAST: dict[str, Future[QImage]] = {}
"""The pictures painted last, by key, so that two windows share them."""
_MOST = 2


def _ordered(sheet: Sheet, palette: Palette) -> Future[QImage]:
    code = kept.fingerprint(Path(__file__).parent)
    key = kept.digest(repr(ground_key(sheet)).encode(), repr(palette).encode(), code)
    if key not in _LAST:
        while len(_LAST) >= _MOST:
            _LAST.pop(next(iter(_LAST)))
        stored = kept.recall(_KIND, key)
        image = QImage.fromData(stored) if stored is not None else QImage()
        if image.isNull():
            _COLLECTION.pause()
            _LAST[key] = _PAINTER.submit(_painted, sheet, palette, key)
            _LAST[key].add_done_callback(lambda _: _COLLECTION.over.emit())
        else:
            _LAST[key] = Future()
            _LAST[key].set_result(image.convertToFormat(QImage.Format.Format_RGB32))
    return _LAST[key]


def _painted(sheet: Sheet, palette: Palette, key: str) -> QImage:
    image = paint_ground(sheet, palette)
    kept.keep(_KIND, key, _packed(image))
    return image


def _packed(image: QImage) -> bytes:
    store = QByteArray()
    buffer = QBuffer(store)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPG", _QUALITY)  # type: ignore[call-overload]
    return bytes(store.data())


def paint_ground(sheet: Sheet, palette: Palette) -> QImage:
    """Paint the ground of a sheet."""
    land = survey(sheet)
    size = QSizeF(sheet.bounds.width() / CM * PIXELS, sheet.bounds.height() / CM * PIXELS).toSize()
    mode = Qt.TransformationMode.SmoothTransformation
    image = _image(_coloured(land, palette)).scaled(size, mode=mode, aspectMode=Qt.AspectRatioMode.IgnoreAspectRatio)
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(PIXELS / CM, PIXELS / CM)
    painter.translate(-sheet.bounds.topLeft())
    _hachures(painter, land, palette)
    _trees(painter, land, palette)
    _sea(painter, sheet, land, palette)
    painter.end()
    return image


def _coloured(land: Land, palette: Palette) -> Raster:
    """Return the colours of the land: tint of the terrain, height, snow, light, woods."""
    colour, total = np.zeros((*land.heights.shape, 3), np.float32), np.full(land.heights.shape, 1e-6, np.float32)
    for kind, tint in palette.tint.items():
        share = blurred(land.terrain[kind], CELLS * 0.03)
        colour += share[..., None] * _colour(tint)
        total += share
    colour /= total[..., None]
    inside = blurred(land.played, CELLS * 0.03)[..., None]
    colour = colour * inside + _colour(palette.beyond) * (1 - inside)
    high = np.clip((land.heights - 300) / 2600, 0, 1)[..., None] * np.float32(0.26)
    colour = colour * (1 - high) + _colour(palette.height) * high
    snow = np.clip((land.heights - 2300) / 900, 0, 1)[..., None] * np.float32(0.7)
    colour = colour * (1 - snow) + _colour(palette.snow) * snow
    weight = np.where(land.played > 0.5, np.float32(1), np.float32(0.6))[..., None]
    light = land.light[..., None]
    shade = np.clip(np.clip(1 - light, 0, 1) * np.float32(palette.dark) * weight, 0, 0.52)
    colour = colour * (1 - shade * np.array((0.82, 0.95, 1.12), np.float32))
    colour = colour + (255 - colour) * np.clip(np.clip(light - 1, 0, 1) * np.float32(palette.light) * weight, 0, 0.5)
    colour *= (1 + 0.011 * land.grain)[..., None]
    green = blurred(land.woods, CELLS * 0.03)[..., None] * np.float32(0.8) * weight
    return np.asarray(colour * (1 - green) + _colour(palette.wood) * np.clip(light, 0.6, 1.25) * green, np.float32)


def _colour(rgb: Rgb) -> npt.NDArray[np.float32]:
    return np.array(rgb, np.float32)


def _image(colour: Raster) -> QImage:
    rows, columns = colour.shape[:2]
    pixels = np.full((rows, columns, 4), 255, np.uint8)
    pixels[..., :3] = np.clip(colour[..., ::-1], 0, 255).astype(np.uint8)
    return QImage(pixels.data, columns, rows, columns * 4, QImage.Format.Format_RGB32).copy()


def _scattered(land: Land, spacing: float, seed: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.intp]]:
    """Return jittered points in centimetres, one a square of the spacing, and the cells they lie in (row, column)."""
    random = np.random.default_rng(seed)
    grid = land.grid
    shape = (int(grid.rows / CELLS / spacing), int(grid.columns / CELLS / spacing))
    y, x = np.indices(shape).reshape(2, -1) + random.random((2, shape[0] * shape[1]))
    points = np.column_stack([x, y]) * spacing
    cells = np.minimum((points[:, ::-1] * CELLS).astype(np.intp), (grid.rows - 1, grid.columns - 1))
    return points + np.array((grid.left, grid.top)), cells


def _hachures(painter: QPainter, land: Land, palette: Palette) -> None:
    """Draw strokes down the slopes: longer and heavier where it is steeper, fainter on the lit side."""
    down, across = np.array(np.gradient(blurred(land.heights, CELLS * 0.05) * np.float32(CELLS / 1000)))
    points, cells = _scattered(land, _HACHURE, 4)
    row, column = cells.T
    slope = np.hypot(down[row, column], across[row, column])
    good = np.flatnonzero((slope > _STEEP) & (land.land[row, column] > 0.9))
    strokes: dict[tuple[int, int], list[QLineF]] = {}
    for n in good:
        steep, (i, j) = slope[n], cells[n]
        x, y = points[n] * CM
        length = (3.4 + min(steep, 4) * 1.9) / steep / 2
        weight = min(165.0, 26 + steep * 22) * (1 if land.played[i, j] > 0.5 else 0.45)
        weight *= 1.1 if land.light[i, j] < 1 else 0.5
        dx, dy = across[i, j] * length, down[i, j] * length
        key = int(weight / 16), min(3, int(steep))
        strokes.setdefault(key, []).append(QLineF(x - dx, y - dy, x + dx, y + dy))
    for (weight, steep), lines in strokes.items():
        painter.setPen(QPen(QColor(*palette.hachure, min(255, weight * 16 + 8)), 1.2 + 0.25 * steep))
        painter.drawLines(lines)


def _trees(painter: QPainter, land: Land, palette: Palette) -> None:
    """Draw crowns inside the woods."""
    points, cells = _scattered(land, _TREE, 6)
    row, column = cells.T
    good = np.flatnonzero((land.woods[row, column] > 0.55) & (land.played[row, column] > 0.5))
    random = np.random.default_rng(8)
    sizes, kinds = random.uniform(0.026, 0.04, len(good)) * CM, random.integers(0, len(palette.crowns), len(good))
    painter.setPen(Qt.PenStyle.NoPen)
    crowns = [QColor(crown) for crown in palette.crowns]
    for n, size, kind in zip(good, sizes, kinds, strict=True):
        at = QPointF(*(points[n] * CM))
        painter.setBrush(QColor(30, 44, 16, 80))
        painter.drawEllipse(at + QPointF(0.3, 0.35) * size, size, size)
        painter.setBrush(crowns[kind].darker(135))
        painter.drawEllipse(at, size, size)
        painter.setBrush(crowns[kind])
        painter.drawEllipse(at - QPointF(0.14, 0.16) * size, size * 0.78, size * 0.78)
        painter.setBrush(crowns[kind].lighter(122))
        painter.drawEllipse(at - QPointF(0.32, 0.36) * size, size * 0.34, size * 0.34)


def _sea(painter: QPainter, sheet: Sheet, land: Land, palette: Palette) -> None:
    """Paint the sea: pale by the land, with lines along the coast that fade outwards."""
    near = np.clip(blurred(land.land, CELLS * 0.55) * 2.1, 0, 1)[..., None]
    colour = _colour(palette.deep) * (1 - near) + _colour(palette.shallow) * near
    colour = colour * (1 + 0.008 * land.grain)[..., None]
    brush = QBrush(_image(colour))
    to_scene = CM / CELLS
    brush.setTransform(QTransform.fromTranslate(sheet.bounds.left(), sheet.bounds.top()).scale(to_scene, to_scene))
    painter.fillPath(sea_path(sheet), brush)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for away, weight in _SEA_LINES:
        painter.setPen(QPen(QColor(*palette.sea_line, weight), 2.0 - away))
        painter.drawPath(area_path(sheet.shapes.land.simplify(2).buffer(away * CM)))


def sea_path(sheet: Sheet) -> QPainterPath:
    """Return the sea of a board."""
    board = QPainterPath()
    board.addRect(sheet.bounds)
    return board.subtracted(area_path(sheet.shapes.land))


# --- The lines of the ground: rivers by width, borders, coast, roads, bridges' approaches --------------------------

WIDTHS: Mapping[str, float] = {MAJOR: 13.0, MINOR: 6.4}
"""Widths of rivers in scene units."""
STREAM = 2.0
"""The width of a stream that is no border."""
BROAD_STREAM = 0.8
"""Millimetres from which a river that is no border is drawn like one: those off the map."""
_BROAD = 24.0


class MapLines:
    """The lines of a map, made once."""

    def __init__(self, sheet: Sheet) -> None:
        shapes = sheet.shapes
        self._room = sheet.bounds
        self.rivers = [(line_path(chain.points), WIDTHS[chain.kind]) for chain in shapes.chains if chain.kind in WIDTHS]
        scale = CM / 10
        self.streams = [line_path(points) for _, width, points in shapes.streams if width < BROAD_STREAM * scale]
        self.rivers += [
            (line_path(points), width) for _, width, points in shapes.streams if width >= BROAD_STREAM * scale
        ]
        self.borders = {
            kind: [line_path(chain.points) for chain in shapes.chains if chain.kind == kind]
            for kind in (PLAIN, OUTER, COAST)
        }
        self.shore = area_path(shapes.land)
        self.lakes = [area_path(lake) for lake in shapes.lakes]
        roads = {name: line_path(points) for name, points in shapes.roads.items()}
        highways = sheet.landscape.highways
        self.roads = [(path, name in highways) for name, path in roads.items()]
        project = Projector(sheet.map.projection)
        for road in sheet.landscape.roads:
            bent = rough(smooth(project.points(road.line)), seed_of(road.name), 1.6, 143.0)
            self.roads.append((line_path(bent), road.national))

    def paint(self, painter: QPainter, room: QRectF, palette: Palette, lod: float) -> None:
        """Paint rivers, borders, coast and roads in a part of the map."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        self._room = room.adjusted(-_BROAD, -_BROAD, _BROAD, _BROAD)
        self._rivers(painter, palette)
        self._borders(painter, palette, lod)
        self._roads(painter, palette, lod)

    def _rivers(self, painter: QPainter, palette: Palette) -> None:
        for path in self.streams:  # no border: a thin line without banks, so that nobody takes it for one (1.1)
            self._stroke(painter, path, palette.water_light, STREAM)
        for path, width in self.rivers:
            self._stroke(painter, path, palette.bank, width + 3.2)
        for path, width in self.rivers:
            self._stroke(painter, path, palette.water, width)
        for path, width in self.rivers:
            self._stroke(painter, path, palette.water_light, width * 0.35)
        painter.setBrush(QColor(palette.water_light))
        for lake in self.lakes:
            self._stroke(painter, lake, palette.bank, 2.4)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _borders(self, painter: QPainter, palette: Palette, lod: float) -> None:
        least = 1.0 / lod
        for kind, width in ((PLAIN, 3.4), (OUTER, 4.2)):
            for path in self.borders[kind]:
                self._stroke(painter, path, palette.border_halo, max(7.4, 2.6 * least))
                self._stroke(painter, path, palette.border, max(width, 1.1 * least))
        self._stroke(painter, self.shore, palette.shore, max(2.6, 1.0 * least))

    def _roads(self, painter: QPainter, palette: Palette, lod: float) -> None:
        least = 1.0 / lod
        for inner in (False, True):
            for path, big in self.roads:
                width = 5.6 if big else 4.2
                colour = (palette.highway if big else palette.road) if inner else palette.road_edge
                self._stroke(painter, path, colour, max(width, 1.3 * least) + (0 if inner else max(3.4, 1.1 * least)))

    def _stroke(self, painter: QPainter, path: QPainterPath, colour: str, width: float) -> None:
        if path.controlPointRect().intersects(self._room):
            _stroke(painter, path, colour, width)


def _stroke(painter: QPainter, path: QPainterPath, colour: str, width: float) -> None:
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPath(path)
