"""The layer on which an overlay is drawn: washes, lines and words, each distinct in pattern as well as colour."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.board.board_layer import BoardLayer
from app.board.lettering import letter
from app.board.washes import Wash, paint_area, rgba
from app.systems.striking_anvil.art import palette as palettes
from app.systems.striking_anvil.art.counters import sans
from app.systems.striking_anvil.art.palette import Palette
from app.systems.striking_anvil.board.geometry import COUNTER, Sheet
from app.systems.striking_anvil.hand.overlays import ALLIED, BAD, CUT, GERMAN, GOOD, WARN, Overlay


class OverlayLayer(BoardLayer):
    """Show one overlay."""

    def __init__(self) -> None:
        super().__init__()
        self.sheet: Sheet | None = None
        self.overlay: Overlay | None = None

    def lay(self, sheet: Sheet) -> None:
        """Take another map."""
        self.sheet = sheet
        self.set_bounds(sheet.bounds)

    def show_overlay(self, overlay: Overlay | None) -> None:
        """Show an overlay, or none."""
        self.overlay = overlay
        self.setVisible(overlay is not None)
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint washes, then lines, then words."""
        sheet, overlay = self.sheet, self.overlay
        if sheet is None or overlay is None:
            return
        palette = palettes.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        washes = _washes(palette)
        for place, tone in overlay.places.items():
            paint_area(painter, sheet.region(place), washes[tone])
        for start, end, side in overlay.lines:
            self._line(
                painter, sheet.center(start), sheet.center(end), palette.allied if side == ALLIED else palette.ink
            )
        for place, words in overlay.words.items():
            self._word(painter, sheet.center(place) + QPointF(0, -COUNTER * 0.6), words, palette)
        for border, words in overlay.borders.items():
            at = sheet.crossing(border)
            if at is not None:
                self._word(painter, at, words, palette)

    def _line(self, painter: QPainter, start: QPointF, end: QPointF, colour: str) -> None:
        """Draw a line with a head in its middle that points to where supply comes from."""
        for ink, width in (("#ffffff", 15.0), (colour, 9.0)):
            painter.setPen(QPen(QColor(ink), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(start, end)
        middle = QPointF(start + end) * 0.5
        turn = math.atan2(end.y() - start.y(), end.x() - start.x())
        head = [middle + QPointF(math.cos(turn + bend), math.sin(turn + bend)) * 24 for bend in (0.0, 2.4, -2.4)]
        painter.setPen(QPen(QColor("#ffffff"), 4))
        painter.setBrush(QColor(colour))
        painter.drawPolygon(QPolygonF(head))

    def _word(self, painter: QPainter, at: QPointF, words: str, palette: Palette) -> None:
        letter(painter, at, words, sans(25, bold=True), palette.ink, palette.halo, 7.0)


def _washes(palette: Palette) -> dict[str, Wash]:
    good, warn, bad = QColor(palette.good), QColor(palette.warn), QColor(palette.bad)
    allied, german = QColor(palette.allied), QColor(palette.german)
    return {
        GOOD: Wash(rgba(good, 70), edge=good, edge_width=2.4),
        WARN: Wash(rgba(warn, 50), rgba(warn, 170), "rising", 9, warn, 2.4),
        BAD: Wash(rgba(bad, 46), rgba(bad, 150), "falling", 9, bad, 2.4),
        CUT: Wash(rgba(bad, 30), rgba(bad, 190), "cross", 11, bad, 3.0, Qt.PenStyle.DashLine),
        ALLIED: Wash(rgba(allied, 80), rgba(allied, 120), "rising", 12, allied, 2.0),
        GERMAN: Wash(rgba(german, 80), rgba(german, 130), "upright", 9, german, 2.0),
    }
