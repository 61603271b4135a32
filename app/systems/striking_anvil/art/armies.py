"""The armies as families of colour and edge: Germans dark and square, Allies light and rounded, each nation its cut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from app.vision import shown

GERMAN_FRAME, ALLIED_FRAME = "#0f1113", "#fffaea"
GERMAN_KEYLINE, ALLIED_KEYLINE = "#fffaea", "#0f1113"
_CUT, _ROUND, _SQUARE = 0.13, 0.18, 0.02


@dataclass(frozen=True, slots=True)
class Army:
    """How the counters of a nation look: ink, frame, keyline outside, stripes at the left ("", single, double)."""

    nation: str
    ground: str
    ink: str
    frame: str
    keyline: str
    stripe: str = ""
    stripes: int = 0


ARMIES: Mapping[str, Army] = {
    "de": Army("de", "#302e2c", "#fff9e8", GERMAN_FRAME, GERMAN_KEYLINE),
    "us": Army("us", "#c3cf8e", "#16150f", ALLIED_FRAME, ALLIED_KEYLINE),
    "fr": Army("fr", "#a3cbf7", "#16150f", ALLIED_FRAME, ALLIED_KEYLINE, "#1d4f9c", 1),
    "uk": Army("uk", "#d9c3a0", "#16150f", ALLIED_FRAME, ALLIED_KEYLINE, "#7a1f2b", 2),
}
GROUNDS: Mapping[str, str] = {
    "11PzD": "#29436b", "9PzD": "#46506a", "198ID": "#2f6150", "338ID": "#7a5231", "189RD": "#6a5f84",
    "242ID": "#5a4a3a", "244ID": "#4a5a3c", "148RD": "#6b4450", "157RD": "#3c5d66", "716ID": "#5c5560",
    "3US": "#a9c94f", "36US": "#e3a36f", "45US": "#f0e7bf", "VI": "#86ad98", "SF": "#c7d6c0", "AB": "#d3cfe6",
    "1DFL": "#b9d8f2", "3DIA": "#9fc3ea", "9DIC": "#c3d3ee", "1DB": "#8fb8dd", "GTM": "#cfe0e6",
}  # fmt: skip
"""Grounds of divisions; German ones stay dark, Allied ones light."""


def ground_of(nation: str, division: str = "") -> str:
    """Return the ground of a counter for the eyes chosen: that of its division, else of its nation."""
    return shown(GROUNDS.get(division, ARMIES[nation].ground))


def edge(nation: str, box: QRectF) -> QPainterPath:
    """Return the outline of a counter: square, rounded, with the lower left cut (French), or two cuts (British)."""
    path = QPainterPath()
    side = box.width()
    if nation in ("de", "us"):
        radius = side * (_SQUARE if nation == "de" else _ROUND)
        path.addRoundedRect(box, radius, radius)
        return path
    path.addRoundedRect(box, side * _ROUND, side * _ROUND)
    cut = side * 0.2
    corners = [(box.bottomLeft(), 1, -1)] + ([(box.topRight(), -1, 1)] if nation == "uk" else [])
    for corner, x, y in corners:
        triangle = QPainterPath()
        triangle.addPolygon(QPolygonF([corner, corner + QPointF(cut * x, 0), corner + QPointF(0, cut * y), corner]))
        path = path.subtracted(triangle)
    return path
