"""Lettering: names as outlines, straight or along a line, and the candidate places of a name."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontMetricsF, QPainterPath, QTransform

from app.systems.company_scale.board.ground.shapes import Floats
from app.theme.faces import SERIF
from rules.engine.frozen import frozen

LEADING = 1.35
"""Distance from line to line of a name, as a share of its size."""


@frozen
class Style:
    """Hold the style of a kind of name: size in scene units, least size in pixels, growth allowed to reach it."""

    order: int
    size: float
    pixels: float
    growth: float
    italic: bool = False
    bold: bool = False
    spacing: float = 0.0

    def size_at(self, lod: float) -> float:
        """Return the size in scene units at a zoom, or 0 if the name would have to grow too far to be readable."""
        needed = self.pixels / lod
        return 0.0 if needed > self.size * self.growth else max(self.size, needed)

    def font(self, size: float) -> QFont:
        """Return the font of this style at a size."""
        return font(SERIF, size, self.italic, self.bold)


@frozen
class Glyph:
    """Hold one letter of a spaced text: the distance of its middle from the start, its width, its outline."""

    middle: float
    width: float
    path: QPainterPath


def font(families: list[str], size: float, italic: bool = False, bold: bool = False) -> QFont:
    """Return a font of a size in scene units, of the first family that exists."""
    chosen = QFont()
    chosen.setFamilies(families)
    chosen.setPixelSize(max(1, round(size)))
    chosen.setItalic(italic)
    chosen.setBold(bold)
    chosen.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return chosen


def outline(text: str, style: Style, size: float) -> QPainterPath:
    """Return a name as one outline that starts at the origin of its base line."""
    path = QPainterPath()
    if not style.spacing:
        path.addText(QPointF(0.0, 0.0), style.font(size), text)
        return path
    for glyph in glyphs(text, style, size):
        path.addPath(glyph.path.translated(glyph.middle, 0.0))
    return path


def block(lines: list[str], style: Style, size: float) -> list[QPainterPath]:
    """Return the lines of a name, each as one outline, centred one below the other."""
    outlines = []
    for i, line in enumerate(lines):
        path = outline(line, style, size)
        outlines.append(path.translated(-path.boundingRect().center().x(), i * size * LEADING))
    return outlines


def breaks(text: str) -> list[list[str]]:
    """Return a name in one line and, if it has several words, in two lines of most equal length."""
    words = text.split()
    pairs = [[" ".join(words[:i]), " ".join(words[i:])] for i in range(1, len(words))]
    return [[text], *([min(pairs, key=lambda lines: max(map(len, lines)))] if pairs else [])]


def glyphs(text: str, style: Style, size: float) -> list[Glyph]:
    """Return every letter of a name with its outline about its own middle, spaced as the style says."""
    face = style.font(size)
    metrics = QFontMetricsF(face)
    letters, x = [], 0.0
    for i, letter in enumerate(text):
        width = metrics.horizontalAdvance(text[: i + 1]) - metrics.horizontalAdvance(text[:i])
        path = QPainterPath()
        path.addText(QPointF(-width / 2, 0.0), face, letter)
        letters.append(Glyph(x + width / 2, width, path))
        x += width + style.spacing * size
    return letters


@frozen
class Runs:
    """Hold many ways to set a name along a line: places, headings and boxes of the letters, one row for each way."""

    x: Floats
    y: Floats
    angle: Floats
    boxes: Floats
    """Left, top, right and bottom of every letter: shape (ways, letters, 4)."""

    def crowding(self, letters: list[Glyph]) -> Floats:
        """Return for each way how much too close its letters stand on the inside of a bend."""
        wanted = np.diff([glyph.middle for glyph in letters])
        gaps = np.hypot(np.diff(self.x, axis=1), np.diff(self.y, axis=1))
        return np.asarray(np.clip(0.9 - gaps / wanted, 0.0, None).sum(axis=1))

    def set(self, way: int, letters: list[Glyph], size: float) -> QPainterPath:
        """Return the outline of a name set in one of the ways."""
        path = QPainterPath()
        for i, glyph in enumerate(letters):
            turn = QTransform()
            turn.translate(float(self.x[way, i]), float(self.y[way, i]))
            turn.rotate(math.degrees(float(self.angle[way, i])))
            turn.translate(0.0, size * 0.34)
            path.addPath(turn.map(glyph.path))
        return path


def runs(points: Floats, starts: Floats, letters: list[Glyph], aside: float, size: float) -> Runs:
    """Set a name along a line from each start, reading left to right whichever way the line runs."""
    along = lengths(points)
    middles = np.asarray([glyph.middle for glyph in letters])
    widths = np.asarray([glyph.width for glyph in letters])
    total = float(middles[-1] + widths[-1] / 2)
    backwards = (np.interp(starts + total, along, points[:, 0]) < np.interp(starts, along, points[:, 0]))[:, None]
    place = starts[:, None] + np.where(backwards, total - middles, middles)
    x, y = np.interp(place, along, points[:, 0]), np.interp(place, along, points[:, 1])
    reach = 0.6 * size
    dx = np.interp(place + reach, along, points[:, 0]) - np.interp(place - reach, along, points[:, 0])
    dy = np.interp(place + reach, along, points[:, 1]) - np.interp(place - reach, along, points[:, 1])
    angle = np.arctan2(dy, dx) + np.where(backwards, math.pi, 0.0)
    x, y = x - np.sin(angle) * aside, y + np.cos(angle) * aside
    cos, sin = np.abs(np.cos(angle)), np.abs(np.sin(angle))
    half_width = cos * (widths / 2 + 1.0) + sin * size * 0.5
    half_height = sin * (widths / 2 + 1.0) + cos * size * 0.5
    boxes = np.stack([x - half_width, y - half_height, x + half_width, y + half_height], axis=-1)
    return Runs(x, y, angle, boxes)


def lengths(points: Floats) -> Floats:
    """Return how far along a line each of its points lies."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])


def bends(points: Floats, starts: Floats, length: float) -> Floats:
    """Return how much a line turns, in radians, on each stretch of a length."""
    along = lengths(points)
    places = starts[:, None] + np.linspace(0.0, length, 9)
    x, y = np.interp(places, along, points[:, 0]), np.interp(places, along, points[:, 1])
    angles = np.unwrap(np.arctan2(np.diff(y), np.diff(x)), axis=1)
    return np.asarray(np.abs(np.diff(angles)).sum(axis=1))


def near_places() -> Floats:
    """Return candidate places for the middle of a city's name: on its houses or close by, in small steps."""
    return np.asarray(
        [(dx, dy, math.hypot(dx / 20.0, dy / 12.0)) for dy in range(-96, 97, 4) for dx in range(-112, 113, 8)],
        dtype=np.float64,
    )


def wide_places() -> Floats:
    """Return candidate places for the middle of a region's name: a wide field around its hex, the middle cheapest."""
    return np.asarray(
        [
            (dx, dy, 6.0 * math.hypot(dx / 240.0, dy / 160.0))
            for dy in range(-176, 177, 8)
            for dx in range(-240, 241, 12)
        ],
        dtype=np.float64,
    )


def places(width: float, height: float) -> Floats:
    """Return candidate places for the middle of a name, as offsets from its hex's centre: rows of dx, dy, cost."""
    spots: list[tuple[float, float, float]] = []
    for ring, cost in ((17.0, 0.0), (30.0, 2.0), (44.0, 5.0), (62.0, 10.0), (85.0, 18.0), (115.0, 30.0)):
        for share in (0.0, -0.3, 0.3, -0.6, 0.6, -1.0, 1.0):
            spots.append((share * width / 2, ring + height / 2, cost + abs(share)))
            spots.append((share * width / 2, -ring - height / 2, cost + abs(share) + 0.6))
        for rise in (0.0, -0.5, 0.5, -1.2, 1.2):
            spots.append((ring + width / 2, rise * height, cost + 0.8 + abs(rise)))
            spots.append((-ring - width / 2, rise * height, cost + 1.2 + abs(rise)))
    return np.asarray(spots)
