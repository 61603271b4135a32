"""The colours of the board by day and by lamplight, its markers, and letters along a line."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QTransform,
)

from app import theme
from app.board.painted import letter
from app.systems.striking_anvil.art.counters import sans
from app.systems.striking_anvil.board.landscape import Points, lengths
from rules.engine.frozen import frozen

# --- Every colour of the board of Striking the Anvil ---------------------------------------------------------------

Rgb = tuple[int, int, int]


@frozen
class Palette:
    """Hold the colours as #rrggbb or #aarrggbb; those of the relief as numbers."""

    name: str
    table: str
    paper: str
    ink: str
    muted: str
    halo: str
    rust: str
    tint: Mapping[str, Rgb]
    beyond: Rgb
    height: Rgb
    snow: Rgb
    wood: Rgb
    deep: Rgb
    shallow: Rgb
    dark: float
    light: float
    hachure: Rgb
    crowns: tuple[str, ...]
    sea_line: Rgb
    shore: str
    bank: str
    water: str
    water_light: str
    water_name: str
    border: str
    border_halo: str
    road: str
    road_edge: str
    highway: str
    roof: str
    roof_dark: str
    disc: Mapping[str, str]
    disc_ink: Mapping[str, str]
    box: Mapping[str, str]
    box_paper: str
    box_ink: str
    allied: str
    german: str
    good: str
    warn: str
    bad: str
    gold: str
    glow: str
    veil: str
    town_halo: str
    region: str


DAY = Palette(
    name="day", table="#e6dbc4", paper="#f6ecd8", ink="#2e2012", muted="#6b5636", halo="#d8faf1d8", rust="#702e0e",
    tint={"clear": (240, 232, 198), "rough": (222, 198, 140), "mountain": (206, 178, 140)},
    beyond=(226, 216, 192), height=(158, 112, 70), snow=(240, 236, 228), wood=(104, 128, 70),
    deep=(128, 166, 188), shallow=(192, 216, 216), dark=0.74, light=0.62, hachure=(84, 52, 24),
    crowns=("#567a38", "#607f3e", "#4a6c32", "#6a8e48"), sea_line=(62, 104, 134), shore="#28425a",
    bank="#3c688c", water="#86b6d4", water_light="#b2d4e6", water_name="#1e4a74",
    border="#4a2c16", border_halo="#78fcf4dc", road="#faf3e0", road_edge="#462c18", highway="#ce3a2c",
    roof="#ba6246", roof_dark="#964630",
    disc={"clear": "#fbf7e8", "rough": "#facf38", "mountain": "#7a5234"},
    disc_ink={"clear": "#2e2012", "rough": "#2e2012", "mountain": "#fdf6e4"},
    box={"allied": "#48622f", "german": "#3a3e46"}, box_paper="#f0f8f0dc", box_ink="#fcf6e6",
    allied="#3f6e2c", german="#30353e", good="#1f7040", warn="#9a6200", bad="#c02a20", gold="#f2c12e", glow="#fff2a8",
    veil="#5a2a2416", town_halo="#d2f6eed6", region="#68361a",
)  # fmt: skip
LAMPLIGHT = Palette(
    name="lamplight", table="#191613", paper="#2b2620", ink="#efe4cc", muted="#b6a684", halo="#c81e1912",
    rust="#e39a70",
    tint={"clear": (104, 98, 74), "rough": (98, 82, 50), "mountain": (82, 66, 50)},
    beyond=(66, 60, 50), height=(110, 78, 50), snow=(176, 170, 158), wood=(52, 66, 36),
    deep=(32, 52, 66), shallow=(52, 76, 84), dark=0.72, light=0.42, hachure=(26, 16, 8),
    crowns=("#3e5a2e", "#466634", "#354e28", "#4e6c3c"), sea_line=(110, 150, 172), shore="#8fb6d0",
    bank="#16283a", water="#4b7f9e", water_light="#6a9cb8", water_name="#b4d6ea",
    border="#17100a", border_halo="#30e8d8b0", road="#d8c8a4", road_edge="#1c140c", highway="#c8543e",
    roof="#a85a44", roof_dark="#7e4230",
    disc={"clear": "#e9e0c6", "rough": "#d9ac28", "mountain": "#54361f"},
    disc_ink={"clear": "#241a0e", "rough": "#241a0e", "mountain": "#f4e8cc"},
    box={"allied": "#4f6b36", "german": "#4a505a"}, box_paper="#f0322c24", box_ink="#fbf4e0",
    allied="#8fbf6a", german="#c3ccd8", good="#7fd29a", warn="#e8b95c", bad="#f0806e", gold="#f2c12e", glow="#6a5a20",
    veil="#80100c06", town_halo="#c01c1710", region="#dcb48c",
)  # fmt: skip


def current() -> Palette:
    """Return the colours of the present theme."""
    return LAMPLIGHT if theme.current().is_dark else DAY


# --- Markers of the map: FFI, bombing, supply, bridges -------------------------------------------------------------

INK = "#15140f"
_FFI, _AIR, _NAVAL, _CUT = "#f1c6e2", "#dfe9f2", "#cfe0e6", "#ffe9d6"


def paint_token(painter: QPainter, box: QRectF, kind: str) -> None:
    """Paint a marker: ffi_fighters, ffi_control, air, naval, unsupplied_allied or unsupplied_german."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(box.center())
    painter.scale(box.width() / 100, box.width() / 100)
    draw = {"ffi_fighters": _fighters, "ffi_control": _cross, "air": _air, "naval": _ship}.get(kind)
    if draw is not None:
        paper = {"air": _AIR, "naval": _NAVAL}.get(kind, _FFI)
        octagon = kind.startswith("ffi")
        _plate(painter, paper, cut=26.0 if octagon else 0.0)
        draw(painter)
    else:
        _unsupplied(painter, "allied" if kind.endswith("allied") else "german")
    painter.restore()


def _plate(painter: QPainter, paper: str, cut: float) -> None:
    path = QPainterPath()
    if cut:
        near, far = 50 - cut, 50.0
        corners = [(-near, -far), (near, -far), (far, -near), (far, near)]
        corners += [(-x, -y) for x, y in corners]
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
        path.closeSubpath()
    else:
        path.addRoundedRect(QRectF(-50, -50, 100, 100), 22, 22)
    painter.fillPath(path.translated(4, 5), QColor(20, 12, 4, 90))
    painter.setPen(QPen(QColor(INK), 5.0))
    painter.setBrush(QColor(paper))
    painter.drawPath(path)


def _fighters(painter: QPainter) -> None:
    """A rifle, and what it adds."""
    painter.setPen(QPen(QColor(INK), 8.0))
    painter.drawLine(QLineF(-30, -4, 30, -28))
    painter.setPen(QPen(QColor(INK), 12.0))
    painter.drawLine(QLineF(-36, 4, -22, -6))
    letter(painter, QPointF(6, 22), "+1", sans(40, bold=True), INK)


def _cross(painter: QPainter) -> None:
    """The cross of Lorraine."""
    pen = QPen(QColor("#26387e"), 10.0)
    painter.setPen(pen)
    for x, y, u, v in ((0, -36, 0, 38), (-16, -18, 16, -18), (-27, 4, 27, 4)):
        painter.drawLine(QLineF(x, y, u, v))


def _air(painter: QPainter) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#274b6d"))
    right = [(0, -38), (6, -12), (38, 2), (38, 10), (6, 6), (4, 24), (14, 32), (14, 36)]
    body = [*right, *((-x, y) for x, y in reversed(right))]
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in body]))


def _ship(painter: QPainter) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#274b6d"))
    hull = [(-40, 8), (40, 8), (30, 26), (-32, 26)]
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in hull]))
    painter.drawRect(QRectF(-14, -10, 26, 18))
    painter.drawRect(QRectF(-6, -26, 8, 16))
    painter.setPen(QPen(QColor("#274b6d"), 5.0))
    painter.drawLine(QLineF(12, 0, 34, -10))
    painter.drawLine(QLineF(-14, 0, -36, -10))


def _unsupplied(painter: QPainter, side: str) -> None:
    """A broken chain on a plate in the edge of its side."""
    path = QPainterPath()
    radius = 26 if side == "allied" else 3
    path.addRoundedRect(QRectF(-50, -50, 100, 100), radius, radius)
    painter.fillPath(path.translated(4, 5), QColor(20, 12, 4, 90))
    dark = side == "german"
    painter.setPen(QPen(QColor("#fffaea" if dark else INK), 5.0))
    painter.setBrush(QColor("#302e2c" if dark else "#c3cf8e"))
    painter.drawPath(path)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor("#fff9e8" if dark else INK), 8.0))
    painter.drawEllipse(QPointF(-18, 8), 17, 11)
    painter.drawEllipse(QPointF(20, -8), 17, 11)
    painter.setPen(QPen(QColor("#ff6a4d" if dark else "#b3201f"), 9.0))
    painter.drawLine(QLineF(-10, -34, 12, 36))


def paint_bridge(painter: QPainter, size: float, stands: bool, waits: int, palette: Palette) -> None:
    """Paint a bridge along the x axis: whole, down (cut and crossed), or being bridged with activations to wait (9)."""
    painter.save()
    painter.scale(size, size)
    end, half = 15.0, 7.0
    flat = Qt.PenCapStyle.FlatCap
    if stands:
        painter.fillRect(QRectF(-end, -half, 2 * end, 2 * half), QColor("#faf3e0"))
    else:
        painter.fillRect(QRectF(-end * 0.6, -half, end * 1.2, 2 * half), QColor(palette.water))
    painter.setPen(QPen(QColor("#281a0e"), 3.6, Qt.PenStyle.SolidLine, flat))
    for up in (-1, 1):
        if stands:
            points = [(-end - 5, up * 12), (-end + 2, up * half), (end - 2, up * half), (end + 5, up * 12)]
            painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in points]))
            continue
        for ahead in (-1, 1):
            points = [(ahead * (end + 5), up * 12), (ahead * (end - 2), up * half), (ahead * end * 0.4, up * half)]
            painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in points]))
    if not stands and not waits:
        painter.setPen(QPen(QColor("#c42a1e"), 3.6))
        for up in (-1, 1):
            painter.drawLine(QLineF(-5, -5 * up, 5, 5 * up))
    painter.restore()
    if waits:
        _scaffold(painter, waits)


def _scaffold(painter: QPainter, waits: int) -> None:
    painter.save()
    turned = painter.worldTransform()
    at = turned.map(QPointF(0, 0))
    scale = (turned.m11() ** 2 + turned.m12() ** 2) ** 0.5
    painter.resetTransform()
    painter.translate(at)
    painter.scale(scale, scale)
    painter.setPen(QPen(QColor("#281a0e"), 2.4))
    painter.setBrush(QColor("#f2b33c"))
    painter.drawEllipse(QPointF(0, 0), 15, 15)
    letter(painter, QPointF(0, 0), str(waits), sans(21, bold=True), "#281a0e")
    painter.restore()


# --- The die: six faces with pips ----------------------------------------------------------------------------------

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def draw_die(painter: QPainter, box: QRectF, face: object) -> None:
    """Draw a die that shows a face; an unknown face leaves it blank."""
    side = min(box.width(), box.height()) - 2
    square = QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shade = QLinearGradient(square.topLeft(), square.bottomRight())
    shade.setColorAt(0, QColor("#fffdf5"))
    shade.setColorAt(1, QColor("#e0d6bf"))
    painter.setPen(QPen(QColor("#5d5138"), max(0.8, side * 0.03)))
    painter.setBrush(shade)
    painter.drawRoundedRect(square, side * 0.2, side * 0.2)
    painter.setPen(Qt.PenStyle.NoPen)
    number = int(face) if str(face).isdigit() and isinstance(face, int | str) else 0
    painter.setBrush(QColor("#a3231c" if number == 1 else "#231c12"))
    for x, y in PIPS.get(number, ()):
        size = side * (0.13 if number == 1 else 0.095)
        painter.drawEllipse(square.center() + QPointF(x, y) * side * 0.27, size, size)
    painter.restore()


# --- Letters along a line, and letters that hide or grow with the zoom ---------------------------------------------

LEAST = 9.0
"""Letters smaller than this many pixels are not drawn."""
GROWN = 9.6
"""Pixels to which letters that must be read grow."""

FARTHEST = 2.4
"""How much titles grow that stand at every zoom, down to the whole map in a small window."""


def is_legible(size: float, lod: float) -> bool:
    """Tell whether letters of a size in scene units can be read at a number of pixels to a unit."""
    return size * lod >= LEAST


def grown(size: float, lod: float, most: float = 1.7) -> float:
    """Return the size at which letters can be read, at most so many times as large."""
    return min(max(size, GROWN / lod), size * most)


def spaced(font: QFont, space: float) -> QFont:
    """Return a font with so many units between its letters."""
    wide = QFont(font)
    wide.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, space)
    return wide


def write(
    painter: QPainter,
    at: QPointF,
    words: str,
    font: QFont,
    ink: str,
    halo: str = "",
    width: float = 5.0,
    *,
    right: bool = False,
) -> None:
    """Write words that begin at a point, or end there."""
    wide = QFontMetricsF(font).horizontalAdvance(words)
    letter(painter, at + QPointF(-wide / 2 if right else wide / 2, 0), words, font, ink, halo, width)


def letter_along(
    painter: QPainter, line: Points, words: str, font: QFont, ink: str, halo: str, *, at: float = 0.5, lift: float = 0.0
) -> None:
    """Write words along a line, centred at a share of its length; `lift` raises them above it, in scene units."""
    if line[-1][0] < line[0][0]:
        line, at = line[::-1], 1 - at
    reach, measure = lengths(line), QFontMetricsF(font)
    total = measure.horizontalAdvance(words)
    start = min(max(reach[-1] * at - total / 2, 0), max(0.0, reach[-1] - total))
    foot = (measure.ascent() - measure.descent()) / 2 - lift
    paths = []
    for n, sign in enumerate(words):
        before = measure.horizontalAdvance(words[:n])
        wide = measure.horizontalAdvance(words[: n + 1]) - before
        middle, near = start + before + wide / 2, max(wide, 12.0)
        (x, y), (x1, y1), (x2, y2) = (_point(line, reach, middle + step) for step in (0.0, -near, near))
        path = QPainterPath()
        path.addText(QPointF(-wide / 2, foot), font, sign)
        paths.append(QTransform().translate(x, y).rotate(math.degrees(math.atan2(y2 - y1, x2 - x1))).map(path))
    pen = QPen(QColor(halo), 5.0)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    for path in paths:
        painter.strokePath(path, pen)
    for path in paths:
        painter.fillPath(path, QColor(ink))


def _point(line: Points, reach: np.ndarray, distance: float) -> tuple[float, float]:
    """Return a point along a line, beyond its ends straight on."""
    if distance < 0 or distance > reach[-1]:
        a, b = (line[0], line[1]) if distance < 0 else (line[-1], line[-2])
        over = -distance if distance < 0 else distance - reach[-1]
        size = max(1e-9, math.dist(a, b))
        return float(a[0] + (a[0] - b[0]) / size * over), float(a[1] + (a[1] - b[1]) / size * over)
    return float(np.interp(distance, reach, line[:, 0])), float(np.interp(distance, reach, line[:, 1]))
