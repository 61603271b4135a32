"""Relief: heights as tints, light from the north-west, and the edges between the three levels."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from app.board import hexes as geometry
from app.kept_pictures import KeptPictures
from app.systems.company_scale.board.ground.kept_layers import PICTURES, Layer, keepable
from app.systems.company_scale.board.ground.palette import Palette, rgb
from app.systems.company_scale.board.ground.shapes import Floats, grain, smooth_region, stroke
from app.systems.company_scale.board.ground.survey import Canvas, Survey

Raster = npt.NDArray[np.float32]
_MOST_CELLS = 420_000
_STEP_HEIGHT = 30.0
"""Metres added to the shading at each level, so that the edge of a level catches the light."""
_RIM = 1.5
"""Distance of the lit rim from the edge of a level, to the right and down, in scene units."""


@keepable
class Relief(Layer):
    """Paint the ground below everything else: one raster, and the edges of levels 2 and 3 as lines."""

    PAINTED = ("_survey", "cell", "_first", "_left", "_top", "_columns", "_rows", "_outlines")
    pictures: KeptPictures | None = None
    """Where the rasters are kept."""

    def __init__(self, survey: Survey) -> None:
        """Find the outlines of the levels; heights and colours are computed when first painted.

        The cells of a part are those of the whole sheet, so that it shows the same pixels.
        """
        self._survey = survey
        sheet, whole = survey.sheet.intersected(survey.around), survey.whole
        self.cell = max(3.0, float(np.sqrt(whole.width() * whole.height() / _MOST_CELLS)))
        self._first = int((sheet.left() - whole.left()) / self.cell), int((sheet.top() - whole.top()) / self.cell)
        self._left, self._top = whole.left() + self._first[0] * self.cell, whole.top() + self._first[1] * self.cell
        self._columns = int(np.ceil((sheet.right() - self._left) / self.cell))
        self._rows = int(np.ceil((sheet.bottom() - self._top) / self.cell))
        self._outlines: dict[int, QPainterPath] = {
            level: geometry.path_of(smooth_region(survey.at_level(level), 14.0))
            for level in (2, 3)
            if survey.at_level(level)
        }

    @cached_property
    def heights(self) -> Raster:
        """The metres of each cell of the raster."""
        return blurred(self._interpolated(), 30.0 / self.cell)

    @cached_property
    def _steps(self) -> dict[int, Raster]:
        return {level: self._mask(outline) for level, outline in self._outlines.items()}

    @cached_property
    def _images(self) -> dict[str, QImage]:
        return {}

    @cached_property
    def _shades(self) -> dict[str, QImage]:
        return {}

    def paint(self, canvas: Canvas) -> None:
        """Paint the tinted and shaded ground."""
        self._draw(canvas, self.image(canvas.palette))

    def paint_over_woods(self, canvas: Canvas, woods: QPainterPath) -> None:
        """Paint light, shadow and a touch of each level's tint over the crowns of the woods."""
        if woods.isEmpty():
            return
        if canvas.palette.name not in self._shades:
            self._shades = {canvas.palette.name: self.shade(canvas.palette, woods)}
        self._draw(canvas, self._shades[canvas.palette.name])

    def _draw(self, canvas: Canvas, image: QImage) -> None:
        target = QRectF(self._left, self._top, self._columns * self.cell, self._rows * self.cell)
        painter = canvas.painter
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
        part = canvas.rect.intersected(target).adjusted(-self.cell, -self.cell, self.cell, self.cell)
        part = part.intersected(target)
        source = QRectF(
            (part.left() - target.left()) / self.cell,
            (part.top() - target.top()) / self.cell,
            part.width() / self.cell,
            part.height() / self.cell,
        )
        painter.drawImage(part, image, source)

    def paint_edges(self, canvas: Canvas) -> None:
        """Paint the edges of levels 2 and 3: a lit rim inside, and a dark line on the edge."""
        painter = canvas.painter
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for level, lines in self._lines.items():
            lit = QColor(canvas.palette.contour_lit)
            lit.setAlpha(120)
            stroke(painter, canvas.rect, [line + _RIM for line in lines], QPen(lit, canvas.at_least(1.8, 0.7)))
            dark = QColor(canvas.palette.contour)
            dark.setAlpha(150 if level == 2 else 210)
            stroke(painter, canvas.rect, lines, QPen(dark, canvas.at_least(1.1 if level == 2 else 1.7, 0.8)))

    @cached_property
    def _lines(self) -> dict[int, list[Floats]]:
        """The edges of the levels as points, of which only those in view are painted."""
        return {level: geometry.lines_of(outline) for level, outline in self._outlines.items()}

    def image(self, palette: Palette) -> QImage:
        """Return the raster in the colours of a palette, computed once for each."""
        if palette.name not in self._images:
            self._images = {palette.name: self._kept(b"ground", palette, lambda: self._render(palette))}
        return self._images[palette.name]

    def shade(self, palette: Palette, woods: QPainterPath) -> QImage:
        """Return the raster over the woods in the colours of a palette."""
        return self._kept(b"woods", palette, lambda: self._shade(palette, self._mask(woods)))

    def _kept(self, what: bytes, palette: Palette, make: Callable[[], QImage]) -> QImage:
        if self.pictures is None:
            return make()
        return self.pictures.picture(what + repr(palette).encode(), make, PICTURES)

    def _interpolated(self) -> Raster:
        """Spread the heights of hexes over the raster: along each column first, then across columns."""
        survey = self._survey
        middles_x = self._left + (np.arange(self._columns) + 0.5) * self.cell
        middles_y = self._top + (np.arange(self._rows) + 0.5) * self.cell
        columns = np.arange(survey.first_column, survey.last_column + 1)
        rows = np.arange(survey.first_row, survey.last_row + 1)
        profiles = np.stack(
            [
                np.interp(middles_y / geometry.STEP_Y - 0.5 * (column % 2), rows, survey.elevation[i])
                for i, column in enumerate(columns.tolist())
            ]
        )
        place = np.clip(middles_x / geometry.STEP_X - columns[0], 0, len(columns) - 1)
        left = np.minimum(place.astype(int), len(columns) - 2) if len(columns) > 1 else np.zeros(len(place), int)
        right = np.minimum(left + 1, len(columns) - 1)
        share = (place - left)[:, None]
        across = profiles[left] * (1 - share) + profiles[right] * share
        return np.ascontiguousarray(across.T, dtype=np.float32)

    def _mask(self, outline: QPainterPath) -> Raster:
        """Return how far each raster cell lies inside an outline, 0 to 1."""
        image = QImage(self._columns, self._rows, QImage.Format.Format_Grayscale8)
        image.fill(0)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(1.0 / self.cell, 1.0 / self.cell)
        painter.translate(-self._left, -self._top)
        painter.fillPath(outline, Qt.GlobalColor.white)
        painter.end()
        pixels = np.frombuffer(image.constBits(), np.uint8).reshape(self._rows, image.bytesPerLine())
        return pixels[:, : self._columns].astype(np.float32) / np.float32(255.0)

    def _render(self, palette: Palette) -> QImage:
        colour = self._tinted(palette)
        light = self._light * palette.relief
        bright = np.clip(light, 0.0, 1.0)[..., None] * np.float32(0.3)
        dark = np.clip(-light, 0.0, 1.0)[..., None] * np.float32(0.52)
        colour = colour + (_colour(palette.lit) - colour) * bright
        colour = colour + (_colour(palette.shaded) - colour) * dark
        paper = self._noise(2, 11) * 1.6
        colour = np.clip(colour + paper[..., None], 0, 255)
        pixels = np.empty((self._rows, self._columns, 4), np.uint8)
        pixels[..., 0], pixels[..., 1], pixels[..., 2] = colour[..., 2], colour[..., 1], colour[..., 0]
        pixels[..., 3] = 255
        return _image(pixels, QImage.Format.Format_RGB32)

    def _shade(self, palette: Palette, woods: Raster) -> QImage:
        """Return the layer over the woods: black and white for shadow and light, brown for height."""
        light = self._light * palette.relief
        lit, dark = np.clip(light, 0.0, 1.0) * np.float32(0.24), np.clip(-light, 0.0, 1.0) * np.float32(0.6)
        tints = {2: (palette.levels[1][0], 0.04), 3: (palette.levels[2][1], 0.16)}
        colour = _colour(palette.lit) * lit[..., None] + _colour(palette.shaded) * dark[..., None]
        alpha = lit + dark
        for level, (tint, share) in tints.items():
            if level in self._steps:
                veil = (self._steps[level] * np.float32(share) * (1 - alpha))[..., None]
                colour, alpha = colour + _colour(tint) * veil, alpha + veil[..., 0]
        pixels = np.empty((self._rows, self._columns, 4), np.uint8)
        premultiplied = colour * woods[..., None]
        pixels[..., 0], pixels[..., 1], pixels[..., 2] = (premultiplied[..., i] for i in (2, 1, 0))
        pixels[..., 3] = np.clip(alpha * woods * 255.0, 0, 255)
        return _image(pixels, QImage.Format.Format_ARGB32_Premultiplied)

    def _tinted(self, palette: Palette) -> Raster:
        """Return the tint of each cell: a clear step at each level, a gentle rise within it."""
        bounds = ((70.0, 170.0), (100.0, 260.0), (190.0, 560.0))
        layers = []
        for (low, high), (foot, top) in zip(palette.levels, bounds, strict=True):
            share = np.clip((self.heights - foot) / (top - foot), 0.0, 1.0)[..., None]
            layers.append(_colour(low) * (1 - share) + _colour(high) * share)
        colour = layers[0]
        for level in (2, 3):
            if level in self._steps:
                inside = self._steps[level][..., None]
                colour = colour * (1 - inside) + layers[level - 1] * inside
        return colour

    @cached_property
    def _light(self) -> Raster:
        """The light on each cell from the north-west: 0 flat, above 0 lit, below 0 in shadow."""
        ground = self.heights.copy()
        for mask in self._steps.values():
            ground += _STEP_HEIGHT * blurred(mask, 6.0 / self.cell)
        dy, dx = np.gradient(ground, self.cell)
        rough = self._noise(8, 5)
        slope = (dx + dy) * np.float32(np.sqrt(0.5)) * (1.0 + 0.25 * rough)
        light = slope / np.sqrt(1.0 + slope * slope + 0.25 * (dx * dx + dy * dy))
        return np.asarray(np.clip(light * 1.15, -1.0, 1.0), dtype=np.float32)

    def _noise(self, *kind: int) -> Raster:
        """Return a noise over the raster, the same wherever a part of the sheet begins."""
        column, row = self._first
        return tiled(np.roll(grain(256, *kind), (-row, -column), (0, 1)), self._rows, self._columns)


def _image(pixels: npt.NDArray[np.uint8], form: QImage.Format) -> QImage:
    rows, columns = pixels.shape[:2]
    return QImage(pixels.data, columns, rows, columns * 4, form).copy()


def _colour(name: str) -> Raster:
    return np.asarray(rgb(name), dtype=np.float32)


def tiled(square: Raster, rows: int, columns: int) -> Raster:
    """Repeat a square of noise over a raster."""
    size = len(square)
    return np.tile(square, (rows // size + 1, columns // size + 1))[:rows, :columns]


def blurred(values: Raster, radius: float) -> Raster:
    """Blur a raster by three box filters that approximate a Gaussian of the given radius."""
    size = max(1, round(radius))
    for axis in (0, 1):
        for _ in range(3):
            values = _boxed(values, size, axis)
    return values


def _boxed(values: Raster, size: int, axis: int) -> Raster:
    pad = [(0, 0), (0, 0)]
    pad[axis] = (size + 1, size)
    total = np.cumsum(np.pad(values, pad, mode="edge"), axis=axis, dtype=np.float64)
    width = 2 * size + 1
    upper = [slice(None), slice(None)]
    lower = [slice(None), slice(None)]
    upper[axis], lower[axis] = slice(width, None), slice(None, -width)
    return np.asarray((total[tuple(upper)] - total[tuple(lower)]) / width, dtype=np.float32)
