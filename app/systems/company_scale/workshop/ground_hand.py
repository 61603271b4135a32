"""The pointer and the keyboard on a map that is drawn: where a tool goes, hex by hex or along hexsides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol

from PySide6.QtCore import QLineF, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent

from app.board.hexes import SIDE, STEP_Y, center, hex_at, hexside_midpoint
from app.board.view import ENTER, heading, step
from app.systems.company_scale.workshop.ground_tools import TOOLS, Kind, Stroke, Tool, covered
from rules.files.problems import Data
from rules.hexes.grid import Point, Side, are_adjacent, corners, hexside, hexsides, neighbours, side_ends

ALT = Qt.KeyboardModifier.AltModifier
ERASERS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_X)
STRIDE = STEP_Y / 8
"""How far apart the points are at which it is looked what lies under a drag, in scene units."""
CLOSE = STEP_Y / 6
"""How near a hexside must be to be picked, in scene units."""
AT_CORNER = 0.25
"""Part of a hexside that is a corner's: a drag that begins or ends there does not mean this hexside."""
KEYS = {tool.key: tool for tool in TOOLS if tool.key}


class GroundDeeds(Protocol):
    """What the hand draws with, and on what."""

    tool: Tool
    size: int
    erases: bool

    @property
    def data(self) -> dict[str, Data] | None:
        """The map as it is, None while it cannot be read."""
        ...

    @property
    def hexes(self) -> frozenset[int]:
        """The hexes that can be drawn on."""
        ...

    def take(self, tool: Tool) -> None: ...
    def resize(self, by: int) -> None: ...
    def pick(self, at: int, side: Side | None) -> None: ...
    def wash(self, stroke: Stroke | None) -> None: ...
    def draw(self, stroke: Stroke) -> None: ...
    def look(self, hexes: Sequence[int], side: Side | None, at: int | None) -> None: ...
    def show_cursor(self, at: int | None) -> None: ...
    def say(self, words: str) -> None: ...
    def text(self) -> str: ...
    def leave(self) -> None: ...


class GroundHand:
    """Turn drags, taps and keys into strokes; the view calls it as its `BoardInput`."""

    def __init__(self, deeds: GroundDeeds) -> None:
        self.deeds = deeds
        self.at: int | None = None
        self.start: int | None = None
        """Where a road or hexside begins that is drawn by keys."""
        self._first, self._last = QPointF(), QPointF()
        self._hexes: dict[int, None] = {}
        self._way: list[int] = []
        self._corners: list[Point] = []
        self._erases = False

    # --- pointer -----------------------------------------------------------------------------------------------------

    def lift(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> bool:
        """Begin a stroke; beside the map it pans."""
        if self.deeds.data is None or hex_at(point) not in self.deeds.hexes:
            return False
        self._begin(point, modifiers)
        self._go(point)
        return True

    def carry(self, point: QPointF) -> None:
        """Lead the stroke on, also over what lies between two places of the pointer."""
        line = QLineF(self._last, point)
        count = max(1, math.ceil(line.length() / STRIDE))
        for part in range(1, count + 1):
            self._go(line.pointAt(part / count))
        self._last = point
        self.deeds.wash(self._stroke())

    def drop(self, point: QPointF) -> None:
        """End the stroke."""
        self.carry(point)
        stroke = self._stroke()
        if stroke is None:
            self.abandon()
        else:
            self.deeds.draw(stroke)

    def abandon(self) -> None:
        """Draw nothing of it."""
        self.deeds.wash(None)

    def tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Draw one hex or hexside."""
        at = hex_at(point)
        self.deeds.show_cursor(None)
        if self.deeds.data is None or at is None or at not in self.deeds.hexes:
            return
        self._begin(point, modifiers)
        tool = self.deeds.tool
        if tool.kind is Kind.HEXSIDE:
            self.deeds.draw(Stroke(tool, sides=(nearest_side(point, at),), erases=self._erases))
        elif tool.kind is Kind.ROAD and not self._erases:
            self.deeds.say("Drag from hex to hex to draw a road.")
        else:
            self._go(point)
            if (stroke := self._stroke()) is not None:
                self.deeds.draw(stroke)

    def double_tap(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Tap again."""
        self.tap(point, modifiers)

    def hover(self, point: QPointF | None) -> None:
        """Show what the tool would cover."""
        at = hex_at(point, self.deeds.hexes) if point is not None else None
        data, tool = self.deeds.data, self.deeds.tool
        if point is None or at is None or data is None:
            self.deeds.look((), None, None)
        elif tool.kind is Kind.HEXSIDE:
            self.deeds.look((), nearest_side(point, at), at)
        else:
            self.deeds.look(covered(data, tool, at, self.deeds.size or 1), None, at)

    def menu(self, point: QPointF, where: QPoint) -> None:
        """Pick up the tool that draws what is under the pointer, or the cursor."""
        is_key = math.isnan(point.x())
        at = self.at if is_key else hex_at(point, self.deeds.hexes)
        if at is not None:
            side = None if is_key else nearest_side(point, at)
            near = side is not None and gap(point, side) < CLOSE
            self.deeds.pick(at, side if near else None)

    # --- a stroke ----------------------------------------------------------------------------------------------------

    def _begin(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        self.deeds.look((), None, hex_at(point))  # what is drawn is seen, not what would be
        self._first = self._last = point
        self._erases = self.deeds.erases or bool(modifiers & ALT)
        self._hexes, self._way, self._corners = {}, [], []

    def _go(self, point: QPointF) -> None:
        at, tool, data = hex_at(point), self.deeds.tool, self.deeds.data
        if at is None or data is None:
            return
        if tool.kind is Kind.HEXSIDE:
            self._corners = _led(self._corners, nearest_corner(point, at))
        elif at in self.deeds.hexes and tool.kind is Kind.ROAD:
            self._way = _hex_led(self._way, at)
        elif at in self.deeds.hexes and at not in self._way:
            self._way = [*self._way, at] if tool.kind in (Kind.TERRAIN, Kind.LEVEL) else [at]
            self._hexes.update(dict.fromkeys(covered(data, tool, at, self.deeds.size)))

    def _stroke(self) -> Stroke | None:
        tool = self.deeds.tool
        if tool.kind is Kind.HEXSIDE:
            way = self._corners
            along = [*_meant(self._first), *_sides(way), *_meant(self._last)]
            sides = tuple(dict.fromkeys(side for side in along if not self.deeds.hexes.isdisjoint(side)))
            return Stroke(tool, sides=sides, erases=self._erases) if sides else None
        if tool.kind is Kind.ROAD:
            enough = len(self._way) > (not self._erases)
            return Stroke(tool, hexes=tuple(self._way), erases=self._erases) if enough else None
        hexes = tuple(self._hexes) if tool.kind in (Kind.TERRAIN, Kind.LEVEL) else tuple(self._way)
        return Stroke(tool, hexes=hexes, erases=self._erases, text=self.deeds.text()) if hexes else None

    # --- keys --------------------------------------------------------------------------------------------------------

    def wants_key(self, event: QKeyEvent) -> bool:
        """Keep the keys of tools from the window."""
        if event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier):
            return False
        return heading(event) is not None or self._means(event)

    def _means(self, event: QKeyEvent) -> bool:
        sizes = (Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight, Qt.Key.Key_Escape)
        return event.key() in (*ENTER, *ERASERS, *sizes) or _letter(event) in KEYS

    def key(self, event: QKeyEvent) -> bool:
        """Move the cursor, draw at it, take another tool."""
        if not self.wants_key(event):
            return False
        way = heading(event)
        if way is not None:
            self._move(way)
        elif event.key() in ENTER:
            self._draw_here(erases=self.deeds.erases)
        elif event.key() in ERASERS:
            self._draw_here(erases=True)
        elif event.key() == Qt.Key.Key_Escape:
            self._escape()
        elif _letter(event) in KEYS:
            self.start = None
            self.deeds.take(KEYS[_letter(event)])
        else:
            self.deeds.resize(1 if event.key() == Qt.Key.Key_BracketRight else -1)
        return True

    def _escape(self) -> None:
        if self.start is None:
            self.deeds.leave()
        self.start = None

    def _move(self, way: Qt.Key) -> None:
        to = min(self.deeds.hexes, default=None) if self.at is None else step(self.at, way)
        if to in self.deeds.hexes:
            self.at = to
            self.deeds.show_cursor(to)

    def _draw_here(self, *, erases: bool) -> None:
        """Draw at the cursor; roads and hexsides by two hexes, one after the other."""
        at, tool, data = self.at, self.deeds.tool, self.deeds.data
        if at is None or data is None:
            return
        if tool.kind in (Kind.HEXSIDE, Kind.ROAD):
            start, self.start = self.start, at
            if start is None or not are_adjacent(start, at):
                self.deeds.say("From here: go to the hex beside it and press Enter, or Delete to erase.")
                return
            self.start = at if tool.kind is Kind.ROAD else None
            sides = (hexside(start, at),) if tool.kind is Kind.HEXSIDE else ()
            self.deeds.draw(Stroke(tool, hexes=() if sides else (start, at), sides=sides, erases=erases))
            return
        hexes = tuple(covered(data, tool, at, self.deeds.size))
        self.deeds.draw(Stroke(tool, hexes=hexes, erases=erases, text=self.deeds.text()))


def _letter(event: QKeyEvent) -> str:
    is_pad = event.modifiers() & Qt.KeyboardModifier.KeypadModifier
    return "" if is_pad else event.text().upper()


def nearest_side(point: QPointF, at: int) -> Side:
    """Return the hexside of a hex that is nearest to a scene point."""
    return min(hexsides(at), key=lambda side: QLineF(point, hexside_midpoint(*side)).length())


def gap(point: QPointF, side: Side) -> float:
    """Return how far a point is from a hexside, measured toward the middles of its hexes."""
    a, b = (QLineF(point, center(at)).length() for at in side)
    return abs(a - b) / 2


def nearest_corner(point: QPointF, at: int) -> Point:
    """Return the corner of a hex, on the integer lattice, that is nearest to a scene point."""
    x, y = point.x() / (SIDE / 2), point.y() / (STEP_Y / 2)
    return min(corners(at), key=lambda corner: (corner[0] - x) ** 2 + 3 * (corner[1] - y) ** 2)


def _meant(point: QPointF) -> list[Side]:
    """Return the hexside on which a drag begins or ends, none if it does so at a corner."""
    at = hex_at(point)
    if at is None:
        return []
    side = nearest_side(point, at)
    one, other = (QPointF(x * SIDE / 2, y * STEP_Y / 2) for x, y in side_ends(*side))
    along = QPointF.dotProduct(point - one, other - one) / QPointF.dotProduct(other - one, other - one)
    return [side] if AT_CORNER < along < 1 - AT_CORNER else []


def _led(way: list[Point], corner: Point) -> list[Point]:
    """Return a way along corners led on to the next; going back takes it back."""
    if not way:
        return [corner]
    if corner == way[-1]:
        return way
    if len(way) > 1 and corner == way[-2]:
        return way[:-1]
    return [*way, corner]


def _hex_led(way: list[int], at: int) -> list[int]:
    """Return a way from hex to hex led on to the next; going back takes it back."""
    if len(way) > 1 and at == way[-2]:
        return way[:-1]
    return way if way and (at == way[-1] or not are_adjacent(way[-1], at)) else [*way, at]


def _sides(way: Sequence[Point]) -> list[Side]:
    """Return the hexsides between corners that follow each other."""
    found = []
    for one, other in pairwise(way):
        x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
        at = hex_at(QPointF(x * SIDE / 2, y * STEP_Y / 2))
        around = (at, *neighbours(at)) if at is not None else ()
        sides = (side for each in around for side in hexsides(each))
        found += [side for side in dict.fromkeys(sides) if set(side_ends(*side)) == {one, other}]
    return found
