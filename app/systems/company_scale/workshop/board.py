"""The board of a draft: counters are put on the map, moved, turned over and taken off; hexes get markers and worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QMenu, QStyleOptionGraphicsItem, QWidget

from app import theme
from app.board.hexes import center, hex_at
from app.board.painted import BoardLayer
from app.board.view import ENTER, BoardView, heading, step
from app.systems.company_scale.board.counters.face import Mark
from app.systems.company_scale.board.counters.layer import Piece
from app.systems.company_scale.board.ground.ground import MARKS_Z, Ground
from app.systems.company_scale.board.ground.survey import Canvas
from app.systems.company_scale.board.ground.victory import VictoryHex, paint_badges, paint_rims
from app.systems.company_scale.board.laying import UNDER_COUNTERS
from app.systems.company_scale.board.markers import Emphasis, Position, chips_of, lay_out
from app.systems.company_scale.board.menu import add_title
from app.systems.company_scale.board.scene import BoardScene
from app.systems.company_scale.seen import NOTHING
from app.systems.company_scale.workshop.live_ground import LiveGround
from app.text.parts import literal
from app.workshop.table import MIME
from rules.company_scale.records.view import View
from rules.company_scale.scenario import Scenario
from rules.hexes.grid import hex_id, hex_name

Entries: TypeAlias = "Sequence[tuple[str, Callable[[], object] | Entries]]"
"""The entries of a menu: words, and what they do or the menu they open."""
REMOVE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_X)


class BoardDeeds(Protocol):
    """What the gestures of a board mean; the table of a draft does it."""

    def put(self, piece: str, at: str) -> None: ...
    def take_off(self, piece: str) -> None: ...
    def turn_over(self, piece: str) -> None: ...

    def is_in_play(self, piece: str) -> bool:
        """Tell whether a piece is on the map, aboard another or due."""
        ...

    def name_of(self, piece: str) -> str: ...

    def words_at(self, at: str) -> str:
        """Return what a hex is, in words."""
        ...

    def piece_entries(self, piece: str) -> Entries:
        """Return what can be done with a piece on the map."""
        ...

    def hex_entries(self, at: str) -> Entries:
        """Return what can be done with a hex."""
        ...


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


class DraftView(BoardView):
    """A board view on which pieces from the tray can be dropped. `hand` gets them as `bring` and `receive`."""

    def __init__(self, scene: BoardScene, hand: DraftBoard) -> None:
        super().__init__(scene)
        self._draft = hand
        self.hand = hand
        self.setAcceptDrops(True)
        self.viewport().setAcceptDrops(True)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a piece from the tray."""
        if event.mimeData().hasFormat(MIME):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show where the piece would lie."""
        if event.mimeData().hasFormat(MIME):
            self._draft.bring(_carried(event), self.to_scene(event.position()))
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Show nothing any more."""
        self._draft.abandon()

    def dropEvent(self, event: QDropEvent) -> None:
        """Put the piece there."""
        if event.mimeData().hasFormat(MIME):
            event.acceptProposedAction()
            self._draft.receive(_carried(event), self.to_scene(event.position()))


def _carried(event: QDropEvent) -> str:
    return bytes(event.mimeData().data(MIME).data()).decode("utf-8", "replace")


class DraftBoard(QObject):
    """Show what lies on the table of a draft, and turn gestures into the deeds of `deeds`.

    `picked(piece)`: another piece is marked. `described(words)`: what is under pointer or cursor.
    """

    picked = Signal(str)
    described = Signal(str)

    def __init__(self, deeds: BoardDeeds, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.deeds = deeds
        self.scene = BoardScene(self)
        self.goals = GoalsItem()
        self.goals.setZValue(MARKS_Z - 1)
        self.scene.addItem(self.goals)
        self.view = DraftView(self.scene, self)
        self.view.setAccessibleName("Map of the draft")
        self.ground: LiveGround | None = None
        self.position, self.shown = Position(), NOTHING
        self.marked = self.carried = self.loaded = ""
        self.at: int | None = None
        self._hexes: Mapping[int, object] = {}

    # --- showing -------------------------------------------------------------------------------------------------

    def show(self, scenario: Scenario, view: View) -> None:
        """Show a scenario that may have faults; its ground is laid anew only where the map is another one."""
        if self.ground is None or not self.ground.follow(scenario.map):
            self._lay(scenario)
        self._hexes = scenario.map.hexes
        if self.ground is not None:
            self.goals.show_goals(scenario, self.ground)
        self.shown = view
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
        """Lay the counters out again with what is marked and carried."""
        emphasis = Emphasis(selected=(self.marked,), carried=(self.carried,))
        pieces, badges = lay_out(self.position, emphasis)
        self.scene.counters.set_pieces(pieces)
        self.scene.counters.set_badges(badges)
        self.scene.effects.show_markers(self.shown.markers)
        self.scene.works.show_markers(self.shown.markers)
        self.scene.chips.set_chips(chips_of(self.shown, emphasis))
        if self.ground is not None:
            self.ground.yield_to({at: len(stack) for at, stack in self.position.stacks.items()})

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        if self.ground is not None:
            self.ground.set_theme(theme.current())
            self.view.setBackgroundBrush(self.ground.background())
        self.goals.update()
        self.refresh()

    def pick(self, piece: str) -> None:
        """Mark a piece."""
        self.loaded = ""
        if piece != self.marked:
            self.marked = piece
            self.refresh()
            self.picked.emit(piece)

    def mark(self, hexes: Sequence[int]) -> None:
        """Center and mark hexes that a problem is about."""
        self.view.show_pointed([center(at) for at in hexes])
        if hexes:
            self.view.reveal(center(hexes[0]))

    # --- pointer, as the view calls it (`BoardInput`) --------------------------------------------------------------

    def piece_at(self, point: QPointF) -> str:
        """Return the piece under a point: support weapons and leaders lie above counters."""
        return self.scene.token_at(point) or self.scene.unit_at(point) or ""

    def hex_under(self, point: QPointF) -> int | None:
        """Return the hex of the map under a point."""
        return hex_at(point, self._hexes or None)

    def lift(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Pick a piece up; return False to pan the map instead."""
        piece = self.piece_at(point)
        if not piece:
            return False
        self.pick(piece)
        self.bring(piece, point)
        return True

    def bring(self, piece: str, point: QPointF) -> None:
        """Carry a piece, from the map or from the tray."""
        if piece != self.carried:
            self.carried = piece
            face = self.position.faces.get(piece)
            self.scene.show_ghost([Piece(face, Mark.NONE, QPointF())] if face is not None else [])
            self.refresh()
        self.scene.move_ghost(point)
        self.hover(point)

    def carry(self, point: QPointF) -> None:
        """Follow the pointer."""
        self.bring(self.carried, point)

    def drop(self, point: QPointF) -> None:
        """Put what is carried into the hex there, or take it off beside the map."""
        self.receive(self.carried, point)

    def receive(self, piece: str, point: QPointF) -> None:
        """Put a piece into the hex at a point, or take it off beside the map."""
        self.abandon()
        self.pick(piece)
        sheet = self.ground.sheet_rect() if self.ground is not None else QRectF()
        at = hex_at(point)
        if at is None or not sheet.contains(point):
            self.deeds.take_off(piece)
        elif self.position.where.get(piece) != at:
            self.deeds.put(piece, hex_name(at))

    def abandon(self) -> None:
        """Leave what is carried where it was."""
        self.carried = ""
        self.scene.show_ghost(())
        self.scene.pointer.show_hex(None)
        self.refresh()

    def tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Mark the piece there; one that was marked in the tray is put there."""
        self.view.show_pointed([])
        piece, at, loaded = self.piece_at(point), self.hex_under(point), self.loaded
        self.loaded = ""
        if at is not None and loaded and not self.deeds.is_in_play(loaded):
            self.deeds.put(loaded, hex_name(at))
            return
        self.scene.cursor.show_hex(None)
        self.at = None
        self.pick(piece)

    def double_tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Turn the unit there over."""
        if (piece := self.piece_at(point)) in self.position.where:
            self.deeds.turn_over(piece)

    def hover(self, point: QPointF | None) -> None:
        """Show the hex under the pointer, and tell what it is."""
        at = self.hex_under(point) if point is not None else None
        self.scene.pointer.show_hex(at)
        self.described.emit("" if at is None else self.deeds.words_at(hex_name(at)))

    def menu(self, point: QPointF, where: QPoint) -> None:
        """Offer what can be done with the pieces of a hex, and with the hex."""
        at = self.at if point.x() != point.x() else self.hex_under(point)  # not a number: asked for by key
        if at is None:
            return
        name, menu = hex_name(at), QMenu(self.view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for piece in self.pieces_in(name):
            add_title(menu, self.deeds.name_of(piece))
            _fill(menu, self.deeds.piece_entries(piece))
        add_title(menu, self.deeds.words_at(name))
        _fill(menu, self.deeds.hex_entries(name))
        menu.popup(where)

    def pieces_in(self, name: str) -> list[str]:
        """Return the pieces of a hex, the uppermost unit first."""
        units = [*reversed(self.position.stacks.get(hex_id(name), []))]
        return [*units, *(token.id for token in self.shown.tokens if token.hex == name)]

    # --- keys ------------------------------------------------------------------------------------------------------

    def wants_key(self, event: QKeyEvent) -> bool:
        """Keep arrows and the keys of marked pieces from the window."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        return heading(event) is not None or event.key() in (*ENTER, *REMOVE, Qt.Key.Key_E, Qt.Key.Key_Escape)

    def key(self, event: QKeyEvent) -> bool:
        """Move the cursor; put, turn over or take off the piece that is marked."""
        if not self.wants_key(event):
            return False
        way = heading(event)
        if way is not None:
            self._go(way)
        elif event.key() in ENTER:
            self._enter()
        elif event.key() == Qt.Key.Key_Escape:
            self.pick("")
        elif self.marked and event.key() == Qt.Key.Key_E and self.marked in self.position.where:
            self.deeds.turn_over(self.marked)
        elif self.marked and event.key() in REMOVE and self.deeds.is_in_play(self.marked):
            self.deeds.take_off(self.marked)
        return True

    def _go(self, way: Qt.Key) -> None:
        start = next(iter(self._hexes), None) if self.at is None else step(self.at, way)
        if self.at is None and self.marked in self.position.where:
            start = self.position.where[self.marked]
        if start is not None and start in self._hexes:
            self.at = start
            self.scene.cursor.show_hex(start)
            self.view.reveal(center(start))
            self.described.emit(self.deeds.words_at(hex_name(start)))

    def _enter(self) -> None:
        """Put the marked piece where the cursor is, or mark the one there."""
        if self.at is None:
            return
        here = self.pieces_in(hex_name(self.at))
        if self.marked and self.marked not in here:
            self.deeds.put(self.marked, hex_name(self.at))
        elif here:
            self.pick(here[(here.index(self.marked) + 1) % len(here) if self.marked in here else 0])


def _fill(menu: QMenu, entries: Entries) -> None:
    for words, act in entries:
        if callable(act):
            menu.addAction(literal(words)).triggered.connect(lambda *_, act=act: act())
        else:
            _fill(menu.addMenu(literal(words)), act)
