"""The board of a draft of Battle Cards: units and obstacles are put and moved, ground is painted with a brush."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QColor, QKeyEvent

from app.board.controller import ARROWS
from app.board.washes import Wash, rgba
from app.systems.command_cards.art import palette as palettes
from app.systems.command_cards.art.counters import Look
from app.systems.command_cards.board.board import CARRIED, BoardScene
from app.systems.command_cards.board.geometry import FOOT, as_printed, beside, center, hex_at, hex_path, whole
from app.systems.command_cards.board.layers import UnitItem
from app.systems.command_cards.board.plans import Marks
from app.systems.command_cards.seen import NOTHING
from app.systems.command_cards.workshop.arrivals import ArrivalsLayer
from app.workshop.board import BaseDraftBoard, BoardDeeds, DraftView
from rules.command_cards.charts import house_charts
from rules.command_cards.hexes import NEIGHBOURS, SECTIONS, distance
from rules.command_cards.loading.ground_gestures import course
from rules.command_cards.state import Scenario
from rules.command_cards.view import UnitView, View
from rules.engine.english import counted

ARRIVING = 19.0
"""The height of those who come later: over the counters, under obstacles."""


class BrushDeeds(BoardDeeds, Protocol):
    """What the gestures of a board mean whose ground can be painted."""

    def is_brush(self, piece: str) -> bool:
        """Tell whether a piece of the tray paints every hex it is drawn across."""
        ...

    def paint(self, brush: str, places: Sequence[str]) -> None: ...

    def look_of(self, piece: str) -> Look | None:
        """Return how a unit of the tray looks, None for anything else."""
        ...


class PrintedView(DraftView):
    """A view that shows the board as it is printed, from whichever edge a game in another window is seen."""

    def event(self, event: QEvent) -> bool:
        """Take keys and all else that comes to the view."""
        with as_printed():
            return super().event(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Paint, and take what the pointer does."""
        with as_printed():
            return super().viewportEvent(event)


class CardsBoard(BaseDraftBoard):
    """Show what lies on the board of a draft. A piece on it goes by its hex, one of the tray by its kind."""

    first = "E7"
    view_type = PrintedView

    def __init__(self, deeds: BrushDeeds, parent: QObject | None = None) -> None:
        self.scene = BoardScene()
        super().__init__(deeds, self.scene, parent)
        self.scene.setParent(self)
        self.arrivals = ArrivalsLayer()
        self.arrivals.setZValue(ARRIVING)
        self.scene.addItem(self.arrivals)
        self._night = ("", "")
        self.scene.stands.notes = lambda: self._night
        self.brushes = deeds
        self.view.margin = 3
        self.view.setBackgroundBrush(QColor(palettes.current().table))
        self.view.set_board(whole())
        self.shown: View = NOTHING
        self.stroke: list[str] = []
        self._units: dict[str, UnitItem] = {}
        self._ghost: UnitItem | None = None
        self._scenario: Scenario | None = None
        self._charts = house_charts()

    # --- showing -------------------------------------------------------------------------------------------------

    def show(self, scenario: Scenario, view: View) -> None:
        """Show a scenario that may have faults; its ground is painted anew only where it is another one.

        A mark goes with what it was on: a hex from which that is gone is not marked any more.
        """
        scene, before, had_unit = self.scene, self._scenario, self.unit_in(self.marked) is not None
        self._charts = scene.stands.charts = scenario.charts
        if before is None or before.map != scenario.map:
            scene.ground.lay(scenario.map)
            scene.names.map = scenario.map
            scene.names.update()
        if before is None or before.exits != scenario.exits:
            scene.marks.show_exits(scenario.exits)
        if self._night != (night := night_words(scenario)):
            self._night = night
            scene.stands.update()
        sides = {seat: replace(side, cards=scenario.sides[seat].hand) for seat, side in view.sides.items()}
        self._scenario, self.shown = scenario, replace(view, sides=sides)  # nothing has been dealt yet
        scene.sections.light(view.sides[view.turn].edge, frozenset(SECTIONS))
        is_there = self.unit_in(self.marked) is not None if had_unit else bool(self.place_of(self.marked))
        if self.marked in NEIGHBOURS and not is_there:
            self.pick("")
        self.refresh()

    def refresh(self) -> None:
        """Show the pieces with what is marked and carried."""
        if self.shown is not NOTHING:
            with as_printed():
                self._lay_out(self.shown, self.scene)

    def _lay_out(self, view: View, scene: BoardScene) -> None:
        for name in [name for name in self._units if name not in view.units]:
            scene.removeItem(self._units.pop(name))
        for name, unit in view.units.items():
            if name not in self._units:
                self._units[name] = UnitItem(self._look_of(unit))
                self._units[name].setZValue(10)
                scene.addItem(self._units[name])
            item = self._units[name]
            item.show_look(self._look_of(unit))
            item.setPos(center(unit.hex) + FOOT)
            item.setOpacity(0.35 if unit.hex == self.carried else 1.0)
        marked = next((name for name, unit in view.units.items() if unit.hex == self.marked), "")
        scene.stands.show_sides(view.sides, view.turn)
        self.arrivals.show_due(view.due, self._charts)
        scene.front.show_obstacles(view.obstacles)
        scene.marks.show_marks(view, Marks(), marked)

    def _look_of(self, unit: UnitView) -> Look:
        return Look.of(unit, self._charts)

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        self.scene.ground.restyle()
        self.view.setBackgroundBrush(QColor(palettes.current().table))
        self.scene.update()

    def show_cursor(self, at: str) -> None:
        """Show the cursor of the keyboard in a hex, or none."""
        edge = Wash(edge=QColor("#ffd54a"), edge_width=3.2, style=Qt.PenStyle.DashLine, halo=QColor("#1d1604"))
        self.scene.cursor.show_areas([(hex_path(at, 0.95), edge)] if at else [])

    def show_pointer(self, at: str) -> None:
        """Show the hex under the pointer, or none."""
        edge = Wash(edge=QColor("#ffffff"), edge_width=1.6, halo=QColor(40, 30, 10, 150))
        self.scene.hovered.show_areas([(hex_path(at, 0.95), edge)] if at else [])

    def show_ghost(self, piece: str) -> None:
        """Show what is carried, or nothing."""
        if self._ghost is not None:
            self.scene.removeItem(self._ghost)
            self._ghost = None
        unit = self.unit_in(piece)
        look = self._look_of(unit) if unit is not None else self.brushes.look_of(piece)
        if look is not None:
            self._ghost = UnitItem(look)
            self._ghost.setZValue(CARRIED)
            self.scene.addItem(self._ghost)

    def move_ghost(self, point: QPointF) -> None:
        """Move what is carried."""
        if self._ghost is not None:
            self._ghost.setPos(point)

    def mark(self, places: Sequence[str]) -> None:
        """Center and mark hexes that a problem is about."""
        with as_printed():
            super().mark(places)

    # --- where hexes and pieces lie --------------------------------------------------------------------------------

    def unit_in(self, at: str) -> UnitView | None:
        """Return the unit of a hex, None if there is none."""
        return next((unit for unit in self.shown.units.values() if unit.hex == at), None)

    def piece_at(self, point: QPointF) -> str:
        """Return the hex under a point if a unit or an obstacle is there."""
        return next(iter(self.pieces_in(hex_at(point))), "")

    def hex_under(self, point: QPointF) -> str:
        """Return the hex under a point."""
        return hex_at(point)

    def center(self, at: str) -> QPointF:
        """Return the middle of a hex in the scene."""
        return center(at)

    def place_of(self, piece: str) -> str:
        """Return the hex itself: that is what a piece on the board goes by."""
        return next(iter(self.pieces_in(piece)), "")

    def pieces_in(self, at: str) -> list[str]:
        """Return the hex if a unit or an obstacle is there."""
        return [at] if at and (self.unit_in(at) is not None or at in self.shown.obstacles) else []

    def beside(self, at: str, event: QKeyEvent) -> str:
        """Return the hex to which an arrow moves the cursor."""
        return beside(at, ARROWS[Qt.Key(event.key())])

    def moves_cursor(self, event: QKeyEvent) -> bool:
        """Tell whether a key is an arrow."""
        return event.key() in ARROWS

    # --- a brush, and pieces of which there are any number -----------------------------------------------------------

    def load(self, piece: str) -> None:
        """Mark a piece of the tray: each click puts one, until another is marked or Escape is pressed."""
        self.pick(piece)
        self.loaded = piece

    def lift(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Begin to paint with a brush; pick a piece up; return False to pan the map instead."""
        at = hex_at(point)
        if at and self.brushes.is_brush(self.loaded):
            self.stroke = [at]
            self._show_stroke()
            return True
        return super().lift(point, modifiers)

    def carry(self, point: QPointF) -> None:
        """Paint where the pointer goes, or follow it with what is carried."""
        if not self.stroke:
            super().carry(point)
            return
        at = hex_at(point)
        if at and at != self.stroke[-1]:
            self.stroke += course(self.stroke[-1], at)[1:] if distance(self.stroke[-1], at) > 1 else [at]
            self._show_stroke()
        self.hover(point)

    def drop(self, point: QPointF) -> None:
        """Paint what the brush was drawn across, or put what is carried into the hex there."""
        if self.stroke:
            stroke, self.stroke = self.stroke, []
            self._show_stroke()
            self.brushes.paint(self.loaded, stroke)
        else:
            super().drop(point)

    def abandon(self) -> None:
        """Paint nothing, or leave what is carried where it was."""
        self.stroke = []
        self._show_stroke()
        super().abandon()

    def tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Put a piece that is loaded, or mark the one there."""
        at, loaded = hex_at(point), self.loaded
        if at and loaded:
            self.view.show_pointed([])
            self.deeds.put(loaded, at)
        else:
            super().tap(point, modifiers)

    def _show_stroke(self) -> None:
        gold = palettes.current().gold
        wash = Wash(fill=rgba(gold, 120), edge=QColor(gold), edge_width=2.0)
        self.scene.sight.show_areas([(hex_path(at, 0.97), wash) for at in dict.fromkeys(self.stroke)])


def night_words(scenario: Scenario) -> tuple[str, str]:
    """Return until when it is night, and how far battles reach then, nothing where it never is."""
    if not scenario.night_until:
        return "", ""
    return f"Night until round {scenario.night_until}", f"Battles reach {counted(scenario.night_distance, 'hex')}"
