"""The scene of the board and its layers, from the ground up to night and the words under the pointer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from PySide6.QtCore import QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from app import theme
from app.board.legend import Layer, Overlay, Overlays
from app.board.painted import BoardLayer, Bubble, CursorItem, ReticleItem
from app.board.washes import AreaItem, union_path
from app.systems.company_scale.board.counters.layer import CounterLayer, PictureCache, PlacedCounter
from app.systems.company_scale.board.effects import DRAWINGS, WORKS, EffectsItem
from app.systems.company_scale.board.markers import TOKEN, Chip, ChipLayer
from app.systems.company_scale.board.overlays import ReachItem
from app.systems.company_scale.board.stacks import COUNTER, FanPlan
from app.systems.company_scale.board.token_art import Token
from app.systems.company_scale.board.trails import ArrowsItem, SightItem, TrailItem
from rules.company_scale.records.view import MarkerView

# --- Night over the map: the ground is dark except for hexes that are lit up (8.7.3) -------------------------------

DARKNESS = {"light": QColor(16, 24, 66, 118), "dark": QColor(4, 8, 26, 86)}
"""Colour over the ground at night, by theme."""
DUSK_COLOURS = {"light": QColor(16, 24, 66, 74), "dark": QColor(4, 8, 26, 60)}
"""Colour over dots, numbers and names as well."""
_GLOW = ((16.0, 34), (9.0, 70), (4.0, 120))
"""The edge of lit ground: widths in scene units and opacities of the light that spills over it."""


def lit_hexes(markers: Iterable[MarkerView]) -> frozenset[str]:
    """Return the hexes that markers light up: illuminated or on fire."""
    return frozenset(m.hex for m in markers if m.kind in ("illumination", "on_fire"))


class NightItem(BoardLayer):
    """Darken the ground on night turns; `above` the marks on it, less."""

    def __init__(self, *, above: bool = False) -> None:
        super().__init__()
        self.above = above
        self.lit: frozenset[str] = frozenset()
        self.hide()

    def show_night(self, night: bool, markers: Iterable[MarkerView]) -> None:
        """Show night, lit by these markers, or day."""
        lit = lit_hexes(markers) if night else frozenset()
        if night != self.isVisible() or lit != self.lit:
            self.lit = lit
            self.setVisible(night)
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the dark and the glow at the edge of lit ground."""
        dark = (DUSK_COLOURS if self.above else DARKNESS)[theme.current().name]
        if not self.lit:
            painter.fillRect(option.exposedRect, dark)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        light, shade = union_path(self.lit), QPainterPath()
        shade.addRect(self._bounds)
        shade.addPath(light)  # what lies in both is left out: a path is filled by the odd-even rule
        painter.fillPath(shade, dark)
        if self.above:
            return
        for width, alpha in _GLOW:
            pen = QPen(QColor(255, 226, 140, alpha), width, Qt.PenStyle.SolidLine)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(light, pen)


# --- The scene of the board and its layers, from the ground up to the words under the pointer ----------------------

Item = TypeVar("Item", bound=QGraphicsItem)
FIGURES = 48
"""The points left in a reach lie above names and dots (45) and under counters."""
NIGHT, EFFECTS, DUG, DUSK = 1, 2, 33, 46
"""Night and barrages lie on the ground, under every overlay; works above the rims of victory hexes (32); dusk dims
the marks on the ground (45), so that counters stand out."""
GROUND, ZONES, SIGHT, REACH, CURSOR, COUNTERS, CHIPS, TRAIL, LINE, FAN, GHOST, WORDS = range(0, 120, 10)


class FanItem(QGraphicsItem):
    """A stack fanned out on a dark plate, its counters readable at any zoom."""

    def __init__(self, cache: PictureCache) -> None:
        super().__init__()
        self.hex: int | None = None
        self.plan: FanPlan | None = None
        self.counters = CounterLayer(cache, self)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.hide()

    def open(self, at: int, plan: FanPlan, pieces: dict[str, PlacedCounter]) -> None:
        """Show the pieces of a stack where the plan puts them."""
        self.prepareGeometryChange()
        self.hex, self.plan = at, plan
        self.counters.set_bounds(plan.plate.adjusted(-20, -20, 20, 20))
        self.counters.set_pieces(pieces)
        self.show()
        self.update()

    def close(self) -> None:
        """Fold the stack again."""
        self.hex, self.plan = None, None
        self.hide()

    def covers(self, point: QPointF) -> bool:
        """Tell whether the plate of the open fan lies over a scene point."""
        return self.plan is not None and self.plan.plate.contains(point)

    def boundingRect(self) -> QRectF:
        """Return the bounds of the plate and its shadow."""
        return QRectF() if self.plan is None else self.plan.plate.adjusted(-8, -8, 12, 14)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the plate."""
        if self.plan is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius = self.plan.size * 0.14
        for offset, alpha in ((6.0, 30), (4.0, 45), (2.0, 60)):
            shade = QPainterPath()
            shade.addRoundedRect(self.plan.plate.translated(offset * 0.6, offset), radius, radius)
            painter.fillPath(shade, QColor(0, 0, 0, alpha))
        painter.setPen(QPen(QColor("#f2e6c3"), 1.6))
        painter.setBrush(QColor(43, 37, 27, 232))
        painter.drawRoundedRect(self.plan.plate, radius, radius)


class BoardScene(QGraphicsScene):
    """The layers of the board; `set_bounds` sizes them, `set_ground` puts a map under them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.cache = PictureCache()
        self.ground: list[QGraphicsItem] = []
        self.zones = self._put(AreaItem(), ZONES)
        self.sight = self._put(AreaItem(), SIGHT)
        self.reach = self._put(ReachItem(), REACH)
        self.figures = self._put(self.reach.figures, FIGURES)
        self.choices = self._put(AreaItem(), REACH)
        self.pointer = self._put(CursorItem(bold=False), CURSOR)
        self.night = self._put(NightItem(), NIGHT)
        self.dusk = self._put(NightItem(above=True), DUSK)
        self.effects = self._put(EffectsItem(DRAWINGS.keys() - set(WORKS)), EFFECTS)
        self.works = self._put(EffectsItem(WORKS), DUG)
        self.counters = self._put(CounterLayer(self.cache), COUNTERS)
        self.chips = self._put(ChipLayer(), CHIPS)
        self.arrows = self._put(ArrowsItem(), TRAIL)
        self.trail = self._put(TrailItem(), TRAIL)
        self.plan = self._put(TrailItem(), TRAIL)
        self.line = self._put(SightItem(), LINE)
        self.cursor = self._put(CursorItem(bold=True), LINE)
        self.reticle = self._put(ReticleItem(), LINE)
        self.fan = self._put(FanItem(self.cache), FAN)
        self.ghost = self._put(CounterLayer(self.cache), GHOST)
        self.ghost_token = ChipLayer(self.ghost)
        self.words = self._put(Bubble(), WORDS)
        self.ghost.hide()
        self.overlays = Overlays(self)
        layers: tuple[tuple[str, Layer, str], ...] = (
            ("choices", self.choices, ""),
            ("reach", self.reach, ""),
            ("sight", self.sight, "V"),
            ("zones", self.zones, "Z"),
        )
        for key, layer, shortcut in layers:
            self.overlays.add(Overlay(key, layer, shortcut))

    def _put(self, item: Item, level: int) -> Item:
        item.setZValue(level)
        self.addItem(item)
        return item

    def set_ground(self, items: Sequence[QGraphicsItem]) -> None:
        """Replace the map under the layers; items without a z value lie lowest."""
        for old in self.ground:
            self.removeItem(old)
        self.ground = list(items)
        for item in self.ground:
            if item.scene() is not self:
                self.addItem(item)

    def sweep(self) -> None:
        """Take off the ground, the counters and all that is shown over them."""
        self.set_ground(())
        for areas in (self.zones, self.sight, self.choices):
            areas.show_areas([])
        for mark in (self.pointer, self.cursor, self.reticle):
            mark.show_hex(None)
        for path in (self.trail, self.plan):
            path.show_trail(None)
        for markers in (self.effects, self.works):
            markers.show_markers(())
        self.show_night(False, ())
        self.reach.show_reach([])
        self.line.show_line(None)
        self.arrows.show_arrows([])
        self.counters.set_pieces({})
        self.counters.set_badges({})
        self.chips.set_chips([])
        self.fan.close()
        self.show_ghost(())
        self.words.hush()

    def show_night(self, night: bool, markers: Iterable[MarkerView]) -> None:
        """Darken the map at night but for what markers light up, or show day."""
        for item in (self.night, self.dusk):
            item.show_night(night, markers)

    def set_bounds(self, bounds: QRectF) -> None:
        """Set the bounds of the board."""
        room = bounds.adjusted(-60, -60, 60, 60)
        self.setSceneRect(room)
        self.night.set_bounds(bounds)
        self.dusk.set_bounds(bounds)
        self.effects.set_bounds(room)
        self.works.set_bounds(room)
        self.counters.set_bounds(room)
        self.chips.set_bounds(room)

    def set_in_motion(self, moving: bool) -> None:
        """Tell the layers whether the view is zooming."""
        self.counters.set_in_motion(moving)
        self.fan.counters.set_in_motion(moving)

    # --- what lies under a point ---------------------------------------------------------------------------------

    def unit_at(self, point: QPointF) -> str | None:
        """Return the uppermost counter under a point, in the open fan first."""
        counters = self.fan.counters if self.fan.covers(point) else self.counters
        return next(iter(counters.pieces_at(point)), None)

    def token_at(self, point: QPointF) -> str | None:
        """Return the support weapon or leader under a point; an open fan lies over them."""
        chip = None if self.fan.covers(point) else self.chips.chip_at(point)
        return (chip.unit or None) if chip is not None else None

    # --- what is carried -----------------------------------------------------------------------------------------

    def show_ghost(self, pieces: Sequence[PlacedCounter], token: Token | None = None) -> None:
        """Show what is carried, its lowest counter at the origin of the ghost, or the support weapon or leader."""
        side = COUNTER * 3
        for layer in (self.ghost, self.ghost_token):
            layer.set_bounds(QRectF(-side, -side, 2 * side, 2 * side))
        self.ghost_token.set_chips([] if token is None else [Chip(token, QPointF(), TOKEN)])
        self.ghost.set_pieces({str(i): piece for i, piece in enumerate(pieces)})
        self.ghost.setVisible(bool(pieces) or token is not None)

    def move_ghost(self, at: QPointF) -> None:
        """Carry the ghost to a scene point."""
        self.ghost.setPos(at)
