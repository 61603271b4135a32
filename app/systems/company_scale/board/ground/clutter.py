"""Clutter: how much a name would cover at a place, for placing names."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from app.board import hexes as geometry
from app.systems.company_scale.board.ground.kept_layers import Layer, keepable
from app.systems.company_scale.board.ground.roads import WIDTHS, RoadLine
from app.systems.company_scale.board.ground.shapes import Floats
from app.systems.company_scale.board.ground.survey import Survey
from rules.company_scale.battle_map import Road, Terrain

_CELL = 4.0
_ROADS = {Road.EVACUATION: 150, Road.PAVED: 130, Road.RAILROAD: 120, Road.TRAIL: 60}
DOT = 255
WATER = 70
CREST = 120
HOUSES = 45
SLOPE = 65
NUMBER = 75
OUTSIDE = 95
OFF_SHEET = 1e6
Boxes = Floats
Number = TypeVar("Number", np.float64, np.int32)


@keepable
class Clutter(Layer):
    """Hold a coarse picture of everything that names should keep off, prepared for quick sums."""

    PAINTED = ("_sheet", "_image", "_roads", "_woods", "_dots")
    _sums: npt.NDArray[np.float64] | None = None
    _road_sums: npt.NDArray[np.int32] | None = None
    _wood_sums: npt.NDArray[np.int32] | None = None

    def __init__(self, survey: Survey) -> None:
        """Start with the ground that is out of play."""
        self._sheet = survey.sheet
        size = (int(self._sheet.width() / _CELL) + 2, int(self._sheet.height() / _CELL) + 2)
        self._image = QImage(*size, QImage.Format.Format_Grayscale8)
        self._image.fill(OUTSIDE)
        self._roads, self._woods, self._dots = (QImage(*size, QImage.Format.Format_Grayscale8) for _ in range(3))
        for image in (self._roads, self._woods, self._dots):
            image.fill(0)
        playable = geometry.region_path(survey.playable | survey.water)
        with _Brush(self._image, self._sheet) as painter:
            painter.fillPath(playable, _grey(0))
        woods = [hex_id for hex_id, ground in survey.terrain.items() if ground is Terrain.WOODS]
        with _Brush(self._woods, self._sheet) as painter:
            painter.fillPath(geometry.region_path(woods), _grey(100))
        with _Brush(self._dots, self._sheet) as painter:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(_grey(DOT))
            for hex_id in sorted(survey.playable):
                painter.drawEllipse(geometry.center(hex_id), 6.5, 6.5)

    def copy(self) -> Clutter:
        """Return the picture as it is, to add to."""
        other = Clutter.__new__(Clutter)
        other.__dict__.update(self.__getstate__())
        other._image = self._image.copy()
        return other

    def area(self, path: QPainterPath, weight: int) -> None:
        """Add an area."""
        with _Brush(self._image, self._sheet) as painter:
            painter.fillPath(path, _grey(weight))

    def line(self, path: QPainterPath, width: float, weight: int) -> None:
        """Add a line."""
        with _Brush(self._image, self._sheet) as painter:
            painter.strokePath(path, QPen(_grey(weight), width))

    def roads(self, lines: list[RoadLine]) -> None:
        """Add roads and railways."""
        with _Brush(self._image, self._sheet) as painter:
            for line in lines:
                painter.strokePath(line.path, QPen(_grey(_ROADS[line.kind]), WIDTHS[line.kind] + 3.0))
        with _Brush(self._roads, self._sheet) as painter:
            for line in lines:
                if line.kind in (Road.EVACUATION, Road.PAVED):
                    painter.strokePath(line.path, QPen(_grey(255), _CELL))

    def close(self) -> None:
        """Add the dots last, as nothing may hide them, and compute the sums."""
        squares = (np.arange(256.0) / 100.0) ** 2  # so that one dot counts more than touching a brook
        self._sums = _summed(np.maximum(_pixels(self._image), _pixels(self._dots)), squares)
        ones = np.minimum(np.arange(256, dtype=np.int32), 1)
        self._road_sums, self._wood_sums = (_summed(_pixels(image), ones) for image in (self._roads, self._woods))

    def under(self, boxes: Boxes) -> Floats:
        """Return how much each box (left, top, right, bottom) would cover; far more when it leaves the sheet."""
        assert self._sums is not None, "close() comes first"
        sheet = self._sheet
        left, top, right, bottom = boxes.T
        off = (left < sheet.left()) | (top < sheet.top()) | (right > sheet.right()) | (bottom > sheet.bottom())
        return np.asarray(self._within(self._sums, boxes) + off * OFF_SHEET)

    def crosses(self, boxes: Boxes) -> npt.NDArray[np.bool_]:
        """Tell for each box whether a road for cars runs through it."""
        assert self._road_sums is not None, "close() comes first"
        return np.asarray(self._within(self._road_sums, boxes) > 0)

    def wooded(self, boxes: Boxes) -> Floats:
        """Return the share of each box that lies in woods, where a pale name is hard to read."""
        assert self._wood_sums is not None, "close() comes first"
        cells = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]) / _CELL**2
        return self._within(self._wood_sums, boxes) / cells

    def _within(self, sums: npt.NDArray[Number], boxes: Boxes) -> npt.NDArray[Number]:
        rows, columns = sums.shape
        sheet = self._sheet
        left, top, right, bottom = boxes.T
        i0 = np.clip((left - sheet.left()) // _CELL, 0, columns - 1).astype(np.int64)
        j0 = np.clip((top - sheet.top()) // _CELL, 0, rows - 1).astype(np.int64)
        i1 = np.clip((right - sheet.left()) // _CELL + 1, i0 + 1, None).astype(np.int64).clip(max=columns - 1)
        j1 = np.clip((bottom - sheet.top()) // _CELL + 1, j0 + 1, None).astype(np.int64).clip(max=rows - 1)
        return np.asarray(sums[j1, i1] - sums[j0, i1] - sums[j1, i0] + sums[j0, i0])


def _pixels(image: QImage) -> npt.NDArray[np.uint8]:
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return lines[:, : image.width()]


def _summed(pixels: npt.NDArray[np.uint8], weights: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """Return the summed-area table of a picture whose greys have these weights, for sums over boxes."""
    rows, columns = pixels.shape
    sums = np.zeros((rows + 1, columns + 1), weights.dtype)
    down = np.zeros(columns, weights.dtype)
    for line, below in zip(pixels, sums[1:], strict=True):  # line by line in the processor's cache: four times as fast
        down += weights[line]
        np.cumsum(down, out=below[1:])
    return sums


class _Brush:
    """Open a painter on the clutter picture in scene coordinates, and close it on exit."""

    def __init__(self, image: QImage, sheet: QRectF) -> None:
        self._painter = QPainter(image)
        self._painter.scale(1.0 / _CELL, 1.0 / _CELL)
        self._painter.translate(QPointF(-sheet.left(), -sheet.top()))

    def __enter__(self) -> QPainter:
        return self._painter

    def __exit__(self, *_: object) -> None:
        self._painter.end()


def _grey(weight: int) -> QColor:
    return QColor(weight, weight, weight)
