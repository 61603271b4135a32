"""Counters as pictures for panels, drawn by the board's own painter."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from app.board.painted import alone
from app.systems.company_scale.board.counters.face import Face, Mark, detail_for, marks_of
from app.systems.company_scale.board.counters.painter import MARGIN, SIZE, paint_counter
from rules.company_scale.records.view import UnitView


def unit_pixmap(unit: UnitView, size: int, ratio: float = 1.0, states: bool = True) -> QPixmap:
    """Return a unit of the view as a picture of `size` logical pixels; `states` draws its rims too."""
    return _picture(Face.of(unit), marks_of(unit) if states else Mark.NONE, size, ratio)


@lru_cache(maxsize=512)
def _picture(face: Face, marks: Mark, size: int, ratio: float) -> QPixmap:
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    room = SIZE + MARGIN
    painter.scale(size / room, size / room)
    painter.translate(MARGIN / 2, MARGIN / 2)
    paint_counter(painter, face, marks, detail_for(size * ratio))
    painter.end()
    return alone(pixmap)
