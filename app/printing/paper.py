"""Sheets of paper: their sizes, margins and unit of measure."""

from __future__ import annotations

from PySide6.QtCore import QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize

from rules.engine.frozen import frozen

MM = 10.0
"""Units of a sheet to a millimetre."""
POINT = MM * 25.4 / 72
"""Units of a sheet to a typographic point."""
MARGIN = 11.0
HEADER = 8.0
"""Height of the running head in millimetres, from the upper margin to the text."""


@frozen
class Paper:
    """A size of paper in millimetres, in portrait."""

    name: str
    width: float
    height: float

    def page(self, landscape: bool = False) -> QRectF:
        """Return the whole sheet, in units."""
        wide, tall = (self.height, self.width) if landscape else (self.width, self.height)
        return QRectF(0, 0, wide * MM, tall * MM)

    def body(self, landscape: bool = False) -> QRectF:
        """Return the part of a sheet that text and pictures fill."""
        edge = MARGIN * MM
        return self.page(landscape).adjusted(edge, edge + HEADER * MM, -edge, -edge)

    def layout(self, landscape: bool = False) -> QPageLayout:
        """Return the page layout for Qt, without margins of its own."""
        size = QPageSize(QSizeF(self.width, self.height), QPageSize.Unit.Millimeter, self.name)
        if self.name in SIZES:
            size = QPageSize(SIZES[self.name])
        way = QPageLayout.Orientation.Landscape if landscape else QPageLayout.Orientation.Portrait
        return QPageLayout(size, way, QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Millimeter)


SIZES = {"A4": QPageSize.PageSizeId.A4, "Letter": QPageSize.PageSizeId.Letter}
PAPERS = {"A4": Paper("A4", 210.0, 297.0), "Letter": Paper("Letter", 215.9, 279.4)}


def mm(millimetres: float) -> float:
    """Turn millimetres into units."""
    return millimetres * MM
