"""The board of a draft: counters are put on the map, moved, turned over and taken off; hexes get markers and worth."""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_
from typing import Protocol

from PySide6.QtCore import QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app import theme
from app.board.hexes import center, hex_at
from app.board.painted import BoardLayer
from app.board.view import heading, step
from app.systems.company_scale.board.counters.face import Mark
from app.systems.company_scale.board.counters.layer import PlacedCounter
from app.systems.company_scale.board.ground.entries import VictoryHex, paint_badges, paint_rims
from app.systems.company_scale.board.ground.ground import MARKS_Z, Ground
from app.systems.company_scale.board.ground.survey import Canvas
from app.systems.company_scale.board.laying import UNDER_COUNTERS
from app.systems.company_scale.board.markers import Emphasis, Position, chips_of, lay_out
from app.systems.company_scale.board.scene import BoardScene
from app.systems.company_scale.board.token_art import Token
from app.systems.company_scale.panels.chits import ground_of
from app.systems.company_scale.seen import NOTHING
from app.systems.company_scale.sides import SIDES, arms_of, sides_in
from app.systems.company_scale.workshop.live_ground import LiveGround
from app.workshop.board import BaseDraftBoard, BoardDeeds
from rules.company_scale.records.view import View
from rules.company_scale.scenario import Scenario
from rules.hexes.grid import hex_id, hex_name


class UnitDeeds(BoardDeeds, Protocol):
    """What the gestures of a board of units with two sides mean."""

    def turn_over(self, piece: str) -> None: ...


class GoalsItem(BoardLayer):
    """Paint the victory hexes of a draft, which change while the ground stays."""

    def __init__(self) -> None:
        super().__init__()
        self.goals: tuple[VictoryHex, ...] = ()
        self.ground: Ground | None = None

    def show_goals(self, scenario: Scenario, ground: Ground) -> None:
        """Show the victory hexes of a scenario."""
        self.goals, self.ground = tuple(VictoryHex(goal.hex, goal.colour) for goal in scenario.victory.hexes), ground
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint rims and badges."""
        if self.ground is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            canvas = Canvas(painter, option.exposedRect, painter.worldTransform().m11(), self.ground.palette)
            paint_rims(canvas, self.goals)
            paint_badges(canvas, self.goals)


class DraftBoard(BaseDraftBoard):
    """Show what lies on the table of a draft, and turn gestures into the deeds of `deeds`."""

    def __init__(self, deeds: UnitDeeds, parent: QObject | None = None) -> None:
        self.scene = BoardScene()
        super().__init__(deeds, self.scene, parent)
        self.scene.setParent(self)
        self.turn_over = deeds.turn_over
        self.goals = GoalsItem()
        self.goals.setZValue(MARKS_Z - 1)
        self.scene.addItem(self.goals)
        self.ground: LiveGround | None = None
        self.position, self.shown, self._sides = Position(), NOTHING, SIDES
        self._hexes: Mapping[int, object] = {}
        self._laid: tuple[object, ...] = (None,) * 5

    # --- showing -------------------------------------------------------------------------------------------------

    def show(self, scenario: Scenario, view: View) -> None:
        """Show a scenario that may have faults; its ground is laid anew only where the map is another one."""
        is_another = self.ground is None or not self.ground.follow(scenario.map)
        if is_another:
            self._lay(scenario)
        self._hexes = scenario.map.hexes
        if view is self.shown and not is_another:  # only the map has changed
            return
        if self.ground is not None:
            self.goals.show_goals(scenario, self.ground)
        self.shown, self._sides = view, sides_in(scenario.charts.series)
        self.position = Position.read(view, self.position)
        self.refresh()

    def _lay(self, scenario: Scenario) -> None:
        before = self.ground
        if before is not None:
            before.stop()
        ground = self.ground = LiveGround(scenario.map, theme.current(), flat=before is not None)
        items = ground.items()
        items[-1].setZValue(UNDER_COUNTERS)
        self.scene.set_ground(items)
        self.scene.set_bounds(ground.scene_rect())
        self.goals.set_bounds(ground.scene_rect())
        self.view.set_board(ground.scene_rect())
        self.view.setBackgroundBrush(ground.background())

    def refresh(self) -> None:
        """Lay the counters out again with what is marked and carried, unless they lie so already."""
        laid = self.shown, self.position, self.ground, self.marked, self.carried
        if all(map(is_, laid, self._laid)):
            return
        self._laid = laid
        emphasis = Emphasis(selected=(self.marked,), carried=(self.carried,))
        pieces, badges = lay_out(self.position, emphasis)
        self.scene.counters.set_pieces(pieces)
        self.scene.counters.set_badges(badges)
        self.scene.effects.show_markers(self.shown.markers)
        self.scene.works.show_markers(self.shown.markers)
        sides = self._sides
        arms = arms_of(sides.__getitem__)
        self.scene.chips.set_chips(chips_of(self.shown, emphasis, lambda seat: sides[seat].name, arms))
        if self.ground is not None:
            self.ground.yield_to({at: len(stack) for at, stack in self.position.stacks.items()})

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        if self.ground is not None:
            self.ground.set_theme(theme.current())
            self.view.setBackgroundBrush(self.ground.background())
        self.goals.update()
        self._laid = (None,) * 5
        self.refresh()

    def show_cursor(self, at: str) -> None:
        """Show the cursor of the keyboard in a hex, or none."""
        self.scene.cursor.show_hex(hex_id(at) if at else None)

    def show_pointer(self, at: str) -> None:
        """Show the hex under the pointer, or none."""
        self.scene.pointer.show_hex(hex_id(at) if at else None)

    def show_ghost(self, piece: str) -> None:
        """Show what is carried, or nothing."""
        face, view = self.position.faces.get(piece), self.shown
        token = next((each for each in view.tokens if each.id == piece), None)
        self.scene.show_ghost(
            [PlacedCounter(face, Mark.NONE, QPointF())] if face is not None else [],
            Token.of(token, *ground_of(view, token), Mark.NONE) if token is not None else None,
        )

    def move_ghost(self, point: QPointF) -> None:
        """Move what is carried."""
        self.scene.move_ghost(point)

    # --- where hexes and pieces lie --------------------------------------------------------------------------------

    def piece_at(self, point: QPointF) -> str:
        """Return the piece under a point: support weapons and leaders lie above counters."""
        return self.scene.token_at(point) or self.scene.unit_at(point) or ""

    def hex_under(self, point: QPointF) -> str:
        """Return the hex of the map under a point."""
        at = hex_at(point, self._hexes or None)
        return "" if at is None else hex_name(at)

    def hex_for(self, point: QPointF) -> str:
        """Return the hex into which a piece is dropped, on the map's sheet even if nothing can stand there."""
        sheet = self.ground.sheet_rect() if self.ground is not None else QRectF()
        at = hex_at(point)
        return hex_name(at) if at is not None and sheet.contains(point) else ""

    def center(self, at: str) -> QPointF:
        """Return the middle of a hex in the scene."""
        return center(hex_id(at))

    def place_of(self, piece: str) -> str:
        """Return the hex a piece lies in, or ""."""
        at = self.position.where.get(piece)
        return "" if at is None else hex_name(at)

    def pieces_in(self, at: str) -> list[str]:
        """Return the pieces of a hex, the uppermost unit first."""
        units = [*reversed(self.position.stacks.get(hex_id(at), []))]
        return [*units, *(token.id for token in self.shown.tokens if token.hex == at)]

    @property
    def first(self) -> str:
        """Return the first hex of the map."""
        at = next(iter(self._hexes), None)
        return "" if at is None else hex_name(at)

    def beside(self, at: str, event: QKeyEvent) -> str:
        """Return the hex to which a key moves the cursor, "" beside the map."""
        way = heading(event)
        to = step(hex_id(at), way) if way is not None else None
        return hex_name(to) if to is not None and to in self._hexes else ""

    # --- turning over ----------------------------------------------------------------------------------------------

    def double_tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Turn the unit there over."""
        if (piece := self.piece_at(point)) in self.position.where:
            self.turn_over(piece)

    def moves_cursor(self, event: QKeyEvent) -> bool:
        """Tell whether a key moves the cursor."""
        return heading(event) is not None

    def wants_key(self, event: QKeyEvent) -> bool:
        """Keep the key that turns a unit over from the window, too."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return super().wants_key(event) or (plain and event.key() == Qt.Key.Key_E)

    def key(self, event: QKeyEvent) -> bool:
        """Turn the marked unit over; move the cursor, put or take off the piece that is marked."""
        if self.wants_key(event) and event.key() == Qt.Key.Key_E and self.marked in self.position.where:
            self.turn_over(self.marked)
        return super().key(event)
