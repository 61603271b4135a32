"""Where the counters of a hex lie: stepped up and to the right, or fanned out."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF

from app.board.hexes import center
from rules.engine.frozen import frozen

COUNTER = 46.0
"""Width of a counter in scene units."""
COUNTERS = {"normal": COUNTER, "large": 1.16 * COUNTER}
"""Widths to choose from."""
STEP = 5.2
DEPTH = 4
"""How many counters of a stack are drawn; a badge tells the number."""


@frozen
class Place:
    """Where one counter lies: centre in the scene, level in its stack (0 lowest), shown or buried."""

    unit: str
    at: QPointF
    level: int
    shown: bool = True


def layout(hex_id: int, units: Sequence[str]) -> list[Place]:
    """Return the places of a stack from the lowest to the top, which lies in the middle: markers are on its right.

    More than DEPTH counters are pressed together: the lowest ones share the lowest step.
    """
    middle = center(hex_id)
    count = len(units)
    steps = min(count, DEPTH)
    left = middle.x() - STEP * (steps - 1)
    low = middle.y() + STEP * (steps - 1) / 2
    places: list[Place] = []
    for level, unit in enumerate(units):
        step = max(0, level - (count - steps))
        places.append(Place(unit, QPointF(left + STEP * step, low - STEP * step), level, level >= count - steps))
    return places


def badge_at(places: Sequence[Place]) -> tuple[QPointF, int] | None:
    """Return the spot and number of a stack's badge; None while no more than three lie below the top."""
    if len(places) - 1 <= 3:
        return None
    lowest = places[len(places) - DEPTH].at
    return QPointF(lowest.x() - COUNTER / 2 + 2, lowest.y() + COUNTER / 2 - 2), len(places)


@frozen
class FanPlan:
    """A stack fanned out: its plate, the size of its counters, their centres."""

    plate: QRectF
    size: float
    spots: tuple[tuple[str, QPointF], ...]


def fan_out(hex_id: int, units: Sequence[str], *, scale: float, visible: QRectF, least: float = 58.0) -> FanPlan:
    """Return the fan of a stack, inside the visible part, each counter at least `least` pixels wide at `scale`.

    Five to a row; the top of the stack comes first.
    """
    size = max(COUNTER * 1.08, least / scale)
    gap, pad = size * 0.2, size * 0.2
    across = min(len(units), 5)
    down = math.ceil(len(units) / across)
    width = across * (size + gap) - gap + 2 * pad
    height = down * (size + gap) - gap + 2 * pad
    middle = center(hex_id)
    left = _inside(middle.x() - width / 2, width, visible.left(), visible.right())
    top = _inside(middle.y() - height / 2, height, visible.top(), visible.bottom())
    spots = []
    for i, unit in enumerate(reversed(units)):
        x = left + pad + size / 2 + (i % across) * (size + gap)
        y = top + pad + size / 2 + (i // across) * (size + gap)
        spots.append((unit, QPointF(x, y)))
    return FanPlan(QRectF(left, top, width, height), size, tuple(spots))


def _inside(start: float, length: float, low: float, high: float) -> float:
    if length >= high - low:
        return start
    return min(max(start, low), high - length)
