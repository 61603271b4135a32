"""The view of the board: presses, drags, taps and keys become calls of its input handler; what lies on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, Protocol

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QFocusEvent, QImage, QKeyEvent, QMouseEvent, QPixmap
from PySide6.QtWidgets import QApplication, QGraphicsScene, QWidget

from app.board.painted import FoundItem
from app.board.zooming import STEP, ZoomView
from rules.hexes.grid import neighbours

# --- What lies on a board, as the view's own tools show it: overview, loupe, a board without counters --------------


class Enlarged(NamedTuple):
    """A counter under the loupe: its picture, its name, and what it says in short lines."""

    picture: QPixmap
    name: str
    lines: Sequence[str]


class Dot(NamedTuple):
    """Where counters stand, in the colour of their side; one side is round, the other square."""

    at: QPointF
    colour: QColor
    round: bool


class Contents(Protocol):
    """What each system tells of its board."""

    def ground(self, size: QSize) -> QImage:
        """Return the map without counters, its bounds drawn into exactly this size."""
        ...

    def dots(self) -> Sequence[Dot]:
        """Return where counters stand."""
        ...

    def bare(self, on: bool) -> None:
        """Hide the counters and all that lies with them, or show them again."""
        ...

    def enlarged(self, point: QPointF, size: int) -> Sequence[Enlarged]:
        """Return the counters of the hex under a scene point, the uppermost first, `size` pixels high."""
        ...


# --- The keyboard on the board: a hex cursor that does everything the pointer does ---------------------------------

N, NE, SE, S, SW, NW = range(6)
_STRAIGHT = {
    Qt.Key.Key_Up: N,
    Qt.Key.Key_8: N,
    Qt.Key.Key_Down: S,
    Qt.Key.Key_2: S,
    Qt.Key.Key_9: NE,
    Qt.Key.Key_7: NW,
    Qt.Key.Key_Home: NW,
    Qt.Key.Key_PageUp: NE,
    Qt.Key.Key_3: SE,
    Qt.Key.Key_1: SW,
    Qt.Key.Key_End: SW,
    Qt.Key.Key_PageDown: SE,
}
_ACROSS = {Qt.Key.Key_Left: -1, Qt.Key.Key_4: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_6: 1}
_DIGITS = range(Qt.Key.Key_0, Qt.Key.Key_9 + 1)
_PLAIN = Qt.KeyboardModifier.NoModifier | Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def heading(event: QKeyEvent) -> Qt.Key | None:
    """Return the key if it moves the hex cursor: arrows, Home and its neighbours for the diagonals, the number pad."""
    key = Qt.Key(event.key())
    if event.modifiers() & ~_PLAIN:
        return None
    if key in _DIGITS and not event.modifiers() & Qt.KeyboardModifier.KeypadModifier:
        return None
    return key if key in _STRAIGHT or key in _ACROSS else None


def step(at: int, key: Qt.Key) -> int:
    """Return the hex the cursor goes to; left and right keep the row of the printed number."""
    if key in _STRAIGHT:
        return neighbours(at)[_STRAIGHT[key]]
    return at + 100 * _ACROSS[key]


def is_arrow(key: int) -> bool:
    """Tell whether a key is an arrow, which only the board uses."""
    return key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)


# --- The view of the board: turns presses, drags, taps and keys into calls of a hand -------------------------------

LONG_PRESS = 600
EDGE = 26
WALKING = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
"""Keys that go to the next widget unless the hand wants them."""
CLOSE = 0.75
"""The zoom at least with which something found is shown."""


class BoardInput(Protocol):
    """What the board does with pointer and keys; points are in the scene."""

    def lift(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Pick something up where the button was pressed; return False to pan the map instead."""
        ...

    def carry(self, point: QPointF) -> None: ...
    def drop(self, point: QPointF) -> None: ...
    def abandon(self) -> None: ...
    def tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None: ...
    def double_tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None: ...
    def hover(self, point: QPointF | None) -> None: ...
    def menu(self, point: QPointF, where: QPoint) -> None: ...
    def wants_key(self, event: QKeyEvent) -> bool: ...
    def key(self, event: QKeyEvent) -> bool: ...


class Holding(Enum):
    """What a pressed button is doing."""

    NOTHING = 0
    PRESSED = 1
    CARRYING = 2
    PANNING = 3
    SPENT = 4


class BoardView(ZoomView):
    """Show the board and pass every gesture to `hand`; `confirm_requested()` when Space is tapped without panning."""

    confirm_requested = Signal()

    def __init__(self, scene: QGraphicsScene, parent: QWidget | None = None, *, frames: float = 1.0) -> None:
        """`frames` is how many times as large as on a hex board the frames are that mark a place."""
        super().__init__(scene, parent)
        self._frames = frames
        self.hand: BoardInput | None = None
        self.contents: Contents | None = None
        self.found = FoundItem(frames)
        self.pointed: list[FoundItem] = []
        scene.addItem(self.found)
        self._holding = Holding.NOTHING
        self._button = Qt.MouseButton.NoButton
        self._keys = Qt.KeyboardModifier.NoModifier
        self._from = QPointF()
        self._last = QPointF()
        self._space = self._space_used = False
        self._patience = self._timer(LONG_PRESS, self._long_press, single=True)
        self._edge = self._timer(16, self._scroll_at_edge)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setAccessibleName(self.tr("Map"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to pan or lift, or wait for a tap."""
        event.accept()
        self.found.hide()
        if self._holding is not Holding.NOTHING:
            if event.button() == Qt.MouseButton.RightButton and self._holding is Holding.CARRYING:
                self.let_go()
                self._holding = Holding.SPENT
            return
        self._button, self._from, self._last = event.button(), event.position(), event.position()
        self._keys = event.modifiers()
        left = event.button() == Qt.MouseButton.LeftButton
        if event.button() == Qt.MouseButton.MiddleButton or (self._space and left):
            self._begin_pan()
        elif event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            self._holding = Holding.PRESSED
            if event.button() == Qt.MouseButton.LeftButton:
                self._patience.start()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, carry or hover."""
        event.accept()
        at = event.position()
        if self._holding is Holding.PRESSED and (at - self._from).manhattanLength() >= QApplication.startDragDistance():
            self._patience.stop()
            lifts = self._button == Qt.MouseButton.LeftButton and self.hand is not None
            if lifts and self.hand is not None and self.hand.lift(self.to_scene(self._from), self._keys):
                self._holding = Holding.CARRYING
                self._edge.start()
            elif self._holding is Holding.PRESSED:
                self._begin_pan()
        if self._holding is Holding.PANNING:
            self.pan_by(self._last - at)
        elif self._holding is Holding.CARRYING and self.hand is not None:
            self.hand.carry(self.to_scene(at))
        elif self._holding is Holding.NOTHING and self.hand is not None:
            self.hand.hover(self.to_scene(at))
        self._last = at

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop, tap, or open the menu."""
        event.accept()
        if event.button() != self._button:
            return
        self._patience.stop()
        self._edge.stop()
        held, self._holding, self._button = self._holding, Holding.NOTHING, Qt.MouseButton.NoButton
        if held is Holding.PANNING:
            self.viewport().unsetCursor()
        if self.hand is None:
            return
        point = self.to_scene(event.position())
        if held is Holding.CARRYING:
            self.hand.drop(point)
        elif held is Holding.PRESSED and event.button() == Qt.MouseButton.RightButton:
            self.hand.menu(point, event.globalPosition().toPoint())
        elif held is Holding.PRESSED:
            self.hand.tap(point, event.modifiers())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Pass a double click on."""
        event.accept()
        if event.button() == Qt.MouseButton.LeftButton and self.hand is not None:
            self._button, self._holding = event.button(), Holding.SPENT
            self.hand.double_tap(self.to_scene(event.position()), event.modifiers())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu by its key; the right button opens it on release, since it also pans."""
        event.accept()
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.hand is not None:
            self.hand.menu(QPointF(math.nan, math.nan), event.globalPos())

    def _begin_pan(self) -> None:
        self._holding = Holding.PANNING
        self._space_used = self._space
        self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)

    def _long_press(self) -> None:
        if self._holding is Holding.PRESSED and self.hand is not None:
            self._holding = Holding.SPENT
            at = self._from
            self.hand.menu(self.to_scene(at), self.viewport().mapToGlobal(at.toPoint()))

    def show_found(self, point: QPointF) -> None:
        """Centre a scene point that was looked for, near enough to read, and mark it until the next press."""
        if self.scale_now < CLOSE:
            self.set_zoom(CLOSE)
        self.centre(point)
        self.found.show_at(point)

    def show_pointed(self, points: Sequence[QPointF]) -> None:
        """Mark scene points that a lesson speaks of, in place of those marked before."""
        for mark in self.pointed:
            self.scene().removeItem(mark)
        self.pointed = [FoundItem(self._frames) for _ in points]
        for mark, point in zip(self.pointed, points, strict=True):
            self.scene().addItem(mark)
            mark.show_at(point)

    def let_go(self) -> None:
        """Abandon what is carried or pressed."""
        if self._holding is Holding.CARRYING and self.hand is not None:
            self.hand.abandon()
        self._patience.stop()
        self._edge.stop()
        self._holding = Holding.SPENT if self._holding is not Holding.NOTHING else Holding.NOTHING

    def _scroll_at_edge(self) -> None:
        """Scroll while something is carried close to the edge of the window."""
        if self._holding is not Holding.CARRYING or self.hand is None:
            return
        room = self.viewport().rect()
        at = self._last
        across = min(0.0, at.x() - EDGE) + max(0.0, at.x() - room.width() + EDGE)
        down = min(0.0, at.y() - EDGE) + max(0.0, at.y() - room.height() + EDGE)
        if across or down:
            self.pan_by(QPointF(across, down) * 0.5)
            self.hand.carry(self.to_scene(at))

    def event(self, event: QEvent) -> bool:
        """Claim the keys the board needs before the window's shortcuts get them."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = event.key() == Qt.Key.Key_Space and not event.modifiers()
            if plain or (self.hand is not None and self.hand.wants_key(event)):
                event.accept()
                return True
        walks = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in WALKING
        if walks and isinstance(event, QKeyEvent) and self.hand is not None and self.hand.key(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom by +, - and 0; Space makes the left button pan; pass all other keys to the hand."""
        key = event.key()
        if key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space, self._space_used = True, False
        elif key == Qt.Key.Key_Escape and self._holding is Holding.CARRYING:
            self.let_go()
        elif self.hand is not None and self.hand.key(event):
            event.accept()
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(STEP)
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Underscore):
            self.zoom_by(1 / STEP)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key != Qt.Key.Key_Space:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End panning by Space; a tap of Space confirms."""
        if event.key() != Qt.Key.Key_Space or event.isAutoRepeat():
            super().keyReleaseEvent(event)
            return
        held, self._space = self._space, False
        if held and not self._space_used:
            self.confirm_requested.emit()

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell the hand when the pointer leaves."""
        if event.type() == QEvent.Type.Leave and self.hand is not None and self._holding is not Holding.CARRYING:
            self.hand.hover(None)
        return super().viewportEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Forget a held Space key."""
        self._space = False
        super().focusOutEvent(event)
