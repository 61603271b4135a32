"""What the boards of all systems do alike with pointer and keys: cursor, hover, bubble, orders one after another."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGraphicsScene

from app.board.painted import Bubble
from app.board.painting import Painting
from app.board.view import ENTER, BoardView
from app.play.seat import PlayedGame
from rules.engine.command import Command

ARROWS = {Qt.Key.Key_Left: "left", Qt.Key.Key_Right: "right", Qt.Key.Key_Up: "up", Qt.Key.Key_Down: "down"}


class Board(QObject):
    """A game on a board: `view` is the widget for the window, and a place is named by text, "" being none.

    `ordered` carries a command; `refused` says why nothing was ordered, as the bubble does; `described` tells what is
    under pointer or cursor.
    """

    ordered = Signal(object)
    refused = Signal(str)
    described = Signal(str)

    def __init__(
        self,
        game: PlayedGame,
        scene: QGraphicsScene,
        bubble: Bubble,
        parent: QObject | None = None,
        frames: float = 1.0,
    ) -> None:
        """`frames` is how many times as large as on a hex board the frames are that mark a place."""
        super().__init__(parent)
        self.game, self.bubble = game, bubble
        scene.setParent(self)
        self.view = BoardView(scene, frames=frames)

    def center(self, place: str) -> QPointF:
        """Return the middle of a place in the scene."""
        raise NotImplementedError

    def reveal(self, place: str) -> None:
        """Put the cursor on a place and bring it into view."""
        raise NotImplementedError

    def painting(self, size: QSize) -> Painting | None:
        """Return a painting of the board as it stands, as large as fits; None while no map lies there."""
        return None

    def dispose(self) -> None:
        """Let go of the game for good; whoever shows the view puts it away."""
        self.deleteLater()

    def say(self, point: QPointF, words: str, tone: str = "good") -> None:
        """Say something beside a point."""
        self.bubble.say(point, words, tone, room=self.view.visible, scale=self.view.scale_now)


class BoardBase(Board):
    """What a click, the pointer and the arrow keys do on a board where places lie beside each other.

    A subclass says where places lie (`place_at`, `center`, `beside`, `first`), what a click on one means (`click`),
    what is said of it (`words_at`), and how cursor and hover look; what else it wants of the pointer it takes over.
    `pointed` names the place under pointer or cursor.
    """

    pointed = Signal(str)

    first = ""
    """Where the cursor begins."""

    def __init__(
        self,
        game: PlayedGame,
        scene: QGraphicsScene,
        bubble: Bubble,
        parent: QObject | None = None,
        frames: float = 1.0,
    ) -> None:
        super().__init__(game, scene, bubble, parent, frames)
        self.view.setAccessibleName("Board")
        self.view.hand = self
        self.at = self.hovered = ""

    # --- what a system says of its board -------------------------------------------------------------------------

    def place_at(self, point: QPointF) -> str:
        """Return the place under a point of the scene, or ""."""
        raise NotImplementedError

    def beside(self, place: str, way: str) -> str:
        """Return the place left, right, up or down of another, or the same at the edge."""
        raise NotImplementedError

    def click(self, place: str, point: QPointF) -> None:
        """Do what a click on a place means, or Enter with the cursor there."""

    def words_at(self, place: str, point: QPointF | None) -> str:
        """Return what is said of a place under the cursor, or of what lies under the pointer."""
        return ""

    def show_cursor(self, place: str) -> None:
        """Show the keyboard's cursor on a place."""

    def show_hovered(self, place: str, point: QPointF | None) -> None:
        """Show that the pointer has come to another place, or left the board ("")."""

    # --- orders and words ------------------------------------------------------------------------------------------

    def give(self, orders: Sequence[Command]) -> None:
        """Give orders one after another, each if it is still on offer."""
        for order in orders:
            decision = self.game.decision
            if decision is not None and order in decision.options:
                self.ordered.emit(order)

    def promise(self, point: QPointF, why: str, words: str) -> None:
        """Say beside a point why a drop or click there does nothing, or else what it would do, if there is anything."""
        if why or words:
            self.say(point, why or words, "refused" if why else "good")
        else:
            self.bubble.hush()

    def refuse(self, point: QPointF, why: str) -> None:
        """Say beside a point why nothing was ordered there."""
        self.say(point, why, "refused")
        self.refused.emit(why)

    def go(self, place: str) -> None:
        """Put the cursor on a place."""
        self.at = place
        self.show_cursor(place)
        self.described.emit(self.words_at(place, None))
        self.pointed.emit(place)

    def reveal(self, place: str) -> None:
        """Put the cursor on a place and bring it into view."""
        self.go(place)
        self.view.reveal(self.center(place))

    # --- pointer and keys, as the view calls them (`BoardInput`) ---------------------------------------------------

    def lift(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Return False: nothing is carried, so a drag pans the board."""
        return False

    def carry(self, point: QPointF) -> None:
        """Follow the pointer."""
        self.hover(point)

    def drop(self, point: QPointF) -> None:
        """Do nothing: nothing is carried."""

    def abandon(self) -> None:
        """Do nothing: nothing is carried."""

    def tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Click the place under the pointer."""
        self.bubble.hush()
        if place := self.place_at(point):
            self.click(place, point)

    def double_tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Do nothing more than the first tap did."""

    def hover(self, point: QPointF | None) -> None:
        """Follow the pointer."""
        place = self.place_at(point) if point is not None else ""
        if place != self.hovered:
            self.hovered = place
            if place:
                self.pointed.emit(place)
            self.show_hovered(place, point)
        self.described.emit(self.words_at(place, point))

    def menu(self, point: QPointF, where: QPoint) -> None:
        """Do nothing: everything is a click away."""

    def wants_key(self, event: QKeyEvent) -> bool:
        """Keep arrows, and Enter while there is a cursor, from the window."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return plain and (event.key() in ARROWS or (event.key() in ENTER and bool(self.at)))

    def key(self, event: QKeyEvent) -> bool:
        """Move the cursor, or click there; return whether the key was one of the board's."""
        if not self.wants_key(event):
            return False
        key = Qt.Key(event.key())
        if key in ARROWS:
            self.go(self.beside(self.at, ARROWS[key]) if self.at else self.first)
        elif key in ENTER:
            self.click(self.at, self.center(self.at))
        return True
