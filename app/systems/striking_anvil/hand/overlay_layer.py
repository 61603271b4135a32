"""The layers on which overlays are drawn: washes, lines and words, each distinct in pattern as well as colour."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.board.painted import BoardLayer, letter
from app.board.washes import Wash, paint_area, paint_resting, rgba
from app.systems.striking_anvil.art import tokens as palettes
from app.systems.striking_anvil.art.counters import sans
from app.systems.striking_anvil.art.tokens import Palette
from app.systems.striking_anvil.board.geometry import Sheet
from app.systems.striking_anvil.board.landscape import Points, line_path
from app.systems.striking_anvil.hand.overlays import ALLIED, CUT, GERMAN, GOOD, RIVER, SUPPLIED, WARN, Overlay

LETTERS = 12.0
"""The height of words on the screen, in pixels; they grow with the map from there."""
LEAST = 26.0
"""Their least height in scene units."""


class OverlayLayer(BoardLayer):
    """Show one overlay: the washes of places and the lines between them. `on_shown` is called after a change."""

    def __init__(self) -> None:
        super().__init__()
        self.sheet: Sheet | None = None
        self.overlay: Overlay | None = None
        self.at_rest = False
        self.on_shown: Callable[[], None] = lambda: None
        self.words = WordsLayer(self)
        self.show_overlay(None)

    @property
    def washes(self) -> Sequence[Wash]:
        """Return the washes shown, with their names for the legend."""
        if self.overlay is None:
            return ()
        tones, washes = dict.fromkeys(self.overlay.places.values()), _washes(palettes.current())
        if self.overlay.borders:
            tones[RIVER] = None
        return [replace(washes[tone], name=self.overlay.names.get(tone, "")) for tone in tones]

    def lay(self, sheet: Sheet) -> None:
        """Take another map."""
        self.sheet = sheet
        self.set_bounds(sheet.bounds)
        self.words.set_bounds(sheet.bounds)

    def show_overlay(self, overlay: Overlay | None) -> None:
        """Show an overlay, or none."""
        self.overlay = overlay
        for layer in (self, self.words):
            layer.setVisible(overlay is not None)
            layer.update()
        self.on_shown()

    def set_at_rest(self, at_rest: bool) -> None:
        """Paint only the edges while another overlay is in focus, or everything."""
        if at_rest != self.at_rest:
            self.at_rest = at_rest
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint washes, then lines."""
        sheet, overlay = self.sheet, self.overlay
        if sheet is None or overlay is None:
            return
        palette = palettes.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        washes = _washes(palette)
        for place, tone in overlay.places.items():
            (paint_resting if self.at_rest else paint_area)(painter, sheet.region(place), washes[tone])
        for start, end, side in overlay.lines:
            colour = palette.allied if side == ALLIED else palette.german
            self._line(painter, sheet.way(start, end), colour)

    def _line(self, painter: QPainter, way: Points, colour: str) -> None:
        """Draw a line with heads at its thirds that point to where supply comes from."""
        pixel, path = 1 / painter.worldTransform().m11(), line_path(way)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, width in (("#ffffff", max(15.0, 5.5 * pixel)), (colour, max(9.0, 3 * pixel))):
            painter.setPen(QPen(QColor(ink), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawPath(path)
        size = max(24.0, 8 * pixel)
        painter.setPen(QPen(QColor("#ffffff"), max(4.0, 1.5 * pixel)))
        painter.setBrush(QColor(colour))
        for share in (1 / 3, 2 / 3):
            middle, turn = path.pointAtPercent(share), -math.radians(path.angleAtPercent(share))
            head = [middle + QPointF(math.cos(turn + bend), math.sin(turn + bend)) * size for bend in (0.0, 2.4, -2.4)]
            painter.drawPolygon(QPolygonF(head))


class WordsLayer(BoardLayer):
    """The words of an overlay, over the counters and readable at every zoom."""

    def __init__(self, layer: OverlayLayer) -> None:
        super().__init__()
        self.layer = layer

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the words of places and borders, each on a plate."""
        sheet, overlay = self.layer.sheet, self.layer.overlay
        if sheet is None or overlay is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tall = max(LEAST, LETTERS / painter.worldTransform().m11())
        for place, words in overlay.words.items():
            self._word(painter, sheet.center(place) - QPointF(0, 1.5 * tall), words, tall)
        for border, words in overlay.borders.items():
            at = sheet.crossing(border)
            if at is not None:
                self._word(painter, at, words, tall)

    def _word(self, painter: QPainter, at: QPointF, words: str, tall: float) -> None:
        palette, font = palettes.current(), sans(tall, bold=True)
        wide = QFontMetricsF(font).horizontalAdvance(words) + 0.8 * tall
        plate = QRectF(at.x() - wide / 2, at.y() - 0.75 * tall, wide, 1.5 * tall)
        painter.setPen(QPen(QColor(palette.ink), tall * 0.07))
        painter.setBrush(QColor(palette.paper))
        painter.drawRoundedRect(plate, tall * 0.4, tall * 0.4)
        letter(painter, at, words, font, palette.ink)


def _washes(palette: Palette) -> dict[str, Wash]:
    good, warn, bad = QColor(palette.good), QColor(palette.warn), QColor(palette.bad)
    allied, german, river = QColor(palette.allied), QColor(palette.german), QColor(palette.water)
    return {
        GOOD: Wash(rgba(good, 70), edge=good, edge_width=2.4),
        WARN: Wash(rgba(warn, 50), rgba(warn, 170), "rising", 9, warn, 2.4),
        CUT: Wash(rgba(bad, 30), rgba(bad, 190), "cross", 11, bad, 3.0, Qt.PenStyle.DashLine),
        SUPPLIED: Wash(rgba(good, 40), edge=good, edge_width=1.2),
        ALLIED: Wash(rgba(allied, 80), rgba(allied, 120), "rising", 12, allied, 2.0),
        RIVER: Wash(river, edge=QColor(palette.bank), edge_width=2.0),
        GERMAN: Wash(rgba(german, 80), rgba(german, 130), "upright", 9, german, 2.0),
    }
