"""The names on the map: mountains, rivers, towns, areas along their long axis; small ones only from near by."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from app.board.lettering import letter, serif
from app.systems.striking_anvil.art.lettering import grown, is_legible, letter_along, spaced, write
from app.systems.striking_anvil.art.palette import Palette
from app.systems.striking_anvil.board.geometry import LINE, Sheet
from app.systems.striking_anvil.board.lines import CM, Points, along, lengths
from app.systems.striking_anvil.board.shapes import MAJOR, MINOR, Projector
from app.systems.striking_anvil.board.towns import TOWN_RADII

TOWN_LETTERS = (15.0, 19.0, 21.0, 25.0, 30.0)
"""Height of a town's name by its size."""
_WIDE, _LONGEST = 140.0, 480.0
"""How far the names of towns, and half the names of areas, reach at most."""
_LONG = {MAJOR: 2.6 * CM, MINOR: 0.9 * CM}
_RISE = {MAJOR: 17.0, MINOR: 13.0, "stream": 10.0}


@dataclass(frozen=True, slots=True)
class River:
    """A name along a river: words, the line, height of the letters, how far above the line."""

    words: str
    line: Points
    size: float
    rise: float


class Names:
    """All names of a map, made once."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        project = Projector(sheet.map.projection)
        self._rivers = list(_rivers(sheet))
        self._regions = [(region["name"], project.points(region["line"])) for region in sheet.ground.get("regions", ())]
        self._towns = [
            (town["name"], town["size"], QPointF(*project.point(town["at"]))) for town in sheet.ground.get("towns", ())
        ]

    def paint(self, painter: QPainter, room: QRectF, palette: Palette, lod: float) -> None:
        """Paint every name in a part of the map that can be read."""
        for words, line in self._regions:
            size = 21.0 if words.isupper() else 18.0
            if is_legible(size, lod) and _reaches(line, room):
                free = lengths(line)[-1] / len(words) - size * 0.55
                font = spaced(serif(size, italic=True), max(1.0, min(9.0, free)))
                letter_along(painter, line, words, font, palette.region, palette.town_halo)
        for river in self._rivers:
            if is_legible(river.size, lod) and _reaches(river.line, room):
                font = spaced(serif(river.size, italic=True), 2.0)
                letter_along(
                    painter, river.line, river.words, font, palette.water_name, palette.town_halo, lift=river.rise
                )
        self._paint_towns(painter, room, palette, lod)
        self._paint_areas(painter, room, palette, lod)

    def _paint_towns(self, painter: QPainter, room: QRectF, palette: Palette, lod: float) -> None:
        for words, size, at in self._towns:
            if not room.adjusted(-_WIDE, -_WIDE, _WIDE, _WIDE).contains(at):
                continue
            tall = TOWN_LETTERS[size]
            if size >= 3:
                tall = grown(tall, lod, 1.4)
            if not is_legible(tall, lod):
                continue
            font = serif(tall, bold=size >= 3)
            if size:
                below = at + QPointF(0, TOWN_RADII[size] + tall * 0.55)
                letter(painter, below, words, font, palette.ink, palette.town_halo, 5.5)
            else:
                write(painter, at + QPointF(11, 0), words, font, palette.muted, palette.town_halo, 4.0)

    def _paint_areas(self, painter: QPainter, room: QRectF, palette: Palette, lod: float) -> None:
        for area in self.sheet.map.areas:
            title = self.sheet.title(area)
            if title is None or not room.adjusted(-_LONGEST, -_LONGEST, _LONGEST, _LONGEST).contains(title.at):
                continue
            tall = grown(title.size, lod, 1.35)
            if not is_legible(tall, lod):
                continue
            font, turn = spaced(serif(tall, bold=True), tall * 0.16), math.radians(title.angle)
            for k, words in enumerate(title.rows):
                down = (k - (len(title.rows) - 1) / 2) * LINE * tall
                at = title.at + QPointF(-math.sin(turn), math.cos(turn)) * down
                line = _arc(at, title.angle, tall * max(map(len, title.rows)))
                letter_along(painter, line, words.upper(), font, palette.ink, palette.halo)


def _reaches(line: Points, room: QRectF) -> bool:
    """Tell whether letters along a line come into a part of the map."""
    (left, top), (right, bottom) = line.min(axis=0) - _WIDE, line.max(axis=0) + _WIDE
    return room.intersects(QRectF(QPointF(left, top), QPointF(right, bottom)))


def _arc(at: QPointF, angle: float, reach: float) -> Points:
    """Return a slight arc about a point."""
    turn = math.radians(angle)
    t = np.linspace(-0.6, 0.6, 31)
    rise = -0.03 * reach * (1 - (t / 0.5) ** 2)
    x = at.x() + math.cos(turn) * reach * t - math.sin(turn) * rise
    y = at.y() + math.sin(turn) * reach * t + math.cos(turn) * rise
    return np.column_stack([x, y])


def _rivers(sheet: Sheet) -> Iterator[River]:
    """Yield the names of rivers: of large ones on every long stretch, of small ones on the longest."""
    longest: dict[str, Points] = {}
    for chain in sheet.shapes.chains:
        if chain.kind not in (MAJOR, MINOR):
            continue
        name, reach = sheet.map.borders[chain.border].name, lengths(chain.points)[-1]
        if chain.kind == MAJOR and reach > _LONG[MAJOR]:
            yield River(name, _calm(chain.points), 21.0, _RISE[MAJOR])
        elif chain.kind == MINOR and reach > max(_LONG[MINOR], lengths(longest[name])[-1] if name in longest else 0):
            longest[name] = chain.points
    for name, line in longest.items():
        yield River(name, _calm(line), 17.0, _RISE[MINOR])
    border_names = {border.name for border in sheet.map.borders.values()}
    for name, _, line in sheet.shapes.streams:
        if name not in border_names:
            yield River(name, _calm(line), 15.5, _RISE["stream"])


def _calm(line: Points) -> Points:
    """Return a line without its small bends, so that letters along it stand straight."""
    reach = lengths(line)[-1]
    return along(line, np.linspace(0, reach, max(3, int(reach / 70))))
