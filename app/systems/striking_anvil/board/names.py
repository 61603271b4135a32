"""Towns and names on the map: mountains, rivers, areas along their long axis; small ones only from near by."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from shapely.geometry import Point
from shapely.prepared import prep

from app.board.painted import letter, serif
from app.systems.striking_anvil.art.tokens import FARTHEST, Palette, grown, is_legible, letter_along, spaced, write
from app.systems.striking_anvil.board.geometry import LINE, Sheet
from app.systems.striking_anvil.board.landscape import CM, Points, Town, along, lengths, seed_of
from app.systems.striking_anvil.board.shapes import MAJOR, MINOR, Projector
from rules.engine.frozen import frozen

# --- Towns as clusters of roofs, the larger the more ---------------------------------------------------------------

_HOUSES = (3, 6, 10, 19, 36)
TOWN_RADII = (6.0, 9.0, 13.0, 19.0, 28.0)
"""The radius of a town by its size."""

House = tuple[QPointF, float, float, float]


class Towns:
    """The roofs of a map, made once."""

    def __init__(self, sheet: Sheet) -> None:
        project, land = Projector(sheet.map.projection), prep(sheet.shapes.land)
        self._houses: list[House] = []
        for town in sheet.landscape.towns:
            at = QPointF(*project.point(town.at))
            houses = _houses(at, town.size, seed_of(town.name))
            self._houses += [house for house in houses if land.contains(Point(house[0].x(), house[0].y()))]

    def paint(self, painter: QPainter, room: QRectF, palette: Palette) -> None:
        """Paint the roofs in a part of the map."""
        near = room.adjusted(-20, -20, 20, 20)
        for at, wide, tall, turn in self._houses:
            if not near.contains(at):
                continue
            painter.save()
            painter.translate(at)
            painter.rotate(turn)
            painter.fillRect(QRectF(-wide / 2 + 1, -tall / 2 + 1.4, wide, tall), QColor(30, 18, 8, 100))
            painter.fillRect(QRectF(-wide / 2, -tall / 2, wide, tall / 2), QColor(palette.roof))
            painter.fillRect(QRectF(-wide / 2, 0, wide, tall / 2), QColor(palette.roof_dark))
            painter.setPen(QPen(QColor(60, 24, 14), 0.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(-wide / 2, -tall / 2, wide, tall))
            painter.restore()


def _houses(at: QPointF, size: int, seed: int) -> Sequence[House]:
    random = Random(seed)
    turn = random.uniform(-20, 20)
    houses = []
    for _ in range(_HOUSES[size]):
        angle, away = random.uniform(0, 2 * math.pi), TOWN_RADII[size] * math.sqrt(random.random())
        middle = at + QPointF(away * math.cos(angle), away * math.sin(angle) * 0.85)
        houses.append((middle, random.uniform(5, 7.6), random.uniform(3.8, 5.5), turn + random.choice((0, 90))))
    return houses


# --- The names on the map: mountains, rivers, towns, areas along their long axis; small ones only from near by -----

TOWN_LETTERS = (15.0, 19.0, 21.0, 25.0, 30.0)
"""Height of a town's name by its size."""
SMALLEST = 8.2
"""Pixels below which the name of an area is left out."""
_WIDE, _LONGEST = 140.0, 480.0
"""How far the names of towns, and half the names of areas, reach at most."""
_LONG = {MAJOR: 2.6 * CM, MINOR: 0.9 * CM}
_RISE = {MAJOR: 17.0, MINOR: 13.0, "stream": 10.0}


@frozen
class River:
    """A name along a river: words, the line, height of the letters, how far above the line."""

    words: str
    line: Points
    size: float
    rise: float


class MapNames:
    """All names of a map, made once."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        project = Projector(sheet.map.projection)
        self._towns = [
            (town.name, town.size, QPointF(*project.point(town.at)), _stands_for(sheet, town), _begins(sheet, town))
            for town in sheet.landscape.towns
        ]
        signs = _signs(sheet)
        self._rivers = [
            (river, at)
            for river in _rivers(sheet)
            if (at := _free(river.line, river.words, river.size, signs)) is not None
        ]
        self._regions = [
            (words, line, at)
            for region in sheet.landscape.regions
            if (at := _free(line := project.points(region.line), words := region.name, 18.0, signs)) is not None
        ]

    def paint(self, painter: QPainter, room: QRectF, palette: Palette, lod: float) -> None:
        """Paint every name in a part of the map that can be read."""
        for words, line, at in self._regions:
            size = 21.0 if words.isupper() else 18.0
            if is_legible(size, lod) and _reaches(line, room):
                free = lengths(line)[-1] / len(words) - size * 0.55
                font = spaced(serif(size, italic=True), max(1.0, min(9.0, free)))
                letter_along(painter, line, words, font, palette.region, palette.town_halo, at=at)
        for river, share in self._rivers:
            if is_legible(river.size, lod) and _reaches(river.line, room):
                font = spaced(serif(river.size, italic=True), 2.0)
                letter_along(
                    painter,
                    river.line,
                    river.words,
                    font,
                    palette.water_name,
                    palette.town_halo,
                    at=share,
                    lift=river.rise,
                )
        self._paint_towns(painter, room, palette, lod)
        self._paint_areas(painter, room, palette, lod)

    def _paint_towns(self, painter: QPainter, room: QRectF, palette: Palette, lod: float) -> None:
        for words, size, at, named, is_twice in self._towns:
            if not room.adjusted(-_WIDE, -_WIDE, _WIDE, _WIDE).contains(at):
                continue
            tall = TOWN_LETTERS[size]
            if is_twice and not is_legible(tall, lod):
                continue  # the name of the area says it already
            if size >= 3 or named:
                tall = grown(tall, lod, FARTHEST)
            if not is_legible(tall, lod):
                continue
            font = serif(tall, bold=size >= 3 or named)
            if size:
                below = at + QPointF(0, TOWN_RADII[size] + tall * 0.55)
                letter(painter, below, words, font, palette.ink, palette.town_halo, 5.5)
            else:
                write(painter, at + QPointF(11, 0), words, font, palette.muted, palette.town_halo, 4.0)

    def _widest(self, area: str, angle: float) -> float:
        """Return how wide the name of an area may be."""
        room = self.sheet.region(area).boundingRect()
        return room.width() * (0.94 if abs(angle) < 10 else 1.15)

    def _paint_areas(self, painter: QPainter, room: QRectF, palette: Palette, lod: float) -> None:
        for area in self.sheet.map.areas:
            title = self.sheet.title(area)
            if title is None or not room.adjusted(-_LONGEST, -_LONGEST, _LONGEST, _LONGEST).contains(title.at):
                continue
            tall, most = grown(title.size, lod, FARTHEST), self._widest(area, title.angle)
            font, turn = spaced(serif(tall, bold=True), tall * 0.16), math.radians(title.angle)
            wide = max(QFontMetricsF(font).horizontalAdvance(words.upper()) for words in title.rows)
            if wide > most:
                tall *= most / wide
                font = spaced(serif(tall, bold=True), tall * 0.16)
            if tall * lod < SMALLEST:
                continue
            for k, words in enumerate(title.rows):
                down = (k - (len(title.rows) - 1) / 2) * LINE * tall
                at = title.at + QPointF(-math.sin(turn), math.cos(turn)) * down
                line = _arc(at, title.angle, tall * max(map(len, title.rows)))
                letter_along(painter, line, words.upper(), font, palette.ink, palette.halo)


def _stands_for(sheet: Sheet, town: Town) -> bool:
    """Tell whether the name of a town is the only one its area has on the map."""
    return bool(town.area) and town.area not in sheet.trays and sheet.title(town.area) is None


def _begins(sheet: Sheet, town: Town) -> bool:
    """Tell whether the name of a town begins that of its area."""
    area = town.area
    return bool(area) and sheet.title(area) is not None and sheet.map.areas[area].name.startswith(town.name)


def _signs(sheet: Sheet) -> Points:
    """Return points about which no small name may stand: discs, and area names from end to end."""
    points = [(at.x(), at.y()) for at in map(sheet.disc, sheet.map.areas)]
    for area in sheet.map.areas:
        title = sheet.title(area)
        if title is not None:
            turn, half = math.radians(title.angle), 0.5 * title.size * max(map(len, title.rows))
            points += [
                (title.at.x() + math.cos(turn) * half * share, title.at.y() + math.sin(turn) * half * share)
                for share in np.linspace(-1, 1, 9)
            ]
    return np.array(points)


def _free(line: Points, words: str, size: float, signs: Points) -> float | None:
    """Return the share of a line about which words stand clear of all signs, None if there is none."""
    reach = lengths(line)[-1]
    half = 0.34 * size * len(words)
    for share in (0.5, 0.35, 0.65, 0.2, 0.8):
        middle = min(max(reach * share, half), max(half, reach - half))
        letters = along(line, np.clip(np.linspace(middle - half, middle + half, 9), 0, reach))
        away = np.hypot(*(letters[:, None, :] - signs[None, :, :]).transpose(2, 0, 1))
        if away.min() > 30 + size / 2:
            return share
    return None


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
