"""The board of a game as a scene: layers from the ground up, what is under a point, what is lit.

For whoever plays on it: `lay` a map, `show` each view, `pick` what is under the pointer. Places are the ids of areas
and boxes, units those of the view. Everything else here changes only what is seen:

- `hover`, `point_at`: the edge under the pointer, the cursor of the keyboard;
- `light`: places for a question or a drag, in the kinds of `marks.LIT`, with words;
- `select`, `offer`: gold and dashed rims of counters;
- `fan_out`, `fold`: one stack laid out, so that each of its counters can be picked;
- `carry`, `lay_down`: counters at the pointer, gone from their stacks meanwhile;
- `bubble`: words beside the pointer;
- `control`: the washes of control; hide the item to see the map without.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene

from app.board.bubble import Bubble
from app.board.washes import AreaItem, Wash, rgba
from app.systems.striking_anvil.art import palette as palettes
from app.systems.striking_anvil.board.control import ControlItem
from app.systems.striking_anvil.board.geometry import Sheet, sheet_of
from app.systems.striking_anvil.board.ground import Ground, GroundItem
from app.systems.striking_anvil.board.marks import LightLayer, MarkersLayer, TokenItem
from app.systems.striking_anvil.board.stacks import CarriedItem, StacksLayer
from app.systems.striking_anvil.board.turns import TurnsLayer
from rules.striking_anvil.scenario import Scenario

CONTROL, LIT, MARKERS, HOVER, STACKS, CURSOR, ABOVE, CARRIED, WORDS = 1.0, 5.0, 10.0, 15.0, 20.0, 30.0, 31.0, 50.0, 60.0
"""Heights of the layers."""


@dataclass(frozen=True, slots=True)
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
            (CONTROL, self.turns), (LIT, self.lights), (MARKERS, self.markers),
            (STACKS, self.stacks), (HOVER, self.hovered), (CURSOR, self.cursor),
            (ABOVE, self.lights.above),
            (CARRIED, self.carried), (CARRIED, self.token), (WORDS, self.bubble),
        ):  # fmt: skip
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

    def show(self, view: Mapping[str, Any]) -> None:
        """Show a view of the game."""
        assert self.ground is not None and self.control is not None
        self.control.show_sides({area["id"]: area["side"] for area in view["areas"]})
        self.ground.show_bridges(view["bridges"])
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

    def picture(self, size: QSize, room: QRectF | None = None) -> QImage:
        """Return the board, or a part of it, as large as fits."""
        assert self.sheet is not None
        part = room if room is not None else self.sheet.bounds
        fitted = part.size().scaled(QSizeF(size), Qt.AspectRatioMode.KeepAspectRatio)
        image = QImage(fitted.toSize(), QImage.Format.Format_RGB32)
        image.fill(QColor(palettes.current().table))
        painter = QPainter(image)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self.render(painter, QRectF(image.rect()), part)
        painter.end()
        return image
