"""The board of a draft of Striking the Anvil: counters are put into areas and boxes, moved, turned over, taken off."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPixmap
from PySide6.QtWidgets import QMenu

from app.board.controller import ARROWS
from app.board.painted import pixmap_of
from app.panels.menus import add_title, fill
from app.systems.striking_anvil.art import tokens as palettes
from app.systems.striking_anvil.art.counters import paint_counter
from app.systems.striking_anvil.board.geometry import Sheet
from app.systems.striking_anvil.board.scene import BoardScene, Spot
from app.systems.striking_anvil.seen import NOTHING
from app.systems.striking_anvil.workshop.drops import DropsLayer
from app.workshop.board import BaseDraftBoard, BoardDeeds
from rules.striking_anvil.scenario import SIDES, Scenario
from rules.striking_anvil.view import View


class CounterDeeds(BoardDeeds, Protocol):
    """What the gestures of a board mean whose counters have two sides and whose bridges may be down."""

    def turn_over(self, piece: str) -> None: ...
    def turn_bridge(self, site: str) -> None: ...


class AnvilDraftBoard(BaseDraftBoard):
    """Show what lies on the table of a draft; who is still to come lies in his box, or under a parachute."""

    def __init__(self, deeds: CounterDeeds, parent: QObject | None = None) -> None:
        self.scene = BoardScene()
        super().__init__(deeds, self.scene, parent)
        self.scene.setParent(self)
        self.counters, self.drops = deeds, DropsLayer()
        self.drops.setZValue(self.scene.stacks.zValue() + 0.5)
        self.scene.addItem(self.drops)
        self.view.zoomed.connect(self._zoomed)
        self.shown: View = NOTHING
        self._laid: tuple[object, ...] = ()

    # --- showing -------------------------------------------------------------------------------------------------

    def show(self, scenario: Scenario, view: View) -> None:
        """Show a scenario that may have faults; its map is laid anew only where that, or the days, are others."""
        laid = scenario.map, scenario.charts.fortifications, scenario.date, scenario.turns
        if laid != self._laid:
            self._laid = laid
            sheet = self.scene.lay(scenario)
            self.view.setBackgroundBrush(QColor(palettes.current().table))
            self.view.set_board(sheet.bounds)
        self.shown = view
        self.scene.show(view)
        if self._sheet is not None:
            self.drops.show_drops(scenario.drops, self._sheet)
        self.refresh()

    def refresh(self) -> None:
        """Show which counter is marked."""
        self.scene.select([self.marked])

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        self.scene.restyle()
        self.view.setBackgroundBrush(QColor(palettes.current().table))

    def _zoomed(self, scale: float) -> None:
        self.scene.scale_now = scale

    def icon(self, piece: str, size: int) -> QPixmap | None:
        """Return a counter, `size` pixels high."""
        look, ratio, inset = self.scene.stacks.looks.get(piece), self.view.devicePixelRatioF(), size * 0.1
        if look is None:
            return None
        box = QRectF(inset, inset, size - 2 * inset, size - 2 * inset)
        return pixmap_of(size, size, ratio, lambda painter: paint_counter(painter, box, look, size * ratio))

    def show_cursor(self, at: str) -> None:
        """Show the cursor of the keyboard on an area or box, or none."""
        self.scene.point_at(at)

    def show_pointer(self, at: str) -> None:
        """Show the edge of the area or box under the pointer, or none."""
        self.scene.hover(at)

    def show_ghost(self, piece: str) -> None:
        """Show what is carried, or nothing."""
        if piece in self.shown.units:
            self.scene.carry([piece], self.scene.carried.pos())
        else:
            self.scene.lay_down()

    def move_ghost(self, point: QPointF) -> None:
        """Move what is carried."""
        self.scene.carried.setPos(point)

    # --- where areas and counters lie ------------------------------------------------------------------------------

    @property
    def _sheet(self) -> Sheet | None:
        return self.scene.sheet

    def piece_at(self, point: QPointF) -> str:
        """Return the counter under a point."""
        return self.scene.pick(point).unit

    def hex_under(self, point: QPointF) -> str:
        """Return the area or box under a point: that of a counter that lies there."""
        return self.scene.pick(point).place

    def hex_for(self, point: QPointF) -> str:
        """Return the area or box into which a counter is dropped, whatever lies there."""
        return self._sheet.place_at(point) if self._sheet is not None else ""

    def center(self, at: str) -> QPointF:
        """Return the middle of an area or box in the scene."""
        return self._sheet.center(at) if self._sheet is not None else QPointF()

    def place_of(self, piece: str) -> str:
        """Return the area or box where a counter is seen, or ""."""
        unit = self.shown.units.get(piece)
        return unit.at if unit is not None and self._sheet is not None and unit.at in self._sheet.places else ""

    def pieces_in(self, at: str) -> list[str]:
        """Return the counters of an area or box, the uppermost first."""
        stacks = (self.scene.stacks.stack(at, side) for side in SIDES)
        return [unit for stack in stacks if stack is not None for unit in stack.units]

    @property
    def first(self) -> str:
        """Return the first area of the map."""
        return next(iter(self._sheet.places), "") if self._sheet is not None else ""

    def beside(self, at: str, event: QKeyEvent) -> str:
        """Return the area or box to which an arrow moves the cursor."""
        return self._sheet.beside(at, ARROWS[Qt.Key(event.key())]) if self._sheet is not None else ""

    def moves_cursor(self, event: QKeyEvent) -> bool:
        """Tell whether a key is an arrow."""
        return event.key() in ARROWS

    # --- stacks, sides, bridges ------------------------------------------------------------------------------------

    def tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Put the counter that is loaded, or lay the stack there out and mark its counter."""
        spot, fan, loaded = self.scene.pick(point), self.scene.fan, self.loaded
        super().tap(point, modifiers)
        hides = spot.unit and self._sheet is not None and not self._sheet.slots(spot.place, spot.side, 1)
        if hides and not loaded:
            self.scene.fan_out(spot.place, spot.side)
        elif fan is not None and fan != (spot.place, spot.side):
            self.scene.fold()

    def double_tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Turn the counter there over; build or blow the bridge there."""
        spot = self.scene.pick(point)
        if spot.unit:
            self.counters.turn_over(spot.unit)
        elif spot.site:
            self.counters.turn_bridge(spot.site)

    def menu(self, point: QPointF, where: QPoint) -> None:
        """Offer what can be done with the counter there or the one marked, with the area, and with all others in it."""
        by_key = point.x() != point.x()  # not a number
        spot = Spot(self.at) if by_key else self.scene.pick(point)
        at, here = spot.place, self.pieces_in(spot.place)
        if not at:
            return
        menu = QMenu(self.view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        piece = spot.unit or (self.marked if self.marked in here else "")
        if piece:
            self.pick(piece)
            add_title(menu, self.deeds.name_of(piece))
            fill(menu, self.deeds.piece_entries(piece))
        add_title(menu, self.deeds.words_at(at))
        fill(menu, self.deeds.hex_entries(at))
        others = [(self.deeds.name_of(each), self.deeds.piece_entries(each)) for each in here if each != piece]
        if others:
            fill(menu, [("Other counters here" if piece else "Counters here", others)])
        menu.popup(where)

    def wants_key(self, event: QKeyEvent) -> bool:
        """Keep the key that turns a counter over from the window, too."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return super().wants_key(event) or (plain and event.key() == Qt.Key.Key_E)

    def key(self, event: QKeyEvent) -> bool:
        """Turn the marked counter over; move the cursor, put or take off the counter that is marked."""
        if self.wants_key(event) and event.key() == Qt.Key.Key_E and self.place_of(self.marked):
            self.counters.turn_over(self.marked)
        return super().key(event)
