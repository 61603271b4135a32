"""What lies on the map besides counters: markers, levels; places lit for a question."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.board.painted import BoardLayer, letter
from app.board.washes import Wash, paint_area, rgba
from app.systems.striking_anvil.art import tokens as palettes
from app.systems.striking_anvil.art.counters import sans
from app.systems.striking_anvil.art.tokens import Palette, paint_token
from app.systems.striking_anvil.board.geometry import Sheet
from app.systems.striking_anvil.board.signs import level_box
from rules.engine.frozen import frozen
from rules.striking_anvil.view import AreaView, View


@frozen
class Marker:
    """A marker on the map: its kind, its place, its middle.

    Kinds: ffi_fighters, ffi_control, air, naval, unsupplied_allied, unsupplied_german, level (a fortress).
    """

    kind: str
    place: str
    at: QPointF


TOKEN = 40.0
"""The width of a marker."""


class MarkersLayer(BoardLayer):
    """FFI, bombing, supply, fortification levels; `markers` says where they lie."""

    def __init__(self) -> None:
        super().__init__()
        self.sheet: Sheet | None = None
        self.markers: tuple[Marker, ...] = ()
        self._tracks: Mapping[str, tuple[int, ...]] = {}
        self._bombed: frozenset[str] = frozenset()

    def lay(self, sheet: Sheet, tracks: Mapping[str, tuple[int, ...]]) -> None:
        """Take another map."""
        self.sheet, self._tracks, self.markers = sheet, tracks, ()
        self.set_bounds(sheet.bounds)

    def show_view(self, view: View) -> None:
        """Show the markers of a view."""
        self.markers = tuple(marker for area in view.areas for marker in self._of(area))
        self.update()

    def _of(self, area: AreaView) -> list[Marker]:
        assert self.sheet is not None
        name = area.id
        kinds = [f"ffi_{area.ffi}"] if area.ffi else []
        kinds += [*area.bombing, *(f"unsupplied_{side}" for side in area.out_of_supply)]
        first = self.sheet.marks(name) - QPointF((len(kinds) - 1) * TOKEN * 0.55, 0)
        found = [Marker(kind, name, first + QPointF(n * TOKEN * 1.1, 0)) for n, kind in enumerate(kinds)]
        if area.fort is not None and name in self.sheet.tracks and name in self._tracks:
            cell = level_box(self.sheet.tracks[name], len(self._tracks[name]), area.fort.level)
            found.append(Marker("level", name, cell.center()))
        return found

    def at(self, point: QPointF, scale: float) -> Marker | None:
        """Return the marker at a scene point, or None."""
        for marker in reversed(self.markers):
            away = point - marker.at
            if max(abs(away.x()), abs(away.y())) <= _token(scale) / 2:
                return marker
        return None

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the markers."""
        if self.sheet is not None:
            self.draw(painter, painter.worldTransform().m11())

    def draw(self, painter: QPainter, scale: float) -> None:
        """Draw the markers as they are seen at a scale, in pixels to a scene unit."""
        size = _token(scale)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for marker in self.markers:
            if marker.kind == "level":
                self._level(painter, marker)
            else:
                box = QRectF(marker.at.x() - size / 2, marker.at.y() - size / 2, size, size)
                paint_token(painter, box, marker.kind)

    def _level(self, painter: QPainter, marker: Marker) -> None:
        assert self.sheet is not None
        cell = level_box(self.sheet.tracks[marker.place], len(self._tracks[marker.place]), 0)
        box = QRectF(marker.at.x() - cell.width() / 2, marker.at.y() - cell.height() / 2, cell.width(), cell.height())
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in (("#241c05", 11.0), ("#ffc61a", 6.5)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawRoundedRect(box, 6, 6)


def _token(scale: float) -> float:
    """Return the width of a marker at a scale: 15 pixels or more, but at most twice its size."""
    return max(TOKEN, min(2 * TOKEN, 15 / scale))


class TokenItem(QGraphicsItem):
    """A marker carried at the pointer."""

    def __init__(self) -> None:
        super().__init__()
        self.kind = ""
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def boundingRect(self) -> QRectF:
        """Return the room of a marker at its largest."""
        return QRectF(-TOKEN * 1.5, -TOKEN * 1.5, TOKEN * 3, TOKEN * 3)

    def show_kind(self, kind: str) -> None:
        """Show a kind of marker, "" for none."""
        self.kind = kind
        self.setVisible(bool(kind))
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the marker, larger than it will lie."""
        size = 1.3 * _token(painter.worldTransform().m11())
        paint_token(painter, QRectF(-size / 2, -size / 2, size, size), self.kind)


LIT = ("reach", "stop", "target", "answer", "source")
"""How places are lit: can be reached; reached and must stop; can be attacked; answers the question; is being used."""


class LightLayer(BoardLayer):
    """Places lit for a question or a drag, each kind in its own pattern; a word stands at places that answer."""

    def __init__(self) -> None:
        super().__init__()
        self.sheet: Sheet | None = None
        self.lit: dict[str, str] = {}
        self.words: dict[str, str] = {}
        self.above = LightWords(self)

    def lay(self, sheet: Sheet) -> None:
        """Take another map."""
        self.sheet, self.lit, self.words = sheet, {}, {}
        self.set_bounds(sheet.bounds)
        self.above.set_bounds(sheet.bounds)

    def light(self, places: Mapping[str, str], words: Mapping[str, str]) -> None:
        """Light places, each in a kind of LIT, and write words at some of them."""
        if (dict(places), dict(words)) != (self.lit, self.words):
            self.lit, self.words = dict(places), dict(words)
            self.update()
            self.above.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the lit places and their words."""
        if self.sheet is None:
            return
        palette = palettes.current()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        washes = _washes(palette)
        for place, kind in self.lit.items():
            paint_area(painter, self.sheet.region(place), washes[kind])


class LightWords(BoardLayer):
    """The words at lit places, such as the points of a way, over the counters and readable at every zoom."""

    def __init__(self, lights: LightLayer) -> None:
        super().__init__()
        self.lights = lights
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint each word on a plate above the number of its area."""
        sheet, palette = self.lights.sheet, palettes.current()
        if sheet is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tall = max(24.0, 12.0 / painter.worldTransform().m11())
        for place, words in self.lights.words.items():
            at = sheet.center(place) - QPointF(0, 1.5 * tall)
            painter.setPen(QPen(QColor(palette.ink), tall * 0.08))
            painter.setBrush(QColor(palette.paper))
            painter.drawEllipse(at, tall * 0.72, tall * 0.72)
            letter(painter, at, words, sans(tall, bold=True), palette.ink)


def _washes(palette: Palette) -> Mapping[str, Wash]:
    good, warn, bad = QColor(palette.good), QColor(palette.warn), QColor(palette.bad)
    halo = rgba("#ffffff", 130)
    return {
        "reach": Wash(fill=rgba(good, 80), edge=good, edge_width=2.6, halo=halo),
        "stop": Wash(rgba(warn, 50), rgba(warn, 170), "rising", 9, warn, 2.2, halo=halo),
        "target": Wash(rgba(bad, 46), rgba(bad, 140), "falling", 11, bad, 2.8, halo=halo),
        "answer": Wash(rgba(palette.glow, 130), edge=good, edge_width=3.0, style=Qt.PenStyle.DashLine, halo=halo),
        "source": Wash(edge=QColor(palette.gold), edge_width=4.0, halo=rgba(palette.ink, 160)),
    }
