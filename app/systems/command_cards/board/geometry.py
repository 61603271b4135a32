"""The card board in the scene: the lattice of the table laid on its side, so that hexes stand on a corner.

Hexes go by their printed names, "E5"; the lattice's numbers stay in here, as in the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QTransform

from app.board import hexes
from app.board.washes import union_path
from rules.command_cards.hexes import HEXES, ROWS, SECTIONS, sections, width

TURNED = QTransform(0, 1, 1, 0, 0, 0)
"""Exchanges x and y."""
SIDE = hexes.SIDE
WIDTH, HEIGHT = hexes.STEP_Y, hexes.HEX_WIDTH
_FIRST = 2  # the lattice's column of row A
_NUMBERS = {name: (_FIRST + ROWS.index(name[0])) * 100 + int(name[1:]) for name in HEXES}
_NAMES = {number: name for name, number in _NUMBERS.items()}
_OPPOSITE = {
    number: _NUMBERS[f"{ROWS[-1 - ROWS.index(name[0])]}{width(name[0]) + 1 - int(name[1:])}"]
    for name, number in _NUMBERS.items()
}
"""The place each hex has after half a turn of the board."""
FOOT = QPointF(0, SIDE * 0.14)
"""Where a counter stands in its hex."""
LINES = (4.5 * WIDTH, 9.5 * WIDTH)
"""Where the two section lines run, from top to bottom."""


class _Seating:
    """From which edge the board is seen: rows A to I run down the screen, or up once it is `turned`."""

    def __init__(self) -> None:
        self.turned = False


_SEATING = _Seating()


def is_turned() -> bool:
    """Tell whether the board is seen from the top edge."""
    return _SEATING.turned


def turn(turned: bool) -> None:
    """See the board from the top edge, or from the bottom edge as it is printed."""
    _SEATING.turned = turned


@contextmanager
def as_printed() -> Iterator[None]:
    """See the board from the bottom edge for a while: on paper and in previews."""
    before, _SEATING.turned = _SEATING.turned, False
    try:
        yield
    finally:
        _SEATING.turned = before


def _number(name: str) -> int:
    """Return the lattice's number of the place where a hex lies now: half a turn exchanges A1 and I13."""
    return _OPPOSITE[_NUMBERS[name]] if _SEATING.turned else _NUMBERS[name]


def center(place: str) -> QPointF:
    """Return the scene point of a hex's centre."""
    return TURNED.map(hexes.center(_number(place)))


def hex_at(point: QPointF) -> str:
    """Return the hex that holds a scene point, or ""."""
    number = hexes.hex_at(TURNED.map(point), _NAMES)
    if number is None:
        return ""
    return _NAMES[_OPPOSITE[number] if _SEATING.turned else number]


def hex_path(name: str, scale: float = 1.0) -> QPainterPath:
    """Return a hex, shrunk or grown about its centre."""
    return TURNED.map(hexes.hex_path(_number(name), scale))


def region(names: Iterable[str]) -> QPainterPath:
    """Return the outline of a set of hexes."""
    return TURNED.map(union_path(_number(name) for name in names))


@cache
def field() -> QRectF:
    """Return the bounds of all hexes."""
    return region(HEXES).boundingRect()


FRAME, STAND = 12.0, 30.0
"""Width of the frame about the hexes, and height of a stand with its gap, in scene units."""


@cache
def whole() -> QRectF:
    """Return the bounds of the board with its frame and both stands."""
    return field().adjusted(-FRAME, -FRAME - STAND, FRAME, FRAME + STAND)


def from_left(edge: str) -> tuple[str, ...]:
    """Return the sections of the player at an edge in their order on the screen."""
    return SECTIONS if (edge == "bottom") != is_turned() else tuple(reversed(SECTIONS))


def section(name: str, edge: str) -> QPainterPath:
    """Return the ground of a section as the player at an edge names it, cut at the section lines."""
    marks = (field().left(), *LINES, field().right())
    place = from_left(edge).index(name)
    strip = QPainterPath()
    strip.addRect(QRectF(marks[place], field().top(), marks[place + 1] - marks[place], field().height()))
    return region(h for h in HEXES if name in sections(h, edge)).intersected(strip)


def beside(place: str, way: str) -> str:
    """Return the hex a step of the cursor leads to: left, right, up or down; the same at the rim."""
    row, column = ROWS.index(place[0]), int(place[1:])
    if is_turned():
        way = {"left": "right", "right": "left", "up": "down", "down": "up"}[way]
    if way in ("left", "right"):
        to = f"{place[0]}{column + (1 if way == 'right' else -1)}"
        return to if to in _NUMBERS else place
    down = row + (1 if way == "down" else -1)
    if not 0 <= down < len(ROWS):
        return place
    most = max(int(h[1:]) for h in HEXES if h[0] == ROWS[down])
    return f"{ROWS[down]}{min(column, most)}"
