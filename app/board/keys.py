"""The keyboard on the board: a hex cursor that does everything the pointer does."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from rules.hexes.grid import neighbours

N, NE, SE, S, SW, NW = range(6)
_STRAIGHT = {
    Qt.Key.Key_Up: N,
    Qt.Key.Key_K: N,
    Qt.Key.Key_8: N,
    Qt.Key.Key_Down: S,
    Qt.Key.Key_J: S,
    Qt.Key.Key_2: S,
    Qt.Key.Key_U: NE,
    Qt.Key.Key_9: NE,
    Qt.Key.Key_Y: NW,
    Qt.Key.Key_7: NW,
    Qt.Key.Key_Home: NW,
    Qt.Key.Key_PageUp: NE,
    Qt.Key.Key_N: SE,
    Qt.Key.Key_3: SE,
    Qt.Key.Key_B: SW,
    Qt.Key.Key_1: SW,
    Qt.Key.Key_End: SW,
    Qt.Key.Key_PageDown: SE,
}
_ACROSS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_H: -1,
    Qt.Key.Key_4: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_L: 1,
    Qt.Key.Key_6: 1,
}
_DIGITS = range(Qt.Key.Key_0, Qt.Key.Key_9 + 1)
_PLAIN = Qt.KeyboardModifier.NoModifier | Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def heading(event: QKeyEvent) -> Qt.Key | None:
    """Return the key if it moves the hex cursor: arrows, hjkl with yubn for the diagonals, the number pad."""
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
