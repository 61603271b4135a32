"""What the boards of drafts do alike: pieces are marked, dragged, put by click or key, taken off; hexes have a menu."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QGraphicsScene, QMenu

from app.board.view import ENTER, BoardView
from app.panels.menus import Entries, add_title, fill
from app.workshop.table import MIME

REMOVE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_X)


class BoardDeeds(Protocol):
    """What the gestures of a board mean; the table of a draft does it."""

    def put(self, piece: str, at: str) -> None: ...
    def take_off(self, piece: str) -> None: ...

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


class DraftView(BoardView):
    """A board view on which pieces from the tray can be dropped. `board` gets them as `bring` and `receive`."""

    def __init__(self, scene: QGraphicsScene, board: BaseDraftBoard) -> None:
        super().__init__(scene)
        self._draft = board
        self.hand = board
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


class BaseDraftBoard(QObject):
    """Turn gestures into the deeds of `deeds`; a subclass shows the board and says where hexes and pieces lie.

    Hexes go by their printed names, "" being none. `picked(piece)`: another piece is marked. `described(words)`: what
    is under pointer or cursor. `loaded` is a piece of the tray that the next click on the map puts there.
    """

    picked = Signal(str)
    described = Signal(str)
    view_type: type[DraftView] = DraftView

    def __init__(self, deeds: BoardDeeds, scene: QGraphicsScene, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.deeds = deeds
        self.view = self.view_type(scene, self)
        self.view.setAccessibleName("Map of the draft")
        self.marked = self.carried = self.loaded = self.at = ""

    # --- what a system says of its board -------------------------------------------------------------------------

    def piece_at(self, point: QPointF) -> str:
        """Return the piece under a point, or ""."""
        raise NotImplementedError

    def hex_under(self, point: QPointF) -> str:
        """Return the hex of the map under a point, or ""."""
        raise NotImplementedError

    def hex_for(self, point: QPointF) -> str:
        """Return the hex into which a piece is dropped at a point, "" for beside the map."""
        return self.hex_under(point)

    def center(self, at: str) -> QPointF:
        """Return the middle of a hex in the scene."""
        raise NotImplementedError

    def place_of(self, piece: str) -> str:
        """Return the hex a piece lies in, or ""."""
        raise NotImplementedError

    def pieces_in(self, at: str) -> list[str]:
        """Return the pieces of a hex, the uppermost first."""
        raise NotImplementedError

    def beside(self, at: str, event: QKeyEvent) -> str:
        """Return the hex to which a key moves the cursor, "" where it cannot go."""
        raise NotImplementedError

    @property
    def first(self) -> str:
        """Return the hex where the cursor comes on to the map, "" while there is no map."""
        raise NotImplementedError

    def moves_cursor(self, event: QKeyEvent) -> bool:
        """Tell whether a key moves the cursor."""
        raise NotImplementedError

    def show(self, scenario: Any, view: Any) -> None:
        """Show a draft as it was laid out."""
        raise NotImplementedError

    def restyle(self) -> None:
        """Take the colours of the present theme."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Show the pieces with what is marked and carried."""

    def show_cursor(self, at: str) -> None:
        """Show the cursor of the keyboard in a hex, or none."""

    def show_pointer(self, at: str) -> None:
        """Show the hex under the pointer, or none."""

    def show_ghost(self, piece: str) -> None:
        """Show what is carried, or nothing."""

    def move_ghost(self, point: QPointF) -> None:
        """Move what is carried."""

    # --- marking ---------------------------------------------------------------------------------------------------

    def pick(self, piece: str) -> None:
        """Mark a piece."""
        self.loaded = ""
        if piece != self.marked:
            self.marked = piece
            self.refresh()
            self.picked.emit(piece)

    def mark(self, places: Sequence[str]) -> None:
        """Center and mark hexes that a problem is about."""
        self.view.show_pointed([self.center(at) for at in places])
        if places:
            self.view.reveal(self.center(places[0]))

    # --- pointer, as the view calls it (`BoardInput`) --------------------------------------------------------------

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
            self.show_ghost(piece)
            self.refresh()
        self.move_ghost(point)
        self.hover(point)

    def carry(self, point: QPointF) -> None:
        """Follow the pointer."""
        self.bring(self.carried, point)

    def drop(self, point: QPointF) -> None:
        """Put what is carried into the hex there, or take it off beside the map."""
        self.receive(self.carried, point)

    def receive(self, piece: str, point: QPointF) -> None:
        """Put a piece into the hex at a point, or take it off beside the map."""
        self._let_go()
        self.pick(piece)
        at = self.hex_for(point)
        if not at:
            self.deeds.take_off(piece)
        elif self.place_of(piece) != at:
            self.deeds.put(piece, at)
        self.refresh()  # where nothing has come of it

    def abandon(self) -> None:
        """Leave what is carried where it was."""
        self._let_go()
        self.refresh()

    def _let_go(self) -> None:
        self.carried = ""
        self.show_ghost("")
        self.show_pointer("")

    def tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Mark the piece there; one that was marked in the tray is put there."""
        self.view.show_pointed([])
        piece, at, loaded = self.piece_at(point), self.hex_under(point), self.loaded
        self.loaded = ""
        if at and loaded and not self.deeds.is_in_play(loaded):
            self.deeds.put(loaded, at)
            return
        self.show_cursor("")
        self.at = ""
        self.pick(piece)

    def double_tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Do nothing more than the first tap did."""

    def hover(self, point: QPointF | None) -> None:
        """Show the hex under the pointer, and tell what it is."""
        at = self.hex_under(point) if point is not None else ""
        self.show_pointer(at)
        self.described.emit(self.deeds.words_at(at) if at else "")

    def menu(self, point: QPointF, where: QPoint) -> None:
        """Offer what can be done with the pieces of a hex, and with the hex."""
        at = self.at if point.x() != point.x() else self.hex_under(point)  # not a number: asked for by key
        if not at:
            return
        menu = QMenu(self.view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for piece in self.pieces_in(at):
            add_title(menu, self.deeds.name_of(piece))
            fill(menu, self.deeds.piece_entries(piece))
        add_title(menu, self.deeds.words_at(at))
        fill(menu, self.deeds.hex_entries(at))
        menu.popup(where)

    # --- keys ------------------------------------------------------------------------------------------------------

    def wants_key(self, event: QKeyEvent) -> bool:
        """Keep arrows and the keys of marked pieces from the window."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        return self.moves_cursor(event) or event.key() in (*ENTER, *REMOVE, Qt.Key.Key_Escape)

    def key(self, event: QKeyEvent) -> bool:
        """Move the cursor; put or take off the piece that is marked."""
        if not self.wants_key(event):
            return False
        if self.moves_cursor(event):
            self._go(self.beside(self.at, event) if self.at else self.place_of(self.marked) or self.first)
        elif event.key() in ENTER:
            self._enter()
        elif event.key() == Qt.Key.Key_Escape:
            self.pick("")
        elif self.marked and event.key() in REMOVE and self.deeds.is_in_play(self.marked):
            self.deeds.take_off(self.marked)
        return True

    def _go(self, at: str) -> None:
        if at:
            self.at = at
            self.show_cursor(at)
            self.view.reveal(self.center(at))
            self.described.emit(self.deeds.words_at(at))

    def _enter(self) -> None:
        """Put the marked piece where the cursor is, or mark the one there."""
        if not self.at:
            return
        here = self.pieces_in(self.at)
        if self.marked and self.marked not in here:
            self.deeds.put(self.marked, self.at)
        elif here:
            self.pick(here[(here.index(self.marked) + 1) % len(here) if self.marked in here else 0])
