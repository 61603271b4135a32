"""The board as a scene: the printed ground and the layers above it, what is under a point, what is lit."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from app.board.painted import Bubble
from app.board.painting import Painting
from app.board.tiles import TiledItem
from app.board.washes import AreaItem, Wash, rgba
from app.play.seat import SeatLike
from app.systems.striking_anvil.art import tokens as palettes
from app.systems.striking_anvil.art.tokens import Palette, paint_bridge
from app.systems.striking_anvil.board.geometry import SITE, Sheet, sheet_of, sheet_rect
from app.systems.striking_anvil.board.landscape import area_path
from app.systems.striking_anvil.board.margin import ControlItem, paint_cartouche, paint_frame, paint_legend
from app.systems.striking_anvil.board.marks import LightLayer, MarkersLayer, TokenItem
from app.systems.striking_anvil.board.names import MapNames, Towns
from app.systems.striking_anvil.board.relief import MapLines, Relief
from app.systems.striking_anvil.board.shapes import heading
from app.systems.striking_anvil.board.signs import TurnsLayer, paint_boxes, paint_discs, paint_tracks
from app.systems.striking_anvil.board.stacks import CarriedItem, StacksLayer
from rules.engine.frozen import frozen
from rules.striking_anvil.scenario import Scenario
from rules.striking_anvil.view import MONTHS, BridgeView, View

# --- The ground of a map in the scene: everything that is printed on the sheet -------------------------------------

_LOOK_MS = 60
"""Milliseconds between looks whether the relief is painted."""


class Ground:
    """Everything printed on the sheet of a scenario, painted in any size."""

    def __init__(self, sheet: Sheet, scenario: Scenario) -> None:
        self.sheet, self.scenario = sheet, scenario
        self._dice = {kind: terrain.die for kind, terrain in scenario.charts.terrain.items()}
        self.strokes, self.names, self.towns = MapLines(sheet), MapNames(sheet), Towns(sheet)
        self.relief = Relief(sheet)
        self._land = area_path(sheet.shapes.land)
        self._bridges: dict[str, tuple[bool, int]] = {}

    def paint(self, painter: QPainter, room: QRectF, lod: float, palette: Palette, *, wait: bool = True) -> None:
        """Paint a part of the sheet; `lod` is pixels of the window to a scene unit.

        Who does not wait may see it without relief.
        """
        painter.save()
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipRect(room, Qt.ClipOperation.IntersectClip)
        self._paint_relief(painter, room, palette, wait=wait)
        self.strokes.paint(painter, room, palette, lod)
        self.towns.paint(painter, room, palette)
        self._paint_bridges(painter, room, palette)
        paint_boxes(painter, self.sheet, palette, lod)
        paint_tracks(painter, self.sheet, self.scenario.charts.fortifications, palette, lod)
        self.names.paint(painter, room, palette, lod)
        paint_discs(painter, self.sheet, palette, lod)
        self._paint_margin(painter, palette, lod)
        painter.restore()

    def _paint_relief(self, painter: QPainter, room: QRectF, palette: Palette, *, wait: bool) -> None:
        image, bounds = self.relief.image(palette, wait=wait), self.sheet.bounds
        if image is None:
            self._paint_plain(painter, room, palette)
            return
        scale = image.width() / bounds.width()
        part = room.intersected(bounds).adjusted(-2, -2, 2, 2).intersected(bounds)
        source = QRectF((part.topLeft() - bounds.topLeft()) * scale, part.size() * scale)
        painter.drawImage(part, image, source)

    def set_bridges(self, bridges: Sequence[BridgeView]) -> list[QPointF]:
        """Take the bridges of a view; return where something has changed."""
        found = {bridge.border: (bridge.stands, bridge.waits or 0) for bridge in bridges}
        changed = [name for name, state in found.items() if self._bridges.get(name) != state]
        self._bridges = found
        return [at for name in changed if (at := self.sheet.crossing(name)) is not None]

    def _paint_bridges(self, painter: QPainter, room: QRectF, palette: Palette) -> None:
        for name, (stands, waits) in self._bridges.items():
            at, road = self.sheet.crossing(name), self.sheet.road(name)
            if at is None or road is None or not room.adjusted(-SITE, -SITE, SITE, SITE).contains(at):
                continue
            painter.save()
            painter.translate(at)
            painter.rotate(heading(road, at.x(), at.y()))
            size = 0.8 if self.sheet.map.borders[name].river == "minor" else 1.0
            paint_bridge(painter, size, stands, waits, palette)
            painter.restore()

    def _paint_plain(self, painter: QPainter, room: QRectF, palette: Palette) -> None:
        painter.fillRect(room, QColor(*palette.deep))
        painter.fillPath(self._land, QColor(*palette.beyond))
        for name, area in self.sheet.map.areas.items():
            painter.fillPath(self.sheet.outline(name), QColor(*palette.tint[area.terrain]))

    def _paint_margin(self, painter: QPainter, palette: Palette, lod: float) -> None:
        own = self.sheet.landscape
        paint_frame(painter, self.sheet.bounds, palette)
        if own.cartouche is not None:
            paint_cartouche(painter, sheet_rect(own.cartouche), "Striking the Anvil", self._dates(), palette, lod)
        if own.legend is not None:
            paint_legend(painter, sheet_rect(own.legend), self._dice, palette, lod)

    def _dates(self) -> str:
        first, last = self.scenario.dates(1)[0], self.scenario.dates(self.scenario.turns)[1]
        start = f"{first.day} {MONTHS[first.month - 1]}" if first.month != last.month else str(first.day)
        place = self.sheet.landscape.title
        return f"{place}, {start} to {last.day} {MONTHS[last.month - 1]} {last.year}"


class GroundItem(TiledItem):
    """The ground in the scene, from tiles; the relief comes in when it is painted."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground.sheet.bounds, self._paint_part, palettes.current().paper)
        self.printed = ground
        self._wait = False
        self._look = QTimer(self)
        self._look.setInterval(_LOOK_MS)
        self._look.timeout.connect(self._come_in)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint the exposed part; a picture waits for the relief."""
        self._wait = widget is None
        super().paint(painter, option, widget)
        self._wait = False

    def _paint_part(self, painter: QPainter, room: QRectF, lod: float) -> None:
        self.printed.paint(painter, room, lod / self.ratio, palettes.current(), wait=self._wait)
        if self.printed.relief.is_pending:
            self._look.start()

    def _come_in(self) -> None:
        if not self.printed.relief.is_pending:
            self._look.stop()
            self.restyle()

    def restyle(self) -> None:
        """Draw everything anew in the colours of the present theme."""
        self.renew(palettes.current().paper)

    def is_settled(self) -> bool:
        """Tell whether the ground is drawn as finely as the zoom allows, with its relief."""
        return not self._look.isActive() and super().is_settled()

    def show_bridges(self, bridges: Sequence[BridgeView]) -> None:
        """Show which bridges of a view stand, and which are being built."""
        changed = self.printed.set_bridges(bridges)
        self.redraw(QRectF(at.x() - SITE, at.y() - SITE, 2 * SITE, 2 * SITE) for at in changed)


# --- The board of a game as a scene: layers from the ground up, what is under a point, what is lit -----------------
# For whoever plays on it: `lay` a map, `show` each view, `pick` what is under the pointer. Places are the ids of areas
# and boxes, units those of the view. Everything else here changes only what is seen:
#
# - `hover`, `point_at`: the edge under the pointer, the cursor of the keyboard;
# - `light`: places for a question or a drag, in the kinds of `marks.LIT`, with words;
# - `select`, `offer`: gold and dashed rims of counters;
# - `fan_out`, `fold`: one stack laid out, so that each of its counters can be picked;
# - `carry`, `lay_down`: counters at the pointer, gone from their stacks meanwhile;
# - `bubble`: words beside the pointer;
# - `control`: the washes of control; hide the item to see the map without.

CONTROL, LIT, MARKERS, HOVER, STACKS, CURSOR, ABOVE, CARRIED, WORDS = 1.0, 5.0, 10.0, 15.0, 20.0, 30.0, 31.0, 50.0, 60.0
"""Heights of the layers."""


@frozen
class Spot:
    """What is under a point: place, the side of a stack or fan there, a counter, a bridge site, a kind of marker."""

    place: str = ""
    side: str = ""
    unit: str = ""
    site: str = ""
    marker: str = ""


class BoardScene(QGraphicsScene):
    """The layers of the board. `scale_now` must be kept at the zoom of the view, in pixels to a scene unit."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sheet: Sheet | None = None
        self.scale_now = 1.0
        self.ground: GroundItem | None = None
        self.control: ControlItem | None = None
        self.lights, self.markers = LightLayer(), MarkersLayer()
        self.stacks, self.turns = StacksLayer(), TurnsLayer()
        self.carried, self.token = CarriedItem(self.stacks), TokenItem()
        self.hovered, self.cursor, self.bubble = AreaItem(), AreaItem(), Bubble()
        for height, item in (
            (CONTROL, self.turns),
            (LIT, self.lights),
            (MARKERS, self.markers),
            (STACKS, self.stacks),
            (HOVER, self.hovered),
            (CURSOR, self.cursor),
            (ABOVE, self.lights.above),
            (CARRIED, self.carried),
            (CARRIED, self.token),
            (WORDS, self.bubble),
        ):
            item.setZValue(height)
            self.addItem(item)

    # --- the game ------------------------------------------------------------------------------------------------

    def lay(self, scenario: Scenario) -> Sheet:
        """Lay the map of a scenario and clear everything that lay on the last one."""
        self.sheet = sheet = sheet_of(scenario.map)
        for item in (self.ground, self.control):
            if item is not None:
                self.removeItem(item)
        self.ground, self.control = GroundItem(Ground(sheet, scenario)), ControlItem(sheet)
        self.control.setZValue(CONTROL)
        self.addItem(self.ground)
        self.addItem(self.control)
        self.lights.lay(sheet)
        self.markers.lay(sheet, scenario.charts.fortifications)
        self.stacks.lay(sheet)
        self.turns.lay(sheet, scenario)
        self.lay_down()
        for edge in (self.hovered, self.cursor):
            edge.show_areas([])
        self.bubble.hush()
        return sheet

    def show(self, view: View) -> None:
        """Show a view of the game."""
        assert self.ground is not None and self.control is not None
        self.control.show_sides({area.id: area.side for area in view.areas})
        self.ground.show_bridges(view.bridges)
        self.markers.show_view(view)
        self.stacks.show(view)
        self.turns.show_view(view)

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        if self.ground is not None and self.control is not None:
            self.ground.restyle()
            self.control.renew(None)
        self.stacks.restyle()
        self.update()

    def set_in_motion(self, moving: bool) -> None:
        """Do nothing: the ground stretches its tiles by itself while a zoom is under way."""

    @property
    def is_settled(self) -> bool:
        """Tell whether ground and control are drawn as finely as the zoom allows."""
        items = [item for item in (self.ground, self.control) if item is not None and item.isVisible()]
        return all(item.is_settled() for item in items)

    # --- picking -------------------------------------------------------------------------------------------------

    def pick(self, point: QPointF) -> Spot:
        """Return what is at a scene point; the uppermost first: fan, counters, markers, bridge sites, places."""
        if self.sheet is None:
            return Spot()
        lying = self.stacks.at(point, self.scale_now)
        if lying is not None:
            return Spot(lying.place, lying.side, lying.unit)
        marker = self.markers.at(point, self.scale_now)
        if marker is not None:
            return Spot(marker.place, marker=marker.kind)
        return Spot(self.sheet.place_at(point), site=self.sheet.site_at(point))

    # --- what is seen --------------------------------------------------------------------------------------------

    def hover(self, place: str) -> None:
        """Show the edge of the place under the pointer, "" for none."""
        self.hovered.show_areas([self._edge(place, "#ffffff", 1.8, QColor(40, 30, 10, 150))] if place else [])

    def point_at(self, place: str) -> None:
        """Put the cursor of the keyboard on a place, "" for none."""
        self.cursor.show_areas([self._edge(place, "#ffd54a", 3.4, QColor("#1d1604"), dashed=True)] if place else [])

    def _edge(self, place: str, colour: str, width: float, halo: QColor, *, dashed: bool = False) -> tuple[Any, Wash]:
        assert self.sheet is not None
        style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        return self.sheet.region(place), Wash(edge=QColor(colour), edge_width=width, style=style, halo=rgba(halo, 160))

    def light(self, places: Mapping[str, str], words: Mapping[str, str] | None = None) -> None:
        """Light places, each in a kind of `marks.LIT`, with a word at some; an empty mapping puts them out."""
        self.lights.light(places, words or {})

    def select(self, units: Collection[str]) -> None:
        """Show which counters are chosen."""
        self.stacks.selected = frozenset(units)
        self.stacks.update()

    def offer(self, units: Collection[str]) -> None:
        """Show which counters could be chosen."""
        self.stacks.candidates = frozenset(units)
        self.stacks.update()

    def fan_out(self, place: str, side: str) -> bool:
        """Lay a stack out; return False if there is none."""
        found = self.stacks.stack(place, side) is not None
        self.stacks.fan = (place, side) if found else None
        self.stacks.update()
        return found

    def fold(self) -> None:
        """Put the fanned stack together again."""
        self.stacks.fan = None
        self.stacks.update()

    @property
    def fan(self) -> tuple[str, str] | None:
        """The place and side of the stack that is laid out, or None."""
        return self.stacks.fan

    def carry(self, units: Collection[str], point: QPointF) -> None:
        """Show counters at the pointer, and no longer in their stacks."""
        if frozenset(units) != self.stacks.held:
            self.stacks.held = frozenset(units)
            self.carried.show_units(units)
            self.stacks.update()
        self.carried.setPos(point)

    def carry_token(self, kind: str, point: QPointF) -> None:
        """Show a marker at the pointer, "" for none."""
        self.token.show_kind(kind)
        self.token.setPos(point)

    def lay_down(self) -> None:
        """Put what is carried back where the view has it."""
        self.stacks.held = frozenset()
        self.carried.show_units(())
        self.stacks.update()

    # --- pictures ------------------------------------------------------------------------------------------------

    def painting(self, size: QSize, room: QRectF | None = None) -> Painting:
        """Return a painting of the board, or of a part of it, as large as fits."""
        assert self.sheet is not None
        return Painting(self, room if room is not None else self.sheet.bounds, size, palettes.current().table)


# --- Pictures of the board, drawn without a window -----------------------------------------------------------------


def preview(scenario: Any, size: QSize) -> QImage:
    """Return the map of a scenario, as large as fits."""
    scene = BoardScene()
    scene.lay(scenario)
    return scene.painting(size).whole()


def draw(seat: SeatLike, size: QSize, zoom: float = 0.0) -> QImage:
    """Return a picture of the board; as large as fits at zoom 0, else the middle of it at a scale."""
    scene = BoardScene()
    sheet = scene.lay(seat.scenario)
    scene.show(seat.view())
    if not zoom:
        return scene.painting(size).whole()
    room = QRectF(QPointF(), QSizeF(size.width() / zoom, size.height() / zoom))
    room.moveCenter(sheet.bounds.center())
    return scene.painting(size, room).whole()
